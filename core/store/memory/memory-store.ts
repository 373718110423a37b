// The store in memory: for tests, simulation and demonstrations. Nothing survives the process, and no other process
// can see it.
import type { Change, RecordKind } from '../../domain/world.ts';
import type { AdmissionLookup, LoggedAdmission } from '../../protocol/admission.ts';
import type { Actor, FirstAdmissionRecord, RegistryBinding } from '../../protocol/generated/documents.ts';
import { answerLookup, encodeAdmission } from '../admission-records.ts';
import {
  type AuditEntry,
  type AuthorityStore,
  type CommitBatch,
  type NewAdmission,
  type Receipt,
  type StoredCursor,
  type StoredEvent,
  type StoredRecord,
  StoreFault,
  type WriteTransaction,
} from '../authority-store.ts';
import { mergeBinding } from '../binding-history.ts';
import { commitThroughWrite } from '../commit-at.ts';
import { continueLog } from '../continuity.ts';
import { runGuarded } from '../guarded-work.ts';
import { findUnadmittedEvents } from '../log-checks.ts';
import { SerialQueue } from '../serial-queue.ts';

export interface MemoryStoreOptions {
  /** The service that writes here; the admission log vouches for it (ADM-004). */
  readonly writer: Actor;
}

/** A record as JSON text: what another adapter would give back, out of everybody's reach. */
interface TextRecord {
  readonly kind: StoredRecord['kind'];
  readonly id: string;
  readonly json: string;
}

interface AdmissionEntry {
  readonly record: FirstAdmissionRecord;
  readonly bytes: Buffer;
}

/** Everything that is committed; `write` changes it only after `work` has succeeded, without awaiting in between. */
export class MemoryStore implements AuthorityStore {
  readonly admissions = {
    lookup: async (organizationId: string, signingHash: string): Promise<AdmissionLookup> =>
      // There is nothing to report on the side: only a closed store is trouble, and the status says it.
      answerLookup(
        () => this.findAdmission(organizationId, signingHash),
        () => undefined,
      ),
  };

  private readonly writer: Actor;
  private readonly queue = new SerialQueue();
  private isClosed = false;
  private readonly events: StoredEvent[] = [];
  private readonly eventsById = new Map<string, StoredEvent>();
  private readonly eventsByGroupId = new Map<string, StoredEvent[]>();
  private readonly receiptsByKey = new Map<string, Receipt>();
  private readonly admissionsByKey = new Map<string, AdmissionEntry>();
  private readonly admissionRecordIds = new Set<string>();
  private readonly admittedEventHashes = new Set<string>();
  private readonly recordsByGroupId = new Map<string, Map<string, TextRecord>>();
  private readonly bindingsByKeyId = new Map<string, RegistryBinding>();
  private readonly cursorsByAgentId = new Map<string, Map<string, StoredCursor>>();
  private readonly auditsById = new Map<string, AuditEntry>();

  constructor(options: MemoryStoreOptions) {
    this.writer = { ...options.writer };
  }

  async readPosition(): Promise<number> {
    this.assertOpen();
    return this.events.length;
  }

  async readCommits(afterPosition: number, limit: number): Promise<readonly StoredEvent[]> {
    this.assertOpen();
    return copyEvents(this.events, afterPosition, limit);
  }

  async readGroupEvents(
    groupId: string,
    afterSequence: number,
    limit: number,
  ): Promise<readonly StoredEvent[]> {
    this.assertOpen();
    return copyEvents(this.eventsByGroupId.get(groupId) ?? [], afterSequence, limit);
  }

  async readEvent(eventId: string): Promise<StoredEvent | undefined> {
    this.assertOpen();
    const event = this.eventsById.get(eventId);
    return event === undefined ? undefined : copyEvent(event);
  }

  async readReceipt(actor: Actor, actionId: string): Promise<Receipt | undefined> {
    this.assertOpen();
    const receipt = this.receiptsByKey.get(receiptKey(actor, actionId));
    return receipt === undefined
      ? undefined
      : { ...receipt, actor: { ...receipt.actor }, commandBytes: Buffer.from(receipt.commandBytes) };
  }

  async readRecords(groupId: string, kinds?: readonly RecordKind[]): Promise<readonly StoredRecord[]> {
    this.assertOpen();
    const records = this.recordsByGroupId.get(groupId)?.values() ?? [];
    const wanted =
      kinds === undefined ? [...records] : [...records].filter(({ kind }) => kinds.includes(kind));
    return wanted.map((record) => decodeRecord(groupId, record));
  }

  async readRecord(kind: RecordKind, groupId: string, id: string): Promise<StoredRecord | undefined> {
    this.assertOpen();
    const record = this.recordsByGroupId.get(groupId)?.get(recordKeyOf(kind, id));
    return record === undefined ? undefined : decodeRecord(groupId, record);
  }

