// Capability tokens as a Worker gets and checks them, from a real control plane.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nowAt } from '../../core/domain/decision.ts';
import { conditionsOf } from '../../core/domain/execution-approvals.ts';
import { SINGLE } from '../../core/domain/world.ts';
import { ControlPlaneCapabilities } from '../../core/host/worker-capability-source.ts';
import type { WorkContract } from '../../core/protocol/generated/documents.ts';
import type { CapabilityRequest, ToolAct } from '../../core/worker/capability-source.ts';
import { CAPABILITY, COORDINATOR, OWNER, type Principal, type TestMission } from '../harness/organization.ts';
import { SyncWorld, type TestedClient } from '../sync/sync-world.ts';

let world: SyncWorld;
let worker: Principal;
let mission: TestMission;
let tested: TestedClient;
let source: ControlPlaneCapabilities;

beforeEach(async () => {
  world = await SyncWorld.open();
  const [first] = world.organization.workers;
  if (first === undefined) throw new Error('a world has workers');
  worker = first;
  mission = await createMission();
  tested = await world.connect(worker);
  source = new ControlPlaneCapabilities(tested.client);
});
afterEach(async () => {
  await world.close();
});

const TOOLS: Partial<WorkContract> = {
  allowedResources: [
    { resource: 'tool:pandoc', operations: ['execute'] },
    { resource: 'folder:input', operations: ['read'], constraints: { depth: 2 } },
  ],
};

/** Work that the Worker has started, and what it would ask a token for. */
async function startWork(changes: Partial<WorkContract> = TOOLS): Promise<CapabilityRequest> {
  const { organization } = world;
  const { groupId } = mission;
  const workItemId = organization.newId('work-item');
  const contract = organization.contractOf(changes);
  const offerId = organization.newId('offer');
  await organization.mustAct('work.authorize', COORDINATOR, { workItemId, contract }, { groupId });
  const selectionBasis = {
    requiredCapabilities: [CAPABILITY],
    verifiedMatches: [CAPABILITY],
    authorizationEligible: true,
    availabilityEstimate: organization.nowText,
    expectedCost: 0,
    reliabilityEvidence: [],
    policyRulesApplied: ['first eligible'],
  };
  const offers = [{ offerId, agentId: worker.actor.id }];
  await organization.mustAct('work.offer', COORDINATOR, { workItemId, offers, selectionBasis }, { groupId });
  await act('work.accept_offer', { workItemId, offerId });
  if (contract.executionApproval !== 'not_required') await approve(workItemId, contract);
  await act('work.start', { workItemId, ownershipEpoch: 1 });
  return {
    sessionEpoch: tested.client.session?.sessionEpoch ?? 0,
    groupId,
    workItemId,
    ownershipEpoch: 1,
    executionLeaseId: tested.client.world.get('workItem', groupId, workItemId)?.executionLeaseId ?? '',
    tools: ['tool:pandoc'],
    resources: contract.allowedResources,
    operations: [],
    budget: contract.budget,
  };
}

async function act(kind: string, payload: object): Promise<void> {
  const outcome = await tested.client.submit({ kind, groupId: mission.groupId, payload });
  if (outcome.status !== 'accepted') throw new Error(`${kind}: ${JSON.stringify(outcome)}`);
}

/** As the harness makes it, and with a permission, without which nothing can be approved. */
async function createMission(): Promise<TestMission> {
  const { organization } = world;
  const missionId = 'urn:heddle:test:mission:m1';
  const groupId = 'urn:heddle:test:group:m1';
  await organization.mustAct(
    'mission.create',
    OWNER,
    {
      missionId,
      groupId,
      coordinatorAgentId: COORDINATOR.actor.id,
      objective: 'ask for tokens',
      definitionOfDone: [{ criterionId: 'done', description: 'it is', evidenceRequired: ['human_review'] }],
      budget: { currency: 'EUR', financialLimit: 10, toolCallLimit: 100 },
      deadline: nowAt(organization.nowMs + 86_400_000 * 2).text,
      approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
      permissions: ['documents.read', 'execute', 'read', 'tool:pandoc'],
    },
    { groupId },
  );
  const scopes = ['message.post', 'work.execute'];
  const member = { member: worker.actor, role: 'worker', state: 'active', scopes } as const;
  await organization.mustAct('membership.change', COORDINATOR, { ...member, scopes }, { groupId });
  return { missionId, groupId, conversationId: '' };
}

