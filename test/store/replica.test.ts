// Both replica adapters against the one suite, and what only a file can do wrong.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, test } from 'vitest';
import { MemoryReplicaStore } from '../../core/store/memory/replica-memory-store.ts';
import { MIGRATIONS } from '../../core/store/sqlite/migrations.ts';
import { openWriter } from '../../core/store/sqlite/open-database.ts';
import { REPLICA_MIGRATIONS } from '../../core/store/sqlite/replica-migrations.ts';
import {
  type ReplicaStep,
  SqliteReplicaStore,
  type SqliteReplicaOptions,
} from '../../core/store/sqlite/replica-sqlite-store.ts';
import { addressRecord, groupOf } from './batches.ts';
import { draftOf, NOTHING, replicaEvent, startOf } from './replica-batches.ts';
import { runReplicaSuite } from './replica-suite.ts';
import { faultKindOf } from './store-under-test.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-replica-'));
  closers.push(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function openReplica(
  path: string,
  options: Partial<SqliteReplicaOptions> = {},
): Promise<SqliteReplicaStore> {
  const store = await SqliteReplicaStore.open({ path, ...options });
  closers.push(async () => store.close());
  return store;
}

runReplicaSuite('MemoryReplicaStore', async () => {
  const store = new MemoryReplicaStore();
  return { store, dispose: async () => store.close() };
});

runReplicaSuite('SqliteReplicaStore', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-replica-'));
  const store = await SqliteReplicaStore.open({ path: join(folder, 'replica.db') });
  return {
    store,
    dispose: async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
});

describe('SqliteReplicaStore', () => {
  test('everything is there again after reopening', async () => {
    const path = join(makeFolder(), 'replica.db');
    const store = await openReplica(path);
    await store.startGroup(startOf(groupOf(1), 4));
    await store.addOutboxEntry(draftOf(1));
    await store.apply({
      events: [replicaEvent(5)],
      changes: [addressRecord(groupOf(1), 'a', 'x')],
      outbox: [],
      notes: [{ groupId: '', name: 'n', value: [1] }],
    });
    await store.close();
    const again = await openReplica(path);
    expect(await again.readGroups()).toMatchObject([{ startsAfter: 4, cursor: 5 }]);
    expect(await again.readRecords(groupOf(1))).toHaveLength(1);
    expect(await again.readPendingOutbox()).toStrictEqual([draftOf(1)]);
    expect((await again.readNotes('')).get('n')).toStrictEqual([1]);
    expect(await again.checkIntegrity()).toStrictEqual([]);
  });

  test('the pragmas that the outbox rests on are in force', async () => {
    const path = join(makeFolder(), 'replica.db');
    await openReplica(path);
    const database = new Database(path, { readonly: true });
    closers.push(async () => {
      database.close();
    });
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(database.pragma('application_id', { simple: true })).toBe(0x48_44_4c_52);
  });

  test("an Authority's database, another program's and a newer one are left alone", async () => {
    const folder = makeFolder();
    const foreign = join(folder, 'authority.db');
    const writer = await openWriter({
      path: foreign,
      migrations: MIGRATIONS,
      busyTimeoutMs: 100,
      maxPageCount: undefined,
    });
    writer.close();
    expect(await faultKindOf(openReplica(foreign))).toBe('other');
    const other = join(folder, 'other.db');
    const database = new Database(other);
    database.exec('CREATE TABLE t (x)');
    database.close();
    expect(await faultKindOf(openReplica(other))).toBe('other');
    const newer = join(folder, 'newer.db');
    await (await openReplica(newer)).close();
    const tampered = new Database(newer);
    tampered.pragma('user_version = 99');
    tampered.close();
    expect(await faultKindOf(openReplica(newer))).toBe('too-new');
  });

  test('a migration copies the database aside first, and happens as a whole or not at all', async () => {
    const folder = makeFolder();
    const path = join(folder, 'replica.db');
    const store = await openReplica(path);
    await store.addOutboxEntry(draftOf(1));
    await store.close();
    const bad = [...REPLICA_MIGRATIONS, { version: 2, sql: 'CREATE TABLE more (x); NONSENSE;' }];
    expect(await faultKindOf(openReplica(path, { migrations: bad }))).toBe('other');
    const good = [...REPLICA_MIGRATIONS, { version: 2, sql: 'CREATE TABLE more (x);' }];
    const migrated = await openReplica(path, { migrations: good });
    expect(await migrated.readPendingOutbox()).toHaveLength(1);
    copyFileSync(`${path}.schema-1.backup`, join(folder, 'old.db'));
    const old = await openReplica(join(folder, 'old.db'));
    expect(await old.readPendingOutbox()).toHaveLength(1);
  });

  test('a full disk fails the write alone, and the replica goes on when there is room', async () => {
    const path = join(makeFolder(), 'replica.db');
    await (await openReplica(path)).close();
    const store = await openReplica(path, { maxPageCount: 60 });
    await store.startGroup(startOf(groupOf(1)));
    const large = { ...NOTHING, events: [{ ...replicaEvent(1), bytes: Buffer.alloc(400_000) }] };
    expect(await faultKindOf(store.apply(large))).toBe('full');
    await store.apply({ ...NOTHING, events: [replicaEvent(1)] });
    expect(await store.checkIntegrity()).toStrictEqual([]);
  });

  test.each([
    ['DELETE FROM replica_events WHERE sequence = 2', 'has 2 Events in between'],
    ['UPDATE replica_groups SET cursor = 9', 'stands at 9'],
    ['UPDATE replica_events SET sequence = 7 WHERE sequence = 3', 'stands at 3'],
  ])('after %s the check says that it %s', async (sql, problem) => {
    const path = join(makeFolder(), 'replica.db');
    const store = await openReplica(path);
    await store.startGroup(startOf(groupOf(1)));
    await store.apply({ ...NOTHING, events: [1, 2, 3].map((number) => replicaEvent(number)) });
    await store.close();
    const database = new Database(path);
    database.exec(sql);
    database.close();
    expect((await (await openReplica(path)).checkIntegrity()).join('\n')).toContain(problem);
  });

  test.each<ReplicaStep>([
    'after-begin',
    'after-events',
    'after-changes',
    'after-cursor',
    'after-outbox',
    'before-commit',
  ])('DEL-007: a failure at %s leaves nothing, and the same batch fits afterwards', async (failing) => {
    const path = join(makeFolder(), 'replica.db');
    let isArmed = false;
    const store = await openReplica(path, {
      onStep: (step) => {
        if (isArmed && step === failing) throw new Error('a step failed');
      },
    });
    await store.startGroup(startOf(groupOf(1)));
    const batch = {
      events: [replicaEvent(1)],
      changes: [addressRecord(groupOf(1), 'a', 'x')],
      outbox: [],
      notes: [{ groupId: groupOf(1), name: 'n', value: 1 }],
    };
    isArmed = true;
    await expect(store.apply(batch)).rejects.toThrow('a step failed');
    isArmed = false;
    expect(await store.readGroups()).toMatchObject([{ cursor: 0 }]);
    expect(await store.readRecords(groupOf(1))).toStrictEqual([]);
    expect((await store.readNotes(groupOf(1))).size).toBe(0);
    await store.apply(batch);
    expect(await store.readGroups()).toMatchObject([{ cursor: 1 }]);
    expect(await store.checkIntegrity()).toStrictEqual([]);
  });

  test('a write waits for another process, but not for ever', async () => {
    const path = join(makeFolder(), 'replica.db');
    const store = await openReplica(path, { busyTimeoutMs: 60 });
    const other = new Database(path);
    closers.push(async () => {
      other.close();
    });
    other.exec('BEGIN IMMEDIATE');
    expect(await faultKindOf(store.startGroup(startOf(groupOf(1))))).toBe('busy');
    const waiting = store.startGroup(startOf(groupOf(1)));
    other.exec('COMMIT');
    await waiting;
    expect(await store.readGroups()).toHaveLength(1);
  });
});
