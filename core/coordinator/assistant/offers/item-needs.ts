// What one WorkItem asks of whoever takes it: capabilities, an end, room in every budget above it, independence; worked out once
// for all candidates.
import { type Dimension, limitsOf, NO_USAGE } from '../../../domain/budget.ts';
import type { AccountAddress, WorkItemRecord, World } from '../../../domain/world.ts';
import type { CapabilityRef, WorkContract } from '../../../protocol/generated/documents.ts';
import { estimateOf } from '../../desk/attention/plan-graph.ts';
import { msOf } from '../../desk/moment.ts';
import { liveHoldingLease } from '../../../domain/ownership.ts';
import { nowAt } from '../../../domain/decision.ts';
import { reviewedItemOf } from '../review-mark.ts';
import { cardOf, knownAgentIds, type OfferScene } from './agent-standing.ts';
import { type Asks, hasDeclined, NEVER_ASKED } from './agent-history.ts';
import { type OfferReason, reason, recordReference } from './offer-reasons.ts';

/** What is left of a dimension, and in which account the least is left. */
export interface Room {
  readonly left: number;
  readonly account: AccountAddress;
}

/** What is left of every dimension. */
export type Rooms = { readonly [Each in Dimension]: Room };

export interface ItemNeeds {
  readonly record: WorkItemRecord;
  readonly required: readonly CapabilityRef[];
  /** The required capabilities as a text: items that ask for the same share it. */
  readonly signature: string;
  readonly deadlineMs: number;
  /** When the work that it waits for will be done, by its owners' estimates; undefined where nobody can say. */
  readonly readyMs: number | undefined;
  /** The limit of the contract in micro-units; 0 where it gives none. */
  readonly financialLimit: number;
  /** By dimension, over the whole ancestry; undefined while some account of it is not known here. */
  readonly room: Rooms | undefined;
  /** Agents that are not independent of what is to be reviewed, each with the record that says so. */
  readonly producers: ReadonlyMap<string, OfferReason>;
  /** Somebody made it whom the log does not show here. */
  readonly isProducerUnknown: boolean;
  readonly asks: ReadonlyMap<string, Asks>;
  /** Time alone changes all this no earlier: an owner's lease ends then, or a no for lack of room. */
  readonly nextMs: number;
}

export function needsOf(scene: OfferScene, record: WorkItemRecord): ItemNeeds {
  const { world, groupId, nowMs, history } = scene;
  const { workItemId, contract, owner } = record.document;
  const required = contract.requiredCapabilities;
  const asks = new Map(history.asksOf(groupId, workItemId));
  const lease = liveHoldingLease(world, record, nowAt(nowMs));
  // Its last owner has had its chance, also before an offer puts that into the log.
  if (owner !== undefined && lease === undefined) {
    const before = asks.get(owner.agentId) ?? NEVER_ASKED;
    asks.set(owner.agentId, { ...before, count: before.count + 1 });
  }
  return {
    record,
    required,
    signature: required.map(({ id, version }) => `${id} ${version}`).join('\n'),
    deadlineMs: msOf(contract.deadline),
    readyMs: readyMsOf(scene, record),
    financialLimit: limitsOf(contract.budget)?.financialMicrounits ?? 0,
    room: roomOf(world, { groupId, id: workItemId }),
    ...producersOf(scene, record),
    asks,
    nextMs: Math.min(lease === undefined ? Infinity : msOf(lease.expiresAt), nextAskMs(asks, nowMs)),
  };
}

/** When the first of those who had no room may be asked again. */
function nextAskMs(asks: ReadonlyMap<string, Asks>, nowMs: number): number {
  let nextMs = Infinity;
  for (const each of asks.values()) {
    if (hasDeclined(each, nowMs)) nextMs = Math.min(nextMs, each.declinedUntilMs);
  }
  return nextMs;
}

function readyMsOf({ world, groupId, nowMs }: OfferScene, { document }: WorkItemRecord): number | undefined {
  let readyMs = nowMs;
  for (const id of document.contract.dependencyWorkItemIds) {
    const dependency = world.get('workItem', groupId, id);
    if (dependency?.document.state === 'verified') continue;
    const estimate = dependency === undefined ? undefined : estimateOf(dependency);
    if (estimate === undefined) return undefined;
    readyMs = Math.max(readyMs, estimate.endMs);
  }
  return readyMs;
}

