// Valid payloads of the Commands on Artifacts, execution Approvals and policies (CMD-130 to CMD-132).
import type {
  ApprovalGrantExecutionPayload,
  ArtifactPublishPayload,
  PolicyGrantCooperationOverridePayload,
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
import { EXECUTION_LEASE_ID, OWNERSHIP_EPOCH } from './sample-ground.ts';
import { OVERRIDE_GRANT } from './sample-records.ts';

const PUBLISH = {
  artifact: ARTIFACT,
  ownershipEpoch: OWNERSHIP_EPOCH,
  executionLeaseId: EXECUTION_LEASE_ID,
} satisfies ArtifactPublishPayload;

const GRANT_EXECUTION = {
  approval: EXECUTION_APPROVAL,
  ownershipEpoch: OWNERSHIP_EPOCH,
  operations: [...APPROVED_OPERATIONS],
  resources: [...APPROVED_RESOURCES],
  budget: APPROVED_BUDGET,
  expiresAt: APPROVAL_EXPIRES_AT,
} satisfies ApprovalGrantExecutionPayload;

const GRANT_OVERRIDE = {
  grantId: OVERRIDE_GRANT.grantId,
  policyName: OVERRIDE_GRANT.policyName,
  beneficiary: OVERRIDE_GRANT.beneficiary,
  targetCommandKind: OVERRIDE_GRANT.targetCommandKind,
  targetActionId: OVERRIDE_GRANT.targetActionId,
  reason: OVERRIDE_GRANT.reason,
  expiresAt: OVERRIDE_GRANT.expiresAt,
} satisfies PolicyGrantCooperationOverridePayload;

export const DECISION_COMMANDS = {
  'artifact.publish': {
    minimal: PUBLISH,
    maximal: PUBLISH,
  } satisfies ExamplePair<ArtifactPublishPayload>,

  'approval.grant_execution': {
    minimal: GRANT_EXECUTION,
    maximal: GRANT_EXECUTION,
  } satisfies ExamplePair<ApprovalGrantExecutionPayload>,

  'policy.grant_cooperation_override': {
    minimal: GRANT_OVERRIDE,
    maximal: GRANT_OVERRIDE,
  } satisfies ExamplePair<PolicyGrantCooperationOverridePayload>,
};
