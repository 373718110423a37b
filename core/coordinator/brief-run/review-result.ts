// The review of a submission, as the assistant makes it (WORK-062): what it lacks is asked for, its verdict becomes a Command,
// and what it leaves to a person becomes a question.
import { type Now, nowAt } from '../../domain/decision.ts';
import { SINGLE } from '../../domain/world.ts';
import type { Evidence } from '../../protocol/generated/documents.ts';
import { reviewSubmission } from '../assistant/review/review-submission.ts';
import {
  type EvidenceType,
  type Review,
  type ReviewFacts,
  type ReviewReasonId,
  signatureKey,
} from '../assistant/review/review-types.ts';
import { LEASE_LAPSED, REVIEW_REJECTED } from '../briefs/resolve-contract.ts';
import { unsignedPart } from '../desk/intent/payload-input.ts';
import { msOf } from '../desk/moment.ts';
import type { Intent } from '../desk/intent/forms.ts';
import { reviewPolicyOf } from './review-policy.ts';
import { describeReview } from './assistant-texts.ts';
import { composeAsCoordinator } from './compose-proposal.ts';
import type { Desk } from './desk.ts';
import { labelOf, type MissionView, type Work } from './mission-view.ts';
import type { BriefAnswer, BriefQuestion, DocumentToSign, RunReason } from './run-types.ts';

/** Reviews what was submitted, as far as it can be by now; accepts it, sends it back, or asks a person. */
export function reviewResult(desk: Desk, view: MissionView, work: Work): void {
  const review = reviewOf(desk, view, work);
  if (review === undefined) return;
  switch (review.verdict) {
    case 'accept':
      accept(desk, view, work, review, []);
      return;
    case 'send-back':
      sendBack(desk, view, work, review);
      return;
    case 'escalate':
      escalate(desk, view, work, review);
      return;
    default:
      // A reviewer is asked by the WorkItem that the plan has for it; what is missing otherwise is on its way.
      return;
  }
}

/** Whether the reviewer can begin: nothing but its assessment is missing. */
export function isReviewable(desk: Desk, view: MissionView, work: Work): boolean {
  return reviewOf(desk, view, work)?.verdict === 'ask-reviewer';
}

/** The review by what is known; its needs are put on the desk. Undefined where nothing was submitted. */
function reviewOf(desk: Desk, view: MissionView, work: Work): Review | undefined {
  const { workItemId } = work;
  if (desk.reviews.has(workItemId)) return desk.reviews.get(workItemId);
  const facts = factsOf(desk, view, work);
  const review = reviewSubmission(facts);
  desk.reviews.set(workItemId, review);
  if (review === undefined) return undefined;
  const { revision } = review;
  for (const need of review.needs) desk.need({ groupId: view.groupId, workItemId, revision, need });
  return review;
}

function factsOf(desk: Desk, view: MissionView, work: Work): ReviewFacts {
  const { scene, world, groupId, plan } = view;
  const { workItemId, record } = work;
  const known = scene.notes.facts.get(workItemId);
  const isCurrent = known !== undefined && known.revision === record?.document.revision;
  return {
    world,
    groupId,
    workItemId,
    nowMs: nowOf(view).epochMs,
    coordinatorAgentId: plan.coordinatorAgentId,
    cards: scene.cards,
    offered: [],
    contents: isCurrent ? contentsDue(desk, view, known) : new Map(),
    signatures: isCurrent ? known.signatures : new Map(),
    checks: isCurrent ? known.checks : new Map(),
    policy: reviewPolicyOf(work),
  };
}

/** What could not be fetched counts until it is time to ask for it again. */
function contentsDue(
  desk: Desk,
  { scene }: MissionView,
  {
    contents,
    retryAtMs,
  }: Pick<ReviewFacts, 'contents'> & { readonly retryAtMs: ReadonlyMap<string, number> },
): ReviewFacts['contents'] {
  const due = new Map(contents);
  for (const [contentHash, atMs] of retryAtMs) {
    if (atMs <= scene.now.epochMs) due.delete(contentHash);
    else desk.wake(atMs);
  }
  return due;
}

/** A clock that is a little behind has no say against the log: what was submitted was submitted before. */
function nowOf({ scene, world, groupId }: MissionView): Now {
  const lastOccurredAt = world.get('head', groupId, SINGLE)?.lastOccurredAt;
  const lastMs = lastOccurredAt === undefined ? 0 : msOf(lastOccurredAt);
  return lastMs <= scene.now.epochMs ? scene.now : nowAt(lastMs);
}

