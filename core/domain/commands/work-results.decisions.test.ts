import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor, CommandPayloads, Evidence } from '../../protocol/generated/documents.ts';
import { replaceCoordinator, seedWorkItem, setMission, statesBut } from '../seeded-work.test-data.ts';
import {
  COORDINATOR,
  GROUP,
  OBSERVER,
  OTHER_SERVICE,
  OWNER,
  SECOND_WORKER,
  SeededOrganization,
  SERVICE,
  STRANGER,
  WORKER,
} from '../seeded-world.test-data.ts';
import {
  bringTo,
  claimOf,
  evidenceOf,
  failureOf,
  inSeconds,
  ITEM,
  leaseOf,
  offerTo,
  publish,
  recordOf,
  refusedWith,
  reviewOf,
  submit,
  UNKNOWN_ITEM,
} from '../work-scenes.test-data.ts';
import { workloadOf } from '../workload.ts';
import { SINGLE } from '../world.ts';

let organization: SeededOrganization;

beforeEach(() => {
  organization = new SeededOrganization();
});

const UNFINISHED = ['open', 'offered', 'queued', 'active', 'blocked', 'submitted'] as const;
const FINISHED = ['verified', 'failed', 'cancelled'] as const;
/** A failure declared from outside; the scene's own failure already has the usual id. */
const DECLARED = failureOf({ evidenceId: 'urn:heddle:test:evidence:declared', generatedBy: COORDINATOR });

function missionRevision(): number {
  return organization.world.get('mission', GROUP, SINGLE)?.document.revision ?? 0;
}

function tryAccept(
  evidence: readonly Evidence[] = [reviewOf()],
  actor: Actor = COORDINATOR,
  envelope: object = {},
  workItemId = ITEM,
) {
  return organization.act(
    'work.accept_result',
    actor,
    { workItemId, evidence: [...evidence] },
    { coordinatorEpoch: 1, ...envelope },
  );
}

function tryFail(
  actor: Actor = COORDINATOR,
  changes: Partial<CommandPayloads['work.fail']> = {},
  envelope: object = {},
) {
  const payload = { workItemId: ITEM, reason: 'the folder is gone', evidence: [DECLARED], ...changes };
  return organization.act('work.fail', actor, payload, envelope);
}

function tryCancel(actor: Actor = COORDINATOR, changes: object = {}, envelope: object = {}) {
  return organization.act('work.cancel', actor, { workItemId: ITEM, ...changes }, envelope);
}

/** Nobody holds the item any more, and its budget has gone back. */
function expectFenced(state: 'failed' | 'cancelled', leaseIds: readonly (string | undefined)[]): void {
  const record = recordOf(organization);
  expect(record).toMatchObject({
    executionLeaseId: undefined,
    holdingLeaseId: undefined,
    document: { state },
  });
  expect(record.document).not.toHaveProperty('owner');
  for (const leaseId of leaseIds) {
    if (leaseId === undefined) continue;
    expect(leaseOf(organization, leaseId)).toMatchObject({
      state: 'revoked',
      closureReason: `work_${state}`,
    });
  }
  expect(organization.world.get('account', GROUP, ITEM)?.isClosed).toBe(true);
  expect(workloadOf(organization.world, WORKER.id)).toMatchObject({ queued: 0, active: 0 });
}

