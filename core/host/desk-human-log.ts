// The log as a human sees it. A human has no socket, so its Groups are read from the control plane: whenever somebody says
// that there may be news (our own Agent's socket in the same Group, a Command that was just answered), and otherwise every few
// seconds. Events go the same way as those of a socket: verified, put in order, folded and kept in one transaction.
import { setTimeout as delay } from 'node:timers/promises';
import type { Actor, Event } from '../protocol/generated/documents.ts';
import type { LinkTrouble } from '../protocol/link-trouble.ts';
import type { KeyEvidence } from '../protocol/registry.ts';
import { verifyDocumentAsync } from '../protocol/verify.ts';
import type { OutboxChange, ReplicaGroup, ReplicaStore } from '../store/replica-store.ts';
import { AuthorityPin } from '../sync/authority-pin.ts';
import { Backoff } from '../sync/backoff.ts';
import type { ControlPlaneClient } from '../sync/control-plane-client.ts';
import { describeFault, troubleOfFault } from '../sync/control-plane-client.ts';
import { EventIntake } from '../sync/event-intake.ts';
import type { ListedGroup } from '../sync/group-list.ts';
import { KeyRing } from '../sync/key-ring.ts';
import { troubleOfError } from '../sync/link-trouble.ts';
import { Replica, runsOf, type VerifiedEvent } from '../sync/replica.ts';
import { DEFAULT_SETTINGS, type SyncSettings } from '../sync/settings.ts';
import type { SyncClock, SyncRandom } from '../sync/sync-ports.ts';

export interface HumanLogOptions {
  readonly actor: Actor;
  readonly organizationId: string;
  readonly store: ReplicaStore;
  readonly controlPlane: Pick<ControlPlaneClient, 'listGroups' | 'readGroupEvents' | 'readRegistry'>;
  readonly groupAuthorityId: string | undefined;
  readonly clock: SyncClock;
  readonly random: SyncRandom;
  /** How long the log is left alone when nobody says that there is news. */
  readonly pollMs: number;
  /** Whether a Group is read less often from the start, and otherwise when it is poked. */
  readonly isFiltered: (groupId: string) => boolean;
  readonly settings?: Partial<SyncSettings>;
  readonly settle: (event: Event) => OutboxChange | undefined;
  readonly onApplied: (groupId: string, events: readonly Event[]) => void;
  /** A batch is durable, or was given up. */
  readonly onBatch: (isWritten: boolean) => void;
  /** Reachable or not, Groups, heads. */
  readonly onChange: () => void;
  readonly onFault: (error: unknown) => void;
}

interface Health {
  isVerificationFailed: boolean;
  gap: { readonly fromSequence: number; readonly toSequence: number } | undefined;
}

const PAGE = 500;

/** Ends a round. */
class Trouble extends Error {
  override readonly name = 'Trouble';
  readonly trouble: LinkTrouble;

  constructor(trouble: LinkTrouble) {
    super(trouble.detail);
    this.trouble = trouble;
  }
}

export class HumanLog {
  private readonly options: HumanLogOptions;
  private readonly keys: KeyRing;
  private readonly pin: AuthorityPin;
  private readonly intake: EventIntake;
  private readonly backoff: Backoff;
  readonly replica: Replica;
  /** Ids of all Groups that are kept, also of those that were left. */
  private groupIds: readonly string[] = [];
  private readonly heads = new Map<string, number>();
  private readonly healths = new Map<string, Health>();
  private readonly controller = new AbortController();
  private running: Promise<void> | undefined;
  /** Counts rounds; who waits for one waits for the next that begins. */
  private roundsBegun = 0;
  private waiters: { readonly round: number; readonly resolve: (isOnline: boolean) => void }[] = [];
  private isPoked = true;
  /** Groups of which there may be news; a filter does not hold those up. */
  private readonly poked = new Set<string>();
  private readonly filtered = new Map<string, boolean>();
  /** Of Groups with a filter: when they were read last. */
  private readonly readAtMs = new Map<string, number>();
  private readonly fillMs: number;
  private wake: (() => void) | undefined;
  private isOfflineByChoice = false;
  isOnline = false;
  /** Why nothing can be read; undefined while all is well. */
  lastFault: LinkTrouble | undefined;

