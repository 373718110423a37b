// Snapshots: one spelling of a state, a complete range of Events, and checks that notice every difference.
import { beforeEach, describe, expect, it } from 'vitest';
import { GROUP, SeededOrganization, SERVICE } from '../domain/seeded-world.test-data.ts';
import { seedWorkItem } from '../domain/seeded-work.test-data.ts';
import { type Change, MemoryWorld, SINGLE, type World } from '../domain/world.ts';
import { faultOf, SERVICE_KEY, valueOf } from '../protocol/fixtures.test-data.ts';
import type { GroupSnapshot } from '../protocol/generated/documents.ts';
import { hashContent } from '../protocol/hash.ts';
import { canonicalize } from '../protocol/jcs.ts';
import { signDocument } from '../protocol/sign.ts';
import type { StoredEvent } from '../store/authority-store.ts';
import { MemoryBlobStore } from '../store/blobs/memory-blob-store.ts';
import {
  checkSnapshot,
  draftSnapshot,
  isStateOf,
  latestSnapshotOf,
  snapshotBytesOf,
  snapshotHashOf,
  stateDocumentOf,
  storeSnapshot,
} from './snapshots.ts';

const HEAD = 2_345;
const CREATED_AT = '2026-05-04T10:00:00.000Z';

let organization: SeededOrganization;
let world: MemoryWorld;
let log: StoredEvent[];
const store = {
  readGroupEvents: async (_groupId: string, after: number, limit: number) => log.slice(after, after + limit),
};

beforeEach(() => {
  organization = new SeededOrganization();
  ({ world } = organization);
  seedWorkItem(organization, { state: 'active' });
  setHead(HEAD);
  log = Array.from({ length: HEAD }, (_none, index) => ({
    position: index + 1,
    eventId: `urn:heddle:test:event:${index + 1}`,
    groupId: GROUP,
    sequence: index + 1,
    bytes: Buffer.from('{}'),
  }));
});

function setHead(sequence: number): void {
  world.apply([
    { kind: 'head', groupId: GROUP, id: SINGLE, value: { sequence, lastOccurredAt: CREATED_AT } },
  ]);
}

const look = async <Answer>(read: (from: World) => Answer) => read(world);

async function draft(from: World = world) {
  const made = await draftSnapshot(GROUP, {
    authority: { look: async (read) => read(from), store },
    createdBy: { type: 'service', id: SERVICE.id },
    newId: (kind) => organization.newId(kind),
    createdAt: CREATED_AT,
  });
  if (made === undefined) throw new Error('no such Group');
  return made;
}

async function sign(): Promise<GroupSnapshot> {
  const { unsigned } = await draft();
  return valueOf(signDocument('group-snapshot', unsigned, SERVICE_KEY.signer)).document;
}

describe('the state document', () => {
  it('is canonical, sorted by kind and id, and named by its hash (OPEN-026)', () => {
    const state = stateDocumentOf(world, GROUP);
    const text = Buffer.from(state?.bytes ?? []).toString('utf8');
    const parsed = JSON.parse(text) as {
      readonly documents: { readonly kind: string; readonly id: string }[];
    };
    expect(valueOf(canonicalize(parsed))).toBe(text);
    expect(state?.stateHash).toBe(hashContent(text));
    const order = parsed.documents.map(({ kind, id }) => [kind, id] as const);
    expect(order).toEqual(order.toSorted(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1)));
    expect(new Set(order.map(([kind]) => kind))).toEqual(
      new Set(['conversation', 'group', 'lease', 'membership', 'mission', 'workItem']),
    );
  });

  it('does not depend on the order in which records were written', () => {
    const other = new MemoryWorld();
    const changes: Change[] = [];
    for (const kind of ['workItem', 'membership', 'lease', 'conversation', 'mission', 'group'] as const) {
      for (const [id, value] of [...world.list(kind, GROUP)].toReversed()) {
        changes.push({ kind, groupId: GROUP, id, value } as Change);
      }
    }
    other.apply(changes);
    expect(stateDocumentOf(other, GROUP)).toEqual(stateDocumentOf(world, GROUP));
  });

  it('changes with every document', () => {
    const before = stateDocumentOf(world, GROUP)?.stateHash;
    const group = world.get('group', GROUP, SINGLE);
    if (group === undefined) throw new Error('the seed has a Group');
    const value = { ...group, mainConversationId: 'urn:x:other' };
    world.apply([{ kind: 'group', groupId: GROUP, id: SINGLE, value }]);
    expect(stateDocumentOf(world, GROUP)?.stateHash).not.toBe(before);
  });

  it('of a Group that does not exist is none', async () => {
    expect(stateDocumentOf(world, 'urn:x:none')).toBeUndefined();
    const source = {
      authority: { look: async <Answer>(read: (from: World) => Answer) => read(world), store },
      createdBy: { type: 'service' as const, id: SERVICE.id },
      newId: () => 'urn:x:y',
      createdAt: CREATED_AT,
    };
    expect(await draftSnapshot('urn:x:none', source)).toBeUndefined();
  });
});

