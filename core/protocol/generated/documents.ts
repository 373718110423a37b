// Generated from schemas/ by build/generate-protocol-code.ts. Do not edit.


/* */
export type Sha256 = string
/* */
export type Id = string
/* */
export type ProtocolVersion = "0.1"
/* */
export type SafeInteger = number
/* */
export type AgentCardStatus = ("active" | "deprecated" | "revoked")
/* */
export type Semver = string
/* */
export type PositiveInteger = number
/* */
export type Base64Url = string
/* */
export type Timestamp = string
/* */
export type ApprovalKind = ("mission_final" | "child_mission" | "work_execution")
/* */
export type ApprovalDecision = ("approved" | "changes_requested" | "denied" | "revoked")
/* */
export type Classification = ("public" | "internal" | "confidential" | "restricted")
/**
 * The highest side effect risk of the WorkItems that a Command is about.
 */
export type AutonomyRisk = ("none" | "reversible" | "external" | "high_risk" | "destructive")
/**
 * The id of a Mission, or all.
 */
export type AutonomyMission = string
/**
 * A moment such as 2026-06-01T18:00:00Z.
 */
export type AutonomyMoment = string
/**
 * A name inside the brief: lower-case letters, digits and single hyphens.
 */
export type BriefName = string
/**
 * ISO 4217, for money.
 */
export type BriefCurrency = string
/* */
export type CommandKind = (CoreCommandKind | ExtensionKind)
/* */
export type CoreCommandKind = ("mission.create" | "mission.assign_coordinator" | "mission.renew_coordinator" | "mission.submit_for_approval" | "mission.approve" | "mission.request_changes" | "mission.cancel" | "mission.terminate" | "mission.create_child" | "mission.create_follow_up" | "membership.change" | "membership.end" | "membership.grant_delegation" | "message.post" | "message.correct" | "message.retract" | "message.redact" | "work.propose" | "work.authorize" | "work.offer" | "work.accept_offer" | "work.start" | "work.checkpoint" | "work.block" | "work.unblock" | "work.submit" | "work.accept_result" | "work.fail" | "work.cancel" | "artifact.publish" | "approval.grant_execution" | "policy.grant_cooperation_override")
/* */
export type ExtensionKind = string
/* */
export type DottedKind = string
/* */
export type Duration = string
/* */
export type Budget = Budget1
export type EvidenceRequirement = ("artifact_integrity" | "schema_validation" | "deterministic_test" | "business_rule" | "reviewer_assessment" | "human_review" | "policy_check")
/* */
export type ConversationType = ("group" | "work_item" | "review" | "restricted")
/* */
export type ConversationState = ("active" | "closed")
/* */
export type RequestedUrgency = ("routine" | "normal" | "high" | "critical")
/**
 * Days, hours, minutes and seconds, largest first, such as 90s, 5m, 1h30m or 2d.
 */
export type BriefDuration = string
/**
 * A capability in exactly the version that a Worker offers.
 */
export type BriefOfferedCapability = string
/* */
export type CryptographyEvaluation = (CanonicalizationEvaluation | CompleteEvaluation | FailureEvaluation)
/* */
export type ErrorCode = ("UNSUPPORTED_VERSION" | "AUTH_REQUIRED" | "AUTH_INVALID_SIGNATURE" | "AUTH_STALE_SESSION" | "AUTH_STALE_COORDINATOR" | "AUTH_FORBIDDEN" | "GROUP_NOT_FOUND" | "MEMBERSHIP_REQUIRED" | "MEMBERSHIP_STALE" | "SCHEMA_VALIDATION_FAILED" | "INVALID_COMMAND" | "INVALID_STATE_TRANSITION" | "REVISION_CONFLICT" | "ACTION_ID_COLLISION" | "UNKNOWN_CRITICAL_EXTENSION" | "WORK_CONTRACT_INCOMPLETE" | "WORK_OFFER_EXPIRED" | "WORK_ALREADY_OWNED" | "WORK_LEASE_EXPIRED" | "WORK_STALE_OWNERSHIP" | "APPROVAL_REQUIRED" | "BUDGET_EXCEEDED" | "RATE_LIMITED" | "BACKPRESSURE" | "CURSOR_TOO_OLD" | "PROTOCOL_VIOLATION" | "INTERNAL_ERROR")
/* */
export type EventKind = (CoreEventKind | ExtensionKind)
/* */
export type CoreEventKind = ("mission.created" | "mission.coordinator.assigned" | "mission.coordinator.renewed" | "mission.submitted_for_approval" | "mission.approved" | "mission.changes_requested" | "mission.cancelled" | "mission.terminated" | "mission.child.created" | "mission.follow_up.created" | "membership.changed" | "membership.ended" | "membership.delegation.granted" | "message.posted" | "message.corrected" | "message.retracted" | "message.redacted" | "work.proposed" | "work.authorized" | "work.offer.created" | "work.offer.accepted" | "work.contract.revised" | "work.started" | "work.progressed" | "work.checkpointed" | "work.blocked" | "work.unblocked" | "work.submitted" | "work.result.accepted" | "work.failed" | "work.cancelled" | "artifact.published" | "approval.execution.granted" | "policy.cooperation_override.granted" | "group.snapshot.created" | "group.archived")
/* */
export type EvidenceType = ("artifact_integrity" | "schema_validation" | "deterministic_test" | "business_rule" | "reviewer_assessment" | "human_review" | "policy_check" | "failure_report")
/* */
export type EvidenceResult = ("passed" | "failed" | "inconclusive")
/* */
export type SignedDocumentKind = ("agent-card" | "approval" | "artifact" | "command" | "context-package" | "event" | "evidence" | "extension-profile" | "group-snapshot")
/**
 * The envelope of a frame that carries a Signed Document, without a look at that document (WS-006).
 */
export type FrameEnvelope = (CommandFrameEnvelope | EventFrameEnvelope)
/* */
export type GroupState = ("active" | "archived")
/* */
export type LeaseType = ("coordinator" | "ownership" | "execution" | "blocked")
/* */
export type LeaseState = ("active" | "expired" | "revoked" | "released")
/* */
export type MembershipRole = ("mission_owner" | "coordinator" | "worker" | "reviewer" | "observer" | "work_delegate")
/* */
export type MembershipState = ("provisional" | "active" | "ended")
/**
 * @minItems 1
 */
export type MembershipScopes = string[]
/* */
export type MessageKind = ("message" | "correction" | "retraction" | "redaction")
/* */
export type MessagePart = (TextPart | ArtifactRefPart | DataRefPart)
/**
 * @minItems 1
 */
export type MessageContent = MessagePart[]
/* */
export type BriefCriterionId = string
/**
 * A capability with the least version that will do; the version that a Worker of the brief offers when left out.
 */
export type BriefCapability = string
/* */
export type BriefOperation = string
/* */
export type BriefTool = string
/**
 * A path relative to the brief, with slashes.
 */
export type BriefPath = string
/* */
export type BriefFailureCode = string
/**
 * @minItems 1
 */
export type BriefEvidenceTypes = ("artifact_integrity" | "schema_validation" | "deterministic_test" | "business_rule" | "reviewer_assessment" | "human_review" | "policy_check")[]
/* */
export type BriefProof = string
/**
 * @minItems 1
 * @maxItems 64
 */
export type BriefDefinitionOfDone = BriefDoneCriterion[]
/**
 * A file that the Worker delivers: its name, or more about it.
 */
export type BriefDeliverable = (string | {
file: BriefFileName
/**
 * The name up to its first dot when left out.
 */
id?: BriefCriterionId
description?: string
mediaType?: BriefMediaType
/**
 * Identifies what is in the file.
 */
schema?: Id
/**
 * JSON pointers to members that a JSON file has to have.
 * 
 * @minItems 1
 * @maxItems 64
 */
members?: BriefPointer[]
})
/* */
export type BriefFileName = string
/**
 * By the ending of the name when left out.
 */
export type BriefMediaType = string
/* */
export type BriefPointer = string
/**
 * When the result is good enough.
 * 
 * @minItems 1
 * @maxItems 32
 */
export type BriefCriteria = BriefCriterion[]
/**
 * What a failed child Mission does to its parent WorkItem (CHD-007).
 */
export type ChildFailurePolicy = ("block_parent_work_item" | "fail_parent_work_item" | "fail_parent_mission")
/**
 * What to do when a Worker is blocked; the first rule that fits counts, and a human is asked when none does.
 * 
 * @maxItems 32
 */
export type BriefResolutions = BriefResolution[]
/* */
export type MissionState = ("active" | "awaiting_approval" | "approved" | "failed" | "cancelled")
/* */
export type PresenceStatus = ("online" | "busy" | "away" | "draining" | "offline")
/**
 * @maxItems 200
 */
export type RunMilestones = string[]
/**
 * Name of a file in checkpoint/ from which a later run resumes.
 */
export type RunStateFile = string
/**
 * One line that a running Worker program writes to its standard output (docs/runners.md).
 */
export type RunReportLine = (RunProgressLine | RunCheckpointLine | RunUsageLine | RunBlockedLine | RunFailedLine | RunLogLine)
/**
 * Path of a file below out/, with slashes.
 */
export type RunOutputPath = string
/**
 * Thirty-two bytes as base64url without padding.
 */
export type Base64UrlKeyBytes = string
/**
 * The list of structural vectors of a protocol bundle (RUN-001).
 * 
 * @minItems 1
 */
export type StructuralManifest = StructuralEntry[]
/**
 * One WebSocket text frame, exactly one of ten closed alternatives (DOC-WS).
 */
export type WebSocketFrame = (HelloClientInitFrame | HelloServerChallengeFrame | HelloClientResponseFrame | HelloServerAcceptFrame | SubscribeFrame | CommandFrame | EventFrame | AckFrame | PingFrame | ErrorFrame)
/* */
export type SideEffectRisk = ("none" | "reversible" | "external" | "high_risk" | "destructive")
/* */
export type ExecutionApprovalRequirement = ("not_required" | "policy_required" | "human_required")
/* */
export type WorkItemState = ("open" | "offered" | "queued" | "active" | "blocked" | "submitted" | "verified" | "failed" | "cancelled")
/* */
export type WorkOfferStatus = ("pending" | "accepted" | "declined" | "withdrawn" | "expired" | "lost_race")
/* */
export type DeclineReason = ("capacity" | "deadline" | "capability" | "authorization" | "dependency" | "budget" | "other")
/**
 * A path, relative to the configuration or absolute.
 */
export type WorkerConfigPath = string
/**
 * As briefs name their inputs.
 */
export type WorkerConfigFolderName = string
/**
 * The name of an environment variable.
 */
export type WorkerConfigVariable = string
/**
 * https://host:port; http only for this machine.
 */
export type WorkerConfigOrigin = string
/**
 * An executable: a path, or a name to be found in the search path.
 */
export type WorkerConfigProgram = string
/**
 * Whether it works for Groups that are not named above; accept when left out.
 */
export type WorkerConfigOtherGroups = ("accept" | "decline")
/**
 * A duration in whole seconds, at most one year (LSE-009).
 */
export type DurationSeconds = number
/**
 * Why the actor asks for this, in plain words.
 */
export type Reason = string
/**
 * Display name of a Mission, which the Mission document itself lacks.
 */
export type MissionTitle = string
/**
 * Name of an operation that work may be permitted to perform.
 */
export type OperationName = string
/**
 * Operations that work inside a Mission may be allowed to use.
 */
export type MissionPermissions = OperationName[]
/**
 * A cooperation limit that can be lifted once (POL-010).
 */
export type CooperationPolicyName = ("message_rate" | "proposal_rate" | "delegation_depth" | "queued_work_items" | "active_work_items")
/**
 * The single text part of a retraction or redaction.
 * 
 * @minItems 1
 * @maxItems 1
 */
export type AmendmentNote = TextPart[]
/* */
export type WorkProposalState = ("open" | "authorized" | "withdrawn")

/* */
export interface CryptographyPin {
manifest: string
artifactDigest: Sha256
}
/* */
export interface AdmissionFixtureSchemas {
record: string
registry: string
}
/* */
export interface AdmissionCase {
id: string
/**
 * @minItems 1
 */
evaluations: AdmissionEvaluation[]
}
/* */
export interface AdmissionEvaluation {
id: string
profileId: string
mode: ("first-admission" | "historical-replay")
document: string
registry: string
trustedContext: (null | ScriptedTrustedContext)
lookup: ScriptedLookup
append: (null | ScriptedAppend)
expect: (AdmittedExpectation | RefusedExpectation)
}
/* */
export interface ScriptedTrustedContext {
admissionRecordId: string
trustedAcceptedAt: string
acceptedBy: Actor
}
/* */
export interface Actor {
type: ("agent" | "human" | "service")
id: Id
}
/* */
export interface ScriptedLookup {
status: ("found" | "authoritative-absence" | "unauthenticated" | "integrity-failed" | "unavailable" | "indeterminate")
record?: string
authenticatedService?: Actor
}
/* */
export interface ScriptedAppend {
status: ("committed" | "existing" | "conflict" | "unauthenticated" | "integrity-failed" | "unavailable" | "indeterminate")
record?: string
authenticatedService?: Actor
}
/* */
export interface AdmittedExpectation {
stage: "complete"
wireCode: null
record: string
}
/* */
export interface RefusedExpectation {
stage: "admission"
wireCode: string
reason: string
}
/**
 * First-admission and replay cases of a protocol bundle (RUN-020 to RUN-024).
 */
