// What a person fills in for each kind of Command. Wishes alone: ids, epochs, revisions, times and signatures are for the
// host to add. Documents inside (contracts, budgets) are checked by the rules, whose verdict stands on the sheet.
import { z } from 'zod';
import { actor, document, id } from './values.ts';

const seconds = z.int().positive();
const texts = z.array(z.string());

const mission = {
  missionId: id.optional(),
  newGroupId: id.optional(),
  title: z.string().optional(),
  objective: z.string(),
  definitionOfDone: z.array(document),
  budget: document,
  /** RFC 3339. */
  deadline: z.string(),
  approvalPolicy: document,
  permissions: texts.optional(),
  coordinatorAgentId: z.string(),
  coordinatorLeaseSeconds: seconds.optional(),
};

const amendment = { messageId: id.optional(), targetMessageId: id, reason: z.string() };

const evidence = z.strictObject({
  evidenceId: id.optional(),
  type: z.enum([
    'artifact_integrity',
    'schema_validation',
    'deterministic_test',
    'business_rule',
    'reviewer_assessment',
    'human_review',
    'policy_check',
    'failure_report',
  ]),
  criterionIds: texts,
  method: z.string(),
  result: z.enum(['passed', 'failed', 'inconclusive']),
  subject: document.optional(),
  artifactHashes: texts.optional(),
  details: document.optional(),
});

const proven = {
  workItemId: id,
  evidence: z.array(evidence).optional(),
  signedEvidence: z.array(document).optional(),
};

/** What a person writes of a Context Package; ids, Events, decisions and author are added. */
const contextPackage = z.strictObject({
  workItemId: id.optional(),
  summary: z.string().max(50_000),
  constraints: z.array(z.string().max(4_000)),
  unresolvedQuestions: z.array(z.string().max(4_000)),
  artifactHashes: texts,
});

const report = {
  workItemId: id,
  progress: document.optional(),
  scheduleEstimate: document.optional(),
};

