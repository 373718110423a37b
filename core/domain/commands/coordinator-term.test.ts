// Appointment and renewal of the Coordinator (CRD-001…CRD-009, OPEN-035, OPEN-047, OPEN-021).
import { describe, expect, test } from 'vitest';
import type { Actor, ContextPackage, Membership } from '../../protocol/generated/documents.ts';
import type { MissionState } from '../missions.ts';
import {
  CHILD_COORDINATOR,
  CHILD_GROUP,
  CHILD_MISSION,
  endTermAt,
  outline,
  payloadOf,
  promote,
  promoteChild,
  setSession,
} from '../seeded-missions.test-data.ts';
import { contextPackageOf, refusalOf, setMission } from '../seeded-work.test-data.ts';
import {
  cardOf,
  COORDINATOR,
  GROUP,
  MISSION,
  membershipOf,
  OTHER_SERVICE,
  OWNER,
  SeededOrganization,
  SERVICE,
  STRANGER,
  WORKER,
} from '../seeded-world.test-data.ts';
import { memberKey, ORGANIZATION, SINGLE } from '../world.ts';

const TERMINAL: readonly MissionState[] = ['approved', 'failed', 'cancelled'];
const FIRST_LEASE = 'urn:heddle:test:lease:coordinator';
const CHILD = { groupId: CHILD_GROUP };

function assign(organization: SeededOrganization, agent = STRANGER, envelope = {}, actor = OWNER) {
  return organization.act('mission.assign_coordinator', actor, { coordinatorAgentId: agent.id }, envelope);
}

function mustAssign(organization: SeededOrganization, agent = STRANGER) {
  return organization.mustAct('mission.assign_coordinator', OWNER, { coordinatorAgentId: agent.id });
}

function renew(organization: SeededOrganization, payload = {}, envelope = {}, actor = COORDINATOR) {
  return organization.act('mission.renew_coordinator', actor, payload, envelope);
}

function membershipsOf({ world }: SeededOrganization, member: Actor, groupId = GROUP): readonly Membership[] {
  return [...world.list('membership', groupId)]
    .map(([, membership]) => membership)
    .filter((membership) => memberKey(membership.member) === memberKey(member));
}

function coordinatorOf({ world }: SeededOrganization, groupId = GROUP) {
  return world.get('mission', groupId, SINGLE)?.document.coordinator;
}

