// The client of the control plane against a real one: humans, services, content, tokens.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashContent } from '../../core/protocol/hash.ts';
import { ControlPlaneClient } from '../../core/sync/control-plane-client.ts';
import { accessCredentials, type Credentials } from '../../core/sync/credentials.ts';
import { signerOfLocalKey } from '../../core/sync/key-signer.ts';
import { openServerAddress } from '../../core/sync/server-address.ts';
import { SYSTEM_RANDOM } from '../../core/sync/system-ports.ts';
import { HttpWorld } from '../control-plane/http-world.ts';
import { OWNER, type Principal, SERVICES, type TestMission } from '../harness/organization.ts';
import { ByteProxy } from './byte-proxy.ts';
import { createTestClock } from './sync-world.ts';

let world: HttpWorld;
let mission: TestMission;
const closers: (() => void | Promise<void>)[] = [];

beforeEach(async () => {
  world = await HttpWorld.open();
  mission = await world.organization.createMission('m1');
});

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await world.close();
});

function accessOf({ actor, signer }: Principal): Credentials {
  if (actor.type === 'agent') throw new Error('Agents have Sessions');
  return accessCredentials({
    principal: { type: actor.type, id: actor.id },
    signer: signerOfLocalKey(signer),
    clock: createTestClock(() => world.organization.nowMs),
    random: SYSTEM_RANDOM,
  });
}

function clientWith(credentials: Credentials, port = world.port): ControlPlaneClient {
  const address = openServerAddress({ origin: `http://127.0.0.1:${port}` });
  if (!address.ok) throw new Error(address.fault);
  const client = new ControlPlaneClient({ address: address.value, credentials, pause: async () => {} });
  closers.push(() => client.close());
  return client;
}

const owner = () => clientWith(accessOf(OWNER));

describe('access for humans and services', () => {
  test('OPEN-010: a key is proven once, and its token used while it lasts', async () => {
    let asked = 0;
    const inner = accessOf(OWNER);
    const client = clientWith({
      token: (post) =>
        inner.token((path, body) => {
          asked += 1;
          return post(path, body);
        }),
      refused: (token) => inner.refused(token),
    });
    expect(await client.listGroups()).toMatchObject({ ok: true, value: [{ groupId: mission.groupId }] });
    expect((await Promise.all([client.readRegistry(), client.listGroups()])).every(({ ok }) => ok)).toBe(
      true,
    );
    expect(asked).toBe(2);
    // The Authority does not take it any more: a new one is got, once.
    world.organization.passSeconds(3_600);
    expect((await client.listGroups()).ok).toBe(true);
    expect(asked).toBe(4);
  });

  test('WS-013: what is not the transcript is not signed here either', async () => {
    const signed: Uint8Array[] = [];
    const credentials = accessCredentials({
      principal: { type: 'human', id: OWNER.actor.id },
      signer: {
        ...signerOfLocalKey(OWNER.signer),
        sign: async (bytes) => {
          signed.push(bytes);
          return new Uint8Array(64);
        },
      },
      clock: createTestClock(() => world.organization.nowMs),
      random: SYSTEM_RANDOM,
    });
    const hostile = async (_path: string, body: object) => ({
      clientNonce: (body as { clientNonce: string }).clientNonce,
      serverNonce: 'AAAA',
      challenge: Buffer.from('{"kind":"mission.cancel"}').toString('base64url'),
    });
    await expect(credentials.token(hostile)).rejects.toThrow('challenge not signed');
    expect(signed).toStrictEqual([]);
  });

  test('without a token nothing is asked, and the reason comes back', async () => {
    const client = clientWith({
      token: () => Promise.reject(new Error('no Session is open')),
      refused: () => false,
    });
    expect(await client.listGroups()).toStrictEqual({
      ok: false,
      fault: { kind: 'no-access', message: 'no Session is open' },
    });
  });

  test('a token that is not taken, and cannot be replaced, is the end', async () => {
    const client = clientWith({ token: async () => 'nonsense', refused: () => false });
    expect(await client.listGroups()).toMatchObject({
      ok: false,
      fault: { kind: 'refused', status: 401, error: { code: 'AUTH_REQUIRED' } },
    });
  });
});

describe('Commands', () => {
  test('are answered with the exact bytes of the Event, also a second time (IDM-001)', async () => {
    const bytes = await world.organization.commandOf(
      'mission.cancel',
      OWNER,
      { reason: 'enough' },
      { groupId: mission.groupId },
    );
    const first = await owner().submitCommand(bytes);
    const again = await owner().submitCommand(bytes);
    const [event] = (await world.store.readGroupEvents(mission.groupId, 3, 1)).map(
      ({ bytes: stored }) => stored,
    );
    expect(first.ok && Buffer.from(first.value).equals(Buffer.from(event ?? []))).toBe(true);
    expect(again).toStrictEqual(first);
  });

  test('that are refused come back with their Error document', async () => {
    const bytes = await world.organization.commandOf(
      'mission.cancel',
      OWNER,
      { reason: 'x' },
      {
        groupId: 'urn:heddle:test:group:none',
        membershipEpoch: 1,
      },
    );
    expect(await owner().submitCommand(bytes)).toMatchObject({
      ok: false,
      fault: { kind: 'refused', status: 404, error: { code: 'GROUP_NOT_FOUND' } },
    });
  });

  test('a server that is not there is no refusal', async () => {
    const client = clientWith(accessOf(OWNER), 1);
    expect(await client.submitCommand(Buffer.from('{}'))).toMatchObject({
      ok: false,
      fault: { kind: 'unreachable' },
    });
  });
});

