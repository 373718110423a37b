// One key shows a row beside the list and another opens it in full: in every list, tree and graph, and under other keys too.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWindow, WindowFixture, type WindowOptions } from './open-window.ts';
import { WINDOW_PLACES } from './places.ts';

let fixture: WindowFixture;
/** One window for the table: each row begins at a place of its own. */
let shared: OpenWindow;
let opened: OpenWindow | undefined;
beforeAll(async () => {
  fixture = await WindowFixture.create();
  shared = await fixture.open();
}, 180_000);
afterEach(async () => {
  const { page, errors = [] } = opened ?? {};
  opened = undefined;
  await page?.context().close();
  const all = [...errors, ...shared.errors];
  if (all.length > 0) throw new Error(`The console says:\n${all.join('\n')}`);
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

type Page = OpenWindow['page'];
type PlaceName = keyof typeof WINDOW_PLACES;

async function openWindow(place: string, options: WindowOptions = {}): Promise<OpenWindow> {
  opened = await fixture.open(options);
  await opened.show(place);
  return opened;
}

/** Where the window is, without what is chosen there. */
const placeOf = (page: Page): string => new URL(page.url()).hash.split(/[?/]/u)[1] ?? '';
/** Whether the focus is in a pane that holds no row. */
const isBeside = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const pane = document.activeElement?.closest('.frame-main [data-pane]') ?? null;
    return pane !== null && pane.querySelector('.list-scroller, .plan-graph, [role="tree"]') === null;
  });
const ROW =
  '.list-row[aria-selected="true"], [role="treeitem"][aria-selected="true"], .plan-node[data-is-selected="true"]';

interface Rows {
  /** Pressed before, until a row is chosen. */
  readonly choose?: string;
  /** Nothing stands beside the rows: they are only opened. */
  readonly isAlone?: boolean;
  /** The place of a row's own screen; undefined for what has none. */
  readonly whole?: string;
}

const PLACES: { readonly [Name in PlaceName]?: Rows } = {
  attention: { whole: 'work' },
  missions: { whole: 'mission' },
  'plan-graph': { choose: 'ArrowRight', whole: 'work' },
  'plan-timeline': { choose: 'j', whole: 'work' },
  'plan-table': { choose: 'j', whole: 'work' },
  timeline: { choose: 'j', whole: 'work' },
  'timeline-agents': { choose: 'ArrowRight', whole: 'work' },
  'timeline-table': { choose: 'j', whole: 'work' },
  children: { whole: 'mission' },
  budget: { choose: 'j', whole: 'work' },
  search: { choose: 'Enter', whole: 'history' },
  leases: { isAlone: true, whole: 'work' },
  review: {},
  approvals: { choose: 'j' },
  outbox: { choose: 'j' },
  history: {},
  agents: {},
  members: {},
  conversations: {},
  artifacts: {},
  connections: {},
  keys: {},
  help: {},
};

describe.each(Object.entries(PLACES) as [PlaceName, Rows][])('%s', (name, rows) => {
  async function arrive(): Promise<Page> {
    const { page, show } = shared;
    await show(WINDOW_PLACES[name]);
    await page.locator('.list-row, [role="treeitem"], .plan-node').first().waitFor();
    for (let step = 0; step < 3 && rows.choose !== undefined; step += 1) {
      if ((await page.locator(ROW).count()) > 0 && step > 0) break;
      await page.keyboard.press(rows.choose);
    }
    await page.locator(ROW).first().waitFor();
    return page;
  }

  it('shows a row beside, or opens it where nothing is', async () => {
    const page = await arrive();
    const before = placeOf(page);
    await page.keyboard.press('Enter');
    const isAlone = rows.isAlone === true;
    const wanted = isAlone ? { place: rows.whole, isBeside: false } : { place: before, isBeside: true };
    await expect
      .poll(async () => ({ place: placeOf(page), isBeside: !isAlone && (await isBeside(page)) }))
      .toEqual(wanted);
  });

  it('opens a row in full, or shows it where that is all', async () => {
    const page = await arrive();
    const before = placeOf(page);
    await page.keyboard.press('Shift+Enter');
    const hasWhole = rows.whole !== undefined;
    await expect
      .poll(async () => ({ place: placeOf(page), isBeside: !hasWhole && (await isBeside(page)) }))
      .toEqual({ place: rows.whole ?? before, isBeside: !hasWhole });
  });
});

