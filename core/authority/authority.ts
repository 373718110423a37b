// The Group Authority: the only place where a Command becomes a fact. It verifies, lets the rules decide, signs, and
// commits many Commands together; it answers each only after the commit that holds it.
import { nowAt } from '../domain/decision.ts';
import { currentMemberships, visibilityStartOf } from '../domain/members.ts';
import { isRootOwner } from '../domain/mission-tree.ts';
import { memberKey, ORGANIZATION, SINGLE, type World } from '../domain/world.ts';
import type { Actor, Command, ProtocolError, RegistryBinding } from '../protocol/generated/documents.ts';
import type { KeyBinding, KeyEvidence } from '../protocol/registry.ts';
import { accept, type Refused, type Result } from '../protocol/result.ts';
import { signDocument } from '../protocol/sign.ts';
import { REJECTION_MESSAGE, type VerificationFault } from '../protocol/verify.ts';
import type { AuditEntry, AuthorityStore } from '../store/authority-store.ts';
import { answerError, type SubmitResult } from './answers.ts';
import { AuditLog } from './audit-log.ts';
import type { AuthorityOptions } from './authority-options.ts';
import type { CommandOrigin, CommittedEvent, Submission } from './commit-batch.ts';
import { CommitLine, decodeEvent } from './commit-line.ts';
import { lookForContent } from './hosted-content.ts';
import { RegistryView } from './registry-view.ts';
import { verifyCommand } from './signed-payloads.ts';
import { fetchPiece, NotLoaded, type Piece, WorldCache } from './world-cache.ts';

/**
 * Opens an Authority on a store. The Registry must bind the key of the Group Authority, validly now: otherwise nobody
 * could verify its Events.
 */
export async function openAuthority(options: AuthorityOptions): Promise<Authority> {
  const authority = new Authority(options, await options.store.readPosition());
  await authority.reloadRegistry();
  return authority;
}

export class Authority {
  readonly organizationId: string;
  readonly store: AuthorityStore;
  private readonly options: AuthorityOptions;
  private readonly cache: WorldCache;
  private readonly audit: AuditLog;
  private readonly line: CommitLine;
  private readonly listeners = new Set<(events: readonly CommittedEvent[]) => void>();
  private readonly stopForeign: () => void;
  private readonly registry: RegistryView;
  private isClosed = false;

  /** `position` is the last commit that listeners need not be told of. */
  constructor(options: AuthorityOptions, position: number) {
    this.options = options;
    this.organizationId = options.organizationId;
    this.store = options.store;
    this.cache = new WorldCache(options.maxCachedRecords);
    this.audit = new AuditLog(options.store, options.onFault);
    this.registry = new RegistryView(options.organizationId, options.store);
    this.line = new CommitLine(
      {
        options,
        cache: this.cache,
        bindingOf: (keyId) => this.requireBinding(keyId),
        onRefusal: (stage, reason, detail, command) => this.record(stage, reason, detail, command),
        onCommit: (events) => this.tell(events),
      },
      position,
    );
    this.stopForeign = options.store.onForeignCommit(() => this.followForeign());
  }

  /** The Registry as it is now. */
  get keys(): KeyEvidence {
    return this.registry.evidence;
  }

  /** Commands that wait for the next commit. */
  get waitingCount(): number {
    return this.line.waitingCount;
  }

  /** How many entries the protected log had to drop. */
  get droppedAuditCount(): number {
    return this.audit.droppedCount;
  }

