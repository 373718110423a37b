// Rankings that are kept equal rankings that are made anew, after every Event of random histories.
import { describe, expect, test } from 'vitest';
import { RankingBoard, RANKING_STEP_MS } from '../../../core/coordinator/assistant/offers/ranking-board.ts';
import { rankCandidates } from '../../../core/coordinator/assistant/offers/rank-candidates.ts';
import type { OfferScene } from '../../../core/coordinator/assistant/offers/agent-standing.ts';
import { GROUP } from '../../../core/domain/seeded-world.test-data.ts';
import { createRandom, seedFromEnvironment } from '../../harness/random.ts';
import { agentOf, Stage, TASK } from '../stage.ts';
import { sceneOf } from './offer-scene.ts';
import { beginLife, liveOn } from './random-life.ts';

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

describe('kept rankings', () => {
  const first = seedFromEnvironment();
  test.each(Array.from({ length: 6 }, (_, run) => first + run))('equal fresh ones, seed %i', (seed) => {
    const random = createRandom(seed);
    const stage = beginLife();
    const watched = watch(stage);
    const items = [TASK];
    for (let step = 0; step < 120; step += 1) {
      liveOn(stage, random, items);
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
