// The self-check of a profile, "projection = replay": every database is sound, and what is kept beside each log is what its Events
// say. It works on copies, so a profile in use is not disturbed. Rebuilding makes what is kept beside the logs anew.
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { evolve } from '../../domain/evolve.ts';
import { MemoryWorld, ORGANIZATION } from '../../domain/world.ts';
import { canonicalize } from '../../protocol/jcs.ts';
import type { JsonValue } from '../../protocol/json.ts';
import { openRegistry } from '../../protocol/registry.ts';
import { verifyDocument } from '../../protocol/verify.ts';
import { StoreFault, type StoredRecord } from '../../store/authority-store.ts';
import { copyDatabaseFile, type DatabaseKind, databaseKindOf } from '../../store/sqlite/database-file.ts';
import { SqliteReplicaStore } from '../../store/sqlite/replica-sqlite-store.ts';
import { SqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { distrustRecords, Replica, storedRecordsOf } from '../../sync/replica.ts';
import { type KeptConnection, profilePathsOf, readConnections } from '../desk-profile.ts';
import { verifyLog } from '../log-verification.ts';
import { OrganizationFault, readSettings, serviceOf } from '../organization-files.ts';
import { listProfileFiles } from './profile-files.ts';

/** What was found out about one database. */
export interface DatabaseVerdict {
  /** In the profile. */
  readonly path: string;
  readonly kind: DatabaseKind | 'unknown';
  /** The connection, and the identity whose log it is, as far as they are known. */
  readonly connectionName: string | undefined;
  readonly identityName: string | undefined;
  readonly events: number;
  readonly records: number;
  /** Empty when all is well. */
  readonly problems: readonly string[];
}

const MAX_PROBLEMS = 20;

/** Checks every database of a profile, one after another. `work` is a folder of its own for the copies. */
export async function checkProfile(
  profileFolder: string,
  work: string,
  onDatabase: (done: number, total: number) => void = () => {},
): Promise<readonly DatabaseVerdict[]> {
  const databases = (await listProfileFiles(profileFolder)).filter(({ isDatabase }) => isDatabase);
  const names = await namesOf(profileFolder);
  const verdicts: DatabaseVerdict[] = [];
  await mkdir(work, { recursive: true, mode: 0o700 });
  try {
    for (const [index, { path }] of databases.entries()) {
      onDatabase(index, databases.length);
      const copy = join(work, `check-${index}.db`);
      const named = names.get(path);
      const verdict = await guarded(() => checkOne(join(profileFolder, path), copy));
      verdicts.push({
        path,
        connectionName: named?.connectionName,
        identityName: named?.identityName,
        ...verdict,
        problems: verdict.problems.slice(0, MAX_PROBLEMS),
      });
      await removeCopy(copy);
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return verdicts;
}

/**
 * Makes everything that follows from the logs anew, in a profile that nobody has open. What cannot be made anew is told, and left as
 * it is.
 */
export async function rebuildProfile(profileFolder: string): Promise<readonly DatabaseVerdict[]> {
  const databases = (await listProfileFiles(profileFolder)).filter(({ isDatabase }) => isDatabase);
  const names = await namesOf(profileFolder);
  const verdicts: DatabaseVerdict[] = [];
  for (const { path } of databases) {
    const whole = join(profileFolder, path);
    const named = names.get(path);
    const verdict = await guarded(async () => {
      const kind = databaseKindOf(whole);
      if (kind === 'replica') return rebuildReplica(whole);
      return kind === 'authority' ? rebuildAuthority(whole) : { ...NOTHING, kind: 'unknown' as const };
    });
    verdicts.push({
      path,
      connectionName: named?.connectionName,
      identityName: named?.identityName,
      ...verdict,
    });
    // Made anew by whoever searches next.
    for (const suffix of ['', '-wal', '-shm']) await rm(`${whole}.history${suffix}`, { force: true });
  }
  return verdicts;
}

type Found = Pick<DatabaseVerdict, 'kind' | 'events' | 'records' | 'problems'>;

const NOTHING = { events: 0, records: 0, problems: [] as readonly string[] };

async function checkOne(path: string, copy: string): Promise<Found> {
  await copyDatabaseFile(path, copy);
  const kind = databaseKindOf(copy);
  if (kind === 'replica') return checkReplica(copy);
  // The settings of an Organization lie beside its database.
  return kind === 'authority' ? checkAuthority(copy, dirname(path)) : { ...NOTHING, kind: 'unknown' };
}

async function checkReplica(path: string): Promise<Found> {
  const store = await SqliteReplicaStore.open({ path });
  try {
    const problems = [...(await store.checkIntegrity())];
    const kept = await recordsOf(store);
    const replica = await Replica.open(store);
    await replica.rebuild();
    const replayed = await recordsOf(store);
    for (const [key, value] of kept) {
      if (replayed.get(key) !== value) problems.push(`${key} is not what the Events say`);
    }
    for (const key of replayed.keys()) if (!kept.has(key)) problems.push(`${key} is missing`);
    return { kind: 'replica', events: await countEvents(store), records: kept.size, problems };
  } finally {
    await store.close();
  }
}

async function checkAuthority(path: string, folder: string): Promise<Found> {
  const { organizationId } = await readSettings(folder);
  const store = await SqliteStore.open({ path, writer: serviceOf(organizationId, 'admission') });
  try {
    const keys = openRegistry({ organizationId, bindings: await store.readBindings() });
    const { events, records, findings } = await verifyLog(store, keys);
    const problems = findings.map(({ position, message }) =>
      position === undefined ? message : `position ${position}: ${message}`,
    );
    return { kind: 'authority', events, records, problems };
  } finally {
    await store.close();
  }
}

async function rebuildReplica(path: string): Promise<Found> {
  const store = await SqliteReplicaStore.open({ path });
  try {
    // First of all: a crash on the way leaves records that the next start does not trust either.
    await distrustRecords(store);
    await Replica.open(store);
    const records = (await recordsOf(store)).size;
    return { kind: 'replica', events: await countEvents(store), records, problems: [] };
  } finally {
    await store.close();
  }
}

async function rebuildAuthority(path: string): Promise<Found> {
  const { organizationId } = await readSettings(dirname(path));
  const store = await SqliteStore.open({ path, writer: serviceOf(organizationId, 'admission') });
  try {
    const keys = openRegistry({ organizationId, bindings: await store.readBindings() });
    const world = new MemoryWorld();
    let position = 0;
    for (;;) {
      const page = await store.readCommits(position, PAGE);
      for (const { bytes, position: at } of page) {
        const verified = verifyDocument('event', bytes, keys);
        // What cannot be believed must not become the state.
        if (!verified.ok)
          return { ...NOTHING, kind: 'authority', problems: [`position ${at}: not verified`] };
        world.apply(evolve(world, verified.value.document));
        position = at;
      }
      if (page.length < PAGE) break;
    }
    const records = [...storedRecordsOf(world)];
    await store.replaceState(records);
    return { kind: 'authority', events: position, records: records.length, problems: [] };
  } finally {
    await store.close();
  }
}

const PAGE = 500;

async function recordsOf(store: SqliteReplicaStore): Promise<ReadonlyMap<string, string>> {
  const all: (readonly [string, string])[] = [];
  for (const groupId of [ORGANIZATION, ...(await store.readGroups()).map((group) => group.groupId)]) {
    for (const record of await store.readRecords(groupId)) all.push([keyOf(record), textOf(record.value)]);
  }
  return new Map(all);
}

function keyOf({ kind, groupId, id }: StoredRecord): string {
  return [kind, id, groupId].filter((part) => part !== '').join(' ');
}

function textOf(value: unknown): string {
  const text = canonicalize(JSON.parse(JSON.stringify(value ?? null)) as JsonValue);
  return text.ok ? text.value : '';
}

async function countEvents(store: SqliteReplicaStore): Promise<number> {
  let events = 0;
  let ordinal = 0;
  for (;;) {
    const page = await store.readAppliedOrder(ordinal, PAGE);
    events += page.length;
    const last = page.at(-1);
    if (last === undefined) return events;
    ordinal = last.ordinal;
  }
}

/** A database that cannot be read is a finding, not a failure of the check. */
async function guarded(work: () => Promise<Found>): Promise<Found> {
  try {
    return await work();
  } catch (error) {
    const isFinding =
      error instanceof StoreFault || error instanceof OrganizationFault || error instanceof SyntaxError;
    if (isFinding) {
      return { ...NOTHING, kind: 'unknown', problems: [error.message] };
    }
    throw error;
  }
}

async function namesOf(profileFolder: string) {
  const paths = profilePathsOf(profileFolder);
  const names = new Map<
    string,
    { readonly connectionName: string; readonly identityName: string | undefined }
  >();
  const within = (path: string) => path.slice(profileFolder.length + 1).replaceAll('\\', '/');
  for (const { connectionId, name, identities } of await readKept(profileFolder)) {
    names.set(`${within(paths.organization(connectionId))}/authority.db`, {
      connectionName: name,
      identityName: undefined,
    });
    for (const { actor, name: identityName } of identities) {
      names.set(within(paths.replica(connectionId, actor)), { connectionName: name, identityName });
    }
  }
  return names;
}

/** The list of connections may be what is broken. */
async function readKept(profileFolder: string): Promise<readonly KeptConnection[]> {
  try {
    return await readConnections(profilePathsOf(profileFolder));
  } catch {
    return [];
  }
}

async function removeCopy(path: string): Promise<void> {
  for (const suffix of ['', '-journal', '-wal', '-shm']) await rm(path + suffix, { force: true });
}
