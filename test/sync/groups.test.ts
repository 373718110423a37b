// Following Groups against a real Authority: coming late, leaving, coming back, falling behind, starting from a snapshot.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { draftSnapshot, storeSnapshot } from '../../core/authority/snapshots.ts';
import { memberKey, SINGLE } from '../../core/domain/world.ts';
import { MemoryBlobStore } from '../../core/store/blobs/memory-blob-store.ts';
import { MemoryReplicaStore } from '../../core/store/memory/replica-memory-store.ts';
import { openServerAddress } from '../../core/sync/server-address.ts';
import { createSocketDial } from '../../core/sync/socket-dial.ts';
import type { Dial } from '../../core/sync/sync-ports.ts';
import { COORDINATOR, type Principal, SERVICES, type TestMission } from '../harness/organization.ts';
import { SyncWorld, type SyncWorldOptions, type TestedClient } from './sync-world.ts';

let world: SyncWorld;
let worker: Principal;
let mission: TestMission;

async function openWorld(options: SyncWorldOptions = {}): Promise<void> {
  world = await SyncWorld.open(options);
  const [first] = world.organization.workers;
  if (first === undefined) throw new Error('a world has workers');
  worker = first;
  mission = await world.organization.createMission('m1');
}

beforeEach(() => openWorld());

afterEach(async () => {
  await world.close();
});

async function say(...texts: readonly string[]): Promise<void> {
  // The clients of these tests take over the Sessions of the others.
  const [, talker] = world.organization.workers;
  if (talker === undefined) throw new Error('a world has two workers');
  for (const text of texts) {
    const result = await world.organization.postMessage(talker, mission, text);
    if (!result.ok) throw new Error(result.fault.message);
  }
}

function changeMember(member: Principal, kind: 'join' | 'leave') {
  const { groupId } = mission;
  return kind === 'join'
    ? world.organization.mustAct(
        'membership.change',
        COORDINATOR,
        { member: member.actor, role: 'worker', state: 'active', scopes: ['message.post'] },
        { groupId },
      )
    : world.organization.mustAct('membership.end', COORDINATOR, { member: member.actor }, { groupId });
}

async function untilCurrent(tested: TestedClient): Promise<void> {
  const { length } = await world.logOf(mission);
  await tested.until(async () => (await tested.cursorOf(mission)) === length);
}

describe('a member', () => {
  test('DEL-010: that comes late begins at its visibility start, and its first gap check holds', async () => {
    await say('before', 'also before');
    const late = await world.newAgent('late');
    const before = (await world.logOf(mission)).length;
    await changeMember(late, 'join');
    await say('after');
    const tested = await world.connect(late);
    await untilCurrent(tested);
    expect(await tested.logOf(mission)).toStrictEqual(await world.logOf(mission, before));
    expect(await tested.store.readGroups()).toMatchObject([{ startsAfter: before, isFollowed: true }]);
    expect(await tested.client.submit(tested.message(mission, 'hello'))).toMatchObject({
      status: 'accepted',
    });
  });

  test('that is brought in while it is connected follows at once, also a second time', async () => {
    const late = await world.newAgent('late');
    const tested = await world.connect(late);
    const before = (await world.logOf(mission)).length;
    await changeMember(late, 'join');
    await say('one');
    await untilCurrent(tested);
    expect(await tested.logOf(mission)).toStrictEqual(await world.logOf(mission, before));
    await changeMember(late, 'leave');
    await tested.until(({ client }) => client.groupIds().length === 0);
    await say('unseen', 'unseen as well');
    const hidden = (await world.logOf(mission)).length;
    await changeMember(late, 'join');
    await say('two');
    await untilCurrent(tested);
    // What happened meanwhile is not for it; nothing that it knew before counts as known.
    const [group] = await tested.store.readGroups();
    expect(group).toMatchObject({ startsAfter: hidden, isFollowed: true });
    expect((await tested.store.readEvents(mission.groupId, hidden, 10)).length).toBe(2);
    expect((await tested.logOf(mission)).join()).not.toContain('unseen');
    expect([...tested.client.world.list('message', mission.groupId)]).toHaveLength(1);
    expect(await tested.store.checkIntegrity()).toStrictEqual([]);
    expect(tested.faults).toStrictEqual([]);
  });

  test('that was removed while it was away learns so when it comes back', async () => {
    const store = new MemoryReplicaStore();
    const first = await world.connect(worker, { store });
    await first.client.stop();
    await changeMember(worker, 'leave');
    const second = await world.client(worker, { store });
    second.client.start();
    await second.until(({ client }) => client.session !== undefined && client.groupIds().length === 0);
    expect(await second.store.readGroups()).toMatchObject([{ isFollowed: false }]);
  });

  test('knows of its Groups what the Authority knows, after everything that can happen to a Message', async () => {
    const tested = await world.connect(COORDINATOR);
    await say('one', 'two', 'three');
    await untilCurrent(tested);
    const { groupId } = mission;
    for (const kind of [
      'mission',
      'group',
      'conversation',
      'membership',
      'member',
      'head',
      'account',
    ] as const) {
      const mine = [...tested.client.world.list(kind, groupId)];
      const theirs = await world.organization.authority.look((state) => [...state.list(kind, groupId)]);
      expect([kind, mine]).toStrictEqual([kind, theirs]);
    }
  });
});

