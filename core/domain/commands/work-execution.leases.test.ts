import { beforeEach, describe, expect, test } from 'vitest';
import type { CommandPayloads } from '../../protocol/generated/documents.ts';
import { primaryOf } from '../decision.ts';
import { decide } from '../decide.ts';
import { OFFLINE_EXTENSION } from '../offline.ts';
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
  block,
  blockPayload,
  bringTo,
  CHECKPOINT,
  claimOf,
  CONTENT,
  inSeconds,
  ITEM,
  leaseOf,
  publish,
  recordOf,
  refusedWith,
  start,
  UNKNOWN_ITEM,
} from '../work-scenes.test-data.ts';
import { workloadOf } from '../workload.ts';
import { ORGANIZATION } from '../world.ts';

let organization: SeededOrganization;

beforeEach(() => {
  organization = new SeededOrganization();
});

const PROGRESS = {
  currentPhase: 'hashing',
  completedMilestones: ['listed'],
  nextCheckpoint: 'half of the files',
  blockers: [],
  updatedCompletionEstimate: '2026-05-04T10:00:00Z',
  evidenceIds: [],
};

const ESTIMATE = {
  estimatedStart: '2026-05-04T09:05:00Z',
  estimatedCompletion: '2026-05-04T10:00:00Z',
  confidence: 0.5,
  capacityStatus: 'constrained' as const,
  lastCalculatedAt: '2026-05-04T09:00:00Z',
};

function checkpointPayload(
  changes: Partial<CommandPayloads['work.checkpoint']> = {},
): CommandPayloads['work.checkpoint'] {
  return { ...claimOf(organization), checkpoint: CHECKPOINT, ...changes };
}

function tryCheckpoint(changes: Partial<CommandPayloads['work.checkpoint']> = {}, envelope: object = {}) {
  return organization.act('work.checkpoint', WORKER, checkpointPayload(changes), envelope);
}

const RENEW = 'ext.missionweaveprotocol.core.work_execution_lease_renew';

function tryRenew(changes: Partial<CommandPayloads[typeof RENEW]> = {}) {
  return organization.act(RENEW, WORKER, { ...claimOf(organization), ...changes });
}

function tryUnblock(actor = COORDINATOR, changes: object = {}, envelope: object = {}) {
  return organization.act('work.unblock', actor, { workItemId: ITEM, ...changes }, envelope);
}

