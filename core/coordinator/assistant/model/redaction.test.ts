import { describe, expect, test } from 'vitest';
import { DEFAULT_REDACTION, PATTERN_NAMES, type PatternName, Redactor } from './redaction.ts';

/** One example of each, made up. */
const EXAMPLES: { readonly [Name in PatternName]: readonly string[] } = {
  'private-key': ['-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEI\n-----END EC PRIVATE KEY-----'],
  'url-credentials': ['anna:geheim42'],
  token: [
    'sk-abcdefghijklmnop1234',
    'ghp_abcdefghijklmnop1234',
    'AKIAABCDEFGHIJKLMNOP',
    'Bearer abcdefgh.ijklmnop',
    'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl',
  ],
  email: ['anna.muster+work@mail.example.org'],
  iban: ['DE89 3704 0044 0532 0130 00', 'GB29NWBK60161331926819'],
  'ip-address': ['192.168.178.23'],
  phone: ['+49 (30) 1234-5678'],
  'home-folder': ['/home/anna', 'C:\\Users\\anna'],
};

const frame = (name: PatternName, passage: string) =>
  name === 'url-credentials' ? `see https://${passage}@host/x now` : `see ${passage} now`;

describe('redaction', () => {
  test.each(PATTERN_NAMES.flatMap((name) => EXAMPLES[name].map((example) => [name, example] as const)))(
    '%s: %s is taken out',
    (name, example) => {
      const redactor = new Redactor({ ...DEFAULT_REDACTION, patterns: [name] });
      expect(redactor.redact(frame(name, example))).toBe(frame(name, `[${name} 1]`));
      expect([...redactor.counts]).toStrictEqual([[name, 1]]);
    },
  );

  test('what nobody has to hide stays', () => {
    const text = 'Version 1.2.3 of report.md has 14 rows; see urn:example:mission:1, sk-8 and ab@c.';
    expect(new Redactor(DEFAULT_REDACTION).redact(text)).toBe(text);
  });

  test('a key that breaks off takes everything after it along', () => {
    const redactor = new Redactor(DEFAULT_REDACTION);
    expect(redactor.redact('a -----BEGIN PRIVATE KEY-----\nMHcCAQ')).toBe('a [private-key 1]');
  });

  test('the same passage has the same stand-in in all texts of a request', () => {
    const redactor = new Redactor(DEFAULT_REDACTION);
    expect(redactor.redact('a@x.org, b@x.org')).toBe('[email 1], [email 2]');
    expect(redactor.redact('again B@X.org')).toBe('again [email 2]');
  });

  test('own words go out in any case and in any composition', () => {
    const redactor = new Redactor({ ...DEFAULT_REDACTION, words: ['Müller & Co.', 'Müller', ' '] });
    expect(redactor.redact('MÜLLER & CO. and Mu\u0308ller')).toBe('[word 1] and [word 2]');
  });

  test('own words are no expressions', () => {
    const redactor = new Redactor({ ...DEFAULT_REDACTION, words: ['a.c', '(x)+'] });
    expect(redactor.redact('abc a.c (x)+ xx')).toBe('abc [word 1] [word 2] xx');
  });

  test('a field that is omitted is counted', () => {
    const redactor = new Redactor(DEFAULT_REDACTION);
    expect(redactor.admits('message')).toBe(true);
    expect(redactor.admits('artifact')).toBe(false);
    expect([...redactor.counts]).toStrictEqual([['field artifact', 1]]);
  });
});
