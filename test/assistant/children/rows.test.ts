// Child Missions as a window is told of them: the tree, what needs an answer, what follows a failure, the terms of a promotion.
import { describe, expect, test } from 'vitest';
import {
  childReviewRow as reviewSchema,
  childRow,
  promotionRow as promotionSchema,
  replanRow as replanSchema,
} from '../../../core/contract/children.ts';
import { ChildWatch } from '../../../core/coordinator/assistant/children/follow-children.ts';
import type { RunningConnection } from '../../../core/coordinator/desk-runtime/desk-connections.ts';
import {
  childReviewRow,
  childRowModel,
  replanRow,
} from '../../../core/coordinator/desk-runtime/rows/child-rows.ts';
import { promotionRow } from '../../../core/coordinator/desk-runtime/rows/promotion-rows.ts';
import type { LineScene } from '../../../core/coordinator/desk-runtime/rows/reason-lines.ts';
import { textsOf } from '../../../core/coordinator/desk-runtime/words/texts.ts';
import type { DeskConnection } from '../../../core/coordinator/desk/connection.ts';
import { identityFor } from '../../../core/coordinator/desk/desk.test-data.ts';
import { COORDINATOR, GROUP, OWNER } from '../../../core/domain/seeded-world.test-data.ts';
import { connectionOf } from '../planning/plan-scene.ts';
import { ANNA, BERT, TASK } from '../stage.ts';
import { withDepth } from './child-scene.ts';
import { CHILD_GROUP, ChildStage } from './child-stage.ts';

/** Nobody of this computer has a name of its own. */
const CONNECTION = { links: [] } as unknown as RunningConnection;

function sceneOf(
  stage: ChildStage,
  changes: Partial<DeskConnection> = {},
  language: 'en' | 'de' = 'en',
): LineScene {
  return { texts: textsOf(language), connection: CONNECTION, view: connectionOf(stage.situation, changes) };
}

function rowsOf(scene: LineScene) {
  const rows = new ChildWatch().rows(scene.view, GROUP);
  return rows.map((row, index) => childRow.parse(childRowModel(scene, row, index)));
}

describe('the tree of child Missions', () => {
  test('CHD-008: a running child with its item, its policy and its depth', () => {
    const [row] = rowsOf(sceneOf(new ChildStage().promote().beginChild()));
    expect(row).toMatchObject({
      groupId: CHILD_GROUP,
      isSeen: true,
      state: 'active',
      coordinator: { id: BERT.id },
      item: { workItemId: TASK, state: 'blocked', isWaiting: true },
      failurePolicyWords: { text: 'the item stays blocked' },
      depth: 1,
      items: { total: 1 },
      awaits: [],
      isMineToAnswer: false,
    });
  });

  test('a submitted one awaits its owner, who is the Coordinator of the parent (CHD-005)', () => {
    const stage = new ChildStage().promote().deliver();
    const [row] = rowsOf(sceneOf(stage));
    expect(row).toMatchObject({
      state: 'awaiting_approval',
      awaits: [{ id: COORDINATOR.id }],
      isMineToAnswer: true,
    });
    const [elsewhere] = rowsOf(sceneOf(stage, { identities: [identityFor(OWNER)] }));
    expect(elsewhere?.isMineToAnswer).toBe(false);
  });

  test('of one that is over neither deadline nor forecast is told, and it stays in the tree', () => {
    const stage = new ChildStage().promote().beginChild();
    stage.inChild('mission.terminate', BERT, { reason: 'it cannot be done' });
    const [row] = rowsOf(sceneOf(stage));
    expect(row).toMatchObject({ state: 'failed', isOver: true });
    expect(row?.needs.map(({ text }) => text)).toEqual(['the child Mission is failed']);
    expect(row).not.toHaveProperty('slackMs');
  });

  test('one whose Group cannot be seen claims nothing', () => {
    const scene = sceneOf(new ChildStage().promote());
    const { world } = scene.view;
    const blind: DeskConnection = {
      ...scene.view,
      world: {
        get: (kind, groupId, id) => (groupId === CHILD_GROUP ? undefined : world.get(kind, groupId, id)),
        list: (kind, groupId) => (groupId === CHILD_GROUP ? [] : world.list(kind, groupId)),
      },
    };
    const [row] = rowsOf({ ...scene, view: blind });
    expect(row).toMatchObject({ isSeen: false, needs: [{ text: 'its Group cannot be seen from here' }] });
    expect(row).not.toHaveProperty('item');
  });
});

