// The store of an Organization in PostgreSQL, for several Authority processes on one database. The lock of one row, the
// head of the Organization, is the right to write.
import { randomUUID } from 'node:crypto';
import { Client, Pool, type PoolClient, type QueryResult } from 'pg';
import type { RecordKind } from '../../domain/world.ts';
import type { AdmissionLookup } from '../../protocol/admission.ts';
import type { Actor, RegistryBinding } from '../../protocol/generated/documents.ts';
import { answerLookup } from '../admission-records.ts';
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
import { commitThroughWrite } from '../commit-at.ts';
import { mergeBinding } from '../binding-history.ts';
import type { StepHook } from '../commit-steps.ts';
import { runGuarded } from '../guarded-work.ts';
import { findUnadmittedEvents, LOG_CHECKS } from '../log-checks.ts';
import { collapseChanges } from '../record-changes.ts';
import { SerialQueue } from '../serial-queue.ts';
import { type TroubleHook, warnOfTrouble } from '../trouble.ts';
import { COMMIT_CHANNEL, CommitListener } from './commit-listener.ts';
import {
  clientConfig,
  type ConnectionSettings,
  createPatientClient,
  type Query,
  queryOn,
  withClient,
} from './connection.ts';
import { type Migration, MIGRATIONS, migrate } from './migrations.ts';
import { toCommitFault, toPostgresFault } from './postgres-fault.ts';
import * as reads from './reads.ts';
import * as writes from './writes.ts';

export interface PostgresStoreOptions {
  /** A database of its own for one Organization, as a postgres:// URL. */
  readonly connectionString: string;
  /** The service that writes here; the admission log vouches for it (ADM-004). */
  readonly writer: Actor;
  /** Connections for reading and writing, at least two: a write may read on the other. One more listens. */
  readonly maxConnections?: number;
  /** How long one statement may run, and a write wait for another process. */
  readonly statementTimeoutMs?: number;
  /** How long a process may be silent while it holds the right to write. */
  readonly idleTransactionTimeoutMs?: number;
  /** Another chain of migrations, to test the step from one schema to the next. */
  readonly migrations?: readonly Migration[];
  readonly onStep?: StepHook;
  readonly onTrouble?: TroubleHook;
}

/** The head row as it was when its lock was taken. */
interface LockedHead {
  readonly position: number;
  readonly nextOrdinal: number;
}

export class PostgresStore implements AuthorityStore {
  readonly admissions = {
    lookup: async (organizationId: string, signingHash: string): Promise<AdmissionLookup> =>
      answerLookup(() => reads.readAdmission(this.query, organizationId, signingHash), this.onTrouble),
  };

  private readonly service: Actor;
  private readonly settings: ConnectionSettings;
  private readonly onStep: StepHook;
  private readonly onTrouble: TroubleHook;
  private readonly pool: Pool;
  private readonly queue = new SerialQueue();
  private readonly listener: CommitListener;
  /** Tells our own notifications from those of others. */
  private readonly id = randomUUID();
  private closing: Promise<void> | undefined;

  private constructor(options: PostgresStoreOptions, settings: ConnectionSettings) {
    this.service = { ...options.writer };
    this.settings = settings;
    this.onStep = options.onStep ?? (() => {});
    this.onTrouble = options.onTrouble ?? warnOfTrouble;
    this.pool = new Pool({ ...clientConfig(settings), max: Math.max(options.maxConnections ?? 8, 2) });
    // An idle connection was lost; the pool has already let go of it. While closing that is what is wanted.
    this.pool.on('error', (error) => {
      const fault = toPostgresFault(error);
      if (fault instanceof StoreFault && this.closing === undefined) this.onTrouble(fault);
    });
    this.listener = new CommitListener(() => new Client(clientConfig(settings)), this.id, this.onTrouble);
  }

  /** Connects, and brings the database to the newest schema. Throws a StoreFault when that cannot be. */
  static async open(options: PostgresStoreOptions): Promise<PostgresStore> {
    const settings: ConnectionSettings = {
      connectionString: options.connectionString,
      statementTimeoutMs: options.statementTimeoutMs ?? 10_000,
      idleTransactionTimeoutMs: options.idleTransactionTimeoutMs ?? 30_000,
    };
    await withClient(createPatientClient(settings), async (query) => {
      const [durability] = await query<{ readonly setting: string }>(
        "SELECT current_setting('synchronous_commit') AS setting",
      );
      // A commit that was answered must survive the server.
      if (durability?.setting === 'off') throw new StoreFault('other', 'synchronous_commit is off');
      await migrate(query, options.migrations ?? MIGRATIONS);
    });
    return new PostgresStore(options, settings);
  }

  async readPosition(): Promise<number> {
    return reads.readPosition(this.query);
  }

  async readCommits(afterPosition: number, limit: number): Promise<readonly StoredEvent[]> {
    return reads.readCommits(this.query, afterPosition, limit);
  }

