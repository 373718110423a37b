// Sessions against a real Authority: two runtimes of one Agent, clocks that jump, servers that go and come back, replicas
// that cannot write.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ReplicaBatch } from '../../core/store/replica-store.ts';
import { StoreFault, type StoreFaultKind } from '../../core/store/authority-store.ts';
import { MemoryReplicaStore } from '../../core/store/memory/replica-memory-store.ts';
import { COORDINATOR, type Principal, type TestMission } from '../harness/organization.ts';
import { createTestClock, SyncWorld } from './sync-world.ts';

const TWO_HOURS = 7_200_000;

let world: SyncWorld;
let worker: Principal;
let mission: TestMission;

beforeEach(async () => {
  world = await SyncWorld.open();
  const [first] = world.organization.workers;
  if (first === undefined) throw new Error('a world has workers');
  worker = first;
  mission = await world.organization.createMission('m1');
});

afterEach(async () => {
  await world.close();
});

function say(text: string) {
  return world.organization.postMessage(COORDINATOR, mission, text);
}

describe('two runtimes of one Agent (WS-016)', () => {
  test('the later one has it, the earlier one stays away and says so, until it is told to reclaim', async () => {
    const first = await world.connect(worker);
    const second = await world.connect(worker);
    await first.until(({ client }) => client.state === 'halted');
    expect(first.sessions.map(({ kind }) => kind)).toStrictEqual(['opened', 'replaced']);
    expect(first.client.session).toBeUndefined();
    expect(second.client.session?.sessionEpoch).toBe(3);
    const waiting = first.client.submit(first.message(mission, 'from the first'));
    expect(await second.client.submit(second.message(mission, 'from the second'))).toMatchObject({
      status: 'accepted',
    });
    expect(first.client.state).toBe('halted');
    first.client.reclaim();
    expect(await waiting).toMatchObject({ status: 'accepted' });
    await second.until(({ client }) => client.state === 'halted');
    expect(second.sessions.map(({ kind }) => kind)).toStrictEqual(['opened', 'replaced']);
  });

  test('a reconnect of its own is no other runtime', async () => {
    const tested = await world.connect(worker);
    for (let round = 2; round < 5; round += 1) {
      await world.hangUp();
      await world.listen();
      await tested.until(({ sessions }) => sessions.filter(({ kind }) => kind === 'opened').length === round);
    }
    expect(tested.sessions.some(({ kind }) => kind === 'replaced')).toBe(false);
  });
});

describe('a clock that jumps', () => {
  test.each([TWO_HOURS, -TWO_HOURS])(
    'by %d ms: a new Session, and Commands are fresh all the same (OPEN-012)',
    async (byMs) => {
      let offsetMs = 0;
      const clock = createTestClock(() => world.organization.nowMs + offsetMs);
      const tested = await world.connect(worker, { clock });
      expect(await tested.client.submit(tested.message(mission, 'before'))).toMatchObject({
        status: 'accepted',
      });
      offsetMs = byMs;
      const after = tested.client.submit(tested.message(mission, 'after'));
      await tested.until(({ sessions }) => sessions.some(({ kind }) => kind === 'woke'));
      expect(await after).toMatchObject({ status: 'accepted' });
      const kinds = tested.sessions.map((change) => (change.kind === 'lost' ? change.reason : change.kind));
      expect(kinds).toStrictEqual(['opened', 'woke', 'time-jump', 'opened']);
      expect(Math.abs(tested.client.now() - world.organization.nowMs)).toBeLessThan(30_000);
      offsetMs = 0;
      await tested.until(({ sessions }) => sessions.filter(({ kind }) => kind === 'opened').length === 3);
      expect(await tested.client.submit(tested.message(mission, 'again'))).toMatchObject({
        status: 'accepted',
      });
    },
  );

  test('a clock that is wrong from the start keeps nobody out', async () => {
    const clock = createTestClock(() => world.organization.nowMs - TWO_HOURS);
    const tested = await world.connect(worker, { clock });
    expect(await tested.client.submit(tested.message(mission, 'hello'))).toMatchObject({
      status: 'accepted',
    });
  });
});

