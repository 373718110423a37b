import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor, Lease } from '../protocol/generated/documents.ts';
import { NO_USAGE } from './budget.ts';
import { decide } from './decide.ts';
import { nowAt, primaryOf } from './decision.ts';
import { OFFLINE_EXTENSION } from './offline.ts';
import {
  conversationIdOf,
  ITEM,
  leaseIdOf,
  refusalOf,
  type SeededItem,
  seedWorkItem,
} from './seeded-work.test-data.ts';
import {
  GROUP,
  MAIN_CONVERSATION,
  MISSION,
  OWNER,
  SECOND_WORKER,
  SeededOrganization,
  SERVICE,
  START_MS,
  WORKER,
} from './seeded-world.test-data.ts';

const OPEN = 'ext.missionweaveprotocol.identity.session_open';
const RECORDED = 'ext.missionweaveprotocol.core.resource_usage_recorded';
const EXECUTION = leaseIdOf(ITEM, 'execution');

let organization: SeededOrganization;
let lastMessage = 0;

const at = (seconds: number): string => nowAt(START_MS + seconds * 1_000).text;

// The Worker executes from 0 on, is cut off at 60, buffers at 120, and is back under a new session at 200.
beforeEach(() => {
  organization = new SeededOrganization();
  seedWorkItem(organization, { state: 'active' });
  reconnect();
});

function reconnect(): void {
  organization.passSeconds(200);
  organization.mustAct(OPEN, SERVICE, { agentId: WORKER.id });
}

interface Change {
  readonly data?: object;
  readonly extension?: object;
  readonly envelope?: object;
  readonly actor?: Actor;
}

function dataOf(changes: object = {}): object {
  return {
    agentId: WORKER.id,
    groupId: GROUP,
    workItemId: ITEM,
    sessionEpoch: 1,
    ownershipEpoch: 1,
    executionLeaseId: EXECUTION,
    disconnectedAt: at(60),
    bufferedAt: at(120),
    graceDeadline: at(360),
    executionLeaseExpiresAt: at(600),
    resourceUsageDelta: { toolCalls: 3, modelTokens: 100 },
    ...changes,
  };
}

function extensionsOf({ data = {}, extension = {} }: Change) {
  return {
    [OFFLINE_EXTENSION]: { version: '0.1.0', critical: true, data: dataOf(data), ...extension },
  };
}

function commandOf(change: Change = {}) {
  lastMessage += 1;
  return organization.commandOf(
    'message.post',
    change.actor ?? WORKER,
    {
      messageId: `urn:heddle:test:message:o${lastMessage}`,
      content: [{ type: 'text', text: 'half of the folder is done' }],
    },
    {
      conversationId: conversationIdOf(ITEM),
      extensions: extensionsOf(change),
      ...change.envelope,
    },
  );
}

function post(change: Change = {}) {
  return organization.submit(commandOf(change));
}

/** Puts the item into another state without touching the historical lease. */
function setItem(changes: Partial<SeededItem>): void {
  const lease = organization.world.get('lease', GROUP, EXECUTION);
  seedWorkItem(organization, { state: 'queued', ...changes });
  organization.world.apply([{ kind: 'lease', groupId: GROUP, id: EXECUTION, value: lease }]);
}

function setLease(changes: Partial<Lease>): void {
  const lease = organization.world.get('lease', GROUP, EXECUTION);
  if (lease === undefined) throw new Error('seeded');
  organization.world.apply([
    { kind: 'lease', groupId: GROUP, id: EXECUTION, value: { ...lease, ...changes } },
  ]);
}

