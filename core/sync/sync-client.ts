// The client side of one Agent, put together: a connection that is kept up, Events that are verified and kept, Commands
// that are kept and sent. Worker, Coordinator and app see it as an `AgentLink`.
import type { World } from '../domain/world.ts';
import type {
  Actor,
  AttentionFilter,
  Event,
  PresenceRecord,
  ProtocolError,
} from '../protocol/generated/documents.ts';
import type { Frame } from '../protocol/frame.ts';
import type { LinkTrouble } from '../protocol/link-trouble.ts';
import type { KeyEvidence } from '../protocol/registry.ts';
import type { LocalSigner } from '../protocol/sign.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import type { Note, ReplicaStore } from '../store/replica-store.ts';
import { Acknowledger } from './acknowledger.ts';
import type {
  AgentLink,
  ArtifactTransfer,
  CommandDraft,
  CommandOutcome,
  OpenSession,
  PresenceInput,
  SessionChange,
} from './agent-link.ts';
import { createArtifactTransfer } from './artifact-transfer.ts';
import { AuthorityPin } from './authority-pin.ts';
import { AuthorityTime } from './authority-time.ts';
import { Backoff } from './backoff.ts';
import { Connection, type LiveSession } from './connection.ts';
import type { ConnectionState } from './connection-states.ts';
import { ControlPlaneClient, describeFault } from './control-plane-client.ts';
import { type Credentials, sessionCredentials } from './credentials.ts';
import { EventIntake } from './event-intake.ts';
import { Followings } from './followings.ts';
import { KeyRing } from './key-ring.ts';
import { type KeySigner, signerOfLocalKey } from './key-signer.ts';
import { Outbox } from './outbox.ts';
import { type Projection, Replica, runsOf, type VerifiedEvent } from './replica.ts';
import { openServerAddress, type ServerSettings } from './server-address.ts';
import { DEFAULT_SETTINGS, type SyncSettings } from './settings.ts';
import { fetchSnapshot } from './snapshot-restore.ts';
import { createSocketDial } from './socket-dial.ts';
import { type Dial, type FaultHook, runSafely, type SyncClock, type SyncRandom } from './sync-ports.ts';
import { newId as newSystemId, SYSTEM_CLOCK, SYSTEM_RANDOM } from './system-ports.ts';

export interface SyncClientOptions {
  readonly organizationId: string;
  readonly agentId: string;
  readonly signer: LocalSigner | KeySigner;
  readonly server: ServerSettings;
  /** Closed by whoever opened it, after `stop`. */
  readonly store: ReplicaStore;
  /** The service whose Events are believed; the one that accepted the first Event when not given. */
  readonly groupAuthorityId?: string;
  /** Notes that are written in the same transaction as the Events that they follow from (DEL-007). */
  readonly project?: Projection;
  /** What of a Group's live Events is wanted; everything where it answers nothing (WS-040). */
  readonly attentionOf?: (groupId: string) => AttentionFilter | undefined;
  readonly onFault: FaultHook;
  readonly settings?: Partial<SyncSettings>;
  readonly clock?: SyncClock;
  readonly random?: SyncRandom;
  readonly newId?: (kind: string) => string;
  /** Other ways to the server, for tests. */
  readonly dial?: Dial;
  readonly openControlPlane?: (credentials: Credentials) => ControlPlaneClient;
}

/** A Presence Record says of itself that it holds so long; the server forgets it after 30 s anyway (WS-061). */
const PRESENCE_MS = 30_000;

