// The whole way of a Mission by the keyboard alone (screens A): no pointer touches the window, and wherever a person has to act
// the focus can be seen.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoChromium } from '../harness/chromium.ts';
import { E2eStage, PATIENCE_MS } from './e2e-stage.ts';
import { untilItemIs, untilOnline } from './e2e-stage-acts.ts';
import { expectFocusIn, expectVisibleFocus, focusOf, goByKeys, signByKeys, tabTo } from './e2e-stage-keys.ts';
import { readAuthorityLog } from './e2e-stage-log.ts';

const BRIEF = new URL('brief/folder-list.yaml', import.meta.url);

describe.skipIf(whyNoChromium() !== undefined)('a Mission by the keyboard alone', () => {
  let stage: E2eStage;
  let archive: string;
  const press = (key: string) => stage.page.keyboard.press(key);
  const write = (text: string) => stage.page.keyboard.insertText(text);

  beforeAll(async () => {
    stage = await E2eStage.open();
    archive = join(stage.folder, 'archive');
    await mkdir(archive);
    await writeFile(join(archive, 'index.txt'), 'what is here\n');
  }, 180_000);

  afterAll(async () => {
    await stage.close();
  }, 60_000);

  it('begins with an identity', async () => {
    const { page } = stage;
    for (const [field, text] of [
      ['textbox "Your name"', 'Ada Lovelace'],
      ['textbox "Name of the Organization"', 'Analytical Works'],
      ['textbox "Passphrase"', 'a note on the engine'],
      ['textbox "Passphrase again"', 'a note on the engine'],
    ] as const) {
      await tabTo(page, field);
      await write(text);
    }
    await press('Enter');
    await page.waitForURL('**/*#/missions');
    await untilOnline(page, 'Analytical Works');
    expect(stage.faults).toEqual([]);
  }, 120_000);

  it('becomes a Mission from a brief that is written in the window', async () => {
    const { page } = stage;
    await press('Control+k');
    await expectFocusIn(page, '[role="dialog"]');
    await page.keyboard.type('briefs');
    await page.getByRole('dialog').getByText('Mission briefs').waitFor();
    await press('Enter');
    await page.waitForURL('**/*#/briefs');
    await tabTo(page, 'textbox "Brief"');
    await write(await readFile(BRIEF, 'utf8'));
    await press('Control+Enter');
    await page.getByText('What would happen').waitFor();
    await tabTo(page, 'textbox "input"');
    await write(archive);
    await tabTo(page, 'button "Run it"');
    await press('Enter');
    await page.getByText('waits to be authorized').waitFor();
    expect(stage.faults).toEqual([]);
  }, 120_000);

  it('has its work authorized and offered', async () => {
    const { page } = stage;
    await goByKeys(page, 'a', 'attention');
    const selected = page.locator('.list-row[aria-selected="true"]');
    await expect.poll(() => selected.textContent(), { timeout: PATIENCE_MS }).toContain('List every file');
    await expectFocusIn(page, '[role="grid"]');
    await expectVisibleFocus(page);
    await press('Shift+Enter');
    await page.waitForURL('**/*#/work/**');
    await tabTo(page, 'button "Authorise as proposed"');
    await press('Enter');
    await signByKeys(page);
    await page.getByRole('button', { name: 'Offer', exact: true }).waitFor();
    await press('o');
    await page.waitForURL('**/*#/offer/**');
    await tabTo(page, /^checkbox .*inventory/u);
    await press('Space');
    await press('Control+Enter');
    await signByKeys(page);
    await untilItemIs(page, 'submitted');
  }, 180_000);

  it('is reviewed, and sent back once', async () => {
    const { page } = stage;
    await press('r');
    await page.waitForURL('**/*#/review/**');
    await page.getByText('hash matches').first().waitFor();
    // The matrix by arrows, and the Evidence of a cell by Enter.
    await press('2');
    await expectFocusIn(page, '[data-step="matrix"]');
    await press('ArrowRight');
    await expectVisibleFocus(page);
    await press('Enter');
    await page.getByRole('region', { name: 'The entries are exactly the files of the folder.' }).waitFor();
    // What cannot be accepted is not accepted by its key.
    await press('v');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await press('b');
    await expect.poll(() => focusOf(page)).toContain('textbox "What has to change"');
    await write('The letters belong into a list of their own.');
    await tabTo(page, 'button "Continue to step 1"');
    await press('Enter');
    await signByKeys(page);
    await page.getByText('Step 1 is in the outbox.').waitFor();
    // The focus has gone back from the sheet to the screen.
    await expectFocusIn(page, 'main');
    await tabTo(page, 'button "Offer again…"');
    await press('Enter');
    await page.waitForURL('**/*#/offer/**');
    await tabTo(page, /^checkbox .*inventory/u);
    if (!(await focusOf(page)).includes('[checked]')) await press('Space');
    await press('Control+Enter');
    await signByKeys(page);
    await untilItemIs(page, 'submitted');
  }, 180_000);

  it('is accepted with a review by a human, and handed in', async () => {
    const { page } = stage;
    await press('r');
    await page.waitForURL('**/*#/review/**');
    await page.getByText('Ownership Epoch 3').waitFor();
    await press('4');
    await expectFocusIn(page, '[data-step="reviewers"]');
    await expectVisibleFocus(page);
    await tabTo(page, 'button "Add human_review…"');
    await press('Enter');
    await tabTo(page, 'textbox "Method"');
    await write('I compared the list with the folder.');
    await tabTo(page, 'button "Keep this Evidence"');
    await press('Enter');
    await page.getByText('Covered by what you add.').waitFor();
    await press('v');
    await signByKeys(page);
    await goByKeys(page, 'm', 'missions');
    await tabTo(page, 'button "Submit for approval"');
    await press('Enter');
    await signByKeys(page);
    expect(stage.faults).toEqual([]);
  }, 120_000);

  it('ends with the final Approval', async () => {
    const { page } = stage;
    await goByKeys(page, 'p', 'approvals');
    await page.getByRole('grid', { name: 'To decide' }).getByText('Contents of the archive').waitFor();
    await press('j');
    await page.getByText('1 of 1 checked').waitFor();
    await press('a');
    await signByKeys(page);
    await goByKeys(page, 'm', 'missions');
    await page
      .getByRole('region', { name: 'Contents of the archive' })
      .getByText('approved')
      .first()
      .waitFor();
    expect(stage.faults).toEqual([]);
  }, 120_000);

  it('has made the same facts as a mouse would', async () => {
    const { events, verification } = await readAuthorityLog(stage.profile);
    expect(verification.findings).toEqual([]);
    const kinds = events.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'work.submitted')).toHaveLength(2);
    expect(kinds).toContain('work.result.accepted');
    const approved = events.find(({ kind }) => kind === 'mission.approved');
    expect(approved?.actor.type).toBe('human');
    expect(approved?.payload['approval']).toMatchObject({ kind: 'mission_final', decision: 'approved' });
  }, 60_000);
});