async function approve(workItemId: string, contract: WorkContract): Promise<void> {
  const { organization } = world;
  const { groupId, missionId } = mission;
  const missionRevision = await organization.authority.look(
    (state) => state.get('mission', groupId, SINGLE)?.document.revision ?? 0,
  );
  const terms = {
    operations: ['documents.read'],
    resources: contract.allowedResources.map(({ resource }) => resource),
    ownershipEpoch: 1,
    budget: contract.budget,
    expiresAt: nowAt(organization.nowMs + 300_000).text,
  };
  const approval = organization.sign(
    'approval',
    {
      approvalId: organization.newId('approval'),
      kind: 'work_execution',
      decision: 'approved',
      missionId,
      groupId,
      workItemId,
      missionRevision,
      artifactHashes: [],
      acceptancePolicyVersion: '1.0.0',
      approver: OWNER.actor,
      comments: '',
      conditions: [...(conditionsOf(terms) ?? [])],
      occurredAt: organization.nowText,
    },
    OWNER,
  );
  await organization.mustAct('approval.grant_execution', OWNER, { approval, ...terms }, { groupId });
}

async function tokenFor(request: CapabilityRequest): Promise<string> {
  const issued = await source.issue(request);
  if (!issued.ok) throw new Error(JSON.stringify(issued.fault));
  return issued.value.token;
}

function codeOf(result: Awaited<ReturnType<ControlPlaneCapabilities['check']>>): string {
  return result.ok ? 'permitted' : result.fault.code;
}

describe('a token', () => {
  test('TOK-001, TOK-006: is issued for what the contract allows, constraints included', async () => {
    const issued = await source.issue(await startWork());
    if (!issued.ok) throw new Error(JSON.stringify(issued.fault));
    expect(issued.value.permits).toMatchObject({
      tools: ['tool:pandoc'],
      resources: [{ resource: 'tool:pandoc' }, { resource: 'folder:input', constraints: { depth: 2 } }],
    });
    expect(Date.parse(issued.value.expiresAt)).toBeGreaterThan(world.organization.nowMs);
  });

  test('TOK-006: is refused for more, with the reason of the Authority', async () => {
    const request = await startWork();
    const refused = await source.issue({ ...request, tools: ['tool:other'] });
    expect(refused).toMatchObject({ ok: false, fault: { code: 'AUTH_FORBIDDEN' } });
  });

  test('TOK-006, APV-006: comes with the Approval where one is needed', async () => {
    const request = await startWork({
      ...TOOLS,
      sideEffectRisk: 'external',
      executionApproval: 'human_required',
    });
    const issued = await source.issue({ ...request, operations: ['documents.read'] });
    expect(issued).toMatchObject({ ok: true, value: { permits: { operations: ['documents.read'] } } });
  });

  test('TOK-004, TOK-007: permits acts of its own, within its budget, for as long as the lease lives', async () => {
    const request = await startWork();
    const token = await tokenFor(request);
    const check = async (toolAct: Partial<ToolAct>) =>
      codeOf(
        await source.check(mission.groupId, token, { logicalOperationId: 'urn:x:operation', ...toolAct }),
      );
    expect(await check({ tool: 'tool:pandoc', usage: { toolCalls: 10 } })).toBe('permitted');
    expect(await check({ resource: { resource: 'folder:input', operation: 'read' } })).toBe('permitted');
    expect(await check({ usage: { financialMicrounits: 500_000 } })).toBe('permitted');
    expect(await check({ tool: 'tool:other' })).toBe('AUTH_FORBIDDEN');
    expect(await check({ resource: { resource: 'folder:input', operation: 'write' } })).toBe(
      'AUTH_FORBIDDEN',
    );
    expect(await check({ usage: { toolCalls: 11 } })).toBe('BUDGET_EXCEEDED');
    expect(await check({ usage: { modelTokens: 1 } })).toBe('BUDGET_EXCEEDED');
    expect(codeOf(await source.check(mission.groupId, 'another', { logicalOperationId: 'urn:x' }))).toBe(
      'AUTH_REQUIRED',
    );
    const { workItemId, executionLeaseId } = request;
    await act('work.checkpoint', {
      workItemId,
      ownershipEpoch: 1,
      executionLeaseId,
      checkpoint: { phase: 'begun', completedMilestones: [] },
      resumeWithinSeconds: 60,
    });
    expect(await check({ tool: 'tool:pandoc' })).not.toBe('permitted');
  });

  test('FLR-004: without a connection there is none', async () => {
    const request = await startWork();
    await world.hangUp();
    const issued = await source.issue(request);
    expect(issued).toMatchObject({ ok: false, fault: { code: 'INTERNAL_ERROR', retryable: true } });
    await world.listen();
  });
});
