// Declared rules that need no program, each met, broken, and where it cannot apply.
import { describe, expect, it, test } from 'vitest';
import type { ContentFact } from './review-types.ts';
import { findMember, judgeRule } from './rules.ts';

const HASH = `sha256:${'a'.repeat(64)}`;

function content(json: unknown, text = JSON.stringify(json)): Extract<ContentFact, { status: 'intact' }> {
  return { status: 'intact', sizeBytes: text.length, text, json: { ok: true, value: json } };
}

const RESULT = content({
  total: 3,
  sum: 3,
  name: 'a',
  rows: [1, 2, 3],
  flag: true,
  odd: { 'a/b': 1, 'm~n': 2 },
});
const BYTES: Extract<ContentFact, { status: 'intact' }> = {
  status: 'intact',
  sizeBytes: 10,
  text: undefined,
  json: undefined,
};
const BROKEN: Extract<ContentFact, { status: 'intact' }> = {
  ...BYTES,
  text: '{',
  json: { ok: false, problem: '' },
};

describe('rules', () => {
  test.each([
    [{ rule: 'compare', pointer: '/total', operator: 'equal', value: 3 }, 'passed'],
    [{ rule: 'compare', pointer: '/total', operator: 'equal', value: '3' }, 'failed'],
    [{ rule: 'compare', pointer: '/total', operator: 'not-equal', value: 4 }, 'passed'],
    [{ rule: 'compare', pointer: '/total', operator: 'at-least', value: 3 }, 'passed'],
    [{ rule: 'compare', pointer: '/total', operator: 'more-than', value: 3 }, 'failed'],
    [{ rule: 'compare', pointer: '/total', operator: 'at-most', value: 2 }, 'failed'],
    [{ rule: 'compare', pointer: '/total', operator: 'less-than', value: 4 }, 'passed'],
    [{ rule: 'compare', pointer: '/total', operator: 'equal', otherPointer: '/sum' }, 'passed'],
    [{ rule: 'compare', pointer: '/total', operator: 'equal', otherPointer: '/gone' }, 'failed'],
    // Texts have no order, and what is not there is not smaller than anything.
    [{ rule: 'compare', pointer: '/name', operator: 'at-least', value: 'a' }, 'failed'],
    [{ rule: 'compare', pointer: '/gone', operator: 'not-equal', value: 1 }, 'failed'],
    [{ rule: 'compare', pointer: '/rows', operator: 'equal', value: [1, 2, 3] }, 'passed'],
    [{ rule: 'compare', pointer: '/rows', operator: 'equal', value: { 0: 1, 1: 2, 2: 3 } }, 'failed'],
    [{ rule: 'one-of', pointer: '/name', values: ['b', 'a'] }, 'passed'],
    [{ rule: 'one-of', pointer: '/name', values: ['b'] }, 'failed'],
    [{ rule: 'present', pointer: '/odd/a~1b' }, 'passed'],
    [{ rule: 'present', pointer: '/odd/m~0n' }, 'passed'],
    [{ rule: 'present', pointer: '/rows/3' }, 'failed'],
    [{ rule: 'present', pointer: '/rows/length' }, 'failed'],
    [{ rule: 'present', pointer: '/constructor' }, 'failed'],
    [{ rule: 'present', pointer: '/name/0' }, 'failed'],
    [{ rule: 'count', pointer: '/rows', atLeast: 3, atMost: 3 }, 'passed'],
    [{ rule: 'count', pointer: '/rows', atLeast: 4 }, 'failed'],
    [{ rule: 'count', pointer: '/odd', atMost: 1 }, 'failed'],
    [{ rule: 'count', pointer: '/total', atLeast: 0 }, 'failed'],
    [{ rule: 'size', atLeastBytes: 1, atMostBytes: 1_000 }, 'passed'],
    [{ rule: 'size', atMostBytes: 5 }, 'failed'],
    [{ rule: 'hash', contentHash: HASH }, 'passed'],
    [{ rule: 'hash', contentHash: HASH.replace('a', 'b') }, 'failed'],
    [{ rule: 'text', contains: '"total":3' }, 'passed'],
    [{ rule: 'text', contains: '"total":3', lacks: 'rows' }, 'failed'],
  ] as const)('WORK-062 %o: %s', (rule, result) => {
    expect(judgeRule(rule, HASH, RESULT)).toBe(result);
  });

  it('WORK-062 cannot tell where the content has no such form, and fails where its form is broken', () => {
    const rule = { rule: 'present', pointer: '/rows' } as const;
    expect(judgeRule(rule, HASH, BYTES)).toBe('inconclusive');
    expect(judgeRule(rule, HASH, BROKEN)).toBe('failed');
    expect(judgeRule({ rule: 'text', contains: 'a' }, HASH, BYTES)).toBe('inconclusive');
  });

  it('takes the empty pointer for the whole, and finds nothing in prototypes', () => {
    expect(findMember([1], '')).toEqual({ isThere: true, value: [1] });
    expect(findMember({}, '/__proto__')).toEqual({ isThere: false, value: undefined });
    expect(findMember([1], '/01')).toEqual({ isThere: false, value: undefined });
  });
});
