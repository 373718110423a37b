// A database as the first schema left it, with the content of some batches: for the step to the schemas after it.
import Database from 'better-sqlite3';
import { encodeAdmission } from '../../core/store/admission-records.ts';
import type { CommitBatch } from '../../core/store/authority-store.ts';
import { digestOf } from '../../core/store/sqlite/digest.ts';
import { APPLICATION_ID, MIGRATIONS } from '../../core/store/sqlite/migrations.ts';
import { WRITER } from './batches.ts';

/** Creates the file. Its state is empty, as the batches' changes are left out. */
export function createFirstSchema(path: string, batches: readonly CommitBatch[]): void {
  const database = new Database(path);
  database.exec(MIGRATIONS[0]?.sql ?? '');
  database.pragma('user_version = 1');
  database.pragma(`application_id = ${APPLICATION_ID}`);
  const run = (sql: string, ...values: (string | number | Uint8Array | null)[]): void => {
    database.prepare(sql).run(...values);
  };
  const events = batches.flatMap((batch) => batch.events);
  for (const { position, eventId, groupId = null, sequence = null, bytes } of events) {
    run('INSERT INTO events VALUES (?, ?, ?, ?, ?)', position, eventId, groupId, sequence, bytes);
    if (groupId === null || sequence === null) continue;
    run(
      `INSERT INTO group_heads VALUES (?, ?, ?) ON CONFLICT (group_id) DO UPDATE SET sequence = excluded.sequence`,
      groupId,
      position,
      sequence,
    );
  }
  run('UPDATE organization_head SET position = ?', events.length);
  for (const { actor, actionId, signingHash, primaryEventId, commandBytes } of batches.flatMap(
    (batch) => batch.receipts,
  )) {
    run(
      'INSERT INTO receipts VALUES (?, ?, ?, ?, ?, ?)',
      actor.type,
      actor.id,
      actionId,
      signingHash,
      primaryEventId,
      commandBytes,
    );
  }
  for (const { record } of batches.flatMap((batch) => batch.admissions)) {
    run(
      'INSERT INTO admissions VALUES (?, ?, ?, ?, ?, ?, ?)',
      record.admissionRecordId,
      record.organizationId,
      digestOf(record.signingHash),
      record.documentKind,
      WRITER.type,
      WRITER.id,
      encodeAdmission(record, WRITER),
    );
  }
  database.close();
}
