// What a Worker is given to begin with (CTX-001…CTX-004, MEM-005): a signed summary for one scope with the Events that it was made
// from. The log stays the authority; whoever makes a package brings its words, and everything that can be looked up is added here.
import type { Now } from '../domain/decision.ts';
import type { World } from '../domain/world.ts';
import { SINGLE } from '../domain/world.ts';
import type { Event } from '../protocol/generated/documents.ts';
import type { Unsigned } from '../protocol/sign.ts';

/** How many Events a package cites at most: a newcomer looks at what lies nearest. */
export const MAX_CITED_EVENTS = 500;

/** What a package needs of an Event. */
export type LoggedEvent = Pick<Event, 'eventId' | 'sequence' | 'kind' | 'workItemId'>;

/** The part that people and plans write. */
export interface ContextTexts {
  /** The WorkItem that it is for; the whole Mission when left out. */
  readonly workItemId?: string;
  readonly summary: string;
  readonly constraints: readonly string[];
  readonly unresolvedQuestions: readonly string[];
  readonly artifactHashes: readonly string[];
}

export interface ContextSources {
  readonly world: World;
  readonly groupId: string;
  readonly missionId: string;
  /** The Events of the Group in sequence, at least its newest ones, without holes. */
  readonly history: readonly LoggedEvent[];
  /** The newest package for the same scope; undefined for the first one (CTX-004). */
  readonly previous: { readonly contextPackageId: string; readonly version: number } | undefined;
  readonly contextPackageId: string;
  /** The Agent that signs it. */
  readonly generatedBy: string;
  readonly now: Now;
  readonly titleOf: (workItemId: string) => string;
}

/** A package that lacks its signature; undefined while the Events that it would cite are not known here. */
export function createContextPackage(
  { workItemId, summary, constraints, unresolvedQuestions, artifactHashes }: ContextTexts,
  sources: ContextSources,
): Unsigned<'context-package'> | undefined {
  const { world, groupId, missionId, history, previous, contextPackageId, generatedBy, now } = sources;
  const head = world.get('head', groupId, SINGLE)?.sequence ?? 0;
  // The state may be older than what is known of the log, and the rules go by the state.
  const events = history
    .filter(({ sequence }) => sequence !== undefined && sequence <= head)
    .slice(-MAX_CITED_EVENTS);
  const fromSequence = events[0]?.sequence;
  const toSequence = events.at(-1)?.sequence;
  if (fromSequence === undefined || toSequence === undefined) return undefined;
  return {
    contextPackageId,
    version: (previous?.version ?? 0) + 1,
    ...(previous === undefined ? {} : { previousContextPackageId: previous.contextPackageId }),
    missionId,
    groupId,
    ...(workItemId === undefined ? {} : { workItemId }),
    sourceEventRange: { fromSequence, toSequence, eventIds: events.map(({ eventId }) => eventId) },
    artifactHashes: [...artifactHashes],
    summary,
    decisions: [...decisionsIn(events, sources)],
    constraints: [...constraints],
    unresolvedQuestions: [...unresolvedQuestions],
    generatedBy: { type: 'agent', id: generatedBy },
    generatedAt: now.text,
  };
}

/** Results that were accepted and still stand, each with the Event that says so. */
function* decisionsIn(
  events: readonly LoggedEvent[],
  { world, groupId, titleOf }: ContextSources,
): Generator<Unsigned<'context-package'>['decisions'][number]> {
  const accepted = new Map(
    events.flatMap(({ kind, workItemId, eventId }) =>
      kind === 'work.result.accepted' && workItemId !== undefined ? [[workItemId, eventId] as const] : [],
    ),
  );
  for (const [workItemId, eventId] of accepted) {
    if (world.get('workItem', groupId, workItemId)?.document.state !== 'verified') continue;
    yield {
      description: `The result of "${titleOf(workItemId)}" was accepted.`,
      sourceEventIds: [eventId],
    };
  }
}
