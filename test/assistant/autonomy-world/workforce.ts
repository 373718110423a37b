// All Workers of a world: they hear of offers, answer or do not, and carry on with what they have accepted. What each of them says
// of itself goes to whoever listens.
import { SINGLE, type WorkItemRecord } from '../../../core/domain/world.ts';
import type { Event, PresenceRecord, WorkItem } from '../../../core/protocol/generated/documents.ts';
import { OFFER_DECLINE_SCHEMA } from '../../../core/protocol/offer-decline.ts';
import { timeText } from '../../../core/simulation/documents.ts';
import { createRandom, type Random } from '../../../core/simulation/random.ts';
import { readReview } from '../../../core/coordinator/assistant/review/declared-checks.ts';
import { type Hand, type MissionPlan, MINUTE_MS } from './mission-plan.ts';
import type { SimulatedOrganization } from './organization.ts';
import { SERVICE } from './people.ts';
import { Term } from './term.ts';
import type { Behaviour, Trouble } from './troubles.ts';
import type { Truth } from './truth.ts';

const SECOND_MS = 1_000;
const HEARTBEAT_MS = 20 * MINUTE_MS;
/** Beyond this an Agent says no. */
const LONGEST_QUEUE = 3;

export interface HandState {
  readonly hand: Hand;
  readonly queue: Term[];
  active: number;
  isAway: boolean;
}

export class Workforce {
  readonly organization: SimulatedOrganization;
  readonly truth: Truth;
  readonly random: Random;
  private readonly plan: MissionPlan;
  private readonly states = new Map<string, HandState>();
  private readonly scripts = new Map<string, readonly Trouble[]>();
  private readonly asked = new Map<string, number>();
  private readonly spoiled = new Set<string>();
  /** By WorkItem: who holds it, as far as that one still cares. */
  private readonly terms = new Map<string, Term>();
  private readonly onPresence: (presence: PresenceRecord) => void;
  private readonly workMs = new Map<string, number>();

  constructor(
    organization: SimulatedOrganization,
    plan: MissionPlan,
    truth: Truth,
    seed: number,
    onPresence: (presence: PresenceRecord) => void,
  ) {
    this.organization = organization;
    this.plan = plan;
    this.truth = truth;
    this.random = createRandom(seed, 2);
    this.onPresence = onPresence;
    for (const hand of plan.hands)
      this.states.set(hand.principal.actor.id, { hand, queue: [], active: 0, isAway: false });
    for (const { planned, script, workMs } of plan.items) {
      this.scripts.set(planned.workItemId, script);
      this.workMs.set(planned.workItemId, workMs);
    }
    organization.onEvents((events) => {
      for (const event of events) this.hear(event);
    });
  }

  begin(): void {
    for (const state of this.states.values()) {
      this.speak(state);
      if (state.hand.manner !== 'silent') this.beat(state);
    }
  }

  /** How long a piece of work takes an Agent. */
  durationOf(workItemId: string, { hand }: HandState): number {
    const plannedMs = this.workMs.get(workItemId) ?? (2 + this.random.below(8)) * MINUTE_MS;
    return Math.round(plannedMs * hand.pace);
  }

  record(groupId: string, workItemId: string): WorkItemRecord | undefined {
    return this.organization.authority.world.get('workItem', groupId, workItemId);
  }

  /** A term is over, whatever came of it. */
  release(state: HandState, term: Term): void {
    if (this.terms.get(term.key) === term) this.terms.delete(term.key);
    const at = state.queue.indexOf(term);
    if (at !== -1) state.queue.splice(at, 1);
    if (term.holdsSlot) {
      term.holdsSlot = false;
      state.active -= 1;
    }
    this.speak(state);
    this.startNext(state);
  }

  /** Whoever waits may begin, one for each free slot. */
  startNext(state: HandState): void {
    const next = state.queue.find((term) => term.isReady);
    if (next === undefined || state.active >= state.hand.slots) return;
    state.queue.splice(state.queue.indexOf(next), 1);
    state.active += 1;
    next.holdsSlot = true;
    this.organization.after((5 + this.random.below(20)) * SECOND_MS, () => next.start());
    this.speak(state);
    this.startNext(state);
  }

  /** Back to the queue, with the slot given back. */
  requeue(state: HandState, term: Term): void {
    if (term.holdsSlot) {
      term.holdsSlot = false;
      state.active -= 1;
    }
    if (!state.queue.includes(term)) state.queue.push(term);
    this.speak(state);
  }

  private hear(event: Event): void {
    const { kind, groupId } = event;
    const { workItem } = event.payload as { readonly workItem?: WorkItem };
    if (groupId === undefined) return;
    if (kind === 'work.offer.created' && workItem !== undefined) this.hearOffer(groupId, workItem);
    const workItemId = workItem?.workItemId ?? event.workItemId;
    const term = workItemId === undefined ? undefined : this.terms.get(`${groupId} ${workItemId}`);
    if (term === undefined) return;
    if (kind === 'work.unblocked' && workItem?.state === 'queued') term.unblock();
    if (kind === 'approval.execution.granted') term.approve();
    if (kind === 'work.failed' || kind === 'work.cancelled' || kind === 'work.result.accepted') term.end();
    if (kind === 'mission.child.created') term.end();
  }

