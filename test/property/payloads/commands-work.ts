// Valid payloads of the Commands on WorkItems (CMD-118 to CMD-129, CMD-142 to CMD-144).
import type {
  ResourceUsageRecordPayload,
  WorkAcceptOfferPayload,
  WorkAcceptResultPayload,
  WorkAuthorizePayload,
  WorkBlockPayload,
  WorkCancelPayload,
  WorkCheckpointPayload,
  WorkDependencyAddPayload,
  WorkExecutionLeaseRenewPayload,
  WorkFailPayload,
  WorkOfferPayload,
  WorkProposePayload,
  WorkStartPayload,
  WorkSubmitPayload,
  WorkUnblockPayload,
} from '../../../core/protocol/generated/documents.ts';
import type { ExamplePair } from './example-pair.ts';
import { EVIDENCE, FAILURE_REPORT, REVIEW_EVIDENCE, SCHEMA_EVIDENCE } from './sample-decisions.ts';
import {
  DELEGATION_GRANT_ID,
  DEPENDENCY_ID,
  EXECUTION_LEASE_ID,
  OFFER_ID,
  OWNERSHIP_EPOCH,
  PARENT_WORK_ITEM_ID,
  PROPOSAL_ID,
  REPORT_HASH,
  SECOND_OFFER_ID,
  SECOND_WORKER,
  TABLE_HASH,
  WORK_ITEM_ID,
  WORKER,
} from './sample-ground.ts';
import {
  CHECKPOINT,
  CONTRACT,
  PROGRESS,
  REVISED_CONTRACT,
  SCHEDULE_ESTIMATE,
  SELECTION_BASIS,
} from './sample-work.ts';

/** What every Command of an owner with a running Execution Lease names (LSE-002). */
const EXECUTION = {
  workItemId: WORK_ITEM_ID,
  ownershipEpoch: OWNERSHIP_EPOCH,
  executionLeaseId: EXECUTION_LEASE_ID,
};

const REPORTS = { progress: PROGRESS, scheduleEstimate: SCHEDULE_ESTIMATE };

const BARE_CHECKPOINT = { phase: 'collecting', completedMilestones: [] };

