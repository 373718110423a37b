// Valid payloads of the Events on Missions (EVT-006 for CMD-101 to CMD-110).
import type {
  MissionApprovedPayload,
  MissionCancelledPayload,
  MissionChangesRequestedPayload,
  MissionChildCreatedPayload,
  MissionCoordinatorAssignedPayload,
  MissionCoordinatorRenewedPayload,
  MissionCreatedPayload,
  MissionFollowUpCreatedPayload,
  MissionSubmittedForApprovalPayload,
  MissionTerminatedPayload,
} from '../../../core/protocol/generated/documents.ts';
import type { ExamplePair } from './example-pair.ts';
import {
  CHANGE_REQUEST,
  CHILD_APPROVAL,
  FINAL_APPROVAL,
  ROOT_APPROVAL_OF_CHILD,
} from './sample-decisions.ts';
import {
  CHILD_GROUP_ID,
  CHILD_MISSION_ID,
  COORDINATOR,
  FOLLOW_UP_GROUP_ID,
  FOLLOW_UP_MISSION_ID,
  MISSION_ID,
  OVERRIDE_GRANT_ID,
  PARENT_WORK_ITEM_ID,
  REPORT_HASH,
  SECOND_COORDINATOR,
  SOURCE_EVENT_ID,
  TABLE_HASH,
} from './sample-ground.ts';
import {
  OWNERSHIP_LEASE,
  RELEASED_EXECUTION_LEASE,
  REVOKED_OWNERSHIP_LEASE,
  WORK_ITEM_PROMOTED,
} from './sample-work.ts';
import {
  CHILD_MISSION,
  CLOSED_COORDINATOR_LEASE,
  COORDINATOR_LEASE,
  COORDINATOR_MEMBERSHIP,
  FOLLOW_UP_MISSION,
  GROUP,
  MAIN_CONVERSATION,
  MISSION,
  MISSION_APPROVED,
  MISSION_AWAITING_APPROVAL,
  MISSION_CANCELLED,
  MISSION_FAILED,
  MISSION_REASSIGNED,
  MISSION_REOPENED,
  OWNER_MEMBERSHIP,
  RENEWED_COORDINATOR_LEASE,
  SECOND_COORDINATOR_LEASE,
} from './samples.ts';

const BEGUN = {
  group: GROUP,
  conversation: MAIN_CONVERSATION,
  memberships: [OWNER_MEMBERSHIP, COORDINATOR_MEMBERSHIP],
  lease: COORDINATOR_LEASE,
};

const BEGUN_FOLLOW_UP = {
  ...BEGUN,
  group: { ...GROUP, groupId: FOLLOW_UP_GROUP_ID, missionId: FOLLOW_UP_MISSION_ID },
  followUpToMissionId: MISSION_ID,
};

const NAMED = { title: 'Supplier audit', permissions: ['payment.prepare', 'external.send'] };

const CLOSED_WORK_LEASES = [RELEASED_EXECUTION_LEASE, REVOKED_OWNERSHIP_LEASE];

/** What the end of a Mission tells beside the Mission itself. */
const ENDING = {
  missionId: MISSION_ID,
  lease: CLOSED_COORDINATOR_LEASE,
  closedLeases: CLOSED_WORK_LEASES,
  missionRevision: 5,
  sourceEventId: SOURCE_EVENT_ID,
};

