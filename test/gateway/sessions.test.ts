// The life of a session (WS-015…WS-020, WS-060…WS-062, OPEN-011): what keeps it, what ends it, and what it says about
// itself.
import { beforeEach, describe, expect, test } from 'vitest';
import type { PresenceRecord } from '../../core/protocol/generated/documents.ts';
import { formatTimestamp } from '../../core/protocol/timestamp.ts';
import { bindingOf, type Principal, type TestMission } from '../harness/organization.ts';
import { type GatewayWorld, openGatewayWorld, settle } from './gateway-world.ts';
import type { SimulatedPeer } from './simulated-peer.ts';

let world: GatewayWorld;
let worker: Principal;
let mission: TestMission;

beforeEach(async () => {
  await enter(await openGatewayWorld());
});

async function enter(next: GatewayWorld): Promise<void> {
  world = next;
  const [first] = world.organization.workers;
  if (first === undefined) throw new Error('a world has workers');
  worker = first;
  mission = await world.organization.createMission('m1');
}

async function openPeer(agent = worker): Promise<SimulatedPeer> {
  const peer = world.connect();
  await peer.authenticate(agent);
  return peer;
}

/** Keeps a peer alive for a while, as a client would. */
async function passWithPings(peer: SimulatedPeer, ms: number): Promise<void> {
  for (let left = ms; left > 0 && peer.closeCode === undefined; left -= 10_000) {
    peer.ping({ replyToNonce: 'AAAA' });
    await world.clock.pass(Math.min(left, 10_000));
  }
}

describe('WS-015, WS-016: one runtime for each Agent', () => {
  test('a new session ends the older connection, with its Groups', async () => {
    const older = await openPeer();
    older.subscribe({ groupId: mission.groupId, afterSequence: 0 });
    await older.until(({ events }) => events.length > 0);
    const newer = await openPeer();
    expect(older.frames.at(-1)?.error).toMatchObject({ code: 'AUTH_STALE_SESSION', fatal: true });
    expect(older.closeCode).toBe(4001);
    expect(newer.sessionEpoch).toBe(older.sessionEpoch + 1);
    expect(world.hub.connectionCount).toBe(1);
  });

  test('a session that was opened elsewhere ends it as well', async () => {
    const peer = await openPeer();
    await world.organization.openSession(worker);
    await peer.until(({ closeCode }) => closeCode !== undefined);
    expect(peer.closeCode).toBe(4001);
  });

  test('of two handshakes at once the later session stands', async () => {
    const peers = [world.connect(), world.connect(), world.connect()];
    const nonces = peers.map((peer) => peer.init(worker));
    await Promise.all(peers.map((peer, i) => peer.respond(nonces[i] ?? '')));
    await settle();
    const open = peers.filter(({ closeCode }) => closeCode === undefined);
    expect(open).toHaveLength(1);
    const accepted = open[0]?.frames.find(({ phase }) => phase === 'server_accept');
    expect(accepted?.sessionEpoch).toBe(await world.organization.sessionOf(worker));
    expect(peers.filter(({ closeCode }) => closeCode === 4001)).toHaveLength(2);
  });

  test('other Agents are not concerned', async () => {
    const [, other] = world.organization.workers;
    const peer = await openPeer(other);
    await openPeer();
    await settle();
    expect(peer.closeCode).toBeUndefined();
  });
});

