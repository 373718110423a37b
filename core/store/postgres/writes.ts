// The writing statements of the PostgreSQL store, all of them inside a transaction of the caller. A whole batch goes
// in one statement per table, so that 64 Commands cost as few round trips as one.
import type { Actor, RegistryBinding } from '../../protocol/generated/documents.ts';
import { encodeAdmission } from '../admission-records.ts';
import type {
  AuditEntry,
  NewAdmission,
  Receipt,
  StoredCursor,
  StoredEvent,
  StoredRecord,
} from '../authority-store.ts';
import { continueLog, groupIdsOf } from '../continuity.ts';
import type { CollapsedChanges } from '../record-changes.ts';
import { keyOf, type Query } from './connection.ts';

export async function insertAdmissions(
  query: Query,
  admissions: readonly NewAdmission[],
  writer: Actor,
): Promise<void> {
  if (admissions.length === 0) return;
  const records = admissions.map(({ record }) => record);
  await query(
    `INSERT INTO admissions
        (admission_key, record_key, record_id, organization_id, signing_hash, document_kind, bytes,
          writer_type, writer_id)
      SELECT admission_key, record_key, record_id, organization_id, signing_hash, document_kind, bytes, $8, $9
      FROM unnest($1::bytea[], $2::bytea[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bytea[])
        AS added (admission_key, record_key, record_id, organization_id, signing_hash, document_kind, bytes)`,
    [
      records.map((record) => keyOf(record.organizationId, record.signingHash)),
      records.map((record) => keyOf(record.admissionRecordId)),
      records.map((record) => record.admissionRecordId),
      records.map((record) => record.organizationId),
      records.map((record) => record.signingHash),
      records.map((record) => record.documentKind),
      records.map((record) => encodeAdmission(record, writer)),
      writer.type,
      writer.id,
    ],
  );
}

export async function insertReceipts(query: Query, receipts: readonly Receipt[]): Promise<void> {
  if (receipts.length === 0) return;
  await query(
    `INSERT INTO receipts
        (receipt_key, actor_type, actor_id, action_id, signing_hash, primary_event_key, primary_event_id, bytes)
      SELECT receipt_key, actor_type, actor_id, action_id, signing_hash, primary_event_key, primary_event_id, bytes
      FROM unnest($1::bytea[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bytea[], $7::text[], $8::bytea[])
        AS added
          (receipt_key, actor_type, actor_id, action_id, signing_hash, primary_event_key, primary_event_id, bytes)`,
    [
      receipts.map(({ actor, actionId }) => keyOf(actor.type, actor.id, actionId)),
      receipts.map(({ actor }) => actor.type),
      receipts.map(({ actor }) => actor.id),
      receipts.map(({ actionId }) => actionId),
      receipts.map(({ signingHash }) => signingHash),
      receipts.map(({ primaryEventId }) => keyOf(primaryEventId)),
      receipts.map(({ primaryEventId }) => primaryEventId),
      receipts.map(({ commandBytes }) => Buffer.from(commandBytes)),
    ],
  );
}

/** Appends Events and moves the heads with them. `position` is that of the head row, which the caller has locked. */
export async function insertEvents(
  query: Query,
  events: readonly StoredEvent[],
  position: number,
): Promise<void> {
  if (events.length === 0) return;
  const groupIds = groupIdsOf(events);
  const stored =
    groupIds.length === 0
      ? []
      : await query<{ readonly groupId: string; readonly sequence: number }>(
          'SELECT group_id AS "groupId", sequence FROM group_heads WHERE group_key = ANY ($1::bytea[])',
          [groupIds.map((groupId) => keyOf(groupId))],
        );
  const sequences = new Map(stored.map(({ groupId, sequence }) => [groupId, sequence]));
  const heads = continueLog(events, position, (groupId) => sequences.get(groupId) ?? 0);
  await query(
    `INSERT INTO events (position, event_key, event_id, group_key, group_id, sequence, bytes)
      SELECT position, event_key, event_id, group_key, group_id, sequence, bytes
      FROM unnest($1::bigint[], $2::bytea[], $3::text[], $4::bytea[], $5::text[], $6::bigint[], $7::bytea[])
        AS added (position, event_key, event_id, group_key, group_id, sequence, bytes)`,
    [
      events.map((event) => event.position),
      events.map((event) => keyOf(event.eventId)),
      events.map((event) => event.eventId),
      events.map(({ groupId }) => (groupId === undefined ? null : keyOf(groupId))),
      events.map((event) => event.groupId ?? null),
      events.map((event) => event.sequence ?? null),
      events.map((event) => event.bytes),
    ],
  );
  if (heads.length > 0) {
    await query(
      `INSERT INTO group_heads (group_key, group_id, first_position, sequence)
        SELECT group_key, group_id, first_position, sequence
        FROM unnest($1::bytea[], $2::text[], $3::bigint[], $4::bigint[])
          AS added (group_key, group_id, first_position, sequence)
        ON CONFLICT (group_key) DO UPDATE SET sequence = excluded.sequence`,
      [
        heads.map(({ groupId }) => keyOf(groupId)),
        heads.map(({ groupId }) => groupId),
        heads.map(({ firstPosition }) => firstPosition),
        heads.map(({ sequence }) => sequence),
      ],
    );
  }
  await query('UPDATE organization_head SET position = $1', [position + events.length]);
}