  async readGroupIds(): Promise<readonly string[]> {
    this.assertOpen();
    return [...this.eventsByGroupId.keys()];
  }

  async write<Answer>(work: (transaction: WriteTransaction) => Promise<Answer>): Promise<Answer> {
    this.assertOpen();
    return this.queue.run(async () => {
      let commit = () => {};
      const transaction: WriteTransaction = {
        position: this.events.length,
        readCommits: async (afterPosition, limit) => this.readCommits(afterPosition, limit),
        readReceipt: async (actor, actionId) => this.readReceipt(actor, actionId),
        readRecords: async (groupId, kinds) => this.readRecords(groupId, kinds),
        readRecord: async (kind, groupId, id) => this.readRecord(kind, groupId, id),
        append: async (batch) => {
          commit = this.prepareCommit(batch);
        },
      };
      const answer = await runGuarded(transaction, work);
      commit();
      return answer;
    });
  }

  commitAt(position: number, batch: CommitBatch): Promise<boolean> {
    return commitThroughWrite(this, position, batch);
  }

  async readBindings(): Promise<readonly RegistryBinding[]> {
    this.assertOpen();
    return structuredClone([...this.bindingsByKeyId.values()]);
  }

  async writeBinding(binding: RegistryBinding): Promise<void> {
    this.assertOpen();
    await this.queue.run(async () => {
      const { keyId, publicKey } = binding;
      for (const known of this.bindingsByKeyId.values()) {
        if (known.publicKey !== publicKey || known.keyId === keyId) continue;
        throw new StoreFault('conflict', `the public key of ${keyId} is that of ${known.keyId}`);
      }
      const merged = mergeBinding(this.bindingsByKeyId.get(keyId), binding);
      this.bindingsByKeyId.set(keyId, structuredClone(merged));
    });
  }

  async writeCursor(cursor: StoredCursor): Promise<void> {
    this.assertOpen();
    await this.queue.run(async () => {
      const { agentId, groupId, sequence } = cursor;
      const cursors = this.cursorsByAgentId.get(agentId) ?? new Map<string, StoredCursor>();
      if (sequence > (cursors.get(groupId)?.sequence ?? -1)) {
        cursors.set(groupId, { agentId, groupId, sequence });
      }
      this.cursorsByAgentId.set(agentId, cursors);
    });
  }

  async readCursors(agentId: string): Promise<readonly StoredCursor[]> {
    this.assertOpen();
    return structuredClone([...(this.cursorsByAgentId.get(agentId)?.values() ?? [])]);
  }

  async writeAudit(entry: AuditEntry): Promise<void> {
    this.assertOpen();
    await this.queue.run(async () => {
      if (this.auditsById.has(entry.auditId)) {
        throw new StoreFault('conflict', `audit entry ${entry.auditId} is already stored`);
      }
      this.auditsById.set(entry.auditId, { ...entry });
    });
  }

  async readAudit(limit: number, beforeAuditId?: string): Promise<readonly AuditEntry[]> {
    this.assertOpen();
    const newest = [...this.auditsById.values()].toReversed();
    const at = newest.findIndex(({ auditId }) => auditId === beforeAuditId);
    const from = beforeAuditId === undefined ? 0 : at === -1 ? newest.length : at + 1;
    return structuredClone(newest.slice(from, from + limit));
  }

  onForeignCommit(): () => void {
    this.assertOpen();
    return () => {};
  }

  async lookForForeignCommit(): Promise<void> {
    this.assertOpen();
  }

  async backup(): Promise<void> {
    this.assertOpen();
    throw new StoreFault('other', 'a store in memory has no backup');
  }

  async checkIntegrity(): Promise<readonly string[]> {
    this.assertOpen();
    // Everything else was checked on the way in, and nothing else can change it.
    return findUnadmittedEvents({
      readCommits: async (afterPosition, limit) => copyEvents(this.events, afterPosition, limit),
      hasEventAdmissions: async () => this.admittedEventHashes.size > 0,
      admittedAmong: async () => this.admittedEventHashes,
    });
  }

