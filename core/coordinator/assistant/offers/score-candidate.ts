// One candidate for one item: whether it may be offered, and its points. Scores are whole numbers made of whole points, so that
// whoever computes them anew gets the same ones.
import { DIMENSIONS } from '../../../domain/budget.ts';
import { type CandidateFit, capabilityReasons } from './candidate-fit.ts';
import { hasDeclined } from './agent-history.ts';
import type { OfferScene } from './agent-standing.ts';
import type { ItemNeeds } from './item-needs.ts';
import type { ReasonValues, Reference } from '../proposal.ts';
import { type OfferReason, reason, recordReference } from './offer-reasons.ts';
import { MAX_SCORE, type RankingSettings, TERM_IDS, type TermId } from './offer-settings.ts';

/** One term of a score. */
export interface Term {
  readonly id: TermId;
  readonly weight: number;
  /** 0…1000; those for unknown where `isKnown` is false. */
  readonly points: number;
  readonly isKnown: boolean;
}

/** The place of a candidate: lower tiers first, then more points. */
export interface Place {
  readonly tier: number;
  readonly score: number;
}

/** Tiers beyond this one count as this one: nobody is asked so often. */
const MAX_TIER = 63;

/**
 * The place of a candidate for an item as one whole number, lower for the better one; undefined when it may not be offered. A
 * number, since a ranking of many items makes a great many of them.
 */
export function orderOf(
  fit: CandidateFit,
  needs: ItemNeeds,
  ranking: RankingSettings,
  nowMs: number,
): number | undefined {
  if (!fit.isEligible) return undefined;
  const { agentId } = fit.standing;
  const asks = needs.asks.size === 0 ? undefined : needs.asks.get(agentId);
  if (asks !== undefined && (hasDeclined(asks, nowMs) || asks.count >= ranking.maxAsksPerAgent)) {
    return undefined;
  }
  if (needs.isProducerUnknown || (needs.producers.size > 0 && needs.producers.has(agentId))) return undefined;
  const endMs = endMsOf(fit, needs, nowMs);
  if (endMs !== undefined && endMs > needs.deadlineMs) return undefined;
  if (isOverBudget(fit, needs)) return undefined;
  const tier = Math.min(MAX_TIER, tierOf(fit, asks?.count ?? 0));
  return tier * (MAX_SCORE + 1) + MAX_SCORE - scoreOf(fit, needs, ranking, nowMs, endMs);
}

/** The place that such a number stands for. */
export function placeIn(order: number): Place {
  const against = order % (MAX_SCORE + 1);
  return { tier: (order - against) / (MAX_SCORE + 1), score: MAX_SCORE - against };
}

/** Whoever was asked before comes after all others, and whoever is not heard after all who are. */
function tierOf({ standing }: CandidateFit, asks: number): number {
  return 2 * asks + (standing.isUnheard ? 1 : 0);
}

function scoreOf(
  fit: CandidateFit,
  needs: ItemNeeds,
  { weights, unknownPoints }: RankingSettings,
  nowMs: number,
  endMs: number | undefined,
): number {
  const sum =
    fit.baseScore +
    weights.deadlineFit * (deadlinePoints(needs, nowMs, endMs) ?? unknownPoints) +
    weights.cost * (costPoints(fit, needs) ?? unknownPoints);
  const total = weights.deadlineFit + weights.cost + weights.reliability + weights.load + weights.fairness;
  return total === 0 ? 0 : Math.round((sum * (MAX_SCORE / 1_000)) / total);
}

/** When a candidate would be done; undefined where start or duration are not known. */
function endMsOf({ standing, durationMs }: CandidateFit, { readyMs }: ItemNeeds, nowMs: number) {
  const { startMs } = standing;
  if (startMs === undefined || durationMs === undefined || readyMs === undefined) return undefined;
  return Math.max(nowMs, startMs, readyMs) + durationMs;
}

/** The share of the time until the deadline that would be left over. */
function deadlinePoints({ deadlineMs }: ItemNeeds, nowMs: number, endMs: number | undefined) {
  if (endMs === undefined) return undefined;
  if (deadlineMs <= nowMs) return 0;
  return Math.round((1_000 * Math.max(0, deadlineMs - endMs)) / (deadlineMs - nowMs));
}

/** The share of the contract's money that would be left over. */
function costPoints({ usage }: CandidateFit, { financialLimit }: ItemNeeds): number | undefined {
  if (usage === undefined || usage.financialMicrounits === 0 || financialLimit === 0) return undefined;
  const left = Math.max(0, financialLimit - usage.financialMicrounits);
  return Math.round((1_000 * left) / financialLimit);
}

/** Whether such work is known to use more than some account above has left. */
export function isOverBudget({ usage }: CandidateFit, { room }: Pick<ItemNeeds, 'room'>): boolean {
  if (usage === undefined || room === undefined) return false;
  for (const dimension of DIMENSIONS) if (usage[dimension] > room[dimension].left) return true;
  return false;
}

