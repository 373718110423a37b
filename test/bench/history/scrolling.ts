// A window on a long history while somebody scrolls: how many rows are in the page, and how long its main thread is busy in one go,
// out of a recorded trace.
import { openChromium } from '../../harness/chromium.ts';
import { startApp } from '../../start/started-app.ts';
import { type TaskFigures, traceTasks } from '../page-trace.ts';

export interface ScrollFigures extends TaskFigures {
  readonly steps: number;
  readonly mostRows: number;
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
    const { answer: mostRows, tasks } = await traceTasks(browser, page, async () => {
      let most = 0;
      for (let step = 1; step <= STEPS; step += 1) {
        if (step % JUMP_EVERY === 0) {
          const share = (step / STEPS).toFixed(3);
          await page.evaluate(
            `{ const list = document.querySelector('.history-list'); list.scrollTop = list.scrollHeight * ${share}; }`,
          );
        } else await page.mouse.wheel(0, WHEEL_PX);
        await page.waitForTimeout(STEP_MS);
        most = Math.max(most, await page.locator('.history-list .list-row').count());
      }
      return most;
    });
    return { steps: STEPS, mostRows, ...tasks };
  } finally {
    await browser.close();
    app.interrupt();
    await app.ended;
  }
}
