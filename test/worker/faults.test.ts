// What goes wrong around a Worker: lost leases, lost connections, other runtimes, crashes, and clocks that jump.
import { expect, test } from 'vitest';
import { OFFLINE_EXTENSION } from '../../core/domain/offline.ts';
import type { ToolAct } from '../../core/worker/capability-source.ts';
import { COORDINATOR } from '../harness/organization.ts';
import type { ScriptedRun } from './scripted-runner.ts';
import { WorkerWorld } from './worker-world.ts';

const RENEW = 'ext.missionweaveprotocol.core.work_execution_lease_renew';
const TOOL = 'urn:heddle:test:tool:mailer';
const RESOURCES = [{ resource: TOOL, operations: ['execute'] }];
const HOUR_MS = 3_600_000;

async function runOf(world: WorkerWorld, workItemId: string, nth = 1): Promise<ScriptedRun> {
  const runs = () => world.runner.runs.filter(({ request }) => request.workItemId === workItemId);
  await world.until(() => runs().length >= nth);
  return runs()[nth - 1] as ScriptedRun;
}

/** A tool outside, which counts what reaches it and when. */
function toolServer(world: WorkerWorld) {
  const calls: { readonly key: string; readonly atMs: number }[] = [];
  const act: ToolAct = { tool: TOOL, logicalOperationId: 'send-report' };
  return {
    calls,
    call: (runId: string, changes: Partial<ToolAct> = {}) =>
      world.runtime.gate.perform(runId, { ...act, ...changes }, async ({ idempotencyKey }) => {
        calls.push({ key: idempotencyKey, atMs: world.clock.read().monotonicMs });
        return 'sent';
      }),
  };
}

function runIdOf(world: WorkerWorld): string {
  return world.runtime.status().runs[0]?.runId ?? 'none';
}

test('LSE-007: a lease is renewed in time, and the run lives as long as it takes', async () => {
  const world = await WorkerWorld.open();
  const workItemId = await world.offer();
  const run = await runOf(world, workItemId);
  run.reportProgress({
    currentPhase: 'counting',
    completedMilestones: ['read'],
    nextCheckpoint: 'all',
    blockers: [],
  });
  for (let minute = 0; minute < 20; minute += 1) {
    world.clock.pass(60_000);
    await world.settle();
  }
  expect(run.isRunning).toBe(true);
  expect(world.sentKinds().filter((kind) => kind === RENEW).length).toBeGreaterThanOrEqual(7);
  const record = await world.recordOf(workItemId);
  expect(record.executionLeaseId).toBe(run.request.executionLeaseId);
  // What the run says of itself goes along (WORK-050, OPEN-038).
  expect(record.document.progress).toMatchObject({ currentPhase: 'counting', evidenceIds: [] });
  expect(world.link.refusals).toEqual([]);
});

test('LSE-001: a lease that cannot be renewed ends the process before its own end, and no tool is called any more', async () => {
  const world = await WorkerWorld.open({ admission: { sideEffectRisks: new Set(['external']) } });
  const workItemId = await world.offer({ allowedResources: RESOURCES, sideEffectRisk: 'external' });
  const run = await runOf(world, workItemId);
  expect(run.request.capabilityToken).toBe('token-1');
  const server = toolServer(world);
  const runId = runIdOf(world);
  expect(await server.call(runId)).toEqual({ ok: true, value: 'sent' });
  // From now on no renewal is answered, though the connection seems to hold.
  world.link.onSend = ({ kind }) => (kind === RENEW ? { status: 'abandoned' } : undefined);
  world.clock.pass(289_000);
  await world.settle();
  expect(run.isRunning).toBe(true);
  expect((await server.call(runId)).ok).toBe(true);
  world.clock.pass(2_000);
  expect(run.stops).toEqual(['lease-ended']);
  await world.until(() => run.isDiscarded);
  for (let second = 0; second < 30; second += 1) {
    world.clock.pass(1_000);
    expect((await server.call(runId)).ok).toBe(false);
  }
  expect(server.calls).toHaveLength(2);
  expect(server.calls.every(({ atMs }) => atMs < 300_000)).toBe(true);
  expect(world.stateOf(workItemId)).toBe('active');
  expect(world.runtime.status().runs).toEqual([]);
});

