// Membership of a Group: granted, changed and ended by those who lead the Mission (MEM-001…MEM-010).
import type { Actor, Membership } from '../../protocol/generated/documents.ts';
import { accept, type Result } from '../../protocol/result.ts';
import { checkContextPackage, requireKnownContextPackage } from '../context-packages.ts';
import { requireOwnerOrCoordinator } from '../coordinator.ts';
import type { Decision, GroupInput } from '../decision.ts';
import { isAfter, isMissionOwner, type Role } from '../members.ts';
import { nextEpochOf, othersOf } from '../memberships.ts';
import { checkMissionRevision, requireLiveMission } from '../missions.ts';
import { reject, type Rejection } from '../rejection.ts';
import { ORGANIZATION, SINGLE } from '../world.ts';

type ChangeInput = GroupInput<'membership.change'>;
type EndInput = GroupInput<'membership.end'>;

/** `membership.change` (CMD-111): grants a role, or overwrites how it is held (MEM-006). Its scopes are the payload's. */
export function changeMembership(input: ChangeInput): Decision {
  const { payload, groupId, mission, context } = input;
  const right = requireOwnerOrCoordinator(input, 'MEM-001');
  if (!right.ok) return right;
  for (const check of [requireEligibleMember, requireEligibleRole, checkPeriod, checkContextPackageOf]) {
    const result = check(input);
    if (!result.ok) return result;
  }
  const live = requireLiveMission(input, 'CMD-111');
  if (!live.ok) return live;
  const revision = checkMissionRevision(input);
  if (!revision.ok) return revision;
  const membership = createMembership(input);
  const others = othersOf(nextEpochOf(input.world, groupId, payload.member).documents, membership);
  return accept([
    {
      kind: 'membership.changed',
      eventId: context.newId('event'),
      groupId,
      aggregateRevision: mission.document.revision,
      payload: {
        membership,
        ...(others.length === 0 ? {} : { memberships: others.map(withoutGrants) }),
        ...(payload.contextPackage === undefined ? {} : { contextPackage: payload.contextPackage }),
      },
    },
  ]);
}

/**
 * `membership.end` (CMD-112): ends one role, or all. WorkItems keep their owner: its Commands fail from now on, and the
 * Coordinator may offer the work again when the leases have run out, or take it away at once by `work.fail` or
 * `work.cancel`. So nothing is fenced silently.
 */
export function endMembership(input: EndInput): Decision {
  const { payload, world, groupId, mission, context } = input;
  const right = requireOwnerOrCoordinator(input, 'MEM-007');
  if (!right.ok) return right;
  // The end of a Mission ends its Coordinator's term; who owns it may still tidy up.
  const live = isMissionOwner(input) ? accept(undefined) : requireLiveMission(input, 'CRD-007');
  if (!live.ok) return live;
  const leading = requireDispensable(input);
  if (!leading.ok) return leading;
  const ending = requireHeldRoles(input);
  if (!ending.ok) return ending;
  const revision = checkMissionRevision(input);
  if (!revision.ok) return revision;
  const { membershipEpoch, documents } = nextEpochOf(world, groupId, payload.member);
  const [membership, ...ended] = ending.value.map((document) =>
    endDocument(context, document, membershipEpoch),
  );
  if (membership === undefined) return rejectEnded(payload.member);
  const endedIds = new Set(ending.value.map(({ membershipId }) => membershipId));
  const kept = othersOf(documents, membership).filter(({ membershipId }) => !endedIds.has(membershipId));
  const memberships = [...ended, ...kept.map(withoutGrants)];
  return accept([
    {
      kind: 'membership.ended',
      eventId: context.newId('event'),
      groupId,
      aggregateRevision: mission.document.revision,
      payload: {
        membership,
        ...(memberships.length === 0 ? {} : { memberships }),
        member: payload.member,
        ...(payload.role === undefined ? {} : { role: payload.role }),
      },
    },
  ]);
}

function endDocument(
  { now }: EndInput['context'],
  document: Membership,
  membershipEpoch: number,
): Membership {
  return { ...withoutGrants(document), membershipEpoch, state: 'ended', endedAt: now.text };
}

/** Delegation Grants die with the epoch under which they were given (DLG-009). */
function withoutGrants({ delegationGrants: _dead, ...membership }: Membership): Membership {
  return membership;
}

/** MEM-002, MEM-009: services are no members, and Agents are registered. */
function requireEligibleMember({ payload, world }: ChangeInput): Result<undefined, Rejection> {
  const { member } = payload;
  if (member.type === 'service') {
    return reject('INVALID_COMMAND', 'MEM-002', 'services are authorized by policy, not by membership', {
      member,
    });
  }
  if (member.type === 'agent' && world.get('agent', ORGANIZATION, member.id) === undefined) {
    return reject('INVALID_COMMAND', 'MEM-009', 'no such Agent is registered', { member });
  }
  return accept(undefined);
}

/** MEM-003, MEM-009: the two leading roles are for those whom the Mission names, active and with full sight. */
function requireEligibleRole({ payload, mission }: ChangeInput): Result<undefined, Rejection> {
  const { member, role, state, visibilityStartSequence = 0 } = payload;
  const holder = holderOf(mission.document, role);
  if (holder === undefined) return accept(undefined);
  if (!isSame(holder, member)) {
    return reject('INVALID_COMMAND', 'MEM-009', `the Mission names another ${role}`, { member, role });
  }
  if (state !== 'active' || visibilityStartSequence > 1) {
    return reject('INVALID_COMMAND', 'MEM-003', `a ${role} is active and sees the whole history`, {
      role,
      state,
      visibilityStartSequence,
    });
  }
  return accept(undefined);
}

