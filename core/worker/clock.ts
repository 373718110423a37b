// Time as the Worker needs it: the wall clock for what documents say, and a clock that never jumps for how long
// something lasts.

/** One reading of both clocks. */
export interface Moment {
  /** Milliseconds since 1970, as the machine believes; may jump either way. */
  readonly wallMs: number;
  /** Milliseconds since some moment of this process; never goes back, and goes on while the wall clock jumps. */
  readonly monotonicMs: number;
}

export interface WorkerClock {
  readonly read: () => Moment;
  /** Calls back once after a while; returns the way to cancel. */
  readonly setTimer: (delayMs: number, callback: () => void) => () => void;
}
