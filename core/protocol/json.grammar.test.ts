import { describe, expect, test } from 'vitest';
import { faultOf, utf8, valueOf } from './fixtures.test-data.ts';
import { isJsonObject, type JsonFault, type JsonValue, OutOfRangeNumber, parseJson } from './json.ts';

function parse(text: string): JsonValue {
  return valueOf(parseJson(utf8(text))).value;
}

function faultIn(input: string | readonly number[]): JsonFault {
  return faultOf(parseJson(typeof input === 'string' ? utf8(input) : Uint8Array.from(input)));
}

function placeOf(fault: JsonFault): readonly [string, number, number, number] {
  return [fault.reason, fault.offset, fault.line, fault.column];
}

describe('values (DATA-001, DATA-002)', () => {
  test.each([
    ['null', null],
    ['true', true],
    ['false', false],
    ['0', 0],
    ['"text"', 'text'],
    ['""', ''],
    ['[]', []],
    ['{}', {}],
    [' \t\r\n[ 1 , [ ] , { "a" : null } ]\r\n ', [1, [], { a: null }]],
    [String.raw`"\"\\\/\b\f\n\r\t\u0041\u00e9\uD83D\uDE00"`, '"\\/\b\f\n\r\tA\u00e9\u{1f600}'],
    ['"\u007f\u2028\u2029\ufeff/"', '\u007f\u2028\u2029\ufeff/'],
    ['{"b":1,"a":2,"":3}', { b: 1, a: 2, '': 3 }],
  ])('%s', (text, value) => {
    expect(parse(text)).toStrictEqual(value);
  });

  test('keeps member order and the exact text', () => {
    const text = ' {"b":1,"a":"\\u0041"}\n';
    const document = valueOf(parseJson(utf8(text)));
    expect(Object.keys(document.value as object)).toStrictEqual(['b', 'a']);
    expect(document.text).toBe(text);
  });

  test('reads a view into a larger buffer, not the buffer', () => {
    const whole = utf8('xx{"é":[1]}yy');
    const view = whole.subarray(2, whole.length - 2);
    expect(view.byteOffset).not.toBe(0);
    expect(valueOf(parseJson(view)).value).toStrictEqual({ é: [1] });
  });

  test('repeated parses of the same names do not mix them up', () => {
    const names = Array.from({ length: 3000 }, (_, i) => `n${i}`);
    const text = `{${names.map((name, i) => `"${name}":${i}`).join(',')}}`;
    expect(parse(text)).toStrictEqual(JSON.parse(text));
    expect(parse(text)).toStrictEqual(JSON.parse(text));
  });

  test.each([39, 40, 41, 42])('member names of %i characters', (length) => {
    const name = 'n'.repeat(length);
    expect(parse(`{"${name}":1,"${name}x":2}`)).toStrictEqual({ [name]: 1, [`${name}x`]: 2 });
  });
});