describe('a Group that the server cannot serve now', () => {
  /** A client whose server can be made to say something, and whose SUBSCRIBEs are seen. */
  async function connectTapped() {
    const address = openServerAddress({ origin: `http://127.0.0.1:${world.port}` });
    if (!address.ok) throw new Error(address.fault);
    const dial = createSocketDial(address.value);
    const positions: number[] = [];
    let lastSubscribe = '';
    let speak = (_text: string) => {};
    const tapped: Dial = (listener) => {
      speak = (text) => listener.message(Buffer.from(text), false);
      const socket = dial(listener);
      return {
        send: (text) => {
          const { frameId, frameType, groups } = JSON.parse(text) as {
            frameId: string;
            frameType: string;
            groups?: { afterSequence: number }[];
          };
          if (frameType === 'SUBSCRIBE') {
            lastSubscribe = frameId;
            positions.push(groups?.[0]?.afterSequence ?? -1);
          }
          socket.send(text);
        },
        pauseReading: () => socket.pauseReading(),
        resumeReading: () => socket.resumeReading(),
        close: (code, reason) => socket.close(code, reason),
        terminate: () => socket.terminate(),
      };
    };
    const tested = await world.connect(worker, { dial: tapped });
    const refuse = (code: string, more: object = {}) => {
      const error = {
        code,
        message: 'by a test',
        retryable: true,
        groupId: mission.groupId,
        occurredAt: world.organization.nowText,
        relatedFrameId: lastSubscribe,
        ...more,
      };
      speak(JSON.stringify({ protocolVersion: '0.1', frameId: 'urn:a:b', frameType: 'ERROR', error }));
    };
    return { tested, positions, refuse };
  }

  test.each(['BACKPRESSURE', 'INTERNAL_ERROR', 'RATE_LIMITED'])(
    'WS-063: after %s it is subscribed again from the Cursor, and nothing else is disturbed',
    async (code) => {
      const { tested, positions, refuse } = await connectTapped();
      await say('one');
      await untilCurrent(tested);
      const cursor = (await tested.cursorOf(mission)) ?? 0;
      const before = positions.length;
      refuse(code, { retryAfterMs: 30 });
      expect(positions).toHaveLength(before);
      await tested.until(() => positions.length === before + 1);
      expect(positions.at(-1)).toBe(cursor);
      await say('two');
      await untilCurrent(tested);
      expect(await tested.logOf(mission)).toStrictEqual(await world.logOf(mission, 1));
      expect(tested.sessions.map(({ kind }) => kind)).toStrictEqual(['opened']);
    },
  );

  test('a snapshot that does not exist is no reason to believe anything, or to give up', async () => {
    const { tested, positions, refuse } = await connectTapped();
    const cursor = (await tested.cursorOf(mission)) ?? 0;
    const before = positions.length;
    refuse('CURSOR_TOO_OLD', { retryable: false, snapshotArtifactHash: `sha256:${'0'.repeat(64)}` });
    await tested.until(({ faults }) => faults.length > 0);
    await tested.until(() => positions.length > before);
    expect(await tested.cursorOf(mission)).toBe(cursor);
  });

  test('a server that has lost what it once signed is told apart from one that has not', async () => {
    const { tested, positions, refuse } = await connectTapped();
    const before = positions.length;
    refuse('PROTOCOL_VIOLATION', { retryable: false });
    await tested.until(() => positions.length > before);
    expect(tested.faults.map(String).join()).toContain('refuses the position');
    // An ACK that came too late is refused with the same code, and is nothing to worry about.
    const faults = tested.faults.length;
    refuse('PROTOCOL_VIOLATION', { retryable: false, relatedFrameId: 'urn:heddle:test:frame:ack' });
    await say('goes on');
    await untilCurrent(tested);
    expect(tested.faults).toHaveLength(faults);
    expect(await tested.logOf(mission)).toStrictEqual(await world.logOf(mission, 1));
  });
});

