// Batches for the tests of replica stores: small, and different from each other by number.
import type { Event, ProtocolError } from '../../core/protocol/generated/documents.ts';
import type {
  OutboxEntry,
  ReplicaBatch,
  ReplicaEvent,
  ReplicaStart,
} from '../../core/store/replica-store.ts';
import { addressRecord, bytesOf, groupOf } from './batches.ts';

export const NOTHING: ReplicaBatch = { events: [], changes: [], outbox: [], notes: [] };
export const AT = '2026-05-04T09:00:00Z';
export const LATER = '2026-05-04T09:00:01Z';

export function replicaEvent(number: number, groupId = groupOf(1), sequence = number): ReplicaEvent {
  return { eventId: `urn:heddle:test:event:${number}`, groupId, sequence, bytes: bytesOf(number) };
}

export function startOf(
  groupId: string,
  startsAfter = 0,
  records: ReplicaStart['records'] = [],
): ReplicaStart {
  return { groupId, startsAfter, records, changes: [] };
}

export function draftOf(number: number, changes: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    actionId: `urn:heddle:test:action:${number}`,
    groupId: groupOf(1),
    state: 'draft',
    draft: { kind: 'message.post', number },
    commandBytes: undefined,
    signingHash: undefined,
    event: undefined,
    error: undefined,
    replacedBy: undefined,
    createdAt: AT,
    changedAt: AT,
    ...changes,
  };
}

/** A store must not care what an Event or an Error says. */
export const SOME_EVENT = { eventId: 'urn:heddle:test:event:1' } as Event;
export const SOME_ERROR = { code: 'AUTH_FORBIDDEN' } as ProtocolError;

/** A batch of which half would show: two Groups, records, an outbox entry and a note, all with its number. */
export function crashReplicaBatch(number: number): ReplicaBatch {
  return {
    events: [replicaEvent(2 * number - 1, groupOf(1), number), replicaEvent(2 * number, groupOf(2), number)],
    changes: [
      addressRecord(groupOf(1), 'last', String(number)),
      addressRecord(groupOf(2), `batch ${number}`, 'x'),
    ],
    outbox: [{ actionId: 'urn:heddle:test:action:1', changedAt: String(number).padStart(6, '0') }],
    notes: [{ groupId: groupOf(1), name: 'last', value: number }],
  };
}
