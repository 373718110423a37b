// Nothing can run any more: each cause with its way out, from logs of whole Missions.
import { describe, expect, test } from 'vitest';
import { findStandstill } from '../../../core/coordinator/assistant/planning/standstill.ts';
import { PlanWatch } from '../../../core/coordinator/assistant/planning/plan-watch.ts';
import { claimOf } from '../../../core/domain/work-scenes.test-data.ts';
import { COORDINATOR, GROUP, MISSION_BUDGET, OWNER } from '../../../core/domain/seeded-world.test-data.ts';
import { checkCases, type DecisionCase, type Decided, type Situation } from '../corpus.ts';
import { ANNA, BERT, Stage, TASK } from '../stage.ts';
import { connectionOf, refusalOf, sceneOf } from './plan-scene.ts';
import { childPayload } from '../../../core/domain/seeded-missions.test-data.ts';

const SECOND = 'urn:heddle:test:work:second';
const HOUR = 3_600;

/** The kind of the first way out, or `runs`. Every Command that is proposed first has to be one that the rules accept. */
function judge(situation: Situation): Decided & { readonly ways: readonly string[] } {
  const connection = connectionOf(situation);
  const standstill = findStandstill(sceneOf(connection));
  if (standstill === undefined) return { verdict: 'runs', reasons: [], ways: [] };
  const { waysOut } = standstill;
  for (const { proposals } of waysOut) {
    const [first] = proposals;
    if (first !== undefined) expect(refusalOf(connection, first)).toBeUndefined();
  }
  return {
    verdict: waysOut[0]?.kind ?? 'nothing',
    reasons: waysOut.map(({ reason }) => reason),
    ways: waysOut.map(({ kind }) => kind),
  };
}

const staged = () => new Stage().employ(ANNA, BERT);
const queued = () => staged().plan().offer(ANNA).accept(ANNA);

