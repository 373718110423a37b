// Approvals of a Mission result at their acceptance: they mean this Mission, this submission and this decision
// (MIS-011, APV-001, APV-002, OPEN-058, OPEN-059). Their signatures have been verified before.
import type { Actor, Approval } from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import type { GroupInput } from './decision.ts';
import { isAfter } from './members.ts';
import { parentOf, rootOf } from './mission-tree.ts';
import { reject, type Rejection } from './rejection.ts';
import { memberKey, type MissionRecord } from './world.ts';

/** What is to be answered: a Mission revision with an Artifact set (MIS-010). */
export type Submission = NonNullable<MissionRecord['submission']>;

/** What an Approval has to be to count. */
interface Expected {
  readonly approver: Actor;
  readonly kind: Approval['kind'];
  readonly decision: Approval['decision'];
}

/** The MissionOwner's own answer: for a root `mission_final`, for a child `child_mission` (APV-001, CHD-005). */
export function checkOwnerApproval(
  input: GroupInput,
  approval: Approval,
  submission: Submission,
  decision: 'approved' | 'changes_requested',
): Result<undefined, Rejection> {
  const { command, mission } = input;
  const kind = mission.document.parent === undefined ? 'mission_final' : 'child_mission';
  return checkApproval(input, approval, submission, { approver: command.actor, kind, decision });
}

/**
 * The second Approval, of the human at the root. A child needs it where its policy says so (OPEN-058), and where its
 * MissionOwner is its Coordinator too: nobody is the sole reviewer of its own output (CRD-006).
 */
export function checkRootApproval(
  input: GroupInput<'mission.approve'>,
  submission: Submission,
): Result<undefined, Rejection> {
  const { world, mission, payload } = input;
  const { parent, approvalPolicy, missionOwner, coordinator } = mission.document;
  const { approval, rootApproval } = payload;
  if (parent === undefined) return accept(undefined);
  if (rootApproval !== undefined) {
    if (rootApproval.approvalId === approval.approvalId) return rejectKnownId(rootApproval);
    const approver = rootOf(world, mission).document.missionOwner;
    return checkApproval(input, rootApproval, submission, {
      approver,
      kind: 'mission_final',
      decision: 'approved',
    });
  }
  if (approvalPolicy.finalHumanApproval) {
    return reject(
      'APPROVAL_REQUIRED',
      'OPEN-058',
      'the human at the root has to approve this child as well',
      {
        missing: 'rootApproval',
      },
    );
  }
  if (missionOwner.id !== coordinator.agentId) return accept(undefined);
  return reject('APPROVAL_REQUIRED', 'CRD-006', 'an Agent is not the sole reviewer of its own output', {
    missing: 'rootApproval',
  });
}

function checkApproval(
  input: GroupInput,
  approval: Approval,
  submission: Submission,
  expected: Expected,
): Result<undefined, Rejection> {
  const signer = checkApprover(approval, expected);
  if (!signer.ok) return signer;
  const meaning = checkMeaning(input, approval, expected);
  if (!meaning.ok) return meaning;
  if (isKnown(input, approval)) return rejectKnownId(approval);
  return checkSubmission(approval, submission);
}

function checkApprover({ approvalId, approver }: Approval, expected: Expected): Result<undefined, Rejection> {
  if (memberKey(approver) === memberKey(expected.approver)) return accept(undefined);
  return reject('AUTH_FORBIDDEN', 'OPEN-059', 'the Approval is signed by somebody else', {
    approvalId,
    approver,
    expectedApprover: expected.approver,
  });
}

function checkMeaning(
  { mission, context }: GroupInput,
  { approvalId, kind, decision, missionId, groupId, occurredAt }: Approval,
  expected: Expected,
): Result<undefined, Rejection> {
  if (missionId !== mission.document.missionId || groupId !== mission.document.groupId) {
    return reject('INVALID_COMMAND', 'APV-002', 'the Approval is about another Mission', {
      approvalId,
      missionId,
      groupId,
    });
  }
  if (kind !== expected.kind || decision !== expected.decision) {
    return reject('INVALID_COMMAND', 'APV-001', 'the Approval is of another kind or decision', {
      approvalId,
      kind,
      decision,
      expectedKind: expected.kind,
      expectedDecision: expected.decision,
    });
  }
  if (!isAfter(occurredAt, context.now)) return accept(undefined);
  return reject('INVALID_COMMAND', 'APV-002', 'the Approval lies in the future', { approvalId, occurredAt });
}

/** The Approval of a child becomes a record of the parent Group too, and may not take another's place there. */
function isKnown({ world, groupId, mission }: GroupInput, { approvalId, kind }: Approval): boolean {
  if (world.get('approval', groupId, approvalId) !== undefined) return true;
  const parent = kind === 'child_mission' ? parentOf(world, mission) : undefined;
  return parent !== undefined && world.get('approval', parent.document.groupId, approvalId) !== undefined;
}

function rejectKnownId({ approvalId }: Approval) {
  return reject('INVALID_STATE_TRANSITION', 'APV-002', 'an Approval with this id exists already', {
    approvalId,
  });
}

/** Compare-and-set: exactly the submitted revision, and for an approval exactly the submitted set (MIS-011). */
function checkSubmission(
  { approvalId, decision, missionRevision, artifactHashes }: Approval,
  submission: Submission,
): Result<undefined, Rejection> {
  if (missionRevision !== submission.missionRevision) {
    return reject(
      'REVISION_CONFLICT',
      'MIS-011',
      'the Approval is for another revision of the Mission',
      { approvalId, aggregate: 'Mission' },
      { expectedRevision: missionRevision, currentRevision: submission.missionRevision },
    );
  }
  if (decision !== 'approved') return accept(undefined);
  const missing = submission.artifactHashes.filter((hash) => !artifactHashes.includes(hash));
  const unexpected = artifactHashes.filter((hash) => !submission.artifactHashes.includes(hash));
  if (missing.length === 0 && unexpected.length === 0) return accept(undefined);
  return reject('REVISION_CONFLICT', 'MIS-011', 'the Approval is for another set of Artifacts', {
    approvalId,
    missingArtifactHashes: missing,
    unexpectedArtifactHashes: unexpected,
  });
}
