// What the assistant says in the window, in a real browser on the sample desk: by keyboard, and from every number to its Event.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OpenWindow, WindowFixture } from './open-window.ts';
import { WINDOW_PLACES } from './places.ts';

// A build and a browser take their time on a busy machine.
const PATIENCE_MS = 180_000;

let fixture: WindowFixture;
let opened: OpenWindow;
let page: Page;

beforeAll(async () => {
  fixture = await WindowFixture.create();
}, PATIENCE_MS);

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
}, PATIENCE_MS);

beforeEach(async () => {
  opened = await fixture.open({ width: 1440, height: 900 });
  ({ page } = opened);
}, PATIENCE_MS);

afterEach(async () => {
  await page.context().close();
}, PATIENCE_MS);

const address = () => page.evaluate<string>('location.hash');

describe('the offer composer', () => {
  it('shows what a place follows from, and leads from a number to its Events, by keyboard alone', async () => {
    await opened.show(WINDOW_PLACES.offer);
    const score = page.getByRole('button', { name: 'Score of sec-1: 810 of 1,000. Why?' });
    await score.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /^Reliability 885 30 266/u }).waitFor();
    const late = page.getByRole('link', { name: '1 late: show #1203' }).last();
    await late.focus();
    await page.keyboard.press('Enter');
    await expect.poll(address).toMatch(/^#\/history\/.*[?]sequence=1203$/u);
  });

  it('offers the choice of Events where a number counts several', async () => {
    await opened.show(WINDOW_PLACES.offer);
    await page.getByRole('button', { name: '11 accepted: 11 Events' }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: '#1420' }).waitFor();
    expect(await page.getByRole('menuitem').count()).toBe(11);
    await page.getByRole('menuitem', { name: '#1420' }).press('Enter');
    await expect.poll(address).toContain('sequence=1420');
  });

  it('says why somebody may not be asked', async () => {
    await opened.show(WINDOW_PLACES.offer);
    await page.getByRole('button', { name: 'writer: why not' }).press('Enter');
    const reasons = page.getByRole('list', { name: 'What was looked at for writer' });
    expect(await reasons.innerText()).toContain('lacks security.threat-model 1.2.0');
    expect(await reasons.getByRole('img', { name: 'speaks against it' }).count()).toBe(1);
  });

  it('takes the plan over, and asks for the name of a rule where a person orders anew', async () => {
    await opened.show(WINDOW_PLACES.offer);
    await page.getByRole('button', { name: 'Take over' }).press('Enter');
    await page.getByText('An auditor who computes the ranking anew from the log').waitFor();
    await page.getByRole('checkbox', { name: 'Offer to sec-1' }).press('Space');
    await page.getByRole('checkbox', { name: 'Offer to sec-2' }).press('Space');
    await page.getByRole('button', { name: 'sec-2 further up' }).press('Enter');
    await page.getByTestId('offer-go').press('Enter');
    await page.getByText('Say why the order is another one.').waitFor();
    expect(await page.getByTestId('command-sheet').count()).toBe(0);
    await page.getByLabel('Why this order').fill('knows the forms');
    await page.getByText('order=by-hand: knows the forms').waitFor();
    await page.getByText('This choice is not the one of the ranking.').waitFor();
  });
});

