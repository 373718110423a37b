// The schema of a replica's SQLite database, version by version. A released migration is never edited, only followed.
import { existsSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { StoreFault } from '../authority-store.ts';
import { checkFile, copyDatabase } from './copy-database.ts';
import { type Migration, readMarks } from './migrations.ts';
import { retryWhileBusy } from './retry.ts';
import { atEdge } from './sqlite-fault.ts';

/** Marks the file as a replica of ours ("HDLR"): neither another program nor an Authority's store. */
export const REPLICA_APPLICATION_ID = 0x48_44_4c_52;

/*
 * The ordinal of an Event is the order in which it was applied: records are made again in that order. Only tables of
 * short rows are WITHOUT ROWID. Drafts, errors and values are JSON; bytes are what was signed.
 */
export const REPLICA_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE replica_groups (
        group_id TEXT PRIMARY KEY NOT NULL,
        starts_after INTEGER NOT NULL CHECK (starts_after >= 0),
        cursor INTEGER NOT NULL CHECK (cursor >= starts_after),
        is_followed INTEGER NOT NULL CHECK (is_followed IN (0, 1))
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE replica_events (
        ordinal INTEGER PRIMARY KEY,
        event_id TEXT NOT NULL UNIQUE,
        group_id TEXT NOT NULL,
        sequence INTEGER NOT NULL CHECK (sequence >= 1),
        bytes BLOB NOT NULL,
        UNIQUE (group_id, sequence)
      ) STRICT;
      CREATE TABLE replica_records (
        ordinal INTEGER PRIMARY KEY,
        group_id TEXT NOT NULL,
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        json TEXT NOT NULL,
        UNIQUE (group_id, kind, id)
      ) STRICT;
      CREATE TABLE outbox (
        ordinal INTEGER PRIMARY KEY,
        action_id TEXT NOT NULL UNIQUE,
        group_id TEXT NOT NULL,
        state TEXT NOT NULL CHECK (
          state IN ('draft', 'signed', 'sent', 'unknown', 'accepted', 'refused', 'abandoned')),
        draft TEXT NOT NULL,
        bytes BLOB,
        signing_hash TEXT,
        event TEXT,
        error TEXT,
        replaced_by TEXT,
        created_at TEXT NOT NULL,
        changed_at TEXT NOT NULL
      ) STRICT;
      CREATE INDEX outbox_pending ON outbox (ordinal)
        WHERE state IN ('draft', 'signed', 'sent', 'unknown');
      CREATE TABLE notes (
        group_id TEXT NOT NULL,
        name TEXT NOT NULL,
        json TEXT NOT NULL,
        PRIMARY KEY (group_id, name)
      ) STRICT;
    `,
  },
];

/** The version of a database, 0 for an empty file. Refuses what this program must not touch, and changes nothing. */
export function readReplicaVersion(database: Database.Database, newest: number): number {
  const { version, owner, tableCount } = readMarks(database);
  if (owner === 0 && version === 0 && tableCount === 0) return 0;
  if (owner !== REPLICA_APPLICATION_ID) {
    throw new StoreFault('other', `${database.name} is not a replica`);
  }
  if (version > newest) {
    throw new StoreFault('too-new', `${database.name} has schema ${version}; this program knows ${newest}`);
  }
  return version;
}

/**
 * Brings a replica to the newest schema. An existing one is copied aside first, and the copy stays. All steps are one
 * transaction: after a crash the file has the old schema or the new one.
 */
export async function migrateReplica(
  database: Database.Database,
  migrations: readonly Migration[],
  busyTimeoutMs: number,
): Promise<void> {
  const newest = migrations.at(-1)?.version ?? 0;
  for (;;) {
    const found = atEdge(() => readReplicaVersion(database, newest));
    if (found === newest) return;
    if (found > 0) await copyDatabase(database, freeNameBeside(database.name, found), checkFile);
    await retryWhileBusy(busyTimeoutMs, () => database.exec('BEGIN IMMEDIATE'));
    try {
      // Another process may have migrated while this one was copying; then there is nothing left to do.
      if (atEdge(() => readReplicaVersion(database, newest)) === found) {
        atEdge(() => runMigrations(database, migrations, found));
      }
      atEdge(() => database.exec('COMMIT'));
    } finally {
      if (database.inTransaction) atEdge(() => database.exec('ROLLBACK'));
    }
  }
}

function runMigrations(database: Database.Database, migrations: readonly Migration[], from: number): void {
  for (const { version, sql } of migrations) {
    if (version <= from) continue;
    database.exec(sql);
    database.pragma(`user_version = ${version}`);
  }
  database.pragma(`application_id = ${REPLICA_APPLICATION_ID}`);
}

/** Older copies are kept: nothing is ever overwritten. */
function freeNameBeside(path: string, version: number): string {
  const name = `${path}.schema-${version}`;
  let candidate = `${name}.backup`;
  for (let count = 2; existsSync(candidate); count += 1) candidate = `${name}-${count}.backup`;
  return candidate;
}
