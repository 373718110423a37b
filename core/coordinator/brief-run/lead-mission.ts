// The Mission itself: begun, led under a Coordinator's term, submitted, answered, ended (MIS-T1…MIS-T8, CRD-001…CRD-009).
import { isTerminal } from '../../domain/missions.ts';
import type { Approval } from '../../protocol/generated/documents.ts';
import type { Unsigned } from '../../protocol/sign.ts';
import { type BriefPlan, missionPayloadOf } from '../briefs/plan-brief.ts';
import type { CommandDraft } from '../command-draft.ts';
import { advanceWork } from './advance-work.ts';
import type { Failure } from './attempts.ts';
import { resultsOf } from './contract-terms.ts';
import { type Desk, ownerAuthorOf } from './desk.ts';
import {
  evidenceOf,
  findWork,
  labelOf,
  type MissionView,
  redoConditions,
  type Work,
} from './mission-view.ts';
import { unsignedPart } from '../desk/intent/payload-input.ts';
import { offerWork } from './offer-work.ts';
import type { DocumentToSign, ProvenCriterion } from './run-types.ts';

/** A term is renewed when a third of it has passed (OPEN-035): two more tries fit in. */
const RENEW_AFTER = 1 / 3;

export function leadMission(desk: Desk, view: MissionView): void {
  const { record, parent } = view;
  if (record === undefined) {
    // A child begins with its item.
    if (parent === undefined) beginMission(desk, view);
    return;
  }
  const { state } = record.document;
  if (isTerminal(state)) return;
  if (!holdTerm(desk, view)) return;
  if (state === 'awaiting_approval') {
    askForApproval(desk, view);
    return;
  }
  const deadlineMs = Date.parse(record.document.deadline);
  if (deadlineMs <= view.scene.now.epochMs) {
    terminate(desk, view, { code: 'deadline-over', values: { deadline: record.document.deadline } });
    return;
  }
  desk.wake(deadlineMs);
  const stops: [Work, Failure][] = [];
  for (const work of view.works) {
    const verdict = advanceWork(desk, view, work);
    if (verdict !== undefined) stops.push([work, verdict.stop]);
  }
  if (stops.length > 0) {
    const missing = stops.map(
      ([work, { failureCode, detail }]) => `${labelOf(work)}: ${failureCode}: ${detail}`,
    );
    terminate(desk, view, { code: 'give-up', values: { missing } });
    return;
  }
  if (dropLeftovers(desk, view)) return;
  if (view.works.every(({ record: item }) => item?.document.state === 'verified')) submit(desk, view);
}

/** The Command with which a root Mission begins. */
export function beginMissionDraft(plan: BriefPlan): CommandDraft {
  return { kind: 'mission.create', groupId: plan.groupId, payload: missionPayloadOf(plan) };
}

/** Has the human begin the Mission. */
export function beginMission(desk: Desk, view: MissionView): void {
  const { plan, groupId } = view;
  desk.propose({
    situation: groupId,
    author: 'owner',
    reason: { code: 'begin-mission', values: { title: plan.brief.title } },
    draft: beginMissionDraft(plan),
  });
}

/** Whether the Coordinator may act. Its term is renewed in time, and restored by the owner where it was not. */
export function holdTerm(desk: Desk, view: MissionView): boolean {
  const { world, groupId, record, scene, plan } = view;
  const coordinator = record?.document.coordinator;
  if (coordinator === undefined) return false;
  const { coordinatorEpoch, leaseId } = coordinator;
  const lease = world.get('lease', groupId, leaseId);
  const leftMs = lease?.state === 'active' ? Date.parse(lease.expiresAt) - scene.now.epochMs : 0;
  const isOurs = coordinator.agentId === plan.coordinatorAgentId;
  if (leftMs <= 0 || !isOurs) {
    // Somebody else may lead the Mission by now, and then it is not ours to take.
    if (!isOurs) desk.obstruct({ item: undefined, obstacle: { code: 'replaced' } });
    else {
      desk.propose({
        situation: `${groupId} ${coordinatorEpoch}`,
        author: ownerAuthorOf(view),
        reason: { code: 'restore-coordinator', values: {} },
        draft: {
          kind: 'mission.assign_coordinator',
          groupId,
          payload: {
            coordinatorAgentId: plan.coordinatorAgentId,
            leaseSeconds: plan.brief.coordinatorLeaseSeconds,
          },
        },
      });
    }
    return false;
  }
  const termMs = plan.brief.coordinatorLeaseSeconds * 1_000;
  const renewLeftMs = termMs * (1 - RENEW_AFTER);
  if (leftMs > renewLeftMs) {
    desk.wake(scene.now.epochMs + leftMs - renewLeftMs);
    return true;
  }
  desk.wake(scene.now.epochMs + leftMs);
  desk.propose({
    situation: `${groupId} ${coordinatorEpoch} ${lease?.renewalCount ?? 0}`,
    author: 'coordinator',
    reason: { code: 'renew-term', values: { leftSeconds: Math.floor(leftMs / 1_000) } },
    draft: {
      kind: 'mission.renew_coordinator',
      groupId,
      payload: { leaseSeconds: plan.brief.coordinatorLeaseSeconds },
      mustBeNow: true,
    },
  });
  return true;
}

