// The whole host of a profile: keys, an Organization of one's own, a Mission by a window's own procedures, and the next run.
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DeskClient } from '../../core/contract/contract.ts';
import type { StatusSummary } from '../../core/contract/system.ts';
import { type DeskHost, startDeskHost } from '../../core/host/desk-host.ts';
import { MIN_COST_N } from '../../core/keys/passphrase.ts';
import { WorkerHostFault } from '../../core/host/worker-folder.ts';
import { createMission, stateOf, valueOf } from './desk-client.ts';

let profile: string;
let host: DeskHost;
const faults: unknown[] = [];

/** For tests only. */
const PASSPHRASE = 'correct horse battery staple for tests';

async function start(): Promise<DeskHost> {
  return startDeskHost({
    profileFolder: profile,
    shell: 'browser',
    appVersion: '0.0.0-test',
    onFault: (error) => faults.push(error),
    keyStore: 'passphrase-file',
    passphraseCostN: MIN_COST_N,
  });
}

beforeEach(async () => {
  faults.length = 0;
  profile = await mkdtemp(join(tmpdir(), 'heddle-profile-'));
  host = await start();
});

afterEach(async () => {
  await host.stop();
  await rm(profile, { recursive: true, force: true });
});

async function found(client: DeskClient): Promise<string> {
  valueOf(await client.keys.unlock({ passphrase: PASSPHRASE }));
  return valueOf(await client.connections.createLocal({ name: 'Mine', personName: 'Ada' })).connectionId;
}

