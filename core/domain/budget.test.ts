// The six-dimension ledger (BUD-003…BUD-009, BUD-013, OPEN-050, OPEN-051, OPEN-070).
import { describe, expect, test } from 'vitest';
import type { Budget, UsageDelta } from '../protocol/generated/documents.ts';
import {
  addUsage,
  ancestry,
  DIMENSIONS,
  type Dimension,
  findExcess,
  findReservationExcess,
  findShrinkExcess,
  findUsageExcess,
  limitsOf,
  NO_USAGE,
  remainingOf,
  reservationOf,
} from './budget.ts';
import { type AccountAddress, MemoryWorld } from './world.ts';

const G = 'urn:heddle:test:group:1';
const CHILD_G = 'urn:heddle:test:group:child';
const ROOT = { groupId: G, id: 'urn:heddle:test:mission:1' };
const ITEM = { groupId: G, id: 'urn:heddle:test:work:1' };
const SECOND = { groupId: G, id: 'urn:heddle:test:work:2' };
const CHILD = { groupId: CHILD_G, id: 'urn:heddle:test:mission:child' };

const MEMBERS: { readonly [Each in Dimension]: keyof Budget } = {
  financialMicrounits: 'financialLimit',
  modelTokens: 'modelTokenLimit',
  toolCalls: 'toolCallLimit',
  computeSeconds: 'computeSecondsLimit',
  wallClockSeconds: 'wallClockSecondsLimit',
  externalActions: 'externalSideEffectLimit',
};

/** The same limit in every dimension, in whole units of currency for the first. */
function every(limit: number): Budget {
  return {
    currency: 'EUR',
    financialLimit: limit,
    modelTokenLimit: limit,
    toolCallLimit: limit,
    computeSecondsLimit: limit,
    wallClockSecondsLimit: limit,
    externalSideEffectLimit: limit,
  };
}

function unitOf(dimension: Dimension): number {
  return dimension === 'financialMicrounits' ? 1_000_000 : 1;
}

interface Account {
  readonly at: AccountAddress;
  readonly limit: Budget;
  readonly usage?: UsageDelta;
  readonly parent?: AccountAddress;
  readonly isClosed?: boolean;
}

function worldOf(...accounts: readonly Account[]): MemoryWorld {
  const world = new MemoryWorld();
  const records = accounts.map(({ at, limit, usage = {}, parent, isClosed = false }) => {
    const value = { limit, usage: addUsage(NO_USAGE, usage), reserved: NO_USAGE, parent, isClosed };
    return { at, value };
  });
  for (const { at, value } of records) {
    const reserved = records
      .filter(({ value: { parent } }) => parent?.groupId === at.groupId && parent.id === at.id)
      .reduce((sum, child) => addUsage(sum, reservationOf(child.value)), NO_USAGE);
    world.apply([{ kind: 'account', groupId: at.groupId, id: at.id, value: { ...value, reserved } }]);
  }
  return world;
}

function mustLimit(budget: Budget) {
  const limits = limitsOf(budget);
  if (limits === undefined) throw new Error('not exact');
  return limits;
}

describe('limitsOf', () => {
  test('BUD-004, OPEN-070: what is absent is not allocated', () => {
    expect(limitsOf({ toolCallLimit: 3 })).toEqual({ ...NO_USAGE, toolCalls: 3 });
  });

  test('BUD-003: every dimension is told by its own member', () => {
    expect(limitsOf({ ...every(2), toolCallLimit: 7 })).toEqual({
      financialMicrounits: 2_000_000,
      modelTokens: 2,
      toolCalls: 7,
      computeSeconds: 2,
      wallClockSeconds: 2,
      externalActions: 2,
    });
  });

  test.each([
    [0, 0],
    [-0, 0],
    [1, 1_000_000],
    [0.1, 100_000],
    [0.3, 300_000],
    [0.000001, 1],
    [1e-6, 1],
    [1.005, 1_005_000],
    [4.35, 4_350_000],
    [1234567.891234, 1_234_567_891_234],
    [9007199254.74, 9_007_199_254_740_000],
  ])('OPEN-050: %d is exactly %d micro-units', (financialLimit, expected) => {
    expect(limitsOf({ currency: 'EUR', financialLimit })?.financialMicrounits).toBe(expected);
  });

  test.each([0.0000001, 1e-7, 1.5e-6, 0.1234567, 1.0000001, 9007199254.740992, 1e16, 1e21, Infinity, NaN])(
    'OPEN-050: %d has no exact number of micro-units',
    (financialLimit) => {
      expect(limitsOf({ currency: 'EUR', financialLimit })).toBeUndefined();
    },
  );
});

