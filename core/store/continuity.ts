// Whether new Events continue the stored log without a gap. Looks at numbers only, never at what an Event says.
import { type StoredEvent, StoreFault } from './authority-store.ts';

/** The end of one Group's log after a batch. */
export interface GroupHead {
  readonly groupId: string;
  readonly sequence: number;
  /** Where the Group's Events of this batch begin: its place in the order of Groups, if it is new. */
  readonly firstPosition: number;
}

/** The Groups that a batch writes to, each once. */
export function groupIdsOf(events: readonly StoredEvent[]): readonly string[] {
  const groupIds = new Set<string>();
  for (const { groupId } of events) if (groupId !== undefined) groupIds.add(groupId);
  return [...groupIds];
}

/** The sequence that each Group of a batch has to stand at before it. */
export function basesOf(events: readonly StoredEvent[]): ReadonlyMap<string, number> {
  const bases = new Map<string, number>();
  for (const { groupId, sequence } of events) {
    if (groupId !== undefined && sequence !== undefined && !bases.has(groupId))
      bases.set(groupId, sequence - 1);
  }
  return bases;
}

/**
 * The heads of all Groups in a batch after it. Throws a `conflict` for a position or sequence that is not the next:
 * whoever made the batch had read an older state. Both heads come from rows read under the write lock.
 */
export function continueLog(
  events: readonly StoredEvent[],
  position: number,
  sequenceOf: (groupId: string) => number,
): readonly GroupHead[] {
  const heads = new Map<string, GroupHead>();
  let expected = position;
  for (const event of events) {
    expected += 1;
    if (event.position !== expected) {
      throw new StoreFault('conflict', `position ${event.position} where ${expected} is next`);
    }
    const { groupId, sequence } = event;
    if (groupId === undefined || sequence === undefined) {
      if (groupId === sequence) continue;
      throw new StoreFault('conflict', `${event.eventId} has either a Group or a sequence, but not both`);
    }
    const head = heads.get(groupId);
    const next = (head?.sequence ?? sequenceOf(groupId)) + 1;
    if (sequence !== next) {
      throw new StoreFault('conflict', `sequence ${sequence} where ${next} is next in ${groupId}`);
    }
    heads.set(groupId, { groupId, sequence, firstPosition: head?.firstPosition ?? event.position });
  }
  return [...heads.values()];
}
