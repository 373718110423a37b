// Whether a Worker accepts an offer (WORK-031): seven tests, each of which can decline with a reason of WORK-025. Pure;
// nothing of it is a reservation, and the Authority decides in the end.
import { DIMENSIONS, limitsOf, NO_USAGE, remainingOf } from '../domain/budget.ts';
import { matchCapabilities } from '../domain/capabilities.ts';
import { nowAt } from '../domain/decision.ts';
import { currentMemberships } from '../domain/members.ts';
import { workloadOf } from '../domain/workload.ts';
import type { WorkItemRecord, World } from '../domain/world.ts';
import type {
  AgentCard,
  ScheduleEstimate,
  WorkContract,
  WorkOffer,
} from '../protocol/generated/documents.ts';
import type { Moment } from './clock.ts';
import type { ScheduledItem } from './scheduler/ready-items.ts';
import type { AdmissionAnswer, Scheduler } from './scheduler/scheduler.ts';

export type DeclineReason = NonNullable<WorkOffer['declineReason']>;

export type OfferDecision =
  | { readonly kind: 'accept' }
  | { readonly kind: 'decline'; readonly reason: DeclineReason; readonly detail: string };

/** What this Worker takes on, as its operator has set it. */
export interface AdmissionPolicy {
  /** Capability ids that a runner stands behind right now. */
  readonly capabilities: ReadonlySet<string>;
  /** Items of all Groups that may be queued and active at a time; the Organization has limits of its own (POL-003). */
  readonly maxQueued: number;
  readonly maxActive: number;
  /** Risks of side effects that are taken on. */
  readonly sideEffectRisks: ReadonlySet<WorkContract['sideEffectRisk']>;
  /** Whether work may be used for a resource; undefined allows what the contract allows. */
  readonly allowsResource: ((resource: string, operation: string) => boolean) | undefined;
  /** Whether to accept work whose dependencies are not verified yet. It waits in the queue, and holds no slot. */
  readonly acceptsWaiting: boolean;
  /** How long ownership may wait for a start: the lease that is asked for ends by then at the latest. */
  readonly maxWaitMs: number;
  /** What work cannot do without, by capability id; a dimension that is not named needs nothing. */
  readonly leastBudget: ReadonlyMap<string, Partial<typeof NO_USAGE>>;
}

export const DEFAULT_ADMISSION_POLICY: AdmissionPolicy = {
  capabilities: new Set(),
  maxQueued: 100,
  maxActive: 4,
  sideEffectRisks: new Set(['none', 'reversible']),
  allowsResource: undefined,
  acceptsWaiting: true,
  maxWaitMs: 86_400_000,
  leastBudget: new Map(),
};

export interface OfferInput {
  readonly world: World;
  readonly card: AgentCard;
  readonly policy: AdmissionPolicy;
  readonly scheduler: Scheduler;
  readonly record: WorkItemRecord;
  readonly item: ScheduledItem;
  readonly estimate: ScheduleEstimate;
  readonly now: Moment;
}

/** The seven tests in the order of WORK-031; the first that fails names the reason. */
export function decideOffer(input: OfferInput): OfferDecision {
  const tests = [
    testRoom,
    testConcurrency,
    testCapability,
    testDeadline,
    testAuthorization,
    testDependencies,
    testBudget,
  ];
  for (const test of tests) {
    const decision = test(input);
    if (decision !== undefined) return decision;
  }
  return { kind: 'accept' };
}

type Verdict = OfferDecision | undefined;

function decline(reason: DeclineReason, detail: string): OfferDecision {
  return { kind: 'decline', reason, detail };
}

const ANSWER_REASONS: Readonly<Partial<Record<AdmissionAnswer, DeclineReason>>> = {
  worker_full: 'capacity',
  group_full: 'capacity',
  exceeds_capacity: 'capacity',
  group_quota_disabled: 'capacity',
  group_not_allowed: 'authorization',
  unsupported_capability: 'capability',
  deadline_expired: 'deadline',
};

