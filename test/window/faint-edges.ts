// Edges of controls that cannot be told from what is behind them (WCAG 1.4.11): axe looks at text alone.
import type { Page } from 'playwright-core';

/** What a person clicks or types into, and knows by its edge as long as it is empty or off. */
const CONTROLS = [
  '.mantine-Checkbox-input:not(:checked, :disabled)',
  '.mantine-Radio-radio:not(:checked, :disabled)',
  '.mantine-SegmentedControl-root',
  '.mantine-Switch-input:not(:checked, :disabled) + .mantine-Switch-track',
  '.mantine-Input-input:not(:disabled, [data-disabled], [data-variant="unstyled"])',
].join(', ');

/** Controls in sight whose edge has less than 3:1, with the ratio. */
export function findFaintEdges(page: Page): Promise<string[]> {
  return page.evaluate((controls) => {
    const luminanceOf = (colour: string): number => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number).map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const backgroundOf = (element: Element | null): string => {
      if (element === null) return 'rgb(255, 255, 255)';
      const { backgroundColor } = getComputedStyle(element);
      return backgroundColor === 'rgba(0, 0, 0, 0)' ? backgroundOf(element.parentElement) : backgroundColor;
    };
    return [...document.querySelectorAll(controls)].flatMap((each) => {
      const { width } = each.getBoundingClientRect();
      if (width < 8 || each.closest('.visually-hidden') !== null) return [];
      const [edge, behind] = [getComputedStyle(each).borderTopColor, backgroundOf(each.parentElement)].map(
        luminanceOf,
      ) as [number, number];
      const ratio = (Math.max(edge, behind) + 0.05) / (Math.min(edge, behind) + 0.05);
      return ratio >= 3 ? [] : [`edge ${ratio.toFixed(2)}:1: ${each.outerHTML.slice(0, 120)}`];
    });
  }, CONTROLS);
}
