// The WorkItems of a Mission as a graph: what waits for what, how much hangs on an item, and when all of it will be done by
// the estimates of the Workers (MIS-013). Nothing here is more than those estimates.
import type { WorkItemRecord } from '../../../domain/world.ts';
import { msOf } from '../moment.ts';

/** Forecasts move on in such steps, so that a late estimate does not make every moment another one. */
export const FORECAST_STEP_MS = 60_000;

export interface Forecast {
  /** When the last unfinished item will be done, as far as estimates say; never before now. */
  readonly endMs: number;
  /** Unfinished items without any estimate: they count as nothing, so the real end is later. */
  readonly withoutEstimate: number;
  /** Unfinished items whose own estimate has passed. */
  readonly late: number;
  /** The items that decide the end, the first one to do first. */
  readonly criticalPath: readonly string[];
}

export class PlanGraph {
  private readonly unfinished: readonly WorkItemRecord[];
  private readonly shape: PlanShape;
  private readonly states = new Map<string, string>();
  private readonly estimateOf: (item: WorkItemRecord) => Estimate | undefined;
  private lastPass: Pass | undefined;

  /**
   * `estimate` says when an item will be done where the Workers' own word is not what is asked about. `former` is a graph of
   * the same Mission from before: what follows from its edges is taken from it while they are the same.
   */
  constructor(
    items: readonly WorkItemRecord[],
    estimate: (item: WorkItemRecord) => Estimate | undefined = estimateOf,
    former?: PlanGraph,
  ) {
    this.estimateOf = estimate;
    const unfinished: WorkItemRecord[] = [];
    for (const item of items) {
      const { workItemId, state } = item.document;
      this.states.set(workItemId, state);
      if (state !== 'verified' && state !== 'cancelled') unfinished.push(item);
    }
    this.unfinished = unfinished;
    const known = former?.shape;
    this.shape = known?.isOf(unfinished) === true ? known : new PlanShape(unfinished);
  }

  /** The state of an item; undefined for one that is not in the graph. */
  stateOf(workItemId: string): string | undefined {
    return this.states.get(workItemId);
  }

  /** The dependencies of an item that are not verified (WORK-042). */
  openDependencies({ document }: WorkItemRecord): readonly string[] {
    return document.contract.dependencyWorkItemIds.filter((id) => this.states.get(id) !== 'verified');
  }

  /** How many unfinished items wait for an item, directly or through others. */
  blocksCount(workItemId: string): number {
    return this.shape.countBehind(workItemId);
  }

  /** When an unfinished item will be done, in milliseconds since 1970; undefined for any other. */
  endOf(workItemId: string, nowMs: number): number | undefined {
    const index = this.shape.indexes.get(workItemId);
    return index === undefined ? undefined : this.pass(nowMs).ends[index];
  }

  /** When everything will be done, at a step of time. */
  forecast(nowMs: number): Forecast {
    const { ends, befores, last, withoutEstimate, late } = this.pass(nowMs);
    const criticalPath: string[] = [];
    for (let step = last; step !== NONE; step = befores[step] ?? NONE) {
      criticalPath.push(this.shape.ids[step] ?? '');
    }
    return { endMs: ends[last] ?? nowMs, withoutEstimate, late, criticalPath: criticalPath.toReversed() };
  }

  private pass(nowMs: number): Pass {
    if (this.lastPass?.nowMs === nowMs) return this.lastPass;
    const { order, needs } = this.shape;
    const size = this.unfinished.length;
    const ends = new Float64Array(size);
    const steps = new Int32Array(size);
    const befores = new Int32Array(size);
    // Without estimates the longer chain decides.
    const isLater = (a: number, b: number) => {
      const [endA = 0, endB = 0] = [ends[a], ends[b]];
      return endA === endB ? (steps[a] ?? 0) > (steps[b] ?? 0) : endA > endB;
    };
    let withoutEstimate = 0;
    let late = 0;
    let last = NONE;
    for (const index of order) {
      const item = this.unfinished[index];
      if (item === undefined) continue;
      let before = NONE;
      // In a damaged graph something may come later that this waits for: it has no steps yet and does not count.
      for (const need of needs[index] ?? []) {
        if ((steps[need] ?? 0) > 0 && (before === NONE || isLater(need, before))) before = need;
      }
      const estimate = this.estimateOf(item);
      if (estimate === undefined) withoutEstimate += 1;
      else if (estimate.endMs <= nowMs) late += 1;
      const beforeMs = before === NONE ? 0 : (ends[before] ?? 0);
      const startMs = Math.max(nowMs, beforeMs);
      ends[index] =
        estimate === undefined
          ? startMs
          : Math.max(startMs, estimate.endMs, before === NONE ? 0 : beforeMs + estimate.durationMs);
      steps[index] = (before === NONE ? 0 : (steps[before] ?? 0)) + 1;
      befores[index] = before;
      if (last === NONE || isLater(index, last)) last = index;
    }
    this.lastPass = { nowMs, ends, befores, last, withoutEstimate, late };
    return this.lastPass;
  }
}

/** No item. */
const NONE = -1;

/** One way through the whole graph; members by the index of the item. */
interface Pass {
  readonly nowMs: number;
  readonly ends: Float64Array;
  /** Which of the items that each waits for is done last. */
  readonly befores: Int32Array;
  readonly last: number;
  readonly withoutEstimate: number;
  readonly late: number;
}

