// The window by keyboard alone (screens A), and what is signed by it.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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

describe('the keyboard', () => {
  it('goes to every place with G and a letter', async () => {
    const page = await open('#/attention');
    for (const [letter, place] of [
      ['M', 'missions'],
      ['O', 'outbox'],
      ['L', 'plan'],
      ['C', 'connections'],
      ['A', 'attention'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(letter.toLowerCase());
      await page.waitForURL(`**/*#/${place}`);
    }
  });

  it('moves in a list with J and K, and does the best action of a row', async () => {
    const page = await open('#/attention');
    const selected = page.locator('.list-row[aria-selected="true"]');
    await expect.poll(() => selected.textContent()).toContain('Implement the sign-in service');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(() => selected.textContent()).toContain('Analyse requirements');
    await page.keyboard.press('k');
    await page.keyboard.press('k');
    await page.keyboard.press('n');
    await page.keyboard.press('n');
    await page.keyboard.press('r');
    await page.waitForURL('**/*#/review/**');
  });

  it('goes to the next entry that needs a person and leaves out what only time can move', async () => {
    const page = await open('#/attention');
    const selected = page.locator('.list-row[aria-selected="true"]');
    for (let step = 0; step < 7; step += 1) await page.keyboard.press('n');
    await expect.poll(() => selected.textContent()).toContain('Implement the sign-in service');
  });

  it('leaves letters alone in text fields, and everywhere once single keys are off', async () => {
    const page = await open('#/attention');
    await page.keyboard.press('Control+f');
    await page.keyboard.type('gm');
    expect(hashOf(page)).toBe('#/attention');
    await page.keyboard.press('Escape');
    await page.keyboard.press('F1');
    await page.getByRole('switch', { name: 'Single keys' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await page.keyboard.press('Control+2');
    await page.waitForURL('**/*#/missions');
  });

  it('opens the palette, narrows it with a prefix, and goes where it says', async () => {
    const page = await open('#/attention');
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Commands and search' }).fill('#billing');
    await page.locator('.mantine-Spotlight-action').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/*#/mission/**');
  });

  it('leaves the screen behind a dialog alone', async () => {
    const page = await open('#/artifacts');
    const selected = page.locator('.list-row[aria-selected="true"]');
    const before = await selected.getAttribute('id');
    await page.getByRole('button', { name: 'Attach a file…' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).press('j');
    expect(await selected.getAttribute('id')).toBe(before);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await expect.poll(() => selected.getAttribute('id')).not.toBe(before);
  });

  it('goes from pane to pane with F6', async () => {
    const page = await open('#/attention');
    const focused = (): Promise<string | null> =>
      page.evaluate(() => document.activeElement?.closest('[data-pane]')?.className ?? null);
    await page.keyboard.press('F6');
    expect(await focused()).toBe('rail');
    await page.keyboard.press('F6');
    expect(await focused()).toBe('pane');
    await page.keyboard.press('Shift+F6');
    expect(await focused()).toBe('rail');
  });

  it('walks along the edges of a plan, and opens an item', async () => {
    const page = await open('#/plan?view=graph');
    await page.locator('.plan-node').first().waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'Analyse requirements' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'Implement the sign-in service' }).waitFor();
    await page.keyboard.press('Shift+Enter');
    await page.waitForURL('**/*#/work/**');
  });
});

describe('signing', () => {
  const mission = `#/mission/acme.example/${encodeURIComponent('urn:acme:group:01J8ZK4T9X-auth0001')}`;

  it('shows who signs, what changes and what the rules say, and keeps the Command with Ctrl+Enter', async () => {
    const page = await open(mission);
    await page.getByRole('button', { name: 'Renew the Coordinator Lease' }).click();
    const sheet = page.getByTestId('command-sheet');
    await sheet.getByText('session 7 · membership 3 · coord 2').waitFor();
    await sheet.getByText('budget fits in 6 of 6 dimensions').waitFor();
    await page.keyboard.press('Control+Enter');
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'outbox 4' }).waitFor();
  });

  it('asks again when the object has changed while the sheet was open', async () => {
    const page = await open(mission);
    await page.getByRole('button', { name: 'Renew the Coordinator Lease' }).click();
    const sheet = page.getByTestId('command-sheet');
    await sheet.waitFor();
    await page.evaluate(() => window.mockDesk?.disturbSheet('sheet-1'));
    await sheet.getByText('the deadline was moved to 16:00').waitFor();
    await page.keyboard.press('Control+Enter');
    await sheet.getByText('This changed while the sheet was open').waitFor();
    await sheet.getByText('18:00').waitFor();
    await page.keyboard.press('Control+Enter');
    await sheet.waitFor({ state: 'detached' });
  });

  it('signs nothing when the sheet is left with Esc', async () => {
    const page = await open(mission);
    await page.getByRole('button', { name: 'Renew the Coordinator Lease' }).click();
    await page.getByTestId('command-sheet').waitFor();
    await page.keyboard.press('Escape');
    await page.getByTestId('command-sheet').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'outbox 3' }).waitFor();
  });

  it('says on a disabled action why it cannot be taken', async () => {
    const page = await open(mission);
    const submit = page.getByRole('button', { name: 'Submit for approval' });
    expect(await submit.getAttribute('aria-disabled')).toBe('true');
    await page.getByText('10 WorkItems are neither verified nor cancelled.').first().waitFor();
    await submit.click({ force: true });
    expect(await page.getByTestId('command-sheet').count()).toBe(0);
  });
});

