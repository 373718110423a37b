// What of the window's folder is handed out, and what is not.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESK_POLICY, readDeskFile } from './desk-files.ts';

let base: string;
let folder: string;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'heddle-desk-files-'));
  folder = join(base, 'renderer');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  await writeFile(join(folder, 'assets', 'main.js'), 'export {};');
  await writeFile(join(folder, 'assets', 'main.js.map'), '{}');
  await writeFile(join(base, 'secret.json'), '{}');
  await mkdir(join(base, 'renderer-other'));
  await writeFile(join(base, 'renderer-other', 'x.js'), '1');
  await symlink(join(base, 'secret.json'), join(folder, 'assets', 'linked.json'));
  await symlink(join(base, 'renderer-other', 'x.js'), join(folder, 'neighbour.js'));
});

afterAll(async () => {
  await rm(base, { recursive: true, force: true });
});

describe('files of the window', () => {
  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/index.html', 'text/html; charset=utf-8'],
    ['/assets/main.js', 'text/javascript; charset=utf-8'],
    ['/assets/ma%69n.js', 'text/javascript; charset=utf-8'],
  ])('hands out %s', async (path, mediaType) => {
    expect((await readDeskFile(folder, path))?.mediaType).toBe(mediaType);
  });

  it.each([
    ['a file that is not there', '/assets/absent.js'],
    ['a kind that no window loads', '/assets/main.js.map'],
    ['a folder', '/assets'],
    ['a file below a file', '/index.html/main.js'],
    ['a way up', '/../secret.json'],
    ['a way up in disguise', '/%2e%2e/secret.json'],
    ['a way up behind a folder', '/assets/..%2f..%2fsecret.json'],
    ['a way up with backslashes', '/..%5csecret.json'],
    ['a drive', '/C:/secret.json'],
    ['a name with an end inside', '/index.html%00.js'],
    ['a path that cannot be decoded', '/%zz.js'],
    ['a link that leads out', '/assets/linked.json'],
    ['a link to a folder whose name begins the same', '/neighbour.js'],
  ])('does not hand out %s', async (_what, path) => {
    expect(await readDeskFile(folder, path)).toBeUndefined();
  });
});

describe('policy of the window', () => {
  it('allows no inline or evaluated code, no plugins, no frames around it and nothing from elsewhere', () => {
    const rules = new Map(
      DESK_POLICY.split('; ').map((rule) => {
        const [name = '', ...sources] = rule.split(' ');
        return [name, sources];
      }),
    );
    expect(rules.get('default-src')).toEqual(["'none'"]);
    expect(rules.get('script-src')).toEqual(["'self'"]);
    expect(rules.get('frame-ancestors')).toEqual(["'none'"]);
    for (const [name, sources] of rules) {
      expect(`${name} ${sources.join(' ')}`).not.toMatch(/https?:|\*|unsafe-eval/);
    }
  });
});
