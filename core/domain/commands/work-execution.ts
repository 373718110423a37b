// Execution of work: acceptance, start, checkpoints, blocking, lease renewal (WORK-T04…WORK-T10, LSE-001…LSE-010).
import type { Checkpoint, Lease, WorkItem } from '../../protocol/generated/documents.ts';
import { accept, type Result } from '../../protocol/result.ts';
import { sessionEpochOf } from '../agents.ts';
import { requireNoLiveChild } from '../child-links.ts';
import { checkCooperation } from '../cooperation.ts';
import { requireCoordinator } from '../coordinator.ts';
import type { Decision, EventDraft, GroupInput } from '../decision.ts';
import { unfinishedDependencies } from '../dependencies.ts';
import {
  type Pins,
  requireAcceptingCard,
  requireCapabilities,
  requireWorkingMember,
} from '../eligibility.ts';
import { findExecutionApproval } from '../execution-approvals.ts';
import { after, closeLease, later, openLease, renewLease } from '../leases.ts';
import { activateMembership, draftMembershipChange } from '../memberships.ts';
import { requireMissionState } from '../missions.ts';
import { requireOffer, requireOpenRace, settleOffers } from '../offers.ts';
import { chargeFirst, checkOfflineBinding } from '../offline.ts';
import {
  advance,
  checkWorkItemRevision,
  fenceOwner,
  findWorkItem,
  liveHoldingLease,
  requireWorkItem,
  requireWorkItemState,
} from '../ownership.ts';
import { type OwnedWork, requireOwnedWork, requireRunningWork, type RunningWork } from '../owned-work.ts';
import { reject, type Rejection } from '../rejection.ts';
import { isBefore } from '../times.ts';
import { placeOf } from '../work-events.ts';
import { findExceededByAcceptance, findExceededByStart } from '../workload.ts';
import { ORGANIZATION, type WorkItemRecord } from '../world.ts';

/** `work.accept_offer` (CMD-121, WORK-T04): the first valid acceptance begins a new Ownership Epoch (WORK-032). */
export function acceptOffer(input: GroupInput<'work.accept_offer'>): Decision {
  const { command, payload, context, world } = input;
  if (command.actor.type !== 'agent') {
    return reject('AUTH_FORBIDDEN', 'WORK-033', 'only Agents accept work');
  }
  const membership = requireWorkingMember(input, command.actor.id, 'WORK-033');
  if (!membership.ok) return membership;
  const override = checkCooperation(input, findExceededByAcceptance(input));
  if (!override.ok) return override;
  const offered = requireAcceptable(input);
  if (!offered.ok) return offered;
  const pins = requireAcceptingCard(input, offered.value.document.contract);
  if (!pins.ok) return pins;
  const { workItem, lease } = takeOwnership(input, offered.value, pins.value);
  const accepted: EventDraft = {
    kind: 'work.offer.accepted',
    ...placeOf(workItem),
    eventId: context.newId('event'),
    payload: {
      workItem,
      lease,
      offerId: payload.offerId,
      assigneeId: lease.holderAgentId,
      ownershipEpoch: offered.value.ownershipEpoch + 1,
      ownershipLeaseExpiresAt: lease.expiresAt,
      agentCardVersion: pins.value.card.cardVersion,
      ...(override.value === undefined ? {} : { cooperationOverrideGrantId: override.value }),
    },
  };
  if (membership.value.state === 'active') return accept([accepted]);
  const change = activateMembership(world, context, membership.value);
  return accept([accepted, draftMembershipChange(context, input.mission.document, change, accepted.eventId)]);
}

