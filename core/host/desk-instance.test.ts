// Who is believed to be the running app, and where a second start is led.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askDeskInstance } from './desk-instance.ts';

let profile: string;
let server: Server;
let origin: string;
let asked: unknown[];
let answer: { readonly status: number; readonly headers?: Record<string, string>; readonly body: string };

beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'heddle-instance-'));
  asked = [];
  answer = { status: 200, body: JSON.stringify({ launchUrl: 'http://127.0.0.1:1/?launch=abc_-1' }) };
  server = createServer(({ method, url, headers }, response) => {
    asked.push({ method, url, authorization: headers.authorization, origin: headers.origin });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(profile, { recursive: true, force: true });
});

function keep(value: unknown): Promise<void> {
  return writeFile(join(profile, 'instance.json'), typeof value === 'string' ? value : JSON.stringify(value));
}

describe('app that runs already', () => {
  it('is asked for an address with the secret of its file', async () => {
    await keep({ pid: 1, origin, secret: 'hidden' });
    expect(await askDeskInstance(profile)).toBe('http://127.0.0.1:1/?launch=abc_-1');
    expect(asked).toEqual([
      { method: 'POST', url: '/launch', authorization: 'Bearer hidden', origin: undefined },
    ]);
  });

  it('is none without a file', async () => {
    expect(await askDeskInstance(profile)).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('is none when nobody answers any more', async () => {
    await keep({ origin, secret: 'hidden' });
    await new Promise((resolve) => server.close(resolve));
    expect(await askDeskInstance(profile)).toBeUndefined();
    server.listen();
  });

  it.each([
    ['an empty file', ''],
    ['half a file', '{"origin":'],
    ['a file of something else', 'null'],
    ['an address elsewhere', { origin: 'http://elsewhere.example:80', secret: 'hidden' }],
    [
      'an address that only looks like ours',
      { origin: 'http://127.0.0.1:80@elsewhere.example', secret: 'x' },
    ],
  ])('is not asked on account of %s', async (_what, content) => {
    await keep(content);
    expect(await askDeskInstance(profile)).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it.each([
    ['a refusal', { status: 403, body: 'No.' }],
    ['another address', { status: 200, body: '{"launchUrl":"https://elsewhere.example/?launch=x"}' }],
    ['an address with more to it', { status: 200, body: '{"launchUrl":"http://127.0.0.1:1/?launch=x#y"}' }],
    ['a way elsewhere', { status: 302, headers: { location: '/elsewhere' }, body: '' }],
  ])('is not believed on account of %s', async (_what, given) => {
    await keep({ origin, secret: 'hidden' });
    answer = given;
    expect(await askDeskInstance(profile)).toBeUndefined();
    expect(asked).toHaveLength(1);
  });
});
