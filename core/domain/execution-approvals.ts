// Execution Approvals (APV-003…APV-006): which one opens the start gate of a WorkItem, and the conditions in which the
// Approval document carries what it has no members for (OPEN-032).
import type { Approval, Budget } from '../protocol/generated/documents.ts';
import { hashContent } from '../protocol/hash.ts';
import { canonicalize } from '../protocol/jcs.ts';
import type { Now } from './decision.ts';
import { isAfter } from './members.ts';
import type { WorkItemRecord, World } from './world.ts';

/** What an Execution Approval permits. */
export interface ExecutionTerms {
  readonly operations: readonly string[];
  readonly resources: readonly string[];
  readonly ownershipEpoch: number;
  readonly expiresAt: string;
  readonly budget: Budget;
}

/** The terms as the strings that the approver signs (APV-004). Undefined for a budget without a canonical form. */
export function conditionsOf(terms: ExecutionTerms): readonly string[] | undefined {
  const budget = canonicalize(terms.budget);
  if (!budget.ok) return undefined;
  return [
    ...terms.operations.map((operation) => `operation:${operation}`),
    ...terms.resources.map((resource) => `resource:${resource}`),
    `ownershipEpoch:${terms.ownershipEpoch}`,
    `expiresAt:${terms.expiresAt}`,
    `budgetHash:${hashContent(budget.value)}`,
  ];
}

/**
 * The Approval under which the current owner may start the item now (APV-005): for its Ownership Epoch, unexpired, and
 * not revoked by a later one. Undefined while nobody owns the item.
 */
export function findExecutionApproval(world: World, record: WorkItemRecord, now: Now): Approval | undefined {
  const { owner, groupId } = record.document;
  if (owner === undefined) return undefined;
  return record.executionApprovalIds
    .map((approvalId) => world.get('approval', groupId, approvalId))
    .filter((approval) => approval !== undefined)
    .findLast(
      (approval) =>
        approval.conditions.includes(`ownershipEpoch:${owner.ownershipEpoch}`) &&
        isAfter(expiryOf(approval), now),
    );
}

function expiryOf({ conditions }: Approval): string | undefined {
  const prefix = 'expiresAt:';
  return conditions.find((condition) => condition.startsWith(prefix))?.slice(prefix.length);
}
