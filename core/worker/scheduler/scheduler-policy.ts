// What an operator can set about the order of work, with the reference's values as defaults (06, section 6.1).

/** How one Group stands among the others of a Worker. */
export interface GroupPolicy {
  /** Its share of the slots under saturation, relative to the other Groups that have work; 1 or more. */
  readonly weight: number;
  /** The most slots that it has at a time; undefined for no limit of its own, 0 for a Group that gets nothing. */
  readonly slotQuota: number | undefined;
  /** Added to the priority of each of its items; −100 to 100. */
  readonly priorityBias: number;
}

export const DEFAULT_GROUP_POLICY: GroupPolicy = { weight: 1, slotQuota: undefined, priorityBias: 0 };

export interface SchedulerPolicy {
  /** Slots that runs share; most runs take one. */
  readonly slots: number;
  readonly maxItems: number;
  readonly maxItemsPerGroup: number;
  /** Policies by Group id. */
  readonly groups: ReadonlyMap<string, GroupPolicy>;
  /** For Groups that are not named; undefined to work for named Groups only. */
  readonly otherGroups: GroupPolicy | undefined;
  /** Capability ids that this Worker runs; undefined to leave that to others. */
  readonly capabilities: ReadonlySet<string> | undefined;
  /** Points of urgency (SCH-005). */
  readonly points: {
    readonly priority: number;
    readonly deadline: number;
    readonly aging: number;
    readonly quotaPressure: number;
    readonly estimate: number;
  };
  readonly agingIntervalMs: number;
  readonly deadlineHorizonMs: number;
  /** By how many points a waiting item has to be more pressing than a running one to ask for its slot. */
  readonly preemptionMargin: number;
  /** How long a run keeps its slot before it can be asked for it. */
  readonly preemptAfterMs: number;
  /** The most slot time by which urgency may bring a Group ahead of its share. */
  readonly leadMs: number;
  /** What each start is charged beside its time, so that runs of no length are not free. */
  readonly startFeeMs: number;
  /** Each so many starts of a Group, its oldest item goes first, whatever is more urgent. */
  readonly oldestEvery: number;
}

export const DEFAULT_SCHEDULER_POLICY: SchedulerPolicy = {
  slots: 1,
  maxItems: 10_000,
  maxItemsPerGroup: 1_000,
  groups: new Map(),
  otherGroups: DEFAULT_GROUP_POLICY,
  capabilities: undefined,
  points: { priority: 100, deadline: 1_000, aging: 25, quotaPressure: 50, estimate: 1 },
  agingIntervalMs: 300_000,
  deadlineHorizonMs: 3_600_000,
  preemptionMargin: 1,
  // Starting and resuming have their price too; a minute of waiting is less than most runs take.
  preemptAfterMs: 60_000,
  // Ten minutes: an urgent Group is served at once, and has given the time back within a working hour.
  leadMs: 600_000,
  // What starting a program takes at least; it bounds a Group whose runs end at once.
  startFeeMs: 100,
  oldestEvery: 4,
};

/** Points that the expected effort costs. */
export const EFFORT_POINTS = { tiny: 1, small: 2, medium: 4, unknown: 6, large: 8, huge: 16 } as const;

export type EffortBand = keyof typeof EFFORT_POINTS;

/** What is wrong with a policy, in words for whoever wrote it; undefined when nothing is. */
export function findPolicyFault(policy: SchedulerPolicy): string | undefined {
  const whole = [
    ['slots', policy.slots],
    ['maxItems', policy.maxItems],
    ['maxItemsPerGroup', policy.maxItemsPerGroup],
    ['oldestEvery', policy.oldestEvery],
  ] as const;
  for (const [name, value] of whole) {
    if (!Number.isSafeInteger(value) || value < 1) return `${name} has to be a whole number from 1`;
  }
  const durations = [
    ['agingIntervalMs', policy.agingIntervalMs],
    ['deadlineHorizonMs', policy.deadlineHorizonMs],
  ] as const;
  for (const [name, value] of durations) {
    if (!(value > 0)) return `${name} has to be more than 0`;
  }
  if (!(policy.leadMs >= 0) || !(policy.startFeeMs > 0)) {
    return 'leadMs must not be negative, and startFeeMs has to be more than 0';
  }
  const groups = [...policy.groups.values(), ...(policy.otherGroups ? [policy.otherGroups] : [])];
  return groups.map(findGroupPolicyFault).find((fault) => fault !== undefined);
}

export function findGroupPolicyFault({ weight, slotQuota, priorityBias }: GroupPolicy): string | undefined {
  if (!(weight >= 1) || !Number.isFinite(weight)) return 'the weight of a Group has to be 1 or more';
  if (slotQuota !== undefined && (!Number.isSafeInteger(slotQuota) || slotQuota < 0)) {
    return 'a slot quota has to be a whole number from 0';
  }
  return isPriority(priorityBias) ? undefined : 'a priority bias lies between −100 and 100';
}

export function isPriority(value: number): boolean {
  return value >= -100 && value <= 100;
}
