// The timeline of all Missions, and the plan as it was, by keyboard alone, on the sample desk.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWindow, WindowFixture } from './open-window.ts';
import { SHOWN, WINDOW_PLACES } from './places.ts';

/** Two busy cores. */
const PATIENT = { timeout: 30_000 };

let fixture: WindowFixture;
let opened: OpenWindow;
beforeAll(async () => {
  fixture = await WindowFixture.create();
  opened = await fixture.open();
}, 180_000);
afterEach(() => {
  const errors = opened.errors.splice(0);
  if (errors.length > 0) throw new Error(`The console says:\n${errors.join('\n')}`);
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

async function open(place: string): Promise<OpenWindow['page']> {
  await opened.show(place);
  return opened.page;
}

/** By itself, without waiting for a step of the address. */
function valueOf(page: OpenWindow['page'], name: string): string | null {
  return new URLSearchParams(new URL(page.url()).hash.split('?')[1] ?? '').get(name);
}

describe('the timeline of all Missions', () => {
  it('is reached by its keys, walked, and leads to an item and to its plan', async () => {
    const page = await open('#/attention');
    // Keys before the screen is there would go nowhere.
    await page.locator('.list-row').first().waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await page.waitForURL('**/*#/timeline');
    await page.getByText('Release of the CLI 2.0').first().waitFor();
    await page.locator('.list-row').first().waitFor();
    await page.keyboard.press('j');
    await page.getByRole('region', { name: 'Analyse requirements' }).waitFor();
    // What the bars show stands in words beside them.
    await page.locator('td', { hasText: 'execution' }).first().waitFor();
    await page.keyboard.press('Shift+Enter');
    await page.waitForURL('**/*#/work/**');
  }, 60_000);

  it('shows who is busy, and goes from one item of an Agent to the next', async () => {
    const page = await open('#/timeline');
    await page.locator('.list-row').first().waitFor();
    await page.keyboard.press('3');
    const chosen = page.locator('.list-row[aria-selected="true"]');
    await page.getByText('holds 3 items').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(() => chosen.textContent(), PATIENT).toContain('coder-1');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('region', { name: 'Password policy and storage' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('region', { name: 'New argument parser' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => valueOf(page, 'item'), PATIENT).toBeNull();
  }, 60_000);

  it('says the same as a table, filtered by text, and keeps that as a view to give away', async () => {
    const page = await open('#/timeline');
    await page.locator('.list-row').first().waitFor();
    await page.keyboard.press('2');
    await page.locator('.plan-times-row').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('owner:coder-1 is:unfinished');
    await page.keyboard.press('Enter');
    await expect.poll(() => valueOf(page, 'filter'), PATIENT).toBe('owner:coder-1 is:unfinished');
    const agents = () => page.locator('.list-row .plan-times-row > span:last-child').allTextContents();
    await expect.poll(async () => new Set(await agents()), PATIENT).toEqual(new Set(['coder-1']));
    await page.getByRole('button', { name: 'Views' }).press('Enter');
    await page.getByRole('textbox', { name: 'Name of this view, or a view as text' }).fill('Busy coder');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Busy coder', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type(' color:red');
    await page.getByText('there is state, owner, risk').waitFor();
  }, 60_000);
});

describe('the plan as it was', () => {
  it('is entered, moved Event by Event, and left with Escape', async () => {
    const page = await open(WINDOW_PLACES['plan-table']);
    await page.locator('.list-row').first().waitFor();
    expect(await page.locator('.list-row').count()).toBe(13);
    await page.keyboard.press('Control+g');
    await page.getByText('As of Event 1,482').waitFor();
    expect(await page.getByRole('button', { name: 'New WorkItem' }).count()).toBe(0);
    await page.keyboard.press('Control+g');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('250');
    await page.getByText('As of Event 250,').waitFor();
    await expect.poll(() => page.locator('.list-row').count(), PATIENT).toBe(3);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByText('As of Event 248,').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => valueOf(page, 'at'), PATIENT).toBeNull();
    await expect.poll(() => page.locator('.list-row').count(), PATIENT).toBe(13);
    await page.getByRole('button', { name: 'New WorkItem' }).waitFor();
  }, 60_000);

  it('is reached from the history, and leads back to its Event', async () => {
    const page = await open(WINDOW_PLACES['history-past']);
    await page.getByRole('link', { name: 'See the plan as it was' }).press('Enter');
    await page.getByText('As of Event 1,100').waitFor();
    expect(page.url()).toContain(encodeURIComponent(SHOWN.groupId));
    await page.locator('.plan-node').first().waitFor();
    // Nothing runs out in the past.
    expect(await page.locator('.plan-node .countdown').count()).toBe(0);
    await page.getByRole('link', { name: 'This Event' }).press('Enter');
    await page.waitForURL('**/*#/history/**sequence=1100**');
  }, 60_000);
});

describe('the table of a plan', () => {
  it('is sorted by a heading, and shows the columns that a person has chosen, also the next time', async () => {
    const page = await open(WINDOW_PLACES['plan-table']);
    const titles = () => page.locator('.list-row .plan-row > span:first-child').allTextContents();
    await page.locator('.list-row').first().waitFor();
    const plan = await titles();
    const heading = page.locator('.list-columns').getByRole('button', { name: 'Deadline' });
    await heading.press('Enter');
    await heading.press('Enter');
    await expect.poll(() => valueOf(page, 'sort'), PATIENT).toBe('-deadline');
    await expect.poll(titles, PATIENT).not.toEqual(plan);
    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    await page.getByRole('menuitemcheckbox', { name: 'Risk' }).press('Enter');
    await page.keyboard.press('Escape');
    await page.locator('.list-columns').getByRole('button', { name: 'Risk' }).waitFor();
    await opened.follow('#/missions');
    await opened.follow(WINDOW_PLACES['plan-table']);
    await page.locator('.list-columns').getByRole('button', { name: 'Risk' }).waitFor();
  }, 60_000);

  it('signs one Command for each marked item, after all of them were seen', async () => {
    const page = await open(WINDOW_PLACES['plan-table']);
    await page.locator('.list-row').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    const pane = page.getByRole('region', { name: '2 items marked' });
    await pane.getByRole('textbox').fill('nobody needs them');
    await page.keyboard.press('Control+Enter');
    await pane.getByText('What will be signed').waitFor();
    await expect.poll(() => pane.locator('.plan-bulk-entry').count(), PATIENT).toBe(2);
    await pane.getByRole('checkbox', { name: 'Design the session model' }).press('Space');
    await pane.getByRole('button', { name: 'Sign 1 Command' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await pane.getByText('kept: the outbox shows the rest').waitFor();
    expect(await pane.locator('.plan-bulk-entry[data-state="kept"]').count()).toBe(1);
    // What is dealt with is marked no more.
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: '1 item marked' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.list-row[data-marked="true"]').count(), PATIENT).toBe(0);
  }, 60_000);
});
