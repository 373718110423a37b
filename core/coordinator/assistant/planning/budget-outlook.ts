// What the budget of a Mission will have come to when all work is done, dimension by dimension, and which account of the ancestry
// would be the first that has no room (BUD-006…BUD-009).
import { ancestry, DIMENSIONS, type Dimension, limitsOf, NO_USAGE } from '../../../domain/budget.ts';
import { forecastUsage } from '../../desk/attention/mission-rules.ts';
import type { Reason } from '../proposal.ts';
import type { PlanScene } from './plan-scene.ts';
import { because, recordOf } from './reasons.ts';

/** What a forecast rests on: the work that is done, or only what was set aside for the rest. */
export type BudgetBasis = 'finished-work' | 'reservations';

export type BudgetReasonId = 'budget-within' | 'budget-tight' | 'budget-over' | 'ancestor-short';

export interface BudgetOutlook {
  readonly dimension: Dimension;
  readonly limit: number;
  readonly used: number;
  /** Set aside for unfinished work and not used by it yet. */
  readonly held: number;
  /** Neither used nor set aside: what new work can get. */
  readonly free: number;
  readonly expected: number;
  readonly basis: BudgetBasis;
  readonly reason: Reason<BudgetReasonId>;
}

/** From this share on a dimension is called tight. */
const TIGHT_SHARE = 0.9;

/** Every dimension that the Mission was given. */
export function budgetOutlook(scene: PlanScene): readonly BudgetOutlook[] {
  const { connection, groupId, mission } = scene;
  const { missionId } = mission.document;
  const account = connection.world.get('account', groupId, missionId);
  if (account === undefined) return [];
  const limits = limitsOf(account.limit) ?? NO_USAGE;
  const forecast = forecastUsage({ ...scene, connection: { ...connection, world: scene.itemAccounts } });
  return DIMENSIONS.filter((dimension) => limits[dimension] > 0).map((dimension) => {
    const used = account.usage[dimension];
    const limit = limits[dimension];
    // What direct children hold includes what they have used; what was charged to the Mission itself stands beside it.
    const held = Math.max(0, account.reserved[dimension] - used);
    const expected = Math.round(forecast?.[dimension] ?? used + held);
    const figures = {
      dimension,
      limit,
      used,
      held,
      free: Math.max(0, limit - Math.max(used, account.reserved[dimension])),
      expected,
      basis: forecast === undefined ? ('reservations' as const) : ('finished-work' as const),
    };
    return Object.assign(figures, { reason: judge(scene, figures) });
  });
}

function judge(
  { connection, groupId, mission }: PlanScene,
  { dimension, limit, used, expected, basis }: Omit<BudgetOutlook, 'reason'>,
): Reason<BudgetReasonId> {
  const own = { groupId, id: mission.document.missionId };
  const values = { dimension, limit, used, expected, basis };
  const reference = recordOf('account', groupId, own.id);
  if (expected > limit) return because('budget-over', 'unmet', values, [reference]);
  for (const [address, { limit: above, usage }] of ancestry(connection.world, own)) {
    if (address.groupId === groupId && address.id === own.id) continue;
    const left = (limitsOf(above) ?? NO_USAGE)[dimension] - usage[dimension];
    if (expected - used <= left) continue;
    const reason = { ...values, accountId: address.id, left };
    return because('ancestor-short', 'unmet', reason, [recordOf('account', address.groupId, address.id)]);
  }
  const isTight = expected >= limit * TIGHT_SHARE;
  return because(isTight ? 'budget-tight' : 'budget-within', 'met', values, [reference]);
}
