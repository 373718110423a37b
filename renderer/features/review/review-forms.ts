// What a reviewer says, as the forms of Commands: acceptance with Evidence of one's own, failure with its report, and the
// contract of a review by somebody else.
import type { IntentForm, RoughIntent } from '../../../core/contract/forms.ts';
import type { ArtifactCheck } from '../../../core/contract/review.ts';
import type { CriterionRow, EvidenceType, ReviewModel } from './review-model.ts';
import { isGap } from './review-model.ts';

type EvidenceForm = NonNullable<IntentForm<'work.accept_result'>['evidence']>[number];
type ContractDocument = IntentForm<'work.authorize'>['contract'];

/** Evidence that a reviewer is writing; nothing of it is signed yet. */
export interface EvidenceDraft {
  readonly type: EvidenceType;
  readonly criterionIds: readonly string[];
  readonly result: 'passed' | 'failed' | 'inconclusive';
  /** How it was found out. */
  readonly method: string;
  /** What was seen, in the reviewer's words. */
  readonly text: string;
}

/** What a draft still lacks. */
export type EvidenceDraftGap = 'criterion' | 'method' | 'method-length';

// As `evidence.schema.json` has it.
const MAX_METHOD_CHARACTERS = 4000;

export function gapsOfDraft(draft: EvidenceDraft): readonly EvidenceDraftGap[] {
  const gaps: EvidenceDraftGap[] = [];
  if (draft.criterionIds.length === 0) gaps.push('criterion');
  const method = draft.method.trim();
  if (method === '') gaps.push('method');
  if (method.length > MAX_METHOD_CHARACTERS) gaps.push('method-length');
  return gaps;
}

function evidenceForm(draft: EvidenceDraft, artifacts: readonly ArtifactCheck[]): EvidenceForm {
  const text = draft.text.trim();
  return {
    type: draft.type,
    criterionIds: [...draft.criterionIds],
    method: draft.method.trim(),
    result: draft.result,
    artifactHashes: artifacts.map(({ contentHash }) => contentHash),
    ...(text === '' ? {} : { details: { text } }),
  };
}

/** All drafts as the form of a kept draft has them; Artifacts are named when a Command is made of it. */
export function evidenceOfDrafts(drafts: readonly EvidenceDraft[]): RoughIntent['form'][string] {
  // Forms of Evidence are JSON by the contract.
  return drafts.map((draft) => evidenceForm(draft, [])) as RoughIntent['form'][string];
}

/** Reads them back; what is no Evidence of a reviewer is left out. */
export function readEvidenceDrafts(kept: unknown): readonly EvidenceDraft[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((value: unknown): readonly EvidenceDraft[] => {
    if (typeof value !== 'object' || value === null) return [];
    const { type, criterionIds, result, method, details } = value as Partial<
      Readonly<Record<keyof EvidenceForm, unknown>>
    >;
    const known = REVIEWER_TYPES.find((each) => each === type);
    const verdict = RESULTS.find((each) => each === result);
    if (known === undefined || verdict === undefined || typeof method !== 'string') return [];
    const text = (details as { readonly text?: unknown } | undefined)?.text;
    return [
      {
        type: known,
        result: verdict,
        method,
        criterionIds: Array.isArray(criterionIds)
          ? criterionIds.filter((each): each is string => typeof each === 'string')
          : [],
        text: typeof text === 'string' ? text : '',
      },
    ];
  });
}

const RESULTS: readonly EvidenceDraft['result'][] = ['passed', 'failed', 'inconclusive'];

/** An acceptance carries only Evidence that has passed (WORK-061). */
export function acceptForm(
  workItemId: string,
  model: ReviewModel,
  drafts: readonly EvidenceDraft[],
): IntentForm<'work.accept_result'> {
  const evidence = drafts
    .filter(({ result }) => result === 'passed')
    .map((draft) => evidenceForm(draft, model.artifacts));
  return { workItemId, evidence };
}

/** Step 1 of sending back: the item fails, and the report says at which criteria and why. */
export function failForm(
  workItemId: string,
  model: ReviewModel,
  report: { readonly criterionIds: readonly string[]; readonly text: string },
  drafts: readonly EvidenceDraft[],
): IntentForm<'work.fail'> {
  const text = report.text.trim();
  return {
    workItemId,
    reason: text,
    evidence: [
      {
        type: 'failure_report',
        criterionIds: [...report.criterionIds],
        method: text.slice(0, MAX_METHOD_CHARACTERS),
        result: 'failed',
        artifactHashes: model.artifacts.map(({ contentHash }) => contentHash),
      },
      ...drafts
        .filter(({ result }) => result !== 'passed')
        .map((draft) => evidenceForm(draft, model.artifacts)),
    ],
  };
}

/** The criteria that a report begins with: those that are not proven. */
export function criteriaToReport(criteria: readonly CriterionRow[]): readonly string[] {
  return criteria.filter(({ isProven }) => !isProven).map(({ criterionId }) => criterionId);
}

/** Types of which a reviewer at this desk can testify; the others are for tools and Workers. */
export const REVIEWER_TYPES: readonly EvidenceType[] = [
  'reviewer_assessment',
  'human_review',
  'business_rule',
  'policy_check',
];

/** What a draft for a type begins with: the criteria where it is asked for and not passed. */
export function draftFor(type: EvidenceType, criteria: readonly CriterionRow[]): EvidenceDraft {
  const wanted = criteria.filter(({ cells }) => cells.some((cell) => cell.type === type && isGap(cell)));
  return {
    type,
    criterionIds: wanted.map(({ criterionId }) => criterionId),
    result: 'passed',
    method: '',
    text: '',
  };
}

/** Gaps that remain once the drafts are counted, as `criterion` and `type`. */
export function gapsAfter(
  criteria: readonly CriterionRow[],
  drafts: readonly EvidenceDraft[],
): readonly { readonly criterionId: string; readonly type: EvidenceType }[] {
  return criteria.flatMap(({ criterionId, cells }) =>
    cells
      .filter(isGap)
      .filter(
        ({ type }) =>
          !drafts.some(
            (draft) =>
              draft.type === type && draft.result === 'passed' && draft.criterionIds.includes(criterionId),
          ),
      )
      .map(({ type }) => ({ criterionId, type })),
  );
}

/**
 * A contract for somebody else to review the submission: it asks about the same criteria, gets the Artifacts as inputs, and
 * changes nothing. What the item under review allows in time and money is the limit for its review.
 */
export function reviewContract(
  model: ReviewModel,
  reviewed: ContractDocument,
  words: { readonly goal: string; readonly deliverable: string },
): ContractDocument {
  return {
    ...reviewed,
    contractVersion: 1,
    goal: words.goal,
    requiredDeliverables: [
      {
        deliverableId: 'review',
        description: words.deliverable,
        mediaType: 'text/markdown',
        schema: 'urn:heddle:schema:review',
      },
    ],
    acceptanceCriteria: model.criteria.map(({ criterionId, description }) => ({
      criterionId,
      description,
      evidenceRequired: ['reviewer_assessment'],
    })),
    inputArtifacts: [...new Set(model.artifacts.map(({ contentHash }) => contentHash))],
    dependencyWorkItemIds: [],
    sideEffectRisk: 'none',
    executionApproval: 'not_required',
  };
}
