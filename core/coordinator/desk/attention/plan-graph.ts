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
  private readonly unfinished = new Map<string, WorkItemRecord>();
  private readonly states = new Map<string, string>();
  private readonly dependents = new Map<string, string[]>();
  private readonly blocked = new Map<string, number>();

  private readonly estimateOf: (item: WorkItemRecord) => Estimate | undefined;
  private order: readonly string[] | undefined;

  /** `estimate` says when an item will be done where the Workers' own word is not what is asked about. */
  constructor(
    items: readonly WorkItemRecord[],
    estimate: (item: WorkItemRecord) => Estimate | undefined = estimateOf,
  ) {
    this.estimateOf = estimate;
    for (const item of items) {
      const { workItemId, state, contract } = item.document;
      this.states.set(workItemId, state);
      if (state === 'verified' || state === 'cancelled') continue;
      this.unfinished.set(workItemId, item);
      for (const dependencyId of contract.dependencyWorkItemIds) {
        const known = this.dependents.get(dependencyId);
        if (known === undefined) this.dependents.set(dependencyId, [workItemId]);
        else known.push(workItemId);
      }
    }
  }

  /** The dependencies of an item that are not verified (WORK-042). */
  openDependencies({ document }: WorkItemRecord): readonly string[] {
    return document.contract.dependencyWorkItemIds.filter((id) => this.states.get(id) !== 'verified');
  }

  /** How many unfinished items wait for an item, directly or through others. */
  blocksCount(workItemId: string): number {
    const known = this.blocked.get(workItemId);
    if (known !== undefined) return known;
    const seen = new Set<string>();
    const open = [...(this.dependents.get(workItemId) ?? [])];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      open.push(...(this.dependents.get(id) ?? []));
    }
    this.blocked.set(workItemId, seen.size);
    return seen.size;
  }

  /** When each unfinished item will be done, in milliseconds since 1970. */
  finishes(nowMs: number): ReadonlyMap<string, number> {
    const { ends } = this.pass(nowMs);
    return new Map([...ends].map(([id, { endMs }]) => [id, endMs]));
  }

  /** When everything will be done, at a step of time. */
  forecast(nowMs: number): Forecast {
    const { last, withoutEstimate, late } = this.pass(nowMs);
    const criticalPath: string[] = [];
    for (let step = last; step !== undefined; step = step.before) criticalPath.push(step.id);
    return { endMs: last?.endMs ?? nowMs, withoutEstimate, late, criticalPath: criticalPath.toReversed() };
  }

  private pass(nowMs: number): Pass {
    const ends = new Map<string, Finish>();
    let withoutEstimate = 0;
    let late = 0;
    let last: Finish | undefined;
    this.order ??= this.inOrder();
    for (const id of this.order) {
      const item = this.unfinished.get(id);
      if (item === undefined) continue;
      const before = this.lastOf(item.document.contract.dependencyWorkItemIds, ends);
      const estimate = this.estimateOf(item);
      if (estimate === undefined) withoutEstimate += 1;
      else if (estimate.endMs <= nowMs) late += 1;
      const startMs = Math.max(nowMs, before?.endMs ?? 0);
      const endMs =
        estimate === undefined
          ? startMs
          : Math.max(startMs, estimate.endMs, before === undefined ? 0 : before.endMs + estimate.durationMs);
      const finish = { id, endMs, steps: (before?.steps ?? 0) + 1, before };
      ends.set(id, finish);
      if (last === undefined || isLater(finish, last)) last = finish;
    }
    return { ends, last, withoutEstimate, late };
  }

  private lastOf(ids: readonly string[], ends: ReadonlyMap<string, Finish>): Finish | undefined {
    let last: Finish | undefined;
    for (const id of ids) {
      const finish = ends.get(id);
      if (finish !== undefined && (last === undefined || isLater(finish, last))) last = finish;
    }
    return last;
  }

  /** Unfinished items, each after those that it waits for. */
  private inOrder(): readonly string[] {
    const done = new Set<string>();
    const order: string[] = [];
    // The graph has no cycles (WORK-041); a damaged one still must not keep us here.
    const isOpen = new Set<string>();
    for (const root of this.unfinished.keys()) {
      const open = [root];
      isOpen.add(root);
      for (let id = open.at(-1); id !== undefined; id = open.at(-1)) {
        const item = done.has(id) ? undefined : this.unfinished.get(id);
        const next = item?.document.contract.dependencyWorkItemIds.find(
          (each) => !done.has(each) && this.unfinished.has(each) && !isOpen.has(each),
        );
        if (next !== undefined) {
          open.push(next);
          isOpen.add(next);
          continue;
        }
        open.pop();
        isOpen.delete(id);
        if (!done.has(id)) order.push(id);
        done.add(id);
      }
    }
    return order;
  }
}

/** When a piece of work will be done, and how long it takes once it can begin. */
export interface Estimate {
  readonly endMs: number;
  readonly durationMs: number;
}

/** One way through the whole graph. */
interface Pass {
  readonly ends: ReadonlyMap<string, Finish>;
  readonly last: Finish | undefined;
  readonly withoutEstimate: number;
  readonly late: number;
}

interface Finish {
  readonly id: string;
  readonly endMs: number;
  readonly steps: number;
  readonly before: Finish | undefined;
}

/** Without estimates the longer chain decides. */
function isLater(a: Finish, b: Finish): boolean {
  return a.endMs === b.endMs ? a.steps > b.steps : a.endMs > b.endMs;
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
