// The whole app in one piece: real main process, preload script, host process and window. Only the `electron` module is the shim,
// or Electron itself where its program is there.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ROOT, type RunningShell, STAGES } from './stage.ts';

for (const { name, isAbsent, open } of STAGES) {
  describe.skipIf(isAbsent !== undefined)(
    `app in ${name}${isAbsent === undefined ? '' : `: ${isAbsent}`}`,
    () => {
      let computer: Awaited<ReturnType<typeof open>>;
      let profile: string;
      let shell: RunningShell;

      beforeAll(async () => {
        const { status } = spawnSync(process.execPath, ['build/prepare-window.ts'], { cwd: ROOT });
        if (status !== 0) throw new Error('The window cannot be built.');
        profile = await mkdtemp(join(tmpdir(), 'heddle-app-'));
        computer = await open();
        shell = await computer.newStage().start({
          profile,
          args: [],
          hostArgs: ['--app-version', '0.0.0-test'],
          platform: 'linux',
          isReal: true,
        });
      }, 120_000);

      afterAll(async () => {
        await computer.close();
        await rm(profile, { recursive: true, force: true });
      });

      it('draws the window, without a fault in its console', async () => {
        const page = await shell.page();
        const faults: string[] = [];
        page.on('pageerror', (error) => faults.push(error.message));
        page.on('console', (message) => {
          if (message.type() === 'error') faults.push(message.text());
        });
        await page.reload();
        await page.getByRole('navigation').first().waitFor();
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        expect(faults).toEqual([]);
      });

      it('speaks one language in the window and in the menu of the program', async () => {
        const page = await shell.page();
        const labels = () =>
          shell.main(({ electron }) => electron.Menu.getApplicationMenu()?.items.map(({ label }) => label));
        await page.evaluate(`location.hash = '#/settings'`);
        // From the window to its host, and from there to main.
        await page.getByText('Deutsch').click();
        await vi.waitFor(async () => expect(await labels()).toContain('Hilfe'), { timeout: 30_000 });
        await page.getByText('English').click();
        await vi.waitFor(async () => expect(await labels()).toContain('Help'), { timeout: 30_000 });
      });

      it('carries out the entries of the menu', async () => {
        const page = await shell.page();
        await page.getByRole('navigation').first().waitFor();
        const choose = (id: string) =>
          shell.main(
            ({ electron }, given) => electron.Menu.getApplicationMenu()?.getMenuItemById(given)?.click(),
            id,
          );
        await page.evaluate(`location.hash = '#/attention'`);
        await choose('settings');
        await page.waitForURL('**/*#/settings');
        await choose('find');
        await page.waitForURL('**/*#/search');
        await choose('palette');
        await page.getByRole('textbox', { name: 'Commands and search' }).waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('textbox', { name: 'Commands and search' }).waitFor({ state: 'detached' });
        await choose('shortcuts');
        const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts here' });
        await expect.poll(() => sheet.isVisible()).toBe(true);
        await page.keyboard.press('Escape');
        await expect.poll(() => sheet.isVisible()).toBe(false);
      });

      it('shows in the menu the keys that a person has chosen in the window', async () => {
        const page = await shell.page();
        await page.getByRole('navigation').first().waitFor();
        const shown = () =>
          shell.main(
            ({ electron }) =>
              electron.Menu.getApplicationMenu()?.getMenuItemById('palette')?.accelerator ?? '',
          );
        await expect.poll(shown).toBe('CommandOrControl+K');
        await page.evaluate(`location.hash = '#/settings/shortcuts'`);
        const row = page.locator('[data-action="palette"]');
        await row.getByRole('button', { name: 'No key for' }).click();
        await expect.poll(shown).toBe('');
        await row.getByRole('button', { name: 'Usual keys for' }).click();
        await expect.poll(shown).toBe('CommandOrControl+K');
        await row.getByRole('button', { name: 'Change the keys' }).click();
        await page.keyboard.press('Control+Shift+p');
        await page.getByRole('button', { name: 'Use these keys' }).click();
        await expect.poll(shown).toBe('CommandOrControl+Shift+P');
      });

      it('goes to what a link names, and says so when it is not there', async () => {
        const page = await shell.page();
        await page.getByRole('navigation').first().waitFor();
        const link = (url: string) =>
          shell.main(({ electron }, given) => {
            electron.app.emit('open-url', { preventDefault: () => {} }, given);
          }, url);
        await link('heddle://here/key/a%2Fb');
        await page.waitForURL('**/*#/keys/a%2Fb');
        await link('heddle://here/workItem/unknown');
        await page.getByRole('heading', { level: 3, name: 'There is nothing at this address' }).waitFor();
        // Nobody but the shell sends the window anywhere.
        await page.evaluate(
          `window.dispatchEvent(new MessageEvent('message', { data: { type: 'heddle.go', href: '#/demo' } }))`,
        );
        expect(new URL(page.url()).hash).toBe('#/open/here/workItem/unknown');
      });

      it('chooses files in dialogs', async () => {
        const page = await shell.page();
        await shell.main(({ sights }) => {
          sights.chosenPath = '/somewhere/key.json';
        });
        await page.evaluate(`location.hash = '#/keys'`);
        await page.getByRole('button', { name: 'Import', exact: true }).click();
        await page.getByRole('button', { name: 'Choose…' }).click();
        await expect
          .poll(() => page.getByLabel('Path of the file on this computer').inputValue())
          .toBe('/somewhere/key.json');
      });

      it('ends, and leaves its profile to the next one', async () => {
        const ending = shell.main(({ electron }) => electron.app.quit());
        expect(await shell.ended).toBe(0);
        await ending.catch(() => {});
        const next = await computer.newStage().start({
          profile,
          args: [],
          hostArgs: [],
          platform: 'linux',
          isReal: true,
        });
        await (await next.page()).getByRole('navigation').first().waitFor();
        const ended = next.main(({ electron }) => electron.app.quit());
        expect(await next.ended).toBe(0);
        await ended.catch(() => {});
      });
    },
  );
}
