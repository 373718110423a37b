// Makes names in a folder durable: a new or renamed file is there after a power failure only when its folder is on the disk.
import { open } from 'node:fs/promises';

/** Flushes a folder. Windows cannot do that to one, and does so by itself. */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
