// What a client believes: nothing that the Group Authority has not signed, at the place where it belongs (DEL-008).
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { encodeDocumentFrame } from '../../core/protocol/frame.ts';
import type { Event } from '../../core/protocol/generated/documents.ts';
import type { Unsigned } from '../../core/protocol/sign.ts';
import { openServerAddress } from '../../core/sync/server-address.ts';
import { createSocketDial } from '../../core/sync/socket-dial.ts';
import {
  bindingOf,
  COORDINATOR,
  GROUP_AUTHORITY,
  type Principal,
  principalOf,
  SERVICES,
  type TestMission,
} from '../harness/organization.ts';
import { SyncWorld, type TestedClient } from './sync-world.ts';

let world: SyncWorld;
let worker: Principal;
let mission: TestMission;
let tested: TestedClient;
/** Speaks in the server's name. */
let inject: (text: string) => void;
/** Keeps everything away that really comes from the server. */
let isDeaf: boolean;

beforeEach(async () => {
  world = await SyncWorld.open();
  const [first] = world.organization.workers;
  if (first === undefined) throw new Error('a world has workers');
  worker = first;
  mission = await world.organization.createMission('m1');
  const address = openServerAddress({ origin: `http://127.0.0.1:${world.port}` });
  if (!address.ok) throw new Error(address.fault);
  const dial = createSocketDial(address.value);
  isDeaf = false;
  tested = await world.connect(worker, {
    groupAuthorityId: GROUP_AUTHORITY.actor.id,
    dial: (listener) => {
      inject = (text) => listener.message(Buffer.from(text), false);
      return dial({
        connected: () => listener.connected(),
        closed: (code, reason) => listener.closed(code, reason),
        message: (bytes, isBinary) => {
          if (!isDeaf || !Buffer.from(bytes).includes('"event"')) listener.message(bytes, isBinary);
        },
      });
    },
  });
});

afterEach(async () => {
  await world.close();
});

/** The next Event that the Authority could write, signed by somebody. */
async function nextEvent(
  changes: Partial<Unsigned<'event'>> = {},
  signer: Principal = GROUP_AUTHORITY,
): Promise<Event> {
  const { groupId, conversationId } = mission;
  const cursor = (await tested.cursorOf(mission)) ?? 0;
  const message = {
    messageId: world.organization.newId('message'),
    missionId: mission.missionId,
    groupId,
    conversationId,
    author: COORDINATOR.actor,
    kind: 'message',
    content: [{ type: 'text', text: 'made up' }],
    mentions: [],
    references: [],
    announcement: false,
    postedAt: world.organization.nowText,
  };
  return world.organization.sign(
    'event',
    {
      protocolVersion: '0.1',
      eventId: world.organization.newId('event'),
      groupId,
      sequence: cursor + 1,
      aggregateRevision: 1,
      kind: 'message.posted',
      actor: COORDINATOR.actor,
      cause: { type: 'command', id: world.organization.newId('action') },
      correlationId: 'urn:heddle:test:correlation:1',
      occurredAt: world.organization.nowText,
      payload: { message },
      acceptedBy: GROUP_AUTHORITY.actor,
      ...changes,
    },
    signer,
  );
}

function send(event: Event | string): void {
  const text = typeof event === 'string' ? event : JSON.stringify(event);
  inject(
    encodeDocumentFrame({
      protocolVersion: '0.1',
      frameId: 'urn:heddle:test:frame:injected',
      frameType: 'EVENT',
      documentBytes: Buffer.from(text),
    }),
  );
}

/** That the log is exactly the Authority's, also after it has gone on. */
async function expectUntouched(): Promise<void> {
  await world.organization.postMessage(COORDINATOR, mission, 'real');
  const log = await world.logOf(mission, 1);
  await tested.until(async () => (await tested.cursorOf(mission)) === log.length + 1);
  expect(await tested.logOf(mission)).toStrictEqual(log);
}

