// Peers that are gone without a word, and peers that talk too slowly: the client notices within its bounds, and comes back.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../core/sync/settings.ts';
import type { ConnectionPlan } from './fault-proxy.ts';
import type { NetClient } from './net-client.ts';
import { NetWorld } from './net-world.ts';

/** Bounds of which all tries of one test fit into a second. */
const SHORT = { phaseMs: 250 };
const { silentMs, heartbeatMs } = DEFAULT_SETTINGS;

let world: NetWorld;
let nextAgent = 0;

beforeAll(async () => {
  world = await NetWorld.open({ agents: 9 });
});
afterAll(() => world.close());

function anAgent() {
  const agent = world.agents[nextAgent];
  if (agent === undefined) throw new Error('the world has too few Agents');
  nextAgent += 1;
  return agent;
}

/** Lets time go by on the client's clocks in steps that are no jump, each one seen by it. */
async function pass(tested: NetClient, ms: number): Promise<void> {
  const stepMs = heartbeatMs / 4;
  for (let passed = 0; passed < ms; passed += stepMs) {
    tested.clock.sleep(Math.min(stepMs, ms - passed));
    await tested.ticks(2);
  }
}

describe('a peer that is gone without a FIN', () => {
  test('WS-060: silence beyond the bound loses the Session, and the next one is opened', async () => {
    const tested = await world.connect(anAgent());
    const epoch = await tested.opened();
    tested.wire.halfOpen();
    const pings = tested.countSent('PING');
    // Not sooner: a line may be slow, and a new Session revokes every lease of the old one (LSE-004).
    await pass(tested, silentMs - 1_000);
    expect(tested.losses()).toEqual([]);
    expect(tested.countSent('PING')).toBeGreaterThan(pings);
    await pass(tested, 2_000);
    expect(tested.losses()).toEqual(['silent']);
    expect(await tested.opened(epoch)).toBeGreaterThan(epoch);
  });

  test('WS-060: a peer that answers is kept, however long', async () => {
    const tested = await world.connect(anAgent());
    await pass(tested, 3 * silentMs);
    expect(tested.losses()).toEqual([]);
    expect(tested.wire.connections).toHaveLength(1);
  });

  test('IDM-008: what was sent into the void is settled in the next Session, once', async () => {
    const tested = await world.connect(anAgent(), { settings: { silentMs: 300, heartbeatMs: 100 } });
    tested.wire.halfOpen();
    const messageId = world.newId('message');
    const outcome = await tested.client.submit(tested.message(world.group, messageId));
    expect(outcome).toMatchObject({ status: 'accepted' });
    const log = await world.log();
    expect(log.filter((event) => JSON.stringify(event.payload).includes(messageId))).toHaveLength(1);
    expect(tested.losses()).toEqual(['silent']);
  });

  test('FLR-001: what a stalled line still delivers after the next Session opened counts for nothing', async () => {
    const tested = await world.connect(anAgent(), { settings: { silentMs: 300, heartbeatMs: 100 } });
    const epoch = await tested.opened();
    const stalled = tested.wire.last;
    tested.wire.stall();
    await tested.opened(epoch);
    await tested.client.caughtUp();
    stalled.release();
    const messageId = world.newId('message');
    expect(await tested.client.submit(tested.message(world.group, messageId))).toMatchObject({
      status: 'accepted',
    });
    expect(tested.losses()).toEqual(['silent']);
    expect(tested.faults).toEqual([]);
  });
});

describe('a handshake that gets nowhere', () => {
  const plans: Readonly<Record<string, ConnectionPlan>> = {
    'takes everything and answers nothing': { held: ['down'] },
    'passes nothing on': { held: ['up', 'down'] },
    'trickles, so that something always comes': { trickleMs: 1 },
  };
  for (const [name, plan] of Object.entries(plans)) {
    test(`WS-010: of a line that ${name} is given up, and tried again`, async () => {
      const tested = await world.client(anAgent(), { settings: SHORT });
      tested.wire.plan = (nth) => (nth <= 3 ? plan : {});
      tested.client.start();
      await tested.opened();
      // A busy machine may need another one.
      expect(tested.wire.tried).toBeGreaterThan(3);
      expect(tested.sessions).toMatchObject([{ kind: 'opened' }]);
    });
  }

  test('a network that refuses is tried again, until it does not', async () => {
    const tested = await world.client(anAgent());
    tested.wire.plan = (nth) => (nth <= 5 ? 'refused' : {});
    tested.client.start();
    await tested.opened();
    expect(tested.wire.tried).toBe(6);
  });
});

test('a control plane that does not answer holds up nobody whose keys and Groups are known', async () => {
  const tested = await world.connect(anAgent());
  const epoch = await tested.opened();
  tested.plane.stall();
  tested.plane.plan = () => ({ held: ['up', 'down'] });
  tested.wire.cut();
  await tested.opened(epoch);
  const messageId = world.newId('message');
  expect(await tested.client.submit(tested.message(world.group, messageId))).toMatchObject({
    status: 'accepted',
  });
  // A request is still under way, and would be for longer than this test may take.
  await tested.client.stop();
});
