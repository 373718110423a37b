// Data and diagnostics of a running host: backups by schedule, a trial, the self-check, everything as bundles, and a report.
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rebuildMarkOf } from '../../core/host/profile/start-marks.ts';
import { checkBackup } from '../../core/host/profile/read-backup.ts';
import { runHeddle } from '../cli/cli-runner.ts';
import { stateOf, valueOf } from '../desk/desk-client.ts';
import { BACKUP_PASSPHRASE, DRAFT_TEXT, LivedProfile, SECRET_TITLE } from './lived-profile.ts';

let lived: LivedProfile;

beforeAll(async () => {
  lived = await LivedProfile.open();
}, 120_000);

afterAll(async () => {
  await lived.close();
});

function summary(isWanted: (rows: number) => boolean = () => true) {
  const { client } = lived.host;
  return stateOf(
    client,
    (options) => client.data.follow(undefined, options),
    ({ rows }) => isWanted(rows.length),
  );
}

describe('backups of a running host', () => {
  it('need a passphrase first, and a folder outside of the profile', async () => {
    const { data } = lived.host.client;
    expect(await data.backUp()).toMatchObject({ ok: false, fault: { code: 'no-backup-passphrase' } });
    const inside = { folder: join(lived.folder, 'mine'), every: 'never' as const, keep: 2 };
    expect(await data.changePlan(inside)).toMatchObject({ ok: false, fault: { code: 'inside-profile' } });
    expect(await data.setPassphrase({ passphrase: 'short' })).toMatchObject({
      ok: false,
      fault: { code: 'weak-passphrase' },
    });
    valueOf(await data.setPassphrase({ passphrase: BACKUP_PASSPHRASE }));
    expect((await summary()).summary).toMatchObject({ hasPassphrase: true, location: lived.folder });
  }, 60_000);

  it('are made by schedule as soon as one is due, and no second one before the next is', async () => {
    const { data } = lived.host.client;
    const folder = join(lived.root, 'scheduled');
    valueOf(await data.changePlan({ folder, every: 'week', keep: 2 }));
    const { rows } = await summary((count) => count === 1);
    expect(rows[0]).toMatchObject({ state: 'complete', facts: { drafts: 1, identities: 2, keys: 2 } });
    expect((await checkBackup(rows[0]?.path ?? '')).ok).toBe(true);
    valueOf(await data.changePlan({ folder, every: 'day', keep: 2 }));
    expect(await readdir(folder)).toHaveLength(1);
  }, 60_000);

  it('can be tried out: everything is there, and nothing of the trial stays', async () => {
    const { data } = lived.host.client;
    const [row] = (await summary()).rows;
    const path = row?.path ?? '';
    expect(await data.tryBackup({ path, passphrase: 'another one' })).toMatchObject({
      ok: false,
      fault: { code: 'backup-wrong-passphrase' },
    });
    const tried = valueOf(await data.tryBackup({ path, passphrase: BACKUP_PASSPHRASE }));
    expect(tried).toMatchObject({ isSame: true, facts: { drafts: 1, identities: 2 } });
    await expect(stat(join(lived.folder, 'backup-work'))).rejects.toThrow('ENOENT');
    const [manifest] = await readdir(path);
    await writeFile(join(path, manifest === 'files' ? 'manifest' : (manifest ?? '')), 'spoilt');
    const damaged = (await summary()).rows[0];
    expect(damaged).toMatchObject({ state: 'damaged', name: basename(path) });
    expect(await data.tryBackup({ path, passphrase: BACKUP_PASSPHRASE })).toMatchObject({
      ok: false,
      fault: { code: 'backup-damaged' },
    });
  }, 60_000);
});

describe('the data of a running host', () => {
  it('equals the replay of its logs, in every database, while it is in use', async () => {
    const { data } = lived.host.client;
    expect(valueOf(await data.check()).isSound).toBe(true);
    const { lastCheck } = (await summary()).summary ?? {};
    expect(lastCheck?.verdicts).toHaveLength(3);
    expect(lastCheck?.verdicts.every(({ isSound, events }) => isSound && events > 0)).toBe(true);
  }, 60_000);

  it('is rebuilt at the next start where that is wanted', async () => {
    const { data } = lived.host.client;
    valueOf(await data.rebuild({ isWanted: true }));
    expect((await stat(rebuildMarkOf(lived.folder))).isFile()).toBe(true);
    expect((await summary()).summary?.rebuildsAtStart).toBe(true);
    valueOf(await data.rebuild({ isWanted: false }));
    await expect(stat(rebuildMarkOf(lived.folder))).rejects.toThrow('ENOENT');
  }, 60_000);

  it('goes along as a bundle for each Group, which anybody can verify', async () => {
    const { data } = lived.host.client;
    const folder = join(lived.root, 'all');
    expect(valueOf(await data.exportAll({ folder }))).toMatchObject({ bundles: 1 });
    const [name = ''] = await readdir(folder);
    expect(await runHeddle(['verify', join(folder, name)])).toMatchObject({ code: 0 });
  }, 60_000);
});

describe('diagnostics of a running host', () => {
  it('pass the self-test with the vectors of the protocol', async () => {
    const { diagnostics } = lived.host.client;
    const found = valueOf(await diagnostics.selfTest());
    expect(found.passed).toBeGreaterThan(100);
    expect(found).toMatchObject({ failed: 0, failures: [] });
  }, 60_000);

  it('save exactly the report that was seen, and nothing of anybody is in it', async () => {
    const { diagnostics } = lived.host.client;
    lived.faults.length = 0;
    const { previewId, text } = await diagnostics.preview();
    expect(text).toContain('store: passphrase-file');
    for (const secret of [SECRET_TITLE, DRAFT_TEXT, 'Mine', 'Ada', lived.root, lived.groupId, 'urn:']) {
      expect(text).not.toContain(secret);
    }
    const path = join(lived.root, 'report.txt');
    valueOf(await diagnostics.save({ previewId, path }));
    expect(await readFile(path, 'utf8')).toBe(text);
    expect(await diagnostics.save({ previewId, path })).toMatchObject({
      ok: false,
      fault: { code: 'cannot-write' },
    });
    expect(await diagnostics.save({ previewId: 'never shown' })).toMatchObject({ ok: false });
  }, 60_000);
});