describe('a Message that was buffered offline', () => {
  test('OFF-007, OFF-008: is committed after the charge for the work it reports', () => {
    const command = commandOf();
    const outcome = organization.submit(command);
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    const [charge, message] = outcome.events;
    expect(outcome.events.map(({ kind }) => kind)).toEqual([RECORDED, 'message.posted']);
    expect(charge).toMatchObject({
      groupId: GROUP,
      workItemId: ITEM,
      conversationId: conversationIdOf(ITEM),
      aggregateRevision: 5,
      cause: { type: 'event', id: message?.eventId },
      extensions: command.extensions,
    });
    expect(charge?.payload).toEqual({
      workItemId: ITEM,
      executionLeaseId: EXECUTION,
      ownershipEpoch: 1,
      usageDelta: { toolCalls: 3, modelTokens: 100 },
      cumulativeUsage: { ...NO_USAGE, toolCalls: 3, modelTokens: 100 },
      remainingBudget: expect.objectContaining({ toolCalls: 97, modelTokens: 900 }) as unknown,
      offlineReconciliation: {
        disconnectedAt: at(60),
        bufferedAt: at(120),
        graceDeadline: at(360),
        executionSessionEpoch: 1,
        reconciliationSessionEpoch: 2,
        reconciledAt: at(200),
        progressActionId: command.actionId,
      },
      sourceEventId: message?.eventId,
    });
    expect(message).toMatchObject({
      cause: { type: 'command', id: command.actionId },
      sequence: (charge?.sequence ?? 0) + 1,
      payload: { message: { extensions: command.extensions } },
    });
    expect(organization.world.get('account', GROUP, MISSION)?.usage).toMatchObject({
      toolCalls: 3,
      modelTokens: 100,
    });
  });

  test('IDM-007: is the primary Event of its Command', () => {
    const decision = decide(organization.world, commandOf(), organization.context);
    if (!decision.ok) throw new Error(decision.fault.message);
    expect(decision.value).toHaveLength(2);
    expect(primaryOf(decision.value)?.kind).toBe('message.posted');
  });

  test.each([{}, { toolCalls: 0, externalActions: 0 }])('OFF-007: nothing is charged for %j', (delta) => {
    expect(post({ data: { resourceUsageDelta: delta } })).toMatchObject({
      events: [{ kind: 'message.posted' }],
    });
  });

  test('OFF-005: is accepted from queued and from active', () => {
    expect(organization.world.get('workItem', GROUP, ITEM)?.document.state).toBe('queued');
    expect(post().ok).toBe(true);
    setItem({ state: 'active' });
    expect(post().ok).toBe(true);
  });

  test('OFF-007: an overflow refuses the charge and the Message', () => {
    const before = organization.log.length;
    expect(refusalOf(post({ data: { resourceUsageDelta: { toolCalls: 101 } } }))).toMatchObject({
      code: 'BUDGET_EXCEEDED',
      rule: 'BUD-008',
      details: { dimension: 'toolCalls', limit: 100, wanted: 101 },
    });
    expect(organization.log).toHaveLength(before);
    expect(organization.world.get('account', GROUP, ITEM)?.usage).toEqual(NO_USAGE);
  });

  test('OFF-001: without a binding it is an ordinary Message', () => {
    expect(post({ envelope: { extensions: {} } })).toMatchObject({ events: [{ kind: 'message.posted' }] });
  });

  test('OFF-004: it is sent under the session and the membership of now', () => {
    expect(refusalOf(post({ envelope: { sessionEpoch: 1 } })).code).toBe('AUTH_STALE_SESSION');
    expect(refusalOf(post({ envelope: { membershipEpoch: 7 } })).code).toBe('MEMBERSHIP_STALE');
  });
});

