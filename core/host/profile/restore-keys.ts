// Where keys of a keychain go when a backup is restored: into the keychain of this computer, or, where it has none, into a file
// under the passphrase of the backup.
import type { KeyFault } from '../../keys/key-fault.ts';
import type { KeyStore } from '../../keys/key-store.ts';
import { PassphraseFileKeyStore } from '../../keys/passphrase-file-key-store.ts';
import { accept, type Result } from '../../protocol/result.ts';
import { makeReady, openKeyStore } from '../desk-keys.ts';
import { profilePathsOf } from '../desk-profile.ts';

/** The store for a profile that will lie in `profileFolder` and whose files are in `folder` now: set up and unlocked. */
export async function openKeysForRestore(
  profileFolder: string,
  folder: string,
  passphrase: string,
  passphraseCostN?: number,
): Promise<Result<KeyStore, KeyFault>> {
  const store = await openKeyStore(profilePathsOf(folder), profileFolder, undefined, passphraseCostN);
  if (store instanceof PassphraseFileKeyStore) {
    const made = await store.setUp(passphrase);
    return made.ok ? accept(store) : made;
  }
  await makeReady(store);
  return accept(store);
}