/** Opens the client side on a replica; it connects when `start` is called. Refuses settings that would not be safe. */
export async function openSyncClient(options: SyncClientOptions): Promise<SyncClient> {
  const address = openServerAddress(options.server);
  if (!address.ok) throw new RangeError(address.fault);
  const clock = options.clock ?? SYSTEM_CLOCK;
  const settings = { ...DEFAULT_SETTINGS, ...options.settings };
  let client: SyncClient | undefined;
  const credentials = sessionCredentials(() => client?.sessionToken);
  const controlPlane =
    options.openControlPlane?.(credentials) ??
    new ControlPlaneClient({ address: address.value, credentials });
  const fetchEvidence = async () => {
    const answer = await controlPlane.readRegistry();
    if (!answer.ok) throw new Error(`the Registry could not be read: ${describeFault(answer.fault)}`);
    return answer.value;
  };
  const { organizationId, store, onFault } = options;
  const keys = await KeyRing.open({
    organizationId,
    store,
    fetchEvidence,
    clock,
    settings,
    onFault,
    onTrouble: () => client?.tellTrouble(),
  });
  const replica = await Replica.open(store, options.project);
  const pin = await AuthorityPin.open(store, options.groupAuthorityId);
  client = new SyncClient(options, {
    controlPlane,
    keys,
    replica,
    pin,
    clock,
    settings,
    dial: options.dial ?? createSocketDial(address.value),
  });
  await client.load();
  return client;
}

/** What is opened before the client itself. */
interface SyncParts {
  readonly controlPlane: ControlPlaneClient;
  readonly keys: KeyRing;
  readonly replica: Replica;
  readonly pin: AuthorityPin;
  readonly clock: SyncClock;
  readonly settings: SyncSettings;
  readonly dial: Dial;
}

export class SyncClient implements AgentLink {
  readonly agentId: string;
  readonly artifacts: ArtifactTransfer;
  /** The HTTP side, with the token of the open Session. */
  readonly controlPlane: ControlPlaneClient;
  private readonly store: ReplicaStore;
  private readonly parts: SyncParts;
  private readonly onFault: FaultHook;
  private readonly time: AuthorityTime;
  private readonly connection: Connection;
  private readonly intake: EventIntake;
  private readonly followings: Followings;
  private readonly outbox: Outbox;
  private readonly acknowledger: Acknowledger;
  private readonly recovery: Backoff;
  private readonly appliedListeners = new Set<(groupId: string, events: readonly Event[]) => void>();
  private readonly sessionListeners = new Set<(change: SessionChange) => void>();
  private readonly outcomeListeners = new Set<(actionId: string, outcome: CommandOutcome) => void>();
  private readonly catchUpWaiters = new Set<{
    readonly isMet: () => boolean;
    readonly resolve: () => void;
  }>();
  private readonly troubleListeners = new Set<() => void>();
  private readonly sentListeners = new Set<() => void>();
  private presence: PresenceInput | undefined;
  private lastTrouble: LinkTrouble | undefined;
  private isStopped = false;

