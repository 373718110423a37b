// The books of the Scheduler: which items there are, in which state, and what each Group runs and has waiting. It keeps
// every index in step; what happens next is decided in scheduler.ts.
import type { Moment } from '../clock.ts';
import { GroupShare } from './group-share.ts';
import { IndexedHeap } from './indexed-heap.ts';
import type { Entry, LocalState, ScheduledItem } from './ready-items.ts';
import type { ItemNote } from './scheduler-notes.ts';
import type { GroupPolicy, SchedulerPolicy } from './scheduler-policy.ts';

/** Ids of ended work that are remembered, to answer a late repetition. */
const REMEMBERED_ENDS = 10_000;
/** Work of a Group that is not allowed any more stays in the queue, and gets no slot. */
const SHUT_OUT: GroupPolicy = { weight: 1, slotQuota: 0, priorityBias: 0 };

export class EntryBook {
  runningSlots = 0;
  private readonly policy: SchedulerPolicy;
  private readonly byId = new Map<string, Entry>();
  private readonly sharesById = new Map<string, GroupShare>();
  private readonly itemCounts = new Map<string, number>();
  private readonly runs = new Set<Entry>();
  private readonly retries = new IndexedHeap<Entry>((a, b) => (a.retryAtMs ?? 0) < (b.retryAtMs ?? 0));
  /** Ended work by id, with the term that it ended in. */
  private readonly ended = new Map<string, number>();
  private lastAdmission = 0;

  constructor(policy: SchedulerPolicy) {
    this.policy = policy;
  }

  get size(): number {
    return this.byId.size;
  }

  get(workId: string): Entry | undefined {
    return this.byId.get(workId);
  }

  /** In the order of admission. */
  entries(): Iterable<Entry> {
    return this.byId.values();
  }

  shares(): Iterable<GroupShare> {
    return this.sharesById.values();
  }

  running(): readonly Entry[] {
    return [...this.runs];
  }

  isRunning(entry: Entry): boolean {
    return this.runs.has(entry);
  }

  countIn(groupId: string): number {
    return this.itemCounts.get(groupId) ?? 0;
  }

  /** The term in which work ended, or one before all others. */
  endedTermOf(workId: string): number {
    return this.ended.get(workId) ?? Number.NEGATIVE_INFINITY;
  }

  /** The blocked item that becomes ready by itself first. */
  nextRetry(): Entry | undefined {
    return this.retries.first();
  }

  groupPolicyOf(groupId: string): GroupPolicy | undefined {
    return this.sharesById.get(groupId)?.policy ?? this.policy.groups.get(groupId) ?? this.policy.otherGroups;
  }

  findShare(groupId: string): GroupShare | undefined {
    return this.sharesById.get(groupId);
  }

  shareOf(groupId: string): GroupShare {
    const known = this.sharesById.get(groupId);
    if (known !== undefined) return known;
    const share = new GroupShare(groupId, this.groupPolicyOf(groupId) ?? SHUT_OUT, this.policy);
    this.sharesById.set(groupId, share);
    return share;
  }

  /** Adds an item that is not there yet; it is blocked until somebody says otherwise. */
  add(item: ScheduledItem, known: Partial<Omit<ItemNote, 'item'>>, now: Moment): Entry {
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
    this.byId.set(item.workId, entry);
    this.itemCounts.set(item.groupId, this.countIn(item.groupId) + 1);
    return entry;
  }

  makeReady(entry: Entry, now: Moment): void {
    // Taken out before its time changes: the heap is ordered by it.
    this.retries.remove(entry);
    entry.retryAtMs = undefined;
    this.become(entry, 'ready', now);
    this.shareOf(entry.item.groupId).ready.add(entry, now.wallMs);
  }

  leaveReady(entry: Entry, state: LocalState, now: Moment): void {
    const share = this.shareOf(entry.item.groupId);
    share.ready.remove(entry);
    if (share.ready.size === 0) share.wasServable = false;
    entry.waitedMs = waitedAt(entry, now);
    this.become(entry, state, now);
  }

  become(entry: Entry, state: LocalState, now: Moment): void {
    entry.state = state;
    entry.sinceMs = now.monotonicMs;
  }

  retryAfter(entry: Entry, delayMs: number, now: Moment): void {
    entry.retryAtMs = now.monotonicMs + delayMs;
    this.retries.add(entry);
  }

  startRun(entry: Entry, now: Moment): void {
    this.shareOf(entry.item.groupId).begin(entry, now);
    this.runs.add(entry);
    this.runningSlots += entry.item.slots;
  }

  stopRun(entry: Entry, now: Moment): void {
    this.shareOf(entry.item.groupId).end(entry, now);
    this.runs.delete(entry);
    this.runningSlots -= entry.item.slots;
    entry.hasSafeCheckpoint = false;
  }

  endWork(entry: Entry, now: Moment): void {
    this.drop(entry, now);
    this.ended.delete(entry.item.workId);
    this.ended.set(entry.item.workId, entry.item.term);
    for (const workId of this.ended.keys()) {
      if (this.ended.size <= REMEMBERED_ENDS) break;
      this.ended.delete(workId);
    }
  }

  drop(entry: Entry, now: Moment): void {
    if (this.runs.has(entry)) this.stopRun(entry, now);
    if (entry.state === 'ready') this.leaveReady(entry, 'blocked', now);
    this.retries.remove(entry);
    this.byId.delete(entry.item.workId);
    this.itemCounts.set(entry.item.groupId, this.countIn(entry.item.groupId) - 1);
  }
}

/** All waiting so far, over all ready periods. */
export function waitedAt({ state, waitedMs, sinceMs }: Entry, now: Moment): number {
  return state === 'ready' ? waitedMs + now.monotonicMs - sinceMs : waitedMs;
}
