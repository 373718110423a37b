// The administration of an Authority by keyboard, on the sample desk: what each act means stands there before it is done.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type OpenWindow, WindowFixture, type WindowOptions } from './open-window.ts';

/** Two busy cores. */
const PATIENT = { timeout: 30_000 };
const ACME = '#/operator/acme.example';

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

it('a card is checked before it is registered, and its end says what stops', async () => {
  const page = await open('#/attention');
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.waitForURL('**/*#/operator');
  await page.getByRole('button', { name: 'Register card' }).press('Enter');
  const fill = (name: string, text: string) => page.getByLabel(name, { exact: true }).fill(text);
  await fill('Id of the Agent', 'new');
  await fill('Name', 'newcomer');
  await fill('Id of the human who answers for it', 'urn:acme:human:ada');
  await fill('Id of its key', 'urn:acme:key:new:1');
  await fill('Public key (base64url)', 'p1tvJ1bUNgq0JmQpqS5wGgwnKDcTnBBMvkOgQpRVHgs');
  await fill('Capabilities, one on each line: id version', 'files.inventory 1.0.0');
  const register = page.getByRole('button', { name: 'Check and register' });
  await register.press('Enter');
  await page.getByText('must be a URI').waitFor();
  await fill('Id of the Agent', 'urn:acme:agent:new');
  await register.press('Enter');
  await page.getByRole('heading', { name: 'newcomer' }).waitFor();
  await page.getByRole('button', { name: 'Revoke card' }).press('Enter');
  await page.getByText('gets no new work').waitFor();
  await page.getByRole('button', { name: 'Revoke the card now' }).press('Enter');
  await page.getByText('Version 2, revoked').waitFor();
}, 60_000);

it('a key of a service cannot be revoked, and an overlap is told', async () => {
  const page = await open(`${ACME}/keys?item=${encodeURIComponent('urn:acme:key:coder-1:1')}`);
  await page.getByText('1 other key of the same owner is valid').waitFor();
  await page.getByRole('searchbox').fill('group-authority');
  await page.getByRole('row', { name: 'group-authority' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).press('Enter');
  await expect
    .poll(() => page.getByRole('button', { name: 'Revoke the key now' }).isDisabled(), PATIENT)
    .toBe(true);
}, 60_000);

it('a policy with a fault cannot be applied; a sound one is compared, explained and applied', async () => {
  const page = await open(`${ACME}/policy`);
  const field = page.getByRole('textbox', { name: 'Active WorkItems per Worker' });
  const apply = page.getByRole('button', { name: 'Apply' });
  const file = page.getByRole('textbox', { name: 'The file' });
  expect(await apply.isDisabled()).toBe(true);
  await file.fill((await file.inputValue()).replace('offer: 1200', 'offer: soon'));
  await page.getByText('Line 14').waitFor();
  expect(await apply.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Discard changes' }).press('Enter');
  await field.fill('2');
  await field.press('Enter');
  await expect.poll(() => file.inputValue(), PATIENT).toContain('activeWorkItems: 2');
  expect(await file.inputValue()).toContain('# Agreed with the team');
  await page.getByText('One Agent holds more than that now').waitFor();
  await apply.press('Enter');
  await page.getByText('Nothing is changed yet.').waitFor();
  expect(await file.inputValue()).toContain('activeWorkItems: 2');
}, 60_000);

it('the admission log is filtered and read page by page', async () => {
  const page = await open(`${ACME}/admissions`);
  const rows = page.getByRole('grid', { name: 'Admission log' });
  await expect.poll(() => rows.getAttribute('aria-rowcount'), PATIENT).toBe('100');
  await page.getByRole('button', { name: 'Older ones' }).press('Enter');
  await expect.poll(() => rows.getAttribute('aria-rowcount'), PATIENT).toBe('200');
  await page.getByLabel('Code or stage').fill('rate_limited');
  await page.getByLabel('Code or stage').press('Enter');
  await expect.poll(() => rows.getAttribute('aria-rowcount'), PATIENT).toBe('20');
  await page.getByText('That is the beginning of the log.').waitFor();
  await page.getByText('POL-003: too many Messages').waitFor();
}, 60_000);

it('a Session is ended after its meaning was read, and a backup is made', async () => {
  const page = await open(`${ACME}/sessions`);
  await page.getByRole('button', { name: 'End Session' }).press('Enter');
  await page.getByText('knows no end of a Session but its successor').waitFor();
  await page.getByRole('button', { name: 'Open the next epoch now' }).press('Enter');
  await page.getByRole('row', { name: 'Session 15' }).waitFor();
  await opened?.follow(`${ACME}/backups`);
  await page.getByRole('button', { name: 'Back up now' }).press('Enter');
  await page.getByText('was checked before it got its name').waitFor();
  await page.getByText('authority-2026-12-01T09-00-00-000Z.db').waitFor();
}, 60_000);

it('where it can only be read, it says why, and a folder can be added', async () => {
  const page = await open('#/operator/folder-archive');
  await page.getByText('To be read only: ').waitFor();
  expect(await page.getByRole('button', { name: 'Revoke card' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Add folder' }).press('Enter');
  await page.getByText('administered there, where its folder is').waitFor();
  await page.getByLabel('Name').fill('North');
  await page.getByLabel('Folder', { exact: true }).fill('/srv/none');
  await page.getByLabel('Folder', { exact: true }).press('Enter');
  await page.getByText('it has no organization.yaml').waitFor();
  await page.getByLabel('Folder', { exact: true }).fill('/srv/north');
  await page.getByLabel('Folder', { exact: true }).press('Enter');
  await expect
    .poll(
      () => page.getByRole('combobox', { name: 'Authority' }).locator('option:checked').textContent(),
      PATIENT,
    )
    .toBe('North');
}, 60_000);

it('whoever administers nothing has no such place in the rail', async () => {
  const page = await open('#/operator', { isEmpty: true });
  await page.getByRole('heading', { name: 'Nothing to administer here' }).waitFor();
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Administration' }).count()).toBe(0);
}, 60_000);
