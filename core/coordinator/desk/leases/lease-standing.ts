// Leases that no Event has closed, as they stand by the clock, and what can be done about each (LSE-005…LSE-011, CRD-007,
// WORK-013). Time appends no Event: an ended lease is still `active` in the log.
import { coordinatorLeaseOf } from '../../../domain/coordinator.ts';
import { isTerminal } from '../../../domain/missions.ts';
import { liveHoldingLease } from '../../../domain/ownership.ts';
import { SINGLE, type MissionRecord, type WorkItemRecord } from '../../../domain/world.ts';
import type { Lease } from '../../../protocol/generated/documents.ts';
import { DEFAULT_ATTENTION } from '../attention/attention-types.ts';
import { endsSoon } from '../attention/lease-rules.ts';
import { type DeskConnection, identityOf, localCoordinator, localOwner } from '../connection.ts';
import { type Moment, msOf } from '../moment.ts';

export type LeaseStanding = 'runs' | 'ends-soon' | 'start-missed' | 'in-grace' | 'over';

export type LeaseStepId =
  /** Somebody else’s term: that one renews it. */
  | 'holder-renews'
  /** Our own term: not due yet. */
  | 'renewal-planned'
  | 'renew'
  | 'cannot-renew'
  /** A term has ended, and its owner is here. */
  | 'appoint'
  | 'owner-appoints'
  | 'wait'
  | 'wait-grace'
  /** The execution is over, and its owner still holds the item. */
  | 'wait-hold'
  | 'reassign'
  | 'resolve'
  | 'child-works'
  /** Somebody at another computer leads the Mission. */
  | 'leader-acts';

export interface LeaseStep {
  readonly id: LeaseStepId;
  /** When it becomes possible, or when what it waits for ends. */
  readonly atMs: number | undefined;
}

export interface LeaseFact {
  readonly lease: Lease;
  readonly item: WorkItemRecord | undefined;
  readonly endMs: number;
  readonly standing: LeaseStanding;
  readonly next: LeaseStep;
  readonly isMine: boolean;
}

/** The share of a term after which it is renewed (OPEN-035): two more tries fit in. */
export const RENEW_SHARE = 1 / 3;

/** The open leases of a Group; none of a Mission that is over. */
export function* openLeases(
  connection: DeskConnection,
  groupId: string,
  moment: Moment,
): Generator<LeaseFact> {
  const { world } = connection;
  const mission = world.get('mission', groupId, SINGLE);
  if (mission === undefined || isTerminal(mission.document.state)) return;
  const leads = localCoordinator(connection, mission) !== undefined;
  const scene = { connection, mission, moment, leads };
  const term = coordinatorLeaseOf(world, mission);
  if (term?.state === 'active') yield factOf(scene, term, undefined);
  for (const [, item] of world.list('workItem', groupId)) {
    for (const leaseId of new Set([item.executionLeaseId, item.holdingLeaseId])) {
      const lease = leaseId === undefined ? undefined : world.get('lease', groupId, leaseId);
      if (lease?.state === 'active') yield factOf(scene, lease, item);
    }
  }
}

interface LeaseScene {
  readonly connection: DeskConnection;
  readonly mission: MissionRecord;
  readonly moment: Moment;
  /** The Coordinator is on this computer. */
  readonly leads: boolean;
}

function factOf(scene: LeaseScene, lease: Lease, item: WorkItemRecord | undefined): LeaseFact {
  const standing = standingOf(scene, lease, item);
  return {
    lease,
    item,
    endMs: msOf(lease.expiresAt),
    standing,
    next: item === undefined ? termStep(scene, lease, standing) : itemStep(scene, lease, standing, item),
    isMine:
      scene.leads || identityOf(scene.connection, { type: 'agent', id: lease.holderAgentId }) !== undefined,
  };
}

function standingOf({ moment }: LeaseScene, lease: Lease, item: WorkItemRecord | undefined): LeaseStanding {
  const endMs = msOf(lease.expiresAt);
  const startMs = msOf(lease.lastRenewedAt ?? lease.startsAt);
  if (moment.hasReached(endMs)) {
    const { graceExpiresAt } = lease;
    return graceExpiresAt !== undefined && !moment.hasReached(msOf(graceExpiresAt)) ? 'in-grace' : 'over';
  }
  const { startBy, leaseType } = lease;
  const isQueued = leaseType === 'ownership' && item?.document.state === 'queued';
  if (isQueued && startBy !== undefined && moment.hasReached(msOf(startBy))) return 'start-missed';
  const { endShare, executionLeaseMs, coordinatorLeaseMs } = DEFAULT_ATTENTION;
  const shortMs =
    leaseType === 'execution' ? executionLeaseMs : leaseType === 'coordinator' ? coordinatorLeaseMs : 0;
  const isShort = shortMs > 0 && moment.hasReached(endMs - shortMs);
  return isShort || endsSoon(moment, startMs, endMs, endShare) ? 'ends-soon' : 'runs';
}

/** An ended term is never renewed: its owner appoints (CRD-007, OPEN-035). */
function termStep(
  { connection, mission, moment, leads }: LeaseScene,
  lease: Lease,
  standing: LeaseStanding,
): LeaseStep {
  if (standing === 'over' || standing === 'in-grace')
    return {
      id: localOwner(connection, mission) === undefined ? 'owner-appoints' : 'appoint',
      atMs: undefined,
    };
  const endMs = msOf(lease.expiresAt);
  if (!leads) return { id: 'holder-renews', atMs: endMs };
  const startMs = msOf(lease.lastRenewedAt ?? lease.startsAt);
  const dueMs = startMs + (endMs - startMs) * RENEW_SHARE;
  if (!moment.hasReached(dueMs)) return { id: 'renewal-planned', atMs: dueMs };
  const canSign = connection.status === 'online' && localCoordinator(connection, mission)?.key === 'usable';
  return { id: canSign ? 'renew' : 'cannot-renew', atMs: endMs };
}

function itemStep(
  { connection, mission, moment, leads }: LeaseScene,
  lease: Lease,
  standing: LeaseStanding,
  item: WorkItemRecord,
): LeaseStep {
  const endMs = msOf(lease.expiresAt);
  if (item.childGroupId !== undefined) return { id: 'child-works', atMs: undefined };
  if (lease.leaseType === 'blocked' && standing !== 'over' && leads) return { id: 'resolve', atMs: endMs };
  if (standing === 'runs' || standing === 'ends-soon') return { id: 'wait', atMs: endMs };
  if (!leads) return { id: 'leader-acts', atMs: undefined };
  if (standing === 'in-grace')
    return { id: 'wait-grace', atMs: msOf(lease.graceExpiresAt ?? lease.expiresAt) };
  const hold = liveHoldingLease(connection.world, item, moment.now);
  if (hold === undefined)
    return { id: mission.document.state === 'active' ? 'reassign' : 'wait', atMs: undefined };
  moment.hasReached(msOf(hold.expiresAt));
  return { id: 'wait-hold', atMs: msOf(hold.expiresAt) };
}
