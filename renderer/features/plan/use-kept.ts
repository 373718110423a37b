// Things of a list that are the same as before stay the same object, so that whatever draws them knows that nothing has changed.
import { useMemo, useState } from 'react';

interface Thing {
  readonly id: string;
}

class Kept<Each extends Thing> {
  private last: ReadonlyMap<string, Each> = new Map();

  take(wanted: readonly Each[]): Each[] {
    const now = wanted.map((each) => keep(this.last.get(each.id), each));
    this.last = new Map(now.map((each) => [each.id, each]));
    return now;
  }
}

export function useKept<Each extends Thing>(wanted: readonly Each[]): Each[] {
  const [kept] = useState(() => new Kept<Each>());
  return useMemo(() => kept.take(wanted), [kept, wanted]);
}

/** The one from before where nothing in it, nor in the objects right inside of it, is another. */
export function keep<Each extends Thing>(before: Each | undefined, now: Each): Each {
  return before !== undefined && isSame(before, now, 1) ? before : now;
}

function isSame(a: unknown, b: unknown, depth: number): boolean {
  if (Object.is(a, b)) return true;
  if (depth < 0 || typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [before, now] = [Object.entries(a), b as Readonly<Record<string, unknown>>];
  return (
    before.length === Object.keys(now).length &&
    before.every(([name, value]) => Object.hasOwn(now, name) && isSame(value, now[name], depth - 1))
  );
}
