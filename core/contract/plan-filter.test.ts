import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Filterable,
  formatPlanFilter,
  matchesPlanFilter,
  parsePlanFilter,
  togglePlanTerm,
} from './plan-filter.ts';

const AT = { nowMs: 1_000, language: 'en' };

const ITEM: Filterable = {
  type: 'workItem',
  workItemId: 'urn:x:work-item:0001-service',
  title: 'Implement the sign-in service',
  state: 'blocked',
  stateWords: { text: 'blockiert' },
  owner: { id: 'urn:x:agent:coder', name: 'Coder 1' },
  risk: 'external',
  deadlineAtMs: 500,
  isCritical: true,
  childGroupId: 'urn:x:group:child',
  missionTitle: 'Portal',
};

function fits(text: string, item: Filterable = ITEM): boolean {
  return matchesPlanFilter(parsePlanFilter(text), item, AT);
}

describe('the filter of a plan', () => {
  test.each([
    ['state:blocked', true],
    ['state:open,blocked', true],
    ['state:Blockiert', true],
    ['state:open', false],
    ['-state:blocked', false],
    ['owner:*', true],
    ['owner:coder', true],
    ['owner:"coder 1"', true],
    ['owner:writer', false],
    ['-owner:*', false],
    ['risk:external', true],
    ['risk:>=external', true],
    ['risk:>external', false],
    ['risk:<high_risk', true],
    ['risk:<=reversible', false],
    ['is:critical is:late is:unfinished is:held is:child', true],
    ['is:proposal', false],
    ['is:pending,critical', true],
    ['mission:portal', true],
    ['item:0001-service', true],
    ['item:0002', false],
    ['sign-in implement', true],
    ['"implement the sign"', true],
    ['implement nothing', false],
    ['-implement', false],
    ['', true],
  ])('%s', (text, isFitting) => {
    expect(fits(text)).toBe(isFitting);
  });

  test('says of a finished item that it is neither late nor held', () => {
    const done = { ...ITEM, state: 'verified' };
    expect(fits('is:late', done)).toBe(false);
    expect(fits('is:held', done)).toBe(false);
    expect(fits('-is:unfinished', done)).toBe(true);
  });

  test.each([
    ['color:red', 'unknown-key', 'color:red'],
    ['text:word', 'unknown-key', 'text:word'],
    ['state:', 'empty', 'state:'],
    ['state:,', 'empty', 'state:,'],
    ['risk:huge', 'bad-risk', 'risk:huge'],
    ['risk:>=', 'bad-risk', 'risk:>='],
    ['is:nice', 'bad-mark', 'is:nice'],
    ['owner:"coder', 'open-quote', 'owner:"coder'],
  ])('names what is wrong in %s, and lets the rest count', (text, reason, part) => {
    const parsed = parsePlanFilter(text);
    expect(parsed.faults).toEqual([{ at: 0, part, reason }]);
    expect(parsePlanFilter(`state:open ${reason === 'open-quote' ? '' : text}`).terms).toHaveLength(1);
  });

  test('is switched on and off by terms', () => {
    const term = { key: 'state', values: ['open'], isExcluded: false } as const;
    const on = togglePlanTerm('owner:"coder 1"', term);
    expect(on).toBe('owner:"coder 1" state:open');
    expect(togglePlanTerm(on, term)).toBe('owner:"coder 1"');
    expect(togglePlanTerm('', { key: 'owner', values: ['*'], isExcluded: true })).toBe('-owner:*');
  });

  test('reads from its usual form what it read before, whatever the text', () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom('state:', 'owner:', 'risk:>=', 'is:late', '"', ',', ' ', '-', 'a b', ':'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const { terms } = parsePlanFilter(pieces.join(''));
        expect(parsePlanFilter(formatPlanFilter(terms))).toEqual({ terms, faults: [] });
      }),
    );
  });
});
