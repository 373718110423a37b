// The plan of a Mission: items and open proposals, with their edges, times and what is critical.
import type { PlanRow, PlanSpan, PlanSummary } from '../../../contract/plan.ts';
import type { Person } from '../../../contract/values.ts';
import { SINGLE, type ProposalRecord, type WorkItemRecord, type World } from '../../../domain/world.ts';
import type { Lease } from '../../../protocol/generated/documents.ts';
import { FORECAST_STEP_MS, type Forecast, PlanGraph } from '../../desk/attention/plan-graph.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import { msOf } from '../../desk/moment.ts';
import type { RunningConnection } from '../desk-connections.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource } from '../live-queries.ts';
import { RowCache } from '../row-cache.ts';
import { say, type Texts } from '../words/texts.ts';
import { byClockOf, leaseOf, offerEndOf, pendingByItem, pendingWords } from './item-facts.ts';
import { agentOf, sortNumber, stateWords, textsFor } from './row-context.ts';

/** What the rows of a plan are made from: the state as it is, or as it was at some Event. */
export interface PlanScene {
  readonly texts: Texts;
  readonly world: World;
  /** By this moment it is said what the clock has ended. */
  readonly nowMs: number;
  readonly agent: (agentId: string) => Person;
  /** Commands of this computer that are not accepted yet, by WorkItem. */
  readonly pending: ReadonlyMap<string, string>;
}

export interface PlanContent {
  readonly rows: readonly PlanRow[];
  readonly summary: PlanSummary;
}

export function planSource(
  desk: DeskRuntime,
  connectionId: string,
  groupId: string,
): LiveSource<PlanRow, PlanSummary> {
  const cache = new RowCache<PlanRow>();
  return {
    concerns: (topic) =>
      topic.kind === 'time' ||
      (topic.kind === 'area' && topic.area === 'outbox') ||
      (topic.kind === 'group' && topic.connectionId === connectionId && topic.groupId === groupId),
    read: () => {
      const connection = desk.connection(connectionId);
      const content =
        connection && planContent(sceneOf(desk, connection, connection.view(), groupId), groupId, cache);
      cache.sweep();
      return content ?? { rows: [], summary: { criticalPath: [], itemsWithoutEstimate: 0, deadlineAtMs: 0 } };
    },
  };
}

export function sceneOf(
  desk: DeskRuntime,
  connection: RunningConnection,
  view: DeskConnection,
  groupId: string,
): PlanScene {
  return {
    texts: textsFor(desk),
    world: view.world,
    nowMs: view.nowMs,
    agent: (agentId) => agentOf(connection, view, agentId),
    pending: pendingByItem(desk, view.connectionId, groupId),
  };
}

/** Items and open proposals of a Mission; undefined without one. */
export function planContent(
  scene: PlanScene,
  groupId: string,
  cache: RowCache<PlanRow>,
): PlanContent | undefined {
  const { texts, world, nowMs, pending } = scene;
  const mission = world.get('mission', groupId, SINGLE);
  if (mission === undefined) return undefined;
  const items = [...world.list('workItem', groupId)].map(([, record]) => record);
  const graph = new PlanGraph(items);
  const forecast = graph.forecast(Math.floor(nowMs / FORECAST_STEP_MS) * FORECAST_STEP_MS);
  const critical = new Set(forecast.criticalPath);
  const leases = Map.groupBy(
    [...world.list('lease', groupId)].map(([, each]) => each),
    (each) => each.workItemId,
  );
  const rows = items.map((record, index) => {
    const { workItemId } = record.document;
    const byClock = byClockOf(texts, scene, record);
    const waitsFor = graph.openDependencies(record);
    const lease = leaseOf(scene, record);
    const isCritical = critical.has(workItemId);
    const kind = pending.get(workItemId);
    return cache.row(
      `${groupId} ${workItemId}`,
      [record, byClock?.key, waitsFor.join(' '), lease?.endsAtMs, isCritical, kind, texts, index],
      () =>
        itemRow(scene, { record, index, waitsFor, isCritical, kind, leases: leases.get(workItemId) ?? [] }),
    );
  });
  for (const [, proposal] of world.list('proposal', groupId)) {
    if (proposal.document.state !== 'open') continue;
    rows.push(
      cache.row(`${groupId} ${proposal.document.proposalId}`, [proposal, texts], () =>
        proposalRow(texts, proposal),
      ),
    );
  }
  return { rows, summary: summaryOf(forecast, msOf(mission.document.deadline)) };
}

function summaryOf({ criticalPath, withoutEstimate, endMs }: Forecast, deadlineAtMs: number): PlanSummary {
  return {
    criticalPath: [...criticalPath],
    itemsWithoutEstimate: withoutEstimate,
    forecastEndsAtMs: endMs,
    deadlineAtMs,
  };
}

