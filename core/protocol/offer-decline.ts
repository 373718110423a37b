// How an Agent says no to an offer: the protocol has no Command for it (OPEN-037), so it is a Message with a part of this
// schema.

import type { Message } from './generated/documents.ts';

/** Schema of a `data_ref` part with the members `workItemId`, `offerId` and `reason` (as in WORK-025). */
export const OFFER_DECLINE_SCHEMA = 'urn:heddle:schema:offer-decline:1';

/** What a Message says about an offer. Whether its author may say so, the offer tells. */
export interface OfferDecline {
  readonly offerId: string;
  /** `other` where none was given. */
  readonly reason: string;
}

/** Everything in a Message that declines an offer. Anybody may have written it, so nothing about its form is taken for granted. */
export function declinesIn({ content }: Pick<Message, 'content'>): readonly OfferDecline[] {
  return content.flatMap((part) => {
    if (part.type !== 'data_ref' || part.schema !== OFFER_DECLINE_SCHEMA) return [];
    const data = typeof part.data === 'object' && part.data !== null ? part.data : {};
    const { offerId, reason } = data as { readonly offerId?: unknown; readonly reason?: unknown };
    if (typeof offerId !== 'string') return [];
    return [{ offerId, reason: typeof reason === 'string' ? reason : 'other' }];
  });
}
