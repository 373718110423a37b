// Care for what time alone ends: the Coordinator's own term is renewed in good time, and before this computer sleeps it is said
// what would end meanwhile (CRD-007, LSE-011, OPEN-035).
import { coordinatorLeaseOf } from '../../../domain/coordinator.ts';
import { isTerminal } from '../../../domain/missions.ts';
import { SINGLE } from '../../../domain/world.ts';
import { type DeskConnection, localCoordinator, localOwner } from '../../desk/connection.ts';
import { endsIn, type EndKind } from '../../desk/group-ends.ts';
import type { Intent } from '../../desk/intent/forms.ts';
import { RENEW_SHARE } from '../../desk/leases/lease-standing.ts';
import { type Moment, msOf } from '../../desk/moment.ts';
import type { Proposal, Reason } from '../proposal.ts';
import { because, propose, recordOf } from './reasons.ts';

export interface CareSettings {
  /** The share of a term after which it is renewed. */
  readonly renewShare: number;
  /** What a renewal before a sleep adds to the sleep. */
  readonly marginMs: number;
  /** No term is asked for that is longer. */
  readonly maxTermMs: number;
}

export const DEFAULT_CARE: CareSettings = {
  renewShare: RENEW_SHARE,
  marginMs: 300_000,
  maxTermMs: 12 * 3_600_000,
};

export type CareReasonId =
  | 'term-renewal-due'
  | 'term-cannot-renew'
  | 'term-over'
  | 'sleep-ends-term'
  | 'sleep-outlasts-term'
  | 'sleep-ends-lease'
  | 'sleep-ends-offer'
  | 'sleep-ends-other';

export interface CareNote {
  readonly groupId: string;
  readonly workItemId: string | undefined;
  /** When what the note is about ends or ended. */
  readonly atMs: number;
  readonly reason: Reason<CareReasonId>;
  /** In the order in which they would be tried. */
  readonly proposals: readonly Proposal<CareReasonId>[];
}

interface Term {
  readonly startMs: number;
  readonly endMs: number;
  readonly agentId: string;
  readonly isLive: boolean;
  readonly isOurs: boolean;
  readonly canSign: boolean;
}

/** What the term of a Mission asks for now; undefined when nothing is due. */
export function careForTerm(
  connection: DeskConnection,
  groupId: string,
  moment: Moment,
  settings: CareSettings = DEFAULT_CARE,
): CareNote | undefined {
  const term = termOf(connection, groupId, moment);
  if (term === undefined) return undefined;
  const { startMs, endMs, agentId } = term;
  if (!term.isLive) return appointment(connection, groupId, term);
  if (!term.isOurs) return undefined;
  if (!moment.hasReached(startMs + (endMs - startMs) * settings.renewShare)) return undefined;
  const id = term.canSign ? 'term-renewal-due' : 'term-cannot-renew';
  const reason = because(id, 'unmet', { endsAtMs: endMs, agentId }, [termReference(connection, groupId)]);
  const intent = renewal(groupId, agentId, endMs - startMs);
  return {
    groupId,
    workItemId: undefined,
    atMs: endMs,
    reason,
    proposals: term.canSign ? [propose(intent, [reason])] : [],
  };
}

/** What would end in the Missions that we lead while this computer sleeps, what matters most first. */
export function warnBeforeSleep(
  connection: DeskConnection,
  groupIds: readonly string[],
  moment: Moment,
  wakeAtMs: number,
  settings: CareSettings = DEFAULT_CARE,
): readonly CareNote[] {
  const notes: CareNote[] = [];
  for (const groupId of groupIds) {
    const term = termOf(connection, groupId, moment);
    if (term === undefined || !term.isOurs || !term.isLive) continue;
    for (const { kind, atMs, workItemId } of endsIn(connection.world, groupId)) {
      if (atMs <= moment.nowMs || atMs > wakeAtMs) continue;
      if (kind === 'coordinator-lease')
        notes.push(sleepOverTerm(connection, groupId, term, moment, wakeAtMs, settings));
      else notes.push(sleepOverOther(groupId, kind, atMs, workItemId));
    }
  }
  return notes.toSorted((a, b) => weightOf(a) - weightOf(b) || a.atMs - b.atMs);
}

