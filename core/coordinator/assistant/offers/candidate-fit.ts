// How an Agent fits one kind of work: its capabilities against those that are asked for, and what its record says of quality, time
// and cost. The same for every item that asks for the same, so a ranking of many items works it out once.
import { compareVersions, matchCapabilities } from '../../../domain/capabilities.ts';
import { DIMENSIONS, NO_USAGE } from '../../../domain/budget.ts';
import type { AgentCard, CapabilityRef, Usage } from '../../../protocol/generated/documents.ts';
import { msOf } from '../../desk/moment.ts';
import type { AgentStanding, OfferScene } from './agent-standing.ts';
import { type OfferReason, reason } from './offer-reasons.ts';
import { OUTCOMES, type TrackRecord, type WorkOutcome } from './agent-history.ts';
import type { EventReference } from '../proposal.ts';

/** The record of an Agent over all capabilities that some work needs: of each number the worst one. */
export interface Reliability {
  readonly counts: { readonly [Each in WorkOutcome]: number };
  readonly events: readonly EventReference[];
  /** 0…1000; undefined while the log says nothing. */
  readonly points: number | undefined;
}

export interface CandidateFit {
  readonly standing: AgentStanding;
  readonly pins: readonly CapabilityRef[];
  readonly isEligible: boolean;
  readonly reliability: Reliability;
  readonly held: number;
  readonly assigned: number;
  readonly loadPoints: number;
  readonly fairnessPoints: number;
  /** Of its accepted work of this kind, on average; undefined without any. */
  readonly durationMs: number | undefined;
  /** Of its metered work of this kind, on average, rounded up; undefined without any. */
  readonly usage: Usage | undefined;
  /** The weighed terms that no item changes. */
  readonly baseScore: number;
}

export function fitOf(
  scene: OfferScene,
  standing: AgentStanding,
  required: readonly CapabilityRef[],
): CandidateFit {
  const { history, groupId, ranking } = scene;
  const { agentId, card } = standing;
  const pins = card === undefined ? [] : matchCapabilities(card, required).pins;
  const tracks = required.map(({ id }) => history.trackOf(groupId, agentId, id));
  const reliability = reliabilityOf(tracks);
  const held = history.heldBy(groupId, agentId);
  const assigned = history.assignedTo(groupId, agentId);
  const loadPoints = pointsOf(1 - held / Math.max(1, card?.maxConcurrency ?? 1));
  const fairnessPoints = pointsOf(1 - assigned / Math.max(1, ranking.fairnessWindow));
  const { weights, unknownPoints } = ranking;
  return {
    standing,
    pins,
    isEligible:
      standing.isEligible && pins.length === required.length && !isSaidUnavailable(scene, agentId, required),
    reliability,
    held,
    assigned,
    loadPoints,
    fairnessPoints,
    ...expectationOf(tracks),
    baseScore:
      weights.reliability * (reliability.points ?? unknownPoints) +
      weights.load * loadPoints +
      weights.fairness * fairnessPoints,
  };
}

/** The findings about capabilities, one for each that is asked for. */
export function capabilityReasons(
  scene: OfferScene,
  { agentId, card }: AgentStanding,
  required: readonly CapabilityRef[],
): readonly OfferReason[] {
  if (card === undefined) return [];
  return required.map((each) => capabilityReason(scene, agentId, card, each));
}

function capabilityReason(
  scene: OfferScene,
  agentId: string,
  card: AgentCard,
  required: CapabilityRef,
): OfferReason {
  const { cardVersion } = card;
  const from = { type: 'agent-card', agentId, cardVersion } as const;
  const values = { capability: required.id, required: required.version, cardVersion };
  const [pin] = matchCapabilities(card, [required]).pins;
  if (pin === undefined) {
    const [other] = card.capabilities
      .filter(({ id }) => id === required.id)
      .toSorted((a, b) => compareVersions(b.version, a.version));
    return other === undefined
      ? reason('capability-missing', 'unmet', values, from)
      : reason('capability-version', 'unmet', { ...values, offered: other.version }, from);
  }
  const presence = scene.presence.get(agentId);
  if (presence !== undefined && isSaidUnavailable(scene, agentId, [required])) {
    const { lastHeartbeat } = presence;
    return reason('capability-unavailable', 'unmet', values, { type: 'presence', agentId, lastHeartbeat });
  }
  return reason('capability-met', 'met', { ...values, offered: pin.version }, from);
}

/** Whether an Agent that may still be believed says that it cannot do this now. */
function isSaidUnavailable(
  { presence, nowMs }: OfferScene,
  agentId: string,
  required: readonly CapabilityRef[],
): boolean {
  const record = presence.get(agentId);
  if (record === undefined || record.capabilityAvailability.length === 0) return false;
  if (msOf(record.expiresAt) <= nowMs) return false;
  return record.capabilityAvailability.some(
    ({ status, capability }) => status === 'unavailable' && required.some(({ id }) => id === capability.id),
  );
}

/** Terms stand in the log as their counts; points are whole, so that everybody computes the same ones. */
function pointsOf(share: number): number {
  return Math.round(1_000 * Math.min(1, Math.max(0, share)));
}

function reliabilityOf(tracks: readonly (TrackRecord | undefined)[]): Reliability {
  let worst: Reliability = {
    counts: { accepted: 0, late: 0, failed: 0, lostLease: 0, declined: 0 },
    events: [],
    points: undefined,
  };
  for (const track of tracks) {
    if (track === undefined) continue;
    const counts = {
      accepted: track.events.accepted.length,
      late: track.events.late.length,
      failed: track.events.failed.length,
      lostLease: track.events.lostLease.length,
      declined: track.events.declined.length,
    };
    const points = reliabilityPoints(counts);
    if (worst.points === undefined || points < worst.points) {
      worst = { counts, events: OUTCOMES.flatMap((outcome) => track.events[outcome]), points };
    }
  }
  return worst;
}

/**
 * Accepted work counts fully, late work half; failures and lost leases count as nothing achieved, and a no as half of that. One
 * more success and one more failure are added, so that a single result does not decide.
 */
function reliabilityPoints(counts: Reliability['counts']): number {
  const { accepted, late, failed, lostLease, declined } = counts;
  const achieved = 2 * accepted - late + 2;
  const tried = 2 * (accepted + failed + lostLease) + declined + 4;
  return pointsOf(achieved / tried);
}

/** With several capabilities the longer time and, by dimension, the larger consumption. */
function expectationOf(
  tracks: readonly (TrackRecord | undefined)[],
): Pick<CandidateFit, 'durationMs' | 'usage'> {
  let durationMs: number | undefined;
  let usage: { -readonly [Each in keyof Usage]: number } | undefined;
  for (const track of tracks) {
    const items = track?.events.accepted.length ?? 0;
    if (track === undefined || items === 0) continue;
    durationMs = Math.max(durationMs ?? 0, Math.ceil(track.durationMs / items));
    if (track.meteredItems === 0) continue;
    usage ??= { ...NO_USAGE };
    for (const dimension of DIMENSIONS) {
      usage[dimension] = Math.max(usage[dimension], Math.ceil(track.usage[dimension] / track.meteredItems));
    }
  }
  return { durationMs, usage };
}
