// Promotion of a WorkItem to a child Mission (CHD-001…CHD-009, MIS-T3, WORK-T15).
import { describe, expect, test } from 'vitest';
import type { CommandPayloads } from '../../protocol/generated/documents.ts';
import { limitsOf } from '../budget.ts';
import type { MissionState } from '../missions.ts';
import {
  CHILD_COORDINATOR,
  CHILD_GROUP,
  CHILD_MISSION,
  childPayload,
  endTermAt,
  outline,
  payloadOf,
  promote,
} from '../seeded-missions.test-data.ts';
import { ITEM, leaseIdOf, refusalOf, seedWorkItem, setMission, statesBut } from '../seeded-work.test-data.ts';
import {
  CAPABILITY,
  COORDINATOR,
  GROUP,
  MISSION,
  OWNER,
  SeededOrganization,
  SERVICE,
  WORKER,
} from '../seeded-world.test-data.ts';
import type { WorkItemState } from '../ownership.ts';
import { memberKey, ORGANIZATION, SINGLE } from '../world.ts';

type Payload = Partial<CommandPayloads['mission.create_child']>;

const PROMOTABLE: readonly WorkItemState[] = ['open', 'offered', 'queued', 'active', 'blocked'];

/** An Organization with one WorkItem, and a promotion that may be refused. */
function attempt(changes: Payload = {}, envelope = {}, actor = COORDINATOR) {
  const organization = new SeededOrganization();
  seedWorkItem(organization, { state: 'open' });
  return organization.act('mission.create_child', actor, childPayload(changes), envelope);
}

function refuse(changes: Payload = {}, envelope = {}, actor = COORDINATOR) {
  return refusalOf(attempt(changes, envelope, actor));
}

