// Everything by chance in a simulation: a seeded generator, a clock that obeys, and ids that follow from the step.

export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform integer in [0, bound). */
  below(bound: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(probability: number): boolean;
}

/**
 * A generator (sfc32) for a 32-bit seed: the same seed gives the same run, on every machine. Streams of one seed are
 * independent of each other.
 */
export function createRandom(seed: number, stream = 0): Random {
  let a = seed | 0;
  let b = 0x9e3779b9 ^ Math.imul(stream, 0x85ebca6b);
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

/** The moment at which simulated Organizations begin. */
export const SIMULATION_START_MS = Date.UTC(2026, 4, 4, 9);

/** A clock that only the simulation moves: forward, and a little backward as clocks of servers do. */
export class SimulatedClock {
  nowMs = SIMULATION_START_MS;

  pass(ms: number): void {
    this.nowMs += ms;
  }

  jumpTo(ms: number): void {
    this.nowMs = ms;
  }
}

/** Ids that name the step in which they were made: leaving out a step of a history changes no id of another. */
export class StepIds {
  private step = 0;
  private lastOfStep = 0;

  beginStep(step: number): void {
    this.step = step;
    this.lastOfStep = 0;
  }

  newId(kind: string): string {
    this.lastOfStep += 1;
    return `urn:heddle:simulation:${kind}:s${this.step}-${this.lastOfStep}`;
  }
}