describe('sums and comparisons', () => {
  test('BUD-007: sums go dimension by dimension and leave their operands', () => {
    const usage = { ...NO_USAGE, toolCalls: 2 };
    expect(addUsage(usage, { toolCalls: 3, modelTokens: 1 })).toEqual({
      ...NO_USAGE,
      toolCalls: 5,
      modelTokens: 1,
    });
    expect(usage.toolCalls).toBe(2);
    expect(NO_USAGE).toEqual(addUsage(NO_USAGE, {}));
  });

  test.each(DIMENSIONS)('BUD-013: %s is compared, and equal is enough', (dimension) => {
    const ceiling = mustLimit(every(5));
    expect(findExcess(ceiling, ceiling)).toBeUndefined();
    expect(findExcess({ ...ceiling, [dimension]: ceiling[dimension] + 1 }, ceiling)).toBe(dimension);
  });
});

describe('findReservationExcess', () => {
  test.each(DIMENSIONS)('BUD-006: one child has no more %s than its parent', (dimension) => {
    const world = worldOf({ at: ROOT, limit: every(10) });
    expect(findReservationExcess(world, ROOT, mustLimit(every(10)))).toBeUndefined();
    const unit = unitOf(dimension);
    const wanted = mustLimit({ ...every(10), [MEMBERS[dimension]]: 11 });
    expect(findReservationExcess(world, ROOT, wanted)).toEqual({
      dimension,
      account: ROOT,
      limit: 10 * unit,
      wanted: 11 * unit,
    });
  });

  test('BUD-006: all children together have no more than their parent, across Groups', () => {
    const world = worldOf(
      { at: ROOT, limit: every(10) },
      { at: ITEM, limit: every(4), parent: ROOT },
      { at: CHILD, limit: every(3), parent: ROOT },
    );
    expect(findReservationExcess(world, ROOT, mustLimit(every(3)))).toBeUndefined();
    expect(findReservationExcess(world, ROOT, mustLimit({ toolCallLimit: 4 }))).toEqual({
      dimension: 'toolCalls',
      account: ROOT,
      limit: 10,
      wanted: 11,
    });
  });

  test('BUD-004: a parent without a dimension gives none of it', () => {
    const world = worldOf({ at: ROOT, limit: { toolCallLimit: 5 } });
    expect(findReservationExcess(world, ROOT, mustLimit({ modelTokenLimit: 1 }))).toMatchObject({
      dimension: 'modelTokens',
      limit: 0,
      wanted: 1,
    });
  });

  test('BUD-005: an unknown account has nothing', () => {
    expect(findReservationExcess(new MemoryWorld(), ROOT, mustLimit({ toolCallLimit: 1 }))).toMatchObject({
      account: ROOT,
      limit: 0,
    });
  });

  test('OPEN-051: a closed child holds what it has used', () => {
    const world = worldOf(
      { at: ROOT, limit: every(10) },
      { at: ITEM, limit: every(9), usage: { toolCalls: 2 }, parent: ROOT, isClosed: true },
    );
    expect(findReservationExcess(world, ROOT, mustLimit({ toolCallLimit: 8 }))).toBeUndefined();
    expect(findReservationExcess(world, ROOT, mustLimit({ toolCallLimit: 9 }))).toMatchObject({
      limit: 10,
      wanted: 11,
    });
  });

  test('BUD-006: a child that is replaced does not count, one of the same id in another Group does', () => {
    const namesake = { groupId: CHILD_G, id: ITEM.id };
    const world = worldOf(
      { at: ROOT, limit: every(10) },
      { at: ITEM, limit: every(6), parent: ROOT },
      { at: namesake, limit: every(2), parent: ROOT },
    );
    expect(findReservationExcess(world, ROOT, mustLimit(every(8)), ITEM)).toBeUndefined();
    expect(findReservationExcess(world, ROOT, mustLimit(every(9)), ITEM)?.wanted).toBe(11_000_000);
  });
});