  async readGroupEvents(
    groupId: string,
    afterSequence: number,
    limit: number,
  ): Promise<readonly StoredEvent[]> {
    return reads.readGroupEvents(this.query, groupId, afterSequence, limit);
  }

  async readEvent(eventId: string): Promise<StoredEvent | undefined> {
    return reads.readEvent(this.query, eventId);
  }

  async readReceipt(actor: Actor, actionId: string): Promise<Receipt | undefined> {
    return reads.readReceipt(this.query, actor, actionId);
  }

  async readRecords(groupId: string, kinds?: readonly RecordKind[]): Promise<readonly StoredRecord[]> {
    return reads.readRecords(this.query, groupId, kinds);
  }

  async readRecord(kind: RecordKind, groupId: string, id: string): Promise<StoredRecord | undefined> {
    return reads.readRecord(this.query, kind, groupId, id);
  }

  async readGroupIds(): Promise<readonly string[]> {
    return reads.readGroupIds(this.query);
  }

  async write<Answer>(work: (transaction: WriteTransaction) => Promise<Answer>): Promise<Answer> {
    return this.inTurn(async () => {
      await this.onStep('before-begin');
      const answer = await this.inTransaction(async (query, head) => {
        await this.onStep('after-begin');
        const done = await runGuarded(this.createTransaction(query, head), work);
        await this.onStep('before-commit');
        return done;
      });
      await this.onStep('after-commit');
      return answer;
    });
  }

  commitAt(position: number, batch: CommitBatch): Promise<boolean> {
    return commitThroughWrite(this, position, batch);
  }

  async readBindings(): Promise<readonly RegistryBinding[]> {
    return reads.readBindings(this.query);
  }

  async writeBinding(binding: RegistryBinding): Promise<void> {
    await this.inTurn(async () => {
      await this.inTransaction(async (query) => {
        const merged = mergeBinding(await reads.readBinding(query, binding.keyId), binding);
        await writes.writeBinding(query, merged);
        await this.notify(query);
      });
    });
  }

  async writeCursor(cursor: StoredCursor): Promise<void> {
    this.queue.assertOutside();
    await writes.writeCursor(this.query, cursor);
  }

  async readCursors(agentId: string): Promise<readonly StoredCursor[]> {
    return reads.readCursors(this.query, agentId);
  }

  async writeAudit(entry: AuditEntry): Promise<void> {
    this.queue.assertOutside();
    await writes.insertAudit(this.query, entry);
  }

  async readAudit(limit: number, beforeAuditId?: string): Promise<readonly AuditEntry[]> {
    return reads.readAudit(this.query, limit, beforeAuditId);
  }

  onForeignCommit(listener: () => void): () => void {
    this.assertOpen();
    return this.listener.listen(listener);
  }

  async lookForForeignCommit(): Promise<void> {
    this.assertOpen();
  }

  async backup(): Promise<void> {
    this.assertOpen();
    throw new StoreFault('other', 'back up a PostgreSQL database with pg_dump or the tools of its server');
  }

  async checkIntegrity(): Promise<readonly string[]> {
    this.assertOpen();
    return withClient(createPatientClient(this.settings), async (query) => {
      // One snapshot for all checks.
      await query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const problems: string[] = [];
      for (const sql of LOG_CHECKS) {
        const rows = await query<{ readonly problem: string }>(sql);
        problems.push(...rows.map(({ problem }) => problem));
      }
      problems.push(...(await inspectAdmissions(query)));
      await query('COMMIT');
      return problems;
    });
  }

  async replaceState(records: Iterable<StoredRecord>): Promise<void> {
    await this.inTurn(async () => {
      await this.inTransaction(async (query, head) => {
        await writes.replaceRecords(query, records, head.nextOrdinal);
        await this.notify(query);
      });
    });
  }

  async close(): Promise<void> {
    this.closing ??= this.closeAll();
    await this.closing;
  }

  private async closeAll(): Promise<void> {
    await this.queue.drain();
    await this.listener.stop();
    await this.pool.end();
  }

  private assertOpen(): void {
    if (this.closing !== undefined) throw new StoreFault('other', 'the store is closed');
  }

  /** One statement that needs no transaction around it, on any connection. */
  private readonly query: Query = async (text, values) => {
    this.assertOpen();
    return queryOn(this.pool)(text, values);
  };

  private async inTurn<Answer>(task: () => Promise<Answer>): Promise<Answer> {
    this.assertOpen();
    return this.queue.run(task);
  }

