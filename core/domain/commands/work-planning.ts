// Planning of work: proposals, WorkItems, offers, dependencies (WORK-T01…WORK-T03, WORK-020…WORK-024, WORK-043).
import type {
  Conversation,
  WorkContract,
  WorkItem,
  WorkOffer,
  WorkProposal,
} from '../../protocol/generated/documents.ts';
import { accept, type Result } from '../../protocol/result.ts';
import { checkSchema } from '../../protocol/schema.ts';
import { requireNoLiveChild } from '../child-links.ts';
import { checkContract, checkRepetition, isSameContract } from '../contracts.ts';
import { checkCooperation, findExceededDepth, findExceededRate } from '../cooperation.ts';
import { requireCoordinator } from '../coordinator.ts';
import type { Decision, EventDraft, GroupInput } from '../decision.ts';
import { checkDependencies } from '../dependencies.ts';
import { requireCandidate } from '../eligibility.ts';
import { after } from '../leases.ts';
import { checkMissionRevision, requireMissionState } from '../missions.ts';
import { extendOffers } from '../offers.ts';
import {
  advance,
  checkWorkItemRevision,
  fenceOwner,
  findWorkItem,
  liveHoldingLease,
  requireWorkItem,
  requireWorkItemState,
} from '../ownership.ts';
import { type PlanningRight, requirePlanner } from '../planning-rights.ts';
import { reject, type Rejection } from '../rejection.ts';
import { requireNewReservation, requireReservation } from '../reservations.ts';
import { placeOf } from '../work-events.ts';
import { depthOf } from '../work-tree.ts';
import type { WorkItemRecord } from '../world.ts';

/** `work.propose` (CMD-118, WORK-T01): any member asks for work; nobody is obliged (MSG-004). */
export function proposeWork(input: GroupInput<'work.propose'>): Decision {
  const { command, payload, mission, groupId, world, context } = input;
  if (command.actor.type === 'service') {
    return reject('AUTH_FORBIDDEN', 'WORK-T01', 'only members of the Group propose work');
  }
  const override = checkCooperation(input, [findExceededRate(input, 'work.proposed')]);
  if (!override.ok) return override;
  const ready = requirePlannableMission(input, 'WORK-T01');
  if (!ready.ok) return ready;
  const { proposalId, contract, parentWorkItemId } = payload;
  if (world.get('proposal', groupId, proposalId) !== undefined) {
    return reject('INVALID_STATE_TRANSITION', 'CMD-118', 'a Work Proposal with this id exists already', {
      proposalId,
    });
  }
  const planned = checkPlannedWork(input, contract, parentWorkItemId, undefined);
  if (!planned.ok) return planned;
  const repetition = checkRepetition(input, contract, parentWorkItemId, 'work items and proposals');
  if (!repetition.ok) return repetition;
  const { missionId, revision } = mission.document;
  const workProposal: WorkProposal = {
    proposalId,
    missionId,
    groupId,
    proposedBy: command.actor,
    contract,
    ...(parentWorkItemId === undefined ? {} : { parentWorkItemId }),
    state: 'open',
    createdAt: context.now.text,
  };
  return accept([
    {
      kind: 'work.proposed',
      eventId: context.newId('event'),
      groupId,
      // There is no WorkItem yet, and the Mission is what the proposal changes (MIS-014).
      aggregateRevision: revision + 1,
      payload: {
        workProposal,
        missionRevision: revision + 1,
        ...(override.value === undefined ? {} : { cooperationOverrideGrantId: override.value }),
      },
    },
  ]);
}

/** `work.authorize` (CMD-119, WORK-T02): creates a WorkItem with its Conversation and reserves its budget. */
export function authorizeWork(input: GroupInput<'work.authorize'>): Decision {
  const { payload, world, groupId } = input;
  const { workItemId, contract, parentWorkItemId } = payload;
  const right = requirePlanner(input, { contract, parentWorkItemId, workItemId });
  if (!right.ok) return right;
  const depth = parentWorkItemId === undefined ? 0 : depthOf(world, groupId, parentWorkItemId) + 1;
  const override = checkCooperation(input, [findExceededDepth(input, depth)]);
  if (!override.ok) return override;
  const ready = requirePlannableMission(input, 'WORK-T02');
  if (!ready.ok) return ready;
  // Missions and WorkItems share one ledger, so their ids are unique together (BUD-005).
  if (world.get('account', groupId, workItemId) !== undefined) {
    return reject('INVALID_STATE_TRANSITION', 'CMD-119', 'the id of the WorkItem is in use already', {
      workItemId,
    });
  }
  const proposal = requireProposal(input);
  if (!proposal.ok) return proposal;
  const planned = checkPlannedWork(input, contract, parentWorkItemId, workItemId);
  if (!planned.ok) return planned;
  const repetition = checkRepetition(input, contract, parentWorkItemId, 'work items');
  if (!repetition.ok) return repetition;
  const reservation = requireReservation(input, contract.budget, parentWorkItemId);
  if (!reservation.ok) return reservation;
  return accept([draftAuthorization(input, proposal.value, right.value, override.value)]);
}

