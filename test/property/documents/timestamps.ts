// Timestamps (DATA-020…DATA-024): a hand-written scanner, an arbitrary of timestamps and lists of hard cases.

import * as fc from 'fast-check';

import { charsOf } from './alphabets.ts';

function isDigit(char: string): boolean {
  return char.length === 1 && char >= '0' && char <= '9';
}

/** The number written at exactly this place, or undefined when a character is no ASCII digit. */
function digitsAt(text: string, start: number, count: number): number | undefined {
  let value = 0;
  for (let index = start; index < start + count; index += 1) {
    const char = text.charAt(index);
    if (!isDigit(char)) {
      return undefined;
    }
    value = value * 10 + (char.charCodeAt(0) - 48);
  }
  return value;
}

/** Days in a month of the Gregorian calendar. */
function daysInMonth(year: number, month: number): number {
  if (month === 2) {
    const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
    return leap ? 29 : 28;
  }
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function between(value: number | undefined, low: number, high: number): boolean {
  return value !== undefined && value >= low && value <= high;
}

function offsetFault(offset: string): string | undefined {
  if (offset === 'Z' || offset === 'z') {
    return undefined;
  }
  const sign = offset.charAt(0);
  const shaped = offset.length === 6 && (sign === '+' || sign === '-') && offset.charAt(3) === ':';
  if (!shaped || !between(digitsAt(offset, 1, 2), 0, 23) || !between(digitsAt(offset, 4, 2), 0, 59)) {
    return 'DATA-023: offset';
  }
  return offset === '-00:00' ? 'DATA-023: -00:00' : undefined;
}

/** Why the text is not a protocol timestamp, or undefined when it is one. */
export function timestampFault(text: string): string | undefined {
  const year = digitsAt(text, 0, 4);
  const month = digitsAt(text, 5, 2);
  const day = digitsAt(text, 8, 2);
  const separator = text.charAt(10);
  if (text.charAt(4) !== '-' || text.charAt(7) !== '-' || (separator !== 'T' && separator !== 't')) {
    return 'DATA-024: shape of the date';
  }
  if (text.charAt(13) !== ':' || text.charAt(16) !== ':') {
    return 'DATA-024: shape of the time';
  }
  if (year === undefined || year < 1 || month === undefined || !between(month, 1, 12)) {
    return 'DATA-021: year or month';
  }
  if (!between(day, 1, daysInMonth(year, month))) {
    return 'DATA-021: day';
  }
  const timeFits =
    between(digitsAt(text, 11, 2), 0, 23) &&
    between(digitsAt(text, 14, 2), 0, 59) &&
    between(digitsAt(text, 17, 2), 0, 59);
  if (!timeFits) {
    return 'DATA-021: time of day';
  }
  let end = 19;
  if (text.charAt(end) === '.') {
    end += 1;
    const start = end;
    while (isDigit(text.charAt(end))) {
      end += 1;
    }
    if (end === start) {
      return 'DATA-022: empty fraction';
    }
  }
  return offsetFault(text.slice(end));
}

/** Unusual spellings that are timestamps nevertheless. */
export const oddTimestamps: readonly string[] = [
  '2026-07-15t00:00:00Z',
  '2026-07-15T00:00:00z',
  '2026-07-15t23:59:59z',
  '2026-07-15T00:00:00.0Z',
  '2026-07-15T00:00:00.1234560000000000001Z',
  `2026-07-15T00:00:00.${'0123456789'.repeat(20)}Z`,
  `2026-07-15T00:00:00.${'9'.repeat(600)}+01:00`,
  '2026-07-15T00:00:00+00:00',
  '2026-07-15T00:00:00-00:01',
  '2026-07-15T00:00:00+23:59',
  '2026-07-15T00:00:00-23:59',
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59.999999999Z',
  '9999-12-31T23:59:59-23:59',
  '0004-02-29T12:00:00Z',
  '2000-02-29T12:00:00Z',
  '2024-02-29T12:00:00Z',
  '2400-02-29T12:00:00Z',
  '2026-02-28T12:00:00Z',
];

/** Spellings that are not protocol timestamps. */
export const brokenTimestamps: readonly string[] = [
  '',
  '2026-07-15',
  '00:00:00Z',
  '2026-07-15T00:00:60Z',
  '2016-12-31T23:59:60Z',
  '2016-12-31T23:59:60.5Z',
  '2016-12-31T15:59:60-08:00',
  '2026-07-15T00:00:61Z',
  '2026-07-15T00:00:00-00:00',
  '2026-07-15T00:00:00.5-00:00',
  '0000-01-01T00:00:00Z',
  '0000-02-29T00:00:00Z',
  '10000-01-01T00:00:00Z',
  '+2026-07-15T00:00:00Z',
  '-2026-07-15T00:00:00Z',
  '26-07-15T00:00:00Z',
  '2026-00-15T00:00:00Z',
  '2026-13-15T00:00:00Z',
  '2026-07-00T00:00:00Z',
  '2026-07-32T00:00:00Z',
  '2026-06-31T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '2024-02-30T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2100-02-29T00:00:00Z',
  '2026-07-15T24:00:00Z',
  '2026-07-15T23:60:00Z',
  '2026-07-15T00:00:00',
  '2026-07-15T00:00:00.5',
  '2026-07-15T00:00Z',
  '2026-07-15T0:00:00Z',
  '2026-7-15T00:00:00Z',
  '20260715T000000Z',
  '2026-07-15 00:00:00Z',
  '2026-07-15_00:00:00Z',
  '2026-07-15T00:00:00 Z',
  '2026-07-15T00:00:00,5Z',
  '2026-07-15T00:00:00.Z',
  '2026-07-15T00:00:00..5Z',
  '2026-07-15T00:00:00.5.5Z',
  '2026-07-15T00:00:00.-5Z',
  '2026-07-15T00:00:00.+01:00',
  '2026-07-15T00:00:00+24:00',
  '2026-07-15T00:00:00+23:60',
  '2026-07-15T00:00:00+0100',
  '2026-07-15T00:00:00+01',
  '2026-07-15T00:00:00+1:00',
  '2026-07-15T00:00:00\u221201:00',
  '2026-07-15T00:00:00ZZ',
  '2026-07-15T00:00:00Z+01:00',
  '2026-07-15T00:00:00UTC',
  '2026-07-15T00:00:00Z\n',
  '\n2026-07-15T00:00:00Z',
  '2026-07-15T00:00:00Z ',
  ' 2026-07-15T00:00:00Z',
  '2026-07-15T00:00:00+01:00\n',
  '٢٠٢٦-٠٧-١٥T٠٠:٠٠:٠٠Z',
  '2026-07-15T00:00:0٠Z',
  '2026-07-15T00:00:00.٠Z',
  '2026-07-15T00:00:00.5\u0660Z',
  '2026-07-15T00:00:00+0１:00',
  '2026-07-15T00:00:00\u{1d7ce}Z',
  '2026-W29-3T00:00:00Z',
  '2026-196T00:00:00Z',
  '2026-07-15T1e:00:00Z',
  '0x26-07-15T00:00:00Z',
  '2026-07-15T00:00:+1Z',
];

const padded = (value: number, width: number): string => String(value).padStart(width, '0');

const date: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(fc.constantFrom(1, 9999, 2000, 2024, 2400), fc.integer({ min: 1, max: 9999 })),
    fc.integer({ min: 1, max: 12 }),
    fc.nat(),
    fc.boolean(),
  )
  .map(([year, month, pick, lastDay]) => {
    const length = daysInMonth(year, month);
    const day = lastDay ? length : (pick % length) + 1;
    return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
  });

const time: fc.Arbitrary<string> = fc
  .tuple(fc.nat(23), fc.nat(59), fc.nat(59))
  .map((parts) => parts.map((part) => padded(part, 2)).join(':'));

const fraction: fc.Arbitrary<string> = fc.oneof(
  fc.constant(''),
  charsOf('0123456789', 1, 40).map((digits) => `.${digits}`),
);

const offset: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('Z', 'z', '+00:00', '+23:59', '-23:59', '-00:01'),
  fc
    .tuple(fc.constantFrom('+', '-'), fc.nat(23), fc.nat(59))
    .map(([sign, hours, minutes]) => `${sign}${padded(hours, 2)}:${padded(minutes, 2)}`)
    .filter((text) => text !== '-00:00'),
);

/** Timestamps of any allowed spelling, the odd ones included. */
export const anyTimestamp: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(date, fc.constantFrom('T', 'T', 't'), time, fraction, offset)
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.constantFrom(...oddTimestamps) },
);
