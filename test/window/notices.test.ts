// Notifications in the window: what can be set, and what is shown.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type OpenWindow, WindowFixture } from './open-window.ts';

let fixture: WindowFixture;
let opened: OpenWindow;
beforeAll(async () => {
  fixture = await WindowFixture.create();
  opened = await fixture.open();
}, 180_000);
afterEach(() => {
  const { errors } = opened;
  if (errors.length > 0) throw new Error(`The console says:\n${errors.join('\n')}`);
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

it('shows a notice with the way to what it is about, and takes it away again', async () => {
  const { page, show } = opened;
  await show('#/settings/notifications');
  await page.getByRole('button', { name: 'Send a test' }).click();
  const banner = page.getByRole('region', { name: 'Notices' });
  await banner.getByText('A test from Heddle').waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect.poll(() => banner.getByRole('button', { name: 'Show' }).count()).toBe(2);
  await banner.getByRole('button', { name: 'Close the notice “A test from Heddle”' }).first().click();
  await expect.poll(() => banner.getByRole('button', { name: 'Show' }).count()).toBe(1);
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await banner.getByRole('button', { name: 'Show' }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#/settings/notifications');
  await banner.waitFor({ state: 'detached' });
});

it('keeps exceptions by reason and Mission, and quiet hours', async () => {
  const { page, show, follow } = opened;
  await show('#/settings/notifications');
  await page.getByRole('checkbox', { name: 'Watch: In the window' }).click();
  await page.getByRole('button', { name: 'Add an exception' }).click();
  const last = page.locator('.notice-exception').last();
  await last
    .getByRole('textbox', { name: 'Reason' })
    .or(last.getByRole('combobox', { name: 'Reason' }))
    .click();
  await page.getByRole('option', { name: 'A WorkItem has failed' }).click();
  await page.getByLabel('From').fill('23:30');
  await page.getByRole('checkbox', { name: 'Sunday' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
  await follow('#/attention');
  await follow('#/settings/notifications');
  await expect.poll(() => page.locator('.notice-exception').count()).toBe(3);
  expect(
    await page.getByRole('group', { name: 'Ways for A WorkItem has failed, Every Mission' }).count(),
  ).toBe(1);
  expect(await page.getByLabel('From').inputValue()).toBe('23:30');
  expect(await page.getByRole('checkbox', { name: 'Sunday' }).isChecked()).toBe(false);
  expect(await page.getByRole('checkbox', { name: 'Watch: In the window' }).isChecked()).toBe(true);
});

it('asks before a program is started, and again when it is another one', async () => {
  const { page, show } = opened;
  await show('#/settings/notifications');
  await page.getByText('Agreed to as it stands.', { exact: false }).waitFor();
  const path = page.getByLabel('Absolute path of the program');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await path.fill('tell-me');
  await page.getByText('Heddle will start tell-me for each notice.', { exact: false }).waitFor();
  await save.click();
  await page.getByText('The path of the program has to be absolute.').waitFor();
  await path.fill('/opt/tell-me');
  await save.click();
  await expect.poll(() => save.isDisabled()).toBe(true);
  await page.getByText('It is not started before you have agreed to it.').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Own program', exact: true }).last().isDisabled()).toBe(
    true,
  );
  await page.getByRole('checkbox', { name: 'Start this program for me' }).click();
  await save.click();
  await page.getByText('Agreed to as it stands.', { exact: false }).waitFor();
});
