// Commands from the sheet to their end, against a real Authority: the human's by the ingress, the Agent's by its Session.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Intent } from '../../core/coordinator/desk/intent/forms.ts';
import { MemoryReplicaStore } from '../../core/store/memory/replica-memory-store.ts';
import { COORDINATOR, OWNER, type TestMission } from '../harness/organization.ts';
import { SyncWorld } from '../sync/sync-world.ts';
import { DeskStage } from './desk-stage.ts';

let world: SyncWorld;
let stage: DeskStage;

beforeEach(async () => {
  world = await SyncWorld.open();
});

afterEach(async () => {
  await stage.leave();
  await world.close();
});

function newMission(): Intent {
  return {
    kind: 'mission.create',
    form: {
      title: 'Audit',
      objective: 'Know what is there',
      definitionOfDone: [
        { criterionId: 'done', description: 'it is known', evidenceRequired: ['human_review'] },
      ],
      budget: { modelTokenLimit: 1_000 },
      deadline: new Date(world.organization.nowMs + 86_400_000).toISOString(),
      approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
      coordinatorAgentId: COORDINATOR.actor.id,
    },
  };
}

function message({ groupId, conversationId }: TestMission, text: string): Intent {
  return {
    kind: 'message.post',
    groupId,
    form: { conversationId, content: [{ type: 'text', text }] },
  };
}

/** By somebody who is not at this desk. */
async function cancel({ groupId }: TestMission): Promise<void> {
  await world.organization.mustAct('mission.cancel', OWNER, { reason: 'over' }, { groupId });
}

