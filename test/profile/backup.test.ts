// The backup of a whole profile while it is in use, and its restore: everything that can be lost is there again, damage is named, and
// nothing is overwritten.
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readManifest, sealedPathOf } from '../../core/host/profile/backup-format.ts';
import { listBackups, readPlan } from '../../core/host/profile/backup-plan.ts';
import { checkProfile } from '../../core/host/profile/profile-check.ts';
import { backUpProfile, restoreBackup } from '../../core/host/profile/profile-tool.ts';
import { checkBackup } from '../../core/host/profile/read-backup.ts';
import { MIN_COST_N } from '../../core/keys/passphrase.ts';
import { copyDatabaseFile } from '../../core/store/sqlite/database-file.ts';
import { SqliteReplicaStore } from '../../core/store/sqlite/replica-sqlite-store.ts';
import { profilePathsOf, readConnections } from '../../core/host/desk-profile.ts';
import { runHeddle } from '../cli/cli-runner.ts';
import { stateOf, valueOf } from '../desk/desk-client.ts';
import { dieIn, runWithoutRoom } from './backup-process.ts';
import {
  accepted,
  BACKUP_PASSPHRASE,
  DRAFT_TEXT,
  KEY_PASSPHRASE,
  LivedProfile,
  SECRET_TITLE,
  startProfile,
} from './lived-profile.ts';

const NOW_MS = Date.UTC(2026, 10, 30, 12);

let lived: LivedProfile;
/** The backup that was made while a Command was signed and not sent. */
let backup: string;

beforeAll(async () => {
  lived = await LivedProfile.open();
  await lived.holdSigned();
  backup = valueOf(await backUp(NOW_MS)).path;
}, 120_000);

afterAll(async () => {
  await lived.close();
});

function backUp(nowMs: number, folder = join(lived.root, 'backups')) {
  return backUpProfile({
    profileFolder: lived.folder,
    folder,
    passphrase: BACKUP_PASSPHRASE,
    appVersion: '0.0.0-test',
    nowMs,
    passphraseCostN: MIN_COST_N,
  });
}

function restore(folder: string, from = backup, passphrase = BACKUP_PASSPHRASE) {
  return restoreBackup({ backup: from, profileFolder: folder, passphrase, passphraseCostN: MIN_COST_N });
}

