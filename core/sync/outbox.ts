// Commands on their way out. Each is durable before it is sent, and keeps its bytes until its fate is known (IDM-008): an
// Event whose cause is its Action ID, an ERROR that names it, or, after silence, the log and then the same bytes again,
// which the Authority answers with the receipt or decides for the first time (IDM-001, IDM-005).
//
// One Command per Group is under way at a time: their order is kept, and each is signed with the epochs that the Events of
// the one before have left. Groups do not wait for each other.
import { encodeDocumentFrame, PROTOCOL_VERSION } from '../protocol/frame.ts';
import { SINGLE, type World } from '../domain/world.ts';
import type { Actor, Event, ProtocolError } from '../protocol/generated/documents.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import type { OutboxChange, OutboxEntry, ReplicaStore } from '../store/replica-store.ts';
import type { CommandDraft, CommandOutcome } from './agent-link.ts';
import { epochsOf, localError, signCommand } from './command-signing.ts';
import type { KeySigner } from './key-signer.ts';
import { entryOf, itemOf, keepsActionId, type OutboxItem, OutboxLines } from './outbox-lines.ts';
import type { SyncSettings } from './settings.ts';
import { type FaultHook, runSafely, type SyncClock } from './sync-ports.ts';

export interface OutboxOptions {
  readonly store: ReplicaStore;
  readonly principal: Actor;
  readonly signer: KeySigner;
  readonly world: World;
  readonly settings: SyncSettings;
  readonly clock: Pick<SyncClock, 'monotonicMs'>;
  /** By the Authority's clock, as far as known. */
  readonly nowMs: () => number;
  readonly newId: (kind: string) => string;
  /** The Session that is open. */
  readonly sessionEpoch: () => number | undefined;
  /** Whether Commands of a Group can be signed and sent: the state is that of the log, and the time is known. */
  readonly isReady: (groupId: string) => boolean;
  /** Fetches what a filter has left out of a Group whose newest state is needed. */
  readonly onBehind: (groupId: string) => void;
  readonly send: (text: string) => boolean;
  /** A Command was signed, is kept as sent, and goes out now. */
  readonly onSent: () => void;
  /** Every Command that is over, also those of an earlier run. */
  readonly onOutcome: (actionId: string, outcome: CommandOutcome) => void;
  readonly onFault: FaultHook;
}

/** How long the Event that tells of a new epoch may take after the refusal that already knows it. */
const EPOCH_PATIENCE_MS = 10_000;
const FIRST_REPEAT_MS = 500;
const LAST_REPEAT_MS = 30_000;

export class Outbox {
  private readonly options: OutboxOptions;
  private readonly lines = new OutboxLines();
  /** Action IDs that the Events of the batch being applied settle. */
  private readonly claimed = new Map<string, Event>();
  private isStopped = false;

  constructor(options: OutboxOptions) {
    this.options = options;
  }

  /** Takes up what an earlier run has left. */
  async load(): Promise<void> {
    const { store, settings, nowMs } = this.options;
    for (const entry of await store.readPendingOutbox()) {
      // What was written here was typed here.
      const draft = entry.draft as CommandDraft;
      const isUnsent = entry.state === 'draft' || entry.state === 'signed';
      if (isUnsent && draft.mustBeNow === true) {
        await store.changeOutbox([{ actionId: entry.actionId, state: 'abandoned', changedAt: this.now() }]);
      } else
        this.lines.add(
          itemOf(isUnsent ? { ...entry, state: 'draft' } : { ...entry, state: 'unknown' }, draft),
        );
    }
    await store.pruneOutbox(formatTimestamp(nowMs() - settings.outboxKeepMs));
  }

  /** How many Commands are not over. */
  get pendingCount(): number {
    return this.lines.count;
  }

