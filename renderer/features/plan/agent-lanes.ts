// The timeline by Agents: for each one a row with everything that it holds and has held, in as many lanes as run side by side.
// Pure.
import type { PlanRow, PlanSpan } from '../../../core/contract/plan.ts';
import type { Person } from '../../../core/contract/values.ts';
import { spanEnd } from './timeline-row.ts';
import type { TimeSpan } from './timeline-scale.ts';

/** One item in the time of one Agent. */
export interface LaneBar<Row extends PlanRow> extends TimeSpan {
  readonly row: Row;
  readonly spans: readonly PlanSpan[];
  /** From 0. */
  readonly lane: number;
}

export interface AgentLanes<Row extends PlanRow> {
  readonly id: string;
  /** Undefined for what nobody holds. */
  readonly agent: Person | undefined;
  /** By when they begin. */
  readonly bars: readonly LaneBar<Row>[];
  readonly laneCount: number;
  /** Items that it holds now. */
  readonly heldCount: number;
}

/** The id of the row of what nobody holds. */
export const NOBODY = 'nobody';

/** By name; what nobody holds comes last. */
export function agentLanes<Row extends PlanRow>(
  rows: readonly Row[],
  at: { readonly nowMs: number; readonly language: string },
): readonly AgentLanes<Row>[] {
  const { nowMs, language } = at;
  const agents = new Map<string, { agent: Person | undefined; bars: Omit<LaneBar<Row>, 'lane'>[] }>();
  for (const row of rows) {
    const byHolder = Map.groupBy(
      row.spans.filter(({ kind }) => kind !== 'review'),
      ({ holder }) => holder?.id ?? NOBODY,
    );
    for (const [id, spans] of byHolder) {
      const known = agents.get(id) ?? { agent: spans[0]?.holder, bars: [] };
      const fromMs = spans.reduce((first, span) => Math.min(first, span.fromMs), Infinity);
      const toMs = spans.reduce((last, span) => Math.max(last, spanEnd(span, nowMs)), -Infinity);
      known.bars.push({ row, spans, fromMs, toMs });
      agents.set(id, known);
    }
  }
  return [...agents]
    .map(([id, { agent, bars }]) => ({
      id,
      agent,
      ...packed(bars),
      heldCount: bars.filter(isHeldBy(id)).length,
    }))
    .toSorted((a, b) => {
      if (a.agent === undefined || b.agent === undefined) return a.agent === undefined ? 1 : -1;
      return a.agent.name.localeCompare(b.agent.name, language) || (a.id < b.id ? -1 : 1);
    });
}

function isHeldBy(id: string): (bar: { readonly row: PlanRow }) => boolean {
  return ({ row }) => row.owner?.id === id && row.state !== 'verified' && row.state !== 'cancelled';
}

/** Each bar in the first lane that is free when it begins. */
function packed<Row extends PlanRow>(
  bars: readonly Omit<LaneBar<Row>, 'lane'>[],
): { readonly bars: readonly LaneBar<Row>[]; readonly laneCount: number } {
  const ends: number[] = [];
  const placed = bars
    .toSorted((a, b) => a.fromMs - b.fromMs || a.toMs - b.toMs)
    .map((bar) => {
      const free = ends.findIndex((end) => end <= bar.fromMs);
      const lane = free === -1 ? ends.length : free;
      ends[lane] = bar.toMs;
      return { ...bar, lane };
    });
  return { bars: placed, laneCount: ends.length };
}

/** The bar before or after the one of an item, in the order of time. */
export function besideBar<Row extends PlanRow>(
  { bars }: AgentLanes<Row>,
  rowId: string | undefined,
  step: 1 | -1,
): Row | undefined {
  const at = bars.findIndex(({ row }) => row.id === rowId);
  if (at === -1) return (step === 1 ? bars[0] : bars.at(-1))?.row;
  return bars[at + step]?.row;
}
