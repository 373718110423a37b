// The review in English.
import type { ReviewReason } from './review-types.ts';
import type { ReviewWords } from './words.ts';

/** The Evidence that says so, where it is in the log. */
function namedIn({ evidenceIds }: ReviewReason['values']): string {
  return evidenceIds === undefined ? '' : ` (${evidenceIds})`;
}

export const REVIEW_WORDS_EN: ReviewWords = {
  verdicts: {
    accept: 'Accept the result',
    'send-back': 'Send it back',
    'ask-reviewer': 'Ask a reviewer',
    escalate: 'A person has to decide',
    wait: 'Wait',
  },
  reasons: {
    'content-differs': (v) =>
      `${v['name']}: the content is not the one of the hash${v['foundHash'] === undefined ? '' : `; it has ${v['foundHash']}`}`,
    'size-differs': (v) =>
      v['foundBytes'] === undefined
        ? `${v['name']}: the content is larger than the ${v['sizeBytes']} bytes of the manifest`
        : `${v['name']}: the manifest says ${v['sizeBytes']} bytes, the content has ${v['foundBytes']}`,
    'content-unavailable': (v) => `${v['name']}: the content cannot be fetched`,
    'content-oversized': (v) =>
      `${v['name']}: ${v['sizeBytes']} bytes are more than the ${v['limitBytes']} that are looked at`,
    'manifest-missing': (v) => `${v['contentHash']}: no manifest of it was published`,
    'manifest-unsigned': (v) => `${v['name']}: the signature of the manifest does not hold (${v['because']})`,
    'manifest-of-other-item': (v) => `${v['name']}: the manifest was published for ${v['workItemId']}`,
    'manifest-of-other-producer': (v) =>
      `${v['name']}: made by ${v['agentId']}, or with other pins, and not as the assignment says`,
    'manifest-of-old-epoch': (v) =>
      `${v['name']}: published in Ownership Epoch ${v['epoch']}; the present one is ${v['currentEpoch']}`,
    'source-unknown': (v) => `${v['name']}: its source ${v['sourceHash']} is not known here`,
    'deliverable-missing': (v) =>
      `${v['deliverableId']} is missing: no Artifact has the schema ${v['schema']} and the media type ${v['mediaType']}`,
    'assessment-missing': (v) => `${v['criterionId']}: the review says nothing about it`,
    'json-broken': (v) => `${v['name']} is no JSON`,
    'schema-violated': (v) =>
      `${v['name']} breaks its schema ${v['schema']}${v['at'] === '' ? '' : ` at ${v['at']}`}`,
    'schema-unknown': (v) => `${v['name']}: nothing is known of the schema ${v['schema']}`,
    'schema-unusable': (v) => `${v['name']}: the schema ${v['schema']} could not be applied`,
    'declaration-broken': (v) => `the contract declares its checks wrongly (${v['problem']} ${v['at']})`,
    'check-failed': (v) => `the check ${v['checkId']} has failed (${v['criterionIds']})`,
    'check-inconclusive': (v) => `the check ${v['checkId']} could not tell (${v['criterionIds']})`,
    'check-stopped': (v) => `the check ${v['checkId']} was stopped at its limit: ${v['limit']}`,
    'check-broken': (v) => `the check ${v['checkId']} could not be carried out`,
    'check-by-producer': (v) => `the check ${v['checkId']} is the producer's own program`,
    'check-unavailable': (v) => `the check ${v['checkId']} has nothing to look at`,
    'evidence-unsigned': (v) => `${v['evidenceId']}: the signature does not hold; it does not count`,
    'evidence-of-other-item': (v) => `${v['evidenceId']} is about another WorkItem; it does not count`,
    'evidence-of-old-epoch': (v) =>
      `${v['evidenceId']} belongs to Ownership Epoch ${v['epoch']}; the present one is ${v['currentEpoch']}: a late result, kept and not counted`,
    'evidence-of-other-revision': (v) =>
      `${v['evidenceId']} is about another revision of the result; it does not count`,
    'evidence-from-future': (v) => `${v['evidenceId']} claims a time that has not come; it does not count`,
    'evidence-by-producer': (v) =>
      `${v['evidenceId']}: the producer cannot assess its own result; it does not count`,
    'evidence-by-coordinator': (v) =>
      `${v['evidenceId']}: the Coordinator is no independent reviewer; it does not count`,
    'evidence-by-same-owner': (v) =>
      `${v['evidenceId']}: reviewer and producer have the same owner; it does not count`,
    'evidence-not-human': (v) => `${v['evidenceId']}: a human review that no human has signed`,
    'evidence-partial': (v) =>
      `${v['evidenceId']} has looked at a part of the result only; it does not count`,
    'evidence-unknown': (v) => `${v['evidenceId']} is not in the log`,
    'criterion-failed': (v) => `${v['criterionId']}: ${v['type']} has failed${namedIn(v)}`,
    'criterion-inconclusive': (v) => `${v['criterionId']}: ${v['type']} is inconclusive${namedIn(v)}`,
    'criterion-missing': (v) => `${v['criterionId']}: no ${v['type']} was submitted`,
    'criterion-claim-only': (v) => `${v['criterionId']}: for ${v['type']} there is only the producer's word`,
    'criterion-conflict': (v) => `${v['criterionId']}: the Evidence for ${v['type']} contradicts itself`,
    'claim-contradicted': (v) =>
      `${v['criterionId']}: ${v['type']} was claimed as passed, and our own check has failed`,
    'reviewer-missing': (v) => `${v['criterionId']}: the assessment of an independent reviewer is missing`,
    'reviewer-not-independent': (v) => `the reviewer of ${v['reviewWorkItemId']} is not independent`,
    'review-under-way': (v) => `the review ${v['reviewWorkItemId']} is under way (${v['state']})`,
    'review-of-other-revision': (v) => `the review ${v['reviewWorkItemId']} is about another result`,
    'reviews-exhausted': (v) => `${v['count']} reviews have not brought an assessment`,
    'no-reviewer-known': () => 'no independent Agent is known that could review it',
    'human-review-missing': (v) => `${v['criterionId']}: a human has to look at it`,
    'own-output': () => 'the Coordinator has made this itself and may not be its only reviewer',
    'attempts-over': (v) =>
      `the contract allows no further attempt (${v['because']}, ${v['attempts']} of ${v['maxAttempts']})`,
    'all-proven': (v) => `every required Evidence has passed, for all ${v['criteria']} criteria`,
    'facts-missing': (v) => `${v['count']} things have to be fetched, verified or run first`,
  },
  standings: {
    counted: 'counts',
    claim: 'claimed by the producer',
    unsigned: 'signature does not hold',
    'other-item': 'about another WorkItem',
    'old-epoch': 'of an old Ownership Epoch',
    'other-revision': 'about another revision',
    'from-future': 'from the future',
    'by-producer': 'by the producer itself',
    'by-coordinator': 'by the Coordinator itself',
    'same-owner': 'same owner as the producer',
    'not-human': 'not by a human',
    partial: 'about a part only',
    'failure-report': 'report of a failure',
  },
  cells: {
    passed: 'passed',
    failed: 'failed',
    inconclusive: 'inconclusive',
    missing: 'missing',
    conflict: 'contradictory',
    'claim-only': 'claimed only',
  },
};
