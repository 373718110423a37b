// The right of the current Coordinator (CRD-001…CRD-007, OPEN-044).
import { describe, expect, test } from 'vitest';
import type { Actor } from '../protocol/generated/documents.ts';
import {
  coordinatorLeaseOf,
  isCoordinator,
  isTermLive,
  openCoordinatorLease,
  requireCoordinator,
  requireOwnerOrCoordinator,
} from './coordinator.ts';
import type { GroupInput } from './decision.ts';
import { endTermAt, setSession } from './seeded-missions.test-data.ts';
import { setMission } from './seeded-work.test-data.ts';
import {
  COORDINATOR,
  GROUP,
  MISSION,
  OWNER,
  SeededOrganization,
  SERVICE,
  STRANGER,
  WORKER,
} from './seeded-world.test-data.ts';
import { SINGLE } from './world.ts';

function inputOf(organization: SeededOrganization, actor: Actor, envelope = {}): GroupInput {
  const { world, context } = organization;
  const command = organization.commandOf('mission.renew_coordinator', actor, {}, envelope);
  const mission = world.get('mission', GROUP, SINGLE);
  if (mission === undefined) throw new Error('no Mission');
  return { world, command, payload: {}, context, groupId: GROUP, mission };
}

function setEpoch(organization: SeededOrganization, coordinatorEpoch: number): void {
  const coordinator = organization.world.get('mission', GROUP, SINGLE)?.document.coordinator;
  if (coordinator === undefined) throw new Error('no Mission');
  setMission(organization, { coordinator: { ...coordinator, coordinatorEpoch } });
}

function faultOf(result: ReturnType<typeof requireCoordinator>) {
  return result.ok ? undefined : result.fault;
}

describe('requireCoordinator', () => {
  test('CRD-002: the named Agent with the current epoch and a live lease may act', () => {
    const input = inputOf(new SeededOrganization(), COORDINATOR);
    expect(requireCoordinator(input, 'TEST')).toEqual({ ok: true, value: undefined });
  });

  test.each([COORDINATOR, WORKER, OWNER])('OPEN-044: a lower epoch is answered first ($id)', (actor) => {
    const organization = new SeededOrganization();
    setEpoch(organization, 3);
    const result = requireCoordinator(inputOf(organization, actor, { coordinatorEpoch: 2 }), 'TEST');
    expect(faultOf(result)).toMatchObject({
      code: 'AUTH_STALE_COORDINATOR',
      rule: 'CRD-004',
      details: { coordinatorEpoch: 2, currentCoordinatorEpoch: 3 },
    });
  });

  test.each([WORKER, OWNER, SERVICE])(
    'OPEN-044: anybody else is forbidden, by the rule of the caller ($id)',
    (actor) => {
      const result = requireCoordinator(inputOf(new SeededOrganization(), actor), 'TEST');
      expect(faultOf(result)).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'TEST' });
    },
  );

  test('OPEN-044: the right epoch does not make a Coordinator', () => {
    const result = requireCoordinator(
      inputOf(new SeededOrganization(), WORKER, { coordinatorEpoch: 1 }),
      'TEST',
    );
    expect(faultOf(result)?.code).toBe('AUTH_FORBIDDEN');
  });

  test('ROLE-02: a human with the id of the Agent is somebody else', () => {
    const result = requireCoordinator(
      inputOf(new SeededOrganization(), { type: 'human', id: COORDINATOR.id }, { coordinatorEpoch: 1 }),
      'TEST',
    );
    expect(faultOf(result)?.code).toBe('AUTH_FORBIDDEN');
  });

  test('CMD-012: the Coordinator says under which epoch it acts', () => {
    const organization = new SeededOrganization();
    const { coordinatorEpoch: _absent, ...command } = organization.commandOf(
      'mission.renew_coordinator',
      COORDINATOR,
      {},
    );
    const result = requireCoordinator({ ...inputOf(organization, COORDINATOR), command }, 'TEST');
    expect(faultOf(result)).toMatchObject({
      code: 'AUTH_STALE_COORDINATOR',
      rule: 'CMD-012',
      details: { coordinatorEpoch: null, currentCoordinatorEpoch: 1 },
    });
  });

  test('CMD-012: an epoch that was never given is no better', () => {
    const result = requireCoordinator(
      inputOf(new SeededOrganization(), COORDINATOR, { coordinatorEpoch: 2 }),
      'TEST',
    );
    expect(faultOf(result)).toMatchObject({ code: 'AUTH_STALE_COORDINATOR', rule: 'CMD-012' });
  });

  test('CRD-007: at the very end of the lease the right is gone', () => {
    const organization = new SeededOrganization();
    endTermAt(organization, '2026-05-04T09:00:00.001Z');
    expect(requireCoordinator(inputOf(organization, COORDINATOR), 'TEST').ok).toBe(true);
    endTermAt(organization, '2026-05-04T09:00:00Z');
    expect(faultOf(requireCoordinator(inputOf(organization, COORDINATOR), 'TEST'))).toMatchObject({
      code: 'WORK_LEASE_EXPIRED',
      rule: 'CRD-007',
      details: { expiresAt: '2026-05-04T09:00:00Z' },
    });
  });

  test('CRD-007: a lease that was closed or is unknown gives no right', () => {
    const organization = new SeededOrganization();
    const input = inputOf(organization, COORDINATOR);
    const lease = coordinatorLeaseOf(organization.world, input.mission);
    if (lease === undefined) throw new Error('no lease');
    const { leaseId } = lease;
    organization.world.apply([
      { kind: 'lease', groupId: GROUP, id: leaseId, value: { ...lease, state: 'revoked' } },
    ]);
    expect(faultOf(requireCoordinator(input, 'TEST'))?.code).toBe('WORK_LEASE_EXPIRED');
    organization.world.apply([{ kind: 'lease', groupId: GROUP, id: leaseId, value: undefined }]);
    expect(faultOf(requireCoordinator(input, 'TEST'))).toMatchObject({
      code: 'WORK_LEASE_EXPIRED',
      details: { expiresAt: null },
    });
  });
});

