import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { faultOf, utf8, valueOf } from '../protocol/fixtures.test-data.ts';
import { hashContent } from '../protocol/hash.ts';
import { ADA, keyIdOf, PASSPHRASE, temporaryFolder, testPorts } from './key-store.test-data.ts';
import { PassphraseFileKeyStore } from './passphrase-file-key-store.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());
let made = 0;
const K1 = keyIdOf(1);
const K2 = keyIdOf(2);
const MESSAGE = utf8('{"a":1}');
const isPosix = process.platform !== 'win32';

async function storeWithKey(): Promise<{ readonly path: string; readonly store: PassphraseFileKeyStore }> {
  made += 1;
  const path = folder.at(`${made}/keys.sealed`);
  const store = await PassphraseFileKeyStore.open(path, testPorts(path));
  valueOf(await store.setUp(PASSPHRASE));
  valueOf(await store.create({ keyId: K1, principal: ADA }));
  return { path, store };
}

describe('passphrase file', () => {
  test('no file is no reason to make one: the store is missing until it is set up', async () => {
    const path = folder.at('none/keys.sealed');
    const store = await PassphraseFileKeyStore.open(path, testPorts());
    expect(store.condition).toBe('missing');
    expect(faultOf(await store.create({ keyId: K1, principal: ADA })).reason).toBe('missing');
    expect(faultOf(await store.unlock(PASSPHRASE)).reason).toBe('missing');
    expect(faultOf(await store.setUp('short')).reason).toBe('weak-passphrase');
    await expect(stat(path)).rejects.toThrow('ENOENT');
    valueOf(await store.setUp(PASSPHRASE));
    expect(store.condition).toBe('available');
  });

  test('a file that is there is never made anew, readable or not', async () => {
    const { path, store } = await storeWithKey();
    expect(faultOf(await store.setUp(PASSPHRASE)).reason).toBe('already-exists');
    await writeFile(path, 'nonsense');
    expect(faultOf(await store.setUp(PASSPHRASE)).reason).toBe('already-exists');
    expect(await readFile(path, 'utf8')).toBe('nonsense');
  });

  test('damage stops everything, and the damaged file stays as it is', async () => {
    const { path, store } = await storeWithKey();
    const content = await readFile(path);
    content[100] = (content[100] ?? 0) ^ 4;
    await writeFile(path, content);
    expect(faultOf(await store.sign(K1, MESSAGE)).reason).toBe('damaged');
    expect(store.condition).toBe('damaged');
    expect(faultOf(await store.create({ keyId: K2, principal: ADA })).reason).toBe('damaged');
    expect(faultOf(await store.remove(K1)).reason).toBe('damaged');
    expect(faultOf(await store.unlock(PASSPHRASE)).reason).toBe('damaged');
    expect(faultOf(await store.changePassphrase(PASSPHRASE, 'the next passphrase')).reason).toBe('damaged');
    expect((await readFile(path)).equals(content)).toBe(true);
    expect((await readdir(folder.at(String(made)))).toSorted()).toEqual(['keys.sealed', 'keys.sealed.lock']);
  });

  test('a wrong passphrase leaves the store locked and tells itself apart from damage', async () => {
    const { path } = await storeWithKey();
    const store = await PassphraseFileKeyStore.open(path, testPorts('again'));
    expect(store.condition).toBe('locked');
    expect(faultOf(await store.unlock('another passphrase')).reason).toBe('wrong-passphrase');
    expect(faultOf(await store.unlock()).reason).toBe('locked');
    expect(store.condition).toBe('locked');
    valueOf(await store.unlock(PASSPHRASE));
    expect(store.condition).toBe('available');
  });

  test.runIf(isPosix)('a file that others may read is refused until it is private again', async () => {
    const { path, store } = await storeWithKey();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    for (const mode of [0o640, 0o604, 0o660, 0o602]) {
      await chmod(path, mode);
      expect(faultOf(await store.sign(K1, MESSAGE)).reason).toBe('denied');
      expect(store.condition).toBe('denied');
      expect(faultOf(await store.create({ keyId: K2, principal: ADA })).reason).toBe('denied');
    }
    await chmod(path, 0o600);
    valueOf(await store.sign(K1, MESSAGE));
    expect(store.condition).toBe('available');
  });

  test('what cannot be read is denied, not absent', async () => {
    const path = folder.at('a-folder/keys.sealed');
    await mkdir(path, { recursive: true });
    const store = await PassphraseFileKeyStore.open(path, testPorts());
    expect(store.condition).toBe('denied');
    expect(faultOf(await store.setUp(PASSPHRASE)).reason).toBe('already-exists');
  });

  test('a file that goes is missing, and when it comes back it is the same one', async () => {
    const { path, store } = await storeWithKey();
    await rename(path, `${path}.away`);
    expect(faultOf(await store.sign(K1, MESSAGE)).reason).toBe('missing');
    expect(faultOf(await store.create({ keyId: K2, principal: ADA })).reason).toBe('missing');
    await rename(`${path}.away`, path);
    valueOf(await store.sign(K1, MESSAGE));
  });

  test('another file in its place is changed: nothing is signed or written until somebody opens that one', async () => {
    const { path, store } = await storeWithKey();
    const other = await storeWithKey();
    await copyFile(other.path, path);
    const before = await readFile(path);
    expect(faultOf(await store.sign(K1, MESSAGE)).reason).toBe('changed');
    expect(faultOf(await store.create({ keyId: K2, principal: ADA })).reason).toBe('changed');
    expect(store.condition).toBe('changed');
    expect(faultOf(await store.list()).reason).toBe('changed');
    expect((await readFile(path)).equals(before)).toBe(true);
    valueOf(await store.unlock(PASSPHRASE));
    valueOf(await store.sign(K1, MESSAGE));
  });

  test('an older copy in its place is changed too', async () => {
    const { path, store } = await storeWithKey();
    await copyFile(path, `${path}.old`);
    valueOf(await store.create({ keyId: K2, principal: ADA }));
    await rm(path);
    await copyFile(`${path}.old`, path);
    expect(faultOf(await store.sign(K1, MESSAGE)).reason).toBe('changed');
    valueOf(await store.unlock(PASSPHRASE));
    expect(faultOf(await store.sign(K2, MESSAGE)).reason).toBe('unknown-key');
  });

  test('facts that somebody has changed without the passphrase are not opened', async () => {
    const { path } = await storeWithKey();
    const [body = '', proof = ''] = (await readFile(path, 'utf8')).split('\n');
    const signed = `${body.replace(ADA.id, 'urn:heddle:test:human:eve')}\n${proof}\n`;
    await writeFile(path, `${signed}${hashContent(signed)}\n`);
    const store = await PassphraseFileKeyStore.open(path, testPorts('again'));
    expect(faultOf(await store.unlock(PASSPHRASE)).reason).toBe('changed');
    expect(faultOf(await store.sign(K1, MESSAGE)).reason).toBe('changed');
    expect(faultOf(await store.changePassphrase(PASSPHRASE, 'the next passphrase')).reason).toBe('changed');
  });

  test('a new passphrase counts for everybody, and who has the file open keeps it open', async () => {
    const { path, store } = await storeWithKey();
    const other = await PassphraseFileKeyStore.open(path, testPorts('other'));
    expect(faultOf(await other.changePassphrase('not the passphrase', 'the next passphrase')).reason).toBe(
      'wrong-passphrase',
    );
    expect(faultOf(await other.changePassphrase(PASSPHRASE, 'short')).reason).toBe('weak-passphrase');
    valueOf(await other.changePassphrase(PASSPHRASE, 'the next passphrase'));
    valueOf(await store.sign(K1, MESSAGE));
    store.lock();
    expect(faultOf(await store.unlock(PASSPHRASE)).reason).toBe('wrong-passphrase');
    valueOf(await store.unlock('the next passphrase'));
    valueOf(await store.sign(K1, MESSAGE));
  });

  test('two stores on one file see what the other one does, and neither undoes it', async () => {
    const { path, store } = await storeWithKey();
    const other = await PassphraseFileKeyStore.open(path, testPorts('other'));
    valueOf(await other.unlock(PASSPHRASE));
    const numbers = Array.from({ length: 8 }, (_, index) => index + 10);
    const created = await Promise.all(
      numbers.map((number) =>
        (number % 2 === 0 ? store : other).create({ keyId: keyIdOf(number), principal: ADA }),
      ),
    );
    for (const each of created) valueOf(each);
    for (const each of [store, other]) {
      const keyIds = valueOf(await each.list()).map(({ keyId }) => keyId);
      expect(keyIds.toSorted()).toEqual([K1, ...numbers.map(keyIdOf)].toSorted());
    }
    for (const number of numbers) valueOf(await store.sign(keyIdOf(number), MESSAGE));
  });

  test('secrets are wiped where they were made', async () => {
    const ports = testPorts('wiped');
    const given: Uint8Array[] = [];
    const store = await PassphraseFileKeyStore.open(folder.at('wiped/keys.sealed'), {
      ...ports,
      randomBytes: (count) => {
        const bytes = ports.randomBytes(count);
        given.push(bytes);
        return bytes;
      },
    });
    valueOf(await store.setUp(PASSPHRASE));
    given.length = 0;
    valueOf(await store.create({ keyId: K1, principal: ADA }));
    const [seed, nonce] = given;
    expect(seed).toEqual(Buffer.alloc(32));
    expect(nonce).toHaveLength(12);
  });
});
