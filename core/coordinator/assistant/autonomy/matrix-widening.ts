// What a new matrix would let the assistant do that the one before does not: a person confirms that before it holds.
import { DIMENSIONS } from '../../../domain/budget.ts';
import { type Amount, type AutonomyMatrix, type AutonomyRule, isRiskier } from './matrix.ts';

export type MatrixWidening =
  | { readonly what: 'rule'; readonly ruleId: string }
  | {
      readonly what: 'acts' | 'missions' | 'risk' | 'each' | 'total' | 'perHour' | 'until';
      readonly ruleId: string;
    }
  | { readonly what: 'limits' };

/** Everything that is wider, rule by rule. A rule under another name is a new one. */
export function listMatrixWidenings(
  before: AutonomyMatrix,
  after: AutonomyMatrix,
): readonly MatrixWidening[] {
  const known = new Map(before.rules.map((rule) => [rule.id, rule]));
  const byRule = after.rules.flatMap((rule): readonly MatrixWidening[] => {
    const old = known.get(rule.id);
    if (old === undefined) return [{ what: 'rule', ruleId: rule.id }];
    return ASPECTS.filter(([, isWider]) => isWider(old, rule)).map(([what]) => ({ what, ruleId: rule.id }));
  });
  const { limits } = after;
  const isWider =
    limits.perMinute > before.limits.perMinute ||
    limits.perHour > before.limits.perHour ||
    limits.perDay > before.limits.perDay;
  return isWider ? [...byRule, { what: 'limits' }] : byRule;
}

type Aspect = Exclude<MatrixWidening['what'], 'rule' | 'limits'>;

const ASPECTS: readonly (readonly [Aspect, (old: AutonomyRule, rule: AutonomyRule) => boolean])[] = [
  ['acts', (old, rule) => [...rule.acts].some((act) => !old.acts.has(act))],
  ['missions', hasMoreMissions],
  ['risk', (old, rule) => isRiskier(rule.risk, old.risk)],
  ['each', (old, rule) => isMore(old.each, rule.each)],
  ['total', (old, rule) => isLooser(old.total, rule.total, isMore)],
  ['perHour', (old, rule) => isLooser(old.perHour, rule.perHour, (a, b) => b > a)],
  ['until', (old, rule) => isLooser(old.untilMs, rule.untilMs, (a, b) => b > a)],
];

function hasMoreMissions(old: AutonomyRule, rule: AutonomyRule): boolean {
  if (rule.withChildren && !old.withChildren && old.missionIds !== 'all') return true;
  if (old.missionIds === 'all') return false;
  const { missionIds } = old;
  return rule.missionIds === 'all' || [...rule.missionIds].some((id) => !missionIds.has(id));
}

function isMore(old: Amount, amount: Amount): boolean {
  const isOtherMoney = amount.limits.financialMicrounits > 0 && amount.currency !== old.currency;
  return isOtherMoney || DIMENSIONS.some((each) => amount.limits[each] > old.limits[each]);
}

/** Whether a bound was taken away or moved out; one that is new only narrows. */
function isLooser<Bound>(
  old: Bound | undefined,
  bound: Bound | undefined,
  isWider: (old: Bound, bound: Bound) => boolean,
): boolean {
  if (old === undefined) return false;
  return bound === undefined || isWider(old, bound);
}
