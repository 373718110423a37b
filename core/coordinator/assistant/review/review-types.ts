// What the review of a submission is told, and what it answers. Facts come in, a verdict with structured reasons goes out;
// whatever has to be fetched, verified or run first is named as a need.
import type { World } from '../../../domain/world.ts';
import type {
  AgentCard,
  Budget,
  CapabilityRef,
  Evidence,
  WorkContract,
} from '../../../protocol/generated/documents.ts';
import type { Proposal, Reason } from '../proposal.ts';

export type EvidenceType = Evidence['type'];

/** What is known of the content behind a hash. Absent from the facts: nobody has looked yet. */
export type ContentFact =
  | {
      readonly status: 'intact';
      readonly sizeBytes: number;
      /** Undefined where it is no UTF-8. */
      readonly text: string | undefined;
      /** Undefined where it is not of a JSON media type. */
      readonly json:
        | { readonly ok: true; readonly value: unknown }
        | { readonly ok: false; readonly problem: string }
        | undefined;
    }
  /** The bytes have another hash (ART-003); which one, where they came as far as here. */
  | { readonly status: 'differs'; readonly foundHash: string | undefined }
  /** More bytes came than the manifest or the limit allows; the rest was not read. */
  | { readonly status: 'oversized'; readonly limitBytes: number }
  | { readonly status: 'unavailable'; readonly problem: string };

/** Whether the signature of a document holds (SIG-031…SIG-037), with the reason of the verifier where it does not. */
export type SignatureFact =
  | { readonly status: 'valid' }
  | { readonly status: 'invalid'; readonly reason: string };

/** What a program of a declared check gave. A program that was stopped has said nothing. */
export type CheckOutcome =
  | {
      readonly status: 'finished';
      readonly result: 'passed' | 'failed' | 'inconclusive';
      readonly detail: string;
    }
  | { readonly status: 'stopped'; readonly limit: 'time' | 'memory' | 'output'; readonly detail: string }
  | { readonly status: 'broken'; readonly detail: string };

/** What a program may use. */
export interface CheckLimits {
  readonly timeMs: number;
  readonly memoryMegabytes: number;
  /** All that it prints and answers, in characters. */
  readonly outputCharacters: number;
}

/** One content as a program sees it: data, never a path. */
export interface CheckInput {
  readonly contentHash: string;
  readonly deliverableId: string | undefined;
  readonly mediaType: string;
  readonly sizeBytes: number;
  readonly text: string;
}

/** A program without any reach of its own: JavaScript that defines a function `check(inputs)`. */
export interface CheckProgram {
  readonly source: string;
  readonly inputs: readonly CheckInput[];
  readonly limits: CheckLimits;
}

/** What has to be done before the review can go on. */
export type ReviewNeed =
  | {
      readonly kind: 'content';
      readonly contentHash: string;
      readonly mediaType: string;
      /** More than this need not be read. */
      readonly maxBytes: number;
    }
  | { readonly kind: 'signature'; readonly document: 'artifact' | 'evidence'; readonly id: string }
  | { readonly kind: 'check'; readonly key: string; readonly program: CheckProgram };

/** How strict the review is. What it may sign alone is no part of it. */
export interface ReviewPolicy {
  /** Contents beyond it are not fetched. */
  readonly maxContentBytes: number;
  readonly limits: CheckLimits;
  /** Types of Evidence for which the word of the producer suffices where the contract declares no check. */
  readonly claimsSuffice: readonly EvidenceType[];
  /** Whether a reviewer has to be of another owner than the producer, where both are known. */
  readonly independence: 'other-agent' | 'other-owner';
  /** Reviews of one submission that may fail before a person has to look. */
  readonly maxReviews: number;
  /** What a reviewer has to be capable of; what the work itself needed when left out. */
  readonly reviewCapability?: CapabilityRef;
  readonly reviewBudget?: Budget;
}

export const DEFAULT_REVIEW_POLICY: ReviewPolicy = {
  maxContentBytes: 64 * 1024 * 1024,
  limits: { timeMs: 10_000, memoryMegabytes: 256, outputCharacters: 65_536 },
  claimsSuffice: ['deterministic_test', 'business_rule', 'policy_check'],
  independence: 'other-owner',
  maxReviews: 2,
};

/** Everything that a review rests on. Texts of Messages are no part of it. */
export interface ReviewFacts {
  readonly world: World;
  readonly groupId: string;
  readonly workItemId: string;
  /** The Authority's time in whole milliseconds since 1970. */
  readonly nowMs: number;
  /** Who reviews. */
  readonly coordinatorAgentId: string;
  /** Agent Cards that the state does not hold. */
  readonly cards: ReadonlyMap<string, AgentCard>;
  /** Signed Evidence about the item that no Event has brought yet, such as that of a human or of a reviewer. */
  readonly offered: readonly Evidence[];
  /** By content hash. */
  readonly contents: ReadonlyMap<string, ContentFact>;
  /** By `artifact` or `evidence`, a space, and the id of the document. */
  readonly signatures: ReadonlyMap<string, SignatureFact>;
  /** By the key of the need. */
  readonly checks: ReadonlyMap<string, CheckOutcome>;
  readonly policy: ReviewPolicy;
}

