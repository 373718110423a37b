// A Coordinator that is replaced while a Command of it is on its way: the desk says so, and nothing of it is sent again in vain.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COORDINATOR, OWNER, type TestMission } from '../harness/organization.ts';
import { SyncWorld } from '../sync/sync-world.ts';
import { CONNECTION_ID, DeskStage } from './desk-stage.ts';
import { authorizeWork } from './submitted-work.ts';

let world: SyncWorld;
let stage: DeskStage;
let mission: TestMission;

beforeAll(async () => {
  world = await SyncWorld.open({ workers: 1 });
  mission = await world.organization.createMission('replaced');
  stage = await DeskStage.open(world);
  await stage.ready(mission.groupId);
}, 60_000);

afterAll(async () => {
  await stage.leave();
  await world.close();
});

test('is refused, told who leads now, and can only be given up or handed to the owner (CRD-004)', async () => {
  const workItemId = await authorizeWork(stage, mission);
  const [successor] = world.organization.workers;
  if (successor === undefined) throw new Error('there is a successor');
  stage.beforeSending(stage.agent, () =>
    world.organization.mustAct(
      'mission.assign_coordinator',
      OWNER,
      { coordinatorAgentId: successor.actor.id },
      { groupId: mission.groupId },
    ),
  );
  const actionId = await stage.sign({
    kind: 'work.cancel',
    groupId: mission.groupId,
    signer: COORDINATOR.actor,
    form: { workItemId, reason: 'no longer wanted' },
  });
  await stage.refused(actionId);
  // The human of this desk still sees the Group, and that somebody else leads it.
  await stage.until(
    () =>
      stage.connection.view().world.get('mission', mission.groupId, '')?.document.coordinator.agentId ===
      successor.actor.id,
  );
  const panel = await stage.fix(actionId);
  // Membership is asked before the term is (section 8.1).
  expect(panel.code).toBe('MEMBERSHIP_STALE');
  expect(panel.cause.text).not.toBe('');
  expect(panel.refusedNow).toBeDefined();
  expect(panel.options.find(({ id }) => id === 'reissue')).toMatchObject({
    isEnabled: false,
    reasons: [{ key: 'hindrance.would-be-refused' }],
  });
  const answer = await stage.client.outbox.act({
    connectionId: CONNECTION_ID,
    actionId,
    optionId: 'reissue',
  });
  expect(answer).toMatchObject({ ok: false, fault: { code: 'not-now' } });

  // The owner may do the same: the sheet of the same wish names who can sign it.
  const sheet = await stage.openSheet({
    kind: 'work.cancel',
    groupId: mission.groupId,
    signer: COORDINATOR.actor,
    form: { workItemId, reason: 'no longer wanted' },
  });
  expect(sheet.button).toBe('disabled');
  const other = sheet.obstacles.find(({ id }) => id === 'switch-signer')?.switchTo;
  expect(other?.id).toBe(OWNER.actor.id);
  const { sheetId } = sheet;
  const chosen = await stage.client.intents.chooseSigner({ sheetId, signer: OWNER.actor });
  if (!chosen.ok) throw new Error(chosen.fault.words.text);
  await stage.take(actionId, 'drop');
  world.organization.nowMs += 1;
  const again = await stage.signSheet(chosen.value);
  await stage.accepted(again);
  const log = await world.logOf(mission);
  expect(log.filter((text) => text.includes(actionId))).toEqual([]);
  expect(log.filter((text) => text.includes('"kind":"work.cancelled"'))).toHaveLength(1);
});
