import { beforeEach, describe, expect, test } from 'vitest';
import type { AgentCard, CommandPayloads } from '../../protocol/generated/documents.ts';
import { replaceCoordinator, seedWorkItem, setMission } from '../seeded-work.test-data.ts';
import {
  CAPABILITY,
  cardOf,
  contractOf,
  COORDINATOR,
  GROUP,
  membershipOf,
  MISSION,
  OBSERVER,
  OTHER_SERVICE,
  OWNER,
  SECOND_WORKER,
  SeededOrganization,
  SERVICE,
  STRANGER,
  WORKER,
} from '../seeded-world.test-data.ts';
import {
  acceptAs,
  authorize,
  BASIS,
  block,
  bringTo,
  CHECKPOINT,
  failureOf,
  refusedWith,
  grantTo,
  inSeconds,
  ITEM,
  leaseOf,
  offerIdOf,
  offerPayload,
  offerTo,
  recordOf,
  start,
} from '../work-scenes.test-data.ts';
import { memberKey, ORGANIZATION, SINGLE } from '../world.ts';

let organization: SeededOrganization;

beforeEach(() => {
  organization = new SeededOrganization();
});

const AGAIN = { offers: [{ offerId: 'urn:heddle:test:offer:again', agentId: WORKER.id }] };

function tryOffer(
  changes: Partial<CommandPayloads['work.offer']> = {},
  actor = COORDINATOR,
  envelope: object = {},
) {
  return organization.act('work.offer', actor, offerPayload([WORKER], changes), envelope);
}

function setCard(changes: Partial<AgentCard>): void {
  const value = { card: cardOf(WORKER, changes) };
  organization.world.apply([{ kind: 'agent', groupId: ORGANIZATION, id: WORKER.id, value }]);
}

/** Past every lease and offer of these scenes, inside the coordinator lease. */
function passAllLeases(): void {
  organization.passSeconds(3_600);
}

function offers() {
  return (recordOf(organization).document.offers ?? []).map(({ offerId, status, expiresAt }) => ({
    offerId,
    status,
    expiresAt,
  }));
}

