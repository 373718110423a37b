// Live queries of the sample desk: rows that can be put and taken away, and everybody who follows hears of it.
import { compareRows, type LivePart, type LiveRow } from '../../core/contract/live.ts';

type Mutable<Part> = Part extends unknown ? { -readonly [Key in keyof Part]: MutableRows<Part[Key]> } : never;
type MutableRows<Value> = Value extends readonly (infer Row)[] ? Row[] : Value;

/** A part as the contract's handlers give it. */
export type MockPart<Row extends LiveRow, Summary> = Mutable<LivePart<Row, Summary>>;

let liveNumber = 0;

export class MockRows<Row extends LiveRow, Summary> {
  readonly #rows = new Map<string, Row>();
  readonly #watchers = new Set<(part: 'reset' | { put: Row[]; gone: string[] }) => void>();
  #summary: Summary;

  constructor(rows: readonly Row[], summary: Summary) {
    for (const row of rows) this.#rows.set(row.id, row);
    this.#summary = summary;
  }

  get rows(): readonly Row[] {
    return [...this.#rows.values()].toSorted(compareRows);
  }

  get summary(): Summary {
    return this.#summary;
  }

  put(...rows: Row[]): void {
    for (const row of rows) this.#rows.set(row.id, row);
    this.#tell({ put: rows, gone: [] });
  }

  take(...ids: string[]): void {
    for (const id of ids) this.#rows.delete(id);
    this.#tell({ put: [], gone: ids });
  }

  summarize(summary: Summary): void {
    this.#summary = summary;
    this.#tell({ put: [], gone: [] });
  }

  /** Other rows altogether, such as in another language. */
  reset(rows: readonly Row[], summary: Summary): void {
    this.#rows.clear();
    for (const row of rows) this.#rows.set(row.id, row);
    this.#summary = summary;
    this.#tell('reset');
  }

  async *follow(signal: AbortSignal | undefined): AsyncGenerator<MockPart<Row, Summary>, void, void> {
    liveNumber += 1;
    const liveId = `mock-${liveNumber}`;
    const queue: ('reset' | { put: Row[]; gone: string[] })[] = ['reset'];
    let wake = (): void => undefined;
    const watcher = (part: 'reset' | { put: Row[]; gone: string[] }): void => {
      queue.push(part);
      wake();
    };
    this.#watchers.add(watcher);
    const isOver = (): boolean => signal?.aborted === true;
    signal?.addEventListener('abort', () => wake());
    try {
      let number = 0;
      while (!isOver()) {
        const part = queue.shift();
        if (part === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        } else {
          const base = { liveId, number, summary: this.#summary };
          number += 1;
          yield (
            part === 'reset'
              ? { ...base, type: 'reset', rows: [...this.rows], more: false }
              : { ...base, type: 'patch', ...part }
          ) as MockPart<Row, Summary>;
        }
      }
    } finally {
      this.#watchers.delete(watcher);
    }
  }

  #tell(part: 'reset' | { put: Row[]; gone: string[] }): void {
    for (const watcher of this.#watchers) watcher(part);
  }
}
