// The Registry under readings that end in another order than they began, and beside a process that writes.
import { expect, test } from 'vitest';
import type { RegistryBinding } from '../protocol/generated/documents.ts';
import { bindingOf, principalOf, TEST_ORGANIZATION } from '../../test/harness/organization.ts';
import { RegistryView } from './registry-view.ts';

/** A store whose readings end when the test says so, with what was bound when they began. */
class SlowStore {
  readonly bindings: RegistryBinding[] = [];
  readonly readings: (() => void)[] = [];

  readBindings(): Promise<readonly RegistryBinding[]> {
    const found = structuredClone(this.bindings);
    return new Promise((resolve) => this.readings.push(() => resolve(found)));
  }

  async writeBinding(binding: RegistryBinding): Promise<void> {
    this.bindings.push(binding);
  }

  /** Ends the readings one by one until nobody has begun another. */
  async finish(): Promise<void> {
    for (let idle = 0; idle < 5; idle += 1) {
      await Promise.resolve();
      const end = this.readings.pop();
      if (end === undefined) continue;
      end();
      idle = 0;
    }
  }
}

const first = principalOf('human', 'first');
const second = principalOf('human', 'second');

function knows(view: RegistryView, { signer }: typeof first): boolean {
  return view.evidence.ok && view.evidence.value.findBinding(signer.keyId) !== undefined;
}

test('REG-014: of two readings at once the older one does not win, and nobody waits for nothing', async () => {
  const store = new SlowStore();
  const view = new RegistryView(TEST_ORGANIZATION, store);
  store.bindings.push(bindingOf(first));
  const older = view.reload();
  await Promise.resolve();
  store.bindings.push(bindingOf(second));
  const newer = view.reload();
  expect(view.reload()).toBe(newer);
  await store.finish();
  await Promise.all([older, newer, view.settled()]);
  expect([knows(view, first), knows(view, second)]).toEqual([true, true]);
});

test('the evidence stays the same object until something is bound', async () => {
  const store = new SlowStore();
  const view = new RegistryView(TEST_ORGANIZATION, store);
  const before = view.evidence;
  const unchanged = view.reload();
  await store.finish();
  await unchanged;
  expect(view.evidence).toBe(before);
  const added = view.add(bindingOf(first));
  await store.finish();
  expect(await added).toEqual({ ok: true, value: undefined });
  expect(view.evidence).not.toBe(before);
  expect(knows(view, first)).toBe(true);
});

test('a reading that fails is told to whoever asked, and the next one works', async () => {
  const store = new SlowStore();
  let isBroken = true;
  const view = new RegistryView(TEST_ORGANIZATION, {
    readBindings: () => (isBroken ? Promise.reject(new Error('no disk')) : store.readBindings()),
    writeBinding: (binding) => store.writeBinding(binding),
  });
  await expect(view.reload()).rejects.toThrow('no disk');
  await view.settled();
  isBroken = false;
  store.bindings.push(bindingOf(first));
  const again = view.reload();
  await store.finish();
  await again;
  expect(knows(view, first)).toBe(true);
});
