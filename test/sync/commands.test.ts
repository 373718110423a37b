// Commands on their way out, against a real Authority (file 10, IDM-001…IDM-008, OFF-004).
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memberKey, SINGLE } from '../../core/domain/world.ts';
import type { Command, ProtocolError } from '../../core/protocol/generated/documents.ts';
import { MemoryReplicaStore } from '../../core/store/memory/replica-memory-store.ts';
import { openServerAddress } from '../../core/sync/server-address.ts';
import { createSocketDial } from '../../core/sync/socket-dial.ts';
import type { Dial } from '../../core/sync/sync-ports.ts';
import { CAPABILITY, COORDINATOR, type Principal, type TestMission } from '../harness/organization.ts';
import { SyncWorld } from './sync-world.ts';

let world: SyncWorld;
let worker: Principal;
let mission: TestMission;

beforeEach(async () => {
  world = await SyncWorld.open();
  const [first] = world.organization.workers;
  if (first === undefined) throw new Error('a world has workers');
  worker = first;
  mission = await world.organization.createMission('m1');
});

afterEach(async () => {
  await world.close();
});

/** What passes on the socket, both ways; each message may be kept from going on. */
interface Wire {
  readonly dial: Dial;
  readonly commands: Command[];
  /** The socket of now; `cut` ends it as a broken network would. */
  cut(): void;
  onSend: (text: string) => boolean;
  onReceive: (text: string) => boolean;
}

function tap(): Wire {
  const address = openServerAddress({ origin: `http://127.0.0.1:${world.port}` });
  if (!address.ok) throw new Error(address.fault);
  const dial = createSocketDial(address.value);
  const wire: Wire = {
    commands: [],
    cut: () => {},
    onSend: () => true,
    onReceive: () => true,
    dial: (listener) => {
      let isOver = false;
      const close = (code: number) => {
        if (isOver) return;
        isOver = true;
        listener.closed(code, '');
      };
      const socket = dial({
        ...listener,
        connected: () => listener.connected(),
        closed: close,
        message: (bytes, isBinary) => {
          if (!isOver && wire.onReceive(Buffer.from(bytes).toString('utf8')))
            listener.message(bytes, isBinary);
        },
      });
      wire.cut = () => {
        socket.terminate();
        close(1006);
      };
      return {
        send: (text) => {
          const { command } = JSON.parse(text) as { command?: Command };
          if (command !== undefined) wire.commands.push(command);
          if (wire.onSend(text)) socket.send(text);
        },
        pauseReading: () => socket.pauseReading(),
        resumeReading: () => socket.resumeReading(),
        close: (code, reason) => socket.close(code, reason),
        terminate: () => {
          isOver = true;
          socket.terminate();
        },
      };
    },
  };
  return wire;
}

const isCommand = (text: string) => text.startsWith('{"command"');
const isEvent = (text: string) => text.startsWith('{"event"');

async function textsInLog(): Promise<readonly string[]> {
  return (await world.logOf(mission)).filter((text) => text.includes('"message.posted"'));
}

