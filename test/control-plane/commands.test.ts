// The ingress for Commands of humans and services: exact bytes in and out, fitting statuses, and limits for forgers.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OWNER, type Principal, principalOf, SERVICES, type TestMission } from '../harness/organization.ts';
import { jsonOf, openRaw } from './http-client.ts';
import { HttpWorld } from './http-world.ts';

let world: HttpWorld;
let mission: TestMission;

beforeEach(async () => {
  world = await HttpWorld.open();
  mission = await world.organization.createMission('m');
});
afterEach(() => world.close());

function messageOf(principal: Principal, text = 'hello', envelope = {}): Promise<Uint8Array> {
  const { groupId, conversationId } = mission;
  const messageId = world.organization.newId('message');
  const payload = { messageId, content: [{ type: 'text' as const, text }] };
  return world.organization.commandOf('message.post', principal, payload, {
    groupId,
    conversationId,
    ...envelope,
  });
}

describe('an accepted Command', () => {
  it('is answered with its Event in the exact bytes that were signed', async () => {
    const answer = await world.postCommand(await messageOf(OWNER, 'größer 😀'));
    expect(answer.status).toBe(200);
    const [event] = (await world.store.readGroupEvents(mission.groupId, 0, 1_000)).slice(-1);
    expect(answer.body).toEqual(
      Buffer.concat([Buffer.from('{"event":'), event?.bytes ?? Buffer.of(), Buffer.from('}')]),
    );
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  });

  it('sent again gets the same bytes (IDM-001)', async () => {
    const bytes = await messageOf(OWNER);
    const first = await world.postCommand(bytes);
    const again = await world.postCommand(bytes);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
  });

  it('may be of a service', async () => {
    const { groupId } = mission;
    const reason = 'the audit is off';
    const command = await world.organization.commandOf('mission.cancel', SERVICES, { reason }, { groupId });
    expect((await world.postCommand(command)).status).toBe(200);
  });
});