describe('__proto__ is an ordinary member (DATA-006)', () => {
  test.each(['{"__proto__":{"x":1}}', String.raw`{"__prot\u006f__":{"x":1}}`])('%s', (text) => {
    const value = parse(text);
    expect(isJsonObject(value)).toBe(true);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.entries(value as object)).toStrictEqual([['__proto__', { x: 1 }]]);
    expect((value as { x?: unknown }).x).toBeUndefined();
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  test.each(['constructor', 'toString', 'hasOwnProperty', 'length'])(
    '%s is no duplicate at first',
    (name) => {
      expect(Object.entries(parse(`{"${name}":1}`) as object)).toStrictEqual([[name, 1]]);
    },
  );
});

describe('byte-order mark (DATA-002)', () => {
  test.each([[[0xef, 0xbb, 0xbf, 0x31]], [[0xef, 0xbb, 0xbf]], [[0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x31]]])(
    '%j',
    (bytes) => {
      expect(placeOf(faultIn(bytes))).toStrictEqual(['byte-order-mark', 0, 1, 1]);
    },
  );

  test('a mark after white space is no white space', () => {
    expect(placeOf(faultIn(' \ufeff1'))).toStrictEqual(['invalid-json', 1, 1, 2]);
    expect(placeOf(faultIn('1\ufeff'))).toStrictEqual(['trailing-data', 1, 1, 2]);
  });

  test.each([[[0xff, 0xfe, 0x31, 0x00]], [[0xfe, 0xff, 0x00, 0x31]]])('UTF-16 %j', (bytes) => {
    expect(placeOf(faultIn(bytes))).toStrictEqual(['invalid-utf8', 0, 1, 1]);
  });
});

describe('invalid UTF-8 (DATA-002): the offset is that of the first byte that cannot follow', () => {
  const QUOTE = 0x22;
  test.each([
    ['stray continuation', [0x80], 1],
    ['overlong two bytes', [0xc0, 0x80], 1],
    ['overlong C1', [0xc1, 0xbf], 1],
    ['overlong three bytes', [0xe0, 0x80, 0x80], 2],
    ['overlong three bytes, last', [0xe0, 0x9f, 0xbf], 2],
    ['overlong four bytes', [0xf0, 0x80, 0x80, 0x80], 2],
    ['high surrogate', [0xed, 0xa0, 0x80], 2],
    ['low surrogate', [0xed, 0xbf, 0xbf], 2],
    ['surrogate pair (CESU-8)', [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80], 2],
    ['beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80], 2],
    ['F5', [0xf5, 0x80, 0x80, 0x80], 1],
    ['FF', [0xff], 1],
    ['two bytes cut by a quote', [0xc3], 2],
    ['three bytes cut by a quote', [0xe2, 0x82], 3],
    ['four bytes cut by a quote', [0xf0, 0x9f, 0x98], 4],
  ])('%s', (_, bytes, offset) => {
    expect(placeOf(faultIn([QUOTE, ...bytes, QUOTE]))).toStrictEqual(['invalid-utf8', offset, 1, 2]);
  });

  test.each([
    ['two bytes', [0xc3]],
    ['three bytes', [0xe2, 0x82]],
    ['four bytes', [0xf0, 0x9f, 0x98]],
  ])('%s cut by the end of the input', (_, bytes) => {
    const input = [QUOTE, ...bytes];
    expect(placeOf(faultIn(input))).toStrictEqual(['invalid-utf8', input.length, 1, 2]);
  });

  test('counts bytes for the offset, UTF-16 units for the column, lines by LF', () => {
    const before = utf8('[\n"é€😀');
    expect(placeOf(faultIn([...before, 0xff, QUOTE]))).toStrictEqual(['invalid-utf8', before.length, 2, 6]);
  });

  test('is judged before the grammar', () => {
    expect(faultIn([0x7b, 0x7b, 0x20, 0xff]).reason).toBe('invalid-utf8');
  });
});

describe('exactly one value (DATA-002)', () => {
  test.each([
    ['1 2', 2, 1, 3],
    ['{}{}', 2, 1, 3],
    ['[]\n\n  ]', 6, 3, 3],
    ['nullnull', 4, 1, 5],
    ['"é" x', 5, 1, 5],
    ['1,', 1, 1, 2],
    ['{}\u0000', 2, 1, 3],
    ['1\u00a0', 1, 1, 2],
    ['1\u000b', 1, 1, 2],
    ['1e5.5', 3, 1, 4],
    ['1.5.5', 3, 1, 4],
    ['0x10', 1, 1, 2],
    ['1n', 1, 1, 2],
    ['1_000', 1, 1, 2],
  ])('%j has trailing data', (text, offset, line, column) => {
    expect(placeOf(faultIn(text))).toStrictEqual(['trailing-data', offset, line, column]);
  });

  test.each([
    ['', 0, 1],
    ['  \t', 3, 4],
  ])('%j has no value', (text, offset, column) => {
    expect(placeOf(faultIn(text))).toStrictEqual(['invalid-json', offset, 1, column]);
  });
});

describe('duplicate member names (DATA-002, DATA-003): placed at the second name', () => {
  test.each([
    ['{"a":1,"a":1}', 7, 1, 8],
    [String.raw`{"payload":1,"pay\u006coad":2}`, 13, 1, 14],
    [String.raw`{"pay\u006coad":1,"payload":2}`, 18, 1, 19],
    [String.raw`{"\u0061":1,"\u0061":2}`, 12, 1, 13],
    [String.raw`{"\/":1,"/":2}`, 8, 1, 9],
    ['{"":1,"":2}', 6, 1, 7],
    ['{"__proto__":1,"__proto__":2}', 15, 1, 16],
    [String.raw`{"__proto__":1,"\u005f_proto__":2}`, 15, 1, 16],
    ['{"toString":1,"toString":2}', 14, 1, 15],
    ['{"1":1,"1":2}', 7, 1, 8],
    ['{"x":{"a":1,"b":{},"a":2}}', 19, 1, 20],
    ['[{"a":1},{"a":1,"a":1}]', 16, 1, 17],
    ['{"é":1,\n"é":2}', 9, 2, 1],
    ['{"😀":1, "😀":2}', 11, 1, 10],
    [String.raw`{"😀":1,"\ud83d\ude00":2}`, 10, 1, 9],
    [String.raw`{"\ud800":1,"\uD800":2}`, 12, 1, 13],
  ])('%s', (text, offset, line, column) => {
    expect(placeOf(faultIn(text))).toStrictEqual(['duplicate-member', offset, line, column]);
  });

  test('a name of more than 40 characters', () => {
    const name = 'n'.repeat(41);
    expect(faultIn(`{"${name}":1,"${name}":2}`).reason).toBe('duplicate-member');
  });

  test.each([
    '[{"a":1},{"a":1}]',
    '{"a":{"a":{"a":1}}}',
    '{"a":1,"A":1,"a ":1}',
    '{"1":1,"01":1,"1.0":1}',
    // No normalization: the composed and the decomposed spelling are two names (DATA-014).
    '{"\u00e9":1,"e\u0301":1}',
  ])('%s has none', (text) => {
    expect(parse(text)).toStrictEqual(JSON.parse(text));
  });

  test('is found although the value behind it is malformed', () => {
    expect(placeOf(faultIn('{"a":1,"a":}'))).toStrictEqual(['duplicate-member', 7, 1, 8]);
  });
});

describe('grammar (DATA-005)', () => {
  test.each([
    // words
    ['NaN', 0],
    ['Infinity', 0],
    ['-Infinity', 1],
    ['undefined', 0],
    ['nul', 0],
    ['True', 0],
    ['tru', 0],
    ['[nulL]', 1],
    // numbers
    ['+1', 0],
    ['.5', 0],
    ['1.', 2],
    ['1.e5', 2],
    ['1e', 2],
    ['1e+', 3],
    ['1E-', 3],
    ['-', 1],
    ['--1', 1],
    ['-.5', 1],
    ['00', 0],
    ['01', 0],
    ['-01', 1],
    ['[0123]', 1],
    // comments
    ['/**/1', 0],
    ['// x\n1', 0],
    ['[1 /* x */]', 3],
    ['#1', 0],
    // arrays and objects
    ['[1,]', 3],
    ['[,1]', 1],
    ['[1 2]', 3],
    ['[1', 2],
    ['[', 1],
    ['[1}', 2],
    ['{"a":1,}', 7],
    ['{,}', 1],
    ['{"a"}', 4],
    ['{"a":}', 5],
    ['{"a" 1}', 5],
    ['{"a"=1}', 4],
    ['{"a":1', 6],
    ['{"a":1]', 6],
    ['{a:1}', 1],
    ['{1:1}', 1],
    ['{null:1}', 1],
    ['{', 1],
    ['}', 0],
    [']', 0],
    [',', 0],
    [':', 0],
    // strings
    ["'a'", 0],
    ["{'a':1}", 1],
    ['"a', 2],
    ['"', 1],
    ['{"a', 3],
    ['{"a\\', 3],
    ['"a\nb"', 2],
    ['"\t"', 1],
    ['"\u0000"', 1],
    ['"\u001f"', 1],
    ['{"a\u0001":1}', 3],
    ['"ok\\n then \u0007"', 11],
    ['"\\', 1],
    ['"\\x41"', 1],
    ['"\\a"', 1],
    ['"\\v"', 1],
    ['"\\0"', 1],
    ['"\\U0041"', 1],
    ['"\\u"', 1],
    ['"\\u12"', 1],
    ['"\\u123"', 1],
    ['"\\u12g4"', 1],
    ['"\\u 123"', 1],
    ['"\\u+123"', 1],
    ['"\\u12', 1],
    ['{"\\u00":1}', 2],
    // white space that JSON does not have
    ['\u00a01', 0],
    ['\f1', 0],
    ['\u20281', 0],
  ])('%j', (text, offset) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(placeOf(faultIn(text))).toStrictEqual([
      'invalid-json',
      offset,
      1 + (text.slice(0, offset).split('\n').length - 1),
      offset + 1,
    ]);
  });

  test('places a fault behind text of several bytes per character and on a later line', () => {
    const before = '{"é€":"😀",\r\n  "b": ';
    expect(placeOf(faultIn(`${before}tru}`))).toStrictEqual([
      'invalid-json',
      utf8(before).length,
      2,
      before.length - before.indexOf('\n'),
    ]);
  });

  test('says what was expected and found', () => {
    expect(faultIn('[1 2]').message).toBe('expected "," or "]", found 2');
    expect(faultIn('[').message).toBe('expected a value, found the end');
    expect(faultIn('\u0000').message).toBe('expected a value, found U+0000');
    expect(faultIn('[😀').message).toBe('expected a value, found 😀');
  });
});

describe('out-of-range numbers and lone surrogates survive (DATA-004)', () => {
  test.each(['1e400', '-1e400', '1E+309', '123456789e999999999', `-${'9'.repeat(400)}`, '1.8e308'])(
    '%s keeps its text',
    (text) => {
      const document = valueOf(parseJson(utf8(`{"x":[${text}]}`)));
      expect(document.value).toStrictEqual({ x: [new OutOfRangeNumber(text)] });
      expect(document.hasOutOfRangeNumber).toBe(true);
      expect(isJsonObject(new OutOfRangeNumber(text))).toBe(false);
    },
  );

  test.each(['1.7976931348623157e308', '-1.7976931348623157e308', '1e308', '0e999999', '5e-324'])(
    '%s is a number',
    (text) => {
      const document = valueOf(parseJson(utf8(text)));
      expect(document.value).toBe(Number(text));
      expect(document.hasOutOfRangeNumber).toBe(false);
    },
  );

  test.each([String.raw`\ud800`, String.raw`\udfff`, String.raw`\ude00\ud83d`, String.raw`x\uDBFFy`])(
    '"%s" as value and name',
    (escaped) => {
      const text = JSON.parse(`"${escaped}"`) as string;
      expect(parse(`{"${escaped}":"${escaped}"}`)).toStrictEqual({ [text]: text });
      for (const part of [`["${escaped}"]`, `{"${escaped}":1}`, `"${escaped}"`]) {
        expect(valueOf(parseJson(utf8(part))).hasLoneSurrogate).toBe(true);
      }
    },
  );
});

test.each(['1', '"a"', String.raw`"\ud83d\ude00"`, '"😀"', String.raw`{"\u0061\n":"\\ud800"}`])(
  '%s holds no lone surrogate',
  (text) => {
    expect(valueOf(parseJson(utf8(text))).hasLoneSurrogate).toBe(false);
  },
);

describe('number values (DATA-007, DATA-011)', () => {
  test.each([
    ['-0', -0],
    ['-0.0', -0],
    ['-0e5', -0],
    ['1e-400', 0],
    ['-1e-400', -0],
    ['7.0', 7],
    ['7e0', 7],
    ['999999999999999', 999999999999999],
    ['-999999999999999', -999999999999999],
    ['1000000000000000', 1000000000000000],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', 9007199254740992],
    ['9007199254740995', 9007199254740996],
    ['99999999999999999', 100000000000000000],
    ['12345678901234567', 12345678901234568],
    ['333333333.33333329', 333333333.3333333],
    ['4.50', 4.5],
    ['2e-3', 0.002],
    ['1E30', 1e30],
    ['0.1', 0.1],
    ['2.2250738585072011e-308', 2.225073858507201e-308],
    ['2.4703282292062327e-324', 0],
    ['2.4703282292062328e-324', 5e-324],
  ])('%s', (text, value) => {
    expect(parse(text)).toBe(value);
    expect(parse(`[${text}]`)).toStrictEqual([value]);
  });
});
