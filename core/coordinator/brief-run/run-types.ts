// What a brief's run is told and what it answers: values only. Whoever runs it signs, sends, fetches and asks.
import type { Rejection } from '../../domain/rejection.ts';
import type { World } from '../../domain/world.ts';
import type { DocumentKind } from '../../protocol/document-kinds.ts';
import type { AgentCard, Budget, PresenceRecord } from '../../protocol/generated/documents.ts';
import type { AgentHistory } from '../assistant/offers/agent-history.ts';
import type { OfferReason } from '../assistant/offers/offer-reasons.ts';
import { needKey } from '../assistant/review/review-submission.ts';
import type { ReviewFacts, ReviewNeed, ReviewReason } from '../assistant/review/review-types.ts';
import type { BriefPlan } from '../briefs/plan-brief.ts';
import type { CommandDraft } from '../command-draft.ts';
import type { HistoryEntry } from './logged-events.ts';

/** Everything that the next steps depend on. */
export interface BriefRunInput {
  /** State of the Mission's Group and of those of its children, folded from verified Events. */
  readonly world: World;
  readonly plan: BriefPlan;
  readonly notes: BriefRunNotes;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** Cards of the Agents of the brief, where `world` does not hold them. */
  readonly cards: readonly AgentCard[];
  /** What Agents say of themselves, where that is known. */
  readonly presence: ReadonlyMap<string, PresenceRecord>;
  /** The Events of a Group from the first one on, for Context Packages. */
  history(groupId: string): readonly HistoryEntry[];
  /** Folded from the same Events, with `BRIEF_RANKING.fairnessWindow`. */
  readonly agentHistory: AgentHistory;
}

/**
 * What is known beside the log. None of it has to survive: after a crash a run begins with none of it, asks again for
 * contents and answers, and goes on from `world`.
 */
export interface BriefRunNotes {
  /** Intents that are on their way. */
  readonly pending: ReadonlySet<string>;
  /** Intents that were refused; they are repeated after a pause, and where that alone cannot help only when the log has moved on. */
  readonly refused: ReadonlyMap<string, RefusedIntent>;
  readonly answers: ReadonlyMap<string, BriefAnswer>;
  /** By WorkItem; of its present submission. */
  readonly facts: ReadonlyMap<string, KnownFacts>;
}

export interface RefusedIntent {
  readonly code: string;
  readonly message: string;
  /** How often the same was refused. */
  readonly count: number;
  /** From when on the same may be tried again, in milliseconds since 1970. */
  readonly retryAtMs: number;
  /** Where the Group's log ended, for a refusal that only something new can turn. */
  readonly headSequence: number | undefined;
}

/** Who signs. */
export type BriefAuthor = 'owner' | 'coordinator';

/** A Command that is due. */
export interface BriefIntent {
  /** The same for the same Command in the same situation. */
  readonly intentId: string;
  readonly author: BriefAuthor;
  readonly draft: CommandDraft;
  /** Documents in the payload that lack their signature. */
  readonly signs: readonly DocumentToSign[];
  readonly reason: RunReason;
}

/** A document inside a payload that its author has to sign before the Command is signed. */
export interface DocumentToSign {
  readonly kind: DocumentKind;
  /** Member names and indices from the payload down. */
  readonly path: readonly (string | number)[];
  readonly by: BriefAuthor;
}

/** Why something happens or does not: a code with values; words for it stand in words-en.ts and words-de.ts. */
export type RunReason = {
  readonly [Code in keyof RunReasonValues]: { readonly code: Code; readonly values: RunReasonValues[Code] };
}[keyof RunReasonValues];

export interface RunReasonValues {
  'begin-mission': { readonly title: string };
  'renew-term': { readonly leftSeconds: number };
  'restore-coordinator': object;
  'plan-work': { readonly item: string };
  'propose-work': { readonly item: string };
  'invite-worker': { readonly item: string; readonly worker: string };
  'offer-work': {
    readonly item: string;
    readonly workers: readonly string[];
    readonly rules: readonly string[];
  };
  'offer-again': {
    readonly item: string;
    readonly workers: readonly string[];
    readonly because: 'offer-ended' | 'declined' | 'lease-lapsed' | 'failed' | 'rejected';
  };
  'begin-child': { readonly item: string };
  'accept-result': { readonly item: string; readonly criteria: readonly string[] };
  'reject-result': {
    readonly item: string;
    readonly findings: readonly string[];
    /** What the review has found; empty where somebody else has said why. */
    readonly because: readonly ReviewReason[];
  };
  'unblock-work': { readonly item: string; readonly answer: string };
  'drop-work': { readonly item: string };
  'allow-execution': { readonly item: string };
  'submit-mission': { readonly criteria: readonly string[] };
  'approve-mission': object;
  'request-changes': { readonly items: readonly string[] };
  'cancel-mission': object;
  'give-up': { readonly missing: readonly string[] };
  'deadline-over': { readonly deadline: string };
}

