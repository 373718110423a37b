// Scenes for tests of work: one WorkItem brought into any state by real Commands, and the documents that those need.
import type {
  Actor,
  Artifact,
  CommandPayloads,
  Evidence,
  Lease,
  SelectionBasis,
  WorkContract,
} from '../protocol/generated/documents.ts';
import { nowAt } from './decision.ts';
import type { WorkItemState } from './ownership.ts';
import {
  CAPABILITY,
  COORDINATOR,
  contractOf,
  GROUP,
  MISSION,
  type SeededOrganization,
  WORKER,
} from './seeded-world.test-data.ts';
import type { WorkItemRecord } from './world.ts';

export const ITEM = 'urn:heddle:test:work:inventory';
/** An id that no WorkItem has. */
export const UNKNOWN_ITEM = 'urn:heddle:test:work:unknown';
export const CONTENT = `sha256:${'a'.repeat(64)}`;
export const OTHER_CONTENT = `sha256:${'b'.repeat(64)}`;

export const BASIS: SelectionBasis = {
  requiredCapabilities: [CAPABILITY],
  verifiedMatches: [CAPABILITY],
  authorizationEligible: true,
  availabilityEstimate: '2026-05-04T09:05:00Z',
  expectedCost: 2,
  reliabilityEvidence: [],
  policyRulesApplied: ['capability-match'],
};

const SIGNATURE = {
  algorithm: 'Ed25519' as const,
  keyId: 'urn:heddle:test:key:any',
  createdAt: '2026-05-04T09:00:00Z',
  value: 'A'.repeat(86),
};

/** The outcome of a Command that was refused: code, requirement, and the details that a test names. */
export function refusedWith(code: string, rule: string, details: Readonly<Record<string, unknown>> = {}) {
  return { ok: false, rejection: { code, rule, details } };
}

export function recordOf(organization: SeededOrganization, workItemId = ITEM): WorkItemRecord {
  const record = organization.world.get('workItem', GROUP, workItemId);
  if (record === undefined) throw new Error(`no WorkItem ${workItemId}`);
  return record;
}

export function leaseOf(organization: SeededOrganization, leaseId: string | undefined): Lease {
  const lease = leaseId === undefined ? undefined : organization.world.get('lease', GROUP, leaseId);
  if (lease === undefined) throw new Error(`no lease ${leaseId ?? 'at all'}`);
  return lease;
}

/** What an owner's Command says about ownership: the current epoch and Execution Lease. */
export function claimOf(organization: SeededOrganization, workItemId = ITEM) {
  const { ownershipEpoch, executionLeaseId = 'urn:heddle:test:lease:none' } = recordOf(
    organization,
    workItemId,
  );
  return { workItemId, ownershipEpoch, executionLeaseId };
}

export function authorize(
  organization: SeededOrganization,
  contract: Partial<WorkContract> = {},
  changes: Partial<CommandPayloads['work.authorize']> = {},
) {
  return organization.mustAct('work.authorize', COORDINATOR, {
    workItemId: ITEM,
    contract: contractOf(contract),
    ...changes,
  });
}

export function offerTo(
  organization: SeededOrganization,
  agents: readonly Actor[] = [WORKER],
  changes: Partial<CommandPayloads['work.offer']> = {},
) {
  return organization.mustAct('work.offer', COORDINATOR, offerPayload(agents, changes));
}

export function offerPayload(
  agents: readonly Actor[] = [WORKER],
  changes: Partial<CommandPayloads['work.offer']> = {},
): CommandPayloads['work.offer'] {
  const offers = agents.map(({ id }) => ({ offerId: offerIdOf(id), agentId: id }));
  return { workItemId: ITEM, offers, selectionBasis: BASIS, ...changes };
}

/** The id under which scenes offer the item to an Agent. */
export function offerIdOf(agentId: string): string {
  return `urn:heddle:test:offer:${agentId.split(':').at(-1) ?? ''}`;
}

export function acceptAs(
  organization: SeededOrganization,
  worker: Actor = WORKER,
  changes: Partial<CommandPayloads['work.accept_offer']> = {},
) {
  return organization.mustAct('work.accept_offer', worker, {
    workItemId: ITEM,
    offerId: offerIdOf(worker.id),
    ...changes,
  });
}

