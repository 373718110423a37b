// A replica in one SQLite file. What a writing method has returned survives a power failure.
import Database from 'better-sqlite3';
import { type StoredRecord, StoreFault } from '../authority-store.ts';
import { collapseChanges } from '../record-changes.ts';
import { assertForward, continueCursors } from '../replica-continuity.ts';
import type {
  AppliedEvent,
  Note,
  OutboxChange,
  OutboxEntry,
  ReplicaBatch,
  ReplicaEvent,
  ReplicaGroup,
  ReplicaStart,
  ReplicaStore,
} from '../replica-store.ts';
import { SerialQueue } from '../serial-queue.ts';
import { checkFile } from './copy-database.ts';
import type { Migration } from './migrations.ts';
import { migrateReplica, REPLICA_MIGRATIONS, readReplicaVersion } from './replica-migrations.ts';
import { prepareReplica, type ReplicaStatements } from './replica-statements.ts';
import { retryWhileBusy } from './retry.ts';
import { atEdge, toCommitFault, toSqliteFault } from './sqlite-fault.ts';

/** The named steps of a write: where a test can stop or kill the writer. Production code passes no hook. */
export type ReplicaStep =
  | 'after-begin'
  | 'after-events'
  | 'after-changes'
  | 'after-cursor'
  | 'after-outbox'
  | 'before-commit'
  | 'after-commit';

export interface SqliteReplicaOptions {
  /** The database file; its folder must exist. */
  readonly path: string;
  /** How long a write waits for another process, such as a backup. */
  readonly busyTimeoutMs?: number;
  /** A limit to the size of the file, in pages of 4 096 bytes. */
  readonly maxPageCount?: number;
  /** Another chain of migrations, to test the step from one schema to the next. */
  readonly migrations?: readonly Migration[];
  /** What it throws is treated as if the step had failed. */
  readonly onStep?: (step: ReplicaStep) => void;
}

const DEFAULT_BUSY_TIMEOUT_MS = 5_000;

