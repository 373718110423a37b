// What a brief says about reviews, as the policy of the assistant: the rules themselves stand there, in one place.
import { DEFAULT_REVIEW_POLICY, type ReviewPolicy } from '../assistant/review/review-types.ts';
import type { Work } from './mission-view.ts';

/**
 * A brief names its reviewers, which as a rule belong to the same person as all its Workers: another Agent is independent
 * enough. What the reviewer has to be capable of, the brief says.
 */
export function reviewPolicyOf({ item, kind }: Work): ReviewPolicy {
  const [reviewCapability] = kind === 'review' ? [] : (item.review?.contract.requiredCapabilities ?? []);
  return {
    ...DEFAULT_REVIEW_POLICY,
    independence: 'other-agent',
    ...(reviewCapability === undefined ? {} : { reviewCapability }),
  };
}
