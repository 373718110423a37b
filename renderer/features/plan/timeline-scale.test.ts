import { describe, expect, it } from 'vitest';
import { createTimeScale, placeOf } from './timeline-scale.ts';

const HOUR_MS = 3_600_000;

describe('the time axis of a plan', () => {
  it('shows all instants, with marks at round times and not too many', () => {
    const scale = createTimeScale([1.3 * HOUR_MS, 40 * HOUR_MS]);
    expect(scale.fromMs).toBeLessThan(1.3 * HOUR_MS);
    expect(scale.toMs).toBeGreaterThan(40 * HOUR_MS);
    expect(scale.marks).toEqual(
      [6, 12, 18, 24, 30, 36]
        .map((hours) => hours * HOUR_MS)
        .concat([])
        .slice(0),
    );
    expect(scale.marks.length).toBeLessThanOrEqual(10);
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
});
