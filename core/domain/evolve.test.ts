import { describe, expect, test } from 'vitest';
import type { Event } from '../protocol/generated/documents.ts';
import { evolve } from './evolve.ts';
import {
  CAPABILITY,
  cardOf,
  contractOf,
  COORDINATOR,
  GROUP,
  MISSION,
  OBSERVER,
  OWNER,
  SECOND_WORKER,
  SeededOrganization,
  SERVICE,
  WORKER,
} from './seeded-world.test-data.ts';
import {
  artifactOf,
  authorize,
  bringTo,
  CHECKPOINT,
  CONTENT,
  evidenceOf,
  failureOf,
  grantTo,
  ITEM,
  leaseOf,
  offerTo,
  recordOf,
  reviewOf,
} from './work-scenes.test-data.ts';
import { workloadOf } from './workload.ts';
import { memberKey, MemoryWorld, ORGANIZATION, SINGLE } from './world.ts';
import { CHILD_GROUP, CHILD_MISSION, SECOND_ITEM, dump, rebuild, live } from './lived-world.test-data.ts';

describe('the whole log', () => {
  test('EVT-010 folded into an empty world gives the living one, record by record', () => {
    const organization = live();
    expect(organization.log.length).toBeGreaterThan(50);
    expect(dump(rebuild(organization.log))).toEqual(dump(organization.world));
    expect(organization.world.get('mission', GROUP, SINGLE)?.document.state).toBe('approved');
    expect(organization.world.get('mission', CHILD_GROUP, SINGLE)?.document.state).toBe('failed');
  });

  test('EVT-001 each Group counts its Events without a gap, and the head is the last', () => {
    const { log, world } = live();
    for (const groupId of [GROUP, CHILD_GROUP]) {
      const sequences = log.filter((event) => event.groupId === groupId).map(({ sequence }) => sequence);
      expect(sequences).toEqual(sequences.map((_sequence, index) => index + 1));
      expect(world.get('head', groupId, SINGLE)?.sequence).toBe(sequences.length);
    }
    expect(world.get('head', ORGANIZATION, SINGLE)).toBeUndefined();
  });

  test('OPEN-040 the revision of the changed aggregate stands in the envelope', () => {
    const ofWork = live().log.filter(({ kind }) => kind.startsWith('work.') || kind.startsWith('artifact.'));
    expect(ofWork.length).toBeGreaterThan(20);
    for (const { kind, payload, aggregateRevision } of ofWork) {
      const { workItem, missionRevision } = payload as {
        readonly workItem?: { readonly revision: number };
        readonly missionRevision?: number;
      };
      const expected = workItem?.revision ?? missionRevision;
      expect({ kind, aggregateRevision }).toEqual({ kind, aggregateRevision: expected });
    }
  });

  test('a fold leaves the world that it reads as it is', () => {
    const { log } = live();
    const world = rebuild(log.slice(0, -1));
    const before = structuredClone(dump(world));
    const last = log.at(-1);
    if (last === undefined) throw new Error('the log is not empty');
    expect(evolve(world, last).length).toBeGreaterThan(0);
    expect(dump(world)).toEqual(before);
  });
});

describe('leases and epochs', () => {
  test('WORK-014 the epoch rises when an owner is fenced and when one accepts, and never otherwise', () => {
    const organization = live();
    const epochs: number[] = [];
    const world = new MemoryWorld();
    for (const event of organization.log) {
      world.apply(evolve(world, event));
      const epoch = world.get('workItem', GROUP, ITEM)?.ownershipEpoch;
      if (epoch !== undefined && epoch !== epochs.at(-1)) epochs.push(epoch);
    }
    expect(epochs).toEqual([0, 1, 2, 3]);
  });

  test('LSE-001 at most one Execution Lease is open, and exactly while the item is active', () => {
    const organization = live();
    const world = new MemoryWorld();
    for (const event of organization.log) {
      world.apply(evolve(world, event));
      for (const [workItemId, record] of world.list('workItem', GROUP)) {
        const open = [...world.list('lease', GROUP)]
          .map(([, lease]) => lease)
          .filter((lease) => lease.workItemId === workItemId && lease.state === 'active');
        const executing = open.filter(({ leaseType }) => leaseType === 'execution');
        const holding = open.filter(({ leaseType }) => leaseType !== 'execution');
        expect(executing.map(({ leaseId }) => leaseId)).toEqual(
          record.executionLeaseId === undefined ? [] : [record.executionLeaseId],
        );
        expect(holding.map(({ leaseId }) => leaseId)).toEqual(
          record.holdingLeaseId === undefined ? [] : [record.holdingLeaseId],
        );
        expect(record.executionLeaseId !== undefined).toBe(record.document.state === 'active');
      }
    }
  });

  test('OPEN-036 a child that ended is history', () => {
    expect(live().world.get('workItem', GROUP, SECOND_ITEM)).toMatchObject({
      childGroupId: undefined,
      formerChildGroupIds: [CHILD_GROUP],
      document: { state: 'cancelled' },
    });
  });

  test('WORK-054 the newest checkpoint stays, what has been resolved does not', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'blocked');
    const { requiredResolution } = recordOf(organization);
    expect(requiredResolution).toBe('somebody unlocks the folder');
    organization.passSeconds(900);
    const offers = [{ offerId: 'urn:heddle:test:offer:again', agentId: WORKER.id }];
    offerTo(organization, [], { offers });
    expect(recordOf(organization)).toMatchObject({ checkpoint: CHECKPOINT, requiredResolution: undefined });
  });
});

