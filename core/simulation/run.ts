// One history of a simulated Organization: the same seed gives the same steps, byte for byte. A failure comes with the
// step, the rule, the last Commands and the command line that shows it again.
import { hashContent } from '../protocol/hash.ts';
import { BrokenInvariant, type Observation } from './model.ts';
import { Organization, type SimulationMode } from './organization.ts';
import { emptyTally, type Tally } from './tally.ts';

/** What determines a history completely. */
export interface HistorySettings {
  readonly seed: number;
  readonly steps: number;
  readonly mode: SimulationMode;
  /** Only these steps are run; all of them where undefined. */
  readonly only?: readonly number[];
}

/** What went wrong, and how to see it again. */
export interface HistoryFailure {
  /** The step after which it was seen; 0 is the prologue. */
  readonly step: number;
  readonly invariant: string;
  readonly message: string;
  /** The last Commands before it. */
  readonly trace: readonly string[];
  readonly replay: string;
}

/** What came of a history. */
export interface HistoryResult {
  readonly settings: HistorySettings;
  readonly tally: Tally;
  readonly traceHash: string;
  readonly failure?: HistoryFailure;
}

/** How much of the trace a failure shows. */
const SHOWN_LINES = 25;

/** Runs one history. It throws for nothing that the simulated Organization does. */
export async function runHistory(settings: HistorySettings): Promise<HistoryResult> {
  const { seed, steps, mode } = settings;
  const only = settings.only === undefined ? undefined : new Set(settings.only);
  let organization: Organization | undefined;
  let step = 0;
  try {
    organization = await Organization.open(seed, mode);
    for (step = 1; step <= steps; step += 1) {
      if (only === undefined || only.has(step)) await organization.runStep(step);
    }
    await organization.checkState();
    return resultOf(settings, organization);
  } catch (error) {
    const result = resultOf(settings, organization);
    const isObjection = error instanceof BrokenInvariant;
    const failure: HistoryFailure = {
      step: Math.min(step, steps),
      invariant: isObjection ? error.invariant : 'EXCEPTION',
      message: isObjection || !(error instanceof Error) ? String(error) : (error.stack ?? error.message),
      trace: organization?.trace.slice(-SHOWN_LINES) ?? [],
      replay: replayLineOf(settings),
    };
    return { ...result, failure };
  }
}

/** A sound history in full: its trace, and everything that the model was shown. */
export async function recordHistory(
  settings: HistorySettings,
): Promise<{ readonly trace: readonly string[]; readonly observations: readonly Observation[] }> {
  const observations: Observation[] = [];
  const organization = await Organization.open(settings.seed, settings.mode, (each) =>
    observations.push(each),
  );
  const only = settings.only === undefined ? undefined : new Set(settings.only);
  for (let step = 1; step <= settings.steps; step += 1) {
    if (only === undefined || only.has(step)) await organization.runStep(step);
  }
  return { trace: organization.trace, observations };
}

/** The command line that runs a history again. */
export function replayLineOf({ seed, steps, mode, only }: HistorySettings): string {
  const steps_ = only === undefined ? '' : ` --only ${only.join(',')}`;
  return `heddle simulate --seed ${seed} --steps ${steps} --histories 1 --mode ${mode}${steps_}`;
}

function resultOf(settings: HistorySettings, organization: Organization | undefined): HistoryResult {
  return {
    settings,
    tally: organization?.tally ?? emptyTally(),
    traceHash: hashContent(organization?.trace.join('\n') ?? ''),
  };
}
