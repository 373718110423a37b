// The store of an Authority in one SQLite file. One process writes at a time, and what `write` has returned survives a
// power failure.
import type Database from 'better-sqlite3';
import type { AdmissionLookup } from '../../protocol/admission.ts';
import type { Actor, RegistryBinding } from '../../protocol/generated/documents.ts';
import { answerLookup, encodeAdmission } from '../admission-records.ts';
import {
  type AuditEntry,
  type AuthorityStore,
  type CommitBatch,
  type Receipt,
  type StoredCursor,
  type StoredEvent,
  type StoredRecord,
  StoreFault,
  type WriteTransaction,
} from '../authority-store.ts';
import { mergeBinding } from '../binding-history.ts';
import type { CommitStep, StepHook } from '../commit-steps.ts';
import { continueLog } from '../continuity.ts';
import { runGuarded } from '../guarded-work.ts';
import { collapseChanges } from '../record-changes.ts';
import { SerialQueue } from '../serial-queue.ts';
import { type TroubleHook, warnOfTrouble } from '../trouble.ts';
import { copyDatabase } from './copy-database.ts';
import { DataVersionWatch } from './data-version.ts';
import { inspectDatabase } from './inspect-database.ts';
import { type Migration, MIGRATIONS } from './migrations.ts';
import { openDatabase, type OpenedDatabase, withSnapshot } from './open-database.ts';
import { retryWhileBusy } from './retry.ts';
import { atEdge, toCommitFault, toSqliteFault } from './sqlite-fault.ts';
import { prepareReads, prepareWrites, type Reads, type Writes } from './statements.ts';

export interface SqliteStoreOptions {
  /** The database file; its folder must exist. */
  readonly path: string;
  /** The service that writes here; the admission log vouches for it (ADM-004). */
  readonly writer: Actor;
  /** How long a write waits for another process. 5 000 ms: as SQLite's own busy handlers are usually set. */
  readonly busyTimeoutMs?: number;
  /** How often foreign commits are looked for while anybody listens. */
  readonly pollMs?: number;
  /** A limit to the size of the file, in pages of 4 096 bytes. */
  readonly maxPageCount?: number;
  /** Another chain of migrations, to test the step from one schema to the next. */
  readonly migrations?: readonly Migration[];
  readonly onStep?: StepHook;
  readonly onTrouble?: TroubleHook;
}

export class SqliteStore implements AuthorityStore {
  readonly admissions = {
    lookup: async (organizationId: string, signingHash: string): Promise<AdmissionLookup> =>
      answerLookup(() => this.read((reads) => reads.admission(organizationId, signingHash)), this.onTrouble),
  };

  private readonly path: string;
  private readonly service: Actor;
  private readonly busyTimeoutMs: number;
  private readonly onStep: StepHook;
  private readonly onTrouble: TroubleHook;
  private readonly queue = new SerialQueue();
  private readonly writer: Database.Database;
  private readonly reader: Database.Database;
  /** Of the reader: what is committed. */
  private readonly reads: Reads;
  /** Of the writer: what its own transaction sees. */
  private readonly ownReads: Reads;
  private readonly writes: Writes;
  private readonly watch: DataVersionWatch;
  private isClosed = false;

  private constructor(options: SqliteStoreOptions, opened: OpenedDatabase) {
    this.path = options.path;
    this.service = { ...options.writer };
    this.busyTimeoutMs = options.busyTimeoutMs ?? DEFAULT_BUSY_TIMEOUT_MS;
    this.onStep = options.onStep ?? (() => {});
    this.onTrouble = options.onTrouble ?? warnOfTrouble;
    this.writer = opened.writer;
    this.reader = opened.reader;
    this.reads = prepareReads(opened.reader);
    this.ownReads = prepareReads(opened.writer);
    this.writes = prepareWrites(opened.writer);
    this.watch = new DataVersionWatch(opened.writer, options.pollMs ?? DEFAULT_POLL_MS, this.onTrouble);
  }

