// Terms of work at a desk in front of a real Authority: work that goes to somebody else after its lease is lost, a child Mission from
// its promotion to its approval, and a takeover with its Context Packages.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContractIntent } from '../../core/contract/forms.ts';
import { SINGLE } from '../../core/domain/world.ts';
import { CAPABILITY, COORDINATOR, type Principal, type TestMission } from '../harness/organization.ts';
import { SyncWorld } from '../sync/sync-world.ts';
import { stateOf } from './desk-client.ts';
import { CONNECTION_ID, DeskStage, valueOf } from './desk-stage.ts';
import { authorizeWork, offerWork } from './submitted-work.ts';

let world: SyncWorld;
let stage: DeskStage;
let mission: TestMission;
let first: Principal;
let second: Principal;

beforeAll(async () => {
  world = await SyncWorld.open({ workers: 2 });
  mission = await world.organization.createMission('terms');
  const [one, two] = world.organization.workers;
  if (one === undefined || two === undefined) throw new Error('there are two Workers');
  [first, second] = [one, two];
  stage = await DeskStage.open(world);
  await stage.ready(mission.groupId);
}, 60_000);

afterAll(async () => {
  await stage.leave();
  await world.close();
});

const place = () => ({ connectionId: CONNECTION_ID, groupId: mission.groupId });

/** Signs what a screen hands to the sheet, until the desk knows that it is accepted. */
async function signIntent(intent: ContractIntent): Promise<string> {
  const actionId = await stage.signSheet(await stage.openSheet(intent));
  await stage.accepted(actionId);
  return actionId;
}

function itemOf(workItemId: string, groupId = mission.groupId) {
  return stage.connection.view().world.get('workItem', groupId, workItemId);
}

describe('work whose owner is lost', () => {
  test('WORK-014: waits while it is held, is reassigned afterwards, and the former epoch is fenced', async () => {
    const { client } = stage;
    const { organization } = world;
    const at = { groupId: mission.groupId };
    const workItemId = await authorizeWork(stage, mission);
    const offerId = await offerWork(stage, mission, workItemId, first);
    await organization.mustAct(
      'work.accept_offer',
      first,
      { workItemId, offerId, ownershipLeaseSeconds: 120 },
      at,
    );
    await organization.mustAct(
      'work.start',
      first,
      { workItemId, ownershipEpoch: 1, executionLeaseSeconds: 60 },
      at,
    );
    await stage.until(() => itemOf(workItemId)?.document.state === 'active');
    const address = { ...place(), workItemId };
    const reassign = () =>
      stateOf(
        client,
        (options) => client.leases.reassign(address, options),
        ({ rows }) => rows.length === 1,
      );
    expect((await reassign()).rows[0]).toMatchObject({
      holder: { id: first.actor.id },
      nextEpoch: 3,
      action: { id: 'reassign', isEnabled: false },
    });

    organization.nowMs += 121_000;
    const leases = await stateOf(
      client,
      (options) => client.leases.follow(undefined, options),
      ({ rows }) => rows.some((row) => row.workItemId === workItemId && row.next.id === 'reassign'),
    );
    const own = leases.rows.filter((row) => row.workItemId === workItemId);
    expect(new Map(own.map(({ type, standing }) => [type, standing]))).toEqual(
      new Map([
        ['execution', 'over'],
        ['ownership', 'over'],
      ]),
    );
    const row = (await reassign()).rows[0];
    expect(row?.action).toMatchObject({ id: 'reassign', isEnabled: true });
    expect(row?.lost.map(({ key }) => key)).toContain('reassign-lost.everything');

    await signIntent({
      kind: 'work.offer',
      groupId: mission.groupId,
      form: { workItemId, candidates: [{ agentId: second.actor.id }] },
    });
    const [offer] = itemOf(workItemId)?.document.offers ?? [];
    await organization.mustAct(
      'work.accept_offer',
      second,
      { workItemId, offerId: offer?.offerId ?? '' },
      at,
    );
    await stage.until(() => itemOf(workItemId)?.document.owner?.agentId === second.actor.id);
    expect(itemOf(workItemId)?.ownershipEpoch).toBe(row?.nextEpoch);
    const late = await organization.act('work.start', first, { workItemId, ownershipEpoch: 1 }, at);
    expect(late).toMatchObject({ ok: false, fault: { code: 'WORK_STALE_OWNERSHIP' } });
  }, 60_000);
});

