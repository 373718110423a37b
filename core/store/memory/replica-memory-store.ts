// A replica in memory: for tests, and for an app that keeps nothing. Nothing survives the process.
import { type StoredRecord, StoreFault } from '../authority-store.ts';
import { collapseChanges } from '../record-changes.ts';
import { assertForward, continueCursors } from '../replica-continuity.ts';
import {
  type AppliedEvent,
  FINAL_OUTBOX_STATES,
  type Note,
  type OutboxChange,
  type OutboxEntry,
  type ReplicaBatch,
  type ReplicaEvent,
  type ReplicaGroup,
  type ReplicaStart,
  type ReplicaStore,
} from '../replica-store.ts';

/** A record as JSON text: what another adapter would give back, out of everybody's reach. */
interface TextRecord {
  readonly kind: StoredRecord['kind'];
  readonly id: string;
  readonly json: string;
}

export class MemoryReplicaStore implements ReplicaStore {
  private isClosed = false;
  private readonly groups = new Map<string, ReplicaGroup>();
  private readonly events: ReplicaEvent[] = [];
  private readonly eventsById = new Map<string, ReplicaEvent>();
  private readonly eventsByGroupId = new Map<string, ReplicaEvent[]>();
  private readonly recordsByGroupId = new Map<string, Map<string, TextRecord>>();
  private readonly outbox = new Map<string, OutboxEntry>();
  private readonly notesByGroupId = new Map<string, Map<string, string>>();

  async readGroups(): Promise<readonly ReplicaGroup[]> {
    this.assertOpen();
    // Entries are replaced, never changed.
    return [...this.groups.values()];
  }

  async readRecords(groupId: string): Promise<readonly StoredRecord[]> {
    this.assertOpen();
    return [...(this.recordsByGroupId.get(groupId)?.values() ?? [])].map(
      ({ kind, id, json }) => ({ kind, groupId, id, value: JSON.parse(json) }) as StoredRecord,
    );
  }

  async readEvents(groupId: string, afterSequence: number, limit: number): Promise<readonly ReplicaEvent[]> {
    this.assertOpen();
    const log = this.eventsByGroupId.get(groupId) ?? [];
    const first = log.findIndex(({ sequence }) => sequence > afterSequence);
    return first === -1 ? [] : log.slice(first, first + limit).map(copyEvent);
  }

  async findEvents(eventIds: readonly string[]): Promise<ReadonlyMap<string, ReplicaEvent>> {
    this.assertOpen();
    const found = new Map<string, ReplicaEvent>();
    for (const eventId of eventIds) {
      const event = this.eventsById.get(eventId);
      if (event !== undefined) found.set(eventId, copyEvent(event));
    }
    return found;
  }

  async startGroup({ groupId, startsAfter, records, changes }: ReplicaStart): Promise<void> {
    this.assertOpen();
    assertForward(groupId, this.groups.get(groupId)?.cursor, startsAfter);
    const putRecords = this.prepareRecords(records);
    const putChanges = this.prepareChanges(changes);
    this.recordsByGroupId.delete(groupId);
    putRecords();
    putChanges();
    this.groups.set(groupId, { groupId, startsAfter, cursor: startsAfter, isFollowed: true });
  }

  async markFollowed(groupId: string, isFollowed: boolean): Promise<void> {
    this.assertOpen();
    const group = this.groups.get(groupId);
    if (group !== undefined) this.groups.set(groupId, { ...group, isFollowed });
  }

  /** Everything is checked and copied before anything is changed; the rest cannot fail. */
  async apply({ events, changes, outbox, notes }: ReplicaBatch): Promise<void> {
    this.assertOpen();
    const cursors = continueCursors(events, (groupId) => this.groups.get(groupId)?.cursor);
    for (const { eventId } of events) {
      if (this.eventsById.has(eventId)) throw new StoreFault('conflict', `${eventId} is stored already`);
    }
    const copies = events.map(copyEvent);
    const putChanges = this.prepareChanges(changes);
    const putOutbox = this.prepareOutbox(outbox, []);
    const putNotes = this.prepareNotes(notes);
    for (const event of copies) this.keepEvent(event);
    putChanges();
    for (const [groupId, cursor] of cursors) {
      const group = this.groups.get(groupId);
      if (group !== undefined) this.groups.set(groupId, { ...group, cursor });
    }
    putOutbox();
    putNotes();
  }

  async addOutboxEntry(entry: OutboxEntry): Promise<void> {
    await this.changeOutbox([], [entry]);
  }

  async changeOutbox(changes: readonly OutboxChange[], added: readonly OutboxEntry[] = []): Promise<void> {
    this.assertOpen();
    this.prepareOutbox(changes, added)();
  }

  async readOutboxEntry(actionId: string): Promise<OutboxEntry | undefined> {
    this.assertOpen();
    const entry = this.outbox.get(actionId);
    return entry === undefined ? undefined : copyEntry(entry);
  }

  async readPendingOutbox(): Promise<readonly OutboxEntry[]> {
    this.assertOpen();
    return [...this.outbox.values()].filter(({ state }) => !FINAL_OUTBOX_STATES.has(state)).map(copyEntry);
  }

  async pruneOutbox(changedBefore: string): Promise<number> {
    this.assertOpen();
    const over = [...this.outbox.values()].filter(
      ({ state, changedAt }) => FINAL_OUTBOX_STATES.has(state) && changedAt < changedBefore,
    );
    for (const { actionId } of over) this.outbox.delete(actionId);
    return over.length;
  }

