// Keys in the keychain of the operating system, with an index file beside it. The keychain is asked for each signature
// and nothing is kept, so that locking it counts at once. After it has refused once it is left in peace until somebody
// unlocks: otherwise every signature that waits would bring up another prompt.
import { decodeBase64Url, encodeBase64Url } from '../protocol/base64url.ts';
import { accept, refuse, type Refused, type Result } from '../protocol/result.ts';
import { BackedKeyStore } from './backed-key-store.ts';
import { withFileLock } from './file-lock.ts';
import type { KeyBackend, KeyIndex, KeyWithSeed } from './key-backend.ts';
import { KnownKeys } from './key-facts.ts';
import { fail, failKey, isObstacle, type KeyFault, type KeyObstacle } from './key-fault.ts';
import { type KeychainPlace, MAX_INDEX_BYTES, readKeyIndex, writeKeyIndex } from './key-index.ts';
import { usingSecret } from './key-material.ts';
import type { KeyCondition, KeyFacts, KeyStore, KeyStorePorts } from './key-store.ts';
import type { KeychainAccess } from './keychain-access.ts';
import { type FileStamp, readPrivateFile, replacePrivateFile } from './private-file.ts';

export interface KeychainPlacement {
  readonly keychain: KeychainAccess;
  /** Names the app's profile in the keychain: two profiles never share a secret. */
  readonly service: string;
  readonly indexPath: string;
}

/** A key store in a keychain. Where there is no index yet, the store is `missing` until `setUp`. */
export class KeychainKeyStore extends BackedKeyStore implements KeyStore {
  readonly #keychain: KeychainBackend;

  private constructor(backend: KeychainBackend, ports: KeyStorePorts) {
    super(backend, ports);
    this.#keychain = backend;
  }

  /** Looks at the index alone: the keychain is not asked before something is signed or checked. */
  static async open(placement: KeychainPlacement, ports: KeyStorePorts): Promise<KeychainKeyStore> {
    const backend = new KeychainBackend(placement);
    await backend.readIndex();
    return new KeychainKeyStore(backend, ports);
  }

  /** Makes an empty index. Refuses when there is one already, readable or not. */
  setUp(): Promise<Result<void, KeyFault>> {
    return this.change(() => this.#keychain.setUp());
  }
}

/** Secrets are text there, because some keychains change bytes that are none. */
const SECRET_PREFIX = 'ed25519-seed:';

class KeychainBackend implements KeyBackend {
  readonly kind = 'os-keychain';
  readonly #keychain: KeychainAccess;
  readonly #place: KeychainPlace;
  readonly #path: string;
  #known: { readonly stamp: FileStamp; readonly index: KnownKeys } | undefined;
  /** What stands against reading the index. */
  #indexObstacle: KeyObstacle | undefined;
  /** What the keychain said last; an obstacle stays until `unlock`. */
  #answer: 'unchecked' | 'available' | KeyFault = 'unchecked';
  #lastQuestion: Promise<unknown> = Promise.resolve();

  constructor({ keychain, service, indexPath }: KeychainPlacement) {
    this.#keychain = keychain;
    this.#place = { keychain: keychain.name, service };
    this.#path = indexPath;
  }

