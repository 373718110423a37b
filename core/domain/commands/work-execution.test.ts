import { beforeEach, describe, expect, test } from 'vitest';
import type {
  AgentCard,
  Approval,
  CommandPayloads,
  WorkContract,
} from '../../protocol/generated/documents.ts';
import { seedDocuments, seedWorkItem, setMission } from '../seeded-work.test-data.ts';
import {
  CAPABILITY,
  cardOf,
  GROUP,
  MISSION,
  OWNER,
  SeededOrganization,
  TEST_POLICY,
  WORKER,
} from '../seeded-world.test-data.ts';
import {
  authorize,
  bringTo,
  claimOf,
  inSeconds,
  ITEM,
  leaseOf,
  recordOf,
  refusedWith,
} from '../work-scenes.test-data.ts';
import { workloadOf } from '../workload.ts';
import { ORGANIZATION } from '../world.ts';

let organization: SeededOrganization;

beforeEach(() => {
  organization = new SeededOrganization();
});

function tryStart(
  actor = WORKER,
  changes: Partial<CommandPayloads['work.start']> = {},
  envelope: object = {},
) {
  const { workItemId, ownershipEpoch } = claimOf(organization);
  return organization.act('work.start', actor, { workItemId, ownershipEpoch, ...changes }, envelope);
}

function setCard(changes: Partial<AgentCard>): void {
  const value = { card: cardOf(WORKER, changes) };
  organization.world.apply([{ kind: 'agent', groupId: ORGANIZATION, id: WORKER.id, value }]);
}

function setLimits(limits: Partial<(typeof TEST_POLICY)['cooperation']>): void {
  organization.policy = { ...TEST_POLICY, cooperation: { ...TEST_POLICY.cooperation, ...limits } };
}

/** One more item in the hands of the Worker, in another Group. */
function holdElsewhere(state: 'queued' | 'active', n: number): void {
  seedWorkItem(organization, {
    state,
    workItemId: `urn:heddle:test:work:elsewhere-${n}`,
    groupId: 'urn:heddle:test:group:elsewhere',
  });
}

/** Lets an Agent exceed a limit with the Command of that action id. */
function grantOverride(
  policyName: 'queued_work_items' | 'active_work_items',
  kind: 'accept_offer' | 'start',
) {
  const actionId = 'urn:heddle:test:action:override';
  const cooperationOverrideGrantId = 'urn:heddle:test:override:1';
  organization.mustAct('policy.grant_cooperation_override', OWNER, {
    grantId: cooperationOverrideGrantId,
    policyName,
    beneficiary: WORKER,
    targetCommandKind: `work.${kind}`,
    targetActionId: actionId,
    reason: 'nobody else is there',
    expiresAt: '2026-05-04T10:00:00Z',
  });
  return { actionId, cooperationOverrideGrantId };
}

