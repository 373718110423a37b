import { chmod, writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { ScriptedKeychain } from '../keys/keychain.test-data.ts';
import { temporaryFolder } from '../keys/key-store.test-data.ts';
import { fileModelKey, keychainModelKey } from './model-key.ts';

/** TEST KEY */
const KEY = 'sk-test-0123456789abcdef';

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe('the key of a model in a keychain', () => {
  test('is there for the server that it was given for, and for no other', async () => {
    const keychain = new ScriptedKeychain();
    const place = keychainModelKey('heddle-test', 'https://models.example', keychain);
    await expect(place.read()).resolves.toStrictEqual({ ok: true, value: undefined });
    await place.write(KEY);
    await expect(place.read()).resolves.toStrictEqual({ ok: true, value: KEY });
    const other = keychainModelKey('heddle-test', 'https://other.example', keychain);
    await expect(other.read()).resolves.toStrictEqual({ ok: true, value: undefined });
    await place.erase();
    await expect(place.read()).resolves.toStrictEqual({ ok: true, value: undefined });
  });

  test('a locked keychain is not an empty one', async () => {
    const keychain = new ScriptedKeychain();
    keychain.mood = 'locked';
    const place = keychainModelKey('heddle-test', 'https://models.example', keychain);
    await expect(place.read()).resolves.toStrictEqual({ ok: false, fault: 'the keychain is locked' });
    await expect(place.write(KEY)).resolves.toMatchObject({ ok: false });
  });
});

describe('the key of a model in a file', () => {
  test('is kept, and gone when it is erased', async () => {
    const place = fileModelKey(folder.at('model-key'));
    await expect(place.read()).resolves.toStrictEqual({ ok: true, value: undefined });
    await place.write(KEY);
    const kept = await place.read();
    expect(kept.ok && kept.value?.trim()).toBe(KEY);
    await place.erase();
    await expect(place.read()).resolves.toStrictEqual({ ok: true, value: undefined });
  });

  test.skipIf(process.platform === 'win32')('that others can read is not used', async () => {
    const path = folder.at('open-key');
    await writeFile(path, KEY);
    await chmod(path, 0o644);
    const answer = await fileModelKey(path).read();
    expect(answer).toMatchObject({ ok: false });
    expect(JSON.stringify(answer)).not.toContain(KEY);
  });

  test('that is no text is not used', async () => {
    const path = folder.at('binary-key');
    await writeFile(path, Buffer.from([0xff, 0xfe]), { mode: 0o600 });
    await expect(fileModelKey(path).read()).resolves.toStrictEqual({
      ok: false,
      fault: 'the key is no text',
    });
  });
});
