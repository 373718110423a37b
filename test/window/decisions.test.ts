// The decision screens in a real browser on the sample desk: by keyboard alone, and with contents that mean harm.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OpenWindow, WindowFixture } from './open-window.ts';
import { WINDOW_PLACES } from './places.ts';

// A build and a browser take their time on a busy machine.
const PATIENCE_MS = 180_000;

let fixture: WindowFixture;
let opened: OpenWindow;
let page: Page;
/** Addresses beyond this computer that were asked for. */
let foreign: string[];

beforeAll(async () => {
  fixture = await WindowFixture.create();
}, PATIENCE_MS);

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
}, PATIENCE_MS);

beforeEach(async () => {
  opened = await fixture.open({ width: 1440, height: 900 });
  ({ page } = opened);
  foreign = [];
  // Only what the content security policy lets through comes to a route.
  await page.route(
    ({ protocol, hostname }) => protocol.startsWith('http') && hostname !== '127.0.0.1',
    async (route) => {
      foreign.push(route.request().url());
      await route.abort();
    },
  );
}, PATIENCE_MS);

afterEach(async () => {
  await page.context().close();
}, PATIENCE_MS);

async function show(place: string): Promise<void> {
  await opened.show(place);
}

const docs = WINDOW_PLACES.review.replace('requirements', 'docs');
const sheet = () => page.getByTestId('command-sheet');

describe('by keyboard alone', () => {
  it('goes from attention to the review, and accepts', async () => {
    await show('#/attention');
    await page.locator('.list-row').first().waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByText('Write the integration guide').first().waitFor();
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'Analyse requirements' }).waitFor();
    // It cannot be accepted: the key does nothing.
    await page.keyboard.press('v');
    expect(await sheet().count()).toBe(0);
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('heading', { name: 'Write the integration guide' }).waitFor();
    await page.getByText('Nothing stands in the way of accepting.').waitFor();
    await page.keyboard.press('v');
    await sheet().getByText('work.accept_result', { exact: true }).waitFor();
    await page.keyboard.press('Control+Enter');
    await sheet().waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await page.locator('.list-row', { hasText: 'sent' }).first().waitFor();
  });

  it('goes from the outbox to the fix panel, and issues a refused Command again', async () => {
    await show('#/outbox');
    await page.locator('.list-row').first().waitFor();
    await page.keyboard.press('Shift+F');
    await page.getByRole('heading', { name: 'What has changed' }).waitFor();
    // The first one would be refused again: its re-issue cannot be chosen.
    expect(await page.getByRole('radio', { name: 'Issue again on revision 11' }).isDisabled()).toBe(true);
    await page.keyboard.press('Shift+F');
    await page.getByText('Your Membership changed after you had prepared it.').waitFor();
    await page.getByText('A new Command with a new Action ID.').waitFor();
    await page.keyboard.press('f');
    await expect.poll(() => page.evaluate<string>('document.activeElement?.value')).toBe('reissue');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await sheet().waitFor();
    await page.keyboard.press('Control+Enter');
    await sheet().waitFor({ state: 'detached' });
  });

  it('asks before it gives a Command up, and the first answer keeps it', async () => {
    await show('#/outbox');
    await page.locator('.list-row').first().waitFor();
    await page.keyboard.press('Shift+F');
    await page.getByRole('heading', { name: 'What has changed' }).waitFor();
    await page.keyboard.press('Delete');
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(await page.locator('.list-row', { hasText: 'Threat model of the updater' }).count()).toBe(1);
  });

  it('walks the matrix and opens a cell', async () => {
    await show(WINDOW_PLACES.review);
    await page.getByRole('heading', { name: 'Analyse requirements' }).waitFor();
    await page.keyboard.press('2');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByText('test for AC-2').waitFor();
    expect(await page.locator('.cell-panel').innerText()).toContain('required, failed');
  });
});

describe('contents of strangers', () => {
  const hacked = () => page.evaluate<boolean>("'heddleHacked' in window");

  it('are Markdown without anything that loads, runs or leads away', async () => {
    await show(docs);
    const markdown = page.locator('.stranger-markdown');
    await markdown.waitFor();
    expect(
      await markdown.locator('script, img, iframe, a, style, form, [onerror], [href], [src]').count(),
    ).toBe(0);
    expect(await markdown.locator('strong', { hasText: 'once' }).count()).toBe(1);
    const text = await markdown.innerText();
    expect(text).toContain('⟦U+202E⟧');
    expect(text).toContain('⟦U+200B⟧');
    // Where a link leads is told, and nobody gets there by a click.
    expect(text).toContain('(https://phishing.example/login)');
    const address = page.url();
    await markdown.getByText('one that leads away').click();
    expect(page.url()).toBe(address);
    expect(await hacked()).toBe(false);
    expect(foreign).toEqual([]);
  });

  it('are pages only in a frame that may do nothing', async () => {
    await show(docs);
    await page.getByRole('button', { name: 'Preview widget.html' }).click();
    const frame = page.locator('iframe.preview-frame');
    await frame.waitFor();
    expect(await frame.getAttribute('sandbox')).toBe('');
    const inside = page.frameLocator('iframe.preview-frame');
    await inside.getByRole('heading', { name: 'Widget' }).waitFor();
    const address = page.url();
    await inside.getByRole('button', { name: 'Send' }).click();
    await inside.getByText('Continue').click();
    expect(page.url()).toBe(address);
    expect(page.context().pages()).toHaveLength(1);
    expect(await hacked()).toBe(false);
    expect(foreign).toEqual([]);
  });

  it('are text as they are in the raw view', async () => {
    await show(`${docs}?view=raw`);
    const raw = page.locator('.preview-text .stranger-code');
    await raw.waitFor();
    expect(await raw.innerText()).toContain('<script>window.heddleHacked');
    expect(await raw.locator('.stranger-mark').count()).toBe(2);
    expect(await hacked()).toBe(false);
  });
});

