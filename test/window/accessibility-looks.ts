// Every screen in every look of one language, through all rules of axe. A file for each language calls it, so that they run
// side by side.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AxeRules, findSerious, outlineOf, STYLE_RULES } from './axe.ts';
import { WindowFixture, type WindowOptions } from './open-window.ts';
import { WINDOW_PLACES } from './places.ts';

const PATIENCE_MS = 300_000;

/** What each look asks for beyond WCAG 2.2 AA; the first one is tried with everything. */
const LOOKS: readonly (readonly [NonNullable<WindowOptions['appearance']>, readonly string[]])[] = [
  ['light', []],
  ['dark', []],
  // 7:1, which those who choose it come for.
  ['high-contrast', ['color-contrast-enhanced']],
];

/** Declares the tests. A look draws the same elements in other colours; where it draws others, all rules run again. */
export function describeLooks(language: 'en' | 'de'): void {
  describe(`the window for everybody (WCAG 2.2 AA): ${language}`, () => {
    let fixture: WindowFixture;
    beforeAll(async () => {
      fixture = await WindowFixture.create();
    }, PATIENCE_MS);
    afterAll(async () => {
      await fixture[Symbol.asyncDispose]();
    });
    /** The outlines that all rules have passed, by place. */
    const passed = new Map<string, string>();

    it.each(LOOKS)(
      'has nothing serious on any screen: %s',
      async (appearance, more) => {
        const { page, errors, follow } = await fixture.open({ language, appearance });
        const found: string[] = [];
        const look = async (name: string, rules: AxeRules): Promise<void> => {
          found.push(...(await findSerious(page, rules)).map((each) => `${name}: ${each}`));
        };
        for (const [name, place] of Object.entries(WINDOW_PLACES)) {
          await follow(place);
          const outline = await outlineOf(page);
          const isKnown = passed.get(name) === outline;
          await look(name, isKnown ? [...STYLE_RULES, ...more] : 'all');
          if (!isKnown && more.length > 0) await look(name, more);
          passed.set(name, outline);
        }
        await page.context().close();
        expect(found).toEqual([]);
        // A breach of the content security policy is said on the console.
        expect(errors).toEqual([]);
      },
      PATIENCE_MS,
    );
  });
}
