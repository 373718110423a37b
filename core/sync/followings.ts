// Which Groups are subscribed in the open Session, and how far their replay has come (WS-030…WS-035). A Group is
// followed for as long as this Principal is its member: found by asking for them at every connect, and by Membership
// Events in between. A SUBSCRIBE always begins at the Cursor, so what was sent before and lost comes again (DEL-005).
import { PROTOCOL_VERSION } from '../protocol/frame.ts';
import type {
  Actor,
  AttentionFilter,
  Event,
  ProtocolError,
  SubscribeFrame,
} from '../protocol/generated/documents.ts';
import type { ListedGroup } from './group-list.ts';
import { membershipNewsIn } from './memberships.ts';
import type { Replica } from './replica.ts';
import type { SyncSettings } from './settings.ts';
import type { FaultHook, SyncClock } from './sync-ports.ts';

export interface FollowingsOptions {
  readonly replica: Replica;
  readonly principal: Actor;
  readonly clock: Pick<SyncClock, 'monotonicMs'>;
  readonly settings: SyncSettings;
  readonly newId: (kind: string) => string;
  readonly send: (frame: SubscribeFrame) => boolean;
  /** Asks the Authority for this Principal's Groups; rejects when it cannot be asked. */
  readonly listGroups: () => Promise<readonly ListedGroup[]>;
  /** Restores the state of a Group from a snapshot, by its hash; rejects when that cannot be. */
  readonly restore: (groupId: string, snapshotHash: string) => Promise<void>;
  /** Whatever waits of a Group is going to be sent again. */
  readonly forgetGap: (groupId: string) => void;
  /** A Group has come as far as the Authority's log reached at the connect, or at its first Event. */
  readonly onCaughtUp: (groupId: string) => void;
  readonly onFault: FaultHook;
  /** What of a Group's live Events is wanted from the start; everything where there is none. */
  readonly attentionOf?: ((groupId: string) => AttentionFilter | undefined) | undefined;
}

/** One Group in the open Session. */
interface Following {
  /** The sequence at which it counts as caught up; undefined until the Authority has told its heads. */
  target: number | undefined;
  isCaughtUp: boolean;
  lastEventAtMs: number;
  /** When to subscribe again, while it is not subscribed. */
  retryAtMs: number | undefined;
  /** When what a filter has left out is fetched; undefined where nothing is filtered. */
  fillAtMs: number | undefined;
}

/** Before the Authority is asked for the Groups again, when that did not work. */
const LIST_RETRY_MS = 5_000;

export class Followings {
  private readonly options: FollowingsOptions;
  private following = new Map<string, Following>();
  private isOpen = false;
  /** Raised with every Session: answers to an earlier one count no more. */
  private era = 0;
  private listAtMs: number | undefined;
  /** Ids of the SUBSCRIBE frames of this Session. */
  private readonly subscribeFrames = new Set<string>();
  private readonly working = new Set<Promise<void>>();
  /** What was set since the start, also to nothing. */
  private readonly filters = new Map<string, AttentionFilter | undefined>();

  constructor(options: FollowingsOptions) {
    this.options = options;
  }

  groupIds(): readonly string[] {
    return this.options.replica.followedGroups().map(({ groupId }) => groupId);
  }

  isCaughtUp(groupId: string): boolean {
    return this.following.get(groupId)?.isCaughtUp === true;
  }

  /** Whether all that is followed has caught up, and the Authority has said what there is to follow. */
  get isAllCaughtUp(): boolean {
    return (
      this.isOpen &&
      this.listAtMs === undefined &&
      [...this.following.values()].every(({ isCaughtUp }) => isCaughtUp)
    );
  }

  /** The filter of a Group's live Events; undefined where everything comes (WS-041). */
  attentionOf(groupId: string): AttentionFilter | undefined {
    return this.filters.has(groupId) ? this.filters.get(groupId) : this.options.attentionOf?.(groupId);
  }

  /** Changes live delivery alone: what was left out until now comes at once, as replay, which nobody filters. */
  setAttention(groupId: string, filter: AttentionFilter | undefined): void {
    this.filters.set(groupId, filter);
    this.fill(groupId);
  }

  /** Fetches what the filter of a Group has left out. */
  fill(groupId: string): void {
    if (this.isOpen && this.following.has(groupId)) this.subscribe([groupId]);
  }

