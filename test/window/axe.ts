// axe inside of a window: loaded once for each document and asked as often as needed.
import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { findFaintEdges } from './faint-edges.ts';

/** `'all'`: everything that WCAG 2.2 AA asks for and can be told by a program, and axe's best practices. */
export type AxeRules = 'all' | readonly string[];

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules of `'all'` whose verdict hangs on colours and sizes: what another style sheet can break while the page stays the same. */
export const STYLE_RULES: readonly string[] = [
  'color-contrast',
  'link-in-text-block',
  'target-size',
  'scrollable-region-focusable',
];

/** What is serious or critical on the page and in the frames inside of it: rule and element. With colours, edges as well. */
export async function findSerious(page: Page, rules: AxeRules, within?: string): Promise<string[]> {
  const found: string[] = [];
  for (const frame of within === undefined ? page.frames() : [page.mainFrame()])
    found.push(...(await findInFrame(frame, rules, within)));
  if (rules === 'all' || rules.includes('color-contrast')) found.push(...(await findFaintEdges(page)));
  return found;
}

async function findInFrame(frame: Frame, rules: AxeRules, within?: string): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source);
  return frame.evaluate(
    async ({ runOnly, root }) => {
      const { axe: engine } = globalThis as unknown as { axe: typeof axe };
      const { violations } = await engine.run(root ?? document, {
        runOnly,
        resultTypes: ['violations'],
        iframes: false,
      });
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
    },
    {
      runOnly:
        rules === 'all'
          ? { type: 'tag' as const, values: TAGS }
          : { type: 'rule' as const, values: [...rules] },
      root: within,
    },
  );
}

/**
 * What rules that do not look at colours or sizes go by: every element in sight with its role and the names of its attributes. The
 * same outline twice has the same verdict of theirs.
 */
export function outlineOf(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((each) => each.checkVisibility({ visibilityProperty: true }))
      .map((each) => `${each.tagName}[${each.role ?? ''}](${each.getAttributeNames().join(' ')})`)
      .join('\n'),
  );
}
