// Durations as people write them and as the protocol writes them (ISO 8601 without months, weeks and years).
import type { Language } from '../../../core/contract/values.ts';
import { formatDuration, formatFullInstant } from '../../ui/format.ts';

const ISO = /^P(?!$)(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?$/u;
const PLAIN = /^(?:(\d+)\s*d)?\s*(?:(\d+)\s*h)?\s*(?:(\d+)\s*m(?:in)?)?\s*(?:(\d+)\s*s)?$/u;

/** Whole seconds, of either way of writing; undefined when it is neither. */
export function secondsOf(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const match = ISO.exec(trimmed.toUpperCase()) ?? PLAIN.exec(trimmed.toLowerCase());
  if (match === null) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  const total = days * 86_400 + hours * 3600 + minutes * 60 + seconds;
  return Number.isSafeInteger(total) ? total : undefined;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/u;

/** A value of a document as people read it: durations and instants in their language, everything else as it is. */
export function readableValue(text: string, language: Language): string {
  const bare = text.replace(/^"(.*)"$/u, '$1');
  if (INSTANT.test(bare)) return formatFullInstant(Date.parse(bare), language);
  const seconds = ISO.test(bare) ? secondsOf(bare) : undefined;
  return seconds === undefined ? text : formatDuration(seconds * 1_000, language);
}

/** What a person or a document says of a duration, in the language of the window; what is none stays. */
export function readableDuration(text: string, language: Language): string {
  const seconds = secondsOf(text);
  return seconds === undefined ? text : formatDuration(seconds * 1_000, language);
}

/** `1d 2h 30m`; the units are the same in both languages. */
export function durationText(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor((seconds % 86_400) / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'm'],
    [seconds % 60, 's'],
  ] as const;
  const text = parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join(' ');
  return text === '' ? '0s' : text;
}
