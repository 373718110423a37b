// Whole lives of WorkItems, in front of a real Authority.
import { expect, test, vi } from 'vitest';
import type { WorkContract } from '../../core/protocol/generated/documents.ts';
import { DEFAULT_GROUP_POLICY } from '../../core/worker/scheduler/scheduler-policy.ts';
import { COORDINATOR } from '../harness/organization.ts';
import type { ScriptedRun } from './scripted-runner.ts';
import { WorkerWorld } from './worker-world.ts';

/** The next run of a WorkItem, once it has started. */
async function runOf(world: WorkerWorld, workItemId: string, nth = 1): Promise<ScriptedRun> {
  const runs = () => world.runner.runs.filter(({ request }) => request.workItemId === workItemId);
  await world.until(() => runs().length >= nth);
  return runs()[nth - 1] as ScriptedRun;
}

async function verify(world: WorkerWorld, workItemId: string): Promise<void> {
  const { organization, mission } = world;
  const evidence = [organization.evidenceOf(mission, workItemId, COORDINATOR)];
  const { groupId } = mission;
  await organization.mustAct('work.accept_result', COORDINATOR, { workItemId, evidence }, { groupId });
}

const RETRYING: Partial<WorkContract> = {
  retryPolicy: { maxAttempts: 2, backoff: 'fixed', maxDelay: 'PT30S', retryableFailures: ['FLAKY'] },
};

test('WORK-T04…WORK-T11: an offer is accepted, started, executed, published and submitted', async () => {
  const world = await WorkerWorld.open();
  const workItemId = await world.offer();
  const run = await runOf(world, workItemId);
  expect(run.request).toMatchObject({ workItemId, attempt: 1, ownershipEpoch: 1 });
  expect(run.request.executionLeaseId).toBe((await world.recordOf(workItemId)).executionLeaseId);
  run.reportUsage({ toolCalls: 3 });
  run.complete('the inventory');
  await world.until(() => world.stateOf(workItemId) === 'submitted');
  await world.settle();
  expect(world.sentKinds()).toEqual([
    'work.accept_offer',
    'work.start',
    'ext.missionweaveprotocol.core.resource_usage_record',
    'artifact.publish',
    'work.submit',
  ]);
  const record = await world.recordOf(workItemId);
  const [contentHash = ''] = record.document.submission?.artifactHashes ?? [];
  expect(Buffer.from(world.link.blobs.get(contentHash) ?? []).toString()).toBe('the inventory');
  expect(run.isDiscarded).toBe(true);
  await verify(world, workItemId);
  expect(world.link.refusals).toEqual([]);
  expect(world.faults).toEqual([]);
});

test('SCH-001, SCH-006: Groups have queues of their own, and share the slots', async () => {
  const world = await WorkerWorld.open({ scheduler: { slots: 1 } }, ['a', 'b']);
  const [a, b] = world.missions;
  if (a === undefined || b === undefined) throw new Error('two Missions');
  const first = await runOf(world, await world.offer({}, a));
  const ids = [await world.offer({}, a), await world.offer({}, b)];
  await world.until(() => world.sentKinds().filter((kind) => kind === 'work.accept_offer').length === 3);
  await world.settle();
  expect(world.runner.running).toHaveLength(1);
  expect(world.runtime.status().groups.map(({ items }) => items)).toEqual([2, 1]);
  world.clock.pass(60_000);
  first.complete();
  await world.until(() => world.runner.runs.length === 2);
  // Group a has used a minute, Group b none.
  expect(world.runner.running[0]?.request).toMatchObject({ groupId: b.groupId, workItemId: ids[1] });
  expect(world.runner.running[0]?.request.secrets).toEqual({});
});

test('SCH-007: a Group whose quota is lifted gets its slot at once', async () => {
  const groupId = 'urn:heddle:test:group:a';
  const shut = { weight: 1, slotQuota: 0, priorityBias: 0 };
  const world = await WorkerWorld.open();
  const first = await runOf(world, await world.offer());
  world.runtime.setGroupPolicy(groupId, { ...shut, slotQuota: 1 });
  const second = await world.offer();
  await world.until(() => world.stateOf(second) === 'queued');
  await world.settle();
  expect(world.runner.running).toEqual([first]);
  world.runtime.setGroupPolicy(groupId, { ...shut, slotQuota: undefined });
  await runOf(world, second);
});

