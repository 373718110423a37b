// What is due in a Mission, area by area: positive and negative, from logs that Commands alone have made.
import { describe, expect, test } from 'vitest';
import { COORDINATOR, GROUP, OWNER } from '../../../core/domain/seeded-world.test-data.ts';
import { CHECKPOINT, claimOf } from '../../../core/domain/work-scenes.test-data.ts';
import { identityFor } from '../../../core/coordinator/desk/desk.test-data.ts';
import { reviewConstraint } from '../../../core/coordinator/assistant/review-mark.ts';
import type { Review } from '../../../core/coordinator/assistant/review/review-types.ts';
import { criterion, HASH, reviewOf, submitted, TERMS } from '../review/review-stage.ts';
import { ANNA, BERT, CARA, Stage, TASK } from '../stage.ts';
import { asked, checked, due, perform } from './due.ts';
import { planned, workId } from './led-stage.ts';

const SMALL = { budget: { currency: 'EUR', financialLimit: 1, toolCallLimit: 10 } };

/** Small work of another goal, since equal work is authorized once (OPEN-068). */
function other(name: string) {
  return { ...SMALL, goal: name };
}

function staffed(): Stage {
  return new Stage().employ(ANNA, BERT, CARA);
}

function candidatesOf(stage: Stage, changes = {}): readonly string[] {
  return checked(stage, changes).wishes.flatMap(({ proposals }) =>
    proposals.flatMap(({ intent }) =>
      intent.kind === 'work.offer'
        ? [intent.form.candidates.map(({ agentId }) => agentId.split(':').at(-1)).join('+')]
        : [],
    ),
  );
}

describe('the term', () => {
  test('CRD-007: it is renewed in good time, before everything else', () => {
    const stage = staffed().plan(SMALL);
    expect(due(stage)).toEqual(['offer task: work.offer']);
    stage.wait(70_000);
    const lines = due(stage);
    expect(lines[0]).toBe('term: mission.renew_coordinator');
    expect(lines).toHaveLength(2);
  });

  test('CRD-007: outside of it nothing is due but to restore it, which its owner does', () => {
    const stage = submitted({}).wait(201_000);
    expect(due(stage)).toEqual([]);
    expect(asked(stage)).toEqual(['term: term-over']);
    const identities = [identityFor(OWNER), identityFor(COORDINATOR)];
    expect(due(stage, { connection: { identities } })).toEqual(['term: mission.assign_coordinator']);
  });

  test('CRD-005: a successor settles what it finds before it assigns anything', () => {
    const stage = submitted({}).plan(SMALL, workId('other'));
    stage.mustAct('mission.assign_coordinator', OWNER, { coordinatorAgentId: BERT.id, leaseSeconds: 80_000 });
    const connection = { identities: [identityFor(BERT)] };
    const first = checked(stage, { connection });
    expect([first.wishes, first.reviewsWanted.map(({ workItemId }) => workItemId)]).toEqual([[], [TASK]]);
    const reviews = new Map([[TASK, reviewOf(stage.situation, {})]]);
    expect(due(stage, { connection, reviews })).toEqual(['review task: work.accept_result']);
    const escalated = { ...reviewOf(stage.situation, {}), verdict: 'escalate' as const, drafts: [] };
    // What a person has to decide keeps nobody else waiting.
    expect(due(stage, { connection, reviews: new Map([[TASK, escalated]]) })).toEqual([
      'offer other: work.offer',
    ]);
  });

  test('on half a log nothing is decided', () => {
    const gap = { fromSequence: 3, toSequence: 4 };
    const health = new Map([[GROUP, { gap, isCursorTooOld: false, isVerificationFailed: false }]]);
    expect(due(staffed().plan(SMALL), { connection: { health } })).toEqual([]);
  });

  test('a Mission that somebody else leads is none of ours', () => {
    const identities = [identityFor(OWNER), identityFor(ANNA)];
    expect(due(staffed().plan(SMALL), { connection: { identities } })).toEqual([]);
  });
});

describe('the plan', () => {
  test('WORK-006: what waits for something is authorized once that exists', () => {
    const plan = [planned('one'), planned('two', { dependencyWorkItemIds: [workId('one')] })];
    const stage = staffed();
    expect(due(stage, { plan })).toEqual(['plan one: work.authorize']);
    stage.plan(planned('one').contract, workId('one'));
    expect(due(stage, { plan })).toEqual(['offer one: work.offer', 'plan two: work.authorize']);
  });

  test('BUD-006: what is too much together is wished for as far as it goes; the rest is asked', () => {
    const half = { budget: { currency: 'EUR', financialLimit: 60 } };
    const plan = [planned('one', half), planned('two', half), planned('three')];
    expect(due(staffed(), { plan })).toEqual(['plan one: work.authorize', 'plan three: work.authorize']);
    expect(asked(staffed(), { plan })).toEqual(['plan two: would-be-refused']);
  });

  test('what needs something that nobody plans is asked about', () => {
    const plan = [planned('one', { dependencyWorkItemIds: [workId('nowhere')] })];
    expect([due(staffed(), { plan }), asked(staffed(), { plan })]).toEqual([
      [],
      ['plan one: dependency-unplanned'],
    ]);
  });
});

