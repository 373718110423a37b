// An Agent's way to an Authority, as the desk sees it: the client side of its Session.
import type { CommandDraft } from '../coordinator/command-draft.ts';
import type {
  DeskLink,
  FetchedContent,
  LinkGroup,
  LinkListener,
  LinkOutcome,
  LinkStatus,
} from '../coordinator/desk-runtime/ports.ts';
import type { World } from '../domain/world.ts';
import { SINGLE } from '../domain/world.ts';
import type { Actor, AttentionFilter } from '../protocol/generated/documents.ts';
import type { LinkTrouble } from '../protocol/link-trouble.ts';
import type { KeyEvidence } from '../protocol/registry.ts';
import type { Note, OutboxEntry, ReplicaEvent, ReplicaGroup, ReplicaStore } from '../store/replica-store.ts';
import type { ControlPlaneClient } from '../sync/control-plane-client.ts';
import type { SyncClient } from '../sync/sync-client.ts';
import { millisecondsOf } from '../sync/sync-ports.ts';
import { fetchThrough } from './desk-content.ts';

export interface AgentDeskLinkOptions {
  readonly name: string;
  readonly keyId: string;
  /** Opens the client side on what is kept. Again after a time offline: a client that was stopped is over. */
  readonly openClient: () => Promise<SyncClient>;
  readonly store: ReplicaStore;
  /** The file of the store, where it is one. */
  readonly logPath?: string;
  /** Milliseconds since 1970, by this computer. */
  readonly wallMs: () => number;
  readonly onFault: (error: unknown) => void;
}

const HEALTHY = { gap: undefined, isCursorTooOld: false, isVerificationFailed: false };

export class AgentDeskLink implements DeskLink {
  readonly actor: Actor;
  readonly name: string;
  readonly keyId: string;
  readonly logPath: string | undefined;
  private readonly options: AgentDeskLinkOptions;
  private readonly listeners = new Set<LinkListener>();
  private stops: (() => void)[] = [];
  private client: SyncClient;
  /** Going offline and coming back take turns. */
  private turn: Promise<void> = Promise.resolve();
  private known: readonly ReplicaGroup[] = [];
  private isOfflineByChoice = false;
  private isReplaced = false;
  private lostAtMs: number | undefined;

  private constructor(options: AgentDeskLinkOptions, client: SyncClient) {
    this.options = options;
    this.client = client;
    this.actor = { type: 'agent', id: client.agentId };
    this.name = options.name;
    this.keyId = options.keyId;
    this.logPath = options.logPath;
    this.lostAtMs = options.wallMs();
    this.listenTo(client);
  }

  static async open(options: AgentDeskLinkOptions): Promise<AgentDeskLink> {
    const link = new AgentDeskLink(options, await options.openClient());
    await link.readGroups();
    return link;
  }

  start(): void {
    if (!this.isOfflineByChoice) this.client.start();
  }

  async stop(): Promise<void> {
    await this.turn;
    this.stopListening();
    await this.client.stop();
  }

  get world(): World {
    return this.client.world;
  }

  get status(): LinkStatus {
    const { state } = this.client;
    if (this.isOfflineByChoice) return 'working-offline';
    // A Session at somebody else's Authority is none of ours.
    if (state === 'open') return this.lastFault?.reason === 'other-organization' ? 'offline' : 'online';
    if (this.isReplaced) return 'replaced';
    // Whoever waits for the next try has a reason to; the first one has none yet.
    return this.lastFault === undefined && state !== 'stopped' && state !== 'halted'
      ? 'connecting'
      : 'offline';
  }

  get offlineSinceMs(): number | undefined {
    return this.status === 'online' ? undefined : this.lostAtMs;
  }

  get sessionEpoch(): number | undefined {
    return this.client.session?.sessionEpoch;
  }

  get sessionOpenedAtMs(): number | undefined {
    const openedAt = this.client.session?.openedAt;
    return openedAt === undefined ? undefined : millisecondsOf(openedAt);
  }

  get path(): 'open' | 'closed' {
    return this.status === 'online' ? 'open' : 'closed';
  }

  get lastFault(): LinkTrouble | undefined {
    return this.client.trouble;
  }

  get controlPlane(): ControlPlaneClient {
    return this.client.controlPlane;
  }

