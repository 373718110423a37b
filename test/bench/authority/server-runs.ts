// One run: a copy of a prepared folder, a server on it, a client that loads it, and what both have used. Whatever
// happens, both processes have ended and the copy is gone afterwards.
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { pathsOf } from '../../../core/host/organization-files.ts';
import type { BenchWorld } from './bench-world.ts';
import { Child, type ProcessUse } from './child-process.ts';
import type { ClientRequests } from './client-process.ts';
import type { LoadResult } from './load-result.ts';
import type { ServerRequests } from './server-process.ts';

/** What the first line of the `heddle` command tells Node: the server is measured as it is started. */
const SHIPPED_OPTIONS = readFileSync(new URL('../../../core/cli/heddle.ts', import.meta.url), 'utf8')
  .split('\n', 1)
  .flatMap((line) => line.match(/ --\S+/g) ?? [])
  .map((option) => option.trim());

/** An Organization on disk that runs begin from. */
export interface PreparedFolder {
  readonly folder: string;
  readonly world: BenchWorld;
  readonly events: number;
}

/** What a load may do with the two processes. */
export interface RunningPair {
  readonly client: Child<ClientRequests>;
  readonly server: Child<ServerRequests>;
  /** The database under load. */
  readonly database: string;
}

export interface RunSettings {
  readonly who: 'everybody' | 'reader';
  /** Where the server's CPU profile of the load goes. */
  readonly profile?: string;
  /** Works on the folder itself instead of a copy: for one that is too large, or that nobody needs afterwards. */
  readonly inPlace?: boolean;
}

/** One measured load. */
export interface RunResult {
  readonly load: LoadResult;
  /** Over the whole load, warm-up and signing included. */
  readonly server: ProcessUse;
  /** Events that the load added to the log. */
  readonly eventsAdded: number;
  readonly bytesAdded: number;
  readonly openMs: number;
  readonly residentAtStart: number;
  readonly loadAverage: number;
}

export async function runOnServer(
  prepared: PreparedFolder,
  settings: RunSettings,
  load: (pair: RunningPair) => Promise<LoadResult>,
): Promise<RunResult> {
  const isCopy = settings.inPlace !== true;
  const folder = isCopy ? await mkdtemp(join(dirname(prepared.folder), 'run-')) : prepared.folder;
  const paths = pathsOf(folder);
  const server = new Child<ServerRequests>(new URL('server-process.ts', import.meta.url), SHIPPED_OPTIONS);
  const client = new Child<ClientRequests>(new URL('client-process.ts', import.meta.url));
  try {
    if (isCopy) await cp(prepared.folder, folder, { recursive: true });
    const before = sizeOf(paths.database);
    const { port, openMs } = await server.ask('start', { folder });
    const { residentBytes: residentAtStart } = await server.ask('use', undefined);
    const certificate = await readFile(paths.certificate, 'utf8');
    await client.ask('connect', {
      world: prepared.world,
      address: { port, certificate },
      who: settings.who,
    });
    if (settings.profile !== undefined) await server.ask('startProfile', undefined);
    const useBefore: ProcessUse = await server.ask('use', undefined);
    const result = await load({ client, server, database: paths.database });
    const useAfter: ProcessUse = await server.ask('use', undefined);
    if (settings.profile !== undefined) await server.ask('stopProfile', { path: settings.profile });
    const after = sizeOf(paths.database);
    return {
      load: result,
      server: {
        cpuSeconds: useAfter.cpuSeconds - useBefore.cpuSeconds,
        residentBytes: useAfter.residentBytes,
        heapBytes: useAfter.heapBytes,
        bufferBytes: useAfter.bufferBytes,
      },
      eventsAdded: after.events - before.events,
      bytesAdded: after.bytes - before.bytes,
      openMs,
      residentAtStart,
      loadAverage: loadavg()[0] ?? Number.NaN,
    };
  } finally {
    await client.end();
    await server.end();
    if (isCopy) await rm(folder, { recursive: true, force: true });
  }
}

/** The Events and bytes of a database, its WAL included, as another connection sees them. */
function sizeOf(path: string): { readonly events: number; readonly bytes: number } {
  const database = new Database(path, { readonly: true });
  try {
    const pages = Number(database.pragma('page_count', { simple: true }));
    const pageBytes = Number(database.pragma('page_size', { simple: true }));
    const events = database.prepare<[], number>('SELECT position FROM organization_head').pluck().get() ?? 0;
    return { events, bytes: pages * pageBytes };
  } finally {
    database.close();
  }
}
