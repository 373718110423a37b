// Who may authorize and offer work (DLG-001): the Coordinator, a delegate under a Grant, and in an emergency the human
// MissionOwner, who is audited for it (MIS-005, OPEN-045).
import { accept, type Result } from '../protocol/result.ts';
import { requireCoordinator } from './coordinator.ts';
import type { GroupInput } from './decision.ts';
import { type GrantUse, requireDelegation } from './delegation-grants.ts';
import { isMissionOwner } from './members.ts';
import { reject, type Rejection } from './rejection.ts';

/** On what the actor's right rests, for the payload of the Event; neither member for the Coordinator's own right. */
export interface PlanningRight {
  readonly delegationGrantId?: string;
  readonly overrideReason?: string;
}

type PlanningInput = GroupInput<'work.authorize' | 'work.offer'>;

/** The right to authorize or offer work. `use` is what a delegate's Grant has to cover. */
export function requirePlanner(input: PlanningInput, use: GrantUse): Result<PlanningRight, Rejection> {
  const { command, payload } = input;
  const { delegationGrantId, overrideReason } = payload;
  if (command.actor.type === 'human' && isMissionOwner(input)) return requireEmergency(input);
  const right =
    delegationGrantId === undefined
      ? requireCoordinator(input, 'DLG-001')
      : requireDelegation(input, delegationGrantId, use);
  if (!right.ok) return right;
  if (overrideReason !== undefined) {
    return reject('INVALID_COMMAND', 'OPEN-045', 'only the human MissionOwner overrides in an emergency');
  }
  return accept(delegationGrantId === undefined ? {} : { delegationGrantId });
}

/** An emergency is marked as such, with a reason, and needs no Grant (OPEN-045). */
function requireEmergency({ payload }: PlanningInput): Result<PlanningRight, Rejection> {
  const { delegationGrantId, overrideReason } = payload;
  if (delegationGrantId !== undefined) {
    return reject('INVALID_COMMAND', 'DLG-012', 'the MissionOwner does not act under a Delegation Grant', {
      grantId: delegationGrantId,
    });
  }
  if (overrideReason === undefined) {
    return reject('INVALID_COMMAND', 'OPEN-045', 'a MissionOwner who assigns work gives the reason', {
      missing: 'overrideReason',
    });
  }
  return accept({ overrideReason });
}
