// A second start finds the first one, and nobody else gets an address.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askDeskInstance, type DeskInstance, openDeskInstance } from './desk-instance.ts';

let profile: string;
let instance: DeskInstance | undefined;

beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'heddle-instance-'));
});

afterEach(async () => {
  await instance?.close();
  instance = undefined;
  await rm(profile, { recursive: true, force: true });
});

async function open(): Promise<{ readonly port: number; readonly secret: string }> {
  let count = 0;
  instance = await openDeskInstance(profile, () => `http://127.0.0.1:1/?launch=${(count += 1)}`);
  return JSON.parse(await readFile(join(profile, 'instance.json'), 'utf8')) as never;
}

/** What comes back for a text. */
async function say(port: number, words: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => {});
  socket.end(words);
  return text(socket).catch(() => '');
}

describe('running app', () => {
  it('gives each second start an address of its own', async () => {
    await open();
    expect(await askDeskInstance(profile)).toBe('http://127.0.0.1:1/?launch=1');
    expect(await askDeskInstance(profile)).toBe('http://127.0.0.1:1/?launch=2');
  });

  it('is not found before it runs and after it ended', async () => {
    expect(await askDeskInstance(profile)).toBeUndefined();
    await open();
    await instance?.close();
    expect(await askDeskInstance(profile)).toBeUndefined();
  });

  it.runIf(process.platform !== 'win32')('keeps its secret from other people of this computer', async () => {
    await open();
    expect((await stat(join(profile, 'instance.json'))).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['nothing', () => ''],
    ['another secret', () => `${'x'.repeat(43)}\n`],
    ['a part of the secret', (secret: string) => `${secret.slice(0, -1)}\n`],
    ['more than the secret', (secret: string) => `${secret}x\n`],
    ['no line but a flood', () => 'x'.repeat(5_000)],
  ])('gives nobody an address for %s', async (_what, wordsFor) => {
    const { port, secret } = await open();
    expect(await say(port, wordsFor(secret))).toBe('');
    expect(await say(port, `${secret}\n`)).toBe('http://127.0.0.1:1/?launch=1\n');
  });

  it('is not believed in when it died and left its file behind', async () => {
    const where = await open();
    await instance?.close();
    await writeFile(join(profile, 'instance.json'), JSON.stringify(where));
    expect(await askDeskInstance(profile)).toBeUndefined();
  });

  it('is not followed to an address that is not ours', async () => {
    instance = await openDeskInstance(profile, () => 'https://elsewhere.example/?launch=1');
    expect(await askDeskInstance(profile)).toBeUndefined();
  });

  it.each(['', '{', '{"port":"1","secret":"x"}', 'null'])('is not read out of %j', async (content) => {
    await writeFile(join(profile, 'instance.json'), content);
    expect(await askDeskInstance(profile)).toBeUndefined();
  });
});
