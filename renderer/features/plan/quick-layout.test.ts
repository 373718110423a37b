import { describe, expect, test } from 'vitest';
import { layOutQuickly } from './quick-layout.ts';

const GRID = { width: 200, height: 60, gapX: 50, gapY: 20 };

function planOf(size: number): { nodes: string[]; edges: [string, string][] } {
  const nodes = Array.from({ length: size }, (_, index) => `item-${index}`);
  const edges = nodes.flatMap((id, index): [string, string][] =>
    index === 0 ? [] : [[`item-${Math.floor((index - 1) / 3)}`, id]],
  );
  return { nodes, edges };
}

describe('the quick layout', () => {
  test('places everything, and whoever waits to the right of what it waits for', () => {
    const { nodes, edges } = planOf(2_000);
    const places = layOutQuickly(nodes, edges, GRID);
    expect(Object.keys(places).toSorted()).toEqual(nodes.toSorted());
    for (const [from, to] of edges) expect(places[to]?.x).toBeGreaterThan(places[from]?.x ?? Infinity);
  });

  test('lets no two items overlap', () => {
    const { nodes, edges } = planOf(300);
    const places = Object.values(layOutQuickly([...nodes, 'alone', 'apart'], edges, GRID));
    for (const [index, a] of places.entries()) {
      for (const b of places.slice(index + 1)) {
        expect(Math.abs(a.x - b.x) >= GRID.width || Math.abs(a.y - b.y) >= GRID.height).toBe(true);
      }
    }
  });

  test('says the same of the same plan, whatever it was asked before', () => {
    const { nodes, edges } = planOf(50);
    expect(layOutQuickly(nodes, edges, GRID)).toEqual(layOutQuickly(nodes, edges, GRID));
  });

  test('draws a straight line straight, and items without edges in a block', () => {
    expect(
      layOutQuickly(
        ['a', 'b', 'c'],
        [
          ['a', 'b'],
          ['b', 'c'],
        ],
        GRID,
      ),
    ).toEqual({
      a: { x: 0, y: 0 },
      b: { x: 250, y: 0 },
      c: { x: 500, y: 0 },
    });
    const block = Object.values(layOutQuickly(planOf(100).nodes, [], GRID));
    expect(new Set(block.map(({ x }) => x)).size).toBeGreaterThan(3);
    expect(new Set(block.map(({ y }) => y)).size).toBeGreaterThan(3);
  });

  test('answers also where items wait for each other in a circle, or for what is not there', () => {
    const places = layOutQuickly(
      ['a', 'b', 'c'],
      [
        ['a', 'b'],
        ['b', 'a'],
        ['gone', 'c'],
        ['c', 'c'],
      ],
      GRID,
    );
    expect(Object.keys(places)).toEqual(['a', 'b', 'c']);
  });
});