describe('work.accept_result', () => {
  test('WORK-T12, MIS-014 verifies the item, ends ownership, closes the account, moves the Mission on', () => {
    bringTo(organization, 'submitted');
    const before = recordOf(organization);
    const revision = missionRevision();
    const outcome = tryAccept([reviewOf()], COORDINATOR, { expectedRevision: before.document.revision });
    expect(outcome).toMatchObject({
      ok: true,
      events: [
        {
          kind: 'work.result.accepted',
          workItemId: ITEM,
          aggregateRevision: before.document.revision + 1,
          payload: {
            evidence: [reviewOf()],
            missionRevision: revision + 1,
            closedLeases: [
              { leaseId: before.holdingLeaseId, state: 'released', closureReason: 'work_verified' },
            ],
            workItem: { state: 'verified', owner: { agentId: WORKER.id } },
          },
        },
      ],
    });
    expect(recordOf(organization)).toMatchObject({
      holdingLeaseId: undefined,
      document: { state: 'verified', submission: before.document.submission },
    });
    expect(organization.world.get('account', GROUP, ITEM)?.isClosed).toBe(true);
    expect(organization.world.get('evidence', GROUP, reviewOf().evidenceId)).toEqual(reviewOf());
    expect(missionRevision()).toBe(revision + 1);
  });

  test('LSE-008, WORK-T12 an ownership lease that ended before the review has expired', () => {
    bringTo(organization, 'submitted');
    organization.passSeconds(3_600);
    expect(tryAccept()).toMatchObject({
      ok: true,
      events: [{ payload: { closedLeases: [{ state: 'expired' }] } }],
    });
  });

  test.each(['failed', 'inconclusive'] as const)('WORK-061 Evidence of the review that is %s', (result) => {
    bringTo(organization, 'submitted');
    expect(tryAccept([reviewOf({ result })])).toMatchObject(
      refusedWith('INVALID_COMMAND', 'WORK-061', { evidenceId: reviewOf().evidenceId, result }),
    );
  });

  test('EVI-005 every type that a criterion requires has passed, in the submission or in the review', () => {
    const criterion = (criterionId: string, evidenceRequired: ('deterministic_test' | 'human_review')[]) => ({
      criterionId,
      description: criterionId,
      evidenceRequired,
    });
    bringTo(organization, 'active', {
      acceptanceCriteria: [
        criterion('complete', ['deterministic_test', 'human_review']),
        criterion('sorted', ['deterministic_test']),
      ],
    });
    publish(organization);
    const sorted = evidenceOf({
      evidenceId: 'urn:heddle:test:evidence:sorted',
      criterionIds: ['sorted'],
      result: 'inconclusive',
    });
    submit(organization, { evidence: [evidenceOf(), sorted] });
    expect(tryAccept()).toMatchObject(
      refusedWith('INVALID_COMMAND', 'EVI-005', {
        workItemId: ITEM,
        missing: [
          { criterionId: 'complete', type: 'human_review' },
          { criterionId: 'sorted', type: 'deterministic_test' },
        ],
      }),
    );
    const again = {
      ...sorted,
      evidenceId: 'urn:heddle:test:evidence:sorted-again',
      result: 'passed' as const,
    };
    const byHuman = reviewOf({ type: 'human_review', generatedBy: OWNER });
    const pretended = reviewOf({ type: 'human_review' });
    expect(tryAccept([again, pretended])).toMatchObject(
      refusedWith('INVALID_COMMAND', 'EVI-005', {
        missing: [{ criterionId: 'complete', type: 'human_review' }],
      }),
    );
    expect(tryAccept([again, byHuman]).ok).toBe(true);
  });

  test('EVI-004 Evidence of the review is checked as that of a submission', () => {
    bringTo(organization, 'submitted');
    expect(tryAccept([reviewOf({ generatedBy: STRANGER })])).toMatchObject(
      refusedWith('AUTH_FORBIDDEN', 'EVI-004'),
    );
    expect(tryAccept([])).toMatchObject(refusedWith('INVALID_COMMAND', 'CMD-016'));
  });

  test('CRD-006 a Coordinator is not the sole reviewer of its own output', () => {
    bringTo(organization, 'submitted');
    replaceCoordinator(organization, WORKER);
    const term = { coordinatorEpoch: 2 };
    const own = reviewOf({ generatedBy: WORKER });
    expect(tryAccept([own], WORKER, term)).toMatchObject(
      refusedWith('AUTH_FORBIDDEN', 'CRD-006', { workItemId: ITEM }),
    );
    const other = reviewOf({ evidenceId: 'urn:heddle:test:evidence:other', generatedBy: SECOND_WORKER });
    expect(tryAccept([own, other], WORKER, term).ok).toBe(true);
  });

  test.each(statesBut('submitted'))('WORK-T12 not from %s', (state) => {
    bringTo(organization, state);
    const review = reviewOf({ evidenceId: 'urn:heddle:test:evidence:late' });
    expect(tryAccept([review])).toMatchObject(
      refusedWith('INVALID_STATE_TRANSITION', 'WORK-T12', { workItemState: state }),
    );
  });

  test('CRD-002, CRD-004, CRD-007 only the current Coordinator', () => {
    bringTo(organization, 'submitted');
    for (const actor of [WORKER, OBSERVER, OWNER, SERVICE, OTHER_SERVICE]) {
      expect(tryAccept([reviewOf()], actor)).toMatchObject(refusedWith('AUTH_FORBIDDEN', 'WORK-T12'));
    }
    expect(tryAccept([reviewOf()], STRANGER)).toMatchObject(refusedWith('MEMBERSHIP_REQUIRED', 'MEM-002'));
    replaceCoordinator(organization, SECOND_WORKER);
    expect(tryAccept()).toMatchObject(refusedWith('AUTH_STALE_COORDINATOR', 'CRD-004'));
    organization.nowMs = Date.parse('2026-05-06T09:00:00Z');
    expect(tryAccept([reviewOf()], SECOND_WORKER, { coordinatorEpoch: 2 })).toMatchObject(
      refusedWith('WORK_LEASE_EXPIRED', 'CRD-007'),
    );
  });

  test('WORK-010, REV-001 a known item of an active Mission, at the expected revision', () => {
    bringTo(organization, 'submitted');
    expect(tryAccept([reviewOf()], COORDINATOR, {}, UNKNOWN_ITEM)).toMatchObject(
      refusedWith('INVALID_COMMAND', 'WORK-010'),
    );
    expect(tryAccept([reviewOf()], COORDINATOR, { expectedRevision: 0 })).toMatchObject(
      refusedWith('REVISION_CONFLICT', 'REV-001', { aggregate: 'WorkItem' }),
    );
    setMission(organization, { state: 'awaiting_approval' });
    expect(tryAccept()).toMatchObject(refusedWith('INVALID_STATE_TRANSITION', 'WORK-T12'));
  });
});