/** What somebody has to see to who is no judge of the result. */
function obstruct(desk: Desk, view: MissionView, work: Work, { reasons }: Review): boolean {
  const item = labelOf(work);
  if (reasons.some(({ id }) => id === 'no-reviewer-known')) {
    const required = work.item.review?.contract.requiredCapabilities ?? [];
    const capability = required.map(({ id, version }) => `${id}@${version}`).join(', ');
    desk.obstruct({ item, obstacle: { code: 'no-worker', capability } });
    return true;
  }
  const known = view.scene.notes.facts.get(work.workItemId);
  const lacking = reasons.filter(({ id }) => id === 'content-unavailable');
  for (const { values } of lacking) {
    const contentHash = String(values['contentHash']);
    const fact = known?.contents.get(contentHash);
    const problem = fact?.status === 'unavailable' ? fact.problem : '';
    desk.obstruct({ item, obstacle: { code: 'content-unavailable', contentHash, problem } });
  }
  return lacking.length > 0;
}

function escalate(desk: Desk, view: MissionView, work: Work, review: Review): void {
  // No attempt is left: it fails, and a person is asked as about every failure.
  if (review.drafts.length > 0) {
    sendBack(desk, view, work, review);
    return;
  }
  if (obstruct(desk, view, work, review)) return;
  // Inside a child no human decides: whoever made it has to do it again.
  if (view.parent !== undefined) {
    reject(desk, view, work, [describeReview(review.reasons, 'en')], 'review by the Coordinator');
    return;
  }
  const answer = askHuman(desk, view, work, review);
  if (answer === undefined) return;
  if (answer.choice !== 'approve') {
    reject(
      desk,
      view,
      work,
      [`a human asks for changes: ${answer.text ?? ''}`],
      'review by the MissionOwner',
    );
    return;
  }
  const offered = testimonyOf(view, work, review, answer);
  const facts = factsOf(desk, view, work);
  // The owner signs them with the acceptance that they are for.
  const signatures = new Map(facts.signatures);
  for (const { evidenceId } of offered)
    signatures.set(signatureKey('evidence', evidenceId), { status: 'valid' });
  const witnessed = reviewSubmission({ ...facts, signatures, offered });
  if (witnessed?.verdict === 'accept') accept(desk, view, work, witnessed, offered);
}

/** Doubts that a human settles by looking at the result; every other one speaks against what the judgement would rest on. */
const FOR_HUMANS: ReadonlySet<ReviewReasonId> = new Set([
  'human-review-missing',
  'criterion-inconclusive',
  'criterion-claim-only',
] as const);

/** A human looks at it where the contract wants that (INV-10), or where nobody else can tell. */
function askHuman(
  desk: Desk,
  view: MissionView,
  work: Work,
  { reasons, criteria, ownershipEpoch }: Review,
): BriefAnswer | undefined {
  const { workItemId, record } = work;
  const contract = record?.document.contract ?? work.contract;
  const open = new Set(openCellsOf(criteria).map(([criterionId]) => criterionId));
  const ids = new Set(reasons.map(({ id }) => id));
  const isUsual = ids.size === 1 && ids.has('human-review-missing');
  const canApprove = [...ids].every((id) => FOR_HUMANS.has(id));
  const situation = isUsual ? '' : ` ${[...ids].join(' ')}`;
  const question: Extract<BriefQuestion, { readonly kind: 'human-review' }> = {
    kind: 'human-review',
    questionId: `human-review ${workItemId} ${ownershipEpoch}${situation}`,
    groupId: view.groupId,
    item: labelOf(work),
    workItemId,
    artifactHashes: record?.document.submission?.artifactHashes ?? [],
    criteria: contract.acceptanceCriteria
      .filter(({ criterionId }) => open.size === 0 || open.has(criterionId))
      .map(({ criterionId, description }) => ({ criterionId, text: description })),
    because: isUsual ? [] : reasons,
    choices: canApprove ? ['approve', 'request-changes'] : ['request-changes'],
    unattended: { choice: 'request-changes', text: 'Nobody was there to review it.' },
  };
  return desk.ask(question);
}

/** Cells that the word of a human can fill. */
function openCellsOf(criteria: Review['criteria']): readonly (readonly [string, EvidenceType])[] {
  return criteria.flatMap(({ criterionId, cells }) =>
    cells
      .filter(
        ({ status, basis, type }) =>
          (status === 'missing' && type === 'human_review') ||
          (status === 'inconclusive' && basis === 'evidence') ||
          status === 'claim-only',
      )
      .map(({ type }) => [criterionId, type] as const),
  );
}