describe('work.start', () => {
  test('WORK-T07, LSE-001 opens an Execution Lease and counts the attempt', () => {
    bringTo(organization, 'queued');
    const { revision } = recordOf(organization).document;
    const outcome = tryStart(WORKER, {}, { expectedRevision: revision });
    const { executionLeaseId } = recordOf(organization);
    expect(outcome).toMatchObject({
      ok: true,
      events: [
        {
          kind: 'work.started',
          aggregateRevision: revision + 1,
          workItemId: ITEM,
          payload: {
            ownershipEpoch: 1,
            executionLeaseId,
            executionLeaseExpiresAt: inSeconds(organization, 300),
            workItem: { state: 'active' },
            lease: {
              leaseId: executionLeaseId,
              leaseType: 'execution',
              missionId: MISSION,
              groupId: GROUP,
              workItemId: ITEM,
              holderAgentId: WORKER.id,
              sessionEpoch: 1,
              ownershipEpoch: 1,
              expiresAt: inSeconds(organization, 300),
              state: 'active',
            },
          },
        },
      ],
    });
    expect(recordOf(organization)).toMatchObject({ attempts: 1, document: { state: 'active' } });
    expect(workloadOf(organization.world, WORKER.id)).toMatchObject({ queued: 0, active: 1 });
  });

  test('LSE-009 the ownership lease lasts at least as long, and is left alone when it does', () => {
    bringTo(organization, 'queued');
    const { holdingLeaseId } = recordOf(organization);
    const before = leaseOf(organization, holdingLeaseId);
    const short = tryStart(WORKER, { executionLeaseSeconds: 900 });
    expect(short).toMatchObject({ ok: true, events: [{ payload: {} }] });
    expect(leaseOf(organization, holdingLeaseId)).toEqual(before);
    organization = new SeededOrganization();
    bringTo(organization, 'queued');
    expect(tryStart(WORKER, { executionLeaseSeconds: 901 }).ok).toBe(true);
    expect(leaseOf(organization, recordOf(organization).holdingLeaseId)).toMatchObject({
      expiresAt: inSeconds(organization, 901),
      startBy: inSeconds(organization, 900),
      renewalCount: 1,
    });
  });

  test('WORK-042 waits for every dependency to be verified', () => {
    authorize(organization, { goal: 'first' }, { workItemId: 'urn:heddle:test:work:first' });
    bringTo(organization, 'queued', { dependencyWorkItemIds: ['urn:heddle:test:work:first'] });
    const unfinished = [{ workItemId: 'urn:heddle:test:work:first', workItemState: 'open' }];
    expect(tryStart()).toMatchObject(
      refusedWith('INVALID_STATE_TRANSITION', 'WORK-042', { workItemId: ITEM, unfinished }),
    );
    seedWorkItem(organization, { state: 'verified', workItemId: 'urn:heddle:test:work:first' });
    expect(tryStart().ok).toBe(true);
  });

  test.each(['policy_required', 'human_required'] as const)(
    'APV-005, WORK-T06 %s: not without an Execution Approval of this epoch that holds',
    (executionApproval) => {
      bringTo(organization, 'queued', { executionApproval });
      const required = refusedWith('APPROVAL_REQUIRED', 'APV-005', {
        workItemId: ITEM,
        executionApproval,
        ownershipEpoch: 1,
      });
      expect(tryStart()).toMatchObject(required);
      approve(2, inSeconds(organization, 60));
      expect(tryStart()).toMatchObject(required);
      approve(1, inSeconds(organization, 0));
      expect(tryStart()).toMatchObject(required);
      approve(1, inSeconds(organization, 60));
      expect(tryStart().ok).toBe(true);
    },
  );

  test('POL-003 at most so many active items, across all Groups, and an override', () => {
    bringTo(organization, 'queued');
    setLimits({ activeWorkItems: 1 });
    holdElsewhere('active', 1);
    expect(tryStart()).toMatchObject(
      refusedWith('RATE_LIMITED', 'POL-001', { policyName: 'active_work_items', limit: 1, wanted: 2 }),
    );
    const envelope = grantOverride('active_work_items', 'start');
    expect(tryStart(WORKER, {}, envelope)).toMatchObject({
      ok: true,
      events: [{ payload: { cooperationOverrideGrantId: envelope.cooperationOverrideGrantId } }],
    });
  });

  test('POL-014 an override without an exceeded limit', () => {
    bringTo(organization, 'queued');
    const envelope = grantOverride('active_work_items', 'start');
    expect(tryStart(WORKER, {}, envelope)).toMatchObject(refusedWith('INVALID_COMMAND', 'POL-014'));
  });

  test('WORK-034 a card with incompatible capabilities needs a new acceptance, a compatible one does not', () => {
    const [capability] = cardOf(WORKER).capabilities;
    if (capability === undefined) throw new Error('the card has a capability');
    bringTo(organization, 'queued');
    setCard({ cardVersion: 2, capabilities: [{ ...capability, version: '2.0.0' }] });
    expect(tryStart()).toMatchObject(
      refusedWith('AUTH_FORBIDDEN', 'WORK-034', { cardVersion: 2, capability: CAPABILITY }),
    );
    organization.world.apply([{ kind: 'agent', groupId: ORGANIZATION, id: WORKER.id, value: undefined }]);
    expect(tryStart()).toMatchObject(refusedWith('AUTH_FORBIDDEN', 'WORK-034', { agentId: WORKER.id }));
    setCard({ cardVersion: 3, capabilities: [{ ...capability, version: '1.9.0' }] });
    expect(tryStart().ok).toBe(true);
  });

  test('WORK-T07 only in an active Mission', () => {
    bringTo(organization, 'queued');
    setMission(organization, { state: 'awaiting_approval' });
    expect(tryStart()).toMatchObject(refusedWith('INVALID_STATE_TRANSITION', 'WORK-T07'));
  });
});

/** An Execution Approval in the records, as approval.grant_execution would leave it. */
function approve(ownershipEpoch: number, expiresAt: string): void {
  const approvalId = organization.newId('approval');
  const approval: Approval = {
    approvalId,
    kind: 'work_execution',
    decision: 'approved',
    missionId: MISSION,
    groupId: GROUP,
    workItemId: ITEM,
    missionRevision: 2,
    artifactHashes: [],
    acceptancePolicyVersion: '1.0.0',
    approver: OWNER,
    comments: '',
    conditions: [`ownershipEpoch:${ownershipEpoch}`, `expiresAt:${expiresAt}`],
    occurredAt: inSeconds(organization, 0),
    signature: cardOf(WORKER).signature,
  };
  seedDocuments(organization, { approval });
}

test('INV-03 a contract that asks for nothing special starts without any Approval', () => {
  const contract: Partial<WorkContract> = { executionApproval: 'not_required' };
  bringTo(organization, 'queued', contract);
  expect(tryStart().ok).toBe(true);
  expect([...organization.world.list('approval', GROUP)]).toEqual([]);
});