test('LSE-002: a run whose ownership was given to somebody else ends at the next renewal', async () => {
  const world = await WorkerWorld.open();
  const workItemId = await world.offer();
  const run = await runOf(world, workItemId);
  world.link.onSend = ({ kind }) =>
    kind === RENEW
      ? {
          status: 'refused',
          error: {
            code: 'WORK_STALE_OWNERSHIP',
            message: 'fenced',
            retryable: false,
            occurredAt: world.organization.nowText,
          },
        }
      : undefined;
  world.clock.pass(160_000);
  await world.until(() => run.isDiscarded);
  expect(run.stops).toEqual(['ownership-lost']);
});

for (const [name, jumpMs] of [
  ['forward', 2 * HOUR_MS],
  ['back', -2 * HOUR_MS],
] as const) {
  test(`FLR-004: a clock that jumps two hours ${name} lets no run and no call outlive the lease`, async () => {
    const world = await WorkerWorld.open({ admission: { sideEffectRisks: new Set(['external']) } });
    const workItemId = await world.offer({ allowedResources: RESOURCES, sideEffectRisk: 'external' });
    const run = await runOf(world, workItemId);
    const server = toolServer(world);
    const runId = runIdOf(world);
    world.link.onSend = ({ kind }) => (kind === RENEW ? { status: 'abandoned' } : undefined);
    world.clock.jumpWall(jumpMs);
    world.link.tell({ kind: 'woke', jumpMs });
    // Ahead, the lease seems to be over, and nothing is done on a guess; behind, the other clock still counts.
    expect(run.isRunning).toBe(jumpMs < 0);
    for (let second = 0; second < 310; second += 1) {
      world.clock.pass(1_000);
      await server.call(runId);
    }
    expect(run.isRunning).toBe(false);
    expect(run.stops).toEqual(['lease-ended']);
    expect(server.calls.length).toBe(jumpMs < 0 ? 289 : 0);
    expect(server.calls.every(({ atMs }) => atMs < 300_000)).toBe(true);
  });
}

test('OFF-004, OFF-005: a short loss of the connection is bridged, told first, and the run goes on under a new lease', async () => {
  const world = await WorkerWorld.open();
  const workItemId = await world.offer();
  const run = await runOf(world, workItemId);
  const oldLease = run.request.executionLeaseId;
  world.clock.pass(10_000);
  world.link.disconnect();
  world.clock.pass(5_000);
  run.reportUsage({ toolCalls: 2 });
  run.reportUsage({ toolCalls: 1 });
  expect(run.isRunning).toBe(true);
  expect(await toolServer(world).call(runIdOf(world))).toMatchObject({ fault: { reason: 'offline' } });
  const before = world.link.sent.length;
  world.clock.pass(5_000);
  await world.link.connect();
  await world.until(() => world.link.sent.length >= before + 3);
  await world.settle();
  const told = world.link.sent.slice(before);
  expect(told.map(({ kind }) => kind)).toEqual(['message.post', 'message.post', 'work.start']);
  expect(told[0]?.extensions?.[OFFLINE_EXTENSION]?.data).toMatchObject({
    executionLeaseId: oldLease,
    sessionEpoch: 2,
    resourceUsageDelta: { toolCalls: 2 },
  });
  expect(run.isRunning).toBe(true);
  const record = await world.recordOf(workItemId);
  expect(record.executionLeaseId).not.toBe(oldLease);
  run.complete();
  await world.until(() => world.stateOf(workItemId) === 'submitted');
  // What was charged with the Messages is not charged again.
  expect(world.sentKinds()).not.toContain('ext.missionweaveprotocol.core.resource_usage_record');
  const account = world.link.world.get('account', world.mission.groupId, workItemId);
  expect(account?.usage.toolCalls).toBe(3);
  expect(world.link.refusals).toEqual([]);
});

