// Whether a WorkItem should become a child Mission with a Coordinator and a Group of its own, and why (CHD-001…CHD-004): by its
// size, by capabilities that nobody here has, by how deep its work is nested, by how long it takes.
import { limitsOf, NO_USAGE } from '../../../domain/budget.ts';
import { depthBelow } from '../../../domain/work-tree.ts';
import type { WorkItemRecord } from '../../../domain/world.ts';
import { msOf } from '../../desk/moment.ts';
import { keptEstimateOf, type PlanScene } from '../planning/plan-scene.ts';
import { because, recordOf } from '../planning/reasons.ts';
import type { Reason } from '../proposal.ts';
import { childDepthOf } from './narrowing.ts';

export interface PromotionSettings {
  readonly criteria: number;
  readonly deliverables: number;
  /** Of the money of the Mission. */
  readonly budgetShare: number;
  /** Items below the item. */
  readonly subItems: number;
  readonly nesting: number;
  readonly durationMs: number;
  /** How many of these have to speak for it. A capability that nobody here has is enough by itself. */
  readonly needed: number;
}

export const DEFAULT_PROMOTION: PromotionSettings = {
  criteria: 5,
  deliverables: 4,
  budgetShare: 0.3,
  subItems: 4,
  nesting: 2,
  durationMs: 3 * 86_400_000,
  needed: 2,
};

export type PromotionReasonId =
  | 'many-criteria'
  | 'many-deliverables'
  | 'large-budget'
  | 'many-sub-items'
  | 'deep-work'
  | 'long-work'
  | 'capability-missing'
  | 'no-single-worker'
  | 'small-work'
  | 'state-forbids'
  | 'mission-not-active'
  | 'child-lives'
  | 'depth-limit'
  | 'owner-loses-work';

export interface PromotionAdvice {
  /** `impossible`: the rules refuse it whatever speaks for it. */
  readonly verdict: 'promote' | 'keep' | 'impossible';
  readonly reasons: readonly Reason<PromotionReasonId>[];
}

const PROMOTABLE: readonly WorkItemRecord['document']['state'][] = [
  'open',
  'offered',
  'queued',
  'active',
  'blocked',
];

/** What speaks for and against it. */
export function weighPromotion(
  scene: PlanScene,
  item: WorkItemRecord,
  settings: PromotionSettings = DEFAULT_PROMOTION,
): PromotionAdvice {
  const obstacles = [...findObstacles(scene, item)];
  if (obstacles.length > 0) return { verdict: 'impossible', reasons: obstacles };
  const size = [...weighSize(scene, item, settings)];
  const missing = [...weighCapabilities(scene, item)];
  const isWorthIt = missing.length > 0 || size.length >= settings.needed;
  if (!isWorthIt) {
    const values = { speaking: size.length, needed: settings.needed };
    return {
      verdict: 'keep',
      reasons: [...size, because('small-work', 'unmet', values, [referenceTo(item)])],
    };
  }
  return { verdict: 'promote', reasons: [...missing, ...size, ...warnings(item)] };
}

function* findObstacles(
  { connection, mission, groupId }: PlanScene,
  item: WorkItemRecord,
): Generator<Reason<PromotionReasonId>> {
  const { state } = item.document;
  const missionState = mission.document.state;
  if (missionState !== 'active')
    yield because('mission-not-active', 'unmet', { state: missionState }, [recordOf('mission', groupId, '')]);
  if (!PROMOTABLE.includes(state)) yield because('state-forbids', 'unmet', { state }, [referenceTo(item)]);
  if (item.childGroupId !== undefined)
    yield because('child-lives', 'unmet', { childGroupId: item.childGroupId }, [
      recordOf('mission', item.childGroupId, ''),
    ]);
  const depth = childDepthOf(mission);
  const limit = connection.policy.cooperation.delegationDepth;
  if (depth > limit)
    yield because('depth-limit', 'unmet', { depth, limit }, [recordOf('mission', groupId, '')]);
}

function* weighSize(
  { connection, groupId, mission, items }: PlanScene,
  item: WorkItemRecord,
  settings: PromotionSettings,
): Generator<Reason<PromotionReasonId>> {
  const { contract, workItemId } = item.document;
  const reference = [referenceTo(item)];
  const criteria = contract.acceptanceCriteria.length;
  if (criteria >= settings.criteria)
    yield because('many-criteria', 'met', { count: criteria, from: settings.criteria }, reference);
  const deliverables = contract.requiredDeliverables.length;
  if (deliverables >= settings.deliverables)
    yield because(
      'many-deliverables',
      'met',
      { count: deliverables, from: settings.deliverables },
      reference,
    );
  const own = (limitsOf(contract.budget) ?? NO_USAGE).financialMicrounits;
  const whole = (limitsOf(mission.document.budget) ?? NO_USAGE).financialMicrounits;
  if (whole > 0 && own / whole >= settings.budgetShare)
    yield because(
      'large-budget',
      'met',
      { percent: Math.floor((own / whole) * 100), from: Math.round(settings.budgetShare * 100) },
      reference,
    );
  const below = items.filter(({ parentWorkItemId }) => parentWorkItemId === workItemId).length;
  if (below >= settings.subItems)
    yield because('many-sub-items', 'met', { count: below, from: settings.subItems }, reference);
  const nesting = Math.max(
    0,
    ...items.map(
      ({ document }) => depthBelow(connection.world, groupId, workItemId, document.workItemId) ?? 0,
    ),
  );
  if (nesting >= settings.nesting)
    yield because('deep-work', 'met', { depth: nesting, from: settings.nesting }, reference);
  const durationMs =
    keptEstimateOf(item)?.durationMs ?? Math.max(0, msOf(contract.deadline) - connection.nowMs);
  const isEstimate = keptEstimateOf(item) !== undefined;
  if (durationMs >= settings.durationMs)
    yield because('long-work', 'met', { durationMs, fromMs: settings.durationMs, isEstimate }, reference);
}

/** Work that nobody known here can do calls for others; work that only several together can do, for somebody who leads them. */
function* weighCapabilities(
  { workers }: PlanScene,
  item: WorkItemRecord,
): Generator<Reason<PromotionReasonId>> {
  const { contract } = item.document;
  if (workers.isKnownFor(contract)) return;
  const missing = workers.unknownFor(contract);
  const capabilities = (missing.length === 0 ? contract.requiredCapabilities : missing)
    .map(({ id }) => id)
    .join(', ');
  yield because(missing.length === 0 ? 'no-single-worker' : 'capability-missing', 'met', { capabilities }, [
    referenceTo(item),
  ]);
}

/** Promotion fences whoever holds the item (CHD-004). */
function* warnings(item: WorkItemRecord): Generator<Reason<PromotionReasonId>> {
  const { owner, state } = item.document;
  if (owner !== undefined)
    yield because('owner-loses-work', 'unmet', { agentId: owner.agentId, state }, [referenceTo(item)]);
}

function referenceTo({ document }: WorkItemRecord) {
  return recordOf('workItem', document.groupId, document.workItemId);
}
