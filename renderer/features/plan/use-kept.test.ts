import { describe, expect, test } from 'vitest';
import { keep } from './use-kept.ts';

describe('what is kept', () => {
  const row = { title: 'A' };
  const before = { id: 'a', position: { x: 1, y: 2 }, data: { row, isDim: false } };

  test('is the object from before where nothing is another', () => {
    expect(keep(before, { id: 'a', position: { x: 1, y: 2 }, data: { row, isDim: false } })).toBe(before);
  });

  test('is the new one where a value, a place or a row is another, or a value is gone', () => {
    for (const now of [
      { ...before, position: { x: 1, y: 3 } },
      { ...before, data: { row, isDim: true } },
      { ...before, data: { row: { title: 'A' }, isDim: false } },
      { ...before, selected: true },
    ]) {
      expect(keep(before, now)).toBe(now);
    }
    const { data: _data, ...less } = before;
    expect(keep<{ readonly id: string }>(before, less)).toBe(less);
    expect(keep(undefined, before)).toBe(before);
  });
});
