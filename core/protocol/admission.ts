// First admission and historical replay (ADM-001…ADM-015): proof that a signed document was presented while its
// key was valid. The log is a port; this module decides, the adapter remembers.
import { isDeepStrictEqual } from 'node:util';
import { type DocumentKind, documentIdOf } from './document-kinds.ts';
import type { ErrorCode } from './error-codes.ts';
import type { Actor, FirstAdmissionRecord } from './generated/documents.ts';
import { canonicalize } from './jcs.ts';
import { parseJson } from './json.ts';
import { isValidAt } from './registry.ts';
import { accept, refuse, type Result } from './result.ts';
import { checkSchema } from './schema.ts';
import { parseTimestamp } from './timestamp.ts';
import type { VerifiedDocument } from './verify.ts';

/** A record as the log holds it, with the service that the log itself has authenticated as its writer. */
export interface LoggedAdmission {
  readonly recordBytes: Uint8Array;
  readonly authenticatedService: Actor;
}

/** Answers that prove nothing; every one of them fails closed (ADM-004). */
export type AdmissionLogTrouble = 'unauthenticated' | 'integrity-failed' | 'unavailable' | 'indeterminate';

export type AdmissionLookup =
  | ({ readonly status: 'found' } & LoggedAdmission)
  | { readonly status: 'authoritative-absence' }
  | { readonly status: AdmissionLogTrouble };

export type AdmissionAppend =
  | ({ readonly status: 'committed' | 'existing' } & LoggedAdmission)
  | { readonly status: 'conflict' | 'commit-failed' }
  | { readonly status: AdmissionLogTrouble };

/**
 * The Organization's append-only admission log (ADM-003, ADM-004): at most one record per Organization and signing
 * hash. An adapter authenticates writers, tells *found* from *authoritative absence*, and appends or returns the
 * existing record in one atomic step. It reports trouble as a status and never guesses.
 *
 * A lookup also says what the document calls itself (`documentIdOf`): an adapter may keep records in that order. The signing hash
 * covers it, so it adds nothing to the key.
 */
export interface AdmissionLog {
  lookup(organizationId: string, signingHash: string, documentId: string): Promise<AdmissionLookup>;
  appendOrReturnExisting(candidate: FirstAdmissionRecord): Promise<AdmissionAppend>;
}

/** What only a trusted service can add to a candidate: its id, the trusted time, and who vouches for it. */
export interface TrustedContext {
  readonly admissionRecordId: string;
  readonly trustedAcceptedAt: string;
  readonly acceptedBy: Actor;
}

/** The twelve reasons of section 3.7; for the protected log only. */
export type AdmissionReason =
  | 'record-missing'
  | 'record-binding-mismatch'
  | 'trusted-time-outside-key-interval'
  | 'malformed-trusted-time'
  | 'record-conflict'
  | 'record-schema-invalid'
  | 'log-authentication-failed'
  | 'append-integrity-not-established'
  | 'log-unavailable'
  | 'log-indeterminate'
  | 'commit-failed'
  | 'event-self-anchoring';

/** Why a document was not admitted. On the wire it looks like any other rejected signature (SIG-039). */
export interface AdmissionFault {
  readonly stage: 'admission';
  readonly reason: AdmissionReason;
  readonly wireCode: ErrorCode & 'AUTH_INVALID_SIGNATURE';
}

/** The part of a verified document that its record must agree with. */
export type AdmissionSubject = Pick<
  VerifiedDocument,
  'kind' | 'document' | 'bytes' | 'organizationId' | 'signingHash' | 'keyId' | 'principal' | 'binding'
>;

/**
 * Admits a verified document for the first time, or finds that it already was. The six stages must have passed
 * with *current* Registry evidence. `issueContext` is called at most once, and only after authoritative absence.
 * Whatever record the log returns is validated, committed or a concurrent winner (ADM-010).
 */
export async function admitFirst(
  subject: AdmissionSubject,
  log: AdmissionLog,
  issueContext: () => TrustedContext,
): Promise<Result<FirstAdmissionRecord, AdmissionFault>> {
  const found = await lookUp(subject, log);
  if (found.status === 'found') return validateRecord(subject, found);
  if (found.status !== 'authoritative-absence') return fail(LOOKUP_REASONS[found.status]);
  const candidate = prepareCandidate(subject, issueContext());
  if (!candidate.ok) return candidate;
  const appended = await log.appendOrReturnExisting(candidate.value);
  if (appended.status === 'committed' || appended.status === 'existing')
    return validateRecord(subject, appended);
  return fail(APPEND_REASONS[appended.status]);
}

/**
 * Confirms that a verified document was admitted in the past (ADM-012). The six stages must have passed with
 * *historical* evidence. Issues no context and appends nothing; without a record there is no admission.
 */
export async function replayAdmission(
  subject: AdmissionSubject,
  log: Pick<AdmissionLog, 'lookup'>,
): Promise<Result<FirstAdmissionRecord, AdmissionFault>> {
  const found = await lookUp(subject, log);
  if (found.status === 'found') return validateRecord(subject, found);
  return fail(found.status === 'authoritative-absence' ? 'record-missing' : LOOKUP_REASONS[found.status]);
}

