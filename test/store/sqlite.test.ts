import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, test } from 'vitest';
import type { AuthorityStore } from '../../core/store/authority-store.ts';
import { MIGRATIONS } from '../../core/store/sqlite/migrations.ts';
import { openReader, openWriter } from '../../core/store/sqlite/open-database.ts';
import { SqliteStore, type SqliteStoreOptions } from '../../core/store/sqlite/sqlite-store.ts';
import {
  addressRecord,
  AGENT,
  commandBatch,
  EMPTY,
  eventOf,
  groupOf,
  lookUpAdmission,
  WRITER,
} from './batches.ts';
import { createFirstSchema } from './first-schema.ts';
import { runStoreSuite } from './store-suite.ts';
import { append, faultKindOf } from './store-under-test.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-store-'));
  closers.push(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function openStore(path: string, options: Partial<SqliteStoreOptions> = {}): Promise<SqliteStore> {
  const store = await SqliteStore.open({ path, writer: WRITER, ...options });
  closers.push(async () => store.close());
  return store;
}

runStoreSuite('SqliteStore', {
  makeStore: async (onStep) => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-store-'));
    const options = { path: join(folder, 'heddle.db'), writer: WRITER, ...(onStep && { onStep }) };
    const stores: AuthorityStore[] = [];
    const open = async () => {
      const store = await SqliteStore.open({ ...options, onTrouble: () => {} });
      stores.push(store);
      return store;
    };
    return {
      store: await open(),
      reopen: open,
      dispose: async () => {
        for (const store of stores) await store.close();
        rmSync(folder, { recursive: true });
      },
    };
  },
  hasSteps: true,
  isDurable: true,
  modelRuns: 40,
});

