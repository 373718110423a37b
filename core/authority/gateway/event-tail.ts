// The last Events of every Group in memory, so that live delivery to many subscribers reads the store not once each but
// not at all. It only ever holds unbroken stretches of a log; where it has nothing, the store is asked.
import type { Event } from '../../protocol/generated/documents.ts';
import { encodeDocumentFrame, PROTOCOL_VERSION } from '../../protocol/frame.ts';
import type { StoredEvent } from '../../store/authority-store.ts';
import type { CommittedEvent } from '../commit-batch.ts';

/** An Event of a Group's log, with its document when somebody has decoded it already. */
export interface LogEntry {
  readonly sequence: number;
  readonly stored: StoredEvent;
  readonly event: Event | undefined;
}

export class EventTail {
  private readonly maxBytes: number;
  private readonly newFrameId: () => string;
  private readonly entriesByGroupId = new Map<string, LogEntry[]>();
  /** Groups in the order in which their oldest entries came: the next to lose one. */
  private readonly order: string[] = [];
  private forgotten = 0;
  private bytes = 0;
  // One frame for all subscribers of an Event; it lives as long as the entry that it was built for.
  private readonly frames = new WeakMap<StoredEvent, Uint8Array>();

  constructor(maxBytes: number, newFrameId: () => string) {
    this.maxBytes = maxBytes;
    this.newFrameId = newFrameId;
  }

  add({ stored, event }: CommittedEvent): void {
    const { groupId, sequence } = stored;
    if (groupId === undefined || sequence === undefined) return;
    const entries = this.entriesByGroupId.get(groupId);
    const last = entries?.at(-1);
    if (entries === undefined || last === undefined) {
      this.entriesByGroupId.set(groupId, [{ sequence, stored, event }]);
    } else if (last.sequence + 1 === sequence) {
      entries.push({ sequence, stored, event });
    } else {
      // Commits that nobody was told of lie between: after a failed commit the Authority starts from the store.
      this.forgetGroup(groupId, entries);
      this.entriesByGroupId.set(groupId, [{ sequence, stored, event }]);
    }
    this.order.push(groupId);
    this.bytes += costOf(stored);
    while (this.bytes > this.maxBytes) this.dropOldest();
  }

  /** Events after a sequence, at most `limit`; undefined when the tail does not reach back that far. */
  read(groupId: string, afterSequence: number, limit: number): readonly LogEntry[] | undefined {
    const entries = this.entriesByGroupId.get(groupId);
    const first = entries?.[0];
    if (entries === undefined || first === undefined || afterSequence + 1 < first.sequence) return undefined;
    const from = afterSequence + 1 - first.sequence;
    return entries.slice(from, from + limit);
  }

  /** Forgets everything: commits have gone by that it was not told of. */
  clear(): void {
    this.entriesByGroupId.clear();
    this.order.length = 0;
    this.forgotten = 0;
    this.bytes = 0;
  }

  /** The EVENT frame around the exact bytes of an Event, built once. */
  frameOf(stored: StoredEvent): Uint8Array {
    const known = this.frames.get(stored);
    if (known !== undefined) return known;
    const frame = Buffer.from(
      encodeDocumentFrame({
        protocolVersion: PROTOCOL_VERSION,
        frameId: this.newFrameId(),
        frameType: 'EVENT',
        documentBytes: stored.bytes,
      }),
    );
    this.frames.set(stored, frame);
    return frame;
  }

  private dropOldest(): void {
    const groupId = this.order[this.forgotten];
    this.forgotten += 1;
    if (groupId === undefined) throw new Error('the tail counts bytes that it does not hold');
    const entries = this.entriesByGroupId.get(groupId);
    const dropped = entries?.shift();
    // Entries that were forgotten with their Group have left their place in the order behind.
    if (dropped !== undefined) this.bytes -= costOf(dropped.stored);
    if (entries?.length === 0) this.entriesByGroupId.delete(groupId);
    if (this.forgotten > 1_024 && this.forgotten * 2 > this.order.length) {
      this.order.splice(0, this.forgotten);
      this.forgotten = 0;
    }
  }

  private forgetGroup(groupId: string, entries: readonly LogEntry[]): void {
    for (const { stored } of entries) this.bytes -= costOf(stored);
    this.entriesByGroupId.delete(groupId);
  }
}

/** The Event's bytes, its document and its frame. */
function costOf({ bytes }: StoredEvent): number {
  return 3 * bytes.length + 256;
}
