// Reasons of the assistant as parts of a run's sentences.
import { formatTimestamp } from '../../protocol/timestamp.ts';
import type { OfferReason } from '../assistant/offers/offer-reasons.ts';
import type { ReviewReason } from '../assistant/review/review-types.ts';
import { reviewWords } from '../assistant/review/words.ts';
import { type OfferFormat, offerWords } from '../assistant/offers/words.ts';

/** Values of the assistant's reasons, in a line of text. */
const FORMAT: OfferFormat = {
  time: (atMs) => formatTimestamp(atMs),
  duration: (ms) => `${Math.round(ms / 1_000)} s`,
  number: String,
  name: (id) => id.slice(id.lastIndexOf(':') + 1),
  money: (microunits) => String(microunits / 1_000_000),
};

/** A reason of the assistant about an offer, as a part of a sentence. */
export function describeOfferReason({ id, values }: OfferReason, language: 'en' | 'de'): string {
  return offerWords(language).reasons[id](values, FORMAT);
}

/** What a review has found, as a part of a sentence. */
export function describeReview(reasons: readonly ReviewReason[], language: 'en' | 'de'): string {
  const words = reviewWords(language);
  return reasons.map(({ id, values }) => words.reasons[id](values)).join('; ');
}
