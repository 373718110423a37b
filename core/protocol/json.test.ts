import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faultOf, textOf, utf8, valueOf } from './fixtures.test-data.ts';
import { DEFAULT_JSON_LIMITS, type JsonLimits, OutOfRangeNumber, parseJson } from './json.ts';

function limited(text: string, limits: Partial<JsonLimits>): ReturnType<typeof parseJson> {
  return parseJson(utf8(text), { limits: { ...DEFAULT_JSON_LIMITS, ...limits } });
}

function spanText(bytes: Uint8Array, name: string): string | undefined {
  const span = valueOf(parseJson(bytes, { memberSpans: true })).memberSpan(name);
  return span === undefined ? undefined : textOf(bytes.subarray(span.start, span.end));
}

describe('depth limit (DATA-006)', () => {
  const { maxDepth } = DEFAULT_JSON_LIMITS;

  test('is 512', () => {
    expect(maxDepth).toBe(512);
  });

  test.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('%s: exactly at the limit and one beyond', (_, open, close) => {
    const inner = open === '[' ? '' : '1';
    const nest = (depth: number) => `${open.repeat(depth)}${inner}${close.repeat(depth)}`;
    expect(limited(nest(maxDepth), {}).ok).toBe(true);
    const fault = faultOf(limited(nest(maxDepth + 1), {}));
    const offset = open.length * maxDepth;
    expect([fault.reason, fault.offset, fault.line, fault.column]).toStrictEqual([
      'too-deep',
      offset,
      1,
      offset + 1,
    ]);
  });

  test('scalars have no depth, and closed levels do not count', () => {
    expect(limited('1', { maxDepth: 0 }).ok).toBe(true);
    expect(limited('[[],[],{"a":[]}]', { maxDepth: 3 }).ok).toBe(true);
    expect(faultOf(limited('[[],[],{"a":[[]]}]', { maxDepth: 3 })).offset).toBe(13);
  });

  test('a million open brackets are a fault, not a crash', () => {
    expect(faultOf(limited('['.repeat(1_000_000), {})).reason).toBe('too-deep');
    expect(faultOf(limited('{"a":'.repeat(1_000_000), {})).reason).toBe('too-deep');
  });
});

describe('byte limit', () => {
  test('counts bytes, exactly at the limit and one beyond', () => {
    const text = '["é😀"]';
    const { length } = utf8(text);
    expect(limited(text, { maxBytes: length }).ok).toBe(true);
    const fault = faultOf(limited(text, { maxBytes: length - 1 }));
    expect([fault.reason, fault.offset, fault.line, fault.column]).toStrictEqual(['too-large', 9, 1, 1]);
    expect(fault.message).toBe('input has 10 bytes, the limit is 9');
  });

  test('is judged before anything else', () => {
    const bytes = Uint8Array.from([0xef, 0xbb, 0xbf, 0xff]);
    expect(faultOf(parseJson(bytes, { limits: { maxBytes: 3, maxDepth: 1 } })).reason).toBe('too-large');
  });

  test('is 16 MiB by default', () => {
    const bytes = new Uint8Array(16 * 1024 * 1024 + 1).fill(0x20);
    expect(faultOf(parseJson(bytes)).reason).toBe('too-large');
    bytes[0] = 0x31;
    expect(valueOf(parseJson(bytes.subarray(0, -1))).value).toBe(1);
  });
});

describe('large hostile input gives a value or a fault', () => {
  const SIZE = 1_000_000;
  test.each([
    ['digits', '9'.repeat(SIZE), undefined],
    ['fraction digits', `0.${'1'.repeat(SIZE)}`, undefined],
    ['exponent digits', `1e${'0'.repeat(SIZE)}1`, undefined],
    ['characters', `"${'a'.repeat(SIZE)}"`, undefined],
    ['escapes', `"${'\\n'.repeat(SIZE)}"`, undefined],
    ['surrogate escapes', `"${'\\ud800'.repeat(SIZE / 4)}"`, undefined],
    ['members', `{${Array.from({ length: SIZE / 10 }, (_, i) => `"k${i}":0`).join(',')}}`, undefined],
    [
      'numeric members',
      `{${Array.from({ length: SIZE / 10 }, (_, i) => `"${i * 65536}":0`).join(',')}}`,
      undefined,
    ],
    ['an unterminated string', `"${'a'.repeat(SIZE)}`, SIZE + 1],
    ['an unterminated name', `{"${'a'.repeat(SIZE)}`, SIZE + 2],
    ['lines', `${'\n'.repeat(SIZE)}x`, SIZE],
  ])('%s', (_, text, offset) => {
    const result = parseJson(utf8(text));
    expect(result.ok ? undefined : result.fault.offset).toBe(offset);
  });

  test('invalid UTF-8 at the end of many characters', () => {
    const bytes = Buffer.concat([utf8('€'.repeat(300_000)), Uint8Array.of(0xff)]);
    const fault = faultOf(parseJson(bytes));
    expect([fault.reason, fault.offset, fault.column]).toStrictEqual(['invalid-utf8', 900_000, 300_001]);
  });
});

