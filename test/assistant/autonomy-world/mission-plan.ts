// A random Mission with the Workers that are there for it: contracts as a plan has them, and beside them what will go wrong.
import { DEFAULT_PROMOTION } from '../../../core/coordinator/assistant/children/promotion.ts';
import type { PlannedWork } from '../../../core/coordinator/assistant/lead/lead-types.ts';
import type {
  AcceptanceCriterion,
  Budget,
  CapabilityRef,
  RequestedUrgency,
  WorkContract,
} from '../../../core/protocol/generated/documents.ts';
import { timeText } from '../../../core/simulation/documents.ts';
import { type Random, SIMULATION_START_MS } from '../../../core/simulation/random.ts';
import { HOUSES, type Principal, WORKERS } from './people.ts';
import { lostTermsIn, type Trouble, type Weaknesses, writeScript } from './troubles.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** What makes a Mission impossible to finish, or nothing. */
export type Flaw =
  | 'none'
  | 'capability-nobody-has'
  | 'budget-too-small'
  | 'deadline-too-near'
  | 'never-good'
  | 'wants-a-human';

/** Somebody who works. */
export interface Hand {
  readonly principal: Principal;
  readonly house: (typeof HOUSES)[number];
  readonly capabilities: readonly CapabilityRef[];
  readonly slots: number;
  /** Its durations against those of the plan. */
  readonly pace: number;
  /** `refuses`: declines whatever it is offered. `sloppy`: the first result of each item is bad. `silent`: is heard of once. */
  readonly manner: 'reliable' | 'refuses' | 'sloppy' | 'silent';
}

export interface PlannedItem {
  readonly planned: PlannedWork;
  readonly weaknesses: Weaknesses;
  readonly script: readonly Trouble[];
  /** Whether the rules of promotion make a child Mission of it. */
  readonly isForChild: boolean;
  /** How its child Missions come to nothing, one after the other: given up by their leaders, or left alone by them. */
  readonly childFailures: readonly ('given-up' | 'left-alone')[];
  readonly workMs: number;
}

export interface MissionPlan {
  readonly flaw: Flaw;
  readonly items: readonly PlannedItem[];
  readonly hands: readonly Hand[];
  readonly capabilities: readonly CapabilityRef[];
  readonly budget: Budget;
  readonly startMs: number;
  readonly deadlineMs: number;
  /** How often something happens that the plan does not know of. */
  readonly hardness: number;
  /** Sessions of the leader that are replaced, at these times. */
  readonly takeovers: readonly number[];
  /** Crashes of the leader's computer, after which it begins anew with what it has kept. */
  readonly crashes: readonly number[];
  /** Agent Cards that are issued anew, at these times. */
  readonly newCards: readonly number[];
}

export interface PlanWish {
  readonly items: number;
  readonly flaw: Flaw;
}

const URGENCIES: readonly RequestedUrgency[] = ['critical', 'high', 'normal', 'normal', 'normal', 'routine'];
const CAPABILITIES = ['survey', 'build', 'verify'].map((name) => ({
  id: `works.${name}`,
  version: '1.2.0',
}));
const NOBODYS: CapabilityRef = { id: 'works.nobody', version: '1.0.0' };
/** What a Mission of these tests needs at most, so that no time speaks for promotion. */
const LONGEST_MS = DEFAULT_PROMOTION.durationMs - HOUR_MS;

export function workItemIdOf(index: number): string {
  return `urn:heddle:simulation:work:item-${index}`;
}

