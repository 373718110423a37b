// The handshake as the gateway conducts it (WS-010…WS-020): the right way, and each wrong step of it.
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { readSessionToken } from '../../core/authority/gateway/session-token.ts';
import { encodeBase64Url } from '../../core/protocol/base64url.ts';
import { signMessage } from '../../core/protocol/ed25519.ts';
import { formatTimestamp } from '../../core/protocol/timestamp.ts';
import { bindingOf, COORDINATOR, principalOf, type Principal } from '../harness/organization.ts';
import { type GatewayWorld, openGatewayWorld, partsOf, settle, TOKEN_SECRET } from './gateway-world.ts';
import type { SimulatedPeer } from './simulated-peer.ts';

let world: GatewayWorld;
let worker: Principal;

beforeEach(async () => {
  world = await openGatewayWorld();
  const [first] = world.organization.workers;
  if (first === undefined) throw new Error('a world has workers');
  worker = first;
});

/** How a connection ended, and what it left behind. */
async function endOf(peer: SimulatedPeer): Promise<unknown> {
  await peer.until(({ closeCode }) => closeCode !== undefined);
  const { code, fatal: isFatal } = peer.frames.at(-1)?.error ?? {};
  return {
    code,
    fatal: isFatal,
    closeCode: peer.closeCode,
    left: world.hub.connectionCount,
    faults: world.faults,
  };
}

/** The end by a fatal error. */
function fatal(code: string, closeCode: number): unknown {
  return { code, fatal: true, closeCode, left: 0, faults: [] };
}

test('WS-010…WS-017: a session with the next epoch, durable before anybody is told', async () => {
  const peer = world.connect();
  const before = await world.organization.sessionOf(worker);
  const nonce = peer.init(worker);
  await peer.respond(nonce);
  await peer.until(({ frames }) => frames.length === 2);
  const [challenge, accepted] = peer.frames;
  expect(challenge).toMatchObject({ phase: 'server_challenge', clientNonce: nonce, selectedVersion: '0.1' });
  expect(accepted).toMatchObject({
    phase: 'server_accept',
    sessionEpoch: (before ?? 0) + 1,
    expiresAt: formatTimestamp(world.organization.nowMs + 15 * 60_000),
  });
  expect(await world.organization.sessionOf(worker)).toBe(accepted?.sessionEpoch);
  expect(readSessionToken(accepted?.sessionToken ?? '', TOKEN_SECRET)).toStrictEqual({
    agentId: worker.actor.id,
    expiresAt: accepted?.expiresAt,
    issuedAt: world.organization.nowText,
    keyId: worker.signer.keyId,
    protocolVersion: '0.1',
    sessionEpoch: accepted?.sessionEpoch,
  });
  expect(world.hub.isSessionOpen(worker.actor.id, accepted?.sessionEpoch ?? 0)).toBe(true);
  expect(world.hub.isSessionOpen(worker.actor.id, before ?? 0)).toBe(false);
});

test('WS-015: a session that could not be made durable is not accepted', async () => {
  world = await openGatewayWorld({
    wrap: (authority) => ({
      ...partsOf(authority),
      openSession: () => Promise.reject(new Error('the disk is gone')),
    }),
  });
  const peer = world.connect();
  await peer.respond(peer.init(worker));
  await peer.until(({ closeCode }) => closeCode !== undefined);
  expect(peer.frames.map(({ phase, error }) => phase ?? error?.code)).toStrictEqual([
    'server_challenge',
    'INTERNAL_ERROR',
  ]);
  expect(peer.closeCode).toBe(1011);
  expect(world.faults.map(String)).toStrictEqual(['Error: the disk is gone']);
});

