// The format of a profile's backup: a folder with a manifest in the clear, and the files of the profile, each encrypted on its own.
// Nothing of a profile stands in the clear but counts and the names of its files. The manifest is one line of canonical JSON
// and the hash over it, so that damage is found without the passphrase.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupLock, readBackupLock } from '../../keys/backup-lock.ts';
import { hashContent } from '../../protocol/hash.ts';
import { canonicalize } from '../../protocol/jcs.ts';
import { isJsonObject, type JsonValue, parseJson } from '../../protocol/json.ts';
import { accept, refuse, type Result } from '../../protocol/result.ts';

/** How much of a profile there is, for people, and to compare a restore with. */
export interface ProfileFacts {
  /** Events in the logs of all identities. */
  readonly events: number;
  /** Commands that were wanted and are not over. */
  readonly waiting: number;
  readonly drafts: number;
  readonly identities: number;
  readonly keys: number;
}

/**
 * How the signing keys travel: `vault`, the key store's own encrypted file; `exported`, out of a keychain; `partly`, but for those
 * that the keychain has lost; `absent` when it gave none.
 */
export type BackedKeys = 'vault' | 'exported' | 'partly' | 'absent' | 'none';

export interface BackupFile {
  /** In the profile, with `/` between the parts. */
  readonly path: string;
  /** Of what lies in the backup. */
  readonly sealedBytes: number;
  readonly sealedHash: string;
  readonly isDatabase: boolean;
}

export interface BackupManifest {
  readonly appVersion: string;
  /** Tells the backups of one profile from those of others in the same folder. */
  readonly profileId: string;
  readonly createdAt: string;
  readonly lock: BackupLock;
  readonly ephemeral: string;
  readonly keys: BackedKeys;
  readonly facts: ProfileFacts;
  readonly files: readonly BackupFile[];
}

/**
 * - `missing`: there is no backup;
 * - `damaged`: a file is not what it was, or not there;
 * - `too-new`: a later version of this program wrote it.
 */
export interface BackupFault {
  readonly reason:
    | 'missing'
    | 'damaged'
    | 'too-new'
    | 'wrong-passphrase'
    | 'not-empty'
    | 'cannot-write'
    | 'unsound';
  /** The file that it is about, or what the system said. */
  readonly detail: string;
}

const FORMAT = 'heddle-profile-backup';
const VERSION = 1;
const LIMITS = { maxBytes: 256 * 1024 * 1024, maxDepth: 8 };
/** Longer paths are in no profile. */
const MAX_PATH = 1_024;

/** Names of complete backups; one that is being written has another ending. */
export const BACKUP_NAME = /^heddle-[0-9TZ-]+\.backup$/u;
export const PARTIAL_ENDING = '.partial';

export function backupNameOf(createdAt: string): string {
  return `heddle-${createdAt.replace(/\.\d+/u, '').replaceAll(':', '-')}.backup`;
}

export function manifestPathOf(backup: string): string {
  return join(backup, 'manifest');
}

/** Where the file with this number lies. */
export function sealedPathOf(backup: string, index: number): string {
  return join(backup, 'files', String(index + 1).padStart(6, '0'));
}

export function writeManifest(manifest: BackupManifest): string {
  const text = canonicalize({ format: FORMAT, version: VERSION, ...manifest });
  if (!text.ok) throw new Error('a manifest has a canonical form');
  return `${text.value}\n${hashContent(`${text.value}\n`)}\n`;
}

export async function readManifest(backup: string): Promise<Result<BackupManifest, BackupFault>> {
  let bytes: Buffer;
  try {
    bytes = await readFile(manifestPathOf(backup));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return refuse({
      reason: code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'damaged',
      detail: backup,
    });
  }
  const damaged = refuse<BackupFault>({ reason: 'damaged', detail: 'manifest' });
  const end = bytes.indexOf('\n');
  if (end < 0) return damaged;
  const hash = bytes.subarray(end + 1).toString('latin1');
  if (hash !== `${hashContent(bytes.subarray(0, end + 1))}\n`) return damaged;
  const parsed = parseJson(bytes.subarray(0, end), { limits: LIMITS });
  const value = parsed.ok ? parsed.value.value : undefined;
  if (!isJsonObject(value) || value['format'] !== FORMAT) return damaged;
  if (value['version'] !== VERSION)
    return refuse({ reason: 'too-new', detail: JSON.stringify(value['version']) });
  const manifest = shapeOf(value);
  return manifest === undefined ? damaged : accept(manifest);
}

function shapeOf(value: Readonly<Record<string, JsonValue>>): BackupManifest | undefined {
  const { appVersion, profileId, createdAt, ephemeral, keys, facts, files } = value;
  const lock = readBackupLock(value['lock']);
  const isWhole =
    lock !== undefined &&
    [appVersion, profileId, createdAt, ephemeral, keys].every((text) => typeof text === 'string') &&
    isJsonObject(facts) &&
    ['events', 'waiting', 'drafts', 'identities', 'keys'].every((name) =>
      Number.isSafeInteger(facts[name]),
    ) &&
    Array.isArray(files) &&
    files.every(isFile) &&
    // Nothing is written twice, also where letters of both cases are the same.
    new Set((files as unknown as BackupFile[]).map(({ path }) => path.toLowerCase())).size === files.length;
  // Every member has just been checked.
  return isWhole ? (value as unknown as BackupManifest) : undefined;
}

function isFile(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const { path, sealedBytes, sealedHash, isDatabase } = value;
  return (
    typeof path === 'string' &&
    isInside(path) &&
    Number.isSafeInteger(sealedBytes) &&
    typeof sealedHash === 'string' &&
    typeof isDatabase === 'boolean'
  );
}

/** A file that nobody has vouched for must not say where to write but inside the profile. */
function isInside(path: string): boolean {
  if (path.length > MAX_PATH || /[\\:\0]/u.test(path)) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}
