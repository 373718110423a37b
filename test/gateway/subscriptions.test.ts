// Subscriptions (WS-030…WS-042, DEL-005…DEL-011): what is replayed, and what is delivered.
import { beforeEach, describe, expect, test } from 'vitest';
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

/** A second Mission, after the news of it has come. */
async function createOther(): Promise<TestMission> {
  const other = await world.organization.createMission('m2');
  await settle();
  peer.clear();
  return other;
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_none, i) => from + i);
}

describe('replay and live', () => {
  test('the whole log, then what comes, in the exact bytes', async () => {
    peer.subscribe({ groupId: mission.groupId, afterSequence: 0 });
    await settle();
    expect(peer.sequencesOf(mission)).toStrictEqual([2, 3]);
    await post();
    await post();
    await settle();
    expect(peer.sequencesOf(mission)).toStrictEqual([2, 3, 4, 5]);
    const log = (await world.logOf(mission)).slice(1);
    for (const [index, { text }] of peer.frames.entries()) {
      expect(text).toContain(`"event":${Buffer.from(log[index]?.bytes ?? []).toString('utf8')},`);
    }
  });

  test('WS-033: a history of many pages', async () => {
    await open(await openGatewayWorld({ limits: { eventsPerTurn: 7, recentBytes: 0 } }));
    for (let i = 0; i < 200; i += 1) await post(`message ${i}`);
    peer.subscribe({ groupId: mission.groupId, afterSequence: 0 });
    await peer.until(({ events }) => events.length >= 202);
    expect(peer.sequencesOf(mission)).toStrictEqual(range(2, 203));
  });

  test('OPEN-022: replay begins where it was asked to, below the stored Cursor too', async () => {
    await world.store.writeCursor({ agentId: worker.actor.id, groupId: mission.groupId, sequence: 3 });
    peer.subscribe({ groupId: mission.groupId, afterSequence: 1 });
    await settle();
    expect(peer.sequencesOf(mission)).toStrictEqual([2, 3]);
  });

  test('DEL-010, DEL-011: a late member sees what it may see, live too', async () => {
    const member = await openPeer(world, late);
    member.subscribe({ groupId: mission.groupId, afterSequence: 0 });
    await settle();
    await post();
    await settle();
    expect(member.sequencesOf(mission)).toStrictEqual([3, 4]);
  });

  test('OPEN-027: secondary Events come as well', async () => {
    peer.subscribe({ groupId: mission.groupId, afterSequence: 3 });
    const { groupId } = mission;
    const workItemId = 'urn:heddle:test:work-item:w1';
    const contract = world.organization.contractOf();
    await world.organization.mustAct('work.authorize', COORDINATOR, { workItemId, contract }, { groupId });
    // Ends the WorkItem as well, by an Event that follows from its own.
    await world.organization.mustAct('mission.cancel', OWNER, { reason: 'enough' }, { groupId });
    await settle();
    expect(peer.sequencesOf(mission)).toStrictEqual(range(4, (await world.logOf(mission)).length));
    expect(peer.events.some(({ cause }) => cause.type === 'event')).toBe(true);
  });

  test('OPEN-018: facts of the Organization are not delivered', async () => {
    peer.subscribe({ groupId: mission.groupId, afterSequence: 3 });
    await world.organization.openSession(late);
    await settle();
    expect(peer.frames).toStrictEqual([]);
  });

  test('a position beyond the end of the log is refused: it would hide what comes', async () => {
    peer.subscribe({ groupId: mission.groupId, afterSequence: 4 });
    await settle();
    expect(peer.errors).toMatchObject([{ code: 'PROTOCOL_VIOLATION', groupId: mission.groupId }]);
    await post();
    await settle();
    expect(peer.events).toStrictEqual([]);
  });
});

