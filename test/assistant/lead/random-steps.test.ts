// Steps in random histories: whatever has happened, all that is wished for could be signed in its order, and no item is wished two
// things at once.
import { expect, test } from 'vitest';
import { createRandom, seedFromEnvironment } from '../../harness/random.ts';
import { beginLife, liveOn } from '../offers/random-life.ts';
import { TASK } from '../stage.ts';
import { checked } from './due.ts';
import { planned } from './led-stage.ts';

const LIVES = 6;
const STEPS = 120;

test('a step never contradicts itself', () => {
  const seed = seedFromEnvironment();
  for (let life = 1; life <= LIVES; life += 1) {
    const random = createRandom(seed + life);
    const stage = beginLife();
    const items = [TASK];
    for (let step = 1; step <= STEPS; step += 1) {
      liveOn(stage, random, items);
      if (step % 4 !== 0) continue;
      const plan = [planned('more'), planned('last', { dependencyWorkItemIds: [TASK] })];
      const { wishes, reviewsWanted } = checked(stage, { plan, settings: { retry: 'any-failure' } });
      const touched = [...wishes, ...reviewsWanted].flatMap(({ workItemId }) => workItemId ?? []);
      expect([seed, life, step, touched.toSorted()]).toEqual([
        seed,
        life,
        step,
        [...new Set(touched)].toSorted(),
      ]);
    }
  }
});
