// The library of Artifacts, and what is written in a conversation, by keyboard on the sample desk.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWindow, WindowFixture } from './open-window.ts';
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

async function open(place: string): Promise<OpenWindow['page']> {
  opened = await fixture.open({});
  await opened.show(place);
  return opened.page;
}

describe('the library of Artifacts', () => {
  it('leads from a difference to what is kept for a report', async () => {
    const page = await open('#/artifacts');
    await page.getByRole('heading', { name: 'requirements.md' }).waitFor();
    await page.keyboard.press('n');
    await page.getByText('The content is not what its hash says').waitFor();
    await page.getByRole('button', { name: 'Keep both for report' }).press('Enter');
    await page.getByText('differs-41b041b0').waitFor();
  }, 60_000);

  it('compares a file of this computer, and says when it is another one', async () => {
    const page = await open(WINDOW_PLACES['artifact-differs']);
    await page.getByRole('button', { name: 'Attach a file…' }).press('Enter');
    const path = page.getByRole('textbox', { name: 'Path of the file' });
    await path.fill('/home/ada/other.json');
    await path.press('Enter');
    await page.getByText('It is another content').waitFor();
    await path.fill('/home/ada/same.json');
    await path.press('Enter');
    await page.getByText('It is the same content. A copy').waitFor();
  }, 60_000);

  it('shows names of strangers with what is invisible in them', async () => {
    const page = await open('#/artifacts');
    const names = page.locator('.library-title');
    await expect.poll(() => names.allTextContents(), PATIENT).toContain('guide⟦U+202E⟧dm.exe');
    expect((await names.allTextContents()).join('')).not.toContain('\u202e');
  }, 60_000);

  it('says the same of an origin as a list as in the graph', async () => {
    const page = await open(WINDOW_PLACES['artifact-origin']);
    const boxes = page.locator('.origin-box');
    await boxes.first().waitFor();
    const drawn = (await boxes.locator('.strong').allTextContents()).toSorted();
    await page.getByRole('radio', { name: 'Graph' }).focus();
    await page.keyboard.press('ArrowRight');
    const listed = page.locator('.origin-list > li > .strong');
    await listed.first().waitFor();
    const own = 'requirements.md';
    expect([...(await listed.allTextContents()), own].toSorted()).toEqual(drawn);
  }, 60_000);

  it('begins a contract with the Artifact as its input', async () => {
    const page = await open(WINDOW_PLACES['artifact-origin']);
    await page.getByRole('button', { name: 'Use as input' }).press('Enter');
    // The editor takes it from the address (editor-subject.test.ts).
    await page.waitForURL(`**/*#/contract/**input=${encodeURIComponent(`sha256:${'9f2c'.repeat(16)}`)}**`);
  }, 60_000);

  it('shows nothing whose class forbids it', async () => {
    const page = await open('#/artifacts?artifact=urn%3Aacme%3Aartifact%3Afindings&tab=preview');
    await page.getByText('The class forbids a preview').waitFor();
    expect(await page.locator('.preview').count()).toBe(0);
  }, 60_000);
});

describe('a conversation', () => {
  it('keeps what was begun, with whom it mentions, until it is posted', async () => {
    const page = await open(WINDOW_PLACES.conversations);
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('Which of the two');
    await page.getByRole('checkbox', { name: 'Open question' }).press('Space');
    await expect.poll(() => field.inputValue(), PATIENT).toBe('Which of the two?');
    // At once: what is begun is kept by leaving, too.
    await opened?.follow('#/missions');
    await page.getByRole('heading', { name: 'Missions' }).first().waitFor();
    await opened?.follow(WINDOW_PLACES.conversations);
    await expect.poll(() => field.inputValue(), PATIENT).toBe('Which of the two?');
  }, 60_000);

  it('makes a contract of a Message, with its text quoted', async () => {
    const page = await open(WINDOW_PLACES.conversations);
    await page.getByRole('button', { name: 'What can be done with this Message' }).first().press('Enter');
    await page.getByRole('menuitem', { name: 'Make a contract from this' }).press('Enter');
    await page.waitForURL('**/*#/contract/**');
    await page.getByText('From a Message of').first().waitFor();
  }, 60_000);
});