test('FLR-003, OFF-009: beyond its grace a run is stopped at a checkpoint, which is told under the new lease', async () => {
  const world = await WorkerWorld.open();
  const workItemId = await world.offer();
  const run = await runOf(world, workItemId);
  run.saveCheckpoint('half way', 'state');
  await world.settle();
  world.link.disconnect();
  world.clock.pass(109_000);
  expect(run.isRunning).toBe(true);
  world.clock.pass(2_000);
  await world.until(() => !run.isRunning);
  expect(run.stops).toEqual(['lease-ended']);
  world.clock.pass(60_000);
  const before = world.link.sent.length;
  await world.link.connect();
  const resumed = await runOf(world, workItemId, 2);
  const told = world.link.sent.slice(before);
  expect(told.map(({ kind }) => kind)).toEqual(['work.start', 'work.checkpoint', 'work.start']);
  expect(told[1]?.payload).toMatchObject({ checkpoint: { phase: 'half way' } });
  expect(told[1]?.extensions?.[OFFLINE_EXTENSION]?.critical).toBe(true);
  expect(resumed.request.checkpoint).toMatchObject({ phase: 'half way' });
  expect(world.link.refusals).toEqual([]);
});

test('FLR-004: work with effects outside stops when the connection is lost, and is not repeated without a decision', async () => {
  const world = await WorkerWorld.open({ admission: { sideEffectRisks: new Set(['external']) } });
  const workItemId = await world.offer({ sideEffectRisk: 'external' });
  const run = await runOf(world, workItemId);
  world.link.disconnect();
  await world.until(() => !run.isRunning);
  expect(run.stops).toEqual(['lease-ended']);
  await world.link.connect();
  await world.until(() => world.stateOf(workItemId) === 'blocked');
  expect((await world.recordOf(workItemId)).requiredResolution).toMatch(/effects outside/);
  expect(world.runner.runs).toHaveLength(1);
  await world.organization.mustAct(
    'work.unblock',
    COORDINATOR,
    { workItemId },
    { groupId: world.mission.groupId },
  );
  (await runOf(world, workItemId, 2)).complete();
  await world.until(() => world.stateOf(workItemId) === 'submitted');
});

test('WS-016: another runtime with the same identity ends what runs here', async () => {
  const world = await WorkerWorld.open();
  const run = await runOf(world, await world.offer());
  world.link.disconnect('replaced');
  await world.until(() => !run.isRunning);
  expect(run.stops).toEqual(['lease-ended']);
  const sent = world.link.sent.length;
  world.clock.pass(600_000);
  await world.settle();
  expect(world.link.sent).toHaveLength(sent);
});

for (const withNotes of [true, false]) {
  test(`SCH-001, LSE-004: after a crash ${withNotes ? 'with' : 'without'} notes the queue is the log's, and the old Session is fenced`, async () => {
    const world = await WorkerWorld.open({ scheduler: { slots: 1 } });
    const active = await world.offer();
    const run = await runOf(world, active);
    run.saveCheckpoint('half way', 'state');
    const waiting = [await world.offer(), await world.offer()];
    await world.until(() => waiting.every((id) => world.stateOf(id) === 'queued'));
    await world.settle();
    const oldEpoch = world.link.session?.sessionEpoch ?? 0;
    const oldLease = run.request.executionLeaseId;
    await world.restart({ withNotes });
    await world.until(() => world.runner.running.length === 1);
    await world.settle();
    expect(world.link.session?.sessionEpoch).toBe(oldEpoch + 1);
    expect(world.runtime.status().groups).toMatchObject([{ items: 3 }]);
    const lease = world.link.world.get('lease', world.mission.groupId, oldLease);
    expect(lease).toMatchObject({ state: 'revoked', closureReason: 'session_replaced' });
    // Everything is done in the end, each item once.
    let resumedAt: string | undefined;
    for (let n = 0; n < 3; n += 1) {
      await world.until(() => world.runner.running.length === 1);
      const next = world.runner.running[0];
      if (next?.request.workItemId === active) resumedAt = next.request.checkpoint?.phase;
      next?.complete();
      await world.until(() => world.stateOf(next?.request.workItemId ?? '') === 'submitted');
    }
    expect(world.runner.runs.map(({ request }) => request.workItemId).toSorted()).toEqual(
      [active, ...waiting].toSorted(),
    );
    expect(world.link.refusals).toEqual([]);
    // The checkpoint was this machine's alone: without notes the work begins anew.
    expect(resumedAt).toBe(withNotes ? 'half way' : undefined);
  });
}

