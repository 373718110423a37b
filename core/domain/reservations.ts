// Budget that a WorkItem reserves from the item or Mission above it (BUD-006, OPEN-051).
import type { Budget } from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import { rejectExcess, requireAllocation, requireWholeBudget } from './allocation.ts';
import { findShrinkExcess } from './budget.ts';
import type { GroupInput } from './decision.ts';
import { reject, type Rejection } from './rejection.ts';
import type { WorkItemRecord } from './world.ts';

/** Room for a new WorkItem below its parent item, or below the Mission. */
export function requireReservation(
  input: GroupInput,
  budget: Budget,
  parentWorkItemId: string | undefined,
): Result<undefined, Rejection> {
  const parent = requireOpenParent(input, parentWorkItemId);
  return parent.ok ? requireAllocation(input, budget, addressOf(input, parentWorkItemId)) : parent;
}

/** Room for a WorkItem that takes up `budget` in place of what it holds now, and that it has not outgrown already. */
export function requireNewReservation(
  input: GroupInput,
  { document, parentWorkItemId }: WorkItemRecord,
  budget: Budget,
): Result<undefined, Rejection> {
  const parent = requireOpenParent(input, parentWorkItemId);
  if (!parent.ok) return parent;
  const limits = requireWholeBudget(budget);
  if (!limits.ok) return limits;
  const own = addressOf(input, document.workItemId);
  const shrink = findShrinkExcess(input.world, own, limits.value);
  if (shrink !== undefined) return rejectExcess('BUD-007', shrink);
  return requireAllocation(input, budget, addressOf(input, parentWorkItemId), own);
}

function addressOf({ groupId, mission }: GroupInput, workItemId: string | undefined) {
  return { groupId, id: workItemId ?? mission.document.missionId };
}

/** What a finished parent did not use has been given back and may be spent elsewhere: nothing starts below it. */
function requireOpenParent(
  { world, groupId }: GroupInput,
  parentWorkItemId: string | undefined,
): Result<undefined, Rejection> {
  if (parentWorkItemId === undefined) return accept(undefined);
  if (world.get('account', groupId, parentWorkItemId)?.isClosed !== true) return accept(undefined);
  return reject('INVALID_STATE_TRANSITION', 'OPEN-051', 'the parent WorkItem has come to its end', {
    workItemId: parentWorkItemId,
    workItemState: world.get('workItem', groupId, parentWorkItemId)?.document.state ?? null,
  });
}