export function planMission(random: Random, { items: count, flaw }: PlanWish): MissionPlan {
  const hardness = 0.15 + random.next() * 0.4;
  const hands = chooseHands(random);
  const slackTo = 1.1 + random.next();
  const flawed = random.below(count);
  const drafts = Array.from({ length: count }, (_none, index) =>
    draftItem(random, index, count, hardness, flaw !== 'none' && index === flawed ? flaw : 'none'),
  );
  const deadlineMs =
    SIMULATION_START_MS +
    (flaw === 'deadline-too-near'
      ? Math.round(longestPathMs(drafts) * 0.5)
      : Math.min(LONGEST_MS, Math.round((3 * HOUR_MS + timeBoundMs(drafts, hands)) * slackTo)));
  const items = drafts.map((draft) => withDeadline(draft, random, deadlineMs, flaw));
  return {
    flaw,
    items,
    hands,
    capabilities: CAPABILITIES,
    budget: totalBudget(random, items, flaw),
    startMs: SIMULATION_START_MS,
    deadlineMs,
    hardness,
    takeovers: momentsOf(random, deadlineMs),
    crashes: momentsOf(random, deadlineMs),
    newCards: momentsOf(random, deadlineMs),
  };
}

/** A few moments of the first part of the time, in which most of the work is done. */
function momentsOf(random: Random, deadlineMs: number): readonly number[] {
  return Array.from({ length: random.below(4) }, () =>
    Math.round(SIMULATION_START_MS + random.next() * (deadlineMs - SIMULATION_START_MS) * 0.4),
  );
}

/** Some work is due a little earlier than the Mission. */
function withDeadline(draft: PlannedItem, random: Random, deadlineMs: number, flaw: Flaw): PlannedItem {
  const isEarly = flaw !== 'deadline-too-near' && random.chance(0.2);
  const dueMs = isEarly ? deadlineMs - Math.round((deadlineMs - SIMULATION_START_MS) * 0.05) : deadlineMs;
  const contract = { ...draft.planned.contract, deadline: timeText(dueMs) };
  return { ...draft, planned: { ...draft.planned, contract } };
}

/** In each house at least three reliable ones for every capability; a few of other manners beside them. */
function chooseHands(random: Random): readonly Hand[] {
  const hands: Hand[] = [];
  const count = 8 + random.below(5);
  for (const [index, principal] of WORKERS.slice(0, count).entries()) {
    const manner = index < 6 ? 'reliable' : random.pick(['reliable', 'refuses', 'sloppy', 'silent'] as const);
    const isTaken = hands.some((each) => each.manner === manner);
    const house = HOUSES[index % HOUSES.length] as Hand['house'];
    // The first six can do everything; the others a part of it.
    const capabilities = CAPABILITIES.filter(() => index < 6 || random.chance(0.6)).map(({ id }) => ({
      id,
      version: random.pick(['1.2.0', '1.2.5', '1.3.0']),
    }));
    hands.push({
      principal,
      house,
      capabilities: capabilities.length === 0 ? [CAPABILITIES[0] as CapabilityRef] : capabilities,
      slots: 1 + random.below(3),
      pace: 0.6 + random.next(),
      manner: manner !== 'reliable' && isTaken ? 'reliable' : manner,
    });
  }
  return hands;
}

