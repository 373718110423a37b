// What one commit is going to write. Commands are decided one after another, each on the state that the ones before it
// left; nothing here is durable, and nobody is answered, until the Authority has committed the whole.
import { decide } from '../domain/decide.ts';
import {
  composeEvents,
  type DecisionContext,
  nowAt,
  type OrganizationPolicy,
  primaryOf,
} from '../domain/decision.ts';
import { evolve } from '../domain/evolve.ts';
import { OverlayWorld } from '../domain/world.ts';
import { type AdmissionReason, lookUp, prepareCandidate, validateRecord } from '../protocol/admission.ts';
import { documentIdOf } from '../protocol/document-kinds.ts';
import type { Actor, Command, Event, ProtocolError } from '../protocol/generated/documents.ts';
import type { KeyBinding } from '../protocol/registry.ts';
import { hashContent } from '../protocol/hash.ts';
import { accept, type Refused, type Result } from '../protocol/result.ts';
import {
  type FinishedDocument,
  type LocalSigner,
  type PreparedDocument,
  prepareSigning,
  signPrepared,
} from '../protocol/sign.ts';
import { REJECTION_MESSAGE, type VerifiedDocument } from '../protocol/verify.ts';
import type {
  AuthorityStore,
  NewAdmission,
  CommitBatch as StoredBatch,
  Receipt,
  StoredEvent,
} from '../store/authority-store.ts';
import { checkBeyondState } from './beyond-state.ts';
import { answerError, answerRejection } from './answers.ts';
import type { ContentLook, HostedContent } from './hosted-content.ts';
import { foreseePieces } from './foreseen-pieces.ts';
import { fetchPiece, NotLoaded, type WorldCache } from './world-cache.ts';

/** How a Command came in. A Session speaks for one Agent with one key (WS-020); the ingress is for humans and services. */
export type CommandOrigin =
  | {
      readonly kind: 'session';
      readonly agentId: string;
      readonly keyId: string;
      readonly sessionEpoch: number;
    }
  | { readonly kind: 'ingress' };

/** A verified Command that waits for its decision. */
export interface Submission {
  readonly verified: VerifiedDocument<'command'>;
  /** The signed documents of its payload, verified. */
  readonly documents: readonly VerifiedDocument[];
  readonly origin: CommandOrigin;
  /** What is found of the content that it publishes, where content is kept here. */
  readonly content: Promise<ContentLook | undefined> | undefined;
}

/** A committed Event with its document. */
export interface CommittedEvent {
  readonly stored: StoredEvent;
  readonly event: Event;
}

/** What decisions and signatures of a batch need beside the state. */
export interface BatchEnvironment {
  readonly organizationId: string;
  readonly policy: OrganizationPolicy;
  readonly now: () => number;
  readonly newId: (kind: string) => string;
  /** How far `issuedAt` may lie from now (SIG-062, OPEN-012). */
  readonly freshness: { readonly pastMs: number; readonly futureMs: number };
  readonly groupAuthority: {
    readonly principal: Actor;
    readonly signer: LocalSigner;
    readonly binding: KeyBinding;
  };
  /** The service that vouches for first admission (ADM-004). */
  readonly admission: Actor;
  /** The content of Artifacts, where this Authority keeps it. */
  readonly hosted: HostedContent | undefined;
  /** Hears of admission and freshness failures, for the protected log. */
  readonly onRefusal: (stage: string, reason: string, detail: string, command: Command) => void;
}

/** An answer as a batch knows it: an Event of the batch itself has only an id until the batch is sealed. */
export type BatchAnswer = Result<
  { readonly primary: StoredEvent | string; readonly isRepeat: boolean },
  ProtocolError
>;

/** What a Command without a receipt came to. */
type FirstAnswer =
  | { readonly primary: string }
  | {
      readonly refusal: Refused<ProtocolError>;
      /** For the protected log, when the refusal itself must not say it. */
      readonly forAuditors?: { readonly stage: string; readonly detail: string };
    };

/** A batch whose Events are signed. */
export interface SealedBatch {
  readonly events: readonly CommittedEvent[];
  /** The commit order after this batch. */
  readonly position: number;
  readonly batch: StoredBatch;
}

