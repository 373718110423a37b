// The SQL of a replica's SQLite database, prepared once per connection. Values go in and come out as the port has them.
import type Database from 'better-sqlite3';
import type { Event, ProtocolError } from '../../protocol/generated/documents.ts';
import type { StoredRecord } from '../authority-store.ts';
import type { RecordKey } from '../record-changes.ts';
import type {
  AppliedEvent,
  Note,
  OutboxChange,
  OutboxEntry,
  OutboxState,
  ReplicaEvent,
  ReplicaGroup,
} from '../replica-store.ts';

interface GroupRow {
  readonly groupId: string;
  readonly startsAfter: number;
  readonly cursor: number;
  readonly isFollowed: number;
}

interface EventRow {
  readonly ordinal: number;
  readonly eventId: string;
  readonly groupId: string;
  readonly sequence: number;
  readonly bytes: Buffer;
}

interface OutboxRow {
  readonly actionId: string;
  readonly groupId: string;
  readonly state: string;
  readonly draft: string;
  readonly bytes: Buffer | null;
  readonly signingHash: string | null;
  readonly event: string | null;
  readonly error: string | null;
  readonly replacedBy: string | null;
  readonly createdAt: string;
  readonly changedAt: string;
}

const GROUP_COLUMNS = 'group_id AS groupId, starts_after AS startsAfter, cursor, is_followed AS isFollowed';
const EVENT_COLUMNS = 'ordinal, event_id AS eventId, group_id AS groupId, sequence, bytes';
const OUTBOX_COLUMNS = `action_id AS actionId, group_id AS groupId, state, draft, bytes, signing_hash AS signingHash,
  event, error, replaced_by AS replacedBy, created_at AS createdAt, changed_at AS changedAt`;
const PENDING = "state IN ('draft', 'signed', 'sent', 'unknown')";

export type ReplicaStatements = ReturnType<typeof prepareReplica>;

