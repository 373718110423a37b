// The keychain of the operating system: Keychain on macOS, Credential Manager on Windows, Secret Service elsewhere.
// Loaded only when it is used, so that a machine without one runs.
import type { AsyncEntry } from '@napi-rs/keyring';
import { excerptOf } from '../protocol/excerpt.ts';
import { accept, type Result } from '../protocol/result.ts';
import { fail, type KeyFault } from './key-fault.ts';

export type KeychainName = 'macos-keychain' | 'windows-credential-manager' | 'secret-service';

/** A place for secrets by service and account. Whatever is not a clear "there is none" is a fault. */
export interface KeychainAccess {
  readonly name: KeychainName;
  /** The secret, the caller's to wipe, or undefined when the keychain was asked and has none. */
  read(service: string, account: string): Promise<Result<Uint8Array | undefined, KeyFault>>;
  /** Replaces what is there. */
  write(service: string, account: string, secret: Uint8Array): Promise<Result<void, KeyFault>>;
  /** Also when there is none. */
  erase(service: string, account: string): Promise<Result<void, KeyFault>>;
}

export function systemKeychain(platform: NodeJS.Platform = process.platform): KeychainAccess {
  const perform = async <Value>(
    service: string,
    account: string,
    action: (entry: AsyncEntry) => Promise<Value>,
  ): Promise<Result<Value, KeyFault>> => {
    try {
      const keyring = await import('@napi-rs/keyring');
      // Without this the library falls back to the kernel's own keyring, which forgets everything at the next start.
      const options = { linux: { store: 'secret-service' } } as const;
      return accept(await action(new keyring.AsyncEntry(service, account, options)));
    } catch (error) {
      return faultOf(error);
    }
  };
  return {
    name: nameOf(platform),
    read: (service, account) =>
      perform(service, account, async (entry) => {
        const secret = await entry.getSecret();
        if (secret === null) return undefined;
        const bytes = Uint8Array.from(secret);
        secret.fill(0);
        return bytes;
      }),
    write: (service, account, secret) => perform(service, account, (entry) => entry.setSecret(secret)),
    erase: (service, account) =>
      perform(service, account, async (entry) => {
        await entry.deleteCredential();
      }),
  };
}

function nameOf(platform: NodeJS.Platform): KeychainName {
  if (platform === 'darwin') return 'macos-keychain';
  return platform === 'win32' ? 'windows-credential-manager' : 'secret-service';
}

/**
 * Locked when a person can open it: the unlock prompt of the Secret Service was dismissed, or macOS may not show one
 * (errSecInteractionNotAllowed) or was told no (errSecUserCanceled). Everything else is denied: no session bus, no
 * service on it, no right, no library for this machine.
 */
const LOCKED = /prompt was dismissed|is locked|interaction is not allowed|user canceled/i;

function faultOf(error: unknown) {
  const text = error instanceof Error ? error.message : '';
  if (LOCKED.test(text)) return fail('locked', 'the keychain is locked');
  return fail('denied', `the keychain cannot be used: ${excerptOf(text)}`);
}