  constructor(options: SyncClientOptions, parts: SyncParts) {
    const { agentId, onFault, store } = options;
    const { controlPlane, keys, replica, pin, clock, settings, dial } = parts;
    const random = options.random ?? SYSTEM_RANDOM;
    const newId = options.newId ?? newSystemId;
    const principal: Actor = { type: 'agent', id: agentId };
    const signer = 'privateKey' in options.signer ? signerOfLocalKey(options.signer) : options.signer;
    this.agentId = agentId;
    this.store = store;
    this.parts = parts;
    this.onFault = onFault;
    this.controlPlane = controlPlane;
    this.artifacts = createArtifactTransfer(controlPlane);
    this.time = new AuthorityTime(clock);
    this.recovery = new Backoff(settings, random);
    this.connection = new Connection({
      identity: { agentId, signer },
      dial,
      clock,
      random,
      newId,
      time: this.time,
      settings,
      listener: {
        opened: (session) => this.opened(session),
        frame: (frame) => this.takeFrame(frame),
        lost: (session, reason) => this.lost({ kind: 'lost', session: toOpenSession(session), reason }),
        replaced: (session) =>
          this.lost({
            kind: 'replaced',
            session: session === undefined ? undefined : toOpenSession(session),
          }),
        failed: (trouble) => {
          this.lastTrouble = trouble;
          this.tellTrouble();
        },
        woke: (jumpMs) => this.tellSession({ kind: 'woke', jumpMs }),
        timeLearned: () => {
          this.outbox.pumpAll();
          // Nothing could be said before: a time of its own is part of what an Agent says of itself.
          if (this.presence !== undefined) this.connection.ping();
        },
        presence: (session) => this.presenceIn(session),
        tick: () => this.tick(),
      },
      onFault,
    });
    this.intake = new EventIntake({
      replica,
      store,
      keys,
      clock,
      settings,
      isAuthority: (acceptedBy) => pin.admits(acceptedBy),
      settle: (event) => this.outbox.settle(event),
      onApplied: (events) => this.applied(events),
      onAside: (events) => this.heardAside(events),
      onStuck: (groupId, reason) => this.followings.stuck(groupId, reason),
      onMalformed: () => this.connection.giveUp(),
      onDistrust: () => this.followings.doubt(),
      onLost: (error) => this.recover(error),
      isFiltered: (groupId) => this.followings.attentionOf(groupId) !== undefined,
      pauseReading: () => this.connection.pauseReading(),
      resumeReading: () => this.connection.resumeReading(),
      onFault,
    });
    this.followings = new Followings({
      replica,
      principal,
      clock,
      settings,
      newId,
      send: (frame) => this.connection.sendFrame(frame),
      listGroups: async () => {
        const answer = await controlPlane.listGroups();
        if (!answer.ok) throw new Error(`the Groups could not be listed: ${describeFault(answer.fault)}`);
        return answer.value;
      },
      restore: (groupId, snapshotHash) => this.restore(groupId, snapshotHash),
      forgetGap: (groupId) => this.intake.forgetGap(groupId),
      onCaughtUp: (groupId) => {
        this.outbox.pump(groupId);
        this.tellCaughtUp();
      },
      attentionOf: options.attentionOf,
      onFault,
    });
    this.outbox = new Outbox({
      store,
      principal,
      signer,
      world: replica.world,
      settings,
      clock,
      nowMs: () => this.now(),
      newId,
      sessionEpoch: () => this.connection.openSession?.sessionEpoch,
      isReady: (groupId) => this.isReady(groupId),
      onBehind: (groupId) => {
        if (this.followings.attentionOf(groupId) !== undefined) this.followings.fill(groupId);
      },
      send: (text) => this.connection.sendText(text),
      onSent: () => {
        for (const listener of this.sentListeners) runSafely(listener, this.onFault);
      },
      onOutcome: (actionId, outcome) => this.tellOutcome(actionId, outcome),
      onFault,
    });
    this.acknowledger = new Acknowledger({
      clock,
      settings,
      newId,
      nowMs: () => this.now(),
      send: (frame) => this.connection.sendFrame(frame),
      onFault,
    });
  }

  get world(): World {
    return this.parts.replica.world;
  }

  get session(): OpenSession | undefined {
    const { openSession } = this.connection;
    return openSession === undefined ? undefined : toOpenSession(openSession);
  }

  /** Opens the HTTP side; a secret. */
  get sessionToken(): string | undefined {
    return this.connection.openSession?.sessionToken;
  }

  get state(): ConnectionState {
    return this.connection.state;
  }

  /** Why there is no connection, or why nothing of what comes is believed; undefined while all is well. */
  get trouble(): LinkTrouble | undefined {
    return this.parts.keys.trouble ?? this.lastTrouble;
  }

  /** What signatures are verified with. */
  get evidence(): KeyEvidence {
    return this.parts.keys.evidence;
  }

  /** Reads the Registry anew, unless that was done a moment ago. Answers whether there is more to verify with. */
  refreshKeys(): Promise<boolean> {
    return this.parts.keys.refresh();
  }

  /** How many Commands are not over. */
  get pendingCommands(): number {
    return this.outbox.pendingCount;
  }

  /** Takes up the outbox of an earlier run. Called once, by `openSyncClient`. */
  async load(): Promise<void> {
    await this.outbox.load();
  }

  /** Connects, and stays connected. */
  start(): void {
    this.connection.start();
  }

  /** Does not wait any longer for the next try to connect. */
  retry(): void {
    this.connection.retry();
  }

  /** Takes the identity back after `replaced` (WS-016). */
  reclaim(): void {
    this.connection.reclaim();
  }

