// Which run is asked to make room (SCH-008): a request, never an interruption.
import type { Moment } from '../clock.ts';
import type { GroupShare } from './group-share.ts';
import { type Entry, pressingPoints } from './ready-items.ts';
import type { SchedulerPolicy } from './scheduler-policy.ts';

export interface Slots {
  readonly policy: SchedulerPolicy;
  readonly running: readonly Entry[];
  readonly shares: readonly GroupShare[];
  readonly freeSlots: number;
}

/**
 * At most one run at a time is asked, only one that can be resumed, and only for an item that is more pressing by
 * itself. Waiting does not count here, or two items would take the slot from each other in turn; nor may the Group that
 * gains the slot be further ahead of its share than its urgency entitles it to.
 */
export function chooseVictim(slots: Slots, now: Moment): Entry | undefined {
  const { policy, running, shares } = slots;
  if (running.some(({ state }) => state === 'preempting')) return undefined;
  const victims = running.filter(
    (entry) => mayEverBeAsked(entry) && askableAtMs(policy, entry) <= now.monotonicMs,
  );
  let best: { readonly victim: Entry; readonly advantage: number } | undefined;
  for (const victim of victims) {
    const holder = shares.find(({ groupId }) => groupId === victim.item.groupId);
    if (holder === undefined) continue;
    for (const share of shares) {
      const advantage = advantageOver(slots, { victim, holder }, share, now);
      if (advantage !== undefined && advantage > (best?.advantage ?? policy.preemptionMargin)) {
        best = { victim, advantage };
      }
    }
  }
  return best?.victim;
}

/** When the next run has had its slot for long enough to be asked for it; undefined when none gets there by waiting. */
export function nextAskableAtMs(
  { policy, running }: Pick<Slots, 'policy' | 'running'>,
  now: Moment,
): number | undefined {
  const instants = running
    .filter((entry) => entry.state === 'running' && mayEverBeAsked(entry))
    .map((entry) => askableAtMs(policy, entry))
    .filter((atMs) => atMs > now.monotonicMs);
  return instants.length === 0 ? undefined : Math.min(...instants);
}

function mayEverBeAsked({ item, hasSafeCheckpoint, isOldestsTurn }: Entry): boolean {
  return item.isPreemptible && hasSafeCheckpoint && !isOldestsTurn;
}

function askableAtMs({ preemptAfterMs }: SchedulerPolicy, { sinceMs }: Entry): number {
  return sinceMs + preemptAfterMs;
}

/** By how many points a Group's best item that would fit is more pressing; undefined where it must not ask. */
function advantageOver(
  { policy, freeSlots }: Slots,
  { victim, holder }: { readonly victim: Entry; readonly holder: GroupShare },
  share: GroupShare,
  now: Moment,
): number | undefined {
  const quotaLeft = share.slotsLeft + (holder === share ? victim.item.slots : 0);
  const candidate = share.ready.mostUrgent(Math.min(quotaLeft, freeSlots + victim.item.slots), now);
  if (candidate === undefined) return undefined;
  const wanted = pressingPoints(policy, candidate.item, share.policy.priorityBias, now.wallMs);
  const held = pressingPoints(policy, victim.item, holder.policy.priorityBias, now.wallMs);
  const isFair = holder === share || share.rankAt(wanted, now) < holder.rankAt(held, now);
  return isFair ? wanted - held : undefined;
}
