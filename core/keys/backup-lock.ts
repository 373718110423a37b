// A lock that everybody can close and only a passphrase opens: so that a backup can be made at any time without the passphrase
// being kept anywhere. It is an X25519 key pair (RFC 7748) whose private half is encrypted under the passphrase.
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { decodeBase64Url, encodeBase64Url } from '../protocol/base64url.ts';
import { isJsonObject, type JsonValue } from '../protocol/json.ts';
import { accept, type Result } from '../protocol/result.ts';
import { hasMembers } from './key-facts.ts';
import { fail, type KeyFault } from './key-fault.ts';
import type { KeyStorePorts } from './key-store.ts';
import {
  costOf,
  DEFAULT_COST_N,
  deriveKey,
  isPassphraseLongEnough,
  type PassphraseCost,
  readPassphraseCost,
  SALT_BYTES,
} from './passphrase.ts';

/** Nothing in it is secret, as long as the passphrase cannot be guessed. Bytes are base64url. */
export interface BackupLock {
  readonly cost: PassphraseCost;
  readonly publicKey: string;
  /** Nonce, private key and tag. */
  readonly privateKey: string;
}

type LockPorts = Pick<KeyStorePorts, 'randomBytes' | 'passphraseCostN'>;

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const INFO = 'heddle-profile-backup 1';
/** The DER around the 32 bytes of an X25519 key (RFC 8410). */
const SPKI = Buffer.from('302a300506032b656e032100', 'hex');
const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex');

export async function createBackupLock(
  passphrase: string,
  { randomBytes, passphraseCostN }: LockPorts,
): Promise<Result<BackupLock, KeyFault>> {
  if (!isPassphraseLongEnough(passphrase)) return fail('weak-passphrase', 'the passphrase is too short');
  const cost = costOf(passphraseCostN ?? DEFAULT_COST_N, encodeBase64Url(randomBytes(SALT_BYTES)));
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  const secret = privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(PKCS8.length);
  const derived = await deriveKey(passphrase, cost);
  try {
    const nonce = randomBytes(NONCE_BYTES);
    const rawPublic = rawOf(publicKey);
    const cipher = createCipheriv(CIPHER, derived, nonce).setAAD(rawPublic);
    const box = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    return accept({ cost, publicKey: encodeBase64Url(rawPublic), privateKey: encodeBase64Url(box) });
  } finally {
    derived.fill(0);
    secret.fill(0);
  }
}

/** A lock as it was stored, or undefined when it is none. */
export function readBackupLock(value: JsonValue | undefined): BackupLock | undefined {
  if (!isJsonObject(value) || !hasMembers(value, ['cost', 'publicKey', 'privateKey'])) return undefined;
  const { publicKey, privateKey } = value;
  const cost = readPassphraseCost(value['cost']);
  if (cost === undefined || typeof publicKey !== 'string' || typeof privateKey !== 'string') return undefined;
  if (decodeBase64Url(publicKey)?.length !== KEY_BYTES) return undefined;
  if (decodeBase64Url(privateKey)?.length !== NONCE_BYTES + KEY_BYTES + TAG_BYTES) return undefined;
  return { cost, publicKey, privateKey };
}

/** A new key of 32 bytes, the caller's to wipe, and what whoever opens the lock needs to come to the same key. */
export function closeBackupLock(lock: BackupLock): { readonly key: Buffer; readonly ephemeral: string } {
  const own = generateKeyPairSync('x25519');
  const rawOwn = rawOf(own.publicKey);
  const key = agree(own.privateKey, publicOf(lock.publicKey), rawOwn, lock);
  return { key, ephemeral: encodeBase64Url(rawOwn) };
}

/** The key that `closeBackupLock` gave, the caller's to wipe. */
export async function openBackupLock(
  lock: BackupLock,
  passphrase: string,
  ephemeral: string,
): Promise<Result<Buffer, KeyFault>> {
  const box = Buffer.from(lock.privateKey, 'base64url');
  const derived = await deriveKey(passphrase, lock.cost);
  const tagAt = box.length - TAG_BYTES;
  try {
    const decipher = createDecipheriv(CIPHER, derived, box.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(lock.publicKey, 'base64url'))
      .setAuthTag(box.subarray(tagAt));
    const secret = decipher.update(box.subarray(NONCE_BYTES, tagAt));
    decipher.final();
    const privateKey = createPrivateKey({
      key: Buffer.concat([PKCS8, secret]),
      format: 'der',
      type: 'pkcs8',
    });
    secret.fill(0);
    const rawEphemeral = Buffer.from(ephemeral, 'base64url');
    return accept(agree(privateKey, publicOf(ephemeral), rawEphemeral, lock));
  } catch {
    // The cipher's only way to say that the tag does not fit.
    return fail('wrong-passphrase', 'the passphrase is another one');
  } finally {
    derived.fill(0);
  }
}

function agree(privateKey: KeyObject, publicKey: KeyObject, ephemeral: Uint8Array, lock: BackupLock): Buffer {
  const shared = diffieHellman({ privateKey, publicKey });
  // Both public halves are in the salt: a key belongs to one backup under one lock (RFC 9180, 4.1, does the same).
  const salt = Buffer.concat([ephemeral, Buffer.from(lock.publicKey, 'base64url')]);
  const key = Buffer.from(hkdfSync('sha256', shared, salt, INFO, KEY_BYTES));
  shared.fill(0);
  return key;
}

function rawOf(publicKey: KeyObject): Buffer {
  return publicKey.export({ type: 'spki', format: 'der' }).subarray(SPKI.length);
}

function publicOf(text: string): KeyObject {
  return createPublicKey({
    key: Buffer.concat([SPKI, Buffer.from(text, 'base64url')]),
    format: 'der',
    type: 'spki',
  });
}