async function filesUnder(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Everything that a replica holds, as text. */
async function contentOf(path: string) {
  const store = await SqliteReplicaStore.open({ path });
  try {
    const groups = await store.readGroups();
    const applied = await store.readAppliedOrder(0, 10_000);
    const records = await Promise.all(
      ['', ...groups.map(({ groupId }) => groupId)].map((id) => store.readRecords(id)),
    );
    const outbox = await store.readPendingOutbox();
    return {
      groups,
      log: applied.map(({ event }) => [
        event.eventId,
        event.sequence,
        createHash('sha256').update(event.bytes).digest('hex'),
      ]),
      records: records.map((each) => each.map(({ kind, groupId, id, value }) => [kind, groupId, id, value])),
      outbox: outbox.map(({ actionId, state, commandBytes, signingHash }) => ({
        actionId,
        state,
        signingHash,
        bytes: Buffer.from(commandBytes ?? []).toString('latin1'),
      })),
      notes: [...(await store.readNotes(''))],
    };
  } finally {
    await store.close();
  }
}

describe('a backup of a profile in use', () => {
  it('restores log, projection, outbox, drafts and identities as they were', async () => {
    const folder = join(lived.root, 'restored');
    const { facts, keyFault } = valueOf(await restore(folder));
    expect(keyFault).toBeUndefined();
    const manifest = valueOf(await readManifest(backup));
    expect(manifest).toMatchObject({
      keys: 'vault',
      facts: { waiting: 1, drafts: 1, identities: 2, keys: 2 },
    });
    expect(facts).toEqual(manifest.facts);
    const [before, after] = [profilePathsOf(lived.folder), profilePathsOf(folder)];
    expect(await readConnections(after)).toEqual(await readConnections(before));
    for (const name of ['settings', 'keyVault'] as const) {
      expect(await readFile(after[name])).toEqual(await readFile(before[name]));
    }
    const [kept] = await readConnections(before);
    const pending: string[] = [];
    const notes: unknown[] = [];
    for (const { actor } of kept?.identities ?? []) {
      // The profile stands still while the Command is held, so that both can be compared.
      const copy = join(lived.root, `copy-${actor.type}.db`);
      await copyDatabaseFile(before.replica(lived.connectionId, actor), copy);
      const content = await contentOf(after.replica(lived.connectionId, actor));
      expect(content).toEqual(await contentOf(copy));
      expect(content.log.length).toBeGreaterThan(0);
      pending.push(...content.outbox.map(({ actionId, state }) => `${state} ${actionId}`));
      notes.push(...content.notes);
    }
    expect(JSON.stringify(notes)).toContain(DRAFT_TEXT);
    expect(pending).toEqual([`signed ${lived.actionId}`]);
    const verdicts = await checkProfile(folder, join(lived.root, 'check'));
    expect(verdicts.map(({ kind }) => kind).toSorted()).toEqual(['authority', 'replica', 'replica']);
    expect(verdicts.flatMap(({ problems }) => problems)).toEqual([]);
  }, 60_000);

  it('sends the signed Command of a restored profile once, in its own bytes (IDM-001)', async () => {
    const folder = join(lived.root, 'used');
    valueOf(await restore(folder));
    await lived.release();
    const host = await startProfile(folder, () => {});
    try {
      const { client } = host;
      valueOf(await client.keys.unlock({ passphrase: KEY_PASSPHRASE }));
      expect(await client.system.settings()).toMatchObject({ language: 'de', textScale: 1.3 });
      await accepted(client, lived.actionId);
      const missions = await stateOf(
        client,
        (options) => client.missions.follow(undefined, options),
        ({ rows }) => rows[0]?.state === 'cancelled',
      );
      expect(missions.rows[0]).toMatchObject({ groupId: lived.groupId, title: SECRET_TITLE });
      const drafts = await stateOf(
        client,
        (options) => client.intents.followDrafts(undefined, options),
        ({ rows }) => rows.length > 0,
      );
      expect(JSON.stringify(drafts.rows)).toContain(DRAFT_TEXT);
    } finally {
      await host.stop();
    }
  }, 120_000);

  it('holds nothing in the clear: no key, no secret of a service, no passphrase, no word', async () => {
    const bytes = Buffer.concat(
      await Promise.all((await filesUnder(backup)).map((path) => readFile(path))),
    ).toString('latin1');
    const secrets: string[] = [KEY_PASSPHRASE, BACKUP_PASSPHRASE, SECRET_TITLE, DRAFT_TEXT, 'PRIVATE KEY'];
    const organization = profilePathsOf(lived.folder).organization(lived.connectionId);
    for (const path of await filesUnder(join(organization, 'keys'))) {
      const text = await readFile(path, 'utf8');
      const seed: unknown = text.startsWith('{') ? (JSON.parse(text) as { seed: string }).seed : text.trim();
      secrets.push(String(seed));
    }
    expect(secrets.length).toBeGreaterThan(8);
    for (const secret of secrets) expect(bytes.includes(secret)).toBe(false);
    // Nor does anything of it stay in the profile.
    expect(await isThere(join(lived.folder, 'backup-work'))).toBe(false);
    expect((await stat(join(backup, 'manifest'))).mode & 0o077).toBe(0);
  });

  it('is taken from a profile that is being written, at one moment for each log', async () => {
    const { client } = lived.host;
    const talking = (async () => {
      for (let count = 0; count < 12; count += 1) {
        await client.intents.saveDraft({
          connectionId: lived.connectionId,
          draftId: `urn:test:draft:busy-${count}`,
          intent: { kind: 'mission.cancel', groupId: lived.groupId, form: { reason: `draft ${count}` } },
        } as never);
      }
    })();
    const written = valueOf(await backUp(NOW_MS + 60_000));
    await talking;
    const folder = join(lived.root, 'busy');
    const restored = valueOf(await restore(folder, written.path));
    expect(restored.facts).toEqual(written.facts);
    const verdicts = await checkProfile(folder, join(lived.root, 'check-busy'));
    expect(verdicts.flatMap(({ problems }) => problems)).toEqual([]);
  }, 60_000);
});

describe('a backup that is not what it was', () => {
  async function spoilt(name: string, spoil: (path: string) => Promise<void>): Promise<string> {
    const copy = join(lived.root, `spoilt-${name}`, basename(backup));
    await cp(backup, copy, { recursive: true });
    await spoil(copy);
    return copy;
  }

  async function flip(path: string, at: number): Promise<void> {
    const bytes = await readFile(path);
    const place = at < 0 ? bytes.length + at : at;
    bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
    await writeFile(path, bytes);
  }

  it('is named by the file that one bit was flipped in, and refused, wherever that is', async () => {
    const { files } = valueOf(await readManifest(backup));
    const places = [0, 13, -1];
    for (const [index, { path, sealedBytes }] of files.entries()) {
      const at = places[index % places.length] ?? 0;
      const copy = await spoilt('bit', (folder) =>
        flip(sealedPathOf(folder, index), Math.min(at, sealedBytes - 1)),
      );
      const damaged = { ok: false, fault: { reason: 'damaged', detail: path } };
      expect(await checkBackup(copy)).toEqual(damaged);
      const target = join(lived.root, 'never');
      expect(await restore(target, copy)).toEqual(damaged);
      expect(await isThere(target)).toBe(false);
      await rm(join(lived.root, 'spoilt-bit'), { recursive: true });
    }
  }, 60_000);

  it('is refused with another manifest, a file less, or a file cut short', async () => {
    const manifest = await spoilt('manifest', (folder) => flip(join(folder, 'manifest'), 40));
    expect(await checkBackup(manifest)).toMatchObject({ fault: { reason: 'damaged', detail: 'manifest' } });
    const less = await spoilt('less', (folder) => rm(sealedPathOf(folder, 2)));
    expect(await checkBackup(less)).toMatchObject({ fault: { reason: 'damaged' } });
    const short = await spoilt('short', (folder) => truncate(sealedPathOf(folder, 1), 20));
    expect(await checkBackup(short)).toMatchObject({ fault: { reason: 'damaged' } });
    expect(await checkBackup(join(lived.root, 'nowhere'))).toMatchObject({ fault: { reason: 'missing' } });
  });

  it('does not open with another passphrase', async () => {
    const target = join(lived.root, 'locked');
    expect(await restore(target, backup, `${BACKUP_PASSPHRASE}!`)).toMatchObject({
      fault: { reason: 'wrong-passphrase' },
    });
    expect(await isThere(target)).toBe(false);
  });

  it('is never restored over anything', async () => {
    const target = join(lived.root, 'taken');
    await mkdir(target);
    await writeFile(join(target, 'mine.txt'), 'mine');
    expect(await restore(target)).toMatchObject({ fault: { reason: 'not-empty', detail: target } });
    expect(await readdir(target)).toEqual(['mine.txt']);
    expect((await readdir(lived.root)).filter((name) => name.includes('restoring'))).toEqual([]);
  });
});

describe('a crash or a full disk', () => {
  it('in the middle of a backup leaves none under its name, and the next one clears up', async () => {
    const folder = join(lived.root, 'crashed');
    const { lock } = await readPlan(lived.folder);
    expect(lock).toBeDefined();
    expect(await dieIn('backup', { profileFolder: lived.folder, folder, atFile: 3 })).toBe('SIGKILL');
    expect(await readdir(folder)).toHaveLength(1);
    expect(await listBackups(folder)).toEqual([]);
    const { path } = valueOf(await backUp(NOW_MS, folder));
    expect(await readdir(folder)).toEqual([basename(path)]);
    expect((await checkBackup(path)).ok).toBe(true);
    expect(await isThere(join(lived.folder, 'backup-work'))).toBe(false);
  }, 60_000);

  it('in the middle of a restore leaves no profile, and the next restore makes it', async () => {
    const target = join(lived.root, 'half');
    const wish = { profileFolder: target, folder: backup, atFile: 4 };
    expect(await dieIn('restore', wish)).toBe('SIGKILL');
    expect(await isThere(target)).toBe(false);
    valueOf(await restore(target));
    expect(await isThere(join(target, 'connections.json'))).toBe(true);
  }, 60_000);

  it('without room for a backup there is none, and it is said why', async () => {
    const folder = join(lived.root, 'no-room');
    const said = await runWithoutRoom({ profileFolder: lived.folder, folder });
    expect(said).toMatchObject({ ok: false, fault: { reason: 'cannot-write' } });
    expect(await readdir(folder)).toEqual([]);
  }, 60_000);
});

describe('heddle profile', () => {
  it('backs up, checks and restores, and says what it did', async () => {
    const environment = { LC_ALL: 'C' };
    const passphraseFile = join(lived.root, 'passphrase');
    await writeFile(passphraseFile, `${BACKUP_PASSPHRASE}\n`);
    const folder = join(lived.root, 'by-hand');
    const made = await runHeddle(['profile', 'backup', folder, '--profile', lived.folder], { environment });
    expect(made).toMatchObject({ code: 0 });
    expect(made.err).toContain('2 identities, 2 keys');
    const checked = await runHeddle(['profile', 'check', made.out], { environment });
    expect(checked).toMatchObject({ code: 0 });
    expect(checked.out).toContain('files are what was written');
    const target = join(lived.root, 'from-cli');
    const restored = await runHeddle(
      ['profile', 'restore', made.out, target, '--passphrase-file', passphraseFile],
      { environment },
    );
    expect(restored).toMatchObject({ code: 0 });
    const sound = await runHeddle(['profile', 'check', '--profile', target], { environment });
    expect(sound).toMatchObject({ code: 0 });
    expect(sound.out).toContain('3 databases are sound');
    const again = await runHeddle(
      ['profile', 'restore', made.out, target, '--passphrase-file', passphraseFile],
      { environment: { LC_ALL: 'de_DE.UTF-8' } },
    );
    expect(again).toMatchObject({ code: 2 });
    expect(again.err).toContain('Nichts wird überschrieben');
  }, 60_000);

  it('finds records that are not what the Events say', async () => {
    const target = join(lived.root, 'altered');
    valueOf(await restore(target));
    const [kept] = await readConnections(profilePathsOf(target));
    const human = kept?.identities.find(({ actor }) => actor.type === 'human');
    const path = profilePathsOf(target).replica(
      lived.connectionId,
      human?.actor ?? { type: 'human', id: '' },
    );
    const store = await SqliteReplicaStore.open({ path });
    const records = await store.readRecords(lived.groupId);
    await store.replaceRecords(records.slice(1));
    await store.close();
    const { code, out } = await runHeddle(['profile', 'check', '--profile', target]);
    expect(code).toBe(1);
    expect(out).toContain(`${records[0]?.kind} ${records[0]?.id}`);
  }, 60_000);
});