  get condition(): KeyCondition {
    if (this.#indexObstacle !== undefined) return this.#indexObstacle;
    if (typeof this.#answer === 'string') return this.#answer;
    return isObstacle(this.#answer.reason) ? this.#answer.reason : 'denied';
  }

  readIndex(): Promise<Result<KeyIndex, KeyFault>> {
    return this.#load();
  }

  async readSeed(keyId: string): Promise<Result<Uint8Array, KeyFault>> {
    const secret = await this.#ask(() => this.#keychain.read(this.#place.service, keyId));
    if (!secret.ok) return secret;
    if (secret.value === undefined) return failKey(keyId, 'missing', `the keychain has no key ${keyId}`);
    const seed = usingSecret(secret.value, seedOf);
    return seed === undefined
      ? failKey(keyId, 'damaged', `what the keychain has for ${keyId} is no key`)
      : accept(seed);
  }

  addKeys(keys: readonly KeyWithSeed[]): Promise<Result<void, KeyFault>> {
    return withFileLock(this.#path, async () => {
      const loaded = await this.#load();
      if (!loaded.ok) return loaded;
      const extended = loaded.value.with(keys.map(({ facts }) => facts));
      if (!extended.ok) return extended;
      for (const { facts } of keys) {
        const fault = await this.#refuseOccupied(facts.keyId);
        if (fault !== undefined) return refuse(fault);
      }
      // The index first: a crash before the secret is there leaves a key that everybody can see is missing, and never a
      // secret that nobody knows of.
      const written = await this.#writeIndex(extended.value);
      if (!written.ok) return written;
      for (const [at, key] of keys.entries()) {
        const stored = await this.#store(key);
        if (!stored.ok) return this.#undo(extended.value, keys.slice(at), stored);
      }
      return accept(undefined);
    });
  }

  restoreSeed(key: KeyWithSeed): Promise<Result<void, KeyFault>> {
    return withFileLock(this.#path, () => this.#store(key));
  }

  noteBackup(keyIds: readonly string[], backupTestedAt: string): Promise<Result<void, KeyFault>> {
    return this.#changeIndex((index) => {
      for (const keyId of keyIds) {
        const facts = index.get(keyId);
        if (facts !== undefined) index.add({ ...facts, backupTestedAt });
      }
    });
  }

  async removeKey(keyId: string): Promise<Result<KeyFacts, KeyFault>> {
    const loaded = await this.#load();
    if (!loaded.ok) return loaded;
    const facts = loaded.value.get(keyId);
    if (facts === undefined) return fail('unknown-key', `${keyId} is not here`);
    // The secret first: after a crash here the key shows as missing, and removing it again ends it.
    const erased = await this.#ask(() => this.#keychain.erase(this.#place.service, keyId));
    if (!erased.ok) return erased;
    const changed = await this.#changeIndex((index) => index.remove(keyId));
    return changed.ok ? accept(facts) : changed;
  }

  lock(): void {
    this.#answer = { reason: 'locked', message: 'the keys are locked' };
  }

  async unlock(): Promise<Result<void, KeyFault>> {
    const loaded = await this.#load();
    if (!loaded.ok) return loaded;
    this.#answer = 'unchecked';
    // A keychain opens only when something in it is wanted.
    const [first] = loaded.value.list();
    if (first === undefined) return accept(undefined);
    const secret = await this.#ask(() => this.#keychain.read(this.#place.service, first.keyId));
    if (!secret.ok) return secret;
    secret.value?.fill(0);
    return accept(undefined);
  }

  setUp(): Promise<Result<void, KeyFault>> {
    return withFileLock(this.#path, async () => {
      const existing = await readPrivateFile(this.#path, MAX_INDEX_BYTES);
      if (!existing.ok || existing.value !== undefined) {
        return fail('already-exists', `${this.#path} is there already`);
      }
      return this.#writeIndex(new KnownKeys([]));
    });
  }

  /** Writes a secret and reads it back: what a keychain only seems to keep is no key. */
  async #store({ facts: { keyId }, seed }: KeyWithSeed): Promise<Result<void, KeyFault>> {
    const text = Buffer.from(`${SECRET_PREFIX}${encodeBase64Url(seed)}`);
    const { service } = this.#place;
    const written = await this.#ask(() => this.#keychain.write(service, keyId, text));
    text.fill(0);
    if (!written.ok) return written;
    const back = await this.readSeed(keyId);
    if (!back.ok) return refuse({ ...back.fault, keyId });
    return usingSecret(back.value, (bytes) => Buffer.from(seed).equals(bytes))
      ? accept(undefined)
      : failKey(keyId, 'changed', `the keychain gives back another secret for ${keyId}`);
  }

