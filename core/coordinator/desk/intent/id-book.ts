// The ids of one draft: each is made once and kept, however often the Command is put together again, so that a re-computed
// sheet is about the same Command and an override can name its Action ID.

export class IdBook {
  private readonly ids: Map<string, string>;
  private readonly newId: (kind: string) => string;

  /** `known` are the ids that were kept with the draft. */
  constructor(newId: (kind: string) => string, known: Readonly<Record<string, string>> = {}) {
    this.ids = new Map(Object.entries(known));
    this.newId = newId;
  }

  /** The id of a slot, such as `offer` with the number of its candidate. */
  get(kind: string, number = 0): string {
    const slot = number === 0 ? kind : `${kind} ${number}`;
    const known = this.ids.get(slot);
    if (known !== undefined) return known;
    const id = this.newId(kind);
    this.ids.set(slot, id);
    return id;
  }

  /** To be kept with the draft. */
  toRecord(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.ids);
  }
}
