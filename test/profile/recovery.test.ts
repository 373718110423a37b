// A start on a profile that is really broken: the recovery window is there and not a stack trace, and each way out of it works.
import { cp, mkdir, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import type { DeskClient } from '../../core/contract/contract.ts';
import { profilePathsOf, readConnections } from '../../core/host/desk-profile.ts';
import { type StartedDesk, startDesk } from '../../core/host/desk-start.ts';
import { backUpProfile } from '../../core/host/profile/profile-tool.ts';
import { MIN_COST_N } from '../../core/keys/passphrase.ts';
import { openClient, stateOf, valueOf } from '../desk/desk-client.ts';
import { BACKUP_PASSPHRASE, LivedProfile, SECRET_TITLE } from './lived-profile.ts';

/** A profile that was left in order, and a backup of it. */
let sound: string;
let backup: string;
let root: string;
let renderer: string;
let profile: string;
let started: StartedDesk | undefined;
let socket: WebSocket | undefined;

beforeAll(async () => {
  const lived = await LivedProfile.open();
  root = await mkdtemp(join(tmpdir(), 'heddle-recovery-'));
  sound = join(root, 'sound');
  renderer = join(root, 'renderer');
  await mkdir(renderer);
  await writeFile(join(renderer, 'index.html'), '<!doctype html>');
  await lived.host.stop();
  await cp(lived.folder, sound, { recursive: true });
  await lived.close();
  const written = await backUpProfile({
    profileFolder: sound,
    folder: join(root, 'backups'),
    passphrase: BACKUP_PASSPHRASE,
    appVersion: '0.0.0-test',
    nowMs: 0,
    passphraseCostN: MIN_COST_N,
  });
  backup = valueOf(written).path;
}, 120_000);

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

beforeEach(async () => {
  profile = await mkdtemp(join(root, 'case-'));
  await cp(sound, profile, { recursive: true });
});

afterEach(async () => {
  socket?.terminate();
  await started?.stop();
  started = undefined;
});

/** Starts as `npm start` does, and opens a window. */
async function start(): Promise<DeskClient> {
  started = await startDesk({
    profileFolder: profile,
    shell: 'browser',
    appVersion: '0.0.0-test',
    onFault: () => {},
    keyStore: 'passphrase-file',
    passphraseCostN: MIN_COST_N,
    language: 'en',
    onRecovery: () => {},
  });
  const server = await started.listen({ rendererFolder: renderer });
  const opened = await openClient(server.newLaunchUrl());
  ({ socket } = opened);
  return opened.client;
}

async function logPathOf(type: 'human' | 'agent'): Promise<string> {
  const [kept] = await readConnections(profilePathsOf(sound));
  const actor = kept?.identities.find((each) => each.actor.type === type)?.actor;
  if (kept === undefined || actor === undefined) throw new Error('the profile has no such identity');
  return profilePathsOf(profile).replica(kept.connectionId, actor);
}

async function overwrite(path: string, at: number, length: number): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const bytes = Buffer.alloc(length);
    await file.read(bytes, 0, length, at);
    await file.write(
      bytes.map((byte) => byte ^ 0xff),
      0,
      length,
      at,
    );
  } finally {
    await file.close();
  }
}

async function withoutWal(path: string): Promise<void> {
  for (const suffix of ['-wal', '-shm']) await rm(path + suffix, { force: true });
}

const BREAKAGES: readonly (readonly [string, string, () => Promise<void>])[] = [
  [
    'a database cut short',
    'corrupt',
    async () => {
      const path = await logPathOf('human');
      await withoutWal(path);
      await truncate(path, 5_000);
    },
  ],
  [
    'a database with flipped bytes in its head',
    'corrupt',
    async () => {
      const path = await logPathOf('agent');
      await withoutWal(path);
      await overwrite(path, 0, 64);
    },
  ],
  [
    'a database with flipped bytes in its schema',
    'corrupt',
    async () => {
      const path = await logPathOf('human');
      await withoutWal(path);
      await overwrite(path, 100, 3_900);
    },
  ],
  [
    'a database of a later version',
    'too-new',
    async () => {
      const database = new Database(await logPathOf('human'));
      database.pragma('user_version = 99');
      database.close();
    },
  ],
  [
    'a database of another program',
    'foreign',
    async () => {
      const database = new Database(await logPathOf('human'));
      database.pragma('application_id = 1');
      database.close();
    },
  ],
  ['connections that are no JSON', 'unreadable', () => writeFile(profilePathsOf(profile).connections, '[{')],
  ['settings that are no JSON', 'unreadable', () => writeFile(profilePathsOf(profile).settings, '\0\0')],
];

describe('a start on a broken profile', () => {
  it.each(BREAKAGES)(
    'with %s shows the recovery window: %s',
    async (_name, code, spoil) => {
      await spoil();
      const client = await start();
      expect(started?.host).toBeUndefined();
      expect(await client.system.capabilities()).toMatchObject({ mode: 'recovery' });
      const state = await client.recovery.state();
      expect(state).toMatchObject({ isNeeded: true, location: profile });
      expect(state.problems.map((problem) => problem.code)).toContain(code);
      // Still broken, still there.
      expect(valueOf(await client.recovery.retry()).isStarted).toBe(false);
      expect((await client.recovery.state()).isNeeded).toBe(true);
    },
    60_000,
  );

  it('that may not be written says so, and starts when it may again', async () => {
    const { claims } = profilePathsOf(profile);
    await rm(claims, { recursive: true, force: true });
    // Nobody can write into a file as into a folder, not even the root of a machine.
    await writeFile(claims, '');
    const client = await start();
    expect((await client.recovery.state()).isNeeded).toBe(true);
    await rm(claims);
    expect(valueOf(await client.recovery.retry()).isStarted).toBe(true);
    await started?.recovered;
  }, 60_000);

  it('of a sound profile needs no recovery', async () => {
    const client = await start();
    expect(await client.system.capabilities()).toMatchObject({ mode: 'desk' });
    expect(await client.recovery.state()).toMatchObject({ isNeeded: false });
    expect(await client.recovery.rebuild()).toMatchObject({ ok: false, fault: { code: 'not-now' } });
  }, 60_000);
});