describe('WS-018: what comes out of place', () => {
  const ping = { frameType: 'PING', nonce: 'AAAA', sentAt: '2026-05-04T09:00:00Z' };
  const others = [
    ping,
    { frameType: 'SUBSCRIBE', subscriptionId: 'urn:x:s', groups: [{ groupId: 'urn:x:g', afterSequence: 0 }] },
    { frameType: 'COMMAND', command: {} },
    { frameType: 'EVENT', event: {} },
    {
      frameType: 'ACK',
      sentAt: ping.sentAt,
      acknowledgements: [{ groupId: 'urn:x:g', sequence: 1 }],
    },
    {
      frameType: 'ERROR',
      error: { code: 'INTERNAL_ERROR', message: 'x', retryable: true, occurredAt: ping.sentAt },
    },
  ];

  test.each(others)('$frameType before the handshake and in the middle of it', async (frame) => {
    const first = world.connect();
    const frameId = first.send(frame);
    expect(await endOf(first)).toStrictEqual(fatal('AUTH_REQUIRED', 1008));
    expect(first.frames[0]?.error?.relatedFrameId).toBe(frameId);

    const second = world.connect();
    second.init(worker);
    second.send(frame);
    expect(await endOf(second)).toStrictEqual(fatal('AUTH_REQUIRED', 1008));
  });

  test('the wrong step of the handshake', async () => {
    const first = world.connect();
    first.send({
      frameType: 'HELLO',
      phase: 'client_response',
      agentId: worker.actor.id,
      keyId: worker.signer.keyId,
      clientNonce: 'AAAA',
      serverNonce: 'AAAA',
      challengeSignature: 'AAAA',
    });
    expect(await endOf(first)).toStrictEqual(fatal('PROTOCOL_VIOLATION', 1002));
    const second = world.connect();
    second.init(worker);
    second.init(worker);
    expect(await endOf(second)).toStrictEqual(fatal('PROTOCOL_VIOLATION', 1002));
  });

  test('HELLO after authentication', async () => {
    const peer = world.connect();
    await peer.authenticate(worker);
    peer.init(worker);
    expect(await endOf(peer)).toStrictEqual(fatal('PROTOCOL_VIOLATION', 1002));
  });

  test('an EVENT from a client', async () => {
    const peer = world.connect();
    await peer.authenticate(worker);
    peer.send({ frameType: 'EVENT', event: {} });
    expect(await endOf(peer)).toStrictEqual(fatal('PROTOCOL_VIOLATION', 1002));
  });
});

test('step 2: no version in common', async () => {
  const peer = world.connect();
  peer.init(worker, { supportedVersions: ['1.0'] });
  expect(await endOf(peer)).toStrictEqual(fatal('UNSUPPORTED_VERSION', 1002));
});

test('step 2: a nonce that leaves no room for a challenge', async () => {
  const peer = world.connect();
  peer.init(worker, { clientNonce: 'A'.repeat(4096) });
  expect(await endOf(peer)).toStrictEqual(fatal('PROTOCOL_VIOLATION', 1002));
});

