// Which rows of the attention list become notifications of the system: those that are new since the last look and need a person.
// How urgent something is was decided by the host.
import type { AttentionRowModel } from '../core/contract/attention.ts';
import type { Notice } from './host-messages.ts';
import type { ShellWords } from './shell-words.ts';

/** More than these at once become one notification. */
const MOST_AT_ONCE = 3;

/**
 * `known` are the rows of the last look; what was there when the app started is no news. Rows that only have to be watched
 * are not announced.
 */
export function noticesOf(
  known: ReadonlySet<string>,
  rows: readonly AttentionRowModel[],
  words: ShellWords,
): readonly Notice[] {
  const fresh = rows.filter((row) => row.severity !== 'watch' && !known.has(noticeKeyOf(row)));
  if (fresh.length > MOST_AT_ONCE) return [{ ...words.several(fresh.length), href: '#/attention' }];
  return fresh.map((row) => ({
    title: row.words.text,
    body: row.missionTitle === undefined ? row.title : `${row.title} · ${row.missionTitle}`,
    href: `#/attention?row=${encodeURIComponent(row.id)}`,
  }));
}

/** A row that became more urgent is news again. */
export function noticeKeyOf({ id, severity }: Pick<AttentionRowModel, 'id' | 'severity'>): string {
  return `${severity} ${id}`;
}
