// The gateway on real sockets (WS-001…WS-003): encryption, limits, and what only a network can do to a connection. All
// of it stays on the loopback interface.
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect as connectTcp } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createGateway, type Gateway, type GatewayOptions } from '../../core/authority/gateway/gateway.ts';
import type { GatewayClock } from '../../core/authority/gateway/gateway-ports.ts';
import { MemoryStore } from '../../core/store/memory/memory-store.ts';
import { OWNER, type Principal, SERVICES, TestOrganization } from '../harness/organization.ts';
import { TALKATIVE, TOKEN_SECRET } from './gateway-world.ts';
import { createSelfSigned } from './self-signed.ts';
import { SocketClient } from './socket-client.ts';

interface SocketWorld {
  readonly organization: TestOrganization;
  readonly gateway: Gateway;
  readonly worker: Principal;
  readonly faults: unknown[];
  connect(options?: ConstructorParameters<typeof SocketClient>[2]): SocketClient;
  open(): Promise<SocketClient>;
}

const cleanups: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function openWorld(
  options: Partial<GatewayOptions> & { readonly workers?: number } = {},
): Promise<SocketWorld> {
  const { workers = 2, ...gatewayOptions } = options;
  const store = new MemoryStore({ writer: SERVICES.actor });
  const organization = await TestOrganization.open(store, { workers, policy: TALKATIVE });
  const startedAt = performance.now();
  const clock: GatewayClock = {
    now: () => organization.nowMs + Math.floor(performance.now() - startedAt),
    after(delayMs, action) {
      const timer = setTimeout(action, delayMs);
      return () => clearTimeout(timer);
    },
  };
  const faults: unknown[] = [];
  const gateway = await createGateway({
    authority: organization.authority,
    binding: { kind: 'plain-loopback', port: 0 },
    tokenSecret: TOKEN_SECRET,
    onFault: (error) => faults.push(error),
    clock,
    ...gatewayOptions,
  });
  cleanups.push(() => gateway.close());
  const scheme = gatewayOptions.binding?.kind === 'tls' ? 'wss' : 'ws';
  const [worker] = organization.workers;
  if (worker === undefined) throw new Error('a world has workers');
  const connect: SocketWorld['connect'] = (clientOptions) => {
    const client = new SocketClient(organization, `${scheme}://127.0.0.1:${gateway.port}/ws`, clientOptions);
    cleanups.push(() => client.socket.terminate());
    return client;
  };
  const open = async () => {
    const client = await connect().opened();
    await client.authenticate(worker);
    return client;
  };
  return { organization, gateway, worker, faults, connect, open };
}

async function until(isTrue: () => boolean): Promise<void> {
  const end = performance.now() + 20_000;
  while (!isTrue()) {
    if (performance.now() > end) throw new Error('never became true');
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
}

describe('WS-001: TLS 1.3', () => {
  const pair = createSelfSigned();

  test('serves a client that speaks it', async () => {
    const world = await openWorld({ binding: { kind: 'tls', host: '127.0.0.1', port: 0, ...pair } });
    const mission = await world.organization.createMission('m1');
    const client = await world.connect({ ca: pair.cert }).opened();
    expect(client.failure).toBeUndefined();
    await client.authenticate(world.worker);
    client.subscribe({ groupId: mission.groupId, afterSequence: 0 });
    await client.until(({ events }) => events.length === 2);
    expect(client.sequencesOf(mission)).toStrictEqual([2, 3]);
  });

  test('refuses TLS 1.2, on its own server', async () => {
    const world = await openWorld({ binding: { kind: 'tls', host: '127.0.0.1', port: 0, ...pair } });
    const client = await world.connect({ ca: pair.cert, maxVersion: 'TLSv1.2' }).opened();
    expect(client.failure?.message).toMatch(/protocol version/i);
    expect(world.gateway.connectionCount).toBe(0);
  });

  test('refuses TLS 1.2 on a server that would take it for other routes', async () => {
    const server = createTlsServer({ ...pair, minVersion: 'TLSv1.2' });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    cleanups.push(() => {
      server.close();
      server.closeAllConnections();
    });
    const world = await openWorld({ binding: { kind: 'shared', server } });
    const address = `wss://127.0.0.1:${world.gateway.port}/ws`;
    const old = new SocketClient(world.organization, address, { ca: pair.cert, maxVersion: 'TLSv1.2' });
    await old.opened();
    expect(old.refusedWith).toBe(426);
    const modern = new SocketClient(world.organization, address, { ca: pair.cert });
    await modern.opened();
    await modern.authenticate(world.worker);
    modern.socket.terminate();
  });
});

describe('WS-001: without TLS', () => {
  test('a gateway of its own listens on loopback only', async () => {
    for (const host of ['0.0.0.0', '::', '192.0.2.1']) {
      await expect(openWorld({ binding: { kind: 'plain-loopback', host, port: 0 } })).rejects.toThrow(
        /loopback address only/,
      );
    }
  });

  test('a plain server that nobody has allowed for it', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    cleanups.push(() => {
      server.close();
      server.closeAllConnections();
    });
    const world = await openWorld({ binding: { kind: 'shared', server } });
    const client = await world.connect().opened();
    expect(client.refusedWith).toBe(426);
  });

  test('a token secret that is too short', async () => {
    await expect(openWorld({ tokenSecret: new Uint8Array(31) })).rejects.toThrow(/32 bytes/);
  });
});

