// Missions, their people and their Messages (INV-01, INV-02, INV-10, INV-12, MIS-T1…MIS-T8, epochs, revisions).
import type { Approval, Membership } from '../../protocol/generated/documents.ts';
import { actorKey, demand, type GroupPicture, groupOf, holdsRole, type Incident, isLive } from './picture.ts';

/** Event kind → the Mission states it may start from, and the one it leads to. */
const ROWS: { readonly [kind: string]: readonly [from: readonly string[], to: string] } = {
  'mission.submitted_for_approval': [['active'], 'awaiting_approval'],
  'mission.changes_requested': [['awaiting_approval'], 'active'],
  'mission.approved': [['awaiting_approval'], 'approved'],
  'mission.cancelled': [['active', 'awaiting_approval'], 'cancelled'],
  'mission.terminated': [['active', 'awaiting_approval'], 'failed'],
};

const FOUNDING: readonly string[] = ['mission.created', 'mission.follow_up.created'];

/** Always one more (MIS-014). */
const RAISING: readonly string[] = [
  'work.proposed',
  'work.authorized',
  'work.result.accepted',
  'mission.child.created',
  'mission.changes_requested',
];

/** What the Event of a Message may say beside the Message. */
const OF_MESSAGES: readonly string[] = [
  'message',
  'announcement',
  'cooperationOverrideGrantId',
  'targetMessageId',
  'sourceEventId',
];

/** One Event before it is applied. */
export function checkMission(incident: Incident): void {
  const { picture, event, told } = incident;
  if (event.groupId === undefined) {
    checkSession(incident);
    return;
  }
  if (FOUNDING.includes(event.kind)) {
    checkFoundation(incident);
    return;
  }
  const group = groupOf(picture, event.groupId);
  checkDocument(incident, group);
  checkRevisions(incident, group);
  checkMessages(incident, group);
  for (const each of [told.membership, ...(told.memberships ?? [])]) {
    if (each !== undefined) checkMembership(incident, group, each);
  }
  if (event.kind === 'mission.approved') checkApproval(incident, group);
  if (event.kind === 'mission.changes_requested') {
    checkAnswer(group, told.approval, 'changes_requested', group.mission.missionOwner, 'INV-10');
  }
  if (told.cooperationOverrideGrantId !== undefined)
    checkOverride(incident, group, told.cooperationOverrideGrantId);
}

function checkSession({ picture, event, told }: Incident): void {
  if (event.kind !== 'ext.missionweaveprotocol.identity.session_opened') return;
  const before = picture.sessions.get(told.agentId ?? '') ?? 0;
  demand(told.sessionEpoch === before + 1, 'EPOCH', `the Session Epoch does not follow ${before}`);
}

/** INV-01: neither id stands for anything else, now or ever. */
function checkFoundation({ picture, event, told, command }: Incident): void {
  const { mission, group } = told;
  demand(mission !== undefined && group !== undefined, 'INV-01', 'a Mission began without its Group');
  const { missionId, groupId, missionOwner, parent, revision, state } = mission;
  demand(!picture.groups.has(groupId), 'INV-01', `the Group ${groupId} has a Mission already`);
  demand(
    !picture.groupIdByMissionId.has(missionId),
    'INV-01',
    `the Mission ${missionId} has a Group already`,
  );
  demand(
    group.groupId === groupId && group.missionId === missionId && event.groupId === groupId,
    'INV-01',
    'Mission and Group do not name each other',
  );
  demand(revision === 1 && state === 'active', 'MIS-008', 'a new Mission does not begin at the beginning');
  demand(actorKey(missionOwner) === actorKey(command.actor), 'MIS-T1', 'a Mission began for somebody else');
  if (parent === undefined) return;
  const above = picture.groups.get(picture.groupIdByMissionId.get(parent.missionId) ?? '');
  demand(above?.items.has(parent.workItemId) === true, 'CHD-001', 'a child Mission completes no WorkItem');
  demand(
    above.items.get(parent.workItemId)?.childGroupId === groupId,
    'CHD-001',
    'parent WorkItem and child Mission do not name each other',
  );
}

