// A sample takeover: who could lead, what the former Coordinator has left, what has to be decided, and a second device.
import type { ContextPackageModel, SecondDeviceRow, TakeoverRow } from '../../core/contract/takeover.ts';
import {
  ADA,
  ANALYST,
  ASSISTANT,
  AUTH,
  BILLING,
  hash,
  HOUR,
  item,
  ITEM_TITLES,
  LAB,
  LAB_COORDINATOR,
  MINUTE,
  type SampleContext,
  SEC_1,
  TITLES,
} from './sample-world.ts';

type ItemStart = readonly [
  name: string,
  state: readonly [string, string],
  cause: readonly [string, string, string],
];

const ITEMS: readonly ItemStart[] = [
  [
    'requirements',
    ['submitted', 'vorgelegt'],
    ['review-waits', 'result waits for a review', 'Ergebnis wartet auf Prüfung'],
  ],
  ['staging', ['blocked', 'blockiert'], ['resolution-needed', 'blocked', 'blockiert']],
  ['a11y', ['offered', 'angeboten'], ['offer-ended', 'offer ended', 'Angebot abgelaufen']],
  [
    'service',
    ['active', 'in Arbeit'],
    ['ends-soon', 'its lease or offer ends soon', 'Lease oder Angebot endet bald'],
  ],
  ['docs', ['active', 'in Arbeit'], ['keep', 'goes on', 'läuft weiter']],
];

export function sampleTakeover(
  { nowMs, say }: SampleContext,
  groupId: string,
  successorAgentId: string | undefined,
): readonly TakeoverRow[] {
  // One Mission was taken from an Agent of this computer.
  const isLost = groupId === BILLING;
  const candidate = (
    agent: typeof ASSISTANT,
    isHere: boolean,
    presence: 'online' | 'stale' | 'unknown',
    leads: number,
    isCurrent = false,
  ) => ({
    agent,
    isHere,
    isCurrent,
    presence,
    leads,
    capabilities: ['plan.lead 1.0.0', 'review.code 2.0.0'],
  });
  const line = (verdict: 'met' | 'unmet' | 'unknown', en: string, de: string) => ({
    verdict,
    words: say(en, de, `planning.${en}`),
  });
  const successor = successorAgentId === SEC_1.id ? SEC_1 : ASSISTANT;
  return [
    {
      id: 'header',
      sort: '0',
      section: 'header',
      missionTitle: TITLES[groupId] ?? '',
      stateWords: say('active', 'aktiv'),
      owner: ADA,
      coordinator: isLost ? ANALYST : successor === ASSISTANT ? ANALYST : ASSISTANT,
      coordinatorEpoch: 2,
      termEndsAtMs: nowMs - 6 * MINUTE,
      isTermLive: isLost,
      standing: isLost ? 'former' : 'owner',
      reasons: [
        line(
          'met',
          'the term of analyst (epoch 2) ended 6 minutes ago',
          'die Amtszeit von analyst (Epoche 2) endete vor 6 Minuten',
        ),
        line(
          'met',
          '1 child Missions get the new Coordinator as their owner',
          '1 Unteraufgaben bekommen den neuen Coordinator als Owner',
        ),
        line('unmet', '2 Delegation Grants end with the term', '2 Delegation Grants enden mit der Amtszeit'),
        line('met', 'Context Package, version 7', 'Context Package, Version 7'),
      ],
      conversationId: `${groupId}:mission`,
    },
    {
      id: 'candidates',
      sort: '1',
      section: 'candidates',
      candidates: [
        candidate(ASSISTANT, true, 'online', 2),
        candidate(SEC_1, false, 'online', 1),
        candidate(ANALYST, false, 'stale', 0, true),
      ],
    },
    {
      id: 'package',
      sort: '2',
      section: 'package',
      versions: [
        {
          contextPackageId: 'urn:acme:context:01J8ZN-v6',
          version: 6,
          sequence: 1_210,
          atMs: nowMs - 9 * HOUR,
        },
        {
          contextPackageId: 'urn:acme:context:01J8ZN-v7',
          version: 7,
          sequence: 1_402,
          atMs: nowMs - 3 * HOUR,
        },
      ],
      uncovered: 80,
      head: 1_482,
      ...(isLost ? {} : { author: ASSISTANT }),
      draft: {
        summary: 'Customers sign in with one account, and sessions survive a restart of the portal.',
        constraints: ['Deadline: 2026-12-04T17:00:00Z', 'DoD-1: all tests pass'],
        unresolvedQuestions: [
          'Analyse requirements: result waits for a review',
          'Deploy to staging: blocked',
        ],
        artifactHashes: [hash('ab')],
      },
      artifacts: [{ contentHash: hash('ab'), title: 'session-model.md' }],
    },
    {
      id: 'log',
      sort: '3',
      section: 'log',
      head: 1_482,
      startsAfter: 0,
      isComplete: true,
      words: say('All 1482 Events are here.', 'Alle 1482 Events sind hier.'),
    },
    ...ITEMS.map(([name, [state, stateDe], [cause, en, de]], index): TakeoverRow => {
      const row: TakeoverRow = {
        id: `item ${item(name)}`,
        sort: `4${index}`,
        section: 'item',
        workItemId: item(name),
        title: ITEM_TITLES[item(name)] ?? '',
        state,
        stateWords: say(state, stateDe),
        cause,
        words: say(en, de, `reconcile.${cause}`),
        questions: name === 'staging' ? 1 : 0,
        mustDecide: cause !== 'keep',
      };
      if (cause === 'ends-soon') row.endsAtMs = nowMs + 48_000;
      return row;
    }),
    ...(isLost
      ? [
          {
            id: 'stale',
            sort: '9',
            section: 'stale' as const,
            former: ASSISTANT,
            successor: ANALYST,
            coordinatorEpoch: 3,
            atMs: nowMs - 25 * MINUTE,
            left: [
              {
                id: 'urn:acme:action:01J8ZP-offer',
                kind: 'work.offer',
                words: say('Offer item', 'Item anbieten'),
                title: 'Map the old accounts',
                stateWords: say('refused', 'abgelehnt'),
                form: { workItemId: 'urn:acme:work-item:01J8ZL-map' },
              },
              {
                id: 'draft-1',
                kind: 'work.authorize',
                words: say('Authorise item', 'Item autorisieren'),
                title: '',
                stateWords: say('draft', 'Entwurf'),
                form: { contract: { goal: 'Compare both ledgers' } },
              },
            ],
          },
        ]
      : []),
  ];
}

