import { describe, expect, test } from 'vitest';
import { MemoryStore } from '../../core/store/memory/memory-store.ts';
import { WRITER } from './batches.ts';
import { runStoreSuite } from './store-suite.ts';
import { faultKindOf } from './store-under-test.ts';

runStoreSuite('MemoryStore', {
  makeStore: async () => {
    const store = new MemoryStore({ writer: WRITER });
    return { store, reopen: async () => store, dispose: async () => store.close() };
  },
  hasSteps: false,
  isDurable: false,
  modelRuns: 100,
});

describe('MemoryStore', () => {
  test('has no backup', async () => {
    const store = new MemoryStore({ writer: WRITER });
    expect(await faultKindOf(store.backup())).toBe('other');
  });
});
