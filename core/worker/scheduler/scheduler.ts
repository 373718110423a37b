// The Scheduler of a Worker (SCH-001…SCH-012): which of the items of all Groups runs next. Pure: every call brings the
// time. It sees scheduling metadata only, and the log stays what decides about Missions, owners and leases.
//
// Groups share slot time by weight: the Group that is furthest behind its share comes first, and urgency may bring a
// Group ahead of its share by a bounded time only (`leadMs`). Within a Group the most urgent item goes first, but each
// `oldestEvery`-th start is for the oldest one. So nothing waits for ever, whatever the priorities: `startBoundMs`
// states the bound.
//
// It differs from the reference in two ways. Fair credit is slot time and not a count of starts, so that long runs cost
// what they take; and credit is not one summand among others, which a high priority outweighs for days.
import { accept, refuse, type Result } from '../../protocol/result.ts';
import type { Moment } from '../clock.ts';
import { GroupShare } from './group-share.ts';
import { IndexedHeap } from './indexed-heap.ts';
import { chooseVictim } from './preemption.ts';
import {
  agingPoints,
  type Entry,
  type LocalState,
  pressingPoints,
  type ScheduledItem,
} from './ready-items.ts';
import type { GroupNote, ItemNote, SchedulerNotes } from './scheduler-notes.ts';
import { findPolicyFault, type GroupPolicy, type SchedulerPolicy } from './scheduler-policy.ts';

/** Whether an item may come into the queue, and if not, why (reference scheduler). */
export type AdmissionAnswer =
  | 'accepted'
  | 'duplicate'
  | 'identifier_collision'
  | 'already_terminal'
  | 'worker_full'
  | 'group_full'
  | 'group_not_allowed'
  | 'group_quota_disabled'
  | 'unsupported_capability'
  | 'exceeds_capacity'
  | 'deadline_expired';

export interface RunStart {
  readonly workId: string;
  readonly groupId: string;
  /** `<workId>:<generation>`; a transition under any other id is an error. */
  readonly runId: string;
}

/** What one round of decisions comes to. */
export interface Dispatch {
  readonly starts: readonly RunStart[];
  /** A run that is asked to reach a safe checkpoint and give up its slot; one at a time (SCH-008). */
  readonly preemption: RunStart | undefined;
}

export interface RunFault {
  readonly reason: 'unknown_work' | 'stale_run' | 'wrong_state';
  readonly message: string;
}

/** Ids of ended work that are remembered, to answer a late repetition. */
const REMEMBERED_ENDS = 10_000;

export class Scheduler {
  readonly policy: SchedulerPolicy;
  private readonly entries = new Map<string, Entry>();
  private readonly shares = new Map<string, GroupShare>();
  private readonly itemCounts = new Map<string, number>();
  private readonly running = new Set<Entry>();
  private readonly retries = new IndexedHeap<Entry>((a, b) => (a.retryAtMs ?? 0) < (b.retryAtMs ?? 0));
  /** Ended work by id, with the term that it ended in. */
  private readonly ended = new Map<string, number>();
  private runningSlots = 0;
  private lastAdmission = 0;
  /** The least tag of the Groups that could be served; it never falls. */
  private commonTag = 0;
  private lastWallMs = Number.NEGATIVE_INFINITY;

  /** Throws a RangeError for a policy with a fault: it comes from a file that was checked before. */
  constructor(policy: SchedulerPolicy) {
    const fault = findPolicyFault(policy);
    if (fault !== undefined) throw new RangeError(fault);
    this.policy = policy;
  }

  get size(): number {
    return this.entries.size;
  }

  get freeSlots(): number {
    return Math.max(0, this.policy.slots - this.runningSlots);
  }

  stateOf(workId: string): LocalState | undefined {
    return this.entries.get(workId)?.state;
  }

  /** The term under which an item is in the queue; undefined when it is not. */
  termOf(workId: string): number | undefined {
    return this.entries.get(workId)?.item.term;
  }

  /** The current run of an item; undefined unless it runs. */
  runIdOf(workId: string): string | undefined {
    const entry = this.entries.get(workId);
    return entry !== undefined && this.running.has(entry) ? runIdOf(entry) : undefined;
  }

  countIn(groupId: string): number {
    return this.itemCounts.get(groupId) ?? 0;
  }

