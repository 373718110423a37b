// The unsigned documents of the vectors: of every schema the variants that its conditional rules tell apart.
import type {
  Budget1,
  Conversation,
  DelegationGrant,
  FirstAdmissionRecord,
  Group,
  Membership,
  Message,
  Mission,
  PresenceRecord,
  ProtocolError,
} from '../../../core/protocol/generated/documents.ts';
import { EXTENSIONS } from './documents-signed.ts';
import {
  ADMISSION_SERVICE,
  asActor,
  at,
  CONVERSATION,
  COORDINATOR,
  GROUP,
  hashFor,
  INSPECTOR,
  MISSION,
  MISSION_OWNER,
  ORGANIZATION,
  PARENT_MISSION,
  urn,
  WEAVER,
  WORK_ITEM,
} from './world.ts';

export const PLANNING = { id: 'weaving.warp-planning', version: '1.0.0' };

export const FULL_BUDGET: Required<Budget1> = {
  currency: 'EUR',
  financialLimit: 12.5,
  modelTokenLimit: 9_007_199_254_740_991,
  toolCallLimit: 0,
  computeSecondsLimit: 3600,
  wallClockSecondsLimit: 7200,
  externalSideEffectLimit: 1,
};

// Mission

export const MINIMAL_MISSION: Mission = {
  missionId: MISSION,
  groupId: GROUP,
  revision: 0,
  objective: 'O',
  definitionOfDone: [{ criterionId: 'c', description: 'D', evidenceRequired: ['human_review'] }],
  missionOwner: asActor(MISSION_OWNER),
  coordinator: {
    agentId: COORDINATOR.id,
    agentCardVersion: 1,
    coordinatorEpoch: 1,
    leaseId: urn('lease', 'coordinator'),
  },
  state: 'active',
  budget: { toolCallLimit: 0 },
  deadline: at('23:00:00'),
  approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: false },
  createdAt: at('07:30:00'),
};

export const MAXIMAL_MISSION: Mission = {
  ...MINIMAL_MISSION,
  revision: 17,
  objective: 'Weave one metre of sample cloth that the mission owner accepts.',
  definitionOfDone: [
    ...MINIMAL_MISSION.definitionOfDone,
    {
      criterionId: '9.Thread_count-ok',
      description: 'One hundred and twenty threads',
      evidenceRequired: [
        'artifact_integrity',
        'schema_validation',
        'deterministic_test',
        'business_rule',
        'reviewer_assessment',
        'human_review',
        'policy_check',
      ],
    },
  ],
  state: 'awaiting_approval',
  budget: FULL_BUDGET,
  approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true, policyVersion: '2.0.0' },
  followUpToMissionId: urn('mission', 'yarn-samples'),
  pinnedProfiles: [
    { profileUri: urn('profile', 'thread-count'), majorVersion: 0 },
    { profileUri: urn('profile', 'selvage'), majorVersion: 3 },
  ],
  extensions: EXTENSIONS,
};

export const CHILD_MISSION: Mission = {
  ...MINIMAL_MISSION,
  missionOwner: asActor(COORDINATOR),
  approvalPolicy: { finalHumanApproval: false, highRiskExecutionApproval: true },
  parent: { missionId: PARENT_MISSION, workItemId: urn('work-item', 'sample-cloth'), depth: 1 },
};

// Group

export const MINIMAL_GROUP: Group = {
  groupId: GROUP,
  missionId: MISSION,
  state: 'active',
  mainConversationId: CONVERSATION,
  createdAt: at('07:30:00'),
};

export const MAXIMAL_GROUP: Group = {
  ...MINIMAL_GROUP,
  state: 'archived',
  archivedAt: at('18:00:00'),
  archiveSnapshotId: urn('snapshot', 'final'),
  extensions: EXTENSIONS,
};

// Membership

export const MINIMAL_MEMBERSHIP: Membership = {
  membershipId: urn('membership', 'weaver'),
  missionId: MISSION,
  groupId: GROUP,
  member: asActor(WEAVER),
  role: 'worker',
  state: 'active',
  membershipEpoch: 1,
  scopes: ['work:accept'],
  visibilityStartSequence: 0,
  grantedAt: at('07:45:00'),
  activatedAt: at('07:46:00'),
};

const GRANT: DelegationGrant = {
  grantId: urn('grant', 'split-warp'),
  granteeAgentId: WEAVER.id,
  missionId: MISSION,
  groupId: GROUP,
  targetWorkItemId: WORK_ITEM,
  allowedCapabilities: [PLANNING],
  budget: FULL_BUDGET,
  maxDescendantDepth: 0,
  granteeMembershipEpoch: 1,
  coordinatorEpoch: 1,
  grantedBy: COORDINATOR,
  grantedAt: at('09:00:00'),
  expiresAt: at('21:00:00'),
};

export const MAXIMAL_MEMBERSHIP: Membership = {
  ...MINIMAL_MEMBERSHIP,
  role: 'work_delegate',
  state: 'ended',
  scopes: ['work:accept', 'a', 'message.post_any-where'],
  delegationGrants: [GRANT, { ...GRANT, grantId: urn('grant', 'split-weft'), maxDescendantDepth: 2 }],
  contextPackageId: urn('context-package', 'first'),
  provisionalExpiresAt: at('08:45:00'),
  endedAt: at('16:00:00'),
  extensions: EXTENSIONS,
};

