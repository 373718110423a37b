import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor, Membership } from '../protocol/generated/documents.ts';
import { type GroupInput, nowAt } from './decision.ts';
import {
  checkMembership,
  currentMemberships,
  hasActiveRole,
  isAfter,
  isAuthorizedService,
  isMissionOwner,
  requireActiveMember,
  requireMissionOwner,
} from './members.ts';
import {
  COORDINATOR,
  GROUP,
  membershipOf,
  OTHER_SERVICE,
  OWNER,
  SeededOrganization,
  SERVICE,
  START_MS,
  STRANGER,
  WORKER,
} from './seeded-world.test-data.ts';
import { memberKey, SINGLE } from './world.ts';

let organization: SeededOrganization;

beforeEach(() => {
  organization = new SeededOrganization();
});

const NOW = nowAt(START_MS);

function inputOf(actor: Actor, envelope: object = {}): GroupInput {
  const payload = { reason: 'test' };
  const command = organization.commandOf('mission.cancel', actor, payload, envelope);
  const mission = organization.world.get('mission', GROUP, SINGLE);
  if (mission === undefined) throw new Error('seeded');
  return {
    world: organization.world,
    command,
    payload,
    context: organization.context,
    groupId: GROUP,
    mission,
  };
}

function setMembership(member: Actor, changes: Partial<Membership>): void {
  const membership = membershipOf(member, 'worker', changes);
  const { membershipId, membershipEpoch } = membership;
  organization.world.apply([
    { kind: 'membership', groupId: GROUP, id: membershipId, value: membership },
    {
      kind: 'member',
      groupId: GROUP,
      id: memberKey(member),
      value: { member, membershipEpoch, membershipIds: [membershipId] },
    },
  ]);
}

describe('time', () => {
  test.each([
    ['2026-05-04T09:00:00.001Z', true],
    ['2026-05-04T09:00:00Z', false],
    ['2026-05-04T08:59:59.999Z', false],
    ['2026-05-04T11:00:00.001+02:00', true],
    ['no time', false],
  ])('DATA-022: %s lies after 09:00:00: %s', (text, expected) => {
    expect(isAfter(text, NOW)).toBe(expected);
  });

  test('an absent time lies nowhere', () => {
    expect(isAfter(undefined, NOW)).toBe(false);
  });
});

describe('current memberships', () => {
  test('MEM-001: a Principal is a member by type and id', () => {
    expect(currentMemberships(organization.world, GROUP, WORKER, NOW)).toHaveLength(1);
    const human: Actor = { type: 'human', id: WORKER.id };
    expect(currentMemberships(organization.world, GROUP, human, NOW)).toEqual([]);
    expect(currentMemberships(organization.world, 'urn:heddle:test:group:2', WORKER, NOW)).toEqual([]);
  });

  test('OPEN-024: a provisional one holds until its time is over', () => {
    const provisionalExpiresAt = nowAt(START_MS + 1_000).text;
    setMembership(STRANGER, { state: 'provisional', provisionalExpiresAt });
    expect(currentMemberships(organization.world, GROUP, STRANGER, nowAt(START_MS + 999))).toHaveLength(1);
    expect(currentMemberships(organization.world, GROUP, STRANGER, nowAt(START_MS + 1_000))).toEqual([]);
  });

  test('MEM-007: an ended one does not hold', () => {
    setMembership(WORKER, { state: 'ended', endedAt: NOW.text });
    expect(currentMemberships(organization.world, GROUP, WORKER, NOW)).toEqual([]);
  });

  test('OPEN-020: one role active and one ended: the active one holds', () => {
    const reviewer = membershipOf(WORKER, 'reviewer', { state: 'ended', endedAt: NOW.text });
    const worker = membershipOf(WORKER, 'worker');
    organization.world.apply([
      { kind: 'membership', groupId: GROUP, id: reviewer.membershipId, value: reviewer },
      {
        kind: 'member',
        groupId: GROUP,
        id: memberKey(WORKER),
        value: {
          member: WORKER,
          membershipEpoch: 1,
          membershipIds: [reviewer.membershipId, worker.membershipId],
        },
      },
    ]);
    expect(currentMemberships(organization.world, GROUP, WORKER, NOW).map(({ role }) => role)).toEqual([
      'worker',
    ]);
    expect(hasActiveRole(organization.world, GROUP, WORKER, 'worker', NOW)).toBe(true);
    expect(hasActiveRole(organization.world, GROUP, WORKER, 'reviewer', NOW)).toBe(false);
  });

  test('OPEN-020: of several active roles each is held', () => {
    organization.mustAct('membership.change', OWNER, {
      member: WORKER,
      role: 'reviewer',
      state: 'active',
      scopes: ['work.review'],
    });
    expect(hasActiveRole(organization.world, GROUP, WORKER, 'worker', NOW)).toBe(true);
    expect(hasActiveRole(organization.world, GROUP, WORKER, 'reviewer', NOW)).toBe(true);
    expect(hasActiveRole(organization.world, GROUP, WORKER, 'observer', NOW)).toBe(false);
  });

  test('MEM-004: a provisional role is not an active one', () => {
    setMembership(STRANGER, { state: 'provisional', provisionalExpiresAt: nowAt(START_MS + 1_000).text });
    expect(hasActiveRole(organization.world, GROUP, STRANGER, 'worker', NOW)).toBe(false);
  });
});

