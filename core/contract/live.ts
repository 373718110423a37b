// Live queries: first everything, then only what changed. A row is known by its id, and rows stand in the order of `sort`.
// The host sends a part only after the window has acknowledged the ones before, so a slow window costs no memory: what
// changes meanwhile is sent once, as it is at the end.
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';

/** What every row of a live query has. */
export const rowBase = z.object({
  id: z.string(),
  /** Rows are shown in ascending order of this text, compared by code units. */
  sort: z.string(),
});

/** How many parts may be on their way without an acknowledgement. */
export const LIVE_WINDOW = 4;

export const liveId = z.string().min(1).max(64);

/**
 * - `reset`: forget everything; these are the first rows, and `more` of them follow in `rows` parts;
 * - `rows`: further rows of the beginning;
 * - `patch`: rows as they are now, and those that are gone.
 *
 * `summary` is there when it is another one than before. `number` counts the parts of one query from 0.
 */
export function livePart<Row extends z.ZodType, Summary extends z.ZodType>(row: Row, summary: Summary) {
  const base = { liveId, number: z.int(), summary: summary.optional() };
  return z.discriminatedUnion('type', [
    z.object({ ...base, type: z.literal('reset'), rows: z.array(row), more: z.boolean() }),
    z.object({ ...base, type: z.literal('rows'), rows: z.array(row), more: z.boolean() }),
    z.object({ ...base, type: z.literal('patch'), put: z.array(row), gone: z.array(z.string()) }),
  ]);
}

/** The output of a live query over rows with one summary beside them. */
export function live<Row extends z.ZodType, Summary extends z.ZodType>(row: Row, summary: Summary) {
  return eventIterator(livePart(row, summary));
}

/** For live queries without a summary. */
export const noSummary = z.object({});

export type NoSummary = z.infer<typeof noSummary>;

/** A row as far as the code of live queries looks at it. */
export interface LiveRow {
  readonly id: string;
  readonly sort: string;
}

/** A part as it arrives. */
export type LivePart<Row extends LiveRow, Summary> = {
  readonly liveId: string;
  readonly number: number;
  readonly summary?: Summary | undefined;
} & (
  | { readonly type: 'reset'; readonly rows: Row[]; readonly more: boolean }
  | { readonly type: 'rows'; readonly rows: Row[]; readonly more: boolean }
  | { readonly type: 'patch'; readonly put: Row[]; readonly gone: string[] }
);

/** What a window holds of a live query. Rows that did not change stay the same objects. */
export interface LiveState<Row extends LiveRow, Summary> {
  readonly rows: readonly Row[];
  readonly byId: ReadonlyMap<string, Row>;
  /** Undefined before the first part. */
  readonly summary: Summary | undefined;
  /** Whether everything of the beginning has arrived. */
  readonly isComplete: boolean;
}

/** Before the first part. */
export function emptyLive<Row extends LiveRow, Summary>(): LiveState<Row, Summary> {
  return { rows: [], byId: new Map(), summary: undefined, isComplete: false };
}

/** The state after a part. */
export function applyPart<Row extends LiveRow, Summary>(
  state: LiveState<Row, Summary>,
  part: LivePart<Row, Summary>,
): LiveState<Row, Summary> {
  const byId = new Map<string, Row>(part.type === 'reset' ? [] : state.byId);
  if (part.type === 'patch') {
    for (const gone of part.gone) byId.delete(gone);
    for (const row of part.put) byId.set(row.id, row);
  } else {
    for (const row of part.rows) byId.set(row.id, row);
  }
  return {
    rows: [...byId.values()].toSorted(compareRows),
    byId,
    summary: part.summary ?? state.summary,
    isComplete: part.type === 'patch' ? state.isComplete : !part.more,
  };
}

export function compareRows(a: LiveRow, b: LiveRow): number {
  if (a.sort !== b.sort) return a.sort < b.sort ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/**
 * Follows a live query: hands on each state and acknowledges each part once it has been taken over. It ends with the
 * query; a lost connection rejects, and the caller opens the query anew, which begins with a `reset`.
 */
export async function* followLive<Row extends LiveRow, Summary>(
  parts: AsyncIterable<LivePart<Row, Summary>>,
  acknowledge: (input: { readonly liveId: string; readonly number: number }) => Promise<unknown>,
): AsyncGenerator<LiveState<Row, Summary>, void, void> {
  let state: LiveState<Row, Summary> = emptyLive();
  for await (const part of parts) {
    state = applyPart(state, part);
    yield state;
    await acknowledge({ liveId: part.liveId, number: part.number });
  }
}
