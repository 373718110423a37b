// An Authority that decides otherwise than our own rules, on the same state: that is recorded as a defect of ours, stays over
// restarts, and is shown where the connection is.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectionsSource } from '../../core/coordinator/desk-runtime/rows/connection-rows.ts';
import { createError } from '../../core/protocol/error-codes.ts';
import { refuse } from '../../core/protocol/result.ts';
import { MemoryReplicaStore } from '../../core/store/memory/replica-memory-store.ts';
import type { TestMission } from '../harness/organization.ts';
import { SyncWorld } from '../sync/sync-world.ts';
import { DeskStage } from './desk-stage.ts';

let world: SyncWorld;
let mission: TestMission;
let stage: DeskStage;

beforeEach(async () => {
  world = await SyncWorld.open();
  mission = await world.organization.createMission('m1');
});

afterEach(async () => {
  await stage.leave();
  await world.close();
});

async function defectsShown() {
  const {
    rows: [row],
  } = await connectionsSource(stage.desk).read();
  return row?.defects;
}

test('a verdict that our rules did not foresee is a defect, and is shown until it is explained', async () => {
  const humanStore = new MemoryReplicaStore();
  stage = await DeskStage.open(world, {
    humanStore,
    ingress: async () => {
      const message = 'the owner may not';
      const occurredAt = new Date(world.organization.nowMs).toISOString();
      const error = createError('AUTH_FORBIDDEN', { message, retryable: false, occurredAt });
      return refuse({ kind: 'refused', status: 403, error });
    },
  });
  await stage.ready(mission.groupId);
  expect(await defectsShown()).toBeUndefined();
  const { groupId } = mission;
  const actionId = await stage.sign({ kind: 'mission.cancel', groupId, form: { reason: 'over' } });
  await stage.until(
    async () => stage.entry(actionId)?.state === 'refused' && (await defectsShown()) !== undefined,
  );
  const expected = [
    {
      actionId,
      groupId,
      expected: 'accepted',
      actual: 'AUTH_FORBIDDEN',
      atMs: world.organization.nowMs,
      words: { text: 'Cancel Mission: the rules here said accepted, the Authority said AUTH_FORBIDDEN' },
    },
  ];
  expect(await defectsShown()).toMatchObject(expected);
  await stage.leave();
  stage = await DeskStage.open(world, { humanStore });
  expect(await defectsShown()).toMatchObject(expected);
});

test('what both say is none, and neither is a refusal of something that has moved', async () => {
  stage = await DeskStage.open(world);
  await stage.ready(mission.groupId);
  const { groupId } = mission;
  const actionId = await stage.sign({ kind: 'mission.cancel', groupId, form: { reason: 'over' } });
  await stage.until(() => stage.entry(actionId)?.state === 'accepted');
  expect(await defectsShown()).toBeUndefined();
});
