// Promotion of a WorkItem to a child Mission with a Group of its own (CHD-001…CHD-009, MIS-T3, WORK-T15).
import type { Lease, Mission, WorkItem } from '../../protocol/generated/documents.ts';
import { accept, type Result } from '../../protocol/result.ts';
import { sessionEpochOf } from '../agents.ts';
import { requireNoLiveChild } from '../child-links.ts';
import { checkCooperation, findExceededDepth } from '../cooperation.ts';
import { requireCoordinator } from '../coordinator.ts';
import type { Decision, GroupInput } from '../decision.ts';
import { openLease } from '../leases.ts';
import { checkMissionRevision, requireMissionState } from '../missions.ts';
import {
  checkNewMission,
  createMissionDocuments,
  describeNewMission,
  type MissionDocuments,
} from '../new-mission.ts';
import { advance, fenceOwner, requireWorkItemState } from '../ownership.ts';
import { reject, type Rejection } from '../rejection.ts';
import { requireReservation } from '../reservations.ts';
import { isBefore } from '../times.ts';
import type { WorkItemRecord } from '../world.ts';

type ChildInput = GroupInput<'mission.create_child'>;

/** `mission.create_child` (CMD-103): the Parent Coordinator becomes the MissionOwner of the child. */
export function createChildMission(input: ChildInput): Decision {
  const right = requireCoordinator(input, 'MIS-T3');
  if (!right.ok) return right;
  const depth = (input.mission.document.parent?.depth ?? 0) + 1;
  const override = checkCooperation(input, [findExceededDepth(input, depth)]);
  if (!override.ok) return override;
  const revision = checkMissionRevision(input);
  if (!revision.ok) return revision;
  const active = requireMissionState(input, ['active'], 'MIS-T3');
  if (!active.ok) return active;
  const item = requirePromotable(input);
  if (!item.ok) return item;
  const card = checkNewMission(input);
  if (!card.ok) return card;
  const subset = requireSubset(input, item.value);
  if (!subset.ok) return subset;
  const child = createMissionDocuments(input, card.value, {
    parent: {
      missionId: input.mission.document.missionId,
      workItemId: input.payload.parentWorkItemId,
      depth,
    },
  });
  return accept(draftPromotion(input, item.value, child, override.value));
}

/** The parent WorkItem: unfinished, not under review, and without a child that lives or was approved (CHD-004, CHD-009). */
function requirePromotable(input: ChildInput): Result<WorkItemRecord, Rejection> {
  const { world, groupId, payload } = input;
  const { parentWorkItemId } = payload;
  const item = world.get('workItem', groupId, parentWorkItemId);
  if (item === undefined) {
    return reject('INVALID_COMMAND', 'CHD-001', 'no such WorkItem in this Group', { parentWorkItemId });
  }
  const state = requireWorkItemState(item, ['open', 'offered', 'queued', 'active', 'blocked'], 'WORK-T15');
  if (!state.ok) return state;
  const free = requireNoLiveChild(item);
  return free.ok ? accept(item) : free;
}

/** Deadline, permissions and budget stay within the parent's (CHD-002, INV-11). */
function requireSubset(input: ChildInput, { document }: WorkItemRecord): Result<undefined, Rejection> {
  const { payload, mission } = input;
  for (const limit of [mission.document.deadline, document.contract.deadline]) {
    if (isBefore(limit, payload.deadline)) {
      return reject('INVALID_COMMAND', 'CHD-002', 'the deadline lies after that of the parent', {
        deadline: payload.deadline,
        parentDeadline: limit,
      });
    }
  }
  const excess = (payload.permissions ?? []).filter((each) => !mission.permissions.includes(each));
  if (excess.length > 0) {
    return reject('AUTH_FORBIDDEN', 'CHD-002', 'the parent Mission lacks these permissions', {
      permissions: excess,
    });
  }
  // The child's account hangs below that of its parent WorkItem (BUD-005).
  return requireReservation(input, payload.budget, document.workItemId);
}

function draftPromotion(
  input: ChildInput,
  item: WorkItemRecord,
  child: MissionDocuments,
  cooperationOverrideGrantId: string | undefined,
): Extract<Decision, { readonly ok: true }>['value'] {
  const { payload, groupId, mission, context } = input;
  const parentEventId = context.newId('event');
  const { missionId, revision } = mission.document;
  const childFailurePolicy = payload.childFailurePolicy ?? 'block_parent_work_item';
  const promotion = promote(input, item, child.mission);
  return [
    {
      kind: 'mission.child.created',
      eventId: parentEventId,
      groupId,
      aggregateRevision: revision + 1,
      workItemId: payload.parentWorkItemId,
      conversationId: promotion.workItem.conversationId,
      payload: {
        ...promotion,
        childMissionId: payload.missionId,
        childGroupId: payload.groupId,
        childFailurePolicy,
        parentMissionId: missionId,
        parentWorkItemId: payload.parentWorkItemId,
        childMission: child.mission,
        missionRevision: revision + 1,
        ...(cooperationOverrideGrantId === undefined ? {} : { cooperationOverrideGrantId }),
      },
    },
    {
      kind: 'mission.created',
      eventId: context.newId('event'),
      groupId: payload.groupId,
      aggregateRevision: child.mission.revision,
      conversationId: child.conversation.conversationId,
      sourceEventId: parentEventId,
      payload: {
        ...child,
        ...describeNewMission(payload),
        parentEventId,
        childFailurePolicy,
        sourceEventId: parentEventId,
      },
    },
  ];
}

/**
 * The parent WorkItem, blocked and in the custody of the Parent Coordinator (OPEN-030): whoever owned it is fenced, and
 * the custodian has no right to execute, because only `queued` work starts. Its lease lasts as long as the child may.
 */
function promote(
  { world, command, mission, context }: ChildInput,
  item: WorkItemRecord,
  child: Mission,
): { readonly workItem: WorkItem; readonly ownershipLease: Lease; readonly closedLeases?: Lease[] } {
  const { now } = context;
  const { document, closedLeases } = fenceOwner(world, now, item, 'child_mission_created');
  const { requiredCapabilities } = document.contract;
  const ownershipEpoch = item.ownershipEpoch + 1;
  const ownershipLease = openLease(now, {
    leaseId: context.newId('lease'),
    leaseType: 'ownership',
    missionId: document.missionId,
    groupId: document.groupId,
    workItemId: document.workItemId,
    holderAgentId: command.actor.id,
    sessionEpoch: sessionEpochOf(world, command.actor.id),
    ownershipEpoch,
    startBy: child.deadline,
    expiresAt: child.deadline,
  });
  const workItem = advance(now, document, {
    state: 'blocked',
    owner: {
      agentId: command.actor.id,
      agentCardVersion: mission.document.coordinator.agentCardVersion,
      capabilityPins: requiredCapabilities,
      ownershipEpoch,
      ownershipLeaseId: ownershipLease.leaseId,
      acceptedAt: now.text,
    },
    selectionBasis: {
      requiredCapabilities,
      verifiedMatches: requiredCapabilities,
      authorizationEligible: false,
      availabilityEstimate: now.text,
      expectedCost: child.budget.financialLimit ?? 0,
      reliabilityEvidence: [],
      policyRulesApplied: ['child-mission-promotion'],
    },
  });
  return {
    workItem,
    ownershipLease,
    ...(closedLeases.length === 0 ? {} : { closedLeases: [...closedLeases] }),
  };
}
