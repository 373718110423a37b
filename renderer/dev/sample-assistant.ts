// The assistant of the sample Organization: what it proposes, what it asks, what it did alone, and its settings.
import type {
  AssistantRow,
  AssistantSettings,
  AssistantSummary,
  ModelPreview,
} from '../../core/contract/assistant.ts';
import type { ReasonModel } from '../../core/contract/reasons.ts';
import { ACME, AUTH, item, ITEM_TITLES, MINUTE, type SampleContext, SEC_1, TITLES } from './sample-world.ts';

function reasonOf(
  { say }: SampleContext,
  id: string,
  verdict: ReasonModel['verdict'],
  texts: readonly [en: string, de: string],
  sequence: number,
): ReasonModel {
  const words = say(`WorkItem #${sequence}`, `WorkItem #${sequence}`, 'source.workItem');
  return {
    id,
    verdict,
    words: say(...texts, `reason.${id}`),
    sources: [{ type: 'record', words, groupId: AUTH, sequence }],
    more: 0,
  };
}

const placeOf = (name: string) => ({
  connectionId: ACME,
  groupId: AUTH,
  missionTitle: TITLES[AUTH] ?? '',
  workItemId: item(name),
  title: ITEM_TITLES[item(name)] ?? '',
});

export function sampleAssistant(context: SampleContext): readonly AssistantRow[] {
  const { say, nowMs } = context;
  return [
    {
      id: 'question staging',
      sort: '0',
      type: 'question',
      ...placeOf('staging'),
      area: say('Offer', 'Angebot'),
      reasons: [
        reasonOf(
          context,
          'nobody-eligible',
          'unmet',
          ['none of 3 Agents may be asked now', 'keiner von 3 Agenten darf jetzt gefragt werden'],
          1_479,
        ),
      ],
      drafts: [],
    },
    {
      id: 'proposal a11y',
      sort: '10',
      type: 'proposal',
      ...placeOf('a11y'),
      area: say('Offer', 'Angebot'),
      draft: {
        words: say('Offer work', 'Arbeit anbieten'),
        intent: {
          kind: 'work.offer',
          groupId: AUTH,
          form: { workItemId: item('a11y'), candidates: [{ agentId: SEC_1.id }], offerSeconds: 300 },
        },
      },
      later: [],
      reasons: [
        reasonOf(context, 'next-after-decline', 'met', ['writer has said no', 'writer hat abgelehnt'], 1_471),
        reasonOf(
          context,
          'one-at-a-time',
          'met',
          ['one after another, the first of 2', 'einer nach dem anderen, der erste von 2'],
          1_455,
        ),
      ],
      waits: 'not-allowed',
      why: [
        say(
          'The risk is external; the rule small-offers goes up to reversible.',
          'Das Risiko ist extern; die Regel small-offers reicht bis umkehrbar.',
          'why-not.too-risky',
        ),
      ],
    },
    {
      id: 'proposal requirements',
      sort: '11',
      type: 'proposal',
      ...placeOf('requirements'),
      area: say('Review', 'Prüfung'),
      draft: {
        words: say('Let work fail', 'Arbeit scheitern lassen'),
        intent: {
          kind: 'work.fail',
          groupId: AUTH,
          form: { workItemId: item('requirements'), reason: 'AC-2: deterministic_test has failed' },
        },
      },
      later: [say('Offer work', 'Arbeit anbieten')],
      reasons: [
        reasonOf(
          context,
          'criterion-failed',
          'unmet',
          ['AC-2: deterministic_test has failed', 'AC-2: deterministic_test ist gescheitert'],
          1_462,
        ),
      ],
      waits: 'not-allowed',
      why: [
        say(
          'No rule lets the assistant sign work.fail alone in this Mission.',
          'Keine Regel lässt den Assistenten work.fail in dieser Mission allein unterzeichnen.',
          'why-not.no-rule',
        ),
      ],
    },
    {
      id: 'act docs',
      sort: '20',
      type: 'act',
      ...placeOf('docs'),
      actionId: 'urn:acme:action:docs-offer',
      words: say('Offer work', 'Arbeit anbieten'),
      ruleId: 'small-offers',
      decidedAtMs: nowMs - 41 * MINUTE,
      reasons: [
        reasonOf(
          context,
          'first-offer',
          'met',
          ['it was offered to nobody yet', 'es wurde noch niemandem angeboten'],
          1_431,
        ),
      ],
      source: {
        type: 'event',
        words: say('#1432', '#1432', 'source.event'),
        groupId: AUTH,
        sequence: 1_432,
      },
      isInLog: true,
      reversible: 'over',
      reversibility: say(
        'Already over; nothing is left to undo.',
        'Schon vorbei; es ist nichts mehr rückgängig zu machen.',
      ),
    },
    {
      id: 'act limits',
      sort: '21',
      type: 'act',
      ...placeOf('limits'),
      actionId: 'urn:acme:action:limits-offer',
      words: say('Offer work', 'Arbeit anbieten'),
      ruleId: 'small-offers',
      decidedAtMs: nowMs - 2 * MINUTE,
      reasons: [],
      isInLog: false,
      reversible: 'by-itself',
      reversibility: say('Ends by itself.', 'Endet von selbst.'),
    },
  ];
}

