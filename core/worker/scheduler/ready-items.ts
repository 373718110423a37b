// The items of one Group that could start now, in their order. Urgency changes with time, but not the order of items
// whose urgency grows at the same speed; so items stand in one heap for each speed, and only an item whose deadline comes
// nearer, or passes, moves from one heap to another (three times in its life at most).
import type { Moment } from '../clock.ts';
import { IndexedHeap } from './indexed-heap.ts';
import { EFFORT_POINTS, type EffortBand, type SchedulerPolicy } from './scheduler-policy.ts';

/** Scheduling metadata of one WorkItem: all that the Scheduler ever sees of it (SCH-012). */
export interface ScheduledItem {
  readonly workId: string;
  readonly groupId: string;
  /** The Ownership Epoch: the same WorkItem may come back under a later one. */
  readonly term: number;
  /** The organization's priority class, −100 to 100 (SCH-005). */
  readonly priority: number;
  readonly deadlineMs: number | undefined;
  readonly effort: EffortBand;
  readonly slots: number;
  readonly capabilityIds: readonly string[];
  /** Whether it may be asked to give up its slot (SCH-008). */
  readonly isPreemptible: boolean;
}

export type LocalState = 'ready' | 'running' | 'preempting' | 'blocked';

/** One item in the Scheduler. */
export interface Entry {
  item: ScheduledItem;
  readonly admission: number;
  state: LocalState;
  /** How often it was started; part of the run's id, which fences earlier runs. */
  generation: number;
  /** Waiting in earlier ready periods (anti-starvation). */
  waitedMs: number;
  /** When the present state began, by the clock that does not jump. */
  sinceMs: number;
  /** Whether the current run has saved a checkpoint that it can be resumed at. */
  hasSafeCheckpoint: boolean;
  /** Whether the current run is the turn of the oldest item, which nobody takes from it. */
  isOldestsTurn: boolean;
  /** When a blocked item becomes ready by itself; undefined while somebody has to unblock it. */
  retryAtMs: number | undefined;
}

/** How the deadline bonus grows: not yet, towards the deadline, past it, and no more. */
const PHASES = ['far', 'near', 'overdue', 'capped'] as const;
type Phase = (typeof PHASES)[number];
/** An overdue item stops gaining after this many horizons. */
const OVERDUE_HORIZONS = 10;

/** What stands in a heap: the part of the urgency that no longer changes there. */
interface Ranked {
  readonly entry: Entry;
  readonly fixedPoints: number;
}

/** Points for the priority of an item and of its Group, its deadline and its effort: without waiting (SCH-005). */
export function pressingPoints(
  policy: SchedulerPolicy,
  item: ScheduledItem,
  bias: number,
  wallMs: number,
): number {
  const { points } = policy;
  return (
    points.priority * (item.priority + bias) +
    deadlineBonus(policy, item.deadlineMs, wallMs) -
    points.estimate * EFFORT_POINTS[item.effort]
  );
}

/** Points for waiting, over all ready periods. */
export function agingPoints({ points, agingIntervalMs }: SchedulerPolicy, entry: Entry, now: Moment): number {
  const current = entry.state === 'ready' ? now.monotonicMs - entry.sinceMs : 0;
  return (points.aging * (entry.waitedMs + current)) / agingIntervalMs;
}

function deadlineBonus(policy: SchedulerPolicy, deadlineMs: number | undefined, wallMs: number): number {
  const { deadline } = policy.points;
  const { deadlineHorizonMs } = policy;
  switch (phaseOf(policy, deadlineMs, wallMs)) {
    case 'far':
      return 0;
    case 'near':
      return deadline * (1 - ((deadlineMs ?? 0) - wallMs) / deadlineHorizonMs);
    case 'overdue':
      return deadline * (2 + (wallMs - (deadlineMs ?? 0)) / deadlineHorizonMs);
    default:
      return deadline * (2 + OVERDUE_HORIZONS);
  }
}

function phaseOf(
  { deadlineHorizonMs }: SchedulerPolicy,
  deadlineMs: number | undefined,
  wallMs: number,
): Phase {
  if (deadlineMs === undefined || wallMs < deadlineMs - deadlineHorizonMs) return 'far';
  if (wallMs < deadlineMs) return 'near';
  return wallMs < deadlineMs + OVERDUE_HORIZONS * deadlineHorizonMs ? 'overdue' : 'capped';
}

/** When an item leaves its phase; undefined for never. */
function phaseEndMs(
  { deadlineHorizonMs }: SchedulerPolicy,
  deadlineMs: number | undefined,
  phase: Phase,
): number | undefined {
  if (deadlineMs === undefined || phase === 'capped') return undefined;
  if (phase === 'far') return deadlineMs - deadlineHorizonMs;
  return phase === 'near' ? deadlineMs : deadlineMs + OVERDUE_HORIZONS * deadlineHorizonMs;
}

