import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor, Approval, CommandPayloads } from '../../protocol/generated/documents.ts';
import { nowAt } from '../decision.ts';
import { conditionsOf, findExecutionApproval } from '../execution-approvals.ts';
import type { MissionState } from '../missions.ts';
import {
  conversationIdOf,
  ITEM,
  leaseIdOf,
  refusalOf,
  seedDocuments,
  seedWorkItem,
  setMission,
  statesBut,
} from '../seeded-work.test-data.ts';
import {
  contractOf,
  COORDINATOR,
  GROUP,
  MISSION,
  OBSERVER,
  OTHER_SERVICE,
  OWNER,
  SeededOrganization,
  SERVICE,
  START_MS,
  WORKER,
} from '../seeded-world.test-data.ts';
import { SINGLE } from '../world.ts';

type Payload = CommandPayloads['approval.grant_execution'];
type Terms = Omit<Payload, 'approval'>;

let organization: SeededOrganization;

const APPROVAL = 'urn:heddle:test:approval:1';
const NOW = nowAt(START_MS).text;
const RESOURCE = 'urn:heddle:test:resource:input-folder';

beforeEach(() => {
  organization = new SeededOrganization();
  seedWorkItem(organization, { state: 'queued' });
});

function payloadOf(terms: Partial<Terms> = {}, approval: Partial<Approval> = {}): Payload {
  const complete: Terms = {
    ownershipEpoch: 1,
    operations: ['production.deploy'],
    resources: [RESOURCE],
    budget: { currency: 'EUR', financialLimit: 5, toolCallLimit: 10 },
    expiresAt: nowAt(START_MS + 600_000).text,
    ...terms,
  };
  return {
    ...complete,
    approval: {
      approvalId: APPROVAL,
      kind: 'work_execution',
      decision: 'approved',
      missionId: MISSION,
      groupId: GROUP,
      workItemId: ITEM,
      missionRevision: 1,
      artifactHashes: [],
      acceptancePolicyVersion: '1.0.0',
      approver: OWNER,
      comments: 'go on',
      conditions: [...(conditionsOf(complete) ?? [])],
      occurredAt: NOW,
      signature: { algorithm: 'Ed25519', keyId: `${OWNER.id}:key`, createdAt: NOW, value: 'A'.repeat(86) },
      ...approval,
    },
  };
}

function grant(
  terms: Partial<Terms> = {},
  approval: Partial<Approval> = {},
  actor: Actor = OWNER,
  envelope = {},
) {
  return organization.act('approval.grant_execution', actor, payloadOf(terms, approval), envelope);
}

function approvalOfNow(): Approval | undefined {
  const record = organization.world.get('workItem', GROUP, ITEM);
  if (record === undefined) throw new Error('seeded');
  return findExecutionApproval(organization.world, record, nowAt(organization.nowMs));
}