export function samplePackage({ nowMs }: SampleContext, sequence: number): ContextPackageModel | undefined {
  if (sequence !== 1_402 && sequence !== 1_210) return undefined;
  const isNew = sequence === 1_402;
  return {
    contextPackageId: `urn:acme:context:01J8ZN-v${isNew ? 7 : 6}`,
    version: isNew ? 7 : 6,
    sequence,
    atMs: nowMs - (isNew ? 3 : 9) * HOUR,
    summary: isNew
      ? 'The session model is accepted.\nThe sign-in service is under way; staging waits for a start approval.'
      : 'The session model is under review.\nThe sign-in service is under way.',
    constraints: ['No personal data in logs', 'Sessions live 12 hours at most'],
    unresolvedQuestions: isNew
      ? ['Which identity provider for staging?']
      : ['Who approves the session model?'],
    artifactHashes: [hash('ab')],
    decisions: isNew
      ? [{ description: 'The result of "Design the session model" was accepted.', sequences: [1_377] }]
      : [],
    fromSequence: 1,
    toSequence: isNew ? 1_402 : 1_210,
    generatedBy: ANALYST,
    generatedAtMs: nowMs - (isNew ? 3 : 9) * HOUR,
  };
}

export function sampleSecondDevice(
  { nowMs, say }: SampleContext,
  connectionId: string,
): readonly SecondDeviceRow[] {
  if (connectionId !== LAB) return [];
  return [
    {
      id: LAB_COORDINATOR.id,
      sort: '0',
      connectionId,
      agent: LAB_COORDINATOR,
      sessionEpoch: 7,
      isLive: true,
      seenAtMs: nowMs - 20_000,
      leases: 2,
      items: [
        { groupId: AUTH, workItemId: item('load'), title: ITEM_TITLES[item('load')] ?? '' },
        { groupId: AUTH, workItemId: item('limits'), title: ITEM_TITLES[item('limits')] ?? '' },
      ],
      words: say(
        'planner is live elsewhere (session 7, heard 20 s ago). Connecting here ends that session, revokes 2 Execution Leases and puts 2 items back to queued.',
        'planner läuft anderswo (Session 7, gehört vor 20 s). Hier zu verbinden beendet diese Session, widerruft 2 Execution Leases und stellt 2 Items zurück in die Warteschlange.',
      ),
    },
  ];
}
