// Every reason that the assistant gives about offers, by id; the texts are in words/.
import type { RecordKind } from '../../../domain/world.ts';
import type { Reason, Reference, ReasonValues, Verdict } from '../proposal.ts';

export const OFFER_REASON_IDS = [
  // Hard filters about an Agent.
  'card-active',
  'card-unknown',
  'card-revoked',
  'card-deprecated',
  'card-expired',
  'capability-met',
  'capability-missing',
  'capability-version',
  'is-coordinator',
  'member',
  'member-provisional',
  'membership-needed',
  'scopes-hold',
  'scope-missing',
  'present',
  'presence-unknown',
  'presence-stale',
  'presence-away',
  'capability-unavailable',
  'free-slots',
  'queues',
  'no-slot',
  'slots-unknown',
  'queue-full',
  // Hard filters about an Agent and an item.
  'deadline-met',
  'deadline-unknown',
  'deadline-missed',
  'budget-met',
  'budget-unknown',
  'budget-overflow',
  'independent',
  'is-producer',
  'same-owner',
  'producer-unknown',
  'never-asked',
  'asked-before',
  'asked-enough',
  'declined',
  // Terms of the ranking.
  'term-deadlineFit',
  'term-cost',
  'term-reliability',
  'term-load',
  'term-fairness',
  // Why an offer is due, or is not.
  'mission-not-active',
  'item-over',
  'item-owned',
  'item-submitted',
  'item-has-child',
  'item-waits',
  'deadline-passed',
  'deadline-too-near',
  'parent-over',
  'budget-reserved',
  'budget-exhausted',
  'attempts-spent',
  'offer-running',
  'asks-spent',
  'nobody-eligible',
  'first-offer',
  'next-after-expiry',
  'next-after-decline',
  'after-failure',
  'after-lost-lease',
  'resume-checkpoint',
  'resume-from-start',
  'one-at-a-time',
  'set-at-once',
  'membership-granted',
  'context-given',
] as const;

export type OfferReasonId = (typeof OFFER_REASON_IDS)[number];

export type OfferReason = Reason<OfferReasonId>;

/** A reason; what it comes from follows its values. */
export function reason(
  id: OfferReasonId,
  verdict: Verdict,
  values: ReasonValues = {},
  ...references: readonly Reference[]
): OfferReason {
  return { id, verdict, values, references };
}

export function recordReference(kind: RecordKind, groupId: string, id: string): Reference {
  return { type: 'record', kind, groupId, id };
}
