// The rules that every key store shares, over whatever keeps the keys: what is checked before a key is taken in or
// signs, what a backup is, and in which condition the store and its keys are.
import { SEED_BYTES } from '../protocol/ed25519.ts';
import { accept, type Result } from '../protocol/result.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import { openBackup, sealBackup, wipe } from './backup.ts';
import type { KeyBackend, KeyIndex, KeyWithSeed } from './key-backend.ts';
import { isKeyId, isPrincipal } from './key-facts.ts';
import { fail, isObstacle, type KeyFault } from './key-fault.ts';
import { provePair, readKeyFile, signWithSeed, usingSecret } from './key-material.ts';
import type {
  BackupVerdict,
  ImportedKey,
  KeyCondition,
  KeyEntry,
  KeyFacts,
  KeyStore,
  KeyStoreChange,
  KeyStoreKind,
  KeyStorePorts,
  NewKey,
  RestoreReport,
} from './key-store.ts';

/** What is signed to find out whether a key still is the one that it was. */
const PROBE = Buffer.from('heddle key check');

export class BackedKeyStore implements KeyStore {
  readonly #backend: KeyBackend;
  readonly #ports: KeyStorePorts;
  readonly #listeners = new Set<(change: KeyStoreChange) => void>();
  /** What the last use of a key has shown. */
  readonly #conditionByKeyId = new Map<string, KeyCondition>();
  #lastCondition: KeyCondition;
  #lastChange: Promise<unknown> = Promise.resolve();

  constructor(backend: KeyBackend, ports: KeyStorePorts) {
    this.#backend = backend;
    this.#ports = ports;
    this.#lastCondition = backend.condition;
  }

  get kind(): KeyStoreKind {
    return this.#backend.kind;
  }

  get condition(): KeyCondition {
    return this.#backend.condition;
  }