describe('the keys of a row', () => {
  it('go on through the list from beside it, and lead back to it', async () => {
    const { page } = await openWindow('#/missions');
    const chosen = page.locator('.list-row[aria-selected="true"]');
    await page.keyboard.press('Enter');
    await expect.poll(() => isBeside(page)).toBe(true);
    const before = await chosen.textContent();
    await page.keyboard.press('j');
    await expect.poll(() => chosen.textContent()).not.toBe(before);
    await page.keyboard.press('Escape');
    await expect.poll(() => placeOf(page)).toBe('missions');
    await page.keyboard.press('Shift+Enter');
    await page.waitForURL('**/*#/mission/**');
  });

  it('brings what is beside the list to where only one of them has room', async () => {
    const { page } = await openWindow('#/attention', { width: 700 });
    const detail = page.getByRole('region', { name: 'Implement the sign-in service' });
    expect(await detail.isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    await detail.waitFor();
    await expect.poll(() => isBeside(page)).toBe(true);
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'hidden' });
  });

  it('leaves Enter to the control that has the focus', async () => {
    const { page } = await openWindow('#/missions');
    await page.getByRole('button', { name: 'New Mission' }).first().press('Enter');
    await page.waitForURL('**/*create=new');
  });

  it.each(['attention', 'children', 'plan-graph'] as const)(
    'are other ones for who chose them: %s',
    async (name) => {
      const { page, follow } = await openWindow('#/settings/shortcuts');
      await page.getByLabel('Key map').fill('peek-row = Y\nopen-row = Shift+Y\n');
      await page.getByRole('button', { name: 'Take this map over' }).click();
      await expect
        .poll(() => page.locator('[data-action="peek-row"] .shortcut-keys').textContent())
        .toBe('Y');
      await follow(WINDOW_PLACES[name]);
      await page.locator('.list-row, [role="treeitem"], .plan-node').first().waitFor();
      if (name === 'plan-graph') await page.keyboard.press('ArrowRight');
      await page.locator(ROW).first().waitFor();
      const before = page.url();
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.press('Enter');
      expect([page.url(), await isBeside(page)]).toEqual([before, false]);
      await page.keyboard.press('y');
      await expect.poll(() => isBeside(page)).toBe(true);
      await page.keyboard.press('Shift+Y');
      await expect.poll(() => placeOf(page)).toBe(PLACES[name]?.whole);
    },
    60_000,
  );

  it('are named as they are now, below the list and in the tour', async () => {
    const { page, follow } = await openWindow('#/attention', { language: 'de' });
    const line = async (): Promise<string> =>
      (await page.locator('.attention-keys li').allTextContents()).join(', ');
    await expect.poll(line).toContain('J/K bewegen, Eingabe daneben, Umschalt+Eingabe ganz');
    await follow('#/settings/shortcuts');
    await page.getByLabel('Tastenbelegung').fill('peek-row = Y\nopen-row = none\nsnooze = none\n');
    await page.getByRole('button', { name: 'Diese Belegung übernehmen' }).click();
    await expect.poll(() => page.locator('[data-action="peek-row"] .shortcut-keys').textContent()).toBe('Y');
    await follow('#/attention');
    await expect.poll(line).toContain('J/K bewegen, Y daneben, E erledigt');
    expect(await line()).not.toMatch(/ganz|später|keine Taste/u);
    await follow('#/help');
    await page.getByRole('button', { name: 'Rundgang machen' }).press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.getByText('Y zeigt eine neben der Liste').waitFor();
  });
});
