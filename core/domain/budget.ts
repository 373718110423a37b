// The six-dimension budget (BUD-001…BUD-013): conversion to whole micro-units, sums, comparisons, and what is left
// along the ancestry. No rule about who may spend.
import type { Budget, RemainingBudget, Usage, UsageDelta } from '../protocol/generated/documents.ts';
import type { AccountAddress, AccountRecord, World } from './world.ts';

export const DIMENSIONS = [
  'financialMicrounits',
  'modelTokens',
  'toolCalls',
  'computeSeconds',
  'wallClockSeconds',
  'externalActions',
] as const;

export type Dimension = (typeof DIMENSIONS)[number];

/** The member of a Budget that limits each dimension. */
const LIMIT_MEMBERS = {
  financialMicrounits: 'financialLimit',
  modelTokens: 'modelTokenLimit',
  toolCalls: 'toolCallLimit',
  computeSeconds: 'computeSecondsLimit',
  wallClockSeconds: 'wallClockSecondsLimit',
  externalActions: 'externalSideEffectLimit',
} as const satisfies { readonly [Each in Dimension]: keyof Budget };

/** Nothing in any dimension. */
export const NO_USAGE: Usage = {
  financialMicrounits: 0,
  modelTokens: 0,
  toolCalls: 0,
  computeSeconds: 0,
  wallClockSeconds: 0,
  externalActions: 0,
};

/** One unit of currency in micro-units (OPEN-050). */
const MICROUNITS = 1_000_000;

/** A limit in every dimension; an absent one is not allocated, which is zero (BUD-004). */
export type Limits = Usage;

/**
 * A Budget as whole numbers, or undefined when its financial limit has more than six decimals or leaves the range of
 * exact integers (OPEN-050).
 */
export function limitsOf(budget: Budget): Limits | undefined {
  const financialMicrounits = microunitsOf(budget.financialLimit ?? 0);
  if (financialMicrounits === undefined) return undefined;
  return {
    financialMicrounits,
    modelTokens: budget.modelTokenLimit ?? 0,
    toolCalls: budget.toolCallLimit ?? 0,
    computeSeconds: budget.computeSecondsLimit ?? 0,
    wallClockSeconds: budget.wallClockSecondsLimit ?? 0,
    externalActions: budget.externalSideEffectLimit ?? 0,
  };
}

/** An amount in micro-units, exactly, from its shortest decimal text; undefined when it has no exact form. */
function microunitsOf(amount: number): number | undefined {
  const match = /^(\d+)(?:\.(\d{1,6}))?$/.exec(String(amount));
  if (match === null) {
    // Small amounts are written with an exponent; a whole number of micro-units they are only from 1e-6 on.
    const scaled = Math.round(amount * MICROUNITS);
    return Number.isSafeInteger(scaled) && scaled / MICROUNITS === amount ? scaled : undefined;
  }
  const [, whole = '', fraction = ''] = match;
  const total = Number(whole) * MICROUNITS + Number(fraction.padEnd(6, '0'));
  return Number.isSafeInteger(total) ? total : undefined;
}

export function addUsage(usage: Usage, delta: UsageDelta): Usage {
  const sum = { ...usage };
  for (const dimension of DIMENSIONS) sum[dimension] += delta[dimension] ?? 0;
  return sum;
}

/** Whether two budgets allocate the same. */
export function isSameBudget(a: Budget, b: Budget): boolean {
  return (
    a === b ||
    (a.currency === b.currency && Object.values(LIMIT_MEMBERS).every((member) => a[member] === b[member]))
  );
}

/** What is left of `usage` without `part`, which it contains. */
export function subtractUsage(usage: Usage, part: Usage): Usage {
  const rest = { ...usage };
  for (const dimension of DIMENSIONS) rest[dimension] -= part[dimension];
  return rest;
}

/** The first dimension in which `amount` exceeds `ceiling`, or undefined. */
export function findExcess(amount: Usage, ceiling: Limits): Dimension | undefined {
  return DIMENSIONS.find((dimension) => amount[dimension] > ceiling[dimension]);
}

/** An account that a rule found too small, with the figures that an app can explain. */
export interface Excess {
  readonly dimension: Dimension;
  readonly account: AccountAddress;
  readonly limit: number;
  readonly wanted: number;
}

