// Rules about leases and start-by times (1–6) and about how long an Approval to start holds (12).
import { findExecutionApproval } from '../../../domain/execution-approvals.ts';
import { coordinatorLeaseOf } from '../../../domain/coordinator.ts';
import type { WorkItemRecord, World } from '../../../domain/world.ts';
import type { Lease } from '../../../protocol/generated/documents.ts';
import { approvalEndMs } from '../group-ends.ts';
import { type Moment, msOf } from '../moment.ts';
import type { Finding, GroupScene } from './attention-types.ts';

/** Whether less than a share of a span is left and its end has not come. */
export function endsSoon(moment: Moment, startMs: number, endMs: number, share: number): boolean {
  return !moment.hasReached(endMs) && moment.hasReached(endMs - (endMs - startMs) * share);
}

export function itemObject({ document }: WorkItemRecord): Finding['object'] {
  return { type: 'workItem', groupId: document.groupId, id: document.workItemId };
}

export function missionObject({ groupId }: Pick<GroupScene, 'groupId'>): Finding['object'] {
  return { type: 'mission', groupId, id: groupId };
}

/** Since when a lease has run without being renewed. */
function spanOf({ startsAt, lastRenewedAt, expiresAt }: Lease): {
  readonly startMs: number;
  readonly endMs: number;
} {
  return { startMs: msOf(lastRenewedAt ?? startsAt), endMs: msOf(expiresAt) };
}

/** 1: our own term ends, and it was not renewed when it should have been. */
export function* findCoordinatorLeaseEnds(scene: GroupScene): Generator<Finding> {
  const { connection, mission, moment, coordinator, settings } = scene;
  const lease = coordinator === undefined ? undefined : coordinatorLeaseOf(connection.world, mission);
  if (lease?.state !== 'active') return;
  const { startMs, endMs } = spanOf(lease);
  if (moment.hasReached(endMs)) return;
  const isUrgent = moment.hasReached(endMs - settings.coordinatorLeaseMs);
  // Half of it gone without a renewal, and no way to send one: the renewal has failed.
  const isPastHalf = moment.hasReached(startMs + (endMs - startMs) / 2);
  const canRenew = connection.status === 'online' && coordinator?.key === 'usable';
  if (!isUrgent && (!isPastHalf || canRenew)) return;
  const { coordinatorEpoch } = mission.document.coordinator;
  yield {
    object: missionObject(scene),
    epoch: coordinatorEpoch,
    values: { endsAt: endMs, canRenew },
    endsAtMs: endMs,
  };
}

/** 2: the Mission has no Coordinator whose term holds, and we own it. */
export function* findCoordinatorLeaseEnded(scene: GroupScene): Generator<Finding> {
  const { connection, mission, moment, owner } = scene;
  const lease = owner === undefined ? undefined : coordinatorLeaseOf(connection.world, mission);
  if (lease === undefined) return;
  const endMs = msOf(lease.expiresAt);
  if (lease.state === 'active' && !moment.hasReached(endMs)) return;
  const { coordinatorEpoch, agentId } = mission.document.coordinator;
  yield {
    object: missionObject(scene),
    epoch: coordinatorEpoch,
    values: { agentId, endedAt: endMs },
    sinceMs: endMs,
  };
}

function* leasedItems(
  { connection, items }: GroupScene,
  state: WorkItemRecord['document']['state'],
  pick: (item: WorkItemRecord) => string | undefined,
): Generator<readonly [WorkItemRecord, Lease]> {
  for (const item of items) {
    if (item.document.state !== state) continue;
    const leaseId = pick(item);
    const lease =
      leaseId === undefined ? undefined : connection.world.get('lease', item.document.groupId, leaseId);
    if (lease?.state === 'active') yield [item, lease];
  }
}