/** Items are counted in sets of so many at a time, so that the memory grows with the items and not with their square. */
const COUNTED_AT_ONCE = 1_024;

/** The edges between unfinished items, and what follows from them alone. An index is a place among those items. */
class PlanShape {
  readonly ids: readonly string[];
  readonly indexes = new Map<string, number>();
  /** What each item waits for, of the unfinished ones. */
  readonly needs: readonly (readonly number[])[];
  /** Each item after those that it waits for. */
  readonly order: readonly number[];
  private readonly written: readonly (readonly string[])[];
  private readonly dependents: readonly (readonly number[])[];
  private counts: Uint32Array | undefined;

  constructor(unfinished: readonly WorkItemRecord[]) {
    this.ids = unfinished.map(({ document }) => document.workItemId);
    this.written = unfinished.map(({ document }) => document.contract.dependencyWorkItemIds);
    this.ids.forEach((id, index) => this.indexes.set(id, index));
    const dependents: number[][] = this.ids.map(() => []);
    this.needs = this.written.map((dependencyIds, index) => {
      const needs = dependencyIds.map((id) => this.indexes.get(id)).filter((need) => need !== undefined);
      for (const need of needs) dependents[need]?.push(index);
      return needs;
    });
    this.dependents = dependents;
    this.order = this.sort();
  }

  /** Whether these items have just these edges. */
  isOf(unfinished: readonly WorkItemRecord[]): boolean {
    if (unfinished.length !== this.ids.length) return false;
    return unfinished.every(({ document }, index) => {
      const needs = document.contract.dependencyWorkItemIds;
      const written = this.written[index];
      return (
        document.workItemId === this.ids[index] && (needs === written || isSameList(needs, written ?? []))
      );
    });
  }

  countBehind(workItemId: string): number {
    const index = this.indexes.get(workItemId);
    if (index === undefined) return this.countFrom(workItemId);
    this.counts ??= this.countAll();
    return this.counts[index] ?? 0;
  }

  /** Finished work holds nobody up, except that nobody can go on who waits for work that was given up. */
  private countFrom(workItemId: string): number {
    const seen = new Set<number>();
    const open: number[] = [];
    this.written.forEach((needs, index) => {
      if (needs.includes(workItemId)) open.push(index);
    });
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (seen.has(index)) continue;
      seen.add(index);
      open.push(...(this.dependents[index] ?? []));
    }
    return seen.size;
  }

  /** For every item how many wait for it: whoever waits for an item is one of its set, and all of that one's set are. */
  private countAll(): Uint32Array {
    const size = this.ids.length;
    const counts = new Uint32Array(size);
    const places = new Int32Array(size);
    this.order.forEach((index, place) => (places[index] = place));
    const isDamaged = this.needs.some((needs, index) =>
      needs.some((need) => (places[need] ?? 0) >= (places[index] ?? 0)),
    );
    if (isDamaged) {
      this.ids.forEach((id, index) => (counts[index] = this.countFrom(id)));
      return counts;
    }
    const words = COUNTED_AT_ONCE / 32;
    for (let from = 0; from < size; from += COUNTED_AT_ONCE) {
      const sets = new Uint32Array(size * words);
      for (const index of this.order.toReversed()) {
        const own = index * words;
        for (const dependent of this.dependents[index] ?? []) {
          const other = dependent * words;
          for (let word = 0; word < words; word += 1)
            sets[own + word] = (sets[own + word] ?? 0) | (sets[other + word] ?? 0);
          const bit = dependent - from;
          if (bit >= 0 && bit < COUNTED_AT_ONCE) {
            const word = own + (bit >>> 5);
            sets[word] = (sets[word] ?? 0) | (1 << (bit & 31));
          }
        }
        for (let word = 0; word < words; word += 1)
          counts[index] = (counts[index] ?? 0) + countBits(sets[own + word] ?? 0);
      }
    }
    return counts;
  }

  private sort(): readonly number[] {
    const done = new Uint8Array(this.ids.length);
    // The graph has no cycles (WORK-041); a damaged one still must not keep us here.
    const isOpen = new Uint8Array(this.ids.length);
    const order: number[] = [];
    for (const root of this.ids.keys()) {
      const open = [root];
      isOpen[root] = 1;
      for (let index = open.at(-1); index !== undefined; index = open.at(-1)) {
        const next =
          done[index] === 1
            ? undefined
            : this.needs[index]?.find((need) => done[need] !== 1 && isOpen[need] !== 1);
        if (next !== undefined) {
          open.push(next);
          isOpen[next] = 1;
          continue;
        }
        open.pop();
        isOpen[index] = 0;
        if (done[index] !== 1) order.push(index);
        done[index] = 1;
      }
    }
    return order;
  }
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}

function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** When a piece of work will be done, and how long it takes once it can begin. */
export interface Estimate {
  readonly endMs: number;
  readonly durationMs: number;
}

/** What the Worker says last: its progress knows more than its plan. */
export function estimateOf({ document }: WorkItemRecord): Estimate | undefined {
  const { scheduleEstimate, progress } = document;
  const planned = scheduleEstimate === undefined ? undefined : msOf(scheduleEstimate.estimatedCompletion);
  const endMs = progress === undefined ? planned : msOf(progress.updatedCompletionEstimate);
  if (endMs === undefined) return undefined;
  const startMs = scheduleEstimate === undefined ? endMs : msOf(scheduleEstimate.estimatedStart);
  return { endMs, durationMs: Math.max(0, endMs - startMs) };
}