  /** Ends the connection and everything that is under way; what is kept is taken up by the next run. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.acknowledger.flush();
    this.connection.stop();
    this.outbox.stop();
    this.acknowledger.clear();
    // First: what is still asked there may never be answered, and would be waited for.
    this.controlPlane.close();
    await this.intake.settled();
    await this.followings.settled();
  }

  /** Milliseconds since 1970 by the Authority's clock, as far as known; by this machine's otherwise. */
  now(): number {
    return this.time.nowMs();
  }

  groupIds(): readonly string[] {
    return this.followings.groupIds();
  }

  onApplied(listener: (groupId: string, events: readonly Event[]) => void): () => void {
    return addListener(this.appliedListeners, listener);
  }

  onSession(listener: (change: SessionChange) => void): () => void {
    return addListener(this.sessionListeners, listener);
  }

  /** Told when `trouble` may be another one. */
  onTrouble(listener: () => void): () => void {
    return addListener(this.troubleListeners, listener);
  }

  /** Told when a Command was signed and goes out. */
  onSent(listener: () => void): () => void {
    return addListener(this.sentListeners, listener);
  }

  /** Told of the end of every Command, also of those that an earlier run has left in the outbox. */
  onOutcome(listener: (actionId: string, outcome: CommandOutcome) => void): () => void {
    return addListener(this.outcomeListeners, listener);
  }

  submit(draft: CommandDraft): Promise<CommandOutcome> {
    return this.outbox.submit(draft);
  }

  /** The same, signed only when the log of its Group is applied up to a sequence, or that has taken too long. */
  submitAfter(afterSequence: number, draft: CommandDraft): Promise<CommandOutcome> {
    return this.outbox.submit(draft, afterSequence);
  }

  setPresence(presence: PresenceInput): void {
    const isChanged = JSON.stringify(presence) !== JSON.stringify(this.presence);
    this.presence = presence;
    if (isChanged && this.time.isKnown) this.connection.ping();
  }

  /** Whether what is known of a Group is what the Authority's log held at the last connect, or more. */
  isCaughtUp(groupId: string): boolean {
    return this.followings.isCaughtUp(groupId);
  }

  /** Resolves when one Group, or everything that is followed, has caught up in an open Session. */
  caughtUp(groupId?: string): Promise<void> {
    const isMet = () =>
      groupId === undefined ? this.followings.isAllCaughtUp : this.followings.isCaughtUp(groupId);
    if (isMet()) return Promise.resolve();
    return new Promise((resolve) => this.catchUpWaiters.add({ isMet, resolve }));
  }

  /** Changes what of a Group's live Events comes at once; the rest comes within `fillMs`, or when it is asked for (WS-042). */
  setAttention(groupId: string, filter: AttentionFilter | undefined): void {
    this.followings.setAttention(groupId, filter);
  }

  /** Fetches what the filter of a Group has left out. */
  fill(groupId: string): void {
    this.followings.fill(groupId);
  }

  readNotes(groupId: string): Promise<ReadonlyMap<string, unknown>> {
    return this.store.readNotes(groupId);
  }

  writeNotes(notes: readonly Note[]): Promise<void> {
    return this.store.writeNotes(notes);
  }

  /** Called by the parts that are opened before the client itself. */
  tellTrouble(): void {
    for (const listener of this.troubleListeners) runSafely(listener, this.onFault);
  }

  private opened(session: LiveSession): void {
    this.acknowledger.clear();
    this.lastTrouble = undefined;
    if (!this.parts.keys.evidence.ok) this.parts.keys.refresh().catch(this.onFault);
    this.followings.sessionOpened();
    this.tellSession({ kind: 'opened', session: toOpenSession(session) });
  }

  private lost(change: SessionChange): void {
    this.acknowledger.clear();
    this.followings.sessionLost();
    this.outbox.sessionLost();
    this.tellSession(change);
  }

