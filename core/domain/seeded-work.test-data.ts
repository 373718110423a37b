// WorkItems of a seeded Organization in any state, with the leases, accounts and counts that the fold would have left.
import type {
  Actor,
  ContextPackage,
  Event,
  Lease,
  Mission,
  WorkContract,
  WorkItem,
} from '../protocol/generated/documents.ts';
import type { Unsigned } from '../protocol/sign.ts';
import { nowAt } from './decision.ts';
import { moveGrantUse } from './delegation-use.ts';
import { evolve } from './evolve.ts';
import type { PayloadMembers } from './fold.ts';
import { after } from './leases.ts';
import { changeAccount, openAccount } from './ledger.ts';
import type { WorkItemState } from './ownership.ts';
import { isUnfinished, movePlannedWorkItem } from './planned-work.ts';
import {
  CAPABILITY,
  contractOf,
  COORDINATOR,
  GROUP,
  MISSION,
  OWNER,
  type Outcome,
  type SeededOrganization,
  START_MS,
  WORKER,
} from './seeded-world.test-data.ts';
import type { Rejection } from './rejection.ts';
import { type Change, ORGANIZATION, OverlayWorld, SINGLE, type WorkItemRecord } from './world.ts';

export const ITEM = 'urn:heddle:test:work:1';

export const WORK_ITEM_STATES: readonly WorkItemState[] = [
  'open',
  'offered',
  'queued',
  'active',
  'blocked',
  'submitted',
  'verified',
  'failed',
  'cancelled',
];

/** All states but those: what a row of the transition table does not start from. */
export function statesBut(...states: readonly WorkItemState[]): readonly WorkItemState[] {
  return WORK_ITEM_STATES.filter((state) => !states.includes(state));
}

export interface SeededItem {
  readonly state: WorkItemState;
  readonly workItemId?: string;
  readonly groupId?: string;
  readonly missionId?: string;
  readonly owner?: Actor;
  readonly ownershipEpoch?: number;
  readonly contract?: WorkContract;
  /** Members of the record that its document does not have. */
  readonly record?: Partial<WorkItemRecord>;
  /** Lifetime of the lease under which the owner holds the item. */
  readonly holdingSeconds?: number;
  readonly executionSeconds?: number;
}

const OWNED: readonly WorkItemState[] = ['queued', 'active', 'blocked', 'submitted', 'verified'];

/** The id of a seeded lease. */
export function leaseIdOf(workItemId: string, kind: 'holding' | 'execution'): string {
  return `${workItemId}:lease:${kind}`;
}

export function conversationIdOf(workItemId: string, groupId = GROUP): string {
  return `${groupId}:work:${workItemId}`;
}

/** Puts a WorkItem into the world, without Events. */
export function seedWorkItem(organization: SeededOrganization, seed: SeededItem): WorkItemRecord {
  const { state, workItemId = ITEM, groupId = GROUP, owner = WORKER } = seed;
  const hasOwner = OWNED.includes(state);
  const isHeld = state === 'queued' || state === 'active' || state === 'blocked' || state === 'submitted';
  const record: WorkItemRecord = {
    document: documentOf(seed, hasOwner),
    ownershipEpoch: hasOwner ? (seed.ownershipEpoch ?? 1) : (seed.ownershipEpoch ?? 0),
    parentWorkItemId: undefined,
    proposalId: undefined,
    delegationGrantId: undefined,
    executionLeaseId: state === 'active' ? leaseIdOf(workItemId, 'execution') : undefined,
    holdingLeaseId: isHeld ? leaseIdOf(workItemId, 'holding') : undefined,
    checkpoint: undefined,
    requiredResolution: undefined,
    childGroupId: undefined,
    formerChildGroupIds: [],
    attempts: 0,
    executionApprovalIds: [],
    ...seed.record,
  };
  const changes: Change[] = [
    { kind: 'workItem', groupId, id: workItemId, value: record },
    ...(isHeld ? [leaseChange(seed, 'holding')] : []),
    ...(state === 'active' ? [leaseChange(seed, 'execution'), executionChange(organization, seed)] : []),
    {
      kind: 'conversation',
      groupId,
      id: record.document.conversationId,
      value: {
        conversationId: record.document.conversationId,
        missionId: record.document.missionId,
        groupId,
        type: 'work_item',
        primaryWorkItemId: workItemId,
        title: record.document.contract.goal,
        access: { mode: 'group' },
        createdBy: COORDINATOR,
        createdAt: record.document.createdAt,
        state: 'active',
        revision: 0,
      },
    },
  ];
  const known = organization.world.get('workload', ORGANIZATION, owner.id) ?? { queued: 0, active: 0 };
  if (state === 'queued' || state === 'active') {
    const value = { ...known, [state]: known[state] + 1 };
    changes.push({ kind: 'workload', groupId: ORGANIZATION, id: owner.id, value });
  }
  const derived = new OverlayWorld(organization.world);
  layDerivedRecords(derived, seed, record);
  organization.world.apply([...changes, ...derived.changes]);
  return record;
}