/** What a batch reads of the store. */
export interface BatchReads {
  /**
   * Whether nobody looks beforehand if an accepted Command was accepted or admitted before: the commit is refused as a
   * `conflict` then, and the batch is decided again by somebody who looks.
   */
  readonly leavesRepeatsToCommit: boolean;
  readonly state: Pick<AuthorityStore, 'readReceipt' | 'readRecords' | 'readRecord'>;
  readonly log: Pick<AuthorityStore, 'readEvent' | 'readGroupEvents'>;
  readonly admissions: AuthorityStore['admissions'];
}

export class CommitBatch {
  readonly world: OverlayWorld;
  private readonly signing: Promise<FinishedDocument<'event'>>[] = [];
  private readonly environment: BatchEnvironment;
  private readonly cache: WorldCache;
  private readonly reads: BatchReads;
  /** The batch that is being committed, on whose state this one decides. */
  private before: CommitBatch | undefined;
  private readonly admissions = new Map<string, NewAdmission>();
  private readonly receipts = new Map<string, Receipt>();

  constructor(environment: BatchEnvironment, cache: WorldCache, reads: BatchReads, before?: CommitBatch) {
    this.environment = environment;
    this.cache = cache;
    this.reads = reads;
    this.before = before;
    this.world = new OverlayWorld(before?.world ?? cache);
  }

  /** What this batch was decided on is committed, and `cache` holds it. */
  rebase(cache: WorldCache): void {
    this.before = undefined;
    this.world.rebase(cache);
  }

  /** Whether there is anything to commit. */
  get isEmpty(): boolean {
    return this.eventCount === 0;
  }

  get eventCount(): number {
    return this.signing.length;
  }

  /**
   * Waits for the signatures of what was drafted. After it nothing may be added. What comes back is what the store has to
   * write after `afterPosition` in the commit order.
   */
  async seal(afterPosition: number): Promise<SealedBatch> {
    const finished = await Promise.all(this.signing);
    const events = finished.map(({ document, bytes }, index): CommittedEvent => {
      const { eventId, groupId, sequence } = document;
      const position = afterPosition + index + 1;
      return { stored: { position, eventId, groupId, sequence, bytes }, event: document };
    });
    return {
      events,
      position: afterPosition + events.length,
      batch: {
        admissions: [...this.admissions.values()],
        receipts: [...this.receipts.values()],
        events: events.map(({ stored }) => stored),
        changes: this.world.changes,
      },
    };
  }

  /**
   * Decides one Command in the order of section 8.1: deduplication before anything that may have changed since it was
   * first sent (IDM-005), then connection, freshness, rules. A refused Command leaves no trace in the batch.
   */
  async add(submission: Submission): Promise<BatchAnswer> {
    const { verified, origin } = submission;
    const command = verified.document;
    const now = nowAt(this.environment.now());
    if (
      origin.kind === 'session' &&
      (command.actor.type !== 'agent' || command.actor.id !== origin.agentId)
    ) {
      return answerError(
        'AUTH_FORBIDDEN',
        'the Command was signed by another Principal than the Session belongs to',
        now.text,
        command,
      );
    }
    if (origin.kind === 'ingress' && command.actor.type === 'agent') {
      return answerError('AUTH_REQUIRED', 'Agents send Commands over their Session', now.text, command);
    }
    const { leavesRepeatsToCommit } = this.reads;
    const receipt = leavesRepeatsToCommit
      ? this.receiptAhead(receiptKey(command))
      : await this.findReceipt(command);
    if (receipt !== undefined) return this.answerRepeat(receipt, verified, now.text);

    const answer = await this.decideFirst(submission, now);
    if ('primary' in answer) return accept({ primary: answer.primary, isRepeat: false });
    // Before anybody hears of a refusal: what was accepted once may be refused now, and yet gets its first answer.
    const first = leavesRepeatsToCommit ? await this.findReceipt(command) : undefined;
    if (first !== undefined) return this.answerRepeat(first, verified, now.text);
    if (answer.forAuditors !== undefined) {
      const { stage, detail } = answer.forAuditors;
      this.environment.onRefusal(stage, detail, detail, command);
    }
    return answer.refusal;
  }

