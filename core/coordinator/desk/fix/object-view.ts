// An object of the state as a flat list of facts, small enough to keep with a draft: for "before → after" and for what has
// changed since.
import { isAfter } from '../../../domain/members.ts';
import type { Now } from '../../../domain/decision.ts';
import { ORGANIZATION, SINGLE, type World } from '../../../domain/world.ts';
import type { WorkContract } from '../../../protocol/generated/documents.ts';
import type { ObjectName } from '../outbox/objects.ts';

export type FactValue = string | number | boolean | readonly string[];

/** A fact that can be named in every language; times are timestamps of the log. */
export type FactName =
  | 'state'
  | 'revision'
  | 'contract-version'
  | 'goal'
  | 'deadline'
  | 'risk'
  | 'execution-approval'
  | 'dependencies'
  | 'money'
  | 'model-tokens'
  | 'tool-calls'
  | 'compute-seconds'
  | 'wall-seconds'
  | 'external-actions'
  | 'owner'
  | 'ownership-epoch'
  | 'lease-ends'
  | 'offered-to'
  | 'offer-ends'
  | 'required-resolution'
  | 'child-group'
  | 'mission-owner'
  | 'coordinator'
  | 'coordinator-epoch'
  | 'coordinator-lease-ends'
  | 'submitted-revision'
  | 'submitted-artifacts'
  | 'roles'
  | 'membership-epoch'
  | 'grantee'
  | 'expires'
  | 'card-version'
  | 'conversation';

export type Facts = { readonly [Name in FactName]?: FactValue };

/** An object at one moment; no facts when it does not exist. */
export interface ObjectView {
  readonly name: ObjectName;
  readonly facts: Facts;
}

/** The facts of an object as they are in a state. */
export function viewObject(world: World, name: ObjectName, now: Now): ObjectView {
  const { type, groupId, id } = name;
  return { name, facts: withoutAbsent(READERS[type](world, groupId, id, now)) };
}

type OpenFacts = { readonly [Name in FactName]?: FactValue | undefined };

function withoutAbsent(facts: OpenFacts): Facts {
  // What is left has values.
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Facts;
}

type Reader = (world: World, groupId: string, id: string, now: Now) => OpenFacts;

const READERS: { readonly [Type in ObjectName['type']]: Reader } = {
  workItem: factsOfItem,
  mission: factsOfMission,
  member: factsOfMember,
  proposal: (world, groupId, id) => {
    const proposal = world.get('proposal', groupId, id)?.document;
    return proposal === undefined ? {} : { state: proposal.state, ...factsOfContract(proposal.contract) };
  },
  message: (world, groupId, id) => {
    const message = world.get('message', groupId, id);
    return { state: message?.kind, conversation: message?.conversationId };
  },
  grant: (world, groupId, id) => {
    const grant = world.get('grant', groupId, id)?.grant;
    return { grantee: grant?.granteeAgentId, expires: grant?.expiresAt };
  },
  override: (world, groupId, id) => {
    const override = world.get('override', groupId, id);
    if (override === undefined) return {};
    const state = override.consumedByActionId === undefined ? 'open' : 'used';
    return { state, grantee: override.grant.beneficiary.id, expires: override.grant.expiresAt };
  },
  agent: (world, _groupId, id) => {
    const card = world.get('agent', ORGANIZATION, id)?.card;
    return { state: card?.status, 'card-version': card?.cardVersion };
  },
};

function factsOfItem(world: World, groupId: string, id: string, now: Now): OpenFacts {
  const record = world.get('workItem', groupId, id);
  if (record === undefined) return {};
  const { document, ownershipEpoch, holdingLeaseId, executionLeaseId } = record;
  const { state, revision, contract, owner, offers = [] } = document;
  const leaseId = executionLeaseId ?? holdingLeaseId;
  const running = offers.filter(({ status, expiresAt }) => status === 'pending' && isAfter(expiresAt, now));
  return {
    state,
    revision,
    ...factsOfContract(contract),
    owner: owner?.agentId,
    'ownership-epoch': ownershipEpoch,
    'lease-ends': leaseId === undefined ? undefined : world.get('lease', groupId, leaseId)?.expiresAt,
    'offered-to': running.length === 0 ? undefined : running.map(({ agentId }) => agentId),
    'offer-ends': running[0]?.expiresAt,
    'required-resolution': record.requiredResolution,
    'child-group': record.childGroupId,
  };
}

function factsOfContract(contract: WorkContract): OpenFacts {
  const { budget, dependencyWorkItemIds } = contract;
  return {
    'contract-version': contract.contractVersion,
    goal: contract.goal,
    deadline: contract.deadline,
    risk: contract.sideEffectRisk,
    'execution-approval': contract.executionApproval,
    dependencies: dependencyWorkItemIds.length === 0 ? undefined : dependencyWorkItemIds,
    money: budget.financialLimit,
    'model-tokens': budget.modelTokenLimit,
    'tool-calls': budget.toolCallLimit,
    'compute-seconds': budget.computeSecondsLimit,
    'wall-seconds': budget.wallClockSecondsLimit,
    'external-actions': budget.externalSideEffectLimit,
  };
}

function factsOfMission(world: World, groupId: string): OpenFacts {
  const record = world.get('mission', groupId, SINGLE);
  if (record === undefined) return {};
  const { state, revision, objective, deadline, coordinator, missionOwner } = record.document;
  return {
    state,
    revision,
    goal: objective,
    deadline,
    'mission-owner': missionOwner.id,
    coordinator: coordinator.agentId,
    'coordinator-epoch': coordinator.coordinatorEpoch,
    'coordinator-lease-ends': world.get('lease', groupId, coordinator.leaseId)?.expiresAt,
    'submitted-revision': record.submission?.missionRevision,
    'submitted-artifacts': record.submission?.artifactHashes,
  };
}

function factsOfMember(world: World, groupId: string, id: string): OpenFacts {
  const member = world.get('member', groupId, id);
  if (member === undefined) return {};
  const memberships = member.membershipIds
    .map((membershipId) => world.get('membership', groupId, membershipId))
    .filter((membership) => membership !== undefined && membership.state !== 'ended');
  const provisional = memberships.find((membership) => membership?.state === 'provisional');
  return {
    state: memberships.length === 0 ? 'ended' : provisional === undefined ? 'active' : 'provisional',
    roles: memberships.map((membership) => membership?.role ?? ''),
    'membership-epoch': member.membershipEpoch,
    expires: provisional?.provisionalExpiresAt,
  };
}

/** One fact that is not the same in two views. */
export interface FactChange {
  readonly fact: FactName;
  readonly before: FactValue | undefined;
  readonly after: FactValue | undefined;
}

/** What differs between two views of an object, in the order in which its facts are named. */
export function compareViews(before: ObjectView, after: ObjectView): readonly FactChange[] {
  const names = new Set([...Object.keys(before.facts), ...Object.keys(after.facts)] as FactName[]);
  return [...names]
    .filter((fact) => !isSameFact(before.facts[fact], after.facts[fact]))
    .map((fact) => ({ fact, before: before.facts[fact], after: after.facts[fact] }));
}

export function isSameFact(a: FactValue | undefined, b: FactValue | undefined): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && a.join('\n') === b.join('\n'));
}
