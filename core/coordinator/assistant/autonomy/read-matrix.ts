// From the bytes of a matrix file to the matrix, or everything that is wrong with it and what would be right.
import { limitsOf, NO_USAGE } from '../../../domain/budget.ts';
import type {
  AutonomyMatrixFile,
  AutonomyRule as WrittenRule,
  BriefBudget,
} from '../../../protocol/generated/documents.ts';
import { hashContent } from '../../../protocol/hash.ts';
import { canonicalize } from '../../../protocol/jcs.ts';
import { accept, refuse, type Result } from '../../../protocol/result.ts';
import { listShapeFaults } from '../../briefs/check-shape.ts';
import type { BriefFault, BriefPath } from '../../briefs/faults.ts';
import { type BriefFormat, type BriefSource, readSource } from '../../briefs/read-source.ts';
import { msOf } from '../../desk/moment.ts';
import { type ActClass, classOf } from './acts.ts';
import { type Amount, type AutonomyMatrix, type AutonomyRule, DEFAULT_RATES } from './matrix.ts';

interface NeverAloneFault {
  readonly code: 'never-alone';
  readonly line: number;
  readonly column: number;
  readonly path: string;
  readonly values: { readonly act: string; readonly because: Exclude<ActClass, 'coordination'> };
}

/** One fault with its place. `line` and `column` count from 1; `path` reads like `rules[0].acts[1]`. */
export type AutonomyFault = BriefFault | NeverAloneFault;

/** Nothing is signed alone: what holds where there is no file, and where there is one that is not right. */
export const PROPOSE_ONLY: AutonomyMatrix = {
  hash: hashOf({ autonomy: 1, rules: [] }),
  limits: DEFAULT_RATES,
  rules: [],
};

/** Reads a matrix. A file with a single fault allows nothing: half of what somebody meant is not what they meant. */
export function readMatrix(
  bytes: Uint8Array,
  format: BriefFormat,
): Result<AutonomyMatrix, readonly AutonomyFault[]> {
  const source = readSource(bytes, format);
  if (!source.ok) return source;
  const misshapen = listShapeFaults(source.value, 'autonomy-matrix');
  if (misshapen !== undefined) return refuse(misshapen);
  // The schema has just proven the shape.
  return resolveMatrix(source.value, source.value.value as AutonomyMatrixFile);
}

/** The matrix in the members `limits` and `rules` of a file whose shape was proven, or everything that is wrong with them. */
export function resolveMatrix(
  source: BriefSource,
  { limits, rules: written }: Pick<AutonomyMatrixFile, 'limits' | 'rules'>,
): Result<AutonomyMatrix, readonly AutonomyFault[]> {
  const faults: AutonomyFault[] = [];
  const seen = new Set<string>();
  const rules = written.map((rule, index) => {
    if (seen.has(rule.id)) {
      faults.push(source.faultAt(['rules', index, 'id'], 'repeated-id', { id: rule.id }));
    }
    seen.add(rule.id);
    faults.push(...findForbiddenActs(source, rule, index));
    return resolveRule(source, rule, index, faults);
  });
  if (faults.length > 0) return refuse(faults);
  const hash = hashOf({ autonomy: 1, ...(limits === undefined ? {} : { limits }), rules: written });
  return accept({ hash, limits: { ...DEFAULT_RATES, ...limits }, rules });
}

function findForbiddenActs(
  source: BriefSource,
  { acts }: WrittenRule,
  index: number,
): readonly NeverAloneFault[] {
  return acts.flatMap((act, at) => {
    const because = classOf(act);
    if (because === 'coordination') return [];
    const { line, column, path } = source.faultAt(['rules', index, 'acts', at], 'repeated-item', {});
    return { code: 'never-alone', line, column, path, values: { act, because } };
  });
}

function resolveRule(
  source: BriefSource,
  rule: WrittenRule,
  index: number,
  faults: AutonomyFault[],
): AutonomyRule {
  const amountAt = (member: 'each' | 'total') => {
    const written = rule[member];
    return written === undefined ? undefined : readAmount(source, ['rules', index, member], written, faults);
  };
  return {
    id: rule.id,
    because: rule.because,
    acts: new Set(rule.acts),
    missionIds: rule.missions.includes('all') ? 'all' : new Set(rule.missions),
    withChildren: rule.withChildren ?? false,
    risk: rule.risk,
    each: amountAt('each') ?? { currency: undefined, limits: NO_USAGE },
    total: amountAt('total'),
    perHour: rule.perHour,
    untilMs: rule.until === undefined ? undefined : msOf(rule.until),
  };
}

function readAmount(
  source: BriefSource,
  path: BriefPath,
  written: BriefBudget,
  faults: AutonomyFault[],
): Amount {
  const { money = 0, currency } = written;
  if (written.money !== undefined && currency === undefined) {
    faults.push(source.faultAt(path, 'currency-missing', {}, 'name'));
  }
  const limits = limitsOf({
    financialLimit: money,
    modelTokenLimit: written.modelTokens ?? 0,
    toolCallLimit: written.toolCalls ?? 0,
    computeSecondsLimit: written.computeSeconds ?? 0,
    wallClockSecondsLimit: written.wallClockSeconds ?? 0,
    externalSideEffectLimit: written.externalActions ?? 0,
  });
  if (limits === undefined) {
    faults.push(source.faultAt([...path, 'money'], 'money-too-fine', { found: money }));
  }
  return { currency, limits: limits ?? NO_USAGE };
}

/** However it is written down, the same matrix has the same hash. */
function hashOf(file: AutonomyMatrixFile): string {
  const text = canonicalize(file);
  if (!text.ok) throw new Error(`a checked matrix has a canonical form: ${text.fault.message}`);
  return hashContent(text.value);
}
