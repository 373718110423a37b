// A `.mwpbundle` as a log that can be read like any other: its Events go, in their exact bytes, into a replica of their own that
// nobody follows. What cannot stand there is left out; the verification of the file names it.
import { createReadStream } from 'node:fs';
import type { Event, RegistryEvidence } from '../protocol/generated/documents.ts';
import { isJsonObject, parseJson } from '../protocol/json.ts';
import type { ReplicaEvent, ReplicaStore } from '../store/replica-store.ts';
import { LINE } from './bundle-format.ts';
import { readLines } from './bundle-lines.ts';

/** How what is in a file is called there. */
export interface BundleNames {
  readonly agents: readonly (readonly [agentId: string, name: string])[];
  readonly items: readonly (readonly [workItemId: string, title: string])[];
  readonly missions: readonly (readonly [groupId: string, title: string])[];
}

export interface ImportedBundle {
  readonly events: number;
  readonly leftOut: number;
  readonly names: BundleNames;
}

const BATCH = 500;

/** Members of payloads that tell names. */
interface Naming {
  readonly title?: string;
  readonly mission?: { readonly objective: string };
  readonly workItem?: { readonly workItemId: string; readonly contract: { readonly goal: string } };
  readonly agentCard?: { readonly agentId: string; readonly displayName: string };
}

/** Throws only when the file cannot be read, or nothing can be written. */
export async function importBundle(path: string, store: ReplicaStore): Promise<ImportedBundle> {
  const agents = new Map<string, string>();
  const items = new Map<string, string>();
  const missions = new Map<string, string>();
  const cursors = new Map<string, number>();
  const known = new Set<string>();
  let lastGroupId: string | undefined;
  let waiting: ReplicaEvent[] = [];
  let events = 0;
  let leftOut = 0;
  const flush = async (): Promise<void> => {
    if (waiting.length > 0) await store.apply({ events: waiting, changes: [], outbox: [], notes: [] });
    waiting = [];
  };
  for await (const { kind, content, number } of readLines(createReadStream(path))) {
    if (kind === LINE.registry) {
      const parsed = parseJson(content);
      const value = parsed.ok ? (parsed.value.value as unknown as RegistryEvidence) : undefined;
      if (value !== undefined) await store.writeNotes([{ groupId: '', name: 'registry', value }]);
    }
    if (kind !== LINE.event) continue;
    events += 1;
    const read = readEvent(content);
    // A line that was damaged keeps its place, so that what follows it can be read.
    const event = read ?? placeholder(number, lastGroupId, cursors);
    const cursor = event === undefined ? undefined : cursors.get(event.groupId);
    const continues = cursor === undefined || cursor + 1 === event?.sequence;
    if (event === undefined || !continues || known.has(event.eventId)) {
      leftOut += 1;
      continue;
    }
    const { eventId, groupId, sequence } = event;
    lastGroupId = groupId;
    if (cursor === undefined) {
      await flush();
      await store.startGroup({ groupId, startsAfter: sequence - 1, records: [], changes: [] });
    }
    cursors.set(groupId, sequence);
    known.add(eventId);
    const naming = event.payload as Naming;
    const { workItem, agentCard, mission, title } = naming;
    if (workItem !== undefined) items.set(workItem.workItemId, workItem.contract.goal);
    if (agentCard !== undefined) agents.set(agentCard.agentId, agentCard.displayName);
    if (mission !== undefined && !missions.has(groupId)) missions.set(groupId, title ?? mission.objective);
    waiting.push({ eventId, groupId, sequence, bytes: Uint8Array.from(content) });
    if (waiting.length >= BATCH) await flush();
  }
  await flush();
  return { events, leftOut, names: { agents: [...agents], items: [...items], missions: [...missions] } };
}

function placeholder(
  line: number,
  groupId: string | undefined,
  cursors: ReadonlyMap<string, number>,
): ReturnType<typeof readEvent> {
  if (groupId === undefined) return undefined;
  return { eventId: `line ${line}`, groupId, sequence: (cursors.get(groupId) ?? 0) + 1, payload: {} };
}

/** What is needed to put an Event into its place; undefined for one that says too little. */
function readEvent(
  content: Uint8Array,
):
  | (Pick<Event, 'eventId' | 'payload'> & { readonly groupId: string; readonly sequence: number })
  | undefined {
  const parsed = parseJson(content);
  if (!parsed.ok || !isJsonObject(parsed.value.value)) return undefined;
  const { eventId, groupId, sequence, payload, kind, actor, cause, occurredAt } = parsed.value.value;
  const isEvent =
    typeof eventId === 'string' &&
    typeof groupId === 'string' &&
    typeof sequence === 'number' &&
    Number.isSafeInteger(sequence) &&
    sequence > 0 &&
    typeof kind === 'string' &&
    typeof occurredAt === 'string' &&
    isJsonObject(actor) &&
    isJsonObject(cause) &&
    isJsonObject(payload);
  return isEvent ? { eventId, groupId, sequence, payload } : undefined;
}
