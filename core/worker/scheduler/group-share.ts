// One Group in the Scheduler: what of it is ready, what it runs, and how much slot time it has been charged for. The
// charge divided by the weight is the Group's tag; the Group with the least tag is the furthest behind its share.
import type { Moment } from '../clock.ts';
import { type Entry, ReadyItems } from './ready-items.ts';
import type { GroupPolicy, SchedulerPolicy } from './scheduler-policy.ts';

/** Urgency below this many points counts nearly in proportion, beyond it less and less. */
const LEAD_CURVE_POINTS = 100;
/** What an extreme priority, its bias and a deadline that is long past come to: the end of the curve. */
const LEAD_CURVE_END = 32_000;

export class GroupShare {
  readonly groupId: string;
  readonly ready: ReadyItems;
  policy: GroupPolicy;
  runningSlots = 0;
  /** Starts since the oldest item had its turn. */
  startsSinceOldest = 0;
  /** Whether it could have been served at the last decision. A Group that could not saves nothing up. */
  wasServable = false;
  private readonly settings: SchedulerPolicy;
  private chargedTag = 0;
  /** Σ slots · start, so that the running time of all runs is one subtraction. */
  private slotStarts = 0;

  constructor(groupId: string, policy: GroupPolicy, settings: SchedulerPolicy) {
    this.groupId = groupId;
    this.policy = policy;
    this.settings = settings;
    this.ready = new ReadyItems(settings);
  }

  /** Slot time per weight so far, that of current runs included. */
  tagAt(now: Moment): number {
    return this.chargedTag + (this.runningSlots * now.monotonicMs - this.slotStarts) / this.policy.weight;
  }

  /** A Group that comes back starts where the others are now. */
  liftTo(tag: number, now: Moment): void {
    const behind = tag - this.tagAt(now);
    if (behind > 0) this.chargedTag += behind;
  }

  begin({ item }: Entry, now: Moment): void {
    this.chargedTag += (item.slots * this.settings.startFeeMs) / this.policy.weight;
    this.runningSlots += item.slots;
    this.slotStarts += item.slots * now.monotonicMs;
  }

  end({ item, sinceMs }: Entry, now: Moment): void {
    this.chargedTag += (item.slots * (now.monotonicMs - sinceMs)) / this.policy.weight;
    this.runningSlots -= item.slots;
    this.slotStarts -= item.slots * sinceMs;
  }

  /** Changes the policy; what was used until now was used at the old weight. */
  adopt(policy: GroupPolicy, now: Moment): void {
    const tag = this.tagAt(now);
    this.policy = policy;
    this.chargedTag += tag - this.tagAt(now);
  }

  /** Slots that its own quota leaves; all of the Worker's where it has none. */
  get slotsLeft(): number {
    const { slotQuota } = this.policy;
    return slotQuota === undefined ? this.settings.slots : slotQuota - this.runningSlots;
  }

  get isOldestsTurn(): boolean {
    return this.startsSinceOldest >= this.settings.oldestEvery - 1;
  }

  /** Points that the slots which the Group holds already take away. */
  get quotaPressure(): number {
    const ceiling = this.policy.slotQuota ?? this.settings.slots;
    return ceiling === 0 ? 0 : (this.settings.points.quotaPressure * this.runningSlots) / ceiling;
  }

  /**
   * Where the Group stands: its tag, less what its urgency entitles it to be ahead. The lead is between nothing and
   * `leadMs` of slot time whatever the urgency, which is what bounds how long others wait.
   */
  rankAt(urgencyPoints: number, now: Moment): number {
    return this.tagAt(now) - leadOf(this.settings, urgencyPoints) / this.policy.weight;
  }
}

/** A curve from 0 to `leadMs`: steep around no urgency at all, flat at the extremes, never falling. */
export function leadOf({ leadMs }: SchedulerPolicy, urgencyPoints: number): number {
  const extreme = Math.asinh(LEAD_CURVE_END / LEAD_CURVE_POINTS);
  const share = Math.asinh(urgencyPoints / LEAD_CURVE_POINTS) / extreme;
  return (leadMs / 2) * (1 + Math.max(-1, Math.min(1, share)));
}
