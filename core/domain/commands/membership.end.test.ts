import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor, Membership } from '../../protocol/generated/documents.ts';
import { nowAt } from '../decision.ts';
import {
  ITEM,
  leaseIdOf,
  refusalOf,
  replaceCoordinator,
  seedWorkItem,
  setMission,
} from '../seeded-work.test-data.ts';
import {
  COORDINATOR,
  GROUP,
  MAIN_CONVERSATION,
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

let organization: SeededOrganization;

beforeEach(() => {
  organization = new SeededOrganization();
});

const NOW = nowAt(START_MS).text;

function end(actor: Actor, member: Actor, role?: Membership['role'], envelope: object = {}) {
  return organization.act(
    'membership.end',
    actor,
    { member, ...(role === undefined ? {} : { role }) },
    envelope,
  );
}

function addRole(member: Actor, role: Membership['role']): void {
  const payload = { member, role, state: 'active' as const, scopes: ['message.read'] };
  organization.mustAct('membership.change', OWNER, payload);
}

function documentsOf(member: Actor): readonly Membership[] {
  const ids = organization.world.get('member', GROUP, memberKey(member))?.membershipIds ?? [];
  return ids
    .map((id) => organization.world.get('membership', GROUP, id))
    .filter((document) => document !== undefined);
}

function documentOf(member: Actor, role: Membership['role']): Membership | undefined {
  return documentsOf(member).find((document) => document.role === role);
}

function epochOf(member: Actor): number | undefined {
  return organization.world.get('member', GROUP, memberKey(member))?.membershipEpoch;
}

describe('membership.end', () => {
  test('CMD-112, MEM-007: ends the membership under the next epoch', () => {
    const before = documentOf(WORKER, 'worker');
    const outcome = end(COORDINATOR, WORKER);
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    const membership = { ...before, state: 'ended', membershipEpoch: 2, endedAt: NOW };
    expect(outcome.events).toHaveLength(1);
    expect(outcome.events[0]).toMatchObject({ kind: 'membership.ended', aggregateRevision: 1 });
    expect(outcome.events[0]?.payload).toEqual({ membership, member: WORKER });
    expect(documentsOf(WORKER)).toEqual([membership]);
    expect(epochOf(WORKER)).toBe(2);
  });

  test('OPEN-020: ends one role, and the others move to the new epoch', () => {
    addRole(WORKER, 'reviewer');
    const outcome = end(COORDINATOR, WORKER, 'reviewer');
    expect(outcome).toMatchObject({
      events: [
        {
          payload: {
            role: 'reviewer',
            membership: { role: 'reviewer', state: 'ended', membershipEpoch: 3 },
            memberships: [{ role: 'worker', state: 'active', membershipEpoch: 3 }],
          },
        },
      ],
    });
    expect(documentOf(WORKER, 'worker')).toMatchObject({ state: 'active', membershipEpoch: 3 });
  });

  test('MEM-007: without a role everything ends', () => {
    addRole(WORKER, 'reviewer');
    expect(end(COORDINATOR, WORKER).ok).toBe(true);
    expect(documentsOf(WORKER).map(({ state, membershipEpoch }) => [state, membershipEpoch])).toEqual([
      ['ended', 3],
      ['ended', 3],
    ]);
  });

  test('MEM-006: a role that ended before stays as it was', () => {
    addRole(WORKER, 'reviewer');
    end(COORDINATOR, WORKER, 'reviewer');
    organization.passSeconds(60);
    end(COORDINATOR, WORKER, 'worker');
    expect(documentOf(WORKER, 'reviewer')).toMatchObject({
      state: 'ended',
      membershipEpoch: 3,
      endedAt: NOW,
    });
    expect(documentOf(WORKER, 'worker')).toMatchObject({ state: 'ended', membershipEpoch: 4 });
  });

  test.each([
    ['active', WORKER],
    ['observing', OBSERVER],
  ])('MEM-002: an %s member is none afterwards', (_what, member) => {
    end(OWNER, member);
    const message = {
      messageId: 'urn:heddle:test:message:1',
      content: [{ type: 'text' as const, text: 'hm' }],
    };
    const outcome = organization.act('message.post', member, message, { conversationId: MAIN_CONVERSATION });
    expect(refusalOf(outcome)).toMatchObject({ code: 'MEMBERSHIP_REQUIRED', rule: 'MEM-002' });
  });

  test('MEM-004: work keeps its owner and leases until they run out', () => {
    const before = seedWorkItem(organization, { state: 'active' });
    end(COORDINATOR, WORKER);
    expect(organization.world.get('workItem', GROUP, ITEM)).toEqual(before);
    expect(organization.world.get('lease', GROUP, leaseIdOf(ITEM, 'execution'))?.state).toBe('active');
    const usage = organization.act('ext.missionweaveprotocol.core.resource_usage_record', WORKER, {
      workItemId: ITEM,
      ownershipEpoch: 1,
      executionLeaseId: leaseIdOf(ITEM, 'execution'),
      usageDelta: { toolCalls: 1 },
    });
    expect(refusalOf(usage).code).toBe('MEMBERSHIP_REQUIRED');
  });

  test.each([OWNER, COORDINATOR])('MEM-007: $id cannot be ended', (member) => {
    expect(refusalOf(end(OWNER, member))).toMatchObject({ code: 'INVALID_COMMAND', rule: 'MEM-007' });
    expect(refusalOf(end(COORDINATOR, member)).rule).toBe('MEM-007');
    expect(epochOf(member)).toBe(1);
  });

  test('MEM-007: the leading role alone cannot be ended either, a further one can', () => {
    addRole(COORDINATOR, 'reviewer');
    expect(refusalOf(end(OWNER, COORDINATOR, 'coordinator')).rule).toBe('MEM-007');
    expect(refusalOf(end(OWNER, OWNER, 'mission_owner'))).toMatchObject({
      rule: 'MEM-007',
      details: { member: OWNER, role: 'mission_owner' },
    });
    expect(end(OWNER, COORDINATOR, 'reviewer').ok).toBe(true);
    expect(documentOf(COORDINATOR, 'coordinator')).toMatchObject({ state: 'active', membershipEpoch: 3 });
  });

  test('MEM-007: a former Coordinator can be ended', () => {
    replaceCoordinator(organization, SECOND_WORKER);
    expect(end(OWNER, COORDINATOR).ok).toBe(true);
  });

  test.each([WORKER, OBSERVER, SERVICE, OTHER_SERVICE])('MEM-007: $id ends nothing', (actor) => {
    expect(refusalOf(end(actor, SECOND_WORKER))).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'MEM-007' });
  });

  test('CRD-004: a former Coordinator ends nothing', () => {
    replaceCoordinator(organization, SECOND_WORKER);
    expect(refusalOf(end(COORDINATOR, WORKER, undefined, { coordinatorEpoch: 1 }))).toMatchObject({
      code: 'AUTH_STALE_COORDINATOR',
      details: { coordinatorEpoch: 1, currentCoordinatorEpoch: 2 },
    });
  });

  test('CRD-007: a Coordinator without a live lease ends nothing', () => {
    organization.passSeconds(2 * 86_400);
    expect(refusalOf(end(COORDINATOR, WORKER))).toMatchObject({ code: 'WORK_LEASE_EXPIRED' });
  });

  test('MEM-007: nobody, and a role that is not held, cannot be ended', () => {
    expect(refusalOf(end(OWNER, STRANGER))).toMatchObject({ code: 'INVALID_COMMAND', rule: 'MEM-007' });
    expect(refusalOf(end(OWNER, WORKER, 'reviewer'))).toMatchObject({ code: 'INVALID_COMMAND' });
  });

  test('CMD-112: what has ended does not end again', () => {
    end(OWNER, WORKER);
    expect(refusalOf(end(OWNER, WORKER))).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'MEM-007',
      details: { membershipState: 'ended' },
    });
    expect(refusalOf(end(OWNER, WORKER, 'worker')).code).toBe('INVALID_STATE_TRANSITION');
    expect(epochOf(WORKER)).toBe(2);
  });

  test('MEM-004: memberships end also when the Mission has come to its end', () => {
    setMission(organization, { state: 'approved' });
    expect(end(OWNER, WORKER).ok).toBe(true);
  });

  test('REV-003: an expected revision is compared, 0 too', () => {
    expect(refusalOf(end(OWNER, WORKER, undefined, { expectedRevision: 0 }))).toMatchObject({
      code: 'REVISION_CONFLICT',
      expectedRevision: 0,
      currentRevision: 1,
    });
  });
});
