// What can be said of Agents before they get an offer, from the log and from what they say of themselves: how their work has ended,
// when they could begin, what such work has cost. Whatever would be a guess is left out (WORK-023).
import type { AgentCard, CapabilityRef, WorkContract } from '../../protocol/generated/documents.ts';
import { estimateOf } from './attention/plan-graph.ts';
import type { DeskConnection } from './connection.ts';
import { msOf } from './moment.ts';

export type StartBasis =
  /** It has a free slot. */
  | 'free-slot'
  /** Something that it holds has to end first, by its own estimates. */
  | 'after-held-work'
  /** The work waits for other work longer than for the Agent. */
  | 'after-dependencies';

export interface CandidateEstimate {
  readonly start: { readonly atMs: number; readonly basis: StartBasis } | undefined;
  /** What such work of the Agent has cost, the middle one of so many, in millionths of the currency unit. */
  readonly cost: { readonly microunits: number; readonly items: number } | undefined;
  /** Evidence by which the card proves the capabilities that are asked for (EVI-008). */
  readonly evidenceIds: readonly string[];
}

/** How the work of an Agent has ended. */
export interface AgentRecord {
  readonly verified: number;
  readonly failed: number;
  readonly late: number;
}

interface KnownWork {
  record: { verified: number; failed: number; late: number };
  /** Of accepted work that cost something. */
  readonly costs: {
    readonly capabilities: readonly CapabilityRef[];
    readonly currency: string | undefined;
    readonly microunits: number;
  }[];
  /** When each item that it holds will be done; undefined where it has not said so. */
  readonly heldEndsMs: (number | undefined)[];
}

/** All work that is known here, by the Agent that owns it: looked at once, asked for each Agent. */
export class AgentWork {
  private readonly connection: DeskConnection;
  private readonly byAgent = new Map<string, KnownWork>();

  constructor(connection: DeskConnection) {
    this.connection = connection;
    const { world, groupIds } = connection;
    for (const groupId of groupIds) {
      const lastOwners = lastOwnersIn(connection, groupId);
      for (const [workItemId, record] of world.list('workItem', groupId)) {
        const { owner, state, submission, contract } = record.document;
        // Work that has failed is nobody's any more.
        const agentId = owner?.agentId ?? (state === 'failed' ? lastOwners.get(workItemId) : undefined);
        if (agentId === undefined) continue;
        const known = this.knownOf(agentId);
        if (state === 'verified') known.record.verified += 1;
        if (state === 'failed') known.record.failed += 1;
        if (submission !== undefined && msOf(submission.submittedAt) > msOf(contract.deadline))
          known.record.late += 1;
        if (state === 'queued' || state === 'active') known.heldEndsMs.push(estimateOf(record)?.endMs);
        const microunits =
          state === 'verified'
            ? (world.get('account', groupId, workItemId)?.usage.financialMicrounits ?? 0)
            : 0;
        // Nothing was metered, or it was free: nobody can tell, so it says nothing.
        if (microunits === 0) continue;
        const { currency } = contract.budget;
        known.costs.push({ capabilities: contract.requiredCapabilities, currency, microunits });
      }
    }
  }

  recordOf(agentId: string): AgentRecord {
    return { verified: 0, failed: 0, late: 0, ...this.byAgent.get(agentId)?.record };
  }

  /** Slots that are free now: as the Agent says while it is heard, and otherwise as far as its work is known here. */
  freeSlotsOf({ agentId, maxConcurrency }: AgentCard): number {
    const capacity = this.heardOf(agentId)?.capacity;
    if (capacity !== undefined) return capacity.availableSlots;
    return Math.max(0, maxConcurrency - (this.byAgent.get(agentId)?.heldEndsMs.length ?? 0));
  }

