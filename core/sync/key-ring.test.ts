import { beforeEach, describe, expect, test } from 'vitest';
import { encodeBase64Url } from '../protocol/base64url.ts';
import { exportPublicKey, importSeed } from '../protocol/ed25519.ts';
import type { RegistryBinding } from '../protocol/generated/documents.ts';
import { MemoryReplicaStore } from '../store/memory/replica-memory-store.ts';
import { KeyRing } from './key-ring.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import { VirtualClock } from './virtual-clock.test-data.ts';

const ORGANIZATION = 'urn:heddle:test:organization:1';

function binding(number: number, changes: Partial<RegistryBinding> = {}): RegistryBinding {
  return {
    keyId: `urn:heddle:test:key:${number}`,
    principal: { type: 'service', id: 'urn:heddle:test:service:a' },
    algorithm: 'Ed25519',
    publicKey: encodeBase64Url(exportPublicKey(importSeed(new Uint8Array(32).fill(number)))),
    validFrom: '2026-01-01T00:00:00Z',
    validityHistory: [],
    ...changes,
  };
}

let store: MemoryReplicaStore;
let clock: VirtualClock;
let answer: unknown;
let asked: number;
let faults: string[];

function open(): Promise<KeyRing> {
  return KeyRing.open({
    organizationId: ORGANIZATION,
    store,
    fetchEvidence: async () => {
      asked += 1;
      if (answer === undefined) throw new Error('nobody answers');
      return answer;
    },
    clock,
    settings: DEFAULT_SETTINGS,
    onFault: (error) => faults.push(error instanceof Error ? error.message : String(error)),
  });
}

function knows(ring: KeyRing, number: number): boolean {
  return ring.evidence.ok && ring.evidence.value.findBinding(`urn:heddle:test:key:${number}`) !== undefined;
}

beforeEach(() => {
  store = new MemoryReplicaStore();
  clock = new VirtualClock();
  answer = { organizationId: ORGANIZATION, bindings: [binding(1)] };
  asked = 0;
  faults = [];
});

describe('KeyRing', () => {
  test('REG-011: without an answer there is no evidence, and nothing is believed', async () => {
    answer = undefined;
    const ring = await open();
    expect(ring.evidence).toMatchObject({ ok: false, fault: { reason: 'unavailable' } });
    expect(await ring.refresh()).toBe(false);
    expect(faults).toStrictEqual(['nobody answers']);
    expect(ring.evidence.ok).toBe(false);
  });

  test('what was answered is kept for a start without a connection', async () => {
    expect(await (await open()).refresh()).toBe(true);
    const again = await open();
    expect(knows(again, 1)).toBe(true);
    expect(asked).toBe(1);
  });

  test('it is asked once at a time, and not more often than makes sense', async () => {
    const ring = await open();
    expect(await Promise.all([ring.refresh(), ring.refresh()])).toStrictEqual([true, true]);
    answer = { organizationId: ORGANIZATION, bindings: [binding(1), binding(2)] };
    expect(await ring.refresh()).toBe(false);
    expect(asked).toBe(1);
    clock.pass(2_000);
    expect(await ring.refresh()).toBe(true);
    expect(knows(ring, 2)).toBe(true);
    clock.pass(2_000);
    expect(await ring.refresh()).toBe(false);
  });

  test.each([
    ['of another Organization', { organizationId: 'urn:a:b', bindings: [binding(2)] }],
    [
      'that gives a known key id another key',
      {
        organizationId: ORGANIZATION,
        bindings: [binding(2, { keyId: binding(1).keyId })],
      },
    ],
    [
      'that gives a known key another Principal',
      {
        organizationId: ORGANIZATION,
        bindings: [binding(1, { principal: { type: 'agent', id: 'urn:a:b' } })],
      },
    ],
    [
      'that binds a known key under another id',
      {
        organizationId: ORGANIZATION,
        bindings: [binding(1, { keyId: 'urn:a:b' })],
      },
    ],
    [
      'with one bad binding',
      { organizationId: ORGANIZATION, bindings: [binding(2), binding(3, { publicKey: 'AAAA' })] },
    ],
    ['that is none', { bindings: 1 }],
  ])('REG-005: evidence %s is refused as a whole', async (_what, bad) => {
    const ring = await open();
    await ring.refresh();
    answer = bad;
    clock.pass(2_000);
    expect(await ring.refresh()).toBe(false);
    expect(faults).toHaveLength(1);
    expect([knows(ring, 1), knows(ring, 2)]).toStrictEqual([true, false]);
    expect(knows(await open(), 2)).toBe(false);
  });

  test('a key that an answer leaves out is not forgotten, and a revocation is taken over', async () => {
    const ring = await open();
    await ring.refresh();
    const revokedAt = '2026-02-01T00:00:00Z';
    const status = { sequence: 1, recordedAt: revokedAt, revokedAt };
    answer = { organizationId: ORGANIZATION, bindings: [binding(2, { validityHistory: [status] })] };
    clock.pass(2_000);
    expect(await ring.refresh()).toBe(true);
    expect([knows(ring, 1), knows(ring, 2)]).toStrictEqual([true, true]);
    const found = ring.evidence.ok ? ring.evidence.value.findBinding(binding(2).keyId) : undefined;
    expect(found?.revokedAt).toBeDefined();
  });
});
