// A whole desk on sample data, without a host: for working on screens, for their tests, and for their pictures. It answers
// through the contract, which checks every answer; actions have visible effects, but nothing is ever signed.
import { createRouterClient, implement } from '@orpc/server';
import { type DeskClient, deskContract } from '../../core/contract/contract.ts';
import type { DraftRow } from '../../core/contract/intents.ts';
import type { AttentionRowModel } from '../../core/contract/attention.ts';
import type { FixPanelModel, OutboxRow } from '../../core/contract/outbox.ts';
import type { Settings } from '../../core/contract/system.ts';
import type { Fault, Language } from '../../core/contract/values.ts';
import type { PlaceView } from '../../core/contract/view-text.ts';
import { mockBundles, mockHistory, mockSearch } from './mock-history.ts';
import { mockArtifacts } from './mock-artifacts.ts';
import { createMockAssistant } from './mock-assistant.ts';
import { mockBriefs } from './mock-briefs.ts';
import { mockIdentities } from './mock-identities.ts';
import { mockNotices } from './mock-notices.ts';
import { mockOperator } from './mock-operator.ts';
import { mockPeople } from './mock-people.ts';
import { mockPlan } from './mock-plan.ts';
import { createMockRows } from './mock-rows.ts';
import { MockSheets } from './mock-sheets.ts';
import { mockData } from './mock-data.ts';
import { mockTalk } from './mock-talk.ts';
import { mockTerms } from './mock-terms.ts';
import { withChecked } from './sample-approvals.ts';
import { sampleAttentionSummary } from './sample-attention.ts';
import { sampleFixPanel, sampleOutboxSummary } from './sample-outbox.ts';
import { sampleComposedOffer } from './sample-ranking.ts';
import { SAMPLE_CAPABILITIES, SAMPLE_SETTINGS, sampleDemo } from './sample-system.ts';
import { address, ASSISTANT, AUTH, createContext, TITLES, item } from './sample-world.ts';

const SAMPLE_VIEWS: readonly PlaceView[] = [
  { name: 'Work of coder-1', place: 'history', values: { filter: 'actor:coder-1 kind:work.*' } },
];

export interface MockOptions {
  readonly nowMs?: number;
  readonly language?: Language;
  readonly settings?: Partial<Settings>;
  /** Nothing is there yet: the empty states. */
  readonly isEmpty?: boolean;
  /** WorkItems of the plan, for tests of speed. */
  readonly planSize?: number;
  /** Only the recovery window. */
  readonly mode?: 'desk' | 'recovery';
  /** How long the Authority takes to accept. */
  readonly acceptAfterMs?: number;
}

export interface MockDesk {
  readonly client: DeskClient;
  /** Changes the object of an open sheet, as somebody else would. */
  disturbSheet(sheetId: string): void;
  /** Other rows of the attention list, such as those of a fixture. */
  replaceAttention(rows: readonly AttentionRowModel[]): void;
  /** Other Commands that were refused or not answered, each with its panel. */
  replaceOutbox(panels: readonly FixPanelModel[]): void;
}

