// What every key store must do, whatever keeps its keys.
import { createPublicKey, verify } from 'node:crypto';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import type { KeyStore, KeyStoreChange } from '../../core/keys/key-store.ts';
import { ADA, BEN, keyIdOf, PASSPHRASE, type TestPorts } from '../../core/keys/key-store.test-data.ts';
import { chooseSigningKey } from '../../core/keys/rotation.ts';
import { encodeBase64Url } from '../../core/protocol/base64url.ts';
import { faultOf, testKey, utf8, valueOf } from '../../core/protocol/fixtures.test-data.ts';

export interface StoreUnderTest {
  readonly store: KeyStore;
  readonly ports: TestPorts;
  /** The same keys as another process sees them. */
  readonly reopen?: () => Promise<KeyStore>;
  /** Makes the secret of a key disappear behind the store's back. */
  readonly loseSecret?: (keyId: string) => Promise<void>;
}

/** What there is to try of a kind of store. */
export interface StoreFeatures {
  readonly reopens: boolean;
  readonly losesSecrets: boolean;
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the store under test lacks a feature that it announced');
  return value;
}

const MESSAGE = utf8('{"a":1}');
const [K1, K2, K3] = [keyIdOf(1), keyIdOf(2), keyIdOf(3)];

function keyFile(name: string, changes: object = {}): Uint8Array {
  const { keyId, seed, publicKey } = testKey(name);
  const content = {
    keyId,
    algorithm: 'Ed25519',
    seed: encodeBase64Url(seed),
    publicKey: encodeBase64Url(publicKey),
    ...changes,
  };
  return utf8(JSON.stringify(content));
}

function verifies(publicKey: string, message: Uint8Array, signature: Uint8Array): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
  return verify(null, message, key, signature);
}

