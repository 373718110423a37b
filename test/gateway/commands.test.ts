// Commands over a connection (OPEN-042, WS-070, WS-071): each is answered once, with its primary Event or an ERROR, and
// none of them ends the connection.
import { beforeEach, describe, expect, test } from 'vitest';
import type { SubmitResult } from '../../core/authority/answers.ts';
import type { Command } from '../../core/protocol/generated/documents.ts';
import { COORDINATOR, type Principal, type TestMission } from '../harness/organization.ts';
import { type GatewayWorld, openGatewayWorld, partsOf, settle } from './gateway-world.ts';
import type { SimulatedPeer } from './simulated-peer.ts';

let world: GatewayWorld;
let worker: Principal;
let mission: TestMission;
let peer: SimulatedPeer;

beforeEach(async () => {
  await open(await openGatewayWorld());
});

async function open(next: GatewayWorld): Promise<void> {
  world = next;
  const [first] = world.organization.workers;
  if (first === undefined) throw new Error('a world has workers');
  worker = first;
  mission = await world.organization.createMission('m1');
  peer = world.connect();
  await peer.authenticate(worker);
}

function actionIdOf(bytes: Uint8Array): string {
  return (JSON.parse(Buffer.from(bytes).toString('utf8')) as Command).actionId;
}

/** How often the Event of a Command came. */
function countAnswers(bytes: Uint8Array, to = peer): number {
  return to.events.filter(({ cause }) => cause.id === actionIdOf(bytes)).length;
}

async function headOf({ groupId }: TestMission): Promise<number> {
  return (await world.store.readGroupEvents(groupId, 0, 10_000)).length;
}

describe('OPEN-042: the issuing connection gets the primary Event', () => {
  test('unsubscribed, in the exact bytes of the log', async () => {
    const bytes = await peer.messageOf(mission, 'Grüße, 😀');
    peer.sendCommand(bytes);
    await peer.until(({ frames }) => frames.length === 1);
    const stored = (await world.logOf(mission)).at(-1);
    expect(peer.frames[0]?.text).toContain(Buffer.from(stored?.bytes ?? []).toString('utf8'));
    expect(countAnswers(bytes)).toBe(1);
  });

  test('subscribed: once, in its turn, in many interleavings', async () => {
    peer.subscribe({ groupId: mission.groupId, afterSequence: 0 });
    const sent: Uint8Array[] = [];
    for (let i = 0; i < 30; i += 1) {
      const bytes = await peer.messageOf(mission, `message ${i}`);
      sent.push(bytes);
      peer.sendCommand(bytes);
      if (i % 7 === 0) await settle();
    }
    await settle();
    expect(sent.map((bytes) => countAnswers(bytes))).toStrictEqual(sent.map(() => 1));
    const head = await headOf(mission);
    // The worker joined with the second Event.
    expect(peer.sequencesOf(mission)).toStrictEqual(Array.from({ length: head - 1 }, (_none, i) => i + 2));
  });

  test('filtered away: once all the same', async () => {
    const attention = { eventKinds: ['work.authorized'] };
    peer.subscribe({ groupId: mission.groupId, afterSequence: await headOf(mission), attention });
    await settle();
    const sent: Uint8Array[] = [];
    for (let i = 0; i < 20; i += 1) {
      const bytes = await peer.messageOf(mission, `message ${i}`);
      sent.push(bytes);
      peer.sendCommand(bytes);
    }
    await world.organization.postMessage(COORDINATOR, mission, 'for nobody');
    await settle();
    expect(sent.map((bytes) => countAnswers(bytes))).toStrictEqual(sent.map(() => 1));
    expect(peer.events).toHaveLength(sent.length);
  });

  test('a filter that wants it does not double it', async () => {
    const attention = { eventKinds: ['message.posted'] };
    peer.subscribe({ groupId: mission.groupId, afterSequence: await headOf(mission), attention });
    const bytes = await peer.messageOf(mission, 'once');
    peer.sendCommand(bytes);
    await settle();
    expect(countAnswers(bytes)).toBe(1);
  });

  test('a subscription that begins or moves while the Command is under way', async () => {
    for (let i = 0; i < 10; i += 1) {
      peer.clear();
      const bytes = await peer.messageOf(mission, `message ${i}`);
      const head = await headOf(mission);
      peer.sendCommand(bytes);
      peer.subscribe({ groupId: mission.groupId, afterSequence: head });
      await settle();
      expect(countAnswers(bytes)).toBeGreaterThanOrEqual(1);
      expect(new Set(peer.sequencesOf(mission)).has(head + 1)).toBe(true);
    }
  });

  test('IDM-001: the same bytes again get the same Event again', async () => {
    const bytes = await peer.messageOf(mission, 'again');
    peer.sendCommand(bytes);
    await peer.until(({ events }) => events.length === 1);
    peer.sendCommand(bytes);
    await peer.until(({ events }) => events.length === 2);
    expect(peer.events[1]).toStrictEqual(peer.events[0]);
    expect(await headOf(mission)).toBe(peer.events[0]?.sequence);
  });

  test('other connections get it by their own subscriptions only', async () => {
    const other = world.connect();
    await other.authenticate(COORDINATOR);
    const bytes = await peer.messageOf(mission, 'hello');
    peer.sendCommand(bytes);
    await settle();
    expect(other.events).toStrictEqual([]);
    other.subscribe({ groupId: mission.groupId, afterSequence: 0 });
    await settle();
    expect(countAnswers(bytes, other)).toBe(1);
  });
});

