// A store as simple as can be, and random histories that a real one must answer like it.
import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Change } from '../../core/domain/world.ts';
import type { CommitBatch, Receipt, StoredEvent, StoredRecord } from '../../core/store/authority-store.ts';
import { addressRecord, AGENT, eventOf, groupOf, organizationEventOf, receiptOf } from './batches.ts';
import type { StoreSuiteOptions, StoreUnderTest } from './store-under-test.ts';

/** One call of `write`: what it appends, and how it ends. */
interface Step {
  /** The Group of each Event; 0 stands for the Organization. */
  readonly groups: readonly number[];
  readonly payloads: readonly Uint8Array[];
  readonly changes: readonly {
    readonly group: number;
    readonly id: string;
    readonly value: string | undefined;
  }[];
  readonly ending: 'commit' | 'throw' | 'gap' | 'repeat';
}

const GROUPS = 3;
const IDS = ['a', 'b', 'c', 'd'];

const STEP: fc.Arbitrary<Step> = fc.record({
  groups: fc.array(fc.integer({ min: 0, max: GROUPS }), { maxLength: 5 }),
  payloads: fc.array(fc.uint8Array({ maxLength: 40 }), { minLength: 5, maxLength: 5 }),
  changes: fc.array(
    fc.record({
      group: fc.integer({ min: 0, max: GROUPS }),
      id: fc.constantFrom(...IDS),
      value: fc.option(fc.string({ unit: 'grapheme', maxLength: 8 }), { nil: undefined, freq: 3 }),
    }),
    { maxLength: 8 },
  ),
  ending: fc.constantFrom('commit', 'commit', 'commit', 'throw', 'gap', 'repeat'),
});

class StoreModel {
  readonly events: StoredEvent[] = [];
  readonly receipts: Receipt[] = [];
  readonly records: StoredRecord[] = [];

  batchOf(step: Step): CommitBatch {
    const sequences = new Map<string, number>();
    const events = step.groups.map((group, index): StoredEvent => {
      const position = this.events.length + index + 1;
      const bytes = step.payloads[index] ?? new Uint8Array();
      if (group === 0) return organizationEventOf(position, bytes);
      const groupId = groupOf(group);
      const stored = this.events.filter((event) => event.groupId === groupId).length;
      const sequence = (sequences.get(groupId) ?? stored) + 1;
      sequences.set(groupId, sequence);
      return eventOf(position, groupId, sequence, bytes);
    });
    const changes = step.changes.map(({ group, id, value }): Change => {
      const groupId = group === 0 ? '' : groupOf(group);
      if (value === undefined) return { kind: 'missionAddress', groupId, id, value };
      return addressRecord(groupId, id, value);
    });
    const receipts = events.slice(0, 1).map(({ position }) => receiptOf(position));
    return { admissions: [], receipts, events, changes };
  }

  apply(batch: CommitBatch): void {
    this.events.push(...batch.events);
    this.receipts.push(...batch.receipts);
    for (const change of batch.changes) {
      const at = this.records.findIndex(
        ({ kind, groupId, id }) => kind === change.kind && groupId === change.groupId && id === change.id,
      );
      if (change.value === undefined) {
        if (at >= 0) this.records.splice(at, 1);
      } else if (at >= 0) this.records[at] = change as StoredRecord;
      else this.records.push(change as StoredRecord);
    }
  }
}

/** Runs random histories on new stores and compares every reading with the model at the end. Returns how many. */
export async function checkAgainstModel(
  makeStore: StoreSuiteOptions['makeStore'],
  numRuns: number,
): Promise<number> {
  let runs = 0;
  const property = fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 8 }), async (steps) => {
    const made = await makeStore();
    try {
      const model = new StoreModel();
      for (const step of steps) await runStep(made, model, step);
      await expectSame(made, model);
      runs += 1;
    } finally {
      await made.dispose();
    }
  });
  await fc.assert(property, { numRuns });
  return runs;
}

async function runStep({ store }: StoreUnderTest, model: StoreModel, step: Step): Promise<void> {
  const batch = model.batchOf(step);
  const failure = new Error('as the history wants it');
  const [first] = batch.events;
  const bad =
    first !== undefined && step.ending === 'gap'
      ? [{ ...first, position: first.position + 1 }]
      : first !== undefined && step.ending === 'repeat'
        ? [first, { ...organizationEventOf(first.position + 1), eventId: first.eventId }]
        : undefined;
  const writing = store.write(async (transaction) => {
    expect(transaction.position).toBe(model.events.length);
    await transaction.append(bad === undefined ? batch : { ...batch, events: bad });
    if (step.ending === 'throw') throw failure;
  });
  if (step.ending === 'throw') await expect(writing).rejects.toBe(failure);
  else if (bad !== undefined) await expect(writing).rejects.toMatchObject({ kind: 'conflict' });
  else {
    await writing;
    model.apply(batch);
  }
}

async function expectSame({ store }: StoreUnderTest, model: StoreModel): Promise<void> {
  const plain = (events: readonly StoredEvent[]) =>
    events.map((event) => ({ ...event, bytes: Buffer.from(event.bytes).toString('hex') }));
  expect(await store.readPosition()).toBe(model.events.length);
  expect(plain(await store.readCommits(0, 100))).toStrictEqual(plain(model.events));
  const groupIds = new Set(model.events.flatMap(({ groupId }) => groupId ?? []));
  expect(await store.readGroupIds()).toStrictEqual([...groupIds]);
  for (const groupId of ['', ...Array.from({ length: GROUPS }, (_, index) => groupOf(index + 1))]) {
    expect(plain(await store.readGroupEvents(groupId, 0, 100))).toStrictEqual(
      plain(model.events.filter((event) => event.groupId === groupId)),
    );
    expect(await store.readRecords(groupId)).toStrictEqual(
      model.records.filter((record) => record.groupId === groupId),
    );
  }
  for (const receipt of model.receipts) {
    expect(await store.readReceipt(AGENT, receipt.actionId)).toEqual(receipt);
  }
  expect(await store.checkIntegrity()).toStrictEqual([]);
}
