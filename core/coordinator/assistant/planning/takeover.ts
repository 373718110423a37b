// Taking over a Mission (CRD-003…CRD-005, CRD-008): what the former Coordinator left, what of it has to be decided before the first
// new assignment, and the draft of the package that says so to everybody.
import { coordinatorLeaseOf } from '../../../domain/coordinator.ts';
import { isTerminal } from '../../../domain/missions.ts';
import { liveChildrenOf } from '../../../domain/mission-tree.ts';
import type { WorkItemRecord } from '../../../domain/world.ts';
import type { ContextTexts } from '../../context-package.ts';
import type { KnownPackage } from '../../desk/connection.ts';
import { localOwner } from '../../desk/connection.ts';
import { msOf } from '../../desk/moment.ts';
import type { Proposal, Reason } from '../proposal.ts';
import type { PlanScene } from './plan-scene.ts';
import { type Readiness, readinessOf, type WaitCause } from './readiness.ts';
import { because, propose, recordOf } from './reasons.ts';

export type TakeoverReasonId =
  | 'term-ended-before'
  | 'term-still-runs'
  | 'children-move'
  | 'grants-end'
  | 'package-missing'
  | 'package-found'
  | 'log-incomplete'
  | 'log-complete';

/** Why an item has to be looked at; `keep` runs and needs no decision. */
export type ReconcileCause = WaitCause | 'ends-soon' | 'question-open' | 'keep';

export interface ReconcileRow {
  readonly workItemId: string;
  readonly state: WorkItemRecord['document']['state'];
  readonly cause: ReconcileCause;
  readonly goal: string;
  readonly endsAtMs: number | undefined;
  readonly questions: number;
  /** Whether a person has to say what becomes of it before anything new is assigned (CRD-005). */
  readonly mustDecide: boolean;
}

export interface TakeoverPlan {
  readonly reasons: readonly Reason<TakeoverReasonId>[];
  readonly package: KnownPackage | undefined;
  readonly rows: readonly ReconcileRow[];
  /** The package of the new Coordinator, for a person to edit. */
  readonly texts: ContextTexts;
  /** The appointment, where the owner is on this computer. */
  readonly appointment: Proposal<TakeoverReasonId> | undefined;
}

/** Leases and offers that end within this time have to be looked at first. */
const SOON_MS = 600_000;

/** What a successor finds; undefined for a Mission that is over. */
export function planTakeover(scene: PlanScene, successorAgentId: string): TakeoverPlan | undefined {
  const { connection, groupId, mission } = scene;
  if (isTerminal(mission.document.state)) return undefined;
  const known = connection.history.get(groupId)?.packageFor(undefined);
  const rows = scene.items
    .map((item) => reconcile(scene, item))
    .filter((row) => row !== undefined)
    .toSorted(
      (a, b) =>
        Number(b.mustDecide) - Number(a.mustDecide) || (a.endsAtMs ?? Infinity) - (b.endsAtMs ?? Infinity),
    );
  const reasons = [...reasonsFor(scene, known)];
  const owner = localOwner(connection, mission);
  return {
    reasons,
    package: known,
    rows,
    texts: textsOf(scene, rows),
    appointment:
      owner === undefined
        ? undefined
        : propose(
            {
              kind: 'mission.assign_coordinator',
              groupId,
              form: { coordinatorAgentId: successorAgentId },
              signer: owner.actor,
            },
            reasons,
          ),
  };
}

/** The rows that still keep a successor from assigning work; `decided` are the WorkItems that a person has settled. */
export function undecidedRows({ rows }: TakeoverPlan, decided: ReadonlySet<string>): readonly ReconcileRow[] {
  return rows.filter(({ mustDecide, workItemId }) => mustDecide && !decided.has(workItemId));
}

