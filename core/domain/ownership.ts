// Ownership of a WorkItem: finding the item, proving the owner's term and lease, and fencing an owner out
// (WORK-013, WORK-014, WORK-036, WORK-037, LSE-002, LSE-006).
import type { Lease, WorkItem } from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import type { GroupInput, Now } from './decision.ts';
import { closeLease } from './leases.ts';
import { isAfter } from './members.ts';
import { checkRevision } from './missions.ts';
import { reject, type Rejection } from './rejection.ts';
import type { WorkItemRecord, World } from './world.ts';

export type WorkItemState = WorkItem['state'];

/** The WorkItem that a Command names. An unknown one is `INVALID_COMMAND`. */
export function findWorkItem(
  { world, groupId }: GroupInput,
  workItemId: string,
): Result<WorkItemRecord, Rejection> {
  const record = world.get('workItem', groupId, workItemId);
  if (record !== undefined) return accept(record);
  return reject('INVALID_COMMAND', 'WORK-010', 'no such WorkItem in this Group', { workItemId });
}

/** The WorkItem revision that the Command expects, where it expects one, is the current one (REV-002). */
export function checkWorkItemRevision(
  { command }: GroupInput,
  { document }: WorkItemRecord,
): Result<undefined, Rejection> {
  return checkRevision(command.expectedRevision, document.revision, 'WorkItem');
}

/** The WorkItem of a Command, at the revision that it expects (REV-002). */
export function requireWorkItem(input: GroupInput, workItemId: string): Result<WorkItemRecord, Rejection> {
  const record = findWorkItem(input, workItemId);
  if (!record.ok) return record;
  const revision = checkWorkItemRevision(input, record.value);
  return revision.ok ? record : revision;
}

/** The WorkItem is in one of the states that a row of the table starts from (WORK-010). */
export function requireWorkItemState(
  { document }: WorkItemRecord,
  states: readonly WorkItemState[],
  rule: string,
): Result<undefined, Rejection> {
  const { state, workItemId } = document;
  if (states.includes(state)) return accept(undefined);
  return reject('INVALID_STATE_TRANSITION', rule, `a WorkItem that is ${state} does not allow this`, {
    workItemId,
    workItemState: state,
    allowedStates: states,
  });
}

/** The lease under which the owner holds the item between executions, if it holds now. */
export function liveHoldingLease(world: World, record: WorkItemRecord, now: Now): Lease | undefined {
  if (record.document.owner === undefined || record.holdingLeaseId === undefined) return undefined;
  const lease = world.get('lease', record.document.groupId, record.holdingLeaseId);
  return lease?.state === 'active' && isAfter(lease.expiresAt, now) ? lease : undefined;
}

/**
 * The actor owns the item now. A lower Ownership Epoch is answered first, so that a former owner learns that it was
 * fenced (WORK-037); then identity, then the lease (WORK-036).
 */
export function requireOwner(
  input: GroupInput,
  record: WorkItemRecord,
  ownershipEpoch: number,
): Result<Lease, Rejection> {
  const { command, world, context } = input;
  const { owner, workItemId } = record.document;
  const epochs = { workItemId, ownershipEpoch, currentOwnershipEpoch: record.ownershipEpoch };
  if (ownershipEpoch < record.ownershipEpoch) {
    return reject('WORK_STALE_OWNERSHIP', 'INV-05', 'a newer Ownership Epoch has begun', epochs);
  }
  if (owner === undefined || command.actor.type !== 'agent' || command.actor.id !== owner.agentId) {
    return reject('AUTH_FORBIDDEN', 'WORK-036', 'only the owner of the WorkItem may do this', { workItemId });
  }
  if (ownershipEpoch !== owner.ownershipEpoch) {
    return reject('WORK_STALE_OWNERSHIP', 'WORK-036', 'this Ownership Epoch was never given', epochs);
  }
  const lease = liveHoldingLease(world, record, context.now);
  if (lease === undefined) {
    return reject('WORK_LEASE_EXPIRED', 'WORK-036', 'the ownership lease has ended', { workItemId });
  }
  return accept(lease);
}

/** The owner names the current Execution Lease, and it holds (LSE-002, LSE-006). */
export function requireExecutionLease(
  input: GroupInput,
  record: WorkItemRecord,
  executionLeaseId: string,
): Result<Lease, Rejection> {
  const { world, groupId, command, context } = input;
  const { workItemId } = record.document;
  const details = { workItemId, executionLeaseId, currentExecutionLeaseId: record.executionLeaseId ?? null };
  const lease =
    record.executionLeaseId === executionLeaseId ? world.get('lease', groupId, executionLeaseId) : undefined;
  if (
    lease === undefined ||
    lease.workItemId !== workItemId ||
    lease.ownershipEpoch !== record.document.owner?.ownershipEpoch
  ) {
    return reject(
      'WORK_LEASE_EXPIRED',
      'LSE-002',
      'this is not the current Execution Lease of the WorkItem',
      details,
    );
  }
  if (lease.holderAgentId !== command.actor.id) {
    return reject('AUTH_FORBIDDEN', 'LSE-006', 'the Execution Lease belongs to another Agent', details);
  }
  if (lease.sessionEpoch !== command.sessionEpoch) {
    return reject('AUTH_STALE_SESSION', 'LSE-006', 'the Execution Lease belongs to another Session', details);
  }
  if (lease.state !== 'active' || !isAfter(lease.expiresAt, context.now)) {
    return reject('WORK_LEASE_EXPIRED', 'LSE-006', 'the Execution Lease has ended', {
      ...details,
      expiresAt: lease.expiresAt,
    });
  }
  return accept(lease);
}

/** A WorkItem without an owner, and the leases that ended with its term. */
export interface Fenced {
  readonly document: WorkItem;
  readonly closedLeases: readonly Lease[];
}

/**
 * Takes the item from whoever owns it: leases closed, owner, pins and offers gone (WORK-014). Without an owner only
 * the offers go. The Ownership Epoch is raised by the fold, and acceptance raises it again: it may skip numbers.
 */
export function fenceOwner(world: World, now: Now, record: WorkItemRecord, reason: string): Fenced {
  const { owner: _owner, offers: _offers, ...document } = record.document;
  const closedLeases = [record.executionLeaseId, record.holdingLeaseId]
    .filter((id) => id !== undefined)
    .map((id) => world.get('lease', document.groupId, id))
    .filter((lease) => lease !== undefined)
    .map((lease) => closeLease(now, lease, 'revoked', reason));
  return { document, closedLeases };
}

/** The next revision of a WorkItem in a new state (WORK-070). */
export function advance(now: Now, document: WorkItem, changes: Partial<WorkItem>): WorkItem {
  return { ...document, ...changes, revision: document.revision + 1, updatedAt: now.text };
}
