import { describe, expect, test } from 'vitest';
import type { Lease, WorkItem } from '../../../protocol/generated/documents.ts';
import type { Person } from '../../../contract/values.ts';
import { spansOf } from './plan-rows.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
const ms = (minute: number): number => Date.parse(at(minute));

// Only what has a place on the time axis.
const itemOf = (document: Partial<WorkItem>) => ({ document: document as WorkItem });
const leaseOf = (lease: Partial<Lease>): Lease => lease as Lease;

const agent = (id: string): Person => ({ type: 'agent', id, name: id });

describe('the bars of an item', () => {
  test('are its leases, to their end or to when they were closed', () => {
    const leases = [
      leaseOf({ leaseType: 'ownership', holderAgentId: 'a', startsAt: at(0), expiresAt: at(50) }),
      leaseOf({
        leaseType: 'execution',
        holderAgentId: 'a',
        startsAt: at(10),
        expiresAt: at(40),
        closedAt: at(20),
      }),
      leaseOf({ leaseType: 'blocked', holderAgentId: 'b', startsAt: at(20), expiresAt: at(30) }),
    ];
    expect(spansOf(itemOf({ state: 'blocked' }), leases, agent)).toEqual([
      { kind: 'ownership', fromMs: ms(0), toMs: ms(50), holder: agent('a') },
      { kind: 'execution', fromMs: ms(10), toMs: ms(20), holder: agent('a') },
      { kind: 'blocked', fromMs: ms(20), toMs: ms(30), holder: agent('b') },
    ]);
  });

  test('are a review that goes on while nobody has decided, and ends with the verdict', () => {
    const submission = { artifactHashes: [], evidenceIds: [], submittedAt: at(5) } as unknown as NonNullable<
      WorkItem['submission']
    >;
    expect(spansOf(itemOf({ state: 'submitted', submission }), [], agent)).toEqual([
      { kind: 'review', fromMs: ms(5), toMs: ms(5), isOpen: true },
    ]);
    expect(spansOf(itemOf({ state: 'verified', submission, updatedAt: at(9) }), [], agent)).toEqual([
      { kind: 'review', fromMs: ms(5), toMs: ms(9) },
    ]);
    expect(spansOf(itemOf({ state: 'open', submission, updatedAt: at(9) }), [], agent)).toEqual([]);
  });

  test('are an estimate with how sure it is', () => {
    const scheduleEstimate = {
      estimatedStart: at(1),
      estimatedCompletion: at(30),
      confidence: 0.7,
      capacityStatus: 'available' as const,
      lastCalculatedAt: at(0),
    };
    expect(spansOf(itemOf({ state: 'queued', scheduleEstimate }), [], agent)).toEqual([
      { kind: 'estimate', fromMs: ms(1), toMs: ms(30), confidence: 0.7 },
    ]);
  });
});
