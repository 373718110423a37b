// Notices commits that other processes make on the same SQLite file. It reads a counter and never the data.
import type Database from 'better-sqlite3';
import { StoreFault } from '../authority-store.ts';
import type { TroubleHook } from '../trouble.ts';
import { atEdge } from './sqlite-fault.ts';

/**
 * Polls `PRAGMA data_version` while anybody listens. SQLite has no way to tell another process of a commit; the
 * counter of the writing connection changes with the commits of all others. Several processes on one file are for
 * tools beside an Authority; several Authorities belong on PostgreSQL.
 */
export class DataVersionWatch {
  private readonly writer: Database.Database;
  private readonly pollMs: number;
  private readonly onTrouble: TroubleHook;
  private readonly listeners = new Set<{ readonly call: () => void }>();
  private timer: NodeJS.Timeout | undefined;
  private seen = 0;

  constructor(writer: Database.Database, pollMs: number, onTrouble: TroubleHook) {
    this.writer = writer;
    this.pollMs = pollMs;
    this.onTrouble = onTrouble;
  }

  /** Adds a listener and returns the way to remove it. */
  listen(call: () => void): () => void {
    // An object of its own, so that the same function may listen twice.
    const listener = { call };
    if (this.listeners.size === 0) {
      this.seen = this.readVersion();
      this.timer = setInterval(() => this.poll(), this.pollMs);
      this.timer.unref();
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

  private poll(): void {
    // Inside a transaction the counter stands still; the next poll sees what it missed.
    if (this.writer.inTransaction) return;
    let version: number;
    try {
      version = this.readVersion();
    } catch (error) {
      if (!(error instanceof StoreFault)) throw error;
      this.onTrouble(error);
      return;
    }
    if (version === this.seen) return;
    this.seen = version;
    for (const { call } of this.listeners) call();
  }

  private readVersion(): number {
    return atEdge(() => Number(this.writer.pragma('data_version', { simple: true })));
  }
}
