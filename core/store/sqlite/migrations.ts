// The schema of the SQLite database, version by version. A released migration is never edited, only followed.
import { existsSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { StoreFault } from '../authority-store.ts';
import { checkFile, copyDatabase } from './copy-database.ts';
import { atEdge } from './sqlite-fault.ts';
import { retryWhileBusy } from './retry.ts';

export interface Migration {
  /** From 1 without gaps; kept in the database as `user_version`. */
  readonly version: number;
  readonly sql: string;
}

/** Marks the file as ours ("HDLA"), so that no other program's database is ever migrated. */
export const APPLICATION_ID = 0x48_44_4c_41;

/*
 * Heads are rows, read and written under the write lock: an auto-increment would leave gaps. The unique constraints
 * are the second line of defence behind the checks of the Authority. Events are written before the receipts that name
 * them: a deferred reference would make SQLite search all receipts at every Event. Only tables of short rows are
 * WITHOUT ROWID: such a tree gives each longer row an overflow page of its own.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE organization_head (
        single INTEGER PRIMARY KEY CHECK (single = 1),
        position INTEGER NOT NULL CHECK (position >= 0)
      ) STRICT;
      INSERT INTO organization_head (single, position) VALUES (1, 0);
      CREATE TABLE group_heads (
        group_id TEXT PRIMARY KEY NOT NULL,
        first_position INTEGER NOT NULL,
        sequence INTEGER NOT NULL CHECK (sequence >= 1)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE events (
        position INTEGER PRIMARY KEY CHECK (position >= 1),
        event_id TEXT NOT NULL UNIQUE,
        group_id TEXT,
        sequence INTEGER CHECK (sequence >= 1),
        bytes BLOB NOT NULL,
        UNIQUE (group_id, sequence),
        CHECK ((group_id IS NULL) = (sequence IS NULL))
      ) STRICT;
      CREATE TABLE receipts (
        actor_type TEXT NOT NULL,
        actor_id TEXT NOT NULL,
        action_id TEXT NOT NULL,
        signing_hash TEXT NOT NULL,
        primary_event_id TEXT NOT NULL REFERENCES events (event_id),
        bytes BLOB NOT NULL,
        PRIMARY KEY (actor_type, actor_id, action_id)
      ) STRICT;
      CREATE TABLE admissions (
        record_id TEXT NOT NULL UNIQUE,
        organization_id TEXT NOT NULL,
        signing_digest BLOB NOT NULL CHECK (length(signing_digest) = 32),
        document_kind TEXT NOT NULL,
        writer_type TEXT NOT NULL,
        writer_id TEXT NOT NULL,
        bytes BLOB NOT NULL,
        UNIQUE (signing_digest, organization_id)
      ) STRICT;
      CREATE TABLE records (
        ordinal INTEGER PRIMARY KEY,
        group_id TEXT NOT NULL,
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        json TEXT NOT NULL,
        UNIQUE (group_id, kind, id)
      ) STRICT;
      CREATE TABLE bindings (
        ordinal INTEGER PRIMARY KEY,
        key_id TEXT NOT NULL UNIQUE,
        public_key TEXT NOT NULL UNIQUE,
        json TEXT NOT NULL
      ) STRICT;
      CREATE TABLE cursors (
        agent_id TEXT NOT NULL,
        group_id TEXT NOT NULL,
        sequence INTEGER NOT NULL,
        PRIMARY KEY (agent_id, group_id)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE audit (
        ordinal INTEGER PRIMARY KEY,
        audit_id TEXT NOT NULL UNIQUE,
        json TEXT NOT NULL
      ) STRICT;
    `,
  },
  {
    // What is written together lies together: new Commands and Events have ids that follow each other in time, and neither their
    // hashes nor the ids of their senders do. Each row under a random key is a page of its own in every commit.
    version: 2,
    sql: `
      CREATE TABLE receipts_in_order (
        actor_type TEXT NOT NULL,
        actor_id TEXT NOT NULL,
        action_id TEXT NOT NULL,
        signing_hash TEXT NOT NULL,
        primary_event_id TEXT NOT NULL REFERENCES events (event_id),
        bytes BLOB NOT NULL,
        PRIMARY KEY (action_id, actor_id, actor_type)
      ) STRICT;
      INSERT INTO receipts_in_order (actor_type, actor_id, action_id, signing_hash, primary_event_id, bytes)
        SELECT actor_type, actor_id, action_id, signing_hash, primary_event_id, bytes FROM receipts ORDER BY rowid;
      DROP TABLE receipts;
      ALTER TABLE receipts_in_order RENAME TO receipts;
      CREATE TABLE admissions_in_order (
        -- Empty for what was admitted before it was kept.
        document_id TEXT NOT NULL,
        record_id TEXT NOT NULL UNIQUE,
        organization_id TEXT NOT NULL,
        signing_digest BLOB NOT NULL CHECK (length(signing_digest) = 32),
        document_kind TEXT NOT NULL,
        writer_type TEXT NOT NULL,
        writer_id TEXT NOT NULL,
        bytes BLOB NOT NULL,
        UNIQUE (document_id, signing_digest, organization_id)
      ) STRICT;
      INSERT INTO admissions_in_order
          (document_id, record_id, organization_id, signing_digest, document_kind, writer_type, writer_id, bytes)
        SELECT '', record_id, organization_id, signing_digest, document_kind, writer_type, writer_id, bytes
        FROM admissions ORDER BY rowid;
      DROP TABLE admissions;
      ALTER TABLE admissions_in_order RENAME TO admissions;
    `,
  },
];

/**
 * The version of a database, 0 for an empty file. Changes nothing, and refuses what this program must not touch: a
 * newer database, or one of another program.
 */
export function readVersion(database: Database.Database, newest: number): number {
  const { version, owner, tableCount } = readMarks(database);
  if (owner === 0 && version === 0 && tableCount === 0) return 0;
  if (owner !== APPLICATION_ID) {
    throw new StoreFault('other', `${database.name} is a database of another program`);
  }
  if (version > newest) {
    throw new StoreFault('too-new', `${database.name} has schema ${version}; this program knows ${newest}`);
  }
  return version;
}

/** What marks a database as ours, all of one state: another process may be creating it between two readings. */
export function readMarks(database: Database.Database) {
  const read = database.transaction(() => ({
    version: Number(database.pragma('user_version', { simple: true })),
    owner: Number(database.pragma('application_id', { simple: true })),
    tableCount: database.prepare<[], number>('SELECT count(*) FROM sqlite_schema').pluck().get(),
  }));
  return read.deferred();
}

/**
 * Brings a database to the newest schema. An existing one is copied aside first, and the copy stays. The steps from
 * one version to the newest are one transaction: after a crash the file has the old schema or the new one.
 */
export async function migrate(
  database: Database.Database,
  migrations: readonly Migration[],
  busyTimeoutMs: number,
): Promise<void> {
  const newest = migrations.at(-1)?.version ?? 0;
  for (;;) {
    const found = atEdge(() => readVersion(database, newest));
    if (found === newest) return;
    if (found > 0) await copyDatabase(database, freeNameBeside(database.name, found), checkFile);
    await retryWhileBusy(busyTimeoutMs, () => database.exec('BEGIN IMMEDIATE'));
    try {
      // Another process may have migrated while this one was copying; then there is nothing left to do.
      const isUnchanged = atEdge(() => readVersion(database, newest)) === found;
      if (isUnchanged) applyMigrations(database, migrations, found);
      atEdge(() => database.exec('COMMIT'));
    } finally {
      if (database.inTransaction) atEdge(() => database.exec('ROLLBACK'));
    }
  }
}

function applyMigrations(database: Database.Database, migrations: readonly Migration[], from: number): void {
  atEdge(() => {
    for (const { version, sql } of migrations) {
      if (version <= from) continue;
      database.exec(sql);
      database.pragma(`user_version = ${version}`);
    }
    database.pragma(`application_id = ${APPLICATION_ID}`);
  });
}

/** Older copies are kept: nothing is ever overwritten. */
function freeNameBeside(path: string, version: number): string {
  const name = `${path}.schema-${version}`;
  let candidate = `${name}.backup`;
  for (let count = 2; existsSync(candidate); count += 1) candidate = `${name}-${count}.backup`;
  return candidate;
}
