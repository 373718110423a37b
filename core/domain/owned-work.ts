// What every Command of an owner proves before its own rules: ownership first, then revision and state, and last the
// Execution Lease (WORK-036, LSE-006).
import type { Lease } from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import type { GroupInput } from './decision.ts';
import {
  checkWorkItemRevision,
  findWorkItem,
  requireExecutionLease,
  requireOwner,
  requireWorkItemState,
} from './ownership.ts';
import type { Rejection } from './rejection.ts';
import type { WorkItemRecord } from './world.ts';

/** A WorkItem of the actor, with the lease under which it holds the item. */
export interface OwnedWork {
  readonly record: WorkItemRecord;
  readonly holdingLease: Lease;
}

/** A WorkItem that the actor executes now. */
export interface RunningWork extends OwnedWork {
  readonly executionLease: Lease;
}

/** What an owner's Command says about its ownership. */
interface OwnershipClaim {
  readonly workItemId: string;
  readonly ownershipEpoch: number;
}

/** The actor owns the item. */
export function requireOwnedWork(
  input: GroupInput,
  { workItemId, ownershipEpoch }: OwnershipClaim,
): Result<OwnedWork, Rejection> {
  const record = findWorkItem(input, workItemId);
  if (!record.ok) return record;
  const holdingLease = requireOwner(input, record.value, ownershipEpoch);
  return holdingLease.ok ? accept({ record: record.value, holdingLease: holdingLease.value }) : holdingLease;
}

/** The actor owns the item, which is active under the Execution Lease that the Command names (LSE-002). */
export function requireRunningWork(
  input: GroupInput,
  claim: OwnershipClaim & { readonly executionLeaseId: string },
  rule: string,
): Result<RunningWork, Rejection> {
  const owned = requireOwnedWork(input, claim);
  if (!owned.ok) return owned;
  const { record } = owned.value;
  const revision = checkWorkItemRevision(input, record);
  if (!revision.ok) return revision;
  const state = requireWorkItemState(record, ['active'], rule);
  if (!state.ok) return state;
  const executionLease = requireExecutionLease(input, record, claim.executionLeaseId);
  return executionLease.ok
    ? accept({ ...owned.value, executionLease: executionLease.value })
    : executionLease;
}
