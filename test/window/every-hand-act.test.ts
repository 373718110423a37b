// Everything that the keys reach acts by a key (WCAG 2.1.1): on every screen each button, switch and choice is pressed, and something
// that one notices comes of it. Parts of a widget are walked by its arrows, from its one stop. That the Tab key reaches all of it, and that
// what opens is left again, is tried in every-hand.test.ts.
import type { CDPSession } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installEveryEffect } from './every-hand-effect.ts';
import { nameOfKind, pressTimes, type WalkKey } from './every-hand-keys.ts';
import { installEveryHand, type Part, type Widget } from './every-hand-look.ts';
import { type OpenWindow, WindowFixture } from './open-window.ts';
import { WINDOW_PLACES } from './places.ts';

let fixture: WindowFixture;
let opened: OpenWindow;
let keys: CDPSession;
beforeAll(async () => {
  fixture = await WindowFixture.create();
  opened = await fixture.open();
  await opened.page.addInitScript(installEveryHand);
  await opened.page.addInitScript(installEveryEffect);
  keys = await opened.page.context().newCDPSession(opened.page);
}, 180_000);
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

/** What may come to nothing, and why. */
const NOTHING_TO_DO: Readonly<Record<string, string>> = {
  'button "Show everything"': 'all of the sample plan is in sight already',
  'button "Look again"': 'the Authority of the sample is as it was a moment ago',
};

/** What was pressed already: a button that several screens have is pressed once. */
const pressed = new Set<string>();

const parts = (): Promise<readonly Part[]> => opened.page.evaluate(() => window.everyHand?.parts() ?? []);
const rest = (): Promise<void> => opened.page.evaluate(() => window.everyHand?.rest());
const hashOf = (): string => new URL(opened.page.url()).hash;

/** Puts the focus on a part; the key that uses it. `idle` is what no key uses, `gone` what an earlier press has taken away. */
function focus(id: number): Promise<'Enter' | 'Space' | 'ArrowDown' | 'idle' | 'gone'> {
  return opened.page.evaluate(async (number) => {
    const element = window.everyHand?.element(number);
    if (element === undefined) return 'gone';
    // Where one is already, there is nowhere to go.
    const isIdle = element.matches(':disabled, [aria-current], textarea, input:not([type="checkbox"])');
    if (isIdle) return 'idle';
    element.focus();
    await window.everyHand?.rest();
    if (document.activeElement !== element) return 'gone';
    window.everyEffect?.begin(element);
    if (element.matches('select')) return 'ArrowDown';
    return element.matches('input') ? 'Space' : 'Enter';
  }, id);
}

/** Presses a key on what has the focus; what came of it, and whether something is open now. */
async function press(
  key: string,
): Promise<{ readonly effects: readonly string[]; readonly isOpen: boolean }> {
  await opened.page.keyboard.press(key);
  return opened.page.evaluate(async () => {
    await window.everyHand?.rest();
    return {
      // A page that was loaded anew knows of nothing that was begun.
      effects: window.everyEffect?.end() ?? ['another page'],
      isOpen: window.everyHand?.popup() !== undefined,
    };
  });
}

/** Back at the screen as it was; false where only loading it anew leads back. */
async function comeBack(place: string, hash: string, isOpen: boolean): Promise<boolean> {
  const { page, follow } = opened;
  if (isOpen) {
    await page.keyboard.press('Escape');
    await rest();
    if (await page.evaluate(() => window.everyHand?.popup() !== undefined)) return false;
  }
  if (hashOf() === hash) return true;
  await follow(place);
  await rest();
  return true;
}

/** Presses what was not pressed yet. What a press has taken away is looked for again on the screen as it was. */
async function pressAll(place: string): Promise<readonly string[]> {
  const { follow, show } = opened;
  const idle: string[] = [];
  await (hashOf() === '' ? show(place) : follow(place));
  for (let left = 4; left > 0; left -= 1) {
    await rest();
    const hash = hashOf();
    let isWhole = true;
    for (const part of await parts()) {
      // The rows of a table of settings have the same buttons, each with the name of its row.
      const kind = nameOfKind(part).replaceAll(/“[^”]*”/gu, '#');
      if (part.way !== 'stop' || part.opens || pressed.has(kind)) continue;
      if (!/^(?:button|switch|summary|input|select)\b/u.test(part.name)) continue;
      const key = await focus(part.id);
      if (key === 'gone') isWhole = false;
      if (key === 'gone' || key === 'idle') continue;
      pressed.add(kind);
      const { effects, isOpen } = await press(key);
      if (effects.length === 0 && NOTHING_TO_DO[part.name] === undefined) idle.push(part.name);
      if (await comeBack(place, hash, isOpen)) continue;
      isWhole = false;
      break;
    }
    if (isWhole) break;
    await show(place);
  }
  return idle;
}

