// Events about an Agent's own Memberships, live and without a subscription: a Worker learns of a new Group at once
// (DEL-010), and of nothing else.
import { beforeEach, expect, test } from 'vitest';
import { membershipsIn } from '../../core/authority/membership-events.ts';
import { COORDINATOR, OWNER, type Principal, type TestMission } from '../harness/organization.ts';
import {
  type GatewayWorld,
  openFirstMission,
  openGatewayWorld,
  openPeer,
  settle,
  type WorldOptions,
} from './gateway-world.ts';
import type { SimulatedPeer } from './simulated-peer.ts';

let world: GatewayWorld;
let worker: Principal;
let late: Principal;
/** Its fourth Event ends the Membership of `late`. */
let mission: TestMission;
let peer: SimulatedPeer;
let newcomer: SimulatedPeer;

beforeEach(() => enter());

async function enter(options: WorldOptions = {}): Promise<void> {
  world = await openGatewayWorld(options);
  ({ worker, late, mission, peer } = await openFirstMission(world));
  await end();
  newcomer = await openPeer(world, late);
  peer.clear();
}

async function end(member = late): Promise<void> {
  const { groupId } = mission;
  await world.organization.mustAct('membership.end', COORDINATOR, { member: member.actor }, { groupId });
}

/** Brings an Agent into the Group anew, or changes what it may do there. */
async function change(member = late, scopes = ['message.post']): Promise<void> {
  const { groupId } = mission;
  const payload = { member: member.actor, role: 'worker' as const, state: 'active' as const, scopes };
  await world.organization.mustAct('membership.change', COORDINATOR, payload, { groupId });
}

async function post(from = OWNER): Promise<void> {
  const result = await world.organization.postMessage(from, mission, 'hello');
  if (!result.ok) throw new Error(JSON.stringify(result.fault));
}

test('a new member is told at once, in the exact bytes, and can follow from there', async () => {
  await change();
  await post();
  await settle();
  expect(newcomer.sequencesOf(mission)).toStrictEqual([5]);
  const [notice] = newcomer.events;
  expect(notice).toMatchObject({
    kind: 'membership.changed',
    payload: { membership: { member: late.actor } },
  });
  const stored = (await world.logOf(mission))[4];
  expect(newcomer.frames[0]?.text).toContain(Buffer.from(stored?.bytes ?? []).toString('utf8'));
  const [membership] = notice === undefined ? [] : membershipsIn(notice);
  const from = membership?.visibilityStartSequence ?? 0;
  newcomer.clear();
  newcomer.subscribe({ groupId: mission.groupId, afterSequence: from - 1 });
  await settle();
  expect(newcomer.errors).toStrictEqual([]);
  expect(newcomer.sequencesOf(mission)).toStrictEqual([5, 6]);
});

test('changes and the end of a Membership are told too, and nothing of other members', async () => {
  await change();
  await change(late, ['message.post', 'work.execute']);
  await change(worker, ['work.execute']);
  await post();
  await end();
  await settle();
  expect(newcomer.events.map(({ kind }) => kind)).toStrictEqual([
    'membership.changed',
    'membership.changed',
    'membership.ended',
  ]);
  expect(peer.sequencesOf(mission)).toStrictEqual([7]);
});

test('the Coordinator of a new Mission is told of it, and its Workers as they are brought in', async () => {
  const { organization } = world;
  const groupId = 'urn:heddle:test:group:led';
  const payload = {
    missionId: 'urn:heddle:test:mission:led',
    groupId,
    coordinatorAgentId: worker.actor.id,
    objective: 'lead',
    definitionOfDone: [
      { criterionId: 'done', description: 'it is led', evidenceRequired: ['human_review' as const] },
    ],
    budget: { toolCallLimit: 1 },
    deadline: '2026-06-01T00:00:00Z',
    approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
  };
  await organization.mustAct('mission.create', OWNER, payload, { groupId });
  const next = await organization.createMission('m2');
  await settle();
  expect(peer.events.map((event) => [event.kind, event.groupId])).toStrictEqual([
    ['mission.created', groupId],
    ['membership.changed', next.groupId],
  ]);
  expect(newcomer.events.map((event) => [event.groupId, event.sequence])).toStrictEqual([[next.groupId, 3]]);
});

test('whoever follows the Group gets each Event once', async () => {
  peer.subscribe({ groupId: mission.groupId, afterSequence: 3 });
  await settle();
  await change(worker, ['work.execute']);
  await post();
  await settle();
  expect(peer.sequencesOf(mission)).toStrictEqual([4, 5, 6]);
  // Nothing is left over for the time after the subscription.
  await end(worker);
  await settle();
  expect(peer.sequencesOf(mission)).toStrictEqual([4, 5, 6, 7]);
});

test('what a filter keeps back stays back', async () => {
  peer.subscribe({
    groupId: mission.groupId,
    afterSequence: 4,
    attention: { eventKinds: ['message.posted'] },
  });
  await settle();
  await change(worker, ['work.execute']);
  await post();
  await settle();
  expect(peer.sequencesOf(mission)).toStrictEqual([6]);
});

test('the answer to an own Command that is such an Event comes once, and can be acknowledged', async () => {
  const coordinator = await openPeer(world, COORDINATOR);
  // A Coordinator may bring in whom it likes, also itself in another role.
  const bytes = await coordinator.commandOf(
    'membership.change',
    { member: COORDINATOR.actor, role: 'observer', state: 'active', scopes: ['mission.inspect'] },
    { groupId: mission.groupId },
  );
  coordinator.sendCommand(bytes);
  await settle();
  expect(coordinator.errors).toStrictEqual([]);
  expect(coordinator.sequencesOf(mission)).toStrictEqual([5]);
  coordinator.sendCommand(bytes);
  await settle();
  expect(coordinator.sequencesOf(mission)).toStrictEqual([5, 5]);
  coordinator.ack({ groupId: mission.groupId, sequence: 5 });
  await settle();
  expect(coordinator.errors).toStrictEqual([]);
});

test('a notice moves no Cursor and lets nothing be acknowledged', async () => {
  await change();
  await settle();
  newcomer.ack({ groupId: mission.groupId, sequence: 5 });
  await settle();
  expect(newcomer.errors).toHaveLength(1);
  expect(await world.store.readCursors(late.actor.id)).toStrictEqual([]);
});

test('WS-063: a peer that does not read gets the newest of each Group later, and not without end', async () => {
  await enter({ limits: { highWaterBytes: 1, notices: 2 } });
  newcomer.isSlow = true;
  await change();
  await change(late, ['work.execute']);
  const others = [];
  for (const name of ['m2', 'm3']) others.push(await world.organization.createMission(name));
  await settle();
  expect(newcomer.highestBuffered).toBeLessThan(8_192);
  while (newcomer.bufferedAmountNow > 0) newcomer.read(1);
  // The first went out while there was room; of the rest the oldest Group had to give way.
  expect(newcomer.sequencesOf(mission)).toStrictEqual([5]);
  expect(others.map((other) => newcomer.sequencesOf(other))).toStrictEqual([[3], [3]]);
});

test('WS-015: a connection whose session has ended is told nothing', async () => {
  await world.clock.pass(15 * 60_000 + 1);
  await change();
  await settle();
  expect(newcomer.closeCode).toBeDefined();
  expect(newcomer.events).toStrictEqual([]);
});