describe('work.checkpoint', () => {
  test('WORK-T08, LSE-003, LSE-009 back to the queue: execution released, ownership bounded', () => {
    bringTo(organization, 'active');
    const before = recordOf(organization);
    const outcome = tryCheckpoint({ progress: PROGRESS, scheduleEstimate: ESTIMATE });
    expect(outcome).toMatchObject({
      ok: true,
      events: [
        {
          kind: 'work.checkpointed',
          workItemId: ITEM,
          aggregateRevision: before.document.revision + 1,
          payload: {
            checkpoint: CHECKPOINT,
            ownershipEpoch: 1,
            executionLeaseId: before.executionLeaseId,
            ownershipLeaseExpiresAt: inSeconds(organization, 900),
            lease: {
              leaseId: before.executionLeaseId,
              state: 'released',
              closedAt: inSeconds(organization, 0),
              closureReason: 'work_checkpointed',
            },
          },
        },
      ],
    });
    const after = recordOf(organization);
    expect(after).toMatchObject({
      checkpoint: CHECKPOINT,
      executionLeaseId: undefined,
      holdingLeaseId: before.holdingLeaseId,
      document: { state: 'queued', progress: PROGRESS, scheduleEstimate: ESTIMATE },
    });
    expect(leaseOf(organization, before.executionLeaseId).state).toBe('released');
    expect(workloadOf(organization.world, WORKER.id)).toMatchObject({ queued: 1, active: 0 });
  });

  test('OPEN-054 what is left to resume follows from the checkpoint, even when that is less', () => {
    bringTo(organization, 'active');
    organization.passSeconds(10);
    expect(tryCheckpoint({ resumeWithinSeconds: 30 }).ok).toBe(true);
    expect(leaseOf(organization, recordOf(organization).holdingLeaseId)).toMatchObject({
      expiresAt: inSeconds(organization, 30),
      startBy: inSeconds(organization, 30),
      renewalCount: 1,
    });
    organization.passSeconds(30);
    const { workItemId, ownershipEpoch } = claimOf(organization);
    expect(organization.act('work.start', WORKER, { workItemId, ownershipEpoch })).toMatchObject(
      refusedWith('WORK_LEASE_EXPIRED', 'WORK-036'),
    );
  });

  test('LSE-001, LSE-002 resuming opens another lease; the former one is good for nothing', () => {
    bringTo(organization, 'active');
    const first = recordOf(organization).executionLeaseId ?? '';
    expect(tryCheckpoint().ok).toBe(true);
    start(organization);
    const second = recordOf(organization).executionLeaseId;
    expect(second).not.toBe(first);
    expect(recordOf(organization).attempts).toBe(2);
    expect(tryCheckpoint({ executionLeaseId: first })).toMatchObject(
      refusedWith('WORK_LEASE_EXPIRED', 'LSE-002', {
        executionLeaseId: first,
        currentExecutionLeaseId: second,
      }),
    );
  });

  test('WORK-054 saved state has to be an Artifact of the Group', () => {
    bringTo(organization, 'active');
    const checkpoint = { ...CHECKPOINT, stateArtifactHash: CONTENT };
    expect(tryCheckpoint({ checkpoint })).toMatchObject(
      refusedWith('INVALID_COMMAND', 'WORK-054', { stateArtifactHash: CONTENT }),
    );
    publish(organization);
    expect(tryCheckpoint({ checkpoint }).ok).toBe(true);
  });
});

describe('work.checkpoint of bounded offline work', () => {
  /** Goes offline at the start, buffers 20 s later, is back under a new session and lease after 60 s. */
  function reconnect(toolCalls: number) {
    bringTo(organization, 'active');
    const { executionLeaseId = '' } = recordOf(organization);
    const disconnectedAt = inSeconds(organization, 0);
    const bufferedAt = inSeconds(organization, 20);
    const executionLeaseExpiresAt = leaseOf(organization, executionLeaseId).expiresAt;
    organization.passSeconds(60);
    organization.mustAct(
      'ext.missionweaveprotocol.identity.session_open',
      SERVICE,
      { agentId: WORKER.id },
      { groupId: GROUP },
    );
    start(organization);
    const data = {
      agentId: WORKER.id,
      groupId: GROUP,
      workItemId: ITEM,
      sessionEpoch: 1,
      ownershipEpoch: 1,
      executionLeaseId,
      disconnectedAt,
      bufferedAt,
      graceDeadline: executionLeaseExpiresAt,
      executionLeaseExpiresAt,
      resourceUsageDelta: { toolCalls },
    };
    const extensions = { [OFFLINE_EXTENSION]: { version: '0.1.0', critical: true, data } };
    return { historical: executionLeaseId, envelope: { extensions } };
  }

  test('OFF-005, OFF-007 charges first, under the old lease, and closes the current one', () => {
    const { historical, envelope } = reconnect(3);
    const command = organization.commandOf('work.checkpoint', WORKER, checkpointPayload(), envelope);
    const decision = decide(organization.world, command, organization.context);
    expect(decision.ok && primaryOf(decision.value)?.kind).toBe('work.checkpointed');
    const outcome = organization.submit(command);
    expect(outcome).toMatchObject({
      ok: true,
      events: [
        {
          kind: 'ext.missionweaveprotocol.core.resource_usage_recorded',
          cause: { type: 'event' },
          payload: { executionLeaseId: historical, usageDelta: { toolCalls: 3 } },
        },
        { kind: 'work.checkpointed', cause: { type: 'command', id: command.actionId } },
      ],
    });
    expect(organization.world.get('account', GROUP, ITEM)?.usage.toolCalls).toBe(3);
    expect(recordOf(organization).document.state).toBe('queued');
  });

  test('OFF-005 the payload names the current lease, not the historical one', () => {
    const { historical, envelope } = reconnect(3);
    expect(tryCheckpoint({ executionLeaseId: historical }, envelope)).toMatchObject(
      refusedWith('WORK_LEASE_EXPIRED', 'LSE-002'),
    );
  });

  test('OFF-007 an overflow refuses the charge and the checkpoint', () => {
    const { envelope } = reconnect(101);
    expect(tryCheckpoint({}, envelope)).toMatchObject(
      refusedWith('BUDGET_EXCEEDED', 'BUD-008', { dimension: 'toolCalls' }),
    );
    expect(recordOf(organization).document.state).toBe('active');
    expect(organization.world.get('account', GROUP, ITEM)?.usage.toolCalls).toBe(0);
  });
});

