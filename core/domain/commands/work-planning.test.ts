import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor, CommandPayloads, WorkContract } from '../../protocol/generated/documents.ts';
import { setMission, statesBut } from '../seeded-work.test-data.ts';
import {
  contractOf,
  COORDINATOR,
  GROUP,
  MISSION,
  OBSERVER,
  OTHER_SERVICE,
  OWNER,
  SeededOrganization,
  SERVICE,
  STRANGER,
  TEST_POLICY,
  WORKER,
} from '../seeded-world.test-data.ts';
import {
  authorize,
  BAD_CONTRACTS,
  bringTo,
  refusedWith,
  ITEM,
  offerTo,
  recordOf,
  UNKNOWN_ITEM,
} from '../work-scenes.test-data.ts';
import { SINGLE } from '../world.ts';

let organization: SeededOrganization;

beforeEach(() => {
  organization = new SeededOrganization();
});

const PROPOSAL = 'urn:heddle:test:proposal:1';
const SECOND_ITEM = 'urn:heddle:test:work:second';

function propose(
  actor: Actor = WORKER,
  changes: Partial<CommandPayloads['work.propose']> = {},
  envelope: object = {},
) {
  const payload = { proposalId: PROPOSAL, contract: contractOf(), ...changes };
  return organization.act('work.propose', actor, payload, envelope);
}

function missionRevision(): number | undefined {
  return organization.world.get('mission', GROUP, SINGLE)?.document.revision;
}

