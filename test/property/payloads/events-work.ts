// Valid payloads of the Events on WorkItems (EVT-006 for CMD-118 to CMD-129, EVT-010).
import type {
  ResourceUsageRecordedPayload,
  WorkAuthorizedPayload,
  WorkBlockedPayload,
  WorkCancelledPayload,
  WorkCheckpointedPayload,
  WorkContractRevisedPayload,
  WorkExecutionLeaseRevokedPayload,
  WorkFailedPayload,
  WorkOfferAcceptedPayload,
  WorkOfferCreatedPayload,
  WorkProgressedPayload,
  WorkProposedPayload,
  WorkResultAcceptedPayload,
  WorkStartedPayload,
  WorkSubmittedPayload,
  WorkUnblockedPayload,
} from '../../../core/protocol/generated/documents.ts';
import type { ExamplePair } from './example-pair.ts';
import { ARTIFACT, CHILD_APPROVAL, EVIDENCE, FAILURE_REPORT, REVIEW_EVIDENCE } from './sample-decisions.ts';
import {
  AGENT_CARD_VERSION,
  at,
  CHILD_MISSION_ID,
  DELEGATION_GRANT_ID,
  DEPENDENCY_ID,
  EXECUTION_LEASE_ID,
  OFFER_ID,
  OVERRIDE_GRANT_ID,
  OWNERSHIP_EPOCH,
  PARENT_WORK_ITEM_ID,
  PROPOSAL_ID,
  REPORT_HASH,
  SECOND_WORKER,
  SOURCE_EVENT_ID,
  urn,
  WORK_ITEM_ID,
  WORKER,
} from './sample-ground.ts';
import {
  AUTHORIZED_PROPOSAL,
  BLOCKED_LEASE,
  CHECKPOINT,
  EXECUTION_LEASE,
  OWNERSHIP_LEASE,
  PROPOSAL,
  RELEASED_EXECUTION_LEASE,
  RENEWED_EXECUTION_LEASE,
  REVOKED_EXECUTION_LEASE,
  REVOKED_OWNERSHIP_LEASE,
  SELECTION_BASIS,
  WORK_ITEM_ACTIVE,
  WORK_ITEM_BLOCKED,
  WORK_ITEM_CANCELLED,
  WORK_ITEM_FAILED,
  WORK_ITEM_OFFERED,
  WORK_ITEM_OPEN,
  WORK_ITEM_PROGRESSED,
  WORK_ITEM_QUEUED,
  WORK_ITEM_SUBMITTED,
  WORK_ITEM_VERIFIED,
} from './sample-work.ts';
import { MISSION, WORK_CONVERSATION } from './samples.ts';

/** Scalars that name the owner's term beside the documents. */
const TERM = {
  workItemId: WORK_ITEM_ID,
  ownershipEpoch: OWNERSHIP_EPOCH,
  executionLeaseId: EXECUTION_LEASE_ID,
  ownershipLease: OWNERSHIP_LEASE,
};

/** What every end of ownership may tell. */
const ENDED = {
  closedLeases: [RELEASED_EXECUTION_LEASE, REVOKED_OWNERSHIP_LEASE],
  missionRevision: 6,
  sourceEventId: SOURCE_EVENT_ID,
};

const EMERGENCY = {
  delegationGrantId: DELEGATION_GRANT_ID,
  overrideReason: 'The Coordinator cannot be reached.',
};

const USAGE = {
  financialMicrounits: 12_500,
  modelTokens: 4_200,
  toolCalls: 3,
  computeSeconds: 12,
  wallClockSeconds: 60,
  externalActions: 0,
};

const CHARGED = {
  workItemId: WORK_ITEM_ID,
  executionLeaseId: EXECUTION_LEASE_ID,
  ownershipEpoch: OWNERSHIP_EPOCH,
  cumulativeUsage: USAGE,
};