describe('the host of a profile', () => {
  test('founds an Organization, signs a Mission, and shows it in every screen', async () => {
    const { client } = host;
    const connectionId = await found(client);
    const groupId = await createMission(client, connectionId);
    const missions = await stateOf(
      client,
      (options) => client.missions.follow(undefined, options),
      ({ rows }) => rows.length === 1,
    );
    expect(missions.rows[0]).toMatchObject({ groupId, title: 'Audit', myRoles: ['owner', 'coordinator'] });
    const place = { connectionId, groupId };
    const overview = await stateOf(
      client,
      (options) => client.missions.overview(place, options),
      ({ rows }) => rows.length > 0,
    );
    expect(overview.byId.get('header')).toMatchObject({ objective: 'Know what is there', state: 'active' });
    const history = await stateOf(
      client,
      (options) => client.history.follow(place, options),
      ({ rows }) => rows.length > 0,
    );
    expect(history.rows.at(-1)).toMatchObject({
      sequence: 1,
      kind: 'mission.created',
      actor: { name: 'Ada' },
    });
    const status = await stateOf(
      client,
      (options) => client.system.status(undefined, options),
      () => true,
    );
    expect(status.summary).toMatchObject({ keys: 'ok', actingAs: { name: 'Ada' } });
    expect(faults).toEqual([]);
  });

  test('comes back with everything: the profile, its keys locked, and its Missions readable', async () => {
    const connectionId = await found(host.client);
    const groupId = await createMission(host.client, connectionId);
    await host.stop();
    host = await start();
    const { client } = host;
    const missions = await stateOf(
      client,
      (options) => client.missions.follow(undefined, options),
      ({ rows }) => rows.length === 1,
    );
    expect(missions.rows[0]).toMatchObject({ groupId, title: 'Audit' });
    const status = await stateOf(
      client,
      (options) => client.system.status(undefined, options),
      () => true,
    );
    expect(status.summary?.keys).toBe('locked');
    const open = valueOf(
      await client.intents.sheet({
        connectionId,
        intent: { kind: 'mission.cancel', groupId, form: { reason: 'x' } },
      }),
    );
    expect(open.obstacles.map(({ id }) => id)).toContain('key-locked');
  });

  test('is one process: a second one is told who has the profile', async () => {
    await expect(start()).rejects.toThrow(WorkerHostFault);
  });

  test('keeps settings, and says everything in another language', async () => {
    await host.client.system.changeSettings({ language: 'de' });
    await host.stop();
    host = await start();
    expect(await host.client.system.settings()).toMatchObject({ language: 'de' });
    const answer = await host.client.keys.rotate({ keyId: 'urn:x' });
    expect(answer).toMatchObject({
      ok: false,
      fault: { code: 'unknown-key', words: { text: 'Dieser Schlüssel ist hier nicht bekannt.' } },
    });
  });

  test('says which keys a person has chosen as soon as they have', async () => {
    const { client } = host;
    const keyboardWhen = async (fits: (keyboard: StatusSummary['keyboard']) => boolean) => {
      const { summary } = await stateOf(
        client,
        (options) => client.system.status(undefined, options),
        (state) => state.summary !== undefined && fits(state.summary.keyboard),
      );
      return summary?.keyboard;
    };
    expect(await keyboardWhen(() => true)).toEqual({ areSingleKeysOn: true, shortcuts: {} });
    // Asked before it changes: nobody has to ask again.
    const chosen = keyboardWhen(({ shortcuts }) => shortcuts['palette'] !== undefined);
    const single = keyboardWhen(({ areSingleKeysOn }) => !areSingleKeysOn);
    await client.system.changeSettings({ shortcuts: { palette: ['Mod+P'], shortcuts: [] } });
    expect(await chosen).toEqual({ areSingleKeysOn: true, shortcuts: { palette: ['Mod+P'], shortcuts: [] } });
    await client.system.changeSettings({ singleKeyShortcuts: false, shortcuts: {} });
    expect(await single).toEqual({ areSingleKeysOn: false, shortcuts: {} });
  });

  test('never tells a secret: neither keys nor backups hold one in the clear', async () => {
    const { client } = host;
    await found(client);
    const { path } = valueOf(await client.keys.backUp({ passphrase: PASSPHRASE }));
    expect(((await stat(path)).mode & 0o077).toString(8)).toBe('0');
    const backup = await readFile(path, 'utf8');
    expect(backup).not.toContain(PASSPHRASE);
    const keys = await stateOf(
      client,
      (options) => client.keys.follow(undefined, options),
      ({ rows }) => rows.length === 2,
    );
    expect(JSON.stringify([...keys.rows])).not.toMatch(/seed/iu);
    expect(valueOf(await client.keys.testBackup({ path, passphrase: PASSPHRASE })).covered).toHaveLength(2);
    expect(await client.keys.testBackup({ path, passphrase: `${PASSPHRASE}!` })).toMatchObject({
      ok: false,
      fault: { code: 'wrong-passphrase' },
    });
    expect(await client.keys.backUp({ passphrase: PASSPHRASE, path })).toMatchObject({
      ok: false,
      fault: { code: 'not-written' },
    });
  });

  test('serves a window over a MessagePort, and closes it on what is no message', async () => {
    const { port1, port2 } = new MessageChannel();
    host.serveWindow(port1);
    const client: DeskClient = createORPCClient(new RPCLink({ port: port2 }));
    port2.start();
    expect(await client.system.capabilities()).toMatchObject({ shell: 'browser', protocolVersion: '0.1' });
    const closed = new Promise<void>((resolve) => {
      port2.once('close', () => resolve());
    });
    port2.postMessage({ not: 'a message' });
    await closed;
  });

  test('gives another process of the same person a window, and nobody else', async () => {
    const rendererFolder = join(profile, 'renderer');
    await mkdir(rendererFolder);
    await writeFile(join(rendererFolder, 'index.html'), '<!doctype html>');
    const server = await host.listen({ rendererFolder });
    const instancePath = join(profile, 'instance.json');
    expect(((await stat(instancePath)).mode & 0o077).toString(8)).toBe('0');
    const { origin, secret } = JSON.parse(await readFile(instancePath, 'utf8')) as {
      origin: string;
      secret: string;
    };
    const ask = (headers: Readonly<Record<string, string>>) =>
      fetch(`${origin}/launch`, { method: 'POST', headers });
    const given = await ask({ authorization: `Bearer ${secret}` });
    expect(given.status).toBe(200);
    const { launchUrl } = (await given.json()) as { launchUrl: string };
    expect((await fetch(launchUrl, { redirect: 'manual' })).status).toBe(303);
    expect((await ask({ authorization: 'Bearer wrong' })).status).toBe(405);
    expect((await ask({ authorization: `Bearer ${secret}`, origin: server.origin })).status).toBe(405);
    await host.stop();
    await expect(stat(instancePath)).rejects.toThrow('ENOENT');
    host = await start();
  });
});
