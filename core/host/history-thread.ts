// The thread that reads histories: it owns the indices beside the replicas, keeps them up to date while nobody asks for
// anything, and answers from them. Nothing that a window waits for happens on the main thread.
import { parentPort } from 'node:worker_threads';
import { type Change, SINGLE } from '../domain/world.ts';
import type { RegistryEvidence } from '../protocol/generated/documents.ts';
import { HistoryIndex } from '../store/sqlite/history-index.ts';
import { HistoryStates } from './history-states.ts';
import { describeKept } from './history-text.ts';
import type {
  HistoryAnswer,
  HistoryRequest,
  HistoryTaskName,
  HistoryTasks,
  LogPlace,
  LogReach,
  ReadEvent,
} from './history-tasks.ts';

const port = parentPort;
if (port === null) throw new Error('history-thread.ts runs as a worker thread');

/** Events that are indexed in one go: what is asked meanwhile waits some milliseconds. */
const STEP_EVENTS = 250;
/** So few are indexed before the answer, so that what has just come is in it. */
const EAGER_EVENTS = 1_000;

const indices = new Map<string, HistoryIndex>();
/** Groups with Events that are not indexed yet, by replica. */
const behind = new Map<string, Set<string>>();
const states = new Map<string, HistoryStates>();
let isStepping = false;

function indexOf(replicaPath: string): HistoryIndex {
  const known = indices.get(replicaPath);
  if (known !== undefined) return known;
  const index = HistoryIndex.open({
    replicaPath,
    path: `${replicaPath}.history`,
    describe: describeKept,
  });
  indices.set(replicaPath, index);
  return index;
}

/** Brings a Group up to date: at once when little is missing, otherwise step by step from here on. */
function refresh({ replicaPath, groupId }: LogPlace): {
  readonly index: HistoryIndex;
  readonly reach: LogReach | undefined;
} {
  const index = indexOf(replicaPath);
  const before = index.stateOf(groupId);
  if (before === undefined) return { index, reach: undefined };
  const missing = before.cursor - before.indexedThrough;
  if (missing > 0 && missing <= EAGER_EVENTS) index.catchUp(groupId, EAGER_EVENTS);
  else if (missing > 0) {
    const groups = behind.get(replicaPath) ?? new Set();
    behind.set(replicaPath, groups.add(groupId));
    if (!isStepping) {
      isStepping = true;
      setImmediate(step);
    }
  }
  return { index, reach: index.stateOf(groupId) };
}

function step(): void {
  for (const [replicaPath, groups] of behind) {
    const [groupId] = groups;
    if (groupId === undefined) {
      behind.delete(replicaPath);
      continue;
    }
    try {
      if (!indexOf(replicaPath).catchUp(groupId, STEP_EVENTS)) groups.delete(groupId);
    } catch {
      // Whoever asks next is told; there is nobody here to tell.
      groups.delete(groupId);
    }
    setImmediate(step);
    return;
  }
  isStepping = false;
}

function withTaken(
  index: HistoryIndex,
  groupId: string,
  events: readonly { readonly sequence: number; readonly bytes: Uint8Array }[],
): readonly ReadEvent[] {
  const taken = index.takenBack(
    groupId,
    events.map(({ sequence }) => sequence),
  );
  return events.map(({ sequence, bytes }) => ({ sequence, bytes, takenBackAt: taken.get(sequence) }));
}

/** The state after an Event, or after the last one that is here. */
function pastOf({ replicaPath, groupId }: LogPlace, sequence: number) {
  const index = indexOf(replicaPath);
  const reach = index.stateOf(groupId);
  if (reach === undefined) return undefined;
  const { startsAfter, cursor } = reach;
  const key = JSON.stringify([replicaPath, groupId, startsAfter]);
  const known =
    states.get(key) ??
    new HistoryStates({
      groupId,
      startsAfter,
      read: (after, limit) => index.events(groupId, after, limit),
    });
  // One log at a time: nobody scrubs two.
  states.clear();
  states.set(key, known);
  const reached = Math.min(sequence, cursor);
  return { world: known.at(reached), index, startsAfter, cursor, sequence: reached };
}

