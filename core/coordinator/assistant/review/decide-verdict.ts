// From findings and criteria to one verdict. What is certainly wrong goes back to the Worker; what nobody can tell goes to a
// person; only what is proven in every required cell is accepted, and never on the producer's own judgement (CRD-006).
import { judgeRetry } from '../../brief-run/attempts.ts';
import { REVIEW_REJECTED } from '../../briefs/resolve-contract.ts';
import type { Proposal } from '../proposal.ts';
import { findReviewers, type ReviewItem } from './review-items.ts';
import { finding, reasonOf, recordIn, type ReviewScene } from './review-scene.ts';
import type {
  CriterionCell,
  CriterionVerdict,
  OwnResult,
  Review,
  ReviewFinding,
  ReviewNeed,
  ReviewReason,
  ReviewReasonId,
  ReviewVerdict,
  WeighedEvidence,
} from './review-types.ts';
import {
  correctContract,
  draftAcceptance,
  draftFailure,
  draftReviewItem,
  findingTexts,
} from './verdict-drafts.ts';

export interface ReviewParts {
  readonly scene: ReviewScene;
  readonly findings: readonly ReviewFinding[];
  readonly criteria: readonly CriterionVerdict[];
  readonly own: readonly OwnResult[];
  readonly weighed: readonly WeighedEvidence[];
  readonly reviews: readonly ReviewItem[];
  readonly needs: readonly ReviewNeed[];
}

type Decision = Pick<Review, 'verdict' | 'reasons' | 'notes' | 'drafts' | 'nextContract'>;

export function decideVerdict(parts: ReviewParts): Decision {
  const notes = [...parts.findings.filter(({ weight }) => weight === 'note'), ...contradictions(parts)].map(
    ({ reason }) => reason,
  );
  for (const step of STEPS) {
    const decision = step(parts);
    if (decision !== undefined) return { ...decision, notes };
  }
  const { scene, criteria, own, weighed } = parts;
  const reasons: ReviewReason[] = [
    { ...reasonOf('all-proven', { criteria: criteria.length }, itemOf(scene)), verdict: 'met' },
  ];
  return {
    verdict: 'accept',
    reasons,
    notes,
    drafts: [draftAcceptance(scene, { criteria, own, weighed, reasons })],
    nextContract: undefined,
  };
}

type Step = (parts: ReviewParts) => Omit<Decision, 'notes'> | undefined;

/** In this order; the first that has something to say decides. */
const STEPS: readonly Step[] = [
  awaitFacts,
  escalateDistrust,
  sendBackWrong,
  escalateConflict,
  sendBackUnproven,
  escalateDoubt,
  askReviewer,
  askHuman,
  refuseOwnOutput,
];

function awaitFacts({ scene, needs }: ReviewParts): ReturnType<Step> {
  if (needs.length === 0) return undefined;
  return answer('wait', [reasonOf('facts-missing', { count: needs.length }, itemOf(scene))]);
}

/** What makes everything else worthless: who has signed it, or by what it is to be judged. */
const DISTRUST: ReadonlySet<ReviewReasonId> = new Set([
  'manifest-unsigned',
  'declaration-broken',
  'check-by-producer',
]);

function escalateDistrust({ findings }: ReviewParts): ReturnType<Step> {
  const found = findings.filter(({ weight, reason }) => weight !== 'note' && DISTRUST.has(reason.id));
  return found.length === 0 ? undefined : answer('escalate', reasonsOf(found));
}

function sendBackWrong(parts: ReviewParts): ReturnType<Step> {
  const wrong = parts.findings.filter(({ weight }) => weight === 'wrong');
  if (wrong.length === 0) return undefined;
  return sendBack(parts, [...reasonsOf(wrong), ...reasonsOf(lacks(parts))]);
}

function escalateConflict(parts: ReviewParts): ReturnType<Step> {
  const conflicts = reasonsFor(parts, ({ status }) => status === 'conflict', 'criterion-conflict');
  return conflicts.length === 0 ? undefined : answer('escalate', conflicts);
}

