import { describe, expect, test } from 'vitest';
import type { AutonomyMatrixFile } from '../../../protocol/generated/documents.ts';
import { listMatrixWidenings } from './matrix-widening.ts';
import { readMatrix } from './read-matrix.ts';

type Rule = AutonomyMatrixFile['rules'][number];

const RULE: Rule = {
  id: 'offers',
  acts: ['work.offer'],
  missions: ['urn:example:mission:1'],
  risk: 'reversible',
  each: { money: 2, currency: 'EUR', toolCalls: 10 },
  total: { money: 20, currency: 'EUR' },
  perHour: 10,
  until: '2026-06-01T18:00:00Z',
};

function matrixOf(rules: readonly Rule[], limits?: AutonomyMatrixFile['limits']) {
  const file = { autonomy: 1, rules, ...(limits === undefined ? {} : { limits }) };
  const read = readMatrix(Buffer.from(JSON.stringify(file)), 'json');
  if (!read.ok) throw new Error(JSON.stringify(read.fault));
  return read.value;
}

const widened = (changes: Partial<Rule>) =>
  listMatrixWidenings(matrixOf([RULE]), matrixOf([{ ...RULE, ...changes }])).map(({ what }) => what);

function without(name: keyof Rule): Rule {
  const { [name]: _left, ...rest } = RULE;
  return rest as Rule;
}

describe('what a new matrix widens', () => {
  test('is nothing where nothing is more', () => {
    expect(listMatrixWidenings(matrixOf([RULE]), matrixOf([RULE]))).toEqual([]);
    expect(listMatrixWidenings(matrixOf([RULE]), matrixOf([]))).toEqual([]);
    expect(widened({ risk: 'none', perHour: 5, until: '2026-05-01T00:00:00Z' })).toEqual([]);
    expect(widened({ each: { money: 1, currency: 'EUR' }, because: 'less' })).toEqual([]);
  });

  test('is a new rule, under whatever name', () => {
    expect(listMatrixWidenings(matrixOf([]), matrixOf([RULE]))).toEqual([{ what: 'rule', ruleId: 'offers' }]);
    expect(listMatrixWidenings(matrixOf([RULE]), matrixOf([{ ...RULE, id: 'other' }]))).toEqual([
      { what: 'rule', ruleId: 'other' },
    ]);
  });

  test.each<readonly [string, Partial<Rule>]>([
    ['acts', { acts: ['work.offer', 'work.authorize'] }],
    ['missions', { missions: ['all'] }],
    ['missions', { missions: ['urn:example:mission:1', 'urn:example:mission:2'] }],
    ['missions', { withChildren: true }],
    ['risk', { risk: 'external' }],
    ['each', { each: { money: 3, currency: 'EUR', toolCalls: 10 } }],
    ['each', { each: { money: 2, currency: 'USD', toolCalls: 10 } }],
    ['total', { total: { money: 21, currency: 'EUR' } }],
    ['perHour', { perHour: 11 }],
    ['until', { until: '2026-07-01T00:00:00Z' }],
  ])('is more %s', (what, changes) => {
    expect(widened(changes)).toEqual([what]);
  });

  test.each(['total', 'perHour', 'until'] as const)('is a bound that is gone: %s', (name) => {
    const found = listMatrixWidenings(matrixOf([RULE]), matrixOf([without(name)]));
    expect(found.map(({ what }) => what)).toEqual([name]);
  });

  test('is a higher rate of all rules together', () => {
    const more = matrixOf([RULE], { perDay: 301 });
    expect(listMatrixWidenings(matrixOf([RULE]), more)).toEqual([{ what: 'limits' }]);
    expect(listMatrixWidenings(more, matrixOf([RULE]))).toEqual([]);
  });
});