describe('an Event is not believed', () => {
  test('with another content than was signed', async () => {
    const event = await nextEvent();
    send({ ...event, payload: { ...event.payload, extra: 1 } });
    await expectUntouched();
    expect(tested.faults.join()).toContain('not believed: signature');
  });

  test('when another service of the Organization has accepted it', async () => {
    send(await nextEvent({ acceptedBy: SERVICES.actor }, SERVICES));
    await expectUntouched();
    expect(tested.faults.join()).toContain('which is not the Authority');
  });

  test('when its signer only says that the Authority has accepted it', async () => {
    send(await nextEvent({}, { actor: GROUP_AUTHORITY.actor, signer: worker.signer }));
    await expectUntouched();
    expect(tested.faults.join()).toContain('wrong-principal');
  });

  test('with a key that nobody knows, which is asked for once', async () => {
    send(await nextEvent({}, { actor: GROUP_AUTHORITY.actor, signer: principalOf('service', 'x').signer }));
    await expectUntouched();
    expect(tested.faults.join()).toContain('unknown-key');
  });

  test('DEL-008: under an id that is known at another place', async () => {
    const [known] = await tested.store.readEvents(mission.groupId, 0, 1);
    send(await nextEvent({ eventId: known?.eventId ?? '' }));
    await expectUntouched();
    expect(tested.faults.join()).toContain('is known at sequence 2');
  });

  test('DEL-008: at a place where another one is known', async () => {
    send(await nextEvent({ sequence: 2 }));
    await expectUntouched();
    expect(tested.faults.join()).toContain('stands where another Event is known');
  });

  test('of a Group that nobody here is a member of', async () => {
    send(await nextEvent({ groupId: 'urn:heddle:test:group:other', sequence: 1 }));
    await expectUntouched();
    expect(tested.client.groupIds()).toStrictEqual([mission.groupId]);
    expect(await tested.store.readEvents('urn:heddle:test:group:other', 0, 1)).toStrictEqual([]);
  });

  test('as the answer to a Command of ours, when it is about other bytes under our Action ID', async () => {
    isDeaf = true;
    const outcome = tested.client.submit({
      ...tested.message(mission, 'mine'),
      actionId: 'urn:heddle:test:action:mine',
    });
    await tested.until(async () => (await tested.store.readPendingOutbox())[0]?.state === 'sent');
    send(
      await nextEvent({
        actor: worker.actor,
        cause: { type: 'command', id: 'urn:heddle:test:action:mine' },
        commandHash: `sha256:${'0'.repeat(64)}`,
        groupId: 'urn:heddle:test:group:other',
      }),
    );
    isDeaf = false;
    await world.organization.postMessage(COORDINATOR, mission, 'wakes the gap');
    expect(await outcome).toMatchObject({ status: 'accepted', event: { groupId: mission.groupId } });
  });
});

describe('what a client does about it', () => {
  test('what is not even JSON ends the connection, and the next one goes on', async () => {
    send('{"nonsense":');
    await tested.until(({ sessions }) => sessions.filter(({ kind }) => kind === 'opened').length === 2);
    await expectUntouched();
    expect(tested.faults.join()).toContain('not believed: parse');
  });

  test('DEL-001: an Event that was held for a gap and comes once more is a duplicate, not another one', async () => {
    isDeaf = true;
    const before = (await world.logOf(mission)).length;
    for (const text of ['one', 'two']) await world.organization.postMessage(COORDINATOR, mission, text);
    const [first = '', second = ''] = await world.logOf(mission, before);
    for (const text of [second, first, second, first]) send(text);
    isDeaf = false;
    await expectUntouched();
    expect(tested.faults).toStrictEqual([]);
  });

  test('a gap is waited for, not crossed; one that stays is asked for again (DEL-002)', async () => {
    isDeaf = true;
    await world.organization.postMessage(COORDINATOR, mission, 'lost');
    isDeaf = false;
    await expectUntouched();
    expect(tested.faults).toStrictEqual([]);
  });

  test('REG-014: a key that is new is asked for, and then believed', async () => {
    const next = principalOf('service', 'group-authority-2');
    const bound = await world.organization.authority.registerBinding({
      ...bindingOf(next),
      principal: GROUP_AUTHORITY.actor,
    });
    expect(bound.ok).toBe(true);
    const event = await nextEvent({}, { actor: GROUP_AUTHORITY.actor, signer: next.signer });
    const before = (await tested.cursorOf(mission)) ?? 0;
    // As the log would come again after it was not believed at first.
    await tested.until(async () => {
      send(event);
      return (await tested.cursorOf(mission)) === before + 1;
    });
  });
});
