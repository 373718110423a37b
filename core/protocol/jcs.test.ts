import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faultOf, utf8, valueOf } from './fixtures.test-data.ts';
import { canonicalize, canonicalizeWithout, type DataModelReason, splitCanonical } from './jcs.ts';
import { type JsonObject, OutOfRangeNumber, parseJson } from './json.ts';

function canonical(value: unknown): string {
  return valueOf(canonicalize(value));
}

function canonicalOf(text: string): string {
  return canonical(valueOf(parseJson(utf8(text))).value);
}

/** RFC 8785 written plainly: the slow reference that the fast writer must agree with. */
function reference(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => reference(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).sort(([a], [b]) => compareUnits(a, b));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${reference(member)}`).join(',')}}`;
}

function compareUnits(a: string, b: string): number {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const difference = a.charCodeAt(i) - b.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

describe('numbers (DATA-011)', () => {
  test.each([
    ['1E30', '1e+30'],
    ['4.50', '4.5'],
    ['2e-3', '0.002'],
    ['333333333.33333329', '333333333.3333333'],
    ['-0.0', '0'],
    ['-0', '0'],
    ['1e-07', '1e-7'],
    ['0.000001', '0.000001'],
    ['1e21', '1e+21'],
    ['999999999999999999999', '1e+21'],
    ['1e20', '100000000000000000000'],
    ['5e-324', '5e-324'],
    ['2e-324', '0'],
    ['1.7976931348623157e308', '1.7976931348623157e+308'],
    ['-1.7976931348623157e308', '-1.7976931348623157e+308'],
    ['9007199254740993', '9007199254740992'],
    ['9007199254740992', '9007199254740992'],
    ['295147905179352830000', '295147905179352830000'],
    ['1.0', '1'],
    ['7e0', '7'],
    ['100', '100'],
    ['1.000000000000000000001', '1'],
    ['9.999999999999997e22', '9.999999999999997e+22'],
    ['1e23', '1e+23'],
    ['0.1', '0.1'],
    ['-5.5e-7', '-5.5e-7'],
  ])('%s becomes %s', (text, expected) => {
    expect(canonicalOf(text)).toBe(expected);
  });

  // RFC 8785 appendix B.
  test.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('bits %s are %s', (bits, expected) => {
    expect(canonical(Buffer.from(bits, 'hex').readDoubleBE())).toBe(expected);
  });
});

describe('strings (DATA-014)', () => {
  test('escapes quotes, backslashes and controls in their shortest form only', () => {
    const controls = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).join('');
    expect(canonical(controls)).toBe(
      String.raw`"\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f` +
        String.raw`\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f"`,
    );
    expect(canonical('"\\')).toBe(String.raw`"\"\\"`);
  });

  test.each(['/', '\u007f', '\u0080', '\u2028\u2029', '\ufeff', '\uffff', 'é', '€', '😀', '<>&', "'"])(
    '%j stays raw',
    (text) => {
      expect(canonical(text)).toBe(`"${text}"`);
      expect(canonical({ [text]: text })).toBe(`{"${text}":"${text}"}`);
    },
  );

  test('escapes and characters of two units in one string', () => {
    expect(canonical('\n€😀"\u{10ffff}')).toBe('"\\n€😀\\"\u{10ffff}"');
  });

  test('names are written like strings', () => {
    expect(canonical({ 'a"\n\u0001': 1, '': 2 })).toBe(String.raw`{"":2,"a\"\n\u0001":1}`);
  });

  test('composed and decomposed text stay what they are', () => {
    expect(canonical(['\u00c5', 'A\u030a', '\u212b'])).toBe('["\u00c5","A\u030a","\u212b"]');
  });

  test('escapes of the received text leave no trace', () => {
    expect(canonicalOf(String.raw`{"\u0061\/":"\u00e9\/\u001F\u20ac"}`)).toBe(String.raw`{"a/":"é/\u001f€"}`);
  });
});

