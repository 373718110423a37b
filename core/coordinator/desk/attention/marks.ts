// What a person has said about rows: later, not this kind here, seen. None of it can keep a row away that is for now and whose
// end has come.
import type { AttentionFilter } from '../../../protocol/generated/documents.ts';
import type { AttentionRow } from './group-rows.ts';
import type { AttentionRuleName } from './rules.ts';
import type { Severity } from './attention-types.ts';

/** A row that is not wanted before a time, or before something about it changes. */
export interface Snooze {
  readonly key: string;
  /** Undefined: until something changes. */
  readonly untilMs: number | undefined;
  /** As the row was then. */
  readonly severity: Severity;
  readonly fingerprint: string;
  /** Why, in a person's own words; stays on this computer. */
  readonly reason: string;
}

/** A kind of row that is not wanted from a Mission. */
export interface Mute {
  readonly rule: AttentionRuleName;
  readonly connectionId: string;
  readonly groupId: string;
}

export interface AttentionMarks {
  /** By the key of the row. */
  readonly snoozes: ReadonlyMap<string, Snooze>;
  readonly mutes: readonly Mute[];
  /** The last sequence that was read, by connection and Group as `readKey` joins them. */
  readonly readUpTo: ReadonlyMap<string, number>;
  /** What of a Group comes at once, by `readKey`; a Group that is not there comes whole (WS-041). */
  readonly liveFilters: ReadonlyMap<string, AttentionFilter>;
  /** Keys of rows about which nothing can be done but look, and which were looked at. */
  readonly seen: ReadonlySet<string>;
}

export const NO_MARKS: AttentionMarks = {
  snoozes: new Map(),
  mutes: [],
  readUpTo: new Map(),
  liveFilters: new Map(),
  seen: new Set(),
};

export function readKey(connectionId: string, groupId: string): string {
  return `${connectionId} ${groupId}`;
}

/** Rules whose rows go away by being looked at. */
const SEEN_RULES: ReadonlySet<AttentionRuleName> = new Set<AttentionRuleName>(['late-result', 'mention']);

const RANKS: { readonly [Each in Severity]: number } = { now: 0, decide: 1, watch: 2 };

/** The snooze of a row; for one that is for now it ends no later than the row does. */
export function snoozeRow(row: AttentionRow, untilMs: number | undefined, reason: string): Snooze {
  const { key, severity, endsAtMs } = row;
  const lastMs = severity === 'now' ? endsAtMs : undefined;
  const bounded =
    untilMs === undefined || lastMs === undefined ? (untilMs ?? lastMs) : Math.min(untilMs, lastMs);
  return { key, untilMs: bounded, severity, fingerprint: fingerprintOf(row), reason };
}

/** What a person would see as another situation. */
function fingerprintOf({ values, severity }: AttentionRow): string {
  return JSON.stringify([severity, Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

/** Whether a row is kept away by what a person has said: by the time of its Authority, and by that of this computer. */
export function isHidden(
  row: AttentionRow,
  marks: AttentionMarks,
  authorityMs: number,
  localMs: number,
): boolean {
  if (isRead(row, marks)) return true;
  if (hasEnded(row, authorityMs)) return false;
  const snooze = marks.snoozes.get(row.key);
  if (snooze !== undefined && isAsleep(row, snooze, localMs)) return true;
  return marks.mutes.some(
    ({ rule, connectionId, groupId }) =>
      rule === row.rule && connectionId === row.connectionId && groupId === row.groupId,
  );
}

function isRead(
  { rule, key, connectionId, groupId, values }: AttentionRow,
  { readUpTo, seen }: AttentionMarks,
): boolean {
  if (!SEEN_RULES.has(rule)) return false;
  const { sequence } = values;
  const read = groupId === undefined ? undefined : readUpTo.get(readKey(connectionId, groupId));
  return seen.has(key) || (typeof sequence === 'number' && read !== undefined && sequence <= read);
}

/** For now, and its time is over. */
function hasEnded({ severity, endsAtMs, isByClock, sinceMs }: AttentionRow, nowMs: number): boolean {
  if (severity !== 'now') return false;
  return endsAtMs === undefined ? isByClock && sinceMs !== undefined && sinceMs <= nowMs : endsAtMs <= nowMs;
}

function isAsleep(row: AttentionRow, { untilMs, severity, fingerprint }: Snooze, nowMs: number): boolean {
  // It has become more urgent than what was put off.
  if (RANKS[row.severity] < RANKS[severity]) return false;
  return untilMs === undefined ? fingerprint === fingerprintOf(row) : nowMs < untilMs;
}

/** The more urgent first, then what ends first, then what holds up most; the same order every time. */
export function compareRows(a: AttentionRow, b: AttentionRow): number {
  return (
    RANKS[a.severity] - RANKS[b.severity] ||
    compareNumbers(a.endsAtMs ?? Infinity, b.endsAtMs ?? Infinity) ||
    b.blocksCount - a.blocksCount ||
    a.number - b.number ||
    (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
  );
}

function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
