import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AuthorityStore, StoreFault } from '../../core/store/authority-store.ts';
import type { CommitStep } from '../../core/store/commit-steps.ts';
import { MIGRATIONS } from '../../core/store/postgres/migrations.ts';
import { PostgresStore, type PostgresStoreOptions } from '../../core/store/postgres/postgres-store.ts';
import { AGENT, bindingOf, commandBatch, eventOf, groupOf, receiptOf, WRITER } from './batches.ts';
import { type Loss, startCommitProxy } from './commit-proxy.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { runStoreSuite } from './store-suite.ts';
import { append, expectOnlyFirst, faultKindOf } from './store-under-test.ts';

const started = await startPostgres(15_000);

test('a PostgreSQL server runs on this machine', ({ skip }) => {
  skip('reason' in started, 'reason' in started ? started.reason : '');
  expect(started).toHaveProperty('port');
});

if (!('reason' in started)) {
  afterAll(async () => started.stop());
  runSuite(started);
  runOpeningTests(started);
  runSharingTests(started);
  runConnectionTests(started);
}

function runSuite(server: PostgresServer): void {
  runStoreSuite('PostgresStore', {
    makeStore: async (onStep) => {
      const database = await server.takeDatabase();
      const stores: AuthorityStore[] = [];
      const open = async () => {
        const store = await PostgresStore.open({
          connectionString: server.urlOf(database),
          writer: WRITER,
          maxConnections: 4,
          onTrouble: () => {},
          ...(onStep && { onStep }),
        });
        stores.push(store);
        return store;
      };
      return {
        store: await open(),
        reopen: open,
        dispose: async () => {
          for (const store of stores) await store.close();
          await server.giveBack(database);
        },
      };
    },
    hasSteps: true,
    isDurable: true,
    modelRuns: 8,
  });
}