describe('approval.grant_execution', () => {
  test('CMD-131, WORK-T06, APV-004: opens the start gate and changes no state', () => {
    const before = organization.world.get('workItem', GROUP, ITEM)?.document;
    expect(approvalOfNow()).toBeUndefined();
    const payload = payloadOf();
    const outcome = grant();
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    expect(outcome.events).toHaveLength(1);
    expect(outcome.events[0]).toMatchObject({
      kind: 'approval.execution.granted',
      aggregateRevision: 1,
      workItemId: ITEM,
      conversationId: conversationIdOf(ITEM),
    });
    expect(outcome.events[0]?.payload).toEqual({ ...payload, workItemId: ITEM });
    expect(organization.world.get('approval', GROUP, APPROVAL)).toEqual(payload.approval);
    expect(organization.world.get('workItem', GROUP, ITEM)?.document).toEqual(before);
    expect(organization.world.get('mission', GROUP, SINGLE)?.document.revision).toBe(1);
    expect(approvalOfNow()).toEqual(payload.approval);
  });

  test('OPEN-067: an Execution Approval is in the Policy Log', () => {
    grant();
    const [entry] = [...organization.world.list('policyLog', GROUP)].map(([, each]) => each);
    expect(entry).toMatchObject({ decision: 'execution approved', details: { approvalId: APPROVAL } });
  });

  test.each([COORDINATOR, WORKER, OBSERVER, SERVICE, OTHER_SERVICE])(
    'APV-004: $id approves nothing',
    (actor) => {
      expect(refusalOf(grant({}, {}, actor))).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'APV-004' });
      expect(approvalOfNow()).toBeUndefined();
    },
  );

  test('APV-004: an Agent that owns a child Mission does not approve executions', () => {
    setMission(organization, { missionOwner: COORDINATOR });
    expect(refusalOf(grant({}, {}, COORDINATOR)).rule).toBe('APV-004');
    expect(refusalOf(grant({}, { approver: COORDINATOR }, COORDINATOR))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'CMD-016',
    });
  });

  test('OPEN-059: the approver signed the Command as well', () => {
    const approver: Actor = { type: 'human', id: 'urn:heddle:test:human:other' };
    expect(refusalOf(grant({}, { approver }))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'OPEN-059',
      details: { approver },
    });
  });

  test.each([
    { kind: 'mission_final' as const, artifactHashes: [`sha256:${'a'.repeat(64)}`] },
    { kind: 'child_mission' as const, artifactHashes: [`sha256:${'a'.repeat(64)}`] },
    { decision: 'denied' as const },
    { decision: 'changes_requested' as const },
    { decision: 'revoked' as const, revokesApprovalId: 'urn:heddle:test:approval:0' },
  ])('APV-001: %j does not approve an execution', (changes) => {
    expect(refusalOf(grant({}, changes))).toMatchObject({ code: 'INVALID_COMMAND', rule: 'CMD-016' });
  });

  test.each([{ missionId: 'urn:heddle:test:mission:2' }, { groupId: 'urn:heddle:test:group:2' }])(
    'APV-004: %j is another Mission',
    (changes) => {
      expect(refusalOf(grant({}, changes))).toMatchObject({ code: 'INVALID_COMMAND', rule: 'APV-004' });
    },
  );

  test('APV-002: an Approval is not given in the future', () => {
    const occurredAt = nowAt(START_MS + 1).text;
    expect(refusalOf(grant({}, { occurredAt }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'APV-002',
      details: { occurredAt },
    });
  });

  test('APV-004: an Approval id is new', () => {
    grant();
    expect(refusalOf(grant())).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'APV-004',
      details: { approvalId: APPROVAL },
    });
  });

  test.each<MissionState>(['awaiting_approval', 'approved', 'failed', 'cancelled'])(
    'APV-004: none in a Mission that is %s',
    (state) => {
      setMission(organization, { state });
      expect(refusalOf(grant())).toMatchObject({
        code: 'INVALID_STATE_TRANSITION',
        rule: 'APV-004',
        details: { missionState: state },
      });
    },
  );

  test.each([0, 2])('APV-002, REV-003: the approver saw Mission revision %d', (missionRevision) => {
    expect(refusalOf(grant({}, { missionRevision }))).toMatchObject({
      code: 'REVISION_CONFLICT',
      expectedRevision: missionRevision,
      currentRevision: 1,
    });
  });

  test('REV-002: an expected revision is the Mission revision, 0 too', () => {
    expect(refusalOf(grant({}, {}, OWNER, { expectedRevision: 0 }))).toMatchObject({
      code: 'REVISION_CONFLICT',
      expectedRevision: 0,
      currentRevision: 1,
    });
    expect(grant({}, {}, OWNER, { expectedRevision: 1 }).ok).toBe(true);
  });

  test('WORK-010: the WorkItem is one of this Group', () => {
    expect(refusalOf(grant({}, { workItemId: 'urn:heddle:test:work:none' }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'WORK-010',
    });
  });

  test.each(statesBut('queued'))('WORK-T06: none for a WorkItem that is %s', (state) => {
    seedWorkItem(organization, { state });
    expect(refusalOf(grant())).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'WORK-T06',
      details: { workItemState: state, allowedStates: ['queued'] },
    });
  });

  test('APV-002: only inputs of the work are approved with it', () => {
    const known = `sha256:${'b'.repeat(64)}`;
    const other = `sha256:${'c'.repeat(64)}`;
    seedWorkItem(organization, { state: 'queued', contract: contractOf({ inputArtifacts: [known] }) });
    expect(refusalOf(grant({}, { artifactHashes: [known, other] }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'APV-002',
      details: { artifactHash: other },
    });
    expect(grant({}, { artifactHashes: [known] }).ok).toBe(true);
  });
});

