import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor, AgentCard } from '../../protocol/generated/documents.ts';
import { nowAt, primaryOf } from '../decision.ts';
import { decide } from '../decide.ts';
import {
  conversationIdOf,
  ITEM,
  leaseIdOf,
  refusalOf,
  seedWorkItem,
  statesBut,
} from '../seeded-work.test-data.ts';
import {
  cardOf,
  COORDINATOR,
  GROUP,
  MISSION_BUDGET,
  OTHER_SERVICE,
  OWNER,
  SECOND_WORKER,
  SeededOrganization,
  SERVICE,
  START_MS,
  STRANGER,
  WORKER,
} from '../seeded-world.test-data.ts';
import { ORGANIZATION } from '../world.ts';

let organization: SeededOrganization;

beforeEach(() => {
  organization = new SeededOrganization();
});

const REGISTER = 'ext.missionweaveprotocol.registry.agent_card_register';
const OPEN = 'ext.missionweaveprotocol.identity.session_open';
const REVOKED = 'ext.missionweaveprotocol.core.work_execution_lease_revoked';
const OPENED = 'ext.missionweaveprotocol.identity.session_opened';

function register(card: AgentCard, actor: Actor = SERVICE, envelope: object = {}) {
  return organization.act(REGISTER, actor, { card }, envelope);
}

function open(agent: Actor, actor: Actor = SERVICE) {
  return organization.act(OPEN, actor, { agentId: agent.id });
}

function sessionOf(agent: Actor): number | undefined {
  return organization.world.get('session', ORGANIZATION, agent.id)?.sessionEpoch;
}

describe('agent_card_register', () => {
  const NEWCOMER: Actor = { type: 'agent', id: 'urn:heddle:test:agent:newcomer' };

  test('CMD-140, IDN-001: registers a card, in no Group', () => {
    const card = cardOf(NEWCOMER);
    const outcome = register(card);
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    expect(outcome.events).toHaveLength(1);
    const [event] = outcome.events;
    expect(event).toMatchObject({
      kind: 'ext.missionweaveprotocol.registry.agent_card_registered',
      actor: SERVICE,
      payload: { agentCard: card, agentId: NEWCOMER.id, cardVersion: 1 },
    });
    for (const member of ['groupId', 'sequence', 'aggregateRevision'])
      expect(event).not.toHaveProperty(member);
    expect(organization.world.get('agent', ORGANIZATION, NEWCOMER.id)).toEqual({ card });
  });

  test('IDN-003: a higher version takes the place of the known one, with gaps too', () => {
    const card = cardOf(WORKER, { cardVersion: 7, displayName: 'renamed' });
    expect(register(card).ok).toBe(true);
    expect(organization.world.get('agent', ORGANIZATION, WORKER.id)?.card).toEqual(card);
  });

  test.each([1, 2])('IDN-003: version %d after version 2 is refused', (cardVersion) => {
    register(cardOf(WORKER, { cardVersion: 2 }));
    expect(refusalOf(register(cardOf(WORKER, { cardVersion })))).toMatchObject({
      code: 'REVISION_CONFLICT',
      rule: 'IDN-003',
      details: { agentId: WORKER.id, cardVersion, currentCardVersion: 2 },
      currentRevision: 2,
    });
  });

  test('REV-001: an expected revision is the version of the card, 0 for none', () => {
    const stale = register(cardOf(WORKER, { cardVersion: 2 }), SERVICE, { expectedRevision: 0 });
    expect(refusalOf(stale)).toMatchObject({
      code: 'REVISION_CONFLICT',
      rule: 'REV-001',
      expectedRevision: 0,
      currentRevision: 1,
    });
    expect(register(cardOf(WORKER, { cardVersion: 2 }), SERVICE, { expectedRevision: 1 }).ok).toBe(true);
    expect(register(cardOf(NEWCOMER), SERVICE, { expectedRevision: 0 }).ok).toBe(true);
  });

  test.each([OTHER_SERVICE, OWNER, WORKER])('IDN-001: $id registers nothing', (actor) => {
    expect(refusalOf(register(cardOf(NEWCOMER), actor))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'IDN-001',
    });
  });

  test('IDN-002: a capability is there once', () => {
    const { capabilities } = cardOf(WORKER);
    const twice = capabilities.flatMap((each) => [each, { ...each, version: '2.0.0' }]);
    expect(refusalOf(register(cardOf(NEWCOMER, { capabilities: twice })))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'IDN-002',
      details: { capabilityId: 'files.inventory' },
    });
  });

  test('IDN-001: a card is not issued in the future', () => {
    const issuedAt = nowAt(START_MS + 1).text;
    expect(refusalOf(register(cardOf(NEWCOMER, { issuedAt })))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'IDN-001',
      details: { issuedAt },
    });
    expect(register(cardOf(NEWCOMER, { issuedAt: nowAt(START_MS).text })).ok).toBe(true);
  });

  test('IDN-006: a revoked card is registered like any other, and the Agent ineligible from then on', () => {
    expect(register(cardOf(WORKER, { cardVersion: 2, status: 'revoked' })).ok).toBe(true);
    expect(refusalOf(open(WORKER)).rule).toBe('IDN-006');
  });
});