describe('mission.assign_coordinator', () => {
  test('CRD-005, CTX-009: the successor finds its Context Package in the Event of its Membership', () => {
    const organization = new SeededOrganization();
    const contextPackage = contextPackageOf();
    const events = organization.mustAct('mission.assign_coordinator', OWNER, {
      coordinatorAgentId: STRANGER.id,
      contextPackage,
    });
    const carrying = events.filter(({ payload }) => payload['contextPackage'] !== undefined);
    expect(carrying).toMatchObject([
      {
        kind: 'membership.changed',
        payload: {
          membership: { member: STRANGER, contextPackageId: contextPackage.contextPackageId },
          contextPackage,
        },
      },
    ]);
    expect(membershipsOf(organization, STRANGER)).toMatchObject([
      { role: 'coordinator', contextPackageId: contextPackage.contextPackageId },
    ]);
  });

  test('CRD-005, SIG-060: its maker is the former Coordinator or the Agent that appoints, as for any member', () => {
    const organization = new SeededOrganization();
    const give = (changes: Partial<ContextPackage>, agent = STRANGER) =>
      organization.act('mission.assign_coordinator', OWNER, {
        coordinatorAgentId: agent.id,
        contextPackage: contextPackageOf(changes),
      });
    const generatedBy = { type: 'agent' as const, id: WORKER.id };
    expect(refusalOf(give({ generatedBy }))).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'SIG-060' });
    expect(refusalOf(give({ groupId: CHILD_GROUP })).rule).toBe('CTX-005');
    expect(coordinatorOf(organization)?.agentId).toBe(COORDINATOR.id);
    expect(give({}).ok).toBe(true);
  });

  test('CTX-009: who stays Coordinator is not briefed', () => {
    const organization = new SeededOrganization();
    endTermAt(organization, '2026-05-04T09:00:00Z');
    const contextPackage = contextPackageOf();
    const payload = { coordinatorAgentId: COORDINATOR.id, contextPackage };
    expect(refusalOf(organization.act('mission.assign_coordinator', OWNER, payload))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'CTX-009',
    });
  });

  test('CRD-003, CRD-008: a new term begins and the old one is closed', () => {
    const organization = new SeededOrganization();
    setSession(organization, STRANGER.id, 4);
    const events = organization.mustAct('mission.assign_coordinator', OWNER, {
      coordinatorAgentId: STRANGER.id,
      leaseSeconds: 60,
    });
    expect(outline(events)).toEqual([
      'mission.coordinator.assigned 1',
      'membership.changed 1',
      'membership.changed 1',
    ]);
    const payload = payloadOf(events, 'mission.coordinator.assigned');
    expect(payload).toMatchObject({
      mission: {
        revision: 1,
        coordinator: {
          agentId: STRANGER.id,
          agentCardVersion: 1,
          coordinatorEpoch: 2,
          leaseId: payload.lease.leaseId,
        },
      },
      lease: {
        leaseType: 'coordinator',
        holderAgentId: STRANGER.id,
        sessionEpoch: 4,
        coordinatorEpoch: 2,
        expiresAt: '2026-05-04T09:01:00.000Z',
        state: 'active',
      },
      previousCoordinatorAgentId: COORDINATOR.id,
      previousLease: { leaseId: FIRST_LEASE, state: 'revoked', closureReason: 'coordinator_replaced' },
      coordinatorAgentId: STRANGER.id,
      coordinatorEpoch: 2,
      leaseExpiresAt: '2026-05-04T09:01:00.000Z',
    });
    expect(coordinatorOf(organization)).toEqual(payload.mission.coordinator);
    expect(organization.world.get('lease', GROUP, FIRST_LEASE)?.state).toBe('revoked');
  });

  test('MIS-008: without a wish the lease has the length of the policy', () => {
    const organization = new SeededOrganization();
    const events = mustAssign(organization);
    expect(payloadOf(events, 'mission.coordinator.assigned').lease.expiresAt).toBe(
      '2026-05-04T09:05:00.000Z',
    );
  });

  test('OPEN-021: both memberships change by Events that follow from the appointment', () => {
    const organization = new SeededOrganization();
    const [primary, ended, granted] = mustAssign(organization);
    for (const event of [ended, granted]) {
      expect(event).toMatchObject({
        kind: 'membership.changed',
        cause: { type: 'event', id: primary?.eventId },
        aggregateRevision: 1,
        payload: { sourceEventId: primary?.eventId },
      });
    }
    expect(membershipsOf(organization, COORDINATOR)).toMatchObject([
      { role: 'coordinator', state: 'ended', membershipEpoch: 2, endedAt: primary?.occurredAt },
    ]);
    expect(membershipsOf(organization, STRANGER)).toMatchObject([
      {
        role: 'coordinator',
        state: 'active',
        membershipEpoch: 1,
        visibilityStartSequence: 0,
        activatedAt: primary?.occurredAt,
      },
    ]);
    expect(organization.world.get('member', GROUP, memberKey(COORDINATOR))?.membershipEpoch).toBe(2);
  });

  test('OPEN-020: the other roles of both keep up with the epoch', () => {
    const organization = new SeededOrganization();
    const observer = membershipOf(COORDINATOR, 'observer', { membershipEpoch: 5 });
    const coordinator = membershipOf(COORDINATOR, 'coordinator', { membershipEpoch: 5 });
    organization.world.apply([
      { kind: 'membership', groupId: GROUP, id: observer.membershipId, value: observer },
      {
        kind: 'member',
        groupId: GROUP,
        id: memberKey(COORDINATOR),
        value: {
          member: COORDINATOR,
          membershipEpoch: 5,
          membershipIds: [observer.membershipId, coordinator.membershipId],
        },
      },
    ]);
    mustAssign(organization, WORKER);
    expect(membershipsOf(organization, COORDINATOR)).toMatchObject([
      { role: 'coordinator', state: 'ended', membershipEpoch: 6 },
      { role: 'observer', state: 'active', membershipEpoch: 6 },
    ]);
    expect(membershipsOf(organization, WORKER)).toMatchObject([
      { role: 'worker', state: 'active', membershipEpoch: 2 },
      { role: 'coordinator', state: 'active', membershipEpoch: 2 },
    ]);
  });

  test('CRD-008: a former Coordinator without the role has nothing to lose', () => {
    const organization = new SeededOrganization();
    const at = '2026-05-04T09:00:00Z';
    const ended = membershipOf(COORDINATOR, 'coordinator', { state: 'ended', endedAt: at });
    organization.world.apply([{ kind: 'membership', groupId: GROUP, id: ended.membershipId, value: ended }]);
    const events = mustAssign(organization);
    expect(outline(events)).toEqual(['mission.coordinator.assigned 1', 'membership.changed 1']);
    expect(membershipsOf(organization, COORDINATOR)).toEqual([ended]);
  });

  test('MEM-006: a former Coordinator that comes back gets its role under the old id', () => {
    const organization = new SeededOrganization();
    mustAssign(organization);
    mustAssign(organization, COORDINATOR);
    const [membership, ...others] = membershipsOf(organization, COORDINATOR);
    expect(others).toEqual([]);
    expect(membership).toMatchObject({
      membershipId: membershipOf(COORDINATOR, 'coordinator').membershipId,
      state: 'active',
      membershipEpoch: 3,
    });
    expect(membership).not.toHaveProperty('endedAt');
    expect(coordinatorOf(organization)?.coordinatorEpoch).toBe(3);
  });

  test('DLG-009: Delegation Grants do not outlive the epoch of their membership', () => {
    const organization = new SeededOrganization();
    const worker = membershipOf(WORKER, 'worker', { delegationGrants: [] });
    organization.world.apply([
      { kind: 'membership', groupId: GROUP, id: worker.membershipId, value: worker },
    ]);
    mustAssign(organization, WORKER);
    expect(organization.world.get('membership', GROUP, worker.membershipId)).not.toHaveProperty(
      'delegationGrants',
    );
  });

  test('CRD-004, OPEN-044: the former Coordinator is fenced out, the new one acts', () => {
    const organization = new SeededOrganization();
    mustAssign(organization, WORKER);
    expect(renew(organization, {}, {}, WORKER).ok).toBe(true);
    const late = renew(organization, {}, { coordinatorEpoch: 1 });
    expect(refusalOf(late).code).toBe('MEMBERSHIP_REQUIRED');
    const observer = membershipOf(COORDINATOR, 'observer');
    organization.world.apply([
      { kind: 'membership', groupId: GROUP, id: observer.membershipId, value: observer },
      {
        kind: 'member',
        groupId: GROUP,
        id: memberKey(COORDINATOR),
        value: { member: COORDINATOR, membershipEpoch: 2, membershipIds: [observer.membershipId] },
      },
    ]);
    expect(refusalOf(renew(organization, {}, { coordinatorEpoch: 1 }))).toMatchObject({
      code: 'AUTH_STALE_COORDINATOR',
      rule: 'CRD-004',
    });
  });

  test('LSE-008: the lease of a term that ran out is recorded as expired', () => {
    const organization = new SeededOrganization();
    endTermAt(organization, '2026-05-04T09:00:00Z');
    expect(payloadOf(mustAssign(organization), 'mission.coordinator.assigned').previousLease).toMatchObject({
      state: 'expired',
      closedAt: '2026-05-04T09:00:00Z',
    });
  });

  test('CRD-003: the same Agent is not appointed while its term lasts', () => {
    expect(refusalOf(assign(new SeededOrganization(), COORDINATOR))).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'OPEN-035',
      details: { coordinatorAgentId: COORDINATOR.id, leaseExpiresAt: '2026-05-06T09:00:00Z' },
    });
  });

  test('OPEN-035: after its term it is, under a higher epoch and with its membership unchanged', () => {
    const organization = new SeededOrganization();
    endTermAt(organization, '2026-05-04T09:00:00Z');
    const before = membershipsOf(organization, COORDINATOR);
    const events = mustAssign(organization, COORDINATOR);
    expect(outline(events)).toEqual(['mission.coordinator.assigned 1']);
    expect(coordinatorOf(organization)).toMatchObject({ agentId: COORDINATOR.id, coordinatorEpoch: 2 });
    expect(membershipsOf(organization, COORDINATOR)).toEqual(before);
    expect(renew(organization).ok).toBe(true);
  });

  test('OPEN-047: a policy service appoints only once the lease has ended', () => {
    const running = new SeededOrganization();
    expect(refusalOf(assign(running, STRANGER, {}, SERVICE))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'OPEN-047',
      details: { leaseExpiresAt: '2026-05-06T09:00:00Z' },
    });
    endTermAt(running, '2026-05-04T09:00:00Z');
    expect(assign(running, STRANGER, {}, SERVICE).ok).toBe(true);
  });

  test.each([COORDINATOR, WORKER, OTHER_SERVICE])('CRD-003: nobody else appoints ($id)', (actor) => {
    const organization = new SeededOrganization();
    endTermAt(organization, '2026-05-04T09:00:00Z');
    expect(refusalOf(assign(organization, STRANGER, {}, actor))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'CRD-003',
    });
  });

  test.each(TERMINAL)('CRD-003: a Mission that is %s needs no Coordinator', (state) => {
    const organization = new SeededOrganization();
    setMission(organization, { state });
    expect(refusalOf(assign(organization))).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'CRD-003',
      details: { missionState: state },
    });
  });

  test('CRD-003: while a result awaits approval a Coordinator can be replaced', () => {
    const organization = new SeededOrganization();
    setMission(organization, { state: 'awaiting_approval' });
    expect(assign(organization).ok).toBe(true);
  });

  test('MEM-009: the Agent is registered', () => {
    const agent = { type: 'agent' as const, id: 'urn:heddle:test:agent:unknown' };
    expect(refusalOf(assign(new SeededOrganization(), agent))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'CRD-003',
      details: { agentId: agent.id },
    });
  });

  test('IDN-006: the card of the Agent is active', () => {
    const organization = new SeededOrganization();
    const card = cardOf(STRANGER, { status: 'revoked' });
    organization.world.apply([{ kind: 'agent', groupId: ORGANIZATION, id: STRANGER.id, value: { card } }]);
    expect(refusalOf(assign(organization))).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'IDN-006' });
  });

  test.each([0, 2])('REV-002: expectedRevision %i is not the current one', (expectedRevision) => {
    expect(refusalOf(assign(new SeededOrganization(), STRANGER, { expectedRevision }))).toMatchObject({
      code: 'REVISION_CONFLICT',
      expectedRevision,
      currentRevision: 1,
    });
  });
});

