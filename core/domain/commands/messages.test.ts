import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor, CommandPayloads, Event, EventPayloads } from '../../protocol/generated/documents.ts';
import { nowAt } from '../decision.ts';
import type { MissionState } from '../missions.ts';
import {
  conversationIdOf,
  ITEM,
  refusalOf,
  replaceCoordinator,
  seedWorkItem,
  setMission,
} from '../seeded-work.test-data.ts';
import {
  COORDINATOR,
  GROUP,
  MAIN_CONVERSATION,
  MISSION,
  OBSERVER,
  OTHER_SERVICE,
  OWNER,
  SECOND_WORKER,
  SeededOrganization,
  SERVICE,
  START_MS,
  STRANGER,
  WORKER,
} from '../seeded-world.test-data.ts';
import { SINGLE } from '../world.ts';

let organization: SeededOrganization;
let lastMessage = 0;

beforeEach(() => {
  organization = new SeededOrganization();
});

function newMessageId(): string {
  lastMessage += 1;
  return `urn:heddle:test:message:m${lastMessage}`;
}

const MAIN = { conversationId: MAIN_CONVERSATION };
const TEXT: CommandPayloads['message.post']['content'] = [{ type: 'text', text: 'the folder is large' }];

function post(actor: Actor, changes: Partial<CommandPayloads['message.post']> = {}, envelope: object = MAIN) {
  return organization.act(
    'message.post',
    actor,
    { messageId: newMessageId(), content: TEXT, ...changes },
    envelope,
  );
}

function postedBy(actor: Actor): string {
  const messageId = newMessageId();
  organization.mustAct('message.post', actor, { messageId, content: TEXT }, MAIN);
  return messageId;
}

type AmendmentKind = 'message.correct' | 'message.retract' | 'message.redact';
const AMENDMENTS: readonly AmendmentKind[] = ['message.correct', 'message.retract', 'message.redact'];

function amend(
  kind: AmendmentKind,
  actor: Actor,
  targetMessageId: string,
  changes: object = {},
  envelope = {},
) {
  return organization.act(
    kind,
    actor,
    {
      messageId: newMessageId(),
      targetMessageId,
      reason: 'the number was wrong',
      content: [{ type: 'text', text: 'the folder is small' }],
      ...changes,
    },
    envelope,
  );
}

/** Who has the right to the amendment of a Message by WORKER. */
function rightful(kind: AmendmentKind): Actor {
  return kind === 'message.redact' ? OWNER : WORKER;
}

function payloadOf<Kind extends keyof EventPayloads>(
  event: Event | undefined,
  kind: Kind,
): EventPayloads[Kind] {
  expect(event?.kind).toBe(kind);
  return event?.payload as unknown as EventPayloads[Kind];
}