describe('session_open', () => {
  test('CMD-141: opens the next session, in no Group', () => {
    const outcome = open(WORKER);
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    expect(outcome.events).toHaveLength(1);
    expect(outcome.events[0]).toMatchObject({
      kind: OPENED,
      cause: { type: 'command' },
      payload: { agentId: WORKER.id, sessionEpoch: 2 },
    });
    expect(outcome.events[0]).not.toHaveProperty('groupId');
    expect(organization.world.get('session', ORGANIZATION, WORKER.id)).toEqual({
      sessionEpoch: 2,
      openedAt: nowAt(START_MS).text,
    });
  });

  test('CMD-141: the first session has epoch 1', () => {
    const agent: Actor = { type: 'agent', id: 'urn:heddle:test:agent:newcomer' };
    register(cardOf(agent));
    open(agent);
    expect(sessionOf(agent)).toBe(1);
  });

  test('INV-04: what the former session sends afterwards is refused', () => {
    open(COORDINATOR);
    const stale = organization.act('mission.renew_coordinator', COORDINATOR, {}, { sessionEpoch: 1 });
    expect(refusalOf(stale)).toMatchObject({
      code: 'AUTH_STALE_SESSION',
      details: { sessionEpoch: 1, currentSessionEpoch: 2 },
    });
  });

  test.each([OTHER_SERVICE, OWNER, WORKER])('CMD-141: $id opens nothing', (actor) => {
    expect(refusalOf(open(WORKER, actor))).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'CMD-141' });
    expect(sessionOf(WORKER)).toBe(1);
  });

  test('CMD-141: an Agent has to be registered', () => {
    const unknown: Actor = { type: 'agent', id: 'urn:heddle:test:agent:unknown' };
    expect(refusalOf(open(unknown))).toMatchObject({ code: 'INVALID_COMMAND', rule: 'CMD-141' });
  });

  test.each([
    ['deprecated', { status: 'deprecated' }],
    ['just before its end', { validUntil: '2026-05-04T09:00:00.001Z' }],
  ] as const)('IDN-006: opened with a card that is %s', (_what, changes) => {
    register(cardOf(STRANGER, { cardVersion: 2, ...changes }));
    expect(open(STRANGER).ok).toBe(true);
  });

  test.each([
    ['revoked', { status: 'revoked' }],
    ['past its end', { validUntil: '2026-05-04T09:00:00Z' }],
  ] as const)('IDN-006: refused with a card that is %s', (_what, changes) => {
    register(cardOf(STRANGER, { cardVersion: 2, ...changes }));
    expect(refusalOf(open(STRANGER))).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'IDN-006' });
  });
});

