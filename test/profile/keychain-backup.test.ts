// Backups of a profile whose keys lie in a keychain: what of them travels, where they go on another computer, and what is said when
// the keychain does not give one. The keychain is a scripted one; its keys are TEST KEYS.
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { profilePathsOf } from '../../core/host/desk-profile.ts';
import { missingKeysOf, namesOf } from '../../core/host/missing-keys.ts';
import { type BackupManifest, readManifest } from '../../core/host/profile/backup-format.ts';
import { backupRowOf } from '../../core/host/profile/backup-rows.ts';
import { dataWords } from '../../core/host/profile/data-words.ts';
import { openKeysForRestore } from '../../core/host/profile/restore-keys.ts';
import { restoreProfile } from '../../core/host/profile/read-backup.ts';
import { writeProfileBackup } from '../../core/host/profile/write-backup.ts';
import { createBackupLock } from '../../core/keys/backup-lock.ts';
import { ADA, BEN, keyIdOf, temporaryFolder, testPorts } from '../../core/keys/key-store.test-data.ts';
import { ScriptedKeychain } from '../../core/keys/keychain.test-data.ts';
import { KeychainKeyStore } from '../../core/keys/keychain-key-store.ts';
import { MIN_COST_N } from '../../core/keys/passphrase.ts';
import { PassphraseFileKeyStore } from '../../core/keys/passphrase-file-key-store.ts';
import { utf8 } from '../../core/protocol/fixtures.test-data.ts';
import { accept } from '../../core/protocol/result.ts';
import { valueOf } from '../desk/desk-client.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const PASSPHRASE = 'another horse, for backups in tests';
const [K1, K2] = [keyIdOf(1), keyIdOf(2)];
const MESSAGE = utf8('{"a":1}');
let made = 0;

/** A profile with two keys in a keychain. */
async function lived() {
  made += 1;
  const profileFolder = folder.at(`profile-${made}`);
  const { keyIndex, settings } = profilePathsOf(profileFolder);
  await mkdir(dirname(keyIndex), { recursive: true });
  await writeFile(settings, '{"language":"de"}');
  const keychain = new ScriptedKeychain();
  const service = `Heddle ${profileFolder}`;
  const keys = await KeychainKeyStore.open(
    { keychain, service, indexPath: keyIndex },
    testPorts(profileFolder),
  );
  valueOf(await keys.setUp());
  valueOf(await keys.create({ keyId: K1, principal: ADA }));
  valueOf(await keys.create({ keyId: K2, principal: BEN }));
  return { profileFolder, keychain, keys, service };
}

async function backUp({
  profileFolder,
  keys,
}: Pick<Awaited<ReturnType<typeof lived>>, 'profileFolder' | 'keys'>) {
  const ports = { randomBytes: (count: number) => randomBytes(count), passphraseCostN: MIN_COST_N };
  return valueOf(
    await writeProfileBackup({
      profileFolder,
      folder: `${profileFolder}-backups`,
      lock: valueOf(await createBackupLock(PASSPHRASE, ports)),
      profileId: 'urn:heddle:test:profile',
      keys,
      appVersion: '0.0.0-test',
      nowMs: Date.UTC(2026, 11, 1),
    }),
  );
}

/** Restores as on a computer with a keychain of its own. */
async function restoreInto(keychain: ScriptedKeychain, backup: string) {
  const profileFolder = `${backup}-restored`;
  const restored = valueOf(
    await restoreProfile({
      backup,
      passphrase: PASSPHRASE,
      profileFolder,
      openKeys: async (restoring) => {
        const indexPath = profilePathsOf(restoring).keyIndex;
        const service = `Heddle ${profileFolder}`;
        const store = await KeychainKeyStore.open({ keychain, service, indexPath }, testPorts(restoring));
        if (store.condition === 'missing') valueOf(await store.setUp());
        return accept(store);
      },
    }),
  );
  const keys = await KeychainKeyStore.open(
    { keychain, service: `Heddle ${profileFolder}`, indexPath: profilePathsOf(profileFolder).keyIndex },
    testPorts(profileFolder),
  );
  return { ...restored, profileFolder, keys };
}