export const PROVISIONAL_MEMBERSHIP: Membership = {
  membershipId: urn('membership', 'inspector'),
  missionId: MISSION,
  groupId: GROUP,
  member: asActor(INSPECTOR),
  role: 'reviewer',
  state: 'provisional',
  membershipEpoch: 2,
  scopes: ['review:read'],
  visibilityStartSequence: 12,
  contextPackageId: urn('context-package', 'first'),
  provisionalExpiresAt: at('09:45:00'),
  grantedAt: at('08:45:00'),
};

// Conversation

export const MINIMAL_CONVERSATION: Conversation = {
  conversationId: CONVERSATION,
  missionId: MISSION,
  groupId: GROUP,
  type: 'group',
  title: 'T',
  access: { mode: 'group' },
  createdBy: asActor(COORDINATOR),
  createdAt: at('07:30:00'),
  state: 'active',
  revision: 0,
};

export const MAXIMAL_CONVERSATION: Conversation = {
  ...MINIMAL_CONVERSATION,
  conversationId: urn('conversation', 'warp-plan'),
  type: 'work_item',
  primaryWorkItemId: WORK_ITEM,
  title: 'The warp plan',
  access: { mode: 'restricted', members: [asActor(COORDINATOR), asActor(WEAVER), asActor(MISSION_OWNER)] },
  state: 'closed',
  revision: 4,
  extensions: EXTENSIONS,
};

export const RESTRICTED_CONVERSATION: Conversation = {
  ...MINIMAL_CONVERSATION,
  conversationId: urn('conversation', 'prices'),
  type: 'restricted',
  access: { mode: 'restricted', members: [asActor(MISSION_OWNER)] },
};

// Message

export const MINIMAL_MESSAGE: Message = {
  messageId: urn('message', 'hello'),
  missionId: MISSION,
  groupId: GROUP,
  conversationId: CONVERSATION,
  author: asActor(WEAVER),
  kind: 'message',
  authority: false,
  content: [{ type: 'text', text: 'H' }],
  committedAt: at('08:10:00'),
};

export const MAXIMAL_MESSAGE: Message = {
  ...MINIMAL_MESSAGE,
  messageId: urn('message', 'correction'),
  kind: 'correction',
  targetMessageId: urn('message', 'hello'),
  content: [
    { type: 'text', text: 'One hundred and twenty threads.' },
    { type: 'artifact_ref', artifactHash: hashFor('warp plan') },
    { type: 'data_ref', schema: urn('schema', 'thread-count'), data: null },
    { type: 'data_ref', schema: urn('schema', 'thread-count'), data: { threads: [120] } },
  ],
  mentions: [asActor(COORDINATOR), asActor(MISSION_OWNER)],
  references: [WORK_ITEM, urn('message', 'hello')],
  reason: 'the first count was wrong',
  extensions: EXTENSIONS,
};

// Presence Record, Error, First-Admission Record

export const MINIMAL_PRESENCE: PresenceRecord = {
  agentId: WEAVER.id,
  sessionEpoch: 1,
  status: 'offline',
  capacity: { maxSlots: 1, activeSlots: 0, availableSlots: 0, queuedItems: 0 },
  capabilityAvailability: [],
  lastHeartbeat: at('08:00:00'),
  expiresAt: at('08:01:00'),
};

export const MAXIMAL_PRESENCE: PresenceRecord = {
  ...MINIMAL_PRESENCE,
  sessionEpoch: 9_007_199_254_740_991,
  status: 'draining',
  capacity: { maxSlots: 4, activeSlots: 3, availableSlots: 1, queuedItems: 9 },
  capabilityAvailability: [
    { capability: PLANNING, status: 'available' },
    { capability: { id: 'weaving.thread.count', version: '2.0.0' }, status: 'degraded' },
  ],
  estimatedResponseMs: 0,
};

export const MINIMAL_ERROR: ProtocolError = {
  code: 'AUTH_REQUIRED',
  message: 'M',
  retryable: false,
  occurredAt: at('08:00:00'),
};

export const MAXIMAL_ERROR: ProtocolError = {
  code: 'REVISION_CONFLICT',
  message: 'the WorkItem has moved on',
  retryable: true,
  fatal: false,
  relatedFrameId: urn('frame', 'seven'),
  relatedActionId: urn('action', 'accept-warp-plan'),
  groupId: GROUP,
  expectedRevision: 12,
  currentRevision: 13,
  retryAfterMs: 250,
  snapshotArtifactHash: hashFor('snapshot'),
  details: { anything: [true] },
  occurredAt: at('11:30:01'),
};

export const MINIMAL_RECORD: FirstAdmissionRecord = {
  protocolVersion: '0.1',
  admissionRecordId: urn('admission-record', 'structural'),
  organizationId: ORGANIZATION,
  documentKind: 'command',
  signingHash: hashFor('some signing bytes'),
  keyId: urn('key', 'coordinator'),
  principal: asActor(COORDINATOR),
  trustedAcceptedAt: at('08:00:05'),
  acceptedBy: ADMISSION_SERVICE,
};

/** No optional member exists; this one has the longest and oddest spellings that are still allowed. */
export const MAXIMAL_RECORD: FirstAdmissionRecord = {
  ...MINIMAL_RECORD,
  admissionRecordId: `x:${'a'.repeat(510)}`,
  documentKind: 'group-snapshot',
  principal: { type: 'service', id: 'https://[2001:db8::1]/archive?q=%E2%82%AC#f' },
  trustedAcceptedAt: '2027-03-01t09:00:05.00000000000000000001+23:59',
  keyId: 'k:',
};
