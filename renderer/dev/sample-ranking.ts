// The sample ranking of an open WorkItem: one who is heard and good, one who was not heard lately, and one who lacks a capability.
import type { FigureModel, ReasonModel } from '../../core/contract/reasons.ts';
import type {
  CandidateRow,
  ComposedOfferModel,
  RankedRow,
  RankingSummary,
  WorkItemRowModel,
} from '../../core/contract/work.ts';
import { AUTH, type SampleContext, SEC_1 } from './sample-world.ts';

const WEIGHTS = { deadlineFit: 30, cost: 20, reliability: 30, load: 10, fairness: 10 } as const;

type TermId = RankedRow['terms'][number]['id'];

/** Points by term; those who are not heard have assumed ones. */
const POINTS: Readonly<Record<TermId, readonly [known: number, assumed: number]>> = {
  deadlineFit: [910, 500],
  cost: [795, 840],
  reliability: [885, 700],
  load: [667, 1_000],
  fairness: [450, 900],
};

function eventSource(context: SampleContext, sequence: number): FigureModel['sources'][number] {
  return {
    type: 'event',
    words: context.say(`#${sequence}`, `#${sequence}`, 'source.event'),
    groupId: AUTH,
    sequence,
  };
}

function figuresOf(context: SampleContext, id: TermId, isFirst: boolean): FigureModel[] {
  const { say } = context;
  const figure = (en: string, de: string, key: string, sequences: readonly number[]): FigureModel => ({
    words: say(en, de, `figure.${key}`),
    sources: sequences.map((sequence) => eventSource(context, sequence)),
    more: 0,
  });
  const many = [1_102, 1_140, 1_171, 1_203, 1_240, 1_266, 1_301, 1_333, 1_360, 1_391, 1_420];
  const accepted = isFirst ? many : many.slice(0, 3);
  switch (id) {
    case 'reliability':
      return [
        figure(`${accepted.length} accepted`, `${accepted.length} angenommen`, 'accepted', accepted),
        ...(isFirst ? [figure('1 late', '1 verspätet', 'late', [1_203])] : []),
      ];
    case 'deadlineFit':
      return isFirst
        ? [figure('48 min on average', '48 min im Schnitt', 'duration', accepted)]
        : [figure('not known', 'nicht bekannt', 'unknown', [])];
    case 'cost':
      return [
        isFirst
          ? figure('4.10 EUR on average', '4,10 EUR im Schnitt', 'cost', accepted)
          : figure('3.20 EUR on average', '3,20 EUR im Schnitt', 'cost', accepted),
      ];
    case 'load':
      return [
        figure(
          isFirst ? 'holds 1' : 'holds 0',
          isFirst ? 'hält 1' : 'hält 0',
          'held',
          isFirst ? [1_455] : [],
        ),
        figure('3 slots', '3 Plätze', 'slots', []),
      ];
    default:
      return [
        figure(
          `${isFirst ? 11 : 2} of the last 20 assignments`,
          `${isFirst ? 11 : 2} der letzten 20 Zuteilungen`,
          'assigned',
          accepted,
        ),
      ];
  }
}

function reasonsOf(context: SampleContext, { agent, presence, isEligible }: CandidateRow): ReasonModel[] {
  const { say } = context;
  const card = {
    type: 'agent-card' as const,
    words: say('Agent Card 2', 'Agent Card 2', 'source.card'),
    agentId: agent.id,
  };
  const reason = (
    id: string,
    verdict: ReasonModel['verdict'],
    en: string,
    de: string,
    sources: ReasonModel['sources'],
  ): ReasonModel => ({ id, verdict, words: say(en, de, `offer.${id}`), sources, more: 0 });
  return [
    ...(isEligible
      ? []
      : [
          reason(
            'capability-missing',
            'unmet',
            'lacks security.threat-model 1.2.0',
            'hat security.threat-model 1.2.0 nicht',
            [card],
          ),
        ]),
    ...(presence === 'online'
      ? []
      : [
          reason(
            'presence-stale',
            'unknown',
            'was last heard 14:11: whether it is there is unknown',
            'wurde zuletzt 14:11 gehört: ob er da ist, ist nicht bekannt',
            [],
          ),
        ]),
    reason('card-active', 'met', 'Agent Card 2 holds', 'Agent Card 2 gilt', [card]),
    reason('member', 'met', 'member of the Group, epoch 1', 'Mitglied der Gruppe, Epoche 1', [
      eventSource(context, 12),
    ]),
    reason(
      'budget-met',
      'met',
      'such work of it fits into every budget above',
      'solche Arbeit von ihm passt in jedes Budget darüber',
      [eventSource(context, 1_455)],
    ),
  ];
}

