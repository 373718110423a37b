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
import { EntryBook, waitedAt } from './entry-book.ts';
import type { GroupShare } from './group-share.ts';
import { chooseVictim, nextAskableAtMs } from './preemption.ts';
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

export class Scheduler {
  readonly policy: SchedulerPolicy;
  private readonly book: EntryBook;
  /** The least tag of the Groups that could be served; it never falls. */
  private commonTag = 0;
  private lastWallMs = Number.NEGATIVE_INFINITY;

  /** Throws a RangeError for a policy with a fault: it comes from a file that was checked before. */
  constructor(policy: SchedulerPolicy) {
    const fault = findPolicyFault(policy);
    if (fault !== undefined) throw new RangeError(fault);
    this.policy = policy;
    this.book = new EntryBook(policy);
  }

  get size(): number {
    return this.book.size;
  }

  get freeSlots(): number {
    return Math.max(0, this.policy.slots - this.book.runningSlots);
  }

  stateOf(workId: string): LocalState | undefined {
    return this.book.get(workId)?.state;
  }

  /** The term under which an item is in the queue; undefined when it is not. */
  termOf(workId: string): number | undefined {
    return this.book.get(workId)?.item.term;
  }

  countIn(groupId: string): number {
    return this.book.countIn(groupId);
  }

  /** How many items are in some state, over all Groups. */
  countReady(): number {
    let count = 0;
    for (const share of this.book.shares()) count += share.ready.size;
    return count;
  }

  /** Whether an item could be taken on now. Changes nothing: an offer is looked at before it is accepted (WORK-031). */
  examine(item: ScheduledItem, now: Moment): AdmissionAnswer {
    const known = this.book.get(item.workId);
    if (known !== undefined) return isSameItem(known.item, item) ? 'duplicate' : 'identifier_collision';
    if (item.term <= this.book.endedTermOf(item.workId)) return 'already_terminal';
    const group = this.book.groupPolicyOf(item.groupId);
    if (group === undefined) return 'group_not_allowed';
    if (group.slotQuota === 0) return 'group_quota_disabled';
    const { capabilities, slots, maxItems, maxItemsPerGroup } = this.policy;
    if (capabilities !== undefined && item.capabilityIds.some((id) => !capabilities.has(id))) {
      return 'unsupported_capability';
    }
    if (item.slots > Math.min(slots, group.slotQuota ?? slots)) return 'exceeds_capacity';
    if (item.deadlineMs !== undefined && item.deadlineMs <= now.wallMs) return 'deadline_expired';
    if (this.book.size >= maxItems) return 'worker_full';
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
    const entry = this.book.add(item, known, now);
    const { state = 'ready', retryAfterMs, hasSafeCheckpoint = false } = known;
    // What ran when the notes were made runs no longer: it may go on from a checkpoint, or has to be looked at first.
    const isReady = state === 'ready' || (state !== 'blocked' && hasSafeCheckpoint);
    if (isReady) this.book.makeReady(entry, now);
    else if (retryAfterMs !== undefined) this.book.retryAfter(entry, retryAfterMs, now);
  }

  /** Lets go of an item that the log has taken from us, whatever its state. */
  remove(workId: string, now: Moment): void {
    const entry = this.book.get(workId);
    if (entry !== undefined) this.book.drop(entry, now);
  }

  /** New scheduling metadata of an item that waits or runs; a queued one moves at once (SCH-007). */
  revise(item: ScheduledItem, now: Moment): void {
    const entry = this.book.get(item.workId);
    if (entry === undefined || entry.item.groupId !== item.groupId) return;
    if (entry.state === 'ready') {
      const { ready } = this.book.shareOf(item.groupId);
      ready.remove(entry);
      entry.item = item;
      ready.add(entry, now.wallMs);
    } else {
      // A run keeps the slots that it has taken.
      entry.item = this.book.isRunning(entry) ? { ...item, slots: entry.item.slots } : item;
    }
  }

  /** Another policy for a Group. Items that wait are ordered by it from the next decision on (SCH-007). */
  setGroupPolicy(groupId: string, policy: GroupPolicy, now: Moment): void {
    this.book.shareOf(groupId).adopt(policy, now);
  }

  /** Takes a waiting item out of the order until something outside has happened, or puts it back. */
  setEligible(workId: string, isEligible: boolean, now: Moment): void {
    const entry = this.book.get(workId);
    if (entry === undefined || this.book.isRunning(entry)) return;
    if (isEligible && entry.state === 'blocked' && entry.retryAtMs === undefined)
      this.book.makeReady(entry, now);
    if (!isEligible && entry.state === 'ready') this.book.leaveReady(entry, 'blocked', now);
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
    this.book.stopRun(entry.value, now);
    this.book.become(entry.value, 'blocked', now);
    if (retryAfterMs !== undefined) this.book.retryAfter(entry.value, retryAfterMs, now);
    return accept(undefined);
  }

