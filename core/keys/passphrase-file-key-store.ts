// Keys in one file under a passphrase, for machines without a keychain. Every change replaces the whole file, under a
// lock that all processes share; a crash leaves the old file or the new one.
import { accept, refuse, type Refused, type Result } from '../protocol/result.ts';
import { BackedKeyStore } from './backed-key-store.ts';
import { withFileLock } from './file-lock.ts';
import type { KeyBackend, KeyIndex, KeyWithSeed } from './key-backend.ts';
import { KnownKeys } from './key-facts.ts';
import { fail, isObstacle, type KeyFault, type KeyObstacle } from './key-fault.ts';
import type { KeyCondition, KeyFacts, KeyStore, KeyStorePorts } from './key-store.ts';
import { isPassphraseLongEnough } from './passphrase.ts';
import { type FileStamp, readPrivateFile, replacePrivateFile } from './private-file.ts';
import {
  changePassphrase,
  factsOf,
  isAuthentic,
  MAX_SEALED_BYTES,
  openKey,
  type OpenedSeal,
  openSeal,
  readSealed,
  type SealedFile,
  type SealedKeys,
  sealNew,
  withFacts,
  withKeys,
  withoutKey,
  writeSealed,
} from './sealed-keys.ts';

/** A key store in a file. Where there is no file yet, the store is `missing` until `setUp`. */
export class PassphraseFileKeyStore extends BackedKeyStore implements KeyStore {
  readonly #file: PassphraseFileBackend;

  private constructor(file: PassphraseFileBackend, ports: KeyStorePorts) {
    super(file, ports);
    this.#file = file;
  }

  /** Looks at the file, and leaves it as it is whatever it finds. */
  static async open(path: string, ports: KeyStorePorts): Promise<PassphraseFileKeyStore> {
    const file = new PassphraseFileBackend(path, ports);
    await file.readIndex();
    return new PassphraseFileKeyStore(file, ports);
  }

  /** Makes the file, unlocked. Refuses when there is one already, readable or not. */
  setUp(passphrase: string): Promise<Result<void, KeyFault>> {
    return this.change(() => this.#file.setUp(passphrase));
  }

  changePassphrase(current: string, next: string): Promise<Result<void, KeyFault>> {
    return this.change(() => this.#file.changePassphrase(current, next));
  }
}

interface Loaded extends SealedFile {
  readonly stamp: FileStamp;
  readonly index: KnownKeys;
}

class PassphraseFileBackend implements KeyBackend {
  readonly kind = 'passphrase-file';
  readonly #path: string;
  readonly #ports: KeyStorePorts;
  #loaded: Loaded | undefined;
  #seal: OpenedSeal | undefined;
  #obstacle: KeyObstacle | undefined;
  #isExchanged = false;

  constructor(path: string, ports: KeyStorePorts) {
    this.#path = path;
    this.#ports = ports;
  }

  get condition(): KeyCondition {
    return this.#obstacle ?? (this.#seal === undefined ? 'locked' : 'available');
  }

  async readIndex(): Promise<Result<KeyIndex, KeyFault>> {
    const loaded = await this.#load();
    return loaded.ok ? accept(loaded.value.index) : loaded;
  }

  async readSeed(keyId: string): Promise<Result<Uint8Array, KeyFault>> {
    const open = await this.#loadOpen();
    return open.ok ? openKey(open.value.sealed, open.value.seal, keyId) : open;
  }

  addKeys(keys: readonly KeyWithSeed[]): Promise<Result<void, KeyFault>> {
    return this.#replace(({ sealed, seal, index }) => {
      const extended = index.with(keys.map(({ facts }) => facts));
      return extended.ok ? accept(withKeys(sealed, seal, keys, this.#ports)) : extended;
    });
  }

  restoreSeed(key: KeyWithSeed): Promise<Result<void, KeyFault>> {
    return this.#replace(({ sealed, seal }) => accept(withKeys(sealed, seal, [key], this.#ports)));
  }

  noteBackup(keyIds: readonly string[], backupTestedAt: string): Promise<Result<void, KeyFault>> {
    return this.#replace(({ sealed, index }) => {
      const noted: KeyFacts[] = [];
      for (const keyId of keyIds) {
        const facts = index.get(keyId);
        if (facts !== undefined) noted.push({ ...facts, backupTestedAt });
      }
      return accept(withFacts(sealed, noted));
    });
  }

