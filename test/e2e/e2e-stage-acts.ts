// What a person does in the window, with the mouse, by the roles and names that everybody reads. Each act ends when the
// window shows what came of it.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { PATIENCE_MS } from './e2e-stage.ts';

const WAIT = { timeout: PATIENCE_MS };

export interface Newcomer {
  readonly personName: string;
  readonly organization: string;
  readonly passphrase: string;
}

/** The door "Begin on this computer" of a fresh profile. */
export async function createIdentity(page: Page, newcomer: Newcomer): Promise<void> {
  const door = page.getByRole('region', { name: 'Begin on this computer' });
  await door.getByLabel('Your name').fill(newcomer.personName);
  await door.getByLabel('Name of the Organization').fill(newcomer.organization);
  await door.getByLabel('Passphrase', { exact: true }).fill(newcomer.passphrase);
  await door.getByLabel('Passphrase again').fill(newcomer.passphrase);
  await door.getByRole('button', { name: 'Begin' }).click();
  await page.waitForURL('**/*#/missions');
  await untilOnline(page, newcomer.organization);
}

/** Until the status bar says that a connection is online. */
export async function untilOnline(page: Page, organization: string): Promise<void> {
  const status = page.getByRole('contentinfo').getByRole('button', { name: new RegExp(organization, 'u') });
  await expect.poll(() => status.textContent(), WAIT).toContain('online');
}

/** After a start of the host: the keys are opened with the passphrase. */
export async function unlockKeys(page: Page, passphrase: string): Promise<void> {
  await page.getByRole('status').getByRole('button', { name: 'Unlock' }).click();
  const form = page.getByRole('region', { name: 'Unlock' });
  await form.getByLabel('Passphrase').fill(passphrase);
  await form.getByRole('button', { name: 'Unlock' }).click();
  await page.getByRole('contentinfo').getByRole('button', { name: 'keys ok' }).waitFor();
}

/** Goes to a place of the rail. */
export async function goToPlace(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Places' })
    .getByRole('link', { name: new RegExp(`^${name}`, 'u') })
    .click();
  await page.getByRole('main', { name }).waitFor();
}

/** Drops a file on the window, as it comes from a folder of the computer. */
export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const file = `new File([${JSON.stringify(text)}], ${JSON.stringify(name)})`;
  const files = await page.evaluateHandle(
    `(() => { const transfer = new DataTransfer(); transfer.items.add(${file}); return transfer; })()`,
  );
  await page.dispatchEvent('body', 'drop', { dataTransfer: files });
}

/** Checks the brief that was dropped and runs it on a folder; the person leads. */
export async function runBrief(page: Page, inputs: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  for (const [name, folder] of Object.entries(inputs)) {
    await page.getByRole('textbox', { name, exact: true }).fill(folder);
  }
  await page.getByRole('button', { name: 'Run it' }).click();
  await page.getByText('waits to be authorized').first().waitFor();
}

export interface NewMission {
  readonly title: string;
  readonly objective: string;
  readonly criterion: string;
  /** As a field for date and time takes it, local time. */
  readonly deadline: string;
  readonly toolCalls: number;
}

/** Creates a Mission in the six steps of the wizard; the first connection and its Coordinator are chosen already. */
export async function createMission(page: Page, mission: NewMission): Promise<void> {
  await goToPlace(page, 'Missions');
  await page.getByRole('button', { name: 'New Mission' }).first().click();
  await page.getByLabel('Title').fill(mission.title);
  await page.getByLabel('Objective', { exact: true }).fill(mission.objective);
  await page.getByLabel('Criterion 1', { exact: true }).fill(mission.criterion);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Deadline', { exact: true }).fill(mission.deadline);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Tool calls').fill(String(mission.toolCalls));
  await page.getByRole('button', { name: /^\d? ?Check and sign$/u }).click();
  await page.getByRole('button', { name: 'To the command sheet' }).click();
  await signSheet(page);
  await page.waitForURL('**/*#/missions');
  await page.getByRole('grid', { name: 'Missions' }).getByText(mission.title).waitFor();
}

export function sheetOf(page: Page): Locator {
  return page.getByTestId('command-sheet');
}

/** Signs what is on the sheet; `look` sees it first. */
export async function signSheet(page: Page, look: (sheet: Locator) => Promise<void> = async () => {}) {
  const sheet = sheetOf(page);
  await sheet.waitFor();
  await look(sheet);
  await sheet.getByRole('button', { name: /^Sign and send/u }).click();
  await sheet.waitFor({ state: 'detached' });
}

/** Begins with the attention list, as every day does: its first row with this action. */
export async function takeFromAttention(page: Page, action: string): Promise<void> {
  await goToPlace(page, 'Attention');
  await page.getByRole('grid').getByRole('button', { name: action }).first().click();
}

/** On the screen of a WorkItem: until its state is this one. */
export async function untilItemIs(page: Page, state: string): Promise<void> {
  await expect.poll(() => page.locator('.pane-subtitle').first().textContent(), WAIT).toContain(state);
}

/** On the offer screen: to one Agent, chosen by name. */
export async function offerTo(page: Page, agent: string): Promise<void> {
  await page
    .getByRole('row', { name: new RegExp(agent, 'u') })
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: `Continue: Offer to ${agent}` }).click();
  await signSheet(page);
}

/** Opens the submission that waits for review. */
export async function openReview(page: Page, title: string): Promise<void> {
  await goToPlace(page, 'Review');
  await page.getByRole('grid', { name: 'To review' }).getByText(title).click();
  await page.getByRole('heading', { name: '2 · Criteria × Evidence' }).waitFor();
}

/** The text of one cell of the matrix. */
export function cellOf(page: Page, criterion: string, type: string): Locator {
  return page.getByRole('button', { name: new RegExp(`^${criterion}, ${type}: `, 'u') });
}
