// The graph of what needs what: cycles spelled out, and an order in which everything comes after what it needs.

/** An order in which nothing stands before what it needs, stable by the given one; what is in a cycle is left out. */
export function orderByNeed(needs: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const waiting = new Map<string, number>();
  const dependents = new Map<string, string[]>();
  for (const [name, list] of needs) {
    const known = [...new Set(list)].filter((need) => needs.has(need));
    waiting.set(name, known.length);
    for (const need of known) dependents.set(need, [...(dependents.get(need) ?? []), name]);
  }
  const order: string[] = [];
  let ready = [...needs.keys()].filter((name) => waiting.get(name) === 0);
  while (ready.length > 0) {
    order.push(...ready);
    const freed = new Set<string>();
    for (const name of ready) {
      for (const dependent of dependents.get(name) ?? []) {
        const left = (waiting.get(dependent) ?? 0) - 1;
        waiting.set(dependent, left);
        if (left === 0) freed.add(dependent);
      }
    }
    ready = [...needs.keys()].filter((name) => freed.has(name));
  }
  return order;
}

/** Cycles, each once and each as a way back to its first name; not all that exist, but one through every knot. */
export function findCycles(needs: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const cycles: string[][] = [];
  const state = new Map<string, 'open' | 'done'>();
  for (const start of needs.keys()) {
    const way: { readonly name: string; readonly left: string[] }[] = [];
    const enter = (name: string) => {
      state.set(name, 'open');
      way.push({ name, left: [...(needs.get(name) ?? [])] });
    };
    if (!state.has(start)) enter(start);
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const next = top.left.shift();
      if (next === undefined) {
        state.set(top.name, 'done');
        way.pop();
      } else if (state.get(next) === 'open') {
        const from = way.findIndex(({ name }) => name === next);
        cycles.push([...way.slice(from).map(({ name }) => name), next]);
      } else if (needs.has(next) && !state.has(next)) {
        enter(next);
      }
    }
  }
  return cycles;
}

/** Everything that needs one of `names`, directly or through others, with `names` themselves. */
export function withDependents(
  needs: ReadonlyMap<string, readonly string[]>,
  names: Iterable<string>,
): ReadonlySet<string> {
  const found = new Set(names);
  for (const name of orderByNeed(needs)) {
    if ((needs.get(name) ?? []).some((need) => found.has(need))) found.add(name);
  }
  return found;
}
