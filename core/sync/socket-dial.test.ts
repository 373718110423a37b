import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { generate } from 'selfsigned';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { HttpConnections } from './http-request.ts';
import { troubleOfError } from './link-trouble.ts';
import { openServerAddress, type ServerSettings } from './server-address.ts';
import { createSocketDial, DEFAULT_DIAL_SETTINGS } from './socket-dial.ts';

/** For tests only. */
let trusted: { readonly cert: string; readonly private: string };
let other: typeof trusted;
const closers: (() => void)[] = [];

beforeAll(async () => {
  trusted = await newCertificate('localhost');
  other = await newCertificate('localhost');
});

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

function newCertificate(name: string, extensions: object = {}): Promise<typeof trusted> {
  const names = [{ name: 'commonName', value: name }];
  return generate(names, { keyType: 'ec', curve: 'P-256', algorithm: 'sha256', ...extensions });
}

async function listen(server: Server | HttpsServer): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closers.push(() => server.close());
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function serveTls(certificate: typeof trusted, options: object = {}): HttpsServer {
  const { cert, private: key } = certificate;
  return createHttpsServer({ cert, key, ...options }, (_request, response) => response.writeHead(404).end());
}

function addressOf(settings: ServerSettings) {
  const address = openServerAddress(settings);
  if (!address.ok) throw new Error(address.fault);
  return address.value;
}

/** Why a dial did not come about, by the socket and by a request. */
async function troublesAt(settings: ServerSettings): Promise<readonly string[]> {
  const address = addressOf(settings);
  const dial = createSocketDial(address, { ...DEFAULT_DIAL_SETTINGS, handshakeMs: 300 });
  const bySocket = await new Promise<string>((resolve) => {
    dial({
      connected: () => resolve('connected'),
      message: () => {},
      closed: (code, _reason, cause) => resolve(`${code} ${troubleOfError(cause).reason}`),
    });
  });
  const connections = new HttpConnections(address, { idleMs: 300 });
  closers.push(() => connections.close());
  const answer = await connections.send({ method: 'GET', path: '/', maxBytes: 1_000 });
  return [bySocket, answer.ok ? String(answer.value.status) : answer.fault.reason];
}

describe('a connection that does not come about says why (WS-001)', () => {
  test('nobody listens', async () => {
    const server = createServer();
    const origin = await listen(server);
    server.close();
    expect(await troublesAt({ origin })).toStrictEqual(['1006 refused', 'refused']);
  });

  test('no such name', async () => {
    const origin = 'https://heddle.invalid';
    expect(await troublesAt({ origin })).toStrictEqual(['1006 unknown-host', 'unknown-host']);
  });

  test('another CA than the one that is pinned', async () => {
    const origin = await listen(serveTls(other));
    const expected = ['1006 untrusted-certificate', 'untrusted-certificate'];
    expect(await troublesAt({ origin, ca: trusted.cert })).toStrictEqual(expected);
    expect(await troublesAt({ origin })).toStrictEqual(expected);
  });

  test('a certificate for another name', async () => {
    const origin = await listen(serveTls(trusted));
    const settings = { origin, ca: trusted.cert, servername: 'authority.example' };
    expect(await troublesAt(settings)).toStrictEqual(['1006 other-name', 'other-name']);
  });

  test('a certificate that has expired', async () => {
    const old = await newCertificate('localhost', {
      notBeforeDate: new Date('2020-01-01T00:00:00Z'),
      notAfterDate: new Date('2021-01-01T00:00:00Z'),
    });
    const origin = await listen(serveTls(old));
    const expected = ['1006 certificate-dates', 'certificate-dates'];
    expect(await troublesAt({ origin, ca: old.cert })).toStrictEqual(expected);
  });

  test.each([
    ['TLS 1.2 at most', () => serveTls(trusted, { maxVersion: 'TLSv1.2' })],
    ['no TLS at all', () => createServer((socket) => socket.end('220 mail.example ready\r\n'))],
  ])('%s', async (_what, create) => {
    const origin = await listen(create());
    expect(await troublesAt({ origin, ca: trusted.cert })).toStrictEqual(['1006 no-tls', 'no-tls']);
  });

  test('a server of something else', async () => {
    const origin = await listen(serveTls(trusted));
    expect(await troublesAt({ origin, ca: trusted.cert })).toStrictEqual(['1006 no-authority', '404']);
  });

  test('a server that breaks off, and one that never answers', async () => {
    const cut = await listen(createServer((socket) => socket.resetAndDestroy()));
    expect(await troublesAt({ origin: cut })).toStrictEqual(['1006 cut-off', 'cut-off']);
    const silent = await listen(createServer((socket) => closers.push(() => socket.destroy())));
    expect(await troublesAt({ origin: silent })).toStrictEqual(['1006 too-slow', 'too-slow']);
  });
});

test('of a name with several addresses the first error is told', () => {
  const error = Object.assign(new AggregateError([new Error('connect ECONNREFUSED ::1:1')], ''), {
    code: 'ECONNREFUSED',
  });
  expect(troubleOfError(error)).toMatchObject({ reason: 'refused' });
  const nameless = new AggregateError([new Error('connect ECONNREFUSED ::1:1')], '');
  expect(troubleOfError(nameless).detail).toBe('connect ECONNREFUSED ::1:1');
});

test('a close that the peer has explained has no cause of ours', async () => {
  const server = serveTls(trusted);
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => socket.close(4001, 'taken over'));
  const origin = await listen(server);
  const closed = await new Promise<readonly unknown[]>((resolve) => {
    createSocketDial(addressOf({ origin, ca: trusted.cert }))({
      connected: () => {},
      message: () => {},
      closed: (...about) => resolve(about),
    });
  });
  expect(closed).toStrictEqual([4001, 'taken over', undefined]);
});
