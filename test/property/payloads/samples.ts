// Valid sample documents of Missions with their Groups, Conversations, Memberships and coordinator leases.
import type {
  AcceptanceCriterion,
  Budget,
  Conversation,
  DelegationGrant,
  DelegationGrantBudget,
  Group,
  Lease,
  Membership,
  Mission,
} from '../../../core/protocol/generated/documents.ts';
import {
  AGENT_CARD_VERSION,
  at,
  CHILD_GROUP_ID,
  CHILD_MISSION_ID,
  CONTEXT_PACKAGE_ID,
  COORDINATOR,
  COORDINATOR_EPOCH,
  COORDINATOR_LEASE_ID,
  DELEGATE,
  DELEGATION_GRANT_ID,
  EXTENSIONS,
  FOLLOW_UP_GROUP_ID,
  FOLLOW_UP_MISSION_ID,
  GROUP_ID,
  MAIN_CONVERSATION_ID,
  MISSION_ID,
  MISSION_OWNER,
  PARENT_WORK_ITEM_ID,
  RESEARCH,
  SECOND_COORDINATOR,
  SNAPSHOT_ID,
  urn,
  WORK_CONVERSATION_ID,
  WORK_ITEM_ID,
  WORKER,
} from './sample-ground.ts';

export const DEFINITION_OF_DONE: AcceptanceCriterion[] = [
  {
    criterionId: 'every-supplier-covered',
    description: 'The report names a valid certificate or a finding for every supplier.',
    evidenceRequired: ['deterministic_test', 'human_review'],
  },
];

/** A Budget with every member. */
export const BUDGET: Budget = {
  currency: 'EUR',
  financialLimit: 250.5,
  modelTokenLimit: 2_000_000,
  toolCallLimit: 500,
  computeSecondsLimit: 7_200,
  wallClockSecondsLimit: 28_800,
  externalSideEffectLimit: 3,
};

/** A root Mission with nothing optional. */
export const MISSION: Mission = {
  missionId: MISSION_ID,
  groupId: GROUP_ID,
  revision: 1,
  objective: 'Audit the certificates of all current suppliers.',
  definitionOfDone: DEFINITION_OF_DONE,
  missionOwner: MISSION_OWNER,
  coordinator: {
    agentId: COORDINATOR.id,
    agentCardVersion: AGENT_CARD_VERSION,
    coordinatorEpoch: COORDINATOR_EPOCH,
    leaseId: COORDINATOR_LEASE_ID,
  },
  state: 'active',
  budget: { modelTokenLimit: 2_000_000 },
  deadline: at('18:00'),
  approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
  createdAt: at('09:00'),
};

/** The same Mission later on. */
export const MISSION_AWAITING_APPROVAL: Mission = { ...MISSION, revision: 7, state: 'awaiting_approval' };
export const MISSION_APPROVED: Mission = { ...MISSION_AWAITING_APPROVAL, state: 'approved' };
export const MISSION_REOPENED: Mission = { ...MISSION, revision: 8 };
export const MISSION_CANCELLED: Mission = { ...MISSION, revision: 5, state: 'cancelled' };
export const MISSION_FAILED: Mission = { ...MISSION, revision: 5, state: 'failed' };

/** The Mission under its second Coordinator. */
export const MISSION_REASSIGNED: Mission = {
  ...MISSION,
  coordinator: {
    agentId: SECOND_COORDINATOR.id,
    agentCardVersion: 1,
    coordinatorEpoch: COORDINATOR_EPOCH + 1,
    leaseId: urn('lease', 'coordinator-2'),
  },
};

/** A follow-up Mission with everything a Mission without a parent can hold. */
export const FOLLOW_UP_MISSION: Mission = {
  ...MISSION,
  missionId: FOLLOW_UP_MISSION_ID,
  groupId: FOLLOW_UP_GROUP_ID,
  budget: BUDGET,
  approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: false, policyVersion: '2.1.0' },
  followUpToMissionId: MISSION_ID,
  pinnedProfiles: [{ profileUri: urn('profile', 'offer-decline'), majorVersion: 1 }],
  extensions: EXTENSIONS,
};

/** A child Mission, owned by the Coordinator of its parent. */
export const CHILD_MISSION: Mission = {
  ...MISSION,
  missionId: CHILD_MISSION_ID,
  groupId: CHILD_GROUP_ID,
  objective: 'Check the certificates of one supplier.',
  missionOwner: COORDINATOR,
  coordinator: {
    agentId: SECOND_COORDINATOR.id,
    agentCardVersion: 1,
    coordinatorEpoch: 1,
    leaseId: urn('lease', 'child-coordinator-1'),
  },
  approvalPolicy: { finalHumanApproval: false, highRiskExecutionApproval: true },
  parent: { missionId: MISSION_ID, workItemId: PARENT_WORK_ITEM_ID, depth: 1 },
};

export const GROUP: Group = {
  groupId: GROUP_ID,
  missionId: MISSION_ID,
  state: 'active',
  mainConversationId: MAIN_CONVERSATION_ID,
  createdAt: at('09:00'),
};

export const GROUP_ARCHIVED: Group = {
  ...GROUP,
  state: 'archived',
  archivedAt: at('17:00'),
  archiveSnapshotId: SNAPSHOT_ID,
  extensions: EXTENSIONS,
};

/** The Conversation of the whole Group. */
export const MAIN_CONVERSATION: Conversation = {
  conversationId: MAIN_CONVERSATION_ID,
  missionId: MISSION_ID,
  groupId: GROUP_ID,
  type: 'group',
  title: 'Supplier audit',
  access: { mode: 'group' },
  createdBy: MISSION_OWNER,
  createdAt: at('09:00'),
  state: 'active',
  revision: 0,
};