/**
 * `work.offer` (CMD-120, WORK-T03). A corrected contract is a change of its own: `work.contract.revised` stands first in
 * the log (OPEN-048), so that candidates read the contract before the offer. The receipt of the Command is its own
 * Event all the same, `work.offer.created` (EVT-006), which the revision names as its source.
 */
export function offerWork(input: GroupInput<'work.offer'>): Decision {
  const { payload, context } = input;
  const record = findWorkItem(input, payload.workItemId);
  if (!record.ok) return record;
  const contract = payload.contract ?? record.value.document.contract;
  const { parentWorkItemId } = record.value;
  const right = requirePlanner(input, { contract, parentWorkItemId, workItemId: payload.workItemId });
  if (!right.ok) return right;
  const offerable = requireOfferable(input, record.value);
  if (!offerable.ok) return offerable;
  const revised = checkRevisedContract(input, record.value);
  if (!revised.ok) return revised;
  const made = createOffers(input, record.value, contract);
  if (!made.ok) return made;
  const offerEventId = context.newId('event');
  if (payload.contract === undefined) {
    return accept([draftOffer(input, record.value, made.value, right.value, offerEventId)]);
  }
  const document = advance(context.now, record.value.document, { contract: payload.contract });
  return accept([
    {
      kind: 'work.contract.revised',
      ...placeOf(document),
      eventId: context.newId('event'),
      sourceEventId: offerEventId,
      payload: {
        workItem: document,
        contractVersion: document.contract.contractVersion,
        revision: document.revision,
        sourceEventId: offerEventId,
      },
    },
    draftOffer(input, { ...record.value, document }, made.value, right.value, offerEventId),
  ]);
}

/**
 * `ext.missionweaveprotocol.core.work_dependency_add` (CMD-142, WORK-043). Only while nobody has accepted the contract:
 * an owner would have to accept the revised one anew, which is what `work.offer` with a contract does (OPEN-049).
 */
export function addDependency(
  input: GroupInput<'ext.missionweaveprotocol.core.work_dependency_add'>,
): Decision {
  const { payload, mission, context } = input;
  const { workItemId, dependencyId } = payload;
  const coordinator = requireCoordinator(input, 'WORK-043');
  if (!coordinator.ok) return coordinator;
  const active = requireMissionState(input, ['active'], 'WORK-043');
  if (!active.ok) return active;
  const record = requireWorkItem(input, workItemId);
  if (!record.ok) return record;
  const state = requireWorkItemState(record.value, ['open', 'offered'], 'OPEN-049');
  if (!state.ok) return state;
  const { contract } = record.value.document;
  if (contract.dependencyWorkItemIds.includes(dependencyId)) {
    return reject('INVALID_COMMAND', 'WORK-043', 'the WorkItem has this dependency already', {
      workItemId,
      dependencyId,
    });
  }
  const graph = checkDependencies(input, workItemId, [dependencyId]);
  if (!graph.ok) return graph;
  const contractVersion = contract.contractVersion + 1;
  const dependencyWorkItemIds = [...contract.dependencyWorkItemIds, dependencyId];
  const workItem = advance(context.now, record.value.document, {
    contract: { ...contract, contractVersion, dependencyWorkItemIds },
  });
  return accept([
    {
      kind: 'work.contract.revised',
      ...placeOf(workItem),
      eventId: context.newId('event'),
      payload: {
        workItem,
        dependencyId,
        contractVersion,
        revision: workItem.revision,
        missionRevision: mission.document.revision + 1,
      },
    },
  ]);
}

