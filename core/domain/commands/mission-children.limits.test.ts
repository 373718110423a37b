// What a child Mission may have at most (CHD-002, CHD-003, INV-11, BUD-006, OPEN-052, OPEN-068).
import { describe, expect, test } from 'vitest';
import type { CommandPayloads } from '../../protocol/generated/documents.ts';
import {
  CHILD_COORDINATOR,
  CHILD_GROUP,
  CHILD_MISSION,
  childPayload,
  payloadOf,
  promote,
  promoteChild,
} from '../seeded-missions.test-data.ts';
import { ITEM, refusalOf, seedWorkItem, setMission } from '../seeded-work.test-data.ts';
import {
  contractOf,
  COORDINATOR,
  GROUP,
  MISSION,
  OWNER,
  SeededOrganization,
  STRANGER,
} from '../seeded-world.test-data.ts';
import { SINGLE } from '../world.ts';

type Payload = Partial<CommandPayloads['mission.create_child']>;

/** An Organization with one WorkItem, and a promotion that may be refused. */
function attempt(changes: Payload = {}, envelope = {}, actor = COORDINATOR) {
  const organization = new SeededOrganization();
  seedWorkItem(organization, { state: 'open' });
  return organization.act('mission.create_child', actor, childPayload(changes), envelope);
}

function refuse(changes: Payload = {}, envelope = {}, actor = COORDINATOR) {
  return refusalOf(attempt(changes, envelope, actor));
}

