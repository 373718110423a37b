// A brief that was read and found right: every default filled in, every name resolved, nothing signed yet.
import type {
  Budget,
  CapabilityRef,
  ChildFailurePolicy,
  WorkContract,
} from '../../protocol/generated/documents.ts';

export type EvidenceType = WorkContract['acceptanceCriteria'][number]['evidenceRequired'][number];

/** A checked brief. All of it is plain data. */
export interface Brief {
  readonly title: string;
  /** What the work looks at: the resource by which contracts name it, and a sentence for people. */
  readonly inputs: readonly BriefInput[];
  readonly mission: BriefMission;
  readonly workers: readonly BriefWorkerEntry[];
  readonly offers: { readonly validForSeconds: number; readonly atOnce: number };
  readonly coordinatorLeaseSeconds: number;
  readonly approvalPolicyVersion: string | undefined;
  readonly resolutions: readonly BriefResolutionRule[];
  readonly archive: boolean;
}

export interface BriefInput {
  readonly name: string;
  /** As in `allowedResources`: `folder:<name>`. */
  readonly resource: string;
  readonly description: string;
}

/** A Mission with its work, the root or a child. */
export interface BriefMission {
  readonly objective: string;
  readonly definitionOfDone: readonly BriefDoneCriterion[];
  readonly budget: Budget;
  readonly deadline: string;
  /** Operations, and `tool:<name>` for each tool (OPEN-071). */
  readonly permissions: readonly string[];
  /** In an order in which nothing stands before what it needs. */
  readonly work: readonly BriefItem[];
}

export interface BriefDoneCriterion {
  readonly id: string;
  readonly text: string;
  readonly evidence: readonly EvidenceType[];
  /** The criteria of WorkItems that prove it. */
  readonly provenBy: readonly { readonly item: string; readonly criterionId: string }[];
}

export interface BriefItem {
  readonly name: string;
  readonly needs: readonly string[];
  /** Complete but for the ids: no dependencies and no input Artifacts yet. */
  readonly contract: WorkContract;
  /** What a deliverable is called. */
  readonly files: readonly BriefFile[];
  /** Whether its Artifacts are part of the Mission's result. */
  readonly isResult: boolean;
  readonly review: BriefItemReview | undefined;
  readonly child: BriefChild | undefined;
}

export interface BriefFile {
  readonly deliverableId: string;
  readonly file: string;
}

/** A review by somebody else: a WorkItem of its own for each submission. */
export interface BriefItemReview {
  readonly contract: WorkContract;
  readonly files: readonly BriefFile[];
}

export interface BriefChild {
  readonly mission: BriefMission;
  readonly failurePolicy: ChildFailurePolicy;
}

export interface BriefWorkerEntry {
  readonly name: string;
  readonly source: { readonly config: string } | { readonly agentId: string };
  readonly capabilities: readonly CapabilityRef[];
  readonly slots: number;
}

export interface BriefResolutionRule {
  readonly contains: string;
  readonly act: 'unblock' | 'fail' | 'ask';
  readonly answer: string | undefined;
}
