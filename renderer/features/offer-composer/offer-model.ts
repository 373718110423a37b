// The offer composer's part without a screen: who comes first and why not, what the reasons of the choice are that go into
// history, and which Commands have to go out one after another.
import type { IntentForm } from '../../../core/contract/forms.ts';
import type { Person } from '../../../core/contract/values.ts';
import type { CandidateRow, ComposedOfferModel } from '../../../core/contract/work.ts';

/** `set`: a small number at once, the first acceptance wins. */
export type OfferMode = 'sequential' | 'set';

/** What keeps a candidate out whatever its rank: a hard filter, before any weight. */
export function canBeOffered({ isEligible, matches, required }: CandidateRow): boolean {
  return isEligible && matches >= required;
}

/** In the host's order, those out of the question last; an order by hand goes before it. */
export function rankedCandidates<Row extends CandidateRow>(
  candidates: readonly Row[],
  byHand: readonly string[],
): readonly Row[] {
  const place = (agentId: string) => {
    const index = byHand.indexOf(agentId);
    return index === -1 ? byHand.length : index;
  };
  return candidates.toSorted(
    (a, b) =>
      Number(canBeOffered(b)) - Number(canBeOffered(a)) ||
      place(a.agent.id) - place(b.agent.id) ||
      a.rank - b.rank,
  );
}

/** The order after one candidate moved by a place; undefined when it cannot. */
export function moveCandidate(
  ranked: readonly CandidateRow[],
  agentId: string,
  step: -1 | 1,
): readonly string[] | undefined {
  const order = ranked.filter(canBeOffered).map(({ agent }) => agent.id);
  const index = order.indexOf(agentId);
  const other = order[index + step];
  if (index === -1 || other === undefined) return undefined;
  return order.with(index, other).with(index + step, agentId);
}

export interface OfferChoice {
  readonly mode: OfferMode;
  /** Those that were ticked, by id; the order is that of the ranking. */
  readonly chosen: ReadonlySet<string>;
  readonly maxAtOnce: number;
  readonly offerMinutes: number;
  /** Why the order was changed by hand; '' when it was not. */
  readonly orderRule: string;
  /** Why several are asked at once. */
  readonly setReason: string;
}

export const FIRST_CHOICE: OfferChoice = {
  mode: 'sequential',
  chosen: new Set(),
  maxAtOnce: 3,
  offerMinutes: 20,
  orderRule: '',
  setReason: '',
};

/** Who is offered by the next Command: the first of them, or the set. */
export function candidatesOfOffer<Row extends CandidateRow>(
  ranked: readonly Row[],
  { mode, chosen, maxAtOnce }: OfferChoice,
): readonly Row[] {
  const wanted = ranked.filter((row) => canBeOffered(row) && chosen.has(row.agent.id));
  return wanted.slice(0, mode === 'sequential' ? 1 : maxAtOnce);
}

export type OfferFault = 'nobody' | 'order-needs-rule' | 'set-needs-reason' | 'too-many';

export function offerFaults(
  ranked: readonly CandidateRow[],
  choice: OfferChoice,
  isOrderedByHand: boolean,
): readonly OfferFault[] {
  const faults: OfferFault[] = [];
  const count = ranked.filter((row) => canBeOffered(row) && choice.chosen.has(row.agent.id)).length;
  if (count === 0) faults.push('nobody');
  if (isOrderedByHand && choice.orderRule.trim() === '') faults.push('order-needs-rule');
  if (choice.mode === 'set') {
    if (count > 1 && choice.setReason.trim() === '') faults.push('set-needs-reason');
    if (count > choice.maxAtOnce) faults.push('too-many');
  }
  return faults;
}

interface Capability {
  readonly id: string;
  readonly version: string;
}

/** What an offer is based on, as the protocol records it (WORK-023). */
export interface SelectionBasis {
  readonly requiredCapabilities: readonly Capability[];
  readonly verifiedMatches: readonly Capability[];
  readonly authorizationEligible: boolean;
  readonly availabilityEstimate: string;
  readonly expectedCost: number;
  readonly reliabilityEvidence: readonly string[];
  readonly policyRulesApplied: readonly string[];
}

/** A basis as the host composed it; its members are those of the protocol. */
export function basisOfDocument(basis: ComposedOfferModel['basis']): SelectionBasis {
  return basis as unknown as SelectionBasis;
}

export function offerForm(
  workItemId: string,
  offered: readonly CandidateRow[],
  choice: OfferChoice,
  basis: ComposedOfferModel['basis'] | undefined,
  contract: Record<string, unknown> | undefined,
): IntentForm<'work.offer'> {
  return {
    workItemId,
    candidates: offered.map(({ agent }) => ({ agentId: agent.id })),
    offerSeconds: choice.offerMinutes * 60,
    ...(basis === undefined ? {} : { selectionBasis: basis }),
    ...(contract === undefined
      ? {}
      : {
          contract: JSON.parse(JSON.stringify(contract)) as NonNullable<IntentForm<'work.offer'>['contract']>,
        }),
  };
}

/** One Command of the chain: Membership (with its Context Package) for each that is no member, then the offer. */
export type ChainStep =
  | { readonly id: string; readonly type: 'membership'; readonly agent: Person; readonly isDone: boolean }
  | { readonly id: string; readonly type: 'offer'; readonly isDone: boolean };

/** It begins anew from what is accepted, so it can be resumed after a break. */
export function chainOf(offered: readonly CandidateRow[], isOffered: boolean): readonly ChainStep[] {
  return [
    ...offered.map((row): ChainStep => ({
      id: `membership ${row.agent.id}`,
      type: 'membership',
      agent: row.agent,
      isDone: row.isMember,
    })),
    { id: 'offer', type: 'offer', isDone: isOffered },
  ];
}

/** The step that is next; undefined when all are done. */
export function nextStep(chain: readonly ChainStep[]): ChainStep | undefined {
  return chain.find(({ isDone }) => !isDone);
}

/** Provisional until the offer ends: an offer that nobody accepts leaves nobody behind. */
export function membershipForm(
  agent: Person,
  role: 'worker' | 'reviewer',
  endsAtMs: number,
): IntentForm<'membership.change'> {
  return {
    member: { type: agent.type, id: agent.id },
    role,
    state: 'provisional',
    provisionalExpiresAt: new Date(endsAtMs).toISOString(),
  };
}

/** Who is next when one offer after another is made: the best that was not asked in vain. */
export function nextCandidate(
  ranked: readonly CandidateRow[],
  offers: readonly {
    readonly agent: Person;
    readonly status: string;
    readonly isOverByClock: boolean;
    readonly hasSaidNo: boolean;
  }[],
): CandidateRow | undefined {
  const asked = new Set(offers.map(({ agent }) => agent.id));
  return ranked.find((row) => canBeOffered(row) && !asked.has(row.agent.id));
}

/** Whether an offer can still be accepted. */
export function isRunning(offer: { readonly status: string; readonly isOverByClock: boolean }): boolean {
  return offer.status === 'pending' && !offer.isOverByClock;
}
