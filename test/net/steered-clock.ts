// The machine's clocks as one client believes them: the wall clock can be set, and a sleep can be slept, without waiting.
import type { SyncClock } from '../../core/sync/sync-ports.ts';
import { SYSTEM_CLOCK } from '../../core/sync/system-ports.ts';
import type { WorkerClock } from '../../core/worker/clock.ts';

export class SteeredClock implements SyncClock {
  /** How often something regular has run. */
  tickCount = 0;
  /** All delays that were asked for, in order. */
  readonly delays: number[] = [];
  private wallAheadMs = 0;
  private monotonicAheadMs = 0;

  wallMs(): number {
    return SYSTEM_CLOCK.wallMs() + this.wallAheadMs;
  }

  monotonicMs(): number {
    return SYSTEM_CLOCK.monotonicMs() + this.monotonicAheadMs;
  }

  after(delayMs: number, action: () => void): () => void {
    this.delays.push(delayMs);
    return SYSTEM_CLOCK.after(delayMs, action);
  }

  every(periodMs: number, action: () => void): () => void {
    return SYSTEM_CLOCK.every(periodMs, () => {
      action();
      this.tickCount += 1;
    });
  }

  /** Somebody sets the clock; or the machine sleeps on a system whose monotonic clock stands still meanwhile. */
  setWallAhead(ms: number): void {
    this.wallAheadMs += ms;
  }

  /** The machine sleeps on a system whose monotonic clock goes on. */
  sleep(ms: number): void {
    this.wallAheadMs += ms;
    this.monotonicAheadMs += ms;
  }

  /** The same clocks for a Worker, whose wall clock is the Authority's as far as known. */
  workerClock(readWallMs: () => number): WorkerClock {
    return {
      read: () => ({ wallMs: readWallMs(), monotonicMs: this.monotonicMs() }),
      setTimer: (delayMs, callback) => SYSTEM_CLOCK.after(delayMs, callback),
    };
  }
}