export interface AdmissionManifest {
$schema: string
manifestVersion: 1
protocolVersion: ProtocolVersion
profileId: "missionweaveprotocol.first-admission-historical-trust.v0.1"
semanticStage: "admission"
wireCode: "AUTH_INVALID_SIGNATURE"
cryptography: CryptographyPin
fixtureSchemas: AdmissionFixtureSchemas
/**
 * @minItems 1
 */
artifacts: BundleArtifact[]
/**
 * @minItems 1
 */
cases: AdmissionCase[]
artifactDigest: Sha256
}
/* */
export interface BundleArtifact {
path: string
byteLength: SafeInteger
sha256: Sha256
}
/* */
export interface AgentEndpoint {
transport: "wss"
uri: string
}
/* */
export interface AgentCapability {
id: string
version: Semver
inputSchema: string
inputSchemaHash: Sha256
outputSchema: string
outputSchemaHash: Sha256
constraints: {
[k: string]: unknown
}
/**
 * @minItems 1
 */
verifiedEvidence: Id[]
}
/**
 * The Organization-signed identity and capabilities of one Agent in one version (DOC-CARD).
 */
export interface AgentCard {
agentId: Id
organizationId: Id
cardVersion: PositiveInteger
displayName: string
description?: string
owner: Actor
status: AgentCardStatus
/**
 * @minItems 1
 */
protocolVersions: ProtocolVersion[]
/**
 * @minItems 1
 */
endpoints: AgentEndpoint[]
/**
 * @minItems 1
 */
publicKeys: PublicKey[]
/**
 * @minItems 1
 */
capabilities: AgentCapability[]
maxConcurrency: PositiveInteger
issuedAt: Timestamp
validUntil?: Timestamp
extensions?: Extensions
signature: Signature
}
/* */
export interface PublicKey {
keyId: Id
algorithm: "Ed25519"
publicKey: Base64Url
validFrom: Timestamp
validUntil?: Timestamp
revokedAt?: Timestamp
}
/* */
export interface Extensions {
[k: string]: ExtensionEntry | undefined
}
export interface ExtensionEntry {
version: Semver
critical: boolean
data: unknown
}
/* */
export interface Signature {
algorithm: "Ed25519"
keyId: Id
createdAt: Timestamp
value: Base64Url
}
/**
 * A signed decision on a Mission result or on the execution of a WorkItem (DOC-APPR).
 */
export interface Approval {
approvalId: Id
kind: ApprovalKind
decision: ApprovalDecision
missionId: Id
groupId: Id
workItemId?: Id
missionRevision: SafeInteger
artifactHashes: Sha256[]
acceptancePolicyVersion: Semver
approver: Actor
comments: string
conditions: string[]
revokesApprovalId?: Id
occurredAt: Timestamp
signature: Signature
}
/* */
export interface ArtifactProducer {
agentId: Id
agentCardVersion: PositiveInteger
/**
 * @minItems 1
 */
capabilities: CapabilityRef[]
}
/* */
export interface CapabilityRef {
id: string
version: Semver
}
/* */
export interface ToolVersion {
name: string
version: string
}
/* */
export interface ModelVersion {
provider: string
model: string
version: string
}
/**
 * The signed manifest of one immutable, content-addressed Artifact (DOC-ART).
 */
export interface Artifact {
artifactId: Id
contentHash: Sha256
uri: string
sizeBytes: SafeInteger
mediaType: string
schemaUri: string
producer: ArtifactProducer
missionId: Id
groupId: Id
workItemId: Id
sourceArtifactHashes: Sha256[]
toolVersions: ToolVersion[]
modelVersions: ModelVersion[]
classification: Classification
createdAt: Timestamp
extensions?: Extensions
signature: Signature
}
/**
 * How many Commands are signed alone at most, all rules together.
 */
export interface AutonomyLimits {
/**
 * 10 when left out.
 */
perMinute?: number
/**
 * 60 when left out.
 */
perHour?: number
/**
 * 300 when left out.
 */
perDay?: number
}
/**
 * One field of the matrix: which Commands, for which Missions, up to which risk and which cost.
 */
export interface AutonomyRule {
/**
 * The name by which everything signed under this rule cites it.
 */
id: BriefName
/**
 * Why it was allowed, for people.
 */
because?: string
/**
 * Kinds of Commands.
 * 
 * @minItems 1
 */
acts: ("mission.create" | "mission.assign_coordinator" | "mission.renew_coordinator" | "mission.submit_for_approval" | "mission.approve" | "mission.request_changes" | "mission.cancel" | "mission.terminate" | "mission.create_child" | "mission.create_follow_up" | "membership.change" | "membership.end" | "membership.grant_delegation" | "message.post" | "message.correct" | "message.retract" | "message.redact" | "work.propose" | "work.authorize" | "work.offer" | "work.accept_offer" | "work.start" | "work.checkpoint" | "work.block" | "work.unblock" | "work.submit" | "work.accept_result" | "work.fail" | "work.cancel" | "artifact.publish" | "approval.grant_execution" | "policy.grant_cooperation_override" | "ext.missionweaveprotocol.core.work_dependency_add" | "ext.missionweaveprotocol.core.work_execution_lease_renew")[]
/**
 * The Missions for which it holds.
 * 
 * @minItems 1
 * @maxItems 100
 */
missions: AutonomyMission[]
/**
 * Whether it holds for the child Missions of these Missions too; no when left out.
 */
withChildren?: boolean
risk: AutonomyRisk
/**
 * What one Command may commit at most; nothing in any dimension that is not named.
 */
each?: BriefBudget
/**
 * What all Commands under this rule together may commit in one Mission; no bound of its own when left out.
 */
total?: BriefBudget
/**
 * How many Commands are signed under this rule in an hour; the limits alone bound it when left out.
 */
perHour?: number
/**
 * When it ends to hold; never when left out.
 */
until?: AutonomyMoment
}
/**
 * What may be consumed at most; what is not named is not available at all.
 */
export interface BriefBudget {
money?: number
currency?: BriefCurrency
modelTokens?: SafeInteger
toolCalls?: SafeInteger
computeSeconds?: SafeInteger
wallClockSeconds?: SafeInteger
externalActions?: SafeInteger
}
/**
 * What the assistant may sign alone: kinds of Commands by risk, budget and Mission (docs/assistant.md). Whatever no rule names is only proposed.
 */
export interface AutonomyMatrixFile {
/**
 * Version of this format.
 */
autonomy: 1
limits?: AutonomyLimits
/**
 * A Command is signed alone when one of these rules allows all of it.
 * 
 * @maxItems 100
 */
rules: AutonomyRule[]
}
/**
 * A signed request for exactly one structured transition (DOC-CMD).
 */
export interface Command {
protocolVersion: ProtocolVersion
actionId: Id
actor: Actor
sessionEpoch?: PositiveInteger
membershipEpoch?: PositiveInteger
coordinatorEpoch?: PositiveInteger
groupId?: Id
conversationId?: Id
workItemId?: Id
cooperationOverrideGrantId?: Id
kind: CommandKind
expectedRevision?: SafeInteger
correlationId: Id
causedByEventId?: Id
issuedAt: Timestamp
payload: {
[k: string]: unknown
}
extensions?: Extensions
signature: Signature
}
/* */
export interface AgentActor {
type: "agent"
id: Id
}
/* */
export interface HumanActor {
type: "human"
id: Id
}
export interface Budget1 {
currency?: string
financialLimit?: number
modelTokenLimit?: SafeInteger
toolCallLimit?: SafeInteger
computeSecondsLimit?: SafeInteger
wallClockSecondsLimit?: SafeInteger
externalSideEffectLimit?: SafeInteger
}
/* */
export interface AcceptanceCriterion {
criterionId: string
description: string
/**
 * @minItems 1
 */
evidenceRequired: EvidenceRequirement[]
}
/* */
export interface ResourceGrant {
resource: Id
/**
 * @minItems 1
 */
operations: string[]
constraints?: {
[k: string]: unknown
}
}
/* */
export interface SourceEventRange {
fromSequence: PositiveInteger
toSequence: PositiveInteger
/**
 * @minItems 1
 */
eventIds: Id[]
}
/* */
export interface ContextDecision {
description: string
/**
 * @minItems 1
 */
sourceEventIds: Id[]
}
/**
 * A signed, versioned summary of one scope with its sources (DOC-CTX).
 */
export interface ContextPackage {
contextPackageId: Id
version: PositiveInteger
previousContextPackageId?: Id
missionId: Id
groupId: Id
workItemId?: Id
sourceEventRange: SourceEventRange
artifactHashes: Sha256[]
summary: string
decisions: ContextDecision[]
constraints: string[]
unresolvedQuestions: string[]
generatedBy: AgentActor
generatedAt: Timestamp
extensions?: Extensions
signature: Signature
}
/* */
export interface ConversationAccess {
mode: ("group" | "restricted")
/**
 * @minItems 1
 */
members?: Actor[]
}
/**
 * A durable Message stream of a Group (DOC-CONV).
 */
export interface Conversation {
conversationId: Id
missionId: Id
groupId: Id
type: ConversationType
primaryWorkItemId?: Id
title: string
access: ConversationAccess
createdBy: Actor
createdAt: Timestamp
state: ConversationState
revision: SafeInteger
extensions?: Extensions
}
/**
 * Where work comes from beside the people who write it at the desk.
 */
export interface CoordinatePlan {
/**
 * Whose Work Proposals are taken up as they are: of the MissionOwner, which is how it is when left out, of every member, or of nobody.
 */
proposals?: ("owner" | "members" | "nobody")
/**
 * Whether a Mission without any work is planned from its definition of done; no when left out.
 */
patterns?: boolean
}
/**
 * How candidates for an offer are ordered.
 */
export interface CoordinateRanking {
weights?: CoordinateWeights
/**
 * Points for what the log says nothing about, of 1000; 500 when left out.
 */
unknownPoints?: number
/**
 * Work that may wait with an Agent whose slots are all taken; 1 when left out.
 */
queueDepth?: number
/**
 * How often an Agent is asked in one round; 2 when left out.
 */
asksPerAgent?: number
}
/**
 * What counts how much; one of them at least is above zero.
 */
export interface CoordinateWeights {
/**
 * Whether it would be ready in time.
 */
deadlineFit: number
/**
 * What it would cost.
 */
cost: number
/**
 * How its work of this kind has gone.
 */
reliability: number
/**
 * How much it has to do.
 */
load: number
/**
 * Who has had little lately.
 */
fairness: number
}
/**
 * How far a chain of offers goes.
 */
export interface CoordinateOffers {
/**
 * Offers of one WorkItem before a person has to look; 6 when left out.
 */
asksPerRound?: number
/**
 * Work so urgent is offered to several at once; critical when left out.
 */
urgent?: RequestedUrgency[]
/**
 * To so many at once; 3 when left out.
 */
urgentSet?: number
/**
 * How long an offer lasts; 5m when left out.
 */
lasts?: BriefDuration
/**
 * An offer that would have to be shorter is not made; 30s when left out.
 */
atLeast?: BriefDuration
/**
 * Whether work is offered while it waits for other work; no when left out.
 */
ahead?: boolean
}
/**
 * How strict the review of a submission is.
 */
export interface CoordinateReview {
/**
 * What an independent reviewer has to be capable of; what the work itself needs when left out.
 */
capability?: BriefOfferedCapability
/**
 * Larger contents go to a person; 64 when left out.
 */
contentMiB?: number
/**
 * How long a declared check may run; 10s when left out.
 */
checkTime?: BriefDuration
/**
 * And how much memory it may take; 256 when left out.
 */
checkMemoryMiB?: number
/**
 * Types of Evidence for which the word of the producer suffices where the contract declares no check.
 */
claimsSuffice?: ("deterministic_test" | "business_rule" | "policy_check")[]
/**
 * Whether a reviewer has to be of another owner than the producer, or another Agent is enough; other-owner when left out.
 */
independence?: ("other-owner" | "other-agent")
/**
 * Reviews of one submission that may fail before a person has to look; 2 when left out.
 */
reviews?: number
}
/**
 * When a WorkItem becomes a child Mission; only a person promotes when this is left out.
 */
export interface CoordinatePromotion {
/**
 * From so many criteria on; 5 when left out.
 */
criteria?: number
/**
 * From so many deliverables on; 4 when left out.
 */
deliverables?: number
/**
 * From this share of the Mission's money on; 0.3 when left out.
 */
budgetShare?: number
/**
 * From so many items below it on; 4 when left out.
 */
subItems?: number
/**
 * From this depth of items on; 2 when left out.
 */
nesting?: number
/**
 * When it takes so long; 3d when left out.
 */
duration?: BriefDuration
/**
 * How many of these have to speak for it; 2 when left out.
 */
needed?: number
}
/**
 * One answer to what a blocked Worker says that it needs.
 */
export interface CoordinateBlocker {
/**
 * Any part of what the Worker says, in whatever case.
 */
contains: string
/**
 * What is done: the work goes on with an answer, other work is authorized for it, or somebody else gets it.
 */
act: ("unblock" | "authorize-sub-work" | "another-worker")
/**
 * What the Worker is told, for unblock.
 */
answer?: string
}
/**
 * How child Missions are cut out and followed.
 */
export interface CoordinateChildren {
/**
 * The share of a WorkItem's time that is kept back for the review of its child Mission; 0.1 when left out.
 */
reviewShare?: number
/**
 * What may follow without a person when a child Mission has come to nothing; nothing when left out.
 */
afterFailure?: ("replacement-child" | "own-work" | "offer-again" | "give-up")[]
}
/**
 * Within which bounds a Coordinator without a window works (docs/coordinate.md): which Missions it leads, what it signs alone, how it chooses, reviews and plans.
 */
