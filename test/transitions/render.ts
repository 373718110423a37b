// The transition tables as Markdown, one table for each Command: `node test/transitions/render.ts` writes tables.md.
import { writeFileSync } from 'node:fs';
import { CHILD_REFUSALS, CHILD_TABLE } from './child-table.ts';
import { MISSION_STATES, MISSION_TABLE } from './mission-table.ts';
import { describeCell, type Row } from './table.ts';
import { WORK_STATES } from './work-axes.ts';
import { WORK_TABLE } from './work-table.ts';

const OUTPUT = new URL('tables.md', import.meta.url);

/** The committed text of the tables. */
export function renderTables(): string {
  const lines = [
    '# Transition tables',
    '',
    'Written by `node test/transitions/render.ts` from `mission-table.ts`, `work-table.ts` and `child-table.ts`, which',
    '`transitions.test.ts` executes cell by cell. An accepted Command shows the next state in bold, the row of the',
    'specification, and its Events in all Groups; a refused one its code and the requirement that refuses it. A follow-up',
    'and a child begin as active in Groups of their own; the state shown is that of the Mission they come from.',
    '',
    '## Missions',
    ...renderRows(MISSION_STATES, MISSION_TABLE),
    '',
    '## WorkItems',
    ...renderRows(WORK_STATES, WORK_TABLE),
    '',
    '## The end of a child Mission',
    '',
    '| requirement | cause | failure policy | child | parent WorkItem | parent Mission | Events |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...CHILD_TABLE.map(
      (row) =>
        `| ${row.requirement} | ${row.cause} | ${row.policy} | ${row.child} | ${row.parentItem} | ` +
        `${row.parentMission} | ${row.events.join(', ')} |`,
    ),
    '',
    'Where an active child does not end, its parent WorkItem waits on:',
    '',
    '| requirement | cause | by | refused |',
    '| --- | --- | --- | --- |',
    ...CHILD_REFUSALS.map(
      ({ requirement, cause, by, refused }) =>
        `| ${requirement} | ${cause} | ${by} | ${describeCell(refused)} |`,
    ),
    '',
    '## Undetermined',
    '',
    ...reasonsOf(MISSION_STATES, MISSION_TABLE),
    ...reasonsOf(WORK_STATES, WORK_TABLE),
    '',
  ];
  return lines.join('\n');
}

function renderRows<State extends string>(
  states: readonly State[],
  table: readonly Row<State, string>[],
): readonly string[] {
  const lines: string[] = [];
  for (const command of new Set(table.map((row) => row.command))) {
    const rows = table.filter((row) => row.command === command);
    const requirements = new Set(rows.map(({ requirement }) => requirement));
    lines.push(
      '',
      `### ${command} (${[...requirements].join(', ')})`,
      '',
      `| state | ${rows.map(({ by }) => by).join(' | ')} |`,
      `| --- |${' --- |'.repeat(rows.length)}`,
    );
    for (const state of states) {
      lines.push(`| ${state} | ${rows.map(({ cells }) => describeCell(cells[state])).join(' | ')} |`);
    }
  }
  return lines;
}

/** What the specification leaves open, each reason once with its cells. */
function reasonsOf<State extends string>(
  states: readonly State[],
  table: readonly Row<State, string>[],
): readonly string[] {
  const places = new Map<string, string[]>();
  for (const { command, by, cells } of table) {
    for (const state of states) {
      const cell = cells[state];
      if (cell.outcome !== 'undetermined') continue;
      places.set(cell.reason, [...(places.get(cell.reason) ?? []), `${state} × ${command} by ${by}`]);
    }
  }
  return [...places].map(([reason, cells]) => `- ${reason}: ${cells.join('; ')}`);
}

if (import.meta.main) writeFileSync(OUTPUT, renderTables());
