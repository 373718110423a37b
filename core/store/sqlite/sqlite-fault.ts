// Turns errors of the SQLite driver into StoreFaults: the one place where its codes are read.
import Database from 'better-sqlite3';
import { StoreFault, type StoreFaultKind } from '../authority-store.ts';

/** By prefix, the longer one first: extended codes refine the primary ones. */
const KINDS: readonly (readonly [prefix: string, kind: StoreFaultKind])[] = [
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_LOCKED', 'busy'],
  ['SQLITE_FULL', 'full'],
  // The shared-memory file of the WAL could not grow: nearly always a full disk.
  ['SQLITE_IOERR_SHMSIZE', 'full'],
  ['SQLITE_CORRUPT', 'corrupt'],
  ['SQLITE_NOTADB', 'corrupt'],
  ['SQLITE_READONLY', 'readonly'],
  ['SQLITE_PERM', 'readonly'],
  ['SQLITE_CONSTRAINT_UNIQUE', 'conflict'],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 'conflict'],
  ['SQLITE_CONSTRAINT_ROWID', 'conflict'],
  ['SQLITE_CONSTRAINT_FOREIGNKEY', 'conflict'],
];

/** The fault for a driver error. Anything else, such as a bug in a caller's code, stays what it is. */
export function toSqliteFault(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const { code } = error;
  const kind = KINDS.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 'other';
  return new StoreFault(kind, `${code}: ${error.message}`, { cause: error });
}

/**
 * As `toSqliteFault`, for an error of COMMIT. After an I/O error the commit frame may be in the WAL although this
 * process no longer counts it: a crash now would bring it back, and the next commit overwrites it.
 */
export function toCommitFault(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_IOERR')) {
    return toSqliteFault(error);
  }
  return new StoreFault('commit-unknown', `${error.code}: ${error.message}`, { cause: error });
}

/** Runs driver calls with their errors turned into faults. */
export function atEdge<Answer>(action: () => Answer): Answer {
  try {
    return action();
  } catch (error) {
    throw toSqliteFault(error);
  }
}
