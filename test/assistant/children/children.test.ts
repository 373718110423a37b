// Child Missions: whether, how, and what becomes of them, each case from a log and a clock.
import { describe, expect, test } from 'vitest';
import { draftChild, type ChildWish } from '../../../core/coordinator/assistant/children/draft-child.ts';
import { ChildWatch } from '../../../core/coordinator/assistant/children/follow-children.ts';
import { proveNarrowing } from '../../../core/coordinator/assistant/children/narrowing.ts';
import { weighPromotion } from '../../../core/coordinator/assistant/children/promotion.ts';
import { replanAfterChild, sceneAbove } from '../../../core/coordinator/assistant/children/replan.ts';
import { reviewChild } from '../../../core/coordinator/assistant/children/review-child.ts';
import type { DeskConnection } from '../../../core/coordinator/desk/connection.ts';
import { approvalOf } from '../../../core/domain/seeded-missions.test-data.ts';
import {
  CAPABILITY,
  cardOf,
  COORDINATOR,
  GROUP,
  MISSION,
  OWNER,
  TEST_POLICY,
} from '../../../core/domain/seeded-world.test-data.ts';
import { CONTENT } from '../../../core/domain/work-scenes.test-data.ts';
import { ORGANIZATION } from '../../../core/domain/world.ts';
import { checkCases, type DecisionCase, type Decided, type Situation } from '../corpus.ts';
import { connectionOf, itemOf, refusalOf, sceneOf } from '../planning/plan-scene.ts';
import { ANNA, BERT, CARA, type Stage, TASK } from '../stage.ts';
import { CHILD_GROUP, CHILD_MISSION, CHILD_TASK, ChildStage } from './child-stage.ts';

const MUSIC = { id: 'music.compose', version: '1.0.0' };

function candidatesIn({ world }: DeskConnection) {
  return [...world.list('agent', ORGANIZATION)].map(([, { card }]) => card);
}

interface PlaceSubject {
  readonly groupId?: string;
  readonly workItemId?: string;
  readonly connection?: Partial<DeskConnection>;
}

function placed(
  situation: Situation,
  { groupId = GROUP, workItemId = TASK, connection: changes = {} }: PlaceSubject,
) {
  const connection = connectionOf(situation, changes);
  return {
    connection,
    scene: sceneOf(connection, groupId),
    item: itemOf(connection.world, workItemId, groupId),
  };
}

function withDepth(delegationDepth: number): Partial<DeskConnection> {
  return { policy: { ...TEST_POLICY, cooperation: { ...TEST_POLICY.cooperation, delegationDepth } } };
}

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
    name: 'a capability that no member has is enough by itself',
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

interface DraftSubject extends PlaceSubject {
  readonly wish?: ChildWish;
  /** All registered Agents but the Worker when left out. */
  readonly candidates?: readonly string[];
}

function judgeDraft(situation: Situation, subject: DraftSubject): Decided {
  const { connection, scene, item } = placed(situation, subject);
  const all = candidatesIn(connection);
  const candidates =
    subject.candidates === undefined
      ? all
      : all.filter(({ agentId }) => subject.candidates?.includes(agentId));
  const draft = draftChild(scene, item, candidates, subject.wish);
  if (!draft.ok) return { verdict: 'refused', reasons: draft.fault };
  expect(refusalOf(connection, draft.value)).toBeUndefined();
  return { verdict: 'drafted', reasons: draft.value.reasons };
}

