// A human's way to an Authority: the log by the control plane, Commands by its ingress.
import type {
  DeskLink,
  FetchedContent,
  LinkGroup,
  LinkListener,
  LinkOutcome,
  LinkStatus,
} from '../coordinator/desk-runtime/ports.ts';
import type { CommandDraft } from '../coordinator/command-draft.ts';
import type { CommandPath } from '../coordinator/desk/connection.ts';
import type { World } from '../domain/world.ts';
import type { Actor, AttentionFilter } from '../protocol/generated/documents.ts';
import type { LinkTrouble } from '../protocol/link-trouble.ts';
import type { KeyEvidence } from '../protocol/registry.ts';
import type { Note, OutboxEntry, ReplicaEvent, ReplicaStore } from '../store/replica-store.ts';
import type { ControlPlaneClient } from '../sync/control-plane-client.ts';
import type { KeySigner } from '../sync/key-signer.ts';
import { SYSTEM_CLOCK, SYSTEM_RANDOM } from '../sync/system-ports.ts';
import type { SyncClock, SyncRandom } from '../sync/sync-ports.ts';
import type { SyncSettings } from '../sync/settings.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { fetchThrough } from './desk-content.ts';
import { HumanLog } from './desk-human-log.ts';
import { HumanOutbox } from './desk-human-outbox.ts';

export interface HumanLinkOptions {
  readonly actor: Actor;
  readonly name: string;
  readonly signer: KeySigner;
  readonly organizationId: string;
  readonly store: ReplicaStore;
  /** The file of the store, where it is one. */
  readonly logPath?: string;
  readonly controlPlane: ControlPlaneClient;
  readonly groupAuthorityId?: string;
  readonly freshMs: number;
  /** Whether the Authority takes Commands of humans at all. */
  readonly hasIngress: boolean;
  /** Whether only some of a Group is wanted at once. */
  readonly isFiltered?: (groupId: string) => boolean;
  /** The Authority's time, when an Agent of the same connection knows it. */
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
  readonly pollMs?: number;
  readonly clock?: SyncClock;
  readonly random?: SyncRandom;
  readonly settings?: Partial<SyncSettings>;
}

const POLL_MS = 2_000;

export class HumanLink implements DeskLink {
  readonly actor: Actor;
  readonly name: string;
  readonly keyId: string;
  readonly logPath: string | undefined;
  readonly sessionEpoch = undefined;
  readonly sessionOpenedAtMs = undefined;
  private readonly options: HumanLinkOptions;
  private readonly clock: SyncClock;
  private readonly listeners = new Set<LinkListener>();
  private readonly controller = new AbortController();
  private readonly log: HumanLog;
  private readonly outbox: HumanOutbox;
  private isOfflineByChoice = false;
  private lostAtMs: number | undefined;

  private constructor(
    options: HumanLinkOptions,
    make: (link: HumanLink) => { readonly log: HumanLog; readonly outbox: HumanOutbox },
  ) {
    this.options = options;
    this.actor = options.actor;
    this.name = options.name;
    this.keyId = options.signer.keyId;
    this.logPath = options.logPath;
    this.clock = options.clock ?? SYSTEM_CLOCK;
    this.lostAtMs = this.clock.wallMs();
    const { log, outbox } = make(this);
    this.log = log;
    this.outbox = outbox;
  }

  /** Reads what is kept; it connects when `start` is called. */
  static async open(options: HumanLinkOptions): Promise<HumanLink> {
    const { actor, organizationId, store, controlPlane, groupAuthorityId, settings } = options;
    let link: HumanLink | undefined;
    const log = await HumanLog.open({
      actor,
      organizationId,
      store,
      controlPlane,
      groupAuthorityId,
      clock: options.clock ?? SYSTEM_CLOCK,
      random: options.random ?? SYSTEM_RANDOM,
      pollMs: options.pollMs ?? POLL_MS,
      isFiltered: (groupId) => options.isFiltered?.(groupId) === true,
      ...(settings === undefined ? {} : { settings }),
      settle: (event) => link?.outbox.settle(event),
      onApplied: (groupId, events) => link?.tell((listener) => listener.applied(groupId, events)),
      onBatch: (isWritten) => {
        if (isWritten) link?.outbox.applied();
        else link?.outbox.notApplied();
      },
      onChange: () => link?.changed(),
      onFault: options.onFault,
    });
    link = new HumanLink(options, (self) => ({ log, outbox: self.createOutbox(log) }));
    await link.outbox.load();
    return link;
  }

  start(): void {
    this.log.start();
  }

