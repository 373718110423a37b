import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor, CommandPayloads, UsageDelta } from '../../protocol/generated/documents.ts';
import { NO_USAGE } from '../budget.ts';
import { nowAt } from '../decision.ts';
import {
  conversationIdOf,
  ITEM,
  leaseIdOf,
  refusalOf,
  type SeededItem,
  seedWorkItem,
  setMission,
  statesBut,
} from '../seeded-work.test-data.ts';
import {
  contractOf,
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
  WORKER,
} from '../seeded-world.test-data.ts';
import { SINGLE } from '../world.ts';

type Payload = CommandPayloads['ext.missionweaveprotocol.core.resource_usage_record'];

const RECORD = 'ext.missionweaveprotocol.core.resource_usage_record';
const RECORDED = 'ext.missionweaveprotocol.core.resource_usage_recorded';
const PARENT = 'urn:heddle:test:work:parent';

let organization: SeededOrganization;

beforeEach(() => {
  organization = new SeededOrganization();
  seedWorkItem(organization, {
    state: 'queued',
    workItemId: PARENT,
    contract: contractOf({ budget: { currency: 'EUR', financialLimit: 8, toolCallLimit: 60 } }),
  });
  seedItem();
});

/** The item that is charged, below PARENT, below the Mission. */
function seedItem(changes: Partial<SeededItem> = {}): void {
  seedWorkItem(organization, {
    state: 'active',
    ...changes,
    record: { parentWorkItemId: PARENT, ...changes.record },
  });
}

function record(changes: Partial<Payload> = {}, actor: Actor = WORKER, envelope: object = {}) {
  const payload: Payload = {
    workItemId: ITEM,
    ownershipEpoch: 1,
    executionLeaseId: leaseIdOf(ITEM, 'execution'),
    usageDelta: { toolCalls: 5, financialMicrounits: 250_000 },
    ...changes,
  };
  return organization.act(RECORD, actor, payload, envelope);
}

function usageOf(id: string) {
  return organization.world.get('account', GROUP, id)?.usage;
}

function closeExecution(): void {
  const id = leaseIdOf(ITEM, 'execution');
  const lease = organization.world.get('lease', GROUP, id);
  if (lease === undefined) throw new Error('seeded');
  const closed = { state: 'released' as const, closedAt: nowAt(START_MS).text, closureReason: 'checkpoint' };
  organization.world.apply([{ kind: 'lease', groupId: GROUP, id, value: { ...lease, ...closed } }]);
}