export interface CoordinatePolicyFile {
/**
 * Version of this format.
 */
coordinate: 1
/**
 * The Missions that it looks after where it is the Coordinator; all when left out.
 * 
 * @minItems 1
 * @maxItems 1000
 */
missions?: AutonomyMission[]
limits?: AutonomyLimits
/**
 * A Command is signed alone when one of these rules allows all of it; nothing is when there are none.
 * 
 * @maxItems 100
 */
rules?: AutonomyRule[]
plan?: CoordinatePlan
ranking?: CoordinateRanking
offers?: CoordinateOffers
review?: CoordinateReview
promotion?: CoordinatePromotion
/**
 * Which failures are tried again while attempts are left: those that the contract lists, which is how it is when left out, or any.
 */
retry?: ("listed-failures" | "any-failure")
/**
 * What answers a blocked Worker without a person; the first one that fits counts.
 * 
 * @maxItems 100
 */
blockers?: CoordinateBlocker[]
children?: CoordinateChildren
}
/* */
export interface CryptographyFixtureSchemas {
registry: string
signingKey: string
}
/* */
export interface CryptographyProfile {
profileId: string
schema: string
protectedTimePointer: string
expectedSigner: CryptographySignerRule
}
/* */
export interface CryptographySignerRule {
rule: ("service-principal" | "principal-object" | "agent-id")
pointer?: string
idPointer?: string
}
/* */
export interface CryptographyCase {
id: string
kind: ("single" | "profile-matrix" | "failure-matrix" | "canonicalization")
/**
 * @minItems 1
 */
evaluations: CryptographyEvaluation[]
}
/* */
export interface CanonicalizationEvaluation {
input: string
expectedJcs: string
sha256: Sha256
}
/* */
export interface CompleteEvaluation {
profileId: string
document: string
registry: string
signingKey: string
fault: null
expect: CompleteExpectation
}
/* */
export interface CompleteExpectation {
stage: "complete"
wireCode: null
verified: VerifiedExpectation
}
/* */
export interface VerifiedExpectation {
keyId: string
principal: Actor
protectedTime: string
signingBytes: string
signingHash: Sha256
signature: string
signedDocumentHash: Sha256
}
/* */
export interface FailureEvaluation {
profileId: string
document: string
registry: string
fault: FailureFault
expect: FailureExpectation
}
/* */
export interface FailureFault {
id: string
basis: FailureBasis
}
/* */
export interface FailureBasis {
caseId: string
profileId: string
}
/* */
export interface FailureExpectation {
stage: ("parse" | "schema" | "signature-envelope" | "key-resolution" | "canonicalization" | "signature")
wireCode: string
}
/**
 * Canonicalization and verification cases of a protocol bundle (RUN-010 to RUN-016).
 */
export interface CryptographyManifest {
$schema: string
manifestVersion: 1
protocolVersion: ProtocolVersion
profileId: "missionweaveprotocol.signed-document-verification.v0.1"
semanticStages: ["parse","schema","signature-envelope","key-resolution","canonicalization","signature","complete"]
fixtureSchemas: CryptographyFixtureSchemas
/**
 * @minItems 1
 */
profiles: CryptographyProfile[]
/**
 * @minItems 1
 */
artifacts: BundleArtifact[]
/**
 * @minItems 1
 */
cases: CryptographyCase[]
artifactDigest: Sha256
}
/**
 * The answer to a frame or Command that was refused (DOC-ERR).
 */
export interface ProtocolError {
code: ErrorCode
message: string
retryable: boolean
fatal?: boolean
relatedFrameId?: Id
relatedActionId?: Id
groupId?: Id
expectedRevision?: SafeInteger
currentRevision?: SafeInteger
retryAfterMs?: SafeInteger
snapshotArtifactHash?: Sha256
details?: {
[k: string]: unknown
}
occurredAt: Timestamp
}
/* */
export interface EventCause {
type: ("command" | "event" | "timer" | "policy")
id: Id
}
/**
 * A signed, committed fact of a Group log or of the Organization (DOC-EVT).
 */
export interface Event {
protocolVersion: ProtocolVersion
eventId: Id
groupId?: Id
sequence?: PositiveInteger
aggregateRevision?: SafeInteger
kind: EventKind
actor: Actor
cause: EventCause
correlationId: Id
conversationId?: Id
workItemId?: Id
occurredAt: Timestamp
payload: {
[k: string]: unknown
}
acceptedBy: Actor
commandHash?: Sha256
extensions?: Extensions
signature: Signature
}
/* */
export interface EvidenceSubject {
type: ("work_item" | "artifact" | "mission")
id: (Id | Sha256)
}
/**
 * A signed record of how acceptance criteria were checked and with which result (DOC-EVID).
 */
export interface Evidence {
evidenceId: Id
missionId: Id
groupId: Id
workItemId: Id
type: EvidenceType
subject: EvidenceSubject
/**
 * @minItems 1
 */
criterionIds: string[]
method: string
result: EvidenceResult
details?: {
[k: string]: unknown
}
artifactHashes: Sha256[]
generatedBy: Actor
toolVersion?: string
modelVersion?: string
createdAt: Timestamp
signature: Signature
}
/**
 * The signed description of one extension and of the kinds it owns (DOC-PROF).
 */
export interface ExtensionProfile {
profileUri: Id
name: string
version: Semver
schemaUri: string
schemaHash: Sha256
requiredCapabilities: CapabilityRef[]
critical: boolean
commandKinds: ExtensionKind[]
eventKinds: ExtensionKind[]
overridesCoreInvariants: false
approvedBy: Actor
approvedAt: Timestamp
signature: Signature
}
/**
 * The unsigned append metadata of a first admission, nine members and no signature (DOC-FAR).
 */
export interface FirstAdmissionRecord {
protocolVersion: ProtocolVersion
admissionRecordId: Id
organizationId: Id
documentKind: SignedDocumentKind
signingHash: Sha256
keyId: Id
principal: Actor
trustedAcceptedAt: Timestamp
acceptedBy: ServiceActor
}
/* */
export interface ServiceActor {
type: "service"
id: Id
}
/* */
export interface CommandFrameEnvelope {
protocolVersion: ProtocolVersion
frameId: Id
frameType: "COMMAND"
command: {
[k: string]: unknown
}
}
/* */
export interface EventFrameEnvelope {
protocolVersion: ProtocolVersion
frameId: Id
frameType: "EVENT"
event: {
[k: string]: unknown
}
}
/* */
export interface PolicyLogEntry {
entryId: Id
decision: string
actor: Actor
occurredAt: Timestamp
details: {
[k: string]: unknown
}
}
/**
 * The signed final state proof of a Group up to one sequence (DOC-SNAP).
 */
export interface GroupSnapshot {
snapshotId: Id
groupId: Id
throughSequence: PositiveInteger
/**
 * @minItems 1
 */
eventIds: Id[]
stateHash: Sha256
/**
 * @minItems 1
 */
policyLog: PolicyLogEntry[]
createdBy: ServiceActor
createdAt: Timestamp
signature: Signature
}
/**
 * The one Group of a Mission, active or archived (DOC-GRP).
 */
export interface Group {
groupId: Id
missionId: Id
state: GroupState
mainConversationId: Id
createdAt: Timestamp
archivedAt?: Timestamp
archiveSnapshotId?: Id
extensions?: Extensions
}
/**
 * A time-bounded coordinator, ownership, execution or blocked lease (DOC-LEASE).
 */
export interface Lease {
leaseId: Id
leaseType: LeaseType
missionId: Id
groupId: Id
workItemId?: Id
holderAgentId: Id
sessionEpoch: PositiveInteger
coordinatorEpoch?: PositiveInteger
ownershipEpoch?: PositiveInteger
startBy?: Timestamp
issuedAt: Timestamp
startsAt: Timestamp
expiresAt: Timestamp
graceExpiresAt?: Timestamp
state: LeaseState
renewalCount: SafeInteger
lastRenewedAt?: Timestamp
closedAt?: Timestamp
closureReason?: string
}
/* */
export interface DelegationGrant {
grantId: Id
granteeAgentId: Id
missionId: Id
groupId: Id
targetWorkItemId: Id
/**
 * @minItems 1
 */
allowedCapabilities: CapabilityRef[]
budget: DelegationGrantBudget
maxDescendantDepth: SafeInteger
granteeMembershipEpoch: PositiveInteger
coordinatorEpoch: PositiveInteger
grantedBy: AgentActor
grantedAt: Timestamp
expiresAt: Timestamp
}
/* */
export interface DelegationGrantBudget {
currency: string
financialLimit: number
modelTokenLimit: SafeInteger
toolCallLimit: SafeInteger
computeSecondsLimit: SafeInteger
wallClockSecondsLimit: SafeInteger
externalSideEffectLimit: SafeInteger
}
/**
 * One role of one Principal in one Group, with its epoch and scopes (DOC-MEMB).
 */
export interface Membership {
membershipId: Id
missionId: Id
groupId: Id
member: Actor
role: MembershipRole
state: MembershipState
membershipEpoch: PositiveInteger
scopes: MembershipScopes
delegationGrants?: DelegationGrant[]
visibilityStartSequence: SafeInteger
contextPackageId?: Id
provisionalExpiresAt?: Timestamp
grantedAt: Timestamp
activatedAt?: Timestamp
endedAt?: Timestamp
extensions?: Extensions
}
/* */
export interface TextPart {
type: "text"
text: string
}
/* */
export interface ArtifactRefPart {
type: "artifact_ref"
artifactHash: Sha256
}
/* */
export interface DataRefPart {
type: "data_ref"
schema: string
data: unknown
}
/**
 * A committed Message or amendment, which never carries authority (DOC-MSG).
 */
export interface Message {
messageId: Id
missionId: Id
groupId: Id
conversationId: Id
author: Actor
kind: MessageKind
authority: false
targetMessageId?: Id
content: MessageContent
mentions?: Actor[]
references?: Id[]
reason?: string
committedAt: Timestamp
extensions?: Extensions
}
/**
 * What the work looks at, each with a sentence for people. `--input DIR` names the directory.
 */
export interface BriefInputs {
[k: string]: string | undefined
}
/**
 * Either so long after the start, or a moment.
 */
export interface BriefDeadline {
in?: BriefDuration
at?: Timestamp
}
/**
 * The most that any work in the Mission may do.
 */
export interface BriefPermissions {
/**
 * On inputs and other resources; only read when left out.
 * 
 * @maxItems 64
 */
operations?: BriefOperation[]
/**
 * Tools that work may use; none when left out.
 * 
 * @maxItems 64
 */
tools?: BriefTool[]
}
/**
 * Who does the work: one entry for each Agent.
 */
export interface BriefWorkers {
[k: string]: BriefWorker | undefined
}
/* */
export interface BriefWorker {
/**
 * Configuration of a Worker that is started for this brief.
 */
config?: BriefPath
/**
 * An Agent that is there already.
 */
agent?: Id
/**
 * @minItems 1
 * @maxItems 32
 */
capabilities: BriefOfferedCapability[]
/**
 * How much it does at once, 1 when left out.
 */
slots?: number
}
/* */
export interface BriefDoneCriterion {
id: BriefCriterionId
text: string
/**
 * human_review when left out, which the final Approval gives.
 */
evidence?: BriefEvidenceTypes
/**
 * Work that proves it, as item or item/criterion; all of it when left out.
 * 
 * @minItems 1
 * @maxItems 64
 */
provenBy?: BriefProof[]
}
/**
 * The WorkItems by name.
 */
export interface BriefWork {
[k: string]: BriefWorkItem | undefined
}
/**
 * One WorkItem with its contract, or a part of the Mission with a Group of its own.
 */
export interface BriefWorkItem {
goal: string
capability?: BriefCapability
/**
 * @minItems 1
 * @maxItems 32
 */
deliverables?: BriefDeliverable[]
accept?: BriefCriteria
/**
 * Work that has to be verified first; its results are inputs.
 * 
 * @maxItems 64
 */
needs?: BriefName[]
/**
 * Inputs of the brief that it may read.
 * 
 * @maxItems 8
 */
inputs?: BriefName[]
/**
 * On its inputs; read when left out.
 * 
 * @minItems 1
 * @maxItems 64
 */
operations?: BriefOperation[]
/**
 * @maxItems 64
 */
tools?: BriefTool[]
/**
 * Other resources.
 * 
 * @maxItems 64
 */
resources?: BriefResource[]
/**
 * Settings for the Worker, as its program wants them.
 */
settings?: BriefSettings
/**
 * An equal share of what nobody else is given when left out.
 */
budget?: BriefBudget
/**
 * That of the Mission when left out.
 */
deadline?: BriefDeadline
/**
 * normal when left out; high and critical work is offered to several at once.
 */
urgency?: ("routine" | "normal" | "high" | "critical")
/**
 * Why it matters.
 */
impact?: string
retry?: BriefRetry
/**
 * none when left out; high_risk and destructive work needs an Approval before it starts.
 */
risk?: ("none" | "reversible" | "external" | "high_risk" | "destructive")
/**
 * Whether a human approves before the work starts.
 */
approval?: ("not_required" | "human_required")
review?: BriefReview
/**
 * Whether its Artifacts are part of the Mission's result; true when nothing else needs it.
 */
result?: boolean
mission?: BriefChildMission
}
/* */
export interface BriefCriterion {
id: BriefCriterionId
text: string
/**
 * deterministic_test when left out.
 */
evidence?: BriefEvidenceTypes
}
/* */
export interface BriefResource {
resource: Id
/**
 * @minItems 1
 * @maxItems 64
 */
operations: BriefOperation[]
}
/* */
export interface BriefSettings {
[k: string]: unknown
}
/**
 * How often work is tried; three times with growing pauses when left out.
 */
