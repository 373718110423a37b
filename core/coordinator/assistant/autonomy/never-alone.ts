// What is never done without a person, whatever the matrix says: these rules are no settings.
import type { World } from '../../../domain/world.ts';
import type { Evidence } from '../../../protocol/generated/documents.ts';
import { missionIn } from './act-facts.ts';
import { type ActClass, classOf } from './acts.ts';
import { findOwnOutput, type OwnOutput } from './own-output.ts';
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
  | { readonly id: 'own-output'; readonly values: OwnOutput }
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
    ...findOwnOutput(act, connection).map((values) => ({ id: 'own-output' as const, values })),
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

function evidenceIn(payload: ProposedAct['draft']['payload']): readonly Evidence[] {
  // Of the kinds that carry any, all have it under this name.
  return 'evidence' in payload ? payload.evidence : [];
}
