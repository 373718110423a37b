// Creation of root and follow-up Missions (MIS-T1, MIS-T2).
import { describe, expect, test } from 'vitest';
import type { Actor, AgentCard } from '../../protocol/generated/documents.ts';
import { NO_USAGE } from '../budget.ts';
import {
  CHILD_GROUP,
  CHILD_MISSION,
  missionPayload,
  outline,
  payloadOf,
  promote,
  setSession,
} from '../seeded-missions.test-data.ts';
import { refusalOf, setMission } from '../seeded-work.test-data.ts';
import {
  cardOf,
  COORDINATOR,
  GROUP,
  MISSION,
  MISSION_BUDGET,
  OWNER,
  SeededOrganization,
  SERVICE,
  STRANGER,
} from '../seeded-world.test-data.ts';
import type { MissionState } from '../missions.ts';
import { memberKey, ORGANIZATION, SINGLE } from '../world.ts';

const NEW = missionPayload();
const ENVELOPE = { groupId: NEW.groupId };
const OTHER_HUMAN: Actor = { type: 'human', id: 'urn:heddle:test:human:other' };

function create(organization: SeededOrganization, changes = {}, envelope = {}, actor = OWNER) {
  const payload = missionPayload(changes);
  return organization.act('mission.create', actor, payload, { groupId: payload.groupId, ...envelope });
}

function follow(organization: SeededOrganization, changes = {}, envelope = {}, actor = OWNER) {
  const payload = { ...missionPayload(), followUpToMissionId: MISSION, ...changes };
  return organization.act('mission.create_follow_up', actor, payload, { ...ENVELOPE, ...envelope });
}

function registerCard(organization: SeededOrganization, changes: Partial<AgentCard>): void {
  organization.world.apply([
    {
      kind: 'agent',
      groupId: ORGANIZATION,
      id: STRANGER.id,
      value: { card: cardOf(STRANGER, changes) },
    },
  ]);
}

