// Walks a folder that may contain anything: follows no link, opens nothing but plain files, keeps the order the same
// wherever it runs, and says of everything that it leaves out why. Reads only. A folder that somebody replaces by a link between
// the walk and the reading is followed; against that only a snapshot of the file system helps.
import { createHash, type Hash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, opendir } from 'node:fs/promises';
import { posix } from 'node:path';
import { isUtf8 } from 'node:buffer';
import { type Contract, type RunDescription, WorkBlocked, WorkFailed } from '../run-protocol.ts';

/** Where a file is: a path below the folder, with `/`. A name that is not UTF-8 has its exact bytes beside it. */
export interface ListedPath {
  readonly path: string;
  readonly pathBase64?: string;
}

export interface ListedFile extends ListedPath {
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

export interface SkippedEntry extends ListedPath {
  readonly reason: string;
}

export interface FolderListing {
  readonly files: readonly ListedFile[];
  readonly skipped: readonly SkippedEntry[];
  /** Paths of all folders that were looked into, the audited one (as the empty text) included. */
  readonly folders: readonly string[];
}

export interface AuditSettings {
  /** Names of files and folders that are left out wherever they are. */
  readonly exclude: readonly string[];
  readonly maxFiles: number;
  /** Larger files are not parsed. */
  readonly maxParseBytes: number;
  /** How many files a reviewer looks at again. */
  readonly sample: number;
}

const DEFAULT_SETTINGS: AuditSettings = {
  exclude: ['.git', 'node_modules'],
  maxFiles: 100_000,
  maxParseBytes: 5 * 1_024 * 1_024,
  sample: 1_000,
};
const READ_BYTES = 256 * 1_024;
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, S_IFMT, S_IFREG, S_IFDIR, S_IFLNK } = constants;

/** The folder to audit; work without one is blocked until somebody grants it. */
export function auditedFolder({ folders }: RunDescription): string {
  const [folder, second] = folders.filter(({ operations }) => operations.includes('read'));
  if (folder === undefined) {
    throw new WorkBlocked('no folder was granted', 'Grant one folder resource with the operation read.');
  }
  if (second !== undefined)
    throw new WorkFailed('SEVERAL_FOLDERS', 'exactly one folder can be audited at a time');
  return folder.path;
}

/** `constraints.audit` of the contract over the defaults. */
export function auditSettings({ constraints }: Contract): AuditSettings {
  const stated = (constraints?.['audit'] ?? {}) as Partial<Record<keyof AuditSettings, unknown>>;
  const settings = { ...DEFAULT_SETTINGS, ...stated } as AuditSettings;
  const { exclude, ...numbers } = settings;
  const areNames = Array.isArray(exclude) && exclude.every((name) => typeof name === 'string');
  const areNumbers = Object.values(numbers).every((value) => Number.isSafeInteger(value) && value > 0);
  const areKnown = Object.keys(stated).every((name) => Object.hasOwn(DEFAULT_SETTINGS, name));
  if (areNames && areNumbers && areKnown) return settings;
  throw new WorkFailed(
    'INVALID_SETTINGS',
    'constraints.audit: exclude is a list of names; maxFiles, maxParseBytes and sample are positive integers',
  );
}

/** Everything below a folder, in the order of its paths' bytes. */
export async function listFolder(
  root: string,
  settings: AuditSettings,
  atSafePoint: () => Promise<void>,
): Promise<FolderListing> {
  const files: ListedFile[] = [];
  const skipped: SkippedEntry[] = [];
  const folders: string[] = [];
  const excluded = new Set(settings.exclude);
  const waiting: (ListedPath & { readonly isRoot?: true })[] = [{ path: '', isRoot: true }];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    await atSafePoint();
    const names = await readNames(root, folder);
    if (!Array.isArray(names)) {
      if (folder.isRoot === true) {
        throw new WorkFailed('FOLDER_UNREADABLE', `the folder cannot be read: ${names.reason}`);
      }
      skipped.push({ ...folder, reason: names.reason });
      continue;
    }
    folders.push(folder.path);
    for (const name of names) {
      if (excluded.has(name.toString('utf8'))) continue;
      const entry = joinPath(folder, name);
      const found = await look(root, entry);
      if (typeof found === 'string') skipped.push({ ...entry, reason: found });
      else if ((found.mode & S_IFMT) === S_IFDIR) waiting.push(entry);
      else if ((found.mode & S_IFMT) === S_IFREG) {
        files.push({ ...entry, sizeBytes: found.size, modifiedMs: Math.floor(found.mtimeMs) });
      } else {
        const isLink = (found.mode & S_IFMT) === S_IFLNK;
        skipped.push({ ...entry, reason: isLink ? 'symbolic link' : 'not a plain file' });
      }
      if (files.length + skipped.length > settings.maxFiles) {
        throw new WorkFailed('TOO_MANY_FILES', `the folder has more than ${settings.maxFiles} entries`);
      }
    }
  }
  return {
    files: files.sort(comparePaths),
    skipped: skipped.sort(comparePaths),
    folders: folders.sort(),
  };
}

