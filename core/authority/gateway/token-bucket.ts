// A rate with a burst: so many at once, then one each interval. The caller brings the time.

export class TokenBucket {
  private readonly burst: number;
  private readonly refillMs: number;
  private tokens: number;
  private at: number;

  constructor(burst: number, refillMs: number, nowMs: number) {
    this.burst = burst;
    this.refillMs = refillMs;
    this.tokens = burst;
    this.at = nowMs;
  }

  /** Takes one token and answers 0, or answers how long to wait for the next one. */
  take(nowMs: number): number {
    // A clock that was set back refills nothing and must not drain anything either.
    this.tokens = Math.min(this.burst, this.tokens + Math.max(0, nowMs - this.at) / this.refillMs);
    this.at = nowMs;
    if (this.tokens < 1) return Math.ceil((1 - this.tokens) * this.refillMs);
    this.tokens -= 1;
    return 0;
  }
}
