// Keeps one Execution Lease alive, and ends what runs under it in time when that fails (LSE-001, LSE-007, LSE-010). The end
// of a lease is counted by two clocks, and the earlier one holds: the wall clock, since it goes on while the machine
// sleeps, and the monotonic one, since nobody can set it.
import type { Lease } from '../protocol/generated/documents.ts';
import type { Moment, WorkerClock } from './clock.ts';

export interface LeaseSettings {
  /** Wanted length of an Execution Lease. */
  readonly leaseSeconds: number;
  /** What share of the lease may pass before it is renewed. */
  readonly renewAfterShare: number;
  /** A renewal that was not settled is asked for again after this. */
  readonly retryMs: number;
  /** How long before its end everything under the lease has to be ended: a process tree takes a moment to die. */
  readonly stopMarginMs: number;
}

export const DEFAULT_LEASE_SETTINGS: LeaseSettings = {
  leaseSeconds: 300,
  // Half of it: what is left allows several attempts, and a short outage.
  renewAfterShare: 0.5,
  retryMs: 5_000,
  stopMarginMs: 10_000,
};

export type Renewal =
  | { readonly kind: 'renewed'; readonly lease: Lease }
  /** Somebody else holds the right, or nobody: it is no use to ask again. */
  | { readonly kind: 'fenced' }
  /** No answer, or none that settles it. */
  | { readonly kind: 'later' };

export interface LeaseKeeperOptions {
  readonly clock: WorkerClock;
  readonly settings: LeaseSettings;
  /** Asks for more time. Called one at a time. */
  readonly renew: () => Promise<Renewal>;
  /** Everything under the lease has to end now. Called once. */
  readonly onMustEnd: (why: 'lease-ended' | 'ownership-lost') => void;
}

/** The longest between two looks at the clocks: a timer that sleeps through a jump would notice it too late. */
const LOOK_EVERY_MS = 5_000;

export class LeaseKeeper {
  private readonly options: LeaseKeeperOptions;
  private current: Lease;
  /** Where the monotonic clock stands when the lease ends. */
  private endsMonotonicMs: number;
  private startedMonotonicMs: number;
  private limitMonotonicMs = Number.POSITIVE_INFINITY;
  private nextAskMs = 0;
  private isAsking = false;
  private hasEnded = false;
  private cancelTimer: () => void = () => {};

  /** `askedAt` is when the Command that brought the lease was sent: the lease cannot have begun earlier. */
  constructor(lease: Lease, askedAt: Moment, options: LeaseKeeperOptions) {
    this.options = options;
    this.current = lease;
    this.startedMonotonicMs = askedAt.monotonicMs;
    this.endsMonotonicMs = askedAt.monotonicMs + lengthOf(lease);
    this.scheduleLook();
  }

  get lease(): Lease {
    return this.current;
  }

  /** What is left of the lease, by whichever clock says less; zero or less once it is over, or was given up. */
  remainingMs(now: Moment = this.options.clock.read()): number {
    if (this.hasEnded) return 0;
    return Math.min(
      Date.parse(this.current.expiresAt) - now.wallMs,
      this.endsMonotonicMs - now.monotonicMs,
      this.limitMonotonicMs - now.monotonicMs,
    );
  }

  /** Ends earlier than the lease does, for work that goes on without a connection (FLR-003). */
  limitTo(monotonicMs: number): void {
    this.limitMonotonicMs = Math.min(this.limitMonotonicMs, monotonicMs);
    this.look();
  }

  /** Looks at the clocks at once, after somebody has noticed that they jumped. */
  look(): void {
    this.cancelTimer();
    if (this.hasEnded) return;
    const now = this.options.clock.read();
    const { settings, onMustEnd } = this.options;
    if (this.remainingMs(now) <= settings.stopMarginMs) {
      this.hasEnded = true;
      onMustEnd('lease-ended');
      return;
    }
    if (!this.isAsking && now.monotonicMs >= Math.max(this.renewAtMs, this.nextAskMs)) this.ask(now);
    this.scheduleLook();
  }

  /** Lets go of the lease: it was released, or ended by somebody else. */
  stop(): void {
    this.hasEnded = true;
    this.cancelTimer();
  }

  private get renewAtMs(): number {
    const length = this.endsMonotonicMs - this.startedMonotonicMs;
    return this.startedMonotonicMs + length * this.options.settings.renewAfterShare;
  }

  private ask(askedAt: Moment): void {
    this.isAsking = true;
    this.nextAskMs = askedAt.monotonicMs + this.options.settings.retryMs;
    this.options.renew().then(
      (renewal) => this.settle(renewal, askedAt),
      () => this.settle({ kind: 'later' }, askedAt),
    );
  }

  private settle(renewal: Renewal, askedAt: Moment): void {
    this.isAsking = false;
    if (this.hasEnded) return;
    if (renewal.kind === 'fenced') {
      this.stop();
      this.options.onMustEnd('ownership-lost');
      return;
    }
    if (renewal.kind === 'renewed') {
      this.current = renewal.lease;
      this.startedMonotonicMs = askedAt.monotonicMs;
      this.endsMonotonicMs = askedAt.monotonicMs + lengthOf(renewal.lease);
    }
    this.look();
  }

  private scheduleLook(): void {
    const now = this.options.clock.read();
    const untilEnd = this.remainingMs(now) - this.options.settings.stopMarginMs;
    const untilRenewal = Math.max(this.renewAtMs, this.nextAskMs) - now.monotonicMs;
    const delay = Math.min(untilEnd, this.isAsking ? LOOK_EVERY_MS : untilRenewal, LOOK_EVERY_MS);
    this.cancelTimer = this.options.clock.setTimer(Math.max(1, delay), () => this.look());
  }
}

/** From when it was given, or given anew, to its end: by the Authority's own clock, so no other clock matters. */
function lengthOf({ startsAt, lastRenewedAt, expiresAt }: Lease): number {
  return Date.parse(expiresAt) - Date.parse(lastRenewedAt ?? startsAt);
}
