import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor, DelegationGrant, WorkContract } from '../protocol/generated/documents.ts';
import { NO_USAGE } from './budget.ts';
import { type GroupInput, nowAt } from './decision.ts';
import { requireDelegation } from './delegation-grants.ts';
import type { Rejection } from './rejection.ts';
import { ITEM, replaceCoordinator, seedWorkItem, setMission } from './seeded-work.test-data.ts';
import {
  CAPABILITY,
  contractOf,
  COORDINATOR,
  GROUP,
  MISSION,
  SECOND_WORKER,
  SeededOrganization,
  START_MS,
  WORKER,
} from './seeded-world.test-data.ts';
import { SINGLE } from './world.ts';

let organization: SeededOrganization;

const GRANT = 'urn:heddle:test:grant:1';
const CHILD = 'urn:heddle:test:work:child';
const GRANDCHILD = 'urn:heddle:test:work:grandchild';
const OUTSIDE = 'urn:heddle:test:work:outside';
const NEW = 'urn:heddle:test:work:new';

beforeEach(() => {
  organization = new SeededOrganization();
  organization.mustAct('membership.change', COORDINATOR, {
    member: WORKER,
    role: 'work_delegate',
    state: 'active',
    scopes: ['work.delegate'],
  });
  seedWorkItem(organization, { state: 'open' });
  seedWorkItem(organization, { state: 'open', workItemId: CHILD, record: { parentWorkItemId: ITEM } });
  seedWorkItem(organization, { state: 'open', workItemId: GRANDCHILD, record: { parentWorkItemId: CHILD } });
  seedWorkItem(organization, { state: 'open', workItemId: OUTSIDE });
  setGrant({});
});

function setGrant(changes: Partial<DelegationGrant>): void {
  const grant: DelegationGrant = {
    grantId: GRANT,
    granteeAgentId: WORKER.id,
    missionId: MISSION,
    groupId: GROUP,
    targetWorkItemId: ITEM,
    allowedCapabilities: [CAPABILITY],
    budget: {
      currency: 'EUR',
      financialLimit: 20,
      modelTokenLimit: 2_000,
      toolCallLimit: 200,
      computeSecondsLimit: 0,
      wallClockSecondsLimit: 0,
      externalSideEffectLimit: 0,
    },
    maxDescendantDepth: 2,
    granteeMembershipEpoch: 2,
    coordinatorEpoch: 1,
    grantedBy: { type: 'agent', id: COORDINATOR.id },
    grantedAt: nowAt(START_MS).text,
    expiresAt: nowAt(START_MS + 3_600_000).text,
    ...changes,
  };
  const committed = organization.world.get('grant', GROUP, GRANT)?.committed ?? NO_USAGE;
  organization.world.apply([{ kind: 'grant', groupId: GROUP, id: GRANT, value: { grant, committed } }]);
}

interface Use {
  readonly workItemId?: string;
  readonly parentWorkItemId?: string | undefined;
  readonly contract?: WorkContract;
  readonly actor?: Actor;
  readonly envelope?: object;
}

/** Without a WorkItem of its own: work.authorize of a new one below `parentWorkItemId`. */
function use({
  workItemId = NEW,
  contract = contractOf(),
  actor = WORKER,
  envelope = {},
  ...rest
}: Use = {}) {
  const parentWorkItemId = 'parentWorkItemId' in rest ? rest.parentWorkItemId : ITEM;
  const payload = { workItemId, contract, delegationGrantId: GRANT };
  const command = organization.commandOf('work.authorize', actor, payload, envelope);
  const mission = organization.world.get('mission', GROUP, SINGLE);
  if (mission === undefined) throw new Error('seeded');
  const { world, context } = organization;
  const input: GroupInput = { world, command, payload, context, groupId: GROUP, mission };
  return requireDelegation(input, GRANT, { contract, parentWorkItemId, workItemId });
}

function refusalOf(result: ReturnType<typeof use>): Rejection {
  if (result.ok) throw new Error('accepted');
  return result.fault;
}

const budgetOf = (toolCallLimit: number): WorkContract =>
  contractOf({ budget: { currency: 'EUR', financialLimit: 1, toolCallLimit } });

