// Decision cases about the checks that a contract declares.
import { CAPABILITY, GROUP } from '../../../core/domain/seeded-world.test-data.ts';
import type { CheckOutcome } from '../../../core/coordinator/assistant/review/review-types.ts';
import type { WorkContract } from '../../../core/protocol/generated/documents.ts';
import { hashContent } from '../../../core/protocol/hash.ts';
import type { DecisionCase, Situation } from '../corpus.ts';
import { ANNA } from '../stage.ts';
import {
  assign,
  criterion,
  deliver,
  openStage,
  type Outside,
  publish,
  submitted,
  TEXT,
} from './review-stage.ts';

const PROGRAM = `const check = ([{ text }]) => (JSON.parse(text).rows.length > 1 ? 'passed' : 'failed');`;
const PROGRAM_HASH = hashContent(PROGRAM);

/** A contract with one check for its one criterion, and the producer's word beside it. */
export function withCheck(rule: object, more: object = {}) {
  return {
    acceptanceCriteria: [criterion('complete', 'deterministic_test')],
    constraints: {
      checks: [{ checkId: 'rows', type: 'deterministic_test', criterionIds: ['complete'], rule, ...more }],
    },
  };
}

function checked(rule: object, text = TEXT, more: object = {}): Situation {
  return submitted(withCheck(rule, more), { files: [{ text }] }).situation;
}

const WITH_PROGRAM = {
  ...withCheck({ rule: 'program', contentHash: PROGRAM_HASH }),
  inputArtifacts: [PROGRAM_HASH],
};

function stopped(limit: 'time' | 'memory' | 'output'): DecisionCase<Outside> {
  return ended(`is stopped at its limit of ${limit}`, { status: 'stopped', limit, detail: '' }, 'escalate', [
    'check-stopped',
  ]);
}

function ended(
  name: string,
  outcome: CheckOutcome,
  verdict: string,
  because: readonly string[],
): DecisionCase<Outside> {
  return {
    name: `WORK-062 a program ${name}`,
    situation: () => submitted(WITH_PROGRAM).situation,
    subject: { contents: [PROGRAM], checks: { 'check rows': outcome } },
    verdict,
    because,
    ...(verdict === 'accept' ? {} : { notBecause: ['all-proven'] }),
  };
}

