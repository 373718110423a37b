// How often something was signed without a person lately. Counted from the notes, so that a restart forgets nothing; a note
// from the future, after the clock was set back, counts as one of now.
import type { AutonomyRule, RateLimits } from './matrix.ts';
import type { AutonomyNote } from './notes.ts';

export interface RateExcess {
  /** Of which rule; undefined for the limits of all rules together. */
  readonly ruleId: string | undefined;
  readonly limit: number;
  readonly windowMs: number;
  /** When one more is possible, milliseconds since 1970. */
  readonly retryAtMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The limit of all rules together that one more act would break. */
export function findLimitExcess(
  notes: readonly AutonomyNote[],
  { perMinute, perHour, perDay }: RateLimits,
  nowMs: number,
): RateExcess | undefined {
  return (
    excessOf(notes, perDay, DAY_MS, nowMs) ??
    excessOf(notes, perHour, HOUR_MS, nowMs) ??
    excessOf(notes, perMinute, MINUTE_MS, nowMs)
  );
}

/** The same for the limit of one rule. */
export function findRuleExcess(
  notes: readonly AutonomyNote[],
  { id, perHour }: Pick<AutonomyRule, 'id' | 'perHour'>,
  nowMs: number,
): RateExcess | undefined {
  if (perHour === undefined) return undefined;
  const own = notes.filter(({ ruleId }) => ruleId === id);
  const excess = excessOf(own, perHour, HOUR_MS, nowMs);
  return excess === undefined ? undefined : { ...excess, ruleId: id };
}

function excessOf(
  notes: readonly AutonomyNote[],
  limit: number,
  windowMs: number,
  nowMs: number,
): RateExcess | undefined {
  const recent = notes
    .map(({ decidedAtMs }) => Math.min(decidedAtMs, nowMs))
    .filter((atMs) => atMs > nowMs - windowMs)
    .toSorted((a, b) => b - a);
  // Once the oldest of the newest `limit` leaves the window, there is room again.
  const last = recent[limit - 1];
  return last === undefined ? undefined : { ruleId: undefined, limit, windowMs, retryAtMs: last + windowMs };
}
