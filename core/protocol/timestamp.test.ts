import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareInstants, formatTimestamp, type Instant, isTimestamp, parseTimestamp } from './timestamp.ts';

function instant(text: string): Instant {
  const parsed = parseTimestamp(text);
  if (parsed === undefined) throw new Error(`refused: ${text}`);
  return parsed;
}

describe('accepted texts (DATA-021…DATA-024)', () => {
  test.each([
    ['1970-01-01T00:00:00Z', 0, ''],
    ['1970-01-01T00:00:00.000Z', 0, ''],
    ['1970-01-01t00:00:00z', 0, ''],
    ['1969-12-31T23:59:59.5Z', -1, '5'],
    ['2026-07-15t00:00:00Z', 1_784_073_600, ''],
    ['2000-02-29T12:34:56.120Z', 951_827_696, '12'],
    ['2038-01-19T03:14:08Z', 2_147_483_648, ''],
    ['0001-01-01T00:00:00Z', -62_135_596_800, ''],
    ['9999-12-31T23:59:59.999999999999999999999Z', 253_402_300_799, '999999999999999999999'],
    // offsets
    ['1970-01-01T00:00:00+00:00', 0, ''],
    ['1970-01-01T08:00:00+08:00', 0, ''],
    ['1969-12-31T16:00:00-08:00', 0, ''],
    ['1970-01-01T00:00:00+23:59', -86_340, ''],
    ['1970-01-01T00:00:00-23:59', 86_340, ''],
    ['1970-01-01T00:00:00-00:01', 60, ''],
    ['1970-01-01T00:00:00.25+00:30', -1_800, '25'],
    // An offset may lead out of the years that the text can name.
    ['0001-01-01T00:00:00+23:59', -62_135_683_140, ''],
    ['9999-12-31T23:59:59-23:59', 253_402_387_139, ''],
    // leap years
    ['2400-02-29T00:00:00Z', 13_574_563_200, ''],
    ['0004-02-29T00:00:00Z', -62_035_891_200, ''],
  ])('%s', (text, epochSecond, fraction) => {
    expect(parseTimestamp(text)).toStrictEqual({ epochSecond, fraction });
    expect(isTimestamp(text)).toBe(true);
  });
});

describe('refused texts (DATA-021…DATA-024)', () => {
  test.each([
    // ranges
    '0000-01-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-32T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-06-31T00:00:00Z',
    '2026-09-31T00:00:00Z',
    '2026-11-31T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2024-02-30T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2100-02-29T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:60Z',
    '2016-12-31T23:59:60Z',
    // offsets
    '2026-01-01T00:00:00-00:00',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00-24:00',
    '2026-01-01T00:00:00+01:60',
    '2026-01-01T00:00:00+0100',
    '2026-01-01T00:00:00+01',
    '2026-01-01T00:00:00+1:00',
    '2026-01-01T00:00:00+01:00:00',
    '2026-01-01T00:00:00\u221201:00',
    '2026-01-01T00:00:00ZZ',
    '2026-01-01T00:00:00Z+01:00',
    // shape
    '',
    '2026-01-01',
    '2026-01-01T00:00:00',
    '2026-01-01T00:00Z',
    '2026-01-01 00:00:00Z',
    '2026-01-01_00:00:00Z',
    '20260101T000000Z',
    '2026-1-01T00:00:00Z',
    '26-01-01T00:00:00Z',
    '+2026-01-01T00:00:00Z',
    '-2026-01-01T00:00:00Z',
    '12026-01-01T00:00:00Z',
    '2026-W01-1T00:00:00Z',
    '2026-001T00:00:00Z',
    ' 2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00Z ',
    '2026-01-01T00:00:00Z\n',
    '\n2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00.Z',
    '2026-01-01T00:00:00,5Z',
    '2026-01-01T00:00:00.5.5Z',
    '2026-01-01T00:00:00.5e1Z',
    '2026-01-01T00:00:00.-5Z',
    // digits that are not ASCII
    '٢٠٢٦-01-01T00:00:00Z',
    '2026-01-01T00:00:00.５Z',
    '2026-01-01T00:00:00.٥Z',
  ])('%j', (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
    expect(isTimestamp(text)).toBe(false);
  });
});