export interface BriefRetry {
attempts?: number
backoff?: ("none" | "fixed" | "exponential")
maxDelay?: BriefDuration
/**
 * Failures after which it is tried again.
 * 
 * @maxItems 64
 */
on?: BriefFailureCode[]
}
/**
 * A review by another Worker before the result counts.
 */
export interface BriefReview {
capability: BriefCapability
goal?: string
/**
 * @minItems 1
 * @maxItems 8
 */
deliverables?: BriefDeliverable[]
/**
 * Inputs of the brief that the reviewer may read; those of the item when left out.
 * 
 * @maxItems 8
 */
inputs?: BriefName[]
/**
 * Settings for the Worker, as its program wants them.
 */
settings?: BriefSettings
budget?: BriefBudget
retry?: BriefRetry
}
/**
 * A child Mission that carries the item out, within its budget and deadline.
 */
export interface BriefChildMission {
/**
 * The goal of the item when left out.
 */
objective?: string
definitionOfDone: BriefDefinitionOfDone
permissions?: BriefPermissions
work: BriefWork
/**
 * What a failure does to the item; it stays blocked when left out.
 */
onFailure?: ChildFailurePolicy
}
/**
 * What a human decides.
 */
export interface BriefApprovals {
/**
 * Before which work starts; risky when left out.
 */
execution?: ("risky" | "all")
policyVersion?: Semver
}
/* */
export interface BriefOffers {
/**
 * How long an offer stands; 5m when left out.
 */
validFor?: BriefDuration
/**
 * To how many Workers urgent work is offered at once; 3 when left out.
 */
atOnce?: number
}
/* */
export interface BriefCoordinator {
/**
 * How long the Coordinator's term lasts without renewal; 5m when left out.
 */
lease?: BriefDuration
}
/* */
export interface BriefResolution {
/**
 * Words in the resolution that the Worker asks for, in any case.
 */
contains: string
do: ("unblock" | "fail" | "ask")
/**
 * What the Worker is told.
 */
answer?: string
}
/* */
export interface BriefCleanup {
/**
 * Archive the Group at the end; false when left out.
 */
archive?: boolean
}
/**
 * A mission brief: what is to be achieved, within which bounds, and the work that leads there (docs/briefs.md).
 */
export interface MissionBriefFile {
/**
 * Version of this format.
 */
brief: 1
title: string
objective: string
inputs?: BriefInputs
definitionOfDone: BriefDefinitionOfDone
budget: BriefBudget
deadline: BriefDeadline
permissions?: BriefPermissions
workers: BriefWorkers
work: BriefWork
approvals?: BriefApprovals
offers?: BriefOffers
coordinator?: BriefCoordinator
whenBlocked?: BriefResolutions
cleanup?: BriefCleanup
}
/* */
export interface MissionCoordinator {
agentId: Id
agentCardVersion: PositiveInteger
coordinatorEpoch: PositiveInteger
leaseId: Id
}
/* */
export interface ApprovalPolicy {
finalHumanApproval: boolean
highRiskExecutionApproval: boolean
policyVersion?: Semver
}
/* */
export interface MissionParent {
missionId: Id
workItemId: Id
depth: PositiveInteger
}
/* */
export interface PinnedProfile {
profileUri: Id
majorVersion: SafeInteger
}
/**
 * A bounded objective with owner, Coordinator, budget and approval policy (DOC-MISN).
 */
export interface Mission {
missionId: Id
groupId: Id
revision: SafeInteger
objective: string
/**
 * @minItems 1
 */
definitionOfDone: AcceptanceCriterion[]
missionOwner: Actor
coordinator: MissionCoordinator
state: MissionState
budget: Budget
deadline: Timestamp
approvalPolicy: ApprovalPolicy
parent?: MissionParent
followUpToMissionId?: Id
pinnedProfiles?: PinnedProfile[]
createdAt: Timestamp
extensions?: Extensions
}
/* */
export interface ModelDeliverableDraft {
deliverableId: string
description: string
mediaType: string
}
/**
 * What a language model may say of a Work Contract: its texts. Budget, resources, deadline and risk are for people and rules.
 */
export interface ModelContractDraft {
goal: string
businessImpact: string
/**
 * @minItems 1
 * @maxItems 16
 */
deliverables: ModelDeliverableDraft[]
/**
 * @minItems 1
 * @maxItems 32
 */
criteria: AcceptanceCriterion[]
}
/**
 * A text that a language model has drafted for a person, who may change it, send it or throw it away.
 */
export interface ModelTextDraft {
text: string
}
/**
 * How Events are delivered.
 */
export interface DeliverySettings {
/**
 * How many Events before a snapshot are still replayed (DEL-006); all when left out.
 */
replayWindowEvents?: number
}
/**
 * Limits, durations and extensions; what is left out has its default.
 */
export interface OrganizationPolicySettings {
cooperation?: CooperationSettings
seconds?: DurationSettings
extensions?: {
[k: string]: string | undefined
}
}
/**
 * Limits on cooperation (POL-001).
 */
export interface CooperationSettings {
delegationDepth?: number
queuedWorkItems?: number
activeWorkItems?: number
messagesPerMinute?: number
proposalsPerMinute?: number
}
/**
 * Lengths of leases and offers in seconds (LSE-009).
 */
export interface DurationSettings {
coordinatorLease?: number
offer?: number
ownershipLease?: number
executionLease?: number
resumeWithin?: number
blockedLease?: number
}
/**
 * The settings file of an Organization: its id, its policy and how it delivers.
 */
export interface OrganizationSettingsFile {
organizationId: Id
policy: OrganizationPolicySettings
delivery?: DeliverySettings
}
/* */
export interface PresenceCapacity {
maxSlots: PositiveInteger
activeSlots: SafeInteger
availableSlots: SafeInteger
queuedItems: SafeInteger
}
/* */
export interface CapabilityAvailability {
capability: CapabilityRef
status: ("available" | "degraded" | "unavailable")
}
/**
 * The ephemeral availability report of one Agent session (DOC-PRES).
 */
export interface PresenceRecord {
agentId: Id
sessionEpoch: PositiveInteger
status: PresenceStatus
capacity: PresenceCapacity
capabilityAvailability: CapabilityAvailability[]
estimatedResponseMs?: SafeInteger
lastHeartbeat: Timestamp
expiresAt: Timestamp
}
/* */
export interface RegistryBinding {
keyId: string
principal: RegistryPrincipal
algorithm: string
publicKey: string
validFrom: string
validityHistory: RegistryValidityStatus[]
}
/* */
export interface RegistryPrincipal {
type: ("agent" | "human" | "service")
id: string
}
/* */
export interface RegistryValidityStatus {
sequence: number
recordedAt: string
validUntil?: string
revokedAt?: string
}
/**
 * The key bindings of one Organization with their full history, checked for shape only (REG-001).
 */
export interface RegistryEvidence {
organizationId: string
/**
 * @minItems 1
 */
bindings: RegistryBinding[]
}
/**
 * Where the work stands (WORK-050).
 */
export interface RunProgressLine {
type: "progress"
currentPhase: string
completedMilestones?: RunMilestones
/**
 * What will be reached next.
 */
nextCheckpoint: string
/**
 * @maxItems 50
 */
blockers?: string[]
updatedCompletionEstimate?: Timestamp
}
/**
 * A safe point; the state file is complete when this line is written.
 */
export interface RunCheckpointLine {
type: "checkpoint"
phase: string
completedMilestones?: RunMilestones
nextStep?: string
stateFile?: RunStateFile
}
/**
 * Consumption since the last such line.
 */
export interface RunUsageLine {
type: "usage"
delta: UsageDelta
}
/**
 * Additional consumption, more than nothing in one dimension at least; an absent one is zero (BUD-010).
 */
export interface UsageDelta {
/**
 * Millionths of one currency unit.
 */
financialMicrounits?: SafeInteger
modelTokens?: SafeInteger
toolCalls?: SafeInteger
computeSeconds?: SafeInteger
wallClockSeconds?: SafeInteger
externalActions?: SafeInteger
}
/**
 * The work cannot go on; the program ends after this line (WORK-052).
 */
export interface RunBlockedLine {
type: "blocked"
reason: string
requiredResolution: string
}
/**
 * Why the program gives up; it ends after this line.
 */
export interface RunFailedLine {
type: "failed"
/**
 * As in the retry policy of the contract.
 */
failureCode: string
detail: string
/**
 * False when absent.
 */
retryable?: boolean
}
/* */
export interface RunLogLine {
type: "log"
message: string
}
/* */
export interface RunResultArtifact {
file: RunOutputPath
/**
 * Needed only when the file is not called by it, up to its first dot.
 */
deliverableId?: string
mediaType?: string
schemaUri?: string
classification?: Classification
/**
 * Inputs that it was made from; all of them when absent.
 */
sourceArtifactHashes?: Sha256[]
toolVersions?: ToolVersion[]
modelVersions?: ModelVersion[]
}
/* */
export interface RunResultEvidence {
type: EvidenceType
/**
 * @minItems 1
 */
criterionIds: string[]
method: string
result: EvidenceResult
details?: {
[k: string]: unknown
}
/**
 * The Artifact it is about: a file in out/ or the content hash of an input; else the WorkItem.
 */
about?: string
/**
 * Files in out/ that it refers to.
 */
files?: RunOutputPath[]
/**
 * Inputs that it refers to.
 */
artifactHashes?: Sha256[]
toolVersion?: string
modelVersion?: string
}
/**
 * out/result.json: what a Worker program says about its output when it has completed (docs/runners.md).
 */
export interface RunResultFile {
/**
 * What was done and found, for people.
 */
summary: string
/**
 * Details of files in out/. Files without an entry are Artifacts all the same.
 */
artifacts?: RunResultArtifact[]
/**
 * @minItems 1
 */
evidence: RunResultEvidence[]
}
/**
 * One Ed25519 signing key on disk, seed and public key (RUN-012).
 */
export interface SigningKeyFile {
/**
 * True marks a key that must never sign for a real Organization.
 */
testOnly?: boolean
keyId: Id
algorithm: "Ed25519"
seed: Base64UrlKeyBytes
publicKey: Base64UrlKeyBytes
}
/* */
export interface StructuralEntry {
name: string
schema: string
instance: string
valid: boolean
}
/* */
export interface HelloClientInitFrame {
protocolVersion: ProtocolVersion
frameId: Id
frameType: "HELLO"
phase: "client_init"
agentId: Id
keyId: Id
clientNonce: Base64Url
/**
 * @minItems 1
 */
supportedVersions: ProtocolVersion[]
}
/* */
export interface HelloServerChallengeFrame {
protocolVersion: ProtocolVersion
frameId: Id
frameType: "HELLO"
phase: "server_challenge"
selectedVersion: ProtocolVersion
clientNonce: Base64Url
serverNonce: Base64Url
challenge: Base64Url
}
/* */
export interface HelloClientResponseFrame {
protocolVersion: ProtocolVersion
frameId: Id
frameType: "HELLO"
phase: "client_response"
agentId: Id
keyId: Id
clientNonce: Base64Url
serverNonce: Base64Url
challengeSignature: Base64Url
}
/* */
export interface HelloServerAcceptFrame {
protocolVersion: ProtocolVersion
frameId: Id
frameType: "HELLO"
phase: "server_accept"
selectedVersion: ProtocolVersion
sessionToken: string
sessionEpoch: PositiveInteger
expiresAt: Timestamp
}
/* */
export interface SubscribeFrame {
protocolVersion: ProtocolVersion
frameId: Id
frameType: "SUBSCRIBE"
subscriptionId: Id
/**
 * @minItems 1
 */
groups: GroupSubscription[]
}
/* */
export interface GroupSubscription {
groupId: Id
afterSequence: SafeInteger
attention?: AttentionFilter
}
/* */
export interface AttentionFilter {
eventKinds?: DottedKind[]
conversationIds?: Id[]
workItemIds?: Id[]
mentionsOnly?: boolean
announcements?: boolean
}
/* */
export interface CommandFrame {
protocolVersion: ProtocolVersion
frameId: Id
frameType: "COMMAND"
command: Command
}
/* */
export interface EventFrame {
protocolVersion: ProtocolVersion
frameId: Id
frameType: "EVENT"
event: Event
}
/* */
export interface AckFrame {
protocolVersion: ProtocolVersion
frameId: Id
frameType: "ACK"
/**
 * @minItems 1
 */
acknowledgements: Acknowledgement[]
sentAt: Timestamp
}
/* */
export interface Acknowledgement {
groupId: Id
sequence: SafeInteger
}
/* */
export interface PingFrame {
protocolVersion: ProtocolVersion
frameId: Id
frameType: "PING"
nonce: Base64Url
replyToNonce?: Base64Url
sentAt: Timestamp
presence?: PresenceRecord
}
/* */
export interface ErrorFrame {
protocolVersion: ProtocolVersion
frameId: Id
frameType: "ERROR"
error: ProtocolError
}
/* */
export interface Deliverable {
deliverableId: string
description: string
mediaType: string
schema: string
}
/* */
export interface RetryPolicy {
maxAttempts: PositiveInteger
backoff: ("none" | "fixed" | "exponential")
maxDelay: Duration
retryableFailures: string[]
}
/**
 * The versioned, machine-evaluable contract of a WorkItem (DOC-CONT).
 */
