// The plan of a Mission: items and open proposals, with their edges, times and what is critical.
import type { PlanRow, PlanSummary } from '../../../contract/plan.ts';
import { SINGLE, type ProposalRecord, type WorkItemRecord } from '../../../domain/world.ts';
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
      const view = connection?.view();
      const mission = view?.world.get('mission', groupId, SINGLE);
      if (connection === undefined || view === undefined || mission === undefined) {
        return { rows: [], summary: { criticalPath: [], itemsWithoutEstimate: 0, deadlineAtMs: 0 } };
      }
      const texts = textsFor(desk);
      const items = [...view.world.list('workItem', groupId)].map(([, record]) => record);
      const graph = new PlanGraph(items);
      const forecast = graph.forecast(Math.floor(view.nowMs / FORECAST_STEP_MS) * FORECAST_STEP_MS);
      const critical = new Set(forecast.criticalPath);
      const pending = pendingByItem(desk, connectionId, groupId);
      const leases = Map.groupBy(
        [...view.world.list('lease', groupId)].map(([, each]) => each),
        (each) => each.workItemId,
      );
      const rows = items.map((record, index) => {
        const { workItemId } = record.document;
        const byClock = byClockOf(texts, view, record);
        const waitsFor = graph.openDependencies(record);
        const lease = leaseOf(view, record);
        const isCritical = critical.has(workItemId);
        const kind = pending.get(workItemId);
        return cache.row(
          workItemId,
          [record, byClock?.key, waitsFor.join(' '), lease?.endsAtMs, isCritical, kind, texts, index],
          () =>
            itemRow({
              texts,
              connection,
              view,
              record,
              index,
              waitsFor,
              isCritical,
              kind,
              leases: leases.get(workItemId) ?? [],
            }),
        );
      });
      for (const [, proposal] of view.world.list('proposal', groupId)) {
        if (proposal.document.state !== 'open') continue;
        rows.push(
          cache.row(proposal.document.proposalId, [proposal, texts], () => proposalRow(texts, proposal)),
        );
      }
      cache.sweep();
      return { rows, summary: summaryOf(forecast, msOf(mission.document.deadline)) };
    },
  };
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
  readonly texts: Texts;
  readonly connection: RunningConnection;
  readonly view: DeskConnection;
  readonly record: WorkItemRecord;
  readonly index: number;
  readonly waitsFor: readonly string[];
  readonly isCritical: boolean;
  readonly kind: string | undefined;
  /** All that the item ever had. */
  readonly leases: readonly Lease[];
}

function itemRow(input: ItemInput): PlanRow {
  const { texts, connection, view, record, index, waitsFor, isCritical, kind } = input;
  const { workItemId, state, contract, owner } = record.document;
  const lease = leaseOf(view, record);
  const offerEnd = offerEndOf(record);
  const startBy = startByOf(record, input.leases);
  const byClock = byClockOf(texts, view, record);
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
    spans: spansOf(record, input.leases),
    ...(byClock === undefined ? {} : { byClock }),
    ...(owner === undefined ? {} : { owner: agentOf(connection, view, owner.agentId) }),
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
): PlanRow['spans'] {
  const { scheduleEstimate, submission, state, updatedAt } = document;
  const spans: PlanRow['spans'] = [];
  for (const { leaseType, startsAt, closedAt, expiresAt } of leases) {
    if (leaseType === 'coordinator') continue;
    spans.push({ kind: SPAN_KINDS[leaseType], fromMs: msOf(startsAt), toMs: msOf(closedAt ?? expiresAt) });
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
