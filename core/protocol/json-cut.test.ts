// The canonical bytes that are cut out of canonical input, against the writer of RFC 8785 (DATA-010…DATA-014, SIG-021).
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalize, canonicalizeWithout } from './jcs.ts';
import { isJsonObject, parseJson } from './json.ts';

function utf8(text: string): Uint8Array {
  return Buffer.from(text);
}

/** What is cut out, as text; undefined where nothing is. */
function cutOf(text: string): string | undefined {
  const parsed = parseJson(utf8(text), { without: 'signature' });
  if (!parsed.ok) throw new Error(parsed.fault.message);
  const bytes = parsed.value.cutCanonical();
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
}

/** The slow way, over the parsed value. */
function writtenOf(text: string): string {
  const parsed = parseJson(utf8(text));
  if (!parsed.ok || !isJsonObject(parsed.value.value)) throw new Error('no object');
  const written = canonicalizeWithout(parsed.value.value, 'signature');
  if (!written.ok) throw new Error(written.fault.message);
  return written.value;
}

describe('what is cut out of canonical input', () => {
  test.each([
    ['the first member', '{"signature":{"value":"x"},"z":1}', '{"z":1}'],
    ['the last member', '{"a":1,"signature":[]}', '{"a":1}'],
    ['one in the middle', '{"a":1,"signature":{"b":2},"z":3}', '{"a":1,"z":3}'],
    ['the only member', '{"signature":null}', '{}'],
    ['behind text of more bytes than units', '{"a":"ä😀","signature":"é","z":"ß"}', '{"a":"ä😀","z":"ß"}'],
    ['and no member further inside', '{"a":{"signature":1},"signature":2}', '{"a":{"signature":1}}'],
    [
      'with numbers as they are written',
      '{"a":[0,-1,0.1,1e+21,1e-7,123456789012345],"signature":1}',
      '{"a":[0,-1,0.1,1e+21,1e-7,123456789012345]}',
    ],
    ['with names in the order of code units', '{"signature":1,"😀":2,"\ue000":3}', '{"😀":2,"\ue000":3}'],
  ])('is %s', (_what, text, expected) => {
    expect(cutOf(text)).toBe(expected);
    expect(writtenOf(text)).toBe(expected);
  });

  test.each([
    ['a space', '{"a":1, "signature":2}'],
    ['a space before it', ' {"a":1,"signature":2}'],
    ['a line behind it', '{"a":1,"signature":2}\n'],
    ['another order', '{"signature":2,"a":1}'],
    ['another order inside', '{"a":{"c":1,"b":2},"signature":2}'],
    ['another order inside of a list', '{"a":[{"c":1,"b":2}],"signature":2}'],
    ['an order by code points', '{"signature":1,"\ue000":3,"😀":2}'],
    ['an escape that need not be', '{"a":"\\u0041","signature":2}'],
    ['an escape in a name', '{"\\u0041":1,"signature":2}'],
    ['a slash that is escaped', '{"a":"\\/","signature":2}'],
    ['a zero below zero', '{"a":-0,"signature":2}'],
    ['a fraction of nothing', '{"a":1.0,"signature":2}'],
    ['an exponent', '{"a":1e2,"signature":2}'],
    ['an exponent without its sign', '{"a":1e21,"signature":2}'],
    ['a large exponent letter', '{"a":1E+21,"signature":2}'],
    ['more digits than there are', '{"a":0.1000000000000000055,"signature":2}'],
    ['an integer beyond what is exact', '{"a":9007199254740993,"signature":2}'],
    ['no such member', '{"a":1}'],
    ['a list', '[{"signature":1}]'],
  ])('is nothing where there is %s', (_what, text) => {
    expect(cutOf(text)).toBeUndefined();
  });

  const json = fc.jsonValue({ stringUnit: 'grapheme' });
  const document = fc
    .tuple(fc.dictionary(fc.string({ unit: 'grapheme' }), json, { maxKeys: 8 }), json)
    .map(([members, signature]): Record<string, unknown> => Object.assign(members, { signature }));

  test('is what the writer writes, for every object that is canonical', () => {
    fc.assert(
      fc.property(document, (value) => {
        const whole = canonicalize(value);
        fc.pre(whole.ok);
        const hasEscape = whole.value.includes('\\');
        expect(cutOf(whole.value)).toBe(hasEscape ? undefined : writtenOf(whole.value));
      }),
      { numRuns: 2_000 },
    );
  });

  test('is never anything else, whatever somebody changes in the text', () => {
    const noise = fc.constantFrom(
      ' ',
      '\n',
      '0',
      '.0',
      'e0',
      '-',
      '"',
      ',',
      ':',
      '\\u0041',
      '\\/',
      '{',
      '}',
      '1',
      'ä',
    );
    fc.assert(
      fc.property(document, noise, fc.nat(), fc.nat(3), (value, added, place, removed) => {
        const whole = canonicalize(value);
        fc.pre(whole.ok);
        const at = place % (whole.value.length + 1);
        const text = (whole.value.slice(0, at) + added + whole.value.slice(at + removed)).toWellFormed();
        fc.pre(parseJson(utf8(text)).ok);
        const cut = cutOf(text);
        expect(cut).toBe(cut === undefined ? undefined : writtenOf(text));
      }),
      { numRuns: 5_000 },
    );
  });
});