  /**
   * One transaction with the right to write. The lock of the head row is held from the first statement to the end of
   * the transaction, so position order is commit order, and nobody ever sees a position before all lower ones. A crash
   * of this process or of the server before COMMIT leaves nothing: the server rolls back what was not committed. A
   * connection that is lost during COMMIT leaves all or nothing, and only the next holder of the lock can know which.
   */
  private async inTransaction<Answer>(
    work: (query: Query, head: LockedHead) => Promise<Answer>,
  ): Promise<Answer> {
    const client = await this.connect();
    const connection: Connection = { client, lost: undefined };
    // Without a listener the loss of the connection between two statements would end the process.
    const noteLoss = (error: Error) => {
      connection.lost = error;
    };
    client.on('error', noteLoss);
    let isReusable = false;
    try {
      const head = await begin(client);
      const answer = await work(queryOn(client), head);
      await commit(connection);
      isReusable = true;
      return answer;
    } catch (error) {
      isReusable = await this.rollback(connection, error);
      throw error;
    } finally {
      // A connection in doubt is closed, and then the server rolls back; the listener stays for its last words.
      if (isReusable) client.off('error', noteLoss);
      client.release(!isReusable);
    }
  }

  private async connect(): Promise<PoolClient> {
    try {
      return await this.pool.connect();
    } catch (error) {
      throw toPostgresFault(error);
    }
  }

  /** Whether the connection can be used again. */
  private async rollback({ client, lost }: Connection, reason: unknown): Promise<boolean> {
    const isInDoubt =
      reason instanceof StoreFault && (reason.kind === 'commit-unknown' || reason.kind === 'unreachable');
    if (lost !== undefined || isInDoubt) return false;
    try {
      await client.query('ROLLBACK');
      return true;
    } catch (error) {
      // The error that led here is the one to throw.
      const fault = toPostgresFault(error);
      if (fault instanceof StoreFault) this.onTrouble(fault);
      return false;
    }
  }

  private createTransaction(query: Query, head: LockedHead): WriteTransaction {
    return {
      position: head.position,
      readCommits: async (afterPosition, limit) => reads.readCommits(query, afterPosition, limit),
      readReceipt: async (actor, actionId) => reads.readReceipt(query, actor, actionId),
      readRecords: async (groupId, kinds) => reads.readRecords(query, groupId, kinds),
      readRecord: async (kind, groupId, id) => reads.readRecord(query, kind, groupId, id),
      append: async (batch) => this.append(query, head, batch),
    };
  }

  private async append(query: Query, head: LockedHead, batch: CommitBatch): Promise<void> {
    await writes.insertAdmissions(query, batch.admissions, this.service);
    await this.onStep('after-admissions');
    await writes.insertEvents(query, batch.events, head.position);
    await this.onStep('after-events');
    await writes.insertReceipts(query, batch.receipts);
    await this.onStep('after-receipts');
    await writes.writeChanges(query, collapseChanges(batch.changes), head.nextOrdinal);
    await this.notify(query);
    await this.onStep('after-changes');
  }

  /** Tells other processes. The server delivers it with the commit, and never without it. */
  private async notify(query: Query): Promise<void> {
    await query('SELECT pg_notify($1, $2)', [COMMIT_CHANNEL, this.id]);
  }
}

interface Connection {
  readonly client: PoolClient;
  lost: Error | undefined;
}

/** Both statements in one round trip. */
async function begin(client: PoolClient): Promise<LockedHead> {
  try {
    const results: unknown = await client.query(
      'BEGIN; SELECT position, next_ordinal AS "nextOrdinal" FROM organization_head FOR UPDATE',
    );
    // The driver's types know of one result only; several statements give several.
    const [, locked] = results as readonly QueryResult<LockedHead>[];
    const head = locked?.rows[0];
    if (head === undefined) throw new StoreFault('corrupt', 'the head row of the Organization is missing');
    return head;
  } catch (error) {
    throw toPostgresFault(error);
  }
}

async function commit({ client, lost }: Connection): Promise<void> {
  if (lost !== undefined) {
    // COMMIT was never sent, so the server has rolled back.
    throw new StoreFault('unreachable', `connection lost before the commit: ${lost.message}`, {
      cause: lost,
    });
  }
  let command: string;
  try {
    ({ command } = await client.query('COMMIT'));
  } catch (error) {
    throw toCommitFault(error);
  }
  // COMMIT of a transaction in which a statement has failed succeeds, and rolls back.
  if (command !== 'COMMIT') throw new StoreFault('other', `the server answered COMMIT with ${command}`);
}

async function inspectAdmissions(query: Query): Promise<readonly string[]> {
  return findUnadmittedEvents({
    readCommits: async (afterPosition, limit) => reads.readCommits(query, afterPosition, limit),
    hasEventAdmissions: async () => {
      const rows = await query("SELECT 1 FROM admissions WHERE document_kind = 'event' LIMIT 1");
      return rows.length > 0;
    },
    admittedAmong: async (events) => {
      const rows = await query<{ readonly signingHash: string }>(
        `SELECT signing_hash AS "signingHash" FROM admissions
          WHERE document_kind = 'event' AND signing_hash = ANY ($1::text[])`,
        [events.map(({ signingHash }) => signingHash)],
      );
      return new Set(rows.map(({ signingHash }) => signingHash));
    },
  });
}