/** Before a WorkItem exists, the Mission is the only aggregate whose revision a Command can expect (REV-002). */
function requirePlannableMission(input: GroupInput, rule: string): Result<undefined, Rejection> {
  const active = requireMissionState(input, ['active'], rule);
  return active.ok ? checkMissionRevision(input) : active;
}

/** WORK-006: the same checks for work that is proposed and for work that is authorized. */
function checkPlannedWork(
  input: GroupInput,
  contract: WorkContract,
  parentWorkItemId: string | undefined,
  workItemId: string | undefined,
): Result<undefined, Rejection> {
  const { world, groupId } = input;
  const checked = checkContract(input, contract);
  if (!checked.ok) return checked;
  if (parentWorkItemId !== undefined && world.get('workItem', groupId, parentWorkItemId) === undefined) {
    return reject('INVALID_COMMAND', 'WORK-006', 'the parent is no WorkItem of this Mission', {
      parentWorkItemId,
    });
  }
  return checkDependencies(input, workItemId, contract.dependencyWorkItemIds);
}

/** The proposal that a Command cites: open, and authorized as it was proposed (CMD-119). */
function requireProposal({
  world,
  groupId,
  payload,
}: GroupInput<'work.authorize'>): Result<WorkProposal | undefined, Rejection> {
  const { proposalId, contract, parentWorkItemId } = payload;
  if (proposalId === undefined) return accept(undefined);
  const proposal = world.get('proposal', groupId, proposalId)?.document;
  if (proposal === undefined) {
    return reject('INVALID_COMMAND', 'CMD-119', 'no such Work Proposal in this Group', { proposalId });
  }
  if (proposal.state !== 'open') {
    return reject('INVALID_STATE_TRANSITION', 'WORK-T02', `the Work Proposal is ${proposal.state}`, {
      proposalId,
      proposalState: proposal.state,
      allowedStates: ['open'],
    });
  }
  if (proposal.parentWorkItemId === parentWorkItemId && isSameContract(proposal.contract, contract)) {
    return accept(proposal);
  }
  return reject('INVALID_COMMAND', 'CMD-119', 'the contract or the parent differs from the Work Proposal', {
    proposalId,
  });
}

function draftAuthorization(
  { command, payload, mission, groupId, context }: GroupInput<'work.authorize'>,
  proposal: WorkProposal | undefined,
  right: PlanningRight,
  overrideGrantId: string | undefined,
): EventDraft {
  const { now, newId } = context;
  const { workItemId, contract, parentWorkItemId } = payload;
  const { missionId, revision } = mission.document;
  const composedId = `${groupId}:work:${workItemId}`;
  const conversation: Conversation = {
    // CNV-001, unless the parts do not make an identifier together.
    conversationId: checkSchema('id', composedId) === undefined ? composedId : newId('conversation'),
    missionId,
    groupId,
    type: 'work_item',
    primaryWorkItemId: workItemId,
    title: titleOf(contract),
    access: { mode: 'group' },
    createdBy: command.actor,
    createdAt: now.text,
    state: 'active',
    revision: 0,
  };
  const workItem: WorkItem = {
    workItemId,
    missionId,
    groupId,
    conversationId: conversation.conversationId,
    revision: 1,
    state: 'open',
    exclusive: true,
    contract,
    createdBy: command.actor,
    authorizedBy: command.actor,
    createdAt: now.text,
  };
  return {
    kind: 'work.authorized',
    ...placeOf(workItem),
    eventId: newId('event'),
    payload: {
      workItem,
      conversation,
      ...(proposal === undefined
        ? {}
        : {
            workProposal: { ...proposal, state: 'authorized', workItemId },
            proposalId: proposal.proposalId,
          }),
      ...(parentWorkItemId === undefined ? {} : { parentWorkItemId }),
      ...right,
      missionRevision: revision + 1,
      ...(overrideGrantId === undefined ? {} : { cooperationOverrideGrantId: overrideGrantId }),
    },
  };
}

/** The goal, cut to what a title may hold; by characters, so that no surrogate pair is torn. */
function titleOf({ goal }: WorkContract): string {
  return Array.from(goal).slice(0, 500).join('');
}

