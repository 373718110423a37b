// Batches for the store tests: small, valid, and different from each other by number.
import type { AdmissionLookup } from '../../core/protocol/admission.ts';
import type {
  AuthorityStore,
  CommitBatch,
  NewAdmission,
  Receipt,
  StoredEvent,
  StoredRecord,
} from '../../core/store/authority-store.ts';
import type {
  Actor,
  FirstAdmissionRecord,
  RegistryBinding,
} from '../../core/protocol/generated/documents.ts';

export const ORGANIZATION_ID = 'urn:heddle:test:organization';
export const WRITER = { type: 'service', id: 'urn:heddle:test:service:authority' } as const;
export const AGENT: Actor = { type: 'agent', id: 'urn:heddle:test:agent:worker' };
export const EMPTY: CommitBatch = { admissions: [], receipts: [], events: [], changes: [] };

export function groupOf(number: number): string {
  return `urn:heddle:test:group:${number}`;
}

/** Every number gives other bytes, which are no JSON: a store must not care. */
export function bytesOf(number: number): Uint8Array {
  return Uint8Array.from([0, 255, 128, number & 255, (number >> 8) & 255, 10, 0]);
}

export function eventOf(
  position: number,
  groupId = groupOf(1),
  sequence = position,
  bytes: Uint8Array = bytesOf(position),
): StoredEvent {
  return { position, eventId: `urn:heddle:test:event:${position}`, groupId, sequence, bytes };
}

/** An Event of the Organization, which stands in no Group. */
export function organizationEventOf(position: number, bytes: Uint8Array = bytesOf(position)): StoredEvent {
  return { ...eventOf(position), groupId: undefined, sequence: undefined, bytes };
}

export function receiptOf(number: number, primaryEventId = `urn:heddle:test:event:${number}`): Receipt {
  return {
    actor: AGENT,
    actionId: actionIdOf(number),
    signingHash: hashOf(number),
    primaryEventId,
    commandBytes: Buffer.from(bytesOf(number)),
  };
}

export function actionIdOf(number: number): string {
  return `urn:heddle:test:action:${number}`;
}

export function hashOf(number: number): string {
  return `sha256:${number.toString(16).padStart(64, '0')}`;
}

/** Of the Command with that number. */
export function admissionOf(number: number, changed: Partial<FirstAdmissionRecord> = {}): NewAdmission {
  const record = {
    protocolVersion: '0.1',
    admissionRecordId: `urn:heddle:test:admission-record:${number}`,
    organizationId: ORGANIZATION_ID,
    documentKind: 'command',
    signingHash: hashOf(number),
    keyId: 'urn:heddle:test:key:worker',
    principal: AGENT,
    trustedAcceptedAt: '2026-05-04T09:00:00Z',
    acceptedBy: WRITER,
    ...changed,
  } as const;
  return { documentId: actionIdOf(number), record };
}

/** Looks for the record of the Command with that number. */
export function lookUpAdmission(
  { admissions }: Pick<AuthorityStore, 'admissions'>,
  number: number,
  organizationId = ORGANIZATION_ID,
): Promise<AdmissionLookup> {
  return admissions.lookup(organizationId, hashOf(number), actionIdOf(number));
}

/** One accepted Command with one Event in Group 1. */
export function commandBatch(number: number): CommitBatch {
  return {
    admissions: [admissionOf(number)],
    receipts: [receiptOf(number)],
    events: [eventOf(number)],
    changes: [
      {
        kind: 'head',
        groupId: groupOf(1),
        id: '',
        value: { sequence: number, lastOccurredAt: '2026-05-04T09:00:00Z' },
      },
    ],
  };
}

/** A record whose value says which one it is. */
export function addressRecord(groupId: string, id: string, value: string): StoredRecord {
  return { kind: 'missionAddress', groupId, id, value: { groupId: value } };
}

export function bindingOf(
  name: string,
  recordedAt: readonly string[] = ['2026-01-01T00:00:00Z'],
  publicKey = `public key of ${name}`,
): RegistryBinding {
  return {
    keyId: `urn:heddle:test:key:${name}`,
    principal: { type: 'agent', id: `urn:heddle:test:agent:${name}` },
    algorithm: 'Ed25519',
    publicKey,
    validFrom: '2026-01-01T00:00:00Z',
    validityHistory: recordedAt.map((at, index) => ({ sequence: index + 1, recordedAt: at })),
  };
}

export const EVENTS_PER_BATCH = 3;

/** A batch of which half would show: Events of two Groups and the Organization, with everything that goes with them. */
export function crashBatch(number: number): CommitBatch {
  const position = (number - 1) * EVENTS_PER_BATCH + 1;
  return {
    admissions: [admissionOf(number)],
    receipts: [receiptOf(number, `urn:heddle:test:event:${position}`)],
    events: [
      eventOf(position, groupOf(1), number),
      eventOf(position + 1, groupOf(2), number),
      organizationEventOf(position + 2),
    ],
    changes: [
      addressRecord(groupOf(1), 'last', String(number)),
      addressRecord(groupOf(1), `batch ${number}`, 'x'),
    ],
  };
}
