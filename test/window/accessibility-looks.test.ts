// Every screen as some see it: with high contrast, in German, and with nothing there yet. Rules of axe that no look can
// change are tried once, in accessibility.test.ts
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSerious } from './axe.ts';
import { WindowFixture, type WindowOptions } from './open-window.ts';
import { WINDOW_PLACES } from './places.ts';

const PATIENCE_MS = 240_000;

let fixture: WindowFixture;
beforeAll(async () => {
  fixture = await WindowFixture.create();
}, PATIENCE_MS);
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

/** What other words, or none, can break. */
const NAMES = [
  'button-name',
  'link-name',
  'label',
  'aria-input-field-name',
  'html-lang-valid',
  'color-contrast',
];

const LOOKS: readonly (readonly [string, WindowOptions, readonly string[]])[] = [
  ['high contrast, 7:1', { appearance: 'high-contrast' }, ['color-contrast', 'color-contrast-enhanced']],
  ['German', { language: 'de' }, NAMES],
  ['nothing there yet', { isEmpty: true }, NAMES],
];

describe('the window for everybody (WCAG 2.2 AA)', () => {
  it.each(LOOKS)(
    'has nothing serious on any screen: %s',
    async (_name, options, rules) => {
      const { page, errors, follow } = await fixture.open(options);
      const found: string[] = [];
      for (const [name, place] of Object.entries(WINDOW_PLACES)) {
        await follow(place);
        found.push(...(await findSerious(page, rules)).map((each) => `${name}: ${each}`));
      }
      await page.context().close();
      expect(found).toEqual([]);
      expect(errors).toEqual([]);
    },
    PATIENCE_MS,
  );
});