const CASES: readonly DecisionCase<undefined>[] = [
  {
    name: 'a Mission without work asks for a plan',
    situation: () => staged().situation,
    subject: undefined,
    verdict: 'plan',
    because: ['no-work'],
  },
  {
    name: 'WORK-T03: work that nobody was asked to do is offered',
    situation: () => staged().plan().situation,
    subject: undefined,
    verdict: 'offer',
    because: ['not-offered'],
  },
  {
    name: 'a running offer is no standstill',
    situation: () => staged().plan().offer(ANNA).situation,
    subject: undefined,
    verdict: 'runs',
    because: [],
  },
  {
    name: 'WORK-T05: an offer that ended without an Event is made anew',
    situation: () => staged().plan().offer(ANNA).wait(61).situation,
    subject: undefined,
    verdict: 'offer',
    because: ['offer-ended'],
  },
  {
    name: 'WORK-024: work that no member can do asks for a Worker, and no Command is proposed',
    situation: () =>
      staged().plan({ requiredCapabilities: [{ id: 'music.compose', version: '1.0.0' }] }).situation,
    subject: undefined,
    verdict: 'find-worker',
    because: ['no-candidate'],
    notBecause: ['not-offered'],
  },
  {
    name: 'APV-005: accepted work that may not begin waits for a human',
    situation: () =>
      staged()
        .plan({ sideEffectRisk: 'high_risk', executionApproval: 'human_required' })
        .offer(ANNA)
        .accept(ANNA).situation,
    subject: undefined,
    verdict: 'approve-start',
    because: ['start-approval'],
  },
  {
    name: 'WORK-035: work that was not begun in time is offered anew',
    situation: () => queued().wait(901).situation,
    subject: undefined,
    verdict: 'offer',
    because: ['start-missed'],
  },
  {
    name: 'LSE-011: an ended Execution Lease appends nothing, and is seen all the same',
    situation: () =>
      queued()
        .begin(ANNA)
        .wait(2 * HOUR).situation,
    subject: undefined,
    verdict: 'offer',
    because: ['lease-ended'],
  },
  {
    name: 'WORK-052: a blocked item names what its Worker needs',
    situation: () => {
      const stage = queued().begin(ANNA);
      stage.mustAct('work.block', ANNA, {
        ...claimOf(stage, TASK),
        checkpoint: { phase: 'hashing', completedMilestones: [], nextStep: 'wait' },
        reason: 'locked',
        requiredResolution: 'somebody unlocks the folder',
      });
      return stage.situation;
    },
    subject: undefined,
    verdict: 'resolve',
    because: ['resolution-needed'],
  },
  {
    name: 'a result that waits for its review is a standstill that the Coordinator ends',
    situation: () => staged().produce(ANNA, TASK).situation,
    subject: undefined,
    verdict: 'review',
    because: ['review-waits'],
  },
  {
    name: 'WORK-011: failed work is offered again; what waits for it is no cause of its own',
    situation: () =>
      queued()
        .begin(ANNA)
        .fail(ANNA)
        .plan({ goal: 'second', dependencyWorkItemIds: [TASK] }, SECOND).situation,
    subject: undefined,
    verdict: 'offer',
    because: ['work-failed'],
    notBecause: ['dependency-failed', 'dependency-open'],
  },
  {
    name: 'WORK-042: work that waits for work that was given up is replaced',
    situation: () => {
      const stage = staged()
        .plan()
        .plan({ goal: 'second', dependencyWorkItemIds: [TASK] }, SECOND);
      stage.mustAct('work.cancel', COORDINATOR, { workItemId: TASK });
      return stage.situation;
    },
    subject: undefined,
    verdict: 'replace',
    because: ['dependency-cancelled'],
  },
  {
    name: 'BUD-007: a used-up dimension stops its item',
    situation: () =>
      staged()
        .plan({ budget: { currency: 'EUR', financialLimit: 1, toolCallLimit: 3 } })
        .offer(ANNA)
        .accept(ANNA)
        .begin(ANNA)
        .spend(ANNA, { toolCalls: 3 }).situation,
    subject: undefined,
    verdict: 'raise-budget',
    because: ['budget-spent'],
  },
  {
    name: 'OPEN-036: a child that came to nothing leaves its item to us',
    situation: () => {
      const stage = staged().plan();
      stage.mustAct(
        'mission.create_child',
        COORDINATOR,
        childPayload({ parentWorkItemId: TASK, coordinatorAgentId: BERT.id }),
      );
      stage.mustAct(
        'mission.cancel',
        COORDINATOR,
        { reason: 'not needed' },
        { groupId: childPayload().groupId },
      );
      return stage.situation;
    },
    subject: undefined,
    verdict: 'replan-child',
    because: ['child-ended'],
  },
  {
    name: 'a living child Mission is no standstill of its parent',
    situation: () => {
      const stage = staged().plan();
      stage.mustAct(
        'mission.create_child',
        COORDINATOR,
        childPayload({ parentWorkItemId: TASK, coordinatorAgentId: BERT.id }),
      );
      return stage.situation;
    },
    subject: undefined,
    verdict: 'runs',
    because: [],
  },
  {
    name: 'MIS-009: when everything is done the results are submitted',
    situation: () => staged().complete(ANNA, TASK).situation,
    subject: undefined,
    verdict: 'submit',
    because: ['all-done'],
  },
  {
    name: 'MIS-T5: a submitted Mission waits for its owner',
    situation: () => {
      const stage = staged().complete(ANNA, TASK);
      const hashes = stage.world.get('workItem', GROUP, TASK)?.document.submission?.artifactHashes ?? [];
      stage.mustAct('mission.submit_for_approval', COORDINATOR, { artifactHashes: [...hashes] });
      return stage.situation;
    },
    subject: undefined,
    verdict: 'answer-submission',
    because: ['mission-awaits-answer'],
  },
  {
    name: 'CRD-007: after a term that ended while asleep the owner appoints anew',
    situation: () => staged().plan().wait(200_001).situation,
    subject: undefined,
    verdict: 'appoint',
    because: ['term-ended'],
    notBecause: ['not-offered'],
  },
  {
    name: 'WORK-006: over its time a Mission gets no new work',
    situation: () => {
      const stage = staged().plan();
      stage.wait(47 * HOUR);
      stage.mustAct('mission.renew_coordinator', COORDINATOR, { leaseSeconds: 10 * HOUR });
      return stage.wait(2 * HOUR).situation;
    },
    subject: undefined,
    verdict: 'follow-up',
    because: ['deadline-passed'],
  },
  {
    name: 'a Mission that is over stands still and needs nothing',
    situation: () => {
      const stage = staged().plan();
      stage.mustAct('mission.cancel', OWNER, { reason: 'enough' });
      return stage.situation;
    },
    subject: undefined,
    verdict: 'runs',
    because: [],
  },
];

