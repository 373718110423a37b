// Acceptance of a store, first part: the log, read and appended.
import { describe, expect, test } from 'vitest';
import type { StepHook } from '../../core/store/commit-steps.ts';
import {
  addressRecord,
  admissionOf,
  AGENT,
  bytesOf,
  commandBatch,
  EMPTY,
  eventOf,
  groupOf,
  organizationEventOf,
  receiptOf,
} from './batches.ts';
import {
  append,
  createOpener,
  expectOnlyFirst,
  faultKindOf,
  type StoreSuiteOptions,
} from './store-under-test.ts';

export function runLogSuite(name: string, { makeStore }: StoreSuiteOptions): void {
  const make = createOpener(makeStore);
  const open = async (onStep?: StepHook) => (await make(onStep)).store;

  describe(`${name}: the log`, () => {
    test('an empty store', async () => {
      const store = await open();
      expect(await store.readPosition()).toBe(0);
      expect(await store.readCommits(0, 10)).toStrictEqual([]);
      expect(await store.readGroupEvents(groupOf(1), 0, 10)).toStrictEqual([]);
      expect(await store.readEvent('urn:heddle:test:event:1')).toBeUndefined();
      expect(await store.readReceipt(AGENT, 'urn:heddle:test:action:1')).toBeUndefined();
      expect(await store.readRecords(groupOf(1))).toStrictEqual([]);
      expect(await store.readGroupIds()).toStrictEqual([]);
      expect(await store.readBindings()).toStrictEqual([]);
      expect(await store.readCursors(AGENT.id)).toStrictEqual([]);
      expect(await store.readAudit(10)).toStrictEqual([]);
      expect(await store.checkIntegrity()).toStrictEqual([]);
    });

    test('what is appended is read back byte for byte', async () => {
      const store = await open();
      const answer = await store.write(async (transaction) => {
        expect(transaction.position).toBe(0);
        await transaction.append(commandBatch(1));
        return 'done';
      });
      expect(answer).toBe('done');
      const [event] = await store.readCommits(0, 10);
      expect({ ...event, bytes: undefined }).toStrictEqual({ ...eventOf(1), bytes: undefined });
      expect(Buffer.compare(event?.bytes ?? Buffer.alloc(0), bytesOf(1))).toBe(0);
      expect(await store.readEvent('urn:heddle:test:event:1')).toStrictEqual(event);
      expect(await store.readGroupEvents(groupOf(1), 0, 10)).toStrictEqual([event]);
      expect(await store.readPosition()).toBe(1);
      expect(await store.checkIntegrity()).toStrictEqual([]);
    });

    test('bytes of any length, and Events of the Organization without Group and sequence', async () => {
      const store = await open();
      const large = Buffer.alloc(1_000_003, 0xa5);
      const events = [
        organizationEventOf(1, new Uint8Array(0)),
        eventOf(2, groupOf(1), 1, large),
        organizationEventOf(3, Buffer.from('{"text":"żółw 🐢 \\u0000"}')),
      ];
      await append(store, { ...EMPTY, events });
      const stored = await store.readCommits(0, 10);
      for (const [index, event] of events.entries()) {
        const copy = stored[index];
        expect(copy?.eventId).toBe(event.eventId);
        expect([copy?.groupId, copy?.sequence]).toStrictEqual([event.groupId, event.sequence]);
        expect(Buffer.compare(copy?.bytes ?? Buffer.alloc(1), event.bytes)).toBe(0);
      }
      expect(await store.readGroupIds()).toStrictEqual([groupOf(1)]);
    });

    test('what the caller does to its bytes afterwards changes nothing', async () => {
      const store = await open();
      const bytes = Uint8Array.from([1, 2, 3]);
      await append(store, { ...EMPTY, events: [eventOf(1, groupOf(1), 1, bytes)] });
      bytes.fill(9);
      const [first] = await store.readCommits(0, 1);
      first?.bytes.fill(8);
      const [again] = await store.readCommits(0, 1);
      expect([...(again?.bytes ?? [])]).toStrictEqual([1, 2, 3]);
    });

    test('pages by position and by sequence', async () => {
      const store = await open();
      const events = [1, 2, 3, 4, 5, 6].map((position) =>
        eventOf(position, groupOf(position % 2), Math.ceil(position / 2)),
      );
      await append(store, { ...EMPTY, events: events.slice(0, 4) });
      await append(store, { ...EMPTY, events: events.slice(4) });
      const positions = async (after: number, limit: number) =>
        (await store.readCommits(after, limit)).map(({ position }) => position);
      expect(await positions(0, 3)).toStrictEqual([1, 2, 3]);
      expect(await positions(3, 2)).toStrictEqual([4, 5]);
      expect(await positions(6, 10)).toStrictEqual([]);
      const odd = await store.readGroupEvents(groupOf(1), 1, 10);
      expect(odd.map(({ position, sequence }) => [position, sequence])).toStrictEqual([
        [3, 2],
        [5, 3],
      ]);
      expect(await store.readGroupEvents(groupOf(1), 1, 1)).toHaveLength(1);
      // Group 1 came first.
      expect(await store.readGroupIds()).toStrictEqual([groupOf(1), groupOf(0)]);
    });

    test('a batch of 5 000 Events', async () => {
      const store = await open();
      const numbers = Array.from({ length: 5_000 }, (_, index) => index + 1);
      const events = numbers.map((number) => eventOf(number));
      const changes = numbers.map((number) => addressRecord(groupOf(1), `r${number % 2_000}`, `v${number}`));
      await append(store, { ...EMPTY, events, changes });
      expect(await store.readPosition()).toBe(5_000);
      const last = await store.readGroupEvents(groupOf(1), 4_999, 10);
      expect(last.map(({ sequence }) => sequence)).toStrictEqual([5_000]);
      expect(await store.readCommits(0, 10_000)).toHaveLength(5_000);
      expect(await store.readRecords(groupOf(1))).toHaveLength(2_000);
    });

    test('ids of any length and script', async () => {
      const store = await open();
      const groupId = `urn:heddle:test:group:${'långt-'.repeat(2_000)}`;
      const eventId = `urn:heddle:test:event:${Array.from({ length: 3_000 }, (_, i) => i % 97).join('')}`;
      await append(store, {
        ...EMPTY,
        receipts: [receiptOf(1, eventId)],
        events: [{ ...eventOf(1, groupId, 1), eventId }],
        changes: [addressRecord(groupId, '日本語 "quoted" \\ back', 'ünï — 🧵')],
      });
      expect(await store.readGroupIds()).toStrictEqual([groupId]);
      expect((await store.readEvent(eventId))?.groupId).toBe(groupId);
      expect(await store.readRecords(groupId)).toStrictEqual([
        addressRecord(groupId, '日本語 "quoted" \\ back', 'ünï — 🧵'),
      ]);
      expect(await store.checkIntegrity()).toStrictEqual([]);
    });

    test.each([
      ['a position that is taken', [eventOf(1)]],
      ['a position beyond the next', [eventOf(3)]],
      ['positions in the wrong order', [eventOf(3), eventOf(2)]],
      ['a sequence that is taken', [eventOf(2, groupOf(1), 1)]],
      ['a sequence beyond the next', [eventOf(2, groupOf(1), 3)]],
      ['a new Group that begins at 2', [eventOf(2, groupOf(7), 2)]],
      ['a sequence without a Group', [{ ...eventOf(2), groupId: undefined }]],
      ['a Group without a sequence', [{ ...eventOf(2), sequence: undefined }]],
      ['an Event id that is taken', [{ ...eventOf(2), eventId: 'urn:heddle:test:event:1' }]],
      ['an Event id twice', [eventOf(2), { ...eventOf(3), eventId: 'urn:heddle:test:event:2' }]],
    ])('%s is a conflict and leaves nothing', async (_, events) => {
      const store = await open();
      await append(store, commandBatch(1));
      const batch = { ...EMPTY, admissions: [admissionOf(2)], events, changes: commandBatch(2).changes };
      expect(await faultKindOf(append(store, batch))).toBe('conflict');
      await expectOnlyFirst(store);
      await append(store, commandBatch(2));
    });
  });
}
