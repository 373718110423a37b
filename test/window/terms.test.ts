// Leases, child Missions, takeover and budget by keyboard alone, on the sample desk.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWindow, WindowFixture, type WindowOptions } from './open-window.ts';
import { WINDOW_PLACES } from './places.ts';

/** Two busy cores. */
const PATIENT = { timeout: 30_000 };

let fixture: WindowFixture;
let opened: OpenWindow | undefined;
beforeAll(async () => {
  fixture = await WindowFixture.create();
}, 180_000);
afterEach(async () => {
  const { page, errors } = opened ?? {};
  opened = undefined;
  await page?.close();
  if (errors !== undefined && errors.length > 0) throw new Error(`The console says:\n${errors.join('\n')}`);
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

async function open(place: string, options: WindowOptions = {}): Promise<OpenWindow['page']> {
  opened = await fixture.open(options);
  await opened.show(place);
  return opened.page;
}

describe('leases', () => {
  it('go from the one that ended to the composer of the next offer', async () => {
    const page = await open('#/attention');
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await page.waitForURL('**/*#/leases');
    const selected = page.locator('.list-row[aria-selected="true"]');
    await expect.poll(() => selected.textContent(), PATIENT).toContain('Write the integration guide');
    await page.keyboard.press('e');
    await page.waitForURL('**/*#/reassign/**');
    await page.getByText('What was done after the checkpoint').waitFor();
    await page.keyboard.press('o');
    await page.waitForURL('**/*#/offer/**');
  }, 60_000);

  it('leave out what is not ours, and renew our own term from a sheet', async () => {
    const page = await open('#/leases?show=mine');
    await page.getByText('Move billing exports').first().waitFor();
    expect(await page.getByText('Release of the CLI 2.0').count()).toBe(0);
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('j');
    await page.keyboard.press('e');
    await page.getByTestId('command-sheet').waitFor();
  }, 60_000);

  it('say what would end during a sleep, and prevent it', async () => {
    const page = await open('#/leases?view=sleep');
    await page.getByText('the term would end during the sleep').waitFor();
    await page.getByRole('button', { name: 'Renew for longer' }).press('Enter');
    await page.getByTestId('command-sheet').waitFor();
  }, 60_000);
});

describe('child Missions', () => {
  it('are walked with arrows, branch by branch', async () => {
    const page = await open(WINDOW_PLACES.children);
    const item = (name: string) => page.getByRole('treeitem', { name: new RegExp(name, 'u') });
    await item('Security review').first().focus();
    expect(await page.getByText('Try to break the session tokens').count()).toBe(0);
    await page.keyboard.press('ArrowRight');
    await page.getByText('Try to break the session tokens').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('heading', { name: 'Try to break the session tokens' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('heading', { name: 'Load test of the sign-in' }).waitFor();
    await page.getByText('How to go on').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('heading', { name: 'Security review of the sign-in' }).waitFor();
    await page.keyboard.press('a');
    await page.waitForURL('**/*#/approvals/**');
  }, 60_000);

  it('are promoted with the picture of their failure in sight', async () => {
    const page = await open(WINDOW_PLACES.promote);
    const picture = page.getByRole('list', { name: 'What would happen' });
    await expect.poll(() => picture.textContent(), PATIENT).toContain('stays blocked');
    await page.getByRole('radio', { name: 'the item stays blocked' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => picture.textContent(), PATIENT).toContain('becomes failed');
    await page.keyboard.press('Control+Enter');
    const sheet = page.getByTestId('command-sheet');
    await sheet.waitFor();
  }, 60_000);
});

describe('a takeover', () => {
  it('appoints with a Context Package on the same sheet', async () => {
    const page = await open(WINDOW_PLACES.takeover);
    await page.getByRole('radio', { name: 'Assistant' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('button', { name: 'Appoint sec-1, epoch 3' }).press('Enter');
    await page.getByTestId('command-sheet').waitFor();
  }, 60_000);

  it('keeps what was decided, and does not begin before all of it is', async () => {
    const page = await open(WINDOW_PLACES['takeover-steps']);
    const box = page.getByRole('checkbox', { name: '“Deploy to staging” is decided' });
    await box.press('Space');
    await expect.poll(() => box.isChecked(), PATIENT).toBe(true);
    await page.getByText('5 unfinished, 3 to decide').waitFor();
    expect(await page.getByTestId('takeover-start').isDisabled()).toBe(true);
    await page.reload();
    await box.waitFor();
    await expect.poll(() => box.isChecked(), PATIENT).toBe(true);
  }, 60_000);

  it('compares the versions of a package', async () => {
    const page = await open(WINDOW_PLACES['takeover-steps'].replace('checklist', 'package'));
    await page.getByText('The session model is accepted.').waitFor();
    await page.getByRole('combobox', { name: 'Compare with' }).press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.difference-line[data-type="added"]').first().waitFor();
  }, 60_000);

  it('tells a replaced Coordinator what it holds, and a second device what it ends', async () => {
    const page = await open(
      `#/takeover/acme.example/${encodeURIComponent('urn:acme:group:01J8ZKC3F0-billing1')}`,
    );
    await page.getByText('Assistant was replaced by analyst').waitFor();
    await page.getByRole('button', { name: 'Hand over as a Message' }).press('Enter');
    await page.getByTestId('command-sheet').waitFor();
    await page.keyboard.press('Escape');
    await opened?.show('#/connections/lab.local');
    await page.getByText('revokes 2 Execution Leases').waitFor();
  }, 60_000);
});

describe('a budget', () => {
  it('leads from the limit to what is paused, and to where room is', async () => {
    const page = await open(WINDOW_PLACES.budget);
    await page.getByText('Paused: Deploy to staging').waitFor();
    await page.getByText('would come to 7, and 5 is the limit').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'Threat model' }).waitFor();
    await page.getByRole('link', { name: 'Lower “Implement the sign-in service”' }).press('Enter');
    await page.waitForURL('**/*#/contract/**');
  }, 60_000);
});
