// Payloads of the Commands that are about work: planning, execution, results, and what permits them.
import { matchCapabilities } from '../../../domain/capabilities.ts';
import { nowAt } from '../../../domain/decision.ts';
import { conditionsOf } from '../../../domain/execution-approvals.ts';
import type {
  Actor,
  Approval,
  Artifact,
  Evidence,
  SelectionBasis,
  WorkContract,
} from '../../../protocol/generated/documents.ts';
import type { DeskCommandKind, EvidenceForm } from './forms.ts';
import {
  type BuiltPayload,
  type PayloadBuilder,
  type PayloadInput,
  placeOfItem,
  unsignedPart,
} from './payload-input.ts';

type WorkPart = Exclude<DeskCommandKind, `mission.${string}` | `membership.${string}` | `message.${string}`>;

const MICROUNITS = 1_000_000;

/** Nobody can hold Ownership Epoch 0; the rules refuse it by their own reasons. */
const NO_EPOCH = 1;
const NO_LEASE = 'urn:heddle:lease:none';

export const WORK_PAYLOADS: { readonly [Kind in WorkPart]: PayloadBuilder<Kind> } = {
  'work.propose': ({ form, ids }) => ({
    payload: { ...form, proposalId: form.proposalId ?? ids.get('proposal') },
  }),
  'work.authorize': ({ form, ids }) => ({
    payload: { ...form, workItemId: form.workItemId ?? ids.get('work') },
  }),
  'work.offer': offer,
  'work.accept_offer': (input) => ({ ...atItem(input), payload: { ...input.form } }),
  'work.start': (input) => {
    const { ownershipEpoch } = claimOf(input);
    return { ...atItem(input), payload: { ...input.form, ownershipEpoch } };
  },
  'work.checkpoint': (input) => ({ ...atItem(input), payload: { ...input.form, ...claimOf(input) } }),
  'work.block': (input) => ({ ...atItem(input), payload: { ...input.form, ...claimOf(input) } }),
  'work.unblock': (input) => ({ ...atItem(input), payload: { ...input.form } }),
  'work.submit': (input) => {
    const { evidence, ...signing } = evidenceOf(input);
    const { workItemId, artifactHashes } = input.form;
    const payload = { workItemId, ...claimOf(input), artifactHashes: [...artifactHashes], evidence };
    return { ...atItem(input), ...signing, payload };
  },
  'work.accept_result': (input) => {
    const { evidence, ...signing } = evidenceOf(input);
    return { ...atItem(input), ...signing, payload: { workItemId: input.form.workItemId, evidence } };
  },
  'work.fail': (input) => {
    const { evidence, ...signing } = evidenceOf(input);
    const { workItemId, reason } = input.form;
    // An owner that leads nothing reports its own failure; everybody else declares it (WORK-012).
    const isOwner = placeOfItem(input, workItemId).record?.document.owner?.agentId === input.signer.id;
    const isCoordinator = input.mission?.document.coordinator.agentId === input.signer.id;
    const claim = isOwner && !isCoordinator ? claimOf(input) : {};
    return { ...atItem(input), ...signing, payload: { workItemId, reason, evidence, ...claim } };
  },
  'work.cancel': (input) => ({ ...atItem(input), payload: { ...input.form } }),
  'artifact.publish': (input) => {
    const { artifact } = input.form;
    const at = { ...input, form: { workItemId: artifact.workItemId } };
    const { ownershipEpoch, executionLeaseId } = claimOf(at);
    const isSigned = 'signature' in artifact;
    return {
      ...atItem(at),
      ...(isSigned ? {} : { signs: [{ kind: 'artifact', path: ['artifact'], by: input.signer }] }),
      payload: { artifact: unsignedPart<Artifact>(artifact), ownershipEpoch, executionLeaseId },
    };
  },
  'approval.grant_execution': grantExecution,
  'policy.grant_cooperation_override': ({ form, ids }) => ({
    payload: { ...form, grantId: form.grantId ?? ids.get('override') },
  }),
  'ext.missionweaveprotocol.core.work_dependency_add': (input) => ({
    ...atItem(input),
    payload: { ...input.form },
  }),
  'ext.missionweaveprotocol.core.work_execution_lease_renew': (input) => ({
    ...atItem(input),
    payload: { ...input.form, ...claimOf(input) },
  }),
};

type AtItem = Pick<PayloadInput<DeskCommandKind>, 'world' | 'groupId'> & {
  readonly form: { readonly workItemId: string };
};

function atItem(input: AtItem) {
  const { record: _record, ...place } = placeOfItem(input, input.form.workItemId);
  return place;
}

/** What an owner's Command says of its ownership: the terms that are current. */
function claimOf(input: AtItem): { readonly ownershipEpoch: number; readonly executionLeaseId: string } {
  const { record } = placeOfItem(input, input.form.workItemId);
  return {
    ownershipEpoch: Math.max(NO_EPOCH, record?.ownershipEpoch ?? NO_EPOCH),
    executionLeaseId: record?.executionLeaseId ?? NO_LEASE,
  };
}

