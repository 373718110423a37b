// Backup, restore and check of a profile for the command line, beside an app that may be running with it.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createBackupLock } from '../../keys/backup-lock.ts';
import { accept, refuse, type Result } from '../../protocol/result.ts';
import { openKeyStore } from '../desk-keys.ts';
import { profilePathsOf } from '../desk-profile.ts';
import type { BackupFault, BackupManifest } from './backup-format.ts';
import { readPlan, writePlan } from './backup-plan.ts';
import { checkProfile, type DatabaseVerdict } from './profile-check.ts';
import { checkBackup, type RestoredProfile, restoreProfile } from './read-backup.ts';
import { openKeysForRestore } from './restore-keys.ts';
import { type WrittenBackup, writeProfileBackup } from './write-backup.ts';

export interface BackUpWish {
  readonly profileFolder: string;
  /** The folder of the plan when left out. */
  readonly folder: string | undefined;
  /** Needed once: the first backup sets it, later ones are closed without it. */
  readonly passphrase: string | undefined;
  readonly appVersion: string;
  readonly nowMs: number;
  readonly passphraseCostN?: number;
  readonly onFile?: (done: number, total: number) => void;
}

export type ToolFault =
  | BackupFault
  | { readonly reason: 'no-passphrase' | 'weak-passphrase'; readonly detail: string };

export async function backUpProfile(wish: BackUpWish): Promise<Result<WrittenBackup, ToolFault>> {
  const { profileFolder, passphrase, passphraseCostN, appVersion, nowMs } = wish;
  const kept = await readPlan(profileFolder);
  let { lock } = kept;
  if (lock === undefined) {
    if (passphrase === undefined) return refuse({ reason: 'no-passphrase', detail: '' });
    const made = await createBackupLock(passphrase, {
      randomBytes: (count) => randomBytes(count),
      ...(passphraseCostN === undefined ? {} : { passphraseCostN }),
    });
    if (!made.ok) return refuse({ reason: 'weak-passphrase', detail: '' });
    lock = made.value;
    await writePlan(profileFolder, { ...kept, lock });
  }
  return writeProfileBackup({
    profileFolder,
    folder: wish.folder ?? kept.plan.folder,
    lock,
    profileId: kept.profileId,
    keys: await openKeyStore(profilePathsOf(profileFolder), profileFolder, undefined, passphraseCostN),
    appVersion,
    nowMs,
    ...(wish.onFile === undefined ? {} : { onFile: wish.onFile }),
  });
}

export interface RestoreWish {
  readonly backup: string;
  readonly profileFolder: string;
  readonly passphrase: string;
  readonly passphraseCostN?: number;
}

/** Makes a profile in a folder that is not there, or empty. */
export function restoreBackup({
  backup,
  profileFolder,
  passphrase,
  passphraseCostN,
}: RestoreWish): Promise<Result<RestoredProfile, BackupFault>> {
  return restoreProfile({
    backup,
    passphrase,
    profileFolder,
    openKeys: (folder, opening) => openKeysForRestore(profileFolder, folder, opening, passphraseCostN),
  });
}

/** Whether all files of a backup are what was written. */
export function checkBackupFiles(backup: string): Promise<Result<BackupManifest, BackupFault>> {
  return checkBackup(backup);
}

/** "Projection = replay" for every database of a profile. */
export async function checkProfileFolder(
  profileFolder: string,
): Promise<Result<readonly DatabaseVerdict[], BackupFault>> {
  try {
    return accept(await checkProfile(profileFolder, join(profileFolder, 'backup-work', 'check')));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const reason = error.code === 'ENOENT' ? 'missing' : 'cannot-write';
    return refuse({ reason, detail: `${String(error.code)} ${profileFolder}` });
  }
}
