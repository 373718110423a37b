// The answer to what a child Mission has submitted, prepared for its MissionOwner, who is the Coordinator of the parent (CHD-005,
// CHD-006, MIS-011): contents first, then each criterion with its Evidence, then who has to sign.
import { parentLinkOf, parentOf, rootOf } from '../../../domain/mission-tree.ts';
import { type MissionRecord, SINGLE, type WorkItemRecord, type World } from '../../../domain/world.ts';
import type { Approval, Artifact, Evidence } from '../../../protocol/generated/documents.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import type { EvidenceForm } from '../../desk/intent/forms.ts';
import { msOf } from '../../desk/moment.ts';
import { because, propose, recordOf } from '../planning/reasons.ts';
import type { Proposal, Reason } from '../proposal.ts';

export type ChildReviewReasonId =
  | 'content-intact'
  | 'content-differs'
  | 'content-unseen'
  | 'manifest-missing'
  | 'revision-moved'
  | 'criterion-proven'
  | 'criterion-failed'
  | 'criterion-unproven'
  | 'criterion-own-word'
  | 'human-proves'
  | 'human-must-approve'
  | 'own-output'
  | 'human-has-approved'
  | 'answer-late'
  | 'nobody-waits'
  | 'parent-covered'
  | 'parent-uncovered';

export interface ChildReview {
  /**
   * `wait`: something was not looked at yet. `ask-human`: everything is right, and the human at the root has to approve
   * first. `late`: no WorkItem waits for the result any more.
   */
  readonly verdict: 'approve' | 'send-back' | 'wait' | 'ask-human' | 'late';
  readonly reasons: readonly Reason<ChildReviewReasonId>[];
  readonly proposals: readonly Proposal<ChildReviewReasonId>[];
  /** What the result proves of the parent's WorkItem. */
  readonly parentEvidence: readonly EvidenceForm[];
}

/** Undefined while nothing is submitted. `rootApproval` is the human's, when it was signed already. */
export function reviewChild(
  connection: DeskConnection,
  childGroupId: string,
  rootApproval?: Approval,
): ChildReview | undefined {
  const child = connection.world.get('mission', childGroupId, SINGLE);
  const { submission } = child ?? {};
  if (child === undefined || submission === undefined || child.document.state !== 'awaiting_approval')
    return undefined;
  const reasons = [
    ...checkContents(connection, child, submission.artifactHashes),
    ...checkCriteria(connection.world, child),
    ...checkMoment(connection, child, submission.missionRevision),
  ];
  const parentEvidence = evidenceForParent(connection.world, child, submission.artifactHashes);
  reasons.push(...checkCoverage(connection.world, child, parentEvidence));
  const signers = [...checkSigners(connection.world, child, rootApproval)];
  const all = [...reasons, ...signers];
  const verdict = verdictOf(connection.world, child, reasons, signers);
  return {
    verdict,
    reasons: all,
    parentEvidence,
    proposals: proposalsFor(child, verdict, all, rootApproval),
  };
}

function verdictOf(
  world: World,
  child: MissionRecord,
  reasons: readonly Reason<ChildReviewReasonId>[],
  signers: readonly Reason<ChildReviewReasonId>[],
): ChildReview['verdict'] {
  if (parentLinkOf(world, child) === undefined) return 'late';
  if (reasons.some(({ id }) => SENDS_BACK.has(id))) return 'send-back';
  if (reasons.some(({ id }) => id === 'content-unseen')) return 'wait';
  return signers.some(({ verdict }) => verdict === 'unmet') ? 'ask-human' : 'approve';
}

const SENDS_BACK: ReadonlySet<ChildReviewReasonId> = new Set([
  'content-differs',
  'manifest-missing',
  'revision-moved',
  'criterion-failed',
  'criterion-unproven',
  'criterion-own-word',
]);