describe('a Command whose answer is lost', () => {
  test('is found in the log after the reconnect, and not sent again (IDM-001)', async () => {
    const wire = tap();
    const tested = await world.connect(worker, { dial: wire.dial });
    wire.onReceive = (text) => !isEvent(text);
    const outcome = tested.client.submit(tested.message(mission, 'one'));
    await tested.until(async () => (await textsInLog()).length === 1);
    wire.onReceive = () => true;
    wire.cut();
    expect(await outcome).toMatchObject({ status: 'accepted' });
    expect(wire.commands).toHaveLength(1);
    expect(await textsInLog()).toHaveLength(1);
  });

  test('goes out again in the same bytes when it is silent for long (IDM-008)', async () => {
    const wire = tap();
    const tested = await world.connect(worker, { dial: wire.dial, settings: { answerMs: 60 } });
    let dropped = 0;
    wire.onSend = (text) => {
      if (!isCommand(text) || dropped > 1) return true;
      dropped += 1;
      return false;
    };
    expect(await tested.client.submit(tested.message(mission, 'one'))).toMatchObject({ status: 'accepted' });
    expect(wire.commands).toHaveLength(3);
    expect(new Set(wire.commands.map((command) => JSON.stringify(command))).size).toBe(1);
  });

  test('that never arrived is signed anew in the next Session, under a new Action ID (ERR-041)', async () => {
    const wire = tap();
    const tested = await world.connect(worker, { dial: wire.dial });
    wire.onSend = (text) => {
      if (!isCommand(text) || wire.commands.length > 1) return true;
      wire.cut();
      return false;
    };
    const outcome = await tested.client.submit(tested.message(mission, 'one'));
    expect(outcome).toMatchObject({ status: 'accepted' });
    // First the bytes that may have been accepted, and only after their refusal others.
    const [first, again, anew] = wire.commands;
    expect(again).toStrictEqual(first);
    expect(anew?.payload).toStrictEqual(first?.payload);
    expect(anew?.actionId).not.toBe(first?.actionId);
    expect(anew?.sessionEpoch).toBe((first?.sessionEpoch ?? 0) + 1);
    expect(await textsInLog()).toHaveLength(1);
    const former = await tested.store.readOutboxEntry(first?.actionId ?? '');
    expect(former).toMatchObject({
      state: 'refused',
      error: { code: 'AUTH_STALE_SESSION' },
      replacedBy: anew?.actionId,
    });
  });

  test.each([
    ['that had to be now', { mustBeNow: true }],
    ['whose Action ID its sender has fixed', { actionId: 'urn:heddle:test:action:fixed' }],
  ])('%s is not signed anew by itself', async (_what, more) => {
    const wire = tap();
    const tested = await world.connect(worker, { dial: wire.dial });
    wire.onSend = (text) => {
      if (!isCommand(text) || wire.commands.length > 1) return true;
      wire.cut();
      return false;
    };
    const outcome = await tested.client.submit({ ...tested.message(mission, 'one'), ...more });
    expect(outcome).toMatchObject({ status: 'refused', error: { code: 'AUTH_STALE_SESSION' } });
    expect(await textsInLog()).toHaveLength(0);
    // Its sender may try again, under the same Action ID if need be (IDM-004).
    const again = await tested.client.submit({ ...tested.message(mission, 'one'), ...more });
    expect(again).toMatchObject({ status: 'accepted' });
  });

  test('is taken up by the next run of the client, and told there', async () => {
    const store = new MemoryReplicaStore();
    const wire = tap();
    const first = await world.connect(worker, { dial: wire.dial, store });
    wire.onReceive = (text) => !isEvent(text);
    const outcome = first.client.submit({
      ...first.message(mission, 'one'),
      actionId: 'urn:heddle:test:action:kept',
    });
    await first.until(async () => (await textsInLog()).length === 1);
    await first.client.stop();
    expect(await outcome).toStrictEqual({ status: 'unknown' });
    const second = await world.client(worker, { store });
    const told: string[] = [];
    second.client.onOutcome((actionId, { status }) => told.push(`${actionId} ${status}`));
    second.client.start();
    await second.until(() => told.length === 1);
    expect(told).toStrictEqual(['urn:heddle:test:action:kept accepted']);
    // Who asks for it again gets the end that it had.
    const again = await second.client.submit({
      ...second.message(mission, 'one'),
      actionId: 'urn:heddle:test:action:kept',
    });
    expect(again).toMatchObject({ status: 'accepted', event: { kind: 'message.posted' } });
    expect(await textsInLog()).toHaveLength(1);
  });
});

describe('without a connection', () => {
  test('Commands wait and go out in order, those that had to be now do not', async () => {
    const tested = await world.client(worker);
    const waiting = ['one', 'two', 'three'].map((text) =>
      tested.client.submit(tested.message(mission, text)),
    );
    const now = await tested.client.submit({ ...tested.message(mission, 'now'), mustBeNow: true });
    expect(now).toStrictEqual({ status: 'abandoned' });
    tested.client.start();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toStrictEqual(Array(3).fill('accepted'));
    const texts = (await textsInLog()).map((text) => /"text":"(\w+)"/.exec(text)?.[1]);
    expect(texts).toStrictEqual(['one', 'two', 'three']);
  });

  test('a Command of a Group that its Agent is no member of is refused, and nothing waits for it', async () => {
    const stranger = await world.newAgent('stranger');
    const tested = await world.connect(stranger);
    const outcome = await tested.client.submit(tested.message(mission, 'one'));
    expect(outcome).toMatchObject({ status: 'refused', error: { code: 'MEMBERSHIP_REQUIRED' } });
    expect(tested.client.pendingCommands).toBe(0);
  });

  test('IDM-002: one Action ID for two Commands is a collision', async () => {
    const tested = await world.connect(worker);
    const actionId = 'urn:heddle:test:action:same';
    const [first, other, same] = await Promise.all([
      tested.client.submit({ ...tested.message(mission, 'one'), actionId }),
      tested.client.submit({ ...tested.message(mission, 'two'), actionId }),
      tested.client.submit({ ...tested.message(mission, 'one'), actionId }),
    ]);
    expect(first).toMatchObject({ status: 'accepted' });
    expect(other).toMatchObject({ status: 'refused', error: { code: 'ACTION_ID_COLLISION' } });
    expect(same).toStrictEqual(first);
  });
});