/**
 * Whether `limit` can be reserved below `parent`: no more than the parent's own limit, and together with what its
 * other children hold no more than that limit (BUD-006). A closed child holds what it has used (OPEN-051).
 * `replaced` is a direct child whose present reservation the new one takes the place of.
 */
export function findReservationExcess(
  world: World,
  parent: AccountAddress,
  limit: Limits,
  replaced?: AccountAddress,
): Excess | undefined {
  const account = world.get('account', parent.groupId, parent.id);
  const ceiling = account === undefined ? NO_USAGE : (limitsOf(account.limit) ?? NO_USAGE);
  const leftOut = replaced === undefined ? undefined : world.get('account', replaced.groupId, replaced.id);
  const all = account?.reserved ?? NO_USAGE;
  const reserved = leftOut === undefined ? all : subtractUsage(all, reservationOf(leftOut));
  const wanted = addUsage(reserved, limit);
  const dimension = findExcess(limit, ceiling) ?? findExcess(wanted, ceiling);
  if (dimension === undefined) return undefined;
  return { dimension, account: parent, limit: ceiling[dimension], wanted: wanted[dimension] };
}

/**
 * Whether an account can be cut down to `limit`: neither below what it has used nor below what its children hold
 * (BUD-006, BUD-007).
 */
export function findShrinkExcess(world: World, address: AccountAddress, limit: Limits): Excess | undefined {
  const account = world.get('account', address.groupId, address.id);
  const reserved = account?.reserved ?? NO_USAGE;
  const used = account?.usage ?? NO_USAGE;
  const dimension = findExcess(used, limit) ?? findExcess(reserved, limit);
  if (dimension === undefined) return undefined;
  const wanted = Math.max(used[dimension], reserved[dimension]);
  return { dimension, account: address, limit: limit[dimension], wanted };
}

/** What an account takes away from the one above it: its limit, or what it has used once it is closed (OPEN-051). */
export function reservationOf(account: AccountRecord): Usage {
  return account.isClosed ? account.usage : (limitsOf(account.limit) ?? NO_USAGE);
}

/** Whether `delta` fits into an account and into every account above it (BUD-008). */
export function findUsageExcess(
  world: World,
  account: AccountAddress,
  delta: UsageDelta,
): Excess | undefined {
  for (const [address, record] of ancestry(world, account)) {
    const limits = limitsOf(record.limit) ?? NO_USAGE;
    const wanted = addUsage(record.usage, delta);
    const dimension = findExcess(wanted, limits);
    if (dimension !== undefined) {
      return { dimension, account: address, limit: limits[dimension], wanted: wanted[dimension] };
    }
    // A closed account reserves what it has used: late usage takes from what others may hold by now (OPEN-051).
    if (record.isClosed && record.parent !== undefined) {
      const excess = findReservationExcess(world, record.parent, wanted, address);
      if (excess !== undefined) return excess;
    }
  }
  return undefined;
}

/**
 * What is left of each dimension: the least along the ancestry. A dimension that some account of it was never given is
 * absent, since nothing of it is available (BUD-009).
 */
export function remainingOf(world: World, account: AccountAddress): RemainingBudget {
  const remaining: { [Each in Dimension]?: number } = {};
  const accounts = [...ancestry(world, account)].map(([, record]) => record);
  for (const dimension of DIMENSIONS) {
    const isAllocated = accounts.every(({ limit }) => limit[LIMIT_MEMBERS[dimension]] !== undefined);
    if (accounts.length > 0 && isAllocated) {
      const left = accounts.map(
        ({ limit, usage }) => (limitsOf(limit) ?? NO_USAGE)[dimension] - usage[dimension],
      );
      remaining[dimension] = Math.max(0, Math.min(...left));
    }
  }
  return remaining;
}

/** An account and all above it, the nearest first. */
export function* ancestry(
  world: World,
  account: AccountAddress,
): Generator<readonly [AccountAddress, AccountRecord]> {
  let address: AccountAddress | undefined = account;
  while (address !== undefined) {
    const record: AccountRecord | undefined = world.get('account', address.groupId, address.id);
    if (record === undefined) return;
    yield [address, record];
    address = record.parent;
  }
}
