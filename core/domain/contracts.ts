// What a Work Contract must be beyond its shape (WORK-001, WORK-006, DOC-CONT): consistent in itself, inside the limits
// of its Mission, and not the repetition of work that is under way.
import type { WorkContract } from '../protocol/generated/documents.ts';
import { canonicalize } from '../protocol/jcs.ts';
import { accept, type Result } from '../protocol/result.ts';
import { checkCurrency, rejectExcess, requireWholeBudget } from './allocation.ts';
import { findExcess, limitsOf, NO_USAGE } from './budget.ts';
import type { GroupInput } from './decision.ts';
import { checkAllowedResources } from './permissions.ts';
import { findPlannedWork } from './planned-work.ts';
import { reject, type Rejection } from './rejection.ts';
import { isBefore } from './times.ts';

/** A contract that its Mission may hold (WORK-006, INV-11). */
export function checkContract(input: GroupInput, contract: WorkContract): Result<undefined, Rejection> {
  for (const check of [
    checkCapabilities,
    checkExecutionGate,
    checkDeadline,
    checkAllowedResources,
    checkBudget,
  ]) {
    const result = check(input, contract);
    if (!result.ok) return result;
  }
  return accept(undefined);
}

function checkCapabilities(
  _input: GroupInput,
  { requiredCapabilities }: WorkContract,
): Result<undefined, Rejection> {
  const ids = requiredCapabilities.map(({ id }) => id);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated === undefined) return accept(undefined);
  return reject('INVALID_COMMAND', 'DOC-CONT', 'the contract requires a capability twice', {
    capabilityId: repeated,
  });
}

/** Nothing is missing here, the two members contradict each other: semantically invalid, not incomplete. */
function checkExecutionGate(
  _input: GroupInput,
  { sideEffectRisk, executionApproval }: WorkContract,
): Result<undefined, Rejection> {
  const isRisky = sideEffectRisk === 'high_risk' || sideEffectRisk === 'destructive';
  if (!isRisky || executionApproval === 'human_required') return accept(undefined);
  return reject('INVALID_COMMAND', 'DOC-CONT', 'work of this risk requires a human Execution Approval', {
    sideEffectRisk,
    executionApproval,
  });
}

function checkDeadline({ mission }: GroupInput, { deadline }: WorkContract): Result<undefined, Rejection> {
  const missionDeadline = mission.document.deadline;
  if (!isBefore(missionDeadline, deadline)) return accept(undefined);
  return reject('INVALID_COMMAND', 'WORK-006', 'the contract ends later than its Mission', {
    deadline,
    missionDeadline,
  });
}

/** WORK-006: no more than the whole Mission has; what of it is left is weighed when the work is authorized. */
function checkBudget(
  { mission, groupId }: GroupInput,
  { budget }: WorkContract,
): Result<undefined, Rejection> {
  const currency = checkCurrency(mission, budget);
  if (!currency.ok) return currency;
  const limits = requireWholeBudget(budget);
  if (!limits.ok) return limits;
  const { missionId, budget: missionBudget } = mission.document;
  const ceiling = limitsOf(missionBudget) ?? NO_USAGE;
  const dimension = findExcess(limits.value, ceiling);
  if (dimension === undefined) return accept(undefined);
  return rejectExcess('WORK-006', {
    dimension,
    account: { groupId, id: missionId },
    limit: ceiling[dimension],
    wanted: limits.value[dimension],
  });
}

/** Whether two contracts say the same, in whatever order their members stand. */
export function isSameContract(a: WorkContract, b: WorkContract): boolean {
  // Canonical text is dear; almost every pair of different contracts differs in its goal.
  if (a.goal !== b.goal) return false;
  const first = canonicalize(a);
  const second = canonicalize(b);
  return first.ok && second.ok && first.value === second.value;
}

/**
 * Decomposition that repeats itself is refused (OPEN-068). A proposal repeats WorkItems and other proposals; a WorkItem
 * repeats only WorkItems, since it may answer the proposal. Work that has come to its end may be planned again.
 */
export function checkRepetition(
  input: GroupInput,
  contract: WorkContract,
  parentWorkItemId: string | undefined,
  compared: 'work items' | 'work items and proposals',
): Result<undefined, Rejection> {
  const { workItemIds, proposalIds } = findPlannedWork(
    input.world,
    input.groupId,
    contract,
    parentWorkItemId,
  );
  const [workItemId] = workItemIds;
  const [proposalId] = compared === 'work items' ? [] : proposalIds;
  if (workItemId === undefined && proposalId === undefined) return accept(undefined);
  return reject(
    'RATE_LIMITED',
    'OPEN-068',
    'the same work is under way already',
    {
      parentWorkItemId: parentWorkItemId ?? null,
      ...(workItemId === undefined ? { proposalId } : { workItemId }),
    },
    // Waiting alone does not help (ERR-032).
    { retryable: false },
  );
}