  /** Decides a Command that has no receipt. */
  private async decideFirst(submission: Submission, now: DecisionContext['now']): Promise<FirstAnswer> {
    const { verified, documents, origin } = submission;
    const command = verified.document;
    if (origin.kind === 'session' && verified.keyId !== origin.keyId) {
      return refuseSignature('connection', 'key of another Session', now.text);
    }
    if (origin.kind === 'session' && command.sessionEpoch !== origin.sessionEpoch) {
      const message = 'the Command carries another Session Epoch than its connection';
      return { refusal: answerError('AUTH_STALE_SESSION', message, now.text, command) };
    }
    const ageMs = now.epochMs - epochMsOf(verified);
    const { pastMs, futureMs } = this.environment.freshness;
    if (ageMs > pastMs || ageMs < -futureMs) {
      return refuseSignature('freshness', `issuedAt is ${Math.round(ageMs / 1_000)} s old`, now.text);
    }

    const context: DecisionContext = {
      now,
      newId: this.environment.newId,
      policy: this.environment.policy,
      acceptedBy: this.environment.groupAuthority.principal,
    };
    for (const piece of foreseePieces(command)) {
      if (!this.cache.knows(piece)) this.cache.take(await fetchPiece(piece, this.reads.state));
    }
    const decision = await this.withLoaded(() => decide(this.world, command, context));
    if (!decision.ok) return { refusal: answerRejection(decision.fault, now.text, command) };

    const beyond = await this.checkBeyond(submission, now.epochMs);
    if (!beyond.ok) return { refusal: answerRejection(beyond.fault, now.text, command) };

    const admissions: NewAdmission[] = [];
    for (const document of [verified, ...documents]) {
      const admitted = await this.admit(document, now.text, admissions);
      if (admitted !== undefined) return refuseSignature('admission', admitted, now.text);
    }
    const primaryEventId = primaryOf(decision.value)?.eventId;
    if (primaryEventId === undefined) throw new Error(`${command.kind} was accepted without an Event`);
    await this.withLoaded(() => this.draftEvents(command, verified.signingHash, decision.value, context));
    this.keepAdmissions(admissions);
    const { actor, actionId } = command;
    this.receipts.set(receiptKey(command), {
      actor,
      actionId,
      signingHash: verified.signingHash,
      primaryEventId,
      commandBytes: verified.bytes,
    });
    return { primary: primaryEventId };
  }

  private checkBeyond({ verified, documents, content }: Submission, nowMs: number) {
    const { organizationId, policy } = this.environment;
    return checkBeyondState(verified.document, documents, {
      organizationId,
      policy,
      look: (read) => this.withLoaded(() => read(this.world)),
      // What this batch adds needs no look: a snapshot that was made before it is refused by the rules already.
      log: this.reads.log,
      hosted: this.environment.hosted,
      content,
      nowMs,
      findReceipt: (actor, actionId) => this.findReceipt({ actor, actionId }),
    });
  }

  /** Folds the Events of a decision. All of it is undone when a Group has to be loaded in between. */
  private draftEvents(
    command: Command,
    commandHash: string,
    drafts: Parameters<typeof composeEvents>[3],
    context: DecisionContext,
  ): void {
    const { organizationId, groupAuthority } = this.environment;
    const { principal, signer, binding } = groupAuthority;
    const trial = new OverlayWorld(this.world);
    const prepared: PreparedDocument<'event'>[] = [];
    const admissions: NewAdmission[] = [];
    for (const unsigned of composeEvents(this.world, command, commandHash, drafts, context)) {
      const document = prepareSigning('event', unsigned, signer.keyId);
      if (!document.ok) throw new Error(`${unsigned.kind} cannot be signed: ${document.fault.message}`);
      trial.apply(evolve(trial, unsigned));
      prepared.push(document.value);
      const signingHash = hashContent(document.value.signingBytes);
      const candidate = prepareCandidate(
        { kind: 'event', organizationId, signingHash, keyId: signer.keyId, principal, binding },
        this.trustedContext(context.now.text),
      );
      if (!candidate.ok) throw new Error(`${unsigned.kind} cannot be admitted: ${candidate.fault.reason}`);
      admissions.push({ documentId: unsigned.eventId, record: candidate.value });
    }
    this.world.apply(trial.changes);
    for (const each of prepared) this.sign(each);
    this.keepAdmissions(admissions);
  }