describe('what stands still', () => {
  test('WORK-042: work that waits for what was given up is asked about, with its replacement drafted', () => {
    const stage = staffed()
      .plan(SMALL)
      .plan({ ...other('next'), dependencyWorkItemIds: [TASK] }, workId('next'));
    stage.mustAct('work.cancel', COORDINATOR, { workItemId: TASK });
    const { wishes, questions } = checked(stage);
    expect(wishes).toEqual([]);
    expect(questions.map(({ reasons }) => reasons[0]?.id)).toEqual(['dependency-given-up']);
    expect(questions[0]?.drafts.map(({ intent }) => intent.kind)).toEqual(['work.cancel', 'work.authorize']);
  });

  test('a Mission without any work is asked about', () => {
    expect(asked(staffed())).toEqual(['plan: no-work']);
  });
});

describe('offers', () => {
  test('MEM-004: somebody who is no member gets its Membership and package with the offer', () => {
    const stage = new Stage().register(ANNA).hear(ANNA).plan(SMALL).plan(other('two'), workId('two'));
    // Both for Anna: the second follows once she is a member.
    expect(due(stage)).toEqual(['offer task: membership.change then work.offer']);
  });

  test('WORK-042: only what can run is offered', () => {
    const stage = staffed()
      .plan(SMALL)
      .plan({ ...SMALL, goal: 'next', dependencyWorkItemIds: [TASK] }, workId('next'));
    expect(due(stage)).toEqual(['offer task: work.offer']);
  });

  test('WORK-022: a slot that was offered to is none for the next item', () => {
    const capacity = { maxSlots: 1, activeSlots: 0, availableSlots: 1, queuedItems: 1 };
    const stage = new Stage();
    for (const agent of [ANNA, BERT]) stage.register(agent).join(agent).hear(agent, { capacity });
    stage.plan(SMALL).plan(other('two'), workId('two')).plan(other('three'), workId('three'));
    expect(new Set(candidatesOf(stage))).toEqual(new Set(['anna', 'bert']));
    stage.offer(ANNA);
    expect(candidatesOf(stage)).toEqual(['bert']);
  });

  test('WORK-T05, WORK-022: after an expiry or a no the next one is asked, under another key', () => {
    const stage = staffed().plan(SMALL);
    const [first] = checked(stage).wishes;
    stage.offer(ANNA);
    expect(due(stage)).toEqual([]);
    expect(checked(stage).recheckAtMs).toBe(stage.nowMs + 60_000);
    stage.wait(61);
    const [second] = checked(stage).wishes;
    expect(candidatesOf(stage)).not.toContain('anna');
    expect(second?.key).not.toBe(first?.key);
    stage.offer(BERT).decline(BERT);
    expect(candidatesOf(stage)).toEqual(['cara']);
  });

  test('FLR-001: work whose owner has vanished is offered again', () => {
    const stage = staffed().plan(SMALL).offer(ANNA).accept(ANNA).begin(ANNA);
    expect(due(stage)).toEqual([]);
    stage.wait(3_700).hear(BERT);
    expect(candidatesOf(stage)).toEqual(['bert']);
  });

  test('WORK-057: a failure that the contract does not list is a person’s matter', () => {
    const stage = staffed().plan(SMALL).offer(ANNA).accept(ANNA).begin(ANNA).fail(ANNA);
    expect([due(stage), asked(stage)]).toEqual([[], ['offer task: failed-for-good']]);
    expect(due(stage, { settings: { retry: 'any-failure' } })).toEqual(['offer task: work.offer']);
  });

  test('WORK-055: a pause is waited for', () => {
    const retryPolicy = {
      maxAttempts: 3,
      backoff: 'fixed' as const,
      maxDelay: 'PT10M',
      retryableFailures: [],
    };
    const stage = staffed();
    stage
      .plan({ ...SMALL, retryPolicy })
      .offer(ANNA)
      .accept(ANNA)
      .begin(ANNA)
      .fail(ANNA);
    const step = checked(stage, { settings: { retry: 'any-failure' } });
    expect(step.wishes).toEqual([]);
    for (const agent of [ANNA, BERT, CARA]) stage.wait(200).hear(agent);
    expect(due(stage, { settings: { retry: 'any-failure' } })).toEqual(['offer task: work.offer']);
  });

  test('a person is asked when nobody is left', () => {
    expect(asked(new Stage().plan(SMALL))).toEqual(['offer task: nobody-eligible']);
  });

  test('APV-003: whoever may not start before a human has approved is a question', () => {
    const stage = staffed();
    stage.plan({ ...SMALL, executionApproval: 'human_required', sideEffectRisk: 'high_risk' });
    stage.offer(ANNA).accept(ANNA);
    expect(asked(stage)).toEqual(['offer task: start-needs-approval']);
  });

  test('no more is ranked in one step than the settings say', () => {
    const stage = staffed();
    for (const name of ['a', 'b', 'c']) stage.plan(other(name), workId(name));
    expect(due(stage, { settings: { maxOffersPerStep: 1 } })).toEqual(['offer a: work.offer']);
  });
});

