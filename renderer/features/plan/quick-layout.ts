// Places the items of a large plan in layers from left to right, in milliseconds: layers by the longest way, an order in each
// that follows the neighbours, and places as near to them as the order allows. Small plans get a finer layout.

export interface LayoutGrid {
  readonly width: number;
  readonly height: number;
  /** Between layers, and between items of a layer. */
  readonly gapX: number;
  readonly gapY: number;
}

interface Item {
  readonly id: string;
  readonly before: Item[];
  readonly after: Item[];
  layer: number;
  /** Where it stands in its layer, then its middle in pixels. */
  at: number;
}

/** More of them change little. */
const SWEEPS = 6;

export function layOutQuickly(
  nodes: readonly string[],
  edges: readonly (readonly [string, string])[],
  grid: LayoutGrid,
): Record<string, { x: number; y: number }> {
  const items = new Map(
    nodes.map((id): [string, Item] => [id, { id, before: [], after: [], layer: 0, at: 0 }]),
  );
  for (const [from, to] of edges) {
    const [first, second] = [items.get(from), items.get(to)];
    if (first === undefined || second === undefined || first === second) continue;
    first.after.push(second);
    second.before.push(first);
  }
  const all = [...items.values()];
  const linked = all.filter(({ before, after }) => before.length + after.length > 0);
  const layers = layersOf(linked);
  order(layers);
  const stepY = grid.height + grid.gapY;
  const stepX = grid.width + grid.gapX;
  straighten(layers, stepY);

  const places: Record<string, { x: number; y: number }> = {};
  const top = Math.min(0, ...linked.map(({ at }) => at));
  for (const { id, layer, at } of linked) places[id] = { x: layer * stepX, y: at - top };
  // What nobody waits for stands in a block of its own below, not in one endless column.
  const alone = all.filter(({ before, after }) => before.length + after.length === 0);
  const below = linked.length === 0 ? 0 : Math.max(...linked.map(({ at }) => at)) - top + 2 * stepY;
  const columns = Math.max(1, layers.length, Math.ceil(Math.sqrt((alone.length * stepY) / stepX)));
  for (const [index, { id }] of alone.entries()) {
    places[id] = { x: (index % columns) * stepX, y: below + Math.floor(index / columns) * stepY };
  }
  return places;
}

/** Each as far to the left as what it waits for allows; what waits for nothing, right before the first that needs it. */
function layersOf(items: readonly Item[]): Item[][] {
  const waiting = new Map(items.map((item) => [item, item.before.length]));
  const ready = items.filter(({ before }) => before.length === 0);
  const seen: Item[] = [];
  for (let item = ready.pop(); item !== undefined; item = ready.pop()) {
    seen.push(item);
    for (const next of item.after) {
      next.layer = Math.max(next.layer, item.layer + 1);
      const left = (waiting.get(next) ?? 0) - 1;
      waiting.set(next, left);
      if (left === 0) ready.push(next);
    }
  }
  // A circle has no beginning; the rules of the protocol allow none, and a picture should not fail over one.
  for (const item of items) {
    if (item.before.length === 0)
      item.layer = Math.max(0, Math.min(...item.after.map(({ layer }) => layer)) - 1);
  }
  const layers: Item[][] = [];
  for (const item of items) (layers[item.layer] ??= []).push(item);
  return Array.from(layers, (layer) => layer ?? []);
}

/** Orders each layer by where the neighbours stand, forth and back. */
function order(layers: readonly Item[][]): void {
  for (const layer of layers) for (const [at, item] of layer.entries()) item.at = at;
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const isForth = sweep % 2 === 0;
    for (const layer of isForth ? layers : layers.toReversed()) {
      const wanted = new Map(
        layer.map((item) => [item, meanOf(isForth ? item.before : item.after) ?? item.at]),
      );
      layer.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0));
      for (const [at, item] of layer.entries()) item.at = at;
    }
  }
}

/** Turns the order into pixels: near to the neighbours, never nearer to each other than a step. */
function straighten(layers: readonly Item[][], step: number): void {
  for (const layer of layers) for (const item of layer) item.at *= step;
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const isForth = sweep % 2 === 0;
    for (const layer of isForth ? layers : layers.toReversed()) {
      const wanted = layer.map((item) => meanOf(isForth ? item.before : item.after) ?? item.at);
      const placed: number[] = [];
      for (const want of wanted)
        placed.push(Math.max(want, (placed.at(-1) ?? Number.NEGATIVE_INFINITY) + step));
      // Pushing goes down only; the layer as a whole goes back up by as much as it was pushed on average.
      const shift = (sumOf(placed) - sumOf(wanted)) / Math.max(1, layer.length);
      for (const [index, item] of layer.entries()) item.at = (placed[index] ?? 0) - shift;
    }
  }
}

function meanOf(items: readonly Item[]): number | undefined {
  return items.length === 0 ? undefined : sumOf(items.map(({ at }) => at)) / items.length;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
