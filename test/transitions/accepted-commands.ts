// For each kind of Command a world in which it is accepted, taken from the tables where they have it.
import type { CommandKind } from '../../core/domain/decision.ts';
import { cardOf, SeededOrganization, SERVICE, WORKER } from '../../core/domain/seeded-world.test-data.ts';
import type { Command } from '../../core/protocol/generated/documents.ts';
import { createMissionCommand } from './mission-commands.ts';
import { createMissionScene } from './mission-states.ts';
import { MISSION_STATES, MISSION_TABLE, type MissionParty, type MissionTableState } from './mission-table.ts';
import type { Cell } from './table.ts';
import { createWorkCommand } from './work-commands.ts';
import { createWorkScene } from './work-states.ts';
import { WORK_STATES, type WorkParty, type WorkTableState } from './work-axes.ts';
import { WORK_TABLE } from './work-table.ts';

/** A world and a Command that is about to be sent in it. */
export interface Attempt {
  readonly organization: SeededOrganization;
  readonly command: Command;
}

export function attemptWork(kind: CommandKind, state: WorkTableState, by: WorkParty): Attempt {
  const cast = { hasFormerOwner: by === 'former owner', hasRival: by === 'rival candidate' };
  const scene = createWorkScene(state, cast);
  return { command: createWorkCommand(scene, kind, by), organization: scene.organization };
}

export function attemptMission(kind: CommandKind, state: MissionTableState, by: MissionParty): Attempt {
  const organization = createMissionScene(state, by);
  return { command: createMissionCommand(organization, kind, by, state), organization };
}

/** The first cell of a kind, in either table, that answers as wanted. */
export function findInTables(
  kind: CommandKind,
  isWanted: (cell: Cell) => boolean,
): { readonly cell: Cell; readonly attempt: () => Attempt } | undefined {
  for (const row of WORK_TABLE.filter(({ command }) => command === kind)) {
    const state = WORK_STATES.find((each) => isWanted(row.cells[each]));
    if (state !== undefined) {
      return { cell: row.cells[state], attempt: () => attemptWork(kind, state, row.by) };
    }
  }
  for (const row of MISSION_TABLE.filter(({ command }) => command === kind)) {
    const state = MISSION_STATES.find((each) => isWanted(row.cells[each]));
    if (state !== undefined) {
      return { cell: row.cells[state], attempt: () => attemptMission(kind, state, row.by) };
    }
  }
  return undefined;
}

const CARD_KIND = 'ext.missionweaveprotocol.registry.agent_card_register';

/** A world in which the Command is accepted as it stands. */
export function attemptAccepted(kind: CommandKind): Attempt {
  if (kind === CARD_KIND) {
    const organization = new SeededOrganization();
    const card = cardOf(WORKER, { cardVersion: 2 });
    return { organization, command: organization.commandOf(kind, SERVICE, { card }) };
  }
  // With work to return, so that both of its Events are there (WORK-T19).
  if (kind === 'ext.missionweaveprotocol.identity.session_open')
    return attemptWork(kind, 'active', 'service');
  const found = findInTables(kind, (cell) => cell.outcome === 'accepted' && cell.isTouched);
  if (found === undefined) throw new Error(`neither table accepts ${kind}`);
  return found.attempt();
}
