// Submission, approval and change requests (MIS-009…MIS-012, MIS-T4…MIS-T6, CHD-005, CHD-006, WORK-T16).
import { describe, expect, test } from 'vitest';
import type { Actor, Approval } from '../../protocol/generated/documents.ts';
import type { MissionState } from '../missions.ts';
import {
  approvalOf,
  CHILD_MISSION,
  endTermAt,
  HASH,
  OTHER_HASH,
  outline,
  payloadOf,
  seedArtifact,
} from '../seeded-missions.test-data.ts';
import { ITEM, refusalOf, seedWorkItem, setMission, statesBut } from '../seeded-work.test-data.ts';
import {
  COORDINATOR,
  GROUP,
  MISSION,
  OTHER_SERVICE,
  OWNER,
  SeededOrganization,
  SERVICE,
  STRANGER,
  WORKER,
} from '../seeded-world.test-data.ts';
import { SINGLE } from '../world.ts';

const MISSION_STATES: readonly MissionState[] = [
  'active',
  'awaiting_approval',
  'approved',
  'failed',
  'cancelled',
];
const OTHER_HUMAN: Actor = { type: 'human', id: 'urn:heddle:test:human:other' };

/** A Mission whose work is done. */
function reviewed(): SeededOrganization {
  const organization = new SeededOrganization();
  seedWorkItem(organization, { state: 'verified' });
  seedArtifact(organization);
  return organization;
}

function submit(organization: SeededOrganization, envelope = {}, actor = COORDINATOR, hashes = [HASH]) {
  return organization.act('mission.submit_for_approval', actor, { artifactHashes: hashes }, envelope);
}

/** A Mission that waits for its owner. */
function submitted(): SeededOrganization {
  const organization = reviewed();
  organization.mustAct('mission.submit_for_approval', COORDINATOR, { artifactHashes: [HASH] });
  return organization;
}

function approve(
  organization: SeededOrganization,
  changes: Partial<Approval> = {},
  envelope = {},
  actor = OWNER,
) {
  return organization.act('mission.approve', actor, { approval: approvalOf(changes) }, envelope);
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

describe('mission.submit_for_approval', () => {
  test('MIS-T4, MIS-010: the current revision and the named set await the owner', () => {
    const organization = reviewed();
    seedArtifact(organization, { artifactId: 'urn:heddle:test:artifact:2', contentHash: OTHER_HASH });
    const events = organization.mustAct('mission.submit_for_approval', COORDINATOR, {
      artifactHashes: [HASH, OTHER_HASH],
      summary: 'all files are listed',
    });
    expect(outline(events)).toEqual(['mission.submitted_for_approval 1']);
    expect(events[0]?.aggregateRevision).toBe(1);
    expect(payloadOf(events, 'mission.submitted_for_approval')).toMatchObject({
      mission: { state: 'awaiting_approval', revision: 1 },
      missionId: MISSION,
      missionRevision: 1,
      artifactHashes: [HASH, OTHER_HASH],
      summary: 'all files are listed',
    });
    expect(organization.world.get('mission', GROUP, SINGLE)).toMatchObject({
      document: { state: 'awaiting_approval', revision: 1 },
      submission: { missionRevision: 1, artifactHashes: [HASH, OTHER_HASH] },
    });
  });

  test('MIS-009: cancelled work does not stand in the way', () => {
    const organization = reviewed();
    seedWorkItem(organization, { state: 'cancelled', workItemId: `${ITEM}:2` });
    expect(submit(organization).ok).toBe(true);
  });

  test.each(statesBut('verified', 'cancelled'))(
    'MIS-009, OPEN-033: work that is %s stands in the way',
    (state) => {
      const organization = reviewed();
      seedWorkItem(organization, { state, workItemId: `${ITEM}:2` });
      expect(refusalOf(submit(organization))).toMatchObject({
        code: 'INVALID_STATE_TRANSITION',
        rule: 'MIS-009',
        details: { workItems: [{ workItemId: `${ITEM}:2`, workItemState: state }] },
      });
    },
  );

  test('MIS-009: without any work there is nothing to submit', () => {
    const organization = new SeededOrganization();
    seedArtifact(organization);
    expect(refusalOf(submit(organization))).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'MIS-009',
    });
  });

  test('MIS-009: every hash is that of an Artifact of the Mission', () => {
    expect(refusalOf(submit(reviewed(), {}, COORDINATOR, [HASH, OTHER_HASH]))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'MIS-009',
      details: { artifactHashes: [OTHER_HASH] },
    });
  });

  test('CMD-106: the set is not empty', () => {
    expect(refusalOf(submit(reviewed(), {}, COORDINATOR, [])).code).toBe('INVALID_COMMAND');
  });

  test.each(MISSION_STATES.filter((state) => state !== 'active'))(
    'MIS-T4, MIS-006: a Mission that is %s is not submitted',
    (state) => {
      const organization = reviewed();
      setMission(organization, { state });
      expect(refusalOf(submit(organization))).toMatchObject({
        code: 'INVALID_STATE_TRANSITION',
        rule: 'MIS-T4',
        details: { missionState: state },
      });
    },
  );

  test.each([OWNER, WORKER, SERVICE])('MIS-T4: only the Coordinator submits ($id)', (actor) => {
    expect(refusalOf(submit(reviewed(), {}, actor))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'MIS-T4',
    });
  });

  test('CRD-004, CRD-007: neither a former epoch nor an ended lease submits', () => {
    const fenced = reviewed();
    const coordinator = fenced.world.get('mission', GROUP, SINGLE)?.document.coordinator;
    if (coordinator === undefined) throw new Error('no Mission');
    setMission(fenced, { coordinator: { ...coordinator, coordinatorEpoch: 2 } });
    expect(refusalOf(submit(fenced, { coordinatorEpoch: 1 })).code).toBe('AUTH_STALE_COORDINATOR');
    const ended = reviewed();
    endTermAt(ended, '2026-05-04T09:00:00Z');
    expect(refusalOf(submit(ended)).code).toBe('WORK_LEASE_EXPIRED');
  });

  test.each([0, 2])('REV-002: expectedRevision %i is not the current one', (expectedRevision) => {
    expect(refusalOf(submit(reviewed(), { expectedRevision }))).toMatchObject({
      code: 'REVISION_CONFLICT',
      expectedRevision,
      currentRevision: 1,
    });
  });
});

