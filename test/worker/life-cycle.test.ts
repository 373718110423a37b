// Whole lives of WorkItems, in front of a real Authority.
import { expect, test } from 'vitest';
import { COORDINATOR } from '../harness/organization.ts';
import { WorkerWorld } from './worker-world.ts';

test('WORK-T04…WORK-T11: an offer is accepted, started, executed, published and submitted', async () => {
  const world = await WorkerWorld.open();
  const workItemId = await world.offer();
  await world.until(() => world.runner.running.length === 1);
  const [run] = world.runner.running;
  expect(run?.request).toMatchObject({ workItemId, attempt: 1, ownershipEpoch: 1 });
  expect(run?.request.executionLeaseId).toBe((await world.recordOf(workItemId)).executionLeaseId);
  run?.reportUsage({ toolCalls: 3 });
  run?.complete('the inventory');
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
  expect(run?.isDiscarded).toBe(true);
  expect(world.link.refusals).toEqual([]);
  expect(world.faults).toEqual([]);
  await world.organization.mustAct(
    'work.accept_result',
    COORDINATOR,
    { workItemId, evidence: [world.organization.evidenceOf(world.mission, workItemId, COORDINATOR)] },
    { groupId: world.mission.groupId },
  );
});