describe('several Groups', () => {
  test('WS-002, WS-035: one connection, each Group in its own order', async () => {
    const other = await createOther();
    peer.subscribe(
      { groupId: mission.groupId, afterSequence: 0 },
      { groupId: other.groupId, afterSequence: 2 },
    );
    for (let i = 0; i < 5; i += 1) {
      await post('x', OWNER, mission);
      await post('y', OWNER, other);
    }
    await settle();
    expect(peer.sequencesOf(mission)).toStrictEqual(range(2, 8));
    expect(peer.sequencesOf(other)).toStrictEqual(range(3, 8));
  });

  test('OPEN-029: a later SUBSCRIBE replaces the Groups that it names, and those only', async () => {
    const other = await createOther();
    peer.subscribe(
      { groupId: mission.groupId, afterSequence: 3 },
      { groupId: other.groupId, afterSequence: 3 },
    );
    peer.subscribe({
      groupId: mission.groupId,
      afterSequence: 3,
      attention: { eventKinds: ['work.authorized'] },
    });
    await settle();
    await post('x', OWNER, mission);
    await post('y', OWNER, other);
    await settle();
    expect(peer.sequencesOf(mission)).toStrictEqual([]);
    expect(peer.sequencesOf(other)).toStrictEqual([4]);
  });

  test('DEL-011, WS-071: an absent Group and a foreign one get the same answer, the others are served', async () => {
    const foreign = 'urn:heddle:test:group:foreign';
    await world.organization.mustAct(
      'membership.end',
      COORDINATOR,
      { member: late.actor },
      { groupId: mission.groupId },
    );
    const outsider = await openPeer(world, late);
    const frameId = outsider.subscribe(
      { groupId: mission.groupId, afterSequence: 0 },
      { groupId: foreign, afterSequence: 0 },
    );
    peer.subscribe({ groupId: foreign, afterSequence: 0 }, { groupId: mission.groupId, afterSequence: 2 });
    await settle();
    const [forbidden, absent] = outsider.errors.map(({ groupId: _id, ...rest }) => rest);
    expect(forbidden).toStrictEqual(absent);
    expect(forbidden).toMatchObject({ code: 'GROUP_NOT_FOUND', relatedFrameId: frameId });
    expect(outsider.events).toStrictEqual([]);
    expect(peer.errors).toHaveLength(1);
    expect(peer.sequencesOf(mission)).toStrictEqual([3, 4]);
    expect([peer.closeCode, outsider.closeCode]).toStrictEqual([undefined, undefined]);
  });

  test('there is a bound on them', async () => {
    await open(await openGatewayWorld({ limits: { groups: 1, entriesPerFrame: 2 } }));
    const other = await createOther();
    peer.subscribe(
      { groupId: mission.groupId, afterSequence: 2 },
      { groupId: other.groupId, afterSequence: 2 },
    );
    await settle();
    expect(peer.errors).toMatchObject([{ code: 'RATE_LIMITED', retryable: false, groupId: other.groupId }]);
    expect(peer.sequencesOf(mission)).toStrictEqual([3]);
    peer.clear();
    peer.subscribe(...[1, 2, 3].map((n) => ({ groupId: `urn:x:g${n}`, afterSequence: 0 })));
    await settle();
    expect(peer.errors).toMatchObject([{ code: 'RATE_LIMITED', retryable: false }]);
  });
});

describe('WS-034: membership at delivery', () => {
  test('a member that has left is told so and nothing more, and its Group is dropped', async () => {
    const member = await openPeer(world, late);
    member.subscribe({ groupId: mission.groupId, afterSequence: 2 });
    await settle();
    await world.organization.mustAct(
      'membership.end',
      COORDINATOR,
      { member: late.actor },
      { groupId: mission.groupId },
    );
    await post();
    await settle();
    expect(member.sequencesOf(mission)).toStrictEqual([3, 4]);
    expect(member.events.at(-1)?.kind).toBe('membership.ended');
    expect(member.closeCode).toBeUndefined();
    // Back again: that is news, but the old subscription is gone; a new one begins where the new visibility does.
    await world.organization.mustAct(
      'membership.change',
      COORDINATOR,
      { member: late.actor, role: 'worker', state: 'active', scopes: ['message.post'] },
      { groupId: mission.groupId },
    );
    await post();
    await settle();
    expect(member.sequencesOf(mission)).toStrictEqual([3, 4, 6]);
  });

  test('what was committed before the end is not sent after it', async () => {
    const member = await openPeer(world, late);
    member.subscribe({ groupId: mission.groupId, afterSequence: 2 });
    await settle();
    const { organization } = world;
    const { groupId } = mission;
    const elsewhere = await organization.createMission('m2');
    const messages = await Promise.all(
      [elsewhere, mission].map((at) =>
        organization.commandOf(
          'message.post',
          OWNER,
          { messageId: organization.newId('message'), content: [{ type: 'text', text: 'x' }] },
          { groupId: at.groupId, conversationId: at.conversationId },
        ),
      ),
    );
    const end = await organization.commandOf(
      'membership.end',
      COORDINATOR,
      { member: late.actor },
      { groupId },
    );
    // The first keeps the Authority busy, so that the other two share a commit.
    const results = messages.map((bytes) => organization.submit(bytes, OWNER));
    results.push(organization.submit(end, COORDINATOR));
    expect((await Promise.all(results)).map(({ ok }) => ok)).toStrictEqual([true, true, true]);
    await settle();
    // The Message has the sequence 4; the end itself is news for whom it concerns.
    expect(member.sequencesOf(mission)).toStrictEqual([3, 5]);
  });
});

