// ACK (WS-050, WS-051, DEL-003…DEL-009): what moves a Cursor, and what does not.
import { beforeEach, expect, test } from 'vitest';
import { COORDINATOR, OWNER, type Principal, type TestMission } from '../harness/organization.ts';
import {
  type GatewayWorld,
  openFirstMission,
  openGatewayWorld,
  openPeer,
  partsOf,
  settle,
} from './gateway-world.ts';
import type { SimulatedPeer } from './simulated-peer.ts';

let world: GatewayWorld;
let worker: Principal;
let late: Principal;
let mission: TestMission;
let peer: SimulatedPeer;

beforeEach(async () => {
  await open(await openGatewayWorld());
});

async function open(next: GatewayWorld): Promise<void> {
  world = next;
  ({ worker, late, mission, peer } = await openFirstMission(world));
}

async function post(text = 'hello', from = OWNER, to = mission): Promise<void> {
  const result = await world.organization.postMessage(from, to, text);
  if (!result.ok) throw new Error(JSON.stringify(result.fault));
}

const cursors = () => world.store.readCursors(worker.actor.id);

test('moves Cursors forward, never back, and never past what was delivered', async () => {
  peer.subscribe({ groupId: mission.groupId, afterSequence: 0 });
  await settle();
  peer.ack({ groupId: mission.groupId, sequence: 2 });
  await settle();
  expect(await cursors()).toMatchObject([{ groupId: mission.groupId, sequence: 2 }]);
  peer.ack({ groupId: mission.groupId, sequence: 1 });
  await settle();
  expect(await cursors()).toMatchObject([{ sequence: 2 }]);
  expect(peer.errors).toStrictEqual([]);
  const frameId = peer.ack({ groupId: mission.groupId, sequence: 4 });
  await settle();
  expect(peer.errors).toMatchObject([
    { code: 'PROTOCOL_VIOLATION', groupId: mission.groupId, relatedFrameId: frameId },
  ]);
  expect(peer.errors[0]?.fatal).toBeUndefined();
  expect(await cursors()).toMatchObject([{ sequence: 2 }]);
  expect(peer.closeCode).toBeUndefined();
});

test('a bad entry is answered, the others count', async () => {
  const other = await world.organization.createMission('m2');
  peer.subscribe(
    { groupId: mission.groupId, afterSequence: 0 },
    { groupId: other.groupId, afterSequence: 0 },
  );
  await settle();
  peer.ack(
    { groupId: mission.groupId, sequence: 9 },
    { groupId: 'urn:x:absent', sequence: 1 },
    { groupId: other.groupId, sequence: 3 },
  );
  await settle();
  expect(peer.errors.map(({ code }) => code)).toStrictEqual(['PROTOCOL_VIOLATION', 'GROUP_NOT_FOUND']);
  expect(await cursors()).toMatchObject([{ groupId: other.groupId, sequence: 3 }]);
});

test('a filtered subscriber acknowledges no further than it was sent', async () => {
  const attention = { eventKinds: ['work.authorized'] };
  peer.subscribe({ groupId: mission.groupId, afterSequence: 3, attention });
  await settle();
  await post();
  await settle();
  peer.ack({ groupId: mission.groupId, sequence: 4 });
  peer.ack({ groupId: mission.groupId, sequence: 3 });
  await settle();
  expect(peer.errors).toMatchObject([{ code: 'PROTOCOL_VIOLATION' }]);
  expect(await cursors()).toMatchObject([{ sequence: 3 }]);
});

test('on a new connection, what was delivered on an earlier one may be said again', async () => {
  peer.subscribe({ groupId: mission.groupId, afterSequence: 0 });
  await settle();
  peer.ack({ groupId: mission.groupId, sequence: 3 });
  await settle();
  const next = await openPeer(world, worker);
  next.ack({ groupId: mission.groupId, sequence: 3 });
  await settle();
  expect(next.errors).toStrictEqual([]);
  next.ack({ groupId: mission.groupId, sequence: 4 });
  await settle();
  expect(next.errors).toMatchObject([{ code: 'PROTOCOL_VIOLATION' }]);
});

test('DEL-011: of a Group that it has left', async () => {
  const member = await openPeer(world, late);
  member.subscribe({ groupId: mission.groupId, afterSequence: 2 });
  await settle();
  await world.organization.mustAct(
    'membership.end',
    COORDINATOR,
    { member: late.actor },
    { groupId: mission.groupId },
  );
  member.ack({ groupId: mission.groupId, sequence: 3 });
  await settle();
  expect(member.errors).toMatchObject([{ code: 'GROUP_NOT_FOUND' }]);
  expect(await world.store.readCursors(late.actor.id)).toStrictEqual([]);
});

test('a store that cannot write is an error for that entry, and the same ACK may be sent again', async () => {
  let isBroken = true;
  await open(
    await openGatewayWorld({
      wrap: (authority) => {
        const parts = partsOf(authority);
        return {
          ...parts,
          store: {
            ...parts.store,
            writeCursor: (cursor) =>
              isBroken ? Promise.reject(new Error('no disk')) : authority.store.writeCursor(cursor),
          },
        };
      },
    }),
  );
  peer.subscribe({ groupId: mission.groupId, afterSequence: 0 });
  await settle();
  peer.ack({ groupId: mission.groupId, sequence: 3 });
  await settle();
  expect(peer.errors).toMatchObject([{ code: 'INTERNAL_ERROR', retryable: true, groupId: mission.groupId }]);
  expect(peer.closeCode).toBeUndefined();
  isBroken = false;
  peer.ack({ groupId: mission.groupId, sequence: 3 });
  await settle();
  expect(await cursors()).toMatchObject([{ sequence: 3 }]);
});