function sendBackUnproven(parts: ReviewParts): ReturnType<Step> {
  const found = lacks(parts);
  return found.length === 0 ? undefined : sendBack(parts, reasonsOf(found));
}

/** Types that the Worker has to bring, unless the contract declares a check. */
const WORKERS_PART: ReadonlySet<CriterionCell['type']> = new Set([
  'deterministic_test',
  'business_rule',
  'policy_check',
]);

/** Cells in which the Worker's part has failed or is missing. */
function lacks(parts: ReviewParts): readonly ReviewFinding[] {
  const reasons = [
    ...reasonsFor(
      parts,
      ({ status, basis }) => status === 'failed' && basis !== 'own-check',
      'criterion-failed',
    ),
    ...reasonsFor(
      parts,
      ({ status, basis }) => status === 'inconclusive' && basis === 'claim',
      'criterion-inconclusive',
    ),
    ...reasonsFor(
      parts,
      ({ status, type }) => status === 'missing' && WORKERS_PART.has(type),
      'criterion-missing',
    ),
  ];
  return reasons.map((reason) => finding('wrong', reason));
}

function escalateDoubt(parts: ReviewParts): ReturnType<Step> {
  const doubts = [
    ...reasonsOf(parts.findings.filter(({ weight }) => weight === 'doubtful')),
    ...reasonsFor(
      parts,
      ({ status, basis }) => status === 'inconclusive' && basis === 'evidence',
      'criterion-inconclusive',
    ),
    ...reasonsFor(parts, ({ status }) => status === 'claim-only', 'criterion-claim-only'),
  ];
  return doubts.length === 0 ? undefined : answer('escalate', doubts);
}

function askReviewer(parts: ReviewParts): ReturnType<Step> {
  const missing = reasonsFor(
    parts,
    ({ status, type }) => status === 'missing' && type === 'reviewer_assessment',
    'reviewer-missing',
  );
  return missing.length === 0 ? undefined : requestReview(parts, missing);
}

const OVER = ['verified', 'failed', 'cancelled'];

/** A review under way is waited for; a new one is drafted where somebody independent could take it. */
function requestReview(parts: ReviewParts, missing: readonly ReviewReason[]): ReturnType<Step> {
  const { scene, reviews } = parts;
  const { facts } = scene;
  const ofItem = (id: ReviewReasonId, { record }: ReviewItem) =>
    reasonOf(
      id,
      { reviewWorkItemId: record.document.workItemId, state: record.document.state },
      recordIn(facts, 'workItem', record.document.workItemId),
    );
  const current = reviews.filter(({ isCurrent }) => isCurrent);
  const underWay = current.find(
    ({ record, independence }) => !OVER.includes(record.document.state) && independence === undefined,
  );
  if (underWay !== undefined) return answer('wait', [...missing, ofItem('review-under-way', underWay)]);
  const dependent = current.filter(({ independence }) => independence !== undefined);
  const former = reviews.filter(({ isCurrent }) => !isCurrent);
  const because = [
    ...missing,
    ...dependent.map((review) => ofItem('reviewer-not-independent', review)),
    ...former.map((review) => ofItem('review-of-other-revision', review)),
  ];
  if (current.length >= facts.policy.maxReviews) {
    return answer('escalate', [
      reasonOf('reviews-exhausted', { count: current.length }, itemOf(scene)),
      ...because,
    ]);
  }
  const reviewers = findReviewers(scene, current);
  if (reviewers.length === 0) {
    return answer('escalate', [reasonOf('no-reviewer-known', {}, itemOf(scene)), ...because]);
  }
  return answer('ask-reviewer', because, [draftReviewItem(scene, because)]);
}

function askHuman(parts: ReviewParts): ReturnType<Step> {
  const missing = reasonsFor(
    parts,
    ({ status, type }) => status === 'missing' && type === 'human_review',
    'human-review-missing',
  );
  return missing.length === 0 ? undefined : answer('escalate', missing);
}