/** Whom the Mission names for a role that only one Principal can hold. */
function holderOf(mission: ChangeInput['mission']['document'], role: Role): Actor | undefined {
  if (role === 'mission_owner') return mission.missionOwner;
  if (role === 'coordinator') return { type: 'agent', id: mission.coordinator.agentId };
  return undefined;
}

function isSame(a: Actor, b: Actor): boolean {
  return a.type === b.type && a.id === b.id;
}

/** A provisional time still lies ahead, and only a provisional Membership has one (DOC-MEMB-C1). */
function checkPeriod({ payload, context }: ChangeInput): Result<undefined, Rejection> {
  const { state, provisionalExpiresAt } = payload;
  if (state === 'active') {
    if (provisionalExpiresAt === undefined) return accept(undefined);
    return reject('INVALID_COMMAND', 'MEM-004', 'an active Membership does not lapse', {
      provisionalExpiresAt,
    });
  }
  if (isAfter(provisionalExpiresAt, context.now)) return accept(undefined);
  return reject('INVALID_COMMAND', 'OPEN-024', 'the provisional time is over already', {
    provisionalExpiresAt: provisionalExpiresAt ?? null,
  });
}

function checkContextPackageOf(input: ChangeInput): Result<undefined, Rejection> {
  const { contextPackage, contextPackageId } = input.payload;
  if (contextPackage !== undefined) return checkContextPackage(input, contextPackage, contextPackageId);
  return contextPackageId === undefined
    ? accept(undefined)
    : requireKnownContextPackage(input, contextPackageId);
}

/** The Membership after the Command: a new record, or the known one of this role with everything overwritten. */
function createMembership({ payload, world, groupId, mission, context }: ChangeInput): Membership {
  const { member, role, state, scopes, provisionalExpiresAt } = payload;
  const { membershipEpoch, documents } = nextEpochOf(world, groupId, member);
  const known = documents.find((document) => document.role === role);
  const held = known?.state === 'ended' ? undefined : known;
  const contextPackageId =
    payload.contextPackageId ?? payload.contextPackage?.contextPackageId ?? held?.contextPackageId;
  return {
    membershipId: known?.membershipId ?? context.newId('membership'),
    missionId: mission.document.missionId,
    groupId,
    member,
    role,
    state,
    membershipEpoch,
    scopes,
    visibilityStartSequence: visibilityOf(world, payload, documents, groupId),
    ...(contextPackageId === undefined ? {} : { contextPackageId }),
    ...(provisionalExpiresAt === undefined ? {} : { provisionalExpiresAt }),
    grantedAt: held?.grantedAt ?? context.now.text,
    ...(state === 'active' ? { activatedAt: held?.activatedAt ?? context.now.text } : {}),
  };
}

/**
 * Where the member begins to see: as the Command says; for the leading roles at the beginning (MEM-003); for a member
 * as far back as it sees already; for a newcomer at this very Event (MEM-005, MEM-006).
 */
function visibilityOf(
  world: ChangeInput['world'],
  { visibilityStartSequence, role }: ChangeInput['payload'],
  documents: readonly Membership[],
  groupId: string,
): number {
  if (visibilityStartSequence !== undefined) return visibilityStartSequence;
  if (role === 'mission_owner' || role === 'coordinator') return 0;
  const next = (world.get('head', groupId, SINGLE)?.sequence ?? 0) + 1;
  return documents
    .filter(({ state }) => state !== 'ended')
    .reduce((least, document) => Math.min(least, document.visibilityStartSequence), next);
}

/** MEM-007: the roles by which the Mission is led end only when it names somebody else. */
function requireDispensable({ payload, mission }: EndInput): Result<undefined, Rejection> {
  const { member, role } = payload;
  const isLeading = (['mission_owner', 'coordinator'] as const).some((leading) => {
    const holder = holderOf(mission.document, leading);
    return holder !== undefined && isSame(holder, member) && (role === undefined || role === leading);
  });
  if (!isLeading) return accept(undefined);
  return reject(
    'INVALID_COMMAND',
    'MEM-007',
    'the MissionOwner and the current Coordinator stay members',
    role === undefined ? { member } : { member, role },
  );
}

/** The Memberships to end. One that lapsed by time can still be ended, which makes it plain to everybody. */
function requireHeldRoles({ payload, world, groupId }: EndInput): Result<readonly Membership[], Rejection> {
  const { member, role } = payload;
  const { documents } = nextEpochOf(world, groupId, member);
  const named = documents.filter((document) => role === undefined || document.role === role);
  if (named.length === 0) {
    return reject('INVALID_COMMAND', 'MEM-007', 'no such member, or not in this role', { member });
  }
  const held = named.filter(({ state }) => state !== 'ended');
  return held.length === 0 ? rejectEnded(member) : accept(held);
}

function rejectEnded(member: Actor) {
  return reject('INVALID_STATE_TRANSITION', 'MEM-007', 'the Membership has ended already', {
    member,
    membershipState: 'ended',
  });
}
