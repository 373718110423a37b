// The Coordinator's own term: renewed in good time, restored by the owner where it has ended (CRD-007), and after a takeover the
// state reconciled before anything new is assigned (CRD-005).
import { coordinatorLeaseOf } from '../../../domain/coordinator.ts';
import { msOf } from '../../desk/moment.ts';
import type { Leading } from './leading.ts';

/** Wishes what the term asks for; whether there is a term in which the Coordinator may act. */
export function keepTerm({ scene, mission, groupId, assessment, moment, step }: Leading): boolean {
  const { care } = assessment;
  const lease = coordinatorLeaseOf(scene.connection.world, mission);
  const isLive = lease?.state === 'active' && !moment.hasReached(msOf(lease.expiresAt));
  if (care !== undefined) {
    const { coordinatorEpoch } = mission.document.coordinator;
    const key = `term ${groupId} ${coordinatorEpoch} ${lease?.renewalCount ?? 0} ${care.reason.id}`;
    const { proposals, reason } = care;
    if (proposals.length > 0) step.wish({ key, area: 'term', proposals });
    else step.ask({ key, area: 'term', reasons: [reason] });
  }
  return isLive;
}

/**
 * Whether a Coordinator that has just taken over has to settle first what the former one left: until its term has brought
 * the first assignment.
 */
export function isNewInOffice({ scene, mission, openItems }: Leading): boolean {
  const { coordinatorEpoch } = mission.document.coordinator;
  const lease = coordinatorLeaseOf(scene.connection.world, mission);
  if (coordinatorEpoch === 1 || lease === undefined) return false;
  const sinceMs = msOf(lease.startsAt);
  const { world } = scene.connection;
  return !openItems.some((record) => {
    const { groupId, createdAt, updatedAt, state } = record.document;
    if (msOf(createdAt) > sinceMs) return true;
    if (state === 'offered') return msOf(updatedAt ?? createdAt) > sinceMs;
    const hold =
      record.holdingLeaseId === undefined ? undefined : world.get('lease', groupId, record.holdingLeaseId);
    return hold !== undefined && msOf(hold.issuedAt) > sinceMs;
  });
}

/** Whether something of the log is not here, so that nobody can say what the state is. */
export function isLogIncomplete({ scene, groupId }: Leading): boolean {
  const health = scene.connection.health.get(groupId);
  if (health === undefined) return false;
  return health.gap !== undefined || health.isCursorTooOld || health.isVerificationFailed;
}
