// Whether failed work is tried again, and under which contract: by its retry policy (WORK-055, WORK-057), and with what a review
// has found against the last result (OPEN-056).
import { SINGLE, type WorkItemRecord } from '../../../domain/world.ts';
import type { Evidence, WorkContract } from '../../../protocol/generated/documents.ts';
import { judgeRetry } from '../../brief-run/attempts.ts';
import { REVIEW_REJECTED } from '../../briefs/resolve-contract.ts';
import { msOf } from '../../desk/moment.ts';
import { because, recordOf } from '../planning/reasons.ts';
import type { Reason } from '../proposal.ts';
import { correctContract } from '../review/verdict-drafts.ts';
import type { LeadReasonId } from './lead-reasons.ts';
import type { Leading } from './leading.ts';

export type Retry =
  /** Its child Mission has failed: what follows is the replan's matter (CHD-007). */
  | { readonly kind: 'after-child' }
  | { readonly kind: 'again'; readonly contract: WorkContract | undefined }
  | { readonly kind: 'later'; readonly atMs: number }
  | { readonly kind: 'never'; readonly reason: Reason<LeadReasonId> };

const UNKNOWN_FAILURE = 'UNKNOWN';

export function judgeFailed({ scene, groupId }: Leading, record: WorkItemRecord): Retry {
  const { workItemId, contract, updatedAt, createdAt } = record.document;
  const report = lastFailureOf(scene.connection.world.list('evidence', groupId), workItemId);
  if (isFailedByChild(scene, record, report)) return { kind: 'after-child' };
  const named = report?.details?.['failureCode'];
  const failureCode = typeof named === 'string' ? named : UNKNOWN_FAILURE;
  const attempts = Math.max(1, scene.history.lostTermsOf(groupId, workItemId).length);
  const atMs = msOf(report?.createdAt ?? updatedAt ?? createdAt);
  const { retryPolicy } = contract;
  const retryableFailures =
    scene.settings.retry === 'any-failure' ? [failureCode] : retryPolicy.retryableFailures;
  const verdict = judgeRetry(
    { ...contract, retryPolicy: { ...retryPolicy, retryableFailures } },
    { failureCode, atMs },
    attempts,
  );
  if (verdict.kind === 'over') {
    const values = {
      because: verdict.because,
      failureCode,
      attempts,
      maxAttempts: retryPolicy.maxAttempts,
    };
    const references = [
      recordOf('workItem', groupId, workItemId),
      ...(report === undefined ? [] : [recordOf('evidence', groupId, report.evidenceId)]),
    ];
    return { kind: 'never', reason: because('failed-for-good', 'unmet', values, references) };
  }
  if (verdict.notBeforeMs > scene.connection.nowMs) return { kind: 'later', atMs: verdict.notBeforeMs };
  const isRejected = failureCode === REVIEW_REJECTED && report !== undefined;
  return { kind: 'again', contract: isRejected ? correctContract(contract, findingsOf(report)) : undefined };
}

/** The failure of a child leaves no report on its item; one from before the child says nothing of it. */
function isFailedByChild(
  { connection }: Leading['scene'],
  { formerChildGroupIds }: WorkItemRecord,
  report: Evidence | undefined,
): boolean {
  const child = formerChildGroupIds.at(-1);
  const mission = child === undefined ? undefined : connection.world.get('mission', child, SINGLE)?.document;
  if (mission === undefined) return false;
  return report === undefined || msOf(report.createdAt) < msOf(mission.createdAt);
}

function lastFailureOf(
  evidence: Iterable<readonly [string, Evidence]>,
  workItemId: string,
): Evidence | undefined {
  let last: Evidence | undefined;
  for (const [, each] of evidence) {
    if (each.workItemId === workItemId && each.type === 'failure_report') last = each;
  }
  return last;
}

function findingsOf({ details, method }: Evidence): string[] {
  const findings = details?.['findings'];
  const texts = Array.isArray(findings) ? findings.filter((each) => typeof each === 'string') : [];
  return texts.length > 0 ? texts : [method];
}