describe('work.offer makes offers', () => {
  test('WORK-T03 from open: pending offers with one end; WORK-023 the selection basis is kept', () => {
    authorize(organization);
    const { revision } = recordOf(organization).document;
    const outcome = organization.act(
      'work.offer',
      COORDINATOR,
      offerPayload([WORKER, SECOND_WORKER], { offerExpiresInSeconds: 60 }),
      { expectedRevision: revision },
    );
    const offerExpiresAt = inSeconds(organization, 60);
    expect(outcome).toMatchObject({
      ok: true,
      events: [
        {
          kind: 'work.offer.created',
          cause: { type: 'command' },
          workItemId: ITEM,
          conversationId: `${GROUP}:work:${ITEM}`,
          aggregateRevision: revision + 1,
          payload: {
            candidateAgentIds: [WORKER.id, SECOND_WORKER.id],
            offerExpiresAt,
            selectionBasis: BASIS,
            workItem: {
              state: 'offered',
              selectionBasis: BASIS,
              offers: [
                { agentId: WORKER.id, agentCardVersion: 1, status: 'pending', expiresAt: offerExpiresAt },
                { agentId: SECOND_WORKER.id, status: 'pending', expiresAt: offerExpiresAt },
              ],
            },
          },
        },
      ],
    });
    // WORK-021: an offer reserves nothing, and MIS-014: it leaves the Mission's revision alone.
    expect(recordOf(organization).document.owner).toBeUndefined();
    expect(organization.world.get('mission', GROUP, SINGLE)?.document.revision).toBe(2);
  });

  test('WORK-020 an offer lasts as long as policy says when the Command does not', () => {
    authorize(organization);
    offerTo(organization);
    expect(offers()).toMatchObject([{ expiresAt: inSeconds(organization, 300) }]);
  });

  test('WORK-024 candidates join a running offer, and all get the new end', () => {
    bringTo(organization, 'offered');
    organization.passSeconds(100);
    offerTo(organization, [SECOND_WORKER]);
    const expiresAt = inSeconds(organization, 300);
    expect(offers()).toEqual([
      { offerId: offerIdOf(WORKER.id), status: 'pending', expiresAt },
      { offerId: offerIdOf(SECOND_WORKER.id), status: 'pending', expiresAt },
    ]);
  });

  test('WORK-T03 an offer to the same Agent is renewed', () => {
    bringTo(organization, 'offered');
    expect(tryOffer(AGAIN).ok).toBe(true);
    expect(offers()).toMatchObject([
      { offerId: offerIdOf(WORKER.id), status: 'withdrawn' },
      { offerId: 'urn:heddle:test:offer:again', status: 'pending' },
    ]);
  });

  test('WORK-T05, WORK-024 what ran out is marked expired once, and replaced', () => {
    bringTo(organization, 'offered');
    organization.passSeconds(300);
    offerTo(organization, [SECOND_WORKER]);
    expect(offers()).toMatchObject([
      { offerId: offerIdOf(WORKER.id), status: 'expired' },
      { offerId: offerIdOf(SECOND_WORKER.id), status: 'pending' },
    ]);
    organization.passSeconds(300);
    expect(tryOffer(AGAIN).ok).toBe(true);
    expect(offers()).toMatchObject([
      { offerId: offerIdOf(SECOND_WORKER.id), status: 'expired' },
      { offerId: 'urn:heddle:test:offer:again', status: 'pending' },
    ]);
  });

  test.each(['queued', 'active', 'blocked'] as const)(
    'WORK-T03, WORK-014 from %s once the owner is gone: fenced, its leases expired, its reports dropped',
    (state) => {
      bringTo(organization, state);
      const before = recordOf(organization);
      const held = [before.executionLeaseId, before.holdingLeaseId].filter((id) => id !== undefined);
      passAllLeases();
      const outcome = tryOffer(AGAIN);
      expect(outcome).toMatchObject({ ok: true, events: [{ payload: { workItem: { state: 'offered' } } }] });
      const after = recordOf(organization);
      expect(after.document.owner).toBeUndefined();
      expect(after).toMatchObject({
        ownershipEpoch: before.ownershipEpoch + 1,
        executionLeaseId: undefined,
        holdingLeaseId: undefined,
        requiredResolution: undefined,
      });
      expect(held.length).toBeGreaterThan(0);
      for (const leaseId of held) {
        const lease = leaseOf(organization, leaseId);
        expect(lease).toMatchObject({ state: 'expired', closedAt: lease.expiresAt });
      }
      // The former owner's last offer is no candidate any more.
      expect(offers()).toMatchObject([{ offerId: 'urn:heddle:test:offer:again', status: 'pending' }]);
    },
  );

  test('FLR-001 the newest checkpoint survives the change of owner', () => {
    bringTo(organization, 'active');
    block(organization);
    passAllLeases();
    expect(tryOffer(AGAIN).ok).toBe(true);
    expect(recordOf(organization).checkpoint).toEqual(CHECKPOINT);
  });

  test('WORK-T03, WORK-011 from failed, with its budget reserved anew', () => {
    bringTo(organization, 'failed');
    expect(organization.world.get('account', GROUP, ITEM)?.isClosed).toBe(true);
    expect(tryOffer(AGAIN).ok).toBe(true);
    expect(organization.world.get('account', GROUP, ITEM)?.isClosed).toBe(false);
  });

  test('OPEN-051, BUD-006 from failed no more, when others have taken the budget', () => {
    bringTo(organization, 'failed', { budget: { toolCallLimit: 600 } });
    authorize(
      organization,
      { goal: 'another', budget: { toolCallLimit: 401 } },
      { workItemId: 'urn:heddle:test:work:second' },
    );
    expect(tryOffer(AGAIN)).toMatchObject(
      refusedWith('BUDGET_EXCEEDED', 'BUD-006', {
        dimension: 'toolCalls',
        account: { groupId: GROUP, id: MISSION },
        limit: 1_000,
        wanted: 1_001,
      }),
    );
  });

  test('OPEN-051 from failed no more, when the parent has come to its end', () => {
    const parentWorkItemId = 'urn:heddle:test:work:parent';
    authorize(organization, { goal: 'the whole' }, { workItemId: parentWorkItemId });
    authorize(organization, {}, { parentWorkItemId });
    organization.mustAct('work.fail', COORDINATOR, {
      workItemId: ITEM,
      reason: 'not possible',
      evidence: [failureOf({ generatedBy: COORDINATOR })],
    });
    organization.mustAct('work.cancel', COORDINATOR, { workItemId: parentWorkItemId });
    expect(tryOffer()).toMatchObject(
      refusedWith('INVALID_STATE_TRANSITION', 'OPEN-051', {
        workItemId: parentWorkItemId,
        workItemState: 'cancelled',
      }),
    );
  });

  test.each(['submitted', 'verified', 'cancelled'] as const)('WORK-T03 never from %s (WORK-015)', (state) => {
    bringTo(organization, state);
    passAllLeases();
    expect(tryOffer(AGAIN)).toMatchObject(
      refusedWith('INVALID_STATE_TRANSITION', 'WORK-T03', { workItemState: state }),
    );
  });

  test.each(['queued', 'active', 'blocked'] as const)(
    'WORK-013 not from %s while its owner lives',
    (state) => {
      bringTo(organization, state);
      expect(tryOffer(AGAIN)).toMatchObject(
        refusedWith('INVALID_STATE_TRANSITION', 'WORK-013', {
          workItemState: state,
          ownerAgentId: WORKER.id,
          leaseExpiresAt: inSeconds(organization, 900),
        }),
      );
    },
  );

  test('WORK-013 the owner lives up to its expiry and not at it', () => {
    bringTo(organization, 'queued');
    organization.nowMs += 899_999;
    expect(tryOffer(AGAIN)).toMatchObject(refusedWith('INVALID_STATE_TRANSITION', 'WORK-013'));
    organization.nowMs += 1;
    expect(tryOffer(AGAIN).ok).toBe(true);
  });

  test('OPEN-036 not while a child Mission is at work', () => {
    const childGroupId = 'urn:heddle:test:group:child';
    seedWorkItem(organization, { state: 'blocked', workItemId: ITEM, record: { childGroupId } });
    passAllLeases();
    expect(tryOffer()).toMatchObject(refusedWith('INVALID_STATE_TRANSITION', 'OPEN-036', { childGroupId }));
  });
});

