// What a person fills in for each kind of Command: wishes alone. Ids, epochs, revisions, times and pinned values are for
// the desk to add. Ids may be given, so that a draft keeps them over its whole life.
import type {
  AcceptanceCriterion,
  Actor,
  Approval,
  ApprovalPolicy,
  Artifact,
  Budget,
  CapabilityRef,
  Checkpoint,
  ChildFailurePolicy,
  ContextPackage,
  CooperationOverrideGrant,
  DelegationGrantBudget,
  Evidence,
  Membership,
  MessageContent,
  ScheduleEstimate,
  SelectionBasis,
  WorkContract,
  WorkProgress,
} from '../../../protocol/generated/documents.ts';
import type { CommandKind } from '../../../domain/decision.ts';
import type { Unsigned } from '../../../protocol/sign.ts';
import type { ContextTexts } from '../../context-package.ts';

/** Commands that people and their Agents send; services send the others. */
export type DeskCommandKind = Exclude<
  CommandKind,
  | 'ext.missionweaveprotocol.core.group_archive'
  | 'ext.missionweaveprotocol.core.resource_usage_record'
  | 'ext.missionweaveprotocol.identity.session_open'
  | 'ext.missionweaveprotocol.registry.agent_card_register'
>;

interface MissionForm {
  readonly missionId?: string;
  /** The Group of the new Mission. */
  readonly newGroupId?: string;
  readonly title?: string;
  readonly objective: string;
  readonly definitionOfDone: readonly AcceptanceCriterion[];
  readonly budget: Budget;
  readonly deadline: string;
  readonly approvalPolicy: ApprovalPolicy;
  readonly permissions?: readonly string[];
  readonly coordinatorAgentId: string;
  readonly coordinatorLeaseSeconds?: number;
}

interface AmendmentForm {
  readonly messageId?: string;
  readonly targetMessageId: string;
  readonly reason: string;
}

/** Evidence to be made and signed with the Command: by its signer, a review by a human always by a human. */
export interface EvidenceForm {
  readonly evidenceId?: string;
  readonly type: Evidence['type'];
  readonly criterionIds: readonly string[];
  readonly method: string;
  readonly result: Evidence['result'];
  /** The WorkItem when left out. */
  readonly subject?: Evidence['subject'];
  readonly artifactHashes?: readonly string[];
  readonly details?: { readonly [name: string]: unknown };
}

interface EvidenceForms {
  readonly workItemId: string;
  /** To be signed with the Command. */
  readonly evidence?: readonly EvidenceForm[];
  /** Signed before, by whoever made it. */
  readonly signedEvidence?: readonly Evidence[];
}

interface OwnedForm {
  readonly workItemId: string;
}

interface ReportForm extends OwnedForm {
  readonly progress?: WorkProgress;
  readonly scheduleEstimate?: ScheduleEstimate;
}

