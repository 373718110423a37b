// The readings of the SQLite store, prepared once per connection. Column lists only: `SELECT *` under a prepared plan
// would change its shape with a migration.
import type Database from 'better-sqlite3';
import type { RecordKind } from '../../domain/world.ts';
import type { LoggedAdmission } from '../../protocol/admission.ts';
import type { Actor, RegistryBinding } from '../../protocol/generated/documents.ts';
import {
  type AuditEntry,
  type Receipt,
  type StoredCursor,
  type StoredEvent,
  type StoredRecord,
  StoreFault,
} from '../authority-store.ts';
import { digestOf } from './digest.ts';

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
  const recordsOfKinds = database.prepare<[string, string], RecordRow>(
    `SELECT kind, id, json FROM records
      WHERE group_id = ? AND kind IN (SELECT value FROM json_each(?)) ORDER BY ordinal`,
  );
  const record = database.prepare<[string, string, string], JsonRow>(
    'SELECT json FROM records WHERE group_id = ? AND kind = ? AND id = ?',
  );
  const groupIds = database
    .prepare<[], string>('SELECT group_id FROM group_heads ORDER BY first_position')
    .pluck();
  const groupSequence = database
    .prepare<[string], number>('SELECT sequence FROM group_heads WHERE group_id = ?')
    .pluck();
  const admission = database.prepare<
    [string, Buffer, string],
    { readonly bytes: Buffer; readonly writerType: string; readonly writerId: string }
  >(
    `SELECT bytes, writer_type AS writerType, writer_id AS writerId
      FROM admissions WHERE document_id IN (?, '') AND signing_digest = ? AND organization_id = ?`,
  );
  const bindings = database.prepare<[], JsonRow>('SELECT json FROM bindings ORDER BY ordinal');
  const binding = database.prepare<[string], JsonRow>('SELECT json FROM bindings WHERE key_id = ?');
  const cursors = database.prepare<[string], StoredCursor>(
    'SELECT agent_id AS agentId, group_id AS groupId, sequence FROM cursors WHERE agent_id = ?',
  );
  const audit = database.prepare<[number], JsonRow>('SELECT json FROM audit ORDER BY ordinal DESC LIMIT ?');
  const auditBefore = database.prepare<[string, number], JsonRow>(
    `SELECT json FROM audit WHERE ordinal < (SELECT ordinal FROM audit WHERE audit_id = ?)
      ORDER BY ordinal DESC LIMIT ?`,
  );

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
    records: (groupId: string, kinds: readonly RecordKind[] | undefined): readonly StoredRecord[] => {
      const rows =
        kinds === undefined ? records.all(groupId) : recordsOfKinds.all(groupId, JSON.stringify(kinds));
      return rows.map(
        ({ kind, id, json }) => ({ kind, groupId, id, value: JSON.parse(json) }) as StoredRecord,
      );
    },
    record: (kind: RecordKind, groupId: string, id: string): StoredRecord | undefined => {
      const row = record.get(groupId, kind, id);
      return row && ({ kind, groupId, id, value: JSON.parse(row.json) } as StoredRecord);
    },
    groupIds: (): readonly string[] => groupIds.all(),
    /** 0 for a Group that has no log yet. */
    groupSequence: (groupId: string): number => groupSequence.get(groupId) ?? 0,
    admission: (
      organizationId: string,
      signingHash: string,
      documentId: string,
    ): LoggedAdmission | undefined => {
      const row = admission.get(documentId, digestOf(signingHash), organizationId);
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
    audit: (limit: number, before: string | undefined): readonly AuditEntry[] =>
      (before === undefined ? audit.all(limit) : auditBefore.all(before, limit)).map(({ json }) =>
        decodeAudit(json),
      ),
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

/** JSON drops a member that is undefined; the entry has it all the same. */
function decodeAudit(json: string): AuditEntry {
  return { groupId: undefined, ...(JSON.parse(json) as Omit<AuditEntry, 'groupId'>) };
}