describe('refusals', () => {
  /** Answers the first so many Commands by itself. */
  function refuseFirst(
    wire: Wire,
    count: number,
    error: Partial<ProtocolError>,
    deliver: (text: string) => void,
  ) {
    let refused = 0;
    wire.onSend = (text) => {
      if (!isCommand(text) || refused >= count) return true;
      refused += 1;
      const { command } = JSON.parse(text) as { command: Command };
      const frame = {
        protocolVersion: '0.1',
        frameId: `urn:heddle:test:frame:refusal-${refused}`,
        frameType: 'ERROR',
        error: {
          code: 'BACKPRESSURE',
          message: 'by a test',
          retryable: true,
          occurredAt: world.organization.nowText,
          relatedActionId: command.actionId,
          ...error,
        },
      };
      setImmediate(() => deliver(JSON.stringify(frame)));
      return false;
    };
  }

  /** A wire on which a test can speak in the server's name. */
  function tapWithVoice(): { readonly wire: Wire; readonly say: (text: string) => void } {
    const wire = tap();
    const { dial } = wire;
    let say = (_text: string) => {};
    const spoken: Dial = (listener) => {
      say = (text) => listener.message(Buffer.from(text), false);
      return dial(listener);
    };
    return { wire: Object.assign(wire, { dial: spoken }), say: (text) => say(text) };
  }

  test.each(['BACKPRESSURE', 'RATE_LIMITED', 'INTERNAL_ERROR'] as const)(
    'ERR-002: after a %s that may be retried the same bytes go out again, and the others wait',
    async (code) => {
      const { wire, say } = tapWithVoice();
      const tested = await world.connect(worker, { dial: wire.dial });
      refuseFirst(wire, 2, { code, retryAfterMs: 30 }, say);
      const outcomes = await Promise.all([
        tested.client.submit(tested.message(mission, 'one')),
        tested.client.submit(tested.message(mission, 'two')),
      ]);
      expect(outcomes.map(({ status }) => status)).toStrictEqual(['accepted', 'accepted']);
      const [first, second, third, fourth] = wire.commands;
      expect([second, third]).toStrictEqual([first, first]);
      expect(fourth?.actionId).not.toBe(first?.actionId);
    },
  );

  test('not for ever', async () => {
    const { wire, say } = tapWithVoice();
    const tested = await world.connect(worker, { dial: wire.dial, settings: { maxRepeats: 2 } });
    refuseFirst(wire, 100, { code: 'BACKPRESSURE', retryAfterMs: 5 }, say);
    const outcome = await tested.client.submit(tested.message(mission, 'one'));
    expect(outcome).toMatchObject({ status: 'refused', error: { code: 'BACKPRESSURE' } });
    expect(wire.commands).toHaveLength(3);
  });

  test.each(['AUTH_FORBIDDEN', 'RATE_LIMITED', 'REVISION_CONFLICT', 'INVALID_STATE_TRANSITION'] as const)(
    'a %s that may not be retried is the end of it',
    async (code) => {
      const { wire, say } = tapWithVoice();
      const tested = await world.connect(worker, { dial: wire.dial });
      refuseFirst(wire, 1, { code, retryable: false }, say);
      const outcome = await tested.client.submit(tested.message(mission, 'one'));
      expect(outcome).toMatchObject({ status: 'refused', error: { code } });
      expect(wire.commands).toHaveLength(1);
    },
  );

  test('an ERROR that only names the frame is understood as well (WS-070)', async () => {
    const { wire, say } = tapWithVoice();
    const tested = await world.connect(worker, { dial: wire.dial });
    wire.onSend = (text) => {
      if (!isCommand(text)) return true;
      const { frameId } = JSON.parse(text) as { frameId: string };
      const error = {
        code: 'SCHEMA_VALIDATION_FAILED',
        message: 'by a test',
        retryable: false,
        occurredAt: world.organization.nowText,
        relatedFrameId: frameId,
      };
      const frame = { protocolVersion: '0.1', frameId: 'urn:a:b', frameType: 'ERROR', error };
      setImmediate(() => say(JSON.stringify(frame)));
      return false;
    };
    const outcome = await tested.client.submit(tested.message(mission, 'one'));
    expect(outcome).toMatchObject({ status: 'refused', error: { code: 'SCHEMA_VALIDATION_FAILED' } });
  });

  test('MEMBERSHIP_STALE: signed anew once the Event has told the new epoch', async () => {
    const { wire, say } = tapWithVoice();
    const tested = await world.connect(worker, { dial: wire.dial });
    // The Event of the change is on its way while the Command is being signed with the old epoch.
    const held: string[] = [];
    wire.onReceive = (text) => {
      if (!text.includes('"membership.changed"')) return true;
      held.push(text);
      return false;
    };
    await world.organization.mustAct(
      'membership.change',
      COORDINATOR,
      { member: worker.actor, role: 'reviewer', state: 'active', scopes: ['message.post'] },
      { groupId: mission.groupId },
    );
    const outcome = tested.client.submit(tested.message(mission, 'one'));
    await tested.until(() => wire.commands.length === 1 && held.length === 1);
    wire.onReceive = () => true;
    for (const text of held) say(text);
    expect(await outcome).toMatchObject({ status: 'accepted' });
    const [first, second] = wire.commands;
    expect(second?.membershipEpoch).toBe((first?.membershipEpoch ?? 0) + 1);
    expect(second?.actionId).not.toBe(first?.actionId);
  });
});

