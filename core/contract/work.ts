// One WorkItem with everything about it: contract, offers, leases, Evidence, what can be done.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, noSummary, rowBase } from './live.ts';
import {
  action,
  budgetDimension,
  document,
  id,
  instantMs,
  person,
  workItemAddress,
  words,
} from './values.ts';

export const evidenceRow = z.object({
  evidenceId: id,
  type: z.string(),
  criterionIds: z.array(z.string()),
  result: z.enum(['passed', 'failed', 'inconclusive']),
  method: z.string(),
  producer: person,
  /** The same Agent made what is judged. */
  isByProducerOfResult: z.boolean(),
  /** Of an Ownership Epoch that is over: kept, not counted. */
  isLate: z.boolean(),
  artifactHashes: z.array(z.string()),
  toolVersion: z.string().optional(),
  modelVersion: z.string().optional(),
  createdAtMs: instantMs,
  details: document.optional(),
});

export const candidateRow = z.object({
  agent: person,
  rank: z.int(),
  isEligible: z.boolean(),
  /** Required capabilities that it has, and how many are required. */
  matches: z.int(),
  required: z.int(),
  freeSlots: z.int().optional(),
  presence: z.enum(['online', 'stale', 'unknown']),
  presenceAtMs: instantMs.optional(),
  isMember: z.boolean(),
  record: z.object({ verified: z.int(), failed: z.int(), late: z.int() }),
  /** When it could begin, by what it says of itself and of the work that it holds; left out where nobody can say. */
  estimatedStart: z
    .object({
      atMs: instantMs,
      basis: z.enum(['free-slot', 'after-held-work', 'after-dependencies']),
      words,
    })
    .optional(),
  /** What such work of it has cost, the middle one of so many items; left out where there were none. */
  estimatedCost: z
    .object({ amount: z.string(), currency: z.string().optional(), items: z.int(), words })
    .optional(),
  /** Evidence by which its card proves the capabilities that are asked for. */
  evidenceIds: z.array(id).optional(),
  obstacles: z.array(words),
});

/** Row ids are the `section`. */
export const workItemRow = z.discriminatedUnion('section', [
  rowBase.extend({
    section: z.literal('header'),
    workItemId: id,
    title: z.string(),
    state: z.string(),
    stateWords: words,
    byClock: words.optional(),
    revision: z.int(),
    contractVersion: z.int(),
    owner: person.optional(),
    ownershipEpoch: z.int(),
    lease: z.object({ type: z.string(), endsAtMs: instantMs }).optional(),
    risk: z.string(),
    deadlineAtMs: instantMs,
    missionTitle: z.string(),
    parentWorkItemId: id.optional(),
    childGroupId: id.optional(),
    /** Of a proposal that nobody has authorized: it stands here in place of a WorkItem. */
    proposalId: id.optional(),
    attempts: z.int(),
    requiredResolution: z.string().optional(),
    pending: words.optional(),
  }),
  rowBase.extend({ section: z.literal('contract'), contract: document }),
  rowBase.extend({
    section: z.literal('offers'),
    offers: z.array(
      z.object({
        offerId: id,
        agent: person,
        status: z.string(),
        words,
        endsAtMs: instantMs,
        /** It ended by the clock; no Event says so. */
        isOverByClock: z.boolean(),
        declineReason: z.string().optional(),
        /** Said in a Message, not recorded. */
        hasSaidNo: z.boolean(),
      }),
    ),
    candidates: z.array(candidateRow),
  }),
  rowBase.extend({
    section: z.literal('execution'),
    leases: z.array(
      z.object({
        leaseId: id,
        type: z.string(),
        state: z.string(),
        holder: person,
        ownershipEpoch: z.int().optional(),
        startsAtMs: instantMs,
        endsAtMs: instantMs,
        renewals: z.int(),
        isOverByClock: z.boolean(),
      }),
    ),
    checkpoint: z
      .object({
        phase: z.string(),
        completedMilestones: z.array(z.string()),
        nextStep: z.string().optional(),
        stateArtifactHash: z.string().optional(),
      })
      .optional(),
    approvalIds: z.array(id),
  }),
  rowBase.extend({ section: z.literal('evidence'), evidence: z.array(evidenceRow) }),
  rowBase.extend({
    section: z.literal('artifacts'),
    artifacts: z.array(
      z.object({
        artifactId: id,
        title: z.string(),
        contentHash: z.string(),
        mediaType: z.string(),
        sizeBytes: z.number(),
        condition: z.enum(['intact', 'differs', 'unavailable', 'unchecked']),
      }),
    ),
  }),
  rowBase.extend({
    section: z.literal('budget'),
    currency: z.string().optional(),
    dimensions: z.array(budgetDimension),
  }),
  rowBase.extend({ section: z.literal('actions'), actions: z.array(action) }),
]);

export const workContract = {
  follow: oc.input(workItemAddress.strict()).output(live(workItemRow, noSummary)),
};

export type WorkItemRowModel = z.infer<typeof workItemRow>;
export type EvidenceRow = z.infer<typeof evidenceRow>;
export type CandidateRow = z.infer<typeof candidateRow>;
