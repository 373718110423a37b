// Bounds (WS-063, MEM-021): slow readers, noisy Groups, floods. What one peer does costs a bounded amount of memory and
// nobody else anything.
import { beforeEach, describe, expect, test } from 'vitest';
import { OWNER, type Principal, type TestMission } from '../harness/organization.ts';
import { type GatewayWorld, openGatewayWorld, settle, type WorldOptions } from './gateway-world.ts';
import type { SimulatedPeer } from './simulated-peer.ts';

const HIGH_WATER = 16_000;
/** The largest EVENT frame of these tests. */
const FRAME = 4_000;

let world: GatewayWorld;
let worker: Principal;
let noisy: TestMission;
let quiet: TestMission;
let peer: SimulatedPeer;

beforeEach(async () => {
  await open({ highWaterBytes: HIGH_WATER, liveLagEvents: 20 });
});

async function open(limits: WorldOptions['limits']): Promise<void> {
  world = await openGatewayWorld({ limits: { recentBytes: 40_000, ...limits } });
  const [first] = world.organization.workers;
  if (first === undefined) throw new Error('a world has workers');
  worker = first;
  noisy = await world.organization.createMission('noisy');
  quiet = await world.organization.createMission('quiet');
  peer = world.connect();
  await peer.authenticate(worker);
}

async function post(mission: TestMission, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    const result = await world.organization.postMessage(OWNER, mission, 'x'.repeat(1_000));
    if (!result.ok) throw new Error(JSON.stringify(result.fault));
  }
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_none, i) => from + i);
}

describe('a reader that has stopped reading', () => {
  test('holds a bounded amount, and its Group is paused once', async () => {
    peer.subscribe(
      { groupId: noisy.groupId, afterSequence: 3 },
      { groupId: quiet.groupId, afterSequence: 3 },
    );
    await settle();
    peer.isSlow = true;
    await post(noisy, 40);
    await world.clock.pass(2_000);
    await post(quiet, 2);
    await post(noisy, 60);
    await settle();
    expect(peer.highestBuffered).toBeGreaterThanOrEqual(HIGH_WATER);
    expect(peer.highestBuffered).toBeLessThan(HIGH_WATER + 3 * FRAME);

    peer.isSlow = false;
    peer.read();
    await settle();
    expect(peer.errors).toMatchObject([
      { code: 'BACKPRESSURE', groupId: noisy.groupId, retryAfterMs: 1_000, retryable: true },
    ]);
    expect(peer.errors[0]?.fatal).toBeUndefined();
    // The other Group goes on by itself.
    expect(peer.sequencesOf(quiet)).toStrictEqual([4, 5]);
    const before = peer.sequencesOf(noisy).length;
    expect(before).toBeGreaterThan(0);
    await post(noisy, 1);
    await settle();
    expect(peer.sequencesOf(noisy)).toHaveLength(before);

    peer.subscribe({ groupId: noisy.groupId, afterSequence: 3 + before });
    await peer.until(() => peer.sequencesOf(noisy).length === 101);
    expect(peer.sequencesOf(noisy)).toStrictEqual(range(4, 104));
  });

  test('that reads again in time just catches up', async () => {
    peer.subscribe({ groupId: noisy.groupId, afterSequence: 3 });
    await settle();
    peer.isSlow = true;
    await post(noisy, 100);
    await world.clock.pass(1_999);
    await post(noisy, 1);
    peer.isSlow = false;
    peer.read();
    await peer.until(() => peer.sequencesOf(noisy).length === 101);
    expect(peer.sequencesOf(noisy)).toStrictEqual(range(4, 104));
    expect(peer.errors).toStrictEqual([]);
  });

  test('in the middle of a replay makes it wait, however long', async () => {
    await post(noisy, 100);
    peer.isSlow = true;
    peer.subscribe({ groupId: noisy.groupId, afterSequence: 3 });
    await world.clock.pass(10_000);
    expect(peer.highestBuffered).toBeLessThan(HIGH_WATER + FRAME);
    for (let reads = 0; reads < 60 && peer.sequencesOf(noisy).length < 100; reads += 1) {
      peer.read(3);
      await settle();
      expect(peer.bufferedAmountNow).toBeLessThan(HIGH_WATER + FRAME);
    }
    peer.isSlow = false;
    peer.read();
    await peer.until(() => peer.sequencesOf(noisy).length === 100);
    expect(peer.sequencesOf(noisy)).toStrictEqual(range(4, 103));
    expect(peer.errors).toStrictEqual([]);
  });

  test('costs other connections nothing', async () => {
    const [, second] = world.organization.workers;
    if (second === undefined) throw new Error('a world has two workers');
    const other = world.connect();
    await other.authenticate(second);
    for (const each of [peer, other]) each.subscribe({ groupId: noisy.groupId, afterSequence: 3 });
    await settle();
    peer.isSlow = true;
    await post(noisy, 50);
    await other.until(() => other.sequencesOf(noisy).length === 50);
    expect(other.sequencesOf(noisy)).toStrictEqual(range(4, 53));
    expect(other.errors).toStrictEqual([]);
  });

  test('still gets the answers to its own Commands from a paused Group', async () => {
    peer.subscribe({ groupId: noisy.groupId, afterSequence: 3 });
    await settle();
    peer.isSlow = true;
    await post(noisy, 40);
    await world.clock.pass(2_000);
    await post(noisy, 1);
    const bytes = await peer.messageOf(noisy, 'mine');
    peer.sendCommand(bytes);
    await settle();
    peer.read();
    const { actionId } = JSON.parse(Buffer.from(bytes).toString('utf8')) as { readonly actionId: string };
    expect(peer.events.filter(({ cause }) => cause.id === actionId)).toHaveLength(1);
  });

  test('is cut off when not even its answers are read', async () => {
    await open({ highWaterBytes: HIGH_WATER, maxBufferedBytes: 50_000 });
    peer.isSlow = true;
    for (let i = 0; i < 2_000 && !peer.wasTerminated; i += 1) {
      peer.ping();
      await settle();
    }
    expect(peer.wasTerminated).toBe(true);
    expect(peer.highestBuffered).toBeLessThan(50_000 + FRAME);
    expect(world.hub.connectionCount).toBe(0);
  });
});

