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
  private polling: Promise<void> | undefined;

  /** `readVersion` asks the writing connection. */
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

  /** Looks now; with nobody listening there is nobody to tell. Rejects when the version cannot be read. */
  async look(): Promise<void> {
    // One that is under way may have read the counter before the commit that the caller asks about.
    await this.polling?.catch(() => {});
    if (this.listeners.size > 0) await this.pollOnce();
  }

  private startPoll(): void {
    if (this.polling !== undefined) return;
    this.pollOnce().catch((error: unknown) => {
      // Stopped meanwhile, nobody waits for this answer.
      if (this.listeners.size > 0) this.onTrouble(toTrouble(error));
    });
  }

  /** Whoever asks while a poll is under way gets that one. */
  private pollOnce(): Promise<void> {
    this.polling ??= this.poll().finally(() => {
      this.polling = undefined;
    });
    return this.polling;
  }

  /** The first answer calls the listeners as well: what was committed before it would otherwise go unnoticed. */
  private async poll(): Promise<void> {
    const version = await this.readVersion();
    if (version === this.seen) return;
    this.seen = version;
    for (const { call } of this.listeners) call();
  }
}

function toTrouble(error: unknown): StoreFault {
  if (error instanceof StoreFault) return error;
  return new StoreFault('other', 'looking for commits of others failed', { cause: error });
}