/** The form of every kind of Command that a window can ask for. */
export const INTENT_FORMS = {
  'mission.create': z.strictObject(mission),
  'mission.create_follow_up': z.strictObject({ ...mission, followUpToMissionId: id }),
  'mission.create_child': z.strictObject({
    ...mission,
    parentWorkItemId: id,
    childFailurePolicy: z.string().optional(),
  }),
  'mission.assign_coordinator': z.strictObject({
    coordinatorAgentId: id,
    leaseSeconds: seconds.optional(),
    /** For another Agent (CRD-005); the Coordinator that it takes over from signs it, so that one has to be here. */
    contextPackage: contextPackage.optional(),
  }),
  'mission.renew_coordinator': z.strictObject({ leaseSeconds: seconds.optional() }),
  'mission.submit_for_approval': z.strictObject({ artifactHashes: texts, summary: z.string().optional() }),
  'mission.approve': z.strictObject({
    approvalId: id.optional(),
    comments: z.string(),
    /** Artifacts that are approved by their hash, without their content having been seen. */
    unseenArtifactHashes: texts.optional(),
    rootApproval: document.optional(),
  }),
  'mission.request_changes': z.strictObject({
    approvalId: id.optional(),
    feedback: z.string(),
    conditions: texts.optional(),
  }),
  'mission.cancel': z.strictObject({ reason: z.string() }),
  'mission.terminate': z.strictObject({ reason: z.string() }),
  'membership.change': z.strictObject({
    member: actor.strict(),
    role: z.string(),
    state: z.enum(['provisional', 'active']),
    scopes: texts.optional(),
    visibilityStartSequence: z.int().optional(),
    provisionalExpiresAt: z.string().optional(),
    contextPackageId: id.optional(),
    contextPackage: contextPackage.optional(),
    signedContextPackage: document.optional(),
  }),
  'membership.end': z.strictObject({ member: actor.strict(), role: z.string().optional() }),
  'membership.grant_delegation': z.strictObject({
    grantId: id.optional(),
    granteeAgentId: id,
    targetWorkItemId: id,
    allowedCapabilities: z.array(document),
    budget: document,
    maxDescendantDepth: z.int(),
    expiresAt: z.string(),
  }),
  'message.post': z.strictObject({
    messageId: id.optional(),
    conversationId: id,
    content: z.array(document),
    mentions: z.array(actor.strict()).optional(),
    references: texts.optional(),
    announcement: z.boolean().optional(),
  }),
  'message.correct': z.strictObject({ ...amendment, content: z.array(document) }),
  'message.retract': z.strictObject(amendment),
  'message.redact': z.strictObject(amendment),
  'work.propose': z.strictObject({
    proposalId: id.optional(),
    contract: document,
    parentWorkItemId: id.optional(),
  }),
  'work.authorize': z.strictObject({
    workItemId: id.optional(),
    contract: document,
    proposalId: id.optional(),
    parentWorkItemId: id.optional(),
    delegationGrantId: id.optional(),
    overrideReason: z.string().optional(),
  }),
  'work.offer': z.strictObject({
    workItemId: id,
    candidates: z.array(z.strictObject({ agentId: id, offerId: id.optional() })),
    offerSeconds: seconds.optional(),
    selectionBasis: document.optional(),
    contract: document.optional(),
    delegationGrantId: id.optional(),
    overrideReason: z.string().optional(),
  }),
  'work.accept_offer': z.strictObject({
    ...report,
    offerId: id,
    ownershipLeaseSeconds: seconds.optional(),
  }),
  'work.start': z.strictObject({ workItemId: id, executionLeaseSeconds: seconds.optional() }),
  'work.checkpoint': z.strictObject({
    ...report,
    checkpoint: document,
    resumeWithinSeconds: seconds.optional(),
  }),
  'work.block': z.strictObject({
    ...report,
    checkpoint: document,
    reason: z.string(),
    requiredResolution: z.string(),
    blockedLeaseSeconds: seconds.optional(),
  }),
  'work.unblock': z.strictObject({ workItemId: id, reason: z.string().optional() }),
  'work.submit': z.strictObject({ ...proven, artifactHashes: texts }),
  'work.accept_result': z.strictObject(proven),
  'work.fail': z.strictObject({ ...proven, reason: z.string() }),
  'work.cancel': z.strictObject({ workItemId: id, reason: z.string().optional() }),
  'artifact.publish': z.strictObject({ artifact: document }),
  'approval.grant_execution': z.strictObject({
    approvalId: id.optional(),
    workItemId: id,
    operations: texts,
    resources: texts,
    budget: document,
    expiresAt: z.string(),
    comments: z.string().optional(),
  }),
  'policy.grant_cooperation_override': z.strictObject({
    grantId: id.optional(),
    policyName: z.string(),
    beneficiary: actor.strict(),
    targetCommandKind: z.string(),
    targetActionId: id,
    reason: z.string(),
    expiresAt: z.string(),
  }),
  'ext.missionweaveprotocol.core.work_dependency_add': z.strictObject({ workItemId: id, dependencyId: id }),
  'ext.missionweaveprotocol.core.work_execution_lease_renew': z.strictObject({
    ...report,
    leaseSeconds: seconds.optional(),
  }),
} as const;

export type IntentKind = keyof typeof INTENT_FORMS;

const base = {
  /** The Group to act in; made with the Mission where that is new. */
  groupId: id.optional(),
  /** Who is to sign; chosen among the local identities when left out. */
  signer: actor.strict().optional(),
  actionId: id.optional(),
  cooperationOverrideGrantId: id.optional(),
  causationId: id.optional(),
  correlationId: id.optional(),
};

type IntentSchema = {
  readonly [Kind in IntentKind]: z.ZodObject<
    typeof base & { kind: z.ZodLiteral<Kind>; form: (typeof INTENT_FORMS)[Kind] },
    z.core.$strict
  >;
}[IntentKind];

const kinds = Object.entries(INTENT_FORMS).map(([kind, form]) =>
  z.strictObject({ ...base, kind: z.literal(kind), form }),
) as unknown as [IntentSchema, ...IntentSchema[]];

/** What a person wants: a kind, a place, and its form. */
export const intent = z.discriminatedUnion('kind', kinds);

/** A form that is still being filled in: kept as it is, checked only when a sheet is opened. */
export const roughIntent = z.strictObject({
  ...base,
  kind: z.enum(Object.keys(INTENT_FORMS) as [IntentKind, ...IntentKind[]]),
  form: document,
});

export type ContractIntent = z.infer<typeof intent>;
export type RoughIntent = z.infer<typeof roughIntent>;
/** The form of one kind, for a window's own forms. */
export type IntentForm<Kind extends IntentKind> = z.infer<(typeof INTENT_FORMS)[Kind]>;