  /** How many items are in some state, over all Groups. */
  countReady(): number {
    let count = 0;
    for (const share of this.shares.values()) count += share.ready.size;
    return count;
  }

  /** Whether an item could be taken on now. Changes nothing: an offer is looked at before it is accepted (WORK-031). */
  examine(item: ScheduledItem, now: Moment): AdmissionAnswer {
    const known = this.entries.get(item.workId);
    if (known !== undefined) return isSameItem(known.item, item) ? 'duplicate' : 'identifier_collision';
    if (item.term <= (this.ended.get(item.workId) ?? Number.NEGATIVE_INFINITY)) return 'already_terminal';
    const group = this.groupPolicyOf(item.groupId);
    if (group === undefined) return 'group_not_allowed';
    if (group.slotQuota === 0) return 'group_quota_disabled';
    const { capabilities, slots, maxItems, maxItemsPerGroup } = this.policy;
    if (capabilities !== undefined && item.capabilityIds.some((id) => !capabilities.has(id))) {
      return 'unsupported_capability';
    }
    if (item.slots > Math.min(slots, group.slotQuota ?? slots)) return 'exceeds_capacity';
    if (item.deadlineMs !== undefined && item.deadlineMs <= now.wallMs) return 'deadline_expired';
    if (this.entries.size >= maxItems) return 'worker_full';
    return this.countIn(item.groupId) >= maxItemsPerGroup ? 'group_full' : 'accepted';
  }

  /** Takes an item on where `examine` accepts it. */
  admit(item: ScheduledItem, now: Moment): AdmissionAnswer {
    const answer = this.examine(item, now);
    if (answer === 'accepted') this.adopt(item, now);
    return answer;
  }

  /**
   * Takes on what the log says is ours already: room and deadlines no longer matter, since accepted work is never
   * dropped in silence (POL-002). An item in the queue under an earlier term is replaced.
   */
  adopt(item: ScheduledItem, now: Moment, known: Partial<Omit<ItemNote, 'item'>> = {}): void {
    this.remove(item.workId, now);
    const entry: Entry = {
      item,
      admission: (this.lastAdmission += 1),
      state: 'blocked',
      generation: known.generation ?? 0,
      waitedMs: known.waitedMs ?? 0,
      sinceMs: now.monotonicMs,
      hasSafeCheckpoint: false,
      isOldestsTurn: false,
      retryAtMs: undefined,
    };
    this.entries.set(item.workId, entry);
    this.itemCounts.set(item.groupId, this.countIn(item.groupId) + 1);
    const { state = 'ready', retryAfterMs, hasSafeCheckpoint = false } = known;
    // What ran when the notes were made runs no longer: it may go on from a checkpoint, or has to be looked at first.
    const isReady = state === 'ready' || (state !== 'blocked' && hasSafeCheckpoint);
    if (isReady) this.makeReady(entry, now);
    else if (retryAfterMs !== undefined) this.retryAfter(entry, retryAfterMs, now);
  }

  /** Lets go of an item that the log has taken from us, whatever its state. */
  remove(workId: string, now: Moment): void {
    const entry = this.entries.get(workId);
    if (entry !== undefined) this.drop(entry, now);
  }

  /** New scheduling metadata of an item that waits or runs; a queued one moves at once (SCH-007). */
  revise(item: ScheduledItem, now: Moment): void {
    const entry = this.entries.get(item.workId);
    if (entry === undefined || entry.item.groupId !== item.groupId) return;
    if (entry.state === 'ready') {
      const { ready } = this.shareOf(item.groupId);
      ready.remove(entry);
      entry.item = item;
      ready.add(entry, now.wallMs);
    } else {
      // A run keeps the slots that it has taken.
      entry.item = this.running.has(entry) ? { ...item, slots: entry.item.slots } : item;
    }
  }

  /** Another policy for a Group. Items that wait are ordered by it from the next decision on (SCH-007). */
  setGroupPolicy(groupId: string, policy: GroupPolicy, now: Moment): void {
    this.shareOf(groupId).adopt(policy, now);
  }

  /** Takes a waiting item out of the order until something outside has happened, or puts it back. */
  setEligible(workId: string, isEligible: boolean, now: Moment): void {
    const entry = this.entries.get(workId);
    if (entry === undefined || this.running.has(entry)) return;
    if (isEligible && entry.state === 'blocked' && entry.retryAtMs === undefined) this.makeReady(entry, now);
    if (!isEligible && entry.state === 'ready') this.leaveReady(entry, 'blocked', now);
  }

