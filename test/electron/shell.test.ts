// The shell as a whole: real main, preload and host conversation, over a shim of the `electron` module whose windows are pages of a
// real Chromium.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startShell } from '../../electron/shell.ts';
import { openChromium, whyNoChromium } from '../harness/chromium.ts';
import { ELECTRON_FLAGS, ShimDesktop, type ShimProgram } from './shim/desktop.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What page.js keeps. */
interface Stage {
  readonly heard: readonly string[];
  readonly toWindow: readonly unknown[];
  readonly closedPorts: number;
}

let browser: Browser;
let desktop: ShimDesktop;
let profile: string;
let programs: ShimProgram[];

describe.skipIf(whyNoChromium() !== undefined)('shell', () => {
  beforeAll(async () => {
    browser = await openChromium(...ELECTRON_FLAGS);
  });

  afterAll(async () => {
    await browser.close();
  });

  beforeEach(async () => {
    desktop = new ShimDesktop(browser);
    profile = await mkdtemp(join(tmpdir(), 'heddle-shell-'));
    programs = [];
  });

  afterEach(async () => {
    for (const program of programs) program.electron.app.quit();
    await Promise.all(programs.map(({ ended }) => ended));
    if (desktop.sights.escaped.length > 0) throw new Error(`left: ${desktop.sights.escaped.join(', ')}`);
    await rm(profile, { recursive: true, force: true });
  });

  async function start(
    options: {
      readonly args?: readonly string[];
      readonly hostArgs?: readonly string[];
      readonly platform?: NodeJS.Platform;
    } = {},
  ): Promise<{ readonly program: ShimProgram; readonly isFirst: boolean }> {
    const { args = [], hostArgs = [], platform = 'linux' } = options;
    const program = desktop.start(args, ROOT);
    programs.push(program);
    const isFirst = await startShell(program.electron, {
      profileFolder: profile,
      rendererFolder: join(ROOT, 'test', 'electron', 'page'),
      preload: join(ROOT, 'electron', 'preload.cjs'),
      hostModule: join(ROOT, 'test', 'electron', 'stand-in-host.ts'),
      hostArgs,
      iconFolder: join(ROOT, 'build', 'icons'),
      platform,
      args,
      timing: {
        // Pauses before a restart are not waited for.
        after: (delayMs, run) => {
          const timer = setTimeout(run, delayMs > 5_000 ? delayMs : 0);
          return () => clearTimeout(timer);
        },
      },
    });
    return { program, isFirst };
  }

  function pageOf(program: ShimProgram): Page {
    const [window] = program.windows;
    if (window === undefined) throw new Error('there is no window');
    return window.webContents.page;
  }

  /** Waits for something in the page. Its policy allows no code out of texts, so the question comes from outside. */
  async function until(page: Page, condition: string): Promise<void> {
    await vi.waitFor(
      async () => {
        if ((await page.evaluate(condition)) !== true) throw new Error(`not yet: ${condition}`);
      },
      { timeout: 30_000 },
    );
  }

  async function stageOf(page: Page): Promise<Stage & { readonly portCount: number }> {
    return page.evaluate('({ ...stage, ports: [], portCount: stage.ports.length })');
  }

  /** Says something to the host through the last port, and answers with what comes back. */
  async function ask(
    page: Page,
    order: string,
  ): Promise<{ readonly pid: number; readonly args: string[]; readonly power: string[] }> {
    await until(page, 'stage.ports.length > 0');
    const before = (await stageOf(page)).heard.length;
    await page.evaluate(`stage.ports.at(-1).postMessage(${JSON.stringify(order)})`);
    await until(page, `stage.heard.length > ${before}`);
    return JSON.parse((await stageOf(page)).heard.at(-1) ?? '') as never;
  }

  it('connects the window with the host process', async () => {
    const { program } = await start();
    const { pid, args } = await ask(pageOf(program), 'ping');
    expect(pid).not.toBe(process.pid);
    expect(args).toEqual(['--profile', profile]);
    expect(await pageOf(program).evaluate('heddleShell')).toBe('electron');
  });

  it('gives the window nothing of Node and nothing of the preload script but what it exposes', async () => {
    const { program } = await start();
    const page = pageOf(program);
    const names = 'require process module ipcRenderer contextBridge electron __heddleToMain'.split(' ');
    expect(await page.evaluate(`${JSON.stringify(names)}.filter((name) => name in window)`)).toEqual([]);
    expect(await page.evaluate('Object.keys(heddleDesktop)')).toEqual(['chooseFile']);
  });

  it('runs no code but what the page brings as files', async () => {
    const { program } = await start();
    const page = pageOf(program);
    await until(page, 'window.stage !== undefined');
    expect(await page.evaluate('window.inlineRan')).toBeUndefined();
    const refusal = await page.evaluate(
      `new Promise((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
        const script = document.createElement('script');
        script.src = 'https://elsewhere.example/x.js';
        document.head.append(script);
      })`,
    );
    expect(refusal).toBe('script-src-elem');
  });

  it('reaches nothing outside, neither by itself nor as the policy is', async () => {
    const { program } = await start();
    const page = pageOf(program);
    const outcome = await page.evaluate(
      `fetch('https://elsewhere.example/').then(() => 'reached', (error) => error.name)`,
    );
    expect(outcome).toBe('TypeError');
    // Even a page without the policy would get nothing: requests are cancelled in main.
    const cancelled: unknown[] = [];
    page.on('requestfailed', (request) => cancelled.push(request.url()));
    await page
      .context()
      .newCDPSession(page)
      .then((session) => session.send('Page.setBypassCSP', { enabled: true }));
    await page.reload();
    await page.evaluate(`fetch('https://elsewhere.example/').catch(() => {})`);
    expect(cancelled).toContain('https://elsewhere.example/');
  });

  it('does not leave its page', async () => {
    const { program } = await start();
    const page = pageOf(program);
    const before = page.url();
    await page.evaluate(`location.href = 'https://elsewhere.example/'`);
    await page.evaluate(
      `new Promise((resolve) => {
        const link = document.createElement('a');
        link.href = 'http://127.0.0.1:9/';
        document.body.append(link);
        link.click();
        setTimeout(resolve, 0);
      })`,
    );
    expect(await page.evaluate('document.title')).toBe('Heddle test page');
    expect(page.url()).toBe(before);
  });

  it('opens no other window', async () => {
    const { program } = await start();
    const page = pageOf(program);
    const closed = page
      .context()
      .waitForEvent('page')
      .then((popup) => popup.waitForEvent('close'));
    await page.evaluate(`window.open('about:blank'); undefined`);
    await closed;
    expect(page.context().pages()).toEqual([page]);
  });

  it('has no permission but to copy text', async () => {
    const { program } = await start();
    const states = await pageOf(program).evaluate(
      `Promise.all(['clipboard-write', 'clipboard-read', 'geolocation', 'notifications', 'camera', 'microphone', 'midi']
        .map(async (name) => [name, (await navigator.permissions.query({ name })).state]))`,
    );
    expect(states).toEqual([
      ['clipboard-write', 'granted'],
      ['clipboard-read', 'denied'],
      ['geolocation', 'denied'],
      ['notifications', 'denied'],
      ['camera', 'denied'],
      ['microphone', 'denied'],
      ['midi', 'denied'],
    ]);
  });

  it('answers only its own page', async () => {
    const { program } = await start();
    const { electron, windows } = program;
    await ask(pageOf(program), 'ping');
    const contents = windows[0]?.webContents;
    const handed: unknown[] = [];
    const stranger = { isDestroyed: () => false, postMessage: (...sent: unknown[]) => handed.push(sent) };
    const frames = [
      { sender: stranger, senderFrame: { url: 'heddle-app://window/index.html' } },
      { sender: contents, senderFrame: { url: 'https://elsewhere.example/' } },
      { sender: contents, senderFrame: null },
    ];
    for (const event of frames) electron.ipcMain.emit('heddle.desk-port-wanted', event);
    expect(handed).toEqual([]);
    expect((await stageOf(pageOf(program))).portCount).toBe(1);
  });

  it('keeps the window connected when the host process dies', async () => {
    const { program } = await start();
    const page = pageOf(program);
    const before = await ask(page, 'ping');
    await page.evaluate(`stage.ports.at(-1).postMessage('crash')`);
    await until(page, 'stage.closedPorts > 0 && stage.ports.length > 1');
    const after = await ask(page, 'ping');
    expect(after.pid).not.toBe(before.pid);
  });

  it('tells the host of sleep and waking', async () => {
    const { program } = await start();
    const page = pageOf(program);
    await ask(page, 'ping');
    program.emitPower('suspend');
    program.emitPower('resume');
    expect((await ask(page, 'ping')).power).toEqual(['suspend', 'resume']);
  });

  it('shows what waits in tray and badge, in the language of the settings', async () => {
    const { program } = await start();
    const page = pageOf(program);
    await ask(page, 'row 1');
    await ask(page, 'row now-2');
    const [tray] = desktop.sights.trays;
    await vi.waitFor(() => expect(tray?.toolTip).toBe('Heddle: 1 now, 1 to decide'));
    expect(desktop.sights.badgeCount).toBe(2);
    await ask(page, 'language de');
    await vi.waitFor(() => expect(tray?.toolTip).toBe('Heddle: 1 jetzt, 1 zu entscheiden'));
    expect(tray?.menu?.items.map(({ label }) => label)).toContain('Heddle beenden');
    const menu = program.electron.Menu.getApplicationMenu();
    expect(menu?.items.map(({ label }) => label)).toEqual([
      'Datei',
      'Bearbeiten',
      'Ansicht',
      'Gehe zu',
      'Fenster',
      'Hilfe',
    ]);
  });

  it('notifies of what is new, and a click leads there', async () => {
    const { program } = await start();
    const page = pageOf(program);
    await ask(page, 'row 1');
    await vi.waitFor(() => expect(desktop.sights.notifications).toHaveLength(1));
    const [notification] = desktop.sights.notifications;
    expect(notification).toMatchObject({ title: 'A submission waits', body: 'Item 1' });
    program.windows[0]?.minimize();
    notification?.emit('click');
    await until(page, 'stage.toWindow.length > 0');
    expect((await stageOf(page)).toWindow).toEqual([{ type: 'heddle.go', href: '#/attention?row=1' }]);
    expect(program.windows[0]?.isMinimized()).toBe(false);
    expect(program.windows[0]?.isFocused()).toBe(true);
  });

  it('hands menu entries to the window', async () => {
    const { program } = await start();
    const page = pageOf(program);
    await until(page, 'window.stage !== undefined');
    program.electron.Menu.getApplicationMenu()?.getMenuItemById('lock-keys')?.click();
    await until(page, 'stage.toWindow.length > 0');
    expect((await stageOf(page)).toWindow).toEqual([{ type: 'heddle.command', id: 'lock-keys' }]);
  });

  it('opens links: from its own start, from a second one, and from the system', async () => {
    const { program } = await start({ args: ['heddle', 'heddle://c/workItem/1'] });
    const page = pageOf(program);
    expect(new URL(page.url()).hash).toBe('#/open/c/workItem/1');
    const second = await start({ args: ['heddle', 'heddle://c/mission/2'] });
    expect(second.isFirst).toBe(false);
    expect(await second.program.ended).toBe(0);
    await until(page, 'stage.toWindow.length === 1');
    program.emitApp('open-url', { preventDefault: () => {} }, 'heddle://c/mission/3');
    program.emitApp('open-url', { preventDefault: () => {} }, 'https://elsewhere.example/');
    await until(page, 'stage.toWindow.length === 2');
    expect((await stageOf(page)).toWindow).toEqual([
      { type: 'heddle.go', href: '#/open/c/mission/2' },
      { type: 'heddle.go', href: '#/open/c/mission/3' },
    ]);
    expect(desktop.sights.protocolClients).toEqual(['heddle']);
    expect(program.windows).toHaveLength(1);
  });

  it('runs once for each profile', async () => {
    const { program } = await start();
    program.windows[0]?.minimize();
    expect((await start()).isFirst).toBe(false);
    await vi.waitFor(() => expect(program.windows[0]?.isMinimized()).toBe(false));
    const other = await mkdtemp(join(tmpdir(), 'heddle-shell-'));
    const mine = profile;
    profile = other;
    try {
      expect((await start()).isFirst).toBe(true);
    } finally {
      profile = mine;
      const last = programs.at(-1);
      last?.electron.app.quit();
      await last?.ended;
      await rm(other, { recursive: true, force: true });
    }
  });

  it('asks for files in the words of the window, and gives back a path', async () => {
    const { program } = await start();
    const page = pageOf(program);
    desktop.sights.chosenPath = '/somewhere/key.json';
    expect(await page.evaluate(`heddleDesktop.chooseFile('key-import')`)).toBe('/somewhere/key.json');
    expect(desktop.sights.dialogs).toEqual([
      { properties: ['openFile', 'dontAddToRecent'], filters: [{ name: '', extensions: ['json'] }] },
    ]);
    expect(await page.evaluate(`heddleDesktop.chooseFile('anything')`)).toBeUndefined();
    expect(await page.evaluate(`heddleDesktop.chooseFile('constructor')`)).toBeUndefined();
    desktop.sights.chosenPath = undefined;
    expect(await page.evaluate(`heddleDesktop.chooseFile('folder')`)).toBeUndefined();
    expect(desktop.sights.dialogs).toHaveLength(2);
  });

  it('ends with its last window, after the host', async () => {
    const { program } = await start();
    const { pid } = await ask(pageOf(program), 'ping');
    program.windows[0]?.close();
    expect(await program.ended).toBe(0);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    const place: unknown = JSON.parse(await readFile(join(profile, 'window', 'place.json'), 'utf8'));
    expect(place).toEqual({ x: 10, y: 20, width: 1_280, height: 840 });
  });

  it('stays without windows on macOS, and comes back with a new one', async () => {
    const { program } = await start({ platform: 'darwin' });
    const { pid } = await ask(pageOf(program), 'ping');
    program.windows[0]?.close();
    await vi.waitFor(() => expect(program.windows).toEqual([]));
    program.emitApp('activate');
    await vi.waitFor(() => expect(program.windows).toHaveLength(1));
    await vi.waitFor(() => expect(pageOf(program).url()).toContain('index.html'));
    expect((await ask(pageOf(program), 'ping')).pid).toBe(pid);
  });

  it('says why it cannot run, and ends', async () => {
    const { program } = await start({ hostArgs: ['--refuse'] });
    expect(await program.ended).toBe(0);
    expect(desktop.sights.errorBoxes).toEqual([
      { title: 'Heddle is already running', body: expect.stringContaining('--profile') as string },
    ]);
  });
});