test('one noisy Group does not starve the others: they take turns', async () => {
  await open({ eventsPerTurn: 5 });
  await post(noisy, 100);
  await post(quiet, 3);
  peer.subscribe({ groupId: noisy.groupId, afterSequence: 3 }, { groupId: quiet.groupId, afterSequence: 3 });
  await peer.until(({ events }) => events.length === 103);
  const lastQuiet = peer.events.findLastIndex(({ groupId }) => groupId === quiet.groupId);
  expect(lastQuiet).toBeLessThan(30);
});

describe('floods', () => {
  test('malformed frames are forgiven up to a bound, then fatal', async () => {
    for (let i = 0; i < 30; i += 1) peer.send({ frameType: 'PING', nonce: '!' });
    await peer.until(({ closeCode }) => closeCode !== undefined);
    expect(peer.errors).toHaveLength(21);
    expect(peer.errors.filter(({ fatal }) => fatal === true)).toHaveLength(1);
    expect(peer.errors.at(-1)).toMatchObject({ code: 'SCHEMA_VALIDATION_FAILED', fatal: true });
    expect(peer.closeCode).toBe(1002);
  });

  test('now and then one is no reason to end', async () => {
    for (let i = 0; i < 60; i += 1) {
      peer.send({ frameType: 'PING', nonce: '!' });
      await world.clock.pass(1_000);
    }
    expect(peer.errors).toHaveLength(60);
    expect(peer.closeCode).toBeUndefined();
  });

  test('a text that is no frame is fatal at once, and nothing after it counts', async () => {
    for (let i = 0; i < 1_000; i += 1) peer.sendText('{"frameType":"PING"');
    await peer.until(({ closeCode }) => closeCode !== undefined);
    await settle();
    expect(peer.frames).toHaveLength(1);
    expect(peer.closeCode).toBe(1002);
  });

  test('a burst of good frames is dealt with at a bounded rate, and nothing more is read meanwhile', async () => {
    await open({ frameBurst: 50, framesPerSecond: 100, waitingFrames: 20, silentMs: 600_000 });
    // The handshake took two.
    for (let i = 0; i < 148; i += 1) peer.ping();
    await settle();
    expect(peer.frames).toHaveLength(48);
    expect(peer.isReadingPaused).toBe(true);
    await world.clock.pass(500);
    expect(peer.frames).toHaveLength(98);
    expect(peer.isReadingPaused).toBe(true);
    await world.clock.pass(500);
    expect(peer.frames).toHaveLength(148);
    await world.clock.pass(10);
    expect(peer.isReadingPaused).toBe(false);
    expect(peer.closeCode).toBeUndefined();
  });
});

describe('shutting down', () => {
  test('answers what has come, delivers what was committed, and says goodbye with 1001', async () => {
    peer.subscribe({ groupId: noisy.groupId, afterSequence: 3 });
    const bytes = await peer.messageOf(noisy, 'last words');
    const stranger = world.connect();
    peer.sendCommand(bytes);
    const done = world.hub.shutDown();
    expect(peer.isReadingPaused).toBe(true);
    await done;
    expect(stranger.closeCode).toBe(1001);
    expect(peer.closeCode).toBe(1001);
    expect(peer.sequencesOf(noisy)).toStrictEqual([4]);
    expect(world.clock.timerCount).toBe(0);
  });

  test('waits no longer than it has to for those who do not read', async () => {
    await open({ highWaterBytes: 1, drainMs: 5_000 });
    peer.isSlow = true;
    peer.subscribe({ groupId: noisy.groupId, afterSequence: 0 });
    await settle();
    const done = world.hub.shutDown();
    await world.clock.pass(4_999);
    expect(peer.closeCode).toBeUndefined();
    await world.clock.pass(1);
    await done;
    expect(peer.closeCode).toBe(1001);
  });
});
