// Two clocks and their timers that move only when a test says so, each by itself if need be.
import type { SyncClock } from './sync-ports.ts';

interface Timer {
  readonly at: number;
  readonly action: () => void;
}

export class VirtualClock implements SyncClock {
  private wall: number;
  private monotonic = 1_000;
  private readonly timers = new Set<Timer>();
  /** While set, no timer can be had. */
  isBroken = false;

  constructor(wall = Date.UTC(2026, 4, 4, 9)) {
    this.wall = wall;
  }

  wallMs(): number {
    return this.wall;
  }

  monotonicMs(): number {
    return this.monotonic;
  }

  after(delayMs: number, action: () => void): () => void {
    if (this.isBroken) throw new Error('no timer to be had');
    const timer = { at: this.monotonic + delayMs, action };
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  }

  every(periodMs: number, action: () => void): () => void {
    let cancel = () => {};
    const again = () => {
      const timer = { at: this.monotonic + periodMs, action: () => {} };
      const run = () => {
        again();
        action();
      };
      this.timers.add(Object.assign(timer, { action: run }));
      cancel = () => this.timers.delete(timer);
    };
    again();
    return () => cancel();
  }

  get timerCount(): number {
    return this.timers.size;
  }

  /** Both clocks go on, through every timer on the way. */
  pass(ms: number): void {
    const end = this.monotonic + ms;
    for (;;) {
      const [next] = [...this.timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.timers.delete(next);
      this.moveTo(Math.max(this.monotonic, next.at));
      next.action();
    }
    this.moveTo(end);
  }

  /** Somebody sets the wall clock. */
  setWall(byMs: number): void {
    this.wall += byMs;
  }

  /** The process stands still: both clocks go on, and no timer fires meanwhile. */
  freeze(ms: number): void {
    this.moveTo(this.monotonic + ms);
  }

  private moveTo(monotonic: number): void {
    this.wall += monotonic - this.monotonic;
    this.monotonic = monotonic;
  }
}
