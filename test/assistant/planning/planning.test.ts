// Forecast, what-if, budget, the care for terms, takeover, blockers and drafts of plans, each from a log and a clock.
import { describe, expect, test } from 'vitest';
import { draftResolutions } from '../../../core/coordinator/assistant/planning/blockers.ts';
import { budgetOutlook } from '../../../core/coordinator/assistant/planning/budget-outlook.ts';
import { careForTerm, warnBeforeSleep } from '../../../core/coordinator/assistant/planning/care.ts';
import { draftPlan } from '../../../core/coordinator/assistant/planning/draft-plan.ts';
import { PlanWatch } from '../../../core/coordinator/assistant/planning/plan-watch.ts';
import { planTakeover, undecidedRows } from '../../../core/coordinator/assistant/planning/takeover.ts';
import { whatIf } from '../../../core/coordinator/assistant/planning/what-if.ts';
import type { DeskConnection } from '../../../core/coordinator/desk/connection.ts';
import { identityFor } from '../../../core/coordinator/desk/desk.test-data.ts';
import { IdBook } from '../../../core/coordinator/desk/intent/id-book.ts';
import { Moment } from '../../../core/coordinator/desk/moment.ts';
import { nowAt } from '../../../core/domain/decision.ts';
import {
  CAPABILITY,
  COORDINATOR,
  GROUP,
  MISSION_BUDGET,
  OWNER,
  START_MS,
} from '../../../core/domain/seeded-world.test-data.ts';
import { acceptAs, claimOf } from '../../../core/domain/work-scenes.test-data.ts';
import type { Actor } from '../../../core/protocol/generated/documents.ts';
import { checkCases, type DecisionCase, type Decided, type Situation } from '../corpus.ts';
import { agentOf, ANNA, BERT, Stage, TASK } from '../stage.ts';
import { connectionOf, refusalOf, sceneOf } from './plan-scene.ts';

const SECOND = 'urn:heddle:test:work:second';
const HOUR_MS = 3_600_000;

const staged = () => new Stage().employ(ANNA, BERT);

/** Accepts the last offer with an estimate, in hours from now. */
function promise(stage: Stage, agent: Actor, workItemId: string, from: number, to: number): Stage {
  stage.offer(agent, workItemId);
  const [offer] = stage.world.get('workItem', GROUP, workItemId)?.document.offers ?? [];
  acceptAs(stage, agent, {
    workItemId,
    offerId: offer?.offerId ?? '',
    ownershipLeaseSeconds: 200_000,
    scheduleEstimate: {
      estimatedStart: nowAt(stage.nowMs + from * HOUR_MS).text,
      estimatedCompletion: nowAt(stage.nowMs + to * HOUR_MS).text,
      confidence: 0.8,
      capacityStatus: 'available',
      lastCalculatedAt: nowAt(stage.nowMs).text,
    },
  });
  return stage;
}

/** Two items, one after the other: 4 and 6 hours. */
function chain(): Stage {
  const stage = staged()
    .plan()
    .plan({ goal: 'second', dependencyWorkItemIds: [TASK] }, SECOND);
  promise(stage, ANNA, TASK, 0, 4);
  return promise(stage, BERT, SECOND, 4, 10);
}

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