/**
 * WorkItems that the plan does not have any more: reviews of what has been taken back, and what was sent back by the
 * owner. A failed one has to be offered before it can be cancelled (OPEN-033).
 */
function dropLeftovers(desk: Desk, view: MissionView): boolean {
  const { world, groupId } = view;
  const planned = new Set(view.works.map(({ workItemId }) => workItemId));
  let isBusy = false;
  for (const [workItemId, record] of world.list('workItem', groupId)) {
    const { state, revision, contract } = record.document;
    if (planned.has(workItemId) || state === 'verified' || state === 'cancelled') continue;
    isBusy = true;
    const [first] = view.mission.work;
    if (first === undefined) continue;
    const name = workItemId.slice(workItemId.lastIndexOf(':work:') + ':work:'.length);
    const leftover: Work = {
      kind: 'work',
      name,
      item: { ...first, name, needs: [] },
      workItemId,
      plannedId: workItemId,
      record,
      contract,
      files: [],
      changes: [],
      reviewed: undefined,
    };
    if (state === 'failed') {
      const lost = view.scene.agentHistory.lostTermsOf(groupId, workItemId).length;
      offerWork(desk, view, leftover, { maxAttempts: lost + 1 });
      continue;
    }
    desk.propose({
      situation: `${workItemId} ${revision}`,
      author: 'coordinator',
      item: name,
      reason: { code: 'drop-work', values: { item: name } },
      draft: {
        kind: 'work.cancel',
        groupId,
        workItemId,
        payload: { workItemId, reason: 'it is not part of the plan any more' },
      },
    });
  }
  return isBusy;
}

/** The definition of done with the Evidence for each criterion; a human answers for the rest. */
export function proveCriteria(view: MissionView): readonly ProvenCriterion[] {
  return view.mission.definitionOfDone.map(({ id, text, evidence, provenBy }) => {
    const evidenceIds = provenBy.flatMap(({ item, criterionId }) => {
      const work = findWork(view, item);
      if (work === undefined) return [];
      return evidenceOf(view, work.workItemId)
        .filter(
          (each) =>
            each.result === 'passed' &&
            each.criterionIds.includes(criterionId) &&
            evidence.some((type) => type === each.type),
        )
        .map(({ evidenceId }) => evidenceId);
    });
    return { id, text, evidenceIds: [...new Set(evidenceIds)] };
  });
}

/** The Artifacts of the Mission's result, with the reviews of them. */
export function resultHashes(view: MissionView): readonly string[] {
  const hashes = view.works
    .filter(({ item }) => item.isResult)
    .flatMap((work) => resultsOf(view, work).map(({ contentHash }) => contentHash));
  return [...new Set(hashes)];
}

function submit(desk: Desk, view: MissionView): void {
  const { groupId, record } = view;
  const revision = record?.document.revision ?? 0;
  const proven = proveCriteria(view);
  const summary = proven
    .map(({ id, text, evidenceIds }) => `${id}: ${text} (${evidenceIds.length} pieces of Evidence)`)
    .join('\n');
  desk.propose({
    situation: `${groupId} ${revision}`,
    author: 'coordinator',
    reason: { code: 'submit-mission', values: { criteria: proven.map(({ id }) => id) } },
    draft: {
      kind: 'mission.submit_for_approval',
      groupId,
      expectedRevision: revision,
      payload: {
        artifactHashes: [...resultHashes(view)],
        summary: summary.slice(0, 10_000).toWellFormed(),
      },
    },
  });
}