  /** Starts what can start now, and asks at most one run to make room for something more pressing. */
  dispatch(now: Moment): Dispatch {
    this.settleTime(now);
    const starts: RunStart[] = [];
    while (this.freeSlots > 0) {
      const next = this.chooseNext(now);
      // An item whose turn it is waits for enough slots: filling them with smaller ones would starve it.
      if (next === undefined || next.item.slots > this.freeSlots) break;
      starts.push(this.start(next, now));
    }
    return { starts, preemption: this.choosePreemption(now) };
  }

  checkpointSaved(runId: string): Result<undefined, RunFault> {
    const entry = this.requireRun(runId);
    if (!entry.ok) return entry;
    entry.value.hasSafeCheckpoint = true;
    return accept(undefined);
  }

  /** The run has stopped and waits: until somebody unblocks it, or for a while. */
  blocked(runId: string, now: Moment, retryAfterMs?: number): Result<undefined, RunFault> {
    const entry = this.requireRun(runId);
    if (!entry.ok) return entry;
    this.stopRun(entry.value, now);
    this.become(entry.value, 'blocked', now);
    if (retryAfterMs !== undefined) this.retryAfter(entry.value, retryAfterMs, now);
    return accept(undefined);
  }

  /** The run has given its slot back and can go on whenever it is its turn again. */
  released(runId: string, now: Moment): Result<undefined, RunFault> {
    const entry = this.requireRun(runId);
    if (!entry.ok) return entry;
    this.stopRun(entry.value, now);
    this.makeReady(entry.value, now);
    return accept(undefined);
  }

  /** As `released`, for a run that was asked to make room. */
  preempted(runId: string, now: Moment): Result<undefined, RunFault> {
    const asked = this.requireRun(runId, 'preempting');
    return asked.ok ? this.released(runId, now) : asked;
  }

  /** The run could not reach a safe point; it goes on, and is not asked again before it has saved a new checkpoint. */
  preemptionFailed(runId: string): Result<undefined, RunFault> {
    const entry = this.requireRun(runId, 'preempting');
    if (!entry.ok) return entry;
    entry.value.state = 'running';
    entry.value.hasSafeCheckpoint = false;
    return accept(undefined);
  }

  /** The work is done as far as this Worker is concerned. */
  completed(runId: string, now: Moment): Result<undefined, RunFault> {
    const entry = this.requireRun(runId);
    if (!entry.ok) return entry;
    this.endWork(entry.value, now);
    return accept(undefined);
  }

  /** The work is over, wherever it stood. */
  cancelled(workId: string, now: Moment): Result<undefined, RunFault> {
    const entry = this.entries.get(workId);
    if (entry === undefined) return refuse(unknownWork(workId));
    this.endWork(entry, now);
    return accept(undefined);
  }

  /** Puts a blocked item back into the order. */
  unblock(workId: string, now: Moment): Result<undefined, RunFault> {
    const entry = this.entries.get(workId);
    if (entry === undefined) return refuse(unknownWork(workId));
    if (entry.state !== 'blocked') return refuse(wrongState(entry, 'blocked'));
    this.makeReady(entry, now);
    return accept(undefined);
  }

  /** When a blocked item becomes ready by itself, at the earliest; undefined when none does. */
  nextRetryInMs(now: Moment): number | undefined {
    const retryAtMs = this.retries.first()?.retryAtMs;
    return retryAtMs === undefined ? undefined : Math.max(0, retryAtMs - now.monotonicMs);
  }

  /** Points of an item as it stands among those of its own Group, fairness between Groups left out. */
  urgencyOf(workId: string, now: Moment): number | undefined {
    const entry = this.entries.get(workId);
    return entry === undefined ? undefined : this.urgencyPoints(entry, this.shareOf(entry.item.groupId), now);
  }

