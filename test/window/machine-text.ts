// Texts of a page that only a machine writes: durations and instants as documents have them. In code, fields and tooltips they are
// right; where people read they are a fault.
import type { Page } from 'playwright-core';

/** What of it a person sees now, shortened. */
export function findMachineText(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const duration =
      /\bP(?:\d+[YMWD](?:\d+[MWD])*(?:T(?:\d+(?:\.\d+)?[HMS])+)?|T(?:\d+(?:\.\d+)?[HMS])+)(?![\w-])/u;
    const instant = /\b\d{4}-\d\d-\d\dT\d\d:\d\d/u;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode() !== null) {
      const text = walker.currentNode.textContent ?? '';
      if (!duration.test(text) && !instant.test(text)) continue;
      const parent = walker.currentNode.parentElement;
      const isCode =
        parent === null ||
        parent.closest('pre, code, .mono, .code, textarea, script, style, [role="tooltip"]') !== null;
      if (!isCode && parent.checkVisibility()) found.push(text.trim().slice(0, 120));
    }
    return found;
  });
}
