// How a WorkItem stands from the point of view of one Worker, as the log has it. The queue of a Group is nothing but
// these answers for its items, so replay rebuilds it (SCH-001).
import { nowAt } from '../domain/decision.ts';
import { unfinishedDependencies } from '../domain/dependencies.ts';
import { findExecutionApproval } from '../domain/execution-approvals.ts';
import { isRunning } from '../domain/offers.ts';
import { liveHoldingLease } from '../domain/ownership.ts';
import { SINGLE, type WorkItemRecord, type World } from '../domain/world.ts';
import type { Lease, WorkItem, WorkOffer } from '../protocol/generated/documents.ts';

/** What owned work waits for before it can start (WORK-T07). */
export type Obstacle = 'mission' | 'dependencies' | 'approval';

export type Standing =
  | { readonly kind: 'offered'; readonly record: WorkItemRecord; readonly offer: WorkOffer }
  /** In our queue: it can start unless there is an obstacle. */
  | {
      readonly kind: 'queued';
      readonly record: WorkItemRecord;
      readonly lease: Lease;
      readonly obstacle: Obstacle | undefined;
    }
  /** Active in our name, under a lease of this Session or of an earlier one. */
  | { readonly kind: 'active'; readonly record: WorkItemRecord; readonly lease: Lease | undefined }
  | { readonly kind: 'blocked'; readonly record: WorkItemRecord }
  | { readonly kind: 'none'; readonly why: 'foreign' | 'lapsed' | WorkItem['state'] };

/** `wallMs` is the Authority's time as far as it is known: leases and offers end by it. */
export function standingOf(
  world: World,
  agentId: string,
  { groupId, workItemId }: { readonly groupId: string; readonly workItemId: string },
  wallMs: number,
): Standing {
  const record = world.get('workItem', groupId, workItemId);
  if (record === undefined) return { kind: 'none', why: 'foreign' };
  const { state, offers = [], owner } = record.document;
  const now = nowAt(Math.floor(wallMs));
  if (state === 'offered') {
    const offer = offers.find((each) => each.agentId === agentId && isRunning(each, now));
    return offer === undefined ? { kind: 'none', why: 'foreign' } : { kind: 'offered', record, offer };
  }
  if (owner?.agentId !== agentId) return { kind: 'none', why: state };
  if (state !== 'queued' && state !== 'active' && state !== 'blocked') return { kind: 'none', why: state };
  // A child Mission completes the item; its custodian has nothing to execute (OPEN-030).
  if (record.childGroupId !== undefined) return { kind: 'none', why: 'foreign' };
  if (state === 'active') {
    const { executionLeaseId } = record;
    const lease = executionLeaseId === undefined ? undefined : world.get('lease', groupId, executionLeaseId);
    return { kind: 'active', record, lease };
  }
  const lease = liveHoldingLease(world, record, now);
  if (lease === undefined) return { kind: 'none', why: 'lapsed' };
  if (state === 'blocked') return { kind: 'blocked', record };
  return { kind: 'queued', record, lease, obstacle: findObstacle(world, record, wallMs) };
}

function findObstacle(world: World, record: WorkItemRecord, wallMs: number): Obstacle | undefined {
  const { groupId, contract } = record.document;
  // A member that came late may not have seen the Mission's own document; then the Authority knows.
  const mission = world.get('mission', groupId, SINGLE)?.document;
  if (mission !== undefined && mission.state !== 'active') return 'mission';
  // So it does for work that had come to its end before this Worker could see any of it.
  const unfinished = unfinishedDependencies(world, groupId, contract.dependencyWorkItemIds);
  if (unfinished.some(({ workItemState }) => workItemState !== null)) return 'dependencies';
  const isApproved =
    contract.executionApproval === 'not_required' ||
    findExecutionApproval(world, record, nowAt(Math.floor(wallMs))) !== undefined;
  return isApproved ? undefined : 'approval';
}
