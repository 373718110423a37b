// The whole state as text, for comparing a live state with a rebuilt one.
import { evolve } from '../domain/evolve.ts';
import { MemoryWorld, ORGANIZATION, type RecordKind, type World } from '../domain/world.ts';
import type { Event } from '../protocol/generated/documents.ts';

const EVERY_KIND: { readonly [Kind in RecordKind]: true } = {
  mission: true,
  group: true,
  conversation: true,
  membership: true,
  member: true,
  workItem: true,
  lease: true,
  proposal: true,
  message: true,
  grant: true,
  approval: true,
  artifact: true,
  content: true,
  evidence: true,
  contextPackage: true,
  account: true,
  override: true,
  rate: true,
  rateChunk: true,
  plannedWork: true,
  childMission: true,
  policyLog: true,
  snapshot: true,
  head: true,
  missionAddress: true,
  contentUse: true,
  agent: true,
  session: true,
  workload: true,
  execution: true,
};

const RECORD_KINDS = Object.keys(EVERY_KIND) as RecordKind[];

/** A state folded from a log that was read back. */
export function rebuild(texts: Iterable<string>): MemoryWorld {
  const world = new MemoryWorld();
  for (const text of texts) world.apply(evolve(world, JSON.parse(text) as Event));
  return world;
}

/** The first record in which two states differ, order included; undefined when they are equal. */
export function findDifference(live: World, rebuilt: World): string | undefined {
  for (const groupId of new Set([ORGANIZATION, ...groupIdsOf(live), ...groupIdsOf(rebuilt)])) {
    for (const kind of RECORD_KINDS) {
      const a = [...live.list(kind, groupId)];
      const b = [...rebuilt.list(kind, groupId)];
      for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
        const left = a[i];
        const right = b[i];
        // Members stand in the same order almost always; sorting them is for the rest.
        if (JSON.stringify(left) === JSON.stringify(right)) continue;
        if (stableText(left) === stableText(right)) continue;
        return `${kind} ${groupId}: live ${stableText(left)}, rebuilt ${stableText(right)}`;
      }
    }
  }
  return undefined;
}

/** The Groups of a state. */
export function groupIdsOf(world: World): readonly string[] {
  return [...world.list('missionAddress', ORGANIZATION)].map(([, { groupId }]) => groupId);
}

/** JSON with sorted members and without undefined ones. */
export function stableText(value: unknown): string {
  if (value === undefined) return 'nothing';
  return JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