describe('work.offer chooses candidates', () => {
  test.each([
    ['WORK-024 an observer', OBSERVER, 'AUTH_FORBIDDEN', 'WORK-024'],
    ['WORK-024 no member', STRANGER, 'AUTH_FORBIDDEN', 'WORK-024'],
    ['WORK-024 the Coordinator without a working role', COORDINATOR, 'AUTH_FORBIDDEN', 'WORK-024'],
  ])('%s is no candidate', (_name, agent, code, rule) => {
    authorize(organization);
    const outcome = organization.act('work.offer', COORDINATOR, offerPayload([WORKER, agent]));
    expect(outcome).toMatchObject(refusedWith(code, rule, { agentId: agent.id }));
    expect(recordOf(organization).document.state).toBe('open');
  });

  test('MEM-004, MEM-010 provisional workers and reviewers are candidates, until they lapse', () => {
    authorize(organization);
    const membership = membershipOf(OBSERVER, 'reviewer', {
      state: 'provisional',
      provisionalExpiresAt: inSeconds(organization, 60),
      contextPackageId: 'urn:heddle:test:context:1',
    });
    organization.world.apply([
      { kind: 'membership', groupId: GROUP, id: membership.membershipId, value: membership },
      {
        kind: 'member',
        groupId: GROUP,
        id: memberKey(OBSERVER),
        value: { member: OBSERVER, membershipEpoch: 1, membershipIds: [membership.membershipId] },
      },
    ]);
    expect(organization.act('work.offer', COORDINATOR, offerPayload([OBSERVER])).ok).toBe(true);
    organization.passSeconds(60);
    const late = { offers: [{ offerId: 'urn:heddle:test:offer:late', agentId: OBSERVER.id }] };
    expect(tryOffer(late)).toMatchObject(refusedWith('AUTH_FORBIDDEN', 'WORK-024', { agentId: OBSERVER.id }));
  });

  test.each(['deprecated', 'revoked'] as const)('IDN-006 a card that is %s gets no offer', (status) => {
    authorize(organization);
    setCard({ status });
    expect(tryOffer()).toMatchObject(
      refusedWith('AUTH_FORBIDDEN', 'IDN-006', { agentId: WORKER.id, cardStatus: status }),
    );
  });

  test('IDN-006 a card past its end gets no offer', () => {
    authorize(organization);
    setCard({ validUntil: inSeconds(organization, 0) });
    expect(tryOffer()).toMatchObject(
      refusedWith('AUTH_FORBIDDEN', 'IDN-006', { validUntil: inSeconds(organization, 0) }),
    );
  });

  test.each(['1.2.1', '2.0.0', '0.9.0'])('OPEN-053 a card with 1.2.0 does not satisfy %s', (version) => {
    const capability = { ...CAPABILITY, version };
    authorize(organization, { requiredCapabilities: [capability] });
    expect(tryOffer()).toMatchObject(
      refusedWith('AUTH_FORBIDDEN', 'WORK-024', { agentId: WORKER.id, capability }),
    );
  });

  test('CMD-120 an Agent or an offer id twice', () => {
    authorize(organization);
    const twice = [
      { offerId: 'urn:heddle:test:offer:1', agentId: WORKER.id },
      { offerId: 'urn:heddle:test:offer:2', agentId: WORKER.id },
    ];
    expect(tryOffer({ offers: twice })).toMatchObject(
      refusedWith('INVALID_COMMAND', 'CMD-120', { agentId: WORKER.id }),
    );
    const sameId = [
      { offerId: 'urn:heddle:test:offer:1', agentId: WORKER.id },
      { offerId: 'urn:heddle:test:offer:1', agentId: SECOND_WORKER.id },
    ];
    const repeated = tryOffer({ offers: sameId });
    expect(repeated).toMatchObject(
      refusedWith('INVALID_STATE_TRANSITION', 'CMD-120', { offerId: 'urn:heddle:test:offer:1' }),
    );
    offerTo(organization);
    const known = tryOffer();
    expect(known).toMatchObject(
      refusedWith('INVALID_STATE_TRANSITION', 'CMD-120', { offerId: offerIdOf(WORKER.id) }),
    );
  });
});

