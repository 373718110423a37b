// Which accepted Command moves which revision: MIS-014 for the Mission, WORK-070 for the WorkItem.
import type { CommandKind } from '../../core/domain/decision.ts';

/** MIS-014: Mission revision +1. Every other Command leaves it. */
export const MOVES_MISSION: ReadonlySet<CommandKind> = new Set<CommandKind>([
  'work.propose',
  'work.authorize',
  'ext.missionweaveprotocol.core.work_dependency_add',
  'work.accept_result',
  'work.fail',
  'work.cancel',
  'mission.create_child',
  'mission.request_changes',
]);

/** WORK-070: the WorkItem revision is unchanged on these; a transition by any other Command moves it by 1. */
export const KEEPS_WORK_ITEM: ReadonlySet<CommandKind> = new Set<CommandKind>([
  'ext.missionweaveprotocol.core.resource_usage_record',
  'approval.grant_execution',
]);