export interface IntentForms {
  'mission.create': MissionForm;
  'mission.create_follow_up': MissionForm & { readonly followUpToMissionId: string };
  'mission.create_child': MissionForm & {
    readonly parentWorkItemId: string;
    readonly childFailurePolicy?: ChildFailurePolicy;
  };
  'mission.assign_coordinator': {
    readonly coordinatorAgentId: string;
    readonly leaseSeconds?: number;
    /** What another Agent starts from; completed from the log, and signed by the Coordinator that it takes over from. */
    readonly contextPackage?: ContextTexts;
  };
  'mission.renew_coordinator': { readonly leaseSeconds?: number };
  'mission.submit_for_approval': { readonly artifactHashes: readonly string[]; readonly summary?: string };
  /** What is approved follows from the submission; the second Approval of a child's root is signed before (OPEN-058). */
  'mission.approve': {
    readonly approvalId?: string;
    readonly comments: string;
    /** Artifacts whose content nobody here has seen, and which are approved by their hash all the same. */
    readonly unseenArtifactHashes?: readonly string[];
    readonly rootApproval?: Approval;
  };
  'mission.request_changes': {
    readonly approvalId?: string;
    readonly feedback: string;
    readonly conditions?: readonly string[];
  };
  'mission.cancel': { readonly reason: string };
  'mission.terminate': { readonly reason: string };
  'membership.change': {
    readonly member: Actor;
    readonly role: Membership['role'];
    readonly state: 'provisional' | 'active';
    /** The usual ones of the role when left out. */
    readonly scopes?: readonly string[];
    readonly visibilityStartSequence?: number;
    readonly provisionalExpiresAt?: string;
    readonly contextPackageId?: string;
    /** To be completed from the log, and signed with the Command by its signer or by the Coordinator. */
    readonly contextPackage?: ContextTexts;
    readonly signedContextPackage?: ContextPackage;
  };
  'membership.end': { readonly member: Actor; readonly role?: Membership['role'] };
  'membership.grant_delegation': {
    readonly grantId?: string;
    readonly granteeAgentId: string;
    readonly targetWorkItemId: string;
    readonly allowedCapabilities: readonly CapabilityRef[];
    readonly budget: DelegationGrantBudget;
    readonly maxDescendantDepth: number;
    readonly expiresAt: string;
  };
  'message.post': {
    readonly messageId?: string;
    readonly conversationId: string;
    readonly content: MessageContent;
    readonly mentions?: readonly Actor[];
    readonly references?: readonly string[];
    readonly announcement?: boolean;
  };
  'message.correct': AmendmentForm & { readonly content: MessageContent };
  'message.retract': AmendmentForm;
  'message.redact': AmendmentForm;
  'work.propose': {
    readonly proposalId?: string;
    readonly contract: WorkContract;
    readonly parentWorkItemId?: string;
  };
  'work.authorize': {
    readonly workItemId?: string;
    readonly contract: WorkContract;
    readonly proposalId?: string;
    readonly parentWorkItemId?: string;
    readonly delegationGrantId?: string;
    /** Why the MissionOwner does it instead of the Coordinator (OPEN-045). */
    readonly overrideReason?: string;
  };
  'work.offer': {
    readonly workItemId: string;
    readonly candidates: readonly { readonly agentId: string; readonly offerId?: string }[];
    readonly offerSeconds?: number;
    /** What can be said without a ranking when left out. */
    readonly selectionBasis?: SelectionBasis;
    readonly contract?: WorkContract;
    readonly delegationGrantId?: string;
    readonly overrideReason?: string;
  };
  'work.accept_offer': ReportForm & { readonly offerId: string; readonly ownershipLeaseSeconds?: number };
  'work.start': OwnedForm & { readonly executionLeaseSeconds?: number };
  'work.checkpoint': ReportForm & { readonly checkpoint: Checkpoint; readonly resumeWithinSeconds?: number };
  'work.block': ReportForm & {
    readonly checkpoint: Checkpoint;
    readonly reason: string;
    readonly requiredResolution: string;
    readonly blockedLeaseSeconds?: number;
  };
  'work.unblock': OwnedForm & { readonly reason?: string };
  'work.submit': EvidenceForms & { readonly artifactHashes: readonly string[] };
  'work.accept_result': EvidenceForms;
  'work.fail': EvidenceForms & { readonly reason: string };
  'work.cancel': OwnedForm & { readonly reason?: string };
  /** The manifest is to be signed with the Command. */
  'artifact.publish': { readonly artifact: Unsigned<'artifact'> | Artifact };
  'approval.grant_execution': {
    readonly approvalId?: string;
    readonly workItemId: string;
    readonly operations: readonly string[];
    readonly resources: readonly string[];
    readonly budget: Budget;
    readonly expiresAt: string;
    readonly comments?: string;
  };
  'policy.grant_cooperation_override': {
    readonly grantId?: string;
    readonly policyName: CooperationOverrideGrant['policyName'];
    readonly beneficiary: Actor;
    readonly targetCommandKind: CooperationOverrideGrant['targetCommandKind'];
    readonly targetActionId: string;
    readonly reason: string;
    readonly expiresAt: string;
  };
  'ext.missionweaveprotocol.core.work_dependency_add': {
    readonly workItemId: string;
    readonly dependencyId: string;
  };
  'ext.missionweaveprotocol.core.work_execution_lease_renew': ReportForm & { readonly leaseSeconds?: number };
}

/** What a person wants: a kind, a place, and the values of its form. */
export type Intent = {
  readonly [Kind in DeskCommandKind]: {
    readonly kind: Kind;
    /** The Group to act in. For a new root Mission it is made with the Mission. */
    readonly groupId?: string;
    readonly form: IntentForms[Kind];
    /** Who is to sign; chosen among the local identities when left out. */
    readonly signer?: Actor;
    /** The human who testifies where only a human can; chosen among the local identities when left out. */
    readonly witness?: Actor;
    /** Given to keep one; a new one is made when left out. */
    readonly actionId?: string;
    readonly cooperationOverrideGrantId?: string;
    /** The Event that this answers. */
    readonly causationId?: string;
    /** Keeps a re-issued Command with the one that it replaces. */
    readonly correlationId?: string;
  };
}[DeskCommandKind];
