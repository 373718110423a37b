// Ten thousand keys in one store: everything still works, and a signature asks a keychain once.
import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { KeyWithSeed } from '../../core/keys/key-backend.ts';
import { writeKeyIndex } from '../../core/keys/key-index.ts';
import { ADA, keyIdOf, PASSPHRASE, temporaryFolder, testPorts } from '../../core/keys/key-store.test-data.ts';
import { ScriptedKeychain } from '../../core/keys/keychain.test-data.ts';
import { KeychainKeyStore } from '../../core/keys/keychain-key-store.ts';
import { PassphraseFileKeyStore } from '../../core/keys/passphrase-file-key-store.ts';
import { replacePrivateFile } from '../../core/keys/private-file.ts';
import { sealNew, withKeys, writeSealed } from '../../core/keys/sealed-keys.ts';
import { encodeBase64Url } from '../../core/protocol/base64url.ts';
import { exportPublicKey, importSeed } from '../../core/protocol/ed25519.ts';
import { utf8, valueOf } from '../../core/protocol/fixtures.test-data.ts';

const COUNT = 10_000;
const LAST = keyIdOf(COUNT - 1);
const MESSAGE = utf8('{"a":1}');
const folder = temporaryFolder();
afterAll(() => folder.remove());

const keys: readonly KeyWithSeed[] = Array.from({ length: COUNT }, (_, number) => {
  const seed = createHash('sha256').update(`heddle test key ${number}`).digest();
  const publicKey = encodeBase64Url(exportPublicKey(importSeed(seed)));
  const createdAt = '2026-03-01T09:30:00.000Z';
  return { seed, facts: { keyId: keyIdOf(number), principal: ADA, publicKey, createdAt, origin: 'created' } };
});

test('in a passphrase file', async () => {
  const ports = testPorts();
  const { sealed, seal } = await sealNew('store', PASSPHRASE, ports);
  const path = folder.at('keys.sealed');
  valueOf(await replacePrivateFile(path, valueOf(writeSealed(withKeys(sealed, seal, keys, ports), seal))));
  const store = await PassphraseFileKeyStore.open(path, testPorts('again'));
  valueOf(await store.unlock(PASSPHRASE));
  valueOf(await store.create({ keyId: keyIdOf('further'), principal: ADA }));
  valueOf(await store.remove(keyIdOf(0)));
  for (let round = 0; round < 100; round += 1)
    expect(valueOf(await store.sign(LAST, MESSAGE))).toHaveLength(64);
  const entries = valueOf(await store.list());
  expect(entries).toHaveLength(COUNT);
  expect(entries.at(-1)?.keyId).toBe(keyIdOf('further'));
});

test('beside a keychain', async () => {
  const keychain = new ScriptedKeychain();
  const service = 'Heddle test';
  for (const { facts, seed } of keys) {
    keychain.secrets.set(`${service}\n${facts.keyId}`, utf8(`ed25519-seed:${encodeBase64Url(seed)}`));
  }
  const indexPath = folder.at('index');
  const place = { keychain: keychain.name, service };
  const index = writeKeyIndex(
    place,
    keys.map(({ facts }) => facts),
  );
  valueOf(await replacePrivateFile(indexPath, valueOf(index)));
  const store = await KeychainKeyStore.open({ keychain, service, indexPath }, testPorts());
  expect(valueOf(await store.list())).toHaveLength(COUNT);
  expect(keychain.questions).toBe(0);
  for (let round = 0; round < 100; round += 1) valueOf(await store.sign(LAST, MESSAGE));
  expect(keychain.questions).toBe(100);
  expect(valueOf(await store.check()).every(({ condition }) => condition === 'available')).toBe(true);
  expect(keychain.questions).toBe(100 + COUNT);
});
