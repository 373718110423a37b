// Commands of a human on their way out. A human has no Session: Commands go to the control plane's ingress and carry a
// Membership Epoch alone (CMD-002). The life of each is that of an Agent's: durable in its exact bytes before it is sent, one
// per Group at a time, and after silence the log first and then the same bytes, which change nothing if they were accepted
// (IDM-001, IDM-008).
import type { CommandDraft } from '../coordinator/command-draft.ts';
import type { LinkOutcome } from '../coordinator/desk-runtime/ports.ts';
import { memberKey, SINGLE, type World } from '../domain/world.ts';
import { createError } from '../protocol/error-codes.ts';
import { PROTOCOL_VERSION } from '../protocol/frame.ts';
import type { Actor, Command, Event, ProtocolError } from '../protocol/generated/documents.ts';
import { completeSigning, prepareSigning, type Unsigned } from '../protocol/sign.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import type { OutboxChange, OutboxEntry, ReplicaStore } from '../store/replica-store.ts';
import type { ControlPlaneClient } from '../sync/control-plane-client.ts';
import type { KeySigner } from '../sync/key-signer.ts';
import { millisecondsOf } from '../sync/sync-ports.ts';

export interface HumanOutboxOptions {
  readonly actor: Actor;
  readonly signer: KeySigner;
  readonly store: ReplicaStore;
  readonly world: World;
  readonly controlPlane: Pick<ControlPlaneClient, 'submitCommand'>;
  /** Milliseconds since 1970, by the Authority's clock. */
  readonly now: () => number;
  /** How long bytes count as fresh. */
  readonly freshMs: number;
  readonly pause: (delayMs: number) => Promise<void>;
  /**
   * Resolves when the log has been read to its head in an open connection, begun after the call; answers false when the
   * link was stopped instead.
   */
  readonly caughtUp: () => Promise<boolean>;
  /** The Event of a receipt, when it is signed by the Authority. */
  readonly verifyReceipt: (bytes: Uint8Array) => Promise<Event | undefined>;
  readonly onSettled: (actionId: string, outcome: LinkOutcome) => void;
  readonly onChange: () => void;
  readonly onFault: (error: unknown) => void;
}

type Draft = CommandDraft & { readonly actionId: string };

interface Item {
  entry: OutboxEntry;
  /** Whoever asked has decided by the log up to here. */
  readonly afterSequence?: number | undefined;
  /** Whether the entry is in the store. */
  isKept: boolean;
  /** What the Authority answered, not verified yet. */
  receipt: Uint8Array | undefined;
  readonly waiters: ((outcome: LinkOutcome) => void)[];
}

const FIRST_PAUSE_MS = 250;
const LAST_PAUSE_MS = 10_000;
/** How often the same bytes are sent again after a refusal for now. */
const MAX_REPEATS = 8;

export class HumanOutbox {
  private readonly options: HumanOutboxOptions;
  private readonly items = new Map<string, Item>();
  /** What a Group's Commands wait for, in their order. */
  private readonly lines = new Map<string, Promise<void>>();
  private readonly claimed = new Map<string, Event>();
  private isStopped = false;

  constructor(options: HumanOutboxOptions) {
    this.options = options;
  }

  /** Takes up what an earlier run has left. */
  async load(): Promise<void> {
    for (const entry of await this.options.store.readPendingOutbox()) {
      // Whether it was sent nobody knows any more, except when it says that it was not.
      const state = entry.state === 'signed' ? 'signed' : 'unknown';
      this.enqueue({ entry: { ...entry, state }, isKept: true, receipt: undefined, waiters: [] });
    }
  }

  /** Signs, keeps and sends a Command, in the order of the calls within its Group. */
  async submit(draft: Draft, afterSequence?: number): Promise<LinkOutcome> {
    const under = this.items.get(draft.actionId);
    if (under !== undefined) return this.join(under);
    if (this.isStopped) return { status: 'unknown' };
    const { store } = this.options;
    const known = await store.readOutboxEntry(draft.actionId);
    if (known?.event !== undefined) return { status: 'accepted', event: known.event };
    const again = this.items.get(draft.actionId);
    if (again !== undefined) return this.join(again);
    const item: Item = {
      entry: entryOf(draft, this.nowText()),
      afterSequence,
      isKept: false,
      receipt: undefined,
      waiters: [],
    };
    const outcome = this.join(item);
    // The same wish again, and its bytes still count: then the same bytes (ERR-040).
    const isSame = known !== undefined && JSON.stringify(known.draft) === JSON.stringify(draft);
    if (isSame && known.commandBytes !== undefined && this.isFresh(known.commandBytes)) {
      item.entry = { ...known, state: 'signed', error: undefined };
    }
    this.enqueue(item);
    return outcome;
  }

