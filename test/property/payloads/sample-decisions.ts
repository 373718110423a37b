// Valid sample documents by which results are judged: Artifacts, Evidence and the three kinds of Approval.
import type { Approval, Artifact, Budget, Evidence } from '../../../core/protocol/generated/documents.ts';
import {
  AGENT_CARD_VERSION,
  at,
  CHILD_GROUP_ID,
  CHILD_MISSION_ID,
  COORDINATOR,
  dummySignature,
  EXTENSIONS,
  GROUP_ID,
  hashOfValue,
  MISSION_ID,
  MISSION_OWNER,
  OWNERSHIP_EPOCH,
  REPORT_HASH,
  RESEARCH,
  REVIEWER,
  SUPPLIER_LIST_HASH,
  TABLE_HASH,
  urn,
  WORK_ITEM_ID,
  WORKER,
} from './sample-ground.ts';

/** An Artifact manifest with everything it can hold. */
export const ARTIFACT: Artifact = {
  artifactId: urn('artifact', 'certificate-report'),
  contentHash: REPORT_HASH,
  uri: 'https://artifacts.example/certificate-report',
  sizeBytes: 20_480,
  mediaType: 'text/csv',
  schemaUri: urn('schema', 'certificate-report'),
  producer: { agentId: WORKER.id, agentCardVersion: AGENT_CARD_VERSION, capabilities: [RESEARCH] },
  missionId: MISSION_ID,
  groupId: GROUP_ID,
  workItemId: WORK_ITEM_ID,
  sourceArtifactHashes: [SUPPLIER_LIST_HASH],
  toolVersions: [{ name: 'table-reader', version: '3.1' }],
  modelVersions: [{ provider: 'example', model: 'extractor', version: '2026-01' }],
  classification: 'internal',
  createdAt: at('09:25'),
  extensions: EXTENSIONS,
  signature: dummySignature(WORKER, at('09:25')),
};

/** Evidence of the Worker, with everything Evidence can hold. */
export const EVIDENCE: Evidence = {
  evidenceId: urn('evidence', 'row-count'),
  missionId: MISSION_ID,
  groupId: GROUP_ID,
  workItemId: WORK_ITEM_ID,
  type: 'deterministic_test',
  subject: { type: 'artifact', id: REPORT_HASH },
  criterionIds: ['complete'],
  method: 'Counted the rows and compared them with the supplier list.',
  result: 'passed',
  details: { rows: 41, suppliers: 41 },
  artifactHashes: [REPORT_HASH],
  generatedBy: WORKER,
  toolVersion: 'row-counter 1.0',
  modelVersion: 'none',
  createdAt: at('09:25'),
  signature: dummySignature(WORKER, at('09:25')),
};

/** A second piece of Evidence of the Worker, with nothing optional. */
export const SCHEMA_EVIDENCE: Evidence = {
  evidenceId: urn('evidence', 'schema-check'),
  missionId: MISSION_ID,
  groupId: GROUP_ID,
  workItemId: WORK_ITEM_ID,
  type: 'schema_validation',
  subject: { type: 'artifact', id: REPORT_HASH },
  criterionIds: ['complete'],
  method: 'Validated every row against the report schema.',
  result: 'passed',
  artifactHashes: [REPORT_HASH],
  generatedBy: WORKER,
  createdAt: at('09:25'),
  signature: dummySignature(WORKER, at('09:25')),
};

export const REVIEW_EVIDENCE: Evidence = {
  ...EVIDENCE,
  evidenceId: urn('evidence', 'review'),
  type: 'reviewer_assessment',
  subject: { type: 'work_item', id: WORK_ITEM_ID },
  method: 'Compared ten rows with the original certificates.',
  generatedBy: REVIEWER,
  createdAt: at('09:33'),
  signature: dummySignature(REVIEWER, at('09:33')),
};

export const FAILURE_REPORT: Evidence = {
  ...EVIDENCE,
  evidenceId: urn('evidence', 'store-lost'),
  type: 'failure_report',
  subject: { type: 'work_item', id: WORK_ITEM_ID },
  method: 'Three attempts, each answered with an error.',
  result: 'failed',
};

/** What an execution Approval allows; its conditions repeat it (OPEN-032). */
export const APPROVED_BUDGET: Budget = { toolCallLimit: 5, externalSideEffectLimit: 1 };
export const APPROVED_OPERATIONS: readonly [string, string] = ['payment.prepare', 'external.send'];
export const APPROVED_RESOURCES: readonly [string] = [urn('resource', 'document-store')];
export const APPROVAL_EXPIRES_AT: string = at('09:29');

export const EXECUTION_APPROVAL: Approval = {
  approvalId: urn('approval', 'execution'),
  kind: 'work_execution',
  decision: 'approved',
  missionId: MISSION_ID,
  groupId: GROUP_ID,
  workItemId: WORK_ITEM_ID,
  missionRevision: 3,
  artifactHashes: [],
  acceptancePolicyVersion: '1.0.0',
  approver: MISSION_OWNER,
  comments: '',
  conditions: [
    ...APPROVED_OPERATIONS.map((operation) => `operation:${operation}`),
    ...APPROVED_RESOURCES.map((resource) => `resource:${resource}`),
    `ownershipEpoch:${OWNERSHIP_EPOCH}`,
    `expiresAt:${APPROVAL_EXPIRES_AT}`,
    `budgetHash:${hashOfValue(APPROVED_BUDGET)}`,
  ],
  occurredAt: at('09:18'),
  signature: dummySignature(MISSION_OWNER, at('09:18')),
};

/** The human owner approves the root Mission. */
export const FINAL_APPROVAL: Approval = {
  approvalId: urn('approval', 'final'),
  kind: 'mission_final',
  decision: 'approved',
  missionId: MISSION_ID,
  groupId: GROUP_ID,
  missionRevision: 7,
  artifactHashes: [REPORT_HASH, TABLE_HASH],
  acceptancePolicyVersion: '1.0.0',
  approver: MISSION_OWNER,
  comments: 'All suppliers are covered.',
  conditions: [],
  occurredAt: at('10:00'),
  signature: dummySignature(MISSION_OWNER, at('10:00')),
};

/** The human owner asks for changes instead. */
export const CHANGE_REQUEST: Approval = {
  ...FINAL_APPROVAL,
  approvalId: urn('approval', 'changes'),
  decision: 'changes_requested',
  comments: 'Please add the findings of supplier 17.',
};

/** The Parent Coordinator approves the child Mission. */
export const CHILD_APPROVAL: Approval = {
  ...FINAL_APPROVAL,
  approvalId: urn('approval', 'child'),
  kind: 'child_mission',
  missionId: CHILD_MISSION_ID,
  groupId: CHILD_GROUP_ID,
  approver: COORDINATOR,
  signature: dummySignature(COORDINATOR, at('10:00')),
};

/** The human at the root approves the child Mission as well (OPEN-058). */
export const ROOT_APPROVAL_OF_CHILD: Approval = {
  ...CHILD_APPROVAL,
  approvalId: urn('approval', 'root-of-child'),
  kind: 'mission_final',
  approver: MISSION_OWNER,
  signature: dummySignature(MISSION_OWNER, at('10:00')),
};