const DRAFTS: readonly DecisionCase<DraftSubject>[] = [
  {
    name: 'CHD-002: everything that is drafted narrows, and the rules accept it',
    situation: () => new ChildStage().situation,
    subject: {},
    verdict: 'drafted',
    because: [
      'budget-narrows',
      'deadline-narrows',
      'permission-narrows',
      'depth-within',
      'coordinator-has-capabilities',
      'policy-fail-item',
    ],
    notBecause: ['human-for-risk', 'human-for-own-output'],
  },
  {
    name: 'CHD-002: a wider permission is refused by its name',
    situation: () => new ChildStage().situation,
    subject: { wish: { permissions: ['read', 'production.deploy'] } },
    verdict: 'refused',
    because: ['permission-widens'],
    notBecause: ['budget-widens', 'permission-narrows'],
  },
  {
    name: 'CHD-002: more than the contract’s budget is refused',
    situation: () => new ChildStage().situation,
    subject: { wish: { budget: { currency: 'EUR', financialLimit: 10.5 } } },
    verdict: 'refused',
    because: ['budget-widens'],
  },
  {
    name: 'BUD-006: what the item’s own parts hold cannot be given to a child as well',
    situation: () =>
      new ChildStage().plan(
        { goal: 'part', budget: { currency: 'EUR', financialLimit: 7 } },
        'urn:heddle:test:work:part',
        TASK,
      ).situation,
    subject: { wish: { budget: { currency: 'EUR', financialLimit: 4 } } },
    verdict: 'refused',
    because: ['budget-widens'],
  },
  {
    name: 'BUD-006: without a wish the child gets what is left',
    situation: () =>
      new ChildStage().plan(
        { goal: 'part', budget: { currency: 'EUR', financialLimit: 7 } },
        'urn:heddle:test:work:part',
        TASK,
      ).situation,
    subject: {},
    verdict: 'drafted',
    because: ['budget-narrows'],
  },
  {
    name: 'OPEN-052: another currency is refused',
    situation: () => new ChildStage().situation,
    subject: { wish: { budget: { currency: 'USD', financialLimit: 1 } } },
    verdict: 'refused',
    because: ['currency-differs'],
  },
  {
    name: 'CHD-002: a deadline after that of the contract is refused, although the Mission’s is later',
    situation: () => new ChildStage().situation,
    subject: { wish: { deadline: '2026-05-05T10:00:00Z' } },
    verdict: 'refused',
    because: ['deadline-widens'],
    notBecause: ['deadline-passed'],
  },
  {
    name: 'CHD-002: a contract that has run out leaves no time for a child',
    situation: () => new ChildStage().wait(100_000).situation,
    subject: {},
    verdict: 'refused',
    because: ['deadline-passed'],
  },
  {
    name: 'CHD-003: the limit of depth is named',
    situation: () => new ChildStage().promote().plan1().situation,
    subject: { groupId: CHILD_GROUP, workItemId: CHILD_TASK, connection: withDepth(1) },
    verdict: 'refused',
    because: ['depth-exceeded'],
  },
  {
    name: 'MIS-008: without anybody to coordinate there is no child',
    situation: () => new ChildStage().situation,
    subject: { candidates: [] },
    verdict: 'refused',
    because: ['no-coordinator'],
  },
  {
    name: 'IDN-006: a revoked card coordinates nothing',
    situation: () => new ChildStage().register(BERT, { cardVersion: 2, status: 'revoked' }).situation,
    subject: { candidates: [BERT.id] },
    verdict: 'refused',
    because: ['no-coordinator'],
  },
  {
    name: 'CRD-006: the parent’s own Coordinator is the last choice, and then a human has to approve',
    situation: () => new ChildStage().situation,
    subject: { candidates: [COORDINATOR.id] },
    verdict: 'drafted',
    because: ['coordinator-is-parents', 'human-for-own-output'],
  },
  {
    name: 'CHD-005: external effects are approved by the human at the root',
    situation: () => new ChildStage({ sideEffectRisk: 'external' }).situation,
    subject: {},
    verdict: 'drafted',
    because: ['human-for-risk'],
  },
  {
    name: 'CHD-007: what others wait for stays blocked when the child fails',
    situation: () =>
      new ChildStage().plan({ goal: 'next', dependencyWorkItemIds: [TASK] }, 'urn:heddle:test:work:next')
        .situation,
    subject: {},
    verdict: 'drafted',
    because: ['policy-block'],
  },
  {
    name: 'CHD-007: only what the contract calls indispensable brings the Mission down',
    situation: () => new ChildStage({ constraints: { indispensable: true } }).situation,
    subject: {},
    verdict: 'drafted',
    because: ['policy-fail-mission'],
  },
];

describe('the draft of a child', () => {
  checkCases(DRAFTS, judgeDraft);

  test('BUD-009: the one account of the ancestry that has no room is named', () => {
    const { connection, item, scene } = placed(new ChildStage().situation, {});
    const account = connection.world.get('account', GROUP, MISSION);
    if (account === undefined) throw new Error('the Mission has an account');
    const value = { ...account, usage: { ...account.usage, financialMicrounits: 95_000_000 } };
    const world = { ...connection, world: overlay(connection, value) };
    const proof = proveNarrowing(
      { world: world.world, mission: scene.mission, item, nowMs: connection.nowMs, depthLimit: 3 },
      {
        budget: { currency: 'EUR', financialLimit: 8 },
        deadline: '2026-05-05T08:00:00Z',
        permissions: [],
        failurePolicy: 'block_parent_work_item',
      },
    );
    expect(
      proof.widenings.map(({ id, values }) => [id, values['accountId'], values['allowed'], values['wanted']]),
    ).toEqual([['budget-widens', MISSION, 5_000_000, 8_000_000]]);
  });
});