export function createMockDesk(options: MockOptions = {}): MockDesk {
  const { nowMs = Date.now(), isEmpty = false, planSize, acceptAfterMs = 1_500, mode = 'desk' } = options;
  let settings: Settings = Object.assign(
    { ...SAMPLE_SETTINGS, isFirstRunDone: !isEmpty },
    options.settings,
    options.language === undefined ? {} : { language: options.language },
  );
  let context = createContext(nowMs, settings.language);
  const rows = createMockRows(context, { isEmpty, planSize });
  const sheets = new MockSheets();
  let views: PlaceView[] = isEmpty ? [] : [...SAMPLE_VIEWS];
  const givenPanels = new Map<string, FixPanelModel>();
  const os = implement(deskContract);
  const done = { ok: true as const, value: {} };
  const refuse = (code: string, en: string, de: string) => ({
    ok: false as const,
    fault: { code, words: context.say(en, de) } satisfies Fault,
  });
  const noSheet = () =>
    refuse('sheet-gone', 'The sheet is not open any more.', 'Das Blatt ist nicht mehr offen.');
  const summarizeAttention = (hidden: number): void =>
    rows.attention.summarize(sampleAttentionSummary(context, rows.attention.rows, hidden));
  const refreshOutbox = (): void => {
    const summary = sampleOutboxSummary(rows.outbox.rows);
    rows.outbox.summarize(summary);
    const { held: _held, ...counts } = summary;
    rows.status.summarize({ ...rows.status.summary, outbox: counts });
  };
  const hide = (rowId: string): void => {
    rows.attention.take(rowId);
    summarizeAttention(rows.attention.summary.hiddenCount + 1);
  };

  const router = os.router({
    system: {
      capabilities: os.system.capabilities.handler(() => ({ ...SAMPLE_CAPABILITIES, mode })),
      status: os.system.status.handler(({ signal }) => rows.status.follow(signal)),
      settings: os.system.settings.handler(() => settings),
      changeSettings: os.system.changeSettings.handler(({ input }) => {
        settings = Object.assign({ ...settings }, input);
        if (input.language !== undefined) {
          context = createContext(nowMs, input.language);
          rows.rebuild(context);
        }
        return settings;
      }),
      actAs: os.system.actAs.handler(({ input }) => {
        const found = rows.status.summary.identities.find(
          (each) => each.id === input.actor.id && each.connectionId === input.connectionId,
        );
        if (found === undefined)
          return refuse(
            'unknown-identity',
            'There is no such identity here.',
            'Diese Identität gibt es hier nicht.',
          );
        const { connectionName: _name, ...actingAs } = found;
        rows.status.summarize({ ...rows.status.summary, actingAs });
        return done;
      }),
      acknowledge: os.system.acknowledge.handler(() => ({})),
    },
    assistant: createMockAssistant(os.assistant, rows.assistant, () => context, isEmpty),
    attention: {
      follow: os.attention.follow.handler(({ signal }) => rows.attention.follow(signal)),
      snooze: os.attention.snooze.handler(({ input }) => {
        hide(input.rowId);
        return done;
      }),
      mute: os.attention.mute.handler(({ input }) => {
        for (const row of rows.attention.rows) {
          if (row.rule === input.rule && row.groupId === input.groupId) hide(row.id);
        }
        return done;
      }),
      markSeen: os.attention.markSeen.handler(({ input }) => {
        hide(input.rowId);
        return done;
      }),
      showHidden: os.attention.showHidden.handler(() => {
        rows.rebuildAttention(context);
        return done;
      }),
    },
    outbox: {
      follow: os.outbox.follow.handler(({ signal }) => rows.outbox.follow(signal)),
      read: os.outbox.read.handler(({ input }) => {
        const row = rows.outbox.rows.find(({ actionId }) => actionId === input.actionId);
        if (row === undefined)
          return refuse('unknown-entry', 'There is no such Command.', 'Diesen Command gibt es nicht.');
        const draft = { kind: row.kind, form: { workItemId: row.object.id } };
        return {
          ok: true as const,
          value: {
            row,
            draft,
            ...(row.state === 'draft' ? {} : { signedText: JSON.stringify(draft, null, 2) }),
          },
        };
      }),
      fix: os.outbox.fix.handler(({ input }) => {
        const row = rows.outbox.rows.find(({ actionId }) => actionId === input.actionId);
        if (row === undefined)
          return refuse('unknown-entry', 'There is no such Command.', 'Diesen Command gibt es nicht.');
        return { ok: true as const, value: givenPanels.get(row.id) ?? sampleFixPanel(context, row) };
      }),
      act: os.outbox.act.handler(({ input }) => {
        const row = rows.outbox.rows.find(({ actionId }) => actionId === input.actionId);
        if (row === undefined)
          return refuse('unknown-entry', 'There is no such Command.', 'Diesen Command gibt es nicht.');
        const option = [...row.options, ...(givenPanels.get(row.id)?.options ?? [])].find(
          ({ id }) => id === input.optionId,
        );
        if (option?.opensSheet === true) {
          const intent = {
            kind: 'work.offer' as const,
            groupId: row.groupId,
            form: { workItemId: row.object.id, candidates: [{ agentId: 'urn:acme:agent:sec-1' }] },
          };
          return {
            ok: true as const,
            value: { kind: 'sheet' as const, sheet: sheets.open(context, row.connectionId, intent) },
          };
        }
        if (input.optionId === 'drop') rows.outbox.take(row.id);
        if (['ask-authority', 'resend-identical'].includes(input.optionId)) {
          rows.outbox.put({
            ...row,
            state: 'accepted',
            stateWords: context.say('accepted #1 483', 'angenommen #1 483'),
            sequence: 1_483,
            options: [],
          });
        }
        refreshOutbox();
        return { ok: true as const, value: { kind: 'done' as const } };
      }),
      reorder: os.outbox.reorder.handler(() => done),
    },
    intents: {
      sheet: os.intents.sheet.handler(({ input }) => ({
        ok: true as const,
        value: sheets.open(context, input.connectionId, input.intent),
      })),
      followSheet: os.intents.followSheet.handler(({ input, signal }) =>
        sheets.rows(input.sheetId).follow(signal),
      ),
      changeSheet: os.intents.changeSheet.handler(({ input }) => {
        const sheet = sheets.change(context, input.sheetId, input.intent);
        return sheet === undefined ? noSheet() : { ok: true as const, value: sheet };
      }),
      chooseSigner: os.intents.chooseSigner.handler(({ input }) => {
        const sheet = sheets.chooseSigner(input.sheetId, input.signer);
        return sheet === undefined ? noSheet() : { ok: true as const, value: sheet };
      }),
      sign: os.intents.sign.handler(({ input }) => {
        const sheet = sheets.read(input.sheetId);
        if (sheet === undefined) return noSheet();
        if (sheet.version !== input.version) {
          return {
            ok: true as const,
            value: {
              kind: 'ask-again' as const,
              sheet,
              changes: [
                {
                  fact: 'deadline',
                  words: context.say('deadline', 'Frist'),
                  before: '18:00',
                  after: '16:00',
                },
              ],
            },
          };
        }
        const row: OutboxRow = {
          id: sheet.actionId,
          sort: `${TITLES[sheet.groupId] ?? ''} 0009`,
          connectionId: sheet.connectionId,
          groupId: sheet.groupId,
          missionTitle: TITLES[sheet.groupId] ?? '',
          actionId: sheet.actionId,
          kind: sheet.intent.kind,
          words: sheet.words,
          object: sheet.object,
          title: sheet.title ?? '',
          signer: sheet.signer?.person ?? ASSISTANT,
          state: 'sent',
          stateWords: context.say('sent', 'gesendet'),
          turn: 'free',
          position: 9,
          createdAtMs: nowMs,
          changedAtMs: nowMs,
          attempts: 1,
          options: [],
        };
        rows.outbox.put(row);
        refreshOutbox();
        setTimeout(() => {
          rows.outbox.put({
            ...row,
            state: 'accepted',
            stateWords: context.say('accepted #1 484', 'angenommen #1 484'),
            sequence: 1_484,
          });
          refreshOutbox();
        }, acceptAfterMs);
        return {
          ok: true as const,
          value: { kind: 'kept' as const, actionId: sheet.actionId, state: 'sent' },
        };
      }),
      closeSheet: os.intents.closeSheet.handler(({ input }) => {
        sheets.close(input.sheetId);
        return {};
      }),
      saveDraft: os.intents.saveDraft.handler(({ input }) => {
        const draftId = input.draftId ?? `draft-${rows.drafts.rows.length + 1}`;
        const row: DraftRow = {
          id: draftId,
          sort: draftId,
          connectionId: input.connectionId,
          draftId,
          groupId: input.intent.groupId ?? AUTH,
          missionTitle: TITLES[input.intent.groupId ?? AUTH] ?? '',
          words: context.say(input.intent.kind, input.intent.kind),
          intent: input.intent,
          savedAtMs: nowMs,
        };
        rows.drafts.put(row);
        return { ok: true as const, value: { draftId, savedAtMs: nowMs } };
      }),
      removeDraft: os.intents.removeDraft.handler(({ input }) => {
        rows.drafts.take(input.draftId);
        return done;
      }),
      followDrafts: os.intents.followDrafts.handler(({ signal }) => rows.drafts.follow(signal)),
    },
    missions: {
      follow: os.missions.follow.handler(({ signal }) => rows.missions.follow(signal)),
      overview: os.missions.overview.handler(({ signal }) => rows.overview.follow(signal)),
    },
    plan: mockPlan(rows, () => context),
    work: {
      follow: os.work.follow.handler(({ input, signal }) =>
        (input.workItemId === item('a11y') ? rows.openWork : rows.work).follow(signal),
      ),
      ranking: os.work.ranking.handler(({ signal }) => rows.ranking.follow(signal)),
      composeOffer: os.work.composeOffer.handler(({ input }) => ({
        ok: true as const,
        value: sampleComposedOffer(context, input),
      })),
    },
    review: {
      queue: os.review.queue.handler(({ signal }) => rows.reviewQueue.follow(signal)),
      follow: os.review.follow.handler(({ input, signal }) =>
        (input.workItemId === item('docs') ? rows.provenReview : rows.review).follow(signal),
      ),
    },
    notices: mockNotices(
      os.notices,
      () => context,
      isEmpty,
      () => rows.missions.rows,
    ),
    ...mockTerms(os, () => context, isEmpty),
    ...mockData(os, () => context, isEmpty),
    approvals: { follow: os.approvals.follow.handler(({ signal }) => rows.approvals.follow(signal)) },
    conversations: mockTalk(os.conversations, rows, () => context),
    ...mockPeople(os, () => context, isEmpty),
    history: {
      follow: os.history.follow.handler(({ signal }) => rows.history.follow(signal)),
      page: os.history.page.handler(() => ({ ok: true as const, value: { rows: [], hasOlder: false } })),
      ...mockHistory(os.history, () => context, isEmpty),
    },
    views: {
      list: os.views.list.handler(() => ({ views })),
      save: os.views.save.handler(({ input }) => {
        views = [...views.filter((each) => each.place !== input.place || each.name !== input.name), input];
        return done;
      }),
      remove: os.views.remove.handler(({ input }) => {
        views = views.filter((each) => each.place !== input.place || each.name !== input.name);
        return done;
      }),
    },
    bundles: mockBundles(os.bundles, () => context, isEmpty),
    search: mockSearch(os.search, () => context, isEmpty),
    artifacts: mockArtifacts(
      os.artifacts,
      () => context,
      isEmpty,
      (contentHash) => {
        for (const row of rows.approvals.rows) rows.approvals.put(withChecked(row, contentHash));
      },
    ),
    briefs: mockBriefs(os.briefs, rows.briefRuns, () => context),
    ...mockIdentities(os, rows, () => context),
    operator: mockOperator(os.operator, () => context, isEmpty),
    demo: {
      follow: os.demo.follow.handler(({ signal }) => rows.scenarios.follow(signal)),
      start: os.demo.start.handler(() => {
        rows.scenarios.summarize(sampleDemo(context, 'running'));
        return { ok: true as const, value: { connectionId: 'demo' } };
      }),
      reset: os.demo.reset.handler(() => ({ ok: true as const, value: { connectionId: 'demo' } })),
      stop: os.demo.stop.handler(() => {
        rows.scenarios.summarize(sampleDemo(context, 'absent'));
        return done;
      }),
      fire: os.demo.fire.handler(({ input }) => {
        const row = rows.scenarios.rows.find(({ scenario }) => scenario === input.scenario);
        if (row !== undefined) {
          rows.scenarios.put({ ...row, state: 'running', progress: context.say('under way…', 'läuft…') });
          setTimeout(() => {
            rows.scenarios.put({ ...row, state: 'done' });
            rows.attention.put({
              id: 'demo offer',
              sort: '0 000',
              rule: 'all-declined',
              number: 9,
              severity: 'now',
              object: address('workItem', 'urn:acme:work-item:01J8ZL-a11y'),
              title: 'Accessibility check of the forms',
              missionTitle: TITLES[AUTH] ?? '',
              groupId: AUTH,
              workItemId: 'urn:acme:work-item:01J8ZL-a11y',
              words: context.say('All candidates have declined.', 'Alle Kandidaten haben abgelehnt.'),
              action: { id: 'widen-offer', words: context.say('Widen', 'Ausweiten') },
              blocksCount: 1,
              isByClock: false,
            });
            summarizeAttention(rows.attention.summary.hiddenCount);
          }, acceptAfterMs);
        }
        return done;
      }),
    },
  });
  return {
    client: createRouterClient(router),
    disturbSheet: (sheetId) => {
      sheets.disturb(context, sheetId);
    },
    replaceAttention: (given) => rows.attention.reset(given, sampleAttentionSummary(context, given)),
    replaceOutbox: (panels) => {
      givenPanels.clear();
      for (const panel of panels) givenPanels.set(panel.entry.id, panel);
      const entries = panels.map(({ entry }) => entry);
      rows.outbox.reset(entries, { ...sampleOutboxSummary(entries), held: [] });
    },
  };
}
