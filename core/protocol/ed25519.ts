// Strict Ed25519 (SIG-040…SIG-046): which encodings of points and scalars are acceptable, and the equation itself.
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { encodeBase64Url } from './base64url.ts';
import { checkEquation } from './ed25519-equation.ts';

export const PUBLIC_KEY_BYTES = 32;
export const SEED_BYTES = 32;
export const SIGNATURE_BYTES = 64;

/** The order L of the base point, little-endian (SIG-043). */
const ORDER = Uint8Array.from(
  Buffer.from('edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010', 'hex'),
);

/**
 * Whether 32 bytes are the canonical encoding of a curve point in the prime-order subgroup, the identity included:
 * what SIG-041 and SIG-042 ask of R. Refuses y ≥ p, points off the curve, "negative zero", small and mixed order.
 * Slow (about a millisecond: a full scalar multiplication), so a verifier calls it only to name a failure.
 */
export function isStrictPoint(encoding: Uint8Array): boolean {
  if (encoding.length !== PUBLIC_KEY_BYTES) return false;
  try {
    return ed25519.Point.fromBytes(encoding, false).isTorsionFree();
  } catch {
    // The library's only way to refuse an encoding; it has no other failure on 32 bytes.
    return false;
  }
}

// A Registry is validated as a whole again and again with the same keys, and the check is pure: remember verdicts.
// Bounded, oldest out first, so that hostile evidence cannot grow it.
const STRICT_KEY_CACHE_MAX = 65_536;
const strictKeyVerdicts = new Map<string, boolean>();

/** Whether 32 bytes are an acceptable public key (SIG-044): a strict point other than the identity. */
export function isStrictPublicKey(encoding: Uint8Array): boolean {
  const cacheKey = encodeBase64Url(encoding);
  const known = strictKeyVerdicts.get(cacheKey);
  if (known !== undefined) return known;
  const verdict = !isIdentity(encoding) && isStrictPoint(encoding);
  if (strictKeyVerdicts.size >= STRICT_KEY_CACHE_MAX) {
    const oldest = strictKeyVerdicts.keys().next();
    if (!oldest.done) strictKeyVerdicts.delete(oldest.value);
  }
  strictKeyVerdicts.set(cacheKey, verdict);
  return verdict;
}

function isIdentity(encoding: Uint8Array): boolean {
  return (
    encoding.length === PUBLIC_KEY_BYTES &&
    encoding[0] === 1 &&
    encoding.subarray(1).every((byte) => byte === 0)
  );
}

/** Whether the second half of a 64-byte signature is a scalar below L (SIG-043). It is never reduced. */
export function hasCanonicalScalar(signature: Uint8Array): boolean {
  for (let i = 31; i >= 0; i -= 1) {
    const byte = signature[32 + i] ?? 0;
    const limit = ORDER[i] ?? 0;
    if (byte !== limit) return byte < limit;
  }
  return false;
}

/** The raw 32 bytes of an Ed25519 public or private key object's public half. */
export function exportPublicKey(key: KeyObject): Uint8Array {
  const { x } = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' });
  if (x === undefined) throw new TypeError('not an Ed25519 key');
  return Buffer.from(x, 'base64url');
}

/** The private key object of a 32-byte seed (RFC 8032). */
export function importSeed(seed: Uint8Array): KeyObject {
  if (seed.length !== SEED_BYTES) throw new RangeError(`an Ed25519 seed has ${SEED_BYTES} bytes`);
  // PKCS #8 wrapping of RFC 8410: everything before the seed is constant.
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  } finally {
    der.fill(0);
  }
}

/**
 * The Ed25519 equation without cofactor, [S]B = R + [k]A (SIG-045). It recomputes R and compares encodings. For a
 * torsion-free public key a pass therefore also proves that R is canonical and in the prime-order subgroup.
 * `publicKey` is raw, and has passed `isStrictPublicKey`.
 */
export function satisfiesEquation(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (signature.length !== SIGNATURE_BYTES) return false;
  // Libraries refuse R = I even when the equation holds; SIG-042 allows it. Only a signer who chose the nonce 0
  // produces it, so the slow way costs nobody else anything.
  if (isIdentity(signature.subarray(0, 32))) {
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  }
  return checkEquation(publicKey, message, signature);
}

/** The deterministic Ed25519 signature of a message (RFC 8032). */
export function signMessage(privateKey: KeyObject, message: Uint8Array): Uint8Array {
  return sign(null, message, privateKey);
}