describe('a child Mission', () => {
  test('CHD-005, CHD-006: is promoted, delivers, and its approval completes the item above', async () => {
    const { client } = stage;
    const { organization } = world;
    const workItemId = await authorizeWork(stage, mission, { goal: 'audit the archive' });
    const promotion = await stateOf(
      client,
      (options) =>
        client.children.promotion(
          { ...place(), workItemId, wish: { coordinatorAgentId: first.actor.id } },
          options,
        ),
      ({ rows }) => rows.length === 1,
    );
    const [terms] = promotion.rows;
    expect(terms).toMatchObject({ faults: [], needsOverride: false });
    expect(terms?.checks.every(({ verdict }) => verdict === 'met')).toBe(true);
    if (terms?.intent === undefined) throw new Error('there is a draft');
    await signIntent(terms.intent);
    const childGroupId = itemOf(workItemId)?.childGroupId ?? '';

    // Its Coordinator works elsewhere: one item, done by the other Worker, and submitted.
    const at = { groupId: childGroupId };
    const child: TestMission = {
      ...mission,
      groupId: childGroupId,
      missionId: await missionIdOf(childGroupId),
    };
    await organization.mustAct(
      'membership.change',
      first,
      { member: second.actor, role: 'worker', state: 'active', scopes: ['work.execute'] },
      at,
    );
    const contentHash = await deliver(child);
    const running = await stateOf(
      client,
      (options) => client.children.follow(place(), options),
      ({ rows }) =>
        rows.some(({ groupId, state }) => groupId === childGroupId && state === 'awaiting_approval'),
    );
    expect(running.rows.find(({ groupId }) => groupId === childGroupId)).toMatchObject({
      coordinator: { id: first.actor.id },
      item: { workItemId, isWaiting: true },
      awaits: [{ id: COORDINATOR.actor.id }],
      isMineToAnswer: true,
      depth: 1,
    });

    const review = await stateOf(
      client,
      (options) => client.children.review({ connectionId: CONNECTION_ID, groupId: childGroupId }, options),
      ({ rows }) => rows.length === 1,
    );
    expect(review.rows[0]).toMatchObject({ verdict: 'wait' });
    expect(review.rows[0]?.result.text).toContain('audit the archive');
    // The other Worker keeps its content elsewhere: what is approved is its hash, and the Approval says so.
    const sheet = await stage.openSheet(approval(childGroupId, []));
    expect(sheet.obstacles.map(({ id }) => id)).toEqual(['content-unseen']);
    await signIntent(approval(childGroupId, [contentHash]));
    await stage.until(() => itemOf(workItemId)?.document.state === 'verified');
  }, 60_000);
});

function approval(groupId: string, unseenArtifactHashes: string[]): ContractIntent {
  return { kind: 'mission.approve', groupId, form: { comments: 'complete', unseenArtifactHashes } };
}

/** One WorkItem of a child from its authorization to the submission of the Mission; answers with the hash of its result. */
async function deliver(child: TestMission): Promise<string> {
  const { organization } = world;
  const { groupId } = child;
  const at = { groupId };
  const workItemId = organization.newId('work-item');
  const offerId = organization.newId('offer');
  const deadline = await organization.authority.look(
    (state) => state.get('mission', groupId, SINGLE)?.document.deadline ?? '',
  );
  await organization.mustAct(
    'work.authorize',
    first,
    {
      workItemId,
      contract: organization.contractOf({
        goal: 'list the archive',
        deadline,
        budget: { currency: 'EUR', financialLimit: 0.5, toolCallLimit: 5 },
      }),
    },
    at,
  );
  await organization.mustAct(
    'work.offer',
    first,
    {
      workItemId,
      offers: [{ offerId, agentId: second.actor.id }],
      selectionBasis: {
        requiredCapabilities: [CAPABILITY],
        verifiedMatches: [CAPABILITY],
        authorizationEligible: true,
        availabilityEstimate: organization.nowText,
        expectedCost: 0,
        reliabilityEvidence: [],
        policyRulesApplied: ['first eligible'],
      },
    },
    at,
  );
  await organization.mustAct('work.accept_offer', second, { workItemId, offerId }, at);
  await organization.mustAct('work.start', second, { workItemId, ownershipEpoch: 1 }, at);
  const executionLeaseId = await organization.authority.look(
    (state) => state.get('workItem', groupId, workItemId)?.executionLeaseId ?? '',
  );
  const claim = { ownershipEpoch: 1, executionLeaseId };
  const content = 'the archive, file by file';
  const artifact = organization.artifactOf(child, workItemId, second, content);
  const artifactHashes = [artifact.contentHash];
  world.blobs.set(artifact.contentHash, Buffer.from(content));
  await organization.mustAct('artifact.publish', second, { artifact, ...claim }, at);
  const proof = (by: Principal) => [organization.evidenceOf(child, workItemId, by, { artifactHashes })];
  await organization.mustAct(
    'work.submit',
    second,
    { workItemId, ...claim, artifactHashes, evidence: proof(second) },
    at,
  );
  await organization.mustAct('work.accept_result', first, { workItemId, evidence: proof(first) }, at);
  await organization.mustAct('mission.submit_for_approval', first, { artifactHashes }, at);
  return artifact.contentHash;
}

