// Keys of a person's own choice (WCAG 2.1.4), and the rows of the table of keys (screens A) that keyboard.test.ts does not walk.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWindow, WindowFixture } from './open-window.ts';
import { WINDOW_PLACES } from './places.ts';

let fixture: WindowFixture;
/** One window for the table: each row begins at a place of its own. */
let shared: OpenWindow;
let opened: OpenWindow | undefined;
beforeAll(async () => {
  fixture = await WindowFixture.create();
  shared = await fixture.open();
}, 180_000);
afterEach(async () => {
  const { page, errors = [] } = opened ?? {};
  opened = undefined;
  await page?.context().close();
  const all = [...errors, ...shared.errors];
  if (all.length > 0) throw new Error(`The console says:\n${all.join('\n')}`);
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

type Page = OpenWindow['page'];

const hashOf = (page: Page): string => new URL(page.url()).hash;
const chosen = (page: Page) => page.locator('.list-row[aria-selected="true"]').first();

describe('choosing keys', () => {
  async function openSettings(): Promise<Page> {
    opened = await fixture.open();
    await opened.show('#/settings/shortcuts');
    return opened.page;
  }

  it('names who has the keys before they are taken, and leaves everything alone until then', async () => {
    const page = await openSettings();
    await page.getByRole('button', { name: 'Change the keys of “Review”', exact: true }).click();
    await page.keyboard.press('j');
    await page.getByText('Has these keys now: Next row').waitFor();
    const row = page.locator('[data-action="review"]');
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await row.locator('.shortcut-keys').textContent()).toBe('R');
    await page.getByRole('button', { name: 'Change the keys of “Review”', exact: true }).click();
    await page.keyboard.press('j');
    await page.getByRole('button', { name: 'Use them, and take them away there' }).click();
    await expect.poll(() => row.locator('.shortcut-keys').textContent()).toBe('J');
    expect(await page.locator('[data-action="next-row"] .shortcut-keys').textContent()).toBe('↓');
    // The screens go by it at once, and so do the list of this screen and the palette.
    await opened?.follow('#/attention');
    await expect.poll(() => chosen(page).textContent()).toContain('Implement the sign-in service');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('n');
    await page.keyboard.press('F1');
    const sheet = page.getByRole('dialog');
    await sheet.getByText('Next row', { exact: true }).waitFor();
    expect(await sheet.locator('div:has(> dt:text-is("Next row")) kbd').allTextContents()).toEqual(['↓']);
    await page.keyboard.press('Escape');
    await opened?.follow('#/settings/shortcuts');
    await page.getByRole('button', { name: 'Usual keys for “Next row”' }).click();
    await expect.poll(() => row.locator('.shortcut-keys').textContent()).toBe('no key');
    await page.getByRole('button', { name: 'All usual keys' }).click();
    await page.getByRole('button', { name: 'Give back' }).click();
    await expect.poll(() => row.locator('.shortcut-keys').textContent()).toBe('R');
  });

  it('takes sequences, refuses AltGr and keys that others need, and keeps nobody from leaving', async () => {
    const page = await openSettings();
    const change = page.getByRole('button', { name: 'Change the keys of “Mute this reason”' });
    await change.click();
    await page.keyboard.press('Control+Alt+q');
    await page.getByText('Ctrl+Alt is AltGr', { exact: false }).waitFor();
    expect(await page.getByRole('button', { name: 'Use these keys' }).isDisabled()).toBe(true);
    await page.keyboard.press('Control+r');
    await page.getByText('These keys belong to text fields', { exact: false }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Press again' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('g');
    await page.keyboard.press('z');
    await page.getByRole('button', { name: 'Use these keys' }).click();
    await expect
      .poll(() => page.locator('[data-action="mute"] .shortcut-keys kbd').allTextContents())
      .toEqual(['G', 'Z']);
    // The focus is where the change was begun.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Change the keys of “Mute this reason”');
    await change.click();
    await page.keyboard.press('Escape');
    await page.locator('.key-capture').waitFor({ state: 'detached' });
  });

  it('hands the map on as text, and takes one over only when every line is right', async () => {
    const page = await openSettings();
    const text = page.getByLabel('Key map');
    expect(await text.inputValue()).toContain('next-row = J or ArrowDown\n');
    await text.fill('review = Y\nmute = Tab\nfrob = K\n');
    await page.getByRole('button', { name: 'Take this map over' }).click();
    await page.getByText('Line 2: Tab.', { exact: false }).waitFor();
    await page.getByText('Line 3: frob.', { exact: false }).waitFor();
    expect(await page.locator('[data-action="review"] .shortcut-keys').textContent()).toBe('R');
    await text.fill('review = Y\n');
    await page.getByRole('button', { name: 'Take this map over' }).click();
    await expect.poll(() => page.locator('[data-action="review"] .shortcut-keys').textContent()).toBe('Y');
    await opened?.follow('#/attention');
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('n');
    await expect.poll(() => chosen(page).textContent()).toContain('Analyse requirements');
    await page.keyboard.press('r');
    expect(hashOf(page)).toMatch(/^#\/attention/u);
    await page.keyboard.press('y');
    await page.waitForURL('**/*#/review/**');
  });

  it('lets single keys be switched off, and everything with Ctrl goes on working', async () => {
    const page = await openSettings();
    await page.getByRole('switch', { name: 'Single keys' }).click();
    await page.getByRole('heading', { level: 2, name: 'Settings' }).click();
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await page.keyboard.press('?');
    expect(hashOf(page)).toBe('#/settings/shortcuts');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Control+2');
    await page.waitForURL('**/*#/missions');
  });
});

interface Row {
  readonly at: keyof typeof WINDOW_PLACES;
  readonly before?: (page: Page) => Promise<unknown>;
  readonly shows: (page: Page) => Promise<unknown>;
}

const focusedPane = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('aria-label') ?? '');
const marks = (page: Page) => page.locator('.list-row[data-marked="true"]');

/** The keys that are pressed, one after the other, and what follows. */
const TABLE: readonly (readonly [string, Row])[] = [
  [
    'Shift+?',
    {
      at: 'attention',
      shows: (page) => page.getByRole('dialog', { name: 'Keyboard shortcuts here' }).waitFor(),
    },
  ],
  [
    '/',
    {
      at: 'outbox',
      shows: (page) =>
        expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search'),
    },
  ],
  ['Control+Shift+F', { at: 'attention', shows: (page) => page.waitForURL('**/*#/search') }],
  [
    'Alt+ArrowLeft',
    {
      at: 'keys',
      before: async (page) => {
        await page.keyboard.press('Control+1');
        await expect.poll(() => hashOf(page)).toBe('#/attention');
      },
      shows: async (page) => {
        await expect.poll(() => hashOf(page)).toBe('#/keys');
        await page.keyboard.press('Alt+ArrowRight');
        await expect.poll(() => hashOf(page)).toBe('#/attention');
      },
    },
  ],
  [
    'Enter',
    {
      at: 'missions',
      shows: async (page) => {
        await expect.poll(() => focusedPane(page)).not.toBe('');
        expect(await focusedPane(page)).toBe(await page.locator('.pane-title').nth(1).textContent());
        expect(hashOf(page)).toMatch(/^#\/missions/u);
      },
    },
  ],
  ['Shift+Enter', { at: 'missions', shows: (page) => page.waitForURL('**/*#/mission/**') }],
  ['j Escape', { at: 'attention', shows: (page) => expect.poll(() => hashOf(page)).toBe('#/attention') }],
  [
    'Space',
    {
      at: 'attention',
      shows: (page) => expect.poll(() => focusedPane(page)).toBe('Implement the sign-in service'),
    },
  ],
  ['x', { at: 'attention', shows: (page) => expect.poll(() => marks(page).count()).toBe(1) }],
  [
    'Shift+ArrowDown Shift+ArrowDown Shift+ArrowUp',
    { at: 'attention', shows: (page) => expect.poll(() => marks(page).count()).toBe(3) },
  ],
  [
    'Control+a',
    { at: 'attention', shows: (page) => expect.poll(() => marks(page).count()).toBeGreaterThan(5) },
  ],
  ['.', { at: 'work', shows: (page) => page.getByRole('menuitem', { name: 'Copy link' }).waitFor() }],
  ['Shift+N', { at: 'attention', shows: (page) => expect.poll(() => hashOf(page)).toContain('row=') }],
  ['h', { at: 'attention', shows: (page) => page.getByText('Snooze until').waitFor() }],
  ['Control+a m', { at: 'attention', shows: (page) => page.getByText('snoozed or muted').waitFor() }],
  [
    'a',
    {
      at: 'approvals',
      before: async (page) => {
        await page.keyboard.press('j');
        await page.locator('.decision-foot button').first().waitFor();
      },
      shows: (page) => page.getByTestId('command-sheet').waitFor(),
    },
  ],
  [
    'b',
    {
      at: 'review',
      shows: (page) =>
        page
          .getByText('Back to the Worker', { exact: false })
          .or(page.getByRole('textbox'))
          .first()
          .waitFor(),
    },
  ],
  [
    'd',
    {
      at: 'contract',
      shows: (page) =>
        expect.poll(() => page.getByRole('radio', { name: 'Difference' }).isChecked()).toBe(true),
    },
  ],
  [
    'c',
    {
      at: 'conversations',
      shows: (page) =>
        expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA'),
    },
  ],
  [
    'v',
    {
      at: 'history',
      shows: (page) =>
        page
          .getByRole('progressbar')
          .or(page.getByText('verified', { exact: false }))
          .first()
          .waitFor(),
    },
  ],
  ['f', { at: 'outbox', shows: (page) => page.waitForURL('**/*#/outbox/**') }],
  ['w', { at: 'work', shows: (page) => expect.poll(() => hashOf(page)).toContain('tab=summary') }],
  ['Control+n', { at: 'missions', shows: (page) => page.waitForURL('**/*create=new') }],
  ['Control+n', { at: 'plan-table', shows: (page) => page.waitForURL('**/*#/contract/**') }],
  ['j Control+Shift+N', { at: 'plan-table', shows: (page) => page.waitForURL('**/*#/promote/**') }],
  [
    'Control+s',
    { at: 'contract', shows: (page) => page.getByText('Draft saved', { exact: false }).first().waitFor() },
  ],
  ['Control+Shift+O', { at: 'attention', shows: (page) => page.waitForURL('**/*#/connections') }],
  ['Control+,', { at: 'attention', shows: (page) => page.waitForURL('**/*#/settings') }],
  ['Control+3', { at: 'attention', shows: (page) => page.waitForURL('**/*#/review') }],
];

describe('the table of keys', () => {
  it.each(TABLE)('%s', async (keys, { at, before, shows }) => {
    const { page, show } = shared;
    await show(WINDOW_PLACES[at]);
    // The screen has registered its keys once its rows or its pane are there.
    await page.locator('[data-pane]').nth(1).waitFor();
    if (['approvals', 'attention', 'missions', 'outbox', 'plan-table'].includes(at))
      await page.locator('.list-row, .plan-table tr').first().waitFor();
    await before?.(page);
    for (const key of keys.split(' ')) await page.keyboard.press(key);
    await shows(page);
  });

  it('takes a change of a draft back with Ctrl+Z, and leaves text fields their own', async () => {
    const { page, show } = shared;
    await show(WINDOW_PLACES.contract);
    const goal = page.getByRole('textbox').first();
    const first = await goal.inputValue();
    await goal.fill('Another goal');
    await page.locator('.pane-title').first().click();
    await page.keyboard.press('Control+z');
    await expect.poll(() => goal.inputValue()).toBe(first);
  });
});