  /**
   * Keeps a draft, sends it when it can be, and answers when its fate is known. It never rejects: what cannot even be kept
   * is abandoned. With `afterSequence` it is signed only when the log up to there is applied here: somebody else may have
   * told the caller of Events that this Session has not brought yet, and with them of newer epochs (MEM-002).
   */
  async submit(draft: CommandDraft, afterSequence?: number): Promise<CommandOutcome> {
    const { newId, sessionEpoch } = this.options;
    const known = draft.actionId === undefined ? undefined : this.lines.get(draft.actionId);
    if (known !== undefined) return this.join(draft, known.entry);
    if (this.isStopped || (draft.mustBeNow === true && sessionEpoch() === undefined)) {
      return { status: 'abandoned' };
    }
    const item = itemOf(entryOf(draft, draft.actionId ?? newId('action'), this.now()), draft, afterSequence);
    // In line before anything is awaited: the order is that of the calls.
    this.lines.add(item);
    const outcome = new Promise<CommandOutcome>((resolve) => item.waiters.push(resolve));
    item.stored = this.keep(item);
    try {
      const earlier = await item.stored;
      if (earlier !== undefined) this.finish(item, await this.join(draft, earlier));
      this.pump(draft.groupId);
    } catch (error) {
      this.options.onFault(error);
      this.finish(item, { status: 'abandoned' });
    }
    return outcome;
  }

  /** Makes a draft durable, unless its Action ID is that of an earlier one: that one is answered with. */
  private async keep({ entry, draft }: OutboxItem): Promise<OutboxEntry | undefined> {
    const { store } = this.options;
    const known = draft.actionId === undefined ? undefined : await store.readOutboxEntry(draft.actionId);
    // What came to nothing may be tried again, also with other content (IDM-004).
    if (known !== undefined && known.state !== 'refused' && known.state !== 'abandoned') return known;
    await store.addOutboxEntry(entry);
    return undefined;
  }

  /** A Group can be acted in again, or may be. */
  pump(groupId: string): void {
    const item = this.lines.first(groupId);
    if (item === undefined || item.isBusy || item.sentAtMs !== undefined || this.isStopped) return;
    const { isReady, clock, sessionEpoch } = this.options;
    const epoch = sessionEpoch();
    if (epoch === undefined || !isReady(groupId) || clock.monotonicMs() < item.retryAtMs) return;
    if (item.entry.state === 'draft' && this.isBehind(item)) return;
    item.isBusy = true;
    this.advance(item, epoch)
      .catch((error: unknown) => {
        this.options.onFault(error);
        // A key that is locked or a disk that is full: later.
        this.postpone(item);
      })
      .finally(() => {
        item.isBusy = false;
        // What came while it was busy: the next one may go, or this one may go again.
        this.pump(groupId);
      })
      .catch(this.options.onFault);
  }

  /** Whether the state lacks Events that whoever asked knew of. Not for ever: they may be none that this member may see. */
  private isBehind(item: OutboxItem): boolean {
    const { world, clock, settings, onBehind } = this.options;
    const { afterSequence, entry } = item;
    if (afterSequence === undefined) return false;
    if ((world.get('head', entry.groupId, SINGLE)?.sequence ?? 0) >= afterSequence) return false;
    if (item.behindUntilMs === undefined) {
      item.behindUntilMs = clock.monotonicMs() + settings.answerMs;
      onBehind(entry.groupId);
    }
    return clock.monotonicMs() < item.behindUntilMs;
  }

  pumpAll(): void {
    for (const groupId of this.lines.groupIds()) this.pump(groupId);
  }

  sessionLost(): void {
    this.lines.clearFrames();
    for (const item of this.lines.all()) {
      if (item.sentAtMs !== undefined) {
        item.sentAtMs = undefined;
        item.entry = { ...item.entry, state: 'unknown' };
      } else if (item.draft.mustBeNow === true && item.entry.state === 'draft' && !item.isBusy) {
        this.abandon(item);
      }
    }
  }

