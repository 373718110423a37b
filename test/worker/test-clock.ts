// Time for tests of the Worker: it passes only when it is told to, and the Worker's wall clock may jump away from the
// Authority's.
import type { Moment, WorkerClock } from '../../core/worker/clock.ts';

interface Timer {
  readonly atMs: number;
  readonly callback: () => void;
}

export class TestClock implements WorkerClock {
  private readonly timers = new Set<Timer>();
  private readonly startMs: number;
  private elapsedMs = 0;
  private wallOffsetMs = 0;
  private readonly onPass: (trueMs: number) => void;

  /** `onPass` hears of the true time, which the Authority has. */
  constructor(startMs: number, onPass: (trueMs: number) => void = () => {}) {
    this.startMs = startMs;
    this.onPass = onPass;
  }

  readonly read = (): Moment => ({
    wallMs: this.startMs + this.elapsedMs + this.wallOffsetMs,
    monotonicMs: this.elapsedMs,
  });

  readonly setTimer = (delayMs: number, callback: () => void): (() => void) => {
    const timer = { atMs: this.elapsedMs + delayMs, callback };
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  };

  /** Lets time pass; timers fire in order, each at its own time. */
  pass(ms: number): void {
    const untilMs = this.elapsedMs + ms;
    for (;;) {
      const [next] = [...this.timers].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs);
      if (next === undefined) break;
      this.timers.delete(next);
      this.elapsedMs = Math.max(this.elapsedMs, next.atMs);
      this.onPass(this.startMs + this.elapsedMs);
      next.callback();
    }
    this.elapsedMs = untilMs;
    this.onPass(this.startMs + this.elapsedMs);
  }

  /** Sets the Worker's wall clock forward or back; nothing else moves. */
  jumpWall(ms: number): void {
    this.wallOffsetMs += ms;
  }
}
