// The protected log of verification and admission failures (SIG-039): reasons for auditors that the wire never tells.
// A flood of bad documents must neither fill the disk nor delay good ones.
import type { AuditEntry, AuthorityStore } from '../store/authority-store.ts';
import { TokenBucket } from './gateway/token-bucket.ts';

/** Entries that may wait for the store at once. What comes on top is counted and dropped. */
const MAX_WAITING = 256;
/** Commands that the rules refuse are ordinary where many work at once: each costs a write, so only so many are kept. */
const REFUSAL_BURST = 200;
const REFUSAL_EVERY_MS = 50;

/** Writes entries one after another, in the background. */
export class AuditLog {
  private readonly store: Pick<AuthorityStore, 'writeAudit'>;
  private readonly waiting: AuditEntry[] = [];
  private readonly onFault: (error: unknown) => void;
  private writing: Promise<void> | undefined;
  private dropped = 0;
  private refusals: TokenBucket | undefined;

  /** `onFault` hears of entries that could not be written: an auditor has to know that some are missing. */
  constructor(store: Pick<AuthorityStore, 'writeAudit'>, onFault: (error: unknown) => void) {
    this.store = store;
    this.onFault = onFault;
  }

  /** Entries that were dropped because too many came at once. */
  get droppedCount(): number {
    return this.dropped;
  }

  record(entry: AuditEntry): void {
    if (this.waiting.length >= MAX_WAITING) {
      this.dropped += 1;
      return;
    }
    this.waiting.push(entry);
    this.wake();
  }

  /** A Command that the rules refused: kept as long as there are not too many of them. */
  recordRefusal(entry: AuditEntry, nowMs: number): void {
    this.refusals ??= new TokenBucket(REFUSAL_BURST, REFUSAL_EVERY_MS, nowMs);
    if (this.refusals.take(nowMs) === 0) this.record(entry);
    else this.dropped += 1;
  }

  /** Returns when every entry recorded so far was written or reported. */
  async flush(): Promise<void> {
    while (this.writing !== undefined) await this.writing;
  }

  private wake(): void {
    this.writing ??= this.writeAll().finally(() => {
      this.writing = undefined;
      if (this.waiting.length > 0) this.wake();
    });
  }

  private async writeAll(): Promise<void> {
    for (let entry = this.waiting.shift(); entry !== undefined; entry = this.waiting.shift()) {
      try {
        await this.store.writeAudit(entry);
      } catch (error) {
        this.onFault(error);
      }
    }
  }
}