/** A new database for each test, and stores that are closed after it. */
function useDatabase(server: PostgresServer) {
  const used = { database: '' };
  const stores: PostgresStore[] = [];
  const troubles: StoreFault[] = [];
  beforeEach(async () => {
    used.database = await server.takeDatabase();
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
    troubles.splice(0);
    await server.giveBack(used.database);
  });
  return {
    troubles,
    name: () => used.database,
    url: (port?: number) => server.urlOf(used.database, port),
    open: async (options: Partial<PostgresStoreOptions> = {}) => {
      const store = await PostgresStore.open({
        connectionString: server.urlOf(used.database),
        writer: WRITER,
        onTrouble: (fault) => troubles.push(fault),
        ...options,
      });
      stores.push(store);
      return store;
    },
    /** Ends the connections that match a condition on pg_stat_activity, as a crash of the server would. */
    kill: async (condition: string) => {
      const killed = await server.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND ${condition}`,
        [used.database],
      );
      return killed.length;
    },
  };
}

function runOpeningTests(server: PostgresServer): void {
  describe('PostgresStore: opening', () => {
    const database = useDatabase(server);

    test('many processes may create one schema at once', async () => {
      const stores = await Promise.all(Array.from({ length: 6 }, async () => database.open()));
      await Promise.all(stores.map(async (store) => store.writeBinding(bindingOf('a'))));
      expect(await stores[0]?.readBindings()).toStrictEqual([bindingOf('a')]);
    });

    test('a newer database is refused, and a migration that fails leaves the old one', async () => {
      await append(await database.open(), commandBatch(1));
      const version = (MIGRATIONS.at(-1)?.version ?? 0) + 1;
      const failing = [...MIGRATIONS, { version, sql: 'DROP TABLE audit; ALTER TABLE nowhere ADD a text' }];
      expect(await faultKindOf(database.open({ migrations: failing }))).toBe('other');
      expect(await (await database.open()).readAudit(1)).toStrictEqual([]);
      const newer = [...MIGRATIONS, { version, sql: 'ALTER TABLE audit ADD extra text' }];
      expect(await (await database.open({ migrations: newer })).readPosition()).toBe(1);
      expect(await faultKindOf(database.open())).toBe('too-new');
    });

    test('a server that answers before it has written is refused', async () => {
      await server.query(`ALTER DATABASE ${database.name()} SET synchronous_commit = off`);
      expect(await faultKindOf(database.open())).toBe('other');
    });

    test('no server, no database, no right to write', async () => {
      const open = async (connectionString: string) =>
        faultKindOf(PostgresStore.open({ connectionString, writer: WRITER }));
      expect(await open(database.url(1))).toBe('unreachable');
      expect(await open(server.urlOf('nowhere'))).toBe('other');
      await database.open();
      await server.query(`ALTER DATABASE ${database.name()} SET default_transaction_read_only = on`);
      expect(await open(database.url())).toBe('readonly');
    });

    test('has no backup of its own', async () => {
      await expect((await database.open()).backup()).rejects.toThrow('pg_dump');
    });

    test('the check finds what is wrong', async () => {
      const store = await database.open();
      for (const number of [1, 2, 3]) await append(store, commandBatch(number));
      expect(await store.checkIntegrity()).toStrictEqual([]);
      const client = new Client(database.url());
      await client.connect();
      await client.query('ALTER TABLE receipts DROP CONSTRAINT receipts_primary_event_key_fkey');
      await client.query('DELETE FROM events WHERE position = 2');
      await client.query('UPDATE group_heads SET sequence = 9');
      await client.end();
      const problems = (await store.checkIntegrity()).join('\n');
      expect(problems).toContain('but there are 2 Events');
      expect(problems).toContain('sequence 3 follows 1');
      expect(problems).toContain('is sequence 9');
      expect(problems).toContain('action:2 names urn:heddle:test:event:2, which is not in the log');
    });
  });
}

function runSharingTests(server: PostgresServer): void {
  describe('PostgresStore: several processes on one database', () => {
    const database = useDatabase(server);

    test('20 writers: every reader sees every position once and in order', async () => {
      const stores = [await database.open(), await database.open()];
      const writers = 20;
      const rounds = 6;
      const total = writers * rounds;
      const follow = async (store: PostgresStore | undefined) => {
        const seen: number[] = [];
        while (seen.length < total) {
          const commits = await store?.readCommits(seen.at(-1) ?? 0, 50);
          seen.push(...(commits ?? []).map(({ position }) => position));
        }
        return seen;
      };
      const write = async (store: PostgresStore | undefined) => {
        for (let round = 0; round < rounds; round += 1) {
          await store?.write(async (transaction) => {
            await transaction.append(commandBatch(transaction.position + 1));
          });
        }
      };
      const [first, second] = await Promise.all([
        follow(stores[0]),
        follow(stores[1]),
        ...Array.from({ length: writers }, async (_, index) => write(stores[index % 2])),
      ]);
      const expected = Array.from({ length: total }, (_, index) => index + 1);
      expect(first).toStrictEqual(expected);
      expect(second).toStrictEqual(expected);
      expect(await stores[0]?.checkIntegrity()).toStrictEqual([]);
    });

    test('others hear of a commit, the writer does not', async () => {
      const writer = await database.open();
      const other = await database.open();
      const calls = { writer: 0, other: 0 };
      writer.onForeignCommit(() => {
        calls.writer += 1;
      });
      const stop = other.onForeignCommit(() => {
        calls.other += 1;
      });
      // Both are called once when they begin to listen.
      await expect.poll(() => calls, { interval: 5 }).toStrictEqual({ writer: 1, other: 1 });
      await append(writer, commandBatch(1));
      await expect.poll(() => calls.other, { interval: 5 }).toBe(2);
      const failing = writer.write(async (transaction) => {
        await transaction.append(commandBatch(2));
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      await sleep(50);
      expect(calls).toStrictEqual({ writer: 1, other: 2 });
      stop();
      await append(writer, commandBatch(2));
      await sleep(50);
      expect(calls).toStrictEqual({ writer: 1, other: 2 });
    });

    test('a lost listening connection comes back, and then calls', async () => {
      const writer = await database.open();
      const other = await database.open();
      let calls = 0;
      other.onForeignCommit(() => {
        calls += 1;
      });
      await expect.poll(() => calls, { interval: 5 }).toBe(1);
      expect(await database.kill("query LIKE 'LISTEN%'")).toBe(1);
      await append(writer, commandBatch(1));
      await expect.poll(() => calls, { interval: 5 }).toBeGreaterThanOrEqual(2);
      expect(database.troubles.map(({ kind }) => kind)).toStrictEqual(['unreachable']);
      const before = calls;
      await append(writer, commandBatch(2));
      await expect.poll(() => calls, { interval: 5 }).toBe(before + 1);
    });

    test('a write waits for another process, but not for ever', async () => {
      const store = await database.open({ statementTimeoutMs: 150 });
      const other = await database.open();
      const held = Promise.withResolvers<boolean>();
      const release = Promise.withResolvers<boolean>();
      const holding = other.write(async () => {
        held.resolve(true);
        return release.promise;
      });
      await held.promise;
      expect(await faultKindOf(append(store, commandBatch(1)))).toBe('busy');
      const waiting = append(store, commandBatch(1));
      release.resolve(true);
      await holding;
      await waiting;
      expect(await other.readPosition()).toBe(1);
    });
  });
}

const STEPS_IN_TRANSACTION: readonly CommitStep[] = [
  'after-begin',
  'after-admissions',
  'after-events',
  'after-receipts',
  'after-changes',
  'before-commit',
];

function runConnectionTests(server: PostgresServer): void {
  describe('PostgresStore: lost connections', () => {
    const database = useDatabase(server);

    test.each(STEPS_IN_TRANSACTION)('killed %s: nothing of the batch is there', async (step) => {
      const plan = { isOn: false };
      const store = await database.open({
        onStep: async (at) => {
          if (!plan.isOn || at !== step) return;
          const condition = "state = 'idle in transaction'";
          expect(await database.kill(condition)).toBe(1);
          await expect.poll(async () => database.kill(condition), { interval: 5 }).toBe(0);
          // The server has let go; its last words arrive in a moment.
          await sleep(50);
        },
      });
      await append(store, commandBatch(1));
      plan.isOn = true;
      expect(await faultKindOf(append(store, commandBatch(2)))).toBe('unreachable');
      plan.isOn = false;
      await expectOnlyFirst(store);
      await append(store, commandBatch(2));
    });

    test.each<[Loss, boolean]>([
      ['request', false],
      ['answer', true],
    ])('the %s of a COMMIT is lost: the fate is unknown until it is looked up', async (loss, isCommitted) => {
      const proxy = await startCommitProxy(server.port);
      const store = await database.open({ connectionString: database.url(proxy.port) });
      await append(store, commandBatch(1));
      proxy.loseNext(loss);
      expect(await faultKindOf(append(store, commandBatch(2)))).toBe('commit-unknown');
      // Inside a write, which waits for the lock that the lost commit may still hold.
      const receipt = await store.write(async (transaction) =>
        transaction.readReceipt(AGENT, 'urn:heddle:test:action:2'),
      );
      expect(receipt).toEqual(isCommitted ? receiptOf(2) : undefined);
      expect(await store.readPosition()).toBe(isCommitted ? 2 : 1);
      expect(await store.checkIntegrity()).toStrictEqual([]);
      await append(store, commandBatch(isCommitted ? 3 : 2));
      await store.close();
      await proxy.close();
    });

    test('a process that falls silent with the lock loses it', async () => {
      const silent = await database.open({ idleTransactionTimeoutMs: 100 });
      const other = await database.open();
      const held = Promise.withResolvers<boolean>();
      const release = Promise.withResolvers<boolean>();
      const writing = silent.write(async (transaction) => {
        held.resolve(true);
        await release.promise;
        await transaction.append(commandBatch(1));
      });
      await held.promise;
      await append(other, commandBatch(1));
      release.resolve(true);
      expect(await faultKindOf(writing)).toBe('unreachable');
      expect((await other.readGroupEvents(groupOf(1), 0, 5)).map(({ eventId }) => eventId)).toStrictEqual([
        eventOf(1).eventId,
      ]);
    });

    test('idle connections that were lost are replaced', async () => {
      const store = await database.open();
      await append(store, commandBatch(1));
      expect(await database.kill('true')).toBeGreaterThan(0);
      await expect.poll(() => database.troubles.length, { interval: 5 }).toBeGreaterThan(0);
      expect(await store.readPosition()).toBe(1);
      await append(store, commandBatch(2));
    });
  });
}
