// Keys sealed under a passphrase: the format of the passphrase file and of every backup. Pure but for the derivation.
//
// Three lines of text. The first is a JSON object: how to get from the passphrase to the file's own random key, and for
// each signing key its public facts and its seed under AES-256-GCM. The second is an HMAC over the first, which only
// who has opened the file can make: no key can be dropped, added or exchanged. The third is a plain hash over both, so
// that damage is told apart from a wrong passphrase, and found even while the file is locked.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { decodeBase64Url, encodeBase64Url } from '../protocol/base64url.ts';
import { SEED_BYTES } from '../protocol/ed25519.ts';
import { hashContent } from '../protocol/hash.ts';
import { canonicalize } from '../protocol/jcs.ts';
import { isJsonObject, type JsonObject, parseJson } from '../protocol/json.ts';
import { accept, type Result } from '../protocol/result.ts';
import { hasMembers, KnownKeys, readKeyFacts } from './key-facts.ts';
import { fail, failKey, type KeyFault } from './key-fault.ts';
import { usingSecret } from './key-material.ts';
import type { KeyFacts, KeyStorePorts } from './key-store.ts';
import {
  costOf,
  DEFAULT_COST_N,
  deriveKey,
  type PassphraseCost,
  readPassphraseCost,
  SALT_BYTES,
} from './passphrase.ts';

/** A store is replaced again and again, a backup never: neither is taken for the other. */
export type SealedPurpose = 'store' | 'backup';

interface SealedKey {
  readonly facts: KeyFacts;
  /** Nonce, ciphertext and tag as base64url. */
  readonly secret: string;
}

/** What a file says, whether or not it can be opened. */
export interface SealedKeys {
  readonly purpose: SealedPurpose;
  /** Counts the replacements of a file. */
  readonly revision: number;
  readonly cost: PassphraseCost;
  /** The file's own key under the key that the passphrase gives. */
  readonly fileKey: string;
  readonly keys: ReadonlyMap<string, SealedKey>;
}

/** What opens and closes the boxes of one file. It shows nothing of itself, and dies with the last reference. */
export interface OpenedSeal {
  readonly sealing: KeyObject;
  readonly authenticating: KeyObject;
}

/** A file as it was read: its content and the proof that only `isAuthentic` can judge. */
export interface SealedFile {
  readonly sealed: SealedKeys;
  readonly body: Uint8Array;
  readonly proof: string;
}

export type SealPorts = Pick<KeyStorePorts, 'randomBytes' | 'passphraseCostN'>;

const FORMAT = 'heddle-sealed-keys';
const VERSION = 1;
/** Some 30 000 keys: what we read of a file that nobody has vouched for. */
export const MAX_SEALED_BYTES = 16 * 1024 * 1024;
const LIMITS = { maxBytes: MAX_SEALED_BYTES, maxDepth: 8 };
const FILE_KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NEWLINE = 0x0a;
const CIPHER = 'aes-256-gcm';

/** A new file without keys, under a passphrase. */
export async function sealNew(
  purpose: SealedPurpose,
  passphrase: string,
  ports: SealPorts,
): Promise<{ readonly sealed: SealedKeys; readonly seal: OpenedSeal }> {
  const fileKey = Buffer.from(ports.randomBytes(FILE_KEY_BYTES));
  try {
    const lock = await lockFileKey(fileKey, purpose, passphrase, ports);
    return { sealed: { purpose, revision: 0, ...lock, keys: new Map() }, seal: sealOf(fileKey) };
  } finally {
    fileKey.fill(0);
  }
}

/** What a passphrase opens. The file has no damage, so what does not open has another passphrase. */
export async function openSeal(
  sealed: SealedKeys,
  passphrase: string,
): Promise<Result<OpenedSeal, KeyFault>> {
  const fileKey = await unlockFileKey(sealed, passphrase);
  return fileKey.ok ? accept(usingSecret(fileKey.value, sealOf)) : fileKey;
}

/** The same keys under another passphrase. The file's own key stays, so whoever has it open keeps it open. */
export async function changePassphrase(
  sealed: SealedKeys,
  current: string,
  next: string,
  ports: SealPorts,
): Promise<Result<SealedKeys, KeyFault>> {
  const fileKey = await unlockFileKey(sealed, current);
  if (!fileKey.ok) return fileKey;
  try {
    return accept({ ...sealed, ...(await lockFileKey(fileKey.value, sealed.purpose, next, ports)) });
  } finally {
    fileKey.value.fill(0);
  }
}

