// Work: rows of the state table, owners and their epochs, leases (INV-03, INV-05, WORK-T01…WORK-T19, LSE-001…LSE-011).
import type { Lease } from '../../protocol/generated/documents.ts';
import { sixOfBudget, findMore } from './budget-picture.ts';
import {
  demand,
  type GroupPicture,
  holdsRole,
  type Incident,
  isLive,
  type ItemPicture,
  leasesIn,
  ms,
  openLeasesOf,
} from './picture.ts';

const UNFINISHED = ['open', 'offered', 'queued', 'active', 'blocked', 'submitted'];

/** Event kind → the states it may start from, and those it leads to. */
const ROWS: { readonly [kind: string]: readonly [from: readonly string[], to: readonly string[]] } = {
  'work.offer.created': [['open', 'offered', 'queued', 'active', 'blocked', 'failed'], ['offered']],
  'work.offer.accepted': [['offered'], ['queued']],
  'work.started': [['queued'], ['active']],
  'work.checkpointed': [['active'], ['queued']],
  'work.blocked': [['active', 'blocked'], ['blocked']],
  'work.unblocked': [['blocked'], ['queued', 'open']],
  'work.submitted': [['active'], ['submitted']],
  'work.result.accepted': [['submitted', 'blocked'], ['verified']],
  'work.failed': [UNFINISHED, ['failed']],
  'work.cancelled': [UNFINISHED, ['cancelled']],
  'work.progressed': [['active'], ['active']],
  'artifact.published': [['active'], ['active']],
  'mission.child.created': [['open', 'offered', 'queued', 'active', 'blocked'], ['blocked']],
  'ext.missionweaveprotocol.core.work_execution_lease_revoked': [['active'], ['queued']],
};

/** Events that an owner alone can cause, under a live Execution Lease except for the start itself. */
const OF_EXECUTION: readonly string[] = [
  'work.checkpointed',
  'work.progressed',
  'artifact.published',
  'work.submitted',
];

/** One Event before it is applied. */
export function checkWork(incident: Incident): void {
  const { picture, event, told } = incident;
  const group = picture.groups.get(event.groupId ?? '');
  const { workItem } = told;
  if (group === undefined) return;
  for (const lease of leasesIn(told)) checkLease(group, lease, incident);
  if (workItem === undefined) return;
  const item = group.items.get(workItem.workItemId);
  if (event.kind === 'work.authorized') {
    demand(item === undefined, 'WORK-T02', `${workItem.workItemId} was authorized twice`);
    demand(workItem.state === 'open' && workItem.revision === 1, 'WORK-T02', 'a new WorkItem is not open');
    demand(
      group.mission.state === 'active',
      'WORK-T02',
      'work was authorized in a Mission that is not active',
    );
    return;
  }
  demand(item !== undefined, 'WORK-010', `${event.kind} is about an unknown WorkItem`);
  checkTransition(incident, item);
  checkOwner(incident, group, item);
  if (event.kind === 'work.started') checkStart(incident, group, item);
  if (event.kind === 'work.offer.accepted') checkAcceptance(incident, group, item);
  if (OF_EXECUTION.includes(event.kind) || isOwnersReport(incident)) checkExecution(incident, group, item);
}

/** A block or a failure that the owner reported, not the end of a child or of the Mission. */
function isOwnersReport({ event, command }: Incident): boolean {
  if (event.kind === 'work.blocked') return command.kind === 'work.block';
  return event.kind === 'work.failed' && command.payload['executionLeaseId'] !== undefined;
}

function checkTransition({ event, told }: Incident, { document: before }: ItemPicture): void {
  const { workItem } = told;
  if (workItem === undefined) return;
  const { workItemId, state, revision } = workItem;
  demand(
    revision === before.revision + 1,
    'WORK-070',
    () => `${event.kind} takes ${workItemId} from revision ${before.revision} to ${revision}`,
  );
  demand(
    workItem.missionId === before.missionId && workItem.conversationId === before.conversationId,
    'INV-01',
    `${event.kind} moves ${workItemId} to another Mission`,
  );
  const row = ROWS[event.kind];
  if (row === undefined) {
    demand(state === before.state, 'WORK-010', `${event.kind} changes the state of ${workItemId}`);
    return;
  }
  const [from, to] = row;
  demand(
    from.includes(before.state) && to.includes(state),
    'WORK-010',
    () => `${event.kind} takes ${workItemId} from ${before.state} to ${state}`,
  );
  const isByChild = told.childMissionId !== undefined;
  if (event.kind === 'work.result.accepted' || event.kind === 'work.blocked') {
    demand(isByChild === (before.state === 'blocked'), 'WORK-T16', `${event.kind} fits no row of the table`);
  }
}

