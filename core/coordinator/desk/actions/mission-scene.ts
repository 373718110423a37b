// Who may act in a Mission from this computer, as far as roles and terms say: the first thing that hinders an action.
import { coordinatorLeaseOf } from '../../../domain/coordinator.ts';
import { isTerminal } from '../../../domain/missions.ts';
import { memberKey, type MissionRecord, SINGLE } from '../../../domain/world.ts';
import { type DeskConnection, localCoordinator, localOwner } from '../connection.ts';
import { msOf } from '../moment.ts';
import type { ActionReason, ActionRule, DeskAction } from './action-types.ts';

export interface MissionScene {
  readonly connection: DeskConnection;
  readonly groupId: string;
  readonly mission: MissionRecord;
}

export function missionScene(connection: DeskConnection, groupId: string): MissionScene | undefined {
  const mission = connection.world.get('mission', groupId, SINGLE);
  return mission === undefined ? undefined : { connection, groupId, mission };
}

export function reason(id: ActionReason['id'], values: ActionReason['values'] = {}): ActionReason {
  return { id, values };
}

/** The Mission goes on. */
export function requireActive({ mission }: MissionScene): ActionReason | undefined {
  const { state } = mission.document;
  return state === 'active' ? undefined : reason('mission-not-active', { state });
}

/** The Mission has not come to its end. */
export function requireLive({ mission }: MissionScene): ActionReason | undefined {
  const { state } = mission.document;
  return isTerminal(state) ? reason('mission-ended', { state }) : undefined;
}

/** Nobody here has the role, or the term of the Coordinator is over (CRD-007). */
function roleHindrance(
  scene: MissionScene,
  by: DeskAction['by'],
  isHumanOnly: boolean,
): ActionReason | undefined {
  const { connection, groupId, mission } = scene;
  const { world, nowMs } = connection;
  const owner = localOwner(connection, mission);
  if (by === 'owner') {
    if (owner === undefined) return reason('not-owner', { ownerId: mission.document.missionOwner.id });
    return isHumanOnly && owner.actor.type !== 'human' ? reason('not-human-owner') : undefined;
  }
  if (by === 'member') {
    const isMember = connection.identities.some(
      ({ actor }) => world.get('member', groupId, memberKey(actor)) !== undefined,
    );
    return isMember ? undefined : reason('not-member');
  }
  if (by === 'lead' && owner !== undefined) return undefined;
  if (localCoordinator(connection, mission) === undefined) {
    return reason('not-coordinator', { agentId: mission.document.coordinator.agentId });
  }
  if (isTerminal(mission.document.state)) return undefined;
  const lease = coordinatorLeaseOf(world, mission);
  const isLive = lease?.state === 'active' && msOf(lease.expiresAt) > nowMs;
  return isLive
    ? undefined
    : reason('coordinator-lease-ended', lease === undefined ? {} : { endedAt: msOf(lease.expiresAt) });
}

/** What a Group whose history is closed says to everything. */
function archiveHindrance({ connection, groupId }: MissionScene): ActionReason | undefined {
  return connection.world.get('group', groupId, SINGLE)?.state === 'archived'
    ? reason('archived')
    : undefined;
}

/** An action with the first reason against it: what the object is like counts before who asks. */
export function judgeAction<Id extends string, Scene extends MissionScene>(
  id: Id,
  rule: ActionRule<Scene>,
  scene: Scene,
  isHumanOnly = false,
): DeskAction<Id> {
  const hindrance =
    archiveHindrance(scene) ?? rule.hindrance(scene) ?? roleHindrance(scene, rule.by, isHumanOnly);
  return {
    id,
    kind: rule.kind,
    by: rule.by,
    isEnabled: hindrance === undefined,
    reason: hindrance,
    warnings: hindrance === undefined ? (rule.warnings?.(scene) ?? []) : [],
  };
}
