// Taking a budget from an account above (BUD-001, BUD-006): exact, in the Mission's currency, and no more than is left.
import type { Budget } from '../protocol/generated/documents.ts';
import { accept, type Refused, type Result } from '../protocol/result.ts';
import { type Excess, findReservationExcess, type Limits, limitsOf } from './budget.ts';
import type { GroupInput } from './decision.ts';
import { reject, type Rejection } from './rejection.ts';
import type { AccountAddress, MissionRecord } from './world.ts';

/** A budget as whole numbers (OPEN-050). */
export function requireWholeBudget(budget: Budget): Result<Limits, Rejection> {
  const limits = limitsOf(budget);
  if (limits !== undefined) return accept(limits);
  return reject('INVALID_COMMAND', 'OPEN-050', 'the financial limit is no exact number of micro-units', {
    financialLimit: budget.financialLimit ?? null,
  });
}

/** A financial limit below a Mission is in the Mission's currency (OPEN-052). */
export function checkCurrency({ document }: MissionRecord, budget: Budget): Result<undefined, Rejection> {
  const { currency } = document.budget;
  if (budget.financialLimit === undefined || budget.currency === currency) return accept(undefined);
  return reject('INVALID_COMMAND', 'OPEN-052', 'the budget is in another currency than its Mission', {
    currency: budget.currency ?? null,
    expectedCurrency: currency ?? null,
  });
}

/**
 * The budget can be reserved below `parent`. `replaced` is a child whose present reservation the new one takes the
 * place of.
 */
export function requireAllocation(
  input: GroupInput,
  budget: Budget,
  parent: AccountAddress,
  replaced?: AccountAddress,
): Result<undefined, Rejection> {
  const limits = requireWholeBudget(budget);
  if (!limits.ok) return limits;
  const currency = checkCurrency(input.mission, budget);
  if (!currency.ok) return currency;
  const excess = findReservationExcess(input.world, parent, limits.value, replaced);
  return excess === undefined ? accept(undefined) : rejectExcess('BUD-006', excess);
}

/** The refusal of a budget that an account has no room for: which dimension of which account, and by how much. */
export function rejectExcess(rule: string, excess: Excess): Refused<Rejection> {
  return reject('BUDGET_EXCEEDED', rule, `the budget has no room in ${excess.dimension}`, { ...excess });
}