export const MISSION_EVENTS = {
  'mission.created': {
    minimal: { mission: MISSION, ...BEGUN },
    maximal: {
      mission: CHILD_MISSION,
      ...BEGUN,
      ...NAMED,
      parentEventId: SOURCE_EVENT_ID,
      childFailurePolicy: 'block_parent_work_item',
      sourceEventId: SOURCE_EVENT_ID,
    },
  } satisfies ExamplePair<MissionCreatedPayload>,

  'mission.follow_up.created': {
    minimal: { mission: FOLLOW_UP_MISSION, ...BEGUN_FOLLOW_UP },
    maximal: { mission: FOLLOW_UP_MISSION, ...BEGUN_FOLLOW_UP, ...NAMED },
  } satisfies ExamplePair<MissionFollowUpCreatedPayload>,

  'mission.child.created': {
    minimal: {
      workItem: WORK_ITEM_PROMOTED,
      childMissionId: CHILD_MISSION_ID,
      childGroupId: CHILD_GROUP_ID,
      childFailurePolicy: 'block_parent_work_item',
    },
    maximal: {
      workItem: WORK_ITEM_PROMOTED,
      childMissionId: CHILD_MISSION_ID,
      childGroupId: CHILD_GROUP_ID,
      childFailurePolicy: 'fail_parent_mission',
      parentMissionId: MISSION_ID,
      parentWorkItemId: PARENT_WORK_ITEM_ID,
      childMission: CHILD_MISSION,
      ownershipLease: { ...OWNERSHIP_LEASE, holderAgentId: COORDINATOR.id },
      closedLeases: CLOSED_WORK_LEASES,
      missionRevision: 6,
      cooperationOverrideGrantId: OVERRIDE_GRANT_ID,
      sourceEventId: SOURCE_EVENT_ID,
    },
  } satisfies ExamplePair<MissionChildCreatedPayload>,

  'mission.coordinator.assigned': {
    minimal: {
      mission: MISSION_REASSIGNED,
      lease: SECOND_COORDINATOR_LEASE,
      previousCoordinatorAgentId: COORDINATOR.id,
    },
    maximal: {
      mission: MISSION_REASSIGNED,
      lease: SECOND_COORDINATOR_LEASE,
      previousCoordinatorAgentId: COORDINATOR.id,
      previousLease: CLOSED_COORDINATOR_LEASE,
      coordinatorAgentId: SECOND_COORDINATOR.id,
      coordinatorEpoch: MISSION_REASSIGNED.coordinator.coordinatorEpoch,
      leaseExpiresAt: SECOND_COORDINATOR_LEASE.expiresAt,
      sourceEventId: SOURCE_EVENT_ID,
    },
  } satisfies ExamplePair<MissionCoordinatorAssignedPayload>,

  'mission.coordinator.renewed': {
    minimal: { lease: RENEWED_COORDINATOR_LEASE },
    maximal: {
      lease: RENEWED_COORDINATOR_LEASE,
      mission: MISSION,
      coordinatorEpoch: MISSION.coordinator.coordinatorEpoch,
      leaseExpiresAt: RENEWED_COORDINATOR_LEASE.expiresAt,
    },
  } satisfies ExamplePair<MissionCoordinatorRenewedPayload>,

  'mission.submitted_for_approval': {
    minimal: { mission: MISSION_AWAITING_APPROVAL, missionRevision: 7, artifactHashes: [REPORT_HASH] },
    maximal: {
      mission: MISSION_AWAITING_APPROVAL,
      missionId: MISSION_ID,
      missionRevision: 7,
      artifactHashes: [REPORT_HASH, TABLE_HASH],
      summary: 'All 41 suppliers were audited.',
    },
  } satisfies ExamplePair<MissionSubmittedForApprovalPayload>,

  'mission.approved': {
    minimal: { mission: MISSION_APPROVED, approval: FINAL_APPROVAL },
    maximal: {
      ...ENDING,
      mission: { ...CHILD_MISSION, state: 'approved' },
      missionId: CHILD_MISSION_ID,
      approval: CHILD_APPROVAL,
      rootApproval: ROOT_APPROVAL_OF_CHILD,
    },
  } satisfies ExamplePair<MissionApprovedPayload>,

  'mission.changes_requested': {
    minimal: { mission: MISSION_REOPENED, approval: CHANGE_REQUEST },
    maximal: {
      mission: MISSION_REOPENED,
      missionId: MISSION_ID,
      approval: CHANGE_REQUEST,
      feedback: CHANGE_REQUEST.comments,
      missionRevision: 8,
    },
  } satisfies ExamplePair<MissionChangesRequestedPayload>,

  'mission.cancelled': {
    minimal: { mission: MISSION_CANCELLED, reason: 'The audit is no longer needed.' },
    maximal: { ...ENDING, mission: MISSION_CANCELLED, reason: 'The audit is no longer needed.' },
  } satisfies ExamplePair<MissionCancelledPayload>,

  'mission.terminated': {
    minimal: { mission: MISSION_FAILED, reason: 'The document store is lost.' },
    maximal: {
      ...ENDING,
      mission: MISSION_FAILED,
      reason: 'The child Mission failed.',
      childMissionId: CHILD_MISSION_ID,
    },
  } satisfies ExamplePair<MissionTerminatedPayload>,
};
