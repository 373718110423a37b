// The fold: what an Event changes. Pure, and the same for the Authority, the app's projection and a Worker. It trusts
// the Event; whether it may happen was decided before (see decide.ts).
import type {
  Actor,
  Approval,
  Artifact,
  CooperationOverrideGrant,
  DelegationGrant,
  EventPayloads,
  Evidence,
  Lease,
  Membership,
  Message,
  Mission,
  WorkItem,
  WorkProposal,
} from '../protocol/generated/documents.ts';
import type { Unsigned } from '../protocol/sign.ts';
import { compareInstants, parseTimestamp } from '../protocol/timestamp.ts';
import { addUsage, NO_USAGE } from './budget.ts';
import { describePolicyDecisions } from './policy-log.ts';
import {
  type AccountAddress,
  type AccountRecord,
  type Change,
  type MissionRecord,
  memberKey,
  ORGANIZATION,
  OverlayWorld,
  type Records,
  type RecordKind,
  SINGLE,
  type WorkItemRecord,
  type World,
} from './world.ts';

/** Members that Event payloads share; which ones a kind has is for its schema to say. */
interface PayloadMembers {
  readonly mission?: Mission;
  readonly missionRevision?: number;
  readonly membership?: Membership;
  readonly memberships?: readonly Membership[];
  readonly workItem?: WorkItem;
  readonly workProposal?: WorkProposal;
  readonly lease?: Lease;
  readonly ownershipLease?: Lease;
  readonly blockedLease?: Lease;
  readonly previousLease?: Lease;
  readonly closedLeases?: readonly Lease[];
  readonly approval?: Approval;
  readonly rootApproval?: Approval;
  readonly childApproval?: Approval;
  readonly artifact?: Artifact;
  readonly artifacts?: readonly Artifact[];
  readonly evidence?: readonly Evidence[];
  readonly message?: Message;
  readonly delegationGrant?: DelegationGrant;
  readonly cooperationOverrideGrant?: CooperationOverrideGrant;
  readonly cooperationOverrideGrantId?: string;
  readonly delegationGrantId?: string;
}

/** How long accepted Commands count against a rate (POL-003). */
const RATE_WINDOW_SECONDS = 60;

/**
 * The records after an Event, in the order to apply them. `world` is the state before it. Organization Events have
 * no Group; their records stand under `ORGANIZATION`.
 */
export function evolve(world: World, event: Unsigned<'event'>): readonly Change[] {
  const fold = new Fold(world, event);
  foldDocuments(fold);
  foldKind(fold);
  for (const entry of describePolicyDecisions(event)) fold.put('policyLog', entry.entryId, entry);
  if (event.groupId !== undefined && event.sequence !== undefined) {
    fold.put('head', SINGLE, { sequence: event.sequence, lastOccurredAt: event.occurredAt });
  }
  return fold.world.changes;
}

/** One Event being folded, over the world as changed so far. */
class Fold {
  readonly world: OverlayWorld;
  readonly event: Unsigned<'event'>;
  readonly groupId: string;
  readonly payload: PayloadMembers;

  constructor(world: World, event: Unsigned<'event'>) {
    this.world = new OverlayWorld(world);
    this.event = event;
    this.groupId = event.groupId ?? ORGANIZATION;
    this.payload = event.payload;
  }

  get<Kind extends RecordKind>(kind: Kind, id: string): Records[Kind] | undefined {
    return this.world.get(kind, this.groupId, id);
  }

  put<Kind extends RecordKind>(kind: Kind, id: string, value: Records[Kind], groupId = this.groupId): void {
    this.world.apply([{ kind, groupId, id, value } as Change]);
  }
}

