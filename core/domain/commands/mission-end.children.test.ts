// How the end of a Mission travels down to descendants and up to the parent (MIS-021, CHD-007, WORK-T17, OPEN-034).
import { describe, expect, test } from 'vitest';
import type { ChildFailurePolicy, Event } from '../../protocol/generated/documents.ts';
import type { MissionState } from '../missions.ts';
import {
  CHILD_COORDINATOR,
  CHILD_GROUP,
  CHILD_MISSION,
  childPayload,
  outline,
  payloadOf,
  promote,
  promoteChild,
} from '../seeded-missions.test-data.ts';
import { ITEM, refusalOf, seedWorkItem, setMission } from '../seeded-work.test-data.ts';
import {
  COORDINATOR,
  GROUP,
  MISSION,
  OWNER,
  SeededOrganization,
  STRANGER,
} from '../seeded-world.test-data.ts';
import { SINGLE } from '../world.ts';

const REASON = { reason: 'no longer needed' };
const CHILD = { groupId: CHILD_GROUP };

function cancel(organization: SeededOrganization, actor = OWNER, envelope = {}) {
  return organization.act('mission.cancel', actor, REASON, envelope);
}

function stateOf({ world }: SeededOrganization, groupId = GROUP): MissionState | undefined {
  return world.get('mission', groupId, SINGLE)?.document.state;
}

function causesOf(events: readonly Event[]): readonly string[] {
  return events.map(({ cause }) => `${cause.type} ${cause.id}`);
}

describe('cancellation downwards', () => {
  test('MIS-021: all descendants are cancelled, the deepest first, and name the ancestor', () => {
    const organization = new SeededOrganization();
    promote(organization);
    promoteChild(organization, 'left');
    promoteChild(organization, 'right');
    const other = 'urn:heddle:test:work:second';
    seedWorkItem(organization, { state: 'open', workItemId: other });
    organization.mustAct(
      'mission.create_child',
      COORDINATOR,
      childPayload({
        missionId: `${CHILD_MISSION}:2`,
        groupId: `${CHILD_GROUP}:2`,
        parentWorkItemId: other,
      }),
    );
    const events = organization.mustAct('mission.cancel', OWNER, REASON);
    expect(outline(events)).toEqual([
      'mission.cancelled 1',
      'work.cancelled 1',
      'work.cancelled 1',
      'mission.cancelled left',
      'mission.cancelled right',
      'mission.cancelled child',
      'work.cancelled child',
      'work.cancelled child',
      'mission.cancelled 2',
    ]);
    const [primary, ...rest] = events;
    expect(new Set(causesOf(rest))).toEqual(new Set([`event ${primary?.eventId}`]));
    expect(payloadOf(events, 'mission.cancelled', CHILD_GROUP)).toMatchObject({
      reason: `the Mission above, ${MISSION}, was cancelled`,
      sourceEventId: primary?.eventId,
      lease: { state: 'revoked' },
    });
    for (const name of ['left', 'right', 'child']) {
      expect(stateOf(organization, `urn:heddle:test:group:${name}`)).toBe('cancelled');
    }
  });

  test('MIS-021: descendants that have ended stay as they are', () => {
    const organization = new SeededOrganization();
    promote(organization);
    setMission(organization, { state: 'approved' }, CHILD_GROUP);
    const events = organization.mustAct('mission.cancel', OWNER, REASON);
    expect(outline(events)).toEqual(['mission.cancelled 1', 'work.cancelled 1']);
    expect(stateOf(organization, CHILD_GROUP)).toBe('approved');
  });

  test('MIS-020: a long reason does not make a longer one below', () => {
    const organization = new SeededOrganization();
    promote(organization);
    const events = organization.mustAct('mission.cancel', OWNER, { reason: 'x'.repeat(4_000) });
    expect(events).toHaveLength(3);
  });
});