describe('the children of a replaced Coordinator', () => {
  test('CRD-008: their ownership moves, with one Event for each membership', () => {
    const organization = new SeededOrganization();
    promote(organization);
    const events = mustAssign(organization);
    expect(outline(events)).toEqual([
      'mission.coordinator.assigned 1',
      'membership.changed 1',
      'membership.changed 1',
      'membership.changed child',
      'membership.changed child',
    ]);
    const [primary] = events;
    const [, , , ended, granted] = events;
    expect(ended).toMatchObject({
      cause: { type: 'event', id: primary?.eventId },
      payload: { membership: { member: COORDINATOR, role: 'mission_owner', state: 'ended' } },
    });
    expect(ended?.payload).not.toHaveProperty('mission');
    expect(granted?.payload).toMatchObject({
      membership: { member: STRANGER, role: 'mission_owner', state: 'active', missionId: CHILD_MISSION },
      mission: { missionId: CHILD_MISSION, missionOwner: STRANGER, revision: 1 },
    });
    expect(organization.world.get('mission', CHILD_GROUP, SINGLE)?.document.missionOwner).toEqual(STRANGER);
    expect(organization.world.get('mission', GROUP, SINGLE)?.document).toMatchObject({
      missionId: MISSION,
      missionOwner: OWNER,
    });
  });

  test('CRD-008, ROLE-03: the new Coordinator leads the child, the old one no longer', () => {
    const organization = new SeededOrganization();
    promote(organization);
    mustAssign(organization);
    const reason = { reason: 'replan' };
    expect(refusalOf(organization.act('mission.cancel', COORDINATOR, reason, CHILD)).code).toBe(
      'MEMBERSHIP_REQUIRED',
    );
    expect(organization.act('mission.cancel', STRANGER, reason, CHILD).ok).toBe(true);
  });

  test('CRD-008: a successor that coordinates the child has both roles there, under one epoch', () => {
    const organization = new SeededOrganization();
    promote(organization);
    mustAssign(organization, CHILD_COORDINATOR);
    expect(membershipsOf(organization, CHILD_COORDINATOR, CHILD_GROUP)).toMatchObject([
      { role: 'coordinator', state: 'active', membershipEpoch: 2 },
      { role: 'mission_owner', state: 'active', membershipEpoch: 2 },
    ]);
  });

  test('CRD-008: only direct children move, and only those that have not ended', () => {
    const organization = new SeededOrganization();
    promote(organization);
    const { groupId } = promoteChild(organization);
    mustAssign(organization);
    expect(organization.world.get('mission', groupId, SINGLE)?.document.missionOwner).toEqual(
      CHILD_COORDINATOR,
    );
    const ended = new SeededOrganization();
    promote(ended);
    setMission(ended, { state: 'approved' }, CHILD_GROUP);
    expect(mustAssign(ended)).toHaveLength(3);
    expect(ended.world.get('mission', CHILD_GROUP, SINGLE)?.document.missionOwner).toEqual(COORDINATOR);
  });

  test('CRD-008: a child of another owner stays with it', () => {
    const organization = new SeededOrganization();
    promote(organization);
    setMission(organization, { missionOwner: WORKER }, CHILD_GROUP);
    expect(mustAssign(organization)).toHaveLength(3);
  });

  test('CRD-003, ROLE-03: the MissionOwner of a child replaces its Coordinator', () => {
    const organization = new SeededOrganization();
    promote(organization);
    const events = organization.mustAct(
      'mission.assign_coordinator',
      COORDINATOR,
      { coordinatorAgentId: STRANGER.id },
      CHILD,
    );
    expect(outline(events)).toEqual([
      'mission.coordinator.assigned child',
      'membership.changed child',
      'membership.changed child',
    ]);
    expect(coordinatorOf(organization, CHILD_GROUP)?.agentId).toBe(STRANGER.id);
  });
});

