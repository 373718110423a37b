// Reads a replica beside whoever writes it: its own connection, without the right to change anything. For threads.
import type Database from 'better-sqlite3';
import type { ReplicaEvent, ReplicaGroup } from '../replica-store.ts';
import { openReader } from './open-database.ts';
import { prepareReplica, type ReplicaStatements } from './replica-statements.ts';
import { atEdge } from './sqlite-fault.ts';

const BUSY_TIMEOUT_MS = 5_000;

export class ReplicaReader {
  private readonly database: Database.Database;
  private readonly statements: ReplicaStatements;

  private constructor(database: Database.Database) {
    this.database = database;
    this.statements = prepareReplica(database);
  }

  /** Throws a StoreFault when there is no replica that can be read. */
  static open(path: string): ReplicaReader {
    const database = openReader(path, BUSY_TIMEOUT_MS);
    try {
      return atEdge(() => new ReplicaReader(database));
    } catch (error) {
      database.close();
      throw error;
    }
  }

  groups(): readonly ReplicaGroup[] {
    return atEdge(() => this.statements.groups());
  }

  groupOf(groupId: string): ReplicaGroup | undefined {
    return this.groups().find((each) => each.groupId === groupId);
  }

  /** In order, at most `limit`. */
  events(groupId: string, afterSequence: number, limit: number): readonly ReplicaEvent[] {
    return atEdge(() => this.statements.events(groupId, afterSequence, limit));
  }

  /** Small values that were kept beside the log, those of no Group. */
  notes(): ReadonlyMap<string, unknown> {
    return atEdge(() => this.statements.notes(''));
  }

  close(): void {
    this.database.close();
  }
}
