// From the result to the owner's answer: submitted, approved, or sent back (MIS-009…MIS-012, MIS-T4…MIS-T6).
import type { Artifact, Lease } from '../../protocol/generated/documents.ts';
import { accept, type Result } from '../../protocol/result.ts';
import { coordinatorLeaseOf, requireCoordinator } from '../coordinator.ts';
import type { Decision, EventDraft, GroupInput } from '../decision.ts';
import { closeLease } from '../leases.ts';
import { requireMissionOwner } from '../members.ts';
import { checkOwnerApproval, checkRootApproval, type Submission } from '../mission-approvals.ts';
import { type ParentLink, parentLinkOf } from '../mission-tree.ts';
import { checkMissionRevision, requireMissionState } from '../missions.ts';
import { advance } from '../ownership.ts';
import { reject, type Rejection } from '../rejection.ts';
import { placeOf } from '../work-events.ts';
import type { World } from '../world.ts';

/** `mission.submit_for_approval` (CMD-106). The revision stays: the answer has to name it (MIS-010). */
export function submitMission(input: GroupInput<'mission.submit_for_approval'>): Decision {
  const { payload, groupId, mission, context } = input;
  const { document } = mission;
  const right = requireCoordinator(input, 'MIS-T4');
  if (!right.ok) return right;
  const revision = checkMissionRevision(input);
  if (!revision.ok) return revision;
  const active = requireMissionState(input, ['active'], 'MIS-T4');
  if (!active.ok) return active;
  const reviewed = requireReviewedWork(input);
  if (!reviewed.ok) return reviewed;
  const known = requireKnownArtifacts(input);
  if (!known.ok) return known;
  return accept([
    {
      kind: 'mission.submitted_for_approval',
      eventId: context.newId('event'),
      groupId,
      aggregateRevision: document.revision,
      payload: {
        mission: { ...document, state: 'awaiting_approval' },
        missionId: document.missionId,
        missionRevision: document.revision,
        artifactHashes: payload.artifactHashes,
        ...(payload.summary === undefined ? {} : { summary: payload.summary }),
      },
    },
  ]);
}

/** `mission.approve` (CMD-107). The approval of a child completes its parent WorkItem (CHD-006). */
export function approveMission(input: GroupInput<'mission.approve'>): Decision {
  const { world, payload, groupId, mission, context } = input;
  const submission = requireSubmission(input, 'MIS-T6');
  if (!submission.ok) return submission;
  const own = checkOwnerApproval(input, payload.approval, submission.value, 'approved');
  if (!own.ok) return own;
  const root = checkRootApproval(input, submission.value);
  if (!root.ok) return root;
  const link = parentLinkOf(world, mission);
  const artifacts = link === undefined ? accept([]) : collectArtifacts(input, link, submission.value);
  if (!artifacts.ok) return artifacts;
  const { document } = mission;
  const { approval, rootApproval } = payload;
  const eventId = context.newId('event');
  const lease = coordinatorLeaseOf(world, mission);
  const approved: EventDraft = {
    kind: 'mission.approved',
    eventId,
    groupId,
    aggregateRevision: document.revision,
    payload: {
      mission: { ...document, state: 'approved' },
      missionId: document.missionId,
      approval,
      ...(rootApproval === undefined ? {} : { rootApproval }),
      ...(lease === undefined
        ? {}
        : { lease: closeLease(context.now, lease, 'released', 'mission_approved') }),
    },
  };
  return accept(
    link === undefined ? [approved] : [approved, draftParentResult(input, link, artifacts.value, eventId)],
  );
}

/** `mission.request_changes` (CMD-108): the same Mission goes on, in its next revision (MIS-012). */
export function requestChanges(input: GroupInput<'mission.request_changes'>): Decision {
  const { payload, groupId, mission, context } = input;
  const submission = requireSubmission(input, 'MIS-T5');
  if (!submission.ok) return submission;
  const own = checkOwnerApproval(input, payload.approval, submission.value, 'changes_requested');
  if (!own.ok) return own;
  const revision = mission.document.revision + 1;
  return accept([
    {
      kind: 'mission.changes_requested',
      eventId: context.newId('event'),
      groupId,
      aggregateRevision: revision,
      payload: {
        mission: { ...mission.document, state: 'active', revision },
        missionId: mission.document.missionId,
        approval: payload.approval,
        feedback: payload.approval.comments,
        missionRevision: revision,
      },
    },
  ]);
}

