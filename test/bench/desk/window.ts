// `node test/bench/desk/window.ts [--events N] [--rounds N] [--json FILE]`: how soon a window can be used on a profile with a long
// log: a host of its own process, a real Chromium, the list of what needs somebody, and a screen of the Mission.
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { openChromium } from '../../harness/chromium.ts';
import { ROOT, startApp } from '../../start/started-app.ts';
import { describeMachine } from '../harness.ts';
import { type LongProfile, makeLongProfile } from './long-profile.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'string', default: fileURLToPath(new URL('../results/window.json', import.meta.url)) },
  },
});

interface WindowFigures {
  /** From the start of the process until it says where its window is. */
  readonly hostMs: number;
  /** From there until the list of what needs somebody is there whole. */
  readonly usableMs: number;
  /** From opening the Mission until it is shown. */
  readonly missionMs: number;
}

const { status, stderr } = spawnSync(process.execPath, ['build/prepare-window.ts'], { cwd: ROOT });
if (status !== 0) throw new Error(stderr.toString());
const events = Number(values.events);
const folder = await mkdtemp(join(tmpdir(), 'heddle-bench-window-'));
const browser = await openChromium();
const figures: WindowFigures[] = [];
try {
  const profile = join(folder, 'profile');
  process.stderr.write(`writing a log of ${events} Events …\n`);
  const startedAt = performance.now();
  const long = await makeLongProfile(profile, events);
  process.stderr.write(`… in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s\n`);
  for (let round = 0; round < Number(values.rounds); round += 1) {
    figures.push(await measureWindow(browser, profile, long));
  }
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}

const machine = describeMachine();
console.log(
  `Node ${machine.node}, ${machine.cores} × ${machine.cpu}, load ${(loadavg()[0] ?? 0).toFixed(1)}; ${events} Events`,
);
for (const [name, of] of [
  ['the process until it has a window', (each: WindowFigures) => each.hostMs],
  ['from there to a usable window (goal: below 1,500 ms)', (each: WindowFigures) => each.usableMs],
  ['a Mission of that log on the screen', (each: WindowFigures) => each.missionMs],
] as const) {
  const sorted = figures.map(of).toSorted((a, b) => a - b);
  const [least = 0] = sorted;
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  console.log(`${name}: ${middle.toFixed(0)} ms (${least.toFixed(0)}–${(sorted.at(-1) ?? 0).toFixed(0)})`);
}
await mkdir(dirname(values.json), { recursive: true });
await writeFile(values.json, `${JSON.stringify({ machine, events, figures }, null, 2)}\n`);

async function measureWindow(
  opened: Browser,
  profile: string,
  { connectionId, groupId }: LongProfile,
): Promise<WindowFigures> {
  const startedAt = performance.now();
  const app = startApp(['--profile', profile, '--no-open'], { DBUS_SESSION_BUS_ADDRESS: '' });
  const address = await app.nextOut();
  const hostMs = performance.now() - startedAt;
  const context = await opened.newContext({ viewport: { width: 1_360, height: 860 }, locale: 'en' });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const openedAt = performance.now();
    await page.goto(address);
    // Said once the whole list has come, of however many rows.
    await page
      .getByText(/^\d+ open/)
      .first()
      .waitFor();
    const usableMs = performance.now() - openedAt;
    const missionAt = performance.now();
    const place = `#/mission/${encodeURIComponent(connectionId)}/${encodeURIComponent(groupId)}`;
    await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
    await page.getByRole('heading', { name: 'Audit' }).first().waitFor();
    const missionMs = performance.now() - missionAt;
    return { hostMs, usableMs, missionMs };
  } finally {
    await context.close();
    app.interrupt();
    await app.ended;
  }
}
