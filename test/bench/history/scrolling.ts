// A window on a long history while somebody scrolls: how many rows are in the page, and how long its main thread is busy in one go,
// out of a recorded trace.
import { openChromium } from '../../harness/chromium.ts';
import { startApp } from '../../start/started-app.ts';

export interface ScrollFigures {
  readonly steps: number;
  readonly mostRows: number;
  readonly longestTaskMs: number;
  /** Of processor time: what else runs on the machine does not count. */
  readonly longestTaskCpuMs: number;
  readonly tasksOver50Cpu: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const STEPS = 120;
const WHEEL_PX = 900;
/** Now and then somebody pulls the bar. */
const JUMP_EVERY = 12;
const STEP_MS = 50;

export async function measureScrolling(profile: string): Promise<ScrollFigures> {
  const app = startApp(['--profile', profile, '--no-open'], { DBUS_SESSION_BUS_ADDRESS: '' });
  const browser = await openChromium();
  try {
    const address = await app.nextOut();
    const context = await browser.newContext({ viewport: { width: 1_360, height: 860 }, locale: 'en' });
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(address);
    await page.evaluate("location.hash = '#/history'");
    await page.locator('.history-list .history-sentence').first().waitFor();
    await page.locator('.history-list').hover();
    await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] });
    let mostRows = 0;
    for (let step = 1; step <= STEPS; step += 1) {
      if (step % JUMP_EVERY === 0) {
        const share = (step / STEPS).toFixed(3);
        await page.evaluate(
          `{ const list = document.querySelector('.history-list'); list.scrollTop = list.scrollHeight * ${share}; }`,
        );
      } else await page.mouse.wheel(0, WHEEL_PX);
      await page.waitForTimeout(STEP_MS);
      mostRows = Math.max(mostRows, await page.locator('.history-list .list-row').count());
    }
    const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as {
      readonly traceEvents: readonly TraceEvent[];
    };
    return { steps: STEPS, mostRows, ...longestTask(trace.traceEvents) };
  } finally {
    await browser.close();
    app.interrupt();
    await app.ended;
  }
}

/** Of the main threads of the pages. */
function longestTask(events: readonly TraceEvent[]) {
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = events.filter(
    ({ name, ph, pid, tid }) => name.endsWith('RunTask') && ph === 'X' && mains.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('the trace holds no task of a page');
  const cpu = tasks.map(({ tdur, dur = 0 }) => (tdur ?? dur) / 1_000);
  return {
    longestTaskMs: Math.max(...tasks.map(({ dur = 0 }) => dur / 1_000)),
    longestTaskCpuMs: Math.max(...cpu),
    tasksOver50Cpu: cpu.filter((ms) => ms > 50).length,
  };
}