export function sampleAssistantSummary(
  rows: readonly AssistantRow[],
  isStopped: boolean,
  nowMs: number,
): AssistantSummary {
  const countOf = (type: AssistantRow['type']) => rows.filter((row) => row.type === type).length;
  const summary: AssistantSummary = {
    isStopped,
    proposals: countOf('proposal'),
    questions: countOf('question'),
    acts: countOf('act'),
    rules: rows.length === 0 ? 0 : 1,
    faults: [],
  };
  if (isStopped) summary.stoppedSinceMs = nowMs;
  return summary;
}

export function sampleAssistantSettings({ say }: SampleContext, isEmpty: boolean): AssistantSettings {
  return {
    matrix: {
      autonomy: 1,
      rules: isEmpty
        ? []
        : [
            {
              id: 'small-offers',
              because: 'Agreed with the office on 3 May.',
              acts: ['work.offer', 'membership.change'],
              missions: ['urn:acme:mission:auth'],
              withChildren: true,
              risk: 'reversible',
              each: { money: 2.5, currency: 'EUR', toolCalls: 100 },
              total: { money: 20, currency: 'EUR', toolCalls: 1_000 },
              perHour: 30,
            },
          ],
    },
    faults: [],
    acts: [
      { kind: 'membership.change', words: say('Change a Membership', 'Mitgliedschaft ändern') },
      { kind: 'work.authorize', words: say('Authorize work', 'Arbeit genehmigen') },
      { kind: 'work.offer', words: say('Offer work', 'Arbeit anbieten') },
      { kind: 'work.accept_result', words: say('Accept a result', 'Ergebnis annehmen') },
      { kind: 'work.fail', words: say('Let work fail', 'Arbeit scheitern lassen') },
    ],
    missions: isEmpty ? [] : [{ missionId: 'urn:acme:mission:auth', title: TITLES[AUTH] ?? '' }],
    weights: { deadlineFit: 30, cost: 20, reliability: 30, load: 10, fairness: 10 },
    ...(isEmpty
      ? {}
      : { model: { baseUrl: 'http://127.0.0.1:11434/v1', model: 'llama3.3', redactedWords: ['Acme'] } }),
    hasModelKey: !isEmpty,
    modelUse: isEmpty
      ? []
      : [
          {
            missionTitle: TITLES[AUTH] ?? '',
            tokens: 18_412,
            cost: { amount: '0.21', currency: 'EUR' },
          },
        ],
  };
}

export function sampleModelPreview(wish: string): ModelPreview {
  const material = [
    { kind: 'objective', source: AUTH, text: 'Customers of [word 1] sign in with one account.' },
  ];
  const body = JSON.stringify({
    model: 'llama3.3',
    messages: [
      { role: 'system', content: 'You draft texts for a person who coordinates work.' },
      { role: 'user', content: JSON.stringify({ wish, material }) },
    ],
    max_tokens: 2_000,
  });
  return {
    address: 'http://127.0.0.1:11434/v1/chat/completions',
    body,
    bodyBytes: body.length,
    redactions: [{ rule: 'word', count: 1 }],
    highestTokens: 2_140,
  };
}
