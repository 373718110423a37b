import { describe, expect, test } from 'vitest';
import { ERROR_RULES, type ErrorCode } from '../../../protocol/error-codes.ts';
import { errorOf } from '../desk.test-data.ts';
import type { CarriedEpochs } from '../outbox/entry.ts';
import { FIX_RULES } from './fix-rules.ts';
import { type FixCode, judgeReissue, REISSUE_IDENTITIES, type ReissueSituation } from './reissue.ts';

const EPOCHS: CarriedEpochs = { sessionEpoch: 7, membershipEpoch: 3, coordinatorEpoch: 2 };
const SIGNED = { issuedAtMs: 10_000, epochs: EPOCHS };
const FRESH: ReissueSituation = { nowMs: 11_000, freshMs: 240_000, epochs: EPOCHS, absence: 'possible' };
const CODES = Object.keys(ERROR_RULES) as readonly ErrorCode[];

/** Table C once more: S identical, E same Action ID, N new; what is allowed while everything still holds. */
const TABLE: Readonly<Record<FixCode, string>> = {
  UNSUPPORTED_VERSION: '',
  AUTH_REQUIRED: 'S N',
  AUTH_INVALID_SIGNATURE: 'E N',
  AUTH_STALE_SESSION: 'N',
  AUTH_STALE_COORDINATOR: 'N',
  AUTH_FORBIDDEN: 'N',
  GROUP_NOT_FOUND: '',
  MEMBERSHIP_REQUIRED: 'N',
  MEMBERSHIP_STALE: 'N',
  SCHEMA_VALIDATION_FAILED: 'N',
  INVALID_COMMAND: 'N',
  INVALID_STATE_TRANSITION: 'N',
  REVISION_CONFLICT: 'N',
  ACTION_ID_COLLISION: 'N',
  UNKNOWN_CRITICAL_EXTENSION: '',
  WORK_CONTRACT_INCOMPLETE: 'N',
  WORK_OFFER_EXPIRED: 'N',
  WORK_ALREADY_OWNED: '',
  WORK_LEASE_EXPIRED: 'N',
  WORK_STALE_OWNERSHIP: 'N',
  APPROVAL_REQUIRED: 'S N',
  BUDGET_EXCEEDED: 'N',
  RATE_LIMITED: 'S E',
  BACKPRESSURE: 'S',
  CURSOR_TOO_OLD: '',
  PROTOCOL_VIOLATION: '',
  INTERNAL_ERROR: 'S',
  // Nobody knows the effect yet, so nothing with another Action ID.
  NO_ANSWER: 'S',
};
const LETTERS = { 'same-bytes': 'S', 'same-action-id': 'E', 'new-command': 'N' } as const;

function allowed(code: FixCode, changes: Partial<ReissueSituation> = {}, retryable?: boolean): string {
  const error =
    code === 'NO_ANSWER' ? undefined : errorOf(code, { retryable: retryable ?? ERROR_RULES[code].retryable });
  return judgeReissue({ signed: SIGNED, error }, code, { ...FRESH, ...changes })
    .filter(({ isAllowed }) => isAllowed)
    .map(({ kind }) => LETTERS[kind])
    .join(' ');
}

describe('re-issue, code by code', () => {
  test('every code of the wire and silence have a rule', () => {
    expect(Object.keys(FIX_RULES).toSorted()).toEqual([...CODES, 'NO_ANSWER'].toSorted());
    expect(Object.keys(TABLE).toSorted()).toEqual([...CODES, 'NO_ANSWER'].toSorted());
  });

  for (const [code, kinds] of Object.entries(TABLE)) {
    test(`${code}: ${kinds === '' ? 'not at all' : kinds}`, () => {
      expect(allowed(code as FixCode)).toBe(kinds);
    });
  }

  test('a panel offers every way that its code knows, and no other', () => {
    const kindOf: Readonly<Record<string, string>> = {
      'resend-identical': 'same-bytes',
      'sign-again': 'same-action-id',
      'send-with-override': 'same-action-id',
      reissue: 'new-command',
    };
    for (const [name, { options }] of Object.entries(FIX_RULES)) {
      const code = name as FixCode;
      const error = code === 'NO_ANSWER' ? undefined : errorOf(code);
      const known = judgeReissue({ signed: SIGNED, error }, code, FRESH).map(({ kind }) => kind);
      const offered = options.flatMap((id) => kindOf[id] ?? []);
      expect([code, offered.toSorted()]).toEqual([code, known.toSorted()]);
    }
  });
});