/**
 * Writes the changes of the state. A record keeps its ordinal when it changes, and new ones get the next in the order
 * given: the order of first writing. The caller holds the lock under which `nextOrdinal` was read.
 */
export async function writeChanges(
  query: Query,
  { deletions, upserts }: CollapsedChanges,
  nextOrdinal: number,
): Promise<void> {
  if (deletions.length > 0) {
    await query('DELETE FROM records WHERE record_key = ANY ($1::bytea[])', [
      deletions.map(({ groupId, kind, id }) => keyOf(groupId, kind, id)),
    ]);
  }
  if (upserts.length === 0) return;
  await query(
    `INSERT INTO records (record_key, group_key, ordinal, group_id, kind, id, json)
      SELECT record_key, group_key, $1::bigint + place - 1, group_id, kind, id, json
      FROM unnest($2::bytea[], $3::bytea[], $4::text[], $5::text[], $6::text[], $7::text[]) WITH ORDINALITY
        AS changed (record_key, group_key, group_id, kind, id, json, place)
      ON CONFLICT (record_key) DO UPDATE SET json = excluded.json`,
    [
      nextOrdinal,
      upserts.map(({ groupId, kind, id }) => keyOf(groupId, kind, id)),
      upserts.map(({ groupId }) => keyOf(groupId)),
      upserts.map(({ groupId }) => groupId),
      upserts.map(({ kind }) => kind),
      upserts.map(({ id }) => id),
      upserts.map(({ value }) => JSON.stringify(value)),
    ],
  );
  await query('UPDATE organization_head SET next_ordinal = $1', [nextOrdinal + upserts.length]);
}

/** Rows per statement: a few megabytes at most. */
const CHUNK = 1_000;

export async function replaceRecords(
  query: Query,
  records: Iterable<StoredRecord>,
  firstOrdinal: number,
): Promise<void> {
  await query('DELETE FROM records');
  let nextOrdinal = firstOrdinal;
  let chunk: StoredRecord[] = [];
  const flush = async () => {
    await writeChanges(query, { deletions: [], upserts: chunk }, nextOrdinal);
    nextOrdinal += chunk.length;
    chunk = [];
  };
  for (const record of records) {
    chunk.push(record);
    if (chunk.length === CHUNK) await flush();
  }
  await flush();
}

export async function writeBinding(query: Query, binding: RegistryBinding): Promise<void> {
  await query(
    `INSERT INTO bindings (key_key, public_key_key, json) VALUES ($1, $2, $3)
      ON CONFLICT (key_key) DO UPDATE SET json = excluded.json`,
    [keyOf(binding.keyId), keyOf(binding.publicKey), JSON.stringify(binding)],
  );
}

export async function writeCursor(query: Query, cursor: StoredCursor): Promise<void> {
  const { agentId, groupId, sequence } = cursor;
  await query(
    `INSERT INTO cursors (cursor_key, agent_key, agent_id, group_id, sequence) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (cursor_key) DO UPDATE SET sequence = excluded.sequence
      WHERE excluded.sequence > cursors.sequence`,
    [keyOf(agentId, groupId), keyOf(agentId), agentId, groupId, sequence],
  );
}

export async function insertAudit(query: Query, entry: AuditEntry): Promise<void> {
  // As JSON, because its free text may hold what a text column refuses.
  await query('INSERT INTO audit (audit_key, json) VALUES ($1, $2)', [
    keyOf(entry.auditId),
    JSON.stringify(entry),
  ]);
}
