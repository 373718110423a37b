// Many worlds in a row: which share of the solvable ones was brought to a correct submission, and everything that went wrong.
import type { Flaw } from './mission-plan.ts';
import { leadWorld, type WorldResult, type WorldSettings } from './lead-world.ts';

export const FLAWS: readonly Exclude<Flaw, 'none'>[] = [
  'capability-nobody-has',
  'budget-too-small',
  'deadline-too-near',
  'never-good',
  'wants-a-human',
];

/** What came of some worlds. */
export interface RunsResult {
  readonly solvable: number;
  /** Of the solvable ones that were led at full autonomy. */
  readonly submitted: number;
  /** Solvable, and not submitted all the same. */
  readonly missed: readonly WorldResult[];
  /** Runs in which something happened that must never happen. */
  readonly wrong: readonly WorldResult[];
  readonly commands: number;
  readonly signed: number;
  readonly audited: number;
  /** Refusals of what was signed that nobody could foresee. */
  readonly refusals: ReadonlyMap<string, number>;
}

/** Everything that is wrong with one result: a false end is wrong also where nothing else is. */
export function faultsOf({
  settings,
  wrong,
  isSubmitted,
  isSolvable,
  questions,
}: WorldResult): readonly string[] {
  const faults = [...wrong];
  if (settings.flaw === 'none') return faults;
  if (isSolvable) faults.push('the oracle takes a flawed plan for a solvable one');
  if (isSubmitted) faults.push(`it was submitted although its flaw is ${settings.flaw}`);
  else if (questions.length === 0) faults.push('it stands still, and nobody is asked');
  return faults;
}

export async function runWorlds(
  worlds: Iterable<WorldSettings>,
  onResult: (result: WorldResult) => void = () => {},
): Promise<RunsResult> {
  const missed: WorldResult[] = [];
  const wrong: WorldResult[] = [];
  const refusals = new Map<string, number>();
  const sums = { solvable: 0, submitted: 0, commands: 0, signed: 0, audited: 0 };
  for (const settings of worlds) {
    const result = await leadWorld(settings);
    onResult(result);
    const { counts } = result;
    sums.commands += counts.commands;
    sums.signed += counts.signed;
    sums.audited += counts.audited;
    for (const [name, count] of result.refusals) refusals.set(name, (refusals.get(name) ?? 0) + count);
    const isSound = faultsOf(result).length === 0;
    if (!isSound) wrong.push(result);
    if (!result.isSolvable || settings.autonomy !== 'full') continue;
    sums.solvable += 1;
    if (result.isSubmitted && isSound) sums.submitted += 1;
    else missed.push(result);
  }
  return { ...sums, missed, wrong, refusals };
}

/** What a failure shows: how to see it again, what is wrong, what is open, and the last Commands before it. */
export function describe(result: WorldResult, traced = 12): string {
  const { settings, questions, proposals, unfinished, trace } = result;
  const { seed, items, flaw, autonomy } = settings;
  return [
    `node test/long/full-autonomy.ts --seed ${seed} --missions 1 --items ${items} --flaw ${flaw} --autonomy ${autonomy}`,
    ...faultsOf(result)
      .slice(0, 5)
      .map((each) => `  wrong: ${each}`),
    ...questions.slice(0, 5).map((each) => `  asks: ${each}`),
    ...proposals.slice(0, 5).map((each) => `  proposes: ${each}`),
    `  open: ${unfinished.slice(0, 12).join(', ')}`,
    ...trace.slice(-traced).map((each) => `  ${each}`),
  ].join('\n');
}
