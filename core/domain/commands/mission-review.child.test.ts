// Review of a child Mission and what it does to the parent (CHD-005, CHD-006, WORK-T16, OPEN-030, OPEN-058).
import { describe, expect, test } from 'vitest';
import type { Actor, Approval } from '../../protocol/generated/documents.ts';
import {
  approvalOf,
  CHILD_COORDINATOR,
  CHILD_GROUP,
  CHILD_MISSION,
  HASH,
  OTHER_HASH,
  outline,
  payloadOf,
  promote,
  seedArtifact,
} from '../seeded-missions.test-data.ts';
import { ITEM, refusalOf, seedWorkItem } from '../seeded-work.test-data.ts';
import {
  contractOf,
  COORDINATOR,
  GROUP,
  MISSION,
  OWNER,
  SeededOrganization,
} from '../seeded-world.test-data.ts';
import { SINGLE } from '../world.ts';

const CHILD = { groupId: CHILD_GROUP };
const OTHER_HUMAN: Actor = { type: 'human', id: 'urn:heddle:test:human:other' };

function submit(organization: SeededOrganization, envelope = {}, actor = COORDINATOR, hashes = [HASH]) {
  return organization.act('mission.submit_for_approval', actor, { artifactHashes: hashes }, envelope);
}

function sendBack(
  organization: SeededOrganization,
  changes: Partial<Approval> = {},
  envelope = {},
  actor = OWNER,
) {
  const approval = approvalOf({ decision: 'changes_requested', artifactHashes: [], ...changes });
  return organization.act('mission.request_changes', actor, { approval }, envelope);
}

