// How an Agent says no to an offer: the protocol has no Command for it (OPEN-037), so it is a Message with a part of this
// schema.

/** Schema of a `data_ref` part with the members `workItemId`, `offerId` and `reason` (as in WORK-025). */
export const OFFER_DECLINE_SCHEMA = 'urn:heddle:schema:offer-decline:1';
