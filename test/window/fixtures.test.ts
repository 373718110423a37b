// Tables B and C in the window: every rule and every code is drawn as its fixture has it, in both languages, and the best thing
// to do about it leads to where it can be done.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AttentionRowModel } from '../../core/contract/attention.ts';
import type { FixPanelModel } from '../../core/contract/outbox.ts';
import type { Language } from '../../core/contract/values.ts';
import type { AttentionAction } from '../../core/coordinator/desk/attention/attention-types.ts';
import { CODE_FIXTURES } from '../../core/coordinator/desk/fix/code-fixtures.test-data.ts';
import type { FixOptionId } from '../../core/coordinator/desk/fix/fix-rules.ts';
import {
  RULE_FIXTURES,
  rowsOfFixture,
} from '../../core/coordinator/desk-runtime/rows/attention-rows.test-data.ts';
import { openFixture } from '../../core/coordinator/desk-runtime/rows/fix-rows.test-data.ts';
import { type OpenWindow, WindowFixture } from './open-window.ts';
import { SHOWN } from './places.ts';

/** Where each best action is done: a place, or a command sheet. */
const DONE_AT: { readonly [Action in AttentionAction]: string } = {
  'renew-coordinator': 'sheet',
  'replace-coordinator': 'takeover',
  'open-item': 'work',
  reassign: 'reassign',
  'resolve-or-extend': 'work',
  'extend-offer': 'offer',
  'next-candidate': 'offer',
  'widen-offer': 'offer',
  review: 'review',
  'grant-start': 'approvals',
  'answer-submission': 'approvals',
  'plan-corrections': 'plan',
  unblock: 'work',
  'answer-question': 'conversations',
  'authorize-proposal': 'work',
  'offer-again': 'offer',
  replan: 'plan',
  'show-why': 'plan',
  offer: 'offer',
  'open-budget': 'budget',
  'send-back': 'review',
  'ask-reviewer': 'review',
  'open-artifact': 'artifacts',
  fix: 'outbox',
  'ask-authority': 'outbox',
  reconnect: 'connections',
  'hand-over': 'takeover',
  'open-history': 'history',
  'open-connections': 'connections',
  'ask-override': 'policy',
  'send-with-override': 'policy',
  'renew-grant': 'agents',
  'submit-mission': 'mission',
  'open-keys': 'keys',
  'read-message': 'conversations',
};

/** What follows on each first option of table C: a place, a sheet, or that the host does it. */
const FOLLOWS: { readonly [Option in FixOptionId]?: string } = {
  'update-app': 'settings',
  reconnect: 'done',
  'open-keys': 'keys',
  'hand-over-drafts': 'conversations',
  'switch-signer': 'sheet',
  'check-connection': 'connections',
  'ask-owner': 'conversations',
  reissue: 'sheet',
  edit: 'sheet',
  'keep-as-draft': 'done',
  'new-offer': 'offer',
  'open-item': 'work',
  'request-gate': 'approvals',
  'wait-until': 'done',
  'restore-snapshot': 'connections',
  'save-report': 'download',
  'resend-identical': 'done',
  'ask-authority': 'done',
};

/** Whether an option leads to another place, and not to a sheet, a file or nothing but its effect. */
function isPlace(follows: string | undefined): boolean {
  return follows !== undefined && !['done', 'download', 'sheet'].includes(follows);
}

/** A row as the sample Organization would have it: the places that it leads to are those with something to show. */
function atHome(row: AttentionRowModel, index: number): AttentionRowModel {
  const isFinal = row.rule === 'final-approval-waits';
  const groupId = isFinal ? SHOWN.submittedGroupId : SHOWN.groupId;
  const workItemId = row.action.id === 'grant-start' ? SHOWN.waitingItemId : SHOWN.workItemId;
  const id = row.object.id === row.workItemId ? workItemId : isFinal ? groupId : row.object.id;
  return {
    ...row,
    id: `fixture-${index}`,
    sort: `${{ now: 0, decide: 1, watch: 2 }[row.severity]}${String(index).padStart(4, '0')}`,
    object: { ...row.object, connectionId: SHOWN.connectionId, groupId, id },
    groupId,
    ...(row.workItemId === undefined ? {} : { workItemId }),
  };
}

const shown = new Set<string>();
const FIXTURES = RULE_FIXTURES.filter(({ rule, says }) => {
  const key = `${rule} ${says.action}`;
  return shown.has(key) ? false : shown.add(key) !== undefined;
});

const rowsIn = (language: Language): readonly AttentionRowModel[] =>
  FIXTURES.map((fixture, index) => {
    const [row] = rowsOfFixture(fixture, language);
    if (row === undefined) throw new Error(`${fixture.rule} has no row`);
    return atHome(row, index);
  });

const panelsIn = (language: Language): readonly FixPanelModel[] =>
  CODE_FIXTURES.map((fixture, index) => {
    const panel = openFixture(fixture).model(language);
    const { object } = panel.entry;
    const entry = Object.assign({}, panel.entry, {
      id: `panel-${index}`,
      actionId: `urn:heddle:test:action:${fixture.code.toLowerCase()}`,
      connectionId: SHOWN.connectionId,
      groupId: SHOWN.groupId,
      object: { ...object, connectionId: SHOWN.connectionId, groupId: SHOWN.groupId, id: SHOWN.workItemId },
    });
    return Object.assign({}, panel, { entry });
  });