describe('cancellation of a child', () => {
  test('OPEN-036, WORK-T17: the parent WorkItem stays blocked, and is free', () => {
    const organization = new SeededOrganization();
    promote(organization, { childFailurePolicy: 'fail_parent_mission' });
    const events = organization.mustAct('mission.cancel', COORDINATOR, REASON, CHILD);
    expect(outline(events)).toEqual(['mission.cancelled child', 'work.blocked 1']);
    const [primary, blocked] = events;
    expect(blocked).toMatchObject({
      cause: { type: 'event', id: primary?.eventId },
      workItemId: ITEM,
      aggregateRevision: 6,
    });
    expect(payloadOf(events, 'work.blocked')).toMatchObject({
      workItem: { state: 'blocked', revision: 6 },
      reason: `the child Mission ${CHILD_MISSION} was cancelled`,
      childMissionId: CHILD_MISSION,
      missionRevision: 3,
      closedLeases: [{ leaseType: 'ownership', state: 'revoked' }],
    });
    expect(organization.world.get('workItem', GROUP, ITEM)).toMatchObject({
      childGroupId: undefined,
      formerChildGroupIds: [CHILD_GROUP],
      holdingLeaseId: undefined,
      document: { owner: { agentId: COORDINATOR.id } },
    });
    expect(organization.world.get('mission', GROUP, SINGLE)?.document).toMatchObject({
      state: 'active',
      revision: 3,
    });
  });

  test('OPEN-030, WORK-T10: unblocking then opens the work and never queues it for the custodian', () => {
    const organization = new SeededOrganization();
    promote(organization);
    organization.mustAct('mission.cancel', COORDINATOR, REASON, CHILD);
    const events = organization.mustAct('work.unblock', COORDINATOR, { workItemId: ITEM });
    expect(payloadOf(events, 'work.unblocked').workItem.state).toBe('open');
  });

  test('CHD-006: a parent WorkItem that waits for nobody gets no Event', () => {
    const organization = new SeededOrganization();
    promote(organization);
    const record = organization.world.get('workItem', GROUP, ITEM);
    if (record === undefined) throw new Error('no WorkItem');
    const document = { ...record.document, state: 'cancelled' as const };
    organization.world.apply([
      { kind: 'workItem', groupId: GROUP, id: ITEM, value: { ...record, document } },
    ]);
    const events = organization.mustAct('mission.cancel', COORDINATOR, REASON, CHILD);
    expect(outline(events)).toEqual(['mission.cancelled child']);
  });

  test('MIS-T7: the human at the root is not the owner of a child', () => {
    const organization = new SeededOrganization();
    promote(organization);
    expect(refusalOf(cancel(organization, OWNER, CHILD)).code).toBe('MEMBERSHIP_REQUIRED');
    expect(refusalOf(cancel(organization, CHILD_COORDINATOR, CHILD))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'MIS-T7',
    });
  });
});

