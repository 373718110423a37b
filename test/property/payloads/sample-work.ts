// Valid sample documents of the work itself: contracts, WorkItems in every state, proposals and Leases.
import type {
  Checkpoint,
  Lease,
  ScheduleEstimate,
  SelectionBasis,
  WorkContract,
  WorkItem,
  WorkOffer,
  WorkOwner,
  WorkProgress,
  WorkProposal,
} from '../../../core/protocol/generated/documents.ts';
import {
  AGENT_CARD_VERSION,
  at,
  BLOCKED_LEASE_ID,
  COORDINATOR,
  DEPENDENCY_ID,
  EXECUTION_LEASE_ID,
  EXTENSIONS,
  EXTRACTION,
  GROUP_ID,
  MISSION_ID,
  OFFER_ID,
  OWNERSHIP_EPOCH,
  OWNERSHIP_LEASE_ID,
  PARENT_WORK_ITEM_ID,
  PROPOSAL_ID,
  REPORT_HASH,
  RESEARCH,
  SECOND_OFFER_ID,
  SECOND_WORKER,
  SUPPLIER_LIST_HASH,
  TABLE_HASH,
  urn,
  WORK_CONVERSATION_ID,
  WORK_ITEM_ID,
  WORKER,
} from './sample-ground.ts';

/** A Work Contract with nothing optional. */
export const CONTRACT: WorkContract = {
  contractVersion: 1,
  goal: 'Collect the certificates of all suppliers.',
  requiredDeliverables: [
    {
      deliverableId: 'report',
      description: 'One row for each supplier.',
      mediaType: 'text/csv',
      schema: urn('schema', 'certificate-report'),
    },
  ],
  acceptanceCriteria: [
    {
      criterionId: 'complete',
      description: 'No supplier is missing.',
      evidenceRequired: ['deterministic_test'],
    },
  ],
  inputArtifacts: [SUPPLIER_LIST_HASH],
  dependencyWorkItemIds: [DEPENDENCY_ID],
  allowedResources: [{ resource: urn('resource', 'document-store'), operations: ['read'] }],
  requiredCapabilities: [RESEARCH],
  deadline: at('15:00'),
  requestedUrgency: 'normal',
  businessImpact: 'Without certificates the audit cannot be signed.',
  retryPolicy: {
    maxAttempts: 3,
    backoff: 'exponential',
    maxDelay: 'PT5M',
    retryableFailures: ['STORE_UNAVAILABLE'],
  },
  budget: { modelTokenLimit: 200_000, toolCallLimit: 50 },
  sideEffectRisk: 'none',
  executionApproval: 'not_required',
};

/** The next version of the contract, with everything a contract can hold. */
export const REVISED_CONTRACT: WorkContract = {
  ...CONTRACT,
  contractVersion: 2,
  allowedResources: [
    {
      resource: urn('resource', 'document-store'),
      operations: ['read', 'execute'],
      constraints: { folders: ['certificates'] },
    },
  ],
  sideEffectRisk: 'high_risk',
  executionApproval: 'human_required',
  constraints: { languages: ['de', 'en'] },
  extensions: EXTENSIONS,
};

export const OFFERS: WorkOffer[] = [
  {
    offerId: OFFER_ID,
    agentId: WORKER.id,
    agentCardVersion: AGENT_CARD_VERSION,
    expiresAt: at('09:17'),
    status: 'pending',
  },
  {
    offerId: SECOND_OFFER_ID,
    agentId: SECOND_WORKER.id,
    agentCardVersion: 1,
    expiresAt: at('09:17'),
    status: 'declined',
    declineReason: 'capacity',
  },
];

export const OWNER: WorkOwner = {
  agentId: WORKER.id,
  agentCardVersion: AGENT_CARD_VERSION,
  capabilityPins: [RESEARCH],
  ownershipEpoch: OWNERSHIP_EPOCH,
  ownershipLeaseId: OWNERSHIP_LEASE_ID,
  acceptedAt: at('09:15'),
};

export const SELECTION_BASIS: SelectionBasis = {
  requiredCapabilities: [RESEARCH],
  verifiedMatches: [RESEARCH, EXTRACTION],
  authorizationEligible: true,
  availabilityEstimate: at('09:15'),
  expectedCost: 1.25,
  reliabilityEvidence: [urn('evidence', 'capability-review')],
  policyRulesApplied: ['best-ranked-first'],
};

export const SCHEDULE_ESTIMATE: ScheduleEstimate = {
  estimatedStart: at('09:20'),
  estimatedCompletion: at('11:00'),
  confidence: 0.8,
  capacityStatus: 'available',
  lastCalculatedAt: at('09:15'),
};

export const PROGRESS: WorkProgress = {
  currentPhase: 'collecting',
  completedMilestones: ['supplier list read'],
  nextCheckpoint: 'half of the suppliers',
  blockers: ['one store folder is locked'],
  updatedCompletionEstimate: at('11:30'),
  evidenceIds: [urn('evidence', 'row-count')],
};

export const CHECKPOINT: Checkpoint = {
  phase: 'collecting',
  completedMilestones: ['supplier list read'],
  nextStep: 'Continue with supplier 18.',
  stateArtifactHash: TABLE_HASH,
};

/** A WorkItem with nothing optional. */
export const WORK_ITEM_OPEN: WorkItem = {
  workItemId: WORK_ITEM_ID,
  missionId: MISSION_ID,
  groupId: GROUP_ID,
  conversationId: WORK_CONVERSATION_ID,
  revision: 1,
  state: 'open',
  exclusive: true,
  contract: CONTRACT,
  createdBy: COORDINATOR,
  createdAt: at('09:10'),
};

