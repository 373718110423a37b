// Whether a WorkItem can be offered now, and why it comes to an offer: first, next, after a failure or after a lost lease. Only the
// log and the clock decide, so that a chain of offers goes on after any break (WORK-T03, WORK-022, FLR-001).
import { DIMENSIONS, findReservationExcess, limitsOf } from '../../../domain/budget.ts';
import { nowAt } from '../../../domain/decision.ts';
import { isRunning } from '../../../domain/offers.ts';
import { liveHoldingLease } from '../../../domain/ownership.ts';
import { SINGLE, type WorkItemRecord } from '../../../domain/world.ts';
import type { WorkOffer } from '../../../protocol/generated/documents.ts';
import { msOf } from '../../desk/moment.ts';
import type { OfferScene } from './agent-standing.ts';
import { roomOf } from './item-needs.ts';
import { type OfferReason, reason, recordReference } from './offer-reasons.ts';
import type { OfferSettings } from './offer-settings.ts';

/** What keeps an item from being offered now. */
export interface OfferHindrance {
  /** `wait`: time or somebody's work will bring it; `escalate`: a person has to decide; `nothing`: there is no offer to make. */
  readonly verdict: 'wait' | 'escalate' | 'nothing';
  readonly reason: OfferReason;
  readonly recheckAtMs: number | undefined;
}

export function findOfferHindrance(
  scene: OfferScene,
  record: WorkItemRecord,
  settings: OfferSettings,
): OfferHindrance | undefined {
  for (const find of [
    findState,
    findOwner,
    findDependency,
    findDeadline,
    findRunning,
    findLimit,
    findBudget,
  ]) {
    const found = find(scene, record, settings);
    if (found !== undefined) return found;
  }
  return undefined;
}

type Find = (
  scene: OfferScene,
  record: WorkItemRecord,
  settings: OfferSettings,
) => OfferHindrance | undefined;

const findState: Find = ({ world, groupId }, record) => {
  const { state, workItemId } = record.document;
  const mission = world.get('mission', groupId, SINGLE)?.document;
  const item = recordReference('workItem', groupId, workItemId);
  if (mission?.state !== 'active') {
    const from = recordReference('mission', groupId, SINGLE);
    return hinder('nothing', reason('mission-not-active', 'unmet', { state: mission?.state ?? '' }, from));
  }
  if (state === 'verified' || state === 'cancelled') {
    return hinder('nothing', reason('item-over', 'unmet', { state }, item));
  }
  if (state === 'submitted') return hinder('nothing', reason('item-submitted', 'unmet', {}, item));
  if (record.childGroupId === undefined) return undefined;
  return hinder('nothing', reason('item-has-child', 'unmet', {}, item));
};

const findOwner: Find = ({ world, groupId, nowMs }, record) => {
  const lease = liveHoldingLease(world, record, nowAt(nowMs));
  if (lease === undefined) return undefined;
  const values = { agentId: lease.holderAgentId, endsAtMs: msOf(lease.expiresAt) };
  const from = recordReference('lease', groupId, lease.leaseId);
  return hinder('wait', reason('item-owned', 'unmet', values, from), msOf(lease.expiresAt));
};

/** Execution waits for the work before it (WORK-042); an Agent that accepts earlier only holds a lease. */
const findDependency: Find = ({ world, groupId }, { document }, { isOfferedAhead }) => {
  if (isOfferedAhead) return undefined;
  const open = document.contract.dependencyWorkItemIds.filter(
    (id) => world.get('workItem', groupId, id)?.document.state !== 'verified',
  );
  const [first] = open;
  if (first === undefined) return undefined;
  const from = open.map((id) => recordReference('workItem', groupId, id));
  return hinder('wait', reason('item-waits', 'unmet', { count: open.length, first }, ...from));
};

const findDeadline: Find = (scene, record, settings) => {
  const { groupId, workItemId, contract } = record.document;
  const deadlineAtMs = msOf(contract.deadline);
  const from = recordReference('workItem', groupId, workItemId);
  if (deadlineAtMs <= scene.nowMs) {
    return hinder('escalate', reason('deadline-passed', 'unmet', { deadlineAtMs }, from));
  }
  if (offerSecondsFor(scene, record, settings) >= settings.minOfferSeconds) return undefined;
  return hinder('escalate', reason('deadline-too-near', 'unmet', { deadlineAtMs }, from));
};

const findRunning: Find = (scene, record) => {
  const { groupId, workItemId } = record.document;
  const [running] = openOffers(scene, record);
  if (running === undefined) return undefined;
  const endsAtMs = msOf(running.expiresAt);
  const from = recordReference('workItem', groupId, workItemId);
  return hinder(
    'wait',
    reason('offer-running', 'unmet', { agentId: running.agentId, endsAtMs }, from),
    endsAtMs,
  );
};

