import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { encodeBase64Url } from '../protocol/base64url.ts';
import { faultOf, testSeed, utf8, valueOf } from '../protocol/fixtures.test-data.ts';
import { refuse } from '../protocol/result.ts';
import { ScriptedKeychain } from './keychain.test-data.ts';
import { KeychainKeyStore } from './keychain-key-store.ts';
import { ADA, keyIdOf, temporaryFolder, testPorts } from './key-store.test-data.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());
let made = 0;
const SERVICE = 'Heddle test';
const K1 = keyIdOf(1);
const K2 = keyIdOf(2);
const MESSAGE = utf8('{"a":1}');

async function storeWithKey() {
  made += 1;
  const keychain = new ScriptedKeychain();
  const indexPath = folder.at(`${made}/index`);
  const placement = { keychain, service: SERVICE, indexPath };
  const store = await KeychainKeyStore.open(placement, testPorts(indexPath));
  valueOf(await store.setUp());
  valueOf(await store.create({ keyId: K1, principal: ADA }));
  const slot = `${SERVICE}\n${K1}`;
  return { keychain, indexPath, placement, store, slot };
}

describe('keychain', () => {
  test('nothing is asked of it before a signature is wanted', async () => {
    const { keychain, placement } = await storeWithKey();
    keychain.questions = 0;
    const store = await KeychainKeyStore.open(placement, testPorts('again'));
    expect(store.condition).toBe('unchecked');
    expect(valueOf(await store.list())).toMatchObject([{ keyId: K1, condition: 'unchecked' }]);
    expect(keychain.questions).toBe(0);
    valueOf(await store.sign(K1, MESSAGE));
    expect(store.condition).toBe('available');
    expect(keychain.questions).toBe(1);
  });

  test('after a refusal nobody is prompted again until somebody unlocks', async () => {
    const { keychain, store } = await storeWithKey();
    for (const mood of ['locked', 'denied'] as const) {
      keychain.mood = mood;
      keychain.questions = 0;
      const signed = await Promise.all(Array.from({ length: 20 }, () => store.sign(K1, MESSAGE)));
      for (const each of signed) expect(faultOf(each).reason).toBe(mood);
      expect(keychain.questions).toBe(1);
      expect(store.condition).toBe(mood);
      expect(valueOf(await store.list())).toMatchObject([{ condition: mood }]);
      expect(faultOf(await store.unlock()).reason).toBe(mood);
      keychain.mood = 'open';
      expect(faultOf(await store.sign(K1, MESSAGE)).reason).toBe(mood);
      valueOf(await store.unlock());
      valueOf(await store.sign(K1, MESSAGE));
    }
  });

  test('a refusal makes no key, neither in the keychain nor in the index', async () => {
    for (const mood of ['locked', 'denied'] as const) {
      const { keychain, indexPath, store } = await storeWithKey();
      const before = await readFile(indexPath);
      keychain.mood = mood;
      expect(faultOf(await store.create({ keyId: K2, principal: ADA })).reason).toBe(mood);
      expect((await readFile(indexPath)).equals(before)).toBe(true);
      expect(keychain.secrets.size).toBe(1);
    }
  });

  test('a keychain that is locked between question and answer leaves nothing behind', async () => {
    const { keychain, indexPath, store } = await storeWithKey();
    const read = keychain.read.bind(keychain);
    keychain.read = async (service, account) => {
      const answer = await read(service, account);
      keychain.mood = 'locked';
      return answer;
    };
    expect(faultOf(await store.create({ keyId: K2, principal: ADA })).reason).toBe('locked');
    keychain.mood = 'open';
    keychain.read = read;
    expect(await readFile(indexPath, 'utf8')).not.toContain(K2);
    valueOf(await store.unlock());
    valueOf(await store.create({ keyId: K2, principal: ADA }));
  });

  test('another key in the place of one is changed, and stays where it is', async () => {
    const { keychain, store, slot } = await storeWithKey();
    const backup = valueOf(await store.exportBackup('a passphrase for tests'));
    const foreign = utf8(`ed25519-seed:${encodeBase64Url(testSeed('foreign'))}`);
    keychain.secrets.set(slot, foreign);
    expect(faultOf(await store.sign(K1, MESSAGE))).toMatchObject({ reason: 'changed', keyId: K1 });
    expect(valueOf(await store.check())).toMatchObject([{ keyId: K1, condition: 'changed' }]);
    expect(store.condition).toBe('available');
    const report = valueOf(await store.restoreBackup(backup, 'a passphrase for tests'));
    expect(report).toEqual({ restored: [], alreadyThere: [], conflicting: [K1] });
    expect(keychain.secrets.get(slot)).toEqual(foreign);
  });

  test('what is no key is damaged, and comes back from a backup', async () => {
    const { keychain, store, slot } = await storeWithKey();
    const backup = valueOf(await store.exportBackup('a passphrase for tests'));
    const secret = Buffer.from(keychain.secrets.get(slot) ?? []);
    const torn = [secret.subarray(1), secret.subarray(0, 40), Buffer.from('hello'), Buffer.alloc(0)];
    for (const content of torn) {
      keychain.secrets.set(slot, content);
      expect(faultOf(await store.sign(K1, MESSAGE))).toMatchObject({ reason: 'damaged', keyId: K1 });
    }
    expect(valueOf(await store.restoreBackup(backup, 'a passphrase for tests')).restored).toEqual([K1]);
    valueOf(await store.sign(K1, MESSAGE));
  });

  test('a keychain that only seems to keep a key is found out before anybody relies on it', async () => {
    const { keychain, store } = await storeWithKey();
    keychain.mood = 'forgetful';
    expect(faultOf(await store.create({ keyId: K2, principal: ADA })).reason).toBe('missing');
    expect(valueOf(await store.list()).map(({ keyId }) => keyId)).toEqual([K1]);
  });

  test('a key that may have got in is never hidden: it stays in the index and can be removed', async () => {
    const failures: [string, (keychain: ScriptedKeychain) => void, string][] = [
      ['answers no more', (keychain) => (keychain.mood = 'denied'), 'denied'],
      ['is locked at once', (keychain) => (keychain.mood = 'locked'), 'locked'],
      [
        'keeps something else',
        ({ secrets }) =>
          secrets.set(`${SERVICE}\n${K2}`, utf8(`ed25519-seed:${encodeBase64Url(testSeed('foreign'))}`)),
        'changed',
      ],
    ];
    for (const [what, happensTo, reason] of failures) {
      const { keychain, store } = await storeWithKey();
      const write = keychain.write.bind(keychain);
      keychain.write = async (...secret) => {
        const written = await write(...secret);
        happensTo(keychain);
        return written;
      };
      expect([what, faultOf(await store.create({ keyId: K2, principal: ADA })).reason]).toEqual([
        what,
        reason,
      ]);
      expect(keychain.secrets.size).toBe(2);
      keychain.mood = 'open';
      valueOf(await store.unlock());
      expect(valueOf(await store.list()).map(({ keyId }) => keyId)).toEqual([K1, K2]);
      valueOf(await store.remove(K2));
      expect(keychain.secrets.size).toBe(1);
    }
  });

  test('a write whose answer is lost is not taken for one that did not happen', async () => {
    const { keychain, store } = await storeWithKey();
    const write = keychain.write.bind(keychain);
    keychain.write = async (...secret) => {
      await write(...secret);
      return refuse({ reason: 'denied', message: 'no reply' });
    };
    expect(faultOf(await store.create({ keyId: K2, principal: ADA })).reason).toBe('denied');
    expect(keychain.secrets.size).toBe(2);
    expect(valueOf(await store.list()).map(({ keyId }) => keyId)).toEqual([K1, K2]);
  });

  test('a secret that no index knows is not overwritten', async () => {
    const { keychain, store } = await storeWithKey();
    keychain.secrets.set(`${SERVICE}\n${K2}`, utf8('of somebody else'));
    expect(faultOf(await store.create({ keyId: K2, principal: ADA })).reason).toBe('already-exists');
    expect(keychain.secrets.get(`${SERVICE}\n${K2}`)).toEqual(utf8('of somebody else'));
  });

  test('another keychain or another service than the index names is changed, and is not asked', async () => {
    const { keychain, placement } = await storeWithKey();
    keychain.questions = 0;
    const moved: ScriptedKeychain = Object.assign(new ScriptedKeychain(), { name: 'macos-keychain' });
    for (const other of [
      { ...placement, keychain: moved },
      { ...placement, service: 'Heddle other' },
    ]) {
      const store = await KeychainKeyStore.open(other, testPorts());
      expect(store.condition).toBe('changed');
      expect(faultOf(await store.sign(K1, MESSAGE)).reason).toBe('changed');
      expect(faultOf(await store.create({ keyId: K2, principal: ADA })).reason).toBe('changed');
      expect(faultOf(await store.setUp()).reason).toBe('already-exists');
    }
    expect(keychain.questions + moved.questions).toBe(0);
  });

  test('a damaged index stops everything and is not made anew', async () => {
    const { indexPath, store } = await storeWithKey();
    const content = await readFile(indexPath);
    for (let at = 0; at < content.length; at += 1) {
      const copy = Buffer.from(content);
      copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8));
      await writeFile(indexPath, copy);
      expect(faultOf(await store.list()).reason).toBe('damaged');
    }
    expect(faultOf(await store.create({ keyId: K2, principal: ADA })).reason).toBe('damaged');
    expect(faultOf(await store.setUp()).reason).toBe('already-exists');
    expect(store.condition).toBe('damaged');
    await writeFile(indexPath, content);
    valueOf(await store.sign(K1, MESSAGE));
  });

  test('a crash while a key is made leaves one that everybody sees is missing, and no hidden secret', async () => {
    const { keychain, placement, store } = await storeWithKey();
    keychain.beforeChange = () => {
      throw new Error('crash');
    };
    await expect(store.create({ keyId: K2, principal: ADA })).rejects.toThrow('crash');
    keychain.beforeChange = () => undefined;
    const next = await KeychainKeyStore.open(placement, testPorts('next'));
    expect(valueOf(await next.check()).map(({ keyId, condition }) => [keyId, condition])).toEqual([
      [K1, 'available'],
      [K2, 'missing'],
    ]);
    expect(keychain.secrets.size).toBe(1);
    valueOf(await next.remove(K2));
    valueOf(await next.create({ keyId: K2, principal: ADA }));
  });

  test('a crash while a key is removed never leaves a secret that nobody knows of', async () => {
    const { keychain, placement, store, slot } = await storeWithKey();
    const erase = keychain.erase.bind(keychain);
    keychain.erase = async (service, account) => {
      await erase(service, account);
      throw new Error('crash');
    };
    await expect(store.remove(K1)).rejects.toThrow('crash');
    expect(keychain.secrets.has(slot)).toBe(false);
    keychain.erase = erase;
    const next = await KeychainKeyStore.open(placement, testPorts('next'));
    expect(faultOf(await next.sign(K1, MESSAGE)).reason).toBe('missing');
    valueOf(await next.remove(K1));
    expect(valueOf(await next.list())).toEqual([]);
  });
});