describe('step 4: every failed proof gets the same answer (ERR-042)', () => {
  /** The error but for the values that no two errors share. */
  async function refusalOf(peer: SimulatedPeer): Promise<unknown> {
    expect(await endOf(peer)).toStrictEqual(fatal('AUTH_INVALID_SIGNATURE', 1008));
    const { relatedFrameId: _frame, occurredAt: _at, ...rest } = peer.frames.at(-1)?.error ?? {};
    return rest;
  }
  const CONSTANT = {
    code: 'AUTH_INVALID_SIGNATURE',
    message: 'signed document rejected',
    retryable: false,
    fatal: true,
  };

  test('an unknown key, after an ordinary challenge', async () => {
    const peer = world.connect();
    await peer.respond(peer.init(principalOf('agent', 'nobody')));
    expect(await refusalOf(peer)).toStrictEqual(CONSTANT);
    expect(peer.frames[0]?.phase).toBe('server_challenge');
  });

  test("another Agent's key", async () => {
    const peer = world.connect();
    await peer.respond(peer.init({ actor: COORDINATOR.actor, signer: worker.signer }));
    expect(await refusalOf(peer)).toStrictEqual(CONSTANT);
  });

  test('the key of a human or service', async () => {
    const human = principalOf('human', 'mission-owner');
    const peer = world.connect();
    await peer.respond(peer.init(human));
    expect(await refusalOf(peer)).toStrictEqual(CONSTANT);
  });

  test('a revoked key', async () => {
    const now = world.organization.nowText;
    await world.organization.authority.registerBinding({
      ...bindingOf(worker),
      validityHistory: [{ sequence: 1, recordedAt: now, revokedAt: now }],
    });
    const peer = world.connect();
    await peer.respond(peer.init(worker));
    expect(await refusalOf(peer)).toStrictEqual(CONSTANT);
  });

  test.each([
    ['a signature that is none', { challengeSignature: 'AAAA' }],
    ['a signature over something else', { challengeSignature: '' }],
    ['another agent id', { agentId: COORDINATOR.actor.id }],
    ['another key id', { keyId: COORDINATOR.signer.keyId }],
    ['another client nonce', { clientNonce: 'AAAA' }],
    ['another server nonce', { serverNonce: 'AAAA' }],
  ])('%s', async (_name, changes) => {
    const peer = world.connect();
    const signature = encodeBase64Url(signMessage(worker.signer.privateKey, randomBytes(40)));
    const isEmpty = 'challengeSignature' in changes && changes.challengeSignature === '';
    await peer.respond(peer.init(worker), isEmpty ? { challengeSignature: signature } : changes);
    expect(await refusalOf(peer)).toStrictEqual(CONSTANT);
  });

  test('WS-014: an expired challenge', async () => {
    world = await openGatewayWorld({ limits: { handshakeMs: 120_000 } });
    const peer = world.connect();
    const nonce = peer.init(worker);
    await settle();
    await world.clock.pass(30_000);
    await peer.respond(nonce);
    expect(await refusalOf(peer)).toStrictEqual(CONSTANT);
  });

  test('WS-014: 1 ms earlier it holds', async () => {
    world = await openGatewayWorld({ limits: { handshakeMs: 120_000 } });
    const peer = world.connect();
    const nonce = peer.init(worker);
    await settle();
    await world.clock.pass(29_999);
    await peer.respond(nonce);
    await peer.until(({ frames }) => frames.length === 2);
    expect(peer.frames[1]?.phase).toBe('server_accept');
  });

  test('none of them opens a session', async () => {
    const before = await world.organization.sessionOf(worker);
    const peer = world.connect();
    await peer.respond(peer.init(worker), { challengeSignature: 'AAAA' });
    await refusalOf(peer);
    expect(await world.organization.sessionOf(worker)).toBe(before);
  });
});

test('WS-014: a challenge is used up by its first answer, also by a wrong one', async () => {
  const peer = world.connect();
  const nonce = peer.init(worker);
  await peer.respond(nonce, { challengeSignature: 'AAAA' });
  await peer.respond(nonce);
  expect(await endOf(peer)).toStrictEqual(fatal('AUTH_INVALID_SIGNATURE', 1008));
  await settle();
  expect(peer.frames.filter(({ phase }) => phase === 'server_accept')).toStrictEqual([]);
});

describe('IDN-006: only registered Agents', () => {
  test('a bound key without a card', async () => {
    const stranger = principalOf('agent', 'stranger');
    await world.organization.authority.registerBinding(bindingOf(stranger));
    const peer = world.connect();
    await peer.respond(peer.init(stranger));
    expect(await endOf(peer)).toStrictEqual(fatal('AUTH_FORBIDDEN', 1008));
  });

  test('a revoked card', async () => {
    await world.organization.register(worker, { cardVersion: 2, status: 'revoked' });
    const peer = world.connect();
    await peer.respond(peer.init(worker));
    expect(await endOf(peer)).toStrictEqual(fatal('AUTH_FORBIDDEN', 1008));
  });

  test('a card past its end', async () => {
    const validUntil = formatTimestamp(world.organization.nowMs + 1_000);
    await world.organization.register(worker, { cardVersion: 2, validUntil });
    await world.clock.pass(1_000);
    const peer = world.connect();
    await peer.respond(peer.init(worker));
    expect(await endOf(peer)).toStrictEqual(fatal('AUTH_FORBIDDEN', 1008));
  });

  test('a deprecated card works', async () => {
    await world.organization.register(worker, { cardVersion: 2, status: 'deprecated' });
    const peer = world.connect();
    await peer.authenticate(worker);
    expect(peer.sessionEpoch).toBe(await world.organization.sessionOf(worker));
  });
});

