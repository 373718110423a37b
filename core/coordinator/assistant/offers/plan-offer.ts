// What is to be done about a WorkItem that nobody owns: the just-in-time chain of drafts (MEM-004) for the best candidates, or the reason
// why there is none. A function of log, presence and clock: asked again, it goes on where the chain stands.
import { nowAt } from '../../../domain/decision.ts';
import { isRunning } from '../../../domain/offers.ts';
import { OverlayWorld, SINGLE, type WorkItemRecord } from '../../../domain/world.ts';
import type { WorkContract } from '../../../protocol/generated/documents.ts';
import { formatTimestamp } from '../../../protocol/timestamp.ts';
import { msOf } from '../../desk/moment.ts';
import type { Proposal } from '../proposal.ts';
import { reviewedItemOf } from '../review-mark.ts';
import type { OfferScene } from './agent-standing.ts';
import { contextTextsFor } from './context-texts.ts';
import { type OfferReason, type OfferReasonId, reason, recordReference } from './offer-reasons.ts';
import type { OfferSettings } from './offer-settings.ts';
import { askedInRound, causesOf, findOfferHindrance, offerSecondsFor } from './offer-state.ts';
import { type RankedCandidate, type Ranking, rankCandidates } from './rank-candidates.ts';
import { basisOf } from './selection-basis.ts';

/** A provisional Membership outlasts its offer by so much: the offer is signed after it, and others may follow. */
const MEMBERSHIP_SLACK_SECONDS = 600;

/** What may pass by itself: whoever is refused for nothing else can be asked later. */
const PASSING: ReadonlySet<OfferReasonId> = new Set([
  'presence-away',
  'capability-unavailable',
  'no-slot',
  'queue-full',
] as const);

export interface OfferPlan {
  readonly verdict: 'offer' | 'wait' | 'escalate' | 'nothing';
  readonly reasons: readonly OfferReason[];
  /** To be signed in this order, each one after the one before it was accepted. Empty unless the verdict is `offer`. */
  readonly chain: readonly Proposal<OfferReasonId>[];
  /** Undefined where it did not come to a ranking. */
  readonly ranking: Ranking | undefined;
  /** When time alone may change this. */
  readonly recheckAtMs: number | undefined;
}

/**
 * The plan for one item; undefined where there is no such item. `contract` is the corrected one that comes with the offer: it
 * decides whether there is an offer to make. Who gets it is ranked by what the log says before, so that the log proves it.
 */
export function planOffer(
  given: OfferScene,
  workItemId: string,
  settings: OfferSettings,
  contract?: WorkContract,
): OfferPlan | undefined {
  const scene = notBeforeLog(given);
  const record = scene.world.get('workItem', scene.groupId, workItemId);
  if (record === undefined) return undefined;
  const revised = contract === undefined ? { scene, record } : withContract(scene, record, contract);
  const hindrance = findOfferHindrance(revised.scene, revised.record, settings);
  if (hindrance !== undefined) {
    const { verdict, recheckAtMs } = hindrance;
    return { verdict, reasons: [hindrance.reason], chain: [], ranking: undefined, recheckAtMs };
  }
  const ranking = rankCandidates(scene, workItemId);
  if (ranking === undefined) return undefined;
  const isUrgent = settings.urgent.includes(record.document.contract.requestedUrgency);
  const left = settings.maxAsksPerRound - askedInRound(scene, record);
  const chosen = choose(ranking, isUrgent ? Math.min(settings.urgentSetSize, left) : 1);
  if (chosen.length === 0) return planWithoutCandidate(scene, ranking);
  const standing = findStandingOffer(scene, chosen, offerSecondsFor(scene, record, settings));
  if (standing !== undefined) {
    const { agentId, expiresAt } = standing;
    const endsAtMs = msOf(expiresAt);
    const stands = recordReference('workItem', scene.groupId, standing.workItemId);
    const reasons = [reason('offer-running', 'unmet', { agentId, endsAtMs }, stands)];
    return { verdict: 'wait', reasons, chain: [], ranking, recheckAtMs: endsAtMs };
  }
  const from = recordReference('workItem', scene.groupId, workItemId);
  const { requestedUrgency } = record.document.contract;
  const mode = isUrgent
    ? reason(
        'set-at-once',
        'met',
        { size: chosen.length, most: settings.urgentSetSize, requestedUrgency },
        from,
      )
    : reason('one-at-a-time', 'met', { eligible: ranking.eligible.length }, from);
  const reasons = [...causesOf(scene, record), mode];
  return {
    verdict: 'offer',
    reasons,
    chain: chainOf(scene, revised.record, { ranking, chosen, settings, reasons, contract }),
    ranking,
    recheckAtMs: undefined,
  };
}

/** A clock that is a little behind has no say against the log: what is in it has happened. */
function notBeforeLog(scene: OfferScene): OfferScene {
  const lastOccurredAt = scene.world.get('head', scene.groupId, SINGLE)?.lastOccurredAt;
  if (lastOccurredAt === undefined) return scene;
  return { ...scene, nowMs: Math.max(scene.nowMs, msOf(lastOccurredAt)) };
}

/** The item and its account as they will be under another contract. */
function withContract(
  scene: OfferScene,
  record: WorkItemRecord,
  contract: WorkContract,
): { readonly scene: OfferScene; readonly record: WorkItemRecord } {
  const { groupId } = scene;
  const { workItemId } = record.document;
  const world = new OverlayWorld(scene.world);
  const revised = { ...record, document: { ...record.document, contract } };
  world.put('workItem', groupId, workItemId, revised);
  const account = world.get('account', groupId, workItemId);
  if (account !== undefined) {
    world.put('account', groupId, workItemId, { ...account, limit: contract.budget });
  }
  return { scene: { ...scene, world }, record: revised };
}

