import { beforeEach, describe, expect, test } from 'vitest';
import type { AgentCard, CommandPayloads } from '../../protocol/generated/documents.ts';
import { seedWorkItem, setMission, statesBut } from '../seeded-work.test-data.ts';
import {
  CAPABILITY,
  cardOf,
  COORDINATOR,
  GROUP,
  membershipOf,
  OBSERVER,
  OTHER_SERVICE,
  OWNER,
  SECOND_WORKER,
  SeededOrganization,
  SERVICE,
  STRANGER,
  TEST_POLICY,
  WORKER,
} from '../seeded-world.test-data.ts';
import {
  acceptAs,
  authorize,
  bringTo,
  claimOf,
  inSeconds,
  ITEM,
  leaseOf,
  offerIdOf,
  offerTo,
  recordOf,
  refusedWith,
  start,
  UNKNOWN_ITEM,
} from '../work-scenes.test-data.ts';
import { workloadOf } from '../workload.ts';
import { memberKey, ORGANIZATION, SINGLE } from '../world.ts';

let organization: SeededOrganization;

beforeEach(() => {
  organization = new SeededOrganization();
});

function tryAccept(
  actor = WORKER,
  changes: Partial<CommandPayloads['work.accept_offer']> = {},
  envelope: object = {},
) {
  const payload = { workItemId: ITEM, offerId: offerIdOf(actor.id), ...changes };
  return organization.act('work.accept_offer', actor, payload, envelope);
}

function setCard(changes: Partial<AgentCard>): void {
  const value = { card: cardOf(WORKER, changes) };
  organization.world.apply([{ kind: 'agent', groupId: ORGANIZATION, id: WORKER.id, value }]);
}

function setLimits(limits: Partial<(typeof TEST_POLICY)['cooperation']>): void {
  organization.policy = { ...TEST_POLICY, cooperation: { ...TEST_POLICY.cooperation, ...limits } };
}

/** One more item in the hands of the Worker, in another Group. */
function holdElsewhere(state: 'queued' | 'active', n: number): void {
  seedWorkItem(organization, {
    state,
    workItemId: `urn:heddle:test:work:elsewhere-${n}`,
    groupId: 'urn:heddle:test:group:elsewhere',
  });
}

/** Lets an Agent exceed a limit with the Command of that action id. */
function grantOverride(
  policyName: 'queued_work_items' | 'active_work_items',
  kind: 'accept_offer' | 'start',
) {
  const actionId = 'urn:heddle:test:action:override';
  const cooperationOverrideGrantId = 'urn:heddle:test:override:1';
  organization.mustAct('policy.grant_cooperation_override', OWNER, {
    grantId: cooperationOverrideGrantId,
    policyName,
    beneficiary: WORKER,
    targetCommandKind: `work.${kind}`,
    targetActionId: actionId,
    reason: 'nobody else is there',
    expiresAt: '2026-05-04T10:00:00Z',
  });
  return { actionId, cooperationOverrideGrantId };
}

const ESTIMATE = {
  estimatedStart: '2026-05-04T09:05:00Z',
  estimatedCompletion: '2026-05-04T10:00:00Z',
  confidence: 0.8,
  capacityStatus: 'queued' as const,
  lastCalculatedAt: '2026-05-04T09:00:00Z',
};