  /**
   * Takes one Command in the exact bytes that arrived and answers when it is a fact or refused. Never throws for any
   * input. A store that cannot commit is answered with `INTERNAL_ERROR`: the same bytes may be sent again (ERR-036),
   * and if the commit did happen after all, its receipt answers them.
   */
  async submit(bytes: Uint8Array, origin: CommandOrigin): Promise<SubmitResult> {
    if (this.isClosed) return answerError('INTERNAL_ERROR', 'the authority is shutting down', this.nowText());
    let command: Command | undefined;
    const verification = this.verify(bytes, origin).then(
      (result) => {
        if (result.ok) command = result.value.verified.document;
        return result;
      },
      // Caught here and not where it is awaited: until then a commit may take long, and a rejection that nobody
      // listens to would end the process.
      (error: unknown) => {
        this.options.onFault(error);
        return answerError('INTERNAL_ERROR', 'the authority failed', this.nowText());
      },
    );
    const result = await this.line.submit(verification);
    const outcome = result.ok ? (result.value.isRepeat ? 'repeated' : 'accepted') : result.fault.code;
    this.options.observer?.commandAnswered(command?.kind, outcome);
    if (!result.ok && command !== undefined) this.keepRefusal(command, result.fault);
    return result;
  }

  /** Signatures that failed stand in the log already, and what this process could not do is no refusal. */
  private keepRefusal(command: Command, { code, message, details }: ProtocolError): void {
    if (this.options.keepRefusals !== true) return;
    if (code === 'AUTH_INVALID_SIGNATURE' || code === 'INTERNAL_ERROR') return;
    const rule = details?.['rule'];
    const detail = typeof rule === 'string' ? `${rule}: ${message}` : message;
    this.audit.recordRefusal(this.entryOf('rules', code, detail, command), this.options.now());
  }

  /** The six stages of the Command and of every signed document inside it. */
  private async verify(bytes: Uint8Array, origin: CommandOrigin): Promise<Result<Submission, ProtocolError>> {
    const known = this.keys;
    let result = await verifyCommand(bytes, known);
    if (!result.ok && result.fault.fault.reason === 'unknown-key') {
      await this.renewKeys();
      if (this.keys !== known) result = await verifyCommand(bytes, this.keys);
    }
    if (result.ok) {
      const { hosted, now } = this.options;
      const content = hosted && lookForContent(result.value.documents, hosted, now);
      return accept({ ...result.value, origin, content });
    }
    const { fault, command } = result.fault;
    return this.refuseDocument(fault, command);
  }

  /**
   * Opens a Session for an Agent by a Command of the identity service (WS-015): the next epoch, which fences every
   * earlier one.
   */
  async openSession(agentId: string): Promise<Result<{ readonly sessionEpoch: number }, ProtocolError>> {
    const { principal, signer } = this.options.services.identity;
    const actionId = this.options.newId('action');
    const signed = signDocument(
      'command',
      {
        protocolVersion: '0.1',
        actionId,
        actor: principal,
        kind: 'ext.missionweaveprotocol.identity.session_open',
        correlationId: actionId,
        issuedAt: this.nowText(),
        payload: { agentId },
      },
      signer,
    );
    if (!signed.ok) throw new Error(signed.fault.message);
    const result = await this.submit(signed.value.bytes, { kind: 'ingress' });
    if (!result.ok) return result;
    return accept({ sessionEpoch: Number(decodeEvent(result.value.primary).payload['sessionEpoch']) });
  }

  /** As `RegistryView.add`. */
  registerBinding(binding: RegistryBinding): Promise<Result<undefined, string>> {
    return this.registry.add(binding);
  }

  /** Reads the Registry anew, for instance after another process has changed it (REG-014). */
  reloadRegistry(): Promise<void> {
    return this.registry.reload();
  }

  /**
   * Takes over at once what other processes have committed, keys and Events. For decisions that would otherwise refuse
   * somebody whom an operator has just enrolled elsewhere. Cheap when there is nothing new.
   */
  async followOthers(): Promise<void> {
    await this.renewKeys();
    // A commit that is under way may be the one that takes them over.
    if (this.line.isBusy) await this.line.catchUp();
  }