describe('mission.renew_coordinator', () => {
  test('CRD-009: the lease counts from now and keeps its id', () => {
    const organization = new SeededOrganization();
    organization.passSeconds(100);
    const outcome = renew(organization, { leaseSeconds: 600 });
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    expect(outline(outcome.events)).toEqual(['mission.coordinator.renewed 1']);
    expect(outcome.events[0]?.aggregateRevision).toBe(1);
    const payload = payloadOf(outcome.events, 'mission.coordinator.renewed');
    expect(payload).toMatchObject({
      lease: {
        leaseId: FIRST_LEASE,
        state: 'active',
        renewalCount: 1,
        lastRenewedAt: '2026-05-04T09:01:40.000Z',
        expiresAt: '2026-05-04T09:11:40.000Z',
      },
      coordinatorEpoch: 1,
      leaseExpiresAt: '2026-05-04T09:11:40.000Z',
    });
    expect(organization.world.get('lease', GROUP, FIRST_LEASE)).toEqual(payload.lease);
  });

  test('CRD-009: a renewal may shorten, and has the length of the policy without a wish', () => {
    const organization = new SeededOrganization();
    expect(renew(organization).ok).toBe(true);
    expect(organization.world.get('lease', GROUP, FIRST_LEASE)?.expiresAt).toBe('2026-05-04T09:05:00.000Z');
  });

  test('LSE-010: each renewal counts', () => {
    const organization = new SeededOrganization();
    renew(organization);
    renew(organization);
    expect(organization.world.get('lease', GROUP, FIRST_LEASE)?.renewalCount).toBe(2);
  });

  test('CRD-001: the renewed lease names the session that renewed it', () => {
    const organization = new SeededOrganization();
    setSession(organization, COORDINATOR.id, 3);
    expect(renew(organization).ok).toBe(true);
    expect(organization.world.get('lease', GROUP, FIRST_LEASE)?.sessionEpoch).toBe(3);
  });

  test('CRD-007: at its very end a term can no longer be renewed', () => {
    const organization = new SeededOrganization();
    endTermAt(organization, '2026-05-04T09:00:10Z');
    organization.passSeconds(9);
    expect(renew(organization, { leaseSeconds: 1 }).ok).toBe(true);
    organization.passSeconds(1);
    expect(refusalOf(renew(organization))).toMatchObject({
      code: 'WORK_LEASE_EXPIRED',
      rule: 'CRD-007',
      details: { expiresAt: '2026-05-04T09:00:10.000Z' },
    });
  });

  test.each([OWNER, WORKER, SERVICE])('CRD-007: only the Coordinator renews ($id)', (actor) => {
    expect(refusalOf(renew(new SeededOrganization(), {}, {}, actor))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'CRD-007',
    });
  });

  test.each(TERMINAL)('CMD-105: a Mission that is %s needs no Coordinator', (state) => {
    const organization = new SeededOrganization();
    setMission(organization, { state });
    expect(refusalOf(renew(organization))).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'CMD-105',
      details: { missionState: state },
    });
  });

  test('CMD-105: while a result awaits approval the term goes on', () => {
    const organization = new SeededOrganization();
    setMission(organization, { state: 'awaiting_approval' });
    expect(renew(organization).ok).toBe(true);
  });

  test.each([0, 2])('REV-002: expectedRevision %i is not the current one', (expectedRevision) => {
    expect(refusalOf(renew(new SeededOrganization(), {}, { expectedRevision }))).toMatchObject({
      code: 'REVISION_CONFLICT',
      expectedRevision,
      currentRevision: 1,
    });
  });
});
