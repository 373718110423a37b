// Forecast, what-if and budget of a plan, each from a log and a clock.
import { describe, expect, test } from 'vitest';
import { budgetOutlook } from '../../../core/coordinator/assistant/planning/budget-outlook.ts';
import { PlanWatch } from '../../../core/coordinator/assistant/planning/plan-watch.ts';
import { whatIf } from '../../../core/coordinator/assistant/planning/what-if.ts';
import { GROUP, MISSION_BUDGET, START_MS } from '../../../core/domain/seeded-world.test-data.ts';
import { checkCases, type Decided, type DecisionCase, type Situation } from '../corpus.ts';
import { ANNA, Stage, TASK } from '../stage.ts';
import { connectionOf, sceneOf } from './plan-scene.ts';
import { chain, HOUR_MS, promise, SECOND, staged } from './planned-stage.ts';

function assess(situation: Situation) {
  const assessment = new PlanWatch().assess(connectionOf(situation), GROUP);
  if (assessment === undefined) throw new Error('the Mission is in the log');
  return assessment;
}

const FORECASTS: readonly DecisionCase<undefined>[] = [
  {
    name: 'MIS-013: a chain that ends before the deadline is in time',
    situation: () => chain().situation,
    subject: undefined,
    verdict: 'met',
    because: ['forecast-in-time'],
    notBecause: ['item-past-deadline'],
  },
  {
    name: 'MIS-013: without a single estimate nothing is claimed',
    situation: () => staged().plan().situation,
    subject: undefined,
    verdict: 'unknown',
    because: ['forecast-unknown'],
  },
  {
    name: 'a forecast past the deadline of the Mission, and of an item',
    situation: () => promise(staged().plan(), ANNA, TASK, 40, 60).situation,
    subject: undefined,
    verdict: 'unmet',
    because: ['forecast-past-deadline', 'item-past-deadline'],
  },
  {
    name: 'an item may be late while the Mission is not',
    situation: () => promise(staged().plan(), ANNA, TASK, 20, 30).situation,
    subject: undefined,
    verdict: 'met',
    because: ['forecast-in-time', 'item-past-deadline'],
  },
];

describe('the forecast', () => {
  checkCases(FORECASTS, (situation): Decided => {
    const { forecast, lateItems } = assess(situation);
    return { verdict: forecast.verdict, reasons: [forecast, ...lateItems] };
  });

  test('the critical path is that of the graph of the desk', () => {
    expect(assess(chain().situation).outlook).toMatchObject({
      criticalPath: [TASK, SECOND],
      endMs: START_MS + 10 * HOUR_MS,
      slackMs: 38 * HOUR_MS,
    });
  });
});

describe('what if', () => {
  const scene = () => sceneOf(connectionOf(chain().situation));

  test('an item that is later pushes what follows', () => {
    const { before, after, moved } = whatIf(scene(), {
      kind: 'item-later',
      workItemId: TASK,
      byMs: 2 * HOUR_MS,
    });
    expect(after.endMs - before.endMs).toBe(2 * HOUR_MS);
    expect(moved.map(({ workItemId, beforeMs, afterMs }) => [workItemId, afterMs - beforeMs])).toEqual([
      [TASK, 2 * HOUR_MS],
      [SECOND, 2 * HOUR_MS],
    ]);
  });

  test('one day without work makes items miss their own deadline before the Mission does', () => {
    const { after, newlyLate } = whatIf(scene(), { kind: 'pause', byMs: 24 * HOUR_MS });
    expect(newlyLate).toEqual([TASK, SECOND]);
    expect(after.slackMs).toBe(14 * HOUR_MS);
  });

  test('a lost Worker: somebody else begins after a new offer, the work of others stands', () => {
    const difference = whatIf(scene(), { kind: 'worker-lost', agentId: ANNA.id });
    const offerMs = 300_000;
    expect(difference.moved).toContainEqual({
      workItemId: TASK,
      beforeMs: START_MS + 4 * HOUR_MS,
      afterMs: START_MS + 4 * HOUR_MS + offerMs,
    });
    expect(difference.withoutWorker).toEqual([]);
  });

  test('WORK-024: work that nobody else can do is named', () => {
    const stage = new Stage().employ(ANNA).plan();
    promise(stage, ANNA, TASK, 0, 4);
    const alone = sceneOf(connectionOf(stage.situation));
    expect(whatIf(alone, { kind: 'worker-lost', agentId: ANNA.id }).withoutWorker).toEqual([TASK]);
  });

  test('WORK-042: what waits for an item that is given up is stranded', () => {
    const difference = whatIf(scene(), { kind: 'item-dropped', workItemId: TASK });
    expect(difference.stranded).toEqual([SECOND]);
    expect(whatIf(scene(), { kind: 'item-dropped', workItemId: SECOND }).stranded).toEqual([]);
  });

  test('asking changes nothing', () => {
    const asked = scene();
    const before = asked.graph.forecast(asked.stepMs);
    whatIf(asked, { kind: 'pause', byMs: HOUR_MS });
    expect(asked.graph.forecast(asked.stepMs)).toEqual(before);
  });
});

describe('the budget forecast', () => {
  test('BUD-006: while little is finished, what was set aside counts', () => {
    const stage = staged().plan();
    const money = budgetOutlook(sceneOf(connectionOf(stage.situation)))[0];
    expect(money).toMatchObject({
      dimension: 'financialMicrounits',
      limit: 100_000_000,
      held: 10_000_000,
      free: 90_000_000,
      expected: 10_000_000,
      basis: 'reservations',
      reason: { id: 'budget-within', verdict: 'met' },
    });
  });

  test('MIS-013: from finished work on, the rest is taken to cost the same', () => {
    const stage = new Stage({ ...MISSION_BUDGET, financialLimit: 40 }).employ(ANNA);
    for (const name of ['a', 'b', 'c'])
      stage.complete(ANNA, `urn:heddle:test:work:${name}`, { usage: { financialMicrounits: 9_500_000 } });
    stage.plan();
    const outlook = budgetOutlook(sceneOf(connectionOf(stage.situation)))[0];
    expect(outlook).toMatchObject({
      expected: 38_000_000,
      basis: 'finished-work',
      reason: { id: 'budget-tight' },
    });
  });

  test('a rest that costs more than is left is said in its dimension', () => {
    const stage = new Stage({ ...MISSION_BUDGET, toolCallLimit: 200 }).employ(ANNA);
    const contract = { budget: { currency: 'EUR', financialLimit: 1, toolCallLimit: 60 } };
    for (const name of ['a', 'b', 'c'])
      stage.complete(ANNA, `urn:heddle:test:work:${name}`, { contract, usage: { toolCalls: 55 } });
    stage.plan({ budget: { toolCallLimit: 10 } });
    const outlook = budgetOutlook(sceneOf(connectionOf(stage.situation)));
    expect(outlook.find(({ dimension }) => dimension === 'toolCalls')).toMatchObject({
      expected: 220,
      reason: { id: 'budget-over', verdict: 'unmet' },
    });
  });
});
