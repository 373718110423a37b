// Delivery of Events to one connection: replay, live and answers (WS-030…WS-042, WS-063).
//
// There is no queue of Events. Each Group has a position, and the log is the queue: a commit only says "there is more",
// and the next Events after the position are read, from the tail in memory or from the store. So replay and live are one
// thing: nothing between them can be lost or sent twice (WS-032), because a position moves by one Event at a time; a
// commit that happens while a page is being read marks the Group again and another page is read. A slow reader costs no
// memory beyond what its socket holds, however many Events it misses.
//
// Groups take turns of a few Events each, so that none starves the others. While more than the high-water mark is
// buffered, nothing is sent to the peer but answers. A Group whose live Events have been piling up meanwhile is paused
// and its subscriber told so once (WS-063); it comes back by a new SUBSCRIBE. Replay just waits.
//
// Membership is read after the Events and directly before they are sent, with nothing awaited in between (WS-034). Events
// about the Agent's own Memberships reach it also where it follows nothing, see `membership-notices.ts`.
import { SINGLE } from '../../domain/world.ts';
import type { ErrorCode } from '../../protocol/error-codes.ts';
import type { Actor, GroupSubscription } from '../../protocol/generated/documents.ts';
import type { StoredEvent } from '../../store/authority-store.ts';
import type { ErrorDetail } from './error-frames.ts';
import type { EventTail, LogEntry } from './event-tail.ts';
import type { GatewayEnvironment, Transport } from './gateway-ports.ts';
import { GroupFeed } from './group-feed.ts';
import { MembershipNotices } from './membership-notices.ts';

/** What delivery needs of its connection. */
export interface DeliveryPeer {
  readonly agentId: string;
  readonly transport: Pick<Transport, 'bufferedAmount'>;
  send(message: Uint8Array): void;
  /** Sends an ERROR that is not fatal. */
  report(code: ErrorCode, detail: ErrorDetail): void;
  /** Whether the session stands; ends the connection when it does not. */
  confirmNow(): boolean;
  /** The connection follows a Group, or does so no more. */
  follow(groupId: string): void;
  unfollow(groupId: string): void;
  /** There is nothing to send for now. */
  settled(): void;
}

export class Deliveries {
  private readonly environment: GatewayEnvironment;
  private readonly tail: EventTail;
  private readonly peer: DeliveryPeer;
  private readonly member: Actor;
  private readonly feeds = new Map<string, GroupFeed>();
  /** Groups that may have more to send, the one whose turn is next first. */
  private readonly due = new Set<GroupFeed>();
  private readonly deliveredThrough = new Map<string, number>();
  private readonly notices: MembershipNotices;
  private pumping: Promise<void> | undefined;
  private blockedSince: number | undefined;
  private isStopped = false;

  constructor(environment: GatewayEnvironment, tail: EventTail, peer: DeliveryPeer) {
    this.environment = environment;
    this.tail = tail;
    this.peer = peer;
    this.member = { type: 'agent', id: peer.agentId };
    this.notices = new MembershipNotices(environment.limits.notices);
  }

  /** Begins to follow a Group, or follows it anew from another position and with another filter (OPEN-022, OPEN-029). */
  async subscribe(entry: GroupSubscription, relatedFrameId: string): Promise<void> {
    const { authority, limits } = this.environment;
    const { groupId, afterSequence, attention } = entry;
    const isNew = !this.feeds.has(groupId);
    if (isNew && this.feeds.size >= limits.groups) {
      this.peer.report('RATE_LIMITED', {
        message: `one connection follows at most ${limits.groups} Groups`,
        retryable: false,
        relatedFrameId,
        groupId,
      });
      return;
    }
    const visibleFrom = await authority.visibleFrom(this.member, groupId);
    if (visibleFrom === undefined) {
      this.drop(groupId);
      this.peer.report('GROUP_NOT_FOUND', { message: 'no such Group', relatedFrameId, groupId });
      this.sendNotices();
      return;
    }
    const head = await this.readHead(groupId, afterSequence);
    if (afterSequence > head) {
      this.peer.report('PROTOCOL_VIOLATION', {
        message: 'the position lies beyond the end of the log',
        relatedFrameId,
        groupId,
      });
      return;
    }
    const after = Math.max(afterSequence, visibleFrom - 1);
    // A snapshot holds the whole state: who may not see all of it is replayed what it may see (MEM-005).
    if (visibleFrom <= 1 && (await this.isTooOld(groupId, after, relatedFrameId))) return;
    if (this.isStopped) return;
    const former = this.drop(groupId);
    const feed = new GroupFeed({ groupId, agentId: this.peer.agentId, after, head, attention });
    this.feeds.set(groupId, feed);
    // From here on no commit is missed: it marks the feed, and the first page is read after this.
    this.peer.follow(groupId);
    this.noteDelivered(groupId, afterSequence);
    for (const stored of former) this.answer(stored, false);
    this.due.add(feed);
    this.pump();
  }