const TASKS: { readonly [Name in HistoryTaskName]: (input: HistoryTasks[Name][0]) => HistoryTasks[Name][1] } =
  {
    window: ({ query, from, limit, ...place }) => {
      const { index, reach } = refresh(place);
      if (reach === undefined) return undefined;
      if (query === undefined) {
        const total = reach.cursor - reach.startsAfter;
        const events = index.events(place.groupId, reach.startsAfter + from, limit);
        return { total, reach, events: withTaken(index, place.groupId, events) };
      }
      const sequences = index.find(place.groupId, query);
      const events = index.pick(place.groupId, sequences.slice(from, from + limit));
      return { total: sequences.length, reach, events: withTaken(index, place.groupId, events) };
    },
    locate: ({ query, sequence, ...place }) => {
      const { index, reach } = refresh(place);
      if (reach === undefined) return undefined;
      if (query === undefined) {
        const total = reach.cursor - reach.startsAfter;
        return { place: Math.min(total, Math.max(0, sequence - reach.startsAfter)) - 1, total, reach };
      }
      const sequences = index.find(place.groupId, query);
      return { place: countThrough(sequences, sequence) - 1, total: sequences.length, reach };
    },
    pick: ({ sequences, ...place }) => {
      const { index } = refresh(place);
      return withTaken(index, place.groupId, index.pick(place.groupId, sequences));
    },
    names: (place) => {
      const { index } = refresh(place);
      const { groupId } = place;
      return {
        principals: index.principals(groupId),
        workItemIds: index.workItemIds(groupId),
        kinds: [...index.kinds(groupId)],
      };
    },
    digest: ({ query, ...place }) => {
      const { index, reach } = refresh(place);
      return reach && { items: index.digest(place.groupId, query), reach };
    },
    times: ({ query, buckets, ...place }) => {
      const { index, reach } = refresh(place);
      if (reach === undefined) return undefined;
      const items = index.digest(place.groupId, query);
      const fromMs = Math.min(...items.map(({ firstAtMs }) => firstAtMs));
      const throughMs = Math.max(...items.map(({ lastAtMs }) => lastAtMs));
      if (items.length === 0) return { fromMs: 0, throughMs: 0, counts: [], reach };
      const counts = index.countTimes(place.groupId, query, { fromMs, throughMs, buckets });
      return { fromMs, throughMs, counts, reach };
    },
    placesInTime: ({ instantsMs, ...place }) => {
      const { index } = refresh(place);
      return instantsMs.map((atMs) => index.sequenceAt(place.groupId, atMs));
    },
    stateAt: ({ sequence, ...place }) => {
      const past = pastOf(place, sequence);
      if (past === undefined) return undefined;
      const { world, startsAfter } = past;
      const { groupId } = place;
      return {
        startsAfter,
        mission: world.get('mission', groupId, SINGLE),
        workItems: [...world.list('workItem', groupId)].map(([, { document }]) => document),
        memberships: [...world.list('membership', groupId)].filter(([, { state }]) => state === 'active')
          .length,
      };
    },
    planAt: ({ sequence, ...place }) => {
      const past = pastOf(place, sequence ?? Infinity);
      if (past === undefined) return undefined;
      const { world, index, ...reached } = past;
      const { groupId } = place;
      const changes: Change[] = [];
      for (const kind of ['mission', 'workItem', 'lease', 'proposal'] as const) {
        // Kind and record were read together.
        for (const [id, value] of world.list(kind, groupId)) {
          changes.push({ kind, groupId, id, value } as Change);
        }
      }
      const [event] = withTaken(index, groupId, index.pick(groupId, [reached.sequence]));
      return { ...reached, event, changes };
    },
    keys: ({ replicaPath }) => {
      const notes = indexOf(replicaPath).notes();
      const authorityId = notes.get('group-authority');
      return {
        registry: notes.get('registry') as RegistryEvidence | undefined,
        authorityId: typeof authorityId === 'string' ? authorityId : undefined,
      };
    },
    search: ({ replicaPath, words, area, limit }) => {
      const index = indexOf(replicaPath);
      let isComplete = true;
      for (const { groupId } of index.groups()) {
        const { reach } = refresh({ replicaPath, groupId });
        isComplete &&= reach === undefined || reach.indexedThrough >= reach.cursor;
      }
      return { ...index.search(words, area === undefined ? { limit } : { area, limit }), isComplete };
    },
    health: ({ replicaPath }) => {
      const index = indexOf(replicaPath);
      let events = 0;
      let indexed = 0;
      for (const { groupId } of index.groups()) {
        const reach = index.stateOf(groupId);
        if (reach === undefined) continue;
        events += reach.cursor - reach.startsAfter;
        indexed += reach.indexedThrough - reach.startsAfter;
      }
      return { events, indexed, rebuilds: index.rebuilds };
    },
    release: ({ replicaPath }) => {
      behind.delete(replicaPath);
      indices.get(replicaPath)?.close();
      indices.delete(replicaPath);
      states.clear();
      return undefined;
    },
  };

/** How many of ascending numbers are at most this one. */
function countThrough(sequences: readonly number[], most: number): number {
  let low = 0;
  let high = sequences.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sequences[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}

function run<Name extends HistoryTaskName>({ name, input }: HistoryRequest<Name>): HistoryTasks[Name][1] {
  return TASKS[name](input);
}

port.on('message', (request: HistoryRequest) => {
  let answer: HistoryAnswer;
  try {
    answer = { id: request.id, value: run(request) };
  } catch (error) {
    answer = {
      id: request.id,
      defect: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
  port.postMessage(answer);
});
