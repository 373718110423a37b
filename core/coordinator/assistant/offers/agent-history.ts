// What the log says of Agents: how their work has ended by capability, what they hold, what they were asked, how long it took and
// what it cost. Folded over Events, each in a time that does not grow with the log; every number keeps its Events.
import { addUsage, DIMENSIONS, type Limits, limitsOf, NO_USAGE } from '../../../domain/budget.ts';
import type { Event, EventPayloads, Lease, Usage, WorkItem } from '../../../protocol/generated/documents.ts';
import { declinesIn } from '../../../protocol/offer-decline.ts';
import { msOf } from '../../desk/moment.ts';
import type { EventReference } from '../proposal.ts';

/** How work of an Agent has ended; `late` counts besides the others. */
export const OUTCOMES = ['accepted', 'late', 'failed', 'lostLease', 'declined'] as const;

export type WorkOutcome = (typeof OUTCOMES)[number];

/**
 * What else happened to work of an Agent; none of it counts in a ranking. `reassigned`: another Agent took it up afterwards;
 * `sentBack`: what it had submitted was not accepted, which `failed` counts as well (F3); `budgetSpent`: a ceiling of its contract
 * was used up, and an Authority lets nobody go above one (BUD-008).
 */
export const OBSERVATIONS = ['reassigned', 'sentBack', 'budgetSpent'] as const;

export type WorkObservation = (typeof OBSERVATIONS)[number];

export type ObservedWork = { readonly [Each in WorkObservation]: readonly EventReference[] };

/** The record of one Agent with one capability in one Group. */
export interface TrackRecord {
  readonly events: { readonly [Each in WorkOutcome]: readonly EventReference[] };
  /** Of accepted work: from the acceptance of the offer to the submission. */
  readonly durationMs: number;
  /** Of accepted work that was metered. */
  readonly usage: Usage;
  readonly meteredItems: number;
}

/** How often an Agent was asked to take a WorkItem since its present round began. */
export interface Asks {
  readonly count: number;
  readonly events: readonly EventReference[];
  /** The Event by which it said no to the last offer. */
  readonly declinedBy: EventReference | undefined;
  /** Until when that no holds: for the whole round (Infinity), or while the offer stood for which it had no room just then. */
  readonly declinedUntilMs: number;
}

/** Whether it has said no, and that still holds. */
export function hasDeclined({ declinedBy, declinedUntilMs }: Asks, nowMs: number): boolean {
  return declinedBy !== undefined && nowMs < declinedUntilMs;
}

/** What an Event has changed here. */
export interface HistoryTouch {
  readonly groupId: string;
  readonly workItemId: string | undefined;
  readonly agentIds: ReadonlySet<string>;
}

export type LoggedFact = Omit<Event, 'signature'>;

interface MutableTrack {
  events: { [Each in WorkOutcome]: EventReference[] };
  durationMs: number;
  usage: Usage;
  meteredItems: number;
}

interface Term {
  readonly agentId: string;
  readonly capabilityIds: readonly string[];
  readonly deadlineMs: number;
  readonly acceptedAtMs: number;
  submittedAtMs: number | undefined;
  usage: Usage;
  /** Undefined where the budget is no exact number. */
  readonly limits: Limits | undefined;
  isBudgetSpent: boolean;
  readonly acceptedBy: EventReference;
}

interface MadeOffer {
  readonly workItemId: string;
  readonly agentId: string;
  readonly capabilityIds: readonly string[];
  readonly endsAtMs: number;
  isDeclined: boolean;
}

interface Assignment {
  readonly agentId: string;
  readonly event: EventReference;
}

interface GroupHistory {
  readonly tracks: Map<string, Map<string, MutableTrack>>;
  /** By Agent: its queued and active WorkItems, each with the Event by which it accepted. */
  readonly held: Map<string, Map<string, EventReference>>;
  /** The newest assignments, the oldest first; `assigned` counts them by Agent. */
  readonly window: Assignment[];
  readonly assigned: Map<string, number>;
  readonly terms: Map<string, Term>;
  /** By WorkItem: the term that ended last. */
  readonly endedTerms: Map<string, Term>;
  readonly observed: Map<string, Map<string, { [Each in WorkObservation]: EventReference[] }>>;
  readonly offers: Map<string, MadeOffer>;
  readonly rounds: Map<string, Map<string, Asks>>;
  readonly lostTerms: Map<string, EventReference[]>;
}

const NO_ASKS: ReadonlyMap<string, Asks> = new Map();

/** The fold. `fairnessWindow` is the number of assignments that fairness looks back on. */
export class AgentHistory {
  private readonly fairnessWindow: number;
  private readonly groups = new Map<string, GroupHistory>();