/** `work.start` (CMD-122, WORK-T07): opens the Execution Lease, without which nothing runs (LSE-001). */
export function startWork(input: GroupInput<'work.start'>): Decision {
  const { payload, context } = input;
  const owned = requireOwnedWork(input, payload);
  if (!owned.ok) return owned;
  const override = checkCooperation(input, [findExceededByStart(input)]);
  if (!override.ok) return override;
  const ready = requireStartable(input, owned.value);
  if (!ready.ok) return ready;
  const { lease, ownershipLease } = openExecution(input, owned.value);
  const workItem = advance(context.now, owned.value.record.document, { state: 'active' });
  return accept([
    {
      kind: 'work.started',
      ...placeOf(workItem),
      eventId: context.newId('event'),
      payload: {
        workItem,
        lease,
        ...(ownershipLease === undefined ? {} : { ownershipLease }),
        ownershipEpoch: payload.ownershipEpoch,
        executionLeaseId: lease.leaseId,
        executionLeaseExpiresAt: lease.expiresAt,
        ...(override.value === undefined ? {} : { cooperationOverrideGrantId: override.value }),
      },
    },
  ]);
}

/**
 * `work.checkpoint` (CMD-123, WORK-T08): saves where the work stands and gives the slot back. Work that was done offline
 * is charged first, in the same transaction (OFF-007).
 */
export function checkpointWork(input: GroupInput<'work.checkpoint'>): Decision {
  const { payload, context } = input;
  const running = requireRunningWork(input, payload, 'WORK-T08');
  if (!running.ok) return running;
  const known = requireKnownState(input, payload.checkpoint);
  if (!known.ok) return known;
  const binding = checkOfflineBinding(input);
  if (!binding.ok) return binding;
  const seconds = payload.resumeWithinSeconds ?? context.policy.seconds.resumeWithin;
  const ownershipLease = extendOwnership(input, running.value, after(context.now, seconds));
  const workItem = advance(context.now, running.value.record.document, {
    state: 'queued',
    ...reportOf(payload),
  });
  const checkpointed: EventDraft = {
    kind: 'work.checkpointed',
    ...placeOf(workItem),
    eventId: context.newId('event'),
    payload: {
      workItem,
      checkpoint: payload.checkpoint,
      lease: closeLease(context.now, running.value.executionLease, 'released', 'work_checkpointed'),
      ownershipLease,
      ownershipEpoch: payload.ownershipEpoch,
      executionLeaseId: payload.executionLeaseId,
      ownershipLeaseExpiresAt: ownershipLease.expiresAt,
    },
  };
  return accept(chargeFirst(binding.value, [checkpointed]));
}

/** `work.block` (CMD-124, WORK-T09): as a checkpoint, with ownership kept for a bounded time (WORK-052). */
export function blockWork(input: GroupInput<'work.block'>): Decision {
  const { payload, context } = input;
  const running = requireRunningWork(input, payload, 'WORK-T09');
  if (!running.ok) return running;
  const known = requireKnownState(input, payload.checkpoint);
  if (!known.ok) return known;
  const { holdingLease, executionLease, record } = running.value;
  const seconds = payload.blockedLeaseSeconds ?? context.policy.seconds.blockedLease;
  const blockedLease = openLease(context.now, {
    ...holderOf(input, holdingLease),
    leaseType: 'blocked',
    expiresAt: after(context.now, seconds),
  });
  const workItem = advance(context.now, holdUnder(record.document, blockedLease), {
    state: 'blocked',
    ...reportOf(payload),
  });
  return accept([
    {
      kind: 'work.blocked',
      ...placeOf(workItem),
      eventId: context.newId('event'),
      payload: {
        workItem,
        reason: payload.reason,
        checkpoint: payload.checkpoint,
        requiredResolution: payload.requiredResolution,
        lease: closeLease(context.now, executionLease, 'released', 'work_blocked'),
        // One lease holds the item at a time; the ownership lease comes back as a new one (LSE-008).
        ownershipLease: closeLease(context.now, holdingLease, 'released', 'work_blocked'),
        blockedLease,
        ownershipEpoch: payload.ownershipEpoch,
        executionLeaseId: payload.executionLeaseId,
        ownershipLeaseExpiresAt: blockedLease.expiresAt,
      },
    },
  ]);
}