  /** What an Event of the batch that is being written means for the outbox. */
  settle(event: Event): OutboxChange | undefined {
    const item = this.itemOfReceipt(event);
    if (item === undefined || this.claimed.has(item.entry.actionId)) return undefined;
    const { actionId } = item.entry;
    this.claimed.set(actionId, event);
    return { actionId, state: 'accepted', event, changedAt: this.now() };
  }

  /** The batch is durable: so are the answers that it held. */
  applied(): void {
    const claimed = [...this.claimed];
    this.claimed.clear();
    for (const [actionId, event] of claimed) {
      const item = this.lines.get(actionId);
      if (item !== undefined) this.finish(item, { status: 'accepted', event });
    }
    this.pumpAll();
  }

  /** The batch was not written. */
  notApplied(): void {
    this.claimed.clear();
  }

  /** An Event that is not for the log may still be the receipt of a Command (OPEN-042). */
  async heardAside(event: Event): Promise<void> {
    const item = this.itemOfReceipt(event);
    if (item === undefined) return;
    await this.options.store.changeOutbox([
      { actionId: item.entry.actionId, state: 'accepted', event, changedAt: this.now() },
    ]);
    this.finish(item, { status: 'accepted', event });
  }

  /** An ERROR. Answers whether it is about a Command of ours. */
  refused(error: ProtocolError): boolean {
    const item =
      error.relatedActionId === undefined
        ? this.lines.byFrame(error.relatedFrameId ?? '')
        : this.lines.get(error.relatedActionId);
    if (item === undefined) return error.relatedActionId !== undefined;
    if (item.sentAtMs === undefined) return true;
    item.sentAtMs = undefined;
    item.entry = { ...item.entry, state: 'unknown' };
    this.weigh(item, error);
    return true;
  }

  /** Looks after what has been waiting for long. */
  tick(): void {
    const { clock, settings } = this.options;
    const nowMs = clock.monotonicMs();
    for (const item of this.lines.all()) {
      if (item.sentAtMs !== undefined && nowMs - item.sentAtMs >= settings.answerMs) {
        // Silence: the same bytes again, which changes nothing if they were accepted (IDM-001).
        item.sentAtMs = undefined;
        item.entry = { ...item.entry, state: 'unknown' };
      }
    }
    this.pumpAll();
  }

  /** Nobody gets an answer any more; what is kept goes on in the next run. */
  stop(): void {
    this.isStopped = true;
    for (const item of this.lines.all()) {
      const isOver = item.draft.mustBeNow === true && item.entry.state === 'draft';
      for (const resolve of item.waiters.splice(0)) resolve({ status: isOver ? 'abandoned' : 'unknown' });
    }
  }

  /** The end of a Command that is known already. */
  private join(draft: CommandDraft, { actionId, draft: known, event }: OutboxEntry): Promise<CommandOutcome> {
    if (JSON.stringify(known) !== JSON.stringify(draft)) {
      const message = 'this Action ID was used for another Command';
      const error = localError('ACTION_ID_COLLISION', message, draft, actionId, this.options.nowMs());
      return Promise.resolve({ status: 'refused', error });
    }
    if (event !== undefined) return Promise.resolve({ status: 'accepted', event });
    const item = this.lines.get(actionId);
    if (item === undefined || this.isStopped) return Promise.resolve({ status: 'unknown' });
    return new Promise((resolve) => item.waiters.push(resolve));
  }

  /** The next step of the first Command of a Group. */
  private async advance(item: OutboxItem, sessionEpoch: number): Promise<void> {
    await item.stored;
    // It may be known from earlier, or have been refused for good.
    if (!this.lines.has(item)) return;
    const { stale } = item;
    if (stale !== undefined) {
      if (stale.isExpired || this.hasOtherEpochs(item, sessionEpoch)) await this.reissue(item, stale.error);
      else if (this.options.clock.monotonicMs() >= stale.untilMs) await this.refuse(item, stale.error);
      else {
        item.retryAtMs = this.options.clock.monotonicMs() + this.options.settings.tickMs;
        return;
      }
    }
    if (!this.lines.has(item)) return;
    if (item.entry.state === 'draft' && !(await this.sign(item, sessionEpoch))) return;
    this.transmit(item, sessionEpoch);
  }