  /** There is more in a Group. */
  wake(groupId: string, sequence: number): void {
    const feed = this.feeds.get(groupId);
    if (feed === undefined || feed.isPaused) return;
    feed.head = Math.max(feed.head, sequence);
    if (this.hasFallenBehind(feed)) this.pause(feed);
    else this.due.add(feed);
    this.pump();
  }

  /** An Event about a Membership of this Agent was committed, in whatever Group. */
  announce(stored: StoredEvent): void {
    if (this.isStopped) return;
    this.notices.put(stored);
    this.sendNotices();
  }

  /** There may be more in any Group. */
  recheck(): void {
    for (const feed of this.feeds.values()) if (!feed.isPaused) this.due.add(feed);
    this.pump();
  }

  /**
   * Sends the primary Event of the peer's own Command (OPEN-042): when its turn in the log comes, if this connection
   * follows the Group, and at once otherwise; with or without the filter, and not twice.
   */
  answer(primary: StoredEvent, isRepeat: boolean): void {
    const { groupId, sequence } = primary;
    if (groupId === undefined || sequence === undefined) {
      this.peer.send(this.tail.frameOf(primary));
      return;
    }
    const entry: LogEntry = { sequence, stored: primary, event: undefined };
    const feed = this.feeds.get(groupId);
    if (feed?.isAhead(entry) === true) {
      feed.owe(sequence, primary);
      this.due.add(feed);
      this.pump();
    } else if (this.notices.noteSent(primary) && !isRepeat) {
      // As news it has come before its turn; now it counts as delivered.
      this.noteDelivered(groupId, sequence);
    } else if (isRepeat || feed?.hasSent(entry) !== true) {
      this.sendEntry(entry);
    }
  }

  /** The highest sequence of a Group that the peer can have processed: sent here, or named by it as its position. */
  reachedIn(groupId: string): number {
    return this.deliveredThrough.get(groupId) ?? 0;
  }

  /** The peer has read what was buffered. */
  drained(): void {
    this.sendNotices();
    if (this.due.size > 0) this.pump();
  }

  /** Whether everything that was committed so far has been sent, but for Groups that are paused. */
  get isIdle(): boolean {
    return this.due.size === 0 && this.pumping === undefined;
  }

  stop(): void {
    this.isStopped = true;
    for (const groupId of this.feeds.keys()) this.peer.unfollow(groupId);
    this.feeds.clear();
    this.due.clear();
    this.notices.clear();
  }

  private pump(): void {
    this.pumping ??= this.run()
      .catch((error: unknown) => this.environment.onFault(error))
      .finally(() => {
        this.pumping = undefined;
        // What was marked after the last look and before this line.
        if (this.canSend()) this.pump();
        else if (this.isIdle) this.peer.settled();
      });
  }

  private canSend(): boolean {
    return !this.isStopped && this.due.size > 0 && this.hasRoom();
  }

  private async run(): Promise<void> {
    for (;;) {
      const [feed] = this.due;
      if (feed === undefined || !this.canSend()) return;
      this.due.delete(feed);
      try {
        if (await this.sendSome(feed)) this.due.add(feed);
      } catch (error) {
        // Trouble with one log; other Groups go on.
        this.environment.onFault(error);
        this.fail(feed);
      }
    }
  }

  /** One turn of one Group. Answers whether it has more to send now. */
  private async sendSome(feed: GroupFeed): Promise<boolean> {
    const { authority, limits } = this.environment;
    const { groupId } = feed;
    const entries = await this.readEntries(feed);
    const visibleFrom = await authority.visibleFrom(this.member, groupId);
    // Nothing is awaited from here on.
    if (this.isStopped || feed.isPaused || this.feeds.get(groupId) !== feed) return false;
    if (!this.peer.confirmNow()) return false;
    if (visibleFrom === undefined) {
      for (const stored of this.drop(groupId)) this.answer(stored, false);
      // That its Membership has ended is the last that it hears of the Group.
      this.sendNotices();
      return false;
    }
    feed.skipTo(visibleFrom - 1);
    for (const entry of entries) {
      if (entry.sequence <= feed.position) continue;
      if (!this.hasRoom()) return true;
      if (feed.advance(entry)) this.sendEntry(entry);
      if (this.isStopped) return false;
    }
    feed.head = Math.max(feed.head, feed.position);
    this.notices.pass(groupId, feed.position);
    return entries.length >= limits.eventsPerTurn;
  }