/** `work.unblock` (CMD-125, WORK-T10): back to its owner's queue while ownership holds, else open to anybody. */
export function unblockWork(input: GroupInput<'work.unblock'>): Decision {
  const { payload, world, context } = input;
  const record = requireUnblockable(input);
  if (!record.ok) return record;
  const blockedLease = liveHoldingLease(world, record.value, context.now);
  const resumed =
    blockedLease === undefined
      ? reopen(input, record.value)
      : resumeOwnership(input, record.value, blockedLease);
  return accept([
    {
      kind: 'work.unblocked',
      ...placeOf(resumed.workItem),
      eventId: context.newId('event'),
      payload: { ...resumed, ...(payload.reason === undefined ? {} : { reason: payload.reason }) },
    },
  ]);
}

/** `ext.missionweaveprotocol.core.work_execution_lease_renew` (CMD-143): more time under the same lease (LSE-007). */
export function renewExecutionLease(
  input: GroupInput<'ext.missionweaveprotocol.core.work_execution_lease_renew'>,
): Decision {
  const { payload, context } = input;
  const running = requireRunningWork(input, payload, 'LSE-007');
  if (!running.ok) return running;
  const { executionLease, record } = running.value;
  const expiresAt = after(context.now, payload.leaseSeconds ?? context.policy.seconds.executionLease);
  const renewable = requireRenewable(input, executionLease, expiresAt);
  if (!renewable.ok) return renewable;
  const lease = renewLease(context.now, executionLease, expiresAt);
  const workItem = advance(context.now, record.document, reportOf(payload));
  return accept([
    {
      kind: 'work.progressed',
      ...placeOf(workItem),
      eventId: context.newId('event'),
      payload: {
        workItem,
        lease,
        ownershipLease: renewLease(context.now, running.value.holdingLease, expiresAt),
        ownershipEpoch: payload.ownershipEpoch,
        executionLeaseId: lease.leaseId,
        executionLeaseExpiresAt: lease.expiresAt,
      },
    },
  ]);
}

/** The item under an offer that the actor can accept now (WORK-033). */
function requireAcceptable(input: GroupInput<'work.accept_offer'>): Result<WorkItemRecord, Rejection> {
  const { payload } = input;
  const active = requireMissionState(input, ['active'], 'WORK-033');
  if (!active.ok) return active;
  const record = findWorkItem(input, payload.workItemId);
  if (!record.ok) return record;
  const race = requireOpenRace(input, record.value.document, payload.offerId);
  if (!race.ok) return race;
  const revision = checkWorkItemRevision(input, record.value);
  if (!revision.ok) return revision;
  const offer = requireOffer(input, record.value.document, payload.offerId);
  return offer.ok ? record : offer;
}

/** The item in the hands of the actor, with an ownership lease that also says by when to start (WORK-035, OPEN-054). */
function takeOwnership(
  { command, payload, world, context }: GroupInput<'work.accept_offer'>,
  { document, ownershipEpoch }: WorkItemRecord,
  { card, capabilities }: Pins,
): { readonly workItem: WorkItem; readonly lease: Lease } {
  const { now, policy, newId } = context;
  const expiresAt = after(now, payload.ownershipLeaseSeconds ?? policy.seconds.ownershipLease);
  const lease = openLease(now, {
    leaseId: newId('lease'),
    leaseType: 'ownership',
    missionId: document.missionId,
    groupId: document.groupId,
    workItemId: document.workItemId,
    holderAgentId: command.actor.id,
    sessionEpoch: sessionEpochOf(world, command.actor.id),
    ownershipEpoch: ownershipEpoch + 1,
    startBy: expiresAt,
    expiresAt,
  });
  const workItem = advance(now, document, {
    state: 'queued',
    offers: [...settleOffers(now, document.offers ?? [], payload.offerId)],
    owner: {
      agentId: command.actor.id,
      agentCardVersion: card.cardVersion,
      capabilityPins: [...capabilities],
      ownershipEpoch: ownershipEpoch + 1,
      ownershipLeaseId: lease.leaseId,
      acceptedAt: now.text,
    },
    ...reportOf(payload),
  });
  return { workItem, lease };
}