describe('one port for HTTP routes and the gateway', () => {
  async function openShared() {
    const server = createServer((_request, response) => {
      response.end('a route');
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    cleanups.push(() => {
      server.close();
      server.closeAllConnections();
    });
    const world = await openWorld({ binding: { kind: 'shared', server, allowPlainLoopback: true } });
    return { server, world, port: (server.address() as AddressInfo).port };
  }

  test('both answer, and the server outlives the gateway', async () => {
    const { world, port } = await openShared();
    const client = await world.open();
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('a route');
    await world.gateway.close();
    expect(await client.closed()).toBe(1001);
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('a route');
  });

  test('another path is refused, unless another listener is there for it', async () => {
    const { world, server, port } = await openShared();
    const refused = await new SocketClient(world.organization, `ws://127.0.0.1:${port}/other`).opened();
    expect(refused.refusedWith).toBe(404);
    server.on('upgrade', (request, socket) => {
      if (request.url === '/other') socket.end('HTTP/1.1 418 Teapot\r\nConnection: close\r\n\r\n');
    });
    const other = await new SocketClient(world.organization, `ws://127.0.0.1:${port}/other`).opened();
    expect(other.refusedWith).toBe(418);
  });
});

describe('limits', () => {
  test('connections in all', async () => {
    const world = await openWorld({ limits: { connections: 2 } });
    const first = await world.connect().opened();
    await world.connect().opened();
    expect((await world.connect().opened()).refusedWith).toBe(503);
    first.socket.close();
    await until(() => world.gateway.connectionCount === 1);
    expect((await world.connect().opened()).refusedWith).toBeUndefined();
  });

  test('connections from one address', async () => {
    const world = await openWorld({ limits: { connectionsPerAddress: 1 } });
    await world.connect().opened();
    expect((await world.connect().opened()).refusedWith).toBe(429);
  });

  test('a peer that never finishes its handshake, or never begins one', async () => {
    const world = await openWorld({ limits: { handshakeMs: 100 } });
    const client = await world.connect().opened();
    client.init(world.worker);
    const idle = connectTcp(world.gateway.port, '127.0.0.1');
    idle.resume();
    let isIdleClosed = false;
    idle.on('close', () => {
      isIdleClosed = true;
    });
    expect(await client.closed()).toBe(1008);
    expect(client.errors[0]?.code).toBe('AUTH_REQUIRED');
    await until(() => isIdleClosed);
  });

  test('a message larger than any frame, once authenticated', async () => {
    const world = await openWorld({ limits: { frameBytes: 10_000 } });
    const client = await world.open();
    client.sendText('x'.repeat(10_001));
    expect(await client.closed()).toBe(1009);
    await until(() => world.gateway.connectionCount === 0);
  });

  test('a stranger gets no room for a large message, not even in pieces', async () => {
    const world = await openWorld();
    const client = await world.connect().opened();
    for (let piece = 0; piece < 100 && client.closeCode === undefined; piece += 1) {
      client.socket.send('x'.repeat(16 * 1024), { fin: false }, () => {});
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    expect(await client.closed()).toBe(1006);
    expect(world.gateway.connectionCount).toBe(0);
  });

  test('WS-003: binary messages', async () => {
    const world = await openWorld();
    const client = await world.open();
    client.socket.send(Buffer.from('{}'), { binary: true });
    expect(await client.closed()).toBe(1002);
    expect(client.errors).toMatchObject([{ code: 'PROTOCOL_VIOLATION', fatal: true }]);
  });

  test('a text message that is not UTF-8', async () => {
    const world = await openWorld();
    const client = await world.open();
    client.socket.send(Buffer.from([0xff, 0xfe]), { binary: false });
    expect(await client.closed()).toBe(1007);
    await until(() => world.gateway.connectionCount === 0);
  });

  test('a flood of frames that are none ends with the first', async () => {
    const world = await openWorld();
    const client = await world.open();
    for (let i = 0; i < 5_000; i += 1) client.sendText('{"frameType":');
    expect(await client.closed()).toBe(1002);
    expect(client.errors).toHaveLength(1);
    expect(world.faults).toStrictEqual([]);
  });
});

describe('what a network does', () => {
  test('a ping of the WebSocket layer is answered', async () => {
    const world = await openWorld();
    const client = await world.open();
    const pongs: string[] = [];
    client.socket.on('pong', (data) => pongs.push(data.toString('utf8')));
    client.socket.ping('hello');
    await until(() => pongs.length === 1);
    expect(pongs).toStrictEqual(['hello']);
  });

  test('half-open: a peer that is gone without a word is noticed', async () => {
    const world = await openWorld({ limits: { heartbeatMs: 50, silentMs: 200 } });
    const client = await world.open();
    client.socket.pause();
    await until(() => world.gateway.connectionCount === 0);
    expect(client.closeCode).toBeUndefined();
  });

  test('a reader that stops costs the others nothing, is told, and comes back', async () => {
    const world = await openWorld({
      limits: { highWaterBytes: 64 * 1024, liveLagEvents: 20, liveLagMs: 50, recentBytes: 1024 * 1024 },
    });
    const { organization } = world;
    const mission = await organization.createMission('m1');
    const slow = await world.open();
    const [, second] = organization.workers;
    if (second === undefined) throw new Error('a world has two workers');
    const fast = await world.connect().opened();
    await fast.authenticate(second);
    slow.subscribe({ groupId: mission.groupId, afterSequence: 3 });
    fast.subscribe({ groupId: mission.groupId, afterSequence: 3 });
    slow.socket.pause();
    // More than the kernel's own buffers on both sides take.
    const text = 'x'.repeat(90_000);
    const count = 200;
    for (let i = 0; i < count; i += 1) {
      const result = await organization.postMessage(OWNER, mission, text);
      expect(result.ok).toBe(true);
      if (i % 10 === 0) await fast.until(({ events }) => events.length >= i - 10);
    }
    await fast.until(({ events }) => events.length === count);
    expect(fast.errors).toStrictEqual([]);
    slow.socket.resume();
    await slow.until(({ errors }) => errors.length > 0);
    expect(slow.errors).toMatchObject([{ code: 'BACKPRESSURE', groupId: mission.groupId }]);
    const seen = slow.events.length;
    expect(seen).toBeLessThan(count);
    slow.subscribe({ groupId: mission.groupId, afterSequence: 3 + seen });
    await slow.until(({ events }) => events.length === count);
    expect(slow.sequencesOf(mission)).toStrictEqual(fast.sequencesOf(mission));
    expect(world.faults).toStrictEqual([]);
  });

  test('a socket that breaks in the middle of a Command takes nothing with it', async () => {
    const world = await openWorld();
    const mission = await world.organization.createMission('m1');
    const client = await world.open();
    client.sendCommand(await client.messageOf(mission, 'gone'));
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    client.socket.terminate();
    await until(() => world.gateway.connectionCount === 0);
    expect((await world.open()).closeCode).toBeUndefined();
    expect(world.faults).toStrictEqual([]);
  });
});

test('500 connections, half of them followers of one Group', async () => {
  const followers = 250;
  const count = 2 * followers;
  const world = await openWorld({
    workers: followers,
    limits: { connections: count, connectionsPerAddress: count, handshakeMs: 60_000 },
  });
  const { organization, gateway } = world;
  const mission = await organization.createMission('m1');
  // Each worker that joins adds an Event.
  const head = followers + 1;
  const clients = await Promise.all(
    organization.workers.map(async (worker) => {
      const client = await world.connect().opened();
      await client.authenticate(worker);
      client.subscribe({ groupId: mission.groupId, afterSequence: head });
      return client;
    }),
  );
  const strangers = await Promise.all(organization.workers.map(() => world.connect().opened()));
  expect(gateway.connectionCount).toBe(count);
  expect((await world.connect().opened()).refusedWith).toBe(503);
  for (let i = 0; i < 5; i += 1) await organization.postMessage(OWNER, mission, `message ${i}`);
  await Promise.all(clients.map((client) => client.until(({ events }) => events.length === 5)));
  const [first] = clients;
  for (const client of clients) {
    expect(client.sequencesOf(mission)).toStrictEqual([1, 2, 3, 4, 5].map((n) => head + n));
    // Built once: the very same message for everybody.
    expect(client.frames.at(-1)?.text).toBe(first?.frames.at(-1)?.text);
  }
  await gateway.close();
  for (const client of [...clients, ...strangers]) expect(await client.closed()).toBe(1001);
  expect(world.faults).toStrictEqual([]);
});

test('a closed gateway is gone', async () => {
  const world = await openWorld();
  const client = await world.open();
  const { port } = world.gateway;
  await world.gateway.close();
  expect(await client.closed()).toBe(1001);
  expect(client.closeReason).toBe('the gateway is shutting down');
  const late = new WebSocket(`ws://127.0.0.1:${port}/ws`);
  const error = await new Promise<Error>((resolve) => {
    late.on('error', resolve);
  });
  expect(error.message).toContain('ECONNREFUSED');
  cleanups.length = 0;
});
