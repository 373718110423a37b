// A Mission that people lead: begun, its Workers invited, its work proposed as soon as what it needs is there. Everything
// that takes judgement (authorize, offer, review, accept, submit, approve) is left to them.
import { matchCapabilities } from '../../domain/capabilities.ts';
import { isTerminal } from '../../domain/missions.ts';
import { memberKey } from '../../domain/world.ts';
import type { WorkContract } from '../../protocol/generated/documents.ts';
import { type PlannedWorker, proposalIdOf, reviewIdOf } from '../briefs/plan-brief.ts';
import { affordable, isReady } from './advance-work.ts';
import { firstContract, inputsOf } from './contract-terms.ts';
import { cardOf, type Desk } from './desk.ts';
import { beginMission, holdTerm } from './lead-mission.ts';
import { labelOf, type MissionView, type Work } from './mission-view.ts';
import { invite, isMember } from './offer-work.ts';

export function prepareMission(desk: Desk, view: MissionView): void {
  const { record, parent } = view;
  // A child is led by whoever has begun it.
  if (parent !== undefined) return;
  if (record === undefined) {
    beginMission(desk, view);
    return;
  }
  const { state } = record.document;
  if (isTerminal(state) || !holdTerm(desk, view) || state === 'awaiting_approval') return;
  for (const worker of view.plan.workers) inviteWorker(desk, view, worker);
  for (const work of view.works) proposeWork(desk, view, work);
}

/** Invites a Worker for the first work that it can do; not one whom somebody has sent away. */
function inviteWorker(desk: Desk, view: MissionView, worker: PlannedWorker): void {
  if (isMember(view, worker.agentId) || wasEnded(view, worker)) return;
  const card = cardOf(view.scene, worker.agentId);
  if (card === undefined) return;
  const canDo = ({ requiredCapabilities }: WorkContract) =>
    matchCapabilities(card, requiredCapabilities).missing === undefined;
  const work =
    view.works.find(({ kind, contract }) => kind === 'work' && canDo(contract)) ??
    view.works.map(comingReview).find((review) => review !== undefined && canDo(review.contract));
  if (work !== undefined) invite(desk, view, work, worker);
}

function wasEnded({ world, groupId }: MissionView, { agentId }: PlannedWorker): boolean {
  const ids = world.get('member', groupId, memberKey({ type: 'agent', id: agentId }))?.membershipIds ?? [];
  return ids.some((id) => world.get('membership', groupId, id)?.state === 'ended');
}

/** The review that the first submission of an item will need. */
function comingReview(work: Work): Work | undefined {
  const { review } = work.item;
  if (review === undefined || work.kind !== 'work') return undefined;
  const plannedId = reviewIdOf(work.plannedId, 1);
  return {
    ...work,
    kind: 'review',
    workItemId: plannedId,
    plannedId,
    record: undefined,
    contract: review.contract,
    files: review.files,
    changes: [],
    reviewed: work,
  };
}

/** A proposal has the inputs of the work already, so that it can be authorized and offered as it is (WORK-T01). */
function proposeWork(desk: Desk, view: MissionView, work: Work): void {
  const { groupId, world } = view;
  const { plannedId, record, reviewed } = work;
  const proposalId = proposalIdOf(plannedId);
  if (record !== undefined || world.get('proposal', groupId, proposalId) !== undefined) return;
  // What was accepted without its review needs none any more.
  const isDue =
    reviewed === undefined ? isReady(view, work) : reviewed.record?.document.state === 'submitted';
  if (!isDue) return;
  const item = labelOf(work);
  desk.propose({
    situation: plannedId,
    author: 'coordinator',
    item,
    reason: { code: 'propose-work', values: { item } },
    draft: {
      kind: 'work.propose',
      groupId,
      payload: {
        proposalId,
        contract: affordable(desk, view, work, firstContract(view, work, inputsOf(view, work))),
      },
    },
  });
}
