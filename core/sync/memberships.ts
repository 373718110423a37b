// Which Groups this Principal is in, as Events tell it (OPEN-021).
import type { Actor, Event, Membership } from '../protocol/generated/documents.ts';

/** What an Event says of one Principal's Memberships in its Group. */
export interface MembershipNews {
  readonly isMember: boolean;
  /** The first sequence that it may see; meaningful for a member. */
  readonly visibilityStartSequence: number;
}

/** Undefined for an Event that says nothing of the Principal. */
export function membershipNewsIn(
  { payload }: Pick<Event, 'payload'>,
  principal: Actor,
): MembershipNews | undefined {
  // The schema of each kind has proven the shape.
  const { membership, memberships = [] } = payload as {
    readonly membership?: Membership;
    readonly memberships?: readonly Membership[];
  };
  const own = (membership === undefined ? memberships : [membership, ...memberships]).filter(
    ({ member }) => member.type === principal.type && member.id === principal.id,
  );
  if (own.length === 0) return undefined;
  const held = own.filter(({ state }) => state !== 'ended');
  return {
    isMember: held.length > 0,
    visibilityStartSequence: Math.max(
      1,
      Math.min(...held.map(({ visibilityStartSequence }) => visibilityStartSequence)),
    ),
  };
}
