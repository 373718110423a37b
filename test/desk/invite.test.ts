// From an Agent that belongs to nothing to an offer that it has accepted, as the offer composer of a window does it: a provisional
// Membership with a Context Package, then the offer, in front of a real Authority and a real Session of that Agent (MEM-004).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContractIntent } from '../../core/contract/forms.ts';
import { followLive } from '../../core/contract/live.ts';
import type { CandidateRow } from '../../core/contract/work.ts';
import type { ContextPackage, Event } from '../../core/protocol/generated/documents.ts';
import { COORDINATOR, type Principal, type TestMission } from '../harness/organization.ts';
import { SyncWorld, type TestedClient } from '../sync/sync-world.ts';
import { CONNECTION_ID, DeskStage } from './desk-stage.ts';
import { authorizeWork, submitWork } from './submitted-work.ts';

const NEWCOMERS = ['first', 'second', 'third', 'fourth'] as const;

let world: SyncWorld;
let stage: DeskStage;
let mission: TestMission;
let newcomers: readonly Principal[];

beforeAll(async () => {
  world = await SyncWorld.open({ workers: 1 });
  mission = await world.organization.createMission('invitations');
  newcomers = await Promise.all(NEWCOMERS.map((name) => world.newAgent(`newcomer-${name}`)));
  stage = await DeskStage.open(world);
  await stage.ready(mission.groupId);
}, 60_000);

afterAll(async () => {
  await stage.leave();
  await world.close();
});

function newcomer(number: number): Principal {
  const found = newcomers[number];
  if (found === undefined) throw new Error(`there is no newcomer ${number}`);
  return found;
}

/** What the offer composer sends before the offer: words of a person, and nothing that can be looked up. */
function invitation(agent: Principal, workItemId: string): ContractIntent {
  return {
    kind: 'membership.change',
    groupId: mission.groupId,
    form: {
      member: agent.actor,
      role: 'worker',
      state: 'provisional',
      provisionalExpiresAt: new Date(world.organization.nowMs + 1_200_000).toISOString(),
      contextPackage: {
        workItemId,
        summary: 'The folder of the finance team is to be listed.',
        constraints: ['no network'],
        unresolvedQuestions: ['Are hidden files to be listed?'],
        artifactHashes: [],
      },
    },
  };
}

function offerTo(agent: Principal, workItemId: string): ContractIntent {
  return {
    kind: 'work.offer',
    groupId: mission.groupId,
    form: { workItemId, candidates: [{ agentId: agent.actor.id }] },
  };
}

/** Signs what a sheet shows, as a person at a window does, until it is accepted. */
async function sign(intent: ContractIntent): Promise<string> {
  const actionId = await stage.signSheet(await stage.openSheet(intent));
  await stage.accepted(actionId);
  return actionId;
}

async function candidate(workItemId: string, agent: Principal): Promise<CandidateRow | undefined> {
  const stop = new AbortController();
  const { groupId } = mission;
  const parts = await stage.client.work.follow(
    { connectionId: CONNECTION_ID, groupId, workItemId },
    { signal: stop.signal },
  );
  try {
    for await (const { byId } of followLive(parts, (ack) => stage.client.system.acknowledge(ack))) {
      const offers = byId.get('offers');
      if (offers?.section !== 'offers') throw new Error('there is a part with offers');
      return offers.candidates.find((row) => row.agent.id === agent.actor.id);
    }
    return undefined;
  } finally {
    stop.abort();
  }
}

/** The package in the Event of a Membership, as its reader finds it. */
function packageIn(client: TestedClient): { readonly event: Event; readonly contextPackage: ContextPackage } {
  const found = client.applied.flatMap((event) => {
    const { contextPackage } = event.payload as { readonly contextPackage?: ContextPackage };
    return contextPackage === undefined ? [] : [{ event, contextPackage }];
  });
  const last = found.at(-1);
  if (last === undefined) throw new Error('no Event carries a package');
  return last;
}

