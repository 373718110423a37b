import { expect, test } from 'vitest';
import { nowAt } from '../domain/decision.ts';
import { openLease } from '../domain/leases.ts';
import { OFFLINE_EXTENSION } from '../domain/offline.ts';
import { beginStint, bindingOf, bufferAction, type NewAction, type OfflineStint } from './offline-buffer.ts';

const START_MS = Date.UTC(2026, 4, 4, 9);
const LIMITS = { graceMs: 60_000, maxActions: 2, maxUsage: { toolCalls: 5 } };
const LEASE = openLease(nowAt(START_MS), {
  leaseId: 'urn:lease:1',
  leaseType: 'execution',
  missionId: 'urn:mission:1',
  groupId: 'urn:group:1',
  workItemId: 'urn:work:1',
  holderAgentId: 'urn:agent:1',
  sessionEpoch: 4,
  ownershipEpoch: 2,
  expiresAt: nowAt(START_MS + 300_000).text,
});

function at(ms: number) {
  return { wallMs: START_MS + ms, monotonicMs: ms };
}

function stintAt(ms: number): OfflineStint {
  const start = { agentId: 'urn:agent:1', conversationId: 'urn:conversation:1', lease: LEASE };
  const stint = beginStint(start, LIMITS, at(ms));
  if (stint === undefined) throw new Error('no stint');
  return stint;
}

function note(actionId: string, usage: NewAction['usage'] = { toolCalls: 1 }): NewAction {
  return { actionId, content: { kind: 'message.post', messageId: `${actionId}-m`, text: 'went on' }, usage };
}

test('OFF-F09: the grace ends at the lease at the latest, and a lease that is over gives none', () => {
  expect(stintAt(10_000).graceDeadline).toBe(nowAt(START_MS + 70_000).text);
  expect(stintAt(290_000).graceDeadline).toBe(LEASE.expiresAt);
  const start = { agentId: 'urn:agent:1', conversationId: 'urn:conversation:1', lease: LEASE };
  expect(beginStint(start, LIMITS, at(300_000))).toBeUndefined();
  expect(beginStint(start, { ...LIMITS, graceMs: 0 }, at(0))).toBeUndefined();
});

test('OFF-009: nothing is buffered after the grace, beyond the number of actions, or beyond what may be used', () => {
  const stint = stintAt(0);
  expect(bufferAction(stint, note('a'), LIMITS, at(60_000))).toMatchObject({ fault: 'grace-over' });
  expect(bufferAction(stint, note('a', { toolCalls: 6 }), LIMITS, at(1))).toMatchObject({
    fault: 'too-much-usage',
  });
  expect(bufferAction(stint, note('a', { modelTokens: 1 }), LIMITS, at(1))).toMatchObject({
    fault: 'too-much-usage',
  });
  let held = stint;
  for (const id of ['a', 'b']) {
    const next = bufferAction(held, note(id), LIMITS, at(1));
    if (next.ok) held = next.value;
  }
  expect(held.actions).toHaveLength(2);
  expect(bufferAction(held, note('c'), LIMITS, at(2))).toMatchObject({ fault: 'too-many-actions' });
});

test('OFF-002: an action outside is never buffered', () => {
  const outside = note('a', { externalActions: 1 });
  expect(bufferAction(stintAt(0), outside, LIMITS, at(1))).toMatchObject({ fault: 'external-action' });
});

test('OFF-009: the same Action ID again is accepted when it says the same, and refused otherwise', () => {
  const first = bufferAction(stintAt(0), note('a'), LIMITS, at(1));
  if (!first.ok) throw new Error(first.fault);
  expect(bufferAction(first.value, note('a'), LIMITS, at(2))).toEqual({ ok: true, value: first.value });
  expect(bufferAction(first.value, note('a', { toolCalls: 2 }), LIMITS, at(2))).toMatchObject({
    fault: 'collision',
  });
});

test('OFF-001, OFF-F01…OFF-F11: every buffered action carries the critical binding, in order of time', () => {
  const buffered = bufferAction(stintAt(1_000), note('a'), LIMITS, at(2_000));
  if (!buffered.ok) throw new Error(buffered.fault);
  const [action] = buffered.value.actions;
  if (action === undefined) throw new Error('nothing was buffered');
  expect(bindingOf(buffered.value, action)).toEqual({
    [OFFLINE_EXTENSION]: {
      version: '0.1.0',
      critical: true,
      data: {
        agentId: 'urn:agent:1',
        groupId: 'urn:group:1',
        workItemId: 'urn:work:1',
        sessionEpoch: 4,
        ownershipEpoch: 2,
        executionLeaseId: 'urn:lease:1',
        disconnectedAt: nowAt(START_MS + 1_000).text,
        bufferedAt: nowAt(START_MS + 2_000).text,
        graceDeadline: nowAt(START_MS + 61_000).text,
        executionLeaseExpiresAt: LEASE.expiresAt,
        resourceUsageDelta: { toolCalls: 1 },
      },
    },
  });
});
