// The ranking of one WorkItem: hard filters, then weighed terms, ties by the Agent's id (WORK-022). Everybody who was looked at
// stays in the result, with the reasons.
import type { CapabilityRef } from '../../../protocol/generated/documents.ts';
import { type AgentStanding, knownAgentIds, type OfferScene, standingOf } from './agent-standing.ts';
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

/** Candidates by their places alone, for whoever needs no reasons. */
interface Placing {
  readonly needs: ItemNeeds;
  /** The best one first. */
  readonly placed: readonly { readonly fit: CandidateFit; readonly order: number }[];
  readonly refused: readonly CandidateFit[];
}

/** The ranking of an item; undefined where there is no such item. Reasons are made when they are read: at once, or never. */
export function rankCandidates(scene: OfferScene, workItemId: string): Ranking | undefined {
  const placing = placeCandidates(scene, workItemId);
  if (placing === undefined) return undefined;
  const { needs, placed, refused } = placing;
  return {
    needs,
    eligible: placed.map(({ fit, order }) => new Candidate(scene, needs, fit, order)),
    refused: refused.map((fit) => new Candidate(scene, needs, fit, 0)),
  };
}

/** The same order without anything else. */
export function placeCandidates(scene: OfferScene, workItemId: string): Placing | undefined {
  const record = scene.world.get('workItem', scene.groupId, workItemId);
  if (record === undefined) return undefined;
  const needs = needsOf(scene, record);
  const placed: { readonly fit: CandidateFit; readonly order: number }[] = [];
  const refused: CandidateFit[] = [];
  for (const agentId of knownAgentIds(scene)) {
    const fit = fitFor(scene, agentId, needs);
    const order = orderOf(fit, needs, scene.ranking, scene.nowMs);
    if (order === undefined) refused.push(fit);
    else placed.push({ fit, order });
  }
  // Agents come in the order of their ids, and the sort keeps it among equals.
  placed.sort((a, b) => a.order - b.order);
  return { needs, placed, refused };
}

function fitFor(scene: OfferScene, agentId: string, { required, signature }: ItemNeeds): CandidateFit {
  const stand = () => standingOf(scene, agentId);
  const fit = (standing: AgentStanding) => fitOf(scene, standing, required);
  return scene.memo === undefined ? fit(stand()) : scene.memo.fitOf(agentId, signature, stand, fit);
}

class Candidate implements RankedCandidate {
  readonly agentId: string;
  readonly tier: number;
  readonly score: number;
  readonly pins: readonly CapabilityRef[];
  readonly fit: CandidateFit;
  private readonly scene: OfferScene;
  private readonly needs: ItemNeeds;
  private found: readonly OfferReason[] | undefined;

  constructor(scene: OfferScene, needs: ItemNeeds, fit: CandidateFit, order: number) {
    const { tier, score } = placeIn(order);
    this.agentId = fit.standing.agentId;
    this.tier = tier;
    this.score = score;
    this.pins = fit.pins;
    this.fit = fit;
    this.scene = scene;
    this.needs = needs;
  }

  get terms(): readonly Term[] {
    return termsOf(this.fit, this.needs, this.scene.ranking, this.scene.nowMs);
  }

  get reasons(): readonly OfferReason[] {
    return (this.found ??= reasonsOf(this.scene, this.fit, this.needs));
  }
}
