import { describe, expect, it } from 'vitest';
import { samplePlan } from '../../dev/sample-plan.ts';
import { createContext } from '../../dev/sample-world.ts';
import { createPlanGraph } from './plan-graph.ts';
import {
  COLUMN_NAMES,
  groupNameOf,
  groupRows,
  nextSort,
  readColumns,
  readSort,
  sortRows,
  TABLE_GROUPS,
} from './table-columns.ts';

const rows = samplePlan(createContext(1_800_000_000_000, 'en'));
const scene = { graph: createPlanGraph(rows), language: 'en', nobody: 'nobody' };
const words = { noParent: 'none', critical: 'critical', others: 'others' };

describe('the columns of a plan', () => {
  it('are read in the order of the table, with the title always and what is unknown never', () => {
    expect(readColumns(['risk', 'state', 'no-such'])).toEqual(['title', 'state', 'risk']);
    expect(readColumns([])).toEqual(['title']);
  });

  it('are sorted up, down and back to the order of the plan', () => {
    expect(nextSort(undefined, 'deadline')).toBe('deadline');
    expect(nextSort(readSort('deadline'), 'deadline')).toBe('-deadline');
    expect(nextSort(readSort('-deadline'), 'deadline')).toBeUndefined();
    expect(nextSort(readSort('-deadline'), 'owner')).toBe('owner');
    expect(readSort('no-such')).toBeUndefined();
    expect(sortRows(rows, undefined, scene)).toBe(rows);
  });

  it('sort all rows by each column, without a value last whichever way', () => {
    for (const column of COLUMN_NAMES) {
      for (const isDown of [false, true]) {
        expect(new Set(sortRows(rows, { column, isDown }, scene))).toEqual(new Set(rows));
      }
    }
    const owners = (isDown: boolean) =>
      sortRows(rows, { column: 'owner', isDown }, scene).map(({ owner }) => owner?.name);
    for (const isDown of [false, true]) {
      const names = owners(isDown);
      expect(names.slice(names.indexOf(undefined)).every((name) => name === undefined)).toBe(true);
      const known = names.filter((name) => name !== undefined);
      expect(known).toEqual(isDown ? known.toSorted().toReversed() : known.toSorted());
    }
    const risks = sortRows(rows, { column: 'risk', isDown: true }, scene).map(({ risk }) => risk);
    expect(risks.indexOf('high_risk')).toBeLessThan(risks.indexOf('external'));
  });
});

describe('the groups of a plan', () => {
  it('keep their rows together, in the order that these had', () => {
    for (const grouping of TABLE_GROUPS) {
      const nameOf = (row: (typeof rows)[number]) => groupNameOf(grouping, row, scene, words) ?? '';
      const grouped = groupRows(rows, nameOf, 'en');
      const names = grouped.map(nameOf);
      expect(names.filter((name, index) => index === 0 || name !== names[index - 1])).toEqual([
        ...new Set(names),
      ]);
      for (const [name, group] of Map.groupBy(grouped, nameOf)) {
        expect(group).toEqual(rows.filter((row) => nameOf(row) === name));
      }
    }
  });
});
