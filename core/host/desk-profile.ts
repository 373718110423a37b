// The folder of an app profile: where everything of it lies, and the few small files that are neither logs nor keys.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PlaceView } from '../contract/view-text.ts';
import { placeViews } from '../contract/views.ts';
import { settings as settingsSchema, type Settings } from '../contract/system.ts';
import { type AttentionMarks, NO_MARKS, type Snooze } from '../coordinator/desk/attention/marks.ts';
import type { Actor, AttentionFilter } from '../protocol/generated/documents.ts';
import { SerialQueue } from '../store/serial-queue.ts';

/** One identity of a connection, by the key that it signs with. */
export interface KeptIdentity {
  readonly actor: Actor;
  readonly name: string;
  readonly keyId: string;
}

export interface KeptConnection {
  readonly connectionId: string;
  readonly name: string;
  readonly kind: 'embedded' | 'remote' | 'demo';
  /** Of an embedded Authority: the folder of its Organization is part of the profile, its port changes. */
  readonly origin: string | undefined;
  readonly organizationId: string;
  readonly groupAuthorityId: string | undefined;
  /** PEM. */
  readonly certificate: string | undefined;
  /** A person chose to work without it: nothing is sent, also by later runs. */
  readonly isOffline?: boolean;
  /** Not connected any more: what there was of it is kept, or about to be deleted. */
  readonly removed?: 'kept' | 'forgotten';
  readonly identities: readonly KeptIdentity[];
}

/** Where things lie in a profile. */
export interface ProfilePaths {
  readonly claims: string;
  readonly settings: string;
  readonly marks: string;
  readonly connections: string;
  readonly keyIndex: string;
  readonly keyVault: string;
  readonly backups: string;
  readonly instance: string;
  /** Of runs of briefs: a folder each. */
  readonly briefRuns: string;
  readonly briefTemplates: string;
  /** Filters of histories that were saved under a name. */
  readonly views: string;
  /** Logs of files that are open, as long as they are. */
  readonly openedFiles: string;
  /** Copies of Artifact content, by hash. */
  readonly contents: string;
  /** What was written without a place of its own. */
  readonly exports: string;
  organization(connectionId: string): string;
  replica(connectionId: string, actor: Actor): string;
}

export function profilePathsOf(folder: string): ProfilePaths {
  return {
    claims: join(folder, 'claims'),
    settings: join(folder, 'settings.json'),
    marks: join(folder, 'marks.json'),
    connections: join(folder, 'connections.json'),
    keyIndex: join(folder, 'keys', 'keychain-index.json'),
    keyVault: join(folder, 'keys', 'vault.json'),
    backups: join(folder, 'backups'),
    instance: join(folder, 'instance.json'),
    briefRuns: join(folder, 'brief-runs'),
    briefTemplates: join(folder, 'brief-templates.json'),
    views: join(folder, 'views.json'),
    openedFiles: join(folder, 'opened-files'),
    contents: join(folder, 'contents'),
    exports: join(folder, 'exports'),
    organization: (connectionId) => join(folder, 'organizations', fileNameOf(connectionId)),
    replica: (connectionId, { type, id }) =>
      join(folder, 'replicas', `${fileNameOf(`${connectionId} ${type} ${id}`)}.db`),
  };
}

/** Identifiers may hold anything; a file name may not. */
function fileNameOf(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 32);
}

export const DEFAULT_SETTINGS: Settings = {
  language: 'en',
  appearance: 'system',
  density: 'comfortable',
  textScale: 1,
  reducedMotion: false,
  singleKeyShortcuts: true,
  isFirstRunDone: false,
};

/** Settings that are there and make sense; the usual ones for all others. */
export async function readSettings({ settings }: ProfilePaths): Promise<Settings> {
  const kept = settingsSchema.partial().safeParse(await readJson(settings));
  if (!kept.success) return DEFAULT_SETTINGS;
  const known = Object.entries(kept.data).filter(([, value]) => value !== undefined);
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(known) };
}

export function writeSettings({ settings }: ProfilePaths, value: Settings): Promise<void> {
  return writeJson(settings, value);
}

export async function readConnections({ connections }: ProfilePaths): Promise<readonly KeptConnection[]> {
  // Written here; a file that is not there is a profile without connections.
  return ((await readJson(connections)) ?? []) as readonly KeptConnection[];
}

export function writeConnections(
  { connections }: ProfilePaths,
  value: readonly KeptConnection[],
): Promise<void> {
  return writeJson(connections, value);
}

/** Maps and sets as lists: marks are small. */
interface KeptMarks {
  readonly snoozes: readonly (readonly [string, Snooze])[];
  readonly mutes: AttentionMarks['mutes'];
  readonly readUpTo: readonly (readonly [string, number])[];
  readonly seen: readonly string[];
  readonly liveFilters?: readonly (readonly [string, AttentionFilter])[];
}

export async function readMarks({ marks }: ProfilePaths): Promise<AttentionMarks> {
  const kept = (await readJson(marks)) as KeptMarks | undefined;
  if (kept === undefined) return NO_MARKS;
  return {
    snoozes: new Map(kept.snoozes),
    mutes: kept.mutes,
    readUpTo: new Map(kept.readUpTo),
    seen: new Set(kept.seen),
    liveFilters: new Map(kept.liveFilters),
  };
}

export function writeMarks(
  { marks }: ProfilePaths,
  { snoozes, mutes, readUpTo, seen, liveFilters }: AttentionMarks,
): Promise<void> {
  const kept: KeptMarks = {
    snoozes: [...snoozes],
    mutes,
    readUpTo: [...readUpTo],
    seen: [...seen],
    liveFilters: [...liveFilters],
  };
  return writeJson(marks, kept);
}

export async function readPlaceViews({ views }: ProfilePaths): Promise<readonly PlaceView[]> {
  const kept = placeViews.safeParse(await readJson(views));
  return kept.success ? kept.data : [];
}

export function writePlaceViews({ views }: ProfilePaths, value: readonly PlaceView[]): Promise<void> {
  return writeJson(views, value);
}

/** What was written there; undefined when there is nothing. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new Error(`${path} cannot be read`, { cause: error });
  }
}

/** One writer at a time: the profile is claimed, and writes wait for each other. */
const writes = new SerialQueue();

/** Whole under its name, or as it was before. */
export function writeJson(path: string, value: unknown): Promise<void> {
  return writes.run(async () => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(`${path}.next`, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600, flush: true });
    await rename(`${path}.next`, path);
  });
}