/** Registers the tests for one kind of store. */
export function describeKeyStore(features: StoreFeatures, open: () => Promise<StoreUnderTest>): void {
  test('a created key signs, and its public facts alone are listed (SIG-040)', async () => {
    const { store } = await open();
    const created = valueOf(await store.create({ keyId: K1, principal: ADA }));
    expect(created).toMatchObject({ keyId: K1, principal: ADA, origin: 'created', condition: 'available' });
    const signature = valueOf(await store.sign(K1, MESSAGE));
    expect(verifies(created.publicKey, MESSAGE, signature)).toBe(true);
    const [entry] = valueOf(await store.list());
    expect(Object.keys(entry ?? {}).sort()).toEqual(
      ['condition', 'createdAt', 'keyId', 'origin', 'principal', 'publicKey'].sort(),
    );
  });

  test.runIf(features.reopens)('keys are there again for the next process', async () => {
    const { store, reopen } = await open();
    const { publicKey } = valueOf(await store.create({ keyId: K1, principal: ADA }));
    const again = await present(reopen)();
    expect(valueOf(await again.list())).toMatchObject([{ keyId: K1, publicKey }]);
    valueOf(await again.unlock(PASSPHRASE));
    expect(verifies(publicKey, MESSAGE, valueOf(await again.sign(K1, MESSAGE)))).toBe(true);
  });

  test('an id is never used twice, and a key has one id alone (REG-005, REG-006)', async () => {
    const { store } = await open();
    const { publicKey } = valueOf(await store.create({ keyId: K1, principal: ADA }));
    expect(faultOf(await store.create({ keyId: K1, principal: BEN })).reason).toBe('already-exists');
    valueOf(await store.importFile(keyFile('one'), { principal: ADA }));
    const alias = await store.importFile(keyFile('one', { keyId: K2 }), { principal: ADA });
    expect(faultOf(alias).reason).toBe('already-exists');
    const entries = valueOf(await store.list());
    expect(entries.map(({ keyId }) => keyId)).toEqual([K1, testKey('one').keyId]);
    expect(entries[0]?.publicKey).toBe(publicKey);
  });

  test('identifiers are checked before anything is stored (REG-003)', async () => {
    const { store } = await open();
    expect(faultOf(await store.create({ keyId: 'no uri', principal: ADA })).reason).toBe('bad-identifier');
    const nobody = { type: 'human', id: 'ada' } as const;
    expect(faultOf(await store.create({ keyId: K1, principal: nobody })).reason).toBe('bad-identifier');
    expect(valueOf(await store.list())).toEqual([]);
  });

  test('a key file is taken over, and a wrong one is refused without a quotation', async () => {
    const { store } = await open();
    const { keyId, publicKey, seed } = testKey('two');
    const entry = valueOf(await store.importFile(keyFile('two'), { principal: BEN }));
    expect(entry).toMatchObject({ keyId, origin: 'imported', publicKey: encodeBase64Url(publicKey) });
    expect(verifies(entry.publicKey, MESSAGE, valueOf(await store.sign(keyId, MESSAGE)))).toBe(true);
    const wrong: [Uint8Array, string][] = [
      [keyFile('three', { publicKey: encodeBase64Url(publicKey) }), 'bad-key-file'],
      [keyFile('three', { seed: `${encodeBase64Url(seed).slice(0, 42)}_` }), 'bad-key-file'],
      [keyFile('three', { further: true }), 'bad-key-file'],
      [keyFile('three').subarray(1), 'bad-key-file'],
      [keyFile('three', { testOnly: true }), 'test-key'],
    ];
    for (const [content, reason] of wrong) {
      const fault = faultOf(await store.importFile(content, { principal: BEN }));
      expect(fault.reason).toBe(reason);
      expect(fault.message).not.toContain(encodeBase64Url(testKey('three').seed).slice(0, 20));
    }
    valueOf(
      await store.importFile(keyFile('three', { testOnly: true }), { principal: BEN, allowTestKey: true }),
    );
  });

  test('an unknown key neither signs nor comes into being', async () => {
    const { store } = await open();
    expect(faultOf(await store.sign(K1, MESSAGE)).reason).toBe('unknown-key');
    expect(faultOf(await store.remove(K1)).reason).toBe('unknown-key');
    expect(faultOf(await store.exportBackup(PASSPHRASE, [K1])).reason).toBe('unknown-key');
    expect(valueOf(await store.list())).toEqual([]);
  });

  test('a removed key is gone, and the others are not', async () => {
    const { store, reopen } = await open();
    valueOf(await store.create({ keyId: K1, principal: ADA }));
    valueOf(await store.create({ keyId: K2, principal: ADA }));
    expect(valueOf(await store.remove(K1)).keyId).toBe(K1);
    expect(faultOf(await store.sign(K1, MESSAGE)).reason).toBe('unknown-key');
    valueOf(await store.sign(K2, MESSAGE));
    const again = (await reopen?.()) ?? store;
    expect(valueOf(await again.list()).map(({ keyId }) => keyId)).toEqual([K2]);
  });

  test('a locked store lists, signs nothing, changes nothing, and makes no key', async () => {
    const { store } = await open();
    valueOf(await store.create({ keyId: K1, principal: ADA }));
    store.lock();
    expect(store.condition).toBe('locked');
    expect(valueOf(await store.list())).toMatchObject([{ keyId: K1, condition: 'locked' }]);
    const attempts = [
      await store.sign(K1, MESSAGE),
      await store.create({ keyId: K2, principal: ADA }),
      await store.importFile(keyFile('one'), { principal: ADA }),
      await store.remove(K1),
      await store.exportBackup(PASSPHRASE),
      await store.check(),
    ];
    expect(attempts.map((attempt) => faultOf<{ reason: string }>(attempt).reason)).toEqual(
      Array.from(attempts, () => 'locked'),
    );
    valueOf(await store.unlock(PASSPHRASE));
    valueOf(await store.sign(K1, MESSAGE));
    expect(valueOf(await store.list()).map(({ keyId }) => keyId)).toEqual([K1]);
  });

  test('changes are told: of the condition with what it was, and of the keys', async () => {
    const { store } = await open();
    const heard: KeyStoreChange[] = [];
    valueOf(await store.create({ keyId: K1, principal: ADA }));
    const stop = store.watch((change) => heard.push(change));
    store.lock();
    valueOf(await store.unlock(PASSPHRASE));
    valueOf(await store.sign(K1, MESSAGE));
    expect(heard.filter(({ kind }) => kind === 'condition')).toMatchObject([
      { condition: 'locked', previous: 'available' },
      { condition: 'available', previous: 'locked' },
    ]);
    heard.length = 0;
    valueOf(await store.create({ keyId: K2, principal: ADA }));
    valueOf(await store.remove(K2));
    expect(heard).toEqual([{ kind: 'keys' }, { kind: 'keys' }]);
    stop();
    store.lock();
    expect(heard).toHaveLength(2);
  });

  test('two keys of a Principal overlap, and the newer one signs once it is accepted (REG-009)', async () => {
    const { store } = await open();
    valueOf(await store.create({ keyId: K1, principal: ADA }));
    const stranger = await store.create({ keyId: K2, principal: BEN, replaces: K1 });
    expect(faultOf(stranger).reason).toBe('other-principal');
    expect(faultOf(await store.create({ keyId: K2, principal: ADA, replaces: K3 })).reason).toBe(
      'unknown-key',
    );
    valueOf(await store.create({ keyId: K2, principal: ADA, replaces: K1 }));
    valueOf(await store.sign(K1, MESSAGE));
    valueOf(await store.sign(K2, MESSAGE));
    const entries = valueOf(await store.list());
    expect(entries[1]).toMatchObject({ keyId: K2, replaces: K1 });
    expect(chooseSigningKey(entries, ADA, (keyId) => keyId === K1)?.keyId).toBe(K1);
    expect(chooseSigningKey(entries, ADA, () => true)?.keyId).toBe(K2);
    expect(chooseSigningKey(entries, BEN, () => true)).toBeUndefined();
    valueOf(await store.remove(K1));
    valueOf(await store.sign(K2, MESSAGE));
  });

  test('a backup restores into an empty store, and is tested on the spot', async () => {
    const { store } = await open();
    const { publicKey } = valueOf(await store.create({ keyId: K1, principal: ADA }));
    const backup = valueOf(await store.exportBackup(PASSPHRASE));
    valueOf(await store.create({ keyId: K2, principal: ADA }));
    expect(valueOf(await store.list())[0]).not.toHaveProperty('backupTestedAt');
    expect(valueOf(await store.testBackup(backup, PASSPHRASE))).toEqual({
      covered: [K1],
      absent: [K2],
      further: [],
    });
    const tested = valueOf(await store.list());
    expect(tested[0]?.backupTestedAt).toMatch(/^2026-03-01T09:3/);
    expect(tested[1]).not.toHaveProperty('backupTestedAt');
    const other = (await open()).store;
    expect(valueOf(await other.testBackup(backup, PASSPHRASE)).further).toEqual([K1]);
    expect(valueOf(await other.restoreBackup(backup, PASSPHRASE))).toEqual({
      restored: [K1],
      alreadyThere: [],
      conflicting: [],
    });
    expect(verifies(publicKey, MESSAGE, valueOf(await other.sign(K1, MESSAGE)))).toBe(true);
    expect(valueOf(await other.restoreBackup(backup, PASSPHRASE)).alreadyThere).toEqual([K1]);
  });

  test('a restore overwrites nothing', async () => {
    const { store } = await open();
    valueOf(await store.create({ keyId: K1, principal: ADA }));
    valueOf(await store.importFile(keyFile('one'), { principal: ADA }));
    const backup = valueOf(await store.exportBackup(PASSPHRASE));
    const other = (await open()).store;
    // The ports repeat themselves, so a first key keeps the next one from being the same.
    valueOf(await other.create({ keyId: K3, principal: ADA }));
    const { publicKey } = valueOf(await other.create({ keyId: K1, principal: ADA }));
    valueOf(await other.remove(K3));
    valueOf(await other.importFile(keyFile('one', { keyId: K2 }), { principal: ADA }));
    expect(valueOf(await other.restoreBackup(backup, PASSPHRASE))).toEqual({
      restored: [],
      alreadyThere: [],
      conflicting: [K1, testKey('one').keyId],
    });
    expect(verifies(publicKey, MESSAGE, valueOf(await other.sign(K1, MESSAGE)))).toBe(true);
  });

  test('a backup opens with its passphrase alone, and whole alone', async () => {
    const { store } = await open();
    valueOf(await store.create({ keyId: K1, principal: ADA }));
    expect(faultOf(await store.exportBackup('short')).reason).toBe('weak-passphrase');
    const backup = valueOf(await store.exportBackup(PASSPHRASE));
    expect(faultOf(await store.restoreBackup(backup, 'another passphrase')).reason).toBe('wrong-passphrase');
    const torn = backup.subarray(0, backup.length - 1);
    expect(faultOf(await store.restoreBackup(torn, PASSPHRASE)).reason).toBe('bad-backup');
    expect(faultOf(await store.testBackup(utf8('{}\n'), PASSPHRASE)).reason).toBe('bad-backup');
  });

  test.runIf(features.losesSecrets)(
    'a key whose secret is lost is missing, is not made anew, and comes back from a backup',
    async () => {
      const { store, loseSecret } = await open();
      const { publicKey } = valueOf(await store.create({ keyId: K1, principal: ADA }));
      valueOf(await store.create({ keyId: K2, principal: ADA }));
      const backup = valueOf(await store.exportBackup(PASSPHRASE));
      await present(loseSecret)(K1);
      expect(faultOf(await store.sign(K1, MESSAGE))).toMatchObject({ reason: 'missing', keyId: K1 });
      expect(faultOf(await store.create({ keyId: K1, principal: ADA })).reason).toBe('already-exists');
      expect(valueOf(await store.check()).map(({ condition }) => condition)).toEqual([
        'missing',
        'available',
      ]);
      expect(faultOf(await store.exportBackup(PASSPHRASE)).reason).toBe('missing');
      expect(valueOf(await store.restoreBackup(backup, PASSPHRASE))).toMatchObject({
        restored: [K1],
        alreadyThere: [K2],
      });
      expect(verifies(publicKey, MESSAGE, valueOf(await store.sign(K1, MESSAGE)))).toBe(true);
    },
  );

  test('nothing that a store shows or says contains a secret', async () => {
    const { store, ports } = await open();
    const shown: unknown[] = [
      await store.create({ keyId: K1, principal: ADA }),
      await store.importFile(keyFile('one'), { principal: ADA }),
      await store.sign(K1, MESSAGE),
      await store.check(),
      await store.testBackup(valueOf(await store.exportBackup(PASSPHRASE)), PASSPHRASE),
      await store.sign(K2, MESSAGE),
      store,
    ];
    store.lock();
    shown.push(await store.sign(K1, MESSAGE), await store.unlock('another passphrase'), store);
    const text = shown
      .flatMap((each) => [inspect(each, { depth: 20, showHidden: true }), JSON.stringify(each), String(each)])
      .join('\n');
    const secrets = [...ports.handedOut, Buffer.from(testKey('one').seed).toString('hex')].map((hex) =>
      Buffer.from(hex, 'hex'),
    );
    for (const secret of secrets) {
      expect(text).not.toContain(secret.toString('hex'));
      expect(text).not.toContain(secret.toString('hex').match(/../g)?.join(' '));
      expect(text).not.toContain(secret.toString('base64url'));
      expect(text).not.toContain([...secret].join(','));
      expect(text).not.toContain([...secret].join(', '));
    }
    expect(text).not.toContain(PASSPHRASE);
  });
}
