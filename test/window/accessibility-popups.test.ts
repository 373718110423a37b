// What opens over a screen, for everybody: every dialog, menu and popover that a button of some screen opens, through axe.
import type { ElementHandle, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AxeRules, findSerious, STYLE_RULES } from './axe.ts';
import { nameOfKind } from './every-hand-keys.ts';
import { installEveryHand } from './every-hand-look.ts';
import { WindowFixture, type WindowOptions } from './open-window.ts';
import { WINDOW_PLACES } from './places.ts';

const PATIENCE_MS = 300_000;

let fixture: WindowFixture;
beforeAll(async () => {
  fixture = await WindowFixture.create();
}, PATIENCE_MS);
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

/** Where axe looks: the popup that is open, which the walk by keys finds in the same way. */
const POPUP = '[data-every-hand="popup"]';
const LOOKS: readonly (readonly [string, WindowOptions])[] = [
  ['English, light and dark', { language: 'en', appearance: 'system' }],
  ['German, high contrast', { language: 'de', appearance: 'high-contrast' }],
];
async function dress(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
  // Drawn as well: what the attribute changes goes through transitions of no length.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY),
  );
}

const elementOf = async (page: Page, id: number): Promise<ElementHandle<HTMLElement> | undefined> => {
  const handle = await page.evaluateHandle((number) => window.everyHand?.element(number), id);
  return handle.asElement() ?? undefined;
};

/** What no button opens that says so by its words or its role. */
const BY_KEYS: readonly (readonly [place: string, keys: string])[] = [
  [WINDOW_PLACES.attention, 'Control+k'],
  [WINDOW_PLACES.attention, '?'],
  [WINDOW_PLACES.attention, '.'],
  [WINDOW_PLACES['plan-table'], '.'],
  [WINDOW_PLACES['plan-graph'], '.'],
];

describe('what opens over a screen (WCAG 2.2 AA)', () => {
  it.each(LOOKS)(
    'has nothing serious: %s',
    async (_name, options) => {
      const { page, errors, follow, show } = await fixture.open(options);
      await page.addInitScript(installEveryHand);
      const pressed = new Set<string>();
      const found: string[] = [];
      /** Whether anything has opened. */
      const look = async (name: string): Promise<boolean> => {
        await page.evaluate(() => window.everyHand?.rest());
        const popup = await page.evaluate(() => window.everyHand?.markPopup());
        if (popup === undefined) return false;
        const ask = async (rules: AxeRules): Promise<void> => {
          const faults = await findSerious(page, rules, POPUP);
          found.push(...faults.map((each) => `${name}: ${each}`));
        };
        await ask('all');
        if (options.appearance === 'system') {
          await dress(page, 'dark');
          await ask(STYLE_RULES);
          await dress(page, 'light');
        } else await ask(['color-contrast-enhanced']);
        return true;
      };
      for (const [name, place] of Object.entries(WINDOW_PLACES)) {
        if (page.url() === 'about:blank') await show(place);
        else await follow(place);
        for (const part of (await page.evaluate(() => window.everyHand?.parts())) ?? []) {
          if (!part.opens || pressed.has(nameOfKind(part))) continue;
          pressed.add(nameOfKind(part));
          const button = await elementOf(page, part.id);
          if (button === undefined) continue;
          await button.click();
          const hasOpened = await look(`${name}, ${part.name}`);
          if (hasOpened) {
            await page.keyboard.press('Escape');
            await page.evaluate(() => window.everyHand?.rest());
          }
          // What stays open is not in the way of the next one.
          const isOpen = (await page.evaluate(() => window.everyHand?.popup())) !== undefined;
          if (isOpen || new URL(page.url()).hash !== place) await show(place);
        }
      }
      for (const [place, keys] of BY_KEYS) {
        await show(place);
        if (place === WINDOW_PLACES['plan-graph']) await page.locator('.plan-graph').focus();
        await page.keyboard.press(keys);
        expect(await look(keys), `${keys} opens something`).toBe(true);
      }
      await page.context().close();
      expect(found).toEqual([]);
      expect(errors).toEqual([]);
    },
    PATIENCE_MS,
  );
});
