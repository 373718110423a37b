// Proves or refutes a selection basis from the log alone: folds the log up to the stated sequence, ranks anew by the stated
// settings, and compares. What no log holds is listed as stated, not as proved.
import { DEFAULT_POLICY } from '../../../domain/decision.ts';
import { evolve } from '../../../domain/evolve.ts';
import { MemoryWorld, SINGLE } from '../../../domain/world.ts';
import type { AgentCard, CapabilityRef, SelectionBasis } from '../../../protocol/generated/documents.ts';
import { isTimestamp } from '../../../protocol/timestamp.ts';
import { msOf } from '../../desk/moment.ts';
import type { ReasonValues, Verdict } from '../proposal.ts';
import { AgentHistory, type LoggedFact } from './agent-history.ts';
import type { OfferScene } from './agent-standing.ts';
import type { ItemNeeds } from './item-needs.ts';
import type { OfferReasonId } from './offer-reasons.ts';
import { parseRanking, type RankingSettings } from './offer-settings.ts';
import { type RankedCandidate, rankCandidates } from './rank-candidates.ts';
import {
  assumeHeard,
  betterThanChosen,
  describeChosen,
  expectedCostOf,
  parseSlots,
  RULES_VERSION,
  STATED_REASONS,
  type StatedSlots,
} from './selection-basis.ts';

/** What an auditor reads. */
export interface AuditLog {
  /** The Group's Events in sequence from the first one on, and Events of the Organization where they are known. */
  readonly events: readonly LoggedFact[];
  /** Agent Cards of the Registry that those Events do not hold; every version is welcome. */
  readonly cards: readonly AgentCard[];
}

/** An offer as its Event has it. */
export interface SelectionClaim {
  readonly groupId: string;
  readonly workItemId: string;
  /** In the order of the offer. */
  readonly agentIds: readonly string[];
  readonly basis: SelectionBasis;
}

export const AUDIT_FINDING_IDS = [
  'other-rules',
  'log-incomplete',
  'log-unlike-time',
  'no-such-item',
  'capabilities-differ',
  'chosen-not-eligible',
  'score-differs',
  'order-differs',
  'better-passed-over',
  'too-many-passed',
  'evidence-differs',
  'cost-differs',
  'authorization-differs',
  'among-stated',
  'slots-stated',
  'passed-stated',
] as const;

export type AuditFindingId = (typeof AUDIT_FINDING_IDS)[number];

export interface AuditFinding {
  readonly id: AuditFindingId;
  /** `unmet` refutes; `unknown` cannot be proved from this log; `met` is what was stated and contradicts nothing. */
  readonly verdict: Verdict;
  readonly values: ReasonValues;
}

export interface SelectionAudit {
  readonly verdict: 'proved' | 'refuted' | 'not-provable';
  readonly findings: readonly AuditFinding[];
}

interface Stated {
  readonly atMs: number;
  readonly sequence: number;
  readonly ranking: RankingSettings;
  readonly chosen: readonly string[];
  readonly slots: ReadonlyMap<string, StatedSlots | 'unknown'>;
  /** Who alone was asked; undefined where everybody was. */
  readonly among: ReadonlySet<string> | undefined;
  /** Reasons by Agent. */
  readonly passed: ReadonlyMap<string, string>;
  readonly passedMore: number;
}

/** Recomputes a basis from the log up to the sequence that it names. Later Events are left aside. */
export function recomputeSelection(log: AuditLog, claim: SelectionClaim): SelectionAudit {
  const stated = parseBasis(claim);
  if (stated === undefined) return conclude([finding('other-rules', 'unknown', {})]);
  const scene = sceneAt(log, claim.groupId, stated);
  if (!('scene' in scene)) return conclude([scene]);
  return conclude([...compare(scene.scene, claim, stated)]);
}

