// From a passphrase to a key (scrypt, RFC 7914), with a cost that a hostile file can neither lift nor lower at will.
import { scrypt } from 'node:crypto';
import type { JsonValue } from '../protocol/json.ts';
import { isJsonObject } from '../protocol/json.ts';
import { decodeBase64Url } from '../protocol/base64url.ts';
import { hasMembers } from './key-facts.ts';

/** How the key was derived: stored beside what it protects. */
export interface PassphraseCost {
  readonly name: 'scrypt';
  /** CPU and memory cost, a power of two. */
  readonly n: number;
  /** Block size. */
  readonly r: number;
  /** Parallelism. */
  readonly p: number;
  /** At least 16 bytes as base64url. */
  readonly salt: string;
}

/** OWASP's first choice for scrypt: 128 MiB, some tenths of a second. */
export const DEFAULT_COST_N = 2 ** 17;
/** Less is cracked too fast; 2 ** 20 with r = 8 takes one GiB, the most we spend on a file before it is proven. */
export const MIN_COST_N = 2 ** 14;
const MAX_COST_N = 2 ** 20;
const BLOCK_SIZE = 8;
const MAX_PARALLELISM = 4;
export const SALT_BYTES = 16;
const MAX_SALT_BYTES = 64;
const DERIVED_BYTES = 32;
/** NIST SP 800-63B: the shortest that a person may choose. */
const MIN_PASSPHRASE_LENGTH = 8;

export function costOf(n: number, salt: string): PassphraseCost {
  return { name: 'scrypt', n, r: BLOCK_SIZE, p: 1, salt };
}

/** The stored cost when it is one that we spend, undefined otherwise. */
export function readPassphraseCost(value: JsonValue | undefined): PassphraseCost | undefined {
  if (!isJsonObject(value) || !hasMembers(value, ['name', 'n', 'r', 'p', 'salt'])) return undefined;
  const { name, n, r, p, salt } = value;
  if (name !== 'scrypt' || r !== BLOCK_SIZE || typeof n !== 'number' || typeof p !== 'number')
    return undefined;
  const saltBytes = typeof salt === 'string' ? decodeBase64Url(salt) : undefined;
  const isBounded =
    Number.isInteger(Math.log2(n)) &&
    n >= MIN_COST_N &&
    n <= MAX_COST_N &&
    Number.isInteger(p) &&
    p >= 1 &&
    p <= MAX_PARALLELISM &&
    saltBytes !== undefined &&
    saltBytes.length >= SALT_BYTES &&
    saltBytes.length <= MAX_SALT_BYTES;
  // Every member has just been checked.
  return isBounded ? (value as unknown as PassphraseCost) : undefined;
}

export function isPassphraseLongEnough(passphrase: string): boolean {
  return passphrase.normalize('NFC').length >= MIN_PASSPHRASE_LENGTH;
}

/** 32 bytes, the caller's to wipe. Keyboards compose characters differently, so the text is taken in its NFC form. */
export function deriveKey(passphrase: string, { n, r, p, salt }: PassphraseCost): Promise<Buffer> {
  const text = Buffer.from(passphrase.normalize('NFC'));
  // OpenSSL counts a little more than the 128·n·r bytes of the big table.
  const maxmem = 128 * r * (n + p + 2);
  return new Promise((resolve, reject) => {
    scrypt(text, Buffer.from(salt, 'base64url'), DERIVED_BYTES, { N: n, r, p, maxmem }, (error, derived) => {
      text.fill(0);
      if (error === null) resolve(derived);
      else reject(error);
    });
  });
}