  async readNotes(groupId: string): Promise<ReadonlyMap<string, unknown>> {
    this.assertOpen();
    const notes = [...(this.notesByGroupId.get(groupId) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
    return new Map(notes.map(([name, json]) => [name, JSON.parse(json) as unknown]));
  }

  async writeNotes(notes: readonly Note[]): Promise<void> {
    this.assertOpen();
    this.prepareNotes(notes)();
  }

  async replaceRecords(records: Iterable<StoredRecord>): Promise<void> {
    this.assertOpen();
    const put = this.prepareRecords([...records]);
    this.recordsByGroupId.clear();
    put();
  }

  async readAppliedOrder(afterOrdinal: number, limit: number): Promise<readonly AppliedEvent[]> {
    this.assertOpen();
    return this.events
      .slice(afterOrdinal, afterOrdinal + limit)
      .map((event, index) => ({ event: copyEvent(event), ordinal: afterOrdinal + index + 1 }));
  }

  async checkIntegrity(): Promise<readonly string[]> {
    this.assertOpen();
    // Everything was checked on the way in, and nothing else can change it.
    return [];
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  private assertOpen(): void {
    if (this.isClosed) throw new StoreFault('other', 'the replica is closed');
  }

  private keepEvent(event: ReplicaEvent): void {
    this.events.push(event);
    this.eventsById.set(event.eventId, event);
    const log = this.eventsByGroupId.get(event.groupId);
    if (log === undefined) this.eventsByGroupId.set(event.groupId, [event]);
    else log.push(event);
  }

  private prepareRecords(records: readonly StoredRecord[]): () => void {
    const encoded = records.map(({ kind, groupId, id, value }) => ({
      groupId,
      key: JSON.stringify([kind, id]),
      record: { kind, id, json: JSON.stringify(value) },
    }));
    return () => {
      for (const { groupId, key, record } of encoded) {
        const table = this.recordsByGroupId.get(groupId) ?? new Map<string, TextRecord>();
        table.set(key, record);
        this.recordsByGroupId.set(groupId, table);
      }
    };
  }

  private prepareChanges(changes: ReplicaBatch['changes']): () => void {
    const { deletions, upserts } = collapseChanges(changes);
    const put = this.prepareRecords(upserts);
    return () => {
      for (const { kind, groupId, id } of deletions) {
        this.recordsByGroupId.get(groupId)?.delete(JSON.stringify([kind, id]));
      }
      put();
    };
  }

  private prepareOutbox(changes: readonly OutboxChange[], added: readonly OutboxEntry[]): () => void {
    const changed = new Map<string, OutboxEntry>();
    for (const change of changes) {
      const entry = changed.get(change.actionId) ?? this.outbox.get(change.actionId);
      if (entry === undefined) throw new StoreFault('conflict', `${change.actionId} is not in the outbox`);
      // What a change does not name, or names as undefined, stays.
      const named = Object.entries(change).filter(([, value]) => value !== undefined);
      changed.set(change.actionId, copyEntry({ ...entry, ...Object.fromEntries(named) }));
    }
    for (const entry of added) {
      const known = changed.get(entry.actionId) ?? this.outbox.get(entry.actionId);
      if (known !== undefined && known.state !== 'refused' && known.state !== 'abandoned') {
        throw new StoreFault('conflict', `${entry.actionId} is in the outbox already`);
      }
      changed.set(entry.actionId, copyEntry(entry));
    }
    return () => {
      // What takes the place of a failed one comes last, like everything that is added.
      for (const { actionId } of added) this.outbox.delete(actionId);
      for (const [actionId, entry] of changed) this.outbox.set(actionId, entry);
      for (const { actionId, replacedBy } of changes) {
        const entry = added.find((each) => each.actionId === replacedBy);
        if (entry !== undefined) this.replaceInLine(actionId, entry.actionId);
      }
    };
  }

  /** Puts an entry where another one stands, and that one at the end. */
  private replaceInLine(former: string, actionId: string): void {
    const before = [...this.outbox];
    const replacement = this.outbox.get(actionId);
    const replaced = this.outbox.get(former);
    if (replacement === undefined || replaced === undefined) return;
    this.outbox.clear();
    for (const [id, entry] of before) {
      if (id === former) this.outbox.set(actionId, replacement);
      else if (id !== actionId) this.outbox.set(id, entry);
    }
    this.outbox.set(former, replaced);
  }

  private prepareNotes(notes: readonly Note[]): () => void {
    const encoded = notes.map(({ groupId, name, value }) => ({
      groupId,
      name,
      json: value === undefined ? undefined : JSON.stringify(value),
    }));
    return () => {
      for (const { groupId, name, json } of encoded) {
        const table = this.notesByGroupId.get(groupId) ?? new Map<string, string>();
        if (json === undefined) table.delete(name);
        else table.set(name, json);
        this.notesByGroupId.set(groupId, table);
      }
    };
  }
}

function copyEvent({ eventId, groupId, sequence, bytes }: ReplicaEvent): ReplicaEvent {
  return { eventId, groupId, sequence, bytes: Buffer.from(bytes) };
}

/** A deep copy, its bytes as a Buffer like everywhere. */
function copyEntry({ commandBytes, draft, event, error, ...entry }: OutboxEntry): OutboxEntry {
  return {
    ...entry,
    draft: structuredClone(draft),
    commandBytes: commandBytes === undefined ? undefined : Buffer.from(commandBytes),
    event: structuredClone(event),
    error: structuredClone(error),
  };
}
