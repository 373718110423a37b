// Offers: what a Worker accepts, what it declines and why, and what it asks first (WORK-002, WORK-020…WORK-032).
import { expect, test } from 'vitest';
import { NO_USAGE } from '../../core/domain/budget.ts';
import type { AdmissionPolicy } from '../../core/worker/admission-control.ts';
import type { ScheduleEstimate, WorkContract } from '../../core/protocol/generated/documents.ts';
import { CAPABILITY, COORDINATOR, TEST_START_MS } from '../harness/organization.ts';
import { WorkerWorld } from './worker-world.ts';

interface Declined {
  readonly name: string;
  readonly reason: string;
  readonly admission?: Partial<AdmissionPolicy>;
  readonly contract?: Partial<WorkContract>;
  readonly slots?: number;
}

const DECLINED: readonly Declined[] = [
  { name: 'room in the queue', reason: 'capacity', admission: { maxQueued: 0 } },
  { name: 'free concurrency', reason: 'capacity', admission: { maxWaitMs: -1 } },
  { name: 'the capability', reason: 'capability', admission: { capabilities: new Set() } },
  {
    name: 'the deadline',
    reason: 'deadline',
    contract: { deadline: new Date(TEST_START_MS + 600_000).toISOString() },
  },
  { name: 'authorization', reason: 'authorization', contract: { sideEffectRisk: 'external' } },
  {
    name: 'authorization of a resource',
    reason: 'authorization',
    admission: { allowsResource: () => false },
    contract: { allowedResources: [{ resource: 'urn:folder:payroll', operations: ['read'] }] },
  },
  {
    name: 'the budget',
    reason: 'budget',
    admission: { leastBudget: new Map([[CAPABILITY.id, { ...NO_USAGE, modelTokens: 1 }]]) },
  },
];

for (const { name, reason, admission = {}, contract = {} } of DECLINED) {
  test(`WORK-031, WORK-025, OPEN-037: an offer that fails the test of ${name} is declined for ${reason}, once`, async () => {
    const world = await WorkerWorld.open({ admission });
    const workItemId = await world.offer(contract);
    await world.until(() => world.link.sent.length > 0);
    await world.settle();
    expect(world.sentKinds()).toEqual(['message.post']);
    const { conversationId, offers = [] } = (await world.recordOf(workItemId)).document;
    expect(world.link.sent[0]).toMatchObject({
      conversationId,
      payload: {
        content: [
          {
            type: 'data_ref',
            schema: 'urn:heddle:schema:offer-decline:1',
            data: { workItemId, offerId: offers[0]?.offerId, reason },
          },
        ],
      },
    });
    expect(offers[0]?.status).toBe('pending');
    // Neither more Events nor a restart make it say so again.
    await world.organization.postMessage(COORDINATOR, world.mission, 'please');
    await world.restart();
    await world.settle();
    expect(world.sentKinds()).toEqual([]);
  });
}

test('WORK-031: a dependency that has failed declines, one that is open does so only where the operator wants it', async () => {
  const world = await WorkerWorld.open({ admission: { acceptsWaiting: false } });
  const first = await world.offer({ deadline: new Date(TEST_START_MS + 600_000).toISOString() });
  const second = await world.offer({ dependencyWorkItemIds: [first] });
  await world.until(() => world.link.sent.length === 2);
  await world.settle();
  expect(world.link.sent.map(({ payload }) => payload)).toMatchObject([
    { content: [{ data: { workItemId: first, reason: 'deadline' } }] },
    { content: [{ data: { workItemId: second, reason: 'dependency' } }] },
  ]);
});

test('WORK-002: an ambiguity is asked about in the Conversation, and nothing is accepted meanwhile', async () => {
  const world = await WorkerWorld.open({
    findAmbiguity: ({ goal }) => (goal.includes('which') ? 'Which folder is meant?' : undefined),
  });
  const workItemId = await world.offer({ goal: 'list the files of which folder' });
  await world.until(() => world.link.sent.length > 0);
  await world.settle();
  expect(world.link.sent).toMatchObject([
    { kind: 'message.post', payload: { content: [{ type: 'text', text: 'Which folder is meant?' }] } },
  ]);
  // The repaired contract comes with a new offer (WORK-003).
  const { organization, mission } = world;
  const record = await world.recordOf(workItemId);
  await organization.mustAct(
    'work.offer',
    COORDINATOR,
    {
      workItemId,
      offers: [{ offerId: organization.newId('offer'), agentId: world.worker.actor.id }],
      contract: { ...record.document.contract, contractVersion: 2, goal: 'list the files of input/' },
      selectionBasis: {
        requiredCapabilities: [CAPABILITY],
        verifiedMatches: [CAPABILITY],
        authorizationEligible: true,
        availabilityEstimate: organization.nowText,
        expectedCost: 0,
        reliabilityEvidence: [],
        policyRulesApplied: ['repaired contract'],
      },
    },
    { groupId: mission.groupId },
  );
  await world.until(() => world.runner.runs.length === 1);
  expect(world.runner.runs[0]?.request.contract.contractVersion).toBe(2);
});

test('WORK-020: an offer that came while there was no connection is answered after it', async () => {
  const world = await WorkerWorld.open();
  world.link.disconnect();
  const workItemId = await world.offer();
  await world.settle();
  expect(world.link.sent).toEqual([]);
  await world.link.connect();
  await world.until(() => world.stateOf(workItemId) === 'active');
});

test('SCH-011: what a Worker tells one Group is the same whatever the others have queued', async () => {
  const estimates: (ScheduleEstimate | undefined)[] = [];
  for (const others of [0, 6]) {
    const world = await WorkerWorld.open({ scheduler: { slots: 1 } }, ['a', 'b']);
    const [a, b] = world.missions;
    if (a === undefined || b === undefined) throw new Error('two Missions');
    for (let n = 0; n < others; n += 1) await world.offer({ requestedUrgency: 'critical' }, b);
    await world.until(
      () => world.sentKinds().filter((kind) => kind === 'work.accept_offer').length === others,
    );
    await world.settle();
    const workItemId = await world.offer({}, a);
    await world.until(() => world.stateOf(workItemId, a) !== 'offered');
    await world.settle();
    estimates.push((await world.recordOf(workItemId, a)).document.scheduleEstimate);
    const { groupId } = a;
    const told = world.link.sent.filter((draft) => draft.groupId === groupId);
    expect(JSON.stringify(told)).not.toContain(b.groupId);
  }
  expect(estimates[0]).toBeDefined();
  expect(estimates[1]).toEqual(estimates[0]);
});