  private sendNotices(): void {
    while (!this.isStopped && this.hasRoom()) {
      const stored = this.notices.takeNext((groupId) => this.feeds.has(groupId));
      if (stored === undefined || !this.peer.confirmNow()) return;
      this.peer.send(this.tail.frameOf(stored));
    }
  }

  private async readEntries({ groupId, position }: GroupFeed): Promise<readonly LogEntry[]> {
    const limit = this.environment.limits.eventsPerTurn;
    const recent = this.tail.read(groupId, position, limit);
    if (recent !== undefined) return recent;
    const page = await this.environment.authority.store.readGroupEvents(groupId, position, limit);
    return page.map((stored) => {
      if (stored.sequence === undefined)
        throw new Error(`an Event of ${groupId} has no place: ${stored.eventId}`);
      return { sequence: stored.sequence, stored, event: undefined };
    });
  }

  private sendEntry({ stored, sequence }: LogEntry): void {
    if (stored.groupId !== undefined) this.noteDelivered(stored.groupId, sequence);
    this.peer.send(this.tail.frameOf(stored));
  }

  private noteDelivered(groupId: string, sequence: number): void {
    if (sequence > this.reachedIn(groupId)) this.deliveredThrough.set(groupId, sequence);
  }

  /** Also notes since when there has been no room: only lasting trouble pauses a Group. */
  private hasRoom(): boolean {
    const isBlocked = this.peer.transport.bufferedAmount() >= this.environment.limits.highWaterBytes;
    if (!isBlocked) this.blockedSince = undefined;
    else this.blockedSince ??= this.environment.clock.now();
    return !isBlocked;
  }

  private hasFallenBehind(feed: GroupFeed): boolean {
    const { limits, clock } = this.environment;
    return (
      feed.liveLag > limits.liveLagEvents &&
      !this.hasRoom() &&
      clock.now() - (this.blockedSince ?? clock.now()) >= limits.liveLagMs
    );
  }

  private pause(feed: GroupFeed): void {
    feed.isPaused = true;
    this.due.delete(feed);
    for (const stored of feed.releaseOwed()) this.answer(stored, false);
    this.peer.report('BACKPRESSURE', {
      message: 'Events of this Group come faster than they are read; subscribe again from the Cursor',
      groupId: feed.groupId,
      retryAfterMs: this.environment.limits.retryAfterMs,
    });
  }

  /** The store could not be read, or its log is broken. The peer comes back when it can. */
  private fail(feed: GroupFeed): void {
    if (this.isStopped || this.feeds.get(feed.groupId) !== feed) return;
    for (const stored of this.drop(feed.groupId)) this.answer(stored, false);
    this.peer.report('INTERNAL_ERROR', {
      message: 'the Events of this Group could not be read; subscribe again',
      groupId: feed.groupId,
      retryAfterMs: this.environment.limits.retryAfterMs,
    });
  }

  /** Follows a Group no more. Answers what was still owed from it. */
  private drop(groupId: string): readonly StoredEvent[] {
    const feed = this.feeds.get(groupId);
    if (feed === undefined) return [];
    this.feeds.delete(groupId);
    this.due.delete(feed);
    this.notices.pass(groupId, feed.position);
    this.peer.unfollow(groupId);
    return feed.releaseOwed();
  }

  /** The end of a Group's log. A process that lags behind another's commits asks the store before it refuses. */
  private async readHead(groupId: string, afterSequence: number): Promise<number> {
    const { authority } = this.environment;
    const head = await authority.look((world) => world.get('head', groupId, SINGLE)?.sequence ?? 0);
    if (afterSequence <= head) return head;
    const [last] = await authority.store.readGroupEvents(groupId, afterSequence - 1, 1);
    return last?.sequence ?? head;
  }

  private async isTooOld(groupId: string, after: number, relatedFrameId: string): Promise<boolean> {
    const snapshotArtifactHash = await this.environment.history.snapshotInsteadOf(groupId, after);
    if (snapshotArtifactHash === undefined) return false;
    this.peer.report('CURSOR_TOO_OLD', {
      message: 'the log is not replayed from this position; start from the snapshot',
      relatedFrameId,
      groupId,
      snapshotArtifactHash,
    });
    return true;
  }
}