  sessionOpened(): void {
    this.era += 1;
    this.isOpen = true;
    this.following = new Map();
    this.subscribeFrames.clear();
    this.subscribe(this.groupIds());
    this.askForGroups();
  }

  sessionLost(): void {
    this.era += 1;
    this.isOpen = false;
    this.following = new Map();
  }

  /** Follows from the Cursors again, whatever was subscribed: what was received meanwhile is gone. */
  resubscribeAll(): void {
    if (this.isOpen) this.subscribe(this.groupIds());
  }

  /** Subscribes a Group again: at once for a gap, later for what could not be believed. */
  stuck(groupId: string, reason: 'gap' | 'distrust'): void {
    this.retryLater(groupId, reason === 'gap' ? 0 : this.options.settings.distrustMs);
  }

  /** An Event was not believed, and nobody can say of which Group it is: each may lack one now. */
  doubt(): void {
    const { settings } = this.options;
    for (const [groupId, { retryAtMs }] of this.following) {
      if (retryAtMs === undefined) this.retryLater(groupId, settings.distrustMs);
    }
  }

  /** Events are durable. */
  applied(groupId: string, events: readonly Event[]): void {
    const { clock, replica } = this.options;
    const following = this.following.get(groupId);
    if (following !== undefined) {
      following.lastEventAtMs = clock.monotonicMs();
      const cursor = replica.groupOf(groupId)?.cursor ?? 0;
      if (following.target !== undefined && cursor >= following.target) this.catchUp(groupId, following);
    }
    for (const event of events) {
      const news = membershipNewsIn(event, this.options.principal);
      if (news === undefined) continue;
      // Only the last word counts; a Membership that ended is told while Events of after it may still come.
      if (!news.isMember) this.spawn(() => this.leave(groupId));
      else if (!this.following.has(groupId)) this.spawn(() => this.join(groupId, news, event.sequence));
    }
  }

  /** An Event of a Group that is not followed: the way to learn of a new one. */
  async heardAside(event: Event): Promise<void> {
    const { groupId, sequence } = event;
    const news = membershipNewsIn(event, this.options.principal);
    if (groupId === undefined || news?.isMember !== true) return;
    if (this.options.replica.groupOf(groupId)?.isFollowed !== true) await this.join(groupId, news, sequence);
  }

  /** An ERROR about a Group that answers no Command. */
  refused(error: ProtocolError): void {
    const { groupId, code } = error;
    const { onFault, restore, settings } = this.options;
    if (groupId === undefined) return;
    switch (code) {
      case 'GROUP_NOT_FOUND':
        // Not a member any more, or not yet again.
        this.spawn(() => this.leave(groupId));
        break;
      case 'CURSOR_TOO_OLD': {
        const { snapshotArtifactHash } = error;
        this.spawn(async () => {
          if (snapshotArtifactHash === undefined) throw new Error(`${groupId} has no snapshot to go on from`);
          await restore(groupId, snapshotArtifactHash);
          this.retryLater(groupId, 0);
        }, groupId);
        break;
      }
      case 'PROTOCOL_VIOLATION':
        // An ACK that was on its way when the Session changed is refused like this too, and changes nothing.
        if (!this.subscribeFrames.has(error.relatedFrameId ?? '')) break;
        // Our position lies beyond the end of its log: it has lost what it once signed.
        onFault(new Error(`the Authority refuses the position in ${groupId}: ${error.message}`));
        this.retryLater(groupId, settings.distrustMs);
        break;
      default:
        if (code !== 'BACKPRESSURE') onFault(new Error(`${groupId}: ${code} ${error.message}`));
        this.retryLater(groupId, error.retryAfterMs ?? settings.resubscribeMs);
    }
  }

  tick(): void {
    if (!this.isOpen) return;
    const nowMs = this.options.clock.monotonicMs();
    const due: string[] = [];
    for (const [groupId, following] of this.following) {
      const { retryAtMs, fillAtMs } = following;
      if (nowMs >= Math.min(retryAtMs ?? Infinity, fillAtMs ?? Infinity)) due.push(groupId);
      else if (
        following.target === undefined &&
        !following.isCaughtUp &&
        nowMs - following.lastEventAtMs >= this.options.settings.quietMs
      ) {
        this.catchUp(groupId, following);
      }
    }
    if (due.length > 0) this.subscribe(due);
    if (this.listAtMs !== undefined && nowMs >= this.listAtMs) this.askForGroups();
  }