function testRoom({ scheduler, item, now, world, card, policy }: OfferInput): Verdict {
  const answer = scheduler.examine(item, now);
  const reason = ANSWER_REASONS[answer];
  if (reason !== undefined) return decline(reason, `the queue answers ${answer}`);
  const { queued } = workloadOf(world, card.agentId);
  return queued < policy.maxQueued ? undefined : decline('capacity', 'as much is queued as may be');
}

/** A slot has to become free within the wait that ownership allows. */
function testConcurrency({ world, card, policy, estimate, now }: OfferInput): Verdict {
  const { active } = workloadOf(world, card.agentId);
  if (active > Math.min(policy.maxActive, card.maxConcurrency)) {
    return decline('capacity', 'more is being worked on than should be');
  }
  const waitMs = Date.parse(estimate.estimatedStart) - now.wallMs;
  return waitMs <= policy.maxWaitMs ? undefined : decline('capacity', 'no slot becomes free in time');
}

function testCapability({ card, policy, record }: OfferInput): Verdict {
  const { requiredCapabilities } = record.document.contract;
  const { missing } = matchCapabilities(card, requiredCapabilities);
  if (missing !== undefined) return decline('capability', `the card lacks ${missing.id} ${missing.version}`);
  const idle = requiredCapabilities.find(({ id }) => !policy.capabilities.has(id));
  return idle === undefined ? undefined : decline('capability', `${idle.id} is not available now`);
}

function testDeadline({ record, estimate }: OfferInput): Verdict {
  const { deadline } = record.document.contract;
  const isInTime = Date.parse(estimate.estimatedCompletion) <= Date.parse(deadline);
  return isInTime ? undefined : decline('deadline', 'it cannot be promised by the deadline');
}

function testAuthorization({ world, card, policy, record, now }: OfferInput): Verdict {
  const { groupId, contract } = record.document;
  const memberships = currentMemberships(
    world,
    groupId,
    { type: 'agent', id: card.agentId },
    nowAt(Math.floor(now.wallMs)),
  );
  if (!memberships.some(({ role }) => role === 'worker' || role === 'reviewer')) {
    return decline('authorization', 'no working membership in this Group');
  }
  if (!policy.sideEffectRisks.has(contract.sideEffectRisk)) {
    return decline('authorization', `this Worker does no work with the risk ${contract.sideEffectRisk}`);
  }
  const { allowsResource } = policy;
  if (allowsResource === undefined) return undefined;
  for (const { resource, operations } of contract.allowedResources) {
    const refused = operations.find((operation) => !allowsResource(resource, operation));
    if (refused !== undefined)
      return decline('authorization', `${refused} on ${resource} is not allowed here`);
  }
  return undefined;
}

/** Work that had come to its end before this Worker could see it is for the Authority to judge, at the start. */
function testDependencies({ world, policy, record }: OfferInput): Verdict {
  const { groupId, contract } = record.document;
  for (const id of contract.dependencyWorkItemIds) {
    const state = world.get('workItem', groupId, id)?.document.state;
    if (state === 'failed' || state === 'cancelled') return decline('dependency', `${id} has ${state}`);
    if (state !== undefined && state !== 'verified' && !policy.acceptsWaiting)
      return decline('dependency', `${id} is not verified`);
  }
  return undefined;
}

/** What the work cannot do without has to be in the contract, and left in the ledger (BUD-009). */
function testBudget({ world, policy, record }: OfferInput): Verdict {
  const { groupId, workItemId, contract } = record.document;
  const limits = limitsOf(contract.budget) ?? NO_USAGE;
  // The accounts above may be out of sight for a member that came late.
  const isKnown = world.get('account', groupId, workItemId) !== undefined;
  const remaining = isKnown ? remainingOf(world, { groupId, id: workItemId }) : limits;
  for (const { id } of contract.requiredCapabilities) {
    const least = policy.leastBudget.get(id) ?? {};
    const short = DIMENSIONS.find(
      (dimension) => (least[dimension] ?? 0) > Math.min(limits[dimension], remaining[dimension] ?? 0),
    );
    if (short !== undefined) return decline('budget', `not enough of ${short} for ${id}`);
  }
  return undefined;
}