describe('limits of a handshake', () => {
  test('time, before and after client_init', async () => {
    const first = world.connect();
    const second = world.connect();
    second.init(worker);
    await world.clock.pass(9_999);
    expect([first.closeCode, second.closeCode]).toStrictEqual([undefined, undefined]);
    await world.clock.pass(1);
    expect(first.errors[0]).toMatchObject({ code: 'AUTH_REQUIRED', fatal: true });
    expect([first.closeCode, second.closeCode]).toStrictEqual([1008, 1008]);
    expect(world.clock.timerCount).toBe(0);
  });

  test('bytes', async () => {
    const peer = world.connect();
    peer.init(worker, { padding: 'x'.repeat(64 * 1024) });
    expect(await endOf(peer)).toStrictEqual(fatal('PROTOCOL_VIOLATION', 1002));
  });

  test.each([
    ['no JSON', '{', 'PROTOCOL_VIOLATION'],
    ['a member twice', '{"frameType":"PING","frameType":"PING"}', 'PROTOCOL_VIOLATION'],
    ['a list', '[]', 'PROTOCOL_VIOLATION'],
    ['an unknown frame', '{"protocolVersion":"0.1","frameType":"PONG"}', 'PROTOCOL_VIOLATION'],
    [
      'an incomplete frame',
      '{"protocolVersion":"0.1","frameType":"HELLO","phase":"client_init"}',
      'SCHEMA_VALIDATION_FAILED',
    ],
    ['another version', '{"protocolVersion":"7","frameType":"PING"}', 'UNSUPPORTED_VERSION'],
  ])('WS-005: %s is fatal', async (_name, text, code) => {
    const peer = world.connect();
    peer.sendText(text);
    expect(await endOf(peer)).toStrictEqual(fatal(code, 1002));
  });

  test('WS-003: a binary message', async () => {
    const peer = world.connect();
    peer.sendBinary(Buffer.from('{}'));
    expect(await endOf(peer)).toStrictEqual(fatal('PROTOCOL_VIOLATION', 1002));
  });
});

describe('how often an Agent opens sessions', () => {
  beforeEach(async () => {
    world = await openGatewayWorld({ limits: { sessionBurst: 2, sessionRefillMs: 10_000 } });
  });

  async function attempt(principal: Principal, changes: { readonly [name: string]: unknown } = {}) {
    const peer = world.connect();
    await peer.respond(peer.init(principal), changes);
    await peer.until(
      ({ closeCode, frames }) => closeCode !== undefined || frames.at(-1)?.phase === 'server_accept',
    );
    return peer;
  }

  test('is limited, before the next epoch is opened', async () => {
    const second = [await attempt(worker), await attempt(worker)].at(-1);
    const epoch = await world.organization.sessionOf(worker);
    const position = await world.store.readPosition();
    const refused = await attempt(worker);
    expect(refused.errors).toMatchObject([
      { code: 'RATE_LIMITED', fatal: true, retryable: true, retryAfterMs: 10_000 },
    ]);
    expect(refused.closeCode).toBe(1008);
    expect(await world.organization.sessionOf(worker)).toBe(epoch);
    expect(await world.store.readPosition()).toBe(position);
    // Whoever works stays where it is.
    expect(second?.closeCode).toBeUndefined();
    expect((await attempt(COORDINATOR)).errors).toStrictEqual([]);
    await world.clock.pass(10_000);
    expect((await attempt(worker)).errors).toStrictEqual([]);
  });

  test('cannot be used up by somebody without its key', async () => {
    for (let n = 0; n < 5; n += 1) {
      const stranger = await attempt(worker, { challengeSignature: 'A'.repeat(86) });
      expect(stranger.errors).toMatchObject([{ code: 'AUTH_INVALID_SIGNATURE' }]);
    }
    expect((await attempt(worker)).errors).toStrictEqual([]);
    expect((await attempt(worker)).errors).toStrictEqual([]);
  });
});
