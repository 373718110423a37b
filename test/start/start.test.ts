// `npm start` and `heddle start` without Electron: the host is a real process, the window a real Chromium where one is needed.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { chromiumPath, openChromium, whyNoChromium } from '../harness/chromium.ts';
import { ROOT, type StartedApp, startApp } from './started-app.ts';

/** A browser that starts beside other tests takes its time. */
const WAIT_MS = 90_000;
vi.setConfig({ testTimeout: 180_000 });

const ADDRESS = /^http:\/\/127[.]0[.]0[.]1:(\d+)\/[?]launch=[\w-]+$/;

let profile: string;
let apps: StartedApp[];

function prepare(): string {
  const { stderr, status } = spawnSync(process.execPath, ['build/prepare-window.ts'], { cwd: ROOT });
  expect(status).toBe(0);
  return stderr.toString();
}

beforeAll(() => {
  prepare();
}, 120_000);

beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'heddle-start-'));
  apps = [];
});

afterEach(async () => {
  for (const app of apps) app.interrupt();
  await Promise.all(apps.map(({ ended }) => ended));
  await rm(profile, { recursive: true, force: true });
});

function start(args: readonly string[], environment: Record<string, string> = {}): StartedApp {
  const app = startApp(['--profile', profile, ...args], environment);
  apps.push(app);
  return app;
}

/** Opens a page like a browser that was given the address: it follows once, and comes back with the cookie. */
async function openPage(url: string): Promise<string> {
  const launched = await fetch(url, { redirect: 'manual' });
  expect(launched.status).toBe(303);
  const [cookie = ''] = (launched.headers.get('set-cookie') ?? '').split(';');
  const page = await fetch(new URL('/', url), { headers: { cookie } });
  expect(page.status).toBe(200);
  return page.text();
}

describe('start without a window', () => {
  it('prints one address on standard output, and serves the window there', async () => {
    const app = start(['--no-open']);
    const url = await app.nextOut();
    expect(url).toMatch(ADDRESS);
    expect(await openPage(url)).toContain('<div id="root">');
    app.interrupt();
    expect(await app.ended).toBe(0);
    expect(app.out).toEqual([url]);
    expect(app.err.at(-1)).toBe('Stopped.');
  });

  it('prints the address when there is no browser, and says so', async () => {
    const app = start([], { PATH: profile });
    expect(await app.nextOut()).toMatch(ADDRESS);
    expect(app.err.join('\n')).toContain('HEDDLE_BROWSER');
  });

  it('speaks German where the system does', async () => {
    const app = start(['--no-open'], { LC_ALL: 'de_DE.UTF-8' });
    await app.nextOut();
    expect(app.err.join('\n')).toContain('Bitte diese Adresse in einem Browser');
  });

  it('opens windows of the process that runs already, and its addresses differ', async () => {
    const first = start(['--no-open']);
    const url = await first.nextOut();
    const second = start(['--no-open']);
    const other = await second.nextOut();
    expect(await second.ended).toBe(0);
    expect(new URL(other).origin).toBe(new URL(url).origin);
    expect(other).not.toBe(url);
    await openPage(other);
    await openPage(url);
  });

  it('begins anew after a process that was killed', async () => {
    const first = start(['--no-open']);
    await first.nextOut();
    first.process.kill('SIGKILL');
    await first.ended;
    const second = start(['--no-open']);
    const url = await second.nextOut();
    await openPage(url);
    expect(second.err.join('\n')).not.toContain('already running');
  });

  it('uses the port that was asked for, and says when it is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const refused = start(['--port', String(port)]);
    expect(await refused.ended).toBe(2);
    expect(refused.err.join('\n')).toContain(`Port ${port} is taken`);
    await new Promise((resolve) => server.close(resolve));
    const app = start(['--port', String(port), '--no-open']);
    expect(new URL(await app.nextOut()).port).toBe(String(port));
    const wrong = start(['--port', '70000']);
    expect(await wrong.ended).toBe(2);
    expect(wrong.err.join('\n')).toContain('70000 is no port');
  });
});

