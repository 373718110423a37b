// A history for paper, part by part: no more than a document that somebody reads, and nothing of the rest forgotten.
import type { DeskClient } from '../../../core/contract/contract.ts';
import { type EventRow, MAX_PAGE_ROWS } from '../../../core/contract/history.ts';
import type { Fault } from '../../../core/contract/values.ts';
import type { GroupAddress } from '../../app/last-group.ts';

/** About a hundred pages. */
export const MAX_PART_ROWS = 5_000;

export type ReportPart =
  | { readonly rows: readonly EventRow[]; readonly total: number }
  | { readonly fault: Fault };

/** How many parts so many Events make; at least one. */
export function countParts(total: number): number {
  return Math.max(1, Math.ceil(total / MAX_PART_ROWS));
}

/** One part, of which the first is 0; page by page, so that nobody waits for a long log without hearing of it. */
export async function readReportPart(
  desk: { readonly history: Pick<DeskClient['history'], 'window'> },
  place: GroupAddress & { readonly filter: string },
  part: number,
  onProgress: (loaded: number, wanted: number, total: number) => void,
  signal: AbortSignal,
): Promise<ReportPart> {
  const first = part * MAX_PART_ROWS;
  const rows: EventRow[] = [];
  for (;;) {
    const limit = Math.min(MAX_PAGE_ROWS, MAX_PART_ROWS - rows.length);
    const page = await desk.history.window({ ...place, from: first + rows.length, limit }, { signal });
    if (!page.ok) return { fault: page.fault };
    rows.push(...page.value.rows);
    const { total } = page.value;
    const wanted = Math.max(0, Math.min(total - first, MAX_PART_ROWS));
    onProgress(rows.length, wanted, total);
    if (page.value.rows.length === 0 || rows.length >= wanted) return { rows, total };
  }
}