describe('work.accept_offer', () => {
  test('WORK-T04, WORK-034, WORK-035 a new Ownership Epoch with pins, and a lease that says by when to start', () => {
    bringTo(organization, 'offered');
    const { revision } = recordOf(organization).document;
    const outcome = tryAccept(
      WORKER,
      { ownershipLeaseSeconds: 100, scheduleEstimate: ESTIMATE },
      { expectedRevision: revision },
    );
    const expiresAt = inSeconds(organization, 100);
    const lease = {
      leaseType: 'ownership',
      holderAgentId: WORKER.id,
      sessionEpoch: 1,
      ownershipEpoch: 1,
      workItemId: ITEM,
      startBy: expiresAt,
      expiresAt,
      state: 'active',
      renewalCount: 0,
    };
    expect(outcome).toMatchObject({
      ok: true,
      events: [
        {
          kind: 'work.offer.accepted',
          aggregateRevision: revision + 1,
          workItemId: ITEM,
          payload: {
            offerId: offerIdOf(WORKER.id),
            assigneeId: WORKER.id,
            ownershipEpoch: 1,
            ownershipLeaseExpiresAt: expiresAt,
            agentCardVersion: 1,
            lease,
          },
        },
      ],
    });
    const record = recordOf(organization);
    expect(leaseOf(organization, record.holdingLeaseId)).toMatchObject(lease);
    expect(record).toMatchObject({
      ownershipEpoch: 1,
      executionLeaseId: undefined,
      document: {
        state: 'queued',
        revision: revision + 1,
        scheduleEstimate: ESTIMATE,
        offers: [{ status: 'accepted' }],
        owner: {
          agentId: WORKER.id,
          agentCardVersion: 1,
          capabilityPins: [CAPABILITY],
          ownershipEpoch: 1,
          ownershipLeaseId: record.holdingLeaseId,
          acceptedAt: inSeconds(organization, 0),
        },
      },
    });
    expect(workloadOf(organization.world, WORKER.id)).toMatchObject({ queued: 1, active: 0 });
    // MIS-014: an acceptance leaves the Mission's revision alone.
    expect(organization.world.get('mission', GROUP, SINGLE)?.document.revision).toBe(2);
  });

  test('WORK-034 the pins are what the card has at acceptance, not what was required', () => {
    bringTo(organization, 'offered', { requiredCapabilities: [{ ...CAPABILITY, version: '1.0.0' }] });
    setCard({ cardVersion: 3 });
    expect(tryAccept().ok).toBe(true);
    expect(recordOf(organization).document.owner).toMatchObject({
      agentCardVersion: 3,
      capabilityPins: [CAPABILITY],
    });
  });

  test('WORK-014 the epoch goes on counting after an owner was fenced', () => {
    bringTo(organization, 'queued');
    organization.passSeconds(900);
    offerTo(organization, [SECOND_WORKER]);
    expect(recordOf(organization).ownershipEpoch).toBe(2);
    acceptAs(organization, SECOND_WORKER);
    expect(recordOf(organization).document.owner?.ownershipEpoch).toBe(3);
  });

  test('WORK-022, WORK-026 the first acceptance wins, the others have lost the race', () => {
    authorize(organization);
    offerTo(organization, [WORKER, SECOND_WORKER]);
    acceptAs(organization, SECOND_WORKER);
    expect(recordOf(organization).document.offers?.map(({ status }) => status)).toEqual([
      'lost_race',
      'accepted',
    ]);
    // The late Worker learns the reason even with the revision that it had seen.
    for (const envelope of [{}, { expectedRevision: 2 }]) {
      expect(tryAccept(WORKER, {}, envelope)).toMatchObject(
        refusedWith('WORK_ALREADY_OWNED', 'WORK-026', {
          workItemId: ITEM,
          offerId: offerIdOf(WORKER.id),
          workItemState: 'queued',
        }),
      );
    }
  });

  test('WORK-T05, WORK-026 an offer holds up to its end and not at it; no Event tells', () => {
    bringTo(organization, 'offered');
    const logged = organization.log.length;
    organization.passSeconds(300);
    expect(tryAccept()).toMatchObject(
      refusedWith('WORK_OFFER_EXPIRED', 'WORK-T05', {
        offerStatus: 'pending',
        expiresAt: inSeconds(organization, 0),
        workItemState: 'offered',
      }),
    );
    expect(organization.log.length).toBe(logged);
    expect(recordOf(organization).document.state).toBe('offered');
    organization.nowMs -= 1;
    expect(tryAccept().ok).toBe(true);
  });

  test('WORK-026 an offer that ran out before the running one, or was withdrawn', () => {
    bringTo(organization, 'offered');
    const again = { offers: [{ offerId: 'urn:heddle:test:offer:again', agentId: WORKER.id }] };
    offerTo(organization, [WORKER], again);
    expect(tryAccept()).toMatchObject(
      refusedWith('WORK_OFFER_EXPIRED', 'WORK-T05', { offerStatus: 'withdrawn' }),
    );
    organization.passSeconds(300);
    offerTo(organization, [SECOND_WORKER]);
    expect(tryAccept(WORKER, { offerId: 'urn:heddle:test:offer:again' })).toMatchObject(
      refusedWith('WORK_OFFER_EXPIRED', 'WORK-T05', { offerStatus: 'expired' }),
    );
  });

  test('WORK-026 an acceptance settles only what was still open', () => {
    bringTo(organization, 'offered');
    const again = { offerId: 'urn:heddle:test:offer:again', agentId: WORKER.id };
    offerTo(organization, [], { offers: [again] });
    expect(tryAccept(WORKER, { offerId: again.offerId }).ok).toBe(true);
    expect(recordOf(organization).document.offers?.map(({ status }) => status)).toEqual([
      'withdrawn',
      'accepted',
    ]);
  });

  test('MEM-010, WORK-033 a candidate that is no worker or reviewer any more, or no Agent', () => {
    bringTo(organization, 'offered');
    const pretender = { type: 'service' as const, id: WORKER.id };
    expect(tryAccept(pretender)).toMatchObject(refusedWith('AUTH_FORBIDDEN', 'WORK-033'));
    const { membershipId } = membershipOf(WORKER, 'worker');
    const value = membershipOf(WORKER, 'observer', { membershipId });
    organization.world.apply([{ kind: 'membership', groupId: GROUP, id: membershipId, value }]);
    expect(tryAccept()).toMatchObject(refusedWith('AUTH_FORBIDDEN', 'WORK-033', { agentId: WORKER.id }));
  });

  test('WORK-033 only the candidate accepts its own offer', () => {
    bringTo(organization, 'offered');
    const forbidden = refusedWith('AUTH_FORBIDDEN', 'WORK-033');
    expect(tryAccept(SECOND_WORKER)).toMatchObject(forbidden);
    expect(tryAccept(SECOND_WORKER, { offerId: offerIdOf(WORKER.id) })).toMatchObject(forbidden);
    expect(tryAccept(WORKER, { offerId: 'urn:heddle:test:offer:unknown' })).toMatchObject(forbidden);
    for (const actor of [OBSERVER, COORDINATOR, OWNER, SERVICE, OTHER_SERVICE]) {
      expect(tryAccept(actor, { offerId: offerIdOf(WORKER.id) })).toMatchObject(forbidden);
    }
    expect(tryAccept(STRANGER)).toMatchObject(refusedWith('MEMBERSHIP_REQUIRED', 'MEM-002'));
  });

  test.each(statesBut('offered'))('WORK-T04 not from %s', (state) => {
    bringTo(organization, state);
    expect(tryAccept()).toMatchObject(
      refusedWith('INVALID_STATE_TRANSITION', 'WORK-T04', { workItemState: state }),
    );
  });

  test('IDN-006, WORK-033 the card still holds and satisfies, but may be deprecated', () => {
    bringTo(organization, 'offered');
    setCard({ status: 'revoked' });
    expect(tryAccept()).toMatchObject(
      refusedWith('AUTH_FORBIDDEN', 'IDN-006', { agentId: WORKER.id, cardStatus: 'revoked' }),
    );
    setCard({ validUntil: inSeconds(organization, 0) });
    expect(tryAccept()).toMatchObject(refusedWith('AUTH_FORBIDDEN', 'IDN-006', { cardStatus: 'active' }));
    const [capability] = cardOf(WORKER).capabilities;
    if (capability === undefined) throw new Error('the card has a capability');
    setCard({ capabilities: [{ ...capability, version: '2.0.0' }] });
    expect(tryAccept()).toMatchObject(
      refusedWith('AUTH_FORBIDDEN', 'WORK-033', { agentId: WORKER.id, capability: CAPABILITY }),
    );
    setCard({ status: 'deprecated' });
    expect(tryAccept().ok).toBe(true);
  });

  test('WORK-010, REV-001 a known item at the expected revision, zero included', () => {
    bringTo(organization, 'offered');
    expect(tryAccept(WORKER, { workItemId: UNKNOWN_ITEM })).toMatchObject(
      refusedWith('INVALID_COMMAND', 'WORK-010'),
    );
    for (const expectedRevision of [0, 1]) {
      expect(tryAccept(WORKER, {}, { expectedRevision })).toMatchObject({
        ok: false,
        rejection: { code: 'REVISION_CONFLICT', expectedRevision, currentRevision: 2 },
      });
    }
  });

  test.each(['awaiting_approval', 'approved', 'failed', 'cancelled'] as const)(
    'WORK-033 not in a Mission that is %s',
    (state) => {
      bringTo(organization, 'offered');
      setMission(organization, { state });
      expect(tryAccept()).toMatchObject(
        refusedWith('INVALID_STATE_TRANSITION', 'WORK-033', { missionState: state }),
      );
    },
  );

  test('POL-003 room in the queue, across all Groups, and an override', () => {
    bringTo(organization, 'offered');
    setLimits({ queuedWorkItems: 1 });
    holdElsewhere('queued', 1);
    const outcome = tryAccept();
    expect(outcome).toMatchObject(
      refusedWith('RATE_LIMITED', 'POL-001', { policyName: 'queued_work_items', limit: 1, wanted: 2 }),
    );
    expect(outcome).toMatchObject({ rejection: { retryable: false } });
    const envelope = grantOverride('queued_work_items', 'accept_offer');
    expect(tryAccept(WORKER, {}, envelope)).toMatchObject({
      ok: true,
      events: [{ payload: { cooperationOverrideGrantId: envelope.cooperationOverrideGrantId } }],
    });
  });

  test('POL-003 nobody who has more active than allowed takes on more', () => {
    bringTo(organization, 'offered');
    setLimits({ activeWorkItems: 1 });
    holdElsewhere('active', 1);
    expect(tryAccept().ok).toBe(true);
    organization = new SeededOrganization();
    bringTo(organization, 'offered');
    setLimits({ activeWorkItems: 1 });
    holdElsewhere('active', 1);
    holdElsewhere('active', 2);
    expect(tryAccept()).toMatchObject(
      refusedWith('RATE_LIMITED', 'POL-001', { policyName: 'active_work_items', limit: 1, wanted: 2 }),
    );
  });
});

