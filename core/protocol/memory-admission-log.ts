// The admission log in memory (ADM-003…ADM-005): for tests, simulation and short-lived tools. Nothing survives it.
import { type AdmissionAppend, type AdmissionLog, type AdmissionLookup, isSameBinding } from './admission.ts';
import type { Actor, FirstAdmissionRecord } from './generated/documents.ts';
import { canonicalize } from './jcs.ts';

/**
 * Holds records for one writer, which it vouches for as the authenticated service. Appends of one key are atomic
 * because nothing awaits between the look and the write.
 */
export class MemoryAdmissionLog implements AdmissionLog {
  private readonly writer: Actor;
  private readonly recordsByKey = new Map<
    string,
    { readonly record: FirstAdmissionRecord; readonly bytes: Uint8Array }
  >();
  private readonly keysByRecordId = new Map<string, string>();

  /** `writer` is the service that this log authenticates; a candidate accepted by anybody else is refused. */
  constructor(writer: Actor) {
    this.writer = writer;
  }

  async lookup(organizationId: string, signingHash: string): Promise<AdmissionLookup> {
    const entry = this.recordsByKey.get(logKey(organizationId, signingHash));
    if (entry === undefined) return { status: 'authoritative-absence' };
    return { status: 'found', recordBytes: Buffer.from(entry.bytes), authenticatedService: this.writer };
  }

  async appendOrReturnExisting(candidate: FirstAdmissionRecord): Promise<AdmissionAppend> {
    const { acceptedBy } = candidate;
    if (acceptedBy.type !== this.writer.type || acceptedBy.id !== this.writer.id)
      return { status: 'unauthenticated' };
    const key = logKey(candidate.organizationId, candidate.signingHash);
    const existing = this.recordsByKey.get(key);
    if (existing !== undefined) {
      if (!isSameBinding(existing.record, candidate)) return { status: 'conflict' };
      return {
        status: 'existing',
        recordBytes: Buffer.from(existing.bytes),
        authenticatedService: this.writer,
      };
    }
    // One record id never names records under different keys (ADM-003).
    if (this.keysByRecordId.has(candidate.admissionRecordId)) return { status: 'conflict' };
    const canonical = canonicalize(candidate);
    if (!canonical.ok) return { status: 'commit-failed' };
    const bytes = Buffer.from(canonical.value);
    // Copies on the way in and out: what the log holds is out of everybody's reach.
    this.recordsByKey.set(key, { record: structuredClone(candidate), bytes });
    this.keysByRecordId.set(candidate.admissionRecordId, key);
    return { status: 'committed', recordBytes: Buffer.from(bytes), authenticatedService: this.writer };
  }
}

/** Both halves are free of spaces, so the join is unambiguous. */
function logKey(organizationId: string, signingHash: string): string {
  return `${organizationId} ${signingHash}`;
}