describe('mission.approve', () => {
  test('MIS-T6: the owner approves exactly what was submitted, and the term ends', () => {
    const organization = submitted();
    const events = organization.mustAct('mission.approve', OWNER, { approval: approvalOf() });
    expect(outline(events)).toEqual(['mission.approved 1']);
    const payload = payloadOf(events, 'mission.approved');
    expect(payload.mission).toMatchObject({ state: 'approved', revision: 1 });
    expect(payload.approval).toEqual(approvalOf());
    expect(payload.lease).toMatchObject({
      leaseType: 'coordinator',
      state: 'released',
      closureReason: 'mission_approved',
    });
    const { world } = organization;
    expect(world.get('mission', GROUP, SINGLE)).toMatchObject({
      document: { state: 'approved' },
      submission: undefined,
    });
    expect(world.get('approval', GROUP, approvalOf().approvalId)).toEqual(approvalOf());
    expect(world.get('account', GROUP, MISSION)?.isClosed).toBe(true);
    expect([...world.list('membership', GROUP)].every(([, { state }]) => state === 'active')).toBe(true);
  });

  test('MIS-011: the set is compared as a set', () => {
    const organization = reviewed();
    seedArtifact(organization, { artifactId: 'urn:heddle:test:artifact:2', contentHash: OTHER_HASH });
    organization.mustAct('mission.submit_for_approval', COORDINATOR, { artifactHashes: [HASH, OTHER_HASH] });
    expect(approve(organization, { artifactHashes: [OTHER_HASH, HASH] }).ok).toBe(true);
  });

  test.each([
    [[OTHER_HASH], [HASH], [OTHER_HASH]],
    [[HASH, OTHER_HASH], [], [OTHER_HASH]],
  ])('INV-10, MIS-011: another set is refused (%#)', (artifactHashes, missing, unexpected) => {
    expect(refusalOf(approve(submitted(), { artifactHashes }))).toMatchObject({
      code: 'REVISION_CONFLICT',
      rule: 'MIS-011',
      details: { missingArtifactHashes: missing, unexpectedArtifactHashes: unexpected },
    });
  });

  test('MIS-011: a part of the set is refused', () => {
    const organization = reviewed();
    seedArtifact(organization, { artifactId: 'urn:heddle:test:artifact:2', contentHash: OTHER_HASH });
    organization.mustAct('mission.submit_for_approval', COORDINATOR, { artifactHashes: [HASH, OTHER_HASH] });
    expect(refusalOf(approve(organization))).toMatchObject({
      code: 'REVISION_CONFLICT',
      details: { missingArtifactHashes: [OTHER_HASH], unexpectedArtifactHashes: [] },
    });
  });

  test.each([0, 2])('INV-10, MIS-011: an Approval of revision %i is refused', (missionRevision) => {
    expect(refusalOf(approve(submitted(), { missionRevision }))).toMatchObject({
      code: 'REVISION_CONFLICT',
      rule: 'MIS-011',
      expectedRevision: missionRevision,
      currentRevision: 1,
    });
  });

  test.each([COORDINATOR, WORKER, SERVICE, OTHER_SERVICE])(
    'MIS-T6: only the MissionOwner approves ($id)',
    (actor) => {
      expect(refusalOf(approve(submitted(), {}, {}, actor))).toMatchObject({
        code: 'AUTH_FORBIDDEN',
        rule: 'MIS-T6',
      });
    },
  );

  test('OPEN-059: the approver is the actor', () => {
    expect(refusalOf(approve(submitted(), { approver: OTHER_HUMAN }))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'OPEN-059',
      details: { approver: OTHER_HUMAN, expectedApprover: OWNER },
    });
  });

  test.each([
    [{ missionId: 'urn:heddle:test:mission:other' }, 'APV-002'],
    [{ groupId: 'urn:heddle:test:group:other' }, 'APV-002'],
    [{ kind: 'child_mission' as const }, 'APV-001'],
    [{ occurredAt: '2026-05-04T09:00:00.001Z' }, 'APV-002'],
  ])('APV-001, APV-002: an Approval of something else is refused (%o)', (changes, rule) => {
    expect(refusalOf(approve(submitted(), changes))).toMatchObject({ code: 'INVALID_COMMAND', rule });
  });

  test.each(['changes_requested', 'denied', 'revoked'] as const)(
    'APV-001: an Approval whose decision is %s approves nothing',
    (decision) => {
      const revoked = decision === 'revoked' ? { revokesApprovalId: 'urn:heddle:test:approval:0' } : {};
      expect(refusalOf(approve(submitted(), { decision, ...revoked })).code).toBe('INVALID_COMMAND');
    },
  );

  test('APV-002: an Approval is accepted once', () => {
    const organization = submitted();
    const { approvalId } = approvalOf();
    organization.world.apply([{ kind: 'approval', groupId: GROUP, id: approvalId, value: approvalOf() }]);
    expect(refusalOf(approve(organization))).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'APV-002',
      details: { approvalId },
    });
  });

  test.each(MISSION_STATES.filter((state) => state !== 'awaiting_approval'))(
    'MIS-T6, MIS-006: a Mission that is %s is not approved',
    (state) => {
      const organization = submitted();
      setMission(organization, { state });
      expect(refusalOf(approve(organization))).toMatchObject({
        code: 'INVALID_STATE_TRANSITION',
        rule: 'MIS-T6',
        details: { missionState: state },
      });
    },
  );

  test.each([0, 2])('REV-002: expectedRevision %i is not the current one', (expectedRevision) => {
    expect(refusalOf(approve(submitted(), {}, { expectedRevision }))).toMatchObject({
      code: 'REVISION_CONFLICT',
      expectedRevision,
      currentRevision: 1,
    });
  });

  test('OPEN-058: a root has no second Approval', () => {
    const organization = submitted();
    const rootApproval = approvalOf({ approvalId: 'urn:heddle:test:approval:root' });
    const outcome = organization.act('mission.approve', OWNER, { approval: approvalOf(), rootApproval });
    expect(refusalOf(outcome).code).toBe('INVALID_COMMAND');
  });

  test('LSE-008: a coordinator lease that ran out is recorded as expired', () => {
    const organization = submitted();
    endTermAt(organization, '2026-05-04T09:01:00Z');
    organization.passSeconds(120);
    const events = organization.mustAct('mission.approve', OWNER, { approval: approvalOf() });
    expect(payloadOf(events, 'mission.approved').lease).toMatchObject({
      state: 'expired',
      closedAt: '2026-05-04T09:01:00Z',
    });
  });
});

