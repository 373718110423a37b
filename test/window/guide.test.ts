// Help and tour: a page for every place, found by its words, and a tour that never stands in the way.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HELP_TOPICS } from '../../renderer/features/help/help-types.ts';
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

const hashOf = (page: OpenWindow['page']): string => new URL(page.url()).hash;

describe('the help', () => {
  it('opens at the screen one is on: from the list of keys, and with ? in the palette', async () => {
    const page = await open('#/outbox');
    await page.keyboard.press('F1');
    await page.getByRole('button', { name: 'Help for this screen' }).press('Enter');
    await page.waitForURL('**/*#/help/outbox');
    await page.getByText('It never sends a wish a second time', { exact: false }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Commands and search' }).fill('?review');
    await page.locator('.mantine-Spotlight-action').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/*#/help/review');
  });

  it('is found by words that stand in it, in German too', async () => {
    const page = await open('#/help', { language: 'de' });
    const rows = page.locator('.list-row');
    await rows.first().waitFor();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('Schlüsselbund');
    await expect.poll(() => rows.allTextContents()).toEqual(['Demo']);
    await page.keyboard.press('Escape');
    for (const topic of HELP_TOPICS) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#/help/${topic}`);
      await page.locator('.help-page h3, .help-page .label').first().waitFor();
    }
  }, 120_000);
});

describe('the tour', () => {
  it('is taken by keys alone, put off with Esc, gone on with, and can be taken again', async () => {
    const page = await open('#/demo');
    const card = page.locator('.tour-card');
    await page.getByRole('button', { name: 'Take the tour' }).press('Enter');
    await card.getByText('1 of 8').waitFor();
    await page.waitForURL('**/*#/attention');
    await page.keyboard.press('Enter');
    await card.getByText('2 of 8').waitFor();
    await page.locator('.tour-ring').waitFor();
    await page.keyboard.press('ArrowRight');
    await card.getByText('3 of 8').waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await page.evaluate(() => {
      location.hash = '#/demo';
    });
    await page.getByRole('button', { name: 'Go on with the tour' }).press('Enter');
    await card.getByText('3 of 8').waitFor();
    for (let step = 4; step <= 8; step += 1) {
      await page.keyboard.press('ArrowRight');
      await card.getByText(`${step} of 8`).waitFor();
    }
    await card.getByText('In the demo').waitFor();
    expect(hashOf(page)).toBe('#/demo');
    await card.getByRole('button', { name: 'Done' }).press('Enter');
    await card.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Take the tour again' }).waitFor();
  }, 120_000);

  it('lets everything else be used, and fetches nobody back', async () => {
    const page = await open('#/help', { language: 'de', width: 700 });
    await page.getByRole('button', { name: 'Rundgang machen' }).click();
    const card = page.locator('.tour-card');
    await card.getByText('1 von 8').waitFor();
    await page.evaluate(() => {
      location.hash = '#/keys';
    });
    await page.waitForURL('**/*#/keys');
    await page.locator('.frame-main .list-row').first().waitFor();
    expect(await card.isVisible()).toBe(true);
    expect(hashOf(page)).toBe('#/keys');
    const box = await card.boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 700).toBe(true);
    await card.getByRole('button', { name: 'Rundgang beenden' }).click();
    await card.waitFor({ state: 'detached' });
  }, 120_000);
});