  /** Opens a database, creates it, or brings it to the newest schema. Throws a StoreFault when that cannot be. */
  static async open(options: SqliteStoreOptions): Promise<SqliteStore> {
    const opened = await openDatabase({
      path: options.path,
      migrations: options.migrations ?? MIGRATIONS,
      busyTimeoutMs: options.busyTimeoutMs ?? DEFAULT_BUSY_TIMEOUT_MS,
      maxPageCount: options.maxPageCount,
    });
    try {
      return new SqliteStore(options, opened);
    } catch (error) {
      opened.reader.close();
      opened.writer.close();
      throw toSqliteFault(error);
    }
  }

  async readPosition(): Promise<number> {
    return this.read((reads) => reads.position());
  }

  async readCommits(afterPosition: number, limit: number): Promise<readonly StoredEvent[]> {
    return this.read((reads) => reads.commits(afterPosition, limit));
  }

  async readGroupEvents(
    groupId: string,
    afterSequence: number,
    limit: number,
  ): Promise<readonly StoredEvent[]> {
    return this.read((reads) => reads.groupEvents(groupId, afterSequence, limit));
  }

  async readEvent(eventId: string): Promise<StoredEvent | undefined> {
    return this.read((reads) => reads.event(eventId));
  }

  async readReceipt(actor: Actor, actionId: string): Promise<Receipt | undefined> {
    return this.read((reads) => reads.receipt(actor, actionId));
  }

  async readRecords(groupId: string): Promise<readonly StoredRecord[]> {
    return this.read((reads) => reads.records(groupId));
  }

  async readGroupIds(): Promise<readonly string[]> {
    return this.read((reads) => reads.groupIds());
  }

  async write<Answer>(work: (transaction: WriteTransaction) => Promise<Answer>): Promise<Answer> {
    return this.inTurn(async () => {
      await this.onStep('before-begin');
      const answer = await this.inTransaction(async () => {
        await this.onStep('after-begin');
        const position = atEdge(() => this.ownReads.position());
        const done = await runGuarded(this.createTransaction(position), work);
        await this.onStep('before-commit');
        return done;
      });
      await this.onStep('after-commit');
      return answer;
    });
  }

  async readBindings(): Promise<readonly RegistryBinding[]> {
    return this.read((reads) => reads.bindings());
  }

  async writeBinding(binding: RegistryBinding): Promise<void> {
    await this.writeAlone(() => {
      this.writes.binding(mergeBinding(this.ownReads.binding(binding.keyId), binding));
    });
  }

  async writeCursor(cursor: StoredCursor): Promise<void> {
    await this.writeAlone(() => this.writes.cursor(cursor));
  }

  async readCursors(agentId: string): Promise<readonly StoredCursor[]> {
    return this.read((reads) => reads.cursors(agentId));
  }

  async writeAudit(entry: AuditEntry): Promise<void> {
    await this.writeAlone(() => this.writes.audit(entry));
  }

  async readAudit(limit: number): Promise<readonly AuditEntry[]> {
    return this.read((reads) => reads.audit(limit));
  }

  onForeignCommit(listener: () => void): () => void {
    this.assertOpen();
    return this.watch.listen(listener);
  }

  async backup(target: string): Promise<void> {
    this.assertOpen();
    // A snapshot of its own: a backup from a changing database would begin anew after every commit.
    await withSnapshot(this.path, this.busyTimeoutMs, async (snapshot) => {
      await copyDatabase(snapshot, target, inspectDatabase);
    });
  }

  async checkIntegrity(): Promise<readonly string[]> {
    this.assertOpen();
    return withSnapshot(this.path, this.busyTimeoutMs, inspectDatabase);
  }

  async replaceState(records: Iterable<StoredRecord>): Promise<void> {
    await this.writeAlone(() => {
      this.writes.removals();
      for (const record of records) this.writes.record(record);
    });
  }

