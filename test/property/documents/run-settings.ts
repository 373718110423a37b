// Seed and size of the random runs, from the environment so that a failure can be repeated.
import { integerFromEnvironment, seedFromEnvironment } from '../../harness/random.ts';

/** The seed and the number of runs. */
export interface RunSettings {
  readonly seed: number;
  readonly runs: number;
}

/** Runs for each document when the environment does not say. */
const DEFAULT_RUNS = 15;

/** Reads HEDDLE_SEED and HEDDLE_RUNS; without a seed a random one is drawn. */
export function runSettings(): RunSettings {
  return {
    seed: seedFromEnvironment(),
    runs: Math.max(1, integerFromEnvironment('HEDDLE_RUNS') ?? DEFAULT_RUNS),
  };
}
