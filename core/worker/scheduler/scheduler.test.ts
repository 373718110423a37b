import { expect, test } from 'vitest';
import type { Moment } from '../clock.ts';
import type { ScheduledItem } from './ready-items.ts';
import { Scheduler } from './scheduler.ts';
import { DEFAULT_GROUP_POLICY, DEFAULT_SCHEDULER_POLICY, type SchedulerPolicy } from './scheduler-policy.ts';

const START_MS = Date.UTC(2026, 4, 4, 9);
const HOUR_MS = 3_600_000;

function at(ms: number): Moment {
  return { wallMs: START_MS + ms, monotonicMs: ms };
}

function itemOf(workId: string, changes: Partial<ScheduledItem> = {}): ScheduledItem {
  return {
    workId,
    groupId: 'urn:group:a',
    term: 1,
    priority: 0,
    deadlineMs: undefined,
    effort: 'unknown',
    slots: 1,
    capabilityIds: [],
    isPreemptible: true,
    ...changes,
  };
}

function schedulerOf(changes: Partial<SchedulerPolicy> = {}): Scheduler {
  return new Scheduler({ ...DEFAULT_SCHEDULER_POLICY, ...changes });
}

function startedIds(scheduler: Scheduler, now: Moment): readonly string[] {
  return scheduler.dispatch(now).starts.map(({ runId }) => runId);
}

test('SCH-002: one slot runs one item, in the order of admission among equals', () => {
  const scheduler = schedulerOf();
  for (const id of ['w1', 'w2']) expect(scheduler.admit(itemOf(id), at(0))).toBe('accepted');
  expect(startedIds(scheduler, at(0))).toEqual(['w1:1']);
  expect(startedIds(scheduler, at(1))).toEqual([]);
  expect(scheduler.completed('w1:1', at(2)).ok).toBe(true);
  expect(startedIds(scheduler, at(2))).toEqual(['w2:1']);
});

test('admission answers name what is wrong', () => {
  const groups = new Map([
    ['urn:group:off', { ...DEFAULT_GROUP_POLICY, slotQuota: 0 }],
    ['urn:group:a', DEFAULT_GROUP_POLICY],
  ]);
  const scheduler = schedulerOf({
    slots: 2,
    maxItems: 3,
    maxItemsPerGroup: 2,
    groups,
    otherGroups: undefined,
    capabilities: new Set(['files.read']),
  });
  const answer = (changes: Partial<ScheduledItem>, id = 'new') =>
    scheduler.admit(itemOf(id, changes), at(HOUR_MS));
  expect(answer({}, 'w1')).toBe('accepted');
  expect(answer({}, 'w1')).toBe('duplicate');
  expect(answer({ groupId: 'urn:group:off' }, 'w1')).toBe('identifier_collision');
  expect(answer({ groupId: 'urn:group:other' })).toBe('group_not_allowed');
  expect(answer({ groupId: 'urn:group:off' })).toBe('group_quota_disabled');
  expect(answer({ capabilityIds: ['files.write'] })).toBe('unsupported_capability');
  expect(answer({ slots: 3 })).toBe('exceeds_capacity');
  expect(answer({ deadlineMs: START_MS + HOUR_MS })).toBe('deadline_expired');
  expect(answer({}, 'w2')).toBe('accepted');
  expect(answer({}, 'w3')).toBe('group_full');
  expect(scheduler.cancelled('w2', at(HOUR_MS)).ok).toBe(true);
  expect(answer({}, 'w2')).toBe('already_terminal');
  expect(answer({ term: 2 }, 'w2')).toBe('accepted');
  scheduler.adopt(itemOf('w4'), at(HOUR_MS));
  expect(answer({}, 'w5')).toBe('worker_full');
});

test('SCH-007: a new priority reorders what waits at once', () => {
  const scheduler = schedulerOf();
  for (const id of ['w1', 'w2', 'w3']) scheduler.admit(itemOf(id), at(0));
  scheduler.revise(itemOf('w3', { priority: 10 }), at(1));
  expect(startedIds(scheduler, at(1))).toEqual(['w3:1']);
});