export interface WorkContract {
contractVersion: PositiveInteger
goal: string
/**
 * @minItems 1
 */
requiredDeliverables: Deliverable[]
/**
 * @minItems 1
 */
acceptanceCriteria: AcceptanceCriterion[]
inputArtifacts: Sha256[]
dependencyWorkItemIds: Id[]
allowedResources: ResourceGrant[]
/**
 * @minItems 1
 */
requiredCapabilities: CapabilityRef[]
deadline: Timestamp
requestedUrgency: RequestedUrgency
businessImpact: string
retryPolicy: RetryPolicy
budget: Budget
sideEffectRisk: SideEffectRisk
executionApproval: ExecutionApprovalRequirement
constraints?: {
[k: string]: unknown
}
extensions?: Extensions
}
/* */
export interface WorkOffer {
offerId: Id
agentId: Id
agentCardVersion: PositiveInteger
expiresAt: Timestamp
status: WorkOfferStatus
declineReason?: DeclineReason
}
/* */
export interface WorkOwner {
agentId: Id
agentCardVersion: PositiveInteger
/**
 * @minItems 1
 */
capabilityPins: CapabilityRef[]
ownershipEpoch: PositiveInteger
ownershipLeaseId: Id
acceptedAt: Timestamp
}
/* */
export interface SelectionBasis {
/**
 * @minItems 1
 */
requiredCapabilities: CapabilityRef[]
/**
 * @minItems 1
 */
verifiedMatches: CapabilityRef[]
authorizationEligible: boolean
availabilityEstimate: Timestamp
expectedCost: number
reliabilityEvidence: Id[]
/**
 * @minItems 1
 */
policyRulesApplied: string[]
}
/* */
export interface ScheduleEstimate {
estimatedStart: Timestamp
estimatedCompletion: Timestamp
confidence: number
capacityStatus: ("available" | "queued" | "constrained" | "blocked")
lastCalculatedAt: Timestamp
}
/* */
export interface WorkProgress {
currentPhase: string
completedMilestones: string[]
nextCheckpoint: string
blockers: string[]
updatedCompletionEstimate: Timestamp
evidenceIds: Id[]
}
/* */
export interface WorkSubmission {
/**
 * @minItems 1
 */
artifactHashes: Sha256[]
/**
 * @minItems 1
 */
evidenceIds: Id[]
submittedAt: Timestamp
}
/**
 * One unit of work in the graph of a Mission, with contract, offers and owner (DOC-WORK).
 */
export interface WorkItem {
workItemId: Id
missionId: Id
groupId: Id
conversationId: Id
revision: SafeInteger
state: WorkItemState
exclusive: boolean
contract: WorkContract
offers?: WorkOffer[]
owner?: WorkOwner
selectionBasis?: SelectionBasis
scheduleEstimate?: ScheduleEstimate
progress?: WorkProgress
submission?: WorkSubmission
createdBy: Actor
authorizedBy?: Actor
createdAt: Timestamp
updatedAt?: Timestamp
extensions?: Extensions
}
/**
 * Who the Worker is. Whoever starts it from a template says so instead.
 */
export interface WorkerConfigIdentity {
/**
 * The Agent, as its card and its key binding name it.
 */
agentId: Id
/**
 * For people.
 */
name: string
/**
 * Signing key file; only its owner may read it.
 */
key: WorkerConfigPath
}
/**
 * Where the Authority is, and by what it is recognized.
 */
export interface WorkerConfigAuthority {
origin: WorkerConfigOrigin
organizationId: Id
/**
 * Certificate, PEM: nobody else's counts then. The system's when left out.
 */
ca?: WorkerConfigPath
/**
 * The name in the certificate, when it is not the one in the origin.
 */
serverName?: string
}
/**
 * What it can do, and the program behind each.
 */
export interface WorkerConfigCapabilities {
[k: string]: WorkerConfigCapability | undefined
}
/**
 * One of node, program and module, and what its runs get.
 */
export interface WorkerConfigCapability {
/**
 * A Node script under Node's permission model.
 */
node?: WorkerConfigPath
program?: WorkerConfigProgram
/**
 * A module whose function work is called in the Worker's own process.
 */
module?: WorkerConfigPath
/**
 * @maxItems 64
 */
args?: string[]
/**
 * For node: files and folders that it may read; its own folder when left out.
 * 
 * @maxItems 64
 */
code?: WorkerConfigPath[]
/**
 * Whether it saves checkpoints when it is asked; no when left out.
 */
checkpoints?: boolean
secrets?: WorkerConfigSecrets
needs?: WorkerConfigNeeds
}
/**
 * Environment variables that only runs of this capability get.
 */
export interface WorkerConfigSecrets {
[k: string]: WorkerConfigSecret | undefined
}
/**
 * Where the value comes from; it never stands in the configuration.
 */
export interface WorkerConfigSecret {
/**
 * A file that only its owner may read; a line feed at its end does not count.
 */
file?: WorkerConfigPath
environment?: WorkerConfigVariable
}
/**
 * Work with less budget than this is declined.
 */
export interface WorkerConfigNeeds {
modelTokens?: SafeInteger
toolCalls?: SafeInteger
computeSeconds?: SafeInteger
wallClockSeconds?: SafeInteger
externalActions?: SafeInteger
}
/**
 * Folders of this machine that runs may read: input stands for the resource folder:input.
 */
export interface WorkerConfigFolders {
[k: string]: WorkerConfigFolder | undefined
}
/**
 * A folder, for all Groups or for some.
 */
export interface WorkerConfigFolder {
path: WorkerConfigPath
/**
 * Only work of these Groups gets it; that of all when left out.
 * 
 * @minItems 1
 * @maxItems 256
 */
groups?: Id[]
}
/**
 * How Groups share the slots, by Group id.
 */
export interface WorkerConfigGroups {
[k: string]: WorkerConfigGroup | undefined
}
/**
 * The share of one Group.
 */
export interface WorkerConfigGroup {
/**
 * Its share while all slots are wanted, relative to the others; 1 when left out.
 */
weight?: number
/**
 * The most slots at a time; 0 for nothing.
 */
slots?: number
/**
 * Added to the priority of its work.
 */
bias?: number
}
/**
 * Which offers are accepted.
 */
export interface WorkerConfigAdmission {
/**
 * none and reversible when left out.
 * 
 * @minItems 1
 */
sideEffectRisks?: SideEffectRisk[]
maxQueued?: number
maxActive?: number
/**
 * Whether work is accepted before the work that it needs is verified; yes when left out.
 */
acceptWaiting?: boolean
/**
 * How long accepted work may wait for a slot.
 */
maxWait?: BriefDuration
/**
 * Resources and tools beside the folders; whatever a contract allows when left out.
 * 
 * @maxItems 256
 */
resources?: Id[]
}
/**
 * Of one run; the contract narrows them.
 */
export interface WorkerConfigLimits {
wallClock?: BriefDuration
cpu?: BriefDuration
outputMiB?: number
memoryMiB?: number
}
/**
 * How long rights are asked for.
 */
export interface WorkerConfigLease {
/**
 * Of an Execution Lease.
 */
length?: BriefDuration
/**
 * The share of the lease after which it is renewed.
 */
renewAfterShare?: number
/**
 * How long before its end everything under it is ended.
 */
stopMargin?: BriefDuration
/**
 * How long a run may take to reach a checkpoint.
 */
checkpointWait?: BriefDuration
/**
 * How long work that was given back stays ours.
 */
resumeWithin?: BriefDuration
/**
 * How long blocked work stays ours.
 */
blocked?: BriefDuration
}
/**
 * What goes on without a connection.
 */
export interface WorkerConfigOffline {
/**
 * How long reversible work goes on.
 */
grace?: BriefDuration
/**
 * The most actions that are kept for later.
 */
maxActions?: number
}
/**
 * The configuration of a Worker: who it is, what it can do, with what and within which bounds.
 */
export interface WorkerConfigFile {
/**
 * Version of this format.
 */
worker: 1
/**
 * Another configuration, of which everything is taken that is not said here.
 */
base?: WorkerConfigPath
identity?: WorkerConfigIdentity
authority?: WorkerConfigAuthority
capabilities?: WorkerConfigCapabilities
/**
 * How many runs at once, 1 when left out.
 */
slots?: number
folders?: WorkerConfigFolders
groups?: WorkerConfigGroups
otherGroups?: WorkerConfigOtherGroups
/**
 * How long a run keeps its slot before more pressing work may ask for it; 1m when left out.
 */
preemptAfter?: BriefDuration
admission?: WorkerConfigAdmission
limits?: WorkerConfigLimits
lease?: WorkerConfigLease
offline?: WorkerConfigOffline
}
/**
 * A safe point from which the work can be resumed (WORK-054).
 */
export interface Checkpoint {
/**
 * Phase of the work that was reached.
 */
phase: string
completedMilestones: string[]
/**
 * What a resuming Worker does first.
 */
nextStep?: string
/**
 * Content hash of the saved state, when it was published as an Artifact.
 */
stateArtifactHash?: Sha256
}
/**
 * Consumption in all six budget dimensions.
 */
export interface Usage {
/**
 * Millionths of one currency unit.
 */
financialMicrounits: SafeInteger
modelTokens: SafeInteger
toolCalls: SafeInteger
computeSeconds: SafeInteger
wallClockSeconds: SafeInteger
externalActions: SafeInteger
}
/**
 * What the ancestry still allows; an absent dimension has nothing allocated (BUD-009).
 */
export interface RemainingBudget {
/**
 * Millionths of one currency unit.
 */
financialMicrounits?: SafeInteger
modelTokens?: SafeInteger
toolCalls?: SafeInteger
computeSeconds?: SafeInteger
wallClockSeconds?: SafeInteger
externalActions?: SafeInteger
}
/**
 * Both sessions of a charge for bounded offline work (OFF-008).
 */
export interface OfflineReconciliation {
disconnectedAt: Timestamp
bufferedAt: Timestamp
graceDeadline: Timestamp
/**
 * Session in which the work was done.
 */
executionSessionEpoch: PositiveInteger
/**
 * Session that reported the work after the reconnect.
 */
reconciliationSessionEpoch: PositiveInteger
reconciledAt: Timestamp
/**
 * Buffered Command whose consumption is charged here.
 */
progressActionId: Id
}
/**
 * One candidate of an offer.
 */
export interface OfferRequest {
/**
 * New identifier chosen by the sender.
 */
offerId: Id
/**
 * Candidate Worker.
 */
agentId: Id
}
/**
 * A proposed contract that obliges nobody until it is authorized (WORK-T01).
 */
export interface WorkProposal {
proposalId: Id
missionId: Id
groupId: Id
proposedBy: Actor
contract: WorkContract
parentWorkItemId?: Id
state: WorkProposalState
/**
 * WorkItem that the proposal led to.
 */
workItemId?: Id
createdAt: Timestamp
}
/**
 * A durable permission to exceed one cooperation limit once (POL-010).
 */
export interface CooperationOverrideGrant {
grantId: Id
missionId: Id
groupId: Id
policyName: CooperationPolicyName
beneficiary: Actor
targetCommandKind: CoreCommandKind
/**
 * The only Action ID that may consume the Grant.
 */
targetActionId: Id
reason: Reason
approver: Actor
grantedAt: Timestamp
expiresAt: Timestamp
}
/**
 * Approves the execution of a queued WorkItem (CMD-131).
 */
export interface ApprovalGrantExecutionPayload {
/**
 * The complete Approval, signed by the approver; its conditions repeat the members below (OPEN-032).
 */
approval: Approval
/**
 * Ownership Epoch to which the Approval is bound.
 */
ownershipEpoch: PositiveInteger
/**
 * @minItems 1
 */
operations: OperationName[]
resources: Id[]
budget: Budget
expiresAt: Timestamp
}
/**
 * Publishes the signed manifest of an Artifact (CMD-130).
 */
export interface ArtifactPublishPayload {
/**
 * The complete manifest, signed by its producer.
 */
artifact: Artifact
/**
 * Ownership Epoch the sender believes to hold.
 */
ownershipEpoch: PositiveInteger
/**
 * The current Execution Lease.
 */
executionLeaseId: Id
}
/**
 * Archives the Group of a terminal Mission (CMD-145).
 */
export interface GroupArchivePayload {
/**
 * The complete signed Group Snapshot.
 */
snapshot: GroupSnapshot
}
/**
 * Charges consumption to a WorkItem (CMD-144).
 */
export interface ResourceUsageRecordPayload {
workItemId: Id
/**
 * Ownership Epoch the sender believes to hold.
 */
ownershipEpoch: PositiveInteger
/**
 * Execution Lease under which the resources were used.
 */
executionLeaseId: Id
usageDelta: UsageDelta
}
/**
 * Adds a dependency to a WorkItem (CMD-142).
 */
export interface WorkDependencyAddPayload {
workItemId: Id
/**
 * WorkItem that has to be verified first.
 */
dependencyId: Id
}
/**
 * Renews the Execution Lease of active work (CMD-143).
 */
export interface WorkExecutionLeaseRenewPayload {
workItemId: Id
/**
 * Ownership Epoch the sender believes to hold.
 */
ownershipEpoch: PositiveInteger
/**
 * The current Execution Lease.
 */
executionLeaseId: Id
/**
 * Wanted lifetime of the lease from acceptance, 300 when absent.
 */
leaseSeconds?: DurationSeconds
progress?: WorkProgress
scheduleEstimate?: ScheduleEstimate
}
/**
 * Opens a session for an Agent and ends its previous one (CMD-141).
 */
export interface SessionOpenPayload {
agentId: Id
}
/**
 * Registers a new version of an Agent Card (CMD-140).
 */
export interface AgentCardRegisterPayload {
/**
 * The complete signed Agent Card.
 */
card: AgentCard
}
/**
 * Grants a role in the Group or changes it (CMD-111).
 */