describe('requireOwnerOrCoordinator', () => {
  test('CMD-012: the MissionOwner needs no Coordinator Epoch', () => {
    expect(requireOwnerOrCoordinator(inputOf(new SeededOrganization(), OWNER), 'TEST').ok).toBe(true);
  });

  test('CMD-012: the Coordinator does, and anybody else is forbidden', () => {
    const organization = new SeededOrganization();
    expect(requireOwnerOrCoordinator(inputOf(organization, COORDINATOR), 'TEST').ok).toBe(true);
    expect(faultOf(requireOwnerOrCoordinator(inputOf(organization, WORKER), 'TEST'))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'TEST',
    });
  });
});

describe('the term', () => {
  test('CRD-001: is found by the lease that the Mission names', () => {
    const organization = new SeededOrganization();
    const input = inputOf(organization, COORDINATOR);
    expect(isCoordinator(input)).toBe(true);
    expect(isTermLive(input)).toBe(true);
    expect(coordinatorLeaseOf(organization.world, input.mission)?.holderAgentId).toBe(COORDINATOR.id);
    expect(isCoordinator(inputOf(organization, WORKER))).toBe(false);
  });

  test('CRD-001, MIS-008: a new lease names Agent, both epochs and its end', () => {
    const organization = new SeededOrganization();
    setSession(organization, STRANGER.id, 6);
    const term = {
      missionId: MISSION,
      groupId: GROUP,
      agentId: STRANGER.id,
      coordinatorEpoch: 4,
      seconds: undefined,
    };
    expect(openCoordinatorLease(organization, term)).toMatchObject({
      leaseType: 'coordinator',
      holderAgentId: STRANGER.id,
      sessionEpoch: 6,
      coordinatorEpoch: 4,
      issuedAt: '2026-05-04T09:00:00.000Z',
      expiresAt: '2026-05-04T09:05:00.000Z',
      state: 'active',
      renewalCount: 0,
    });
    expect(openCoordinatorLease(organization, { ...term, seconds: 30 }).expiresAt).toBe(
      '2026-05-04T09:00:30.000Z',
    );
  });
});
