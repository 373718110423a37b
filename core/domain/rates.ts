// How often an actor was accepted in the last minute (POL-003): exactly those after now − 60 s. What is written for each
// acceptance does not grow with the rate that an Organization allows.
import type { Actor, Event } from '../protocol/generated/documents.ts';
import { compareInstants, parseTimestamp } from '../protocol/timestamp.ts';
import { memberKey, type OverlayWorld, type World } from './world.ts';

/** How long an acceptance counts (POL-003). */
const WINDOW_SECONDS = 60;
/** Acceptances that are written together: few enough to be rewritten with each one, enough that chunks stay few. */
const CHUNK_SIZE = 16;

/** The id of an actor's rate for one kind of Event. */
export function rateKey(eventKind: string, actor: Actor): string {
  return `${eventKind} ${memberKey(actor)}`;
}

/** How many Events of one kind by an actor in a Group were accepted in the minute before `now`. */
export function countAccepted(world: World, groupId: string, key: string, now: string): number {
  const rate = world.get('rate', groupId, key);
  if (rate === undefined) return 0;
  const { acceptedAt, firstChunk, nextChunk } = rate;
  for (let number = firstChunk; number < nextChunk; number += 1) {
    const old = countBeforeWindow(chunkOf(world, groupId, key, number), now);
    // Acceptances are in order: the first one that counts ends the search.
    if (old < CHUNK_SIZE) return (nextChunk - number) * CHUNK_SIZE - old + acceptedAt.length;
  }
  return acceptedAt.length - countBeforeWindow(acceptedAt, now);
}

/** Counts one more acceptance, and forgets the chunks in which nothing counts any more. */
export function recordAcceptance(
  world: OverlayWorld,
  groupId: string,
  { kind, actor, occurredAt }: Pick<Event, 'kind' | 'actor' | 'occurredAt'>,
): void {
  const key = rateKey(kind, actor);
  const known = world.get('rate', groupId, key) ?? { acceptedAt: [], firstChunk: 0, nextChunk: 0 };
  let { acceptedAt, firstChunk, nextChunk } = known;
  while (
    firstChunk < nextChunk &&
    countBeforeWindow(chunkOf(world, groupId, key, firstChunk), occurredAt) === CHUNK_SIZE
  ) {
    world.put('rateChunk', groupId, chunkKey(key, firstChunk), undefined);
    firstChunk += 1;
  }
  if (firstChunk === nextChunk) acceptedAt = acceptedAt.slice(countBeforeWindow(acceptedAt, occurredAt));
  if (acceptedAt.length === CHUNK_SIZE) {
    world.put('rateChunk', groupId, chunkKey(key, nextChunk), { acceptedAt });
    nextChunk += 1;
    acceptedAt = [];
  }
  world.put('rate', groupId, key, { acceptedAt: [...acceptedAt, occurredAt], firstChunk, nextChunk });
}

/** How many of the oldest acceptances no longer count at `now`; the window is half-open. */
export function countBeforeWindow(acceptedAt: readonly string[], now: string): number {
  const later = parseTimestamp(now);
  if (later === undefined) return 0;
  const start = { ...later, epochSecond: later.epochSecond - WINDOW_SECONDS };
  const first = acceptedAt.findIndex((text) => {
    const at = parseTimestamp(text);
    return at !== undefined && compareInstants(at, start) > 0;
  });
  return first === -1 ? acceptedAt.length : first;
}

function chunkOf(world: World, groupId: string, key: string, number: number): readonly string[] {
  const chunk = world.get('rateChunk', groupId, chunkKey(key, number));
  if (chunk === undefined) throw new Error(`chunk ${number} of the rate ${key} is missing`);
  return chunk.acceptedAt;
}

/** Identifiers hold no space, so the join is unambiguous. */
function chunkKey(key: string, number: number): string {
  return `${key} ${number}`;
}