describe('message.post', () => {
  test("CMD-114, MSG-001: commits the Message under the authority's clock, without authority", () => {
    const messageId = newMessageId();
    const outcome = post(WORKER, {
      messageId,
      mentions: [OWNER],
      references: [ITEM],
      announcement: true,
      authority: false,
    });
    if (!outcome.ok) throw new Error('refused');
    expect(outcome.events).toHaveLength(1);
    const [event] = outcome.events;
    expect(event).toMatchObject({
      kind: 'message.posted',
      groupId: GROUP,
      sequence: 2,
      conversationId: MAIN_CONVERSATION,
      aggregateRevision: 1,
      actor: WORKER,
      cause: { type: 'command' },
    });
    expect(event).not.toHaveProperty('workItemId');
    expect(payloadOf(event, 'message.posted')).toEqual({
      message: {
        messageId,
        missionId: MISSION,
        groupId: GROUP,
        conversationId: MAIN_CONVERSATION,
        author: WORKER,
        kind: 'message',
        authority: false,
        content: TEXT,
        mentions: [OWNER],
        references: [ITEM],
        committedAt: nowAt(START_MS).text,
      },
      announcement: true,
    });
    expect(organization.world.get('message', GROUP, messageId)).toEqual({
      conversationId: MAIN_CONVERSATION,
      author: WORKER,
      kind: 'message',
    });
    expect(organization.world.get('mission', GROUP, SINGLE)?.document.revision).toBe(1);
  });

  test.each([OWNER, COORDINATOR, WORKER, OBSERVER])('MSG-004: $id posts as an active member', (actor) => {
    expect(post(actor).ok).toBe(true);
  });

  test('CNV-001: a Message in the Conversation of a WorkItem names the item in its envelope', () => {
    seedWorkItem(organization, { state: 'queued' });
    const outcome = post(WORKER, {}, { conversationId: conversationIdOf(ITEM) });
    expect(outcome).toMatchObject({ events: [{ workItemId: ITEM, conversationId: conversationIdOf(ITEM) }] });
  });

  test('INV-02: a Message changes no WorkItem, lease or budget', () => {
    const before = seedWorkItem(organization, { state: 'queued' });
    post(OWNER, { content: [{ type: 'text', text: 'deploy now' }] });
    expect(organization.world.get('workItem', GROUP, ITEM)).toEqual(before);
    expect(organization.world.get('account', GROUP, MISSION)?.usage.toolCalls).toBe(0);
  });

  test('EVT-005: extensions of the Command come along in Message and Event', () => {
    const extensions = {
      'urn:heddle:test:extension:tone': { version: '1.0.0', critical: false, data: 'calm' },
    };
    const outcome = post(WORKER, {}, { ...MAIN, extensions });
    expect(outcome).toMatchObject({ events: [{ extensions, payload: { message: { extensions } } }] });
  });

  test.each([
    { label: 'none', envelope: {} },
    { label: 'an unknown one', envelope: { conversationId: 'urn:x:y' } },
  ])('MSG-008: refuses a Message whose Conversation is $label', ({ envelope }) => {
    expect(refusalOf(post(WORKER, {}, envelope))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'MSG-008',
    });
  });

  test('MSG-008: refuses a Message in a closed Conversation', () => {
    const conversation = organization.world.get('conversation', GROUP, MAIN_CONVERSATION);
    if (conversation === undefined) throw new Error('seeded');
    organization.world.apply([
      {
        kind: 'conversation',
        groupId: GROUP,
        id: MAIN_CONVERSATION,
        value: { ...conversation, state: 'closed' },
      },
    ]);
    expect(refusalOf(post(WORKER))).toMatchObject({
      code: 'INVALID_COMMAND',
      details: { conversationId: MAIN_CONVERSATION },
    });
  });

  test('MSG-008: refuses a message id that is in use, also by an amendment', () => {
    const messageId = postedBy(WORKER);
    expect(refusalOf(post(OWNER, { messageId }))).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'MSG-008',
      details: { messageId },
    });
    const correctionId = newMessageId();
    expect(amend('message.correct', WORKER, messageId, { messageId: correctionId }).ok).toBe(true);
    expect(refusalOf(post(OWNER, { messageId: correctionId })).rule).toBe('MSG-008');
  });

  test.each([SERVICE, OTHER_SERVICE])('CMD-114: refuses the service $id', (service) => {
    expect(refusalOf(post(service))).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'CMD-114' });
  });

  test('MEM-002: refuses who is no member, and who carries a former Membership Epoch', () => {
    expect(refusalOf(post(STRANGER))).toMatchObject({ code: 'MEMBERSHIP_REQUIRED', rule: 'MEM-002' });
    expect(refusalOf(post(WORKER, {}, { ...MAIN, membershipEpoch: 2 }))).toMatchObject({
      code: 'MEMBERSHIP_STALE',
      details: { membershipEpoch: 2, currentMembershipEpoch: 1 },
    });
  });

  test('INV-04: refuses an Agent with a former Session Epoch', () => {
    expect(refusalOf(post(WORKER, {}, { ...MAIN, sessionEpoch: 7 }))).toMatchObject({
      code: 'AUTH_STALE_SESSION',
      rule: 'INV-04',
    });
  });

  test('OPEN-065: members talk on while the result awaits approval', () => {
    setMission(organization, { state: 'awaiting_approval' });
    expect(post(WORKER).ok).toBe(true);
  });

  test.each<MissionState>(['approved', 'failed', 'cancelled'])(
    'OPEN-065: refuses a Message when %s',
    (state) => {
      setMission(organization, { state });
      expect(refusalOf(post(WORKER))).toMatchObject({
        code: 'INVALID_STATE_TRANSITION',
        rule: 'OPEN-065',
        details: { missionState: state },
      });
    },
  );

  test.each([0, 2])(
    'REV-001: refuses the expected revision %d of a Mission at revision 1',
    (expectedRevision) => {
      expect(refusalOf(post(WORKER, {}, { ...MAIN, expectedRevision }))).toMatchObject({
        code: 'REVISION_CONFLICT',
        expectedRevision,
        currentRevision: 1,
      });
      expect(post(WORKER, {}, { ...MAIN, expectedRevision: 1 }).ok).toBe(true);
    },
  );

  test('CMD-016: refuses a payload that claims authority or has unknown members', () => {
    const authority = { authority: true } as unknown as object;
    expect(refusalOf(post(WORKER, authority))).toMatchObject({ code: 'INVALID_COMMAND', rule: 'CMD-016' });
    expect(refusalOf(post(WORKER, { extra: 1 } as unknown as object)).code).toBe('INVALID_COMMAND');
  });

  test('OPEN-064: refuses a Message in an archived Group', () => {
    const group = organization.world.get('group', GROUP, SINGLE);
    if (group === undefined) throw new Error('seeded');
    organization.world.apply([
      { kind: 'group', groupId: GROUP, id: SINGLE, value: { ...group, state: 'archived' } },
    ]);
    expect(refusalOf(post(WORKER))).toMatchObject({ code: 'INVALID_STATE_TRANSITION', rule: 'OPEN-064' });
  });
});

