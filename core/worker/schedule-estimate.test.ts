import { expect, test } from 'vitest';
import { estimateSchedule, isMaterialChange, type OwnLoad } from './schedule-estimate.ts';
import { DEFAULT_GROUP_POLICY, DEFAULT_SCHEDULER_POLICY } from './scheduler/scheduler-policy.ts';

const NOW_MS = Date.UTC(2026, 4, 4, 9);
const HOUR_MS = 3_600_000;
const LOAD: OwnLoad = {
  groupId: 'urn:group:a',
  itemsAhead: 0,
  meanRunMs: 600_000,
  expectedRunMs: 600_000,
  slots: 1,
  deadlineMs: NOW_MS + 24 * HOUR_MS,
  isHeld: false,
};

function estimate(changes: Partial<OwnLoad> = {}, policy = DEFAULT_SCHEDULER_POLICY) {
  return estimateSchedule(policy, { ...LOAD, ...changes }, NOW_MS);
}

test('DOC-WORK-32…36: an empty queue starts now, a filled one later and less surely', () => {
  expect(estimate()).toEqual({
    estimatedStart: '2026-05-04T09:00:00.000Z',
    estimatedCompletion: '2026-05-04T09:10:00.000Z',
    confidence: 0.8,
    capacityStatus: 'available',
    lastCalculatedAt: '2026-05-04T09:00:00.000Z',
  });
  const later = estimate({ itemsAhead: 2 });
  expect(later.capacityStatus).toBe('queued');
  expect(later.estimatedStart > estimate().estimatedStart).toBe(true);
  expect(later.confidence).toBeLessThan(0.8);
});

test('DOC-WORK-35: late is constrained, and waiting for others or for a quota is blocked', () => {
  expect(estimate({ deadlineMs: NOW_MS + 60_000 }).capacityStatus).toBe('constrained');
  expect(estimate({ isHeld: true })).toMatchObject({ capacityStatus: 'blocked', confidence: 0.1 });
  const groups = new Map([['urn:group:a', { ...DEFAULT_GROUP_POLICY, slotQuota: 0 }]]);
  expect(estimate({}, { ...DEFAULT_SCHEDULER_POLICY, groups }).capacityStatus).toBe('blocked');
});

test('SCH-010: only a change that matters is published again', () => {
  const before = estimate({ itemsAhead: 4 });
  expect(isMaterialChange(undefined, before)).toBe(true);
  expect(isMaterialChange(before, before)).toBe(false);
  expect(isMaterialChange(before, estimate({ itemsAhead: 12 }))).toBe(true);
  expect(isMaterialChange(before, estimate({ itemsAhead: 4, isHeld: true }))).toBe(true);
});
