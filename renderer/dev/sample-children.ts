// Sample child Missions: one that awaits its answer, one that has failed, one that is over; and the terms of a promotion.
import type {
  ChildReviewRow,
  ChildrenSummary,
  ChildRowModel,
  PromotionRow,
  PromotionWish,
  ReasonLine,
  ReplanRow,
} from '../../core/contract/children.ts';
import {
  ACME,
  ADA,
  ANALYST,
  ASSISTANT,
  AUTH,
  dimension,
  HOUR,
  item,
  ITEM_TITLES,
  type SampleContext,
  SEC_1,
  SEC_2,
  SECURITY,
  TITLES,
} from './sample-world.ts';

const LOAD = 'urn:acme:group:01J8ZK6C3N-loadtst1';
const PENTEST = 'urn:acme:group:01J8ZK7D4P-pentest1';

export function sampleChildren({ nowMs, say }: SampleContext, groupId: string): readonly ChildRowModel[] {
  const blockPolicy = {
    failurePolicy: 'block_parent_work_item' as const,
    failurePolicyWords: say('the item stays blocked', 'das Item bleibt blockiert'),
  };
  if (groupId === SECURITY)
    return [
      {
        id: PENTEST,
        sort: '0',
        connectionId: ACME,
        groupId: PENTEST,
        missionId: 'urn:acme:mission:01J8ZK7D4P-pentest1',
        title: 'Try to break the session tokens',
        isSeen: true,
        state: 'approved',
        stateWords: say('approved', 'freigegeben'),
        revision: 6,
        coordinator: SEC_2,
        withoutEstimate: 0,
        items: { total: 3, verified: 3, blocked: 0 },
        worstBudget: dimension('money', 6, 0, 8),
        currency: 'EUR',
        ...blockPolicy,
        depth: 2,
        depthLimit: 3,
        childCount: 0,
        needs: [],
        awaits: [],
        isMineToAnswer: false,
        isOver: true,
      },
    ];
  if (groupId !== AUTH) return [];
  const blocked = say('blocked', 'blockiert');
  return [
    {
      id: SECURITY,
      sort: '0',
      connectionId: ACME,
      groupId: SECURITY,
      missionId: 'urn:acme:mission:01J8ZK5B2M-secrev01',
      title: TITLES[SECURITY] ?? '',
      isSeen: true,
      state: 'awaiting_approval',
      stateWords: say('awaiting approval', 'wartet auf Freigabe'),
      revision: 9,
      coordinator: SEC_1,
      item: {
        workItemId: item('threats'),
        title: ITEM_TITLES[item('threats')] ?? '',
        state: 'blocked',
        stateWords: blocked,
        isWaiting: true,
      },
      deadlineAtMs: nowMs + 26 * HOUR,
      forecastAtMs: nowMs + 4 * HOUR,
      slackMs: 22 * HOUR,
      withoutEstimate: 1,
      items: { total: 5, verified: 5, blocked: 0 },
      worstBudget: dimension('money', 18, 0, 30),
      currency: 'EUR',
      ...blockPolicy,
      depth: 1,
      depthLimit: 3,
      childCount: 1,
      needs: [
        say(
          '4 Artifacts wait for your answer (revision 9)',
          '4 Artifacts warten auf deine Antwort (Revision 9)',
        ),
      ],
      awaits: [ASSISTANT, ADA],
      isMineToAnswer: true,
      isOver: false,
    },
    {
      id: LOAD,
      sort: '1',
      connectionId: ACME,
      groupId: LOAD,
      missionId: 'urn:acme:mission:01J8ZK6C3N-loadtst1',
      title: 'Load test of the sign-in',
      isSeen: true,
      state: 'failed',
      stateWords: say('failed', 'gescheitert'),
      revision: 4,
      coordinator: ANALYST,
      item: {
        workItemId: item('load'),
        title: ITEM_TITLES[item('load')] ?? '',
        state: 'blocked',
        stateWords: blocked,
        isWaiting: true,
      },
      withoutEstimate: 0,
      items: { total: 3, verified: 1, blocked: 0 },
      worstBudget: dimension('computeSeconds', 4_000, 0, 4_000),
      ...blockPolicy,
      depth: 1,
      depthLimit: 3,
      childCount: 0,
      needs: [say('the child Mission is failed', 'die Unteraufgabe ist gescheitert')],
      awaits: [],
      isMineToAnswer: false,
      isOver: true,
    },
  ];
}

export function sampleChildrenSummary({ say }: SampleContext, groupId: string): ChildrenSummary {
  return {
    title: TITLES[groupId] ?? '',
    stateWords: say('active', 'aktiv'),
    depth: groupId === AUTH ? 0 : 1,
    depthLimit: 3,
    ...(groupId === SECURITY ? { parent: { groupId: AUTH, title: TITLES[AUTH] ?? '' } } : {}),
  };
}