/** The same file with further keys, or with other secrets or facts for keys that it has. Seeds are the caller's. */
export function withKeys(
  sealed: SealedKeys,
  seal: OpenedSeal,
  added: Iterable<{ readonly facts: KeyFacts; readonly seed: Uint8Array }>,
  ports: SealPorts,
): SealedKeys {
  const keys = new Map(sealed.keys);
  for (const { facts, seed } of added) {
    keys.set(facts.keyId, { facts, secret: close(seal.sealing, seed, identityOf(facts), ports) });
  }
  return { ...sealed, keys };
}

/** The same file with other facts for keys that it has. */
export function withFacts(sealed: SealedKeys, changed: Iterable<KeyFacts>): SealedKeys {
  const keys = new Map(sealed.keys);
  for (const facts of changed) {
    const key = keys.get(facts.keyId);
    if (key !== undefined) keys.set(facts.keyId, { ...key, facts });
  }
  return { ...sealed, keys };
}

/** The same file without a key. */
export function withoutKey(sealed: SealedKeys, keyId: string): SealedKeys {
  const keys = new Map(sealed.keys);
  keys.delete(keyId);
  return { ...sealed, keys };
}

export function factsOf({ keys }: SealedKeys): readonly KeyFacts[] {
  return Array.from(keys.values(), ({ facts }) => facts);
}

/** The seed of a key, the caller's to wipe. */
export function openKey(sealed: SealedKeys, seal: OpenedSeal, keyId: string): Result<Buffer, KeyFault> {
  const key = sealed.keys.get(keyId);
  if (key === undefined) return fail('unknown-key', `${keyId} is not here`);
  const seed = open(seal.sealing, key.secret, identityOf(key.facts));
  return seed === undefined ? failKey(keyId, 'damaged', `the secret of ${keyId} is damaged`) : accept(seed);
}

/** The bytes of a file, which only who has opened it can make. Refused when they could not be read again. */
export function writeSealed(sealed: SealedKeys, seal: OpenedSeal): Result<Uint8Array, KeyFault> {
  const { purpose, revision, cost, fileKey, keys } = sealed;
  const body = textOf({
    format: FORMAT,
    version: VERSION,
    purpose,
    revision,
    cost,
    fileKey,
    keys: Array.from(keys.values(), ({ facts, secret }) => ({ facts, secret })),
  });
  const signed = `${body}\n${proofOf(Buffer.from(body), seal)}\n`;
  const bytes = Buffer.from(`${signed}${hashContent(signed)}\n`);
  return bytes.length > MAX_SEALED_BYTES ? fail('not-written', 'these are too many keys') : accept(bytes);
}

/** Reads a file without opening it. Every change of a single bit is found here. */
export function readSealed(bytes: Uint8Array, purpose: SealedPurpose): Result<SealedFile, KeyFault> {
  const damaged = (what: string) => fail('damaged', `the sealed keys are damaged: ${what}`);
  const bodyEnd = bytes.indexOf(NEWLINE);
  const proofEnd = bytes.indexOf(NEWLINE, bodyEnd + 1);
  if (bodyEnd < 0 || proofEnd < 0) return damaged('the end is missing');
  const hash = Buffer.from(bytes.subarray(proofEnd + 1)).toString('latin1');
  if (hash !== `${hashContent(bytes.subarray(0, proofEnd + 1))}\n`) return damaged('the hash is another one');
  const body = bytes.subarray(0, bodyEnd);
  const parsed = parseJson(body, { limits: LIMITS });
  const sealed = parsed.ok && isJsonObject(parsed.value.value) ? readBody(parsed.value.value) : undefined;
  if (sealed === undefined) return damaged('they are in no form that is known here');
  if (sealed.purpose !== purpose) return damaged(`they are a ${sealed.purpose}, not a ${purpose}`);
  return accept({
    sealed,
    body,
    proof: Buffer.from(bytes.subarray(bodyEnd + 1, proofEnd)).toString('latin1'),
  });
}

/** Whether who wrote a file had opened it with the same file key. */
export function isAuthentic({ body, proof }: SealedFile, seal: OpenedSeal): boolean {
  return proofOf(body, seal) === proof;
}

