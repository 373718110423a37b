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

function follow(
  { step, groupId }: Leading,
  { workItemId, revision, verdict, reasons, drafts }: Review,
): void {
  const key = `review ${groupId} ${workItemId} ${revision} ${verdict}`;
  if (verdict === 'wait') return;
  // A failure declared by us is followed by a new offer, which the log then asks for by itself.
  if (verdict === 'escalate') step.ask({ key, area: 'review', workItemId, reasons, drafts });
  else step.wish({ key, area: 'review', workItemId, proposals: drafts.slice(0, 1) });
}

/** A review of a submission that has been judged, sent back or replaced meanwhile. */
export function isPointlessReview(lead: Leading, { document }: WorkItemRecord): boolean {
  const about = readReview(document.contract);
  if (about === undefined || document.state === 'submitted') return false;
  const subject = lead.item(about.workItemId)?.document;
  if (subject?.state !== 'submitted') return true;
  const seen = new Set([...document.contract.inputArtifacts, ...(about.artifactHashes ?? [])]);
  return !(subject.submission?.artifactHashes ?? []).every((hash) => seen.has(hash));
}

/** From `failed` only an offer leads out, and then it can be cancelled (OPEN-033): the offer is made with all others. */
function giveUp({ step, groupId }: Leading, { document }: WorkItemRecord): void {
  const { workItemId, revision, state, contract } = document;
  if (state === 'failed') return;
  const reviewedItemId = readReview(contract)?.workItemId ?? '';
  const reason = because<LeadReasonId>('review-pointless', 'met', { reviewedItemId }, [
    recordOf('workItem', groupId, reviewedItemId),
  ]);
  const form = { workItemId, reason: 'what it was to review is settled' };
  const proposals = [propose({ kind: 'work.cancel', groupId, form }, [reason])];
  step.wish({ key: `cancel ${groupId} ${workItemId} ${revision}`, area: 'review', workItemId, proposals });
}
