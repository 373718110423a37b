// The acceptance suite of the ReplicaStore port: every adapter passes all of it.
import { afterEach, describe, expect, test } from 'vitest';
import type { ReplicaStore } from '../../core/store/replica-store.ts';
import { addressRecord, groupOf } from './batches.ts';
import {
  AT,
  draftOf,
  LATER,
  NOTHING,
  replicaEvent,
  SOME_ERROR,
  SOME_EVENT,
  startOf,
} from './replica-batches.ts';
import { faultKindOf } from './store-under-test.ts';

export interface ReplicaUnderTest {
  readonly store: ReplicaStore;
  dispose(): Promise<void>;
}

export function runReplicaSuite(name: string, make: () => Promise<ReplicaUnderTest>): void {
  const opened: ReplicaUnderTest[] = [];
  afterEach(async () => {
    for (const made of opened.splice(0)) await made.dispose();
  });
  const open = async (...groupIds: readonly string[]) => {
    const made = await make();
    opened.push(made);
    for (const groupId of groupIds) await made.store.startGroup(startOf(groupId));
    return made.store;
  };
  const cursorsOf = async (store: ReplicaStore) =>
    Object.fromEntries((await store.readGroups()).map(({ groupId, cursor }) => [groupId, cursor]));

  describe(`${name}: Events and Cursors`, () => {
    test('an empty replica', async () => {
      const store = await open();
      expect(await store.readGroups()).toStrictEqual([]);
      expect(await store.readRecords(groupOf(1))).toStrictEqual([]);
      expect(await store.readEvents(groupOf(1), 0, 10)).toStrictEqual([]);
      expect(await store.readPendingOutbox()).toStrictEqual([]);
      expect((await store.readNotes('')).size).toBe(0);
      expect(await store.checkIntegrity()).toStrictEqual([]);
    });

    test('DEL-003: a batch moves the Cursors of its Groups, and its bytes come back as they were', async () => {
      const store = await open(groupOf(1), groupOf(2));
      const events = [replicaEvent(1), replicaEvent(2, groupOf(2), 1), replicaEvent(3, groupOf(1), 2)];
      await store.apply({ ...NOTHING, events, changes: [addressRecord(groupOf(1), 'a', 'one')] });
      expect(await cursorsOf(store)).toStrictEqual({ [groupOf(1)]: 2, [groupOf(2)]: 1 });
      const stored = await store.readEvents(groupOf(1), 0, 10);
      expect(stored.map(({ sequence, eventId }) => [sequence, eventId])).toStrictEqual([
        [1, events[0]?.eventId],
        [2, events[2]?.eventId],
      ]);
      expect([...(stored[1]?.bytes ?? [])]).toStrictEqual([...(events[2]?.bytes ?? [])]);
      expect(await store.readRecords(groupOf(1))).toStrictEqual([addressRecord(groupOf(1), 'a', 'one')]);
      expect(await store.checkIntegrity()).toStrictEqual([]);
    });

    test.each([
      ['DEL-002: a gap', [replicaEvent(3)]],
      ['a sequence that is taken', [replicaEvent(9, groupOf(1), 1)]],
      [
        'DEL-008: a known Event id at another place',
        [{ ...replicaEvent(2), eventId: replicaEvent(1).eventId }],
      ],
      ['an Event id twice', [replicaEvent(2), { ...replicaEvent(3), eventId: replicaEvent(2).eventId }]],
      ['a Group that was never started', [replicaEvent(9, groupOf(7), 1)]],
    ])('%s is a conflict and leaves nothing', async (_, events) => {
      const store = await open(groupOf(1));
      await store.apply({ ...NOTHING, events: [replicaEvent(1)] });
      const batch = {
        events,
        changes: [addressRecord(groupOf(1), 'a', 'bad')],
        outbox: [],
        notes: [{ groupId: '', name: 'n', value: 1 }],
      };
      expect(await faultKindOf(store.apply(batch))).toBe('conflict');
      expect(await cursorsOf(store)).toStrictEqual({ [groupOf(1)]: 1 });
      expect(await store.readEvents(groupOf(1), 0, 10)).toHaveLength(1);
      expect(await store.readRecords(groupOf(1))).toStrictEqual([]);
      expect((await store.readNotes('')).size).toBe(0);
      expect(await store.checkIntegrity()).toStrictEqual([]);
    });

    test('known Events are found by id, with their places', async () => {
      const store = await open(groupOf(1));
      await store.apply({ ...NOTHING, events: [replicaEvent(1), replicaEvent(2)] });
      const found = await store.findEvents([replicaEvent(2).eventId, 'urn:heddle:test:event:77']);
      expect([...found.keys()]).toStrictEqual([replicaEvent(2).eventId]);
      expect(found.get(replicaEvent(2).eventId)).toMatchObject({ groupId: groupOf(1), sequence: 2 });
    });

    test('pages, also of the order in which everything was applied', async () => {
      const store = await open(groupOf(1), groupOf(2));
      await store.apply({ ...NOTHING, events: [replicaEvent(1), replicaEvent(2, groupOf(2), 1)] });
      await store.apply({
        ...NOTHING,
        events: [replicaEvent(3, groupOf(1), 2), replicaEvent(4, groupOf(1), 3)],
      });
      expect((await store.readEvents(groupOf(1), 1, 1)).map(({ sequence }) => sequence)).toStrictEqual([2]);
      const first = await store.readAppliedOrder(0, 3);
      const rest = await store.readAppliedOrder(first.at(-1)?.ordinal ?? 0, 10);
      expect([...first, ...rest].map(({ event }) => event.eventId)).toStrictEqual(
        [1, 2, 3, 4].map((number) => replicaEvent(number).eventId),
      );
    });

    test('what the caller does to its bytes afterwards changes nothing', async () => {
      const store = await open(groupOf(1));
      const bytes = Uint8Array.from([1, 2, 3]);
      await store.apply({ ...NOTHING, events: [{ ...replicaEvent(1), bytes }] });
      bytes.fill(9);
      (await store.readEvents(groupOf(1), 0, 1))[0]?.bytes.fill(8);
      expect([...((await store.readEvents(groupOf(1), 0, 1))[0]?.bytes ?? [])]).toStrictEqual([1, 2, 3]);
    });
  });

  describe(`${name}: starting Groups`, () => {
    test('DEL-010: a late member begins before its first visible Event', async () => {
      const store = await open();
      await store.startGroup(startOf(groupOf(1), 41));
      expect(await faultKindOf(store.apply({ ...NOTHING, events: [replicaEvent(1)] }))).toBe('conflict');
      await store.apply({ ...NOTHING, events: [replicaEvent(42)] });
      expect(await store.readGroups()).toStrictEqual([
        { groupId: groupOf(1), startsAfter: 41, cursor: 42, isFollowed: true },
      ]);
      expect(await store.checkIntegrity()).toStrictEqual([]);
    });

    test('DEL-006: a start further on replaces the records, keeps the Events, and leaves other Groups alone', async () => {
      const store = await open(groupOf(1), groupOf(2));
      await store.apply({
        ...NOTHING,
        events: [replicaEvent(1)],
        changes: [addressRecord(groupOf(1), 'old', 'x'), addressRecord(groupOf(2), 'other', 'y')],
      });
      await store.startGroup({
        ...startOf(groupOf(1), 20, [addressRecord(groupOf(1), 'new', 'z')]),
        changes: [addressRecord('', 'elsewhere', 'w')],
      });
      expect(await store.readRecords(groupOf(1))).toStrictEqual([addressRecord(groupOf(1), 'new', 'z')]);
      expect(await store.readRecords(groupOf(2))).toHaveLength(1);
      expect(await store.readRecords('')).toStrictEqual([addressRecord('', 'elsewhere', 'w')]);
      expect(await store.readEvents(groupOf(1), 0, 10)).toHaveLength(1);
      await store.apply({ ...NOTHING, events: [replicaEvent(21)] });
      expect(await store.checkIntegrity()).toStrictEqual([]);
    });

    test('DEL-009: a start before the Cursor is a conflict', async () => {
      const store = await open(groupOf(1));
      await store.apply({ ...NOTHING, events: [replicaEvent(1), replicaEvent(2)] });
      expect(await faultKindOf(store.startGroup(startOf(groupOf(1), 1)))).toBe('conflict');
      expect(await cursorsOf(store)).toStrictEqual({ [groupOf(1)]: 2 });
    });

    test('a Group that was left stays, and is known as left until it starts again', async () => {
      const store = await open(groupOf(1));
      await store.markFollowed(groupOf(1), false);
      await store.markFollowed(groupOf(9), false);
      expect(await store.readGroups()).toMatchObject([{ groupId: groupOf(1), isFollowed: false }]);
      await store.startGroup(startOf(groupOf(1), 0));
      expect(await store.readGroups()).toMatchObject([{ isFollowed: true }]);
    });
  });

  describe(`${name}: the outbox`, () => {
    test('an entry from draft to its end', async () => {
      const store = await open(groupOf(1));
      const { actionId } = draftOf(1);
      await store.addOutboxEntry(draftOf(1));
      expect(await store.readOutboxEntry(actionId)).toStrictEqual(draftOf(1));
      const commandBytes = Buffer.from([1, 2, 3]);
      await store.changeOutbox([
        { actionId, changedAt: LATER, state: 'signed', commandBytes, signingHash: 'sha256:x' },
      ]);
      await store.changeOutbox([{ actionId, changedAt: LATER, state: 'sent' }]);
      expect(await store.readOutboxEntry(actionId)).toStrictEqual(
        draftOf(1, { state: 'sent', commandBytes, signingHash: 'sha256:x', changedAt: LATER }),
      );
      await store.apply({
        ...NOTHING,
        events: [replicaEvent(1)],
        outbox: [{ actionId, changedAt: LATER, state: 'accepted', event: SOME_EVENT }],
      });
      expect(await store.readOutboxEntry(actionId)).toMatchObject({ state: 'accepted', event: SOME_EVENT });
      expect(await store.readPendingOutbox()).toStrictEqual([]);
    });

    test('what is not over comes back in the order of adding', async () => {
      const store = await open();
      for (const number of [3, 1, 2]) await store.addOutboxEntry(draftOf(number));
      await store.changeOutbox([
        { actionId: draftOf(1).actionId, changedAt: LATER, state: 'refused', error: SOME_ERROR },
      ]);
      const pending = await store.readPendingOutbox();
      expect(pending.map(({ actionId }) => actionId)).toStrictEqual([
        draftOf(3).actionId,
        draftOf(2).actionId,
      ]);
    });

    test('ERR-041: one entry takes the place of another, in one step and in the line', async () => {
      const store = await open();
      await store.addOutboxEntry(draftOf(1));
      const change = {
        actionId: draftOf(1).actionId,
        changedAt: LATER,
        state: 'refused' as const,
        replacedBy: draftOf(2).actionId,
      };
      await store.addOutboxEntry(draftOf(3));
      expect(await faultKindOf(store.changeOutbox([change], [draftOf(3)]))).toBe('conflict');
      expect(await store.readOutboxEntry(draftOf(1).actionId)).toStrictEqual(draftOf(1));
      await store.changeOutbox([change], [draftOf(2)]);
      expect(await store.readOutboxEntry(draftOf(1).actionId)).toMatchObject(change);
      expect((await store.readPendingOutbox()).map(({ actionId }) => actionId)).toStrictEqual([
        draftOf(2).actionId,
        draftOf(3).actionId,
      ]);
      await store.addOutboxEntry(draftOf(4));
      expect((await store.readPendingOutbox()).at(-1)?.actionId).toBe(draftOf(4).actionId);
    });

    test('IDM-002: an Action ID is added once, and only a known one can change', async () => {
      const store = await open();
      await store.addOutboxEntry(draftOf(1));
      expect(await faultKindOf(store.addOutboxEntry(draftOf(1)))).toBe('conflict');
      const change = { actionId: draftOf(2).actionId, changedAt: LATER, state: 'sent' as const };
      expect(await faultKindOf(store.changeOutbox([change]))).toBe('conflict');
      expect(await faultKindOf(store.apply({ ...NOTHING, outbox: [change] }))).toBe('conflict');
    });

    test('IDM-004: what came to nothing may be tried again under its Action ID, at the end of the line', async () => {
      const store = await open();
      for (const number of [1, 2]) await store.addOutboxEntry(draftOf(number));
      const { actionId } = draftOf(1);
      await store.changeOutbox([{ actionId, changedAt: LATER, state: 'refused', error: SOME_ERROR }]);
      await store.addOutboxEntry(draftOf(1, { draft: 'other' }));
      expect((await store.readPendingOutbox()).map(({ draft }) => draft)).toStrictEqual([
        draftOf(2).draft,
        'other',
      ]);
      expect((await store.readOutboxEntry(actionId))?.error).toBeUndefined();
      await store.changeOutbox([{ actionId, changedAt: LATER, state: 'accepted', event: SOME_EVENT }]);
      expect(await faultKindOf(store.addOutboxEntry(draftOf(1)))).toBe('conflict');
    });

    test('only what is over and old is forgotten', async () => {
      const store = await open();
      for (const number of [1, 2, 3]) await store.addOutboxEntry(draftOf(number));
      await store.changeOutbox([
        { actionId: draftOf(1).actionId, changedAt: AT, state: 'abandoned' },
        { actionId: draftOf(2).actionId, changedAt: LATER, state: 'refused', error: SOME_ERROR },
      ]);
      expect(await store.pruneOutbox(LATER)).toBe(1);
      expect(await store.readOutboxEntry(draftOf(1).actionId)).toBeUndefined();
      expect(await store.readOutboxEntry(draftOf(2).actionId)).toBeDefined();
      expect(await store.readOutboxEntry(draftOf(3).actionId)).toBeDefined();
    });
  });

  describe(`${name}: notes and records`, () => {
    test('notes of a Group are written with a batch, replaced and removed', async () => {
      const store = await open(groupOf(1));
      const note = (value: unknown) => ({ groupId: groupOf(1), name: 'scheduler', value });
      await store.apply({ ...NOTHING, events: [replicaEvent(1)], notes: [note({ runs: [1, null, 'ż'] })] });
      expect([...(await store.readNotes(groupOf(1)))]).toStrictEqual([
        ['scheduler', { runs: [1, null, 'ż'] }],
      ]);
      await store.writeNotes([note(2), { groupId: '', name: 'scheduler', value: 3 }]);
      expect((await store.readNotes(groupOf(1))).get('scheduler')).toBe(2);
      await store.writeNotes([note(undefined)]);
      expect((await store.readNotes(groupOf(1))).size).toBe(0);
      expect((await store.readNotes('')).get('scheduler')).toBe(3);
    });

    test('a record that is removed and written again comes last', async () => {
      const store = await open(groupOf(1));
      const removed = { ...addressRecord(groupOf(1), 'a', 'x'), value: undefined } as never;
      await store.apply({
        ...NOTHING,
        changes: [addressRecord(groupOf(1), 'a', '1'), addressRecord(groupOf(1), 'b', '2')],
      });
      await store.apply({ ...NOTHING, changes: [removed, addressRecord(groupOf(1), 'a', '3')] });
      expect((await store.readRecords(groupOf(1))).map(({ id }) => id)).toStrictEqual(['b', 'a']);
      await store.replaceRecords([addressRecord(groupOf(2), 'c', '4')]);
      expect(await store.readRecords(groupOf(1))).toStrictEqual([]);
      expect(await store.readRecords(groupOf(2))).toHaveLength(1);
    });

    test('a closed replica answers nothing', async () => {
      const store = await open();
      await store.close();
      expect(await faultKindOf(store.readGroups())).toBe('other');
      expect(await faultKindOf(store.apply(NOTHING))).toBe('other');
      await store.close();
    });
  });
}