/** Documents that a payload carries become records, whatever the kind of the Event. */
function foldDocuments(fold: Fold): void {
  const { payload } = fold;
  if (payload.mission !== undefined) foldMission(fold, payload.mission);
  else if (payload.missionRevision !== undefined) {
    changeMission(fold, (record) => ({
      document: { ...record.document, revision: payload.missionRevision ?? 0 },
    }));
  }
  for (const membership of [payload.membership, ...(payload.memberships ?? [])]) {
    if (membership !== undefined) foldMembership(fold, membership);
  }
  for (const lease of leasesOf(payload)) fold.put('lease', lease.leaseId, lease);
  if (payload.workItem !== undefined) foldWorkItem(fold, payload.workItem);
  if (payload.workProposal !== undefined) {
    fold.put('proposal', payload.workProposal.proposalId, { document: payload.workProposal });
  }
  for (const approval of [payload.approval, payload.rootApproval, payload.childApproval]) {
    if (approval !== undefined) fold.put('approval', approval.approvalId, approval);
  }
  for (const artifact of [payload.artifact, ...(payload.artifacts ?? [])]) {
    if (artifact !== undefined) foldArtifact(fold, artifact);
  }
  for (const evidence of payload.evidence ?? []) fold.put('evidence', evidence.evidenceId, evidence);
  if (payload.message !== undefined) {
    const { messageId, conversationId, author, kind } = payload.message;
    fold.put('message', messageId, { conversationId, author, kind });
  }
  if (payload.delegationGrant !== undefined) {
    fold.put('grant', payload.delegationGrant.grantId, { grant: payload.delegationGrant });
  }
  if (payload.cooperationOverrideGrant !== undefined) {
    const grant = payload.cooperationOverrideGrant;
    fold.put('override', grant.grantId, { grant, consumedByActionId: undefined });
  }
  if (payload.cooperationOverrideGrantId !== undefined) {
    const override = fold.get('override', payload.cooperationOverrideGrantId);
    if (override !== undefined) {
      fold.put('override', payload.cooperationOverrideGrantId, {
        ...override,
        consumedByActionId: fold.event.cause.id,
      });
    }
  }
}

/** What only some kinds of Event do. */
function foldKind(fold: Fold): void {
  const { event } = fold;
  switch (event.kind) {
    case 'mission.created':
    case 'mission.follow_up.created':
      foldCreation(fold, event.payload as unknown as EventPayloads['mission.created']);
      break;
    case 'mission.submitted_for_approval': {
      const { missionRevision, artifactHashes } =
        event.payload as unknown as EventPayloads['mission.submitted_for_approval'];
      changeMission(fold, (record) => ({
        document: { ...record.document, state: 'awaiting_approval' },
        submission: { missionRevision, artifactHashes },
      }));
      break;
    }
    case 'mission.approved':
    case 'mission.changes_requested':
    case 'mission.cancelled':
    case 'mission.terminated':
      changeMission(fold, () => ({ submission: undefined }));
      if (event.kind !== 'mission.changes_requested') closeMissionAccount(fold);
      break;
    case 'mission.child.created': {
      const { childGroupId, workItem } = event.payload as unknown as EventPayloads['mission.child.created'];
      changeWorkItem(fold, workItem.workItemId, () => ({ childGroupId }));
      break;
    }
    case 'work.authorized':
      foldAuthorization(fold, event.payload as unknown as EventPayloads['work.authorized']);
      break;
    case 'work.offer.created':
      foldGrantUse(fold);
      // Whoever takes the item up next is not held by what blocked the owner before.
      changeWorkItem(fold, fold.payload.workItem?.workItemId, () => ({ requiredResolution: undefined }));
      break;
    case 'work.started':
      changeWorkItem(fold, fold.payload.workItem?.workItemId, (record) => ({
        attempts: record.attempts + 1,
      }));
      break;
    case 'work.checkpointed': {
      const { checkpoint } = event.payload as unknown as EventPayloads['work.checkpointed'];
      changeWorkItem(fold, fold.payload.workItem?.workItemId, () => ({ checkpoint }));
      break;
    }
    case 'work.blocked':
      foldBlock(fold, event.payload as unknown as EventPayloads['work.blocked']);
      break;
    case 'work.failed':
      freeChildLink(fold, event.payload as unknown as EventPayloads['work.failed']);
      break;
    case 'work.unblocked':
      changeWorkItem(fold, fold.payload.workItem?.workItemId, () => ({ requiredResolution: undefined }));
      break;
    case 'message.posted':
    case 'work.proposed':
      foldRate(fold);
      break;
    case 'ext.missionweaveprotocol.core.resource_usage_recorded':
      foldUsage(
        fold,
        event.payload as unknown as EventPayloads['ext.missionweaveprotocol.core.resource_usage_recorded'],
      );
      break;
    case 'group.snapshot.created': {
      const { snapshot } = event.payload as unknown as EventPayloads['group.snapshot.created'];
      fold.put('snapshot', snapshot.snapshotId, snapshot);
      break;
    }
    case 'group.archived':
      fold.put('group', SINGLE, (event.payload as unknown as EventPayloads['group.archived']).group);
      break;
    case 'ext.missionweaveprotocol.registry.agent_card_registered': {
      const { agentCard } =
        event.payload as unknown as EventPayloads['ext.missionweaveprotocol.registry.agent_card_registered'];
      fold.put('agent', agentCard.agentId, { card: agentCard }, ORGANIZATION);
      break;
    }
    case 'ext.missionweaveprotocol.identity.session_opened': {
      const { agentId, sessionEpoch } =
        event.payload as unknown as EventPayloads['ext.missionweaveprotocol.identity.session_opened'];
      fold.put('session', agentId, { sessionEpoch, openedAt: event.occurredAt }, ORGANIZATION);
      break;
    }
    default:
      // Every other kind is told by the documents that it carries.
      break;
  }
}