  constructor(fairnessWindow: number) {
    this.fairnessWindow = fairnessWindow;
  }

  /** The record with one capability; undefined while nothing has ended. */
  trackOf(groupId: string, agentId: string, capabilityId: string): TrackRecord | undefined {
    return this.groups.get(groupId)?.tracks.get(agentId)?.get(capabilityId);
  }

  /** What else happened to its work with one capability. */
  observedOf(groupId: string, agentId: string, capabilityId: string): ObservedWork | undefined {
    return this.groups.get(groupId)?.observed.get(agentId)?.get(capabilityId);
  }

  /** The capabilities with which the log of a Group knows work of an Agent. */
  capabilitiesOf(groupId: string, agentId: string): ReadonlySet<string> {
    const group = this.groups.get(groupId);
    return new Set([
      ...(group?.tracks.get(agentId)?.keys() ?? []),
      ...(group?.observed.get(agentId)?.keys() ?? []),
    ]);
  }

  /** WorkItems that an Agent has queued and active in a Group. */
  heldBy(groupId: string, agentId: string): number {
    return this.groups.get(groupId)?.held.get(agentId)?.size ?? 0;
  }

  /** The Events by which it accepted what it holds. */
  heldEvents(groupId: string, agentId: string): readonly EventReference[] {
    return [...(this.groups.get(groupId)?.held.get(agentId)?.values() ?? [])];
  }

  /** How many of the newest assignments of a Group went to an Agent. */
  assignedTo(groupId: string, agentId: string): number {
    return this.groups.get(groupId)?.assigned.get(agentId) ?? 0;
  }

  /** The Events of those assignments. */
  assignmentEvents(groupId: string, agentId: string): readonly EventReference[] {
    const assignments = this.groups.get(groupId)?.window ?? [];
    return assignments.filter((each) => each.agentId === agentId).map(({ event }) => event);
  }

  /** Who was asked to take a WorkItem in its present round. */
  asksOf(groupId: string, workItemId: string): ReadonlyMap<string, Asks> {
    return this.groups.get(groupId)?.rounds.get(workItemId) ?? NO_ASKS;
  }

  /** The Events that ended terms of a WorkItem without a result: failures and lost leases. */
  lostTermsOf(groupId: string, workItemId: string): readonly EventReference[] {
    return this.groups.get(groupId)?.lostTerms.get(workItemId) ?? [];
  }

  /** Takes the next Event of a log. */
  take(event: LoggedFact): HistoryTouch | undefined {
    const { groupId, sequence } = event;
    if (groupId === undefined || sequence === undefined) return undefined;
    const agentIds = new Set<string>();
    const step: Step = {
      event,
      reference: { type: 'event', groupId, eventId: event.eventId, sequence },
      group: this.groupOf(groupId),
      agentIds,
      atMs: msOf(event.occurredAt),
    };
    const workItemId = this.fold(step);
    return workItemId === undefined && agentIds.size === 0 ? undefined : { groupId, workItemId, agentIds };
  }

  private fold(step: Step): string | undefined {
    const { event, group } = step;
    if (event.kind === 'message.posted') return foldMessage(step);
    if (event.kind === 'ext.missionweaveprotocol.core.resource_usage_recorded') {
      const { workItemId, usageDelta } = event.payload as unknown as EventPayloads[typeof event.kind];
      const term = group.terms.get(workItemId);
      if (term !== undefined) {
        term.usage = addUsage(term.usage, usageDelta);
        noteSpentBudget(step, term);
      }
      return workItemId;
    }
    const { workItem } = event.payload as { readonly workItem?: WorkItem };
    if (workItem === undefined) return undefined;
    const { workItemId } = workItem;
    if (event.kind === 'work.offer.accepted') this.beginTerm(step, workItem);
    else foldWork(step, workItem);
    if (event.kind === 'work.offer.created') foldOffers(step, workItem);
    if (event.kind === 'work.contract.revised') group.rounds.delete(workItemId);
    moveHeld(step, workItem);
    return workItemId;
  }

