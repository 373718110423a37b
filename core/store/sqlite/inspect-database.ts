// All that can be checked in a SQLite database of ours: the file, its references, and the log in it. Repairs nothing.
import type Database from 'better-sqlite3';
import { StoreFault } from '../authority-store.ts';
import { findUnadmittedEvents, LOG_CHECKS } from '../log-checks.ts';
import { checkFile } from './copy-database.ts';
import { atEdge } from './sqlite-fault.ts';
import { digestOf } from './digest.ts';
import { prepareReads } from './reads.ts';

/** What is wrong with a database; empty when nothing is. Give it a snapshot, so that all checks see one state. */
export async function inspectDatabase(database: Database.Database): Promise<readonly string[]> {
  const problems = atEdge(() => checkFile(database));
  // In a damaged file the checks of its contents would stumble over the damage.
  return problems.length > 0 ? problems : inspectLog(database);
}

async function inspectLog(database: Database.Database): Promise<readonly string[]> {
  try {
    const orphans = atEdge(() => database.pragma('foreign_key_check')) as readonly {
      readonly table: string;
    }[];
    const problems = atEdge(() =>
      LOG_CHECKS.flatMap((sql) => database.prepare<[], string>(sql).pluck().all()),
    );
    return [
      ...orphans.map(({ table }) => `a row of ${table} refers to nothing`),
      ...problems,
      ...(await inspectAdmissions(database)),
    ];
  } catch (error) {
    if (error instanceof StoreFault && error.kind === 'corrupt') return [error.message];
    throw error;
  }
}

async function inspectAdmissions(database: Database.Database): Promise<readonly string[]> {
  const reads = prepareReads(database);
  const anyAdmission = database
    .prepare<[], number>("SELECT EXISTS (SELECT 1 FROM admissions WHERE document_kind = 'event')")
    .pluck();
  const admitted = database
    .prepare<[string, Buffer], number>(
      `SELECT 1 FROM admissions
        WHERE document_id IN (?, '') AND signing_digest = ? AND document_kind = 'event'`,
    )
    .pluck();
  return findUnadmittedEvents({
    readCommits: async (afterPosition, limit) => atEdge(() => reads.commits(afterPosition, limit)),
    hasEventAdmissions: async () => atEdge(() => anyAdmission.get()) === 1,
    admittedAmong: async (events) => {
      const found = atEdge(() =>
        events.filter(
          ({ eventId, signingHash }) => admitted.get(eventId, digestOf(signingHash)) !== undefined,
        ),
      );
      return new Set(found.map(({ signingHash }) => signingHash));
    },
  });
}
