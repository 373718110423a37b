// The work documents of the vectors: contracts, WorkItems and leases.
import type { Lease, WorkContract, WorkItem } from '../../../core/protocol/generated/documents.ts';
import { EXTENSIONS } from './documents-signed.ts';
import { FULL_BUDGET, PLANNING } from './documents-unsigned.ts';
import {
  asActor,
  at,
  COORDINATOR,
  GROUP,
  hashFor,
  INSPECTOR,
  MISSION,
  urn,
  WEAVER,
  WORK_ITEM,
} from './world.ts';

// Work Contract and WorkItem

export const MINIMAL_CONTRACT: WorkContract = {
  contractVersion: 1,
  goal: 'G',
  requiredDeliverables: [
    {
      deliverableId: 'plan',
      description: 'P',
      mediaType: 'application/json',
      schema: urn('schema', 'warp-plan'),
    },
  ],
  acceptanceCriteria: [{ criterionId: 'c', description: 'D', evidenceRequired: ['deterministic_test'] }],
  inputArtifacts: [],
  dependencyWorkItemIds: [],
  allowedResources: [],
  requiredCapabilities: [PLANNING],
  deadline: at('20:00:00'),
  requestedUrgency: 'normal',
  businessImpact: 'B',
  retryPolicy: { maxAttempts: 1, backoff: 'none', maxDelay: 'PT0S', retryableFailures: [] },
  budget: { computeSecondsLimit: 60 },
  sideEffectRisk: 'none',
  executionApproval: 'not_required',
};

export const MAXIMAL_CONTRACT: WorkContract = {
  ...MINIMAL_CONTRACT,
  contractVersion: 5,
  goal: 'A warp plan for one metre of sample cloth.',
  requiredDeliverables: [
    ...MINIMAL_CONTRACT.requiredDeliverables,
    {
      deliverableId: 'Swatch_1.0-b',
      description: 'A photograph of the swatch',
      mediaType: 'image/svg+xml',
      schema: 'https://schemas.loomworks.example/swatch',
    },
  ],
  inputArtifacts: [hashFor('yarn list'), hashFor('loom sheet')],
  dependencyWorkItemIds: [urn('work-item', 'yarn-list')],
  allowedResources: [
    {
      resource: urn('resource', 'loom'),
      operations: ['execute', 'read:status'],
      constraints: { hours: [8, 17] },
    },
    { resource: urn('resource', 'yarn-store'), operations: ['read'] },
  ],
  requestedUrgency: 'critical',
  businessImpact: 'The buyer waits for it.',
  retryPolicy: {
    maxAttempts: 4,
    backoff: 'exponential',
    maxDelay: 'P1DT2H30M3.5S',
    retryableFailures: ['YARN_BROKE', 'E2'],
  },
  budget: FULL_BUDGET,
  sideEffectRisk: 'destructive',
  executionApproval: 'human_required',
  constraints: { fibre: 'linen' },
  extensions: EXTENSIONS,
};

export const MINIMAL_WORK_ITEM: WorkItem = {
  workItemId: WORK_ITEM,
  missionId: MISSION,
  groupId: GROUP,
  conversationId: urn('conversation', 'warp-plan'),
  revision: 0,
  state: 'open',
  exclusive: true,
  contract: MINIMAL_CONTRACT,
  createdBy: asActor(COORDINATOR),
  createdAt: at('08:00:01'),
};

export const ACTIVE_WORK_ITEM: WorkItem = {
  ...MINIMAL_WORK_ITEM,
  state: 'active',
  owner: {
    agentId: WEAVER.id,
    agentCardVersion: 1,
    capabilityPins: [PLANNING],
    ownershipEpoch: 1,
    ownershipLeaseId: urn('lease', 'warp-plan-ownership'),
    acceptedAt: at('08:20:00'),
  },
  selectionBasis: {
    requiredCapabilities: [PLANNING],
    verifiedMatches: [PLANNING],
    authorizationEligible: true,
    availabilityEstimate: at('08:21:00'),
    expectedCost: 0,
    reliabilityEvidence: [],
    policyRulesApplied: ['first-fit'],
  },
};

export const MAXIMAL_WORK_ITEM: WorkItem = {
  ...ACTIVE_WORK_ITEM,
  revision: 21,
  state: 'verified',
  exclusive: false,
  contract: MAXIMAL_CONTRACT,
  offers: [
    {
      offerId: urn('offer', 'inspector'),
      agentId: INSPECTOR.id,
      agentCardVersion: 2,
      expiresAt: at('08:30:00'),
      status: 'declined',
      declineReason: 'capability',
    },
    {
      offerId: urn('offer', 'weaver'),
      agentId: WEAVER.id,
      agentCardVersion: 1,
      expiresAt: at('08:30:00'),
      status: 'accepted',
    },
  ],
  scheduleEstimate: {
    estimatedStart: at('08:30:00'),
    estimatedCompletion: at('10:30:00'),
    confidence: 1,
    capacityStatus: 'constrained',
    lastCalculatedAt: at('08:25:00'),
  },
  progress: {
    currentPhase: 'threading',
    completedMilestones: ['yarn chosen'],
    nextCheckpoint: 'half of the threads',
    blockers: ['a missing reed'],
    updatedCompletionEstimate: at('10:45:00'),
    evidenceIds: [urn('evidence', 'thread-count')],
  },
  submission: {
    artifactHashes: [hashFor('warp plan')],
    evidenceIds: [urn('evidence', 'thread-count')],
    submittedAt: at('10:50:00'),
  },
  authorizedBy: asActor(COORDINATOR),
  updatedAt: at('11:31:00'),
  extensions: EXTENSIONS,
};

// Lease

export const COORDINATOR_LEASE: Lease = {
  leaseId: urn('lease', 'coordinator'),
  leaseType: 'coordinator',
  missionId: MISSION,
  groupId: GROUP,
  holderAgentId: COORDINATOR.id,
  sessionEpoch: 1,
  coordinatorEpoch: 1,
  issuedAt: at('07:30:00'),
  startsAt: at('07:30:00'),
  expiresAt: at('08:30:00'),
  state: 'active',
  renewalCount: 0,
};

export const EXECUTION_LEASE: Lease = {
  leaseId: urn('lease', 'warp-plan-execution'),
  leaseType: 'execution',
  missionId: MISSION,
  groupId: GROUP,
  workItemId: WORK_ITEM,
  holderAgentId: WEAVER.id,
  sessionEpoch: 1,
  ownershipEpoch: 1,
  issuedAt: at('08:30:00'),
  startsAt: at('08:30:00'),
  expiresAt: at('09:30:00'),
  state: 'active',
  renewalCount: 0,
};

export const OWNERSHIP_LEASE: Lease = {
  leaseId: urn('lease', 'warp-plan-ownership'),
  leaseType: 'ownership',
  missionId: MISSION,
  groupId: GROUP,
  workItemId: WORK_ITEM,
  holderAgentId: WEAVER.id,
  sessionEpoch: 1,
  coordinatorEpoch: 1,
  ownershipEpoch: 1,
  startBy: at('08:40:00'),
  issuedAt: at('08:20:00'),
  startsAt: at('08:20:00'),
  expiresAt: at('09:20:00'),
  graceExpiresAt: at('09:25:00'),
  state: 'released',
  renewalCount: 2,
  lastRenewedAt: at('09:00:00'),
  closedAt: at('09:10:00'),
  closureReason: 'handed over',
};
