// Several processes change one passphrase file at once, and some are killed while they do: no key that somebody was told
// of is lost, and a killed process keeps nobody out.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { ADA, keyIdOf, PASSPHRASE, temporaryFolder, testPorts } from '../../core/keys/key-store.test-data.ts';
import { PassphraseFileKeyStore } from '../../core/keys/passphrase-file-key-store.ts';
import { utf8, valueOf } from '../../core/protocol/fixtures.test-data.ts';

const run = promisify(execFile);
const CHILD = fileURLToPath(new URL('adding-process.ts', import.meta.url));
const folder = temporaryFolder();
afterAll(() => folder.remove());

async function newStore(name: string) {
  const path = folder.at(`${name}/keys.sealed`);
  const store = await PassphraseFileKeyStore.open(path, testPorts(name));
  valueOf(await store.setUp(PASSPHRASE));
  return { path, store };
}

test('no key of four processes is lost', async () => {
  const { path, store } = await newStore('together');
  const processes = ['a', 'b', 'c', 'd'].map((name) => run(process.execPath, [CHILD, path, name, '15']));
  valueOf(await store.create({ keyId: keyIdOf('own'), principal: ADA }));
  const told = (await Promise.all(processes)).flatMap(({ stdout }) => stdout.trim().split('\n'));
  expect(told).toHaveLength(60);
  const keyIds = valueOf(await store.list()).map(({ keyId }) => keyId);
  expect(keyIds.toSorted()).toEqual([...told, keyIdOf('own')].toSorted());
  for (const keyId of told) valueOf(await store.sign(keyId, utf8('{"a":1}')));
}, 120_000);

test('a process that is killed keeps nobody out, and no key that it told of is lost', async () => {
  const { path, store } = await newStore('killed');
  for (const name of ['a', 'b', 'c']) {
    const child = spawn(process.execPath, [CHILD, path, name, '1000000'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close');
    const told: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      told.push(line);
      if (told.length === 5) child.kill('SIGKILL');
    }
    expect(await ended).toEqual([null, 'SIGKILL']);
    valueOf(await store.create({ keyId: keyIdOf(`after-${name}`), principal: ADA }));
    const keyIds = valueOf(await store.list()).map(({ keyId }) => keyId);
    for (const keyId of told) expect(keyIds).toContain(keyId);
  }
}, 120_000);