  /** The run has given its slot back and can go on whenever it is its turn again. */
  released(runId: string, now: Moment): Result<undefined, RunFault> {
    const entry = this.requireRun(runId);
    if (!entry.ok) return entry;
    this.book.stopRun(entry.value, now);
    this.book.makeReady(entry.value, now);
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
    this.book.endWork(entry.value, now);
    return accept(undefined);
  }

  /** The work is over, wherever it stood. */
  cancelled(workId: string, now: Moment): Result<undefined, RunFault> {
    const entry = this.book.get(workId);
    if (entry === undefined) return refuse(unknownWork(workId));
    this.book.endWork(entry, now);
    return accept(undefined);
  }

  /** Puts a blocked item back into the order. */
  unblock(workId: string, now: Moment): Result<undefined, RunFault> {
    const entry = this.book.get(workId);
    if (entry === undefined) return refuse(unknownWork(workId));
    if (entry.state !== 'blocked') return refuse(wrongState(entry, 'blocked'));
    this.book.makeReady(entry, now);
    return accept(undefined);
  }

  /**
   * When `dispatch` has to be asked again although nothing happens until then: a blocked item becomes ready by itself, or
   * a run has had its slot for so long that an item which waits may ask for it. Undefined when neither will be.
   */
  nextDispatchInMs(now: Moment): number | undefined {
    const retryAtMs = this.book.nextRetry()?.retryAtMs;
    const askableAtMs =
      this.countReady() === 0
        ? undefined
        : nextAskableAtMs({ policy: this.policy, running: this.book.running() }, now);
    const atMs = Math.min(retryAtMs ?? Number.POSITIVE_INFINITY, askableAtMs ?? Number.POSITIVE_INFINITY);
    return Number.isFinite(atMs) ? Math.max(0, atMs - now.monotonicMs) : undefined;
  }

  /** Notes of one Group for a restart: its items in the order of admission. */
  toNotes(groupId: string, now: Moment): SchedulerNotes {
    const share = this.book.findShare(groupId);
    const items = [...this.book.entries()]
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
    const share = this.book.shareOf(groupId);
    share.liftTo(this.commonTag + aheadMs, now);
    share.startsSinceOldest = startsSinceOldest;
  }

  /** Deadlines that came nearer, waits that are over, and a wall clock that went back. */
  private settleTime(now: Moment): void {
    const wentBack = now.wallMs < this.lastWallMs;
    this.lastWallMs = now.wallMs;
    for (const { ready } of this.book.shares()) {
      if (wentBack) ready.rebuild(now.wallMs);
      else ready.advance(now.wallMs);
    }
    for (let next = this.book.nextRetry(); next !== undefined; next = this.book.nextRetry()) {
      if ((next.retryAtMs ?? 0) > now.monotonicMs) break;
      this.book.makeReady(next, now);
    }
  }

  /** The most urgent (or the oldest) item of the Group that is furthest behind its share. */
  private chooseNext(now: Moment): Entry | undefined {
    let least: number | undefined;
    let best: { readonly entry: Entry; readonly rank: number } | undefined;
    for (const share of this.book.shares()) {
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
    const share = this.book.shareOf(entry.item.groupId);
    entry.isOldestsTurn = share.isOldestsTurn;
    // The oldest item may also be the most urgent one; either way its turn has been had.
    share.startsSinceOldest = share.ready.oldest() === entry ? 0 : share.startsSinceOldest + 1;
    this.book.leaveReady(entry, 'running', now);
    entry.generation += 1;
    entry.hasSafeCheckpoint = false;
    this.book.startRun(entry, now);
    return startOf(entry);
  }

  private choosePreemption(now: Moment): RunStart | undefined {
    const victim = chooseVictim(
      {
        policy: this.policy,
        running: this.book.running(),
        shares: [...this.book.shares()],
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
    const entry = this.book.get(workId);
    if (entry === undefined) return refuse(unknownWork(workId));
    if (!this.book.isRunning(entry) || runIdOf(entry) !== runId) {
      return refuse({ reason: 'stale_run', message: `${runId} is not the current run` });
    }
    return state === undefined || entry.state === state ? accept(entry) : refuse(wrongState(entry, state));
  }
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
