// An encrypted copy of keys: the sealed format with a passphrase of its own.
import { accept, type Result } from '../protocol/result.ts';
import type { KeyWithSeed } from './key-backend.ts';
import { fail, type KeyFault } from './key-fault.ts';
import { provePair } from './key-material.ts';
import { isPassphraseLongEnough } from './passphrase.ts';
import {
  factsOf,
  isAuthentic,
  openKey,
  openSeal,
  readSealed,
  type SealPorts,
  sealNew,
  withKeys,
  writeSealed,
} from './sealed-keys.ts';

/** The bytes of a backup with these keys. */
export async function sealBackup(
  keys: readonly KeyWithSeed[],
  passphrase: string,
  ports: SealPorts,
): Promise<Result<Uint8Array, KeyFault>> {
  if (!isPassphraseLongEnough(passphrase)) return fail('weak-passphrase', 'the passphrase is too short');
  const { sealed, seal } = await sealNew('backup', passphrase, ports);
  return writeSealed(withKeys(sealed, seal, keys, ports), seal);
}

/**
 * The keys of a backup, each proven to sign and to be the key that its facts name. The seeds are the caller's to wipe.
 */
export async function openBackup(
  backup: Uint8Array,
  passphrase: string,
): Promise<Result<readonly KeyWithSeed[], KeyFault>> {
  const file = readSealed(backup, 'backup');
  if (!file.ok) return fail('bad-backup', file.fault.message);
  const { sealed } = file.value;
  const seal = await openSeal(sealed, passphrase);
  if (!seal.ok) return seal;
  if (!isAuthentic(file.value, seal.value))
    return fail('bad-backup', 'the backup was changed after it was made');
  const keys: KeyWithSeed[] = [];
  for (const facts of factsOf(sealed)) {
    const seed = openKey(sealed, seal.value, facts.keyId);
    if (seed.ok) keys.push({ facts, seed: seed.value });
    const proven = seed.ok ? provePair(facts.keyId, seed.value) : seed;
    if (!proven.ok || proven.value !== facts.publicKey) {
      wipe(keys);
      return fail('bad-backup', `the backup holds no usable key for ${facts.keyId}`);
    }
  }
  return accept(keys);
}

export function wipe(keys: readonly KeyWithSeed[]): void {
  for (const { seed } of keys) seed.fill(0);
}