/** The least that is left of each dimension along the ancestry (BUD-008, BUD-009). `known` spares work for many items. */
export function roomOf(
  world: World,
  account: AccountAddress,
  known = new Map<string, Rooms | undefined>(),
): Rooms | undefined {
  const key = `${account.groupId} ${account.id}`;
  if (known.has(key)) return known.get(key);
  const record = world.get('account', account.groupId, account.id);
  // Without the account at the top nobody knows what is left there.
  if (record === undefined) return undefined;
  const { limit, usage, parent } = record;
  const above = parent === undefined ? undefined : roomOf(world, parent, known);
  if (parent !== undefined && above === undefined) return undefined;
  const limits = limitsOf(limit) ?? NO_USAGE;
  const least = (dimension: Dimension): Room => {
    const left = limits[dimension] - usage[dimension];
    const higher = above?.[dimension];
    return higher === undefined || left <= higher.left ? { left, account } : higher;
  };
  const room: Rooms = {
    financialMicrounits: least('financialMicrounits'),
    modelTokens: least('modelTokens'),
    toolCalls: least('toolCalls'),
    computeSeconds: least('computeSeconds'),
    wallClockSeconds: least('wallClockSeconds'),
    externalActions: least('externalActions'),
  };
  known.set(key, room);
  return room;
}

/**
 * Nobody reviews what it has made itself, by hand or under an ownership of the reviewed item; where the review asks for it,
 * nobody either for whom the owner of the producer answers (CRD-006).
 */
function producersOf(
  scene: OfferScene,
  { document: { contract } }: WorkItemRecord,
): Pick<ItemNeeds, 'producers' | 'isProducerUnknown'> {
  const { world, groupId } = scene;
  const producers = new Map<string, OfferReason>();
  const reviewedId = reviewedItemOf(contract);
  if (reviewedId === undefined) return { producers, isProducerUnknown: false };
  const owner = world.get('workItem', groupId, reviewedId)?.document.owner?.agentId;
  if (owner !== undefined && asksForOtherOwner(contract)) {
    for (const agentId of agentsOfOwner(scene, owner)) {
      const from = recordReference('workItem', groupId, reviewedId);
      producers.set(agentId, reason('same-owner', 'unmet', { reviewedItemId: reviewedId }, from));
    }
  }
  // Checkpoints of whoever owned it before may be part of the result.
  for (const [leaseId, { workItemId, leaseType, holderAgentId }] of world.list('lease', groupId)) {
    if (workItemId !== reviewedId || leaseType !== 'ownership') continue;
    const from = recordReference('lease', groupId, leaseId);
    producers.set(holderAgentId, reason('is-producer', 'unmet', { reviewedItemId: reviewedId }, from));
  }
  if (owner !== undefined) {
    const from = recordReference('workItem', groupId, reviewedId);
    producers.set(owner, reason('is-producer', 'unmet', { reviewedItemId: reviewedId }, from));
  }
  let isProducerUnknown = owner === undefined;
  for (const hash of contract.inputArtifacts) {
    const ids = world.get('content', groupId, hash)?.artifactIds ?? [];
    if (ids.length === 0) isProducerUnknown = true;
    for (const artifactId of ids) {
      const artifact = world.get('artifact', groupId, artifactId);
      if (artifact === undefined) continue;
      const from = recordReference('artifact', groupId, artifactId);
      const made = reason('is-producer', 'unmet', { reviewedItemId: reviewedId, artifactHash: hash }, from);
      producers.set(artifact.producer.agentId, made);
    }
  }
  return { producers, isProducerUnknown };
}

function asksForOtherOwner({ constraints }: WorkContract): boolean {
  const review = constraints?.['review'] as { readonly independence?: unknown } | null | undefined;
  return review?.independence === 'other-owner';
}

/** Agents for whom the same Principal answers as for this one, as far as cards are known. */
function agentsOfOwner(scene: OfferScene, agentId: string): readonly string[] {
  const owner = cardOf(scene, agentId)?.owner;
  if (owner === undefined) return [];
  return knownAgentIds(scene).filter((id) => {
    const other = cardOf(scene, id)?.owner;
    return other?.type === owner.type && other.id === owner.id;
  });
}