describe('which Commands may carry the binding (OFF-003)', () => {
  test.each(['work.start', 'message.retract', 'membership.end'] as const)('OFF-003: not %s', (kind) => {
    const envelope = { extensions: extensionsOf({}) };
    const command = organization.commandOf(kind, WORKER, {} as never, envelope);
    expect(refusalOf(organization.submit(command))).toMatchObject({
      code: 'UNKNOWN_CRITICAL_EXTENSION',
      rule: 'DATA-062',
      details: { profileUri: OFFLINE_EXTENSION, version: '0.1.0' },
    });
  });

  test('OFF-003: policy can neither widen nor withdraw it', () => {
    organization.policy = { ...organization.policy, extensions: { [OFFLINE_EXTENSION]: '0.2.0' } };
    expect(post().ok).toBe(true);
    expect(refusalOf(post({ extension: { version: '0.2.0' } })).code).toBe('UNKNOWN_CRITICAL_EXTENSION');
  });

  test('OFF-001: in version 0.1.0', () => {
    expect(refusalOf(post({ extension: { version: '0.1.1' } })).code).toBe('UNKNOWN_CRITICAL_EXTENSION');
  });

  test('OFF-001: critical', () => {
    expect(refusalOf(post({ extension: { critical: false } }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'OFF-001',
    });
    expect(refusalOf(post({ extension: { critical: false, version: '0.2.0' } })).rule).toBe('OFF-001');
  });

  test('DATA-062: another critical extension beside it is still unknown', () => {
    const extensions = { ...extensionsOf({}), 'urn:x:other': { version: '1.0.0', critical: true, data: {} } };
    expect(refusalOf(post({ envelope: { extensions } }))).toMatchObject({
      code: 'UNKNOWN_CRITICAL_EXTENSION',
      details: { profileUri: 'urn:x:other' },
    });
  });

  test('DATA-062: what policy knows, in its exact version, is understood', () => {
    const other = { version: '1.0.0', critical: true, data: {} };
    const extensions = { 'urn:x:other': other };
    organization.policy = { ...organization.policy, extensions: { 'urn:x:other': '1.0.0' } };
    expect(post({ envelope: { extensions } }).ok).toBe(true);
    const newer = { 'urn:x:other': { ...other, version: '1.0.1' } };
    expect(refusalOf(post({ envelope: { extensions: newer } })).code).toBe('UNKNOWN_CRITICAL_EXTENSION');
  });
});

describe('the data of the binding (OFF-F01…OFF-F11)', () => {
  const members = Object.keys(dataOf());

  test('OFF-F01: has eleven members', () => {
    expect(members).toHaveLength(11);
  });

  test.each(members)('OFF-001: %s may not be missing', (member) => {
    const { [member]: _gone, ...data } = dataOf() as Record<string, unknown>;
    expect(refusalOf(post({ extension: { data } }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'OFF-001',
    });
  });

  test.each(members)('OFF-001: %s has its type', (member) => {
    for (const value of [null, true, -1, 'no', []]) {
      expect(refusalOf(post({ data: { [member]: value } }))).toMatchObject({
        code: 'INVALID_COMMAND',
        rule: 'OFF-001',
      });
    }
  });

  test.each([
    { extra: 1 },
    { sessionEpoch: 0 },
    { sessionEpoch: 1.5 },
    { ownershipEpoch: 2 ** 53 },
    { workItemId: `urn:${'x'.repeat(509)}` },
    { bufferedAt: '2026-05-04T09:02:00' },
    { resourceUsageDelta: { toolCalls: -1 } },
    { resourceUsageDelta: { toolCalls: '3' } },
    { resourceUsageDelta: { toolCalls: 0.5 } },
    { resourceUsageDelta: { patience: 1 } },
  ])('OFF-001: refuses %j', (data) => {
    expect(refusalOf(post({ data }))).toMatchObject({ code: 'INVALID_COMMAND', rule: 'OFF-001' });
  });

  test.each([null, [], 'data', 1])('OFF-001: refuses %j for all of it', (data) => {
    expect(refusalOf(post({ extension: { data } })).rule).toBe('OFF-001');
  });

  test.each([
    ['disconnected after it was buffered', { disconnectedAt: at(121) }],
    ['buffered at the grace deadline', { graceDeadline: at(120) }],
    ['a grace deadline beyond the lease', { graceDeadline: at(601) }],
    ['an external action', { resourceUsageDelta: { externalActions: 1 } }],
  ])('OFF-002: refuses %s', (_what, data) => {
    expect(refusalOf(post({ data }))).toMatchObject({ code: 'INVALID_COMMAND', rule: 'OFF-002' });
  });

  test('OFF-002: the borders of the order are good', () => {
    expect(post({ data: { disconnectedAt: at(120) } }).ok).toBe(true);
    expect(post({ data: { graceDeadline: at(600) } }).ok).toBe(true);
  });

  test('OFF-002: buffered no later than issued, and than now', () => {
    const late = { bufferedAt: at(150) };
    expect(refusalOf(post({ data: late, envelope: { issuedAt: at(149) } }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'OFF-002',
    });
    expect(post({ data: late, envelope: { issuedAt: at(150) } }).ok).toBe(true);
    expect(refusalOf(post({ data: { bufferedAt: at(201) }, envelope: { issuedAt: at(205) } })).rule).toBe(
      'OFF-002',
    );
  });

  test('OPEN-012: a clock slightly ahead of the authority does not matter', () => {
    expect(post({ envelope: { issuedAt: at(205) } }).ok).toBe(true);
  });
});

describe('what the binding is about (OFF-006)', () => {
  test.each([{ agentId: SECOND_WORKER.id }, { groupId: 'urn:heddle:test:group:2' }])(
    'OFF-006: refuses %j',
    (data) => {
      expect(refusalOf(post({ data }))).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'OFF-006' });
    },
  );

  test('OFF-006: refuses a binding that somebody else sends', () => {
    expect(refusalOf(post({ actor: SECOND_WORKER })).code).toBe('AUTH_FORBIDDEN');
    expect(refusalOf(post({ actor: OWNER, data: { agentId: OWNER.id } })).code).toBe('AUTH_FORBIDDEN');
  });

  test('OFF-006: refuses an unknown WorkItem', () => {
    expect(refusalOf(post({ data: { workItemId: 'urn:heddle:test:work:none' } }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'WORK-010',
    });
  });

  test.each(['open', 'offered', 'blocked', 'submitted', 'verified', 'failed', 'cancelled'] as const)(
    'OFF-006: refuses progress on an item that is %s',
    (state) => {
      setItem({ state });
      expect(refusalOf(post())).toMatchObject({
        code: 'INVALID_STATE_TRANSITION',
        rule: 'OFF-006',
        details: { workItemState: state, allowedStates: ['active', 'queued'] },
      });
    },
  );

  test('OFF-006: refuses progress on an item that has another owner by now', () => {
    setItem({ owner: SECOND_WORKER, ownershipEpoch: 2 });
    expect(refusalOf(post())).toMatchObject({
      code: 'WORK_STALE_OWNERSHIP',
      details: { ownershipEpoch: 1, currentOwnershipEpoch: 2 },
    });
  });

  test('OFF-006: refuses progress of an earlier term of the same owner', () => {
    setItem({ ownershipEpoch: 3 });
    expect(refusalOf(post()).code).toBe('WORK_STALE_OWNERSHIP');
    expect(refusalOf(post({ data: { ownershipEpoch: 4 } })).code).toBe('WORK_STALE_OWNERSHIP');
  });

  test('OFF-006: refuses progress when ownership has ended', () => {
    setItem({ holdingSeconds: 200 });
    expect(refusalOf(post())).toMatchObject({ code: 'WORK_LEASE_EXPIRED', rule: 'WORK-036' });
  });

  test('OFF-006: refuses a Message in another Conversation', () => {
    expect(refusalOf(post({ envelope: { conversationId: MAIN_CONVERSATION } }))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'OFF-006',
      details: { conversationId: conversationIdOf(ITEM) },
    });
  });
});

describe('the lease of the binding (OFF-006)', () => {
  test.each(['urn:heddle:test:lease:none', leaseIdOf(ITEM, 'holding')])(
    'OFF-006: %s is no such lease',
    (id) => {
      expect(refusalOf(post({ data: { executionLeaseId: id } }))).toMatchObject({
        code: 'AUTH_FORBIDDEN',
        rule: 'OFF-006',
      });
    },
  );

  test.each([
    { workItemId: 'urn:heddle:test:work:2' },
    { ownershipEpoch: 2 },
    { holderAgentId: SECOND_WORKER.id },
  ])('OFF-006: a lease with %j is not the one', (changes) => {
    setLease(changes);
    expect(refusalOf(post())).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'OFF-006',
      details: { executionLeaseId: EXECUTION },
    });
  });

  test('OFF-006: the session is the one of the lease', () => {
    expect(refusalOf(post({ data: { sessionEpoch: 2 } }))).toMatchObject({
      code: 'AUTH_STALE_SESSION',
      rule: 'OFF-006',
      details: { sessionEpoch: 2, leaseSessionEpoch: 1 },
    });
  });

  test('OFF-006: the end is the one of the lease, however it is written', () => {
    expect(post({ data: { executionLeaseExpiresAt: '2026-05-04T11:10:00+02:00' } }).ok).toBe(true);
    expect(refusalOf(post({ data: { executionLeaseExpiresAt: at(599) } }))).toMatchObject({
      code: 'WORK_LEASE_EXPIRED',
      rule: 'OFF-006',
      details: { expiresAt: at(600) },
    });
  });

  test('OFF-006: the connection was lost during the lease', () => {
    setLease({ startsAt: at(61) });
    expect(refusalOf(post()).code).toBe('WORK_LEASE_EXPIRED');
    setLease({ startsAt: at(60) });
    expect(post().ok).toBe(true);
  });

  test('OFF-006: nothing was buffered after the lease was closed', () => {
    setLease({ closedAt: at(119) });
    expect(refusalOf(post())).toMatchObject({
      code: 'WORK_LEASE_EXPIRED',
      rule: 'OFF-006',
      details: { bufferedAt: at(120), closedAt: at(119) },
    });
    setLease({ closedAt: at(120) });
    expect(post().ok).toBe(true);
  });

  test('OFF-006: the session that reconnects closes the lease, which ends the window', () => {
    organization.passSeconds(100);
    expect(post({ data: { bufferedAt: at(200) } }).ok).toBe(true);
    expect(refusalOf(post({ data: { bufferedAt: at(201) } })).code).toBe('WORK_LEASE_EXPIRED');
  });
});