describe('the care for the term', () => {
  const care = (connection: DeskConnection) => careForTerm(connection, GROUP, new Moment(connection.nowMs));

  test('CRD-007: a third of the term is gone: it is renewed for as long again', () => {
    const stage = staged();
    expect(care(connectionOf(stage.situation))).toBeUndefined();
    const connection = connectionOf(stage.wait(66_667).situation);
    const note = care(connection);
    expect(note?.reason.id).toBe('term-renewal-due');
    expect(note?.proposals[0]?.intent.form).toEqual({ leaseSeconds: 200_000 });
    expect(note?.proposals.map((each) => refusalOf(connection, each))).toEqual([undefined]);
  });

  test('without a key or a connection nothing is proposed, and it is said', () => {
    const { situation } = staged().wait(66_667);
    for (const changes of [
      { status: 'offline' as const },
      { identities: [identityFor(OWNER), identityFor(COORDINATOR, { key: 'locked' })] },
    ]) {
      expect(care(connectionOf(situation, changes))).toMatchObject({
        reason: { id: 'term-cannot-renew' },
        proposals: [],
      });
    }
  });

  test('somebody else’s term is not our care', () => {
    const connection = connectionOf(staged().wait(190_000).situation, { identities: [identityFor(ANNA)] });
    expect(care(connection)).toBeUndefined();
  });

  test('OPEN-035: a term that ended while asleep is no renewal but an appointment by the owner', () => {
    const connection = connectionOf(staged().wait(200_001).situation);
    const note = care(connection);
    expect(note?.reason.id).toBe('term-over');
    expect(note?.proposals.map(({ intent }) => [intent.kind, intent.signer])).toEqual([
      ['mission.assign_coordinator', OWNER],
    ]);
    expect(note?.proposals.map((each) => refusalOf(connection, each))).toEqual([undefined]);
    const alone = care({ ...connection, identities: [identityFor(COORDINATOR)] });
    expect(alone).toMatchObject({
      reason: { id: 'term-over', values: { ownerId: OWNER.id } },
      proposals: [],
    });
  });

  test('before sleep: the term is made to last, leases and offers that end are named in their order', () => {
    const stage = staged().plan().plan({ goal: 'second' }, SECOND);
    stage.offer(ANNA).accept(ANNA).offer(BERT, SECOND, 600).wait(198_000);
    stage.offer(BERT, SECOND, 600);
    const connection = connectionOf(stage.situation);
    const notes = warnBeforeSleep(connection, [GROUP], new Moment(stage.nowMs), stage.nowMs + HOUR_MS);
    expect(notes.map(({ reason }) => reason.id)).toEqual(['sleep-ends-term', 'sleep-ends-offer']);
    const [term] = notes;
    expect(term?.proposals[0]?.intent.form).toEqual({ leaseSeconds: 3_900 });
    expect(term?.proposals.map((each) => refusalOf(connection, each))).toEqual([undefined]);
  });

  test('a sleep that outlasts every term asks for a handover', () => {
    const stage = staged();
    const notes = warnBeforeSleep(
      connectionOf(stage.situation),
      [GROUP],
      new Moment(stage.nowMs),
      stage.nowMs + 72 * HOUR_MS,
    );
    expect(notes[0]).toMatchObject({ reason: { id: 'sleep-outlasts-term' }, proposals: [] });
    expect(notes.map(({ reason }) => reason.id)).toContain('sleep-ends-other');
  });
});

describe('taking over', () => {
  test('CRD-005: what waits for a decision comes first and keeps new work from being assigned', () => {
    const stage = staged()
      .plan()
      .plan({ goal: 'second' }, SECOND)
      .plan({ goal: 'third', dependencyWorkItemIds: [TASK] }, 'urn:heddle:test:work:third')
      .produce(ANNA, 'urn:heddle:test:work:done');
    promise(stage, ANNA, TASK, 0, 4);
    stage.offer(BERT, SECOND, 60);
    const connection = connectionOf(stage.situation);
    const plan = planTakeover(sceneOf(connection), BERT.id);
    if (plan === undefined) throw new Error('the Mission goes on');
    expect(
      plan.rows.map(({ workItemId, cause, mustDecide }) => [workItemId.split(':').at(-1), cause, mustDecide]),
    ).toEqual([
      ['second', 'ends-soon', true],
      ['done', 'review-waits', true],
      ['task', 'keep', false],
      ['third', 'dependency-open', false],
    ]);
    expect(undecidedRows(plan, new Set([SECOND])).map(({ cause }) => cause)).toEqual(['review-waits']);
    expect(undecidedRows(plan, new Set([SECOND, 'urn:heddle:test:work:done']))).toEqual([]);
    expect(plan.texts.unresolvedQuestions).toEqual([
      'ends-soon: second',
      'review-waits: work urn:heddle:test:work:done',
    ]);
    expect(plan.reasons.map(({ id }) => id)).toEqual(['term-still-runs', 'package-missing', 'log-complete']);
    expect(plan.appointment === undefined ? 'none' : refusalOf(connection, plan.appointment)).toBeUndefined();
  });

  test('a hole in the log, and a term that has ended, are said', () => {
    const health = new Map([
      [
        GROUP,
        { gap: { fromSequence: 2, toSequence: 3 }, isCursorTooOld: false, isVerificationFailed: false },
      ],
    ]);
    const connection = connectionOf(staged().plan().wait(200_001).situation, { health });
    const plan = planTakeover(sceneOf(connection), COORDINATOR.id);
    expect(plan?.reasons.map(({ id }) => id)).toEqual([
      'term-ended-before',
      'package-missing',
      'log-incomplete',
    ]);
  });

  test('a Mission that is over cannot be taken over', () => {
    const stage = staged();
    stage.mustAct('mission.cancel', OWNER, { reason: 'enough' });
    expect(planTakeover(sceneOf(connectionOf(stage.situation)), BERT.id)).toBeUndefined();
  });
});