interface ItemInput {
  readonly record: WorkItemRecord;
  readonly index: number;
  readonly waitsFor: readonly string[];
  readonly isCritical: boolean;
  readonly kind: string | undefined;
  /** All that the item ever had. */
  readonly leases: readonly Lease[];
}

function itemRow(scene: PlanScene, input: ItemInput): PlanRow {
  const { texts, agent } = scene;
  const { record, index, waitsFor, isCritical, kind } = input;
  const { workItemId, state, contract, owner } = record.document;
  const lease = leaseOf(scene, record);
  const offerEnd = offerEndOf(record);
  const startBy = startByOf(record, input.leases);
  const byClock = byClockOf(texts, scene, record);
  const { parentWorkItemId, childGroupId, attempts } = record;
  return {
    id: workItemId,
    sort: sortNumber(index),
    type: 'workItem',
    workItemId,
    title: contract.goal,
    state,
    stateWords: stateWords(texts, state),
    risk: contract.sideEffectRisk,
    deadlineAtMs: msOf(contract.deadline),
    dependsOn: [...contract.dependencyWorkItemIds],
    waitsFor: [...waitsFor],
    isCritical,
    attempts,
    contractVersion: contract.contractVersion,
    spans: spansOf(record, input.leases, agent),
    ...(byClock === undefined ? {} : { byClock }),
    ...(owner === undefined ? {} : { owner: agent(owner.agentId) }),
    ...(lease === undefined ? {} : { lease }),
    ...(offerEnd === undefined ? {} : { offerEndsAtMs: offerEnd }),
    ...(startBy === undefined ? {} : { startByAtMs: startBy }),
    ...(parentWorkItemId === undefined ? {} : { parentWorkItemId }),
    ...(childGroupId === undefined ? {} : { childGroupId }),
    ...(kind === undefined ? {} : { pending: pendingWords(texts, kind) }),
  };
}

const SPAN_KINDS = { ownership: 'ownership', execution: 'execution', blocked: 'blocked' } as const;

/** Of the lease under which the item is held, until the work begins. */
function startByOf(
  { document, holdingLeaseId }: WorkItemRecord,
  leases: readonly Lease[],
): number | undefined {
  if (document.state !== 'queued') return undefined;
  const startBy = leases.find(({ leaseId }) => leaseId === holdingLeaseId)?.startBy;
  return startBy === undefined ? undefined : msOf(startBy);
}

/** What stands on the time axis of an item: who held it and worked on it, when it was under review, what is expected. */
export function spansOf(
  { document }: Pick<WorkItemRecord, 'document'>,
  leases: readonly Lease[],
  agent: (agentId: string) => Person,
): PlanSpan[] {
  const { scheduleEstimate, submission, state, updatedAt, owner } = document;
  const spans: PlanSpan[] = [];
  for (const { leaseType, startsAt, closedAt, expiresAt, holderAgentId } of leases) {
    if (leaseType === 'coordinator') continue;
    spans.push({
      kind: SPAN_KINDS[leaseType],
      fromMs: msOf(startsAt),
      toMs: msOf(closedAt ?? expiresAt),
      holder: agent(holderAgentId),
    });
  }
  if (submission !== undefined) {
    const fromMs = msOf(submission.submittedAt);
    if (state === 'submitted') spans.push({ kind: 'review', fromMs, toMs: fromMs, isOpen: true });
    // Nothing changes a verified item any more, so its last change is the verdict.
    else if (state === 'verified' && updatedAt !== undefined) {
      spans.push({ kind: 'review', fromMs, toMs: msOf(updatedAt) });
    }
  }
  if (scheduleEstimate !== undefined) {
    spans.push({
      kind: 'estimate',
      fromMs: msOf(scheduleEstimate.estimatedStart),
      toMs: msOf(scheduleEstimate.estimatedCompletion),
      confidence: scheduleEstimate.confidence,
      ...(owner === undefined ? {} : { holder: agent(owner.agentId) }),
    });
  }
  return spans;
}

function proposalRow(texts: Texts, { document }: ProposalRecord): PlanRow {
  const { proposalId, contract, parentWorkItemId, createdAt } = document;
  return {
    id: proposalId,
    sort: `p${sortNumber(msOf(createdAt))}`,
    type: 'proposal',
    workItemId: proposalId,
    title: contract.goal,
    state: 'proposal',
    stateWords: say('state.proposal', texts.row.commands['work.propose']),
    risk: contract.sideEffectRisk,
    deadlineAtMs: msOf(contract.deadline),
    dependsOn: [...contract.dependencyWorkItemIds],
    waitsFor: [],
    isCritical: false,
    attempts: 0,
    contractVersion: contract.contractVersion,
    spans: [],
    ...(parentWorkItemId === undefined ? {} : { parentWorkItemId }),
  };
}