export interface MembershipChangePayload {
member: Actor
role: MembershipRole
/**
 * Provisional until the first acceptance, or active at once.
 */
state: ("provisional" | "active")
scopes: MembershipScopes
/**
 * First visible sequence, inclusive; when absent the member sees what comes next.
 */
visibilityStartSequence?: SafeInteger
/**
 * Context Package the member starts from.
 */
contextPackageId?: Id
/**
 * When a provisional Membership lapses.
 */
provisionalExpiresAt?: Timestamp
/**
 * The complete signed Context Package, when it is not known yet.
 */
contextPackage?: ContextPackage
}
/**
 * Ends the Membership of a Principal (CMD-112).
 */
export interface MembershipEndPayload {
member: Actor
/**
 * The role to end; every role of the member when absent.
 */
role?: MembershipRole
}
/**
 * Lets a delegate authorize and offer work below one WorkItem (CMD-113).
 */
export interface MembershipGrantDelegationPayload {
grantId: Id
granteeAgentId: Id
/**
 * Root of the scope of the Grant.
 */
targetWorkItemId: Id
/**
 * Capabilities and their minimum versions.
 * 
 * @minItems 1
 */
allowedCapabilities: CapabilityRef[]
/**
 * Ceilings over all uses together, every dimension named.
 */
budget: DelegationGrantBudget
/**
 * Allowed depth below the target, which itself has depth 0.
 */
maxDescendantDepth: SafeInteger
expiresAt: Timestamp
}
/**
 * Replaces the content of an own Message (CMD-115).
 */
export interface MessageCorrectPayload {
/**
 * New identifier of the correction.
 */
messageId: Id
/**
 * The Message that is amended.
 */
targetMessageId: Id
reason: Reason
/**
 * The replacement.
 */
content: MessageContent
}
/**
 * Posts a Message to the Conversation named in the envelope (CMD-114).
 */
export interface MessagePostPayload {
/**
 * New identifier chosen by the sender.
 */
messageId: Id
content: MessageContent
mentions?: Actor[]
/**
 * Identifiers the Message is about.
 */
references?: Id[]
/**
 * Marks the Message for the announcement filter (OPEN-069).
 */
announcement?: boolean
/**
 * Tolerated for symmetry with the Message; a Message never carries authority.
 */
authority?: false
}
/**
 * Hides a Message for a policy reason (CMD-117).
 */
export interface MessageRedactPayload {
/**
 * New identifier of the redaction.
 */
messageId: Id
/**
 * The Message that is amended.
 */
targetMessageId: Id
reason: Reason
content: AmendmentNote
}
/**
 * Takes back an own Message (CMD-116).
 */
export interface MessageRetractPayload {
/**
 * New identifier of the retraction.
 */
messageId: Id
/**
 * The Message that is amended.
 */
targetMessageId: Id
reason: Reason
content: AmendmentNote
}
/**
 * Approves the submitted Mission result (CMD-107).
 */
export interface MissionApprovePayload {
/**
 * The complete Approval, signed by the actor of the Command.
 */
approval: Approval
/**
 * Second Approval of a child Mission, signed by the human at the root (OPEN-058).
 */
rootApproval?: Approval
}
/**
 * Asks to appoint another Coordinator (CMD-104).
 */
export interface MissionAssignCoordinatorPayload {
/**
 * Agent that takes over.
 */
coordinatorAgentId: Id
/**
 * Wanted lifetime of the lease from acceptance, 300 when absent.
 */
leaseSeconds?: DurationSeconds
/**
 * Signed Context Package that another Agent starts from (CRD-005); its Membership Event carries it.
 */
contextPackage?: ContextPackage
}
/**
 * Cancels the Mission and everything unfinished in it (CMD-109).
 */
export interface MissionCancelPayload {
reason: Reason
}
/**
 * Asks for a new root Mission with its Group (CMD-101).
 */
export interface MissionCreatePayload {
/**
 * Identifier of the Mission to be created.
 */
missionId: Id
/**
 * Identifier of its Group; the envelope names the same one.
 */
groupId: Id
/**
 * Agent that becomes Coordinator.
 */
coordinatorAgentId: Id
objective: string
/**
 * @minItems 1
 */
definitionOfDone: AcceptanceCriterion[]
budget: Budget
deadline: Timestamp
approvalPolicy: ApprovalPolicy
/**
 * Major versions of the extension profiles the Group supports.
 */
pinnedProfiles?: PinnedProfile[]
permissions?: MissionPermissions
/**
 * Wanted lifetime of the first coordinator lease, 300 when absent.
 */
coordinatorLeaseSeconds?: DurationSeconds
title?: MissionTitle
}
/**
 * Asks to promote a WorkItem to a child Mission (CMD-103).
 */
export interface MissionCreateChildPayload {
/**
 * Identifier of the Mission to be created.
 */
missionId: Id
/**
 * Identifier of the Group of the child Mission; the envelope names the parent Group.
 */
groupId: Id
/**
 * Agent that becomes Coordinator.
 */
coordinatorAgentId: Id
objective: string
/**
 * @minItems 1
 */
definitionOfDone: AcceptanceCriterion[]
budget: Budget
deadline: Timestamp
approvalPolicy: ApprovalPolicy
/**
 * Major versions of the extension profiles the Group supports.
 */
pinnedProfiles?: PinnedProfile[]
permissions?: MissionPermissions
/**
 * Wanted lifetime of the first coordinator lease, 300 when absent.
 */
coordinatorLeaseSeconds?: DurationSeconds
title?: MissionTitle
/**
 * WorkItem of the parent Group that the child carries out.
 */
parentWorkItemId: Id
/**
 * What a failure of the child does to the parent, block_parent_work_item when absent.
 */
childFailurePolicy?: ChildFailurePolicy
}
/**
 * Asks for a new Mission that follows an approved one (CMD-102).
 */
export interface MissionCreateFollowUpPayload {
/**
 * Identifier of the Mission to be created.
 */
missionId: Id
/**
 * Identifier of its Group; the envelope names the same one.
 */
groupId: Id
/**
 * Agent that becomes Coordinator.
 */
coordinatorAgentId: Id
objective: string
/**
 * @minItems 1
 */
definitionOfDone: AcceptanceCriterion[]
budget: Budget
deadline: Timestamp
approvalPolicy: ApprovalPolicy
/**
 * Major versions of the extension profiles the Group supports.
 */
pinnedProfiles?: PinnedProfile[]
permissions?: MissionPermissions
/**
 * Wanted lifetime of the first coordinator lease, 300 when absent.
 */
coordinatorLeaseSeconds?: DurationSeconds
title?: MissionTitle
/**
 * The approved Mission that this one continues.
 */
followUpToMissionId: Id
}
/**
 * Asks to renew the coordinator lease (CMD-105).
 */
export interface MissionRenewCoordinatorPayload {
/**
 * Wanted lifetime of the lease from acceptance, 300 when absent.
 */
leaseSeconds?: DurationSeconds
}
/**
 * Sends the submitted Mission result back with changes (CMD-108).
 */
export interface MissionRequestChangesPayload {
/**
 * The complete Approval with the requested changes as comments, signed by the actor of the Command.
 */
approval: Approval
}
/**
 * Submits the Mission result to its owner (CMD-106).
 */
export interface MissionSubmitForApprovalPayload {
/**
 * Content hashes of the submitted Artifacts.
 * 
 * @minItems 1
 */
artifactHashes: Sha256[]
/**
 * Narrative for the approver, without authority.
 */
summary?: string
}
/**
 * Ends the Mission as failed (CMD-110).
 */
export interface MissionTerminatePayload {
reason: Reason
}
/**
 * Lifts one cooperation limit for one Command (CMD-132).
 */
export interface PolicyGrantCooperationOverridePayload {
/**
 * New identifier chosen by the sender.
 */
grantId: Id
policyName: CooperationPolicyName
/**
 * Who may exceed the limit.
 */
beneficiary: Actor
targetCommandKind: CoreCommandKind
/**
 * The only Action ID that may consume the Grant.
 */
targetActionId: Id
reason: Reason
expiresAt: Timestamp
}
/**
 * Accepts an offer and takes ownership (CMD-121).
 */
export interface WorkAcceptOfferPayload {
workItemId: Id
offerId: Id
/**
 * Wanted lifetime of the ownership lease, 900 when absent.
 */
ownershipLeaseSeconds?: DurationSeconds
progress?: WorkProgress
scheduleEstimate?: ScheduleEstimate
}
/**
 * Accepts a submitted result after review (CMD-127).
 */
export interface WorkAcceptResultPayload {
workItemId: Id
/**
 * Complete signed Evidence of the review.
 * 
 * @minItems 1
 */
evidence: Evidence[]
}
/**
 * Creates a WorkItem, with or without a proposal (CMD-119).
 */
export interface WorkAuthorizePayload {
/**
 * New identifier chosen by the sender.
 */
workItemId: Id
contract: WorkContract
/**
 * True when absent; shared work has no meaning in this version (OPEN-055).
 */
exclusive?: true
/**
 * Open proposal with the same contract and parent.
 */
proposalId?: Id
/**
 * WorkItem this work is part of.
 */
parentWorkItemId?: Id
/**
 * Delegation Grant under which a delegate acts.
 */
delegationGrantId?: Id
/**
 * Why the MissionOwner assigns work directly; an emergency override has to give it (OPEN-045).
 */
overrideReason?: Reason
}
/**
 * Reports that the work cannot go on (CMD-124).
 */
export interface WorkBlockPayload {
workItemId: Id
/**
 * Ownership Epoch the sender believes to hold.
 */
ownershipEpoch: PositiveInteger
/**
 * The current Execution Lease.
 */
executionLeaseId: Id
checkpoint: Checkpoint
reason: Reason
/**
 * What has to happen before the work can go on (WORK-052).
 */
requiredResolution: string
progress?: WorkProgress
scheduleEstimate?: ScheduleEstimate
/**
 * How long ownership is kept while blocked, 900 when absent.
 */
blockedLeaseSeconds?: DurationSeconds
}
/**
 * Cancels a WorkItem (CMD-129).
 */
export interface WorkCancelPayload {
workItemId: Id
reason?: Reason
}
/**
 * Saves a checkpoint and releases the slot (CMD-123).
 */
export interface WorkCheckpointPayload {
workItemId: Id
/**
 * Ownership Epoch the sender believes to hold.
 */
ownershipEpoch: PositiveInteger
/**
 * The current Execution Lease.
 */
executionLeaseId: Id
checkpoint: Checkpoint
progress?: WorkProgress
scheduleEstimate?: ScheduleEstimate
/**
 * How long ownership is kept for resuming, 900 when absent.
 */
resumeWithinSeconds?: DurationSeconds
}
/**
 * Declares the work failed, by its owner or by the Coordinator (CMD-128).
 */
export interface WorkFailPayload {
workItemId: Id
reason: Reason
/**
 * Complete signed Evidence with at least one failure report (EVI-006).
 * 
 * @minItems 1
 */
evidence: Evidence[]
/**
 * Ownership Epoch of a Worker that reports its own failure.
 */
ownershipEpoch?: PositiveInteger
/**
 * Current Execution Lease of a Worker that reports its own failure.
 */
executionLeaseId?: Id
}
/**
 * Offers a WorkItem without a live owner to Workers (CMD-120).
 */
export interface WorkOfferPayload {
workItemId: Id
/**
 * @minItems 1
 */
offers: OfferRequest[]
/**
 * Why these Workers were chosen (WORK-023).
 */
selectionBasis: SelectionBasis
/**
 * How long the offers stand, 300 when absent.
 */
offerExpiresInSeconds?: DurationSeconds
/**
 * Corrected contract with the next contractVersion (OPEN-048).
 */
contract?: WorkContract
/**
 * Delegation Grant under which a delegate acts.
 */
delegationGrantId?: Id
/**
 * Why the MissionOwner assigns work directly; an emergency override has to give it (OPEN-045).
 */
overrideReason?: Reason
}
/**
 * Proposes work without obliging anybody (CMD-118).
 */
export interface WorkProposePayload {
/**
 * New identifier chosen by the sender.
 */
proposalId: Id
contract: WorkContract
/**
 * WorkItem this work would be part of.
 */
parentWorkItemId?: Id
}
/**
 * Starts execution of owned work (CMD-122).
 */
export interface WorkStartPayload {
workItemId: Id
/**
 * Ownership Epoch the sender believes to hold.
 */
ownershipEpoch: PositiveInteger
/**
 * Wanted lifetime of the Execution Lease, 300 when absent.
 */
executionLeaseSeconds?: DurationSeconds
}
/**
 * Submits the result of the work (CMD-126).
 */
export interface WorkSubmitPayload {
workItemId: Id
/**
 * Ownership Epoch the sender believes to hold.
 */
ownershipEpoch: PositiveInteger
/**
 * The current Execution Lease.
 */
executionLeaseId: Id
/**
 * Content hashes of published Artifacts of the WorkItem.
 * 
 * @minItems 1
 */
artifactHashes: Sha256[]
/**
 * Complete signed Evidence.
 * 
 * @minItems 1
 */
evidence: Evidence[]
}
/**
 * Returns blocked work to the queue (CMD-125).
 */
export interface WorkUnblockPayload {
workItemId: Id
reason?: Reason
}
/**
 * The execution of a WorkItem was approved (EVT-006 for CMD-131).
 */
