// Everything that can be done in the window can be done without a pointer (WCAG 2.1.1, 2.1.2, 2.4.7, 2.4.11): on every screen the
// keys reach all that can be used, nothing holds them, and one sees where they are. What there is to reach is read from the page,
// so that a new button without a way to it is found.
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nameOfKind, pressTimes, type WalkKey } from './every-hand-keys.ts';
import { installEveryHand, type Part, type Popup, type Stop } from './every-hand-look.ts';
import { type OpenWindow, WindowFixture } from './open-window.ts';
import { WINDOW_PLACES } from './places.ts';

let fixture: WindowFixture;
let opened: OpenWindow;
let keys: CDPSession;
beforeAll(async () => {
  fixture = await WindowFixture.create();
  opened = await fixture.open();
  await opened.page.addInitScript(installEveryHand);
  keys = await opened.page.context().newCDPSession(opened.page);
}, 180_000);
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

/** What the keys have come to. */
async function press(key: WalkKey, times: number): Promise<readonly Stop[]> {
  await pressTimes(keys, key, times);
  return opened.page.evaluate(() => window.everyHand?.takeStops() ?? []);
}

const pressTab = (times: number): Promise<readonly Stop[]> => press('Tab', times);
const partsOf = (page: Page): Promise<readonly Part[]> =>
  page.evaluate(() => window.everyHand?.parts() ?? []);

/** Walks once round the page: until the keys come to where they have been. */
async function walk(): Promise<readonly Stop[]> {
  const found: Stop[] = [];
  const seen = new Set<number>();
  for (let round = 0; round < 40; round += 1) {
    for (const stop of await pressTab(30)) {
      // A field of a date has several stops inside of one; between the last and the first the page has no focus.
      if (stop.id === undefined || stop.id === found.at(-1)?.id) continue;
      if (seen.has(stop.id)) return found;
      seen.add(stop.id);
      found.push(stop);
    }
  }
  throw new Error(
    `The keys do not come back: ${found
      .slice(-6)
      .map(({ name }) => name)
      .join(', ')}`,
  );
}

/** What was pressed already: a button that several screens have is pressed once. */
const pressed = new Set<string>();
/** Where the Tab key stops on the screen that is shown. */
let stops: readonly Stop[] = [];
/** Of a table whose rows have the same button, a few are pressed. */
const ALIKE = 3;

const popupOf = (page: Page): Promise<Popup | undefined> => page.evaluate(() => window.everyHand?.popup());
const here = (page: Page): Promise<Stop | undefined> => page.evaluate(() => window.everyHand?.here());
const rest = (page: Page): Promise<void> => page.evaluate(() => window.everyHand?.rest());

/** Everything of what is open is reached, nothing behind it is, and Esc leads back to what has opened it. */
async function usePopup(page: Page, popup: Popup, opener: Part): Promise<readonly string[]> {
  const faults: string[] = [];
  if (!popup.hasFocus) faults.push(`${popup.name} does not take the focus`);
  const first = await here(page);
  const parts = (await partsOf(page)).filter(({ way }) => popup.kind === 'menu' || way === 'stop');
  const inside =
    popup.kind === 'menu' ? await press('ArrowDown', parts.length) : await pressTab(parts.length + 2);
  const reached = new Set([first, ...inside].map((stop) => stop?.id));
  faults.push(
    ...parts
      .filter(({ id }) => !reached.has(id))
      .map(({ name }) => `${name} is not reached in ${popup.name}`),
    ...inside
      .filter((stop) => stop.faults.length > 0)
      .map((stop) => `${stop.name} ${stop.faults.join(', ')}`),
  );
  if ((await popupOf(page))?.hasFocus !== true) faults.push(`${popup.name} does not keep the focus`);
  await page.keyboard.press('Escape');
  await rest(page);
  if ((await popupOf(page)) !== undefined) faults.push(`${popup.name} does not close with Esc`);
  const back = await here(page);
  if (back?.id !== opener.id) faults.push(`after ${popup.name} the focus is at ${back?.name ?? 'nothing'}`);
  return faults.map((each) => `${opener.name}: ${each}`);
}

/** Goes on with Tab to one of the stops of a screen; false when it is not there any more. */
async function goToStop(page: Page, id: number, isAnew = false): Promise<boolean> {
  const current = await here(page);
  if (current?.id === id) return true;
  const from = stops.findIndex((stop) => stop.id === current?.id);
  const to = stops.findIndex((stop) => stop.id === id);
  if (from >= 0 && to >= 0) {
    await pressTab((to - from + stops.length) % stops.length);
    if ((await here(page))?.id === id) return true;
  }
  if (isAnew) return false;
  stops = await walk();
  return goToStop(page, id, true);
}

/** Presses everything that opens something and was not pressed yet, and uses what opens by the keys. */
async function openAll(place: string, parts: readonly Part[]): Promise<readonly string[]> {
  const { page, follow, show } = opened;
  const faults: string[] = [];
  const openers = parts.filter(({ opens, way }) => opens && way === 'stop');
  const alike = Map.groupBy(openers, ({ kind }) => kind);
  for (const part of openers) {
    const key = nameOfKind(part);
    if (pressed.has(key) || (alike.get(part.kind) ?? []).indexOf(part) >= ALIKE) continue;
    pressed.add(key);
    if (!(await goToStop(page, part.id))) continue;
    await page.keyboard.press('Enter');
    await rest(page);
    await page.evaluate(() => window.everyHand?.takeStops());
    const popup = await popupOf(page);
    if (popup !== undefined) {
      const found = await usePopup(page, popup, part);
      faults.push(...found);
      // What is wrong here is not in the way of what follows.
      if (found.length > 0) await show(place);
    } else if ((await here(page))?.id === undefined) faults.push(`${part.name}: the focus is lost`);
    if (new URL(page.url()).hash !== place) await follow(place);
    await page.evaluate(() => window.everyHand?.takeStops());
  }
  return faults;
}

describe('the keys', () => {
  it.each(Object.entries(WINDOW_PLACES))(
    'reach and open everything of %s, and one sees where they are',
    async (_name, place) => {
      const { page, follow } = opened;
      await follow(place);
      await rest(page);
      const moving = await page.evaluate(() => window.everyHand?.moving() ?? []);
      stops = await walk();
      const reached = new Set(stops.map(({ id }) => id));
      // Looked at afterwards: what came on the way counts as well.
      const parts = await partsOf(page);
      expect
        .soft({
          moving,
          missed: parts.filter(({ id, way }) => way === 'stop' && !reached.has(id)).map(({ name }) => name),
          withoutWay: parts.filter(({ way }) => way === 'none').map(({ name }) => name),
          pointerOnly: await page.evaluate(() => window.everyHand?.pointerOnly() ?? []),
          faults: stops
            .filter(({ faults }) => faults.length > 0)
            .map(({ name, faults }) => `${name} ${faults.join(', ')}`),
        })
        .toEqual({ moving: [], missed: [], withoutWay: [], pointerOnly: [], faults: [] });
      expect(
        await openAll(
          new URL(page.url()).hash,
          parts.filter(({ isFrame }) => !isFrame),
        ),
      ).toEqual([]);
    },
    120_000,
  );

  it('open everything around the screens', async () => {
    const { page, show } = opened;
    await show(WINDOW_PLACES.attention);
    stops = await walk();
    const parts = (await partsOf(page)).filter(({ isFrame }) => isFrame);
    expect(await openAll(new URL(page.url()).hash, parts)).toEqual([]);
  }, 120_000);
});