describe('the subset of the parent', () => {
  test('INV-01: the child Group is new, so it is never the parent Group', () => {
    expect(refuse({ groupId: GROUP })).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'INV-01',
      details: { groupId: GROUP },
    });
  });

  test('CHD-001, OPEN-068, POL-002: no Mission becomes its own descendant', () => {
    const organization = new SeededOrganization();
    promote(organization);
    const workItemId = 'urn:heddle:test:work:inner';
    seedWorkItem(organization, { state: 'open', workItemId, groupId: CHILD_GROUP, missionId: CHILD_MISSION });
    for (const missionId of [MISSION, CHILD_MISSION]) {
      const payload = childPayload({
        missionId,
        groupId: 'urn:heddle:test:group:circle',
        parentWorkItemId: workItemId,
      });
      const outcome = organization.act('mission.create_child', CHILD_COORDINATOR, payload, {
        groupId: CHILD_GROUP,
      });
      expect(refusalOf(outcome)).toMatchObject({ code: 'INVALID_STATE_TRANSITION', details: { missionId } });
    }
  });

  test('CHD-002: the deadline may be that of the parent contract, in any spelling', () => {
    expect(attempt({ deadline: '2026-05-05T11:00:00+02:00' }).ok).toBe(true);
  });

  test('CHD-002: the deadline lies not after that of the parent contract', () => {
    expect(refuse({ deadline: '2026-05-05T09:00:00.001Z' })).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'CHD-002',
      details: { parentDeadline: '2026-05-05T09:00:00Z' },
    });
  });

  test('CHD-002: the deadline lies not after that of the parent Mission', () => {
    const organization = new SeededOrganization();
    seedWorkItem(organization, { state: 'open' });
    setMission(organization, { deadline: '2026-05-05T07:00:00Z' });
    expect(refusalOf(organization.act('mission.create_child', COORDINATOR, childPayload()))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'CHD-002',
      details: { parentDeadline: '2026-05-05T07:00:00Z' },
    });
  });

  test('MIS-007: the deadline of a child is in the future', () => {
    expect(refuse({ deadline: '2026-05-04T09:00:00Z' })).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'MIS-007',
    });
  });

  test('CHD-002, INV-11: permissions are those of the parent or fewer', () => {
    expect(attempt({ permissions: ['files.read', 'production.deploy'] }).ok).toBe(true);
    expect(refuse({ permissions: ['files.read', 'payment.send'] })).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'CHD-002',
      details: { permissions: ['payment.send'] },
    });
  });

  test('OPEN-052: a financial limit is in the currency of the Mission', () => {
    expect(refuse({ budget: { currency: 'USD', financialLimit: 1 } })).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'OPEN-052',
      details: { currency: 'USD', expectedCurrency: 'EUR' },
    });
    expect(refuse({ budget: { financialLimit: 1, toolCallLimit: 1 } }).rule).toBe('OPEN-052');
    expect(attempt({ budget: { currency: 'USD', toolCallLimit: 1 } }).ok).toBe(true);
  });

  test('OPEN-050: a financial limit is exact to the millionth', () => {
    expect(refuse({ budget: { currency: 'EUR', financialLimit: 0.0000001 } })).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'OPEN-050',
    });
  });

  const FULL = {
    currency: 'EUR',
    financialLimit: 10,
    modelTokenLimit: 1_000,
    toolCallLimit: 100,
    computeSecondsLimit: 60,
    wallClockSecondsLimit: 60,
    externalSideEffectLimit: 2,
  };

  test.each([
    ['financialMicrounits', { financialLimit: 10.000001 }, 10_000_000, 10_000_001],
    ['modelTokens', { modelTokenLimit: 1_001 }, 1_000, 1_001],
    ['toolCalls', { toolCallLimit: 101 }, 100, 101],
    ['computeSeconds', { computeSecondsLimit: 61 }, 60, 61],
    ['wallClockSeconds', { wallClockSecondsLimit: 61 }, 60, 61],
    ['externalActions', { externalSideEffectLimit: 3 }, 2, 3],
  ])('INV-11, BUD-006: %s is not exceeded', (dimension, excess, limit, wanted) => {
    const organization = new SeededOrganization();
    seedWorkItem(organization, { state: 'open', contract: contractOf({ budget: FULL }) });
    const payload = childPayload({ budget: { ...FULL, ...excess } });
    expect(refusalOf(organization.act('mission.create_child', COORDINATOR, payload))).toMatchObject({
      code: 'BUDGET_EXCEEDED',
      rule: 'BUD-006',
      details: { dimension, account: { groupId: GROUP, id: ITEM }, limit, wanted },
    });
    expect(organization.act('mission.create_child', COORDINATOR, childPayload({ budget: FULL })).ok).toBe(
      true,
    );
  });

  test('BUD-004: what the parent was not given is nothing', () => {
    expect(refuse({ budget: { computeSecondsLimit: 1 } })).toMatchObject({
      code: 'BUDGET_EXCEEDED',
      details: { dimension: 'computeSeconds', limit: 0, wanted: 1 },
    });
  });

  test('OPEN-051: a former child holds only what it has used', () => {
    const organization = new SeededOrganization();
    promote(organization, { budget: { toolCallLimit: 100 } });
    const { world } = organization;
    const account = world.get('account', CHILD_GROUP, CHILD_MISSION);
    if (account === undefined) throw new Error('no account');
    world.apply([
      {
        kind: 'account',
        groupId: CHILD_GROUP,
        id: CHILD_MISSION,
        value: { ...account, usage: { ...account.usage, toolCalls: 30 } },
      },
    ]);
    organization.mustAct('mission.cancel', COORDINATOR, { reason: 'replan' }, { groupId: CHILD_GROUP });
    const next = { missionId: `${CHILD_MISSION}2`, groupId: `${CHILD_GROUP}2` };
    const tooMuch = childPayload({ ...next, budget: { toolCallLimit: 71 } });
    expect(refusalOf(organization.act('mission.create_child', COORDINATOR, tooMuch))).toMatchObject({
      code: 'BUDGET_EXCEEDED',
      details: { dimension: 'toolCalls', limit: 100, wanted: 101 },
    });
    const enough = childPayload({ ...next, budget: { toolCallLimit: 70 } });
    expect(organization.act('mission.create_child', COORDINATOR, enough).ok).toBe(true);
  });

  test('CHD-007: a declared failure policy is kept for the day of the failure', () => {
    const organization = new SeededOrganization();
    promote(organization, { childFailurePolicy: 'fail_parent_mission' });
    expect(organization.world.get('mission', CHILD_GROUP, SINGLE)?.failurePolicy).toBe('fail_parent_mission');
  });

  test('MIS-008: the child Coordinator is a registered Agent', () => {
    expect(refuse({ coordinatorAgentId: 'urn:heddle:test:agent:unknown' })).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'MIS-008',
    });
  });
});

