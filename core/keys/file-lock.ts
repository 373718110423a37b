// One process at a time may replace a file. The lock is SQLite's on an empty file beside it: the system gives it up
// with the process that held it, however that ended, so there is no stale lock to guess about.
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { fail, type KeyFault } from './key-fault.ts';
import type { Result } from '../protocol/result.ts';

/** Others hold the lock for one replacement, some milliseconds each: ten seconds of them is trouble. */
const ATTEMPTS = 500;
const WAIT_MS = 20;
/** SQLITE_BUSY */
const BUSY = 5;

/** Runs `action` while nobody else, in this process or another one, runs one for the same file. */
export async function withFileLock<Value>(
  path: string,
  action: () => Promise<Result<Value, KeyFault>>,
): Promise<Result<Value, KeyFault>> {
  let database: DatabaseSync;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    database = new DatabaseSync(`${path}.lock`, { timeout: 0 });
  } catch {
    return fail('not-written', `the lock of ${path} cannot be made`);
  }
  try {
    for (let attempt = 1; ; attempt += 1) {
      const state = tryLock(database);
      if (state === 'locked') break;
      if (state === 'unusable') return fail('not-written', `the lock of ${path} cannot be used`);
      if (attempt === ATTEMPTS) return fail('busy', `another process keeps ${path} for itself`);
      await delay(WAIT_MS);
    }
    return await action();
  } finally {
    database.close();
  }
}

function tryLock(database: DatabaseSync): 'locked' | 'held' | 'unusable' {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return 'locked';
  } catch (error) {
    return error instanceof Error && 'errcode' in error && error.errcode === BUSY ? 'held' : 'unusable';
  }
}
