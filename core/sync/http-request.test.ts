import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ControlPlaneClient } from './control-plane-client.ts';
import { sessionCredentials } from './credentials.ts';
import { HttpConnections } from './http-request.ts';
import { openServerAddress } from './server-address.ts';

const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function connect(server: Server, settings: { idleMs?: number; answerMs?: number }) {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const address = openServerAddress({ origin: `http://127.0.0.1:${port}` });
  if (!address.ok) throw new Error(address.fault);
  const connections = new HttpConnections(address.value, settings);
  closers.push(() => {
    connections.close();
    server.closeAllConnections();
    server.close();
  });
  return connections;
}

test('a server that trickles without end is left with what it sent until then', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'), 5);
    response.on('close', () => clearInterval(timer));
  });
  const connections = await connect(server, { answerMs: 100 });
  const answer = await connections.send({ method: 'GET', path: '/', maxBytes: 1_000_000 });
  expect(answer).toMatchObject({ ok: true, value: { status: 200, isComplete: false } });
});

test('a server that never answers is given up', async () => {
  const connections = await connect(
    createServer(() => {}),
    { idleMs: 50 },
  );
  const answer = await connections.send({ method: 'GET', path: '/', maxBytes: 1_000 });
  expect(answer).toStrictEqual({
    ok: false,
    fault: { reason: 'too-slow', detail: 'the server takes too long' },
  });
});

test('more than was asked for is not read', async () => {
  const server = createServer((_request, response) => response.end('x'.repeat(2_000)));
  const connections = await connect(server, {});
  const answer = await connections.send({ method: 'GET', path: '/', maxBytes: 1_000 });
  expect(answer).toMatchObject({ ok: false, fault: { detail: expect.stringContaining('1000 bytes') } });
});

test('what time it is there is heard with every answer, and nonsense is not', async () => {
  const dates = ['Tue, 01 Dec 2026 08:00:00 GMT', 'yesterday'];
  const server = createServer((_request, response) => {
    response.setHeader('date', dates.shift() ?? '');
    response.end('{"groups":[]}');
  });
  await connect(server, {});
  const { port } = server.address() as AddressInfo;
  const address = openServerAddress({ origin: `http://127.0.0.1:${port}` });
  if (!address.ok) throw new Error(address.fault);
  const heard: number[] = [];
  const plane = new ControlPlaneClient({
    address: address.value,
    credentials: sessionCredentials(() => 'a token'),
    onDate: (serverMs) => heard.push(serverMs),
  });
  closers.push(() => plane.close());
  for (let times = 0; times < 2; times += 1) expect(await plane.listGroups()).toMatchObject({ ok: true });
  expect(heard).toStrictEqual([Date.UTC(2026, 11, 1, 8)]);
});