describe('the depth of children', () => {
  test('CHD-003: depth counts from the root', () => {
    const organization = new SeededOrganization();
    promote(organization);
    const { groupId } = promoteChild(organization);
    expect(organization.world.get('mission', groupId, SINGLE)?.document.parent?.depth).toBe(2);
    expect(organization.world.get('mission', groupId, SINGLE)?.document.missionOwner).toEqual(
      CHILD_COORDINATOR,
    );
  });

  function shallow(): SeededOrganization {
    const organization = new SeededOrganization();
    const { policy } = organization;
    organization.policy = { ...policy, cooperation: { ...policy.cooperation, delegationDepth: 0 } };
    seedWorkItem(organization, { state: 'open' });
    return organization;
  }

  test('CHD-003, POL-001: beyond the limit it is refused, and waiting does not help', () => {
    const outcome = shallow().act('mission.create_child', COORDINATOR, childPayload());
    expect(refusalOf(outcome)).toMatchObject({
      code: 'RATE_LIMITED',
      retryable: false,
      details: { policyName: 'delegation_depth', limit: 0, wanted: 1 },
    });
  });

  test('CHD-003, POL-012: an override lifts the limit once and is consumed', () => {
    const organization = shallow();
    const command = organization.commandOf('mission.create_child', COORDINATOR, childPayload(), {
      cooperationOverrideGrantId: 'urn:heddle:test:grant:depth',
    });
    organization.world.apply([
      {
        kind: 'override',
        groupId: GROUP,
        id: 'urn:heddle:test:grant:depth',
        value: {
          grant: {
            grantId: 'urn:heddle:test:grant:depth',
            missionId: MISSION,
            groupId: GROUP,
            policyName: 'delegation_depth',
            beneficiary: COORDINATOR,
            targetCommandKind: 'mission.create_child',
            targetActionId: command.actionId,
            reason: 'it is needed',
            approver: OWNER,
            grantedAt: '2026-05-04T09:00:00Z',
            expiresAt: '2026-05-04T10:00:00Z',
          },
          consumedByActionId: undefined,
        },
      },
    ]);
    const outcome = organization.submit(command);
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    expect(payloadOf(outcome.events, 'mission.child.created').cooperationOverrideGrantId).toBe(
      'urn:heddle:test:grant:depth',
    );
    expect(organization.world.get('override', GROUP, 'urn:heddle:test:grant:depth')).toMatchObject({
      consumedByActionId: command.actionId,
    });
  });

  test('POL-014: an override without an exceeded limit is refused', () => {
    expect(refuse({}, { cooperationOverrideGrantId: 'urn:heddle:test:grant:depth' })).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'POL-014',
    });
  });

  test('POL-011: an unknown override does not help', () => {
    const outcome = shallow().act('mission.create_child', COORDINATOR, childPayload(), {
      cooperationOverrideGrantId: 'urn:heddle:test:grant:unknown',
    });
    expect(refusalOf(outcome)).toMatchObject({ code: 'APPROVAL_REQUIRED', rule: 'POL-011' });
  });

  test('ROLE-03: a stranger coordinates, but the Parent Coordinator owns', () => {
    const organization = new SeededOrganization();
    promote(organization, { coordinatorAgentId: STRANGER.id });
    expect(organization.world.get('mission', CHILD_GROUP, SINGLE)?.document).toMatchObject({
      missionOwner: COORDINATOR,
      coordinator: { agentId: STRANGER.id, coordinatorEpoch: 1 },
    });
  });
});
