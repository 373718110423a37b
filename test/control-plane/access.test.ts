// Access tokens and session tokens on the routes that ask for them: what opens, and that everything else is one answer.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeBase64Url } from '../../core/protocol/base64url.ts';
import { checkChallenge, signChallenge } from '../../core/protocol/handshake.ts';
import { COORDINATOR, OWNER, type Principal, principalOf, SERVICES } from '../harness/organization.ts';
import { jsonOf } from './http-client.ts';
import { HttpWorld } from './http-world.ts';

let world: HttpWorld;

beforeEach(async () => {
  world = await HttpWorld.open();
});
afterEach(() => world.close());

function readRegistry(token: string) {
  return world.send({ path: '/v0.1/registry', token });
}

describe('a human or service', () => {
  it.each([OWNER, SERVICES])('gets a token for a signed challenge and reads with it', async (principal) => {
    const answer = await readRegistry(await world.tokenOf(principal));
    expect(answer.status).toBe(200);
    expect(jsonOf(answer)).toMatchObject({ organizationId: 'urn:heddle:test:organization:1' });
    expect(jsonOf(answer)['bindings']).toHaveLength(6);
  });

  it('can check the challenge like that of the WebSocket handshake before signing (WS-013)', async () => {
    const clientNonce = encodeBase64Url(new Uint8Array(18).fill(5));
    const body = { principal: OWNER.actor, keyId: OWNER.signer.keyId, clientNonce };
    const given = jsonOf(await world.postJson('/v0.1/access/challenges', body));
    const checked = checkChallenge(
      {
        protocolVersion: '0.1',
        frameId: 'urn:x:frame',
        frameType: 'HELLO',
        phase: 'server_challenge',
        selectedVersion: '0.1',
        clientNonce: String(given['clientNonce']),
        serverNonce: String(given['serverNonce']),
        challenge: String(given['challenge']),
      },
      { agentId: OWNER.actor.id, keyId: OWNER.signer.keyId, clientNonce, nowMs: world.organization.nowMs },
    );
    if (!checked.ok) throw new Error(checked.fault.message);
    const signature = signChallenge(checked.value, OWNER.signer.privateKey);
    const answer = await world.postJson('/v0.1/access', { challenge: given['challenge'], signature });
    expect(answer.status).toBe(200);
    expect(jsonOf(answer)).toMatchObject({ expiresAt: '2026-05-04T09:15:00.000Z' });
  });

  it('gets the same refusal for every wrong answer (ERR-042)', async () => {
    const stranger = principalOf('human', 'stranger');
    const bodies = new Set<string>();
    const attempts: readonly (readonly [Principal, Principal])[] = [
      [OWNER, stranger],
      [stranger, stranger],
      [{ actor: OWNER.actor, signer: SERVICES.signer }, SERVICES],
    ];
    for (const [asking, signing] of attempts) {
      const challenge = await world.challengeFor(asking);
      const signature = encodeBase64Url(new Uint8Array(64).fill(signing === OWNER ? 1 : 2));
      const answer = await world.postJson('/v0.1/access', { challenge, signature });
      expect(answer.status).toBe(401);
      bodies.add(answer.body.toString('utf8'));
    }
    const absent = await world.postJson('/v0.1/access', { challenge: 'AAAA', signature: 'AAAA' });
    bodies.add(absent.body.toString('utf8'));
    expect(bodies.size).toBe(1);
  });

  it('gets no challenge for a request of another shape', async () => {
    const keyId = 'urn:x:k';
    const principal = OWNER.actor;
    for (const body of [
      {},
      { principal, keyId },
      { principal: { type: 'agent', id: 'urn:x:a' }, keyId, clientNonce: 'AAAA' },
      { principal, keyId, clientNonce: 'not base64url!' },
      { principal, keyId, clientNonce: 'AAAA', more: 1 },
      { principal, keyId: 'k'.repeat(513), clientNonce: 'AAAA' },
      [],
      'text',
    ]) {
      const { status } = await world.postJson('/v0.1/access/challenges', body);
      expect({ body, status }).toEqual({ body, status: 400 });
    }
  });

  it('gets no challenge for a nonce that fills it, nor for JSON that is not strict', async () => {
    const body = { principal: OWNER.actor, keyId: 'urn:x:k', clientNonce: 'A'.repeat(4_096) };
    expect((await world.postJson('/v0.1/access/challenges', body)).status).toBe(400);
    const headers = { 'content-type': 'application/json' };
    const sent = { method: 'POST', path: '/v0.1/access', headers, body: '{"a":1,"a":2}' };
    expect((await world.send(sent)).status).toBe(400);
  });

  it('cannot try again and again', async () => {
    let limited = 0;
    for (let n = 0; n < 60; n += 1) {
      const answer = await world.postJson('/v0.1/access', { challenge: 'AAAA', signature: 'AAAA' });
      if (answer.status === 429) limited += 1;
    }
    expect(limited).toBe(20);
  });
});

