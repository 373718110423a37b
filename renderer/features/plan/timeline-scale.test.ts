import { describe, expect, it } from 'vitest';
import { createTimeScale, cutTimeScale, instantAt, placeOf, shortenIdleTime } from './timeline-scale.ts';

const HOUR_MS = 3_600_000;
const UTC = () => 0;

describe('the time axis of a plan', () => {
  it('shows all instants, with marks at round times and not too many', () => {
    const scale = createTimeScale([1.3 * HOUR_MS, 40 * HOUR_MS], UTC);
    expect(scale.fromMs).toBeLessThan(1.3 * HOUR_MS);
    expect(scale.toMs).toBeGreaterThan(40 * HOUR_MS);
    expect(scale.marks).toEqual([6, 12, 18, 24, 30, 36].map((hours) => hours * HOUR_MS));
    expect(scale.marks.length).toBeLessThanOrEqual(10);
  });

  it('marks what is round by the clock of the person, also when the clocks change', () => {
    const ahead = (hours: number) => () => hours * HOUR_MS;
    const scale = createTimeScale([1.3 * HOUR_MS, 40 * HOUR_MS], ahead(1));
    expect(scale.marks).toEqual([5, 11, 17, 23, 29, 35, 41].map((hours) => hours * HOUR_MS));
    // From two hours ahead to one, after the first day.
    const change = (atMs: number) => (atMs < 24 * HOUR_MS ? 2 : 1) * HOUR_MS;
    const over = createTimeScale([0, 200 * HOUR_MS], change);
    expect(over.marks.slice(0, 3)).toEqual([-2, 22, 47].map((hours) => hours * HOUR_MS));
  });

  it('has a length even when there is one instant only', () => {
    const scale = createTimeScale([7 * HOUR_MS]);
    expect(scale.toMs).toBeGreaterThan(scale.fromMs);
  });

  it('keeps what lies outside at its ends', () => {
    const scale = createTimeScale([0, 10 * HOUR_MS]);
    expect(placeOf(scale, -100 * HOUR_MS)).toBe(0);
    expect(placeOf(scale, 100 * HOUR_MS)).toBe(100);
    expect(placeOf(scale, 5 * HOUR_MS)).toBeCloseTo(50);
  });

  it('shortens long idle times, and stays in order', () => {
    const whole = createTimeScale([0, 100 * HOUR_MS]);
    const busy = [
      { fromMs: 95 * HOUR_MS, toMs: 100 * HOUR_MS },
      { fromMs: 0, toMs: 5 * HOUR_MS },
    ];
    const scale = shortenIdleTime(whole, busy);
    expect(scale.gaps).toEqual([{ fromMs: 6 * HOUR_MS, toMs: 94 * HOUR_MS }]);
    expect(placeOf(scale, 5 * HOUR_MS)).toBeGreaterThan(40);
    expect(placeOf(scale, 94 * HOUR_MS) - placeOf(scale, 6 * HOUR_MS)).toBeCloseTo(2);
    const places = Array.from({ length: 101 }, (_, hour) => placeOf(scale, hour * HOUR_MS));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    // No mark says a time in a part where a hand's width is a day.
    expect(scale.marks.filter((mark) => mark > 6 * HOUR_MS && mark < 94 * HOUR_MS)).toEqual([]);
    expect(shortenIdleTime(whole, [{ fromMs: 0, toMs: 100 * HOUR_MS }]).gaps).toEqual([]);
  });

  it('finds the instant of a place', () => {
    const scale = shortenIdleTime(createTimeScale([0, 100 * HOUR_MS]), [
      { fromMs: 0, toMs: 5 * HOUR_MS },
      { fromMs: 90 * HOUR_MS, toMs: 100 * HOUR_MS },
    ]);
    for (const hour of [1, 4, 50, 92, 99]) {
      expect(instantAt(scale, placeOf(scale, hour * HOUR_MS))).toBeCloseTo(hour * HOUR_MS, -2);
    }
    const day = cutTimeScale({ fromMs: 10 * HOUR_MS, toMs: 34 * HOUR_MS });
    expect(placeOf(day, 22 * HOUR_MS)).toBeCloseTo(50);
    expect(placeOf(day, 0)).toBe(0);
  });
});