  /**
   * First admission of an inbound document (OPEN-013): the record goes into the same commit as its effect. Answers
   * with the reason why not. A document that was admitted before keeps its record (ADM-005).
   */
  private async admit(
    document: VerifiedDocument,
    trustedAcceptedAt: string,
    admissions: NewAdmission[],
  ): Promise<AdmissionReason | undefined> {
    if (this.hasAdmitted(document.signingHash)) return undefined;
    // A Command is admitted together with its receipt; other documents may come back in another Command.
    if (!this.reads.leavesRepeatsToCommit || document.kind !== 'command') {
      const found = await lookUp(document, this.reads.admissions);
      if (found.status === 'found') {
        const valid = validateRecord(document, found);
        return valid.ok ? undefined : valid.fault.reason;
      }
      if (found.status !== 'authoritative-absence') return 'log-unavailable';
    }
    const candidate = prepareCandidate(document, this.trustedContext(trustedAcceptedAt));
    if (!candidate.ok) return candidate.fault.reason;
    admissions.push({ documentId: documentIdOf(document.kind, document.document), record: candidate.value });
    return undefined;
  }

  /** At once, on another thread, while the Commands after this one are decided. */
  private sign(prepared: PreparedDocument<'event'>): void {
    const signing = signPrepared(prepared, this.environment.groupAuthority.signer);
    // `seal` hears of it; a batch that is dropped has nobody who would.
    signing.catch(() => undefined);
    this.signing.push(signing);
  }

  private keepAdmissions(admissions: readonly NewAdmission[]): void {
    for (const admission of admissions) this.admissions.set(admission.record.signingHash, admission);
  }

  /** What this batch, or one before it that is under way, has admitted or answered. */
  private hasAdmitted(signingHash: string): boolean {
    return this.admissions.has(signingHash) || this.before?.hasAdmitted(signingHash) === true;
  }

  private receiptAhead(key: string): Receipt | undefined {
    return this.receipts.get(key) ?? this.before?.receiptAhead(key);
  }

  private trustedContext(trustedAcceptedAt: string) {
    const { newId, admission } = this.environment;
    return { admissionRecordId: newId('admission-record'), trustedAcceptedAt, acceptedBy: admission };
  }

  private async findReceipt(command: Pick<Command, 'actor' | 'actionId'>): Promise<Receipt | undefined> {
    const { actor, actionId } = command;
    const key = receiptKey(command);
    const known = this.receiptAhead(key);
    return known ?? (await this.reads.state.readReceipt(actor, actionId));
  }

  /** The same content again gets its first answer, other content under the same Action ID a collision (IDM-001, IDM-002). */
  private async answerRepeat(
    { signingHash, primaryEventId }: Receipt,
    verified: VerifiedDocument<'command'>,
    nowText: string,
  ): Promise<BatchAnswer> {
    if (signingHash !== verified.signingHash) {
      return answerError(
        'ACTION_ID_COLLISION',
        'this Action ID was used for other content',
        nowText,
        verified.document,
      );
    }
    // Accepted in this very batch: its Event has an id, and gets its signature with the others.
    if (this.receipts.has(receiptKey(verified.document)))
      return accept({ primary: primaryEventId, isRepeat: true });
    const primary = await this.reads.log.readEvent(primaryEventId);
    if (primary === undefined) {
      throw new Error(`the receipt of ${verified.document.actionId} names no stored Event`);
    }
    return accept({ primary, isRepeat: true });
  }

  /** Runs a pure step, loading what it turns out to need. */
  private async withLoaded<Answer>(step: () => Answer): Promise<Answer> {
    for (;;) {
      try {
        return step();
      } catch (error) {
        if (!(error instanceof NotLoaded)) throw error;
        this.cache.take(await fetchPiece(error.piece, this.reads.state));
      }
    }
  }
}

/** Without the Action ID, as for any other bad signature: the difference would tell which check failed (ERR-042). */
function refuseSignature(stage: string, detail: string, nowText: string): FirstAnswer {
  return {
    refusal: answerError('AUTH_INVALID_SIGNATURE', REJECTION_MESSAGE, nowText),
    forAuditors: { stage, detail },
  };
}

function receiptKey({ actor, actionId }: Pick<Command, 'actor' | 'actionId'>): string {
  return `${actor.type} ${actor.id} ${actionId}`;
}

/** Milliseconds of the protected time, rounded down: enough for a window of seconds. */
function epochMsOf({ protectedAt }: VerifiedDocument): number {
  return (
    protectedAt.epochSecond * 1_000 +
    Number(`0.${protectedAt.fraction === '' ? '0' : protectedAt.fraction}`) * 1_000
  );
}
