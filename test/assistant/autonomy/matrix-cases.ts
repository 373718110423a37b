// The half of the autonomy corpus that the matrix decides: a log with its clock, a matrix and an act, and what has to come of it.

import { PROPOSE_ONLY } from '../../../core/coordinator/assistant/autonomy/read-matrix.ts';

import { NO_USAGE } from '../../../core/domain/budget.ts';
import { CHILD_GROUP } from '../../../core/domain/seeded-missions.test-data.ts';

import {
  contractOf,
  MISSION,
  SeededOrganization,
  START_MS,
} from '../../../core/domain/seeded-world.test-data.ts';
import { ITEM, offerPayload } from '../../../core/domain/work-scenes.test-data.ts';

import { actFor, connectionOf, matrixOf, noteOf, settingsOf } from './scenes.ts';

import { type AutonomyCase, child, EVERYTHING, open } from './cases.ts';

const OFFERS = {
  acts: ['work.offer'],
  risk: 'reversible',
  each: { money: 10, currency: 'EUR', toolCalls: 100, modelTokens: 1_000 },
};

const RENEWAL = actFor('mission.renew_coordinator', {});

export const MATRIX_CASES: readonly AutonomyCase[] = [
  {
    name: 'with no matrix everything is only proposed',
    make: () => [RENEWAL, connectionOf(new SeededOrganization()), settingsOf(PROPOSE_ONLY)],
    expected: { why: [{ id: 'no-rule', values: { kind: 'mission.renew_coordinator' } }] },
  },
  {
    name: 'a rule that names the kind, the Mission and the risk allows it, and is cited',
    make: () => [
      RENEWAL,
      connectionOf(new SeededOrganization()),
      settingsOf(
        matrixOf([{ id: 'keep-leading', acts: ['mission.renew_coordinator'], missions: [MISSION] }]),
      ),
    ],
    expected: { rule: 'keep-leading' },
  },
  {
    name: 'a rule for another Mission allows nothing here',
    make: () => [
      RENEWAL,
      connectionOf(new SeededOrganization()),
      settingsOf(
        matrixOf([{ acts: ['mission.renew_coordinator'], missions: ['urn:heddle:test:mission:other'] }]),
      ),
    ],
    expected: { why: [{ id: 'no-rule', values: { kind: 'mission.renew_coordinator' } }] },
  },
  {
    name: 'CHD-001: a rule covers child Missions only where it says so',
    make: () => [
      actFor(
        'work.authorize',
        { workItemId: 'urn:heddle:test:work:new', contract: contractOf() },
        {
          groupId: CHILD_GROUP,
        },
      ),
      connectionOf(child()),
      settingsOf(matrixOf([{ ...EVERYTHING, missions: [MISSION] }])),
    ],
    expected: { why: [{ id: 'no-rule', values: { kind: 'work.authorize' } }] },
  },
  {
    name: 'CHD-001: and with its children it does',
    make: () => [
      actFor(
        'work.authorize',
        { workItemId: 'urn:heddle:test:work:new', contract: contractOf() },
        {
          groupId: CHILD_GROUP,
        },
      ),
      connectionOf(child()),
      settingsOf(matrixOf([{ ...EVERYTHING, missions: [MISSION], withChildren: true }])),
    ],
    expected: { rule: 'rule-1' },
  },
  {
    name: 'an offer within the ceiling and the risk is made',
    make: () => [
      actFor('work.offer', offerPayload()),
      connectionOf(open({ sideEffectRisk: 'reversible' })),
      settingsOf(matrixOf([OFFERS])),
    ],
    expected: { rule: 'rule-1' },
  },
  {
    name: 'the risk is that of the WorkItem in the log, whatever the proposal says',
    make: () => [
      actFor('work.offer', offerPayload()),
      connectionOf(open({ sideEffectRisk: 'external' })),
      settingsOf(matrixOf([OFFERS])),
    ],
    expected: {
      why: [{ id: 'too-risky', values: { ruleId: 'rule-1', risk: 'external', allowed: 'reversible' } }],
    },
  },
  {
    name: 'work that is not known here counts as the riskiest',
    make: () => [
      actFor('work.unblock', { workItemId: 'urn:heddle:test:work:elsewhere' }),
      connectionOf(new SeededOrganization()),
      settingsOf(matrixOf([{ acts: ['work.unblock'], risk: 'high_risk' }])),
    ],
    expected: {
      why: [{ id: 'too-risky', values: { ruleId: 'rule-1', risk: 'destructive', allowed: 'high_risk' } }],
    },
  },
  {
    name: 'BUD-004: a dimension that the ceiling does not name is not allowed at all',
    make: () => [
      actFor('work.offer', offerPayload()),
      connectionOf(open()),
      settingsOf(matrixOf([{ ...OFFERS, each: { money: 10, currency: 'EUR', toolCalls: 100 } }])),
    ],
    expected: {
      why: [
        {
          id: 'too-costly',
          values: { ruleId: 'rule-1', dimension: 'modelTokens', wanted: 1_000, allowed: 0 },
        },
      ],
    },
  },
  {
    name: 'money in another currency is not allowed, however little',
    make: () => [
      actFor('work.offer', offerPayload()),
      connectionOf(open()),
      settingsOf(matrixOf([{ ...OFFERS, each: { ...OFFERS.each, currency: 'USD' } }])),
    ],
    expected: { why: [{ id: 'other-currency', values: { ruleId: 'rule-1', currency: 'EUR' } }] },
  },
  {
    name: 'the total of a Mission is spent by what was signed before',
    make: () => [
      actFor('work.offer', offerPayload()),
      connectionOf(open()),
      settingsOf(matrixOf([{ ...OFFERS, total: { ...OFFERS.each, money: 15 } }]), {
        notes: [
          noteOf({
            commitment: {
              subject: 'urn:heddle:test:work:other',
              currency: 'EUR',
              amount: { ...NO_USAGE, financialMicrounits: 6_000_000 },
            },
          }),
        ],
      }),
    ],
    expected: {
      why: [
        {
          id: 'total-spent',
          values: {
            ruleId: 'rule-1',
            dimension: 'financialMicrounits',
            wanted: 16_000_000,
            allowed: 15_000_000,
          },
        },
      ],
    },
  },
  {
    name: 'offering the same WorkItem again commits its budget once',
    make: () => [
      actFor('work.offer', offerPayload()),
      connectionOf(open()),
      settingsOf(matrixOf([{ ...OFFERS, total: OFFERS.each }]), {
        notes: [
          noteOf({
            kind: 'work.offer',
            commitment: {
              subject: ITEM,
              currency: 'EUR',
              amount: { ...NO_USAGE, financialMicrounits: 10_000_000, toolCalls: 100, modelTokens: 1_000 },
            },
          }),
        ],
      }),
    ],
    expected: { rule: 'rule-1' },
  },
  {
    name: 'of several rules the first that allows all of it is cited',
    make: () => [
      actFor('work.offer', offerPayload()),
      connectionOf(open({ sideEffectRisk: 'external' })),
      settingsOf(matrixOf([OFFERS, { ...OFFERS, id: 'outside', risk: 'external' }])),
    ],
    expected: { rule: 'outside' },
  },
  {
    name: 'a rule holds up to its end, not at it',
    make: () => [
      RENEWAL,
      connectionOf(new SeededOrganization()),
      settingsOf(
        matrixOf([{ acts: ['mission.renew_coordinator'], until: new Date(START_MS).toISOString() }]),
      ),
    ],
    expected: { why: [{ id: 'rule-ended', values: { ruleId: 'rule-1' } }] },
  },
  {
    name: 'the limit of a minute holds for all rules and connections together',
    make: () => [
      RENEWAL,
      connectionOf(new SeededOrganization()),
      settingsOf(matrixOf([{ acts: ['mission.renew_coordinator'] }], { perMinute: 2 }), {
        notes: [
          noteOf({ ruleId: 'another', decidedAtMs: START_MS - 59_999 }),
          noteOf({ connectionId: 'elsewhere', decidedAtMs: START_MS - 10 }),
        ],
      }),
    ],
    expected: {
      why: [
        {
          id: 'too-often',
          values: { ruleId: undefined, limit: 2, windowMs: 60_000, retryAtMs: START_MS + 1 },
        },
      ],
    },
  },
  {
    name: 'what lies a whole minute back does not count any more',
    make: () => [
      RENEWAL,
      connectionOf(new SeededOrganization()),
      settingsOf(matrixOf([{ acts: ['mission.renew_coordinator'] }], { perMinute: 1 }), {
        notes: [noteOf({ decidedAtMs: START_MS - 60_000 })],
      }),
    ],
    expected: { rule: 'rule-1' },
  },
  {
    name: 'a clock that was set back opens no room',
    make: () => [
      RENEWAL,
      connectionOf(new SeededOrganization()),
      settingsOf(matrixOf([{ acts: ['mission.renew_coordinator'], perHour: 1 }]), {
        notes: [noteOf({ decidedAtMs: START_MS + 86_400_000 })],
      }),
    ],
    expected: {
      why: [
        {
          id: 'too-often',
          values: { ruleId: 'rule-1', limit: 1, windowMs: 3_600_000, retryAtMs: START_MS + 3_600_000 },
        },
      ],
    },
  },
  {
    name: 'an Authority whose clock is ahead opens none either, and ends no rule',
    make: () => [
      RENEWAL,
      connectionOf(new SeededOrganization(), { nowMs: START_MS + 86_400_000 }),
      settingsOf(
        matrixOf([{ acts: ['mission.renew_coordinator'], until: new Date(START_MS + 1).toISOString() }], {
          perMinute: 1,
        }),
        { notes: [noteOf({ decidedAtMs: START_MS })] },
      ),
    ],
    expected: {
      why: [
        {
          id: 'too-often',
          values: { ruleId: undefined, limit: 1, windowMs: 60_000, retryAtMs: START_MS + 60_000 },
        },
      ],
    },
  },
  {
    name: 'the stop counts before everything else',
    make: () => [
      RENEWAL,
      connectionOf(new SeededOrganization()),
      settingsOf(matrixOf([EVERYTHING]), { isStopped: true }),
    ],
    expected: { why: [{ id: 'stopped', values: {} }] },
  },
  {
    name: 'what the Authority would refuse is not signed',
    make: () => [
      actFor(
        'mission.renew_coordinator',
        {},
        { rejection: { code: 'AUTH_STALE_COORDINATOR', rule: 'CRD-004', message: '', details: {} } },
      ),
      connectionOf(new SeededOrganization()),
      settingsOf(matrixOf([EVERYTHING])),
    ],
    expected: { why: [{ id: 'refused', values: { code: 'AUTH_STALE_COORDINATOR', rule: 'CRD-004' } }] },
  },
];
