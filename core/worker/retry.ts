// Whether failed work is tried again, and when (WORK-055…WORK-057, OPEN-039): by what the contract says, and only as long
// as attempts, time and budget are left.
import type { RemainingBudget, UsageDelta, WorkContract } from '../protocol/generated/documents.ts';

/** One attempt that failed. */
export interface FailedAttempt {
  readonly failureCode: string;
  /** Attempts so far that failed, this one included. */
  readonly failures: number;
  readonly wallMs: number;
  /** What the account has left, and what an attempt takes of it as far as is known. */
  readonly remaining: RemainingBudget;
  readonly usage: UsageDelta;
}

export type RetryDecision =
  | { readonly kind: 'retry'; readonly delayMs: number }
  | {
      readonly kind: 'give-up';
      readonly reason: 'permanent_failure' | 'attempts_exhausted' | 'deadline_exhausted' | 'budget_exhausted';
    };

/** Exponential backoff starts here; the schema has no member for it (OPEN-039). */
const FIRST_DELAY_MS = 1_000;
const BUDGET_DIMENSIONS = ['financialMicrounits', 'modelTokens', 'toolCalls', 'externalActions'] as const;

export function decideRetry(
  { retryPolicy, deadline }: Pick<WorkContract, 'retryPolicy' | 'deadline'>,
  attempt: FailedAttempt,
): RetryDecision {
  // A code that the contract does not list is permanent, whatever the program says of it.
  if (!retryPolicy.retryableFailures.includes(attempt.failureCode)) return giveUp('permanent_failure');
  if (attempt.failures >= retryPolicy.maxAttempts) return giveUp('attempts_exhausted');
  const delayMs = backoffMs(retryPolicy, attempt.failures);
  if (attempt.wallMs + delayMs >= Date.parse(deadline)) return giveUp('deadline_exhausted');
  const isSpent = BUDGET_DIMENSIONS.some(
    (dimension) => (attempt.usage[dimension] ?? 0) > 0 && (attempt.remaining[dimension] ?? 0) === 0,
  );
  return isSpent ? giveUp('budget_exhausted') : { kind: 'retry', delayMs };
}

function giveUp(reason: Extract<RetryDecision, { kind: 'give-up' }>['reason']): RetryDecision {
  return { kind: 'give-up', reason };
}

function backoffMs({ backoff, maxDelay }: WorkContract['retryPolicy'], failures: number): number {
  const maxMs = durationMs(maxDelay);
  if (backoff === 'none') return 0;
  if (backoff === 'fixed') return maxMs;
  // Beyond 2^40 seconds every limit of a contract is reached.
  return Math.min(maxMs, FIRST_DELAY_MS * 2 ** Math.min(failures - 1, 40));
}

const DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Milliseconds of a duration whose schema has been checked (DOC-COM-10). */
export function durationMs(text: string): number {
  const [, days = '0', hours = '0', minutes = '0', seconds = '0'] = DURATION.exec(text) ?? [];
  return (
    Number(days) * 86_400_000 + Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1_000
  );
}