export type ReviewReasonId =
  // Integrity
  | 'content-differs'
  | 'size-differs'
  | 'content-unavailable'
  | 'content-oversized'
  | 'manifest-missing'
  | 'manifest-unsigned'
  | 'manifest-of-other-item'
  | 'manifest-of-other-producer'
  | 'manifest-of-old-epoch'
  | 'source-unknown'
  | 'deliverable-missing'
  | 'assessment-missing'
  // Schemas
  | 'json-broken'
  | 'schema-violated'
  | 'schema-unknown'
  | 'schema-unusable'
  // Declared checks
  | 'declaration-broken'
  | 'check-failed'
  | 'check-inconclusive'
  | 'check-stopped'
  | 'check-broken'
  | 'check-by-producer'
  | 'check-unavailable'
  // Evidence that does not count
  | 'evidence-unsigned'
  | 'evidence-of-other-item'
  | 'evidence-of-old-epoch'
  | 'evidence-of-other-revision'
  | 'evidence-from-future'
  | 'evidence-by-producer'
  | 'evidence-by-coordinator'
  | 'evidence-by-same-owner'
  | 'evidence-not-human'
  | 'evidence-partial'
  | 'evidence-unknown'
  // Criteria
  | 'criterion-failed'
  | 'criterion-inconclusive'
  | 'criterion-missing'
  | 'criterion-claim-only'
  | 'criterion-conflict'
  | 'claim-contradicted'
  // What follows
  | 'reviewer-missing'
  | 'reviewer-not-independent'
  | 'review-under-way'
  | 'review-of-other-revision'
  | 'reviews-exhausted'
  | 'no-reviewer-known'
  | 'human-review-missing'
  | 'own-output'
  | 'attempts-over'
  | 'all-proven'
  | 'facts-missing';

/** Values are ids, numbers and the words of our own tables only: never text that somebody else has written. */
export type ReviewReason = Reason<ReviewReasonId>;

/** A finding of one step of the review. */
export interface ReviewFinding {
  /** `wrong`: the result is at fault. `doubtful`: nobody can tell yet. `note`: it changes nothing. */
  readonly weight: 'wrong' | 'doubtful' | 'note';
  readonly reason: ReviewReason;
}

/** What the assistant has found out itself about one cell of the matrix. */
export interface OwnResult {
  readonly type: EvidenceType;
  readonly criterionIds: readonly string[];
  readonly result: 'passed' | 'failed' | 'inconclusive';
  /** What was done, in our own words. */
  readonly method: string;
  readonly artifactHashes: readonly string[];
  readonly details: Readonly<Record<string, unknown>>;
}

/** What one step of the review has found. */
export interface StepResult {
  readonly findings: readonly ReviewFinding[];
  readonly results: readonly OwnResult[];
  readonly needs: readonly ReviewNeed[];
}

/** What a piece of Evidence is worth in this review. */
export type EvidenceStanding =
  | 'counted'
  /** By the producer of the result: its word. */
  | 'claim'
  | 'unsigned'
  | 'other-item'
  | 'old-epoch'
  | 'other-revision'
  | 'from-future'
  | 'by-producer'
  | 'by-coordinator'
  | 'same-owner'
  | 'not-human'
  | 'partial'
  | 'failure-report';

export interface WeighedEvidence {
  readonly evidence: Evidence;
  readonly standing: EvidenceStanding;
  /** The Ownership Epoch under which it was made, where it is an old one. */
  readonly epoch: number | undefined;
  /** The WorkItem in which a reviewer has made it. */
  readonly reviewWorkItemId: string | undefined;
}

export type CellStatus = 'passed' | 'failed' | 'inconclusive' | 'missing' | 'conflict' | 'claim-only';

/** One required cell of criteria × types of Evidence. */
export interface CriterionCell {
  readonly type: EvidenceType;
  readonly status: CellStatus;
  /** What decided it: a check of our own, counted Evidence, or the producer's word. */
  readonly basis: 'own-check' | 'evidence' | 'claim' | 'none';
  readonly evidenceIds: readonly string[];
}

export interface CriterionVerdict {
  readonly criterionId: string;
  readonly isProven: boolean;
  readonly cells: readonly CriterionCell[];
}

/** `wait`: somebody else, or a step of our own, has to come first. */
export type ReviewVerdict = 'accept' | 'send-back' | 'ask-reviewer' | 'escalate' | 'wait';

export interface Review {
  readonly workItemId: string;
  /** The revision of the WorkItem that was reviewed: with another one the review is void. */
  readonly revision: number;
  readonly contractVersion: number;
  readonly ownershipEpoch: number;
  readonly verdict: ReviewVerdict;
  /** What the verdict rests on, the most important first; never empty. */
  readonly reasons: readonly ReviewReason[];
  /** Everything else that was noticed. */
  readonly notes: readonly ReviewReason[];
  readonly criteria: readonly CriterionVerdict[];
  readonly evidence: readonly WeighedEvidence[];
  readonly drafts: readonly Proposal<ReviewReasonId>[];
  /** The corrected contract under which work that is sent back is offered again; to whom is for the ranking to say. */
  readonly nextContract: WorkContract | undefined;
  readonly needs: readonly ReviewNeed[];
}

/** The key of a signature in the facts. */
export function signatureKey(document: 'artifact' | 'evidence', id: string): string {
  return `${document} ${id}`;
}