function checkDocument({ event, told }: Incident, group: GroupPicture): void {
  const { mission } = told;
  const row = ROWS[event.kind];
  if (mission === undefined) {
    demand(row === undefined, 'MIS-006', `${event.kind} does not say what became of the Mission`);
    return;
  }
  const before = group.mission;
  demand(
    mission.missionId === before.missionId && mission.groupId === before.groupId,
    'INV-01',
    `${event.kind} gives the Group another Mission`,
  );
  demand(
    row === undefined
      ? mission.state === before.state
      : row[0].includes(before.state) && row[1] === mission.state,
    'MIS-006',
    () => `${event.kind} takes the Mission from ${before.state} to ${mission.state}`,
  );
  const epochStep = mission.coordinator.coordinatorEpoch - before.coordinator.coordinatorEpoch;
  demand(
    epochStep === (event.kind === 'mission.coordinator.assigned' ? 1 : 0),
    'EPOCH',
    () => `${event.kind} moves the Coordinator Epoch by ${epochStep}`,
  );
}

/** MIS-014 and OPEN-040: which Events raise the Mission's revision, and what each Event says about it. */
function checkRevisions({ event, told, picture }: Incident, group: GroupPicture): void {
  const before = group.mission.revision;
  const after = told.mission?.revision ?? told.missionRevision ?? before;
  const { kind, cause } = event;
  const isByChild = told.childMissionId !== undefined;
  const isRaised =
    RAISING.includes(kind) ||
    ((kind === 'work.failed' || kind === 'work.cancelled') && (cause.type === 'command' || isByChild)) ||
    (kind === 'work.blocked' && isByChild) ||
    (kind === 'work.contract.revised' && cause.type === 'command');
  demand(
    after === before + (isRaised ? 1 : 0),
    'REVISION',
    () => `${kind} takes the Mission from revision ${before} to ${after}`,
  );
  const isOfItem = /^(work\.(?!proposed)|artifact\.|ext\.)/.test(kind);
  const item =
    told.workItem?.revision ??
    picture.groups.get(group.groupId)?.items.get(told.workItemId ?? '')?.document.revision;
  const expected = isOfItem ? item : after;
  demand(
    event.aggregateRevision === expected,
    'OPEN-040',
    () => `${kind} says revision ${event.aggregateRevision ?? 'none'}, it is ${expected ?? 'none'}`,
  );
}

/** INV-02 and INV-12: a Message is nothing but a Message, in a Conversation that its Group can see. */
function checkMessages({ event, told, command }: Incident, group: GroupPicture): void {
  const { kind } = event;
  if (command.kind.startsWith('message.')) {
    const isOfflineCharge =
      kind === 'ext.missionweaveprotocol.core.resource_usage_recorded' &&
      told.offlineReconciliation !== undefined &&
      command.extensions !== undefined;
    demand(kind.startsWith('message.') || isOfflineCharge, 'INV-02', `a Message caused ${kind}`);
  }
  if (!kind.startsWith('message.')) {
    demand(told.message === undefined, 'INV-02', `${kind} carries a Message`);
    return;
  }
  const foreign = Object.keys(told).find((name) => !OF_MESSAGES.includes(name));
  demand(foreign === undefined, 'INV-02', () => `${kind} carries ${foreign ?? ''}`);
  const { message } = told;
  demand(message !== undefined && !message.authority, 'INV-02', 'a Message claims authority');
  demand(actorKey(message.author) === actorKey(command.actor), 'INV-12', 'a Message names another author');
  const conversation = group.conversations.get(message.conversationId);
  demand(
    conversation?.access.mode === 'group',
    'INV-12',
    'a Message stands where Coordinator and MissionOwner cannot see it',
  );
  demand(
    group.mission.state === 'active' || group.mission.state === 'awaiting_approval',
    'OPEN-065',
    'a Message was posted after the end of the Mission',
  );
}

function checkMembership({ event }: Incident, group: GroupPicture, membership: Membership): void {
  const { member, membershipEpoch } = membership;
  const before = group.members.get(actorKey(member))?.epoch ?? 0;
  const isGrant = event.kind === 'membership.delegation.granted';
  demand(
    membershipEpoch === before + (isGrant ? 0 : 1),
    'EPOCH',
    () => `${event.kind} takes a Membership Epoch from ${before} to ${membershipEpoch}`,
  );
}