describe('WS-040…WS-042: attention filters', () => {
  test('narrow live delivery and leave replay whole (OPEN-023)', async () => {
    await post('before');
    peer.subscribe({
      groupId: mission.groupId,
      afterSequence: 0,
      attention: { eventKinds: ['work.authorized'] },
    });
    await settle();
    await post('after');
    await world.organization.mustAct(
      'work.authorize',
      COORDINATOR,
      { workItemId: 'urn:heddle:test:work-item:w1', contract: world.organization.contractOf() },
      { groupId: mission.groupId },
    );
    await settle();
    expect(peer.sequencesOf(mission)).toStrictEqual([2, 3, 4, 6]);
  });

  test('mentions, and announcements that pass every other condition', async () => {
    peer.subscribe({
      groupId: mission.groupId,
      afterSequence: 3,
      attention: { mentionsOnly: true, eventKinds: ['message.posted'], announcements: true },
    });
    await settle();
    const say = (payload: { readonly [name: string]: unknown }) =>
      world.organization.mustAct(
        'message.post',
        OWNER,
        {
          messageId: world.organization.newId('message'),
          content: [{ type: 'text', text: 'x' }],
          ...payload,
        },
        { groupId: mission.groupId, conversationId: mission.conversationId },
      );
    await say({});
    await say({ mentions: [late.actor] });
    await say({ mentions: [worker.actor] });
    await say({ announcement: true });
    await settle();
    expect(peer.sequencesOf(mission)).toStrictEqual([6, 7]);
  });

  test('a gap is filled by a replay without the filter', async () => {
    const attention = { eventKinds: ['work.authorized'] };
    peer.subscribe({ groupId: mission.groupId, afterSequence: 3, attention });
    await settle();
    await post();
    await post();
    await settle();
    expect(peer.events).toStrictEqual([]);
    peer.subscribe({ groupId: mission.groupId, afterSequence: 3 });
    await settle();
    expect(peer.sequencesOf(mission)).toStrictEqual([4, 5]);
  });
});

describe('DEL-006: a log that is not replayed from everywhere', () => {
  const snapshotArtifactHash = `sha256:${'ab'.repeat(32)}`;

  beforeEach(async () => {
    const snapshotInsteadOf = async (_groupId: string, after: number) =>
      after < 2 ? snapshotArtifactHash : undefined;
    await open(await openGatewayWorld({ environment: { history: { snapshotInsteadOf } } }));
  });

  test('answers with the snapshot, and replays the rest', async () => {
    peer = world.connect();
    await peer.authenticate(COORDINATOR);
    const frameId = peer.subscribe({ groupId: mission.groupId, afterSequence: 1 });
    await settle();
    expect(peer.errors).toMatchObject([
      {
        code: 'CURSOR_TOO_OLD',
        groupId: mission.groupId,
        snapshotArtifactHash,
        relatedFrameId: frameId,
        retryable: false,
      },
    ]);
    expect(peer.events).toStrictEqual([]);
    peer.subscribe({ groupId: mission.groupId, afterSequence: 2 });
    await settle();
    expect(peer.sequencesOf(mission)).toStrictEqual([3]);
  });

  test('is replayed to whoever may not see all of it, as far as it may (DEL-011, MEM-005)', async () => {
    const member = await openPeer(world, late);
    member.subscribe({ groupId: mission.groupId, afterSequence: 0 });
    peer.subscribe({ groupId: mission.groupId, afterSequence: 0 });
    await settle();
    expect([...member.errors, ...peer.errors]).toStrictEqual([]);
    expect([member, peer].map((each) => each.sequencesOf(mission))).toStrictEqual([[3], [2, 3]]);
  });
});

describe('a store that cannot be read', () => {
  test('ends the subscription with an error, and the connection goes on', async () => {
    let isBroken = true;
    await open(
      await openGatewayWorld({
        limits: { recentBytes: 0 },
        wrap: (authority) => {
          const parts = partsOf(authority);
          return {
            ...parts,
            store: {
              ...parts.store,
              readGroupEvents: (groupId, after, limit) =>
                isBroken
                  ? Promise.reject(new Error('no disk'))
                  : authority.store.readGroupEvents(groupId, after, limit),
            },
          };
        },
      }),
    );
    peer.subscribe({ groupId: mission.groupId, afterSequence: 0 });
    await settle();
    expect(peer.errors).toMatchObject([
      { code: 'INTERNAL_ERROR', groupId: mission.groupId, retryAfterMs: 1_000 },
    ]);
    expect(JSON.stringify(peer.errors)).not.toContain('disk');
    isBroken = false;
    peer.subscribe({ groupId: mission.groupId, afterSequence: 0 });
    await settle();
    expect(peer.sequencesOf(mission)).toStrictEqual([2, 3]);
  });
});

describe('commits that nobody was told of, as after one whose fate was unknown', () => {
  let isDeaf: boolean;

  beforeEach(async () => {
    isDeaf = false;
    await open(
      await openGatewayWorld({
        wrap: (authority) => ({
          ...partsOf(authority),
          onCommit: (listener) =>
            authority.onCommit((events) => {
              if (!isDeaf) listener(events);
            }),
        }),
      }),
    );
  });

  test('their Events come with the next commit, wherever that is', async () => {
    const other = await createOther();
    peer.subscribe({ groupId: mission.groupId, afterSequence: 3 });
    await settle();
    isDeaf = true;
    await post();
    await settle();
    expect(peer.events).toStrictEqual([]);
    isDeaf = false;
    await post('x', OWNER, other);
    await settle();
    expect(peer.sequencesOf(mission)).toStrictEqual([4]);
    await post();
    await settle();
    expect(peer.sequencesOf(mission)).toStrictEqual([4, 5]);
  });

  test('a session that was replaced by one of them ends', async () => {
    isDeaf = true;
    await world.organization.openSession(worker);
    isDeaf = false;
    await post();
    await settle();
    expect(peer.closeCode).toBe(4001);
  });
});
