// Rules about results and gates: submissions (10, 24, 25), Approvals to start (11), answers of the owner (13, 14), blocked
// items (15), late results (29), and whether the Mission can be submitted (34).
import { findExecutionApproval } from '../../../domain/execution-approvals.ts';
import { requireProof } from '../../../domain/evidence.ts';
import { liveHoldingLease } from '../../../domain/ownership.ts';
import type { WorkItemRecord } from '../../../domain/world.ts';
import type { Evidence } from '../../../protocol/generated/documents.ts';
import { approvalEndMs } from '../group-ends.ts';
import { msOf } from '../moment.ts';
import type { Finding, GroupScene } from './attention-types.ts';
import { itemObject, missionObject } from './lease-rules.ts';

/** Evidence that only a reviewer can give: without it a submission is not bad, but unseen. */
const REVIEWERS_PART: ReadonlySet<Evidence['type']> = new Set([
  'reviewer_assessment',
  'human_review',
  'policy_check',
]);

function* submittedItems({ items }: GroupScene): Generator<readonly [WorkItemRecord, Submission]> {
  for (const item of items) {
    const { state, submission } = item.document;
    if (state === 'submitted' && submission !== undefined) yield [item, submission];
  }
}

type Submission = NonNullable<WorkItemRecord['document']['submission']>;

function submissionFinding(
  item: WorkItemRecord,
  { submittedAt }: Submission,
  values: Finding['values'],
): Finding {
  return {
    object: itemObject(item),
    epoch: item.document.revision,
    workItemId: item.document.workItemId,
    values: { agentId: item.document.owner?.agentId ?? '', ...values },
    sinceMs: msOf(submittedAt),
  };
}

/** The Evidence that counts for a submission: what came with it, and what was said of it since. */
function evidenceFor(
  { evidenceOf }: GroupScene,
  item: WorkItemRecord,
  submission: Submission,
): readonly Evidence[] {
  const submittedMs = msOf(submission.submittedAt);
  return evidenceOf(item.document.workItemId).filter(
    ({ evidenceId, createdAt, type }) =>
      type !== 'failure_report' &&
      (submission.evidenceIds.includes(evidenceId) || msOf(createdAt) >= submittedMs),
  );
}

/** 10: a result waits for its review. */
export function* findSubmissions(scene: GroupScene): Generator<Finding> {
  for (const [item, submission] of submittedItems(scene)) {
    const criteria = item.document.contract.acceptanceCriteria.map(({ criterionId }) => criterionId);
    const evidence = evidenceFor(scene, item, submission);
    const covered = criteria.filter((id) =>
      evidence.some(({ criterionIds, result }) => result === 'passed' && criterionIds.includes(id)),
    );
    yield submissionFinding(item, submission, { criteria: criteria.length, covered: covered.length });
  }
}

/** 24: a cell of the criteria × evidence matrix that has to be passed is not (EVI-005). */
export function* findEvidenceGaps(scene: GroupScene): Generator<Finding> {
  for (const [item, submission] of submittedItems(scene)) {
    const evidence = evidenceFor(scene, item, submission);
    const proof = requireProof(item.document, evidence);
    if (proof.ok) continue;
    // The rule names every cell that is missing.
    const missing = proof.fault.details['missing'] as readonly {
      readonly criterionId: string;
      readonly type: Evidence['type'];
    }[];
    const failed = missing.filter(({ criterionId, type }) =>
      evidence.some(
        (each) => each.type === type && each.result !== 'passed' && each.criterionIds.includes(criterionId),
      ),
    );
    const isUnseen = failed.length === 0 && missing.every(({ type }) => REVIEWERS_PART.has(type));
    const [first] = missing;
    yield {
      ...submissionFinding(item, submission, {
        missing: missing.length - failed.length,
        failed: failed.length,
        first: first === undefined ? '' : `${first.criterionId} ${first.type}`,
      }),
      ...(isUnseen ? { action: 'ask-reviewer' as const } : {}),
    };
  }
}

/** 25: content that somebody has to judge is not what its hash says, or cannot be had. */
export function* findBrokenContents(scene: GroupScene): Generator<Finding> {
  const { connection, mission } = scene;
  for (const [item, submission] of submittedItems(scene)) {
    for (const hash of submission.artifactHashes) {
      const condition = connection.contents.get(hash);
      if (condition !== 'differs' && condition !== 'unavailable') continue;
      const finding = submissionFinding(item, submission, { hash, condition });
      yield { ...finding, epoch: hash };
    }
  }
  for (const hash of mission.submission?.artifactHashes ?? []) {
    const condition = connection.contents.get(hash);
    if (condition !== 'differs' && condition !== 'unavailable') continue;
    yield { object: missionObject(scene), epoch: hash, values: { hash, condition } };
  }
}

/** 11: accepted work that may not begin without an Approval (APV-005). */
export function* findStartApprovals({ connection, groupId, items, moment }: GroupScene): Generator<Finding> {
  for (const item of items) {
    const { state, contract, workItemId, owner } = item.document;
    if (state !== 'queued' || contract.executionApproval === 'not_required' || owner === undefined) continue;
    const lease = liveHoldingLease(connection.world, item, moment.now);
    if (lease === undefined || moment.hasReached(msOf(lease.expiresAt))) continue;
    if (findExecutionApproval(connection.world, item, moment.now) !== undefined) {
      for (const approvalId of item.executionApprovalIds) {
        moment.hasReached(approvalEndMs(connection.world.get('approval', groupId, approvalId)) ?? Infinity);
      }
      continue;
    }
    const ownershipEndsAt = msOf(lease.expiresAt);
    yield {
      object: itemObject(item),
      epoch: item.ownershipEpoch,
      workItemId,
      values: { agentId: owner.agentId, risk: contract.sideEffectRisk, ownershipEndsAt },
      endsAtMs: ownershipEndsAt,
      sinceMs: msOf(owner.acceptedAt),
    };
  }
}