/** A pragma, its setting, and what reading it back must give. The outbox is as precious as a log. */
const PRAGMAS: readonly (readonly [name: string, setting: string, expected: string | number])[] = [
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', 2],
  ['fullfsync', 'ON', 1],
  ['checkpoint_fullfsync', 'ON', 1],
  ['foreign_keys', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
  ['journal_size_limit', '67108864', 67_108_864],
  ['wal_autocheckpoint', '4000', 4000],
  ['busy_timeout', '0', 0],
];

export class SqliteReplicaStore implements ReplicaStore {
  private readonly database: Database.Database;
  private readonly statements: ReplicaStatements;
  private readonly busyTimeoutMs: number;
  private readonly onStep: (step: ReplicaStep) => void;
  private readonly queue = new SerialQueue();
  private isClosed = false;

  private constructor(database: Database.Database, options: SqliteReplicaOptions) {
    this.database = database;
    this.statements = prepareReplica(database);
    this.busyTimeoutMs = options.busyTimeoutMs ?? DEFAULT_BUSY_TIMEOUT_MS;
    this.onStep = options.onStep ?? (() => {});
  }

  /** Opens a replica, creates it, or brings it to the newest schema. Throws a StoreFault when that cannot be. */
  static async open(options: SqliteReplicaOptions): Promise<SqliteReplicaStore> {
    const { path, migrations = REPLICA_MIGRATIONS, maxPageCount } = options;
    const busyTimeoutMs = options.busyTimeoutMs ?? DEFAULT_BUSY_TIMEOUT_MS;
    const database = connect(path);
    try {
      const newest = migrations.at(-1)?.version ?? 0;
      // Nothing is changed in a file that is damaged, too new or not ours.
      await retryWhileBusy(busyTimeoutMs, () => readReplicaVersion(database, newest));
      for (const pragma of PRAGMAS) await retryWhileBusy(busyTimeoutMs, () => set(database, pragma));
      if (maxPageCount !== undefined) set(database, ['max_page_count', String(maxPageCount), maxPageCount]);
      await migrateReplica(database, migrations, busyTimeoutMs);
      // Proves that the file can be written: SQLite opens one without that right too, and would only say so later.
      await retryWhileBusy(busyTimeoutMs, () => database.exec('BEGIN IMMEDIATE'));
      atEdge(() => database.exec('ROLLBACK'));
      return atEdge(() => new SqliteReplicaStore(database, options));
    } catch (error) {
      database.close();
      throw error;
    }
  }

  async readGroups(): Promise<readonly ReplicaGroup[]> {
    return this.read(({ groups }) => groups());
  }

  async readRecords(groupId: string): Promise<readonly StoredRecord[]> {
    return this.read(({ records }) => records(groupId));
  }

  async readEvents(groupId: string, afterSequence: number, limit: number): Promise<readonly ReplicaEvent[]> {
    return this.read(({ events }) => events(groupId, afterSequence, limit));
  }

  async findEvents(eventIds: readonly string[]): Promise<ReadonlyMap<string, ReplicaEvent>> {
    return this.read(({ event }) => {
      const found = new Map<string, ReplicaEvent>();
      for (const eventId of eventIds) {
        const known = event(eventId);
        if (known !== undefined) found.set(eventId, known);
      }
      return found;
    });
  }

  async startGroup({ groupId, startsAfter, records, changes }: ReplicaStart): Promise<void> {
    await this.write((statements) => {
      assertForward(groupId, statements.cursorOf(groupId), startsAfter);
      statements.start(groupId, startsAfter);
      statements.groupRemovals(groupId);
      for (const record of records) statements.record(record);
      writeChanges(statements, changes);
    });
  }

  async markFollowed(groupId: string, isFollowed: boolean): Promise<void> {
    await this.write(({ follow }) => follow(groupId, isFollowed));
  }

  async apply({ events, changes, outbox, notes }: ReplicaBatch): Promise<void> {
    await this.write((statements) => {
      const cursors = continueCursors(events, statements.cursorOf);
      for (const event of events) statements.addEvent(event);
      this.onStep('after-events');
      writeChanges(statements, changes);
      this.onStep('after-changes');
      for (const [groupId, cursor] of cursors) statements.cursor(groupId, cursor);
      this.onStep('after-cursor');
      changeEntries(statements, outbox);
      for (const note of notes) statements.note(note);
      this.onStep('after-outbox');
    });
  }

  async addOutboxEntry(entry: OutboxEntry): Promise<void> {
    await this.write(({ addOutbox }) => addOutbox(entry));
  }

  async changeOutbox(changes: readonly OutboxChange[], added: readonly OutboxEntry[] = []): Promise<void> {
    await this.write((statements) => {
      changeEntries(statements, changes);
      for (const entry of added) statements.addOutbox(entry);
      for (const { actionId, replacedBy } of changes) {
        if (added.some((entry) => entry.actionId === replacedBy)) {
          statements.replaceInLine(actionId, replacedBy ?? '');
        }
      }
    });
  }

  async readOutboxEntry(actionId: string): Promise<OutboxEntry | undefined> {
    return this.read(({ outboxEntry }) => outboxEntry(actionId));
  }

  async readPendingOutbox(): Promise<readonly OutboxEntry[]> {
    return this.read(({ pending }) => pending());
  }

  async pruneOutbox(changedBefore: string): Promise<number> {
    return this.write(({ prune }) => prune(changedBefore));
  }

  async readNotes(groupId: string): Promise<ReadonlyMap<string, unknown>> {
    return this.read(({ notes }) => notes(groupId));
  }

  async writeNotes(notes: readonly Note[]): Promise<void> {
    await this.write(({ note }) => {
      for (const each of notes) note(each);
    });
  }

  async replaceRecords(records: Iterable<StoredRecord>): Promise<void> {
    await this.write((statements) => {
      statements.removals();
      for (const record of records) statements.record(record);
    });
  }

  async readAppliedOrder(afterOrdinal: number, limit: number): Promise<readonly AppliedEvent[]> {
    return this.read(({ applied }) => applied(afterOrdinal, limit));
  }

  async checkIntegrity(): Promise<readonly string[]> {
    this.assertOpen();
    const problems = atEdge(() => checkFile(this.database));
    // In a damaged file the checks of its contents would stumble over the damage.
    if (problems.length > 0) return problems;
    return atEdge(() => this.database.prepare<[], string>(CURSOR_CHECK).pluck().all());
  }

  async close(): Promise<void> {
    if (this.isClosed) {
      await this.queue.drain();
      return;
    }
    this.isClosed = true;
    await this.queue.drain();
    atEdge(() => this.database.close());
  }

  private assertOpen(): void {
    if (this.isClosed) throw new StoreFault('other', 'the replica is closed');
  }

  private read<Answer>(reading: (statements: ReplicaStatements) => Answer): Answer {
    this.assertOpen();
    return atEdge(() => reading(this.statements));
  }

  /**
   * One transaction. Between BEGIN and COMMIT nothing is awaited, so that no reading of this connection sees half of it.
   * A crash before COMMIT leaves nothing: the WAL has no commit frame. After COMMIT has returned it is on the disk.
   */
  private async write<Answer>(writing: (statements: ReplicaStatements) => Answer): Promise<Answer> {
    this.assertOpen();
    return this.queue.run(async () => {
      const answer = await retryWhileBusy(this.busyTimeoutMs, () => this.transact(writing));
      this.onStep('after-commit');
      return answer;
    });
  }

  private transact<Answer>(writing: (statements: ReplicaStatements) => Answer): Answer {
    this.database.exec('BEGIN IMMEDIATE');
    try {
      this.onStep('after-begin');
      const answer = atEdge(() => writing(this.statements));
      this.onStep('before-commit');
      this.commit();
      return answer;
    } catch (error) {
      // A full disk, for one, makes SQLite roll back by itself.
      if (this.database.inTransaction) this.database.exec('ROLLBACK');
      throw toSqliteFault(error);
    }
  }

  private commit(): void {
    try {
      this.database.exec('COMMIT');
    } catch (error) {
      throw toCommitFault(error);
    }
  }
}

/** Every Event after its Group's start and up to its Cursor is there. */
const CURSOR_CHECK = `
  SELECT replica_groups.group_id || ' stands at ' || cursor || ' and starts after ' || starts_after || ', but has '
      || count(sequence) || ' Events in between'
    FROM replica_groups LEFT JOIN replica_events
      ON replica_events.group_id = replica_groups.group_id AND sequence > starts_after
    GROUP BY replica_groups.group_id
    HAVING count(sequence) <> cursor - starts_after OR coalesce(max(sequence), starts_after) <> cursor
    LIMIT 20`;

function writeChanges(statements: ReplicaStatements, changes: ReplicaBatch['changes']): void {
  const { deletions, upserts } = collapseChanges(changes);
  for (const key of deletions) statements.removal(key);
  for (const record of upserts) statements.record(record);
}

function changeEntries(statements: ReplicaStatements, changes: readonly OutboxChange[]): void {
  for (const change of changes) {
    if (statements.changeOutbox(change)) continue;
    throw new StoreFault('conflict', `${change.actionId} is not in the outbox`);
  }
}

function connect(path: string): Database.Database {
  try {
    return atEdge(() => new Database(path, { timeout: 0 }));
  } catch (error) {
    // The driver's word for a folder that does not exist.
    if (error instanceof TypeError) throw new StoreFault('other', error.message, { cause: error });
    throw error;
  }
}

function set(database: Database.Database, [name, setting, expected]: (typeof PRAGMAS)[number]): void {
  database.pragma(`${name} = ${setting}`);
  const actual = database.pragma(name, { simple: true });
  if (actual === expected) return;
  throw new StoreFault('other', `SQLite has ${name} = ${String(actual)} where ${expected} is needed`);
}