describe('SqliteStore: opening', () => {
  test('the pragmas that durability rests on are in force', async () => {
    const path = join(makeFolder(), 'heddle.db');
    const writer = await openWriter({
      path,
      migrations: MIGRATIONS,
      busyTimeoutMs: 100,
      maxPageCount: undefined,
    });
    const reader = openReader(path, 100);
    closers.push(async () => {
      reader.close();
      writer.close();
    });
    const pragma = (name: string) => writer.pragma(name, { simple: true });
    expect(pragma('journal_mode')).toBe('wal');
    expect(pragma('synchronous')).toBe(2);
    expect(pragma('foreign_keys')).toBe(1);
    expect(pragma('fullfsync')).toBe(1);
    expect(pragma('busy_timeout')).toBe(0);
    expect(pragma('user_version')).toBe(MIGRATIONS.at(-1)?.version);
    expect(() => reader.exec('DELETE FROM events')).toThrow('readonly');
  });

  test('every table is STRICT', async () => {
    const path = join(makeFolder(), 'heddle.db');
    await openStore(path);
    const database = new Database(path, { readonly: true });
    closers.push(async () => {
      database.close();
    });
    const tables = database.pragma('table_list') as readonly {
      readonly name: string;
      readonly strict: number;
    }[];
    const loose = tables.filter(({ name, strict }) => !name.startsWith('sqlite_') && strict !== 1);
    expect(loose).toStrictEqual([]);
    expect(tables.length).toBeGreaterThan(8);
  });

  test('a newer database is refused and left as it is', async () => {
    const path = join(makeFolder(), 'heddle.db');
    const store = await openStore(path);
    await append(store, commandBatch(1));
    await store.close();
    const database = new Database(path);
    database.pragma('user_version = 1000');
    database.close();
    const before = readFileSync(path);
    expect(await faultKindOf(openStore(path))).toBe('too-new');
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('the database of another program is refused', async () => {
    const folder = makeFolder();
    const path = join(folder, 'other.db');
    const database = new Database(path);
    database.exec('CREATE TABLE mine (a)');
    database.close();
    const before = readFileSync(path);
    expect(await faultKindOf(openStore(path))).toBe('other');
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(folder)).toStrictEqual(['other.db']);
  });

  test('a file that is no database is refused; nothing is moved or deleted', async () => {
    const folder = makeFolder();
    const path = join(folder, 'heddle.db');
    const garbage = Buffer.alloc(20_000, 'garbage ');
    writeFileSync(path, garbage);
    expect(await faultKindOf(openStore(path))).toBe('corrupt');
    expect(readFileSync(path).equals(garbage)).toBe(true);
    expect(readdirSync(folder)).toStrictEqual(['heddle.db']);
  });

  test('a folder that does not exist is refused', async () => {
    expect(await faultKindOf(openStore(join(makeFolder(), 'nowhere', 'heddle.db')))).toBe('other');
  });

  test('a file that may not be written is refused', async ({ skip }) => {
    const folder = makeFolder();
    const path = join(folder, 'heddle.db');
    await (await openStore(path)).close();
    chmodSync(path, 0o444);
    chmodSync(folder, 0o555);
    const { seteuid } = process;
    const isRoot = process.geteuid?.() === 0;
    skip(process.platform === 'win32', 'Windows has no such file modes');
    skip(isRoot && seteuid === undefined, 'root may write everything and cannot become anybody else here');
    // Root may write everything; any other user may not.
    if (isRoot) seteuid?.(65_534);
    const kind = await faultKindOf(openStore(path)).finally(() => {
      if (isRoot) seteuid?.(0);
    });
    expect(kind).toBe('readonly');
    chmodSync(folder, 0o755);
  });

  test('an existing database is copied aside before a migration', async () => {
    const folder = makeFolder();
    const path = join(folder, 'heddle.db');
    const store = await openStore(path);
    await append(store, commandBatch(1));
    await store.close();
    const version = (MIGRATIONS.at(-1)?.version ?? 0) + 1;
    const migrations = [...MIGRATIONS, { version, sql: 'ALTER TABLE audit ADD COLUMN extra TEXT' }];
    const migrated = await openStore(path, { migrations });
    await append(migrated, commandBatch(2));
    expect(await migrated.checkIntegrity()).toStrictEqual([]);
    await migrated.close();
    expect(await faultKindOf(openStore(path))).toBe('too-new');
    const copy = `heddle.db.schema-${version - 1}.backup`;
    expect(readdirSync(folder)).toStrictEqual(['heddle.db', copy]);
    expect(await (await openStore(join(folder, copy))).readPosition()).toBe(1);
    // Opened again there is nothing to migrate and nothing to copy.
    await (await openStore(path, { migrations })).close();
    expect(readdirSync(folder).filter((name) => name.endsWith('.backup'))).toStrictEqual([copy]);
  });

  test('receipts and admissions of the first schema are found after the migration (IDM-001, ADM-003)', async () => {
    const folder = makeFolder();
    const path = join(folder, 'heddle.db');
    createFirstSchema(path, [commandBatch(1), commandBatch(2)]);
    const store = await openStore(path);
    expect(readdirSync(folder)).toContain('heddle.db.schema-1.backup');
    expect(await store.checkIntegrity()).toStrictEqual([]);
    for (const number of [1, 2]) {
      const [receipt] = commandBatch(number).receipts;
      expect(await store.readReceipt(AGENT, receipt?.actionId ?? '')).toEqual(receipt);
      expect(await lookUpAdmission(store, number)).toMatchObject({
        status: 'found',
        authenticatedService: WRITER,
      });
    }
    // What was accepted stays accepted once, and the log goes on.
    const [again] = commandBatch(2).receipts;
    expect(await faultKindOf(append(store, { ...commandBatch(3), receipts: again ? [again] : [] }))).toBe(
      'conflict',
    );
    await append(store, commandBatch(3));
    expect((await lookUpAdmission(store, 3)).status).toBe('found');
  });

  test('a migration that fails leaves the old schema', async () => {
    const path = join(makeFolder(), 'heddle.db');
    const store = await openStore(path);
    await append(store, commandBatch(1));
    await store.close();
    const version = (MIGRATIONS.at(-1)?.version ?? 0) + 1;
    const sql = 'DROP TABLE audit; ALTER TABLE nowhere ADD COLUMN extra TEXT';
    const failing = openStore(path, { migrations: [...MIGRATIONS, { version, sql }] });
    expect(await faultKindOf(failing)).toBe('other');
    const reopened = await openStore(path);
    expect(await reopened.readPosition()).toBe(1);
    expect(await reopened.readAudit(1)).toStrictEqual([]);
  });

  test('two processes may create one database', async () => {
    const path = join(makeFolder(), 'heddle.db');
    const stores = await Promise.all([openStore(path), openStore(path), openStore(path)]);
    await Promise.all(
      stores.map(async (store) => store.writeAudit(auditEntry(String(stores.indexOf(store))))),
    );
    expect(await stores[0]?.readAudit(10)).toHaveLength(3);
  });
});

describe('SqliteStore: trouble', () => {
  test('a full disk fails the write alone, and the store goes on when there is room', async () => {
    const path = join(makeFolder(), 'heddle.db');
    await (await openStore(path)).close();
    const store = await openStore(path, { maxPageCount: 60 });
    await append(store, commandBatch(1));
    const large = { ...EMPTY, events: [{ ...eventOf(2), bytes: Buffer.alloc(400_000) }] };
    expect(await faultKindOf(append(store, large))).toBe('full');
    expect(await store.readPosition()).toBe(1);
    await append(store, commandBatch(2));
    expect(await store.checkIntegrity()).toStrictEqual([]);
    await store.close();
    const roomy = await openStore(path);
    await append(roomy, { ...large, events: [{ ...eventOf(3), bytes: Buffer.alloc(400_000) }] });
    expect(await roomy.readPosition()).toBe(3);
  });

  test('damage inside the file is found', async () => {
    const path = join(makeFolder(), 'heddle.db');
    const store = await openStore(path);
    await append(store, { ...EMPTY, events: [{ ...eventOf(1), bytes: Buffer.alloc(50_000, 1) }] });
    await store.close();
    const bytes = readFileSync(path);
    // Everything but the first page, which has the schema.
    bytes.fill(0xff, 4_096);
    writeFileSync(path, bytes);
    // Opening may already stumble over it.
    const outcome = await openStore(path).then(
      async (opened) => opened.checkIntegrity(),
      async (error: unknown) => [String(error)],
    );
    expect(outcome.length).toBeGreaterThan(0);
    expect(readFileSync(path).length).toBe(bytes.length);
  });

  test.each([
    ['DELETE FROM events WHERE position = 2', 'but there are 2 Events'],
    ['DELETE FROM events WHERE position = 2', 'sequence 3 follows 1'],
    ['DELETE FROM events WHERE position = 2', 'a row of receipts refers to nothing'],
    [
      'DELETE FROM events WHERE position = 2',
      'action:2 names urn:heddle:test:event:2, which is not in the log',
    ],
    ['UPDATE organization_head SET position = 7', 'the head of the Organization is 7'],
    ['DELETE FROM organization_head', 'the head row of the Organization is missing'],
    ['UPDATE group_heads SET sequence = 9', 'is sequence 9'],
    ['UPDATE group_heads SET first_position = 2', 'from position 2'],
    ['DELETE FROM group_heads', 'has Events but no head'],
    ['UPDATE events SET position = position + 10', 'with positions from 11 to 13'],
  ])('after %s the check says that %s', async (sql, problem) => {
    const path = join(makeFolder(), 'heddle.db');
    const store = await openStore(path);
    for (const number of [1, 2, 3]) await append(store, commandBatch(number));
    await store.close();
    const database = new Database(path);
    database.pragma('foreign_keys = OFF');
    database.exec(sql);
    database.close();
    const problems = await (await openStore(path)).checkIntegrity();
    expect(problems.join('\n')).toContain(problem);
  });

  test('when the writing thread ends during a commit, nobody can say whether it happened', async () => {
    const path = join(makeFolder(), 'heddle.db');
    const thread = new Promise<Worker>((resolve) => process.once('worker', resolve));
    const store = await openStore(path);
    await append(store, commandBatch(1));
    const worker = await thread;
    const post = worker.postMessage.bind(worker);
    let ended: Promise<number> | undefined;
    worker.postMessage = (request: { readonly task: { readonly kind: string } }, given) => {
      post(request, given);
      // While it writes these many bytes; nobody else has a turn before.
      if (request.task.kind === 'commit-at') ended = worker.terminate();
    };
    const events = [{ ...eventOf(2), bytes: Buffer.alloc(40_000_000) }];
    const commit = faultKindOf(store.commitAt(1, { ...commandBatch(2), events }));
    const written = faultKindOf(store.writeAudit(auditEntry('never')));
    expect(await commit).toBe('commit-unknown');
    expect(await written).toBe('other');
    await ended;
    // What was never on its way certainly did not happen.
    expect(await faultKindOf(store.commitAt(1, commandBatch(2)))).toBe('other');
    // Reading goes on, and a new process finds all of the commit or nothing.
    expect((await store.readCommits(0, 1)).length).toBe(1);
    const reopened = await openStore(path);
    expect([1, 2]).toContain(await reopened.readPosition());
    expect(await reopened.checkIntegrity()).toStrictEqual([]);
  });

  test('a write waits for another process, but not for ever', async () => {
    const path = join(makeFolder(), 'heddle.db');
    const store = await openStore(path, { busyTimeoutMs: 80 });
    const other = new Database(path);
    closers.push(async () => {
      other.close();
    });
    other.exec('BEGIN IMMEDIATE');
    expect(await faultKindOf(append(store, commandBatch(1)))).toBe('busy');
    expect(await store.readPosition()).toBe(0);
    const waiting = append(store, commandBatch(1));
    await sleep(20);
    other.exec('COMMIT');
    await waiting;
    expect(await store.readPosition()).toBe(1);
  });
});

describe('SqliteStore: several connections', () => {
  test('two stores on one file write in turn', async () => {
    const path = join(makeFolder(), 'heddle.db');
    const stores = [await openStore(path), await openStore(path)];
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        stores[index % 2]?.write(async (transaction) => {
          await transaction.append(commandBatch(transaction.position + 1));
        }),
      ),
    );
    for (const store of stores) {
      expect(await store.readPosition()).toBe(20);
      expect(await store.checkIntegrity()).toStrictEqual([]);
    }
  });

  test('commits of others are noticed, own ones are not', async () => {
    const path = join(makeFolder(), 'heddle.db');
    const store = await openStore(path, { pollMs: 5 });
    const other = await openStore(path);
    let calls = 0;
    const stop = store.onForeignCommit(() => {
      calls += 1;
    });
    // Once at the start, for whatever was committed while nobody listened.
    await expect.poll(() => calls, { interval: 5 }).toBe(1);
    await append(store, commandBatch(1));
    await sleep(30);
    expect(calls).toBe(1);
    await append(other, commandBatch(2));
    await expect.poll(() => calls, { interval: 5 }).toBe(2);
    stop();
    await append(other, commandBatch(3));
    await sleep(30);
    expect(calls).toBe(2);
  });
});

