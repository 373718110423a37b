// axe inside of a window: loaded once for each document and asked as often as needed.
import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { findFaintEdges } from './faint-edges.ts';

/** `'all'`: everything that WCAG 2.2 AA asks for and can be told by a program, and axe's best practices. */
export type AxeRules = 'all' | readonly string[];

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What is serious or critical on the page and in the frames inside of it: rule and element. With colours, edges as well. */
export async function findSerious(page: Page, rules: AxeRules): Promise<string[]> {
  const found: string[] = [];
  for (const frame of page.frames()) found.push(...(await findInFrame(frame, rules)));
  if (rules === 'all' || rules.includes('color-contrast')) found.push(...(await findFaintEdges(page)));
  return found;
}

async function findInFrame(frame: Frame, rules: AxeRules): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source);
  return frame.evaluate(
    async (runOnly) => {
      const { axe: engine } = globalThis as unknown as { axe: typeof axe };
      const { violations } = await engine.run(document, {
        runOnly,
        resultTypes: ['violations'],
        iframes: false,
      });
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
    },
    rules === 'all' ? { type: 'tag' as const, values: TAGS } : { type: 'rule' as const, values: [...rules] },
  );
}