  /** A secret without an entry in the index is somebody's key all the same. */
  async #refuseOccupied(keyId: string): Promise<KeyFault | undefined> {
    const secret = await this.#ask(() => this.#keychain.read(this.#place.service, keyId));
    if (!secret.ok) return secret.fault;
    if (secret.value === undefined) return undefined;
    secret.value.fill(0);
    return { reason: 'already-exists', message: `the keychain already has a secret for ${keyId}` };
  }

  /**
   * Takes keys out of the index again that have not got into the keychain. The first of them may be there all the same,
   * unless the keychain was locked or has nothing: then it stays in the index, and whoever sees it can remove it.
   */
  async #undo(
    index: KnownKeys,
    [first, ...others]: readonly KeyWithSeed[],
    refused: Refused<KeyFault>,
  ): Promise<Refused<KeyFault>> {
    const { reason, keyId } = refused.fault;
    const isNowhere = keyId === undefined ? reason === 'locked' : reason === 'missing';
    if (first !== undefined && isNowhere) index.remove(first.facts.keyId);
    for (const { facts } of others) index.remove(facts.keyId);
    await this.#writeIndex(index);
    return refused;
  }

  #changeIndex(change: (index: KnownKeys) => void): Promise<Result<void, KeyFault>> {
    return withFileLock(this.#path, async () => {
      const loaded = await this.#load();
      if (!loaded.ok) return loaded;
      const index = new KnownKeys(loaded.value.list());
      change(index);
      return this.#writeIndex(index);
    });
  }

  async #writeIndex(index: KnownKeys): Promise<Result<void, KeyFault>> {
    const bytes = writeKeyIndex(this.#place, index.list());
    if (!bytes.ok) return bytes;
    const written = await replacePrivateFile(this.#path, bytes.value);
    // Read again even after a failure: the new content may have got its name before something else failed.
    const loaded = await this.#load();
    return written.ok && !loaded.ok ? loaded : written;
  }

  /** What the index says now. Read again only when it is another one than before. */
  async #load(): Promise<Result<KnownKeys, KeyFault>> {
    const file = await readPrivateFile(this.#path, MAX_INDEX_BYTES, this.#known?.stamp);
    if (!file.ok) return this.#stop(file.fault);
    if (file.value === undefined)
      return this.#stop({ reason: 'missing', message: `${this.#path} is not there` });
    if (file.value !== 'as-known') {
      const read = readKeyIndex(file.value.bytes);
      if (!read.ok) return this.#stop(read.fault);
      const { keychain, service, keys } = read.value;
      if (keychain !== this.#place.keychain || service !== this.#place.service) {
        return this.#stop({ reason: 'changed', message: `the keys were put into ${keychain} as ${service}` });
      }
      this.#known = { stamp: file.value.stamp, index: keys };
    }
    if (this.#known === undefined) throw new Error('a file is known only after it was read');
    this.#indexObstacle = undefined;
    return accept(this.#known.index);
  }

  #stop(fault: KeyFault): Refused<KeyFault> {
    if (isObstacle(fault.reason)) this.#indexObstacle = fault.reason;
    return refuse(fault);
  }

  /** One question at a time: those that wait behind a refusal are refused without asking. */
  #ask<Value>(question: () => Promise<Result<Value, KeyFault>>): Promise<Result<Value, KeyFault>> {
    const asked = this.#lastQuestion.then(async (): Promise<Result<Value, KeyFault>> => {
      if (typeof this.#answer !== 'string') return refuse(this.#answer);
      const answer = await question();
      // Locked meanwhile by somebody here: that stands, whatever the keychain says.
      if (typeof this.#answer === 'string') this.#answer = answer.ok ? 'available' : answer.fault;
      return answer;
    });
    this.#lastQuestion = asked.catch(() => undefined);
    return asked;
  }
}

function seedOf(secret: Uint8Array): Buffer | undefined {
  const text = Buffer.from(secret.buffer, secret.byteOffset, secret.byteLength).toString('latin1');
  if (!text.startsWith(SECRET_PREFIX)) return undefined;
  const seed = decodeBase64Url(text.slice(SECRET_PREFIX.length));
  return seed === undefined ? undefined : Buffer.from(seed);
}
