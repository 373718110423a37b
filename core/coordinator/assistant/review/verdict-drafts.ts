// What follows from a verdict, as wishes for Commands: the acceptance with its Evidence, failure and new offer with the
// corrected contract, or the WorkItem of a review. Nothing here is signed.
import { fitBudget } from '../../brief-run/contract-terms.ts';
import { REVIEW_REJECTED } from '../../briefs/resolve-contract.ts';
import type { WorkContract } from '../../../protocol/generated/documents.ts';
import type { EvidenceForm } from '../../desk/intent/forms.ts';
import { msOf } from '../../desk/moment.ts';
import type { Proposal } from '../proposal.ts';
import { reviewConstraint } from '../review-mark.ts';
import { reviewCapabilities } from './review-items.ts';
import { missionOf, type ReviewScene } from './review-scene.ts';
import type {
  CriterionVerdict,
  EvidenceType,
  OwnResult,
  ReviewReason,
  ReviewReasonId,
  WeighedEvidence,
} from './review-types.ts';
import { reviewWords } from './words.ts';

type ReviewProposal = Proposal<ReviewReasonId>;

const MAX_TEXT = 4_000;
const MAX_FINDINGS = 50;

interface Proven {
  readonly criteria: readonly CriterionVerdict[];
  readonly own: readonly OwnResult[];
  readonly weighed: readonly WeighedEvidence[];
  readonly reasons: readonly ReviewReason[];
}

/** `work.accept_result` with what our checks have found, who has assessed it, and what others have signed (WORK-T12). */
export function draftAcceptance(
  scene: ReviewScene,
  { criteria, own, weighed, reasons }: Proven,
): ReviewProposal {
  const { facts, item } = scene;
  const offered = new Set(facts.offered.map(({ evidenceId }) => evidenceId));
  const signed = weighed
    .filter(({ evidence, standing }) => standing === 'counted' && offered.has(evidence.evidenceId))
    .map(({ evidence }) => evidence)
    .filter(({ result }) => result === 'passed');
  const evidence = [
    ...own.filter(({ result }) => result === 'passed').map(formOf),
    ...citationsOf(scene, criteria, weighed),
  ];
  return {
    intent: {
      kind: 'work.accept_result',
      groupId: facts.groupId,
      signer: { type: 'agent', id: facts.coordinatorAgentId },
      form: {
        workItemId: item.workItemId,
        evidence,
        ...(signed.length === 0 ? {} : { signedEvidence: signed }),
      },
    },
    reasons,
    basis: undefined,
  };
}

function formOf({ type, criterionIds, method, result, artifactHashes, details }: OwnResult): EvidenceForm {
  return { type, criterionIds, method, result, artifactHashes, details };
}

/** Evidence that stands elsewhere in the log, such as in the WorkItem of a review, is cited by its ids. */
function citationsOf(
  { submission, facts }: ReviewScene,
  criteria: readonly CriterionVerdict[],
  weighed: readonly WeighedEvidence[],
): readonly EvidenceForm[] {
  const atHand = new Set([...submission.evidenceIds, ...facts.offered.map(({ evidenceId }) => evidenceId)]);
  const byId = new Map(weighed.map((each) => [each.evidence.evidenceId, each]));
  const cited = new Map<EvidenceType, { criterionIds: Set<string>; evidenceIds: Set<string> }>();
  for (const { criterionId, cells } of criteria) {
    for (const { type, basis, evidenceIds } of cells) {
      if (basis !== 'evidence' || evidenceIds.some((id) => atHand.has(id))) continue;
      const entry = cited.get(type) ?? { criterionIds: new Set(), evidenceIds: new Set() };
      entry.criterionIds.add(criterionId);
      for (const id of evidenceIds) entry.evidenceIds.add(id);
      cited.set(type, entry);
    }
  }
  return [...cited].map(([type, { criterionIds, evidenceIds }]) => {
    const from = [...evidenceIds].map((id) => byId.get(id)).filter((each) => each !== undefined);
    return {
      type,
      criterionIds: [...criterionIds],
      method: 'established by signed Evidence of others in the log, which is cited',
      result: 'passed',
      artifactHashes: submission.artifactHashes,
      details: {
        evidenceIds: [...evidenceIds],
        producers: [...new Set(from.map(({ evidence }) => evidence.generatedBy.id))],
        reviewWorkItemIds: [
          ...new Set(from.map(({ reviewWorkItemId }) => reviewWorkItemId).filter((id) => id !== undefined)),
        ],
      },
    };
  });
}

