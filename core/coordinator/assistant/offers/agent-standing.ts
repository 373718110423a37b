// Whether an Agent may be offered work of a Group at all, whatever the work: card, Membership, presence, room. Each finding names
// the record it comes from (IDN-006, MEM-004, WORK-024).
import { currentMemberships } from '../../../domain/members.ts';
import { memberKey, ORGANIZATION, SINGLE, type World } from '../../../domain/world.ts';
import type { OrganizationPolicy } from '../../../domain/decision.ts';
import type { AgentCard, Membership, PresenceRecord } from '../../../protocol/generated/documents.ts';
import { Moment, msOf } from '../../desk/moment.ts';
import type { AgentHistory } from './agent-history.ts';
import { type OfferReason, reason, recordReference } from './offer-reasons.ts';
import type { RankingSettings } from './offer-settings.ts';
import type { RankingMemo } from './ranking-memo.ts';

/** Everything that a ranking looks at. */
export interface OfferScene {
  readonly world: World;
  readonly groupId: string;
  /** The Authority's time, in whole milliseconds since 1970. */
  readonly nowMs: number;
  readonly policy: Pick<OrganizationPolicy, 'cooperation'>;
  /** Agent Cards that the state does not hold; one in the state counts before them. */
  readonly cards: ReadonlyMap<string, AgentCard>;
  /** Nobody else is asked, such as only the Workers that a brief names; everybody may be when left out. */
  readonly among?: ReadonlySet<string> | undefined;
  /** By Agent. */
  readonly presence: ReadonlyMap<string, PresenceRecord>;
  /** Folded from the log up to the state. */
  readonly history: AgentHistory;
  readonly ranking: RankingSettings;
  /** Shared by the rankings of one moment; whoever gives one lets nothing move meanwhile. */
  readonly memo?: RankingMemo | undefined;
}

export interface AgentStanding {
  readonly agentId: string;
  readonly card: AgentCard | undefined;
  readonly reasons: readonly OfferReason[];
  readonly isEligible: boolean;
  /** Nobody knows whether it would hear an offer now: it comes after those that would. */
  readonly isUnheard: boolean;
  /** The Membership has to be granted first. */
  readonly needsMembership: boolean;
  /** When it could begin; undefined where nobody can say. */
  readonly startMs: number | undefined;
  /** Time alone changes all this no earlier. */
  readonly nextMs: number;
}

/** What a Worker must be allowed to do (MEM-010). */
const NEEDED_SCOPES = {
  worker: ['work.accept_offer', 'work.execute'],
  reviewer: ['work.accept_offer', 'work.review'],
} as const;

/** Ids of all Agents that may be asked and whose cards are known, in order. */
export function knownAgentIds({
  world,
  cards,
  among,
}: Pick<OfferScene, 'world' | 'cards' | 'among'>): readonly string[] {
  const ids = new Set(cards.keys());
  for (const [agentId] of world.list('agent', ORGANIZATION)) ids.add(agentId);
  return [...ids].filter((agentId) => among === undefined || among.has(agentId)).toSorted();
}

/** The card of an Agent, as the state or the Registry has it. */
export function cardOf({ world, cards }: OfferScene, agentId: string): AgentCard | undefined {
  return world.get('agent', ORGANIZATION, agentId)?.card ?? cards.get(agentId);
}

export function standingOf(scene: OfferScene, agentId: string): AgentStanding {
  const moment = new Moment(scene.nowMs);
  const card = cardOf(scene, agentId);
  const heard = heardOf(scene, agentId, moment);
  const membership = judgeMembership(scene, agentId, moment);
  const slots = judgeSlots(scene, agentId, card, heard.presence);
  const reasons = [
    judgeCard(card, agentId, moment),
    ...judgeRole(scene, agentId),
    ...membership.reasons,
    heard.reason,
    ...judgeQueue(scene, agentId),
    slots.reason,
  ];
  return {
    agentId,
    card,
    reasons,
    isEligible: card !== undefined && reasons.every(({ verdict }) => verdict !== 'unmet'),
    isUnheard: heard.reason.verdict === 'unknown',
    needsMembership: membership.isNeeded,
    startMs: slots.startMs,
    nextMs: moment.nextMs,
  };
}

function judgeCard(card: AgentCard | undefined, agentId: string, moment: Moment): OfferReason {
  // Without a card nothing is known of the Agent, and a capability that is only claimed counts for nothing (IDN-001).
  if (card === undefined) return reason('card-unknown', 'unknown', { agentId });
  const { cardVersion, status, validUntil } = card;
  const from = { type: 'agent-card', agentId, cardVersion } as const;
  if (status !== 'active') {
    return reason(status === 'revoked' ? 'card-revoked' : 'card-deprecated', 'unmet', { cardVersion }, from);
  }
  if (validUntil !== undefined && moment.hasReached(msOf(validUntil))) {
    return reason('card-expired', 'unmet', { cardVersion, endedAtMs: msOf(validUntil) }, from);
  }
  return reason('card-active', 'met', { cardVersion }, from);
}

