import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor, CommandPayloads } from '../../protocol/generated/documents.ts';
import { nowAt } from '../decision.ts';
import type { MissionState } from '../missions.ts';
import { contextPackageOf, refusalOf, setMission } from '../seeded-work.test-data.ts';
import {
  COORDINATOR,
  GROUP,
  MISSION,
  OBSERVER,
  OTHER_SERVICE,
  OWNER,
  SeededOrganization,
  SERVICE,
  START_MS,
  STRANGER,
  WORKER,
} from '../seeded-world.test-data.ts';
import { memberKey } from '../world.ts';

type Payload = CommandPayloads['policy.grant_cooperation_override'];

let organization: SeededOrganization;

const GRANT = 'urn:heddle:test:override:1';

beforeEach(() => {
  organization = new SeededOrganization();
});

function payloadOf(changes: Partial<Payload> = {}): Payload {
  return {
    grantId: GRANT,
    policyName: 'message_rate',
    beneficiary: WORKER,
    targetCommandKind: 'message.post',
    targetActionId: 'urn:heddle:test:action:target',
    reason: 'the last report has to go out',
    expiresAt: nowAt(START_MS + 60_000).text,
    ...changes,
  };
}

function grant(changes: Partial<Payload> = {}, actor: Actor = OWNER, envelope: object = {}) {
  return organization.act('policy.grant_cooperation_override', actor, payloadOf(changes), envelope);
}

describe('policy.grant_cooperation_override', () => {
  test.each([OWNER, SERVICE])('CMD-132, POL-010: $id grants one Command more than the limit', (actor) => {
    const outcome = grant({}, actor);
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    const cooperationOverrideGrant = {
      ...payloadOf(),
      missionId: MISSION,
      groupId: GROUP,
      approver: actor,
      grantedAt: nowAt(START_MS).text,
    };
    expect(outcome.events).toHaveLength(1);
    expect(outcome.events[0]).toMatchObject({
      kind: 'policy.cooperation_override.granted',
      groupId: GROUP,
      aggregateRevision: 1,
    });
    expect(outcome.events[0]?.payload).toEqual({ cooperationOverrideGrant });
    expect(organization.world.get('override', GROUP, GRANT)).toEqual({
      grant: cooperationOverrideGrant,
      consumedByActionId: undefined,
    });
  });

  test('POL-012, POL-015: the grant is in the Policy Log', () => {
    grant();
    const [entry] = [...organization.world.list('policyLog', GROUP)].map(([, each]) => each);
    expect(entry).toMatchObject({
      decision: 'cooperation override granted',
      actor: OWNER,
      occurredAt: nowAt(START_MS).text,
      details: { grantId: GRANT, policyName: 'message_rate', eventId: organization.log[0]?.eventId },
    });
  });

  test.each([COORDINATOR, WORKER, OBSERVER, OTHER_SERVICE])('POL-010: $id grants nothing', (actor) => {
    expect(refusalOf(grant({}, actor))).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'POL-010' });
    expect(organization.world.get('override', GROUP, GRANT)).toBeUndefined();
  });

  test.each([
    ['message_rate', 'message.post'],
    ['proposal_rate', 'work.propose'],
    ['delegation_depth', 'mission.create_child'],
    ['delegation_depth', 'work.authorize'],
    ['delegation_depth', 'membership.grant_delegation'],
    ['queued_work_items', 'work.accept_offer'],
    ['active_work_items', 'work.accept_offer'],
    ['active_work_items', 'work.start'],
  ] as const)('POL-010: %s can be exceeded by %s', (policyName, targetCommandKind) => {
    expect(grant({ policyName, targetCommandKind }).ok).toBe(true);
  });

  test.each([
    ['message_rate', 'work.propose'],
    ['proposal_rate', 'message.post'],
    ['delegation_depth', 'work.offer'],
    ['queued_work_items', 'work.start'],
    ['active_work_items', 'work.authorize'],
  ] as const)('POL-010: %s cannot be exceeded by %s', (policyName, targetCommandKind) => {
    expect(refusalOf(grant({ policyName, targetCommandKind }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'POL-010',
      details: { policyName, targetCommandKind },
    });
  });

  test.each([STRANGER, SERVICE])('POL-010: the beneficiary $id is no member', (beneficiary) => {
    expect(refusalOf(grant({ beneficiary }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'POL-010',
      details: { beneficiary },
    });
  });

  test('POL-010: a former member is none', () => {
    organization.mustAct('membership.end', OWNER, { member: WORKER });
    expect(refusalOf(grant()).rule).toBe('POL-010');
  });

  test('POL-010: a provisional member may be the beneficiary', () => {
    organization.mustAct('membership.change', OWNER, {
      member: STRANGER,
      role: 'worker',
      state: 'provisional',
      scopes: ['work.accept_offer'],
      provisionalExpiresAt: nowAt(START_MS + 60_000).text,
      contextPackage: contextPackageOf(),
    });
    expect(organization.world.get('member', GROUP, memberKey(STRANGER))).toBeDefined();
    const target = { policyName: 'queued_work_items', targetCommandKind: 'work.accept_offer' } as const;
    expect(grant({ ...target, beneficiary: STRANGER }).ok).toBe(true);
  });

  test.each<MissionState>(['approved', 'failed', 'cancelled'])(
    'POL-010: none in a Mission that is %s',
    (state) => {
      setMission(organization, { state });
      expect(refusalOf(grant())).toMatchObject({
        code: 'INVALID_STATE_TRANSITION',
        rule: 'POL-010',
        details: { missionState: state },
      });
    },
  );

  test('POL-010: Messages go on while the result awaits approval, and so do overrides', () => {
    setMission(organization, { state: 'awaiting_approval' });
    expect(grant().ok).toBe(true);
  });

  test('POL-010: a grant id is new', () => {
    grant();
    expect(refusalOf(grant())).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'POL-010',
      details: { grantId: GRANT },
    });
  });

  test.each([
    ['now', nowAt(START_MS).text],
    ['in the past', '2026-05-04T08:00:00Z'],
    ['after the Mission', '2026-05-06T09:00:00.001Z'],
  ])('POL-010: a grant does not end %s', (_when, expiresAt) => {
    expect(refusalOf(grant({ expiresAt }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'POL-010',
      details: { expiresAt, missionDeadline: '2026-05-06T09:00:00Z' },
    });
  });

  test('POL-010: a grant may end with the Mission', () => {
    expect(grant({ expiresAt: '2026-05-06T09:00:00Z' }).ok).toBe(true);
  });

  test('REV-002: an expected revision is the Mission revision, 0 too', () => {
    expect(refusalOf(grant({}, OWNER, { expectedRevision: 0 }))).toMatchObject({
      code: 'REVISION_CONFLICT',
      expectedRevision: 0,
      currentRevision: 1,
    });
  });
});
