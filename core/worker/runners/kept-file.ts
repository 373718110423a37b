// Copies one file into a place that its writer cannot reach, while measuring and hashing it: what is kept cannot change
// any more, and hash, size and content belong together. Follows no link and opens nothing but plain files.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { accept, refuse, type Result } from '../../protocol/result.ts';
import type { KeptFile } from './runner.ts';
import type { SecretFilter } from './secret-filter.ts';

/** Why a file was not kept. Nothing of it is left at the target then. */
export type KeepFault =
  | 'not-a-plain-file'
  | 'several-names'
  | 'foreign-owner'
  | 'too-large'
  | 'secret-inside';

export interface KeepRules {
  readonly maxBytes: number;
  readonly secrets: SecretFilter;
  /**
   * The account that has to own the file, where a run has an account of its own: the runner may read more than the run
   * may, and must not fetch it on its behalf.
   */
  readonly ownerUid?: number;
}

const READ_BYTES = 256 * 1_024;
// Windows has neither of the last two, nor the dangers; an absent flag adds nothing.
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Copies `source` to the new file `target`. Throws what the file system throws. */
export async function keepFile(
  source: string,
  target: string,
  rules: KeepRules,
): Promise<Result<KeptFile, KeepFault>> {
  const file = await openPlainly(source);
  if (file === undefined) return refuse('not-a-plain-file');
  try {
    const { nlink, uid, ...kind } = await file.stat();
    if (!isPlain(kind.mode)) return refuse('not-a-plain-file');
    // A second name may be the one of a file elsewhere, also of one that only the runner may read.
    if (nlink !== 1) return refuse('several-names');
    if (rules.ownerUid !== undefined && uid !== rules.ownerUid) return refuse('foreign-owner');
    return await copyHashing(file, target, rules);
  } finally {
    await file.close();
  }
}

/** Copies an open file into a new one, up to a limit. */
export async function copyHashing(
  source: FileHandle,
  target: string,
  { maxBytes, secrets }: Pick<KeepRules, 'maxBytes' | 'secrets'>,
): Promise<Result<KeptFile, KeepFault>> {
  const digest = createHash('sha256');
  const seesSecret = secrets.createFinder();
  const copy = await open(target, 'wx', 0o600);
  let sizeBytes = 0;
  let fault: KeepFault | undefined;
  try {
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    for (;;) {
      const { bytesRead } = await source.read({ buffer, position: null });
      if (bytesRead === 0) break;
      const piece = buffer.subarray(0, bytesRead);
      sizeBytes += bytesRead;
      if (sizeBytes > maxBytes) fault = 'too-large';
      else if (seesSecret(piece)) fault = 'secret-inside';
      if (fault !== undefined) break;
      digest.update(piece);
      await copy.writeFile(piece);
    }
    if (fault === undefined) await copy.sync();
  } catch (error) {
    await copy.close();
    await rm(target, { force: true });
    throw error;
  }
  await copy.close();
  if (fault === undefined) {
    return accept({ path: target, contentHash: `sha256:${digest.digest('hex')}`, sizeBytes });
  }
  await rm(target, { force: true });
  return refuse(fault);
}

/** Undefined for what cannot be opened as a plain file: links, sockets, devices that refuse, folders. */
async function openPlainly(path: string): Promise<FileHandle | undefined> {
  try {
    // Without waiting: opening a pipe blocks until somebody writes to it.
    return await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ELOOP' || code === 'ENXIO' || code === 'EMLINK' || code === 'EISDIR') return undefined;
    throw error;
  }
}

function isPlain(mode: number): boolean {
  return (mode & constants.S_IFMT) === constants.S_IFREG;
}
