// Acceptance of a store, second part: the exclusive right to write, and what an error leaves.
import { describe, expect, test } from 'vitest';
import type { StepHook } from '../../core/store/commit-steps.ts';
import { AGENT, commandBatch, eventOf, groupOf, lookUpAdmission, receiptOf } from './batches.ts';
import {
  append,
  createOpener,
  expectOnlyFirst,
  faultKindOf,
  type StoreSuiteOptions,
} from './store-under-test.ts';

/** The same batch without anything to write. */
function emptied(batch: ReturnType<typeof commandBatch>): ReturnType<typeof commandBatch> {
  return { ...batch, admissions: [], receipts: [], events: [], changes: [] };
}

export function runWriteSuite(name: string, { makeStore }: StoreSuiteOptions): void {
  const make = createOpener(makeStore);
  const open = async (onStep?: StepHook) => (await make(onStep)).store;

  describe(`${name}: write`, () => {
    test('an error in work leaves nothing and comes through as it is', async () => {
      const store = await open();
      await append(store, commandBatch(1));
      const error = new Error('no');
      const failing = store.write(async (transaction) => {
        await transaction.append(commandBatch(2));
        throw error;
      });
      await expect(failing).rejects.toBe(error);
      await expectOnlyFirst(store);
    });

    test('nobody sees a commit before it is one', async () => {
      const store = await open();
      await store.write(async (transaction) => {
        await transaction.append(commandBatch(1));
        expect(await store.readPosition()).toBe(0);
        expect(await store.readRecords(groupOf(1))).toStrictEqual([]);
        expect(await lookUpAdmission(store, 1)).toStrictEqual({
          status: 'authoritative-absence',
        });
      });
      expect(await store.readPosition()).toBe(1);
    });

    test('concurrent writes take turns, in the order in which they came', async () => {
      const store = await open();
      let inside = 0;
      const positions = await Promise.all(
        Array.from({ length: 25 }, async () =>
          store.write(async (transaction) => {
            inside += 1;
            expect(inside).toBe(1);
            const { position } = transaction;
            const [last] = await transaction.readCommits(position - 1, 1);
            expect(last?.position).toBe(position === 0 ? undefined : position);
            await transaction.append(commandBatch(position + 1));
            inside -= 1;
            return position;
          }),
        ),
      );
      expect(positions).toStrictEqual(Array.from({ length: 25 }, (_, index) => index));
    });

    test('a failed write does not hold up the next', async () => {
      const store = await open();
      const first = store.write(async () => {
        throw new Error('no');
      });
      const second = append(store, commandBatch(1));
      await expect(first).rejects.toThrow('no');
      await second;
      expect(await store.readPosition()).toBe(1);
    });

    test('the transaction reads what was committed', async () => {
      const store = await open();
      await append(store, commandBatch(1));
      await store.write(async (transaction) => {
        expect(transaction.position).toBe(1);
        expect((await transaction.readCommits(0, 5)).map(({ eventId }) => eventId)).toStrictEqual([
          'urn:heddle:test:event:1',
        ]);
        expect(await transaction.readReceipt(AGENT, 'urn:heddle:test:action:1')).toEqual(receiptOf(1));
        expect(await transaction.readRecords(groupOf(1))).toStrictEqual(commandBatch(1).changes);
      });
    });

    test('a second append is refused, and nothing may be read after the first', async () => {
      const store = await open();
      const twice = store.write(async (transaction) => {
        await transaction.append(commandBatch(1));
        await transaction.append(commandBatch(2));
      });
      await expect(twice).rejects.toThrow('append is the last thing');
      const late = store.write(async (transaction) => {
        await transaction.append(commandBatch(1));
        await transaction.readCommits(0, 1);
      });
      await expect(late).rejects.toThrow('append is the last thing');
      expect(await store.readPosition()).toBe(0);
    });

    test('a transaction is of no use after its write', async () => {
      const store = await open();
      const leaked = await store.write(async (transaction) => ({ transaction }));
      await expect(leaked.transaction.append(commandBatch(1))).rejects.toThrow('is over');
      await expect(leaked.transaction.readRecords(groupOf(1))).rejects.toThrow('is over');
      expect(await store.readPosition()).toBe(0);
    });

    test('work cannot hide that its append has failed', async () => {
      const store = await open();
      const hiding = store.write(async (transaction) => {
        const outcomes = await Promise.allSettled([
          transaction.append({ ...commandBatch(1), events: [eventOf(5)] }),
        ]);
        return outcomes.length;
      });
      expect(await faultKindOf(hiding)).toBe('conflict');
      expect(await store.readPosition()).toBe(0);
    });

    test('an append that work did not wait for is part of the commit', async () => {
      const store = await open();
      await store.write(async (transaction) => {
        const forgotten = [transaction.append(commandBatch(1))];
        return forgotten.length;
      });
      expect(await store.readPosition()).toBe(1);
      expect(await store.checkIntegrity()).toStrictEqual([]);
    });

    test('a write from inside a write is refused instead of waiting for ever', async () => {
      const store = await open();
      const nested = store.write(async () => append(store, commandBatch(1)));
      await expect(nested).rejects.toThrow('from inside a write');
      const cursor = { agentId: AGENT.id, groupId: groupOf(1), sequence: 1 };
      const aside = store.write(async () => store.writeCursor(cursor));
      await expect(aside).rejects.toThrow('from inside a write');
      await append(store, commandBatch(1));
    });
  });

  describe(`${name}: commitAt`, () => {
    test('commits what was composed on the last commit, durably and whole', async () => {
      const store = await open();
      expect(await store.commitAt(0, commandBatch(1))).toBe(true);
      expect(await store.readPosition()).toBe(1);
      expect(await store.readReceipt(AGENT, receiptOf(1).actionId)).toMatchObject(receiptOf(1));
      expect((await lookUpAdmission(store, 1)).status).toBe('found');
      expect((await store.readRecords(groupOf(1))).length).toBeGreaterThan(0);
    });

    test.each([0, 2])('leaves everything as it is when the last commit is not %i', async (position) => {
      const store = await open();
      await append(store, commandBatch(1));
      // Whoever composed it saw another log: no conflict, but not the moment.
      expect(await store.commitAt(position, commandBatch(position + 1))).toBe(false);
      await expectOnlyFirst(store);
    });

    test('an empty batch tells whether the position still holds', async () => {
      const store = await open();
      const nothing = emptied(commandBatch(1));
      expect(await store.commitAt(0, nothing)).toBe(true);
      await append(store, commandBatch(1));
      expect(await store.commitAt(0, nothing)).toBe(false);
      expect(await store.commitAt(1, nothing)).toBe(true);
      await expectOnlyFirst(store);
    });

    test('many in a row, none of which waits for the one before', async () => {
      const store = await open();
      const commits = Array.from({ length: 20 }, (_none, n) => store.commitAt(n, commandBatch(n + 1)));
      expect(await Promise.all(commits)).toEqual(commits.map(() => true));
      const stored = await store.readCommits(0, 100);
      expect(stored.map(({ position }) => position)).toEqual(commits.map((_commit, n) => n + 1));
    });

    test('when one of a row fails, those composed on top of it do not happen', async () => {
      const store = await open();
      await append(store, commandBatch(1));
      const repeated = { ...commandBatch(2), receipts: [receiptOf(1)] };
      const commits = await Promise.allSettled([
        store.commitAt(1, repeated),
        store.commitAt(2, commandBatch(3)),
        store.commitAt(3, commandBatch(4)),
      ]);
      expect(commits[0]).toMatchObject({ status: 'rejected', reason: { kind: 'conflict' } });
      expect(commits.slice(1)).toEqual([
        { status: 'fulfilled', value: false },
        { status: 'fulfilled', value: false },
      ]);
      await expectOnlyFirst(store);
      expect(await store.commitAt(1, commandBatch(2))).toBe(true);
    });

    test('a log that does not continue is a conflict (EVT-001)', async () => {
      const store = await open();
      await append(store, commandBatch(1));
      const gap = { ...commandBatch(2), events: [eventOf(2, groupOf(1), 7)] };
      expect(await faultKindOf(store.commitAt(1, gap))).toBe('conflict');
      await expectOnlyFirst(store);
    });

    test('stands in line with writes of the other kind', async () => {
      const store = await open();
      const order: number[] = [];
      await Promise.all([
        store.commitAt(0, commandBatch(1)).then(() => order.push(1)),
        append(store, commandBatch(2)).then(() => order.push(2)),
        store.commitAt(2, commandBatch(3)).then(() => order.push(3)),
        store.writeCursor({ agentId: AGENT.id, groupId: groupOf(1), sequence: 3 }).then(() => order.push(4)),
        store.commitAt(3, commandBatch(4)).then((isCommitted) => order.push(isCommitted ? 5 : -1)),
      ]);
      expect(order.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
      expect(await store.readPosition()).toBe(4);
    });
  });
}

/** For stores that call the hook. */
export function runStepSuite(name: string, { makeStore }: StoreSuiteOptions): void {
  const make = createOpener(makeStore);

  describe(`${name}: errors at every step`, () => {
    test.each([
      'before-begin',
      'after-begin',
      'after-admissions',
      'after-receipts',
      'after-events',
      'after-changes',
      'before-commit',
    ])('an error at %s leaves nothing', async (step) => {
      const failures = { isOn: false };
      const error = new Error(step);
      const { store } = await make((at) => {
        if (failures.isOn && at === step) throw error;
      });
      await append(store, commandBatch(1));
      failures.isOn = true;
      await expect(append(store, commandBatch(2))).rejects.toBe(error);
      failures.isOn = false;
      await expectOnlyFirst(store);
      await append(store, commandBatch(2));
      expect(await store.readPosition()).toBe(2);
    });
  });
}