/** The Conversation of one WorkItem, with everything a Conversation can hold. */
export const WORK_CONVERSATION: Conversation = {
  conversationId: WORK_CONVERSATION_ID,
  missionId: MISSION_ID,
  groupId: GROUP_ID,
  type: 'work_item',
  primaryWorkItemId: WORK_ITEM_ID,
  title: 'Collect the certificates of all suppliers.',
  access: { mode: 'restricted', members: [COORDINATOR, WORKER] },
  createdBy: COORDINATOR,
  createdAt: at('09:10'),
  state: 'active',
  revision: 0,
  extensions: EXTENSIONS,
};

export const OWNER_MEMBERSHIP: Membership = {
  membershipId: urn('membership', 'mission-owner'),
  missionId: MISSION_ID,
  groupId: GROUP_ID,
  member: MISSION_OWNER,
  role: 'mission_owner',
  state: 'active',
  membershipEpoch: 1,
  scopes: ['mission.inspect', 'mission.direct', 'mission.approve', 'mission.cancel'],
  visibilityStartSequence: 1,
  grantedAt: at('09:00'),
  activatedAt: at('09:00'),
};

export const COORDINATOR_MEMBERSHIP: Membership = {
  ...OWNER_MEMBERSHIP,
  membershipId: urn('membership', 'coordinator'),
  member: COORDINATOR,
  role: 'coordinator',
  scopes: ['message.post', 'work.authorize', 'work.offer', 'work.verify', 'mission.submit'],
};

/** A Worker that was invited but has accepted nothing yet. */
export const PROVISIONAL_MEMBERSHIP: Membership = {
  membershipId: urn('membership', 'worker'),
  missionId: MISSION_ID,
  groupId: GROUP_ID,
  member: WORKER,
  role: 'worker',
  state: 'provisional',
  membershipEpoch: 1,
  scopes: ['message.post', 'work.accept_offer', 'work.execute'],
  visibilityStartSequence: 12,
  contextPackageId: CONTEXT_PACKAGE_ID,
  provisionalExpiresAt: at('09:30'),
  grantedAt: at('09:11'),
};

/** All seven members of the Budget of a Grant. */
export const GRANT_BUDGET: DelegationGrantBudget = {
  currency: 'EUR',
  financialLimit: 40,
  modelTokenLimit: 300_000,
  toolCallLimit: 60,
  computeSecondsLimit: 900,
  wallClockSecondsLimit: 3_600,
  externalSideEffectLimit: 0,
};

export const DELEGATION_GRANT: DelegationGrant = {
  grantId: DELEGATION_GRANT_ID,
  granteeAgentId: DELEGATE.id,
  missionId: MISSION_ID,
  groupId: GROUP_ID,
  targetWorkItemId: PARENT_WORK_ITEM_ID,
  allowedCapabilities: [RESEARCH],
  budget: GRANT_BUDGET,
  maxDescendantDepth: 1,
  granteeMembershipEpoch: 2,
  coordinatorEpoch: COORDINATOR_EPOCH,
  grantedBy: COORDINATOR,
  grantedAt: at('09:12'),
  expiresAt: at('12:00'),
};

/** The Membership of a delegate that holds a Grant. */
export const DELEGATE_MEMBERSHIP: Membership = {
  ...OWNER_MEMBERSHIP,
  membershipId: urn('membership', 'delegate'),
  member: DELEGATE,
  role: 'work_delegate',
  membershipEpoch: 2,
  scopes: ['work.propose', 'work.delegate'],
  delegationGrants: [DELEGATION_GRANT],
};

/** A Membership with everything it can hold. */
export const ENDED_MEMBERSHIP: Membership = {
  ...DELEGATE_MEMBERSHIP,
  state: 'ended',
  membershipEpoch: 3,
  contextPackageId: CONTEXT_PACKAGE_ID,
  provisionalExpiresAt: at('09:30'),
  endedAt: at('14:00'),
  extensions: EXTENSIONS,
};

/** The coordinator lease as first granted. */
export const COORDINATOR_LEASE: Lease = {
  leaseId: COORDINATOR_LEASE_ID,
  leaseType: 'coordinator',
  missionId: MISSION_ID,
  groupId: GROUP_ID,
  holderAgentId: COORDINATOR.id,
  sessionEpoch: 3,
  coordinatorEpoch: COORDINATOR_EPOCH,
  issuedAt: at('09:00'),
  startsAt: at('09:00'),
  expiresAt: at('09:05'),
  state: 'active',
  renewalCount: 0,
};

export const RENEWED_COORDINATOR_LEASE: Lease = {
  ...COORDINATOR_LEASE,
  expiresAt: at('09:08'),
  renewalCount: 1,
  lastRenewedAt: at('09:03'),
};

export const SECOND_COORDINATOR_LEASE: Lease = {
  ...COORDINATOR_LEASE,
  leaseId: MISSION_REASSIGNED.coordinator.leaseId,
  holderAgentId: SECOND_COORDINATOR.id,
  sessionEpoch: 1,
  coordinatorEpoch: COORDINATOR_EPOCH + 1,
  issuedAt: at('09:07'),
  startsAt: at('09:07'),
  expiresAt: at('09:12'),
};

export const CLOSED_COORDINATOR_LEASE: Lease = {
  ...RENEWED_COORDINATOR_LEASE,
  graceExpiresAt: at('09:10'),
  state: 'revoked',
  closedAt: at('09:07'),
  closureReason: 'coordinator_replaced',
};
