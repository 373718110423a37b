// The corpus of reviews: a log, a clock and contents, and what the assistant has to say about them.
import { describe, expect, it } from 'vitest';
import { GROUP } from '../../../core/domain/seeded-world.test-data.ts';
import { checkCases, type Decided, type Situation } from '../corpus.ts';
import { TASK } from '../stage.ts';
import { CHECK_CASES, withCheck } from './check-cases.ts';
import { EVIDENCE_CASES } from './evidence-cases.ts';
import { INTEGRITY_CASES } from './integrity-cases.ts';
import { criterion, HASH, type Outside, reviewOf, submitted } from './review-stage.ts';

function decide(situation: Situation, outside: Outside): Decided {
  const { verdict, reasons, notes } = reviewOf(situation, outside);
  return { verdict, reasons: [...reasons, ...notes] };
}

describe('integrity and form', () => {
  checkCases(INTEGRITY_CASES, decide);
});

describe('declared checks', () => {
  checkCases(CHECK_CASES, decide);
});

describe('Evidence', () => {
  checkCases(EVIDENCE_CASES, decide);
});

describe('the matrix', () => {
  it('EVI-005 says for every required cell what it rests on, and what is missing', () => {
    const contract = {
      ...withCheck({ rule: 'present', pointer: '/rows' }),
      acceptanceCriteria: [
        criterion('complete', 'artifact_integrity', 'deterministic_test'),
        criterion('lawful', 'business_rule', 'reviewer_assessment', 'human_review'),
      ],
    };
    const stage = submitted(contract, {
      evidence: [{ criterionIds: ['complete'] }, { criterionIds: ['lawful'], type: 'business_rule' }],
    });
    const { criteria, revision, contractVersion, ownershipEpoch } = reviewOf(stage.situation, {});
    const claim = 'urn:heddle:test:work:task:evidence:1';
    expect({ contractVersion, ownershipEpoch }).toEqual({ contractVersion: 1, ownershipEpoch: 1 });
    expect(revision).toBe(stage.world.get('workItem', GROUP, TASK)?.document.revision);
    expect(criteria).toEqual([
      {
        criterionId: 'complete',
        isProven: true,
        cells: [
          { type: 'artifact_integrity', status: 'passed', basis: 'own-check', evidenceIds: [] },
          {
            type: 'deterministic_test',
            status: 'passed',
            basis: 'own-check',
            evidenceIds: ['urn:heddle:test:work:task:evidence:0'],
          },
        ],
      },
      {
        criterionId: 'lawful',
        isProven: false,
        cells: [
          { type: 'business_rule', status: 'passed', basis: 'claim', evidenceIds: [claim] },
          { type: 'reviewer_assessment', status: 'missing', basis: 'none', evidenceIds: [] },
          { type: 'human_review', status: 'missing', basis: 'none', evidenceIds: [] },
        ],
      },
    ]);
  });

  it('EVI-005 lets our own check outweigh what the producer says, even where that contradicts itself', () => {
    const stage = submitted(withCheck({ rule: 'present', pointer: '/gone' }), {
      evidence: [{}, { result: 'failed' }],
    });
    const [complete] = reviewOf(stage.situation, {}).criteria;
    expect(complete?.cells).toEqual([
      expect.objectContaining({ type: 'deterministic_test', status: 'failed', basis: 'own-check' }),
    ]);
  });

  it('WORK-062 names records of the log as references', () => {
    const { reasons } = reviewOf(submitted().situation, { replaced: { [HASH]: '{}' } });
    expect(reasons[0]).toMatchObject({
      id: 'content-differs',
      verdict: 'unmet',
      values: { name: 'inventory', contentHash: HASH },
      references: [{ type: 'record', kind: 'content', groupId: GROUP, id: HASH }],
    });
  });
});
