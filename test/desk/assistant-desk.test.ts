// What the assistant knows at a desk in front of a real Authority: the record of Agents from the first Event on, rankings and
// reviews with reasons that lead to their Events (WORK-023, WORK-062).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AgentHistory } from '../../core/coordinator/assistant/offers/agent-history.ts';
import { recomputeSelection } from '../../core/coordinator/assistant/offers/audit-selection.ts';
import { DEFAULT_RANKING } from '../../core/coordinator/assistant/offers/offer-settings.ts';
import type { Review } from '../../core/coordinator/assistant/review/review-types.ts';
import { followLive } from '../../core/contract/live.ts';
import { parseEvent } from '../../core/coordinator/desk-runtime/group-log.ts';
import type { PreparedReviewModel } from '../../core/contract/review.ts';
import type { SelectionBasis } from '../../core/protocol/generated/documents.ts';
import { CAPABILITY } from '../../core/domain/seeded-world.test-data.ts';
import { COORDINATOR, type Principal, type TestMission } from '../harness/organization.ts';
import { SyncWorld } from '../sync/sync-world.ts';
import { CONNECTION_ID, DeskStage } from './desk-stage.ts';
import { authorizeWork, submitWork } from './submitted-work.ts';

let world: SyncWorld;
let stage: DeskStage;
let mission: TestMission;
let worker: Principal;

beforeAll(async () => {
  world = await SyncWorld.open({ workers: 2 });
  mission = await world.organization.createMission('assisted');
  const [first] = world.organization.workers;
  if (first === undefined) throw new Error('there is one Worker');
  worker = first;
  for (const { actor } of world.organization.workers) {
    await world.organization.mustAct(
      'membership.change',
      COORDINATOR,
      { member: actor, role: 'worker', state: 'active', scopes: ['work.accept_offer', 'work.execute'] },
      { groupId: mission.groupId },
    );
  }
  stage = await DeskStage.open(world);
  await stage.ready(mission.groupId);
}, 60_000);

afterAll(async () => {
  await stage.leave();
  await world.close();
});

/** What a fold of everything that is kept says of the Worker. */
async function foldAnew(groupId: string): Promise<AgentHistory> {
  const history = new AgentHistory(DEFAULT_RANKING.fairnessWindow);
  const kept = await stage.connection.sourceOf(groupId)?.readEvents(groupId, 0, 10_000);
  for (const { bytes } of kept ?? []) history.take(parseEvent(bytes));
  return history;
}

/** A submission whose content is JSON, and can be fetched. */
async function submitInventory(): Promise<string> {
  const contentFor = (id: string) => JSON.stringify({ rows: [id] });
  const { workItemId } = await submitWork(stage, mission, worker, {}, contentFor);
  await stage.agent.controlPlane.upload(mission.groupId, Buffer.from(contentFor(workItemId)));
  return workItemId;
}

/** The review of a submission, once it is prepared. */
async function reviewOf(workItemId: string): Promise<Review> {
  const prepared = () =>
    stage.desk.reviews.of(stage.connection, stage.connection.view(), mission.groupId, workItemId);
  await stage.until(() => prepared().review !== undefined && !prepared().isUnderWay);
  const { review } = prepared();
  if (review === undefined) throw new Error('there is a review');
  return review;
}

/** Accepts a submission by the draft of its review. */
async function acceptAsDrafted(workItemId: string): Promise<void> {
  const { verdict, drafts } = await reviewOf(workItemId);
  expect(verdict).toBe('accept');
  const [draft] = drafts;
  if (draft === undefined) throw new Error('an acceptance is drafted');
  await stage.act(draft.intent);
}

describe('the record of Agents', () => {
  test('is folded from the first Event on, each Event once, while the log moves', async () => {
    const { groupId } = mission;
    const workItemId = await submitInventory();
    await acceptAsDrafted(workItemId);
    const { agentHistory } = stage.connection;
    const anew = await foldAnew(groupId);
    const agentId = worker.actor.id;
    expect(agentHistory.trackOf(groupId, agentId, CAPABILITY.id)?.events.accepted).toHaveLength(1);
    expect(agentHistory.trackOf(groupId, agentId, CAPABILITY.id)).toEqual(
      anew.trackOf(groupId, agentId, CAPABILITY.id),
    );
    expect(agentHistory.assignmentEvents(groupId, agentId)).toEqual(anew.assignmentEvents(groupId, agentId));
  });
});

/** The rows and the summary of a ranking, as a window first gets them. */
async function readRanking(workItemId: string) {
  const stop = new AbortController();
  const input = { connectionId: CONNECTION_ID, groupId: mission.groupId, workItemId };
  const parts = await stage.client.work.ranking(input, { signal: stop.signal });
  try {
    for await (const state of followLive(parts, (ack) => stage.client.system.acknowledge(ack))) return state;
    throw new Error('a live query begins with a part');
  } finally {
    stop.abort();
  }
}

