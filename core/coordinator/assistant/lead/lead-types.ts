// What the part that leads a Mission is told, and what it answers: everything that the Coordinator could sign now, in the order of
// its urgency, and what only a person can decide.
import type { WorkContract } from '../../../protocol/generated/documents.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import type { ChildSettings } from '../children/draft-child.ts';
import type { ChildWatch } from '../children/follow-children.ts';
import type { PromotionSettings } from '../children/promotion.ts';
import type { ReplanKind } from '../children/replan.ts';
import type { AgentHistory } from '../offers/agent-history.ts';
import type { OfferSettings, RankingSettings } from '../offers/offer-settings.ts';
import type { CareSettings } from '../planning/care.ts';
import type { PlanWatch } from '../planning/plan-watch.ts';
import type { Proposal, Reason } from '../proposal.ts';
import type { Review, ReviewPolicy } from '../review/review-types.ts';

/** Work that is still to be authorized (WORK-T02). */
export interface PlannedWork {
  readonly workItemId: string;
  readonly contract: WorkContract;
  readonly parentWorkItemId?: string;
  /** The open Work Proposal whose very contract this is. */
  readonly proposalId?: string;
}

/** What answers a blocked Worker without a person (WORK-053). */
export interface BlockerRule {
  /** Any part of what the Worker says that it needs, in whatever case. */
  readonly contains: string;
  readonly act: 'unblock' | 'authorize-sub-work' | 'another-worker';
  /** What the Worker is told; for `unblock`. */
  readonly answer?: string;
}

/** How far the lead goes by itself. What it may sign alone is no part of it: that is the matrix's. */
export interface LeadSettings {
  readonly ranking: RankingSettings;
  readonly offers: OfferSettings;
  readonly review: ReviewPolicy;
  /** When the term is renewed, and for how long. */
  readonly care: CareSettings;
  /** The first one that fits counts. */
  readonly blockers: readonly BlockerRule[];
  /** When work becomes a child Mission; undefined: only a person promotes. */
  readonly promotion: PromotionSettings | undefined;
  readonly child: ChildSettings;
  /** What may follow without a person when a child Mission has come to nothing. */
  readonly afterChild: readonly ReplanKind[];
  /** Which failures are tried again while attempts are left: those that the contract lists (WORK-057), or any. */
  readonly retry: 'listed-failures' | 'any-failure';
  /** No more than this is ranked and wished for in one step; the rest follows when these are done. */
  readonly maxOffersPerStep: number;
}

/** Everything that one step looks at. */
export interface LeadScene {
  readonly connection: DeskConnection;
  /** Folded from all Events of the Group. */
  readonly history: AgentHistory;
  /** Made with the care of the settings. */
  readonly planWatch: PlanWatch;
  readonly childWatch: ChildWatch;
  /** Finished reviews by WorkItem; one of another revision counts as none. */
  readonly reviews: ReadonlyMap<string, Review>;
  /** What is still to be authorized, in order. */
  readonly plan: readonly PlannedWork[];
  readonly settings: LeadSettings;
}

export type LeadArea = 'term' | 'child-answer' | 'review' | 'blocker' | 'offer' | 'plan' | 'child' | 'submit';

/** One thing that the Coordinator could do now. */
export interface Wish {
  /** The same for the same wish in the same situation, also after a restart. */
  readonly key: string;
  readonly area: LeadArea;
  readonly workItemId: string | undefined;
  /** Never empty. The first one is due now; each of the others once those before it were accepted. */
  readonly proposals: readonly Proposal[];
}

/** What only a person can decide. */
export interface LeadQuestion {
  readonly key: string;
  readonly area: LeadArea;
  readonly workItemId: string | undefined;
  readonly reasons: readonly Reason[];
  /** Drafts that a person could sign for an answer. */
  readonly drafts: readonly Proposal[];
}

export interface LeadStep {
  /** The most urgent first. Each would be accepted after those before it. */
  readonly wishes: readonly Wish[];
  readonly reviewsWanted: readonly { readonly workItemId: string; readonly revision: number }[];
  /** Contents of child Missions that have to be looked at before their answer. */
  readonly contentsWanted: readonly { readonly groupId: string; readonly contentHash: string }[];
  readonly questions: readonly LeadQuestion[];
  /** When time alone may change this, in the Authority's time. */
  readonly recheckAtMs: number | undefined;
}

export const NO_STEP: LeadStep = {
  wishes: [],
  reviewsWanted: [],
  contentsWanted: [],
  questions: [],
  recheckAtMs: undefined,
};