describe('work.propose', () => {
  test('WORK-T01 an open proposal of any member, and no WorkItem; MIS-014 the Mission moves on', () => {
    const outcome = propose(OBSERVER, {}, { expectedRevision: 1 });
    expect(outcome).toMatchObject({
      ok: true,
      events: [
        {
          kind: 'work.proposed',
          aggregateRevision: 2,
          payload: {
            missionRevision: 2,
            workProposal: {
              proposalId: PROPOSAL,
              missionId: MISSION,
              groupId: GROUP,
              proposedBy: OBSERVER,
              state: 'open',
              contract: { goal: contractOf().goal },
            },
          },
        },
      ],
    });
    expect(organization.world.get('proposal', GROUP, PROPOSAL)?.document.state).toBe('open');
    expect([...organization.world.list('workItem', GROUP)]).toEqual([]);
    expect(missionRevision()).toBe(2);
  });

  test('WORK-T01 keeps the parent and may depend on existing items', () => {
    authorize(organization);
    const contract = contractOf({ goal: 'a part', dependencyWorkItemIds: [ITEM] });
    expect(propose(WORKER, { contract, parentWorkItemId: ITEM })).toMatchObject({ ok: true });
    expect(organization.world.get('proposal', GROUP, PROPOSAL)?.document.parentWorkItemId).toBe(ITEM);
  });

  test.each(BAD_CONTRACTS)('a contract that %s is refused', (_name, changes, code, rule, details) => {
    expect(propose(WORKER, { contract: contractOf(changes) })).toMatchObject(
      refusedWith(code, rule, details),
    );
    expect(missionRevision()).toBe(1);
  });

  test('WORK-006 the deadline of the Mission itself is no later than the Mission', () => {
    expect(propose(WORKER, { contract: contractOf({ deadline: '2026-05-06T11:00:00+02:00' }) }).ok).toBe(
      true,
    );
  });

  test('WORK-001 a gap in the contract is WORK_CONTRACT_INCOMPLETE', () => {
    const { businessImpact: _gap, ...incomplete } = contractOf();
    const outcome = propose(WORKER, { contract: incomplete as WorkContract });
    expect(outcome).toMatchObject(refusedWith('WORK_CONTRACT_INCOMPLETE', 'WORK-001', { path: '/contract' }));
  });

  test('WORK-006 an unknown parent', () => {
    const outcome = propose(WORKER, { parentWorkItemId: UNKNOWN_ITEM });
    expect(outcome).toMatchObject(
      refusedWith('INVALID_COMMAND', 'WORK-006', { parentWorkItemId: UNKNOWN_ITEM }),
    );
  });

  test('CMD-118 an id that exists', () => {
    propose();
    const outcome = propose(WORKER, { contract: contractOf({ goal: 'another' }) });
    expect(outcome).toMatchObject(
      refusedWith('INVALID_STATE_TRANSITION', 'CMD-118', { proposalId: PROPOSAL }),
    );
  });

  test('OPEN-068 the same contract of the same parent, while it is open as proposal or item', () => {
    propose();
    const second = { proposalId: 'urn:heddle:test:proposal:2' };
    expect(propose(WORKER, second)).toMatchObject(
      refusedWith('RATE_LIMITED', 'OPEN-068', {
        proposalId: PROPOSAL,
        parentWorkItemId: null,
      }),
    );
    expect(propose(WORKER, second)).toMatchObject({ ok: false, rejection: { retryable: false } });
    organization.mustAct('work.authorize', COORDINATOR, {
      workItemId: ITEM,
      contract: contractOf(),
      proposalId: PROPOSAL,
    });
    expect(propose(WORKER, second)).toMatchObject(
      refusedWith('RATE_LIMITED', 'OPEN-068', { workItemId: ITEM }),
    );
    organization.mustAct('work.cancel', COORDINATOR, { workItemId: ITEM });
    expect(propose(WORKER, second).ok).toBe(true);
  });

  test('OPEN-068 the order of members does not make another contract; another parent does', () => {
    authorize(organization);
    const reordered = Object.fromEntries(Object.entries(contractOf()).toReversed());
    const outcome = propose(WORKER, { contract: reordered as unknown as WorkContract });
    expect(outcome).toMatchObject(refusedWith('RATE_LIMITED', 'OPEN-068', { workItemId: ITEM }));
    expect(propose(WORKER, { parentWorkItemId: ITEM }).ok).toBe(true);
  });

  test('POL-003 the rate of proposals, and an override that lifts it once', () => {
    organization.policy = {
      ...TEST_POLICY,
      cooperation: { ...TEST_POLICY.cooperation, proposalsPerMinute: 1 },
    };
    propose();
    const next = { proposalId: 'urn:heddle:test:proposal:2', contract: contractOf({ goal: 'another' }) };
    expect(propose(WORKER, next)).toMatchObject(
      refusedWith('RATE_LIMITED', 'POL-001', {
        policyName: 'proposal_rate',
        limit: 1,
        wanted: 2,
      }),
    );
    // The limit is each member's own.
    expect(propose(OBSERVER, { ...next, proposalId: 'urn:heddle:test:proposal:3' }).ok).toBe(true);
    const actionId = 'urn:heddle:test:action:override';
    const cooperationOverrideGrantId = 'urn:heddle:test:override:1';
    organization.mustAct('policy.grant_cooperation_override', OWNER, {
      grantId: cooperationOverrideGrantId,
      policyName: 'proposal_rate',
      beneficiary: WORKER,
      targetCommandKind: 'work.propose',
      targetActionId: actionId,
      reason: 'planning day',
      expiresAt: '2026-05-04T10:00:00Z',
    });
    const lifted = { ...next, contract: contractOf({ goal: 'a third' }) };
    expect(propose(WORKER, lifted, { actionId, cooperationOverrideGrantId })).toMatchObject({
      ok: true,
      events: [{ payload: { cooperationOverrideGrantId } }],
    });
    expect(organization.world.get('override', GROUP, cooperationOverrideGrantId)?.consumedByActionId).toBe(
      actionId,
    );
    organization.passSeconds(60);
    const later = { proposalId: 'urn:heddle:test:proposal:4', contract: contractOf({ goal: 'a fourth' }) };
    expect(propose(WORKER, later).ok).toBe(true);
  });

  test('REV-001 the Mission revision that is expected, zero included', () => {
    for (const expectedRevision of [0, 2]) {
      const outcome = propose(WORKER, {}, { expectedRevision });
      expect(outcome).toMatchObject(refusedWith('REVISION_CONFLICT', 'REV-001', { aggregate: 'Mission' }));
      expect(outcome).toMatchObject({ rejection: { expectedRevision, currentRevision: 1 } });
    }
  });

  test.each(['awaiting_approval', 'approved', 'failed', 'cancelled'] as const)(
    'WORK-T01 not in a Mission that is %s',
    (state) => {
      setMission(organization, { state });
      expect(propose()).toMatchObject(
        refusedWith('INVALID_STATE_TRANSITION', 'WORK-T01', { missionState: state }),
      );
    },
  );

  test('MEM-002 services and strangers do not propose', () => {
    expect(propose(SERVICE)).toMatchObject(refusedWith('AUTH_FORBIDDEN', 'WORK-T01'));
    expect(propose(OTHER_SERVICE)).toMatchObject(refusedWith('AUTH_FORBIDDEN', 'WORK-T01'));
    expect(propose(STRANGER)).toMatchObject(refusedWith('MEMBERSHIP_REQUIRED', 'MEM-002'));
    expect(propose(WORKER, {}, { membershipEpoch: 2 })).toMatchObject(
      refusedWith('MEMBERSHIP_STALE', 'MEM-002'),
    );
  });
});