describe('comparison by instant (DATA-022, DATA-027)', () => {
  test.each([
    ['2026-01-01T00:00:00.1234560000000000001Z', '2026-01-01T00:00:00.1234560000000000002Z', -1],
    ['2026-01-01T00:00:00.9Z', '2026-01-01T00:00:00.10Z', 1],
    ['2026-01-01T00:00:00.05Z', '2026-01-01T00:00:00.5Z', -1],
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.0000000000000000000000001Z', -1],
    ['2026-01-01T00:00:00.12Z', '2026-01-01T00:00:00.120001Z', -1],
    ['2026-01-01T00:00:00.999999999999Z', '2026-01-01T00:00:01Z', -1],
    ['1969-12-31T23:59:59.9Z', '1970-01-01T00:00:00Z', -1],
    ['1969-12-31T23:59:59.1Z', '1969-12-31T23:59:59.9Z', -1],
    // equal
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z', 0],
    ['2026-01-01T00:00:00.5Z', '2026-01-01t00:00:00.5000z', 0],
    ['2026-01-01T00:00:00Z', '2026-01-01T08:00:00+08:00', 0],
    ['2025-12-31T19:30:00.10-04:30', '2026-01-01T00:00:00.1Z', 0],
    ['2026-01-01T00:01:00+23:59', '2025-12-31T00:02:00Z', 0],
  ])('%s and %s', (a, b, sign) => {
    expect(Math.sign(compareInstants(instant(a), instant(b)))).toBe(sign);
    expect(Math.sign(compareInstants(instant(b), instant(a)))).toBe(sign === 0 ? 0 : -sign);
  });

  test('property: fractions of any length order like the integers of equally many digits', () => {
    const digits = fc.stringMatching(/^\d{1,60}$/);
    fc.assert(
      fc.property(digits, digits, (a, b) => {
        const [x, y] = [BigInt(a.padEnd(60, '0')), BigInt(b.padEnd(60, '0'))];
        const compared = compareInstants(
          instant(`2026-01-01T00:00:00.${a}Z`),
          instant(`2026-01-01T00:00:00.${b}Z`),
        );
        expect(Math.sign(compared)).toBe(x < y ? -1 : x > y ? 1 : 0);
      }),
      { numRuns: 500 },
    );
  });

  test('a million fraction digits', () => {
    const zeros = '0'.repeat(1_000_000);
    expect(instant(`2026-01-01T00:00:00.1${zeros}Z`).fraction).toBe('1');
    expect(instant(`2026-01-01T00:00:00.${zeros}1Z`).fraction).toBe(`${zeros}1`);
  });
});

// The reference counts days year by year and month by month, without a formula.
function isLeap(year: number): boolean {
  return year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0);
}
const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const FIRST_DAY_OF_YEAR: number[] = [0, -719_162];
for (let year = 1; year <= 9999; year += 1) {
  FIRST_DAY_OF_YEAR[year + 1] = (FIRST_DAY_OF_YEAR[year] ?? 0) + (isLeap(year) ? 366 : 365);
}
function daysOfMonth(year: number, month: number): number {
  return month === 2 && isLeap(year) ? 29 : (MONTHS[month - 1] ?? 0);
}
function two(value: number): string {
  return String(value).padStart(2, '0');
}

