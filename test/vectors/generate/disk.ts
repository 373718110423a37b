// The bundle on disk: written whole, or compared with what it should be.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** Writes the files and removes every other file below the root. */
export async function writeBundle(root: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  await rm(root, { recursive: true, force: true });
  for (const folder of new Set([...files.keys()].map((path) => dirname(path)))) {
    await mkdir(join(root, folder), { recursive: true });
  }
  await Promise.all([...files].map(async ([path, content]) => writeFile(join(root, path), content)));
}

/** Paths whose content on disk differs, that are missing, or that should not be there. */
export async function findStaleFiles(
  root: string,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<string[]> {
  const onDisk = await listFiles(root);
  const stale = onDisk.filter((path) => !files.has(path));
  for (const [path, content] of files) {
    const isThere = onDisk.includes(path);
    if (!isThere || Buffer.compare(await readFile(join(root, path)), content) !== 0) stale.push(path);
  }
  return stale.sort();
}

async function listFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}