describe('blocked work', () => {
  function blocked(): Stage {
    const stage = staged().plan().offer(ANNA).accept(ANNA).begin(ANNA);
    stage.mustAct('work.block', ANNA, {
      ...claimOf(stage, TASK),
      checkpoint: { phase: 'hashing', completedMilestones: [], nextStep: 'wait' },
      reason: 'locked',
      requiredResolution: 'somebody unlocks the folder',
    });
    return stage;
  }
  const kinds = (stage: Stage) => {
    const connection = connectionOf(stage.situation);
    const [draft] = draftResolutions(sceneOf(connection));
    return {
      resolution: draft?.resolution,
      proposals: draft?.proposals.map(({ intent, reasons }) => [intent.kind, ...reasons.map(({ id }) => id)]),
      refusal: draft?.proposals[0] === undefined ? 'none' : refusalOf(connection, draft.proposals[0]),
    };
  };

  test('WORK-T10: while its owner waits, it is unblocked', () => {
    expect(kinds(blocked())).toEqual({
      resolution: 'somebody unlocks the folder',
      proposals: [['work.unblock', 'owner-waits']],
      refusal: undefined,
    });
  });

  test('WORK-053: proposed sub-work comes first', () => {
    const stage = blocked();
    stage.mustAct('work.propose', ANNA, {
      proposalId: 'urn:heddle:test:proposal:1',
      parentWorkItemId: TASK,
      contract: {
        ...(stage.world.get('workItem', GROUP, TASK)?.document.contract ?? fail()),
        goal: 'unlock the folder',
        budget: { currency: 'EUR', financialLimit: 1 },
      },
    });
    expect(kinds(stage)).toMatchObject({
      proposals: [
        ['work.authorize', 'sub-work-proposed'],
        ['work.unblock', 'owner-waits'],
      ],
      refusal: undefined,
    });
  });

  test('WORK-T03: when nobody holds it any more, somebody else gets an offer', () => {
    expect(kinds(blocked().wait(901)).proposals).toEqual([
      ['work.unblock', 'hold-ended'],
      ['work.offer', 'hold-ended', 'another-worker'],
    ]);
  });
});

function fail(): never {
  throw new Error('the item is there');
}

