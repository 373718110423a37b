// `node test/long/window-soak.ts [--hours 8]`: a working day in the window, compressed: somebody goes to another place every fifteen
// seconds, every row changes now and then, and after each round through all places what the page holds is measured, garbage
// collected first. Ends with exit code 1 when heap, nodes or listeners go on growing after the first rounds.
import { parseArgs } from 'node:util';
import { sampleWindow } from '../../build/window-build.ts';
import { openChromium } from '../harness/chromium.ts';
import { serveFolder } from '../window/static-server.ts';
import { WINDOW_PLACES } from '../window/places.ts';

const { values } = parseArgs({ options: { hours: { type: 'string', default: '8' } } });

const VISITS_PER_HOUR = 240;
/** Until every screen has been fetched, and what is kept on purpose is there. */
const WARM_ROUNDS = 4;
/** All rows come anew, in another language, as often as this. */
const CHANGE_EVERY = 5;
/** From the first measured rounds to the last ones. Measurements waver by a few in a hundred. */
const MOST_GROWTH = 1.1;

interface Measured {
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
}

const places = Object.values(WINDOW_PLACES);
const rounds = Math.max(WARM_ROUNDS + 6, Math.ceil((Number(values.hours) * VISITS_PER_HOUR) / places.length));
const server = await serveFolder(sampleWindow('production'));
const browser = await openChromium();
const measured: Measured[] = [];
const errors: string[] = [];
try {
  const context = await browser.newContext({
    viewport: { width: 1_280, height: 800 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on('pageerror', (fault) => errors.push(fault.message));
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  await page.goto(`${server.origin}/?language=en&appearance=light`);
  await page.locator('.frame-main').waitFor();
  for (let round = 1; round <= rounds; round += 1) {
    for (const [index, place] of places.entries()) {
      await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      // Keys and a pointer leave things behind that looking alone does not.
      await page.mouse.move(300 + (index % 7) * 90, 300);
      await page.keyboard.press('j');
      if (index % CHANGE_EVERY !== 0) continue;
      const language = (index / CHANGE_EVERY) % 2 === 0 ? 'de' : 'en';
      await page.evaluate(`mockDesk.client.system.changeSettings({ language: '${language}' })`);
    }
    await page.evaluate(`location.hash = ${JSON.stringify(WINDOW_PLACES.attention)}`);
    await page.locator('.list-row').first().waitFor();
    for (let time = 0; time < 2; time += 1) await devtools.send('HeapProfiler.collectGarbage');
    const { metrics } = await devtools.send('Performance.getMetrics');
    const valueOf = (name: string): number => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
    const now = {
      heapMb: valueOf('JSHeapUsedSize') / 1_048_576,
      nodes: valueOf('Nodes'),
      listeners: valueOf('JSEventListeners'),
    };
    measured.push(now);
    console.log(
      `round ${round} of ${rounds}: heap ${now.heapMb.toFixed(1)} MB, ${now.nodes} nodes, ${now.listeners} listeners`,
    );
  }
} finally {
  await browser.close();
  await server[Symbol.asyncDispose]();
}

const steady = measured.slice(WARM_ROUNDS);
for (const name of ['heapMb', 'nodes', 'listeners'] as const) {
  const third = Math.max(2, Math.floor(steady.length / 3));
  const [before, after] = [middleOf(steady.slice(0, third), name), middleOf(steady.slice(-third), name)];
  const isFlat = after <= before * MOST_GROWTH;
  console.log(`${name}: ${before.toFixed(1)} → ${after.toFixed(1)}, ${isFlat ? 'flat' : 'GROWS'}`);
  if (!isFlat) process.exitCode = 1;
}
for (const error of new Set(errors)) console.log(`the page says: ${error}`);
if (errors.length > 0) process.exitCode = 1;
console.log(`${rounds * places.length} visits: ${values.hours} hours`);

function middleOf(of: readonly Measured[], name: keyof Measured): number {
  const sorted = of.map((each) => each[name]).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
