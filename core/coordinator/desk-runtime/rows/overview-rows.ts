// The overview of one Mission, part by part. Progress follows from the graph, accepted Evidence, the critical path, blockers,
// deadlines and approval state alone (MIS-013).
import type { NoSummary } from '../../../contract/live.ts';
import type { OverviewRow } from '../../../contract/missions.ts';
import { SINGLE, type MissionRecord, type WorkItemRecord } from '../../../domain/world.ts';
import { FORECAST_STEP_MS, PlanGraph } from '../../desk/attention/plan-graph.ts';
import { missionActions } from '../../desk/actions/mission-actions.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import { endsIn } from '../../desk/group-ends.ts';
import { msOf } from '../../desk/moment.ts';
import type { RunningConnection } from '../desk-connections.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource } from '../live-queries.ts';
import { say, type Texts } from '../words/texts.ts';
import { cellsOf, criterionStatus } from './proof.ts';
import {
  actionsOf,
  addressOf,
  agentOf,
  budgetOf,
  personOf,
  stateWords,
  textsFor,
  titleOfItem,
  titleOfMission,
} from './row-context.ts';

const MAX_MOMENTS = 5;
const MAX_BLOCKERS = 20;

export function overviewSource(
  desk: DeskRuntime,
  connectionId: string,
  groupId: string,
): LiveSource<OverviewRow, NoSummary> {
  return {
    concerns: (topic) =>
      topic.kind === 'time' ||
      topic.kind === 'area' ||
      (topic.connectionId === connectionId && topic.groupId === groupId),
    read: () => {
      const connection = desk.connection(connectionId);
      const view = connection?.view();
      const mission = view?.world.get('mission', groupId, SINGLE);
      if (connection === undefined || view === undefined || mission === undefined)
        return { rows: [], summary: {} };
      return { rows: overviewRows(textsFor(desk), connection, view, mission), summary: {} };
    },
  };
}

function overviewRows(
  texts: Texts,
  connection: RunningConnection,
  view: DeskConnection,
  mission: MissionRecord,
): OverviewRow[] {
  const { groupId } = mission.document;
  const items = [...view.world.list('workItem', groupId)].map(([, record]) => record);
  const graph = new PlanGraph(items);
  return [
    headerRow(texts, connection, view, mission, graph),
    definitionRow(texts, view, mission),
    countsRow(texts, items),
    {
      ...base('budget', 3),
      section: 'budget',
      dimensions: budgetOf(
        view.world.get('account', groupId, mission.document.missionId),
        mission.document.budget,
      ),
      ...(mission.document.budget.currency === undefined
        ? {}
        : { currency: mission.document.budget.currency }),
    },
    momentsRow(texts, view, groupId),
    blockersRow(texts, view, groupId, items, graph),
    submissionRow(texts, mission, items),
    childrenRow(texts, view, groupId),
    {
      ...base('actions', 8),
      section: 'actions',
      actions: actionsOf(texts, missionActions(view, groupId), texts.desk.missionActions),
    },
  ];
}

function base(section: string, place: number): { readonly id: string; readonly sort: string } {
  return { id: section, sort: String(place) };
}

function headerRow(
  texts: Texts,
  connection: RunningConnection,
  view: DeskConnection,
  mission: MissionRecord,
  graph: PlanGraph,
): OverviewRow {
  const { world, nowMs, identities } = view;
  const { document } = mission;
  const { groupId, state, revision, objective, missionOwner, coordinator, parent, followUpToMissionId } =
    document;
  const lease = world.get('lease', groupId, coordinator.leaseId);
  const deadlineAtMs = msOf(document.deadline);
  const { endMs, withoutEstimate } = graph.forecast(Math.floor(nowMs / FORECAST_STEP_MS) * FORECAST_STEP_MS);
  const parentGroupId =
    parent === undefined ? undefined : world.get('missionAddress', '', parent.missionId)?.groupId;
  return {
    ...base('header', 0),
    section: 'header',
    missionId: document.missionId,
    title: titleOfMission(world, groupId),
    objective,
    state,
    stateWords: say(`mission-state.${state}`, texts.desk.missionStates[state]),
    revision,
    owner: personOf(connection, view, missionOwner),
    coordinator: agentOf(connection, view, coordinator.agentId),
    coordinatorEpoch: coordinator.coordinatorEpoch,
    deadlineAtMs,
    ...(state === 'active'
      ? {
          forecast: { endsAtMs: endMs, itemsWithoutEstimate: withoutEstimate, isLate: endMs > deadlineAtMs },
        }
      : {}),
    ...(lease === undefined || lease.state !== 'active'
      ? {}
      : {
          coordinatorLease: {
            endsAtMs: msOf(lease.expiresAt),
            isMine: identities.some(
              ({ actor }) => actor.type === 'agent' && actor.id === coordinator.agentId,
            ),
          },
        }),
    ...(parent === undefined
      ? {}
      : {
          parent: {
            groupId: parentGroupId ?? parent.missionId,
            workItemId: parent.workItemId,
            title: titleOfMission(world, parentGroupId ?? ''),
          },
        }),
    ...(followUpToMissionId === undefined ? {} : { followUpToMissionId }),
  };
}

