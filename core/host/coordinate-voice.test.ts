import { describe, expect, test } from 'vitest';
import { describeReason, tellProposal } from './coordinate-reasons.ts';
import { type CoordinateEvent, type CoordinateFacts, CoordinateVoice } from './coordinate-voice.ts';
import { COORDINATE_TEXTS } from './coordinate-words.ts';

function voiceOf() {
  const events: CoordinateEvent[] = [];
  const voice = new CoordinateVoice({
    language: 'en',
    now: () => Date.UTC(2026, 4, 4, 9),
    onEvent: (event) => events.push(event),
  });
  return { voice, events };
}

const PROPOSAL: CoordinateFacts['proposal.waiting'] = {
  key: 'offer 1',
  groupId: 'urn:g',
  workItemId: 'urn:w',
  area: 'offer',
  kind: 'work.offer',
  why: ['no-rule'],
  words: ['No rule.'],
};
const QUESTION: CoordinateFacts['question.waiting'] = {
  key: 'review 1',
  groupId: 'urn:g',
  workItemId: 'urn:w',
  area: 'review',
  reasons: ['x'],
  words: ['Review:', 'x'],
};

describe('the voice of a Coordinator without a window', () => {
  test('tells once what waits for a person, again for another reason, and again when it comes back', () => {
    const { voice, events } = voiceOf();
    voice.wait([PROPOSAL], [QUESTION]);
    voice.wait([PROPOSAL], [QUESTION]);
    expect(events.map(({ event }) => event)).toEqual(['proposal.waiting', 'question.waiting']);
    voice.wait([{ ...PROPOSAL, why: ['too-often'] }], [QUESTION]);
    expect(events.at(-1)).toMatchObject({ event: 'proposal.waiting', why: ['too-often'] });
    voice.wait([], []);
    voice.wait([PROPOSAL], []);
    expect(events).toHaveLength(4);
  });

  test('tells a fault once for as long as it goes on', () => {
    const { voice, events } = voiceOf();
    voice.fault(new Error('no line'));
    voice.fault(new Error('no line'));
    expect(events).toHaveLength(1);
    voice.forgetFaults();
    voice.fault(new Error('no line'));
    expect(events).toHaveLength(2);
  });

  test('lets nothing through that a terminal would obey', () => {
    const { voice, events } = voiceOf();
    const hostile = 'a\u001b[2Jb\nc\u202ed';
    voice.fault(new Error(hostile));
    voice.wait([{ ...PROPOSAL, words: [hostile] }], []);
    for (const { text } of events) expect(text).not.toMatch(/[\u0000-\u001f\u202e]/);
    expect(events[0]?.text).toBe('Fault: a [2Jb c d');
  });

  test('has every sentence in both languages, each in its own', () => {
    const { en, de } = COORDINATE_TEXTS;
    expect(Object.keys(de)).toEqual(Object.keys(en));
    expect(en['proposal.waiting'](PROPOSAL)).toContain('work.offer: urn:w @ urn:g. No rule.');
    expect(de['proposal.waiting'](PROPOSAL)).toContain('work.offer: urn:w @ urn:g. No rule.');
    expect(de['question.waiting'](QUESTION)).not.toBe(en['question.waiting'](QUESTION));
  });
});

describe('what waits for a person, in words', () => {
  test('is a sentence of the rule that it comes from, and the id of a reason that nobody has words for', () => {
    const planned = {
      id: 'plan-next',
      verdict: 'met',
      values: { goal: 'g', needs: 2 },
      references: [],
    } as const;
    expect(describeReason(planned, 'en')).toContain('2');
    expect(describeReason(planned, 'de')).not.toBe(describeReason(planned, 'en'));
    expect(describeReason({ ...planned, id: 'unheard-of' }, 'en')).toBe('unheard-of');
  });

  test('is nothing while it only waits for a connection', () => {
    const standing = {
      connectionId: 'c',
      groupId: 'urn:g',
      wish: { key: 'k', area: 'offer', workItemId: undefined, proposals: [] },
      proposal: { intent: { kind: 'work.offer', form: {} } as never, reasons: [], basis: undefined },
    } as const;
    expect(tellProposal({ ...standing, why: { kind: 'not-ready' } }, 'en')).toBeUndefined();
    const why = { kind: 'not-allowed', why: [{ id: 'no-rule', values: { kind: 'work.offer' } }] } as const;
    expect(tellProposal({ ...standing, why }, 'en')).toMatchObject({ why: ['no-rule'], kind: 'work.offer' });
    const error = { code: 'BUDGET_EXCEEDED', message: 'too much', retryable: false, occurredAt: '' } as const;
    expect(tellProposal({ ...standing, why: { kind: 'refused', error } }, 'en')).toMatchObject({
      why: ['BUDGET_EXCEEDED'],
      words: ['too much'],
    });
  });
});