async function missionIdOf(groupId: string): Promise<string> {
  return world.organization.authority.look(
    (state) => state.get('mission', groupId, SINGLE)?.document.missionId ?? '',
  );
}

describe('a takeover', () => {
  test('CRD-005, CTX-004: the successor is given a package, the former one is told, and the next version follows', async () => {
    const { client } = stage;
    const address = place();
    const follow = (successorAgentId: string, epoch: number, versions: number) =>
      stateOf(
        client,
        (options) => client.takeover.follow({ ...address, successorAgentId }, options),
        ({ rows }) =>
          rows.some((row) => row.section === 'header' && row.coordinatorEpoch === epoch) &&
          rows.some((row) => row.section === 'package' && row.versions.length === versions),
      );
    const before = await follow(second.actor.id, 1, 0);
    const given = before.rows.find((row) => row.section === 'package');
    expect(given).toMatchObject({ versions: [], author: { id: COORDINATOR.actor.id } });
    if (given === undefined) throw new Error('there is a draft');
    await signIntent({
      kind: 'mission.assign_coordinator',
      groupId: mission.groupId,
      form: {
        coordinatorAgentId: second.actor.id,
        contextPackage: { ...given.draft, summary: 'as it stands' },
      },
    });
    const after = await follow(second.actor.id, 2, 1);
    expect(after.rows.find((row) => row.section === 'stale')).toMatchObject({
      former: { id: COORDINATOR.actor.id },
      successor: { id: second.actor.id },
      coordinatorEpoch: 2,
    });
    const versions = after.rows.find((row) => row.section === 'package')?.versions ?? [];
    expect(versions).toMatchObject([{ version: 1 }]);
    const read = valueOf(
      await client.takeover.readPackage({ ...address, sequence: versions[0]?.sequence ?? 0 }),
    );
    expect(read).toMatchObject({ summary: 'as it stands', generatedBy: { id: COORDINATOR.actor.id } });
    expect(await client.takeover.readPackage({ ...address, sequence: 1 })).toMatchObject({ ok: false });

    // Back again: the owner is here, and so is who leads from now on.
    await signIntent({
      kind: 'mission.assign_coordinator',
      groupId: mission.groupId,
      form: { coordinatorAgentId: COORDINATOR.actor.id },
    });
    // At once: its own Session may not have brought its new Membership yet, and is waited for (MEM-002).
    await signIntent({
      kind: 'membership.change',
      groupId: mission.groupId,
      form: {
        member: { type: 'agent', id: COORDINATOR.actor.id },
        role: 'coordinator',
        state: 'active',
        contextPackage: { ...given.draft, summary: 'taken over' },
      },
    });
    const next = await stateOf(
      client,
      (options) => client.takeover.follow(address, options),
      ({ rows }) => rows.some((row) => row.section === 'package' && row.versions.length === 2),
    );
    expect(next.rows.find((row) => row.section === 'header')).toMatchObject({
      coordinatorEpoch: 3,
      standing: 'owner-and-coordinator',
    });
    expect(
      next.rows.find((row) => row.section === 'package')?.versions.map(({ version }) => version),
    ).toEqual([1, 2]);
    const epochs = await stateOf(
      client,
      (options) => client.leases.epochs(undefined, options),
      ({ rows }) => rows.filter((row) => row.type === 'term').length >= 3,
    );
    const terms = epochs.rows.filter((row) => row.type === 'term' && row.groupId === mission.groupId);
    expect(terms.map((row) => row.type === 'term' && [row.coordinatorEpoch, row.isCurrent])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
    expect(stage.faults).toEqual([]);
  }, 60_000);
});
