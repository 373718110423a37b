import { describe, expect, it } from 'vitest';
import { FINAL, HASH } from './approval-rows.test-data.ts';
import { changesSince, keepLook, lookOf, readLook } from './last-look.ts';

function storage(entries: Record<string, string> = {}) {
  const map = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => {
      map.set(key, value);
    },
    map,
  };
}

describe('the last look at a final approval', () => {
  it('tells what has changed since: revision, new content, content that is gone', () => {
    const before = { revision: 20, hashes: [HASH('1'), HASH('2'), HASH('7')] };
    expect(changesSince(before, FINAL)).toEqual([
      { id: 'revision', before: 20, after: 21 },
      { id: 'new', title: 'threat-model.pdf' },
      { id: 'gone', hash: HASH('7') },
    ]);
    expect(changesSince(lookOf(FINAL), FINAL)).toEqual([]);
  });

  it('is kept and read back', () => {
    const kept = storage();
    keepLook(kept, FINAL);
    expect(readLook(kept, FINAL)).toEqual(lookOf(FINAL));
    expect(readLook(storage(), FINAL)).toBeUndefined();
  });

  it('counts as none where something else stands in its place', () => {
    const key = [
      ...(() => {
        const kept = storage();
        keepLook(kept, FINAL);
        return kept.map.keys();
      })(),
    ][0];
    if (key === undefined) throw new Error('It was kept.');
    for (const text of ['', '{', 'null', '3', '{"revision":"x","hashes":[]}', '{"revision":1}']) {
      expect(readLook(storage({ [key]: text }), FINAL)).toBeUndefined();
    }
  });
});