describe('content', () => {
  async function publish(content: Buffer): Promise<string> {
    const [worker] = world.organization.workers;
    if (worker === undefined) throw new Error('a world has workers');
    const work = await world.startWork(mission, worker);
    const token = await world.tokenOf(worker);
    await world.putContent(mission, content, token);
    await world.publish(mission, worker, work, content.toString('latin1'), {
      contentHash: hashContent(content),
      sizeBytes: content.length,
    });
    return hashContent(content);
  }

  test('ART-003: comes as it was brought, or not at all', async () => {
    const hash = await publish(Buffer.from('the inventory'));
    const read = await owner().download(mission.groupId, hash);
    expect(read.ok && Buffer.from(read.value).toString()).toBe('the inventory');
    world.blobs.set(hash, Buffer.from('the inventorY'));
    expect((await owner().download(mission.groupId, hash)).ok).toBe(false);
    world.faults.length = 0;
  });

  test('a download that breaks off goes on where it broke', async () => {
    const content = Buffer.alloc(900_000, 'abcdefg');
    const hash = await publish(content);
    const proxy = new ByteProxy(() => world.port);
    await proxy.listen();
    closers.push(() => proxy.close());
    const fates = [3_000, 300_000, 300_000];
    proxy.nextFate = () => {
      const afterBytes = fates.shift();
      return afterBytes === undefined ? undefined : { kind: 'cut', afterBytes };
    };
    const credentials = accessOf(OWNER);
    const read = await clientWith(credentials, proxy.port).download(mission.groupId, hash);
    expect(read.ok && Buffer.from(read.value).equals(content)).toBe(true);
    expect(fates).toStrictEqual([]);
    world.faults.length = 0;
  });

  test('what is not there, and what may not be known, is told alike (DEL-011)', async () => {
    const stranger = clientWith(accessOf(SERVICES));
    const hash = await publish(Buffer.from('the inventory'));
    for (const answer of [
      await stranger.download(mission.groupId, hash),
      await owner().download(mission.groupId, hashContent('nothing')),
    ]) {
      expect(answer).toMatchObject({ ok: false, fault: { kind: 'refused', status: 404 } });
    }
  });

  test('is brought under its hash, again and again', async () => {
    const content = Buffer.from('a plan');
    const uploads = [
      await owner().upload(mission.groupId, content),
      await owner().upload(mission.groupId, content),
    ];
    const stored = { ok: true, value: hashContent(content) };
    expect(uploads).toStrictEqual([stored, stored]);
    expect(world.blobs.has(hashContent(content))).toBe(true);
  });
});

describe('the log and what opens work', () => {
  test('Events come in order and byte for byte, in pages', async () => {
    const stored = await world.store.readGroupEvents(mission.groupId, 0, 10);
    const first = await owner().readGroupEvents(mission.groupId, 0, 2);
    const rest = await owner().readGroupEvents(mission.groupId, 2, 10);
    const all = [...(first.ok ? first.value : []), ...(rest.ok ? rest.value : [])];
    expect(all.map((bytes) => Buffer.from(bytes).toString())).toStrictEqual(
      stored.map(({ bytes }) => Buffer.from(bytes).toString()),
    );
    expect(first.ok && first.value.length).toBe(2);
  });

  test('TOK-001: an Agent with the token of its Session gets a capability for what it works on', async () => {
    const [worker] = world.organization.workers;
    if (worker === undefined) throw new Error('a world has workers');
    const work = await world.startWork(mission, worker);
    const token = await world.tokenOf(worker);
    const client = clientWith({ token: async () => token, refused: () => false });
    const request = {
      groupId: mission.groupId,
      ...work,
      tools: [],
      resources: [],
      operations: [],
      budget: {},
    };
    const granted = await client.createCapabilityToken(request);
    expect(granted).toMatchObject({ ok: true, value: { tools: [], operations: [] } });
    const foreign = await client.createCapabilityToken({ ...request, ownershipEpoch: 9 });
    expect(foreign).toMatchObject({ ok: false, fault: { kind: 'refused' } });
    const capability = granted.ok ? granted.value.token : '';
    const narrowed = await client.narrowCapabilityToken({
      token: capability,
      tools: [],
      resources: [],
      operations: [],
      budget: {},
      ttlSeconds: 1,
    });
    expect(narrowed.ok && narrowed.value.token !== capability).toBe(true);
  });

  test('a snapshot that is not there is a refusal, not an empty answer', async () => {
    expect(await owner().readSnapshot(mission.groupId)).toMatchObject({
      ok: false,
      fault: { kind: 'refused', status: 404 },
    });
  });
});