  async replaceState(records: Iterable<StoredRecord>): Promise<void> {
    this.assertOpen();
    await this.queue.run(async () => {
      // Encoded first: an error on the way leaves the old state as it is.
      const apply = prepareChanges([...records], this.recordsByGroupId);
      this.recordsByGroupId.clear();
      apply();
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.queue.drain();
  }

  private assertOpen(): void {
    if (this.isClosed) throw new StoreFault('other', 'the store is closed');
  }

  private findAdmission(organizationId: string, signingHash: string): LoggedAdmission | undefined {
    this.assertOpen();
    const entry = this.admissionsByKey.get(admissionKey(organizationId, signingHash));
    if (entry === undefined) return undefined;
    return { recordBytes: Buffer.from(entry.bytes), authenticatedService: { ...this.writer } };
  }

  /**
   * Checks and copies a whole batch and returns what puts it in place. The checks read what is committed, and that
   * cannot change before the commit because this turn of the queue holds the right to write. The commit itself cannot
   * fail half way: it only puts prepared values into maps.
   */
  private prepareCommit(batch: CommitBatch): () => void {
    const admissions = this.prepareAdmissions(batch.admissions);
    const receipts = new Map<string, Receipt>();
    for (const receipt of batch.receipts) {
      const key = receiptKey(receipt.actor, receipt.actionId);
      assertNew(this.receiptsByKey.has(key) || receipts.has(key), `receipt of ${receipt.actionId}`);
      receipts.set(key, structuredClone(receipt));
    }
    const events = new Map<string, StoredEvent>();
    for (const event of batch.events) {
      assertNew(this.eventsById.has(event.eventId) || events.has(event.eventId), `Event ${event.eventId}`);
      events.set(event.eventId, copyEvent(event));
    }
    continueLog(
      batch.events,
      this.events.length,
      (groupId) => this.eventsByGroupId.get(groupId)?.length ?? 0,
    );
    for (const { primaryEventId, actionId } of receipts.values()) {
      if (this.eventsById.has(primaryEventId) || events.has(primaryEventId)) continue;
      throw new StoreFault('conflict', `the receipt of ${actionId} names an Event that is not in the log`);
    }
    const applyChanges = prepareChanges(batch.changes, this.recordsByGroupId);
    return () => {
      for (const [key, entry] of admissions) this.keepAdmission(key, entry);
      for (const [key, receipt] of receipts) this.receiptsByKey.set(key, receipt);
      for (const event of events.values()) this.keepEvent(event);
      applyChanges();
    };
  }

  private prepareAdmissions(added: readonly NewAdmission[]): Map<string, AdmissionEntry> {
    const admissions = new Map<string, AdmissionEntry>();
    const recordIds = new Set<string>();
    for (const { record } of added) {
      const { admissionRecordId: recordId, organizationId, signingHash } = record;
      const key = admissionKey(organizationId, signingHash);
      assertNew(this.admissionsByKey.has(key) || admissions.has(key), `admission of ${signingHash}`);
      assertNew(
        this.admissionRecordIds.has(recordId) || recordIds.has(recordId),
        `admission record ${recordId}`,
      );
      recordIds.add(recordId);
      admissions.set(key, { record: structuredClone(record), bytes: encodeAdmission(record, this.writer) });
    }
    return admissions;
  }

  private keepAdmission(key: string, entry: AdmissionEntry): void {
    this.admissionsByKey.set(key, entry);
    this.admissionRecordIds.add(entry.record.admissionRecordId);
    if (entry.record.documentKind === 'event') this.admittedEventHashes.add(entry.record.signingHash);
  }

  private keepEvent(event: StoredEvent): void {
    this.events.push(event);
    this.eventsById.set(event.eventId, event);
    if (event.groupId === undefined) return;
    const log = this.eventsByGroupId.get(event.groupId);
    if (log === undefined) this.eventsByGroupId.set(event.groupId, [event]);
    else log.push(event);
  }
}

function assertNew(isKnown: boolean, what: string): void {
  if (isKnown) throw new StoreFault('conflict', `${what} is already stored`);
}

/** Both logs count from 1 without gaps, so what comes after a number begins at that index. */
function copyEvents(log: readonly StoredEvent[], after: number, limit: number): readonly StoredEvent[] {
  return log.slice(after, after + limit).map(copyEvent);
}

function copyEvent(event: StoredEvent): StoredEvent {
  const { position, eventId, groupId, sequence, bytes } = event;
  return { position, eventId, groupId, sequence, bytes: Buffer.from(bytes) };
}

/** Encodes every value before anything is changed. */
function prepareChanges(
  changes: readonly Change[],
  recordsByGroupId: Map<string, Map<string, TextRecord>>,
): () => void {
  const encoded = changes.map(({ kind, groupId, id, value }) => ({
    groupId,
    key: recordKeyOf(kind, id),
    record: value === undefined ? undefined : { kind, id, json: JSON.stringify(value) },
  }));
  return () => {
    for (const { groupId, key, record } of encoded) {
      const records = recordsByGroupId.get(groupId) ?? new Map<string, TextRecord>();
      if (record === undefined) records.delete(key);
      else records.set(key, record);
      recordsByGroupId.set(groupId, records);
    }
  };
}

function recordKeyOf(kind: RecordKind, id: string): string {
  return JSON.stringify([kind, id]);
}

/** The text was made of a record of its kind. */
function decodeRecord(groupId: string, { kind, id, json }: TextRecord): StoredRecord {
  return { kind, groupId, id, value: JSON.parse(json) } as StoredRecord;
}

function receiptKey(actor: Actor, actionId: string): string {
  return JSON.stringify([actor.type, actor.id, actionId]);
}

function admissionKey(organizationId: string, signingHash: string): string {
  return JSON.stringify([organizationId, signingHash]);
}
