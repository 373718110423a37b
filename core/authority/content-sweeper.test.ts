import { beforeEach, describe, expect, it } from 'vitest';
import { evolve } from '../domain/evolve.ts';
import { type Change, MemoryWorld, ORGANIZATION, type RecordKind } from '../domain/world.ts';
import { UNSIGNED, valueOf } from '../protocol/fixtures.test-data.ts';
import type { Event, GroupSnapshot } from '../protocol/generated/documents.ts';
import { hashContent } from '../protocol/hash.ts';
import type { AuthorityStore, StoredRecord } from '../store/authority-store.ts';
import { MemoryBlobStore } from '../store/blobs/memory-blob-store.ts';
import { ContentSweeper, type ContentSweeperOptions } from './content-sweeper.ts';
import { snapshotHashOf } from './snapshots.ts';

const GROUP = 'urn:heddle:test:group:1';
const START_MS = Date.UTC(2026, 4, 4, 9);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let nowMs: number;
let blobs: MemoryBlobStore;
let world: MemoryWorld;
/** What happens at the beginning of a write, before the sweep gets the right to it. */
let beforeWrite: () => void;
let writes: number;

beforeEach(() => {
  nowMs = START_MS;
  blobs = new MemoryBlobStore(undefined, () => nowMs);
  world = new MemoryWorld();
  beforeWrite = () => undefined;
  writes = 0;
});

async function bring(text: string): Promise<string> {
  async function* once() {
    yield Buffer.from(text);
  }
  const { contentHash } = valueOf(await blobs.put(once(), { maxBytes: 1_000 }));
  await blobs.link(`group ${GROUP}`, contentHash);
  return contentHash;
}

/** Folds an Event with documents, as their publication would. */
function fold(kind: string, payload: object): void {
  const event = {
    protocolVersion: '0.1',
    eventId: 'urn:x:event',
    kind,
    groupId: GROUP,
    actor: { type: 'service', id: 'urn:x:service' },
    cause: { type: 'command', id: 'urn:x:action' },
    correlationId: 'urn:x:correlation',
    occurredAt: '2026-05-04T09:00:00Z',
    payload,
    acceptedBy: { type: 'service', id: 'urn:x:service' },
  } as unknown as Event;
  world.apply(evolve(world, event));
}

function publish(contentHash: string): void {
  const artifact = { ...UNSIGNED.artifact, artifactId: `urn:x:${contentHash}`, contentHash };
  fold('ext.example.other.noted', { artifact });
}

const readRecord: AuthorityStore['readRecord'] = async (kind, groupId, id) => {
  const value = world.get(kind, groupId, id);
  return value === undefined ? undefined : ({ kind, groupId, id, value } as StoredRecord);
};

const store: ContentSweeperOptions['store'] = {
  readRecord,
  readGroupIds: async () => [GROUP],
  readRecords: async (groupId, kinds = []) =>
    kinds.flatMap((kind: RecordKind) =>
      [...world.list(kind, groupId)].map(([id, value]) => ({ kind, groupId, id, value }) as StoredRecord),
    ),
  write: async (work) => {
    writes += 1;
    beforeWrite();
    const unused = () => Promise.reject(new Error('a sweep does not need this'));
    return work({
      position: 0,
      readCommits: unused,
      readReceipt: unused,
      readRecords: unused,
      append: unused,
      readRecord,
    });
  },
};

function sweeperOf(options: Partial<ContentSweeperOptions> = {}): ContentSweeper {
  return new ContentSweeper({ store, blobs, now: () => nowMs, ...options });
}

