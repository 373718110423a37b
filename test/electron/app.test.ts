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
