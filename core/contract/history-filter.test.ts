import {
  array,
  assert,
  boolean,
  constantFrom,
  nat,
  option,
  property,
  record,
  stringMatching,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatFilter, matchesKind, parseFilter, toggleTerm } from './history-filter.ts';

describe('the filter of a history', () => {
  it('reads kinds, people, texts and a range, with a minus for what is not wanted', () => {
    expect(parseFilter('kind:work.* actor:coder -kind:message.* text:"sign in" seq:1200..')).toEqual({
      terms: [
        { key: 'kind', value: 'work.*', isExcluded: false },
        { key: 'actor', value: 'coder', isExcluded: false },
        { key: 'kind', value: 'message.*', isExcluded: true },
        { key: 'text', value: 'sign in', isExcluded: false },
      ],
      fromSequence: 1200,
      throughSequence: undefined,
      faults: [],
    });
  });

  it('takes bare words for text, quoted ones as one', () => {
    expect(parseFilter('token "two words" -draft').terms).toEqual([
      { key: 'text', value: 'token', isExcluded: false },
      { key: 'text', value: 'two words', isExcluded: false },
      { key: 'text', value: 'draft', isExcluded: true },
    ]);
  });

  it.each([
    ['seq:7', 7, 7],
    ['seq:7..', 7, undefined],
    ['seq:..9', undefined, 9],
    ['seq:7..9', 7, 9],
    ['seq:5.. seq:..8', 5, 8],
  ])('reads the range of %s', (text, from, through) => {
    const { fromSequence, throughSequence, faults } = parseFilter(text);
    expect([fromSequence, throughSequence, faults]).toEqual([from, through, []]);
  });

  it.each([
    ['colour:red', 'unknown-key', 0],
    ['kind:', 'empty', 0],
    ['x seq:9..7', 'bad-sequence', 2],
    ['seq:now', 'bad-sequence', 0],
    ['seq:..', 'bad-sequence', 0],
    ['kind:Work%', 'bad-kind', 0],
    ['text:"begun', 'open-quote', 0],
    ['-seq:7', 'excluded-sequence', 0],
    ['-', 'empty', 0],
  ])('names what it does not understand in %s', (text, reason, at) => {
    const filter = parseFilter(text);
    expect(filter.faults).toEqual([expect.objectContaining({ reason, at })]);
  });

  it('keeps what it understands beside a fault', () => {
    expect(parseFilter('colour:red kind:work.failed').terms).toEqual([
      { key: 'kind', value: 'work.failed', isExcluded: false },
    ]);
  });

  it('is written as it is read', () => {
    assert(
      property(
        array(
          record({
            key: constantFrom('actor', 'item', 'text', 'cause'),
            value: stringMatching(/^[^"\s]([^"]*[^"\s])?$/u),
            isExcluded: boolean(),
          }),
          { maxLength: 5 },
        ),
        option(
          nat(9_999).map((each) => each + 1),
          { nil: undefined },
        ),
        (terms, fromSequence) => {
          const filter = { terms, fromSequence, throughSequence: undefined, faults: [] };
          expect(parseFilter(formatFilter(filter as never))).toEqual(filter);
        },
      ),
    );
  });

  it('is a switch for one term', () => {
    const term = { key: 'kind', value: 'work.progressed', isExcluded: true } as const;
    const on = toggleTerm('actor:coder seq:5..', term);
    expect(on).toBe('actor:coder -kind:work.progressed seq:5..');
    expect(toggleTerm(on, term)).toBe('actor:coder seq:5..');
  });

  it.each([
    ['work.failed', 'work.*', true],
    ['work.failed', '*failed', true],
    ['work.offer.accepted', 'work.*.accepted', true],
    ['work.failed', 'work.failed', true],
    ['work.fail', 'work.*fail.*', false],
    ['message.posted', 'work.*', false],
    ['work.', 'work.*.', false],
  ])('compares %s with %s', (kind, pattern, isMatch) => {
    expect(matchesKind(kind, pattern)).toBe(isMatch);
  });
});
