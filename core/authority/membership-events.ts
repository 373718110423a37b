// Which Memberships an Event is about. Only Events that create a Mission or change a Membership carry any (OPEN-021).
import type { Event, Membership } from '../protocol/generated/documents.ts';

/** The Membership documents of an Event, as they are after it. Empty for an Event that concerns no Membership. */
export function membershipsIn({ payload }: Pick<Event, 'payload'>): readonly Membership[] {
  // The schema of each kind has proven the shape.
  const { membership, memberships = [] } = payload as {
    readonly membership?: Membership;
    readonly memberships?: readonly Membership[];
  };
  return membership === undefined ? memberships : [membership, ...memberships];
}