describe('an Agent', () => {
  it('reads with the token of its current Session', async () => {
    expect((await readRegistry(await world.sessionTokenOf(COORDINATOR))).status).toBe(200);
  });

  it('is fenced out by a newer Session (WS-015)', async () => {
    const token = await world.sessionTokenOf(COORDINATOR);
    await world.organization.openSession(COORDINATOR);
    expect((await readRegistry(token)).status).toBe(401);
  });
});

it('answers every token that does not open alike', async () => {
  const access = await world.tokenOf(OWNER);
  const session = await world.sessionTokenOf(COORDINATOR);
  const expired = await world.sessionTokenOf(COORDINATOR, { expiresAt: world.organization.nowText });
  const otherKey = await world.sessionTokenOf(COORDINATOR, { keyId: OWNER.signer.keyId });
  const headers: (string | undefined)[] = [
    undefined,
    'Bearer',
    'Bearer ',
    `Basic ${access}`,
    `Bearer ${access}x`,
    `Bearer ${access} ${access}`,
    `Bearer ${session.slice(0, -3)}AAA`,
    `Bearer ${await world.sessionTokenOf(COORDINATOR, {}, new Uint8Array(32))}`,
    `Bearer ${await world.sessionTokenOf(principalOf('agent', 'nobody'))}`,
    `Bearer ${await world.sessionTokenOf(COORDINATOR, { sessionEpoch: 99 })}`,
    `Bearer ${expired}`,
    `Bearer ${otherKey}`,
    `Bearer ${'A'.repeat(8_300)}`,
  ];
  const shapes = new Set<string>();
  for (const authorization of headers) {
    const sent = authorization === undefined ? {} : { headers: { authorization } };
    const answer = await world.send({ path: '/v0.1/registry', ...sent });
    expect([authorization, answer.status]).toEqual([authorization, 401]);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    shapes.add(answer.body.toString('utf8'));
  }
  expect(shapes.size).toBe(1);
});

it('takes no access token after 15 minutes', async () => {
  const token = await world.tokenOf(OWNER);
  world.organization.passSeconds(900);
  expect((await readRegistry(token)).status).toBe(401);
});

it('opens nothing for an Agent whose card was revoked (IDN-006)', async () => {
  const agent = await world.newAgent('leaving');
  const token = await world.sessionTokenOf(agent);
  expect((await readRegistry(token)).status).toBe(200);
  await world.organization.register(agent, { cardVersion: 2, status: 'revoked' });
  expect((await readRegistry(token)).status).toBe(401);
});

it('refuses a token that does not open also where none is needed', async () => {
  const headers = { authorization: 'Bearer forged', 'content-type': 'application/json' };
  for (const path of ['/healthz', '/openapi.json']) {
    expect((await world.send({ path, headers: { authorization: 'Bearer forged' } })).status).toBe(401);
  }
  expect((await world.postCommand(Buffer.from('{}'), { headers })).status).toBe(401);
});
