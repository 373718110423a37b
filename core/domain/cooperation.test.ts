import { beforeEach, describe, expect, test } from 'vitest';
import type { CommandPayloads, CooperationOverrideGrant } from '../protocol/generated/documents.ts';
import { checkCooperation, type ExceededLimit, findExceededDepth, findExceededRate } from './cooperation.ts';
import { type GroupInput, nowAt } from './decision.ts';
import { rateKey, recordAcceptance } from './rates.ts';
import { refusalOf, setMission } from './seeded-work.test-data.ts';
import {
  COORDINATOR,
  GROUP,
  MAIN_CONVERSATION,
  OWNER,
  SeededOrganization,
  SERVICE,
  START_MS,
  WORKER,
} from './seeded-world.test-data.ts';
import { OverlayWorld, SINGLE } from './world.ts';

let organization: SeededOrganization;
let lastMessage = 0;

const OVERRIDE = 'urn:heddle:test:override:1';
const IN_MAIN = { conversationId: MAIN_CONVERSATION };

beforeEach(() => {
  organization = new SeededOrganization();
  const { policy } = organization;
  organization.policy = { ...policy, cooperation: { ...policy.cooperation, messagesPerMinute: 2 } };
});

function messageOf(): CommandPayloads['message.post'] {
  lastMessage += 1;
  return { messageId: `urn:heddle:test:message:c${lastMessage}`, content: [{ type: 'text', text: 'so' }] };
}

function post(actor = WORKER, envelope: object = {}) {
  return organization.act('message.post', actor, messageOf(), { ...IN_MAIN, ...envelope });
}

function inputOf(envelope: object = {}): GroupInput {
  const mission = organization.world.get('mission', GROUP, SINGLE);
  if (mission === undefined) throw new Error('seeded');
  const payload = messageOf();
  const command = organization.commandOf('message.post', WORKER, payload, { ...IN_MAIN, ...envelope });
  return {
    world: organization.world,
    command,
    payload,
    context: organization.context,
    groupId: GROUP,
    mission,
  };
}

/** A Command of the Worker that cites an override for itself, with changes to what was granted. */
function citing(changes: Partial<CooperationOverrideGrant> = {}, approver = OWNER) {
  const command = organization.commandOf('message.post', WORKER, messageOf(), {
    ...IN_MAIN,
    cooperationOverrideGrantId: OVERRIDE,
  });
  organization.mustAct('policy.grant_cooperation_override', approver, {
    grantId: OVERRIDE,
    policyName: 'message_rate',
    beneficiary: WORKER,
    targetCommandKind: 'message.post',
    targetActionId: command.actionId,
    reason: 'the last report has to go out',
    expiresAt: nowAt(START_MS + 60_000).text,
  });
  const record = organization.world.get('override', GROUP, OVERRIDE);
  if (record === undefined) throw new Error('just granted');
  const value = { ...record, grant: { ...record.grant, ...changes } };
  organization.world.apply([{ kind: 'override', groupId: GROUP, id: OVERRIDE, value }]);
  return command;
}

const EXCEEDED: ExceededLimit = { policyName: 'message_rate', limit: 2, wanted: 3, retryAfterMs: 60_000 };

describe('rates', () => {
  test('POL-003: as many as the limit, no more', () => {
    expect(post().ok).toBe(true);
    expect(post().ok).toBe(true);
    expect(refusalOf(post())).toMatchObject({
      code: 'RATE_LIMITED',
      rule: 'POL-001',
      details: { policyName: 'message_rate', limit: 2, wanted: 3 },
      retryable: true,
      retryAfterMs: 60_000,
    });
  });

  test('POL-003: what was accepted a minute ago does not count any more', () => {
    post();
    organization.passSeconds(30);
    post();
    organization.nowMs = START_MS + 59_999;
    expect(refusalOf(post()).code).toBe('RATE_LIMITED');
    organization.nowMs = START_MS + 60_000;
    expect(post().ok).toBe(true);
    expect(refusalOf(post()).code).toBe('RATE_LIMITED');
  });

  test('POL-003: each actor has a rate of its own', () => {
    post();
    post();
    expect(post(COORDINATOR).ok).toBe(true);
  });

  test('POL-003: each Group has a rate of its own', () => {
    post();
    post();
    expect(
      findExceededRate({ ...inputOf(), groupId: 'urn:heddle:test:group:2' }, 'message.posted'),
    ).toBeUndefined();
    expect(findExceededRate(inputOf(), 'message.posted')).toEqual(EXCEEDED);
  });

  test('POL-003: what was refused does not count', () => {
    post();
    expect(post(WORKER, { conversationId: 'urn:heddle:test:conversation:none' }).ok).toBe(false);
    expect(post().ok).toBe(true);
  });

  test('POL-003: proposals count apart from Messages', () => {
    post();
    post();
    expect(findExceededRate(inputOf(), 'work.proposed')).toBeUndefined();
    const proposed = { kind: 'work.proposed', actor: WORKER, occurredAt: nowAt(START_MS).text };
    for (let n = 0; n < 30; n += 1) {
      const laid = new OverlayWorld(organization.world);
      recordAcceptance(laid, GROUP, proposed);
      organization.world.apply(laid.changes);
    }
    expect(findExceededRate(inputOf(), 'work.proposed')).toEqual({
      policyName: 'proposal_rate',
      limit: 30,
      wanted: 31,
      retryAfterMs: 60_000,
    });
  });

  test('POL-003: a rate keeps only what still counts', () => {
    post();
    organization.passSeconds(60);
    post();
    const record = organization.world.get('rate', GROUP, rateKey('message.posted', WORKER));
    expect(record?.acceptedAt).toEqual([nowAt(START_MS + 60_000).text]);
  });

  test('POL-001: the limit is policy', () => {
    const { policy } = organization;
    organization.policy = { ...policy, cooperation: { ...policy.cooperation, messagesPerMinute: 0 } };
    expect(refusalOf(post()).details).toMatchObject({ limit: 0, wanted: 1 });
  });
});

