// What of an item stands on the time axis besides its bars, and the axis that shows all of it. Pure.
import type { PlanRow } from '../../../core/contract/plan.ts';
import { createTimeScale, shortenIdleTime, type TimeScale, type TimeSpan } from './timeline-scale.ts';

export interface TimelineMoment {
  readonly kind: 'deadline' | 'startBy' | 'offerEnd';
  readonly atMs: number;
}

export function momentsOf({ deadlineAtMs, startByAtMs, offerEndsAtMs }: PlanRow): readonly TimelineMoment[] {
  return [
    { kind: 'deadline', atMs: deadlineAtMs },
    ...(startByAtMs === undefined ? [] : [{ kind: 'startBy' as const, atMs: startByAtMs }]),
    ...(offerEndsAtMs === undefined ? [] : [{ kind: 'offerEnd' as const, atMs: offerEndsAtMs }]),
  ];
}

export function spanEnd({ toMs, isOpen }: PlanRow['spans'][number], nowMs: number): number {
  return isOpen === true ? Math.max(toMs, nowMs) : toMs;
}

export function timeScaleOf(
  rows: readonly PlanRow[],
  at: {
    readonly nowMs: number;
    readonly deadlineAtMs: number | undefined;
    /** Long times in which nothing happens take little room. */
    readonly isShortened: boolean;
  },
): TimeScale {
  const { nowMs, deadlineAtMs, isShortened } = at;
  const moments = [nowMs, ...(deadlineAtMs === undefined ? [] : [deadlineAtMs])].concat(
    rows.flatMap((row) => momentsOf(row).map(({ atMs }) => atMs)),
  );
  const busy: TimeSpan[] = rows.flatMap(({ spans }) =>
    spans.map((span) => ({ fromMs: span.fromMs, toMs: spanEnd(span, nowMs) })),
  );
  const scale = createTimeScale([...moments, ...busy.flatMap(({ fromMs, toMs }) => [fromMs, toMs])]);
  if (!isShortened) return scale;
  return shortenIdleTime(scale, [...busy, ...moments.map((atMs) => ({ fromMs: atMs, toMs: atMs }))]);
}
