// Which Workers a WorkItem is offered to (WORK-022, WORK-023): hard conditions first, then a few plain reasons, all of them
// written into the selection basis.
import { matchCapabilities } from '../../domain/capabilities.ts';
import { currentMemberships, isAfter } from '../../domain/members.ts';
import { isRunning } from '../../domain/offers.ts';
import type { World } from '../../domain/world.ts';
import type {
  AgentCard,
  CapabilityRef,
  SelectionBasis,
  WorkContract,
} from '../../protocol/generated/documents.ts';
import type { PlannedWorker } from '../briefs/plan-brief.ts';
import { leasesOf } from './attempts.ts';
import { cardOf } from './desk.ts';
import type { MissionView, Work } from './mission-view.ts';

/** A Worker that could do it, the best one first. */
export interface Candidate {
  readonly worker: PlannedWorker;
  readonly card: AgentCard;
  readonly pins: readonly CapabilityRef[];
  /** What spoke for or against it, as rules with their weight. */
  readonly rules: readonly string[];
}

/** What speaks against a Worker, and how much. Nothing else counts; ties go by the order of the brief. */
const WEIGHTS = {
  /** For each WorkItem that it holds or is offered, measured in its slots. */
  load: 2,
  /** For each of its terms on this very item that came to nothing. */
  formerTerm: 3,
  /** Its last offer of this item ran out or was declined. */
  unanswered: 4,
  /** It is known to be away; a durable offer reaches it later (WORK-020). */
  absent: 8,
  /** It would have to be invited first. */
  newcomer: 1,
} as const;

/** All Workers of the brief that may do it, the best one first. */
export function rankWorkers(
  view: MissionView,
  world: World,
  work: Work,
  contract: WorkContract,
): readonly Candidate[] {
  const candidates = view.plan.workers.flatMap((worker) => {
    const card = eligibleCardOf(view, worker);
    if (card === undefined || isProducer(work, worker)) return [];
    const { pins, missing } = matchCapabilities(card, contract.requiredCapabilities);
    if (missing !== undefined) return [];
    const against = weigh(view, world, work, worker);
    return [{ candidate: { worker, card, pins, rules: rulesOf(work, against) }, score: sumOf(against) }];
  });
  return candidates.toSorted((a, b) => a.score - b.score).map(({ candidate }) => candidate);
}

/** A card that may get new offers (IDN-006). */
function eligibleCardOf({ scene }: MissionView, { agentId }: PlannedWorker): AgentCard | undefined {
  const card = cardOf(scene, agentId);
  if (card === undefined || card.status !== 'active') return undefined;
  return card.validUntil === undefined || isAfter(card.validUntil, scene.now) ? card : undefined;
}

/** Nobody reviews what it has made itself. */
function isProducer({ reviewed }: Work, { agentId }: PlannedWorker): boolean {
  return reviewed?.record?.document.owner?.agentId === agentId;
}

type Against = readonly (readonly [rule: string, weight: number])[];

function weigh(view: MissionView, world: World, work: Work, worker: PlannedWorker): Against {
  const { scene, groupId } = view;
  const { agentId, slots } = worker;
  const load = loadOf(view, world, agentId);
  const former = formerTermsOf(view, work, agentId);
  const isMember = currentMemberships(world, groupId, { type: 'agent', id: agentId }, scene.now).length > 0;
  const against: [string, number][] = [];
  if (load > 0)
    against.push([`holds or is offered ${load} for ${slots} slots`, (WEIGHTS.load * load) / slots]);
  if (former > 0) against.push([`${former} former terms on this item`, WEIGHTS.formerTerm * former]);
  if (hasLeftUnanswered(view, work, agentId)) against.push(['last offer unanswered', WEIGHTS.unanswered]);
  if (scene.notes.absentAgentIds.has(agentId)) against.push(['known to be away', WEIGHTS.absent]);
  if (!isMember) against.push(['not yet a member', WEIGHTS.newcomer]);
  return against;
}

function sumOf(against: Against): number {
  return against.reduce((sum, [, weight]) => sum + weight, 0);
}

function rulesOf({ reviewed }: Work, against: Against): readonly string[] {
  return [
    'worker of the brief',
    'card active and capabilities verified',
    ...(reviewed === undefined ? [] : ['independent of the producer']),
    ...against.map(([rule, weight]) => `${rule}: -${Number(weight.toFixed(2))}`.slice(0, 200)),
    'fewest reasons against, then the order of the brief',
  ];
}

/** What an Agent holds or is offered in the Group. */
function loadOf({ groupId, scene }: MissionView, world: World, agentId: string): number {
  let load = 0;
  for (const [, { document }] of world.list('workItem', groupId)) {
    const { state, owner, offers = [] } = document;
    const isHeld = owner?.agentId === agentId && (state === 'queued' || state === 'active');
    const isOffered =
      state === 'offered' && offers.some((offer) => offer.agentId === agentId && isRunning(offer, scene.now));
    if (isHeld || isOffered) load += 1;
  }
  return load;
}

function formerTermsOf(view: MissionView, { workItemId, record }: Work, agentId: string): number {
  const current = record?.document.owner?.ownershipEpoch;
  const terms = leasesOf(view, workItemId, 'ownership').filter(
    ({ holderAgentId, ownershipEpoch, state, expiresAt }) =>
      holderAgentId === agentId &&
      (ownershipEpoch !== current || state !== 'active' || !isAfter(expiresAt, view.scene.now)),
  );
  return new Set(terms.map(({ ownershipEpoch }) => ownershipEpoch)).size;
}

/** Whether an Agent had an offer of this item and did nothing about it. */
export function hasLeftUnanswered({ scene }: MissionView, { record }: Work, agentId: string): boolean {
  const last = (record?.document.offers ?? []).findLast((offer) => offer.agentId === agentId);
  if (last === undefined || last.status === 'accepted' || last.status === 'lost_race') return false;
  return scene.notes.declinedOfferIds.has(last.offerId) || !isRunning(last, scene.now);
}

/** Why these Workers: stored with the assignment (DOC-WORK-24…DOC-WORK-30). */
export function selectionBasisOf(
  contract: WorkContract,
  chosen: readonly Candidate[],
  nowText: string,
): SelectionBasis {
  const [first] = chosen;
  const required = contract.requiredCapabilities.map(({ id }) => id);
  const evidence = chosen.flatMap(({ card }) =>
    card.capabilities.filter(({ id }) => required.includes(id)).flatMap((each) => each.verifiedEvidence),
  );
  return {
    requiredCapabilities: contract.requiredCapabilities,
    verifiedMatches: [...(first?.pins ?? contract.requiredCapabilities)],
    authorizationEligible: true,
    availabilityEstimate: nowText,
    expectedCost: contract.budget.financialLimit ?? 0,
    reliabilityEvidence: [...new Set(evidence)],
    policyRulesApplied: [...new Set(chosen.flatMap(({ rules }) => rules))],
  };
}
