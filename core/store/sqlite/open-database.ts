// Opens connections to the SQLite file with the settings that the store's promises rest on, and proves that they are in
// force.
import Database from 'better-sqlite3';
import { StoreFault } from '../authority-store.ts';
import { migrate, type Migration, readVersion } from './migrations.ts';
import { retryWhileBusy } from './retry.ts';
import { atEdge } from './sqlite-fault.ts';

export interface OpenSettings {
  readonly path: string;
  readonly migrations: readonly Migration[];
  readonly busyTimeoutMs: number;
  /** Most pages that the file may grow to, when limited. */
  readonly maxPageCount: number | undefined;
}

/** A pragma, its setting, and what reading it back must give. */
const WRITER_PRAGMAS: readonly (readonly [name: string, setting: string, expected: string | number])[] = [
  ['journal_mode', 'WAL', 'wal'],
  // Every commit is on the disk before it is answered; NORMAL would lose the last ones in a power failure.
  ['synchronous', 'FULL', 2],
  // Real flushes on macOS, where fsync alone does not reach the disk; no effect elsewhere.
  ['fullfsync', 'ON', 1],
  ['checkpoint_fullfsync', 'ON', 1],
  ['foreign_keys', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
  // A long read can make the WAL grow; afterwards it shrinks to 64 MiB.
  ['journal_size_limit', '67108864', 67_108_864],
  // A page that changes often is written to the file once per 32 MiB of log, and meanwhile found in 32 MiB of cache.
  ['wal_autocheckpoint', '8000', 8000],
  ['cache_size', '-32768', -32_768],
  // Waiting for the write lock is done outside the driver: it would not let anything else be asked meanwhile.
  ['busy_timeout', '0', 0],
];

/**
 * Opens the connection that writes, and migrates the database. Nothing is changed in a file that is damaged, too new or
 * not ours.
 */
export async function openWriter(settings: OpenSettings): Promise<Database.Database> {
  const { path, migrations, busyTimeoutMs, maxPageCount } = settings;
  const writer = connect(path, false, busyTimeoutMs);
  try {
    const newest = migrations.at(-1)?.version ?? 0;
    await retryWhileBusy(busyTimeoutMs, () => readVersion(writer, newest));
    for (const pragma of WRITER_PRAGMAS) await retryWhileBusy(busyTimeoutMs, () => set(writer, pragma));
    if (maxPageCount !== undefined) set(writer, ['max_page_count', String(maxPageCount), maxPageCount]);
    await migrate(writer, migrations, busyTimeoutMs);
    // Proves that the file can be written: SQLite opens one without that right too, and would only say so later.
    await retryWhileBusy(busyTimeoutMs, () => writer.exec('BEGIN IMMEDIATE'));
    atEdge(() => writer.exec('ROLLBACK'));
    return writer;
  } catch (error) {
    writer.close();
    throw error;
  }
}

/** Opens a connection that reads: it sees what is committed, never an open transaction of the writer. */
export function openReader(path: string, busyTimeoutMs: number): Database.Database {
  return connect(path, true, busyTimeoutMs);
}

/** A read-only connection inside a read transaction: all that `work` reads belongs to one commit. */
export async function withSnapshot<Answer>(
  path: string,
  busyTimeoutMs: number,
  work: (database: Database.Database) => Promise<Answer>,
): Promise<Answer> {
  const database = connect(path, true, busyTimeoutMs);
  try {
    atEdge(() => database.exec('BEGIN'));
    // The snapshot is taken by the first read.
    atEdge(() => database.pragma('schema_version'));
    return await work(database);
  } finally {
    database.close();
  }
}

function connect(path: string, isReadonly: boolean, busyTimeoutMs: number): Database.Database {
  try {
    return atEdge(
      () => new Database(path, { readonly: isReadonly, fileMustExist: isReadonly, timeout: busyTimeoutMs }),
    );
  } catch (error) {
    // The driver's word for a folder that does not exist.
    if (error instanceof TypeError) throw new StoreFault('other', error.message, { cause: error });
    throw error;
  }
}

function set(database: Database.Database, pragma: (typeof WRITER_PRAGMAS)[number]): void {
  const [name, setting, expected] = pragma;
  database.pragma(`${name} = ${setting}`);
  const actual = database.pragma(name, { simple: true });
  if (actual === expected) return;
  throw new StoreFault('other', `SQLite has ${name} = ${String(actual)} where ${expected} is needed`);
}