  private takeFrame(frame: Frame): void {
    if (frame.frameType === 'EVENT') this.intake.receive(frame.documentBytes);
    else if (frame.frameType === 'ERROR') this.takeError(frame.error);
    // A server has no reason to send anything else.
    else this.connection.giveUp();
  }

  private takeError(error: ProtocolError): void {
    if (this.outbox.refused(error)) return;
    if (error.groupId !== undefined) this.followings.refused(error);
    else this.onFault(new Error(`the server reports ${error.code}: ${error.message}`));
  }

  private applied(events: readonly VerifiedEvent[]): void {
    this.recovery.reset();
    for (const { groupId, events: run } of runsOf(events)) {
      for (const listener of this.appliedListeners) runSafely(() => listener(groupId, run), this.onFault);
      this.followings.applied(groupId, run);
    }
    for (const { groupId, sequence } of events) this.acknowledger.note(groupId, sequence);
    this.outbox.applied();
  }

  private async heardAside(events: readonly Event[]): Promise<void> {
    for (const event of events) {
      await this.outbox.heardAside(event);
      await this.followings.heardAside(event);
    }
  }

  /** The replica could not write. The disk is the truth; what is missing there comes again. */
  private async recover(error: unknown): Promise<void> {
    this.onFault(error);
    this.outbox.notApplied();
    while (!this.isStopped) {
      await new Promise<void>((resolve) => {
        this.parts.clock.after(this.recovery.nextDelayMs(), resolve);
      });
      try {
        await this.parts.replica.reload();
        this.followings.resubscribeAll();
        return;
      } catch (again) {
        this.onFault(again);
      }
    }
  }

  private async restore(groupId: string, snapshotHash: string): Promise<void> {
    const { replica, keys } = this.parts;
    const restored = await fetchSnapshot(groupId, snapshotHash, replica.groupOf(groupId)?.cursor ?? 0, {
      download: (...address) => this.artifacts.download(...address),
      keys,
    });
    if (!restored.ok) throw new Error(`${groupId} cannot be restored: ${restored.fault}`);
    const { state, ...place } = restored.value;
    await replica.startFromState(state, place);
  }

  private isReady(groupId: string): boolean {
    if (this.connection.openSession === undefined || !this.time.isKnown) return false;
    if (this.followings.isCaughtUp(groupId)) return true;
    // A Group that is not followed is never going to catch up; the Authority says what there is to say.
    return this.followings.isAllCaughtUp && this.parts.replica.groupOf(groupId)?.isFollowed !== true;
  }

  private presenceIn({ sessionEpoch }: LiveSession): PresenceRecord | undefined {
    if (this.presence === undefined) return undefined;
    const nowMs = this.now();
    return {
      ...this.presence,
      agentId: this.agentId,
      sessionEpoch,
      lastHeartbeat: formatTimestamp(nowMs),
      expiresAt: formatTimestamp(nowMs + PRESENCE_MS),
    };
  }

  private tick(): void {
    this.intake.tick();
    this.followings.tick();
    this.outbox.tick();
    this.tellCaughtUp();
  }

  private tellCaughtUp(): void {
    for (const waiter of this.catchUpWaiters) {
      if (!waiter.isMet()) continue;
      this.catchUpWaiters.delete(waiter);
      waiter.resolve();
    }
  }

  private tellSession(change: SessionChange): void {
    for (const listener of this.sessionListeners) runSafely(() => listener(change), this.onFault);
  }

  private tellOutcome(actionId: string, outcome: CommandOutcome): void {
    for (const listener of this.outcomeListeners) runSafely(() => listener(actionId, outcome), this.onFault);
  }
}

/** Without the token, which is nobody's business. */
function toOpenSession({ sessionEpoch, openedAt }: OpenSession): OpenSession {
  return { sessionEpoch, openedAt };
}

/** Returns the way to remove it. The same function may listen twice. */
function addListener<Listener extends (...args: never[]) => void>(
  listeners: Set<Listener>,
  listener: Listener,
): () => void {
  const own = ((...args: Parameters<Listener>) => listener(...args)) as Listener;
  listeners.add(own);
  return () => listeners.delete(own);
}