export function sampleChildReview({ say }: SampleContext, groupId: string): readonly ChildReviewRow[] {
  if (groupId !== SECURITY) return [];
  const line = (verdict: ReasonLine['verdict'], en: string, de: string): ReasonLine => ({
    verdict,
    words: say(en, de, `child.${en}`),
  });
  return [
    {
      id: 'review',
      sort: '0',
      verdict: 'ask-human',
      words: say('Ask the human at the root', 'Den Menschen an der Wurzel fragen'),
      reasons: [
        line('met', 'threats.md: the content is what the hash says', 'threats.md: der Inhalt passt zum Hash'),
        line('met', 'T-1: reviewer_assessment passed', 'T-1: reviewer_assessment bestanden'),
        line('unmet', 'Ada has to approve as well', 'Ada muss ebenfalls freigeben'),
        line(
          'unknown',
          'nothing in it proves T-3 of the parent’s item: tokens are rotated',
          'nichts darin beweist T-3 des Items darüber: Tokens werden rotiert',
        ),
      ],
      result: say(
        'Its result becomes Evidence and Artifacts of “Threat model”, and the item becomes verified.',
        'Ihr Ergebnis wird zu Evidence und Artifacts von „Threat model“, und das Item ist bestätigt.',
      ),
    },
  ];
}

export function sampleReplan({ say }: SampleContext, workItemId: string): readonly ReplanRow[] {
  if (workItemId !== item('load')) return [];
  return [
    {
      id: 'replan',
      sort: '0',
      workItemId,
      title: ITEM_TITLES[workItemId] ?? '',
      policyWords: say('the item stays blocked', 'das Item bleibt blockiert'),
      reasons: [
        {
          verdict: 'unmet',
          words: say(
            'the child Mission “Load test of the sign-in” has failed',
            'die Unteraufgabe „Load test of the sign-in“ ist gescheitert',
            'child.child-failed',
          ),
        },
        {
          verdict: 'met',
          words: say('1 of 3 tries are used', '1 von 3 Versuchen ist verbraucht', 'child.attempts-left'),
        },
        {
          verdict: 'unmet',
          words: say('2 items wait for it', '2 Items warten darauf', 'child.work-waits'),
        },
      ],
      options: [
        {
          kind: 'own-work',
          words: say('Do it in this Mission', 'In dieser Mission erledigen'),
          isOpen: true,
          obstacles: [],
          intents: [
            {
              intent: { kind: 'work.unblock', groupId: AUTH, form: { workItemId } },
              words: say('Unblock', 'Entblockieren'),
            },
          ],
          offer: 'after',
        },
        {
          kind: 'give-up',
          words: say('Give it up', 'Aufgeben'),
          isOpen: true,
          obstacles: [],
          intents: [
            {
              intent: { kind: 'work.cancel', groupId: AUTH, form: { workItemId } },
              words: say('Cancel item', 'Item abbrechen'),
            },
          ],
        },
        {
          kind: 'replacement-child',
          words: say('Another child Mission', 'Eine andere Unteraufgabe'),
          isOpen: false,
          obstacles: [
            say(
              'compute seconds: 4,000 is more than the 1,200 that the Mission has left',
              'Rechensekunden: 4.000 sind mehr als die 1.200, die der Mission bleiben',
            ),
          ],
          intents: [],
        },
      ],
    },
  ];
}

