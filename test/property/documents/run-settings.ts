// Seed and size of the random runs, from the environment so that a failure can be repeated.

/** The seed and the number of runs. */
export interface RunSettings {
  readonly seed: number;
  readonly runs: number;
}

/** Runs for each document when the environment does not say. */
const DEFAULT_RUNS = 15;

function integerFrom(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') {
    return undefined;
  }
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new TypeError(`${name} must be an integer, not ${JSON.stringify(text)}`);
  }
  return value;
}

/** Reads HEDDLE_SEED and HEDDLE_RUNS; without a seed a random one is drawn. */
export function runSettings(): RunSettings {
  return {
    seed: integerFrom('HEDDLE_SEED') ?? Math.floor(Math.random() * 0x7fffffff),
    runs: Math.max(1, integerFrom('HEDDLE_RUNS') ?? DEFAULT_RUNS),
  };
}