/** The Coordinator plans and judges; it is no candidate for its own offers (CRD-006). */
function* judgeRole({ world, groupId }: OfferScene, agentId: string): Generator<OfferReason> {
  if (world.get('mission', groupId, SINGLE)?.document.coordinator.agentId !== agentId) return;
  yield reason('is-coordinator', 'unmet', { agentId }, recordReference('mission', groupId, SINGLE));
}

function judgeMembership(
  { world, groupId }: OfferScene,
  agentId: string,
  moment: Moment,
): { readonly reasons: readonly OfferReason[]; readonly isNeeded: boolean } {
  const actor = { type: 'agent', id: agentId } as const;
  const memberships = currentMemberships(world, groupId, actor, moment.now).filter(isWorking);
  const membership = memberships.find(({ state }) => state === 'active') ?? memberships[0];
  if (membership === undefined) {
    // It can be granted with the offer, and its scopes with it (MEM-004).
    const isKnown = world.get('member', groupId, memberKey(actor)) !== undefined;
    const from = isKnown ? [recordReference('member', groupId, memberKey(actor))] : [];
    return { reasons: [reason('membership-needed', 'met', { agentId }, ...from)], isNeeded: true };
  }
  const { membershipId, membershipEpoch, role, state, provisionalExpiresAt, scopes } = membership;
  const from = recordReference('membership', groupId, membershipId);
  const values = { role, membershipEpoch };
  const endsAtMs = provisionalExpiresAt === undefined ? undefined : msOf(provisionalExpiresAt);
  const missing = NEEDED_SCOPES[role === 'reviewer' ? 'reviewer' : 'worker'].find(
    (scope) => !scopes.includes(scope),
  );
  return {
    isNeeded: false,
    reasons: [
      state === 'provisional' && endsAtMs !== undefined && !moment.hasReached(endsAtMs)
        ? reason('member-provisional', 'met', { ...values, endsAtMs }, from)
        : reason('member', 'met', values, from),
      missing === undefined
        ? reason('scopes-hold', 'met', { role }, from)
        : reason('scope-missing', 'unmet', { role, scope: missing }, from),
    ],
  };
}

function isWorking({ role }: Membership): boolean {
  return role === 'worker' || role === 'reviewer';
}

/** What the Agent says of itself, while it may still be believed: presence past its end says nothing (DOC-PRES-14). */
function heardOf(
  { world, presence }: OfferScene,
  agentId: string,
  moment: Moment,
): { readonly presence: PresenceRecord | undefined; readonly reason: OfferReason } {
  const record = presence.get(agentId);
  if (record === undefined)
    return { presence: undefined, reason: reason('presence-unknown', 'unknown', { agentId }) };
  const { sessionEpoch, status, lastHeartbeat, expiresAt } = record;
  const from = { type: 'presence', agentId, lastHeartbeat } as const;
  const current = world.get('session', ORGANIZATION, agentId)?.sessionEpoch ?? sessionEpoch;
  if (moment.hasReached(msOf(expiresAt)) || sessionEpoch < current) {
    const heardAtMs = msOf(lastHeartbeat);
    return { presence: undefined, reason: reason('presence-stale', 'unknown', { heardAtMs }, from) };
  }
  if (status !== 'online' && status !== 'busy') {
    return { presence: undefined, reason: reason('presence-away', 'unmet', { status }, from) };
  }
  return { presence: record, reason: reason('present', 'met', { status }, from) };
}

/** Room in the queue, across Groups: acceptance would be refused without it (POL-003). */
function* judgeQueue({ world, policy }: OfferScene, agentId: string): Generator<OfferReason> {
  const queued = world.get('workload', ORGANIZATION, agentId)?.queued ?? 0;
  const limit = policy.cooperation.queuedWorkItems;
  if (queued < limit) return;
  yield reason('queue-full', 'unmet', { queued, limit }, recordReference('workload', ORGANIZATION, agentId));
}

function judgeSlots(
  { history, groupId, ranking, nowMs }: OfferScene,
  agentId: string,
  card: AgentCard | undefined,
  presence: PresenceRecord | undefined,
): { readonly reason: OfferReason; readonly startMs: number | undefined } {
  if (presence !== undefined) {
    const { availableSlots, maxSlots, queuedItems } = presence.capacity;
    const from = { type: 'presence', agentId, lastHeartbeat: presence.lastHeartbeat } as const;
    const values = { availableSlots, maxSlots, queuedItems };
    if (availableSlots > 0) return { reason: reason('free-slots', 'met', values, from), startMs: nowMs };
    const hasRoom = queuedItems < ranking.queueDepth;
    return {
      reason: reason(hasRoom ? 'queues' : 'no-slot', hasRoom ? 'met' : 'unmet', values, from),
      startMs: undefined,
    };
  }
  // An Agent that is not heard: its own work in this Group is all that the log tells.
  const held = history.heldBy(groupId, agentId);
  const maxSlots = card?.maxConcurrency ?? 0;
  const values = { held, maxSlots };
  if (card === undefined || held < maxSlots + ranking.queueDepth) {
    return { reason: reason('slots-unknown', 'unknown', values), startMs: undefined };
  }
  const from = { type: 'agent-card', agentId, cardVersion: card.cardVersion } as const;
  return { reason: reason('no-slot', 'unmet', values, from), startMs: undefined };
}