describe('message.correct, message.retract, message.redact', () => {
  const EVENT_KINDS = {
    'message.correct': ['message.corrected', 'correction'],
    'message.retract': ['message.retracted', 'retraction'],
    'message.redact': ['message.redacted', 'redaction'],
  } as const;

  test.each(AMENDMENTS)(
    'CMD-115, CMD-116, CMD-117: %s appends an amendment and leaves the original',
    (kind) => {
      const target = postedBy(WORKER);
      const original = structuredClone(organization.log.at(-1));
      const outcome = amend(kind, rightful(kind), target);
      if (!outcome.ok) throw new Error(outcome.rejection.message);
      const [eventKind, messageKind] = EVENT_KINDS[kind];
      expect(outcome.events).toHaveLength(1);
      expect(outcome.events[0]).toMatchObject({
        kind: eventKind,
        conversationId: MAIN_CONVERSATION,
        aggregateRevision: 1,
        payload: {
          targetMessageId: target,
          message: {
            kind: messageKind,
            targetMessageId: target,
            author: rightful(kind),
            authority: false,
            reason: 'the number was wrong',
            committedAt: nowAt(START_MS).text,
          },
        },
      });
      expect(organization.log.at(-2)).toEqual(original);
      expect(organization.world.get('message', GROUP, target)?.kind).toBe('message');
    },
  );

  test.each(['message.correct', 'message.retract'] as const)(
    'MSG-007: %s is for the author alone',
    (kind) => {
      const target = postedBy(WORKER);
      for (const actor of [OWNER, COORDINATOR, SECOND_WORKER]) {
        expect(refusalOf(amend(kind, actor, target))).toMatchObject({
          code: 'AUTH_FORBIDDEN',
          rule: 'MSG-007',
        });
      }
    },
  );

  test('MSG-007: the MissionOwner and the Coordinator redact, also what others wrote', () => {
    expect(amend('message.redact', OWNER, postedBy(WORKER)).ok).toBe(true);
    expect(amend('message.redact', COORDINATOR, postedBy(WORKER)).ok).toBe(true);
  });

  test.each([WORKER, SECOND_WORKER, OBSERVER, SERVICE, OTHER_SERVICE])(
    'MSG-007: $id does not redact',
    (actor) => {
      expect(refusalOf(amend('message.redact', actor, postedBy(WORKER)))).toMatchObject({
        code: 'AUTH_FORBIDDEN',
        rule: 'MSG-007',
      });
    },
  );

  test('CMD-012: a Coordinator redacts under its current epoch', () => {
    const target = postedBy(WORKER);
    expect(
      refusalOf(amend('message.redact', COORDINATOR, target, {}, { coordinatorEpoch: 2 })),
    ).toMatchObject({
      code: 'AUTH_STALE_COORDINATOR',
      rule: 'CMD-012',
    });
    replaceCoordinator(organization, SECOND_WORKER);
    expect(
      refusalOf(amend('message.redact', COORDINATOR, target, {}, { coordinatorEpoch: 1 })),
    ).toMatchObject({
      code: 'AUTH_STALE_COORDINATOR',
      rule: 'CRD-004',
      details: { coordinatorEpoch: 1, currentCoordinatorEpoch: 2 },
    });
  });

  test('CRD-007: a Coordinator whose lease has ended does not redact', () => {
    const target = postedBy(WORKER);
    organization.passSeconds(2 * 86_400);
    expect(refusalOf(amend('message.redact', COORDINATOR, target))).toMatchObject({
      code: 'WORK_LEASE_EXPIRED',
      rule: 'CRD-007',
    });
  });

  test('OPEN-067: a redaction is in the Policy Log', () => {
    const target = postedBy(WORKER);
    amend('message.redact', OWNER, target);
    const entries = [...organization.world.list('policyLog', GROUP)].map(([, entry]) => entry);
    expect(entries).toMatchObject([
      { decision: 'message redacted', actor: OWNER, details: { targetMessageId: target } },
    ]);
  });

  test.each(AMENDMENTS)('MSG-007: %s of an unknown Message, or of an amendment, is refused', (kind) => {
    const unknown = refusalOf(amend(kind, rightful(kind), 'urn:heddle:test:message:none'));
    expect(unknown).toMatchObject({ code: 'INVALID_COMMAND', rule: 'MSG-007' });
    const correctionId = newMessageId();
    amend('message.correct', WORKER, postedBy(WORKER), { messageId: correctionId });
    expect(refusalOf(amend(kind, rightful(kind), correctionId))).toMatchObject({
      code: 'INVALID_COMMAND',
      details: { targetMessageId: correctionId },
    });
  });

  test.each(AMENDMENTS)('MSG-007: %s under an id that is in use is refused', (kind) => {
    const target = postedBy(WORKER);
    expect(refusalOf(amend(kind, rightful(kind), target, { messageId: target }))).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'MSG-008',
    });
  });

  test.each(AMENDMENTS)('REV-002: %s at another Mission revision is refused', (kind) => {
    const target = postedBy(WORKER);
    expect(refusalOf(amend(kind, rightful(kind), target, {}, { expectedRevision: 0 }))).toMatchObject({
      code: 'REVISION_CONFLICT',
      expectedRevision: 0,
      currentRevision: 1,
    });
  });

  test.each(
    AMENDMENTS.flatMap((kind) =>
      (['approved', 'failed', 'cancelled'] as const).map((state) => ({ kind, state })),
    ),
  )('MSG-007: $kind of a Mission that is $state is refused', ({ kind, state }) => {
    const target = postedBy(WORKER);
    setMission(organization, { state });
    expect(refusalOf(amend(kind, rightful(kind), target))).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'MSG-007',
    });
  });

  test.each(AMENDMENTS)('MSG-007: %s is allowed while the result awaits approval', (kind) => {
    const target = postedBy(WORKER);
    setMission(organization, { state: 'awaiting_approval' });
    expect(amend(kind, rightful(kind), target).ok).toBe(true);
  });

  test.each(AMENDMENTS)('MSG-006: %s without a reason is no Command', (kind) => {
    const target = postedBy(WORKER);
    expect(refusalOf(amend(kind, rightful(kind), target, { reason: '' }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'CMD-016',
    });
  });
});
