import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { ConnectionCounter, isGatewayPath, isLoopback, judgeEncryption } from './upgrade-guard.ts';

function requestOver(socket: Socket, members: object): IncomingMessage {
  for (const [name, value] of Object.entries(members)) Object.defineProperty(socket, name, { value });
  return new IncomingMessage(socket);
}

const plain = (remoteAddress: string, localAddress: string) =>
  requestOver(new Socket(), { remoteAddress, localAddress });
const tls = (version: string) => requestOver(new TLSSocket(new Socket()), { getProtocol: () => version });

test.each([
  ['127.0.0.1', true],
  ['127.255.0.9', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['0.0.0.0', false],
  ['128.0.0.1', false],
  ['10.0.0.1', false],
  ['::', false],
  ['::ffff:10.0.0.1', false],
  ['fe80::1', false],
  ['localhost', false],
  [undefined, false],
])('loopback: %s is %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});

test.each([
  ['/ws', true],
  ['/ws?x=1', true],
  ['/ws/', false],
  ['/wsx', false],
  ['/', false],
  ['//ws', false],
])('path: %s is %s', (url, expected) => {
  const request = new IncomingMessage(new Socket());
  request.url = url;
  expect(isGatewayPath(request)).toBe(expected);
});

describe('WS-001: who may open a WebSocket', () => {
  test('TLS 1.3 always, older versions never', () => {
    for (const allowPlain of [false, true]) {
      expect(judgeEncryption(tls('TLSv1.3'), allowPlain)).toBeUndefined();
      expect(judgeEncryption(tls('TLSv1.2'), allowPlain)?.status).toBe(426);
    }
  });

  test('plain: when allowed, and on loopback at both ends', () => {
    expect(judgeEncryption(plain('127.0.0.1', '127.0.0.1'), true)).toBeUndefined();
    expect(judgeEncryption(plain('::1', '::1'), true)).toBeUndefined();
    expect(judgeEncryption(plain('127.0.0.1', '127.0.0.1'), false)?.status).toBe(426);
    expect(judgeEncryption(plain('10.0.0.2', '10.0.0.1'), true)?.status).toBe(403);
    expect(judgeEncryption(plain('10.0.0.2', '127.0.0.1'), true)?.status).toBe(403);
    expect(judgeEncryption(plain('127.0.0.1', '10.0.0.1'), true)?.status).toBe(403);
  });
});

test('connections are counted in all and by address, and off once', () => {
  const counter = new ConnectionCounter({ connections: 3, connectionsPerAddress: 2 });
  const leave = counter.enter('a');
  counter.enter('a');
  expect(counter.judge('a')?.status).toBe(429);
  expect(counter.judge('b')).toBeUndefined();
  counter.enter('b');
  expect(counter.judge('c')?.status).toBe(503);
  leave();
  leave();
  expect(counter.judge('a')).toBeUndefined();
  counter.enter('a');
  expect(counter.judge('c')?.status).toBe(503);
});