/** `work.fail` with the findings as failure Evidence (WORK-T13, EVI-006, OPEN-056). */
export function draftFailure(scene: ReviewScene, reasons: readonly ReviewReason[]): ReviewProposal {
  const { facts, item, contract } = scene;
  const texts = findingTexts(reasons);
  const reason = texts.join('; ').slice(0, MAX_TEXT).toWellFormed();
  const named = new Set(reasons.map(({ values }) => values['criterionId']));
  const criteria = contract.acceptanceCriteria.map(({ criterionId }) => criterionId);
  const failed = criteria.filter((id) => named.has(id));
  return {
    intent: {
      kind: 'work.fail',
      groupId: facts.groupId,
      signer: { type: 'agent', id: facts.coordinatorAgentId },
      form: {
        workItemId: item.workItemId,
        reason,
        evidence: [
          {
            type: 'failure_report',
            criterionIds: failed.length > 0 ? failed : criteria,
            method:
              'review by the Coordinator: integrity and form, declared checks, submitted Evidence, assessments',
            result: 'failed',
            details: {
              failureCode: REVIEW_REJECTED,
              reason,
              findings: texts,
              reasons: reasons.slice(0, MAX_FINDINGS).map(({ id, values }) => ({ id, values })),
            },
          },
        ],
      },
    },
    reasons,
    basis: undefined,
  };
}

/**
 * The contract with what a review has found against the result, in the words of `findingTexts` (OPEN-048). Corrected work
 * begins anew, so no checkpoint of the rejected work is named.
 */
export function correctContract(contract: WorkContract, corrections: readonly string[]): WorkContract {
  const { resumeFrom: _former, ...constraints } = contract.constraints ?? {};
  return {
    ...contract,
    contractVersion: contract.contractVersion + 1,
    constraints: { ...constraints, corrections: [...corrections] },
  };
}

/** In English, as the log is read by everybody; built from our own tables, so that no text of others is passed on. */
export function findingTexts(reasons: readonly ReviewReason[]): string[] {
  const words = reviewWords('en');
  return reasons.slice(0, MAX_FINDINGS).map(({ id, values }) => words.reasons[id](values));
}

/** `work.authorize` of the review by somebody else: the criteria to assess, with the results as inputs (CRD-006). */
export function draftReviewItem(scene: ReviewScene, reasons: readonly ReviewReason[]): ReviewProposal {
  const { facts } = scene;
  return {
    intent: {
      kind: 'work.authorize',
      groupId: facts.groupId,
      signer: { type: 'agent', id: facts.coordinatorAgentId },
      form: { contract: reviewContract(scene) },
    },
    reasons,
    basis: undefined,
  };
}

function reviewContract(scene: ReviewScene): WorkContract {
  const { facts, item, contract, owner, submission } = scene;
  const mission = missionOf(facts);
  const assessed = contract.acceptanceCriteria.filter(({ evidenceRequired }) =>
    evidenceRequired.includes('reviewer_assessment'),
  );
  const wanted = facts.policy.reviewBudget ?? contract.budget;
  const fitting =
    mission === undefined
      ? undefined
      : fitBudget(facts.world, { groupId: facts.groupId, id: mission.missionId }, wanted);
  // Work that is late already leaves the review the time of the Mission.
  const isLate = msOf(contract.deadline) <= facts.nowMs;
  return {
    contractVersion: 1,
    goal: `Review the result of the WorkItem ${item.workItemId} independently of whoever made it.`,
    requiredDeliverables: [
      {
        deliverableId: 'review',
        description: 'what was looked at and found, criterion by criterion',
        mediaType: 'application/json',
        schema: 'urn:missionweaveprotocol:schema:opaque',
      },
    ],
    // The assessments that the reviewer submits are its verdicts, good or bad; its own work is complete with them.
    acceptanceCriteria: assessed.map(({ criterionId, description }) => ({
      criterionId,
      description,
      evidenceRequired: ['artifact_integrity'],
    })),
    inputArtifacts: [...new Set([...submission.artifactHashes, ...contract.inputArtifacts])],
    dependencyWorkItemIds: [],
    allowedResources: [],
    requiredCapabilities: reviewCapabilities(scene).map(({ id, version }) => ({ id, version })),
    deadline: isLate && mission !== undefined ? mission.deadline : contract.deadline,
    requestedUrgency: contract.requestedUrgency,
    businessImpact: contract.businessImpact,
    retryPolicy: contract.retryPolicy,
    budget: fitting ?? wanted,
    sideEffectRisk: 'none',
    executionApproval: 'not_required',
    constraints: {
      ...reviewConstraint(item.workItemId),
      review: {
        workItemId: item.workItemId,
        producerAgentId: owner.agentId,
        artifactHashes: [...submission.artifactHashes],
        contractVersion: contract.contractVersion,
        ownershipEpoch: owner.ownershipEpoch,
        independence: facts.policy.independence,
        criteria: assessed.map(({ criterionId, description }) => ({ criterionId, description })),
      },
    },
  };
}
