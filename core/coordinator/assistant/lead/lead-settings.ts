// How a Mission is led where nobody has said otherwise: offers, reviews and retries by the rules, and every choice that changes the
// plan itself left to a person.
import { DEFAULT_CHILD } from '../children/draft-child.ts';
import { DEFAULT_OFFER_SETTINGS, DEFAULT_RANKING } from '../offers/offer-settings.ts';
import { DEFAULT_CARE } from '../planning/care.ts';
import { DEFAULT_REVIEW_POLICY } from '../review/review-types.ts';
import type { LeadSettings } from './lead-types.ts';

export const DEFAULT_LEAD_SETTINGS: LeadSettings = {
  ranking: DEFAULT_RANKING,
  offers: DEFAULT_OFFER_SETTINGS,
  review: DEFAULT_REVIEW_POLICY,
  care: DEFAULT_CARE,
  blockers: [],
  promotion: undefined,
  child: DEFAULT_CHILD,
  afterChild: [],
  retry: 'listed-failures',
  maxOffersPerStep: 20,
};
