// Seeds for tests: the same seed gives the same run, on every machine.
export { createRandom, type Random } from '../../core/simulation/random.ts';

/** The integer in an environment variable, or undefined when it is not set or empty. */
export function integerFromEnvironment(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${name} is not an integer: ${text}`);
  return value;
}

/** The seed to run with: HEDDLE_SEED when set, otherwise a new one. Print it with every failure. */
export function seedFromEnvironment(): number {
  return integerFromEnvironment('HEDDLE_SEED') ?? Math.floor(Math.random() * 0x8000_0000);
}