export function start(
  organization: SeededOrganization,
  changes: Partial<CommandPayloads['work.start']> = {},
  worker: Actor = WORKER,
) {
  const { workItemId, ownershipEpoch } = claimOf(organization, changes.workItemId);
  return organization.mustAct('work.start', worker, { workItemId, ownershipEpoch, ...changes });
}

export const CHECKPOINT = { phase: 'listing', completedMilestones: ['folder opened'], nextStep: 'hash' };

export function block(
  organization: SeededOrganization,
  changes: Partial<CommandPayloads['work.block']> = {},
) {
  return organization.mustAct('work.block', WORKER, blockPayload(organization, changes));
}

export function blockPayload(
  organization: SeededOrganization,
  changes: Partial<CommandPayloads['work.block']> = {},
): CommandPayloads['work.block'] {
  return {
    ...claimOf(organization),
    checkpoint: CHECKPOINT,
    reason: 'a folder is locked',
    requiredResolution: 'somebody unlocks the folder',
    ...changes,
  };
}

export function artifactOf(changes: Partial<Artifact> = {}): Artifact {
  return {
    artifactId: 'urn:heddle:test:artifact:inventory',
    contentHash: CONTENT,
    uri: 'https://localhost/artifacts/inventory',
    sizeBytes: 12,
    mediaType: 'application/json',
    schemaUri: 'urn:missionweaveprotocol:schema:opaque',
    producer: { agentId: WORKER.id, agentCardVersion: 1, capabilities: [CAPABILITY] },
    missionId: MISSION,
    groupId: GROUP,
    workItemId: ITEM,
    sourceArtifactHashes: [],
    toolVersions: [],
    modelVersions: [],
    classification: 'internal',
    createdAt: '2026-05-04T09:00:00Z',
    signature: SIGNATURE,
    ...changes,
  };
}

export function publish(organization: SeededOrganization, changes: Partial<Artifact> = {}) {
  const { ownershipEpoch, executionLeaseId } = claimOf(organization);
  return organization.mustAct('artifact.publish', WORKER, {
    artifact: artifactOf(changes),
    ownershipEpoch,
    executionLeaseId,
  });
}

export function evidenceOf(changes: Partial<Evidence> = {}): Evidence {
  return {
    evidenceId: 'urn:heddle:test:evidence:complete',
    missionId: MISSION,
    groupId: GROUP,
    workItemId: ITEM,
    type: 'deterministic_test',
    subject: { type: 'work_item', id: ITEM },
    criterionIds: ['complete'],
    method: 'compared with a directory listing',
    result: 'passed',
    artifactHashes: [],
    generatedBy: WORKER,
    createdAt: '2026-05-04T09:00:00Z',
    signature: SIGNATURE,
    ...changes,
  };
}

export function failureOf(changes: Partial<Evidence> = {}): Evidence {
  return evidenceOf({
    evidenceId: 'urn:heddle:test:evidence:failure',
    type: 'failure_report',
    result: 'failed',
    ...changes,
  });
}

export function reviewOf(changes: Partial<Evidence> = {}): Evidence {
  return evidenceOf({
    evidenceId: 'urn:heddle:test:evidence:review',
    type: 'reviewer_assessment',
    generatedBy: COORDINATOR,
    ...changes,
  });
}

export function submit(
  organization: SeededOrganization,
  changes: Partial<CommandPayloads['work.submit']> = {},
) {
  return organization.mustAct('work.submit', WORKER, submitPayload(organization, changes));
}

export function submitPayload(
  organization: SeededOrganization,
  changes: Partial<CommandPayloads['work.submit']> = {},
): CommandPayloads['work.submit'] {
  return {
    ...claimOf(organization),
    artifactHashes: [CONTENT],
    evidence: [evidenceOf()],
    ...changes,
  };
}

/** Brings the one WorkItem of these scenes into a state, by the shortest way. */
export function bringTo(
  organization: SeededOrganization,
  state: WorkItemState,
  contract: Partial<WorkContract> = {},
): void {
  authorize(organization, contract);
  if (state === 'open') return;
  if (state === 'cancelled') {
    organization.mustAct('work.cancel', COORDINATOR, { workItemId: ITEM });
    return;
  }
  offerTo(organization);
  if (state === 'offered') return;
  acceptAs(organization);
  if (state === 'queued') return;
  start(organization);
  if (state === 'active') return;
  if (state === 'blocked') block(organization);
  else if (state === 'failed') {
    organization.mustAct('work.fail', WORKER, {
      ...claimOf(organization),
      reason: 'the folder is gone',
      evidence: [failureOf()],
    });
  } else {
    publish(organization);
    submit(organization);
    if (state === 'submitted') return;
    organization.mustAct('work.accept_result', COORDINATOR, { workItemId: ITEM, evidence: [reviewOf()] });
  }
}