function proposalsFor(
  { document }: MissionRecord,
  verdict: ChildReview['verdict'],
  reasons: readonly Reason<ChildReviewReasonId>[],
  rootApproval: Approval | undefined,
): readonly Proposal<ChildReviewReasonId>[] {
  const { groupId, missionOwner, objective } = document;
  if (verdict === 'approve') {
    const form = { comments: objective, ...(rootApproval === undefined ? {} : { rootApproval }) };
    return [propose({ kind: 'mission.approve', groupId, form, signer: missionOwner }, reasons)];
  }
  if (verdict !== 'send-back') return [];
  const faults = reasons.filter(({ id }) => SENDS_BACK.has(id));
  const conditions = faults.map(({ id, values }) => [id, ...Object.values(values)].join(' '));
  const feedback = faults
    .map(({ values }) => String(values['description'] ?? values['contentHash'] ?? ''))
    .join('\n');
  const form = { feedback: feedback.trim() === '' ? objective : feedback, conditions };
  return [propose({ kind: 'mission.request_changes', groupId, form, signer: missionOwner }, faults)];
}

function* checkContents(
  { world, contents }: DeskConnection,
  { document }: MissionRecord,
  hashes: readonly string[],
): Generator<Reason<ChildReviewReasonId>> {
  const { groupId } = document;
  for (const contentHash of hashes) {
    const [manifest] = manifestsOf(world, groupId, contentHash);
    if (manifest === undefined) {
      yield because('manifest-missing', 'unmet', { contentHash });
      continue;
    }
    const condition = contents.get(contentHash);
    const reference = [recordOf('artifact', groupId, manifest.artifactId)];
    if (condition === 'intact') yield because('content-intact', 'met', { contentHash }, reference);
    else if (condition === 'differs') yield because('content-differs', 'unmet', { contentHash }, reference);
    else yield because('content-unseen', 'unknown', { contentHash }, reference);
  }
}

function manifestsOf(world: World, groupId: string, contentHash: string): readonly Artifact[] {
  const ids = world.get('content', groupId, contentHash)?.artifactIds ?? [];
  return ids.map((id) => world.get('artifact', groupId, id)).filter((artifact) => artifact !== undefined);
}

/** Each criterion with each type that it asks for (EVI-005); of several the newest counts. */
function* checkCriteria(world: World, { document }: MissionRecord): Generator<Reason<ChildReviewReasonId>> {
  const { groupId, definitionOfDone } = document;
  const evidence = [...world.list('evidence', groupId)].map(([, each]) => each);
  for (const { criterionId, description, evidenceRequired } of definitionOfDone) {
    for (const type of evidenceRequired) {
      const values = { criterion: criterionId, description, type };
      // A human proves it by approving: that Approval is asked for, and nothing else stands for it.
      if (type === 'human_review') {
        yield because('human-proves', 'unknown', values, [recordOf('mission', groupId, SINGLE)]);
        continue;
      }
      const about = evidence.filter((each) => each.type === type && each.criterionIds.includes(criterionId));
      const newest = about.toSorted((a, b) => msOf(a.createdAt) - msOf(b.createdAt)).at(-1);
      if (newest === undefined) {
        yield because('criterion-unproven', 'unmet', values, [recordOf('mission', groupId, SINGLE)]);
        continue;
      }
      const reference = [recordOf('evidence', groupId, newest.evidenceId)];
      if (newest.result !== 'passed')
        yield because('criterion-failed', 'unmet', { ...values, result: newest.result }, reference);
      else if (type === 'reviewer_assessment' && isOwnWord(world, newest))
        yield because(
          'criterion-own-word',
          'unmet',
          { ...values, agentId: newest.generatedBy.id },
          reference,
        );
      else yield because('criterion-proven', 'met', values, reference);
    }
  }
}

/** A review by the one that produced what it reviews (CRD-006). */
function isOwnWord(world: World, { groupId, generatedBy, artifactHashes }: Evidence): boolean {
  return artifactHashes.some((hash) =>
    manifestsOf(world, groupId, hash).some(({ producer }) => producer.agentId === generatedBy.id),
  );
}

