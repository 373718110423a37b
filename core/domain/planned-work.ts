// Which work is planned or under way, by its contract and its parent, so that repeated decomposition is noticed at once
// (OPEN-068). The index follows from the WorkItems and Work Proposals alone.
import type { WorkContract, WorkItem, WorkProposal } from '../protocol/generated/documents.ts';
import { hashDocument } from './document-hash.ts';
import type { OverlayWorld, PlannedWorkRecord, WorkItemRecord, World } from './world.ts';

const NOTHING: PlannedWorkRecord = { workItemIds: [], proposalIds: [] };

/** What is planned or under way with just this contract below just this parent, or directly below the Mission. */
export function findPlannedWork(
  world: World,
  groupId: string,
  contract: WorkContract,
  parentWorkItemId: string | undefined,
): PlannedWorkRecord {
  return world.get('plannedWork', groupId, keyOf(contract, parentWorkItemId)) ?? NOTHING;
}

/** Follows a WorkItem: in the index while it is unfinished, under the contract that it has now. */
export function movePlannedWorkItem(
  world: OverlayWorld,
  before: WorkItemRecord | undefined,
  after: WorkItemRecord,
): void {
  const wasPlanned = before !== undefined && isUnfinished(before.document.state);
  const isPlanned = isUnfinished(after.document.state);
  // A contract that says anything else has another version (WORK-004, OPEN-048): the common case costs no hash.
  const isSame = before?.document.contract.contractVersion === after.document.contract.contractVersion;
  if (wasPlanned === isPlanned && (isSame || !isPlanned)) return;
  const { groupId, workItemId } = after.document;
  if (wasPlanned) {
    changeEntry(world, groupId, before.document.contract, before.parentWorkItemId, (entry) => ({
      ...entry,
      workItemIds: entry.workItemIds.filter((id) => id !== workItemId),
    }));
  }
  if (isPlanned) {
    changeEntry(world, groupId, after.document.contract, after.parentWorkItemId, (entry) => ({
      ...entry,
      workItemIds: [...entry.workItemIds, workItemId],
    }));
  }
}

/** Follows a Work Proposal, whose contract never changes: in the index while it is open. */
export function movePlannedProposal(
  world: OverlayWorld,
  before: WorkProposal | undefined,
  after: WorkProposal,
): void {
  const isPlanned = after.state === 'open';
  if ((before?.state === 'open') === isPlanned) return;
  const { groupId, proposalId, contract, parentWorkItemId } = after;
  changeEntry(world, groupId, contract, parentWorkItemId, (entry) => ({
    ...entry,
    proposalIds: isPlanned
      ? [...entry.proposalIds, proposalId]
      : entry.proposalIds.filter((id) => id !== proposalId),
  }));
}

/** Whether work in this state has not come to its end. */
export function isUnfinished(state: WorkItem['state']): boolean {
  return state !== 'verified' && state !== 'failed' && state !== 'cancelled';
}

function changeEntry(
  world: OverlayWorld,
  groupId: string,
  contract: WorkContract,
  parentWorkItemId: string | undefined,
  change: (entry: PlannedWorkRecord) => PlannedWorkRecord,
): void {
  const key = keyOf(contract, parentWorkItemId);
  const entry = change(world.get('plannedWork', groupId, key) ?? NOTHING);
  const isEmpty = entry.workItemIds.length === 0 && entry.proposalIds.length === 0;
  world.put('plannedWork', groupId, key, isEmpty ? undefined : entry);
}

/** Two contracts say the same exactly when their canonical forms have one hash. */
function keyOf(contract: WorkContract, parentWorkItemId: string | undefined): string {
  return `${hashDocument(contract)} ${parentWorkItemId ?? ''}`;
}