describe('ext.missionweaveprotocol.core.work_dependency_add', () => {
  function add(actor: Actor = COORDINATOR, changes: object = {}, envelope: object = {}) {
    const payload = { workItemId: ITEM, dependencyId: SECOND_ITEM, ...changes };
    return organization.act('ext.missionweaveprotocol.core.work_dependency_add', actor, payload, envelope);
  }

  function authorizeBoth(): void {
    authorize(organization);
    authorize(organization, { goal: 'another' }, { workItemId: SECOND_ITEM });
  }

  test.each(['open', 'offered'] as const)('WORK-043 a dependency of an item that is %s', (state) => {
    authorizeBoth();
    if (state === 'offered') offerTo(organization);
    const { revision } = recordOf(organization).document;
    expect(add(COORDINATOR, {}, { expectedRevision: revision })).toMatchObject({
      ok: true,
      events: [
        {
          kind: 'work.contract.revised',
          workItemId: ITEM,
          aggregateRevision: revision + 1,
          payload: {
            dependencyId: SECOND_ITEM,
            contractVersion: 2,
            revision: revision + 1,
            missionRevision: 4,
          },
        },
      ],
    });
    expect(recordOf(organization).document).toMatchObject({
      state,
      contract: { contractVersion: 2, dependencyWorkItemIds: [SECOND_ITEM] },
    });
    expect(missionRevision()).toBe(4);
  });

  test.each(statesBut('open', 'offered'))(
    'OPEN-049 an item that is %s is revised by a new offer',
    (state) => {
      bringTo(organization, state);
      authorize(organization, { goal: 'another' }, { workItemId: SECOND_ITEM });
      expect(add()).toMatchObject(
        refusedWith('INVALID_STATE_TRANSITION', 'OPEN-049', { workItemState: state }),
      );
    },
  );

  test('WORK-041, WORK-043 cycles of any length, repetitions, unknown items', () => {
    authorizeBoth();
    expect(add(COORDINATOR, { dependencyId: ITEM })).toMatchObject(
      refusedWith('INVALID_COMMAND', 'WORK-041'),
    );
    expect(add(COORDINATOR, { dependencyId: UNKNOWN_ITEM })).toMatchObject(
      refusedWith('INVALID_COMMAND', 'WORK-006'),
    );
    expect(add(COORDINATOR, { workItemId: UNKNOWN_ITEM })).toMatchObject(
      refusedWith('INVALID_COMMAND', 'WORK-010'),
    );
    const third = 'urn:heddle:test:work:third';
    authorize(organization, { goal: 'a third', dependencyWorkItemIds: [ITEM] }, { workItemId: third });
    expect(add().ok).toBe(true);
    expect(add()).toMatchObject(refusedWith('INVALID_COMMAND', 'WORK-043', { dependencyId: SECOND_ITEM }));
    const closing = add(COORDINATOR, { workItemId: SECOND_ITEM, dependencyId: third });
    expect(closing).toMatchObject(
      refusedWith('INVALID_COMMAND', 'WORK-041', { workItemId: SECOND_ITEM, dependencyId: third }),
    );
  });

  test('WORK-043 only the current Coordinator of an active Mission, at the revision it knows', () => {
    authorizeBoth();
    for (const actor of [WORKER, OWNER, SERVICE, OTHER_SERVICE]) {
      expect(add(actor)).toMatchObject(refusedWith('AUTH_FORBIDDEN', 'WORK-043'));
    }
    const stale = add(COORDINATOR, {}, { expectedRevision: 0 });
    expect(stale).toMatchObject(refusedWith('REVISION_CONFLICT', 'REV-001', { aggregate: 'WorkItem' }));
    expect(add(COORDINATOR, {}, { coordinatorEpoch: undefined })).toMatchObject(
      refusedWith('AUTH_STALE_COORDINATOR', 'CMD-012'),
    );
    setMission(organization, { state: 'awaiting_approval' });
    expect(add()).toMatchObject(
      refusedWith('INVALID_STATE_TRANSITION', 'WORK-043', { missionState: 'awaiting_approval' }),
    );
  });
});