describe('a sweep', () => {
  it('removes what nobody published within a day, and nothing younger', async () => {
    const old = await bring('old');
    nowMs += 1;
    const young = await bring('young');
    nowMs = START_MS + DAY_MS;
    expect(await sweeperOf().step()).toEqual({ lookedAt: 2, removed: 0, isRoundOver: true });
    expect(writes).toBe(0);
    nowMs += 1;
    expect(await sweeperOf().step()).toEqual({ lookedAt: 2, removed: 1, isRoundOver: true });
    expect([await blobs.verify(old), await blobs.verify(young)]).toEqual(['absent', 'good']);
    expect(await blobs.isLinked(`group ${GROUP}`, old)).toBe(false);
  });

  it('keeps what a manifest or a snapshot of any Group names, however old (ART-001, OPEN-026)', async () => {
    const published = await bring('published');
    publish(published);
    const state = await bring('state');
    const snapshot = {
      snapshotId: 'urn:x:snapshot',
      groupId: GROUP,
      stateHash: state,
    } as unknown as GroupSnapshot;
    fold('group.snapshot.created', { snapshot });
    expect(world.get('contentUse', ORGANIZATION, snapshotHashOf(snapshot))).toMatchObject({
      isSnapshot: true,
    });
    const unpublished = await bring('unpublished');
    nowMs += 1_000 * DAY_MS;
    expect(await sweeperOf().step()).toMatchObject({ lookedAt: 3, removed: 1 });
    const states = await Promise.all([published, state, unpublished].map((each) => blobs.verify(each)));
    expect(states).toEqual(['good', 'good', 'absent']);
  });

  it('keeps what is published while the sweep waits for the right to write', async () => {
    const contentHash = await bring('just in time');
    nowMs += 2 * DAY_MS;
    beforeWrite = () => publish(contentHash);
    expect(await sweeperOf().step()).toMatchObject({ removed: 0 });
    expect(writes).toBe(1);
    expect(await blobs.verify(contentHash)).toBe('good');
  });

  it('keeps what is brought again meanwhile', async () => {
    const contentHash = await bring('again');
    nowMs += 2 * DAY_MS;
    const sweeper = sweeperOf({
      store: {
        ...store,
        write: async (work) => {
          await bring('again');
          return store.write(work);
        },
      },
    });
    expect(await sweeper.step()).toMatchObject({ removed: 0 });
    expect(await blobs.verify(contentHash)).toBe('good');
  });

  it('goes through all content in bounded steps, and begins again', async () => {
    for (let n = 0; n < 25; n += 1) await bring(`content ${n}`);
    nowMs += 2 * DAY_MS;
    const sweeper = sweeperOf({ stepSize: 10 });
    const steps = [await sweeper.step(), await sweeper.step(), await sweeper.step()];
    expect(steps).toEqual([
      { lookedAt: 10, removed: 10, isRoundOver: false },
      { lookedAt: 10, removed: 10, isRoundOver: false },
      { lookedAt: 5, removed: 5, isRoundOver: true },
    ]);
    // Nobody waits for more than a few removals at a time.
    expect(writes).toBe(5);
    expect(await sweeper.step()).toEqual({ lookedAt: 0, removed: 0, isRoundOver: true });
  });

  it('removes nothing while the state does not know what all Groups use', async () => {
    const published = await bring('published');
    publish(published);
    const unpublished = await bring('unpublished');
    world.apply([
      { kind: 'contentUse', groupId: ORGANIZATION, id: published, value: undefined } satisfies Change,
    ]);
    nowMs += 2 * DAY_MS;
    await expect(sweeperOf().step()).rejects.toThrow('rebuild');
    expect([await blobs.verify(published), await blobs.verify(unpublished)]).toEqual(['good', 'good']);
  });

  it('has a grace that the operator chooses', async () => {
    await bring('old');
    nowMs += HOUR_MS + 1;
    expect(await sweeperOf().step()).toMatchObject({ removed: 0 });
    expect(await sweeperOf({ graceMs: HOUR_MS }).step()).toMatchObject({ removed: 1 });
  });

  it('goes on behind content that made it fail, and comes back to it', async () => {
    const hashes = [await bring('a'), await bring('b')].toSorted();
    nowMs += 2 * DAY_MS;
    let isBroken = true;
    const sweeper = sweeperOf({
      stepSize: 1,
      blobs: {
        list: (page) => blobs.list(page),
        removeBroughtBefore: async (contentHash, beforeMs) => {
          if (isBroken) throw new Error('the disk is away');
          return blobs.removeBroughtBefore(contentHash, beforeMs);
        },
      },
    });
    await expect(sweeper.step()).rejects.toThrow('the disk is away');
    isBroken = false;
    await sweeper.step();
    expect(await blobs.verify(hashes[1] ?? hashContent(''))).toBe('absent');
    await sweeper.step();
    expect(await blobs.verify(hashes[0] ?? hashContent(''))).toBe('absent');
  });
});
