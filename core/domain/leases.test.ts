import { describe, expect, test } from 'vitest';
import { checkSchema } from '../protocol/schema.ts';
import { nowAt } from './decision.ts';
import { after, closeLease, later, openLease, renewLease } from './leases.ts';
import { START_MS } from './seeded-world.test-data.ts';

const START = nowAt(START_MS);
const at = (seconds: number) => nowAt(START_MS + seconds * 1_000);

const OWNERSHIP = openLease(START, {
  leaseId: 'urn:heddle:test:lease:1',
  leaseType: 'ownership',
  missionId: 'urn:heddle:test:mission:1',
  groupId: 'urn:heddle:test:group:1',
  workItemId: 'urn:heddle:test:work:1',
  holderAgentId: 'urn:heddle:test:agent:worker',
  sessionEpoch: 1,
  ownershipEpoch: 1,
  startBy: after(START, 60),
  expiresAt: after(START, 60),
});

describe('leases', () => {
  test('LSE-001 begins now, active and never renewed', () => {
    expect(OWNERSHIP).toMatchObject({
      issuedAt: '2026-05-04T09:00:00.000Z',
      startsAt: '2026-05-04T09:00:00.000Z',
      expiresAt: '2026-05-04T09:01:00.000Z',
      state: 'active',
      renewalCount: 0,
    });
    expect(checkSchema('lease', OWNERSHIP)).toBeUndefined();
  });

  test('LSE-007 a renewal keeps the id and counts', () => {
    const once = renewLease(at(10), OWNERSHIP, after(at(10), 60));
    const twice = renewLease(at(20), once, after(at(20), 60));
    expect(twice).toMatchObject({
      leaseId: OWNERSHIP.leaseId,
      issuedAt: OWNERSHIP.issuedAt,
      expiresAt: '2026-05-04T09:01:20.000Z',
      renewalCount: 2,
      lastRenewedAt: '2026-05-04T09:00:20.000Z',
    });
    expect(checkSchema('lease', twice)).toBeUndefined();
  });

  test.each(['released', 'revoked'] as const)('LSE-003 a live lease is %s at the moment', (state) => {
    const closed = closeLease(at(59), OWNERSHIP, state, 'work_submitted');
    expect(closed).toMatchObject({
      state,
      closedAt: '2026-05-04T09:00:59.000Z',
      closureReason: 'work_submitted',
    });
    expect(checkSchema('lease', closed)).toBeUndefined();
  });

  test.each([60, 61, 3_600])(
    'LSE-008 after %i s it has expired at its own end, whatever the occasion',
    (seconds) => {
      expect(closeLease(at(seconds), OWNERSHIP, 'revoked', 'work_failed')).toMatchObject({
        state: 'expired',
        closedAt: OWNERSHIP.expiresAt,
        closureReason: 'expired',
      });
    },
  );

  test('LSE-008 a closed lease is never rewritten', () => {
    const closed = closeLease(at(10), OWNERSHIP, 'released', 'work_checkpointed');
    expect(closeLease(at(20), closed, 'revoked', 'work_cancelled')).toBe(closed);
    expect(closeLease(at(90), closed, 'revoked', 'work_cancelled')).toBe(closed);
  });

  test('LSE-009 the later of two ends, by instant and not by text', () => {
    expect(later('2026-05-04T09:00:00Z', '2026-05-04T09:00:00.001Z')).toBe('2026-05-04T09:00:00.001Z');
    expect(later('2026-05-04T11:00:00+02:00', '2026-05-04T08:59:59Z')).toBe('2026-05-04T11:00:00+02:00');
    expect(later('2026-05-04T09:00:00Z', '2026-05-04T11:00:00+02:00')).toBe('2026-05-04T09:00:00Z');
  });

  test('a lease with an end that is no time is a bug, not input', () => {
    expect(() => later('soon', START.text)).toThrow('leases hold valid timestamps');
  });
});