/** INV-05: one owner at a time, epochs only grow, nobody is replaced while the lease holds. */
function checkOwner({ event, told, nowMs, command }: Incident, group: GroupPicture, item: ItemPicture): void {
  const { workItem } = told;
  if (workItem === undefined) return;
  const { owner, workItemId } = workItem;
  const before = item.document.owner;
  const isNew = owner !== undefined && owner.ownershipEpoch !== before?.ownershipEpoch;
  if (isNew) {
    demand(
      event.kind === 'work.offer.accepted' || event.kind === 'mission.child.created',
      'INV-05',
      `${event.kind} gives ${workItemId} a new owner`,
    );
    demand(
      owner.ownershipEpoch > item.ownershipEpoch,
      'INV-05',
      () => `Ownership Epoch ${owner.ownershipEpoch} of ${workItemId} was used before`,
    );
  } else if (owner !== undefined) {
    demand(owner.agentId === before?.agentId, 'INV-05', `${event.kind} changes an owner within its epoch`);
  }
  if (event.kind === 'work.offer.created') {
    const held = openLeasesOf(group, workItemId, ['ownership', 'blocked']).some((lease) =>
      isLive(lease, nowMs),
    );
    demand(!held || before === undefined, 'INV-05', `${workItemId} was offered while its owner holds it`);
  }
  const asked = command.payload['ownershipEpoch'];
  const isOwnersCommand = command.actor.type === 'agent' && asked !== undefined;
  if (isOwnersCommand && event.cause.type === 'command') {
    demand(
      before !== undefined && before.agentId === command.actor.id && before.ownershipEpoch === asked,
      'INV-05',
      () => `${command.kind} was accepted under Ownership Epoch ${JSON.stringify(asked)} of ${workItemId}`,
    );
    demand(
      isLive(group.leases.get(before.ownershipLeaseId), nowMs),
      'INV-05',
      `${command.kind} was accepted after the ownership lease of ${workItemId}`,
    );
  }
}

/** WORK-032, WORK-T04: the earliest valid acceptance of an own, running offer. */
function checkAcceptance({ command, told, nowMs }: Incident, group: GroupPicture, item: ItemPicture): void {
  const { offers = [], owner, workItemId, contract } = item.document;
  demand(owner === undefined, 'INV-05', `${workItemId} was accepted while it has an owner`);
  const offer = offers.find(({ offerId }) => offerId === command.payload['offerId']);
  demand(
    offer?.agentId === command.actor.id && offer.status === 'pending' && ms(offer.expiresAt) > nowMs,
    'INV-05',
    `${workItemId} was accepted without an own offer that is running`,
  );
  demand(
    holdsRole(group, command.actor, ['worker', 'reviewer'], nowMs, ['active', 'provisional']),
    'INV-03',
    `${workItemId} was accepted by somebody who does not work here`,
  );
  const pins = told.workItem?.owner?.capabilityPins ?? [];
  demand(
    contract.requiredCapabilities.every(({ id }) => pins.some((pin) => pin.id === id)),
    'WORK-034',
    `the acceptance of ${workItemId} does not pin what its contract requires`,
  );
  const open = told.workItem?.offers?.filter(({ status }) => status === 'pending') ?? [];
  demand(open.length === 0, 'INV-05', `after its acceptance ${workItemId} can be accepted again`);
}

/** INV-03 at the start: accepted work, live ownership, dependencies, the Approval that the contract demands. */
function checkStart(
  { command, told, nowMs, picture }: Incident,
  group: GroupPicture,
  item: ItemPicture,
): void {
  const { contract, owner, workItemId } = item.document;
  demand(
    group.mission.state === 'active',
    'INV-03',
    `${workItemId} was started in a Mission that is not active`,
  );
  for (const id of contract.dependencyWorkItemIds) {
    const state = group.items.get(id)?.document.state;
    demand(state === 'verified', 'INV-03', `${workItemId} was started before ${id} was verified`);
  }
  if (contract.executionApproval !== 'not_required') {
    const approval = [...group.approvals.values()].find(
      (each) =>
        each.kind === 'work_execution' &&
        each.decision === 'approved' &&
        each.approver.type === 'human' &&
        each.workItemId === workItemId &&
        each.conditions.includes(`ownershipEpoch:${owner?.ownershipEpoch ?? 0}`) &&
        each.conditions.some(
          (condition) => condition.startsWith('expiresAt:') && ms(condition.slice(10)) > nowMs,
        ),
    );
    demand(approval !== undefined, 'INV-03', `${workItemId} was started without the human Approval it needs`);
  }
  const { lease } = told;
  demand(
    lease?.leaseType === 'execution' &&
      lease.state === 'active' &&
      lease.holderAgentId === command.actor.id &&
      lease.sessionEpoch === picture.sessions.get(command.actor.id) &&
      lease.ownershipEpoch === owner?.ownershipEpoch,
    'INV-03',
    `the Execution Lease of ${workItemId} is not tied to its owner and Session`,
  );
}

