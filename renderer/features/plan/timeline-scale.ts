// The time axis of a plan: from the first to the last known moment, with marks at round times. Pure.

export interface TimeScale {
  readonly fromMs: number;
  readonly toMs: number;
  readonly marks: readonly number[];
}

const HOUR_MS = 3_600_000;
const STEPS_MS = [0.25, 0.5, 1, 2, 3, 6, 12, 24, 48, 168, 336, 720].map((hours) => hours * HOUR_MS);

/** A scale that shows all `instants`, with some room, and at most `maxMarks` marks. */
export function createTimeScale(instants: readonly number[], maxMarks = 10): TimeScale {
  const first = Math.min(...instants);
  const last = Math.max(...instants, first + HOUR_MS);
  const room = (last - first) * 0.03;
  const fromMs = first - room;
  const toMs = last + room;
  const stepMs = STEPS_MS.find((step) => (toMs - fromMs) / step <= maxMarks) ?? (toMs - fromMs) / maxMarks;
  const marks: number[] = [];
  for (let mark = Math.ceil(fromMs / stepMs) * stepMs; mark <= toMs; mark += stepMs) marks.push(mark);
  return { fromMs, toMs, marks };
}

/** Where an instant stands on the axis, in percent; outside of it at its ends. */
export function placeOf({ fromMs, toMs }: TimeScale, atMs: number): number {
  return Math.min(100, Math.max(0, ((atMs - fromMs) / (toMs - fromMs)) * 100));
}
