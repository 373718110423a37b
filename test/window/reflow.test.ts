// Every screen at 200 % zoom of a window of 1280 by 800 (WCAG 1.4.10): nothing is cut off, and nobody has to scroll the page sideways.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WindowFixture } from './open-window.ts';
import { WINDOW_PLACES } from './places.ts';

const PATIENCE_MS = 240_000;

let fixture: WindowFixture;
beforeAll(async () => {
  fixture = await WindowFixture.create();
}, PATIENCE_MS);
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

/** Names of what stands out of the window, or of a box that cuts it off without a way to scroll there. */
function findCutOff(): string[] {
  const found: string[] = [];
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth || document.body.scrollWidth > innerWidth)
    found.push(`the page is ${String(page.scrollWidth)} wide`);
  // A table, a timeline or a graph may be scrolled sideways by itself; what holds a whole screen or a pane may not.
  const whole = '.frame-main, .panes, .panes-inner, .pane, .pane-body, .pane-head';
  for (const each of document.querySelectorAll(whole)) {
    const { overflowX } = getComputedStyle(each);
    if ((overflowX !== 'auto' && overflowX !== 'scroll') || each.scrollWidth <= each.clientWidth + 1)
      continue;
    const { right } = each.getBoundingClientRect();
    for (const part of each.querySelectorAll('*')) {
      const isTable = part.closest('table, [role="grid"], .list-columns, .visually-hidden') !== null;
      if (!isTable && part.childElementCount === 0 && part.getBoundingClientRect().right > right + 1) {
        found.push(
          `.${each.className} scrolls for ${part.tagName.toLowerCase()}.${part.getAttribute('class') ?? ''}`,
        );
      }
    }
  }
  const name = (element: Element): string =>
    `${element.tagName.toLowerCase()}.${[...element.classList]
      .filter((each) => !each.startsWith('m_'))
      .slice(0, 2)
      .join('.')} “${(element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 30)}”`;
  for (const element of document.querySelectorAll<HTMLElement>(
    'button, a[href], input, select, textarea, h2, h3, label, [role="tab"]',
  )) {
    if (element.closest('.visually-hidden, [aria-hidden="true"], .frame-skip, .plan-graph, svg') !== null)
      continue;
    const box = element.getBoundingClientRect();
    if (
      box.width < 2 ||
      box.height < 2 ||
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
      continue;
    // An input that only carries the state of what is drawn beside it.
    if (element instanceof HTMLInputElement && getComputedStyle(element).opacity === '0') continue;
    let right = innerWidth;
    for (let box_ = element.parentElement; box_ !== null; box_ = box_.parentElement) {
      const { overflowX } = getComputedStyle(box_);
      if (overflowX === 'auto' || overflowX === 'scroll') {
        if (box_.scrollWidth > box_.clientWidth) right = Infinity;
        break;
      }
      if (overflowX === 'hidden' || overflowX === 'clip')
        right = Math.min(right, box_.getBoundingClientRect().right);
    }
    if (box.right > right + 1 || box.left < -1) found.push(name(element));
  }
  return found;
}

it(
  'fits every screen into 640 by 400',
  async () => {
    const { page, follow } = await fixture.open({ width: 640, height: 400, language: 'de' });
    const found: string[] = [];
    for (const [place, href] of Object.entries(WINDOW_PLACES)) {
      await follow(href);
      found.push(...(await page.evaluate(findCutOff)).map((each) => `${place}: ${each}`));
      // What a place is for has room: at least a third of the window.
      const height = await page.locator('.frame-main').evaluate((main) => main.clientHeight);
      if (height < 400 / 3) found.push(`${place}: ${String(height)} pixels are left for it`);
    }
    expect(found).toEqual([]);
    await page.context().close();
  },
  PATIENCE_MS,
);
