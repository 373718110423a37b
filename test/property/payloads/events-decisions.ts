// Valid payloads of the Events on Artifacts, execution Approvals and policies (EVT-006 for CMD-130 to CMD-132).
import type {
  ApprovalExecutionGrantedPayload,
  ArtifactPublishedPayload,
  PolicyCooperationOverrideGrantedPayload,
} from '../../../core/protocol/generated/documents.ts';
import type { ExamplePair } from './example-pair.ts';
import {
  APPROVAL_EXPIRES_AT,
  APPROVED_BUDGET,
  APPROVED_OPERATIONS,
  APPROVED_RESOURCES,
  ARTIFACT,
  EXECUTION_APPROVAL,
} from './sample-decisions.ts';
import { EXECUTION_LEASE_ID, OWNERSHIP_EPOCH, WORK_ITEM_ID } from './sample-ground.ts';
import { OVERRIDE_GRANT } from './sample-records.ts';
import { WORK_ITEM_ACTIVE } from './sample-work.ts';

const EXECUTION_GRANTED = {
  approval: EXECUTION_APPROVAL,
  ownershipEpoch: OWNERSHIP_EPOCH,
  operations: [...APPROVED_OPERATIONS],
  resources: [...APPROVED_RESOURCES],
  budget: APPROVED_BUDGET,
  expiresAt: APPROVAL_EXPIRES_AT,
} satisfies ApprovalExecutionGrantedPayload;

export const DECISION_EVENTS = {
  'artifact.published': {
    minimal: { artifact: ARTIFACT, workItem: WORK_ITEM_ACTIVE },
    maximal: {
      artifact: ARTIFACT,
      workItem: WORK_ITEM_ACTIVE,
      workItemId: WORK_ITEM_ID,
      ownershipEpoch: OWNERSHIP_EPOCH,
      executionLeaseId: EXECUTION_LEASE_ID,
    },
  } satisfies ExamplePair<ArtifactPublishedPayload>,

  'approval.execution.granted': {
    minimal: EXECUTION_GRANTED,
    maximal: { ...EXECUTION_GRANTED, workItemId: WORK_ITEM_ID },
  } satisfies ExamplePair<ApprovalExecutionGrantedPayload>,

  'policy.cooperation_override.granted': {
    minimal: { cooperationOverrideGrant: OVERRIDE_GRANT },
    maximal: { cooperationOverrideGrant: OVERRIDE_GRANT },
  } satisfies ExamplePair<PolicyCooperationOverrideGrantedPayload>,
};
