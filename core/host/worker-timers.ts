// The clocks of a Worker: the Authority's time as far as it is known, and a monotonic one; with timers that can all be
// cancelled, so that nothing of a Worker that has ended keeps its process alive.
import { SYSTEM_CLOCK } from '../sync/system-ports.ts';
import type { Moment, WorkerClock } from '../worker/clock.ts';

export class WorkerTimers implements WorkerClock {
  private readonly readWallMs: () => number;
  private readonly cancels = new Set<() => void>();

  constructor(readWallMs: () => number) {
    this.readWallMs = readWallMs;
  }

  readonly read = (): Moment => ({ wallMs: this.readWallMs(), monotonicMs: SYSTEM_CLOCK.monotonicMs() });

  readonly setTimer = (delayMs: number, callback: () => void): (() => void) => {
    const cancelTimer = SYSTEM_CLOCK.after(delayMs, () => {
      this.cancels.delete(cancel);
      callback();
    });
    const cancel = () => {
      this.cancels.delete(cancel);
      cancelTimer();
    };
    this.cancels.add(cancel);
    return cancel;
  };

  cancelAll(): void {
    for (const cancel of this.cancels) cancel();
  }
}
