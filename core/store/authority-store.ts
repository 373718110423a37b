// The port through which an Authority keeps everything that must survive: one database for one Organization. All of a
// commit is written together or not at all, and only one process writes at a time.
import type { Change, RecordKind, Records } from '../domain/world.ts';
import type { AdmissionLog } from '../protocol/admission.ts';
import type { Actor, FirstAdmissionRecord, RegistryBinding } from '../protocol/generated/documents.ts';

/** An Event as it was signed, with what queries need beside it. */
export interface StoredEvent {
  /** Place in the Organization's commit order, from 1 without gaps: the order in which state is folded. */
  readonly position: number;
  readonly eventId: string;
  /** Undefined, like the sequence, for the facts of the Organization (EVT-002). */
  readonly groupId: string | undefined;
  readonly sequence: number | undefined;
  readonly bytes: Uint8Array;
}

/** That a Command was accepted (IDM-001, IDM-007). */
export interface Receipt {
  readonly actor: Actor;
  readonly actionId: string;
  /** Signing hash of the accepted Command: the same Action ID with another one is a collision (IDM-002). */
  readonly signingHash: string;
  readonly primaryEventId: string;
  /** The Command in the exact bytes that its sender signed: what proves who asked for the Event. */
  readonly commandBytes: Uint8Array;
}

/** A record of the state as it is stored. */
export type StoredRecord = {
  readonly [Kind in RecordKind]: {
    readonly kind: Kind;
    readonly groupId: string;
    readonly id: string;
    readonly value: Records[Kind];
  };
}[RecordKind];

/** A first-admission record, and what the document that it admits calls itself (`documentIdOf`). */
export interface NewAdmission {
  readonly documentId: string;
  readonly record: FirstAdmissionRecord;
}

/** Everything that one or more accepted Commands write. Applied in one transaction. */
export interface CommitBatch {
  readonly admissions: readonly NewAdmission[];
  readonly receipts: readonly Receipt[];
  /** In commit order; positions and, per Group, sequences continue those that are stored. */
  readonly events: readonly StoredEvent[];
  readonly changes: readonly Change[];
}

/** A verification or admission failure, or a Command that the rules refused; for auditors only (SIG-039). */
export interface AuditEntry {
  readonly auditId: string;
  readonly occurredAt: string;
  readonly groupId: string | undefined;
  readonly stage: string;
  readonly reason: string;
  readonly detail: string;
  /** The Command, where its own signature was right: nobody is named who has proven nothing. */
  readonly command?: { readonly actor: Actor; readonly kind: string; readonly actionId: string };
}

/** Where a reader stands in a Group (DEL-003). */
export interface StoredCursor {
  readonly agentId: string;
  readonly groupId: string;
  readonly sequence: number;
}

/**
 * The exclusive right to write, held from the moment `write` calls back until it returns. `position` is the last
 * commit: a process whose state is older folds what came since before it decides anything. Nothing may be read or
 * appended through it after `append` or after `write` has returned: that is a bug and throws a plain Error.
 */
export interface WriteTransaction {
  readonly position: number;
  /** Stored Events after a position in commit order, at most `limit`. */
  readCommits(afterPosition: number, limit: number): Promise<readonly StoredEvent[]>;
  readReceipt(actor: Actor, actionId: string): Promise<Receipt | undefined>;
  readRecords(groupId: string, kinds?: readonly RecordKind[]): Promise<readonly StoredRecord[]>;
  readRecord(kind: RecordKind, groupId: string, id: string): Promise<StoredRecord | undefined>;
  /**
   * Writes a batch. It is durable only when `write` has returned. May be called once. A batch that does not continue
   * the stored positions and sequences, or repeats anything unique, is refused with the StoreFault `conflict`. When it
   * fails, `write` fails with it, whatever `work` makes of the error.
   */
  append(batch: CommitBatch): Promise<void>;
}

