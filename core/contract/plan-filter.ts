// The text with which a plan or a timeline is filtered: `state:blocked,failed owner:* risk:>=external is:critical -mission:lab`.
// Commas give alternatives; every word of the text narrows. A saved view keeps such a text.
import { type FilterWord, splitWords } from './filter-words.ts';

export const PLAN_FILTER_KEYS = ['state', 'owner', 'risk', 'is', 'mission', 'item', 'text'] as const;

export type PlanFilterKey = (typeof PLAN_FILTER_KEYS)[number];

/** From the smallest to the greatest. */
export const RISKS = ['none', 'reversible', 'external', 'high_risk', 'destructive'] as const;

/** What is said with `is:`. */
export const PLAN_MARKS = ['critical', 'late', 'unfinished', 'held', 'child', 'proposal', 'pending'] as const;

export type PlanMark = (typeof PLAN_MARKS)[number];

export interface PlanTerm {
  readonly key: PlanFilterKey;
  /** Alternatives, in lower case but for texts as they were written. */
  readonly values: readonly string[];
  readonly isExcluded: boolean;
}

export type PlanFilterFaultReason = 'unknown-key' | 'empty' | 'bad-risk' | 'bad-mark' | 'open-quote';

export interface PlanFilterFault {
  readonly at: number;
  readonly part: string;
  readonly reason: PlanFilterFaultReason;
}

export interface PlanFilter {
  readonly terms: readonly PlanTerm[];
  readonly faults: readonly PlanFilterFault[];
}

export const MAX_PLAN_FILTER = 500;

/** What a filter looks at of an item. */
export interface Filterable {
  readonly type: 'workItem' | 'proposal';
  readonly workItemId: string;
  readonly title: string;
  readonly state: string;
  readonly stateWords: { readonly text: string };
  readonly owner?: { readonly id: string; readonly name: string } | undefined;
  readonly risk: string;
  readonly deadlineAtMs: number;
  readonly isCritical: boolean;
  readonly childGroupId?: string | undefined;
  readonly pending?: unknown;
  readonly missionTitle?: string | undefined;
}

/** Reads a filter. What is wrong in it is named and left out; the rest counts. */
export function parsePlanFilter(text: string): PlanFilter {
  const terms: PlanTerm[] = [];
  const faults: PlanFilterFault[] = [];
  for (const word of splitWords(text.slice(0, MAX_PLAN_FILTER))) {
    const term = readTerm(word);
    if (typeof term === 'string') faults.push({ at: word.at, part: word.text, reason: term });
    else terms.push(term);
  }
  return { terms, faults };
}

/** The text of a filter in its usual form: what `parsePlanFilter` reads the same from. */
export function formatPlanFilter(terms: readonly PlanTerm[]): string {
  return terms
    .map(({ key, values, isExcluded }) => {
      const value = values.map(quote).join(',');
      return `${isExcluded ? '-' : ''}${key === 'text' ? '' : `${key}:`}${value}`;
    })
    .join(' ');
}

/** The filter with a term more, or without it when it was there. */
export function togglePlanTerm(text: string, term: PlanTerm): string {
  const { terms } = parsePlanFilter(text);
  const wanted = formatPlanFilter([term]);
  const without = terms.filter((each) => formatPlanFilter([each]) !== wanted);
  return formatPlanFilter(without.length < terms.length ? without : [...terms, term]);
}

/** Whether an item fits all terms of a filter. */
export function matchesPlanFilter(
  { terms }: PlanFilter,
  item: Filterable,
  at: { readonly nowMs: number; readonly language: string },
): boolean {
  const look: Look = { item, nowMs: at.nowMs, low: (text) => text.toLocaleLowerCase(at.language) };
  return terms.every(
    ({ key, values, isExcluded }) => values.some((value) => FITS[key](value, look)) !== isExcluded,
  );
}

interface Look {
  readonly item: Filterable;
  readonly nowMs: number;
  readonly low: (text: string) => string;
}

