// Everything that planning says of a Mission, kept up to date: forecast, late items, standstill, budget, blockers, the term. After
// one Event only what can have changed is worked out again; the result is that of looking anew.
import { isTerminal } from '../../../domain/missions.ts';
import type { WorkItemRecord } from '../../../domain/world.ts';
import { FORECAST_STEP_MS, type PlanGraph } from '../../desk/attention/plan-graph.ts';
import { TrackedWorld } from '../../desk/attention/tracked-world.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import { msOf } from '../../desk/moment.ts';
import type { Reason } from '../proposal.ts';
import { type BlockerDraft, draftResolutions } from './blockers.ts';
import { type BudgetOutlook, budgetOutlook } from './budget-outlook.ts';
import { type CareNote, type CareSettings, careForTerm, DEFAULT_CARE } from './care.ts';
import { type PlanScene, planScene } from './plan-scene.ts';
import { because, recordOf } from './reasons.ts';
import { findStandstill, type Standstill } from './standstill.ts';
import { outlookOf, type PlanOutlook } from './what-if.ts';

export type ForecastReasonId =
  | 'forecast-in-time'
  | 'forecast-past-deadline'
  | 'forecast-unknown'
  | 'item-past-deadline';

export interface PlanAssessment {
  readonly outlook: PlanOutlook;
  readonly forecast: Reason<ForecastReasonId>;
  /** Items that would miss the deadline of their own contract. */
  readonly lateItems: readonly Reason<ForecastReasonId>[];
  readonly standstill: Standstill | undefined;
  readonly budget: readonly BudgetOutlook[];
  readonly blockers: readonly BlockerDraft[];
  readonly care: CareNote | undefined;
  /** How long it holds when no Event comes, in the Authority's time. */
  readonly holdsUntilMs: number;
}

/** What is known of one Group since it was last looked at. */
interface Kept {
  readonly connection: DeskConnection;
  readonly looked: TrackedWorld;
  readonly assessment: PlanAssessment;
  readonly graph: PlanGraph;
}

export class PlanWatch {
  private readonly care: CareSettings;
  private readonly kept = new Map<string, Kept>();

  constructor(care: CareSettings = DEFAULT_CARE) {
    this.care = care;
  }

  /** What holds now; the same object as before when nothing can be otherwise. Undefined for a Mission that is not known. */
  assess(connection: DeskConnection, groupId: string): PlanAssessment | undefined {
    const kept = this.kept.get(groupId);
    if (kept !== undefined && isCurrent(kept, connection)) return kept.assessment;
    const looked = new TrackedWorld(connection.world);
    const scene = planScene({ ...connection, world: looked }, groupId, kept?.graph, connection.world);
    if (scene === undefined) {
      this.kept.delete(groupId);
      return undefined;
    }
    const assessment = assessPlan(scene, this.care);
    this.kept.set(groupId, { connection, looked, assessment, graph: scene.graph });
    return assessment;
  }
}

/** Everything at once, without looking at what was said before. */
export function assessPlan(scene: PlanScene, care: CareSettings = DEFAULT_CARE): PlanAssessment {
  const { connection, groupId, mission, moment, stepMs } = scene;
  const outlook = outlookOf(scene);
  const isOver = isTerminal(mission.document.state);
  const standstill = findStandstill(scene);
  const assessment = {
    outlook,
    forecast: forecastReason(scene, outlook),
    lateItems: isOver ? [] : [...lateItems(scene)],
    standstill,
    budget: budgetOutlook(scene),
    blockers: isOver ? [] : draftResolutions(scene),
    care: careForTerm(connection, groupId, moment, care),
  };
  // A forecast begins at the present step of time.
  return { ...assessment, holdsUntilMs: Math.min(moment.nextMs, stepMs + FORECAST_STEP_MS) };
}

function forecastReason(
  { groupId, mission, items }: PlanScene,
  outlook: PlanOutlook,
): Reason<ForecastReasonId> {
  const { endMs, slackMs, withoutEstimate, late } = outlook;
  const values = {
    endsAtMs: endMs,
    deadlineAtMs: msOf(mission.document.deadline),
    slackMs: Math.abs(slackMs),
    withoutEstimate,
    late,
  };
  const references = [recordOf('mission', groupId, '')];
  if (slackMs < 0) return because('forecast-past-deadline', 'unmet', values, references);
  const unfinished = items.filter(
    ({ document }) => document.state !== 'verified' && document.state !== 'cancelled',
  );
  // Items without an estimate count as nothing: when there are no others, nothing was said at all.
  const isUnknown = unfinished.length > 0 && withoutEstimate === unfinished.length;
  return because(
    isUnknown ? 'forecast-unknown' : 'forecast-in-time',
    isUnknown ? 'unknown' : 'met',
    values,
    references,
  );
}

function* lateItems({
  items,
  groupId,
  graph,
  moment,
  stepMs,
}: PlanScene): Generator<Reason<ForecastReasonId>> {
  for (const item of items) {
    const { workItemId, contract, state } = item.document;
    const endMs = graph.endOf(workItemId, stepMs);
    if (endMs === undefined || state === 'submitted') continue;
    const deadlineMs = deadlineOf(item);
    if (!moment.hasReached(deadlineMs) && endMs <= deadlineMs) continue;
    yield because(
      'item-past-deadline',
      'unmet',
      { endsAtMs: endMs, deadlineAtMs: deadlineMs, goal: contract.goal },
      [recordOf('workItem', groupId, workItemId)],
    );
  }
}

const deadlines = new WeakMap<WorkItemRecord, number>();

function deadlineOf(item: WorkItemRecord): number {
  let known = deadlines.get(item);
  if (known === undefined) {
    known = msOf(item.document.contract.deadline);
    deadlines.set(item, known);
  }
  return known;
}

/** Nothing that was looked at has changed, and neither has anything by time alone. */
function isCurrent({ connection: before, looked, assessment }: Kept, now: DeskConnection): boolean {
  return (
    before.identities === now.identities &&
    before.cards === now.cards &&
    before.policy === now.policy &&
    before.status === now.status &&
    before.nowMs <= now.nowMs &&
    assessment.holdsUntilMs > now.nowMs &&
    looked.isCurrent(now.world)
  );
}
