// The candidates of one item in order, as sorted numbers: one candidate moves without the others being looked at.
import { MAX_SCORE } from './offer-settings.ts';
import type { Place } from './score-candidate.ts';

/** Agents that a ranking can hold, by the bits that a key keeps for them. */
const INDEX_RANGE = 2 ** 20;
/** Tiers beyond this one count as this one: nobody is asked so often. */
const MAX_TIER = 63;

export class RankedKeys {
  /** Sorted, the best one first; only the first `size` count. */
  private readonly sorted: Float64Array;
  /** By the index of the Agent; NaN for one that may not be offered. */
  private readonly byAgent: Float64Array;
  private count = 0;

  constructor(agents: number) {
    if (agents > INDEX_RANGE) throw new RangeError(`no more than ${INDEX_RANGE} Agents`);
    this.sorted = new Float64Array(agents);
    this.byAgent = new Float64Array(agents).fill(Number.NaN);
  }

  get size(): number {
    return this.count;
  }

  /** Places everybody anew. */
  fill(placeOf: (index: number) => Place | undefined): void {
    this.count = 0;
    for (let index = 0; index < this.byAgent.length; index += 1) {
      const key = keyOf(placeOf(index), index);
      this.byAgent[index] = key;
      if (Number.isNaN(key)) continue;
      this.sorted[this.count] = key;
      this.count += 1;
    }
    this.sorted.subarray(0, this.count).sort();
  }

  /** Places one Agent anew. */
  move(index: number, place: Place | undefined): void {
    const before = this.byAgent[index] ?? Number.NaN;
    const after = keyOf(place, index);
    if (before === after || (Number.isNaN(before) && Number.isNaN(after))) return;
    this.byAgent[index] = after;
    if (!Number.isNaN(before)) {
      const at = this.positionOf(before);
      this.sorted.copyWithin(at, at + 1, this.count);
      this.count -= 1;
    }
    if (Number.isNaN(after)) return;
    const at = this.positionOf(after);
    this.sorted.copyWithin(at + 1, at, this.count);
    this.sorted[at] = after;
    this.count += 1;
  }

  /** The Agent at a rank, from 0 on, with its place. */
  at(rank: number): (Place & { readonly index: number }) | undefined {
    const key = rank < this.count ? this.sorted[rank] : undefined;
    if (key === undefined) return undefined;
    const index = key % INDEX_RANGE;
    const order = (key - index) / INDEX_RANGE;
    const against = order % (MAX_SCORE + 1);
    return { index, tier: (order - against) / (MAX_SCORE + 1), score: MAX_SCORE - against };
  }

  /** The first position whose key is not lower. */
  private positionOf(key: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.sorted[middle] ?? Infinity) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Lower tiers, then more points, then the order of the Agents; exact in 53 bits. */
function keyOf(place: Place | undefined, index: number): number {
  if (place === undefined) return Number.NaN;
  const order = Math.min(place.tier, MAX_TIER) * (MAX_SCORE + 1) + (MAX_SCORE - place.score);
  return order * INDEX_RANGE + index;
}