describe('work.block', () => {
  test('WORK-T09, WORK-052 keeps ownership under a bounded blocked lease', () => {
    bringTo(organization, 'active');
    const before = recordOf(organization);
    const payload = blockPayload(organization, { progress: PROGRESS, blockedLeaseSeconds: 120 });
    const outcome = organization.act('work.block', WORKER, payload);
    const after = recordOf(organization);
    expect(outcome).toMatchObject({
      ok: true,
      events: [
        {
          kind: 'work.blocked',
          aggregateRevision: before.document.revision + 1,
          payload: {
            reason: 'a folder is locked',
            requiredResolution: 'somebody unlocks the folder',
            checkpoint: CHECKPOINT,
            lease: { leaseId: before.executionLeaseId, state: 'released' },
            ownershipLease: { leaseId: before.holdingLeaseId, state: 'released' },
            blockedLease: {
              leaseId: after.holdingLeaseId,
              leaseType: 'blocked',
              state: 'active',
              expiresAt: inSeconds(organization, 120),
            },
            ownershipLeaseExpiresAt: inSeconds(organization, 120),
          },
        },
      ],
    });
    expect(after).toMatchObject({
      executionLeaseId: undefined,
      checkpoint: CHECKPOINT,
      requiredResolution: 'somebody unlocks the folder',
      document: {
        state: 'blocked',
        progress: PROGRESS,
        owner: { agentId: WORKER.id, ownershipEpoch: 1, ownershipLeaseId: after.holdingLeaseId },
      },
    });
    expect(workloadOf(organization.world, WORKER.id)).toMatchObject({ queued: 0, active: 0 });
  });

  test('LSE-009 a blocked lease lasts as long as policy says when the Command does not', () => {
    bringTo(organization, 'blocked');
    expect(leaseOf(organization, recordOf(organization).holdingLeaseId).expiresAt).toBe(
      inSeconds(organization, 900),
    );
  });

  test('WORK-054 saved state has to be an Artifact of the Group', () => {
    bringTo(organization, 'active');
    const checkpoint = { ...CHECKPOINT, stateArtifactHash: CONTENT };
    expect(organization.act('work.block', WORKER, blockPayload(organization, { checkpoint }))).toMatchObject(
      refusedWith('INVALID_COMMAND', 'WORK-054'),
    );
  });
});

