// Notices commits that other processes make on the same SQLite file. It reads a counter and never the data.
import { StoreFault } from '../authority-store.ts';
import type { TroubleHook } from '../trouble.ts';

/**
 * Polls `PRAGMA data_version` while anybody listens. SQLite has no way to tell another process of a commit; the
 * counter of the writing connection changes with the commits of all others. Several processes on one file are for
 * tools beside an Authority; several Authorities belong on PostgreSQL.
 */
export class DataVersionWatch {
  private readonly readVersion: () => Promise<number | undefined>;
  private readonly pollMs: number;
  private readonly onTrouble: TroubleHook;
  private readonly listeners = new Set<{ readonly call: () => void }>();
  private timer: NodeJS.Timeout | undefined;
  private seen: number | undefined;
  private isPolling = false;

  /** `readVersion` asks the writing connection, and answers undefined while that is in a transaction. */
  constructor(readVersion: () => Promise<number | undefined>, pollMs: number, onTrouble: TroubleHook) {
    this.readVersion = readVersion;
    this.pollMs = pollMs;
    this.onTrouble = onTrouble;
  }

  /** Adds a listener and returns the way to remove it. */
  listen(call: () => void): () => void {
    // An object of its own, so that the same function may listen twice.
    const listener = { call };
    if (this.listeners.size === 0) {
      this.seen = undefined;
      this.timer = setInterval(() => this.startPoll(), this.pollMs);
      this.timer.unref();
      this.startPoll();
    }
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.stop();
    };
  }

  stop(): void {
    this.listeners.clear();
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private startPoll(): void {
    if (this.isPolling) return;
    this.isPolling = true;
    this.poll().catch((error: unknown) => {
      // Stopped meanwhile, nobody waits for this answer.
      if (this.listeners.size > 0) this.onTrouble(toTrouble(error));
    });
  }

  /** The first answer calls the listeners as well: what was committed before it would otherwise go unnoticed. */
  private async poll(): Promise<void> {
    try {
      const version = await this.readVersion();
      if (version === undefined || version === this.seen) return;
      this.seen = version;
      for (const { call } of this.listeners) call();
    } finally {
      this.isPolling = false;
    }
  }
}

function toTrouble(error: unknown): StoreFault {
  if (error instanceof StoreFault) return error;
  return new StoreFault('other', 'looking for commits of others failed', { cause: error });
}
