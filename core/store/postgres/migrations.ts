// The schema of the PostgreSQL database, version by version. A released migration is never edited, only followed.
import { StoreFault } from '../authority-store.ts';
import type { Query } from './connection.ts';

export interface Migration {
  /** From 1 without gaps. */
  readonly version: number;
  readonly sql: string;
}

/** Any fixed number does: the advisory lock that keeps two processes from migrating at once. */
const MIGRATION_LOCK = 1_212_435_521;

/*
 * The same tables as in SQLite, with digests as keys (see keyOf). Heads are rows, read and written under the lock of
 * the Organization's head row. Events are written before the receipts that name them.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE organization_head (
        single integer PRIMARY KEY CHECK (single = 1),
        position bigint NOT NULL CHECK (position >= 0),
        next_ordinal bigint NOT NULL
      );
      INSERT INTO organization_head (single, position, next_ordinal) VALUES (1, 0, 1);
      CREATE TABLE group_heads (
        group_key bytea PRIMARY KEY,
        group_id text NOT NULL,
        first_position bigint NOT NULL,
        sequence bigint NOT NULL CHECK (sequence >= 1)
      );
      CREATE TABLE events (
        position bigint PRIMARY KEY CHECK (position >= 1),
        event_key bytea NOT NULL UNIQUE,
        event_id text NOT NULL,
        group_key bytea,
        group_id text,
        sequence bigint CHECK (sequence >= 1),
        bytes bytea NOT NULL,
        UNIQUE (group_key, sequence),
        CHECK ((group_id IS NULL) = (sequence IS NULL) AND (group_id IS NULL) = (group_key IS NULL))
      );
      CREATE TABLE receipts (
        receipt_key bytea PRIMARY KEY,
        actor_type text NOT NULL,
        actor_id text NOT NULL,
        action_id text NOT NULL,
        signing_hash text NOT NULL,
        primary_event_key bytea NOT NULL REFERENCES events (event_key),
        primary_event_id text NOT NULL,
        bytes bytea NOT NULL
      );
      CREATE TABLE admissions (
        admission_key bytea PRIMARY KEY,
        record_key bytea NOT NULL UNIQUE,
        record_id text NOT NULL,
        organization_id text NOT NULL,
        signing_hash text NOT NULL,
        document_kind text NOT NULL,
        writer_type text NOT NULL,
        writer_id text NOT NULL,
        bytes bytea NOT NULL
      );
      CREATE INDEX admissions_of_events ON admissions (signing_hash) WHERE document_kind = 'event';
      CREATE TABLE records (
        record_key bytea PRIMARY KEY,
        group_key bytea NOT NULL,
        ordinal bigint NOT NULL,
        group_id text NOT NULL,
        kind text NOT NULL,
        id text NOT NULL,
        json text NOT NULL
      );
      CREATE INDEX records_of_group ON records (group_key, ordinal);
      CREATE TABLE bindings (
        key_key bytea PRIMARY KEY,
        public_key_key bytea NOT NULL UNIQUE,
        ordinal bigint GENERATED ALWAYS AS IDENTITY,
        json text NOT NULL
      );
      CREATE TABLE cursors (
        cursor_key bytea PRIMARY KEY,
        agent_key bytea NOT NULL,
        agent_id text NOT NULL,
        group_id text NOT NULL,
        sequence bigint NOT NULL
      );
      CREATE INDEX cursors_of_agent ON cursors (agent_key);
      CREATE TABLE audit (
        ordinal bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        audit_key bytea NOT NULL UNIQUE,
        json text NOT NULL
      );
    `,
  },
];

/**
 * Brings a database to the newest schema, all steps in one transaction. Every process does this when it opens the
 * store, one at a time. A database server has its own backups; take one before a new version of the program.
 */
export async function migrate(query: Query, migrations: readonly Migration[]): Promise<void> {
  await query('BEGIN');
  await query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  await query('CREATE TABLE IF NOT EXISTS heddle_schema (version integer PRIMARY KEY)');
  const [found] = await query<{ readonly version: number }>(
    'SELECT coalesce(max(version), 0) AS version FROM heddle_schema',
  );
  const newest = migrations.at(-1)?.version ?? 0;
  const version = found?.version ?? 0;
  if (version > newest) {
    // The connection is closed on the way out, and that rolls back.
    throw new StoreFault('too-new', `the database has schema ${version}; this program knows ${newest}`);
  }
  for (const migration of migrations) {
    if (migration.version <= version) continue;
    await query(migration.sql);
    await query('INSERT INTO heddle_schema (version) VALUES ($1)', [migration.version]);
  }
  await query('COMMIT');
}
