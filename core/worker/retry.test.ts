import { expect, test } from 'vitest';
import type { WorkContract } from '../protocol/generated/documents.ts';
import { decideRetry, durationMs, type FailedAttempt } from './retry.ts';

const NOW_MS = Date.UTC(2026, 4, 4, 9);
const DEADLINE = '2026-05-04T10:00:00.000Z';

function decide(policy: Partial<WorkContract['retryPolicy']>, attempt: Partial<FailedAttempt> = {}) {
  return decideRetry(
    {
      deadline: DEADLINE,
      retryPolicy: {
        maxAttempts: 5,
        backoff: 'exponential',
        maxDelay: 'PT10S',
        retryableFailures: ['FLAKY'],
        ...policy,
      },
    },
    { failureCode: 'FLAKY', failures: 1, wallMs: NOW_MS, remaining: {}, usage: {}, ...attempt },
  );
}

test('OPEN-039: none waits not at all, fixed the longest delay, exponential twice as long each time', () => {
  expect(decide({ backoff: 'none' })).toEqual({ kind: 'retry', delayMs: 0 });
  expect(decide({ backoff: 'fixed' })).toEqual({ kind: 'retry', delayMs: 10_000 });
  const delays = [1, 2, 3, 4].map((failures) => decide({ maxDelay: 'PT5S' }, { failures }));
  expect(delays.map((each) => (each.kind === 'retry' ? each.delayMs : each.reason))).toEqual([
    1_000, 2_000, 4_000, 5_000,
  ]);
  expect(decide({ maxDelay: 'PT0S' })).toEqual({ kind: 'retry', delayMs: 0 });
});

test('WORK-057: attempts, deadline and unlisted codes end it, and an empty list allows nothing', () => {
  expect(decide({}, { failures: 5 })).toMatchObject({ reason: 'attempts_exhausted' });
  expect(decide({ maxAttempts: 1 })).toMatchObject({ reason: 'attempts_exhausted' });
  expect(decide({}, { failureCode: 'OTHER' })).toMatchObject({ reason: 'permanent_failure' });
  expect(decide({ retryableFailures: [] })).toMatchObject({ reason: 'permanent_failure' });
  const end = Date.parse(DEADLINE);
  expect(decide({ backoff: 'none' }, { wallMs: end })).toMatchObject({ reason: 'deadline_exhausted' });
  expect(decide({ backoff: 'fixed' }, { wallMs: end - 10_000 })).toMatchObject({
    reason: 'deadline_exhausted',
  });
  expect(decide({ backoff: 'fixed' }, { wallMs: end - 10_001 })).toMatchObject({ kind: 'retry' });
});

test('WORK-055: nothing is tried again that has used up what it needs', () => {
  const usage = { toolCalls: 3 };
  expect(decide({}, { usage, remaining: { toolCalls: 0 } })).toMatchObject({ reason: 'budget_exhausted' });
  expect(decide({}, { usage, remaining: { toolCalls: 1 } })).toMatchObject({ kind: 'retry' });
});

test('DOC-COM-10: durations', () => {
  expect(['PT0S', 'PT5M', 'P1DT2H3.5S', 'PT0.25S'].map(durationMs)).toEqual([
    0,
    300_000,
    86_400_000 + 7_200_000 + 3_500,
    250,
  ]);
});