describe('who uses a Delegation Grant', () => {
  test('DLG-001: the grantee, inside its scope', () => {
    expect(use()).toMatchObject({ ok: true, value: { grant: { grantId: GRANT } } });
  });

  test('DLG-001: a Grant that nobody gave is worth nothing', () => {
    organization.world.apply([{ kind: 'grant', groupId: GROUP, id: GRANT, value: undefined }]);
    expect(refusalOf(use())).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'DLG-001' });
  });

  test('DLG-008: nobody but the grantee', () => {
    expect(refusalOf(use({ actor: SECOND_WORKER }))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'DLG-008',
    });
    expect(refusalOf(use({ actor: { type: 'human', id: WORKER.id } })).rule).toBe('DLG-008');
  });

  test('DLG-012: a Coordinator cites no Grant', () => {
    expect(refusalOf(use({ actor: COORDINATOR }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'DLG-012',
    });
  });

  test('DLG-008: the grantee is an active delegate', () => {
    organization.mustAct('membership.end', COORDINATOR, { member: WORKER, role: 'work_delegate' });
    setGrant({ granteeMembershipEpoch: 3 });
    expect(refusalOf(use())).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'DLG-008' });
  });

  test('DLG-009: a changed membership ends the Grant, and a later one does not revive it', () => {
    const role = {
      member: WORKER,
      role: 'work_delegate',
      state: 'active',
      scopes: ['work.delegate'],
    } as const;
    organization.mustAct('membership.change', COORDINATOR, { ...role, scopes: [...role.scopes] });
    expect(refusalOf(use())).toMatchObject({
      code: 'MEMBERSHIP_STALE',
      rule: 'DLG-009',
      details: { granteeMembershipEpoch: 2, currentMembershipEpoch: 3 },
    });
    organization.mustAct('membership.end', COORDINATOR, { member: WORKER, role: 'work_delegate' });
    organization.mustAct('membership.change', COORDINATOR, { ...role, scopes: [...role.scopes] });
    expect(refusalOf(use())).toMatchObject({
      code: 'MEMBERSHIP_STALE',
      details: { currentMembershipEpoch: 5 },
    });
  });

  test('DLG-009: another role of the grantee changes the epoch as well', () => {
    organization.mustAct('membership.change', COORDINATOR, {
      member: WORKER,
      role: 'reviewer',
      state: 'active',
      scopes: ['work.review'],
    });
    expect(refusalOf(use()).code).toBe('MEMBERSHIP_STALE');
  });

  test('DLG-009: a replaced Coordinator ends the Grant', () => {
    replaceCoordinator(organization, SECOND_WORKER);
    expect(refusalOf(use())).toMatchObject({
      code: 'AUTH_STALE_COORDINATOR',
      rule: 'DLG-009',
      details: { grantCoordinatorEpoch: 1, currentCoordinatorEpoch: 2 },
    });
  });

  test('DLG-008: the issuer is the Coordinator of now', () => {
    setGrant({ grantedBy: { type: 'agent', id: SECOND_WORKER.id } });
    expect(refusalOf(use()).code).toBe('AUTH_STALE_COORDINATOR');
  });

  test.each([{ missionId: 'urn:heddle:test:mission:2' }, { groupId: 'urn:heddle:test:group:2' }])(
    'DLG-008: a Grant for %j is not for this Mission',
    (changes) => {
      setGrant(changes);
      expect(refusalOf(use())).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'DLG-008' });
    },
  );

  test('DLG-008: holds from its beginning to just before its end', () => {
    setGrant({ grantedAt: nowAt(START_MS + 1).text });
    expect(refusalOf(use())).toMatchObject({ code: 'WORK_LEASE_EXPIRED', rule: 'DLG-009' });
    organization.nowMs += 1;
    expect(use().ok).toBe(true);
    organization.nowMs = START_MS + 3_599_999;
    expect(use().ok).toBe(true);
    organization.nowMs += 1;
    expect(refusalOf(use())).toMatchObject({
      code: 'WORK_LEASE_EXPIRED',
      details: { expiresAt: nowAt(START_MS + 3_600_000).text },
    });
  });

  test.each(['verified', 'failed', 'cancelled'] as const)(
    'DLG-009: a target that is %s ends the Grant',
    (state) => {
      seedWorkItem(organization, { state });
      expect(refusalOf(use())).toMatchObject({
        code: 'AUTH_FORBIDDEN',
        rule: 'DLG-009',
        details: { targetState: state },
      });
    },
  );

  test('DLG-009: a target that is not there ends the Grant', () => {
    setGrant({ targetWorkItemId: 'urn:heddle:test:work:none' });
    expect(refusalOf(use())).toMatchObject({ rule: 'DLG-009', details: { targetState: null } });
  });
});

