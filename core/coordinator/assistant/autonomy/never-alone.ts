// What is never done without a person, whatever the matrix says: these rules are no settings.
import type { World } from '../../../domain/world.ts';
import type { Actor, Evidence, WorkItem } from '../../../protocol/generated/documents.ts';
import { isSameActor } from '../../desk/connection.ts';
import { missionIn } from './act-facts.ts';
import { type ActClass, classOf } from './acts.ts';
import type { AutonomyConnection, ProposedAct } from './proposed-act.ts';
import { findWidenings, type Widening } from './widening.ts';

export type NeverAlone =
  /** Only a human may sign the Command, or a document in it. */
  | { readonly id: 'human-signature'; readonly values: { readonly actorId: string } }
  /** A review by a human is what a human has seen (EVI-004). */
  | { readonly id: 'human-review'; readonly values: object }
  /** The final Approval of a Mission, or of a child whose root human has to agree (APV-001, OPEN-058). */
  | { readonly id: 'final-approval'; readonly values: object }
  | { readonly id: 'act-class'; readonly values: { readonly because: Exclude<ActClass, 'coordination'> } }
  | { readonly id: 'widens'; readonly values: { readonly what: Widening } }
  /** The result was made here, or everything that speaks for a criterion was. */
  | { readonly id: 'own-output'; readonly values: { readonly criterionId: string | undefined } }
  /** A draft of a language model is for a person to read. */
  | { readonly id: 'model-text'; readonly values: object };

/** Everything for which an act needs a person; nothing when the matrix decides. */
export function listNeverAlone(act: ProposedAct, connection: AutonomyConnection): readonly NeverAlone[] {
  const { world, nowMs } = connection;
  const because = classOf(act.draft.kind);
  return [
    ...(because === 'coordination' ? [] : [{ id: 'act-class' as const, values: { because } }]),
    ...findHumanParts(act),
    ...findFinalApproval(act, world),
    ...findWidenings(world, act.draft, nowMs).map((what) => ({ id: 'widens' as const, values: { what } })),
    ...findOwnOutput(act, connection),
    ...(act.hasModelText ? [{ id: 'model-text' as const, values: {} }] : []),
  ];
}

function findHumanParts({ draft, signer, signs }: ProposedAct): readonly NeverAlone[] {
  const human = [signer, ...signs.map(({ by }) => by)].find(({ type }) => type !== 'agent');
  const isReviewed = evidenceIn(draft.payload).some(({ type }) => type === 'human_review');
  return [
    ...(human === undefined ? [] : [{ id: 'human-signature' as const, values: { actorId: human.id } }]),
    ...(isReviewed ? [{ id: 'human-review' as const, values: {} }] : []),
  ];
}

function findFinalApproval({ draft }: ProposedAct, world: World): readonly NeverAlone[] {
  if (draft.kind !== 'mission.approve') return [];
  const mission = missionIn(world, draft.groupId)?.document;
  const isOfAgents = mission?.parent !== undefined && !mission.approvalPolicy.finalHumanApproval;
  return isOfAgents && draft.payload.rootApproval === undefined ? [] : [{ id: 'final-approval', values: {} }];
}

function findOwnOutput(
  { draft, signer }: ProposedAct,
  { world, identities }: AutonomyConnection,
): readonly NeverAlone[] {
  const isOwn = (actor: Actor) =>
    isSameActor(actor, signer) ||
    identities.some((each) => each.actor.type === 'agent' && isSameActor(each.actor, actor));
  const isOwnAgent = (id: string | undefined) => id !== undefined && isOwn({ type: 'agent', id });
  if (draft.kind === 'mission.approve') {
    const coordinator = missionIn(world, draft.groupId)?.document.coordinator.agentId;
    return isOwnAgent(coordinator) ? [{ id: 'own-output', values: { criterionId: undefined } }] : [];
  }
  if (draft.kind !== 'work.accept_result') return [];
  const item = world.get('workItem', draft.groupId, draft.payload.workItemId)?.document;
  if (item === undefined || isOwnAgent(item.owner?.agentId)) {
    return [{ id: 'own-output', values: { criterionId: undefined } }];
  }
  const evidence = [...submittedEvidence(world, item), ...draft.payload.evidence];
  return item.contract.acceptanceCriteria
    .filter(({ criterionId, evidenceRequired }) => {
      const foreign = evidence.filter(
        (each) =>
          each.result === 'passed' && each.criterionIds.includes(criterionId) && !isOwn(each.generatedBy),
      );
      // A judgement counts from somebody who neither made the result nor accepts it (CRD-006).
      const isJudged = foreign.some(
        ({ type, generatedBy }) => type === 'reviewer_assessment' && generatedBy.id !== item.owner?.agentId,
      );
      return foreign.length === 0 || (evidenceRequired.includes('reviewer_assessment') && !isJudged);
    })
    .map(({ criterionId }) => ({ id: 'own-output', values: { criterionId } }));
}

function submittedEvidence(world: World, { groupId, submission }: WorkItem): readonly Evidence[] {
  return (submission?.evidenceIds ?? [])
    .map((id) => world.get('evidence', groupId, id))
    .filter((each) => each !== undefined);
}

function evidenceIn(payload: ProposedAct['draft']['payload']): readonly Evidence[] {
  // Of the kinds that carry any, all have it under this name.
  return 'evidence' in payload ? payload.evidence : [];
}