describe('workload', () => {
  test('POL-003 counts what is queued and active, across everything that happens to it', () => {
    const organization = live();
    const world = new MemoryWorld();
    for (const event of organization.log) {
      world.apply(evolve(world, event));
      for (const agent of [WORKER, SECOND_WORKER, OBSERVER, COORDINATOR]) {
        const owned = [...world.list('workItem', GROUP)]
          .map(([, { document }]) => document)
          .filter(({ owner }) => owner?.agentId === agent.id);
        const count = (state: string) => owned.filter((document) => document.state === state).length;
        expect(workloadOf(world, agent.id)).toEqual({ queued: count('queued'), active: count('active') });
        expect(world.get('execution', ORGANIZATION, agent.id)?.items ?? []).toHaveLength(count('active'));
      }
    }
  });
});

describe('accounts', () => {
  test('BUD-005, BUD-007, BUD-008 usage reaches everything above, under the revised limit', () => {
    const { world } = live();
    const account = world.get('account', GROUP, ITEM);
    expect(account).toMatchObject({
      limit: { toolCallLimit: 50 },
      usage: { toolCalls: 7 },
      parent: { groupId: GROUP, id: MISSION },
      isClosed: true,
    });
    expect(world.get('account', GROUP, MISSION)).toMatchObject({
      usage: { toolCalls: 7, modelTokens: 0 },
      // What the closed items have used is all that they still hold (OPEN-051).
      reserved: { toolCalls: 7, modelTokens: 0 },
      isClosed: true,
    });
    expect(world.get('account', CHILD_GROUP, CHILD_MISSION)).toMatchObject({
      parent: { groupId: GROUP, id: SECOND_ITEM },
      isClosed: true,
    });
  });

  test.each(['verified', 'failed', 'cancelled'] as const)('OPEN-051 %s closes the account', (state) => {
    const organization = new SeededOrganization();
    bringTo(organization, state);
    expect(organization.world.get('account', GROUP, ITEM)?.isClosed).toBe(true);
  });
});

describe('policy log', () => {
  test('OPEN-067 says who was allowed what, under ids that follow from the Events', () => {
    const organization = new SeededOrganization();
    authorize(organization);
    organization.mustAct('work.authorize', OWNER, {
      workItemId: SECOND_ITEM,
      contract: contractOf({ goal: 'at once' }),
      overrideReason: 'the Coordinator is down',
    });
    grantTo(organization, WORKER);
    const log = [...organization.world.list('policyLog', GROUP)];
    expect(log.map(([, { decision, actor }]) => ({ decision, actor }))).toEqual([
      { decision: 'emergency assignment', actor: OWNER },
      { decision: 'delegation granted', actor: COORDINATOR },
    ]);
    for (const [id, { entryId, details }] of log) {
      expect(entryId).toBe(id);
      expect(id.startsWith(String(details['eventId']))).toBe(true);
    }
  });
});

describe('documents', () => {
  test('MEM-008, OPEN-020 a member has one epoch over all its memberships', () => {
    const { world } = live();
    const member = world.get('member', GROUP, memberKey(OBSERVER));
    expect(member).toMatchObject({ membershipEpoch: 2 });
    expect(member?.membershipIds.map((id) => world.get('membership', GROUP, id)?.state)).toEqual(['active']);
  });

  test('ART-010, EVI-002 manifests are found by content, Evidence by its id', () => {
    const { world } = live();
    expect(world.get('content', GROUP, CONTENT)?.artifactIds).toEqual([artifactOf().artifactId]);
    expect([...world.list('evidence', GROUP)].map(([id]) => id)).toEqual([
      evidenceOf().evidenceId,
      reviewOf().evidenceId,
      failureOf().evidenceId,
    ]);
  });

  test('WORK-T02 a proposal knows the item that it became', () => {
    expect(live().world.get('proposal', GROUP, 'urn:heddle:test:proposal:1')?.document).toMatchObject({
      state: 'authorized',
      workItemId: ITEM,
    });
  });

  test('an Event of a kind without special effects changes the head alone when it carries nothing known', () => {
    const organization = new SeededOrganization();
    authorize(organization);
    const [event] = organization.log;
    if (event === undefined) throw new Error('the log has an Event');
    const world = new MemoryWorld();
    const foreign: Event = { ...event, kind: 'ext.example.other.noted', payload: {} };
    expect(evolve(world, foreign)).toEqual([
      {
        kind: 'head',
        groupId: GROUP,
        id: SINGLE,
        value: { sequence: event.sequence, lastOccurredAt: event.occurredAt },
      },
    ]);
  });

  test('WORK-034 what an assignment has pinned stays when the card moves on', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'queued');
    const card = cardOf(WORKER, { cardVersion: 2 });
    organization.mustAct('ext.missionweaveprotocol.registry.agent_card_register', SERVICE, { card });
    expect(organization.world.get('agent', ORGANIZATION, WORKER.id)?.card.cardVersion).toBe(2);
    expect(recordOf(organization).document.owner).toMatchObject({
      agentCardVersion: 1,
      capabilityPins: [CAPABILITY],
    });
    expect(leaseOf(organization, recordOf(organization).holdingLeaseId).state).toBe('active');
  });
});
