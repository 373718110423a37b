// What the review desk draws, from the rows of one submission: the matrix of criteria and Evidence, what came late, what
// stands in the way, and where each sits. Nothing here talks to the host.
import type {
  ArtifactCheck,
  MatrixCell,
  PreparedReviewModel,
  ReviewRow,
} from '../../../core/contract/review.ts';
import { REVIEW_STEPS as PREPARED_STEPS } from '../../../core/contract/review.ts';
import type { EVIDENCE_TYPES } from '../../../core/contract/review.ts';
import type { EvidenceRow } from '../../../core/contract/work.ts';

export type EvidenceType = (typeof EVIDENCE_TYPES)[number];
type Section<Name extends ReviewRow['section']> = Extract<ReviewRow, { section: Name }>;
export type CriterionRow = Section<'criterion'>;
export type DecisionRow = Section<'decision'>;
export type EarlierSubmission = Section<'earlier'>['submissions'][number];

/** A Group at a connection. */
export interface GroupPlace {
  readonly connectionId: string;
  readonly groupId: string;
}

export interface ItemPlace extends GroupPlace {
  readonly workItemId: string;
}

/** One submission as the desk shows it. */
export interface ReviewModel {
  readonly submission: Section<'submission'>;
  readonly artifacts: readonly ArtifactCheck[];
  readonly criteria: readonly CriterionRow[];
  /** Evidence of the current Ownership Epoch. */
  readonly evidence: readonly EvidenceRow[];
  /** Stored, not counted: of an Ownership Epoch that is over. */
  readonly late: readonly EvidenceRow[];
  readonly decision: DecisionRow | undefined;
  readonly earlier: readonly EarlierSubmission[];
  /** What the assistant has prepared; undefined where the host says nothing of it. */
  readonly prepared: Section<'prepared'> | undefined;
}

/** Undefined until the submission itself is known. */
export function reviewModelOf(rows: readonly ReviewRow[]): ReviewModel | undefined {
  const submission = rows.find((row) => row.section === 'submission');
  if (submission === undefined) return undefined;
  const criteria = rows.filter((row) => row.section === 'criterion');
  const evidence = rows.find((row) => row.section === 'evidence')?.evidence ?? [];
  return {
    submission,
    artifacts: rows.find((row) => row.section === 'integrity')?.artifacts ?? [],
    criteria,
    evidence: evidence.filter(({ isLate }) => !isLate),
    late: evidence.filter(({ isLate }) => isLate),
    decision: rows.find((row) => row.section === 'decision'),
    earlier: (rows.find((row) => row.section === 'earlier')?.submissions ?? []).toSorted(
      (a, b) => b.sequence - a.sequence,
    ),
    prepared: rows.find((row) => row.section === 'prepared'),
  };
}

/** Whether the contract asks for the cell and nothing passed fills it (EVI-005). */
export function isGap(cell: MatrixCell): boolean {
  return cell.status === 'missing' || cell.status === 'failed' || cell.status === 'inconclusive';
}

/** The Evidence behind a cell, newest first. */
export function evidenceOfCell(model: ReviewModel, cell: MatrixCell): readonly EvidenceRow[] {
  return model.evidence
    .filter(({ evidenceId }) => cell.evidenceIds.includes(evidenceId))
    .toSorted((a, b) => b.createdAtMs - a.createdAtMs);
}

type PreparedReason = PreparedReviewModel['reasons'][number];

/** Reasons by the step that settles them, in the protocol's order; steps without any are left out. */
export function groupByStep(
  reasons: readonly PreparedReason[],
): readonly { readonly step: PreparedReason['step']; readonly reasons: readonly PreparedReason[] }[] {
  return PREPARED_STEPS.map((step) => ({
    step,
    reasons: reasons.filter((reason) => reason.step === step),
  })).filter((group) => group.reasons.length > 0);
}

/** The steps of a review, in the order of the protocol (13.2); `1`–`5` jump to them. */
export const REVIEW_STEPS = ['integrity', 'matrix', 'tests', 'reviewers', 'decision'] as const;
export type ReviewStep = (typeof REVIEW_STEPS)[number];

const MACHINE_TYPES: ReadonlySet<string> = new Set([
  'artifact_integrity',
  'schema_validation',
  'deterministic_test',
  'business_rule',
]);

/** Step 3 shows what machines have judged, step 4 what reviewers have. */
export function splitByJudge(evidence: readonly EvidenceRow[]): {
  readonly machines: readonly EvidenceRow[];
  readonly reviewers: readonly EvidenceRow[];
} {
  return {
    machines: evidence.filter(({ type }) => MACHINE_TYPES.has(type)),
    reviewers: evidence.filter(({ type }) => !MACHINE_TYPES.has(type)),
  };
}

/** The neighbour of a submission in the queue, by its row id; undefined at the ends. */
export function neighbourOf<Row extends { readonly id: string }>(
  queue: readonly Row[],
  id: string,
  step: -1 | 1,
): Row | undefined {
  const index = queue.findIndex((row) => row.id === id);
  return index === -1 ? undefined : queue[index + step];
}
