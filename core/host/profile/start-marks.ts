// What the next start of a profile is to do first: marks are empty files in it, so that they can be set by anybody and at any time.
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { rebuildProfile } from './profile-check.ts';

/** Makes what follows from the logs anew. */
export function rebuildMarkOf(profileFolder: string): string {
  return join(profileFolder, 'rebuild-at-start');
}

/** Opens everything and sends nothing, once. */
export function safeModeMarkOf(profileFolder: string): string {
  return join(profileFolder, 'safe-mode-at-start');
}

/** Whether this start is to be in safe mode; the next one is as usual. */
export async function takeSafeModeMark(profileFolder: string): Promise<boolean> {
  try {
    await rm(safeModeMarkOf(profileFolder));
    return true;
  } catch {
    return false;
  }
}

/** Rebuilds where that is wanted, before anybody opens a database. A crash in between leaves the mark. */
export async function rebuildWhereMarked(profileFolder: string): Promise<void> {
  const mark = rebuildMarkOf(profileFolder);
  try {
    await stat(mark);
  } catch {
    return;
  }
  await rebuildProfile(profileFolder);
  await rm(mark, { force: true });
}
