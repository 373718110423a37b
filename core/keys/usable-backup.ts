// A backup of the keys that can be had: one that is lost must not keep the others out of it, and whoever asked hears which are not
// in it.
import { accept, type Result } from '../protocol/result.ts';
import { isObstacle, type KeyFault } from './key-fault.ts';
import type { KeyEntry, KeyStore } from './key-store.ts';

export interface UsableBackup {
  readonly content: Uint8Array;
  /** Keys that were wanted and could not be read, each in its condition. */
  readonly missing: readonly KeyEntry[];
}

/** An encrypted copy of the keys named, or of all, without those that are lost; refused when none is left, or the store is shut. */
export async function exportUsableKeys(
  store: KeyStore,
  passphrase: string,
  keyIds?: readonly string[],
): Promise<Result<UsableBackup, KeyFault>> {
  const whole = await store.exportBackup(passphrase, keyIds);
  if (whole.ok) return accept({ content: whole.value, missing: [] });
  const { keyId, reason } = whole.fault;
  // What stops the store as a whole would stop each of them.
  if (keyId === undefined || !isObstacle(reason)) return whole;
  const checked = await store.check();
  if (!checked.ok) return checked;
  const isUsable = ({ condition }: KeyEntry): boolean => condition === 'available';
  const wanted = new Set(keyIds ?? checked.value.map((entry) => entry.keyId));
  const missing = checked.value.filter((entry) => wanted.has(entry.keyId) && !isUsable(entry));
  for (const entry of missing) wanted.delete(entry.keyId);
  if (wanted.size === 0) return whole;
  const rest = await store.exportBackup(passphrase, [...wanted]);
  return rest.ok ? accept({ content: rest.value, missing }) : rest;
}
