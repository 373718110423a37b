// What is to be known before a WorkItem whose owner was lost goes to somebody else (WORK-014, WORK-037, APV-004, EVI-007): where the
// next one can begin, what is lost, what stays, and what the new Ownership Epoch fences.
import { limitsOf, NO_USAGE } from '../../../domain/budget.ts';
import { liveHoldingLease } from '../../../domain/ownership.ts';
import { nowAt } from '../../../domain/decision.ts';
import type { WorkItemRecord } from '../../../domain/world.ts';
import type { DeskConnection } from '../connection.ts';
import { msOf } from '../moment.ts';

export type LossId =
  | 'after-checkpoint'
  | 'everything'
  | 'state-unavailable'
  | 'start-approvals'
  | 'buffered'
  | 'no-tries-left';
export type KeptId = 'milestones' | 'state' | 'artifacts' | 'evidence' | 'usage' | 'talk';
export type FenceId = 'owner-fenced' | 'execution-revoked' | 'hold-revoked' | 'offer-fences';

export interface ReassignFact<Id> {
  readonly id: Id;
  readonly values: Readonly<Record<string, string | number>>;
}

export interface Reassignment {
  /** Of whoever accepts next. */
  readonly nextEpoch: number;
  readonly heldUntilMs: number | undefined;
  readonly graceEndsAtMs: number | undefined;
  readonly lost: readonly ReassignFact<LossId>[];
  readonly kept: readonly ReassignFact<KeptId>[];
  readonly fences: readonly ReassignFact<FenceId>[];
}

/** Facts of the state alone; `checkpointAtMs` is when the log says that the last checkpoint was reached. */
export function describeReassignment(
  connection: DeskConnection,
  item: WorkItemRecord,
  checkpointAtMs: number | undefined,
): Reassignment {
  const { groupId } = item.document;
  const hold = liveHoldingLease(connection.world, item, nowAt(connection.nowMs));
  const execution =
    item.executionLeaseId === undefined
      ? undefined
      : connection.world.get('lease', groupId, item.executionLeaseId);
  const grace = execution?.graceExpiresAt;
  return {
    // The offer fences an owner, which is one epoch, and its acceptance begins the next (WORK-014).
    nextEpoch: item.ownershipEpoch + (item.document.owner === undefined ? 1 : 2),
    heldUntilMs: hold === undefined ? undefined : msOf(hold.expiresAt),
    graceEndsAtMs: grace === undefined ? undefined : msOf(grace),
    lost: [...lossesOf(connection, item, checkpointAtMs)],
    kept: [...keptOf(connection, item)],
    fences: [...fencesOf(connection, item)],
  };
}

function* lossesOf(
  { contents, nowMs }: DeskConnection,
  { checkpoint, executionApprovalIds, attempts, document }: WorkItemRecord,
  checkpointAtMs: number | undefined,
): Generator<ReassignFact<LossId>> {
  if (checkpoint === undefined) yield { id: 'everything', values: {} };
  else {
    const sinceMs = checkpointAtMs === undefined ? undefined : Math.max(0, nowMs - checkpointAtMs);
    yield {
      id: 'after-checkpoint',
      values: {
        phase: checkpoint.phase,
        ...(checkpointAtMs === undefined || sinceMs === undefined ? {} : { atMs: checkpointAtMs, sinceMs }),
      },
    };
    const { stateArtifactHash } = checkpoint;
    const condition = stateArtifactHash === undefined ? undefined : contents.get(stateArtifactHash);
    if (condition === 'differs' || condition === 'unavailable')
      yield { id: 'state-unavailable', values: { condition } };
  }
  if (executionApprovalIds.length > 0)
    yield { id: 'start-approvals', values: { count: executionApprovalIds.length } };
  if (document.owner !== undefined) yield { id: 'buffered', values: { agentId: document.owner.agentId } };
  const { maxAttempts } = document.contract.retryPolicy;
  if (attempts >= maxAttempts) yield { id: 'no-tries-left', values: { attempts, maxAttempts } };
}

function* keptOf(
  { world, contents }: DeskConnection,
  { document, checkpoint }: WorkItemRecord,
): Generator<ReassignFact<KeptId>> {
  const { groupId, workItemId, contract } = document;
  if (checkpoint !== undefined && checkpoint.completedMilestones.length > 0)
    yield { id: 'milestones', values: { count: checkpoint.completedMilestones.length } };
  const { stateArtifactHash } = checkpoint ?? {};
  if (stateArtifactHash !== undefined && contents.get(stateArtifactHash) !== 'differs')
    yield { id: 'state', values: { hash: stateArtifactHash } };
  const artifacts = count(world.list('artifact', groupId), (each) => each.workItemId === workItemId);
  if (artifacts > 0) yield { id: 'artifacts', values: { count: artifacts } };
  const evidence = count(world.list('evidence', groupId), (each) => each.workItemId === workItemId);
  if (evidence > 0) yield { id: 'evidence', values: { count: evidence } };
  const usage = world.get('account', groupId, workItemId)?.usage ?? NO_USAGE;
  const limits = limitsOf(contract.budget) ?? NO_USAGE;
  const shares = Object.entries(limits).flatMap(([name, limit]) =>
    // The members of both are the dimensions.
    limit > 0 ? [usage[name as keyof typeof usage] / limit] : [],
  );
  const most = Math.max(0, ...shares);
  if (most > 0) yield { id: 'usage', values: { percent: Math.round(most * 100) } };
  yield { id: 'talk', values: {} };
}

function* fencesOf(
  { world }: DeskConnection,
  { document, ownershipEpoch, executionLeaseId, holdingLeaseId }: WorkItemRecord,
): Generator<ReassignFact<FenceId>> {
  const { groupId, owner } = document;
  yield { id: 'offer-fences', values: { epoch: ownershipEpoch } };
  if (owner !== undefined)
    yield { id: 'owner-fenced', values: { agentId: owner.agentId, epoch: owner.ownershipEpoch } };
  if (isOpen(world, groupId, executionLeaseId)) yield { id: 'execution-revoked', values: {} };
  if (isOpen(world, groupId, holdingLeaseId)) yield { id: 'hold-revoked', values: {} };
}

function isOpen(world: DeskConnection['world'], groupId: string, leaseId: string | undefined): boolean {
  return leaseId !== undefined && world.get('lease', groupId, leaseId)?.state === 'active';
}

function count<Row>(entries: Iterable<readonly [string, Row]>, isOne: (row: Row) => boolean): number {
  let found = 0;
  for (const [, row] of entries) if (isOne(row)) found += 1;
  return found;
}