describe('membership of the actor', () => {
  test('MEM-002: the current epoch is good', () => {
    expect(checkMembership(inputOf(WORKER))).toMatchObject({ ok: true, value: [{ member: WORKER }] });
    expect(requireActiveMember(inputOf(WORKER)).ok).toBe(true);
  });

  test.each([{ membershipEpoch: 2 }, { membershipEpoch: 0 }, { membershipEpoch: undefined }])(
    'MEM-002: %j is stale',
    (envelope) => {
      expect(checkMembership(inputOf(WORKER, envelope))).toMatchObject({
        fault: {
          code: 'MEMBERSHIP_STALE',
          rule: 'MEM-002',
          details: { membershipEpoch: envelope.membershipEpoch ?? null, currentMembershipEpoch: 1 },
        },
      });
    },
  );

  test('MEM-002: a stranger has no membership', () => {
    expect(checkMembership(inputOf(STRANGER))).toMatchObject({ fault: { code: 'MEMBERSHIP_REQUIRED' } });
    expect(requireActiveMember(inputOf(STRANGER))).toMatchObject({ fault: { code: 'MEMBERSHIP_REQUIRED' } });
  });

  test('MEM-002: a former member with the right epoch has none either', () => {
    setMembership(WORKER, { state: 'ended', endedAt: NOW.text, membershipEpoch: 2 });
    expect(checkMembership(inputOf(WORKER))).toMatchObject({
      fault: { code: 'MEMBERSHIP_REQUIRED', rule: 'MEM-002' },
    });
  });

  test('OPEN-024: a provisional member is a member, but no active one', () => {
    setMembership(STRANGER, { state: 'provisional', provisionalExpiresAt: nowAt(START_MS + 1_000).text });
    expect(checkMembership(inputOf(STRANGER)).ok).toBe(true);
    expect(requireActiveMember(inputOf(STRANGER))).toMatchObject({
      fault: { code: 'MEMBERSHIP_REQUIRED', rule: 'OPEN-024' },
    });
  });

  test('MEM-002: services have no membership', () => {
    expect(checkMembership(inputOf(OTHER_SERVICE))).toEqual({ ok: true, value: [] });
    expect(requireActiveMember(inputOf(OTHER_SERVICE)).ok).toBe(true);
  });
});

describe('the MissionOwner and services', () => {
  test('ROLE-03: the owner is known by type and id', () => {
    expect(isMissionOwner(inputOf(OWNER))).toBe(true);
    expect(isMissionOwner(inputOf(COORDINATOR))).toBe(false);
    expect(isMissionOwner(inputOf({ type: 'agent', id: OWNER.id }))).toBe(false);
  });

  test('ROLE-03: anybody else is refused under the rule of the Command', () => {
    expect(requireMissionOwner(inputOf(OWNER), 'MIS-T7').ok).toBe(true);
    expect(requireMissionOwner(inputOf(COORDINATOR), 'MIS-T7')).toMatchObject({
      fault: { code: 'AUTH_FORBIDDEN', rule: 'MIS-T7' },
    });
  });

  test('SIG-061: a service acts only in the roles that policy names', () => {
    const { policy } = organization;
    organization.policy = { ...policy, services: { ...policy.services, archive: [] } };
    expect(isAuthorizedService(inputOf(SERVICE), 'policy')).toBe(true);
    expect(isAuthorizedService(inputOf(SERVICE), 'archive')).toBe(false);
    expect(isAuthorizedService(inputOf(OTHER_SERVICE), 'policy')).toBe(false);
    expect(isAuthorizedService(inputOf({ type: 'agent', id: SERVICE.id }), 'policy')).toBe(false);
  });
});
