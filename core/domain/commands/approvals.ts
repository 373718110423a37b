// Execution Approvals (APV-003…APV-006, WORK-T06): the human MissionOwner opens the start gate of one WorkItem for one
// Ownership Epoch. The state of the WorkItem stays as it is.
import { accept, type Result } from '../../protocol/result.ts';
import { findExcess, limitsOf, NO_USAGE } from '../budget.ts';
import type { Decision, GroupInput } from '../decision.ts';
import { conditionsOf } from '../execution-approvals.ts';
import { isAfter, isMissionOwner } from '../members.ts';
import { checkMissionRevision, checkRevision, requireMissionState } from '../missions.ts';
import { findWorkItem, liveHoldingLease, requireWorkItemState } from '../ownership.ts';
import { reject, type Rejection } from '../rejection.ts';
import { isBefore } from '../times.ts';
import type { WorkItemRecord } from '../world.ts';

type ApprovalInput = GroupInput<'approval.grant_execution'>;

/** `approval.grant_execution` (CMD-131). */
export function grantExecution(input: ApprovalInput): Decision {
  const { payload, groupId, mission, context } = input;
  for (const check of [requireApprover, checkDocument, checkConditions, requireActiveMission, checkBasis]) {
    const result = check(input);
    if (!result.ok) return result;
  }
  const record = requireApprovableItem(input);
  if (!record.ok) return record;
  for (const check of [requireOwnership, checkPermissions, checkBudget]) {
    const result = check(input, record.value);
    if (!result.ok) return result;
  }
  const { workItemId, conversationId } = record.value.document;
  return accept([
    {
      kind: 'approval.execution.granted',
      eventId: context.newId('event'),
      groupId,
      aggregateRevision: mission.document.revision,
      workItemId,
      conversationId,
      payload: { ...payload, workItemId },
    },
  ]);
}

/** APV-004, OPEN-059: the human MissionOwner, who signed both the Command and the Approval. */
function requireApprover(input: ApprovalInput): Result<undefined, Rejection> {
  const { command, payload } = input;
  if (command.actor.type !== 'human' || !isMissionOwner(input)) {
    return reject('AUTH_FORBIDDEN', 'APV-004', 'only the human MissionOwner approves execution');
  }
  const { approver } = payload.approval;
  if (approver.type === command.actor.type && approver.id === command.actor.id) return accept(undefined);
  return reject('AUTH_FORBIDDEN', 'OPEN-059', 'the Approval was signed by somebody else', { approver });
}

/** The Approval is about this Mission; that it approves an execution its schema has shown. */
function checkDocument({
  payload,
  world,
  groupId,
  mission,
  context,
}: ApprovalInput): Result<undefined, Rejection> {
  const { approvalId, missionId, occurredAt } = payload.approval;
  if (missionId !== mission.document.missionId || payload.approval.groupId !== groupId) {
    return reject('INVALID_COMMAND', 'APV-004', 'the Approval belongs to another Mission', { missionId });
  }
  if (isAfter(occurredAt, context.now)) {
    return reject('INVALID_COMMAND', 'APV-002', 'the Approval was given in the future', { occurredAt });
  }
  if (world.get('approval', groupId, approvalId) === undefined) return accept(undefined);
  return reject('INVALID_STATE_TRANSITION', 'APV-004', 'an Approval with this id exists already', {
    approvalId,
  });
}

/** OPEN-032: what the payload spells out is exactly what the approver signed, in any order. */
function checkConditions({ payload }: ApprovalInput): Result<undefined, Rejection> {
  const expected = conditionsOf(payload);
  const signed = payload.approval.conditions;
  const isEqual =
    expected !== undefined &&
    expected.length === signed.length &&
    expected.toSorted().every((condition, index) => condition === signed.toSorted()[index]);
  if (isEqual) return accept(undefined);
  return reject('INVALID_COMMAND', 'OPEN-032', 'the conditions of the Approval differ from the payload', {
    approvalId: payload.approval.approvalId,
    expectedConditions: expected ?? null,
  });
}

function requireActiveMission(input: ApprovalInput): Result<undefined, Rejection> {
  return requireMissionState(input, ['active'], 'APV-004');
}