export const WORK_ITEM_OFFERED: WorkItem = {
  ...WORK_ITEM_OPEN,
  revision: 2,
  state: 'offered',
  offers: OFFERS,
  selectionBasis: SELECTION_BASIS,
  authorizedBy: COORDINATOR,
  updatedAt: at('09:12'),
};

export const WORK_ITEM_QUEUED: WorkItem = {
  ...WORK_ITEM_OPEN,
  revision: 3,
  state: 'queued',
  owner: OWNER,
  selectionBasis: SELECTION_BASIS,
  scheduleEstimate: SCHEDULE_ESTIMATE,
};

export const WORK_ITEM_ACTIVE: WorkItem = { ...WORK_ITEM_QUEUED, revision: 4, state: 'active' };

/** Active work with everything that work without a submission can hold. */
export const WORK_ITEM_PROGRESSED: WorkItem = {
  ...WORK_ITEM_OFFERED,
  ...WORK_ITEM_ACTIVE,
  revision: 5,
  contract: REVISED_CONTRACT,
  progress: PROGRESS,
  extensions: EXTENSIONS,
};

export const WORK_ITEM_BLOCKED: WorkItem = { ...WORK_ITEM_QUEUED, revision: 5, state: 'blocked' };

export const WORK_ITEM_SUBMITTED: WorkItem = {
  ...WORK_ITEM_QUEUED,
  revision: 5,
  state: 'submitted',
  submission: {
    artifactHashes: [REPORT_HASH],
    evidenceIds: [urn('evidence', 'row-count')],
    submittedAt: at('09:27'),
  },
};

export const WORK_ITEM_VERIFIED: WorkItem = { ...WORK_ITEM_SUBMITTED, revision: 6, state: 'verified' };
export const WORK_ITEM_FAILED: WorkItem = { ...WORK_ITEM_OPEN, revision: 5, state: 'failed' };
export const WORK_ITEM_CANCELLED: WorkItem = { ...WORK_ITEM_OPEN, revision: 5, state: 'cancelled' };

/** A WorkItem that waits for its child Mission, with the Parent Coordinator as custodian (OPEN-030). */
export const WORK_ITEM_PROMOTED: WorkItem = {
  ...WORK_ITEM_BLOCKED,
  workItemId: PARENT_WORK_ITEM_ID,
  owner: { ...OWNER, agentId: COORDINATOR.id, ownershipEpoch: OWNERSHIP_EPOCH + 1 },
  selectionBasis: { ...SELECTION_BASIS, policyRulesApplied: ['child-mission-promotion'] },
};

export const PROPOSAL: WorkProposal = {
  proposalId: PROPOSAL_ID,
  missionId: MISSION_ID,
  groupId: GROUP_ID,
  proposedBy: WORKER,
  contract: CONTRACT,
  state: 'open',
  createdAt: at('09:09'),
};

/** A proposal with everything it can hold. */
export const AUTHORIZED_PROPOSAL: WorkProposal = {
  ...PROPOSAL,
  contract: REVISED_CONTRACT,
  parentWorkItemId: PARENT_WORK_ITEM_ID,
  state: 'authorized',
  workItemId: WORK_ITEM_ID,
};

export const OWNERSHIP_LEASE: Lease = {
  leaseId: OWNERSHIP_LEASE_ID,
  leaseType: 'ownership',
  missionId: MISSION_ID,
  groupId: GROUP_ID,
  workItemId: WORK_ITEM_ID,
  holderAgentId: WORKER.id,
  sessionEpoch: 2,
  ownershipEpoch: OWNERSHIP_EPOCH,
  startBy: at('09:30'),
  issuedAt: at('09:15'),
  startsAt: at('09:15'),
  expiresAt: at('09:30'),
  state: 'active',
  renewalCount: 0,
};

export const REVOKED_OWNERSHIP_LEASE: Lease = {
  ...OWNERSHIP_LEASE,
  state: 'revoked',
  closedAt: at('09:29'),
  closureReason: 'owner_fenced',
};

export const EXECUTION_LEASE: Lease = {
  leaseId: EXECUTION_LEASE_ID,
  leaseType: 'execution',
  missionId: MISSION_ID,
  groupId: GROUP_ID,
  workItemId: WORK_ITEM_ID,
  holderAgentId: WORKER.id,
  sessionEpoch: 2,
  ownershipEpoch: OWNERSHIP_EPOCH,
  issuedAt: at('09:20'),
  startsAt: at('09:20'),
  expiresAt: at('09:25'),
  state: 'active',
  renewalCount: 0,
};

export const RENEWED_EXECUTION_LEASE: Lease = {
  ...EXECUTION_LEASE,
  expiresAt: at('09:28'),
  renewalCount: 1,
  lastRenewedAt: at('09:23'),
};

export const RELEASED_EXECUTION_LEASE: Lease = {
  ...RENEWED_EXECUTION_LEASE,
  state: 'released',
  closedAt: at('09:26'),
  closureReason: 'work_released',
};

export const REVOKED_EXECUTION_LEASE: Lease = {
  ...RENEWED_EXECUTION_LEASE,
  state: 'revoked',
  closedAt: at('09:26'),
  closureReason: 'session_replaced',
};

export const BLOCKED_LEASE: Lease = {
  ...EXECUTION_LEASE,
  leaseId: BLOCKED_LEASE_ID,
  leaseType: 'blocked',
  issuedAt: at('09:26'),
  startsAt: at('09:26'),
  expiresAt: at('09:41'),
};
