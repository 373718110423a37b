// Budgets as six plain numbers (BUD-004, OPEN-050), and the accounts that hold them.
import type { Budget, Usage, UsageDelta } from '../../protocol/generated/documents.ts';
import { type AccountPicture, demand, type Six } from './picture.ts';

const NAMES = ['money', 'model tokens', 'tool calls', 'compute', 'wall clock', 'external actions'] as const;

/** The limits of a budget; what is absent is zero (BUD-004). */
export function sixOfBudget(budget: Budget): Six {
  return [
    Math.round((budget.financialLimit ?? 0) * 1_000_000),
    budget.modelTokenLimit ?? 0,
    budget.toolCallLimit ?? 0,
    budget.computeSecondsLimit ?? 0,
    budget.wallClockSecondsLimit ?? 0,
    budget.externalSideEffectLimit ?? 0,
  ];
}

/** Usage in the same order. */
export function sixOfUsage(usage: Usage | UsageDelta): Six {
  return [
    usage.financialMicrounits ?? 0,
    usage.modelTokens ?? 0,
    usage.toolCalls ?? 0,
    usage.computeSeconds ?? 0,
    usage.wallClockSeconds ?? 0,
    usage.externalActions ?? 0,
  ];
}

/** The sum in every dimension. */
export function plus(a: Six, b: Six): Six {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5]];
}

/** The first dimension in which one is more than the other. */
export function findMore(a: Six, b: Six): string | undefined {
  return NAMES.find((_name, i) => (a[i] ?? 0) > (b[i] ?? 0));
}

/** What an account takes away from the one above: its limit, or what it has used once it is closed (OPEN-051). */
function reservedBy(account: AccountPicture): Six {
  return account.isClosed ? account.usage : account.limit;
}

/** INV-11: nothing below an account exceeds it, alone or together, and nobody used more than was given. */
export function checkAccount(id: string, account: AccountPicture): void {
  const overused = findMore(account.usage, account.limit);
  demand(overused === undefined, 'INV-11', () => `${id} used more ${overused ?? ''} than its limit`);
  let reserved: Six = [0, 0, 0, 0, 0, 0];
  let used: Six = [0, 0, 0, 0, 0, 0];
  for (const child of account.children) {
    const larger = child.isClosed ? undefined : findMore(child.limit, account.limit);
    demand(larger === undefined, 'INV-11', () => `something below ${id} has more ${larger ?? ''} than ${id}`);
    reserved = plus(reserved, reservedBy(child));
    used = plus(used, child.usage);
  }
  const over = findMore(reserved, account.limit);
  demand(
    over === undefined,
    'INV-11',
    () => `what lies below ${id} has more ${over ?? ''} together than ${id}`,
  );
  const unaccounted = findMore(used, account.usage);
  demand(unaccounted === undefined, 'INV-11', () => `usage below ${id} is missing in ${id}`);
}