  private constructor(options: HumanLogOptions, replica: Replica, keys: KeyRing, pin: AuthorityPin) {
    this.options = options;
    this.replica = replica;
    this.keys = keys;
    this.pin = pin;
    const settings = { ...DEFAULT_SETTINGS, ...options.settings };
    this.backoff = new Backoff(settings, options.random);
    this.fillMs = settings.fillMs;
    this.intake = new EventIntake({
      replica,
      store: options.store,
      keys,
      clock: options.clock,
      settings,
      isAuthority: (acceptedBy) => pin.admits(acceptedBy),
      settle: options.settle,
      onApplied: (events) => this.applied(events),
      onAside: async () => {},
      onStuck: (groupId, reason) => this.stuck(groupId, reason),
      onMalformed: () => {},
      onDistrust: () => {},
      onLost: async (error) => {
        options.onFault(error);
        options.onBatch(false);
        await replica.reload();
      },
      // A page is asked for when the one before was dealt with.
      pauseReading: () => {},
      resumeReading: () => {},
      onFault: (error) => {
        this.lastFault = { reason: 'other', detail: error instanceof Error ? error.message : String(error) };
        options.onFault(error);
      },
    });
  }

  static async open(options: HumanLogOptions): Promise<HumanLog> {
    const { organizationId, store, controlPlane, clock, onFault, groupAuthorityId } = options;
    const settings = { ...DEFAULT_SETTINGS, ...options.settings };
    const fetchEvidence = async () => {
      const answer = await controlPlane.readRegistry();
      if (!answer.ok) throw new Error(`the Registry could not be read: ${describeFault(answer.fault)}`);
      return answer.value;
    };
    const keys = await KeyRing.open({ organizationId, store, fetchEvidence, clock, settings, onFault });
    const replica = await Replica.open(store);
    const pin = await AuthorityPin.open(store, groupAuthorityId);
    const log = new HumanLog(options, replica, keys, pin);
    await log.noteGroups();
    return log;
  }

  start(): void {
    this.running ??= this.follow().catch(this.options.onFault);
  }

  async stop(): Promise<void> {
    this.controller.abort();
    this.wakeUp();
    await this.running;
    await this.intake.settled();
    this.tellWaiters(false);
  }

  /** There may be news: of one Group, or of any. */
  poke(groupId?: string): void {
    for (const each of groupId === undefined ? this.groupIds : [groupId]) this.poked.add(each);
    this.isPoked = true;
    this.wakeUp();
  }

  /** A Group with a filter is read within a minute, and whenever somebody has heard of news there (WS-042). */
  setFiltered(groupId: string, isFiltered: boolean): void {
    this.filtered.set(groupId, isFiltered);
    this.poke(groupId);
  }

  setOffline(isOffline: boolean): void {
    this.isOfflineByChoice = isOffline;
    if (isOffline) this.setOnline(false);
    this.poke();
  }

  /** All Groups that are kept, also those that were left. */
  groups(): readonly ReplicaGroup[] {
    return this.groupIds.flatMap((groupId) => this.replica.groupOf(groupId) ?? []);
  }

  get evidence(): KeyEvidence {
    return this.keys.evidence;
  }

  refreshKeys(): Promise<unknown> {
    return this.keys.refresh();
  }

  headOf(groupId: string): number | undefined {
    return this.heads.get(groupId);
  }

  healthOf(groupId: string): Health {
    return this.healths.get(groupId) ?? { isVerificationFailed: false, gap: undefined };
  }

