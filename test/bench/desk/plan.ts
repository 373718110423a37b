// `node test/bench/desk/plan.ts [--items N] [--json FILE]`: a large plan as a graph: how soon it is there after somebody goes to it,
// and how long the window is busy while somebody moves, zooms and chooses.
import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { sampleWindow } from '../../../build/window-build.ts';
import { openChromium } from '../../harness/chromium.ts';
import { serveFolder } from '../../window/static-server.ts';
import { describeMachine } from '../harness.ts';
import { type TaskFigures, traceTasks } from '../page-trace.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '2000' },
    json: { type: 'string', default: fileURLToPath(new URL('../results/plan.json', import.meta.url)) },
  },
});

const VIEWPORT = { width: 1_360, height: 860 };
const MOVES = 40;
/** Between two moves of a hand. */
const STEP_MS = 16;
const NODE = '.plan-node';

const server = await serveFolder(sampleWindow('production'));
const browser = await openChromium();
try {
  const page = await (await browser.newContext({ viewport: VIEWPORT, locale: 'en' })).newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${server.origin}/?language=en&appearance=light&plan=${values.items}#/missions`);
  await page.locator('.list-row').first().waitFor();
  // Screens are fetched ahead of time in the first moments.
  await page.waitForTimeout(2_000);
  const figures = {
    appears: await traceTasks(browser, page, () => appear(page)),
    pan: await traceTasks(browser, page, () => pan(page)),
    zoom: await traceTasks(browser, page, () => zoom(page)),
    choose: await traceTasks(browser, page, () => choose(page)),
  };
  const machine = describeMachine();
  console.log(
    `Node ${machine.node}, ${machine.cores} × ${machine.cpu}, load ${(loadavg()[0] ?? 0).toFixed(1)}; ${values.items} items`,
  );
  console.log(
    `the graph is there after ${figures.appears.answer.toFixed(0)} ms (goal: below 1,000), ${tellTasks(figures.appears.tasks)}`,
  );
  for (const name of ['pan', 'zoom', 'choose'] as const) {
    console.log(`${name}: ${figures[name].answer.toFixed(0)} ms each, ${tellTasks(figures[name].tasks)}`);
  }
  console.log(`${await page.locator(NODE).count()} items in the page`);
  await mkdir(dirname(values.json), { recursive: true });
  await writeFile(values.json, `${JSON.stringify({ machine, load: loadavg()[0], figures }, null, 2)}\n`);
} finally {
  await browser.close();
  await server[Symbol.asyncDispose]();
}

function tellTasks({ longestTaskMs, longestTaskCpuMs }: TaskFigures): string {
  return `longest task ${longestTaskCpuMs.toFixed(0)} ms of processor time, ${longestTaskMs.toFixed(0)} ms by the clock`;
}

/** From the step to the plan until its first items are drawn where they stay. By the clock of the page. */
function appear(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const startedAt = performance.now();
    location.hash = '#/plan?view=graph';
    const look = () => {
      const isThere = document.querySelector('${NODE}') !== null && document.querySelector('.plan-layout') === null;
      // The frame in which they are seen, and the one after it.
      requestAnimationFrame(isThere ? () => resolve(performance.now() - startedAt) : look);
    };
    look();
  })`);
}

async function pan(page: Page): Promise<number> {
  const startedAt = performance.now();
  await page.mouse.move(900, 700);
  await page.mouse.down();
  for (let step = 1; step <= MOVES; step += 1) {
    await page.mouse.move(900 - step * 12, 700 - step * 10);
    await page.waitForTimeout(STEP_MS);
  }
  await page.mouse.up();
  return (performance.now() - startedAt) / MOVES;
}

async function zoom(page: Page): Promise<number> {
  const startedAt = performance.now();
  for (let step = 0; step < MOVES; step += 1) {
    await page.mouse.wheel(0, step < MOVES / 2 ? -120 : 120);
    await page.waitForTimeout(STEP_MS);
  }
  return (performance.now() - startedAt) / MOVES;
}

/** Along the edges, by keys. */
async function choose(page: Page): Promise<number> {
  const startedAt = performance.now();
  const steps = 8;
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('ArrowRight');
    await page.locator(`${NODE}[data-is-selected="true"]`).first().waitFor();
  }
  return (performance.now() - startedAt) / steps;
}
