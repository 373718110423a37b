// What would become of the plan if something were otherwise: the same model of the future asked twice, and the difference. Nothing
// is changed by asking.
import type { WorkItemRecord } from '../../../domain/world.ts';
import { type Estimate, type Forecast, PlanGraph } from '../../desk/attention/plan-graph.ts';
import { msOf } from '../../desk/moment.ts';
import { keptEstimateOf, type PlanScene } from './plan-scene.ts';

export type PlanChange =
  /** A Worker is gone: what it holds has to be offered and done anew. */
  | { readonly kind: 'worker-lost'; readonly agentId: string }
  /** One item is done later than its Worker says. */
  | { readonly kind: 'item-later'; readonly workItemId: string; readonly byMs: number }
  /** Nothing goes on for a while. */
  | { readonly kind: 'pause'; readonly byMs: number }
  /** An item is given up. */
  | { readonly kind: 'item-dropped'; readonly workItemId: string };

export interface PlanOutlook extends Forecast {
  /** What is left until the deadline of the Mission; negative when it would be missed. */
  readonly slackMs: number;
}

export interface PlanDifference {
  readonly before: PlanOutlook;
  readonly after: PlanOutlook;
  /** Items that would be done at another time, the most moved first. */
  readonly moved: readonly {
    readonly workItemId: string;
    readonly beforeMs: number;
    readonly afterMs: number;
  }[];
  /** Items that would miss the deadline of their own contract, and do not do so now. */
  readonly newlyLate: readonly string[];
  /** Items that no other member could take over. */
  readonly withoutWorker: readonly string[];
  /** Items that wait for one that would never be verified (WORK-042). */
  readonly stranded: readonly string[];
}

/** The difference that a change makes. */
export function whatIf(scene: PlanScene, change: PlanChange): PlanDifference {
  const { graph, stepMs, items } = scene;
  const lost = change.kind === 'worker-lost' ? items.filter((item) => isHeldBy(item, change.agentId)) : [];
  const remaining =
    change.kind === 'item-dropped'
      ? items.filter(({ document }) => document.workItemId !== change.workItemId)
      : items;
  const changed = new PlanGraph(remaining, (item) => changedEstimate(scene, change, item), graph);
  const afterStepMs = change.kind === 'pause' ? stepMs + change.byMs : stepMs;
  const moved: { workItemId: string; beforeMs: number; afterMs: number }[] = [];
  const newlyLate: string[] = [];
  for (const { document } of remaining) {
    const { workItemId, contract } = document;
    const beforeMs = graph.endOf(workItemId, stepMs);
    const afterMs = changed.endOf(workItemId, afterStepMs);
    if (beforeMs === undefined || afterMs === undefined || beforeMs === afterMs) continue;
    moved.push({ workItemId, beforeMs, afterMs });
    const deadlineMs = msOf(contract.deadline);
    if (beforeMs <= deadlineMs && afterMs > deadlineMs) newlyLate.push(workItemId);
  }
  moved.sort((a, b) => Math.abs(b.afterMs - b.beforeMs) - Math.abs(a.afterMs - a.beforeMs));
  return {
    before: outlook(scene, graph.forecast(stepMs)),
    after: outlook(scene, changed.forecast(afterStepMs)),
    moved,
    newlyLate,
    withoutWorker: lost
      .filter((item) => !hasOther(scene, item, change))
      .map(({ document }) => document.workItemId),
    stranded: change.kind === 'item-dropped' ? strandedBy(scene, change.workItemId) : [],
  };
}

/** The forecast of a scene against the deadline of its Mission. */
export function outlookOf(scene: PlanScene): PlanOutlook {
  return outlook(scene, scene.graph.forecast(scene.stepMs));
}

function outlook({ mission }: PlanScene, forecast: Forecast): PlanOutlook {
  return { ...forecast, slackMs: msOf(mission.document.deadline) - forecast.endMs };
}

function changedEstimate(scene: PlanScene, change: PlanChange, item: WorkItemRecord): Estimate | undefined {
  const estimate = keptEstimateOf(item);
  if (estimate === undefined) return undefined;
  if (change.kind === 'item-later' && change.workItemId === item.document.workItemId)
    return { ...estimate, endMs: estimate.endMs + change.byMs };
  if (change.kind === 'pause') return { ...estimate, endMs: estimate.endMs + change.byMs };
  if (change.kind !== 'worker-lost' || !isHeldBy(item, change.agentId)) return estimate;
  // Somebody else has to take an offer first, and begins anew; never sooner than the one who is lost.
  const offerMs = scene.connection.policy.seconds.offer * 1_000;
  return {
    ...estimate,
    endMs: Math.max(estimate.endMs, scene.stepMs + offerMs + estimate.durationMs),
  };
}

/** Work that an Agent has taken on and not handed in. A Coordinator that only keeps an item for a child does not count. */
function isHeldBy({ document, childGroupId }: WorkItemRecord, agentId: string): boolean {
  const { state, owner } = document;
  const isOwned = state === 'queued' || state === 'active' || state === 'blocked';
  return isOwned && owner?.agentId === agentId && childGroupId === undefined;
}

function hasOther({ workers }: PlanScene, { document }: WorkItemRecord, change: PlanChange): boolean {
  if (change.kind !== 'worker-lost') return true;
  return workers.candidatesFor(document.contract).some(({ agentId }) => agentId !== change.agentId);
}

function strandedBy({ items }: PlanScene, droppedId: string): readonly string[] {
  const stranded = new Set([droppedId]);
  let size = 0;
  while (size !== stranded.size) {
    size = stranded.size;
    for (const { document } of items) {
      const isDone = document.state === 'verified' || document.state === 'cancelled';
      if (!isDone && document.contract.dependencyWorkItemIds.some((id) => stranded.has(id)))
        stranded.add(document.workItemId);
    }
  }
  stranded.delete(droppedId);
  return [...stranded];
}