interface Place {
  readonly heap: IndexedHeap<Ranked>;
  readonly ranked: Ranked;
  readonly change: { readonly atMs: number; readonly entry: Entry } | undefined;
}

export class ReadyItems {
  private readonly policy: SchedulerPolicy;
  /** Heaps by the slots that their items need, then by phase. */
  private readonly heaps = new Map<number, readonly IndexedHeap<Ranked>[]>();
  private readonly byAdmission = new IndexedHeap<Entry>((a, b) => a.admission < b.admission);
  private readonly phaseChanges = new IndexedHeap<{ readonly atMs: number; readonly entry: Entry }>(
    (a, b) => a.atMs < b.atMs,
  );
  private readonly places = new Map<Entry, Place>();

  constructor(policy: SchedulerPolicy) {
    this.policy = policy;
  }

  get size(): number {
    return this.places.size;
  }

  entries(): readonly Entry[] {
    return this.byAdmission.values();
  }

  add(entry: Entry, wallMs: number): void {
    this.byAdmission.add(entry);
    this.place(entry, wallMs);
  }

  remove(entry: Entry): void {
    if (!this.byAdmission.remove(entry)) return;
    this.unplace(entry);
  }

  /** Moves what has come nearer to its deadline. Has to be called before the order is looked at. */
  advance(wallMs: number): void {
    for (;;) {
      const change = this.phaseChanges.first();
      if (change === undefined || change.atMs > wallMs) return;
      this.unplace(change.entry);
      this.place(change.entry, wallMs);
    }
  }

  /** Sorts everything anew, for a wall clock that went back. */
  rebuild(wallMs: number): void {
    for (const entry of this.places.keys()) this.unplace(entry);
    for (const entry of this.byAdmission.values()) this.place(entry, wallMs);
  }

  /** The item that was admitted first. */
  oldest(): Entry | undefined {
    return this.byAdmission.first();
  }

  /** The most urgent item that needs at most `slots`; at equal urgency the one that was admitted first. */
  mostUrgent(slots: number, now: Moment): Entry | undefined {
    let best: { readonly entry: Entry; readonly points: number } | undefined;
    for (const [needed, phases] of this.heaps) {
      if (needed > slots) continue;
      for (const heap of phases) {
        const entry = heap.first()?.entry;
        if (entry === undefined) continue;
        const points =
          pressingPoints(this.policy, entry.item, 0, now.wallMs) + agingPoints(this.policy, entry, now);
        const isBetter =
          best === undefined ||
          points > best.points ||
          (points === best.points && entry.admission < best.entry.admission);
        if (isBetter) best = { entry, points };
      }
    }
    return best?.entry;
  }

  private place(entry: Entry, wallMs: number): void {
    const { deadlineMs, slots } = entry.item;
    const phase = phaseOf(this.policy, deadlineMs, wallMs);
    const ranked = { entry, fixedPoints: this.fixedPointsOf(entry, phase) };
    const heap = this.heapsOf(slots)[PHASES.indexOf(phase)] as IndexedHeap<Ranked>;
    heap.add(ranked);
    const atMs = phaseEndMs(this.policy, deadlineMs, phase);
    const change = atMs === undefined ? undefined : { atMs, entry };
    if (change !== undefined) this.phaseChanges.add(change);
    this.places.set(entry, { heap, ranked, change });
  }

  private unplace(entry: Entry): void {
    const place = this.places.get(entry);
    if (place === undefined) return;
    place.heap.remove(place.ranked);
    if (place.change !== undefined) this.phaseChanges.remove(place.change);
    this.places.delete(entry);
  }

  /** Everything but what grows alike for all items of a phase. */
  private fixedPointsOf({ item, waitedMs, sinceMs }: Entry, phase: Phase): number {
    const { points, agingIntervalMs, deadlineHorizonMs } = this.policy;
    const isSloping = phase === 'near' || phase === 'overdue';
    return (
      points.priority * item.priority -
      points.estimate * EFFORT_POINTS[item.effort] +
      (points.aging * (waitedMs - sinceMs)) / agingIntervalMs -
      (isSloping ? (points.deadline * (item.deadlineMs ?? 0)) / deadlineHorizonMs : 0)
    );
  }

  private heapsOf(slots: number): readonly IndexedHeap<Ranked>[] {
    const known = this.heaps.get(slots);
    if (known !== undefined) return known;
    const heaps = PHASES.map(
      () =>
        new IndexedHeap<Ranked>((a, b) =>
          a.fixedPoints === b.fixedPoints
            ? a.entry.admission < b.entry.admission
            : a.fixedPoints > b.fixedPoints,
        ),
    );
    this.heaps.set(slots, heaps);
    return heaps;
  }
}
