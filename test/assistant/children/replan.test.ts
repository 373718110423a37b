// What becomes of the parent when a child Mission has failed, and how it is told before.
import { describe, expect, test } from 'vitest';
import { ChildWatch } from '../../../core/coordinator/assistant/children/follow-children.ts';
import { replanAfterChild, sceneAbove } from '../../../core/coordinator/assistant/children/replan.ts';
import type { DeskConnection } from '../../../core/coordinator/desk/connection.ts';
import { COORDINATOR, GROUP } from '../../../core/domain/seeded-world.test-data.ts';
import { checkCases, type Decided, type DecisionCase, type Situation } from '../corpus.ts';
import { connectionOf, refusalOf, sceneOf } from '../planning/plan-scene.ts';
import { BERT, CARA, type Stage, TASK } from '../stage.ts';
import { candidatesIn, placed, type PlaceSubject } from './child-scene.ts';
import { CHILD_GROUP, CHILD_TASK, ChildStage } from './child-stage.ts';

type Policy = 'block_parent_work_item' | 'fail_parent_work_item' | 'fail_parent_mission';

function failed(childFailurePolicy: Policy, contract = {}): ChildStage {
  return new ChildStage(contract)
    .plan({ goal: 'next', dependencyWorkItemIds: [TASK] }, 'urn:heddle:test:work:next')
    .promote({ childFailurePolicy })
    .beginChild()
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
  for (const { proposals, obstacles, offer } of replan.options) {
    const [first] = proposals;
    // What only an offer leads to cannot be signed before it (OPEN-033).
    if (offer === 'before') continue;
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
    const stage = new ChildStage().promote().beginChild();
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
    expect(rowOf(new ChildStage().promote().beginChild())).toMatchObject({
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
    expect(escalations(new ChildStage().promote().beginChild().wait(4_000))).toEqual(['child-cannot-go-on']);
    expect(escalations(new ChildStage().promote().beginChild().wait(81_000))).toEqual(['child-term-ended']);
    expect(escalations(failed('block_parent_work_item'))).toEqual(['child-ended-badly']);
    const full = new ChildStage()
      .promote({ budget: { currency: 'EUR', financialLimit: 2, toolCallLimit: 20 } })
      .beginChild();
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
    const stage = new ChildStage().promote().beginChild();
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
