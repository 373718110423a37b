import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { ed25519, ED25519_TORSION_SUBGROUP } from '@noble/curves/ed25519.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  exportPublicKey,
  hasCanonicalScalar,
  importSeed,
  isStrictPoint,
  isStrictPublicKey,
  satisfiesEquation,
  signMessage,
} from './ed25519.ts';
import { EQUATION_CHECKS, openSigner } from './ed25519-equation.ts';
import { littleEndian, ORDER, POINTS, testKey, testSeed, utf8 } from './fixtures.test-data.ts';

const { Point } = ed25519;
type CurvePoint = InstanceType<typeof Point>;

const P = 2n ** 255n - 19n;
const TORSION = ED25519_TORSION_SUBGROUP.map((hex) => Point.fromHex(hex));
const MIXED = TORSION.slice(1).map((torsion) => Point.BASE.multiply(7n).add(torsion));

function fromLittleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes.toReversed()).toString('hex')}`);
}

function bytesOf(base64Url: string): Uint8Array {
  return Buffer.from(base64Url, 'base64url');
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

/** A point of RFC 8032 decoded as SIG-041 says, by its own arithmetic, or undefined. */
function decodePoint(encoding: Uint8Array): CurvePoint | undefined {
  const number = fromLittleEndian(encoding);
  const sign = number >> 255n;
  const y = number & (2n ** 255n - 1n);
  if (y >= P) return undefined;
  const d = mod(-121665n * power(121666n, P - 2n));
  const xx = mod((y * y - 1n) * power(mod(d * y * y + 1n), P - 2n));
  let x = power(xx, (P + 3n) / 8n);
  if (mod(x * x - xx) !== 0n) x = mod(x * power(2n, (P - 1n) / 4n));
  if (mod(x * x - xx) !== 0n) return undefined;
  if (x === 0n && sign === 1n) return undefined;
  return Point.fromAffine({ x: (x & 1n) === sign ? x : mod(-x), y });
}

function mod(value: bigint): bigint {
  return ((value % P) + P) % P;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = mod(base);
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
}

function times(point: CurvePoint, scalar: bigint): CurvePoint {
  const reduced = scalar % ORDER;
  return reduced === 0n ? Point.ZERO : point.multiply(reduced);
}

/** [L]Q = I, with L − 1 because the library reduces scalars to the range below L. */
function isPrimeOrder(point: CurvePoint): boolean {
  return (
    point.is0() ||
    point
      .multiplyUnsafe(ORDER - 1n)
      .add(point)
      .is0()
  );
}

function challenge(r: Uint8Array, publicKey: Uint8Array, message: Uint8Array): bigint {
  const digest = createHash('sha512').update(r).update(publicKey).update(message).digest();
  return fromLittleEndian(digest) % ORDER;
}

/** SIG-042, SIG-043 and SIG-045 word for word, for a strict public key. */
function isStrictSignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const encodedR = signature.subarray(0, 32);
  const s = fromLittleEndian(signature.subarray(32));
  const r = decodePoint(encodedR);
  const a = decodePoint(publicKey);
  if (r === undefined || a === undefined || !isPrimeOrder(r) || s >= ORDER) return false;
  return times(Point.BASE, s).equals(r.add(times(a, challenge(encodedR, publicKey, message))));
}

/** The one verdict of all libraries; R = I goes another way, so they are not asked. */
function fastVerdict(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const verdict = hasCanonicalScalar(signature) && satisfiesEquation(publicKey, message, signature);
  if (Buffer.compare(signature.subarray(0, 32), POINTS.identity) === 0) return verdict;
  for (const [library, check] of Object.entries(EQUATION_CHECKS)) {
    const own = hasCanonicalScalar(signature) && check(publicKey, message, signature);
    if (own !== verdict) throw new Error(`${library} says ${own}, where ${verdict} is the verdict`);
  }
  return verdict;
}

/** The secret scalar of a seed (RFC 8032 section 5.1.5), to forge signatures with. */
function scalarOf(seed: Uint8Array): bigint {
  const digest = createHash('sha512').update(seed).digest().subarray(0, 32);
  const clamped = (fromLittleEndian(digest) & (2n ** 255n - 8n)) | (2n ** 254n);
  return clamped % ORDER;
}

/** A signature whose R is any encoding: S = r + k·a satisfies the equation up to what R adds to [r]B. */
function forge(seed: Uint8Array, r: bigint, encodedR: Uint8Array, message: Uint8Array): Uint8Array {
  const publicKey = exportPublicKey(importSeed(seed));
  const s = (r + challenge(encodedR, publicKey, message) * scalarOf(seed)) % ORDER;
  return concat(encodedR, littleEndian(s));
}

describe('points (SIG-041, SIG-042, SIG-044)', () => {
  test.each([
    ['negative zero', POINTS.negativeZero],
    ['negative zero of y = -1', POINTS.negativeZeroOfMinusOne],
    ['off the curve', POINTS.offCurve],
    ['order 2', POINTS.orderTwo],
    ['order 4', POINTS.orderFour],
    ['y = p', POINTS.yIsP],
    ['y = p + 1', POINTS.yIsPPlusOne],
    ['all ones', POINTS.allOnes],
    ['noncanonical y with the sign bit', littleEndian((P + 3n) | (1n << 255n))],
    ['31 bytes', POINTS.identity.subarray(1)],
    ['33 bytes', concat(POINTS.identity, Uint8Array.of(0))],
    ['no bytes', new Uint8Array()],
    ['vector: off curve', bytesOf(`Ag${'A'.repeat(41)}`)],
    ['vector: negative zero', bytesOf(`AQ${'A'.repeat(39)}IA`)],
    ['vector: small order', bytesOf(`7P${'_'.repeat(39)}38`)],
    ['vector: y = p', bytesOf(`7f${'_'.repeat(39)}38`)],
    ['vector: noncanonical', bytesOf(`7v${'_'.repeat(39)}38`)],
    ['vector: mixed order', bytesOf(`lZmZ${'mZmZ'.repeat(9)}mZk`)],
  ])('%s is neither R nor a public key', (_, encoding) => {
    expect(isStrictPoint(encoding)).toBe(false);
    expect(isStrictPublicKey(encoding)).toBe(false);
    // Once more, now that the verdict is remembered.
    expect(isStrictPublicKey(encoding)).toBe(false);
  });

  test('the identity is an R but no public key', () => {
    expect(isStrictPoint(POINTS.identity)).toBe(true);
    expect(isStrictPublicKey(POINTS.identity)).toBe(false);
    expect(isStrictPublicKey(bytesOf(`AQ${'A'.repeat(41)}`))).toBe(false);
  });

  test('the eight torsion points but the identity', () => {
    expect(TORSION).toHaveLength(8);
    expect(TORSION.map((point) => isStrictPoint(point.toBytes()))).toStrictEqual([
      true,
      ...Array.from({ length: 7 }, () => false),
    ]);
    expect(TORSION.some((point) => isStrictPublicKey(point.toBytes()))).toBe(false);
  });

  test('mixed order: a good point plus each torsion point', () => {
    expect(isStrictPublicKey(Point.BASE.multiply(7n).toBytes())).toBe(true);
    for (const point of MIXED) {
      expect(isStrictPoint(point.toBytes())).toBe(false);
      expect(isStrictPublicKey(point.toBytes())).toBe(false);
    }
  });

  test.each([1n, 2n, ORDER - 1n])('[%i]B is a public key', (scalar) => {
    expect(isStrictPublicKey(Point.BASE.multiply(scalar).toBytes())).toBe(true);
  });

  test('property: any 32 bytes are judged as the definition judges them', () => {
    const encoding = fc.oneof(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.bigInt({ min: P - 20n, max: 2n ** 255n - 1n }).map((y) => littleEndian(y)),
      fc.bigInt({ min: 0n, max: 40n }).map((y) => littleEndian(y)),
      fc.tuple(fc.bigInt({ min: 1n, max: ORDER - 1n }), fc.nat(7)).map(([scalar, i]) =>
        Point.BASE.multiply(scalar)
          .add(TORSION[i] ?? Point.ZERO)
          .toBytes(),
      ),
    );
    fc.assert(
      fc.property(encoding, (bytes) => {
        const point = decodePoint(bytes);
        const isStrict = point !== undefined && isPrimeOrder(point);
        expect(isStrictPoint(bytes)).toBe(isStrict);
        expect(isStrictPublicKey(bytes)).toBe(isStrict && !point.is0());
      }),
      { numRuns: 150 },
    );
  });
});

function isCanonicalScalar(s: bigint): boolean {
  return hasCanonicalScalar(concat(new Uint8Array(32).fill(0xff), littleEndian(s)));
}

describe('scalars (SIG-043)', () => {
  test.each([
    ['0', 0n, true],
    ['1', 1n, true],
    ['L - 1', ORDER - 1n, true],
    ['L', ORDER, false],
    ['L + 1', ORDER + 1n, false],
    ['2L - 1', 2n * ORDER - 1n, false],
    ['2^252', 2n ** 252n, true],
    ['2^252 + 2^125', 2n ** 252n + 2n ** 125n, false],
    ['2^253', 2n ** 253n, false],
    ['2^255', 2n ** 255n, false],
    ['2^256 - 1', 2n ** 256n - 1n, false],
    ['L - 2^8', ORDER - 256n, true],
    ['L + 2^64', ORDER + 2n ** 64n, false],
  ])('%s', (_, scalar, expected) => {
    expect(isCanonicalScalar(scalar)).toBe(expected);
  });

  test('property: S < L', () => {
    const scalar = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      fc.bigInt({ min: -300n, max: 300n }).map((d) => ORDER + d),
      fc.nat(255).map((bit) => (ORDER ^ (1n << BigInt(bit))) & (2n ** 256n - 1n)),
    );
    fc.assert(
      fc.property(scalar, (s) => {
        expect(isCanonicalScalar(s)).toBe(s < ORDER);
      }),
    );
  });
});

describe('keys and signatures (SIG-040)', () => {
  // RFC 8032 section 7.1.
  test.each([
    [
      '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      '',
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    ],
    [
      '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
      '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
      '72',
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    ],
    [
      'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
      'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
      'af82',
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    ],
  ])('seed %s', (seed, publicKey, message, signature) => {
    const privateKey = importSeed(Buffer.from(seed, 'hex'));
    const bytes = Buffer.from(message, 'hex');
    const raw = exportPublicKey(privateKey);
    expect(Buffer.from(raw).toString('hex')).toBe(publicKey);
    expect(Buffer.from(signMessage(privateKey, bytes)).toString('hex')).toBe(signature);
    expect(Buffer.from(openSigner(privateKey)(bytes)).toString('hex')).toBe(signature);
    expect(satisfiesEquation(raw, bytes, Buffer.from(signature, 'hex'))).toBe(true);
    expect(Object.keys(EQUATION_CHECKS)).toEqual(['libsodium', 'openssl']);
    for (const check of Object.values(EQUATION_CHECKS)) {
      expect(check(raw, bytes, Buffer.from(signature, 'hex'))).toBe(true);
    }
  });

  test.each([0, 31, 33, 64])('a seed of %i bytes is a bug', (length) => {
    expect(() => importSeed(new Uint8Array(length))).toThrow(RangeError);
  });

  test('a program that may load no native module and start no thread checks and signs all the same', () => {
    const script = `
      import { importSeed, exportPublicKey, satisfiesEquation } from ${JSON.stringify(new URL('ed25519.ts', import.meta.url).href)};
      import { satisfiesEquationAsync } from ${JSON.stringify(new URL('ed25519-batches.ts', import.meta.url).href)};
      import { EQUATION_CHECKS, openSigner } from ${JSON.stringify(new URL('ed25519-equation.ts', import.meta.url).href)};
      const key = importSeed(new Uint8Array(32).fill(7));
      const signature = openSigner(key)(Buffer.from('hello'));
      const publicKey = exportPublicKey(key);
      const message = Buffer.from('hello');
      const many = Array.from({ length: 20 }, () => satisfiesEquationAsync(publicKey, message, signature));
      console.log(Object.keys(EQUATION_CHECKS).join(), satisfiesEquation(publicKey, message, signature), new Set(await Promise.all(many)));
    `;
    const options = ['--permission', '--allow-fs-read=*', '--input-type=module', '--eval', script];
    const { stdout } = spawnSync(process.execPath, options, { encoding: 'utf8' });
    expect(stdout.trim()).toBe('openssl true Set(1) { true }');
  });

  test('other key types have no raw public half', () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    expect(() => exportPublicKey(publicKey)).toThrow(TypeError);
  });
});

describe('second opinion (SIG-042…SIG-045): the fast verdict is the strict definition', () => {
  const seed = testSeed('second opinion');
  const publicKey = exportPublicKey(importSeed(seed));
  const message = utf8('message');

  function verdicts(signature: Uint8Array): readonly [boolean, boolean] {
    return [fastVerdict(publicKey, message, signature), isStrictSignature(publicKey, message, signature)];
  }

  test('accepts a valid signature with R = I, which SIG-042 allows (S = k·a)', () => {
    expect(verdicts(forge(seed, 0n, POINTS.identity, message))).toStrictEqual([true, true]);
  });

  test.each([1n, 5n, ORDER - 1n])('accepts a valid signature with R = [%i]B', (nonce) => {
    const signature = forge(seed, nonce, Point.BASE.multiply(nonce).toBytes(), message);
    expect(verdicts(signature)).toStrictEqual([true, true]);
  });

  test('refuses R = I with S = 0 under an unrelated key', () => {
    expect(verdicts(concat(POINTS.identity, littleEndian(0n)))).toStrictEqual([false, false]);
  });

  test('refuses S + L', () => {
    const signature = signMessage(importSeed(seed), message);
    const raised = littleEndian(fromLittleEndian(signature.subarray(32)) + ORDER);
    expect(verdicts(concat(signature.subarray(0, 32), raised))).toStrictEqual([false, false]);
  });

  test.each([
    ['y = p + 1', POINTS.yIsPPlusOne],
    ['negative zero', POINTS.negativeZero],
    ['y = p + 1 with the sign bit', littleEndian((P + 1n) | (1n << 255n))],
  ])('refuses the identity spelled as %s', (_, encodedR) => {
    expect(verdicts(forge(seed, 0n, encodedR, message))).toStrictEqual([false, false]);
  });

  test('refuses R of small or mixed order, also when the equation times eight holds', () => {
    for (const torsion of TORSION.slice(1)) {
      expect(verdicts(forge(seed, 0n, torsion.toBytes(), message))).toStrictEqual([false, false]);
      const mixed = Point.BASE.multiply(9n).add(torsion).toBytes();
      expect(verdicts(forge(seed, 9n, mixed, message))).toStrictEqual([false, false]);
    }
  });

  test.each([0, 1, 31, 32, 63, 65, 96])(
    'refuses %i bytes, whatever they start with, without an exception',
    (length) => {
      const zeros = new Uint8Array(length);
      const identityFirst = zeros.map((_, i) => (i === 0 ? 1 : 0));
      expect(satisfiesEquation(publicKey, message, zeros)).toBe(false);
      expect(satisfiesEquation(publicKey, message, identityFirst)).toBe(false);
    },
  );

  test('property: keys, messages and adversarial signatures', () => {
    const edit = fc.constantFrom(
      'none',
      'bit',
      'torsion',
      'noncanonical',
      'raise',
      'identity',
      'zero',
      'key',
      'negate',
    );
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        fc.nat(1000),
        fc.uint8Array({ maxLength: 40 }),
        edit,
        fc.nat(511),
        fc.bigInt({ min: 1n, max: ORDER - 1n }),
        (label, text, kind, bit, nonce) => {
          const key = testKey(`second opinion ${label}`);
          const signature = Uint8Array.from(signMessage(key.privateKey, text));
          const candidates: Record<typeof kind, () => Uint8Array> = {
            none: () => signature,
            bit: () => signature.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)),
            torsion: () => {
              const torsion = TORSION[bit % 8] ?? Point.ZERO;
              return forge(key.seed, nonce, Point.BASE.multiply(nonce).add(torsion).toBytes(), text);
            },
            noncanonical: () =>
              forge(key.seed, 0n, littleEndian((P + BigInt(bit % 19)) | (BigInt(bit & 1) << 255n)), text),
            raise: () =>
              concat(
                signature.subarray(0, 32),
                littleEndian(fromLittleEndian(signature.subarray(32)) + ORDER * BigInt(1 + (bit % 14))),
              ),
            identity: () => forge(key.seed, 0n, POINTS.identity, text),
            zero: () => concat(POINTS.identity, littleEndian(0n)),
            key: () => signMessage(testKey('another').privateKey, text),
            negate: () =>
              concat(
                Point.fromBytes(signature.subarray(0, 32)).negate().toBytes(),
                littleEndian(ORDER - fromLittleEndian(signature.subarray(32))),
              ),
          };
          const candidate = candidates[kind]();
          const strict = isStrictSignature(key.publicKey, text, candidate);
          seen.add(`${kind} ${strict}`);
          expect(isStrictPublicKey(key.publicKey)).toBe(true);
          expect(fastVerdict(key.publicKey, text, candidate)).toBe(strict);
        },
      ),
      { numRuns: 200 },
    );
    expect([...seen]).toEqual(
      expect.arrayContaining(['none true', 'identity true', 'bit false', 'torsion false', 'raise false']),
    );
  });
});
