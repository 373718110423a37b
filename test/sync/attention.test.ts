// Attention filters against a real Authority: what is left out of live delivery is missing for a while and never for good.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memberKey } from '../../core/domain/world.ts';
import type { AttentionFilter } from '../../core/protocol/generated/documents.ts';
import { COORDINATOR, type Principal, type TestMission } from '../harness/organization.ts';
import { SyncWorld, type TestedClient } from './sync-world.ts';

let world: SyncWorld;
let worker: Principal;
let talker: Principal;
let mission: TestMission;
let other: TestMission;

beforeEach(async () => {
  world = await SyncWorld.open();
  const [first, second] = world.organization.workers;
  if (first === undefined || second === undefined) throw new Error('a world has two workers');
  worker = first;
  talker = second;
  mission = await world.organization.createMission('m1');
  other = await world.organization.createMission('m2');
});

afterEach(async () => {
  await world.close();
});

async function say(to: TestMission, text: string, mentions: readonly Principal[] = []): Promise<void> {
  const result = await world.organization.act(
    'message.post',
    talker,
    {
      messageId: world.organization.newId('message'),
      content: [{ type: 'text', text }],
      ...(mentions.length === 0 ? {} : { mentions: mentions.map(({ actor }) => actor) }),
    },
    { groupId: to.groupId, conversationId: to.conversationId },
  );
  if (!result.ok) throw new Error(result.fault.message);
}

async function untilCurrent(tested: TestedClient, group: TestMission): Promise<void> {
  const { length } = await world.logOf(group);
  await tested.until(async () => (await tested.cursorOf(group)) === length);
}

const MENTIONS: AttentionFilter = { mentionsOnly: true };

/** Nothing is fetched by itself. */
const PATIENT = { settings: { fillMs: 86_400_000 } };

function filtered(): (groupId: string) => AttentionFilter | undefined {
  return (groupId) => (groupId === mission.groupId ? MENTIONS : undefined);
}

describe('a Group with an attention filter', () => {
  test('WS-040, WS-042: noise is left out, a mention brings the whole log up to it', async () => {
    const tested = await world.connect(worker, { ...PATIENT, attentionOf: filtered() });
    const before = (await world.logOf(mission)).length;
    await say(mission, 'noise');
    await say(mission, 'more noise');
    // One socket delivers in order: what came before this would be here by now.
    await say(other, 'heard');
    await untilCurrent(tested, other);
    expect(await tested.cursorOf(mission)).toBe(before);
    await say(mission, 'for you', [worker]);
    await untilCurrent(tested, mission);
    expect(await tested.logOf(mission)).toStrictEqual(await world.logOf(mission, 1));
  });

  test('WS-042: an Event of an own Command is never left out', async () => {
    const tested = await world.connect(worker, { ...PATIENT, attentionOf: filtered() });
    await say(mission, 'noise');
    expect(await tested.client.submit(tested.message(mission, 'mine'))).toMatchObject({ status: 'accepted' });
    await untilCurrent(tested, mission);
  });

  test('WS-042: what was left out comes by itself after a while, when it is asked for, and when the filter goes', async () => {
    const soon = await world.connect(worker, { settings: { fillMs: 1 }, attentionOf: filtered() });
    await say(mission, 'noise');
    await untilCurrent(soon, mission);
    await soon.client.stop();

    const tested = await world.connect(worker, { ...PATIENT, attentionOf: filtered() });
    await say(mission, 'asked for');
    tested.client.fill(mission.groupId);
    await untilCurrent(tested, mission);
    tested.client.setAttention(mission.groupId, undefined);
    await say(mission, 'everything again');
    await untilCurrent(tested, mission);
    expect(await tested.logOf(mission)).toStrictEqual(await world.logOf(mission, 1));
  });

  test('WS-040: a filter that is set while it is connected counts from then on, also after a reconnect', async () => {
    const tested = await world.connect(worker, PATIENT);
    tested.client.setAttention(mission.groupId, MENTIONS);
    await say(other, 'barrier');
    await untilCurrent(tested, other);
    const before = (await world.logOf(mission)).length;
    await say(mission, 'noise');
    await say(other, 'heard');
    await untilCurrent(tested, other);
    expect(await tested.cursorOf(mission)).toBe(before);
  });
});

describe('a Command that somebody decided on with a newer log than that of its Session', () => {
  test('MEM-002: is signed with the epochs of that log, whatever the Session has brought so far', async () => {
    const tested = await world.connect(worker, { ...PATIENT, attentionOf: filtered() });
    const rejoin = () =>
      world.organization.mustAct(
        'membership.change',
        COORDINATOR,
        { member: worker.actor, role: 'worker', state: 'active', scopes: ['message.post'] },
        { groupId: mission.groupId },
      );
    const epoch = () => tested.client.world.get('member', mission.groupId, memberKey(worker.actor));
    const before = epoch()?.membershipEpoch;
    // The filter holds the Event of the new epoch back, as a slow line does.
    await rejoin();
    await say(other, 'barrier');
    await untilCurrent(tested, other);
    expect(epoch()?.membershipEpoch).toBe(before);
    const fixed = { ...tested.message(mission, 'too early'), actionId: world.organization.newId('action') };
    expect(await tested.client.submit(fixed)).toMatchObject({
      status: 'refused',
      error: { code: 'MEMBERSHIP_STALE' },
    });
    await rejoin();
    const { length } = await world.logOf(mission);
    const later = { ...tested.message(mission, 'in time'), actionId: world.organization.newId('action') };
    expect(await tested.client.submitAfter(length, later)).toMatchObject({ status: 'accepted' });
    expect(epoch()?.membershipEpoch).not.toBe(before);
  });

  test('MEM-002: is sent after a while all the same, where those Events are none of its own', async () => {
    const tested = await world.connect(worker, { settings: { answerMs: 50 } });
    const outcome = tested.client.submitAfter(9_999, tested.message(mission, 'patience ends'));
    expect(await outcome).toMatchObject({ status: 'accepted' });
  });
});
