// What each WorkItem does now: it runs by itself, it is done, or it waits for somebody, and for whom (WORK-031, WORK-042, APV-005).
import { DIMENSIONS, type Dimension, limitsOf } from '../../../domain/budget.ts';
import { findExecutionApproval } from '../../../domain/execution-approvals.ts';
import { isTerminal } from '../../../domain/missions.ts';
import { SINGLE, type WorkItemRecord } from '../../../domain/world.ts';
import type { Lease } from '../../../protocol/generated/documents.ts';
import { approvalEndMs } from '../../desk/group-ends.ts';
import { msOf } from '../../desk/moment.ts';
import type { PlanScene } from './plan-scene.ts';

/** Why an item does not go on by itself. */
export type WaitCause =
  | 'dependency-open'
  | 'dependency-failed'
  | 'dependency-cancelled'
  | 'not-offered'
  | 'offer-ended'
  | 'no-candidate'
  | 'start-approval'
  | 'start-missed'
  | 'lease-ended'
  | 'resolution-needed'
  | 'child-awaits-answer'
  | 'child-ended'
  | 'review-waits'
  | 'work-failed'
  | 'budget-spent';

export interface ItemWait {
  readonly cause: WaitCause;
  /** What the cause is about: other items, a dimension, a child's Group, an Agent. */
  readonly subject: string;
}

/** `runs` until something ends; `done` for good; otherwise what it waits for. */
export type Readiness = 'runs' | 'done' | ItemWait;

/** What an item does at the moment of the scene. */
export function readinessOf(scene: PlanScene, item: WorkItemRecord): Readiness {
  const { state } = item.document;
  if (state === 'verified' || state === 'cancelled') return 'done';
  if (state === 'submitted') return wait('review-waits', item.document.owner?.agentId);
  if (state === 'blocked') return blockedReadiness(scene, item);
  const spent = state === 'queued' || state === 'active' ? findSpent(scene, item) : undefined;
  if (spent !== undefined) return wait('budget-spent', spent);
  if (state === 'active')
    return holds(scene, item, item.executionLeaseId)
      ? 'runs'
      : wait('lease-ended', item.document.owner?.agentId);
  const dependency = dependencyWait(scene, item);
  if (dependency !== undefined) return dependency;
  if (state === 'failed') return wait('work-failed', item.document.workItemId);
  return state === 'queued' ? queuedReadiness(scene, item) : unownedReadiness(scene, item);
}

function wait(cause: WaitCause, subject = ''): ItemWait {
  return { cause, subject };
}

function unownedReadiness({ moment, workers }: PlanScene, { document }: WorkItemRecord): Readiness {
  const { state, offers = [], contract, workItemId } = document;
  // Every end is looked at, so that the result is known to hold no longer than the first of them.
  const running = offers.filter(
    ({ status, expiresAt }) => status === 'pending' && !moment.hasReached(msOf(expiresAt)),
  );
  if (state === 'offered' && running.length > 0) return 'runs';
  if (workers.candidatesFor(contract).length === 0) {
    const missing = workers.missingFor(contract).map(({ id }) => id);
    return wait('no-candidate', missing.join(', '));
  }
  return state === 'offered' ? wait('offer-ended', workItemId) : wait('not-offered', workItemId);
}

function queuedReadiness(scene: PlanScene, item: WorkItemRecord): Readiness {
  const { connection, moment } = scene;
  const { owner, contract, groupId } = item.document;
  const lease = leaseOf(scene, item.holdingLeaseId);
  const isLive = holds(scene, item, item.holdingLeaseId);
  const startBy = lease?.startBy;
  if (!isLive || (startBy !== undefined && moment.hasReached(msOf(startBy))))
    return wait('start-missed', owner?.agentId);
  if (contract.executionApproval === 'not_required') return 'runs';
  const approval = findExecutionApproval(connection.world, item, moment.now);
  const endMs = approvalEndMs(approval);
  if (endMs !== undefined) moment.hasReached(endMs);
  return approval === undefined ? wait('start-approval', groupId) : 'runs';
}

function blockedReadiness(scene: PlanScene, item: WorkItemRecord): Readiness {
  const { childGroupId, formerChildGroupIds, requiredResolution, holdingLeaseId } = item;
  if (childGroupId === undefined) {
    const former = formerChildGroupIds.at(-1);
    // A child that ended leaves nobody who holds the item (OPEN-036); a Worker that blocks it does.
    return former !== undefined && holdingLeaseId === undefined
      ? wait('child-ended', former)
      : wait('resolution-needed', requiredResolution);
  }
  const state = scene.connection.world.get('mission', childGroupId, SINGLE)?.document.state;
  if (state === 'awaiting_approval') return wait('child-awaits-answer', childGroupId);
  // Of a child that cannot be seen from here nothing is claimed: it may well go on.
  return state !== undefined && isTerminal(state) ? wait('child-ended', childGroupId) : 'runs';
}

/** The dependency that decides: one that never comes before one that still may. */
function dependencyWait({ graph }: PlanScene, { document }: WorkItemRecord): ItemWait | undefined {
  const open: string[] = [];
  let failed: string | undefined;
  for (const id of document.contract.dependencyWorkItemIds) {
    const state = graph.stateOf(id);
    if (state === 'verified') continue;
    if (state === 'cancelled') return wait('dependency-cancelled', id);
    if (state === 'failed') failed ??= id;
    else open.push(id);
  }
  if (failed !== undefined) return wait('dependency-failed', failed);
  return open.length === 0 ? undefined : wait('dependency-open', open.join(', '));
}

function findSpent({ connection }: PlanScene, { document }: WorkItemRecord): Dimension | undefined {
  const account = connection.world.get('account', document.groupId, document.workItemId);
  const limits = account === undefined ? undefined : limitsOf(account.limit);
  if (account === undefined || limits === undefined) return undefined;
  return DIMENSIONS.find((each) => limits[each] > 0 && account.usage[each] >= limits[each]);
}

function leaseOf({ connection, groupId }: PlanScene, leaseId: string | undefined): Lease | undefined {
  return leaseId === undefined ? undefined : connection.world.get('lease', groupId, leaseId);
}

/** Whether somebody owns the item under a lease that holds. */
function holds(scene: PlanScene, { document }: WorkItemRecord, leaseId: string | undefined): boolean {
  const lease = leaseOf(scene, leaseId);
  if (document.owner === undefined || lease?.state !== 'active') return false;
  return !scene.moment.hasReached(msOf(lease.expiresAt));
}

/** Whether nobody owns an item any more, so that it can be offered anew (WORK-013). */
export function isFree(scene: PlanScene, item: WorkItemRecord): boolean {
  return !holds(scene, item, item.holdingLeaseId);
}