const WEIGHTS: { readonly [Each in CareReasonId]?: number } = {
  'sleep-outlasts-term': 0,
  'sleep-ends-term': 1,
  'sleep-ends-lease': 2,
  'sleep-ends-offer': 3,
};

function weightOf({ reason }: CareNote): number {
  return WEIGHTS[reason.id] ?? 4;
}

/** A longer term, as long as one may be asked for; when that is too short, the Mission needs somebody who stays awake. */
function sleepOverTerm(
  connection: DeskConnection,
  groupId: string,
  { endMs, agentId, canSign }: Term,
  { nowMs }: Moment,
  wakeAtMs: number,
  { marginMs, maxTermMs }: CareSettings,
): CareNote {
  const neededMs = wakeAtMs - nowMs + marginMs;
  const canCover = canSign && neededMs <= maxTermMs;
  const id = canCover ? 'sleep-ends-term' : 'sleep-outlasts-term';
  const reason = because(id, 'unmet', { endsAtMs: endMs, wakeAtMs, agentId }, [
    termReference(connection, groupId),
  ]);
  const proposals = canCover ? [propose(renewal(groupId, agentId, neededMs), [reason])] : [];
  return { groupId, workItemId: undefined, atMs: endMs, reason, proposals };
}

function sleepOverOther(
  groupId: string,
  kind: EndKind,
  atMs: number,
  workItemId: string | undefined,
): CareNote {
  const isLease = kind === 'ownership-lease' || kind === 'execution-lease' || kind === 'blocked-lease';
  const id = isLease ? 'sleep-ends-lease' : kind === 'offer' ? 'sleep-ends-offer' : 'sleep-ends-other';
  const references = workItemId === undefined ? [] : [recordOf('workItem', groupId, workItemId)];
  const reason = because(id, 'unmet', { kind, endsAtMs: atMs }, references);
  return { groupId, workItemId, atMs, reason, proposals: [] };
}

/** An ended term is never renewed (CRD-007); its owner may appoint the same Agent under a higher epoch (OPEN-035). */
function appointment(connection: DeskConnection, groupId: string, term: Term): CareNote | undefined {
  const mission = connection.world.get('mission', groupId, SINGLE);
  if (mission === undefined) return undefined;
  const owner = localOwner(connection, mission);
  if (owner === undefined && !term.isOurs) return undefined;
  const { agentId, endMs } = term;
  const values = { endedAtMs: endMs, agentId, ownerId: mission.document.missionOwner.id };
  const reason = because('term-over' as const, 'unmet', values, [termReference(connection, groupId)]);
  const canAppoint = owner !== undefined && owner.key === 'usable' && term.isOurs;
  const proposals = canAppoint
    ? [
        propose(
          {
            kind: 'mission.assign_coordinator',
            groupId,
            form: { coordinatorAgentId: agentId },
            signer: owner.actor,
          },
          [reason],
        ),
      ]
    : [];
  return { groupId, workItemId: undefined, atMs: endMs, reason, proposals };
}

function termOf(connection: DeskConnection, groupId: string, moment: Moment): Term | undefined {
  const mission = connection.world.get('mission', groupId, SINGLE);
  if (mission === undefined || isTerminal(mission.document.state)) return undefined;
  const lease = coordinatorLeaseOf(connection.world, mission);
  if (lease === undefined) return undefined;
  const identity = localCoordinator(connection, mission);
  const endMs = msOf(lease.expiresAt);
  return {
    startMs: msOf(lease.lastRenewedAt ?? lease.startsAt),
    endMs,
    agentId: mission.document.coordinator.agentId,
    isLive: lease.state === 'active' && !moment.hasReached(endMs),
    isOurs: identity !== undefined,
    canSign: identity?.key === 'usable' && connection.status === 'online',
  };
}

function termReference({ world }: DeskConnection, groupId: string) {
  const leaseId = world.get('mission', groupId, SINGLE)?.document.coordinator.leaseId ?? '';
  return recordOf('lease', groupId, leaseId);
}

/** As long as the term was, or as long as it has to be. */
function renewal(groupId: string, agentId: string, ms: number): Intent {
  return {
    kind: 'mission.renew_coordinator',
    groupId,
    form: { leaseSeconds: Math.max(1, Math.ceil(ms / 1_000)) },
    signer: { type: 'agent', id: agentId },
  };
}