describe('reviews', () => {
  const withReview = (review: Review) => ({ reviews: new Map([[TASK, review]]) });

  test('a review is wanted for this revision, and for no other', () => {
    const stage = submitted({});
    const { revision } = stage.world.get('workItem', GROUP, TASK)?.document ?? {};
    expect(checked(stage).reviewsWanted).toEqual([{ workItemId: TASK, revision }]);
    const review = { ...reviewOf(stage.situation, {}), revision: 1 };
    expect(checked(stage, withReview(review)).reviewsWanted).toHaveLength(1);
    expect(due(stage, withReview(review))).toEqual([]);
  });

  test('WORK-T12: what is proven is accepted', () => {
    const stage = submitted({});
    expect(due(stage, withReview(reviewOf(stage.situation, {})))).toEqual([
      'review task: work.accept_result',
    ]);
  });

  test('WORK-T13, OPEN-056: what is wrong has failed, and is offered again with what to correct', () => {
    const stage = submitted({});
    const review = reviewOf(stage.situation, { replaced: { [HASH]: '{}' } });
    expect(due(stage, withReview(review))).toEqual(['review task: work.fail']);
    const [draft] = review.drafts;
    if (draft === undefined) throw new Error('no failure was drafted');
    perform(stage, draft.intent);
    const [wish] = checked(stage).wishes;
    const offer = wish?.proposals.at(-1)?.intent;
    if (offer?.kind !== 'work.offer') throw new Error('nothing is offered');
    expect(offer.form.contract).toEqual(review.nextContract);
    expect(offer.form.selectionBasis).toBeDefined();
  });

  test('CRD-006: a reviewer is asked for by a WorkItem, which then is offered to somebody independent', () => {
    const stage = submitted({ acceptanceCriteria: [criterion('complete', 'reviewer_assessment')] });
    const review = reviewOf(stage.situation, {});
    expect(due(stage, withReview(review))).toEqual(['review task: work.authorize']);
    const [draft] = review.drafts;
    if (draft?.intent.kind !== 'work.authorize') throw new Error('no review was drafted');
    stage.plan(draft.intent.form.contract, workId('review'));
    const waiting = reviewOf(stage.situation, {});
    expect(due(stage, withReview(waiting))).toEqual(['offer review: work.offer']);
    expect(candidatesOf(stage, withReview(waiting))).toEqual(['rita']);
    // The result is settled without it: it would keep the Mission from its end (MIS-009).
    stage.verify(TASK);
    expect(due(stage)).toEqual(['review review: work.cancel']);
  });

  test('a review that was planned ahead, or comes after its subject, is kept', () => {
    const reviewing = (name: string, contract = {}) => ({
      ...other(name),
      constraints: reviewConstraint(TASK),
      ...contract,
    });
    const stage = staffed().plan(SMALL).plan(reviewing('ahead'), workId('ahead'));
    stage.plan(reviewing('after', { dependencyWorkItemIds: [TASK] }), workId('after'));
    // Nobody is asked to review what is not there.
    expect([due(stage), asked(stage)]).toEqual([['offer task: work.offer'], []]);
    stage.offer(ANNA).accept(ANNA).begin(ANNA).submitWork(ANNA, TASK);
    expect(due(stage)).toEqual(['offer ahead: work.offer']);
    stage.verify(TASK);
    expect(due(stage)).toEqual(['review ahead: work.cancel', 'offer after: work.offer']);
  });

  test('what nobody here can tell goes to a person', () => {
    const stage = submitted({ acceptanceCriteria: [criterion('complete', 'human_review')] });
    expect(asked(stage, withReview(reviewOf(stage.situation, {})))).toEqual([
      'review task: human-review-missing',
    ]);
  });
});

