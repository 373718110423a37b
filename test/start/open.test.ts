// `heddle open`: a file, and a window on it, in a process that has no profile.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sourceOfStore } from '../../core/host/bundle-sources.ts';
import { writeBundle } from '../../core/host/bundle-writer.ts';
import { MemoryStore } from '../../core/store/memory/memory-store.ts';
import { openClient, stateOf } from '../desk/desk-client.ts';
import { SERVICES, TEST_ORGANIZATION, TestOrganization } from '../harness/organization.ts';
import { ROOT, startApp } from './started-app.ts';

vi.setConfig({ testTimeout: 120_000 });

const HEDDLE = fileURLToPath(new URL('../../core/cli/heddle.ts', import.meta.url));

let folder: string;
let path: string;

beforeAll(async () => {
  const { status, stderr } = spawnSync(process.execPath, ['build/prepare-window.ts'], { cwd: ROOT });
  if (status !== 0) throw new Error(stderr.toString());
  folder = await mkdtemp(join(tmpdir(), 'heddle-open-test-'));
  path = join(folder, 'history.mwpbundle');
  const store = new MemoryStore({ writer: SERVICES.actor });
  const organization = await TestOrganization.open(store);
  const { groupId } = await organization.createMission('one');
  await writeBundle(
    path,
    await sourceOfStore(TEST_ORGANIZATION, store, [groupId]),
    '2026-05-04T10:00:00.000Z',
  );
  await organization.authority.close();
}, 120_000);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const open = (file: string) =>
  startApp([file, '--no-open'], { HOME: folder, XDG_DATA_HOME: folder }, [process.execPath, HEDDLE, 'open']);

describe('heddle open', () => {
  it('shows a file and what it proves, and leaves nothing behind', async () => {
    const app = open(path);
    const address = await app.nextOut();
    expect(address).toMatch(/#\/files\/file%3A1$/u);
    const { client, socket } = await openClient(address);
    const { rows } = await stateOf(
      client,
      (options) => client.bundles.follow(undefined, options),
      (state) => state.rows[0]?.state === 'open',
    );
    expect(rows[0]).toMatchObject({ path, verdict: 'consistent', findings: [] });
    const connections = await stateOf(
      client,
      (options) => client.connections.follow(undefined, options),
      () => true,
    );
    expect(connections.rows).toEqual([]);
    socket.close();
    app.interrupt();
    expect(await app.ended).toBe(0);
  });

  it('names a line that was changed', async () => {
    const changed = join(folder, 'changed.mwpbundle');
    await writeFile(changed, readFileSync(path, 'utf8').replace('mission.created', 'mission.created '));
    const app = open(changed);
    const { client, socket } = await openClient(await app.nextOut());
    const { rows } = await stateOf(
      client,
      (options) => client.bundles.follow(undefined, options),
      (state) => state.rows[0]?.state === 'open',
    );
    expect(rows[0]?.verdict).toBe('failed');
    expect(rows[0]?.findings.map(({ line }) => line)).toContain(3);
    socket.close();
    app.interrupt();
    await app.ended;
  });

  it('says what is wrong with a path', async () => {
    const app = open(join(folder, 'absent.mwpbundle'));
    expect(await app.ended).not.toBe(0);
    expect(app.err.join('\n')).toContain('absent.mwpbundle');
  });
});