describe('after a restart', () => {
  test('it goes on at its Cursor, with the world that it had (DEL-003, DEL-005)', async () => {
    const store = new MemoryReplicaStore();
    await say('one');
    const first = await world.connect(COORDINATOR, { store });
    await untilCurrent(first);
    const known = [...first.client.world.list('membership', mission.groupId)];
    await first.client.stop();
    await say('two');
    const second = await world.client(COORDINATOR, { store });
    expect([...second.client.world.list('membership', mission.groupId)]).toStrictEqual(known);
    second.client.start();
    await untilCurrent(second);
    expect(second.applied.map(({ payload }) => JSON.stringify(payload['message'])).join()).toContain('two');
    expect(second.applied).toHaveLength(1);
  });

  test('records are made anew from the Events when the fold has changed', async () => {
    const store = new MemoryReplicaStore();
    await say('one');
    const first = await world.connect(COORDINATOR, { store });
    await untilCurrent(first);
    await first.client.stop();
    const before = await store.readRecords(mission.groupId);
    await store.replaceRecords([]);
    await store.writeNotes([{ groupId: '', name: 'fold-version', value: 0 }]);
    const second = await world.client(COORDINATOR, { store });
    const sortById = (records: typeof before) =>
      records.toSorted((a, b) => `${a.kind} ${a.id}`.localeCompare(`${b.kind} ${b.id}`));
    expect(sortById(await store.readRecords(mission.groupId))).toStrictEqual(sortById(before));
    expect(second.client.world.get('mission', mission.groupId, SINGLE)).toBeDefined();
  });
});

describe('DEL-006: a Cursor that is too old', () => {
  /** A Group with a signed snapshot, and members that stand before it. */
  async function snapshotGroup(): Promise<void> {
    const { organization } = world;
    const draft = await draftSnapshot(mission.groupId, {
      authority: organization.authority,
      createdBy: { type: 'service', id: SERVICES.actor.id },
      newId: (kind) => organization.newId(kind),
      createdAt: organization.nowText,
    });
    if (draft === undefined) throw new Error('the Group exists');
    const snapshot = organization.sign('group-snapshot', draft.unsigned, SERVICES);
    await storeSnapshot(new MemoryBlobStore(world.blobs), snapshot, draft.state);
    await organization.mustAct(
      'ext.missionweaveprotocol.core.group_archive',
      SERVICES,
      { snapshot },
      { groupId: mission.groupId },
    );
  }

  async function endMission(): Promise<void> {
    await world.organization.mustAct(
      'mission.terminate',
      COORDINATOR,
      { reason: 'the test is over' },
      { groupId: mission.groupId },
    );
  }

  beforeEach(async () => {
    await world.close();
    await openWorld({ replayWindowEvents: 1 });
    await say('one', 'two', 'three', 'four');
    await endMission();
    await snapshotGroup();
  });

  test('is restored from the signed snapshot, and the log goes on after it', async () => {
    const tested = await world.connect(COORDINATOR);
    await untilCurrent(tested);
    const head = (await world.logOf(mission)).length;
    const [group] = await tested.store.readGroups();
    expect(group).toMatchObject({ startsAfter: head - 2, cursor: head });
    expect(await tested.logOf(mission)).toStrictEqual(await world.logOf(mission, head - 2));
    const { groupId } = mission;
    for (const kind of [
      'mission',
      'group',
      'conversation',
      'membership',
      'member',
      'lease',
      'snapshot',
    ] as const) {
      const documentsOf = (entries: Iterable<readonly [string, unknown]>) =>
        [...entries]
          .map(([id, record]) => [
            id,
            kind === 'mission' ? (record as { document: unknown }).document : record,
          ])
          .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
      const theirs = await world.organization.authority.look((state) =>
        documentsOf(state.list(kind, groupId)),
      );
      expect([kind, documentsOf(tested.client.world.list(kind, groupId))]).toStrictEqual([kind, theirs]);
    }
    expect(tested.client.world.get('member', groupId, memberKey(COORDINATOR.actor))).toBeDefined();
    expect(tested.faults).toStrictEqual([]);
    expect(await tested.store.checkIntegrity()).toStrictEqual([]);
  });

  test('records can be made anew from the state and the Events after it', async () => {
    const store = new MemoryReplicaStore();
    const first = await world.connect(COORDINATOR, { store });
    await untilCurrent(first);
    await first.client.stop();
    const before = await store.readRecords(mission.groupId);
    await store.replaceRecords([]);
    await store.writeNotes([{ groupId: '', name: 'fold-version', value: 0 }]);
    await world.client(COORDINATOR, { store });
    const keys = (records: typeof before) => records.map(({ kind, id }) => `${kind} ${id}`).sort();
    expect(keys(await store.readRecords(mission.groupId))).toStrictEqual(keys(before));
  });

  test.each(['snapshot', 'state'])('a %s that was tampered with is not believed', async (which) => {
    for (const [hash, content] of world.blobs) {
      const isState = Buffer.from(content).includes('"documents"');
      if (isState === (which === 'state')) {
        const changed = Buffer.from(content);
        changed[changed.length - 5] = (changed[changed.length - 5] ?? 0) ^ 1;
        world.blobs.set(hash, changed);
      }
    }
    const tested = await world.client(COORDINATOR);
    tested.client.start();
    await tested.until(({ faults }) => faults.length > 0);
    expect(await tested.cursorOf(mission)).toBe(0);
    expect(tested.client.world.get('mission', mission.groupId, SINGLE)).toBeUndefined();
    // The Authority notices the damage as well, when it reads what it serves.
    world.faults.length = 0;
  });
});