  async close(): Promise<void> {
    if (this.isClosed) {
      await this.queue.drain();
      return;
    }
    this.isClosed = true;
    this.watch.stop();
    await this.queue.drain();
    // The writer last: the last connection to go empties the WAL, which a reader could not.
    atEdge(() => this.reader.close());
    atEdge(() => this.writer.close());
  }

  private assertOpen(): void {
    if (this.isClosed) throw new StoreFault('other', 'the store is closed');
  }

  private read<Answer>(reading: (reads: Reads) => Answer): Answer {
    this.assertOpen();
    return atEdge(() => reading(this.reads));
  }

  private async inTurn<Answer>(task: () => Promise<Answer>): Promise<Answer> {
    this.assertOpen();
    return this.queue.run(task);
  }

  /** A write of its own beside the log. */
  private async writeAlone(writing: () => unknown): Promise<void> {
    await this.inTurn(async () => {
      await this.inTransaction(async () => atEdge(writing));
    });
  }

  /**
   * One transaction. All that `work` writes is in it, and nothing else: this turn of the queue is the only user of the
   * writing connection. BEGIN IMMEDIATE takes the write lock before anything is read, so that what a decision rests on
   * cannot change until it is committed. A crash before COMMIT leaves nothing: the WAL has no commit frame, and the
   * next open ignores the rest. A crash during COMMIT leaves all or nothing, by the checksum of that frame. After
   * COMMIT has returned it is on the disk.
   */
  private async inTransaction<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    await retryWhileBusy(this.busyTimeoutMs, () => this.writer.exec('BEGIN IMMEDIATE'));
    try {
      const answer = await work();
      this.commit();
      return answer;
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  private commit(): void {
    try {
      this.writer.exec('COMMIT');
    } catch (error) {
      throw toCommitFault(error);
    }
  }

  /** A full disk, for one, makes SQLite roll back by itself. */
  private rollback(): void {
    if (!this.writer.inTransaction) return;
    try {
      this.writer.exec('ROLLBACK');
    } catch (error) {
      // The error that led here is the one to throw. If the transaction stays open, every BEGIN from now on fails.
      const fault = toSqliteFault(error);
      if (fault instanceof StoreFault) this.onTrouble(fault);
      else throw error;
    }
  }

  private createTransaction(position: number): WriteTransaction {
    return {
      position,
      readCommits: async (afterPosition, limit) => atEdge(() => this.ownReads.commits(afterPosition, limit)),
      readReceipt: async (actor, actionId) => atEdge(() => this.ownReads.receipt(actor, actionId)),
      readRecords: async (groupId) => atEdge(() => this.ownReads.records(groupId)),
      append: async (batch) => this.append(batch, position),
    };
  }

  private async append(batch: CommitBatch, position: number): Promise<void> {
    const { events } = batch;
    const heads = atEdge(() =>
      continueLog(events, position, (groupId) => this.ownReads.groupSequence(groupId)),
    );
    await this.atStep('after-admissions', () => {
      for (const record of batch.admissions) {
        this.writes.admission(record, this.service, encodeAdmission(record, this.service));
      }
    });
    await this.atStep('after-events', () => {
      for (const event of events) this.writes.event(event);
      for (const head of heads) this.writes.groupHead(head);
      if (events.length > 0) this.writes.position(position + events.length);
    });
    await this.atStep('after-receipts', () => {
      for (const receipt of batch.receipts) this.writes.receipt(receipt);
    });
    await this.atStep('after-changes', () => {
      const { deletions, upserts } = collapseChanges(batch.changes);
      for (const key of deletions) this.writes.removal(key);
      for (const record of upserts) this.writes.record(record);
    });
  }

  private async atStep(step: CommitStep, writing: () => void): Promise<void> {
    atEdge(writing);
    await this.onStep(step);
  }
}

const DEFAULT_BUSY_TIMEOUT_MS = 5_000;

/** Two polls a second cost nothing measurable, and people who wait for another process do not notice more. */
const DEFAULT_POLL_MS = 500;
