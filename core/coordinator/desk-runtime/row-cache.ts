// Rows that are made again only when something that they follow from is another object. Records of the state never change
// in place, so the same record gives the same row.

export class RowCache<Row> {
  private readonly kept = new Map<string, { readonly causes: readonly unknown[]; readonly row: Row }>();
  private readonly touched = new Set<string>();

  /** The row under an id: the one of before when all its causes are the same. */
  row(id: string, causes: readonly unknown[], make: () => Row): Row {
    this.touched.add(id);
    const kept = this.kept.get(id);
    if (kept !== undefined && areSame(kept.causes, causes)) return kept.row;
    const row = make();
    this.kept.set(id, { causes, row });
    return row;
  }

  /** Forgets the rows that were not asked for since the last sweep. */
  sweep(): void {
    for (const id of this.kept.keys()) if (!this.touched.has(id)) this.kept.delete(id);
    this.touched.clear();
  }
}

function areSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((cause, index) => Object.is(cause, b[index]));
}