describe('the ranking of the offer composer', () => {
  test('leads from every number to its Events', async () => {
    const { groupId } = mission;
    const workItemId = await authorizeWork(stage, mission);
    await stage.until(async () => (await readRanking(workItemId)).rows.length > 0);
    const { rows, summary } = await readRanking(workItemId);
    const row = rows.find(({ agent }) => agent.id === worker.actor.id);
    if (row === undefined) throw new Error('the Worker is a candidate');
    // Nobody has heard it: it stands after all who are heard.
    expect(row).toMatchObject({ isEligible: true, tier: 1 });
    const reliability = row.terms.find(({ id }) => id === 'reliability');
    const [accepted] = reliability?.figures ?? [];
    expect(accepted?.words.text).toBe('1 accepted');
    const [source] = accepted?.sources ?? [];
    if (source?.sequence === undefined) throw new Error('the number has its Event');
    const [event] =
      (await stage.connection.sourceOf(groupId)?.readEvents(groupId, source.sequence - 1, 1)) ?? [];
    expect(event === undefined ? '' : parseEvent(event.bytes).kind).toBe('work.result.accepted');
    // What was not heard is unknown, and says so.
    expect(row.reasons.find(({ id }) => id === 'presence-unknown')?.verdict).toBe('unknown');
    expect(row.terms.reduce((sum, { adds }) => sum + adds, 0)).toBeGreaterThanOrEqual(row.score - 5);
    expect(summary?.plan).toMatchObject({ verdict: 'offer', steps: [{ kind: 'work.offer' }] });
    expect(rows.every(({ reasons }) => reasons.every(({ words }) => words.text !== ''))).toBe(true);
  });

  test('WORK-023: the basis is what an auditor computes from the log, and names the rule of an order by hand', async () => {
    const { groupId } = mission;
    const workItemId = await authorizeWork(stage, mission);
    await stage.until(async () => (await readRanking(workItemId)).rows.length > 1);
    const [first, second] = (await readRanking(workItemId)).rows;
    if (first === undefined || second === undefined) throw new Error('there are two Workers');
    const address = { connectionId: CONNECTION_ID, groupId, workItemId };
    const audit = async (agentId: string, orderRule?: string) => {
      const agentIds = [agentId];
      const composed = await stage.client.work.composeOffer({ ...address, agentIds, orderRule });
      if (!composed.ok) throw new Error(composed.fault.code);
      const kept = (await stage.connection.sourceOf(groupId)?.readEvents(groupId, 0, 10_000)) ?? [];
      const log = {
        events: kept.map(({ bytes }) => parseEvent(bytes)),
        cards: [...stage.connection.view().cards.values()],
      };
      const basis = composed.value.basis as unknown as SelectionBasis;
      const { verdict } = recomputeSelection(log, { groupId, workItemId, agentIds, basis });
      return { verdict, basis, isByRanking: composed.value.isByRanking };
    };
    expect(await audit(first.agent.id)).toMatchObject({ verdict: 'proved', isByRanking: true });
    const own = await audit(second.agent.id, 'knows the archive');
    expect(own.isByRanking).toBe(false);
    expect(own.basis.policyRulesApplied.at(-1)).toBe('order=by-hand: knows the archive');
  });

  test('whoever may not be asked is refused, whatever a window says', async () => {
    const workItemId = await authorizeWork(stage, mission);
    const answer = await stage.client.work.composeOffer({
      connectionId: CONNECTION_ID,
      groupId: mission.groupId,
      workItemId,
      agentIds: [COORDINATOR.actor.id],
    });
    expect(answer).toMatchObject({ ok: false, fault: { code: 'not-eligible' } });
  });
});

/** What the review desk shows of a submission, once it is prepared. */
async function readPrepared(workItemId: string): Promise<PreparedReviewModel> {
  const stop = new AbortController();
  const input = { connectionId: CONNECTION_ID, groupId: mission.groupId, workItemId };
  const parts = await stage.client.review.follow(input, { signal: stop.signal });
  try {
    for await (const { rows } of followLive(parts, (ack) => stage.client.system.acknowledge(ack))) {
      const row = rows.find(({ section }) => section === 'prepared');
      if (row?.section === 'prepared' && !row.isUnderWay && row.review !== undefined) return row.review;
    }
    throw new Error('the review never came');
  } finally {
    stop.abort();
  }
}

describe('the prepared review', () => {
  test('WORK-062: names its reasons, and is a draft that a person signs', async () => {
    const { groupId } = mission;
    const workItemId = await submitInventory();
    const headBefore = stage.connection.logOf(groupId)?.upTo;
    const { verdict, reasons, evidence, drafts } = await readPrepared(workItemId);
    expect(verdict).toBe('accept');
    expect(reasons.map(({ id, step }) => [id, step])).toEqual([['all-proven', 'verdict']]);
    const [reason] = reasons;
    expect(reason?.sources[0]?.sequence).toBe(headBefore);
    expect(evidence.map(({ standing }) => standing)).toEqual(['claim']);
    // Showing it has signed nothing.
    expect(stage.connection.logOf(groupId)?.upTo).toBe(headBefore);
    const [draft] = drafts;
    if (draft === undefined) throw new Error('an acceptance is drafted');
    const sheet = await stage.openSheet(draft.intent);
    await stage.accepted(await stage.signSheet(sheet));
    const { state } = stage.connection.view().world.get('workItem', groupId, workItemId)?.document ?? {};
    expect(state).toBe('verified');
  });

  test('ART-003: a content that the Authority does not hand out whole goes to a person', async () => {
    const { workItemId, contentHash } = await submitWork(
      stage,
      mission,
      worker,
      {},
      (id) => `{"of":"${id}"}`,
    );
    await stage.agent.controlPlane.upload(mission.groupId, Buffer.from(`{"of":"${workItemId}"}`));
    world.blobs.set(contentHash, Buffer.from(`{"or":"${workItemId}"}`));
    const { verdict, reasons, drafts } = await readPrepared(workItemId);
    // The Authority has noticed it as well.
    world.faults.length = 0;
    expect(reasons.map(({ id, step }) => [id, step])).toContainEqual(['content-unavailable', 'integrity']);
    expect(verdict).toBe('escalate');
    expect(drafts).toEqual([]);
  });
});