describe('work.fail', () => {
  test.each(UNFINISHED)('WORK-T13, MIS-014 declared by the Coordinator from %s', (state) => {
    bringTo(organization, state);
    const { document, executionLeaseId, holdingLeaseId } = recordOf(organization);
    const revision = missionRevision();
    const outcome = tryFail(COORDINATOR, {}, { expectedRevision: document.revision });
    expect(outcome).toMatchObject({
      ok: true,
      events: [
        {
          kind: 'work.failed',
          workItemId: ITEM,
          aggregateRevision: document.revision + 1,
          payload: {
            reason: 'the folder is gone',
            evidence: [DECLARED],
            missionRevision: revision + 1,
            workItem: { state: 'failed' },
          },
        },
      ],
    });
    expectFenced('failed', [executionLeaseId, holdingLeaseId]);
    expect(missionRevision()).toBe(revision + 1);
    expect(organization.world.get('evidence', GROUP, DECLARED.evidenceId)).toEqual(DECLARED);
  });

  test('WORK-T13, WORK-012 reported by the owner under its lease', () => {
    bringTo(organization, 'active');
    const { executionLeaseId, holdingLeaseId } = recordOf(organization);
    expect(tryFail(WORKER, { ...claimOf(organization), evidence: [failureOf()] }).ok).toBe(true);
    expectFenced('failed', [executionLeaseId, holdingLeaseId]);
    expect(recordOf(organization).ownershipEpoch).toBe(2);
  });

  test('WORK-012 an owner without epoch and lease, or with one of them', () => {
    bringTo(organization, 'active');
    const { ownershipEpoch, executionLeaseId } = claimOf(organization);
    expect(tryFail(WORKER)).toMatchObject(
      refusedWith('INVALID_COMMAND', 'WORK-012', { missing: ['ownershipEpoch', 'executionLeaseId'] }),
    );
    for (const half of [{ ownershipEpoch }, { executionLeaseId }]) {
      expect(tryFail(WORKER, half)).toMatchObject(refusedWith('INVALID_COMMAND', 'CMD-016'));
    }
  });

  test('WORK-012 a Coordinator that owns the item may act in either role', () => {
    bringTo(organization, 'active');
    replaceCoordinator(organization, WORKER);
    const report = { ...claimOf(organization), evidence: [failureOf()] };
    const declared = new SeededOrganization();
    bringTo(declared, 'queued');
    expect(tryFail(WORKER, report).ok).toBe(true);
    organization = declared;
    replaceCoordinator(organization, WORKER);
    expect(tryFail(WORKER).ok).toBe(true);
  });

  test.each(FINISHED)('WORK-T13 not from %s', (state) => {
    bringTo(organization, state);
    expect(tryFail()).toMatchObject(
      refusedWith('INVALID_STATE_TRANSITION', 'WORK-T13', {
        workItemState: state,
        allowedStates: UNFINISHED,
      }),
    );
  });

  test('EVI-006 needs a failure report, and Evidence that holds', () => {
    bringTo(organization, 'active');
    expect(tryFail(COORDINATOR, { evidence: [evidenceOf()] })).toMatchObject(
      refusedWith('INVALID_COMMAND', 'CMD-016'),
    );
    expect(tryFail(COORDINATOR, { evidence: [{ ...DECLARED, generatedBy: STRANGER }] })).toMatchObject(
      refusedWith('AUTH_FORBIDDEN', 'EVI-004'),
    );
  });

  test('OPEN-036 not while a child Mission is at work', () => {
    const childGroupId = 'urn:heddle:test:group:child';
    seedWorkItem(organization, {
      state: 'blocked',
      workItemId: ITEM,
      owner: COORDINATOR,
      record: { childGroupId },
    });
    expect(tryFail()).toMatchObject(
      refusedWith('INVALID_STATE_TRANSITION', 'OPEN-036', { workItemState: 'blocked', childGroupId }),
    );
  });

  test('WORK-012, CRD-004, CMD-012 by nobody else', () => {
    bringTo(organization, 'active');
    for (const actor of [SECOND_WORKER, OBSERVER, OWNER, SERVICE, OTHER_SERVICE]) {
      expect(tryFail(actor)).toMatchObject(refusedWith('AUTH_FORBIDDEN', 'WORK-012'));
    }
    expect(tryFail(STRANGER)).toMatchObject(refusedWith('MEMBERSHIP_REQUIRED', 'MEM-002'));
    expect(tryFail(COORDINATOR, {}, { coordinatorEpoch: undefined })).toMatchObject(
      refusedWith('AUTH_STALE_COORDINATOR', 'CMD-012'),
    );
    replaceCoordinator(organization, SECOND_WORKER);
    expect(tryFail(COORDINATOR, {}, { coordinatorEpoch: 1 })).toMatchObject(
      refusedWith('AUTH_STALE_COORDINATOR', 'CRD-004'),
    );
  });

  test('WORK-010, REV-001 a known item at the expected revision', () => {
    bringTo(organization, 'active');
    expect(tryFail(COORDINATOR, { workItemId: UNKNOWN_ITEM })).toMatchObject(
      refusedWith('INVALID_COMMAND', 'WORK-010'),
    );
    expect(tryFail(COORDINATOR, {}, { expectedRevision: 0 })).toMatchObject(
      refusedWith('REVISION_CONFLICT', 'REV-001', { aggregate: 'WorkItem' }),
    );
  });

  test('OPEN-056, WORK-015 a rejected result is failed and offered anew; what was submitted stays as Evidence', () => {
    bringTo(organization, 'submitted');
    expect(tryFail().ok).toBe(true);
    offerTo(organization, [SECOND_WORKER]);
    expect(recordOf(organization).document).not.toHaveProperty('submission');
    expect(organization.world.get('evidence', GROUP, evidenceOf().evidenceId)).toBeDefined();
  });
});