test('WORK-052, WORK-053: blocked work saves its state, frees the slot, and goes on from there once unblocked', async () => {
  const world = await WorkerWorld.open();
  const workItemId = await world.offer();
  const run = await runOf(world, workItemId);
  run.saveCheckpoint('read', 'half of it');
  run.block('the key to the archive');
  await world.until(() => world.stateOf(workItemId) === 'blocked');
  await world.settle();
  const record = await world.recordOf(workItemId);
  expect(record.requiredResolution).toBe('the key to the archive');
  expect(record.checkpoint?.phase).toBe('read');
  expect(world.runtime.status().runs).toEqual([]);
  await world.organization.mustAct(
    'work.unblock',
    COORDINATOR,
    { workItemId },
    { groupId: world.mission.groupId },
  );
  const second = await runOf(world, workItemId, 2);
  expect(second.request.checkpoint).toMatchObject({ phase: 'read' });
  const path = second.request.checkpoint?.state?.path ?? '';
  expect(Buffer.from(world.files.get(path) ?? []).toString()).toBe('half of it');
  second.complete();
  await world.until(() => world.stateOf(workItemId) === 'submitted');
  expect(world.link.refusals).toEqual([]);
});

test('WORK-055…WORK-057: a failure that the contract lists is tried again after its delay, and then given up with Evidence', async () => {
  const world = await WorkerWorld.open();
  const workItemId = await world.offer(RETRYING);
  (await runOf(world, workItemId)).fail('FLAKY');
  await world.until(() => world.events.some(({ name }) => name === 'worker.work_retry'));
  await world.settle();
  expect(world.stateOf(workItemId)).toBe('queued');
  world.clock.pass(29_000);
  await world.settle();
  expect(world.runner.runs).toHaveLength(1);
  world.clock.pass(1_000);
  const second = await runOf(world, workItemId, 2);
  expect(second.request.attempt).toBe(2);
  second.fail('FLAKY');
  await world.until(() => world.stateOf(workItemId) === 'failed');
  const evidence = [...world.link.world.list('evidence', world.mission.groupId)].map(([, each]) => each);
  expect(evidence).toMatchObject([
    { type: 'failure_report', result: 'failed', details: { failureCode: 'FLAKY', attempts: 2 } },
  ]);
  expect(world.link.refusals).toEqual([]);
});

test('WORK-056: a failure that the contract does not list is permanent', async () => {
  const world = await WorkerWorld.open();
  const workItemId = await world.offer(RETRYING);
  (await runOf(world, workItemId)).fail('NO_SUCH_FILE');
  await world.until(() => world.stateOf(workItemId) === 'failed');
  expect(world.runner.runs).toHaveLength(1);
});

test('SCH-008: more pressing work gets the slot once the run has reached a safe point, which it resumes at', async () => {
  const world = await WorkerWorld.open({ scheduler: { slots: 1, preemptAfterMs: 1_000 } });
  const low = await world.offer({ requestedUrgency: 'routine' });
  const run = await runOf(world, low);
  world.clock.pass(2_000);
  const high = await world.offer({ requestedUrgency: 'critical' });
  await world.until(() => world.stateOf(high) === 'queued');
  await world.settle();
  // Without a checkpoint nobody asks.
  expect(run.isRunning).toBe(true);
  run.saveCheckpoint('half way', 'state');
  const second = await runOf(world, high);
  expect(run.stops).toEqual(['preempted']);
  expect(world.stateOf(low)).toBe('queued');
  second.complete();
  const resumed = await runOf(world, low, 2);
  expect(resumed.request.checkpoint).toMatchObject({ phase: 'half way', completedMilestones: ['half way'] });
  resumed.complete();
  await world.until(() => world.stateOf(low) === 'submitted');
  expect(world.link.refusals).toEqual([]);
});

test('SCH-008: a run that has not had its slot for long is asked later, although nothing else happens until then', async () => {
  const world = await WorkerWorld.open({ scheduler: { slots: 1, preemptAfterMs: 60_000 } });
  const run = await runOf(world, await world.offer({ requestedUrgency: 'routine' }));
  run.saveCheckpoint('half way', 'state');
  const high = await world.offer({ requestedUrgency: 'critical' });
  await world.until(() => world.stateOf(high) === 'queued');
  await world.settle();
  expect(run.isRunning).toBe(true);
  world.clock.pass(60_000);
  await runOf(world, high);
  expect(run.stops).toEqual(['preempted']);
});