describe('work.unblock', () => {
  test('WORK-T10 to the queue of its owner while ownership lives', () => {
    bringTo(organization, 'blocked');
    const before = recordOf(organization);
    organization.passSeconds(899);
    const outcome = tryUnblock(
      COORDINATOR,
      { reason: 'the folder is open' },
      { expectedRevision: before.document.revision },
    );
    const after = recordOf(organization);
    const expiresAt = inSeconds(organization, 900);
    expect(outcome).toMatchObject({
      ok: true,
      events: [
        {
          kind: 'work.unblocked',
          aggregateRevision: before.document.revision + 1,
          payload: {
            status: 'queued',
            reason: 'the folder is open',
            ownershipLease: { leaseType: 'ownership', expiresAt, startBy: expiresAt, ownershipEpoch: 1 },
            closedLeases: [{ leaseId: before.holdingLeaseId, state: 'released' }],
          },
        },
      ],
    });
    expect(after).toMatchObject({
      ownershipEpoch: 1,
      requiredResolution: undefined,
      document: { state: 'queued', owner: { agentId: WORKER.id, ownershipLeaseId: after.holdingLeaseId } },
    });
    expect(after.holdingLeaseId).not.toBe(before.holdingLeaseId);
    expect(organization.world.get('mission', GROUP, '')?.document.revision).toBe(2);
    start(organization);
  });

  test('WORK-T10 a long blocked lease is not cut short', () => {
    bringTo(organization, 'active');
    block(organization, { blockedLeaseSeconds: 5_000 });
    const expiresAt = inSeconds(organization, 5_000);
    organization.passSeconds(60);
    expect(tryUnblock().ok).toBe(true);
    expect(leaseOf(organization, recordOf(organization).holdingLeaseId).expiresAt).toBe(expiresAt);
  });

  test('WORK-T10, WORK-014, LSE-008 open to anybody once ownership has ended', () => {
    bringTo(organization, 'blocked');
    const { holdingLeaseId } = recordOf(organization);
    organization.passSeconds(900);
    expect(tryUnblock()).toMatchObject({
      ok: true,
      events: [
        { payload: { status: 'open', closedLeases: [{ leaseId: holdingLeaseId, state: 'expired' }] } },
      ],
    });
    const record = recordOf(organization);
    expect(record.document.state).toBe('open');
    expect(record.document.owner).toBeUndefined();
    expect(record).toMatchObject({ ownershipEpoch: 2, holdingLeaseId: undefined, checkpoint: CHECKPOINT });
  });

  test.each(statesBut('blocked'))('WORK-T10 not from %s', (state) => {
    bringTo(organization, state);
    expect(tryUnblock()).toMatchObject(
      refusedWith('INVALID_STATE_TRANSITION', 'WORK-T10', { workItemState: state }),
    );
  });

  test('OPEN-036 not while a child Mission is at work, and to open when it has ended', () => {
    const childGroupId = 'urn:heddle:test:group:child';
    seedWorkItem(organization, {
      state: 'blocked',
      workItemId: ITEM,
      owner: COORDINATOR,
      record: { childGroupId },
    });
    expect(tryUnblock()).toMatchObject(refusedWith('INVALID_STATE_TRANSITION', 'OPEN-036', { childGroupId }));
    // The end of a child closes the custodian's lease (OPEN-030).
    const record = { childGroupId: undefined, holdingLeaseId: undefined };
    seedWorkItem(organization, { state: 'blocked', workItemId: ITEM, owner: COORDINATOR, record });
    expect(tryUnblock()).toMatchObject({ ok: true, events: [{ payload: { status: 'open' } }] });
  });

  test('WORK-053, CRD-004, CRD-007 only the current Coordinator', () => {
    bringTo(organization, 'blocked');
    for (const actor of [WORKER, OBSERVER, OWNER, SERVICE, OTHER_SERVICE]) {
      expect(tryUnblock(actor)).toMatchObject(refusedWith('AUTH_FORBIDDEN', 'WORK-053'));
    }
    expect(tryUnblock(STRANGER)).toMatchObject(refusedWith('MEMBERSHIP_REQUIRED', 'MEM-002'));
    expect(tryUnblock(COORDINATOR, {}, { coordinatorEpoch: undefined })).toMatchObject(
      refusedWith('AUTH_STALE_COORDINATOR', 'CMD-012'),
    );
    replaceCoordinator(organization, SECOND_WORKER);
    expect(tryUnblock(COORDINATOR, {}, { coordinatorEpoch: 1 })).toMatchObject(
      refusedWith('AUTH_STALE_COORDINATOR', 'CRD-004'),
    );
    organization.nowMs = Date.parse('2026-05-06T09:00:00Z');
    expect(tryUnblock(SECOND_WORKER)).toMatchObject(refusedWith('WORK_LEASE_EXPIRED', 'CRD-007'));
  });

  test('WORK-010, REV-001 a known item of an active Mission, at the expected revision', () => {
    bringTo(organization, 'blocked');
    expect(tryUnblock(COORDINATOR, { workItemId: UNKNOWN_ITEM })).toMatchObject(
      refusedWith('INVALID_COMMAND', 'WORK-010'),
    );
    expect(tryUnblock(COORDINATOR, {}, { expectedRevision: 0 })).toMatchObject(
      refusedWith('REVISION_CONFLICT', 'REV-001', { aggregate: 'WorkItem' }),
    );
    setMission(organization, { state: 'awaiting_approval' });
    expect(tryUnblock()).toMatchObject(refusedWith('INVALID_STATE_TRANSITION', 'WORK-T10'));
  });
});