describe('the window', () => {
  it('changes the language of everything at once, what the host says too', async () => {
    const page = await open('#/settings');
    await page.getByText('Deutsch').click();
    await page.getByRole('link', { name: /Aufmerksamkeit/u }).click();
    await page.getByText('Das WorkItem ist gescheitert', { exact: false }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  });

  it('begins with three doors where nothing is set up yet, and starts the demo', async () => {
    const page = await open('', { isEmpty: true });
    await page.waitForURL('**/*#/welcome');
    await page.getByRole('button', { name: 'Start the demo' }).click();
    await page.waitForURL('**/*#/demo');
    await page.getByText('An offer is declined').waitFor();
  });

  it('says what an empty place is for', async () => {
    const page = await open('#/attention', { isEmpty: true });
    await page.getByText('Nothing needs you.').waitFor();
  });

  it('keeps the draft of a new Mission while it is typed', async () => {
    const page = await open('#/missions?create=new');
    await page.getByLabel('Title').fill('Weekly report');
    await page.getByText('Draft saved').waitFor();
    await page.getByRole('button', { name: 'Check and sign' }).click();
    await page.getByText('An objective is missing.').waitFor();
  });

  it('checks a brief that was dropped anywhere on it', async () => {
    const page = await open('#/attention');
    const files = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['title: Weekly report'], 'report.yaml'));
      return transfer;
    });
    await page.dispatchEvent('body', 'drop', { dataTransfer: files });
    await page.waitForURL('**/*#/briefs');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('Collect the figures of the week').waitFor();
  });

  it('lays a plan of 2 000 items out beside the window and draws what is seen of it', async () => {
    const page = await open('#/missions', { planSize: 2_000 });
    await page.evaluate(`(() => {
      window.seen = new Set();
      window.changed = new Set();
      const isItem = (node) => node instanceof Element && node.matches('.react-flow__node');
      new MutationObserver((records) => {
        for (const { type, target, addedNodes } of records) {
          if (type === 'attributes' && target.matches('.plan-node')) window.changed.add(target);
          for (const node of addedNodes) if (isItem(node)) window.seen.add(node.dataset.id);
        }
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
      location.hash = '#/plan?view=graph';
    })()`);
    await page.locator('.plan-node').first().waitFor({ timeout: 60_000 });
    await page.getByText('2,000 items').waitFor();
    // Not even to measure them are items drawn that nobody sees.
    expect(await page.evaluate('window.seen.size')).toBeLessThan(200);
    // Two choices: the second changes what the first did not, and nothing is moved for an item that is in sight.
    await page.keyboard.press('ArrowRight');
    await page.locator('.plan-node[data-is-selected="true"]').waitFor();
    const place = () => page.locator('.react-flow__viewport').getAttribute('style');
    await page.getByRole('button', { name: 'Show everything' }).click();
    await expect.poll(() => page.locator('.plan-node').count()).toBeGreaterThan(500);
    const [chosen, before] = [page.url(), await place()];
    await page.evaluate('window.changed.clear()');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.url()).not.toBe(chosen);
    await page.locator('.plan-node[data-is-selected="true"]').waitFor();
    expect(await place()).toBe(before);
    expect(await page.evaluate('window.changed.size')).toBeLessThan(200);
    await page.keyboard.press('3');
    await expect.poll(() => page.locator('.list-row').count()).toBeLessThan(80);
  }, 120_000);

  it('finds what a link names, and leaves no step back to the link', async () => {
    const item = encodeURIComponent('urn:acme:work-item:01J8ZL-service');
    const page = await open('#/attention');
    for (const [link, place] of [
      [`workItem/${item}`, '#/work/'],
      [`work/${item}`, '#/work/'],
      [`mission/${encodeURIComponent('urn:acme:group:01J8ZK4T9X-auth0001')}`, '#/mission/'],
      ['command/abc', '#/outbox/acme.example/abc'],
    ] as const) {
      await page.evaluate((href) => {
        location.hash = href;
      }, `#/open/acme.example/${link}`);
      await expect.poll(() => hashOf(page)).toContain(place);
      await page.keyboard.press('Alt+ArrowLeft');
      await expect.poll(() => hashOf(page)).toBe('#/attention');
    }
  });

  it('shows a place that does not exist as one', async () => {
    const page = await open('#/nowhere/at/all');
    await page.getByRole('heading', { level: 3, name: 'There is nothing at this address' }).waitFor();
  });
});
