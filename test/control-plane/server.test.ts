// The server itself: TLS and loopback, headers, limits on what is not even a request, the shared port, closing, metrics.
import { connect as connectTls } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOperatorServer } from '../../core/authority/control-plane/operator-server.ts';
import { OWNER, SERVICES } from '../harness/organization.ts';
import { jsonOf, openRaw, send } from './http-client.ts';
import { HttpWorld } from './http-world.ts';
import { makeCertificate } from './self-signed.ts';

let world: HttpWorld;

beforeEach(async () => {
  world = await HttpWorld.open();
});
afterEach(() => world.close());

/** Long enough for the server to see what happened to a connection. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
}

describe('over TLS', () => {
  const { key, cert } = makeCertificate();

  it('answers in TLS 1.3 and takes nothing older (WS-001)', async () => {
    const secure = await HttpWorld.open({ options: { transport: { kind: 'tls', key, cert } } });
    const answer = await send(secure.port, { path: '/healthz', ca: cert });
    expect(answer.status).toBe(200);
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    const attempt = (version: 'TLSv1.2' | 'TLSv1.3') =>
      new Promise<string>((resolve) => {
        const options = { host: '127.0.0.1', port: secure.port, ca: cert, servername: 'localhost' };
        const socket = connectTls({ ...options, minVersion: version, maxVersion: version }, () => {
          resolve(socket.getProtocol() ?? '');
          socket.destroy();
        });
        socket.on('error', () => resolve('refused'));
      });
    expect(await attempt('TLSv1.2')).toBe('refused');
    expect(await attempt('TLSv1.3')).toBe('TLSv1.3');
    await secure.close();
  });
});

describe('in plain', () => {
  it('is bound to loopback only', async () => {
    for (const host of ['0.0.0.0', '::', '192.0.2.1', 'example.org']) {
      await expect(async () => world.plane?.listen({ host, port: 0 })).rejects.toThrow(RangeError);
    }
  });

  it('serves no other name: a page cannot make a browser read it by its own', async () => {
    for (const host of ['attacker.example', 'localhost.attacker.example', '127.0.0.1.nip.example', 'x:80']) {
      const { status } = await world.send({ path: '/healthz', headers: { host } });
      expect([host, status]).toEqual([host, 400]);
    }
    for (const host of ['localhost', 'localhost:1234', '127.0.0.1:80', '[::1]:9', 'LOCALHOST']) {
      const { status } = await world.send({ path: '/healthz', headers: { host } });
      expect([host, status]).toEqual([host, 200]);
    }
  });
});

describe('every answer', () => {
  it('is nothing for browsers', async () => {
    for (const path of ['/healthz', '/openapi.json', '/nothing', '/v0.1/registry']) {
      const { headers } = await world.send({ path, headers: { origin: 'https://attacker.example' } });
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(headers['server'] ?? headers['x-powered-by']).toBeUndefined();
    }
  });

  it('to what does not exist is one Error document, whatever the method', async () => {
    const bodies = new Set<string>();
    for (const [method, path] of [
      ['GET', '/'],
      ['OPTIONS', '/v0.1/commands'],
      ['DELETE', '/v0.1/registry'],
      ['GET', '/v0.1/commands'],
      ['GET', '/metrics'],
      ['GET', '/v0.1/registry/'],
      ['GET', '//v0.1/registry'],
      ['GET', '/V0.1/registry'],
      ['GET', '/__proto__'],
    ] as const) {
      const answer = await world.send({ method, path });
      expect([method, path, answer.status]).toEqual([method, path, 404]);
      bodies.add(answer.body.toString('utf8'));
    }
    expect(bodies.size).toBe(1);
  });
});

describe('what is not even a request', () => {
  it.each([
    ['garbage', 'HELO\r\n\r\n', /^HTTP\/1\.1 400 /],
    [
      'a header bomb',
      `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
      /^HTTP\/1\.1 431 /,
    ],
    [
      'two hundred headers',
      `GET / HTTP/1.1\r\nHost: localhost\r\n${'X: 1\r\n'.repeat(200)}\r\n`,
      /^HTTP\/1\.1 431 /,
    ],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 /],
    [
      'two lengths',
      'POST /v0.1/commands HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      /^HTTP\/1\.1 400 /,
    ],
    [
      'two hosts in one line',
      'GET /healthz HTTP/1.1\r\nHost: localhost, attacker.example\r\nConnection: close\r\n\r\n',
      /^HTTP\/1\.1 400 /,
    ],
  ])('is refused: %s', async (_name, text, expected) => {
    const { socket, received } = await openRaw(world.port);
    socket.write(text);
    expect(await received).toMatch(expected);
  });

  it('that never ends its headers is cut off', async () => {
    const slow = await HttpWorld.open({ limits: { headersMs: 300 } });
    const { socket, received } = await openRaw(slow.port);
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n');
    expect(await received).toMatch(/^HTTP\/1\.1 408 /);
    await slow.close();
  });
});

describe('connections', () => {
  it('are limited in number', async () => {
    const small = await HttpWorld.open({ limits: { maxConnections: 2 } });
    const held = [await openRaw(small.port), await openRaw(small.port)];
    await expect(send(small.port, { path: '/healthz' })).rejects.toThrow('socket hang up');
    for (const { socket } of held) socket.destroy();
    await Promise.all(held.map(({ received }) => received));
    await pause();
    expect((await send(small.port, { path: '/healthz' })).status).toBe(200);
    await small.close();
  });

  it('of one Principal are limited too, whatever they wait for', async () => {
    const gate = {
      failuresPerAddress: 100,
      addressRefillMs: 50,
      failuresOfEverybody: 100,
      everybodyRefillMs: 5,
      concurrentPerAddress: 100,
      concurrentPerCaller: 2,
    };
    const small = await HttpWorld.open({ limits: { gate } });
    const token = await small.tokenOf(OWNER);
    const head = (path: string) =>
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 10\r\n\r\n';
    const held = [await openRaw(small.port), await openRaw(small.port)];
    for (const { socket } of held) socket.write(head('/v0.1/commands'));
    await pause();
    expect((await send(small.port, { path: '/v0.1/registry', token })).status).toBe(429);
    for (const { socket } of held) socket.destroy();
    await Promise.all(held.map(({ received }) => received));
    await pause();
    expect((await send(small.port, { path: '/v0.1/registry', token })).status).toBe(200);
    await small.close();
  });

  it('are shared with whoever takes upgrades', async () => {
    world.plane?.server.on('upgrade', (_request, socket) => {
      socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
    });
    const { socket, received } = await openRaw(world.port);
    socket.write('GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
    expect(await received).toMatch(/^HTTP\/1\.1 101 /);
    expect((await world.send({ path: '/healthz' })).status).toBe(200);
  });

  it('that are open end when the server closes', async () => {
    const other = await HttpWorld.open();
    const { socket, received } = await openRaw(other.port);
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await pause();
    await other.close();
    expect(await received).toMatch(/^HTTP\/1\.1 200 /);
    await expect(send(other.port, { path: '/healthz' })).rejects.toThrow('ECONNREFUSED');
  });
});

describe('metrics', () => {
  it('are on the operator port alone', async () => {
    await world.send({ path: '/healthz' });
    await world.send({ path: '/v0.1/registry' });
    const faults: unknown[] = [];
    const server = createOperatorServer({ metrics: world.metrics, onFault: (error) => faults.push(error) });
    await new Promise<void>((resolve) => {
      server.listen({ host: '127.0.0.1', port: 0 }, resolve);
    });
    const { port } = server.address() as AddressInfo;
    const answer = await send(port, { path: '/metrics' });
    expect(answer.status).toBe(200);
    const text = answer.body.toString('utf8');
    expect(text).toContain('heddle_authority_http_requests_total{operation="readHealth",status="200"} 1');
    expect(text).toContain('heddle_authority_http_requests_total{operation="readRegistry",status="401"} 1');
    expect(text).toMatch(/heddle_authority_http_connections \d/);
    expect((await send(port, { method: 'HEAD', path: '/metrics' })).status).toBe(200);
    for (const [method, path] of [
      ['GET', '/'],
      ['POST', '/metrics'],
      ['GET', '/metrics/../healthz'],
    ] as const) {
      expect((await send(port, { method, path })).status).toBe(404);
    }
    await new Promise((resolve) => {
      server.close(resolve);
    });
    expect(faults).toEqual([]);
  });

  it('hold no identifiers', async () => {
    await world.tokenOf(SERVICES);
    expect(await world.metrics.text()).not.toMatch(/urn:|Bearer/);
  });
});

it('answers a bug in itself with nothing of the inside', async () => {
  const { authority } = world.organization;
  const broken = await HttpWorld.open({
    options: {
      authority: {
        organizationId: authority.organizationId,
        store: authority.store,
        submit: () => Promise.reject(new TypeError('secret of the inside')),
        look: (read) => authority.look(read),
        followOthers: () => authority.followOthers(),
        visibleFrom: (member, groupId) => authority.visibleFrom(member, groupId),
        onCommit: (listener) => authority.onCommit(listener),
        keys: authority.keys,
      },
    },
  });
  const answer = await broken.postCommand(Buffer.from('{}'));
  expect([answer.status, jsonOf(answer)]).toMatchObject([500, { code: 'INTERNAL_ERROR', retryable: true }]);
  expect(answer.body.toString('utf8')).not.toContain('secret');
  expect(broken.faults.splice(0)).toMatchObject([{ message: 'secret of the inside' }]);
  await broken.close();
});
