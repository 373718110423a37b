import { describe, expect, test } from 'vitest';
import { AuthorityTime } from './authority-time.ts';
import { TimeWatch } from './time-watch.ts';

class TwoClocks {
  wall = 1_000_000;
  monotonic = 50;

  wallMs(): number {
    return this.wall;
  }

  monotonicMs(): number {
    return this.monotonic;
  }

  pass(ms: number): void {
    this.wall += ms;
    this.monotonic += ms;
  }
}

const SETTINGS = { maxDriftMs: 5_000, maxPauseMs: 15_000 };
const TWO_HOURS = 7_200_000;

describe('TimeWatch', () => {
  test('ordinary time and small corrections are no jump', () => {
    const clocks = new TwoClocks();
    const watch = new TimeWatch(clocks, SETTINGS);
    clocks.pass(1_000);
    expect(watch.look()).toBe(0);
    clocks.pass(14_000);
    clocks.wall += 4_900;
    expect(watch.look()).toBe(0);
    clocks.pass(1_000);
    clocks.wall -= 4_900;
    expect(watch.look()).toBe(0);
  });

  test.each([TWO_HOURS, -TWO_HOURS])('a wall clock that is set by %d ms is a jump, once', (ms) => {
    const clocks = new TwoClocks();
    const watch = new TimeWatch(clocks, SETTINGS);
    clocks.pass(1_000);
    clocks.wall += ms;
    expect(watch.look()).toBe(ms);
    clocks.pass(1_000);
    expect(watch.look()).toBe(0);
  });

  test('sleep shows whether or not the monotonic clock goes on meanwhile', () => {
    const clocks = new TwoClocks();
    const watch = new TimeWatch(clocks, SETTINGS);
    clocks.wall += 60_000;
    expect(watch.look()).toBe(60_000);
    clocks.pass(60_000);
    expect(watch.look()).toBe(60_000);
    expect(watch.look()).toBe(0);
  });
});

describe('AuthorityTime', () => {
  test('while the Authority has told its time, a wall clock that jumps does not matter', () => {
    const clocks = new TwoClocks();
    const time = new AuthorityTime(clocks);
    expect(time.isKnown).toBe(false);
    expect(time.nowMs()).toBe(clocks.wall);
    time.learn(9_000_000);
    clocks.pass(1_500);
    clocks.wall += TWO_HOURS;
    expect(time.nowMs()).toBe(9_001_500);
    time.forget();
    expect(time.nowMs()).toBe(clocks.wall);
  });

  test('it counts whole milliseconds', () => {
    const clocks = new TwoClocks();
    clocks.monotonic = 0.25;
    const time = new AuthorityTime(clocks);
    time.learn(1_000);
    clocks.monotonic += 0.9;
    expect(time.nowMs()).toBe(1_000);
  });
});
