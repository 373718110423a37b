// Keys that live as long as the process: for tests, and for the throw-away keys of the demo.
import { accept, type Result } from '../protocol/result.ts';
import { BackedKeyStore } from './backed-key-store.ts';
import type { KeyBackend, KeyIndex, KeyWithSeed } from './key-backend.ts';
import { KnownKeys } from './key-facts.ts';
import { fail, failKey, type KeyFault } from './key-fault.ts';
import type { KeyCondition, KeyFacts, KeyStore, KeyStorePorts } from './key-store.ts';

/** A key store that keeps nothing when the process ends. */
export function createMemoryKeyStore(ports: KeyStorePorts): KeyStore {
  return new BackedKeyStore(new MemoryBackend(), ports);
}

class MemoryBackend implements KeyBackend {
  readonly kind = 'memory';
  readonly #index = new KnownKeys([]);
  readonly #seedById = new Map<string, Buffer>();
  #isLocked = false;

  get condition(): KeyCondition {
    return this.#isLocked ? 'locked' : 'available';
  }

  async readIndex(): Promise<Result<KeyIndex, KeyFault>> {
    return accept(this.#index);
  }

  async readSeed(keyId: string): Promise<Result<Uint8Array, KeyFault>> {
    if (this.#isLocked) return this.#refuseLocked();
    const seed = this.#seedById.get(keyId);
    return seed === undefined ? failKey(keyId, 'missing', `${keyId} is missing`) : accept(Buffer.from(seed));
  }

  async addKeys(keys: readonly KeyWithSeed[]): Promise<Result<void, KeyFault>> {
    if (this.#isLocked) return this.#refuseLocked();
    const extended = this.#index.with(keys.map(({ facts }) => facts));
    if (!extended.ok) return extended;
    for (const { facts, seed } of keys) {
      this.#index.add(facts);
      this.#seedById.set(facts.keyId, Buffer.from(seed));
    }
    return accept(undefined);
  }

  async restoreSeed({ facts, seed }: KeyWithSeed): Promise<Result<void, KeyFault>> {
    if (this.#isLocked) return this.#refuseLocked();
    this.#seedById.set(facts.keyId, Buffer.from(seed));
    return accept(undefined);
  }

  async noteBackup(keyIds: readonly string[], backupTestedAt: string): Promise<Result<void, KeyFault>> {
    if (this.#isLocked) return this.#refuseLocked();
    for (const keyId of keyIds) {
      const facts = this.#index.get(keyId);
      if (facts !== undefined) this.#index.add({ ...facts, backupTestedAt });
    }
    return accept(undefined);
  }

  async removeKey(keyId: string): Promise<Result<KeyFacts, KeyFault>> {
    if (this.#isLocked) return this.#refuseLocked();
    const facts = this.#index.get(keyId);
    if (facts === undefined) return fail('unknown-key', `${keyId} is not here`);
    this.#seedById.get(keyId)?.fill(0);
    this.#seedById.delete(keyId);
    this.#index.remove(keyId);
    return accept(facts);
  }

  lock(): void {
    this.#isLocked = true;
  }

  async unlock(): Promise<Result<void, KeyFault>> {
    this.#isLocked = false;
    return accept(undefined);
  }

  #refuseLocked() {
    return fail('locked', 'the keys are locked');
  }
}
