import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createError, ERROR_RULES, type ErrorCode, isErrorCode } from './error-codes.ts';
import { AT } from './fixtures.test-data.ts';
import { checkSchema } from './schema.ts';

const CODES = Object.keys(ERROR_RULES) as ErrorCode[];

/** The `retryable` column of file 10, written out again. */
const RETRYABLE = ['RATE_LIMITED', 'BACKPRESSURE', 'INTERNAL_ERROR'];

test('ERR-010…ERR-036: the 27 codes of the schema, in its order', () => {
  const schema = JSON.parse(
    readFileSync(new URL('../../schemas/error.schema.json', import.meta.url), 'utf8'),
  ) as { readonly $defs: { readonly code: { readonly enum: readonly string[] } } };
  expect(CODES).toStrictEqual(schema.$defs.code.enum);
  expect(CODES).toHaveLength(27);
});

test.each(CODES)('ERR-002: retryable of %s', (code) => {
  expect(ERROR_RULES[code].retryable).toBe(RETRYABLE.includes(code));
});

describe('what a sender may do', () => {
  test('ERR-002: retryable means that the same bytes may succeed', () => {
    for (const code of CODES.filter((name) => ERROR_RULES[name].retryable)) {
      expect(ERROR_RULES[code].reissue[0]).toBe('same-bytes');
    }
  });

  test.each<ErrorCode>([
    'AUTH_STALE_SESSION',
    'AUTH_STALE_COORDINATOR',
    'MEMBERSHIP_STALE',
    'WORK_STALE_OWNERSHIP',
    'ACTION_ID_COLLISION',
    'REVISION_CONFLICT',
    'SCHEMA_VALIDATION_FAILED',
  ])('ERR-041: %s needs a new Command', (code) => {
    expect(ERROR_RULES[code].reissue).toStrictEqual(['new-command']);
  });

  test('ERR-012: a rejected signature is never repeated unchanged', () => {
    expect(ERROR_RULES.AUTH_INVALID_SIGNATURE.reissue).toStrictEqual(['same-action-id', 'new-command']);
  });

  test('ERR-011, IDM-005: after a new handshake the same bytes may fetch a receipt, else a new Command', () => {
    expect(ERROR_RULES.AUTH_REQUIRED.reissue).toStrictEqual(['same-bytes', 'new-command']);
  });

  test('ERR-032, POL-010: wait with the same bytes, or use a grant, which binds the Action ID', () => {
    expect(ERROR_RULES.RATE_LIMITED.reissue).toStrictEqual(['same-bytes', 'same-action-id']);
  });

  test.each<ErrorCode>(['UNSUPPORTED_VERSION', 'PROTOCOL_VIOLATION', 'CURSOR_TOO_OLD', 'WORK_ALREADY_OWNED'])(
    '%s: nothing to issue again',
    (code) => {
      expect(ERROR_RULES[code].reissue).toStrictEqual([]);
    },
  );
});

test.each([
  'STALE_COORDINATOR_EPOCH',
  'stale_session_epoch',
  'not_found',
  'authorization_denied',
  'auth_required',
  'AUTH_REQUIRED ',
  'constructor',
  '__proto__',
  '',
])('ERR-043: %j is no wire code', (text) => {
  expect(isErrorCode(text)).toBe(false);
});

describe('Error documents (ERR-001)', () => {
  test.each(CODES)('%s conforms to the schema', (code) => {
    expect(isErrorCode(code)).toBe(true);
    const error = createError(code, { message: 'refused', occurredAt: AT });
    expect(error).toStrictEqual({
      code,
      message: 'refused',
      occurredAt: AT,
      retryable: RETRYABLE.includes(code),
    });
    expect(checkSchema('error', error)).toBeUndefined();
  });

  test('ERR-032: the case outranks the rule', () => {
    const error = createError('RATE_LIMITED', { message: 'queue is full', occurredAt: AT, retryable: false });
    expect(error.retryable).toBe(false);
  });
});
