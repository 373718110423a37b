// The matrix of autonomy while a person edits it. What is right is for the host to say; this keeps what was typed.
import type {
  AutonomyMatrixModel,
  AutonomyRuleModel,
  MatrixFault,
} from '../../../core/contract/assistant.ts';

export const RISKS = ['none', 'reversible', 'external', 'high_risk', 'destructive'] as const;

/** What is counted beside money. */
export const COUNTED = [
  'toolCalls',
  'modelTokens',
  'computeSeconds',
  'wallClockSeconds',
  'externalActions',
] as const;

type Amounts = NonNullable<AutonomyRuleModel['each']>;

/** A rule that allows nothing yet. */
export function newRule(rules: readonly AutonomyRuleModel[]): AutonomyRuleModel {
  const names = new Set(rules.map(({ id }) => id));
  let number = rules.length + 1;
  while (names.has(`rule-${number}`)) number += 1;
  return { id: `rule-${number}`, acts: [], missions: [], risk: 'none' };
}

/** The matrix with one rule as it is now. */
export function withRule(
  matrix: AutonomyMatrixModel,
  index: number,
  rule: AutonomyRuleModel,
): AutonomyMatrixModel {
  return { ...matrix, rules: matrix.rules.with(index, rule) };
}

export function withoutRule(matrix: AutonomyMatrixModel, index: number): AutonomyMatrixModel {
  return { ...matrix, rules: matrix.rules.toSpliced(index, 1) };
}

/** A member that is left out where nothing stands in its field. */
export function withMember<Name extends keyof AutonomyRuleModel>(
  rule: AutonomyRuleModel,
  name: Name,
  value: AutonomyRuleModel[Name] | undefined,
): AutonomyRuleModel {
  const { [name]: _before, ...rest } = rule;
  return (value === undefined ? rest : { ...rest, [name]: value }) as AutonomyRuleModel;
}

/** One amount of a ceiling; without any the ceiling is left out: nothing may be committed, or nothing is bounded in total. */
export function withAmount(
  rule: AutonomyRuleModel,
  ceiling: 'each' | 'total',
  name: keyof Amounts,
  value: number | string | undefined,
): AutonomyRuleModel {
  const { [name]: _before, ...rest } = rule[ceiling] ?? {};
  const amounts: Amounts = value === undefined || value === '' ? rest : { ...rest, [name]: value };
  return withMember(rule, ceiling, Object.keys(amounts).length === 0 ? undefined : amounts);
}

/** Faults of one rule; those of no rule under -1. */
export function faultsOf(faults: readonly MatrixFault[], index: number): readonly MatrixFault[] {
  return faults.filter(({ path }) => {
    const found = /^rules\[(\d+)\]/u.exec(path);
    return (found === null ? -1 : Number(found[1])) === index;
  });
}