/** The gates of a start: state, pins that still hold, dependencies, and the Approval that the contract demands. */
function requireStartable(
  input: GroupInput<'work.start'>,
  { record }: OwnedWork,
): Result<undefined, Rejection> {
  const { world, groupId, context } = input;
  const active = requireMissionState(input, ['active'], 'WORK-T07');
  if (!active.ok) return active;
  const revision = checkWorkItemRevision(input, record);
  if (!revision.ok) return revision;
  const state = requireWorkItemState(record, ['queued'], 'WORK-T07');
  if (!state.ok) return state;
  const pins = requirePins(input, record.document);
  if (!pins.ok) return pins;
  const { workItemId, contract } = record.document;
  const unfinished = unfinishedDependencies(world, groupId, contract.dependencyWorkItemIds);
  if (unfinished.length > 0) {
    return reject('INVALID_STATE_TRANSITION', 'WORK-042', 'dependencies are not verified yet', {
      workItemId,
      unfinished,
    });
  }
  if (
    contract.executionApproval === 'not_required' ||
    findExecutionApproval(world, record, context.now) !== undefined
  ) {
    return accept(undefined);
  }
  return reject('APPROVAL_REQUIRED', 'APV-005', 'no Execution Approval holds for this owner', {
    workItemId,
    executionApproval: contract.executionApproval,
    ownershipEpoch: record.document.owner?.ownershipEpoch ?? null,
  });
}

/** A card that moved on to incompatible capabilities needs a new acceptance (WORK-034). */
function requirePins({ world, command }: GroupInput, { owner }: WorkItem): Result<undefined, Rejection> {
  const card = world.get('agent', ORGANIZATION, command.actor.id)?.card;
  if (card === undefined || owner === undefined) {
    return reject('AUTH_FORBIDDEN', 'WORK-034', 'the Agent has no Agent Card', { agentId: command.actor.id });
  }
  const pins = requireCapabilities(card, owner.capabilityPins, 'WORK-034');
  return pins.ok ? accept(undefined) : pins;
}

/** A new Execution Lease, and the ownership lease where it would end before that one (LSE-009). */
function openExecution(
  input: GroupInput<'work.start'>,
  { holdingLease }: OwnedWork,
): { readonly lease: Lease; readonly ownershipLease: Lease | undefined } {
  const { payload, context } = input;
  const seconds = payload.executionLeaseSeconds ?? context.policy.seconds.executionLease;
  const lease = openLease(context.now, {
    ...holderOf(input, holdingLease),
    leaseType: 'execution',
    expiresAt: after(context.now, seconds),
  });
  const isCovered = later(holdingLease.expiresAt, lease.expiresAt) === holdingLease.expiresAt;
  return {
    lease,
    ownershipLease: isCovered ? undefined : renewLease(context.now, holdingLease, lease.expiresAt),
  };
}

/** What a new lease shares with the one under which the owner holds the item now. */
function holderOf(
  { world, context }: GroupInput,
  { missionId, groupId, workItemId = '', holderAgentId, ownershipEpoch = 0 }: Lease,
) {
  return {
    leaseId: context.newId('lease'),
    missionId,
    groupId,
    workItemId,
    holderAgentId,
    sessionEpoch: sessionEpochOf(world, holderAgentId),
    ownershipEpoch,
  };
}

/** The ownership lease until the owner has to resume (OPEN-054). */
function extendOwnership({ context }: GroupInput, { holdingLease }: RunningWork, expiresAt: string): Lease {
  return { ...renewLease(context.now, holdingLease, expiresAt), startBy: expiresAt };
}

function holdUnder(document: WorkItem, lease: Lease): WorkItem {
  const { owner } = document;
  return owner === undefined
    ? document
    : { ...document, owner: { ...owner, ownershipLeaseId: lease.leaseId } };
}

