// The candidates of one item in order, as sorted numbers: one candidate moves without the others being looked at.
/** Agents that a ranking can hold, by the bits that a key keeps for them. */
const INDEX_RANGE = 2 ** 20;

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
  fill(orderOf: (index: number) => number | undefined): void {
    this.count = 0;
    for (let index = 0; index < this.byAgent.length; index += 1) {
      const key = keyOf(orderOf(index), index);
      this.byAgent[index] = key;
      if (Number.isNaN(key)) continue;
      this.sorted[this.count] = key;
      this.count += 1;
    }
    this.sorted.subarray(0, this.count).sort();
  }

  /** Places one Agent anew. */
  move(index: number, order: number | undefined): void {
    const before = this.byAgent[index] ?? Number.NaN;
    const after = keyOf(order, index);
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

  /** The Agent at a rank, from 0 on, with the number that placed it. */
  at(rank: number): { readonly index: number; readonly order: number } | undefined {
    const key = rank < this.count ? this.sorted[rank] : undefined;
    if (key === undefined) return undefined;
    const index = key % INDEX_RANGE;
    return { index, order: (key - index) / INDEX_RANGE };
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

/** By the number that places the Agent, then by the order of the Agents; exact in 53 bits. */
function keyOf(order: number | undefined, index: number): number {
  return order === undefined ? Number.NaN : order * INDEX_RANGE + index;
}
