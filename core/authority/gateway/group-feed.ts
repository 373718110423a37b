// Where one connection stands in one Group (WS-030…WS-042). Pure bookkeeping: what was sent, what is owed, what the
// filter lets through.
import type { AttentionFilter, Event } from '../../protocol/generated/documents.ts';
import type { StoredEvent } from '../../store/authority-store.ts';
import { isWanted } from './attention.ts';
import type { LogEntry } from './event-tail.ts';

export interface FeedStart {
  readonly groupId: string;
  readonly agentId: string;
  /** The first Event that is sent has the sequence after this one (DEL-011). */
  readonly after: number;
  /** The end of the log at the SUBSCRIBE. What lies after it is live, and only that is filtered (OPEN-023). */
  readonly head: number;
  readonly attention: AttentionFilter | undefined;
}

export class GroupFeed {
  readonly groupId: string;
  /** The last sequence that was sent or passed over: it moves forward by one at a time, or not at all. */
  position: number;
  /** The last sequence that is known to exist. */
  head: number;
  isPaused = false;
  private readonly agentId: string;
  private readonly attention: AttentionFilter | undefined;
  private readonly liveAfter: number;
  private start: number;
  /** Answers to the peer's own Commands that come when their turn in the log comes, whatever the filter says. */
  private readonly owed = new Map<number, StoredEvent>();

  constructor({ groupId, agentId, after, head, attention }: FeedStart) {
    this.groupId = groupId;
    this.agentId = agentId;
    this.attention = attention;
    this.position = after;
    this.start = after;
    this.head = head;
    this.liveAfter = head;
  }

  /** How many live Events have not been sent yet. */
  get liveLag(): number {
    return Math.max(0, this.head - Math.max(this.position, this.liveAfter));
  }

  /** Passes over what its Agent may not see (MEM-005). */
  skipTo(sequence: number): void {
    if (sequence <= this.position) return;
    this.position = sequence;
    this.start = sequence;
  }

  /** Takes the next Event of the log. Answers whether it is to be sent. */
  advance(entry: LogEntry): boolean {
    if (entry.sequence !== this.position + 1) {
      throw new Error(`the log of ${this.groupId} jumps from ${this.position} to ${entry.sequence}`);
    }
    this.position = entry.sequence;
    const isOwed = this.owed.delete(entry.sequence);
    return isOwed || this.passes(entry);
  }

  /** Whether an Event will still come by itself or be sent when its turn comes. Paused, nothing comes. */
  isAhead({ sequence }: { readonly sequence: number }): boolean {
    return !this.isPaused && sequence > this.position;
  }

  /** Whether an Event that lies behind was sent. */
  hasSent(entry: LogEntry): boolean {
    return entry.sequence > this.start && entry.sequence <= this.position && this.passes(entry);
  }

  owe(sequence: number, stored: StoredEvent): void {
    this.owed.set(sequence, stored);
  }

  /** What is owed and will not come by this feed any more; the caller sends it at once. */
  releaseOwed(): readonly StoredEvent[] {
    const released = [...this.owed.values()];
    this.owed.clear();
    return released;
  }

  private passes({ sequence, event, stored }: LogEntry): boolean {
    if (this.attention === undefined || sequence <= this.liveAfter) return true;
    return isWanted(this.attention, event ?? decodeEvent(stored), this.agentId);
  }
}

/** Our own bytes, verified when they were signed. */
function decodeEvent({ bytes }: StoredEvent): Event {
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as Event;
}
