// Exact timestamps (DATA-020…DATA-028): text in, instant out, without Date and without rounding a single digit.

/**
 * A point in time: whole seconds since 1970-01-01T00:00:00Z (negative before it) and the fraction of a second as
 * decimal digits without trailing zeros. Unlimited precision; compare with `compareInstants`.
 */
export interface Instant {
  readonly epochSecond: number;
  readonly fraction: string;
}

const SHAPE =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
/** One Command has the same few timestamps read again and again: by schemas, admission, rates and rules. */
const MOST_KEPT = 512;
const LONGEST_KEPT = 40;
const kept = new Map<string, Instant>();
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/**
 * The instant that a protocol timestamp names, or undefined when the text breaks the profile: year 0001…9999, a
 * real Gregorian date, no leap second, offset within ±23:59 and not `-00:00` (DATA-021…DATA-024). The text itself
 * stays what is hashed (DATA-015, DATA-025).
 */
export function parseTimestamp(text: string): Instant | undefined {
  if (text.length > LONGEST_KEPT) return readTimestamp(text);
  const known = kept.get(text);
  if (known !== undefined) return known;
  const instant = readTimestamp(text);
  if (instant !== undefined) {
    if (kept.size === MOST_KEPT) kept.clear();
    kept.set(text, instant);
  }
  return instant;
}

function readTimestamp(text: string): Instant | undefined {
  const match = SHAPE.exec(text);
  if (match === null) return undefined;
  const [, y, mo, d, h, mi, s, fraction, sign, oh, om] = match;
  const year = Number(y);
  const month = Number(mo);
  const day = Number(d);
  const hour = Number(h);
  const minute = Number(mi);
  const second = Number(s);
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  let offsetSeconds = 0;
  if (sign !== undefined) {
    const offsetHour = Number(oh);
    const offsetMinute = Number(om);
    if (offsetHour > 23 || offsetMinute > 59) return undefined;
    if (sign === '-' && offsetHour === 0 && offsetMinute === 0) return undefined;
    offsetSeconds = (sign === '-' ? -60 : 60) * (offsetHour * 60 + offsetMinute);
  }
  return {
    epochSecond:
      daysSinceEpoch(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offsetSeconds,
    fraction: fraction === undefined ? '' : withoutTrailingZeros(fraction),
  };
}

/** Whether the text is a timestamp of the protocol's profile. */
export function isTimestamp(text: string): boolean {
  return parseTimestamp(text) !== undefined;
}

/** Negative, zero or positive as `a` lies before, at or after `b`; every fraction digit counts (DATA-022, DATA-027). */
export function compareInstants(a: Instant, b: Instant): number {
  if (a.epochSecond !== b.epochSecond) return a.epochSecond - b.epochSecond;
  // Without trailing zeros, digit strings order like the fractions they stand for.
  return a.fraction === b.fraction ? 0 : a.fraction < b.fraction ? -1 : 1;
}

/**
 * The protocol's preferred spelling, UTC with milliseconds (DATA-028), of a count of milliseconds since 1970.
 * Throws a RangeError outside the years 0001…9999 or for a fractional count: such a time is a bug, not input.
 */
export function formatTimestamp(epochMs: number): string {
  const days = Math.floor(epochMs / 86_400_000);
  if (!Number.isSafeInteger(epochMs) || days < FIRST_DAY || days > LAST_DAY) {
    throw new RangeError(`no protocol timestamp for ${epochMs} ms`);
  }
  const ms = epochMs - days * 86_400_000;
  const { year, month, day } = dateOfDay(days);
  const clock = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1_000) % 60];
  const date = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  return `${date}T${clock.map((part) => pad(part, 2)).join(':')}.${pad(ms % 1_000, 3)}Z`;
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0');
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end -= 1;
  return digits.slice(0, end);
}

function daysInMonth(year: number, month: number): number {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeapYear ? 29 : (DAYS_IN_MONTH[month - 1] ?? 0);
}

// Day arithmetic on a year that starts in March: the leap day comes last, so month lengths follow one formula.
// 719_468 days lie between 0000-03-01 and 1970-01-01; an era is 400 years of 146_097 days.
function daysSinceEpoch(year: number, month: number, day: number): number {
  const marchYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  return era * 146_097 + yearOfEra * 365 + leapDays + dayOfYear - 719_468;
}

const FIRST_DAY = daysSinceEpoch(1, 1, 1);
const LAST_DAY = daysSinceEpoch(9999, 12, 31);

function dateOfDay(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = ((shiftedMonth + 2) % 12) + 1;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  };
}
