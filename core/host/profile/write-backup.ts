// Writes a backup of a whole profile while it is in use. What has its name is complete: it is written beside it, made durable, and
// renamed. A crash before that leaves a folder that the next backup to the same place clears away.
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupLock, closeBackupLock } from '../../keys/backup-lock.ts';
import type { KeyEntry, KeyStore } from '../../keys/key-store.ts';
import { exportUsableKeys } from '../../keys/usable-backup.ts';
import { accept, refuse, type Result } from '../../protocol/result.ts';
import { formatTimestamp } from '../../protocol/timestamp.ts';
import { StoreFault } from '../../store/authority-store.ts';
import { copyDatabaseFile } from '../../store/sqlite/database-file.ts';
import {
  BACKUP_NAME,
  type BackedKeys,
  type BackupFault,
  type BackupFile,
  backupNameOf,
  manifestPathOf,
  PARTIAL_ENDING,
  type ProfileFacts,
  sealedPathOf,
  writeManifest,
} from './backup-format.ts';
import { sealFile } from './backup-seal.ts';
import { countIdentities, type LogFacts, logFactsOf, sumOfLogs } from './profile-facts.ts';
import { listProfileFiles } from './profile-files.ts';
import { flushFolder } from '../flush-folder.ts';

export interface WriteBackupOptions {
  readonly profileFolder: string;
  /** The folder that the backup becomes a folder in. */
  readonly folder: string;
  readonly lock: BackupLock;
  readonly profileId: string;
  readonly keys: KeyStore;
  readonly appVersion: string;
  readonly nowMs: number;
  /** Hears of each file before it is copied. What it throws ends the backup, as a full disk does. */
  readonly onFile?: (done: number, total: number) => void;
}

export interface WrittenBackup {
  readonly path: string;
  readonly facts: ProfileFacts;
  readonly keys: BackedKeys;
  /** Keys that the keychain did not give: they are not in the backup. */
  readonly missingKeys: readonly KeyEntry[];
  readonly bytes: number;
}

/** Where the keys of a keychain stand in a backup; in no profile. */
export const EXPORTED_KEYS = 'keys/exported-keys';
export const EXPORTED_KEYS_PASSPHRASE = 'keys/exported-keys-passphrase';
const PASSPHRASE_BYTES = 32;

export async function writeProfileBackup(
  options: WriteBackupOptions,
): Promise<Result<WrittenBackup, BackupFault>> {
  const { profileFolder, folder, nowMs } = options;
  const createdAt = formatTimestamp(nowMs);
  const target = join(folder, backupNameOf(createdAt));
  const partial = `${target}${PARTIAL_ENDING}`;
  const work = join(profileFolder, 'backup-work');
  try {
    await clearHalfMade(folder);
    await mkdir(join(partial, 'files'), { recursive: true, mode: 0o700 });
    await rm(work, { recursive: true, force: true });
    await mkdir(work, { recursive: true, mode: 0o700 });
    const written = await writeInto(partial, work, createdAt, options);
    await flushFolder(join(partial, 'files'));
    await flushFolder(partial);
    // Fails when there is one of that name: nothing is overwritten.
    await rename(partial, target);
    await flushFolder(folder);
    return accept({ path: target, ...written });
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (error instanceof StoreFault) {
      // What is wrong with the source, or else with the place for the copy.
      const reason = error.kind === 'corrupt' || error.kind === 'too-new' ? 'unsound' : 'cannot-write';
      return refuse({ reason, detail: error.message });
    }
    if (error instanceof Error && 'code' in error) {
      return refuse({ reason: 'cannot-write', detail: `${String(error.code)} ${folder}` });
    }
    throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function writeInto(
  partial: string,
  work: string,
  createdAt: string,
  { profileFolder, lock, profileId, keys, appVersion, onFile = () => {} }: WriteBackupOptions,
): Promise<Omit<WrittenBackup, 'path'>> {
  const { key, ephemeral } = closeBackupLock(lock);
  const files: BackupFile[] = [];
  const seal: Seal = async (source, path, isDatabase) => {
    const target = sealedPathOf(partial, files.length);
    try {
      files.push({ path, isDatabase, ...(await sealFile(source, target, key, path)) });
    } catch (error) {
      if (!isGone(error, source)) throw error;
      // Replaced by another one, or cleared away, since the files were listed.
      await rm(target, { force: true });
    }
  };
  try {
    const found = await listProfileFiles(profileFolder);
    const counted: LogFacts[] = [];
    for (const [index, { path, isDatabase }] of found.entries()) {
      onFile(index, found.length);
      const source = join(profileFolder, path);
      if (!isDatabase) {
        await seal(source, path, false);
        continue;
      }
      const copy = join(work, `${index}.db`);
      await copyDatabaseFile(source, copy);
      counted.push(logFactsOf(copy));
      await seal(copy, path, true);
      await rm(copy);
    }
    const sealed = await sealKeys(keys, seal);
    const listed = await keys.list();
    const facts: ProfileFacts = {
      ...sumOfLogs(counted),
      identities: await countIdentities(profileFolder),
      keys: listed.ok ? listed.value.length : 0,
    };
    const manifest = {
      appVersion,
      profileId,
      createdAt,
      lock,
      ephemeral,
      keys: sealed.keys,
      facts,
      files,
    };
    await writeFile(manifestPathOf(partial), writeManifest(manifest), {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    });
    return {
      facts,
      ...sealed,
      bytes: files.reduce((sum, { sealedBytes }) => sum + sealedBytes, 0),
    };
  } finally {
    key.fill(0);
  }
}

type Seal = (source: string | Uint8Array, path: string, isDatabase: boolean) => Promise<void>;

interface SealedKeys {
  readonly keys: BackedKeys;
  readonly missingKeys: readonly KeyEntry[];
}

/** What was in a keychain goes out of it under a passphrase that stands, encrypted as everything else, beside it. */
async function sealKeys(keys: KeyStore, seal: Seal): Promise<SealedKeys> {
  const listed = await keys.list();
  if (listed.ok && listed.value.length === 0) return { keys: 'none', missingKeys: [] };
  if (keys.kind !== 'os-keychain') return { keys: 'vault', missingKeys: [] };
  const passphrase = randomBytes(PASSPHRASE_BYTES).toString('base64url');
  const exported = await exportUsableKeys(keys, passphrase);
  if (!exported.ok) {
    const left = await keys.list();
    // What was found out by trying stands beside each of them; what stops the store stops them all.
    const inItsCondition = (entry: KeyEntry): KeyEntry =>
      entry.condition === 'unchecked' ? Object.assign({}, entry, { condition: keys.condition }) : entry;
    return { keys: 'absent', missingKeys: (left.ok ? left.value : []).map(inItsCondition) };
  }
  const { content, missing } = exported.value;
  await seal(content, EXPORTED_KEYS, false);
  await seal(Buffer.from(passphrase), EXPORTED_KEYS_PASSPHRASE, false);
  return { keys: missing.length === 0 ? 'exported' : 'partly', missingKeys: missing };
}

function isGone(error: unknown, source: string | Uint8Array): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ENOENT' &&
    'path' in error &&
    error.path === source
  );
}

/** What backups that were ended by a crash have left; one profile has one process, so none of them is being written. */
async function clearHalfMade(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const isHalfMade =
      name.endsWith(PARTIAL_ENDING) && BACKUP_NAME.test(name.slice(0, -PARTIAL_ENDING.length));
    if (isHalfMade) await rm(join(folder, name), { recursive: true, force: true });
  }
}