  /** Notes of one Group for a restart: its items in the order of admission. */
  toNotes(groupId: string, now: Moment): SchedulerNotes {
    const share = this.shares.get(groupId);
    const items = [...this.entries.values()]
      .filter(({ item }) => item.groupId === groupId)
      .map((entry) => ({
        item: entry.item,
        state: entry.state,
        generation: entry.generation,
        waitedMs: waitedAt(entry, now),
        hasSafeCheckpoint: entry.hasSafeCheckpoint,
        retryAfterMs:
          entry.retryAtMs === undefined ? undefined : Math.max(0, entry.retryAtMs - now.monotonicMs),
      }));
    const group =
      share === undefined
        ? undefined
        : {
            groupId,
            aheadMs: Math.max(0, share.tagAt(now) - this.commonTag),
            startsSinceOldest: share.startsSinceOldest,
          };
    return { items, group };
  }

  /** What a Group owed the others before a restart. Items come back by `adopt`, since the log says which there are. */
  restoreGroup({ groupId, aheadMs, startsSinceOldest }: GroupNote, now: Moment): void {
    const share = this.shareOf(groupId);
    share.liftTo(this.commonTag + aheadMs, now);
    share.startsSinceOldest = startsSinceOldest;
  }

  /** Deadlines that came nearer, waits that are over, and a wall clock that went back. */
  private settleTime(now: Moment): void {
    const wentBack = now.wallMs < this.lastWallMs;
    this.lastWallMs = now.wallMs;
    for (const { ready } of this.shares.values()) {
      if (wentBack) ready.rebuild(now.wallMs);
      else ready.advance(now.wallMs);
    }
    for (let next = this.retries.first(); next !== undefined; next = this.retries.first()) {
      if ((next.retryAtMs ?? 0) > now.monotonicMs) break;
      this.makeReady(next, now);
    }
  }

  /** The most urgent (or the oldest) item of the Group that is furthest behind its share. */
  private chooseNext(now: Moment): Entry | undefined {
    let least: number | undefined;
    let best: { readonly entry: Entry; readonly rank: number } | undefined;
    for (const share of this.shares.values()) {
      const entry = this.candidateOf(share, now);
      if (entry === undefined) {
        share.wasServable = false;
        continue;
      }
      if (!share.wasServable) share.liftTo(this.commonTag, now);
      share.wasServable = true;
      const tag = share.tagAt(now);
      if (least === undefined || tag < least) least = tag;
      const rank = share.rankAt(this.urgencyPoints(entry, share, now), now);
      const isBetter =
        best === undefined ||
        rank < best.rank ||
        (rank === best.rank && entry.admission < best.entry.admission);
      if (isBetter) best = { entry, rank };
    }
    if (least !== undefined) this.commonTag = Math.max(this.commonTag, least);
    return best?.entry;
  }

  /** What a Group would start next; undefined when it has nothing, or is at its quota. */
  private candidateOf(share: GroupShare, now: Moment): Entry | undefined {
    const { slotsLeft } = share;
    if (share.ready.size === 0 || slotsLeft <= 0) return undefined;
    if (share.isOldestsTurn) {
      const oldest = share.ready.oldest();
      // A Group at its quota makes room for its own oldest item before it starts anything else.
      return oldest !== undefined && oldest.item.slots <= slotsLeft ? oldest : undefined;
    }
    return (
      share.ready.mostUrgent(Math.min(this.freeSlots, slotsLeft), now) ??
      share.ready.mostUrgent(slotsLeft, now)
    );
  }

  private start(entry: Entry, now: Moment): RunStart {
    const share = this.shareOf(entry.item.groupId);
    entry.isOldestsTurn = share.isOldestsTurn;
    // The oldest item may also be the most urgent one; either way its turn has been had.
    share.startsSinceOldest = share.ready.oldest() === entry ? 0 : share.startsSinceOldest + 1;
    this.leaveReady(entry, 'running', now);
    entry.generation += 1;
    entry.hasSafeCheckpoint = false;
    share.begin(entry, now);
    this.running.add(entry);
    this.runningSlots += entry.item.slots;
    return startOf(entry);
  }

  private choosePreemption(now: Moment): RunStart | undefined {
    const victim = chooseVictim(
      {
        policy: this.policy,
        running: [...this.running],
        shares: [...this.shares.values()],
        freeSlots: this.freeSlots,
      },
      now,
    );
    if (victim === undefined) return undefined;
    victim.state = 'preempting';
    return startOf(victim);
  }