describe('the conditions of an Execution Approval (OPEN-032)', () => {
  test('APV-004: are spelled out one by one', () => {
    expect(payloadOf().approval.conditions).toEqual([
      'operation:production.deploy',
      `resource:${RESOURCE}`,
      'ownershipEpoch:1',
      `expiresAt:${nowAt(START_MS + 600_000).text}`,
      'budgetHash:sha256:154dff7913d40cbf03a990217973035689f58f01024ac8c8b43f3a06003cb2f4',
    ]);
  });

  test('OPEN-032: may stand in any order', () => {
    const { conditions } = payloadOf().approval;
    expect(grant({}, { conditions: conditions.toReversed() }).ok).toBe(true);
  });

  test('OPEN-032: the order of budget members does not matter', () => {
    const { conditions } = payloadOf().approval;
    const budget = { toolCallLimit: 10, financialLimit: 5, currency: 'EUR' };
    expect(grant({ budget }, { conditions }).ok).toBe(true);
  });

  const SIGNED = payloadOf().approval.conditions;
  test.each<[string, Partial<Terms>]>([
    ['operations', { operations: ['files.read'] }],
    ['more operations', { operations: ['production.deploy', 'files.read'] }],
    ['resources', { resources: [] }],
    ['the Ownership Epoch', { ownershipEpoch: 2 }],
    ['the end', { expiresAt: nowAt(START_MS + 700_000).text }],
    ['the spelling of the end', { expiresAt: nowAt(START_MS + 600_000).text.replace('.000Z', 'Z') }],
    ['the budget', { budget: { currency: 'EUR', financialLimit: 6, toolCallLimit: 10 } }],
  ])('OPEN-032: %s in the payload are what was signed', (_what, terms) => {
    expect(refusalOf(grant(terms, { conditions: SIGNED }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'OPEN-032',
    });
  });

  test.each([
    ['one more', [...SIGNED, 'resource:urn:heddle:test:resource:other']],
    ['one twice', [...SIGNED.slice(1), ...SIGNED.slice(1, 2)]],
    ['free text', [...SIGNED, 'only on Mondays']],
    ['none', []],
  ])('OPEN-032: %s is refused', (_what, conditions) => {
    expect(refusalOf(grant({}, { conditions })).rule).toBe('OPEN-032');
  });
});

describe('the limits of an Execution Approval (APV-004)', () => {
  test('APV-004: it is for the Ownership Epoch of now', () => {
    seedWorkItem(organization, { state: 'queued', ownershipEpoch: 3 });
    for (const ownershipEpoch of [2, 4]) {
      expect(refusalOf(grant({ ownershipEpoch }))).toMatchObject({
        code: 'WORK_STALE_OWNERSHIP',
        rule: 'APV-004',
        details: { ownershipEpoch, currentOwnershipEpoch: 3 },
      });
    }
    expect(grant({ ownershipEpoch: 3 }).ok).toBe(true);
  });

  test('APV-004: ownership is live', () => {
    organization.nowMs = START_MS + 3_600_000;
    const expiresAt = nowAt(organization.nowMs + 1_000).text;
    expect(refusalOf(grant({ expiresAt }))).toMatchObject({ code: 'WORK_LEASE_EXPIRED', rule: 'APV-004' });
  });

  test('APV-004: it ends after now and no later than ownership', () => {
    const leaseEnd = nowAt(START_MS + 3_600_000).text;
    expect(refusalOf(grant({ expiresAt: NOW }))).toMatchObject({ code: 'INVALID_COMMAND', rule: 'APV-004' });
    expect(refusalOf(grant({ expiresAt: nowAt(START_MS + 3_600_001).text }))).toMatchObject({
      code: 'INVALID_COMMAND',
      details: { ownershipLeaseExpiresAt: leaseEnd },
    });
    expect(organization.world.get('lease', GROUP, leaseIdOf(ITEM, 'holding'))?.expiresAt).toBe(leaseEnd);
    expect(grant({ expiresAt: leaseEnd }).ok).toBe(true);
  });

  test('APV-004: operations are permitted by the Mission', () => {
    expect(refusalOf(grant({ operations: ['files.read', 'payment.send'] }))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'APV-004',
      details: { operation: 'payment.send' },
    });
    expect(grant({ operations: ['files.read', 'production.deploy'] }).ok).toBe(true);
  });

  test('APV-004: resources are allowed by the contract', () => {
    const resource = 'urn:heddle:test:resource:other';
    expect(refusalOf(grant({ resources: [RESOURCE, resource] }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'APV-004',
      details: { resource },
    });
    const allowedResources = [RESOURCE, resource].map((each) => ({ resource: each, operations: ['read'] }));
    seedWorkItem(organization, { state: 'queued', contract: contractOf({ allowedResources }) });
    expect(grant({ resources: [resource] }).ok).toBe(true);
    expect(grant({ resources: [] }, { approvalId: 'urn:heddle:test:approval:2' }).ok).toBe(true);
  });

  test.each([
    ['financialMicrounits', { currency: 'EUR', financialLimit: 10.000_001 }],
    ['toolCalls', { toolCallLimit: 101 }],
    ['modelTokens', { modelTokenLimit: 1_001 }],
    ['computeSeconds', { computeSecondsLimit: 1 }],
    ['externalActions', { externalSideEffectLimit: 1 }],
  ])('APV-004, BUD-013: the budget for %s stays within the contract', (dimension, budget) => {
    expect(refusalOf(grant({ budget }))).toMatchObject({
      code: 'BUDGET_EXCEEDED',
      rule: 'APV-004',
      details: { workItemId: ITEM, dimension },
    });
  });

  test('APV-004: the whole budget of the contract may be approved', () => {
    expect(grant({ budget: contractOf().budget }).ok).toBe(true);
  });

  test('OPEN-052, OPEN-050: money is in the currency of the contract, and exact', () => {
    expect(refusalOf(grant({ budget: { currency: 'USD', financialLimit: 1 } }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'OPEN-052',
    });
    expect(refusalOf(grant({ budget: { currency: 'EUR', financialLimit: 0.000_000_1 } }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'OPEN-050',
    });
  });
});

describe('finding the Execution Approval of a WorkItem (APV-005)', () => {
  test('APV-005: it holds until just before its end', () => {
    grant();
    organization.nowMs = START_MS + 599_999;
    expect(approvalOfNow()?.approvalId).toBe(APPROVAL);
    organization.nowMs += 1;
    expect(approvalOfNow()).toBeUndefined();
  });

  test('APV-005: it is for one Ownership Epoch', () => {
    grant();
    seedWorkItem(organization, { state: 'queued', ownershipEpoch: 2 });
    expect(approvalOfNow()).toBeUndefined();
    seedWorkItem(organization, { state: 'queued', ownershipEpoch: 11 });
    expect(approvalOfNow()).toBeUndefined();
  });

  test('APV-005: nobody needs one for an item without owner', () => {
    grant();
    seedWorkItem(organization, { state: 'open' });
    expect(approvalOfNow()).toBeUndefined();
  });

  test('APV-005: it is for one WorkItem', () => {
    grant();
    const other = seedWorkItem(organization, { state: 'queued', workItemId: 'urn:heddle:test:work:2' });
    expect(findExecutionApproval(organization.world, other, nowAt(START_MS))).toBeUndefined();
  });

  test.each([{ kind: 'child_mission' as const }, { decision: 'denied' as const }])(
    'APV-005: %j is none',
    (changes) => {
      const value = { ...payloadOf().approval, ...changes };
      seedDocuments(organization, { approval: value });
      expect(approvalOfNow()).toBeUndefined();
    },
  );

  test('APV-001: only a revocation ends it, not an Approval that names it', () => {
    grant();
    const second = { approvalId: 'urn:heddle:test:approval:2', revokesApprovalId: APPROVAL };
    const value: Approval = { ...payloadOf().approval, ...second, workItemId: 'urn:heddle:test:work:2' };
    seedDocuments(organization, { approval: value });
    expect(approvalOfNow()?.approvalId).toBe(APPROVAL);
  });

  test('APV-001: a revocation ends it, and only it', () => {
    grant();
    const revocation: Approval = {
      ...payloadOf().approval,
      approvalId: 'urn:heddle:test:approval:revocation',
      decision: 'revoked',
      revokesApprovalId: APPROVAL,
    };
    seedDocuments(organization, { approval: revocation });
    expect(approvalOfNow()).toBeUndefined();
    grant({}, { approvalId: 'urn:heddle:test:approval:2' });
    expect(approvalOfNow()?.approvalId).toBe('urn:heddle:test:approval:2');
  });
});
