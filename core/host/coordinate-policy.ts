// The policy of a Coordinator without a window, read and checked: which Missions it leads, what it signs alone, how it chooses,
// reviews and plans. A file with a single fault counts for nothing: half of what somebody meant is not what they meant.
import { resolveMatrix, type AutonomyFault } from '../coordinator/assistant/autonomy/read-matrix.ts';
import type { AutonomyMatrix } from '../coordinator/assistant/autonomy/matrix.ts';
import { DEFAULT_PROMOTION, type PromotionSettings } from '../coordinator/assistant/children/promotion.ts';
import { DEFAULT_LEAD_SETTINGS } from '../coordinator/assistant/lead/lead-settings.ts';
import type { LeadSettings } from '../coordinator/assistant/lead/lead-types.ts';
import {
  DEFAULT_OFFER_SETTINGS,
  DEFAULT_RANKING,
  type OfferSettings,
  type RankingSettings,
  TERM_IDS,
} from '../coordinator/assistant/offers/offer-settings.ts';
import { DEFAULT_REVIEW_POLICY, type ReviewPolicy } from '../coordinator/assistant/review/review-types.ts';
import { listShapeFaults } from '../coordinator/briefs/check-shape.ts';
import { secondsOf } from '../coordinator/briefs/durations.ts';
import type { BriefPath } from '../coordinator/briefs/faults.ts';
import { type BriefFormat, type BriefSource, readSource } from '../coordinator/briefs/read-source.ts';
import type { CapabilityRef, CoordinatePolicyFile } from '../protocol/generated/documents.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';

/** Where work comes from, beside the people who write it at the desk. */
export interface PlanSource {
  readonly proposals: 'owner' | 'members' | 'nobody';
  readonly patterns: boolean;
}

export interface CoordinatePolicy {
  readonly missionIds: ReadonlySet<string> | 'all';
  readonly matrix: AutonomyMatrix;
  readonly plan: PlanSource;
  readonly lead: LeadSettings;
}

interface WeightsFault {
  readonly code: 'weights-nothing';
  readonly line: number;
  readonly column: number;
  readonly path: string;
  readonly values: object;
}

/** One fault with its place. `line` and `column` count from 1; `path` reads like `rules[0].acts[1]`. */
export type CoordinatePolicyFault = AutonomyFault | WeightsFault;

const MEBIBYTE = 1_048_576;
const DAY_SECONDS = 86_400;
const MAX_DAYS = 365;

/** Reads a policy: YAML, or JSON where the file says so by its name. */
export function readCoordinatePolicy(
  bytes: Uint8Array,
  format: BriefFormat,
): Result<CoordinatePolicy, readonly CoordinatePolicyFault[]> {
  const source = readSource(bytes, format);
  if (!source.ok) return source;
  const misshapen = listShapeFaults(source.value, 'coordinate-policy');
  if (misshapen !== undefined) return refuse(misshapen);
  // The schema has just proven the shape.
  const file = source.value.value as CoordinatePolicyFile;
  const reader = new PolicyReader(source.value);
  const { missions } = file;
  const plan = {
    proposals: file.plan?.proposals ?? 'owner',
    patterns: file.plan?.patterns ?? false,
  } as const;
  const matrix = resolveMatrix(source.value, {
    rules: file.rules ?? [],
    ...(file.limits === undefined ? {} : { limits: file.limits }),
  });
  if (!matrix.ok) reader.faults.push(...matrix.fault);
  const { blockers, retry, children } = file;
  const lead: LeadSettings = {
    ...DEFAULT_LEAD_SETTINGS,
    ranking: reader.ranking(file),
    offers: reader.offers(file),
    review: reader.review(file),
    promotion: reader.promotion(file),
    ...(blockers === undefined ? {} : { blockers }),
    ...(retry === undefined ? {} : { retry }),
    ...(children?.reviewShare === undefined ? {} : { child: { reviewShare: children.reviewShare } }),
    ...(children?.afterFailure === undefined ? {} : { afterChild: children.afterFailure }),
  };
  if (!matrix.ok || reader.faults.length > 0) return refuse(inOrder(reader.faults));
  const missionIds = missions === undefined || missions.includes('all') ? 'all' : new Set(missions);
  return accept({ missionIds, matrix: matrix.value, plan, lead });
}

