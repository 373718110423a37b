import { describe, expect, test } from 'vitest';
import { type Change, ORGANIZATION, SINGLE } from '../domain/world.ts';
import type { StoredRecord } from '../store/authority-store.ts';
import { fetchPiece, NotLoaded, WorldCache } from './world-cache.ts';

const GROUP = 'urn:heddle:test:group:1';

/** A store of what it is given, which tells what was read from it. */
class Shelf {
  readonly asked: string[] = [];
  private readonly records: readonly StoredRecord[];

  constructor(records: readonly StoredRecord[]) {
    this.records = records;
  }

  async readRecords(groupId: string, kinds?: readonly string[]): Promise<readonly StoredRecord[]> {
    this.asked.push(kinds?.length === 1 ? `all ${kinds[0]} of ${groupId}` : groupId);
    return this.records.filter(
      (record) => record.groupId === groupId && kinds?.includes(record.kind) !== false,
    );
  }

  async readRecord(kind: string, groupId: string, id: string): Promise<StoredRecord | undefined> {
    this.asked.push(`${kind} ${id} of ${groupId}`);
    return this.records.find(
      (record) => record.kind === kind && record.groupId === groupId && record.id === id,
    );
  }
}

function head(sequence: number, groupId = GROUP): StoredRecord {
  return {
    kind: 'head',
    groupId,
    id: SINGLE,
    value: { sequence, lastOccurredAt: '2026-05-04T09:00:00.000Z' },
  };
}

function message(id: string): StoredRecord {
  const author = { type: 'agent', id: 'urn:heddle:test:agent:1' } as const;
  return { kind: 'message', groupId: GROUP, id, value: { conversationId: 'urn:c', author, kind: 'message' } };
}

/** Looks, loading what is missing, as the Authority does. */
async function look<Answer>(cache: WorldCache, shelf: Shelf, read: () => Answer): Promise<Answer> {
  for (;;) {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof NotLoaded)) throw error;
      cache.take(await fetchPiece(error.piece, shelf));
    }
  }
}

describe('what is loaded', () => {
  test('a Group comes without its Messages; each of those when it is asked for, once', async () => {
    const shelf = new Shelf([head(1), message('a'), message('b')]);
    const cache = new WorldCache();
    expect(await look(cache, shelf, () => cache.get('head', GROUP, SINGLE))).toStrictEqual(head(1).value);
    expect(shelf.asked).toStrictEqual([GROUP]);
    for (let times = 0; times < 2; times += 1) {
      expect(await look(cache, shelf, () => cache.get('message', GROUP, 'a'))).toStrictEqual(
        message('a').value,
      );
      expect(await look(cache, shelf, () => cache.get('message', GROUP, 'missing'))).toBeUndefined();
      expect(await look(cache, shelf, () => cache.get('workItem', GROUP, 'missing'))).toBeUndefined();
    }
    expect(shelf.asked).toStrictEqual([GROUP, `message a of ${GROUP}`, `message missing of ${GROUP}`]);
  });

  test('a list loads all of its kind, in the order of first writing, whatever was known before', async () => {
    const shelf = new Shelf([message('a'), message('b'), message('c')]);
    const cache = new WorldCache();
    await look(cache, shelf, () => cache.get('message', GROUP, 'c'));
    await look(cache, shelf, () => cache.get('message', GROUP, 'd'));
    const ids = await look(cache, shelf, () => [...cache.list('message', GROUP)].map(([id]) => id));
    expect(ids).toStrictEqual(['a', 'b', 'c']);
    // From now on an unknown id needs no reading.
    const asked = shelf.asked.length;
    expect(cache.get('message', GROUP, 'e')).toBeUndefined();
    expect(shelf.asked).toHaveLength(asked);
  });

  test('a commit makes known what was absent, and absent what was known', async () => {
    const shelf = new Shelf([message('a')]);
    const cache = new WorldCache();
    await look(cache, shelf, () => cache.get('message', GROUP, 'a'));
    await look(cache, shelf, () => cache.get('message', GROUP, 'b'));
    const gone: Change = { kind: 'message', groupId: GROUP, id: 'a', value: undefined };
    cache.apply([message('b'), gone]);
    expect(cache.get('message', GROUP, 'b')).toStrictEqual(message('b').value);
    // Nothing is remembered of it, so the store is asked, which has it no more.
    expect(() => cache.get('message', GROUP, 'a')).toThrow(NotLoaded);
  });

  test('a change of a Group that is not loaded is left to the store', () => {
    const cache = new WorldCache();
    cache.apply([message('a')]);
    expect(() => cache.get('message', GROUP, 'a')).toThrow(NotLoaded);
  });
});

describe('what is dropped', () => {
  test('the least recently used Groups go first, the Organization last', async () => {
    const groups = ['urn:g:1', 'urn:g:2', 'urn:g:3'];
    const shelf = new Shelf([head(0, ORGANIZATION), ...groups.map((groupId, at) => head(at, groupId))]);
    const cache = new WorldCache(6);
    for (const groupId of [ORGANIZATION, ...groups, 'urn:g:1']) {
      await look(cache, shelf, () => cache.get('head', groupId, SINGLE));
    }
    cache.trim();
    expect(() => cache.get('head', 'urn:g:2', SINGLE)).toThrow(NotLoaded);
    for (const groupId of [ORGANIZATION, 'urn:g:1', 'urn:g:3']) {
      expect(cache.get('head', groupId, SINGLE)).toBeDefined();
    }
  });

  test('what a busy Group gathers is bounded, absences included', async () => {
    const shelf = new Shelf([head(1)]);
    const cache = new WorldCache(20);
    for (let at = 0; at < 500; at += 1) {
      await look(cache, shelf, () => cache.get('message', GROUP, `absent ${at}`));
      cache.apply([message(`new ${at}`)]);
      cache.trim();
    }
    let known = 0;
    for (let at = 0; at < 500; at += 1) {
      try {
        if (cache.get('message', GROUP, `new ${at}`) !== undefined) known += 1;
      } catch (error) {
        if (!(error instanceof NotLoaded)) throw error;
      }
    }
    expect(known).toBeLessThanOrEqual(20);
  });

  test('after a failed commit nothing is trusted', async () => {
    const shelf = new Shelf([head(1)]);
    const cache = new WorldCache();
    await look(cache, shelf, () => cache.get('head', GROUP, SINGLE));
    cache.clear();
    expect(() => cache.get('head', GROUP, SINGLE)).toThrow(NotLoaded);
  });
});