  /** What an Event of the batch that is being written means for the outbox. */
  settle(event: Event): OutboxChange | undefined {
    const { cause, actor, commandHash } = event;
    if (
      cause.type !== 'command' ||
      actor.type !== this.options.actor.type ||
      actor.id !== this.options.actor.id
    )
      return undefined;
    const item = this.items.get(cause.id);
    if (item === undefined || this.claimed.has(cause.id)) return undefined;
    if (commandHash !== undefined && commandHash !== item.entry.signingHash) return undefined;
    this.claimed.set(cause.id, event);
    return { actionId: cause.id, state: 'accepted', event, changedAt: this.nowText() };
  }

  /** The batch is durable: so are the answers that it held. */
  applied(): void {
    for (const [actionId, event] of this.claimed) {
      const item = this.items.get(actionId);
      if (item !== undefined) this.finish(item, { status: 'accepted', event });
    }
    this.claimed.clear();
  }

  /** The batch was not written. */
  notApplied(): void {
    this.claimed.clear();
  }

  /** Nobody gets an answer any more; what is kept goes on in the next run. */
  stop(): void {
    this.isStopped = true;
    for (const { waiters } of this.items.values()) {
      for (const resolve of waiters.splice(0)) resolve({ status: 'unknown' });
    }
  }

  private join(item: Item): Promise<LinkOutcome> {
    return new Promise((resolve) => item.waiters.push(resolve));
  }

  private enqueue(item: Item): void {
    const { groupId, actionId } = item.entry;
    this.items.set(actionId, item);
    const before = this.lines.get(groupId) ?? Promise.resolve();
    const line = before
      .then(() => this.carryOut(item))
      .catch((error: unknown) => {
        this.options.onFault(error);
        // A key that is locked, a disk that is full: whoever asked waits and asks again.
        if (item.entry.commandBytes === undefined) this.finish(item, { status: 'abandoned' });
      });
    this.lines.set(groupId, line);
  }

  private async carryOut(item: Item): Promise<void> {
    if (this.isStopped) return;
    // Somebody else here has heard of Events that this log lacks, and with them of newer epochs (MEM-002).
    const { groupId } = item.entry;
    const known = this.options.world.get('head', groupId, SINGLE)?.sequence ?? 0;
    if (item.entry.commandBytes === undefined && known < (item.afterSequence ?? 0))
      await this.options.caughtUp();
    if (this.isStopped) return;
    if (item.entry.commandBytes === undefined && !(await this.sign(item))) return;
    await this.keep(item);
    for (let repeats = 0; !this.isStopped && this.items.has(item.entry.actionId); repeats += 1) {
      if (item.entry.state === 'unknown' && !(await this.lookInLog(item))) return;
      // It never left, and is too old to be accepted: signed anew, under its own Action ID.
      const { commandBytes } = item.entry;
      if (item.entry.state === 'signed' && commandBytes !== undefined && !this.isFresh(commandBytes)) {
        if (!(await this.sign(item))) return;
      }
      const pauseMs = await this.send(item, repeats);
      if (pauseMs !== undefined) await this.options.pause(pauseMs);
    }
  }

  private async keep(item: Item): Promise<void> {
    if (item.isKept) return;
    await this.options.store.addOutboxEntry(item.entry);
    item.isKept = true;
    this.options.onChange();
  }

  /** Whether it is still to be sent after the log was read to its head. */
  private async lookInLog(item: Item): Promise<boolean> {
    const isOnline = await this.options.caughtUp();
    if (!isOnline || !this.items.has(item.entry.actionId)) return false;
    if (item.receipt === undefined) return true;
    // Its Event is not for this member to see: of a Group that it has just left.
    const event = await this.options.verifyReceipt(item.receipt);
    item.receipt = undefined;
    if (event?.cause.id !== item.entry.actionId) return true;
    const { actionId } = item.entry;
    const changedAt = this.nowText();
    await this.options.store.changeOutbox([{ actionId, state: 'accepted', event, changedAt }]);
    this.finish(item, { status: 'accepted', event });
    return false;
  }

  private async sign(item: Item): Promise<boolean> {
    const { signer, store } = this.options;
    // What is kept was drafted here.
    const draft = item.entry.draft as Draft;
    const prepared = prepareSigning('command', this.compose(draft), signer.keyId);
    if (!prepared.ok) {
      await this.refuse(item, this.localError(draft, 'SCHEMA_VALIDATION_FAILED', prepared.fault.message));
      return false;
    }
    const signature = await signer.sign(prepared.value.signingBytes);
    const finished = completeSigning(prepared.value, signature, signer.publicKey);
    if (!finished.ok) throw new Error(finished.fault.message);
    const { bytes: commandBytes, signingHash } = finished.value;
    const { actionId } = item.entry;
    const changedAt = this.nowText();
    item.entry = { ...item.entry, state: 'signed', commandBytes, signingHash };
    if (item.isKept)
      await store.changeOutbox([{ actionId, state: 'signed', commandBytes, signingHash, changedAt }]);
    else await this.keep(item);
    return true;
  }