/** Bounded: so many terms as the contract allows attempts (WORK-055), and so many offers in one round. */
const findLimit: Find = (scene, record, { maxAsksPerRound }) => {
  const { groupId, workItemId, contract } = record.document;
  const lost = scene.history.lostTermsOf(groupId, workItemId);
  const { maxAttempts } = contract.retryPolicy;
  if (lost.length >= maxAttempts) {
    const values = { count: lost.length, most: maxAttempts };
    return hinder('escalate', reason('attempts-spent', 'unmet', values, ...lost));
  }
  const asked = askedInRound(scene, record);
  if (asked < maxAsksPerRound) return undefined;
  const events = [...scene.history.asksOf(groupId, workItemId).values()].flatMap((each) => each.events);
  return hinder(
    'escalate',
    reason('asks-spent', 'unmet', { count: asked, most: maxAsksPerRound }, ...events),
  );
};

/** Room in every account above, also for the reservation that a failed item takes up again (OPEN-051). */
const findBudget: Find = ({ world, groupId }, { document, parentWorkItemId }) => {
  const { workItemId, contract, state, missionId } = document;
  const own = { groupId, id: workItemId };
  const limits = limitsOf(contract.budget);
  if (limits === undefined) return undefined;
  if (state === 'failed') {
    if (
      parentWorkItemId !== undefined &&
      world.get('account', groupId, parentWorkItemId)?.isClosed === true
    ) {
      const from = recordReference('workItem', groupId, parentWorkItemId);
      return hinder('escalate', reason('parent-over', 'unmet', { parentWorkItemId }, from));
    }
    const above = { groupId, id: parentWorkItemId ?? missionId };
    const excess = findReservationExcess(world, above, limits, own);
    if (excess !== undefined) {
      const { dimension, account, limit, wanted } = excess;
      const from = recordReference('account', account.groupId, account.id);
      const values = { dimension, accountId: account.id, limit, wanted };
      return hinder('escalate', reason('budget-reserved', 'unmet', values, from));
    }
  }
  const room = roomOf(world, own);
  const spent = DIMENSIONS.find((each) => limits[each] > 0 && room !== undefined && room[each].left <= 0);
  if (spent === undefined || room === undefined) return undefined;
  const { account, left } = room[spent];
  const from = recordReference('account', account.groupId, account.id);
  const values = { dimension: spent, accountId: account.id, left };
  return hinder('escalate', reason('budget-exhausted', 'unmet', values, from));
};

function hinder(
  verdict: OfferHindrance['verdict'],
  because: OfferReason,
  recheckAtMs?: number,
): OfferHindrance {
  return { verdict, reason: because, recheckAtMs };
}

/** How long an offer stands: never beyond the work's own end. */
export function offerSecondsFor(
  { nowMs }: OfferScene,
  { document }: WorkItemRecord,
  { offerSeconds }: OfferSettings,
): number {
  return Math.min(offerSeconds, Math.floor((msOf(document.contract.deadline) - nowMs) / 1_000));
}

/** Offers that somebody may still accept and has not said no to, in the log or in a Message (OPEN-037). */
function openOffers(
  { history, groupId, nowMs }: OfferScene,
  { document }: WorkItemRecord,
): readonly WorkOffer[] {
  const { state, offers = [], workItemId } = document;
  if (state !== 'offered') return [];
  const asks = history.asksOf(groupId, workItemId);
  return offers.filter(
    (offer) => isRunning(offer, nowAt(nowMs)) && asks.get(offer.agentId)?.declinedBy === undefined,
  );
}

/** Offers made in the present round. */
export function askedInRound({ history, groupId }: OfferScene, { document }: WorkItemRecord): number {
  let asked = 0;
  for (const { count } of history.asksOf(groupId, document.workItemId).values()) asked += count;
  return asked;
}

/** Why there is an offer to make, and where the work goes on. */
export function causesOf(scene: OfferScene, record: WorkItemRecord): readonly OfferReason[] {
  const cause = causeOf(scene, record);
  const { groupId, workItemId } = record.document;
  const item = recordReference('workItem', groupId, workItemId);
  const { checkpoint } = record;
  if (checkpoint !== undefined) {
    const { phase, nextStep } = checkpoint;
    const values = { phase, ...(nextStep === undefined ? {} : { nextStep }) };
    return [cause, reason('resume-checkpoint', 'met', values, item)];
  }
  return cause.id === 'after-lost-lease' ? [cause, reason('resume-from-start', 'met', {}, item)] : [cause];
}

function causeOf({ history, groupId }: OfferScene, record: WorkItemRecord): OfferReason {
  const { workItemId, state, owner, offers = [] } = record.document;
  const item = recordReference('workItem', groupId, workItemId);
  if (owner !== undefined) {
    const { holdingLeaseId } = record;
    const from = holdingLeaseId === undefined ? item : recordReference('lease', groupId, holdingLeaseId);
    const values = { agentId: owner.agentId, ownershipEpoch: owner.ownershipEpoch };
    return reason('after-lost-lease', 'met', values, from);
  }
  const lost = history.lostTermsOf(groupId, workItemId);
  if (state === 'failed') return reason('after-failure', 'met', { count: lost.length }, ...lost);
  const last = offers.at(-1);
  if (last === undefined) return reason('first-offer', 'met', {}, item);
  const declinedBy = history.asksOf(groupId, workItemId).get(last.agentId)?.declinedBy;
  const values = { agentId: last.agentId, endedAtMs: msOf(last.expiresAt) };
  return declinedBy === undefined
    ? reason('next-after-expiry', 'met', values, item)
    : reason('next-after-decline', 'met', values, declinedBy);
}
