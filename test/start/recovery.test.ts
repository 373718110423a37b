// `npm start` on a profile that is really broken: a window that says so in a real browser, and from which it can be started after all.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openChromium, whyNoChromium } from '../harness/chromium.ts';
import { ROOT, type StartedApp, startApp } from './started-app.ts';

let profile: string;
let app: StartedApp | undefined;

beforeAll(() => {
  const { status } = spawnSync(process.execPath, ['build/prepare-window.ts'], { cwd: ROOT });
  if (status !== 0) throw new Error('the window could not be built');
}, 180_000);

beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'heddle-start-broken-'));
});

afterEach(async () => {
  app?.interrupt();
  await app?.ended;
  await rm(profile, { recursive: true, force: true });
});

describe.skipIf(whyNoChromium() !== undefined)('start on a broken profile', () => {
  it('shows the recovery window instead of a stack trace, and the desk once it is mended', async () => {
    const connections = join(profile, 'connections.json');
    await writeFile(connections, '[{"connectionId":');
    app = startApp(['--profile', profile, '--no-open']);
    const url = await app.nextOut();
    expect(app.err.join('\n')).toContain('The profile cannot be opened');
    expect(app.err.join('\n')).not.toMatch(/^\s+at /mu);
    const browser = await openChromium();
    try {
      const page = await browser.newPage({ locale: 'en-US' });
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text());
      });
      await page.goto(url);
      await page.getByRole('heading', { name: 'This profile could not be opened' }).waitFor();
      await page.getByText('connections.json cannot be read').first().waitFor();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('It still cannot be opened.').waitFor();
      await writeFile(connections, '[]');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('navigation').first().waitFor({ timeout: 60_000 });
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
    }
  }, 180_000);
});
