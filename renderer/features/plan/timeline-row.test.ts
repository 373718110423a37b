import { describe, expect, it } from 'vitest';
import { createContext } from '../../dev/sample-world.ts';
import { samplePlan } from '../../dev/sample-plan.ts';
import { momentsOf, spanEnd, timeScaleOf } from './timeline-row.ts';
import { placeOf } from './timeline-scale.ts';

const NOW_MS = 1_800_000_000_000;
const rows = samplePlan(createContext(NOW_MS, 'en'));
const at = { nowMs: NOW_MS, deadlineAtMs: undefined, isShortened: false };

describe('the rows of the time axis', () => {
  it('name the deadline, by when work has to begin, and until when it is offered', () => {
    const kindsOf = (state: string) =>
      rows.filter((row) => row.state === state).map((row) => momentsOf(row).map(({ kind }) => kind));
    expect(kindsOf('queued')).toContainEqual(['deadline', 'startBy']);
    expect(kindsOf('offered')).toContainEqual(['deadline', 'offerEnd']);
    expect(kindsOf('verified')).toContainEqual(['deadline']);
  });

  it('let a review that nobody has ended go on until now', () => {
    const [review] = rows.flatMap(({ spans }) => spans.filter(({ isOpen }) => isOpen === true));
    expect(review?.kind).toBe('review');
    expect(review === undefined ? undefined : spanEnd(review, NOW_MS)).toBe(NOW_MS);
  });

  it('have an axis that shows every bar and moment, shortened where nothing happens', () => {
    const [whole, short] = [timeScaleOf(rows, at), timeScaleOf(rows, { ...at, isShortened: true })];
    expect(whole.gaps).toEqual([]);
    expect(short.gaps.length).toBeGreaterThan(0);
    for (const scale of [whole, short]) {
      for (const { atMs } of rows.flatMap((row) => [...momentsOf(row)])) {
        expect(placeOf(scale, atMs)).toBeGreaterThan(0);
        expect(placeOf(scale, atMs)).toBeLessThan(100);
      }
    }
    // What is done takes more of a shortened axis.
    const first = Math.min(...rows.flatMap(({ spans }) => spans.map(({ fromMs }) => fromMs)));
    const hours = (scale: typeof whole) => placeOf(scale, first + 3_600_000) - placeOf(scale, first);
    expect(hours(short)).toBeGreaterThan(hours(whole));
  });
});
