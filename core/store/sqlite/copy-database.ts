// Copies of a live SQLite database, and what SQLite itself says about a file. It never changes the source.
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { StoreFault } from '../authority-store.ts';
import { atEdge, toSqliteFault } from './sqlite-fault.ts';

/** What is wrong with an open database; empty when nothing is. */
export type DatabaseCheck = (database: Database.Database) => readonly string[] | Promise<readonly string[]>;

/**
 * Copies a database to a new file while it is in use. The copy is written under another name, checked, made durable
 * and only then renamed: whatever has the name `target` is complete. A crash before that leaves a `.partial` file,
 * which the next copy to the same place replaces.
 */
export async function copyDatabase(
  source: Database.Database,
  target: string,
  check: DatabaseCheck,
): Promise<void> {
  if (existsSync(target)) throw new StoreFault('other', `${target} already exists`);
  const partial = `${target}.partial`;
  removeDatabase(partial);
  try {
    await source.backup(partial);
    const problems = await settleCopy(partial, check);
    if (problems.length > 0) {
      throw new StoreFault('corrupt', `the copy to ${target} is damaged: ${problems.join('; ')}`);
    }
    syncPath(partial);
    renameSync(partial, target);
    syncFolder(dirname(target));
  } catch (error) {
    // Only what this call has written itself.
    removeDatabase(partial);
    if (error instanceof TypeError) throw new StoreFault('other', error.message, { cause: error });
    throw toSqliteFault(error);
  }
}

/** What SQLite finds wrong with the file. */
export function checkFile(database: Database.Database): readonly string[] {
  try {
    const rows = database.pragma('integrity_check') as readonly { readonly integrity_check: string }[];
    return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
  } catch (error) {
    // A file too damaged to be checked is a finding, not a failure of the check.
    const fault = toSqliteFault(error);
    if (fault instanceof StoreFault && fault.kind === 'corrupt') return [fault.message];
    throw fault;
  }
}

/** Makes a copy one file that needs no WAL beside it, and checks it. */
async function settleCopy(path: string, check: DatabaseCheck): Promise<readonly string[]> {
  const copy = new Database(path, { fileMustExist: true });
  try {
    atEdge(() => copy.pragma('journal_mode = DELETE'));
    return await check(copy);
  } finally {
    copy.close();
  }
}

function removeDatabase(path: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(path + suffix, { force: true });
}

function syncPath(path: string): void {
  // Windows flushes only what is open for writing.
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes a rename durable. Windows cannot open a folder, and needs no such step. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
