// Membership documents that follow from another change: one for each role, all of a Principal with one epoch that any
// change of any of them raises (OPEN-020, OPEN-021).
import type { Actor, Membership, Mission } from '../protocol/generated/documents.ts';
import type { DecisionContext, EventDraft } from './decision.ts';
import type { Role } from './members.ts';
import { memberKey, type World } from './world.ts';

/** What the two roles that come with a Mission may do (MEM-010). */
const SCOPES: { readonly [Each in 'mission_owner' | 'coordinator']: readonly string[] } = {
  mission_owner: ['mission.inspect', 'mission.direct', 'mission.approve', 'mission.cancel'],
  coordinator: ['message.post', 'work.authorize', 'work.offer', 'work.verify', 'mission.submit'],
};

/** A changed Membership, and the others of the same Principal, which share its new epoch. */
export interface MembershipChange {
  readonly membership: Membership;
  readonly memberships: readonly Membership[];
}

/** Where a Membership belongs. */
type Place = Pick<Mission, 'missionId' | 'groupId'>;

/**
 * Gives a Principal one of the roles that come with a Mission, active at once and with the whole history in sight
 * (MEM-003). A role that it had before comes back under its old id.
 */
export function grantRole(
  world: World,
  { now, newId }: Pick<DecisionContext, 'now' | 'newId'>,
  { missionId, groupId }: Place,
  member: Actor,
  role: keyof typeof SCOPES,
): MembershipChange {
  const { membershipEpoch, documents } = nextEpochOf(world, groupId, member);
  const known = documents.find((document) => document.role === role);
  const held =
    known === undefined
      ? { membershipId: newId('membership'), missionId, groupId, member, role, grantedAt: now.text }
      : withoutEnd(withEpoch(known, membershipEpoch));
  const membership: Membership = {
    ...held,
    state: 'active',
    membershipEpoch,
    scopes: [...SCOPES[role]],
    visibilityStartSequence: 0,
    activatedAt: now.text,
  };
  return { membership, memberships: othersOf(documents, membership) };
}

/** Takes a role from a Principal; undefined when it does not hold it. */
export function endRole(
  world: World,
  { now }: Pick<DecisionContext, 'now'>,
  groupId: string,
  member: Actor,
  role: Role,
): MembershipChange | undefined {
  const { membershipEpoch, documents } = nextEpochOf(world, groupId, member);
  const known = documents.find((each) => each.role === role && each.state !== 'ended');
  if (known === undefined) return undefined;
  const membership: Membership = {
    ...withEpoch(known, membershipEpoch),
    state: 'ended',
    endedAt: now.text,
  };
  return { membership, memberships: othersOf(documents, membership) };
}

/** Makes a provisional Membership active, as its member accepts an offer (MEM-008). */
export function activateMembership(
  world: World,
  { now }: Pick<DecisionContext, 'now'>,
  provisional: Membership,
): MembershipChange {
  const { membershipEpoch, documents } = nextEpochOf(world, provisional.groupId, provisional.member);
  const held = withoutEnd(withEpoch(provisional, membershipEpoch));
  const membership: Membership = { ...held, state: 'active', activatedAt: now.text };
  return { membership, memberships: othersOf(documents, membership) };
}

/** The derived Event of a membership that changed with something else (OPEN-021). */
export function draftMembershipChange(
  { newId }: Pick<DecisionContext, 'newId'>,
  { groupId, revision }: Pick<Mission, 'groupId' | 'revision'>,
  { membership, memberships }: MembershipChange,
  sourceEventId: string,
): EventDraft & { readonly kind: 'membership.changed' } {
  return {
    kind: 'membership.changed',
    eventId: newId('event'),
    groupId,
    aggregateRevision: revision,
    sourceEventId,
    payload: {
      membership,
      ...(memberships.length === 0 ? {} : { memberships: [...memberships] }),
      sourceEventId,
    },
  };
}

/** All documents of a Principal in a Group, and the epoch that its next change begins. */
export function nextEpochOf(
  world: World,
  groupId: string,
  member: Actor,
): { readonly membershipEpoch: number; readonly documents: readonly Membership[] } {
  const record = world.get('member', groupId, memberKey(member));
  const documents = (record?.membershipIds ?? [])
    .map((id) => world.get('membership', groupId, id))
    .filter((membership) => membership !== undefined);
  return { membershipEpoch: (record?.membershipEpoch ?? 0) + 1, documents };
}

/** What has ended stays as it was; what still holds moves to the new epoch. */
export function othersOf(
  documents: readonly Membership[],
  { membershipId, membershipEpoch }: Membership,
): readonly Membership[] {
  return documents
    .filter((each) => each.membershipId !== membershipId && each.state !== 'ended')
    .map((each) => withEpoch(each, membershipEpoch));
}

/** A Membership under its next epoch, without the Delegation Grants, which die with the former one (DLG-009). */
export function withEpoch(
  { delegationGrants: _dead, ...membership }: Membership,
  membershipEpoch: number,
): Membership {
  return { ...membership, membershipEpoch };
}

function withoutEnd({
  endedAt: _endedAt,
  provisionalExpiresAt: _provisionalExpiresAt,
  ...membership
}: Membership): Membership {
  return membership;
}
