// The SQL of a history index, prepared once per connection.
import type Database from 'better-sqlite3';
import type {
  HistoryEntry,
  HistoryQuery,
  ItemDigest,
  TextArea,
  TextHit,
  TimeCount,
} from '../history-entry.ts';

/*
 * Ids of Groups, kinds and Principals repeat in every row, so they are numbers. `taken_back` is the sequence at which the
 * Message of an Event was redacted or retracted. The text of such a Message is deleted from `history_text`, and with
 * secure-delete from its pages as well.
 * Beginnings of words are indexed by themselves: whoever types has only begun the last one.
 */
export const HISTORY_SCHEMA = `
  CREATE TABLE history_names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE history_groups (
    group_no INTEGER PRIMARY KEY,
    starts_after INTEGER NOT NULL,
    through INTEGER NOT NULL,
    event_id TEXT NOT NULL
  ) STRICT;
  CREATE TABLE history_events (
    id INTEGER PRIMARY KEY,
    group_no INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    event_id TEXT NOT NULL,
    kind_no INTEGER NOT NULL,
    actor_no INTEGER NOT NULL,
    item_no INTEGER,
    cause_id TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    message_id TEXT,
    taken_back INTEGER,
    area TEXT NOT NULL,
    UNIQUE (group_no, sequence)
  ) STRICT;
  CREATE INDEX history_kinds ON history_events (group_no, kind_no, actor_no, item_no, sequence, at_ms);
  CREATE INDEX history_times ON history_events (group_no, at_ms, sequence);
  CREATE INDEX history_causes ON history_events (cause_id);
  CREATE INDEX history_ids ON history_events (event_id);
  CREATE INDEX history_messages ON history_events (group_no, message_id) WHERE message_id IS NOT NULL;
  CREATE VIRTUAL TABLE history_text USING fts5(text, tokenize = "unicode61 remove_diacritics 2", prefix = "1 2 3");
  INSERT INTO history_text (history_text, rank) VALUES ('secure-delete', 1);
`;

/** Every word has to be there in this order; the last one may go on. Undefined when there is no word. */
export function toMatch(words: string): string | undefined {
  const tokens = words.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  if (tokens.length === 0) return undefined;
  return `"${tokens.join(' ')}"*`;
}

type Value = string | number;

interface Where {
  readonly sql: string;
  readonly values: readonly Value[];
}

interface DigestRow {
  readonly workItemId: string | null;
  readonly count: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
}

interface CountRow {
  readonly workItemId: string | null;
  readonly bucket: number;
  readonly count: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
}

interface HitRow extends Omit<TextHit, 'workItemId'> {
  readonly workItemId: string | null;
}

export type HistoryStatements = ReturnType<typeof prepareHistory>;

