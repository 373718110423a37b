import { describe, expect, it } from 'vitest';
import { clampStep, placeCard, stepsOf } from './tour-steps.ts';

const VIEW = { width: 1_280, height: 800 };
const CARD = { width: 320, height: 160 };

describe('the tour', () => {
  it('leaves out what only a demo has', () => {
    expect(stepsOf(true).map(({ name }) => name)).toContain('scenarios');
    expect(stepsOf(false).map(({ name }) => name)).not.toContain('scenarios');
  });

  it('goes on where it was, also when it has become shorter', () => {
    expect([clampStep(3, 8), clampStep(9, 7), clampStep(-1, 7), clampStep(Number.NaN, 7)]).toEqual([
      3, 6, 0, 0,
    ]);
  });
});

describe('the card of a step', () => {
  it('stands beside what it is about where there is room', () => {
    expect(placeCard({ left: 0, top: 40, width: 200, height: 600 }, CARD, VIEW)).toEqual({
      left: 212,
      top: 40,
    });
  });

  it('stands below or above what fills the width', () => {
    expect(placeCard({ left: 0, top: 0, width: 1_280, height: 100 }, CARD, VIEW)).toEqual({
      left: 12,
      top: 112,
    });
    expect(placeCard({ left: 0, top: 770, width: 1_280, height: 30 }, CARD, VIEW)).toEqual({
      left: 12,
      top: 598,
    });
  });

  it('never leaves the window', () => {
    for (const anchor of [
      { left: -500, top: -500, width: 4_000, height: 4_000 },
      { left: 5_000, top: 5_000, width: 1, height: 1 },
    ]) {
      const { left, top } = placeCard(anchor, CARD, VIEW);
      expect(left).toBeGreaterThanOrEqual(12);
      expect(top).toBeGreaterThanOrEqual(12);
      expect(left + CARD.width).toBeLessThanOrEqual(VIEW.width);
      expect(top + CARD.height).toBeLessThanOrEqual(VIEW.height);
    }
  });
});