/** APV-002, REV-003: the approver decided on the Mission as it is now, even where the Command expects nothing. */
function checkBasis(input: ApprovalInput): Result<undefined, Rejection> {
  const expected = checkMissionRevision(input);
  if (!expected.ok) return expected;
  return checkRevision(input.payload.approval.missionRevision, input.mission.document.revision, 'Mission');
}

function requireApprovableItem(input: ApprovalInput): Result<WorkItemRecord, Rejection> {
  const { workItemId = '', artifactHashes } = input.payload.approval;
  const record = findWorkItem(input, workItemId);
  if (!record.ok) return record;
  const state = requireWorkItemState(record.value, ['queued'], 'WORK-T06');
  if (!state.ok) return state;
  const { inputArtifacts } = record.value.document.contract;
  const unknown = artifactHashes.find((hash) => !inputArtifacts.includes(hash));
  if (unknown === undefined) return record;
  return reject('INVALID_COMMAND', 'APV-002', 'the Approval names an Artifact that is no input of the work', {
    workItemId,
    artifactHash: unknown,
  });
}

/** The owner of now holds the item, and the Approval ends no later than its lease (APV-004). */
function requireOwnership(
  { payload, world, context }: ApprovalInput,
  record: WorkItemRecord,
): Result<undefined, Rejection> {
  const { ownershipEpoch, expiresAt } = payload;
  const { workItemId } = record.document;
  if (ownershipEpoch !== record.ownershipEpoch) {
    return reject('WORK_STALE_OWNERSHIP', 'APV-004', 'the Approval is for another Ownership Epoch', {
      workItemId,
      ownershipEpoch,
      currentOwnershipEpoch: record.ownershipEpoch,
    });
  }
  const lease = liveHoldingLease(world, record, context.now);
  if (lease === undefined) {
    return reject('WORK_LEASE_EXPIRED', 'APV-004', 'the ownership lease has ended', { workItemId });
  }
  if (isAfter(expiresAt, context.now) && !isBefore(lease.expiresAt, expiresAt)) return accept(undefined);
  return reject('INVALID_COMMAND', 'APV-004', 'an Approval ends after now and no later than ownership', {
    expiresAt,
    ownershipLeaseExpiresAt: lease.expiresAt,
  });
}

/** An Approval permits nothing that the Mission and the contract do not permit. */
function checkPermissions(
  { payload, mission }: ApprovalInput,
  { document }: WorkItemRecord,
): Result<undefined, Rejection> {
  const operation = payload.operations.find((each) => !mission.permissions.includes(each));
  if (operation !== undefined) {
    return reject('AUTH_FORBIDDEN', 'APV-004', 'the Mission does not permit this operation', { operation });
  }
  const { allowedResources } = document.contract;
  const resource = payload.resources.find(
    (each) => !allowedResources.some((allowed) => allowed.resource === each),
  );
  if (resource === undefined) return accept(undefined);
  return reject('INVALID_COMMAND', 'APV-004', 'the contract does not allow this resource', { resource });
}

function checkBudget({ payload }: ApprovalInput, { document }: WorkItemRecord): Result<undefined, Rejection> {
  const { budget } = payload;
  const { workItemId, contract } = document;
  if ((budget.financialLimit ?? 0) > 0 && budget.currency !== contract.budget.currency) {
    return reject('INVALID_COMMAND', 'OPEN-052', 'the Approval is in another currency than the contract', {
      currency: budget.currency ?? null,
      expectedCurrency: contract.budget.currency ?? null,
    });
  }
  const wanted = limitsOf(budget);
  if (wanted === undefined) {
    return reject('INVALID_COMMAND', 'OPEN-050', 'the financial limit is no exact number of micro-units', {
      financialLimit: budget.financialLimit ?? null,
    });
  }
  const ceiling = limitsOf(contract.budget) ?? NO_USAGE;
  const dimension = findExcess(wanted, ceiling);
  if (dimension === undefined) return accept(undefined);
  return reject('BUDGET_EXCEEDED', 'APV-004', `the Approval exceeds the contract's budget for ${dimension}`, {
    workItemId,
    dimension,
    limit: ceiling[dimension],
    wanted: wanted[dimension],
  });
}
