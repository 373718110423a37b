// Steps on files that the file adapter of the content store is made of, and their errors as faults of the port.
import type { Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { BlobFault } from './blob-store.ts';

/** The size of a content file, or undefined when there is none. */
export async function sizeOfFile(path: string): Promise<number | undefined> {
  const found = await statOf(path);
  if (found === undefined) return undefined;
  if (!found.isFile()) throw new BlobFault('other', 'something else is in the place of a content file');
  return found.size;
}

/** What stands at a path, or undefined when nothing does. */
export async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Makes names in a folder durable. Windows has no such call: there the file system's own log keeps renames in order. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** The code of an error of the file system. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Runs a step and turns errors of the file system into faults. */
export async function asFault<Answer>(step: () => Promise<Answer>): Promise<Answer> {
  try {
    return await step();
  } catch (error) {
    throw toBlobFault(error);
  }
}

function toBlobFault(error: unknown): unknown {
  const code = codeOf(error);
  // `ERR_…` is Node's own: a bug of ours, not a state of the disk.
  if (typeof code !== 'string' || code.startsWith('ERR_') || error instanceof BlobFault) return error;
  const options = { cause: error };
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return new BlobFault('full', 'the disk has no room for this content', options);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new BlobFault('denied', 'the folder of the content store may not be used like this', options);
    default:
      return new BlobFault('other', `the file system refused: ${code}`, options);
  }
}
