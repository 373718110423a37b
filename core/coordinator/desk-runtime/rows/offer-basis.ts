// What an offer to chosen Agents carries into the log: the assistant's selection basis, with the name of a person's own rule where
// the order is their own (WORK-023).
import type { ComposedOfferModel } from '../../../contract/work.ts';
import type { SelectionBasis } from '../../../protocol/generated/documents.ts';
import { contextTextsFor } from '../../assistant/offers/context-texts.ts';
import { basisOf } from '../../assistant/offers/selection-basis.ts';
import type { ContextTexts } from '../../context-package.ts';
import type { ItemRanking } from '../item-rankings.ts';

export interface OfferChoice {
  /** In the order of the offer. */
  readonly agentIds: readonly string[];
  readonly orderRule?: string | undefined;
  readonly setReason?: string | undefined;
}

export interface ComposedOffer {
  readonly basis: SelectionBasis;
  readonly context: ContextTexts;
  readonly isByRanking: boolean;
}

/** As a window has it: the basis is plain JSON. */
export function composedOfferModel({ basis, context, isByRanking }: ComposedOffer): ComposedOfferModel {
  const { summary, constraints, unresolvedQuestions, artifactHashes } = context;
  return {
    basis: basis as unknown as ComposedOfferModel['basis'],
    context: {
      summary,
      constraints: [...constraints],
      unresolvedQuestions: [...unresolvedQuestions],
      artifactHashes: [...artifactHashes],
    },
    isByRanking,
  };
}

/** Undefined where one of them may not be asked. */
export function composeOffer(
  { scene, ranking }: ItemRanking,
  { agentIds, orderRule = '', setReason = '' }: OfferChoice,
): ComposedOffer | undefined {
  const chosen = agentIds.flatMap((id) => ranking.eligible.find(({ agentId }) => agentId === id) ?? []);
  if (chosen.length !== agentIds.length) return undefined;
  const basis = basisOf(scene, ranking, chosen);
  const own = [
    ...(orderRule.trim() === '' ? [] : [`order=by-hand: ${orderRule.trim()}`]),
    ...(setReason.trim() === '' ? [] : [`set=${setReason.trim()}`]),
  ];
  return {
    basis: { ...basis, policyRulesApplied: [...basis.policyRulesApplied, ...own] },
    context: contextTextsFor(scene.world, scene.groupId, ranking.needs.record),
    isByRanking: chosen.every(({ agentId }, index) => ranking.eligible[index]?.agentId === agentId),
  };
}