/** INV-10: one revision and one Artifact set, named exactly by the owner; for a root by the human. */
function checkApproval({ told, command, picture }: Incident, group: GroupPicture): void {
  const { missionOwner, parent, approvalPolicy, coordinator } = group.mission;
  demand(actorKey(command.actor) === actorKey(missionOwner), 'INV-10', 'somebody else approved the Mission');
  if (parent === undefined) {
    demand(missionOwner.type === 'human', 'INV-10', 'a root Mission was approved by an Agent');
    demand(told.approval?.kind === 'mission_final', 'INV-10', 'a root Mission was approved by another kind');
  } else {
    demand(told.approval?.kind === 'child_mission', 'INV-10', 'a child Mission was approved by another kind');
    const isRootNeeded = approvalPolicy.finalHumanApproval || missionOwner.id === coordinator.agentId;
    demand(
      !isRootNeeded || told.rootApproval !== undefined,
      'INV-10',
      'the human at the root did not approve',
    );
  }
  checkAnswer(group, told.approval, 'approved', missionOwner, 'INV-10');
  if (told.rootApproval === undefined) return;
  const root = rootOf(picture.groups, group);
  checkAnswer(group, told.rootApproval, 'approved', root.mission.missionOwner, 'INV-10');
}

function rootOf(groups: ReadonlyMap<string, GroupPicture>, group: GroupPicture): GroupPicture {
  const above = groups.get(group.parentGroupId ?? '');
  return above === undefined ? group : rootOf(groups, above);
}

function checkAnswer(
  group: GroupPicture,
  approval: Approval | undefined,
  decision: Approval['decision'],
  approver: Approval['approver'],
  invariant: string,
): void {
  const { submission } = group;
  demand(approval !== undefined && submission !== undefined, invariant, 'an answer to nothing was accepted');
  demand(approval.decision === decision, invariant, `the Approval says ${approval.decision}`);
  demand(actorKey(approval.approver) === actorKey(approver), invariant, 'somebody else signed the Approval');
  demand(
    approval.missionRevision === submission.revision && approval.missionId === group.missionId,
    invariant,
    'the Approval is about another revision',
  );
  const isSameSet =
    new Set(approval.artifactHashes).size === new Set(submission.hashes).size &&
    submission.hashes.every((hash) => approval.artifactHashes.includes(hash));
  demand(decision !== 'approved' || isSameSet, invariant, 'the Approval is about another Artifact set');
}

/** POL-011, POL-012: an override is used once, by whom and for what it was given. */
function checkOverride({ command, nowMs }: Incident, group: GroupPicture, grantId: string): void {
  const override = group.overrides.get(grantId);
  demand(override !== undefined && !override.isConsumed, 'POL-012', 'an override was used that is not there');
  const { beneficiary, targetActionId, targetCommandKind, expiresAt } = override.grant;
  demand(
    actorKey(beneficiary) === actorKey(command.actor) &&
      targetActionId === command.actionId &&
      targetCommandKind === command.kind &&
      command.cooperationOverrideGrantId === grantId &&
      Date.parse(expiresAt) > nowMs,
    'POL-011',
    'an override was used for something else',
  );
}

/** After the Events of a Command: who leads a Mission is a member who sees everything; an ended Mission is at rest. */
export function checkGroup(group: GroupPicture, nowMs: number): void {
  const { mission } = group;
  const leaders = [
    [mission.missionOwner, 'mission_owner'],
    [{ type: 'agent', id: mission.coordinator.agentId }, 'coordinator'],
  ] as const;
  const isEnded = !['active', 'awaiting_approval'].includes(mission.state);
  for (const [member, role] of leaders) {
    const seen = [...(group.members.get(actorKey(member))?.roles.values() ?? [])].filter(
      (membership) => membership.role === role && membership.visibilityStartSequence <= 1,
    );
    demand(
      seen.length > 0 && (isEnded || holdsRole(group, member, [role], nowMs)),
      'INV-12',
      `the ${role} of ${group.groupId} does not see all of it`,
    );
  }
  for (const { member, epoch, roles } of group.members.values()) {
    for (const { state, membershipEpoch } of roles.values()) {
      demand(
        state === 'ended' ? membershipEpoch <= epoch : membershipEpoch === epoch,
        'EPOCH',
        `the memberships of ${member.id} do not share one epoch`,
      );
    }
  }
  if (!isEnded) return;
  const unfinished = [...group.items.values()].find(
    ({ document }) => !['verified', 'failed', 'cancelled'].includes(document.state),
  );
  demand(unfinished === undefined, 'MIS-020', 'work goes on after the end of its Mission');
  const open = [...group.leases.values()].find((lease) => isLive(lease, nowMs));
  demand(open === undefined, 'MIS-020', () => `the lease ${open?.leaseId ?? ''} outlives its Mission`);
}
