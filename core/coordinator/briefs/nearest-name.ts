// The known name that somebody probably meant.

/** Longer names are not compared: the work grows with the product of the lengths. */
const LONGEST = 80;

/** The known name that differs least from `name`, when it differs little enough to be a slip of the hand. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  // A single letter is like every other one.
  const bound = Math.min(wanted.length - 1, Math.max(1, Math.floor(wanted.length / 3)));
  let best: { readonly text: string; readonly distance: number } | undefined;
  for (const text of known) {
    const distance = editDistance(wanted, text.toLowerCase());
    if (distance <= bound && distance < (best?.distance ?? Infinity)) best = { text, distance };
  }
  return best?.text;
}

/** Letters to insert, remove, replace or swap with their neighbour until `a` reads `b`. */
function editDistance(a: string, b: string): number {
  if (a.length > LONGEST || b.length > LONGEST) return a === b ? 0 : Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (beforeLast[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
