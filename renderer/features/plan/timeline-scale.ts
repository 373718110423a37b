// The time axis of a plan: from the first to the last known moment, with marks at round times of the person's own clock. Long times
// in which nothing happens can be shortened; the axis says where.

export interface TimeScale {
  readonly fromMs: number;
  readonly toMs: number;
  readonly marks: readonly number[];
  /** Idle times that take less room than their length. */
  readonly gaps: readonly TimeSpan[];
  /** How much longer than its room each part of the axis is; in order, without holes. */
  readonly parts: readonly ScalePart[];
}

export interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

interface ScalePart extends TimeSpan {
  /** Where it begins and ends, in percent. */
  readonly start: number;
  readonly end: number;
}

const HOUR_MS = 3_600_000;
const STEPS_MS = [0.25, 0.5, 1, 2, 3, 6, 12, 24, 48, 168, 336, 720].map((hours) => hours * HOUR_MS);
/** Of the whole: what is shorter is no gap, and what a gap is shortened to. */
const LEAST_GAP = 0.12;
const GAP_ROOM = 0.02;
const ROOM = 0.03;
const MAX_MARKS = 10;

/** How far local time is ahead of UTC at an instant. */
export type ZoneOffset = (atMs: number) => number;

const localOffsetMs: ZoneOffset = (atMs) => -60_000 * new Date(atMs).getTimezoneOffset();

/** A scale that shows all `instants`, with some room, and few marks. */
export function createTimeScale(
  instants: readonly number[],
  offsetMsAt: ZoneOffset = localOffsetMs,
): TimeScale {
  // A plan has more instants than a call may have arguments.
  const first = instants.reduce((least, each) => Math.min(least, each), Infinity);
  const last = instants.reduce((most, each) => Math.max(most, each), first + HOUR_MS);
  const room = (last - first) * ROOM;
  return scaleOf({ fromMs: first - room, toMs: last + room }, [], offsetMsAt);
}

/** The same axis with every long time shortened in which none of `busy` is: those need not be in order. */
export function shortenIdleTime(
  scale: TimeScale,
  busy: readonly TimeSpan[],
  offsetMsAt: ZoneOffset = localOffsetMs,
): TimeScale {
  const least = (scale.toMs - scale.fromMs) * LEAST_GAP;
  const gaps: TimeSpan[] = [];
  let through = scale.fromMs;
  for (const { fromMs, toMs } of busy.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const margin = Math.min(HOUR_MS, least / 4);
    if (fromMs - through > least) gaps.push({ fromMs: through + margin, toMs: fromMs - margin });
    through = Math.max(through, toMs);
  }
  return scaleOf(scale, gaps, offsetMsAt);
}

/** The axis of a part of time. */
export function cutTimeScale({ fromMs, toMs }: TimeSpan, offsetMsAt: ZoneOffset = localOffsetMs): TimeScale {
  return scaleOf({ fromMs, toMs: Math.max(toMs, fromMs + HOUR_MS / 4) }, [], offsetMsAt);
}

/** Where an instant stands on the axis, in percent; outside of it at its ends. */
export function placeOf({ parts }: TimeScale, atMs: number): number {
  for (const { fromMs, toMs, start, end } of parts) {
    if (atMs <= toMs)
      return atMs <= fromMs ? start : start + ((atMs - fromMs) / (toMs - fromMs)) * (end - start);
  }
  return 100;
}

/** Which instant stands at a place of the axis, given in percent. */
export function instantAt({ parts, fromMs: first, toMs: last }: TimeScale, percent: number): number {
  for (const { fromMs, toMs, start, end } of parts) {
    if (percent <= end) return fromMs + (Math.max(0, percent - start) / (end - start)) * (toMs - fromMs);
  }
  return percent < 0 ? first : last;
}

function scaleOf({ fromMs, toMs }: TimeSpan, gaps: readonly TimeSpan[], offsetMsAt: ZoneOffset): TimeScale {
  const cuts: (TimeSpan & { readonly isGap: boolean })[] = [];
  let through = fromMs;
  for (const gap of gaps) {
    cuts.push({ fromMs: through, toMs: gap.fromMs, isGap: false }, { ...gap, isGap: true });
    through = gap.toMs;
  }
  cuts.push({ fromMs: through, toMs, isGap: false });
  const shownMs = cuts.reduce((sum, cut) => sum + (cut.isGap ? 0 : cut.toMs - cut.fromMs), 0);
  const room = 100 * (1 - GAP_ROOM * gaps.length);
  let start = 0;
  const parts = cuts.map((cut) => {
    const size = cut.isGap ? 100 * GAP_ROOM : ((cut.toMs - cut.fromMs) / shownMs) * room;
    const part = { fromMs: cut.fromMs, toMs: cut.toMs, start, end: start + size };
    start += size;
    return part;
  });
  const stepMs = STEPS_MS.find((step) => shownMs / step <= MAX_MARKS) ?? shownMs / MAX_MARKS;
  const marks = cuts.flatMap((cut) => (cut.isGap ? [] : marksOf(cut, stepMs, offsetMsAt)));
  return { fromMs, toMs, marks, gaps, parts };
}

/** Round by the local clock; where the clocks change in between, the marks change with them. */
function marksOf({ fromMs, toMs }: TimeSpan, stepMs: number, offsetMsAt: ZoneOffset): number[] {
  const marks: number[] = [];
  const first = Math.ceil((fromMs + offsetMsAt(fromMs)) / stepMs) * stepMs;
  for (let local = first; local - offsetMsAt(local) <= toMs; local += stepMs) {
    const mark = local - offsetMsAt(local - offsetMsAt(local));
    if (mark >= fromMs && mark <= toMs) marks.push(mark);
  }
  return marks;
}