function offer(input: PayloadInput<'work.offer'>): BuiltPayload<'work.offer'> {
  const { form, ids } = input;
  const { workItemId, candidates, offerSeconds, contract, delegationGrantId, overrideReason } = form;
  const { record, ...place } = placeOfItem(input, workItemId);
  return {
    ...place,
    payload: {
      workItemId,
      offers: candidates.map(({ agentId, offerId }, index) => ({
        agentId,
        offerId: offerId ?? ids.get('offer', index),
      })),
      selectionBasis: form.selectionBasis ?? plainBasis(input, contract ?? record?.document.contract),
      ...(offerSeconds === undefined ? {} : { offerExpiresInSeconds: offerSeconds }),
      ...(contract === undefined ? {} : { contract }),
      ...(delegationGrantId === undefined ? {} : { delegationGrantId }),
      ...(overrideReason === undefined ? {} : { overrideReason }),
    },
  };
}

/** What can be said of a choice that a person made without a ranking (WORK-023). */
function plainBasis(
  { form, now, cardOf, estimateOf }: PayloadInput<'work.offer'>,
  contract: WorkContract | undefined,
): SelectionBasis {
  const requiredCapabilities = contract?.requiredCapabilities ?? [];
  const [first] = form.candidates;
  const card = first === undefined ? undefined : cardOf(first.agentId);
  const pins = card === undefined ? [] : matchCapabilities(card, requiredCapabilities).pins;
  const estimates =
    contract === undefined
      ? []
      : form.candidates.flatMap(({ agentId }) => estimateOf(agentId, contract) ?? []);
  const [best] = estimates;
  const startMs = Math.max(now.epochMs, best?.start?.atMs ?? 0);
  return {
    requiredCapabilities,
    verifiedMatches: pins.length === 0 ? requiredCapabilities : [...pins],
    authorizationEligible: true,
    availabilityEstimate: startMs === now.epochMs ? now.text : nowAt(startMs).text,
    // Where nothing is known the limit of the contract is the most that it can be.
    expectedCost:
      best?.cost === undefined ? (contract?.budget.financialLimit ?? 0) : best.cost.microunits / MICROUNITS,
    reliabilityEvidence: [...new Set(estimates.flatMap(({ evidenceIds }) => evidenceIds))],
    policyRulesApplied: ['chosen by a person'],
  };
}

type EvidenceInput = PayloadInput<'work.submit' | 'work.accept_result' | 'work.fail'>;

/** The Evidence of a Command: what is made and signed with it, and what others have signed before. */
function evidenceOf(
  input: EvidenceInput,
): Pick<BuiltPayload<DeskCommandKind>, 'signs' | 'lacks'> & { readonly evidence: Evidence[] } {
  const { form, signer, witness } = input;
  const given = form.evidence ?? [];
  // Nobody can testify to a review by a human but a human (EVI-005).
  const authorOf = ({ type }: EvidenceForm) => (type === 'human_review' ? (witness ?? signer) : signer);
  const isUnwitnessed = witness === undefined && given.some(({ type }) => type === 'human_review');
  const made = given.map((each, index) => evidenceFrom(input, each, index, authorOf(each)));
  return {
    evidence: [...made, ...(form.signedEvidence ?? [])],
    signs: given.map((each, index) => ({
      kind: 'evidence',
      path: ['evidence', index],
      by: authorOf(each),
    })),
    lacks: isUnwitnessed ? 'witness' : undefined,
  };
}

function evidenceFrom(
  { form, ids, mission, groupId, now }: EvidenceInput,
  given: EvidenceForm,
  index: number,
  generatedBy: Actor,
): Evidence {
  const { workItemId } = form;
  return unsignedPart<Evidence>({
    evidenceId: given.evidenceId ?? ids.get('evidence', index),
    missionId: mission?.document.missionId ?? '',
    groupId,
    workItemId,
    type: given.type,
    subject: given.subject ?? { type: 'work_item', id: workItemId },
    criterionIds: [...given.criterionIds],
    method: given.method,
    result: given.result,
    artifactHashes: [...(given.artifactHashes ?? [])],
    ...(given.details === undefined ? {} : { details: given.details }),
    generatedBy,
    createdAt: now.text,
  });
}

/** The signed conditions say what the payload says (OPEN-032), for the owner of now (APV-004). */
function grantExecution(
  input: PayloadInput<'approval.grant_execution'>,
): BuiltPayload<'approval.grant_execution'> {
  const { form, ids, mission, groupId, signer, now } = input;
  const { workItemId, operations, resources, budget, expiresAt } = form;
  const { record, conversationId } = placeOfItem(input, workItemId);
  const ownershipEpoch = Math.max(NO_EPOCH, record?.ownershipEpoch ?? NO_EPOCH);
  const terms = { operations: [...operations], resources: [...resources], ownershipEpoch, expiresAt, budget };
  const approval = unsignedPart<Approval>({
    approvalId: form.approvalId ?? ids.get('approval'),
    kind: 'work_execution',
    decision: 'approved',
    missionId: mission?.document.missionId ?? '',
    groupId,
    workItemId,
    missionRevision: mission?.document.revision ?? 0,
    artifactHashes: [...(record?.document.contract.inputArtifacts ?? [])],
    acceptancePolicyVersion: mission?.document.approvalPolicy.policyVersion ?? '1.0.0',
    approver: signer,
    comments: form.comments ?? '',
    // Without a canonical form of the budget the rules refuse the payload before they look at these.
    conditions: [...(conditionsOf(terms) ?? [])],
    occurredAt: now.text,
  });
  return {
    workItemId,
    conversationId,
    expectedRevision: mission?.document.revision,
    signs: [{ kind: 'approval', path: ['approval'], by: signer }],
    payload: { approval, ...terms },
  };
}
