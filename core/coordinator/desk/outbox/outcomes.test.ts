import { describe, expect, test } from 'vitest';
import type { OutboxEntry as KeptEntry, OutboxState } from '../../../store/replica-store.ts';
import { COORDINATOR, errorOf, RENEWAL } from '../desk.test-data.ts';
import { judgeAbsence } from './absence.ts';
import { entryOfKept, type MappingContext } from './replica-mapping.ts';
import { type ExpectedVerdict, findVerdictDefect } from './verdict-defects.ts';

describe('absence of an effect', () => {
  const rules = { freshMs: 1_000 };
  test('ERR-036: found in the log is found, however old', () => {
    expect(judgeAbsence(0, { isFound: true, readToHeadAtMs: undefined }, rules)).toBe('found');
  });
  test('while the bytes are fresh they may still be accepted', () => {
    expect(judgeAbsence(0, { isFound: false, readToHeadAtMs: 1_000 }, rules)).toBe('possible');
  });
  test('without the log nothing is certain', () => {
    expect(judgeAbsence(0, { isFound: false, readToHeadAtMs: undefined }, rules)).toBe('possible');
  });
  test('read to its head after that, it is absent', () => {
    expect(judgeAbsence(0, { isFound: false, readToHeadAtMs: 1_001 }, rules)).toBe('absent');
  });
});

describe('what a client keeps, in the words of the desk', () => {
  const kept: KeptEntry = {
    actionId: 'urn:heddle:test:action:1',
    groupId: RENEWAL.groupId,
    state: 'draft',
    draft: RENEWAL,
    commandBytes: undefined,
    signingHash: undefined,
    event: undefined,
    error: undefined,
    replacedBy: undefined,
    createdAt: '2026-05-04T09:00:00Z',
    changedAt: '2026-05-04T09:00:01Z',
  };
  const context: MappingContext = {
    connectionId: 'acme',
    signer: COORDINATOR,
    isConnected: true,
    isKeyUsable: true,
    memoryOf: () => undefined,
  };
  const stateOf = (
    state: OutboxState,
    changes: Partial<KeptEntry> = {},
    other: Partial<MappingContext> = {},
  ) => entryOfKept({ ...kept, state, ...changes }, 3, { ...context, ...other }).state;

  test('what is wanted and not signed waits for what is missing', () => {
    expect(stateOf('draft', {}, { isConnected: false })).toBe('waiting-for-connection');
    expect(stateOf('draft', {}, { isKeyUsable: false })).toBe('waiting-for-key');
    expect(stateOf('draft', {}, { isConnected: false, isKeyUsable: false })).toBe('waiting-for-connection');
  });

  test('every state of the store has one here', () => {
    const states: readonly OutboxState[] = ['signed', 'sent', 'unknown', 'accepted', 'refused', 'abandoned'];
    expect(states.map((state) => stateOf(state))).toEqual(states);
    expect(stateOf('refused', { replacedBy: 'urn:heddle:test:action:2' })).toBe('replaced');
  });

  test('time and epochs are read from the signed bytes', () => {
    const signed = { issuedAt: '2026-05-04T09:00:00.500Z', sessionEpoch: 7, membershipEpoch: 3 };
    const commandBytes = new TextEncoder().encode(JSON.stringify(signed));
    expect(entryOfKept({ ...kept, state: 'sent', commandBytes }, 3, context)).toMatchObject({
      position: 3,
      signed: {
        issuedAtMs: Date.parse('2026-05-04T09:00:00.500Z'),
        epochs: { sessionEpoch: 7, membershipEpoch: 3, coordinatorEpoch: undefined },
      },
    });
  });
});

describe('our verdict and the Authority’s', () => {
  const yes: ExpectedVerdict = { rejection: undefined, atMs: 0, headSequence: 10, holdsUntilMs: 1_000 };
  const no: ExpectedVerdict = {
    ...yes,
    rejection: { code: 'INVALID_STATE_TRANSITION', rule: 'WORK-T03', details: {} },
  };
  const refused = (code: Parameters<typeof errorOf>[0], headSequence = 10, atMs = 10) =>
    ({ kind: 'refused', error: errorOf(code), headSequence, atMs }) as const;
  const accepted = (sequence: number, atMs = 10) => ({ kind: 'accepted', sequence, atMs }) as const;

  test('a refusal of what we would accept, on the same state, is a defect of ours', () => {
    expect(findVerdictDefect('a', yes, refused('INVALID_COMMAND'))).toEqual({
      actionId: 'a',
      expected: 'accepted',
      actual: 'INVALID_COMMAND',
    });
  });
  test('so is an acceptance of what we would refuse, and another code', () => {
    expect(findVerdictDefect('a', no, accepted(11))).toMatchObject({ actual: 'accepted' });
    expect(findVerdictDefect('a', no, refused('AUTH_FORBIDDEN'))).toMatchObject({ actual: 'AUTH_FORBIDDEN' });
  });
  test('agreement is none', () => {
    expect(findVerdictDefect('a', yes, accepted(11))).toBeUndefined();
    expect(findVerdictDefect('a', no, refused('INVALID_STATE_TRANSITION'))).toBeUndefined();
  });
  test('another state, another time, or what rules cannot know is none either', () => {
    expect(findVerdictDefect('a', yes, refused('INVALID_COMMAND', 11))).toBeUndefined();
    expect(findVerdictDefect('a', no, accepted(13))).toBeUndefined();
    expect(findVerdictDefect('a', yes, refused('INVALID_COMMAND', 10, 1_000))).toBeUndefined();
    expect(findVerdictDefect('a', yes, refused('INTERNAL_ERROR'))).toBeUndefined();
  });
});
