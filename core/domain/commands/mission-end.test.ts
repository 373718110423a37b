// Cancellation and failure with everything that follows (MIS-T7, MIS-T8, MIS-020, MIS-021, CHD-007, WORK-T17, WORK-T18).
import { describe, expect, test } from 'vitest';
import type { Event } from '../../protocol/generated/documents.ts';
import type { MissionState } from '../missions.ts';
import { endTermAt, outline, payloadOf, promote, promoteChild } from '../seeded-missions.test-data.ts';
import {
  ITEM,
  leaseIdOf,
  refusalOf,
  seedWorkItem,
  setMission,
  WORK_ITEM_STATES,
} from '../seeded-work.test-data.ts';
import {
  COORDINATOR,
  GROUP,
  MISSION,
  OTHER_SERVICE,
  OWNER,
  SeededOrganization,
  SERVICE,
  WORKER,
} from '../seeded-world.test-data.ts';
import { ORGANIZATION, SINGLE } from '../world.ts';

const TERMINAL: readonly MissionState[] = ['approved', 'failed', 'cancelled'];
const LIVE: readonly MissionState[] = ['active', 'awaiting_approval'];
const REASON = { reason: 'no longer needed' };
function cancel(organization: SeededOrganization, actor = OWNER, envelope = {}) {
  return organization.act('mission.cancel', actor, REASON, envelope);
}

function terminate(organization: SeededOrganization, actor = COORDINATOR, envelope = {}) {
  return organization.act('mission.terminate', actor, REASON, envelope);
}

function stateOf({ world }: SeededOrganization, groupId = GROUP): MissionState | undefined {
  return world.get('mission', groupId, SINGLE)?.document.state;
}

function seedAllStates(organization: SeededOrganization): void {
  for (const state of WORK_ITEM_STATES) {
    seedWorkItem(organization, { state, workItemId: `${ITEM}:${state}` });
  }
}

function causesOf(events: readonly Event[]): readonly string[] {
  return events.map(({ cause }) => `${cause.type} ${cause.id}`);
}

describe('mission.cancel', () => {
  test('MIS-T7: the owner cancels, the term ends, the memberships stay', () => {
    const organization = new SeededOrganization();
    const events = organization.mustAct('mission.cancel', OWNER, REASON);
    expect(outline(events)).toEqual(['mission.cancelled 1']);
    const payload = payloadOf(events, 'mission.cancelled');
    expect(payload).toMatchObject({
      mission: { state: 'cancelled', revision: 1 },
      missionId: MISSION,
      reason: REASON.reason,
      lease: { leaseType: 'coordinator', state: 'revoked', closureReason: 'mission_cancelled' },
    });
    expect(payload).not.toHaveProperty('sourceEventId');
    expect(stateOf(organization)).toBe('cancelled');
    expect(organization.world.get('account', GROUP, MISSION)?.isClosed).toBe(true);
    const states = [...organization.world.list('membership', GROUP)].map(([, { state }]) => state);
    expect(new Set(states)).toEqual(new Set(['active']));
  });

  test.each(LIVE)('MIS-T7: a Mission that is %s can be cancelled', (state) => {
    const organization = new SeededOrganization();
    setMission(organization, { state });
    expect(cancel(organization).ok).toBe(true);
  });

  test.each(TERMINAL)('MIS-T7, MIS-006: a Mission that is %s cannot be cancelled', (state) => {
    const organization = new SeededOrganization();
    setMission(organization, { state });
    expect(refusalOf(cancel(organization))).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'MIS-T7',
      details: { missionState: state },
    });
  });

  test('WORK-T18, MIS-020: each unfinished WorkItem is cancelled by an Event of its own', () => {
    const organization = new SeededOrganization();
    seedAllStates(organization);
    const events = organization.mustAct('mission.cancel', OWNER, REASON);
    const [primary, ...rest] = events;
    const ended = rest.map(({ workItemId }) => workItemId?.split(':').at(-1));
    expect(ended).toEqual(['open', 'offered', 'queued', 'active', 'blocked', 'submitted']);
    expect(new Set(causesOf(rest))).toEqual(new Set([`event ${primary?.eventId}`]));
    for (const event of rest) {
      expect(event).toMatchObject({
        kind: 'work.cancelled',
        aggregateRevision: 5,
        payload: { workItem: { state: 'cancelled', revision: 5 }, reason: REASON.reason },
      });
      expect(event.payload['workItem']).not.toHaveProperty('owner');
      expect(event.payload['workItem']).not.toHaveProperty('offers');
    }
    for (const state of ['verified', 'failed', 'cancelled']) {
      expect(organization.world.get('workItem', GROUP, `${ITEM}:${state}`)?.document).toMatchObject({
        state,
        revision: 4,
      });
    }
  });

  test('MIS-020: ownership is fenced and every lease revoked', () => {
    const organization = new SeededOrganization();
    seedWorkItem(organization, { state: 'active' });
    organization.mustAct('mission.cancel', OWNER, REASON);
    const { world } = organization;
    expect(world.get('workItem', GROUP, ITEM)).toMatchObject({
      ownershipEpoch: 2,
      executionLeaseId: undefined,
      holdingLeaseId: undefined,
    });
    for (const kind of ['holding', 'execution'] as const) {
      expect(world.get('lease', GROUP, leaseIdOf(ITEM, kind))?.state).toBe('revoked');
    }
    expect(world.get('workload', ORGANIZATION, WORKER.id)).toEqual({ queued: 0, active: 0 });
    expect(world.get('account', GROUP, ITEM)?.isClosed).toBe(true);
  });

  test('MIS-014: cancelling leaves the revision of the Mission', () => {
    const organization = new SeededOrganization();
    seedWorkItem(organization, { state: 'open' });
    organization.mustAct('mission.cancel', OWNER, REASON);
    expect(organization.world.get('mission', GROUP, SINGLE)?.document.revision).toBe(1);
  });

  test('MIS-004, MIS-T7: the Coordinator does not cancel', () => {
    expect(refusalOf(cancel(new SeededOrganization(), COORDINATOR))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'MIS-T7',
    });
  });

  test('MIS-T7: a policy service cancels, any other service does not', () => {
    expect(cancel(new SeededOrganization(), SERVICE).ok).toBe(true);
    expect(refusalOf(cancel(new SeededOrganization(), OTHER_SERVICE))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'MIS-T7',
    });
    const unauthorized = new SeededOrganization();
    unauthorized.policy = {
      ...unauthorized.policy,
      services: { ...unauthorized.policy.services, policy: [] },
    };
    expect(refusalOf(cancel(unauthorized, SERVICE)).code).toBe('AUTH_FORBIDDEN');
  });

  test.each([0, 2])('REV-002: expectedRevision %i is not the current one', (expectedRevision) => {
    expect(refusalOf(cancel(new SeededOrganization(), OWNER, { expectedRevision }))).toMatchObject({
      code: 'REVISION_CONFLICT',
      expectedRevision,
      currentRevision: 1,
    });
  });

  test('LSE-008: a coordinator lease that ran out is recorded as expired', () => {
    const organization = new SeededOrganization();
    endTermAt(organization, '2026-05-04T09:00:00Z');
    const events = organization.mustAct('mission.cancel', OWNER, REASON);
    expect(payloadOf(events, 'mission.cancelled').lease?.state).toBe('expired');
  });
});