/** WORK-T03: the Mission is active, the state allows an offer, and nobody owns the item now (WORK-013). */
function requireOfferable(
  input: GroupInput<'work.offer'>,
  record: WorkItemRecord,
): Result<undefined, Rejection> {
  const active = requireMissionState(input, ['active'], 'WORK-024');
  if (!active.ok) return active;
  const revision = checkWorkItemRevision(input, record);
  if (!revision.ok) return revision;
  const states = ['open', 'offered', 'queued', 'active', 'blocked', 'failed'] as const;
  const state = requireWorkItemState(record, states, 'WORK-T03');
  if (!state.ok) return state;
  const child = requireNoLiveChild(record);
  if (!child.ok) return child;
  const lease = liveHoldingLease(input.world, record, input.context.now);
  if (lease === undefined) return accept(undefined);
  return reject('INVALID_STATE_TRANSITION', 'WORK-013', 'the WorkItem has an owner whose lease holds', {
    workItemId: record.document.workItemId,
    workItemState: record.document.state,
    ownerAgentId: lease.holderAgentId,
    leaseExpiresAt: lease.expiresAt,
  });
}

/** OPEN-048: a corrected contract is the next version, and everything that held for the first one holds again. */
function checkRevisedContract(
  input: GroupInput<'work.offer'>,
  record: WorkItemRecord,
): Result<undefined, Rejection> {
  const { contract } = input.payload;
  const { workItemId, state, contract: current } = record.document;
  if (contract === undefined) {
    // A failed item has given its reservation back (OPEN-051) and takes it up again.
    return state === 'failed' ? requireNewReservation(input, record, current.budget) : accept(undefined);
  }
  if (contract.contractVersion !== current.contractVersion + 1) {
    return reject('INVALID_COMMAND', 'OPEN-048', 'a corrected contract has the next contractVersion', {
      contractVersion: contract.contractVersion,
      expectedContractVersion: current.contractVersion + 1,
    });
  }
  const checked = checkContract(input, contract);
  if (!checked.ok) return checked;
  const graph = checkDependencies(input, workItemId, contract.dependencyWorkItemIds);
  return graph.ok ? requireNewReservation(input, record, contract.budget) : graph;
}

/** An offer for each candidate, all with the same end (WORK-024). */
function createOffers(
  input: GroupInput<'work.offer'>,
  { document }: WorkItemRecord,
  contract: WorkContract,
): Result<readonly WorkOffer[], Rejection> {
  const { payload, context } = input;
  const seconds = payload.offerExpiresInSeconds ?? context.policy.seconds.offer;
  const expiresAt = after(context.now, seconds);
  const used = new Set((document.offers ?? []).map(({ offerId }) => offerId));
  const agentIds = new Set<string>();
  const made: WorkOffer[] = [];
  for (const { offerId, agentId } of payload.offers) {
    if (used.has(offerId)) {
      return reject('INVALID_STATE_TRANSITION', 'CMD-120', 'an offer with this id exists already', {
        offerId,
      });
    }
    if (agentIds.has(agentId)) {
      return reject('INVALID_COMMAND', 'CMD-120', 'an Agent is named twice', { agentId });
    }
    const pins = requireCandidate(input, agentId, contract);
    if (!pins.ok) return pins;
    used.add(offerId);
    agentIds.add(agentId);
    made.push({
      offerId,
      agentId,
      agentCardVersion: pins.value.card.cardVersion,
      expiresAt,
      status: 'pending',
    });
  }
  return accept(made);
}

function draftOffer(
  { payload, world, context }: GroupInput<'work.offer'>,
  record: WorkItemRecord,
  made: readonly WorkOffer[],
  right: PlanningRight,
  eventId: string,
): EventDraft {
  const { now } = context;
  const { selectionBasis } = payload;
  const terms = payload.contract === undefined ? 'same contract' : 'corrected contract';
  const fenced = fenceOwner(world, now, record, 'work.offer');
  // What a former owner reported or submitted stays in the log; the new contract term begins without it.
  const { submission: _s, progress: _p, scheduleEstimate: _e, ...document } = fenced.document;
  const workItem = advance(now, document, {
    state: 'offered',
    offers: [...extendOffers(now, record.document.offers ?? [], made, terms)],
    selectionBasis,
  });
  return {
    kind: 'work.offer.created',
    ...placeOf(workItem),
    eventId,
    payload: {
      workItem,
      candidateAgentIds: made.map(({ agentId }) => agentId),
      ...(made[0] === undefined ? {} : { offerExpiresAt: made[0].expiresAt }),
      selectionBasis,
      ...(fenced.closedLeases.length === 0 ? {} : { closedLeases: [...fenced.closedLeases] }),
      ...right,
    },
  };
}
