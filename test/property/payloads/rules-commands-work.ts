// Rules of the Command payloads about work, Artifacts, execution Approvals, policies and durations.
import type { CommandKind } from '../../../core/protocol/schema.ts';
import type { PayloadRule } from './payload-rule.ts';
import {
  ARTIFACT,
  EVIDENCE,
  EXECUTION_APPROVAL,
  FAILURE_REPORT,
  FINAL_APPROVAL,
  REVIEW_EVIDENCE,
} from './sample-decisions.ts';
import { at, EXECUTION_LEASE_ID, OFFER_ID, OWNERSHIP_EPOCH, urn, WORKER } from './sample-ground.ts';
import { CHECKPOINT, CONTRACT, PROGRESS } from './sample-work.ts';

type Rule = PayloadRule<CommandKind>;

const OFFER = { offerId: OFFER_ID, agentId: WORKER.id };

const OFFERING: readonly Rule[] = [
  ...(['work.propose', 'work.authorize'] as const).flatMap((kind): Rule[] => [
    {
      rule: 'WORK-001',
      kind,
      says: 'the contract is complete',
      change: { contract: { ...CONTRACT, acceptanceCriteria: [] } },
      refusedAt: '/contract/acceptanceCriteria',
    },
    {
      rule: '8.6 work.authorize',
      kind,
      says: 'dependencies come from the contract alone',
      change: { dependencyIds: [] },
      refusedAt: '',
    },
  ]),
  {
    rule: 'OPEN-055',
    kind: 'work.authorize',
    says: 'work is exclusive',
    change: { exclusive: false },
    refusedAt: '/exclusive',
  },
  ...(['work.authorize', 'work.offer'] as const).map((kind): Rule => ({
    rule: 'OPEN-045',
    kind,
    says: 'an emergency override says why',
    change: { overrideReason: '' },
    refusedAt: '/overrideReason',
  })),
  ...Object.entries({ agentCardVersion: 4, expiresAt: at('09:17'), status: 'pending' }).map(
    ([name, value]): Rule => ({
      rule: '8.6 principle',
      kind: 'work.offer',
      says: `the authority computes ${name} of an offer`,
      change: { offers: [{ ...OFFER, [name]: value }] },
      refusedAt: '/offers/0',
    }),
  ),
  {
    rule: 'WORK-023',
    kind: 'work.offer',
    says: 'the choice rests on a policy rule',
    of: 'maximal',
    change: { selectionBasis: { policyRulesApplied: [] } },
    refusedAt: '/selectionBasis',
  },
];

const EXECUTION: readonly Rule[] = [
  ...(['work.submit', 'work.accept_result', 'work.fail'] as const).flatMap((kind): Rule[] => [
    {
      rule: 'OPEN-057',
      kind,
      says: 'the Evidence is signed',
      change: { evidence: [FAILURE_REPORT, { ...EVIDENCE, signature: { algorithm: 'Ed25519' } }] },
      refusedAt: '/evidence/1/signature',
    },
  ]),
  {
    rule: 'EVI-006',
    kind: 'work.fail',
    says: 'a failure needs a failure report',
    change: { evidence: [EVIDENCE, REVIEW_EVIDENCE] },
    refusedAt: '/evidence',
  },
  {
    rule: 'EVI-006',
    kind: 'work.fail',
    says: 'other Evidence may stand beside the report',
    change: { evidence: [EVIDENCE, FAILURE_REPORT, REVIEW_EVIDENCE] },
  },
  {
    rule: 'CMD-128',
    kind: 'work.fail',
    says: 'an epoch is given with its lease',
    change: { ownershipEpoch: OWNERSHIP_EPOCH },
    refusedAt: '',
    naming: 'executionLeaseId',
  },
  {
    rule: 'CMD-128',
    kind: 'work.fail',
    says: 'a lease is given with its epoch',
    change: { executionLeaseId: EXECUTION_LEASE_ID },
    refusedAt: '',
    naming: 'ownershipEpoch',
  },
  ...(
    [
      'work.accept_offer',
      'work.checkpoint',
      'ext.missionweaveprotocol.core.work_execution_lease_renew',
    ] as const
  ).flatMap((kind): Rule[] => [
    {
      rule: 'WORK-050',
      kind,
      says: 'a bare percentage is no progress',
      change: { progress: { ...PROGRESS, percent: 50 } },
      refusedAt: '/progress',
    },
    {
      rule: 'DOC-WORK-34',
      kind,
      says: 'confidence is at most one',
      of: 'maximal',
      change: {
        scheduleEstimate: {
          estimatedStart: at('09:20'),
          estimatedCompletion: at('11:00'),
          confidence: 1.1,
          capacityStatus: 'available',
          lastCalculatedAt: at('09:15'),
        },
      },
      refusedAt: '/scheduleEstimate/confidence',
    },
  ]),
  ...(['work.checkpoint', 'work.block'] as const).map((kind): Rule => ({
    rule: 'WORK-054',
    kind,
    says: 'a checkpoint names its phase',
    change: { checkpoint: { ...CHECKPOINT, phase: '' } },
    refusedAt: '/checkpoint/phase',
  })),
  {
    rule: 'WORK-052',
    kind: 'work.block',
    says: 'a blocker says what would resolve it',
    change: { requiredResolution: '' },
    refusedAt: '/requiredResolution',
  },
];

