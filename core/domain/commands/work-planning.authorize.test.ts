import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor, CommandPayloads, WorkContract } from '../../protocol/generated/documents.ts';
import { replaceCoordinator, setMission } from '../seeded-work.test-data.ts';
import {
  contractOf,
  COORDINATOR,
  GROUP,
  MISSION,
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
  authorize,
  BAD_CONTRACTS,
  bringTo,
  refusedWith,
  grantTo,
  ITEM,
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

function tryAuthorize(
  actor: Actor = COORDINATOR,
  changes: Partial<CommandPayloads['work.authorize']> = {},
  envelope: object = {},
) {
  const payload = { workItemId: ITEM, contract: contractOf(), ...changes };
  return organization.act('work.authorize', actor, payload, envelope);
}

function missionRevision(): number | undefined {
  return organization.world.get('mission', GROUP, SINGLE)?.document.revision;
}

describe('work.authorize', () => {
  test('WORK-T02 creates the item with its Conversation and reserves its budget', () => {
    const outcome = tryAuthorize();
    expect(outcome).toMatchObject({
      ok: true,
      events: [
        {
          kind: 'work.authorized',
          aggregateRevision: 1,
          workItemId: ITEM,
          conversationId: `${GROUP}:work:${ITEM}`,
          payload: {
            missionRevision: 2,
            workItem: {
              workItemId: ITEM,
              state: 'open',
              revision: 1,
              exclusive: true,
              authorizedBy: COORDINATOR,
            },
            conversation: {
              type: 'work_item',
              primaryWorkItemId: ITEM,
              title: contractOf().goal,
              access: { mode: 'group' },
            },
          },
        },
      ],
    });
    expect(recordOf(organization)).toMatchObject({ document: { state: 'open' }, ownershipEpoch: 0 });
    expect(organization.world.get('conversation', GROUP, `${GROUP}:work:${ITEM}`)).toBeDefined();
    expect(organization.world.get('account', GROUP, ITEM)).toMatchObject({
      parent: { groupId: GROUP, id: MISSION },
      isClosed: false,
    });
    expect(missionRevision()).toBe(2);
  });

  test('CNV-001 a goal longer than a title, and ids too long to be joined', () => {
    const goal = '𝄞'.repeat(600);
    authorize(organization, { goal });
    const workItemId = `urn:heddle:test:work:${'x'.repeat(480)}`;
    authorize(organization, {}, { workItemId });
    const conversation = organization.world.get('conversation', GROUP, `${GROUP}:work:${ITEM}`);
    expect(conversation?.title).toBe('𝄞'.repeat(500));
    const { conversationId } = recordOf(organization, workItemId).document;
    expect(conversationId).toMatch(/^urn:heddle:test:conversation:/);
    expect(organization.world.get('conversation', GROUP, conversationId)?.primaryWorkItemId).toBe(workItemId);
  });

  test('WORK-T02 a proposal that was authorized names its item', () => {
    propose();
    const outcome = tryAuthorize(COORDINATOR, { proposalId: PROPOSAL });
    expect(outcome).toMatchObject({
      ok: true,
      events: [
        { payload: { proposalId: PROPOSAL, workProposal: { state: 'authorized', workItemId: ITEM } } },
      ],
    });
    expect(recordOf(organization).proposalId).toBe(PROPOSAL);
    const again = tryAuthorize(COORDINATOR, { workItemId: SECOND_ITEM, proposalId: PROPOSAL });
    expect(again).toMatchObject(
      refusedWith('INVALID_STATE_TRANSITION', 'WORK-T02', { proposalState: 'authorized' }),
    );
  });

  test('CMD-119 a proposal is unknown, or not what is authorized', () => {
    const unknown = tryAuthorize(COORDINATOR, { proposalId: PROPOSAL });
    expect(unknown).toMatchObject(refusedWith('INVALID_COMMAND', 'CMD-119', { proposalId: PROPOSAL }));
    authorize(organization, { goal: 'the whole' }, { workItemId: SECOND_ITEM });
    propose();
    const other = tryAuthorize(COORDINATOR, {
      proposalId: PROPOSAL,
      contract: contractOf({ businessImpact: 'none' }),
    });
    expect(other).toMatchObject(refusedWith('INVALID_COMMAND', 'CMD-119', { proposalId: PROPOSAL }));
    const moved = tryAuthorize(COORDINATOR, { proposalId: PROPOSAL, parentWorkItemId: SECOND_ITEM });
    expect(moved).toMatchObject(refusedWith('INVALID_COMMAND', 'CMD-119', { proposalId: PROPOSAL }));
  });

  test('BUD-006 siblings together have no more than what is above them', () => {
    authorize(organization, { budget: { toolCallLimit: 600 } });
    const second = { workItemId: SECOND_ITEM, contract: contractOf({ budget: { toolCallLimit: 401 } }) };
    expect(tryAuthorize(COORDINATOR, second)).toMatchObject(
      refusedWith('BUDGET_EXCEEDED', 'BUD-006', {
        dimension: 'toolCalls',
        account: { groupId: GROUP, id: MISSION },
        limit: 1_000,
        wanted: 1_001,
      }),
    );
    const nested = {
      ...second,
      parentWorkItemId: ITEM,
      contract: contractOf({ budget: { toolCallLimit: 601 } }),
    };
    expect(tryAuthorize(COORDINATOR, nested)).toMatchObject(
      refusedWith('BUDGET_EXCEEDED', 'BUD-006', {
        account: { groupId: GROUP, id: ITEM },
        limit: 600,
      }),
    );
    const fitting = { ...nested, contract: contractOf({ budget: { toolCallLimit: 600 } }) };
    expect(tryAuthorize(COORDINATOR, fitting).ok).toBe(true);
    expect(recordOf(organization, SECOND_ITEM).parentWorkItemId).toBe(ITEM);
  });

  test('BUD-004 a dimension that the parent does not name is not allocated', () => {
    authorize(organization, { budget: { toolCallLimit: 600 } });
    const contract = contractOf({ budget: { modelTokenLimit: 1 } });
    const outcome = tryAuthorize(COORDINATOR, { workItemId: SECOND_ITEM, contract, parentWorkItemId: ITEM });
    expect(outcome).toMatchObject(
      refusedWith('BUDGET_EXCEEDED', 'BUD-006', { dimension: 'modelTokens', limit: 0, wanted: 1 }),
    );
  });

  test.each(['verified', 'failed', 'cancelled'] as const)(
    'OPEN-051 nothing below an item that is %s',
    (state) => {
      bringTo(organization, state);
      const contract = contractOf({ budget: { toolCallLimit: 1 } });
      const outcome = tryAuthorize(COORDINATOR, {
        workItemId: SECOND_ITEM,
        contract,
        parentWorkItemId: ITEM,
      });
      expect(outcome).toMatchObject(
        refusedWith('INVALID_STATE_TRANSITION', 'OPEN-051', {
          workItemId: ITEM,
          workItemState: state,
        }),
      );
    },
  );

  test.each(BAD_CONTRACTS)('a contract that %s is refused', (_name, changes, code, rule, details) => {
    expect(tryAuthorize(COORDINATOR, { contract: contractOf(changes) })).toMatchObject(
      refusedWith(code, rule, details),
    );
  });

  test('WORK-041 no item waits for itself', () => {
    const outcome = tryAuthorize(COORDINATOR, { contract: contractOf({ dependencyWorkItemIds: [ITEM] }) });
    expect(outcome).toMatchObject(
      refusedWith('INVALID_COMMAND', 'WORK-041', { workItemId: ITEM, dependencyId: ITEM }),
    );
  });

  test('WORK-001, OPEN-055, WORK-006 a gap in the contract, shared work, an unknown parent', () => {
    const { acceptanceCriteria: _gap, ...incomplete } = contractOf();
    const gap = tryAuthorize(COORDINATOR, { contract: incomplete as WorkContract });
    expect(gap).toMatchObject(refusedWith('WORK_CONTRACT_INCOMPLETE', 'WORK-001'));
    const shared = tryAuthorize(COORDINATOR, { exclusive: false as unknown as true });
    expect(shared).toMatchObject(refusedWith('INVALID_COMMAND', 'CMD-016', { path: '/exclusive' }));
    const orphan = tryAuthorize(COORDINATOR, { parentWorkItemId: UNKNOWN_ITEM });
    expect(orphan).toMatchObject(
      refusedWith('INVALID_COMMAND', 'WORK-006', { parentWorkItemId: UNKNOWN_ITEM }),
    );
  });

  test('CMD-119, BUD-005 an id that an item or the Mission has', () => {
    authorize(organization);
    const contract = contractOf({ goal: 'another' });
    for (const workItemId of [ITEM, MISSION]) {
      const outcome = tryAuthorize(COORDINATOR, { workItemId, contract });
      expect(outcome).toMatchObject(refusedWith('INVALID_STATE_TRANSITION', 'CMD-119', { workItemId }));
    }
  });

  test('OPEN-068 the same work twice, but a proposal is no repetition of itself', () => {
    authorize(organization);
    const outcome = tryAuthorize(COORDINATOR, { workItemId: SECOND_ITEM });
    expect(outcome).toMatchObject(
      refusedWith('RATE_LIMITED', 'OPEN-068', { workItemId: ITEM, parentWorkItemId: null }),
    );
  });

  test('POL-003 the depth of nesting', () => {
    organization.policy = { ...TEST_POLICY, cooperation: { ...TEST_POLICY.cooperation, delegationDepth: 1 } };
    const budget = { toolCallLimit: 1 };
    authorize(organization, { budget });
    authorize(organization, { budget }, { workItemId: SECOND_ITEM, parentWorkItemId: ITEM });
    const third = {
      workItemId: 'urn:heddle:test:work:third',
      parentWorkItemId: SECOND_ITEM,
      contract: contractOf({ budget }),
    };
    const outcome = tryAuthorize(COORDINATOR, third);
    expect(outcome).toMatchObject(
      refusedWith('RATE_LIMITED', 'POL-001', {
        policyName: 'delegation_depth',
        limit: 1,
        wanted: 2,
      }),
    );
    expect(outcome).toMatchObject({ rejection: { retryable: false } });
    const actionId = 'urn:heddle:test:action:deep';
    const cooperationOverrideGrantId = 'urn:heddle:test:override:deep';
    organization.mustAct('policy.grant_cooperation_override', OWNER, {
      grantId: cooperationOverrideGrantId,
      policyName: 'delegation_depth',
      beneficiary: COORDINATOR,
      targetCommandKind: 'work.authorize',
      targetActionId: actionId,
      reason: 'one level more',
      expiresAt: '2026-05-04T10:00:00Z',
    });
    expect(tryAuthorize(COORDINATOR, third, { actionId, cooperationOverrideGrantId })).toMatchObject({
      ok: true,
      events: [{ payload: { cooperationOverrideGrantId } }],
    });
  });

  test('OPEN-045 the human MissionOwner assigns in an emergency, with a reason that is logged', () => {
    const overrideReason = 'the Coordinator is down';
    expect(tryAuthorize(OWNER, { overrideReason })).toMatchObject({
      ok: true,
      events: [{ actor: OWNER, payload: { overrideReason, workItem: { authorizedBy: OWNER } } }],
    });
    expect([...organization.world.list('policyLog', GROUP)].map(([, { decision }]) => decision)).toEqual([
      'emergency assignment',
    ]);
  });

  test('OPEN-045, DLG-012 an emergency without reason, or under a Grant', () => {
    expect(tryAuthorize(OWNER)).toMatchObject(
      refusedWith('INVALID_COMMAND', 'OPEN-045', { missing: 'overrideReason' }),
    );
    const grantId = 'urn:heddle:test:grant:1';
    const granted = tryAuthorize(OWNER, { overrideReason: 'now', delegationGrantId: grantId });
    expect(granted).toMatchObject(refusedWith('INVALID_COMMAND', 'DLG-012', { grantId }));
    const pretended = tryAuthorize(COORDINATOR, { overrideReason: 'now' });
    expect(pretended).toMatchObject(refusedWith('INVALID_COMMAND', 'OPEN-045'));
  });

  test('DLG-001, DLG-010, DLG-012 nobody else authorizes', () => {
    for (const actor of [WORKER, OBSERVER, SERVICE, OTHER_SERVICE]) {
      expect(tryAuthorize(actor)).toMatchObject(refusedWith('AUTH_FORBIDDEN', 'DLG-001'));
    }
    expect(tryAuthorize(STRANGER)).toMatchObject(refusedWith('MEMBERSHIP_REQUIRED', 'MEM-002'));
    const grantId = 'urn:heddle:test:grant:1';
    const delegationGrantId = grantId;
    expect(tryAuthorize(WORKER, { delegationGrantId })).toMatchObject(
      refusedWith('AUTH_FORBIDDEN', 'DLG-001', { grantId }),
    );
    const coordinator = tryAuthorize(COORDINATOR, { delegationGrantId });
    expect(coordinator).toMatchObject(refusedWith('INVALID_COMMAND', 'DLG-012', { grantId }));
  });

  test('DLG-004, DLG-006 a delegate authorizes below its target, and the item counts against its Grant', () => {
    authorize(organization);
    const delegationGrantId = grantTo(organization, WORKER);
    const contract = contractOf({ goal: 'a part', budget: { toolCallLimit: 10 } });
    const part = { workItemId: SECOND_ITEM, contract, delegationGrantId };
    expect(tryAuthorize(WORKER, part)).toMatchObject(refusedWith('AUTH_FORBIDDEN', 'DLG-004'));
    const outcome = tryAuthorize(WORKER, { ...part, parentWorkItemId: ITEM });
    expect(outcome).toMatchObject({ ok: true, events: [{ actor: WORKER, payload: { delegationGrantId } }] });
    expect(recordOf(organization, SECOND_ITEM)).toMatchObject({ delegationGrantId, parentWorkItemId: ITEM });
  });

  test('CRD-004, CRD-007, CMD-012 epochs and lease of the Coordinator', () => {
    const bare = tryAuthorize(COORDINATOR, {}, { coordinatorEpoch: undefined });
    expect(bare).toMatchObject(refusedWith('AUTH_STALE_COORDINATOR', 'CMD-012', { coordinatorEpoch: null }));
    organization.nowMs = Date.parse('2026-05-06T09:00:00Z');
    expect(tryAuthorize()).toMatchObject(refusedWith('WORK_LEASE_EXPIRED', 'CRD-007'));
    replaceCoordinator(organization, SECOND_WORKER);
    const former = tryAuthorize(COORDINATOR, {}, { coordinatorEpoch: 1 });
    expect(former).toMatchObject(
      refusedWith('AUTH_STALE_COORDINATOR', 'CRD-004', {
        coordinatorEpoch: 1,
        currentCoordinatorEpoch: 2,
      }),
    );
  });

  test.each([0, 2])(
    'REV-001 an expected Mission revision %i that is not the current one',
    (expectedRevision) => {
      const outcome = tryAuthorize(COORDINATOR, {}, { expectedRevision });
      expect(outcome).toMatchObject(refusedWith('REVISION_CONFLICT', 'REV-001', { aggregate: 'Mission' }));
    },
  );

  test.each(['awaiting_approval', 'approved', 'failed', 'cancelled'] as const)(
    'WORK-T02 not in a Mission that is %s',
    (state) => {
      setMission(organization, { state });
      expect(tryAuthorize()).toMatchObject(
        refusedWith('INVALID_STATE_TRANSITION', 'WORK-T02', { missionState: state }),
      );
    },
  );
});
