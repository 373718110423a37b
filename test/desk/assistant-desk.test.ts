// What the assistant knows at a desk in front of a real Authority: the record of Agents from the first Event on, rankings and
// reviews with reasons that lead to their Events (WORK-023, WORK-062).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AgentHistory } from '../../core/coordinator/assistant/offers/agent-history.ts';
import { DEFAULT_RANKING } from '../../core/coordinator/assistant/offers/offer-settings.ts';
import type { Review } from '../../core/coordinator/assistant/review/review-types.ts';
import { parseEvent } from '../../core/coordinator/desk-runtime/group-log.ts';
import { CAPABILITY } from '../../core/domain/seeded-world.test-data.ts';
import type { Principal, TestMission } from '../harness/organization.ts';
import { SyncWorld } from '../sync/sync-world.ts';
import { DeskStage } from './desk-stage.ts';
import { submitWork } from './submitted-work.ts';

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