/** The first ones of the first tier; several at once only among those that would hear it. */
function choose({ eligible }: Ranking, size: number): readonly RankedCandidate[] {
  const [first] = eligible;
  if (first === undefined) return [];
  if (size === 1 || first.fit.standing.isUnheard) return [first];
  return eligible.filter(({ fit }) => !fit.standing.isUnheard).slice(0, size);
}

function planWithoutCandidate(scene: OfferScene, ranking: Ranking): OfferPlan {
  const { workItemId } = ranking.needs.record.document;
  const canWait = ranking.refused.some(({ reasons }) => {
    const against = reasons.filter(({ verdict }) => verdict === 'unmet');
    return against.length > 0 && against.every(isPassing);
  });
  const { nextMs } = ranking.needs;
  const values = { considered: ranking.refused.length };
  const from = recordReference('workItem', scene.groupId, workItemId);
  return {
    verdict: canWait ? 'wait' : 'escalate',
    reasons: [reason('nobody-eligible', 'unmet', values, from)],
    chain: [],
    ranking,
    recheckAtMs: canWait && Number.isFinite(nextMs) ? nextMs : undefined,
  };
}

/** Somebody who had no room may have it later. */
function isPassing({ id, values }: OfferReason): boolean {
  return PASSING.has(id) || (id === 'declined' && values['untilMs'] !== undefined);
}

interface Choice {
  readonly ranking: Ranking;
  readonly chosen: readonly RankedCandidate[];
  readonly settings: OfferSettings;
  readonly reasons: readonly OfferReason[];
  readonly contract: WorkContract | undefined;
}

/** `record` is the item as it will be offered. */
function chainOf(
  scene: OfferScene,
  record: WorkItemRecord,
  { ranking, chosen, settings, reasons, contract }: Choice,
): readonly Proposal<OfferReasonId>[] {
  const { groupId } = scene;
  const { workItemId } = record.document;
  const offerSeconds = offerSecondsFor(scene, record, settings);
  const selectionBasis = basisOf(scene, ranking, chosen);
  return [
    ...chosen
      .filter((candidate) => needsMembership(scene, candidate, offerSeconds))
      .map((candidate) => membershipFor(scene, record, candidate, offerSeconds)),
    {
      intent: {
        kind: 'work.offer',
        groupId,
        form: {
          workItemId,
          candidates: chosen.map(({ agentId }) => ({ agentId })),
          offerSeconds,
          selectionBasis,
          ...(contract === undefined ? {} : { contract }),
        },
      },
      reasons: [...reasons, ...chosen.flatMap((each) => each.reasons)],
      basis: selectionBasis,
    },
  ];
}

/** No Membership that holds, or one that would end while the offer still stands. */
function needsMembership({ nowMs }: OfferScene, { fit }: RankedCandidate, offerSeconds: number): boolean {
  if (fit.standing.needsMembership) return true;
  const provisional = fit.standing.reasons.find(({ id }) => id === 'member-provisional');
  return Number(provisional?.values['endsAtMs'] ?? Infinity) < nowMs + offerSeconds * 1_000;
}

/**
 * An offer that somebody who would need its Membership anew may still accept: that makes it an active member, and a
 * provisional Membership that came later would take this away again (MEM-006, MEM-008).
 */
function findStandingOffer(
  scene: OfferScene,
  chosen: readonly RankedCandidate[],
  offerSeconds: number,
): { readonly workItemId: string; readonly agentId: string; readonly expiresAt: string } | undefined {
  const again = chosen
    .filter((each) => !each.fit.standing.needsMembership && needsMembership(scene, each, offerSeconds))
    .map(({ agentId }) => agentId);
  if (again.length === 0) return undefined;
  const now = nowAt(scene.nowMs);
  for (const [workItemId, { document }] of scene.world.list('workItem', scene.groupId)) {
    if (document.state !== 'offered') continue;
    const standing = document.offers?.find((each) => again.includes(each.agentId) && isRunning(each, now));
    if (standing !== undefined) return { workItemId, ...standing };
  }
  return undefined;
}

/** Steps 1 and 2 of a just-in-time Membership in one Command: the Context Package comes with the provisional Membership. */
function membershipFor(
  { world, groupId, nowMs }: OfferScene,
  record: WorkItemRecord,
  { agentId, reasons }: RankedCandidate,
  offerSeconds: number,
): Proposal<OfferReasonId> {
  const { contract, workItemId } = record.document;
  const endsAtMs = nowMs + (offerSeconds + MEMBERSHIP_SLACK_SECONDS) * 1_000;
  const role = reviewedItemOf(contract) === undefined ? 'worker' : 'reviewer';
  const contextPackage = contextTextsFor(world, groupId, record);
  const from = recordReference('workItem', groupId, workItemId);
  return {
    intent: {
      kind: 'membership.change',
      groupId,
      form: {
        member: { type: 'agent', id: agentId },
        role,
        state: 'provisional',
        provisionalExpiresAt: formatTimestamp(endsAtMs),
        contextPackage,
      },
    },
    reasons: [
      reason('membership-granted', 'met', { agentId, role, endsAtMs }, from),
      reason('context-given', 'met', { artifacts: contextPackage.artifactHashes.length }, from),
      ...reasons.filter(({ id }) => id === 'membership-needed' || id === 'member-provisional'),
    ],
    basis: undefined,
  };
}