const FITS: { readonly [Key in PlanFilterKey]: (value: string, look: Look) => boolean } = {
  state: (value, { item, low }) => low(item.state) === low(value) || low(item.stateWords.text) === low(value),
  owner: (value, { item: { owner }, low }) =>
    owner !== undefined && (value === '*' || owner.id === value || low(owner.name).includes(low(value))),
  risk: (value, { item, low }) => fitsRisk(item.risk, low(value)),
  // Reading has let nothing else through.
  is: (value, look) => MARKS[look.low(value) as PlanMark](look),
  mission: (value, { item, low }) => low(item.missionTitle ?? '').includes(low(value)),
  item: (value, { item }) => item.workItemId.endsWith(value),
  text: (value, { item, low }) =>
    low(
      [item.title, item.stateWords.text, item.owner?.name, item.risk, item.missionTitle].join(' '),
    ).includes(low(value)),
};

const MARKS: { readonly [Mark in PlanMark]: (look: Look) => boolean } = {
  critical: ({ item }) => item.isCritical,
  late: ({ item, nowMs }) => isUnfinished(item) && item.deadlineAtMs < nowMs,
  unfinished: ({ item }) => isUnfinished(item),
  held: ({ item }) => item.owner !== undefined && isUnfinished(item),
  child: ({ item }) => item.childGroupId !== undefined,
  proposal: ({ item }) => item.type === 'proposal',
  pending: ({ item }) => item.pending !== undefined,
};

function isUnfinished({ type, state }: Filterable): boolean {
  return type === 'workItem' && state !== 'verified' && state !== 'cancelled';
}

const RISK_PATTERN = /^(?<sign>>=|<=|>|<)?(?<risk>[a-z_]+)$/u;

function fitsRisk(risk: string, value: string): boolean {
  const { sign, risk: wanted } = RISK_PATTERN.exec(value)?.groups ?? {};
  const [has, limit] = [rankOf(risk), rankOf(wanted ?? '')];
  switch (sign) {
    case '>=':
      return has >= limit;
    case '<=':
      return has <= limit;
    case '>':
      return has > limit;
    case '<':
      return has < limit;
    default:
      return risk === wanted;
  }
}

function rankOf(risk: string): number {
  return (RISKS as readonly string[]).indexOf(risk);
}

function readTerm({ text, isOpen }: FilterWord): PlanTerm | PlanFilterFaultReason {
  if (isOpen) return 'open-quote';
  const isExcluded = text.startsWith('-');
  const word = isExcluded ? text.slice(1) : text;
  const head = /^(?<key>[a-z]+):/u.exec(word)?.groups?.['key'];
  if (head === undefined) {
    const value = word.replaceAll('"', '');
    return value.trim() === '' ? 'empty' : { key: 'text', values: [value], isExcluded };
  }
  const key = PLAN_FILTER_KEYS.find((each) => each === head && each !== 'text');
  if (key === undefined) return 'unknown-key';
  const values = splitValues(word.slice(head.length + 1));
  if (values.length === 0) return 'empty';
  if (key === 'risk' && !values.every(isRisk)) return 'bad-risk';
  if (key === 'is' && !values.every(isMark)) return 'bad-mark';
  return { key, values, isExcluded };
}

/** Commas in quotes part nothing. */
function splitValues(text: string): readonly string[] {
  return [...text.matchAll(/"(?<quoted>[^"]*)"|(?<bare>[^",]+)/gu)]
    .map(({ groups }) => groups?.['quoted'] ?? groups?.['bare'] ?? '')
    .filter((value) => value.trim() !== '');
}

function isRisk(value: string): boolean {
  return rankOf(RISK_PATTERN.exec(value.toLowerCase())?.groups?.['risk'] ?? '') >= 0;
}

function isMark(value: string): boolean {
  return (PLAN_MARKS as readonly string[]).includes(value.toLowerCase());
}

function quote(value: string): string {
  return /[\s":,]/u.test(value) || value.startsWith('-') ? `"${value.replaceAll('"', '')}"` : value;
}