  /** Sends the bytes once; answers how long to wait before they are sent again, or undefined when there is nothing to wait for. */
  private async send(item: Item, repeats: number): Promise<number | undefined> {
    const { store, controlPlane, onChange } = this.options;
    const { actionId, commandBytes, state } = item.entry;
    if (commandBytes === undefined) throw new Error(`${actionId} has no bytes to send`);
    // `sent` before it is: of a crash here a question is left that the log answers.
    if (state === 'signed')
      await store.changeOutbox([{ actionId, state: 'sent', changedAt: this.nowText() }]);
    item.entry = { ...item.entry, state: 'sent' };
    onChange();
    const answer = await controlPlane.submitCommand(commandBytes);
    if (!this.items.has(actionId)) return undefined;
    if (answer.ok) {
      // What it says is believed once the log has brought and verified it.
      item.entry = { ...item.entry, state: 'unknown' };
      item.receipt = answer.value;
      return undefined;
    }
    const { fault } = answer;
    const pauseMs = Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** repeats);
    if (fault.kind === 'refused') {
      if (fault.error.retryable && repeats < MAX_REPEATS) return fault.error.retryAfterMs ?? pauseMs;
      await this.refuse(item, fault.error);
      return undefined;
    }
    item.entry = { ...item.entry, state: 'unknown' };
    await store.changeOutbox([{ actionId, state: 'unknown', changedAt: this.nowText() }]);
    onChange();
    return pauseMs;
  }

  private async refuse(item: Item, error: ProtocolError): Promise<void> {
    const { store } = this.options;
    const { actionId } = item.entry;
    await this.keep(item);
    await store.changeOutbox([{ actionId, state: 'refused', error, changedAt: this.nowText() }]);
    this.finish(item, { status: 'refused', error });
  }

  private finish(item: Item, outcome: LinkOutcome): void {
    const { actionId } = item.entry;
    if (this.items.get(actionId) === item) this.items.delete(actionId);
    for (const resolve of item.waiters.splice(0)) resolve(outcome);
    this.options.onSettled(actionId, outcome);
    this.options.onChange();
  }

  private isFresh(commandBytes: Uint8Array): boolean {
    const { issuedAt } = JSON.parse(Buffer.from(commandBytes).toString('utf8')) as {
      readonly issuedAt: string;
    };
    return this.options.now() - millisecondsOf(issuedAt) < this.options.freshMs;
  }

  private compose(draft: Draft): Unsigned<'command'> {
    const { kind, groupId, payload, actionId, conversationId, workItemId, expectedRevision } = draft;
    const { cooperationOverrideGrantId, extensions, causationId, correlationId = actionId } = draft;
    const { actor, world, now } = this.options;
    const membershipEpoch = world.get('member', groupId, memberKey(actor))?.membershipEpoch;
    return {
      protocolVersion: PROTOCOL_VERSION,
      actionId,
      actor,
      kind,
      groupId,
      ...(membershipEpoch === undefined ? {} : { membershipEpoch }),
      ...(conversationId === undefined ? {} : { conversationId }),
      ...(workItemId === undefined ? {} : { workItemId }),
      ...(cooperationOverrideGrantId === undefined ? {} : { cooperationOverrideGrantId }),
      ...(expectedRevision === undefined ? {} : { expectedRevision }),
      ...(extensions === undefined ? {} : { extensions }),
      correlationId,
      ...(causationId === undefined ? {} : { causedByEventId: causationId }),
      issuedAt: formatTimestamp(Math.floor(now())),
      // Its own schema is the Authority's to check.
      payload: payload as unknown as Command['payload'],
    };
  }

  private localError(
    { groupId, actionId }: Draft,
    code: ProtocolError['code'],
    message: string,
  ): ProtocolError {
    return createError(code, {
      message,
      retryable: false,
      groupId,
      relatedActionId: actionId,
      occurredAt: this.nowText(),
    });
  }

  private nowText(): string {
    return formatTimestamp(Math.floor(this.options.now()));
  }
}

function entryOf(draft: Draft, now: string): OutboxEntry {
  return {
    actionId: draft.actionId,
    groupId: draft.groupId,
    state: 'draft',
    draft,
    commandBytes: undefined,
    signingHash: undefined,
    event: undefined,
    error: undefined,
    replacedBy: undefined,
    createdAt: now,
    changedAt: now,
  };
}
