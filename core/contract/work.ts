// One WorkItem with everything about it: contract, offers, leases, Evidence, what can be done.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, noSummary, rowBase } from './live.ts';
import { figure, reasonModel } from './reasons.ts';
import {
  action,
  budgetDimension,
  document,
  id,
  instantMs,
  outcome,
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

/** What a ranking weighs. */
export const TERM_IDS = ['deadlineFit', 'cost', 'reliability', 'load', 'fairness'] as const;

/** A candidate with everything that its place follows from; the row id is the Agent's. */
export const rankedRow = rowBase.extend({
  ...candidateRow.shape,
  /** Lower tiers stand before higher ones, whatever the score: who was asked in vain, and who is not heard. */
  tier: z.int(),
  /** Of 1,000. Zero where it may not be asked. */
  score: z.int(),
  terms: z.array(
    z.object({
      id: z.enum(TERM_IDS),
      words,
      weight: z.int(),
      /** Of 1,000; those for unknown where nothing is known. */
      points: z.int(),
      isKnown: z.boolean(),
      /** What it adds to the score, of 1,000. */
      adds: z.int(),
      figures: z.array(figure),
    }),
  ),
  /** The filters, those that speak against it first. */
  reasons: z.array(reasonModel),
});

/** One Command of a chain. */
export const planStep = z.object({
  kind: z.enum(['membership.change', 'work.offer']),
  agents: z.array(person),
  words,
});

export const rankingSummary = z.object({
  /** Undefined while the item is not known. */
  plan: z
    .object({
      verdict: z.enum(['offer', 'wait', 'escalate', 'nothing']),
      words,
      reasons: z.array(reasonModel),
      steps: z.array(planStep),
      recheckAtMs: instantMs.optional(),
    })
    .optional(),
  weights: z.record(z.enum(TERM_IDS), z.int()),
  /** How many may be asked, of how many that are known; rows are the first of them. */
  eligible: z.int(),
  considered: z.int(),
});

/** What a person writes of a Context Package. */
export const contextTexts = z.object({
  summary: z.string(),
  constraints: z.array(z.string()),
  unresolvedQuestions: z.array(z.string()),
  artifactHashes: z.array(z.string()),
});

export const composedOffer = z.object({
  basis: document,
  context: contextTexts,
  /** Whether an auditor who computes the ranking anew comes to this choice. */
  isByRanking: z.boolean(),
});

const offerChoice = workItemAddress
  .extend({
    /** In the order of the offer. */
    agentIds: z.array(id).min(1).max(10),
    /** The name of the rule of an order of one's own. */
    orderRule: z.string().max(160).optional(),
    /** Why several are asked at once. */
    setReason: z.string().max(160).optional(),
  })
  .strict();

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
  /** Who could do it, ranked, and what the assistant would do next. */
  ranking: oc.input(workItemAddress.strict()).output(live(rankedRow, rankingSummary)),
  /** What an offer to these Agents would carry into the log, and what a newcomer among them would be told. */
  composeOffer: oc.input(offerChoice).output(outcome(composedOffer)),
};

export type WorkItemRowModel = z.infer<typeof workItemRow>;
export type EvidenceRow = z.infer<typeof evidenceRow>;
export type CandidateRow = z.infer<typeof candidateRow>;
export type RankedRow = z.infer<typeof rankedRow>;
export type ComposedOfferModel = z.infer<typeof composedOffer>;
export type RankingSummary = z.infer<typeof rankingSummary>;