  /** Resolves when what has been begun is done. */
  async settled(): Promise<void> {
    while (this.working.size > 0) await Promise.all(this.working);
  }

  private catchUp(groupId: string, following: Following): void {
    if (following.isCaughtUp) return;
    following.isCaughtUp = true;
    this.options.onCaughtUp(groupId);
  }

  private retryLater(groupId: string, delayMs: number): void {
    const following = this.following.get(groupId);
    if (following === undefined) return;
    following.retryAtMs = this.options.clock.monotonicMs() + delayMs;
    if (delayMs === 0) this.subscribe([groupId]);
  }

  private subscribe(groupIds: readonly string[]): void {
    const { replica, clock, newId, send, settings, forgetGap } = this.options;
    for (let at = 0; at < groupIds.length; at += settings.groupsPerFrame) {
      const groups: SubscribeFrame['groups'] = [];
      for (const groupId of groupIds.slice(at, at + settings.groupsPerFrame)) {
        const group = replica.groupOf(groupId);
        if (group?.isFollowed !== true) continue;
        forgetGap(groupId);
        const attention = this.attentionOf(groupId);
        const place = { groupId, afterSequence: group.cursor };
        groups.push(attention === undefined ? place : { ...place, attention });
        const known = this.following.get(groupId);
        this.following.set(groupId, {
          target: known?.target,
          isCaughtUp: known?.isCaughtUp ?? false,
          lastEventAtMs: clock.monotonicMs(),
          retryAtMs: undefined,
          fillAtMs: attention === undefined ? undefined : clock.monotonicMs() + settings.fillMs,
        });
      }
      if (groups.length === 0) continue;
      const frameId = newId('frame');
      this.subscribeFrames.add(frameId);
      send({
        protocolVersion: PROTOCOL_VERSION,
        frameId,
        frameType: 'SUBSCRIBE',
        subscriptionId: newId('subscription'),
        groups,
      });
    }
  }

  private askForGroups(): void {
    const { era } = this;
    // Until the answer is there, and again if there is none.
    this.listAtMs = Number.POSITIVE_INFINITY;
    this.spawn(async () => {
      let listed: readonly ListedGroup[];
      try {
        listed = await this.options.listGroups();
      } catch (error) {
        if (era === this.era) this.listAtMs = this.options.clock.monotonicMs() + LIST_RETRY_MS;
        throw error;
      }
      if (era !== this.era) return;
      for (const group of listed) {
        if (era !== this.era) return;
        await this.take(group);
      }
      if (era === this.era) this.listAtMs = undefined;
    });
  }

  private async take({ groupId, visibilityStartSequence, headSequence }: ListedGroup): Promise<void> {
    await this.join(groupId, { isMember: true, visibilityStartSequence }, headSequence);
  }

  /** Follows a Group from where it is known, or from where it may be known. */
  private async join(
    groupId: string,
    { visibilityStartSequence }: { readonly isMember: boolean; readonly visibilityStartSequence: number },
    target: number | undefined,
  ): Promise<void> {
    const { replica } = this.options;
    const startsAfter = visibilityStartSequence - 1;
    const group = replica.groupOf(groupId);
    const wasSubscribed = this.following.has(groupId);
    const hasHole = group === undefined || group.cursor < startsAfter;
    if (hasHole) await replica.start(groupId, startsAfter);
    else if (!group.isFollowed) await replica.markFollowed(groupId, true);
    if (!this.isOpen) return;
    if (!wasSubscribed || hasHole) this.subscribe([groupId]);
    const following = this.following.get(groupId);
    if (following === undefined || target === undefined) return;
    following.target = Math.max(target, following.target ?? 0);
    if ((replica.groupOf(groupId)?.cursor ?? 0) >= following.target) this.catchUp(groupId, following);
  }

  private async leave(groupId: string): Promise<void> {
    this.following.delete(groupId);
    this.options.forgetGap(groupId);
    await this.options.replica.markFollowed(groupId, false);
  }

  /** Work that nobody waits for. When it fails for one Group, that Group is tried again later. */
  private spawn(work: () => Promise<void>, groupId?: string): void {
    const { era } = this;
    const task = work()
      .catch((error: unknown) => {
        this.options.onFault(error);
        if (groupId !== undefined && era === this.era) {
          this.retryLater(groupId, this.options.settings.distrustMs);
        }
      })
      .finally(() => this.working.delete(task));
    this.working.add(task);
  }
}
