// What a person does in the window with the keyboard alone. Nothing here has a pointer: it presses keys, and looks where the
// focus is, as people see it and as a screen reader says it.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PATIENCE_MS } from './e2e-stage.ts';

const MOST_TABS = 120;

/** The focused element as a screen reader calls it: `button "Run it"`. */
export async function focusOf(page: Page): Promise<string> {
  const focused = page.locator(':focus');
  let snapshot: string | undefined;
  while (snapshot === undefined) {
    if ((await focused.count()) === 0) return 'nothing';
    // What was focused may have gone meanwhile, and then nobody answers.
    snapshot = await focused.ariaSnapshot({ timeout: 2_000 }).catch(() => undefined);
  }
  const [line = ''] = snapshot.split('\n');
  return line.replace(/^- /u, '').replace(/:$/u, '');
}

/** Whether a person can see where the focus is: it has a mark of its own, and lies within the window. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  const look = `(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return 'nothing has the focus';
    if (!element.matches(':focus-visible')) return 'the focus is not shown';
    const isMarked = (each) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    };
    // A list marks its selected row; a box of a control stands beside its input.
    const marked = [element, element.parentElement, element.nextElementSibling,
      ...element.querySelectorAll('[aria-selected="true"]')];
    if (!marked.some((each) => each !== null && isMarked(each))) return 'the focus has no mark';
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth ? 'shown' : 'out of the window';
  })()`;
  const sight = async () => `${await focusOf(page)}: ${String(await page.evaluate(look))}`;
  await expect.poll(sight, { timeout: 5_000 }).toMatch(/: shown$/u);
}

/** Goes forward with Tab to what is called so, such as `button "Run it"`. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const isThere = (focus: string) => (typeof name === 'string' ? focus.startsWith(name) : name.test(focus));
  const passed: string[] = [];
  for (let count = 0; count < MOST_TABS; count += 1) {
    await page.keyboard.press('Tab');
    const focus = await focusOf(page);
    if (isThere(focus)) {
      await expectVisibleFocus(page);
      return;
    }
    passed.push(focus);
  }
  throw new Error(`Tab does not lead to ${String(name)}, only to:\n${passed.join('\n')}`);
}

/** Goes to a place with G and its letter. */
export async function goByKeys(page: Page, letter: string, place: string): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press(letter);
  await page.waitForURL(`**/*#/${place}**`);
}

/** Signs the sheet that has opened. */
export async function signByKeys(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Signs as').waitFor();
  await expectFocusIn(page, '[role="dialog"]');
  await page.keyboard.press('Control+Enter');
  await sheet.waitFor({ state: 'detached' });
}

/** Until the focus is inside of something. */
export async function expectFocusIn(page: Page, selector: string): Promise<void> {
  const look = `document.activeElement?.closest(${JSON.stringify(selector)}) != null`;
  await expect.poll(() => page.evaluate(look), { timeout: PATIENCE_MS }).toBe(true);
}
