// Whatever the assistant drafts, the Authority's own rules accept: at any point of random histories, each chain to its end.
import { describe, expect, test } from 'vitest';
import { deskOf, identityFor } from '../../../core/coordinator/desk/desk.test-data.ts';
import { composeCommand } from '../../../core/coordinator/desk/intent/compose.ts';
import { IdBook } from '../../../core/coordinator/desk/intent/id-book.ts';
import { tryCommand } from '../../../core/coordinator/desk/intent/trial.ts';
import { recomputeSelection } from '../../../core/coordinator/assistant/offers/audit-selection.ts';
import { COORDINATOR, GROUP } from '../../../core/domain/seeded-world.test-data.ts';
import type { World } from '../../../core/domain/world.ts';
import { createRandom, seedFromEnvironment } from '../../harness/random.ts';
import type { Stage } from '../stage.ts';
import { planIn } from './offer-scene.ts';
import { beginLife, liveOn } from './random-life.ts';

/** Tries the chain of an item; how many offers it made, 0 or 1. */
function tryChain(stage: Stage, workItemId: string): number {
  const { verdict, chain } = planIn(stage.situation, { workItemId });
  expect(chain.length > 0).toBe(verdict === 'offer');
  let world: World = stage.world;
  for (const { intent, basis } of chain) {
    const connection = deskOf(stage, { world });
    const ids = new IdBook((kind) => stage.newId(kind));
    const composed = composeCommand(connection, intent, identityFor(COORDINATOR), ids);
    const trial = tryCommand(connection, composed);
    expect({ intent, rejection: trial.rejection }).toEqual({ intent, rejection: undefined });
    world = trial.outcome().after;
    if (basis === undefined || intent.kind !== 'work.offer') continue;
    const agentIds = intent.form.candidates.map(({ agentId }) => agentId);
    const claim = { groupId: GROUP, workItemId, agentIds, basis };
    const audit = recomputeSelection({ events: stage.log, cards: [] }, claim);
    expect({ basis, audit }).toMatchObject({ audit: { verdict: 'proved' } });
  }
  return chain.length > 0 ? 1 : 0;
}

describe('drafts in random histories', () => {
  const first = seedFromEnvironment();
  test.each(Array.from({ length: 4 }, (_, run) => first + run))(
    'are accepted, and their bases proved, seed %i',
    (seed) => {
      const random = createRandom(seed);
      const stage = beginLife();
      const items = ['urn:heddle:test:work:task'];
      let offers = 0;
      for (let step = 0; step < 80; step += 1) {
        liveOn(stage, random, items);
        offers += tryChain(stage, random.pick(items));
      }
      expect(offers).toBeGreaterThan(0);
    },
  );
});