/** Reads see only what was committed. All of them may run while another process writes. */
export interface AuthorityStore {
  /** The last commit. */
  readPosition(): Promise<number>;
  readCommits(afterPosition: number, limit: number): Promise<readonly StoredEvent[]>;
  /** Events of one Group after a sequence, in order, at most `limit` (DEL-005, WS-033). */
  readGroupEvents(groupId: string, afterSequence: number, limit: number): Promise<readonly StoredEvent[]>;
  readEvent(eventId: string): Promise<StoredEvent | undefined>;
  readReceipt(actor: Actor, actionId: string): Promise<Receipt | undefined>;
  /**
   * The state of one Group, or of the Organization under its own name, in the order of first writing: all of it, or the
   * records of some kinds.
   */
  readRecords(groupId: string, kinds?: readonly RecordKind[]): Promise<readonly StoredRecord[]>;
  readRecord(kind: RecordKind, groupId: string, id: string): Promise<StoredRecord | undefined>;
  /** All Groups that have a log, in the order of their creation. */
  readGroupIds(): Promise<readonly string[]>;

  /**
   * Runs `work` with the exclusive right to write and commits what it appended. Throws `StoreFault`: with kind
   * `commit-unknown` when nobody can say whether the commit happened, with any other kind when it certainly did not.
   * An error thrown by `work` rolls everything back and comes through as it is. After `commit-unknown` the caller asks
   * for the receipts inside another `write`: only that waits for a commit which may still be on its way. `work` may
   * use the reading methods of the store, which see the last commit, but no method that writes: that throws.
   */
  write<Answer>(work: (transaction: WriteTransaction) => Promise<Answer>): Promise<Answer>;

  /**
   * Commits a batch that was composed on the state at `position`, unless something has been committed since: answers whether
   * it did. For whoever decides ahead, and has nothing to do while it holds the right to write. Throws like `write`.
   */
  commitAt(position: number, batch: CommitBatch): Promise<boolean>;

  /**
   * The lookup half of the first-admission log (ADM-004); records are appended with the batch of their effect. A
   * lookup inside `work` together with `append` is the atomic append-or-return-existing. The log vouches for the
   * service that the store was opened for; a record accepted by anybody else is refused. Trouble is a status.
   */
  readonly admissions: Pick<AdmissionLog, 'lookup'>;

  /** Key bindings with their history, in the order in which they were registered (REG-013). */
  readBindings(): Promise<readonly RegistryBinding[]>;
  /**
   * Adds a binding, or statuses to the history of a known one. The caller has validated the whole (REG-013). What
   * would change a recorded fact, or bind a public key to a second key id, is a `conflict`.
   */
  writeBinding(binding: RegistryBinding): Promise<void>;

  /** A Cursor only moves forward; an older sequence is ignored (DEL-009). */
  writeCursor(cursor: StoredCursor): Promise<void>;
  /** In no particular order. */
  readCursors(agentId: string): Promise<readonly StoredCursor[]>;

  writeAudit(entry: AuditEntry): Promise<void>;
  /** The latest entries, newest first; with the id of one, those before it. None before one that is not there. */
  readAudit(limit: number, beforeAuditId?: string): Promise<readonly AuditEntry[]>;

  /**
   * Calls back after commits by other processes on the same database, once for one or more of them, and now and then
   * without cause, as after a lost connection. Returns the way to stop.
   */
  onForeignCommit(listener: () => void): () => void;
  /**
   * Looks now, where it otherwise looks only now and then: by the time it resolves, the listeners have been called for
   * what was committed before. Stores that are told of commits have nothing to look for.
   */
  lookForForeignCommit(): Promise<void>;

  /**
   * A consistent copy of the whole database in a new file, while it is in use; checked before it gets its name. An
   * adapter whose database has better tools for it refuses and names them.
   */
  backup(target: string): Promise<void>;
  /** What is wrong with the database file or its contents; empty when nothing is. */
  checkIntegrity(): Promise<readonly string[]>;
  /** Empties the state and puts other records in their place: only to rebuild it from the log. */
  replaceState(records: Iterable<StoredRecord>): Promise<void>;
  close(): Promise<void>;
}

export type StoreFaultKind =
  | 'busy'
  | 'full'
  | 'corrupt'
  | 'readonly'
  | 'too-new'
  | 'unreachable'
  | 'commit-unknown'
  | 'conflict'
  | 'other';

/** The database could not do its part. Adapters turn every driver error into one of these, once, at their edge. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';
  readonly kind: StoreFaultKind;
  /** Whether trying the same again later can help. */
  readonly retryable: boolean;

  constructor(kind: StoreFaultKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    this.retryable =
      kind === 'busy' || kind === 'unreachable' || kind === 'commit-unknown' || kind === 'full';
  }
}
