// Submitted work: its review is asked for, and what the review has found becomes the wish (WORK-T12, WORK-T13). Reviews by others
// that nobody waits for any more are given up, since they would keep the Mission from its submission (MIS-009).
import type { WorkItemRecord } from '../../../domain/world.ts';
import { because, propose, recordOf } from '../planning/reasons.ts';
import { readReview } from '../review/declared-checks.ts';
import type { Review } from '../review/review-types.ts';
import type { LeadReasonId } from './lead-reasons.ts';
import type { Leading } from './leading.ts';

export function wishReviews(lead: Leading): void {
  const { scene, step, openItems } = lead;
  for (const record of openItems) {
    const { state, workItemId, revision } = record.document;
    if (isPointlessReview(lead, record)) {
      giveUp(lead, record);
      continue;
    }
    if (state !== 'submitted') continue;
    const review = scene.reviews.get(workItemId);
    if (review === undefined || review.revision !== revision) step.wantReview(workItemId, revision);
    else follow(lead, review);
  }
}

function follow(lead: Leading, review: Review): void {
  const { step, groupId } = lead;
  const { workItemId, revision, verdict, reasons, drafts } = review;
  if (verdict === 'wait') return;
  const key = `review ${groupId} ${workItemId} ${revision} ${verdict}`;
  // A failure declared by us is followed by a new offer, which the log then asks for by itself.
  if (verdict === 'escalate') step.ask({ key, area: 'review', workItemId, reasons, drafts });
  else if (verdict === 'ask-reviewer') askReviewer(lead, review);
  else step.wish({ key, area: 'review', workItemId, proposals: drafts.slice(0, 1) });
}

/** Another reviewer, once those that are not independent have been released from theirs: it is the same work (OPEN-068). */
function askReviewer(lead: Leading, { workItemId, revision, reasons, drafts }: Review): void {
  const { step, groupId, scene } = lead;
  const dependent = reasons
    .filter(({ id }) => id === 'reviewer-not-independent')
    .map(({ values }) => lead.item(String(values['reviewWorkItemId'])))
    .filter((record) => record !== undefined && isUnfinished(record));
  for (const record of dependent) {
    if (record !== undefined) cancel(lead, record, 'review-not-independent', workItemId);
  }
  if (dependent.length > 0) return;
  let former = 0;
  for (const [, record] of scene.connection.world.list('workItem', groupId)) {
    if (readReview(record.document.contract)?.workItemId === workItemId) former += 1;
  }
  // Each review of one submission is another WorkItem.
  const key = `review ${groupId} ${workItemId} ${revision} reviewer ${former + 1}`;
  step.wish({ key, area: 'review', workItemId, proposals: drafts.slice(0, 1) });
}

function isUnfinished({ document }: WorkItemRecord): boolean {
  return !['verified', 'failed', 'cancelled'].includes(document.state);
}

/**
 * A review of a submission that has been judged, sent back or replaced meanwhile. One that was planned ahead names no content
 * yet, and one that comes after its subject by its dependency is wanted all the same.
 */
export function isPointlessReview(lead: Leading, { document }: WorkItemRecord): boolean {
  const about = readReview(document.contract);
  if (about === undefined || document.state === 'submitted') return false;
  if (document.contract.dependencyWorkItemIds.includes(about.workItemId)) return false;
  const subject = lead.item(about.workItemId)?.document;
  if (subject === undefined) return false;
  if (subject.state === 'verified' || subject.state === 'cancelled') return true;
  const { artifactHashes } = about;
  if (artifactHashes === undefined) return false;
  const seen = new Set([...document.contract.inputArtifacts, ...artifactHashes]);
  const current = subject.state === 'submitted' ? subject.submission?.artifactHashes : undefined;
  return current === undefined || !current.every((hash) => seen.has(hash));
}

/** From `failed` only an offer leads out, and then it can be cancelled (OPEN-033): the offer is made with all others. */
function giveUp(lead: Leading, record: WorkItemRecord): void {
  const { state, contract } = record.document;
  if (state !== 'failed') cancel(lead, record, 'review-pointless', readReview(contract)?.workItemId ?? '');
}

const WHY_CANCELLED = {
  'review-pointless': 'what it was to review is settled',
  'review-not-independent': 'whoever has it is not independent of what it is to review',
} as const;

function cancel(
  { step, groupId }: Leading,
  { document }: WorkItemRecord,
  id: keyof typeof WHY_CANCELLED,
  reviewedItemId: string,
): void {
  const { workItemId, revision } = document;
  const reason = because<LeadReasonId>(id, 'met', { reviewedItemId }, [
    recordOf('workItem', groupId, reviewedItemId),
  ]);
  const form = { workItemId, reason: WHY_CANCELLED[id] };
  const proposals = [propose({ kind: 'work.cancel', groupId, form }, [reason])];
  step.wish({ key: `cancel ${groupId} ${workItemId} ${revision}`, area: 'review', workItemId, proposals });
}
