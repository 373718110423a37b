// The selection basis of an offer (WORK-023, DOC-WORK-24…30), written so that an auditor computes it anew from the log alone. What
// no log holds, such as presence, stands in it as a statement of its own.
import { nowAt } from '../../../domain/decision.ts';
import { ORGANIZATION, type RecordKind, type Records, SINGLE, type World } from '../../../domain/world.ts';
import type { PresenceRecord, SelectionBasis } from '../../../protocol/generated/documents.ts';
import { formatTimestamp } from '../../../protocol/timestamp.ts';
import type { OfferScene } from './agent-standing.ts';
import type { OfferReasonId } from './offer-reasons.ts';
import { describeRanking } from './offer-settings.ts';
import { placeCandidates, type RankedCandidate, type Ranking } from './rank-candidates.ts';
import { placeIn, type Term } from './score-candidate.ts';

/** The rules by which the ranking was made. A change of any rule here is another number. */
export const RULES_VERSION = 'heddle.offers/1';

const MICROUNITS = 1_000_000;
/** Events of a candidate's record that a basis names, the newest ones. */
const MAX_EVIDENCE = 50;
/** Better candidates that a basis names when they were passed over. */
export const MAX_PASSED = 24;
/** Agents that a basis names when nobody else was to be asked. */
const MAX_AMONG = 200;
/** DOC-WORK-30. */
const MAX_RULE_CHARACTERS = 200;

/** Reasons to pass somebody over that no log of the Group proves: a statement of whoever made the offer. */
export const STATED_REASONS: ReadonlySet<OfferReasonId> = new Set([
  'presence-unknown',
  'presence-stale',
  'presence-away',
  'capability-unavailable',
  'slots-unknown',
  'queues',
  'no-slot',
  'queue-full',
  'budget-overflow',
] as const);

/** What an Agent that is heard said of its slots. */
export interface StatedSlots {
  readonly availableSlots: number;
  readonly maxSlots: number;
  readonly queuedItems: number;
}

/** The basis for offers to `chosen`, in that order, taken from a ranking of the same scene. */
export function basisOf(
  scene: OfferScene,
  { needs, eligible, refused }: Ranking,
  chosen: readonly RankedCandidate[],
): SelectionBasis {
  const { world, groupId, nowMs, ranking } = scene;
  const { contract, workItemId } = needs.record.document;
  const [first] = chosen;
  const passed = passedOver(scene, workItemId, chosen, { needs, eligible, refused });
  const named = passed.filter((line) => line.length <= MAX_RULE_CHARACTERS).slice(0, MAX_PASSED);
  const evidence = chosen.flatMap(({ fit }) =>
    fit.reliability.events.slice(-MAX_EVIDENCE).map(({ eventId }) => eventId),
  );
  return {
    requiredCapabilities: contract.requiredCapabilities,
    verifiedMatches: first === undefined ? contract.requiredCapabilities : [...first.pins],
    authorizationEligible: true,
    availabilityEstimate: formatTimestamp(Math.max(nowMs, first?.fit.standing.startMs ?? nowMs)),
    expectedCost: expectedCostOf(first, contract.budget.financialLimit),
    reliabilityEvidence: [...new Set(evidence)],
    policyRulesApplied: [
      RULES_VERSION,
      `at=${nowAt(nowMs).text}`,
      `sequence=${world.get('head', groupId, SINGLE)?.sequence ?? 0}`,
      `ranking=${describeRanking(ranking)}`,
      ...amongLines(scene),
      `eligible=${eligible.length}/${eligible.length + refused.length}`,
      ...chosen.map((candidate, index) => `chosen.${index + 1}=${describeChosen(candidate)}`),
      ...chosen.map(({ agentId, fit }, index) => {
        const heard = fit.standing.isUnheard ? undefined : scene.presence.get(agentId);
        return `heard.${index + 1}=${describeSlots(heard?.capacity)}`;
      }),
      ...named,
      ...(named.length < passed.length ? [`passed.more=${passed.length - named.length}`] : []),
    ],
  };
}

/** Who alone was asked. An id that a line cannot hold leaves all of it unsaid: an auditor then compares with everybody. */
function amongLines({ among }: OfferScene): readonly string[] {
  const lines = [...(among ?? [])].toSorted().map((agentId) => `among=${agentId}`);
  const fits = lines.length <= MAX_AMONG && lines.every(({ length }) => length <= MAX_RULE_CHARACTERS);
  return fits ? lines : [];
}

/** In units of currency; the limit of the contract where nothing is known, for it is the most that it can be. */
export function expectedCostOf(first: RankedCandidate | undefined, limit: number | undefined): number {
  const microunits = first?.fit.usage?.financialMicrounits ?? 0;
  return microunits === 0 ? (limit ?? 0) : microunits / MICROUNITS;
}

/** Tier, score and terms; a term that the log says nothing about is a question mark. */
export function describeChosen({
  tier,
  score,
  terms,
}: Pick<RankedCandidate, 'tier' | 'score' | 'terms'>): string {
  const points = ({ id, points: value, isKnown }: Term) => `${id}:${isKnown ? value : '?'}`;
  return [`tier:${tier}`, `score:${score}`, ...terms.map(points)].join(',');
}