describe('the recovery window', () => {
  beforeEach(async () => {
    const path = await logPathOf('human');
    await withoutWal(path);
    await truncate(path, 5_000);
  });

  /** The same window, after it has loaded anew. */
  async function reopen(): Promise<DeskClient> {
    socket?.terminate();
    const host = await started?.recovered;
    if (host === undefined) throw new Error('nothing was started');
    return host.client;
  }

  it('restores a backup in the place of the profile, which is moved aside and not deleted', async () => {
    const client = await start();
    const { asideFolder } = await client.recovery.state();
    const wrong = await client.recovery.restore({ path: backup, passphrase: 'not the passphrase' });
    expect(wrong).toMatchObject({ ok: false, fault: { code: 'backup-wrong-passphrase' } });
    expect(await readdir(root)).not.toContain(asideFolder);
    const answer = valueOf(await client.recovery.restore({ path: backup, passphrase: BACKUP_PASSPHRASE }));
    expect(answer.isStarted).toBe(true);
    expect(answer.words.text).toContain(asideFolder);
    expect((await stat(join(asideFolder, 'connections.json'))).isFile()).toBe(true);
    const desk = await reopen();
    const missions = await stateOf(
      desk,
      (options) => desk.missions.follow(undefined, options),
      ({ rows }) => rows.length === 1,
    );
    expect(missions.rows[0]?.title).toBe(SECRET_TITLE);
  }, 60_000);

  it('copies the raw databases byte by byte, and no keys', async () => {
    const client = await start();
    const folder = join(root, `raw-${Date.now()}`);
    const { files } = valueOf(await client.recovery.exportRaw({ folder }));
    expect(files).toBeGreaterThanOrEqual(3);
    const entries = await readdir(folder, { recursive: true });
    expect(entries.filter((name) => /vault|seed|secret/u.test(name))).toEqual([]);
    const path = await logPathOf('human');
    const copy = join(folder, path.slice(profile.length + 1));
    expect(await readFile(copy)).toEqual(await readFile(path));
    expect(await client.recovery.exportRaw({ folder })).toMatchObject({ ok: false });
  }, 60_000);

  it('opens the rest in safe mode, sends nothing, and writes over no file that it could not read', async () => {
    await writeFile(profilePathsOf(profile).settings, '{"language":');
    const client = await start();
    expect(valueOf(await client.recovery.safeMode()).isStarted).toBe(true);
    const desk = await reopen();
    expect(await desk.system.capabilities()).toMatchObject({ mode: 'safe' });
    expect(await desk.system.changeSettings({ textScale: 1.5 })).toMatchObject({ textScale: 1.5 });
    expect(await readFile(profilePathsOf(profile).settings, 'utf8')).toBe('{"language":');
    expect(await desk.diagnostics.state()).toMatchObject({ isSafeMode: true });
  }, 60_000);

  it('makes records anew that are not what the Events say', async () => {
    await rm(profile, { recursive: true });
    await cp(sound, profile, { recursive: true });
    // Sound for SQLite, and nonsense for us.
    const database = new Database(await logPathOf('human'));
    database.exec(`UPDATE replica_records SET json = '{'`);
    database.close();
    const client = await start();
    expect((await client.recovery.state()).problems[0]?.code).toBe('unreadable');
    const answer = valueOf(await client.recovery.rebuild());
    expect(answer).toMatchObject({ isStarted: true });
    const desk = await reopen();
    const missions = await stateOf(
      desk,
      (options) => desk.missions.follow(undefined, options),
      ({ rows }) => rows.length === 1,
    );
    expect(missions.rows[0]?.title).toBe(SECRET_TITLE);
  }, 60_000);

  it('gives a report that says what is wrong and nothing of anybody', async () => {
    const client = await start();
    const { text } = await client.recovery.previewReport();
    expect(text).toContain('problem: corrupt');
    for (const secret of ['Mine', 'Ada', SECRET_TITLE, root, tmpdir()]) expect(text).not.toContain(secret);
    const path = join(root, `report-${Date.now()}.txt`);
    expect(valueOf(await client.recovery.saveReport({ path })).path).toBe(path);
    expect(await readFile(path, 'utf8')).toContain('problem: corrupt');
  }, 60_000);

  it('takes up a restore that a crash has cut in two', async () => {
    await rm(profile, { recursive: true });
    await cp(sound, `${profile}.restored`, { recursive: true });
    const client = await start();
    expect(await client.system.capabilities()).toMatchObject({ mode: 'desk' });
    const missions = await stateOf(
      client,
      (options) => client.missions.follow(undefined, options),
      ({ rows }) => rows.length === 1,
    );
    expect(missions.rows[0]?.title).toBe(SECRET_TITLE);
  }, 60_000);
});