  /** Ends what is under way; what is kept is taken up by the next run. */
  async stop(): Promise<void> {
    this.controller.abort();
    this.outbox.stop();
    this.options.controlPlane.close();
    await this.log.stop();
  }

  /** There may be news in the log of a Group: somebody else has heard of some. */
  poke(groupId: string): void {
    this.log.poke(groupId);
  }

  setAttention(groupId: string, filter: AttentionFilter | undefined): void {
    this.log.setFiltered(groupId, filter !== undefined);
  }

  fill(groupId: string): void {
    this.log.poke(groupId);
  }

  get world(): World {
    return this.log.replica.world;
  }

  get status(): LinkStatus {
    if (this.isOfflineByChoice) return 'working-offline';
    if (this.log.isOnline) return 'online';
    return this.log.lastFault === undefined ? 'connecting' : 'offline';
  }

  get offlineSinceMs(): number | undefined {
    return this.status === 'online' ? undefined : this.lostAtMs;
  }

  get path(): CommandPath {
    if (!this.options.hasIngress) return 'none';
    return this.status === 'online' ? 'open' : 'closed';
  }

  get lastFault(): LinkTrouble | undefined {
    return this.log.lastFault;
  }

  get controlPlane(): ControlPlaneClient {
    return this.options.controlPlane;
  }

  /** What signatures are verified with. */
  get evidence(): KeyEvidence {
    return this.log.evidence;
  }

  refreshKeys(): Promise<unknown> {
    return this.log.refreshKeys();
  }

  now(): number {
    return this.options.now();
  }

  groups(): readonly LinkGroup[] {
    return this.log.groups().map(({ groupId, startsAfter, cursor, isFollowed }) => {
      const head = this.log.headOf(groupId);
      return {
        groupId,
        startsAfter,
        cursor,
        head,
        isFollowed,
        isCaughtUp: head !== undefined && cursor >= head,
        health: { ...this.log.healthOf(groupId), isCursorTooOld: false },
      };
    });
  }

  listen(listener: LinkListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  submit(draft: CommandDraft & { readonly actionId: string }, afterSequence?: number): Promise<LinkOutcome> {
    return this.outbox.submit(draft, afterSequence);
  }

  readKept(actionId: string): Promise<OutboxEntry | undefined> {
    return this.options.store.readOutboxEntry(actionId);
  }

  async readToHead(): Promise<number | undefined> {
    if (this.status !== 'online') return undefined;
    return (await this.log.caughtUp()) ? this.now() : undefined;
  }

  readEvents(groupId: string, afterSequence: number, limit: number): Promise<readonly ReplicaEvent[]> {
    return this.options.store.readEvents(groupId, afterSequence, limit);
  }

  fetchContent(groupId: string, contentHash: string): Promise<FetchedContent> {
    return fetchThrough(this.options.controlPlane, groupId, contentHash);
  }

  readNotes(): Promise<ReadonlyMap<string, unknown>> {
    return this.options.store.readNotes('');
  }

  writeNotes(notes: readonly Note[]): Promise<void> {
    return this.options.store.writeNotes(notes);
  }

  setOffline(isOffline: boolean): void {
    this.isOfflineByChoice = isOffline;
    this.log.setOffline(isOffline);
    this.changed();
  }

  retry(): void {
    this.log.poke();
  }

  /** A human's identity cannot be taken over: it has no Session. */
  reclaim(): void {
    this.log.poke();
  }

  private createOutbox(log: HumanLog): HumanOutbox {
    const { actor, signer, store, controlPlane, freshMs, onFault } = this.options;
    return new HumanOutbox({
      actor,
      signer,
      store,
      world: log.replica.world,
      controlPlane,
      now: () => this.now(),
      freshMs,
      pause: (delayMs) => delay(delayMs, undefined, { signal: this.controller.signal }).catch(() => {}),
      caughtUp: () => log.caughtUp(),
      verifyReceipt: (bytes) => log.verifyReceipt(bytes),
      onSettled: (actionId, outcome) => this.tell((listener) => listener.settled(actionId, outcome)),
      onChange: () => this.changed(),
      onFault,
    });
  }

  private changed(): void {
    if (this.status === 'online') this.lostAtMs = undefined;
    else this.lostAtMs ??= this.clock.wallMs();
    this.tell((listener) => listener.changed());
  }

  private tell(say: (listener: LinkListener) => void): void {
    for (const listener of this.listeners) {
      try {
        say(listener);
      } catch (error) {
        this.options.onFault(error);
      }
    }
  }
}
