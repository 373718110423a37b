import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor, CommandPayloads } from '../../protocol/generated/documents.ts';
import { NO_USAGE } from '../budget.ts';
import { nowAt } from '../decision.ts';
import type { MissionState } from '../missions.ts';
import {
  conversationIdOf,
  ITEM,
  refusalOf,
  replaceCoordinator,
  seedWorkItem,
  setMission,
} from '../seeded-work.test-data.ts';
import {
  CAPABILITY,
  COORDINATOR,
  GROUP,
  MISSION,
  MISSION_BUDGET,
  OBSERVER,
  OTHER_SERVICE,
  OWNER,
  SECOND_WORKER,
  SeededOrganization,
  SERVICE,
  START_MS,
  STRANGER,
  WORKER,
} from '../seeded-world.test-data.ts';
import { memberKey } from '../world.ts';

type Payload = CommandPayloads['membership.grant_delegation'];

let organization: SeededOrganization;

const GRANT = 'urn:heddle:test:grant:1';

beforeEach(() => {
  organization = new SeededOrganization();
  organization.mustAct('membership.change', COORDINATOR, {
    member: WORKER,
    role: 'work_delegate',
    state: 'active',
    scopes: ['work.propose', 'work.delegate'],
  });
  seedWorkItem(organization, { state: 'open' });
});

function payloadOf(changes: Partial<Payload> = {}): Payload {
  return {
    grantId: GRANT,
    granteeAgentId: WORKER.id,
    targetWorkItemId: ITEM,
    allowedCapabilities: [CAPABILITY],
    budget: {
      currency: 'EUR',
      financialLimit: 10,
      modelTokenLimit: 1_000,
      toolCallLimit: 100,
      computeSecondsLimit: 0,
      wallClockSecondsLimit: 0,
      externalSideEffectLimit: 0,
    },
    maxDescendantDepth: 2,
    expiresAt: nowAt(START_MS + 3_600_000).text,
    ...changes,
  };
}

function grant(changes: Partial<Payload> = {}, actor: Actor = COORDINATOR, envelope: object = {}) {
  return organization.act('membership.grant_delegation', actor, payloadOf(changes), envelope);
}

function delegateMembership() {
  const ids = organization.world.get('member', GROUP, memberKey(WORKER))?.membershipIds ?? [];
  return ids
    .map((id) => organization.world.get('membership', GROUP, id))
    .find((document) => document?.role === 'work_delegate');
}

