// Whether an acceptance would rest on what was made here alone: the result, or everything that speaks for one of its criteria
// (CRD-006). A second look at what a review has found, from the log and the Command alone.
import type { World } from '../../../domain/world.ts';
import type { Actor, Evidence, WorkItem } from '../../../protocol/generated/documents.ts';
import { isSameActor } from '../../desk/connection.ts';
import { readReview } from '../review/declared-checks.ts';
import { missionIn } from './act-facts.ts';
import type { AutonomyConnection, ProposedAct } from './proposed-act.ts';

/** What rests on the own output alone: a criterion, or the whole result where that is undefined. */
export interface OwnOutput {
  readonly criterionId: string | undefined;
}

const WHOLE: readonly OwnOutput[] = [{ criterionId: undefined }];

export function findOwnOutput(
  { draft, signer }: ProposedAct,
  { world, identities }: AutonomyConnection,
): readonly OwnOutput[] {
  const isOwn = (actor: Actor) =>
    isSameActor(actor, signer) ||
    identities.some((each) => each.actor.type === 'agent' && isSameActor(each.actor, actor));
  const isOwnAgent = (id: string | undefined) => id !== undefined && isOwn({ type: 'agent', id });
  if (draft.kind === 'mission.approve') {
    return isOwnAgent(missionIn(world, draft.groupId)?.document.coordinator.agentId) ? WHOLE : [];
  }
  if (draft.kind !== 'work.accept_result') return [];
  const item = world.get('workItem', draft.groupId, draft.payload.workItemId)?.document;
  if (item === undefined || isOwnAgent(item.owner?.agentId)) return WHOLE;
  const brought = draft.payload.evidence;
  const foreign = [
    ...findEvidence(world, item.groupId, item.submission?.evidenceIds ?? []),
    ...brought,
    ...brought.flatMap((each) => findCited(world, item, each)),
  ].filter((each) => !isOwn(each.generatedBy) && (each.result === 'passed' || isVerdict(item, each)));
  return item.contract.acceptanceCriteria
    .filter(({ criterionId, evidenceRequired }) => {
      const speaking = foreign.filter(({ criterionIds }) => criterionIds.includes(criterionId));
      // A judgement counts from somebody who neither made the result nor accepts it.
      const isJudged = speaking.some(
        ({ type, generatedBy }) => type === 'reviewer_assessment' && generatedBy.id !== item.owner?.agentId,
      );
      return speaking.length === 0 || (evidenceRequired.includes('reviewer_assessment') && !isJudged);
    })
    .map(({ criterionId }) => ({ criterionId }));
}

/** What a reviewer has found is the work of that reviewer, also where it speaks against what was reviewed. */
function isVerdict({ contract }: WorkItem, { type }: Evidence): boolean {
  return type === 'reviewer_assessment' && readReview(contract) !== undefined;
}

function findEvidence(world: World, groupId: string, ids: readonly string[]): readonly Evidence[] {
  return ids.map((id) => world.get('evidence', groupId, id)).filter((each) => each !== undefined);
}

/** The Evidence that another one cites, where it comes from an accepted review of just this submission. */
function findCited(world: World, item: WorkItem, { details }: Evidence): readonly Evidence[] {
  const ids = details?.['evidenceIds'];
  if (!Array.isArray(ids)) return [];
  const texts = ids.filter((id): id is string => typeof id === 'string');
  return findEvidence(world, item.groupId, texts).filter((cited) => {
    const review = world.get('workItem', item.groupId, cited.workItemId)?.document;
    const about = review === undefined ? undefined : readReview(review.contract);
    if (review?.state !== 'verified' || about?.workItemId !== item.workItemId) return false;
    const seen = new Set([...review.contract.inputArtifacts, ...(about.artifactHashes ?? [])]);
    const isCurrent = (item.submission?.artifactHashes ?? []).every((hash) => seen.has(hash));
    return isCurrent && review.submission?.evidenceIds.includes(cited.evidenceId) === true;
  });
}