function leasesOf(payload: PayloadMembers): readonly Lease[] {
  return [
    payload.lease,
    payload.ownershipLease,
    payload.blockedLease,
    payload.previousLease,
    ...(payload.closedLeases ?? []),
  ].filter((lease) => lease !== undefined);
}

function changeMission(fold: Fold, change: (record: MissionRecord) => Partial<MissionRecord>): void {
  const record = fold.get('mission', SINGLE);
  if (record !== undefined) fold.put('mission', SINGLE, { ...record, ...change(record) });
}

function changeWorkItem(
  fold: Fold,
  workItemId: string | undefined,
  change: (record: WorkItemRecord) => Partial<WorkItemRecord>,
): void {
  const record = workItemId === undefined ? undefined : fold.get('workItem', workItemId);
  if (record !== undefined && workItemId !== undefined)
    fold.put('workItem', workItemId, { ...record, ...change(record) });
}

function foldMission(fold: Fold, document: Mission): void {
  const { title, permissions, failurePolicy, submission } = fold.get('mission', SINGLE) ?? {
    title: undefined,
    permissions: [],
    failurePolicy: undefined,
    submission: undefined,
  };
  fold.put('mission', SINGLE, { document, title, permissions, failurePolicy, submission });
}

function foldCreation(fold: Fold, payload: EventPayloads['mission.created']): void {
  const { mission, group, conversation, title, permissions, childFailurePolicy } = payload;
  fold.put('mission', SINGLE, {
    document: mission,
    title,
    permissions: permissions ?? [],
    failurePolicy: childFailurePolicy,
    submission: undefined,
  });
  fold.put('group', SINGLE, group);
  fold.put('conversation', conversation.conversationId, conversation);
  fold.put('missionAddress', mission.missionId, { groupId: fold.groupId }, ORGANIZATION);
  const { parent } = mission;
  const parentGroupId =
    parent === undefined
      ? undefined
      : fold.world.get('missionAddress', ORGANIZATION, parent.missionId)?.groupId;
  const parentAccount =
    parent === undefined || parentGroupId === undefined
      ? undefined
      : { groupId: parentGroupId, id: parent.workItemId };
  openAccount(fold, mission.missionId, mission.budget, parentAccount);
}

function foldAuthorization(fold: Fold, payload: EventPayloads['work.authorized']): void {
  const { workItem, conversation, parentWorkItemId, proposalId, delegationGrantId } = payload;
  fold.put('conversation', conversation.conversationId, conversation);
  changeWorkItem(fold, workItem.workItemId, () => ({ parentWorkItemId, proposalId, delegationGrantId }));
  const id = parentWorkItemId ?? workItem.missionId;
  openAccount(fold, workItem.workItemId, workItem.contract.budget, { groupId: fold.groupId, id });
}

