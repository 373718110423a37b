// One moment at which something is computed, and the next one at which the result can be another although nothing has
// happened. Every comparison with a time goes through here, so that none can be forgotten.
import { type Now, nowAt } from '../../domain/decision.ts';
import { parseTimestamp } from '../../protocol/timestamp.ts';

export class Moment {
  readonly nowMs: number;
  /** In milliseconds since 1970; Infinity while time alone changes nothing. */
  nextMs = Infinity;
  private asNow: Now | undefined;

  constructor(nowMs: number) {
    this.nowMs = nowMs;
  }

  /** As the rules of the domain take it. */
  get now(): Now {
    return (this.asNow ??= nowAt(this.nowMs));
  }

  /** Whether a time has come. When it has not, the result holds no longer than until then. */
  hasReached(atMs: number): boolean {
    if (atMs <= this.nowMs) return true;
    if (atMs < this.nextMs) this.nextMs = atMs;
    return false;
  }
}

/**
 * Milliseconds since 1970 of a timestamp that its schema has checked, rounded up: what ends at that time has ended at
 * the first whole millisecond that is not before it.
 */
export function msOf(timestamp: string): number {
  const at = parseTimestamp(timestamp);
  if (at === undefined) throw new Error(`not a timestamp: ${timestamp}`);
  return at.epochSecond * 1_000 + (at.fraction === '' ? 0 : Math.ceil(Number(`0.${at.fraction}`) * 1_000));
}