describe('WS-017: revocation cuts at once', () => {
  async function revokeKey(): Promise<void> {
    const now = world.organization.nowText;
    await world.organization.authority.registerBinding({
      ...bindingOf(worker),
      validityHistory: [{ sequence: 1, recordedAt: now, revokedAt: now }],
    });
  }

  test('at the next Command, which is not accepted', async () => {
    const peer = await openPeer();
    const head = (await world.logOf(mission)).length;
    const bytes = await peer.messageOf(mission, 'too late');
    await revokeKey();
    peer.sendCommand(bytes);
    await peer.until(({ closeCode }) => closeCode !== undefined);
    expect(peer.errors[0]).toMatchObject({ code: 'AUTH_INVALID_SIGNATURE', fatal: true });
    expect(peer.closeCode).toBe(1008);
    expect(await world.logOf(mission)).toHaveLength(head);
  });

  test('at the next ACK, which does not count', async () => {
    const peer = await openPeer();
    peer.subscribe({ groupId: mission.groupId, afterSequence: 0 });
    await peer.until(({ events }) => events.length >= 2);
    await revokeKey();
    peer.ack({ groupId: mission.groupId, sequence: 3 });
    await peer.until(({ closeCode }) => closeCode !== undefined);
    expect(await world.store.readCursors(worker.actor.id)).toStrictEqual([]);
  });

  test('before the next Event', async () => {
    const peer = await openPeer();
    peer.subscribe({ groupId: mission.groupId, afterSequence: 0 });
    await settle();
    const before = peer.events.length;
    await revokeKey();
    const [, other] = world.organization.workers;
    if (other === undefined) throw new Error('a world has workers');
    await world.organization.postMessage(other, mission, 'not for you');
    await peer.until(({ closeCode }) => closeCode !== undefined);
    expect(peer.events).toHaveLength(before);
  });

  test('a revoked card, at the next frame', async () => {
    const peer = await openPeer();
    await world.organization.register(worker, { cardVersion: 2, status: 'revoked' });
    peer.ping();
    await peer.until(({ closeCode }) => closeCode !== undefined);
    expect(peer.errors[0]).toMatchObject({ code: 'AUTH_FORBIDDEN', fatal: true });
  });
});

describe('OPEN-011: how long a session lasts', () => {
  test('15 minutes without a PING, whatever else is sent', async () => {
    await enter(await openGatewayWorld({ limits: { silentMs: 10 * 60 * 60_000 } }));
    const peer = await openPeer();
    await world.clock.pass(10 * 60_000);
    peer.subscribe({ groupId: mission.groupId, afterSequence: 0 });
    await world.clock.pass(5 * 60_000 - 1);
    expect(peer.closeCode).toBeUndefined();
    await world.clock.pass(1);
    expect(peer.errors.at(-1)).toMatchObject({ code: 'AUTH_REQUIRED', fatal: true });
    expect(peer.closeCode).toBe(1008);
  });

  test('each PING gives it 15 minutes more, up to its hard end', async () => {
    await enter(await openGatewayWorld({ limits: { sessionMaxMs: 40 * 60_000 } }));
    const peer = await openPeer();
    await passWithPings(peer, 40 * 60_000 - 1);
    expect(peer.closeCode).toBeUndefined();
    await passWithPings(peer, 1);
    expect(peer.errors.at(-1)).toMatchObject({ code: 'AUTH_REQUIRED', fatal: true });
    expect(peer.closeCode).toBe(1008);
    expect(world.clock.timerCount).toBe(0);
  });
});

describe('WS-060: signs of life', () => {
  test('a PING is answered with its nonce and a fresh one; an answer is not', async () => {
    const peer = await openPeer();
    peer.ping();
    peer.ping();
    await peer.until(({ frames }) => frames.length === 2);
    const nonces = peer.frames.map(({ nonce }) => nonce);
    expect(new Set([...nonces, 'bm9uY2Ux']).size).toBe(3);
    expect(peer.frames.map(({ replyToNonce }) => replyToNonce)).toStrictEqual(['bm9uY2Ux', 'bm9uY2Ux']);
    peer.clear();
    peer.ping({ replyToNonce: nonces[0] ?? '' });
    await settle();
    expect(peer.frames).toStrictEqual([]);
  });

  test('the gateway asks a silent peer, and not a talking one', async () => {
    const peer = await openPeer();
    await world.clock.pass(14_000);
    peer.ping({ replyToNonce: 'AAAA' });
    await world.clock.pass(2_000);
    expect(peer.frames).toStrictEqual([]);
    await world.clock.pass(15_000);
    expect(peer.frames).toHaveLength(1);
    expect(peer.frames[0]).toMatchObject({ frameType: 'PING' });
    expect(peer.frames[0]).not.toHaveProperty('replyToNonce');
  });

  test('a peer that stays silent is cut off: it may be gone without a word', async () => {
    const peer = await openPeer();
    await world.clock.pass(44_999);
    expect(peer.closeCode).toBeUndefined();
    await world.clock.pass(15_000);
    expect(peer.wasTerminated).toBe(true);
    expect(world.hub.connectionCount).toBe(0);
    expect(world.clock.timerCount).toBe(0);
  });
});

