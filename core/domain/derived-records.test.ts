// Records that save the rules a search say after every Event what the search would say. The life of a Mission runs
// through failures, new offers, revised contracts, delegation, a child Mission and approval.
import { expect, test } from 'vitest';
import { addUsage, limitsOf, NO_USAGE, reservationOf } from './budget.ts';
import { evolve } from './evolve.ts';
import { CHILD_GROUP, live } from './lived-world.test-data.ts';
import { canonicalize } from '../protocol/jcs.ts';
import { findPlannedWork } from './planned-work.ts';
import { GROUP, MISSION } from './seeded-world.test-data.ts';
import { MemoryWorld, ORGANIZATION, type World } from './world.ts';

/** Runs a check on the world after each Event of the whole life. */
function afterEachEvent(check: (world: World) => void): void {
  const world = new MemoryWorld();
  for (const event of live().log) {
    world.apply(evolve(world, event));
    check(world);
  }
}

const GROUPS = [GROUP, CHILD_GROUP];

function textOf(value: unknown): string {
  const canonical = canonicalize(value);
  if (!canonical.ok) throw new Error('no canonical form');
  return canonical.value;
}

test('OPEN-068 what is planned or under way is found by contract and parent, and nothing else', () => {
  let found = 0;
  afterEachEvent((world) => {
    const items = [...world.list('workItem', GROUP)].map(([, record]) => record);
    const proposals = [...world.list('proposal', GROUP)].map(([, { document }]) => document);
    const planned = [
      ...items.map(({ document: { contract }, parentWorkItemId }) => ({ contract, parentWorkItemId })),
      ...proposals.map(({ contract, parentWorkItemId }) => ({ contract, parentWorkItemId })),
    ];
    for (const { contract, parentWorkItemId } of planned) {
      const isSame = (other: (typeof planned)[number]) =>
        other.parentWorkItemId === parentWorkItemId && textOf(other.contract) === textOf(contract);
      const ended: readonly string[] = ['verified', 'failed', 'cancelled'];
      const workItemIds = items
        .filter((item) => isSame({ ...item, contract: item.document.contract }))
        .filter(({ document }) => !ended.includes(document.state))
        .map(({ document }) => document.workItemId);
      const proposalIds = proposals
        .filter((proposal) =>
          isSame({ contract: proposal.contract, parentWorkItemId: proposal.parentWorkItemId }),
        )
        .filter(({ state }) => state === 'open')
        .map(({ proposalId }) => proposalId);
      expect(findPlannedWork(world, GROUP, contract, parentWorkItemId)).toEqual({ workItemIds, proposalIds });
      found += workItemIds.length + proposalIds.length;
    }
    // What has come to its end leaves nothing behind.
    const entries = [...world.list('plannedWork', GROUP)];
    expect(
      entries.every(([, { workItemIds, proposalIds }]) => workItemIds.length + proposalIds.length > 0),
    ).toBe(true);
  });
  expect(found).toBeGreaterThan(0);
});

test('BUD-006, OPEN-051 each account holds the sum of what its direct children hold', () => {
  let reserving = 0;
  afterEachEvent((world) => {
    const accounts = GROUPS.flatMap((groupId) =>
      [...world.list('account', groupId)].map(([id, account]) => ({ groupId, id, account })),
    );
    for (const { groupId, id, account } of accounts) {
      const below = accounts.filter(
        ({ account: { parent } }) => parent?.groupId === groupId && parent.id === id,
      );
      const sum = below.reduce((total, child) => addUsage(total, reservationOf(child.account)), NO_USAGE);
      expect(account.reserved).toEqual(sum);
      if (below.length > 0) reserving += 1;
    }
  });
  expect(reserving).toBeGreaterThan(0);
});

test('DLG-006 a Grant is used up by all items that count against it', () => {
  let counted = 0;
  afterEachEvent((world) => {
    for (const [grantId, { committed }] of world.list('grant', GROUP)) {
      const items = [...world.list('workItem', GROUP)]
        .map(([, record]) => record)
        .filter(({ delegationGrantId }) => delegationGrantId === grantId);
      const sum = items.reduce(
        (total, { document }) => addUsage(total, limitsOf(document.contract.budget) ?? NO_USAGE),
        NO_USAGE,
      );
      expect(committed).toEqual(sum);
      counted += items.length;
    }
  });
  expect(counted).toBeGreaterThan(0);
});

test('ART-006 content is in use in as many Groups as have a manifest of it', () => {
  afterEachEvent((world) => {
    const hashes = new Set(
      GROUPS.flatMap((groupId) => [...world.list('content', groupId)].map(([hash]) => hash)),
    );
    for (const hash of hashes) {
      const groupCount = GROUPS.filter((groupId) => world.get('content', groupId, hash) !== undefined).length;
      expect(world.get('contentUse', ORGANIZATION, hash)).toEqual({ groupCount, isSnapshot: false });
    }
    expect([...world.list('contentUse', ORGANIZATION)].filter(([, use]) => !use.isSnapshot)).toHaveLength(
      hashes.size,
    );
  });
});

test('CHD-001 a child Mission stays below its parent for good', () => {
  const { world } = live();
  expect([...world.list('childMission', GROUP)].map(([id]) => id)).toEqual([CHILD_GROUP]);
  expect(world.get('mission', CHILD_GROUP, '')?.document.parent?.missionId).toBe(MISSION);
});