describe('work.cancel', () => {
  test.each(UNFINISHED)('WORK-T14, MIS-014 by the Coordinator from %s', (state) => {
    bringTo(organization, state);
    const { document, executionLeaseId, holdingLeaseId } = recordOf(organization);
    const revision = missionRevision();
    const outcome = tryCancel(COORDINATOR, { reason: 'not needed' }, { expectedRevision: document.revision });
    expect(outcome).toMatchObject({
      ok: true,
      events: [
        {
          kind: 'work.cancelled',
          workItemId: ITEM,
          aggregateRevision: document.revision + 1,
          payload: { reason: 'not needed', missionRevision: revision + 1, workItem: { state: 'cancelled' } },
        },
      ],
    });
    expectFenced('cancelled', [executionLeaseId, holdingLeaseId]);
    expect(missionRevision()).toBe(revision + 1);
  });

  test('WORK-T14 by the MissionOwner, without a reason; LSE-008 a lease that had ended counts as expired', () => {
    bringTo(organization, 'active');
    organization.passSeconds(400);
    expect(tryCancel(OWNER)).toMatchObject({
      ok: true,
      events: [
        {
          actor: OWNER,
          payload: {
            closedLeases: [
              { leaseType: 'execution', state: 'expired' },
              { leaseType: 'ownership', state: 'revoked', closedAt: inSeconds(organization, 0) },
            ],
          },
        },
      ],
    });
  });

  test('ROLE-03 the MissionOwner of a child is an Agent and needs no Coordinator Epoch', () => {
    bringTo(organization, 'open');
    setMission(organization, { missionOwner: OBSERVER });
    expect(tryCancel(OBSERVER).ok).toBe(true);
  });

  test.each(FINISHED)('WORK-T14, WORK-011 not from %s', (state) => {
    bringTo(organization, state);
    for (const actor of [COORDINATOR, OWNER]) {
      expect(tryCancel(actor)).toMatchObject(
        refusedWith('INVALID_STATE_TRANSITION', 'WORK-T14', {
          workItemState: state,
          allowedStates: UNFINISHED,
        }),
      );
    }
  });

  test('OPEN-033 a failed item is cancelled after a new offer', () => {
    bringTo(organization, 'failed');
    offerTo(organization, [SECOND_WORKER]);
    expect(tryCancel().ok).toBe(true);
  });

  test('OPEN-036 not while a child Mission is at work', () => {
    const childGroupId = 'urn:heddle:test:group:child';
    seedWorkItem(organization, {
      state: 'blocked',
      workItemId: ITEM,
      owner: COORDINATOR,
      record: { childGroupId },
    });
    expect(tryCancel(OWNER)).toMatchObject(
      refusedWith('INVALID_STATE_TRANSITION', 'OPEN-036', { childGroupId }),
    );
  });

  test('WORK-T14, CRD-004, CMD-012 by nobody else', () => {
    bringTo(organization, 'open');
    for (const actor of [WORKER, OBSERVER, SERVICE, OTHER_SERVICE]) {
      expect(tryCancel(actor)).toMatchObject(refusedWith('AUTH_FORBIDDEN', 'WORK-T14'));
    }
    expect(tryCancel(STRANGER)).toMatchObject(refusedWith('MEMBERSHIP_REQUIRED', 'MEM-002'));
    expect(tryCancel(COORDINATOR, {}, { coordinatorEpoch: undefined })).toMatchObject(
      refusedWith('AUTH_STALE_COORDINATOR', 'CMD-012'),
    );
    replaceCoordinator(organization, SECOND_WORKER);
    expect(tryCancel(COORDINATOR, {}, { coordinatorEpoch: 1 })).toMatchObject(
      refusedWith('AUTH_STALE_COORDINATOR', 'CRD-004'),
    );
  });

  test('WORK-010, REV-001 a known item at the expected revision', () => {
    bringTo(organization, 'open');
    expect(tryCancel(COORDINATOR, { workItemId: UNKNOWN_ITEM })).toMatchObject(
      refusedWith('INVALID_COMMAND', 'WORK-010'),
    );
    expect(tryCancel(COORDINATOR, {}, { expectedRevision: 0 })).toMatchObject(
      refusedWith('REVISION_CONFLICT', 'REV-001', { aggregate: 'WorkItem' }),
    );
  });
});