describe('WS-061, WS-062: presence', () => {
  function presenceOf(peer: SimulatedPeer, changes: Partial<PresenceRecord> = {}): PresenceRecord {
    const { nowMs } = world.organization;
    return {
      agentId: worker.actor.id,
      sessionEpoch: peer.sessionEpoch,
      status: 'online',
      capacity: { maxSlots: 4, activeSlots: 1, availableSlots: 3, queuedItems: 0 },
      capabilityAvailability: [],
      lastHeartbeat: formatTimestamp(nowMs),
      expiresAt: formatTimestamp(nowMs + 20_000),
      ...changes,
    };
  }

  test('is kept until it says itself, and answered as every PING', async () => {
    const peer = await openPeer();
    const presence = presenceOf(peer);
    peer.ping({ presence });
    await peer.until(({ frames }) => frames.length === 1);
    expect(world.hub.presenceOf(worker.actor.id)).toStrictEqual(presence);
    await world.clock.pass(19_999);
    expect(world.hub.presenceOf(worker.actor.id)).toStrictEqual(presence);
    await world.clock.pass(1);
    expect(world.hub.presenceOf(worker.actor.id)).toBeUndefined();
  });

  test('is stale after 30 s whatever it says', async () => {
    const peer = await openPeer();
    peer.ping({ presence: presenceOf(peer, { expiresAt: '2030-01-01T00:00:00Z' }) });
    await world.clock.pass(29_999);
    expect(world.hub.presenceOf(worker.actor.id)?.status).toBe('online');
    await world.clock.pass(1);
    expect(world.hub.presenceOf(worker.actor.id)).toBeUndefined();
  });

  test('ends with its session', async () => {
    const peer = await openPeer();
    peer.ping({ presence: presenceOf(peer) });
    await settle();
    expect(world.hub.presenceOf(worker.actor.id)?.sessionEpoch).toBe(peer.sessionEpoch);
    peer.connection.lost();
    expect(world.hub.presenceOf(worker.actor.id)).toBeUndefined();
  });

  test.each([
    ['another Agent', { agentId: 'urn:heddle:test:agent:worker-2' }, 'PROTOCOL_VIOLATION'],
    ['another session', { sessionEpoch: 1 }, 'AUTH_STALE_SESSION'],
  ])('of %s is refused and changes nothing', async (_name, changes, code) => {
    const peer = await openPeer();
    const frameId = peer.ping({ presence: presenceOf(peer, changes) });
    await peer.until(({ frames }) => frames.length === 1);
    expect(peer.errors[0]).toMatchObject({ code, relatedFrameId: frameId });
    expect(peer.errors[0]?.fatal).toBeUndefined();
    expect(peer.closeCode).toBeUndefined();
    expect(world.hub.presenceOf('urn:heddle:test:agent:worker-2')).toBeUndefined();
    expect(world.hub.presenceOf(worker.actor.id)).toBeUndefined();
  });

  test('is in no log', async () => {
    const peer = await openPeer();
    const before = await world.store.readPosition();
    peer.ping({ presence: presenceOf(peer) });
    await settle();
    expect(await world.store.readPosition()).toBe(before);
    expect(await world.store.readAudit(10)).toStrictEqual([]);
  });
});
