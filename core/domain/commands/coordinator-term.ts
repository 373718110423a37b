// The Coordinator's term: a new one by appointment, a longer or shorter one by renewal (CRD-003…CRD-009).
import type {
  Actor,
  AgentCard,
  CommandPayloads,
  EventPayloads,
  Lease,
  Mission,
} from '../../protocol/generated/documents.ts';
import { accept, type Result } from '../../protocol/result.ts';
import { requireActiveAgent } from '../agents.ts';
import { checkContextPackage } from '../context-packages.ts';
import { coordinatorLeaseOf, isTermLive, openCoordinatorLease, requireCoordinator } from '../coordinator.ts';
import type { Decision, EventDraft, GroupInput } from '../decision.ts';
import { after, closeLease, renewLease } from '../leases.ts';
import { isAuthorizedService, isMissionOwner } from '../members.ts';
import { draftMembershipChange, endRole, grantRole, type MembershipChange } from '../memberships.ts';
import { liveChildrenOf } from '../mission-tree.ts';
import { checkMissionRevision, requireLiveMission } from '../missions.ts';
import { reject, type Rejection } from '../rejection.ts';
import { memberKey } from '../world.ts';

/**
 * `mission.assign_coordinator` (CMD-104). The former Coordinator loses its role, its Delegation Grants die with its
 * epoch, and its child Missions go to the new one (CRD-008).
 */
export function assignCoordinator(input: GroupInput<'mission.assign_coordinator'>): Decision {
  const { payload, mission } = input;
  const right = requireAppointer(input);
  if (!right.ok) return right;
  const revision = checkMissionRevision(input);
  if (!revision.ok) return revision;
  const live = requireLiveMission(input, 'CRD-003');
  if (!live.ok) return live;
  const isSameAgent = payload.coordinatorAgentId === mission.document.coordinator.agentId;
  if (isSameAgent && isTermLive(input)) {
    return reject('INVALID_STATE_TRANSITION', 'OPEN-035', 'this Agent is the Coordinator already', {
      coordinatorAgentId: payload.coordinatorAgentId,
      leaseExpiresAt: coordinatorLeaseOf(input.world, mission)?.expiresAt ?? null,
    });
  }
  const card = requireActiveAgent(input, payload.coordinatorAgentId, 'CRD-003');
  if (!card.ok) return card;
  const briefing = checkBriefing(input, isSameAgent);
  if (!briefing.ok) return briefing;
  const assignment = draftAssignment(input, card.value);
  return accept(isSameAgent ? [assignment] : [assignment, ...draftSuccession(input, assignment.eventId)]);
}

/**
 * CRD-005, CTX-009: a successor is given a Context Package by the former Coordinator, or by the Agent that appoints it.
 * Where neither can sign one any more it has the whole history in sight, with the packages that were given before.
 */
function checkBriefing(
  input: GroupInput<'mission.assign_coordinator'>,
  isSameAgent: boolean,
): Result<undefined, Rejection> {
  const { contextPackage } = input.payload;
  if (contextPackage === undefined) return accept(undefined);
  if (!isSameAgent) return checkContextPackage(input, contextPackage, undefined);
  return reject('INVALID_COMMAND', 'CTX-009', 'an Agent that stays Coordinator is not briefed', {
    contextPackageId: contextPackage.contextPackageId,
  });
}

/** `mission.renew_coordinator` (CMD-105): from now on, so it may also shorten (CRD-009). An ended term stays ended. */
export function renewCoordinator(input: GroupInput<'mission.renew_coordinator'>): Decision {
  const { world, command, payload, groupId, mission, context } = input;
  const right = requireCoordinator(input, 'CRD-007');
  if (!right.ok) return right;
  const revision = checkMissionRevision(input);
  if (!revision.ok) return revision;
  const live = requireLiveMission(input, 'CMD-105');
  if (!live.ok) return live;
  const current = coordinatorLeaseOf(world, mission);
  if (current === undefined) {
    return reject('WORK_LEASE_EXPIRED', 'CRD-007', 'there is no coordinator lease to renew');
  }
  const seconds = payload.leaseSeconds ?? context.policy.seconds.coordinatorLease;
  const lease: Lease = {
    ...renewLease(context.now, current, after(context.now, seconds)),
    // The lease names the session that holds it now, which may be younger than the term (CRD-001).
    sessionEpoch: command.sessionEpoch ?? current.sessionEpoch,
  };
  return accept([
    {
      kind: 'mission.coordinator.renewed',
      eventId: context.newId('event'),
      groupId,
      aggregateRevision: mission.document.revision,
      payload: {
        lease,
        coordinatorEpoch: mission.document.coordinator.coordinatorEpoch,
        leaseExpiresAt: lease.expiresAt,
      },
    },
  ]);
}

