// What a person can set about offers: the weights of the ranking, and how far the assistant goes on by itself.
import type { RequestedUrgency } from '../../../protocol/generated/documents.ts';

/** What a ranking weighs. Each gives 0…1000 points, more for the better candidate. */
export const TERM_IDS = ['deadlineFit', 'cost', 'reliability', 'load', 'fairness'] as const;

export type TermId = (typeof TERM_IDS)[number];

/** Whole numbers, not negative, at least one of them above zero. */
export type Weights = { readonly [Each in TermId]: number };

/** What decides the order; it is written into every selection basis. */
export interface RankingSettings {
  readonly weights: Weights;
  /** What a term gives while the log says nothing: a newcomer is neither good nor bad. */
  readonly unknownPoints: number;
  /** Fairness looks at so many assignments of the Group, the newest ones. */
  readonly fairnessWindow: number;
  /** Work that may wait with an Agent whose slots are all taken. */
  readonly queueDepth: number;
  /** So often an Agent is asked in one round. */
  readonly maxAsksPerAgent: number;
}

/** How far a chain of offers goes. */
export interface OfferSettings {
  /** So many offers in one round; then a person has to look. */
  readonly maxAsksPerRound: number;
  /** Work so urgent goes to several at once (WORK-022). */
  readonly urgent: readonly RequestedUrgency[];
  /** So many at once. */
  readonly urgentSetSize: number;
  readonly offerSeconds: number;
  /** An offer that would have to be shorter is not made. */
  readonly minOfferSeconds: number;
  /** Whether work is offered while it waits for other work. */
  readonly isOfferedAhead: boolean;
}

export const DEFAULT_RANKING: RankingSettings = {
  weights: { deadlineFit: 30, cost: 20, reliability: 30, load: 10, fairness: 10 },
  unknownPoints: 500,
  fairnessWindow: 20,
  queueDepth: 1,
  maxAsksPerAgent: 2,
};

export const DEFAULT_OFFER_SETTINGS: OfferSettings = {
  maxAsksPerRound: 6,
  urgent: ['critical'],
  urgentSetSize: 3,
  offerSeconds: 300,
  minOfferSeconds: 30,
  isOfferedAhead: false,
};

/** The largest score: every term with all its points. */
export const MAX_SCORE = 100_000;

/** The settings as one line of a selection basis. */
export function describeRanking(settings: RankingSettings): string {
  const { weights, unknownPoints, fairnessWindow, queueDepth, maxAsksPerAgent } = settings;
  const parts = TERM_IDS.map((id) => `${id}:${weights[id]}`);
  return [
    ...parts,
    `unknown:${unknownPoints}`,
    `window:${fairnessWindow}`,
    `queue:${queueDepth}`,
    `asks:${maxAsksPerAgent}`,
  ].join(',');
}

/** The settings that such a line names; undefined for any other text. */
export function parseRanking(text: string): RankingSettings | undefined {
  const values = new Map<string, number>();
  for (const part of text.split(',')) {
    const match = /^([A-Za-z]+):(\d{1,9})$/.exec(part);
    if (match?.[1] === undefined) return undefined;
    values.set(match[1], Number(match[2]));
  }
  const of = (name: string): number => values.get(name) ?? Number.NaN;
  const weights = {
    deadlineFit: of('deadlineFit'),
    cost: of('cost'),
    reliability: of('reliability'),
    load: of('load'),
    fairness: of('fairness'),
  };
  const settings = {
    weights,
    unknownPoints: of('unknown'),
    fairnessWindow: of('window'),
    queueDepth: of('queue'),
    maxAsksPerAgent: of('asks'),
  };
  // Whatever is missing or too much shows in the text that the values would make.
  return describeRanking(settings) === text ? settings : undefined;
}
