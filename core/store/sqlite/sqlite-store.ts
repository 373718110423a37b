// The store of an Authority in one SQLite file. One process writes at a time, in a thread of its own, and what `write` has
// returned survives a power failure.
import type Database from 'better-sqlite3';
import type { RecordKind } from '../../domain/world.ts';
import type { AdmissionLookup } from '../../protocol/admission.ts';
import type { Actor, FirstAdmissionRecord, RegistryBinding } from '../../protocol/generated/documents.ts';
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
import { commitThroughWrite } from '../commit-at.ts';
import type { CommitStep, StepHook } from '../commit-steps.ts';
import { basesOf, continueLog } from '../continuity.ts';
import { runGuarded } from '../guarded-work.ts';
import { collapseChanges } from '../record-changes.ts';
import { SerialQueue } from '../serial-queue.ts';
import { type TroubleHook, warnOfTrouble } from '../trouble.ts';
import { copyDatabase } from './copy-database.ts';
import { DataVersionWatch } from './data-version.ts';
import { inspectDatabase } from './inspect-database.ts';
import { type Migration, MIGRATIONS } from './migrations.ts';
import { openReader, withSnapshot } from './open-database.ts';
import { prepareReads, type Reads } from './reads.ts';
import { retryWhileBusy } from './retry.ts';
import { atEdge, toSqliteFault } from './sqlite-fault.ts';
import { WriterConnection } from './writer-connection.ts';
import {
  REMOVE_ALL_RECORDS,
  type Write,
  writeAdmissions,
  writeAudit,
  writeBinding,
  writeCursor,
  writeEvents,
  writeGroupHeads,
  writePosition,
  writeReceipts,
  writeRecords,
  writeRemovals,
} from './writes.ts';

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
    lookup: async (
      organizationId: string,
      signingHash: string,
      documentId: string,
    ): Promise<AdmissionLookup> =>
      answerLookup(
        () => this.read((reads) => reads.admission(organizationId, signingHash, documentId)),
        this.onTrouble,
      ),
  };

  private readonly path: string;
  private readonly service: Actor;
  private readonly busyTimeoutMs: number;
  private readonly onStep: StepHook | undefined;
  private readonly onTrouble: TroubleHook;
  private readonly queue = new SerialQueue();
  private readonly writer: WriterConnection;
  private readonly reader: Database.Database;
  /**
   * What is committed. Under the write lock that is also what an open transaction sees, for it reads nothing after it has
   * written.
   */
  private readonly reads: Reads;
  private readonly watch: DataVersionWatch;
  /** What the open transaction is going to write when it commits. */
  private staged: readonly Write[] = [];
  private isClosed = false;

  private constructor(options: SqliteStoreOptions, writer: WriterConnection, reader: Database.Database) {
    this.path = options.path;
    this.service = { ...options.writer };
    this.busyTimeoutMs = options.busyTimeoutMs ?? DEFAULT_BUSY_TIMEOUT_MS;
    this.onStep = options.onStep;
    this.onTrouble = options.onTrouble ?? warnOfTrouble;
    this.writer = writer;
    this.reader = reader;
    this.reads = prepareReads(reader);
    const readVersion = async () => writer.run({ kind: 'data-version' });
    this.watch = new DataVersionWatch(readVersion, options.pollMs ?? DEFAULT_POLL_MS, this.onTrouble);
  }

  /** Opens a database, creates it, or brings it to the newest schema. Throws a StoreFault when that cannot be. */
  static async open(options: SqliteStoreOptions): Promise<SqliteStore> {
    const { path, busyTimeoutMs = DEFAULT_BUSY_TIMEOUT_MS, migrations = MIGRATIONS, maxPageCount } = options;
    const writer = await WriterConnection.open({ path, migrations, busyTimeoutMs, maxPageCount });
    let reader: Database.Database | undefined;
    try {
      reader = openReader(path, busyTimeoutMs);
      return new SqliteStore(options, writer, reader);
    } catch (error) {
      reader?.close();
      await writer.close();
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

  async readRecords(groupId: string, kinds?: readonly RecordKind[]): Promise<readonly StoredRecord[]> {
    return this.read((reads) => reads.records(groupId, kinds));
  }

  async readRecord(kind: RecordKind, groupId: string, id: string): Promise<StoredRecord | undefined> {
    return this.read((reads) => reads.record(kind, groupId, id));
  }

  async readGroupIds(): Promise<readonly string[]> {
    return this.read((reads) => reads.groupIds());
  }

  async write<Answer>(work: (transaction: WriteTransaction) => Promise<Answer>): Promise<Answer> {
    return this.inTurn(async () => {
      await this.onStep?.('before-begin');
      const answer = await this.inTransaction(async () => {
        await this.onStep?.('after-begin');
        const position = atEdge(() => this.reads.position());
        const done = await runGuarded(this.createTransaction(position), work);
        await this.onStep?.('before-commit');
        return done;
      });
      await this.onStep?.('after-commit');
      return answer;
    });
  }

  /**
   * With one message to the writing thread, which looks at the position and at the heads under the write lock. Its turn of the
   * queue is over once that message is on its way: the next commit can follow it before the answer is back. A crash leaves
   * all of it or nothing, as with `write`.
   */
  async commitAt(position: number, batch: CommitBatch): Promise<boolean> {
    if (this.onStep !== undefined) return commitThroughWrite(this, position, batch);
    const follows = basesOf(batch.events);
    const steps = this.composeSteps(batch, position, (groupId) => follows.get(groupId) ?? 0);
    const writes = steps.flatMap((step) => step.writes);
    const task = { kind: 'commit-at', position, follows: [...follows], writes } as const;
    const answer = await retryWhileBusy(this.busyTimeoutMs, async () => {
      const { answered } = await this.inTurn(async () => ({ answered: this.writer.run(task) }));
      return answered;
    });
    return answer === 1;
  }

  async readBindings(): Promise<readonly RegistryBinding[]> {
    return this.read((reads) => reads.bindings());
  }

  async writeBinding(binding: RegistryBinding): Promise<void> {
    await this.writeAlone(() => [
      writeBinding(
        mergeBinding(
          atEdge(() => this.reads.binding(binding.keyId)),
          binding,
        ),
      ),
    ]);
  }

  async writeCursor(cursor: StoredCursor): Promise<void> {
    await this.writeAlone(() => [writeCursor(cursor)]);
  }

  async readCursors(agentId: string): Promise<readonly StoredCursor[]> {
    return this.read((reads) => reads.cursors(agentId));
  }

  async writeAudit(entry: AuditEntry): Promise<void> {
    await this.writeAlone(() => [writeAudit(entry)]);
  }

  async readAudit(limit: number, beforeAuditId?: string): Promise<readonly AuditEntry[]> {
    return this.read((reads) => reads.audit(limit, beforeAuditId));
  }

  onForeignCommit(listener: () => void): () => void {
    this.assertOpen();
    return this.watch.listen(listener);
  }

  async lookForForeignCommit(): Promise<void> {
    this.assertOpen();
    await this.watch.look();
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
    await this.inTurn(async () => {
      await this.inTransaction(async () => {
        await this.send([REMOVE_ALL_RECORDS]);
        for (const page of pagesOf(records)) await this.send([writeRecords(page)]);
      });
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
    await this.writer.close();
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

  /** A write of its own beside the log; what it reads is what it writes on. */
  private async writeAlone(compose: () => readonly Write[]): Promise<void> {
    await this.inTurn(async () => {
      await this.inTransaction(async () => {
        this.staged = compose();
      });
    });
  }

  private async send(writes: readonly Write[]): Promise<void> {
    await this.writer.run({ kind: 'write', writes });
  }

  /**
   * One transaction. All that `work` writes is in it, and nothing else: this turn of the queue is the only user of the
   * writing connection. BEGIN IMMEDIATE takes the write lock before anything is read, so that what a decision rests on
   * cannot change until it is committed. A crash before COMMIT leaves nothing: the WAL has no commit frame, and the
   * next open ignores the rest. A crash during COMMIT leaves all or nothing, by the checksum of that frame. After
   * COMMIT has returned it is on the disk.
   */
  private async inTransaction<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    await retryWhileBusy(this.busyTimeoutMs, async () => this.writer.run({ kind: 'begin' }));
    this.staged = [];
    try {
      const answer = await work();
      await this.writer.run({ kind: 'commit', writes: this.staged });
      return answer;
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  private async rollback(): Promise<void> {
    try {
      await this.writer.run({ kind: 'rollback' });
    } catch (error) {
      // The error that led here is the one to throw. If the transaction stays open, every BEGIN from now on fails.
      if (error instanceof StoreFault) this.onTrouble(error);
      else throw error;
    }
  }

  private createTransaction(position: number): WriteTransaction {
    return {
      position,
      readCommits: async (afterPosition, limit) => atEdge(() => this.reads.commits(afterPosition, limit)),
      readReceipt: async (actor, actionId) => atEdge(() => this.reads.receipt(actor, actionId)),
      readRecords: async (groupId, kinds) => atEdge(() => this.reads.records(groupId, kinds)),
      readRecord: async (kind, groupId, id) => atEdge(() => this.reads.record(kind, groupId, id)),
      append: async (batch) => this.append(batch, position),
    };
  }

  private async append(batch: CommitBatch, position: number): Promise<void> {
    const { onStep } = this;
    const steps = this.composeSteps(batch, position, (groupId) =>
      atEdge(() => this.reads.groupSequence(groupId)),
    );
    if (onStep === undefined) {
      this.staged = steps.flatMap(({ writes }) => writes);
      return;
    }
    for (const { step, writes } of steps) {
      await this.send(writes);
      await onStep(step);
    }
  }

  private composeSteps(
    batch: CommitBatch,
    position: number,
    sequenceOf: (groupId: string) => number,
  ): readonly ComposedStep[] {
    const { admissions, events, receipts, changes } = batch;
    const heads = continueLog(events, position, sequenceOf);
    const head = events.length > 0 ? [writePosition(position + events.length)] : [];
    const { deletions, upserts } = collapseChanges(changes);
    const encode = (record: FirstAdmissionRecord) => encodeAdmission(record, this.service);
    return [
      { step: 'after-admissions', writes: [writeAdmissions(admissions, this.service, encode)] },
      { step: 'after-events', writes: [writeEvents(events), writeGroupHeads(heads), ...head] },
      { step: 'after-receipts', writes: [writeReceipts(receipts)] },
      { step: 'after-changes', writes: [writeRemovals(deletions), writeRecords(upserts)] },
    ];
  }
}

/** What has been written when a step of a commit is reached. */
interface ComposedStep {
  readonly step: CommitStep;
  readonly writes: readonly Write[];
}

/** A rebuilt state may be larger than what one message should carry. */
const RECORDS_PER_PAGE = 1_000;

function* pagesOf(records: Iterable<StoredRecord>): Iterable<readonly StoredRecord[]> {
  let page: StoredRecord[] = [];
  for (const record of records) {
    page.push(record);
    if (page.length < RECORDS_PER_PAGE) continue;
    yield page;
    page = [];
  }
  yield page;
}

const DEFAULT_BUSY_TIMEOUT_MS = 5_000;

/** Two polls a second cost nothing measurable, and people who wait for another process do not notice more. */
const DEFAULT_POLL_MS = 500;