  /** Tells of every commit once it is durable, other processes' included, in commit order. Returns the way to stop. */
  onCommit(listener: (events: readonly CommittedEvent[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * The first sequence that a Principal may see in a Group (DEL-011, MEM-005): as its member, or as the human at the root
   * of its tree, to whom all of it is open (CHD-008). Undefined for everybody else: the same answer as for a Group that
   * does not exist.
   */
  visibleFrom(member: Actor, groupId: string): Promise<number | undefined> {
    return this.look((world) => {
      if (world.get('group', groupId, SINGLE) === undefined) return undefined;
      if (isRootOwner(world, groupId, member)) return 1;
      const memberships = currentMemberships(world, groupId, member, nowAt(this.options.now()));
      return memberships.length === 0 ? undefined : visibilityStartOf(memberships);
    });
  }

  /** The Session Epoch of an Agent that is current, or undefined when it never opened one. */
  sessionEpochOf(agentId: string): Promise<number | undefined> {
    return this.look((world) => world.get('session', ORGANIZATION, agentId)?.sessionEpoch);
  }

  /** The Membership Epoch of a Principal in a Group, or undefined when it is no member. */
  membershipEpochOf(member: Actor, groupId: string): Promise<number | undefined> {
    return this.look((world) => world.get('member', groupId, memberKey(member))?.membershipEpoch);
  }

  /** Looks at the state as this process has it, loading what the look turns out to need. */
  async look<Answer>(read: (world: World) => Answer): Promise<Answer> {
    for (;;) {
      try {
        return read(this.cache);
      } catch (error) {
        if (!(error instanceof NotLoaded)) throw error;
        await this.load(error.piece);
      }
    }
  }

  /**
   * Loads a piece of the state as it was at exactly `position`. Records that are newer would be folded a second time
   * when their Events are taken over: then it is better to catch up first, and to be asked again.
   */
  private async load(piece: Piece): Promise<void> {
    const before = await this.store.readPosition();
    const found = await fetchPiece(piece, this.store);
    const after = await this.store.readPosition();
    if (before === after && before === this.line.position) {
      this.cache.take(found);
      return;
    }
    await this.line.catchUp();
  }

  /** Without Events: verifications wait for it, and taking Events over waits for verifications. */
  private async renewKeys(): Promise<void> {
    await this.store.lookForForeignCommit();
    await this.registry.settled();
  }

  /** Refuses new Commands, answers those that are waiting, and lets go of the store. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.stopForeign();
    await this.line.drain();
    await this.audit.flush();
    await this.store.close();
  }

  private nowText(): string {
    return nowAt(this.options.now()).text;
  }

  /** Another process wrote: it may have committed Events, bound keys, or revoked some (REG-014). */
  private followForeign(): void {
    this.line.follow();
    this.registry.reload().catch((error: unknown) => this.options.onFault(error));
  }

  private requireBinding(keyId: string): KeyBinding {
    const binding = this.keys.ok ? this.keys.value.findBinding(keyId) : undefined;
    if (binding === undefined) throw new Error(`the Registry does not bind the authority's own key ${keyId}`);
    return binding;
  }

  private tell(events: readonly CommittedEvent[]): void {
    if (events.length === 0) return;
    for (const listener of this.listeners) {
      try {
        listener(events);
      } catch (error) {
        // One reader's fault is no reason to keep the others waiting.
        this.options.onFault(error);
      }
    }
  }

  private refuseDocument(fault: VerificationFault, command?: Command): Refused<ProtocolError> {
    this.record(fault.stage, fault.reason, fault.detail, command);
    // The same answer whether the Command or a document inside it failed (ERR-042).
    return answerError(fault.wireCode, REJECTION_MESSAGE, this.nowText());
  }

  private record(stage: string, reason: string, detail: string, command?: Command): void {
    this.audit.record(this.entryOf(stage, reason, detail, command));
  }

  private entryOf(stage: string, reason: string, detail: string, command?: Command): AuditEntry {
    return {
      auditId: this.options.newId('audit'),
      occurredAt: this.nowText(),
      groupId: command?.groupId,
      stage,
      reason,
      detail,
      ...(command === undefined
        ? {}
        : { command: { actor: command.actor, kind: command.kind, actionId: command.actionId } }),
    };
  }
}
