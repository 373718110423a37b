import { describe, expect, test } from 'vitest';
import type { EntryState } from './entry.ts';
import { type EntryEvent, nextState, TRANSITIONS } from './transitions.ts';

/** The same table once more, row by row as people would write it: `-` cannot happen. */
const EVENTS: readonly EntryEvent[] = [
  'await-key',
  'await-connection',
  'sign',
  'send',
  'lose-answer',
  'accept',
  'refuse',
  'withdraw',
  'replace',
  'abandon',
];
const EXPECTED: readonly (readonly [EntryState, string])[] = [
  ['draft', 'K C signed - draft - refused draft replaced abandoned'],
  ['waiting-for-key', 'K C signed - K - refused draft replaced abandoned'],
  ['waiting-for-connection', 'K C signed - C - refused draft replaced abandoned'],
  ['signed', '- C signed sent C accepted refused draft replaced abandoned'],
  ['sent', '- - - sent unknown accepted refused - - -'],
  ['unknown', '- - - sent unknown accepted refused - replaced abandoned'],
  ['accepted', '- - - - accepted accepted - - - -'],
  ['refused', 'K C signed sent refused accepted refused draft replaced abandoned'],
  ['replaced', '- - - - replaced accepted replaced - - -'],
  ['abandoned', '- - - - abandoned accepted abandoned - - -'],
];
const SHORT: Readonly<Record<string, EntryState | undefined>> = {
  K: 'waiting-for-key',
  C: 'waiting-for-connection',
  '-': undefined,
};

describe('transitions of the outbox', () => {
  test('every state knows every event', () => {
    expect(Object.keys(TRANSITIONS).toSorted()).toEqual(EXPECTED.map(([state]) => state).toSorted());
    for (const row of Object.values(TRANSITIONS))
      expect(Object.keys(row).toSorted()).toEqual(EVENTS.toSorted());
  });

  for (const [state, row] of EXPECTED) {
    const answers = row.split(' ');
    for (const [index, event] of EVENTS.entries()) {
      const word = answers[index] ?? '';
      test(`${state} × ${event} → ${word}`, () => {
        expect(nextState(state, event)).toBe(Object.hasOwn(SHORT, word) ? SHORT[word] : word);
      });
    }
  }

  test('IDM-001: the log is believed in every state in which bytes may have left', () => {
    for (const state of ['signed', 'sent', 'unknown', 'refused', 'replaced', 'abandoned'] as const) {
      expect(nextState(state, 'accept')).toBe('accepted');
    }
  });

  test('IDM-008: what is on its way cannot be changed, replaced or given up', () => {
    for (const event of ['withdraw', 'replace', 'abandon', 'sign'] as const) {
      expect(nextState('sent', event)).toBeUndefined();
    }
    expect(nextState('unknown', 'withdraw')).toBeUndefined();
    expect(nextState('unknown', 'sign')).toBeUndefined();
  });

  test('nothing leads out of accepted', () => {
    expect(new Set(Object.values(TRANSITIONS.accepted))).toEqual(new Set([undefined, 'accepted']));
  });
});