export const WORK_EVENTS = {
  'work.proposed': {
    minimal: { workProposal: PROPOSAL },
    maximal: {
      workProposal: { ...PROPOSAL, parentWorkItemId: PARENT_WORK_ITEM_ID },
      missionRevision: 2,
      cooperationOverrideGrantId: OVERRIDE_GRANT_ID,
    },
  } satisfies ExamplePair<WorkProposedPayload>,

  'work.authorized': {
    minimal: { workItem: WORK_ITEM_OPEN, conversation: WORK_CONVERSATION },
    maximal: {
      workItem: WORK_ITEM_OPEN,
      workItemId: WORK_ITEM_ID,
      conversation: WORK_CONVERSATION,
      workProposal: AUTHORIZED_PROPOSAL,
      proposalId: PROPOSAL_ID,
      parentWorkItemId: PARENT_WORK_ITEM_ID,
      ...EMERGENCY,
      mission: MISSION,
      missionRevision: 2,
      cooperationOverrideGrantId: OVERRIDE_GRANT_ID,
      sourceEventId: SOURCE_EVENT_ID,
    },
  } satisfies ExamplePair<WorkAuthorizedPayload>,

  'work.contract.revised': {
    minimal: { workItem: WORK_ITEM_OPEN },
    maximal: {
      workItem: WORK_ITEM_OPEN,
      workItemId: WORK_ITEM_ID,
      dependencyId: DEPENDENCY_ID,
      contractVersion: 2,
      revision: 2,
      ...EMERGENCY,
      ...ENDED,
    },
  } satisfies ExamplePair<WorkContractRevisedPayload>,

  'work.offer.created': {
    minimal: { workItem: WORK_ITEM_OFFERED },
    maximal: {
      workItem: WORK_ITEM_OFFERED,
      workItemId: WORK_ITEM_ID,
      candidateAgentIds: [WORKER.id, SECOND_WORKER.id],
      offerExpiresAt: at('09:17'),
      selectionBasis: SELECTION_BASIS,
      closedLeases: [REVOKED_OWNERSHIP_LEASE],
      ...EMERGENCY,
      sourceEventId: SOURCE_EVENT_ID,
    },
  } satisfies ExamplePair<WorkOfferCreatedPayload>,

  'work.offer.accepted': {
    minimal: { workItem: WORK_ITEM_QUEUED, lease: OWNERSHIP_LEASE },
    maximal: {
      workItem: WORK_ITEM_QUEUED,
      workItemId: WORK_ITEM_ID,
      lease: OWNERSHIP_LEASE,
      offerId: OFFER_ID,
      assigneeId: WORKER.id,
      ownershipEpoch: OWNERSHIP_EPOCH,
      ownershipLeaseExpiresAt: OWNERSHIP_LEASE.expiresAt,
      agentCardVersion: AGENT_CARD_VERSION,
      cooperationOverrideGrantId: OVERRIDE_GRANT_ID,
    },
  } satisfies ExamplePair<WorkOfferAcceptedPayload>,

  'work.started': {
    minimal: { workItem: WORK_ITEM_ACTIVE, lease: EXECUTION_LEASE },
    maximal: {
      workItem: WORK_ITEM_ACTIVE,
      lease: EXECUTION_LEASE,
      ...TERM,
      executionLeaseExpiresAt: EXECUTION_LEASE.expiresAt,
      cooperationOverrideGrantId: OVERRIDE_GRANT_ID,
    },
  } satisfies ExamplePair<WorkStartedPayload>,

  'work.progressed': {
    minimal: { workItem: WORK_ITEM_ACTIVE, lease: RENEWED_EXECUTION_LEASE },
    maximal: {
      workItem: WORK_ITEM_PROGRESSED,
      lease: RENEWED_EXECUTION_LEASE,
      ...TERM,
      executionLeaseExpiresAt: RENEWED_EXECUTION_LEASE.expiresAt,
      sourceEventId: SOURCE_EVENT_ID,
    },
  } satisfies ExamplePair<WorkProgressedPayload>,

  'work.checkpointed': {
    minimal: {
      workItem: WORK_ITEM_QUEUED,
      checkpoint: { phase: 'collecting', completedMilestones: [] },
      lease: RELEASED_EXECUTION_LEASE,
    },
    maximal: {
      workItem: WORK_ITEM_QUEUED,
      checkpoint: CHECKPOINT,
      lease: RELEASED_EXECUTION_LEASE,
      ...TERM,
      ownershipLeaseExpiresAt: OWNERSHIP_LEASE.expiresAt,
      sourceEventId: SOURCE_EVENT_ID,
    },
  } satisfies ExamplePair<WorkCheckpointedPayload>,

  'work.blocked': {
    minimal: { workItem: WORK_ITEM_BLOCKED, reason: 'The child Mission failed.' },
    maximal: {
      workItem: WORK_ITEM_BLOCKED,
      reason: 'One store folder is locked.',
      checkpoint: CHECKPOINT,
      requiredResolution: 'Unlock the folder of supplier 18.',
      lease: RELEASED_EXECUTION_LEASE,
      blockedLease: BLOCKED_LEASE,
      ...TERM,
      ownershipLeaseExpiresAt: OWNERSHIP_LEASE.expiresAt,
      childMissionId: CHILD_MISSION_ID,
      ...ENDED,
    },
  } satisfies ExamplePair<WorkBlockedPayload>,

  'work.unblocked': {
    minimal: { workItem: WORK_ITEM_OPEN },
    maximal: {
      workItem: WORK_ITEM_QUEUED,
      workItemId: WORK_ITEM_ID,
      status: 'queued',
      reason: 'The folder is open again.',
      ownershipLease: OWNERSHIP_LEASE,
      closedLeases: [
        { ...BLOCKED_LEASE, state: 'released', closedAt: at('09:31'), closureReason: 'unblocked' },
      ],
      sourceEventId: SOURCE_EVENT_ID,
    },
  } satisfies ExamplePair<WorkUnblockedPayload>,

  'work.submitted': {
    minimal: { workItem: WORK_ITEM_SUBMITTED, evidence: [EVIDENCE] },
    maximal: {
      workItem: WORK_ITEM_SUBMITTED,
      evidence: [EVIDENCE],
      artifactHashes: [REPORT_HASH],
      lease: RELEASED_EXECUTION_LEASE,
      ...TERM,
      sourceEventId: SOURCE_EVENT_ID,
    },
  } satisfies ExamplePair<WorkSubmittedPayload>,

  'work.result.accepted': {
    minimal: { workItem: WORK_ITEM_VERIFIED, evidence: [REVIEW_EVIDENCE] },
    maximal: {
      workItem: WORK_ITEM_VERIFIED,
      workItemId: WORK_ITEM_ID,
      evidence: [REVIEW_EVIDENCE],
      childMissionId: CHILD_MISSION_ID,
      childApprovalId: CHILD_APPROVAL.approvalId,
      childApproval: CHILD_APPROVAL,
      artifacts: [ARTIFACT],
      ...ENDED,
    },
  } satisfies ExamplePair<WorkResultAcceptedPayload>,

  'work.failed': {
    minimal: { workItem: WORK_ITEM_FAILED, reason: 'The Mission failed.' },
    maximal: {
      workItem: WORK_ITEM_FAILED,
      workItemId: WORK_ITEM_ID,
      reason: 'The store is gone.',
      evidence: [FAILURE_REPORT],
      childMissionId: CHILD_MISSION_ID,
      lease: REVOKED_EXECUTION_LEASE,
      ...ENDED,
    },
  } satisfies ExamplePair<WorkFailedPayload>,

  'work.cancelled': {
    minimal: { workItem: WORK_ITEM_CANCELLED },
    maximal: {
      workItem: WORK_ITEM_CANCELLED,
      workItemId: WORK_ITEM_ID,
      reason: 'The supplier list was replaced.',
      lease: REVOKED_EXECUTION_LEASE,
      ...ENDED,
    },
  } satisfies ExamplePair<WorkCancelledPayload>,

  'ext.missionweaveprotocol.core.work_execution_lease_revoked': {
    minimal: { workItem: WORK_ITEM_QUEUED, lease: REVOKED_EXECUTION_LEASE, reason: 'session_replaced' },
    maximal: {
      workItem: WORK_ITEM_QUEUED,
      workItemId: WORK_ITEM_ID,
      lease: REVOKED_EXECUTION_LEASE,
      executionLeaseId: EXECUTION_LEASE_ID,
      reason: 'session_replaced',
      status: 'queued',
      sessionEpoch: 3,
      ownershipLease: OWNERSHIP_LEASE,
      sourceEventId: SOURCE_EVENT_ID,
    },
  } satisfies ExamplePair<WorkExecutionLeaseRevokedPayload>,

  'ext.missionweaveprotocol.core.resource_usage_recorded': {
    minimal: { ...CHARGED, usageDelta: { modelTokens: 1 }, remainingBudget: {} },
    maximal: {
      ...CHARGED,
      usageDelta: USAGE,
      remainingBudget: USAGE,
      offlineReconciliation: {
        disconnectedAt: at('09:21'),
        bufferedAt: at('09:22'),
        graceDeadline: at('09:25'),
        executionSessionEpoch: 2,
        reconciliationSessionEpoch: 3,
        reconciledAt: at('09:24'),
        progressActionId: urn('action', 'buffered-checkpoint'),
      },
      sourceEventId: SOURCE_EVENT_ID,
    },
  } satisfies ExamplePair<ResourceUsageRecordedPayload>,
};
