// Who belongs to a Group, in which roles, and whether the Membership Epoch of a Command still holds (MEM-001…MEM-009).
import type { Actor, Membership } from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import { compareInstants, parseTimestamp } from '../protocol/timestamp.ts';
import type { GroupInput, Now } from './decision.ts';
import { reject, type Rejection } from './rejection.ts';
import { memberKey, type World } from './world.ts';

export type Role = Membership['role'];

/** Whether a timestamp lies after the moment: what still holds (half-open, as everywhere). */
export function isAfter(text: string | undefined, now: Now): boolean {
  const at = text === undefined ? undefined : parseTimestamp(text);
  return at !== undefined && compareInstants(at, now.at) > 0;
}

/** The Memberships of a Principal in a Group that hold now: active, or provisional and not yet expired (OPEN-024). */
export function currentMemberships(
  world: World,
  groupId: string,
  member: Actor,
  now: Now,
): readonly Membership[] {
  const ids = world.get('member', groupId, memberKey(member))?.membershipIds ?? [];
  return ids
    .map((id) => world.get('membership', groupId, id))
    .filter((membership) => membership !== undefined)
    .filter(
      ({ state, provisionalExpiresAt }) =>
        state === 'active' || (state === 'provisional' && isAfter(provisionalExpiresAt, now)),
    );
}

/** The first sequence that Memberships let their holder see (DEL-011, MEM-005). There is at least one of them. */
export function visibilityStartOf(memberships: readonly Membership[]): number {
  return Math.max(1, Math.min(...memberships.map(({ visibilityStartSequence }) => visibilityStartSequence)));
}

/** Whether a Principal holds a role actively. */
export function hasActiveRole(world: World, groupId: string, member: Actor, role: Role, now: Now): boolean {
  return currentMemberships(world, groupId, member, now).some(
    (membership) => membership.role === role && membership.state === 'active',
  );
}

/**
 * Membership of the Command's actor (MEM-002): it must exist and hold, and the Command must carry its current epoch.
 * Services have none and are authorized by policy.
 */
export function checkMembership(input: GroupInput): Result<readonly Membership[], Rejection> {
  const { world, command, groupId, context } = input;
  const { actor, membershipEpoch } = command;
  if (actor.type === 'service') return accept([]);
  const member = world.get('member', groupId, memberKey(actor));
  if (member === undefined) {
    return reject('MEMBERSHIP_REQUIRED', 'MEM-002', 'the actor is not a member of the Group');
  }
  if (membershipEpoch !== member.membershipEpoch) {
    return reject('MEMBERSHIP_STALE', 'MEM-002', 'the Membership Epoch is not the current one', {
      membershipEpoch: membershipEpoch ?? null,
      currentMembershipEpoch: member.membershipEpoch,
    });
  }
  const memberships = currentMemberships(world, groupId, actor, context.now);
  if (memberships.length === 0) {
    return reject(
      'MEMBERSHIP_REQUIRED',
      'MEM-002',
      'the membership has ended or its provisional time is over',
    );
  }
  return accept(memberships);
}

/** An active membership of any role: what every Command needs but those open to provisional members. */
export function requireActiveMember(input: GroupInput): Result<undefined, Rejection> {
  const { world, command, groupId, context } = input;
  if (command.actor.type === 'service') return accept(undefined);
  const isActive = currentMemberships(world, groupId, command.actor, context.now).some(
    ({ state }) => state === 'active',
  );
  if (isActive) return accept(undefined);
  return reject('MEMBERSHIP_REQUIRED', 'OPEN-024', 'a provisional member may not do this');
}

/** Whether the actor is the MissionOwner: the human of a root, the parent's Coordinator for a child (ROLE-03). */
export function isMissionOwner({ command, mission }: GroupInput): boolean {
  const { missionOwner } = mission.document;
  return command.actor.type === missionOwner.type && command.actor.id === missionOwner.id;
}

/** Only the MissionOwner may do this. */
export function requireMissionOwner(input: GroupInput, rule: string): Result<undefined, Rejection> {
  if (isMissionOwner(input)) return accept(undefined);
  return reject('AUTH_FORBIDDEN', rule, 'only the MissionOwner may do this');
}

/** Whether the actor is a service that policy lets act in a role. */
export function isAuthorizedService(
  input: Pick<GroupInput, 'command' | 'context'>,
  role: keyof GroupInput['context']['policy']['services'],
): boolean {
  const { actor } = input.command;
  return actor.type === 'service' && input.context.policy.services[role].includes(actor.id);
}
