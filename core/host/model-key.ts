// Where the key of a language model is kept: in the keychain of the system, or in a file that only its owner may read. It is
// read when a request is sent, and goes nowhere else.
import { type KeychainAccess, systemKeychain } from '../keys/keychain-access.ts';
import { readPrivateFile, replacePrivateFile } from '../keys/private-file.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';

export interface ModelKeyPlace {
  /** The key, or undefined when there is none; the fault says why nobody can tell. */
  read(): Promise<Result<string | undefined, string>>;
  write(key: string): Promise<Result<void, string>>;
  erase(): Promise<Result<void, string>>;
}

/** A key is a few hundred characters. */
const MAX_KEY_BYTES = 8 * 1024;

/** In the keychain, under the profile's service name and one account for each origin: no server gets another one's key. */
export function keychainModelKey(
  service: string,
  origin: string,
  keychain: KeychainAccess = systemKeychain(),
): ModelKeyPlace {
  const account = `model ${origin}`;
  return {
    async read() {
      const secret = await keychain.read(service, account);
      if (!secret.ok) return refuse(secret.fault.message);
      if (secret.value === undefined) return accept(undefined);
      const key = textOf(secret.value);
      secret.value.fill(0);
      return key;
    },
    async write(key) {
      return reasonOf(await keychain.write(service, account, new TextEncoder().encode(key)));
    },
    async erase() {
      return reasonOf(await keychain.erase(service, account));
    },
  };
}

/** In a file, one for each server, for machines without a keychain. */
export function fileModelKey(path: string): ModelKeyPlace {
  return {
    async read() {
      const file = await readPrivateFile(path, MAX_KEY_BYTES);
      if (!file.ok) return refuse(file.fault.message);
      // Nothing was known before, so the file is either read or not there.
      if (file.value === undefined || file.value === 'as-known') return accept(undefined);
      const text = textOf(file.value.bytes);
      return text.ok && text.value.trim() === '' ? accept(undefined) : text;
    },
    async write(key) {
      return reasonOf(await replacePrivateFile(path, new TextEncoder().encode(`${key}\n`)));
    },
    async erase() {
      return reasonOf(await replacePrivateFile(path, new Uint8Array()));
    },
  };
}

function textOf(bytes: Uint8Array): Result<string, string> {
  try {
    return accept(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof TypeError) return refuse('the key is no text');
    throw error;
  }
}

function reasonOf(done: Result<void, { readonly message: string }>): Result<void, string> {
  return done.ok ? done : refuse(done.fault.message);
}