describe('work.offer is a right', () => {
  test('OPEN-045 of the human MissionOwner in an emergency, logged once', () => {
    authorize(organization);
    expect(tryOffer({}, OWNER)).toMatchObject(
      refusedWith('INVALID_COMMAND', 'OPEN-045', { missing: 'overrideReason' }),
    );
    const overrideReason = 'the Coordinator is down';
    const contract = contractOf({ contractVersion: 2, goal: 'faster' });
    expect(tryOffer({ overrideReason, contract }, OWNER)).toMatchObject({
      ok: true,
      events: [{ payload: {} }, { actor: OWNER, payload: { overrideReason } }],
    });
    expect([...organization.world.list('policyLog', GROUP)].length).toBe(1);
    // MIS-005: the Worker still accepts for itself.
    expect(recordOf(organization).document.owner).toBeUndefined();
    acceptAs(organization);
    start(organization);
  });

  test('DLG-001, DLG-012 of nobody else without a Grant', () => {
    authorize(organization);
    for (const actor of [WORKER, OBSERVER, SERVICE, OTHER_SERVICE]) {
      expect(tryOffer({}, actor)).toMatchObject(refusedWith('AUTH_FORBIDDEN', 'DLG-001'));
    }
    expect(tryOffer({}, STRANGER)).toMatchObject(refusedWith('MEMBERSHIP_REQUIRED', 'MEM-002'));
    const delegationGrantId = 'urn:heddle:test:grant:1';
    expect(tryOffer({ delegationGrantId }, WORKER)).toMatchObject(refusedWith('AUTH_FORBIDDEN', 'DLG-001'));
    expect(tryOffer({ delegationGrantId })).toMatchObject(refusedWith('INVALID_COMMAND', 'DLG-012'));
    expect(tryOffer({ overrideReason: 'now' })).toMatchObject(refusedWith('INVALID_COMMAND', 'OPEN-045'));
  });

  test('CRD-004, CRD-007, CMD-012 of the Coordinator in its term', () => {
    authorize(organization);
    const bare = tryOffer({}, COORDINATOR, { coordinatorEpoch: undefined });
    expect(bare).toMatchObject(refusedWith('AUTH_STALE_COORDINATOR', 'CMD-012'));
    organization.nowMs = Date.parse('2026-05-06T09:00:00Z');
    expect(tryOffer()).toMatchObject(refusedWith('WORK_LEASE_EXPIRED', 'CRD-007'));
    replaceCoordinator(organization, SECOND_WORKER);
    const former = tryOffer({}, COORDINATOR, { coordinatorEpoch: 1 });
    expect(former).toMatchObject(refusedWith('AUTH_STALE_COORDINATOR', 'CRD-004'));
  });

  test('POL-014 without an override, since no limit applies to offers', () => {
    authorize(organization);
    const cooperationOverrideGrantId = 'urn:heddle:test:override:1';
    expect(tryOffer({}, COORDINATOR, { cooperationOverrideGrantId })).toMatchObject(
      refusedWith('INVALID_COMMAND', 'POL-014', { grantId: cooperationOverrideGrantId }),
    );
  });

  test('WORK-010, REV-001 for a known item at the revision that is expected, zero included', () => {
    authorize(organization);
    const unknown = tryOffer({ workItemId: 'urn:heddle:test:work:unknown' });
    expect(unknown).toMatchObject(refusedWith('INVALID_COMMAND', 'WORK-010'));
    for (const expectedRevision of [0, 2]) {
      const outcome = tryOffer({}, COORDINATOR, { expectedRevision });
      expect(outcome).toMatchObject(refusedWith('REVISION_CONFLICT', 'REV-001', { aggregate: 'WorkItem' }));
      expect(outcome).toMatchObject({ rejection: { expectedRevision, currentRevision: 1 } });
    }
  });

  test.each(['awaiting_approval', 'approved', 'failed', 'cancelled'] as const)(
    'WORK-024 not in a Mission that is %s',
    (state) => {
      authorize(organization);
      setMission(organization, { state });
      expect(tryOffer()).toMatchObject(
        refusedWith('INVALID_STATE_TRANSITION', 'WORK-024', { missionState: state }),
      );
    },
  );

  test('DLG-004, DLG-006 of a delegate for its target, which counts against the Grant from then on', () => {
    authorize(organization);
    authorize(organization, { goal: 'another' }, { workItemId: 'urn:heddle:test:work:second' });
    const delegationGrantId = grantTo(organization, WORKER);
    expect(tryOffer({ delegationGrantId }, WORKER)).toMatchObject({
      ok: true,
      events: [{ actor: WORKER, payload: { delegationGrantId } }],
    });
    expect(recordOf(organization).delegationGrantId).toBe(delegationGrantId);
    const outside = tryOffer({ workItemId: 'urn:heddle:test:work:second', delegationGrantId }, WORKER);
    expect(outside).toMatchObject(refusedWith('AUTH_FORBIDDEN', 'DLG-004', { grantId: delegationGrantId }));
  });

  test('DLG-005, DLG-006 of a delegate within the Grant, also by the contract that it corrects', () => {
    authorize(organization);
    const delegationGrantId = grantTo(organization, WORKER);
    const costly = contractOf({ contractVersion: 2, budget: { toolCallLimit: 101 } });
    const tooMuch = tryOffer({ delegationGrantId, contract: costly }, WORKER);
    expect(tooMuch).toMatchObject(refusedWith('BUDGET_EXCEEDED', 'DLG-006', { limit: 100, wanted: 101 }));
    const requiredCapabilities = [{ id: 'files.delete', version: '1.0.0' }];
    const other = contractOf({ contractVersion: 2, requiredCapabilities });
    expect(tryOffer({ delegationGrantId, contract: other }, WORKER)).toMatchObject(
      refusedWith('AUTH_FORBIDDEN', 'DLG-005'),
    );
  });
});
