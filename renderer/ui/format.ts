// Numbers, instants and durations as people of each language read them.
import type { Language } from '../../core/contract/values.ts';

/** Of a language without a country: days before months, 24 hours. */
const USUAL_LOCALES: { readonly [Each in Language]: string } = { en: 'en-GB', de: 'de-DE' };

/** The first of a person's locales that is of this language and of a country; whether a day has 12 or 24 hours follows from it. */
export function localeFor(language: Language, wanted: readonly string[]): string {
  return wanted.find((each) => each.startsWith(`${language}-`) && isLocale(each)) ?? USUAL_LOCALES[language];
}

/** Some systems name their locale in ways of their own, such as `en-US@posix`. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** In a window; tests and the host have no person who wants anything else. */
const WANTED = typeof document === 'undefined' ? [] : navigator.languages;

function localeOf(language: Language): string {
  return localeFor(language, WANTED);
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** `14:32:00` of today, `Fri 14:32` of this week, `3 Nov 2026, 14:32` of any other day; local time. */
export function formatInstant(atMs: number, nowMs: number, language: Language): string {
  const at = new Date(atMs);
  const days = Math.round((startOfDay(atMs) - startOfDay(nowMs)) / DAY_MS);
  if (days === 0) return format(language, { hour: '2-digit', minute: '2-digit', second: '2-digit' }, at);
  if (Math.abs(days) < 7) {
    return format(language, { weekday: 'short', hour: '2-digit', minute: '2-digit' }, at);
  }
  return format(
    language,
    { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    at,
  );
}

/** `Tue 1` where a day begins, `14:00` within it, `Tue 14:00` where the mark before it is of another day; local time. */
export function formatMark(atMs: number, beforeMs: number | undefined, language: Language): string {
  const at = new Date(atMs);
  if (startOfDay(atMs) === atMs) return format(language, { weekday: 'short', day: 'numeric' }, at);
  const isSameDay = beforeMs !== undefined && startOfDay(beforeMs) === startOfDay(atMs);
  const weekday = isSameDay ? {} : ({ weekday: 'short' } as const);
  return format(language, { ...weekday, hour: '2-digit', minute: '2-digit' }, at);
}

/** Everything that is known, local time. */
export function formatFullInstant(atMs: number, language: Language): string {
  return format(language, { dateStyle: 'full', timeStyle: 'long' }, new Date(atMs));
}

/** `03/11/2026, 14:32:00`, for columns of a table on paper; local time. */
export function formatTableInstant(atMs: number, language: Language): string {
  return format(language, { dateStyle: 'short', timeStyle: 'medium' }, new Date(atMs));
}

/** `Monday`; 0 is Sunday. */
export function weekdayName(day: number, language: Language): string {
  // The first of January 2023 was a Sunday.
  return format(language, { weekday: 'long', timeZone: 'UTC' }, new Date(Date.UTC(2023, 0, 1 + day)));
}

/** With which day a week begins; 0 is Sunday. British English and German agree on Monday. */
export function firstWeekday(language: Language): number {
  const locale = new Intl.Locale(localeOf(language)) as Intl.Locale & {
    readonly getWeekInfo?: () => { readonly firstDay: number };
  };
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7;
}

/** As the protocol writes it. */
export function formatUtc(atMs: number): string {
  return new Date(atMs).toISOString().replace('.000Z', 'Z');
}

/** Rough, for reading: `4 min`, `2 h 10 min`, `3 days`. Never negative. */
export function formatDuration(durationMs: number, language: Language): string {
  const ms = Math.abs(durationMs);
  if (ms < MINUTE_MS) return unit(Math.floor(ms / SECOND_MS), 'second', language);
  if (ms < HOUR_MS) return unit(Math.floor(ms / MINUTE_MS), 'minute', language);
  if (ms < DAY_MS) {
    const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
    const hours = unit(Math.floor(ms / HOUR_MS), 'hour', language);
    return minutes === 0 ? hours : `${hours} ${unit(minutes, 'minute', language)}`;
  }
  return unit(Math.floor(ms / DAY_MS), 'day', language, 'long');
}

/** Rougher still, for how long ago something was: `40 sec`, `17 min`, `3 hrs`, `3 days`. */
export function formatRoughDuration(durationMs: number, language: Language): string {
  const ms = Math.abs(durationMs);
  if (ms < HOUR_MS || ms >= DAY_MS) return formatDuration(ms, language);
  return unit(Math.round(ms / HOUR_MS), 'hour', language);
}

/** Exact, for countdowns: `00:48`, `1:02:41`, `3 days`. Never negative. */
export function formatCountdown(durationMs: number, language: Language): string {
  const ms = Math.max(0, durationMs);
  if (ms >= 2 * DAY_MS) return unit(Math.floor(ms / DAY_MS), 'day', language, 'long');
  const seconds = Math.floor(ms / SECOND_MS);
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3_600);
  const tail = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours === 0 ? tail : `${hours}:${tail}`;
}

/** A whole or decimal text of the ledger, exact, with the separators of the language. */
export function formatAmount(amount: string, language: Language, currency?: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/u.exec(amount);
  if (match === null) return amount;
  const [, sign = '', whole = '0', fraction] = match;
  const grouped = new Intl.NumberFormat(localeOf(language)).format(BigInt(whole));
  const point =
    numberFormat(language, { minimumFractionDigits: 1 })
      .formatToParts(0.5)
      .find(({ type }) => type === 'decimal')?.value ?? '.';
  const text = `${sign}${grouped}${fraction === undefined ? '' : point + fraction}`;
  return currency === undefined ? text : `${text} ${currency}`;
}

/** A count with the separators of the language. */
export function formatNumber(value: number, language: Language): string {
  return numberFormat(language, {}).format(value);
}

/** `85%`, of a share between 0 and 1. */
export function formatPercent(share: number, language: Language): string {
  return numberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** `+0.8`: how far a clock is off, in seconds. */
export function formatOffset(offsetMs: number, language: Language): string {
  return numberFormat(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'always',
  }).format(offsetMs / SECOND_MS);
}

/** `14 kB`, with units of 1 000. */
export function formatBytes(sizeBytes: number, language: Language): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  let value = sizeBytes;
  let index = 0;
  while (value >= 1_000 && index < units.length - 1) {
    value /= 1_000;
    index += 1;
  }
  return numberFormat(language, {
    style: 'unit',
    unit: units[index] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && index > 0 ? 1 : 0,
  }).format(value);
}

function unit(value: number, name: string, language: Language, display: 'short' | 'long' = 'short'): string {
  return numberFormat(language, { style: 'unit', unit: name, unitDisplay: display }).format(value);
}

function startOfDay(atMs: number): number {
  return new Date(atMs).setHours(0, 0, 0, 0);
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();

function format(language: Language, options: Intl.DateTimeFormatOptions, at: Date): string {
  const key = language + JSON.stringify(options);
  let formatter = dateFormats.get(key);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat(localeOf(language), options);
    dateFormats.set(key, formatter);
  }
  return formatter.format(at);
}

function numberFormat(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  let formatter = numberFormats.get(key);
  if (formatter === undefined) {
    // Units are abbreviated in one way, whatever the country.
    formatter = new Intl.NumberFormat(options.style === 'unit' ? language : localeOf(language), options);
    numberFormats.set(key, formatter);
  }
  return formatter;
}
