// Members, Delegation Grants and overrides at a desk in front of a real Authority: each signed on a sheet, seen as an Event, and the
// refusals with their reasons.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContractIntent } from '../../core/contract/forms.ts';
import type { GrantRow, MemberRow } from '../../core/contract/people.ts';
import { OVERRIDE_REQUEST_SCHEMA, type OverrideRow } from '../../core/contract/policy.ts';
import { DEFAULT_POLICY } from '../../core/domain/decision.ts';
import {
  askOverrideIntent,
  grantOverrideIntent,
  overrideDraft,
  overrideFaults,
} from '../../renderer/features/policy/override-form.ts';
import { CAPABILITY, COORDINATOR, OWNER, type Principal, type TestMission } from '../harness/organization.ts';
import { SyncWorld } from '../sync/sync-world.ts';
import { stateOf } from './desk-client.ts';
import { CONNECTION_ID, DeskStage } from './desk-stage.ts';
import { authorizeWork, offerWork } from './submitted-work.ts';

let world: SyncWorld;
let stage: DeskStage;
let mission: TestMission;
let worker: Principal;

beforeAll(async () => {
  world = await SyncWorld.open({ workers: 2 });
  mission = await world.organization.createMission('people');
  const [first] = world.organization.workers;
  if (first === undefined) throw new Error('there is a Worker');
  worker = first;
  stage = await DeskStage.open(world);
  await stage.ready(mission.groupId);
}, 60_000);

afterAll(async () => {
  await stage.leave();
  await world.close();
});

const place = () => ({ connectionId: CONNECTION_ID, groupId: mission.groupId });

async function signIntent(intent: ContractIntent): Promise<string> {
  const actionId = await stage.signSheet(await stage.openSheet(intent));
  await stage.accepted(actionId);
  return actionId;
}

async function memberWhere(isWanted: (row: MemberRow) => boolean): Promise<MemberRow> {
  const { rows } = await stateOf(
    stage.client,
    (options) => stage.client.people.members(place(), options),
    (state) => state.rows.some(isWanted),
  );
  const row = rows.find(isWanted);
  if (row === undefined) throw new Error('there is such a member');
  return row;
}

async function grantWhere(isWanted: (row: GrantRow) => boolean): Promise<GrantRow> {
  const { rows } = await stateOf(
    stage.client,
    (options) => stage.client.people.grants(place(), options),
    (state) => state.rows.some(isWanted),
  );
  const row = rows.find(isWanted);
  if (row === undefined) throw new Error('there is such a Grant');
  return row;
}

async function overrideWhere(isWanted: (row: OverrideRow) => boolean): Promise<OverrideRow> {
  const { rows } = await stateOf(
    stage.client,
    (options) => stage.client.policy.overrides(place(), options),
    (state) => state.rows.some(isWanted),
  );
  const row = rows.find(isWanted);
  if (row === undefined) throw new Error('there is such an override');
  return row;
}

async function readBasis() {
  const { rows } = await stateOf(
    stage.client,
    (options) => stage.client.people.basis(place(), options),
    (state) => state.rows.length === 1,
  );
  const [basis] = rows;
  if (basis === undefined) throw new Error('the Mission is known');
  return basis;
}

const change = (role: string, state: 'active' | 'provisional' = 'active'): ContractIntent => ({
  kind: 'membership.change',
  groupId: mission.groupId,
  form: {
    member: worker.actor,
    role,
    state,
    ...(state === 'provisional'
      ? {
          provisionalExpiresAt: new Date(world.organization.nowMs + 600_000).toISOString(),
          contextPackage: {
            summary: 'looks on',
            constraints: [],
            unresolvedQuestions: [],
            artifactHashes: [],
          },
        }
      : {}),
  },
});

function grantOf(workItemId: string, more: Partial<GrantForm> = {}): ContractIntent {
  return {
    kind: 'membership.grant_delegation',
    groupId: mission.groupId,
    form: {
      granteeAgentId: worker.actor.id,
      targetWorkItemId: workItemId,
      allowedCapabilities: [{ ...CAPABILITY }],
      budget: {
        currency: 'EUR',
        financialLimit: 1,
        modelTokenLimit: 0,
        toolCallLimit: 8,
        computeSecondsLimit: 0,
        wallClockSecondsLimit: 0,
        externalSideEffectLimit: 0,
      },
      maxDescendantDepth: 1,
      expiresAt: new Date(world.organization.nowMs + 600_000).toISOString(),
      ...more,
    },
  };
}

