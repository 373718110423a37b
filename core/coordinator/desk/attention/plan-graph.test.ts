import { describe, expect, test } from 'vitest';
import { contractOf, GROUP, SeededOrganization, START_MS } from '../../../domain/seeded-world.test-data.ts';
import { seedWorkItem } from '../../../domain/seeded-work.test-data.ts';
import { nowAt } from '../../../domain/decision.ts';
import type { WorkItemState } from '../../../domain/ownership.ts';
import type { WorkItemRecord } from '../../../domain/world.ts';
import { PlanGraph } from './plan-graph.ts';

const MINUTE = 60_000;

interface Plan {
  readonly [name: string]: {
    readonly needs?: readonly string[];
    readonly state?: WorkItemState;
    /** Minutes from the start of the world: begin and end. */
    readonly estimate?: readonly [number, number];
  };
}

function graphOf(plan: Plan): PlanGraph {
  return new PlanGraph(itemsOf(plan));
}

function itemsOf(plan: Plan): readonly WorkItemRecord[] {
  const organization = new SeededOrganization();
  for (const [workItemId, { needs = [], state = 'open', estimate }] of Object.entries(plan)) {
    const contract = contractOf({ dependencyWorkItemIds: [...needs] });
    const record = seedWorkItem(organization, { workItemId, state, contract });
    if (estimate === undefined) continue;
    const at = (minutes: number) => nowAt(START_MS + minutes * MINUTE).text;
    const [start, end] = estimate;
    const scheduleEstimate = {
      estimatedStart: at(start),
      estimatedCompletion: at(end),
      confidence: 1,
      capacityStatus: 'available' as const,
      lastCalculatedAt: at(0),
    };
    const value = { ...record, document: { ...record.document, scheduleEstimate } };
    organization.world.apply([{ kind: 'workItem', groupId: GROUP, id: workItemId, value }]);
  }
  return [...organization.world.list('workItem', GROUP)].map(([, record]) => record);
}

const minutes = (endMs: number) => (endMs - START_MS) / MINUTE;

describe('the graph of a plan', () => {
  test('counts what waits, directly and through others, each once', () => {
    const graph = graphOf({
      a: {},
      b: { needs: ['a'] },
      c: { needs: ['a', 'b'] },
      d: { needs: ['c'] },
      e: {},
    });
    expect(['a', 'b', 'c', 'd', 'e'].map((id) => graph.blocksCount(id))).toEqual([3, 2, 1, 0, 0]);
  });

  test('finished work waits for nothing and holds nobody up', () => {
    const graph = graphOf({
      a: {},
      b: { needs: ['a'], state: 'cancelled' },
      c: { needs: ['b'], state: 'verified' },
    });
    expect(graph.blocksCount('a')).toBe(0);
  });

  test('the end is that of the longest chain: late beginnings push what follows', () => {
    const graph = graphOf({
      a: { estimate: [0, 30] },
      b: { needs: ['a'], estimate: [10, 30] },
      c: { estimate: [0, 40] },
    });
    const { endMs, criticalPath } = graph.forecast(START_MS);
    expect([minutes(endMs), criticalPath]).toEqual([50, ['a', 'b']]);
  });

  test('without estimates the longer chain is critical, and nothing is promised', () => {
    const graph = graphOf({ a: {}, b: { needs: ['a'] }, c: {} });
    expect(graph.forecast(START_MS)).toEqual({
      endMs: START_MS,
      withoutEstimate: 3,
      late: 0,
      criticalPath: ['a', 'b'],
    });
  });

  test('an estimate that has passed moves on with time', () => {
    const graph = graphOf({ a: { estimate: [0, 30] }, b: { needs: ['a'], estimate: [30, 50] } });
    const later = graph.forecast(START_MS + 45 * MINUTE);
    expect([minutes(later.endMs), later.late]).toEqual([65, 1]);
  });

  test('a damaged graph with a cycle still comes to an end', () => {
    const graph = graphOf({ a: { needs: ['b'] }, b: { needs: ['a'] } });
    expect(graph.blocksCount('a')).toBe(2);
    expect(graph.forecast(START_MS).withoutEstimate).toBe(2);
  });

  test('when an item will be done can be asked for each; of finished and unknown ones nothing is said', () => {
    const graph = graphOf({
      a: { estimate: [0, 30] },
      b: { needs: ['a'], estimate: [10, 30] },
      c: { state: 'verified' },
    });
    const ends = ['a', 'b', 'c', 'd'].map((id) => graph.endOf(id, START_MS));
    expect(ends.map((endMs) => (endMs === undefined ? undefined : minutes(endMs)))).toEqual([
      30,
      50,
      undefined,
      undefined,
    ]);
  });

  test('the count is that of walking from each item, however large the graph', () => {
    const size = 1_300;
    const needs = Array.from({ length: size }, (_, index) =>
      [1, 3, 40]
        .map((step) => index - step * (1 + (index % 5)))
        .filter((need) => need >= 0 && index % 7 !== 0),
    );
    const organization = new SeededOrganization();
    const items = needs.map((each, index) => {
      const contract = contractOf({ dependencyWorkItemIds: each.map((need) => `i${need}`) });
      return seedWorkItem(organization, { workItemId: `i${index}`, state: 'open', contract });
    });
    const dependents = needs.map((_, index) =>
      needs.flatMap((each, other) => (each.includes(index) ? [other] : [])),
    );
    const graph = new PlanGraph(items);
    for (const start of [0, 1, 7, 250, 1_023, 1_024, 1_299]) {
      const seen = new Set<number>();
      const open = [...(dependents[start] ?? [])];
      for (let index = open.pop(); index !== undefined; index = open.pop()) {
        if (!seen.has(index)) open.push(...(dependents[index] ?? []));
        seen.add(index);
      }
      expect([start, graph.blocksCount(`i${start}`)]).toEqual([start, seen.size]);
    }
  });

  test('a graph that takes over what follows from the edges says the same as a new one', () => {
    const former = graphOf({ a: { estimate: [0, 30] }, b: { needs: ['a'] }, c: { needs: ['b'] } });
    former.blocksCount('a');
    for (const plan of [
      { a: { estimate: [0, 45] }, b: { needs: ['a'] }, c: { needs: ['b'] } },
      { a: { estimate: [0, 30] }, b: { needs: ['a'] }, c: { needs: ['a'] } },
      { a: { state: 'verified' }, b: { needs: ['a'] }, c: { needs: ['b'] } },
      { b: { needs: ['a'] }, a: { needs: [] }, c: { needs: ['b'] } },
    ] satisfies Plan[]) {
      const items = itemsOf(plan);
      const [kept, fresh] = [new PlanGraph(items, undefined, former), new PlanGraph(items)];
      expect(kept.forecast(START_MS)).toEqual(fresh.forecast(START_MS));
      for (const id of ['a', 'b', 'c'])
        expect([id, kept.blocksCount(id)]).toEqual([id, fresh.blocksCount(id)]);
    }
  });
});