function draftItem(random: Random, index: number, count: number, hardness: number, flaw: Flaw): PlannedItem {
  const isForChild = flaw === 'none' && random.chance(0.06);
  const shape = shapeOf(random, index, isForChild, flaw);
  const maxLost = 1 + random.below(2);
  const script =
    flaw === 'never-good'
      ? Array.from({ length: 40 }, () => 'fails' as const)
      : writeScript(random, shape.weaknesses, hardness, maxLost);
  const childFailures =
    isForChild && random.chance(hardness)
      ? [random.pick(['given-up', 'given-up', 'left-alone'] as const)]
      : [];
  const lost = lostTermsIn(script.slice(0, 4)) + childFailures.length;
  const money = 100 + random.below(900);
  const calls = 20 + random.below(80);
  const isGated = !isForChild && random.chance(0.08);
  const contract: WorkContract = {
    contractVersion: 1,
    goal: `part ${index} of the survey, take ${random.below(1_000_000)}`,
    requiredDeliverables: shape.deliverables,
    acceptanceCriteria: [...shape.criteria],
    inputArtifacts: [],
    dependencyWorkItemIds: dependenciesOf(random, index, count),
    allowedResources: [],
    requiredCapabilities: flaw === 'capability-nobody-has' ? [NOBODYS] : [random.pick(CAPABILITIES)],
    deadline: timeText(SIMULATION_START_MS),
    requestedUrgency: random.pick(URGENCIES),
    businessImpact: 'the survey waits for it',
    // One for a sloppy Worker beside whatever else goes wrong, and one that succeeds.
    retryPolicy: {
      maxAttempts: lost + 2 + random.below(2),
      backoff: random.pick(['none', 'none', 'fixed', 'exponential'] as const),
      maxDelay: 'PT60S',
      retryableFailures: ['REVIEW_REJECTED', 'TOOL_FAILED'],
    },
    budget: { currency: 'EUR', financialLimit: money / 100, toolCallLimit: calls },
    sideEffectRisk: isGated ? 'high_risk' : random.pick(['none', 'none', 'reversible'] as const),
    executionApproval: isGated ? 'human_required' : 'not_required',
    constraints: shape.constraints,
  };
  return {
    planned: { workItemId: workItemIdOf(index), contract },
    weaknesses: shape.weaknesses,
    script,
    isForChild,
    childFailures,
    workMs: (3 + random.below(20)) * MINUTE_MS,
  };
}

/** A few of the nearest items before it, so that there are chains and wide stretches. */
function dependenciesOf(random: Random, index: number, count: number): string[] {
  const reach = Math.min(index, 4 + Math.floor(count / 5));
  const found = new Set<string>();
  if (index === 0 || random.chance(0.2)) return [];
  for (let n = random.below(3); n >= 0; n -= 1) {
    found.add(workItemIdOf(index - 1 - random.below(reach)));
  }
  return [...found];
}

interface Shape {
  readonly deliverables: WorkContract['requiredDeliverables'];
  readonly criteria: readonly AcceptanceCriterion[];
  readonly constraints: Record<string, unknown>;
  readonly weaknesses: Weaknesses;
}

/** What is to be delivered, how it is judged, and the checks that the contract brings for it. */
function shapeOf(random: Random, index: number, isForChild: boolean, flaw: Flaw): Shape {
  const deliverables = Array.from({ length: isForChild ? 4 : 1 + random.below(2) }, (_none, n) => ({
    deliverableId: `part-${n + 1}`,
    description: 'rows with their total',
    mediaType: 'application/json',
    schema: 'urn:missionweaveprotocol:schema:opaque',
  }));
  const task = { label: `item-${index}`, rows: 1 + random.below(5), total: random.below(1_000) };
  const hasReviewer = !isForChild && random.chance(0.18);
  const types = ['artifact_integrity', 'schema_validation', 'deterministic_test', 'business_rule'] as const;
  const criteria: AcceptanceCriterion[] = Array.from(
    { length: isForChild ? 5 : 1 + random.below(3) },
    (_none, n) => ({
      criterionId: `c${n + 1}`,
      description: `criterion ${n + 1}`,
      evidenceRequired: [...new Set([random.pick(types), random.pick(types)])],
    }),
  );
  if (hasReviewer) {
    criteria.push({
      criterionId: 'judged',
      description: 'somebody independent finds it sound',
      evidenceRequired: ['reviewer_assessment'],
    });
  }
  if (flaw === 'wants-a-human') {
    criteria.push({
      criterionId: 'seen',
      description: 'a person has seen it',
      evidenceRequired: ['human_review'],
    });
  }
  const checks = criteria.flatMap(({ criterionId, evidenceRequired }) =>
    evidenceRequired
      .filter((type) => type === 'deterministic_test' || type === 'business_rule')
      .filter(() => random.chance(0.6))
      .map((type) => ({
        checkId: `${criterionId}-${type}`,
        type,
        criterionIds: [criterionId],
        rule: random.pick(rulesFor(task)),
      })),
  );
  const checked = new Set(checks.map(({ checkId }) => checkId));
  const needsClaim = criteria.some(({ criterionId, evidenceRequired }) =>
    evidenceRequired.some(
      (type) =>
        (type === 'deterministic_test' || type === 'business_rule') && !checked.has(`${criterionId}-${type}`),
    ),
  );
  return {
    deliverables,
    criteria,
    constraints: { task, ...(checks.length === 0 ? {} : { checks }) },
    weaknesses: { hasChecks: checks.length > 0, hasReviewer, needsClaim, deliverables: deliverables.length },
  };
}