  async removeKey(keyId: string): Promise<Result<KeyFacts, KeyFault>> {
    let removed: KeyFacts | undefined;
    const done = await this.#replace(({ sealed, index }) => {
      removed = index.get(keyId);
      if (removed === undefined) return fail('unknown-key', `${keyId} is not here`);
      return accept(withoutKey(sealed, keyId));
    });
    if (!done.ok) return done;
    if (removed === undefined) throw new Error('a key was removed that is not there');
    return accept(removed);
  }

  lock(): void {
    this.#seal = undefined;
  }

  async unlock(passphrase: string | undefined): Promise<Result<void, KeyFault>> {
    // Who types the passphrase of what is there now means what is there now, also after it was exchanged.
    this.#forget();
    const loaded = await this.#load();
    if (!loaded.ok) return loaded;
    if (passphrase === undefined) return fail('locked', 'the file is opened with a passphrase');
    const seal = await openSeal(loaded.value.sealed, passphrase);
    if (!seal.ok) return seal;
    if (!isAuthentic(loaded.value, seal.value)) return this.#refuseExchanged();
    this.#seal = seal.value;
    return accept(undefined);
  }

  setUp(passphrase: string): Promise<Result<void, KeyFault>> {
    return withFileLock(this.#path, async () => {
      if (!isPassphraseLongEnough(passphrase)) return fail('weak-passphrase', 'the passphrase is too short');
      const existing = await readPrivateFile(this.#path, MAX_SEALED_BYTES);
      if (!existing.ok || existing.value !== undefined) {
        return fail('already-exists', `${this.#path} is there already`);
      }
      this.#forget();
      const { sealed, seal } = await sealNew('store', passphrase, this.#ports);
      const written = await this.#write(sealed, seal);
      if (written.ok) this.#seal = seal;
      return written;
    });
  }

  changePassphrase(current: string, next: string): Promise<Result<void, KeyFault>> {
    return withFileLock(this.#path, async () => {
      if (!isPassphraseLongEnough(next)) return fail('weak-passphrase', 'the passphrase is too short');
      const loaded = await this.#load();
      if (!loaded.ok) return loaded;
      const seal = await openSeal(loaded.value.sealed, current);
      if (!seal.ok) return seal;
      // Whatever is written next is vouched for, so nothing may be taken over that is not.
      if (!isAuthentic(loaded.value, seal.value)) return this.#refuseExchanged();
      const changed = await changePassphrase(loaded.value.sealed, current, next, this.#ports);
      return changed.ok ? this.#write(changed.value, seal.value) : changed;
    });
  }

  /** Replaces the content under the lock, with what it is at that moment as the start. */
  #replace(
    change: (open: Loaded & { readonly seal: OpenedSeal }) => Result<SealedKeys, KeyFault>,
  ): Promise<Result<void, KeyFault>> {
    return withFileLock(this.#path, async () => {
      const open = await this.#loadOpen();
      if (!open.ok) return open;
      const changed = change(open.value);
      return changed.ok ? this.#write(changed.value, open.value.seal) : changed;
    });
  }

  async #write(sealed: SealedKeys, seal: OpenedSeal): Promise<Result<void, KeyFault>> {
    const bytes = writeSealed({ ...sealed, revision: sealed.revision + 1 }, seal);
    if (!bytes.ok) return bytes;
    const written = await replacePrivateFile(this.#path, bytes.value);
    // Read again even after a failure: the new content may have got its name before something else failed.
    const loaded = await this.#load();
    return written.ok && !loaded.ok ? loaded : written;
  }

  async #loadOpen(): Promise<Result<Loaded & { readonly seal: OpenedSeal }, KeyFault>> {
    const loaded = await this.#load();
    if (!loaded.ok) return loaded;
    const seal = this.#seal;
    return seal === undefined ? fail('locked', 'the keys are locked') : accept({ ...loaded.value, seal });
  }

  /** What the file says now. Read again only when it is another one than before. */
  async #load(): Promise<Result<Loaded, KeyFault>> {
    const known = this.#loaded;
    const file = await readPrivateFile(this.#path, MAX_SEALED_BYTES, known?.stamp);
    if (!file.ok) return this.#stopWith(file.fault);
    if (file.value === undefined) return this.#stop('missing', `${this.#path} is not there`);
    if (file.value === 'as-known') {
      if (known === undefined) throw new Error('a file is known only after it was read');
      return this.#goOn(known);
    }
    const read = readSealed(file.value.bytes, 'store');
    if (!read.ok) return this.#stopWith(read.fault);
    const { sealed } = read.value;
    const loaded = { ...read.value, stamp: file.value.stamp, index: new KnownKeys(factsOf(sealed)) };
    this.#loaded = loaded;
    // While it is open, only the same file may follow, and none that is older: another one was put in its place.
    const isOlder = known !== undefined && sealed.revision < known.sealed.revision;
    if (this.#seal !== undefined && (isOlder || !isAuthentic(loaded, this.#seal)))
      return this.#refuseExchanged();
    return this.#goOn(loaded);
  }

  #forget(): void {
    this.#seal = undefined;
    this.#loaded = undefined;
    this.#isExchanged = false;
  }

  #goOn(loaded: Loaded): Result<Loaded, KeyFault> {
    if (this.#isExchanged) return this.#refuseExchanged();
    this.#obstacle = undefined;
    return accept(loaded);
  }

  /** From now on until somebody opens what is there, with its passphrase. */
  #refuseExchanged() {
    this.#seal = undefined;
    this.#isExchanged = true;
    return this.#stop(
      'changed',
      `${this.#path} is not the file that was opened before, or was changed by others`,
    );
  }

  #stop(obstacle: KeyObstacle, message: string) {
    this.#obstacle = obstacle;
    return fail(obstacle, message);
  }

  #stopWith(fault: KeyFault): Refused<KeyFault> {
    if (isObstacle(fault.reason)) this.#obstacle = fault.reason;
    return refuse(fault);
  }
}
