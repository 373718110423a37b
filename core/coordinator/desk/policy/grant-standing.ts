// Whether a Delegation Grant still holds, and what has ended it: the same facts that are looked at again at each of its uses (DLG-008,
// DLG-009), read from the state.
import { canBeTarget } from '../../../domain/delegation-grants.ts';
import { nowAt } from '../../../domain/decision.ts';
import { hasActiveRole } from '../../../domain/members.ts';
import { isTerminal } from '../../../domain/missions.ts';
import { memberKey, SINGLE, type World } from '../../../domain/world.ts';
import type { DelegationGrant } from '../../../protocol/generated/documents.ts';
import { msOf } from '../moment.ts';

export type GrantStanding =
  | 'holds'
  | 'mission-over'
  | 'expired'
  | 'coordinator-replaced'
  | 'no-delegate'
  | 'membership-changed'
  | 'target-over';

/** The first thing that ends it; `holds` when there is none. */
export function grantStanding(
  world: World,
  groupId: string,
  grant: DelegationGrant,
  nowMs: number,
): GrantStanding {
  const mission = world.get('mission', groupId, SINGLE)?.document;
  if (mission === undefined || isTerminal(mission.state)) return 'mission-over';
  const { coordinatorEpoch, agentId } = mission.coordinator;
  if (grant.coordinatorEpoch !== coordinatorEpoch || grant.grantedBy.id !== agentId)
    return 'coordinator-replaced';
  const grantee = { type: 'agent' as const, id: grant.granteeAgentId };
  if (!hasActiveRole(world, groupId, grantee, 'work_delegate', nowAt(nowMs))) return 'no-delegate';
  const epoch = world.get('member', groupId, memberKey(grantee))?.membershipEpoch;
  if (grant.granteeMembershipEpoch !== epoch) return 'membership-changed';
  const target = world.get('workItem', groupId, grant.targetWorkItemId)?.document.state;
  if (target === undefined || !canBeTarget(target)) return 'target-over';
  return msOf(grant.expiresAt) > nowMs ? 'holds' : 'expired';
}