  private hearOffer(groupId: string, { workItemId, offers = [], contract }: WorkItem): void {
    for (const { offerId, agentId, status } of offers) {
      const state = this.states.get(agentId);
      if (state === undefined || status !== 'pending' || this.asked.has(offerId)) continue;
      this.asked.set(offerId, 1);
      const behaviour = this.behaviourFor(state, groupId, workItemId, readReview(contract) !== undefined);
      const delayMs = (2 + this.random.below(40)) * SECOND_MS;
      this.organization.after(delayMs, () =>
        this.answer(state, { groupId, workItemId, offerId, behaviour, delayMs }),
      );
    }
  }

  private behaviourFor(
    { hand }: HandState,
    groupId: string,
    workItemId: string,
    isReview: boolean,
  ): Behaviour {
    if (hand.manner === 'refuses') return 'declines';
    if (hand.manner === 'silent') return 'ignores';
    const key = `${groupId} ${workItemId}`;
    const count = this.asked.get(key) ?? 0;
    this.asked.set(key, count + 1);
    if (hand.manner === 'sloppy' && !isReview) {
      const spoil = `${key} ${hand.principal.actor.id}`;
      if (!this.spoiled.has(spoil)) {
        this.spoiled.add(spoil);
        return 'wrong-hash';
      }
    }
    let script = this.scripts.get(workItemId);
    if (script === undefined) {
      // Reviews and the work of children, which no plan knows.
      const { hardness } = this.plan;
      const trouble = this.random.pick(['declines', 'ignores', 'vanishes', 'fails', 'blocks'] as const);
      script = isReview && this.random.chance(hardness / 2) ? [trouble] : [];
      this.scripts.set(workItemId, script);
    }
    return script[count] ?? 'good';
  }

  private async answer(
    state: HandState,
    offer: {
      readonly groupId: string;
      readonly workItemId: string;
      readonly offerId: string;
      readonly behaviour: Behaviour;
      readonly delayMs: number;
    },
  ): Promise<void> {
    const { organization } = this;
    const { groupId, workItemId, offerId, behaviour } = offer;
    const isFull = state.queue.length >= LONGEST_QUEUE;
    if (state.isAway || behaviour === 'ignores') return;
    if (behaviour === 'declines' || isFull) {
      await this.decline(state, groupId, workItemId, offerId, isFull ? 'capacity' : 'other');
      return;
    }
    const record = this.record(groupId, workItemId);
    const expiresAt = record?.document.offers?.find((each) => each.offerId === offerId)?.expiresAt;
    if (expiresAt === undefined) return;
    const term = new Term(this, state, groupId, workItemId, behaviour);
    if (behaviour === 'accepts-late') {
      organization.at(Date.parse(expiresAt) + 20 * SECOND_MS, () => term.accept(offerId));
      return;
    }
    await term.accept(offerId);
  }

  /** An accepted term: the Agent carries on as soon as it has a slot. */
  take(state: HandState, term: Term): void {
    this.terms.set(term.key, term);
    state.queue.push(term);
    this.speak(state);
    this.startNext(state);
  }

  private async decline(
    { hand }: HandState,
    groupId: string,
    workItemId: string,
    offerId: string,
    reason: string,
  ): Promise<void> {
    const conversationId = this.record(groupId, workItemId)?.document.conversationId;
    if (conversationId === undefined) return;
    const data = { workItemId, offerId, reason };
    await this.organization.act(
      'message.post',
      hand.principal,
      {
        messageId: this.organization.newId('message'),
        content: [{ type: 'data_ref', schema: OFFER_DECLINE_SCHEMA, data }],
      },
      { groupId, conversationId },
    );
  }

  /** Presence again and again; now and then somebody goes away for a while, and says so. */
  private beat(state: HandState): void {
    this.organization.after(HEARTBEAT_MS, () => {
      if (state.active === 0 && state.queue.length === 0 && this.random.chance(0.08)) {
        state.isAway = true;
        this.organization.after((10 + this.random.below(40)) * MINUTE_MS, () => {
          state.isAway = false;
          this.speak(state);
        });
      }
      this.speak(state);
      this.beat(state);
    });
  }

  /** Loses and takes up again the Session of an Agent. */
  async replaceSession({ hand }: HandState): Promise<void> {
    await this.organization.mustAct('ext.missionweaveprotocol.identity.session_open', SERVICE, {
      agentId: hand.principal.actor.id,
    });
  }

  private speak({ hand, active, queue, isAway }: HandState): void {
    const { nowMs, authority } = this.organization;
    const agentId = hand.principal.actor.id;
    this.onPresence({
      agentId,
      sessionEpoch: authority.world.get('session', SINGLE, agentId)?.sessionEpoch ?? 1,
      status: isAway ? 'offline' : active >= hand.slots ? 'busy' : 'online',
      capacity: {
        maxSlots: hand.slots,
        activeSlots: active,
        availableSlots: Math.max(0, hand.slots - active),
        queuedItems: queue.length,
      },
      capabilityAvailability: [],
      lastHeartbeat: timeText(nowMs),
      expiresAt: timeText(nowMs + 2.5 * HEARTBEAT_MS),
    });
  }
}
