// WS-001: TLS 1.3 under the Organization's own CA, for both sides of the server, or no connection at all.
import { createServer } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSelfSigned } from '../gateway/self-signed.ts';
import type { Principal, TestMission } from '../harness/organization.ts';
import { SyncWorld } from './sync-world.ts';

const OWN = createSelfSigned();
const OTHER = createSelfSigned();

let world: SyncWorld;
let worker: Principal;
let mission: TestMission;

beforeEach(async () => {
  world = await SyncWorld.open({ tls: OWN });
  const [first] = world.organization.workers;
  if (first === undefined) throw new Error('a world has workers');
  worker = first;
  mission = await world.organization.createMission('m1');
});

afterEach(async () => {
  await world.close();
});

describe('a pinned CA', () => {
  test('lets its own server in, on both sides', async () => {
    const tested = await world.connect(worker);
    expect(await tested.client.submit(tested.message(mission, 'hello'))).toMatchObject({
      status: 'accepted',
    });
    expect(await tested.logOf(mission)).toStrictEqual(await world.logOf(mission, 1));
    expect(tested.faults).toStrictEqual([]);
  });

  test.each([
    ['of another CA', { ca: OTHER.cert, servername: 'localhost' }, 'certificate'],
    ['under another name', { ca: OWN.cert, servername: 'authority.example' }, 'does not match'],
    ['that only the system’s CAs could vouch for', { servername: 'localhost' }, 'self-signed certificate'],
  ])('keeps a server away %s, and says why', async (_what, tls, why) => {
    const tested = await world.client(worker, {
      server: { origin: `https://127.0.0.1:${world.port}`, ...tls },
    });
    tested.client.start();
    await tested.until(({ faults }) => faults.length >= 2);
    expect(tested.client.session).toBeUndefined();
    expect(tested.faults.map(String).join()).toContain(why);
    const listed = await tested.client.controlPlane.listGroups();
    expect(listed.ok).toBe(false);
  });

  test('a server that only speaks TLS 1.2 is none', async () => {
    const old = createServer({ ...OWN, maxVersion: 'TLSv1.2' });
    old.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => {
      old.listen(0, '127.0.0.1', resolve);
    });
    const address = old.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const tested = await world.client(worker, {
      server: { origin: `https://127.0.0.1:${port}`, ca: OWN.cert, servername: 'localhost' },
    });
    tested.client.start();
    await tested.until(({ faults }) => faults.length >= 1);
    expect(String(tested.faults[0])).toMatch(/protocol version|ssl/i);
    await tested.client.stop();
    await new Promise<void>((resolve) => {
      old.close(() => resolve());
    });
  });
});