function definitionRow(texts: Texts, { world }: DeskConnection, { document }: MissionRecord): OverviewRow {
  const evidence = [...world.list('evidence', document.groupId)].map(([, each]) => each);
  return {
    ...base('definition', 1),
    section: 'definition',
    criteria: document.definitionOfDone.map((criterion) => {
      const cells = cellsOf(texts, criterion, evidence, undefined);
      return {
        criterionId: criterion.criterionId,
        description: criterion.description,
        status: criterionStatus(cells),
        evidenceCount: cells.reduce((sum, { evidenceIds }) => sum + evidenceIds.length, 0),
      };
    }),
  };
}

const STATES = [
  'open',
  'offered',
  'queued',
  'active',
  'blocked',
  'submitted',
  'verified',
  'failed',
  'cancelled',
] as const;

function countsRow(texts: Texts, items: readonly WorkItemRecord[]): OverviewRow {
  return {
    ...base('counts', 2),
    section: 'counts',
    byState: STATES.map((state) => ({
      state,
      words: stateWords(texts, state),
      count: items.filter(({ document }) => document.state === state).length,
    })),
  };
}

function momentsRow({ desk }: Texts, { world, nowMs }: DeskConnection, groupId: string): OverviewRow {
  const moments = [...endsIn(world, groupId)]
    .filter(({ atMs }) => atMs > nowMs)
    .toSorted((a, b) => a.atMs - b.atMs)
    .slice(0, MAX_MOMENTS);
  return {
    ...base('moments', 4),
    section: 'moments',
    moments: moments.map(({ kind, atMs, workItemId }) => {
      if (workItemId === undefined) return { atMs, words: say(`end.${kind}`, desk.ends[kind], { atMs }) };
      const title = titleOfItem(world, groupId, workItemId);
      return { atMs, workItemId, words: say(`end.${kind}`, `${desk.ends[kind]} · ${title}`, { atMs }) };
    }),
  };
}

function blockersRow(
  texts: Texts,
  { connectionId }: DeskConnection,
  groupId: string,
  items: readonly WorkItemRecord[],
  graph: PlanGraph,
): OverviewRow {
  const blocking = items
    .filter(({ document }) => document.state === 'blocked' || document.state === 'failed')
    .map((record) => ({ record, count: graph.blocksCount(record.document.workItemId) }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_BLOCKERS);
  return {
    ...base('blockers', 5),
    section: 'blockers',
    blockers: blocking.map(({ record, count }) => {
      const { workItemId, state, contract } = record.document;
      const { requiredResolution } = record;
      return {
        object: addressOf(connectionId, { type: 'workItem', groupId, id: workItemId }),
        title: contract.goal,
        words:
          requiredResolution === undefined
            ? stateWords(texts, state)
            : say(`state.${state}`, requiredResolution, { requiredResolution }),
        unblocksCount: count,
      };
    }),
  };
}

function submissionRow(
  texts: Texts,
  { submission }: MissionRecord,
  items: readonly WorkItemRecord[],
): OverviewRow {
  const { row } = texts;
  const obstacles =
    items.length === 0
      ? [say('submission.nothing', row.submission.nothing)]
      : STATES.filter((state) => state !== 'verified' && state !== 'cancelled').flatMap((state) => {
          const count = items.filter(({ document }) => document.state === state).length;
          const text = row.submission.unfinished(count, texts.desk.itemStates[state]);
          return count === 0 ? [] : [say(`submission.${state}`, text, { count })];
        });
  return {
    ...base('submission', 6),
    section: 'submission',
    obstacles,
    ...(submission === undefined
      ? {}
      : {
          submitted: {
            missionRevision: submission.missionRevision,
            artifactHashes: [...submission.artifactHashes],
          },
        }),
  };
}

function childrenRow(texts: Texts, { world }: DeskConnection, groupId: string): OverviewRow {
  return {
    ...base('children', 7),
    section: 'children',
    children: [...world.list('childMission', groupId)].flatMap(([childGroupId]) => {
      const child = world.get('mission', childGroupId, SINGLE)?.document;
      if (child === undefined) return [];
      return [
        {
          groupId: childGroupId,
          title: titleOfMission(world, childGroupId),
          stateWords: say(`mission-state.${child.state}`, texts.desk.missionStates[child.state]),
          ...(child.parent === undefined ? {} : { workItemId: child.parent.workItemId }),
        },
      ];
    }),
  };
}