const USAGE = 'ext.missionweaveprotocol.core.resource_usage_record';
const DIMENSIONS = [
  'financialMicrounits',
  'modelTokens',
  'toolCalls',
  'computeSeconds',
  'wallClockSeconds',
  'externalActions',
];

const CONSUMPTION: readonly Rule[] = [
  {
    rule: 'BUD-010',
    kind: USAGE,
    says: 'a delta has a dimension',
    change: { usageDelta: {} },
    refusedAt: '/usageDelta',
  },
  {
    rule: 'BUD-010',
    kind: USAGE,
    says: 'there is no seventh dimension',
    change: { usageDelta: { modelTokens: 1, messages: 1 } },
    refusedAt: '/usageDelta',
  },
  ...DIMENSIONS.flatMap((dimension): Rule[] => [
    {
      rule: 'file 06 section 6.5',
      kind: USAGE,
      says: `${dimension} alone is a delta`,
      change: { usageDelta: { [dimension]: 1 } },
    },
    {
      rule: 'OFF-F11',
      kind: USAGE,
      says: `${dimension} is not negative`,
      change: { usageDelta: { [dimension]: -1 } },
      refusedAt: `/usageDelta/${dimension}`,
    },
    {
      rule: 'OFF-F11',
      kind: USAGE,
      says: `${dimension} is whole`,
      change: { usageDelta: { [dimension]: 0.5 } },
      refusedAt: `/usageDelta/${dimension}`,
    },
  ]),
];

const DECISIONS: readonly Rule[] = [
  {
    rule: 'ART-002',
    kind: 'artifact.publish',
    says: 'the manifest is complete',
    change: { artifact: { ...ARTIFACT, classification: 'secret' } },
    refusedAt: '/artifact/classification',
  },
  {
    rule: 'CMD-131',
    kind: 'approval.grant_execution',
    says: 'only with an execution Approval',
    change: { approval: FINAL_APPROVAL },
    refusedAt: '/approval/kind',
  },
  ...['denied', 'changes_requested'].map((decision): Rule => ({
    rule: 'CMD-131',
    kind: 'approval.grant_execution',
    says: `not with the decision ${decision}`,
    change: { approval: { ...EXECUTION_APPROVAL, decision } },
    refusedAt: '/approval/decision',
  })),
  {
    rule: 'CMD-131',
    kind: 'approval.grant_execution',
    says: 'the WorkItem is named by the Approval',
    change: { workItemId: urn('work-item', 'other') },
    refusedAt: '',
  },
  ...['message_rate', 'proposal_rate', 'delegation_depth', 'queued_work_items', 'active_work_items'].map(
    (policyName): Rule => ({
      rule: 'file 08 section 8.5',
      kind: 'policy.grant_cooperation_override',
      says: `${policyName} is a policy`,
      change: { policyName },
    }),
  ),
  {
    rule: 'POL-003',
    kind: 'policy.grant_cooperation_override',
    says: 'the clarification limits are local only',
    change: { policyName: 'clarification_rate' },
    refusedAt: '/policyName',
  },
];

const DURATIONS: readonly [CommandKind, string][] = [
  ['mission.create', 'coordinatorLeaseSeconds'],
  ['mission.create_follow_up', 'coordinatorLeaseSeconds'],
  ['mission.create_child', 'coordinatorLeaseSeconds'],
  ['mission.assign_coordinator', 'leaseSeconds'],
  ['mission.renew_coordinator', 'leaseSeconds'],
  ['work.offer', 'offerExpiresInSeconds'],
  ['work.accept_offer', 'ownershipLeaseSeconds'],
  ['work.start', 'executionLeaseSeconds'],
  ['work.checkpoint', 'resumeWithinSeconds'],
  ['work.block', 'blockedLeaseSeconds'],
  ['ext.missionweaveprotocol.core.work_execution_lease_renew', 'leaseSeconds'],
];

const SECONDS: readonly Rule[] = DURATIONS.flatMap(([kind, name]) =>
  [-1, 0, 1, 1.5, 31_536_000, 31_536_001].map((seconds): Rule => {
    const allowed = seconds === 1 || seconds === 31_536_000;
    return {
      rule: 'LSE-009',
      kind,
      says: `${name} ${allowed ? 'may' : 'may not'} be ${seconds}`,
      change: { [name]: seconds },
      refusedAt: allowed ? undefined : `/${name}`,
    };
  }),
);

export const WORK_COMMAND_RULES: readonly Rule[] = [
  ...OFFERING,
  ...EXECUTION,
  ...CONSUMPTION,
  ...DECISIONS,
  ...SECONDS,
];