  estimate(card: AgentCard, groupId: string, contract: WorkContract): CandidateEstimate {
    const asked = new Set(contract.requiredCapabilities.map(({ id }) => id));
    return {
      start: this.startOf(card, groupId, contract),
      cost: this.costOf(card, contract),
      evidenceIds: [
        ...new Set(
          card.capabilities
            .filter(({ id }) => asked.has(id))
            .flatMap(({ verifiedEvidence }) => verifiedEvidence),
        ),
      ],
    };
  }

  private startOf(
    { agentId }: AgentCard,
    groupId: string,
    contract: WorkContract,
  ): CandidateEstimate['start'] {
    const { world, nowMs } = this.connection;
    const free = this.freeAtMs(agentId);
    if (free === undefined) return undefined;
    let readyMs = nowMs;
    for (const id of contract.dependencyWorkItemIds) {
      const dependency = world.get('workItem', groupId, id);
      if (dependency?.document.state === 'verified') continue;
      const end = dependency === undefined ? undefined : estimateOf(dependency);
      if (end === undefined) return undefined;
      readyMs = Math.max(readyMs, end.endMs);
    }
    if (readyMs > free) return { atMs: readyMs, basis: 'after-dependencies' };
    return { atMs: free, basis: free === nowMs ? 'free-slot' : 'after-held-work' };
  }

  /** When a slot is free; of an Agent that is not heard, or whose work is not known here, nobody can say. */
  private freeAtMs(agentId: string): number | undefined {
    const { nowMs } = this.connection;
    const capacity = this.heardOf(agentId)?.capacity;
    if (capacity === undefined) return undefined;
    if (capacity.availableSlots > 0) return nowMs;
    const held = capacity.activeSlots + capacity.queuedItems;
    const ends = (this.byAgent.get(agentId)?.heldEndsMs ?? []).filter((endMs) => endMs !== undefined);
    if (ends.length < held) return undefined;
    const next = ends.toSorted((a, b) => a - b)[Math.max(0, held - capacity.maxSlots)];
    return next === undefined ? undefined : Math.max(nowMs, next);
  }

  private heardOf(agentId: string) {
    const { presence, nowMs } = this.connection;
    const heard = presence.get(agentId);
    if (heard === undefined || msOf(heard.expiresAt) <= nowMs) return undefined;
    return heard.status === 'online' || heard.status === 'busy' ? heard : undefined;
  }

  private costOf(
    { agentId }: AgentCard,
    { requiredCapabilities, budget }: WorkContract,
  ): CandidateEstimate['cost'] {
    const ids = requiredCapabilities.map(({ id }) => id);
    const costs = (this.byAgent.get(agentId)?.costs ?? [])
      .filter(({ currency }) => currency === budget.currency)
      .filter(({ capabilities }) => ids.every((id) => capabilities.some((each) => each.id === id)))
      .map(({ microunits }) => microunits)
      .toSorted((a, b) => a - b);
    const middle = costs[Math.floor((costs.length - 1) / 2)];
    return middle === undefined ? undefined : { microunits: middle, items: costs.length };
  }

  private knownOf(agentId: string): KnownWork {
    const known = this.byAgent.get(agentId) ?? {
      record: { verified: 0, failed: 0, late: 0 },
      costs: [],
      heldEndsMs: [],
    };
    this.byAgent.set(agentId, known);
    return known;
  }
}

/** Who owned each WorkItem last, by its leases. */
function lastOwnersIn({ world }: DeskConnection, groupId: string): ReadonlyMap<string, string> {
  const owners = new Map<string, { readonly agentId: string; readonly ownershipEpoch: number }>();
  for (const [, { leaseType, workItemId, holderAgentId, ownershipEpoch = 0 }] of world.list(
    'lease',
    groupId,
  )) {
    if (leaseType !== 'ownership' || workItemId === undefined) continue;
    if ((owners.get(workItemId)?.ownershipEpoch ?? -1) < ownershipEpoch)
      owners.set(workItemId, { agentId: holderAgentId, ownershipEpoch });
  }
  return new Map([...owners].map(([workItemId, { agentId }]) => [workItemId, agentId]));
}
