// Agents, members, delegation, policy and overrides by keyboard alone, on the sample desk.
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

describe('Agents', () => {
  it('lead from a number of their record to its Events', async () => {
    const page = await open('#/attention');
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await page.getByRole('heading', { name: 'coder-1' }).waitFor();
    await page.getByText('There is no score').waitFor();
    await page.getByRole('button', { name: '11 done: show Events' }).press('Enter');
    const events = page.getByLabel('done', { exact: true });
    await expect.poll(() => events.getByRole('link').count(), PATIENT).toBe(3);
    await events.getByText('and 8 earlier ones').waitFor();
    await events.getByRole('link').first().press('Enter');
    await page.waitForURL('**/*#/history/**');
  }, 90_000);

  it('say in German that nobody is known yet', async () => {
    const page = await open('#/agents', { language: 'de', isEmpty: true });
    await page.getByText('Kein Agent ist bekannt').waitFor();
    await page.keyboard.press('3');
    await page.getByText('Kein Delegation Grant').first().waitFor();
  }, 60_000);
});

describe('members', () => {
  it('show what an end would leave behind, on the sheet as well', async () => {
    const page = await open(WINDOW_PLACES['member-form'].replace('&form=member', ''));
    await page.getByRole('heading', { name: 'Mission owner' }).waitFor();
    await page.getByText('The owner of a Mission stays a member (MEM-007).').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'coder-1' }).waitFor();
    await page.getByRole('button', { name: 'End membership' }).press('Enter');
    const sheet = page.getByTestId('command-sheet');
    await sheet.getByText('holds “Implement the sign-in service”').waitFor();
  }, 60_000);

  it('are added provisionally only with their end and what they start from', async () => {
    const page = await open(WINDOW_PLACES['member-form']);
    await page.getByRole('radio', { name: 'active at once' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Control+Enter');
    await page.getByText('A provisional member starts from a Context Package').waitFor();
    expect(await page.getByTestId('command-sheet').count()).toBe(0);
  }, 60_000);
});

describe('a Delegation Grant', () => {
  it('shows its use and what will end it', async () => {
    const page = await open(WINDOW_PLACES.grants);
    await page.getByRole('heading', { name: 'What will end it' }).waitFor();
    await page.getByText('another Coordinator than Assistant').waitFor();
    await page.keyboard.press('j');
    await page.getByText('ended: the Membership was changed').last().waitFor();
  }, 60_000);

  it('refuses at the field what the rules would refuse, and goes through the sheet', async () => {
    const page = await open(
      `${WINDOW_PLACES['grant-form']}&target=${encodeURIComponent('urn:acme:work-item:01J8ZL-threats')}`,
    );
    const calls = page.getByLabel('tool calls', { exact: false });
    await calls.fill('2000');
    await page
      .getByText('more than there is')
      .or(page.locator('.mantine-InputWrapper-error'))
      .first()
      .waitFor();
    await page.keyboard.press('Control+Enter');
    expect(await page.getByTestId('command-sheet').count()).toBe(0);
    await calls.fill('20');
    await page.keyboard.press('Control+Enter');
    await page.getByTestId('command-sheet').waitFor();
  }, 60_000);
});

describe('policy', () => {
  it('leads from a refused Command to the owner’s signature', async () => {
    const page = await open('#/attention');
    await page.keyboard.press('g');
    await page.keyboard.press('y');
    await page.waitForURL('**/*#/policy');
    await page.getByText('The threat model needs one more level').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByTestId('command-sheet').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Say why: it stands in the log for good.').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.getByText('used by').waitFor();
  }, 60_000);

  it('says that the live log is a part, and that of an archived Mission is whole', async () => {
    const page = await open(WINDOW_PLACES['policy-log']);
    await page.getByRole('note').getByText('Partial').waitFor();
    await page.getByText('“Authorise WorkItem” refused').waitFor();
    await opened?.show(
      `${WINDOW_PLACES['policy-log']}&connectionId=acme.example&groupId=${encodeURIComponent('urn:acme:group:01J8YB1000-handbook')}`,
    );
    await page.getByRole('note').getByText('The whole log').waitFor();
  }, 60_000);

  it('shows who is near a limit', async () => {
    const page = await open(WINDOW_PLACES['policy-limits']);
    await page.getByText('no Authority enforces a limit').waitFor();
    await page.getByRole('checkbox', { name: 'Only near a limit' }).press('Space');
    await expect.poll(() => page.locator('.limit-row[data-level]').count(), PATIENT).toBe(3);
    await page.getByText('at the limit').waitFor();
  }, 60_000);
});
