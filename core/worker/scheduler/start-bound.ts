// What the Scheduler guarantees, as formulas: how long the oldest item of a Group can wait, and how far a Group can be
// from its share. docs/worker.md explains them; test/worker/scheduler.property.test.ts holds the Scheduler to them.
import type { SchedulerPolicy } from './scheduler-policy.ts';

/** The Groups that compete, and how long and wide their runs are. */
export interface Load {
  /** Weights of all Groups that have work or runs meanwhile, the one in question included. */
  readonly weights: readonly number[];
  /** The longest that one run holds its slots. */
  readonly longestRunMs: number;
  /** The most slots that one item takes. */
  readonly widestSlots: number;
}

type Guarantees = Pick<SchedulerPolicy, 'slots' | 'leadMs' | 'startFeeMs' | 'oldestEvery'>;

/**
 * The longest time from when an item is the oldest ready one of its Group until it starts (SCH-004), for a Group without
 * a slot quota of its own, whatever is more urgent in it or elsewhere.
 *
 * The Group starts at most `oldestEvery` runs until then; with what was in flight it is charged `own` at most. Another
 * Group is served before it only while its tag is not further ahead than the charge and the leads allow, and then
 * overshoots by what it has in flight. All that work goes through the slots, of which a wide item that waits leaves
 * `widestSlots - 1` idle at most.
 */
export function startBoundMs(policy: Guarantees, load: Load, weight: number): number {
  const { slots, leadMs, oldestEvery } = policy;
  const runMs = load.longestRunMs + policy.startFeeMs;
  const total = sum(load.weights);
  const own = oldestEvery * load.widestSlots * runMs + slots * load.longestRunMs;
  const others =
    ((total - weight) * (own + leadMs)) / weight + (load.weights.length - 1) * (leadMs + slots * runMs);
  return (own + others) / (slots - load.widestSlots + 1);
}

/**
 * The most slot time, fees included, by which a Group that always has work differs from its weight's share of all, once
 * all Groups have had work since the same moment.
 */
export function shareErrorMs(policy: Guarantees, load: Load, weight: number): number {
  const overshoot = policy.leadMs + policy.slots * (load.longestRunMs + policy.startFeeMs);
  const others = load.weights.length - 1;
  return overshoot * Math.max(1, (weight * others) / sum(load.weights));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
