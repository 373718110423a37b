// Whether an accepted Command carried what its sender had to carry, and whether its sender had the right: sessions,
// memberships, revisions, terms, roles (INV-04, MEM-002, REV-001, CRD-002).
import type { Command } from '../../protocol/generated/documents.ts';
import {
  actorKey,
  demand,
  type GroupPicture,
  groupOf,
  holdsRole,
  isLive,
  ms,
  type Picture,
} from './picture.ts';

const FOUNDING: readonly string[] = ['mission.create', 'mission.create_follow_up'];
const OF_SERVICE: readonly string[] = [
  'ext.missionweaveprotocol.registry.agent_card_register',
  'ext.missionweaveprotocol.identity.session_open',
  'ext.missionweaveprotocol.core.group_archive',
];
const OF_COORDINATOR: readonly string[] = [
  'mission.create_child',
  'mission.renew_coordinator',
  'mission.submit_for_approval',
  'membership.grant_delegation',
  'work.accept_result',
  'work.unblock',
  'ext.missionweaveprotocol.core.work_dependency_add',
];
const OF_OWNER: readonly string[] = [
  'mission.approve',
  'mission.request_changes',
  'approval.grant_execution',
];
const OF_OWNER_OR_SERVICE: readonly string[] = [
  'mission.cancel',
  'mission.assign_coordinator',
  'policy.grant_cooperation_override',
];
const OF_LEADERS: readonly string[] = [
  'membership.change',
  'membership.end',
  'message.redact',
  'work.cancel',
];
const ABOUT_ITEM =
  /^(work\.(?!propose|authorize)|artifact\.|ext\.missionweaveprotocol\.core\.(work|resource))/;

/** Members of Command payloads that the checks look at. */
interface Asked {
  readonly workItemId?: string;
  readonly artifact?: { readonly workItemId: string };
  readonly ownershipEpoch?: number;
  readonly executionLeaseId?: string;
  readonly delegationGrantId?: string;
  readonly overrideReason?: string;
}

/** Checks an accepted Command against the picture before it. `services` are those that policy lets act. */
export function checkEnvelope(
  picture: Picture,
  command: Command,
  nowMs: number,
  services: ReadonlySet<string>,
): void {
  const { actor, kind, sessionEpoch } = command;
  if (actor.type === 'agent') {
    const current = picture.sessions.get(actor.id);
    demand(
      sessionEpoch === current,
      'INV-04',
      () => `${kind} was accepted from Session ${sessionEpoch ?? 'none'}, current is ${current ?? 'none'}`,
    );
  }
  if (actor.type === 'service') {
    demand(services.has(actor.id), 'SERVICE-RIGHTS', `${kind} was accepted from a service without any right`);
  }
  if (OF_SERVICE.includes(kind)) {
    demand(
      actor.type === 'service',
      'SERVICE-RIGHTS',
      `${kind} was accepted from an actor that is no service`,
    );
  }
  checkExpectedRevision(picture, command);
  if (FOUNDING.includes(kind)) {
    demand(actor.type === 'human', 'MIS-T1', `${kind} was accepted from an actor that is no human`);
    return;
  }
  if (command.groupId === undefined) return;
  const group = groupOf(picture, command.groupId);
  demand(!group.isArchived, 'OPEN-064', `${kind} was accepted in an archived Group`);
  checkMembership(group, command, nowMs);
  checkRights(group, command, nowMs);
}

function checkMembership(
  group: GroupPicture,
  { actor, kind, membershipEpoch }: Command,
  nowMs: number,
): void {
  if (actor.type === 'service') return;
  const member = group.members.get(actorKey(actor));
  demand(member !== undefined, 'MEM-002', `${kind} was accepted from somebody who is no member`);
  demand(
    membershipEpoch === member.epoch,
    'MEM-002',
    () =>
      `${kind} was accepted under Membership Epoch ${membershipEpoch ?? 'none'}, current is ${member.epoch}`,
  );
  const isOpenToProvisional = kind === 'work.accept_offer' || kind === 'message.post';
  const roles = ['mission_owner', 'coordinator', 'worker', 'reviewer', 'observer', 'work_delegate'];
  const states = isOpenToProvisional ? ['active', 'provisional'] : ['active'];
  demand(
    holdsRole(group, actor, roles, nowMs, states),
    'MEM-002',
    `${kind} was accepted from a member whose membership does not hold`,
  );
}

