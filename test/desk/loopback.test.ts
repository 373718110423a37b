// The loopback server against pages that are not ours: rebinding, foreign origins, missing and reused tokens, ways out of the
// folder, frames that are too large.
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DeskRuntime } from '../../core/coordinator/desk-runtime/desk-runtime.ts';
import { MAX_FRAME_BYTES } from '../../core/host/desk-rpc.ts';
import { SYSTEM_CLOCK } from '../../core/sync/system-ports.ts';
import { launch, openSocket, openWindow, serveDesk, type ServedDesk } from './served-desk.ts';

let served: ServedDesk;
let desk: DeskRuntime;

beforeAll(async () => {
  desk = new DeskRuntime({
    ports: {
      clock: { nowMs: () => 0, after: (delayMs, action) => SYSTEM_CLOCK.after(delayMs, action) },
      keys: { conditionOf: () => 'missing', signDocument: () => Promise.reject(new Error('no key')) },
      newId: () => 'urn:x',
      runCheck: async () => ({ status: 'broken', detail: 'nothing is run here' }),
      onFault: () => {},
    },
    language: 'en',
    keyStatuses: () => [],
    dayStartMs: () => 0,
  });
  served = await serveDesk(desk);
});

afterAll(async () => {
  desk.stop();
  await served.close();
});

/** A raw request: `fetch` sets headers and normalizes paths by itself. */
function ask(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<{
  readonly status: number;
  readonly text: string;
  readonly headers: NodeJS.Dict<string | string[]>;
}> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: served.server.port, path, headers, method },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString('utf8');
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
        );
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

