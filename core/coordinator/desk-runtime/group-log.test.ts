// The log of a Group as the desk folds it: page by page, once each, and no further after a stop.
import { expect, test } from 'vitest';
import type { Event } from '../../protocol/generated/documents.ts';
import type { ReplicaEvent } from '../../store/replica-store.ts';
import { GroupLog } from './group-log.ts';
import type { DeskLink } from './ports.ts';

const GROUP = 'urn:heddle:test:group:1';
const COUNT = 250;

/** A replica with so many Events, which tells what was read of it. */
function replicaOf(count: number) {
  const reads: number[] = [];
  const eventAt = (sequence: number): ReplicaEvent => {
    const event = {
      eventId: `urn:heddle:test:event:${sequence}`,
      groupId: GROUP,
      sequence,
      kind: 'work.progressed',
      occurredAt: '2026-11-01T10:00:00Z',
      cause: { type: 'command', id: `urn:heddle:test:action:${sequence}` },
      payload: {},
    } as unknown as Event;
    return { sequence, bytes: Buffer.from(JSON.stringify(event)) } as unknown as ReplicaEvent;
  };
  const link: Pick<DeskLink, 'groups' | 'readEvents'> = {
    groups: () => [
      {
        groupId: GROUP,
        startsAfter: 0,
        cursor: count,
        head: count,
        isCaughtUp: true,
        isFollowed: true,
        health: { gap: undefined, isCursorTooOld: false, isVerificationFailed: false },
      },
    ],
    readEvents: async (_groupId, after, limit) => {
      reads.push(after);
      return Array.from({ length: Math.min(limit, count - after) }, (_none, n) => eventAt(after + n + 1));
    },
  };
  // The log uses nothing else of a link.
  return { link: link as DeskLink, reads };
}

test('every Event is folded once, page after page', async () => {
  const { link, reads } = replicaOf(COUNT);
  const folded: number[] = [];
  const log = new GroupLog(GROUP, ({ sequence = 0 }) => folded.push(sequence));
  await Promise.all([
    log.catchUp(link, () => Promise.resolve(true)),
    log.catchUp(link, () => Promise.resolve(true)),
  ]);
  expect(folded).toEqual(Array.from({ length: COUNT }, (_none, n) => n + 1));
  expect(reads).toEqual([0, 100, 200, 250]);
  expect(log.upTo).toBe(COUNT);
});

test('a pause that says no is the end of it: nothing more is read', async () => {
  const { link, reads } = replicaOf(COUNT);
  const log = new GroupLog(GROUP, () => {});
  await log.catchUp(link, () => Promise.resolve(false));
  expect(reads).toEqual([0]);
  expect(log.upTo).toBe(100);
});