test('SCH-008: nor is it forgotten when the time comes between a decision and the next look at the clock', async () => {
  const world = await WorkerWorld.open({ scheduler: { slots: 1, preemptAfterMs: 60_000 } });
  const run = await runOf(world, await world.offer({ requestedUrgency: 'routine' }));
  run.saveCheckpoint('half way', 'state');
  const high = await world.offer({ requestedUrgency: 'critical' });
  await world.until(() => world.stateOf(high) === 'queued');
  await world.settle();
  world.clock.pass(59_999);
  // A decision is made just before the moment; when it is over, the moment has passed.
  const { read } = world.clock;
  const reads = vi.spyOn(world.clock, 'read').mockImplementation(() => {
    const { wallMs, monotonicMs } = read();
    return { wallMs, monotonicMs: monotonicMs + (reads.mock.calls.length <= 2 ? 0 : 2) };
  });
  world.runtime.setGroupPolicy('urn:heddle:test:group:other', DEFAULT_GROUP_POLICY);
  reads.mockRestore();
  world.clock.pass(10);
  await runOf(world, high);
  expect(run.stops).toEqual(['preempted']);
});

test('WORK-042: work waits in the queue until its dependencies are verified, and holds no slot', async () => {
  const world = await WorkerWorld.open();
  const first = await world.offer();
  const second = await world.offer({ dependencyWorkItemIds: [first] });
  await world.until(() => world.stateOf(second) === 'queued');
  (await runOf(world, first)).complete();
  await world.until(() => world.stateOf(first) === 'submitted');
  await world.settle();
  expect(world.runner.runs).toHaveLength(1);
  await verify(world, first);
  (await runOf(world, second)).complete();
  await world.until(() => world.stateOf(second) === 'submitted');
  expect(world.link.refusals).toEqual([]);
});

test('WORK-T14: cancelled work is stopped, and nothing more is said about it', async () => {
  const world = await WorkerWorld.open();
  const workItemId = await world.offer();
  const run = await runOf(world, workItemId);
  const sent = world.link.sent.length;
  await world.organization.mustAct(
    'work.cancel',
    COORDINATOR,
    { workItemId },
    { groupId: world.mission.groupId },
  );
  await world.until(() => run.isDiscarded);
  await world.settle();
  expect(run.stops).toEqual(['cancelled']);
  expect(world.link.sent).toHaveLength(sent);
  expect(world.runtime.status().groups).toEqual([{ groupId: world.mission.groupId, items: 0, offers: 0 }]);
});

test('BUD-002: what the budget does not cover blocks the work, and asks for a decision', async () => {
  const world = await WorkerWorld.open();
  const workItemId = await world.offer({ budget: { toolCallLimit: 5 } });
  const run = await runOf(world, workItemId);
  run.reportUsage({ toolCalls: 6 });
  run.complete();
  await world.until(() => world.stateOf(workItemId) === 'blocked');
  expect((await world.recordOf(workItemId)).requiredResolution).toMatch(/larger budget/);
  expect([...world.link.world.list('artifact', world.mission.groupId)]).toEqual([]);
});

test('BUD-004: time that was measured is charged only where time was allocated', async () => {
  const world = await WorkerWorld.open();
  const workItemId = await world.offer({ budget: { toolCallLimit: 5 } });
  const run = await runOf(world, workItemId);
  run.reportUsage({ wallClockSeconds: 12, computeSeconds: 3 });
  run.complete();
  await world.until(() => world.stateOf(workItemId) === 'submitted');
  expect(world.sentKinds()).not.toContain('ext.missionweaveprotocol.core.resource_usage_record');
});

test('a Worker that stops gives everything back, and takes nothing on', async () => {
  const world = await WorkerWorld.open();
  const workItemId = await world.offer();
  const run = await runOf(world, workItemId);
  run.saveCheckpoint('half way');
  await world.runtime.stop();
  expect(run.stops).toContain('shutting-down');
  expect((await world.recordOf(workItemId)).document.state).toBe('queued');
  expect((await world.recordOf(workItemId)).checkpoint?.phase).toBe('half way');
  expect(world.link.presences.at(-1)).toMatchObject({ status: 'draining', capacity: { availableSlots: 0 } });
  const other = await world.offer();
  await world.settle();
  expect((await world.recordOf(other)).document.state).toBe('offered');
});