describe('SqliteStore: backup', () => {
  test('a backup made while writing is a consistent store', async () => {
    const folder = makeFolder();
    const store = await openStore(join(folder, 'heddle.db'));
    const numbers = Array.from({ length: 400 }, (_, index) => index + 1);
    await append(store, {
      ...EMPTY,
      events: numbers.map((number) => ({ ...eventOf(number), bytes: Buffer.alloc(5_000, number) })),
      changes: numbers.map((number) => addressRecord(groupOf(1), `r${number}`, 'x')),
    });
    const target = join(folder, 'backup.db');
    const progress = { isDone: false, writes: 0 };
    const backup = store.backup(target).finally(() => {
      progress.isDone = true;
    });
    while (!progress.isDone) {
      await append(store, commandBatch(401 + progress.writes));
      progress.writes += 1;
      // Lets the backup, which works between events, go on.
      await sleep(1);
    }
    await backup;
    expect(progress.writes).toBeGreaterThan(0);
    expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toStrictEqual(['backup.db']);
    const copy = await openStore(target);
    expect(await copy.readPosition()).toBeGreaterThanOrEqual(400);
    expect(await copy.readPosition()).toBeLessThan(400 + progress.writes);
    expect(await copy.checkIntegrity()).toStrictEqual([]);
    expect(await store.readPosition()).toBe(400 + progress.writes);
  });

  test('nothing that exists is overwritten', async () => {
    const folder = makeFolder();
    const store = await openStore(join(folder, 'heddle.db'));
    const target = join(folder, 'precious');
    writeFileSync(target, 'precious');
    expect(await faultKindOf(store.backup(target))).toBe('other');
    expect(readFileSync(target, 'utf8')).toBe('precious');
    expect(await faultKindOf(store.backup(join(folder, 'nowhere', 'backup.db')))).toBe('other');
  });

  test('a damaged store gives no backup', async () => {
    const folder = makeFolder();
    const path = join(folder, 'heddle.db');
    const store = await openStore(path);
    await append(store, commandBatch(1));
    const database = new Database(path);
    database.exec('UPDATE organization_head SET position = 7');
    database.close();
    const target = join(folder, 'backup.db');
    expect(await faultKindOf(store.backup(target))).toBe('corrupt');
    expect(existsSync(target)).toBe(false);
    expect(existsSync(`${target}.partial`)).toBe(false);
  });
});

function auditEntry(name: string): Parameters<AuthorityStore['writeAudit']>[0] {
  return {
    auditId: `urn:heddle:test:audit:${name}`,
    occurredAt: '2026-05-04T09:00:00Z',
    groupId: undefined,
    stage: 'signature',
    reason: 'unknown-key',
    detail: '',
  };
}
