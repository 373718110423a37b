// Sections 2.11 to 2.15: Work Contract, WorkItem, Artifact, Evidence and Lease.

import {
  acceptanceCriterion,
  actor,
  budget,
  capabilityRef,
  classification,
  drop,
  duration,
  evidenceKinds,
  extensions,
  hasAll,
  hashSet,
  hasNone,
  idSet,
  inTurn,
  isIn,
  localIdentifier,
  mediaType,
  need,
  resourceGrant,
  sha256,
  signature,
  words,
} from './catalogue-common.ts';
import { has } from './json.ts';
import type { JsonObject } from './json.ts';
import {
  anyOf,
  arr,
  bool,
  id,
  num,
  obj,
  oneOf,
  openObject,
  optional,
  posInt,
  required,
  safeInt,
  str,
  timestamp,
  uri,
} from './model.ts';
import type { ObjectNode } from './model.ts';
import { failureCode, nonBlank } from './patterns.ts';

/** 2.11. */
export const workContract: ObjectNode = obj('Work Contract', {
  contractVersion: required(posInt),
  goal: required(words(10000)),
  requiredDeliverables: required(
    arr(
      obj('requiredDeliverable', {
        deliverableId: required(localIdentifier),
        description: required(words(4000)),
        mediaType: required(mediaType),
        schema: required(uri),
      }),
      { min: 1 },
    ),
  ),
  acceptanceCriteria: required(arr(acceptanceCriterion, { min: 1 })),
  inputArtifacts: required(hashSet()),
  dependencyWorkItemIds: required(idSet()),
  allowedResources: required(arr(resourceGrant)),
  requiredCapabilities: required(arr(capabilityRef, { min: 1 })),
  deadline: required(timestamp),
  requestedUrgency: required(oneOf('routine', 'normal', 'high', 'critical')),
  businessImpact: required(words(4000)),
  retryPolicy: required(
    obj('retryPolicy', {
      maxAttempts: required(posInt),
      backoff: required(oneOf('none', 'fixed', 'exponential')),
      maxDelay: required(duration),
      retryableFailures: required(arr(str({ rule: failureCode }), { unique: true })),
    }),
  ),
  budget: required(budget),
  sideEffectRisk: required(oneOf('none', 'reversible', 'external', 'high_risk', 'destructive')),
  executionApproval: required(oneOf('not_required', 'policy_required', 'human_required')),
  constraints: optional(openObject),
  extensions: optional(extensions),
});

const OWNED = ['queued', 'active', 'blocked', 'submitted', 'verified'];
const DELIVERED = ['submitted', 'verified'];

const offer = obj('offer', {
  offerId: required(id),
  agentId: required(id),
  agentCardVersion: required(posInt),
  expiresAt: required(timestamp),
  status: required(oneOf('pending', 'accepted', 'declined', 'withdrawn', 'expired', 'lost_race')),
  declineReason: optional(
    oneOf('capacity', 'deadline', 'capability', 'authorization', 'dependency', 'budget', 'other'),
  ),
});

const owner = obj('owner', {
  agentId: required(id),
  agentCardVersion: required(posInt),
  capabilityPins: required(arr(capabilityRef, { min: 1 })),
  ownershipEpoch: required(posInt),
  ownershipLeaseId: required(id),
  acceptedAt: required(timestamp),
});

const selectionBasis = obj('selectionBasis', {
  requiredCapabilities: required(arr(capabilityRef, { min: 1 })),
  verifiedMatches: required(arr(capabilityRef, { min: 1 })),
  authorizationEligible: required(bool),
  availabilityEstimate: required(timestamp),
  expectedCost: required(num({ min: 0 })),
  reliabilityEvidence: required(arr(id)),
  policyRulesApplied: required(arr(words(200), { min: 1 })),
});

const scheduleEstimate = obj('scheduleEstimate', {
  estimatedStart: required(timestamp),
  estimatedCompletion: required(timestamp),
  confidence: required(num({ min: 0, max: 1 })),
  capacityStatus: required(oneOf('available', 'queued', 'constrained', 'blocked')),
  lastCalculatedAt: required(timestamp),
});

const progress = obj('progress', {
  currentPhase: required(words(500)),
  completedMilestones: required(arr(words(500))),
  nextCheckpoint: required(words(500)),
  blockers: required(arr(words(2000))),
  updatedCompletionEstimate: required(timestamp),
  evidenceIds: required(idSet()),
});

/** 2.12. */
export const workItem: ObjectNode = obj(
  'WorkItem',
  {
    workItemId: required(id),
    missionId: required(id),
    groupId: required(id),
    conversationId: required(id),
    revision: required(safeInt),
    state: required(
      oneOf('open', 'offered', 'queued', 'active', 'blocked', 'submitted', 'verified', 'failed', 'cancelled'),
    ),
    exclusive: required(bool),
    contract: required(workContract),
    offers: optional(arr(offer)),
    owner: optional(owner),
    selectionBasis: optional(selectionBasis),
    scheduleEstimate: optional(scheduleEstimate),
    progress: optional(progress),
    submission: optional(
      obj('submission', {
        artifactHashes: required(hashSet(1)),
        evidenceIds: required(idSet(1)),
        submittedAt: required(timestamp),
      }),
    ),
    createdBy: required(actor),
    authorizedBy: optional(actor),
    createdAt: required(timestamp),
    updatedAt: optional(timestamp),
    extensions: optional(extensions),
  },
  {
    rules: [
      {
        number: 'DOC-WORK-C1',
        holds: (value) => !isIn(value, 'state', ...OWNED) || hasAll(value, 'owner', 'selectionBasis'),
      },
      {
        number: 'DOC-WORK-C2',
        holds: (value) => !isIn(value, 'state', ...DELIVERED) || has(value, 'submission'),
      },
    ],
    repair: inTurn(
      (draft, full) =>
        isIn(draft, 'state', ...OWNED) ? need(draft, full, 'owner', 'selectionBasis') : draft,
      (draft, full) => (isIn(draft, 'state', ...DELIVERED) ? need(draft, full, 'submission') : draft),
    ),
  },
);