  watch(listener: (change: KeyStoreChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async list(): Promise<Result<readonly KeyEntry[], KeyFault>> {
    const index = await this.#observe(this.#backend.readIndex());
    return index.ok ? accept(index.value.list().map((facts) => this.#entryOf(facts))) : index;
  }

  async check(): Promise<Result<readonly KeyEntry[], KeyFault>> {
    const index = await this.#observe(this.#backend.readIndex());
    if (!index.ok) return index;
    for (const { keyId } of index.value.list()) {
      const signed = await this.#signWith(index.value, keyId, PROBE);
      // What stops one key is its condition; what stops the store stops the check.
      if (!signed.ok && signed.fault.keyId === undefined) return signed;
    }
    return this.list();
  }

  async create({ keyId, principal, replaces }: NewKey): Promise<Result<KeyEntry, KeyFault>> {
    const seed = this.#ports.randomBytes(SEED_BYTES);
    try {
      const proven = provePair(keyId, seed);
      if (!proven.ok) return proven;
      return await this.#takeIn(seed, {
        keyId,
        principal,
        publicKey: proven.value,
        createdAt: formatTimestamp(this.#ports.nowMs()),
        origin: 'created',
        ...(replaces === undefined ? {} : { replaces }),
      });
    } finally {
      seed.fill(0);
    }
  }

  async importFile(
    content: Uint8Array,
    { principal, replaces, allowTestKey = false }: ImportedKey,
  ): Promise<Result<KeyEntry, KeyFault>> {
    const file = readKeyFile(content);
    if (!file.ok) return file;
    const { keyId, publicKey, isTestKey, seed } = file.value;
    try {
      if (isTestKey && !allowTestKey) return fail('test-key', `${keyId} is marked as a test key`);
      return await this.#takeIn(seed, {
        keyId,
        principal,
        publicKey,
        createdAt: formatTimestamp(this.#ports.nowMs()),
        origin: 'imported',
        ...(replaces === undefined ? {} : { replaces }),
      });
    } finally {
      seed.fill(0);
    }
  }

  async sign(keyId: string, bytes: Uint8Array): Promise<Result<Uint8Array, KeyFault>> {
    const index = await this.#observe(this.#backend.readIndex());
    return index.ok ? this.#signWith(index.value, keyId, bytes) : index;
  }

  async remove(keyId: string): Promise<Result<KeyFacts, KeyFault>> {
    const removed = await this.change(() => this.#backend.removeKey(keyId));
    if (removed.ok) {
      this.#conditionByKeyId.delete(keyId);
      this.#tell({ kind: 'keys' });
    }
    return removed;
  }

  async exportBackup(passphrase: string, keyIds?: readonly string[]): Promise<Result<Uint8Array, KeyFault>> {
    const index = await this.#observe(this.#backend.readIndex());
    if (!index.ok) return index;
    const keys: KeyWithSeed[] = [];
    try {
      for (const keyId of new Set(keyIds ?? index.value.list().map((facts) => facts.keyId))) {
        const facts = index.value.get(keyId);
        if (facts === undefined) return unknownKey(keyId);
        const seed = await this.#observe(this.#backend.readSeed(keyId));
        if (!seed.ok) return seed;
        keys.push({ facts, seed: seed.value });
        // A backup of another key than the one that was meant would be found out too late.
        const signed = signWithSeed(keyId, facts.publicKey, seed.value, PROBE);
        if (!signed.ok) return signed;
      }
      return await sealBackup(keys, passphrase, this.#ports);
    } finally {
      wipe(keys);
    }
  }

  async testBackup(backup: Uint8Array, passphrase: string): Promise<Result<BackupVerdict, KeyFault>> {
    const index = await this.#observe(this.#backend.readIndex());
    if (!index.ok) return index;
    const opened = await openBackup(backup, passphrase);
    if (!opened.ok) return opened;
    wipe(opened.value);
    const publicKeyById = new Map(opened.value.map(({ facts }) => [facts.keyId, facts.publicKey]));
    const own = index.value.list();
    const isCovered = ({ keyId, publicKey }: KeyFacts) => publicKeyById.get(keyId) === publicKey;
    const covered = own.filter(isCovered).map(({ keyId }) => keyId);
    const absent = own.filter((facts) => !isCovered(facts)).map(({ keyId }) => keyId);
    const further = [...publicKeyById.keys()].filter((keyId) => !covered.includes(keyId));
    if (covered.length > 0) {
      const testedAt = formatTimestamp(this.#ports.nowMs());
      const noted = await this.change(() => this.#backend.noteBackup(covered, testedAt));
      if (!noted.ok) return noted;
      this.#tell({ kind: 'keys' });
    }
    return accept({ covered, absent, further });
  }

  async restoreBackup(backup: Uint8Array, passphrase: string): Promise<Result<RestoreReport, KeyFault>> {
    const opened = await openBackup(backup, passphrase);
    if (!opened.ok) return opened;
    try {
      return await this.#restore(opened.value);
    } finally {
      wipe(opened.value);
    }
  }

  lock(): void {
    this.#backend.lock();
    this.#conditionByKeyId.clear();
    this.#noticeCondition();
  }

  unlock(passphrase?: string): Promise<Result<void, KeyFault>> {
    return this.change(() => this.#backend.unlock(passphrase));
  }

  async #signWith(index: KeyIndex, keyId: string, bytes: Uint8Array): Promise<Result<Uint8Array, KeyFault>> {
    const facts = index.get(keyId);
    if (facts === undefined) return unknownKey(keyId);
    const seed = await this.#observe(this.#backend.readSeed(keyId));
    const signed = seed.ok
      ? usingSecret(seed.value, (secret) => signWithSeed(keyId, facts.publicKey, secret, bytes))
      : seed;
    if (signed.ok) this.#noteKey(keyId, 'available');
    else if (signed.fault.keyId === keyId && isObstacle(signed.fault.reason)) {
      this.#noteKey(keyId, signed.fault.reason);
    }
    return signed;
  }

  async #takeIn(seed: Uint8Array, facts: KeyFacts): Promise<Result<KeyEntry, KeyFault>> {
    const { keyId, principal, replaces } = facts;
    if (!isKeyId(keyId))
      return fail('bad-identifier', 'a key id is an absolute URI of at most 512 characters');
    if (!isPrincipal(principal)) return fail('bad-identifier', 'the id of a Principal is an absolute URI');
    const added = await this.change(async () => {
      const index = await this.#backend.readIndex();
      if (!index.ok) return index;
      if (replaces !== undefined && index.value.get(replaces) === undefined) return unknownKey(replaces);
      return this.#backend.addKeys([{ facts, seed }]);
    });
    if (!added.ok) return added;
    this.#conditionByKeyId.set(keyId, 'available');
    this.#tell({ kind: 'keys' });
    return accept(this.#entryOf(facts));
  }

  async #restore(keys: readonly KeyWithSeed[]): Promise<Result<RestoreReport, KeyFault>> {
    const index = await this.#observe(this.#backend.readIndex());
    if (!index.ok) return index;
    const restored: string[] = [];
    const alreadyThere: string[] = [];
    const conflicting: string[] = [];
    const added: KeyWithSeed[] = [];
    for (const key of keys) {
      const { keyId, publicKey } = key.facts;
      const known = index.value.get(keyId);
      const aliasOf = index.value.idOf(publicKey);
      if (known === undefined && aliasOf === undefined) {
        added.push(key);
        continue;
      }
      if (known?.publicKey !== publicKey) {
        conflicting.push(keyId);
        continue;
      }
      const probed = await this.#signWith(index.value, keyId, PROBE);
      if (probed.ok) alreadyThere.push(keyId);
      else if (probed.fault.keyId === undefined) return probed;
      else if (probed.fault.reason === 'changed') conflicting.push(keyId);
      else {
        const put = await this.change(() => this.#backend.restoreSeed(key));
        if (!put.ok) return put;
        this.#noteKey(keyId, 'available');
        restored.push(keyId);
      }
    }
    if (added.length > 0) {
      const done = await this.change(() => this.#backend.addKeys(added));
      if (!done.ok) return done;
      restored.push(...added.map(({ facts }) => facts.keyId));
    }
    if (restored.length > 0) this.#tell({ kind: 'keys' });
    return accept({ restored, alreadyThere, conflicting });
  }

  #entryOf(facts: KeyFacts): KeyEntry {
    const { condition } = this.#backend;
    const isStopped = condition !== 'available' && condition !== 'unchecked';
    return {
      ...facts,
      condition: isStopped ? condition : (this.#conditionByKeyId.get(facts.keyId) ?? 'unchecked'),
    };
  }

  #noteKey(keyId: string, condition: KeyCondition): void {
    if (this.#conditionByKeyId.get(keyId) === condition) return;
    this.#conditionByKeyId.set(keyId, condition);
    this.#tell({ kind: 'keys' });
  }

  /** Changes follow each other, so that each one sees what the one before has left. */
  protected change<Value>(action: () => Promise<Result<Value, KeyFault>>): Promise<Result<Value, KeyFault>> {
    const run = this.#observe(this.#lastChange.then(action));
    this.#lastChange = run.then(
      () => undefined,
      () => undefined,
    );
    return run;
  }

  async #observe<Value>(operation: Promise<Value>): Promise<Value> {
    try {
      return await operation;
    } finally {
      this.#noticeCondition();
    }
  }

  #noticeCondition(): void {
    const { condition } = this.#backend;
    const previous = this.#lastCondition;
    if (condition === previous) return;
    this.#lastCondition = condition;
    this.#tell({ kind: 'condition', condition, previous });
  }

  #tell(change: KeyStoreChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

function unknownKey(keyId: string) {
  return fail('unknown-key', `${keyId} is not here`);
}