describe('mission.request_changes', () => {
  test('MIS-T5, MIS-012: the same Mission goes on in its next revision', () => {
    const organization = submitted();
    const outcome = sendBack(organization, { comments: 'list hidden files too' });
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    expect(outline(outcome.events)).toEqual(['mission.changes_requested 1']);
    expect(outcome.events[0]?.aggregateRevision).toBe(2);
    expect(payloadOf(outcome.events, 'mission.changes_requested')).toMatchObject({
      mission: { state: 'active', revision: 2 },
      missionId: MISSION,
      missionRevision: 2,
      feedback: 'list hidden files too',
      approval: { decision: 'changes_requested' },
    });
    expect(organization.world.get('mission', GROUP, SINGLE)).toMatchObject({
      document: { state: 'active', revision: 2 },
      submission: undefined,
    });
    expect(organization.world.get('account', GROUP, MISSION)?.isClosed).toBe(false);
  });

  test('MIS-012: after the change the next revision is submitted and approved', () => {
    const organization = submitted();
    expect(sendBack(organization).ok).toBe(true);
    expect(submit(organization).ok).toBe(true);
    const again = { approvalId: 'urn:heddle:test:approval:2' };
    expect(refusalOf(approve(organization, again)).code).toBe('REVISION_CONFLICT');
    expect(approve(organization, { ...again, missionRevision: 2 }).ok).toBe(true);
  });

  test('MIS-011: the revision has to be the submitted one, the set need not', () => {
    expect(refusalOf(sendBack(submitted(), { missionRevision: 0 }))).toMatchObject({
      code: 'REVISION_CONFLICT',
      rule: 'MIS-011',
      expectedRevision: 0,
      currentRevision: 1,
    });
    expect(sendBack(submitted(), { artifactHashes: [OTHER_HASH] }).ok).toBe(true);
  });

  test.each(MISSION_STATES.filter((state) => state !== 'awaiting_approval'))(
    'MIS-T5, MIS-006: a Mission that is %s is not sent back',
    (state) => {
      const organization = submitted();
      setMission(organization, { state });
      expect(refusalOf(sendBack(organization))).toMatchObject({
        code: 'INVALID_STATE_TRANSITION',
        rule: 'MIS-T5',
        details: { missionState: state },
      });
    },
  );

  test.each([COORDINATOR, WORKER, SERVICE])('MIS-T5: only the MissionOwner sends back ($id)', (actor) => {
    expect(refusalOf(sendBack(submitted(), {}, {}, actor))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'MIS-T5',
    });
  });

  test('OPEN-059, APV-001, APV-002: the change request is of the owner and about this submission', () => {
    expect(refusalOf(sendBack(submitted(), { approver: OTHER_HUMAN })).rule).toBe('OPEN-059');
    expect(refusalOf(sendBack(submitted(), { kind: 'child_mission' })).rule).toBe('APV-001');
    expect(refusalOf(sendBack(submitted(), { decision: 'approved', artifactHashes: [HASH] })).code).toBe(
      'INVALID_COMMAND',
    );
    expect(refusalOf(sendBack(submitted(), { missionId: CHILD_MISSION })).rule).toBe('APV-002');
    expect(refusalOf(sendBack(submitted(), { occurredAt: '2027-01-01T00:00:00Z' })).rule).toBe('APV-002');
  });

  test('REV-002: expectedRevision 0 is a value', () => {
    expect(refusalOf(sendBack(submitted(), {}, { expectedRevision: 0 })).code).toBe('REVISION_CONFLICT');
    expect(sendBack(submitted(), {}, { expectedRevision: 1 }).ok).toBe(true);
  });

  test('MIS-T5: a stranger is told nothing but that it is no member', () => {
    expect(refusalOf(sendBack(submitted(), {}, {}, STRANGER)).code).toBe('MEMBERSHIP_REQUIRED');
  });
});