type GrantForm = Extract<ContractIntent, { kind: 'membership.grant_delegation' }>['form'];

describe('members', () => {
  test('MEM-006, MEM-007: a role is added on a sheet, seen with its Event, and ends with what it leaves behind', async () => {
    const before = await memberWhere(({ member }) => member.id === worker.actor.id);
    await signIntent(change('observer', 'provisional'));
    const added = await memberWhere(
      ({ member, membershipEpoch }) =>
        member.id === worker.actor.id && membershipEpoch > before.membershipEpoch,
    );
    expect(added.roles.map(({ role }) => role)).toContain('observer');
    expect(added.provisionalEndsAtMs).toBe(world.organization.nowMs + 600_000);
    const [event] = (await world.logOf({ groupId: mission.groupId })).slice((added.sequence ?? 0) - 1);
    expect(JSON.parse(event ?? '{}')).toMatchObject({ kind: 'membership.changed', sequence: added.sequence });

    const workItemId = await authorizeWork(stage, mission, { goal: 'count the shelves' });
    const offerId = await offerWork(stage, mission, workItemId, worker);
    expect(
      (await memberWhere((row) => row.obligations.some(({ key }) => key === 'obligation.offered'))).member.id,
    ).toBe(worker.actor.id);
    await world.organization.mustAct(
      'work.accept_offer',
      worker,
      { workItemId, offerId },
      { groupId: mission.groupId },
    );
    const holder = await memberWhere((row) => row.obligations.some(({ key }) => key === 'obligation.holds'));
    expect(holder.obligations.map(({ text }) => text).join(' ')).toContain('count the shelves');
    expect(holder.actions.find(({ id }) => id === 'end-member')).toMatchObject({ isEnabled: true });
    await signIntent({
      kind: 'membership.end',
      groupId: mission.groupId,
      form: { member: worker.actor, role: 'observer' },
    });
    const left = await memberWhere(
      ({ member, roles }) => member.id === worker.actor.id && roles.every(({ role }) => role !== 'observer'),
    );
    expect(left).toMatchObject({ state: 'active' });
  }, 60_000);

  test('MEM-007, MEM-009: whoever leads cannot be ended, and its roles are nobody else’s', async () => {
    const lead = await memberWhere(({ member }) => member.id === COORDINATOR.actor.id);
    expect(lead.actions.find(({ id }) => id === 'end-member')).toMatchObject({
      isEnabled: false,
      reason: { key: 'end-member.coordinator' },
    });
    const basis = await readBasis();
    expect(basis.roles.flatMap(({ role, fault }) => (fault === undefined ? [] : [role])).toSorted()).toEqual([
      'coordinator',
      'mission_owner',
    ]);
    const sheet = await stage.openSheet(change('coordinator'));
    expect(sheet).toMatchObject({ button: 'disabled', refusal: { code: 'INVALID_COMMAND' } });
  });
});

