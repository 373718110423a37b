// Whether a batch continues a replica's Cursors without a gap (DEL-002), for every adapter alike.
import { StoreFault } from './authority-store.ts';
import type { ReplicaEvent } from './replica-store.ts';

/**
 * The Cursors after some Events. Throws a `conflict` for a sequence that is not the next, a Group that was never started
 * and an Event id that comes twice. `cursorOf` reads what is stored.
 */
export function continueCursors(
  events: readonly ReplicaEvent[],
  cursorOf: (groupId: string) => number | undefined,
): ReadonlyMap<string, number> {
  const cursors = new Map<string, number>();
  const eventIds = new Set<string>();
  for (const { eventId, groupId, sequence } of events) {
    const cursor = cursors.get(groupId) ?? cursorOf(groupId);
    if (cursor === undefined) throw new StoreFault('conflict', `${groupId} was never started`);
    if (sequence !== cursor + 1) {
      throw new StoreFault('conflict', `sequence ${sequence} where ${cursor + 1} is next in ${groupId}`);
    }
    if (eventIds.has(eventId)) throw new StoreFault('conflict', `${eventId} comes twice`);
    eventIds.add(eventId);
    cursors.set(groupId, sequence);
  }
  return cursors;
}

/** Throws a `conflict` for a start that would move a Cursor back (DEL-009). */
export function assertForward(groupId: string, cursor: number | undefined, startsAfter: number): void {
  if (cursor === undefined || startsAfter >= cursor) return;
  throw new StoreFault('conflict', `${groupId} stands at ${cursor} and cannot start after ${startsAfter}`);
}