/** Every one of them finds what is wrong with a bad output. */
function rulesFor({ rows, total }: { readonly rows: number; readonly total: number }): readonly object[] {
  return [
    { rule: 'compare', pointer: '/total', operator: 'equal', value: total },
    { rule: 'count', pointer: '/rows', atLeast: rows },
    { rule: 'one-of', pointer: '/status', values: ['complete'] },
    { rule: 'text', lacks: 'to be done' },
    {
      rule: 'json-schema',
      schema: { type: 'object', required: ['rows'], properties: { rows: { type: 'array', minItems: rows } } },
    },
  ];
}

/** What the leader has: hardly more than what is allocated, or, where that is the flaw, less than one of the items needs. */
function totalBudget(random: Random, items: readonly PlannedItem[], flaw: Flaw): Budget {
  const share = flaw === 'budget-too-small' ? 0.9 : 1.02 + random.next() * 0.08;
  let cents = 0;
  let calls = 0;
  for (const { planned } of items) {
    const itemCents = Math.round((planned.contract.budget.financialLimit ?? 0) * 100);
    const itemCalls = planned.contract.budget.toolCallLimit ?? 0;
    cents = flaw === 'budget-too-small' ? Math.max(cents, itemCents) : cents + itemCents;
    calls = flaw === 'budget-too-small' ? Math.max(calls, itemCalls) : calls + itemCalls;
  }
  return {
    currency: 'EUR',
    financialLimit: Math.floor(cents * share) / 100,
    toolCallLimit: Math.floor(calls * share),
  };
}

/** The longest chain of the bare work, without anything that goes wrong. */
export function longestPathMs(
  items: readonly PlannedItem[],
  costOf = (item: PlannedItem) => item.workMs,
): number {
  const ends = new Map<string, number>();
  let longest = 0;
  for (const item of items) {
    const { workItemId, contract } = item.planned;
    const startMs = Math.max(0, ...contract.dependencyWorkItemIds.map((id) => ends.get(id) ?? 0));
    const endMs = startMs + costOf(item);
    ends.set(workItemId, endMs);
    longest = Math.max(longest, endMs);
  }
  return longest;
}

/** How long an item takes at worst: each trouble with the longest lease that it can hold on to, reviews and children with theirs. */
export function worstCostMs({ script, workMs, weaknesses, isForChild, childFailures }: PlannedItem): number {
  const slow = 2 * workMs + 10 * MINUTE_MS;
  const troubles = script.slice(0, 4).length * (slow + 45 * MINUTE_MS);
  const review = weaknesses.hasReviewer ? (1 + lostTermsIn(script.slice(0, 4))) * 2 * HOUR_MS : 0;
  const child = isForChild ? (1 + childFailures.length) * 3 * HOUR_MS : 0;
  return slow + troubles + review + child;
}

/** Work that is never idle while something can be done ends by then (Graham): the longest chain, and all work over all slots. */
export function timeBoundMs(items: readonly PlannedItem[], hands: readonly Hand[]): number {
  const slots = hands
    .filter(({ manner }) => manner === 'reliable')
    .reduce((sum, each) => sum + each.slots, 0);
  const work = items.reduce((sum, item) => sum + worstCostMs(item), 0);
  return longestPathMs(items, worstCostMs) + work / slots;
}