export interface ApprovalExecutionGrantedPayload {
/**
 * The complete Approval, signed by the approver; its conditions repeat the members below (OPEN-032).
 */
approval: Approval
/**
 * Ownership Epoch to which the Approval is bound.
 */
ownershipEpoch: PositiveInteger
/**
 * @minItems 1
 */
operations: OperationName[]
resources: Id[]
budget: Budget
expiresAt: Timestamp
workItemId?: Id
}
/**
 * An Artifact was published for a WorkItem (EVT-006 for CMD-130).
 */
export interface ArtifactPublishedPayload {
artifact: Artifact
/**
 * WorkItem after the Event.
 */
workItem: WorkItem
workItemId?: Id
ownershipEpoch?: PositiveInteger
executionLeaseId?: Id
}
/**
 * Consumption was charged to a WorkItem and its ancestry (EVT-010, BUD-012).
 */
export interface ResourceUsageRecordedPayload {
workItemId: Id
/**
 * Execution Lease under which the resources were used.
 */
executionLeaseId: Id
ownershipEpoch: PositiveInteger
usageDelta: UsageDelta
/**
 * Total consumption of the WorkItem after the Event.
 */
cumulativeUsage: Usage
remainingBudget: RemainingBudget
offlineReconciliation?: OfflineReconciliation
/**
 * Event from which this one was derived.
 */
sourceEventId?: Id
}
/**
 * An Execution Lease ended outside the work itself, such as by a new session (EVT-010, LSE-004).
 */
export interface WorkExecutionLeaseRevokedPayload {
/**
 * WorkItem after the Event.
 */
workItem: WorkItem
workItemId?: Id
/**
 * The Execution Lease in its closed form.
 */
lease: Lease
executionLeaseId?: Id
/**
 * Why the lease ended, session_replaced for a new session.
 */
reason: string
/**
 * State of the WorkItem after the Event.
 */
status?: WorkItemState
/**
 * The new session of the Agent.
 */
sessionEpoch?: PositiveInteger
/**
 * Ownership lease after the Event, when its term changed.
 */
ownershipLease?: Lease
/**
 * Event from which this one was derived.
 */
sourceEventId?: Id
}
/**
 * A session of an Agent was opened (EVT-002 for CMD-141).
 */
export interface SessionOpenedPayload {
agentId: Id
sessionEpoch: PositiveInteger
/**
 * Earliest possible end of the session (OPEN-011).
 */
expiresAt?: Timestamp
}
/**
 * A version of an Agent Card was registered (EVT-002 for CMD-140).
 */
export interface AgentCardRegisteredPayload {
/**
 * The complete signed Agent Card.
 */
agentCard: AgentCard
agentId?: Id
cardVersion?: PositiveInteger
}
/**
 * The Group was archived (EVT-006 for CMD-145).
 */
export interface GroupArchivedPayload {
/**
 * Group after the Event.
 */
group: Group
snapshotId?: Id
archivedAt?: Timestamp
/**
 * Event from which this one was derived.
 */
sourceEventId?: Id
}
/**
 * The final snapshot of a Group was taken (EVT-006 for CMD-145).
 */
export interface GroupSnapshotCreatedPayload {
/**
 * The complete signed Group Snapshot.
 */
snapshot: GroupSnapshot
snapshotId?: Id
throughSequence?: PositiveInteger
stateHash?: Sha256
/**
 * Content hash under which the snapshot can be fetched (OPEN-026).
 */
snapshotArtifactHash?: Sha256
}
/**
 * A Membership was granted, activated or changed (EVT-006 for CMD-111, OPEN-021).
 */
export interface MembershipChangedPayload {
/**
 * Membership after the Event.
 */
membership: Membership
/**
 * Other Memberships of the same Principal, which share its epoch (OPEN-020).
 */
memberships?: Membership[]
/**
 * Signed Context Package that the member starts from.
 */
contextPackage?: ContextPackage
/**
 * Mission after the Event, when its owner changed with the role.
 */
mission?: Mission
/**
 * Revision of the Mission after the Event, when the Event changes it (MIS-014).
 */
missionRevision?: SafeInteger
/**
 * Event from which this one was derived.
 */
sourceEventId?: Id
}
/**
 * A Delegation Grant was issued (EVT-006 for CMD-113).
 */
export interface MembershipDelegationGrantedPayload {
delegationGrant: DelegationGrant
/**
 * Membership of the delegate with the Grant.
 */
membership?: Membership
/**
 * Cooperation Override Grant that the Event consumed.
 */
cooperationOverrideGrantId?: Id
}
/**
 * A Membership ended (EVT-006 for CMD-112).
 */
export interface MembershipEndedPayload {
/**
 * Membership after the Event.
 */
membership: Membership
/**
 * Other Memberships of the same Principal, which share its epoch (OPEN-020).
 */
memberships?: Membership[]
member?: Actor
role?: MembershipRole
/**
 * Event from which this one was derived.
 */
sourceEventId?: Id
}
/**
 * An author replaced the content of a Message (EVT-006 for CMD-115).
 */
export interface MessageCorrectedPayload {
/**
 * The correction; the original stays unchanged.
 */
message: Message
targetMessageId?: Id
}
/**
 * A Message was committed (EVT-006 for CMD-114).
 */
export interface MessagePostedPayload {
message: Message
/**
 * The Message passes the announcement filter (OPEN-069).
 */
announcement?: boolean
/**
 * Cooperation Override Grant that the Event consumed.
 */
cooperationOverrideGrantId?: Id
/**
 * Event from which this one was derived.
 */
sourceEventId?: Id
}
/**
 * A Message was hidden for a policy reason (EVT-006 for CMD-117).
 */
export interface MessageRedactedPayload {
/**
 * The redaction; the original stays unchanged.
 */
message: Message
targetMessageId?: Id
}
/**
 * An author took back a Message (EVT-006 for CMD-116).
 */
export interface MessageRetractedPayload {
/**
 * The retraction; the original stays unchanged.
 */
message: Message
targetMessageId?: Id
}
/**
 * The Mission result was approved (EVT-006 for CMD-107).
 */
export interface MissionApprovedPayload {
/**
 * Mission after the Event.
 */
mission: Mission
missionId?: Id
approval: Approval
/**
 * Second Approval of a child Mission by the human at the root (OPEN-058).
 */
rootApproval?: Approval
/**
 * The coordinator lease in its closed form.
 */
lease?: Lease
/**
 * Leases that ended with the Event, in their closed form.
 */
closedLeases?: Lease[]
/**
 * Revision of the Mission after the Event, when the Event changes it (MIS-014).
 */
missionRevision?: SafeInteger
/**
 * Event from which this one was derived.
 */
sourceEventId?: Id
}
/**
 * The Mission was cancelled, on request or with an ancestor (EVT-006 for CMD-109).
 */
export interface MissionCancelledPayload {
/**
 * Mission after the Event.
 */
mission: Mission
missionId?: Id
reason: Reason
/**
 * The coordinator lease in its closed form.
 */
lease?: Lease
/**
 * Leases that ended with the Event, in their closed form.
 */
closedLeases?: Lease[]
/**
 * Revision of the Mission after the Event, when the Event changes it (MIS-014).
 */
missionRevision?: SafeInteger
/**
 * Event from which this one was derived.
 */
sourceEventId?: Id
}
/**
 * The Mission was reopened with requested changes (EVT-006 for CMD-108).
 */
export interface MissionChangesRequestedPayload {
/**
 * Mission after the Event.
 */
mission: Mission
missionId?: Id
approval: Approval
/**
 * The comments of the Approval.
 */
feedback?: string
/**
 * Revision of the Mission after the Event, when the Event changes it (MIS-014).
 */
missionRevision?: SafeInteger
}
/**
 * A WorkItem was promoted to a child Mission (EVT-006 for CMD-103).
 */
export interface MissionChildCreatedPayload {
/**
 * Parent WorkItem after the promotion.
 */
workItem: WorkItem
childMissionId: Id
childGroupId: Id
childFailurePolicy: ChildFailurePolicy
parentMissionId?: Id
parentWorkItemId?: Id
/**
 * The child as created, so that the parent ledger knows its budget.
 */
childMission?: Mission
/**
 * Lease of the custodian owner of the parent WorkItem (OPEN-030).
 */
ownershipLease?: Lease
/**
 * Leases that ended with the Event, in their closed form.
 */
closedLeases?: Lease[]
/**
 * Revision of the Mission after the Event, when the Event changes it (MIS-014).
 */
missionRevision?: SafeInteger
/**
 * Cooperation Override Grant that the Event consumed.
 */
cooperationOverrideGrantId?: Id
/**
 * Event from which this one was derived.
 */
sourceEventId?: Id
}
/**
 * Another Coordinator took over (EVT-006 for CMD-104).
 */
export interface MissionCoordinatorAssignedPayload {
mission: Mission
/**
 * The coordinator lease of the new epoch.
 */
lease: Lease
previousCoordinatorAgentId: Id
/**
 * Coordinator lease of the former epoch in its closed form.
 */
previousLease?: Lease
coordinatorAgentId?: Id
coordinatorEpoch?: PositiveInteger
leaseExpiresAt?: Timestamp
/**
 * Event from which this one was derived.
 */
sourceEventId?: Id
}
/**
 * The coordinator lease was renewed (EVT-006 for CMD-105).
 */
export interface MissionCoordinatorRenewedPayload {
/**
 * The renewed coordinator lease.
 */
lease: Lease
mission?: Mission
coordinatorEpoch?: PositiveInteger
leaseExpiresAt?: Timestamp
}
/**
 * A Mission with its Group began, as root or as child (EVT-006 for CMD-101 and CMD-103).
 */
export interface MissionCreatedPayload {
mission: Mission
group: Group
/**
 * The Group-level Conversation.
 */
conversation: Conversation
/**
 * Owner and Coordinator.
 * 
 * @minItems 1
 */
memberships: Membership[]
/**
 * The first coordinator lease.
 */
lease: Lease
title?: MissionTitle
permissions?: MissionPermissions
/**
 * Event of the parent Group that created this child Mission.
 */
parentEventId?: Id
/**
 * Declared policy of a child Mission.
 */
childFailurePolicy?: ChildFailurePolicy
/**
 * Event from which this one was derived.
 */
sourceEventId?: Id
}
/**
 * A Mission that follows an approved one began (EVT-006 for CMD-102).
 */
export interface MissionFollowUpCreatedPayload {
mission: Mission
group: Group
/**
 * The Group-level Conversation.
 */
conversation: Conversation
/**
 * Owner and Coordinator.
 * 
 * @minItems 1
 */
memberships: Membership[]
/**
 * The first coordinator lease.
 */
lease: Lease
title?: MissionTitle
permissions?: MissionPermissions
/**
 * The approved Mission that this one continues.
 */
followUpToMissionId: Id
}
/**
 * The Mission result was submitted to its owner (EVT-006 for CMD-106).
 */
export interface MissionSubmittedForApprovalPayload {
/**
 * Mission after the Event.
 */
mission: Mission
missionId?: Id
/**
 * Revision to which the answer has to refer.
 */
missionRevision: SafeInteger
/**
 * The submitted Artifact set.
 * 
 * @minItems 1
 */
artifactHashes: Sha256[]
/**
 * Narrative for the approver, without authority.
 */
summary?: string
}
/**
 * The Mission ended as failed (EVT-006 for CMD-110).
 */
export interface MissionTerminatedPayload {
/**
 * Mission after the Event.
 */
mission: Mission
missionId?: Id
reason: Reason
/**
 * Failed child Mission that brought this about.
 */
childMissionId?: Id
/**
 * The coordinator lease in its closed form.
 */
lease?: Lease
/**
 * Leases that ended with the Event, in their closed form.
 */
closedLeases?: Lease[]
/**
 * Revision of the Mission after the Event, when the Event changes it (MIS-014).
 */
missionRevision?: SafeInteger
/**
 * Event from which this one was derived.
 */
sourceEventId?: Id
}
/**
 * One cooperation limit was lifted for one Command (EVT-006 for CMD-132).
 */
export interface PolicyCooperationOverrideGrantedPayload {
cooperationOverrideGrant: CooperationOverrideGrant
}
/**
 * A WorkItem with its Conversation was created (EVT-006 for CMD-119).
 */
export interface WorkAuthorizedPayload {
/**
 * WorkItem after the Event.
 */
workItem: WorkItem
workItemId?: Id
/**
 * The dedicated Conversation of the WorkItem.
 */
conversation: Conversation
/**
 * Proposal after the Event.
 */
workProposal?: WorkProposal
proposalId?: Id
parentWorkItemId?: Id
/**
 * Delegation Grant under which a delegate acts.
 */
delegationGrantId?: Id
/**
 * Why the MissionOwner assigns work directly; an emergency override has to give it (OPEN-045).
 */
overrideReason?: Reason
/**
 * Mission after the Event.
 */
mission?: Mission
/**
 * Revision of the Mission after the Event, when the Event changes it (MIS-014).
 */
missionRevision?: SafeInteger
/**
 * Cooperation Override Grant that the Event consumed.
 */
cooperationOverrideGrantId?: Id
/**
 * Event from which this one was derived.
 */
sourceEventId?: Id
}
/**
 * Work is blocked, by its owner or by a child Mission (EVT-006 for CMD-124 and CMD-110).
 */
