import { expect, test } from 'vitest';
import { ERROR_RULES, type ErrorCode } from '../../protocol/error-codes.ts';
import { decodeFrame } from '../../protocol/frame.ts';
import { faultOf, signed, utf8, valueOf } from '../../protocol/fixtures.test-data.ts';
import { closeCodeOf, describeError, encodeError, readActionId } from './error-frames.ts';

const NOW = Date.parse('2026-05-04T09:00:00Z');

test('an error is a frame, whatever text it quotes', () => {
  for (const message of ['x'.repeat(5_000), `${'x'.repeat(499)}😀`, '\ud800 alone', 'quote " and \u0000']) {
    const text = encodeError(describeError('PROTOCOL_VIOLATION', { message }, NOW), 'urn:x:frame');
    expect(valueOf(decodeFrame(utf8(text)))).toMatchObject({
      frameType: 'ERROR',
      error: { code: 'PROTOCOL_VIOLATION', retryable: false, occurredAt: '2026-05-04T09:00:00.000Z' },
    });
  }
});

test('WS-072: every code has its close code', () => {
  const codes = Object.keys(ERROR_RULES) as ErrorCode[];
  const by = (closeCode: number) => codes.filter((code) => closeCodeOf(code) === closeCode);
  expect(by(4001)).toStrictEqual(['AUTH_STALE_SESSION']);
  expect(by(1011)).toStrictEqual(['INTERNAL_ERROR']);
  expect(by(1008)).toStrictEqual([
    'AUTH_REQUIRED',
    'AUTH_INVALID_SIGNATURE',
    'AUTH_FORBIDDEN',
    'RATE_LIMITED',
    'BACKPRESSURE',
  ]);
  expect(by(1002)).toContain('PROTOCOL_VIOLATION');
});

test('WS-070: the Action ID of a Command, also of a bad one, when it is readable', () => {
  const { document, bytes } = signed('command');
  expect(readActionId(bytes)).toBe(document.actionId);
  expect(readActionId(utf8('{"actionId":"urn:x:a"}'))).toBe('urn:x:a');
  for (const text of ['{"actionId":"no id"}', '{"actionId":1}', '{}', '[]', '{"actionId":"urn:x:a"']) {
    expect(readActionId(utf8(text))).toBeUndefined();
  }
  expect(faultOf(decodeFrame(utf8('{"actionId":"urn:x:a","actionId":"urn:x:b"}'))).reason).toBe(
    'not-strict-json',
  );
  expect(readActionId(utf8('{"actionId":"urn:x:a","actionId":"urn:x:b"}'))).toBeUndefined();
});