  /** Signs and keeps. Answers whether there is something to send. */
  private async sign(item: OutboxItem, sessionEpoch: number): Promise<boolean> {
    const { world, principal, signer, nowMs, store } = this.options;
    const { draft, entry } = item;
    const { actionId } = entry;
    const epochs = epochsOf(world, principal, draft.groupId, sessionEpoch);
    if (epochs === undefined) {
      const message = 'no Membership of this Agent is known here';
      await this.refuse(item, localError('MEMBERSHIP_REQUIRED', message, draft, actionId, nowMs()));
      return false;
    }
    const signed = await signCommand(draft, actionId, { principal, signer, epochs, nowMs: nowMs() });
    if (!signed.ok) {
      await this.refuse(item, signed.fault);
      return false;
    }
    const { bytes: commandBytes, signingHash, issuedAtMs } = signed.value;
    // `sent` before it is: a crash between this line and the socket leaves a question that the log answers.
    await store.changeOutbox([{ actionId, state: 'sent', commandBytes, signingHash, changedAt: this.now() }]);
    item.entry = { ...entry, state: 'sent', commandBytes, signingHash };
    item.epochs = epochs;
    item.issuedAtMs = issuedAtMs;
    runSafely(this.options.onSent, this.options.onFault);
    return true;
  }

  private transmit(item: OutboxItem, sessionEpoch: number): void {
    const { newId, send, clock, sessionEpoch: currentEpoch } = this.options;
    const { commandBytes: documentBytes, actionId } = item.entry;
    if (documentBytes === undefined) throw new Error(`${actionId} has no bytes to send`);
    const frameId = newId('frame');
    const frame = {
      protocolVersion: PROTOCOL_VERSION,
      frameId,
      frameType: 'COMMAND',
      documentBytes,
    } as const;
    const wasNeverSent = item.entry.state === 'sent';
    // Before it is sent: the answer may come at once.
    item.sentAtMs = clock.monotonicMs();
    this.lines.noteFrame(frameId, actionId);
    if (currentEpoch() === sessionEpoch && send(encodeDocumentFrame(frame))) return;
    item.sentAtMs = undefined;
    // Never sent: it is signed anew in the next Session, under its own Action ID.
    if (!wasNeverSent) return;
    item.entry = { ...item.entry, state: 'draft' };
    if (item.draft.mustBeNow === true) this.abandon(item);
  }

  /** What follows from a refusal (file 10). */
  private weigh(item: OutboxItem, error: ProtocolError): void {
    const { clock, settings, nowMs } = this.options;
    const nowMonotonicMs = clock.monotonicMs();
    // The receipt is looked for before freshness is: whatever is refused for its age was not accepted (IDM-005).
    const isExpired =
      error.code === 'AUTH_INVALID_SIGNATURE' &&
      item.issuedAtMs !== undefined &&
      nowMs() - item.issuedAtMs >= settings.freshMs;
    if (error.retryable && item.repeats < settings.maxRepeats) {
      const pauseMs = error.retryAfterMs ?? Math.min(LAST_REPEAT_MS, FIRST_REPEAT_MS * 2 ** item.repeats);
      item.repeats += 1;
      item.retryAtMs = nowMonotonicMs + pauseMs;
    } else if ((isExpired || STALE_CODES.has(error.code)) && this.mayReissue(item)) {
      item.stale = { error, untilMs: nowMonotonicMs + EPOCH_PATIENCE_MS, isExpired };
      this.pump(item.entry.groupId);
    } else {
      this.refuse(item, error).catch((fault: unknown) => {
        this.options.onFault(fault);
        // It is asked again, and refused again.
        this.postpone(item);
      });
    }
  }