describe('ext.missionweaveprotocol.core.work_execution_lease_renew', () => {
  test('LSE-007 lengthens execution and ownership under the same ids; WORK-051 reports progress', () => {
    bringTo(organization, 'active');
    const before = recordOf(organization);
    organization.passSeconds(100);
    const outcome = tryRenew({ leaseSeconds: 1_000, progress: PROGRESS, scheduleEstimate: ESTIMATE });
    const expiresAt = inSeconds(organization, 1_000);
    const renewed = {
      expiresAt,
      renewalCount: 1,
      lastRenewedAt: inSeconds(organization, 0),
      state: 'active',
    };
    expect(outcome).toMatchObject({
      ok: true,
      events: [
        {
          kind: 'work.progressed',
          aggregateRevision: before.document.revision + 1,
          payload: {
            lease: { leaseId: before.executionLeaseId, ...renewed },
            ownershipLease: { leaseId: before.holdingLeaseId, ...renewed },
            executionLeaseExpiresAt: expiresAt,
          },
        },
      ],
    });
    expect(recordOf(organization)).toMatchObject({
      executionLeaseId: before.executionLeaseId,
      holdingLeaseId: before.holdingLeaseId,
      document: { state: 'active', progress: PROGRESS, scheduleEstimate: ESTIMATE },
    });
  });

  test('LSE-007 not to an end that is no later', () => {
    bringTo(organization, 'active');
    const currentExpiresAt = inSeconds(organization, 300);
    expect(tryRenew()).toMatchObject(
      refusedWith('INVALID_COMMAND', 'LSE-007', {
        executionLeaseId: recordOf(organization).executionLeaseId,
        currentExpiresAt,
        expiresAt: currentExpiresAt,
      }),
    );
    organization.nowMs += 1;
    expect(tryRenew().ok).toBe(true);
  });

  test('LSE-007 not twice at the same moment', () => {
    bringTo(organization, 'active');
    expect(tryRenew({ leaseSeconds: 400 }).ok).toBe(true);
    expect(tryRenew({ leaseSeconds: 500 })).toMatchObject(
      refusedWith('INVALID_COMMAND', 'LSE-007', { lastRenewedAt: inSeconds(organization, 0) }),
    );
    organization.nowMs += 1;
    expect(tryRenew({ leaseSeconds: 500 }).ok).toBe(true);
  });

  test('LSE-007 up to the end of the lease and not at it', () => {
    bringTo(organization, 'active');
    organization.nowMs += 299_999;
    expect(tryRenew().ok).toBe(true);
    organization.passSeconds(300);
    expect(tryRenew()).toMatchObject(refusedWith('WORK_LEASE_EXPIRED', 'WORK-036'));
  });
});

test('WORK-T19, LSE-004 a new session sends active work back to the queue, and a new lease goes on', () => {
  bringTo(organization, 'active');
  const { executionLeaseId } = recordOf(organization);
  organization.mustAct(
    'ext.missionweaveprotocol.identity.session_open',
    SERVICE,
    { agentId: WORKER.id },
    { groupId: GROUP },
  );
  expect(recordOf(organization)).toMatchObject({
    executionLeaseId: undefined,
    document: { state: 'queued' },
  });
  expect(leaseOf(organization, executionLeaseId).state).toBe('revoked');
  start(organization);
  expect(leaseOf(organization, recordOf(organization).executionLeaseId).sessionEpoch).toBe(2);
  expect(organization.world.get('session', ORGANIZATION, WORKER.id)?.sessionEpoch).toBe(2);
});