export function prepareReplica(database: Database.Database) {
  const groups = database.prepare<[], GroupRow>(`SELECT ${GROUP_COLUMNS} FROM replica_groups`);
  const group = database.prepare<[string], GroupRow>(
    `SELECT ${GROUP_COLUMNS} FROM replica_groups WHERE group_id = ?`,
  );
  const start = database.prepare<[string, number, number]>(
    `INSERT INTO replica_groups (group_id, starts_after, cursor, is_followed) VALUES (?, ?, ?, 1)
      ON CONFLICT (group_id) DO UPDATE SET
        starts_after = excluded.starts_after, cursor = excluded.cursor, is_followed = 1`,
  );
  const follow = database.prepare<[number, string]>(
    'UPDATE replica_groups SET is_followed = ? WHERE group_id = ?',
  );
  const cursor = database.prepare<[number, string]>(
    'UPDATE replica_groups SET cursor = ? WHERE group_id = ?',
  );
  const records = database.prepare<
    [string],
    { readonly kind: string; readonly id: string; readonly json: string }
  >('SELECT kind, id, json FROM replica_records WHERE group_id = ? ORDER BY ordinal');
  const events = database.prepare<[string, number, number], EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM replica_events WHERE group_id = ? AND sequence > ? ORDER BY sequence LIMIT ?`,
  );
  const eventById = database.prepare<[string], EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM replica_events WHERE event_id = ?`,
  );
  const applied = database.prepare<[number, number], EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM replica_events WHERE ordinal > ? ORDER BY ordinal LIMIT ?`,
  );
  const event = database.prepare<[string, string, number, Buffer]>(
    'INSERT INTO replica_events (event_id, group_id, sequence, bytes) VALUES (?, ?, ?, ?)',
  );
  // A record keeps its ordinal when it changes: the order of first writing.
  const record = database.prepare<[string, string, string, string]>(
    `INSERT INTO replica_records (group_id, kind, id, json) VALUES (?, ?, ?, ?)
      ON CONFLICT (group_id, kind, id) DO UPDATE SET json = excluded.json`,
  );
  const removal = database.prepare<[string, string, string]>(
    'DELETE FROM replica_records WHERE group_id = ? AND kind = ? AND id = ?',
  );
  const groupRemovals = database.prepare<[string]>('DELETE FROM replica_records WHERE group_id = ?');
  const removals = database.prepare<[]>('DELETE FROM replica_records');
  const addOutbox = database.prepare<
    [
      string,
      string,
      string,
      string,
      Buffer | null,
      string | null,
      string | null,
      string | null,
      string | null,
      string,
      string,
    ]
  >(
    `INSERT INTO outbox
      (action_id, group_id, state, draft, bytes, signing_hash, event, error, replaced_by, created_at, changed_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const dropFailed = database.prepare<[string]>(
    "DELETE FROM outbox WHERE action_id = ? AND state IN ('refused', 'abandoned')",
  );
  const takePlace = database.prepare<[string, string]>(
    `UPDATE outbox SET ordinal = -(SELECT ordinal FROM outbox WHERE action_id = ?) WHERE action_id = ?`,
  );
  const leavePlace = database.prepare<[string]>(
    'UPDATE outbox SET ordinal = (SELECT max(ordinal) + 1 FROM outbox) WHERE action_id = ?',
  );
  const turnPlace = database.prepare<[string]>('UPDATE outbox SET ordinal = -ordinal WHERE action_id = ?');
  const updateOutbox = database.prepare<
    [string, Buffer | null, string | null, string | null, string | null, string | null, string, string]
  >(
    `UPDATE outbox SET state = ?, bytes = ?, signing_hash = ?, event = ?, error = ?, replaced_by = ?, changed_at = ?
      WHERE action_id = ?`,
  );
  const outboxEntry = database.prepare<[string], OutboxRow>(
    `SELECT ${OUTBOX_COLUMNS} FROM outbox WHERE action_id = ?`,
  );
  const pending = database.prepare<[], OutboxRow>(
    `SELECT ${OUTBOX_COLUMNS} FROM outbox WHERE ${PENDING} ORDER BY ordinal`,
  );
  const prune = database.prepare<[string]>(`DELETE FROM outbox WHERE NOT (${PENDING}) AND changed_at < ?`);
  const notes = database.prepare<[string], { readonly name: string; readonly json: string }>(
    'SELECT name, json FROM notes WHERE group_id = ? ORDER BY name',
  );
  const note = database.prepare<[string, string, string]>(
    `INSERT INTO notes (group_id, name, json) VALUES (?, ?, ?)
      ON CONFLICT (group_id, name) DO UPDATE SET json = excluded.json`,
  );
  const dropNote = database.prepare<[string, string]>('DELETE FROM notes WHERE group_id = ? AND name = ?');

  return {
    groups: (): readonly ReplicaGroup[] => groups.all().map(toGroup),
    cursorOf: (groupId: string): number | undefined => group.get(groupId)?.cursor,
    start: (groupId: string, startsAfter: number) => start.run(groupId, startsAfter, startsAfter),
    follow: (groupId: string, isFollowed: boolean) => follow.run(isFollowed ? 1 : 0, groupId),
    cursor: (groupId: string, sequence: number) => cursor.run(sequence, groupId),
    records: (groupId: string): readonly StoredRecord[] =>
      records
        .all(groupId)
        .map(({ kind, id, json }) => ({ kind, groupId, id, value: JSON.parse(json) }) as StoredRecord),
    events: (groupId: string, after: number, limit: number): readonly ReplicaEvent[] =>
      events.all(groupId, after, limit).map(toEvent),
    event: (eventId: string): ReplicaEvent | undefined => {
      const row = eventById.get(eventId);
      return row === undefined ? undefined : toEvent(row);
    },
    applied: (after: number, limit: number): readonly AppliedEvent[] =>
      applied.all(after, limit).map((row) => ({ ordinal: row.ordinal, event: toEvent(row) })),
    addEvent: ({ eventId, groupId, sequence, bytes }: ReplicaEvent) =>
      event.run(eventId, groupId, sequence, toBuffer(bytes)),
    record: ({ groupId, kind, id, value }: StoredRecord) =>
      record.run(groupId, kind, id, JSON.stringify(value)),
    removal: ({ groupId, kind, id }: RecordKey) => removal.run(groupId, kind, id),
    groupRemovals: (groupId: string) => groupRemovals.run(groupId),
    removals: () => removals.run(),
    addOutbox: (entry: OutboxEntry) => {
      // What came to nothing makes room; anything else is in the way of the unique Action ID.
      dropFailed.run(entry.actionId);
      addOutbox.run(
        entry.actionId,
        entry.groupId,
        entry.state,
        JSON.stringify(entry.draft),
        entry.commandBytes === undefined ? null : toBuffer(entry.commandBytes),
        entry.signingHash ?? null,
        toJson(entry.event),
        toJson(entry.error),
        entry.replacedBy ?? null,
        entry.createdAt,
        entry.changedAt,
      );
    },
    /** Whether there is such an entry. */
    changeOutbox: (change: OutboxChange): boolean => {
      const row = outboxEntry.get(change.actionId);
      if (row === undefined) return false;
      updateOutbox.run(
        change.state ?? row.state,
        change.commandBytes === undefined ? row.bytes : toBuffer(change.commandBytes),
        change.signingHash ?? row.signingHash,
        toJson(change.event) ?? row.event,
        toJson(change.error) ?? row.error,
        change.replacedBy ?? row.replacedBy,
        change.changedAt,
        change.actionId,
      );
      return true;
    },
    /** Puts an entry where another one stands, and that one at the end. */
    replaceInLine: (former: string, actionId: string) => {
      // By way of a negative number: two rows never have the same.
      takePlace.run(former, actionId);
      leavePlace.run(former);
      turnPlace.run(actionId);
    },
    outboxEntry: (actionId: string): OutboxEntry | undefined => {
      const row = outboxEntry.get(actionId);
      return row === undefined ? undefined : toOutboxEntry(row);
    },
    pending: (): readonly OutboxEntry[] => pending.all().map(toOutboxEntry),
    prune: (changedBefore: string): number => prune.run(changedBefore).changes,
    notes: (groupId: string): ReadonlyMap<string, unknown> =>
      new Map(notes.all(groupId).map(({ name, json }) => [name, JSON.parse(json) as unknown])),
    note: ({ groupId, name, value }: Note) =>
      value === undefined ? dropNote.run(groupId, name) : note.run(groupId, name, JSON.stringify(value)),
  };
}

function toGroup({ isFollowed, ...row }: GroupRow): ReplicaGroup {
  return { ...row, isFollowed: isFollowed === 1 };
}

function toEvent({ eventId, groupId, sequence, bytes }: EventRow): ReplicaEvent {
  return { eventId, groupId, sequence, bytes };
}

/** What was stored as JSON was typed when it was written. */
function toOutboxEntry(row: OutboxRow): OutboxEntry {
  return {
    actionId: row.actionId,
    groupId: row.groupId,
    state: row.state as OutboxState,
    draft: JSON.parse(row.draft) as unknown,
    commandBytes: row.bytes ?? undefined,
    signingHash: row.signingHash ?? undefined,
    event: row.event === null ? undefined : (JSON.parse(row.event) as Event),
    error: row.error === null ? undefined : (JSON.parse(row.error) as ProtocolError),
    replacedBy: row.replacedBy ?? undefined,
    createdAt: row.createdAt,
    changedAt: row.changedAt,
  };
}

function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
