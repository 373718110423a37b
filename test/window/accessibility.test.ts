// Every screen for everybody: axe finds nothing serious on an empty desk, controls are large enough, and nothing is lost at
// 200 % zoom. Every screen with something on it, in every look and language: accessibility-english.test.ts, -german.
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
    'has nothing serious on any screen where nothing is there yet',
    async () => {
      const { page, errors, follow } = await fixture.open({ isEmpty: true });
      const found: string[] = [];
      for (const [name, place] of Object.entries(WINDOW_PLACES)) {
        await follow(place);
        found.push(...(await findSerious(page, 'all')).map((each) => `${name}: ${each}`));
      }
      await page.context().close();
      expect(found).toEqual([]);
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
