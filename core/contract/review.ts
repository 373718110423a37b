// The review desk: what waits for review, and one submission in the protocol's order of review.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, noSummary, rowBase } from './live.ts';
import { action, id, instantMs, person, workItemAddress, words } from './values.ts';
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
export type MatrixCell = z.infer<typeof matrixCell>;
export type ArtifactCheck = z.infer<typeof artifactCheck>;