describe('mission.create', () => {
  test('MIS-T1, MIS-002, MIS-008: makes Mission, Group, Conversation, Memberships and lease in one Event', () => {
    const organization = new SeededOrganization();
    const events = organization.mustAct('mission.create', OWNER, NEW, ENVELOPE);
    expect(outline(events)).toEqual(['mission.created new']);
    expect(events[0]).toMatchObject({
      sequence: 1,
      aggregateRevision: 1,
      conversationId: `${NEW.groupId}:mission`,
      actor: OWNER,
    });
    const payload = payloadOf(events, 'mission.created');
    const at = events[0]?.occurredAt;
    expect(payload.mission).toEqual({
      missionId: NEW.missionId,
      groupId: NEW.groupId,
      revision: 1,
      objective: NEW.objective,
      definitionOfDone: NEW.definitionOfDone,
      missionOwner: OWNER,
      coordinator: {
        agentId: STRANGER.id,
        agentCardVersion: 1,
        coordinatorEpoch: 1,
        leaseId: payload.lease.leaseId,
      },
      state: 'active',
      budget: MISSION_BUDGET,
      deadline: NEW.deadline,
      approvalPolicy: NEW.approvalPolicy,
      createdAt: at,
    });
    expect(payload.group).toEqual({
      groupId: NEW.groupId,
      missionId: NEW.missionId,
      state: 'active',
      mainConversationId: payload.conversation.conversationId,
      createdAt: at,
    });
    expect(payload.conversation).toMatchObject({
      conversationId: `${NEW.groupId}:mission`,
      type: 'group',
      createdBy: OWNER,
      state: 'active',
    });
    expect(payload.memberships.map(({ member, role }) => [member, role])).toEqual([
      [OWNER, 'mission_owner'],
      [STRANGER, 'coordinator'],
    ]);
    expect(payload.lease).toMatchObject({
      leaseType: 'coordinator',
      holderAgentId: STRANGER.id,
      coordinatorEpoch: 1,
      sessionEpoch: 1,
      state: 'active',
      startsAt: at,
      expiresAt: '2026-05-04T09:05:00.000Z',
    });
    expect(payload).not.toHaveProperty('title');
    expect(payload).not.toHaveProperty('permissions');
  });

  test('MIS-008, MEM-003, MEM-010: the folded state has active members with full sight and a root account', () => {
    const organization = new SeededOrganization();
    organization.mustAct('mission.create', OWNER, NEW, ENVELOPE);
    const { world } = organization;
    const memberships = [...world.list('membership', NEW.groupId)].map(([, membership]) => membership);
    expect(memberships).toHaveLength(2);
    for (const membership of memberships) {
      expect(membership).toMatchObject({ state: 'active', membershipEpoch: 1, visibilityStartSequence: 0 });
    }
    expect(memberships.map(({ scopes }) => scopes)).toEqual([
      ['mission.inspect', 'mission.direct', 'mission.approve', 'mission.cancel'],
      ['message.post', 'work.authorize', 'work.offer', 'work.verify', 'mission.submit'],
    ]);
    expect(world.get('member', NEW.groupId, memberKey(OWNER))?.membershipEpoch).toBe(1);
    expect(world.get('account', NEW.groupId, NEW.missionId)).toMatchObject({
      limit: MISSION_BUDGET,
      parent: undefined,
      isClosed: false,
    });
    expect(world.get('missionAddress', ORGANIZATION, NEW.missionId)).toEqual({ groupId: NEW.groupId });
    expect(world.get('mission', NEW.groupId, SINGLE)).toMatchObject({ permissions: [], title: undefined });
    expect(world.get('head', NEW.groupId, SINGLE)?.sequence).toBe(1);
  });

  test('MIS-T1: the new Coordinator can act at once', () => {
    const organization = new SeededOrganization();
    organization.mustAct('mission.create', OWNER, NEW, ENVELOPE);
    const outcome = organization.act('mission.renew_coordinator', STRANGER, {}, ENVELOPE);
    expect(outcome.ok).toBe(true);
  });

  test('MIS-001: what is optional is kept', () => {
    const organization = new SeededOrganization();
    const pinnedProfiles = [{ profileUri: 'urn:heddle:test:profile:1', majorVersion: 2 }];
    const changes = {
      title: 'output audit',
      permissions: ['files.read'],
      pinnedProfiles,
      coordinatorLeaseSeconds: 60,
    };
    const events = organization.mustAct('mission.create', OWNER, missionPayload(changes), ENVELOPE);
    const payload = payloadOf(events, 'mission.created');
    expect(payload.title).toBe('output audit');
    expect(payload.mission.pinnedProfiles).toEqual(pinnedProfiles);
    expect(payload.lease.expiresAt).toBe('2026-05-04T09:01:00.000Z');
    expect(organization.world.get('mission', NEW.groupId, SINGLE)).toMatchObject({
      title: 'output audit',
      permissions: ['files.read'],
    });
  });

  test('CRD-001: the lease names the current session of the Coordinator, or its first one', () => {
    const organization = new SeededOrganization();
    setSession(organization, STRANGER.id, 7);
    const events = organization.mustAct('mission.create', OWNER, NEW, ENVELOPE);
    expect(payloadOf(events, 'mission.created').lease.sessionEpoch).toBe(7);
    const fresh = new SeededOrganization();
    fresh.world.apply([{ kind: 'session', groupId: ORGANIZATION, id: STRANGER.id, value: undefined }]);
    const first = fresh.mustAct('mission.create', OWNER, NEW, ENVELOPE);
    expect(payloadOf(first, 'mission.created').lease.sessionEpoch).toBe(1);
  });

  test.each(['https://host', `urn:heddle:test:group:${'x'.repeat(489)}`])(
    'MIS-008: a Group id that takes no suffix gets a Conversation with an id of its own (%#)',
    (groupId) => {
      const organization = new SeededOrganization();
      const events = organization.mustAct('mission.create', OWNER, missionPayload({ groupId }), { groupId });
      const { conversation, group } = payloadOf(events, 'mission.created');
      expect(conversation.conversationId).toMatch(/^urn:heddle:test:conversation:/);
      expect(group.mainConversationId).toBe(conversation.conversationId);
    },
  );

  test.each([COORDINATOR, SERVICE])('MIS-T1: only a human begins a Mission ($type)', (actor) => {
    const organization = new SeededOrganization();
    expect(refusalOf(create(organization, {}, {}, actor))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'MIS-T1',
      details: { actorType: actor.type },
    });
  });

  test('CMD-003: envelope and payload name the same Group', () => {
    const rejection = refusalOf(create(new SeededOrganization(), {}, { groupId: GROUP }));
    expect(rejection).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'CMD-003',
      details: { groupId: NEW.groupId, envelopeGroupId: GROUP },
    });
  });

  test('INV-01: a Group has one Mission', () => {
    expect(refusalOf(create(new SeededOrganization(), { groupId: GROUP }))).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'INV-01',
      details: { groupId: GROUP },
    });
  });

  test('INV-01: a Mission has one Group', () => {
    expect(refusalOf(create(new SeededOrganization(), { missionId: MISSION }))).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'INV-01',
      details: { missionId: MISSION },
    });
  });

  test.each(['2026-05-04T09:00:00Z', '2026-05-04T08:59:59.999Z'])(
    'MIS-007: the deadline %s is not in the future',
    (deadline) => {
      expect(refusalOf(create(new SeededOrganization(), { deadline }))).toMatchObject({
        code: 'INVALID_COMMAND',
        rule: 'MIS-007',
        details: { deadline },
      });
    },
  );

  test('OPEN-050: a financial limit with more than six decimals is refused', () => {
    const budget = { currency: 'EUR', financialLimit: 1.0000001 };
    expect(refusalOf(create(new SeededOrganization(), { budget }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'OPEN-050',
      details: { financialLimit: 1.0000001 },
    });
  });

  test('MIS-008: the Coordinator is a registered Agent', () => {
    const coordinatorAgentId = 'urn:heddle:test:agent:unknown';
    expect(refusalOf(create(new SeededOrganization(), { coordinatorAgentId }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'MIS-008',
      details: { agentId: coordinatorAgentId },
    });
  });

  test.each([
    { status: 'deprecated' as const },
    { status: 'revoked' as const },
    { validUntil: '2026-05-04T09:00:00Z' },
  ])('IDN-006: a Coordinator needs an active card (%o)', (changes) => {
    const organization = new SeededOrganization();
    registerCard(organization, changes);
    expect(refusalOf(create(organization))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'IDN-006',
      details: { agentId: STRANGER.id },
    });
  });

  test('IDN-006: a card that ends later is active, and its version is pinned', () => {
    const organization = new SeededOrganization();
    registerCard(organization, { validUntil: '2026-05-04T09:00:00.001Z', cardVersion: 4 });
    const events = organization.mustAct('mission.create', OWNER, NEW, ENVELOPE);
    expect(payloadOf(events, 'mission.created').mission.coordinator.agentCardVersion).toBe(4);
  });

  test('REV-001: before its creation a Mission has revision 0', () => {
    expect(create(new SeededOrganization(), {}, { expectedRevision: 0 }).ok).toBe(true);
    expect(refusalOf(create(new SeededOrganization(), {}, { expectedRevision: 1 }))).toMatchObject({
      code: 'REVISION_CONFLICT',
      rule: 'REV-001',
      expectedRevision: 1,
      currentRevision: 0,
    });
  });

  test('DOC-MISN-C1: the policy of a root demands the final human approval', () => {
    const approvalPolicy = { finalHumanApproval: false, highRiskExecutionApproval: true };
    expect(refusalOf(create(new SeededOrganization(), { approvalPolicy }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'CMD-016',
    });
  });

  test('CMD-006: a refusal changes nothing', () => {
    const organization = new SeededOrganization();
    refusalOf(create(organization, { deadline: '2026-05-04T09:00:00Z' }));
    expect(organization.world.get('mission', NEW.groupId, SINGLE)).toBeUndefined();
    expect(organization.log).toEqual([]);
  });
});

