// The port behind which signing keys are kept. No secret leaves it, except inside an encrypted backup.
import type { RegistryPrincipal } from '../protocol/generated/documents.ts';
import type { Result } from '../protocol/result.ts';
import type { KeyFault } from './key-fault.ts';

export type KeyStoreKind = 'os-keychain' | 'passphrase-file' | 'memory';

/**
 * What is known of a store, or of one key in it. Only the first two let anything be signed; every other one means
 * reading and drafts, and none of them is ever answered with a new key.
 *
 * - `unchecked`: nothing was asked of it yet, so that nobody is prompted before a signature is wanted
 * - `available`: it was used last
 * - `locked`: it wants to be unlocked first
 * - `denied`: the system does not let us at it
 * - `missing`: it was set up once, or its index knows the key, but it is not there
 * - `changed`: what is there is not what was put there: another keychain, another file, another key
 * - `damaged`: what is there cannot be read
 */
export type KeyCondition =
  | 'unchecked'
  | 'available'
  | 'locked'
  | 'denied'
  | 'missing'
  | 'changed'
  | 'damaged';

/** The public facts of a key. */
export interface KeyFacts {
  /** An absolute URI, never used for another key (REG-005). */
  readonly keyId: string;
  readonly principal: RegistryPrincipal;
  /** The raw 32-byte public half as base64url. */
  readonly publicKey: string;
  /** When the key came into a store first. */
  readonly createdAt: string;
  readonly origin: 'created' | 'imported';
  /** The key id of the same Principal that this key takes over from; both go on signing until that one is removed. */
  readonly replaces?: string;
  /** When a backup with this key was last opened and found right. */
  readonly backupTestedAt?: string;
}

export interface KeyEntry extends KeyFacts {
  readonly condition: KeyCondition;
}

export interface NewKey {
  readonly keyId: string;
  readonly principal: RegistryPrincipal;
  /** For a rotation: a key of the same Principal in the same store. */
  readonly replaces?: string;
}

export interface ImportedKey {
  readonly principal: RegistryPrincipal;
  readonly replaces?: string;
  /** Takes a file that says `testOnly` too. Such a key must never sign for a real Organization. */
  readonly allowTestKey?: boolean;
}

/** What a restore did with each key of a backup, by key id. */
export interface RestoreReport {
  readonly restored: readonly string[];
  readonly alreadyThere: readonly string[];
  /** The store has another key under the id, or the key under another id. Nothing was overwritten. */
  readonly conflicting: readonly string[];
}

/** What a backup is good for, by key id. */
export interface BackupVerdict {
  /** Keys of this store that the backup holds, each proven to sign. */
  readonly covered: readonly string[];
  /** Keys of this store that the backup does not hold. */
  readonly absent: readonly string[];
  /** Keys that only the backup holds. */
  readonly further: readonly string[];
}

export type KeyStoreChange =
  | { readonly kind: 'condition'; readonly condition: KeyCondition; readonly previous: KeyCondition }
  | { readonly kind: 'keys' };

/** Faults are values; an operation rejects only for a bug. */
export interface KeyStore {
  readonly kind: KeyStoreKind;
  readonly condition: KeyCondition;
  /** Hears of every change of the store's condition or of its keys. A listener throws nothing. Returns the way to stop. */
  watch(listener: (change: KeyStoreChange) => void): () => void;
  /** Public facts alone, oldest first. Works while the store is locked, and asks nothing of a keychain. */
  list(): Promise<Result<readonly KeyEntry[], KeyFault>>;
  /** Reads every secret once, and so finds out in which condition each key is. A keychain may prompt. */
  check(): Promise<Result<readonly KeyEntry[], KeyFault>>;
  create(key: NewKey): Promise<Result<KeyEntry, KeyFault>>;
  /** Takes over a key from a file of `heddle keygen`. The file itself is left alone. */
  importFile(content: Uint8Array, owner: ImportedKey): Promise<Result<KeyEntry, KeyFault>>;
  /**
   * The 64-byte Ed25519 signature over the bytes as they are. Whoever calls this has checked what they say:
   * `signerFor` does.
   */
  sign(keyId: string, bytes: Uint8Array): Promise<Result<Uint8Array, KeyFault>>;
  /** Removes a key for good. What stops working with it is for the caller to say first. */
  remove(keyId: string): Promise<Result<KeyFacts, KeyFault>>;
  /** An encrypted copy of the keys named, or of all. */
  exportBackup(passphrase: string, keyIds?: readonly string[]): Promise<Result<Uint8Array, KeyFault>>;
  /** Opens a backup as a restore would, proves its keys, and notes the time for each key of this store. */
  testBackup(backup: Uint8Array, passphrase: string): Promise<Result<BackupVerdict, KeyFault>>;
  /** Takes over the keys of a backup that are not here, or whose secret is lost. Overwrites nothing. */
  restoreBackup(backup: Uint8Array, passphrase: string): Promise<Result<RestoreReport, KeyFault>>;
  /** Forgets what is held in memory and refuses to sign until `unlock`. */
  lock(): void;
  /** Only the passphrase file needs the passphrase. A keychain is asked again, and may prompt. */
  unlock(passphrase?: string): Promise<Result<void, KeyFault>>;
}

/** What comes from outside. */
export interface KeyStorePorts {
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Unpredictable bytes: seeds, salts and nonces come from here. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** The scrypt cost of new passphrases when it is not the usual one: tests do with the least. */
  readonly passphraseCostN?: number;
}