describe('mission.approve of a child', () => {
  /** A child that waits for the Parent Coordinator. */
  function submittedChild(
    finalHumanApproval = false,
    coordinatorAgentId = CHILD_COORDINATOR.id,
  ): SeededOrganization {
    const organization = new SeededOrganization();
    promote(organization, {
      coordinatorAgentId,
      approvalPolicy: { finalHumanApproval, highRiskExecutionApproval: false },
    });
    const place = { workItemId: `${ITEM}:child`, groupId: CHILD_GROUP, missionId: CHILD_MISSION };
    seedWorkItem(organization, {
      state: 'verified',
      contract: contractOf({ budget: { toolCallLimit: 5 } }),
      ...place,
    });
    seedArtifact(organization, place);
    const coordinator: Actor = { type: 'agent', id: coordinatorAgentId };
    organization.mustAct('mission.submit_for_approval', coordinator, { artifactHashes: [HASH] }, CHILD);
    return organization;
  }

  const APPROVAL = approvalOf({
    kind: 'child_mission',
    missionId: CHILD_MISSION,
    groupId: CHILD_GROUP,
    approver: COORDINATOR,
  });
  const ROOT_APPROVAL = approvalOf({
    approvalId: 'urn:heddle:test:approval:root',
    missionId: CHILD_MISSION,
    groupId: CHILD_GROUP,
  });

  function approveChild(
    organization: SeededOrganization,
    changes: Partial<Approval> = {},
    rootApproval?: Approval,
  ) {
    const approval = { ...APPROVAL, ...changes };
    const payload = rootApproval === undefined ? { approval } : { approval, rootApproval };
    return organization.act('mission.approve', COORDINATOR, payload, CHILD);
  }

  test('CHD-005, CHD-006, WORK-T16: the parent WorkItem is verified by the Approval of its child', () => {
    const organization = submittedChild();
    const events = organization.mustAct('mission.approve', COORDINATOR, { approval: APPROVAL }, CHILD);
    expect(outline(events)).toEqual(['mission.approved child', 'work.result.accepted 1']);
    const [approved, accepted] = events;
    expect(accepted).toMatchObject({
      cause: { type: 'event', id: approved?.eventId },
      workItemId: ITEM,
      aggregateRevision: 6,
    });
    const payload = payloadOf(events, 'work.result.accepted');
    expect(payload).toMatchObject({
      evidence: [],
      childMissionId: CHILD_MISSION,
      childApprovalId: APPROVAL.approvalId,
      childApproval: APPROVAL,
      missionRevision: 3,
      sourceEventId: approved?.eventId,
      workItem: {
        state: 'verified',
        revision: 6,
        owner: { agentId: COORDINATOR.id },
        submission: {
          artifactHashes: [HASH],
          evidenceIds: [APPROVAL.approvalId],
          submittedAt: accepted?.occurredAt,
        },
      },
    });
    expect(payload.artifacts?.map(({ artifactId }) => artifactId)).toEqual(['urn:heddle:test:artifact:1']);
    expect(payload.closedLeases).toMatchObject([
      { leaseType: 'ownership', state: 'released', closureReason: 'child_mission_approved' },
    ]);
  });

  test('CHD-006, MIS-014: the folded parent has the Artifacts, the Approval and the next revision', () => {
    const organization = submittedChild();
    organization.mustAct('mission.approve', COORDINATOR, { approval: APPROVAL }, CHILD);
    const { world } = organization;
    expect(world.get('mission', GROUP, SINGLE)?.document).toMatchObject({ state: 'active', revision: 3 });
    expect(world.get('mission', CHILD_GROUP, SINGLE)?.document).toMatchObject({
      state: 'approved',
      revision: 1,
    });
    expect(world.get('artifact', GROUP, 'urn:heddle:test:artifact:1')?.groupId).toBe(CHILD_GROUP);
    expect(world.get('approval', GROUP, APPROVAL.approvalId)).toEqual(APPROVAL);
    expect(world.get('workItem', GROUP, ITEM)).toMatchObject({
      holdingLeaseId: undefined,
      childGroupId: CHILD_GROUP,
    });
    expect(world.get('account', CHILD_GROUP, CHILD_MISSION)?.isClosed).toBe(true);
  });

  test('MIS-009, CHD-006: the parent can then submit what the child made', () => {
    const organization = submittedChild();
    organization.mustAct('mission.approve', COORDINATOR, { approval: APPROVAL }, CHILD);
    expect(submit(organization).ok).toBe(true);
  });

  test('CHD-005: the child Coordinator does not approve its own submission', () => {
    const organization = submittedChild();
    const approval = { ...APPROVAL, approver: CHILD_COORDINATOR };
    const outcome = organization.act('mission.approve', CHILD_COORDINATOR, { approval }, CHILD);
    expect(refusalOf(outcome)).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'MIS-T6' });
  });

  test('APV-001: the Parent Coordinator gives a child Approval, not a final one', () => {
    const organization = submittedChild();
    const approval = approvalOf({ missionId: CHILD_MISSION, groupId: CHILD_GROUP, approver: OWNER });
    const outcome = organization.act('mission.approve', COORDINATOR, { approval }, CHILD);
    expect(refusalOf(outcome)).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'OPEN-059' });
  });

  test('APV-002: an Approval known in the parent Group takes no place there', () => {
    const organization = submittedChild();
    const id = APPROVAL.approvalId;
    organization.world.apply([{ kind: 'approval', groupId: GROUP, id, value: approvalOf() }]);
    expect(refusalOf(approveChild(organization))).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'APV-002',
    });
    expect(organization.world.get('approval', GROUP, id)).toEqual(approvalOf());
  });

  test('ART-006: a manifest of the child does not take the place of one of the parent', () => {
    const organization = submittedChild();
    seedArtifact(organization, { contentHash: OTHER_HASH });
    expect(refusalOf(approveChild(organization))).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'ART-006',
      details: { artifactId: 'urn:heddle:test:artifact:1' },
    });
  });

  test('CHD-006: a manifest that the parent knows already is not repeated', () => {
    const organization = submittedChild();
    seedArtifact(organization);
    const events = organization.mustAct('mission.approve', COORDINATOR, { approval: APPROVAL }, CHILD);
    expect(payloadOf(events, 'work.result.accepted')).not.toHaveProperty('artifacts');
  });

  test('OPEN-058: the human at the root approves as well where the policy says so', () => {
    const organization = submittedChild(true);
    expect(refusalOf(approveChild(organization))).toMatchObject({
      code: 'APPROVAL_REQUIRED',
      rule: 'OPEN-058',
    });
    const outcome = approveChild(organization, {}, ROOT_APPROVAL);
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    expect(payloadOf(outcome.events, 'mission.approved').rootApproval).toEqual(ROOT_APPROVAL);
    expect(organization.world.get('approval', CHILD_GROUP, ROOT_APPROVAL.approvalId)).toEqual(ROOT_APPROVAL);
  });

  test.each<[Partial<Approval>, string, string]>([
    [{ approver: OTHER_HUMAN }, 'AUTH_FORBIDDEN', 'OPEN-059'],
    [{ missionId: MISSION }, 'INVALID_COMMAND', 'APV-002'],
    [{ groupId: GROUP }, 'INVALID_COMMAND', 'APV-002'],
    [{ missionRevision: 2 }, 'REVISION_CONFLICT', 'MIS-011'],
    [{ artifactHashes: [OTHER_HASH] }, 'REVISION_CONFLICT', 'MIS-011'],
    [{ occurredAt: '2026-05-04T10:00:00Z' }, 'INVALID_COMMAND', 'APV-002'],
    [{ approvalId: APPROVAL.approvalId }, 'INVALID_STATE_TRANSITION', 'APV-002'],
  ])('OPEN-058: the second Approval means the same result (%o)', (changes, code, rule) => {
    const outcome = approveChild(submittedChild(true), {}, { ...ROOT_APPROVAL, ...changes });
    expect(refusalOf(outcome)).toMatchObject({ code, rule });
  });

  test('OPEN-058: a second Approval is checked even where none is needed', () => {
    const wrong = { ...ROOT_APPROVAL, approver: OTHER_HUMAN };
    expect(refusalOf(approveChild(submittedChild(), {}, wrong)).code).toBe('AUTH_FORBIDDEN');
    expect(approveChild(submittedChild(), {}, ROOT_APPROVAL).ok).toBe(true);
  });

  test('CRD-006: an Agent that owns and coordinates a child is not its sole reviewer', () => {
    const organization = submittedChild(false, COORDINATOR.id);
    expect(refusalOf(approveChild(organization))).toMatchObject({
      code: 'APPROVAL_REQUIRED',
      rule: 'CRD-006',
    });
    expect(approveChild(organization, {}, ROOT_APPROVAL).ok).toBe(true);
  });

  test('CHD-006: a parent WorkItem that waits no longer gets no Event', () => {
    const organization = submittedChild();
    const record = organization.world.get('workItem', GROUP, ITEM);
    if (record === undefined) throw new Error('no WorkItem');
    organization.world.apply([
      { kind: 'workItem', groupId: GROUP, id: ITEM, value: { ...record, childGroupId: undefined } },
    ]);
    const events = organization.mustAct('mission.approve', COORDINATOR, { approval: APPROVAL }, CHILD);
    expect(outline(events)).toEqual(['mission.approved child']);
  });

  test('MIS-012: the Parent Coordinator sends a child back', () => {
    const organization = submittedChild();
    const outcome = sendBack(
      organization,
      { ...APPROVAL, decision: 'changes_requested' },
      CHILD,
      COORDINATOR,
    );
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    expect(outline(outcome.events)).toEqual(['mission.changes_requested child']);
    expect(organization.world.get('workItem', GROUP, ITEM)?.document.state).toBe('blocked');
  });
});