  private urgencyPoints(entry: Entry, share: GroupShare, now: Moment): number {
    return (
      pressingPoints(this.policy, entry.item, share.policy.priorityBias, now.wallMs) +
      agingPoints(this.policy, entry, now) -
      share.quotaPressure
    );
  }

  private requireRun(runId: string, state?: LocalState): Result<Entry, RunFault> {
    const { workId } = parseRunId(runId);
    const entry = this.entries.get(workId);
    if (entry === undefined) return refuse(unknownWork(workId));
    if (!this.running.has(entry) || runIdOf(entry) !== runId) {
      return refuse({ reason: 'stale_run', message: `${runId} is not the current run` });
    }
    return state === undefined || entry.state === state ? accept(entry) : refuse(wrongState(entry, state));
  }

  private makeReady(entry: Entry, now: Moment): void {
    this.retries.remove(entry);
    entry.retryAtMs = undefined;
    this.become(entry, 'ready', now);
    this.shareOf(entry.item.groupId).ready.add(entry, now.wallMs);
  }

  private leaveReady(entry: Entry, state: LocalState, now: Moment): void {
    const share = this.shareOf(entry.item.groupId);
    share.ready.remove(entry);
    if (share.ready.size === 0) share.wasServable = false;
    entry.waitedMs = waitedAt(entry, now);
    this.become(entry, state, now);
  }

  private become(entry: Entry, state: LocalState, now: Moment): void {
    entry.state = state;
    entry.sinceMs = now.monotonicMs;
  }

  private retryAfter(entry: Entry, delayMs: number, now: Moment): void {
    entry.retryAtMs = now.monotonicMs + delayMs;
    this.retries.add(entry);
  }

  private stopRun(entry: Entry, now: Moment): void {
    this.shareOf(entry.item.groupId).end(entry, now);
    this.running.delete(entry);
    this.runningSlots -= entry.item.slots;
    entry.hasSafeCheckpoint = false;
  }

  private endWork(entry: Entry, now: Moment): void {
    this.drop(entry, now);
    this.ended.delete(entry.item.workId);
    this.ended.set(entry.item.workId, entry.item.term);
    for (const workId of this.ended.keys()) {
      if (this.ended.size <= REMEMBERED_ENDS) break;
      this.ended.delete(workId);
    }
  }

  private drop(entry: Entry, now: Moment): void {
    if (this.running.has(entry)) this.stopRun(entry, now);
    if (entry.state === 'ready') this.leaveReady(entry, 'blocked', now);
    this.retries.remove(entry);
    this.entries.delete(entry.item.workId);
    this.itemCounts.set(entry.item.groupId, this.countIn(entry.item.groupId) - 1);
  }

  private groupPolicyOf(groupId: string): GroupPolicy | undefined {
    return this.shares.get(groupId)?.policy ?? this.policy.groups.get(groupId) ?? this.policy.otherGroups;
  }

  private shareOf(groupId: string): GroupShare {
    const known = this.shares.get(groupId);
    if (known !== undefined) return known;
    // Work of a Group that is not allowed any more stays in the queue, and gets no slot.
    const policy = this.groupPolicyOf(groupId) ?? { weight: 1, slotQuota: 0, priorityBias: 0 };
    const share = new GroupShare(groupId, policy, this.policy);
    this.shares.set(groupId, share);
    return share;
  }
}

function waitedAt({ state, waitedMs, sinceMs }: Entry, now: Moment): number {
  return state === 'ready' ? waitedMs + now.monotonicMs - sinceMs : waitedMs;
}

function startOf(entry: Entry): RunStart {
  const { workId, groupId } = entry.item;
  return { workId, groupId, runId: runIdOf(entry) };
}

function runIdOf({ item, generation }: Entry): string {
  return `${item.workId}:${generation}`;
}

function parseRunId(runId: string): { readonly workId: string } {
  return { workId: runId.slice(0, Math.max(0, runId.lastIndexOf(':'))) };
}

function isSameItem(a: ScheduledItem, b: ScheduledItem): boolean {
  return a.groupId === b.groupId && a.term === b.term;
}

function unknownWork(workId: string): RunFault {
  return { reason: 'unknown_work', message: `${workId} is not in the queue` };
}

function wrongState({ item, state }: Entry, wanted: LocalState): RunFault {
  return { reason: 'wrong_state', message: `${item.workId} is ${state}, not ${wanted}` };
}
