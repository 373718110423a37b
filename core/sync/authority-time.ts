// The Authority's time, as far as this client knows it. Commands are judged fresh by the Authority's clock (OPEN-012), and
// leases end by it; so a local clock that is wrong, or jumps, must not matter while there is a connection.
import type { SyncClock } from './sync-ports.ts';

export class AuthorityTime {
  private readonly clock: Pick<SyncClock, 'wallMs' | 'monotonicMs'>;
  /** The Authority's time when the monotonic clock stood at zero. */
  private originMs: number | undefined;

  constructor(clock: Pick<SyncClock, 'wallMs' | 'monotonicMs'>) {
    this.clock = clock;
  }

  /** Whether the Authority has told its time since the last jump. */
  get isKnown(): boolean {
    return this.originMs !== undefined;
  }

  /** Takes over what the Authority just said. It was true when it was sent, so it lags by the way here. */
  learn(authorityMs: number): void {
    this.originMs = authorityMs - this.clock.monotonicMs();
  }

  /** After a jump the monotonic clock may have stood still as well. */
  forget(): void {
    this.originMs = undefined;
  }

  /** Whole milliseconds since 1970 by the Authority's clock, or by ours while it is not known. */
  nowMs(): number {
    const nowMs =
      this.originMs === undefined ? this.clock.wallMs() : this.originMs + this.clock.monotonicMs();
    return Math.floor(nowMs);
  }
}