  private mayReissue({ draft, reissues }: OutboxItem): boolean {
    // Who fixed the Action ID, or cannot wait, has to decide by himself.
    const isOurs = draft.actionId === undefined || keepsActionId(draft);
    return isOurs && draft.mustBeNow !== true && reissues < this.options.settings.maxReissues;
  }

  private hasOtherEpochs({ epochs, draft }: OutboxItem, sessionEpoch: number): boolean {
    const { world, principal } = this.options;
    const now = epochsOf(world, principal, draft.groupId, sessionEpoch);
    return (
      now !== undefined &&
      (epochs === undefined ||
        now.sessionEpoch !== epochs.sessionEpoch ||
        now.membershipEpoch !== epochs.membershipEpoch ||
        now.coordinatorEpoch !== epochs.coordinatorEpoch)
    );
  }

  /**
   * A new Command takes the place of one that certainly was not accepted (ERR-041). Progress that was buffered without a
   * connection keeps its Action ID, and is only signed anew (OFF-004).
   */
  private async reissue(item: OutboxItem, error: ProtocolError): Promise<void> {
    const { store, newId } = this.options;
    const now = this.now();
    const { actionId } = item.entry;
    item.stale = undefined;
    item.repeats = 0;
    item.reissues += 1;
    if (keepsActionId(item.draft)) {
      item.entry = { ...item.entry, state: 'draft' };
      return;
    }
    const entry = entryOf(item.draft, newId('action'), now);
    await store.changeOutbox(
      [{ actionId, state: 'refused', error, replacedBy: entry.actionId, changedAt: now }],
      [entry],
    );
    this.lines.replace(item, entry);
  }

  private async refuse(item: OutboxItem, error: ProtocolError): Promise<void> {
    const { actionId } = item.entry;
    await this.options.store.changeOutbox([{ actionId, state: 'refused', error, changedAt: this.now() }]);
    this.finish(item, { status: 'refused', error });
  }

  private abandon(item: OutboxItem): void {
    const { actionId } = item.entry;
    this.options.store
      .changeOutbox([{ actionId, state: 'abandoned', changedAt: this.now() }])
      // In the next run it is abandoned again.
      .catch(this.options.onFault);
    this.finish(item, { status: 'abandoned' });
  }

  private postpone(item: OutboxItem): void {
    const { clock } = this.options;
    item.retryAtMs = clock.monotonicMs() + Math.min(LAST_REPEAT_MS, FIRST_REPEAT_MS * 2 ** item.repeats);
    item.repeats += 1;
  }

  /** The item that an Event is the receipt of. */
  private itemOfReceipt({ cause, actor, commandHash }: Event): OutboxItem | undefined {
    const { principal } = this.options;
    if (cause.type !== 'command' || actor.type !== principal.type || actor.id !== principal.id)
      return undefined;
    const item = this.lines.get(cause.id);
    // Another content under our Action ID is not ours: the same bytes again will tell (IDM-002).
    const isOurs = commandHash === undefined || commandHash === item?.entry.signingHash;
    return isOurs ? item : undefined;
  }

  private finish(item: OutboxItem, outcome: CommandOutcome): void {
    this.lines.remove(item);
    for (const resolve of item.waiters.splice(0)) resolve(outcome);
    const { onOutcome, onFault } = this.options;
    runSafely(() => onOutcome(item.entry.actionId, outcome), onFault);
    this.pump(item.entry.groupId);
  }

  private now(): string {
    return formatTimestamp(this.options.nowMs());
  }
}

/** Refusals for epochs that are current no more: certainly nothing was accepted. */
const STALE_CODES: ReadonlySet<ProtocolError['code']> = new Set([
  'AUTH_STALE_SESSION',
  'AUTH_STALE_COORDINATOR',
  'MEMBERSHIP_STALE',
]);
