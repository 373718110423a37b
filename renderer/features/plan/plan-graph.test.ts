import { describe, expect, it } from 'vitest';
import { createContext, item } from '../../dev/sample-world.ts';
import { samplePlan } from '../../dev/sample-plan.ts';
import { ancestorsOf, createPlanGraph, descendantsOf, neighbourOf, unblockedBy } from './plan-graph.ts';

const rows = samplePlan(createContext(0, 'en'));
const graph = createPlanGraph(rows);
const names = (ids: Iterable<string>): readonly string[] =>
  [...ids].map((id) => id.replace(item(''), '')).toSorted();

describe('the plan as a graph', () => {
  it('finds what an item waits for, near and far', () => {
    expect(names(ancestorsOf(graph, item('limits')))).toEqual(['requirements', 'service', 'sessions']);
  });

  it('finds what waits for an item, near and far', () => {
    expect(names(descendantsOf(graph, item('docs')))).toEqual(['notes']);
  });

  it('says of those that an item unblocks for whom else they wait', () => {
    const found = unblockedBy(graph, item('threats'));
    expect(found.map(({ row }) => row.workItemId)).toEqual([item('staging')]);
    expect(names(found[0]?.others.map((row) => row.workItemId) ?? [])).toEqual(['limits', 'service']);
  });

  it('walks along edges and among siblings', () => {
    expect(neighbourOf(graph, item('service'), 'previous')).toBe(item('requirements'));
    expect(neighbourOf(graph, item('docs'), 'next')).toBe(item('notes'));
    expect(neighbourOf(graph, item('requirements'), 'sibling-down')).toBe(item('sessions'));
    expect(neighbourOf(graph, item('requirements'), 'sibling-up')).toBeUndefined();
  });

  it('reaches every item by the keys, also one that waits for several, or for what the plan does not have', () => {
    const [given] = rows;
    if (given === undefined) throw new Error('no rows');
    const make = (id: string, ...dependsOn: string[]) => ({ ...given, workItemId: id, dependsOn });
    // From `b` alone `y` leads away to those of `a`, and `z` stands behind it.
    const plan = createPlanGraph([
      make('a'),
      make('b'),
      make('x', 'b'),
      make('y', 'a', 'b'),
      make('z', 'b'),
      make('w', 'elsewhere', 'z'),
      make('v', 'elsewhere'),
    ]);
    const reached = new Set(['a']);
    for (const id of reached) {
      for (const direction of ['next', 'previous', 'sibling-up', 'sibling-down'] as const) {
        const found = neighbourOf(plan, id, direction);
        if (found !== undefined) reached.add(found);
      }
    }
    expect([...reached].toSorted()).toEqual(['a', 'b', 'v', 'w', 'x', 'y', 'z']);
  });

  it('survives a circle, which an Authority refuses but a log of somebody else might have', () => {
    const [first, second] = rows;
    if (first === undefined || second === undefined) throw new Error('no rows');
    const circle = createPlanGraph([
      { ...first, dependsOn: [second.workItemId] },
      { ...second, dependsOn: [first.workItemId] },
    ]);
    expect([...ancestorsOf(circle, first.workItemId)]).toEqual([second.workItemId]);
  });
});