/** The same state with another account of the Mission. */
function overlay({ world }: DeskConnection, account: unknown): DeskConnection['world'] {
  return {
    get: (kind, groupId, id) =>
      kind === 'account' && id === MISSION
        ? (account as ReturnType<typeof world.get<typeof kind>>)
        : world.get(kind, groupId, id),
    list: (kind, groupId) => world.list(kind, groupId),
  };
}

interface ReviewSubject {
  readonly contents?: 'intact' | 'differs';
  readonly hasRootApproval?: boolean;
}

function judgeReview(situation: Situation, { contents, hasRootApproval = false }: ReviewSubject): Decided {
  const connection = connectionOf(
    situation,
    contents === undefined ? {} : { contents: new Map([[CONTENT, contents]]) },
  );
  const rootApproval = approvalOf({
    approvalId: 'urn:heddle:test:approval:root',
    missionId: CHILD_MISSION,
    groupId: CHILD_GROUP,
    missionRevision: connection.world.get('mission', CHILD_GROUP, '')?.submission?.missionRevision ?? 0,
    artifactHashes: [CONTENT],
    approver: OWNER,
  });
  const review = reviewChild(connection, CHILD_GROUP, hasRootApproval ? rootApproval : undefined);
  if (review === undefined) return { verdict: 'nothing', reasons: [] };
  for (const proposal of review.proposals) expect(refusalOf(connection, proposal)).toBeUndefined();
  return review;
}

const REVIEWS: readonly DecisionCase<ReviewSubject>[] = [
  {
    name: 'nothing is answered before it was submitted',
    situation: () => new ChildStage().promote().plan1().situation,
    subject: {},
    verdict: 'nothing',
    because: [],
  },
  {
    name: 'CHD-005: a proven result is approved by the child’s MissionOwner',
    situation: () => new ChildStage().promote().deliver().situation,
    subject: { contents: 'intact' },
    verdict: 'approve',
    because: ['content-intact', 'criterion-proven', 'parent-covered'],
    notBecause: ['human-must-approve', 'criterion-unproven'],
  },
  {
    name: 'ART-003: contents that nobody has looked at are looked at first',
    situation: () => new ChildStage().promote().deliver().situation,
    subject: {},
    verdict: 'wait',
    because: ['content-unseen'],
  },
  {
    name: 'ART-003: contents that are not those of the hash go back',
    situation: () => new ChildStage().promote().deliver().situation,
    subject: { contents: 'differs' },
    verdict: 'send-back',
    because: ['content-differs'],
  },
  {
    name: 'EVI-005: a criterion without Evidence goes back by its name',
    situation: () =>
      new ChildStage()
        .promote({
          definitionOfDone: [
            { criterionId: 'safe', description: 'nothing is harmed', evidenceRequired: ['business_rule'] },
          ],
        })
        .deliver().situation,
    subject: { contents: 'intact' },
    verdict: 'send-back',
    because: ['criterion-unproven', 'parent-covered'],
  },
  {
    name: 'OPEN-058: where policy asks for the human at the root, that Approval comes first',
    situation: () =>
      new ChildStage()
        .promote({ approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true } })
        .deliver().situation,
    subject: { contents: 'intact' },
    verdict: 'ask-human',
    because: ['human-must-approve'],
  },
  {
    name: 'OPEN-058: with that Approval the MissionOwner approves',
    situation: () =>
      new ChildStage()
        .promote({ approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true } })
        .deliver().situation,
    subject: { contents: 'intact', hasRootApproval: true },
    verdict: 'approve',
    because: ['human-has-approved'],
    notBecause: ['human-must-approve'],
  },
  {
    name: 'CRD-006: nobody is the only one to approve its own output',
    situation: () =>
      new ChildStage().promote({ coordinatorAgentId: COORDINATOR.id }).deliver(COORDINATOR).situation,
    subject: { contents: 'intact' },
    verdict: 'ask-human',
    because: ['own-output'],
  },
  {
    name: 'a late child result is still answered, and it is said that it is late',
    situation: () => new ChildStage().promote().deliver().wait(83_000).situation,
    subject: { contents: 'intact' },
    verdict: 'approve',
    because: ['answer-late', 'content-intact'],
  },
];