export const CHECK_CASES: readonly DecisionCase<Outside>[] = [
  {
    name: 'WORK-062 a declared rule is met',
    situation: () => checked({ rule: 'compare', pointer: '/total', operator: 'at-least', value: 2 }),
    subject: {},
    verdict: 'accept',
    because: ['all-proven'],
  },
  {
    name: 'WORK-062 a declared rule is broken, and the producer has claimed the opposite',
    situation: () => checked({ rule: 'compare', pointer: '/total', operator: 'more-than', value: 2 }),
    subject: {},
    verdict: 'send-back',
    because: ['check-failed', 'claim-contradicted'],
  },
  {
    name: 'WORK-062 a rule that asks a text for a member',
    situation: () => checked({ rule: 'present', pointer: '/rows/1/path' }, '{"rows":[]}'),
    subject: { contents: ['{"rows":[]}'] },
    verdict: 'send-back',
    because: ['check-failed'],
  },
  {
    name: 'WORK-062 a business rule of the contract',
    situation: () => checked({ rule: 'count', pointer: '/rows', atMost: 1 }, TEXT, { type: 'business_rule' }),
    subject: {},
    verdict: 'send-back',
    because: ['check-failed'],
  },
  {
    name: 'WORK-062 a schema inside the contract',
    situation: () => checked({ rule: 'json-schema', schema: { required: ['missing'] } }),
    subject: {},
    verdict: 'send-back',
    because: ['check-failed'],
  },
  {
    name: 'DOC-CONT a check about a criterion that the contract lacks',
    situation: () => checked({ rule: 'present', pointer: '/rows' }, TEXT, { criterionIds: ['other'] }),
    subject: {},
    verdict: 'escalate',
    because: ['declaration-broken'],
    notBecause: ['all-proven'],
  },
  {
    name: 'DOC-CONT a check of a kind that nobody knows',
    situation: () => checked({ rule: 'shell', command: 'true' }),
    subject: {},
    verdict: 'escalate',
    because: ['declaration-broken'],
  },
  {
    name: 'DOC-CONT a rule that says nothing would always pass',
    situation: () => checked({ rule: 'size' }),
    subject: {},
    verdict: 'escalate',
    because: ['declaration-broken'],
  },
  ended('has passed', { status: 'finished', result: 'passed', detail: '' }, 'accept', ['all-proven']),
  ended('has failed', { status: 'finished', result: 'failed', detail: '' }, 'send-back', [
    'check-failed',
    'claim-contradicted',
  ]),
  ended('could not tell', { status: 'finished', result: 'inconclusive', detail: '' }, 'escalate', [
    'check-inconclusive',
  ]),
  ended('does not load', { status: 'broken', detail: 'it does not load' }, 'escalate', ['check-broken']),
  stopped('time'),
  stopped('memory'),
  stopped('output'),
  {
    name: 'WORK-062 a program that is no input of the contract',
    situation: () => checked({ rule: 'program', contentHash: PROGRAM_HASH }),
    subject: {
      contents: [PROGRAM],
      checks: { 'check rows': { status: 'finished', result: 'passed', detail: '' } },
    },
    verdict: 'escalate',
    because: ['check-broken'],
  },
  {
    name: 'WORK-062 a program that cannot be fetched',
    situation: () => submitted(WITH_PROGRAM).situation,
    subject: { lost: [PROGRAM_HASH] },
    verdict: 'escalate',
    because: ['check-unavailable'],
  },
  {
    name: 'CRD-006 a program that the producer has written itself',
    situation: () => {
      const stage = assign(openStage(), WITH_PROGRAM);
      publish(stage, { text: PROGRAM, manifest: { mediaType: 'text/javascript' } }, ANNA);
      return deliver(stage).situation;
    },
    subject: {
      contents: [PROGRAM],
      checks: { 'check rows': { status: 'finished', result: 'passed', detail: '' } },
    },
    verdict: 'escalate',
    because: ['check-by-producer'],
    notBecause: ['all-proven'],
  },
  {
    name: 'WORK-062 a schema of the pinned capability is known by its hash alone',
    situation: () => {
      const stage = openStage();
      const schema = 'urn:heddle:test:schema:output';
      assign(stage, {
        acceptanceCriteria: [criterion('complete', 'schema_validation')],
        requiredCapabilities: [CAPABILITY],
        requiredDeliverables: [
          { deliverableId: 'inventory', description: 'rows', mediaType: 'application/json', schema },
        ],
      });
      return deliver(stage, { files: [{ text: TEXT, manifest: { schemaUri: schema, groupId: GROUP } }] })
        .situation;
    },
    // The card names a hash to which nothing is found.
    subject: {},
    verdict: 'escalate',
    because: ['schema-unknown'],
  },
  {
    name: 'WORK-062 a schema that is a name: the contract declares how the form is judged',
    situation: () => submitted(named('/rows'), NAMED_FILE).situation,
    subject: {},
    verdict: 'accept',
    because: ['all-proven'],
    notBecause: ['schema-unknown'],
  },
  {
    name: 'WORK-062 a form that the contract declares and the result has not',
    situation: () => submitted(named('/columns'), NAMED_FILE).situation,
    subject: {},
    verdict: 'send-back',
    because: ['check-failed'],
  },
];

const NAMED = 'urn:heddle:deliverable:inventory';
const NAMED_FILE = { files: [{ text: TEXT, manifest: { schemaUri: NAMED } }] };

function named(pointer: string): Partial<WorkContract> {
  return {
    acceptanceCriteria: [criterion('complete', 'schema_validation')],
    requiredDeliverables: [
      { deliverableId: 'inventory', description: 'rows', mediaType: 'application/json', schema: NAMED },
    ],
    constraints: {
      checks: [
        {
          checkId: 'form',
          type: 'schema_validation',
          criterionIds: ['complete'],
          deliverableId: 'inventory',
          rule: { rule: 'present', pointer },
        },
      ],
    },
  };
}
