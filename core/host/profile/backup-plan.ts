// What a profile has agreed for its backups: where, how often, how many, and the lock that they are closed with. And which backups
// there are.
import { randomUUID } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type BackupPlan, backupPlan } from '../../contract/data.ts';
import { type BackupLock, readBackupLock } from '../../keys/backup-lock.ts';
import { readPrivateFile, replacePrivateFile } from '../../keys/private-file.ts';
import { isJsonObject, parseJson } from '../../protocol/json.ts';
import { BACKUP_NAME, type BackupManifest, PARTIAL_ENDING, readManifest } from './backup-format.ts';

export interface KeptPlan {
  /** Tells the backups of this profile from those of others. */
  readonly profileId: string;
  readonly plan: BackupPlan;
  readonly lock: BackupLock | undefined;
}

/** A backup as it lies in a folder. */
export interface FoundBackup {
  readonly path: string;
  readonly name: string;
  /** Undefined when nobody can tell what it is. */
  readonly manifest: BackupManifest | undefined;
}

const MAX_BYTES = 64 * 1024;
const DAY_MS = 86_400_000;
const PERIODS_MS = { day: DAY_MS, week: 7 * DAY_MS } as const;

/** Beside the profile, so that both are not lost at once by a mistake in one folder. */
export function usualBackupFolderOf(profileFolder: string): string {
  return join(dirname(profileFolder), `${basename(profileFolder)}-backups`);
}

/** The plan as it is kept; without one nothing is done by itself. */
export async function readPlan(profileFolder: string): Promise<KeptPlan> {
  const read = await readPrivateFile(planPathOf(profileFolder), MAX_BYTES);
  const bytes =
    read.ok && read.value !== undefined && read.value !== 'as-known' ? read.value.bytes : undefined;
  const parsed = bytes === undefined ? undefined : parseJson(bytes);
  const value = parsed?.ok === true && isJsonObject(parsed.value.value) ? parsed.value.value : {};
  const plan = backupPlan.safeParse(value['plan']);
  const { profileId } = value;
  return {
    profileId: typeof profileId === 'string' ? profileId : randomUUID(),
    plan: plan.success ? plan.data : { folder: usualBackupFolderOf(profileFolder), every: 'never', keep: 7 },
    lock: readBackupLock(value['lock']),
  };
}

export async function writePlan(profileFolder: string, kept: KeptPlan): Promise<boolean> {
  const bytes = Buffer.from(`${JSON.stringify(kept, undefined, 2)}\n`);
  return (await replacePrivateFile(planPathOf(profileFolder), bytes)).ok;
}

/** All backups in a folder, the newest first. A folder that cannot be read has none. */
export async function listBackups(folder: string): Promise<readonly FoundBackup[]> {
  let names: readonly string[];
  try {
    names = (await readdir(folder)).filter((name) => BACKUP_NAME.test(name));
  } catch {
    return [];
  }
  return Promise.all(
    names.toSorted().map(async (name) => {
      const path = join(folder, name);
      const manifest = await readManifest(path);
      return { path, name, manifest: manifest.ok ? manifest.value : undefined };
    }),
  ).then((found) => found.toReversed());
}

/** When the next backup is due; undefined when nobody wants one. */
export function nextBackupAtMs(
  { plan, lock, profileId }: KeptPlan,
  backups: readonly FoundBackup[],
): number | undefined {
  if (plan.every === 'never' || lock === undefined) return undefined;
  const last = ownOf(profileId, backups)[0]?.manifest;
  return last === undefined ? 0 : Date.parse(last.createdAt) + PERIODS_MS[plan.every];
}

/** Deletes the oldest backups of a profile above the number to keep; those of others and damaged ones stay. */
export async function pruneBackups({ plan, profileId }: KeptPlan): Promise<void> {
  const own = ownOf(profileId, await listBackups(plan.folder));
  for (const { path } of own.slice(plan.keep)) {
    // Under its name it is whole, or not there.
    await rename(path, `${path}${PARTIAL_ENDING}`);
    await rm(`${path}${PARTIAL_ENDING}`, { recursive: true, force: true });
  }
}

function ownOf(profileId: string, backups: readonly FoundBackup[]): readonly FoundBackup[] {
  return backups.filter(({ manifest }) => manifest?.profileId === profileId);
}

function planPathOf(profileFolder: string): string {
  return join(profileFolder, 'backup-plan.json');
}
