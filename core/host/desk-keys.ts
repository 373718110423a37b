// The keys of a profile: in the keychain of the system, or in a file under a passphrase where there is none. What a window
// hears of them is public; files with keys are read and written here.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { KeyRow, KeyStoreSummary } from '../contract/keys.ts';
import type { Fault } from '../contract/values.ts';
import type { LiveSource } from '../coordinator/desk-runtime/live-queries.ts';
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import type { DeskKeys } from '../coordinator/desk-runtime/ports.ts';
import { say, textsOf } from '../coordinator/desk-runtime/words/texts.ts';
import type { KeyStatus } from '../coordinator/desk/attention/attention-types.ts';
import type { KeyCondition } from '../coordinator/desk/connection.ts';
import { KeychainKeyStore } from '../keys/keychain-key-store.ts';
import { systemKeychain } from '../keys/keychain-access.ts';
import { type KeyFault, KeyUnavailable } from '../keys/key-fault.ts';
import { signerFor, type StoredKeySigner } from '../keys/key-signer.ts';
import type {
  KeyCondition as StoredCondition,
  KeyEntry,
  KeyStore,
  KeyStorePorts,
} from '../keys/key-store.ts';
import { PassphraseFileKeyStore } from '../keys/passphrase-file-key-store.ts';
import { exportUsableKeys } from '../keys/usable-backup.ts';
import type { DocumentKind } from '../protocol/document-kinds.ts';
import type { Actor } from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import type { Unsigned } from '../protocol/sign.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import { millisecondsOf } from '../sync/sync-ports.ts';
import type { ProfilePaths } from './desk-profile.ts';
import { keyEffectsOf } from './key-effects.ts';
import { fingerprintOf } from './key-fingerprint.ts';
import { missingKeysOf } from './missing-keys.ts';
import type { KeyService, Nothing } from './desk-services.ts';
import { newId } from '../sync/system-ports.ts';

export type KeyStoreChoice = 'os-keychain' | 'passphrase-file';

