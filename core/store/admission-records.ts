// First-admission records on their way into and out of a store (ADM-003, ADM-004). Decides nothing about admission.
import type { AdmissionLookup, LoggedAdmission } from '../protocol/admission.ts';
import type { Actor, FirstAdmissionRecord } from '../protocol/generated/documents.ts';
import { canonicalize } from '../protocol/jcs.ts';
import { StoreFault } from './authority-store.ts';

/** The bytes that are stored for a record, after the check that the service this store was opened for made it. */
export function encodeAdmission(record: FirstAdmissionRecord, writer: Actor): Buffer {
  const { acceptedBy } = record;
  if (acceptedBy.type !== writer.type || acceptedBy.id !== writer.id) {
    throw new StoreFault('other', `${record.admissionRecordId} was accepted by ${acceptedBy.id}, not by us`);
  }
  const canonical = canonicalize(record);
  if (!canonical.ok) throw new StoreFault('other', `not storable: ${canonical.fault.message}`);
  return Buffer.from(canonical.value);
}

/**
 * The typed answer of a lookup. A fault becomes a status, which fails closed, and is reported on the side because a
 * status has no room for its cause.
 */
export async function answerLookup(
  find: () => LoggedAdmission | undefined | Promise<LoggedAdmission | undefined>,
  onTrouble: (fault: StoreFault) => void,
): Promise<AdmissionLookup> {
  try {
    const logged = await find();
    return logged === undefined ? { status: 'authoritative-absence' } : { status: 'found', ...logged };
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    onTrouble(error);
    if (error.kind === 'corrupt') return { status: 'integrity-failed' };
    return { status: error.retryable ? 'unavailable' : 'indeterminate' };
  }
}