function checkRights(group: GroupPicture, command: Command, nowMs: number): void {
  const { actor, kind } = command;
  const { missionOwner } = group.mission;
  const asked = command.payload as Asked;
  const isOwner = actorKey(actor) === actorKey(missionOwner);
  const isService = actor.type === 'service';
  if (OF_COORDINATOR.includes(kind)) demandCoordinator(group, command, nowMs);
  if (OF_OWNER.includes(kind))
    demand(isOwner, 'OWNER-RIGHTS', `${kind} was accepted from another than the owner`);
  if (kind === 'approval.grant_execution') {
    demand(actor.type === 'human', 'APV-004', 'an execution was approved by somebody who is no human');
  }
  if (OF_OWNER_OR_SERVICE.includes(kind)) {
    demand(isOwner || isService, 'OWNER-RIGHTS', `${kind} was accepted from neither owner nor service`);
  }
  if (kind === 'mission.assign_coordinator' && isService) {
    const lease = group.leases.get(group.mission.coordinator.leaseId);
    demand(!isLive(lease, nowMs), 'OPEN-047', 'a service replaced a Coordinator whose lease holds');
  }
  if (OF_LEADERS.includes(kind) && !isOwner) demandCoordinator(group, command, nowMs);
  if (kind === 'mission.terminate' && !isService) demandCoordinator(group, command, nowMs);
  if (kind === 'work.fail' && asked.executionLeaseId === undefined) demandCoordinator(group, command, nowMs);
  if (kind === 'work.authorize' || kind === 'work.offer') {
    if (isOwner && actor.type === 'human') {
      demand(asked.overrideReason !== undefined, 'OPEN-045', `${kind} of the owner gives no reason`);
    } else if (asked.delegationGrantId !== undefined) {
      checkGrantUse(group, command, asked.delegationGrantId, nowMs);
    } else demandCoordinator(group, command, nowMs);
  }
}

function demandCoordinator(
  group: GroupPicture,
  { actor, kind, coordinatorEpoch }: Command,
  nowMs: number,
): void {
  const { coordinator } = group.mission;
  demand(
    actor.type === 'agent' && actor.id === coordinator.agentId,
    'CRD-002',
    `${kind} was accepted from another than the Coordinator`,
  );
  demand(
    coordinatorEpoch === coordinator.coordinatorEpoch,
    'CRD-002',
    () => `${kind} was accepted under Coordinator Epoch ${coordinatorEpoch ?? 'none'}`,
  );
  demand(
    isLive(group.leases.get(coordinator.leaseId), nowMs),
    'CRD-007',
    `${kind} was accepted after the coordinator lease`,
  );
}

/** DLG-008, DLG-009: everything under which a Grant was given still holds. */
function checkGrantUse(group: GroupPicture, { actor }: Command, grantId: string, nowMs: number): void {
  const grant = group.grants.get(grantId);
  demand(grant !== undefined, 'DLG-008', 'an unknown Delegation Grant was used');
  const { coordinator } = group.mission;
  const isHeld =
    grant.granteeAgentId === actor.id &&
    holdsRole(group, actor, ['work_delegate'], nowMs) &&
    grant.granteeMembershipEpoch === group.members.get(actorKey(actor))?.epoch &&
    grant.coordinatorEpoch === coordinator.coordinatorEpoch &&
    grant.grantedBy.id === coordinator.agentId &&
    ms(grant.expiresAt) > nowMs;
  demand(isHeld, 'DLG-008', `the Delegation Grant ${grantId} was used although it does not hold`);
  const state = group.items.get(grant.targetWorkItemId)?.document.state ?? 'failed';
  demand(
    !['verified', 'failed', 'cancelled'].includes(state),
    'DLG-009',
    `the Delegation Grant ${grantId} was used after the end of its target`,
  );
}

/** REV-001: whatever revision a Command expects is the current one. */
function checkExpectedRevision(picture: Picture, command: Command): void {
  const { expectedRevision, kind } = command;
  if (expectedRevision === undefined) return;
  const current = currentRevisionOf(picture, command);
  if (current === undefined) return;
  demand(
    expectedRevision === current,
    'REV-001',
    () => `${kind} was accepted for revision ${expectedRevision}, current is ${current}`,
  );
}

function currentRevisionOf(picture: Picture, { kind, groupId, payload }: Command): number | undefined {
  if (FOUNDING.includes(kind)) return 0;
  const group = picture.groups.get(groupId ?? '');
  if (group === undefined) return undefined;
  if (!ABOUT_ITEM.test(kind)) return group.mission.revision;
  const asked = payload as Asked;
  return group.items.get(asked.workItemId ?? asked.artifact?.workItemId ?? '')?.document.revision;
}