describe('findShrinkExcess', () => {
  const world = worldOf(
    { at: ITEM, limit: every(10), usage: { toolCalls: 4 } },
    { at: CHILD, limit: { modelTokenLimit: 6 }, parent: ITEM },
  );

  test('BUD-007: no account shrinks below what it has used', () => {
    expect(findShrinkExcess(world, ITEM, mustLimit({ ...every(6), toolCallLimit: 4 }))).toBeUndefined();
    expect(findShrinkExcess(world, ITEM, mustLimit({ ...every(6), toolCallLimit: 3 }))).toEqual({
      dimension: 'toolCalls',
      account: ITEM,
      limit: 3,
      wanted: 4,
    });
  });

  test('BUD-006: no account shrinks below what its children hold', () => {
    expect(findShrinkExcess(world, ITEM, mustLimit({ ...every(6), modelTokenLimit: 5 }))).toEqual({
      dimension: 'modelTokens',
      account: ITEM,
      limit: 5,
      wanted: 6,
    });
  });
});

/** Mission, WorkItem, child Mission, one below the other. */
function chain(...limits: readonly [Budget, Budget, Budget]): MemoryWorld {
  return worldOf(
    { at: ROOT, limit: limits[0], usage: { toolCalls: 6 } },
    { at: ITEM, limit: limits[1], usage: { toolCalls: 3 }, parent: ROOT },
    { at: CHILD, limit: limits[2], usage: { toolCalls: 1 }, parent: ITEM },
  );
}

describe('findUsageExcess', () => {
  test('BUD-008: fits where the account and every account above have room', () => {
    const world = chain(every(10), every(7), every(5));
    expect(findUsageExcess(world, CHILD, { toolCalls: 4 })).toBeUndefined();
  });

  test.each([
    [chain(every(10), every(7), every(4)), CHILD, 4, 5],
    [chain(every(10), every(6), every(5)), ITEM, 6, 7],
    [chain(every(9), every(7), every(5)), ROOT, 9, 10],
  ])('BUD-008: one account without room refuses all (%#)', (world, account, limit, wanted) => {
    expect(findUsageExcess(world, CHILD, { toolCalls: 4 })).toEqual({
      dimension: 'toolCalls',
      account,
      limit,
      wanted,
    });
  });

  test.each(DIMENSIONS)('BUD-008, INV-11: %s counts', (dimension) => {
    const world = worldOf({ at: ROOT, limit: every(2) });
    const room = 2 * unitOf(dimension);
    expect(findUsageExcess(world, ROOT, { [dimension]: room })).toBeUndefined();
    expect(findUsageExcess(world, ROOT, { [dimension]: room + 1 })).toMatchObject({
      dimension,
      limit: room,
      wanted: room + 1,
    });
  });

  test('BUD-004: any usage of what was not allocated is too much', () => {
    const world = worldOf({ at: ROOT, limit: { toolCallLimit: 1 } });
    expect(findUsageExcess(world, ROOT, { externalActions: 1 })?.dimension).toBe('externalActions');
  });
});

describe('remainingOf', () => {
  test('BUD-009: is the least along the ancestry', () => {
    expect(remainingOf(chain(every(10), every(7), every(5)), CHILD).toolCalls).toBe(4);
    expect(remainingOf(chain(every(10), every(5), every(5)), CHILD).toolCalls).toBe(2);
    expect(remainingOf(chain(every(7), every(7), every(5)), CHILD).toolCalls).toBe(1);
  });

  test('BUD-009: a dimension that is absent anywhere is absent, one of zero is there', () => {
    const world = chain(
      { ...every(10), modelTokenLimit: 0 },
      { toolCallLimit: 7, modelTokenLimit: 4 },
      every(5),
    );
    expect(remainingOf(world, CHILD)).toEqual({ toolCalls: 4, modelTokens: 0 });
    expect(remainingOf(world, ROOT)).toEqual({
      financialMicrounits: 10_000_000,
      modelTokens: 0,
      toolCalls: 4,
      computeSeconds: 10,
      wallClockSeconds: 10,
      externalActions: 10,
    });
  });

  test('BUD-009: is never below zero, and nothing for an unknown account', () => {
    expect(
      remainingOf(worldOf({ at: ROOT, limit: { toolCallLimit: 1 }, usage: { toolCalls: 2 } }), ROOT),
    ).toEqual({ toolCalls: 0 });
    expect(remainingOf(new MemoryWorld(), ROOT)).toEqual({});
  });
});

describe('ancestry', () => {
  test('BUD-005: leads from an account to the root, across Groups', () => {
    const world = chain(every(10), every(7), every(5));
    expect([...ancestry(world, CHILD)].map(([address]) => address)).toEqual([CHILD, ITEM, ROOT]);
    expect([...ancestry(world, SECOND)]).toEqual([]);
  });
});
