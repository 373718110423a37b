// The offers of a WorkItem (WORK-020…WORK-026): made, widened, run out, and settled by the first acceptance.
import type { WorkItem, WorkOffer } from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import type { GroupInput, Now } from './decision.ts';
import { isAfter } from './members.ts';
import { reject, type Rejection } from './rejection.ts';

/** Whether an offer can be accepted now: time alone ends it, without any Event (WORK-T05). */
export function isRunning({ status, expiresAt }: WorkOffer, now: Now): boolean {
  return status === 'pending' && isAfter(expiresAt, now);
}

/**
 * The offers of an item after more were made (WORK-024). While one is running the others join it and all get the new
 * end; otherwise the new ones take the place of what ran out. An Agent has one running offer: a repeated one replaces
 * it. A corrected contract withdraws what was offered before: nobody accepts terms that it was not offered (WORK-004).
 * What ended earlier is in the log, so an item that is offered often does not grow.
 */
export function extendOffers(
  now: Now,
  before: readonly WorkOffer[],
  made: readonly WorkOffer[],
  terms: 'same contract' | 'corrected contract',
): readonly WorkOffer[] {
  const withdrawn = new Set((terms === 'same contract' ? made : before).map(({ agentId }) => agentId));
  const expiresAt = made[0]?.expiresAt;
  const kept = before
    .filter(({ status }) => status === 'pending')
    .map((offer) =>
      withdrawn.has(offer.agentId) || !isRunning(offer, now)
        ? endOffer(now, offer, 'withdrawn')
        : extendOffer(offer, expiresAt ?? offer.expiresAt),
    );
  return [...kept, ...made];
}

function extendOffer(offer: WorkOffer, expiresAt: string): WorkOffer {
  return { ...offer, expiresAt };
}

/** What had run out before counts as expired, whatever ends the others. */
function endOffer(now: Now, offer: WorkOffer, status: 'withdrawn' | 'lost_race'): WorkOffer {
  return { ...offer, status: isRunning(offer, now) ? status : 'expired' };
}

/** The offers after one of them was accepted: everybody else has lost the race, or was too late (WORK-022). */
export function settleOffers(
  now: Now,
  offers: readonly WorkOffer[],
  acceptedOfferId: string,
): readonly WorkOffer[] {
  return offers.map((offer) => settleOffer(now, offer, acceptedOfferId));
}

function settleOffer(now: Now, offer: WorkOffer, acceptedOfferId: string): WorkOffer {
  if (offer.status !== 'pending') return offer;
  return offer.offerId === acceptedOfferId
    ? { ...offer, status: 'accepted' }
    : endOffer(now, offer, 'lost_race');
}

/** Somebody who lost the race learns that the item is owned, whatever else would be wrong by now (WORK-026). */
export function requireOpenRace(
  { command }: GroupInput,
  { workItemId, state, offers = [], owner }: WorkItem,
  offerId: string,
): Result<undefined, Rejection> {
  const offer = findOffer(offers, offerId, command.actor.id);
  if (offer?.status !== 'lost_race' || owner === undefined) return accept(undefined);
  return reject('WORK_ALREADY_OWNED', 'WORK-026', 'another candidate accepted first', {
    workItemId,
    offerId,
    workItemState: state,
  });
}

/** The actor's own running offer: what an acceptance compares and sets (WORK-032). */
export function requireOffer(
  { command, context }: GroupInput,
  { workItemId, state, offers = [] }: WorkItem,
  offerId: string,
): Result<WorkOffer, Rejection> {
  const details = { workItemId, offerId, workItemState: state };
  if (state !== 'offered') {
    return reject('INVALID_STATE_TRANSITION', 'WORK-T04', `a WorkItem that is ${state} cannot be accepted`, {
      ...details,
      allowedStates: ['offered'],
    });
  }
  const offer = findOffer(offers, offerId, command.actor.id);
  if (offer === undefined) {
    return reject('AUTH_FORBIDDEN', 'WORK-033', 'the actor holds no such offer', details);
  }
  if (isRunning(offer, context.now)) return accept(offer);
  return reject('WORK_OFFER_EXPIRED', 'WORK-T05', 'the offer is no longer valid', {
    ...details,
    offerStatus: offer.status,
    expiresAt: offer.expiresAt,
  });
}

function findOffer(offers: readonly WorkOffer[], offerId: string, agentId: string): WorkOffer | undefined {
  return offers.find((offer) => offer.offerId === offerId && offer.agentId === agentId);
}
