// The history of a Mission by keyboard, in a real browser on sample data: few rows however long the log is, and every Event
// reached without a mouse.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWindow, WindowFixture } from './open-window.ts';
import { WINDOW_PLACES } from './places.ts';

let fixture: WindowFixture;
let window: OpenWindow;
beforeAll(async () => {
  fixture = await WindowFixture.create();
  window = await fixture.open();
  window.page.setDefaultTimeout(30_000);
}, 180_000);
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

const line = (sequence: number) =>
  window.page.locator('.list-row').filter({ has: window.page.getByText(String(sequence), { exact: true }) });

describe('the history in the window', () => {
  it('shows the newest Events, with few rows, and what is no history apart', async () => {
    const { page, show, errors } = window;
    await show('#/history');
    await line(1_482).waitFor();
    expect(await page.locator('.list-row').count()).toBeLessThan(200);
    await page.getByText('Refused, not history').waitFor();
    await page.getByText('#1–#1482 · 1,482 Events').waitFor();
    expect(errors).toEqual([]);
  });

  it('walks by J and K, goes to a sequence, and draws epochs and what was taken back', async () => {
    const { page, show } = window;
    await show('#/history');
    await line(1_482).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: '#1482' }).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: '#1481' }).waitFor();
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: '#1482' }).waitFor();
    await page.keyboard.press('Control+g');
    await page.keyboard.type('1402');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '#1402' }).waitFor();
    await page.getByText('Coordinator epoch 2 begins (old-coord fenced)').waitFor();
    await page.evaluate("location.hash = location.hash.replace('1402', '1431')");
    await page.getByText('Words removed at #1436').first().waitFor();
    // What was taken back is not to be read anywhere.
    expect(await page.locator('.history-signed, .payload-tree').count()).toBe(0);
  });

  it('follows a filter that is typed, and names what it does not understand', async () => {
    const { page, show } = window;
    await show('#/history');
    await line(1_482).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('kind:message.redacted');
    await page.getByText('· 1 Event', { exact: false }).waitFor();
    expect(await page.locator('.list-row').count()).toBe(1);
    await page.keyboard.press('Escape');
    await line(1_482).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('seq:9..7');
    await page.getByText('“seq:9..7” is no range').waitFor();
  });

  it('leads from an Event to its cause and back', async () => {
    const { page, show } = window;
    await show(WINDOW_PLACES.history);
    await page.getByRole('heading', { name: '#1436' }).waitFor();
    await page.getByText('From the same cause').waitFor();
    await page.locator('.list-row[aria-selected="true"]').waitFor();
    await page.keyboard.press('Shift+C');
    await page.getByRole('heading', { name: '#1437' }).waitFor();
  });

  it('is there by item and by time, and each leads back into the list', async () => {
    const { page, show } = window;
    await show(WINDOW_PLACES['history-items']);
    await page.getByText('Threat model').first().click();
    await page.getByRole('heading', { name: /^#\d+$/u }).waitFor();
    await show(WINDOW_PLACES['history-timeline']);
    await page.getByRole('button', { name: /Threat model/u }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.history-list .list-row').first().waitFor();
    expect(await page.getByLabel('Filter', { exact: true }).inputValue()).toContain('item:');
  });

  it('is printed as a report of what the filter lets through, alone on the paper', async () => {
    const { page, show, errors } = window;
    await show(`#/history?filter=${encodeURIComponent('seq:1283..')}`);
    await line(1_482).waitFor();
    await page.evaluate('globalThis.printed = 0; globalThis.print = () => { globalThis.printed += 1; }');
    await page.getByRole('button', { name: 'Write into a file, or open one' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Print a report…' }).press('Enter');
    const report = page.getByRole('article');
    await report.getByText('proves nothing').waitFor();
    await report.getByText('Only what fits: seq:1283..').waitFor();
    expect(await report.locator('tbody tr').count()).toBe(200);
    await page.getByRole('button', { name: 'Print…' }).press('Enter');
    await expect.poll(() => page.evaluate('globalThis.printed')).toBe(1);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Print…' }).isVisible()).toBe(false);
    // Nothing of the window lies over the paper, as the veil behind a dialog would.
    expect(await page.locator('.print-overlay').isVisible()).toBe(false);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    // The whole report, not the one page that fits the window.
    expect(pdf.match(/\/Type\s*\/Page\b/gu)?.length).toBeGreaterThan(2);
    await page.emulateMedia({ media: null });
    await page.keyboard.press('Escape');
    await report.waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });

  it('is verified by V, says on what the verdict rests, and can be stopped', async () => {
    const { page, show } = window;
    await show('#/history');
    await page.getByText('verified with pinned registry').waitFor();
    await page.getByText('signatures 1,482/1,482 · no gaps', { exact: false }).waitFor();
    await page.locator('.history-list').focus();
    await page.keyboard.press('v');
    await page.getByText('Verifying on this computer').waitFor();
    await page.locator('.history-verify').getByRole('button', { name: 'Stop' }).click();
    await page.getByText('No verdict.', { exact: false }).waitFor();
  });

  it('tells the state as it was then, by a slider that has keys', async () => {
    const { page, show } = window;
    await show(WINDOW_PLACES['history-past']);
    await page.getByText('As it was after #1100.').waitFor();
    const slider = page.getByRole('slider', { name: 'Place in the log' });
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('As it was after #1101.').waitFor();
    await page.getByRole('heading', { name: '#1101' }).waitFor();
    await page.keyboard.press('End');
    await page.getByText('As it was after #1482.').waitFor();
    await page.getByText('epoch 2').first().waitFor();
  });

  it('is found by words from everywhere, and by its sequence from the palette', async () => {
    const { page, show } = window;
    await show('#/attention');
    await page.keyboard.press('Control+Shift+F');
    await page.getByRole('searchbox', { name: 'Search everything' }).waitFor();
    await page.keyboard.type('token');
    await page.locator('mark').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^#\d+$/u }).waitFor();
    await page.keyboard.press('Shift+Enter');
    await page.locator('.history-list').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Commands and search' }).fill(':1402');
    await page.getByText('Go to #1402 of the history').click();
    await page.getByRole('heading', { name: '#1402' }).waitFor();
  });
});
