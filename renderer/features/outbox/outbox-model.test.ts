import { describe, expect, it } from 'vitest';
import {
  blocksOf,
  comparisonRows,
  firstChoice,
  isFinal,
  markOf,
  moveDraft,
  nextInNeed,
  optionFor,
} from './outbox-model.ts';
import {
  ACCEPTED,
  DRAFTS,
  FIX_PANEL,
  HELD,
  MESSAGE,
  OUTBOX_ROWS,
  OUTBOX_SUMMARY,
  REFUSED,
  UNKNOWN,
} from './outbox-rows.test-data.ts';

const open = () => blocksOf(OUTBOX_ROWS, OUTBOX_SUMMARY, 'open');

describe('the blocks of the outbox', () => {
  it('are Groups, the one with a refusal first, Commands in the order of sending', () => {
    expect(open().map(({ missionTitle }) => missionTitle)).toEqual(['cli-mission', 'auth-mission']);
    expect(open()[0]?.rows.map(({ actionId }) => actionId)).toEqual(
      [REFUSED, MESSAGE, HELD, ...DRAFTS].map(({ actionId }) => actionId),
    );
  });

  it('count what a refusal holds as the host says, or by the rows before it says anything', () => {
    expect(open().map(({ heldCount }) => heldCount)).toEqual([2, 0]);
    expect(blocksOf(OUTBOX_ROWS, undefined, 'open')[0]?.heldCount).toBe(1);
  });

  it('leave out what is over, unless everything is asked for', () => {
    const ids = (filter: 'open' | 'drafts' | 'all') =>
      blocksOf(OUTBOX_ROWS, OUTBOX_SUMMARY, filter).flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(ids('open')).not.toContain(ACCEPTED.id);
    expect(ids('all')).toContain(ACCEPTED.id);
    expect(ids('drafts')).toEqual(DRAFTS.map(({ id }) => id));
  });

  it('mark each entry by what it needs', () => {
    expect([REFUSED, UNKNOWN, HELD, MESSAGE, ACCEPTED].map(markOf)).toEqual([
      'refused',
      'unknown',
      'held',
      'moving',
      'over',
    ]);
  });

  it('lead from one entry in need to the next, and round', () => {
    expect(nextInNeed(open(), undefined)?.id).toBe(REFUSED.id);
    expect(nextInNeed(open(), REFUSED.id)?.id).toBe(UNKNOWN.id);
    expect(nextInNeed(open(), UNKNOWN.id)?.id).toBe(REFUSED.id);
    expect(nextInNeed([], undefined)).toBeUndefined();
  });
});

describe('what a key does', () => {
  it('is the first option of its kind that an entry has', () => {
    expect(optionFor(HELD.options, 'send')?.id).toBe('release');
    expect(optionFor(MESSAGE.options, 'send')).toBeUndefined();
    expect(optionFor(UNKNOWN.options, 'send')?.id).toBe('resend-identical');
    expect(optionFor(UNKNOWN.options, 'ask')?.id).toBe('ask-authority');
    expect(optionFor(REFUSED.options, 'abandon')?.id).toBe('drop');
    expect(optionFor(REFUSED.options, 'send')).toBeUndefined();
  });

  it('never ends something without asking', () => {
    expect(OUTBOX_ROWS.flatMap(({ options }) => options.filter(isFinal).map(({ id }) => id))).toEqual([
      'drop',
      'drop',
      'drop',
      'drop',
      'drop',
    ]);
  });

  it('moves a draft among drafts alone', () => {
    const [block] = open();
    const [first, second, third] = DRAFTS;
    if (block === undefined || first === undefined || second === undefined || third === undefined) {
      throw new Error('There are three drafts.');
    }
    expect(moveDraft(block, first.actionId, -1)).toBeUndefined();
    expect(moveDraft(block, first.actionId, 1)).toEqual({
      actionId: first.actionId,
      beforeActionId: third.actionId,
    });
    expect(moveDraft(block, second.actionId, 1)).toEqual({
      actionId: second.actionId,
      beforeActionId: undefined,
    });
    expect(moveDraft(block, third.actionId, -1)).toEqual({
      actionId: third.actionId,
      beforeActionId: second.actionId,
    });
    expect(moveDraft(block, REFUSED.actionId, 1)).toBeUndefined();
  });
});

describe('the fix panel', () => {
  it('shows first what somebody else has moved, and where that meets what is wanted', () => {
    expect(
      comparisonRows(FIX_PANEL.diff).map(({ fact, hasMoved, isConflict }) => [fact, hasMoved, isConflict]),
    ).toEqual([
      ['deadline', true, false],
      ['state', true, true],
      ['goal', false, false],
      ['offered-to', false, false],
    ]);
  });

  it('opens at the way on, never at an end', () => {
    expect(firstChoice(FIX_PANEL)).toBe('reissue');
    expect(firstChoice({ options: FIX_PANEL.options.toReversed() })).toBe('keep-as-draft');
    expect(firstChoice({ options: FIX_PANEL.options.filter(isFinal) })).toBe('drop');
    const refused = FIX_PANEL.options.map((option) =>
      option.id === 'reissue' ? Object.assign({}, option, { isEnabled: false }) : option,
    );
    expect(firstChoice({ options: refused })).toBe('keep-as-draft');
  });
});