describe('work.accept_offer of a provisional member', () => {
  const observer = membershipOf(OBSERVER, 'observer');
  const provisional = () =>
    membershipOf(OBSERVER, 'worker', {
      state: 'provisional',
      provisionalExpiresAt: inSeconds(organization, 200),
      contextPackageId: 'urn:heddle:test:context:1',
    });

  /** A Worker that joins for this item; the seed's observer membership stays or goes. */
  function offerToProvisional(keepsObserver: boolean): void {
    authorize(organization);
    const { membershipId, ...rest } = provisional();
    const membershipIds = [...(keepsObserver ? [observer.membershipId] : []), membershipId];
    const value = { member: OBSERVER, membershipEpoch: 1, membershipIds };
    organization.world.apply([
      { kind: 'membership', groupId: GROUP, id: membershipId, value: { membershipId, ...rest } },
      { kind: 'member', groupId: GROUP, id: memberKey(OBSERVER), value },
    ]);
    offerTo(organization, [OBSERVER]);
  }

  test('MEM-008, OPEN-021 activates the membership with a new epoch, in an Event of its own', () => {
    offerToProvisional(false);
    const outcome = tryAccept(OBSERVER);
    expect(outcome).toMatchObject({
      ok: true,
      events: [
        { kind: 'work.offer.accepted', cause: { type: 'command' } },
        {
          kind: 'membership.changed',
          cause: { type: 'event' },
          aggregateRevision: 2,
          payload: { membership: { role: 'worker', state: 'active', membershipEpoch: 2 } },
        },
      ],
    });
    const [accepted, changed] = outcome.ok ? outcome.events : [];
    expect(changed?.cause.id).toBe(accepted?.eventId);
    const membership = organization.world.get('membership', GROUP, provisional().membershipId);
    expect(membership).toMatchObject({ state: 'active', activatedAt: inSeconds(organization, 0) });
    expect(membership?.provisionalExpiresAt).toBeUndefined();
    // The next Command carries the new epoch, and works.
    const { workItemId, ownershipEpoch } = claimOf(organization);
    expect(
      organization.act('work.start', OBSERVER, { workItemId, ownershipEpoch }, { membershipEpoch: 1 }),
    ).toMatchObject(refusedWith('MEMBERSHIP_STALE', 'MEM-002'));
    start(organization, {}, OBSERVER);
  });

  test('OPEN-020 the other memberships move to the same epoch', () => {
    offerToProvisional(true);
    expect(tryAccept(OBSERVER)).toMatchObject({
      events: [{}, { payload: { memberships: [{ role: 'observer', state: 'active', membershipEpoch: 2 }] } }],
    });
    expect(organization.world.get('membership', GROUP, observer.membershipId)?.membershipEpoch).toBe(2);
  });

  test('OPEN-024 a membership that has lapsed accepts nothing', () => {
    offerToProvisional(false);
    organization.passSeconds(200);
    expect(tryAccept(OBSERVER)).toMatchObject(refusedWith('MEMBERSHIP_REQUIRED', 'MEM-002'));
  });

  test('MEM-008 an active worker keeps its epoch', () => {
    bringTo(organization, 'queued');
    expect(organization.log.map(({ kind }) => kind)).not.toContain('membership.changed');
    expect(organization.world.get('member', GROUP, memberKey(WORKER))?.membershipEpoch).toBe(1);
  });
});