describe('a final approval', () => {
  it('names its pin, and stays closed until every Artifact was checked', async () => {
    await show('#/approvals');
    await page.getByText('Move billing exports').first().click();
    const approve = page.getByRole('button', { name: 'Approve revision 21 with 6 Artifacts' });
    await approve.waitFor();
    expect(await approve.isDisabled()).toBe(true);
    await page.keyboard.press('a');
    expect(await sheet().count()).toBe(0);
    await page.getByText('2 Artifacts were not checked.').waitFor();
    await page.getByRole('button', { name: 'Check all' }).click();
    await page.getByText('6 of 6 checked').waitFor();
    await expect.poll(() => approve.isEnabled()).toBe(true);
    await page.keyboard.press('a');
    await sheet().getByText('mission.approve', { exact: true }).waitFor();
  });

  it('wants a feedback before it asks for changes', async () => {
    await show('#/approvals');
    await page.getByText('Move billing exports').first().click();
    await page.getByRole('button', { name: 'Request changes' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Say what has to change.').waitFor();
    expect(await sheet().count()).toBe(0);
    await page.getByRole('textbox', { name: 'What has to change' }).fill('Add the audit of the rollback.');
    await page.getByRole('button', { name: 'Continue' }).click();
    await sheet().getByText('mission.request_changes', { exact: true }).waitFor();
  });
});

describe('sending back', () => {
  it('takes two steps, and keeps the second as a draft', async () => {
    await show(WINDOW_PLACES.review);
    await page.getByRole('heading', { name: 'Analyse requirements' }).waitFor();
    await page.keyboard.press('b');
    await page.getByText('Send back in two steps').waitFor();
    await page.getByRole('textbox', { name: 'What has to change' }).fill('The trace has no test for R-17.');
    await page.getByRole('button', { name: 'Continue to step 1' }).click();
    await sheet().getByText('work.fail', { exact: true }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Step 1 is in the outbox.').waitFor();
    await page.getByRole('button', { name: 'Offer again' }).click();
    await page.getByRole('heading', { name: /^Offer ·/u }).waitFor();
    expect(page.url()).toContain('#/offer/');
  });
});

describe('an offer', () => {
  it('goes to the first that was chosen, and begins with a Membership for one who has none', async () => {
    await show(WINDOW_PLACES.offer);
    await page.getByRole('checkbox', { name: 'Offer to sec-2' }).check();
    const summary = page.getByRole('textbox', { name: 'Summary' });
    // What a newcomer is told is proposed, from the log.
    await expect.poll(() => summary.inputValue()).toContain('Accessibility check of the forms');
    await summary.fill('');
    await page.getByTestId('offer-go').click();
    await page.getByText('Somebody who is no member yet needs a summary.').waitFor();
    await summary.fill('The forms of the portal.');
    await page.getByTestId('offer-go').click();
    await sheet().getByText('membership.change', { exact: true }).waitFor();
    expect(await page.locator('.chain li').allInnerTexts()).toEqual([
      expect.stringMatching(/^Provisional Membership and Context Package for sec-2/u),
      expect.stringMatching(/^Offer to sec-2/u),
    ]);
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: 'Offer to sec-1' }).check();
    await page.getByTestId('offer-go').click();
    await sheet().getByText('work.offer', { exact: true }).waitFor();
  });

  it('cannot go to one who is out of the question, and an order by hand needs a rule', async () => {
    await show(WINDOW_PLACES.offer);
    await page.getByRole('checkbox', { name: 'Offer to sec-1' }).check();
    expect(await page.getByRole('checkbox', { name: 'Offer to writer' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'sec-2 further up' }).click();
    await page.getByTestId('offer-go').click();
    await page.getByText('Say why the order is another one.').waitFor();
    expect(await sheet().count()).toBe(0);
  });
});

describe('the contract editor', () => {
  it('saves a draft by itself, and shows what is another one', async () => {
    await show(WINDOW_PLACES.contract);
    const goal = page.getByRole('textbox', { name: 'Goal' });
    await goal.waitFor();
    await goal.fill('A service that signs customers in with passkeys.');
    await page.getByText('Draft saved').waitFor();
    await page.getByText('Revision 2 → 3 is material').waitFor();
    await page.getByText('Difference', { exact: true }).click();
    await page.locator('.contract-changes', { hasText: 'goal' }).waitFor();
    await page.getByText('JSON', { exact: true }).click();
    const json = page.getByRole('textbox', { name: 'The contract as JSON' });
    await json.fill('{"goal":');
    await page.getByText('This is no JSON').waitFor();
    expect(await page.getByRole('button', { name: 'Take over' }).isDisabled()).toBe(true);
  });

  it('lets nothing go out that is not filled in, and leads to what is open', async () => {
    await show(WINDOW_PLACES.contract);
    await page.getByRole('textbox', { name: 'Goal' }).fill('');
    await page.getByRole('button', { name: 'There is no goal.' }).waitFor();
    expect(await page.getByRole('button', { name: 'Continue to the offer' }).isDisabled()).toBe(true);
  });
});