export interface HashedContent {
  readonly contentHash: string;
  readonly sizeBytes: number;
}

/** The content of a listed file by its hash, read piece by piece; or why that could not be had. */
export async function hashFile(
  root: string,
  listed: ListedPath,
  atSafePoint: () => Promise<void>,
): Promise<HashedContent | string> {
  return withFile(root, listed, async (file) => {
    const before = await file.stat();
    const digest: Hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    let sizeBytes = 0;
    for (;;) {
      const { bytesRead } = await file.read({ buffer, position: null });
      if (bytesRead === 0) break;
      digest.update(buffer.subarray(0, bytesRead));
      sizeBytes += bytesRead;
      // A file of many gigabytes takes longer than anybody wants to wait for the end of a run.
      await atSafePoint();
    }
    const after = await file.stat();
    const isSame = sizeBytes === after.size && before.size === after.size && before.mtimeMs === after.mtimeMs;
    return isSame
      ? { contentHash: `sha256:${digest.digest('hex')}`, sizeBytes }
      : 'changed while it was read';
  });
}

/** The bytes of a listed file up to a limit; or why they could not be had. */
export async function readListed(
  root: string,
  listed: ListedPath,
  maxBytes: number,
): Promise<{ readonly bytes: Buffer } | string> {
  return withFile(root, listed, async (file) => {
    const { size } = await file.stat();
    if (size > maxBytes) return `larger than ${maxBytes} bytes`;
    // One more than there should be: it shows when the file grows.
    const bytes = Buffer.alloc(size + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read({ buffer: bytes, offset: length, position: null });
      length += bytesRead;
      if (length > size) return 'changed while it was read';
      if (bytesRead === 0) return { bytes: bytes.subarray(0, length) };
    }
  });
}

/** By the extension alone, in lower case and without the dot; empty where there is none. */
export function typeOf(path: string): string {
  return posix.extname(path).slice(1).toLowerCase();
}

/** Byte order, which is the same in every language. */
export function comparePaths(one: ListedPath, other: ListedPath): number {
  return Buffer.compare(bytesOf(one), bytesOf(other));
}

export function bytesOf({ path, pathBase64 }: ListedPath): Buffer {
  return pathBase64 === undefined ? Buffer.from(path) : Buffer.from(pathBase64, 'base64');
}

function joinPath(folder: ListedPath, name: Buffer): ListedPath {
  const parent = bytesOf(folder);
  const joined = parent.length === 0 ? name : Buffer.concat([parent, Buffer.from('/'), name]);
  const path = joined.toString('utf8');
  return isUtf8(joined) ? { path } : { path, pathBase64: joined.toString('base64') };
}

function locate(root: string, listed: ListedPath): Buffer {
  const below = bytesOf(listed);
  return below.length === 0 ? Buffer.from(root) : Buffer.concat([Buffer.from(`${root}/`), below]);
}

async function readNames(root: string, folder: ListedPath): Promise<Buffer[] | { readonly reason: string }> {
  try {
    const names: Buffer[] = [];
    // Typed as text; with this encoding the names are bytes.
    const entries = await opendir(locate(root, folder), { encoding: 'buffer' as BufferEncoding });
    for await (const { name } of entries) names.push(name as unknown as Buffer);
    return names.sort((one, other) => Buffer.compare(one, other));
  } catch (error) {
    return { reason: `unreadable: ${codeOf(error)}` };
  }
}

async function look(root: string, listed: ListedPath): Promise<Stats | string> {
  try {
    return await lstat(locate(root, listed));
  } catch (error) {
    return `unreadable: ${codeOf(error)}`;
  }
}

async function withFile<Value>(
  root: string,
  listed: ListedPath,
  use: (file: FileHandle) => Promise<Value | string>,
): Promise<Value | string> {
  let file: FileHandle;
  try {
    file = await open(locate(root, listed), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    return `unreadable: ${codeOf(error)}`;
  }
  try {
    // It may have become something else since it was listed.
    if (((await file.stat()).mode & S_IFMT) !== S_IFREG) return 'not a plain file';
    return await use(file);
  } catch (error) {
    // Only the file system's errors are about this file.
    const code = codeOf(error);
    if (code === undefined) throw error;
    return `unreadable: ${code}`;
  } finally {
    await file.close();
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