test('SCH-007: another weight or quota of a Group counts from the next decision on', () => {
  const scheduler = schedulerOf({ slots: 2 });
  for (const id of ['a1', 'a2']) scheduler.admit(itemOf(id), at(0));
  scheduler.admit(itemOf('b1', { groupId: 'urn:group:b' }), at(0));
  scheduler.setGroupPolicy('urn:group:a', { ...DEFAULT_GROUP_POLICY, slotQuota: 0 }, at(0));
  expect(startedIds(scheduler, at(0))).toEqual(['b1:1']);
  scheduler.setGroupPolicy('urn:group:a', DEFAULT_GROUP_POLICY, at(1));
  expect(startedIds(scheduler, at(1))).toEqual(['a1:1']);
});

test('SCH-008: a run is asked only when it can be resumed, and goes back to the queue', () => {
  const scheduler = schedulerOf({ preemptAfterMs: 10 });
  scheduler.admit(itemOf('low'), at(0));
  expect(startedIds(scheduler, at(0))).toEqual(['low:1']);
  scheduler.admit(itemOf('high', { priority: 50 }), at(20));
  expect(scheduler.dispatch(at(20)).preemption).toBeUndefined();
  expect(scheduler.checkpointSaved('low:1').ok).toBe(true);
  expect(scheduler.dispatch(at(21)).preemption?.runId).toBe('low:1');
  // One request at a time.
  expect(scheduler.dispatch(at(22))).toEqual({ starts: [], preemption: undefined });
  expect(scheduler.preempted('low:1', at(23)).ok).toBe(true);
  expect(startedIds(scheduler, at(23))).toEqual(['high:1']);
  scheduler.completed('high:1', at(30));
  expect(startedIds(scheduler, at(30))).toEqual(['low:2']);
});

test('SCH-008: a run that failed to reach a safe point goes on, and needs a new checkpoint to be asked again', () => {
  const scheduler = schedulerOf({ preemptAfterMs: 0 });
  scheduler.admit(itemOf('low'), at(0));
  scheduler.dispatch(at(0));
  scheduler.checkpointSaved('low:1');
  scheduler.admit(itemOf('high', { priority: 50 }), at(1));
  expect(scheduler.dispatch(at(1)).preemption?.runId).toBe('low:1');
  expect(scheduler.preemptionFailed('low:1').ok).toBe(true);
  expect(scheduler.stateOf('low')).toBe('running');
  expect(scheduler.dispatch(at(2)).preemption).toBeUndefined();
  scheduler.checkpointSaved('low:1');
  expect(scheduler.dispatch(at(3)).preemption?.runId).toBe('low:1');
});

test('SCH-008: when a run may be asked only after a while, that is when to look again', () => {
  const scheduler = schedulerOf({ preemptAfterMs: 60_000 });
  scheduler.admit(itemOf('low'), at(0));
  scheduler.dispatch(at(0));
  scheduler.admit(itemOf('high', { priority: 50 }), at(10_000));
  expect(scheduler.dispatch(at(10_000)).preemption).toBeUndefined();
  // Without a checkpoint it is never asked; with one, waiting is all that is missing.
  expect(scheduler.nextDispatchInMs(at(10_000))).toBeUndefined();
  scheduler.checkpointSaved('low:1');
  expect(scheduler.nextDispatchInMs(at(10_000))).toBe(50_000);
  expect(scheduler.dispatch(at(59_999)).preemption).toBeUndefined();
  expect(scheduler.dispatch(at(60_000)).preemption?.runId).toBe('low:1');
  expect(scheduler.nextDispatchInMs(at(60_000))).toBeUndefined();
});

test('SCH-008: while nothing waits there is nothing to look for', () => {
  const scheduler = schedulerOf({ preemptAfterMs: 60_000 });
  scheduler.admit(itemOf('low'), at(0));
  scheduler.dispatch(at(0));
  scheduler.checkpointSaved('low:1');
  expect(scheduler.nextDispatchInMs(at(0))).toBeUndefined();
});

