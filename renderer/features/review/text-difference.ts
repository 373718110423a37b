// The difference of two texts by lines: the shortest edit, found along its diagonals (Myers, “An O(ND) Difference Algorithm”).

export interface DifferenceLine {
  readonly type: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Beyond this many lines, or changes, a comparison is no help to a reader and would hold up the window. */
const MAX_LINES = 20_000;
const MAX_CHANGES = 1_500;

/** Undefined when the texts are too long or too different to compare here. */
export function differenceOf(before: string, after: string): readonly DifferenceLine[] | undefined {
  const [a, b] = [linesOf(before), linesOf(after)];
  if (a.length + b.length > MAX_LINES) return undefined;
  const trace = traceOf(a, b);
  return trace === undefined ? undefined : walkBack(a, b, trace);
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replaceAll('\r\n', '\n').split('\n');
}

/** For each number of changes, how far each diagonal reaches in `a`. */
type Trace = readonly ReadonlyMap<number, number>[];

function traceOf(a: readonly string[], b: readonly string[]): Trace | undefined {
  const reach = new Map<number, number>([[1, 0]]);
  const trace: ReadonlyMap<number, number>[] = [];
  const most = Math.min(a.length + b.length, MAX_CHANGES);
  for (let changes = 0; changes <= most; changes += 1) {
    trace.push(new Map(reach));
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = isDown(reach, diagonal, changes)
        ? (reach.get(diagonal + 1) ?? 0)
        : (reach.get(diagonal - 1) ?? 0) + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      reach.set(diagonal, x);
      if (x >= a.length && x - diagonal >= b.length) return trace;
    }
  }
  return undefined;
}

function isDown(reach: ReadonlyMap<number, number>, diagonal: number, changes: number): boolean {
  if (diagonal === -changes) return true;
  return diagonal !== changes && (reach.get(diagonal - 1) ?? 0) < (reach.get(diagonal + 1) ?? 0);
}

function walkBack(a: readonly string[], b: readonly string[], trace: Trace): readonly DifferenceLine[] {
  const lines: DifferenceLine[] = [];
  let [x, y] = [a.length, b.length];
  for (let changes = trace.length - 1; changes >= 0; changes -= 1) {
    const reach = trace[changes] ?? new Map<number, number>();
    const diagonal = x - y;
    const from = isDown(reach, diagonal, changes) ? diagonal + 1 : diagonal - 1;
    const fromX = reach.get(from) ?? 0;
    const fromY = fromX - from;
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      x -= 1;
      y -= 1;
      lines.push({ type: 'same', text: a[x] ?? '' });
    }
    if (changes === 0) break;
    if (x === fromX) lines.push({ type: 'added', text: b[fromY] ?? '' });
    else lines.push({ type: 'removed', text: a[fromX] ?? '' });
    [x, y] = [fromX, fromY];
  }
  return lines.toReversed();
}

/** What is shown: changes with the lines around them; longer equal stretches are counted. */
export type DifferenceBlock =
  | { readonly type: 'lines'; readonly lines: readonly DifferenceLine[] }
  | { readonly type: 'gap'; readonly count: number };

const CONTEXT_LINES = 3;

export function blocksOfDifference(lines: readonly DifferenceLine[]): readonly DifferenceBlock[] {
  const isNear = lines.map((_, index) =>
    lines
      .slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1)
      .some(({ type }) => type !== 'same'),
  );
  const blocks: DifferenceBlock[] = [];
  let start = 0;
  while (start < lines.length) {
    let end = start;
    while (end < lines.length && isNear[end] === isNear[start]) end += 1;
    blocks.push(
      isNear[start] === true
        ? { type: 'lines', lines: lines.slice(start, end) }
        : { type: 'gap', count: end - start },
    );
    start = end;
  }
  return blocks;
}