describe('epochs', () => {
  test('MEM-008: after an acceptance that raises its Membership Epoch the next Command carries the new one', async () => {
    const { organization } = world;
    const { groupId } = mission;
    const newcomer = await world.newAgent('newcomer');
    const tested = await world.connect(newcomer);
    const [created] = await world.store.readGroupEvents(groupId, 0, 1);
    const contextPackageId = organization.newId('context-package');
    const contextPackage = organization.sign(
      'context-package',
      {
        contextPackageId,
        missionId: mission.missionId,
        groupId,
        version: 1,
        sourceEventRange: { fromSequence: 1, toSequence: 1, eventIds: [created?.eventId ?? ''] },
        artifactHashes: [],
        summary: 'the work begins',
        decisions: [],
        constraints: [],
        unresolvedQuestions: [],
        generatedBy: { type: 'agent', id: COORDINATOR.actor.id },
        generatedAt: organization.nowText,
      },
      COORDINATOR,
    );
    await organization.mustAct(
      'membership.change',
      COORDINATOR,
      {
        member: newcomer.actor,
        role: 'worker',
        state: 'provisional',
        scopes: ['work.execute'],
        provisionalExpiresAt: '2026-05-04T10:00:00Z',
        contextPackageId,
        contextPackage,
      },
      { groupId },
    );
    const workItemId = organization.newId('work-item');
    const offerId = organization.newId('offer');
    await organization.mustAct(
      'work.authorize',
      COORDINATOR,
      { workItemId, contract: organization.contractOf() },
      { groupId },
    );
    await organization.mustAct(
      'work.offer',
      COORDINATOR,
      {
        workItemId,
        offers: [{ offerId, agentId: newcomer.actor.id }],
        selectionBasis: {
          requiredCapabilities: [CAPABILITY],
          verifiedMatches: [CAPABILITY],
          authorizationEligible: true,
          availabilityEstimate: organization.nowText,
          expectedCost: 0,
          reliabilityEvidence: [],
          policyRulesApplied: ['first eligible'],
        },
      },
      { groupId },
    );
    await tested.until(
      ({ client }) => client.world.get('workItem', groupId, workItemId)?.document.state === 'offered',
    );
    // DEL-010: from its own Membership on, a late member knows what concerns it, and nothing that it may not know.
    expect(tested.client.world.get('mission', groupId, SINGLE)).toBeUndefined();
    const accepted = tested.client.submit({
      kind: 'work.accept_offer',
      groupId,
      payload: { workItemId, offerId },
    });
    const started = tested.client.submit({
      kind: 'work.start',
      groupId,
      payload: { workItemId, ownershipEpoch: 1 },
    });
    expect(await accepted).toMatchObject({ status: 'accepted' });
    expect(await started).toMatchObject({ status: 'accepted' });
    const record = tested.client.world.get('workItem', groupId, workItemId);
    const authoritative = await organization.authority.look((state) =>
      state.get('workItem', groupId, workItemId),
    );
    expect(record?.document).toStrictEqual(authoritative?.document);
    expect(record?.executionLeaseId).toBe(authoritative?.executionLeaseId);
    expect(record?.ownershipEpoch).toBe(1);
    expect(tested.client.world.get('member', groupId, memberKey(newcomer.actor))?.membershipEpoch).toBe(2);
  });

  test('CMD-010: a Coordinator’s Commands carry its epoch', async () => {
    const wire = tap();
    const tested = await world.connect(COORDINATOR, { dial: wire.dial });
    const outcome = await tested.client.submit({
      kind: 'mission.renew_coordinator',
      groupId: mission.groupId,
      payload: {},
    });
    expect(outcome).toMatchObject({ status: 'accepted' });
    expect(wire.commands[0]?.coordinatorEpoch).toBe(1);
  });
});
