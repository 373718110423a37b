// How long to wait before the next try: exponential with full jitter, so that many clients of one server do not come back
// together.
import type { SyncRandom } from './sync-ports.ts';

export interface BackoffSettings {
  /** The longest first pause; it doubles with every failure. */
  readonly baseMs: number;
  readonly maxMs: number;
}

export class Backoff {
  private readonly settings: BackoffSettings;
  private readonly random: Pick<SyncRandom, 'fraction'>;
  private failures = 0;

  constructor(settings: BackoffSettings, random: Pick<SyncRandom, 'fraction'>) {
    this.settings = settings;
    this.random = random;
  }

  /** Counts one more failure. The pause is anything from 0 to the bound. */
  nextDelayMs(): number {
    const { baseMs, maxMs } = this.settings;
    const boundMs = Math.min(maxMs, baseMs * 2 ** Math.min(this.failures, 30));
    this.failures += 1;
    return Math.floor(this.random.fraction() * boundMs);
  }

  reset(): void {
    this.failures = 0;
  }
}