test('a transition under the id of an earlier run is refused', () => {
  const scheduler = schedulerOf();
  scheduler.admit(itemOf('w1'), at(0));
  scheduler.dispatch(at(0));
  scheduler.released('w1:1', at(1));
  scheduler.dispatch(at(2));
  for (const refused of [
    scheduler.completed('w1:1', at(3)),
    scheduler.blocked('w1:1', at(3)),
    scheduler.checkpointSaved('w1:1'),
    scheduler.preemptionFailed('w1:1'),
  ]) {
    expect(refused).toMatchObject({ ok: false, fault: { reason: 'stale_run' } });
  }
  expect(scheduler.completed('w9:1', at(3))).toMatchObject({ fault: { reason: 'unknown_work' } });
  expect(scheduler.preempted('w1:2', at(3))).toMatchObject({ fault: { reason: 'wrong_state' } });
  expect(scheduler.completed('w1:2', at(3)).ok).toBe(true);
});

test('a blocked item comes back after its delay, or when it is unblocked', () => {
  const scheduler = schedulerOf({ slots: 2 });
  for (const id of ['w1', 'w2']) scheduler.admit(itemOf(id), at(0));
  scheduler.dispatch(at(0));
  scheduler.blocked('w1:1', at(1), 1_000);
  scheduler.blocked('w2:1', at(1));
  expect(scheduler.nextDispatchInMs(at(1))).toBe(1_000);
  expect(startedIds(scheduler, at(1_000))).toEqual([]);
  // The wall clock may do what it wants meanwhile.
  expect(startedIds(scheduler, { wallMs: START_MS - 2 * HOUR_MS, monotonicMs: 1_001 })).toEqual(['w1:2']);
  scheduler.unblock('w2', at(1_002));
  expect(startedIds(scheduler, at(1_002))).toEqual(['w2:2']);
});

test('a quota holds a Group back while others go on', () => {
  const groups = new Map([['urn:group:a', { ...DEFAULT_GROUP_POLICY, slotQuota: 1, priorityBias: 100 }]]);
  const scheduler = schedulerOf({ slots: 3, groups });
  for (const id of ['a1', 'a2']) scheduler.admit(itemOf(id), at(0));
  for (const id of ['b1', 'b2']) scheduler.admit(itemOf(id, { groupId: 'urn:group:b' }), at(0));
  expect(startedIds(scheduler, at(0)).toSorted()).toEqual(['a1:1', 'b1:1', 'b2:1']);
});

test('restart: what can be resumed is ready, what cannot is blocked, and waiting goes on counting', () => {
  const before = schedulerOf({ slots: 2 });
  for (const id of ['w1', 'w2', 'w3']) before.admit(itemOf(id), at(0));
  before.dispatch(at(0));
  before.checkpointSaved('w1:1');
  const notes = before.toNotes('urn:group:a', at(600_000));
  expect(notes.items.find(({ item }) => item.workId === 'w3')?.waitedMs).toBe(600_000);
  const after = schedulerOf({ slots: 2 });
  if (notes.group !== undefined) after.restoreGroup(notes.group, at(0));
  for (const { item, ...known } of notes.items) after.adopt(item, at(0), known);
  expect(['w1', 'w2', 'w3'].map((id) => after.stateOf(id))).toEqual(['ready', 'blocked', 'ready']);
  // Its waiting of ten minutes puts it first; generations go on, so the old run stays fenced.
  expect(startedIds(after, at(1))).toEqual(['w3:1', 'w1:2']);
  expect(after.completed('w1:1', at(2))).toMatchObject({ fault: { reason: 'stale_run' } });
});

test('SCH-004: a Group that was away neither saves up nor pays for it', () => {
  const scheduler = schedulerOf({ leadMs: 0 });
  let nowMs = 0;
  const runOne = () => {
    const [start] = scheduler.dispatch(at(nowMs)).starts;
    nowMs += 60_000;
    if (start !== undefined) scheduler.completed(start.runId, at(nowMs));
    return start?.groupId;
  };
  for (let n = 0; n < 20; n += 1) scheduler.admit(itemOf(`a${n}`), at(0));
  for (let n = 0; n < 8; n += 1) runOne();
  for (let n = 0; n < 20; n += 1) scheduler.admit(itemOf(`b${n}`, { groupId: 'urn:group:b' }), at(nowMs));
  const served = Array.from({ length: 6 }, runOne);
  expect(served.filter((groupId) => groupId === 'urn:group:b')).toHaveLength(3);
});