  /** Resolves when everything has been read to its head that was there at the call; false when the link was stopped. */
  caughtUp(): Promise<boolean> {
    if (this.controller.signal.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      this.waiters.push({ round: this.roundsBegun + 1, resolve });
      this.poke();
    });
  }

  /** The Event of a receipt, when the Authority has signed it. */
  async verifyReceipt(bytes: Uint8Array): Promise<Event | undefined> {
    const verified = await verifyDocumentAsync('event', bytes, this.keys.evidence);
    if (!verified.ok || !(await this.pin.admits(verified.value.document.acceptedBy))) return undefined;
    return verified.value.document;
  }

  private async follow(): Promise<void> {
    const { signal } = this.controller;
    while (!signal.aborted) {
      this.isPoked = false;
      const pauseMs = this.isOfflineByChoice ? undefined : await this.round();
      if (signal.aborted) return;
      if (!this.isPoked) await this.rest(pauseMs);
    }
  }

  /** Reads everything to its head. Answers how long to leave the log alone. */
  private async round(): Promise<number> {
    this.roundsBegun += 1;
    const round = this.roundsBegun;
    try {
      if (!this.keys.evidence.ok) await this.keys.refresh();
      if (this.keys.trouble?.reason === 'other-organization') throw new Trouble(this.keys.trouble);
      const listed = await this.listGroups();
      // Nothing can be believed before the keys are known, and nothing is to be called forged for that.
      if (!this.keys.evidence.ok)
        throw new Trouble({ reason: 'other', detail: this.keys.evidence.fault.message });
      await this.followListed(listed);
      for (const group of listed) if (this.isDue(group.groupId)) await this.readToHead(group);
      this.backoff.reset();
      this.lastFault = undefined;
      this.setOnline(true);
      this.options.onChange();
      this.tellWaiters(true, round);
      return this.options.pollMs;
    } catch (error) {
      const before = this.lastFault;
      this.lastFault = error instanceof Trouble ? error.trouble : troubleOfError(error);
      this.setOnline(false);
      if (before?.reason !== this.lastFault.reason) this.options.onChange();
      // News from elsewhere do not make an Authority answer that does not.
      this.isPoked = false;
      return this.backoff.nextDelayMs();
    }
  }

  /** Whoever waits for the head gets it, filter or not. */
  private isDue(groupId: string): boolean {
    const { clock, isFiltered } = this.options;
    const nowMs = clock.monotonicMs();
    const isLeftOut =
      (this.filtered.get(groupId) ?? isFiltered(groupId)) &&
      !this.poked.has(groupId) &&
      this.waiters.length === 0 &&
      nowMs - (this.readAtMs.get(groupId) ?? -Infinity) < this.fillMs;
    if (isLeftOut) return false;
    this.poked.delete(groupId);
    this.readAtMs.set(groupId, nowMs);
    return true;
  }

  private async listGroups(): Promise<readonly ListedGroup[]> {
    const answer = await this.options.controlPlane.listGroups();
    if (!answer.ok) throw new Trouble(troubleOfFault(answer.fault));
    return answer.value;
  }

  private async followListed(listed: readonly ListedGroup[]): Promise<void> {
    const { replica } = this;
    for (const { groupId, visibilityStartSequence, headSequence } of listed) {
      this.heads.set(groupId, headSequence);
      const known = replica.groupOf(groupId);
      if (known === undefined || known.cursor < visibilityStartSequence - 1) {
        await replica.start(groupId, visibilityStartSequence - 1);
      } else if (!known.isFollowed) await replica.markFollowed(groupId, true);
    }
    const current = new Set(listed.map(({ groupId }) => groupId));
    for (const { groupId } of replica.followedGroups()) {
      if (!current.has(groupId)) await replica.markFollowed(groupId, false);
    }
    await this.noteGroups();
  }

  private async noteGroups(): Promise<void> {
    this.groupIds = (await this.options.store.readGroups()).map(({ groupId }) => groupId);
  }

  private async readToHead({ groupId, headSequence }: ListedGroup): Promise<void> {
    const { controlPlane } = this.options;
    for (;;) {
      const before = this.replica.groupOf(groupId)?.cursor ?? 0;
      if (before >= headSequence || this.controller.signal.aborted) return;
      const page = await controlPlane.readGroupEvents(groupId, before, PAGE);
      if (!page.ok) throw new Trouble(troubleOfFault(page.fault));
      for (const bytes of page.value) this.intake.receive(bytes);
      await this.intake.settled();
      const after = this.replica.groupOf(groupId)?.cursor ?? 0;
      if (after > before) this.healths.delete(groupId);
      // What was answered does not continue what is here: nothing of it was believed.
      else {
        this.healths.set(groupId, {
          isVerificationFailed: page.value.length > 0,
          gap: page.value.length > 0 ? undefined : { fromSequence: before + 1, toSequence: headSequence },
        });
        this.intake.forgetGap(groupId);
        return;
      }
    }
  }

  private applied(events: readonly VerifiedEvent[]): void {
    this.options.onBatch(true);
    for (const { groupId, events: run } of runsOf(events)) this.options.onApplied(groupId, run);
  }

  private stuck(groupId: string, reason: 'gap' | 'distrust'): void {
    this.intake.forgetGap(groupId);
    if (reason === 'distrust') this.healths.set(groupId, { isVerificationFailed: true, gap: undefined });
  }

  private setOnline(isOnline: boolean): void {
    if (this.isOnline === isOnline) return;
    this.isOnline = isOnline;
    this.options.onChange();
  }

  private async rest(pauseMs: number | undefined): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.wake = resolve;
    });
    if (pauseMs === undefined) {
      await woken;
      return;
    }
    const controller = new AbortController();
    await Promise.race([woken, delay(pauseMs, undefined, { signal: controller.signal }).catch(() => {})]);
    controller.abort();
  }

  private wakeUp(): void {
    this.wake?.();
    this.wake = undefined;
  }

  private tellWaiters(isOnline: boolean, round = Infinity): void {
    const due = this.waiters.filter((waiter) => waiter.round <= round);
    this.waiters = this.waiters.filter((waiter) => waiter.round > round);
    for (const { resolve } of due) resolve(isOnline);
  }
}