export function prepareHistory(database: Database.Database) {
  const nameOf = database.prepare<[string], { readonly id: number }>(
    'SELECT id FROM history_names WHERE name = ?',
  );
  const addName = database.prepare<[string]>('INSERT INTO history_names (name) VALUES (?)');
  const group = database.prepare<
    [number],
    { readonly startsAfter: number; readonly through: number; readonly eventId: string }
  >(
    'SELECT starts_after AS startsAfter, through, event_id AS eventId FROM history_groups WHERE group_no = ?',
  );
  const mark = database.prepare<[number, number, number, string]>(
    `INSERT INTO history_groups (group_no, starts_after, through, event_id) VALUES (?, ?, ?, ?)
      ON CONFLICT (group_no) DO UPDATE SET
        starts_after = excluded.starts_after, through = excluded.through, event_id = excluded.event_id`,
  );
  const add = database.prepare<
    [number, number, string, number, number, number | null, string, number, string | null, string]
  >(
    `INSERT INTO history_events
      (group_no, sequence, event_id, kind_no, actor_no, item_no, cause_id, at_ms, message_id, area)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const addText = database.prepare<[number | bigint, string]>(
    'INSERT INTO history_text (rowid, text) VALUES (?, ?)',
  );
  const dropText = database.prepare<[number, string]>(
    `DELETE FROM history_text WHERE rowid IN
      (SELECT id FROM history_events WHERE group_no = ? AND message_id = ?)`,
  );
  const takeBack = database.prepare<[number, number, string]>(
    'UPDATE history_events SET taken_back = ? WHERE group_no = ? AND message_id = ?',
  );
  const takenBack = database.prepare<[number, number], { readonly takenBack: number }>(
    `SELECT taken_back AS takenBack FROM history_events
      WHERE group_no = ? AND sequence = ? AND taken_back IS NOT NULL`,
  );
  const dropTexts = database.prepare<[number]>(
    'DELETE FROM history_text WHERE rowid IN (SELECT id FROM history_events WHERE group_no = ?)',
  );
  const dropEvents = database.prepare<[number]>('DELETE FROM history_events WHERE group_no = ?');
  const dropGroup = database.prepare<[number]>('DELETE FROM history_groups WHERE group_no = ?');
  const actors = database
    .prepare<[number], string>(
      `SELECT name FROM history_names WHERE id IN
        (SELECT DISTINCT actor_no FROM history_events WHERE group_no = ?)`,
    )
    .pluck();
  const items = database
    .prepare<[number], string>(
      `SELECT name FROM history_names WHERE id IN
        (SELECT DISTINCT item_no FROM history_events WHERE group_no = ? AND item_no IS NOT NULL)`,
    )
    .pluck();
  const kinds = database.prepare<[number], { readonly name: string; readonly count: number }>(
    `SELECT name, count(*) AS count FROM history_events JOIN history_names ON history_names.id = kind_no
      WHERE group_no = ? GROUP BY kind_no ORDER BY count DESC`,
  );
  const sequenceAt = database
    .prepare<[number, number], number | null>(
      'SELECT max(sequence) FROM history_events WHERE group_no = ? AND at_ms <= ?',
    )
    .pluck();
  const search = searchStatements(database);

  const numbers = new Map<string, number>();
  const numberOf = (name: string): number => {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    const found = nameOf.get(name)?.id;
    if (found !== undefined) numbers.set(name, found);
    // An id that was never indexed fits nothing.
    return found ?? -1;
  };
  const ensureNumber = (name: string): number => {
    const known = numberOf(name);
    // Not remembered before it is found: a transaction may be undone.
    return known === -1 ? Number(addName.run(name).lastInsertRowid) : known;
  };

  const whereOf = (groupId: string, query: HistoryQuery): Where => {
    const parts = ['group_no = ?'];
    const values: Value[] = [numberOf(groupId)];
    const narrow = (sql: string, given: readonly Value[]): void => {
      parts.push(sql);
      values.push(...given);
    };
    const oneOf = (column: string, ids: readonly string[] | undefined, isNot = false): void => {
      if (ids === undefined || (isNot && ids.length === 0)) return;
      const list = ids.map(numberOf);
      const marks = list.map(() => '?').join(', ');
      // What is about no WorkItem is about none of those that are not wanted.
      narrow(isNot ? `coalesce(${column}, -2) NOT IN (${marks})` : `${column} IN (${marks})`, list);
    };
    const kindsLike = (patterns: readonly string[] | undefined, isNot: boolean): void => {
      if (patterns === undefined || patterns.length === 0) return;
      const alternatives = patterns.map(() => 'name GLOB ?').join(' OR ');
      narrow(
        `kind_no ${isNot ? 'NOT ' : ''}IN (SELECT id FROM history_names WHERE ${alternatives})`,
        patterns,
      );
    };
    const withTexts = (texts: readonly string[] | undefined, isNot: boolean): void => {
      for (const text of texts ?? []) {
        const match = toMatch(text);
        if (match === undefined) continue;
        narrow(`id ${isNot ? 'NOT ' : ''}IN (SELECT rowid FROM history_text WHERE history_text MATCH ?)`, [
          match,
        ]);
      }
    };
    kindsLike(query.kinds, false);
    kindsLike(query.notKinds, true);
    oneOf('actor_no', query.principals);
    oneOf('actor_no', query.notPrincipals, true);
    oneOf('item_no', query.workItemIds);
    oneOf('item_no', query.notWorkItemIds, true);
    withTexts(query.texts, false);
    withTexts(query.notTexts, true);
    for (const [column, ids] of [
      ['cause_id', query.causeIds],
      ['event_id', query.eventIds],
    ] as const) {
      if (ids !== undefined) narrow(`${column} IN (${ids.map(() => '?').join(', ')})`, ids);
    }
    if (query.fromSequence !== undefined) narrow('sequence >= ?', [query.fromSequence]);
    if (query.throughSequence !== undefined) narrow('sequence <= ?', [query.throughSequence]);
    return { sql: parts.join(' AND '), values };
  };

  return {
    group: (groupId: string) => group.get(numberOf(groupId)),
    mark: (groupId: string, startsAfter: number, through: number, eventId: string) =>
      mark.run(ensureNumber(groupId), startsAfter, through, eventId),
    add: (entry: HistoryEntry): void => {
      const { lastInsertRowid } = add.run(
        ensureNumber(entry.groupId),
        entry.sequence,
        entry.eventId,
        ensureNumber(entry.kind),
        ensureNumber(entry.principal),
        entry.workItemId === undefined ? null : ensureNumber(entry.workItemId),
        entry.causeId,
        entry.occurredAtMs,
        entry.messageId ?? null,
        entry.area,
      );
      if (entry.text !== '') addText.run(lastInsertRowid, entry.text);
    },
    takeBack: (groupId: string, messageId: string, sequence: number): void => {
      const groupNo = numberOf(groupId);
      dropText.run(groupNo, messageId);
      takeBack.run(sequence, groupNo, messageId);
    },
    takenBack: (groupId: string, sequences: readonly number[]): ReadonlyMap<number, number> => {
      const groupNo = numberOf(groupId);
      const found = new Map<number, number>();
      for (const sequence of sequences) {
        const row = takenBack.get(groupNo, sequence);
        if (row !== undefined) found.set(sequence, row.takenBack);
      }
      return found;
    },
    forget: (groupId: string): void => {
      const groupNo = numberOf(groupId);
      dropTexts.run(groupNo);
      dropEvents.run(groupNo);
      dropGroup.run(groupNo);
    },
    find: (groupId: string, after: number, query: HistoryQuery): readonly number[] => {
      const { sql, values } = whereOf(groupId, query);
      return database
        .prepare<Value[], number>(
          `SELECT sequence FROM history_events WHERE ${sql} AND sequence > ? ORDER BY sequence`,
        )
        .pluck()
        .all(...values, after);
    },
    principals: (groupId: string): readonly string[] => actors.all(numberOf(groupId)),
    workItemIds: (groupId: string): readonly string[] => items.all(numberOf(groupId)),
    kinds: (groupId: string): ReadonlyMap<string, number> =>
      new Map(kinds.all(numberOf(groupId)).map(({ name, count }) => [name, count])),
    sequenceAt: (groupId: string, atMs: number): number =>
      sequenceAt.get(numberOf(groupId), Math.floor(atMs)) ?? 0,
    digest: (groupId: string, query: HistoryQuery): readonly ItemDigest[] => {
      const { sql, values } = whereOf(groupId, query);
      return database
        .prepare<Value[], DigestRow>(
          `SELECT (SELECT name FROM history_names WHERE history_names.id = item_no) AS workItemId,
            count(*) AS count, min(sequence) AS firstSequence, max(sequence) AS lastSequence,
            min(at_ms) AS firstAtMs, max(at_ms) AS lastAtMs
          FROM history_events WHERE ${sql} GROUP BY item_no ORDER BY lastSequence DESC`,
        )
        .all(...values)
        .map((row) => Object.assign(row, { workItemId: row.workItemId ?? undefined }));
    },
    countTimes: (
      groupId: string,
      query: HistoryQuery,
      fromMs: number,
      throughMs: number,
      widthMs: number,
    ): readonly TimeCount[] => {
      const { sql, values } = whereOf(groupId, query);
      return database
        .prepare<Value[], CountRow>(
          `SELECT (SELECT name FROM history_names WHERE history_names.id = item_no) AS workItemId,
            CAST((at_ms - ?) / ? AS INTEGER) AS bucket, count(*) AS count,
            min(sequence) AS firstSequence, max(sequence) AS lastSequence
          FROM history_events WHERE ${sql} AND at_ms BETWEEN ? AND ? GROUP BY item_no, bucket`,
        )
        .all(fromMs, widthMs, ...values, fromMs, throughMs)
        .map((row) => Object.assign(row, { workItemId: row.workItemId ?? undefined }));
    },
    ...search,
  };
}

function searchStatements(database: Database.Database) {
  const hits = database.prepare<[string, string | null, string | null, number], HitRow>(
    `SELECT groups.name AS groupId, sequence, kinds.name AS kind, items.name AS workItemId,
      actors.name AS principal, at_ms AS occurredAtMs, area,
      snippet(history_text, 0, char(2), char(3), '…', 16) AS excerpt
    FROM history_text
      JOIN history_events ON history_events.id = history_text.rowid
      JOIN history_names AS groups ON groups.id = group_no
      JOIN history_names AS kinds ON kinds.id = kind_no
      JOIN history_names AS actors ON actors.id = actor_no
      LEFT JOIN history_names AS items ON items.id = item_no
    WHERE history_text MATCH ? AND (? IS NULL OR area = ?)
    ORDER BY history_text.rowid DESC LIMIT ?`,
  );
  const countAll = database
    .prepare<[string, number], number>(
      'SELECT count(*) FROM (SELECT 1 FROM history_text WHERE history_text MATCH ? LIMIT ?)',
    )
    .pluck();
  const countArea = database
    .prepare<[string, string, number], number>(
      `SELECT count(*) FROM (SELECT 1 FROM history_text
        JOIN history_events ON history_events.id = history_text.rowid
        WHERE history_text MATCH ? AND area = ? LIMIT ?)`,
    )
    .pluck();
  return {
    search: (match: string, area: TextArea | undefined, limit: number): readonly TextHit[] =>
      hits
        .all(match, area ?? null, area ?? null, limit)
        .map((row) => Object.assign(row, { workItemId: row.workItemId ?? undefined })),
    count: (match: string, area: TextArea | undefined, most: number): number =>
      (area === undefined ? countAll.get(match, most) : countArea.get(match, area, most)) ?? 0,
  };
}