/** The clock of an organization as protocol text, some seconds from now. */
export function inSeconds(organization: SeededOrganization, seconds: number): string {
  return nowAt(organization.nowMs + seconds * 1_000).text;
}

/** Contracts that neither a proposal nor an authorization may have. */
export const BAD_CONTRACTS: readonly (readonly [
  name: string,
  changes: Partial<WorkContract>,
  code: string,
  rule: string,
  details: Readonly<Record<string, unknown>>,
])[] = [
  [
    'WORK-006 ends after its Mission',
    { deadline: '2026-05-06T09:00:00.001Z' },
    'INVALID_COMMAND',
    'WORK-006',
    { missionDeadline: '2026-05-06T09:00:00Z' },
  ],
  [
    'WORK-006 wants more than the Mission has',
    { budget: { toolCallLimit: 1_001 } },
    'BUDGET_EXCEEDED',
    'WORK-006',
    { dimension: 'toolCalls', account: { groupId: GROUP, id: MISSION }, limit: 1_000, wanted: 1_001 },
  ],
  [
    'OPEN-050 has more than six decimals',
    { budget: { currency: 'EUR', financialLimit: 0.0000001 } },
    'INVALID_COMMAND',
    'OPEN-050',
    { financialLimit: 0.0000001 },
  ],
  [
    'OPEN-052 is in another currency',
    { budget: { currency: 'USD', financialLimit: 1 } },
    'INVALID_COMMAND',
    'OPEN-052',
    { currency: 'USD', expectedCurrency: 'EUR' },
  ],
  [
    'OPEN-052 names no currency for its financial limit',
    { budget: { financialLimit: 1, toolCallLimit: 1 } },
    'INVALID_COMMAND',
    'OPEN-052',
    { currency: null, expectedCurrency: 'EUR' },
  ],
  [
    'WORK-006 depends on an unknown WorkItem',
    { dependencyWorkItemIds: [UNKNOWN_ITEM] },
    'INVALID_COMMAND',
    'WORK-006',
    { dependencyId: UNKNOWN_ITEM },
  ],
  [
    'DOC-CONT is high_risk without a human Execution Approval',
    { sideEffectRisk: 'high_risk', executionApproval: 'policy_required' },
    'INVALID_COMMAND',
    'DOC-CONT',
    { sideEffectRisk: 'high_risk', executionApproval: 'policy_required' },
  ],
  [
    'DOC-CONT is destructive without a human Execution Approval',
    { sideEffectRisk: 'destructive' },
    'INVALID_COMMAND',
    'DOC-CONT',
    { sideEffectRisk: 'destructive' },
  ],
  [
    'DOC-CONT requires a capability twice',
    { requiredCapabilities: [CAPABILITY, { ...CAPABILITY, version: '1.0.0' }] },
    'INVALID_COMMAND',
    'DOC-CONT',
    { capabilityId: CAPABILITY.id },
  ],
];

/** Makes an Agent of the Group a delegate, with a Delegation Grant below an item. */
export function grantTo(organization: SeededOrganization, agent: Actor, targetWorkItemId = ITEM): string {
  organization.mustAct('membership.change', COORDINATOR, {
    member: agent,
    role: 'work_delegate',
    state: 'active',
    scopes: ['work.propose', 'work.delegate'],
  });
  const grantId = 'urn:heddle:test:grant:1';
  organization.mustAct('membership.grant_delegation', COORDINATOR, {
    grantId,
    granteeAgentId: agent.id,
    targetWorkItemId,
    allowedCapabilities: [CAPABILITY],
    budget: {
      currency: 'EUR',
      financialLimit: 10,
      modelTokenLimit: 1_000,
      toolCallLimit: 100,
      computeSecondsLimit: 0,
      wallClockSecondsLimit: 0,
      externalSideEffectLimit: 0,
    },
    maxDescendantDepth: 1,
    expiresAt: '2026-05-05T09:00:00Z',
  });
  return grantId;
}
