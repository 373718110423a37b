// Leases as documents: opened, renewed, closed (LSE-001…LSE-010). Time alone ends them; nothing here reads a clock.
import type { Lease } from '../protocol/generated/documents.ts';
import { compareInstants, formatTimestamp, parseTimestamp } from '../protocol/timestamp.ts';
import type { Now } from './decision.ts';

/** `seconds` after the moment, as a timestamp. */
export function after(now: Now, seconds: number): string {
  return formatTimestamp(now.epochMs + seconds * 1_000);
}

/** The later of two timestamps; the first when they name the same instant. */
export function later(a: string, b: string): string {
  const first = parseTimestamp(a);
  const second = parseTimestamp(b);
  if (first === undefined || second === undefined) throw new Error('leases hold valid timestamps');
  return compareInstants(first, second) >= 0 ? a : b;
}

type NewLease = Pick<
  Lease,
  'leaseId' | 'leaseType' | 'missionId' | 'groupId' | 'holderAgentId' | 'sessionEpoch' | 'expiresAt'
> &
  Partial<Pick<Lease, 'workItemId' | 'coordinatorEpoch' | 'ownershipEpoch' | 'startBy'>>;

/** A lease that begins now. */
export function openLease(now: Now, lease: NewLease): Lease {
  return { ...lease, issuedAt: now.text, startsAt: now.text, state: 'active', renewalCount: 0 };
}

/** The same lease with a new end; its id stays (LSE-001, LSE-007). */
export function renewLease(now: Now, lease: Lease, expiresAt: string): Lease {
  return { ...lease, expiresAt, renewalCount: lease.renewalCount + 1, lastRenewedAt: now.text };
}

/**
 * A closed lease. One whose time was already over counts as expired at its own end, whatever the occasion (LSE-008).
 * A lease that was closed before is never rewritten: it comes back as it is.
 */
export function closeLease(
  now: Now,
  lease: Lease,
  state: 'revoked' | 'released',
  closureReason: string,
): Lease {
  if (lease.state !== 'active') return lease;
  const end = parseTimestamp(lease.expiresAt);
  if (end !== undefined && compareInstants(end, now.at) <= 0) {
    return { ...lease, state: 'expired', closedAt: lease.expiresAt, closureReason: 'expired' };
  }
  return { ...lease, state, closedAt: now.text, closureReason };
}