export function describeSlots(slots: StatedSlots | undefined): string {
  if (slots === undefined) return 'unknown';
  return `free:${slots.availableSlots},of:${slots.maxSlots},queued:${slots.queuedItems}`;
}

/** What `describeSlots` wrote; `unknown` for an Agent that was not heard, undefined for any other text. */
export function parseSlots(text: string): StatedSlots | 'unknown' | undefined {
  if (text === 'unknown') return text;
  const match = /^free:(\d{1,9}),of:(\d{1,9}),queued:(\d{1,9})$/.exec(text);
  if (match === null) return undefined;
  return { availableSlots: Number(match[1]), maxSlots: Number(match[2]), queuedItems: Number(match[3]) };
}

/** Who would stand before the last one chosen if everybody were there, and why it was not chosen. */
function passedOver(
  scene: OfferScene,
  workItemId: string,
  chosen: readonly RankedCandidate[],
  actual: Ranking,
): readonly string[] {
  const stated = new Map(
    chosen.map(({ agentId, fit }) => [
      agentId,
      fit.standing.isUnheard ? ('unknown' as const) : (scene.presence.get(agentId)?.capacity ?? 'unknown'),
    ]),
  );
  const known = new Map([...actual.eligible, ...actual.refused].map((each) => [each.agentId, each] as const));
  return betterThanChosen(assumeHeard(scene, stated), workItemId, [...stated.keys()]).map(({ agentId }) => {
    const why = known
      .get(agentId)
      ?.reasons.find(({ id, verdict }) => STATED_REASONS.has(id) && (verdict !== 'met' || id === 'queues'));
    return `passed=${agentId} ${why?.id ?? 'by-choice'}`;
  });
}

/** Candidates that are not chosen and stand before the last one that is. */
export function betterThanChosen(
  scene: OfferScene,
  workItemId: string,
  chosenIds: readonly string[],
): readonly { readonly agentId: string; readonly score: number }[] {
  const eligible = (placeCandidates(scene, workItemId)?.placed ?? []).map(({ fit, order }) => ({
    agentId: fit.standing.agentId,
    order,
  }));
  const last = eligible.findLastIndex(({ agentId }) => chosenIds.includes(agentId));
  return eligible
    .slice(0, Math.max(0, last))
    .filter(({ agentId }) => !chosenIds.includes(agentId))
    .map(({ agentId, order }) => ({ agentId, score: placeIn(order).score }));
}

/**
 * The scene as the log of the Group alone shows it: the chosen Agents as it is stated of them, everybody else present with a
 * free slot, no other Group, and no limit that other Groups fill.
 */
export function assumeHeard(
  scene: OfferScene,
  stated: ReadonlyMap<string, StatedSlots | 'unknown'>,
): OfferScene {
  const { world, groupId, nowMs, policy } = scene;
  return {
    ...scene,
    world: new GroupView(world, groupId),
    presence: new StatedPresence(stated, nowMs),
    memo: scene.memo?.assumingHeard(new Set(stated.keys())),
    policy: { cooperation: { ...policy.cooperation, queuedWorkItems: Number.MAX_SAFE_INTEGER } },
  };
}

/** A state in which there is one Group only. */
class GroupView implements World {
  private readonly base: World;
  private readonly groupId: string;

  constructor(base: World, groupId: string) {
    this.base = base;
    this.groupId = groupId;
  }

  get<Kind extends RecordKind>(kind: Kind, groupId: string, id: string): Records[Kind] | undefined {
    return groupId === this.groupId || groupId === ORGANIZATION
      ? this.base.get(kind, groupId, id)
      : undefined;
  }

  list<Kind extends RecordKind>(kind: Kind, groupId: string): Iterable<readonly [string, Records[Kind]]> {
    return groupId === this.groupId || groupId === ORGANIZATION ? this.base.list(kind, groupId) : [];
  }
}

/** Presence by what is stated; a free slot for everybody of whom nothing is. */
class StatedPresence extends Map<string, PresenceRecord> {
  private readonly stated: ReadonlyMap<string, StatedSlots | 'unknown'>;
  private readonly nowText: string;
  private readonly endText: string;

  constructor(stated: ReadonlyMap<string, StatedSlots | 'unknown'>, nowMs: number) {
    super();
    this.stated = stated;
    this.nowText = formatTimestamp(nowMs);
    this.endText = formatTimestamp(nowMs + 1);
  }

  override get(agentId: string): PresenceRecord | undefined {
    const slots = this.stated.get(agentId) ?? { availableSlots: 1, maxSlots: 1, queuedItems: 0 };
    if (slots === 'unknown') return undefined;
    return {
      agentId,
      sessionEpoch: Number.MAX_SAFE_INTEGER,
      status: 'online',
      capacity: { ...slots, activeSlots: 0 },
      capabilityAvailability: [],
      lastHeartbeat: this.nowText,
      expiresAt: this.endText,
    };
  }
}
