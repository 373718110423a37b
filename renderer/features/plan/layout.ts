// Places the items of a plan in layers from left to right. Runs in a worker.
import { Graph, layout } from '@dagrejs/dagre';
import { layOutQuickly } from './quick-layout.ts';

export const NODE_WIDTH = 216;
export const NODE_HEIGHT = 64;

/** With more of them the optimal layers take too long: 35 s for 2 000 items, against 2 s for good ones. */
const MAX_OPTIMAL_NODES = 200;
/** With more of them nobody would wait for good ones either. */
const MAX_FINE_NODES = 500;
const GAPS = { gapX: 64, gapY: 20 };

export interface LayoutRequest {
  readonly number: number;
  readonly nodes: readonly string[];
  /** From the one that is waited for to the one that waits. */
  readonly edges: readonly (readonly [string, string])[];
}

export interface LayoutAnswer {
  readonly number: number;
  /** Upper left corners, by id. */
  readonly places: Readonly<Record<string, { readonly x: number; readonly y: number }>>;
}

export function layOut({ number, nodes, edges }: LayoutRequest): LayoutAnswer {
  if (nodes.length > MAX_FINE_NODES) {
    const grid = { width: NODE_WIDTH, height: NODE_HEIGHT, ...GAPS };
    return { number, places: layOutQuickly(nodes, edges, grid) };
  }
  const graph = new Graph();
  const ranker = nodes.length > MAX_OPTIMAL_NODES ? 'tight-tree' : 'network-simplex';
  graph.setGraph({ rankdir: 'LR', nodesep: GAPS.gapY, ranksep: GAPS.gapX, marginx: 16, marginy: 16, ranker });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const id of nodes) graph.setNode(id, { width: NODE_WIDTH, height: NODE_HEIGHT });
  for (const [from, to] of edges) graph.setEdge(from, to);
  layout(graph);
  const places: Record<string, { x: number; y: number }> = {};
  for (const id of nodes) {
    const { x = 0, y = 0 } = graph.node(id) as { x?: number; y?: number };
    places[id] = { x: x - NODE_WIDTH / 2, y: y - NODE_HEIGHT / 2 };
  }
  return { number, places };
}