/** The first use of a Delegation Grant ties the item to it for good (DLG-006). */
function foldGrantUse(fold: Fold): void {
  const { workItem, delegationGrantId } = fold.payload;
  if (delegationGrantId === undefined) return;
  changeWorkItem(fold, workItem?.workItemId, (record) => ({
    delegationGrantId: record.delegationGrantId ?? delegationGrantId,
  }));
}

function foldBlock(fold: Fold, payload: EventPayloads['work.blocked']): void {
  const { workItem, checkpoint, requiredResolution } = payload;
  changeWorkItem(fold, workItem.workItemId, () => ({
    ...(checkpoint === undefined ? {} : { checkpoint }),
    ...(requiredResolution === undefined ? {} : { requiredResolution }),
  }));
  freeChildLink(fold, payload);
}

/** A child that failed or was cancelled frees the link and stays in the history (OPEN-036). */
function freeChildLink(
  fold: Fold,
  { workItem, childMissionId }: EventPayloads['work.blocked'] | EventPayloads['work.failed'],
): void {
  if (childMissionId === undefined) return;
  changeWorkItem(fold, workItem.workItemId, ({ childGroupId, formerChildGroupIds }) =>
    childGroupId === undefined
      ? {}
      : { childGroupId: undefined, formerChildGroupIds: [...formerChildGroupIds, childGroupId] },
  );
}

function foldMembership(fold: Fold, membership: Membership): void {
  const { membershipId, member, membershipEpoch } = membership;
  fold.put('membership', membershipId, membership);
  const known = fold.get('member', memberKey(member))?.membershipIds ?? [];
  fold.put('member', memberKey(member), {
    member,
    membershipEpoch,
    membershipIds: known.includes(membershipId) ? known : [...known, membershipId],
  });
}

/** A WorkItem's leases and epoch follow from the documents of the Event, so that no kind can forget them. */
function foldWorkItem(fold: Fold, document: WorkItem): void {
  const { workItemId } = document;
  const before = fold.get('workItem', workItemId);
  const record: WorkItemRecord = before ?? {
    document,
    ownershipEpoch: 0,
    parentWorkItemId: undefined,
    proposalId: undefined,
    delegationGrantId: undefined,
    executionLeaseId: undefined,
    holdingLeaseId: undefined,
    checkpoint: undefined,
    requiredResolution: undefined,
    childGroupId: undefined,
    formerChildGroupIds: [],
    attempts: 0,
  };
  let { executionLeaseId, holdingLeaseId, ownershipEpoch } = record;
  // Fencing an owner raises the epoch even though nobody holds it now (WORK-014).
  if (record.document.owner !== undefined && document.owner === undefined) ownershipEpoch += 1;
  ownershipEpoch = Math.max(ownershipEpoch, document.owner?.ownershipEpoch ?? 0);
  for (const lease of leasesOf(fold.payload)) {
    if (lease.workItemId !== workItemId) continue;
    if (lease.leaseType === 'execution') {
      if (lease.state === 'active') executionLeaseId = lease.leaseId;
      else if (executionLeaseId === lease.leaseId) executionLeaseId = undefined;
    } else if (lease.state === 'active') holdingLeaseId = lease.leaseId;
    else if (holdingLeaseId === lease.leaseId) holdingLeaseId = undefined;
  }
  if (document.owner === undefined) executionLeaseId = holdingLeaseId = undefined;
  fold.put('workItem', workItemId, { ...record, document, ownershipEpoch, executionLeaseId, holdingLeaseId });
  moveWorkload(fold, before?.document, document);
  foldAccountOf(fold, document);
}

/** Keeps the counts of what a Worker has queued and active, across Groups. */
function moveWorkload(fold: Fold, before: WorkItem | undefined, after: WorkItem): void {
  const count = (item: WorkItem | undefined, by: number) => {
    const agentId = item?.owner?.agentId;
    if (agentId === undefined || (item?.state !== 'queued' && item?.state !== 'active')) return;
    const known = fold.world.get('workload', ORGANIZATION, agentId) ?? { queued: 0, active: 0 };
    fold.put('workload', agentId, { ...known, [item.state]: known[item.state] + by }, ORGANIZATION);
  };
  if (before?.state === after.state && before.owner?.agentId === after.owner?.agentId) return;
  count(before, -1);
  count(after, 1);
  listExecution(fold, before, false);
  listExecution(fold, after, true);
}

