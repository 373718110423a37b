// The Ed25519 equation and signatures as libraries compute them. libsodium takes less than half the time of OpenSSL, but is a native
// module: where such may not be loaded (in a program under Node's permission model, on a system without a binary), OpenSSL does it.
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { createRequire } from 'node:module';
import type Sodium from 'sodium-native';
import { encodeBase64Url } from './base64url.ts';

/** Whether a 64-byte signature fits a message and a raw, strict public key. R = I is refused, whatever the equation says. */
export type EquationCheck = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;

const sodium = loadSodium();

/** Every library that is here; all give the same verdicts. */
export const EQUATION_CHECKS: Readonly<Record<string, EquationCheck>> = {
  ...(sodium === undefined ? {} : { libsodium: checkWithSodium(sodium) }),
  openssl: checkWithOpenSsl,
};

/** The quickest of them. */
export const checkEquation: EquationCheck = EQUATION_CHECKS['libsodium'] ?? checkWithOpenSsl;

/** A function that signs with one key (RFC 8032): for whoever signs often, since the key is unfolded once. */
export function openSigner(privateKey: KeyObject): (message: Uint8Array) => Uint8Array {
  const { crv, d, x } = privateKey.export({ format: 'jwk' });
  if (crv !== 'Ed25519' || d === undefined || x === undefined)
    throw new TypeError('not a private Ed25519 key');
  if (sodium === undefined) return (message) => sign(null, message, privateKey);
  // As libsodium keeps it: the seed, then the public key.
  const secretKey = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]);
  return (message) => {
    const signature = Buffer.alloc(64);
    sodium.crypto_sign_detached(signature, asBuffer(message), secretKey);
    return signature;
  };
}

function checkWithSodium({ crypto_sign_verify_detached: check }: typeof Sodium): EquationCheck {
  return (publicKey, message, signature) =>
    check(asBuffer(signature), asBuffer(message), asBuffer(publicKey));
}

// Making a key object of 32 bytes costs about as much as the half of a verification, and a few keys sign nearly everything.
const KEY_CACHE_MAX = 4_096;
const keyObjects = new Map<string, KeyObject>();

function checkWithOpenSsl(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const x = encodeBase64Url(publicKey);
  let key = keyObjects.get(x);
  if (key === undefined) {
    key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    if (keyObjects.size >= KEY_CACHE_MAX) keyObjects.clear();
    keyObjects.set(x, key);
  }
  return verify(null, message, key, signature);
}

function loadSodium(): typeof Sodium | undefined {
  try {
    return createRequire(import.meta.url)('sodium-native') as typeof Sodium;
  } catch {
    // Whatever the reason is, the other library does the same.
    return undefined;
  }
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
