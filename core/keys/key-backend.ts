// What an adapter brings: a place for public facts and one for secrets. `BackedKeyStore` makes a KeyStore of it.
import type { Result } from '../protocol/result.ts';
import type { KnownKeys } from './key-facts.ts';
import type { KeyFault } from './key-fault.ts';
import type { KeyCondition, KeyFacts, KeyStoreKind } from './key-store.ts';

export interface KeyWithSeed {
  readonly facts: KeyFacts;
  /** Wiped by whoever made it. */
  readonly seed: Uint8Array;
}

/** The facts of all keys at one moment, oldest first. */
export type KeyIndex = Pick<KnownKeys, 'get' | 'idOf' | 'list'>;

export interface KeyBackend {
  readonly kind: KeyStoreKind;
  /** As of the last operation. */
  readonly condition: KeyCondition;
  /** Touches no secret. */
  readIndex(): Promise<Result<KeyIndex, KeyFault>>;
  /** The seed of a key that the index names, the caller's to wipe. Says `missing` when only the facts are there. */
  readSeed(keyId: string): Promise<Result<Uint8Array, KeyFault>>;
  /**
   * Takes over new keys, or refuses when one of them cannot stand beside the others. Where secrets and facts are in one
   * place all of them come in, or none.
   */
  addKeys(keys: readonly KeyWithSeed[]): Promise<Result<void, KeyFault>>;
  /** Puts a secret back that is lost, for a key whose facts are there. */
  restoreSeed(key: KeyWithSeed): Promise<Result<void, KeyFault>>;
  /** Notes when a backup with these keys was tested. Those that are gone meanwhile are passed over. */
  noteBackup(keyIds: readonly string[], testedAt: string): Promise<Result<void, KeyFault>>;
  /** Removes secret and facts. Also when the secret is already gone. */
  removeKey(keyId: string): Promise<Result<KeyFacts, KeyFault>>;
  /** Forgets what was held in memory, and refuses secrets until `unlock`. */
  lock(): void;
  unlock(passphrase: string | undefined): Promise<Result<void, KeyFault>>;
}
