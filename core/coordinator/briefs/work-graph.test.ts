// Orders and cycles of what needs what.
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../test/harness/random.ts';
import { findCycles, orderByNeed, withDependents } from './work-graph.ts';

const graph = (needs: Record<string, readonly string[]>) => new Map(Object.entries(needs));

describe('the graph of work', () => {
  it('WORK-040 orders everything after what it needs, stable by the given order', () => {
    expect(orderByNeed(graph({ c: ['a', 'b'], b: ['a'], a: [], d: [] }))).toEqual(['a', 'd', 'b', 'c']);
  });

  it('WORK-041 leaves out what waits for itself, and names each circle once', () => {
    const needs = graph({ a: ['c'], b: ['a'], c: ['b'], d: ['d'], e: [], f: ['a'] });
    expect(orderByNeed(needs)).toEqual(['e']);
    expect(findCycles(needs)).toEqual([
      ['a', 'c', 'b', 'a'],
      ['d', 'd'],
    ]);
  });

  it('finds all that is built on something', () => {
    const needs = graph({ a: [], b: ['a'], c: ['b'], d: [] });
    expect([...withDependents(needs, ['b'])]).toEqual(['b', 'c']);
  });

  it('agrees with itself on random graphs: no cycle exactly where everything has a place', () => {
    for (let seed = 0; seed < 300; seed += 1) {
      const random = createRandom(seed);
      const names = Array.from({ length: 2 + random.below(7) }, (_, i) => `n${i}`);
      const needs = graph(
        Object.fromEntries(names.map((name) => [name, names.filter(() => random.chance(0.2))])),
      );
      const order = orderByNeed(needs);
      const isWhole = order.length === names.length;
      expect(findCycles(needs).length === 0, `seed ${seed}`).toBe(isWhole);
      const late = order.filter((name, at) =>
        (needs.get(name) ?? []).some((need) => order.indexOf(need) >= at),
      );
      expect(late, `seed ${seed}`).toEqual([]);
    }
  });

  it('is no slower for a long chain than it has to be', () => {
    const names = Array.from({ length: 20_000 }, (_, i) => `n${i}`);
    const chain = new Map(names.map((name, i) => [name, i === 0 ? [] : [`n${i - 1}`]]));
    expect(findCycles(chain)).toEqual([]);
  });
});
