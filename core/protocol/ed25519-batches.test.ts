// Signatures beside the caller's thread: the same verdicts and the same bytes as on it, however many come at once.
import { createHash, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createRandom, seedFromEnvironment } from '../../test/harness/random.ts';
import { satisfiesEquation, signMessage } from './ed25519.ts';
import { satisfiesEquationAsync, signMessageAsync } from './ed25519-batches.ts';
import { packJobs, unpackJobs } from './ed25519-jobs.ts';
import { testKey } from './fixtures.test-data.ts';

const KEYS = Array.from({ length: 5 }, (_none, n) => testKey(`batches ${n}`));

function keyOf(n: number) {
  const key = KEYS[n % KEYS.length];
  if (key === undefined) throw new Error('there are keys');
  return key;
}

function messageOf(n: number, length: number): Uint8Array {
  return createHash('shake256', { outputLength: Math.max(1, length) })
    .update(String(n))
    .digest()
    .subarray(0, length);
}

describe('jobs', () => {
  test('come out as they went in, empty messages and large ones too', () => {
    const jobs = [0, 1, 70_000].flatMap((length, n) => {
      const { publicKey, privateKey } = keyOf(n);
      const message = messageOf(n, length);
      return [
        { kind: 'check' as const, publicKey, signature: signMessage(privateKey, message), message },
        { kind: 'sign' as const, keyNumber: n + 1, message },
      ];
    });
    const plain = (list: readonly object[]) =>
      list.map((job) =>
        Object.entries(job).map(([name, value]) => [
          name,
          value instanceof Uint8Array ? Buffer.from(value).toString('hex') : (value as unknown),
        ]),
      );
    const unpacked = unpackJobs(packJobs(jobs));
    expect(plain(unpacked).map((job) => new Map(job as [string, unknown][]))).toEqual(
      plain(jobs).map((job) => new Map(job as [string, unknown][])),
    );
  });
});

describe('batches', () => {
  const seed = seedFromEnvironment();

  test.each([1, 2, 3, 64, 65, 300])(
    `%i at once: every one gets its own verdict and its own signature (SIG-045, HEDDLE_SEED=${seed})`,
    async (count) => {
      const random = createRandom(seed, count);
      const jobs = Array.from({ length: count }, (_none, n) => {
        const { privateKey, publicKey } = keyOf(random.below(KEYS.length));
        const message = messageOf(n, random.below(2_000));
        const signature = Uint8Array.from(signMessage(privateKey, message));
        if (random.chance(0.3)) signature[random.below(64)] = random.below(256);
        return { privateKey, publicKey, message, signature };
      });
      const verdicts = await Promise.all(
        jobs.map(({ publicKey, message, signature }) =>
          satisfiesEquationAsync(publicKey, message, signature),
        ),
      );
      expect(verdicts).toEqual(
        jobs.map(({ publicKey, message, signature }) => satisfiesEquation(publicKey, message, signature)),
      );
      const signatures = await Promise.all(
        jobs.map(({ privateKey, message }) => signMessageAsync(privateKey, message)),
      );
      expect(signatures.map((signature) => Buffer.from(signature).toString('hex'))).toEqual(
        jobs.map(({ privateKey, message }) => Buffer.from(signMessage(privateKey, message)).toString('hex')),
      );
    },
  );

  test.each([0, 63, 65])(
    'a signature of %i bytes does not hold, and harms nobody beside it',
    async (length) => {
      const { publicKey, privateKey } = keyOf(0);
      const message = messageOf(0, 100);
      const good = signMessage(privateKey, message);
      const all = Array.from({ length: 10 }, (_none, n) =>
        satisfiesEquationAsync(publicKey, message, n === 4 ? new Uint8Array(length) : good),
      );
      expect(await Promise.all(all)).toEqual(all.map((_verdict, n) => n !== 4));
    },
  );

  test('a key that cannot sign rejects its own batch, and the next is served', async () => {
    const { privateKey: wrong } = generateKeyPairSync('x25519');
    const message = messageOf(1, 100);
    const failing = Array.from({ length: 5 }, () => signMessageAsync(wrong, message));
    for (const outcome of await Promise.allSettled(failing)) expect(outcome.status).toBe('rejected');
    const { privateKey } = keyOf(1);
    const next = await Promise.all(Array.from({ length: 5 }, () => signMessageAsync(privateKey, message)));
    for (const signature of next)
      expect(Buffer.from(signature)).toEqual(Buffer.from(signMessage(privateKey, message)));
  });
});
