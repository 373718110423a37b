// Seeds for tests: the same seed gives the same run, on every machine.
export { createRandom, type Random } from '../../core/simulation/random.ts';

/** The seed to run with: HEDDLE_SEED when set, otherwise a new one. Print it with every failure. */
export function seedFromEnvironment(): number {
  const given = process.env['HEDDLE_SEED'];
  if (given === undefined) return Math.floor(Math.random() * 0x1_0000_0000);
  const seed = Number(given);
  if (!Number.isInteger(seed)) throw new RangeError(`HEDDLE_SEED is not an integer: ${given}`);
  return seed;
}