/** The human's word on exactly this revision and exactly these Artifacts (MIS-010, MIS-011). */
function askForApproval(desk: Desk, view: MissionView): void {
  const { record, groupId, missionId, parent } = view;
  const { submission } = record ?? {};
  if (record === undefined || submission === undefined) return;
  const { missionRevision, artifactHashes } = submission;
  const answer = desk.ask({
    kind: 'final-approval',
    questionId: `final ${missionId} ${missionRevision}`,
    groupId,
    missionRevision,
    artifactHashes,
    item: parent === undefined ? undefined : labelOf(parent.work),
    criteria: proveCriteria(view),
    choices: ['approve', 'request-changes', 'cancel'],
    unattended: { choice: 'cancel', text: 'Nobody was there to approve it.' },
  });
  if (answer === undefined) return;
  const comments = (answer.text ?? '').slice(0, 10_000);
  if (answer.choice === 'cancel') {
    desk.propose({
      situation: `${groupId} ${missionRevision}`,
      author: ownerAuthorOf(view),
      reason: { code: 'cancel-mission', values: {} },
      draft: {
        kind: 'mission.cancel',
        groupId,
        payload: { reason: comments === '' ? 'decided by the MissionOwner' : comments.slice(0, 4_000) },
      },
    });
    return;
  }
  if (answer.choice === 'approve') approve(desk, view, comments);
  else requestChanges(desk, view, comments, answer.items ?? []);
}

/** The Approval of the MissionOwner; a child's owner is its own Coordinator, so the human answers beside it (CRD-006). */
function approve(desk: Desk, view: MissionView, comments: string): void {
  const { groupId, parent } = view;
  const author = ownerAuthorOf(view);
  const own = approvalOf(view, 'approved', comments, []);
  const signs: DocumentToSign[] = [{ kind: 'approval', path: ['approval'], by: author }];
  const root: Unsigned<'approval'> = {
    ...own,
    approvalId: `${own.approvalId}-root`,
    kind: 'mission_final',
    approver: { type: 'human', id: view.plan.ownerId },
  };
  if (parent !== undefined) signs.push({ kind: 'approval', path: ['rootApproval'], by: 'owner' });
  desk.propose({
    situation: `${groupId} ${own.missionRevision}`,
    author,
    signs,
    reason: { code: 'approve-mission', values: {} },
    draft: {
      kind: 'mission.approve',
      groupId,
      payload: {
        approval: unsignedPart<Approval>(own),
        ...(parent === undefined ? {} : { rootApproval: unsignedPart<Approval>(root) }),
      },
    },
  });
}

function requestChanges(desk: Desk, view: MissionView, comments: string, items: readonly string[]): void {
  const { groupId, mission } = view;
  const author = ownerAuthorOf(view);
  const known = items.filter((name) => mission.work.some((item) => item.name === name));
  const own = approvalOf(view, 'changes_requested', comments, redoConditions(known));
  desk.propose({
    situation: `${groupId} ${own.missionRevision}`,
    author,
    signs: [{ kind: 'approval', path: ['approval'], by: author }],
    reason: { code: 'request-changes', values: { items: known } },
    draft: {
      kind: 'mission.request_changes',
      groupId,
      payload: { approval: unsignedPart<Approval>(own) },
    },
  });
}

function approvalOf(
  view: MissionView,
  decision: 'approved' | 'changes_requested',
  comments: string,
  conditions: string[],
): Unsigned<'approval'> {
  const { record, plan, missionId, groupId, parent, scene } = view;
  const { missionRevision = 0, artifactHashes = [] } = record?.submission ?? {};
  return {
    approvalId: `${missionId}:approval-${missionRevision}-${decision}`,
    kind: parent === undefined ? 'mission_final' : 'child_mission',
    decision,
    missionId,
    groupId,
    missionRevision,
    artifactHashes: [...artifactHashes],
    acceptancePolicyVersion: plan.brief.approvalPolicyVersion ?? '1.0.0',
    approver: ownerOf(view),
    comments,
    conditions,
    occurredAt: scene.now.text,
  };
}

function ownerOf({ plan, parent }: MissionView): Unsigned<'approval'>['approver'] {
  return parent === undefined
    ? { type: 'human', id: plan.ownerId }
    : { type: 'agent', id: plan.coordinatorAgentId };
}

type EndReason = Extract<
  Parameters<Desk['propose']>[0]['reason'],
  { readonly code: 'give-up' | 'deadline-over' }
>;

/** The Mission cannot be completed, and says why (MIS-T8). */
function terminate(desk: Desk, view: MissionView, reason: EndReason): void {
  const { groupId, record } = view;
  const text =
    reason.code === 'give-up'
      ? `What is missing: ${reason.values.missing.join('; ')}`
      : `The deadline ${reason.values.deadline} is over.`;
  desk.propose({
    situation: `${groupId} ${record?.document.revision ?? 0}`,
    author: 'coordinator',
    reason,
    draft: {
      kind: 'mission.terminate',
      groupId,
      payload: { reason: text.slice(0, 4_000).toWellFormed() },
    },
  });
}