/** What the owner testifies by its answer, still without its signature: one Evidence for each type. */
function testimonyOf(
  view: MissionView,
  { workItemId, record }: Work,
  { criteria, revision }: Review,
  { text }: BriefAnswer,
): readonly Evidence[] {
  const { plan, groupId, missionId } = view;
  const cells = openCellsOf(criteria);
  return [...new Set(cells.map(([, type]) => type))].map((type) =>
    unsignedPart<Evidence>({
      evidenceId: `${workItemId}:evidence-${revision}-owner-${type}`,
      missionId,
      groupId,
      workItemId,
      type,
      subject: { type: 'work_item', id: workItemId },
      criterionIds: cells.filter((cell) => cell[1] === type).map(([criterionId]) => criterionId),
      method: (text === undefined || text === '' ? 'looked at' : text).slice(0, 4_000).toWellFormed(),
      result: 'passed',
      artifactHashes: [...(record?.document.submission?.artifactHashes ?? [])],
      generatedBy: { type: 'human', id: plan.ownerId },
      createdAt: nowOf(view).text,
    }),
  );
}

function accept(
  desk: Desk,
  view: MissionView,
  work: Work,
  { drafts: [draft], criteria }: Review,
  offered: readonly Evidence[],
): void {
  if (draft?.intent.kind !== 'work.accept_result') return;
  const { form } = draft.intent;
  const made = form.evidence?.length ?? 0;
  // Evidence of the owner that is not signed yet stands behind that of the Coordinator.
  const signs = offered.flatMap(({ evidenceId }): readonly DocumentToSign[] => {
    const index = (form.signedEvidence ?? []).findIndex((each) => each.evidenceId === evidenceId);
    return index === -1 ? [] : [{ kind: 'evidence', path: ['evidence', made + index], by: 'owner' }];
  });
  const item = labelOf(work);
  const names = criteria.map(({ criterionId }) => criterionId);
  propose(
    desk,
    view,
    work,
    draft.intent,
    { code: 'accept-result', values: { item, criteria: names } },
    signs,
  );
}

function sendBack(desk: Desk, view: MissionView, work: Work, { drafts: [draft], reasons }: Review): void {
  if (draft === undefined) return;
  const item = labelOf(work);
  propose(desk, view, work, draft.intent, {
    code: 'reject-result',
    values: { item, findings: [], because: reasons },
  });
}

function reject(
  desk: Desk,
  view: MissionView,
  work: Work,
  findings: readonly string[],
  method: string,
): void {
  failWork(desk, view, work, {
    failureCode: REVIEW_REJECTED,
    detail: findings.join('; '),
    findings,
    method,
  });
}

/** The owner has let its lease run out, and the contract allows no further attempt after that. */
export function failLapsed(desk: Desk, view: MissionView, work: Work): void {
  failWork(desk, view, work, {
    failureCode: LEASE_LAPSED,
    detail: 'The Worker has let its lease run out.',
    findings: [],
    method: 'the lease under which the work was held has ended',
  });
}

interface DeclaredFailure {
  readonly failureCode: string;
  readonly detail: string;
  readonly findings: readonly string[];
  readonly method: string;
}

/** The Coordinator declares work failed, with Evidence (WORK-T13, EVI-006). */
export function failWork(
  desk: Desk,
  view: MissionView,
  work: Work,
  { failureCode, detail, findings, method }: DeclaredFailure,
): void {
  const { workItemId, record } = work;
  const criteria = (record?.document.contract ?? work.contract).acceptanceCriteria;
  const reason = (detail === '' ? failureCode : detail).slice(0, 4_000).toWellFormed();
  const intent: Intent = {
    kind: 'work.fail',
    groupId: view.groupId,
    form: {
      workItemId,
      reason,
      evidence: [
        {
          type: 'failure_report',
          result: 'failed',
          criterionIds: criteria.map(({ criterionId }) => criterionId),
          method,
          details: {
            failureCode,
            reason: detail.slice(0, 4_000).toWellFormed(),
            findings: findings.slice(0, 50).map((each) => each.toWellFormed()),
          },
        },
      ],
    },
  };
  const told = findings.length > 0 ? findings : [detail];
  propose(desk, view, work, intent, {
    code: 'reject-result',
    values: { item: labelOf(work), findings: told, because: [] },
  });
}

/** A judgement of the Coordinator. Its ids follow from the revision, so that a repeated review makes the same. */
function propose(
  desk: Desk,
  view: MissionView,
  work: Work,
  intent: Intent,
  reason: RunReason,
  moreSigns: readonly DocumentToSign[] = [],
): void {
  const { workItemId, record } = work;
  const revision = record?.document.revision ?? 0;
  const composed = composeAsCoordinator(view, intent, `${workItemId}:judged-${revision}`);
  if (composed === undefined) return;
  desk.propose({
    draft: composed.draft,
    signs: [...composed.signs, ...moreSigns],
    situation: `${workItemId} ${revision}`,
    author: 'coordinator',
    item: labelOf(work),
    reason,
  });
}