export const WORK_COMMANDS = {
  'work.propose': {
    minimal: { proposalId: PROPOSAL_ID, contract: CONTRACT },
    maximal: {
      proposalId: PROPOSAL_ID,
      contract: REVISED_CONTRACT,
      parentWorkItemId: PARENT_WORK_ITEM_ID,
    },
  } satisfies ExamplePair<WorkProposePayload>,

  'work.authorize': {
    minimal: { workItemId: WORK_ITEM_ID, contract: CONTRACT },
    maximal: {
      workItemId: WORK_ITEM_ID,
      contract: REVISED_CONTRACT,
      exclusive: true,
      proposalId: PROPOSAL_ID,
      parentWorkItemId: PARENT_WORK_ITEM_ID,
      delegationGrantId: DELEGATION_GRANT_ID,
      overrideReason: 'The Coordinator cannot be reached.',
    },
  } satisfies ExamplePair<WorkAuthorizePayload>,

  'work.offer': {
    minimal: {
      workItemId: WORK_ITEM_ID,
      offers: [{ offerId: OFFER_ID, agentId: WORKER.id }],
      selectionBasis: SELECTION_BASIS,
    },
    maximal: {
      workItemId: WORK_ITEM_ID,
      offers: [
        { offerId: OFFER_ID, agentId: WORKER.id },
        { offerId: SECOND_OFFER_ID, agentId: SECOND_WORKER.id },
      ],
      selectionBasis: SELECTION_BASIS,
      offerExpiresInSeconds: 300,
      contract: REVISED_CONTRACT,
      delegationGrantId: DELEGATION_GRANT_ID,
      overrideReason: 'The Coordinator cannot be reached.',
    },
  } satisfies ExamplePair<WorkOfferPayload>,

  'work.accept_offer': {
    minimal: { workItemId: WORK_ITEM_ID, offerId: OFFER_ID },
    maximal: { workItemId: WORK_ITEM_ID, offerId: OFFER_ID, ownershipLeaseSeconds: 900, ...REPORTS },
  } satisfies ExamplePair<WorkAcceptOfferPayload>,

  'work.start': {
    minimal: { workItemId: WORK_ITEM_ID, ownershipEpoch: OWNERSHIP_EPOCH },
    maximal: { workItemId: WORK_ITEM_ID, ownershipEpoch: OWNERSHIP_EPOCH, executionLeaseSeconds: 300 },
  } satisfies ExamplePair<WorkStartPayload>,

  'work.checkpoint': {
    minimal: { ...EXECUTION, checkpoint: BARE_CHECKPOINT },
    maximal: { ...EXECUTION, checkpoint: CHECKPOINT, ...REPORTS, resumeWithinSeconds: 900 },
  } satisfies ExamplePair<WorkCheckpointPayload>,

  'work.block': {
    minimal: {
      ...EXECUTION,
      checkpoint: BARE_CHECKPOINT,
      reason: 'One store folder is locked.',
      requiredResolution: 'Unlock the folder of supplier 18.',
    },
    maximal: {
      ...EXECUTION,
      checkpoint: CHECKPOINT,
      reason: 'One store folder is locked.',
      requiredResolution: 'Unlock the folder of supplier 18.',
      ...REPORTS,
      blockedLeaseSeconds: 900,
    },
  } satisfies ExamplePair<WorkBlockPayload>,

  'work.unblock': {
    minimal: { workItemId: WORK_ITEM_ID },
    maximal: { workItemId: WORK_ITEM_ID, reason: 'The folder is open again.' },
  } satisfies ExamplePair<WorkUnblockPayload>,

  'work.submit': {
    minimal: { ...EXECUTION, artifactHashes: [REPORT_HASH], evidence: [EVIDENCE] },
    maximal: {
      ...EXECUTION,
      artifactHashes: [REPORT_HASH, TABLE_HASH],
      evidence: [EVIDENCE, SCHEMA_EVIDENCE],
    },
  } satisfies ExamplePair<WorkSubmitPayload>,

  'work.accept_result': {
    minimal: { workItemId: WORK_ITEM_ID, evidence: [REVIEW_EVIDENCE] },
    maximal: { workItemId: WORK_ITEM_ID, evidence: [REVIEW_EVIDENCE, EVIDENCE] },
  } satisfies ExamplePair<WorkAcceptResultPayload>,

  'work.fail': {
    minimal: { workItemId: WORK_ITEM_ID, reason: 'The store is gone.', evidence: [FAILURE_REPORT] },
    maximal: { ...EXECUTION, reason: 'The store is gone.', evidence: [EVIDENCE, FAILURE_REPORT] },
  } satisfies ExamplePair<WorkFailPayload>,

  'work.cancel': {
    minimal: { workItemId: WORK_ITEM_ID },
    maximal: { workItemId: WORK_ITEM_ID, reason: 'The supplier list was replaced.' },
  } satisfies ExamplePair<WorkCancelPayload>,

  'ext.missionweaveprotocol.core.work_dependency_add': {
    minimal: { workItemId: WORK_ITEM_ID, dependencyId: DEPENDENCY_ID },
    maximal: { workItemId: WORK_ITEM_ID, dependencyId: PARENT_WORK_ITEM_ID },
  } satisfies ExamplePair<WorkDependencyAddPayload>,

  'ext.missionweaveprotocol.core.work_execution_lease_renew': {
    minimal: EXECUTION,
    maximal: { ...EXECUTION, leaseSeconds: 300, ...REPORTS },
  } satisfies ExamplePair<WorkExecutionLeaseRenewPayload>,

  'ext.missionweaveprotocol.core.resource_usage_record': {
    minimal: { ...EXECUTION, usageDelta: { modelTokens: 1 } },
    maximal: {
      ...EXECUTION,
      usageDelta: {
        financialMicrounits: 12_500,
        modelTokens: 4_200,
        toolCalls: 3,
        computeSeconds: 12,
        wallClockSeconds: 60,
        externalActions: 1,
      },
    },
  } satisfies ExamplePair<ResourceUsageRecordPayload>,
};
