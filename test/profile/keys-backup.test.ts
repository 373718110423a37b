// The backup of keys alone, as a window asks for it, and one of everything by schedule, of a keychain that has lost one of them. The
// keychain is a scripted one; its keys are TEST KEYS.
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { DeskRuntime } from '../../core/coordinator/desk-runtime/desk-runtime.ts';
import type { BundleDesk } from '../../core/host/bundle-desk.ts';
import { createKeyService, ProfileKeys } from '../../core/host/desk-keys.ts';
import { profilePathsOf } from '../../core/host/desk-profile.ts';
import { DataDesk } from '../../core/host/profile/data-desk.ts';
import { ADA, BEN, keyIdOf, temporaryFolder, testPorts } from '../../core/keys/key-store.test-data.ts';
import { ScriptedKeychain } from '../../core/keys/keychain.test-data.ts';
import { KeychainKeyStore } from '../../core/keys/keychain-key-store.ts';
import { MIN_COST_N } from '../../core/keys/passphrase.ts';
import { valueOf } from '../desk/desk-client.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const PASSPHRASE = 'another horse, for backups in tests';
const SERVICE = 'Heddle test';
const [K1, K2] = [keyIdOf(1), keyIdOf(2)];
let made = 0;

/** Two keys in a keychain, and a desk that knows what Ben is called. */
async function stage(language: 'en' | 'de' = 'en') {
  made += 1;
  const profile = folder.at(`profile-${made}`);
  const paths = profilePathsOf(profile);
  await mkdir(dirname(paths.keyIndex), { recursive: true });
  const keychain = new ScriptedKeychain();
  const store = await KeychainKeyStore.open(
    { keychain, service: SERVICE, indexPath: paths.keyIndex },
    testPorts(profile),
  );
  valueOf(await store.setUp());
  valueOf(await store.create({ keyId: K1, principal: ADA }));
  valueOf(await store.create({ keyId: K2, principal: BEN }));
  const keys = await ProfileKeys.open(store);
  const links = [{ actor: BEN, name: 'Ben' }];
  const desk = { language, connections: () => [{ links }], tell: () => {} } as unknown as DeskRuntime;
  const service = createKeyService({ keys, desk, paths });
  const path = join(profile, 'keys.backup');
  const lose = (keyId: string) => expect(keychain.secrets.delete(`${SERVICE}\n${keyId}`)).toBe(true);
  return { profile, keychain, keys, desk, service, path, lose };
}

test('a backup of the whole profile by schedule, which nobody waits for, leaves the names in what the window shows', async () => {
  const { profile, keys, desk, lose } = await stage();
  let nowMs = Date.UTC(2026, 11, 1);
  const data = await DataDesk.open({
    desk,
    profileFolder: profile,
    keys: keys.store,
    bundles: {} as BundleDesk,
    appVersion: '0.0.0-test',
    passphraseCostN: MIN_COST_N,
    nowMs: () => nowMs,
    onFault: (error) => {
      throw error;
    },
  });
  const namesShown = async () => {
    const { summary } = await data.source().read();
    return summary.missingKeys?.map(({ principal }) => principal.name);
  };
  lose(K2);
  valueOf(await data.setPassphrase(PASSPHRASE));
  expect(await namesShown()).toBeUndefined();
  valueOf(await data.changePlan({ folder: `${profile}-backups`, every: 'day', keep: 2 }));
  await vi.waitFor(async () => expect(await namesShown()).toEqual(['Ben']), { timeout: 30_000 });
  // Nobody is named any more once a backup has all.
  valueOf(await keys.store.remove(K2));
  await data.close();
  nowMs += 60_000;
  const whole = valueOf(await data.backUp());
  expect([whole.missingKeys, await namesShown()]).toEqual([[], undefined]);
  expect(whole.words.text).not.toContain('not in the backup');
});

describe('a backup of keys', () => {
  test('lacks none while all are there', async () => {
    const { service, path } = await stage();
    expect(valueOf(await service.backUp(PASSPHRASE, undefined, path)).missingKeys).toEqual([]);
    expect(valueOf(await service.testBackup(path, PASSPHRASE)).covered).toEqual([K1, K2]);
  });

  test.each([
    ['en', /^Ben \(key [0-9a-f]{4} [0-9a-f]{4} …, missing\)$/u],
    ['de', /^Ben \(Schlüssel [0-9a-f]{4} [0-9a-f]{4} …, fehlt\)$/u],
  ] as const)('holds the others when one is lost, and names that one: %s', async (language, name) => {
    const { service, path, lose, keys } = await stage(language);
    lose(K2);
    const written = valueOf(await service.backUp(PASSPHRASE, undefined, path));
    expect(written.missingKeys).toEqual([
      {
        keyId: K2,
        principal: { type: BEN.type, id: BEN.id, name: 'Ben' },
        words: expect.objectContaining({ text: expect.stringMatching(name) as string }) as object,
      },
    ]);
    expect(valueOf(await service.testBackup(path, PASSPHRASE))).toEqual({
      covered: [K1],
      absent: [K2],
      further: [],
    });
    // The list of keys says it at once, too.
    expect(keys.list().find(({ keyId }) => keyId === K2)?.condition).toBe('missing');
  });

  test('names only keys that were wanted', async () => {
    const { service, path, lose } = await stage();
    lose(K2);
    expect(valueOf(await service.backUp(PASSPHRASE, [K1], path)).missingKeys).toEqual([]);
    const both = await service.backUp(PASSPHRASE, [K1, K2], `${path}-both`);
    expect(valueOf(both).missingKeys.map(({ keyId }) => keyId)).toEqual([K2]);
  });

  test('is refused, and nothing is written, where no key is left, one is unknown, or the keychain is shut', async () => {
    const { keychain, service, path, lose } = await stage();
    lose(K2);
    const reasonOf = async (keyIds?: readonly string[]) => {
      const answer = await service.backUp(PASSPHRASE, keyIds, path);
      await expect(readFile(path)).rejects.toThrow('ENOENT');
      return answer.ok ? undefined : answer.fault.code;
    };
    expect(await reasonOf([K2])).toBe('missing');
    expect(await reasonOf([K2, K1, keyIdOf(3)])).toBe('unknown-key');
    keychain.mood = 'locked';
    expect(await reasonOf()).toBe('locked');
  });
});