describe('a Delegation Grant', () => {
  let workItemId = '';

  test('DLG-011: is possible for an active work delegate alone, and the reason says so', async () => {
    workItemId = await authorizeWork(stage, mission, { goal: 'sort the archive' });
    const basis = await readBasis();
    expect(basis.candidates.find(({ person }) => person.id === worker.actor.id)?.delegateFault?.key).toBe(
      'delegate-fault.not-delegate',
    );
    expect(basis.targets.find((target) => target.workItemId === workItemId)?.fault).toBeUndefined();
    const sheet = await stage.openSheet(grantOf(workItemId));
    expect(sheet).toMatchObject({ button: 'disabled', refusal: { code: 'AUTH_FORBIDDEN' } });
    await signIntent(change('work_delegate'));
    const after = await readBasis();
    expect(
      after.candidates.find(({ person }) => person.id === worker.actor.id)?.delegateFault,
    ).toBeUndefined();
  });

  test('DLG-003, DLG-006: shows its Event, its use so far, and what will end it', async () => {
    const tooMuch = await stage.openSheet(
      grantOf(workItemId, { budget: { ...budgetOf(grantOf(workItemId)), toolCallLimit: 1_000_000 } }),
    );
    expect(tooMuch).toMatchObject({ button: 'disabled', refusal: { code: 'BUDGET_EXCEEDED' } });
    await signIntent(grantOf(workItemId));
    const grant = await grantWhere(({ holds }) => holds);
    expect(grant).toMatchObject({
      target: { workItemId, title: 'sort the archive' },
      grantee: { id: worker.actor.id },
      maxDescendantDepth: 1,
      items: [],
    });
    expect(grant.endsWith.map(({ key }) => key)).toEqual([
      'grant-ends.time',
      'grant-ends.coordinator',
      'grant-ends.membership',
      'grant-ends.target',
    ]);
    const log = await world.logOf({ groupId: mission.groupId });
    expect(JSON.parse(log[(grant.sequence ?? 0) - 1] ?? '{}')).toMatchObject({
      kind: 'membership.delegation.granted',
    });
    await world.organization.mustAct(
      'work.authorize',
      worker,
      {
        workItemId: world.organization.newId('work-item'),
        contract: world.organization.contractOf({ goal: 'sort the cellar', budget: { toolCallLimit: 3 } }),
        parentWorkItemId: workItemId,
        delegationGrantId: grant.grantId,
      },
      { groupId: mission.groupId },
    );
    const used = await grantWhere(({ items }) => items.length === 1);
    expect(used.items).toMatchObject([{ title: 'sort the cellar' }]);
    expect(used.dimensions.find(({ dimension }) => dimension === 'toolCalls')).toMatchObject({
      limit: '8',
      reserved: '3',
      free: '5',
    });
  });

  test('DLG-009: ends with any change of the Membership, which is said before and after', async () => {
    const delegate = await memberWhere(({ liveGrants }) => liveGrants === 1);
    expect(delegate.obligations.map(({ key }) => key)).toContain('obligation.grant');
    await signIntent(change('reviewer'));
    const ended = await grantWhere(({ holds }) => !holds);
    expect(ended).toMatchObject({ stateWords: { key: 'grant.membership-changed' }, endsWith: [] });
  });
});

function budgetOf(intent: ContractIntent): GrantForm['budget'] {
  if (intent.kind !== 'membership.grant_delegation') throw new Error('a Grant has a budget');
  return intent.form.budget;
}

