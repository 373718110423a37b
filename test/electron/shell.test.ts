// The shell as a whole: real main, preload and host conversation, over a shim of the `electron` module whose windows are pages of a
// real Chromium.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RunningShell, type Stage, STAGES } from './stage.ts';
import { ERRORS_FILE } from './stage-program.ts';

/** What page.js keeps. */
interface PageStage {
  readonly portCount: number;
  readonly heard: readonly string[];
  readonly toWindow: readonly unknown[];
  readonly closedPorts: number;
}

for (const { name, isAbsent, open } of STAGES) {
  describe.skipIf(isAbsent !== undefined)(
    `shell in ${name}${isAbsent === undefined ? '' : `: ${isAbsent}`}`,
    () => {
      let computer: Awaited<ReturnType<typeof open>>;
      let stage: Stage;
      let profile: string;
      let shells: RunningShell[];

      beforeAll(async () => {
        computer = await open();
      });

      afterAll(async () => {
        await computer.close();
      });

      beforeEach(async () => {
        stage = computer.newStage();
        profile = await mkdtemp(join(tmpdir(), 'heddle-shell-'));
        shells = [];
      });

      afterEach(async () => {
        await Promise.all(shells.map(quit));
        if (stage.escaped.length > 0) throw new Error(`left: ${stage.escaped.join(', ')}`);
        await rm(profile, { recursive: true, force: true });
      });

      async function start(
        options: {
          readonly args?: readonly string[];
          readonly hostArgs?: readonly string[];
          readonly platform?: NodeJS.Platform;
          readonly profile?: string;
        } = {},
      ): Promise<RunningShell> {
        const shell = await stage.start({ profile, args: [], hostArgs: [], platform: 'linux', ...options });
        shells.push(shell);
        return shell;
      }

      async function quit(shell: RunningShell): Promise<void> {
        // It may have ended already, or end before it can answer.
        if (shell.isFirst) shell.main(({ electron }) => electron.app.quit()).catch(() => {});
        await shell.ended;
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

      async function stageOf(page: Page): Promise<PageStage> {
        return page.evaluate('({ ...stage, ports: [], portCount: stage.ports.length })');
      }

      /** Says something to the host through the last port, and answers with what comes back. */
      async function ask(
        page: Page,
        order: string,
      ): Promise<{ readonly pid: number; readonly args: string[]; readonly power: string[] }> {
        await until(page, 'window.stage !== undefined && stage.ports.length > 0');
        const before = (await stageOf(page)).heard.length;
        await page.evaluate(`stage.ports.at(-1).postMessage(${JSON.stringify(order)})`);
        await until(page, `stage.heard.length > ${before}`);
        return JSON.parse((await stageOf(page)).heard.at(-1) ?? '') as never;
      }

      it('connects the window with the host process', async () => {
        const page = await (await start()).page();
        const { pid, args } = await ask(page, 'ping');
        expect(pid).not.toBe(process.pid);
        expect(args).toEqual(['--profile', profile]);
        expect(await page.evaluate('heddleShell')).toBe('electron');
      });

      it('gives the window nothing of Node and nothing of the preload script but what it exposes', async () => {
        const page = await (await start()).page();
        const names = 'require process module Buffer ipcRenderer contextBridge electron __heddleToMain'.split(
          ' ',
        );
        expect(await page.evaluate(`${JSON.stringify(names)}.filter((name) => name in window)`)).toEqual([]);
        expect(await page.evaluate('Object.keys(heddleDesktop)')).toEqual(['chooseFile', 'showFile']);
      });

      it('runs no code but what the page brings as files', async () => {
        const page = await (await start()).page();
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

      it('reaches nothing outside, even without its policy', async () => {
        const page = await (await start()).page();
        const wish = `fetch('https://elsewhere.example/').then(() => 'reached', (error) => error.name)`;
        expect(await page.evaluate(wish)).toBe('TypeError');
        const session = await page.context().newCDPSession(page);
        await session.send('Page.setBypassCSP', { enabled: true });
        await page.reload();
        const failed: { readonly url: string; readonly why: string | undefined }[] = [];
        page.on('requestfailed', (request) => {
          failed.push({ url: request.url(), why: request.failure()?.errorText });
        });
        expect(await page.evaluate(wish)).toBe('TypeError');
        // Main has cancelled it, the policy did not.
        expect(failed).toEqual([
          { url: 'https://elsewhere.example/', why: expect.stringContaining('BLOCKED_BY_CLIENT') as string },
        ]);
      });

      it('does not leave its page', async () => {
        const page = await (await start()).page();
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
        const shell = await start();
        const page = await shell.page();
        const opened = await page.evaluate(
          `new Promise((resolve) => {
        const other = window.open('about:blank');
        const look = () => (other === null || other.closed ? resolve('none') : setTimeout(look, 10));
        look();
      })`,
        );
        expect(opened).toBe('none');
        expect(await shell.main(({ electron }) => electron.BrowserWindow.getAllWindows().length)).toBe(1);
      });

      it('has no permission but to copy text', async () => {
        const page = await (await start()).page();
        const names = [
          'clipboard-write',
          'clipboard-read',
          'geolocation',
          'notifications',
          'camera',
          'microphone',
          'midi',
        ];
        const states = await page.evaluate(
          `Promise.all(${JSON.stringify(names)}
        .map(async (name) => [name, (await navigator.permissions.query({ name })).state]))`,
        );
        expect(states).toEqual(
          names.map((each) => [each, each === 'clipboard-write' ? 'granted' : 'denied']),
        );
      });

      it('answers only its own page', async () => {
        const shell = await start();
        const page = await shell.page();
        await ask(page, 'ping');
        const handed = await shell.main(({ electron }) => {
          const contents = electron.BrowserWindow.getAllWindows()[0]?.webContents;
          let count = 0;
          const frame = { url: 'heddle-app://window/index.html' };
          const stranger = { isDestroyed: () => false, postMessage: () => (count += 1), mainFrame: frame };
          const events = [
            { sender: stranger, senderFrame: frame },
            { sender: contents, senderFrame: { url: 'heddle-app://window/index.html' } },
            { sender: contents, senderFrame: null },
          ];
          for (const event of events) electron.ipcMain.emit('heddle.desk-port-wanted', event);
          return count;
        });
        expect(handed).toBe(0);
        await ask(page, 'ping');
        expect((await stageOf(page)).portCount).toBe(1);
      });

      it('keeps the window connected when the host process dies', async () => {
        const page = await (await start()).page();
        const before = await ask(page, 'ping');
        await page.evaluate(`stage.ports.at(-1).postMessage('crash')`);
        await until(page, 'stage.closedPorts > 0 && stage.ports.length > 1');
        const after = await ask(page, 'ping');
        expect(after.pid).not.toBe(before.pid);
      });

      it('tells the host of sleep and waking', async () => {
        const shell = await start();
        const page = await shell.page();
        await ask(page, 'ping');
        await shell.main(({ electron }) => electron.powerMonitor.emit('suspend'));
        await shell.main(({ electron }) => electron.powerMonitor.emit('resume'));
        expect((await ask(page, 'ping')).power).toEqual(['suspend', 'resume']);
      });

      it('shows what waits in tray and badge, in the language of the settings', async () => {
        const shell = await start();
        const page = await shell.page();
        await ask(page, 'row 1');
        await ask(page, 'row now-2');
        const look = () =>
          shell.main(({ sights }) => ({ tip: sights.trays[0]?.toolTip, badge: sights.badgeCount }));
        await vi.waitFor(async () =>
          expect(await look()).toEqual({ tip: 'Heddle: 1 now, 1 to decide', badge: 2 }),
        );
        await ask(page, 'language de');
        await vi.waitFor(async () => expect((await look()).tip).toBe('Heddle: 1 jetzt, 1 zu entscheiden'));
        const labels = await shell.main(({ electron, sights }) => ({
          tray: sights.trays[0]?.items.map(({ label }) => label),
          menu: electron.Menu.getApplicationMenu()?.items.map(({ label }) => label),
        }));
        expect(labels.tray).toContain('Heddle beenden');
        expect(labels.menu).toEqual(['Datei', 'Bearbeiten', 'Ansicht', 'Gehe zu', 'Fenster', 'Hilfe']);
      });

      it('shows the keys in the menu that a person has now, and none where there is none', async () => {
        const shell = await start();
        const page = await shell.page();
        const shown = () =>
          shell.main(({ electron }) => {
            const menu = electron.Menu.getApplicationMenu();
            return ['palette', 'settings'].map((id) => menu?.getMenuItemById(id)?.accelerator ?? 'none');
          });
        await vi.waitFor(async () =>
          expect(await shown()).toEqual(['CommandOrControl+K', 'CommandOrControl+,']),
        );
        await ask(page, 'palette-keys ContextMenu');
        await vi.waitFor(async () => expect(await shown()).toEqual(['none', 'CommandOrControl+,']));
        await ask(page, 'palette-keys Mod+Shift+P');
        await vi.waitFor(async () =>
          expect(await shown()).toEqual(['CommandOrControl+Shift+P', 'CommandOrControl+,']),
        );
        await ask(page, 'palette-keys');
        await vi.waitFor(async () => expect(await shown()).toEqual(['none', 'CommandOrControl+,']));
      });

      it('notifies of what is new, and a click leads there', async () => {
        const shell = await start();
        const page = await shell.page();
        await ask(page, 'row 1');
        const shown = () =>
          shell.main(({ sights }) => sights.notifications.map(({ title, body }) => ({ title, body })));
        await vi.waitFor(async () =>
          expect(await shown()).toEqual([{ title: 'A submission waits', body: 'Item 1' }]),
        );
        await shell.main(({ electron, sights }) => {
          electron.BrowserWindow.getAllWindows()[0]?.minimize();
          sights.notifications[0]?.emit('click');
        });
        await until(page, 'stage.toWindow.length > 0');
        expect((await stageOf(page)).toWindow).toEqual([{ type: 'heddle.go', href: '#/attention?row=1' }]);
        expect(await isMinimized(shell)).toBe(false);
      });

      it('hands menu entries to the window', async () => {
        const shell = await start();
        const page = await shell.page();
        await until(page, 'window.stage !== undefined');
        await shell.main(({ electron }) =>
          electron.Menu.getApplicationMenu()?.getMenuItemById('lock-keys')?.click(),
        );
        await until(page, 'stage.toWindow.length > 0');
        expect((await stageOf(page)).toWindow).toEqual([{ type: 'heddle.command', id: 'lock-keys' }]);
      });

      it('opens links: from its own start, from a second one, and from the system', async () => {
        const shell = await start({ args: ['heddle', 'heddle://c/workItem/1'] });
        const page = await shell.page();
        expect(new URL(page.url()).hash).toBe('#/open/c/workItem/1');
        const second = await start({ args: ['heddle', 'heddle://c/mission/2'] });
        expect(second.isFirst).toBe(false);
        expect(await second.ended).toBe(0);
        await until(page, 'window.stage !== undefined && stage.toWindow.length === 1');
        await shell.main(({ electron }) => {
          for (const link of ['heddle://c/mission/3', 'https://elsewhere.example/']) {
            electron.app.emit('open-url', { preventDefault: () => {} }, link);
          }
        });
        await until(page, 'stage.toWindow.length === 2');
        expect((await stageOf(page)).toWindow).toEqual([
          { type: 'heddle.go', href: '#/open/c/mission/2' },
          { type: 'heddle.go', href: '#/open/c/mission/3' },
        ]);
        expect(await shell.main(({ sights }) => sights.protocolClients)).toEqual(['heddle']);
        expect(await shell.main(({ electron }) => electron.BrowserWindow.getAllWindows().length)).toBe(1);
      });

      it('runs once for each profile', async () => {
        const shell = await start();
        await shell.main(({ electron }) => electron.BrowserWindow.getAllWindows()[0]?.minimize());
        expect((await start()).isFirst).toBe(false);
        await vi.waitFor(async () => expect(await isMinimized(shell)).toBe(false));
        const other = await mkdtemp(join(tmpdir(), 'heddle-shell-'));
        const beside = await start({ profile: other });
        expect(beside.isFirst).toBe(true);
        await quit(beside);
        await rm(other, { recursive: true, force: true });
      });

      it('asks for files in the words of the window, and gives back a path', async () => {
        const shell = await start();
        const page = await shell.page();
        await shell.main(({ sights }) => {
          sights.chosenPath = '/somewhere/key.json';
        });
        expect(await page.evaluate(`heddleDesktop.chooseFile('key-import')`)).toBe('/somewhere/key.json');
        expect(await shell.main(({ sights }) => sights.dialogs)).toEqual([
          { properties: ['openFile', 'dontAddToRecent'], filters: [{ name: '', extensions: ['json'] }] },
        ]);
        expect(await page.evaluate(`heddleDesktop.chooseFile('anything')`)).toBeUndefined();
        expect(await page.evaluate(`heddleDesktop.chooseFile('constructor')`)).toBeUndefined();
        await shell.main(({ sights }) => {
          sights.chosenPath = undefined;
        });
        expect(await page.evaluate(`heddleDesktop.chooseFile('folder')`)).toBeUndefined();
        expect(await shell.main(({ sights }) => sights.dialogs.length)).toBe(2);
      });

      it('shows a file in the file manager, and nothing that is no whole path', async () => {
        const shell = await start();
        const page = await shell.page();
        for (const path of ['/profile/contents/one', 'one', ''])
          await page.evaluate(`heddleDesktop.showFile(${JSON.stringify(path)})`);
        expect(await shell.main(({ sights }) => sights.shownFiles)).toEqual(['/profile/contents/one']);
      });

      it('ends with its last window, after the host', async () => {
        const shell = await start();
        const { pid } = await ask(await shell.page(), 'ping');
        await closeWindow(shell);
        expect(await shell.ended).toBe(0);
        expect(() => process.kill(pid, 0)).toThrow('ESRCH');
        const place: unknown = JSON.parse(await readFile(join(profile, 'window', 'place.json'), 'utf8'));
        expect(place).toMatchObject({ width: 1_280, height: 840 });
      });

      it('stays without windows on macOS, and comes back with a new one', async () => {
        const shell = await start({ platform: 'darwin' });
        const first = await shell.page();
        const { pid } = await ask(first, 'ping');
        const closed = first.waitForEvent('close');
        await closeWindow(shell);
        await closed;
        const count = () => shell.main(({ electron }) => electron.BrowserWindow.getAllWindows().length);
        await vi.waitFor(async () => expect(await count()).toBe(0));
        await shell.main(({ electron }) => electron.app.emit('activate'));
        await vi.waitFor(async () => expect((await shell.page()).url()).toContain('index.html'));
        expect((await ask(await shell.page(), 'ping')).pid).toBe(pid);
      });

      it('says why it cannot run, and ends', async () => {
        const shell = await start({ hostArgs: ['--refuse'] });
        expect(await shell.ended).toBe(0);
        const said = await readFile(join(profile, ERRORS_FILE), 'utf8');
        expect(said).toMatch(/^Heddle is already running\n.*--profile/);
      });

      async function isMinimized(shell: RunningShell): Promise<boolean | undefined> {
        return shell.main(({ electron }) => electron.BrowserWindow.getAllWindows()[0]?.isMinimized());
      }

      async function closeWindow(shell: RunningShell): Promise<void> {
        await shell.main(({ electron }) => electron.BrowserWindow.getAllWindows()[0]?.close());
      }
    },
  );
}