describe('WS-070, WS-071: a refused Command', () => {
  /** The code of the refusal, which names its Command and leaves the connection as it is. */
  async function refusalOf(bytes: Uint8Array): Promise<string | undefined> {
    peer.clear();
    const frameId = peer.sendCommand(bytes);
    await peer.until(({ errors }) => errors.length === 1);
    expect(peer.errors[0]).toMatchObject({ relatedFrameId: frameId, relatedActionId: actionIdOf(bytes) });
    expect(peer.errors[0]?.fatal).toBeUndefined();
    const next = await peer.messageOf(mission, 'the connection lives');
    peer.sendCommand(next);
    await peer.until(() => countAnswers(next) === 1);
    return peer.errors[0]?.code;
  }

  test('by a rule', async () => {
    expect(
      await refusalOf(
        await peer.messageOf(mission, 'x', {}, { groupId: 'urn:heddle:test:group:none', membershipEpoch: 1 }),
      ),
    ).toBe('GROUP_NOT_FOUND');
    expect(await refusalOf(await peer.messageOf(mission, 'x', {}, { membershipEpoch: 99 }))).toBe(
      'MEMBERSHIP_STALE',
    );
  });

  test('by verification, with nothing that the sender may not know', async () => {
    const good = Buffer.from(await peer.messageOf(mission, 'original')).toString('utf8');
    expect(await refusalOf(Buffer.from(good.replace('original', 'tampered')))).toBe('AUTH_INVALID_SIGNATURE');
    expect(JSON.stringify(peer.errors)).not.toContain('equation');
  });

  test('WS-006: by its schema, which is not a fault of the frame', async () => {
    const good = Buffer.from(await peer.messageOf(mission, 'x')).toString('utf8');
    expect(await refusalOf(Buffer.from(good.replace('"kind":', '"kinds":')))).toBe(
      'SCHEMA_VALIDATION_FAILED',
    );
  });

  test('WS-020: of another Principal, or with another epoch', async () => {
    expect(
      await refusalOf(
        await world.organization.commandOf(
          'message.post',
          COORDINATOR,
          { messageId: 'urn:x:m', content: [{ type: 'text', text: 'x' }] },
          { groupId: mission.groupId, conversationId: mission.conversationId },
        ),
      ),
    ).toBe('AUTH_FORBIDDEN');
    expect(
      await refusalOf(await peer.messageOf(mission, 'x', {}, { sessionEpoch: peer.sessionEpoch - 1 })),
    ).toBe('AUTH_STALE_SESSION');
  });

  test('without a readable Action ID', async () => {
    const frameId = peer.send({ frameType: 'COMMAND', command: { actionId: 'not an id' } });
    await peer.until(({ errors }) => errors.length === 1);
    expect(peer.errors[0]).toMatchObject({ code: 'SCHEMA_VALIDATION_FAILED', relatedFrameId: frameId });
    expect(peer.errors[0]).not.toHaveProperty('relatedActionId');
  });
});

describe('several Commands under way', () => {
  type Answer = (result: SubmitResult) => void;
  let answers: Answer[];
  let submitted: string[];

  beforeEach(async () => {
    answers = [];
    submitted = [];
    await open(
      await openGatewayWorld({
        limits: { commandsInFlight: 3 },
        wrap: (authority) => ({
          ...partsOf(authority),
          submit: (bytes) => {
            submitted.push(actionIdOf(bytes));
            return new Promise((resolve) => {
              answers.push(resolve);
            });
          },
        }),
      }),
    );
  });

  async function send(count: number): Promise<Uint8Array[]> {
    const sent: Uint8Array[] = [];
    for (let i = 0; i < count; i += 1) {
      const bytes = await peer.messageOf(mission, `message ${i}`);
      sent.push(bytes);
      peer.sendCommand(bytes);
    }
    await settle();
    return sent;
  }

  async function answer(index: number): Promise<void> {
    const [primary] = await world.logOf(mission);
    if (primary === undefined) throw new Error('a Mission begins with an Event');
    answers[index]?.({ ok: true, value: { primary, isRepeat: false } });
    await settle();
  }

  test('are handed on in their order, without waiting for each other', async () => {
    const sent = await send(3);
    expect(submitted).toStrictEqual(sent.map(actionIdOf));
    await answer(2);
    expect(peer.events).toHaveLength(1);
  });

  test('have a bound, and there is room again when one is answered', async () => {
    const sent = await send(4);
    expect(submitted).toHaveLength(3);
    expect(peer.errors).toMatchObject([
      {
        code: 'BACKPRESSURE',
        retryable: true,
        retryAfterMs: 1_000,
        relatedActionId: actionIdOf(sent[3] ?? new Uint8Array()),
      },
    ]);
    expect(peer.closeCode).toBeUndefined();
    await answer(0);
    await send(1);
    expect(submitted).toHaveLength(4);
    expect(peer.errors).toHaveLength(1);
  });

  test('an Authority that fails is an error and no end', async () => {
    await open(
      await openGatewayWorld({
        wrap: (authority) => ({
          ...partsOf(authority),
          submit: () => Promise.reject(new Error('a defect')),
        }),
      }),
    );
    const [bytes] = await send(1);
    expect(peer.errors).toMatchObject([
      { code: 'INTERNAL_ERROR', relatedActionId: actionIdOf(bytes ?? new Uint8Array()) },
    ]);
    expect(JSON.stringify(peer.errors)).not.toContain('defect');
    expect(peer.closeCode).toBeUndefined();
    expect(world.faults.map(String)).toStrictEqual(['Error: a defect']);
  });

  test('an answer after the end is dropped', async () => {
    await send(1);
    peer.connection.lost();
    await answer(0);
    expect(peer.frames).toStrictEqual([]);
    expect(world.faults).toStrictEqual([]);
  });
});
