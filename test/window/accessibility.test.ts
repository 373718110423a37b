// Every screen in every theme, and in both languages: axe finds nothing serious, and the content security policy of the
// host is enough for it.
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WindowFixture, type WindowOptions } from './open-window.ts';
import { WINDOW_PLACES } from './places.ts';

let fixture: WindowFixture;
beforeAll(async () => {
  fixture = await WindowFixture.create();
}, 180_000);
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

interface Look extends WindowOptions {
  /** All rules when left out: they take minutes, and most of them do not depend on the look. */
  readonly rules?: readonly string[];
}

const NAMES = [
  'button-name',
  'link-name',
  'label',
  'aria-input-field-name',
  'html-lang-valid',
  'color-contrast',
];
const LOOKS: readonly (readonly [string, Look])[] = [
  ['light, English', {}],
  ['dark', { appearance: 'dark', rules: ['color-contrast'] }],
  [
    'high contrast, 7:1',
    { appearance: 'high-contrast', rules: ['color-contrast', 'color-contrast-enhanced'] },
  ],
  ['German', { language: 'de', rules: NAMES }],
  ['nothing there yet', { isEmpty: true, rules: NAMES }],
];

describe('the window for everybody (WCAG 2.1 AA)', () => {
  it.each(LOOKS)(
    'has nothing serious on any screen: %s',
    async (_name, { rules, ...options }) => {
      const { page, errors, show } = await fixture.open(options);
      const found: string[] = [];
      for (const [name, place] of Object.entries(WINDOW_PLACES)) {
        await show(place);
        const axe = new AxeBuilder({ page });
        if (rules === undefined)
          axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
        else axe.withRules([...rules]);
        const { violations } = await axe.analyze();
        for (const { id, impact, nodes } of violations) {
          if (impact !== 'serious' && impact !== 'critical') continue;
          found.push(...nodes.map(({ html }) => `${name}: ${id}: ${html.slice(0, 160)}`));
        }
      }
      await page.close();
      expect(found).toEqual([]);
      expect(errors).toEqual([]);
    },
    240_000,
  );

  it('gives every control 24 pixels at least (2.5.8)', async () => {
    const { page, show } = await fixture.open();
    const small: string[] = [];
    for (const [name, place] of Object.entries(WINDOW_PLACES)) {
      await show(place);
      const found = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('button, [role="tab"], select, summary')]
          .filter((each) => each.offsetParent !== null && each.closest('.visually-hidden') === null)
          .filter((each) => {
            const { width, height } = each.getBoundingClientRect();
            return width > 0 && (width < 24 || height < 23.5);
          })
          .map((each) => each.outerHTML.slice(0, 120)),
      );
      small.push(...found.map((html) => `${name}: ${html}`));
    }
    await page.close();
    expect(small).toEqual([]);
  }, 120_000);

  it('needs no scrolling sideways at 200 % zoom (1.4.10)', async () => {
    const { page, show } = await fixture.open({ width: 640, height: 450 });
    const wide: string[] = [];
    for (const [name, place] of Object.entries(WINDOW_PLACES)) {
      await show(place);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (overflow > 1) wide.push(`${name}: ${overflow}`);
    }
    await page.close();
    expect(wide).toEqual([]);
  }, 120_000);
});
