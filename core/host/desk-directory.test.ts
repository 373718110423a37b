import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LinkListener, LinkStatus } from '../coordinator/desk-runtime/ports.ts';
import { DEFAULT_POLICY } from '../domain/decision.ts';
import { createLocalSigner, signDocument } from '../protocol/sign.ts';
import { encodeBase64Url } from '../protocol/base64url.ts';
import { importSeed } from '../protocol/ed25519.ts';
import { openRegistry, refuseEvidence } from '../protocol/registry.ts';
import { accept } from '../protocol/result.ts';
import type { Note } from '../store/replica-store.ts';
import { DirectoryElsewhere, type DirectorySource } from './desk-directory.ts';
import { composeCard } from './worker-card.ts';

const ORGANIZATION = 'urn:heddle:test:organization:directory';
const AGENT = 'urn:heddle:test:agent:a';
const AT = '2026-01-01T00:00:00Z';
/** For tests only. */
const registrar = createLocalSigner('urn:heddle:test:key:registrar', importSeed(new Uint8Array(32).fill(9)));
if (!registrar.ok) throw new Error('a test key is strict');
const SIGNER = registrar.value;
const publicKey = encodeBase64Url(SIGNER.publicKey);

const REGISTRY = openRegistry({
  organizationId: ORGANIZATION,
  bindings: [
    {
      keyId: SIGNER.keyId,
      principal: { type: 'service', id: `${ORGANIZATION}:service:registry` },
      algorithm: 'Ed25519',
      publicKey,
      validFrom: AT,
      validityHistory: [],
    },
  ],
});

function cardOf(displayName: string) {
  const unsigned = composeCard({
    agentId: AGENT,
    displayName,
    keyId: 'urn:heddle:test:key:a',
    publicKey,
    organizationId: ORGANIZATION,
    origin: 'https://authority.example',
    owner: { type: 'agent', id: AGENT },
    capabilities: [{ id: 'test.work', version: '1.0.0' }],
    slots: 1,
    validFrom: AT,
    issuedAt: AT,
  });
  const signed = signDocument('agent-card', unsigned, SIGNER);
  if (!signed.ok) throw new Error(signed.fault.message);
  return signed.value.document;
}

const PRESENCE = {
  agentId: AGENT,
  sessionEpoch: 1,
  status: 'online',
  capacity: { maxSlots: 1, activeSlots: 0, availableSlots: 1, queuedItems: 0 },
  capabilityAvailability: [],
  lastHeartbeat: AT,
  expiresAt: AT,
};

const notes = new Map<string, unknown>();
const faults: unknown[] = [];
const policy = { ...DEFAULT_POLICY, cooperation: { ...DEFAULT_POLICY.cooperation, activeWorkItems: 7 } };
let listener: LinkListener | undefined;
let status: LinkStatus;
let evidence: DirectorySource['evidence'];
let asked: string[];
let directory: DirectoryElsewhere;

const source: DirectorySource = {
  get status() {
    return status;
  },
  get evidence() {
    return evidence;
  },
  listen: (each) => {
    listener = each;
    return () => {
      listener = undefined;
    };
  },
  readNotes: async () => notes,
  writeNotes: async (written: readonly Note[]) => {
    for (const { name, value } of written) notes.set(name, JSON.parse(JSON.stringify(value)));
  },
  controlPlane: {
    listAgents: async () => {
      asked.push('agents');
      return accept([{ card: cardOf('Anna'), presence: PRESENCE }]);
    },
    readPolicy: async () => {
      asked.push('policy');
      return accept(policy);
    },
  },
};

async function open(): Promise<void> {
  directory = await DirectoryElsewhere.open(ORGANIZATION, [source], (error) => faults.push(error));
}

function become(next: LinkStatus): void {
  status = next;
  listener?.changed();
}

beforeEach(async () => {
  notes.clear();
  faults.length = 0;
  asked = [];
  status = 'offline';
  evidence = REGISTRY;
  await open();
});

afterEach(async () => {
  await directory.stop();
  if (faults.length > 0) throw new AggregateError(faults);
});

test('what the Authority tells is known when it is connected, and asked for no more than needed', async () => {
  expect(directory.cards().size).toBe(0);
  become('online');
  await expect.poll(() => directory.cards().get(AGENT)?.displayName).toBe('Anna');
  expect(directory.presence().get(AGENT)?.status).toBe('online');
  expect(directory.policy()?.cooperation.activeWorkItems).toBe(7);
  become('online');
  expect(asked).toEqual(['policy', 'agents']);
});

test('before the Registry was read nothing is believed, and it is asked again at the next change', async () => {
  evidence = refuseEvidence('unavailable', 'not read yet');
  become('online');
  await directory.stop();
  expect(asked).toEqual([]);
  await open();
  become('online');
  evidence = REGISTRY;
  become('online');
  await expect.poll(() => directory.cards().size).toBe(1);
});

test('without a connection Presence is forgotten, and cards and policy stay, over restarts too (WS-061)', async () => {
  become('online');
  await expect.poll(() => directory.presence().size).toBe(1);
  become('offline');
  await expect.poll(() => directory.presence().size).toBe(0);
  expect(directory.cards().size).toBe(1);
  await directory.stop();
  await open();
  expect(directory.cards().get(AGENT)?.displayName).toBe('Anna');
  expect(directory.policy()?.cooperation.activeWorkItems).toBe(7);
  expect(directory.presence().size).toBe(0);
});
