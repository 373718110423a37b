// The SQL of the SQLite store, prepared once per connection. Column lists only: `SELECT *` under a prepared plan would
// change its shape with a migration.
import type Database from 'better-sqlite3';
import type { LoggedAdmission } from '../../protocol/admission.ts';
import type { Actor, FirstAdmissionRecord, RegistryBinding } from '../../protocol/generated/documents.ts';
import {
  type AuditEntry,
  type Receipt,
  type StoredCursor,
  type StoredEvent,
  type StoredRecord,
  StoreFault,
} from '../authority-store.ts';
import type { GroupHead } from '../continuity.ts';
import type { RecordKey } from '../record-changes.ts';

interface EventRow {
  readonly position: number;
  readonly eventId: string;
  readonly groupId: string | null;
  readonly sequence: number | null;
  readonly bytes: Buffer;
}

interface RecordRow {
  readonly kind: string;
  readonly id: string;
  readonly json: string;
}

interface JsonRow {
  readonly json: string;
}

const EVENT_COLUMNS = 'position, event_id AS eventId, group_id AS groupId, sequence, bytes';

/** The readings of one connection. */
export type Reads = ReturnType<typeof prepareReads>;

export function prepareReads(database: Database.Database) {
  const position = database.prepare<[], { readonly position: number }>(
    'SELECT position FROM organization_head',
  );
  const commits = database.prepare<[number, number], EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE position > ? ORDER BY position LIMIT ?`,
  );
  const groupEvents = database.prepare<[string, number, number], EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE group_id = ? AND sequence > ? ORDER BY sequence LIMIT ?`,
  );
  const event = database.prepare<[string], EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE event_id = ?`,
  );
  const receipt = database.prepare<
    [string, string, string],
    { readonly signingHash: string; readonly primaryEventId: string; readonly commandBytes: Buffer }
  >(
    `SELECT signing_hash AS signingHash, primary_event_id AS primaryEventId, bytes AS commandBytes
      FROM receipts WHERE actor_type = ? AND actor_id = ? AND action_id = ?`,
  );
  const records = database.prepare<[string], RecordRow>(
    'SELECT kind, id, json FROM records WHERE group_id = ? ORDER BY ordinal',
  );
  const groupIds = database
    .prepare<[], string>('SELECT group_id FROM group_heads ORDER BY first_position')
    .pluck();
  const groupSequence = database
    .prepare<[string], number>('SELECT sequence FROM group_heads WHERE group_id = ?')
    .pluck();
  const admission = database.prepare<
    [string, string],
    { readonly bytes: Buffer; readonly writerType: string; readonly writerId: string }
  >(
    `SELECT bytes, writer_type AS writerType, writer_id AS writerId
      FROM admissions WHERE signing_hash = ? AND organization_id = ?`,
  );
  const bindings = database.prepare<[], JsonRow>('SELECT json FROM bindings ORDER BY ordinal');
  const binding = database.prepare<[string], JsonRow>('SELECT json FROM bindings WHERE key_id = ?');
  const cursors = database.prepare<[string], StoredCursor>(
    'SELECT agent_id AS agentId, group_id AS groupId, sequence FROM cursors WHERE agent_id = ?',
  );
  const audit = database.prepare<[number], JsonRow>('SELECT json FROM audit ORDER BY ordinal DESC LIMIT ?');

  // What was stored as JSON was typed when it was written.
  return {
    position: (): number => {
      const head = position.get();
      if (head === undefined) throw new StoreFault('corrupt', 'the head row of the Organization is missing');
      return head.position;
    },
    commits: (after: number, limit: number): readonly StoredEvent[] => commits.all(after, limit).map(toEvent),
    groupEvents: (groupId: string, after: number, limit: number): readonly StoredEvent[] =>
      groupEvents.all(groupId, after, limit).map(toEvent),
    event: (eventId: string): StoredEvent | undefined => {
      const row = event.get(eventId);
      return row === undefined ? undefined : toEvent(row);
    },
    receipt: (actor: Actor, actionId: string): Receipt | undefined => {
      const row = receipt.get(actor.type, actor.id, actionId);
      return row === undefined ? undefined : { actor: { type: actor.type, id: actor.id }, actionId, ...row };
    },
    records: (groupId: string): readonly StoredRecord[] =>
      records
        .all(groupId)
        .map(({ kind, id, json }) => ({ kind, groupId, id, value: JSON.parse(json) }) as StoredRecord),
    groupIds: (): readonly string[] => groupIds.all(),
    /** 0 for a Group that has no log yet. */
    groupSequence: (groupId: string): number => groupSequence.get(groupId) ?? 0,
    admission: (organizationId: string, signingHash: string): LoggedAdmission | undefined => {
      const row = admission.get(signingHash, organizationId);
      if (row === undefined) return undefined;
      const authenticatedService = { type: row.writerType, id: row.writerId } as Actor;
      return { recordBytes: row.bytes, authenticatedService };
    },
    bindings: (): readonly RegistryBinding[] =>
      bindings.all().map(({ json }) => JSON.parse(json) as RegistryBinding),
    binding: (keyId: string): RegistryBinding | undefined => {
      const row = binding.get(keyId);
      return row === undefined ? undefined : (JSON.parse(row.json) as RegistryBinding);
    },
    cursors: (agentId: string): readonly StoredCursor[] => cursors.all(agentId),
    audit: (limit: number): readonly AuditEntry[] => audit.all(limit).map(({ json }) => decodeAudit(json)),
  };
}

/** The writings of one connection; each is one statement of an open transaction. */
export type Writes = ReturnType<typeof prepareWrites>;

export function prepareWrites(database: Database.Database) {
  const position = database.prepare<[number]>('UPDATE organization_head SET position = ?');
  const groupHead = database.prepare<[string, number, number]>(
    `INSERT INTO group_heads (group_id, first_position, sequence) VALUES (?, ?, ?)
      ON CONFLICT (group_id) DO UPDATE SET sequence = excluded.sequence`,
  );
  const event = database.prepare<[number, string, string | null, number | null, Buffer]>(
    'INSERT INTO events (position, event_id, group_id, sequence, bytes) VALUES (?, ?, ?, ?, ?)',
  );
  const receipt = database.prepare<[string, string, string, string, string, Buffer]>(
    `INSERT INTO receipts (actor_type, actor_id, action_id, signing_hash, primary_event_id, bytes)
      VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const admission = database.prepare<[string, string, string, string, string, string, Buffer]>(
    `INSERT INTO admissions
      (record_id, organization_id, signing_hash, document_kind, writer_type, writer_id, bytes)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  // A record keeps its ordinal when it changes: the order of first writing.
  const record = database.prepare<[string, string, string, string]>(
    `INSERT INTO records (group_id, kind, id, json) VALUES (?, ?, ?, ?)
      ON CONFLICT (group_id, kind, id) DO UPDATE SET json = excluded.json`,
  );
  const removal = database.prepare<[string, string, string]>(
    'DELETE FROM records WHERE group_id = ? AND kind = ? AND id = ?',
  );
  const removals = database.prepare<[]>('DELETE FROM records');
  const binding = database.prepare<[string, string, string]>(
    `INSERT INTO bindings (key_id, public_key, json) VALUES (?, ?, ?)
      ON CONFLICT (key_id) DO UPDATE SET json = excluded.json`,
  );
  const cursor = database.prepare<[string, string, number]>(
    `INSERT INTO cursors (agent_id, group_id, sequence) VALUES (?, ?, ?)
      ON CONFLICT (agent_id, group_id) DO UPDATE SET sequence = excluded.sequence
      WHERE excluded.sequence > cursors.sequence`,
  );
  const audit = database.prepare<[string, string]>('INSERT INTO audit (audit_id, json) VALUES (?, ?)');

  return {
    position: (value: number) => position.run(value),
    groupHead: (head: GroupHead) => groupHead.run(head.groupId, head.firstPosition, head.sequence),
    event: (value: StoredEvent) =>
      event.run(
        value.position,
        value.eventId,
        value.groupId ?? null,
        value.sequence ?? null,
        toBuffer(value.bytes),
      ),
    receipt: (value: Receipt) =>
      receipt.run(
        value.actor.type,
        value.actor.id,
        value.actionId,
        value.signingHash,
        value.primaryEventId,
        toBuffer(value.commandBytes),
      ),
    admission: (value: FirstAdmissionRecord, writer: Actor, bytes: Buffer) =>
      admission.run(
        value.admissionRecordId,
        value.organizationId,
        value.signingHash,
        value.documentKind,
        writer.type,
        writer.id,
        bytes,
      ),
    record: ({ groupId, kind, id, value }: StoredRecord) =>
      record.run(groupId, kind, id, JSON.stringify(value)),
    removal: ({ groupId, kind, id }: RecordKey) => removal.run(groupId, kind, id),
    removals: () => removals.run(),
    binding: (value: RegistryBinding) => binding.run(value.keyId, value.publicKey, JSON.stringify(value)),
    cursor: (value: StoredCursor) => cursor.run(value.agentId, value.groupId, value.sequence),
    // As JSON, because its free text may hold what a text column would not give back.
    audit: (value: AuditEntry) => audit.run(value.auditId, JSON.stringify(value)),
  };
}

function toEvent(row: EventRow): StoredEvent {
  return {
    position: row.position,
    eventId: row.eventId,
    groupId: row.groupId ?? undefined,
    sequence: row.sequence ?? undefined,
    bytes: row.bytes,
  };
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** JSON drops a member that is undefined; the entry has it all the same. */
function decodeAudit(json: string): AuditEntry {
  return { groupId: undefined, ...(JSON.parse(json) as Omit<AuditEntry, 'groupId'>) };
}
