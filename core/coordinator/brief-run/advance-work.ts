// What is due for one WorkItem, by the state that it is in (WORK-T01…WORK-T18).
import { conditionsOf, findExecutionApproval } from '../../domain/execution-approvals.ts';
import { liveHoldingLease } from '../../domain/ownership.ts';
import type { World } from '../../domain/world.ts';
import type { Approval, CommandPayloads, WorkContract } from '../../protocol/generated/documents.ts';
import { approvalPolicyOf, childIdOf, describeMission, groupIdOf } from '../briefs/plan-brief.ts';
import type { CommandDraft } from '../command-draft.ts';
import { unsignedPart } from '../desk/intent/payload-input.ts';
import { attemptsOf, type Failure, judgeRetry, lastFailureOf } from './attempts.ts';
import { dependencyIdsOf, firstContract, fitBudget } from './contract-terms.ts';
import type { Desk } from './desk.ts';
import { labelOf, type MissionView, type Work } from './mission-view.ts';
import { offerWork } from './offer-work.ts';
import { failLapsed, failWork, isReviewable, reviewResult } from './review-result.ts';
import type { BriefAnswer } from './run-types.ts';

/** Whether the Mission can go on with an item, or somebody has decided that it cannot. */
export type WorkVerdict = { readonly stop: Failure } | undefined;

export function advanceWork(desk: Desk, view: MissionView, work: Work): WorkVerdict {
  const { record } = work;
  if (record === undefined) {
    authorize(desk, view, work);
    return undefined;
  }
  switch (record.document.state) {
    case 'open':
    case 'offered':
      if (begin(desk, view, work) === 'spent') giveUp(desk, view, work);
      return undefined;
    case 'queued':
    case 'active':
      return watchOwner(desk, view, work);
    case 'blocked':
      return work.kind === 'child' ? superviseChild(desk, view, work) : resolveBlock(desk, view, work);
    case 'submitted':
      reviewResult(desk, view, work);
      return undefined;
    case 'failed':
      // What a child was to carry out is no Worker's: it failed by the child's declared policy, and the Mission needs it.
      if (work.kind === 'child') return { stop: CHILD_FAILURE };
      return recover(desk, view, work, lastFailureOf(view, work) ?? UNKNOWN_FAILURE);
    default:
      // Verified and cancelled work stays as it is.
      return undefined;
  }
}

const UNKNOWN_FAILURE: Failure = { failureCode: 'UNKNOWN', detail: 'unknown', findings: [], atMs: 0 };
const CHILD_FAILURE: Failure = {
  failureCode: 'CHILD_FAILED',
  detail: 'The child Mission came to nothing.',
  findings: [],
  atMs: 0,
};

/** A WorkItem is authorized when what it waits for exists (WORK-006); a review when there is something to review. */
function authorize(desk: Desk, view: MissionView, work: Work): void {
  const { groupId, world } = view;
  const { workItemId, reviewed } = work;
  const isKnown = dependencyIdsOf(view, work).every((id) => world.get('workItem', groupId, id) !== undefined);
  if (!isKnown) return;
  if (reviewed !== undefined && !isReviewable(desk, view, reviewed)) return;
  const contract = affordable(desk, view, work, firstContract(view, work));
  desk.propose({
    situation: workItemId,
    author: 'coordinator',
    item: labelOf(work),
    reason: { code: 'plan-work', values: { item: labelOf(work) } },
    draft: {
      kind: 'work.authorize',
      groupId,
      workItemId,
      payload: { workItemId, contract },
    },
  });
}

/** What is planned anew, and the reviews of later attempts, take what the others have left over (OPEN-051). */
export function affordable(
  desk: Desk,
  { groupId, missionId }: MissionView,
  { reviewed, changes }: Work,
  contract: WorkContract,
): WorkContract {
  if (reviewed === undefined && changes.length === 0) return contract;
  const budget = fitBudget(desk.rehearsal.world, { groupId, id: missionId }, contract.budget);
  return budget === undefined ? contract : { ...contract, budget };
}

/** Whether everything that an item waits for is verified. */
export function isReady(view: MissionView, work: Work): boolean {
  return dependencyIdsOf(view, work).every(
    (id) => view.world.get('workItem', view.groupId, id)?.document.state === 'verified',
  );
}

function begin(desk: Desk, view: MissionView, work: Work): ReturnType<typeof offerWork> {
  if (!isReady(view, work)) return undefined;
  if (work.kind !== 'child') return offerWork(desk, view, work);
  beginChild(desk, view, work);
  return undefined;
}

/** Declared failed, so that a person decides about it as about every other failure. */
function giveUp(desk: Desk, view: MissionView, work: Work): void {
  failWork(desk, view, work, {
    failureCode: 'NOT_OFFERED',
    detail: 'Its attempts or its budget are used up.',
    findings: [],
    method: 'by its terms and accounts in the log',
  });
}

