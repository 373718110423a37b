import Database from 'better-sqlite3';
import { DatabaseError } from 'pg';
import { describe, expect, test } from 'vitest';
import { StoreFault } from '../../core/store/authority-store.ts';
import * as postgres from '../../core/store/postgres/postgres-fault.ts';
import * as sqlite from '../../core/store/sqlite/sqlite-fault.ts';

describe('errors of SQLite', () => {
  test.each([
    ['SQLITE_BUSY_SNAPSHOT', 'busy', true],
    ['SQLITE_LOCKED', 'busy', true],
    ['SQLITE_FULL', 'full', true],
    ['SQLITE_IOERR_SHMSIZE', 'full', true],
    ['SQLITE_CORRUPT_INDEX', 'corrupt', false],
    ['SQLITE_NOTADB', 'corrupt', false],
    ['SQLITE_READONLY_DBMOVED', 'readonly', false],
    ['SQLITE_CONSTRAINT_UNIQUE', 'conflict', false],
    ['SQLITE_CONSTRAINT_FOREIGNKEY', 'conflict', false],
    ['SQLITE_CONSTRAINT_CHECK', 'other', false],
    ['SQLITE_IOERR_READ', 'other', false],
  ])('%s is %s', (code, kind, retryable) => {
    const error = new Database.SqliteError('text', code);
    const fault = sqlite.toSqliteFault(error);
    expect(fault).toBeInstanceOf(StoreFault);
    expect(fault).toMatchObject({ kind, retryable, cause: error });
  });

  test('an I/O error of COMMIT leaves its fate open, any other error does not', () => {
    const faultOf = (code: string) => sqlite.toCommitFault(new Database.SqliteError('text', code));
    expect(faultOf('SQLITE_IOERR_FSYNC')).toMatchObject({ kind: 'commit-unknown', retryable: true });
    expect(faultOf('SQLITE_FULL')).toMatchObject({ kind: 'full' });
  });

  test('what is no driver error stays what it is', () => {
    const bug = new TypeError('bug');
    expect(sqlite.toSqliteFault(bug)).toBe(bug);
    expect(sqlite.toCommitFault(bug)).toBe(bug);
  });
});

describe('errors of PostgreSQL', () => {
  test.each([
    ['08006', 'unreachable'],
    ['53300', 'unreachable'],
    ['57P01', 'unreachable'],
    ['25P03', 'unreachable'],
    ['25006', 'readonly'],
    ['23505', 'conflict'],
    ['23503', 'conflict'],
    ['23514', 'other'],
    ['53100', 'full'],
    ['57014', 'busy'],
    ['55P03', 'busy'],
    ['40001', 'busy'],
    ['XX001', 'corrupt'],
    ['42P01', 'other'],
  ])('%s is %s', (code, kind) => {
    const error = errorOf(code);
    expect(postgres.toPostgresFault(error)).toMatchObject({ name: 'StoreFault', kind, cause: error });
  });

  test('without an answer the server is unreachable, and a COMMIT has an unknown fate', () => {
    for (const error of [new Error('Connection terminated unexpectedly'), new AggregateError([], '')]) {
      expect(postgres.toPostgresFault(error)).toMatchObject({ kind: 'unreachable', cause: error });
      expect(postgres.toCommitFault(error)).toMatchObject({ kind: 'commit-unknown', cause: error });
    }
    expect(postgres.toCommitFault(errorOf('57P01'))).toMatchObject({ kind: 'commit-unknown' });
    expect(postgres.toCommitFault(errorOf('40003'))).toMatchObject({ kind: 'commit-unknown' });
    expect(postgres.toCommitFault(errorOf('40001'))).toMatchObject({ kind: 'busy' });
  });

  test('a bug stays what it is', () => {
    const bug = new TypeError('bug');
    expect(postgres.toPostgresFault(bug)).toBe(bug);
    expect(postgres.toCommitFault(bug)).toBe(bug);
  });
});

function errorOf(code: string): DatabaseError {
  const error = new DatabaseError('text', 4, 'error');
  error.code = code;
  return error;
}