function documentOf(
  { state, workItemId = ITEM, groupId = GROUP, missionId = MISSION, ...seed }: SeededItem,
  hasOwner: boolean,
): WorkItem {
  const at = nowAt(START_MS).text;
  const submission = { artifactHashes: [`sha256:${'a'.repeat(64)}`], evidenceIds: ['urn:heddle:test:ev:1'] };
  return {
    workItemId,
    missionId,
    groupId,
    conversationId: conversationIdOf(workItemId, groupId),
    revision: 4,
    state,
    exclusive: true,
    contract: seed.contract ?? contractOf(),
    createdBy: COORDINATOR,
    authorizedBy: COORDINATOR,
    createdAt: at,
    ...(state === 'offered' ? { offers: [offerOf(seed.owner ?? WORKER)], selectionBasis: BASIS } : {}),
    ...(hasOwner
      ? {
          owner: {
            agentId: (seed.owner ?? WORKER).id,
            agentCardVersion: 1,
            capabilityPins: [CAPABILITY],
            ownershipEpoch: seed.ownershipEpoch ?? 1,
            ownershipLeaseId: leaseIdOf(workItemId, 'holding'),
            acceptedAt: at,
          },
          selectionBasis: BASIS,
        }
      : {}),
    ...(state === 'submitted' || state === 'verified'
      ? { submission: { ...submission, submittedAt: at } }
      : {}),
  };
}

const BASIS: NonNullable<WorkItem['selectionBasis']> = {
  requiredCapabilities: [CAPABILITY],
  verifiedMatches: [CAPABILITY],
  authorizationEligible: true,
  availabilityEstimate: nowAt(START_MS).text,
  expectedCost: 0,
  reliabilityEvidence: [],
  policyRulesApplied: ['capability-match'],
};

function offerOf(candidate: Actor): NonNullable<WorkItem['offers']>[number] {
  return {
    offerId: `${ITEM}:offer:1`,
    agentId: candidate.id,
    agentCardVersion: 1,
    expiresAt: after(nowAt(START_MS), 300),
    status: 'pending',
  };
}

function leaseChange(seed: SeededItem, kind: 'holding' | 'execution'): Change {
  const { state, workItemId = ITEM, groupId = GROUP, missionId = MISSION, owner = WORKER } = seed;
  const start = nowAt(START_MS);
  const holdingEnd = after(start, seed.holdingSeconds ?? 3_600);
  const leaseId = leaseIdOf(workItemId, kind);
  const shared = {
    leaseId,
    missionId,
    groupId,
    workItemId,
    holderAgentId: owner.id,
    sessionEpoch: 1,
    ownershipEpoch: seed.ownershipEpoch ?? 1,
    issuedAt: start.text,
    startsAt: start.text,
    state: 'active' as const,
    renewalCount: 0,
  };
  const value: Lease =
    kind === 'execution'
      ? { ...shared, leaseType: 'execution', expiresAt: after(start, seed.executionSeconds ?? 600) }
      : state === 'blocked'
        ? { ...shared, leaseType: 'blocked', expiresAt: holdingEnd }
        : { ...shared, leaseType: 'ownership', expiresAt: holdingEnd, startBy: holdingEnd };
  return { kind: 'lease', groupId, id: leaseId, value };
}