describe('member spans (WS-006)', () => {
  test.each([
    ['object', '{"a":1,"x":{"b" : [ 1,2 ]},"c":3}', '{"b" : [ 1,2 ]}'],
    ['no white space around it', '{ "x" : \t\r\n { } \n , "y":1 }', '{ }'],
    ['characters of several bytes before it', '{"é€😀":"ß","x":[1]}', '[1]'],
    ['characters of several bytes inside it', '{"x":{"é":"😀"},"y":"é"}', '{"é":"😀"}'],
    ['escapes kept', String.raw`{"x":{"\u0061":"\/"}}`, String.raw`{"\u0061":"\/"}`],
    ['escaped name', String.raw`{"y":0,"\u0078":"v"}`, '"v"'],
    ['number', '{"x":-1.50e+2 ,"y":0}', '-1.50e+2'],
    ['out-of-range number', '{"x":1e400}', '1e400'],
    ['word', '{"x":null}', 'null'],
    ['the same name further inside', '{"y":{"x":1},"x":2,"z":[{"x":3}]}', '2'],
  ])('%s', (_, text, expected) => {
    expect(spanText(utf8(text), 'x')).toBe(expected);
  });

  test('is undefined for an absent, a nested-only, an inherited member and for other values', () => {
    expect(spanText(utf8('{"y":{"x":1}}'), 'x')).toBeUndefined();
    expect(spanText(utf8('{"y":1}'), 'toString')).toBeUndefined();
    expect(spanText(utf8('[{"x":1}]'), 'x')).toBeUndefined();
    expect(spanText(utf8('"x"'), 'x')).toBeUndefined();
  });

  test('finds __proto__', () => {
    expect(spanText(utf8('{"__proto__":[1]}'), '__proto__')).toBe('[1]');
  });

  test('is undefined when not asked for', () => {
    expect(valueOf(parseJson(utf8('{"x":1}'))).memberSpan('x')).toBeUndefined();
  });

  test('counts from the start of a view, not of its buffer', () => {
    const whole = utf8('€€{"é":1,"x":["ü"]}€');
    expect(spanText(whole.subarray(6, -3), 'x')).toBe('["ü"]');
  });

  test('property: the span parses to the member', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()),
        fc.constantFrom('', ' ', '\n\t '),
        (object, space) => {
          const members = Object.entries(object).map(
            ([name, value]) =>
              `${space}${JSON.stringify(name)}${space}:${space}${JSON.stringify(value)}${space}`,
          );
          const bytes = utf8(`${space}{${members.join(',')}}${space}`);
          for (const [name, value] of Object.entries(object)) {
            expect(spanText(bytes, name)).toBe(JSON.stringify(value));
          }
        },
      ),
    );
  });
});

// The oracle for duplicates: a token scan by regular expression and a stack of name sets. It assumes text that
// JSON.parse has accepted, and shares nothing with the parser under test.
function hasDuplicateMember(text: string): boolean {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"\s*:?|[[\]{}]/gs) ?? [];
  const open: (Set<string> | undefined)[] = [];
  for (const token of tokens) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token.endsWith(':')) {
      const name = JSON.parse(token.slice(0, -1)) as string;
      const names = open.at(-1);
      if (names?.has(name) === true) return true;
      names?.add(name);
    }
  }
  return false;
}