/** Owned work is its owner's, as long as the lease holds; before it starts it may have to wait for an Approval. */
function watchOwner(desk: Desk, view: MissionView, work: Work): WorkVerdict {
  const { record } = work;
  if (record === undefined) return undefined;
  const lease = liveHoldingLease(view.world, record, view.scene.now);
  if (lease !== undefined) {
    desk.wake(Date.parse(lease.expiresAt));
    const { state, contract } = record.document;
    const isGated = state === 'queued' && contract.executionApproval !== 'not_required';
    if (isGated) gate(desk, view, work, lease.expiresAt);
    return undefined;
  }
  const attempts = attemptsOf(view, work);
  const { contract } = record.document;
  const verdict = judgeRetry(
    contract,
    { failureCode: 'LEASE_LAPSED', atMs: view.scene.now.epochMs },
    record.document.state === 'queued' ? Math.min(attempts, contract.retryPolicy.maxAttempts - 1) : attempts,
  );
  if (verdict.kind === 'over' || begin(desk, view, work) === 'spent') failLapsed(desk, view, work);
  return undefined;
}

/** APV-003: a human decides before the work starts, once for each owner. */
function gate(desk: Desk, view: MissionView, work: Work, leaseEnd: string): void {
  const { record, workItemId } = work;
  const { scene, plan, groupId, mission } = view;
  if (record === undefined || findExecutionApproval(view.world, record, scene.now) !== undefined) return;
  const { contract, owner } = record.document;
  const operations = [...new Set(contract.allowedResources.flatMap((each) => each.operations))].filter(
    (operation) => mission.permissions.includes(operation),
  );
  const resources = [...new Set(contract.allowedResources.map(({ resource }) => resource))];
  const terms = {
    operations: operations.length > 0 ? operations : mission.permissions.slice(0, 1),
    resources,
    ownershipEpoch: owner?.ownershipEpoch ?? record.ownershipEpoch,
    budget: contract.budget,
    expiresAt: leaseEnd,
  };
  const answer = desk.ask({
    kind: 'execution-approval',
    questionId: `execution ${workItemId} ${terms.ownershipEpoch}`,
    groupId,
    item: labelOf(work),
    workItemId,
    agentId: owner?.agentId ?? '',
    risk: contract.sideEffectRisk,
    operations: terms.operations,
    resources,
    budget: contract.budget,
    expiresAt: leaseEnd,
    choices: ['approve', 'deny'],
    unattended: { choice: 'deny', text: 'Nobody was there to approve it.' },
  });
  if (answer === undefined) return;
  if (answer.choice !== 'approve') {
    failWork(desk, view, work, {
      failureCode: 'EXECUTION_DENIED',
      detail: answer.text ?? 'The MissionOwner did not approve the execution.',
      findings: [],
      method: 'decided by the MissionOwner',
    });
    return;
  }
  const revision = view.record?.document.revision ?? 0;
  const approval: Omit<Approval, 'signature'> = {
    approvalId: `${workItemId}:approval-${terms.ownershipEpoch}-${revision}`,
    kind: 'work_execution',
    decision: 'approved',
    missionId: view.missionId,
    groupId,
    workItemId,
    missionRevision: revision,
    artifactHashes: [],
    acceptancePolicyVersion: plan.brief.approvalPolicyVersion ?? '1.0.0',
    approver: { type: 'human', id: plan.ownerId },
    comments: answer.text ?? '',
    conditions: [...(conditionsOf(terms) ?? [])],
    occurredAt: scene.now.text,
  };
  desk.propose({
    situation: `${workItemId} ${terms.ownershipEpoch} ${revision}`,
    author: 'owner',
    item: labelOf(work),
    signs: [{ kind: 'approval', path: ['approval'], by: 'owner' }],
    reason: { code: 'allow-execution', values: { item: labelOf(work) } },
    draft: {
      kind: 'approval.grant_execution',
      groupId,
      workItemId,
      payload: { ...terms, approval: unsignedPart<Approval>(approval) },
    },
  });
}

/** A blocked Worker: by the brief's rules, or by what a human says (WORK-053). */
function resolveBlock(desk: Desk, view: MissionView, work: Work): WorkVerdict {
  const { record, workItemId } = work;
  if (record === undefined) return undefined;
  const resolution = record.requiredResolution ?? '';
  const wanted = resolution.toLowerCase();
  const rule = view.plan.brief.resolutions.find(({ contains }) => wanted.includes(contains.toLowerCase()));
  if (rule?.act === 'unblock') {
    unblock(desk, view, work, rule.answer ?? 'as the brief says');
    return undefined;
  }
  if (rule?.act === 'fail') {
    failWork(desk, view, work, {
      failureCode: 'BLOCKED',
      detail: `It was blocked: ${resolution}`,
      findings: [],
      method: 'by a rule of the brief',
    });
    return undefined;
  }
  const answer = desk.ask({
    kind: 'blocked',
    questionId: `blocked ${workItemId} ${record.document.revision}`,
    groupId: view.groupId,
    item: labelOf(work),
    workItemId,
    resolution,
    choices: ['unblock', 'stop'],
    unattended: { choice: 'stop', text: 'Nobody was there to resolve it.' },
  });
  if (answer === undefined) return undefined;
  if (answer.choice === 'unblock') {
    unblock(desk, view, work, answer.text ?? 'resolved');
    return undefined;
  }
  return { stop: { failureCode: 'BLOCKED', detail: resolution, findings: [], atMs: view.scene.now.epochMs } };
}