describe('the answer to a child', () => {
  checkCases(REVIEWS, judgeReview);

  test('CHD-006: the result becomes Evidence of the parent’s item, criterion by criterion', () => {
    const stage = new ChildStage().promote().deliver();
    const review = reviewChild(connectionOf(stage.situation), CHILD_GROUP);
    expect(review?.parentEvidence).toEqual([
      {
        type: 'deterministic_test',
        criterionIds: ['complete'],
        method: 'child-mission',
        result: 'passed',
        artifactHashes: [CONTENT],
        details: { childMissionId: CHILD_MISSION, evidenceId: 'urn:heddle:test:evidence:complete' },
      },
    ]);
  });

  test('a result for which no WorkItem waits any more is late, and nothing is proposed', () => {
    const connection = connectionOf(new ChildStage().promote().deliver().situation, {
      contents: new Map([[CONTENT, 'intact']]),
    });
    const item = itemOf(connection.world, TASK);
    const world: DeskConnection['world'] = {
      get: (kind, groupId, id) =>
        kind === 'workItem' && id === TASK
          ? ({ ...item, childGroupId: undefined } as ReturnType<typeof connection.world.get<typeof kind>>)
          : connection.world.get(kind, groupId, id),
      list: (kind, groupId) => connection.world.list(kind, groupId),
    };
    const review = reviewChild({ ...connection, world }, CHILD_GROUP);
    expect(review).toMatchObject({ verdict: 'late', proposals: [] });
    expect(review?.reasons.map(({ id }) => id)).toContain('nobody-waits');
  });
});

type Policy = 'block_parent_work_item' | 'fail_parent_work_item' | 'fail_parent_mission';

function failed(childFailurePolicy: Policy, contract = {}): ChildStage {
  return new ChildStage(contract)
    .plan({ goal: 'next', dependencyWorkItemIds: [TASK] }, 'urn:heddle:test:work:next')
    .promote({ childFailurePolicy })
    .plan1()
    .inChild('mission.terminate', BERT, { reason: 'it cannot be done' });
}

const REPLANS: readonly DecisionCase<PlaceSubject>[] = [
  {
    name: 'CHD-007: under `block` the item waits, and a replacement child comes first',
    situation: () => failed('block_parent_work_item').situation,
    subject: {},
    verdict: 'replacement-child, own-work, give-up',
    because: ['child-failed', 'attempts-left', 'time-left', 'work-waits'],
  },
  {
    name: 'WORK-055: after its last try it is not given to another child',
    situation: () =>
      failed('block_parent_work_item', {
        retryPolicy: { maxAttempts: 1, backoff: 'none', maxDelay: 'PT0S', retryableFailures: [] },
      }).situation,
    subject: {},
    verdict: 'own-work, give-up, (replacement-child)',
    because: ['attempts-spent'],
  },
  {
    name: 'OPEN-036: a cancelled child leaves the item to us whatever its policy',
    situation: () =>
      new ChildStage()
        .promote({ childFailurePolicy: 'fail_parent_mission' })
        .inChild('mission.cancel', COORDINATOR, { reason: 'not needed' }).situation,
    subject: {},
    verdict: 'replacement-child, own-work, give-up',
    because: ['child-cancelled'],
    notBecause: ['child-failed'],
  },
  {
    name: 'CHD-007: under `fail the item` it is offered again, or given up by the way that there is',
    situation: () => failed('fail_parent_work_item').situation,
    subject: {},
    verdict: 'offer-again, give-up',
    because: ['child-failed'],
  },
  {
    name: 'MIS-006: under `fail the Mission` its owner begins a new one',
    situation: () => failed('fail_parent_mission').situation,
    subject: {},
    verdict: 'new-mission',
    because: ['child-failed'],
  },
  {
    name: 'a child that lives asks for no replan',
    situation: () => new ChildStage().promote().situation,
    subject: {},
    verdict: 'nothing',
    because: [],
  },
];