describe('a Command of the desk', () => {
  test('of a human goes to the ingress and is accepted once its Events are folded (CMD-002, IDM-008)', async () => {
    stage = await DeskStage.open(world);
    await stage.ready();
    const actionId = await stage.sign(newMission());
    await stage.until(() => stage.entry(actionId)?.state === 'accepted');
    const [groupId = ''] = stage.connection.groupIds();
    expect(stage.connection.view().world.get('mission', groupId, '')?.title).toBe('Audit');
    expect(stage.entry(actionId)?.signed?.epochs).toEqual({
      sessionEpoch: undefined,
      membershipEpoch: undefined,
      coordinatorEpoch: undefined,
    });
    expect(stage.faults).toEqual([]);
  });

  test('of an Agent carries Session, Membership and Coordinator Epoch (CMD-010, CMD-012)', async () => {
    const mission = await world.organization.createMission('m1');
    stage = await DeskStage.open(world);
    await stage.ready(mission.groupId);
    const actionId = await stage.sign({
      kind: 'mission.renew_coordinator',
      groupId: mission.groupId,
      form: {},
    });
    await stage.until(() => stage.entry(actionId)?.state === 'accepted');
    const { epochs } = stage.entry(actionId)?.signed ?? {};
    expect(epochs).toMatchObject({ membershipEpoch: 1, coordinatorEpoch: 1 });
    expect(epochs?.sessionEpoch).toBe(stage.agent.sessionEpoch);
  });

  test('waits for a locked key, and goes when it is unlocked', async () => {
    const mission = await world.organization.createMission('m1');
    stage = await DeskStage.open(world);
    await stage.ready(mission.groupId);
    stage.keys.conditions.set(COORDINATOR.signer.keyId, 'locked');
    stage.desk.keysChanged();
    const open = stage.sheet({ ...message(mission, 'hello'), signer: COORDINATOR.actor });
    expect(open.sheet.button).toBe('sign-when-unlocked');
    const result = await stage.desk.sheets.sign(open, open.version);
    if (result.kind !== 'kept') throw new Error(result.kind);
    expect(stage.entry(result.actionId)?.state).toBe('waiting-for-key');
    stage.keys.conditions.clear();
    stage.desk.keysChanged();
    await stage.until(() => stage.entry(result.actionId)?.state === 'accepted');
  });

  test('says what it waits for: the key first, and the connection once the key is there', async () => {
    const mission = await world.organization.createMission('m1');
    stage = await DeskStage.open(world);
    await stage.ready(mission.groupId);
    stage.keys.conditions.set(COORDINATOR.signer.keyId, 'locked');
    stage.desk.keysChanged();
    stage.agent.setOffline(true);
    const open = stage.sheet({ ...message(mission, 'hello'), signer: COORDINATOR.actor });
    const result = await stage.desk.sheets.sign(open, open.version);
    if (result.kind !== 'kept') throw new Error(result.kind);
    expect(stage.desk.commands.entries()).toMatchObject([{ state: 'waiting-for-key' }]);
    stage.keys.conditions.clear();
    stage.desk.keysChanged();
    expect(stage.desk.commands.entries()).toMatchObject([{ state: 'waiting-for-connection' }]);
    stage.agent.setOffline(false);
    await stage.until(() => stage.entry(result.actionId)?.state === 'accepted');
  });

  test('waits for the connection, and goes in order when it is back', async () => {
    const mission = await world.organization.createMission('m1');
    stage = await DeskStage.open(world);
    await stage.ready(mission.groupId);
    stage.agent.setOffline(true);
    const first = await stage.sign({ ...message(mission, 'one'), signer: COORDINATOR.actor });
    const second = await stage.sign({ ...message(mission, 'two'), signer: COORDINATOR.actor });
    expect(stage.entry(first)?.state).toBe('waiting-for-connection');
    // Nobody else at this desk may contradict it, or do it again.
    const waiting = stage.desk.commands.underWay(stage.connection);
    expect(waiting.map(({ command }) => command.actionId)).toContain(first);
    stage.agent.setOffline(false);
    await stage.until(() => stage.entry(second)?.state === 'accepted');
    const [one, two] = [stage.entry(first)?.event?.sequence ?? 0, stage.entry(second)?.event?.sequence ?? 0];
    expect(one).toBeGreaterThan(0);
    expect(two).toBeGreaterThan(one);
  });

  test('is not signed when the object is another one by then, and holds nothing that is independent', async () => {
    const mission = await world.organization.createMission('m1');
    stage = await DeskStage.open(world);
    await stage.ready(mission.groupId);
    stage.human.setOffline(true);
    const cancelled = await stage.sign({
      kind: 'mission.cancel',
      groupId: mission.groupId,
      form: { reason: 'x' },
    });
    expect(stage.entry(cancelled)?.state).toBe('waiting-for-connection');
    await stage.sign({ kind: 'mission.renew_coordinator', groupId: mission.groupId, form: {} });
    await stage.until(() => stage.desk.commands.entries().some(({ state }) => state === 'accepted'));
    await cancel(mission);
    stage.human.setOffline(false);
    await stage.until(() => stage.entry(cancelled)?.state === 'refused');
    expect(stage.entry(cancelled)?.error).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      details: { decidedHere: true },
    });
    expect(stage.entry(cancelled)?.signed).toBeUndefined();
  });

  test('survives the end of a run and goes in the next one', async () => {
    const mission = await world.organization.createMission('m1');
    const humanStore = new MemoryReplicaStore();
    const agentStore = new MemoryReplicaStore();
    stage = await DeskStage.open(world, { humanStore, agentStore });
    await stage.ready(mission.groupId);
    stage.agent.setOffline(true);
    const actionId = await stage.sign({ ...message(mission, 'later'), signer: COORDINATOR.actor });
    await stage.leave();
    stage = await DeskStage.open(world, { humanStore, agentStore });
    await stage.until(() => stage.entry(actionId)?.state === 'accepted');
    const log = await world.logOf(mission);
    expect(log.filter((text) => text.includes(`"id":"${actionId}"`))).toHaveLength(1);
  });

  test('asks again when the sheet is not the one that was seen', async () => {
    const mission = await world.organization.createMission('m1');
    stage = await DeskStage.open(world);
    await stage.ready(mission.groupId);
    const open = stage.sheet({ kind: 'mission.cancel', groupId: mission.groupId, form: { reason: 'x' } });
    expect(open.sheet.button).toBe('sign-and-send');
    await cancel(mission);
    await stage.until(
      () => stage.connection.view().world.get('mission', mission.groupId, '')?.document.state === 'cancelled',
    );
    const result = await stage.desk.sheets.sign(open, open.version);
    expect(result).toMatchObject({ kind: 'ask-again' });
    expect(stage.desk.commands.entries()).toEqual([]);
    const again = await stage.desk.sheets.sign(open, open.version);
    expect(again).toMatchObject({ kind: 'disabled' });
  });
});
