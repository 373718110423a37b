// What the SQLite store writes, as data that can cross to the thread which writes it: the name of a statement and the rows
// to run it with. Nothing here touches a database.
import type { Actor, FirstAdmissionRecord, RegistryBinding } from '../../protocol/generated/documents.ts';
import type {
  AuditEntry,
  NewAdmission,
  Receipt,
  StoredCursor,
  StoredEvent,
  StoredRecord,
} from '../authority-store.ts';
import type { GroupHead } from '../continuity.ts';
import type { RecordKey } from '../record-changes.ts';
import { digestOf } from './digest.ts';

/** The SQL of every write. */
export const WRITE_SQL = {
  position: 'UPDATE organization_head SET position = ?',
  groupHead: `INSERT INTO group_heads (group_id, first_position, sequence) VALUES (?, ?, ?)
    ON CONFLICT (group_id) DO UPDATE SET sequence = excluded.sequence`,
  event: 'INSERT INTO events (position, event_id, group_id, sequence, bytes) VALUES (?, ?, ?, ?, ?)',
  receipt: `INSERT INTO receipts (actor_type, actor_id, action_id, signing_hash, primary_event_id, bytes)
    VALUES (?, ?, ?, ?, ?, ?)`,
  admission: `INSERT INTO admissions
    (document_id, record_id, organization_id, signing_digest, document_kind, writer_type, writer_id, bytes)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  // A record keeps its ordinal when it changes: the order of first writing.
  record: `INSERT INTO records (group_id, kind, id, json) VALUES (?, ?, ?, ?)
    ON CONFLICT (group_id, kind, id) DO UPDATE SET json = excluded.json`,
  removal: 'DELETE FROM records WHERE group_id = ? AND kind = ? AND id = ?',
  removals: 'DELETE FROM records',
  binding: `INSERT INTO bindings (key_id, public_key, json) VALUES (?, ?, ?)
    ON CONFLICT (key_id) DO UPDATE SET json = excluded.json`,
  cursor: `INSERT INTO cursors (agent_id, group_id, sequence) VALUES (?, ?, ?)
    ON CONFLICT (agent_id, group_id) DO UPDATE SET sequence = excluded.sequence
    WHERE excluded.sequence > cursors.sequence`,
  audit: 'INSERT INTO audit (audit_id, json) VALUES (?, ?)',
} as const;

export type WriteName = keyof typeof WRITE_SQL;

export type Parameter = string | number | null | Uint8Array;

/** One statement and how often it is run, in order. */
export interface Write {
  readonly name: WriteName;
  readonly rows: readonly (readonly Parameter[])[];
}

export function writePosition(position: number): Write {
  return { name: 'position', rows: [[position]] };
}

export function writeGroupHeads(heads: readonly GroupHead[]): Write {
  return {
    name: 'groupHead',
    rows: heads.map(({ groupId, firstPosition, sequence }) => [groupId, firstPosition, sequence]),
  };
}

export function writeEvents(events: readonly StoredEvent[]): Write {
  return {
    name: 'event',
    rows: events.map(({ position, eventId, groupId, sequence, bytes }) => [
      position,
      eventId,
      groupId ?? null,
      sequence ?? null,
      bytes,
    ]),
  };
}

export function writeReceipts(receipts: readonly Receipt[]): Write {
  return {
    name: 'receipt',
    rows: receipts.map(({ actor, actionId, signingHash, primaryEventId, commandBytes }) => [
      actor.type,
      actor.id,
      actionId,
      signingHash,
      primaryEventId,
      commandBytes,
    ]),
  };
}

/** `encode` gives the bytes that are stored for a record, or throws. */
export function writeAdmissions(
  admissions: readonly NewAdmission[],
  writer: Actor,
  encode: (record: FirstAdmissionRecord) => Uint8Array,
): Write {
  return {
    name: 'admission',
    rows: admissions.map(({ documentId, record }) => [
      documentId,
      record.admissionRecordId,
      record.organizationId,
      digestOf(record.signingHash),
      record.documentKind,
      writer.type,
      writer.id,
      encode(record),
    ]),
  };
}

export function writeRecords(records: readonly StoredRecord[]): Write {
  return {
    name: 'record',
    rows: records.map(({ groupId, kind, id, value }) => [groupId, kind, id, JSON.stringify(value)]),
  };
}

export function writeRemovals(keys: readonly RecordKey[]): Write {
  return { name: 'removal', rows: keys.map(({ groupId, kind, id }) => [groupId, kind, id]) };
}

/** Empties the state. */
export const REMOVE_ALL_RECORDS: Write = { name: 'removals', rows: [[]] };

export function writeBinding(binding: RegistryBinding): Write {
  return { name: 'binding', rows: [[binding.keyId, binding.publicKey, JSON.stringify(binding)]] };
}

export function writeCursor({ agentId, groupId, sequence }: StoredCursor): Write {
  return { name: 'cursor', rows: [[agentId, groupId, sequence]] };
}

export function writeAudit(entry: AuditEntry): Write {
  // As JSON, because its free text may hold what a text column would not give back.
  return { name: 'audit', rows: [[entry.auditId, JSON.stringify(entry)]] };
}