/** 3: an Execution Lease runs out, and its holder does not renew it. */
export function* findExecutionLeaseEnds(scene: GroupScene): Generator<Finding> {
  const { moment, settings } = scene;
  for (const [item, lease] of leasedItems(scene, 'active', ({ executionLeaseId }) => executionLeaseId)) {
    const { startMs, endMs } = spanOf(lease);
    const isShort = !moment.hasReached(endMs) && moment.hasReached(endMs - settings.executionLeaseMs);
    if (!isShort && !endsSoon(moment, startMs, endMs, settings.endShare)) continue;
    yield itemFinding(item, lease, endMs, { renewals: lease.renewalCount });
  }
}

/** 4: it has run out, and the item is still active because time appends no Event (LSE-011). */
export function* findExecutionLeaseEnded(scene: GroupScene): Generator<Finding> {
  const { moment } = scene;
  for (const [item, lease] of leasedItems(scene, 'active', ({ executionLeaseId }) => executionLeaseId)) {
    const endMs = msOf(lease.expiresAt);
    if (!moment.hasReached(endMs)) continue;
    const { endsAtMs: _endsAtMs, ...finding } = itemFinding(
      item,
      lease,
      endMs,
      lease.graceExpiresAt === undefined ? {} : { graceEndsAt: msOf(lease.graceExpiresAt) },
    );
    yield { ...finding, sinceMs: endMs };
  }
}

/** 5: accepted, and not begun by the time that was promised (WORK-035). */
export function* findStartByMissed(scene: GroupScene): Generator<Finding> {
  for (const [item, lease] of leasedItems(scene, 'queued', ({ holdingLeaseId }) => holdingLeaseId)) {
    const startByMs = msOf(lease.startBy ?? lease.expiresAt);
    if (!scene.moment.hasReached(startByMs)) continue;
    const { endsAtMs: _endsAtMs, ...finding } = itemFinding(item, lease, startByMs, {});
    yield { ...finding, sinceMs: startByMs };
  }
}

/** 6: the hold on an item that waits ends. Where a child Mission works on it, the child's own rows tell. */
export function* findHoldEnds(scene: GroupScene): Generator<Finding> {
  const { moment, settings } = scene;
  for (const state of ['queued', 'blocked'] as const) {
    for (const [item, lease] of leasedItems(scene, state, ({ holdingLeaseId }) => holdingLeaseId)) {
      const { startMs, endMs } = spanOf(lease);
      if (item.childGroupId !== undefined || !endsSoon(moment, startMs, endMs, settings.endShare)) continue;
      yield itemFinding(item, lease, endMs, { type: lease.leaseType, state });
    }
  }
}

/** The start approval of a queued item that will end before it is used; undefined for one that holds on. */
export function approvalThatEnds(
  world: World,
  item: WorkItemRecord,
  moment: Moment,
  endShare: number,
): { readonly approvalId: string; readonly endMs: number } | undefined {
  const { state, owner } = item.document;
  if (state !== 'queued' || owner === undefined || item.executionApprovalIds.length === 0) return undefined;
  const approval = findExecutionApproval(world, item, moment.now);
  const endMs = approvalEndMs(approval);
  if (approval === undefined || endMs === undefined) return undefined;
  const { approvalId, occurredAt } = approval;
  return endsSoon(moment, msOf(occurredAt), endMs, endShare) ? { approvalId, endMs } : undefined;
}

/** 12: the Approval to start runs out before the owner has begun. */
export function* findApprovalEnds({ connection, items, moment, settings }: GroupScene): Generator<Finding> {
  for (const item of items) {
    const ending = approvalThatEnds(connection.world, item, moment, settings.endShare);
    if (ending === undefined) continue;
    yield {
      object: itemObject(item),
      epoch: ending.approvalId,
      workItemId: item.document.workItemId,
      values: { agentId: item.document.owner?.agentId ?? '', endsAt: ending.endMs },
      endsAtMs: ending.endMs,
    };
  }
}

function itemFinding(
  item: WorkItemRecord,
  { holderAgentId, leaseId }: Lease,
  endMs: number,
  values: Finding['values'],
): Finding {
  return {
    object: itemObject(item),
    epoch: `${item.ownershipEpoch} ${leaseId}`,
    workItemId: item.document.workItemId,
    values: { agentId: holderAgentId, endsAt: endMs, ...values },
    endsAtMs: endMs,
  };
}