/** 13: the result of the Mission waits for its owner, for a child the Coordinator of the parent. */
export function* findFinalApproval(scene: GroupScene): Generator<Finding> {
  const { mission, owner } = scene;
  if (owner === undefined || mission.submission === undefined) return;
  const { missionRevision, artifactHashes } = mission.submission;
  yield {
    object: missionObject(scene),
    epoch: missionRevision,
    values: {
      revision: missionRevision,
      artifacts: artifactHashes.length,
      isChild: mission.document.parent !== undefined,
    },
    signer: owner.actor,
  };
}

/** 14: the owner wants changes, and nothing has followed from it yet: every step of planning moves the revision on. */
export function* findRequestedChanges(scene: GroupScene): Generator<Finding> {
  const { connection, groupId, mission } = scene;
  const answers = [...connection.world.list('approval', groupId)]
    .map(([, approval]) => approval)
    .filter(({ kind }) => kind !== 'work_execution');
  const last = answers.at(-1);
  if (last?.decision !== 'changes_requested' || mission.document.revision !== last.missionRevision + 1)
    return;
  yield {
    object: missionObject(scene),
    epoch: last.approvalId,
    values: { feedback: last.comments },
    sinceMs: msOf(last.occurredAt),
  };
}

/** Whether an item waits because its child Mission ended without a result: then nobody holds it (OPEN-036). */
export function isLeftByChild({
  childGroupId,
  formerChildGroupIds,
  holdingLeaseId,
}: WorkItemRecord): boolean {
  return childGroupId === undefined && formerChildGroupIds.length > 0 && holdingLeaseId === undefined;
}

/** 15: a Worker has stopped and has said what it needs. */
export function* findBlockedItems({ items }: GroupScene): Generator<Finding> {
  for (const item of items) {
    const { state, workItemId, owner, revision, updatedAt, createdAt } = item.document;
    const { requiredResolution, childGroupId } = item;
    if (state !== 'blocked' || requiredResolution === undefined) continue;
    // What has to do with a child is for rule 19.
    if (childGroupId !== undefined || isLeftByChild(item)) continue;
    yield {
      object: itemObject(item),
      epoch: revision,
      workItemId,
      values: { agentId: owner?.agentId ?? '', resolution: requiredResolution },
      sinceMs: msOf(updatedAt ?? createdAt),
    };
  }
}

/**
 * 29: a former owner has delivered after its term (FLR-002): Evidence of its own in the log, or Artifacts that it names in
 * a Message. It completes nothing, and somebody may want to look.
 */
export function* findLateResults({ items, talk, evidenceOf, leasesOf }: GroupScene): Generator<Finding> {
  for (const item of items) {
    const { workItemId, owner, submission } = item.document;
    if (item.ownershipEpoch < 2) continue;
    const former = formerTerms(leasesOf(workItemId), item.ownershipEpoch, owner?.agentId);
    if (former.size === 0) continue;
    const late = [
      ...evidenceOf(workItemId)
        .filter(({ evidenceId }) => submission?.evidenceIds.includes(evidenceId) !== true)
        .filter(({ type }) => type !== 'failure_report')
        .map(({ evidenceId, generatedBy, createdAt }) => ({
          id: evidenceId,
          agentId: generatedBy.id,
          atMs: msOf(createdAt),
        })),
      ...[...(talk.deliveries.get(workItemId)?.values() ?? [])].map(({ messageId, author, atMs }) => ({
        id: messageId,
        agentId: author.id,
        atMs,
      })),
    ].findLast(({ agentId, atMs }) => atMs > (former.get(agentId)?.endedAtMs ?? Infinity));
    if (late === undefined) continue;
    yield {
      object: itemObject(item),
      epoch: late.id,
      workItemId,
      values: {
        agentId: late.agentId,
        epoch: former.get(late.agentId)?.epoch ?? 0,
        currentEpoch: item.ownershipEpoch,
      },
      sinceMs: late.atMs,
    };
  }
}

/** The last term of each Agent that owned the item before and does not now, with its end. */
function formerTerms(
  leases: ReturnType<GroupScene['leasesOf']>,
  currentEpoch: number,
  ownerId: string | undefined,
): ReadonlyMap<string, { readonly epoch: number; readonly endedAtMs: number }> {
  const terms = new Map<string, { epoch: number; endedAtMs: number }>();
  for (const { holderAgentId, ownershipEpoch: epoch = 0, closedAt, expiresAt } of leases) {
    if (epoch >= currentEpoch || holderAgentId === ownerId) continue;
    const known = terms.get(holderAgentId);
    const endedAtMs = msOf(closedAt ?? expiresAt);
    terms.set(holderAgentId, {
      epoch: Math.max(epoch, known?.epoch ?? 0),
      endedAtMs: Math.max(endedAtMs, known?.endedAtMs ?? 0),
    });
  }
  return terms;
}

/** 34: everything is done or given up (MIS-009). */
export function* findReadyMission(scene: GroupScene): Generator<Finding> {
  const { items, mission } = scene;
  const verified = items.filter(({ document }) => document.state === 'verified').length;
  const isDone = items.every(
    ({ document }) => document.state === 'verified' || document.state === 'cancelled',
  );
  if (verified === 0 || !isDone) return;
  yield { object: missionObject(scene), epoch: mission.document.revision, values: { verified } };
}