describe('the review desk', () => {
  const sheet = () => page.getByTestId('command-sheet');

  it('shows a prepared verdict with its reasons, and goes on with a corrected contract after a failure', async () => {
    await opened.show(WINDOW_PLACES.review);
    await page.getByRole('button', { name: '3 reasons' }).press('Enter');
    const prepared = page.getByRole('region', { name: 'Prepared by the assistant:' });
    expect(await prepared.getByRole('heading').allInnerTexts()).toEqual([
      'Integrity',
      'Criteria',
      'Found out by the assistant itself',
    ]);
    const evidence = prepared.getByRole('link', { name: 'Evidence #1461' });
    expect(await evidence.getAttribute('href')).toContain('sequence=1461');
    // Looking at it has signed nothing.
    expect(await sheet().count()).toBe(0);
    await prepared.getByRole('button', { name: 'Send back with these findings…' }).press('Enter');
    await sheet().getByText('work.fail', { exact: true }).waitFor();
    await page.keyboard.press('Control+Enter');
    await sheet().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Offer again…' }).waitFor();
  });

  it('accepts by what was prepared, with V', async () => {
    await opened.show(WINDOW_PLACES.review.replace('requirements', 'docs'));
    await page.getByText('Accept the result').first().waitFor();
    await page.keyboard.press('v');
    await sheet().getByText('work.accept_result', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await sheet().waitFor({ state: 'detached' });
  });
});

describe('the assistant', () => {
  const sheet = () => page.getByTestId('command-sheet');

  it('says why it does not do something alone, and opens what it proposes', async () => {
    await opened.show(WINDOW_PLACES.assistant);
    await page.getByText('the rule small-offers goes up to reversible').waitFor();
    await page.getByRole('link', { name: '#1432' }).waitFor();
    await page
      .getByRole('button', { name: 'Open the draft for Accessibility check of the forms' })
      .press('Enter');
    await sheet().getByText('work.offer', { exact: true }).waitFor();
    expect(await address()).toBe('#/assistant');
  });

  it('is stopped by one key from anywhere, also while something is typed, and asks before it goes on', async () => {
    await opened.show('#/missions');
    await page.getByRole('searchbox').or(page.getByPlaceholder('Filter…')).first().focus();
    await page.keyboard.press('Control+.');
    await page.getByRole('button', { name: 'assistant stopped' }).press('Enter');
    await expect.poll(address).toBe('#/assistant');
    await page.getByText('The assistant is stopped. It signs nothing.').first().waitFor();
    await page.getByRole('button', { name: 'Let it go on…' }).press('Enter');
    // The first answer keeps it stopped.
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Let it go on…' }).press('Enter');
    await page.getByRole('button', { name: 'Let it go on', exact: true }).press('Enter');
    await page.getByRole('button', { name: /^Stop the assistant/u }).waitFor();
  });
});

describe('the settings of the assistant', () => {
  const place = WINDOW_PLACES['settings-assistant'];

  it('keep what would let it do more only when that is confirmed, and keep it as it was by default', async () => {
    await opened.show(place);
    await page.getByRole('button', { name: 'Add a rule' }).press('Enter');
    const rule = page.getByRole('group', { name: 'rule-2' });
    await rule.getByLabel('Why').fill('tried in the window');
    await page.getByRole('button', { name: 'Save the rules' }).press('Enter');
    const asking = page.getByRole('alertdialog', { name: 'This lets the assistant do more than before:' });
    await asking.getByText('The rule rule-2 is new').waitFor();
    // The first answer keeps it as it was.
    await page.keyboard.press('Enter');
    await asking.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save the rules' }).press('Enter');
    await asking.getByRole('button', { name: 'Let it do that' }).press('Enter');
    await asking.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('button', { name: 'Save the rules' }).isDisabled()).toBe(true);
    expect(await rule.getByLabel('Why').inputValue()).toBe('tried in the window');
  });

  it('say at the rule what is wrong with it', async () => {
    await opened.show(place);
    const rule = page.getByRole('group', { name: 'small-offers' });
    await rule.getByLabel('Name').fill('');
    await page.getByRole('button', { name: 'Save the rules' }).press('Enter');
    await page.getByText('A rule needs a name.').waitFor();
    await page.getByRole('button', { name: 'Discard changes' }).press('Enter');
    expect(await rule.getByLabel('Name').inputValue()).toBe('small-offers');
  });

  it('show the exact text that a model would get, test it, and hold no key in the window', async () => {
    await opened.show(place);
    await page.getByLabel('What you would ask').fill('Which risks are missing?');
    await page.getByRole('button', { name: 'Show the exact text' }).press('Enter');
    const body = page.getByLabel('The body of the request');
    expect(await body.innerText()).toContain('Which risks are missing?');
    await page.getByText('Taken out: word 1').waitFor();
    await page.getByRole('button', { name: 'Send exactly this' }).press('Enter');
    await page.getByText('A model wrote this, for 412 tokens.').waitFor();
    // Another wish is another text: what was shown is gone.
    await page.getByLabel('What you would ask').fill('Something else');
    await body.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Test the connection' }).press('Enter');
    await page.getByText('llama3.3 has answered. This took 84 tokens.').waitFor();
    const key = page.getByLabel('Key', { exact: true });
    await key.fill('a key of a test');
    await page.getByRole('button', { name: 'Keep the key' }).press('Enter');
    await expect.poll(() => key.inputValue()).toBe('');
    expect(await page.content()).not.toContain('a key of a test');
  });
});
