// Who may be offered an item: one case for each hard filter and its traps.
import { describe } from 'vitest';
import { reviewConstraint } from '../../../core/coordinator/assistant/review-mark.ts';
import { CAPABILITY, cardOf, COORDINATOR, OBSERVER } from '../../../core/domain/seeded-world.test-data.ts';
import { checkCases, type DecisionCase } from '../corpus.ts';
import { ANNA, BERT, CARA, Stage } from '../stage.ts';
import { type CandidateSubject, judgeCandidate } from './offer-scene.ts';

const PARENT = 'urn:heddle:test:work:parent';
const DONE = 'urn:heddle:test:work:done';

function capabilityIn(version: string) {
  return cardOf(ANNA).capabilities.map((each) => Object.assign({}, each, { version }));
}

/** Anna has done work before that cost 6 of 10 Euro. */
function expensive(stage: Stage): Stage {
  return stage.complete(ANNA, DONE, { usage: { financialMicrounits: 6_000_000 } });
}

/** The review of what Anna has made, for whom the same owner answers as for Bert, and another one for Cara. */
function toReview(review: { readonly independence: string }) {
  const stage = new Stage().employ(ANNA, BERT);
  stage
    .register(CARA, { owner: { type: 'human', id: 'urn:heddle:test:human:other' } })
    .join(CARA)
    .hear(CARA);
  return stage.produce(ANNA, DONE).plan({ constraints: { ...reviewConstraint(DONE), review } }).situation;
}