/** The MissionOwner at any time; a policy service once the lease has ended (CRD-003, OPEN-047). */
function requireAppointer(input: GroupInput<'mission.assign_coordinator'>): Result<undefined, Rejection> {
  if (isMissionOwner(input)) return accept(undefined);
  if (!isAuthorizedService(input, 'policy')) {
    return reject('AUTH_FORBIDDEN', 'CRD-003', 'only the MissionOwner appoints a Coordinator');
  }
  if (!isTermLive(input)) return accept(undefined);
  return reject(
    'AUTH_FORBIDDEN',
    'OPEN-047',
    'a service replaces a Coordinator only after its lease has ended',
    {
      leaseExpiresAt: coordinatorLeaseOf(input.world, input.mission)?.expiresAt ?? null,
    },
  );
}

function draftAssignment(
  input: GroupInput<'mission.assign_coordinator'>,
  { cardVersion }: AgentCard,
): EventDraft {
  const { world, payload, groupId, context } = input;
  const { document } = input.mission;
  const { coordinatorAgentId } = payload;
  const coordinatorEpoch = document.coordinator.coordinatorEpoch + 1;
  const lease = openCoordinatorLease(input, {
    missionId: document.missionId,
    groupId,
    agentId: coordinatorAgentId,
    coordinatorEpoch,
    seconds: payload.leaseSeconds,
  });
  const mission: Mission = {
    ...document,
    coordinator: {
      agentId: coordinatorAgentId,
      agentCardVersion: cardVersion,
      coordinatorEpoch,
      leaseId: lease.leaseId,
    },
  };
  const former = coordinatorLeaseOf(world, input.mission);
  return {
    kind: 'mission.coordinator.assigned',
    eventId: context.newId('event'),
    groupId,
    aggregateRevision: document.revision,
    payload: {
      mission,
      lease,
      previousCoordinatorAgentId: document.coordinator.agentId,
      ...(former === undefined
        ? {}
        : { previousLease: closeLease(context.now, former, 'revoked', 'coordinator_replaced') }),
      coordinatorAgentId,
      coordinatorEpoch,
      leaseExpiresAt: lease.expiresAt,
    },
  };
}

/** The role in this Group and the ownership of the living child Missions pass on (CRD-008, OPEN-021). */
function draftSuccession(
  input: GroupInput<'mission.assign_coordinator'>,
  sourceEventId: string,
): readonly EventDraft[] {
  const { world, payload, groupId, mission } = input;
  const former: Actor = { type: 'agent', id: mission.document.coordinator.agentId };
  const successor: Actor = { type: 'agent', id: payload.coordinatorAgentId };
  const drafts = draftHandover(input, mission.document, 'coordinator', former, successor, sourceEventId);
  for (const { document } of liveChildrenOf(world, groupId)) {
    if (memberKey(document.missionOwner) !== memberKey(former)) continue;
    const handover = draftHandover(input, document, 'mission_owner', former, successor, sourceEventId);
    drafts.push(...handover);
  }
  return drafts;
}

/** One Event for each of the two whose membership changes; the second carries the child Mission with its new owner. */
function draftHandover(
  { world, payload, context }: GroupInput<'mission.assign_coordinator'>,
  mission: Mission,
  role: 'coordinator' | 'mission_owner',
  former: Actor,
  successor: Actor,
  sourceEventId: string,
): EventDraft[] {
  const ended = endRole(world, context, mission.groupId, former, role);
  const granted = grantRole(world, context, mission, successor, role);
  const grant = draftMembershipChange(context, mission, granted, sourceEventId);
  const extra =
    role === 'coordinator'
      ? briefingOf(payload, granted)
      : { mission: { ...mission, missionOwner: successor } };
  return [
    ...(ended === undefined ? [] : [draftMembershipChange(context, mission, ended, sourceEventId)]),
    { ...grant, payload: { ...grant.payload, ...extra } },
  ];
}

/** The Context Package of the successor, in the Event of its Membership as for any other member. */
function briefingOf(
  { contextPackage }: CommandPayloads['mission.assign_coordinator'],
  { membership }: MembershipChange,
): Pick<EventPayloads['membership.changed'], 'membership' | 'contextPackage'> {
  if (contextPackage === undefined) return { membership };
  const { contextPackageId } = contextPackage;
  return { membership: { ...membership, contextPackageId }, contextPackage };
}
