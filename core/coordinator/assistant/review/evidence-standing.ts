// What each piece of Evidence is worth for this submission: counted, the producer's own word, or nothing, with the reason
// (EVI-001…EVI-007, CRD-006, INV-10). Only signed Evidence is weighed; Messages are none.
import type { Evidence } from '../../../protocol/generated/documents.ts';
import { msOf } from '../../desk/moment.ts';
import { assessmentsOf, judgeIndependence, type ReviewItem } from './review-items.ts';
import {
  findEvidence,
  finding,
  reasonOf,
  recordIn,
  type ReviewScene,
  signatureOf,
  termAt,
} from './review-scene.ts';
import type {
  EvidenceStanding,
  ReviewFinding,
  ReviewNeed,
  ReviewReasonId,
  WeighedEvidence,
} from './review-types.ts';

export interface WeighedAll {
  readonly evidence: readonly WeighedEvidence[];
  readonly findings: readonly ReviewFinding[];
  readonly needs: readonly ReviewNeed[];
}

/** Weighs what came with the submission, what the log or somebody else says beside it, and the assessments of reviews. */
export function weighEvidence(scene: ReviewScene, reviews: readonly ReviewItem[]): WeighedAll {
  const needs: ReviewNeed[] = [];
  const findings: ReviewFinding[] = [];
  const weighed: WeighedEvidence[] = [];
  for (const { evidence, review } of candidatesOf(scene, reviews, findings)) {
    const { evidenceId } = evidence;
    if (signatureOf(scene.facts, 'evidence', evidenceId) === undefined) {
      needs.push({ kind: 'signature', document: 'evidence', id: evidenceId });
      continue;
    }
    const { standing, epoch } =
      review === undefined ? weigh(scene, evidence) : weighAssessment(scene, evidence, review);
    weighed.push({ evidence, standing, epoch, reviewWorkItemId: review?.record.document.workItemId });
    const id = STANDING_REASONS[standing];
    if (id === undefined) continue;
    const values = {
      evidenceId,
      type: evidence.type,
      agentId: evidence.generatedBy.id,
      ...(epoch === undefined ? {} : { epoch, currentEpoch: scene.owner.ownershipEpoch }),
    };
    findings.push(finding('note', reasonOf(id, values, recordIn(scene.facts, 'evidence', evidenceId))));
  }
  return { evidence: weighed, findings, needs };
}

const STANDING_REASONS: { readonly [Each in EvidenceStanding]: ReviewReasonId | undefined } = {
  counted: undefined,
  claim: undefined,
  'failure-report': undefined,
  unsigned: 'evidence-unsigned',
  'other-item': 'evidence-of-other-item',
  'old-epoch': 'evidence-of-old-epoch',
  'other-revision': 'evidence-of-other-revision',
  'from-future': 'evidence-from-future',
  'by-producer': 'evidence-by-producer',
  'by-coordinator': 'evidence-by-coordinator',
  'same-owner': 'evidence-by-same-owner',
  'not-human': 'evidence-not-human',
  partial: 'evidence-partial',
};

interface Candidate {
  readonly evidence: Evidence;
  readonly review?: ReviewItem;
}

function* candidatesOf(
  scene: ReviewScene,
  reviews: readonly ReviewItem[],
  findings: ReviewFinding[],
): Generator<Candidate> {
  const { facts, item, submission } = scene;
  const seen = new Set<string>();
  for (const id of submission.evidenceIds) {
    seen.add(id);
    const evidence = findEvidence(facts, id);
    if (evidence === undefined)
      findings.push(finding('note', reasonOf('evidence-unknown', { evidenceId: id })));
    else yield { evidence };
  }
  const rest = [...facts.world.list('evidence', facts.groupId)]
    .map(([, evidence]) => evidence)
    .filter(({ workItemId }) => workItemId === item.workItemId);
  for (const evidence of [...rest, ...facts.offered]) {
    if (seen.has(evidence.evidenceId)) continue;
    seen.add(evidence.evidenceId);
    yield { evidence };
  }
  for (const review of reviews) {
    for (const evidence of assessmentsOf(scene, review)) yield { evidence, review };
  }
}

interface Weight {
  readonly standing: EvidenceStanding;
  readonly epoch?: number | undefined;
}

