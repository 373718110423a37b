// Every child Mission of a Group as one row for the parent: where it stands, when it will be done, what stops it, and what it needs
// from above (CHD-008). Read from the child's state; its Messages are nobody's duty to read.
import { type Dimension, DIMENSIONS, limitsOf, NO_USAGE } from '../../../domain/budget.ts';
import { coordinatorLeaseOf } from '../../../domain/coordinator.ts';
import { isTerminal, type MissionState } from '../../../domain/missions.ts';
import { SINGLE } from '../../../domain/world.ts';
import type { ChildFailurePolicy } from '../../../protocol/generated/documents.ts';
import { TrackedWorld } from '../../desk/attention/tracked-world.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import { FORECAST_STEP_MS } from '../../desk/attention/plan-graph.ts';
import { msOf } from '../../desk/moment.ts';
import { type PlanScene, planScene } from '../planning/plan-scene.ts';
import { because, recordOf } from '../planning/reasons.ts';
import { findStandstill } from '../planning/standstill.ts';
import { outlookOf } from '../planning/what-if.ts';
import type { Reason } from '../proposal.ts';

export type EscalationId =
  | 'child-ended-badly'
  | 'child-awaits-approval'
  | 'child-term-ended'
  | 'child-past-deadline'
  | 'child-cannot-go-on'
  | 'child-budget'
  | 'child-needs-human'
  | 'child-unseen';

export interface ChildRow {
  readonly childGroupId: string;
  readonly missionId: string;
  /** The WorkItem that the child is to complete. */
  readonly workItemId: string | undefined;
  /** Whether that WorkItem still waits for it. */
  readonly isLinked: boolean;
  readonly title: string;
  readonly state: MissionState;
  readonly revision: number;
  readonly coordinatorAgentId: string;
  readonly failurePolicy: ChildFailurePolicy;
  readonly depth: number;
  readonly depthLimit: number;
  readonly deadlineAtMs: number;
  readonly forecastAtMs: number;
  readonly withoutEstimate: number;
  readonly verified: number;
  readonly items: number;
  readonly blocked: number;
  /** The dimension of which most is used, with its share. */
  readonly fullest: { readonly dimension: Dimension; readonly share: number } | undefined;
  /** What the parent has to look at, what is worst first. */
  readonly escalations: readonly Reason<EscalationId>[];
}

/** From this share of a dimension on the parent is told. */
const BUDGET_SHARE = 0.9;

interface Kept {
  readonly connection: DeskConnection;
  readonly looked: TrackedWorld;
  readonly row: ChildRow;
  readonly holdsUntilMs: number;
}

/** The rows of all children, each worked out again only when its Group has moved or its time has come. */
export class ChildWatch {
  private readonly kept = new Map<string, Kept>();

  rows(connection: DeskConnection, groupId: string): readonly ChildRow[] {
    const rows: ChildRow[] = [];
    for (const [childGroupId, { missionId }] of connection.world.list('childMission', groupId)) {
      rows.push(this.rowOf(connection, groupId, childGroupId, missionId));
    }
    return rows;
  }

  private rowOf(
    connection: DeskConnection,
    groupId: string,
    childGroupId: string,
    missionId: string,
  ): ChildRow {
    const kept = this.kept.get(childGroupId);
    // Of the parent's Group only this: its log moves on with everything else that happens there.
    const isLinked = isWaitedFor(connection, groupId, childGroupId);
    if (
      kept !== undefined &&
      kept.row.isLinked === isLinked &&
      kept.holdsUntilMs > connection.nowMs &&
      kept.connection.nowMs <= connection.nowMs &&
      kept.connection.cards === connection.cards &&
      kept.connection.policy === connection.policy &&
      kept.looked.isCurrent(connection.world)
    )
      return kept.row;
    const looked = new TrackedWorld(connection.world);
    const scene = planScene({ ...connection, world: looked }, childGroupId);
    const row =
      scene === undefined ? unseenRow(connection, childGroupId, missionId) : childRow(scene, isLinked);
    const holdsUntilMs =
      scene === undefined ? -Infinity : Math.min(scene.moment.nextMs, scene.stepMs + FORECAST_STEP_MS);
    this.kept.set(childGroupId, { connection, looked, row, holdsUntilMs });
    return row;
  }
}

/** Whether the WorkItem that a child was made for still waits for it (OPEN-036). */
function isWaitedFor({ world }: DeskConnection, groupId: string, childGroupId: string): boolean {
  const workItemId = world.get('mission', childGroupId, SINGLE)?.document.parent?.workItemId;
  return (
    workItemId !== undefined && world.get('workItem', groupId, workItemId)?.childGroupId === childGroupId
  );
}

