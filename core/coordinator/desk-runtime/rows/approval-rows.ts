// The queue of approvals: work that may not begin without a person, and results of Missions.
import type { NoSummary } from '../../../contract/live.ts';
import type { ApprovalRow } from '../../../contract/approvals.ts';
import { permissionsInForce } from '../../../domain/permissions.ts';
import { SINGLE, type MissionRecord, type WorkItemRecord } from '../../../domain/world.ts';
import { itemActions } from '../../desk/actions/item-actions.ts';
import { missionActions } from '../../desk/actions/mission-actions.ts';
import { DEFAULT_ATTENTION } from '../../desk/attention/attention-types.ts';
import { approvalThatEnds } from '../../desk/attention/lease-rules.ts';
import { PlanGraph } from '../../desk/attention/plan-graph.ts';
import { findExecutionApproval } from '../../../domain/execution-approvals.ts';
import { nowAt } from '../../../domain/decision.ts';
import { type DeskConnection, localOwner } from '../../desk/connection.ts';
import { Moment, msOf } from '../../desk/moment.ts';
import type { RunningConnection } from '../desk-connections.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource } from '../live-queries.ts';
import { say, type Texts } from '../words/texts.ts';
import { heldUntil } from './item-facts.ts';
import { cellsOf, criterionStatus } from './proof.ts';
import { checkArtifact } from './review-rows.ts';
import {
  actionsOf,
  addressOf,
  agentOf,
  budgetOf,
  personOf,
  sortDown,
  sortNumber,
  textsFor,
  titleOfItem,
  titleOfMission,
} from './row-context.ts';

export function approvalsSource(desk: DeskRuntime): LiveSource<ApprovalRow, NoSummary> {
  return {
    concerns: () => true,
    read: () => ({
      rows: desk.connections().flatMap((connection) => {
        const view = connection.view();
        return view.groupIds.flatMap((groupId) => approvalsIn(textsFor(desk), connection, view, groupId));
      }),
      summary: {},
    }),
  };
}

function approvalsIn(
  texts: Texts,
  connection: RunningConnection,
  view: DeskConnection,
  groupId: string,
): readonly ApprovalRow[] {
  const mission = view.world.get('mission', groupId, SINGLE);
  if (mission === undefined || localOwner(view, mission) === undefined) return [];
  const items = [...view.world.list('workItem', groupId)].map(([, record]) => record);
  const graph = new PlanGraph(items);
  const scene: Scene = { texts, connection, view, mission, graph, groupId };
  const starts = items
    .filter((record) => waitsForStart(view, record))
    .map((record) => startRow(scene, record));
  return mission.submission === undefined ? starts : [...starts, finalRow(scene, mission.submission, items)];
}

interface Scene {
  readonly texts: Texts;
  readonly connection: RunningConnection;
  readonly view: DeskConnection;
  readonly mission: MissionRecord;
  readonly graph: PlanGraph;
  readonly groupId: string;
}

/** APV-005: accepted work that may not begin: nobody has approved it in this term, or what was approved ends unused. */
function waitsForStart(view: DeskConnection, record: WorkItemRecord): boolean {
  const { state, contract, owner } = record.document;
  return (
    state === 'queued' &&
    contract.executionApproval !== 'not_required' &&
    owner !== undefined &&
    heldUntil(view, record) !== undefined &&
    (findExecutionApproval(view.world, record, nowAt(view.nowMs)) === undefined ||
      approvalThatEnds(view.world, record, new Moment(view.nowMs), DEFAULT_ATTENTION.endShare) !== undefined)
  );
}

function common({ connection, view, mission, groupId }: Scene) {
  const signer = localOwner(view, mission);
  return {
    connectionId: view.connectionId,
    groupId,
    missionTitle: titleOfMission(view.world, groupId),
    path: signer?.path ?? 'none',
    ...(signer === undefined ? {} : { signer: personOf(connection, view, signer.actor) }),
  };
}

