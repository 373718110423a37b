// Checks a backup, and makes a profile from one. A restore writes beside the place that it is for and takes that place with one
// rename, when every file was proven and every database is sound; what is there already is never overwritten.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openBackupLock } from '../../keys/backup-lock.ts';
import type { KeyFault } from '../../keys/key-fault.ts';
import { readKeyIndex } from '../../keys/key-index.ts';
import type { KeyFacts, KeyStore } from '../../keys/key-store.ts';
import { accept, refuse, type Result } from '../../protocol/result.ts';
import { checkDatabaseFile } from '../../store/sqlite/database-file.ts';
import {
  type BackupFault,
  type BackupManifest,
  type ProfileFacts,
  readManifest,
  sealedPathOf,
} from './backup-format.ts';
import { profilePathsOf } from '../desk-profile.ts';
import { hashFile, unsealBytes, unsealFile } from './backup-seal.ts';
import { countIdentities, type LogFacts, logFactsOf, sumOfLogs } from './profile-facts.ts';
import { EXPORTED_KEYS, EXPORTED_KEYS_PASSPHRASE } from './write-backup.ts';

export interface RestoreOptions {
  readonly backup: string;
  readonly passphrase: string;
  /** Must not exist, or be empty. */
  readonly profileFolder: string;
  /**
   * Opens a key store, set up and unlocked, for keys that were in a keychain. `folder` is where its files are written now, and
   * `profileFolder` where they will be.
   */
  readonly openKeys: (folder: string, passphrase: string) => Promise<Result<KeyStore, KeyFault>>;
  readonly onFile?: (done: number, total: number) => void;
}

export interface RestoredProfile {
  readonly manifest: BackupManifest;
  readonly facts: ProfileFacts;
  /** Why keys that the backup holds are not here; undefined when all are. */
  readonly keyFault: KeyFault | undefined;
  /** Keys of the profile that the backup does not hold: the keychain had not given them. */
  readonly missingKeys: readonly KeyFacts[];
}

/** Whether every file of a backup is what was written: needs no passphrase, and reads everything once. */
export async function checkBackup(
  backup: string,
  onFile: (done: number, total: number) => void = () => {},
): Promise<Result<BackupManifest, BackupFault>> {
  const manifest = await readManifest(backup);
  if (!manifest.ok) return manifest;
  const { files } = manifest.value;
  for (const [index, { path, sealedBytes, sealedHash }] of files.entries()) {
    onFile(index, files.length);
    const sealed = sealedPathOf(backup, index);
    const isIntact = (await sizeOf(sealed)) === sealedBytes && (await hashFile(sealed)) === sealedHash;
    if (!isIntact) return refuse({ reason: 'damaged', detail: path });
  }
  return manifest;
}

/** Makes a profile from a backup. After a crash there is the whole profile, or none. */
export async function restoreProfile(options: RestoreOptions): Promise<Result<RestoredProfile, BackupFault>> {
  const { backup, passphrase, profileFolder } = options;
  const checked = await checkBackup(backup);
  if (!checked.ok) return checked;
  const manifest = checked.value;
  const key = await openBackupLock(manifest.lock, passphrase, manifest.ephemeral);
  if (!key.ok) return refuse({ reason: 'wrong-passphrase', detail: backup });
  const restoring = `${profileFolder}.restoring-${randomUUID()}`;
  try {
    if (!(await isFree(profileFolder))) return refuse({ reason: 'not-empty', detail: profileFolder });
    const written = await writeFiles(manifest, key.value, restoring, options);
    if (!written.ok) return written;
    const keys = await takeInKeys(written.value.exported, restoring, options);
    const facts: ProfileFacts = {
      ...sumOfLogs(written.value.logs),
      identities: await countIdentities(restoring),
      keys: manifest.facts.keys,
    };
    // An empty folder may stand there; anything in it makes the rename fail.
    await rmdir(profileFolder).catch(() => {});
    await rename(restoring, profileFolder);
    return accept({ manifest, facts, ...keys });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const reason = error.code === 'ENOTEMPTY' || error.code === 'EEXIST' ? 'not-empty' : 'cannot-write';
    return refuse({ reason, detail: `${String(error.code)} ${profileFolder}` });
  } finally {
    key.value.fill(0);
    await rm(restoring, { recursive: true, force: true });
  }
}

interface WrittenFiles {
  readonly logs: readonly LogFacts[];
  /** Keys out of a keychain and what opens them: they never lie on a disk. */
  readonly exported: ReadonlyMap<string, Buffer>;
}

async function writeFiles(
  { files }: BackupManifest,
  key: Uint8Array,
  restoring: string,
  { backup, onFile = () => {} }: RestoreOptions,
): Promise<Result<WrittenFiles, BackupFault>> {
  await mkdir(restoring, { recursive: true, mode: 0o700 });
  const logs: LogFacts[] = [];
  const exported = new Map<string, Buffer>();
  for (const [index, { path, isDatabase }] of files.entries()) {
    onFile(index, files.length);
    const sealed = sealedPathOf(backup, index);
    if (path === EXPORTED_KEYS || path === EXPORTED_KEYS_PASSPHRASE) {
      const bytes = unsealBytes(await readFile(sealed), key, path);
      if (bytes === undefined) return refuse({ reason: 'damaged', detail: path });
      exported.set(path, bytes);
      continue;
    }
    const target = join(restoring, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    if (!(await unsealFile(sealed, target, key, path))) {
      return refuse({ reason: 'damaged', detail: path });
    }
    if (!isDatabase) continue;
    const [problem] = checkDatabaseFile(target);
    if (problem !== undefined) return refuse({ reason: 'unsound', detail: `${path}: ${problem}` });
    logs.push(logFactsOf(target));
  }
  return accept({ logs, exported });
}

/** Brings the keys of a keychain into the store of this computer. The profile is there without them too, and says so. */
async function takeInKeys(
  exported: ReadonlyMap<string, Buffer>,
  restoring: string,
  { openKeys, passphrase }: RestoreOptions,
): Promise<Pick<RestoredProfile, 'keyFault' | 'missingKeys'>> {
  const known = await knownKeys(profilePathsOf(restoring).keyIndex);
  const sealed = exported.get(EXPORTED_KEYS);
  const opening = exported.get(EXPORTED_KEYS_PASSPHRASE)?.toString();
  // Without a list of a keychain the keys lie in a file of the profile, all of them.
  if (sealed === undefined || opening === undefined) return { keyFault: undefined, missingKeys: known };
  // It names the keychain that they came out of. Their list comes with them; left here, it would stand against every other store.
  await rm(profilePathsOf(restoring).keyIndex, { force: true });
  const store = await openKeys(restoring, passphrase);
  if (!store.ok) return { keyFault: store.fault, missingKeys: [] };
  const report = await store.value.restoreBackup(sealed, opening);
  if (!report.ok) return { keyFault: report.fault, missingKeys: [] };
  const { restored, alreadyThere, conflicting } = report.value;
  const held = new Set([...restored, ...alreadyThere, ...conflicting]);
  return { keyFault: undefined, missingKeys: known.filter(({ keyId }) => !held.has(keyId)) };
}

/** What the list of a keychain names; empty for a profile without one. */
async function knownKeys(indexPath: string): Promise<readonly KeyFacts[]> {
  const bytes = await readFile(indexPath).catch(() => undefined);
  const read = bytes === undefined ? undefined : readKeyIndex(bytes);
  return read?.ok === true ? read.value.keys.list() : [];
}

async function isFree(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return true;
    throw error;
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch {
    return undefined;
  }
}