/** The options in their order; those that cannot be had in brackets. */
function judgeReplan(situation: Situation, subject: PlaceSubject): Decided {
  const { connection, scene, item } = placed(situation, subject);
  const replan = replanAfterChild(scene, item, candidatesIn(connection));
  if (replan === undefined) return { verdict: 'nothing', reasons: [] };
  for (const { proposals, obstacles } of replan.options) {
    const [first] = proposals;
    if (first !== undefined && obstacles.length === 0) expect(refusalOf(connection, first)).toBeUndefined();
  }
  const verdict = replan.options
    .map(({ kind, obstacles }) => (obstacles.length === 0 ? kind : `(${kind})`))
    .join(', ');
  return { verdict, reasons: replan.reasons };
}

describe('after a child has failed', () => {
  checkCases(REPLANS, judgeReplan);

  test('a failure that climbs is decided in the Mission above', () => {
    const stage = new ChildStage().promote().plan1();
    const connection = connectionOf(stage.situation);
    const above = sceneAbove(sceneOf(connection, CHILD_GROUP));
    expect([above?.scene.groupId, above?.item.document.workItemId]).toEqual([GROUP, TASK]);
    expect(sceneAbove(sceneOf(connection))).toBeUndefined();
  });
});

describe('following a child', () => {
  const rowOf = (stage: Stage, changes: Partial<DeskConnection> = {}) => {
    const [row] = new ChildWatch().rows(connectionOf(stage.situation, changes), GROUP);
    if (row === undefined) throw new Error('the Mission has a child');
    return row;
  };
  const escalations = (stage: Stage) => rowOf(stage).escalations.map(({ id }) => id);

  test('CHD-008: status, deadline and share of its budget as one row', () => {
    expect(rowOf(new ChildStage().promote().plan1())).toMatchObject({
      workItemId: TASK,
      isLinked: true,
      state: 'active',
      depth: 1,
      depthLimit: 3,
      items: 1,
      verified: 0,
      withoutEstimate: 1,
      escalations: [],
    });
  });

  test('CHD-008: what it needs from above is named', () => {
    expect(escalations(new ChildStage().promote().deliver())).toEqual(['child-awaits-approval']);
    expect(escalations(new ChildStage().promote().plan1().wait(4_000))).toEqual(['child-cannot-go-on']);
    expect(escalations(new ChildStage().promote().plan1().wait(81_000))).toEqual(['child-term-ended']);
    expect(escalations(failed('block_parent_work_item'))).toEqual(['child-ended-badly']);
    const full = new ChildStage()
      .promote({ budget: { currency: 'EUR', financialLimit: 2, toolCallLimit: 20 } })
      .plan1();
    const item = full.world.get('workItem', CHILD_GROUP, CHILD_TASK);
    full.inChild('ext.missionweaveprotocol.core.resource_usage_record', CARA, {
      workItemId: CHILD_TASK,
      ownershipEpoch: item?.ownershipEpoch ?? 0,
      executionLeaseId: item?.executionLeaseId ?? '',
      usageDelta: { toolCalls: 19 },
    });
    expect(escalations(full)).toEqual(['child-budget']);
  });

  test('a row is worked out again only when its child has moved', () => {
    const stage = new ChildStage().promote().plan1();
    const watch = new ChildWatch();
    const connection = connectionOf(stage.situation, { world: stage.world });
    const [first] = watch.rows(connection, GROUP);
    stage.plan({ goal: 'other' }, 'urn:heddle:test:work:other');
    expect(watch.rows(connection, GROUP)[0]).toBe(first);
    stage.hand();
    const [second] = watch.rows(connection, GROUP);
    expect(second).not.toBe(first);
    expect(second).toEqual(new ChildWatch().rows(connection, GROUP)[0]);
  });

  test('a child whose Group cannot be seen is not guessed at', () => {
    const { world, ...connection } = connectionOf(new ChildStage().promote().situation);
    const blind: DeskConnection['world'] = {
      get: (kind, groupId, id) => (groupId === CHILD_GROUP ? undefined : world.get(kind, groupId, id)),
      list: (kind, groupId) => (groupId === CHILD_GROUP ? [] : world.list(kind, groupId)),
    };
    const [row] = new ChildWatch().rows({ ...connection, world: blind }, GROUP);
    expect(row?.escalations.map(({ id, verdict }) => [id, verdict])).toEqual([['child-unseen', 'unknown']]);
  });
});