/** A checkpoint may point to saved state only where that was published in this Group (WORK-054). */
function requireKnownState(
  { world, groupId }: GroupInput,
  { stateArtifactHash }: Checkpoint,
): Result<undefined, Rejection> {
  if (stateArtifactHash === undefined) return accept(undefined);
  if (world.get('content', groupId, stateArtifactHash) !== undefined) return accept(undefined);
  return reject('INVALID_COMMAND', 'WORK-054', 'the saved state is no Artifact of this Group', {
    stateArtifactHash,
  });
}

/** What an owner reports on the side (OPEN-038). */
function reportOf({
  progress,
  scheduleEstimate,
}: Pick<WorkItem, 'progress' | 'scheduleEstimate'>): Pick<WorkItem, 'progress' | 'scheduleEstimate'> {
  return {
    ...(progress === undefined ? {} : { progress }),
    ...(scheduleEstimate === undefined ? {} : { scheduleEstimate }),
  };
}

function requireUnblockable(input: GroupInput<'work.unblock'>): Result<WorkItemRecord, Rejection> {
  const coordinator = requireCoordinator(input, 'WORK-053');
  if (!coordinator.ok) return coordinator;
  const active = requireMissionState(input, ['active'], 'WORK-T10');
  if (!active.ok) return active;
  const record = requireWorkItem(input, input.payload.workItemId);
  if (!record.ok) return record;
  const state = requireWorkItemState(record.value, ['blocked'], 'WORK-T10');
  if (!state.ok) return state;
  const child = requireNoLiveChild(record.value);
  return child.ok ? record : child;
}

/** What a `work.unblocked` Event says of the item. */
interface Resumption {
  readonly workItem: WorkItem;
  readonly status: 'queued' | 'open';
  readonly ownershipLease?: Lease;
  readonly closedLeases?: Lease[];
}

/** The owner is gone: its leases end as expired, and anybody may be offered the item. */
function reopen({ world, context }: GroupInput, record: WorkItemRecord): Resumption {
  const { document, closedLeases } = fenceOwner(world, context.now, record, 'work_unblocked');
  return {
    workItem: advance(context.now, document, { state: 'open' }),
    status: 'open',
    ...(closedLeases.length === 0 ? {} : { closedLeases: [...closedLeases] }),
  };
}

/**
 * The owner takes up the item under a new ownership lease. It lasts no shorter than the blocked lease did, and long
 * enough to resume, because the owner could not know when the block would be resolved.
 */
function resumeOwnership(input: GroupInput, { document }: WorkItemRecord, blockedLease: Lease): Resumption {
  const { now, policy } = input.context;
  const expiresAt = later(blockedLease.expiresAt, after(now, policy.seconds.resumeWithin));
  const ownershipLease = openLease(now, {
    ...holderOf(input, blockedLease),
    leaseType: 'ownership',
    startBy: expiresAt,
    expiresAt,
  });
  return {
    workItem: advance(now, holdUnder(document, ownershipLease), { state: 'queued' }),
    status: 'queued',
    ownershipLease,
    closedLeases: [closeLease(now, blockedLease, 'released', 'work_unblocked')],
  };
}

/** LSE-007, LSE-010: each renewal is later than the one before, and lengthens the lease. */
function requireRenewable(
  { context }: GroupInput,
  { leaseId, lastRenewedAt, expiresAt: currentExpiresAt }: Lease,
  expiresAt: string,
): Result<undefined, Rejection> {
  const isLater = lastRenewedAt === undefined || isBefore(lastRenewedAt, context.now.text);
  if (isLater && isBefore(currentExpiresAt, expiresAt)) return accept(undefined);
  return reject('INVALID_COMMAND', 'LSE-007', 'a renewal has to be later and to lengthen the lease', {
    executionLeaseId: leaseId,
    lastRenewedAt: lastRenewedAt ?? null,
    currentExpiresAt,
    expiresAt,
  });
}