const widgets = (): Promise<readonly Widget[]> =>
  opened.page.evaluate(() => window.everyHand?.widgets() ?? []);

const MOST_COLUMNS = 12;

/** Which parts of a widget the arrows do not come to, from its stop on. */
async function walkWidget({ name, stop, parts: inside, length }: Widget): Promise<readonly string[]> {
  const { page } = opened;
  // A choice changes what is shown, and each key finds the choice where the one before has left it.
  const isChoice = /^(?:radiogroup|tablist)/u.test(name);
  const reached = new Set<string>();
  const step = async (key: WalkKey, times: number): Promise<void> => {
    const portion = isChoice ? 1 : times;
    for (let left = times; left > 0; left -= portion) {
      await pressTimes(keys, key, portion);
      await rest();
      for (const each of await page.evaluate(() => window.everyHand?.takeWay() ?? [])) reached.add(each);
    }
  };
  await page.evaluate((id) => {
    window.everyHand?.element(id)?.focus();
    window.everyHand?.takeWay();
  }, stop);
  const isDone = (): boolean => inside.every((each) => reached.has(each));
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp'] as const) {
    if (!isDone()) await step(key, length + 1);
  }
  // In a table the arrows go along both.
  const rows = isChoice ? 0 : length;
  for (let row = 0; row < rows && !isDone(); row += 1) {
    await step('ArrowRight', MOST_COLUMNS);
    await step('ArrowLeft', MOST_COLUMNS);
    await step('ArrowDown', 1);
  }
  return inside.filter((each) => !reached.has(each)).map((each) => `${name}: ${each}`);
}

/** Widgets that were walked on another screen. */
const walked = new Set<string>();

describe('a key on everything', () => {
  it.each(Object.entries(WINDOW_PLACES))(
    'does something that one notices: %s',
    async (_name, place) => {
      expect(await pressAll(place)).toEqual([]);
    },
    120_000,
  );
});

describe('all of it', () => {
  it('was pressed, as far as it can be', () => {
    // The sample desk has about two hundred and fifty different buttons that open nothing.
    expect(pressed.size, 'different buttons that were pressed').toBeGreaterThan(200);
  });
});

describe('both languages', () => {
  it('have the same to use on every screen, and a name for all of it', async () => {
    const german = await fixture.open({ language: 'de' });
    await german.page.addInitScript(installEveryHand);
    await german.show(WINDOW_PLACES.attention);
    await opened.show(WINDOW_PLACES.attention);
    const differing: string[] = [];
    for (const [name, place] of Object.entries(WINDOW_PLACES)) {
      const [here, there] = await Promise.all(
        [opened, german].map(async ({ page, follow }) => {
          await follow(place);
          await page.evaluate(() => window.everyHand?.rest());
          return page.evaluate(() => window.everyHand?.parts() ?? []);
        }),
      );
      if (here === undefined || there === undefined) throw new Error('two pages have two answers');
      // The first words of a name are the role.
      const shape = (each: Part): string => `${each.name.split(' ', 1)[0]} ${each.way}`;
      if (here.map(shape).join() !== there.map(shape).join()) differing.push(name);
      const nameless = there.filter(
        (each) => each.name.endsWith('""') && !/^(?:input|textarea|time)/u.test(each.name),
      );
      differing.push(...nameless.map((each) => `${name}: ${each.name}`));
    }
    await german.page.context().close();
    expect(differing).toEqual([]);
  }, 240_000);
});

describe('the arrows', () => {
  beforeAll(async () => {
    // As the sample desk was before everything on it was pressed.
    await opened.show(WINDOW_PLACES.attention);
  }, 60_000);

  it.each(Object.entries(WINDOW_PLACES))(
    'lead to every part of every widget: %s',
    async (_name, place) => {
      await opened.follow(place);
      await rest();
      const hash = hashOf();
      const missed: string[] = [];
      const count = (await widgets()).length;
      for (let index = 0; index < count; index += 1) {
        const widget = (await widgets())[index];
        if (widget === undefined) throw new Error(`${place} has lost a widget`);
        const kind = [widget.name, ...widget.parts].join(' ');
        if (walked.has(kind)) continue;
        walked.add(kind);
        missed.push(...(await walkWidget(widget)));
        // Radio buttons choose as they are walked.
        if (hashOf() !== hash || (await widgets()).length !== count) {
          await opened.show(place);
          await rest();
        }
      }
      expect(missed).toEqual([]);
    },
    120_000,
  );
});
