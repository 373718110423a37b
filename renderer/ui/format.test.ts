import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  formatAmount,
  formatBytes,
  formatCountdown,
  formatDuration,
  formatMark,
  formatRoughDuration,
  formatUtc,
  firstWeekday,
  formatNumber,
  formatPercent,
  localeFor,
  weekdayName,
} from './format.ts';

describe('what people read', () => {
  it('has amounts exactly as the ledger has them, with the signs of the language', () => {
    expect(formatAmount('1234567.5', 'en', 'EUR')).toBe('1,234,567.5 EUR');
    expect(formatAmount('1234567.5', 'de', 'EUR')).toBe('1.234.567,5 EUR');
    expect(formatAmount('90071992547409931234.000001', 'en')).toBe('90,071,992,547,409,931,234.000001');
    expect(formatAmount('about 5', 'en')).toBe('about 5');
  });

  it('has shares as the language writes them', () => {
    expect(formatPercent(0.854, 'en')).toBe('85%');
    expect(formatPercent(1, 'de')).toBe('100\u00A0%');
  });

  it('counts down to zero and stays there', () => {
    expect(formatCountdown(161_000, 'en')).toBe('02:41');
    expect(formatCountdown(3_723_000, 'en')).toBe('1:02:03');
    expect(formatCountdown(-5_000, 'en')).toBe('00:00');
    expect(formatCountdown(3 * 86_400_000, 'de')).toBe('3 Tage');
  });

  it('tells durations as roughly as they matter', () => {
    expect(formatDuration(7_800_000, 'en')).toBe('2 hr 10 min');
    expect(formatDuration(-59_999, 'en')).toBe('59 sec');
    expect(formatRoughDuration(7_800_000, 'en')).toBe('2 hr');
    expect(formatRoughDuration(2 * 86_400_000, 'de')).toBe('2 Tage');
  });

  it('marks an axis by days and by times within them', () => {
    const day = new Date(2026, 11, 1);
    expect(formatMark(day.getTime(), undefined, 'en')).toMatch(/^Tue,? 1$|^1 Tue$/u);
    expect(formatMark(day.getTime(), undefined, 'de')).toMatch(/^Di\.?,? 1\.?$/u);
    const later = new Date(2026, 11, 1, 14).getTime();
    expect(formatMark(later, day.getTime(), 'de')).toBe('14:00');
    expect(formatMark(later, day.getTime() - 1, 'de')).toMatch(/^Di\.?,? 14:00$/u);
  });

  it('writes instants in UTC as the protocol does', () => {
    expect(formatUtc(Date.parse('2026-11-30T14:12:00.000Z'))).toBe('2026-11-30T14:12:00Z');
    expect(formatUtc(Date.parse('2026-11-30T14:12:00.120Z'))).toBe('2026-11-30T14:12:00.120Z');
  });

  it('tells sizes in the unit that fits', () => {
    expect(formatBytes(14_211, 'en')).toBe('14 kB');
    expect(formatBytes(1_204_551, 'de')).toBe('1,2 MB');
    expect(formatBytes(91, 'en')).toBe('91 byte');
  });

  it('goes by the country of a person where it is of the language', () => {
    expect(localeFor('en', ['de-AT', 'en-US', 'en-GB'])).toBe('en-US');
    expect(localeFor('de', ['de-AT', 'en-US'])).toBe('de-AT');
    expect(localeFor('en', ['de-AT', 'fr'])).toBe('en-GB');
    expect(localeFor('de', ['de', 'en'])).toBe('de-DE');
    expect(localeFor('en', ['en-US@posix', 'en-CA'])).toBe('en-CA');
    const time = (locale: string) =>
      new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(
        new Date(2026, 0, 1, 15, 4),
      );
    expect(time(localeFor('en', ['en-US']))).toMatch(/PM/u);
    expect(time(localeFor('en', []))).toBe('15:04');
  });

  it('names days, and begins the week with Monday where people do', () => {
    expect(weekdayName(0, 'de')).toBe('Sonntag');
    expect(weekdayName(6, 'en')).toBe('Saturday');
    expect([firstWeekday('en'), firstWeekday('de')]).toEqual([1, 1]);
    expect([formatNumber(1_482, 'en'), formatNumber(1_482, 'de')]).toEqual(['1,482', '1.482']);
  });
});

describe('the sources of the window', () => {
  it('format numbers, instants and durations in one place', async () => {
    const root = new URL('..', import.meta.url);
    const files = (await readdir(root, { recursive: true })).filter((each) => each.endsWith('.tsx'));
    expect(files.length).toBeGreaterThan(100);
    const own: string[] = [];
    for (const file of files) {
      const text = await readFile(new URL(file, root), 'utf8');
      if (
        /\.toLocale(?:Date|Time)?String\(|\.toISOString\(|new Intl\.(?:DateTimeFormat|DurationFormat|NumberFormat\(language\))/u.test(
          text,
        )
      )
        own.push(file);
    }
    expect(own).toEqual([]);
  });
});