/** What the Coordinator has made itself needs the signature of somebody else beside its own. */
function refuseOwnOutput(parts: ReviewParts): ReturnType<Step> {
  const { scene, weighed } = parts;
  const { owner, facts } = scene;
  if (owner.agentId !== facts.coordinatorAgentId) return undefined;
  const offered = new Set(facts.offered.map(({ evidenceId }) => evidenceId));
  const isWitnessed = weighed.some(
    ({ evidence, standing }) =>
      standing === 'counted' &&
      evidence.result === 'passed' &&
      offered.has(evidence.evidenceId) &&
      evidence.generatedBy.id !== owner.agentId,
  );
  if (isWitnessed) return undefined;
  const reason = reasonOf('own-output', { agentId: owner.agentId }, itemOf(scene));
  return answer('escalate', [reason]);
}

/** Failed and offered again with what was found; where the contract allows no further attempt, a person decides. */
function sendBack(parts: ReviewParts, reasons: readonly ReviewReason[]): Omit<Decision, 'notes'> {
  const { scene } = parts;
  const { contract, record, facts } = scene;
  const failure = draftFailure(scene, reasons);
  const retry = judgeRetry(
    contract,
    { failureCode: REVIEW_REJECTED, atMs: facts.nowMs },
    Math.max(1, record.attempts),
  );
  if (retry.kind === 'again') {
    const nextContract = correctContract(contract, findingTexts(reasons));
    return { ...answer('send-back', reasons, [failure]), nextContract };
  }
  const values = {
    because: retry.because,
    attempts: record.attempts,
    maxAttempts: contract.retryPolicy.maxAttempts,
  };
  return answer('escalate', [...reasons, reasonOf('attempts-over', values, itemOf(scene))], [failure]);
}

/** Our own check against the producer's word: what it claimed is worth knowing, whatever follows. */
function contradictions({ scene, criteria, weighed }: ReviewParts): readonly ReviewFinding[] {
  const byId = new Map(weighed.map((each) => [each.evidence.evidenceId, each]));
  return criteria.flatMap(({ criterionId, cells }) =>
    cells
      .filter(({ status, basis }) => status === 'failed' && basis === 'own-check')
      .flatMap(({ evidenceIds, type }) =>
        evidenceIds
          .filter((id) => byId.get(id)?.evidence.result === 'passed')
          .map((evidenceId) =>
            finding(
              'note',
              reasonOf(
                'claim-contradicted',
                { criterionId, type, evidenceId },
                recordIn(scene.facts, 'evidence', evidenceId),
              ),
            ),
          ),
      ),
  );
}

function reasonsFor(
  { scene, criteria }: ReviewParts,
  isMeant: (cell: CriterionCell) => boolean,
  id: ReviewReasonId,
): readonly ReviewReason[] {
  return criteria.flatMap(({ criterionId, cells }) =>
    cells
      .filter(isMeant)
      .map(({ type, evidenceIds }) =>
        reasonOf(
          id,
          { criterionId, type, ...(evidenceIds.length === 0 ? {} : { evidenceIds: evidenceIds.join(', ') }) },
          ...evidenceIds.map((evidenceId) => recordIn(scene.facts, 'evidence', evidenceId)),
        ),
      ),
  );
}

function reasonsOf(findings: readonly ReviewFinding[]): readonly ReviewReason[] {
  return findings.map(({ reason }) => reason);
}

function itemOf({ facts, item }: ReviewScene) {
  return recordIn(facts, 'workItem', item.workItemId);
}

function answer(
  verdict: ReviewVerdict,
  reasons: readonly ReviewReason[],
  drafts: readonly Proposal<ReviewReasonId>[] = [],
): Omit<Decision, 'notes'> {
  return { verdict, reasons, drafts, nextContract: undefined };
}
