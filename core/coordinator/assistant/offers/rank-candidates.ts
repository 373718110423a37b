// The ranking of one WorkItem: hard filters, then weighed terms, ties by the Agent's id (WORK-022). Everybody who was looked at
// stays in the result, with the reasons.
import type { CapabilityRef } from '../../../protocol/generated/documents.ts';
import { knownAgentIds, type OfferScene, standingOf } from './agent-standing.ts';
import { type CandidateFit, fitOf } from './candidate-fit.ts';
import { type ItemNeeds, needsOf } from './item-needs.ts';
import type { OfferReason } from './offer-reasons.ts';
import { orderOf, placeIn, reasonsOf, type Term, termsOf } from './score-candidate.ts';

export interface RankedCandidate {
  readonly agentId: string;
  readonly tier: number;
  /** 0…100000. */
  readonly score: number;
  readonly terms: readonly Term[];
  readonly reasons: readonly OfferReason[];
  readonly pins: readonly CapabilityRef[];
  readonly fit: CandidateFit;
}

export interface RefusedCandidate {
  readonly agentId: string;
  readonly reasons: readonly OfferReason[];
}

export interface Ranking {
  readonly needs: ItemNeeds;
  /** The best one first. */
  readonly eligible: readonly RankedCandidate[];
  readonly refused: readonly RefusedCandidate[];
}

/** The ranking of an item; undefined where there is no such item. */
export function rankCandidates(scene: OfferScene, workItemId: string): Ranking | undefined {
  const record = scene.world.get('workItem', scene.groupId, workItemId);
  if (record === undefined) return undefined;
  const needs = needsOf(scene, record);
  const placed: { readonly fit: CandidateFit; readonly order: number }[] = [];
  const refused: RefusedCandidate[] = [];
  for (const agentId of knownAgentIds(scene)) {
    const fit = fitOf(scene, standingOf(scene, agentId), needs.required);
    const order = orderOf(fit, needs, scene.ranking, scene.nowMs);
    if (order === undefined) refused.push({ agentId, reasons: reasonsOf(scene, fit, needs) });
    else placed.push({ fit, order });
  }
  // Agents come in the order of their ids, and the sort keeps it among equals.
  placed.sort((a, b) => a.order - b.order);
  return {
    needs,
    refused,
    eligible: placed.map(({ fit, order }) => ({
      agentId: fit.standing.agentId,
      tier: placeIn(order).tier,
      score: placeIn(order).score,
      terms: termsOf(fit, needs, scene.ranking, scene.nowMs),
      reasons: reasonsOf(scene, fit, needs),
      pins: fit.pins,
      fit,
    })),
  };
}