describe('session_open while the Agent executes (LSE-004)', () => {
  test('WORK-T19: active work goes back to the queue under the same owner, its Execution Lease revoked', () => {
    seedWorkItem(organization, { state: 'active' });
    organization.passSeconds(10);
    const outcome = open(WORKER);
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    const [revoked, opened] = outcome.events;
    const at = nowAt(organization.nowMs).text;
    expect(outcome.events.map(({ kind }) => kind)).toEqual([REVOKED, OPENED]);
    expect(revoked).toMatchObject({
      groupId: GROUP,
      sequence: 2,
      aggregateRevision: 5,
      workItemId: ITEM,
      conversationId: conversationIdOf(ITEM),
      cause: { type: 'event', id: opened?.eventId },
      payload: {
        workItemId: ITEM,
        workItem: {
          state: 'queued',
          revision: 5,
          updatedAt: at,
          owner: { agentId: WORKER.id, ownershipEpoch: 1 },
        },
        lease: { leaseId: leaseIdOf(ITEM, 'execution'), state: 'revoked', closedAt: at },
        executionLeaseId: leaseIdOf(ITEM, 'execution'),
        reason: 'session_replaced',
        status: 'queued',
        sessionEpoch: 2,
      },
    });
    const record = organization.world.get('workItem', GROUP, ITEM);
    expect(record).toMatchObject({
      document: { state: 'queued', revision: 5 },
      ownershipEpoch: 1,
      executionLeaseId: undefined,
      holdingLeaseId: leaseIdOf(ITEM, 'holding'),
    });
    expect(organization.world.get('lease', GROUP, leaseIdOf(ITEM, 'execution'))).toMatchObject({
      state: 'revoked',
      closureReason: 'session_replaced',
    });
    expect(organization.world.get('lease', GROUP, leaseIdOf(ITEM, 'holding'))?.state).toBe('active');
    expect(organization.world.get('workload', ORGANIZATION, WORKER.id)).toEqual({ queued: 1, active: 0 });
    expect(organization.world.get('execution', ORGANIZATION, WORKER.id)).toEqual({ items: [] });
  });

  test('IDM-007: the session stays the primary Event although it comes last', () => {
    seedWorkItem(organization, { state: 'active' });
    const command = organization.commandOf(OPEN, SERVICE, { agentId: WORKER.id });
    const decision = decide(organization.world, command, organization.context);
    if (!decision.ok) throw new Error('refused');
    expect(decision.value.map(({ kind }) => kind)).toEqual([REVOKED, OPENED]);
    expect(primaryOf(decision.value)?.kind).toBe(OPENED);
  });

  test('LSE-008: a lease whose time was over counts as expired, and the item is queued all the same', () => {
    seedWorkItem(organization, { state: 'active', executionSeconds: 60 });
    organization.passSeconds(120);
    open(WORKER);
    expect(organization.world.get('lease', GROUP, leaseIdOf(ITEM, 'execution'))).toMatchObject({
      state: 'expired',
      closedAt: nowAt(START_MS + 60_000).text,
      closureReason: 'expired',
    });
    expect(organization.world.get('workItem', GROUP, ITEM)?.document.state).toBe('queued');
  });

  test('LSE-004: each active item has an Event of its own, in its own Group', () => {
    const group = 'urn:heddle:test:group:second';
    const mission = 'urn:heddle:test:mission:second';
    organization.mustAct(
      'mission.create',
      OWNER,
      {
        missionId: mission,
        groupId: group,
        coordinatorAgentId: COORDINATOR.id,
        objective: 'another audit',
        definitionOfDone: [
          { criterionId: 'done', description: 'it is done', evidenceRequired: ['human_review'] },
        ],
        budget: MISSION_BUDGET,
        deadline: '2026-05-06T09:00:00Z',
        approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
      },
      { groupId: group },
    );
    const other = 'urn:heddle:test:work:2';
    const third = 'urn:heddle:test:work:3';
    seedWorkItem(organization, { state: 'active' });
    seedWorkItem(organization, { state: 'active', workItemId: third });
    seedWorkItem(organization, { state: 'active', workItemId: other, groupId: group, missionId: mission });
    const outcome = open(WORKER);
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    expect(
      outcome.events.map(({ kind, groupId, workItemId, sequence }) => [kind, groupId, workItemId, sequence]),
    ).toEqual([
      [REVOKED, GROUP, ITEM, 2],
      [REVOKED, GROUP, third, 3],
      [REVOKED, group, other, 2],
      [OPENED, undefined, undefined, undefined],
    ]);
    expect(organization.world.get('workItem', group, other)?.document.state).toBe('queued');
    expect(organization.world.get('execution', ORGANIZATION, WORKER.id)?.items).toEqual([]);
  });

  test.each(statesBut('active'))('WORK-T19: work that is %s stays as it is', (state) => {
    const before = seedWorkItem(organization, { state });
    const outcome = open(WORKER);
    expect(outcome).toMatchObject({ events: [{ kind: OPENED }] });
    expect(organization.world.get('workItem', GROUP, ITEM)).toEqual(before);
  });

  test('WORK-T19: the work of other Agents stays as it is', () => {
    const before = seedWorkItem(organization, { state: 'active', owner: SECOND_WORKER });
    open(WORKER);
    expect(organization.world.get('workItem', GROUP, ITEM)).toEqual(before);
    expect(organization.world.get('execution', ORGANIZATION, SECOND_WORKER.id)?.items).toHaveLength(1);
  });

  test('LSE-004: a third session finds nothing to revoke', () => {
    seedWorkItem(organization, { state: 'active' });
    open(WORKER);
    expect(open(WORKER)).toMatchObject({ events: [{ kind: OPENED }] });
    expect(sessionOf(WORKER)).toBe(3);
  });

  test('CRD-001: a coordinator lease outlives the session', () => {
    open(COORDINATOR);
    expect(organization.act('mission.renew_coordinator', COORDINATOR, {}).ok).toBe(true);
  });
});
