// Delegation Grants at their use (DLG-004…DLG-009): a delegate authorizes or offers work below one WorkItem.
import type { DelegationGrant, WorkContract, WorkItem } from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import { addUsage, findExcess, limitsOf, NO_USAGE, subtractUsage } from './budget.ts';
import { satisfies } from './capabilities.ts';
import { checkCooperation, findExceededDepth } from './cooperation.ts';
import { isCoordinator } from './coordinator.ts';
import type { GroupInput } from './decision.ts';
import { budgetOf } from './delegation-use.ts';
import { hasActiveRole, isAfter } from './members.ts';
import { isUnfinished } from './planned-work.ts';
import { reject, type Rejection } from './rejection.ts';
import { depthBelow, depthOf } from './work-tree.ts';
import { type GrantRecord, memberKey } from './world.ts';

/** The WorkItem that a delegate authorizes (it does not exist yet) or offers (it does), with the contract it will have. */
export interface GrantUse {
  readonly contract: WorkContract;
  /** Of a new WorkItem; an existing one knows its own. */
  readonly parentWorkItemId: string | undefined;
  readonly workItemId: string;
}

/**
 * The Grant that a delegate cites, when it covers this use: everything is checked again at every use (DLG-008), in the
 * order identity, membership, epochs, time, scope, capabilities, depth, budget. The right to authorize or offer follows
 * from it; the state of the WorkItem is for the caller to check. A work.authorize below the Organization's depth may
 * cite an override, which this only weighs: the caller consumes it with `checkCooperation` (POL-012).
 */
export function requireDelegation(
  input: GroupInput,
  grantId: string,
  use: GrantUse,
): Result<GrantRecord, Rejection> {
  const record = input.world.get('grant', input.groupId, grantId);
  const holder = requireHolder(input, grantId, record);
  if (!holder.ok) return holder;
  const { grant } = holder.value;
  for (const check of [requireCurrentTerms, requireLiveTarget]) {
    const result = check(input, grant);
    if (!result.ok) return result;
  }
  for (const check of [requireScope, requireCapabilities]) {
    const result = check(input, grant, use);
    if (!result.ok) return result;
  }
  const budget = requireBudget(input, holder.value, use);
  return budget.ok ? holder : budget;
}

/** DLG-008, DLG-012: the Coordinator has its own right, anybody else needs a Grant in its own name. */
function requireHolder(
  input: GroupInput,
  grantId: string,
  record: GrantRecord | undefined,
): Result<GrantRecord, Rejection> {
  const { command } = input;
  if (isCoordinator(input)) {
    return reject('INVALID_COMMAND', 'DLG-012', 'a Coordinator does not act under a Delegation Grant', {
      grantId,
    });
  }
  if (record === undefined) {
    return reject('AUTH_FORBIDDEN', 'DLG-001', 'no such Delegation Grant in this Group', { grantId });
  }
  if (command.actor.type !== 'agent' || command.actor.id !== record.grant.granteeAgentId) {
    return reject('AUTH_FORBIDDEN', 'DLG-008', 'the Delegation Grant belongs to another Agent', { grantId });
  }
  return accept(record);
}

/** The epochs and the time under which the Grant was given still hold (DLG-009). */
function requireCurrentTerms(input: GroupInput, grant: DelegationGrant): Result<undefined, Rejection> {
  const { world, groupId, command, mission, context } = input;
  const { grantId } = grant;
  if (!hasActiveRole(world, groupId, command.actor, 'work_delegate', context.now)) {
    return reject('AUTH_FORBIDDEN', 'DLG-008', 'the actor is no active work delegate', { grantId });
  }
  const membershipEpoch = world.get('member', groupId, memberKey(command.actor))?.membershipEpoch;
  if (grant.granteeMembershipEpoch !== membershipEpoch) {
    return reject('MEMBERSHIP_STALE', 'DLG-009', 'the membership changed after the Delegation Grant', {
      grantId,
      granteeMembershipEpoch: grant.granteeMembershipEpoch,
      currentMembershipEpoch: membershipEpoch ?? null,
    });
  }
  const { document } = mission;
  if (grant.missionId !== document.missionId || grant.groupId !== groupId) {
    return reject('AUTH_FORBIDDEN', 'DLG-008', 'the Delegation Grant is for another Mission', { grantId });
  }
  const { coordinatorEpoch, agentId } = document.coordinator;
  if (grant.coordinatorEpoch !== coordinatorEpoch || grant.grantedBy.id !== agentId) {
    return reject('AUTH_STALE_COORDINATOR', 'DLG-009', 'the Coordinator that gave the Grant was replaced', {
      grantId,
      grantCoordinatorEpoch: grant.coordinatorEpoch,
      currentCoordinatorEpoch: coordinatorEpoch,
    });
  }
  if (!isAfter(grant.grantedAt, context.now) && isAfter(grant.expiresAt, context.now)) {
    return accept(undefined);
  }
  const { grantedAt, expiresAt } = grant;
  return reject('WORK_LEASE_EXPIRED', 'DLG-009', 'the Delegation Grant does not hold at this time', {
    grantId,
    grantedAt,
    expiresAt,
  });
}