function startRow(scene: Scene, record: WorkItemRecord): ApprovalRow {
  const { texts, connection, view, mission, graph, groupId } = scene;
  const { workItemId, contract, owner } = record.document;
  const { allowedResources, budget, executionApproval } = contract;
  const permitted = permissionsInForce(view.world, mission);
  const operations = [...new Set(allowedResources.flatMap((resource) => resource.operations))];
  const blocksCount = graph.blocksCount(workItemId);
  const latestEndAtMs = heldUntil(view, record);
  const agent = agentOf(connection, view, owner?.agentId ?? '');
  return {
    ...common(scene),
    id: `start ${view.connectionId} ${groupId} ${workItemId} ${record.ownershipEpoch}`,
    sort: `0${sortNumber(latestEndAtMs ?? 0)}${sortDown(blocksCount)}`,
    type: 'start',
    title: contract.goal,
    words: say('approval.start', texts.row.approvals.start(agent.name), { agentId: agent.id }),
    blocks: dependentsOf(scene, workItemId),
    isCritical: blocksCount > 0 && graph.forecast(view.nowMs).criticalPath.includes(workItemId),
    actions: actionsOf(texts, itemActions(view, groupId, workItemId), texts.desk.itemActions).filter(
      ({ id }) => START_ACTIONS.has(id),
    ),
    workItemId,
    agent,
    ownershipEpoch: record.ownershipEpoch,
    risk: contract.sideEffectRisk,
    askedBy:
      executionApproval === 'human_required'
        ? say('approval.asked-by-contract', texts.row.approvals.askedByContract)
        : say('approval.asked-by-policy', texts.row.approvals.askedByPolicy),
    operations: operations.map((name) =>
      permitted === undefined || permitted.includes(name)
        ? { name, isAllowed: true }
        : { name, isAllowed: false, reason: say('approval.not-allowed', texts.row.approvals.notAllowed) },
    ),
    resources: allowedResources.map((each) => ({ name: each.resource, operations: [...each.operations] })),
    budget: budgetOf(view.world.get('account', groupId, workItemId), budget),
    refusalMeans: say('approval.refusal-means', texts.row.approvals.refusalMeans),
    ...(budget.currency === undefined ? {} : { currency: budget.currency }),
    ...(owner === undefined
      ? {}
      : { cardVersion: String(owner.agentCardVersion), waitsSinceMs: msOf(owner.acceptedAt) }),
    ...(latestEndAtMs === undefined ? {} : { latestEndAtMs }),
  };
}

const START_ACTIONS: ReadonlySet<string> = new Set(['grant-start', 'cancel', 'message']);
const FINAL_ACTIONS: ReadonlySet<string> = new Set([
  'approve',
  'request-changes',
  'cancel-mission',
  'post-message',
]);

function dependentsOf({ view, groupId }: Scene, workItemId: string): ApprovalRow['blocks'] {
  return [...view.world.list('workItem', groupId)]
    .filter(([, { document }]) => document.contract.dependencyWorkItemIds.includes(workItemId))
    .map(([id]) => ({
      object: addressOf(view.connectionId, { type: 'workItem', groupId, id }),
      title: titleOfItem(view.world, groupId, id),
    }));
}

function finalRow(
  scene: Scene,
  { missionRevision, artifactHashes }: NonNullable<MissionRecord['submission']>,
  items: readonly WorkItemRecord[],
): ApprovalRow {
  const { texts, view, mission, groupId } = scene;
  const { document } = mission;
  const isChild = document.parent !== undefined;
  const evidence = [...view.world.list('evidence', groupId)].map(([, each]) => each);
  const artifacts = artifactHashes.map((hash) => checkArtifact(texts, view, groupId, hash));
  const count = (state: string) => items.filter((item) => item.document.state === state).length;
  const [verified, cancelled] = [count('verified'), count('cancelled')];
  return {
    ...common(scene),
    id: `final ${view.connectionId} ${groupId} ${missionRevision}`,
    sort: `1${sortNumber(msOf(document.deadline))}`,
    type: isChild ? 'child' : 'final',
    title: titleOfMission(view.world, groupId),
    words: isChild
      ? say('approval.child', texts.row.approvals.child)
      : say('approval.final', texts.row.approvals.final),
    blocks: [],
    isCritical: true,
    actions: actionsOf(texts, missionActions(view, groupId), texts.desk.missionActions).filter(({ id }) =>
      FINAL_ACTIONS.has(id),
    ),
    missionId: document.missionId,
    submittedRevision: missionRevision,
    currentRevision: document.revision,
    artifacts,
    criteria: document.definitionOfDone.map((criterion) => {
      const cells = cellsOf(texts, criterion, evidence, undefined);
      return {
        criterionId: criterion.criterionId,
        description: criterion.description,
        status: criterionStatus(cells),
        evidenceIds: cells.flatMap(({ evidenceIds }) => evidenceIds),
      };
    }),
    items: { verified, cancelled, other: items.length - verified - cancelled },
    budget: budgetOf(view.world.get('account', groupId, document.missionId), document.budget),
    children: [...view.world.list('childMission', groupId)].flatMap(([childGroupId]) => {
      const child = view.world.get('mission', childGroupId, SINGLE)?.document;
      if (child === undefined) return [];
      const stateWords = say(`mission-state.${child.state}`, texts.desk.missionStates[child.state]);
      return [{ groupId: childGroupId, title: titleOfMission(view.world, childGroupId), stateWords }];
    }),
    overridesUsed: [...view.world.list('override', groupId)].filter(
      ([, { consumedByActionId }]) => consumedByActionId !== undefined,
    ).length,
    approveWords: say(
      'approval.approve',
      texts.row.approvals.approve(missionRevision, artifactHashes.length),
      {
        revision: missionRevision,
        artifacts: artifactHashes.length,
      },
    ),
    uncheckedHashes: artifacts
      .filter(({ content }) => content !== 'intact')
      .map(({ contentHash }) => contentHash),
    ...(document.budget.currency === undefined ? {} : { currency: document.budget.currency }),
  };
}