function readBody(body: JsonObject): SealedKeys | undefined {
  const members = ['format', 'version', 'purpose', 'revision', 'cost', 'fileKey', 'keys'];
  if (!hasMembers(body, members) || body['format'] !== FORMAT || body['version'] !== VERSION)
    return undefined;
  const { purpose, revision, fileKey, keys } = body;
  const cost = readPassphraseCost(body['cost']);
  if (
    (purpose !== 'store' && purpose !== 'backup') ||
    typeof revision !== 'number' ||
    !Number.isSafeInteger(revision) ||
    cost === undefined ||
    !isBox(fileKey, FILE_KEY_BYTES) ||
    !Array.isArray(keys)
  ) {
    return undefined;
  }
  const read = new Map<string, SealedKey>();
  const known = new KnownKeys([]);
  for (const entry of keys) {
    if (!isJsonObject(entry) || !hasMembers(entry, ['facts', 'secret'])) return undefined;
    const { secret } = entry;
    const facts = readKeyFacts(entry['facts']);
    if (facts === undefined || !isBox(secret, SEED_BYTES)) return undefined;
    if (known.refuseBeside(facts) !== undefined) return undefined;
    known.add(facts);
    read.set(facts.keyId, { facts, secret });
  }
  return { purpose, revision, cost, fileKey, keys: read };
}

async function lockFileKey(
  fileKey: Uint8Array,
  purpose: SealedPurpose,
  passphrase: string,
  ports: SealPorts,
): Promise<Pick<SealedKeys, 'cost' | 'fileKey'>> {
  const cost = costOf(
    ports.passphraseCostN ?? DEFAULT_COST_N,
    encodeBase64Url(ports.randomBytes(SALT_BYTES)),
  );
  const derived = usingSecret(await deriveKey(passphrase, cost), (bytes) => createSecretKey(bytes));
  return { cost, fileKey: close(derived, fileKey, headerOf(purpose, cost), ports) };
}

async function unlockFileKey(
  { purpose, cost, fileKey }: SealedKeys,
  passphrase: string,
): Promise<Result<Buffer, KeyFault>> {
  const derived = usingSecret(await deriveKey(passphrase, cost), (bytes) => createSecretKey(bytes));
  const opened = open(derived, fileKey, headerOf(purpose, cost));
  return opened === undefined ? fail('wrong-passphrase', 'the passphrase is another one') : accept(opened);
}

function sealOf(fileKey: Uint8Array): OpenedSeal {
  const derive = (use: string) =>
    usingSecret(new Uint8Array(hkdfSync('sha256', fileKey, '', `${FORMAT} ${VERSION} ${use}`, 32)), (bytes) =>
      createSecretKey(bytes),
    );
  return { sealing: derive('seal'), authenticating: derive('authenticate') };
}

function proofOf(body: Uint8Array, { authenticating }: OpenedSeal): string {
  return createHmac('sha256', authenticating).update(body).digest('base64url');
}

/** What the box of the file key is bound to. */
function headerOf(purpose: SealedPurpose, cost: PassphraseCost): string {
  return textOf({ format: FORMAT, version: VERSION, purpose, cost });
}

/** What the box of a seed is bound to: a secret cannot be moved under another id. */
function identityOf({ keyId, publicKey }: KeyFacts): string {
  return textOf({ keyId, publicKey });
}

function close(key: KeyObject, plain: Uint8Array, boundTo: string, ports: SealPorts): string {
  // Random nonces are safe for 2 ** 32 boxes under one key (NIST SP 800-38D, 8.3).
  const nonce = ports.randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(boundTo));
  return encodeBase64Url(Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]));
}

/** The content of a box, the caller's to wipe; undefined when key, binding or box are others. */
function open(key: KeyObject, box: string, boundTo: string): Buffer | undefined {
  const bytes = Buffer.from(box, 'base64url');
  const tagAt = bytes.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(bytes.subarray(tagAt));
  const plain = decipher.update(bytes.subarray(NONCE_BYTES, tagAt));
  try {
    decipher.final();
    return plain;
  } catch {
    // The cipher's only way to say that the tag does not fit; what it gave out before counts for nothing.
    plain.fill(0);
    return undefined;
  }
}

function isBox(value: unknown, contentBytes: number): value is string {
  if (typeof value !== 'string') return false;
  return decodeBase64Url(value)?.length === NONCE_BYTES + contentBytes + TAG_BYTES;
}

function textOf(value: object): string {
  const text = canonicalize(value);
  if (!text.ok) throw new Error('what is sealed has a canonical form');
  return text.value;
}