class PolicyReader {
  readonly faults: CoordinatePolicyFault[] = [];
  private readonly source: BriefSource;

  constructor(source: BriefSource) {
    this.source = source;
  }

  ranking({ ranking = {} }: CoordinatePolicyFile): RankingSettings {
    const { weights = DEFAULT_RANKING.weights, unknownPoints, queueDepth, asksPerAgent } = ranking;
    if (TERM_IDS.every((id) => weights[id] === 0)) {
      const { line, column, path } = this.source.faultAt(['ranking', 'weights'], 'empty', {});
      this.faults.push({ code: 'weights-nothing', line, column, path, values: {} });
    }
    return {
      ...DEFAULT_RANKING,
      weights,
      unknownPoints: unknownPoints ?? DEFAULT_RANKING.unknownPoints,
      queueDepth: queueDepth ?? DEFAULT_RANKING.queueDepth,
      maxAsksPerAgent: asksPerAgent ?? DEFAULT_RANKING.maxAsksPerAgent,
    };
  }

  offers({ offers = {} }: CoordinatePolicyFile): OfferSettings {
    const defaults = DEFAULT_OFFER_SETTINGS;
    return {
      maxAsksPerRound: offers.asksPerRound ?? defaults.maxAsksPerRound,
      urgent: offers.urgent ?? defaults.urgent,
      urgentSetSize: offers.urgentSet ?? defaults.urgentSetSize,
      offerSeconds: this.seconds(['offers', 'lasts'], offers.lasts) ?? defaults.offerSeconds,
      minOfferSeconds: this.seconds(['offers', 'atLeast'], offers.atLeast) ?? defaults.minOfferSeconds,
      isOfferedAhead: offers.ahead ?? defaults.isOfferedAhead,
    };
  }

  review({ review = {} }: CoordinatePolicyFile): ReviewPolicy {
    const defaults = DEFAULT_REVIEW_POLICY;
    const checkSeconds = this.seconds(['review', 'checkTime'], review.checkTime);
    const { contentMiB, checkMemoryMiB } = review;
    return {
      maxContentBytes: contentMiB === undefined ? defaults.maxContentBytes : contentMiB * MEBIBYTE,
      limits: {
        ...defaults.limits,
        ...(checkSeconds === undefined ? {} : { timeMs: checkSeconds * 1_000 }),
        ...(checkMemoryMiB === undefined ? {} : { memoryMegabytes: checkMemoryMiB }),
      },
      claimsSuffice: review.claimsSuffice ?? defaults.claimsSuffice,
      independence: review.independence ?? defaults.independence,
      maxReviews: review.reviews ?? defaults.maxReviews,
      ...(review.capability === undefined ? {} : { reviewCapability: capabilityOf(review.capability) }),
    };
  }

  promotion({ promotion }: CoordinatePolicyFile): PromotionSettings | undefined {
    if (promotion === undefined) return undefined;
    const { duration, ...counts } = promotion;
    const seconds = this.seconds(['promotion', 'duration'], duration);
    return {
      ...DEFAULT_PROMOTION,
      ...counts,
      ...(seconds === undefined ? {} : { durationMs: seconds * 1_000 }),
    };
  }

  private seconds(place: BriefPath, text: string | undefined): number | undefined {
    if (text === undefined) return undefined;
    const seconds = secondsOf(text) ?? 0;
    if (seconds === 0) this.faults.push(this.source.faultAt(place, 'duration-nothing', {}));
    else if (seconds > MAX_DAYS * DAY_SECONDS)
      this.faults.push(this.source.faultAt(place, 'duration-too-long', { limitDays: MAX_DAYS }));
    return seconds;
  }
}

/** `id@version`, as the schema has proven. */
function capabilityOf(text: string): CapabilityRef {
  const at = text.lastIndexOf('@');
  return { id: text.slice(0, at), version: text.slice(at + 1) };
}

/** In the order of the file. */
function inOrder(faults: readonly CoordinatePolicyFault[]): readonly CoordinatePolicyFault[] {
  return faults.toSorted((a, b) => a.line - b.line || a.column - b.column);
}
