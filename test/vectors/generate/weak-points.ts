// Encodings that strict Ed25519 refuses (SIG-041…SIG-044), and the one that only a public key may not be.
import { add, decodePoint, encodePoint, findPoint, IDENTITY, littleEndian, ORDER_8 } from './curve.ts';
import { signerOf } from './keys.ts';

const P = 2n ** 255n - 19n;
const SIGN_BIT = 2n ** 255n;

/** The neutral element: fine as R (SIG-042), weak as a public key (SIG-044). */
export const IDENTITY_ENCODING = encodePoint(IDENTITY);

/** The smallest y above 1 without a point. */
function yOffTheCurve(): bigint {
  let y = 2n;
  while (findPoint(y) !== undefined) y += 1n;
  return y;
}

const honest = decodePoint(signerOf('weaver').publicKey);

/** Never acceptable, neither as R nor as a public key. */
export const WEAK_ENCODINGS = {
  'y-equals-p': littleEndian(P, 32),
  // As a lenient decoder reads it, the identity: y = 1.
  'y-equals-p-plus-1': littleEndian(P + 1n, 32),
  // As a lenient decoder reads it, a point of the curve: y = 3.
  'y-equals-p-plus-3': littleEndian(P + 3n, 32),
  'y-all-ones': littleEndian(SIGN_BIT - 1n, 32),
  'off-curve': littleEndian(yOffTheCurve(), 32),
  'negative-zero': littleEndian(1n | SIGN_BIT, 32),
  'negative-zero-of-order-2': littleEndian((P - 1n) | SIGN_BIT, 32),
  'order-2': littleEndian(P - 1n, 32),
  'order-4': littleEndian(0n, 32),
  'order-4-other-sign': littleEndian(SIGN_BIT, 32),
  'order-8': encodePoint(ORDER_8),
  'mixed-order-2': encodePoint(add(honest, { x: 0n, y: P - 1n })),
  'mixed-order-8': encodePoint(add(honest, ORDER_8)),
} as const satisfies Record<string, Uint8Array>;