describe('an override', () => {
  test('POL-010, POL-012: is needed, asked for, granted, used, each with its Event, and stands in the log', async () => {
    let deepest = await authorizeWork(stage, mission);
    for (let depth = 1; depth <= DEFAULT_POLICY.cooperation.delegationDepth; depth += 1)
      deepest = await authorizeWork(stage, mission, {}, deepest);
    const actionId = await stage.sign({
      kind: 'work.authorize',
      groupId: mission.groupId,
      form: {
        contract: world.organization.contractOf({ goal: 'one level more', budget: { toolCallLimit: 1 } }),
        parentWorkItemId: deepest,
      },
    });
    await stage.refused(actionId);
    const ofIt = (wanted: OverrideRow['stage']) => (row: OverrideRow) =>
      row.targetActionId === actionId && row.stage === wanted;
    const needed = await overrideWhere(ofIt('needed'));
    expect(needed).toMatchObject({
      policyName: 'delegation_depth',
      targetKind: 'work.authorize',
      beneficiary: { id: COORDINATOR.actor.id },
    });
    const enabled = ({ actions }: OverrideRow) =>
      actions.filter((each) => each.isEnabled).map(({ id }) => id);
    expect(enabled(needed)).toEqual(['ask', 'grant']);

    // As the form of the window asks.
    const basis = await readBasis();
    const draft = {
      ...overrideDraft(basis, needed, world.organization.nowMs),
      reason: 'the cellar has a cellar',
    };
    expect(overrideFaults(draft, basis, world.organization.nowMs)).toEqual([]);
    const asking = askOverrideIntent(draft, basis, 'Please lift the depth once.');
    if (asking === undefined) throw new Error('there is a Conversation');
    await signIntent(asking);
    const asked = await overrideWhere(ofIt('asked'));
    expect(asked).toMatchObject({ reason: 'the cellar has a cellar', isCommandHere: true });
    const log = async (sequence: number | undefined) =>
      JSON.parse((await world.logOf({ groupId: mission.groupId }))[(sequence ?? 0) - 1] ?? '{}');
    expect(JSON.stringify(await log(asked.askedAtSequence))).toContain(OVERRIDE_REQUEST_SCHEMA);

    const granting = grantOverrideIntent(overrideDraft(basis, asked, world.organization.nowMs), basis);
    if (granting === undefined) throw new Error('the beneficiary is a member');
    await signIntent(granting);
    const granted = await overrideWhere(ofIt('granted'));
    expect(granted).toMatchObject({ approver: { id: OWNER.actor.id } });
    expect(enabled(granted)).toEqual(['send']);
    expect(granted.actions.find(({ id }) => id === 'grant')?.reason?.key).toBe('override-fault.holdsAlready');
    expect(await log(granted.grantedAtSequence)).toMatchObject({
      kind: 'policy.cooperation_override.granted',
    });

    await stage.accepted(await stage.takeAndSign(actionId, 'send-with-override'));
    const used = await overrideWhere(ofIt('used'));
    expect(enabled(used)).toEqual([]);
    expect(await log(used.usedAtSequence)).toMatchObject({
      kind: 'work.authorized',
      cause: { id: actionId },
    });

    const { rows, summary } = await stateOf(
      stage.client,
      (options) => stage.client.policy.log(place(), options),
      (state) => state.rows.some(({ sequence }) => sequence === used.usedAtSequence),
    );
    expect(summary).toMatchObject({ isFull: false, label: { key: 'policy-log.partial' } });
    const decisions = rows.map(({ decision, sequence }) => [decision.key, sequence]);
    expect(decisions).toContainEqual([
      'policy-decision.cooperation override granted',
      granted.grantedAtSequence,
    ]);
    expect(decisions).toContainEqual(['policy-decision.cooperation override consumed', used.usedAtSequence]);
    expect(rows.filter(({ source }) => source === 'event').map(({ rule }) => rule.text)).toContain(
      'depth of delegation',
    );
  }, 60_000);

  test('POL-010: that nobody could use is refused on the sheet with its reason', async () => {
    const sheet = await stage.openSheet({
      kind: 'policy.grant_cooperation_override',
      groupId: mission.groupId,
      form: {
        policyName: 'message_rate',
        beneficiary: COORDINATOR.actor,
        targetCommandKind: 'work.authorize',
        targetActionId: 'urn:heddle:test:action:nobody',
        reason: 'because',
        expiresAt: new Date(world.organization.nowMs + 60_000).toISOString(),
      },
    });
    expect(sheet).toMatchObject({ button: 'disabled', refusal: { code: 'INVALID_COMMAND' } });
  });

  test('POL-003: limits show what is used, and the deepest WorkItem is at its limit', async () => {
    const { rows, summary } = await stateOf(
      stage.client,
      (options) => stage.client.policy.limits(place(), options),
      (state) => state.rows.length > 0,
    );
    expect(summary).toMatchObject({ basis: { key: 'limits.known' } });
    expect(rows.find(({ limitName }) => limitName === 'delegation_depth')).toMatchObject({
      used: DEFAULT_POLICY.cooperation.delegationDepth + 1,
      limit: DEFAULT_POLICY.cooperation.delegationDepth,
      level: 'reached',
    });
    const queued = rows.find(
      ({ limitName, who }) => limitName === 'queued_work_items' && who?.id === worker.actor.id,
    );
    expect(queued).toMatchObject({ used: 1, limit: 100, softAt: 75, level: 'calm' });
  });
});

describe('the record of an Agent', () => {
  test('leads from each number to its Events, and a result that was sent back is no failure beside it', async () => {
    const { rows } = await stateOf(
      stage.client,
      (options) =>
        stage.client.people.records({ connectionId: CONNECTION_ID, agentId: worker.actor.id }, options),
      (state) => state.rows.length > 0,
    );
    const [record] = rows;
    expect(record).toMatchObject({ capabilityId: CAPABILITY.id, version: CAPABILITY.version });
    expect(record?.figures.map(({ id }) => id)).toEqual([
      'accepted',
      'failed',
      'sentBack',
      'reassigned',
      'lostLease',
      'late',
      'budgetSpent',
      'declined',
    ]);
    expect(record?.figures.every(({ count, events, more }) => count === events.length + more)).toBe(true);
  });
});
