// Limits that a Command of the desk meets at a real Authority: lifted for this one Command by its owner, or waited for.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_POLICY } from '../../core/domain/decision.ts';
import type { Event } from '../../core/protocol/generated/documents.ts';
import { COORDINATOR, OWNER, type TestMission } from '../harness/organization.ts';
import { SyncWorld } from '../sync/sync-world.ts';
import { DeskStage, valueOf } from './desk-stage.ts';
import { authorizeWork } from './submitted-work.ts';

/** The gateway takes one Command of a connection at a time, and says when to come again. */
const BUSY = { limits: { commandsInFlight: 1, retryAfterMs: 2 } };

let world: SyncWorld;
let stage: DeskStage;
let mission: TestMission;
let other: TestMission;

beforeAll(async () => {
  world = await SyncWorld.open({ workers: 0, gateway: BUSY });
  mission = await world.organization.createMission('limits');
  other = await world.organization.createMission('other-limits');
  stage = await DeskStage.open(world, {
    // Of an Authority elsewhere nobody here need know how strict it is.
    policy: { ...DEFAULT_POLICY, cooperation: { ...DEFAULT_POLICY.cooperation, delegationDepth: 10 } },
  });
  await stage.ready(mission.groupId);
  await stage.ready(other.groupId);
}, 60_000);

afterAll(async () => {
  await stage.leave();
  await world.close();
});

async function caused({ groupId }: TestMission, ...actionIds: readonly string[]): Promise<readonly Event[]> {
  const log = (await world.logOf({ groupId })).map((text) => JSON.parse(text) as Event);
  return log.filter(({ cause }) => actionIds.includes(cause.id));
}

function say(text: string, { groupId, conversationId }: TestMission): Parameters<DeskStage['sign']>[0] {
  return {
    kind: 'message.post',
    groupId,
    signer: COORDINATOR.actor,
    form: { conversationId, content: [{ type: 'text', text }] },
  };
}

describe('RATE_LIMITED for the depth of delegation', () => {
  let deepest = '';

  /** Fills in the sheet of an override and signs it as the owner. */
  async function grantOverride(actionId: string): Promise<void> {
    const asked = await stage.take(actionId, 'request-override');
    if (asked?.intent.kind !== 'policy.grant_cooperation_override')
      throw new Error('the owner is asked for an override');
    expect(asked.signer?.person.id).toBe(OWNER.actor.id);
    expect(asked.intent.form).toMatchObject({
      policyName: 'delegation_depth',
      targetActionId: actionId,
      beneficiary: COORDINATOR.actor,
    });
    const { sheetId, intent } = asked;
    const reason = 'the folder has many levels';
    const changed = await stage.client.intents.changeSheet({
      sheetId,
      intent: { ...intent, form: { ...asked.intent.form, reason } },
    });
    await stage.accepted(await stage.signSheet(valueOf(changed)));
  }

  /** Sends it with the override, under the Action ID that the override names. */
  async function sendWithOverride(actionId: string): Promise<void> {
    expect(await stage.enabledOptions(actionId)).toContain('send-with-override');
    const sheet = await stage.take(actionId, 'send-with-override');
    if (sheet === undefined) throw new Error('it is looked at once more');
    expect(sheet).toMatchObject({ actionId, button: 'sign-and-send' });
    expect(await stage.signSheet(sheet)).toBe(actionId);
    await stage.accepted(actionId);
    expect((await caused(mission, actionId)).map(({ kind }) => kind)).toEqual(['work.authorized']);
    expect(stage.desk.commands.entries().filter((entry) => entry.actionId === actionId)).toHaveLength(1);
  }

  const tooDeep = (goal: string) => ({
    kind: 'work.authorize' as const,
    groupId: mission.groupId,
    form: {
      contract: world.organization.contractOf({ goal, budget: { toolCallLimit: 2 } }),
      parentWorkItemId: deepest,
    },
  });

  test('is lifted by the owner for this Command alone, which keeps its Action ID (POL-010, POL-011)', async () => {
    // As deep as the Authority lets it be.
    deepest = await authorizeWork(stage, mission);
    for (let depth = 1; depth <= DEFAULT_POLICY.cooperation.delegationDepth; depth += 1)
      deepest = await authorizeWork(stage, mission, {}, deepest);
    // Nobody here knew of the limit before the Authority named it.
    const actionId = await stage.sign(tooDeep('one level too deep'));
    await stage.refused(actionId);
    expect((await stage.fix(actionId)).code).toBe('RATE_LIMITED');
    expect(await stage.enabledOptions(actionId)).toEqual(['request-override', 'drop']);
    await grantOverride(actionId);
    await sendWithOverride(actionId);
    // It was for one Command.
    const override = [...stage.connection.view().world.list('override', mission.groupId)];
    expect(override.map(([, { consumedByActionId }]) => consumedByActionId)).toEqual([actionId]);
  });

  test('that is known here keeps the Command unsigned until the owner has lifted it', async () => {
    const open = stage.sheet(tooDeep('known to be too deep'));
    expect(open.sheet).toMatchObject({ button: 'keep-for-override', rejection: { code: 'RATE_LIMITED' } });
    const actionId = await stage.sign(tooDeep('known to be too deep'));
    await stage.refused(actionId);
    expect(stage.entry(actionId)).toMatchObject({
      signed: undefined,
      error: { details: { decidedHere: true } },
    });
    expect(await stage.enabledOptions(actionId)).toEqual(['request-override', 'drop']);
    await grantOverride(actionId);
    await sendWithOverride(actionId);
  });
});

describe('BACKPRESSURE', () => {
  test('is waited for, and the same Command goes once there is room (ERR-033)', async () => {
    const { authority } = world.organization;
    const submit = authority.submit.bind(authority);
    const room = Promise.withResolvers<void>();
    let isFirst = true;
    authority.submit = async (...args) => {
      if (isFirst) {
        isFirst = false;
        await room.promise;
      }
      return submit(...args);
    };
    try {
      const slow = await stage.sign(say('takes long', mission));
      await stage.until(() => !isFirst);
      const actionId = await stage.sign(say('comes too early', other));
      // Its client has asked again by itself, as often as it may.
      await stage.refused(actionId);
      const panel = await stage.fix(actionId);
      expect(panel.code).toBe('BACKPRESSURE');
      expect(panel.facts.map(({ key }) => key)).toContain('fact.retry-after');
      // In the very moment of the refusal it is too early; a little later it is not.
      world.organization.nowMs += 2;
      expect(await stage.enabledOptions(actionId)).toEqual(['resend-identical', 'drop']);
      room.resolve();
      await stage.accepted(slow);
      expect(await stage.take(actionId, 'resend-identical')).toBeUndefined();
      await stage.accepted(actionId);
      expect(await caused(other, actionId)).toHaveLength(1);
    } finally {
      authority.submit = submit;
    }
  });
});
