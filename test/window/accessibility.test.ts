// Every screen for everybody: axe finds nothing serious by light and by dark, controls are large enough, and nothing is
// lost at 200 % zoom. Other looks: accessibility-looks.test.ts
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSerious } from './axe.ts';
import { findMachineText } from './machine-text.ts';
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

describe('the window for everybody (WCAG 2.2 AA)', () => {
  it(
    'has nothing serious on any screen, and no colours that cannot be told apart by light or by dark',
    async () => {
      const { page, errors, follow } = await fixture.open({ appearance: 'system' });
      const found: string[] = [];
      const look = async (name: string, rules: Parameters<typeof findSerious>[1]): Promise<void> => {
        found.push(...(await findSerious(page, rules)).map((each) => `${name}: ${each}`));
      };
      const dress = async (colorScheme: 'light' | 'dark'): Promise<void> => {
        await page.emulateMedia({ colorScheme });
        await page.locator(`[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
        // Drawn as well: what the attribute changes goes through transitions of no length.
        await page.waitForFunction(() =>
          document
            .getAnimations()
            .every(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY),
        );
      };
      for (const [name, place] of Object.entries(WINDOW_PLACES)) {
        await follow(place);
        await dress('light');
        await look(name, 'all');
        await dress('dark');
        await look(`${name}, dark`, ['color-contrast']);
      }
      await page.context().close();
      expect(found).toEqual([]);
      // A breach of the content security policy is said on the console.
      expect(errors).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'gives every control 24 pixels at least (2.5.8), and tells times and durations as people do',
    async () => {
      const { page, follow } = await fixture.open();
      const small: string[] = [];
      const machine: string[] = [];
      for (const [name, place] of Object.entries(WINDOW_PLACES)) {
        await follow(place);
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
        machine.push(...(await findMachineText(page)).map((text) => `${name}: ${text}`));
      }
      await page.context().close();
      expect(small).toEqual([]);
      expect(machine).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'needs no scrolling sideways at 200 % zoom (1.4.10)',
    async () => {
      const { page, follow } = await fixture.open({ width: 640, height: 450 });
      const wide: string[] = [];
      for (const [name, place] of Object.entries(WINDOW_PLACES)) {
        await follow(place);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (overflow > 1) wide.push(`${name}: ${overflow}`);
      }
      await page.context().close();
      expect(wide).toEqual([]);
    },
    PATIENCE_MS,
  );
});
