// Removing content files that nobody needs, beside uploads of the same content in this process or another one. Content is
// moved out of the way first, and goes for good only when it still was as old then as it was thought to be. A crash
// leaves it in between, from where it comes back: nothing is lost that somebody has brought.
import { link, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, statOf, syncFolder } from './file-steps.ts';

/** The named steps of a removal: where a test can stop it or do something beside it. */
export type RemovalStep = 'content-aside' | 'links-aside' | 'content-removed';

/** Where one content and its links stand, and where they wait for their end. */
export interface RemovalPaths {
  readonly content: string;
  /** A folder with an empty file for each scope; it may be missing. */
  readonly links: string;
  readonly contentAside: string;
  readonly linksAside: string;
}

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Removes content that was brought before a moment, in milliseconds since 1970, with its links. Whoever brings it again
 * either marks it as new before it is moved, which is seen after the move, or finds nothing in its place and puts its
 * own copy there. Answers whether it was removed.
 */
export async function removeContent(
  paths: RemovalPaths,
  beforeMs: number,
  onStep: (step: RemovalStep) => void | Promise<void>,
): Promise<boolean> {
  // A process that died may have left something aside while this one lives on.
  await putBack(paths);
  const found = await statOf(paths.content);
  if (found === undefined || found.mtimeMs >= beforeMs) return false;
  await mkdir(join(paths.contentAside, '..'), { recursive: true, mode: FOLDER_MODE });
  if (!(await move(paths.content, paths.contentAside))) return false;
  await onStep('content-aside');
  const moved = await statOf(paths.contentAside);
  if (moved === undefined || moved.mtimeMs >= beforeMs) {
    await putBack(paths);
    return false;
  }
  await move(paths.links, paths.linksAside);
  await onStep('links-aside');
  // A copy that was put in its place meanwhile may have been linked through the folder that has just been moved.
  if ((await statOf(paths.content)) !== undefined) {
    await putBack(paths);
    return false;
  }
  await rm(paths.contentAside, { force: true });
  await onStep('content-removed');
  await rm(paths.linksAside, { recursive: true, force: true });
  await syncFolder(join(paths.content, '..'));
  return true;
}

/** Undoes a removal that did not come to its end, whatever has been put in the place of the content since. */
export async function putBack(paths: RemovalPaths): Promise<void> {
  await restoreLinks(paths);
  const { content, contentAside } = paths;
  if ((await statOf(contentAside)) === undefined) return;
  await mkdir(join(content, '..'), { recursive: true, mode: FOLDER_MODE });
  try {
    // Unlike a rename, this never replaces a copy that was brought since, which is newer.
    await link(contentAside, content);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return;
    // Not every file system has such links: there the bytes at least are the same.
    if (code !== 'EEXIST') await move(contentAside, content);
  }
  await syncFolder(join(content, '..'));
  await rm(contentAside, { force: true });
}

/** Links are put back one by one: new ones may stand in the place of their folder. */
async function restoreLinks({ links, linksAside }: RemovalPaths): Promise<void> {
  if ((await statOf(linksAside)) === undefined) return;
  await mkdir(links, { recursive: true, mode: FOLDER_MODE });
  for (const name of await readdir(linksAside)) {
    const file = await open(join(links, name), 'a', FILE_MODE);
    await file.close();
  }
  await syncFolder(links);
  await rm(linksAside, { recursive: true, force: true });
}

/** Whether there was anything to move. */
async function move(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
