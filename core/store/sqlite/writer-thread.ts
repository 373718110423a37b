// The thread that writes: it owns the one writing connection, so that a flush to the disk holds up nobody who reads,
// verifies or decides. It runs what it is told to, in the order in which it is told.
import { parentPort, workerData } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import { StoreFault } from '../authority-store.ts';
import { openWriter, type OpenSettings } from './open-database.ts';
import { toCommitFault, toSqliteFault } from './sqlite-fault.ts';
import { type PackedWrites, unpackWrites } from './packed-writes.ts';
import { OPENING, type PackedTask, type WriterAnswer, type WriterRequest } from './writer-connection.ts';
import { type Parameter, WRITE_SQL, type WriteName } from './writes.ts';

type Statements = { readonly [Name in WriteName]: Database.Statement<Parameter[]> };

/** The writing connection with what it runs. */
interface Writer {
  readonly database: Database.Database;
  readonly statements: Statements;
  readonly position: Database.Statement<[], number>;
  readonly groupSequence: Database.Statement<[string], number>;
}

const port = parentPort;
if (port === null) throw new Error('writer-thread.ts runs as a worker thread');
const answer = (message: WriterAnswer): void => port.postMessage(message);

try {
  const database = await openWriter(workerData as OpenSettings);
  const writer: Writer = {
    database,
    statements: prepareAll(database),
    position: database.prepare<[], number>('SELECT position FROM organization_head').pluck(),
    groupSequence: database
      .prepare<[string], number>('SELECT sequence FROM group_heads WHERE group_id = ?')
      .pluck(),
  };
  port.on('message', ({ id, task }: WriterRequest) => {
    try {
      answer({ id, value: run(writer, task) });
    } catch (error) {
      answer(describe(id, error));
    }
    if (task.kind === 'close') port.close();
  });
  answer({ id: OPENING, value: undefined });
} catch (error) {
  answer(describe(OPENING, error));
}

function prepareAll(database: Database.Database): Statements {
  const prepared = Object.entries(WRITE_SQL).map(([name, sql]) => [name, database.prepare(sql)]);
  return Object.fromEntries(prepared) as Statements;
}

/** Answers with a number where the task asks for one. */
function run(writer: Writer, task: PackedTask): number | undefined {
  const { database, statements } = writer;
  switch (task.kind) {
    case 'begin':
      database.exec('BEGIN IMMEDIATE');
      break;
    case 'write':
      runAll(statements, task.writes);
      break;
    case 'commit':
      runAll(statements, task.writes);
      commit(database);
      break;
    case 'commit-at':
      return commitAt(writer, task) ? 1 : 0;
    case 'rollback':
      // A full disk, for one, makes SQLite roll back by itself.
      if (database.inTransaction) database.exec('ROLLBACK');
      break;
    case 'data-version':
      // Inside a transaction it stands still, and so does the file: no other process can commit meanwhile.
      return Number(database.pragma('data_version', { simple: true }));
    case 'close':
      database.close();
  }
  return undefined;
}

/** A failed write rolls back here: nobody else knows that a transaction was begun. */
function commitAt(
  { database, statements, position, groupSequence }: Writer,
  task: Extract<PackedTask, { kind: 'commit-at' }>,
): boolean {
  database.exec('BEGIN IMMEDIATE');
  try {
    const isCurrent = position.get() === task.position;
    if (isCurrent) {
      for (const [groupId, sequence] of task.follows) {
        if ((groupSequence.get(groupId) ?? 0) === sequence) continue;
        throw new StoreFault('conflict', `the log of ${groupId} does not stand at ${sequence}`);
      }
      runAll(statements, task.writes);
    }
    commit(database);
    return isCurrent;
  } catch (error) {
    // A full disk, for one, makes SQLite roll back by itself.
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function commit(database: Database.Database): void {
  try {
    database.exec('COMMIT');
  } catch (error) {
    throw toCommitFault(error);
  }
}

function runAll(statements: Statements, writes: PackedWrites): void {
  unpackWrites(writes, (name, row) => statements[name].run(...row));
}

/** Errors cross as plain values: a class would arrive as another one. */
function describe(id: number, thrown: unknown): WriterAnswer {
  const error = toSqliteFault(thrown);
  if (error instanceof StoreFault) return { id, fault: { kind: error.kind, message: error.message } };
  return { id, defect: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
