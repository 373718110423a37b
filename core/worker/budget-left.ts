// A contract's budget cut down to what is left of it.
import { DIMENSIONS, limitsOf, NO_USAGE } from '../domain/budget.ts';
import type { Budget, RemainingBudget, Usage } from '../protocol/generated/documents.ts';

const MICROUNITS = 1_000_000;

/** No dimension of the result is more than what is left; an absent dimension stays absent (BUD-004). */
export function cutBudget(budget: Budget, remaining: RemainingBudget): Budget {
  const left = { ...NO_USAGE, ...remaining };
  const limits = limitsOf(budget) ?? NO_USAGE;
  const least: Usage = { ...NO_USAGE };
  for (const dimension of DIMENSIONS) least[dimension] = Math.min(left[dimension], limits[dimension]);
  const allocated = (limit: number | undefined, amount: number) => (limit === undefined ? undefined : amount);
  const cut: { [Name in keyof Budget]: Budget[Name] | undefined } = {
    currency: budget.currency,
    financialLimit: allocated(budget.financialLimit, least.financialMicrounits / MICROUNITS),
    modelTokenLimit: allocated(budget.modelTokenLimit, least.modelTokens),
    toolCallLimit: allocated(budget.toolCallLimit, least.toolCalls),
    computeSecondsLimit: allocated(budget.computeSecondsLimit, least.computeSeconds),
    wallClockSecondsLimit: allocated(budget.wallClockSecondsLimit, least.wallClockSeconds),
    externalSideEffectLimit: allocated(budget.externalSideEffectLimit, least.externalActions),
  };
  return Object.fromEntries(Object.entries(cut).filter(([, value]) => value !== undefined)) as Budget;
}

/** What is left, as a refusal tells it; undefined when it does not. */
export function remainingIn(
  details: Readonly<Record<string, unknown>> | undefined,
): RemainingBudget | undefined {
  const remaining = details?.['remaining'];
  if (typeof remaining !== 'object' || remaining === null) return undefined;
  const told: { [Name in (typeof DIMENSIONS)[number]]?: number } = {};
  for (const dimension of DIMENSIONS) {
    const amount: unknown = Reflect.get(remaining, dimension);
    if (typeof amount === 'number' && Number.isSafeInteger(amount) && amount >= 0) told[dimension] = amount;
  }
  return told;
}