describe('depth', () => {
  test('POL-003: exceeded above the limit, and waiting does not help (ERR-032)', () => {
    expect(findExceededDepth(inputOf(), 3)).toBeUndefined();
    const exceeded = findExceededDepth(inputOf(), 4);
    expect(exceeded).toEqual({
      policyName: 'delegation_depth',
      limit: 3,
      wanted: 4,
      retryAfterMs: undefined,
    });
    expect(checkCooperation(inputOf(), [exceeded])).toMatchObject({
      fault: { code: 'RATE_LIMITED', retryable: false },
    });
    expect(checkCooperation(inputOf(), [exceeded])).not.toHaveProperty('fault.retryAfterMs');
  });
});

describe('overrides', () => {
  beforeEach(() => {
    post();
    post();
  });

  test('POL-011, POL-012: one that fits lifts the limit for its Command, and is used up by it', () => {
    const command = citing();
    const outcome = organization.submit(command);
    expect(outcome).toMatchObject({
      events: [{ kind: 'message.posted', payload: { cooperationOverrideGrantId: OVERRIDE } }],
    });
    expect(organization.world.get('override', GROUP, OVERRIDE)?.consumedByActionId).toBe(command.actionId);
  });

  test('POL-012, POL-015: the use is in the Policy Log, with the Event it made possible', () => {
    const outcome = organization.submit(citing());
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    const entries = [...organization.world.list('policyLog', GROUP)].map(([, each]) => each);
    expect(entries.map(({ decision }) => decision)).toEqual([
      'cooperation override granted',
      'cooperation override consumed',
    ]);
    expect(entries[1]).toMatchObject({
      actor: WORKER,
      details: { grantId: OVERRIDE, eventId: outcome.events[0]?.eventId },
    });
  });

  test('POL-011: also one that a service gave', () => {
    expect(organization.submit(citing({}, SERVICE)).ok).toBe(true);
  });

  test('POL-013: it does not help a second time', () => {
    const command = citing();
    organization.submit(command);
    const again = { ...command, payload: { ...messageOf() } };
    expect(refusalOf(organization.submit(again))).toMatchObject({
      code: 'APPROVAL_REQUIRED',
      rule: 'POL-011',
      message: 'the override was used already',
    });
  });

  test('POL-012: a Command that fails otherwise does not use it up', () => {
    const command = citing();
    setMission(organization, { state: 'approved' });
    expect(refusalOf(organization.submit(command)).rule).toBe('OPEN-065');
    expect(organization.world.get('override', GROUP, OVERRIDE)?.consumedByActionId).toBeUndefined();
    setMission(organization, { state: 'active' });
    expect(organization.submit(command).ok).toBe(true);
  });

  test.each<[string, Partial<CooperationOverrideGrant>]>([
    ['the override lifts another limit', { policyName: 'proposal_rate' }],
    ['the override is for another Command', { targetActionId: 'urn:heddle:test:action:other' }],
    ['the override is for another Command', { targetCommandKind: 'work.propose' }],
    ['the override is for somebody else', { beneficiary: COORDINATOR }],
    ['the override is for somebody else', { beneficiary: { type: 'human', id: WORKER.id } }],
    ['the override was given by a former MissionOwner', { approver: { type: 'human', id: 'urn:x:former' } }],
    ['the override has expired', { expiresAt: nowAt(START_MS).text }],
  ])('POL-011: refused because %s', (message, changes) => {
    expect(refusalOf(organization.submit(citing(changes)))).toMatchObject({
      code: 'APPROVAL_REQUIRED',
      rule: 'POL-011',
      message,
      details: { grantId: OVERRIDE, policyName: 'message_rate' },
    });
  });

  test('POL-011: refused because there is no such override', () => {
    expect(refusalOf(post(WORKER, { cooperationOverrideGrantId: OVERRIDE }))).toMatchObject({
      code: 'APPROVAL_REQUIRED',
      message: 'no such override in this Group',
    });
  });

  test('POL-014: refused where no limit is exceeded', () => {
    const command = citing();
    organization.passSeconds(61);
    expect(refusalOf(organization.submit(command))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'POL-014',
      details: { grantId: OVERRIDE },
    });
  });

  test('POL-014: one override does not lift two limits', () => {
    const command = citing();
    const second: ExceededLimit = {
      policyName: 'active_work_items',
      limit: 4,
      wanted: 5,
      retryAfterMs: undefined,
    };
    const input = { ...inputOf(), command };
    expect(checkCooperation(input, [EXCEEDED])).toEqual({ ok: true, value: OVERRIDE });
    expect(checkCooperation(input, [EXCEEDED, second])).toMatchObject({
      fault: { code: 'RATE_LIMITED', details: { policyName: 'active_work_items' } },
    });
  });

  test('POL-001: of two limits and no override the first is named', () => {
    const second: ExceededLimit = { ...EXCEEDED, policyName: 'proposal_rate' };
    expect(checkCooperation(inputOf(), [EXCEEDED, second])).toMatchObject({
      fault: { code: 'RATE_LIMITED', details: { policyName: 'message_rate' } },
    });
  });

  test('POL-001: nothing exceeded and nothing cited needs nothing', () => {
    expect(checkCooperation(inputOf(), [undefined, undefined])).toEqual({ ok: true, value: undefined });
  });
});