describe('the Gregorian calendar (DATA-021)', () => {
  test('the reference itself starts at 0001-01-01 and meets 1970 and 10000 where they are', () => {
    expect(FIRST_DAY_OF_YEAR[1970]).toBe(0);
    expect(FIRST_DAY_OF_YEAR[10_000]).toBe(2_932_897);
  });

  test('the first, the last and the impossible day of every month of every year', () => {
    const wrong: string[] = [];
    for (let year = 1; year <= 9999; year += 1) {
      let day = FIRST_DAY_OF_YEAR[year] ?? 0;
      for (let month = 1; month <= 12; month += 1) {
        const prefix = `${String(year).padStart(4, '0')}-${two(month)}`;
        const length = daysOfMonth(year, month);
        const first = `${prefix}-01T00:00:00.000Z`;
        const last = `${prefix}-${two(length)}T23:59:59.999Z`;
        if (
          parseTimestamp(first)?.epochSecond !== day * 86_400 ||
          parseTimestamp(last)?.epochSecond !== (day + length) * 86_400 - 1 ||
          isTimestamp(`${prefix}-${two(length + 1)}T00:00:00Z`) ||
          formatTimestamp(day * 86_400_000) !== first ||
          formatTimestamp((day + length) * 86_400_000 - 1) !== last
        ) {
          wrong.push(prefix);
        }
        day += length;
      }
    }
    expect(wrong).toStrictEqual([]);
  });

  test('property: any date, clock and offset', () => {
    const date = fc
      .record({
        year: fc.integer({ min: 1, max: 9999 }),
        month: fc.integer({ min: 1, max: 12 }),
        day: fc.nat(30),
      })
      .map(({ year, month, day }) => ({ year, month, day: 1 + (day % daysOfMonth(year, month)) }));
    const clock = fc.record({ hour: fc.nat(23), minute: fc.nat(59), second: fc.nat(59) });
    const offset = fc.record({ sign: fc.constantFrom(1, -1), hours: fc.nat(23), minutes: fc.nat(59) });
    fc.assert(
      fc.property(
        date,
        clock,
        offset,
        ({ year, month, day }, { hour, minute, second }, { sign, hours, minutes }) => {
          fc.pre(sign === 1 || hours + minutes > 0);
          const text =
            `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}` +
            `${sign === 1 ? '+' : '-'}${two(hours)}:${two(minutes)}`;
          let days = (FIRST_DAY_OF_YEAR[year] ?? 0) + day - 1;
          for (let before = 1; before < month; before += 1) days += daysOfMonth(year, before);
          const local = days * 86_400 + hour * 3_600 + minute * 60 + second;
          expect(parseTimestamp(text)).toStrictEqual({
            epochSecond: local - sign * (hours * 3_600 + minutes * 60),
            fraction: '',
          });
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('formatTimestamp (DATA-028)', () => {
  const MIN = -62_135_596_800_000;
  const MAX = 253_402_300_799_999;

  test.each([
    [0, '1970-01-01T00:00:00.000Z'],
    [-0, '1970-01-01T00:00:00.000Z'],
    [-1, '1969-12-31T23:59:59.999Z'],
    [1, '1970-01-01T00:00:00.001Z'],
    [951_782_400_000, '2000-02-29T00:00:00.000Z'],
    [1_784_073_600_120, '2026-07-15T00:00:00.120Z'],
    [MIN, '0001-01-01T00:00:00.000Z'],
    [MAX, '9999-12-31T23:59:59.999Z'],
  ])('%i', (epochMs, text) => {
    expect(formatTimestamp(epochMs)).toBe(text);
  });

  test.each([
    MIN - 1,
    MAX + 1,
    0.5,
    -0.5,
    Number.NaN,
    Infinity,
    -Infinity,
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
    1e300,
  ])('%d has no timestamp', (epochMs) => {
    expect(() => formatTimestamp(epochMs)).toThrow(RangeError);
  });

  test('property: parsing gives the milliseconds back, over the whole range', () => {
    fc.assert(
      fc.property(fc.integer({ min: MIN, max: MAX }), (epochMs) => {
        const text = formatTimestamp(epochMs);
        const { epochSecond, fraction } = instant(text);
        expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        expect(epochSecond * 1000 + Number(fraction.padEnd(3, '0'))).toBe(epochMs);
      }),
      { numRuns: 2000 },
    );
  });

  test('property: later counts give later texts', () => {
    const count = fc.integer({ min: MIN, max: MAX });
    fc.assert(
      fc.property(count, count, (a, b) => {
        expect(formatTimestamp(a) < formatTimestamp(b)).toBe(a < b);
      }),
    );
  });
});
