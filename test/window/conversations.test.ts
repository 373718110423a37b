// Conversations by keyboard, on the sample desk: what the assistant makes of a Message is read and changed before anything is signed.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWindow, WindowFixture, type WindowOptions } from './open-window.ts';
import { WINDOW_PLACES } from './places.ts';

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

describe('a Message', () => {
  it('becomes a proposal with its reasons, which opens in the editor and is signed on its sheet', async () => {
    const page = await open(WINDOW_PLACES.conversations);
    const message = page.getByRole('listitem').filter({ hasText: 'Should we plan passkeys' });
    await message.getByRole('button', { name: 'What can be done with this Message' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Draft a proposal from this' }).press('Enter');
    const drafts = page.getByRole('region', { name: 'What could follow from this Message' });
    await drafts.getByText('which of 7 capabilities does this need').waitFor();
    await drafts.getByText('Nothing is signed').waitFor();
    expect(await drafts.getByRole('link', { name: 'Event #1402' }).first().getAttribute('href')).toContain(
      'sequence=1402',
    );
    await drafts.getByRole('button', { name: 'Review “Propose new work”…' }).press('Enter');
    await page.getByRole('heading', { name: 'Propose a WorkItem' }).waitFor();
    await page
      .getByRole('textbox', { name: 'Goal' })
      .and(page.locator('[value], textarea'))
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: 'Propose…' }).isDisabled()).toBe(true);
    expect(await page.getByTestId('command-sheet').count()).toBe(0);
  }, 90_000);

  it('becomes an offer to its author, who is chosen in the composer already (de)', async () => {
    const page = await open(WINDOW_PLACES.conversations, { language: 'de' });
    const message = page.getByRole('listitem').filter({ hasText: 'Should we plan passkeys' });
    await message.getByRole('button', { name: 'Was mit dieser Message möglich ist' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Daraus einen Vorschlag entwerfen' }).press('Enter');
    await page
      .getByRole('button', { name: '„Dem anbieten, der das geschrieben hat“ prüfen…' })
      .press('Enter');
    await page.waitForURL('**/*#/offer/**');
    await page.getByRole('row').filter({ hasText: 'sec-1' }).first().waitFor();
    expect(await page.getByRole('checkbox', { name: /sec-1/u }).isChecked()).toBe(true);
  }, 90_000);
});

describe('a Group', () => {
  it('lets come at once only what is chosen, and says what that changes (WS-040)', async () => {
    const page = await open(WINDOW_PLACES.conversations);
    const list = page.getByRole('grid').first();
    await list.waitFor();
    const before = await list.boundingBox();
    await page.getByRole('button', { name: 'At once: everything' }).press('Enter');
    const part = page.getByRole('region', { name: 'What comes at once' });
    await part.getByText('This changes live delivery alone').waitFor();
    await part.getByText('Heard by the Session of Assistant').waitFor();
    // It lies over the list and does not push it.
    expect(await list.boundingBox()).toEqual(before);
    await part.getByRole('checkbox', { name: 'Only what mentions that Agent' }).press('Space');
    await part.getByRole('button', { name: 'Apply' }).press('Enter');
    await page.getByRole('button', { name: 'At once: a part' }).waitFor();
    await part.getByRole('button', { name: 'Fetch the rest now' }).press('Enter');
    await part.getByText('The rest is being fetched.').waitFor();
    await part.getByRole('button', { name: 'Let everything come' }).press('Enter');
    const everything = page.getByRole('button', { name: 'At once: everything' });
    await everything.waitFor();
    await page.keyboard.press('Escape');
    await part.waitFor({ state: 'hidden' });
    await expect.poll(() => everything.evaluate((button) => button === document.activeElement)).toBe(true);
  }, 90_000);
});
