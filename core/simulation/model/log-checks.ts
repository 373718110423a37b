// What holds for every Event, whatever it says: its place, its cause, its Group, what must not be in it
// (INV-06, INV-07, INV-08, INV-09, INV-13, EVT-001).
import type { Command, Event } from '../../protocol/generated/documents.ts';
import {
  actorKey,
  BrokenInvariant,
  demand,
  type GroupPicture,
  type Incident,
  leasesIn,
  type Picture,
  type Told,
} from './picture.ts';

/** Names of members in which an Agent would have to reveal what no rule may force it to (INV-13). */
const PRIVATE_MEMBER = /reasoning|chainOfThought|prompt|scratchpad|agentMemory/i;

/** What an auditor needs of a decision (INV-13): kind → the member that has to be there. */
const AUDITED: { readonly [kind: string]: keyof Told } = {
  'work.offer.created': 'selectionBasis',
  'work.failed': 'reason',
  'work.blocked': 'reason',
  'mission.cancelled': 'reason',
  'mission.terminated': 'reason',
  'mission.changes_requested': 'feedback',
  'mission.approved': 'approval',
  'approval.execution.granted': 'approval',
};

/** The Events of one Command as a whole. */
export function checkBatch(
  picture: Picture,
  command: Command,
  signingHash: string,
  events: readonly Event[],
): void {
  const primaries = events.filter(({ cause }) => cause.type === 'command');
  demand(primaries.length === 1, 'INV-08', `${command.kind} has ${primaries.length} primary Events`);
  const ids = new Set(events.map(({ eventId }) => eventId));
  const home = rootIdOf(picture, command.groupId);
  for (const event of events) {
    const { cause, kind, groupId } = event;
    demand(
      cause.type === 'command' ? cause.id === command.actionId : ids.has(cause.id),
      'EVT-004',
      `${kind} follows from something else than its Command`,
    );
    demand(
      actorKey(event.actor) === actorKey(command.actor) && event.commandHash === signingHash,
      'EVT-003',
      `${kind} names another actor or Command`,
    );
    demand(event.occurredAt === events[0]?.occurredAt, 'EVT-009', 'Events of one Command have several times');
    const isElsewhere = groupId !== undefined && groupId !== command.groupId && picture.groups.has(groupId);
    if (!isElsewhere || command.groupId === undefined) continue;
    demand(
      rootIdOf(picture, groupId) === home,
      'INV-07',
      `${command.kind} wrote to the unrelated Group ${groupId}`,
    );
  }
}

/** The Group at the root of a tree of Missions. */
function rootIdOf(picture: Picture, groupId: string | undefined): string | undefined {
  let id = groupId;
  for (let steps = 0; steps < 100; steps += 1) {
    const above = picture.groups.get(id ?? '')?.parentGroupId;
    if (above === undefined) return id;
    id = above;
  }
  throw new BrokenInvariant('POL-002', `the Missions above ${groupId ?? ''} go round in a circle`);
}

/** One Event in its Group. */
export function checkPlace({ picture, event, told, nowMs }: Incident): void {
  const { eventId, groupId, sequence, kind } = event;
  demand(!picture.eventIds.has(eventId), 'INV-08', `the Event id ${eventId} occurs twice`);
  demand(Date.parse(event.occurredAt) === nowMs, 'EVT-009', `${kind} did not occur now`);
  demand((groupId === undefined) === (sequence === undefined), 'EVT-002', `${kind} has half a place`);
  if (groupId === undefined) return;
  const group = picture.groups.get(groupId);
  const next = (group?.sequence ?? 0) + 1;
  demand(
    sequence === next,
    'EVT-001',
    () => `${kind} has sequence ${sequence ?? 'none'} in ${groupId}, the next is ${next}`,
  );
  demand(group?.isArchived !== true, 'OPEN-064', `${kind} was written to an archived Group`);
  checkScope(picture, group, groupId, told);
  checkPublished(kind, told);
}