describe('a refused Command', () => {
  it('is answered with the Error document of the Authority', async () => {
    const answer = await world.postCommand(await messageOf(OWNER, 'hello', { membershipEpoch: 9 }));
    expect(answer.status).toBe(409);
    expect(jsonOf(answer)).toMatchObject({
      code: 'MEMBERSHIP_STALE',
      retryable: false,
      groupId: mission.groupId,
      details: { rule: 'MEM-002' },
    });
  });

  it('is told apart from others by its status', async () => {
    const { organization } = world;
    const worker = organization.workers[0] ?? OWNER;
    const cases: readonly (readonly [Uint8Array, number, string])[] = [
      [await messageOf(worker), 401, 'AUTH_REQUIRED'],
      [await messageOf(OWNER, 'x', { groupId: 'urn:x:none', membershipEpoch: 1 }), 404, 'GROUP_NOT_FOUND'],
      [
        await messageOf(principalOf('human', 'stranger'), 'x', { membershipEpoch: 1 }),
        403,
        'AUTH_INVALID_SIGNATURE',
      ],
      [Buffer.from('{"a":1}'), 400, 'SCHEMA_VALIDATION_FAILED'],
      [Buffer.from('{"a":1,"a":2}'), 400, 'PROTOCOL_VIOLATION'],
      [Buffer.from([0xff, 0xfe]), 400, 'PROTOCOL_VIOLATION'],
      [Buffer.from('null'), 400, 'SCHEMA_VALIDATION_FAILED'],
    ];
    for (const [bytes, status, code] of cases) {
      const answer = await world.postCommand(bytes);
      expect([answer.status, jsonOf(answer)['code']]).toEqual([status, code]);
    }
  });

  it('tells nothing of why its signature is not taken (ERR-042)', async () => {
    const stranger = principalOf('human', 'stranger');
    const impostor: Principal = { actor: OWNER.actor, signer: stranger.signer };
    const valid = Buffer.from(await messageOf(OWNER)).toString('utf8');
    const forged = valid.replace(/"value":"./, (match) => `"value":"${match.endsWith('A') ? 'B' : 'A'}`);
    const bodies: unknown[] = [];
    for (const bytes of [
      await messageOf(stranger, 'x', { membershipEpoch: 1 }),
      await messageOf(impostor),
      Buffer.from(forged),
    ]) {
      const answer = await world.postCommand(bytes);
      expect(answer.status).toBe(403);
      bodies.push(jsonOf(answer));
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });
});

describe('a body', () => {
  it('of another media type or encoding is not read', async () => {
    const bytes = await messageOf(OWNER);
    for (const headers of [
      {},
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/octet-stream' },
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    ]) {
      const answer = await world.postCommand(bytes, { headers });
      expect([answer.status, jsonOf(answer)['code']]).toEqual([415, 'PROTOCOL_VIOLATION']);
    }
    expect(
      (await world.postCommand(bytes, { headers: { 'content-type': 'Application/JSON; charset=utf-8' } }))
        .status,
    ).toBe(200);
  });

  it('that is empty is no Command', async () => {
    expect((await world.postCommand(Buffer.of())).status).toBeGreaterThanOrEqual(400);
  });

  it('that is too large is refused by its length alone, and when it comes without one', async () => {
    const huge = Buffer.alloc(1_048_577, 0x20);
    expect((await world.postCommand(huge)).status).toBe(413);
    const { socket, received } = await openRaw(world.port);
    socket.write(
      'POST /v0.1/commands HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
        'Transfer-Encoding: chunked\r\n\r\n',
    );
    socket.write(`100001\r\n`);
    socket.write(huge);
    expect(await received).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('that comes too slowly is not waited for', async () => {
    await world.close();
    world = await HttpWorld.open({ limits: { commandBodyMs: 150 } });
    const { socket, received } = await openRaw(world.port);
    socket.write(
      'POST /v0.1/commands HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{',
    );
    const drip = setInterval(() => socket.write(' '), 40);
    expect(await received).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(drip);
  });

  it('that breaks off harms nobody', async () => {
    const { socket } = await openRaw(world.port);
    socket.write(
      'POST /v0.1/commands HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{',
    );
    socket.destroy();
    expect((await world.postCommand(await messageOf(OWNER))).status).toBe(200);
  });
});

describe('a flood of forged Commands', () => {
  const forged = Buffer.from('{"kind":"mission.create"}');

  it('is refused at the gate after the allowance of its address', async () => {
    const statuses = new Map<number, number>();
    const waits: number[] = [];
    for (let n = 0; n < 60; n += 1) {
      const { status, headers } = await world.postCommand(forged);
      if (status === 429) waits.push(Number(headers['retry-after']));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(statuses.get(400)).toBe(40);
    expect(waits).toEqual(Array.from({ length: 20 }, () => 1));
    expect(await world.metrics.text()).toContain('heddle_authority_http_refused_total{reason="address"} 20');
  });

  it('stops nobody who shows a token, and is forgiven with time', async () => {
    const token = await world.tokenOf(OWNER);
    for (let n = 0; n < 60; n += 1) await world.postCommand(forged);
    const bytes = await messageOf(OWNER);
    expect((await world.postCommand(bytes)).status).toBe(429);
    expect(
      (await world.postCommand(bytes, { token, headers: { 'content-type': 'application/json' } })).status,
    ).toBe(200);
    world.organization.passSeconds(10);
    expect((await world.postCommand(bytes)).status).toBe(200);
  });

  it('does not count those that prove a key, accepted or not', async () => {
    for (let n = 0; n < 50; n += 1) {
      expect((await world.postCommand(await messageOf(OWNER, 'x', { membershipEpoch: 9 }))).status).toBe(409);
    }
    expect((await world.postCommand(await messageOf(OWNER))).status).toBe(200);
  });

  it('in parallel is held to few at once', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => world.postCommand(forged)));
    const refused = answers.filter(({ status }) => status === 429).length;
    expect(refused).toBeGreaterThanOrEqual(140);
    world.organization.passSeconds(10);
    expect((await world.postCommand(await messageOf(OWNER))).status).toBe(200);
  });
});

it('is asked to come back when too much waits for its commit', async () => {
  const { authority } = world.organization;
  let answer: (() => void) | undefined;
  const held = await HttpWorld.open({
    limits: { maxWaitingCommands: 1 },
    options: {
      authority: {
        organizationId: authority.organizationId,
        store: authority.store,
        submit: async (bytes, origin) => {
          await new Promise<void>((resolve) => {
            answer = resolve;
          });
          return authority.submit(bytes, origin);
        },
        look: (read) => authority.look(read),
        followOthers: () => authority.followOthers(),
        visibleFrom: (member, groupId) => authority.visibleFrom(member, groupId),
        onCommit: (listener) => authority.onCommit(listener),
        keys: authority.keys,
      },
    },
  });
  const bytes = await messageOf(OWNER);
  const first = held.postCommand(bytes);
  await vi.waitUntil(() => answer !== undefined);
  const second = await held.postCommand(bytes);
  expect([second.status, jsonOf(second)]).toMatchObject([503, { code: 'BACKPRESSURE', retryAfterMs: 1_000 }]);
  answer?.();
  expect((await first).status).toBe(200);
  await held.close();
});
