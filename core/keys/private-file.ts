// Small files that only their owner may read, replaced as a whole. A library was weighed and left: write-file-atomic
// takes a short write, as a full disk gives, for a whole one.
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { accept, type Result } from '../protocol/result.ts';
import { fail, type KeyFault } from './key-fault.ts';

/** What tells one content of a file from the next without reading it. */
export type FileStamp = string;

export interface PrivateFile {
  readonly bytes: Uint8Array;
  readonly stamp: FileStamp;
}

/** Somebody else, such as a virus scanner, may hold a file on Windows for a moment. */
const REPLACE_ATTEMPTS = 10;
const REPLACE_WAIT_MS = 20;

/**
 * The content of a file, or undefined when there is none at all: nothing else that keeps it from being read counts as
 * absent. With the `known` stamp the bytes are not read again. A file that others may read or write is refused, since
 * what it protects may be known, or not be ours.
 */
export async function readPrivateFile(
  path: string,
  maxBytes: number,
  known?: FileStamp,
): Promise<Result<PrivateFile | 'as-known' | undefined, KeyFault>> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? accept(undefined) : unreadable(path, error);
  }
  try {
    const stat = await file.stat({ bigint: true });
    if (!stat.isFile()) return fail('denied', `${path} is no file`);
    // Windows has no such bits: there the folder's own access list protects it.
    if (process.platform !== 'win32' && (stat.mode & 0o077n) !== 0n) {
      return fail('denied', `${path} is open to others: make it private (chmod 600)`);
    }
    if (stat.size > BigInt(maxBytes)) return fail('damaged', `${path} is larger than such a file can be`);
    const stamp = `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
    if (stamp === known) return accept('as-known');
    return accept({ bytes: await file.readFile(), stamp });
  } catch (error) {
    return unreadable(path, error);
  } finally {
    await file.close();
  }
}

/**
 * Puts a whole new content in the place of a file. Only who holds the file's lock may call it. After a crash at any
 * point the old content stands or the new one does: the new one is complete and on disk before it gets the name.
 */
export async function replacePrivateFile(path: string, content: Uint8Array): Promise<Result<void, KeyFault>> {
  const next = `${path}.next`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // What a crash has left; the lock says that nobody is writing it now.
    await rm(next, { force: true });
    await writeFile(next, content, { flag: 'wx', mode: 0o600, flush: true });
    await renamePatiently(next, path);
    await flushFolder(dirname(path));
    return accept(undefined);
  } catch (error) {
    return fail('not-written', `${path} could not be written (${codeOf(error)})`);
  }
}

async function renamePatiently(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      const isHeld = process.platform === 'win32' && ['EPERM', 'EBUSY', 'EACCES'].includes(codeOf(error));
      if (!isHeld || attempt === REPLACE_ATTEMPTS) throw error;
    }
    await delay(REPLACE_WAIT_MS * attempt);
  }
}

/** The new name is on disk only when its folder is. Windows cannot flush a folder, and does so by itself. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function unreadable(path: string, error: unknown) {
  return fail('denied', `${path} cannot be read (${codeOf(error)})`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