/** Under which name a profile keeps its secrets in the keychain: two profiles never share one. */
export function keychainServiceOf(folder: string): string {
  return `heddle-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
}

/** The store that a profile has; for a new one the keychain where the system has one, and a file elsewhere. */
export async function openKeyStore(
  paths: ProfilePaths,
  folder: string,
  wanted: KeyStoreChoice | undefined,
  passphraseCostN?: number,
): Promise<KeyStore> {
  const ports: KeyStorePorts = {
    nowMs: () => Date.now(),
    randomBytes: (count) => randomBytes(count),
    ...(passphraseCostN === undefined ? {} : { passphraseCostN }),
  };
  const known = existsSync(paths.keyIndex)
    ? 'os-keychain'
    : existsSync(paths.keyVault)
      ? 'passphrase-file'
      : undefined;
  const choice = known ?? wanted ?? (hasKeychain() ? 'os-keychain' : 'passphrase-file');
  if (choice === 'passphrase-file') return PassphraseFileKeyStore.open(paths.keyVault, ports);
  const service = keychainServiceOf(folder);
  return KeychainKeyStore.open({ keychain: systemKeychain(), service, indexPath: paths.keyIndex }, ports);
}

function hasKeychain(): boolean {
  if (process.platform !== 'linux') return true;
  return (process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '') !== '';
}

const CONDITIONS: { readonly [Condition in StoredCondition]: KeyCondition } = {
  unchecked: 'usable',
  available: 'usable',
  locked: 'locked',
  denied: 'locked',
  missing: 'missing',
  changed: 'backend-changed',
  damaged: 'backend-changed',
};

interface ListedKey {
  readonly entry: KeyEntry;
  readonly store: KeyStore;
  /** What it is, in the language of the person; empty for a key of the profile. */
  readonly mark: string;
}

export class ProfileKeys implements DeskKeys {
  readonly store: KeyStore;
  private readonly signers = new Map<string, StoredKeySigner>();
  private entries: readonly KeyEntry[] = [];
  private onChange: () => void = () => {};
  /** Keys of the demo, which are in no store of the profile. */
  private guests: ProfileKeys | undefined;
  private markOfGuests = () => '';

  private constructor(store: KeyStore) {
    this.store = store;
  }

  static async open(store: KeyStore): Promise<ProfileKeys> {
    const keys = new ProfileKeys(store);
    await keys.refresh();
    return keys;
  }

  /** Hears of every change of the store, and says so once what is known is up to date. */
  watch(onChange: () => void, onFault: (error: unknown) => void): () => void {
    this.onChange = onChange;
    return this.store.watch(() => {
      this.refresh().catch(onFault);
    });
  }

  list(): readonly KeyEntry[] {
    return this.entries;
  }

  /** Lets other keys sign too, as long as they are here. `mark` says beside each of them what they are. */
  lodge(guests: ProfileKeys | undefined, mark = () => ''): void {
    this.guests = guests;
    this.markOfGuests = mark;
    this.onChange();
  }

  /** Each of the profile's own keys, and the guests' with their mark. */
  listAll(): readonly ListedKey[] {
    const own = this.entries.map((entry) => ({ entry, store: this.store, mark: '' }));
    const mark = this.markOfGuests();
    const guests = this.guests?.listAll().map(({ entry, store }) => ({ entry, store, mark })) ?? [];
    return [...own, ...guests];
  }

  readonly conditionOf = (keyId: string): KeyCondition => {
    const entry = this.entries.find((each) => each.keyId === keyId);
    if (entry === undefined) return this.guests?.conditionOf(keyId) ?? 'missing';
    // The store as a whole counts before a key that was not looked at.
    const whole = CONDITIONS[this.store.condition];
    return whole === 'usable' ? CONDITIONS[entry.condition] : whole;
  };

  /** A signer that may be asked at any time; it rejects while the key cannot be used. */
  async signerOf(keyId: string): Promise<Result<StoredKeySigner, KeyFault>> {
    const known = this.signers.get(keyId);
    if (known !== undefined) return accept(known);
    const signer = await signerFor(this.store, keyId);
    if (signer.ok) this.signers.set(keyId, signer.value);
    return signer;
  }

  /** For the client side of an identity: what is kept stays readable also when its key cannot even be found. */
  async signerFor(keyId: string): Promise<Pick<StoredKeySigner, 'keyId' | 'publicKey' | 'sign'>> {
    const signer = await this.signerOf(keyId);
    if (signer.ok) return signer.value;
    const { fault } = signer;
    return { keyId, publicKey: new Uint8Array(32), sign: () => Promise.reject(new KeyUnavailable(fault)) };
  }

  readonly signDocument = async (keyId: string, kind: DocumentKind, unsigned: object): Promise<object> => {
    const guest = this.guests?.list().some((entry) => entry.keyId === keyId) === true;
    if (guest && this.guests !== undefined) return this.guests.signDocument(keyId, kind, unsigned);
    const signer = await this.signerOf(keyId);
    if (!signer.ok) throw new Error(signer.fault.message);
    // The composer says which kind it is; signing checks it against the schema.
    const signed = await signer.value.signDocument(kind, unsigned as Unsigned<typeof kind>);
    if (!signed.ok) throw new Error(`${kind} was not signed: ${signed.fault.message}`);
    return signed.value.document;
  };

  async refresh(): Promise<void> {
    const listed = await this.store.list();
    this.entries = listed.ok ? listed.value : [];
    this.onChange();
  }
}

/** What the attention list says about keys. */
export function keyStatusesOf(keys: ProfileKeys, desk: DeskRuntime): readonly KeyStatus[] {
  return desk.connections().flatMap(({ facts, links }) =>
    links.map(({ keyId, actor }): KeyStatus => ({
      connectionId: facts.connectionId,
      keyId,
      actor,
      condition: keys.conditionOf(keyId),
      validUntilMs: undefined,
      // A demo's keys are thrown away with it.
      hasTestedBackup:
        facts.kind === 'demo' ||
        keys.list().find((entry) => entry.keyId === keyId)?.backupTestedAt !== undefined,
    })),
  );
}

export interface KeyServiceOptions {
  readonly keys: ProfileKeys;
  readonly desk: DeskRuntime;
  readonly paths: ProfilePaths;
}

export function createKeyService({ keys, desk, paths }: KeyServiceOptions): KeyService {
  const { store } = keys;
  const fault = ({ reason }: Pick<KeyFault, 'reason'>): { readonly ok: false; readonly fault: Fault } => ({
    ok: false,
    fault: { code: reason, words: say(`key-fault.${reason}`, textsOf(desk.language).row.keyFaults[reason]) },
  });
  const done = async (result: Result<unknown, KeyFault>): Promise<Result<Nothing, Fault>> => {
    await keys.refresh();
    return result.ok ? accept({}) : fault(result.fault);
  };
  const keyOf = async (
    result: Result<KeyEntry, KeyFault>,
  ): Promise<Result<{ readonly keyId: string }, Fault>> => {
    await keys.refresh();
    return result.ok ? accept({ keyId: result.value.keyId }) : fault(result.fault);
  };
  const readAt = async (path: string): Promise<Result<Uint8Array, Fault>> => {
    try {
      return accept(await readFile(path));
    } catch {
      return fault({ reason: 'missing' });
    }
  };
  return {
    source: () => keySource(keys, desk, paths),
    create: async (principal, keyId) => {
      await makeReady(store);
      return keyOf(await store.create({ keyId: keyId ?? newId(), principal }));
    },
    importFile: async (path, principal) => {
      const content = await readAt(path);
      if (!content.ok) return content;
      await makeReady(store);
      return keyOf(await store.importFile(content.value, { principal }));
    },
    rotate: async (keyId) => {
      const entry = keys.list().find((each) => each.keyId === keyId);
      if (entry === undefined) return fault({ reason: 'unknown-key' });
      return keyOf(await store.create({ keyId: newId(), principal: entry.principal, replaces: keyId }));
    },
    removalEffects: async (keyId) => {
      const { row } = textsOf(desk.language);
      const entry = keys.list().find((each) => each.keyId === keyId);
      if (entry === undefined) return fault({ reason: 'unknown-key' });
      const others = keys
        .list()
        .filter((each) => each.keyId !== keyId && each.principal.id === entry.principal.id);
      const effects = desk
        .connections()
        .filter(({ links }) => links.some((link) => link.keyId === keyId))
        .map(({ facts }) => say('removal.connection', row.removal.connection(facts.name)));
      effects.push(...keyEffectsOf(desk, keyId));
      if (others.length === 0) effects.push(say('removal.only-key', row.removal.onlyKey));
      return accept({ effects });
    },
    remove: async (keyId) => done(await store.remove(keyId)),
    lock: async () => {
      store.lock();
      return done(accept(undefined));
    },
    unlock: async (passphrase) => {
      // The first passphrase is the one that the file is made with.
      if (
        store instanceof PassphraseFileKeyStore &&
        store.condition === 'missing' &&
        passphrase !== undefined
      ) {
        return done(await store.setUp(passphrase));
      }
      return done(await store.unlock(passphrase));
    },
    backUp: async (passphrase, keyIds, path) => {
      const backup = await exportUsableKeys(store, passphrase, keyIds);
      // Which of them can be had was found out only now.
      await keys.refresh();
      if (!backup.ok) return fault(backup.fault);
      const { content, missing } = backup.value;
      const target =
        path ?? join(paths.backups, `keys-${formatTimestamp(Date.now()).replaceAll(':', '-')}.backup`);
      try {
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        // Nothing that exists is overwritten: it may be the only copy of something.
        await writeFile(target, content, { flag: 'wx', mode: 0o600, flush: true });
      } catch {
        return fault({ reason: 'not-written' });
      }
      const missingKeys = missingKeysOf(missing, desk.language, (actor) => nameOf(desk, actor));
      return accept({ path: target, missingKeys });
    },
    testBackup: async (path, passphrase) => {
      const content = await readAt(path);
      if (!content.ok) return content;
      const verdict = await store.testBackup(content.value, passphrase);
      await keys.refresh();
      if (!verdict.ok) return fault(verdict.fault);
      const { covered, absent, further } = verdict.value;
      return accept({ covered: [...covered], absent: [...absent], further: [...further] });
    },
    restore: async (path, passphrase) => {
      const content = await readAt(path);
      if (!content.ok) return content;
      await makeReady(store);
      const report = await store.restoreBackup(content.value, passphrase);
      await keys.refresh();
      if (!report.ok) return fault(report.fault);
      const { restored, alreadyThere, conflicting } = report.value;
      return accept({
        restored: [...restored],
        alreadyThere: [...alreadyThere],
        conflicting: [...conflicting],
      });
    },
  };
}

/** A keychain's index is made with the first key; a file needs its passphrase first. */
export async function makeReady(store: KeyStore): Promise<void> {
  if (store instanceof KeychainKeyStore && store.condition === 'missing') await store.setUp();
}

function keySource(
  keys: ProfileKeys,
  desk: DeskRuntime,
  paths: ProfilePaths,
): LiveSource<KeyRow, KeyStoreSummary> {
  return {
    concerns: (topic) => topic.kind === 'area' && (topic.area === 'keys' || topic.area === 'connections'),
    read: () => {
      const { row } = textsOf(desk.language);
      const { kind, condition } = keys.store;
      return {
        rows: keys.listAll().map((key) => keyRow(key, desk)),
        summary: {
          store: kind,
          condition,
          words: say(`key.${condition}`, `${row.keyStores[kind]}: ${row.keyConditions[condition]}`),
          wantsPassphrase: kind === 'passphrase-file' && (condition === 'locked' || condition === 'missing'),
          backupFolder: paths.backups,
        },
      };
    },
  };
}

function keyRow({ entry, store, mark }: ListedKey, desk: DeskRuntime): KeyRow {
  const { row } = textsOf(desk.language);
  const { keyId, principal, publicKey, createdAt, origin, condition, replaces, backupTestedAt } = entry;
  const used = desk
    .connections()
    .filter(({ links }) => links.some((link) => link.keyId === keyId))
    .map(({ facts }) => ({ connectionId: facts.connectionId, name: facts.name }));
  const result: KeyRow = {
    id: keyId,
    sort: createdAt,
    keyId,
    principal: { ...actorOf(principal), name: nameOf(desk, actorOf(principal)) },
    fingerprint: fingerprintOf(publicKey),
    publicKey,
    origin,
    createdAtMs: millisecondsOf(createdAt),
    condition,
    words: say(`key.${condition}`, [row.keyConditions[condition], mark].filter(Boolean).join(' · ')),
    store: store.kind,
    connections: used,
  };
  if (replaces !== undefined) result.replacesKeyId = replaces;
  if (backupTestedAt !== undefined) result.backupTestedAtMs = millisecondsOf(backupTestedAt);
  return result;
}

function actorOf({ type, id }: KeyEntry['principal']): Actor {
  return { type, id };
}

/** What an identity of this computer is called, or else its id. */
export function nameOf(desk: DeskRuntime, actor: Actor): string {
  const links = desk.connections().flatMap((connection) => connection.links);
  return links.find((link) => link.actor.id === actor.id)?.name ?? actor.id;
}