/** Whether a WorkItem in this state can still be the target of a Grant (DLG-008). */
export function canBeTarget(state: WorkItem['state']): boolean {
  return isUnfinished(state);
}

function requireLiveTarget(
  { world, groupId }: GroupInput,
  { grantId, targetWorkItemId }: DelegationGrant,
): Result<undefined, Rejection> {
  const state = world.get('workItem', groupId, targetWorkItemId)?.document.state;
  if (state !== undefined && canBeTarget(state)) return accept(undefined);
  return reject('AUTH_FORBIDDEN', 'DLG-009', 'the target of the Delegation Grant has come to its end', {
    grantId,
    targetWorkItemId,
    targetState: state ?? null,
  });
}

/** DLG-004 and DLG-007: inside the subtree, and neither deeper than the Grant nor than the Organization allows. */
function requireScope(
  input: GroupInput,
  grant: DelegationGrant,
  use: GrantUse,
): Result<undefined, Rejection> {
  const { world, groupId } = input;
  const { grantId, targetWorkItemId, maxDescendantDepth } = grant;
  const { workItemId, parentWorkItemId } = use;
  const isNew = world.get('workItem', groupId, workItemId) === undefined;
  const anchorId = isNew ? parentWorkItemId : workItemId;
  const anchorDepth =
    anchorId === undefined ? undefined : depthBelow(world, groupId, targetWorkItemId, anchorId);
  if (anchorId === undefined || anchorDepth === undefined) {
    return reject('AUTH_FORBIDDEN', 'DLG-004', 'the work lies outside the scope of the Delegation Grant', {
      grantId,
      workItemId,
      targetWorkItemId,
    });
  }
  const step = isNew ? 1 : 0;
  const depth = anchorDepth + step;
  if (depth > maxDescendantDepth) {
    return reject('AUTH_FORBIDDEN', 'DLG-007', 'the work lies deeper than the Delegation Grant allows', {
      grantId,
      depth,
      maxDescendantDepth,
    });
  }
  const exceeded = findExceededDepth(input, depthOf(world, groupId, anchorId) + step);
  if (exceeded === undefined) return accept(undefined);
  const override = checkCooperation(input, [exceeded]);
  return override.ok ? accept(undefined) : override;
}

function requireCapabilities(
  _input: GroupInput,
  { grantId, allowedCapabilities }: DelegationGrant,
  { contract }: GrantUse,
): Result<undefined, Rejection> {
  // The contract asks for a version; the Grant names the least one that the delegate may ask for.
  const missing = contract.requiredCapabilities.find(
    (required) => !allowedCapabilities.some((allowed) => satisfies(required, allowed)),
  );
  if (missing === undefined) return accept(undefined);
  return reject('AUTH_FORBIDDEN', 'DLG-005', 'the Delegation Grant does not cover a required capability', {
    grantId,
    capability: missing,
  });
}

/** DLG-006: an item counts once, under the Grant of its first use, and with the contract that it will have. */
function requireBudget(
  { world, groupId }: GroupInput,
  { grant, committed }: GrantRecord,
  { workItemId, contract }: GrantUse,
): Result<undefined, Rejection> {
  const { grantId } = grant;
  const item = world.get('workItem', groupId, workItemId);
  const attributedTo = item?.delegationGrantId;
  if (attributedTo !== undefined && attributedTo !== grantId) {
    return reject('AUTH_FORBIDDEN', 'DLG-006', 'the work counts against another Delegation Grant', {
      grantId,
      workItemId,
    });
  }
  const { currency } = contract.budget;
  if ((contract.budget.financialLimit ?? 0) > 0 && currency !== grant.budget.currency) {
    return reject('INVALID_COMMAND', 'OPEN-052', 'the contract is in another currency than the Grant', {
      currency: currency ?? null,
      expectedCurrency: grant.budget.currency,
    });
  }
  const wanted = limitsOf(contract.budget);
  const ceiling = limitsOf(grant.budget);
  if (wanted === undefined || ceiling === undefined) {
    return reject('INVALID_COMMAND', 'OPEN-050', 'the financial limit is no exact number of micro-units', {
      grantId,
    });
  }
  const others = subtractUsage(committed, attributedTo === undefined ? NO_USAGE : budgetOf(item));
  const total = addUsage(others, wanted);
  const dimension = findExcess(total, ceiling);
  if (dimension === undefined) return accept(undefined);
  return reject('BUDGET_EXCEEDED', 'DLG-006', 'the work under the Delegation Grant exceeds its ceiling', {
    grantId,
    dimension,
    limit: ceiling[dimension],
    wanted: total[dimension],
  });
}
