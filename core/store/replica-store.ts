// The port through which an Agent, or an app, keeps its copy of the Groups that it follows: Events in their exact bytes,
// the state folded from them, the Cursor, and the Commands that are still on their way out. One database for one
// Principal. Everything but Events and outbox can be made again; those two cannot.
import type { Change } from '../domain/world.ts';
import type { Event, ProtocolError } from '../protocol/generated/documents.ts';
import type { StoredRecord } from './authority-store.ts';

/** An Event of a Group as it was signed and verified, with what queries need beside it. */
export interface ReplicaEvent {
  readonly eventId: string;
  readonly groupId: string;
  readonly sequence: number;
  readonly bytes: Uint8Array;
}

/** An Event with its place in the order in which all of them were applied. */
export interface AppliedEvent {
  readonly ordinal: number;
  readonly event: ReplicaEvent;
}

/** Where a replica stands in a Group. */
export interface ReplicaGroup {
  readonly groupId: string;
  /** The log is here without gaps after this sequence: what lies before is not visible, or stands in a snapshot (DEL-010). */
  readonly startsAfter: number;
  /** The highest sequence up to which it was processed durably (DEL-003). */
  readonly cursor: number;
  /** Whether its Principal is a member as far as it knows; a Group that it has left stays readable. */
  readonly isFollowed: boolean;
}

/**
 * What happens to a Command from the wish to its end:
 * - `draft`: wanted, not signed: it needs epochs that are known only while a Session is open;
 * - `signed`: in its exact bytes, not sent yet;
 * - `sent`: sent in the Session that is open;
 * - `unknown`: sent in a Session that has ended, so that only the log can tell (IDM-001);
 * - `accepted`, `refused`, `abandoned`: over.
 */
export type OutboxState = 'draft' | 'signed' | 'sent' | 'unknown' | 'accepted' | 'refused' | 'abandoned';

export const FINAL_OUTBOX_STATES: ReadonlySet<OutboxState> = new Set(['accepted', 'refused', 'abandoned']);

/** A Command of this Principal, kept before it is sent (IDM-008). */
export interface OutboxEntry {
  readonly actionId: string;
  readonly groupId: string;
  readonly state: OutboxState;
  /** What was wanted, as JSON: enough to sign it again. */
  readonly draft: unknown;
  /** The exact bytes that were signed, from `signed` on. */
  readonly commandBytes: Uint8Array | undefined;
  readonly signingHash: string | undefined;
  /** The primary Event, when it was accepted. */
  readonly event: Event | undefined;
  /** Why it was refused. */
  readonly error: ProtocolError | undefined;
  /** The Command with a new Action ID that took its place after its epochs had been fenced (ERR-041). */
  readonly replacedBy: string | undefined;
  readonly createdAt: string;
  readonly changedAt: string;
}

/** A change of an entry. What it does not name stays. */
export type OutboxChange = Pick<OutboxEntry, 'actionId' | 'changedAt'> &
  Partial<Pick<OutboxEntry, 'state' | 'commandBytes' | 'signingHash' | 'event' | 'error' | 'replacedBy'>>;

/** A small value of a consumer, such as the state of a scheduler. Undefined removes it. */
export interface Note {
  /** A Group, or '' for what belongs to none. */
  readonly groupId: string;
  readonly name: string;
  readonly value: unknown;
}

/** Everything that processing some Events writes. Applied in one transaction (DEL-007). */
export interface ReplicaBatch {
  /** Per Group in sequence order, continuing the stored Cursor; the Cursor moves to the last one. */
  readonly events: readonly ReplicaEvent[];
  readonly changes: readonly Change[];
  readonly outbox: readonly OutboxChange[];
  readonly notes: readonly Note[];
}

/** A fresh beginning for a Group: its records are replaced and its log goes on after `startsAfter`. */
export interface ReplicaStart {
  readonly groupId: string;
  readonly startsAfter: number;
  /** What the Group's records are from now on. */
  readonly records: readonly StoredRecord[];
  /** What follows for records that stand under other names. */
  readonly changes: readonly Change[];
}

/**
 * Methods that write are durable when they return, and change nothing when they throw a `StoreFault`; with the kind
 * `commit-unknown` nobody can say, and the caller reads again. They run one after another.
 */
export interface ReplicaStore {
  readGroups(): Promise<readonly ReplicaGroup[]>;
  /** The state of one Group, or what belongs to none under '', in the order of first writing. */
  readRecords(groupId: string): Promise<readonly StoredRecord[]>;
  /** Events of a Group after a sequence, in order, at most `limit`. */
  readEvents(groupId: string, afterSequence: number, limit: number): Promise<readonly ReplicaEvent[]>;
  /** Those of some Events that are known, by id (DEL-001, DEL-008). */
  findEvents(eventIds: readonly string[]): Promise<ReadonlyMap<string, ReplicaEvent>>;

  /**
   * Begins to follow a Group, or begins anew in one: after the member came back and what happened meanwhile is not for
   * it (DEL-010), or with the state of a snapshot (DEL-006). A start before the Cursor of a known Group is a `conflict`: a
   * Cursor only moves forward (DEL-009). The Group is followed afterwards.
   */
  startGroup(start: ReplicaStart): Promise<void>;
  /** Notes whether a known Group is followed; nothing else changes. */
  markFollowed(groupId: string, isFollowed: boolean): Promise<void>;
  /**
   * Writes a batch. Events that do not continue their Group's Cursor, a Group that was never started, or an Event id
   * that is known already are a `conflict`.
   */
  apply(batch: ReplicaBatch): Promise<void>;

  /**
   * Adds an entry to the outbox. An Action ID that is known is a `conflict`, unless it came to nothing: then the new
   * entry takes its place (IDM-004).
   */
  addOutboxEntry(entry: OutboxEntry): Promise<void>;
  /**
   * All of it or nothing; an unknown Action ID is a `conflict`. `added` come after the changes, as by `addOutboxEntry`,
   * but for one that a change names in `replacedBy`: it stands where the other one stood.
   */
  changeOutbox(changes: readonly OutboxChange[], added?: readonly OutboxEntry[]): Promise<void>;
  readOutboxEntry(actionId: string): Promise<OutboxEntry | undefined>;
  /** Entries that are not over, in the order in which they were added. */
  readPendingOutbox(): Promise<readonly OutboxEntry[]>;
  /** Forgets entries that are over and were last changed before a time; answers how many. */
  pruneOutbox(changedBefore: string): Promise<number>;

  readNotes(groupId: string): Promise<ReadonlyMap<string, unknown>>;
  writeNotes(notes: readonly Note[]): Promise<void>;

  /** Puts other records in the place of all: only to make them again from the Events. */
  replaceRecords(records: Iterable<StoredRecord>): Promise<void>;
  /** All Events of all Groups in the order in which they were applied, a page after an ordinal (0 for the first). */
  readAppliedOrder(afterOrdinal: number, limit: number): Promise<readonly AppliedEvent[]>;
  /** What is wrong with the file or its contents; empty when nothing is. */
  checkIntegrity(): Promise<readonly string[]>;
  close(): Promise<void>;
}