describe('a server that goes and comes back', () => {
  test('everything goes on: Events from the Cursor, Commands from the outbox', async () => {
    const tested = await world.connect(worker);
    await world.hangUp();
    await tested.until(({ client }) => client.session === undefined);
    await say('while it was away');
    const waiting = tested.client.submit(tested.message(mission, 'written meanwhile'));
    await world.listen();
    expect(await waiting).toMatchObject({ status: 'accepted' });
    const log = await world.logOf(mission, 1);
    await tested.until(async () => (await tested.cursorOf(mission)) === log.length + 1);
    expect(await tested.logOf(mission)).toStrictEqual(log);
    expect(tested.sessions.map(({ kind }) => kind)).toStrictEqual(['opened', 'lost', 'opened']);
  });

  test('listeners that fail hold nothing up', async () => {
    const tested = await world.client(worker);
    tested.client.onApplied(() => {
      throw new Error('a listener fails');
    });
    tested.client.onSession(() => {
      throw new Error('another one too');
    });
    tested.client.start();
    expect(await tested.client.submit(tested.message(mission, 'hello'))).toMatchObject({
      status: 'accepted',
    });
    expect(tested.applied.length).toBeGreaterThan(0);
    expect(new Set(tested.faults.map(String))).toStrictEqual(
      new Set(['Error: a listener fails', 'Error: another one too']),
    );
  });

  test('WS-060: what it says of itself is known while it is connected', async () => {
    const tested = await world.connect(worker);
    tested.client.setPresence({
      status: 'online',
      capacity: { maxSlots: 2, activeSlots: 0, availableSlots: 2, queuedItems: 0 },
      capabilityAvailability: [],
    });
    await tested.until(() => world.presenceOf(worker.actor.id) !== undefined || tested.faults.length > 0);
    expect(world.presenceOf(worker.actor.id)?.sessionEpoch ?? tested.faults.map(String)).toBe(2);
  });

  test('WS-060: what it has to say before it is connected does not wait for a heartbeat', async () => {
    // None of them comes while this test runs.
    const tested = await world.client(worker, { settings: { heartbeatMs: 600_000 } });
    tested.client.setPresence({
      status: 'busy',
      capacity: { maxSlots: 1, activeSlots: 1, availableSlots: 0, queuedItems: 0 },
      capabilityAvailability: [],
    });
    tested.client.start();
    await tested.until(() => world.presenceOf(worker.actor.id) !== undefined || tested.faults.length > 0);
    expect(world.presenceOf(worker.actor.id)?.status ?? tested.faults.map(String)).toBe('busy');
  });
});

describe('a replica that cannot write', () => {
  /** Fails so many batches before it lets one through; with `commit-unknown` the write happens all the same. */
  class FailingStore extends MemoryReplicaStore {
    failures: StoreFaultKind[] = [];

    override async apply(batch: ReplicaBatch): Promise<void> {
      const kind = this.failures.shift();
      if (kind === undefined || kind === 'commit-unknown') await super.apply(batch);
      if (kind !== undefined) throw new StoreFault(kind, 'by a test');
    }
  }

  test.each<StoreFaultKind>(['busy', 'full', 'commit-unknown', 'other'])(
    'after %s it reads what is really there and goes on: no gap, nothing double (DEL-007)',
    async (kind) => {
      const store = new FailingStore();
      const tested = await world.connect(worker, { store });
      store.failures = [kind, kind];
      for (const text of ['one', 'two', 'three']) await say(text);
      const outcome = await tested.client.submit(tested.message(mission, 'mine'));
      expect(outcome).toMatchObject({ status: 'accepted' });
      const log = await world.logOf(mission, 1);
      await tested.until(async () => (await tested.cursorOf(mission)) === log.length + 1);
      expect(await tested.logOf(mission)).toStrictEqual(log);
      expect(tested.faults.map(String)).toStrictEqual(Array(2).fill('StoreFault: by a test'));
      expect(store.failures).toStrictEqual([]);
    },
  );

  test('an outbox that cannot keep a Command says so, and sends nothing', async () => {
    const tested = await world.connect(worker);
    await tested.store.close();
    const before = (await world.logOf(mission)).length;
    expect(await tested.client.submit(tested.message(mission, 'mine'))).toStrictEqual({
      status: 'abandoned',
    });
    expect((await world.logOf(mission)).length).toBe(before);
  });
});

describe('a reader that is slow', () => {
  test('MEM-021, WS-063: Groups that were paused come back from their Cursors', async () => {
    await world.close();
    world = await SyncWorld.open({
      gateway: { limits: { highWaterBytes: 20_000, liveLagEvents: 5, liveLagMs: 0, retryAfterMs: 20 } },
    });
    const [first] = world.organization.workers;
    if (first === undefined) throw new Error('a world has workers');
    mission = await world.organization.createMission('m1');
    // What the kernel holds for a reader is large; only then the server notices that nobody reads.
    const tested = await world.connect(first, { settings: { waitingEvents: 4, batchEvents: 2 } });
    const text = 'x'.repeat(60_000);
    await Promise.all(Array.from({ length: 150 }, () => say(text)));
    const { length } = await world.logOf(mission);
    await tested.until(async () => (await tested.cursorOf(mission)) === length);
    expect(await tested.logOf(mission)).toStrictEqual(await world.logOf(mission, 1));
    expect(tested.sessions.map(({ kind }) => kind)).toStrictEqual(['opened']);
  });
});