describe('mission.terminate', () => {
  test('MIS-T8, WORK-T18: the Coordinator ends the Mission as failed, with its unfinished work', () => {
    const organization = new SeededOrganization();
    seedAllStates(organization);
    const events = organization.mustAct('mission.terminate', COORDINATOR, REASON);
    const [primary, ...rest] = events;
    expect(primary).toMatchObject({ kind: 'mission.terminated', aggregateRevision: 1 });
    expect(payloadOf(events, 'mission.terminated')).toMatchObject({
      mission: { state: 'failed', revision: 1 },
      reason: REASON.reason,
      lease: { state: 'revoked', closureReason: 'mission_failed' },
    });
    expect(rest.map(({ kind, workItemId }) => [kind, workItemId?.split(':').at(-1)])).toEqual(
      ['open', 'offered', 'queued', 'active', 'blocked', 'submitted'].map((state) => ['work.failed', state]),
    );
    for (const { payload } of rest) {
      expect(payload).toMatchObject({ workItem: { state: 'failed', revision: 5 } });
      expect(payload).not.toHaveProperty('missionRevision');
    }
    expect(stateOf(organization)).toBe('failed');
    expect(organization.world.get('account', GROUP, MISSION)?.isClosed).toBe(true);
  });

  test.each(LIVE)('MIS-T8: a Mission that is %s can fail', (state) => {
    const organization = new SeededOrganization();
    setMission(organization, { state });
    expect(terminate(organization).ok).toBe(true);
  });

  test.each(TERMINAL)('MIS-T8, MIS-006: a Mission that is %s cannot fail', (state) => {
    const organization = new SeededOrganization();
    setMission(organization, { state });
    expect(refusalOf(terminate(organization))).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'MIS-T8',
      details: { missionState: state },
    });
  });

  test.each([OWNER, WORKER, OTHER_SERVICE])('MIS-T8: nobody else lets a Mission fail ($id)', (actor) => {
    expect(refusalOf(terminate(new SeededOrganization(), actor))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'MIS-T8',
    });
  });

  test('CMD-011, OPEN-046: a policy service needs no Coordinator Epoch', () => {
    expect(terminate(new SeededOrganization(), SERVICE).ok).toBe(true);
  });

  test('CRD-004, CRD-007: neither a former epoch nor an ended lease terminates', () => {
    const fenced = new SeededOrganization();
    const coordinator = fenced.world.get('mission', GROUP, SINGLE)?.document.coordinator;
    if (coordinator === undefined) throw new Error('no Mission');
    setMission(fenced, { coordinator: { ...coordinator, coordinatorEpoch: 2 } });
    expect(refusalOf(terminate(fenced, COORDINATOR, { coordinatorEpoch: 1 })).code).toBe(
      'AUTH_STALE_COORDINATOR',
    );
    const ended = new SeededOrganization();
    endTermAt(ended, '2026-05-04T09:00:00Z');
    expect(refusalOf(terminate(ended)).code).toBe('WORK_LEASE_EXPIRED');
  });

  test.each([0, 2])('REV-002: expectedRevision %i is not the current one', (expectedRevision) => {
    expect(refusalOf(terminate(new SeededOrganization(), COORDINATOR, { expectedRevision }))).toMatchObject({
      code: 'REVISION_CONFLICT',
      expectedRevision,
      currentRevision: 1,
    });
  });

  test('OPEN-034: the descendants of a failed Mission are cancelled', () => {
    const organization = new SeededOrganization();
    promote(organization);
    const { groupId } = promoteChild(organization);
    const events = organization.mustAct('mission.terminate', COORDINATOR, REASON);
    expect(outline(events)).toEqual([
      'mission.terminated 1',
      'work.failed 1',
      'mission.cancelled grandchild',
      'mission.cancelled child',
      'work.cancelled child',
    ]);
    expect(payloadOf(events, 'mission.cancelled', groupId).reason).toBe(
      `the Mission above, ${MISSION}, failed`,
    );
  });
});