describe('the draft of a plan', () => {
  const REPORTING = { id: 'report.write', version: '2.1.0' };
  const REVIEWING = { id: 'text.review', version: '1.0.0' };
  function drafted(
    changes: Partial<Parameters<typeof draftPlan>[0]> = {},
    criteria?: Parameters<typeof withCriteria>[1],
  ) {
    const stage = staged();
    const connection = connectionOf(
      criteria === undefined ? stage.situation : withCriteria(stage, criteria).situation,
    );
    let lastId = 0;
    const draft = draftPlan({
      connection,
      groupId: GROUP,
      capabilities: [CAPABILITY, REVIEWING, REPORTING],
      language: 'en',
      ids: new IdBook((kind) => `urn:heddle:test:${kind}:plan-${(lastId += 1)}`),
      ...changes,
    });
    if (draft === undefined) throw new Error('the Mission is in the log');
    return { draft, connection, stage };
  }

  test('WORK-006: every item of the draft is accepted, each after what it needs', () => {
    const { draft, stage } = drafted({}, [
      {
        criterionId: 'inventory',
        description: 'the inventory of files is complete',
        evidenceRequired: ['deterministic_test', 'reviewer_assessment'],
      },
      { criterionId: 'text', description: 'each text was read', evidenceRequired: ['deterministic_test'] },
    ]);
    expect(draft.reasons.map(({ id }) => id)).toEqual(['pattern-by-word']);
    expect(draft.questions).toEqual([]);
    expect(
      draft.items.map(({ contract }) => [
        contract.requiredCapabilities[0]?.id,
        contract.dependencyWorkItemIds.length,
      ]),
    ).toEqual([
      ['files.inventory', 0],
      ['files.inventory', 1],
      ['text.review', 1],
      ['text.review', 1],
      ['report.write', 2],
    ]);
    for (const { proposal, contract, workItemId } of draft.items) {
      expect(refusalOf(connectionOf(stage.situation), proposal)).toBeUndefined();
      stage.mustAct('work.authorize', COORDINATOR, { workItemId, contract });
    }
    const reserved = stage.world.get('account', GROUP, 'urn:heddle:test:mission:1')?.reserved;
    expect(reserved?.financialMicrounits).toBeLessThanOrEqual(90_000_000);
    expect(reserved?.financialMicrounits).toBeGreaterThan(89_000_000);
  });

  test('what rules cannot know is asked: a capability that no word points to, a criterion that only a human proves', () => {
    const { draft } = drafted({
      capabilities: [
        { id: 'music.compose', version: '1.0.0' },
        { id: 'video.cut', version: '1.0.0' },
      ],
    });
    expect(draft.questions.map(({ id }) => id)).toEqual([
      'criterion-by-human',
      'capability-unknown',
      'capability-unknown',
    ]);
    const { draft: only } = drafted({ capabilities: [{ id: 'music.compose', version: '1.0.0' }] });
    expect(only.items[0]?.proposal.reasons.map(({ id }) => id)).toEqual([
      'prepares-others',
      'capability-only-one',
    ]);
  });

  test('the deadlines rise with the steps and leave time for the answer', () => {
    const { draft, connection } = drafted();
    const deadlines = draft.items.map(({ contract }) => Date.parse(contract.deadline));
    expect(deadlines).toEqual(deadlines.toSorted((a, b) => a - b));
    expect(deadlines.at(-1)).toBeLessThan(Date.parse('2026-05-06T09:00:00Z'));
    expect(deadlines[0]).toBeGreaterThan(connection.nowMs);
  });

  test('German goals for a German Organization', () => {
    expect(drafted({ language: 'de' }).draft.items[0]?.contract.goal).toBe(
      'Alles auflisten, was zu untersuchen ist: audit the input folder',
    );
  });
});

/** The same Mission with another definition of done, from the first Event on. */
function withCriteria(
  stage: Stage,
  definitionOfDone: readonly {
    criterionId: string;
    description: string;
    evidenceRequired: ('deterministic_test' | 'reviewer_assessment')[];
  }[],
): Stage {
  for (const event of stage.log) {
    if (event.kind !== 'mission.created') continue;
    const payload = event.payload as { mission: { definitionOfDone: unknown } };
    payload.mission.definitionOfDone = definitionOfDone;
  }
  return stage;
}

test('an Agent that nobody has registered is no candidate', () => {
  const scene = sceneOf(connectionOf(staged().plan().situation));
  const [item] = scene.items;
  if (item === undefined) fail();
  const ids = scene.workers.candidatesFor(item.document.contract).map(({ agentId }) => agentId);
  expect(ids).toEqual([ANNA.id, BERT.id]);
  expect(ids).not.toContain(agentOf('cara').id);
});