  private beginTerm(step: Step, { workItemId, owner, contract }: WorkItem): void {
    if (owner === undefined) return;
    const { group, atMs, agentIds } = step;
    const { agentId } = owner;
    group.rounds.delete(workItemId);
    const former = group.endedTerms.get(workItemId);
    if (former !== undefined && former.agentId !== agentId) observe(step, former, 'reassigned');
    group.terms.set(workItemId, {
      agentId,
      capabilityIds: contract.requiredCapabilities.map(({ id }) => id),
      deadlineMs: msOf(contract.deadline),
      acceptedAtMs: atMs,
      submittedAtMs: undefined,
      usage: NO_USAGE,
      limits: limitsOf(contract.budget),
      isBudgetSpent: false,
      acceptedBy: step.reference,
    });
    agentIds.add(agentId);
    group.window.push({ agentId, event: step.reference });
    count(group.assigned, agentId, 1);
    if (group.window.length <= this.fairnessWindow) return;
    const oldest = group.window.shift();
    if (oldest === undefined) return;
    count(group.assigned, oldest.agentId, -1);
    agentIds.add(oldest.agentId);
  }

  private groupOf(groupId: string): GroupHistory {
    const known = this.groups.get(groupId);
    if (known !== undefined) return known;
    const group: GroupHistory = {
      tracks: new Map(),
      held: new Map(),
      window: [],
      assigned: new Map(),
      terms: new Map(),
      endedTerms: new Map(),
      observed: new Map(),
      offers: new Map(),
      rounds: new Map(),
      lostTerms: new Map(),
    };
    this.groups.set(groupId, group);
    return group;
  }
}

interface Step {
  readonly event: LoggedFact;
  readonly reference: EventReference;
  readonly group: GroupHistory;
  readonly agentIds: Set<string>;
  readonly atMs: number;
}

/** What an Event says of the term under way. Children and propagation end terms that nobody is to blame or praise for. */
function foldWork(step: Step, { workItemId, owner }: WorkItem): void {
  const { event, group, atMs } = step;
  const term = group.terms.get(workItemId);
  if (term === undefined) return;
  const { childMissionId } = event.payload as { readonly childMissionId?: string };
  switch (event.kind) {
    case 'work.submitted':
      term.submittedAtMs = atMs;
      if (atMs > term.deadlineMs) note(step, term, 'late');
      return;
    case 'work.result.accepted':
      if (childMissionId === undefined) noteAccepted(step, term);
      endTerm(step, workItemId, term);
      return;
    case 'work.failed':
      if (childMissionId === undefined && event.cause.type === 'command') {
        noteLost(step, workItemId, term, 'failed');
        if (term.submittedAtMs !== undefined) observe(step, term, 'sentBack');
      }
      endTerm(step, workItemId, term);
      return;
    case 'work.offer.created':
    case 'work.unblocked':
      // Offered or opened anew while somebody had it: the lease had run out (WORK-T03, WORK-T10).
      if (owner !== undefined) return;
      if (hasLostLease(event)) noteLost(step, workItemId, term, 'lostLease');
      endTerm(step, workItemId, term);
      return;
    default:
      if (owner === undefined) endTerm(step, workItemId, term);
  }
}

function hasLostLease({ payload }: LoggedFact): boolean {
  const { closedLeases = [], lease } = payload as {
    readonly closedLeases?: readonly Lease[];
    readonly lease?: Lease;
  };
  return [...closedLeases, ...(lease === undefined ? [] : [lease])].some(
    ({ leaseType, state }) => leaseType !== 'coordinator' && state !== 'active',
  );
}

function endTerm({ group, agentIds }: Step, workItemId: string, term: Term): void {
  const { agentId } = term;
  group.held.get(agentId)?.delete(workItemId);
  group.terms.delete(workItemId);
  group.endedTerms.set(workItemId, term);
  agentIds.add(agentId);
}

function moveHeld({ group, agentIds }: Step, { workItemId, state }: WorkItem): void {
  const term = group.terms.get(workItemId);
  if (term === undefined) return;
  const { agentId, acceptedBy } = term;
  const held = group.held.get(agentId) ?? new Map<string, EventReference>();
  const isHeld = state === 'queued' || state === 'active';
  if (held.has(workItemId) === isHeld) return;
  if (isHeld) held.set(workItemId, acceptedBy);
  else held.delete(workItemId);
  group.held.set(agentId, held);
  agentIds.add(agentId);
}

function foldOffers(step: Step, { workItemId, offers = [], contract }: WorkItem): void {
  const { group } = step;
  for (const { offerId, agentId, status, expiresAt, declineReason } of offers) {
    if (status === 'pending' && !group.offers.has(offerId)) {
      const capabilityIds = contract.requiredCapabilities.map(({ id }) => id);
      const endsAtMs = msOf(expiresAt);
      group.offers.set(offerId, { workItemId, agentId, capabilityIds, endsAtMs, isDeclined: false });
      ask(step, workItemId, agentId);
    } else if (status === 'declined') decline(step, offerId, declineReason);
  }
}

