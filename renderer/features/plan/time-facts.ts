// The timeline in words: one line for each bar and each moment, so that nothing of it is to be seen only. Pure.
import type { PlanRow, PlanSpan } from '../../../core/contract/plan.ts';
import type { Person } from '../../../core/contract/values.ts';
import { momentsOf, spanEnd, type TimelineMoment } from './timeline-row.ts';
import type { TimeSpan } from './timeline-scale.ts';

export interface TimeFact<Row extends PlanRow> {
  readonly id: string;
  readonly row: Row;
  readonly kind: PlanSpan['kind'] | TimelineMoment['kind'];
  readonly fromMs: number;
  /** Undefined for a moment. */
  readonly toMs: number | undefined;
  readonly isOpen: boolean;
  readonly holder: Person | undefined;
  readonly confidence: number | undefined;
}

/** By when they begin; with a range only what falls into it. */
export function timeFacts<Row extends PlanRow>(
  rows: readonly Row[],
  nowMs: number,
  range?: TimeSpan,
): readonly TimeFact<Row>[] {
  const facts = rows.flatMap((row): TimeFact<Row>[] => [
    ...row.spans.map((span, index) => ({
      id: `${row.id} ${index}`,
      row,
      kind: span.kind,
      fromMs: span.fromMs,
      toMs: spanEnd(span, nowMs),
      isOpen: span.isOpen === true,
      holder: span.holder,
      confidence: span.confidence,
    })),
    ...momentsOf(row).map(({ kind, atMs }) => ({
      id: `${row.id} ${kind}`,
      row,
      kind,
      fromMs: atMs,
      toMs: undefined,
      isOpen: false,
      holder: row.owner,
      confidence: undefined,
    })),
  ]);
  const shown =
    range === undefined
      ? facts
      : facts.filter(({ fromMs, toMs = fromMs }) => toMs >= range.fromMs && fromMs <= range.toMs);
  return shown.toSorted((a, b) => a.fromMs - b.fromMs || (a.id < b.id ? -1 : 1));
}

/** Whether anything of an item falls into a range. */
export function isIn(row: PlanRow, nowMs: number, { fromMs, toMs }: TimeSpan): boolean {
  return (
    row.spans.some((span) => span.fromMs <= toMs && spanEnd(span, nowMs) >= fromMs) ||
    momentsOf(row).some(({ atMs }) => atMs >= fromMs && atMs <= toMs)
  );
}