function* checkMoment(
  { world, nowMs }: DeskConnection,
  child: MissionRecord,
  missionRevision: number,
): Generator<Reason<ChildReviewReasonId>> {
  const { groupId, revision, deadline } = child.document;
  const reference = [recordOf('mission', groupId, SINGLE)];
  if (missionRevision !== revision)
    yield because('revision-moved', 'unmet', { submitted: missionRevision, revision }, reference);
  if (msOf(deadline) <= nowMs)
    yield because('answer-late', 'unknown', { deadlineAtMs: msOf(deadline) }, reference);
  if (parentLinkOf(world, child) === undefined) yield because('nobody-waits', 'unmet', {}, reference);
}

/** Who has to approve beside the MissionOwner (OPEN-058, CRD-006). */
function* checkSigners(
  world: World,
  child: MissionRecord,
  rootApproval: Approval | undefined,
): Generator<Reason<ChildReviewReasonId>> {
  const { approvalPolicy, missionOwner, coordinator, groupId, definitionOfDone } = child.document;
  const human = rootOf(world, child).document.missionOwner;
  const isOwn = missionOwner.id === coordinator.agentId;
  const asksHuman = definitionOfDone.some(({ evidenceRequired }) =>
    evidenceRequired.includes('human_review'),
  );
  if (!approvalPolicy.finalHumanApproval && !isOwn && !asksHuman) return;
  const values = { humanId: human.id };
  const reference = [recordOf('mission', groupId, SINGLE)];
  if (
    rootApproval !== undefined &&
    rootApproval.approver.id === human.id &&
    rootApproval.approver.type === human.type
  )
    yield because('human-has-approved', 'met', values, reference);
  else yield because(isOwn ? 'own-output' : 'human-must-approve', 'unmet', values, reference);
}

/**
 * What the child's result proves of the parent's WorkItem: the criteria that both name, each by the Evidence of the child,
 * for a review of the parent's own where the child's Approval does not complete the item.
 */
export function evidenceForParent(
  world: World,
  child: MissionRecord,
  artifactHashes: readonly string[],
): readonly EvidenceForm[] {
  const { groupId, missionId } = child.document;
  const item = parentItemOf(world, child);
  if (item === undefined) return [];
  const evidence = [...world.list('evidence', groupId)].map(([, each]) => each);
  const forms: EvidenceForm[] = [];
  for (const { criterionId, evidenceRequired } of item.document.contract.acceptanceCriteria) {
    for (const type of evidenceRequired) {
      const proof = evidence.findLast(
        (each) => each.type === type && each.result === 'passed' && each.criterionIds.includes(criterionId),
      );
      if (proof === undefined) continue;
      forms.push({
        type,
        criterionIds: [criterionId],
        method: 'child-mission',
        result: 'passed',
        artifactHashes,
        details: { childMissionId: missionId, evidenceId: proof.evidenceId },
      });
    }
  }
  return forms;
}

/** The WorkItem for which a child was made, whether it still waits or not. */
function parentItemOf(world: World, child: MissionRecord): WorkItemRecord | undefined {
  const parent = parentOf(world, child)?.document.groupId;
  const workItemId = child.document.parent?.workItemId;
  return parent === undefined || workItemId === undefined
    ? undefined
    : world.get('workItem', parent, workItemId);
}

function* checkCoverage(
  world: World,
  child: MissionRecord,
  forms: readonly EvidenceForm[],
): Generator<Reason<ChildReviewReasonId>> {
  const item = parentItemOf(world, child);
  if (item === undefined) return;
  const { groupId, workItemId, contract } = item.document;
  for (const { criterionId, description } of contract.acceptanceCriteria) {
    const isCovered = forms.some(({ criterionIds }) => criterionIds.includes(criterionId));
    const values = { criterion: criterionId, description };
    // The child's Approval completes the item whatever it proves (CHD-006): its owner should know what it signs.
    yield because(isCovered ? 'parent-covered' : 'parent-uncovered', isCovered ? 'met' : 'unknown', values, [
      recordOf('workItem', groupId, workItemId),
    ]);
  }
}
