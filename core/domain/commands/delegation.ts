// Issuing Delegation Grants (DLG-002, DLG-003, DLG-011). What a Grant is worth is checked at every use of it.
import type { DelegationGrant, Membership } from '../../protocol/generated/documents.ts';
import { accept, type Result } from '../../protocol/result.ts';
import { findExcess, limitsOf, NO_USAGE } from '../budget.ts';
import { checkCooperation, findExceededDepth } from '../cooperation.ts';
import { requireCoordinator } from '../coordinator.ts';
import type { Decision, GroupInput } from '../decision.ts';
import { canBeTarget } from '../delegation-grants.ts';
import { currentMemberships, isAfter } from '../members.ts';
import { checkMissionRevision, requireLiveMission } from '../missions.ts';
import { findWorkItem } from '../ownership.ts';
import { reject, type Rejection } from '../rejection.ts';
import { isBefore } from '../times.ts';
import type { WorkItemRecord } from '../world.ts';

type DelegationInput = GroupInput<'membership.grant_delegation'>;

/**
 * `membership.grant_delegation` (CMD-113). The delegate's Membership keeps its epoch: raising it would end every Grant
 * that the delegate holds already (DLG-009).
 */
export function grantDelegation(input: DelegationInput): Decision {
  const { payload, groupId, mission, context } = input;
  const right = requireCoordinator(input, 'DLG-002');
  if (!right.ok) return right;
  const override = checkCooperation(input, [findExceededDepth(input, payload.maxDescendantDepth)]);
  if (!override.ok) return override;
  const target = requireTarget(input);
  if (!target.ok) return target;
  const delegate = requireDelegate(input);
  if (!delegate.ok) return delegate;
  for (const check of [requireNewGrant, requireLiveness, checkMissionRevision, checkExpiry, checkBudget]) {
    const result = check(input);
    if (!result.ok) return result;
  }
  const delegationGrant = createGrant(input, delegate.value);
  return accept([
    {
      kind: 'membership.delegation.granted',
      eventId: context.newId('event'),
      groupId,
      aggregateRevision: mission.document.revision,
      workItemId: payload.targetWorkItemId,
      conversationId: target.value.document.conversationId,
      payload: {
        delegationGrant,
        membership: {
          ...delegate.value,
          delegationGrants: [...(delegate.value.delegationGrants ?? []), delegationGrant],
        },
        ...(override.value === undefined ? {} : { cooperationOverrideGrantId: override.value }),
      },
    },
  ]);
}

function createGrant(
  { payload, groupId, mission, context }: DelegationInput,
  delegate: Membership,
): DelegationGrant {
  const { missionId, coordinator } = mission.document;
  return {
    ...payload,
    missionId,
    groupId,
    granteeMembershipEpoch: delegate.membershipEpoch,
    coordinatorEpoch: coordinator.coordinatorEpoch,
    grantedBy: { type: 'agent', id: coordinator.agentId },
    grantedAt: context.now.text,
  };
}

function requireLiveness(input: DelegationInput): Result<undefined, Rejection> {
  return requireLiveMission(input, 'DLG-011');
}

function requireNewGrant({ world, groupId, payload }: DelegationInput): Result<undefined, Rejection> {
  const { grantId } = payload;
  if (world.get('grant', groupId, grantId) === undefined) return accept(undefined);
  return reject('INVALID_STATE_TRANSITION', 'DLG-011', 'a Delegation Grant with this id exists already', {
    grantId,
  });
}

function requireDelegate({
  world,
  groupId,
  payload,
  context,
}: DelegationInput): Result<Membership, Rejection> {
  const { granteeAgentId } = payload;
  const memberships = currentMemberships(world, groupId, { type: 'agent', id: granteeAgentId }, context.now);
  const delegate = memberships.find(({ role, state }) => role === 'work_delegate' && state === 'active');
  if (delegate !== undefined) return accept(delegate);
  return reject('AUTH_FORBIDDEN', 'DLG-011', 'the grantee is no active work delegate', { granteeAgentId });
}

function requireTarget(input: DelegationInput): Result<WorkItemRecord, Rejection> {
  const { targetWorkItemId } = input.payload;
  const record = findWorkItem(input, targetWorkItemId);
  if (!record.ok) return record;
  const { state } = record.value.document;
  if (canBeTarget(state)) return record;
  return reject('INVALID_STATE_TRANSITION', 'DLG-011', `a WorkItem that is ${state} is no target`, {
    workItemId: targetWorkItemId,
    workItemState: state,
  });
}

function checkExpiry({ payload, mission, context }: DelegationInput): Result<undefined, Rejection> {
  const { expiresAt } = payload;
  const { deadline } = mission.document;
  if (isAfter(expiresAt, context.now) && !isBefore(deadline, expiresAt)) return accept(undefined);
  return reject('INVALID_COMMAND', 'DLG-011', 'a Grant ends after now and no later than its Mission', {
    expiresAt,
    missionDeadline: deadline,
  });
}

/** A dimension that the Mission does not allocate allows nothing (BUD-013). */
function checkBudget({ payload, mission }: DelegationInput): Result<undefined, Rejection> {
  const { budget } = mission.document;
  // A Grant always names a currency; one that no money can be spent in says nothing.
  if (payload.budget.financialLimit > 0 && payload.budget.currency !== budget.currency) {
    return reject('INVALID_COMMAND', 'OPEN-052', 'the Grant is in another currency than its Mission', {
      currency: payload.budget.currency,
      expectedCurrency: budget.currency ?? null,
    });
  }
  const wanted = limitsOf(payload.budget);
  if (wanted === undefined) {
    return reject('INVALID_COMMAND', 'OPEN-050', 'the financial limit is no exact number of micro-units', {
      financialLimit: payload.budget.financialLimit,
    });
  }
  const ceiling = limitsOf(budget) ?? NO_USAGE;
  const dimension = findExcess(wanted, ceiling);
  if (dimension === undefined) return accept(undefined);
  return reject('BUDGET_EXCEEDED', 'DLG-011', `the Grant exceeds the Mission's budget for ${dimension}`, {
    dimension,
    limit: ceiling[dimension],
    wanted: wanted[dimension],
  });
}