describe('the page', () => {
  test('opens with a launch token, which becomes a cookie that no script can read', async () => {
    const { pathname, search } = new URL(served.server.newLaunchUrl());
    const opened = await ask(`${pathname}${search}`);
    expect(opened.status).toBe(303);
    expect(opened.headers['location']).toBe('/');
    const [cookie = ''] = opened.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^heddle-desk-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/u);
    const [value = ''] = cookie.split(';');
    const page = await ask('/', { cookie: value });
    expect(page.status).toBe(200);
    expect(page.text).toContain('Heddle');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect((await ask('/assets/main.js', { cookie: value })).status).toBe(200);
  });

  test('does not open without the cookie, with another one, or with several', async () => {
    const cookie = await launch(served);
    const [name = ''] = cookie.split('=');
    expect((await ask('/')).status).toBe(401);
    expect((await ask('/', { cookie: `${name}=${'A'.repeat(43)}` })).status).toBe(401);
    expect((await ask('/', { cookie: `${cookie}; ${name}=x` })).status).toBe(401);
    expect((await ask('/assets/main.js')).status).toBe(401);
  });

  test('takes a token once, in its time, and none that it never gave', async () => {
    const { search } = new URL(served.server.newLaunchUrl());
    expect((await ask(`/${search}`)).status).toBe(303);
    expect((await ask(`/${search}`)).status).toBe(403);
    expect((await ask(`/?launch=${'A'.repeat(43)}`)).status).toBe(403);
    const late = new URL(served.server.newLaunchUrl());
    served.nowMs += 120_000;
    expect((await ask(`/${late.search}`)).status).toBe(403);
  });

  test('a token opens no part of a page: it cannot be spent by a picture or a frame', async () => {
    const { search } = new URL(served.server.newLaunchUrl());
    expect((await ask(`/${search}`, { 'sec-fetch-dest': 'image' })).status).toBe(403);
    expect((await ask(`/${search}`, { 'sec-fetch-dest': 'document' })).status).toBe(403);
  });

  test('answers under its own name alone (DNS rebinding)', async () => {
    const cookie = await launch(served);
    const names = ['evil.example', `evil.example:${served.server.port}`, `localhost:${served.server.port}`];
    const answers = await Promise.all(names.map((host) => ask('/', { cookie, host })));
    expect(answers.map(({ status }) => status)).toEqual([421, 421, 421]);
    const token = new URL(served.server.newLaunchUrl()).search;
    expect((await ask(`/${token}`, { host: 'evil.example' })).status).toBe(421);
    // The refusal has not spent it.
    expect((await ask(`/${token}`)).status).toBe(303);
  });

  test('answers no other site, whatever it sends along', async () => {
    const cookie = await launch(served);
    const { origin } = served.server;
    expect((await ask('/', { cookie, origin: 'https://evil.example' })).status).toBe(403);
    expect((await ask('/', { cookie, origin: 'null' })).status).toBe(403);
    expect((await ask('/', { cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await ask('/', { cookie, 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect((await ask('/', { cookie, origin, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  test('leads nowhere out of its folder', async () => {
    const cookie = await launch(served);
    const ways = [
      '/../secret.json',
      '/assets/../../secret.json',
      '/%2e%2e/secret.json',
      '/..%2fsecret.json',
      '/..%5csecret.json',
      '/assets/..%252f..%252fsecret.json',
      '//127.0.0.1/secret.json',
      '/index.html%00.js',
      '/etc/passwd',
    ];
    const answers = await Promise.all(ways.map((way) => ask(way, { cookie })));
    expect(answers.filter(({ status }) => status < 400)).toEqual([]);
    expect(answers.map(({ text }) => text).join('')).not.toContain('secret":true');
  });

  test('is read and nothing else', async () => {
    const cookie = await launch(served);
    const methods = ['POST', 'PUT', 'DELETE', 'OPTIONS'];
    const answers = await Promise.all(methods.map((method) => ask('/', { cookie }, method)));
    expect(answers.map(({ status }) => status)).toEqual([405, 405, 405, 405]);
  });
});

describe('the socket', () => {
  test('opens for our own page', async () => {
    const { client, socket } = await openWindow(served);
    expect(await client.system.settings()).toMatchObject({ language: 'en' });
    socket.terminate();
  });

  test('refuses other origins, none, other names, and whoever has no cookie', async () => {
    const cookie = await launch(served);
    const { origin, port } = served.server;
    await expect(openSocket(served, { origin })).rejects.toThrow('401');
    await expect(openSocket(served, { cookie })).rejects.toThrow('403');
    await expect(openSocket(served, { cookie, origin: 'https://evil.example' })).rejects.toThrow('403');
    await expect(openSocket(served, { cookie, origin: 'null' })).rejects.toThrow('403');
    await expect(openSocket(served, { cookie, origin: `http://localhost:${port}` })).rejects.toThrow('403');
    await expect(openSocket(served, { cookie, origin, host: 'evil.example' })).rejects.toThrow('421');
    await expect(openSocket(served, { cookie, origin }, '/')).rejects.toThrow('400');
    await expect(openSocket(served, { cookie, origin }, '/desk?launch=x')).rejects.toThrow('400');
  });

  test('closes on a frame that is too large, and on one that is no text', async () => {
    const cookie = await launch(served);
    const { origin } = served.server;
    const large = await openSocket(served, { cookie, origin });
    const closedByLarge = new Promise<number>((resolve) => {
      large.once('close', (code) => resolve(code));
    });
    large.send('x'.repeat(MAX_FRAME_BYTES + 1));
    expect(await closedByLarge).toBe(1009);
    const binary = await openSocket(served, { cookie, origin });
    const closedByBinary = new Promise<number>((resolve) => {
      binary.once('close', (code) => resolve(code));
    });
    binary.send(Buffer.from([1, 2, 3]));
    expect(await closedByBinary).toBe(1003);
  });

  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['null', 'null'],
    ['a list', '["1",1,{"u":"/keys"}]'],
    ['no id', '{"p":{"u":"/keys/list"}}'],
    ['no call', '{"i":"1"}'],
    ['a call of nothing', '{"i":"1","p":{}}'],
    ['a prototype', '{"__proto__":{"x":1}}'],
  ])('closes on a message that is %s, and goes on with other windows', async (_what, text) => {
    const cookie = await launch(served);
    const socket = await openSocket(served, { cookie, origin: served.server.origin });
    const closed = new Promise<number>((resolve) => {
      socket.once('close', (code) => resolve(code));
    });
    socket.send(text);
    expect(await closed).toBe(1008);
    const { client, socket: other } = await openWindow(served);
    expect(await client.system.settings()).toMatchObject({ language: 'en' });
    other.terminate();
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  test('tells a window nothing of what went wrong inside', async () => {
    const { client, socket } = await openWindow(served);
    const error: unknown = await client.system.capabilities().catch((fault: unknown) => fault);
    expect(String(error)).not.toContain('secret path');
    expect(JSON.stringify(error)).not.toContain('somebody');
    expect(served.faults.map(String).join(' ')).toContain('secret path');
    socket.terminate();
  });

  test('refuses calls that the contract does not know, or that say more than they should', async () => {
    const { client, socket } = await openWindow(served);
    await expect(client.system.changeSettings({ language: 'en', other: 1 } as object)).rejects.toThrow(
      'Input validation failed',
    );
    const unknown = client as unknown as { readonly system: { exec(): Promise<unknown> } };
    await expect(unknown.system.exec()).rejects.toThrow('Not Found');
    socket.terminate();
  });
});