/** INV-03 during execution: the current lease, live, of this Agent, Session and owner term. */
function checkExecution(
  { command, event, nowMs, picture }: Incident,
  group: GroupPicture,
  item: ItemPicture,
): void {
  const lease = group.leases.get(String(command.payload['executionLeaseId']));
  const { workItemId, owner } = item.document;
  demand(isLive(lease, nowMs), 'INV-03', `${event.kind} of ${workItemId} stands on a lease that has ended`);
  demand(
    lease.leaseType === 'execution' &&
      lease.workItemId === workItemId &&
      lease.holderAgentId === command.actor.id &&
      lease.ownershipEpoch === owner?.ownershipEpoch &&
      lease.sessionEpoch === picture.sessions.get(command.actor.id),
    'INV-03',
    `${event.kind} of ${workItemId} stands on a lease of somebody else, or of a former Session or term`,
  );
}

/** LSE-007, LSE-008: closed leases stay as they are, closing tells the truth, execution is only ever prolonged. */
function checkLease(group: GroupPicture, lease: Lease, { event, nowMs }: Incident): void {
  const before = group.leases.get(lease.leaseId);
  if (before === undefined) {
    demand(lease.state === 'active', 'LSE-008', `${event.kind} opens a lease that is closed`);
    return;
  }
  if (before.state !== 'active') {
    demand(
      JSON.stringify(before) === JSON.stringify(lease),
      'LSE-008',
      `${event.kind} rewrites the closed lease ${lease.leaseId}`,
    );
    return;
  }
  demand(
    before.leaseType === lease.leaseType &&
      before.holderAgentId === lease.holderAgentId &&
      before.workItemId === lease.workItemId &&
      before.ownershipEpoch === lease.ownershipEpoch,
    'LSE-001',
    `${event.kind} gives the lease ${lease.leaseId} to something else`,
  );
  if (lease.state !== 'active') {
    const hasRunOut = ms(before.expiresAt) <= nowMs;
    demand(
      hasRunOut
        ? lease.state === 'expired' && lease.closedAt === before.expiresAt
        : lease.state !== 'expired' && ms(lease.closedAt) === nowMs,
      'LSE-008',
      `${event.kind} closes the lease ${lease.leaseId} with a wrong state or time`,
    );
  } else if (lease.leaseType === 'execution') {
    demand(ms(lease.expiresAt) > ms(before.expiresAt), 'LSE-007', `${event.kind} does not prolong execution`);
    demand(lease.sessionEpoch === before.sessionEpoch, 'LSE-007', `${event.kind} moves a lease to a Session`);
  }
}

/** After the Events of a Command: leases and owners of each item fit its state. */
export function checkItems(group: GroupPicture): void {
  for (const [workItemId, { document }] of group.items) {
    const executions = openLeasesOf(group, workItemId, ['execution']);
    demand(executions.length <= 1, 'LEASE', `${workItemId} has ${executions.length} Execution Leases`);
    demand(
      (document.state === 'active') === (executions.length === 1),
      'LEASE',
      () => `${workItemId} is ${document.state} with ${executions.length} open Execution Leases`,
    );
    const holding = openLeasesOf(group, workItemId, ['ownership', 'blocked']);
    demand(holding.length <= 1, 'LEASE', `${workItemId} is held under ${holding.length} leases`);
    demand(
      document.owner !== undefined || holding.length + executions.length === 0,
      'LEASE',
      `${workItemId} has no owner and open leases`,
    );
    const isHeld = ['queued', 'active', 'submitted'].includes(document.state);
    demand(
      !isHeld || document.owner !== undefined,
      'INV-05',
      `${workItemId} is ${document.state} without an owner`,
    );
  }
}

/** INV-11 for an Execution Approval: no more than Mission and contract permit, no longer than ownership. */
export function checkExecutionApproval({ event, told, picture }: Incident): void {
  const group = picture.groups.get(event.groupId ?? '');
  if (event.kind !== 'approval.execution.granted' || group === undefined) return;
  const item = group.items.get(told.workItemId ?? '');
  demand(item !== undefined, 'APV-004', 'the execution of an unknown WorkItem was approved');
  const { contract, owner } = item.document;
  demand(item.document.state === 'queued', 'WORK-T06', 'an execution was approved that does not wait');
  demand(
    owner?.ownershipEpoch === told.ownershipEpoch,
    'INV-05',
    'an execution was approved for another Ownership Epoch',
  );
  demand(
    (told.operations ?? []).every((each) => group.permissions.includes(each)),
    'INV-11',
    'an operation was approved that the Mission does not permit',
  );
  const more = findMore(sixOfBudget(told.budget ?? {}), sixOfBudget(contract.budget));
  demand(
    more === undefined,
    'INV-11',
    () => `an execution was approved with more ${more ?? ''} than its contract`,
  );
  const holding = group.leases.get(owner?.ownershipLeaseId ?? '');
  demand(
    holding !== undefined && ms(told.expiresAt) <= ms(holding.expiresAt),
    'INV-11',
    'an execution was approved for longer than the ownership lasts',
  );
}
