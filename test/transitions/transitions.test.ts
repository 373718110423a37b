// Executes every cell of the transition tables in a fresh world, through decide, composeEvents and evolve.
import { describe, expect, test } from 'vitest';
import { GROUP } from '../../core/domain/seeded-world.test-data.ts';
import { ITEM } from '../../core/domain/work-scenes.test-data.ts';
import { runMissionCell, runWorkCell } from './cell-runs.ts';
import { runChildRefusal, runChildRow } from './child-runs.ts';
import { CHILD_REFUSALS, CHILD_TABLE } from './child-table.ts';
import { MISSION_STATES, MISSION_TABLE } from './mission-table.ts';
import { type Cell, describeCell, type Row } from './table.ts';
import { createWorkScene } from './work-states.ts';
import { WORK_STATES } from './work-axes.ts';
import { WORK_TABLE } from './work-table.ts';

/** Requirement, state × Command, and what is expected of it. */
function nameOf<State extends string>(row: Row<State, string>, state: State): string {
  const cell = row.cells[state];
  return `${row.requirement}: ${state} × ${row.command} by ${row.by} → ${describeCell(cell)}`;
}

describe('Missions (MIS-006, MIS-014)', () => {
  const cells = MISSION_TABLE.flatMap((row) =>
    MISSION_STATES.map((state) => [nameOf(row, state), row, state] as const),
  );

  test.each(cells)('%s', (_name, row, state) => {
    const { actual, expected } = runMissionCell(row, state);
    expect(actual).toEqual(expected);
  });
});

describe('WorkItems (WORK-010, WORK-011, WORK-070)', () => {
  const cells = WORK_TABLE.flatMap((row) =>
    WORK_STATES.map((state) => [nameOf(row, state), row, state] as const),
  );

  test.each(cells)('%s', (_name, row, state) => {
    const { actual, expected } = runWorkCell(row, state);
    expect(actual).toEqual(expected);
  });

  test('WORK-T05: an offer runs out without an Event and without a change of state', () => {
    const { organization } = createWorkScene('offered');
    const events = organization.log.length;
    const before = organization.world.get('workItem', GROUP, ITEM);
    organization.passSeconds(301);
    expect(organization.log).toHaveLength(events);
    expect(organization.world.get('workItem', GROUP, ITEM)).toEqual(before);
    expect(before?.document.state).toBe('offered');
  });
});

describe('child Missions (CHD-005…CHD-009)', () => {
  test.each(CHILD_TABLE)(
    '$requirement: $cause, $policy → child $child, parent item $parentItem, parent Mission $parentMission',
    (row) => {
      const { actual, expected } = runChildRow(row);
      expect(actual).toEqual(expected);
    },
  );

  test.each(CHILD_REFUSALS)('$requirement: no $cause by the $by', (row) => {
    const { actual, expected } = runChildRefusal(row);
    expect(actual).toEqual(expected);
  });
});

describe('the rows of the specification (CONF-04)', () => {
  const numbers = [
    ...Array.from({ length: 8 }, (_, index) => `MIS-T${index + 1}`),
    ...Array.from({ length: 19 }, (_, index) => `WORK-T${String(index + 1).padStart(2, '0')}`),
  ];
  const cells = [...MISSION_TABLE, ...WORK_TABLE].flatMap((row) =>
    Object.values<Cell>(row.cells).map((cell) => ({ requirement: row.requirement, cell })),
  );

  test.each(numbers)('CONF-04: %s has a case that takes it and one that is refused', (number) => {
    const isTaken =
      cells.some(({ cell }) => cell.outcome === 'accepted' && cell.requirement === number) ||
      CHILD_TABLE.some(({ requirement }) => requirement.split(', ').includes(number)) ||
      // Time takes this row, not a Command: its case is the test that names it above.
      number === 'WORK-T05';
    const isRefused =
      CHILD_REFUSALS.some(({ requirement }) => requirement === number) ||
      cells.some(
        ({ requirement, cell }) =>
          cell.outcome === 'refused' && (requirement === number || cell.rule === number),
      );
    expect({ isTaken, isRefused }).toEqual({ isTaken: true, isRefused: true });
  });
});
