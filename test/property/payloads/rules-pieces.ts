// Rules of the objects that only payloads have: which of their members are required, and which may be left out.
import type { PayloadRule } from './payload-rule.ts';
import { at, OFFER_ID, urn, WORKER } from './sample-ground.ts';
import { OVERRIDE_GRANT } from './sample-records.ts';
import { AUTHORIZED_PROPOSAL, CHECKPOINT, PROPOSAL } from './sample-work.ts';

interface Piece {
  readonly rule: string;
  readonly kinds: readonly string[];
  /** The member that holds the piece, or a list of it. */
  readonly member: string;
  readonly inList?: boolean;
  readonly value: object;
  readonly required: readonly string[];
}

const USAGE = {
  financialMicrounits: 0,
  modelTokens: 4_200,
  toolCalls: 3,
  computeSeconds: 12,
  wallClockSeconds: 60,
  externalActions: 0,
};

const RECONCILIATION = {
  disconnectedAt: at('09:21'),
  bufferedAt: at('09:22'),
  graceDeadline: at('09:25'),
  executionSessionEpoch: 2,
  reconciliationSessionEpoch: 3,
  reconciledAt: at('09:24'),
  progressActionId: urn('action', 'buffered-checkpoint'),
};

const USAGE_RECORDED = 'ext.missionweaveprotocol.core.resource_usage_recorded';

const PIECES: readonly Piece[] = [
  {
    rule: 'WORK-054',
    kinds: ['work.checkpoint', 'work.block', 'work.checkpointed', 'work.blocked'],
    member: 'checkpoint',
    value: CHECKPOINT,
    required: ['phase', 'completedMilestones'],
  },
  {
    rule: '8.6 work.offer',
    kinds: ['work.offer'],
    member: 'offers',
    inList: true,
    value: { offerId: OFFER_ID, agentId: WORKER.id },
    required: ['offerId', 'agentId'],
  },
  {
    rule: 'BUD-012',
    kinds: [USAGE_RECORDED],
    member: 'cumulativeUsage',
    value: USAGE,
    required: Object.keys(USAGE),
  },
  { rule: 'BUD-009', kinds: [USAGE_RECORDED], member: 'remainingBudget', value: USAGE, required: [] },
  {
    rule: 'BUD-010',
    kinds: [USAGE_RECORDED, 'ext.missionweaveprotocol.core.resource_usage_record'],
    member: 'usageDelta',
    value: USAGE,
    required: [],
  },
  {
    rule: 'OFF-008',
    kinds: [USAGE_RECORDED],
    member: 'offlineReconciliation',
    value: RECONCILIATION,
    required: Object.keys(RECONCILIATION),
  },
  {
    rule: 'WORK-T01',
    kinds: ['work.proposed'],
    member: 'workProposal',
    value: { ...AUTHORIZED_PROPOSAL, state: 'withdrawn' },
    required: Object.keys(PROPOSAL),
  },
  {
    rule: 'POL-010',
    kinds: ['policy.cooperation_override.granted'],
    member: 'cooperationOverrideGrant',
    value: OVERRIDE_GRANT,
    required: Object.keys(OVERRIDE_GRANT),
  },
];

/** One row for each member of each piece. */
export const PIECE_RULES: readonly PayloadRule[] = PIECES.flatMap(
  ({ rule, kinds, member, inList = false, value, required }) =>
    kinds.flatMap((kind) =>
      Object.keys(value).map((name): PayloadRule => {
        const left = Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
        const isRequired = required.includes(name);
        return {
          rule,
          kind,
          says: `${member} ${isRequired ? 'needs' : 'may do without'} ${name}`,
          change: { [member]: inList ? [left] : left },
          refusedAt: isRequired ? `/${member}${inList ? '/0' : ''}` : undefined,
          naming: `'${name}'`,
        };
      }),
    ),
);
