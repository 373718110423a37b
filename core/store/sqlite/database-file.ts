// Database files seen from outside, whoever is using them: whether one is ours and sound, what is in a replica, and a copy of one
// while it is written. Nothing here changes a file.
import type Database from 'better-sqlite3';
import { StoreFault } from '../authority-store.ts';
import { checkFile, copyDatabase } from './copy-database.ts';
import { APPLICATION_ID, MIGRATIONS, readVersion } from './migrations.ts';
import { openReader, withSnapshot } from './open-database.ts';
import { REPLICA_APPLICATION_ID, REPLICA_MIGRATIONS, readReplicaVersion } from './replica-migrations.ts';
import { atEdge } from './sqlite-fault.ts';

export type DatabaseKind = 'authority' | 'replica';

/** What a replica holds, counted. */
export interface ReplicaFacts {
  readonly groups: number;
  readonly events: number;
  /** Commands that are not over, in the order in which they were added. */
  readonly pendingActionIds: readonly string[];
  /** How many small values beside the log there are of each sort that was asked for. */
  readonly notes: readonly number[];
}

/** Notes whose name begins so, and that say so of their stage, where that matters. */
export interface NoteSort {
  readonly prefix: string;
  readonly stage?: string;
}

const BUSY_TIMEOUT_MS = 5_000;

/** Copies a database to a new file as it is at one moment, checked; it may be in use. Throws a StoreFault. */
export async function copyDatabaseFile(path: string, target: string): Promise<void> {
  await withSnapshot(path, BUSY_TIMEOUT_MS, (snapshot) => copyDatabase(snapshot, target, checkFile));
}

/**
 * What is wrong with a database file, for people; empty when nothing is. A file of another program, or of a newer version of
 * this one, is named as such.
 */
export function checkDatabaseFile(path: string): readonly string[] {
  try {
    return withReader(path, (database) => {
      const problems = atEdge(() => checkFile(database));
      if (problems.length > 0) return problems;
      const kind = atEdge(() => kindOf(database));
      if (kind === 'replica') readReplicaVersion(database, REPLICA_MIGRATIONS.at(-1)?.version ?? 0);
      if (kind === 'authority') readVersion(database, MIGRATIONS.at(-1)?.version ?? 0);
      return [];
    });
  } catch (error) {
    if (error instanceof StoreFault) return [error.message];
    throw error;
  }
}

/** Undefined for a database that is none of ours. Throws a StoreFault when nobody can tell. */
export function databaseKindOf(path: string): DatabaseKind | undefined {
  return withReader(path, (database) => atEdge(() => kindOf(database)));
}

/** Counts what is in a replica. Throws a StoreFault. */
export function readReplicaFacts(path: string, sorts: readonly NoteSort[]): ReplicaFacts {
  return withReader(path, (database) =>
    atEdge(() => {
      const count = (sql: string, values: NoteSort | object = {}) =>
        database.prepare<[object], number>(sql).pluck().get(values) ?? 0;
      return {
        groups: count('SELECT count(*) FROM replica_groups'),
        events: count('SELECT count(*) FROM replica_events'),
        pendingActionIds: database
          .prepare<[], string>(
            "SELECT action_id FROM outbox WHERE state IN ('draft', 'signed', 'sent', 'unknown') ORDER BY ordinal",
          )
          .pluck()
          .all(),
        notes: sorts.map((sort) => count(sort.stage === undefined ? NOTES : STAGED_NOTES, sort)),
      };
    }),
  );
}

const NOTES = 'SELECT count(*) FROM notes WHERE substr(name, 1, length(@prefix)) = @prefix';
const STAGED_NOTES = `${NOTES} AND json_extract(json, '$.stage') = @stage`;

function kindOf(database: Database.Database): DatabaseKind | undefined {
  const owner = Number(database.pragma('application_id', { simple: true }));
  if (owner === REPLICA_APPLICATION_ID) return 'replica';
  return owner === APPLICATION_ID ? 'authority' : undefined;
}

function withReader<Answer>(path: string, read: (database: Database.Database) => Answer): Answer {
  const database = openReader(path, BUSY_TIMEOUT_MS);
  try {
    return read(database);
  } finally {
    database.close();
  }
}
