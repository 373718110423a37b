// The declaration of checks in a contract: what is read, and what is refused rather than skipped.
import { describe, expect, it, test } from 'vitest';
import { contractOf } from '../../../domain/seeded-world.test-data.ts';
import { reviewConstraint } from '../review-mark.ts';
import { readDeclaration, readReview } from './declared-checks.ts';

const CHECK = {
  checkId: 'rows',
  type: 'business_rule',
  criterionIds: ['complete'],
  rule: { rule: 'present', pointer: '/rows' },
};

function faultOf(constraints: Record<string, unknown>): unknown {
  const read = readDeclaration(contractOf({ constraints }));
  return read.ok ? undefined : read.fault;
}

describe('declared checks', () => {
  it('DOC-CONT are read beside other constraints, and may be absent', () => {
    const schemas = [{ schema: 'urn:a:b', contentHash: `sha256:${'0'.repeat(64)}` }];
    const read = readDeclaration(contractOf({ constraints: { depth: 2, checks: [CHECK], schemas } }));
    expect(read).toEqual({ ok: true, value: { checks: [CHECK], schemas } });
    expect(readDeclaration(contractOf())).toEqual({ ok: true, value: { checks: [], schemas: [] } });
  });

  test.each([
    ['no list', { checks: { rows: CHECK } }, { problem: 'shape', at: '/checks' }],
    [
      'an unknown member',
      { checks: [{ ...CHECK, isOptional: true }] },
      { problem: 'shape', at: '/checks/0' },
    ],
    [
      'a type that no check can give',
      { checks: [{ ...CHECK, type: 'human_review' }] },
      { problem: 'shape', at: '/checks/0/type' },
    ],
    [
      'an unknown criterion',
      { checks: [{ ...CHECK, criterionIds: ['x'] }] },
      { problem: 'criterion', at: 'rows' },
    ],
    [
      'an unknown deliverable',
      { checks: [{ ...CHECK, deliverableId: 'x' }] },
      { problem: 'deliverable', at: 'rows' },
    ],
    ['an id twice', { checks: [CHECK, CHECK] }, { problem: 'repeated', at: 'rows' }],
    [
      'a comparison with nothing',
      { checks: [{ ...CHECK, rule: { rule: 'compare', pointer: '', operator: 'equal' } }] },
      { problem: 'empty-rule', at: 'rows' },
    ],
    [
      'a comparison with two things',
      {
        checks: [
          {
            ...CHECK,
            rule: { rule: 'compare', pointer: '', operator: 'equal', value: 1, otherPointer: '/a' },
          },
        ],
      },
      { problem: 'empty-rule', at: 'rows' },
    ],
    [
      'a text rule about nothing',
      { checks: [{ ...CHECK, rule: { rule: 'text' } }] },
      { problem: 'empty-rule', at: 'rows' },
    ],
    [
      'a count of nothing',
      { checks: [{ ...CHECK, rule: { rule: 'count', pointer: '' } }] },
      { problem: 'empty-rule', at: 'rows' },
    ],
  ])('DOC-CONT refuses %s', (_name, constraints, fault) => {
    expect(faultOf(constraints)).toEqual(fault);
  });

  it('CRD-006 knows a review by either of its marks', () => {
    const about = (constraints: Record<string, unknown>) => readReview(contractOf({ constraints }));
    expect(about(reviewConstraint('urn:a:1'))).toEqual({ workItemId: 'urn:a:1', artifactHashes: undefined });
    expect(about({ review: { workItemId: 'urn:a:2', artifactHashes: ['h', 3] } })).toEqual({
      workItemId: 'urn:a:2',
      artifactHashes: ['h'],
    });
    expect(about({ review: 'urn:a:3' })).toBeUndefined();
    expect(about({})).toBeUndefined();
  });
});