async function bytesUnder(path: string): Promise<Buffer> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Buffer.concat(await Promise.all(files.map((each) => readFile(join(each.parentPath, each.name)))));
}

describe('a backup of keys that lie in a keychain', () => {
  test('holds them encrypted, and never in the clear, nor what the keychain had', async () => {
    const profile = await lived();
    const backup = await backUp(profile);
    expect([backup.keys, backup.facts.keys, backup.missingKeys]).toEqual(['exported', 2, []]);
    expect(dataWords('en').backedUp(backup.facts, [])).not.toContain('not in the backup');
    const bytes = await bytesUnder(backup.path);
    expect(profile.keychain.secrets.size).toBe(2);
    for (const secret of profile.keychain.secrets.values()) {
      expect(bytes.includes(Buffer.from(secret))).toBe(false);
      expect((await bytesUnder(profile.profileFolder)).includes(Buffer.from(secret))).toBe(false);
    }
  });

  test('brings them into the keychain of another computer, where they sign as before', async () => {
    const profile = await lived();
    const signature = valueOf(await profile.keys.sign(K1, MESSAGE));
    const backup = await backUp(profile);
    const other = new ScriptedKeychain();
    const restored = await restoreInto(other, backup.path);
    expect([restored.keyFault, restored.missingKeys]).toEqual([undefined, []]);
    expect(valueOf(await restored.keys.list()).map(({ keyId }) => keyId)).toEqual([K1, K2]);
    expect(valueOf(await restored.keys.sign(K1, MESSAGE))).toEqual(signature);
    expect(other.secrets.size).toBe(2);
    // The profile beside it is whole, and nothing of the keys lies in it.
    expect(await readFile(profilePathsOf(restored.profileFolder).settings, 'utf8')).toContain('"de"');
    const bytes = await bytesUnder(restored.profileFolder);
    for (const secret of other.secrets.values()) expect(bytes.includes(Buffer.from(secret))).toBe(false);
  });

  test('on a computer without a keychain they go into a file under the passphrase of the backup', async () => {
    const backup = await backUp(await lived());
    const profileFolder = `${backup.path}-restored`;
    const { DBUS_SESSION_BUS_ADDRESS: bus } = process.env;
    delete process.env['DBUS_SESSION_BUS_ADDRESS'];
    try {
      const restored = valueOf(
        await restoreProfile({
          backup: backup.path,
          passphrase: PASSPHRASE,
          profileFolder,
          openKeys: (restoring, passphrase) =>
            openKeysForRestore(profileFolder, restoring, passphrase, MIN_COST_N),
        }),
      );
      expect(restored.keyFault).toBeUndefined();
    } finally {
      if (bus !== undefined) process.env['DBUS_SESSION_BUS_ADDRESS'] = bus;
    }
    const file = await PassphraseFileKeyStore.open(profilePathsOf(profileFolder).keyVault, testPorts('file'));
    valueOf(await file.unlock(PASSPHRASE));
    expect(valueOf(await file.list()).map(({ keyId }) => keyId)).toEqual([K1, K2]);
  });

  test('of a keychain that lacks one of them holds the others, and says so', async () => {
    const profile = await lived();
    expect(profile.keychain.secrets.delete(`${profile.service}\n${K2}`)).toBe(true);
    const signature = valueOf(await profile.keys.sign(K1, MESSAGE));
    const backup = await backUp(profile);
    expect([backup.keys, backup.facts.keys]).toEqual(['partly', 2]);
    expect(backup.missingKeys).toMatchObject([{ keyId: K2, principal: BEN, condition: 'missing' }]);
    for (const [language, key, condition, rest] of [
      ['en', 'key', 'missing', 'This key is not in the backup'],
      ['de', 'Schlüssel', 'fehlt', 'Dieser Schlüssel ist nicht in der Sicherung'],
    ] as const) {
      const missing = missingKeysOf(backup.missingKeys, language, ({ id }) => `the name of ${id}`);
      const [name = ''] = namesOf(missing);
      expect(name).toMatch(
        new RegExp(`^the name of ${BEN.id} \\(${key} [0-9a-f]{4} [0-9a-f]{4} …, ${condition}\\)$`, 'u'),
      );
      const said = dataWords(language).backedUp(backup.facts, namesOf(missing));
      expect(said).toContain(rest);
      expect(said).toContain(name);
      expect(said).not.toContain(ADA.id);
      // The list of backups does not call it complete without more, and names nobody: the manifest is open to everybody.
      const { ok, value } = (await readManifest(backup.path)) as { ok: true; value: BackupManifest };
      expect([ok, JSON.stringify(value).includes(BEN.id)]).toEqual([true, false]);
      const row = backupRowOf(
        { path: backup.path, name: 'x', manifest: value },
        0,
        language,
        value.profileId,
      );
      expect(row.words.text).toContain(dataWords(language).lackingKeys.partly);
    }
    const other = new ScriptedKeychain();
    const restored = await restoreInto(other, backup.path);
    expect(restored.keyFault).toBeUndefined();
    // Whoever restores it hears it too, on a computer that has never known the key.
    expect(restored.missingKeys).toMatchObject([{ keyId: K2, principal: BEN }]);
    const names = namesOf(missingKeysOf(restored.missingKeys, 'en'));
    expect(names).toEqual([expect.stringMatching(new RegExp(`^${BEN.id} \\(key [0-9a-f ]{9} …\\)$`, 'u'))]);
    for (const text of [
      dataWords('en').restored('/p', restored.facts, undefined, names),
      dataWords('de').tried(true, restored.facts, names),
    ])
      expect(text).toContain(names[0]);
    expect(dataWords('en').tried(true, restored.facts, names)).not.toContain('everything is there');
    expect(valueOf(await restored.keys.sign(K1, MESSAGE))).toEqual(signature);
    expect(other.secrets.size).toBe(1);
    expect(await restored.keys.sign(K2, MESSAGE)).toMatchObject({ ok: false });
  });

  test('of a keychain that lacks all of them, or is locked, says so; the rest of the profile is there', async () => {
    for (const trouble of ['missing', 'locked'] as const) {
      const profile = await lived();
      const slot = `${profile.service}\n${K2}`;
      const kept = profile.keychain.secrets.get(slot);
      if (trouble === 'missing') profile.keychain.secrets.clear();
      else profile.keychain.mood = 'locked';
      const backup = await backUp(profile);
      expect([trouble, backup.keys, backup.facts.keys]).toEqual([trouble, 'absent', 2]);
      expect(backup.missingKeys.map(({ keyId, condition }) => [keyId, condition])).toEqual([
        [K1, trouble],
        [K2, trouble],
      ]);
      const restored = await restoreInto(new ScriptedKeychain(), backup.path);
      expect(restored.missingKeys.map(({ keyId }) => keyId)).toEqual([K1, K2]);
      expect(await readFile(profilePathsOf(restored.profileFolder).settings, 'utf8')).toContain('"de"');
      // Unreadable is not absent: the keys are known by name, sign nothing, and no new key takes their place.
      expect(await restored.keys.sign(K1, MESSAGE)).toMatchObject({ ok: false });
      expect(kept === undefined).toBe(false);
    }
  });

  test('a keychain that refuses at the restore leaves the profile whole, and the fault is told', async () => {
    const backup = await backUp(await lived());
    const locked = new ScriptedKeychain();
    locked.mood = 'locked';
    const restored = await restoreInto(locked, backup.path);
    expect(restored.keyFault).toMatchObject({ reason: 'locked' });
    expect(await readFile(profilePathsOf(restored.profileFolder).settings, 'utf8')).toContain('"de"');
    expect(locked.secrets.size).toBe(0);
  });
});