test('SCH-001: work with effects outside that a crash has cut off is not repeated without a decision', async () => {
  const world = await WorkerWorld.open({ admission: { sideEffectRisks: new Set(['external']) } });
  const workItemId = await world.offer({ sideEffectRisk: 'external' });
  await runOf(world, workItemId);
  await world.restart({ withNotes: false });
  await world.until(() => world.stateOf(workItemId) === 'blocked');
  expect((await world.recordOf(workItemId)).requiredResolution).toMatch(/effects outside/);
  expect(world.runner.runs).toEqual([]);
});

test('OFF-009: what was buffered survives a crash of the Worker, and is told once', async () => {
  const world = await WorkerWorld.open();
  const workItemId = await world.offer();
  const run = await runOf(world, workItemId);
  world.link.disconnect();
  world.clock.pass(1_000);
  run.reportUsage({ toolCalls: 2 });
  await world.settle();
  world.clock.pass(1_000);
  await world.restart();
  await world.until(() => world.runner.running.length === 1);
  expect(world.sentKinds()).toEqual(['message.post', 'work.start']);
  expect(world.link.world.get('account', world.mission.groupId, workItemId)?.usage.toolCalls).toBe(2);
});

test('OFF-005: a checkpoint that was buffered before a crash is told before the work is taken up again', async () => {
  const world = await WorkerWorld.open();
  const workItemId = await world.offer();
  const run = await runOf(world, workItemId);
  run.saveCheckpoint('half way', 'state');
  await world.settle();
  world.link.disconnect();
  world.clock.pass(115_000);
  await world.until(() => !run.isRunning);
  await world.settle();
  await world.restart();
  const resumed = await runOf(world, workItemId);
  expect(world.sentKinds()).toEqual(['work.start', 'work.checkpoint', 'work.start']);
  expect(world.link.sent[1]?.extensions?.[OFFLINE_EXTENSION]?.critical).toBe(true);
  expect(resumed.request.checkpoint).toMatchObject({ phase: 'half way' });
  resumed.complete();
  await world.until(() => world.stateOf(workItemId) === 'submitted');
  await world.settle();
  expect(world.link.refusals).toEqual([]);
  expect(JSON.parse([...world.notes.values.values()][0] ?? '')).toMatchObject({ memories: {} });
});

test('ERR-036: a result whose submission is lost on the way is submitted after the next Session, and published once', async () => {
  const world = await WorkerWorld.open();
  const workItemId = await world.offer();
  const run = await runOf(world, workItemId);
  world.link.onSend = ({ kind }) => {
    if (kind !== 'work.submit') return undefined;
    world.link.onSend = () => undefined;
    world.link.disconnect();
    return { status: 'unknown' };
  };
  run.complete();
  await world.until(() => world.link.session === undefined);
  await world.settle();
  world.clock.pass(20_000);
  await world.link.connect();
  await world.until(() => world.stateOf(workItemId) === 'submitted');
  expect(world.sentKinds().filter((kind) => kind === 'artifact.publish')).toHaveLength(1);
  expect(world.runner.runs).toHaveLength(1);
  expect(world.link.refusals).toEqual([]);
});
