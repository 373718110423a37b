// Scheduling metadata of a WorkItem: what the Scheduler may know of a contract (SCH-012), and nothing of its content.
import type { WorkItemRecord } from '../domain/world.ts';
import type { WorkContract } from '../protocol/generated/documents.ts';
import type { ScheduledItem } from './scheduler/ready-items.ts';
import type { EffortBand } from './scheduler/scheduler-policy.ts';

/** What an operator can say about the work of some contracts, where the default does not fit. */
export interface WorkPlan {
  readonly effort: EffortBand;
  readonly slots: number;
  readonly isPreemptible: boolean;
}

/** The organization's priority classes as points of the reference (WORK-007). */
const URGENCY_PRIORITIES = { routine: 0, normal: 30, high: 70, critical: 90 } as const;

/** How long work of a band is expected to run, until there is experience. */
export const EXPECTED_RUN_MS: Readonly<Record<EffortBand, number>> = {
  tiny: 60_000,
  small: 300_000,
  medium: 1_200_000,
  unknown: 1_200_000,
  large: 3_600_000,
  huge: 14_400_000,
};

/** One slot, an effort by the wall clock budget, and preemptible: a run that cannot save checkpoints is never asked. */
export function defaultPlanOf({ budget }: WorkContract): WorkPlan {
  return { effort: effortOf(budget.wallClockSecondsLimit), slots: 1, isPreemptible: true };
}

function effortOf(seconds: number | undefined): EffortBand {
  if (seconds === undefined) return 'unknown';
  const bands = ['tiny', 'small', 'medium', 'large'] as const;
  return bands.find((band) => seconds * 1_000 <= EXPECTED_RUN_MS[band]) ?? 'huge';
}

/** `term` is the Ownership Epoch under which the item is, or would be, in the queue. */
export function scheduledItemOf({ document }: WorkItemRecord, term: number, plan: WorkPlan): ScheduledItem {
  const { workItemId, groupId, contract } = document;
  return {
    workId: workItemId,
    groupId,
    term,
    priority: URGENCY_PRIORITIES[contract.requestedUrgency],
    deadlineMs: Date.parse(contract.deadline),
    effort: plan.effort,
    slots: plan.slots,
    capabilityIds: contract.requiredCapabilities.map(({ id }) => id),
    isPreemptible: plan.isPreemptible,
  };
}