/** A no counts only from whom the offer was made to: anybody may write such a Message (OPEN-037). */
function foldMessage(step: Step): string | undefined {
  const { message } = step.event.payload as unknown as EventPayloads['message.posted'];
  let workItemId: string | undefined;
  for (const { offerId, reason } of declinesIn(message)) {
    const offer = step.group.offers.get(offerId);
    if (offer === undefined) continue;
    if (message.author.type !== 'agent' || message.author.id !== offer.agentId) continue;
    decline(step, offerId, reason);
    workItemId = offer.workItemId;
  }
  return workItemId;
}

/** Room comes back by itself; for every other reason the same work is no other work a while later. */
const NO_ROOM = 'capacity';

function decline(step: Step, offerId: string, reason: string | undefined): void {
  const offer = step.group.offers.get(offerId);
  if (offer === undefined || offer.isDeclined) return;
  offer.isDeclined = true;
  const { workItemId, agentId, capabilityIds, endsAtMs } = offer;
  note(step, { agentId, capabilityIds }, 'declined');
  const round = step.group.rounds.get(workItemId);
  const asks = round?.get(agentId);
  if (round === undefined || asks === undefined) return;
  const declinedUntilMs = reason === NO_ROOM ? endsAtMs : Infinity;
  round.set(agentId, { ...asks, declinedBy: step.reference, declinedUntilMs });
}

/** One more time that an Agent had its chance at an item. */
function ask({ group, reference }: Step, workItemId: string, agentId: string): void {
  const round = group.rounds.get(workItemId) ?? new Map<string, Asks>();
  const { count: before, events } = round.get(agentId) ?? NEVER_ASKED;
  // Whoever is asked anew has not answered yet.
  round.set(agentId, { ...NEVER_ASKED, count: before + 1, events: [...events, reference] });
  group.rounds.set(workItemId, round);
}

export const NEVER_ASKED: Asks = { count: 0, events: [], declinedBy: undefined, declinedUntilMs: 0 };

function noteAccepted(step: Step, term: Term): void {
  note(step, term, 'accepted');
  const isMetered = DIMENSIONS.some((dimension) => term.usage[dimension] > 0);
  for (const id of term.capabilityIds) {
    const track = trackFor(step, term.agentId, id);
    track.durationMs += (term.submittedAtMs ?? step.atMs) - term.acceptedAtMs;
    // Nothing was metered, or it was free: nobody can tell, so it says nothing.
    if (!isMetered) continue;
    track.usage = addUsage(track.usage, term.usage);
    track.meteredItems += 1;
  }
}

/** A term without a result. Its Agent has had its chance in the round that follows. */
function noteLost(step: Step, workItemId: string, term: Term, outcome: 'failed' | 'lostLease'): void {
  note(step, term, outcome);
  ask(step, workItemId, term.agentId);
  const lost = step.group.lostTerms.get(workItemId) ?? [];
  lost.push(step.reference);
  step.group.lostTerms.set(workItemId, lost);
}

function note(step: Step, who: Pick<Term, 'agentId' | 'capabilityIds'>, outcome: WorkOutcome): void {
  for (const id of who.capabilityIds) trackFor(step, who.agentId, id).events[outcome].push(step.reference);
  step.agentIds.add(who.agentId);
}

function observe(step: Step, { agentId, capabilityIds }: Term, observation: WorkObservation): void {
  const observed =
    step.group.observed.get(agentId) ?? new Map<string, Record<WorkObservation, EventReference[]>>();
  step.group.observed.set(agentId, observed);
  for (const id of capabilityIds) {
    const known = observed.get(id) ?? { reassigned: [], sentBack: [], budgetSpent: [] };
    known[observation].push(step.reference);
    observed.set(id, known);
  }
}

/** Once for each term: the charge with which a ceiling was used up. */
function noteSpentBudget(step: Step, term: Term): void {
  const { limits, usage } = term;
  if (limits === undefined || term.isBudgetSpent) return;
  term.isBudgetSpent = DIMENSIONS.some((each) => limits[each] > 0 && usage[each] >= limits[each]);
  if (term.isBudgetSpent) observe(step, term, 'budgetSpent');
}

function trackFor({ group }: Step, agentId: string, capabilityId: string): MutableTrack {
  const tracks = group.tracks.get(agentId) ?? new Map<string, MutableTrack>();
  group.tracks.set(agentId, tracks);
  const track = tracks.get(capabilityId) ?? {
    events: { accepted: [], late: [], failed: [], lostLease: [], declined: [] },
    durationMs: 0,
    usage: NO_USAGE,
    meteredItems: 0,
  };
  tracks.set(capabilityId, track);
  return track;
}

function count(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
