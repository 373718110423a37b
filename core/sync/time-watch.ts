// Notices that time has jumped: the machine slept, the clock was set, or this process did not run for long. Whatever was
// open before then may be dead without anybody having said so.
import type { SyncClock } from './sync-ports.ts';

export interface TimeWatchSettings {
  /** How far both clocks may drift apart between two looks: NTP slews, people and sleep jump. */
  readonly maxDriftMs: number;
  /** How long it may take from one look to the next, beyond the usual pause. */
  readonly maxPauseMs: number;
}

export class TimeWatch {
  private readonly clock: Pick<SyncClock, 'wallMs' | 'monotonicMs'>;
  private readonly settings: TimeWatchSettings;
  private wallMs: number;
  private monotonicMs: number;

  constructor(clock: Pick<SyncClock, 'wallMs' | 'monotonicMs'>, settings: TimeWatchSettings) {
    this.clock = clock;
    this.settings = settings;
    this.wallMs = clock.wallMs();
    this.monotonicMs = clock.monotonicMs();
  }

  /**
   * How far time has jumped since the last look, in milliseconds and possibly negative; 0 for not at all. Asked
   * regularly, and before anything that relies on an open connection.
   */
  look(): number {
    const wallMs = this.clock.wallMs();
    const monotonicMs = this.clock.monotonicMs();
    const wallPassed = wallMs - this.wallMs;
    const passed = monotonicMs - this.monotonicMs;
    this.wallMs = wallMs;
    this.monotonicMs = monotonicMs;
    const drift = wallPassed - passed;
    if (Math.abs(drift) > this.settings.maxDriftMs) return drift;
    // Where the monotonic clock goes on during sleep, both agree; the pause itself is what shows.
    return passed > this.settings.maxPauseMs ? passed : 0;
  }
}