/** Asks a log for the record of a document. */
export async function lookUp(
  { kind, document, organizationId, signingHash }: AdmissionSubject,
  log: Pick<AdmissionLog, 'lookup'>,
): Promise<AdmissionLookup> {
  return log.lookup(organizationId, signingHash, documentIdOf(kind, document));
}

/**
 * The record to append for a document, after the checks that must precede the append: a well-formed trusted time
 * inside the key's validity. It has no effect of its own (ADM-011).
 */
export function prepareCandidate(
  subject: Omit<AdmissionSubject, 'document' | 'bytes'> & Partial<AdmissionSubject>,
  context: TrustedContext,
): Result<FirstAdmissionRecord, AdmissionFault> {
  const trustedAt = parseTimestamp(context.trustedAcceptedAt);
  if (trustedAt === undefined) return fail('malformed-trusted-time');
  if (!isValidAt(subject.binding, trustedAt)) return fail('trusted-time-outside-key-interval');
  const candidate = {
    protocolVersion: '0.1',
    admissionRecordId: context.admissionRecordId,
    organizationId: subject.organizationId,
    documentKind: subject.kind,
    signingHash: subject.signingHash,
    keyId: subject.keyId,
    principal: subject.principal,
    trustedAcceptedAt: context.trustedAcceptedAt,
    acceptedBy: context.acceptedBy,
  };
  if (checkSchema('first-admission-record', candidate) !== undefined) return fail('record-schema-invalid');
  // The schema has just proven the shape.
  return accept(candidate as FirstAdmissionRecord);
}

/**
 * Validates a record that the log returned against the evidence of the six stages, in the order of ADM-013. The
 * record's bytes alone are never trusted (ADM-001): `authenticatedService` is the log's own finding.
 */
export function validateRecord(
  subject: AdmissionSubject,
  logged: LoggedAdmission,
): Result<FirstAdmissionRecord, AdmissionFault> {
  const parsed = parseJson(logged.recordBytes);
  if (
    subject.kind === 'event' &&
    isTheEventItself(subject, logged.recordBytes, parsed.ok ? parsed.value.value : undefined)
  ) {
    return fail('event-self-anchoring');
  }
  if (!parsed.ok) return fail('record-schema-invalid');
  const { value } = parsed.value;
  if (checkSchema('first-admission-record', value) !== undefined) return fail('record-schema-invalid');
  // The schema has just proven the shape.
  const record = value as unknown as FirstAdmissionRecord;
  const trustedAt = parseTimestamp(record.trustedAcceptedAt);
  if (trustedAt === undefined) return fail('malformed-trusted-time');
  if (!isSameAdmission(record, subject)) return fail('record-binding-mismatch');
  if (!isDeepStrictEqual(record.acceptedBy, logged.authenticatedService))
    return fail('log-authentication-failed');
  // Independent of the protected time, so that a backdated document is caught (ADM-014).
  if (!isValidAt(subject.binding, trustedAt)) return fail('trusted-time-outside-key-interval');
  return accept(record);
}

/** What ties a record to a document and its key (ADM-005, ADM-013 step 4). */
export interface AdmissionBinding {
  readonly organizationId: string;
  readonly documentKind: DocumentKind;
  readonly signingHash: string;
  readonly keyId: string;
  readonly principal: Actor;
}

/** Whether two admissions bind the same document, kind, key and Principal: a compatible record is one that does (ADM-005). */
export function isSameBinding(a: AdmissionBinding, b: AdmissionBinding): boolean {
  return (
    a.organizationId === b.organizationId &&
    a.documentKind === b.documentKind &&
    a.signingHash === b.signingHash &&
    a.keyId === b.keyId &&
    a.principal.type === b.principal.type &&
    a.principal.id === b.principal.id
  );
}

function isSameAdmission(record: FirstAdmissionRecord, subject: AdmissionSubject): boolean {
  return isSameBinding(record, { ...subject, documentKind: subject.kind });
}

/** A Signed Event never serves as its own admission record, as received or re-serialized (ADM-015). */
function isTheEventItself(subject: AdmissionSubject, recordBytes: Uint8Array, recordValue: unknown): boolean {
  if (Buffer.compare(recordBytes, subject.bytes) === 0) return true;
  const record = canonicalize(recordValue);
  const event = canonicalize(subject.document);
  return record.ok && event.ok && record.value === event.value;
}

const LOOKUP_REASONS: Readonly<Record<AdmissionLogTrouble, AdmissionReason>> = {
  unauthenticated: 'log-authentication-failed',
  'integrity-failed': 'log-authentication-failed',
  unavailable: 'log-unavailable',
  indeterminate: 'log-indeterminate',
};

const APPEND_REASONS: Readonly<Record<AdmissionLogTrouble | 'conflict' | 'commit-failed', AdmissionReason>> =
  {
    conflict: 'record-conflict',
    'commit-failed': 'commit-failed',
    unauthenticated: 'log-authentication-failed',
    'integrity-failed': 'append-integrity-not-established',
    unavailable: 'log-unavailable',
    indeterminate: 'log-indeterminate',
  };

function fail(reason: AdmissionReason): { readonly ok: false; readonly fault: AdmissionFault } {
  return refuse({ stage: 'admission', reason, wireCode: 'AUTH_INVALID_SIGNATURE' });
}
