// The reading statements of the PostgreSQL store. Column lists only; every statement is one consistent read.
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
import { keyOf, type Query } from './connection.ts';

interface EventRow {
  readonly position: number;
  readonly eventId: string;
  readonly groupId: string | null;
  readonly sequence: number | null;
  readonly bytes: Buffer;
}

interface JsonRow {
  readonly json: string;
}

const EVENT_COLUMNS = 'position, event_id AS "eventId", group_id AS "groupId", sequence, bytes';

export async function readPosition(query: Query): Promise<number> {
  const [head] = await query<{ readonly position: number }>('SELECT position FROM organization_head');
  if (head === undefined) throw new StoreFault('corrupt', 'the head row of the Organization is missing');
  return head.position;
}

export async function readCommits(
  query: Query,
  afterPosition: number,
  limit: number,
): Promise<readonly StoredEvent[]> {
  const rows = await query<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE position > $1 ORDER BY position LIMIT $2`,
    [afterPosition, limit],
  );
  return rows.map(toEvent);
}

export async function readGroupEvents(
  query: Query,
  groupId: string,
  afterSequence: number,
  limit: number,
): Promise<readonly StoredEvent[]> {
  const rows = await query<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE group_key = $1 AND sequence > $2 ORDER BY sequence LIMIT $3`,
    [keyOf(groupId), afterSequence, limit],
  );
  return rows.map(toEvent);
}

export async function readEvent(query: Query, eventId: string): Promise<StoredEvent | undefined> {
  const [row] = await query<EventRow>(`SELECT ${EVENT_COLUMNS} FROM events WHERE event_key = $1`, [
    keyOf(eventId),
  ]);
  return row === undefined ? undefined : toEvent(row);
}

export async function readReceipt(
  query: Query,
  actor: Actor,
  actionId: string,
): Promise<Receipt | undefined> {
  const [row] = await query<{
    readonly signingHash: string;
    readonly primaryEventId: string;
    readonly commandBytes: Buffer;
  }>(
    `SELECT signing_hash AS "signingHash", primary_event_id AS "primaryEventId", bytes AS "commandBytes"
      FROM receipts WHERE receipt_key = $1`,
    [keyOf(actor.type, actor.id, actionId)],
  );
  return row === undefined ? undefined : { actor: { type: actor.type, id: actor.id }, actionId, ...row };
}

export async function readRecords(
  query: Query,
  groupId: string,
  kinds: readonly RecordKind[] | undefined,
): Promise<readonly StoredRecord[]> {
  const isWanted = kinds === undefined ? '' : ' AND kind = ANY($2)';
  const rows = await query<{ readonly kind: string; readonly id: string; readonly json: string }>(
    `SELECT kind, id, json FROM records WHERE group_key = $1${isWanted} ORDER BY ordinal`,
    kinds === undefined ? [keyOf(groupId)] : [keyOf(groupId), kinds],
  );
  // It was typed when it was written.
  return rows.map(({ kind, id, json }) => ({ kind, groupId, id, value: JSON.parse(json) }) as StoredRecord);
}

export async function readRecord(
  query: Query,
  kind: RecordKind,
  groupId: string,
  id: string,
): Promise<StoredRecord | undefined> {
  const [row] = await query<JsonRow>('SELECT json FROM records WHERE record_key = $1', [
    keyOf(groupId, kind, id),
  ]);
  return row === undefined ? undefined : ({ kind, groupId, id, value: JSON.parse(row.json) } as StoredRecord);
}

export async function readGroupIds(query: Query): Promise<readonly string[]> {
  const rows = await query<{ readonly groupId: string }>(
    'SELECT group_id AS "groupId" FROM group_heads ORDER BY first_position',
  );
  return rows.map(({ groupId }) => groupId);
}

export async function readAdmission(
  query: Query,
  organizationId: string,
  signingHash: string,
): Promise<LoggedAdmission | undefined> {
  const [row] = await query<{
    readonly bytes: Buffer;
    readonly writerType: string;
    readonly writerId: string;
  }>(
    `SELECT bytes, writer_type AS "writerType", writer_id AS "writerId"
      FROM admissions WHERE admission_key = $1`,
    [keyOf(organizationId, signingHash)],
  );
  if (row === undefined) return undefined;
  return {
    recordBytes: row.bytes,
    authenticatedService: { type: row.writerType, id: row.writerId } as Actor,
  };
}

export async function readBindings(query: Query): Promise<readonly RegistryBinding[]> {
  const rows = await query<JsonRow>('SELECT json FROM bindings ORDER BY ordinal');
  return rows.map(({ json }) => JSON.parse(json) as RegistryBinding);
}

export async function readBinding(query: Query, keyId: string): Promise<RegistryBinding | undefined> {
  const [row] = await query<JsonRow>('SELECT json FROM bindings WHERE key_key = $1', [keyOf(keyId)]);
  return row === undefined ? undefined : (JSON.parse(row.json) as RegistryBinding);
}

export async function readCursors(query: Query, agentId: string): Promise<readonly StoredCursor[]> {
  return query<StoredCursor>(
    'SELECT agent_id AS "agentId", group_id AS "groupId", sequence FROM cursors WHERE agent_key = $1',
    [keyOf(agentId)],
  );
}

export async function readAudit(
  query: Query,
  limit: number,
  beforeAuditId: string | undefined,
): Promise<readonly AuditEntry[]> {
  const rows =
    beforeAuditId === undefined
      ? await query<JsonRow>('SELECT json FROM audit ORDER BY ordinal DESC LIMIT $1', [limit])
      : await query<JsonRow>(
          `SELECT json FROM audit WHERE ordinal < (SELECT ordinal FROM audit WHERE audit_key = $2)
            ORDER BY ordinal DESC LIMIT $1`,
          [limit, keyOf(beforeAuditId)],
        );
  return rows.map(({ json }) => decodeAudit(json));
}

/** JSON drops a member that is undefined; the entry has it all the same. */
function decodeAudit(json: string): AuditEntry {
  return { groupId: undefined, ...(JSON.parse(json) as Omit<AuditEntry, 'groupId'>) };
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
