// The review desk: what waits for review, and one submission in the protocol's order of review.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, noSummary, rowBase } from './live.ts';
import { intent } from './forms.ts';
import { reasonModel, reasonSource } from './reasons.ts';
import { action, document, id, instantMs, person, workItemAddress, words } from './values.ts';
import { evidenceRow } from './work.ts';

export const EVIDENCE_TYPES = [
  'artifact_integrity',
  'schema_validation',
  'deterministic_test',
  'business_rule',
  'reviewer_assessment',
  'human_review',
  'policy_check',
] as const;

export const reviewQueueRow = rowBase.extend({
  connectionId: id,
  groupId: id,
  workItemId: id,
  title: z.string(),
  missionTitle: z.string(),
  submitter: person.optional(),
  submittedAtMs: instantMs.optional(),
  criteria: z.object({ total: z.int(), proven: z.int() }),
  blocksCount: z.int(),
  /** The verdict that is prepared, where it is known already. */
  prepared: words.optional(),
});

export const artifactCheck = z.object({
  artifactId: id,
  title: z.string(),
  contentHash: z.string(),
  mediaType: z.string(),
  sizeBytes: z.number(),
  classification: z.string().optional(),
  content: z.enum(['intact', 'differs', 'unavailable', 'unchecked']),
  words,
  warnings: z.array(words),
});

/** A cell of the matrix. Only verified signed Evidence fills one. */
export const matrixCell = z.object({
  type: z.enum(EVIDENCE_TYPES),
  status: z.enum(['passed', 'failed', 'inconclusive', 'missing', 'optional', 'not-required']),
  words,
  evidenceIds: z.array(id),
  isClaimOfWorker: z.boolean(),
});

/** The steps of a review, in the protocol's order (13.2). */
export const REVIEW_STEPS = [
  'integrity',
  'form',
  'checks',
  'evidence',
  'reviewers',
  'criteria',
  'verdict',
] as const;

const reviewReason = reasonModel.extend({ step: z.enum(REVIEW_STEPS) });

/** What the assistant has prepared: nothing of it is signed, and a person decides. */
export const preparedReview = z.object({
  verdict: z.enum(['accept', 'send-back', 'ask-reviewer', 'escalate', 'wait']),
  words,
  /** What the verdict rests on, the most important first. */
  reasons: z.array(reviewReason),
  /** Everything else that was noticed. */
  notes: z.array(reviewReason),
  /** What each Evidence is worth in this review. */
  evidence: z.array(
    z.object({
      evidenceId: id,
      standing: z.string(),
      counts: z.boolean(),
      words,
      reviewWorkItemId: id.optional(),
      sources: z.array(reasonSource),
    }),
  ),
  /** Cells that a check of the assistant, and no Evidence of the log, has decided. */
  ownChecks: z.array(
    z.object({ criterionId: z.string(), type: z.enum(EVIDENCE_TYPES), status: z.string(), words }),
  ),
  /** In this order: one is signed only when the one before was accepted. */
  drafts: z.array(z.object({ words, intent })),
  /** The corrected contract for the offer after a failure. */
  nextContract: document.optional(),
});

/** Row ids are the `section`, of criteria `criterion:<id>`. */
export const reviewRow = z.discriminatedUnion('section', [
  rowBase.extend({
    section: z.literal('submission'),
    title: z.string(),
    missionTitle: z.string(),
    contractVersion: z.int(),
    submitter: person.optional(),
    ownershipEpoch: z.int(),
    submittedAtMs: instantMs.optional(),
    state: z.string(),
    stateWords: words,
  }),
  rowBase.extend({ section: z.literal('integrity'), artifacts: z.array(artifactCheck) }),
  rowBase.extend({
    section: z.literal('criterion'),
    criterionId: z.string(),
    description: z.string(),
    cells: z.array(matrixCell),
    isProven: z.boolean(),
  }),
  rowBase.extend({ section: z.literal('evidence'), evidence: z.array(evidenceRow) }),
  rowBase.extend({
    section: z.literal('decision'),
    /** Why the result cannot be accepted yet; empty when it can. */
    obstacles: z.array(words),
    warnings: z.array(words),
    actions: z.array(action),
  }),
  rowBase.extend({
    section: z.literal('prepared'),
    /** Another one is being prepared; what is there is of before. */
    isUnderWay: z.boolean(),
    review: preparedReview.optional(),
  }),
  rowBase.extend({
    section: z.literal('earlier'),
    submissions: z.array(
      z.object({
        sequence: z.int(),
        ownershipEpoch: z.int().optional(),
        submittedAtMs: instantMs,
        artifactHashes: z.array(z.string()),
        words,
      }),
    ),
  }),
]);

export const reviewContract = {
  queue: oc.output(live(reviewQueueRow, noSummary)),
  follow: oc.input(workItemAddress.strict()).output(live(reviewRow, noSummary)),
};

export type ReviewQueueRow = z.infer<typeof reviewQueueRow>;
export type ReviewRow = z.infer<typeof reviewRow>;
export type PreparedReviewModel = z.infer<typeof preparedReview>;
export type MatrixCell = z.infer<typeof matrixCell>;
export type ArtifactCheck = z.infer<typeof artifactCheck>;