describe('nothing can run', () => {
  checkCases(CASES, judge);

  test('what holds up most comes first, and what only waits is counted', () => {
    const stage = staged()
      .plan({ goal: 'alone' }, 'urn:heddle:test:work:alone')
      .plan()
      .plan({ goal: 'second', dependencyWorkItemIds: [TASK] }, SECOND);
    const standstill = findStandstill(sceneOf(connectionOf(stage.situation)));
    expect(standstill?.waysOut.map(({ workItemId, blocksCount }) => [workItemId, blocksCount])).toEqual([
      [TASK, 1],
      ['urn:heddle:test:work:alone', 0],
    ]);
    expect(standstill?.waiting).toBe(1);
  });

  test('both Commands of a replacement are accepted one after the other', () => {
    const stage = staged()
      .plan()
      .plan({ goal: 'second', dependencyWorkItemIds: [TASK] }, SECOND);
    stage.mustAct('work.cancel', COORDINATOR, { workItemId: TASK });
    const [way] = findStandstill(sceneOf(connectionOf(stage.situation)))?.waysOut ?? [];
    expect(way?.proposals.map(({ intent }) => intent.kind)).toEqual(['work.cancel', 'work.authorize']);
    stage.mustAct('work.cancel', COORDINATOR, { workItemId: SECOND });
    const connection = connectionOf(stage.situation);
    const second = way?.proposals[1];
    if (second === undefined) throw new Error('a replacement is proposed');
    expect(refusalOf(connection, second)).toBeUndefined();
  });
});

describe('looking only at what has changed', () => {
  test('at every step of a Mission’s life the kept assessment is the fresh one', () => {
    const stage = new Stage({ ...MISSION_BUDGET, externalSideEffectLimit: 3 }).employ(ANNA, BERT);
    const watch = new PlanWatch();
    const steps: readonly (() => unknown)[] = [
      () => stage.plan(),
      () => stage.plan({ goal: 'second', dependencyWorkItemIds: [TASK] }, SECOND),
      () => stage.offer(ANNA),
      () => stage.wait(30),
      () => stage.accept(ANNA),
      () => stage.begin(ANNA),
      () => stage.spend(ANNA, { toolCalls: 5 }),
      () => stage.wait(4_000),
      () => stage.offer(BERT),
      () => stage.wait(61),
      () => stage.wait(90_000),
      () => stage.wait(110_000),
    ];
    const world = stage.world;
    const first = connectionOf(stage.situation, { world });
    const now = () => ({ ...first, nowMs: stage.nowMs });
    for (const step of steps) {
      step();
      expect(watch.assess(now(), GROUP)).toEqual(new PlanWatch().assess(now(), GROUP));
    }
    // Nothing has happened since: nothing is worked out again.
    const kept = watch.assess(now(), GROUP);
    stage.passSeconds(0.001);
    expect(watch.assess(now(), GROUP)).toBe(kept);
  });
});