/** INV-09: documents stay in their Group; a child's results are the one explicit crossing. */
function checkScope(picture: Picture, group: GroupPicture | undefined, groupId: string, told: Told): void {
  const own = [
    told.mission,
    told.group,
    told.conversation,
    told.membership,
    ...(told.memberships ?? []),
    told.workItem,
    told.workProposal,
    ...leasesIn(told),
    told.approval,
    told.rootApproval,
    told.artifact,
    ...(told.evidence ?? []),
    told.message,
    told.delegationGrant,
    told.cooperationOverrideGrant,
    told.snapshot,
  ];
  for (const document of own) {
    demand(
      document === undefined || document.groupId === groupId,
      'INV-09',
      () => `a document of ${document?.groupId ?? ''} was written to ${groupId}`,
    );
  }
  const child =
    told.workItem === undefined ? undefined : group?.items.get(told.workItem.workItemId)?.childGroupId;
  demand(
    told.childApproval === undefined || told.childApproval.groupId === child,
    'INV-09',
    'the Approval of another Mission than the child came into the Group',
  );
  const home = rootIdOf(picture, groupId);
  for (const artifact of told.artifacts ?? []) {
    demand(
      child !== undefined && rootIdOf(picture, artifact.groupId) === home,
      'INV-09',
      'an Artifact of an unrelated Group came into the Group',
    );
  }
  if (told.artifact !== undefined) {
    for (const hash of told.artifact.sourceArtifactHashes) {
      const isKnown = [...picture.groups.values()].some(
        (each) =>
          rootIdOf(picture, each.groupId) === home &&
          [...each.artifacts.values()].some(({ contentHash }) => contentHash === hash),
      );
      demand(isKnown, 'INV-09', 'an Artifact was made from content of an unrelated Group');
    }
  }
}

/** INV-13: what audit needs is published, and nothing private is. */
function checkPublished(kind: string, told: Told): void {
  const needed = AUDITED[kind];
  demand(
    needed === undefined || told[needed] !== undefined,
    'INV-13',
    () => `${kind} lacks ${needed ?? ''}, which an auditor needs`,
  );
  const name = Object.keys(told).find((each) => PRIVATE_MEMBER.test(each));
  demand(name === undefined, 'INV-13', () => `${kind} publishes ${name ?? ''}`);
}

/** INV-06: what was accepted once is never there again in another form. */
export function checkUnchanged({ picture, event, told }: Incident): void {
  const group = picture.groups.get(event.groupId ?? '');
  if (group === undefined) return;
  const { message, approval, rootApproval, artifact, evidence = [] } = told;
  if (message !== undefined) checkMessage(group, event, message);
  for (const each of [approval, rootApproval]) {
    demand(
      each === undefined || !group.approvals.has(each.approvalId),
      'INV-06',
      () => `the Approval ${each?.approvalId ?? ''} was written twice`,
    );
  }
  demand(
    artifact === undefined || !group.artifacts.has(artifact.artifactId),
    'INV-06',
    () => `the Artifact ${artifact?.artifactId ?? ''} was written twice`,
  );
  for (const { evidenceId } of evidence) {
    demand(!group.evidenceIds.has(evidenceId), 'INV-06', `the Evidence ${evidenceId} was written twice`);
  }
  if (told.workItem !== undefined && event.kind !== 'work.contract.revised') {
    const before = group.items.get(told.workItem.workItemId)?.document.contract;
    demand(
      before === undefined || JSON.stringify(before) === JSON.stringify(told.workItem.contract),
      'INV-06',
      () => `${event.kind} changed the contract of ${told.workItem?.workItemId ?? ''}`,
    );
  }
}

function checkMessage(group: GroupPicture, { kind }: Event, message: NonNullable<Told['message']>): void {
  const { messageId, targetMessageId, author } = message;
  demand(!group.messages.has(messageId), 'INV-06', `the Message ${messageId} was written twice`);
  if (kind === 'message.posted') return;
  const target = group.messages.get(targetMessageId ?? '');
  demand(target?.kind === 'message', 'INV-06', `${kind} refers to no original Message`);
  const isOwn = actorKey(author) === actorKey(target.author);
  demand(kind === 'message.redacted' || isOwn, 'INV-06', `${kind} changes the Message of somebody else`);
}
