// The text with which a history is filtered: `kind:work.* actor:coder -kind:message.* text:"sign in" seq:1200..`. Window and
// host read it with the same code, and a saved view is such a text.
import { type FilterWord, quoteValue, splitWords } from './filter-words.ts';

export const FILTER_KEYS = ['kind', 'actor', 'item', 'text', 'seq', 'cause', 'event'] as const;

export type FilterKey = (typeof FILTER_KEYS)[number];

/** What one word of the filter asks for. Terms of one key count as alternatives; keys, and everything with a minus, narrow. */
export interface FilterTerm {
  readonly key: FilterKey;
  readonly value: string;
  readonly isExcluded: boolean;
}

export type FilterFaultReason =
  | 'unknown-key'
  | 'empty'
  | 'bad-sequence'
  | 'bad-kind'
  | 'open-quote'
  | 'excluded-sequence';

/** What cannot be understood, and where it stands in the text. */
export interface FilterFault {
  readonly at: number;
  readonly part: string;
  readonly reason: FilterFaultReason;
}

export interface HistoryFilter {
  readonly terms: readonly FilterTerm[];
  /** Both included; undefined for no bound. */
  readonly fromSequence: number | undefined;
  readonly throughSequence: number | undefined;
  readonly faults: readonly FilterFault[];
}

export const MAX_FILTER_LENGTH = 1_000;

const KIND_PATTERN = /^[a-z0-9_.*-]+$/u;
const RANGE_PATTERN = /^(?<from>\d{1,15})?(?<dots>\.\.)?(?<through>\d{1,15})?$/u;

/** Reads a filter. What is wrong in it is named and left out; the rest counts. */
export function parseFilter(text: string): HistoryFilter {
  const terms: FilterTerm[] = [];
  const faults: FilterFault[] = [];
  let fromSequence: number | undefined;
  let throughSequence: number | undefined;
  for (const part of splitWords(text.slice(0, MAX_FILTER_LENGTH))) {
    const term = readTerm(part);
    if ('reason' in term) {
      faults.push(term);
      continue;
    }
    if (term.key !== 'seq') {
      terms.push(term);
      continue;
    }
    const range = term.isExcluded ? 'excluded-sequence' : readRange(term.value);
    if (typeof range === 'string') {
      faults.push({ at: part.at, part: part.text, reason: range });
      continue;
    }
    fromSequence = Math.max(fromSequence ?? 0, range.from ?? 0);
    throughSequence = Math.min(throughSequence ?? Infinity, range.through ?? Infinity);
  }
  return {
    terms,
    fromSequence: fromSequence === 0 ? undefined : fromSequence,
    throughSequence: throughSequence === Infinity ? undefined : throughSequence,
    faults,
  };
}

/** The text of a filter in its usual form: what `parseFilter` reads the same from. */
export function formatFilter({ terms, fromSequence, throughSequence }: HistoryFilter): string {
  const parts = terms.map(
    ({ key, value, isExcluded }) => `${isExcluded ? '-' : ''}${key}:${quoteValue(value)}`,
  );
  if (fromSequence !== undefined && fromSequence === throughSequence) parts.push(`seq:${fromSequence}`);
  else if (fromSequence !== undefined || throughSequence !== undefined) {
    parts.push(`seq:${fromSequence ?? ''}..${throughSequence ?? ''}`);
  }
  return parts.join(' ');
}

/** The same filter with a term more, or without it when it was there: for switches such as "quiet kinds". */
export function toggleTerm(text: string, term: FilterTerm): string {
  const filter = parseFilter(text);
  const isSame = (each: FilterTerm): boolean =>
    each.key === term.key && each.value === term.value && each.isExcluded === term.isExcluded;
  const without = filter.terms.filter((each) => !isSame(each));
  const terms = without.length < filter.terms.length ? without : [...filter.terms, term];
  return formatFilter({ ...filter, terms });
}

/** Whether a kind fits one of the filter, where `*` stands for anything. */
export function matchesKind(kind: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return kind === pattern;
  if (!kind.startsWith(first)) return false;
  let at = first.length;
  const last = rest.pop() ?? '';
  for (const piece of rest) {
    const found = kind.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return kind.length - last.length >= at && kind.endsWith(last);
}

function readTerm({ at, text, quoted, isOpen }: FilterWord): FilterTerm | FilterFault {
  const fault = (reason: FilterFaultReason): FilterFault => ({ at, part: text, reason });
  if (isOpen) return fault('open-quote');
  const isExcluded = text.startsWith('-');
  const word = isExcluded ? text.slice(1) : text;
  const head = /^(?<key>[a-z]+):/u.exec(word)?.groups?.['key'];
  if (head === undefined) {
    const value = quoted ?? word;
    return value.trim() === '' ? fault('empty') : { key: 'text', value, isExcluded };
  }
  const key = FILTER_KEYS.find((each) => each === head);
  if (key === undefined) return fault('unknown-key');
  const value = quoted ?? word.slice(head.length + 1);
  if (value.trim() === '') return fault('empty');
  if (key === 'kind' && !KIND_PATTERN.test(value)) return fault('bad-kind');
  return { key, value, isExcluded };
}

function readRange(
  value: string,
): { readonly from: number | undefined; readonly through: number | undefined } | 'bad-sequence' {
  const { from, dots, through } = RANGE_PATTERN.exec(value)?.groups ?? {};
  if (from === undefined && through === undefined) return 'bad-sequence';
  // Without dots the pattern splits nothing: one number is all there is.
  if (dots === undefined) return { from: Number(value), through: Number(value) };
  const range = {
    from: from === undefined ? undefined : Number(from),
    through: through === undefined ? undefined : Number(through),
  };
  return (range.from ?? 0) > (range.through ?? Infinity) ? 'bad-sequence' : range;
}