describe('blocked work', () => {
  function blocked(): Stage {
    const stage = staffed().plan({ ...TERMS, ...SMALL });
    stage.offer(ANNA).accept(ANNA).begin(ANNA);
    const payload = {
      ...claimOf(stage, TASK),
      workItemId: TASK,
      requiredResolution: 'Somebody unlocks the folder',
    };
    stage.mustAct('work.block', ANNA, { checkpoint: CHECKPOINT, reason: 'a folder is locked', ...payload });
    return stage;
  }
  const rules = (act: 'unblock' | 'another-worker' | 'authorize-sub-work') => ({
    settings: { blockers: [{ contains: 'unlocks', act, answer: 'it is unlocked' }] },
  });

  test('WORK-053: without a rule a person is asked; with one it is answered', () => {
    expect([due(blocked()), asked(blocked())]).toEqual([[], ['blocker task: no-blocker-rule']]);
    expect(due(blocked(), rules('unblock'))).toEqual(['blocker task: work.unblock']);
    expect(asked(blocked(), { settings: { blockers: [{ contains: 'lunch', act: 'unblock' }] } })).toEqual([
      'blocker task: no-blocker-rule',
    ]);
  });

  test('WORK-052: another Worker gets it once its hold is over', () => {
    expect(due(blocked(), rules('another-worker'))).toEqual([]);
    const stage = blocked().wait(901).hear(BERT);
    expect(due(stage, rules('another-worker'))).toEqual(['blocker task: work.offer']);
  });

  test('WORK-053: proposed sub-work is authorized, and when it is done the work goes on', () => {
    const stage = blocked();
    expect(asked(stage, rules('authorize-sub-work'))).toEqual(['blocker task: no-blocker-rule']);
    stage.mustAct('work.propose', ANNA, {
      proposalId: 'urn:heddle:test:proposal:1',
      parentWorkItemId: TASK,
      contract: { ...planned('x').contract, budget: { currency: 'EUR', financialLimit: 0.5 } },
    });
    expect(due(stage, rules('authorize-sub-work'))).toEqual(['blocker task: work.authorize']);
  });
});

describe('the result', () => {
  test('MIS-009, MIS-010: submitted when all is over, with the results on which nothing is built', () => {
    const stage = staffed().complete(ANNA, TASK, { contract: SMALL });
    stage.complete(BERT, workId('end'), { contract: { ...SMALL, dependencyWorkItemIds: [TASK] } });
    const [wish] = checked(stage).wishes;
    const intent = wish?.proposals[0]?.intent;
    if (intent?.kind !== 'mission.submit_for_approval') throw new Error('it is not submitted');
    expect(intent.form.artifactHashes).toEqual(
      stage.world.get('workItem', GROUP, workId('end'))?.document.submission?.artifactHashes,
    );
    // Planned work that is not authorized yet belongs to it.
    expect(due(stage, { plan: [planned('more')] })).toEqual(['plan more: work.authorize']);
  });

  test('MIS-009: not while anything is open', () => {
    const stage = staffed().complete(ANNA, TASK, { contract: SMALL }).plan(SMALL, workId('two'));
    expect(due(stage)).toEqual(['offer two: work.offer']);
  });

  test('MIS-012: what the owner sends back is made anew, and takes the place of the former result', () => {
    const stage = staffed().complete(ANNA, TASK, { contract: SMALL });
    const [hash = ''] = stage.world.get('workItem', GROUP, TASK)?.document.submission?.artifactHashes ?? [];
    stage.mustAct('mission.submit_for_approval', COORDINATOR, { artifactHashes: [hash] });
    expect(due(stage)).toEqual([]);
    const form = { feedback: 'the second column is missing' };
    perform(stage.wait(60), { kind: 'mission.request_changes', groupId: GROUP, form }, OWNER);
    const [wish] = checked(stage).wishes;
    const intent = wish?.proposals[0]?.intent;
    if (intent?.kind !== 'work.authorize') throw new Error('nothing is corrected');
    expect(intent.form.contract.constraints).toMatchObject({ corrections: ['the second column is missing'] });
    stage.wait(60).complete(BERT, workId('corrected'), { contract: intent.form.contract });
    const [submission] = checked(stage).wishes;
    expect(submission?.proposals[0]?.intent.form).toMatchObject({
      artifactHashes: stage.world.get('workItem', GROUP, workId('corrected'))?.document.submission
        ?.artifactHashes,
    });
  });

  test('MIS-T8: that it ends without a result is never wished for, only asked', () => {
    const stage = staffed().plan(SMALL);
    stage.mustAct('work.cancel', COORDINATOR, { workItemId: TASK });
    expect([due(stage), asked(stage)]).toEqual([[], ['submit: no-result']]);
    const late = staffed().plan(SMALL).wait(190_000);
    expect(due(late).filter((line) => line.startsWith('submit'))).toEqual([]);
    expect(asked(late)).toContain('submit: mission-late');
  });
});