describe('mission.create_follow_up', () => {
  function approved(): SeededOrganization {
    const organization = new SeededOrganization();
    setMission(organization, { state: 'approved' });
    return organization;
  }

  test('MIS-T2, CHD-010: an approved Mission is continued in a Group and budget of its own', () => {
    const organization = approved();
    const outcome = follow(organization, { title: 'second audit', permissions: ['files.read'] });
    if (!outcome.ok) throw new Error('refused');
    expect(outline(outcome.events)).toEqual(['mission.follow_up.created new']);
    const payload = payloadOf(outcome.events, 'mission.follow_up.created');
    expect(payload.followUpToMissionId).toBe(MISSION);
    expect(payload.mission).toMatchObject({
      followUpToMissionId: MISSION,
      missionOwner: OWNER,
      revision: 1,
      state: 'active',
    });
    expect(payload.mission).not.toHaveProperty('parent');
    expect(organization.world.get('account', NEW.groupId, NEW.missionId)?.parent).toBeUndefined();
    expect(organization.world.get('account', GROUP, MISSION)?.reserved).toEqual(NO_USAGE);
    expect(organization.world.get('mission', NEW.groupId, SINGLE)).toMatchObject({
      title: 'second audit',
      permissions: ['files.read'],
    });
  });

  test('MIS-003: the approved Mission stays as it was', () => {
    const organization = approved();
    const before = organization.world.get('mission', GROUP, SINGLE);
    expect(follow(organization).ok).toBe(true);
    expect(organization.world.get('mission', GROUP, SINGLE)).toEqual(before);
  });

  test.each<MissionState>(['active', 'awaiting_approval', 'failed', 'cancelled'])(
    'MIS-T2: a Mission that is %s cannot be continued',
    (state) => {
      const organization = new SeededOrganization();
      setMission(organization, { state });
      expect(refusalOf(follow(organization))).toMatchObject({
        code: 'INVALID_STATE_TRANSITION',
        rule: 'MIS-T2',
        details: { missionState: state, followUpToMissionId: MISSION },
      });
    },
  );

  test('MIS-T2: only the same human continues it', () => {
    expect(refusalOf(follow(approved(), {}, {}, OTHER_HUMAN))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'MIS-T2',
    });
  });

  test('MIS-T2: a child Mission, which an Agent owns, is not continued', () => {
    const organization = new SeededOrganization();
    promote(organization);
    setMission(organization, { state: 'approved' }, CHILD_GROUP);
    expect(refusalOf(follow(organization, { followUpToMissionId: CHILD_MISSION }))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'MIS-T2',
    });
  });

  test('CHD-010: an unknown Mission cannot be continued', () => {
    const followUpToMissionId = 'urn:heddle:test:mission:unknown';
    expect(refusalOf(follow(approved(), { followUpToMissionId }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'CHD-010',
      details: { followUpToMissionId },
    });
  });

  test.each([COORDINATOR, SERVICE])('MIS-T2: only a human continues a Mission ($type)', (actor) => {
    expect(refusalOf(follow(approved(), {}, {}, actor))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'MIS-T2',
      details: { actorType: actor.type },
    });
  });

  test('CMD-003: envelope and payload name the same Group', () => {
    expect(refusalOf(follow(approved(), {}, { groupId: GROUP }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'CMD-003',
    });
  });

  test('REV-001: the new Mission has revision 0 before', () => {
    expect(follow(approved(), {}, { expectedRevision: 0 }).ok).toBe(true);
    expect(refusalOf(follow(approved(), {}, { expectedRevision: 1 })).code).toBe('REVISION_CONFLICT');
  });

  test('MIS-007: the deadline of a follow-up is in the future as well', () => {
    expect(refusalOf(follow(approved(), { deadline: '2026-05-04T09:00:00Z' }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'MIS-007',
    });
  });
});
