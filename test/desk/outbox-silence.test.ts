// Commands of the desk that nobody answers: whatever has become of them, their effect comes about once (IDM-001, IDM-005, IDM-008).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Event } from '../../core/protocol/generated/documents.ts';
import { refuse } from '../../core/protocol/result.ts';
import { COORDINATOR, OWNER, type Principal, type TestMission } from '../harness/organization.ts';
import { SyncWorld } from '../sync/sync-world.ts';
import { CONNECTION_ID, DeskStage, type StageOptions } from './desk-stage.ts';
import { OneWayProxy } from './one-way-proxy.ts';

type Ingress = NonNullable<StageOptions['ingress']>;

const SHORTEST_COMMAND_BYTES = 600;
const UNREACHABLE = refuse({ kind: 'unreachable', message: 'the line was cut' } as const);
const open: Ingress = (bytes, submit) => submit(bytes);

let world: SyncWorld;
let stage: DeskStage;
let mission: TestMission;
let proxy: OneWayProxy;
let ingress: Ingress = open;
/** What was sent to the ingress. */
let sent: string[] = [];

beforeAll(async () => {
  world = await SyncWorld.open({ workers: 0 });
  mission = await world.organization.createMission('silence');
  proxy = new OneWayProxy(world.port);
  await proxy.listen();
  stage = await DeskStage.open(world, {
    agentPort: proxy.port,
    ingress: (bytes, submit) => {
      sent.push(Buffer.from(bytes).toString('utf8'));
      return ingress(bytes, submit);
    },
  });
  await stage.ready(mission.groupId);
}, 60_000);

afterAll(async () => {
  await stage.leave();
  await proxy.close();
  await world.close();
});

beforeEach(() => {
  ingress = open;
  sent = [];
});

function say(text: string, { actor }: Principal): Parameters<DeskStage['sign']>[0] {
  return {
    kind: 'message.post',
    groupId: mission.groupId,
    signer: actor,
    form: { conversationId: mission.conversationId, content: [{ type: 'text', text }] },
  };
}

/** The Events of the log in which a text stands. */
async function saying(text: string): Promise<readonly Event[]> {
  const log = await world.logOf(mission);
  return log.filter((event) => event.includes(`"${text}"`)).map((event) => JSON.parse(event) as Event);
}

describe('a Command of a human without an answer', () => {
  test('that was accepted is found in the log, and not sent again', async () => {
    ingress = async (bytes, submit) => {
      await submit(bytes);
      return UNREACHABLE;
    };
    const actionId = await stage.sign(say('heard', OWNER));
    await stage.accepted(actionId);
    expect(sent).toHaveLength(1);
    expect(await saying('heard')).toMatchObject([{ cause: { id: actionId } }]);
  });

  test('that was not heard is sent again in the same bytes (IDM-008)', async () => {
    ingress = async () => {
      ingress = open;
      return UNREACHABLE;
    };
    const actionId = await stage.sign(say('not heard', OWNER));
    await stage.accepted(actionId);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toBe(sent[0]);
    expect(await saying('not heard')).toHaveLength(1);
  });

  test('is not sent under another Action ID before it is certain that it has no effect (table C)', async () => {
    ingress = async () => UNREACHABLE;
    const actionId = await stage.sign(say('perhaps', OWNER));
    await stage.until(() => stage.entry(actionId)?.state === 'unknown');
    const panel = await stage.fix(actionId);
    expect(panel.code).toBe('NO_ANSWER');
    expect(panel.facts.map(({ text }) => text)).toContain('effect: possible');
    const reissue = panel.options.find(({ id }) => id === 'reissue');
    expect(reissue).toMatchObject({ isEnabled: false });
    expect(reissue?.reasons.map(({ key }) => key)).toEqual(['hindrance.effect-possible']);
    for (const optionId of ['reissue', 'drop', 'keep-as-draft']) {
      const answer = await stage.client.outbox.act({ connectionId: CONNECTION_ID, actionId, optionId });
      expect(answer).toMatchObject({ ok: false, fault: { code: 'not-now' } });
    }
    // The log was read, and the bytes are still fresh: they may yet arrive.
    await stage.take(actionId, 'ask-authority');
    expect(await stage.enabledOptions(actionId)).not.toContain('reissue');

    world.organization.passSeconds(301);
    await stage.ready();
    await stage.take(actionId, 'ask-authority');
    expect((await stage.fix(actionId)).facts.map(({ text }) => text)).toContain('effect: certainly none');
    const again = await stage.takeAndSign(actionId, 'reissue');
    ingress = open;
    await stage.accepted(again);
    expect(await stage.row(actionId)).toMatchObject({ state: 'replaced', replacedByActionId: again });
    expect(await saying('perhaps')).toMatchObject([{ cause: { id: again }, correlationId: actionId }]);
  });
});

describe('a Command of the Agent whose line is cut', () => {
  test('before it was heard is refused for its Session, and goes in the one of now (AUTH_STALE_SESSION, ERR-041)', async () => {
    const before = stage.agent.sessionEpoch ?? 0;
    proxy.swallows = 'client';
    const actionId = await stage.sign(say('lost on the way', COORDINATOR));
    await stage.until(async () => {
      await stage.desk.commands.lookAtAll();
      return (await stage.row(actionId))?.state === 'sent';
    });
    // What is swallowed first may be a PING or an ACK, which are much shorter.
    await stage.until(() => proxy.swallowedBytes > SHORTEST_COMMAND_BYTES);
    proxy.cut();
    await stage.refused(actionId);
    await stage.ready(mission.groupId);
    const panel = await stage.fix(actionId);
    expect(panel.code).toBe('AUTH_STALE_SESSION');
    expect(panel.facts.find(({ key }) => key === 'fact.session-epochs')?.values).toEqual({
      mine: before,
      current: before + 1,
    });
    expect(await stage.enabledOptions(actionId)).toContain('reissue');
    const again = await stage.takeAndSign(actionId, 'reissue');
    await stage.accepted(again);
    expect(stage.entry(again)?.signed?.epochs.sessionEpoch).toBe(before + 1);
    expect(await saying('lost on the way')).toMatchObject([
      { cause: { id: again }, correlationId: actionId },
    ]);
  });

  test('after it was heard is found in the log, and not sent again', async () => {
    proxy.swallows = 'server';
    const actionId = await stage.sign(say('answered in vain', COORDINATOR));
    await stage.until(async () => (await saying('answered in vain')).length === 1);
    // Its client tells of the end alone: the desk looks now and then.
    await stage.until(async () => {
      await stage.desk.commands.lookAtAll();
      return (await stage.row(actionId))?.state === 'sent';
    });
    expect(await stage.enabledOptions(actionId)).toEqual(['ask-authority', 'resend-identical']);
    // Asking for the same again changes nothing.
    expect(await stage.take(actionId, 'resend-identical')).toBeUndefined();
    proxy.cut();
    await stage.accepted(actionId);
    expect(await saying('answered in vain')).toHaveLength(1);
  });
});