describe('npm start', () => {
  it('builds the window when its sources are others than last time, and only then', async () => {
    expect(prepare()).toBe('');
    const mark = join(ROOT, 'dist', 'renderer.hash');
    const hash = await readFile(mark, 'utf8');
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('passes on what it is given, and ends with Ctrl-C', async () => {
    const npm = ['npm', 'start', '--silent', '--'];
    const app = startApp(['--profile', profile, '--no-open'], {}, npm);
    apps.push(app);
    const url = await app.nextOut();
    await openPage(url);
    app.interrupt();
    await app.ended;
    await expect(fetch(new URL('/', url))).rejects.toThrow('fetch failed');
  });
});

describe.skipIf(whyNoChromium() !== undefined)('start with a browser', () => {
  /** A browser for a computer without screen: it shows the same address, and says where it can be looked at. */
  async function makeBrowser(): Promise<string> {
    const path = join(profile, 'browser.sh');
    const script = `#!/bin/sh
for argument do
  case "$argument" in
    --app=*) url="\${argument#--app=}" ;;
  esac
done
exec '${await chromiumPath()}' --headless --no-sandbox --disable-gpu --remote-debugging-port=0 "$@" "$url"
`;
    await writeFile(path, script, { mode: 0o755 });
    return path;
  }

  function connect() {
    const file = join(profile, 'window', 'browser', 'DevToolsActivePort');
    return vi.waitFor(
      async () => {
        const [port = ''] = (await readFile(file, 'utf8')).split('\n');
        // The file is there a moment before it says anything.
        if (port === '') throw new Error('the browser has not said its port yet');
        // A browser that is just starting sometimes leaves the first connection hanging.
        return chromium.connectOverCDP(`http://127.0.0.1:${port}`, { timeout: 8_000 });
      },
      { timeout: WAIT_MS },
    );
  }

  it('opens the window, which reaches its host, and ends with it', async () => {
    const app = start([], { HEDDLE_BROWSER: await makeBrowser() });
    await app.untilErr('The window is open');
    const openedAtMs = performance.now();
    const browser = await connect();
    const page = await vi.waitFor(
      () => {
        const found = browser
          .contexts()[0]
          ?.pages()
          .find((each) => each.url().startsWith('http://127.0.0.1:'));
        if (found === undefined) throw new Error('no page yet');
        return found;
      },
      { timeout: WAIT_MS },
    );
    // The token is gone from the address, and the page has heard from the host.
    await vi.waitFor(async () => expect(page.url()).not.toContain('launch='), { timeout: WAIT_MS });
    await page.getByRole('navigation').first().waitFor();
    expect(await page.evaluate('window.heddleShell')).toBeUndefined();
    expect(app.out).toEqual([]);
    // A browser that ends at once is taken for one that has shown nothing.
    await vi.waitFor(() => expect(performance.now() - openedAtMs).toBeGreaterThan(3_500), {
      timeout: 10_000,
    });
    const session = await browser.newBrowserCDPSession();
    await session.send('Browser.close');
    expect(await app.ended).toBe(0);
    expect(app.err).toContain('The window was closed.');
  });

  it('closes the window when it is interrupted', async () => {
    const app = start([], { HEDDLE_BROWSER: await makeBrowser() });
    await app.untilErr('The window is open');
    const browser = await connect();
    const gone = new Promise((resolve) => {
      browser.on('disconnected', resolve);
    });
    app.interrupt();
    await gone;
    expect(await app.ended).toBe(0);
    expect(app.err).not.toContain('The window was closed.');
  });

  it('prints the address when the browser shows nothing', async () => {
    const path = join(profile, 'broken.sh');
    await writeFile(path, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    for (const browser of [path, join(profile, 'absent')]) {
      const app = start([], { HEDDLE_BROWSER: browser });
      const url = await app.nextOut();
      expect(app.err.join('\n')).toContain(`${browser} showed no window`);
      await openPage(url);
      app.interrupt();
      expect(await app.ended).toBe(0);
    }
  });

  it('shows the window in any other browser, without a fault in its console', async () => {
    const app = start(['--no-open']);
    const browser = await openChromium();
    try {
      const page = await browser.newPage({ locale: 'de-DE' });
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text());
      });
      await page.goto(await app.nextOut());
      await page.getByRole('navigation').first().waitFor();
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
