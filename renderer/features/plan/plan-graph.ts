// The plan as a graph: who waits for whom, near and far. Pure.
import type { PlanRow } from '../../../core/contract/plan.ts';

export interface PlanGraph {
  readonly byId: ReadonlyMap<string, PlanRow>;
  /** Those that wait for an item, by its id. */
  readonly successors: ReadonlyMap<string, readonly string[]>;
}

export function createPlanGraph(rows: readonly PlanRow[]): PlanGraph {
  const byId = new Map(rows.map((row) => [row.workItemId, row]));
  const successors = new Map<string, string[]>();
  for (const row of rows) {
    for (const before of row.dependsOn) {
      const list = successors.get(before);
      if (list === undefined) successors.set(before, [row.workItemId]);
      else list.push(row.workItemId);
    }
  }
  return { byId, successors };
}

/** All that an item waits for, directly or not. */
export function ancestorsOf(graph: PlanGraph, id: string): ReadonlySet<string> {
  return reach(id, (each) => graph.byId.get(each)?.dependsOn ?? []);
}

/** All that wait for an item, directly or not. */
export function descendantsOf(graph: PlanGraph, id: string): ReadonlySet<string> {
  return reach(id, (each) => graph.successors.get(each) ?? []);
}

function reach(id: string, next: (id: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const todo = [...next(id)];
  for (let each = todo.pop(); each !== undefined; each = todo.pop()) {
    if (seen.has(each) || each === id) continue;
    seen.add(each);
    todo.push(...next(each));
  }
  return seen;
}

/** Who waits for an item directly, and for whom else each of them waits. */
export function unblockedBy(
  graph: PlanGraph,
  id: string,
): readonly { readonly row: PlanRow; readonly others: readonly PlanRow[] }[] {
  return (graph.successors.get(id) ?? []).flatMap((successor) => {
    const row = graph.byId.get(successor);
    if (row === undefined) return [];
    const others = row.waitsFor.filter((each) => each !== id).flatMap((each) => graph.byId.get(each) ?? []);
    return [{ row, others }];
  });
}

/**
 * The item beside one, for the keys. Each item stands below the first one that it waits for, so that a plan is a tree to the keys
 * and every item of it is reached; `next` leads along another edge where nothing stands below.
 */
export function neighbourOf(
  graph: PlanGraph,
  id: string,
  direction: 'next' | 'previous' | 'sibling-up' | 'sibling-down',
): string | undefined {
  const row = graph.byId.get(id);
  if (row === undefined) return undefined;
  const above = firstBefore(graph, row);
  if (direction === 'previous') return above;
  if (direction === 'next') return below(graph, id)[0] ?? graph.successors.get(id)?.[0];
  const siblings = above === undefined ? topOf(graph) : below(graph, above);
  return siblings[siblings.indexOf(id) + (direction === 'sibling-down' ? 1 : -1)];
}

function firstBefore(graph: PlanGraph, row: PlanRow): string | undefined {
  return row.dependsOn.find((each) => graph.byId.has(each));
}

function below(graph: PlanGraph, id: string): readonly string[] {
  return (graph.successors.get(id) ?? []).filter((each) => {
    const row = graph.byId.get(each);
    return row !== undefined && firstBefore(graph, row) === id;
  });
}

function topOf(graph: PlanGraph): readonly string[] {
  return [...graph.byId.values()]
    .filter((row) => firstBefore(graph, row) === undefined)
    .map(({ workItemId }) => workItemId);
}
