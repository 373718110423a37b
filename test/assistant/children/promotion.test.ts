// Whether a WorkItem should become a child Mission, each case from a log and a clock.
import { describe } from 'vitest';
import { weighPromotion } from '../../../core/coordinator/assistant/children/promotion.ts';
import { CAPABILITY, cardOf } from '../../../core/domain/seeded-world.test-data.ts';
import { checkCases, type DecisionCase } from '../corpus.ts';
import { ANNA, CARA, TASK } from '../stage.ts';
import { MUSIC, placed, type PlaceSubject, withDepth } from './child-scene.ts';
import { ChildStage } from './child-stage.ts';

const criteria = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    criterionId: `c${index}`,
    description: `criterion ${index}`,
    evidenceRequired: ['deterministic_test' as const],
  }));

const PROMOTIONS: readonly DecisionCase<PlaceSubject>[] = [
  {
    name: 'small work stays what it is',
    situation: () => new ChildStage().situation,
    subject: {},
    verdict: 'keep',
    because: ['small-work'],
  },
  {
    name: 'one reason of size is not enough',
    situation: () => new ChildStage({ acceptanceCriteria: criteria(6) }).situation,
    subject: {},
    verdict: 'keep',
    because: ['many-criteria', 'small-work'],
  },
  {
    name: 'large and long work is promoted',
    situation: () =>
      new ChildStage({
        acceptanceCriteria: criteria(6),
        budget: { currency: 'EUR', financialLimit: 40, toolCallLimit: 10 },
      }).situation,
    subject: {},
    verdict: 'promote',
    because: ['many-criteria', 'large-budget'],
    notBecause: ['small-work', 'owner-loses-work'],
  },
  {
    name: 'MEM-004: somebody who could be made a member with the offer is no reason to promote',
    situation: () => {
      const stage = new ChildStage({ requiredCapabilities: [MUSIC] });
      const [capability] = cardOf(CARA).capabilities;
      if (capability === undefined) throw new Error('cards have a capability');
      stage.register(CARA, { cardVersion: 2, capabilities: [{ ...capability, ...MUSIC }] });
      return stage.situation;
    },
    subject: {},
    verdict: 'keep',
    because: ['small-work'],
    notBecause: ['capability-missing'],
  },
  {
    name: 'a capability that nobody known here has is enough by itself',
    situation: () => new ChildStage({ requiredCapabilities: [MUSIC] }).situation,
    subject: {},
    verdict: 'promote',
    because: ['capability-missing'],
  },
  {
    name: 'work that only several can do together calls for somebody who leads them',
    situation: () => {
      const stage = new ChildStage({ requiredCapabilities: [CAPABILITY, MUSIC] });
      const [capability] = cardOf(CARA).capabilities;
      if (capability === undefined) throw new Error('cards have a capability');
      stage.register(CARA, { cardVersion: 2, capabilities: [{ ...capability, ...MUSIC }] }).join(CARA);
      return stage.situation;
    },
    subject: {},
    verdict: 'promote',
    because: ['no-single-worker'],
    notBecause: ['capability-missing'],
  },
  {
    name: 'CHD-004: whoever holds the item would lose it, and that is said',
    situation: () =>
      new ChildStage({ acceptanceCriteria: criteria(6), budget: { currency: 'EUR', financialLimit: 40 } })
        .offer(ANNA)
        .accept(ANNA).situation,
    subject: {},
    verdict: 'promote',
    because: ['owner-loses-work'],
  },
  {
    name: 'deep work with many parts is promoted',
    situation: () => {
      const stage = new ChildStage();
      const budget = { currency: 'EUR', financialLimit: 1 };
      for (const name of ['a', 'b', 'c', 'd'])
        stage.plan({ goal: name, budget }, `urn:heddle:test:work:${name}`, TASK);
      stage.plan({ goal: 'e', budget }, 'urn:heddle:test:work:e', 'urn:heddle:test:work:a');
      return stage.situation;
    },
    subject: {},
    verdict: 'promote',
    because: ['many-sub-items', 'deep-work'],
  },
  {
    name: 'CHD-004: a result under review is not promoted',
    situation: () => new ChildStage().produce(ANNA, 'urn:heddle:test:work:done').situation,
    subject: { workItemId: 'urn:heddle:test:work:done' },
    verdict: 'impossible',
    because: ['state-forbids'],
  },
  {
    name: 'CHD-009: an item whose child lives is not promoted again',
    situation: () => new ChildStage().promote().situation,
    subject: {},
    verdict: 'impossible',
    because: ['child-lives'],
  },
  {
    name: 'CHD-003: below the limit of depth nothing is promoted without an override',
    situation: () => new ChildStage({ requiredCapabilities: [MUSIC] }).situation,
    subject: { connection: withDepth(0) },
    verdict: 'impossible',
    because: ['depth-limit'],
    notBecause: ['capability-missing'],
  },
];

describe('promotion', () => {
  checkCases(PROMOTIONS, (situation, subject) => {
    const { scene, item } = placed(situation, subject);
    return weighPromotion(scene, item);
  });
});
