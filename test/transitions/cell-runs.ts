// Executes one cell of the Mission or WorkItem table in a fresh world and compares everything that it determines: the
// outcome, the state before and after, and both revisions.
import { GROUP, OWNER, type SeededOrganization } from '../../core/domain/seeded-world.test-data.ts';
import { ITEM } from '../../core/domain/work-scenes.test-data.ts';
import { SINGLE } from '../../core/domain/world.ts';
import { createMissionCommand } from './mission-commands.ts';
import { createMissionScene } from './mission-states.ts';
import type { MissionRow, MissionTableState } from './mission-table.ts';
import { compareWithCell, type Comparison, run } from './outcome.ts';
import { KEEPS_WORK_ITEM, MOVES_MISSION } from './revisions.ts';
import type { Accepted } from './table.ts';
import { createWorkCommand } from './work-commands.ts';
import { createWorkScene, workStateOf } from './work-states.ts';
import type { WorkRow, WorkTableState } from './work-axes.ts';

export function missionStateOf({ world }: SeededOrganization, groupId = GROUP): string {
  return world.get('mission', groupId, SINGLE)?.document.state ?? 'none';
}

export function missionRevisionOf({ world }: SeededOrganization): number {
  return world.get('mission', GROUP, SINGLE)?.document.revision ?? 0;
}

export function itemRevisionOf({ world }: SeededOrganization): number {
  return world.get('workItem', GROUP, ITEM)?.document.revision ?? 0;
}

/** The state that the document has, without what time or a child has made of it. */
function documentState(state: string): string {
  return state.split(',')[0] ?? state;
}

export function runMissionCell(row: MissionRow, state: MissionTableState): Comparison {
  const organization = createMissionScene(state, row.by);
  const before = missionRevisionOf(organization);
  const stateBefore = missionStateOf(organization);
  const command = createMissionCommand(organization, row.command, row.by, state);
  const { actual, expected, matched } = compareWithCell(row.cells[state], run(organization, command));
  const accepted = matched?.outcome === 'accepted' ? matched : undefined;
  const isCreation = row.command === 'mission.create' || row.command === 'mission.create_follow_up';
  const moves = accepted !== undefined && MOVES_MISSION.has(row.command);
  const isArchived = state === 'archived' || accepted?.events.includes('group.archived') === true;
  return {
    actual: {
      outcome: actual,
      stateBefore,
      stateAfter: missionStateOf(organization),
      revisionStep: missionRevisionOf(organization) - before,
      group: organization.world.get('group', GROUP, SINGLE)?.state,
      created: isCreation && accepted !== undefined ? createdBy(organization, command.groupId) : undefined,
    },
    expected: {
      outcome: expected,
      // Without a Mission the Command names another Group than that of the seeded one, which stays as it is.
      stateBefore: { none: 'active', archived: 'approved' }[state as string] ?? documentState(state),
      stateAfter: isCreation || (accepted?.to ?? 'same') === 'same' ? stateBefore : accepted?.to,
      revisionStep: moves ? 1 : 0,
      group: isArchived ? 'archived' : 'active',
      created:
        isCreation && accepted !== undefined
          ? { state: 'active', revision: 1, missionOwner: OWNER }
          : undefined,
    },
  };
}

/** MIS-008. */
function createdBy({ world }: SeededOrganization, groupId = GROUP): object | undefined {
  const document = world.get('mission', groupId, SINGLE)?.document;
  if (document === undefined) return undefined;
  const { state, revision, missionOwner } = document;
  return { state, revision, missionOwner };
}

export function runWorkCell(row: WorkRow, state: WorkTableState): Comparison {
  const scene = createWorkScene(state, {
    hasFormerOwner: row.by === 'former owner',
    hasRival: row.by === 'rival candidate',
  });
  const { organization } = scene;
  const command = createWorkCommand(scene, row.command, row.by);
  const stateBefore = workStateOf(organization);
  const itemBefore = itemRevisionOf(organization);
  const missionBefore = missionRevisionOf(organization);
  const { actual, expected, matched } = compareWithCell(row.cells[state], run(organization, command));
  const accepted = matched?.outcome === 'accepted' ? matched : undefined;
  const target = accepted?.to ?? 'same';
  return {
    actual: {
      outcome: actual,
      stateBefore,
      stateAfter: workStateOf(organization),
      itemStep: itemRevisionOf(organization) - itemBefore,
      missionStep: missionRevisionOf(organization) - missionBefore,
    },
    expected: {
      outcome: expected,
      stateBefore: documentState(state),
      stateAfter: target === 'same' ? documentState(state) : target,
      itemStep: itemStepOf(row, accepted),
      missionStep: accepted !== undefined && MOVES_MISSION.has(row.command) ? 1 : 0,
    },
  };
}

/** A proposal is no WorkItem yet. */
function itemStepOf({ command }: WorkRow, accepted: Accepted | undefined): number {
  if (accepted === undefined || accepted.to === 'proposed') return 0;
  return accepted.isTouched && !KEEPS_WORK_ITEM.has(command) ? 1 : 0;
}