describe('resource_usage_record', () => {
  test('CMD-144, BUD-008, BUD-012: charges the item and its whole ancestry in one Event', () => {
    const before = organization.world.get('workItem', GROUP, ITEM);
    const outcome = record();
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    expect(outcome.events).toHaveLength(1);
    expect(outcome.events[0]).toMatchObject({
      kind: RECORDED,
      groupId: GROUP,
      sequence: 2,
      aggregateRevision: 4,
      workItemId: ITEM,
      conversationId: conversationIdOf(ITEM),
      cause: { type: 'command' },
    });
    expect(outcome.events[0]?.payload).toEqual({
      workItemId: ITEM,
      executionLeaseId: leaseIdOf(ITEM, 'execution'),
      ownershipEpoch: 1,
      usageDelta: { toolCalls: 5, financialMicrounits: 250_000 },
      cumulativeUsage: { ...NO_USAGE, toolCalls: 5, financialMicrounits: 250_000 },
      remainingBudget: expect.objectContaining({
        toolCalls: 55,
        financialMicrounits: 7_750_000,
      }) as unknown,
    });
    for (const id of [ITEM, PARENT, MISSION]) {
      expect(usageOf(id)).toEqual({ ...NO_USAGE, toolCalls: 5, financialMicrounits: 250_000 });
    }
    expect(organization.world.get('workItem', GROUP, ITEM)).toEqual(before);
    expect(organization.world.get('mission', GROUP, SINGLE)?.document.revision).toBe(1);
  });

  test('BUD-007, BUD-009: usage adds up, and what is left is the least along the ancestry', () => {
    record({ usageDelta: { toolCalls: 20 } });
    const outcome = record({ usageDelta: { toolCalls: 30 } });
    expect(outcome).toMatchObject({
      events: [{ payload: { cumulativeUsage: { toolCalls: 50 }, remainingBudget: { toolCalls: 10 } } }],
    });
    expect(usageOf(MISSION)?.toolCalls).toBe(50);
  });

  test('BUD-007: the usage of another item counts above, and not here', () => {
    const other = 'urn:heddle:test:work:2';
    seedWorkItem(organization, { state: 'active', workItemId: other, record: { parentWorkItemId: PARENT } });
    record({
      workItemId: other,
      executionLeaseId: leaseIdOf(other, 'execution'),
      usageDelta: { toolCalls: 55 },
    });
    expect(usageOf(ITEM)?.toolCalls).toBe(0);
    const refused = refusalOf(record({ usageDelta: { toolCalls: 6 } }));
    expect(refused).toMatchObject({
      code: 'BUDGET_EXCEEDED',
      details: { account: { groupId: GROUP, id: PARENT }, limit: 60, wanted: 61 },
    });
    expect(record({ usageDelta: { toolCalls: 5 } })).toMatchObject({
      events: [{ payload: { cumulativeUsage: { toolCalls: 5 }, remainingBudget: { toolCalls: 0 } } }],
    });
  });

  test.each<[string, UsageDelta]>([
    ['an empty delta', {}],
    ['a delta of zeros', { toolCalls: 0, modelTokens: 0 }],
    ['a negative one', { toolCalls: -1 }],
    ['a fraction', { toolCalls: 0.5 }],
    ['an unknown dimension', { patience: 1 } as UsageDelta],
  ])('BUD-010: refuses %s', (_what, usageDelta) => {
    expect(refusalOf(record({ usageDelta }))).toMatchObject({ code: 'INVALID_COMMAND', rule: 'CMD-016' });
  });

  test('WORK-010: the WorkItem is one of this Group', () => {
    expect(refusalOf(record({ workItemId: 'urn:heddle:test:work:none' }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'WORK-010',
    });
  });

  test.each([0, 5])(
    'REV-001: refuses the expected revision %d of a WorkItem at revision 4',
    (expectedRevision) => {
      expect(refusalOf(record({}, WORKER, { expectedRevision }))).toMatchObject({
        code: 'REVISION_CONFLICT',
        expectedRevision,
        currentRevision: 4,
      });
      expect(record({}, WORKER, { expectedRevision: 4 }).ok).toBe(true);
    },
  );
});

describe('the budget of what is recorded (BUD-008)', () => {
  test.each([
    ['financialMicrounits', 8_000_000],
    ['toolCalls', 60],
  ] as const)('BUD-008: %s up to the limit, and nothing beyond', (dimension, limit) => {
    expect(refusalOf(record({ usageDelta: { [dimension]: limit + 1 } }))).toMatchObject({
      code: 'BUDGET_EXCEEDED',
      rule: 'BUD-008',
      details: { workItemId: ITEM, dimension, account: { id: PARENT }, limit, wanted: limit + 1 },
    });
    expect(record({ usageDelta: { [dimension]: limit } }).ok).toBe(true);
    expect(refusalOf(record({ usageDelta: { [dimension]: 1 } })).details).toMatchObject({
      wanted: limit + 1,
    });
  });

  test('BUD-004: a dimension that is not allocated allows nothing', () => {
    expect(refusalOf(record({ usageDelta: { computeSeconds: 1 } })).details).toMatchObject({
      dimension: 'computeSeconds',
      account: { id: ITEM },
      limit: 0,
      wanted: 1,
    });
  });

  test('BUD-008: the account at the top counts too', () => {
    organization.world.apply([
      {
        kind: 'account',
        groupId: GROUP,
        id: MISSION,
        value: {
          limit: MISSION_BUDGET,
          usage: { ...NO_USAGE, toolCalls: 998 },
          reserved: NO_USAGE,
          parent: undefined,
          isClosed: false,
        },
      },
    ]);
    expect(refusalOf(record({ usageDelta: { toolCalls: 3 } })).details).toMatchObject({
      account: { groupId: GROUP, id: MISSION },
      limit: 1_000,
      wanted: 1_001,
    });
  });

  test('BUD-008: one dimension too much leaves all of them alone', () => {
    expect(record({ usageDelta: { toolCalls: 1, modelTokens: 1_001 } }).ok).toBe(false);
    for (const id of [ITEM, PARENT, MISSION]) expect(usageOf(id)).toEqual(NO_USAGE);
    expect(organization.log).toEqual([]);
  });
});

describe('usage reported by the owner (BUD-011)', () => {
  test.each(['queued', 'blocked', 'submitted'] as const)('BUD-011: refused while the item is %s', (state) => {
    seedItem({ state });
    expect(refusalOf(record())).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'BUD-011',
      details: { workItemState: state, allowedStates: ['active'] },
    });
  });

  // Without a live owner the right is missing before the state matters.
  test.each(['open', 'offered', 'failed', 'cancelled'] as const)(
    'WORK-036: nobody owns what is %s',
    (state) => {
      seedItem({ state });
      expect(refusalOf(record())).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'WORK-036' });
    },
  );

  test('WORK-036: nobody holds what is verified', () => {
    seedItem({ state: 'verified' });
    expect(refusalOf(record())).toMatchObject({ code: 'WORK_LEASE_EXPIRED', rule: 'WORK-036' });
  });

  test.each([COORDINATOR, SECOND_WORKER, OBSERVER])('WORK-036: $id does not own the item', (actor) => {
    expect(refusalOf(record({}, actor))).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'WORK-036' });
  });

  test.each([OWNER, OTHER_SERVICE])('BUD-011: $id reports nothing', (actor) => {
    expect(refusalOf(record({}, actor))).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'BUD-011' });
  });

  test('INV-05, WORK-037: a former owner learns that it was fenced', () => {
    seedItem({ owner: SECOND_WORKER, ownershipEpoch: 2 });
    expect(refusalOf(record())).toMatchObject({
      code: 'WORK_STALE_OWNERSHIP',
      rule: 'INV-05',
      details: { ownershipEpoch: 1, currentOwnershipEpoch: 2 },
    });
  });

  test('WORK-036: a future epoch was never given', () => {
    expect(refusalOf(record({ ownershipEpoch: 2 }))).toMatchObject({
      code: 'WORK_STALE_OWNERSHIP',
      rule: 'WORK-036',
    });
  });

  test('WORK-036: an ownership lease that has ended', () => {
    organization.passSeconds(3_600);
    expect(refusalOf(record())).toMatchObject({ code: 'WORK_LEASE_EXPIRED', rule: 'WORK-036' });
  });

  test('LSE-002, LSE-006: another lease, and one that has ended', () => {
    expect(refusalOf(record({ executionLeaseId: leaseIdOf(ITEM, 'holding') }))).toMatchObject({
      code: 'WORK_LEASE_EXPIRED',
      rule: 'LSE-002',
    });
    organization.passSeconds(600);
    expect(refusalOf(record())).toMatchObject({ code: 'WORK_LEASE_EXPIRED', rule: 'LSE-006' });
  });
});