function* compare(scene: OfferScene, claim: SelectionClaim, stated: Stated): Generator<AuditFinding> {
  const { workItemId, agentIds, basis } = claim;
  const ranking = rankCandidates(scene, workItemId);
  if (ranking === undefined) {
    yield finding('no-such-item', 'unmet', { workItemId });
    return;
  }
  if (stated.among !== undefined) yield finding('among-stated', 'met', { count: stated.among.size });
  const byId = new Map(ranking.eligible.map((each) => [each.agentId, each] as const));
  const chosen: RankedCandidate[] = [];
  for (const [index, agentId] of agentIds.entries()) {
    const candidate = byId.get(agentId);
    if (candidate === undefined) {
      const refused = ranking.refused.find((each) => each.agentId === agentId);
      const why = refused?.reasons.find(({ verdict }) => verdict === 'unmet')?.id ?? 'card-unknown';
      yield finding('chosen-not-eligible', 'unmet', { agentId, reason: why });
      continue;
    }
    chosen.push(candidate);
    const computed = describeChosen(candidate);
    if (computed !== stated.chosen[index]) {
      yield finding('score-differs', 'unmet', { agentId, stated: stated.chosen[index] ?? '', computed });
    }
    yield finding('slots-stated', 'met', { agentId, ...slotValues(stated.slots.get(agentId)) });
  }
  if (chosen.some((each, index) => isBefore(each, chosen[index - 1]))) {
    yield finding('order-differs', 'unmet', {});
  }
  yield* comparePassed(scene, claim, stated);
  yield* compareMembers(ranking.needs, basis, chosen);
}

function isBefore(a: RankedCandidate, b: RankedCandidate | undefined): boolean {
  return b !== undefined && (a.tier < b.tier || (a.tier === b.tier && a.score > b.score));
}

/** Everybody whom the log puts before the last one chosen has to be named with a reason that no log can contradict. */
function* comparePassed(
  scene: OfferScene,
  { workItemId, agentIds }: SelectionClaim,
  { passed, passedMore }: Stated,
): Generator<AuditFinding> {
  let unnamed = 0;
  for (const { agentId, score } of betterThanChosen(scene, workItemId, agentIds)) {
    const why = passed.get(agentId);
    if (why !== undefined && STATED_REASONS.has(why as OfferReasonId)) {
      yield finding('passed-stated', 'met', { agentId, reason: why });
    } else if (why === undefined && unnamed < passedMore) unnamed += 1;
    else yield finding('better-passed-over', 'unmet', { agentId, score });
  }
  if (unnamed > 0) yield finding('too-many-passed', 'unknown', { count: unnamed });
}

function* compareMembers(
  needs: ItemNeeds,
  basis: SelectionBasis,
  chosen: readonly RankedCandidate[],
): Generator<AuditFinding> {
  const [first] = chosen;
  if (first === undefined) return;
  const { requiredCapabilities, verifiedMatches, expectedCost, reliabilityEvidence } = basis;
  const areSame = (a: readonly CapabilityRef[], b: readonly CapabilityRef[]) =>
    a.length === b.length && a.every(({ id, version }, i) => id === b[i]?.id && version === b[i].version);
  if (!areSame(verifiedMatches, first.pins) || !areSame(requiredCapabilities, needs.required)) {
    yield finding('capabilities-differ', 'unmet', { agentId: first.agentId });
  }
  if (!basis.authorizationEligible) yield finding('authorization-differs', 'unmet', {});
  const known = new Set(chosen.flatMap(({ fit }) => fit.reliability.events.map(({ eventId }) => eventId)));
  const foreign = reliabilityEvidence.find((id) => !known.has(id));
  if (foreign !== undefined) yield finding('evidence-differs', 'unmet', { eventId: foreign });
  const computed = expectedCostOf(first, needs.record.document.contract.budget.financialLimit);
  if (computed !== expectedCost) {
    yield finding('cost-differs', 'unmet', { stated: expectedCost, computed });
  }
}

function slotValues(slots: StatedSlots | 'unknown' | undefined): ReasonValues {
  return slots === undefined || slots === 'unknown' ? { isHeard: false } : { isHeard: true, ...slots };
}