describe('inviting an Agent that is no member', () => {
  test('gives it a Context Package, offers the work, and the Agent accepts it (MEM-004, CTX-009)', async () => {
    const agent = newcomer(0);
    const itsClient = await world.connect(agent);
    const workItemId = await authorizeWork(stage, mission);
    expect(await candidate(workItemId, agent)).toMatchObject({
      isEligible: true,
      isMember: false,
      evidenceIds: ['urn:heddle:test:evidence:capability'],
    });
    // Nobody who is no member can be offered work.
    const early = await stage.openSheet(offerTo(agent, workItemId));
    expect(early.button).toBe('disabled');

    await sign(invitation(agent, workItemId));
    expect(await candidate(workItemId, agent)).toMatchObject({ isMember: true });
    await itsClient.until((its) =>
      its.applied.some(({ kind, groupId }) => kind === 'membership.changed' && groupId === mission.groupId),
    );
    const { event, contextPackage } = packageIn(itsClient);
    const log = (await world.logOf(mission)).map((text) => JSON.parse(text) as Event);
    const cited = log.filter(({ sequence = 0 }) => sequence < (event.sequence ?? 0));
    expect(contextPackage).toMatchObject({
      version: 1,
      missionId: mission.missionId,
      groupId: mission.groupId,
      workItemId,
      summary: 'The folder of the finance team is to be listed.',
      constraints: ['no network'],
      unresolvedQuestions: ['Are hidden files to be listed?'],
      sourceEventRange: {
        fromSequence: 1,
        toSequence: cited.length,
        eventIds: cited.map(({ eventId }) => eventId),
      },
      generatedBy: COORDINATOR.actor,
      signature: { keyId: COORDINATOR.signer.keyId },
    });

    await sign(offerTo(agent, workItemId));
    const offerOf = () =>
      itsClient.client.world
        .get('workItem', mission.groupId, workItemId)
        ?.document.offers?.find(({ agentId }) => agentId === agent.actor.id);
    await itsClient.until(() => offerOf()?.status === 'pending');
    const record = itsClient.client.world.get('workItem', mission.groupId, workItemId);
    // What a window leaves out of the basis is said from here (WORK-023).
    expect(record?.document.selectionBasis).toMatchObject({
      authorizationEligible: true,
      reliabilityEvidence: ['urn:heddle:test:evidence:capability'],
    });
    const outcome = await itsClient.client.submit({
      kind: 'work.accept_offer',
      groupId: mission.groupId,
      workItemId,
      payload: { workItemId, offerId: offerOf()?.offerId ?? '' },
      ...(record === undefined ? {} : { expectedRevision: record.document.revision }),
    });
    expect(outcome).toMatchObject({ status: 'accepted' });
    await stage.until(
      () =>
        stage.connection.view().world.get('workItem', mission.groupId, workItemId)?.document.owner
          ?.agentId === agent.actor.id,
    );
    expect(itsClient.faults).toEqual([]);
  });

  test('for the next one on the same work is a new version of the package (CTX-004)', async () => {
    const [one, two] = [newcomer(1), newcomer(2)];
    const workItemId = await authorizeWork(stage, mission);
    const [first, second] = [await world.connect(one), await world.connect(two)];
    await sign(invitation(one, workItemId));
    await sign(invitation(two, workItemId));
    const isIn = (client: TestedClient) => client.applied.some(({ kind }) => kind === 'membership.changed');
    await first.until(isIn);
    await second.until(isIn);
    const known = first.applied.flatMap(({ payload }) => {
      const { contextPackage } = payload as { readonly contextPackage?: ContextPackage };
      return contextPackage?.version === 1 ? [contextPackage] : [];
    });
    expect(packageIn(second).contextPackage).toMatchObject({
      version: 2,
      previousContextPackageId: known[0]?.contextPackageId,
    });
  });

  test('for work that builds on a result shows that result and cites its acceptance (MEM-005, CTX-002)', async () => {
    const [worker] = world.organization.workers;
    if (worker === undefined) throw new Error('there is one Worker');
    const criteria = [
      { criterionId: 'complete', description: 'all of it', evidenceRequired: ['human_review' as const] },
    ];
    const done = await submitWork(stage, mission, worker, { acceptanceCriteria: criteria });
    const accepted = await sign({
      kind: 'work.accept_result',
      groupId: mission.groupId,
      form: {
        workItemId: done.workItemId,
        evidence: [{ type: 'human_review', criterionIds: ['complete'], method: 'read', result: 'passed' }],
      },
    });
    const workItemId = await authorizeWork(stage, mission, { dependencyWorkItemIds: [done.workItemId] });
    const agent = newcomer(3);
    const itsClient = await world.connect(agent);
    await sign(invitation(agent, workItemId));
    await itsClient.until((its) => its.applied.some(({ kind }) => kind === 'membership.changed'));
    const acceptance = itsClient.applied.find(({ cause }) => cause.id === accepted);
    expect(acceptance).toMatchObject({ kind: 'work.result.accepted', workItemId: done.workItemId });
    expect(itsClient.applied.every(({ sequence = 0 }) => sequence >= (acceptance?.sequence ?? 0))).toBe(true);
    expect(packageIn(itsClient).contextPackage.decisions).toEqual([
      {
        description: expect.stringContaining('was accepted') as string,
        sourceEventIds: [acceptance?.eventId],
      },
    ]);
  });
});
