// The Coordinator's term: who holds it, under which epoch, and until when (CRD-001…CRD-009, OPEN-044).
import type { Lease } from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import { sessionEpochOf } from './agents.ts';
import type { CommandInput, GroupInput } from './decision.ts';
import { after, openLease } from './leases.ts';
import { isAfter, isMissionOwner } from './members.ts';
import { isTerminal } from './missions.ts';
import { reject, type Rejection } from './rejection.ts';
import type { MissionRecord, World } from './world.ts';

/** Whether the actor is the Agent that the Mission names as its Coordinator; its lease may have ended. */
export function isCoordinator({ command, mission }: GroupInput): boolean {
  return command.actor.type === 'agent' && command.actor.id === mission.document.coordinator.agentId;
}

/** The current coordinator lease of a Mission. */
export function coordinatorLeaseOf(world: World, { document }: MissionRecord): Lease | undefined {
  return world.get('lease', document.groupId, document.coordinator.leaseId);
}

/** Whether the term's lease holds now: neither closed nor run out (LSE-011). */
export function isTermLive({ world, mission, context }: GroupInput): boolean {
  const lease = coordinatorLeaseOf(world, mission);
  return lease?.state === 'active' && isAfter(lease.expiresAt, context.now);
}

/** What the lease of a new term needs to know. */
interface NewTerm {
  readonly missionId: string;
  readonly groupId: string;
  readonly agentId: string;
  readonly coordinatorEpoch: number;
  /** The organization's default where undefined (MIS-008). */
  readonly seconds: number | undefined;
}

/** The coordinator lease of a term that begins now (CRD-001). */
export function openCoordinatorLease(
  { world, context }: Pick<CommandInput, 'world' | 'context'>,
  { missionId, groupId, agentId, coordinatorEpoch, seconds }: NewTerm,
): Lease {
  return openLease(context.now, {
    leaseId: context.newId('lease'),
    leaseType: 'coordinator',
    missionId,
    groupId,
    holderAgentId: agentId,
    sessionEpoch: sessionEpochOf(world, agentId),
    coordinatorEpoch,
    expiresAt: after(context.now, seconds ?? context.policy.seconds.coordinatorLease),
  });
}

/**
 * The actor acts as current Coordinator (CRD-002): its Command carries the current Coordinator Epoch and the lease
 * holds. A lower epoch gets `AUTH_STALE_COORDINATOR` whoever sends it, an ended lease `WORK_LEASE_EXPIRED`, anybody
 * else `AUTH_FORBIDDEN` (OPEN-044).
 */
export function requireCoordinator(input: GroupInput, rule: string): Result<undefined, Rejection> {
  const { command, mission, world } = input;
  const current = mission.document.coordinator.coordinatorEpoch;
  const { coordinatorEpoch } = command;
  const epochs = { coordinatorEpoch: coordinatorEpoch ?? null, currentCoordinatorEpoch: current };
  if (coordinatorEpoch !== undefined && coordinatorEpoch < current) {
    return reject('AUTH_STALE_COORDINATOR', 'CRD-004', 'a newer Coordinator term has begun', epochs);
  }
  if (!isCoordinator(input))
    return reject('AUTH_FORBIDDEN', rule, 'only the current Coordinator may do this');
  if (coordinatorEpoch !== current) {
    return reject(
      'AUTH_STALE_COORDINATOR',
      'CMD-012',
      'the Command does not carry the current Coordinator Epoch',
      epochs,
    );
  }
  // The end of a Mission ends its Coordinator's lease: there the state is what refuses (MIS-006).
  if (!isTerminal(mission.document.state) && !isTermLive(input)) {
    return reject('WORK_LEASE_EXPIRED', 'CRD-007', 'the coordinator lease has ended', {
      leaseId: mission.document.coordinator.leaseId,
      expiresAt: coordinatorLeaseOf(world, mission)?.expiresAt ?? null,
    });
  }
  return accept(undefined);
}

/** The actor leads the Mission: as its MissionOwner, or as current Coordinator (CMD-012). */
export function requireOwnerOrCoordinator(input: GroupInput, rule: string): Result<undefined, Rejection> {
  return isMissionOwner(input) ? accept(undefined) : requireCoordinator(input, rule);
}