let fixture: WindowFixture;
beforeAll(async () => {
  fixture = await WindowFixture.create();
}, 180_000);
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

const LIMIT_MS = 30_000;
const placeOf = (page: Page): string => new URL(page.url()).hash.slice(2).split(/[/?]/u, 1)[0] ?? '';

/** Goes to an address inside the window. */
const goTo = (page: Page, href: string): Promise<void> =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, href);

/** The place is drawn, with something in it: neither that nothing is there, nor that it broke. */
async function expectScreen(page: Page, why: string): Promise<void> {
  const drawn = (): Promise<string> =>
    page.evaluate(() => {
      const main = document.querySelector('.frame-main');
      if (main?.querySelector('.pane, [data-pane]') === null) return 'no pane';
      if (main?.querySelector('.attention-words, .skeleton') !== null) return 'not yet';
      // A list in which nothing is chosen yet says so beside its rows.
      if (main?.querySelector('.list-row') !== null) return 'a screen';
      return main?.querySelector('.empty-state h3')?.textContent ?? 'a screen';
    });
  await expect.poll(async () => `${why}: ${await drawn()}`, { timeout: LIMIT_MS }).toBe(`${why}: a screen`);
}

describe.each(['en', 'de'] as const)('in %s', (language) => {
  let opened: OpenWindow;
  beforeAll(async () => {
    opened = await fixture.open({ language, height: 1_000 });
  });
  afterAll(async () => {
    await opened.page.close();
    if (opened.errors.length > 0) throw new Error(`The console says:\n${opened.errors.join('\n')}`);
  });

  it('draws the row of every attention rule, and its best action leads somewhere', async () => {
    const { page } = opened;
    const rows = rowsIn(language);
    // Table B has 36.
    expect(new Set(rows.map(({ rule }) => rule)).size).toBe(36);
    await opened.show('#/attention');
    await page.evaluate(
      (given) => window.mockDesk?.replaceAttention(JSON.parse(given)),
      JSON.stringify(rows),
    );
    for (const row of rows) {
      await goTo(page, `#/attention?row=${row.id}`);
      const pane = page.locator('[data-pane]', { has: page.locator('.attention-words') });
      await pane.getByText(row.words.text, { exact: true }).waitFor({ timeout: LIMIT_MS });
      await pane.getByText(row.advice?.text ?? '', { exact: true }).waitFor();
      const line = page.locator('.list-row[aria-selected="true"]');
      await line.getByText(row.words.text, { exact: true }).waitFor();
      // By the keyboard, as from the list.
      await pane.getByRole('button', { name: row.action.words.text, exact: true }).first().press('Enter');
      const expected = DONE_AT[row.action.id as AttentionAction];
      if (expected === 'sheet') {
        await page.getByTestId('command-sheet').waitFor({ timeout: LIMIT_MS });
        await page.keyboard.press('Escape');
        await page.getByTestId('command-sheet').waitFor({ state: 'detached' });
        continue;
      }
      await page.waitForFunction(() => !location.hash.startsWith('#/attention'), undefined, {
        timeout: LIMIT_MS,
      });
      expect({ rule: row.rule, place: placeOf(page) }).toEqual({ rule: row.rule, place: expected });
      await expectScreen(page, row.rule);
    }
  }, 240_000);

  it('draws the panel of every code, and takes the way on that it names first', async () => {
    const { page } = opened;
    const panels = panelsIn(language);
    await opened.show('#/outbox');
    await page.evaluate((given) => window.mockDesk?.replaceOutbox(JSON.parse(given)), JSON.stringify(panels));
    for (const panel of panels) {
      const { code, entry } = panel;
      await goTo(
        page,
        `#/outbox/${encodeURIComponent(entry.connectionId)}/${encodeURIComponent(entry.actionId)}`,
      );
      const shownPanel = page.locator('.fix-panel');
      await shownPanel.getByText(panel.cause.text, { exact: true }).waitFor({ timeout: LIMIT_MS });
      const text = (await shownPanel.textContent()) ?? '';
      for (const said of [panel.advice, ...panel.facts, ...panel.options.map(({ words }) => words)]) {
        expect(text).toContain(said.text);
      }
      const first = panel.options.find(({ isEnabled }) => isEnabled);
      const button = page.getByTestId('fix-go');
      expect(await button.textContent()).toBe(first?.words.text);
      for (const change of first?.reissue?.changes ?? []) {
        expect((await page.locator('.fix-identity').textContent()) ?? '').toContain(change.text);
      }
      const expected = FOLLOWS[first?.id as FixOptionId];
      const download = expected === 'download' ? page.waitForEvent('download') : undefined;
      await button.press('Enter');
      if (download !== undefined) await download;
      else if (expected === 'sheet') {
        await page.getByTestId('command-sheet').waitFor({ timeout: LIMIT_MS });
        await page.keyboard.press('Escape');
        await page.getByTestId('command-sheet').waitFor({ state: 'detached' });
      } else if (isPlace(expected)) {
        await page.waitForFunction(() => !location.hash.startsWith('#/outbox'), undefined, {
          timeout: LIMIT_MS,
        });
      }
      expect({ code, place: placeOf(page) }).toEqual({
        code,
        place: isPlace(expected) ? expected : 'outbox',
      });
    }
  }, 240_000);
});
