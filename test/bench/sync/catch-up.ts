// One catch-up: a new replica connects to an Authority in another process and takes over everything that it may see,
// every Event verified and durable. Nothing is left out: TLS, frames, schemas, signatures, folding, SQLite, ACKs.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathsOf } from '../../../core/host/organization-files.ts';
import { openRegistry } from '../../../core/protocol/registry.ts';
import { verifyDocumentAsync } from '../../../core/protocol/verify.ts';
import { SqliteReplicaStore } from '../../../core/store/sqlite/replica-sqlite-store.ts';
import { openSyncClient } from '../../../core/sync/sync-client.ts';
import { type BenchWorld, READER } from '../authority/bench-world.ts';
import { ORGANIZATION_ID } from '../authority/bench-organization.ts';
import { Child, readProcessUse } from '../authority/child-process.ts';
import type { ServerRequests } from '../authority/server-process.ts';

export interface CatchUpResult {
  readonly events: number;
  readonly seconds: number;
  readonly clientCpuSeconds: number;
  readonly serverCpuSeconds: number;
  readonly residentBytes: number;
  /** Verification alone of the same Events in this process, directly afterwards: the raw limit of the moment. */
  readonly verifiedPerSecond: number;
  /** What the machine was busy with, this included. */
  readonly loadAverage: number;
}

/** Enough for a steady figure. */
const RAW_EVENTS = 20_000;
/** As many at once as the client has at most in one batch. */
const RAW_BATCH = 1_024;

/** Measures from the call of `start` to the last Event being durable. */
export async function runCatchUp(folder: string, world: BenchWorld): Promise<CatchUpResult> {
  const root = await mkdtemp(join(tmpdir(), 'heddle-bench-replica-'));
  const server = new Child<ServerRequests>(new URL('../authority/server-process.ts', import.meta.url));
  try {
    const { port } = await server.ask('start', { folder });
    const store = await SqliteReplicaStore.open({ path: join(root, 'replica.db') });
    const client = await openSyncClient({
      organizationId: ORGANIZATION_ID,
      agentId: READER.actor.id,
      signer: READER.signer,
      server: {
        origin: `https://127.0.0.1:${port}`,
        ca: await readFile(pathsOf(folder).certificate, 'utf8'),
        servername: 'localhost',
      },
      store,
      onFault: (error) => console.error(error),
    });
    let count = 0;
    const done = new Promise<void>((resolve) => {
      client.onApplied((_groupId, events) => {
        count += events.length;
        if (count >= world.eventsForReader) resolve();
      });
    });
    const useBefore = await server.ask('use', undefined);
    const ownBefore = readProcessUse();
    const startedAt = performance.now();
    client.start();
    await done;
    const seconds = (performance.now() - startedAt) / 1_000;
    const own = readProcessUse();
    const use = await server.ask('use', undefined);
    await client.stop();
    const problems = await store.checkIntegrity();
    if (problems.length > 0) throw new Error(problems.join('; '));
    const verifiedPerSecond = await measureVerification(store);
    await store.close();
    return {
      events: count,
      seconds,
      clientCpuSeconds: own.cpuSeconds - ownBefore.cpuSeconds,
      serverCpuSeconds: use.cpuSeconds - useBefore.cpuSeconds,
      residentBytes: own.residentBytes,
      verifiedPerSecond,
      loadAverage: loadavg()[0] ?? Number.NaN,
    };
  } finally {
    await server.end();
    await rm(root, { recursive: true, force: true });
  }
}

/** How many Events a second all threads together verify, when nothing else is done with them. */
async function measureVerification(store: SqliteReplicaStore): Promise<number> {
  const keys = openRegistry((await store.readNotes('')).get('registry'));
  const events = (await store.readAppliedOrder(0, RAW_EVENTS)).map(({ event }) => event.bytes);
  const startedAt = performance.now();
  for (let at = 0; at < events.length; at += RAW_BATCH) {
    const results = await Promise.all(
      events.slice(at, at + RAW_BATCH).map((bytes) => verifyDocumentAsync('event', bytes, keys)),
    );
    if (!results.every(({ ok }) => ok)) throw new Error('a stored Event does not verify');
  }
  return (events.length / (performance.now() - startedAt)) * 1_000;
}
