// Charging consumption to a WorkItem and its whole ancestry (BUD-007, BUD-008, BUD-012), for metered and offline work.
import type { OfflineReconciliation, RemainingBudget, UsageDelta } from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import { addUsage, DIMENSIONS, findUsageExcess, NO_USAGE, remainingOf } from './budget.ts';
import type { EventDraft, GroupInput } from './decision.ts';
import { reject, type Rejection } from './rejection.ts';
import type { WorkItemRecord } from './world.ts';

/** Consumption under one Execution Lease. */
export interface Charge {
  readonly executionLeaseId: string;
  readonly ownershipEpoch: number;
  readonly usageDelta: UsageDelta;
  readonly offlineReconciliation?: OfflineReconciliation;
}

/** The Event of a charge. */
export type ChargeDraft = Extract<
  EventDraft,
  { readonly kind: 'ext.missionweaveprotocol.core.resource_usage_recorded' }
>;

/** Whether anything was consumed at all. */
export function isNonzero(delta: UsageDelta): boolean {
  return DIMENSIONS.some((dimension) => (delta[dimension] ?? 0) > 0);
}

/** The Event that charges it, or the first account that it would overflow. WorkItem and Mission keep their revision. */
export function chargeUsage(
  { world, groupId, context }: GroupInput,
  { document }: WorkItemRecord,
  charge: Charge,
): Result<ChargeDraft, Rejection> {
  const { workItemId } = document;
  const account = { groupId, id: workItemId };
  const { usageDelta } = charge;
  const excess = findUsageExcess(world, account, usageDelta);
  if (excess !== undefined) {
    return reject('BUDGET_EXCEEDED', 'BUD-008', `the budget for ${excess.dimension} does not suffice`, {
      workItemId,
      ...excess,
    });
  }
  const usage = world.get('account', groupId, workItemId)?.usage ?? NO_USAGE;
  const remaining: RemainingBudget = remainingOf(world, account);
  for (const dimension of DIMENSIONS) {
    const before = remaining[dimension];
    // The whole ancestry is charged alike, so the least that is left falls by what was consumed.
    if (before !== undefined) remaining[dimension] = before - (usageDelta[dimension] ?? 0);
  }
  return accept({
    kind: 'ext.missionweaveprotocol.core.resource_usage_recorded',
    eventId: context.newId('event'),
    groupId,
    aggregateRevision: document.revision,
    conversationId: document.conversationId,
    workItemId,
    payload: {
      workItemId,
      ...charge,
      cumulativeUsage: addUsage(usage, usageDelta),
      remainingBudget: remaining,
    },
  });
}