function* reasonsFor(scene: PlanScene, known: KnownPackage | undefined): Generator<Reason<TakeoverReasonId>> {
  const { connection, groupId, mission, moment } = scene;
  const { coordinator } = mission.document;
  const lease = coordinatorLeaseOf(connection.world, mission);
  const endMs = lease === undefined ? moment.nowMs : msOf(lease.expiresAt);
  const isLive = lease?.state === 'active' && !moment.hasReached(endMs);
  const { agentId, coordinatorEpoch, leaseId } = coordinator;
  yield because(
    isLive ? 'term-still-runs' : 'term-ended-before',
    isLive ? 'unknown' : 'met',
    { agentId, epoch: coordinatorEpoch, endsAtMs: endMs },
    [recordOf('lease', groupId, leaseId)],
  );
  const children = liveChildrenOf(connection.world, groupId).filter(
    ({ document }) => document.missionOwner.id === agentId,
  );
  if (children.length > 0)
    yield because(
      'children-move',
      'met',
      { count: children.length },
      children.map(({ document }) => recordOf('mission', document.groupId, '')),
    );
  const grants = [...connection.world.list('grant', groupId)].filter(
    ([, { grant }]) =>
      grant.coordinatorEpoch === coordinatorEpoch && !moment.hasReached(msOf(grant.expiresAt)),
  );
  if (grants.length > 0)
    yield because(
      'grants-end',
      'unmet',
      { count: grants.length },
      grants.map(([id]) => recordOf('grant', groupId, id)),
    );
  yield known === undefined
    ? because('package-missing', 'unmet')
    : because('package-found', 'met', { version: known.version }, [
        recordOf('contextPackage', groupId, known.contextPackageId),
      ]);
  const health = connection.health.get(groupId);
  const isBroken =
    health !== undefined &&
    (health.gap !== undefined || health.isCursorTooOld || health.isVerificationFailed);
  yield because(isBroken ? 'log-incomplete' : 'log-complete', isBroken ? 'unmet' : 'met');
}

function reconcile(scene: PlanScene, item: WorkItemRecord): ReconcileRow | undefined {
  const { connection, groupId } = scene;
  const readiness: Readiness = readinessOf(scene, item);
  if (readiness === 'done') return undefined;
  const { workItemId, state, contract } = item.document;
  const questions = connection.talk.get(groupId)?.questions.get(workItemId)?.length ?? 0;
  const endsAtMs = endOf(scene, item);
  const cause = causeOf(scene, readiness, questions, endsAtMs);
  return {
    workItemId,
    state,
    cause,
    goal: contract.goal,
    endsAtMs,
    questions,
    mustDecide: cause !== 'keep' && cause !== 'dependency-open',
  };
}

function causeOf(
  { moment }: PlanScene,
  readiness: Exclude<Readiness, 'done'>,
  questions: number,
  endsAtMs: number | undefined,
): ReconcileCause {
  if (typeof readiness === 'object') return readiness.cause;
  if (questions > 0) return 'question-open';
  return endsAtMs !== undefined && moment.hasReached(endsAtMs - SOON_MS) ? 'ends-soon' : 'keep';
}

/** The first lease or offer of an item that time will end. */
function endOf({ connection, groupId, moment }: PlanScene, item: WorkItemRecord): number | undefined {
  let first: number | undefined;
  const note = (expiresAt: string) => {
    const atMs = msOf(expiresAt);
    if (!moment.hasReached(atMs) && (first === undefined || atMs < first)) first = atMs;
  };
  for (const leaseId of [item.executionLeaseId, item.holdingLeaseId]) {
    const lease = leaseId === undefined ? undefined : connection.world.get('lease', groupId, leaseId);
    if (lease?.state === 'active') note(lease.expiresAt);
  }
  for (const { status, expiresAt } of item.document.offers ?? []) if (status === 'pending') note(expiresAt);
  return first;
}

/** Facts alone: what was agreed and what is open. A person adds the rest. */
function textsOf({ mission, items }: PlanScene, rows: readonly ReconcileRow[]): ContextTexts {
  const { objective, deadline, definitionOfDone } = mission.document;
  const verified = items.filter(({ document }) => document.state === 'verified');
  return {
    summary: objective,
    constraints: [
      deadline,
      ...definitionOfDone.map(({ criterionId, description }) => `${criterionId}: ${description}`),
    ],
    unresolvedQuestions: rows
      .filter(({ mustDecide }) => mustDecide)
      .map(({ cause, goal }) => `${cause}: ${goal}`),
    artifactHashes: [
      ...new Set(verified.flatMap(({ document }) => document.submission?.artifactHashes ?? [])),
    ],
  };
}
