// Acceptance of a store, second part: the exclusive right to write, and what an error leaves.
import { describe, expect, test } from 'vitest';
import type { StepHook } from '../../core/store/commit-steps.ts';
import { AGENT, commandBatch, eventOf, groupOf, hashOf, ORGANIZATION_ID, receiptOf } from './batches.ts';
import {
  append,
  createOpener,
  expectOnlyFirst,
  faultKindOf,
  type StoreSuiteOptions,
} from './store-under-test.ts';

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
        expect(await store.admissions.lookup(ORGANIZATION_ID, hashOf(1))).toStrictEqual({
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
