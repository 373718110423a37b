// What is to be done about an item: the first offer, the next one, one after a lost lease, or none.
import { describe } from 'vitest';
import { contractOf, COORDINATOR } from '../../../core/domain/seeded-world.test-data.ts';
import { checkCases, type DecisionCase } from '../corpus.ts';
import { agentOf, ANNA, BERT, CARA, Stage, TASK } from '../stage.ts';
import { decidePlan, type PlanSubject } from './offer-scene.ts';

const OTHER = 'urn:heddle:test:work:other';
const DORA = agentOf('dora');

/** Three members, all heard, none with a record: the order of their ids decides. */
function crew(): Stage {
  return new Stage().employ(ANNA, BERT, CARA);
}

function rehear(stage: Stage): Stage {
  for (const agent of [ANNA, BERT, CARA]) stage.hear(agent);
  return stage;
}

/** Anna has accepted the task, has begun, and is not heard of any more. */
function lost(isSaved: boolean): Stage {
  const stage = crew().plan().offer(ANNA).accept(ANNA).begin(ANNA);
  if (isSaved) stage.save(ANNA);
  return rehear(stage.wait(4_000));
}

const ONCE = { maxAttempts: 1, backoff: 'none' as const, maxDelay: 'PT0S', retryableFailures: [] };

