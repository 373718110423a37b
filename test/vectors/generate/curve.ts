// Ed25519 in big integers, for the points and signatures that no library makes: weak keys, mixed-order R, S beyond L.
// For tests only: slow, not constant-time, and written apart from core/protocol/ed25519.ts on purpose.
import { createHash } from 'node:crypto';

const P = 2n ** 255n - 19n;
export const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const D = mod(-121665n * invert(121666n));
const SQRT_MINUS_ONE = power(2n, (P - 1n) / 4n);

/** A point in affine coordinates. */
export interface Point {
  readonly x: bigint;
  readonly y: bigint;
}

export const IDENTITY: Point = { x: 0n, y: 1n };
const BASE = decodePoint(littleEndian(mod(4n * invert(5n)), 32));

function mod(value: bigint, modulus = P): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = mod(base), rest = exponent; rest > 0n; rest >>= 1n, square = mod(square * square)) {
    if ((rest & 1n) === 1n) result = mod(result * square);
  }
  return result;
}

function invert(value: bigint): bigint {
  return power(value, P - 2n);
}

export function add(a: Point, b: Point): Point {
  const product = mod(D * a.x * b.x * a.y * b.y);
  return {
    x: mod((a.x * b.y + a.y * b.x) * invert(1n + product)),
    y: mod((a.y * b.y + a.x * b.x) * invert(1n - product)),
  };
}

export function multiply(point: Point, scalar: bigint): Point {
  let result = IDENTITY;
  for (let double = point, rest = scalar; rest > 0n; rest >>= 1n, double = add(double, double)) {
    if ((rest & 1n) === 1n) result = add(result, double);
  }
  return result;
}

export function encodePoint({ x, y }: Point): Uint8Array {
  return littleEndian(y | ((x & 1n) << 255n), 32);
}

/** The point with the given y and an even x, or undefined when there is none on the curve. */
export function findPoint(y: bigint): Point | undefined {
  const ySquare = mod(y * y);
  const xSquare = mod((ySquare - 1n) * invert(D * ySquare + 1n));
  const candidate = power(xSquare, (P + 3n) / 8n);
  for (const x of [candidate, mod(candidate * SQRT_MINUS_ONE)]) {
    if (mod(x * x) === xSquare) return { x: (x & 1n) === 0n ? x : mod(-x), y: mod(y) };
  }
  return undefined;
}

/** The point of a canonical encoding; throws for anything else. */
export function decodePoint(encoding: Uint8Array): Point {
  const value = fromLittleEndian(encoding);
  const point = findPoint(value & (2n ** 255n - 1n));
  if (point === undefined) throw new Error('not a point of the curve');
  return value >> 255n === (point.x & 1n) ? point : { x: mod(-point.x), y: point.y };
}

export function littleEndian(value: bigint, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn));
}

export function fromLittleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

function sha512(...parts: readonly Uint8Array[]): Uint8Array {
  return createHash('sha512').update(Buffer.concat(parts)).digest();
}

/** A point of order 8: what is left of a full-order point once its prime-order part is gone. */
export const ORDER_8 = findOrder8();

function findOrder8(): Point {
  for (let y = 2n; ; y += 1n) {
    const point = findPoint(y);
    if (point === undefined) continue;
    const torsion = multiply(point, L);
    if (multiply(torsion, 4n).y !== 1n) return torsion;
  }
}

/** How `signByHand` departs from RFC 8032. */
export interface SigningTwist {
  /** A torsion point added to R, which a cofactored verifier does not notice. */
  readonly torsion?: Point;
  /** The prefix and prehash of Ed25519ph. */
  readonly prehash?: boolean;
}

/** The 64 bytes of a signature that is honest but for the twist. */
export function signByHand(seed: Uint8Array, message: Uint8Array, twist: SigningTwist): Uint8Array {
  const expanded = sha512(seed);
  const scalar = (fromLittleEndian(expanded.subarray(0, 32)) & (2n ** 254n - 8n)) | (2n ** 254n);
  const isPrehash = twist.prehash === true;
  const domain = isPrehash
    ? Buffer.from('SigEd25519 no Ed25519 collisions\u0001\u0000', 'latin1')
    : Buffer.alloc(0);
  const signed = isPrehash ? sha512(message) : message;
  const nonce = mod(fromLittleEndian(sha512(domain, expanded.subarray(32), signed)), L);
  const honest = multiply(BASE, nonce);
  const r = encodePoint(twist.torsion === undefined ? honest : add(honest, twist.torsion));
  const a = encodePoint(multiply(BASE, scalar));
  const challenge = mod(fromLittleEndian(sha512(domain, r, a, signed)), L);
  return Buffer.concat([r, littleEndian(mod(nonce + challenge * scalar, L), 32)]);
}