/** Every term of a candidate's score. */
export function termsOf(
  fit: CandidateFit,
  needs: ItemNeeds,
  { weights, unknownPoints }: RankingSettings,
  nowMs: number,
): readonly Term[] {
  const points: { readonly [Each in TermId]: number | undefined } = {
    deadlineFit: deadlinePoints(needs, nowMs, endMsOf(fit, needs, nowMs)),
    cost: costPoints(fit, needs),
    reliability: fit.reliability.points,
    load: fit.loadPoints,
    fairness: fit.fairnessPoints,
  };
  return TERM_IDS.map((id) => ({
    id,
    weight: weights[id],
    points: points[id] ?? unknownPoints,
    isKnown: points[id] !== undefined,
  }));
}

/** Every finding about a candidate, the filters first and then what made its points. */
export function reasonsOf(scene: OfferScene, fit: CandidateFit, needs: ItemNeeds): readonly OfferReason[] {
  const { standing } = fit;
  return [
    ...standing.reasons,
    ...capabilityReasons(scene, standing, needs.required),
    deadlineReason(fit, needs, scene.nowMs),
    budgetReason(fit, needs),
    ...independenceReasons(fit, needs),
    asksReason(fit, needs, scene),
    ...termReasons(scene, fit, needs),
  ];
}

function deadlineReason(fit: CandidateFit, needs: ItemNeeds, nowMs: number): OfferReason {
  const { deadlineMs, record } = needs;
  const from = recordReference('workItem', record.document.groupId, record.document.workItemId);
  const endMs = endMsOf(fit, needs, nowMs);
  if (endMs === undefined) return reason('deadline-unknown', 'unknown', { deadlineAtMs: deadlineMs }, from);
  const values = { endAtMs: endMs, deadlineAtMs: deadlineMs };
  return endMs > deadlineMs
    ? reason('deadline-missed', 'unmet', values, from)
    : reason('deadline-met', 'met', values, from);
}

function budgetReason({ usage }: CandidateFit, { room, record }: ItemNeeds): OfferReason {
  const { groupId, workItemId } = record.document;
  const own = recordReference('account', groupId, workItemId);
  if (usage === undefined || room === undefined) return reason('budget-unknown', 'unknown', {}, own);
  const dimension = DIMENSIONS.find((each) => usage[each] > room[each].left);
  if (dimension === undefined) return reason('budget-met', 'met', {}, own);
  const { left, account } = room[dimension];
  return reason(
    'budget-overflow',
    'unmet',
    { dimension, expected: usage[dimension], left, accountId: account.id },
    recordReference('account', account.groupId, account.id),
  );
}

function* independenceReasons(
  { standing }: CandidateFit,
  { producers, isProducerUnknown, record }: ItemNeeds,
): Generator<OfferReason> {
  const producer = producers.get(standing.agentId);
  if (producer !== undefined) {
    yield producer;
    return;
  }
  if (producers.size === 0 && !isProducerUnknown) return;
  const from = recordReference('workItem', record.document.groupId, record.document.workItemId);
  // What nobody can show is no independence: the item waits until the log shows who made its inputs.
  yield isProducerUnknown
    ? reason('producer-unknown', 'unknown', {}, from)
    : reason('independent', 'met', { producers: producers.size }, from);
}

function asksReason(
  { standing }: CandidateFit,
  { asks, record }: ItemNeeds,
  { ranking: { maxAsksPerAgent }, nowMs }: OfferScene,
): OfferReason {
  const known = asks.get(standing.agentId);
  const item = recordReference('workItem', record.document.groupId, record.document.workItemId);
  if (known === undefined) return reason('never-asked', 'met', {}, item);
  if (known.declinedBy !== undefined && hasDeclined(known, nowMs)) {
    const { declinedBy, declinedUntilMs: untilMs } = known;
    return reason('declined', 'unmet', Number.isFinite(untilMs) ? { untilMs } : {}, declinedBy);
  }
  const from = known.events.length === 0 ? [item] : known.events;
  const values = { count: known.count, most: maxAsksPerAgent };
  return known.count >= maxAsksPerAgent
    ? reason('asked-enough', 'unmet', values, ...from)
    : reason('asked-before', 'met', values, ...from);
}

function termReasons(scene: OfferScene, fit: CandidateFit, needs: ItemNeeds): readonly OfferReason[] {
  const { history, groupId, ranking, nowMs } = scene;
  const { reliability, usage, durationMs, held, assigned, standing } = fit;
  const { agentId, card } = standing;
  const { accepted } = reliability.counts;
  const details: { readonly [Each in TermId]: readonly [ReasonValues, readonly Reference[]] } = {
    deadlineFit: [{ durationMs: durationMs ?? 0, items: accepted }, reliability.events],
    cost: [
      { microunits: usage?.financialMicrounits ?? 0, limit: needs.financialLimit, items: accepted },
      reliability.events,
    ],
    reliability: [reliability.counts, reliability.events],
    load: [{ held, slots: card?.maxConcurrency ?? 0 }, history.heldEvents(groupId, agentId)],
    fairness: [{ assigned, window: ranking.fairnessWindow }, history.assignmentEvents(groupId, agentId)],
  };
  return termsOf(fit, needs, ranking, nowMs).map(({ id, weight, points, isKnown }) => {
    const [values, references] = details[id];
    return reason(
      `term-${id}`,
      isKnown ? 'met' : 'unknown',
      Object.assign({ weight, points }, values),
      ...references,
    );
  });
}
