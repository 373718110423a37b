import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faultOf, valueOf } from '../protocol/fixtures.test-data.ts';
import { hashContent } from '../protocol/hash.ts';
import { ADA, keyIdOf, PASSPHRASE, testPorts } from './key-store.test-data.ts';
import { MIN_COST_N } from './passphrase.ts';
import {
  changePassphrase,
  factsOf,
  isAuthentic,
  openKey,
  openSeal,
  readSealed,
  type SealedKeys,
  sealNew,
  withFacts,
  withKeys,
  withoutKey,
  writeSealed,
} from './sealed-keys.ts';
import { provePair } from './key-material.ts';
import type { KeyFacts } from './key-store.ts';

const ports = testPorts('sealed');
const { sealed: empty, seal } = await sealNew('store', PASSPHRASE, ports);

function keyOf(name: string): { readonly facts: KeyFacts; readonly seed: Uint8Array } {
  const seed = ports.randomBytes(32);
  const keyId = keyIdOf(name);
  const publicKey = valueOf(provePair(keyId, seed));
  const createdAt = '2026-03-01T09:30:00.000Z';
  return { seed, facts: { keyId, principal: ADA, publicKey, createdAt, origin: 'created' } };
}

const one = keyOf('one');
const two = keyOf('two');
const sealed = withKeys(empty, seal, [one, two], ports);
const bytes = valueOf(writeSealed(sealed, seal));

/** A file as somebody makes it who has not its key: other content under a hash that fits. */
function forged(change: (body: Record<string, unknown>) => void): Uint8Array {
  const [body = '', proof = ''] = Buffer.from(bytes).toString().split('\n');
  const content = JSON.parse(body) as Record<string, unknown>;
  change(content);
  const signed = `${JSON.stringify(content)}\n${proof}\n`;
  return Buffer.from(`${signed}${hashContent(signed)}\n`);
}

