// Seeded randomness for tests: the same seed gives the same run, on every machine.

export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform integer in [0, bound). */
  below(bound: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(probability: number): boolean;
}

/** A generator (sfc32) for a 32-bit seed. */
export function createRandom(seed: number): Random {
  let a = seed | 0;
  let b = 0x9e3779b9;
  let c = 0x243f6a88;
  let counter = 1;
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 0x1_0000_0000;
  };
  for (let i = 0; i < 15; i += 1) next();
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    next,
    below,
    pick<Item>(items: readonly Item[]): Item {
      if (items.length === 0) throw new RangeError('nothing to pick from');
      return items[below(items.length)] as Item;
    },
    chance: (probability) => next() < probability,
  };
}

/** The seed to run with: HEDDLE_SEED when set, otherwise a new one. Print it with every failure. */
export function seedFromEnvironment(): number {
  const given = process.env['HEDDLE_SEED'];
  if (given === undefined) return Math.floor(Math.random() * 0x1_0000_0000);
  const seed = Number(given);
  if (!Number.isInteger(seed)) throw new RangeError(`HEDDLE_SEED is not an integer: ${given}`);
  return seed;
}
