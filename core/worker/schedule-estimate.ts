// What a Worker says about when it will get to a WorkItem (DOC-WORK-32…36, SCH-010). An estimate depends on the item's own
// Group and on what the operator has set, never on the load of other Groups: so it cannot disclose anything of them
// (SCH-011), at the price of being cautious.
import type { ScheduleEstimate } from '../protocol/generated/documents.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import type { SchedulerPolicy } from './scheduler/scheduler-policy.ts';

/** What of the item's own Group the estimate rests on. */
export interface OwnLoad {
  readonly groupId: string;
  /** Items of this Group that are in the queue or running. */
  readonly itemsAhead: number;
  /** How long runs of this Group take. */
  readonly meanRunMs: number;
  /** How long this item is expected to take. */
  readonly expectedRunMs: number;
  readonly slots: number;
  readonly deadlineMs: number;
  /** Whether something has to happen first that is not in the Worker's hands. */
  readonly isHeld: boolean;
}

/** Groups that are assumed to compete where the operator has named none. */
const ASSUMED_GROUPS = 4;
/** Steps in which times are told: coarse, so that small changes are not published again and again. */
const STEPS_MS = [
  { withinMs: 3_600_000, stepMs: 300_000 },
  { withinMs: 14_400_000, stepMs: 900_000 },
] as const;
const LONGEST_STEP_MS = 3_600_000;

/** The estimate, by the share that the Group is guaranteed when all others want theirs. */
export function estimateSchedule(policy: SchedulerPolicy, load: OwnLoad, wallMs: number): ScheduleEstimate {
  const share = guaranteedSlots(policy, load.groupId);
  const delayMs = load.itemsAhead === 0 ? 0 : (load.itemsAhead * load.meanRunMs) / Math.max(share, 0.01);
  const startMs = roundUp(wallMs, delayMs);
  const completionMs = roundUp(wallMs, startMs - wallMs + load.expectedRunMs);
  const isLate = completionMs > load.deadlineMs;
  return {
    estimatedStart: formatTimestamp(startMs),
    estimatedCompletion: formatTimestamp(completionMs),
    // The further away, the less is known; never certain.
    confidence: load.isHeld ? 0.1 : Math.round(80 / (1 + delayMs / LONGEST_STEP_MS)) / 100,
    capacityStatus: load.isHeld || share === 0 ? 'blocked' : isLate ? 'constrained' : statusOf(load),
    lastCalculatedAt: formatTimestamp(Math.floor(wallMs)),
  };
}

/** Slots of the Group's share by weight, its quota observed: what the Scheduler guarantees it under saturation. */
function guaranteedSlots(policy: SchedulerPolicy, groupId: string): number {
  const own = policy.groups.get(groupId) ?? policy.otherGroups;
  if (own === undefined) return 0;
  const named = [...policy.groups.values()].map(({ weight }) => weight);
  const isNamed = policy.groups.has(groupId);
  const total = named.reduce((sum, weight) => sum + weight, 0) + (isNamed ? 0 : own.weight * ASSUMED_GROUPS);
  return Math.min((policy.slots * own.weight) / total, own.slotQuota ?? policy.slots);
}

function statusOf({ itemsAhead }: OwnLoad): 'available' | 'queued' {
  return itemsAhead === 0 ? 'available' : 'queued';
}

function roundUp(fromMs: number, delayMs: number): number {
  const stepMs = STEPS_MS.find(({ withinMs }) => delayMs <= withinMs)?.stepMs ?? LONGEST_STEP_MS;
  return Math.floor(fromMs + (delayMs === 0 ? 0 : Math.ceil(delayMs / stepMs) * stepMs));
}

/** Whether a plan has changed so much that it is published again (SCH-010). */
export function isMaterialChange(before: ScheduleEstimate | undefined, after: ScheduleEstimate): boolean {
  if (before === undefined || before.capacityStatus !== after.capacityStatus) return true;
  const movedMs = Math.abs(Date.parse(after.estimatedCompletion) - Date.parse(before.estimatedCompletion));
  const aheadMs = Date.parse(after.estimatedCompletion) - Date.parse(after.lastCalculatedAt);
  return movedMs > Math.max(STEPS_MS[0].stepMs, aheadMs / 4);
}
