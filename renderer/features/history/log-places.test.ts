import { describe, expect, it } from 'vitest';
import type { RefusedCommand } from '../../../core/contract/history.ts';
import { placeLog } from './log-places.ts';

const words = { key: 'x', values: {}, text: 'x' };
const refusedAfter = (afterSequence: number, refusedAtMs = 0): RefusedCommand => ({
  actionId: `after ${afterSequence} at ${refusedAtMs}`,
  afterSequence,
  refusedAtMs,
  words,
  code: 'REVISION_CONFLICT',
  codeWords: words,
});

function listOf(places: ReturnType<typeof placeLog>): readonly (number | string)[] {
  return Array.from({ length: places.count }, (_none, index) => {
    const slot = places.slotAt(index);
    return slot?.type === 'event' ? slot.place : (slot?.command.actionId ?? 'nothing');
  });
}

describe('the places of a history', () => {
  it('stand with the newest first', () => {
    expect(listOf(placeLog(3, 10, []))).toEqual([2, 1, 0]);
  });

  it('put a refused Command above the Event that was the last one then', () => {
    const places = placeLog(3, 10, [refusedAfter(12, 5), refusedAfter(13), refusedAfter(12, 2)]);
    expect(listOf(places)).toEqual(['after 13 at 0', 2, 'after 12 at 5', 'after 12 at 2', 1, 0]);
    expect([0, 1, 2].map((place) => places.indexOf(place))).toEqual([5, 4, 1]);
  });

  it('put what was refused before everything at the end, and later than all at the beginning', () => {
    const places = placeLog(2, 10, [refusedAfter(3), refusedAfter(99)]);
    expect(listOf(places)).toEqual(['after 99 at 0', 1, 0, 'after 3 at 0']);
    expect([0, 1].map((place) => places.indexOf(place))).toEqual([2, 1]);
  });

  it('hold nothing beyond their ends', () => {
    const places = placeLog(1, 0, []);
    expect([places.slotAt(-1), places.slotAt(1)]).toEqual([undefined, undefined]);
  });
});