/** 2.13. */
export const artifact: ObjectNode = obj('Artifact', {
  artifactId: required(id),
  contentHash: required(sha256),
  uri: required(uri),
  sizeBytes: required(safeInt),
  mediaType: required(mediaType),
  schemaUri: required(uri),
  producer: required(
    obj('producer', {
      agentId: required(id),
      agentCardVersion: required(posInt),
      capabilities: required(arr(capabilityRef, { min: 1 })),
    }),
  ),
  missionId: required(id),
  groupId: required(id),
  workItemId: required(id),
  sourceArtifactHashes: required(hashSet()),
  toolVersions: required(
    arr(obj('toolVersion', { name: required(words(200)), version: required(words(200)) })),
  ),
  modelVersions: required(
    arr(
      obj('modelVersion', {
        provider: required(words(200)),
        model: required(words(200)),
        version: required(words(200)),
      }),
    ),
  ),
  classification: required(classification),
  createdAt: required(timestamp),
  extensions: optional(extensions),
  signature: required(signature),
});

/** 2.14. */
export const evidence: ObjectNode = obj('Evidence', {
  evidenceId: required(id),
  missionId: required(id),
  groupId: required(id),
  workItemId: required(id),
  type: required(oneOf(...evidenceKinds, 'failure_report')),
  subject: required(
    obj('subject', {
      type: required(oneOf('work_item', 'artifact', 'mission')),
      id: required(anyOf(id, sha256)),
    }),
  ),
  criterionIds: required(arr(localIdentifier, { min: 1, unique: true })),
  method: required(words(4000)),
  result: required(oneOf('passed', 'failed', 'inconclusive')),
  details: optional(openObject),
  artifactHashes: required(hashSet()),
  generatedBy: required(actor),
  toolVersion: optional(str({ max: 500 })),
  modelVersion: optional(str({ max: 500 })),
  createdAt: required(timestamp),
  signature: required(signature),
});

const isCoordinatorLease = (value: JsonObject): boolean => isIn(value, 'leaseType', 'coordinator');
const isWorkLease = (value: JsonObject): boolean =>
  isIn(value, 'leaseType', 'ownership', 'execution', 'blocked');
const isOwnershipLease = (value: JsonObject): boolean => isIn(value, 'leaseType', 'ownership');
const isExecutionLease = (value: JsonObject): boolean => isIn(value, 'leaseType', 'execution');
const neverRenewed = (value: JsonObject): boolean => isIn(value, 'renewalCount', 0);
const isActive = (value: JsonObject): boolean => isIn(value, 'state', 'active');

/** 2.15. */
export const lease: ObjectNode = obj(
  'Lease',
  {
    leaseId: required(id),
    leaseType: required(oneOf('coordinator', 'ownership', 'execution', 'blocked')),
    missionId: required(id),
    groupId: required(id),
    workItemId: optional(id),
    holderAgentId: required(id),
    sessionEpoch: required(posInt),
    coordinatorEpoch: optional(posInt),
    ownershipEpoch: optional(posInt),
    startBy: optional(timestamp),
    issuedAt: required(timestamp),
    startsAt: required(timestamp),
    expiresAt: required(timestamp),
    graceExpiresAt: optional(timestamp),
    state: required(oneOf('active', 'expired', 'revoked', 'released')),
    renewalCount: required(safeInt),
    lastRenewedAt: optional(timestamp),
    closedAt: optional(timestamp),
    closureReason: optional(str({ max: 512, rule: nonBlank })),
  },
  {
    rules: [
      {
        number: 'DOC-LEASE-C1',
        holds: (value) => !isCoordinatorLease(value) || has(value, 'coordinatorEpoch'),
      },
      {
        number: 'DOC-LEASE-C2',
        holds: (value) => !isWorkLease(value) || hasAll(value, 'workItemId', 'ownershipEpoch'),
      },
      { number: 'DOC-LEASE-C3', holds: (value) => !isOwnershipLease(value) || has(value, 'startBy') },
      {
        number: 'DOC-LEASE-C4',
        holds: (value) =>
          !isExecutionLease(value) || hasNone(value, 'coordinatorEpoch', 'startBy', 'graceExpiresAt'),
      },
      { number: 'DOC-LEASE-C5', holds: (value) => neverRenewed(value) !== has(value, 'lastRenewedAt') },
      {
        number: 'DOC-LEASE-C6',
        holds: (value) =>
          isActive(value)
            ? hasNone(value, 'closedAt', 'closureReason')
            : hasAll(value, 'closedAt', 'closureReason'),
      },
    ],
    repair: inTurn(
      (draft, full) => (isCoordinatorLease(draft) ? need(draft, full, 'coordinatorEpoch') : draft),
      (draft, full) => (isWorkLease(draft) ? need(draft, full, 'workItemId', 'ownershipEpoch') : draft),
      (draft, full) => (isOwnershipLease(draft) ? need(draft, full, 'startBy') : draft),
      (draft) =>
        isExecutionLease(draft) ? drop(draft, 'coordinatorEpoch', 'startBy', 'graceExpiresAt') : draft,
      (draft, full) =>
        neverRenewed(draft) ? drop(draft, 'lastRenewedAt') : need(draft, full, 'lastRenewedAt'),
      (draft, full) =>
        isActive(draft)
          ? drop(draft, 'closedAt', 'closureReason')
          : need(draft, full, 'closedAt', 'closureReason'),
    ),
  },
);