const CASES: readonly DecisionCase<PlanSubject>[] = [
  {
    name: 'WORK-022 one after another, the first one by id among equals',
    situation: () => crew().plan().situation,
    subject: {},
    verdict: 'offer anna',
    because: ['first-offer', 'one-at-a-time'],
  },
  {
    name: 'WORK-T05 while an offer runs there is nothing to do but wait',
    situation: () => crew().plan().offer(ANNA).wait(59).situation,
    subject: {},
    verdict: 'wait',
    because: ['offer-running'],
  },
  {
    name: 'WORK-022 an offer that ran out goes on to the next candidate',
    situation: () => crew().plan().offer(ANNA).wait(60).situation,
    subject: {},
    verdict: 'offer bert',
    because: ['next-after-expiry'],
  },
  {
    name: 'OPEN-037 a no goes on at once, without waiting for the end of the offer',
    situation: () => crew().plan().offer(ANNA).wait(5).decline(ANNA).situation,
    subject: {},
    verdict: 'offer bert',
    because: ['next-after-decline'],
  },
  {
    name: 'WORK-022 when all were asked once, the first one is asked again',
    situation: () =>
      rehear(crew().plan().offer(ANNA).wait(60).offer(BERT).wait(60).offer(CARA).wait(60)).situation,
    subject: {},
    verdict: 'offer anna',
    because: ['next-after-expiry'],
  },
  {
    name: 'WORK-022 the chain is bounded',
    situation: () => rehear(crew().plan().offer(ANNA).wait(60).offer(BERT).wait(60)).situation,
    subject: { settings: { maxAsksPerRound: 2 } },
    verdict: 'escalate',
    because: ['asks-spent'],
  },
  {
    name: 'WORK-022 everybody has said no: a person has to look',
    situation: () => new Stage().employ(ANNA).plan().offer(ANNA).decline(ANNA).situation,
    subject: {},
    verdict: 'escalate',
    because: ['nobody-eligible'],
  },
  {
    name: 'OPEN-037 nobody has room: that passes, and until then there is nothing to do',
    situation: () => new Stage().employ(ANNA).plan().offer(ANNA).decline(ANNA, TASK, 'capacity').situation,
    subject: {},
    verdict: 'wait',
    because: ['nobody-eligible'],
  },
  {
    name: 'OPEN-037 whoever had no room is asked again when that offer is over',
    situation: () =>
      new Stage().employ(ANNA).plan().offer(ANNA).decline(ANNA, TASK, 'capacity').wait(61).hear(ANNA)
        .situation,
    subject: {},
    verdict: 'offer anna',
    because: ['next-after-decline'],
  },
  {
    name: 'OPEN-037 and comes after all who were not asked',
    situation: () => rehear(crew().plan().offer(ANNA).decline(ANNA, TASK, 'capacity').wait(61)).situation,
    subject: {},
    verdict: 'offer bert',
    because: ['next-after-decline'],
  },
  {
    name: 'OPEN-037 every other no holds for the whole round',
    situation: () =>
      new Stage().employ(ANNA).plan().offer(ANNA).decline(ANNA, TASK, 'budget').wait(61).hear(ANNA).situation,
    subject: {},
    verdict: 'escalate',
    because: ['nobody-eligible'],
  },
  {
    name: 'WORK-022 everybody is busy: that passes',
    situation: () =>
      new Stage()
        .employ(ANNA)
        .hear(ANNA, { capacity: { maxSlots: 1, activeSlots: 1, availableSlots: 0, queuedItems: 3 } })
        .plan().situation,
    subject: {},
    verdict: 'wait',
    because: ['nobody-eligible'],
  },
  {
    name: 'WORK-022 urgent work goes to a small set at once',
    situation: () => crew().plan({ requestedUrgency: 'critical' }).situation,
    subject: { settings: { urgentSetSize: 2 } },
    verdict: 'offer anna bert',
    because: ['set-at-once'],
  },
  {
    name: 'WORK-022 the set takes what the round has left, and no more',
    situation: () => rehear(crew().plan({ requestedUrgency: 'critical' }).offer(ANNA).wait(60)).situation,
    subject: { settings: { maxAsksPerRound: 2 } },
    verdict: 'offer bert',
    because: ['set-at-once', 'next-after-expiry'],
  },
  {
    name: 'WORK-022 the set holds nobody of whom it is not known whether it hears',
    situation: () =>
      new Stage().employ(ANNA).register(BERT).join(BERT).plan({ requestedUrgency: 'critical' }).situation,
    subject: {},
    verdict: 'offer anna',
    because: ['set-at-once'],
  },
  {
    name: 'WORK-020 whoever is not heard comes after all who are',
    situation: () => new Stage().register(ANNA).join(ANNA).employ(BERT).plan().situation,
    subject: {},
    verdict: 'offer bert',
    because: ['one-at-a-time'],
  },
  {
    name: 'WORK-020 a durable offer reaches an Agent later: better than none',
    situation: () => new Stage().register(ANNA).join(ANNA).plan().situation,
    subject: {},
    verdict: 'offer anna',
    because: ['first-offer'],
  },
  {
    name: 'WORK-022 fairness: among equals the one that got less',
    situation: () => rehear(crew().produce(ANNA, OTHER).plan()).situation,
    subject: {},
    verdict: 'offer bert',
    because: ['first-offer'],
  },
  {
    name: 'WORK-022 a record of good work counts for more than a turn',
    situation: () => {
      const stage = crew();
      for (const name of ['a', 'b', 'c']) stage.complete(CARA, `urn:heddle:test:work:${name}`);
      return rehear(stage.plan()).situation;
    },
    subject: {},
    verdict: 'offer cara',
    because: ['first-offer'],
  },
  {
    name: 'WORK-013 an owner whose lease holds keeps the item',
    situation: () => crew().plan().offer(ANNA).accept(ANNA).situation,
    subject: {},
    verdict: 'wait',
    because: ['item-owned'],
  },
  {
    name: 'FLR-001 after a lost lease the next one resumes at the checkpoint',
    situation: () => lost(true).situation,
    subject: {},
    verdict: 'offer bert',
    because: ['after-lost-lease', 'resume-checkpoint'],
    notBecause: ['resume-from-start'],
  },
  {
    name: 'FLR-001 without a checkpoint the work begins anew',
    situation: () => lost(false).situation,
    subject: {},
    verdict: 'offer bert',
    because: ['after-lost-lease', 'resume-from-start'],
  },
  {
    name: 'FLR-001 the only Worker may have its lost work back',
    situation: () => {
      const stage = new Stage().employ(ANNA).plan().offer(ANNA).accept(ANNA).begin(ANNA);
      return stage.wait(4_000).hear(ANNA).situation;
    },
    subject: {},
    verdict: 'offer anna',
    because: ['after-lost-lease'],
  },
  {
    name: 'WORK-011 failed work is offered to somebody else first',
    situation: () => crew().plan().offer(ANNA).accept(ANNA).begin(ANNA).fail(ANNA).situation,
    subject: {},
    verdict: 'offer bert',
    because: ['after-failure'],
  },
  {
    name: 'WORK-055 so many attempts as the contract allows',
    situation: () =>
      crew().plan({ retryPolicy: ONCE }).offer(ANNA).accept(ANNA).begin(ANNA).fail(ANNA).situation,
    subject: {},
    verdict: 'escalate',
    because: ['attempts-spent'],
  },
  {
    name: 'WORK-055 the contract that comes with the offer may allow one more',
    situation: () =>
      crew().plan({ retryPolicy: ONCE }).offer(ANNA).accept(ANNA).begin(ANNA).fail(ANNA).situation,
    subject: {
      contract: contractOf({ contractVersion: 2, retryPolicy: { ...ONCE, maxAttempts: 2 } }),
    },
    verdict: 'offer bert',
    because: ['after-failure'],
  },
  {
    name: 'WORK-042 an item waits for what it needs',
    situation: () =>
      crew()
        .plan({ goal: 'first' }, OTHER)
        .plan({ dependencyWorkItemIds: [OTHER] }).situation,
    subject: {},
    verdict: 'wait',
    because: ['item-waits'],
  },
  {
    name: 'WORK-042 it may be offered ahead where that is wished',
    situation: () =>
      crew()
        .plan({ goal: 'first' }, OTHER)
        .plan({ dependencyWorkItemIds: [OTHER] }).situation,
    subject: { settings: { isOfferedAhead: true } },
    verdict: 'offer anna',
    because: ['first-offer'],
  },
  {
    name: 'WORK-006 past its deadline nobody is asked any more',
    situation: () => rehear(crew().plan({ deadline: '2026-05-04T09:10:00Z' }).wait(600)).situation,
    subject: {},
    verdict: 'escalate',
    because: ['deadline-passed'],
  },
  {
    name: 'WORK-006 there is no time left in which somebody could answer',
    situation: () => rehear(crew().plan({ deadline: '2026-05-04T09:10:00Z' }).wait(571)).situation,
    subject: {},
    verdict: 'escalate',
    because: ['deadline-too-near'],
  },
  {
    name: 'BUD-002 a spent account above stops the offer',
    situation: () => {
      const stage = crew();
      stage.plan({ budget: { currency: 'EUR', toolCallLimit: 10, financialLimit: 10 } }, OTHER);
      stage.offer(CARA, OTHER).accept(CARA, OTHER).begin(CARA, OTHER).spend(CARA, { toolCalls: 10 }, OTHER);
      return stage.plan({ budget: { currency: 'EUR', toolCallLimit: 5 } }, TASK, OTHER).situation;
    },
    subject: {},
    verdict: 'escalate',
    because: ['budget-exhausted'],
  },
  {
    name: 'OPEN-051 what a failed item gave back has been given to others since',
    situation: () => {
      const stage = new Stage({
        currency: 'EUR',
        financialLimit: 15,
        toolCallLimit: 1_000,
        modelTokenLimit: 10_000,
      });
      stage.employ(ANNA, BERT).plan().offer(ANNA).accept(ANNA).begin(ANNA).fail(ANNA);
      return stage.plan({ goal: 'something else' }, OTHER).situation;
    },
    subject: {},
    verdict: 'escalate',
    because: ['budget-reserved'],
  },
  {
    name: 'OPEN-051 nothing that has failed begins again below an item that is over',
    situation: () => {
      const stage = crew().produce(CARA, OTHER);
      stage.plan({ budget: { currency: 'EUR', financialLimit: 1 } }, TASK, OTHER);
      return stage.offer(ANNA).accept(ANNA).begin(ANNA).fail(ANNA).verify(OTHER).situation;
    },
    subject: {},
    verdict: 'escalate',
    because: ['parent-over'],
  },
  {
    name: 'WORK-015 a submission waits for its review, not for another Worker',
    situation: () => crew().produce(ANNA, TASK).situation,
    subject: {},
    verdict: 'nothing',
    because: ['item-submitted'],
  },
  {
    name: 'WORK-011 what is verified is over',
    situation: () => crew().complete(ANNA, TASK).situation,
    subject: {},
    verdict: 'nothing',
    because: ['item-over'],
  },
  {
    name: 'MIS-020 a Mission that is over makes no offers',
    situation: () => {
      const stage = crew().plan();
      stage.mustAct('mission.terminate', COORDINATOR, { reason: 'not possible' });
      return stage.situation;
    },
    subject: {},
    verdict: 'nothing',
    because: ['mission-not-active'],
  },
  {
    name: 'WORK-004 a stranger with the best record is invited like anybody else',
    situation: () => new Stage().register(DORA).hear(DORA).plan().situation,
    subject: {},
    verdict: 'offer dora',
    because: ['first-offer'],
  },
];

describe('what is to be done about an item', () => {
  checkCases(CASES, decidePlan);
});
