// The reviews of a result by other Agents: WorkItems of their own. Which of them are about this very submission, by somebody
// independent, and which Agents could be asked next (CRD-006).
import { satisfies } from '../../../domain/capabilities.ts';
import { ORGANIZATION, type WorkItemRecord } from '../../../domain/world.ts';
import type { AgentCard, CapabilityRef, Evidence } from '../../../protocol/generated/documents.ts';
import { msOf } from '../../desk/moment.ts';
import { readReview } from './declared-checks.ts';
import { finding, ownerOfAgent, reasonOf, type ReviewScene } from './review-scene.ts';
import type { ReviewFinding } from './review-types.ts';

export interface ReviewItem {
  readonly record: WorkItemRecord;
  /** Whether it is about what was submitted now. */
  readonly isCurrent: boolean;
  readonly independence: Independence;
}

/** Why an Agent is not independent of the producer; undefined where it is. */
export type Independence = 'producer' | 'coordinator' | 'same-owner' | undefined;

export function findReviewItems(scene: ReviewScene): readonly ReviewItem[] {
  const { facts, item, submission } = scene;
  const found: ReviewItem[] = [];
  for (const [, record] of facts.world.list('workItem', facts.groupId)) {
    const { contract, owner, createdAt } = record.document;
    const review = readReview(contract);
    if (review?.workItemId !== item.workItemId) continue;
    const seen = new Set([...contract.inputArtifacts, ...(review.artifactHashes ?? [])]);
    found.push({
      record,
      // The same contents may be handed in once more: what was begun before is about the former submission.
      isCurrent:
        msOf(createdAt) >= msOf(submission.submittedAt) &&
        submission.artifactHashes.every((hash) => seen.has(hash)),
      independence: owner === undefined ? undefined : judgeIndependence(scene, owner.agentId),
    });
  }
  return found;
}

/**
 * A reviewer is another Agent than the Coordinator and than anybody who ever owned the item, whose checkpoints may be part
 * of the result; and of another owner than the producer where both are known.
 */
export function judgeIndependence({ facts, owner, terms }: ReviewScene, agentId: string): Independence {
  if (agentId === owner.agentId || terms.some((term) => term.agentId === agentId)) return 'producer';
  if (agentId === facts.coordinatorAgentId) return 'coordinator';
  if (facts.policy.independence === 'other-agent') return undefined;
  const producerOwner = ownerOfAgent(facts, owner.agentId);
  const reviewerOwner = ownerOfAgent(facts, agentId);
  if (producerOwner === undefined || reviewerOwner === undefined) return undefined;
  return producerOwner.type === reviewerOwner.type && producerOwner.id === reviewerOwner.id
    ? 'same-owner'
    : undefined;
}

/** The assessments that a reviewer has submitted, of a review whose own result was accepted. */
export function assessmentsOf({ facts }: ReviewScene, { record }: ReviewItem): readonly Evidence[] {
  const { state, submission } = record.document;
  if (state !== 'verified') return [];
  return (submission?.evidenceIds ?? [])
    .map((id) => facts.world.get('evidence', facts.groupId, id))
    .filter((evidence) => evidence !== undefined)
    .filter(({ type }) => type === 'reviewer_assessment');
}

/** A review is done when its reviewer has said something, good or bad, about each criterion that it was asked about. */
export function findMissingAssessments({
  facts,
  contract,
  submission,
}: ReviewScene): readonly ReviewFinding[] {
  if (readReview(contract) === undefined) return [];
  const assessed = new Set(
    submission.evidenceIds
      .map((id) => facts.world.get('evidence', facts.groupId, id))
      .filter((evidence) => evidence?.type === 'reviewer_assessment')
      .flatMap((evidence) => evidence?.criterionIds ?? []),
  );
  return contract.acceptanceCriteria
    .filter(({ criterionId }) => !assessed.has(criterionId))
    .map(({ criterionId }) => finding('wrong', reasonOf('assessment-missing', { criterionId })));
}

/** What a reviewer has to be capable of. */
export function reviewCapabilities({ facts, contract }: ReviewScene): readonly CapabilityRef[] {
  const { reviewCapability } = facts.policy;
  return reviewCapability === undefined ? contract.requiredCapabilities : [reviewCapability];
}

/** Agents that could review: active, capable, independent, and not asked before; by their ids. */
export function findReviewers(scene: ReviewScene, items: readonly ReviewItem[]): readonly string[] {
  const asked = new Set(items.map(({ record }) => record.document.owner?.agentId));
  const required = reviewCapabilities(scene);
  const known = new Map<string, AgentCard>(scene.facts.cards);
  for (const [id, { card }] of scene.facts.world.list('agent', ORGANIZATION)) known.set(id, card);
  return [...known.values()]
    .filter(
      ({ status, capabilities }) =>
        status === 'active' &&
        required.every((wanted) => capabilities.some((offered) => satisfies(offered, wanted))),
    )
    .map(({ agentId }) => agentId)
    .filter((agentId) => !asked.has(agentId) && judgeIndependence(scene, agentId) === undefined)
    .sort();
}
