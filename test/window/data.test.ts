// Data, diagnostics and the recovery window, by keyboard alone, on the sample desk.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findSerious } from './axe.ts';
import { type OpenWindow, WindowFixture, type WindowOptions } from './open-window.ts';

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

describe('settings of data', () => {
  it('try a backup out after its passphrase, and name a damaged one that cannot be used', async () => {
    const page = await open('#/settings/data');
    await page.getByRole('button', { name: 'Try it out' }).first().press('Enter');
    await page.keyboard.type('a passphrase for tests');
    await page.keyboard.press('Enter');
    await page.getByText('Restored and checked: everything is there.').waitFor();
    expect(
      await page.getByRole('textbox', { name: 'Passphrase for backups', exact: true }).inputValue(),
    ).toBe('');
    const damaged = page.locator('.data-backup', { hasText: 'damaged' });
    expect(await damaged.getByRole('button').count()).toBe(0);
  }, 60_000);

  it('make nobody back up before there is a passphrase, and take none that was typed in two ways', async () => {
    const page = await open('#/settings/data', { isEmpty: true });
    expect(await page.getByRole('button', { name: 'Back up now' }).isDisabled()).toBe(true);
    await page.getByLabel('Passphrase for backups').fill('correct horse');
    await page.getByLabel('Passphrase again').fill('correct house');
    await page.getByText('The two passphrases differ.').waitFor();
    expect(await page.getByRole('button', { name: 'Set', exact: true }).isDisabled()).toBe(true);
  }, 60_000);
});

describe('keys that a backup lacks', () => {
  it.each([
    ['en', 'is not in the last backup', '(key 04bd 77a0 …, locked)'],
    ['de', 'fehlt in der letzten Sicherung', '(Schlüssel 04bd 77a0 …, gesperrt)'],
  ] as const)('are named in %s where backups are made, and lead to the key', async (language, said, name) => {
    const page = await open('#/settings/data', { language });
    const note = page.getByRole('alert').filter({ hasText: said });
    await note.getByRole('link', { name }).press('Enter');
    await page.waitForURL(`**/*#/keys/${encodeURIComponent('urn:lab:key:planner-1')}`);
    await page.locator('.list-row[aria-selected="true"]', { hasText: '04bd 77a0' }).waitFor();
  });

  it('are named after a backup of keys alone', async () => {
    const page = await open('#/keys?task=backUp');
    await page.getByLabel('Passphrase', { exact: true }).fill('a passphrase for tests');
    await page.getByLabel('Passphrase again').fill('a passphrase for tests');
    await page.getByRole('button', { name: 'Write and test the backup' }).press('Enter');
    await page.getByText('2 keys are in it, 1 are missing.').waitFor();
    await page.getByRole('alert').getByRole('link', { name: '(key 04bd 77a0 …, locked)' }).waitFor();
  });
});

describe('diagnostics', () => {
  it('save a report only after its text was shown', async () => {
    const page = await open('#/settings/diagnostics');
    const save = page.getByRole('button', { name: 'Save what is shown' });
    expect(await save.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Show the report' }).press('Enter');
    await page.getByRole('region', { name: 'Text of the report' }).getByText('Heddle diagnostics').waitFor();
    await save.press('Enter');
    await page.getByText('/home/ada/heddle/exports/diagnostics.txt').waitFor();
  }, 60_000);
});

describe('the recovery window', () => {
  it.each(['en', 'de'] as const)(
    'in %s says what is wrong, has every way out in reach of keys, and nothing that axe calls serious',
    async (language) => {
      const page = await open('#/attention', { isRecovery: true, language, appearance: 'high-contrast' });
      const names =
        language === 'en'
          ? ['Try again', 'Safe mode', 'Rebuild', 'Copy the raw databases', 'Show the report']
          : [
              'Noch einmal versuchen',
              'Abgesicherter Modus',
              'Neu aufbauen',
              'Rohe Datenbanken kopieren',
              'Bericht zeigen',
            ];
      const reached = new Set<string>();
      for (let step = 0; step < 20; step += 1) {
        await page.keyboard.press('Tab');
        reached.add(await page.evaluate(() => document.activeElement?.textContent ?? ''));
      }
      expect(names.filter((name) => !reached.has(name))).toEqual([]);
      await page.getByRole('button', { name: names[2] ?? '' }).press('Enter');
      await page.getByText(language === 'en' ? 'could not be made anew' : 'ließ sich nicht neu').waitFor();
      expect(await findSerious(page, 'all')).toEqual([]);
    },
    60_000,
  );
});
