import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBase64Url, encodeBase64Url } from './base64url.ts';

describe('encode (DATA-030)', () => {
  test.each([
    [[], ''],
    [[0], 'AA'],
    [[0xff], '_w'],
    [[0xfb, 0xff], '-_8'],
    [[1, 2, 3], 'AQID'],
    [[0xfb, 0xef, 0xbe, 0xff], '----_w'],
  ])('%j', (bytes, text) => {
    expect(encodeBase64Url(Uint8Array.from(bytes))).toBe(text);
    expect([...(decodeBase64Url(text) ?? [9])]).toStrictEqual(bytes);
  });

  test('reads a view, not its buffer', () => {
    expect(encodeBase64Url(Uint8Array.of(9, 1, 2, 3, 9).subarray(1, 4))).toBe('AQID');
  });
});

describe('refused spellings (DATA-030, DATA-031)', () => {
  test.each([
    'A',
    'AAAAA',
    'AA==',
    'AQI=',
    'AA=',
    '=',
    'AB',
    'A_',
    'AQJ',
    '-_9',
    '+/8',
    '-/8',
    'AQ ID',
    ' AQID',
    'AQID\n',
    'AQID\r\n',
    'AQ\u0000D',
    'AQÍD',
    'ＡQID',
    'AQID.',
    '\u{1f600}',
  ])('%j', (text) => {
    expect(decodeBase64Url(text)).toBeUndefined();
  });

  test('of the 64 spellings of a last character only those with zero unused bits decode', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const accepted = (prefix: string) =>
      alphabet
        .split('')
        .filter((last) => decodeBase64Url(`${prefix}${last}`) !== undefined)
        .join('');
    expect(accepted('A')).toBe('AQgw');
    expect(accepted('AA')).toBe('AEIMQUYcgkosw048');
    expect(accepted('AAA')).toBe(alphabet);
    expect(accepted('AAAA')).toBe('');
  });
});

test('property: decode undoes encode', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(Buffer.from(decodeBase64Url(encodeBase64Url(bytes)) ?? 'none')).toStrictEqual(
        Buffer.from(bytes),
      );
    }),
  );
});

test('property: whatever decodes is the one spelling of its bytes', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[A-Za-z0-9_=-]{0,9}$/));
  fc.assert(
    fc.property(text, (candidate) => {
      const bytes = decodeBase64Url(candidate);
      expect(bytes === undefined ? candidate : encodeBase64Url(bytes)).toBe(candidate);
      expect(bytes !== undefined).toBe(isCanonicalByTable(candidate));
    }),
    { numRuns: 2000 },
  );
});

function isCanonicalByTable(text: string): boolean {
  if (!/^[\w-]*$/.test(text)) return false;
  const rest = text.length % 4;
  if (rest === 1) return false;
  return rest === 0 || (rest === 2 ? 'AQgw' : 'AEIMQUYcgkosw048').includes(text.at(-1) ?? '');
}