describe('mission.create_child', () => {
  test('MIS-T3, CHD-001, OPEN-060: the parent Group learns first, then the child Group begins', () => {
    const organization = new SeededOrganization();
    const events = promote(organization, { title: 'part', permissions: ['files.read'] });
    expect(outline(events)).toEqual(['mission.child.created 1', 'mission.created child']);
    const [parentEvent, childEvent] = events;
    expect(parentEvent).toMatchObject({
      workItemId: ITEM,
      aggregateRevision: 2,
      cause: { type: 'command' },
      conversationId: `${GROUP}:work:${ITEM}`,
    });
    expect(childEvent).toMatchObject({
      sequence: 1,
      aggregateRevision: 1,
      cause: { type: 'event', id: parentEvent?.eventId },
      conversationId: `${CHILD_GROUP}:mission`,
    });
    const child = payloadOf(events, 'mission.created');
    expect(child).toMatchObject({
      parentEventId: parentEvent?.eventId,
      childFailurePolicy: 'block_parent_work_item',
      title: 'part',
      permissions: ['files.read'],
    });
    expect(child.mission).toMatchObject({
      missionOwner: COORDINATOR,
      parent: { missionId: MISSION, workItemId: ITEM, depth: 1 },
      state: 'active',
      revision: 1,
    });
    expect(child.memberships.map(({ member, role }) => [member.id, role])).toEqual([
      [COORDINATOR.id, 'mission_owner'],
      [CHILD_COORDINATOR.id, 'coordinator'],
    ]);
    expect(payloadOf(events, 'mission.child.created')).toMatchObject({
      childMissionId: CHILD_MISSION,
      childGroupId: CHILD_GROUP,
      parentMissionId: MISSION,
      parentWorkItemId: ITEM,
      missionRevision: 2,
      childMission: child.mission,
    });
  });

  test('CHD-001, MIS-014, BUD-005: the folded state links both, raises the revision and hangs up the account', () => {
    const organization = new SeededOrganization();
    promote(organization);
    const { world } = organization;
    expect(world.get('workItem', GROUP, ITEM)).toMatchObject({
      childGroupId: CHILD_GROUP,
      document: { state: 'blocked', revision: 5 },
    });
    expect(world.get('mission', GROUP, SINGLE)?.document.revision).toBe(2);
    expect(world.get('mission', CHILD_GROUP, SINGLE)).toMatchObject({
      failurePolicy: 'block_parent_work_item',
      permissions: [],
    });
    expect(world.get('account', CHILD_GROUP, CHILD_MISSION)?.parent).toEqual({ groupId: GROUP, id: ITEM });
    expect(world.get('account', GROUP, ITEM)?.reserved).toEqual(limitsOf(childPayload().budget));
    expect([...world.list('childMission', GROUP)]).toEqual([[CHILD_GROUP, { missionId: CHILD_MISSION }]]);
    expect(world.get('missionAddress', ORGANIZATION, CHILD_MISSION)).toEqual({ groupId: CHILD_GROUP });
    expect(world.get('member', CHILD_GROUP, memberKey(COORDINATOR))?.membershipEpoch).toBe(1);
  });

  test.each(PROMOTABLE)(
    'WORK-T15, OPEN-030: promotion from %s leaves a custodian and no live owner',
    (state) => {
      const organization = new SeededOrganization();
      const before = seedWorkItem(organization, { state });
      const events = organization.mustAct('mission.create_child', COORDINATOR, childPayload());
      const { workItem, ownershipLease, closedLeases = [] } = payloadOf(events, 'mission.child.created');
      const ownershipEpoch = before.ownershipEpoch + 1;
      expect(workItem).toMatchObject({
        state: 'blocked',
        owner: {
          agentId: COORDINATOR.id,
          capabilityPins: [CAPABILITY],
          ownershipEpoch,
          ownershipLeaseId: ownershipLease?.leaseId,
        },
        selectionBasis: { policyRulesApplied: ['child-mission-promotion'], authorizationEligible: false },
      });
      expect(workItem).not.toHaveProperty('offers');
      expect(ownershipLease).toMatchObject({
        leaseType: 'ownership',
        holderAgentId: COORDINATOR.id,
        ownershipEpoch,
        expiresAt: '2026-05-05T08:00:00Z',
        state: 'active',
      });
      const held = { open: 0, offered: 0, queued: 1, active: 2, blocked: 1 }[state as 'open'];
      expect(closedLeases).toHaveLength(held);
      expect(closedLeases.every((lease) => lease.state === 'revoked')).toBe(true);
      expect(organization.world.get('workItem', GROUP, ITEM)).toMatchObject({
        ownershipEpoch,
        executionLeaseId: undefined,
        holdingLeaseId: ownershipLease?.leaseId,
      });
      expect(organization.world.get('workload', ORGANIZATION, WORKER.id) ?? { queued: 0, active: 0 }).toEqual(
        {
          queued: 0,
          active: 0,
        },
      );
    },
  );

  test('WORK-T15: the former owner is fenced out', () => {
    const organization = new SeededOrganization();
    seedWorkItem(organization, { state: 'active' });
    organization.mustAct('mission.create_child', COORDINATOR, childPayload());
    const lease = organization.world.get('lease', GROUP, leaseIdOf(ITEM, 'execution'));
    expect(lease).toMatchObject({ state: 'revoked', closureReason: 'child_mission_created' });
  });

  test('LSE-008: a lease that ran out before is recorded as expired', () => {
    const organization = new SeededOrganization();
    seedWorkItem(organization, { state: 'queued', holdingSeconds: 60 });
    organization.passSeconds(120);
    organization.mustAct('mission.create_child', COORDINATOR, childPayload());
    expect(organization.world.get('lease', GROUP, leaseIdOf(ITEM, 'holding'))).toMatchObject({
      state: 'expired',
      closedAt: '2026-05-04T09:01:00.000Z',
    });
  });

  test.each(statesBut(...PROMOTABLE))('CHD-004: a WorkItem that is %s is not promoted', (state) => {
    const organization = new SeededOrganization();
    seedWorkItem(organization, { state });
    expect(refusalOf(organization.act('mission.create_child', COORDINATOR, childPayload()))).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'WORK-T15',
      details: { workItemId: ITEM, workItemState: state },
    });
  });

  test('CHD-009, OPEN-036: a WorkItem has one child at a time', () => {
    const organization = new SeededOrganization();
    promote(organization);
    const second = childPayload({ missionId: `${CHILD_MISSION}2`, groupId: `${CHILD_GROUP}2` });
    expect(refusalOf(organization.act('mission.create_child', COORDINATOR, second))).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      details: { childGroupId: CHILD_GROUP },
    });
  });

  test('OPEN-036: a cancelled child can be replaced, and stays in the history', () => {
    const organization = new SeededOrganization();
    promote(organization);
    organization.mustAct('mission.cancel', COORDINATOR, { reason: 'replan' }, { groupId: CHILD_GROUP });
    const second = childPayload({ missionId: `${CHILD_MISSION}2`, groupId: `${CHILD_GROUP}2` });
    organization.mustAct('mission.create_child', COORDINATOR, second);
    expect(organization.world.get('workItem', GROUP, ITEM)).toMatchObject({
      childGroupId: `${CHILD_GROUP}2`,
      formerChildGroupIds: [CHILD_GROUP],
      ownershipEpoch: 2,
    });
  });

  test('CHD-001: the parent WorkItem is one of the parent Group', () => {
    const parentWorkItemId = 'urn:heddle:test:work:unknown';
    expect(refuse({ parentWorkItemId })).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'CHD-001',
      details: { parentWorkItemId },
    });
  });

  test.each<MissionState>(['awaiting_approval', 'approved', 'failed', 'cancelled'])(
    'MIS-T3: a Mission that is %s gets no children',
    (state) => {
      const organization = new SeededOrganization();
      seedWorkItem(organization, { state: 'open' });
      setMission(organization, { state });
      expect(refusalOf(organization.act('mission.create_child', COORDINATOR, childPayload()))).toMatchObject({
        code: 'INVALID_STATE_TRANSITION',
        rule: 'MIS-T3',
        details: { missionState: state },
      });
    },
  );

  test.each([OWNER, WORKER, SERVICE])('MIS-T3: only the Coordinator creates children ($id)', (actor) => {
    expect(refuse({}, {}, actor)).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'MIS-T3' });
  });

  test('CRD-004: a former Coordinator Epoch is fenced', () => {
    const organization = new SeededOrganization();
    seedWorkItem(organization, { state: 'open' });
    const { coordinator } = organization.world.get('mission', GROUP, SINGLE)?.document ?? {};
    if (coordinator === undefined) throw new Error('no Mission');
    setMission(organization, { coordinator: { ...coordinator, coordinatorEpoch: 3 } });
    const stale = organization.act('mission.create_child', COORDINATOR, childPayload(), {
      coordinatorEpoch: 2,
    });
    expect(refusalOf(stale)).toMatchObject({
      code: 'AUTH_STALE_COORDINATOR',
      rule: 'CRD-004',
      details: { coordinatorEpoch: 2, currentCoordinatorEpoch: 3 },
    });
  });

  test('CRD-007: an ended coordinator lease gives no right', () => {
    const organization = new SeededOrganization();
    seedWorkItem(organization, { state: 'open' });
    endTermAt(organization, '2026-05-04T09:00:00Z');
    expect(refusalOf(organization.act('mission.create_child', COORDINATOR, childPayload()))).toMatchObject({
      code: 'WORK_LEASE_EXPIRED',
      rule: 'CRD-007',
    });
  });

  test.each([0, 2])('REV-002: expectedRevision %i is not the revision of the Mission', (expectedRevision) => {
    expect(refuse({}, { expectedRevision })).toMatchObject({
      code: 'REVISION_CONFLICT',
      details: { aggregate: 'Mission' },
      expectedRevision,
      currentRevision: 1,
    });
  });

  test('REV-002: the current revision of the Mission is accepted', () => {
    expect(attempt({}, { expectedRevision: 1 }).ok).toBe(true);
  });
});
