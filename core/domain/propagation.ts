// How the end of a Mission travels: to its unfinished WorkItems, down to all descendants, and up to the parent
// WorkItem by the failure policy of the child (MIS-020, MIS-021, CHD-007, OPEN-034, OPEN-036).
import type { Lease, Mission } from '../protocol/generated/documents.ts';
import { coordinatorLeaseOf } from './coordinator.ts';
import type { EventDraft, GroupInput } from './decision.ts';
import { closeLease } from './leases.ts';
import { liveDescendantsOf, type ParentLink, parentLinkOf } from './mission-tree.ts';
import { advance, fenceOwner } from './ownership.ts';
import { isUnfinished } from './planned-work.ts';
import { placeOf } from './work-events.ts';
import type { MissionRecord, WorkItemRecord } from './world.ts';

/** The two ways in which a Mission ends without a result. */
type End = 'cancelled' | 'failed';

/** One Mission that ends. */
interface Ending {
  readonly mission: MissionRecord;
  readonly end: End;
  readonly reason: string;
  /** The failed child that brings it down; the WorkItem that waited for it has its Event already. */
  readonly child: { readonly missionId: string; readonly workItemId: string } | undefined;
}

/** What all drafts of one decision share. */
interface Scope {
  readonly world: GroupInput['world'];
  readonly context: GroupInput['context'];
  readonly drafts: EventDraft[];
  /** The Command's own Event, from which all others follow (OPEN-041). */
  readonly primaryEventId: string;
  /** Groups whose Mission has its Event already. */
  readonly endedGroupIds: Set<string>;
}

/** All Events of a Mission's end, the Mission's own first. */
export function endMission(
  { world, context, mission }: GroupInput,
  end: End,
  reason: string,
): readonly EventDraft[] {
  const primaryEventId = context.newId('event');
  const scope: Scope = { world, context, drafts: [], primaryEventId, endedGroupIds: new Set() };
  let ending: Ending | undefined = { mission, end, reason, child: undefined };
  while (ending !== undefined) {
    endWithDescendants(scope, ending);
    ending = reachParent(scope, ending);
  }
  return scope.drafts;
}

function endWithDescendants(scope: Scope, ending: Ending): void {
  endAlone(scope, ending);
  const { missionId, groupId } = ending.mission.document;
  const reason = `the Mission above, ${missionId}, ${ending.end === 'failed' ? 'failed' : 'was cancelled'}`;
  for (const mission of liveDescendantsOf(scope.world, groupId)) {
    // A failure that climbs meets the branch that it came from: that one has ended.
    if (!scope.endedGroupIds.has(mission.document.groupId)) {
      endAlone(scope, { mission, end: 'cancelled', reason, child: undefined });
    }
  }
}

/** The Mission and its unfinished WorkItems (WORK-T18). Its memberships stay: the history remains readable. */
function endAlone(scope: Scope, ending: Ending): void {
  const { groupId } = ending.mission.document;
  scope.endedGroupIds.add(groupId);
  scope.drafts.push(draftMissionEnd(scope, ending));
  for (const [workItemId, record] of scope.world.list('workItem', groupId)) {
    if (isUnfinished(record.document.state) && workItemId !== ending.child?.workItemId) {
      scope.drafts.push(draftWorkItemEnd(scope, record, ending.end, ending.reason, {}));
    }
  }
}

/**
 * What a child's end does to the parent WorkItem (WORK-T17). Answers with the parent Mission when it has to end too.
 */
