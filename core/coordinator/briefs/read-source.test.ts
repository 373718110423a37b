// Hostile and careless files: refused by their notation alone, quickly, with the place.
import { describe, expect, it } from 'vitest';
import { read, SMALL_BRIEF } from './briefs.test-data.ts';
import { MAX_BRIEF_BYTES, readSource } from './read-source.ts';
import { formatFault } from './words.ts';

function faultsOf(text: string | Uint8Array, format: 'yaml' | 'json' = 'yaml') {
  const source = readSource(typeof text === 'string' ? Buffer.from(text) : text, format);
  if (source.ok) throw new Error(`accepted: ${JSON.stringify(source.value.value)}`);
  return source.fault.map(({ code, line, column, path }) => [code, `${line}:${column}`, path]);
}

describe('the notation of a brief', () => {
  it.each([
    ['an anchor', 'a: &x 1\n', [['alias', '1:7', 'a']]],
    ['an alias', 'a: 1\nb: *x\n', [['alias', '2:4', 'b']]],
    ['a tag', 'a: !foo 1\n', [['tag', '1:9', 'a']]],
    ['a known tag', 'a: !!str 1\n', [['tag', '1:10', 'a']]],
    ['a repeated name', 'a: 1\nb:\n  c: 1\n  c: 2\n', [['repeated-name', '4:3', 'b.c']]],
    ['a second document', 'a: 1\n---\nb: 2\n', [['several-documents', '2:1', '']]],
    ['a tab', 'a:\n\t- b\n', [['syntax', '2:1', '']]],
    ['a bracket left open', 'a: [1, 2\n', [['syntax', '2:1', '']]],
    ['nothing', '', [['empty', '1:1', '']]],
    ['comments alone', '# nothing\n', [['empty', '1:1', '']]],
    ['a number as a name', '1: 2\n', [['name-not-text', '1:1', '?']]],
    ['a list as a name', '? [a]\n: 1\n', [['name-not-text', '1:3', '?']]],
    ['infinity', 'a: .inf\n', [['no-number', '1:4', 'a']]],
    ['no number', 'a: .nan\n', [['no-number', '1:4', 'a']]],
    ['a number beyond all', 'a: 1e999\n', [['no-number', '1:4', 'a']]],
    ['a bidirectional override', 'a: x\u202ey\n', [['hidden-character', '1:5', '']]],
    ['an override in a comment', 'a: 1 # x\u2066\n', [['hidden-character', '1:9', '']]],
    ['an escaped override', 'a: "x\\u202e"\n', [['hidden-character', '1:4', 'a']]],
    ['a control character', 'a: x\u0007\n', [['hidden-character', '1:5', '']]],
    ['an escaped control character in a name', '"a\\u0000": 1\n', [['hidden-character', '1:1', 'a\u0000']]],
    ['a torn character', 'a: "\\ud800"\n', [['hidden-character', '1:4', 'a']]],
    ['an invisible tag character', 'a: \u{e0041}\n', [['hidden-character', '1:4', '']]],
  ])('refuses %s', (_name, text, expected) => {
    expect(faultsOf(text)).toEqual(expected);
  });

  it('finds every fault that does not hide another', () => {
    expect(faultsOf('a: &x 1\nb: !t 2\na: 3\nc: .inf\n').map(([code]) => code)).toEqual([
      'alias',
      'tag',
      'repeated-name',
      'no-number',
    ]);
  });

  it('refuses what is not UTF-8, and what is too large', () => {
    expect(faultsOf(Uint8Array.of(0x61, 0x3a, 0xff))).toEqual([['not-utf8', '1:1', '']]);
    expect(faultsOf('#'.repeat(MAX_BRIEF_BYTES + 1))).toEqual([['too-large', '1:1', '']]);
  });

  it('refuses in JSON what strict JSON does not have', () => {
    expect(faultsOf('{"a": 1, "a": 2}', 'json')).toEqual([['syntax', '1:10', '']]);
    expect(faultsOf('{a: 1}', 'json')).toEqual([['syntax', '1:2', '']]);
    expect(faultsOf('{"a": 1} x', 'json')).toEqual([['syntax', '1:10', '']]);
  });

  it('makes members of names that objects know already', () => {
    const source = readSource(
      Buffer.from('__proto__: { x: 1 }\nconstructor: 2\nhasOwnProperty: 3\n'),
      'yaml',
    );
    if (!source.ok) throw new Error('refused');
    const value = source.value.value as object;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'hasOwnProperty']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Reflect.get({}, 'x')).toBeUndefined();
  });

  it('reads words as texts that an older YAML took for something else', () => {
    const source = readSource(Buffer.from('a: yes\nb: 2026-01-01\n<<: { c: 1 }\n'), 'yaml');
    expect(source.ok && source.value.value).toEqual({ a: 'yes', b: '2026-01-01', '<<': { c: 1 } });
  });

  it.each([
    ['brackets', '['.repeat(MAX_BRIEF_BYTES)],
    ['list marks', '- '.repeat(MAX_BRIEF_BYTES / 2)],
    ['braces', 'a: {'.repeat(MAX_BRIEF_BYTES / 4)],
    ['question marks', '? '.repeat(MAX_BRIEF_BYTES / 2)],
    ['levels', Array.from({ length: 40 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
  ])('refuses any number of %s as too deep', (_name, text) => {
    expect(faultsOf(text).map(([code]) => code)).toEqual(['too-deep']);
  });

  it('takes many names without comparing every pair', () => {
    const text = Array.from({ length: 12_000 }, (_, i) => `k${i}: 1`).join('\n');
    const source = readSource(Buffer.from(text), 'yaml');
    expect(source.ok && Object.keys(source.value.value as object)).toHaveLength(12_000);
    const brief = read(text);
    expect(!brief.ok && brief.fault.length).toBe(100);
  });

  it('cuts what it quotes', () => {
    const brief = read(SMALL_BRIEF.replace('title: Small', `title: Small\n${'x'.repeat(900)}: 1`));
    if (brief.ok) throw new Error('accepted');
    const texts = brief.fault.map((fault) => formatFault('b', fault, 'en'));
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(800);
  });
});