describe('usage metered by a service (BUD-011)', () => {
  test('BUD-011: an authorized service reports, under a lease that may be closed by now', () => {
    closeExecution();
    expect(record({}, SERVICE).ok).toBe(true);
    organization.passSeconds(7_200);
    expect(record({}, SERVICE).ok).toBe(true);
    expect(usageOf(MISSION)?.toolCalls).toBe(10);
  });

  test.each(statesBut('active'))('BUD-011: also when the item is %s by now', (state) => {
    seedItem({ state });
    expect(record({}, SERVICE).ok).toBe(true);
  });

  test('BUD-011: what a former owner consumed is charged under its own epoch', () => {
    const id = 'urn:heddle:test:lease:former';
    const lease = organization.world.get('lease', GROUP, leaseIdOf(ITEM, 'execution'));
    if (lease === undefined) throw new Error('seeded');
    organization.world.apply([{ kind: 'lease', groupId: GROUP, id, value: { ...lease, leaseId: id } }]);
    seedItem({ owner: SECOND_WORKER, ownershipEpoch: 2 });
    expect(record({ executionLeaseId: id }, SERVICE).ok).toBe(true);
    expect(refusalOf(record({ executionLeaseId: id, ownershipEpoch: 2 }, SERVICE))).toMatchObject({
      code: 'WORK_STALE_OWNERSHIP',
      rule: 'BUD-011',
      details: { ownershipEpoch: 2, leaseOwnershipEpoch: 1 },
    });
  });

  test.each(['urn:heddle:test:lease:none', leaseIdOf(PARENT, 'holding'), leaseIdOf(ITEM, 'holding')])(
    'BUD-011: %s is no Execution Lease of the item',
    (executionLeaseId) => {
      expect(refusalOf(record({ executionLeaseId }, SERVICE))).toMatchObject({
        code: 'INVALID_COMMAND',
        rule: 'BUD-011',
        details: { executionLeaseId },
      });
    },
  );

  test('BUD-008: a service does not exceed the budget either', () => {
    expect(refusalOf(record({ usageDelta: { toolCalls: 61 } }, SERVICE)).code).toBe('BUDGET_EXCEEDED');
  });

  test('BUD-011: metering may outlast the Mission', () => {
    setMission(organization, { state: 'approved' });
    expect(record({}, SERVICE).ok).toBe(true);
  });
});
