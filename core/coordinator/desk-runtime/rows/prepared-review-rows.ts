// A prepared review as people see it: the verdict with its reasons in the protocol's order of review, what each Evidence is worth,
// and drafts that open a sheet. Nothing is signed by showing it (WORK-062).
import type { PreparedReviewModel, ReviewRow } from '../../../contract/review.ts';
import type { Words } from '../../../contract/values.ts';
import type {
  Review,
  ReviewReason,
  ReviewReasonId,
  ReviewVerdict,
  WeighedEvidence,
} from '../../assistant/review/review-types.ts';
import { reviewWords } from '../../assistant/review/words.ts';
import type { PreparedReview } from '../prepared-reviews.ts';
import { say, type Texts } from '../words/texts.ts';
import { type ReasonScene, reviewReasonModel, sourcesOf } from './reason-models.ts';

type StepName = PreparedReviewModel['reasons'][number]['step'];
type Draft = PreparedReviewModel['drafts'][number];

/** Reasons are named after what they are about; what is about none of these is about the verdict as a whole. */
const STEPS_BY_NAME: readonly (readonly [RegExp, StepName])[] = [
  [/^(content|size|manifest|source|deliverable)-/u, 'integrity'],
  [/^(json|schema)-/u, 'form'],
  [/^(declaration|check)-/u, 'checks'],
  [/^evidence-/u, 'evidence'],
  [/^(reviewer|review|reviews|no-reviewer|human-review|assessment)-/u, 'reviewers'],
  [/^(criterion|claim)-/u, 'criteria'],
];

/** The step of the review that settles it. */
function stepOf(id: ReviewReasonId): StepName {
  return STEPS_BY_NAME.find(([name]) => name.test(id))?.[1] ?? 'verdict';
}

export function verdictWords({ language }: Texts, verdict: ReviewVerdict): Words {
  return say(`verdict.${verdict}`, reviewWords(language).verdicts[verdict]);
}

export function preparedRow(scene: ReasonScene, { review, isUnderWay }: PreparedReview): ReviewRow {
  return {
    id: 'prepared',
    sort: '6',
    section: 'prepared',
    isUnderWay,
    ...(review === undefined ? {} : { review: reviewModel(scene, review) }),
  };
}

function reviewModel(scene: ReasonScene, review: Review): PreparedReviewModel {
  const { verdict, reasons, notes, evidence, nextContract } = review;
  return {
    verdict,
    words: verdictWords(scene.texts, verdict),
    reasons: reasons.map((reason) => reasonOf(scene, reason)),
    notes: notes.map((reason) => reasonOf(scene, reason)),
    evidence: evidence.map((each) => evidenceModel(scene, each)),
    ownChecks: [...ownChecksOf(scene, review)],
    drafts: review.drafts.map(({ intent }) => ({
      words: say(`draft.${intent.kind}`, draftWords(scene.texts, intent.kind)),
      // Drafts of the assistant are intents of the desk, whose forms are those of the contract.
      intent: intent as unknown as Draft['intent'],
    })),
    // A document of the protocol: JSON.
    ...(nextContract === undefined
      ? {}
      : { nextContract: nextContract as unknown as NonNullable<PreparedReviewModel['nextContract']> }),
  };
}

function reasonOf(scene: ReasonScene, reason: ReviewReason): PreparedReviewModel['reasons'][number] {
  return { ...reviewReasonModel(scene, reason), step: stepOf(reason.id) };
}

function draftWords({ assistant, row }: Texts, kind: Review['drafts'][number]['intent']['kind']): string {
  return assistant.drafts[kind] ?? row.commands[kind];
}

function evidenceModel(
  scene: ReasonScene,
  { evidence, standing, epoch, reviewWorkItemId }: WeighedEvidence,
): PreparedReviewModel['evidence'][number] {
  const { evidenceId, groupId } = evidence;
  const text = reviewWords(scene.texts.language).standings[standing];
  const reference = { type: 'record', kind: 'evidence', groupId, id: evidenceId } as const;
  const model = {
    evidenceId,
    standing,
    counts: standing === 'counted',
    words: say(`standing.${standing}`, text, { epoch }),
    sources: sourcesOf(scene, [reference]).sources,
  };
  return reviewWorkItemId === undefined ? model : Object.assign(model, { reviewWorkItemId });
}

function* ownChecksOf(
  { texts }: ReasonScene,
  { criteria }: Review,
): Generator<PreparedReviewModel['ownChecks'][number]> {
  const { cells: names } = reviewWords(texts.language);
  for (const { criterionId, cells } of criteria) {
    for (const { type, status, basis } of cells) {
      // The matrix knows types that a criterion can ask for, and no report of a failure.
      if (basis !== 'own-check' || type === 'failure_report') continue;
      yield { criterionId, type, status, words: say(`own-check.${status}`, names[status], { criterionId }) };
    }
  }
}
