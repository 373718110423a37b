// The proof that a child Mission is given no more than its parent has (CHD-002, INV-11): every member by itself, each with what the
// parent allows and what the child would get. What widens is named, and then there is no draft.
import { ancestry, DIMENSIONS, limitsOf, NO_USAGE } from '../../../domain/budget.ts';
import type { AccountAddress, MissionRecord, WorkItemRecord, World } from '../../../domain/world.ts';
import type { Budget, ChildFailurePolicy } from '../../../protocol/generated/documents.ts';
import { budgetOf } from '../../briefs/share-budget.ts';
import { msOf } from '../../desk/moment.ts';
import { because, recordOf } from '../planning/reasons.ts';
import type { Reason } from '../proposal.ts';

export type NarrowingReasonId =
  | 'budget-narrows'
  | 'budget-widens'
  | 'budget-inexact'
  | 'currency-differs'
  | 'deadline-narrows'
  | 'deadline-widens'
  | 'deadline-passed'
  | 'permission-narrows'
  | 'permission-widens'
  | 'depth-within'
  | 'depth-exceeded';

/** What a child would be given. */
export interface ChildTerms {
  readonly budget: Budget;
  readonly deadline: string;
  readonly permissions: readonly string[];
  readonly failurePolicy: ChildFailurePolicy;
}

export interface NarrowingProof {
  readonly checks: readonly Reason<NarrowingReasonId>[];
  /** Those of the checks that are not met: with any of them the Authority would refuse. */
  readonly widenings: readonly Reason<NarrowingReasonId>[];
}

export interface NarrowingPlace {
  readonly world: World;
  readonly mission: MissionRecord;
  readonly item: WorkItemRecord;
  readonly nowMs: number;
  /** How deep the Organization lets Missions be nested (CHD-003). */
  readonly depthLimit: number;
}

/** Every check, met or not. */
export function proveNarrowing(place: NarrowingPlace, terms: ChildTerms): NarrowingProof {
  const checks = [
    ...checkBudget(place, terms.budget),
    ...checkDeadline(place, terms.deadline),
    ...checkPermissions(place, terms.permissions),
    checkDepth(place),
  ];
  return { checks, widenings: checks.filter(({ verdict }) => verdict !== 'met') };
}

/** The depth of a child of a Mission. */
export function childDepthOf({ document }: MissionRecord): number {
  return (document.parent?.depth ?? 0) + 1;
}

/**
 * No dimension is more than what any account of the ancestry still has: of the item all that its own children do not hold,
 * of those above it what nobody has used (BUD-006, BUD-009).
 */
function* checkBudget(
  { world, mission, item }: NarrowingPlace,
  budget: Budget,
): Generator<Reason<NarrowingReasonId>> {
  const { groupId, workItemId } = item.document;
  const own: AccountAddress = { groupId, id: workItemId };
  const { currency } = mission.document.budget;
  if (budget.financialLimit !== undefined && budget.currency !== currency) {
    const values = { currency: budget.currency ?? '', expected: currency ?? '' };
    yield because('currency-differs', 'unmet', values, [recordOf('mission', groupId, '')]);
  }
  const limits = limitsOf(budget);
  if (limits === undefined) {
    yield because('budget-inexact', 'unmet', { amount: budget.financialLimit ?? 0 });
    return;
  }
  const accounts = [...ancestry(world, own)];
  for (const dimension of DIMENSIONS) {
    const wanted = limits[dimension];
    // The account that leaves least decides, and is named.
    let least: { readonly left: number; readonly at: AccountAddress } = {
      left: accounts.length === 0 ? 0 : Infinity,
      at: own,
    };
    for (const [at, account] of accounts) {
      const limit = (limitsOf(account.limit) ?? NO_USAGE)[dimension];
      const isOwn = at.groupId === groupId && at.id === workItemId;
      const taken = isOwn
        ? Math.max(account.reserved[dimension], account.usage[dimension])
        : account.usage[dimension];
      const left = Math.max(0, limit - taken);
      if (left < least.left) least = { left, at };
    }
    if (wanted === 0 && least.left === 0) continue;
    const values = { dimension, wanted, allowed: least.left, accountId: least.at.id };
    const isWithin = wanted <= least.left;
    yield because(isWithin ? 'budget-narrows' : 'budget-widens', isWithin ? 'met' : 'unmet', values, [
      recordOf('account', least.at.groupId, least.at.id),
    ]);
  }
}

function* checkDeadline(
  { mission, item, nowMs }: NarrowingPlace,
  deadline: string,
): Generator<Reason<NarrowingReasonId>> {
  const { groupId, contract, workItemId } = item.document;
  const childMs = msOf(deadline);
  if (childMs <= nowMs) yield because('deadline-passed', 'unmet', { deadlineAtMs: childMs, nowAtMs: nowMs });
  const limits = [
    { of: 'mission', deadline: mission.document.deadline, reference: recordOf('mission', groupId, '') },
    { of: 'contract', deadline: contract.deadline, reference: recordOf('workItem', groupId, workItemId) },
  ];
  for (const limit of limits) {
    const allowedMs = msOf(limit.deadline);
    const isWithin = childMs <= allowedMs;
    const values = { of: limit.of, deadlineAtMs: childMs, allowedAtMs: allowedMs };
    yield because(isWithin ? 'deadline-narrows' : 'deadline-widens', isWithin ? 'met' : 'unmet', values, [
      limit.reference,
    ]);
  }
}

function* checkPermissions(
  { mission }: NarrowingPlace,
  permissions: readonly string[],
): Generator<Reason<NarrowingReasonId>> {
  const reference = recordOf('mission', mission.document.groupId, '');
  const allowed = mission.permissions.join(', ');
  for (const permission of permissions) {
    const isWithin = mission.permissions.includes(permission);
    yield because(
      isWithin ? 'permission-narrows' : 'permission-widens',
      isWithin ? 'met' : 'unmet',
      { permission, allowed },
      [reference],
    );
  }
}

function checkDepth({ mission, depthLimit }: NarrowingPlace): Reason<NarrowingReasonId> {
  const depth = childDepthOf(mission);
  const isWithin = depth <= depthLimit;
  return because(
    isWithin ? 'depth-within' : 'depth-exceeded',
    isWithin ? 'met' : 'unmet',
    { depth, limit: depthLimit },
    [recordOf('mission', mission.document.groupId, '')],
  );
}

/** The most that a child below an item can get in every dimension. */
export function roomBelow({ world, item }: NarrowingPlace): Budget {
  const { groupId, workItemId, contract } = item.document;
  const account = world.get('account', groupId, workItemId);
  const limits = { ...(limitsOf(contract.budget) ?? NO_USAGE) };
  for (const [at, record] of ancestry(world, { groupId, id: workItemId })) {
    const isOwn = at.groupId === groupId && at.id === workItemId;
    const ceiling = limitsOf(record.limit) ?? NO_USAGE;
    for (const dimension of DIMENSIONS) {
      const taken =
        isOwn && account !== undefined
          ? Math.max(account.reserved[dimension], account.usage[dimension])
          : record.usage[dimension];
      limits[dimension] = Math.max(0, Math.min(limits[dimension], ceiling[dimension] - taken));
    }
  }
  return budgetOf(contract.budget, limits);
}