describe('a checkpoint that was buffered offline', () => {
  function checkpoint(leaseId: string, change: Change = {}, payload: object = {}) {
    return organization.act(
      'work.checkpoint',
      WORKER,
      {
        workItemId: ITEM,
        ownershipEpoch: 1,
        executionLeaseId: leaseId,
        checkpoint: { phase: 'listing', completedMilestones: ['half'] },
        ...payload,
      },
      { extensions: extensionsOf(change) },
    );
  }

  function restart(): string {
    const [event] = organization.mustAct('work.start', WORKER, { workItemId: ITEM, ownershipEpoch: 1 });
    return String(event?.payload['executionLeaseId']);
  }

  test('OFF-005, OFF-007: names the new lease in its payload and the historical one in its binding', () => {
    const outcome = checkpoint(restart());
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    const [charge, checkpointed] = outcome.events;
    expect(outcome.events.map(({ kind }) => kind)).toEqual([RECORDED, 'work.checkpointed']);
    expect(charge).toMatchObject({
      cause: { type: 'event', id: checkpointed?.eventId },
      payload: { executionLeaseId: EXECUTION },
    });
    expect(organization.world.get('workItem', GROUP, ITEM)).toMatchObject({
      document: { state: 'queued' },
      checkpoint: { phase: 'listing' },
    });
  });

  test('OFF-005: the historical lease alone is not enough', () => {
    restart();
    expect(refusalOf(checkpoint(EXECUTION))).toMatchObject({ code: 'WORK_LEASE_EXPIRED', rule: 'LSE-002' });
  });

  test('OFF-006: is about the item of its binding', () => {
    const other = 'urn:heddle:test:work:2';
    const leaseId = restart();
    seedWorkItem(organization, { state: 'queued', workItemId: other });
    setLease({ workItemId: other });
    expect(refusalOf(checkpoint(leaseId, { data: { workItemId: other } }))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'OFF-006',
    });
  });
});