describe('a draft', () => {
  it('names all Events in order, from several pages', async () => {
    const { unsigned } = await draft();
    expect(unsigned.throughSequence).toBe(HEAD);
    expect(unsigned.eventIds).toEqual(log.map(({ eventId }) => eventId));
  });

  it('stops where its state stops, also when the log has gone on', async () => {
    setHead(1_500);
    expect((await draft()).unsigned.eventIds).toHaveLength(1_500);
  });

  it('has an entry of its own in the Policy Log, after those of the Group (ARC-004)', async () => {
    const first = (await draft()).unsigned.policyLog;
    expect(first).toMatchObject([{ decision: 'snapshot created', details: { throughSequence: HEAD } }]);
    const entry = {
      entryId: 'urn:x:entry',
      decision: 'override granted',
      actor: SERVICE,
      occurredAt: CREATED_AT,
      details: { a: 1 },
    };
    world.apply([{ kind: 'policyLog', groupId: GROUP, id: entry.entryId, value: entry }]);
    const second = (await draft()).unsigned.policyLog;
    expect(second).toHaveLength(2);
    expect(second[0]).toEqual(entry);
  });

  it('is not made of a log with a gap or an early end', async () => {
    log.splice(1_200, 1);
    await expect(draft()).rejects.toThrow('gap');
    log.length = 1_000;
    await expect(draft()).rejects.toThrow('ends before');
  });

  it('can be signed', async () => {
    expect((await sign()).signature.createdAt).toBe(CREATED_AT);
  });
});

describe('a check', () => {
  it('passes what log and state say', async () => {
    expect(await checkSnapshot(await sign(), look, store)).toEqual({ ok: true, value: undefined });
  });

  it.each([
    ['group', { groupId: 'urn:x:none' }],
    ['range', { throughSequence: 7 }],
    ['state-hash', { stateHash: `sha256:${'0'.repeat(64)}` }],
    ['event-ids', { eventIds: ['urn:heddle:test:event:1'] }],
  ] as const)('notices another %s', async (reason, changes) => {
    const snapshot = { ...(await sign()), ...changes } as GroupSnapshot;
    expect(faultOf(await checkSnapshot(snapshot, look, store))).toBe(reason);
  });

  it('notices two Events in the wrong order', async () => {
    const snapshot = await sign();
    const [first = '', second = '', ...rest] = snapshot.eventIds;
    const swapped = { ...snapshot, eventIds: [second, first, ...rest] };
    expect(faultOf(await checkSnapshot(swapped, look, store))).toBe('event-ids');
  });

  it('of a state document compares its hash', async () => {
    const { state } = await draft();
    const snapshot = await sign();
    expect(isStateOf(snapshot, state.bytes)).toBe(true);
    expect(isStateOf(snapshot, Buffer.from('{}'))).toBe(false);
  });
});

it('is stored with its state document, both under their hashes', async () => {
  const { state } = await draft();
  const snapshot = await sign();
  const blobs = new MemoryBlobStore();
  const contentHash = await storeSnapshot(blobs, snapshot, state);
  expect(contentHash).toBe(snapshotHashOf(snapshot));
  expect(await blobs.sizeOf(contentHash)).toBe(snapshotBytesOf(snapshot).length);
  expect(await blobs.verify(state.stateHash)).toBe('good');
  await expect(storeSnapshot(blobs, { ...snapshot, stateHash: contentHash }, state)).rejects.toThrow(
    'another snapshot',
  );
});

it('finds the newest snapshot of a Group', async () => {
  expect(latestSnapshotOf(world, GROUP)).toBeUndefined();
  const snapshot = await sign();
  for (const id of ['urn:x:1', 'urn:x:2']) {
    const value = { ...snapshot, snapshotId: id };
    world.apply([{ kind: 'snapshot', groupId: GROUP, id, value }]);
  }
  expect(latestSnapshotOf(world, GROUP)?.snapshotId).toBe('urn:x:2');
});