/** There is work, and all of it was accepted or given up: failed work blocks until it is cancelled (MIS-009, OPEN-033). */
function requireReviewedWork({
  world,
  groupId,
}: GroupInput<'mission.submit_for_approval'>): Result<undefined, Rejection> {
  const items = [...world.list('workItem', groupId)].map(([, { document }]) => document);
  if (items.length === 0) {
    return reject('INVALID_STATE_TRANSITION', 'MIS-009', 'there is no work that could have a result');
  }
  const unreviewed = items.filter(({ state }) => state !== 'verified' && state !== 'cancelled');
  if (unreviewed.length === 0) return accept(undefined);
  return reject('INVALID_STATE_TRANSITION', 'MIS-009', 'some work is neither verified nor cancelled', {
    workItems: unreviewed.map(({ workItemId, state }) => ({ workItemId, workItemState: state })),
  });
}

/** Every hash is that of an Artifact of this Mission, its own or one that a child brought (MIS-009, ART-010). */
function requireKnownArtifacts({
  world,
  groupId,
  payload,
}: GroupInput<'mission.submit_for_approval'>): Result<undefined, Rejection> {
  const unknown = payload.artifactHashes.filter((hash) => world.get('content', groupId, hash) === undefined);
  if (unknown.length === 0) return accept(undefined);
  return reject('INVALID_COMMAND', 'MIS-009', 'not every hash is that of an Artifact of this Mission', {
    artifactHashes: unknown,
  });
}

/** The MissionOwner answers what was submitted, while it waits for an answer. */
function requireSubmission(
  input: GroupInput<'mission.approve' | 'mission.request_changes'>,
  rule: string,
): Result<Submission, Rejection> {
  const owner = requireMissionOwner(input, rule);
  if (!owner.ok) return owner;
  const revision = checkMissionRevision(input);
  if (!revision.ok) return revision;
  const waiting = requireMissionState(input, ['awaiting_approval'], rule);
  if (!waiting.ok) return waiting;
  const { submission } = input.mission;
  if (submission !== undefined) return accept(submission);
  return reject('INVALID_STATE_TRANSITION', rule, 'nothing was submitted');
}

/** The manifests of the approved set that the parent Group does not know yet (CHD-006). */
function collectArtifacts(
  { world, groupId }: GroupInput<'mission.approve'>,
  { mission }: ParentLink,
  { artifactHashes }: Submission,
): Result<readonly Artifact[], Rejection> {
  const artifacts: Artifact[] = [];
  for (const artifact of artifactHashes.flatMap((hash) => manifestsOf(world, groupId, hash))) {
    const known = world.get('artifact', mission.document.groupId, artifact.artifactId);
    if (known === undefined) artifacts.push(artifact);
    else if (known.contentHash !== artifact.contentHash) {
      return reject(
        'INVALID_STATE_TRANSITION',
        'ART-006',
        'the parent Mission has another Artifact with this id',
        { artifactId: artifact.artifactId },
      );
    }
  }
  return accept(artifacts);
}

function manifestsOf(world: World, groupId: string, contentHash: string): readonly Artifact[] {
  const ids = world.get('content', groupId, contentHash)?.artifactIds ?? [];
  return ids.map((id) => world.get('artifact', groupId, id)).filter((artifact) => artifact !== undefined);
}

/** The parent WorkItem is verified by the child's Approval, which stands where Evidence would (WORK-T16, OPEN-030). */
function draftParentResult(
  { world, payload, mission, context }: GroupInput<'mission.approve'>,
  link: ParentLink,
  artifacts: readonly Artifact[],
  sourceEventId: string,
): EventDraft {
  const { approval } = payload;
  const workItem = advance(context.now, link.item.document, {
    state: 'verified',
    submission: {
      artifactHashes: approval.artifactHashes,
      evidenceIds: [approval.approvalId],
      submittedAt: context.now.text,
    },
  });
  const closedLeases = closeCustody({ world, context }, link);
  return {
    kind: 'work.result.accepted',
    ...placeOf(workItem),
    eventId: context.newId('event'),
    sourceEventId,
    payload: {
      workItem,
      workItemId: workItem.workItemId,
      evidence: [],
      childMissionId: mission.document.missionId,
      childApprovalId: approval.approvalId,
      childApproval: approval,
      ...(artifacts.length === 0 ? {} : { artifacts: [...artifacts] }),
      ...(closedLeases.length === 0 ? {} : { closedLeases }),
      missionRevision: link.mission.document.revision + 1,
      sourceEventId,
    },
  };
}

/** The custodian has nothing left to keep (OPEN-030). */
function closeCustody(
  { world, context }: Pick<GroupInput, 'world' | 'context'>,
  { item }: ParentLink,
): Lease[] {
  const { holdingLeaseId, document } = item;
  const lease =
    holdingLeaseId === undefined ? undefined : world.get('lease', document.groupId, holdingLeaseId);
  return lease === undefined ? [] : [closeLease(context.now, lease, 'released', 'child_mission_approved')];
}
