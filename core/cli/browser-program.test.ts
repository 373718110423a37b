// Which program shows the window, by what a computer has.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from './browser-program.ts';
import { findElectron } from './electron-program.ts';

function computer(
  platform: NodeJS.Platform,
  environment: Record<string, string>,
  programs: readonly string[],
) {
  return { platform, environment, isProgram: (path: string) => programs.includes(path) };
}

describe('browser for the window', () => {
  it('is looked for on the path, Chrome before Chromium', () => {
    const environment = { PATH: '/usr/local/bin:/usr/bin', DISPLAY: ':0' };
    const programs = ['/usr/local/bin/chromium', '/usr/bin/google-chrome'];
    expect(findBrowser(computer('linux', environment, programs))).toBe('/usr/bin/google-chrome');
    expect(findBrowser(computer('linux', environment, programs.slice(0, 1)))).toBe('/usr/local/bin/chromium');
  });

  it('is none where nothing can be shown', () => {
    expect(findBrowser(computer('linux', { PATH: '/usr/bin' }, ['/usr/bin/chromium']))).toBeUndefined();
    const wayland = { PATH: '/usr/bin', WAYLAND_DISPLAY: 'wayland-0' };
    expect(findBrowser(computer('linux', wayland, ['/usr/bin/chromium']))).toBe('/usr/bin/chromium');
  });

  it('is not taken out of the folder that one happens to be in', () => {
    const environment = { PATH: ':.:bin', DISPLAY: ':0' };
    expect(
      findBrowser(computer('linux', environment, ['chromium', './chromium', 'bin/chromium'])),
    ).toBeUndefined();
  });

  it('is looked for where macOS and Windows have it', () => {
    const edge = '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge';
    expect(findBrowser(computer('darwin', {}, [edge]))).toBe(edge);
    const chrome = 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe';
    expect(findBrowser(computer('win32', { ProgramFiles: 'C:\\Program Files' }, [chrome]))).toBe(chrome);
  });

  it('is the one that somebody names', () => {
    expect(findBrowser(computer('linux', { HEDDLE_BROWSER: '/opt/vivaldi' }, []))).toBe('/opt/vivaldi');
  });
});

describe('Electron', () => {
  let root: string;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'heddle-electron-'));
    await mkdir(join(root, 'node_modules', 'electron', 'dist'), { recursive: true });
  });

  afterAll(async () => {
    await rm(root, { recursive: true, force: true });
  });

  it('is there only when the package has fetched it', async () => {
    const folder = join(root, 'node_modules', 'electron');
    expect(findElectron(root, {})).toBeUndefined();
    await writeFile(join(folder, 'path.txt'), 'electron');
    expect(findElectron(root, {})).toBeUndefined();
    await writeFile(join(folder, 'dist', 'electron'), '');
    expect(findElectron(root, {})).toBe(join(folder, 'dist', 'electron'));
    expect(findElectron(root, { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'elsewhere') })).toBeUndefined();
  });
});