/** The state, the history and the time that a basis speaks of. */
function sceneAt(
  { events, cards }: AuditLog,
  groupId: string,
  stated: Stated,
): { readonly scene: OfferScene } | AuditFinding {
  const { atMs, sequence, ranking, slots, among } = stated;
  const world = new MemoryWorld();
  const history = new AgentHistory(ranking.fairnessWindow);
  let head = 0;
  for (const event of events) {
    if (event.groupId !== undefined && event.groupId !== groupId) continue;
    if (event.groupId === undefined ? msOf(event.occurredAt) > atMs : (event.sequence ?? 0) > sequence)
      continue;
    if (event.groupId === groupId) {
      if (event.sequence !== head + 1) return finding('log-incomplete', 'unknown', { sequence: head + 1 });
      head += 1;
    }
    world.apply(evolve(world, event));
    history.take(event);
  }
  if (head < sequence) return finding('log-incomplete', 'unknown', { sequence: head + 1 });
  const lastAt = world.get('head', groupId, SINGLE)?.lastOccurredAt;
  if (lastAt !== undefined && msOf(lastAt) > atMs) return finding('log-unlike-time', 'unmet', { sequence });
  const scene: OfferScene = {
    world,
    groupId,
    nowMs: atMs,
    policy: DEFAULT_POLICY,
    cards: newestCards(cards, atMs),
    among,
    presence: new Map(),
    history,
    ranking,
  };
  return { scene: assumeHeard(scene, slots) };
}

/** Of each Agent the card that was the newest one then. */
function newestCards(cards: readonly AgentCard[], atMs: number): ReadonlyMap<string, AgentCard> {
  const newest = new Map<string, AgentCard>();
  for (const card of cards) {
    if (msOf(card.issuedAt) > atMs) continue;
    if ((newest.get(card.agentId)?.cardVersion ?? 0) < card.cardVersion) newest.set(card.agentId, card);
  }
  return newest;
}

/** The lines that `basisOf` writes; undefined for a basis by any other rules. */
function parseBasis({ basis, agentIds }: SelectionClaim): Stated | undefined {
  const [version, ...lines] = basis.policyRulesApplied;
  if (version !== RULES_VERSION) return undefined;
  const values = new Map<string, string>();
  const passed = new Map<string, string>();
  const among = new Set<string>();
  for (const line of lines) {
    const equals = line.indexOf('=');
    const [name, value] = [line.slice(0, equals), line.slice(equals + 1)];
    const [agentId = '', why = ''] = value.split(' ');
    if (name === 'passed') passed.set(agentId, why);
    else if (name === 'among') among.add(value);
    else values.set(name, value);
  }
  const at = values.get('at') ?? '';
  const ranking = parseRanking(values.get('ranking') ?? '');
  const sequence = Number(values.get('sequence'));
  if (!isTimestamp(at) || ranking === undefined || !Number.isSafeInteger(sequence)) return undefined;
  const slots = new Map<string, StatedSlots | 'unknown'>();
  for (const [index, agentId] of agentIds.entries()) {
    const heard = parseSlots(values.get(`heard.${index + 1}`) ?? '');
    if (heard !== undefined) slots.set(agentId, heard);
  }
  return {
    atMs: msOf(at),
    sequence,
    ranking,
    slots,
    among: among.size === 0 ? undefined : among,
    passed,
    chosen: agentIds.map((_agentId, index) => values.get(`chosen.${index + 1}`) ?? ''),
    passedMore: Number(values.get('passed.more') ?? 0),
  };
}

function finding(id: AuditFindingId, verdict: Verdict, values: ReasonValues): AuditFinding {
  return { id, verdict, values };
}

function conclude(findings: readonly AuditFinding[]): SelectionAudit {
  const has = (verdict: Verdict) => findings.some((each) => each.verdict === verdict);
  return { verdict: has('unmet') ? 'refuted' : has('unknown') ? 'not-provable' : 'proved', findings };
}