export interface WorkBlockedPayload {
/**
 * WorkItem after the Event.
 */
workItem: WorkItem
workItemId?: Id
reason: Reason
checkpoint?: Checkpoint
/**
 * What has to happen before the work can go on.
 */
requiredResolution?: string
/**
 * The Execution Lease in its closed form.
 */
lease?: Lease
/**
 * Lease that keeps ownership while blocked.
 */
blockedLease?: Lease
/**
 * Ownership lease after the Event, when its term changed.
 */
ownershipLease?: Lease
/**
 * Leases that ended with the Event, in their closed form.
 */
closedLeases?: Lease[]
ownershipEpoch?: PositiveInteger
executionLeaseId?: Id
ownershipLeaseExpiresAt?: Timestamp
/**
 * Child Mission that brought this about.
 */
childMissionId?: Id
/**
 * Revision of the Mission after the Event, when the Event changes it (MIS-014).
 */
missionRevision?: SafeInteger
/**
 * Event from which this one was derived.
 */
sourceEventId?: Id
}
/**
 * A WorkItem was cancelled, on request or with its Mission (EVT-006 for CMD-129 and CMD-109).
 */
export interface WorkCancelledPayload {
/**
 * WorkItem after the Event.
 */
workItem: WorkItem
workItemId?: Id
reason?: Reason
/**
 * The Execution Lease in its closed form.
 */
lease?: Lease
/**
 * Leases that ended with the Event, in their closed form.
 */
closedLeases?: Lease[]
/**
 * Revision of the Mission after the Event, when the Event changes it (MIS-014).
 */
missionRevision?: SafeInteger
/**
 * Event from which this one was derived.
 */
sourceEventId?: Id
}
/**
 * A checkpoint was saved and the slot released (EVT-006 for CMD-123).
 */
export interface WorkCheckpointedPayload {
/**
 * WorkItem after the Event.
 */
workItem: WorkItem
workItemId?: Id
checkpoint: Checkpoint
/**
 * The Execution Lease in its closed form.
 */
lease: Lease
/**
 * Ownership lease after the Event, when its term changed.
 */
ownershipLease?: Lease
ownershipEpoch?: PositiveInteger
executionLeaseId?: Id
ownershipLeaseExpiresAt?: Timestamp
/**
 * Event from which this one was derived.
 */
sourceEventId?: Id
}
/**
 * The contract of a WorkItem changed (EVT-006 for CMD-142, OPEN-048).
 */
export interface WorkContractRevisedPayload {
/**
 * WorkItem after the Event.
 */
workItem: WorkItem
workItemId?: Id
/**
 * The added dependency.
 */
dependencyId?: Id
contractVersion?: PositiveInteger
/**
 * Revision of the WorkItem.
 */
revision?: SafeInteger
/**
 * Leases that ended with the Event, in their closed form.
 */
closedLeases?: Lease[]
/**
 * Delegation Grant under which a delegate acts.
 */
delegationGrantId?: Id
/**
 * Why the MissionOwner assigns work directly; an emergency override has to give it (OPEN-045).
 */
overrideReason?: Reason
/**
 * Revision of the Mission after the Event, when the Event changes it (MIS-014).
 */
missionRevision?: SafeInteger
/**
 * Event from which this one was derived.
 */
sourceEventId?: Id
}
/**
 * A WorkItem failed, by report or by propagation (EVT-006 for CMD-128 and CMD-110).
 */
export interface WorkFailedPayload {
/**
 * WorkItem after the Event.
 */
workItem: WorkItem
workItemId?: Id
reason: Reason
/**
 * Complete signed Evidence.
 */
evidence?: Evidence[]
/**
 * Child Mission that brought this about.
 */
childMissionId?: Id
/**
 * The Execution Lease in its closed form.
 */
lease?: Lease
/**
 * Leases that ended with the Event, in their closed form.
 */
closedLeases?: Lease[]
/**
 * Revision of the Mission after the Event, when the Event changes it (MIS-014).
 */
missionRevision?: SafeInteger
/**
 * Event from which this one was derived.
 */
sourceEventId?: Id
}
/**
 * A Worker accepted an offer and became owner (EVT-006 for CMD-121).
 */
export interface WorkOfferAcceptedPayload {
/**
 * WorkItem after the Event.
 */
workItem: WorkItem
workItemId?: Id
/**
 * The new ownership lease.
 */
lease: Lease
offerId?: Id
assigneeId?: Id
ownershipEpoch?: PositiveInteger
ownershipLeaseExpiresAt?: Timestamp
/**
 * Card version pinned by the assignment.
 */
agentCardVersion?: PositiveInteger
/**
 * Cooperation Override Grant that the Event consumed.
 */
cooperationOverrideGrantId?: Id
}
/**
 * A WorkItem was offered to Workers (EVT-006 for CMD-120).
 */
export interface WorkOfferCreatedPayload {
/**
 * WorkItem after the Event.
 */
workItem: WorkItem
workItemId?: Id
/**
 * @minItems 1
 */
candidateAgentIds?: Id[]
offerExpiresAt?: Timestamp
selectionBasis?: SelectionBasis
/**
 * Leases that ended with the Event, in their closed form.
 */
closedLeases?: Lease[]
/**
 * Delegation Grant under which a delegate acts.
 */
delegationGrantId?: Id
/**
 * Why the MissionOwner assigns work directly; an emergency override has to give it (OPEN-045).
 */
overrideReason?: Reason
/**
 * Event from which this one was derived.
 */
sourceEventId?: Id
}
/**
 * The Execution Lease was renewed, perhaps with a progress report (EVT-006 for CMD-143).
 */
export interface WorkProgressedPayload {
/**
 * WorkItem after the Event.
 */
workItem: WorkItem
workItemId?: Id
/**
 * The renewed Execution Lease.
 */
lease: Lease
/**
 * Ownership lease after the Event, when its term changed.
 */
ownershipLease?: Lease
ownershipEpoch?: PositiveInteger
executionLeaseId?: Id
executionLeaseExpiresAt?: Timestamp
/**
 * Event from which this one was derived.
 */
sourceEventId?: Id
}
/**
 * Work was proposed (EVT-006 for CMD-118).
 */
export interface WorkProposedPayload {
workProposal: WorkProposal
/**
 * Revision of the Mission after the Event, when the Event changes it (MIS-014).
 */
missionRevision?: SafeInteger
/**
 * Cooperation Override Grant that the Event consumed.
 */
cooperationOverrideGrantId?: Id
}
/**
 * The result of a WorkItem was accepted, by review or with its child Mission (EVT-006 for CMD-127 and CMD-107).
 */
export interface WorkResultAcceptedPayload {
/**
 * WorkItem after the Event.
 */
workItem: WorkItem
workItemId?: Id
/**
 * Complete signed Evidence of the review; empty when a child Approval takes its place.
 */
evidence: Evidence[]
childMissionId?: Id
childApprovalId?: Id
/**
 * The signed Approval of the child Mission.
 */
childApproval?: Approval
/**
 * Manifests of the child Mission that became results of the WorkItem.
 */
artifacts?: Artifact[]
/**
 * Leases that ended with the Event, in their closed form.
 */
closedLeases?: Lease[]
/**
 * Revision of the Mission after the Event, when the Event changes it (MIS-014).
 */
missionRevision?: SafeInteger
/**
 * Event from which this one was derived.
 */
sourceEventId?: Id
}
/**
 * Execution of a WorkItem began (EVT-006 for CMD-122).
 */
export interface WorkStartedPayload {
/**
 * WorkItem after the Event.
 */
workItem: WorkItem
workItemId?: Id
/**
 * The new Execution Lease.
 */
lease: Lease
/**
 * Ownership lease after the Event, when its term changed.
 */
ownershipLease?: Lease
ownershipEpoch?: PositiveInteger
executionLeaseId?: Id
executionLeaseExpiresAt?: Timestamp
/**
 * Cooperation Override Grant that the Event consumed.
 */
cooperationOverrideGrantId?: Id
}
/**
 * The result of a WorkItem was submitted (EVT-006 for CMD-126).
 */
export interface WorkSubmittedPayload {
/**
 * WorkItem after the Event.
 */
workItem: WorkItem
workItemId?: Id
/**
 * Complete signed Evidence.
 * 
 * @minItems 1
 */
evidence: Evidence[]
/**
 * @minItems 1
 */
artifactHashes?: Sha256[]
/**
 * The Execution Lease in its closed form.
 */
lease?: Lease
/**
 * Ownership lease after the Event, when its term changed.
 */
ownershipLease?: Lease
ownershipEpoch?: PositiveInteger
executionLeaseId?: Id
/**
 * Event from which this one was derived.
 */
sourceEventId?: Id
}
/**
 * Blocked work returned to the queue or to the open items (EVT-006 for CMD-125).
 */
export interface WorkUnblockedPayload {
/**
 * WorkItem after the Event.
 */
workItem: WorkItem
workItemId?: Id
/**
 * State of the WorkItem after the Event.
 */
status?: ("queued" | "open")
reason?: Reason
/**
 * Ownership lease after the Event, when its term changed.
 */
ownershipLease?: Lease
/**
 * Leases that ended with the Event, in their closed form.
 */
closedLeases?: Lease[]
/**
 * Event from which this one was derived.
 */
sourceEventId?: Id
}
export interface CommandPayloads {
  'approval.grant_execution': ApprovalGrantExecutionPayload;
  'artifact.publish': ArtifactPublishPayload;
  'ext.missionweaveprotocol.core.group_archive': GroupArchivePayload;
  'ext.missionweaveprotocol.core.resource_usage_record': ResourceUsageRecordPayload;
  'ext.missionweaveprotocol.core.work_dependency_add': WorkDependencyAddPayload;
  'ext.missionweaveprotocol.core.work_execution_lease_renew': WorkExecutionLeaseRenewPayload;
  'ext.missionweaveprotocol.identity.session_open': SessionOpenPayload;
  'ext.missionweaveprotocol.registry.agent_card_register': AgentCardRegisterPayload;
  'membership.change': MembershipChangePayload;
  'membership.end': MembershipEndPayload;
  'membership.grant_delegation': MembershipGrantDelegationPayload;
  'message.correct': MessageCorrectPayload;
  'message.post': MessagePostPayload;
  'message.redact': MessageRedactPayload;
  'message.retract': MessageRetractPayload;
  'mission.approve': MissionApprovePayload;
  'mission.assign_coordinator': MissionAssignCoordinatorPayload;
  'mission.cancel': MissionCancelPayload;
  'mission.create': MissionCreatePayload;
  'mission.create_child': MissionCreateChildPayload;
  'mission.create_follow_up': MissionCreateFollowUpPayload;
  'mission.renew_coordinator': MissionRenewCoordinatorPayload;
  'mission.request_changes': MissionRequestChangesPayload;
  'mission.submit_for_approval': MissionSubmitForApprovalPayload;
  'mission.terminate': MissionTerminatePayload;
  'policy.grant_cooperation_override': PolicyGrantCooperationOverridePayload;
  'work.accept_offer': WorkAcceptOfferPayload;
  'work.accept_result': WorkAcceptResultPayload;
  'work.authorize': WorkAuthorizePayload;
  'work.block': WorkBlockPayload;
  'work.cancel': WorkCancelPayload;
  'work.checkpoint': WorkCheckpointPayload;
  'work.fail': WorkFailPayload;
  'work.offer': WorkOfferPayload;
  'work.propose': WorkProposePayload;
  'work.start': WorkStartPayload;
  'work.submit': WorkSubmitPayload;
  'work.unblock': WorkUnblockPayload;
}
export interface EventPayloads {
  'approval.execution.granted': ApprovalExecutionGrantedPayload;
  'artifact.published': ArtifactPublishedPayload;
  'ext.missionweaveprotocol.core.resource_usage_recorded': ResourceUsageRecordedPayload;
  'ext.missionweaveprotocol.core.work_execution_lease_revoked': WorkExecutionLeaseRevokedPayload;
  'ext.missionweaveprotocol.identity.session_opened': SessionOpenedPayload;
  'ext.missionweaveprotocol.registry.agent_card_registered': AgentCardRegisteredPayload;
  'group.archived': GroupArchivedPayload;
  'group.snapshot.created': GroupSnapshotCreatedPayload;
  'membership.changed': MembershipChangedPayload;
  'membership.delegation.granted': MembershipDelegationGrantedPayload;
  'membership.ended': MembershipEndedPayload;
  'message.corrected': MessageCorrectedPayload;
  'message.posted': MessagePostedPayload;
  'message.redacted': MessageRedactedPayload;
  'message.retracted': MessageRetractedPayload;
  'mission.approved': MissionApprovedPayload;
  'mission.cancelled': MissionCancelledPayload;
  'mission.changes_requested': MissionChangesRequestedPayload;
  'mission.child.created': MissionChildCreatedPayload;
  'mission.coordinator.assigned': MissionCoordinatorAssignedPayload;
  'mission.coordinator.renewed': MissionCoordinatorRenewedPayload;
  'mission.created': MissionCreatedPayload;
  'mission.follow_up.created': MissionFollowUpCreatedPayload;
  'mission.submitted_for_approval': MissionSubmittedForApprovalPayload;
  'mission.terminated': MissionTerminatedPayload;
  'policy.cooperation_override.granted': PolicyCooperationOverrideGrantedPayload;
  'work.authorized': WorkAuthorizedPayload;
  'work.blocked': WorkBlockedPayload;
  'work.cancelled': WorkCancelledPayload;
  'work.checkpointed': WorkCheckpointedPayload;
  'work.contract.revised': WorkContractRevisedPayload;
  'work.failed': WorkFailedPayload;
  'work.offer.accepted': WorkOfferAcceptedPayload;
  'work.offer.created': WorkOfferCreatedPayload;
  'work.progressed': WorkProgressedPayload;
  'work.proposed': WorkProposedPayload;
  'work.result.accepted': WorkResultAcceptedPayload;
  'work.started': WorkStartedPayload;
  'work.submitted': WorkSubmittedPayload;
  'work.unblocked': WorkUnblockedPayload;
}
