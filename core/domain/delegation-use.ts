// What a Delegation Grant has been used for: the budgets of all WorkItems that count against it, whatever became of them
// (DLG-006).
import { addUsage, type Limits, limitsOf, NO_USAGE, subtractUsage } from './budget.ts';
import type { OverlayWorld, WorkItemRecord } from './world.ts';

/** Follows a WorkItem: its Grant holds the budget that its contract names now. */
export function moveGrantUse(
  world: OverlayWorld,
  before: WorkItemRecord | undefined,
  after: WorkItemRecord,
): void {
  const { delegationGrantId } = after;
  const isSame = before?.delegationGrantId === delegationGrantId;
  const isRevised = before?.document.contract.contractVersion !== after.document.contract.contractVersion;
  if (delegationGrantId === undefined || (isSame && !isRevised)) return;
  const { groupId } = after.document;
  const record = world.get('grant', groupId, delegationGrantId);
  if (record === undefined) return;
  // A Grant that an item is tied to stays: only its first use and a revised contract come here.
  const held = isSame ? budgetOf(before) : NO_USAGE;
  const committed = addUsage(subtractUsage(record.committed, held), budgetOf(after));
  world.put('grant', groupId, delegationGrantId, { ...record, committed });
}

/** What a WorkItem counts with. */
export function budgetOf(record: WorkItemRecord | undefined): Limits {
  return (record === undefined ? undefined : limitsOf(record.document.contract.budget)) ?? NO_USAGE;
}