function isAcceptedByOracle(text: string): boolean {
  try {
    JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
  return !hasDuplicateMember(text);
}

describe('agreement with JSON.parse', () => {
  test('the duplicate oracle itself can tell', () => {
    expect(hasDuplicateMember(String.raw`{"a":1,"\u0061":2}`)).toBe(true);
    expect(hasDuplicateMember('[{"a":1},{"a":{"a":"a:\\"a\\":"}}]')).toBe(false);
    expect(hasDuplicateMember('{"a":[{"b":1,"c":{},"b":2}]}')).toBe(true);
  });

  test('property: an accepted value is the one that JSON.parse gives', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.integer({ min: 0, max: 3 }), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(valueOf(parseJson(utf8(text))).value).toStrictEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  test('property: every binary64 survives its own text', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(valueOf(parseJson(utf8(Object.is(value, -0) ? '-0' : String(value)))).value).toBe(value);
      }),
      { numRuns: 1000 },
    );
  });

  test('property: number texts read as JSON.parse reads them, or stay out of range (DATA-004)', () => {
    const number = fc.stringMatching(/^-?(?:0|[1-9]\d{0,24})(?:\.\d{1,24})?(?:[eE][+-]?\d{1,3})?$/);
    fc.assert(
      fc.property(number, (text) => {
        const { value } = valueOf(parseJson(utf8(text)));
        const expected = JSON.parse(text) as number;
        expect(value).toStrictEqual(Number.isFinite(expected) ? expected : new OutOfRangeNumber(text));
      }),
      { numRuns: 1000 },
    );
  });

  test('property: mutated texts are accepted exactly when JSON.parse accepts and no member repeats', () => {
    const snippets = fc.constantFrom(
      '"',
      '\\',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      ' ',
      '\n',
      '\u0000',
      '\u001f',
      '-',
      '+',
      '.',
      '0',
      '1',
      'e',
      'E',
      't',
      'null',
      'true',
      '"a":1,',
      '"a":',
      '\\u0061',
      '\\ud800',
      '\\u',
      '/',
      "'",
      '\u00a0',
      '\ufeff',
      'é',
      '😀',
      '"__proto__":1,',
      '1e400',
      '00',
      '/**/',
      ',,',
    );
    const start = fc.oneof(
      fc.jsonValue().map((value) => JSON.stringify(value)),
      fc.constantFrom('{"a":1,"b":[1.5e3,null,"x\\n"],"c":{"a":true}}', '[{"a":1,"a":2}]', '{"a":{"b":0}}'),
    );
    const edit = fc.record({
      at: fc.nat(200),
      remove: fc.nat(3),
      insert: fc.oneof(fc.constant(''), snippets),
    });
    const verdicts = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(start, fc.array(edit, { minLength: 1, maxLength: 3 }), (text, edits) => {
        let mutated = text;
        for (const { at, remove, insert } of edits) {
          const index = at % (mutated.length + 1);
          mutated = mutated.slice(0, index) + insert + mutated.slice(index + remove);
        }
        // A cut surrogate pair cannot be written as UTF-8.
        mutated = mutated.toWellFormed();
        const expected = !mutated.startsWith('\ufeff') && isAcceptedByOracle(mutated);
        verdicts[expected ? 'accepted' : 'refused'] += 1;
        expect(parseJson(utf8(mutated)).ok).toBe(expected);
      }),
      { numRuns: 5000 },
    );
    expect(verdicts.accepted).toBeGreaterThan(200);
    expect(verdicts.refused).toBeGreaterThan(200);
  });

  test('property: arbitrary bytes give a value or a fault inside the input, never an exception', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const result = parseJson(bytes, { memberSpans: true });
        const offset = result.ok ? 0 : result.fault.offset;
        expect(offset).toBeGreaterThanOrEqual(0);
        expect(offset).toBeLessThanOrEqual(bytes.length);
      }),
      { numRuns: 2000 },
    );
  });

  test('property: the offset of invalid UTF-8 ends the longest decodable prefix', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }).map((text) => utf8(text)),
      fc.uint8Array({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const bytes = Buffer.concat([utf8('"'), ...pieces]);
        const result = parseJson(bytes);
        fc.pre(!result.ok && result.fault.reason === 'invalid-utf8');
        expect(faultOf(result).offset).toBe(firstBadByte(bytes));
      }),
      { numRuns: 2000 },
    );
  });
});

/** Where UTF-8 breaks, by the table of RFC 3629 section 4: the first byte that cannot stand where it stands. */
function firstBadByte(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0;
    const length =
      lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    if (length === 0) return at;
    for (let i = 1; i < length; i += 1) {
      const next = bytes[at + i];
      const low = i > 1 ? 0x80 : lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
      const high = i > 1 ? 0xbf : lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
      if (next === undefined || next < low || next > high) return at + i;
    }
    at += length;
  }
  return at;
}
