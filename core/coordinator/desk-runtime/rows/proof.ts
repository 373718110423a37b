// The matrix of criteria and Evidence, for items and for whole Missions. Only verified signed Evidence of the log counts.
import type { MatrixCell } from '../../../contract/review.ts';
import { EVIDENCE_TYPES } from '../../../contract/review.ts';
import type { EvidenceRow } from '../../../contract/work.ts';
import type { WorkItemRecord, World } from '../../../domain/world.ts';
import type { AcceptanceCriterion, Evidence } from '../../../protocol/generated/documents.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import { msOf } from '../../desk/moment.ts';
import type { RunningConnection } from '../desk-connections.ts';
import { say, type Texts } from '../words/texts.ts';
import { personOf } from './row-context.ts';

/** All Evidence about an item, in the order of the log. */
export function evidenceOfItem(world: World, groupId: string, workItemId: string): readonly Evidence[] {
  return [...world.list('evidence', groupId)]
    .map(([, evidence]) => evidence)
    .filter((evidence) => evidence.workItemId === workItemId);
}

/** What counts for the submission that is there: what came with it, and what was said since. */
export function evidenceForReview(
  { document }: WorkItemRecord,
  evidence: readonly Evidence[],
): readonly Evidence[] {
  const { submission } = document;
  if (submission === undefined) return [];
  const submittedMs = msOf(submission.submittedAt);
  return evidence.filter(
    ({ evidenceId, createdAt, type }) =>
      type !== 'failure_report' &&
      (submission.evidenceIds.includes(evidenceId) || msOf(createdAt) >= submittedMs),
  );
}

/** One row of the matrix: a cell for each type of Evidence. */
export function cellsOf(
  { row }: Texts,
  { criterionId, evidenceRequired }: AcceptanceCriterion,
  evidence: readonly Evidence[],
  ownerId: string | undefined,
): MatrixCell[] {
  const about = evidence.filter(({ criterionIds }) => criterionIds.includes(criterionId));
  return EVIDENCE_TYPES.map((type) => {
    // A review by a human is one only when a human has signed it (INV-10).
    const given = about.filter(
      (each) => each.type === type && (type !== 'human_review' || each.generatedBy.type === 'human'),
    );
    const isRequired = evidenceRequired.includes(type);
    const status = statusOf(given, isRequired);
    return {
      type,
      status,
      words: say(`cell.${status}`, row.cells[status], { criterionId, type }),
      evidenceIds: given.map(({ evidenceId }) => evidenceId),
      isClaimOfWorker: given.length > 0 && given.every(({ generatedBy }) => generatedBy.id === ownerId),
    };
  });
}

function statusOf(given: readonly Evidence[], isRequired: boolean): MatrixCell['status'] {
  const last = given.at(-1);
  if (!isRequired) return last === undefined ? 'not-required' : 'optional';
  if (last === undefined) return 'missing';
  return given.some(({ result }) => result === 'passed') ? 'passed' : last.result;
}

/** What stands for a criterion as a whole: the worst of its required cells. */
export function criterionStatus(
  cells: readonly MatrixCell[],
): 'passed' | 'failed' | 'inconclusive' | 'missing' {
  for (const status of ['failed', 'missing', 'inconclusive'] as const) {
    if (cells.some((cell) => cell.status === status)) return status;
  }
  return 'passed';
}

export function evidenceRow(
  connection: RunningConnection,
  view: DeskConnection,
  evidence: Evidence,
  { owner, currentIds }: { readonly owner: string | undefined; readonly currentIds: ReadonlySet<string> },
): EvidenceRow {
  const { evidenceId, type, criterionIds, result, method, generatedBy, artifactHashes, createdAt } = evidence;
  const { toolVersion, modelVersion, details } = evidence;
  return {
    evidenceId,
    type,
    criterionIds: [...criterionIds],
    result,
    method,
    producer: personOf(connection, view, generatedBy),
    isByProducerOfResult: generatedBy.id === owner,
    isLate: !currentIds.has(evidenceId),
    artifactHashes: [...artifactHashes],
    createdAtMs: msOf(createdAt),
    ...(toolVersion === undefined ? {} : { toolVersion }),
    ...(modelVersion === undefined ? {} : { modelVersion }),
    // A document of the log: JSON.
    ...(details === undefined ? {} : { details: details as NonNullable<EvidenceRow['details']> }),
  };
}
