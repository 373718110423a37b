// The budget of a Mission as a window is told of it: the tree of accounts, levels, forecasts, what is paused, what was refused.
import { describe, expect, test } from 'vitest';
import { type AccountRow, accountRow, budgetSummary } from '../../../core/contract/budget.ts';
import type { RunningConnection } from '../../../core/coordinator/desk-runtime/desk-connections.ts';
import { accountRows, summaryOf } from '../../../core/coordinator/desk-runtime/rows/budget-rows.ts';
import { textsOf } from '../../../core/coordinator/desk-runtime/words/texts.ts';
import { cancelDraft, entryOf, errorOf } from '../../../core/coordinator/desk/desk.test-data.ts';
import { GROUP, MISSION } from '../../../core/domain/seeded-world.test-data.ts';
import { CHILD_GROUP, ChildStage } from '../children/child-stage.ts';
import { ANNA, BERT, type Stage, TASK } from '../stage.ts';
import { connectionOf } from './plan-scene.ts';
import { staged } from './planned-stage.ts';

const CONNECTION = { links: [], logOf: () => undefined } as unknown as RunningConnection;

function sceneOf(stage: Stage, language: 'en' | 'de' = 'en') {
  return { texts: textsOf(language), connection: CONNECTION, view: connectionOf(stage.situation) };
}

function rowsOf(stage: Stage): readonly AccountRow[] {
  return accountRows(sceneOf(stage), GROUP).map((row) => accountRow.parse(row));
}

function moneyOf(row: AccountRow | undefined) {
  return row?.dimensions.find(({ dimension }) => dimension === 'money');
}

describe('the tree of accounts', () => {
  test('BUD-005, BUD-006: Mission, item and child, each with what it gave away', () => {
    const rows = rowsOf(new ChildStage().promote().beginChild());
    expect(rows.map(({ type, depth, groupId }) => [type, depth, groupId])).toEqual([
      ['mission', 0, GROUP],
      ['item', 1, GROUP],
      ['child', 2, CHILD_GROUP],
      ['item', 3, CHILD_GROUP],
    ]);
    const [mission, item, child] = rows;
    expect(moneyOf(mission)).toMatchObject({ limit: '100', allocated: moneyOf(item)?.limit });
    expect(moneyOf(item)?.allocated).toBe(moneyOf(child)?.limit);
    expect(item?.parentId).toBe(mission?.id);
    expect(child?.parentId).toBe(item?.id);
  });

  test('a dimension that was never given has neither limit nor level', () => {
    const [, item] = rowsOf(staged().plan());
    const compute = item?.dimensions.find(({ dimension }) => dimension === 'computeSeconds');
    expect(compute).toMatchObject({ used: '0', level: 'calm' });
    expect(compute).not.toHaveProperty('limit');
  });

  test('a Mission has a forecast, an item has none', () => {
    const [mission, item] = rowsOf(staged().plan());
    expect(moneyOf(mission)?.forecast).toBe('10');
    expect(moneyOf(item)).not.toHaveProperty('forecast');
  });
});

describe('limits', () => {
  const spent = (toolCalls: number) =>
    staged().plan().offer(ANNA).accept(ANNA).begin(ANNA).spend(ANNA, { toolCalls });

  test.each([
    [74, 'calm'],
    [75, 'first'],
    [90, 'second'],
    [100, 'reached'],
  ] as const)('%i of 100 tool calls: %s', (toolCalls, level) => {
    const [, item] = rowsOf(spent(toolCalls));
    expect(item?.level).toBe(level);
  });

  test('BUD-008: work that can charge nothing more is called paused, and by what', () => {
    expect(rowsOf(spent(99))[1]).not.toHaveProperty('pausedBy');
    expect(rowsOf(spent(100))[1]?.pausedBy).toBe('toolCalls');
    expect(rowsOf(staged().plan())[1]).not.toHaveProperty('pausedBy');
  });

  test('BUDGET_EXCEEDED names the dimension and the level of the ancestry', () => {
    const stage = staged().plan();
    const refused = (details: Record<string, unknown>) =>
      entryOf(stage.nowMs, {
        draft: cancelDraft(TASK),
        state: 'refused',
        error: errorOf('BUDGET_EXCEEDED', { details }),
      });
    const account = { groupId: GROUP, id: MISSION };
    const details = { dimension: 'financialMicrounits', account, limit: 100_000_000, wanted: 112_500_000 };
    const scene = sceneOf(stage);
    const other = entryOf(stage.nowMs, { state: 'refused', error: errorOf('REVISION_CONFLICT') });
    const summary = budgetSummary.parse(summaryOf(scene, GROUP, [refused(details), other]));
    expect(summary.refusals).toMatchObject([
      {
        dimension: 'money',
        accountId: `${GROUP} ${MISSION}`,
        words: {
          text: '“Cancel item” was refused: money of “audit the input folder” would come to 112.5, and 100 is the limit.',
        },
      },
    ]);
    // Another Authority may say less.
    expect(budgetSummary.parse(summaryOf(scene, GROUP, [refused({})])).refusals).toHaveLength(1);
  });
});

test('a child that is over holds what it has used (OPEN-051)', () => {
  const stage = new ChildStage().promote().beginChild();
  stage.inChild('mission.terminate', BERT, { reason: 'it cannot be done' });
  const child = rowsOf(stage).find(({ type }) => type === 'child');
  expect(child).toMatchObject({ isClosed: true, state: 'failed' });
});