function weigh(scene: ReviewScene, evidence: Evidence): Weight {
  const { facts, item, owner } = scene;
  if (signatureOf(facts, 'evidence', evidence.evidenceId)?.status !== 'valid')
    return { standing: 'unsigned' };
  const isHere =
    evidence.workItemId === item.workItemId &&
    evidence.groupId === item.groupId &&
    evidence.missionId === item.missionId;
  if (!isHere) return { standing: 'other-item' };
  if (evidence.type === 'failure_report') return { standing: 'failure-report' };
  const atMs = msOf(evidence.createdAt);
  if (atMs > facts.nowMs) return { standing: 'from-future' };
  const old = oldTermOf(scene, evidence, atMs);
  if (old !== undefined) return { standing: 'old-epoch', epoch: old };
  if (isAboutOther(scene, evidence, atMs)) return { standing: 'other-revision' };
  if (evidence.generatedBy.id === owner.agentId && evidence.generatedBy.type === 'agent')
    return { standing: NEEDS_ANOTHER.has(evidence.type) ? 'by-producer' : 'claim' };
  if (evidence.type === 'human_review')
    return { standing: evidence.generatedBy.type === 'human' ? coverage(scene, evidence) : 'not-human' };
  if (evidence.type === 'reviewer_assessment') return weighAssessor(scene, evidence);
  return { standing: 'counted' };
}

/** Types for which the producer cannot testify to its own work. */
const NEEDS_ANOTHER: ReadonlySet<Evidence['type']> = new Set(['reviewer_assessment', 'human_review']);

/** The epoch that Evidence belongs to where that is over: made before this term, or by somebody who no longer owns it. */
function oldTermOf(scene: ReviewScene, evidence: Evidence, atMs: number): number | undefined {
  const { terms, owner, submission } = scene;
  if (atMs < msOf(owner.acceptedAt)) return termAt(scene, atMs)?.epoch ?? 0;
  if (evidence.generatedBy.type !== 'agent' || evidence.generatedBy.id === owner.agentId) return undefined;
  // Whoever owned it before is no stranger to the item. Handed in by the present owner it is that owner's.
  if (submission.evidenceIds.includes(evidence.evidenceId)) return undefined;
  return terms.findLast(
    ({ agentId, epoch }) => epoch < owner.ownershipEpoch && agentId === evidence.generatedBy.id,
  )?.epoch;
}

/** Whether it is about other contents than the submitted ones, or was made before them without having come with them. */
function isAboutOther(scene: ReviewScene, evidence: Evidence, atMs: number): boolean {
  const { submission, contents } = scene;
  const { subject, artifactHashes, evidenceId } = evidence;
  const submitted = new Set(submission.artifactHashes);
  if (subject.type === 'artifact') {
    const ofManifest = contents.find(({ manifest }) => manifest?.artifactId === subject.id)?.contentHash;
    if (!submitted.has(ofManifest ?? subject.id)) return true;
  }
  if (artifactHashes.length > 0 && !artifactHashes.some((hash) => submitted.has(hash))) return true;
  return !submission.evidenceIds.includes(evidenceId) && atMs < msOf(submission.submittedAt);
}

function weighAssessor(scene: ReviewScene, evidence: Evidence): Weight {
  const { generatedBy } = evidence;
  if (generatedBy.type !== 'agent') return { standing: coverage(scene, evidence) };
  const dependence = judgeIndependence(scene, generatedBy.id);
  return { standing: dependence === undefined ? coverage(scene, evidence) : DEPENDENT[dependence] };
}

const DEPENDENT = {
  producer: 'by-producer',
  coordinator: 'by-coordinator',
  'same-owner': 'same-owner',
} as const;

/** Somebody who has looked at the result says what at: everything, or it is part of a judgement only. */
function coverage({ submission }: ReviewScene, { artifactHashes, subject }: Evidence): 'counted' | 'partial' {
  const looked = new Set([...artifactHashes, ...(subject.type === 'artifact' ? [subject.id] : [])]);
  if (looked.size === 0) return 'counted';
  return submission.artifactHashes.every((hash) => looked.has(hash)) ? 'counted' : 'partial';
}

/** An assessment in a review item: its criteria are those of what is reviewed. */
function weighAssessment(scene: ReviewScene, evidence: Evidence, review: ReviewItem): Weight {
  const { facts, submission } = scene;
  if (signatureOf(facts, 'evidence', evidence.evidenceId)?.status !== 'valid')
    return { standing: 'unsigned' };
  if (!review.isCurrent || msOf(evidence.createdAt) < msOf(submission.submittedAt))
    return { standing: 'other-revision' };
  if (msOf(evidence.createdAt) > facts.nowMs) return { standing: 'from-future' };
  const assessorId = review.record.document.owner?.agentId;
  // The reviewer itself testifies, no Principal that it names.
  if (evidence.generatedBy.type !== 'agent' || evidence.generatedBy.id !== assessorId)
    return { standing: 'unsigned' };
  return { standing: review.independence === undefined ? 'counted' : DEPENDENT[review.independence] };
}
