// Turns errors of the PostgreSQL driver into StoreFaults: the one place where SQLSTATEs are read.
import { DatabaseError } from 'pg';
import { StoreFault, type StoreFaultKind } from '../authority-store.ts';

/** By prefix, the longer one first: a class of SQLSTATEs is its first two characters. */
const KINDS: readonly (readonly [prefix: string, kind: StoreFaultKind])[] = [
  ['08', 'unreachable'],
  // Too many connections.
  ['53300', 'unreachable'],
  // Shut down, crashed, or not yet up.
  ['57P', 'unreachable'],
  // The session was idle inside a transaction for too long, and the server ended it.
  ['25P03', 'unreachable'],
  ['25006', 'readonly'],
  ['23505', 'conflict'],
  ['23503', 'conflict'],
  ['53100', 'full'],
  // Statement timeout, lock timeout, serialization failure, deadlock.
  ['57014', 'busy'],
  ['55P03', 'busy'],
  ['40', 'busy'],
  ['XX001', 'corrupt'],
  ['XX002', 'corrupt'],
];

/**
 * The fault for a driver error: by SQLSTATE when the server has answered, otherwise the connection is gone or never
 * was. Faults and programming errors stay what they are.
 */
export function toPostgresFault(error: unknown): unknown {
  if (error instanceof StoreFault || error instanceof TypeError || error instanceof RangeError) return error;
  if (!(error instanceof Error)) return error;
  if (!(error instanceof DatabaseError)) {
    // A host that cannot be reached under any of its addresses is an AggregateError without a message of its own.
    const message = error.message === '' ? 'no connection to the server' : error.message;
    return new StoreFault('unreachable', message, { cause: error });
  }
  const { code = '' } = error;
  const kind = KINDS.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 'other';
  return new StoreFault(kind, `${code}: ${error.message}`, { cause: error });
}

/** As `toPostgresFault`, for an error of COMMIT: without an answer nobody knows whether it happened. */
export function toCommitFault(error: unknown): unknown {
  const fault = toPostgresFault(error);
  if (!(fault instanceof StoreFault)) return fault;
  const isCompletionUnknown = error instanceof DatabaseError && error.code === '40003';
  if (fault.kind !== 'unreachable' && !isCompletionUnknown) return fault;
  return new StoreFault('commit-unknown', fault.message, { cause: error });
}
