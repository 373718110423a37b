// Templates of briefs by keyboard, on the sample desk.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWindow, WindowFixture } from './open-window.ts';

let fixture: WindowFixture;
let opened: OpenWindow;
beforeAll(async () => {
  fixture = await WindowFixture.create();
}, 180_000);
afterEach(async () => {
  const { page, errors } = opened;
  await page.close();
  if (errors.length > 0) throw new Error(`The console says:\n${errors.join('\n')}`);
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

describe('templates of briefs', () => {
  it('begin a brief that is checked at once, take in a text, and name the line of what is none', async () => {
    opened = await fixture.open();
    const { page, show } = opened;
    await show('#/briefs');
    await page.getByRole('button', { name: 'Begin with “Audit of a folder”' }).press('Enter');
    await page.getByText('What would happen').waitFor();
    const text = page.getByRole('textbox', { name: 'folder-audit.yaml' });
    expect(await text.inputValue()).toContain('title: Audit of a folder');
    await page.getByRole('button', { name: 'Keep this text as a template' }).press('Enter');
    await page.getByText('Kept as a template.').waitFor();
    await page.getByRole('button', { name: 'Remove “Audit of a folder”' }).press('Enter');
    await page.getByRole('button', { name: 'Remove “Audit of a folder”' }).waitFor({ state: 'detached' });
    await page
      .locator('input[type=file]')
      .last()
      .setInputFiles({
        name: 'broken.yaml',
        mimeType: 'application/yaml',
        buffer: Buffer.from('brief: 1'),
      });
    const alert = page.getByRole('alert');
    await alert.getByText('broken.yaml is no brief, and was not kept:').waitFor();
    expect(await alert.getByRole('listitem').textContent()).toBe(
      'broken.yaml, line 1: “title” is missing. A brief needs a title of at most 200 characters.',
    );
  }, 90_000);
});
