// What the acceptance suite needs of a store, and what its tests share.
import { afterEach, expect } from 'vitest';
import {
  type AuthorityStore,
  type CommitBatch,
  StoreFault,
  type StoreFaultKind,
} from '../../core/store/authority-store.ts';
import type { StepHook } from '../../core/store/commit-steps.ts';
import { AGENT, commandBatch, groupOf, lookUpAdmission } from './batches.ts';

/** A new, empty store, and what the suite needs to know of its kind. */
export interface StoreUnderTest {
  readonly store: AuthorityStore;
  /** Opens the same database again. */
  readonly reopen: () => Promise<AuthorityStore>;
  /** Closes and removes everything. */
  dispose(): Promise<void>;
}

export interface StoreSuiteOptions {
  readonly makeStore: (onStep?: StepHook) => Promise<StoreUnderTest>;
  /** Whether `makeStore` calls the hook. */
  readonly hasSteps: boolean;
  /** Whether the store outlives its process. */
  readonly isDurable: boolean;
  /** How many random histories are compared with the model. */
  readonly modelRuns: number;
}

export async function append(store: AuthorityStore, batch: CommitBatch): Promise<void> {
  await store.write(async (transaction) => {
    await transaction.append(batch);
  });
}

/** The kind of the StoreFault that an operation ends with. */
export async function faultKindOf(operation: Promise<unknown>): Promise<StoreFaultKind | 'no fault'> {
  try {
    await operation;
    return 'no fault';
  } catch (error) {
    if (error instanceof StoreFault) return error.kind;
    throw error;
  }
}

/** A way to open stores that are closed and removed after each test. */
export function createOpener(
  makeStore: StoreSuiteOptions['makeStore'],
): (onStep?: StepHook) => Promise<StoreUnderTest> {
  const opened: StoreUnderTest[] = [];
  afterEach(async () => {
    for (const made of opened.splice(0)) await made.dispose();
  });
  return async (onStep) => {
    const made = await makeStore(onStep);
    opened.push(made);
    return made;
  };
}

/** That a store holds the batch of Command 1 and nothing else. */
export async function expectOnlyFirst(store: AuthorityStore): Promise<void> {
  expect(await store.readPosition()).toBe(1);
  expect((await store.readCommits(0, 10)).map(({ position }) => position)).toStrictEqual([1]);
  expect(await store.readRecords(groupOf(1))).toStrictEqual(commandBatch(1).changes);
  expect(await store.readReceipt(AGENT, 'urn:heddle:test:action:2')).toBeUndefined();
  expect((await lookUpAdmission(store, 2)).status).toBe('authoritative-absence');
  expect(await store.checkIntegrity()).toStrictEqual([]);
}