describe('ERR-040: identical bytes hold only while everything that was signed holds', () => {
  const moved = (changes: Partial<CarriedEpochs>) => ({ epochs: { ...EPOCHS, ...changes } });
  for (const code of ['BACKPRESSURE', 'INTERNAL_ERROR', 'AUTH_REQUIRED'] as const) {
    test(`${code}: then a new Command takes over`, () => {
      expect(allowed(code)).toContain('S');
      for (const situation of [
        { nowMs: 250_000 },
        moved({ sessionEpoch: 8 }),
        moved({ membershipEpoch: 4 }),
        moved({ coordinatorEpoch: 3 }),
      ]) {
        expect(allowed(code, situation)).toBe('N');
      }
    });
  }

  test('the last millisecond of freshness does not count', () => {
    expect(allowed('BACKPRESSURE', { nowMs: 249_999 })).toBe('S');
    expect(allowed('BACKPRESSURE', { nowMs: 250_000 })).toBe('N');
  });

  test('ERR-002: what the Authority calls not retryable is never sent again by itself, and not as it is', () => {
    expect(allowed('INTERNAL_ERROR', {}, false)).toBe('');
    const [identical] = judgeReissue(
      { signed: SIGNED, error: errorOf('BACKPRESSURE', { retryable: true }) },
      'BACKPRESSURE',
      FRESH,
    );
    expect(identical?.isAutomatic).toBe(true);
    const [gate] = judgeReissue(
      { signed: SIGNED, error: errorOf('APPROVAL_REQUIRED') },
      'APPROVAL_REQUIRED',
      FRESH,
    );
    expect([gate?.isAllowed, gate?.isAutomatic]).toEqual([true, false]);
  });

  test('ERR-012: a mended envelope keeps its Action ID while it is fresh', () => {
    expect(allowed('AUTH_INVALID_SIGNATURE')).toBe('E N');
    expect(allowed('AUTH_INVALID_SIGNATURE', { nowMs: 250_000 })).toBe('N');
  });

  test('ERR-032: a depth limit is lifted by an override alone, which names the Action ID', () => {
    expect(allowed('RATE_LIMITED', {}, false)).toBe('E');
  });

  test('what was never signed has no bytes to send', () => {
    const verdicts = judgeReissue(
      { signed: undefined, error: errorOf('BACKPRESSURE') },
      'BACKPRESSURE',
      FRESH,
    );
    expect(verdicts[0]).toMatchObject({ isAllowed: false, hindrances: ['not-signed'] });
  });
});

describe('no answer', () => {
  test('IDM-001: the identical bytes are safe; another Action ID waits for proof of absence', () => {
    expect(allowed('NO_ANSWER', { absence: 'possible' })).toBe('S');
    expect(allowed('NO_ANSWER', { absence: 'absent', nowMs: 250_000 })).toBe('N');
    expect(allowed('NO_ANSWER', { absence: 'possible', nowMs: 250_000 })).toBe('');
  });
  test('what was accepted is not issued again', () => {
    expect(allowed('NO_ANSWER', { absence: 'found' })).toBe('');
  });
});

describe('what of its identity changes', () => {
  test('nothing, the signature, or the Command', () => {
    expect(new Set(Object.values(REISSUE_IDENTITIES['same-bytes']))).toEqual(new Set(['same']));
    expect(REISSUE_IDENTITIES['same-action-id']).toMatchObject({
      actionId: 'same',
      issuedAt: 'new',
      signature: 'new',
      epochs: 'current',
    });
    // ERR-041: a fenced epoch needs a new Action ID and signature.
    expect(REISSUE_IDENTITIES['new-command']).toMatchObject({
      actionId: 'new',
      signature: 'new',
      epochs: 'current',
      correlationId: 'same',
    });
  });
});
