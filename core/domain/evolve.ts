// The fold: what an Event changes. Pure, and the same for the Authority, the app's projection and a Worker. It trusts
// the Event; whether it may happen was decided before (see decide.ts).
import type {
  Approval,
  Artifact,
  EventPayloads,
  Lease,
  Membership,
  Mission,
  WorkItem,
} from '../protocol/generated/documents.ts';
import type { Unsigned } from '../protocol/sign.ts';
import { NO_USAGE } from './budget.ts';
import { moveGrantUse } from './delegation-use.ts';
import { hashDocument } from './document-hash.ts';
import { Fold, type PayloadMembers } from './fold.ts';
import { changeAccount, chargeAccount, openAccount } from './ledger.ts';
import { isUnfinished, movePlannedProposal, movePlannedWorkItem } from './planned-work.ts';
import { describePolicyDecisions } from './policy-log.ts';
import { recordAcceptance } from './rates.ts';
import {
  type Change,
  type ContentUseRecord,
  type MissionRecord,
  memberKey,
  ORGANIZATION,
  SINGLE,
  type WorkItemRecord,
  type World,
} from './world.ts';

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
    const { proposalId } = payload.workProposal;
    const before = fold.get('proposal', proposalId)?.document;
    fold.put('proposal', proposalId, { document: payload.workProposal });
    movePlannedProposal(fold.world, before, payload.workProposal);
  }
  for (const approval of [payload.approval, payload.rootApproval, payload.childApproval]) {
    if (approval !== undefined) foldApproval(fold, approval);
  }
  for (const artifact of [payload.artifact, ...(payload.artifacts ?? [])]) {
    if (artifact !== undefined) foldArtifact(fold, artifact);
  }
  for (const evidence of payload.evidence ?? []) fold.put('evidence', evidence.evidenceId, evidence);
  if (payload.contextPackage !== undefined) {
    const { contextPackageId } = payload.contextPackage;
    fold.put('contextPackage', contextPackageId, { contentHash: hashDocument(payload.contextPackage) });
  }
  if (payload.message !== undefined) {
    const { messageId, conversationId, author, kind } = payload.message;
    fold.put('message', messageId, { conversationId, author, kind });
  }
  if (payload.delegationGrant !== undefined) {
    fold.put('grant', payload.delegationGrant.grantId, {
      grant: payload.delegationGrant,
      committed: NO_USAGE,
    });
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
      const { childGroupId, childMissionId, workItem } =
        event.payload as unknown as EventPayloads['mission.child.created'];
      fold.put('childMission', childGroupId, { missionId: childMissionId });
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
      recordAcceptance(fold.world, fold.groupId, event);
      break;
    case 'ext.missionweaveprotocol.core.resource_usage_recorded':
      foldUsage(
        fold,
        event.payload as unknown as EventPayloads['ext.missionweaveprotocol.core.resource_usage_recorded'],
      );
      break;
    case 'group.snapshot.created':
      foldSnapshot(fold, event.payload as unknown as EventPayloads['group.snapshot.created']);
      break;
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
  if (record !== undefined) putWorkItem(fold, record, { ...record, ...change(record) });
}

/** Every change of a WorkItem goes through here, so that no index of WorkItems can miss one. */
function putWorkItem(fold: Fold, before: WorkItemRecord | undefined, after: WorkItemRecord): void {
  fold.put('workItem', after.document.workItemId, after);
  movePlannedWorkItem(fold.world, before, after);
  moveGrantUse(fold.world, before, after);
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
  openAccount(fold.world, { groupId: fold.groupId, id: mission.missionId }, mission.budget, parentAccount);
}

function foldAuthorization(fold: Fold, payload: EventPayloads['work.authorized']): void {
  const { workItem, conversation, parentWorkItemId } = payload;
  const { groupId } = fold;
  fold.put('conversation', conversation.conversationId, conversation);
  const above = { groupId, id: parentWorkItemId ?? workItem.missionId };
  openAccount(fold.world, { groupId, id: workItem.workItemId }, workItem.contract.budget, above);
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
  const { parentWorkItemId, proposalId, delegationGrantId } = fold.payload;
  const before = fold.get('workItem', workItemId);
  const record: WorkItemRecord = before ?? {
    document,
    ownershipEpoch: 0,
    parentWorkItemId,
    proposalId,
    delegationGrantId,
    executionLeaseId: undefined,
    holdingLeaseId: undefined,
    checkpoint: undefined,
    requiredResolution: undefined,
    childGroupId: undefined,
    formerChildGroupIds: [],
    attempts: 0,
    executionApprovalIds: [],
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
  putWorkItem(fold, before, { ...record, document, ownershipEpoch, executionLeaseId, holdingLeaseId });
  moveWorkload(fold, before?.document, document);
  // The account of an item follows its contract, and closes with it.
  const isClosed = !isUnfinished(document.state);
  changeAccount(
    fold.world,
    { groupId: fold.groupId, id: workItemId },
    { limit: document.contract.budget, isClosed },
  );
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
  const { artifactId, contentHash } = artifact;
  const known = fold.get('content', contentHash)?.artifactIds ?? [];
  if (known.includes(artifactId)) return;
  fold.put('content', contentHash, { artifactIds: [...known, artifactId] });
  if (known.length > 0) return;
  changeContentUse(fold, contentHash, ({ groupCount }) => ({ groupCount: groupCount + 1 }));
}

/** A snapshot and its state document are content too (OPEN-026). */
function foldSnapshot(fold: Fold, { snapshot }: EventPayloads['group.snapshot.created']): void {
  fold.put('snapshot', snapshot.snapshotId, snapshot);
  for (const contentHash of [snapshot.stateHash, hashDocument(snapshot)]) {
    changeContentUse(fold, contentHash, () => ({ isSnapshot: true }));
  }
}

/** Content is stored once for the Organization, so what is in use is counted over all Groups. */
function changeContentUse(
  fold: Fold,
  contentHash: string,
  change: (use: ContentUseRecord) => Partial<ContentUseRecord>,
): void {
  const use = fold.world.get('contentUse', ORGANIZATION, contentHash) ?? { groupCount: 0, isSnapshot: false };
  fold.put('contentUse', contentHash, { ...use, ...change(use) }, ORGANIZATION);
}

/** An Execution Approval is found by its item until a later Approval revokes it (APV-005). */
function foldApproval(fold: Fold, approval: Approval): void {
  const { approvalId, kind, decision, workItemId, revokesApprovalId } = approval;
  fold.put('approval', approvalId, approval);
  if (kind === 'work_execution' && decision === 'approved') {
    changeWorkItem(fold, workItemId, ({ executionApprovalIds }) => ({
      executionApprovalIds: [...executionApprovalIds, approvalId],
    }));
  }
  if (decision !== 'revoked' || revokesApprovalId === undefined) return;
  const revoked = fold.get('approval', revokesApprovalId);
  changeWorkItem(fold, revoked?.workItemId, ({ executionApprovalIds }) => ({
    executionApprovalIds: executionApprovalIds.filter((id) => id !== revokesApprovalId),
  }));
}

function closeMissionAccount(fold: Fold): void {
  const id = fold.get('mission', SINGLE)?.document.missionId;
  if (id !== undefined) changeAccount(fold.world, { groupId: fold.groupId, id }, { isClosed: true });
}

function foldUsage(
  { world, groupId }: Fold,
  { workItemId, usageDelta }: EventPayloads['ext.missionweaveprotocol.core.resource_usage_recorded'],
): void {
  chargeAccount(world, { groupId, id: workItemId }, usageDelta);
}