describe('the scope of a Delegation Grant', () => {
  test.each([ITEM, CHILD, GRANDCHILD])('DLG-004: the existing item %s may be offered', (workItemId) => {
    expect(use({ workItemId, parentWorkItemId: undefined }).ok).toBe(true);
  });

  test('DLG-004: an item outside the subtree may not be offered', () => {
    expect(refusalOf(use({ workItemId: OUTSIDE, parentWorkItemId: undefined }))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'DLG-004',
      details: { workItemId: OUTSIDE, targetWorkItemId: ITEM },
    });
  });

  test('DLG-004: naming a parent inside does not move an existing item', () => {
    expect(refusalOf(use({ workItemId: OUTSIDE, parentWorkItemId: ITEM })).rule).toBe('DLG-004');
  });

  test('DLG-004: the target itself lies below others, which are not in its scope', () => {
    setGrant({ targetWorkItemId: CHILD });
    expect(use({ workItemId: GRANDCHILD }).ok).toBe(true);
    expect(refusalOf(use({ workItemId: ITEM })).rule).toBe('DLG-004');
    expect(refusalOf(use({ parentWorkItemId: ITEM })).rule).toBe('DLG-004');
  });

  test.each([undefined, OUTSIDE, 'urn:heddle:test:work:none'])(
    'DLG-004: no new item below %s',
    (parentWorkItemId) => {
      expect(refusalOf(use({ parentWorkItemId }))).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'DLG-004' });
    },
  );

  test('DLG-007: not deeper than the Grant allows, the target being at depth 0', () => {
    expect(use({ parentWorkItemId: CHILD }).ok).toBe(true);
    expect(refusalOf(use({ parentWorkItemId: GRANDCHILD }))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'DLG-007',
      details: { depth: 3, maxDescendantDepth: 2 },
    });
    setGrant({ maxDescendantDepth: 0 });
    expect(use({ workItemId: ITEM }).ok).toBe(true);
    expect(refusalOf(use({ workItemId: CHILD })).details).toMatchObject({ depth: 1, maxDescendantDepth: 0 });
    expect(refusalOf(use()).details).toMatchObject({ depth: 1 });
  });

  test('DLG-007: not deeper than the Organization allows, counted from the Mission', () => {
    setGrant({ targetWorkItemId: CHILD });
    const { policy } = organization;
    organization.policy = { ...policy, cooperation: { ...policy.cooperation, delegationDepth: 2 } };
    expect(use({ parentWorkItemId: CHILD }).ok).toBe(true);
    expect(refusalOf(use({ parentWorkItemId: GRANDCHILD }))).toMatchObject({
      code: 'RATE_LIMITED',
      rule: 'POL-001',
      details: { policyName: 'delegation_depth', limit: 2, wanted: 3 },
      retryable: false,
    });
  });

  test('DLG-007, POL-011: an override that fits lifts the limit of the Organization, another one does not', () => {
    const { policy } = organization;
    organization.policy = { ...policy, cooperation: { ...policy.cooperation, delegationDepth: 0 } };
    const overrideId = 'urn:heddle:test:override:1';
    const envelope = { actionId: 'urn:heddle:test:action:deep', cooperationOverrideGrantId: overrideId };
    expect(refusalOf(use({ envelope }))).toMatchObject({ code: 'APPROVAL_REQUIRED', rule: 'POL-011' });
    organization.mustAct(
      'policy.grant_cooperation_override',
      { type: 'human', id: 'urn:heddle:test:human:mission-owner' },
      {
        grantId: overrideId,
        policyName: 'delegation_depth',
        beneficiary: WORKER,
        targetCommandKind: 'work.authorize',
        targetActionId: envelope.actionId,
        reason: 'nested folders',
        expiresAt: nowAt(START_MS + 60_000).text,
      },
    );
    expect(use({ envelope }).ok).toBe(true);
    expect(refusalOf(use({ envelope: { ...envelope, actionId: 'urn:heddle:test:action:other' } })).code).toBe(
      'APPROVAL_REQUIRED',
    );
  });
});