function executionChange(organization: SeededOrganization, seed: SeededItem): Change {
  const { workItemId = ITEM, groupId = GROUP, owner = WORKER } = seed;
  const items = organization.world.get('execution', ORGANIZATION, owner.id)?.items ?? [];
  return {
    kind: 'execution',
    groupId: ORGANIZATION,
    id: owner.id,
    value: { items: [...items, { groupId, workItemId }] },
  };
}

/** Accounts and indexes that the Events of such an item would have left. */
function layDerivedRecords(
  world: OverlayWorld,
  { state, workItemId = ITEM, groupId = GROUP }: SeededItem,
  record: WorkItemRecord,
): void {
  const { document, parentWorkItemId, childGroupId } = record;
  const account = { groupId, id: workItemId };
  openAccount(world, account, document.contract.budget, {
    groupId,
    id: parentWorkItemId ?? document.missionId,
  });
  changeAccount(world, account, { isClosed: !isUnfinished(state) });
  movePlannedWorkItem(world, undefined, record);
  moveGrantUse(world, undefined, record);
  if (childGroupId !== undefined)
    world.put('childMission', groupId, childGroupId, { missionId: childGroupId });
}

/** Folds documents as any Event that carries them does, indexes included, without one in the log. */
export function seedDocuments(
  { world, context }: SeededOrganization,
  payload: PayloadMembers,
  groupId = GROUP,
): void {
  const event: Unsigned<'event'> = {
    protocolVersion: '0.1',
    eventId: 'urn:heddle:test:event:seed',
    kind: 'ext.example.other.noted',
    groupId,
    actor: OWNER,
    cause: { type: 'command', id: 'urn:heddle:test:action:seed' },
    correlationId: 'urn:heddle:test:correlation:seed',
    occurredAt: context.now.text,
    payload: payload as Event['payload'],
    acceptedBy: context.acceptedBy,
  };
  world.apply(evolve(world, event));
}

/** Changes the Mission's document without an Event. */
export function setMission({ world }: SeededOrganization, changes: Partial<Mission>, groupId = GROUP): void {
  const record = world.get('mission', groupId, SINGLE);
  if (record === undefined) throw new Error('the Mission is seeded');
  const value = { ...record, document: { ...record.document, ...changes } };
  world.apply([{ kind: 'mission', groupId, id: SINGLE, value }]);
}

/** Why a Command was refused; throws when it was not. */
export function refusalOf(outcome: Outcome): Rejection {
  if (!outcome.ok) return outcome.rejection;
  throw new Error(`accepted: ${outcome.events.map(({ kind }) => kind).join(', ')}`);
}

/** Another Agent coordinates under epoch 2; the former Coordinator keeps its membership. */
export function replaceCoordinator(organization: SeededOrganization, agent: Actor): void {
  const { world } = organization;
  const leaseId = 'urn:heddle:test:lease:coordinator-2';
  const document = world.get('mission', GROUP, SINGLE)?.document;
  const lease = world.get('lease', GROUP, document?.coordinator.leaseId ?? '');
  if (lease === undefined) throw new Error('the coordinator lease is seeded');
  const value: Lease = { ...lease, leaseId, holderAgentId: agent.id, coordinatorEpoch: 2 };
  world.apply([{ kind: 'lease', groupId: GROUP, id: leaseId, value }]);
  setMission(organization, {
    coordinator: { agentId: agent.id, agentCardVersion: 1, coordinatorEpoch: 2, leaseId },
  });
}

/** A Context Package by the Coordinator, about the beginning of the Mission. */
export function contextPackageOf(changes: Partial<ContextPackage> = {}): ContextPackage {
  const at = nowAt(START_MS).text;
  return {
    contextPackageId: 'urn:heddle:test:context:1',
    version: 1,
    missionId: MISSION,
    groupId: GROUP,
    sourceEventRange: { fromSequence: 1, toSequence: 1, eventIds: ['urn:heddle:test:event:first'] },
    artifactHashes: [],
    summary: 'the folder is to be listed',
    decisions: [],
    constraints: [],
    unresolvedQuestions: [],
    generatedBy: { type: 'agent', id: COORDINATOR.id },
    generatedAt: at,
    signature: {
      algorithm: 'Ed25519',
      keyId: `${COORDINATOR.id}:key`,
      createdAt: at,
      value: 'A'.repeat(86),
    },
    ...changes,
  };
}