export function samplePromotion(
  { nowMs, say }: SampleContext,
  workItemId: string,
  wish: PromotionWish,
): readonly PromotionRow[] {
  const title = ITEM_TITLES[workItemId] ?? '';
  const percent = wish.budgetPercent ?? 100;
  const chosen = wish.coordinatorAgentId ?? SEC_1.id;
  const policy = wish.failurePolicy ?? 'block_parent_work_item';
  const latest = nowMs + 30 * HOUR;
  const deadlineAtMs = wish.deadlineAtMs ?? nowMs + 26 * HOUR;
  const isLate = deadlineAtMs > latest;
  const fails = say(
    `The child Mission “${title}” fails`,
    `Die Unteraufgabe „${title}“ scheitert`,
    'picture.0',
  );
  const line = (verdict: ReasonLine['verdict'], en: string, de: string): ReasonLine => ({
    verdict,
    words: say(en, de, `child.${en}`),
  });
  return [
    {
      id: 'promotion',
      sort: '0',
      workItemId,
      title,
      missionTitle: TITLES[AUTH] ?? '',
      advice: 'promote',
      adviceWords: say('Make it a child Mission', 'Mach eine Unteraufgabe daraus'),
      adviceReasons: [
        line('met', 'it has 6 acceptance criteria (from 5 on)', 'es hat 6 Abnahmekriterien (ab 5)'),
        line('met', 'nobody here has security.threat-model', 'niemand hier hat security.threat-model'),
      ],
      loses: say(
        'The ownership is fenced: sec-1 loses the item (epoch 1).',
        'Der Besitz wird ausgesperrt: sec-1 verliert das Item (Epoche 1).',
      ),
      checks: [
        line(
          'met',
          `money: ${(30 * percent) / 100} of the 30 that Threat model has left`,
          `Geld: ${(30 * percent) / 100} von 30, die Threat model bleiben`,
        ),
        line(
          isLate ? 'unmet' : 'met',
          isLate ? 'it ends after the contract' : 'it ends not after the contract',
          isLate ? 'sie endet nach dem Vertrag' : 'sie endet nicht nach dem Vertrag',
        ),
        line('met', '“read” is permitted to the parent too', '„read“ ist auch der Mission darüber erlaubt'),
        line('met', 'depth 1 of 3', 'Tiefe 1 von 3'),
      ],
      faults: isLate
        ? [say('it ends after the contract', 'sie endet nach dem Vertrag', 'child.deadline-widens')]
        : [],
      depth: 1,
      depthLimit: 3,
      needsOverride: false,
      coordinators: [
        {
          agent: SEC_1,
          words: say(
            'sec-1 coordinates: it has 2 of 2 capabilities and holds 1 items',
            'sec-1 koordiniert: hat 2 von 2 Fähigkeiten und hält 1 Items',
          ),
          isChosen: chosen === SEC_1.id,
        },
        {
          agent: ANALYST,
          words: say('analyst coordinates: it holds 0 items', 'analyst koordiniert: hält 0 Items'),
          isChosen: chosen === ANALYST.id,
        },
      ],
      policies: [
        {
          id: 'block_parent_work_item',
          words: say('the item stays blocked', 'das Item bleibt blockiert'),
          picture: [
            fails,
            say(`“${title}” stays blocked`, `„${title}“ bleibt blockiert`, 'picture.1'),
            say('3 items go on waiting for it', '3 Items warten weiter darauf', 'picture.2'),
            say(
              'you decide: another child, your own work, or give it up',
              'du entscheidest: eine andere Unteraufgabe, eigene Arbeit, oder aufgeben',
              'picture.3',
            ),
          ],
          isChosen: policy === 'block_parent_work_item',
        },
        {
          id: 'fail_parent_work_item',
          words: say('the item fails', 'das Item scheitert'),
          picture: [
            fails,
            say(`“${title}” becomes failed`, `„${title}“ ist gescheitert`, 'picture.1'),
            say('it can be offered anew at once', 'es kann sofort neu angeboten werden', 'picture.2'),
          ],
          isChosen: policy === 'fail_parent_work_item',
        },
        {
          id: 'fail_parent_mission',
          words: say('the whole Mission fails', 'die ganze Mission scheitert'),
          picture: [
            fails,
            say(
              `the Mission “${TITLES[AUTH] ?? ''}” fails`,
              `die Mission „${TITLES[AUTH] ?? ''}“ scheitert`,
              'picture.1',
            ),
            say('9 unfinished items end with it', '9 unfertige Items enden mit ihr', 'picture.2'),
          ],
          isChosen: policy === 'fail_parent_mission',
        },
      ],
      finalHumanApproval: wish.finalHumanApproval ?? false,
      humanReasons: [],
      deadlineAtMs,
      latestDeadlineAtMs: latest,
      permissions: ['read', 'files.read', 'staging.deploy'].map((name) => ({
        name,
        isChosen: (wish.permissions ?? ['read']).includes(name),
      })),
      budget: [
        { dimension: 'money', given: String((30 * percent) / 100), room: '30' },
        { dimension: 'modelTokens', given: String(600 * percent), room: '60000' },
      ],
      currency: 'EUR',
      intent: {
        kind: 'mission.create_child',
        groupId: AUTH,
        form: {
          parentWorkItemId: workItemId,
          title,
          objective: title,
          definitionOfDone: [],
          budget: { currency: 'EUR', financialLimit: (30 * percent) / 100 },
          deadline: new Date(deadlineAtMs).toISOString(),
          approvalPolicy: {
            finalHumanApproval: wish.finalHumanApproval ?? false,
            highRiskExecutionApproval: true,
          },
          coordinatorAgentId: chosen,
          childFailurePolicy: policy,
        },
      },
    },
  ];
}
