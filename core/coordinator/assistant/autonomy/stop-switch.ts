// The one switch that ends all signing without a person. It counts at once: what was allowed before it was pressed, and is
// not signed yet, is not signed any more, also not after it was released.

export interface StopRecord {
  readonly isStopped: boolean;
  /** Milliseconds since 1970; undefined while it was never touched. */
  readonly sinceMs: number | undefined;
}

export class StopSwitch {
  private current: StopRecord;
  /** Counts every stop. */
  private generation = 0;
  private controller = new AbortController();
  private readonly listeners = new Set<() => void>();

  /** As it stood before a restart. Whoever cannot read how it stood passes `unreadable`, and it is stopped. */
  constructor(kept: StopRecord | 'unreadable' = { isStopped: false, sinceMs: undefined }) {
    this.current = kept === 'unreadable' ? { isStopped: true, sinceMs: undefined } : kept;
    if (this.current.isStopped) this.controller.abort();
  }

  /** To be kept over a restart. */
  get record(): StopRecord {
    return this.current;
  }

  get isStopped(): boolean {
    return this.current.isStopped;
  }

  /** Aborted at the next stop, for everything that is under way. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  stop(nowMs: number): void {
    this.generation += 1;
    if (!this.current.isStopped) this.current = { isStopped: true, sinceMs: nowMs };
    this.controller.abort();
    for (const listener of this.listeners) listener();
  }

  /** Only ever on the word of a person. */
  release(nowMs: number): void {
    if (!this.current.isStopped) return;
    this.current = { isStopped: false, sinceMs: nowMs };
    this.controller = new AbortController();
    for (const listener of this.listeners) listener();
  }

  /** A question that answers true until the next stop, and false for ever after it. */
  watchFromNow(): () => boolean {
    const { generation } = this;
    return () => !this.current.isStopped && generation === this.generation;
  }

  /** Calls `onChange` after every change until the returned function is called. */
  subscribe(onChange: () => void): () => void {
    this.listeners.add(onChange);
    return () => this.listeners.delete(onChange);
  }
}