describe('failure of a child', () => {
  function failChild(childFailurePolicy?: ChildFailurePolicy) {
    const organization = new SeededOrganization();
    promote(organization, childFailurePolicy === undefined ? {} : { childFailurePolicy });
    seedWorkItem(organization, { state: 'queued', workItemId: `${ITEM}:sibling` });
    const events = organization.mustAct('mission.terminate', CHILD_COORDINATOR, REASON, CHILD);
    return { organization, events };
  }

  test.each([undefined, 'block_parent_work_item' as const])(
    'CHD-007, WORK-T17: the parent WorkItem stays blocked (policy %s)',
    (policy) => {
      const { organization, events } = failChild(policy);
      expect(outline(events)).toEqual(['mission.terminated child', 'work.blocked 1']);
      expect(payloadOf(events, 'work.blocked')).toMatchObject({
        workItem: { state: 'blocked' },
        reason: `the child Mission ${CHILD_MISSION} failed`,
        childMissionId: CHILD_MISSION,
        missionRevision: 3,
        sourceEventId: events[0]?.eventId,
      });
      expect(organization.world.get('workItem', GROUP, ITEM)).toMatchObject({
        childGroupId: undefined,
        formerChildGroupIds: [CHILD_GROUP],
        requiredResolution: expect.stringContaining('child Mission'),
      });
      expect(stateOf(organization)).toBe('active');
    },
  );

  test('CHD-007, WORK-T17: the parent WorkItem fails by declaration, and can be offered again', () => {
    const { organization, events } = failChild('fail_parent_work_item');
    expect(outline(events)).toEqual(['mission.terminated child', 'work.failed 1']);
    const payload = payloadOf(events, 'work.failed');
    expect(payload).toMatchObject({
      workItem: { state: 'failed', revision: 6 },
      childMissionId: CHILD_MISSION,
      missionRevision: 3,
      sourceEventId: events[0]?.eventId,
      closedLeases: [{ leaseType: 'ownership', state: 'revoked' }],
    });
    expect(payload.workItem).not.toHaveProperty('owner');
    expect(organization.world.get('workItem', GROUP, ITEM)).toMatchObject({
      childGroupId: undefined,
      formerChildGroupIds: [CHILD_GROUP],
      ownershipEpoch: 2,
    });
    expect(organization.world.get('mission', GROUP, SINGLE)?.document).toMatchObject({
      state: 'active',
      revision: 3,
    });
  });

  test('CHD-007: an indispensable child takes the parent Mission with it, each WorkItem once', () => {
    const { organization, events } = failChild('fail_parent_mission');
    expect(outline(events)).toEqual([
      'mission.terminated child',
      'work.failed 1',
      'mission.terminated 1',
      'work.failed 1',
    ]);
    const [primary, linked, parent, sibling] = events;
    expect(linked).toMatchObject({ workItemId: ITEM, payload: { missionRevision: 3 } });
    expect(parent).toMatchObject({ aggregateRevision: 3, cause: { type: 'event', id: primary?.eventId } });
    expect(parent?.payload).toMatchObject({
      mission: { state: 'failed', revision: 3 },
      childMissionId: CHILD_MISSION,
      reason: `the child Mission ${CHILD_MISSION} failed`,
    });
    expect(sibling).toMatchObject({ workItemId: `${ITEM}:sibling` });
    expect(sibling?.payload).not.toHaveProperty('childMissionId');
    expect(stateOf(organization)).toBe('failed');
    expect(organization.world.get('mission', GROUP, SINGLE)?.document.revision).toBe(3);
  });

  test('CHD-007: failure climbs as long as each policy lets it, and takes the other branches down', () => {
    const organization = new SeededOrganization();
    promote(organization, { childFailurePolicy: 'fail_parent_mission' });
    const left = promoteChild(organization, 'left', { childFailurePolicy: 'fail_parent_mission' });
    const right = promoteChild(organization, 'right');
    const events = organization.mustAct('mission.terminate', STRANGER, REASON, { groupId: left.groupId });
    expect(outline(events)).toEqual([
      'mission.terminated left',
      'work.failed child',
      'mission.terminated child',
      'work.failed child',
      'mission.cancelled right',
      'work.failed 1',
      'mission.terminated 1',
    ]);
    expect(payloadOf(events, 'mission.cancelled', right.groupId).reason).toBe(
      `the Mission above, ${CHILD_MISSION}, failed`,
    );
    const [primary, ...rest] = events;
    expect(new Set(causesOf(rest))).toEqual(new Set([`event ${primary?.eventId}`]));
    for (const [groupId, state] of [
      [left.groupId, 'failed'],
      [right.groupId, 'cancelled'],
      [CHILD_GROUP, 'failed'],
      [GROUP, 'failed'],
    ] as const) {
      expect(stateOf(organization, groupId)).toBe(state);
    }
  });

  test('CHD-007: failure stops where a policy only blocks', () => {
    const organization = new SeededOrganization();
    promote(organization);
    const left = promoteChild(organization, 'left', { childFailurePolicy: 'fail_parent_mission' });
    const events = organization.mustAct('mission.terminate', STRANGER, REASON, { groupId: left.groupId });
    expect(outline(events)).toEqual([
      'mission.terminated left',
      'work.failed child',
      'mission.terminated child',
      'work.blocked 1',
    ]);
    expect(stateOf(organization)).toBe('active');
  });

  test('MIS-021, OPEN-034: a child that its parent cancels never reaches up again', () => {
    const organization = new SeededOrganization();
    promote(organization, { childFailurePolicy: 'fail_parent_mission' });
    promoteChild(organization, 'left', { childFailurePolicy: 'fail_parent_mission' });
    const events = organization.mustAct('mission.cancel', COORDINATOR, REASON, CHILD);
    expect(outline(events)).toEqual([
      'mission.cancelled child',
      'work.cancelled child',
      'mission.cancelled left',
      'work.blocked 1',
    ]);
  });

  test('EVT-001: each Group gets its own next sequences', () => {
    const { events } = failChild('fail_parent_mission');
    const parentSequences = events.filter(({ groupId }) => groupId === GROUP).map(({ sequence }) => sequence);
    expect(parentSequences).toEqual([3, 4, 5]);
  });
});