  /** What signatures are verified with. */
  get evidence(): KeyEvidence {
    return this.client.evidence;
  }

  refreshKeys(): Promise<unknown> {
    return this.client.refreshKeys();
  }

  now(): number {
    return this.client.now();
  }

  groups(): readonly LinkGroup[] {
    const { client } = this;
    const followed = new Set(client.groupIds());
    return this.known.map(({ groupId, startsAfter }) => {
      const cursor = this.world.get('head', groupId, SINGLE)?.sequence ?? startsAfter;
      const isCaughtUp = client.isCaughtUp(groupId);
      return {
        groupId,
        startsAfter,
        cursor,
        head: isCaughtUp ? cursor : undefined,
        isCaughtUp,
        isFollowed: followed.has(groupId),
        health: HEALTHY,
      };
    });
  }

  listen(listener: LinkListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  submit(draft: CommandDraft & { readonly actionId: string }, afterSequence?: number): Promise<LinkOutcome> {
    return afterSequence === undefined
      ? this.client.submit(draft)
      : this.client.submitAfter(afterSequence, draft);
  }

  readKept(actionId: string): Promise<OutboxEntry | undefined> {
    return this.options.store.readOutboxEntry(actionId);
  }

  async readToHead(groupId: string): Promise<number | undefined> {
    const { client } = this;
    if (client.session === undefined) return undefined;
    // The socket brings everything in order: what is caught up has been read to the head.
    await client.caughtUp(groupId);
    return client.now();
  }

  readEvents(groupId: string, afterSequence: number, limit: number): Promise<readonly ReplicaEvent[]> {
    return this.options.store.readEvents(groupId, afterSequence, limit);
  }

  fetchContent(groupId: string, contentHash: string): Promise<FetchedContent> {
    return fetchThrough(this.client.controlPlane, groupId, contentHash);
  }

  readNotes(): Promise<ReadonlyMap<string, unknown>> {
    return this.client.readNotes('');
  }

  writeNotes(notes: readonly Note[]): Promise<void> {
    return this.client.writeNotes(notes);
  }

  setAttention(groupId: string, filter: AttentionFilter | undefined): void {
    this.client.setAttention(groupId, filter);
  }

  fill(groupId: string): void {
    this.client.fill(groupId);
  }

  setOffline(isOffline: boolean): void {
    if (isOffline === this.isOfflineByChoice) return;
    this.isOfflineByChoice = isOffline;
    this.turn = this.turn
      .then(() => (isOffline ? this.leave() : this.comeBack()))
      .catch(this.options.onFault);
    this.changed();
  }

  retry(): void {
    this.client.retry();
  }

  reclaim(): void {
    this.isReplaced = false;
    this.client.reclaim();
    this.changed();
  }

  /** What is kept stays readable through the client that was stopped. */
  private async leave(): Promise<void> {
    await this.client.stop();
    this.changed();
  }

  private async comeBack(): Promise<void> {
    const client = await this.options.openClient();
    this.stopListening();
    this.client = client;
    this.listenTo(client);
    await this.readGroups();
    client.start();
    this.changed();
  }

  private listenTo(client: SyncClient): void {
    this.stops = [
      client.onApplied((groupId, events) => {
        this.noteCursor(groupId);
        this.tell((listener) => listener.applied(groupId, events));
      }),
      client.onTrouble(() => this.changed()),
      client.onSent(() => this.changed()),
      client.onSession((change) => {
        // Nobody has taken it over when it is the versions that do not fit.
        this.isReplaced = change.kind === 'replaced' && client.trouble?.reason !== 'other-version';
        this.changed();
        this.lookAgain();
      }),
      client.onOutcome((actionId, outcome) => this.tell((listener) => listener.settled(actionId, outcome))),
    ];
  }

  private stopListening(): void {
    for (const stop of this.stops.splice(0)) stop();
  }

  private noteCursor(groupId: string): void {
    if (this.known.some((group) => group.groupId === groupId)) return;
    this.lookAgain();
  }

  private lookAgain(): void {
    this.readGroups()
      .then(() => this.changed())
      .catch(this.options.onFault);
  }

  private async readGroups(): Promise<void> {
    this.known = await this.options.store.readGroups();
  }

  private changed(): void {
    if (this.status === 'online') this.lostAtMs = undefined;
    else this.lostAtMs ??= this.options.wallMs();
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