/** A child whose Group cannot be seen from here: nothing is claimed of it. */
function unseenRow({ policy }: DeskConnection, childGroupId: string, missionId: string): ChildRow {
  return {
    childGroupId,
    missionId,
    workItemId: undefined,
    isLinked: false,
    title: missionId,
    state: 'active',
    revision: 0,
    coordinatorAgentId: '',
    failurePolicy: 'block_parent_work_item',
    depth: 1,
    depthLimit: policy.cooperation.delegationDepth,
    deadlineAtMs: 0,
    forecastAtMs: 0,
    withoutEstimate: 0,
    verified: 0,
    items: 0,
    blocked: 0,
    fullest: undefined,
    escalations: [because('child-unseen', 'unknown', {}, [recordOf('mission', childGroupId, SINGLE)])],
  };
}

function childRow(scene: PlanScene, isLinked: boolean): ChildRow {
  const { connection, groupId, mission, items, moment } = scene;
  const { document, title, failurePolicy } = mission;
  const { parent, coordinator, deadline, objective, missionId, revision, state } = document;
  const { endMs, withoutEstimate } = outlookOf(scene);
  const deadlineAtMs = msOf(deadline);
  moment.hasReached(deadlineAtMs);
  return {
    childGroupId: groupId,
    missionId,
    workItemId: parent?.workItemId,
    isLinked,
    title: title ?? objective,
    state,
    revision,
    coordinatorAgentId: coordinator.agentId,
    failurePolicy: failurePolicy ?? 'block_parent_work_item',
    depth: parent?.depth ?? 0,
    depthLimit: connection.policy.cooperation.delegationDepth,
    deadlineAtMs,
    forecastAtMs: endMs,
    withoutEstimate,
    verified: items.filter((each) => each.document.state === 'verified').length,
    items: items.length,
    blocked: items.filter((each) => each.document.state === 'blocked').length,
    fullest: fullestOf(scene),
    escalations: [...escalationsOf(scene, endMs)],
  };
}

function* escalationsOf(scene: PlanScene, endMs: number): Generator<Reason<EscalationId>> {
  const { connection, groupId, mission, moment, items } = scene;
  const { state, deadline, approvalPolicy, missionOwner, coordinator } = mission.document;
  const reference = [recordOf('mission', groupId, SINGLE)];
  if (state === 'failed' || state === 'cancelled')
    yield because('child-ended-badly', 'unmet', { state }, reference);
  if (isTerminal(state)) return;
  if (state === 'awaiting_approval') {
    yield because(
      'child-awaits-approval',
      'unmet',
      {
        revision: mission.submission?.missionRevision ?? 0,
        artifacts: mission.submission?.artifactHashes.length ?? 0,
      },
      reference,
    );
    if (approvalPolicy.finalHumanApproval || missionOwner.id === coordinator.agentId)
      yield because('child-needs-human', 'unmet', {}, reference);
    return;
  }
  const lease = coordinatorLeaseOf(connection.world, mission);
  if (lease !== undefined && (lease.state !== 'active' || moment.hasReached(msOf(lease.expiresAt))))
    yield because(
      'child-term-ended',
      'unmet',
      { agentId: coordinator.agentId, endedAtMs: msOf(lease.expiresAt) },
      [recordOf('lease', groupId, lease.leaseId)],
    );
  const deadlineAtMs = msOf(deadline);
  if (endMs > deadlineAtMs || moment.hasReached(deadlineAtMs))
    yield because('child-past-deadline', 'unmet', { endsAtMs: endMs, deadlineAtMs }, reference);
  const standstill = items.length === 0 ? undefined : findStandstill(scene);
  const [first] = standstill?.waysOut ?? [];
  if (first !== undefined && first.reason.id !== 'term-ended')
    yield because(
      'child-cannot-go-on',
      'unmet',
      { cause: first.reason.id, count: standstill?.waysOut.length ?? 0 },
      first.reason.references,
    );
  const fullest = fullestOf(scene);
  if (fullest !== undefined && fullest.share >= BUDGET_SHARE)
    yield because(
      'child-budget',
      'unmet',
      { dimension: fullest.dimension, percent: Math.floor(fullest.share * 100) },
      [recordOf('account', groupId, mission.document.missionId)],
    );
}

function fullestOf({ connection, groupId, mission }: PlanScene): ChildRow['fullest'] {
  const account = connection.world.get('account', groupId, mission.document.missionId);
  if (account === undefined) return undefined;
  const limits = limitsOf(account.limit) ?? NO_USAGE;
  let fullest: { readonly dimension: Dimension; readonly share: number } | undefined;
  for (const dimension of DIMENSIONS) {
    if (limits[dimension] === 0) continue;
    const share = account.usage[dimension] / limits[dimension];
    if (fullest === undefined || share > fullest.share) fullest = { dimension, share };
  }
  return fullest;
}
