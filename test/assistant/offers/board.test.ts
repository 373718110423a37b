// Rankings that are kept equal rankings that are made anew, after every Event of random histories.
import { describe, expect, test } from 'vitest';
import { RankingBoard, RANKING_STEP_MS } from '../../../core/coordinator/assistant/offers/ranking-board.ts';
import { rankCandidates } from '../../../core/coordinator/assistant/offers/rank-candidates.ts';
import type { OfferScene } from '../../../core/coordinator/assistant/offers/agent-standing.ts';
import { reviewConstraint } from '../../../core/coordinator/assistant/review-mark.ts';
import { CAPABILITY, COORDINATOR, GROUP } from '../../../core/domain/seeded-world.test-data.ts';
import type { Actor } from '../../../core/protocol/generated/documents.ts';
import { createRandom, type Random, seedFromEnvironment } from '../../harness/random.ts';
import { agentOf, Stage, TASK } from '../stage.ts';
import { sceneOf } from './offer-scene.ts';

const AGENTS = ['anna', 'bert', 'cara', 'dora', 'emil'].map(agentOf);

interface Watched {
  readonly stage: Stage;
  readonly scene: OfferScene & { readonly presence: Map<string, never> };
  readonly board: RankingBoard;
  read: number;
}

/** A board over the live state of a stage, and a history that follows its log. */
function watch(stage: Stage): Watched {
  const scene = { ...sceneOf(stage.situation), world: stage.world, presence: new Map<string, never>() };
  return { stage, scene, board: new RankingBoard(scene), read: stage.log.length };
}

function follow(watched: Watched): void {
  const { stage, scene, board } = watched;
  for (const event of stage.log.slice(watched.read)) board.take(event, scene.history.take(event));
  watched.read = stage.log.length;
  for (const each of stage.situation.presence) {
    if (scene.presence.get(each.agentId) === each) continue;
    scene.presence.set(each.agentId, each as never);
    board.hear(each.agentId);
  }
  board.advance(stage.nowMs);
}

function compare({ scene, board }: Watched): void {
  const now = { ...scene, nowMs: board.atMs };
  for (const [workItemId] of scene.world.list('workItem', GROUP)) {
    const fresh = rankCandidates(now, workItemId)?.eligible.map(({ agentId, tier, score }) => ({
      agentId,
      tier,
      score,
    }));
    expect({ workItemId, best: board.best(workItemId, 100) }).toEqual({ workItemId, best: fresh });
  }
}

/** One thing that may happen; what the rules refuse at this point simply does not. */
function act(stage: Stage, random: Random, items: string[]): void {
  const id = random.pick(items);
  const owner = stage.world.get('workItem', GROUP, id)?.document.owner;
  const agent: Actor =
    owner === undefined || random.chance(0.2) ? random.pick(AGENTS) : { type: 'agent', id: owner.agentId };
  const steps: (() => unknown)[] = [
    () => {
      const workItemId = `urn:heddle:test:work:${items.length}`;
      const contract = {
        goal: workItemId,
        budget: { currency: 'EUR', financialLimit: 4, toolCallLimit: 40 },
        ...(random.chance(0.25) ? { dependencyWorkItemIds: [id] } : {}),
        ...(random.chance(0.25) ? { constraints: reviewConstraint(id) } : {}),
        ...(random.chance(0.25) ? { requiredCapabilities: [{ ...CAPABILITY, version: '1.1.0' }] } : {}),
      };
      stage.plan(contract, workItemId, random.chance(0.25) ? id : undefined);
      items.push(workItemId);
    },
    () => stage.offer(agent, id),
    () => stage.offer(agent, id).accept(agent, id).begin(agent, id),
    () => stage.hear(agent).offer(agent, id).accept(agent, id).begin(agent, id),
    () => stage.submitWork(agent, id).verify(id),
    () => stage.decline(agent, id),
    () =>
      stage.spend(agent, { financialMicrounits: 1 + random.below(1500000), toolCalls: random.below(10) }, id),
    () => stage.submitWork(agent, id),
    () => stage.verify(id),
    () => stage.fail(agent, id),
    () => stage.save(agent, id),
    () =>
      stage.hear(agent, {
        capacity: {
          maxSlots: 2,
          activeSlots: 0,
          availableSlots: random.below(3),
          queuedItems: random.below(2),
        },
      }),
    () => stage.hear(agent, { status: 'draining' }),
    () => stage.join(agent),
    () => random.chance(0.3) && stage.mustAct('membership.end', COORDINATOR, { member: agent }),
    () => stage.wait(1 + random.below(400)),
    () => random.chance(0.3) && stage.wait(1_000),
  ];
  try {
    random.pick(steps)();
  } catch (refusal) {
    // Only the rules may say no here.
    if (!(refusal instanceof Error) || !/^[a-z_.]+: \{/.test(refusal.message)) throw refusal;
  }
}

describe('kept rankings', () => {
  const first = seedFromEnvironment();
  test.each(Array.from({ length: 6 }, (_, run) => first + run))('equal fresh ones, seed %i', (seed) => {
    const random = createRandom(seed);
    const stage = new Stage()
      .employ(...AGENTS.slice(0, 4))
      .register(AGENTS[4] ?? agentOf('emil'))
      .plan();
    const watched = watch(stage);
    const items = [TASK];
    for (let step = 0; step < 120; step += 1) {
      act(stage, random, items);
      follow(watched);
      compare(watched);
    }
    expect(items.length).toBeGreaterThan(1);
  });

  test('WORK-022 a new Agent takes its place', () => {
    const stage = new Stage().employ(agentOf('bert')).plan();
    const watched = watch(stage);
    compare(watched);
    stage.employ(agentOf('anna'));
    follow(watched);
    compare(watched);
    expect(watched.board.best(TASK, 1)).toMatchObject([{ agentId: agentOf('anna').id }]);
  });

  test('while only time passes they are made anew in steps, and at once when something ends', () => {
    const stage = new Stage().employ(agentOf('anna')).plan();
    const watched = watch(stage);
    follow(watched);
    const { board } = watched;
    board.best(TASK, 1);
    const { atMs } = board;
    board.advance(atMs + RANKING_STEP_MS - 1);
    expect(board.atMs).toBe(atMs);
    board.advance(atMs + RANKING_STEP_MS);
    expect(board.atMs).toBe(atMs + RANKING_STEP_MS);
    board.best(TASK, 1);
    // Presence ends 300 s after it began: inside the last step.
    board.advance(atMs + 5 * RANKING_STEP_MS - 1);
    board.best(TASK, 1);
    board.advance(atMs + 5 * RANKING_STEP_MS);
    expect(board.best(TASK, 1)).toMatchObject([{ tier: 1 }]);
  });
});
