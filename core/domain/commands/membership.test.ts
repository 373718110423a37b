import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor, CommandPayloads, Membership } from '../../protocol/generated/documents.ts';
import { nowAt } from '../decision.ts';
import type { MissionState } from '../missions.ts';
import { contextPackageOf, refusalOf, replaceCoordinator, setMission } from '../seeded-work.test-data.ts';
import {
  COORDINATOR,
  GROUP,
  MAIN_CONVERSATION,
  MISSION,
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

type Change = CommandPayloads['membership.change'];

let organization: SeededOrganization;

beforeEach(() => {
  organization = new SeededOrganization();
});

const NOW = nowAt(START_MS).text;
const LATER = nowAt(START_MS + 900_000).text;
const { contextPackageId: PACKAGE_ID } = contextPackageOf();

function changeOf(changes: Partial<Change> = {}): Change {
  return { member: STRANGER, role: 'worker', state: 'active', scopes: ['work.execute'], ...changes };
}

function change(actor: Actor, changes: Partial<Change> = {}, envelope: object = {}) {
  return organization.act('membership.change', actor, changeOf(changes), envelope);
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

const PROVISIONAL: Partial<Change> = {
  state: 'provisional',
  provisionalExpiresAt: LATER,
  contextPackage: contextPackageOf(),
};

describe('membership.change', () => {
  test('CMD-111, MEM-001: a new member begins with epoch 1, its scopes, and sight from this Event on', () => {
    const outcome = change(OWNER);
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    expect(outcome.events).toHaveLength(1);
    const [event] = outcome.events;
    const membership = {
      membershipId: documentOf(STRANGER, 'worker')?.membershipId,
      missionId: MISSION,
      groupId: GROUP,
      member: STRANGER,
      role: 'worker',
      state: 'active',
      membershipEpoch: 1,
      scopes: ['work.execute'],
      visibilityStartSequence: event?.sequence,
      grantedAt: NOW,
      activatedAt: NOW,
    };
    expect(event).toMatchObject({
      kind: 'membership.changed',
      groupId: GROUP,
      sequence: 2,
      aggregateRevision: 1,
    });
    expect(event?.payload).toEqual({ membership });
    expect(documentsOf(STRANGER)).toEqual([membership]);
    expect(epochOf(STRANGER)).toBe(1);
    expect(organization.act('message.post', STRANGER, MESSAGE, IN_MAIN).ok).toBe(true);
  });

  const IN_MAIN = { conversationId: MAIN_CONVERSATION };
  const MESSAGE: CommandPayloads['message.post'] = {
    messageId: 'urn:heddle:test:message:1',
    content: [{ type: 'text', text: 'here' }],
  };

  test('MEM-004, CTX-009: the Coordinator brings a Worker in provisionally, with a Context Package', () => {
    const outcome = change(COORDINATOR, PROVISIONAL);
    expect(outcome).toMatchObject({ events: [{ payload: { contextPackage: contextPackageOf() } }] });
    expect(documentOf(STRANGER, 'worker')).toMatchObject({
      state: 'provisional',
      provisionalExpiresAt: LATER,
      contextPackageId: PACKAGE_ID,
    });
    expect(documentOf(STRANGER, 'worker')).not.toHaveProperty('activatedAt');
  });

  test('MEM-006: a provisional member becomes active under the next epoch and the same id', () => {
    change(COORDINATOR, PROVISIONAL);
    const before = documentOf(STRANGER, 'worker');
    organization.passSeconds(60);
    expect(change(COORDINATOR).ok).toBe(true);
    const now = nowAt(organization.nowMs).text;
    expect(documentOf(STRANGER, 'worker')).toEqual({
      membershipId: before?.membershipId,
      missionId: MISSION,
      groupId: GROUP,
      member: STRANGER,
      role: 'worker',
      state: 'active',
      membershipEpoch: 2,
      scopes: ['work.execute'],
      visibilityStartSequence: 2,
      contextPackageId: PACKAGE_ID,
      grantedAt: NOW,
      activatedAt: now,
    });
  });

  test('OPEN-020: a further role is a document of its own; all of the member move to the new epoch', () => {
    const outcome = change(COORDINATOR, { member: WORKER, role: 'work_delegate', scopes: ['work.propose'] });
    expect(outcome).toMatchObject({
      events: [
        {
          payload: {
            membership: { role: 'work_delegate', membershipEpoch: 2 },
            memberships: [{ role: 'worker', membershipEpoch: 2, state: 'active' }],
          },
        },
      ],
    });
    expect(documentsOf(WORKER).map(({ membershipEpoch }) => membershipEpoch)).toEqual([2, 2]);
    expect(epochOf(WORKER)).toBe(2);
    expect(epochOf(SECOND_WORKER)).toBe(1);
  });

  test('MEM-002: after a change only the new epoch is good', () => {
    change(COORDINATOR, { member: WORKER });
    const stale = organization.act('message.post', WORKER, MESSAGE, { ...IN_MAIN, membershipEpoch: 1 });
    expect(refusalOf(stale)).toMatchObject({ code: 'MEMBERSHIP_STALE' });
    expect(organization.act('message.post', WORKER, MESSAGE, IN_MAIN).ok).toBe(true);
  });

  test('DLG-009: a change drops the Grants that the old epoch carried', () => {
    const known = documentOf(WORKER, 'worker');
    if (known === undefined) throw new Error('seeded');
    organization.world.apply([
      {
        kind: 'membership',
        groupId: GROUP,
        id: known.membershipId,
        value: { ...known, delegationGrants: [] },
      },
    ]);
    change(COORDINATOR, { member: WORKER, role: 'reviewer', scopes: ['work.review'] });
    expect(documentOf(WORKER, 'worker')).not.toHaveProperty('delegationGrants');
  });

  test('MEM-005: a member sees as far back with a further role as it did before', () => {
    expect(change(COORDINATOR, { member: WORKER, role: 'reviewer', scopes: ['work.review'] }).ok).toBe(true);
    expect(documentOf(WORKER, 'reviewer')?.visibilityStartSequence).toBe(0);
  });

  test('MEM-006: a named visibility start is taken as it is', () => {
    change(COORDINATOR, { visibilityStartSequence: 1 });
    expect(documentOf(STRANGER, 'worker')?.visibilityStartSequence).toBe(1);
    change(COORDINATOR, { visibilityStartSequence: 9 });
    expect(documentOf(STRANGER, 'worker')?.visibilityStartSequence).toBe(9);
  });

  test('MEM-006: who comes back keeps its id, counts on, and sees what comes next', () => {
    const { membershipId } = documentOf(WORKER, 'worker') ?? {};
    organization.mustAct('membership.end', COORDINATOR, { member: WORKER });
    organization.passSeconds(5);
    const outcome = change(COORDINATOR, { member: WORKER });
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    expect(documentsOf(WORKER)).toEqual([
      expect.objectContaining({
        membershipId,
        state: 'active',
        membershipEpoch: 3,
        visibilityStartSequence: outcome.events[0]?.sequence,
        grantedAt: nowAt(organization.nowMs).text,
      }),
    ]);
    expect(documentOf(WORKER, 'worker')).not.toHaveProperty('endedAt');
  });

  test('MEM-003: owner and Coordinator get their own roles again, with full sight', () => {
    expect(change(OWNER, { member: COORDINATOR, role: 'coordinator', scopes: ['work.offer'] }).ok).toBe(true);
    expect(documentOf(COORDINATOR, 'coordinator')).toMatchObject({
      visibilityStartSequence: 0,
      membershipEpoch: 2,
      scopes: ['work.offer'],
    });
    expect(change(OWNER, { member: OWNER, role: 'mission_owner', scopes: ['mission.inspect'] }).ok).toBe(
      true,
    );
  });

  test.each([WORKER, SECOND_WORKER, OBSERVER, SERVICE, OTHER_SERVICE])(
    'MEM-001: $id changes nothing',
    (actor) => {
      expect(refusalOf(change(actor))).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'MEM-001' });
      expect(epochOf(STRANGER)).toBeUndefined();
    },
  );

  test('CMD-012: a Coordinator carries its current epoch', () => {
    const stale = { coordinatorEpoch: 1 };
    replaceCoordinator(organization, SECOND_WORKER);
    expect(refusalOf(change(COORDINATOR, {}, stale))).toMatchObject({
      code: 'AUTH_STALE_COORDINATOR',
      rule: 'CRD-004',
    });
    expect(refusalOf(change(SECOND_WORKER, {}, { coordinatorEpoch: 3 }))).toMatchObject({
      code: 'AUTH_STALE_COORDINATOR',
      rule: 'CMD-012',
    });
    expect(change(SECOND_WORKER).ok).toBe(true);
  });

  test('CRD-007: a Coordinator without a live lease changes nothing; the owner still does', () => {
    organization.passSeconds(2 * 86_400);
    expect(refusalOf(change(COORDINATOR))).toMatchObject({ code: 'WORK_LEASE_EXPIRED', rule: 'CRD-007' });
    expect(change(OWNER).ok).toBe(true);
  });

  test('MEM-009: an Agent has to be registered', () => {
    const member: Actor = { type: 'agent', id: 'urn:heddle:test:agent:unknown' };
    expect(refusalOf(change(COORDINATOR, { member }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'MEM-009',
      details: { member },
    });
  });

  test('MEM-002: a service becomes no member', () => {
    expect(refusalOf(change(COORDINATOR, { member: SERVICE }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'MEM-002',
    });
  });

  test('MEM-001: a human may observe', () => {
    const member: Actor = { type: 'human', id: 'urn:heddle:test:human:auditor' };
    expect(change(OWNER, { member, role: 'observer', scopes: ['message.read'] }).ok).toBe(true);
  });

  test.each(['mission_owner', 'coordinator'] as const)(
    'MEM-009: the role %s is for whom the Mission names',
    (role) => {
      expect(refusalOf(change(OWNER, { member: WORKER, role }))).toMatchObject({
        code: 'INVALID_COMMAND',
        rule: 'MEM-009',
        details: { role },
      });
    },
  );

  test('MEM-009: the id alone does not make an owner', () => {
    const member: Actor = { type: 'agent', id: OWNER.id };
    organization.world.apply([
      {
        kind: 'agent',
        groupId: '',
        id: member.id,
        value: organization.world.get('agent', '', WORKER.id),
      },
    ]);
    expect(refusalOf(change(OWNER, { member, role: 'mission_owner' })).rule).toBe('MEM-009');
  });

  test('MEM-003: the leading roles are neither provisional nor short-sighted', () => {
    const leading = { member: COORDINATOR, role: 'coordinator' } as const;
    const provisional = change(OWNER, {
      ...leading,
      state: 'provisional',
      provisionalExpiresAt: LATER,
      contextPackageId: PACKAGE_ID,
    });
    expect(refusalOf(provisional)).toMatchObject({ code: 'INVALID_COMMAND', rule: 'MEM-003' });
    expect(refusalOf(change(OWNER, { ...leading, visibilityStartSequence: 2 })).rule).toBe('MEM-003');
    expect(change(OWNER, { ...leading, visibilityStartSequence: 1 }).ok).toBe(true);
  });

  test('OPEN-024: a provisional time lies ahead', () => {
    expect(refusalOf(change(COORDINATOR, { ...PROVISIONAL, provisionalExpiresAt: NOW }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'OPEN-024',
    });
  });

  test('MEM-004: an active Membership has no provisional time', () => {
    expect(refusalOf(change(COORDINATOR, { provisionalExpiresAt: LATER }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'MEM-004',
    });
  });

  test('CTX-009: a provisional Membership needs a Context Package', () => {
    const { contextPackage: _contextPackage, ...without } = PROVISIONAL;
    expect(refusalOf(change(COORDINATOR, without))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'CMD-016',
    });
    const byId = { ...without, contextPackageId: PACKAGE_ID };
    expect(refusalOf(change(COORDINATOR, byId)).rule).toBe('CTX-009');
    // Once the log carries it, it need not be sent again.
    expect(change(COORDINATOR, { ...PROVISIONAL, member: OBSERVER }).ok).toBe(true);
    expect(change(COORDINATOR, byId).ok).toBe(true);
    expect(documentOf(STRANGER, 'worker')?.contextPackageId).toBe(PACKAGE_ID);
  });

  test.each<MissionState>(['approved', 'failed', 'cancelled'])(
    'CMD-111: a Mission that is %s takes nobody in',
    (state) => {
      setMission(organization, { state });
      expect(refusalOf(change(OWNER))).toMatchObject({
        code: 'INVALID_STATE_TRANSITION',
        rule: 'CMD-111',
        details: { missionState: state },
      });
    },
  );

  test('REV-003: an expected revision is compared, 0 too', () => {
    expect(refusalOf(change(OWNER, {}, { expectedRevision: 0 }))).toMatchObject({
      code: 'REVISION_CONFLICT',
      expectedRevision: 0,
      currentRevision: 1,
    });
    expect(change(OWNER, {}, { expectedRevision: 1 }).ok).toBe(true);
  });
});
