// Ending a Mission without a result: cancelled by its owner, or failed by its Coordinator; policy may do both
// (MIS-T7, MIS-T8).
import { accept, type Result } from '../../protocol/result.ts';
import { requireCoordinator } from '../coordinator.ts';
import type { Decision, GroupInput } from '../decision.ts';
import { isAuthorizedService, requireMissionOwner } from '../members.ts';
import { checkMissionRevision, requireLiveMission } from '../missions.ts';
import { endMission } from '../propagation.ts';
import type { Rejection } from '../rejection.ts';

/** `mission.cancel` (CMD-109). A Coordinator does not cancel, it recommends (MIS-004). */
export function cancelMission(input: GroupInput<'mission.cancel'>): Decision {
  const right = isAuthorizedService(input, 'policy') ? ALLOWED : requireMissionOwner(input, 'MIS-T7');
  return right.ok ? endLiveMission(input, 'cancelled', 'MIS-T7') : right;
}

/** `mission.terminate` (CMD-110). A policy service carries no Coordinator Epoch (CMD-011, OPEN-046). */
export function terminateMission(input: GroupInput<'mission.terminate'>): Decision {
  const right = isAuthorizedService(input, 'policy') ? ALLOWED : requireCoordinator(input, 'MIS-T8');
  return right.ok ? endLiveMission(input, 'failed', 'MIS-T8') : right;
}

const ALLOWED: Result<undefined, Rejection> = accept(undefined);

function endLiveMission(
  input: GroupInput<'mission.cancel' | 'mission.terminate'>,
  end: 'cancelled' | 'failed',
  rule: string,
): Decision {
  const revision = checkMissionRevision(input);
  if (!revision.ok) return revision;
  const live = requireLiveMission(input, rule);
  if (!live.ok) return live;
  return accept(endMission(input, end, input.payload.reason));
}