function unblock(desk: Desk, view: MissionView, work: Work, answer: string): void {
  const { workItemId, record } = work;
  const revision = record?.document.revision ?? 0;
  desk.propose({
    situation: `${workItemId} ${revision}`,
    author: 'coordinator',
    item: labelOf(work),
    reason: { code: 'unblock-work', values: { item: labelOf(work), answer } },
    draft: {
      kind: 'work.unblock',
      groupId: view.groupId,
      workItemId,
      expectedRevision: revision,
      payload: { workItemId, reason: answer.slice(0, 4_000) },
    },
  });
}

/** Failed work is tried again by its contract, or as a human decides; otherwise the Mission cannot be completed. */
function recover(desk: Desk, view: MissionView, work: Work, failure: Failure): WorkVerdict {
  const { record } = work;
  if (record === undefined) return undefined;
  const attempts = attemptsOf(view, work);
  const verdict = judgeRetry(record.document.contract, failure, attempts);
  if (verdict.kind === 'again') {
    if (verdict.notBeforeMs > view.scene.now.epochMs) {
      desk.wake(verdict.notBeforeMs);
      return undefined;
    }
    if (begin(desk, view, work) !== 'spent') return undefined;
  }
  const answer = askAboutFailure(desk, view, work, failure, attempts);
  if (answer === undefined) return undefined;
  if (answer.choice !== 'retry' && answer.choice !== 'retry-with-more') return { stop: failure };
  const lost = view.scene.agentHistory.lostTermsOf(view.groupId, work.workItemId).length;
  const offered = offerWork(desk, view, work, {
    maxAttempts: Math.max(attempts, lost) + 1,
    alsoRetry: failure.failureCode,
    moreBudget: answer.choice === 'retry-with-more',
  });
  return offered === 'spent' ? { stop: failure } : undefined;
}

function askAboutFailure(
  desk: Desk,
  view: MissionView,
  work: Work,
  { failureCode, detail }: Failure,
  attempts: number,
): BriefAnswer | undefined {
  const { workItemId, record } = work;
  return desk.ask({
    kind: 'failed',
    questionId: `failed ${workItemId} ${record?.document.revision ?? 0}`,
    groupId: view.groupId,
    item: labelOf(work),
    workItemId,
    failureCode,
    detail,
    attempts,
    choices: work.kind === 'child' ? ['retry', 'stop'] : ['retry', 'retry-with-more', 'stop'],
    unattended: { choice: 'stop' },
  });
}

/** The child Mission that carries an item out (MIS-T3). */
function beginChild(desk: Desk, view: MissionView, work: Work): void {
  const draft = childDraft(view, work, desk.rehearsal.world);
  if (draft === undefined) return;
  desk.propose({
    situation: `${work.workItemId} ${work.record?.formerChildGroupIds.length ?? 0}`,
    author: 'coordinator',
    item: labelOf(work),
    reason: { code: 'begin-child', values: { item: labelOf(work) } },
    draft,
  });
}

/** The Command that promotes an item to a child Mission, with the budget that its account has room for. */
export function childDraft(view: MissionView, work: Work, world: World): CommandDraft | undefined {
  const { groupId, plan } = view;
  const { workItemId, record, item } = work;
  if (item.child === undefined || record === undefined) return undefined;
  const missionId = childIdOf(workItemId, record.formerChildGroupIds.length);
  const { mission, failurePolicy } = item.child;
  const payload: CommandPayloads['mission.create_child'] = {
    missionId,
    groupId: groupIdOf(missionId),
    coordinatorAgentId: plan.coordinatorAgentId,
    parentWorkItemId: workItemId,
    title: `${plan.brief.title}: ${work.name}`.slice(0, 500),
    ...describeMission(plan, mission),
    budget: fitBudget(world, { groupId, id: workItemId }, mission.budget) ?? mission.budget,
    approvalPolicy: approvalPolicyOf(plan.brief, false),
    childFailurePolicy: failurePolicy,
  };
  return { kind: 'mission.create_child', groupId, workItemId, payload };
}

/** While a child lives it is stepped by itself; one that came to nothing leaves its item blocked (OPEN-036). */
function superviseChild(desk: Desk, view: MissionView, work: Work): WorkVerdict {
  if (work.record === undefined || work.record.childGroupId !== undefined) return undefined;
  const answer = askAboutFailure(desk, view, work, CHILD_FAILURE, work.record.formerChildGroupIds.length);
  if (answer === undefined) return undefined;
  if (answer.choice !== 'retry') return { stop: CHILD_FAILURE };
  beginChild(desk, view, work);
  return undefined;
}