/** A decision that only a human makes. Answers are given by its id, which stays the same while the situation does. */
export type BriefQuestion = {
  readonly questionId: string;
  readonly groupId: string;
  /** What to answer when nobody can be asked. */
  readonly unattended: BriefAnswer;
} & (
  | {
      readonly kind: 'final-approval';
      readonly missionRevision: number;
      readonly artifactHashes: readonly string[];
      /** Of the child's parent item; undefined for the root. */
      readonly item: string | undefined;
      readonly criteria: readonly ProvenCriterion[];
      readonly choices: readonly ('approve' | 'request-changes' | 'cancel')[];
    }
  | {
      readonly kind: 'execution-approval';
      readonly item: string;
      readonly workItemId: string;
      readonly agentId: string;
      readonly risk: string;
      readonly operations: readonly string[];
      readonly resources: readonly string[];
      readonly budget: Budget;
      readonly expiresAt: string;
      readonly choices: readonly ('approve' | 'deny')[];
    }
  | {
      readonly kind: 'human-review';
      readonly item: string;
      readonly workItemId: string;
      readonly artifactHashes: readonly string[];
      readonly criteria: readonly { readonly criterionId: string; readonly text: string }[];
      /** Why the review comes to a person. */
      readonly because: readonly ReviewReason[];
      readonly choices: readonly ('approve' | 'request-changes')[];
    }
  | {
      readonly kind: 'blocked';
      readonly item: string;
      readonly workItemId: string;
      readonly resolution: string;
      readonly choices: readonly ('unblock' | 'stop')[];
    }
  | {
      readonly kind: 'failed';
      readonly item: string;
      readonly workItemId: string;
      readonly failureCode: string;
      readonly detail: string;
      readonly attempts: number;
      readonly choices: readonly ('retry' | 'retry-with-more' | 'stop')[];
    }
);

export interface BriefAnswer {
  readonly choice:
    | 'approve'
    | 'request-changes'
    | 'cancel'
    | 'deny'
    | 'unblock'
    | 'retry'
    | 'retry-with-more'
    | 'stop';
  /** Feedback, the answer for a blocked Worker, or comments of an Approval. */
  readonly text?: string;
  /** With `request-changes` on a Mission: the items to do anew; its results when left out. */
  readonly items?: readonly string[];
}

/** The criteria of the definition of done with the Evidence that proves each. */
export interface ProvenCriterion {
  readonly id: string;
  readonly text: string;
  readonly evidenceIds: readonly string[];
}

/** Something from outside without which a review cannot be decided. */
export interface BriefNeed {
  readonly groupId: string;
  readonly workItemId: string;
  /** Of the submission: what was found holds for no other. */
  readonly revision: number;
  readonly need: ReviewNeed;
}

/** The same for the same need. */
export function briefNeedKey({ workItemId, revision, need }: BriefNeed): string {
  return `${workItemId} ${revision} ${needKey(need)}`;
}

/** What was found out for the review of one submission. */
export interface KnownFacts extends Pick<ReviewFacts, 'contents' | 'signatures' | 'checks'> {
  readonly revision: number;
  /** When contents that could not be fetched are asked for again, by their hash (milliseconds since 1970). */
  readonly retryAtMs: ReadonlyMap<string, number>;
}

/** Something that keeps the Mission from going on and that nobody is asked about. */
export interface RunObstacle {
  readonly item: string | undefined;
  readonly obstacle:
    /** Another Agent coordinates the Mission by now. */
    | { readonly code: 'replaced' }
    | { readonly code: 'no-worker'; readonly capability: string }
    /** Workers that could do it may not be asked now, each with the reason. */
    | {
        readonly code: 'nobody-eligible';
        readonly capability: string;
        readonly refusals: readonly { readonly worker: string; readonly because: OfferReason }[];
      }
    /** Work cannot be offered now, for another reason than that nobody may do it. */
    | { readonly code: 'no-offer'; readonly because: OfferReason }
    | { readonly code: 'refused'; readonly kind: string; readonly error: string; readonly message: string }
    | { readonly code: 'would-be-refused'; readonly kind: string; readonly rejection: Rejection }
    | { readonly code: 'content-unavailable'; readonly contentHash: string; readonly problem: string };
}

export type ItemPhase =
  | 'planned'
  /** A proposal waits for a person to authorize it. */
  | 'proposed'
  | 'waiting'
  | 'ready'
  | 'offered'
  | 'queued'
  | 'awaiting-approval'
  | 'active'
  | 'blocked'
  | 'in-child'
  | 'in-review'
  | 'pausing'
  | 'verified'
  | 'failed'
  | 'cancelled';

/** One WorkItem as people follow it. */
export interface ItemProgress {
  readonly item: string;
  readonly groupId: string;
  readonly workItemId: string;
  readonly kind: 'work' | 'review' | 'child';
  readonly phase: ItemPhase;
  readonly agentId: string | undefined;
  readonly attempts: number;
  /** What the Worker says it is doing. */
  readonly activity: string | undefined;
  readonly blockers: readonly string[];
  readonly needs: readonly string[];
}

export type BriefPhase = 'creating' | 'working' | 'awaiting-approval' | 'ended';

/** What is due now. */
export interface BriefRunStep {
  readonly phase: BriefPhase;
  /** In the order in which they are to be sent. */
  readonly intents: readonly BriefIntent[];
  readonly questions: readonly BriefQuestion[];
  readonly needs: readonly BriefNeed[];
  readonly obstacles: readonly RunObstacle[];
  readonly progress: readonly ItemProgress[];
  /** When to look again although nothing has happened, in milliseconds since 1970. */
  readonly wakeAtMs: number | undefined;
  /** A Group to be archived by the archive service. */
  readonly archiveGroupId: string | undefined;
  readonly outcome: BriefOutcome | undefined;
}

/** How the Mission ended. */
export type BriefOutcome =
  | {
      readonly result: 'approved';
      readonly approvalId: string | undefined;
      readonly artifactHashes: readonly string[];
      readonly criteria: readonly ProvenCriterion[];
    }
  | { readonly result: 'failed' | 'cancelled'; readonly missing: readonly MissingResult[] };

/** What a Mission that ended without a result still lacks. */
export interface MissingResult {
  readonly item: string;
  readonly phase: ItemPhase;
  readonly failureCode: string | undefined;
  readonly detail: string | undefined;
}