describe('member order (DATA-013)', () => {
  test('by UTF-16 units, not by code points', () => {
    expect(canonical({ '\ue000': 1, '😀': 2, '\ufb33': 3, '\ud7ff': 4 })).toBe(
      '{"\ud7ff":4,"😀":2,"\ue000":1,"\ufb33":3}',
    );
  });

  test('the example of RFC 8785 section 3.2.3', () => {
    const text =
      String.raw`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One",` +
      String.raw`"\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`;
    const value = JSON.parse(canonicalOf(text)) as object;
    expect(canonicalOf(text)).toBe(
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis",' +
        '"€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    );
    expect(Object.keys(value)).toHaveLength(7);
  });

  test('integer-like names sort as text', () => {
    expect(canonicalOf('{"10":0,"9":1,"1":2,"-1":3,"01":4,"1e3":5}')).toBe(
      '{"-1":3,"01":4,"1":2,"10":0,"1e3":5,"9":1}',
    );
  });

  test('prefixes come first, upper case before lower case', () => {
    expect(canonical({ ab: 1, a: 2, B: 3, '': 4, aa: 5 })).toBe('{"":4,"B":3,"a":2,"aa":5,"ab":1}');
  });

  test.each([31, 32, 33, 100])('%i members', (count) => {
    const names = Array.from({ length: count }, (_, i) => `n${(i * 37) % count}`);
    const value = Object.fromEntries(names.map((name, i) => [name, i]));
    expect(canonical(value)).toBe(reference(value));
  });

  test('at every level, and never within arrays', () => {
    expect(canonical({ b: [3, 1, { d: 1, c: [{ f: 1, e: 2 }] }], a: {} })).toBe(
      '{"a":{},"b":[3,1,{"c":[{"e":2,"f":1}],"d":1}]}',
    );
  });

  test('__proto__ is a member (DATA-006)', () => {
    expect(canonicalOf('{"b":1,"__proto__":{"x":2},"a":3}')).toBe('{"__proto__":{"x":2},"a":3,"b":1}');
    expect(canonical(Object.create(null))).toBe('{}');
  });

  test('more names than any cache holds', () => {
    for (let i = 0; i < 3000; i += 1) expect(canonical({ [`name-${i}"`]: i })).toBe(`{"name-${i}\\"":${i}}`);
    expect(canonical({ ['n'.repeat(100)]: 1 })).toBe(`{"${'n'.repeat(100)}":1}`);
  });
});

describe('values without a canonical form (DATA-012)', () => {
  const sparse: unknown[] = [1];
  sparse[2] = 3;
  test.each<[string, unknown, DataModelReason, string]>([
    ['NaN', [Number.NaN], 'not-json', '/0'],
    ['Infinity', { a: [0, Infinity] }, 'number-out-of-range', '/a/1'],
    ['-Infinity', -Infinity, 'number-out-of-range', ''],
    ['OutOfRangeNumber', { a: { b: new OutOfRangeNumber('1e400') } }, 'number-out-of-range', '/a/b'],
    ['undefined', undefined, 'not-json', ''],
    ['undefined member', { a: undefined }, 'not-json', '/a'],
    ['undefined item', [1, undefined], 'not-json', '/1'],
    ['hole', sparse, 'not-json', '/1'],
    ['function', { f: () => 1 }, 'not-json', '/f'],
    ['toJSON', { toJSON: () => 1 }, 'not-json', '/toJSON'],
    ['symbol', [Symbol('x')], 'not-json', '/0'],
    ['bigint', { n: 1n }, 'not-json', '/n'],
    ['RegExp', { d: /x/ }, 'not-json', '/d'],
    ['Map', [new Map()], 'not-json', '/0'],
    ['bytes', [Uint8Array.of(1)], 'not-json', '/0'],
    ['boxed string', [Object('x')], 'not-json', '/0'],
    ['class instance', [Object.create({ inherited: 1 })], 'not-json', '/0'],
    ['lone high surrogate', { a: 'x\ud800' }, 'lone-surrogate', '/a'],
    ['lone low surrogate', ['\udc00x'], 'lone-surrogate', '/0'],
    ['swapped pair', ['\ude00\ud83d'], 'lone-surrogate', '/0'],
    ['lone surrogate behind a pair', '😀\ud83d', 'lone-surrogate', ''],
    ['lone surrogate in a name', { a: { '\ud800': 1 } }, 'lone-surrogate', '/a/\ud800'],
    ['name with characters of the pointer syntax', { 'a/b~c': [Number.NaN] }, 'not-json', '/a~1b~0c/0'],
    ['the first in canonical order is named', { b: Number.NaN, a: [1n] }, 'not-json', '/a/0'],
    ['a bad name counts before its value', { '\ud800': Number.NaN }, 'lone-surrogate', '/\ud800'],
  ])('%s', (_, value, reason, pointer) => {
    const fault = faultOf(canonicalize(value));
    expect([fault.reason, fault.pointer]).toStrictEqual([reason, pointer]);
  });

  test('dates', () => {
    fc.assert(
      fc.property(fc.date(), (date) => {
        expect(faultOf(canonicalize({ at: date }))).toMatchObject({ reason: 'not-json', pointer: '/at' });
      }),
      { numRuns: 5 },
    );
  });

  test('cyclic values end as too deep', () => {
    const object: JsonObject = {};
    object['self'] = object;
    const array: unknown[] = [];
    array.push([array]);
    expect(faultOf(canonicalize(object))).toMatchObject({ reason: 'too-deep', pointer: '' });
    expect(faultOf(canonicalize([array]))).toMatchObject({ reason: 'too-deep', pointer: '' });
    expect(faultOf(canonicalizeWithout(object, 'other')).reason).toBe('too-deep');
  });

  test('a million levels end as too deep', () => {
    let value: unknown = 1;
    for (let i = 0; i < 1_000_000; i += 1) value = [value];
    expect(faultOf(canonicalize(value)).reason).toBe('too-deep');
  });

  test('everything that the strict parser lets through at its depth limit has room', () => {
    const text = `${'['.repeat(512)}${']'.repeat(512)}`;
    expect(canonicalOf(text)).toBe(text);
  });
});

describe('canonicalizeWithout (SIG-021)', () => {
  test('leaves out exactly the top-level member', () => {
    const value: JsonObject = {
      signature: { value: 'x' },
      payload: { signature: 1, list: [{ signature: 2 }] },
      a: 1,
    };
    expect(valueOf(canonicalizeWithout(value, 'signature'))).toBe(
      '{"a":1,"payload":{"list":[{"signature":2}],"signature":1}}',
    );
    expect(Object.keys(value)).toStrictEqual(['signature', 'payload', 'a']);
  });

  test('an absent member changes nothing, a lone one leaves an empty object', () => {
    expect(valueOf(canonicalizeWithout({ b: 1, a: 2 }, 'signature'))).toBe('{"a":2,"b":1}');
    expect(valueOf(canonicalizeWithout({ signature: 1 }, 'signature'))).toBe('{}');
  });

  test('does not judge what it leaves out', () => {
    expect(
      valueOf(canonicalizeWithout({ a: 1, signature: new OutOfRangeNumber('1e400') }, 'signature')),
    ).toBe('{"a":1}');
  });

  test('places a fault in the rest', () => {
    const value = { signature: '\ud800', z: { signature: '\ud800' } };
    expect(faultOf(canonicalizeWithout(value, 'signature'))).toMatchObject({
      reason: 'lone-surrogate',
      pointer: '/z/signature',
    });
  });
});

describe('properties', () => {
  const json = fc.jsonValue({ stringUnit: 'binary' });

  test('agrees with the slow reference', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonical(value)).toBe(reference(value));
      }),
      { numRuns: 500 },
    );
  });

  test('is a fixed point', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = canonical(value);
        expect(canonical(JSON.parse(text))).toBe(text);
        expect(canonicalOf(text)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  test('does not depend on the order in which members were added', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '1', '0', '😀', '\ue000', '"') });
    fc.assert(
      fc.property(
        fc
          .uniqueArray(fc.tuple(name, json), { selector: ([key]) => key, maxLength: 40 })
          .chain((members) =>
            fc.tuple(
              fc.constant(members),
              fc.shuffledSubarray(members, { minLength: members.length, maxLength: members.length }),
            ),
          ),
        ([members, shuffled]) => {
          expect(canonical(Object.fromEntries(shuffled))).toBe(canonical(Object.fromEntries(members)));
        },
      ),
    );
  });

  test('every finite binary64 reads back as itself', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Number(canonical(value)) === value).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test('any string has a canonical form exactly when it is well-formed', () => {
    const unit = fc.constantFrom('a', '"', '\n', 'é', '\ud83d', '\ude00', '\u2028');
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        expect(canonicalize(text).ok).toBe(text.isWellFormed());
        expect(canonicalize({ [text]: 1 }).ok).toBe(text.isWellFormed());
      }),
    );
  });
});

