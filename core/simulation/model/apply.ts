// How an Event changes the naive picture. Checks have been made before; here is only bookkeeping.
import type { Event, Membership, WorkItem } from '../../protocol/generated/documents.ts';
import { plus, sixOfBudget, sixOfUsage } from './budget-picture.ts';
import {
  type AccountPicture,
  actorKey,
  type GroupPicture,
  leasesIn,
  NOTHING,
  type Picture,
  type Told,
} from './picture.ts';

const ENDED_ITEMS: readonly string[] = ['verified', 'failed', 'cancelled'];
const ENDED_MISSIONS: readonly string[] = ['approved', 'failed', 'cancelled'];

/** Takes an Event over into the picture. */
export function applyEvent(picture: Picture, event: Event, told: Told, text: string): void {
  picture.eventIds.add(event.eventId);
  picture.texts.push(text);
  if (event.groupId === undefined) {
    applyOrganizationEvent(picture, event);
    return;
  }
  const known = picture.groups.get(event.groupId);
  const group = known ?? createGroup(picture, told);
  if (group === undefined) return;
  group.sequence = event.sequence ?? 0;
  if (known !== undefined) applyMission(picture, group, event, told);
  for (const each of [told.membership, ...(told.memberships ?? [])]) {
    if (each !== undefined) applyMembership(group, each);
  }
  if (told.conversation !== undefined)
    group.conversations.set(told.conversation.conversationId, told.conversation);
  for (const lease of leasesIn(told)) group.leases.set(lease.leaseId, lease);
  if (told.workItem !== undefined) applyItem(picture, group, told.workItem, told);
  applyDocuments(group, told);
  if (told.usageDelta !== undefined) charge(picture.accounts.get(told.workItemId ?? ''), told);
  if (event.kind === 'group.archived') group.isArchived = true;
}

function applyOrganizationEvent(picture: Picture, event: Event): void {
  const payload = event.payload as {
    readonly agentId?: string;
    readonly sessionEpoch?: number;
    readonly cardVersion?: number;
  };
  const { agentId = '' } = payload;
  if (payload.sessionEpoch !== undefined) picture.sessions.set(agentId, payload.sessionEpoch);
  if (payload.cardVersion !== undefined) picture.cards.set(agentId, payload.cardVersion);
}

function createGroup(picture: Picture, told: Told): GroupPicture | undefined {
  const { mission, permissions } = told;
  if (mission === undefined) return undefined;
  const { missionId, groupId, parent } = mission;
  const group: GroupPicture = {
    groupId,
    missionId,
    mission,
    permissions: permissions ?? [],
    isArchived: false,
    sequence: 0,
    submission: undefined,
    members: new Map(),
    items: new Map(),
    leases: new Map(),
    conversations: new Map(),
    messages: new Map(),
    proposals: new Map(),
    approvals: new Map(),
    artifacts: new Map(),
    evidenceIds: new Set(),
    grants: new Map(),
    overrides: new Map(),
    parentGroupId: parent === undefined ? undefined : picture.groupIdByMissionId.get(parent.missionId),
  };
  picture.groups.set(groupId, group);
  picture.groupIdByMissionId.set(missionId, groupId);
  openAccount(picture, missionId, mission, parent?.workItemId);
  return group;
}

function openAccount(
  picture: Picture,
  id: string,
  { budget }: Pick<GroupPicture['mission'], 'budget'>,
  parentId: string | undefined,
): void {
  const parent = parentId === undefined ? undefined : picture.accounts.get(parentId);
  const account: AccountPicture = {
    limit: sixOfBudget(budget),
    usage: NOTHING,
    parent,
    children: [],
    isClosed: false,
  };
  parent?.children.push(account);
  picture.accounts.set(id, account);
}

function applyMission(picture: Picture, group: GroupPicture, event: Event, told: Told): void {
  if (told.mission !== undefined) group.mission = told.mission;
  else if (told.missionRevision !== undefined)
    group.mission = { ...group.mission, revision: told.missionRevision };
  const account = picture.accounts.get(group.missionId);
  if (account !== undefined) account.isClosed = ENDED_MISSIONS.includes(group.mission.state);
  if (event.kind === 'mission.submitted_for_approval') {
    group.submission = { revision: told.missionRevision ?? -1, hashes: told.artifactHashes ?? [] };
  } else if (group.mission.state !== 'awaiting_approval') group.submission = undefined;
}

function applyMembership(group: GroupPicture, membership: Membership): void {
  const { member, membershipEpoch, membershipId } = membership;
  const known = group.members.get(actorKey(member));
  const picture = known ?? { member, epoch: membershipEpoch, roles: new Map<string, Membership>() };
  picture.epoch = membershipEpoch;
  picture.roles.set(membershipId, membership);
  group.members.set(actorKey(member), picture);
}

function applyItem(picture: Picture, group: GroupPicture, document: WorkItem, told: Told): void {
  const { workItemId, owner, contract, state } = document;
  const known = group.items.get(workItemId);
  const account = picture.accounts.get(workItemId);
  if (known === undefined) {
    const { parentWorkItemId } = told;
    group.items.set(workItemId, {
      document,
      ownershipEpoch: 0,
      parentWorkItemId,
      grantId: told.delegationGrantId,
      childGroupId: undefined,
    });
    openAccount(picture, workItemId, contract, parentWorkItemId ?? group.missionId);
    return;
  }
  if (known.document.owner !== undefined && owner === undefined) known.ownershipEpoch += 1;
  known.ownershipEpoch = Math.max(known.ownershipEpoch, owner?.ownershipEpoch ?? 0);
  known.document = document;
  known.grantId ??= told.delegationGrantId;
  if (told.childGroupId !== undefined) known.childGroupId = told.childGroupId;
  else if (told.childMissionId !== undefined && state !== 'verified') known.childGroupId = undefined;
  if (account !== undefined) {
    account.limit = sixOfBudget(contract.budget);
    account.isClosed = ENDED_ITEMS.includes(state);
  }
}

function applyDocuments(group: GroupPicture, told: Told): void {
  if (told.message !== undefined) group.messages.set(told.message.messageId, told.message);
  if (told.workProposal !== undefined) group.proposals.set(told.workProposal.proposalId, told.workProposal);
  for (const each of [told.approval, told.rootApproval, told.childApproval]) {
    if (each !== undefined) group.approvals.set(each.approvalId, each);
  }
  for (const each of [told.artifact, ...(told.artifacts ?? [])]) {
    if (each !== undefined) group.artifacts.set(each.artifactId, each);
  }
  for (const { evidenceId } of told.evidence ?? []) group.evidenceIds.add(evidenceId);
  if (told.delegationGrant !== undefined)
    group.grants.set(told.delegationGrant.grantId, told.delegationGrant);
  if (told.cooperationOverrideGrant !== undefined) {
    const grant = told.cooperationOverrideGrant;
    group.overrides.set(grant.grantId, { grant, isConsumed: false });
  }
  const consumed = group.overrides.get(told.cooperationOverrideGrantId ?? '');
  if (consumed !== undefined) consumed.isConsumed = true;
}

function charge(account: AccountPicture | undefined, { usageDelta = {} }: Told): void {
  const delta = sixOfUsage(usageDelta);
  for (let each = account; each !== undefined; each = each.parent) each.usage = plus(each.usage, delta);
}
