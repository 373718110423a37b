// What the table of a plan can show of an item, and by what it is sorted and grouped. Pure.
import type { PlanRow } from '../../../core/contract/plan.ts';
import { RISKS } from '../../../core/contract/plan-filter.ts';
import type { PlanGraph } from './plan-graph.ts';

/** The title stands first and always; each other one can be chosen. With the least width and the share of what is left. */
export const COLUMN_WIDTHS = {
  title: 'minmax(140px, 2fr)',
  state: 'minmax(120px, 1.6fr)',
  owner: 'minmax(70px, 0.7fr)',
  waits: 'minmax(100px, 1.6fr)',
  deadline: '150px',
  slack: '100px',
  risk: 'minmax(70px, 0.7fr)',
  lease: '110px',
  estimate: '150px',
  parent: 'minmax(90px, 1fr)',
  unblocks: '80px',
  attempts: '70px',
  version: '70px',
} as const;

export type ColumnName = keyof typeof COLUMN_WIDTHS;

export const COLUMN_NAMES = Object.keys(COLUMN_WIDTHS) as readonly ColumnName[];

export const USUAL_COLUMNS: readonly ColumnName[] = ['title', 'state', 'owner', 'waits', 'deadline', 'slack'];

export const TABLE_GROUPS = ['none', 'state', 'owner', 'risk', 'parent', 'critical'] as const;

export type TableGrouping = (typeof TABLE_GROUPS)[number];

/** Columns by their names, each once and in the order of the table; names that are not known are left out. */
export function readColumns(names: readonly string[]): readonly ColumnName[] {
  return COLUMN_NAMES.filter((name) => name === 'title' || names.includes(name));
}

export function gridOf(columns: readonly ColumnName[]): string {
  return columns.map((name) => COLUMN_WIDTHS[name]).join(' ');
}

export interface TableSort {
  readonly column: ColumnName;
  readonly isDown: boolean;
}

/** `deadline`, or `-deadline` for the greatest first; undefined for the order of the plan. */
export function readSort(text: string | undefined): TableSort | undefined {
  const isDown = text?.startsWith('-') === true;
  const column = COLUMN_NAMES.find((name) => name === (isDown ? text?.slice(1) : text));
  return column === undefined ? undefined : { column, isDown };
}

/** What a click on a heading makes of the order: up, down, and back to the order of the plan. */
export function nextSort(sort: TableSort | undefined, column: ColumnName): string | undefined {
  if (sort?.column !== column) return column;
  return sort.isDown ? undefined : `-${column}`;
}

export interface TableScene {
  readonly graph: PlanGraph;
  readonly language: string;
  readonly nobody: string;
}

/** By a column; whatever has no value there comes last, whichever way it is sorted, and equals keep the order of the plan. */
export function sortRows(
  rows: readonly PlanRow[],
  sort: TableSort | undefined,
  scene: TableScene,
): readonly PlanRow[] {
  if (sort === undefined) return rows;
  const keyOf = KEYS[sort.column];
  const keys = new Map(rows.map((row) => [row, keyOf(row, scene)]));
  return rows.toSorted((a, b) => {
    const [left, right] = [keys.get(a), keys.get(b)];
    if (left === undefined || right === undefined) {
      return left === right ? 0 : left === undefined ? 1 : -1;
    }
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : String(left).localeCompare(String(right), scene.language, { numeric: true });
    return sort.isDown ? -order : order;
  });
}

const KEYS: {
  readonly [Name in ColumnName]: (row: PlanRow, scene: TableScene) => number | string | undefined;
} = {
  title: ({ title }) => title,
  state: ({ stateWords }) => stateWords.text,
  owner: ({ owner }) => owner?.name,
  waits: ({ waitsFor }) => waitsFor.length,
  deadline: ({ deadlineAtMs }) => deadlineAtMs,
  slack: ({ isCritical, slackMs }) => (isCritical ? 0 : slackMs),
  risk: ({ risk }) => (RISKS as readonly string[]).indexOf(risk),
  lease: ({ lease, offerEndsAtMs }) => lease?.endsAtMs ?? offerEndsAtMs,
  estimate: (row) => estimatedEnd(row),
  parent: ({ parentWorkItemId }, { graph }) =>
    parentWorkItemId === undefined ? undefined : titleIn(graph, parentWorkItemId),
  unblocks: ({ workItemId }, { graph }) => graph.successors.get(workItemId)?.length ?? 0,
  attempts: ({ attempts }) => attempts,
  version: ({ contractVersion }) => contractVersion,
};

export function estimatedEnd({ spans }: PlanRow): number | undefined {
  return spans.find(({ kind }) => kind === 'estimate')?.toMs;
}

export function titleIn(graph: PlanGraph, workItemId: string): string {
  return graph.byId.get(workItemId)?.title ?? workItemId.slice(-8);
}

/** What a group is called; undefined where there are none. */
export function groupNameOf(
  grouping: TableGrouping,
  row: PlanRow,
  { graph, nobody }: TableScene,
  words: { readonly noParent: string; readonly critical: string; readonly others: string },
): string | undefined {
  switch (grouping) {
    case 'state':
      return row.stateWords.text;
    case 'owner':
      return row.owner?.name ?? nobody;
    case 'risk':
      return row.risk;
    case 'parent':
      return row.parentWorkItemId === undefined ? words.noParent : titleIn(graph, row.parentWorkItemId);
    case 'critical':
      return row.isCritical ? words.critical : words.others;
    default:
      return undefined;
  }
}

/** Rows of a group together; groups in the order of their names, rows in the order that they have. */
export function groupRows(
  rows: readonly PlanRow[],
  nameOf: (row: PlanRow) => string | undefined,
  language: string,
): readonly PlanRow[] {
  return [...Map.groupBy(rows, (row) => nameOf(row) ?? '')]
    .toSorted(([a], [b]) => a.localeCompare(b, language))
    .flatMap(([, group]) => group);
}