/** Keeps the list of what an Agent executes. */
function listExecution(fold: Fold, item: WorkItem | undefined, isNow: boolean): void {
  const agentId = item?.owner?.agentId;
  if (item?.state !== 'active' || agentId === undefined) return;
  const { workItemId, groupId } = item;
  const others = (fold.world.get('execution', ORGANIZATION, agentId)?.items ?? []).filter(
    (each) => each.workItemId !== workItemId || each.groupId !== groupId,
  );
  const items = isNow ? [...others, { groupId, workItemId }] : others;
  fold.put('execution', agentId, { items }, ORGANIZATION);
}

function foldArtifact(fold: Fold, artifact: Artifact): void {
  fold.put('artifact', artifact.artifactId, artifact);
  const known = fold.get('content', artifact.contentHash)?.artifactIds ?? [];
  if (!known.includes(artifact.artifactId)) {
    fold.put('content', artifact.contentHash, { artifactIds: [...known, artifact.artifactId] });
  }
}

/** The id of an actor's rate for one kind of Event. */
export function rateKey(eventKind: string, actor: Actor): string {
  return `${eventKind} ${memberKey(actor)}`;
}

function foldRate(fold: Fold): void {
  const { kind, actor, occurredAt } = fold.event;
  const key = rateKey(kind, actor);
  const known = fold.get('rate', key)?.acceptedAt ?? [];
  const acceptedAt = known.slice(countBeforeRateWindow(known, occurredAt));
  fold.put('rate', key, { acceptedAt: [...acceptedAt, occurredAt] });
}

/**
 * How many of the oldest acceptances no longer count at `now` (POL-003). They are in order, so the first one that
 * counts ends the search: what still counts is not even looked at.
 */
export function countBeforeRateWindow(acceptedAt: readonly string[], now: string): number {
  const later = parseTimestamp(now);
  if (later === undefined) return 0;
  const start = { ...later, epochSecond: later.epochSecond - RATE_WINDOW_SECONDS };
  const first = acceptedAt.findIndex((text) => {
    const at = parseTimestamp(text);
    return at !== undefined && compareInstants(at, start) > 0;
  });
  return first === -1 ? acceptedAt.length : first;
}

function openAccount(
  fold: Fold,
  id: string,
  limit: Mission['budget'],
  parent: AccountAddress | undefined,
): void {
  fold.put('account', id, { limit, usage: NO_USAGE, parent, children: [], isClosed: false });
  if (parent === undefined) return;
  const above = fold.world.get('account', parent.groupId, parent.id);
  if (above !== undefined) {
    const children = [...above.children, { groupId: fold.groupId, id }];
    fold.put('account', parent.id, { ...above, children }, parent.groupId);
  }
}

/** The account of an item follows its contract, and closes with it. */
function foldAccountOf(fold: Fold, { workItemId, state, contract }: WorkItem): void {
  const account = fold.get('account', workItemId);
  if (account === undefined) return;
  const isClosed = state === 'verified' || state === 'failed' || state === 'cancelled';
  if (account.isClosed !== isClosed || account.limit !== contract.budget) {
    fold.put('account', workItemId, { ...account, limit: contract.budget, isClosed });
  }
}

function closeMissionAccount(fold: Fold): void {
  const missionId = fold.get('mission', SINGLE)?.document.missionId ?? '';
  const account = fold.get('account', missionId);
  if (account !== undefined) fold.put('account', missionId, { ...account, isClosed: true });
}

/** Consumption counts for the item and for everything above it, across Groups (BUD-008). */
function foldUsage(
  fold: Fold,
  payload: EventPayloads['ext.missionweaveprotocol.core.resource_usage_recorded'],
): void {
  let address: AccountAddress | undefined = { groupId: fold.groupId, id: payload.workItemId };
  while (address !== undefined) {
    const account: AccountRecord | undefined = fold.world.get('account', address.groupId, address.id);
    if (account === undefined) return;
    fold.put(
      'account',
      address.id,
      { ...account, usage: addUsage(account.usage, payload.usageDelta) },
      address.groupId,
    );
    address = account.parent;
  }
}