/** The candidates of the sample item with their places. */
export function sampleRanking(
  context: SampleContext,
  rows: readonly WorkItemRowModel[],
): readonly RankedRow[] {
  const candidates = rows.find((row) => row.section === 'offers')?.candidates ?? [];
  return candidates.map((candidate, index): RankedRow => {
    const isFirst = candidate.agent.id === SEC_1.id;
    const terms = candidate.isEligible
      ? (Object.keys(WEIGHTS) as TermId[]).map((id) => {
          const points = POINTS[id][isFirst ? 0 : 1];
          return {
            id,
            words: context.say(...TERM_NAMES[id]),
            weight: WEIGHTS[id],
            points,
            isKnown: isFirst || id !== 'deadlineFit',
            adds: Math.round((WEIGHTS[id] * points) / 100),
            figures: figuresOf(context, id, isFirst),
          };
        })
      : [];
    return {
      ...candidate,
      id: candidate.agent.id,
      sort: String(index),
      tier: candidate.presence === 'online' ? 0 : 1,
      score: terms.reduce((sum, { adds }) => sum + adds, 0),
      terms,
      reasons: reasonsOf(context, candidate),
    };
  });
}

const TERM_NAMES: Readonly<Record<TermId, readonly [en: string, de: string]>> = {
  deadlineFit: ['Time', 'Zeit'],
  cost: ['Cost', 'Kosten'],
  reliability: ['Reliability', 'Verlässlichkeit'],
  load: ['Load', 'Auslastung'],
  fairness: ['Fairness', 'Fairness'],
};

export function sampleRankingSummary(context: SampleContext): RankingSummary {
  const { say } = context;
  return {
    weights: { ...WEIGHTS },
    eligible: 2,
    considered: 3,
    plan: {
      verdict: 'offer',
      words: say('To be offered now', 'Jetzt anzubieten'),
      reasons: [
        {
          id: 'next-after-decline',
          verdict: 'met',
          words: say('writer has said no', 'writer hat abgelehnt', 'offer.next-after-decline'),
          sources: [eventSource(context, 1_471)],
          more: 0,
        },
        {
          id: 'one-at-a-time',
          verdict: 'met',
          words: say(
            'one after another, the first of 2',
            'einer nach dem anderen, der erste von 2',
            'offer.one-at-a-time',
          ),
          sources: [eventSource(context, 1_455)],
          more: 0,
        },
      ],
      steps: [{ kind: 'work.offer', agents: [SEC_1], words: say('Offer to sec-1', 'Angebot an sec-1') }],
    },
  };
}

/** What an offer to the chosen ones would carry; the order by hand brings its rule along. */
export function sampleComposedOffer(
  { nowMs }: SampleContext,
  { agentIds, orderRule }: { readonly agentIds: readonly string[]; readonly orderRule?: string | undefined },
): ComposedOfferModel {
  const capabilities = [
    { id: 'code.service', version: '1.0.0' },
    { id: 'security.threat-model', version: '1.2.0' },
  ];
  const isByRanking = agentIds[0] === SEC_1.id && orderRule === undefined;
  return {
    basis: {
      requiredCapabilities: capabilities,
      verifiedMatches: capabilities,
      authorizationEligible: true,
      availabilityEstimate: new Date(nowMs).toISOString(),
      expectedCost: 4.1,
      reliabilityEvidence: ['urn:acme:event:1102', 'urn:acme:event:1140'],
      policyRulesApplied: [
        'heddle.offers/1',
        `at=${new Date(nowMs).toISOString()}`,
        'sequence=1482',
        'ranking=deadlineFit:30,cost:20,reliability:30,load:10,fairness:10,unknown:500,window:20,queue:1,asks:2',
        'eligible=2/3',
        'chosen.1=tier:0,score:80950,deadlineFit:910,cost:795,reliability:885,load:667,fairness:450',
        'heard.1=free:2,of:3,queued:0',
        ...(orderRule === undefined ? [] : [`order=by-hand: ${orderRule}`]),
      ],
    },
    context: {
      summary: 'Mission: Sign-in for the customer portal\nYour work: Accessibility check of the forms',
      constraints: ['The work ends by tomorrow evening.'],
      unresolvedQuestions: [],
      artifactHashes: [],
    },
    isByRanking,
  };
}