describe('what a Delegation Grant covers', () => {
  const contractFor = (version: string) =>
    contractOf({ requiredCapabilities: [{ id: CAPABILITY.id, version }] });

  test.each(['1.2.0', '1.2.1', '1.3.0'])(
    'DLG-005: a capability from version 1.2.0 on covers %s',
    (version) => {
      expect(use({ contract: contractFor(version) }).ok).toBe(true);
    },
  );

  test.each(['1.1.0', '2.0.0', '1.2.0-rc.1'])(
    'DLG-005: a capability from 1.2.0 on does not cover %s',
    (version) => {
      expect(refusalOf(use({ contract: contractFor(version) }))).toMatchObject({
        code: 'AUTH_FORBIDDEN',
        rule: 'DLG-005',
        details: { capability: { id: CAPABILITY.id, version } },
      });
    },
  );

  test('DLG-005: every required capability', () => {
    const extra = { id: 'files.delete', version: '1.0.0' };
    const contract = contractOf({ requiredCapabilities: [CAPABILITY, extra] });
    expect(refusalOf(use({ contract })).details).toMatchObject({ capability: extra });
    setGrant({ allowedCapabilities: [CAPABILITY, extra] });
    expect(use({ contract }).ok).toBe(true);
  });

  test('DLG-006: the budgets of all items under the Grant count together', () => {
    const attributed = { delegationGrantId: GRANT, parentWorkItemId: ITEM };
    seedWorkItem(organization, {
      state: 'open',
      workItemId: CHILD,
      contract: budgetOf(150),
      record: attributed,
    });
    expect(use({ contract: budgetOf(50) }).ok).toBe(true);
    expect(refusalOf(use({ contract: budgetOf(51) }))).toMatchObject({
      code: 'BUDGET_EXCEEDED',
      rule: 'DLG-006',
      details: { grantId: GRANT, dimension: 'toolCalls', limit: 200, wanted: 201 },
    });
  });

  test('DLG-006: items count also when they have come to their end', () => {
    const attributed = { delegationGrantId: GRANT, parentWorkItemId: ITEM };
    seedWorkItem(organization, {
      state: 'cancelled',
      workItemId: CHILD,
      contract: budgetOf(150),
      record: attributed,
    });
    expect(refusalOf(use({ contract: budgetOf(51) })).code).toBe('BUDGET_EXCEEDED');
  });

  test('DLG-006: items of the Coordinator and of other Grants do not count', () => {
    seedWorkItem(organization, { state: 'open', workItemId: OUTSIDE, contract: budgetOf(200) });
    seedWorkItem(organization, {
      state: 'open',
      workItemId: CHILD,
      contract: budgetOf(200),
      record: { delegationGrantId: 'urn:heddle:test:grant:2' },
    });
    expect(use({ contract: budgetOf(200) }).ok).toBe(true);
  });

  test('DLG-006: an item counts once, with the contract that it will have', () => {
    const attributed = { delegationGrantId: GRANT, parentWorkItemId: ITEM };
    seedWorkItem(organization, {
      state: 'open',
      workItemId: CHILD,
      contract: budgetOf(150),
      record: attributed,
    });
    expect(use({ workItemId: CHILD, contract: budgetOf(200) }).ok).toBe(true);
    expect(refusalOf(use({ workItemId: CHILD, contract: budgetOf(201) })).code).toBe('BUDGET_EXCEEDED');
  });

  test('DLG-006: an item of another Grant cannot be offered', () => {
    seedWorkItem(organization, {
      state: 'open',
      workItemId: CHILD,
      record: { delegationGrantId: 'urn:heddle:test:grant:2', parentWorkItemId: ITEM },
    });
    expect(refusalOf(use({ workItemId: CHILD }))).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'DLG-006' });
  });

  test('BUD-013: a dimension that the contract leaves out counts as nothing', () => {
    setGrant({ budget: { ...emptyCeiling(), toolCallLimit: 5 } });
    expect(use({ contract: contractOf({ budget: { toolCallLimit: 5 } }) }).ok).toBe(true);
    expect(
      refusalOf(use({ contract: contractOf({ budget: { modelTokenLimit: 1 } }) })).details,
    ).toMatchObject({
      dimension: 'modelTokens',
      limit: 0,
    });
  });

  test('OPEN-052: money in another currency is not covered', () => {
    const contract = contractOf({ budget: { currency: 'USD', financialLimit: 1 } });
    expect(refusalOf(use({ contract }))).toMatchObject({ code: 'INVALID_COMMAND', rule: 'OPEN-052' });
  });

  test('OPEN-050: money has no seventh decimal', () => {
    const contract = contractOf({ budget: { currency: 'EUR', financialLimit: 0.000_000_1 } });
    expect(refusalOf(use({ contract }))).toMatchObject({ code: 'INVALID_COMMAND', rule: 'OPEN-050' });
  });

  test('DLG-008: an awaiting Mission leaves the Grant as it is; its state is for the Command to check', () => {
    setMission(organization, { state: 'awaiting_approval' });
    expect(use().ok).toBe(true);
  });
});

function emptyCeiling(): DelegationGrant['budget'] {
  return {
    currency: 'EUR',
    financialLimit: 0,
    modelTokenLimit: 0,
    toolCallLimit: 0,
    computeSecondsLimit: 0,
    wallClockSecondsLimit: 0,
    externalSideEffectLimit: 0,
  };
}