describe('the answer to a child', () => {
  test('CHD-006: what its approval does to the item is told with what was checked', () => {
    const scene = sceneOf(new ChildStage().promote().deliver());
    const row = reviewSchema.parse(childReviewRow(scene, CHILD_GROUP));
    expect(row.verdict).toBe('wait');
    expect(row.result.text).toContain('and the item becomes verified');
    expect(
      row.reasons.filter(({ verdict }) => verdict === 'unknown').map(({ words }) => words.key),
    ).toContain('child.content-unseen');
  });

  test('nothing is said of a child that has submitted nothing', () => {
    expect(childReviewRow(sceneOf(new ChildStage().promote()), CHILD_GROUP)).toBeUndefined();
  });
});

describe('after a child has failed', () => {
  const failed = (childFailurePolicy: 'block_parent_work_item' | 'fail_parent_work_item') => {
    const stage = new ChildStage().promote({ childFailurePolicy }).beginChild();
    return stage.inChild('mission.terminate', BERT, { reason: 'it cannot be done' });
  };

  test('CHD-007: the ways on, the best first, each with its Commands', () => {
    const row = replanSchema.parse(replanRow(sceneOf(failed('block_parent_work_item')), GROUP, TASK));
    expect(row.options.map(({ kind, isOpen }) => [kind, isOpen])).toEqual([
      ['replacement-child', true],
      ['own-work', true],
      ['give-up', true],
    ]);
    const [child, own] = row.options;
    expect(child?.intents.map(({ intent }) => intent.kind)).toEqual(['mission.create_child']);
    expect(own).toMatchObject({ offer: 'after', intents: [{ intent: { kind: 'work.unblock' } }] });
  });

  test('where the item has failed with it, it is offered anew', () => {
    const row = replanSchema.parse(replanRow(sceneOf(failed('fail_parent_work_item')), GROUP, TASK));
    expect(row.options[0]).toMatchObject({ kind: 'offer-again', offer: 'after', intents: [] });
    expect(row.policyWords.text).toBe('the item fails');
  });

  test('while it runs there is nothing to plan anew', () => {
    expect(replanRow(sceneOf(new ChildStage().promote()), GROUP, TASK)).toBeUndefined();
  });
});

describe('the terms of a promotion', () => {
  const promotion = (stage: ChildStage, wish = {}, changes: Partial<DeskConnection> = {}) =>
    promotionSchema.parse(promotionRow(sceneOf(stage, changes), GROUP, TASK, wish));

  test('CHD-002: every check is told, who could lead it, and what its failure would do', () => {
    const row = promotion(new ChildStage());
    expect(row.faults).toEqual([]);
    expect(row.checks.every(({ verdict }) => verdict === 'met')).toBe(true);
    expect(row.coordinators.find(({ isChosen }) => isChosen)?.agent.id).not.toBe(COORDINATOR.id);
    expect(row.intent).toMatchObject({ kind: 'mission.create_child', form: { parentWorkItemId: TASK } });
    const block = row.policies.find(({ id }) => id === 'block_parent_work_item');
    expect(block?.picture.map(({ text }) => text).join(' → ')).toBe(
      'The child Mission “list every file with its hash” fails → “list every file with its hash” stays blocked → you decide: another child, your own work, or give it up',
    );
  });

  test('a wish that widens is named, and stands in the draft for a person to change', () => {
    const row = promotion(new ChildStage(), { deadlineAtMs: Date.parse('2027-01-01T00:00:00Z') });
    expect(row.faults.map(({ key }) => key)).toEqual(['child.deadline-widens', 'child.deadline-widens']);
    expect(row.needsOverride).toBe(false);
  });

  test('a part of the budget is a part of every dimension', () => {
    const half = promotion(new ChildStage(), { budgetPercent: 50 });
    expect(half.budget.length).toBeGreaterThan(0);
    for (const { given, room } of half.budget)
      expect(Number(given)).toBe(Math.floor(Number(room) * 50) / 100);
  });

  test('CHD-003: where only the depth stands in the way, an override helps', () => {
    const row = promotion(new ChildStage(), {}, withDepth(0));
    expect(row).toMatchObject({ advice: 'impossible', needsOverride: true, depth: 1, depthLimit: 0 });
    expect(row.intent).toBeDefined();
    const late = promotion(
      new ChildStage(),
      { deadlineAtMs: Date.parse('2027-01-01T00:00:00Z') },
      withDepth(0),
    );
    expect(late.needsOverride).toBe(false);
  });

  test('CHD-004: who loses the item is told before', () => {
    expect(promotion(new ChildStage())).not.toHaveProperty('loses');
    const held = new ChildStage();
    held.offer(ANNA).accept(ANNA);
    expect(promotion(held).loses?.text).toContain('loses the item (epoch 1)');
  });
});