test('DATA-012: the reason belongs to the place that is named, whichever fault is met first', () => {
  const faults = [
    { a: Number.NaN, '\ud800': 1 },
    { '\ud800': 1, a: Number.NaN },
    { a: { b: Infinity }, '\ud800': { c: 1n } },
  ].map((value) => faultOf(canonicalize(value)));
  expect(faults.map(({ reason, pointer }) => [reason, pointer])).toStrictEqual([
    ['not-json', '/a'],
    ['not-json', '/a'],
    ['number-out-of-range', '/a/b'],
  ]);
});

describe('splitCanonical (SIG-021)', () => {
  const name = fc.constantFrom('', 'a', 'm', 'z', '10', '9', '😀', '\ue000', '"', '__proto__');
  const members = fc.uniqueArray(fc.tuple(name, fc.jsonValue()), { selector: ([key]) => key });

  test('property: the rest and the member put in its place make the canonical text of the whole', () => {
    fc.assert(
      fc.property(members, name, fc.jsonValue(), fc.nat(10), (rest, key, member, at) => {
        const others = rest.filter(([other]) => other !== key);
        const whole: Record<string, unknown> = Object.fromEntries([
          ...others.slice(0, at),
          [key, member],
          ...others.slice(at),
        ]);
        const split = valueOf(splitCanonical(whole, key));
        expect(split.without).toBe(canonical(Object.fromEntries(others)));
        expect(split.insert(canonical(member))).toBe(canonical(whole));
      }),
      { numRuns: 500 },
    );
  });

  test('a member that was absent goes to its canonical place too', () => {
    const split = valueOf(splitCanonical({ b: 1, a: 2 }, 'z'));
    expect(split.insert('3')).toBe('{"a":2,"b":1,"z":3}');
  });
});