const CASES: readonly DecisionCase<CandidateSubject>[] = [
  {
    name: 'WORK-024 a member with the capability, a card that holds and a free slot',
    situation: () => new Stage().employ(ANNA).plan().situation,
    subject: { agentId: ANNA.id },
    verdict: 'eligible',
    because: [
      'card-active',
      'capability-met',
      'member',
      'scopes-hold',
      'present',
      'free-slots',
      'never-asked',
    ],
  },
  {
    name: 'WORK-023 where the log says nothing, the terms are unknown and nothing is guessed',
    situation: () => new Stage().employ(ANNA).plan().situation,
    subject: { agentId: ANNA.id },
    verdict: 'eligible',
    because: ['deadline-unknown', 'budget-unknown'],
    notBecause: ['deadline-met', 'budget-met'],
  },
  {
    name: 'IDN-006 a revoked card gets no offer',
    situation: () =>
      new Stage().employ(ANNA).register(ANNA, { cardVersion: 2, status: 'revoked' }).plan().situation,
    subject: { agentId: ANNA.id },
    verdict: 'refused',
    because: ['card-revoked'],
  },
  {
    name: 'IDN-006 a deprecated card gets no new offer',
    situation: () =>
      new Stage().employ(ANNA).register(ANNA, { cardVersion: 2, status: 'deprecated' }).plan().situation,
    subject: { agentId: ANNA.id },
    verdict: 'refused',
    because: ['card-deprecated'],
  },
  {
    name: 'IDN-006 a card ends at its validUntil, without any Event',
    situation: () =>
      new Stage()
        .register(ANNA, { validUntil: '2026-05-04T09:10:00Z' })
        .join(ANNA)
        .plan()
        .wait(600)
        .hear(ANNA).situation,
    subject: { agentId: ANNA.id },
    verdict: 'refused',
    because: ['card-expired'],
  },
  {
    name: 'IDN-006 a card holds until the last second before its validUntil',
    situation: () =>
      new Stage()
        .register(ANNA, { validUntil: '2026-05-04T09:10:00Z' })
        .join(ANNA)
        .plan()
        .wait(599)
        .hear(ANNA).situation,
    subject: { agentId: ANNA.id },
    verdict: 'eligible',
    because: ['card-active'],
  },
  {
    name: 'OPEN-053 a lower version of the capability does not do',
    situation: () =>
      new Stage()
        .register(ANNA, { capabilities: capabilityIn('1.1.9') })
        .join(ANNA)
        .hear(ANNA)
        .plan().situation,
    subject: { agentId: ANNA.id },
    verdict: 'refused',
    because: ['capability-version'],
    notBecause: ['capability-missing'],
  },
  {
    name: 'OPEN-053 another major version does not do, however high it is',
    situation: () =>
      new Stage()
        .register(ANNA, { capabilities: capabilityIn('2.0.0') })
        .join(ANNA)
        .hear(ANNA)
        .plan().situation,
    subject: { agentId: ANNA.id },
    verdict: 'refused',
    because: ['capability-version'],
  },
  {
    name: 'WORK-024 one of two capabilities is not enough',
    situation: () =>
      new Stage()
        .employ(ANNA)
        .plan({ requiredCapabilities: [CAPABILITY, { id: 'files.sort', version: '1.0.0' }] }).situation,
    subject: { agentId: ANNA.id },
    verdict: 'refused',
    because: ['capability-met', 'capability-missing'],
  },
  {
    name: 'DOC-PRES-14 presence past its end is unknown, neither there nor away',
    situation: () => new Stage().employ(ANNA).plan().wait(300).situation,
    subject: { agentId: ANNA.id },
    verdict: 'eligible',
    because: ['presence-stale', 'slots-unknown'],
    notBecause: ['present', 'free-slots', 'presence-away'],
  },
  {
    name: 'IDN-004 an Agent that was never heard is unknown',
    situation: () => new Stage().register(ANNA).join(ANNA).plan().situation,
    subject: { agentId: ANNA.id },
    verdict: 'eligible',
    because: ['presence-unknown'],
  },
  {
    name: 'DOC-PRES-02 what an earlier Session has said counts no more',
    situation: () => new Stage().register(ANNA).join(ANNA).hear(ANNA, { sessionEpoch: 0 }).plan().situation,
    subject: { agentId: ANNA.id },
    verdict: 'eligible',
    because: ['presence-stale'],
    notBecause: ['present'],
  },
  {
    name: 'IDN-004 an Agent that is draining takes nothing new',
    situation: () => new Stage().employ(ANNA).hear(ANNA, { status: 'draining' }).plan().situation,
    subject: { agentId: ANNA.id },
    verdict: 'refused',
    because: ['presence-away'],
  },
  {
    name: 'IDN-004 an Agent says that it cannot do this now',
    situation: () =>
      new Stage()
        .employ(ANNA)
        .hear(ANNA, { capabilityAvailability: [{ capability: CAPABILITY, status: 'unavailable' }] })
        .plan().situation,
    subject: { agentId: ANNA.id },
    verdict: 'refused',
    because: ['capability-unavailable'],
  },
  {
    name: 'WORK-031 no free slot and something queued already',
    situation: () =>
      new Stage()
        .employ(ANNA)
        .hear(ANNA, { capacity: { maxSlots: 1, activeSlots: 1, availableSlots: 0, queuedItems: 1 } })
        .plan().situation,
    subject: { agentId: ANNA.id },
    verdict: 'refused',
    because: ['no-slot'],
  },
  {
    name: 'WORK-031 no free slot, but room in the queue: the start is unknown',
    situation: () =>
      new Stage()
        .employ(ANNA)
        .hear(ANNA, { capacity: { maxSlots: 1, activeSlots: 1, availableSlots: 0, queuedItems: 0 } })
        .plan().situation,
    subject: { agentId: ANNA.id },
    verdict: 'eligible',
    because: ['queues', 'deadline-unknown'],
  },
  {
    name: 'MEM-004 no member yet: the Membership comes with the offer',
    situation: () => new Stage().register(ANNA).hear(ANNA).plan().situation,
    subject: { agentId: ANNA.id },
    verdict: 'eligible',
    because: ['membership-needed'],
    notBecause: ['member'],
  },
  {
    name: 'MEM-006 an observer becomes a Worker with the offer',
    situation: () =>
      new Stage().register(OBSERVER).join(OBSERVER, 'observer').hear(OBSERVER).plan().situation,
    subject: { agentId: OBSERVER.id },
    verdict: 'eligible',
    because: ['membership-needed'],
  },
  {
    name: 'MEM-010 a Worker whose Membership does not let it execute',
    situation: () =>
      new Stage().register(ANNA).join(ANNA, 'worker', ['message.post', 'work.accept_offer']).hear(ANNA).plan()
        .situation,
    subject: { agentId: ANNA.id },
    verdict: 'refused',
    because: ['scope-missing'],
  },
  {
    name: 'CRD-006 the Coordinator does not offer work to itself',
    situation: () => new Stage().hear(COORDINATOR).plan().situation,
    subject: { agentId: COORDINATOR.id },
    verdict: 'refused',
    because: ['is-coordinator'],
  },
  {
    name: 'IDN-001 an Agent without a card is nobody, whatever it says of itself',
    situation: () => new Stage().hear(ANNA).plan().situation,
    subject: { agentId: ANNA.id },
    verdict: 'unheard of',
    because: [],
  },
  {
    name: 'WORK-031 it would be done in time, by its own record',
    situation: () =>
      new Stage()
        .employ(ANNA)
        .complete(ANNA, DONE, { seconds: 60 })
        .hear(ANNA)
        .plan({ deadline: '2026-05-04T09:05:00Z' }).situation,
    subject: { agentId: ANNA.id },
    verdict: 'eligible',
    because: ['deadline-met'],
  },
  {
    name: 'WORK-031 such work has taken it longer than there is time',
    situation: () =>
      new Stage()
        .employ(ANNA)
        .complete(ANNA, DONE, { seconds: 200 })
        .hear(ANNA)
        .plan({ deadline: '2026-05-04T09:05:00Z' }).situation,
    subject: { agentId: ANNA.id },
    verdict: 'refused',
    because: ['deadline-missed'],
  },
  {
    name: 'BUD-008 such work costs more than the contract has',
    situation: () =>
      expensive(new Stage().employ(ANNA)).plan({ budget: { currency: 'EUR', financialLimit: 5 } }).situation,
    subject: { agentId: ANNA.id },
    verdict: 'refused',
    because: ['budget-overflow'],
  },
  {
    name: 'BUD-008 its own contract has room, an ancestor has not any more',
    situation: () => {
      const stage = expensive(new Stage().employ(ANNA, BERT));
      stage.plan({ budget: { currency: 'EUR', financialLimit: 20, toolCallLimit: 10 } }, PARENT);
      stage.offer(BERT, PARENT).accept(BERT, PARENT).begin(BERT, PARENT);
      stage.spend(BERT, { financialMicrounits: 15_000_000 }, PARENT);
      return stage.plan({ budget: { currency: 'EUR', financialLimit: 10 } }, undefined, PARENT).situation;
    },
    subject: { agentId: ANNA.id },
    verdict: 'refused',
    because: ['budget-overflow'],
  },
  {
    name: 'BUD-008 there is room in every account above',
    situation: () => {
      const stage = expensive(new Stage().employ(ANNA));
      stage.plan({ budget: { currency: 'EUR', financialLimit: 20 } }, PARENT);
      return stage.plan({ budget: { currency: 'EUR', financialLimit: 10 } }, undefined, PARENT).situation;
    },
    subject: { agentId: ANNA.id },
    verdict: 'eligible',
    because: ['budget-met'],
  },
  {
    name: 'CRD-006 nobody reviews its own result',
    situation: () =>
      new Stage()
        .employ(ANNA, BERT)
        .produce(ANNA, DONE)
        .plan({ constraints: reviewConstraint(DONE) }).situation,
    subject: { agentId: ANNA.id },
    verdict: 'refused',
    because: ['is-producer'],
  },
  {
    name: 'CRD-006 somebody else may review it',
    situation: () =>
      new Stage()
        .employ(ANNA, BERT)
        .produce(ANNA, DONE)
        .plan({ constraints: reviewConstraint(DONE) }).situation,
    subject: { agentId: BERT.id },
    verdict: 'eligible',
    because: ['independent'],
  },
  {
    name: 'CRD-006 nor does whoever owned the work before, whose checkpoints may be part of the result',
    situation: () => {
      const stage = new Stage().employ(ANNA, BERT, CARA).plan({}, DONE);
      stage.offer(BERT, DONE).accept(BERT, DONE).begin(BERT, DONE).fail(BERT, DONE);
      stage.offer(ANNA, DONE).accept(ANNA, DONE).begin(ANNA, DONE).submitWork(ANNA, DONE);
      return stage.plan({ constraints: reviewConstraint(DONE) }).situation;
    },
    subject: { agentId: BERT.id },
    verdict: 'refused',
    because: ['is-producer'],
  },
  {
    name: 'CRD-006 nor somebody for whom the owner of the producer answers, where the review asks for another',
    situation: () => toReview({ independence: 'other-owner' }),
    subject: { agentId: BERT.id },
    verdict: 'refused',
    because: ['same-owner'],
  },
  {
    name: 'CRD-006 somebody of another owner may',
    situation: () => toReview({ independence: 'other-owner' }),
    subject: { agentId: CARA.id },
    verdict: 'eligible',
    because: ['independent'],
    notBecause: ['same-owner'],
  },
  {
    name: 'CRD-006 any other Agent may, where the review asks for no more',
    situation: () => toReview({ independence: 'other-agent' }),
    subject: { agentId: BERT.id },
    verdict: 'eligible',
    because: ['independent'],
  },
  {
    name: 'CRD-006 where the log does not show who made it, nobody counts as independent',
    situation: () =>
      new Stage().employ(BERT).plan({ constraints: reviewConstraint('urn:heddle:test:work:elsewhere') })
        .situation,
    subject: { agentId: BERT.id },
    verdict: 'refused',
    because: ['producer-unknown'],
  },
  {
    name: 'OPEN-037 an Agent that has said no is not asked again',
    situation: () => new Stage().employ(ANNA).plan().offer(ANNA).decline(ANNA).situation,
    subject: { agentId: ANNA.id },
    verdict: 'refused',
    because: ['declined'],
  },
  {
    name: 'OPEN-037 somebody else cannot say no for it',
    situation: () => new Stage().employ(ANNA, BERT).plan().offer(ANNA).decline(BERT).situation,
    subject: { agentId: ANNA.id },
    verdict: 'eligible',
    because: ['asked-before'],
    notBecause: ['declined'],
  },
  {
    name: 'WORK-022 an Agent that has let two offers run out is not asked a third time',
    situation: () => new Stage().employ(ANNA).plan().offer(ANNA).wait(60).offer(ANNA).wait(60).situation,
    subject: { agentId: ANNA.id },
    verdict: 'refused',
    because: ['asked-enough'],
  },
];

describe('who may be offered an item', () => {
  checkCases(CASES, judgeCandidate);
});
