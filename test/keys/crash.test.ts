// SIGKILL between any two file operations of a change: the file is the old one or the new one, whole, and the store goes
// on. (SIGKILL is not a power failure; the flush before the rename and the one of the folder stand against that.)
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { ADA, keyIdOf, PASSPHRASE, temporaryFolder, testPorts } from '../../core/keys/key-store.test-data.ts';
import { PassphraseFileKeyStore } from '../../core/keys/passphrase-file-key-store.ts';
import { utf8, valueOf } from '../../core/protocol/fixtures.test-data.ts';
import { type Change, CHANGES, NEXT_PASSPHRASE } from './crash.test-data.ts';

const run = promisify(execFile);
const CHILD = fileURLToPath(new URL('crash-process.ts', import.meta.url));
const MESSAGE = utf8('{"a":1}');
const OLD = keyIdOf('old');
const folder = temporaryFolder();
afterAll(() => folder.remove());

const pristine = folder.at('pristine.sealed');
const first = await PassphraseFileKeyStore.open(pristine, testPorts('first'));
valueOf(await first.setUp(PASSPHRASE));
valueOf(await first.create({ keyId: OLD, principal: ADA }));

/** Runs the change in a process of its own and says whether that was killed. */
async function interrupt(path: string, change: Change, killAt: number): Promise<boolean> {
  try {
    const { stdout } = await run(process.execPath, [CHILD, path, change, String(killAt)]);
    expect(stdout).toBe('done');
    return false;
  } catch (error) {
    if (error instanceof Error && 'signal' in error && error.signal === 'SIGKILL') return true;
    throw error;
  }
}

async function keyIdsOf(store: PassphraseFileKeyStore): Promise<readonly string[]> {
  return valueOf(await store.list()).map(({ keyId }) => keyId);
}

/** What a change leaves when it is done. */
const AFTERWARDS: Readonly<Record<Change, readonly string[]>> = {
  setUp: [],
  create: [OLD, keyIdOf('new')],
  remove: [],
  changePassphrase: [OLD],
};

/** Whether the file is the new one. Fails when it is neither that nor the old one. */
async function isNew(path: string, change: Change, isUntouched: boolean): Promise<boolean> {
  const store = await PassphraseFileKeyStore.open(path, testPorts('after'));
  if (change === 'setUp' && store.condition === 'missing') return false;
  const hasNextPassphrase = change === 'changePassphrase' && !isUntouched;
  valueOf(await store.unlock(hasNextPassphrase ? NEXT_PASSPHRASE : PASSPHRASE));
  for (const { condition } of valueOf(await store.check())) expect(condition).toBe('available');
  expect(await keyIdsOf(store)).toEqual(isUntouched ? [OLD] : AFTERWARDS[change]);
  return !isUntouched;
}

test.each(Object.keys(CHANGES) as Change[])(
  '%s: old or new, whole, and the next change goes on',
  async (change) => {
    const verdicts: boolean[] = [];
    const before = await readFile(pristine);
    for (let killAt = 1; ; killAt += 1) {
      const path = folder.at(`${change}-${killAt}/keys.sealed`);
      await mkdir(folder.at(`${change}-${killAt}`), { mode: 0o700 });
      if (change !== 'setUp') await copyFile(pristine, path);
      const wasKilled = await interrupt(path, change, killAt);
      const isUntouched = change !== 'setUp' && (await readFile(path)).equals(before);
      verdicts.push(await isNew(path, change, isUntouched));
      // Whatever the crash has left does not stand in the way of the next change.
      const store = await PassphraseFileKeyStore.open(path, testPorts('next'));
      if (store.condition === 'missing') valueOf(await store.setUp(PASSPHRASE));
      const isOpen = await store.unlock(PASSPHRASE);
      if (!isOpen.ok) valueOf(await store.unlock(NEXT_PASSPHRASE));
      valueOf(await store.create({ keyId: keyIdOf('later'), principal: ADA }));
      valueOf(await store.sign(keyIdOf('later'), MESSAGE));
      await rm(folder.at(`${change}-${killAt}`), { recursive: true });
      if (!wasKilled) break;
    }
    // Once it is the new one it stays so, and both were seen.
    expect(verdicts.toSorted((a, b) => Number(a) - Number(b))).toEqual(verdicts);
    expect(new Set(verdicts)).toEqual(new Set([false, true]));
    expect(verdicts.length).toBeGreaterThan(8);
  },
);