describe('membership.grant_delegation', () => {
  test('CMD-113, DLG-002, DLG-003: records the Grant with what only the authority knows', () => {
    const outcome = grant();
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    const delegationGrant = {
      ...payloadOf(),
      missionId: MISSION,
      groupId: GROUP,
      granteeMembershipEpoch: 2,
      coordinatorEpoch: 1,
      grantedBy: COORDINATOR,
      grantedAt: nowAt(START_MS).text,
    };
    expect(outcome.events).toHaveLength(1);
    expect(outcome.events[0]).toMatchObject({
      kind: 'membership.delegation.granted',
      groupId: GROUP,
      aggregateRevision: 1,
      workItemId: ITEM,
      conversationId: conversationIdOf(ITEM),
    });
    expect(outcome.events[0]?.payload).toEqual({
      delegationGrant,
      membership: { ...delegateMembership(), delegationGrants: [delegationGrant] },
    });
    expect(organization.world.get('grant', GROUP, GRANT)).toEqual({
      grant: delegationGrant,
      committed: NO_USAGE,
    });
    expect(delegateMembership()?.delegationGrants).toEqual([delegationGrant]);
  });

  test('DLG-009: a second Grant leaves the epoch and thereby the first one alone', () => {
    grant();
    grant({ grantId: 'urn:heddle:test:grant:2' });
    expect(delegateMembership()).toMatchObject({
      membershipEpoch: 2,
      delegationGrants: [{ grantId: GRANT }, { grantId: 'urn:heddle:test:grant:2' }],
    });
    expect(organization.world.get('member', GROUP, memberKey(WORKER))?.membershipEpoch).toBe(2);
  });

  test('OPEN-067: a Grant is in the Policy Log', () => {
    grant();
    const [entry] = [...organization.world.list('policyLog', GROUP)].map(([, each]) => each);
    expect(entry).toMatchObject({ decision: 'delegation granted', actor: COORDINATOR });
    expect(entry?.details).toMatchObject({ grantId: GRANT, targetWorkItemId: ITEM });
  });

  test.each([OWNER, WORKER, SECOND_WORKER, OBSERVER, SERVICE, OTHER_SERVICE])(
    'DLG-002: $id issues no Grants',
    (actor) => {
      expect(refusalOf(grant({}, actor))).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'DLG-002' });
    },
  );

  test('CRD-004: a former Coordinator issues no Grants', () => {
    replaceCoordinator(organization, SECOND_WORKER);
    expect(refusalOf(grant({}, COORDINATOR, { coordinatorEpoch: 1 }))).toMatchObject({
      code: 'AUTH_STALE_COORDINATOR',
      rule: 'CRD-004',
    });
  });

  test('CMD-010: a Coordinator carries its current epoch', () => {
    expect(refusalOf(grant({}, COORDINATOR, { coordinatorEpoch: 2 }))).toMatchObject({
      code: 'AUTH_STALE_COORDINATOR',
      rule: 'CMD-012',
    });
  });

  test('CRD-007: a Coordinator without a live lease issues no Grants', () => {
    organization.passSeconds(2 * 86_400);
    expect(refusalOf(grant())).toMatchObject({ code: 'WORK_LEASE_EXPIRED', rule: 'CRD-007' });
  });

  test('DLG-011: a Grant id is new', () => {
    grant();
    expect(refusalOf(grant())).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'DLG-011',
      details: { grantId: GRANT },
    });
  });

  test.each([SECOND_WORKER, OBSERVER, STRANGER])('DLG-011: $id is no active delegate', ({ id }) => {
    expect(refusalOf(grant({ granteeAgentId: id }))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'DLG-011',
      details: { granteeAgentId: id },
    });
  });

  test('DLG-011: a delegate whose role has ended gets no Grant', () => {
    organization.mustAct('membership.end', COORDINATOR, { member: WORKER, role: 'work_delegate' });
    expect(refusalOf(grant()).code).toBe('AUTH_FORBIDDEN');
  });

  test('DLG-011: the target is a WorkItem of this Mission', () => {
    expect(refusalOf(grant({ targetWorkItemId: 'urn:heddle:test:work:none' }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'WORK-010',
    });
  });

  test.each(['verified', 'failed', 'cancelled'] as const)(
    'DLG-011: a WorkItem that is %s is no target',
    (state) => {
      seedWorkItem(organization, { state });
      expect(refusalOf(grant())).toMatchObject({
        code: 'INVALID_STATE_TRANSITION',
        rule: 'DLG-011',
        details: { workItemId: ITEM, workItemState: state },
      });
    },
  );

  test.each(['open', 'offered', 'queued', 'active', 'blocked', 'submitted'] as const)(
    'DLG-011: a WorkItem that is %s is a target',
    (state) => {
      seedWorkItem(organization, { state });
      expect(grant().ok).toBe(true);
    },
  );

  test.each<MissionState>(['approved', 'failed', 'cancelled'])(
    'DLG-011: none in a Mission that is %s',
    (state) => {
      setMission(organization, { state });
      expect(refusalOf(grant())).toMatchObject({
        code: 'INVALID_STATE_TRANSITION',
        details: { missionState: state },
      });
    },
  );

  test.each([
    ['now', nowAt(START_MS).text],
    ['in the past', '2026-05-04T08:00:00Z'],
    ['after the Mission', '2026-05-06T09:00:00.001Z'],
  ])('DLG-011: a Grant does not end %s', (_when, expiresAt) => {
    expect(refusalOf(grant({ expiresAt }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'DLG-011',
      details: { expiresAt, missionDeadline: '2026-05-06T09:00:00Z' },
    });
  });

  test('DLG-011: a Grant may end with the Mission', () => {
    expect(grant({ expiresAt: '2026-05-06T11:00:00+02:00' }).ok).toBe(true);
  });

  test.each([
    ['financialLimit', 'financialMicrounits', 100],
    ['modelTokenLimit', 'modelTokens', 1_000_000],
    ['toolCallLimit', 'toolCalls', 1_000],
    ['computeSecondsLimit', 'computeSeconds', 36_000],
    ['wallClockSecondsLimit', 'wallClockSeconds', 86_400],
    ['externalSideEffectLimit', 'externalActions', 10],
  ] as const)('DLG-011, INV-11: %s stays within the Mission', (member, dimension, limit) => {
    const { budget } = payloadOf();
    expect(grant({ budget: { ...budget, [member]: limit } }).ok).toBe(true);
    const refusal = refusalOf(grant({ grantId: `${GRANT}2`, budget: { ...budget, [member]: limit + 1 } }));
    expect(refusal).toMatchObject({ code: 'BUDGET_EXCEEDED', rule: 'DLG-011', details: { dimension } });
  });

  test('BUD-013: a dimension that the Mission does not allocate allows nothing', () => {
    const { toolCallLimit: _toolCallLimit, ...budget } = MISSION_BUDGET;
    setMission(organization, { budget });
    expect(refusalOf(grant())).toMatchObject({
      code: 'BUDGET_EXCEEDED',
      details: { dimension: 'toolCalls', limit: 0, wanted: 100 },
    });
  });

  test('OPEN-052: a Grant with money is in the currency of its Mission', () => {
    const { budget } = payloadOf();
    expect(refusalOf(grant({ budget: { ...budget, currency: 'USD' } }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'OPEN-052',
      details: { currency: 'USD', expectedCurrency: 'EUR' },
    });
    expect(grant({ budget: { ...budget, currency: 'USD', financialLimit: 0 } }).ok).toBe(true);
  });

  test('OPEN-050: no seventh decimal', () => {
    const { budget } = payloadOf();
    expect(refusalOf(grant({ budget: { ...budget, financialLimit: 0.000_000_1 } }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'OPEN-050',
    });
  });

  test('REV-002: an expected revision is the Mission revision, 0 too', () => {
    expect(refusalOf(grant({}, COORDINATOR, { expectedRevision: 0 }))).toMatchObject({
      code: 'REVISION_CONFLICT',
      expectedRevision: 0,
      currentRevision: 1,
    });
  });
});

describe('the depth of a Grant', () => {
  test('DLG-011, POL-003: at the limit of the Organization no override is needed, and none may be cited', () => {
    expect(grant({ maxDescendantDepth: 3 }).ok).toBe(true);
    const cited = grant({ grantId: `${GRANT}2` }, COORDINATOR, { cooperationOverrideGrantId: 'urn:x:none' });
    expect(refusalOf(cited)).toMatchObject({ code: 'INVALID_COMMAND', rule: 'POL-014' });
  });

  test('DLG-011: beyond the limit an override is needed', () => {
    expect(refusalOf(grant({ maxDescendantDepth: 4 }))).toMatchObject({
      code: 'RATE_LIMITED',
      rule: 'POL-001',
      details: { policyName: 'delegation_depth', limit: 3, wanted: 4 },
      retryable: false,
    });
  });

  test('POL-012: a fitting override lifts the limit once', () => {
    const overrideId = 'urn:heddle:test:override:1';
    const command = organization.commandOf(
      'membership.grant_delegation',
      COORDINATOR,
      payloadOf({ maxDescendantDepth: 4 }),
      { cooperationOverrideGrantId: overrideId },
    );
    organization.mustAct('policy.grant_cooperation_override', OWNER, {
      grantId: overrideId,
      policyName: 'delegation_depth',
      beneficiary: COORDINATOR,
      targetCommandKind: 'membership.grant_delegation',
      targetActionId: command.actionId,
      reason: 'the archive is nested deeply',
      expiresAt: nowAt(START_MS + 60_000).text,
    });
    const outcome = organization.submit(command);
    expect(outcome).toMatchObject({ events: [{ payload: { cooperationOverrideGrantId: overrideId } }] });
    expect(organization.world.get('override', GROUP, overrideId)?.consumedByActionId).toBe(command.actionId);
  });
});