describe('sealed keys', () => {
  test('open again with the passphrase, in whatever form it was typed', async () => {
    const accented = await sealNew('store', 'passphrase é', ports);
    const written = valueOf(
      writeSealed(withKeys(accented.sealed, accented.seal, [one], ports), accented.seal),
    );
    const file = valueOf(readSealed(written, 'store'));
    const opened = valueOf(await openSeal(file.sealed, 'passphrase e\u0301'));
    expect(isAuthentic(file, opened)).toBe(true);
    expect(valueOf(openKey(file.sealed, opened, one.facts.keyId))).toEqual(Buffer.from(one.seed));
    expect(factsOf(file.sealed)).toEqual([one.facts]);
  });

  test('hold no secret in the clear', () => {
    for (const { seed } of [one, two]) {
      const text = Buffer.from(bytes).toString('latin1');
      expect(text).not.toContain(Buffer.from(seed).toString('base64url'));
      expect(text).not.toContain(Buffer.from(seed).toString('hex'));
    }
  });

  test('every flipped bit is found, without a passphrase', () => {
    const copy = Buffer.from(bytes);
    for (let at = 0; at < copy.length; at += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        copy[at] = (copy[at] ?? 0) ^ (1 << bit);
        const read = readSealed(copy, 'store');
        expect(read.ok ? `bit ${bit} of byte ${at} was not found` : read.fault.reason).toBe('damaged');
        copy[at] = (copy[at] ?? 0) ^ (1 << bit);
      }
    }
  });

  test('every torn end and every addition is found', () => {
    for (let length = 0; length < bytes.length; length += 1) {
      expect(readSealed(bytes.subarray(0, length), 'store').ok).toBe(false);
    }
    expect(readSealed(Buffer.concat([bytes, Buffer.from('\n')]), 'store').ok).toBe(false);
  });

  test('whatever else is done to the bytes is found, and nothing of it throws', () => {
    const edit = fc.record({
      at: fc.nat(bytes.length),
      removed: fc.nat(200),
      added: fc.oneof(
        fc.uint8Array({ maxLength: 50 }),
        fc
          .tuple(fc.nat(bytes.length), fc.nat(200))
          .map(([from, count]) => bytes.subarray(from, from + count)),
      ),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        let changed: Uint8Array = bytes;
        for (const { at, removed, added } of edits) {
          changed = Buffer.concat([changed.subarray(0, at), added, changed.subarray(at + removed)]);
        }
        fc.pre(!Buffer.from(bytes).equals(changed));
        expect(faultOf(readSealed(changed, 'store')).reason).toBe('damaged');
      }),
    );
  });

  test('a body of any JSON under a hash that fits is damaged or not authentic', () => {
    const parts = ['format', 'version', 'purpose', 'revision', 'cost', 'fileKey', 'keys'];
    fc.assert(
      fc.property(fc.constantFrom(...parts), fc.jsonValue(), (part, value) => {
        const file = readSealed(
          forged((body) => Reflect.set(body, part, value)),
          'store',
        );
        expect(file.ok ? isAuthentic(file.value, seal) : file.fault.reason).toBe(file.ok ? false : 'damaged');
      }),
    );
  });

  test('a wrong passphrase is told apart from damage', async () => {
    expect(faultOf(await openSeal(sealed, 'another passphrase')).reason).toBe('wrong-passphrase');
  });

  test('what was changed by somebody without the passphrase is not authentic', () => {
    const changes: ((body: Record<string, unknown>) => void)[] = [
      (body) => Reflect.set(body, 'keys', [(body['keys'] as unknown[])[0]]),
      (body) => Reflect.set(body, 'keys', (body['keys'] as unknown[]).toReversed()),
      (body) => Reflect.set(body, 'revision', 7),
      (body) => {
        const [first] = body['keys'] as { facts: { principal: { id: string } } }[];
        if (first !== undefined) first.facts.principal.id = 'urn:heddle:test:human:eve';
      },
    ];
    for (const change of changes) {
      const file = valueOf(readSealed(forged(change), 'store'));
      expect(isAuthentic(file, seal)).toBe(false);
    }
    expect(isAuthentic(valueOf(readSealed(bytes, 'store')), seal)).toBe(true);
  });

  test('a secret cannot be moved under another key', () => {
    const [first, second] = [sealed.keys.get(one.facts.keyId), sealed.keys.get(two.facts.keyId)];
    if (first === undefined || second === undefined) throw new Error('both keys are there');
    const moved: SealedKeys = {
      ...sealed,
      keys: new Map([[one.facts.keyId, { ...first, secret: second.secret }]]),
    };
    expect(faultOf(openKey(moved, seal, one.facts.keyId))).toMatchObject({
      reason: 'damaged',
      keyId: one.facts.keyId,
    });
  });

  test('a cost that a hostile file asks for is not spent, and neither is one that protects nothing', () => {
    const good = { name: 'scrypt', n: MIN_COST_N, r: 8, p: 1, salt: sealed.cost.salt };
    const setCost = (cost: unknown) =>
      readSealed(
        forged((body) => Reflect.set(body, 'cost', cost)),
        'store',
      );
    expect(setCost(good).ok).toBe(true);
    const hostile = [
      { ...good, n: 2 ** 30 },
      { ...good, n: 2 ** 21 },
      { ...good, n: 2 ** 10 },
      { ...good, n: 1 },
      { ...good, n: 0 },
      { ...good, n: -(2 ** 14) },
      { ...good, n: MIN_COST_N + 1 },
      { ...good, n: 1e308 },
      { ...good, r: 2 ** 20 },
      { ...good, r: 1 },
      { ...good, p: 2 ** 20 },
      { ...good, p: 0 },
      { ...good, p: 1.5 },
      { ...good, salt: '' },
      { ...good, salt: 'A'.repeat(100_000) },
      { ...good, name: 'none' },
      { ...good, further: 1 },
      null,
    ];
    for (const cost of hostile) expect(faultOf(setCost(cost)).reason).toBe('damaged');
  });

  test('an id twice, a key under two ids, and foreign members are refused', () => {
    const changes: ((body: Record<string, unknown>) => void)[] = [
      (body) => (body['keys'] as unknown[]).push((body['keys'] as unknown[])[0]),
      (body) => {
        const [first, second] = body['keys'] as { facts: { publicKey: string } }[];
        if (first !== undefined && second !== undefined) second.facts.publicKey = first.facts.publicKey;
      },
      (body) => Reflect.set(body, 'further', 1),
      (body) => Reflect.set(body, 'version', 2),
      (body) => Reflect.set(body, 'format', 'other'),
      (body) => Reflect.deleteProperty(body, 'fileKey'),
      (body) => Reflect.set(body, 'revision', 1.5),
      (body) => Reflect.set(body, 'keys', {}),
    ];
    for (const change of changes) expect(faultOf(readSealed(forged(change), 'store')).reason).toBe('damaged');
  });

  test('a backup is not taken for a store, and not opened as one', async () => {
    expect(faultOf(readSealed(bytes, 'backup')).message).toContain('they are a store, not a backup');
    const relabelled = forged((body) => Reflect.set(body, 'purpose', 'backup'));
    const file = valueOf(readSealed(relabelled, 'backup'));
    expect(faultOf(await openSeal(file.sealed, PASSPHRASE)).reason).toBe('wrong-passphrase');
  });

  test('another passphrase opens the same keys, and the former one nothing any more', async () => {
    const changed = valueOf(await changePassphrase(sealed, PASSPHRASE, 'the next passphrase', ports));
    expect(changed.cost.salt).not.toBe(sealed.cost.salt);
    expect(faultOf(await openSeal(changed, PASSPHRASE)).reason).toBe('wrong-passphrase');
    const opened = valueOf(await openSeal(changed, 'the next passphrase'));
    expect(valueOf(openKey(changed, opened, two.facts.keyId))).toEqual(Buffer.from(two.seed));
    const refused = await changePassphrase(sealed, 'not the passphrase', 'the next passphrase', ports);
    expect(faultOf(refused).reason).toBe('wrong-passphrase');
  });

  test('facts change and keys leave without the others', () => {
    const noted = withFacts(sealed, [{ ...one.facts, backupTestedAt: '2026-03-02T00:00:00Z' }]);
    expect(factsOf(withoutKey(noted, two.facts.keyId))).toEqual([
      { ...one.facts, backupTestedAt: '2026-03-02T00:00:00Z' },
    ]);
    expect(valueOf(openKey(noted, seal, one.facts.keyId))).toEqual(Buffer.from(one.seed));
    expect(factsOf(withFacts(withoutKey(sealed, two.facts.keyId), [two.facts]))).toEqual([one.facts]);
  });
});