function reachParent(scope: Scope, { mission, end }: Ending): Ending | undefined {
  const link = parentLinkOf(scope.world, mission);
  if (link === undefined) return undefined;
  const { missionId } = mission.document;
  // A cancelled child leaves its parent WorkItem to a replacement, whatever was declared for failure (OPEN-036).
  const policy =
    end === 'failed' ? (mission.failurePolicy ?? 'block_parent_work_item') : 'block_parent_work_item';
  const reason = `the child Mission ${missionId} ${end === 'failed' ? 'failed' : 'was cancelled'}`;
  const missionRevision = link.mission.document.revision + 1;
  if (policy === 'block_parent_work_item') {
    scope.drafts.push(draftBlock(scope, link, missionId, reason));
    return undefined;
  }
  const cause = { childMissionId: missionId, missionRevision };
  scope.drafts.push(draftWorkItemEnd(scope, link.item, 'failed', reason, cause));
  if (policy === 'fail_parent_work_item') return undefined;
  return {
    mission: { ...link.mission, document: { ...link.mission.document, revision: missionRevision } },
    end: 'failed',
    reason,
    child: { missionId, workItemId: link.item.document.workItemId },
  };
}

function draftMissionEnd(scope: Scope, { mission, end, reason, child }: Ending): EventDraft {
  const { world, context, primaryEventId, drafts } = scope;
  const { missionId, groupId, revision } = mission.document;
  const document: Mission = { ...mission.document, state: end };
  const open = coordinatorLeaseOf(world, mission);
  const lease =
    open === undefined ? {} : { lease: closeLease(context.now, open, 'revoked', `mission_${end}`) };
  const isPrimary = drafts.length === 0;
  const source = isPrimary ? {} : { sourceEventId: primaryEventId };
  const place = {
    eventId: isPrimary ? primaryEventId : context.newId('event'),
    groupId,
    aggregateRevision: revision,
    ...source,
  };
  const payload = { mission: document, missionId, reason, ...lease, ...source };
  if (end === 'cancelled') return { kind: 'mission.cancelled', ...place, payload };
  const childMission = child === undefined ? {} : { childMissionId: child.missionId };
  return { kind: 'mission.terminated', ...place, payload: { ...payload, ...childMission } };
}

function draftWorkItemEnd(
  scope: Scope,
  record: WorkItemRecord,
  end: End,
  reason: string,
  cause: { readonly childMissionId?: string; readonly missionRevision?: number },
): EventDraft {
  const { world, context, primaryEventId } = scope;
  const fenced = fenceOwner(world, context.now, record, `work_${end}`);
  const workItem = advance(context.now, fenced.document, { state: end });
  const { workItemId } = workItem;
  const payload = {
    workItem,
    workItemId,
    reason,
    ...closedLeasesOf(fenced.closedLeases),
    sourceEventId: primaryEventId,
  };
  const place = {
    ...placeOf(workItem),
    eventId: context.newId('event'),
    sourceEventId: primaryEventId,
  };
  if (end === 'cancelled') return { kind: 'work.cancelled', ...place, payload };
  return { kind: 'work.failed', ...place, payload: { ...payload, ...cause } };
}

/**
 * The parent WorkItem stays blocked, free for another child, for unblocking or for cancellation. The custodian's lease
 * ends, so that unblocking leads to `open` and never gives the work to the Coordinator (OPEN-030, OPEN-036).
 */
function draftBlock(scope: Scope, link: ParentLink, childMissionId: string, reason: string): EventDraft {
  const { world, context, primaryEventId } = scope;
  const { closedLeases } = fenceOwner(world, context.now, link.item, 'child_mission_ended');
  const workItem = advance(context.now, link.item.document, { state: 'blocked' });
  return {
    kind: 'work.blocked',
    ...placeOf(workItem),
    eventId: context.newId('event'),
    sourceEventId: primaryEventId,
    payload: {
      workItem,
      workItemId: workItem.workItemId,
      reason,
      requiredResolution: 'replace the child Mission, unblock the WorkItem or cancel it',
      ...closedLeasesOf(closedLeases),
      childMissionId,
      missionRevision: link.mission.document.revision + 1,
      sourceEventId: primaryEventId,
    },
  };
}

function closedLeasesOf(leases: readonly Lease[]): { readonly closedLeases?: Lease[] } {
  return leases.length === 0 ? {} : { closedLeases: [...leases] };
}
